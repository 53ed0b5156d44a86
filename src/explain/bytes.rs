//! Conditions on one byte, as sets of values: `s[0] == '-'`, `s[0] in [0-9A-F]`, `n < 3`.
//!
//! Only the set counts: the same values give the same text, whether a program finds them by a table or by
//! comparisons.

use super::text::{Level, Text};
use crate::util::ByteSet;

/// How the values of a byte are to be read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct ByteStyle {
    /// Whether values are characters, and not numbers.
    pub(super) is_text: bool,
    /// Whether values from 128 on are negative numbers.
    pub(super) signed: bool,
}

/// The condition that the byte `subject` is in `set`.
pub(super) fn condition(subject: &str, set: ByteSet, style: ByteStyle) -> Text {
    let others = set.complement();
    if set.is_empty() || others.is_empty() {
        return Text::new(if set.is_empty() { "false" } else { "true" }, Level::Primary);
    }
    let literal = |value: u8| literal(value, style);
    if let (1, Some(value)) = (set.len(), set.first()) {
        return Text::new(format!("{subject} == {}", literal(value)), Level::Equal);
    }
    if let (1, Some(value)) = (others.len(), others.first()) {
        return Text::new(format!("{subject} != {}", literal(value)), Level::Equal);
    }
    if let Some(text) = one_sided(subject, set, style) {
        return text;
    }
    if let (2, Some(first), Some(last)) = (others.len(), others.first(), others.last()) {
        let text = format!("{subject} != {} && {subject} != {}", literal(first), literal(last));
        return Text::new(text, Level::And);
    }
    // Of the set and its complement, the one with fewer pieces reads better, or the smaller one if both have
    // equally many.
    let (pieces, other_pieces) = (pieces(set), pieces(others));
    let is_negated = (other_pieces.len(), others.len()) < (pieces.len(), set.len());
    let (word, shown) = if is_negated { ("not in", other_pieces) } else { ("in", pieces) };
    Text::new(format!("{subject} {word} {}", class(&shown, style)), Level::Equal)
}

/// A comparison with one bound, in the byte's own order. If only the other order fits, a cast says that the
/// byte is compared in that one.
fn one_sided(subject: &str, set: ByteSet, style: ByteStyle) -> Option<Text> {
    for signed in [style.signed, !style.signed] {
        let order = |rank: u8| if signed { rank ^ 0x80 } else { rank };
        let below = (0..=255).take_while(|rank| set.contains(order(*rank))).count();
        let above = (0..=255).rev().take_while(|rank| set.contains(order(*rank))).count();
        let (relation, bound) = match set.len() as usize {
            n if n == below => ("<", below),
            n if n == above => (">=", 256 - above),
            _ => continue,
        };
        // The neighbour may be the better bound: the last digit or letter, or zero.
        let (here, before) = (order(bound as u8), order((bound - 1) as u8));
        let is_last = matches!(before, b'9' | b'F' | b'Z' | b'f' | b'z');
        let is_better =
            style.is_text && (is_last || before.is_ascii_alphanumeric() && !here.is_ascii_alphanumeric());
        let (relation, bound) = match (relation, before) {
            ("<", _) if is_better => ("<=", before),
            (">=", 0) => (">", 0),
            (">=", _) if is_better => (">", before),
            _ => (relation, here),
        };
        let cast = match (signed == style.signed, signed) {
            (true, _) => "",
            (false, true) => "(signed char)",
            (false, false) => "(unsigned char)",
        };
        let bound = literal(bound, ByteStyle { signed, ..style });
        return Some(Text::new(format!("{cast}{subject} {relation} {bound}"), Level::Relation));
    }
    None
}

/// One value: a character if it is one that can be seen, else a number.
pub(super) fn literal(value: u8, style: ByteStyle) -> String {
    match value {
        0 => "0".to_owned(),
        b'\'' | b'\\' if style.is_text => format!("'\\{}'", char::from(value)),
        b' '..=b'~' if style.is_text => format!("'{}'", char::from(value)),
        b'\n' if style.is_text => "'\\n'".to_owned(),
        b'\t' if style.is_text => "'\\t'".to_owned(),
        b'\r' if style.is_text => "'\\r'".to_owned(),
        _ if style.signed => (value as i8).to_string(),
        _ => value.to_string(),
    }
}

