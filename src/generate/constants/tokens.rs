//! C text as tokens, and the macros that it defines.

use crate::util::placed::Form;
use std::collections::BTreeMap;

/// The tokens of a text, without comments and preprocessor directives. A string or character is one token
/// with its quotes. Only the part before an `#else` counts, because a brace that both parts open is closed
/// only once.
pub fn tokens(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    let mut is_line_start = true;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'\n' => {
                is_line_start = true;
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' | b'\\' => {
                at += 1;
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = text[at..].find('\n').map_or(bytes.len(), |length| at + length);
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = text[at + 2..].find("*/").map_or(bytes.len(), |length| at + 2 + length + 2);
                continue;
            }
            b'#' if is_line_start => {
                let end = line_end(bytes, at);
                at = if directive(&text[at..end]).starts_with("el") { behind_else(text, end) } else { end };
                continue;
            }
            quote @ (b'"' | b'\'') => at = string_end(bytes, at, quote),
            c if is_word(c) => {
                while bytes.get(at).is_some_and(|c| is_word(*c)) {
                    at += 1;
                }
            }
            c if c.is_ascii() => {
                const LONG: [&str; 19] = [
                    "<<=", ">>=", "->", "==", "!=", "<=", ">=", "|=", "&=", "^=", "+=", "-=", "*=", "/=",
                    "%=", "++", "--", "&&", "||",
                ];
                let long = LONG.iter().find(|long| bytes[at..].starts_with(long.as_bytes()));
                let is_shift = bytes[at..].starts_with(b"<<") || bytes[at..].starts_with(b">>");
                at += long.map_or(if is_shift { 2 } else { 1 }, |long| long.len());
            }
            _ => {
                at += 1;
                while !text.is_char_boundary(at) {
                    at += 1;
                }
            }
        }
        is_line_start = false;
        found.push(&text[start..at]);
    }
    found
}

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}

/// The text of a directive after its `#`, which begins with its word: `else`.
fn directive(line: &str) -> &str {
    line.trim_start().strip_prefix('#').map_or("", str::trim_start)
}

/// The end of the `#endif` that belongs to an `#else` whose line ends at `at`.
fn behind_else(text: &str, mut at: usize) -> usize {
    let mut depth = 1;
    while depth > 0 && at < text.len() {
        let start = at + 1;
        at = start + text[start..].find('\n').unwrap_or(text.len() - start);
        match directive(&text[start..at]) {
            word if word.starts_with("if") => depth += 1,
            word if word.starts_with("endif") => depth -= 1,
            _ => {}
        }
    }
    at
}

/// The end of a line. Backslashes and comments over several lines continue it.
fn line_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => return at,
            b'\\' => at += 1 + usize::from(bytes.get(at + 1) == Some(&b'\r')),
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += 2;
                while at < bytes.len() && !bytes[at..].starts_with(b"*/") {
                    at += 1;
                }
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// The place after the closing quote, or the end of the line if there is none.
fn string_end(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += 1,
            c if c == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at.min(bytes.len())
}

/// A macro: the tokens that replace it, and its parameters if it looks like a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Macro<'t> {
    pub parameters: Option<Vec<&'t str>>,
    pub body: Vec<&'t str>,
    /// Whether an empty line, or code, stands between it and the macro before.
    pub is_first: bool,
}

/// The macros of a text, in order; one may be defined several times.
pub fn macros(text: &str) -> Vec<(&str, Macro<'_>)> {
    let mut found = Vec::new();
    let mut is_first = true;
    let mut rest = text;
    while !rest.is_empty() {
        let end = match rest.trim_start_matches([' ', '\t']).starts_with('#') {
            true => line_end(rest.as_bytes(), 0),
            false => rest.find('\n').unwrap_or(rest.len()),
        };
        let (own, behind) = rest.split_at(end);
        let start = own.trim_start();
        let is_comment = start.starts_with(['/', '*']);
        match defined(own, is_first) {
            Some(one) => {
                found.push(one);
                is_first = false;
            }
            None => is_first |= !is_comment && !start.starts_with('#'),
        }
        rest = behind.strip_prefix('\n').unwrap_or(behind);
    }
    found
}

