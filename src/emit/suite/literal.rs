//! Values as C writes them.

use crate::emit::facts::Type;
use crate::testcase::is_nearly_full;
use std::fmt::Write;

/// Words of C and of what suites use themselves, which no variable may have as its name.
const TAKEN: &[&str] = &[
    "alignas",
    "alignof",
    "asm",
    "assert",
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "const",
    "constexpr",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "nullptr",
    "register",
    "restrict",
    "result",
    "return",
    "short",
    "signed",
    "sizeof",
    "state",
    "static",
    "struct",
    "switch",
    "true",
    "typedef",
    "typeof",
    "union",
    "unsigned",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "linux",
    "unix",
    "i386",
    "stdin",
    "stdout",
    "stderr",
    "errno",
    "NULL",
];

/// Those of them that are names of the suite's own, which get other names if the program has something of the
/// same name.
const OF_SUITES: [&str; 2] = ["result", "state"];

/// Words of C++ that are none of C.
const OF_CPP: &[&str] = &[
    "and",
    "and_eq",
    "bitand",
    "bitor",
    "catch",
    "class",
    "compl",
    "const_cast",
    "decltype",
    "delete",
    "dynamic_cast",
    "explicit",
    "export",
    "friend",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "reinterpret_cast",
    "static_cast",
    "template",
    "this",
    "throw",
    "try",
    "typeid",
    "typename",
    "using",
    "virtual",
    "xor",
    "xor_eq",
];

/// Whether this is a name that a suite may give.
pub fn is_free_name(name: &str) -> bool {
    let mut letters = name.chars();
    let starts = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let is_word = starts && letters.all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_word && !TAKEN.contains(&name) && !OF_CPP.contains(&name)
}

/// Whether a suite can call a function of this name.
///
/// # Errors
/// The reason, if it cannot.
pub fn is_callable(name: &str, is_cpp: bool) -> Result<(), String> {
    if is_cpp && OF_CPP.contains(&name) {
        return Err(format!("`{name}` is a word of C++"));
    }
    match is_free_name(name) || OF_CPP.contains(&name) || OF_SUITES.contains(&name) {
        true => Ok(()),
        false => Err(format!("no suite can call a function of the name `{name}`")),
    }
}

/// Whether a member may have this name, in C and in C++.
pub fn is_member_name(name: &str) -> bool {
    const HARMLESS: [&str; 9] =
        ["result", "state", "assert", "stdin", "stdout", "stderr", "linux", "unix", "i386"];
    is_free_name(name) || HARMLESS.contains(&name)
}

/// Longer lines are broken.
const MAX_LINE: usize = 100;

/// A statement in its line, or in several if it is a long list.
pub fn statement(indent: &str, text: &str) -> String {
    if indent.len() + text.len() < MAX_LINE {
        return format!("{indent}{text};\n");
    }
    let Some((head, list)) = text.split_once(" = {") else { return format!("{indent}{text};\n") };
    let Some(list) = list.strip_suffix('}') else { return format!("{indent}{text};\n") };
    let mut lines = format!("{indent}{head} = {{\n");
    let mut line = String::new();
    for part in parts(list) {
        if !line.is_empty() && indent.len() + 4 + line.len() + part.len() + 2 > MAX_LINE {
            lines += &format!("{indent}    {}\n", line.trim_end());
            line.clear();
        }
        line += &format!("{}, ", wrapped_list(part, indent.len() + 4));
    }
    lines += &format!("{indent}    {}\n", line.trim_end());
    format!("{lines}{indent}}};\n")
}

/// A value that begins in this column, with its innermost list in several lines if it is too long for one.
pub fn wrapped_list(text: &str, column: usize) -> String {
    let list = text.split_once('{').and_then(|(head, rest)| Some((head, rest.strip_suffix('}')?)));
    let Some((head, list)) = list.filter(|_| column + text.len() > MAX_LINE) else { return text.to_owned() };
    let column = column + head.len() + 1;
    let parts = parts(list);
    if let [part] = parts[..] {
        return format!("{head}{{{}}}", wrapped_list(part, column));
    }
    let mut lines = vec![String::new()];
    for part in parts {
        let line = lines.last_mut().expect("invariant: there is a line");
        match line.is_empty() {
            true => line.push_str(part),
            false if column + line.len() + part.len() + 3 > MAX_LINE => lines.push(part.to_owned()),
            false => *line += &format!(", {part}"),
        }
    }
    format!("{head}{{{}}}", lines.join(&format!(",\n{}", " ".repeat(column))))
}

/// The parts of a list, at commas that are in no brackets and no quotes.
fn parts(list: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut depth, mut quote, mut is_escaped) = (0, 0usize, None, false);
    for (at, c) in list.char_indices() {
        match (quote, c) {
            _ if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '{' | '(' | '[') => depth += 1,
            (None, '}' | ')' | ']') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts
}