/// The runs of successive values.
fn pieces(set: ByteSet) -> Vec<(u8, u8)> {
    let mut pieces: Vec<(u8, u8)> = Vec::new();
    for value in set.iter() {
        match pieces.last_mut() {
            Some((_, last)) if value.checked_sub(1) == Some(*last) => *last = value,
            _ => pieces.push((value, value)),
        }
    }
    pieces
}

/// `[0-9A-Fa-f]` of characters, `{0, 2, 5-9}` of numbers.
fn class(pieces: &[(u8, u8)], style: ByteStyle) -> String {
    let member = |value: u8| match style.is_text {
        true => class_member(value),
        false => literal(value, style),
    };
    let shown = pieces.iter().map(|(first, last)| match last - first {
        0 => member(*first),
        1 if style.is_text => member(*first) + &member(*last),
        1 => format!("{}, {}", member(*first), member(*last)),
        _ if style.is_text => format!("{}-{}", member(*first), member(*last)),
        _ => format!("{} to {}", member(*first), member(*last)),
    });
    let shown: Vec<String> = shown.collect();
    if style.is_text { format!("[{}]", shown.concat()) } else { format!("{{{}}}", shown.join(", ")) }
}

fn class_member(value: u8) -> String {
    match value {
        0 => "\\0".to_owned(),
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\r' => "\\r".to_owned(),
        b'\\' | b']' | b'-' | b'^' => format!("\\{}", char::from(value)),
        b' '..=b'~' => char::from(value).to_string(),
        _ => format!("\\x{value:02x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHAR: ByteStyle = ByteStyle { is_text: true, signed: true };
    const NUMBER: ByteStyle = ByteStyle { is_text: false, signed: false };

    fn check(style: ByteStyle, member: impl Fn(u8) -> bool, expected: &str) {
        let set = ByteSet::from_fn(member);
        assert_eq!(condition("s[0]", set, style).to_string(), expected);
    }

    #[test]
    fn characters() {
        check(CHAR, |b| b == b'-', "s[0] == '-'");
        check(CHAR, |b| b == 0, "s[0] == 0");
        check(CHAR, |b| b != b'\n', "s[0] != '\\n'");
        check(CHAR, |b| b != 0 && b != b'\'', "s[0] != 0 && s[0] != '\\''");
        check(CHAR, |b| b.is_ascii_digit(), "s[0] in [0-9]");
        check(CHAR, |b| b.is_ascii_hexdigit(), "s[0] in [0-9A-Fa-f]");
        check(CHAR, |b| !b.is_ascii_hexdigit(), "s[0] not in [0-9A-Fa-f]");
        check(CHAR, |b| matches!(b, b'a' | b'b' | b'-' | b']'), "s[0] in [\\-\\]ab]");
        check(CHAR, |b| !b"aeiou".contains(&b), "s[0] not in [aeiou]");
        check(CHAR, |b| b == 200, "s[0] == -56");
    }

    #[test]
    fn bounds_are_in_the_order_of_the_type() {
        check(CHAR, |b| b >= 128, "s[0] < 0");
        check(CHAR, |b| b < 128, "s[0] >= 0");
        check(CHAR, |b| b > 0 && b < 128, "s[0] > 0");
        check(CHAR, |b| !(48..128).contains(&b), "s[0] < '0'");
        check(CHAR, |b| b > 57 && b < 128, "s[0] > '9'");
        check(CHAR, |b| !(58..128).contains(&b), "s[0] <= '9'");
        check(CHAR, |b| b < 48, "(unsigned char)s[0] < '0'");
        check(CHAR, |b| b >= 97, "(unsigned char)s[0] >= 'a'");
        check(NUMBER, |b| b < 3, "s[0] < 3");
        check(NUMBER, |b| b > 0, "s[0] != 0");
        check(NUMBER, |b| b >= 128, "s[0] >= 128");
        check(NUMBER, |b| !(48..128).contains(&b), "(signed char)s[0] < 48");
    }

    #[test]
    fn numbers() {
        check(NUMBER, |b| b == b'a', "s[0] == 97");
        check(NUMBER, |b| matches!(b, 1 | 3 | 4 | 7..=9), "s[0] in {1, 3, 4, 7 to 9}");
        check(ByteStyle { signed: true, ..NUMBER }, |b| b == 255, "s[0] == -1");
    }

    #[test]
    fn every_set_has_a_text() {
        check(CHAR, |_| true, "true");
        check(CHAR, |_| false, "false");
    }
}
