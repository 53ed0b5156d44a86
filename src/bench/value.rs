//! The values that a manifest can give to an argument of a routine.

use std::fmt;

/// The value that is passed for one parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// `any`: every value of the type.
    Any,
    /// `0..5`: every number from the first to the last, both included.
    Range(i64, i64),
    /// `string 5`: a string of at most 5 characters; `string 5 in 10`: at the beginning of a buffer of 10
    /// bytes.
    Text { length: usize, room: Option<usize> },
    /// `bytes 6`: 6 bytes of any value.
    Bytes(usize),
    /// `array 4`: 4 elements of the type that is pointed to, each of any value.
    Array(usize),
    /// `out`, `out 8`: room for one or for 8 elements, all zero when the call begins.
    Out(usize),
    /// `null`.
    Null,
    /// `= EXPRESSION`, or a number: C that is passed as it is.
    Code(String),
}

/// The words that are understood, for messages.
const WORDS: &str = "`any`, `0..5`, `string 5`, `string 5 in 10`, `bytes 6`, `array 4`, `out`, `out 8`, `null`, `= C EXPRESSION` or a number";

impl Value {
    /// Reads the words of a manifest. The error says what would be understood.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Some(code) = text.strip_prefix('=') {
            return match code.trim() {
                "" => Err("`=` wants a C expression behind it".to_owned()),
                code => Ok(Value::Code(code.to_owned())),
            };
        }
        if let Some((low, high)) = text.split_once("..") {
            return match (low.trim().parse(), high.trim().parse()) {
                (Ok(low), Ok(high)) if low <= high => Ok(Value::Range(low, high)),
                _ => Err(format!("`{text}` is no range; one is like `0..5`, the least number first")),
            };
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |word: &str| {
            let number = word.parse().ok().filter(|number| (1..=MOST).contains(number));
            number.ok_or_else(|| format!("`{word}` in `{text}` is no size from 1 to {MOST}"))
        };
        match words.as_slice() {
            ["any"] => Ok(Value::Any),
            ["null"] => Ok(Value::Null),
            ["out"] => Ok(Value::Out(1)),
            ["out", n] => Ok(Value::Out(number(n)?)),
            ["bytes", n] => Ok(Value::Bytes(number(n)?)),
            ["array", n] => Ok(Value::Array(number(n)?)),
            ["string", n] => Ok(Value::Text { length: number(n)?, room: None }),
            ["string", n, "in", room] => {
                let (length, room) = (number(n)?, number(room)?);
                if room <= length {
                    return Err(format!(
                        "`{text}`: {room} bytes do not hold {length} characters and a terminator"
                    ));
                }
                Ok(Value::Text { length, room: Some(room) })
            }
            _ => Err(format!("`{text}` is no value; write {WORDS}")),
        }
    }
}

/// More symbolic bytes than this are a mistake.
const MOST: usize = 1 << 16;

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Any => f.write_str("any"),
            Value::Range(low, high) => write!(f, "{low}..{high}"),
            Value::Text { length, room: None } => write!(f, "string {length}"),
            Value::Text { length, room: Some(room) } => write!(f, "string {length} in {room}"),
            Value::Bytes(n) => write!(f, "bytes {n}"),
            Value::Array(n) => write!(f, "array {n}"),
            Value::Out(1) => f.write_str("out"),
            Value::Out(n) => write!(f, "out {n}"),
            Value::Null => f.write_str("null"),
            Value::Code(code) => write!(f, "= {code}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_are_written() {
        for text in [
            "any",
            "0..5",
            "-3..3",
            "string 5",
            "string 5 in 10",
            "bytes 6",
            "array 4",
            "out",
            "out 8",
            "null",
            "= &x",
        ] {
            assert_eq!(Value::parse(text).expect(text).to_string(), text);
        }
    }

    #[test]
    fn what_is_no_value_is_told() {
        for text in
            ["", "=", "5..0", "a..b", "string", "string x", "string 0", "string 5 in 5", "bites 6", "out -1"]
        {
            assert!(Value::parse(text).is_err(), "{text}");
        }
        assert!(Value::parse("bites 6").expect_err("a typo").contains("`bytes 6`"));
    }
}