/// The limits of types by name.
pub const LIMITS: [(&str, &str, i128); 11] = [
    ("INT_MAX", "int", i32::MAX as i128),
    ("INT_MIN", "int", i32::MIN as i128),
    ("UINT_MAX", "unsigned int", u32::MAX as i128),
    ("LONG_MAX", "long", i64::MAX as i128),
    ("LONG_MIN", "long", i64::MIN as i128),
    ("ULONG_MAX", "unsigned long", u64::MAX as i128),
    ("LLONG_MAX", "long long", i64::MAX as i128),
    ("LLONG_MIN", "long long", i64::MIN as i128),
    ("ULLONG_MAX", "unsigned long long", u64::MAX as i128),
    ("SHRT_MAX", "short", i16::MAX as i128),
    ("SHRT_MIN", "short", i16::MIN as i128),
];

/// A character as people write it, or a number if they would not write a character.
pub fn character(value: i128) -> String {
    match u8::try_from(value) {
        Ok(b'\'') => "'\\''".to_owned(),
        Ok(b'\\') => "'\\\\'".to_owned(),
        Ok(b'\n') => "'\\n'".to_owned(),
        Ok(b'\t') => "'\\t'".to_owned(),
        Ok(b'\r') => "'\\r'".to_owned(),
        Ok(0) => "'\\0'".to_owned(),
        Ok(byte @ b' '..=b'~') => format!("'{}'", char::from(byte)),
        _ => value.to_string(),
    }
}

/// A byte that stands for no character; in hexadecimal if its highest bit is set.
pub fn byte(value: u8) -> String {
    if value < 0x80 { value.to_string() } else { format!("{value:#x}") }
}

/// An integer as a constant of this type; `None` for other types, and if it does not fit. A number that no
/// constant has is put together from its halves.
pub fn integer(value: i128, ty: &Type) -> Option<String> {
    let signed = match ty {
        Type::Bool => return Some(if value == 0 { "false" } else { "true" }.to_owned()),
        Type::Char { signed } | Type::Integer { signed, .. } => *signed,
        _ => return None,
    };
    if let Type::Integer { name, .. } = ty
        && let Some((limit, _, _)) = LIMITS.iter().find(|limit| limit.1 == name && limit.2 == value)
    {
        return Some((*limit).to_owned());
    }
    let is_wide = matches!(ty, Type::Integer { size: 8 | 16, .. });
    let is_int = matches!(ty, Type::Integer { size: 4, .. });
    let is_huge = matches!(ty, Type::Integer { size: 16, .. });
    let is_long_long = matches!(ty, Type::Integer { name, .. } if name.contains("long long"));
    let suffix = if is_long_long { "LL" } else { "L" };
    // A number that fits an int needs no suffix.
    if let Ok(value) = i32::try_from(value)
        && value != i32::MIN
    {
        return Some(value.to_string());
    }
    if signed {
        let Ok(value) = i64::try_from(value) else { return is_huge.then(|| halves(value, "__int128")) };
        return Some(match value {
            // The number itself has no constant without a sign.
            i64::MIN => format!("(-9223372036854775807{suffix} - 1)"),
            _ if is_wide => format!("{value}{suffix}"),
            _ => value.to_string(),
        });
    }
    let Ok(value) = u64::try_from(value) else {
        return is_huge.then(|| halves(value, "unsigned __int128"));
    };
    let is_full = is_nearly_full(value.into()) && (value > u64::from(u32::MAX)) == is_wide;
    let value = if is_full { format!("{value:#x}") } else { value.to_string() };
    Some(match (is_wide, is_int) {
        (true, _) => format!("{value}U{suffix}"),
        (_, true) => format!("{value}U"),
        _ => value,
    })
}

/// A number of 128 bits.
fn halves(value: i128, ty: &str) -> String {
    let (high, low) = ((value >> 64) as u64, value as u64);
    format!("({ty})((unsigned __int128){high:#x} << 64 | {low:#x})")
}

/// A float as a constant of this size in bytes: the shortest that reads back as the same.
pub fn float(value: f64, size: u64) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    match (value.is_nan(), value.is_infinite(), size) {
        (true, ..) => format!("{sign}__builtin_nan(\"\")"),
        (_, true, _) => format!("{sign}__builtin_inf()"),
        (_, _, 4) => format!("{:?}f", value as f32),
        _ => format!("{value:?}"),
    }
}

