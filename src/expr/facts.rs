//! What is known about a value: bits that never change, and bounds under both orders.
//!
//! The abstract domain is the product of known bits and of two intervals, each of which sharpens the others
//! (the reduced product of Cousot and Cousot, 1979). Known low bits are a congruence modulo a power of two.

use crate::util::Bits;

/// Facts about a value of at most 64 bits. Every value that the term can take satisfies all of them.
///
/// Values wider than 64 bits have no facts: [`Facts::any`] of their width says nothing.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Bits that are zero.
    pub zeros: u64,
    /// Bits that are one.
    pub ones: u64,
    /// The least and the greatest value as unsigned numbers.
    pub low: u64,
    pub high: u64,
    /// The least and the greatest value as signed numbers.
    pub least: i64,
    pub greatest: i64,
}

/// All ones at `width`, at most 64 of them.
pub(super) fn mask(width: Bits) -> u64 {
    width.mask() as u64
}

/// The pattern `value` as a signed number.
pub(super) fn signed(width: Bits, value: u64) -> i64 {
    width.sign_extend(u128::from(value)) as i64
}

impl Facts {
    /// Nothing is known about a value of `width`.
    pub fn any(width: Bits) -> Self {
        let high = mask(width);
        let greatest = if width.0 > 64 { i64::MAX } else { (high >> 1) as i64 };
        Self { zeros: !high, ones: 0, low: 0, high, least: -greatest - 1, greatest }
    }

    /// The value is `value`.
    pub fn exactly(width: Bits, value: u64) -> Self {
        let value = value & mask(width);
        let number = signed(width, value);
        Self { zeros: !value, ones: value, low: value, high: value, least: number, greatest: number }
    }

    /// The value lies between two unsigned numbers, `low` ≤ `high`.
    pub fn between(width: Bits, low: u64, high: u64) -> Self {
        let facts = Self { low, high, ..Self::any(width) };
        facts.tightened(width).unwrap_or(Self::any(width))
    }

    /// The value lies between two signed numbers, `least` ≤ `greatest`.
    pub fn between_signed(width: Bits, least: i64, greatest: i64) -> Self {
        let facts = Self { least, greatest, ..Self::any(width) };
        facts.tightened(width).unwrap_or(Self::any(width))
    }

    /// The value, if only one is possible.
    pub fn value(&self) -> Option<u64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Whether the facts allow `value`, a pattern of `width`.
    pub fn allows(&self, width: Bits, value: u64) -> bool {
        let number = signed(width, value);
        value & self.zeros == 0
            && value & self.ones == self.ones
            && (self.low..=self.high).contains(&value)
            && (self.least..=self.greatest).contains(&number)
    }

    /// Whether the value is never negative as a signed number.
    pub fn is_non_negative(&self) -> bool {
        self.least >= 0
    }

    /// How many of the lowest bits are zero.
    pub fn trailing_zeros(&self) -> u32 {
        self.zeros.trailing_ones()
    }

    /// The facts that follow from both; `None` if no value satisfies both.
    pub fn and(self, other: Self, width: Bits) -> Option<Self> {
        let both = Self {
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            least: self.least.max(other.least),
            greatest: self.greatest.min(other.greatest),
        };
        if both == self { Some(self) } else { both.tightened(width) }
    }

    /// The facts that hold if at least one of the two holds.
    pub fn or(self, other: Self) -> Self {
        Self {
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
        }
    }

    /// The same facts, each sharpened by the others; `None` if no value satisfies them all.
    pub fn tightened(mut self, width: Bits) -> Option<Self> {
        // The first round derives bits from bounds; the second derives bounds from these bits.
        for _ in 0..2 {
            self.low = self.low.max(self.ones);
            self.high = self.high.min(!self.zeros);
            self.round_to_known_bits()?;
            let differing = self.low ^ self.high;
            let shared = !u64::MAX.checked_shr(differing.leading_zeros()).unwrap_or(0);
            self.ones |= self.low & shared;
            self.zeros |= !self.low & shared;
            if self.ones & self.zeros != 0 {
                return None;
            }
            let (low, high) = (signed(width, self.low), signed(width, self.high));
            if (low < 0) == (high < 0) {
                self.least = self.least.max(low);
                self.greatest = self.greatest.min(high);
            }
            if self.least > self.greatest {
                return None;
            }
            if (self.least < 0) == (self.greatest < 0) {
                self.low = self.low.max(self.least as u64 & mask(width));
                self.high = self.high.min(self.greatest as u64 & mask(width));
            }
            if self.low > self.high {
                return None;
            }
        }
        Some(self)
    }

    /// Moves the unsigned bounds inwards to numbers that have the known lowest bits.
    fn round_to_known_bits(&mut self) -> Option<()> {
        let n_known = (self.zeros | self.ones).trailing_ones();
        let below = 1u64.checked_shl(n_known).unwrap_or(0).wrapping_sub(1);
        let rest = self.ones & below;
        self.low = self.low.checked_add(rest.wrapping_sub(self.low) & below)?;
        self.high = self.high.checked_sub(self.high.wrapping_sub(rest) & below)?;
        (self.low <= self.high).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTE: Bits = Bits(8);

    #[test]
    fn facts_sharpen_each_other() {
        let digits = Facts::between(BYTE, 0x30, 0x39);
        assert_eq!((digits.ones, digits.zeros & 0xff), (0x30, 0xc0));
        assert_eq!((digits.least, digits.greatest), (0x30, 0x39));
        let negative = Facts::between_signed(BYTE, -3, -1);
        assert_eq!((negative.low, negative.high), (0xfd, 0xff));
        assert!(Facts::between(BYTE, 5, 9).and(Facts::between(BYTE, 10, 20), BYTE).is_none());
        let even = Facts { zeros: Facts::any(BYTE).zeros | 1, ..Facts::any(BYTE) };
        let both = even.and(Facts::between(BYTE, 3, 7), BYTE).expect("4 and 6 are even");
        assert_eq!((both.low, both.high), (4, 6));
        assert!(even.and(Facts::exactly(BYTE, 7), BYTE).is_none());
    }

    #[test]
    fn wide_values_have_no_facts() {
        let wide = Facts::any(Bits(128));
        assert!(wide.allows(Bits(64), u64::MAX));
        assert_eq!(wide.value(), None);
        assert_eq!(Facts::any(Bits(64)).tightened(Bits(64)), Some(Facts::any(Bits(64))));
    }
}
