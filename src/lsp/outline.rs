//! Finds the functions of a C text only by its brackets. That costs a millisecond, and works on text that
//! does not compile. Most text does not compile while somebody types in it.
//!
//! It knows comments, literals and lines of the preprocessor, and reads both sides of conditional ones. A
//! closing bracket at the beginning of a line closes all brackets that are open, so that one missing bracket
//! costs only one function.

/// A function of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlined {
    pub name: String,
    /// The lines of its name and of its last bracket, from 1.
    pub line: u32,
    pub last: u32,
}

/// Names that may stand before an opening parenthesis, but are no functions.
const NO_FUNCTIONS: [&str; 8] =
    ["__attribute__", "__attribute", "__declspec", "_Alignas", "alignas", "__asm__", "asm", "typeof"];

/// A word of the text between functions.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Word<'a> {
    Name(&'a str, u32),
    Mark(char),
}

/// The functions in their order.
pub fn outline(text: &str) -> Vec<Outlined> {
    let mut found = Vec::new();
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut open: Option<(&str, u32)> = None;
    // Brackets that are open, without those of `extern "C"`.
    let mut depth = 0_u32;
    for Token { word, is_first } in tokens(text) {
        match word {
            Lexed::Mark('{', _) if depth == 0 && is_linkage(&words) => words.clear(),
            Lexed::Mark('{', _) => {
                if depth == 0 {
                    open = function(&words);
                    words.clear();
                }
                depth += 1;
            }
            Lexed::Mark('}', line) => {
                depth = if is_first { 0 } else { depth.saturating_sub(1) };
                if depth == 0 {
                    if let Some((name, begin)) = open.take() {
                        found.push(Outlined { name: name.to_owned(), line: begin, last: line });
                    }
                    words.clear();
                }
            }
            Lexed::Mark(';', _) if depth == 0 => words.clear(),
            Lexed::Mark(mark, _) if depth == 0 => words.push(Word::Mark(mark)),
            Lexed::Name(name, line) if depth == 0 => words.push(Word::Name(name, line)),
            _ => {}
        }
    }
    found
}

/// Whether these words are `extern "C"`, whose bracket holds declarations.
fn is_linkage(words: &[Word<'_>]) -> bool {
    matches!(words, [Word::Name("extern", _), Word::Mark('"')])
}

/// The name of the function that has these words as its head, and the line of the name.
fn function<'a>(words: &[Word<'a>]) -> Option<(&'a str, u32)> {
    if words.contains(&Word::Mark('=')) || matches!(words.first(), Some(Word::Name("typedef", _))) {
        return None;
    }
    let mut depth = 0_u32;
    let mut name = None;
    for (at, word) in words.iter().enumerate() {
        match word {
            Word::Mark('(') => depth += 1,
            Word::Mark(')') => depth = depth.saturating_sub(1),
            Word::Name(it, line)
                if depth == 0
                    && words.get(at + 1) == Some(&Word::Mark('('))
                    && !NO_FUNCTIONS.contains(it) =>
            {
                name = Some((*it, *line));
            }
            _ => {}
        }
    }
    name
}

/// A piece of the text. `is_first` says whether it stands at the very beginning of its line.
struct Token<'a> {
    word: Lexed<'a>,
    is_first: bool,
}

enum Lexed<'a> {
    Name(&'a str, u32),
    /// A mark, or `"` for a literal.
    Mark(char, u32),
}

/// Names and marks without comments and lines of the preprocessor.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// The line of `at`, from 1, and where it begins.
    line: u32,
    begin: usize,
    /// Whether nothing but blanks stands before `at` in its line.
    is_blank: bool,
}

fn tokens(text: &str) -> Tokens<'_> {
    Tokens { text, at: 0, line: 1, begin: 0, is_blank: true }
}

impl Tokens<'_> {
    /// Goes on to `end`, and counts the lines that end before it.
    fn pass(&mut self, end: usize) {
        let passed = &self.text.as_bytes()[self.at..end];
        for (at, _) in passed.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
            self.line += 1;
            self.begin = self.at + at + 1;
        }
        self.at = end;
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let (text, bytes) = (self.text, self.text.as_bytes());
        loop {
            let (at, line) = (self.at, self.line);
            let byte = *bytes.get(at)?;
            if byte == b'\n' {
                self.pass(at + 1);
                self.is_blank = true;
                continue;
            }
            let is_first = at == self.begin;
            let is_blank = self.is_blank;
            self.is_blank &= byte.is_ascii_whitespace();
            let (word, end) = match byte {
                b'#' if is_blank => (None, until_line_end(bytes, at)),
                b'/' if bytes.get(at + 1) == Some(&b'/') => (None, until_line_end(bytes, at)),
                b'/' if bytes.get(at + 1) == Some(&b'*') => {
                    (None, text[at + 2..].find("*/").map_or(bytes.len(), |more| at + more + 4))
                }
                b'"' | b'\'' => (Some(Lexed::Mark('"', line)), literal(bytes, at)),
                b'_' | b'a'..=b'z' | b'A'..=b'Z' => {
                    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                    let end = at + bytes[at..].iter().take_while(|byte| is_part(byte)).count();
                    (Some(Lexed::Name(&text[at..end], line)), end)
                }
                byte if byte.is_ascii_punctuation() => (Some(Lexed::Mark(char::from(byte), line)), at + 1),
                _ => (None, at + 1),
            };
            match word {
                // A name has no line end in it.
                Some(Lexed::Name(..)) => self.at = end,
                _ => self.pass(end),
            }
            if let Some(word) = word {
                return Some(Token { word, is_first });
            }
        }
    }
}

/// The end of a line, together with lines that a backslash joins to it.
fn until_line_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < bytes.len()
        && (bytes[at] != b'\n' || bytes[..at].ends_with(b"\\") || bytes[..at].ends_with(b"\\\r"))
    {
        at += 1;
    }
    at
}

/// The end of a literal, or of its line if nothing closes the literal.
fn literal(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' if at + 1 < bytes.len() => at += 2,
            byte if byte == bytes[from] => return at + 1,
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<(String, u32, u32)> {
        outline(text).into_iter().map(|it| (it.name, it.line, it.last)).collect()
    }

    #[test]
    fn functions_have_their_lines() {
        let text = "#define F(x) { x\n#include <a.h>\n/* int no(void) { */\nstatic const char *\nname(int a)\n{\n    \
                    if (a) { return \"}{\"; }\n    return 0;\n}\nstruct s { int x; } global = { 1 };\nint table[] = { 1, \
                    2 };\nint declared(void);\nEXPORT(int) last(void) __attribute__((cold)) { return '}'; } // {\n";
        assert_eq!(names(text), [("name".to_owned(), 5, 9), ("last".to_owned(), 13, 13)]);
    }

    #[test]
    fn what_stands_in_extern_c_is_found() {
        let text = "extern \"C\" {\nint f(void) {\n}\n}\nint g(void) {}\n";
        assert_eq!(names(text), [("f".to_owned(), 2, 3), ("g".to_owned(), 5, 5)]);
    }

    #[test]
    fn a_missing_bracket_costs_one_function() {
        let text = "int f(int a) {\n    if (a) {\n    return \"x\n}\nint g(void) {\n    return 1;\n}\n";
        assert_eq!(names(text), [("f".to_owned(), 1, 4), ("g".to_owned(), 5, 7)]);
        // Nothing in a text is an error.
        for end in 0..text.len() {
            outline(&text[..end]);
            outline(&text[end..]);
        }
        assert_eq!(names("/* never closed"), []);
        assert_eq!(names("int f(void) { é \\"), []);
    }
}