/// The initialiser of an array of these characters: a string if there is room for the terminator and it is
/// text, else a list. Bytes that are left out at the end are zero.
pub fn characters(bytes: &[u8], signed: bool) -> String {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let is_text = bytes[..end].iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'));
    if end < bytes.len() && (signed || is_text) {
        return string(&bytes[..end]);
    }
    let list: Vec<String> = bytes[..end.max(1).min(bytes.len())]
        .iter()
        .map(|byte| match byte {
            b' '..=b'~' | b'\n' | b'\t' | b'\r' if signed || is_text => character(i128::from(*byte)),
            _ if signed => (*byte as i8).to_string(),
            _ => self::byte(*byte),
        })
        .collect();
    format!("{{{}}}", list.join(", "))
}

/// A string literal.
pub fn string(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for (at, byte) in bytes.iter().enumerate() {
        let next_is_digit = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        let next_is_hex_digit = bytes.get(at + 1).is_some_and(u8::is_ascii_hexdigit);
        let _ = match byte {
            b'"' | b'\\' => write!(text, "\\{}", char::from(*byte)),
            b'\n' => write!(text, "\\n"),
            b'\t' => write!(text, "\\t"),
            // Two question marks begin a trigraph.
            b'?' if bytes.get(at + 1) == Some(&b'?') || at > 0 && bytes[at - 1] == b'?' => {
                write!(text, "\\?")
            }
            b' '..=b'~' => write!(text, "{}", char::from(*byte)),
            // The rest is a literal of its own, because the digits of this form end only before another
            // character.
            0x80.. if next_is_hex_digit => write!(text, "\\x{byte:02x}\" \""),
            0x80.. => write!(text, "\\x{byte:02x}"),
            _ if next_is_digit => write!(text, "\\{byte:03o}"),
            _ => write!(text, "\\{byte:o}"),
        };
    }
    text.push('"');
    text
}

/// Text to stand within a comment.
pub fn comment(text: &str) -> String {
    let text = text.replace("*/", "* /").replace("/*", "/ *");
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Columns of a comment.
const COLUMNS: usize = 100;

/// The lines of a comment, which `mark` begins. Lines that are too long go on in the next line. Words, such
/// as paths, stay whole, and so do indented lines, which are commands.
pub fn wrapped(text: &str, mark: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let is_command = line.strip_prefix(mark).is_some_and(|rest| rest.starts_with(' '));
        let mut words = line.split(' ');
        let mut current = words.next().unwrap_or_default().to_owned();
        for word in words {
            let is_full = current.len() > mark.len() && current.len() + 1 + word.len() > COLUMNS;
            match is_full && !is_command {
                true => lines.push(std::mem::replace(&mut current, format!("{mark}{word}"))),
                false => current = format!("{current} {word}"),
            }
        }
        lines.push(current);
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_comments_go_on_in_the_next_line() {
        let long = "word ".repeat(24);
        let text = format!("/*\n * {}\n *\n *     make {}\n", long.trim_end(), long.trim_end());
        let wrapped = wrapped(&text, " * ");
        let lines: Vec<&str> = wrapped.lines().collect();
        assert!(lines[1].len() <= COLUMNS && lines[2].starts_with(" * word"), "{wrapped}");
        assert_eq!(lines[3..], [" *", &*format!(" *     make {}", long.trim_end())], "commands stay whole");
    }

    #[test]
    fn constants() {
        let int = Type::Integer { size: 4, signed: true, name: "int".to_owned() };
        let wide = Type::Integer { size: 8, signed: false, name: "unsigned long".to_owned() };
        assert_eq!(integer(-5, &int).as_deref(), Some("-5"));
        assert_eq!(integer(i128::from(i32::MIN), &int).as_deref(), Some("INT_MIN"));
        assert_eq!(integer(7, &wide).as_deref(), Some("7"));
        assert_eq!(integer(1 << 40, &wide).as_deref(), Some("1099511627776UL"));
        assert_eq!(integer(i128::MAX, &int), None);
        assert_eq!(float(0.1, 8), "0.1");
        assert_eq!(float(1e100, 8), "1e100");
        assert_eq!(float(f64::from(0.1f32), 4), "0.1f");
        assert_eq!(characters(b"ab\0\0", true), "\"ab\"");
        assert_eq!(characters(b"a\0c\0", true), "\"a\\0c\"");
        assert_eq!(characters(b"\x01\x312\0", true), "\"\\00112\"");
        assert_eq!(characters(b"a'\xff", true), "{'a', '\\'', -1}");
        assert_eq!(characters(b"a\xff\0", false), "{97, 0xff}");
        assert_eq!(characters(b"\0\0", false), "\"\"");
        assert_eq!((character(111), character(-1)), ("'o'".to_owned(), "-1".to_owned()));
        assert_eq!(string(b"\xc3g\xa4b"), "\"\\xc3g\\xa4\" \"b\"");
        assert_eq!(string(b"??-\"\\"), "\"\\?\\?-\\\"\\\\\"");
        assert_eq!(comment("a */ b\n"), "a * / b ");
        assert!(is_free_name("dst") && !is_free_name("new") && !is_free_name("f.1"));
    }
}
