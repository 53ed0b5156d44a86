//! Numbers written as text: round ones, then those with a name.

use crate::util::ByteSet;

/// Numbers that programs compare with, in the order in which they are tried.
const NAMED: &[&str] = &[
    "127",
    "128",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "7f",
    "80",
    "ff",
    "7fffffff",
    "80000000",
    "ffffffff",
    "7fffffffffffffff",
    "8000000000000000",
    "ffffffffffffffff",
    "177",
    "200",
    "377",
    "17777777777",
    "20000000000",
    "37777777777",
];

/// Appends digits for `positions`, which can all be digits, perhaps hexadecimal ones. `nth` counts the numbers
/// that stand before it in the text. The first attempt is [`telling`], the second a round number, the next ones
/// are numbers with a name, then all nines, then other digits.
pub(super) fn write(text: &mut Vec<u8>, positions: &[ByteSet], nth: usize, attempt: usize) {
    let Some(attempt) = attempt.checked_sub(1) else {
        return telling(text, positions, nth);
    };
    let named = NAMED.iter().filter(|number| number.len() == positions.len()).map(|number| number.as_bytes());
    let fits = |number: &&[u8]| number.iter().zip(positions).all(|(digit, set)| can_be(*set, *digit));
    let named: Vec<&[u8]> = named.filter(fits).collect();
    if attempt >= 1
        && let Some(number) = named.get(attempt - 1)
    {
        text.extend(number.iter().zip(positions).map(|(digit, set)| in_case(*set, *digit)));
        return;
    }
    let wanted = |at: usize| -> &[u8] {
        match attempt.saturating_sub(named.len()) {
            0 if at == 0 => b"1234567890",
            0 => b"0123456789",
            1 => b"9876543210",
            2 => b"1234567890",
            3 => b"0123456789",
            4 => b"5432109876",
            _ => b"7894561230",
        }
    };
    digits(text, positions, wanted);
}

/// A number that tells mistakes. Its digits are different, as in `123`, so that a digit that is left out, or that
/// has the weight of another one, is noticed. The first number of a text is 9 if it has one digit and 10 if it
/// has two: so each border of `c >= '0' && c <= '9'` has a test. Each further number begins with another digit, so
/// that exchanged numbers are noticed: `10:23:34`.
fn telling(text: &mut Vec<u8>, positions: &[ByteSet], nth: usize) {
    const RISING: &[u8; 20] = b"01234567890123456789";
    // A number does not begin with a zero.
    let from = |digit: usize| match digit % 10 {
        0 => &RISING[1..11],
        digit => &RISING[digit..][..10],
    };
    digits(text, positions, |at| match (nth, positions.len(), at) {
        (0, 1, _) => b"9876543210",
        (0, 2, 1) => &RISING[..10],
        (0, ..) => from(at + 1),
        (_, 1, _) => from(nth),
        _ => from(nth + 1 + at),
    });
}

/// Appends to each position the first feasible digit of those `wanted` at a place of the number.
fn digits<'a>(text: &mut Vec<u8>, positions: &[ByteSet], wanted: impl Fn(usize) -> &'a [u8]) {
    let mut begun = 0;
    for set in positions {
        let digit = wanted(begun).iter().copied().find(|digit| set.contains(*digit));
        let byte = digit.or_else(|| set.iter().find(u8::is_ascii_lowercase)).or_else(|| set.first());
        let byte = byte.expect("invariant: a position has a feasible byte");
        // After a zero that must be there, or the x of a prefix, the number begins anew.
        begun = if begun == 0 && (byte == b'0' || !byte.is_ascii_hexdigit()) { 0 } else { begun + 1 };
        text.push(byte);
    }
}

fn can_be(set: ByteSet, digit: u8) -> bool {
    set.contains(digit) || set.contains(digit.to_ascii_uppercase())
}

fn in_case(set: ByteSet, digit: u8) -> u8 {
    if set.contains(digit) { digit } else { digit.to_ascii_uppercase() }
}
