//! Reading test lines back: `f: &"ab"{\0} 3 :=> &"ab"{\0}`.

/// The function of a test line, and its strings as the line has them: arguments first, then the result. A
/// string ends at its terminator. `None` for a line that is not a test line.
///
/// Strings inside of structures count too; everything that is not a string is passed over.
pub fn strings_of_line(line: &str) -> Option<(&str, Vec<Vec<u8>>)> {
    let (function, rest) = line.split_once(':')?;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    if function.is_empty() || !function.chars().all(is_name) || !rest.contains(" :=> ") {
        return None;
    }
    let mut strings = Vec::new();
    let mut rest = rest.as_bytes();
    while let Some(start) = rest.windows(2).position(|pair| pair == b"&\"") {
        let (string, after) = read_string(&rest[start + 2..]);
        strings.push(string);
        rest = skip_tail(after);
    }
    Some((function, strings))
}

/// The string up to its quote, and what follows the quote.
fn read_string(text: &[u8]) -> (Vec<u8>, &[u8]) {
    let mut string = Vec::new();
    let mut rest = text;
    loop {
        match rest {
            [] => return (string, rest),
            [b'"', after @ ..] => return (string, after),
            [b'\\', b'x', high, low, after @ ..] if is_hex(*high) && is_hex(*low) => {
                string.push(hex(*high) << 4 | hex(*low));
                rest = after;
            }
            [b'\\', escaped, after @ ..] => {
                string.push(match escaped {
                    b'0' => 0,
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'r' => b'\r',
                    other => *other,
                });
                rest = after;
            }
            [byte, after @ ..] => {
                string.push(*byte);
                rest = after;
            }
        }
    }
}

/// What follows the `{…}` after a string; braces and commas inside have a backslash.
fn skip_tail(text: &[u8]) -> &[u8] {
    if text.first() != Some(&b'{') {
        return text;
    }
    let mut escaped = false;
    let end = text.iter().position(|byte| {
        let closes = *byte == b'}' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        closes
    });
    end.map_or(&[], |end| &text[end + 1..])
}

fn is_hex(digit: u8) -> bool {
    digit.is_ascii_hexdigit()
}

fn hex(digit: u8) -> u8 {
    char::from(digit).to_digit(16).map_or(0, |digit| digit as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testcase::Datum;

    #[test]
    fn lines_are_read() {
        let check = |line: &str, expected: Option<(&str, &[&[u8]])>| {
            let expected = expected.map(|(f, strings)| (f, strings.iter().map(|s| s.to_vec()).collect()));
            assert_eq!(strings_of_line(line), expected, "{line}");
        };
        check(r#"strcmp: &"ba"{\0,p} &"ba"{\0} :=> 0"#, Some(("strcmp", &[b"ba", b"ba"])));
        check(r#"f: &"a\n\x01\"\\"{\0,\},\"} &&10 :=> &"b"{}; 1; "#, Some(("f", &[b"a\n\x01\"\\", b"b"])));
        check("strlen: :=> !exit 1", Some(("strlen", &[])));
        check("main: s=&\"x\"{\\0} :=> 0", Some(("main", &[b"x"])));
        check("word", None);
        check("note: nothing", None);
    }

    #[test]
    fn what_a_test_prints_is_read_back() {
        let text: Vec<u8> = (1..=255).chain([0]).chain((0..=255).rev()).collect();
        let line = format!("f: &{} 1 :=> 0", Datum::text(&text));
        assert_eq!(strings_of_line(&line), Some(("f", vec![(1..=255).collect()])));
    }
}