fn defined(line: &str, is_first: bool) -> Option<(&str, Macro<'_>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    let length = rest.bytes().take_while(|c| is_word(*c)).count();
    let (name, rest) = rest.split_at(length);
    let (parameters, rest) = match rest.strip_prefix('(') {
        Some(list) => {
            let (list, rest) = list.split_once(')')?;
            (Some(list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect()), rest)
        }
        None => (None, rest),
    };
    (!name.is_empty()).then(|| (name, Macro { parameters, body: tokens(rest), is_first }))
}

/// The enumerators of each enumeration, with the expression after the `=` of each.
pub fn enumerations<'t>(tokens: &[&'t str]) -> Vec<Vec<(&'t str, Vec<&'t str>)>> {
    let mut found = Vec::new();
    for (at, _) in tokens.iter().enumerate().filter(|(_, token)| **token == "enum") {
        let Some(open) = tokens[at..].iter().take(3).position(|token| *token == "{") else { continue };
        let mut set = Vec::new();
        let mut depth = 0;
        let mut own: Vec<&str> = Vec::new();
        for token in &tokens[at + open + 1..] {
            let is_end = *token == "}" && depth == 0;
            if is_end || *token == "," && depth == 0 {
                if let Some((name, rest)) = own.split_first() {
                    set.push((*name, rest.strip_prefix(&["="]).unwrap_or_default().to_vec()));
                }
                own.clear();
            } else {
                own.push(token);
            }
            match *token {
                "(" | "{" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if is_end {
                break;
            }
        }
        found.push(set);
    }
    found
}

/// The values of macros and enumerators that are whole numbers.
pub struct Values<'t> {
    pub macros: BTreeMap<&'t str, Macro<'t>>,
    pub enumerators: BTreeMap<&'t str, i128>,
}

/// Words that say nothing about the size of a type, and macros for them in the headers of microcontrollers.
const QUALIFIERS: [&str; 9] = ["volatile", "const", "struct", "__IO", "__I", "__O", "__IOM", "__IM", "__OM"];

/// The tokens within the parentheses that stand around all of them.
fn without_parentheses<'r, 't>(mut tokens: &'r [&'t str]) -> &'r [&'t str] {
    while let ["(", inner @ .., ")"] = tokens {
        let mut depth = 0;
        let is_whole = inner.iter().all(|token| {
            depth += i32::from(*token == "(") - i32::from(*token == ")");
            depth >= 0
        });
        if !is_whole {
            break;
        }
        tokens = inner;
    }
    tokens
}

/// How many macros within macros are followed.
const DEPTH: u32 = 12;

impl Values<'_> {
    /// The value of a name, if it is a number.
    pub fn of(&self, name: &str) -> Option<i128> {
        self.name(name, DEPTH)
    }

    /// The address that a macro such as `((uart_t *)UART1_BASE)` or `(*(volatile uint32_t *)0x40002000)` names;
    /// what it is, and the type of what lies there.
    pub fn address(&self, name: &str) -> Option<(u64, Form, String)> {
        let found = self.macros.get(name).filter(|found| found.parameters.is_none())?;
        let (tokens, is_object) = match without_parentheses(&found.body) {
            ["*", rest @ ..] => (without_parentheses(rest), true),
            tokens => (tokens, false),
        };
        let ["(", tokens @ ..] = tokens else { return None };
        let end = tokens.iter().position(|token| *token == ")")?;
        let (ty, number) = (tokens[..end].strip_suffix(&["*"])?, &tokens[end + 1..]);
        let form = match ty.iter().any(|word| QUALIFIERS.contains(word) && *word != "struct") {
            _ if is_object => Form::Object,
            true => Form::VolatilePointer,
            false => Form::Pointer,
        };
        let ty: Vec<&str> = ty.iter().filter(|word| !QUALIFIERS.contains(word)).copied().collect();
        let is_type = !ty.is_empty() && ty.iter().all(|word| word.bytes().all(is_word));
        let address = self.expression(number).filter(|_| is_type)?;
        Some((u64::try_from(address).ok()?, form, ty.join(" ")))
    }

    fn name(&self, name: &str, depth: u32) -> Option<i128> {
        if let Some(value) = self.enumerators.get(name) {
            return Some(*value);
        }
        let found = self.macros.get(name).filter(|found| found.parameters.is_none() && depth > 0)?;
        self.whole(&found.body, depth - 1)
    }

    /// The value of an expression of constants.
    pub fn expression(&self, tokens: &[&str]) -> Option<i128> {
        self.whole(tokens, DEPTH)
    }

    fn whole(&self, tokens: &[&str], depth: u32) -> Option<i128> {
        let mut reader = Reader { values: self, rest: tokens, depth };
        let value = reader.binary(0)?;
        reader.rest.is_empty().then_some(value)
    }
}

