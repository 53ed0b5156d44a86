//! A set of byte values as 256 bits.

use std::fmt;

/// The feasible values of one byte.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// No value.
    pub const EMPTY: ByteSet = ByteSet([0; 4]);
    /// All 256 values.
    pub const FULL: ByteSet = ByteSet([u64::MAX; 4]);

    /// The set of one value.
    pub const fn just(value: u8) -> Self {
        let mut words = [0; 4];
        words[(value >> 6) as usize] = 1 << (value & 63);
        ByteSet(words)
    }

    /// The values from `first` to `last`, both included.
    pub const fn range(first: u8, last: u8) -> Self {
        let mut set = ByteSet::EMPTY;
        let mut value = first as u16;
        while value <= last as u16 {
            set = set.or(ByteSet::just(value as u8));
            value += 1;
        }
        set
    }

    /// The values below `limit`.
    pub const fn below(limit: u8) -> Self {
        let mut words = [0; 4];
        let word = (limit >> 6) as usize;
        let mut full = 0;
        while full < word {
            words[full] = u64::MAX;
            full += 1;
        }
        words[word] = (1 << (limit & 63)) - 1;
        ByteSet(words)
    }

    /// The values that are members when their highest bit is flipped.
    pub const fn with_sign_flipped(self) -> Self {
        let [a, b, c, d] = self.0;
        ByteSet([c, d, a, b])
    }

    /// The set that has the member `value` if bit `value` of these 256 is one, counted from the lowest bit.
    pub const fn from_bits(bits: [u64; 4]) -> Self {
        ByteSet(bits)
    }

    /// The values for which `member` holds.
    pub fn from_fn(mut member: impl FnMut(u8) -> bool) -> Self {
        let mut set = ByteSet::EMPTY;
        for value in 0..=255u8 {
            if member(value) {
                set.insert(value);
            }
        }
        set
    }

    /// Adds a value.
    pub fn insert(&mut self, value: u8) {
        self.0[(value >> 6) as usize] |= 1 << (value & 63);
    }

    /// Whether `value` is a member.
    pub const fn contains(&self, value: u8) -> bool {
        self.0[(value >> 6) as usize] >> (value & 63) & 1 == 1
    }

    /// The values in both sets.
    pub const fn and(self, other: ByteSet) -> ByteSet {
        let (a, b) = (self.0, other.0);
        ByteSet([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
    }

    /// Whether a value is in both sets.
    pub const fn meets(self, other: ByteSet) -> bool {
        !self.and(other).is_empty()
    }

    /// The values in either set.
    pub const fn or(self, other: ByteSet) -> ByteSet {
        let (a, b) = (self.0, other.0);
        ByteSet([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }

    /// The values not in the set.
    pub const fn complement(self) -> ByteSet {
        let a = self.0;
        ByteSet([!a[0], !a[1], !a[2], !a[3]])
    }

    /// Whether no value is a member.
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// How many values are members: 0 to 256.
    pub const fn len(&self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones() + self.0[3].count_ones()
    }

    /// How many members are less than `value`.
    pub fn rank(&self, value: u8) -> u32 {
        let word = usize::from(value >> 6);
        let before: u32 = self.0[..word].iter().map(|bits| bits.count_ones()).sum();
        before + (self.0[word] & ((1 << (value & 63)) - 1)).count_ones()
    }

    /// The small letters of `a` to `z` whose capitals are members.
    pub const fn small_of_capitals(self) -> ByteSet {
        const CAPITALS: ByteSet = ByteSet::range(b'A', b'Z');
        ByteSet([0, self.and(CAPITALS).0[1] << (b'a' - b'A'), 0, 0])
    }

    /// The smallest member.
    pub fn first(&self) -> Option<u8> {
        self.iter().next()
    }

    /// The greatest member.
    pub fn last(&self) -> Option<u8> {
        let word = (0..4).rev().find(|word| self.0[*word] != 0)?;
        Some((word as u32 * 64 + 63 - self.0[word].leading_zeros()) as u8)
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..4).flat_map(move |word| {
            let mut bits = self.0[word];
            std::iter::from_fn(move || {
                if bits == 0 {
                    return None;
                }
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                Some((word as u32 * 64 + bit) as u8)
            })
        })
    }
}

impl fmt::Debug for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterates_in_order_over_word_borders() {
        let set = ByteSet::from_fn(|b| matches!(b, 0 | 63 | 64 | 127 | 128 | 255));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 127, 128, 255]);
        assert_eq!(set.len(), 6);
        assert_eq!(set.complement().len(), 250);
        assert_eq!((set.first(), set.last(), ByteSet::EMPTY.last()), (Some(0), Some(255), None));
        assert!(set.and(set.complement()).is_empty());
        assert_eq!(set.or(set.complement()), ByteSet::FULL);
        assert_eq!([0, 1, 64, 128, 255].map(|value| set.rank(value)), [0, 1, 2, 4, 5]);
        assert_eq!(ByteSet::range(60, 70), ByteSet::from_fn(|b| (60..=70).contains(&b)));
        assert_eq!(ByteSet::range(1, 255), ByteSet::just(0).complement());
        for limit in [0, 1, 63, 64, 65, 128, 200, 255] {
            assert_eq!(ByteSet::below(limit), ByteSet::from_fn(|b| b < limit));
            let flipped = ByteSet::below(limit).with_sign_flipped();
            assert_eq!(flipped, ByteSet::from_fn(|b| b ^ 0x80 < limit));
        }
    }

    #[test]
    fn capitals_give_small_letters() {
        let set = ByteSet::from_fn(|b| matches!(b, b'A' | b'Z' | b'@' | b'[' | b'b'));
        assert_eq!(set.small_of_capitals(), ByteSet::from_fn(|b| matches!(b, b'a' | b'z')));
    }
}
