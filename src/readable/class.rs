//! Classes of bytes, from the most readable to the least, and the order of preference within each.

use crate::util::ByteSet;
use std::sync::LazyLock;

/// A set of values that narrowing confines a byte to.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// `a` to `z`.
    Letter,
    /// Space to `~`.
    Printable,
    /// Anything but the terminator.
    NonZero,
    /// The terminator.
    Zero,
}

impl Class {
    /// Every class, the most preferred first. Their union is every byte.
    pub const ALL: [Class; 4] = [Class::Letter, Class::Printable, Class::NonZero, Class::Zero];

    /// The values of the class. Each of the first three is part of the next; the paper's narrowing goes
    /// through them backwards.
    pub fn set(self) -> ByteSet {
        ByteSet::from_fn(|byte| match self {
            Class::Letter => byte.is_ascii_lowercase(),
            Class::Printable => matches!(byte, b' '..=b'~'),
            Class::NonZero => byte != 0,
            Class::Zero => byte == 0,
        })
    }
}

/// Printable bytes that are neither letters nor digits, the plainest first.
const MARKS: &[u8] = b"_-./ :,=+@#!?*%&;()[]{}<>'\"|~^$`\\";

/// Control characters that have a name, the commonest first.
const NAMED_CONTROLS: &[u8] = b"\n\t\r";

/// The order of preference among printable bytes when no lower-case letter is possible. `letters` is the
/// order of letters, for the capitals; `digits_before` are the digits that stand right before, for a round
/// number.
pub(super) fn printable_order(letters: &[u8], digits_before: &[u8]) -> Vec<u8> {
    let mut order: Vec<u8> = letters.iter().map(u8::to_ascii_uppercase).collect();
    // A number begins with 1 and goes on with zeros: 1, 10, 100. After a forced leading zero it begins anew.
    let begun = digits_before.iter().any(|digit| *digit != b'0');
    order.extend(if begun { b"0123456789" } else { b"1234567890" });
    order.extend(MARKS);
    order.extend(letters);
    order
}

/// The order of preference among bytes that cannot be printable.
pub(super) fn other_order() -> Vec<u8> {
    let named = NAMED_CONTROLS.iter().copied();
    let rest = (1..=255).filter(|byte| !NAMED_CONTROLS.contains(byte));
    named.chain(rest).collect()
}

/// The order of preference after the terminator: inconspicuous, alike, but visible if copied or kept.
pub(super) fn tail_order() -> &'static [u8] {
    static ORDER: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let printable = (b'a'..=b'z').chain(b' '..=b'`').chain(b'{'..=b'~');
        [1, 0].into_iter().chain(printable).chain(other_bytes()).collect()
    });
    &ORDER
}

fn other_bytes() -> impl Iterator<Item = u8> {
    (2..=255).filter(|byte| !matches!(byte, b' '..=b'~'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(mut order: Vec<u8>) -> Vec<u8> {
        order.sort_unstable();
        order
    }

    #[test]
    fn orders_hold_every_byte_of_their_class_once() {
        let letters: Vec<u8> = (b'a'..=b'z').rev().collect();
        let printable: Vec<u8> = (b' '..=b'~').collect();
        assert_eq!(sorted(printable_order(&letters, b"")), printable);
        assert_eq!(sorted(printable_order(&letters, b"1")), printable);
        assert_eq!(sorted(other_order()), (1..=255).collect::<Vec<u8>>());
        assert_eq!(sorted(tail_order().to_vec()), (0..=255).collect::<Vec<u8>>());
    }
}