/// Reads an expression of constants.
struct Reader<'r, 't> {
    values: &'r Values<'t>,
    rest: &'r [&'r str],
    depth: u32,
}

impl Reader<'_, '_> {
    fn next_if(&mut self, token: &str) -> bool {
        let is_next = self.rest.first() == Some(&token);
        if is_next {
            self.rest = &self.rest[1..];
        }
        is_next
    }

    fn binary(&mut self, least: u32) -> Option<i128> {
        let mut left = self.unary()?;
        while let Some(operator) = self.rest.first() {
            let level = match *operator {
                "|" => 1,
                "^" => 2,
                "&" => 3,
                "<<" | ">>" => 4,
                "+" | "-" => 5,
                "*" | "/" | "%" => 6,
                _ => break,
            };
            if level <= least {
                break;
            }
            self.rest = &self.rest[1..];
            let right = self.binary(level)?;
            left = match *operator {
                "|" => left | right,
                "^" => left ^ right,
                "&" => left & right,
                "<<" => left.checked_shl(u32::try_from(right).ok().filter(|by| *by < 64)?)?,
                ">>" => left.checked_shr(u32::try_from(right).ok()?)?,
                "+" => left.checked_add(right)?,
                "-" => left.checked_sub(right)?,
                "*" => left.checked_mul(right)?,
                "/" => left.checked_div(right)?,
                _ => left.checked_rem(right)?,
            };
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<i128> {
        let (token, rest) = self.rest.split_first()?;
        self.rest = rest;
        match *token {
            "-" => self.unary()?.checked_neg(),
            "+" => self.unary(),
            "~" => Some(!self.unary()?),
            "(" if self.is_cast() => {
                while !self.next_if(")") {
                    self.rest = &self.rest[1..];
                }
                self.unary()
            }
            "(" => {
                let value = self.binary(0)?;
                self.next_if(")").then_some(value)
            }
            number if number.starts_with(|c: char| c.is_ascii_digit()) => integer(number),
            letter if letter.starts_with('\'') => character(letter),
            name if self.next_if("(") => self.call(name),
            name => self.values.name(name, self.depth),
        }
    }

    /// Whether words that are no values stand before the next parenthesis: `(uint8_t)`.
    fn is_cast(&self) -> bool {
        let Some(end) = self.rest.iter().position(|token| *token == ")") else { return false };
        let is_type = |token: &&str| {
            token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && !self.values.macros.contains_key(*token)
                && !self.values.enumerators.contains_key(*token)
        };
        let follows = self.rest.get(end + 1).is_some_and(|next| {
            matches!(*next, "(" | "-" | "~" | "'")
                || next.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
        });
        end > 0 && follows && self.rest[..end].iter().all(is_type)
    }

    /// Evaluates a call such as `BIT(3)`: the arguments replace the parameters in the body.
    fn call(&mut self, name: &str) -> Option<i128> {
        let mut arguments = vec![Vec::new()];
        let mut level = 0;
        loop {
            let (token, rest) = self.rest.split_first()?;
            self.rest = rest;
            match *token {
                ")" if level == 0 => break,
                "," if level == 0 => {
                    arguments.push(Vec::new());
                    continue;
                }
                "(" => level += 1,
                ")" => level -= 1,
                _ => {}
            }
            arguments.last_mut()?.push(*token);
        }
        let found = self.values.macros.get(name).filter(|_| self.depth > 0)?;
        let parameters = found.parameters.as_ref().filter(|names| names.len() == arguments.len())?;
        let mut body = Vec::new();
        for token in &found.body {
            match parameters.iter().position(|name| name == token) {
                Some(at) => {
                    body.push("(");
                    body.extend(&arguments[at]);
                    body.push(")");
                }
                None => body.push(*token),
            }
        }
        self.values.whole(&body, self.depth - 1)
    }
}

fn integer(token: &str) -> Option<i128> {
    let token = token.trim_end_matches(['u', 'U', 'l', 'L']);
    let digits = |digits: &str, radix| i128::from_str_radix(digits, radix).ok();
    match token.get(..2) {
        Some("0x" | "0X") => digits(&token[2..], 16),
        Some("0b" | "0B") => digits(&token[2..], 2),
        Some(two) if two.starts_with('0') => digits(&token[1..], 8),
        _ => digits(token, 10),
    }
}

fn character(token: &str) -> Option<i128> {
    let mut letters = token.strip_prefix('\'')?.strip_suffix('\'')?.chars();
    let letter = match (letters.next()?, letters.next(), letters.next()) {
        ('\\', Some('n'), None) => '\n',
        ('\\', Some('t'), None) => '\t',
        ('\\', Some('r'), None) => '\r',
        ('\\', Some('0'), None) => '\0',
        ('\\', Some(c @ ('\\' | '\'' | '"')), None) => c,
        (c, None, None) if c.is_ascii() => c,
        _ => return None,
    };
    Some(i128::from(u32::from(letter)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_have_values() {
        let text = "#define ONE 1\n#define BIT(n) (1UL << (n)) /* over\n two lines */\n#define THREE (ONE | \\\n BIT(1))\n\
                    #  define MASK ((uint8_t)~0x0fU & 0xff)\n#define LETTER 'a'\n#define WORD \"x\"\n#define OCTAL 010\n\
                    #define LOOP LOOP\n#define BAD (1 << 70)\nint x; // #define NO 1\n";
        let all = macros(text);
        let firsts = all.iter().filter(|(_, found)| found.is_first).map(|(name, _)| *name);
        assert!(firsts.eq(["ONE"]), "{all:?}");
        let values = Values { macros: all.into_iter().collect(), enumerators: [("RED", 7)].into() };
        let of = |name| values.of(name);
        assert_eq!(
            [of("ONE"), of("THREE"), of("MASK"), of("LETTER")],
            [Some(1), Some(3), Some(0xf0), Some(97)]
        );
        assert_eq!([of("OCTAL"), of("RED")], [Some(8), Some(7)]);
        assert_eq!([of("WORD"), of("LOOP"), of("BIT"), of("BAD"), of("NO")], [None; 5]);
    }

    #[test]
    fn macros_name_addresses() {
        let text = "#define BASE 0x40000000UL\n#define UART ((uart_t *) (BASE + 0x1000U))\n\
                    #define TIMER (*(volatile uint32_t *)0x40002000)\n#define PORT ((volatile struct port *)BASE)\n\
                    #define SUM ((uint32_t)BASE + 1)\n#define TWO (BASE) + (1)\n#define NONE ((uart_t *)x)\n";
        let values = Values { macros: macros(text).into_iter().collect(), enumerators: BTreeMap::new() };
        let of = |name| values.address(name);
        assert_eq!(of("UART"), Some((0x4000_1000, Form::Pointer, "uart_t".to_owned())));
        assert_eq!(of("TIMER"), Some((0x4000_2000, Form::Object, "uint32_t".to_owned())));
        assert_eq!(of("PORT"), Some((0x4000_0000, Form::VolatilePointer, "port".to_owned())));
        assert_eq!([of("SUM"), of("TWO"), of("NONE"), of("BASE")], [None, None, None, None]);
    }

    #[test]
    fn enumerators_are_read_with_their_values() {
        let text =
            "typedef enum color { RED = 1, GREEN, BLUE = MIX(1, 2), } color; enum late x; enum { LAST };";
        let sets = enumerations(&tokens(text));
        let red = ("RED", vec!["1"]);
        assert_eq!(sets[0], [red, ("GREEN", vec![]), ("BLUE", vec!["MIX", "(", "1", ",", "2", ")"])]);
        assert_eq!((sets.len(), &sets[1]), (2, &vec![("LAST", vec![])]));
    }

    #[test]
    fn tokens_have_no_comments_and_directives() {
        let text = "a->b |= 1; // no\n#if x\nc /* no */ != 'd'; s = \"/* yes \\\" */\";\n";
        let all =
            ["a", "->", "b", "|=", "1", ";", "c", "!=", "'d'", ";", "s", "=", "\"/* yes \\\" */\"", ";"];
        assert_eq!(tokens(text), all);
    }

    #[test]
    fn what_else_keeps_apart_is_left_out() {
        let text = "#ifdef A\nif (a) {\n# else /* b */\n#if C\nif (c) {\n#endif\n#endif\nd; }\n#else\ne";
        assert_eq!(tokens(text), ["if", "(", "a", ")", "{", "d", ";", "}"]);
    }
}
