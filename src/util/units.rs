//! Sizes with their unit in the type.

use std::fmt;
use std::ops::{Add, Sub};

/// A number of bits.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Bits(pub u32);

/// A number of bytes.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Bytes(pub u64);

/// A place in memory: bits from the beginning of an object or a structure, which may be larger than any
/// width.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BitOffset(pub u64);

/// Every object of a tested program lies at a multiple of this, symbolically and natively, so that a path
/// that depends on the low four bits of an address is the same in both. `malloc` aligns to this in the x86-64
/// ABI.
pub const OBJECT_ALIGN: Bytes = Bytes(16);

impl Bits {
    /// The bytes that hold a value of this width in memory, rounded up.
    #[inline]
    pub const fn to_bytes(self) -> Bytes {
        Bytes(self.0.div_ceil(8) as u64)
    }

    /// The mask with the low bits of this width set; widths above 128 saturate.
    #[inline]
    pub const fn mask(self) -> u128 {
        if self.0 >= 128 { u128::MAX } else { (1 << self.0) - 1 }
    }

    /// Reads `value`, a pattern of this width, as a two's-complement number.
    #[inline]
    pub const fn sign_extend(self, value: u128) -> i128 {
        if self.0 == 0 || self.0 >= 128 {
            return value as i128;
        }
        let shift = 128 - self.0;
        ((value << shift) as i128) >> shift
    }
}

impl Bytes {
    /// The number of bits in this many bytes.
    ///
    /// # Panics
    /// Above 512 MiB, which is no width of a value.
    #[inline]
    pub fn to_bits(self) -> Bits {
        Bits(u32::try_from(self.0 * 8).expect("invariant: only widths of values are asked in bits"))
    }
}

impl BitOffset {
    /// The offset of a byte.
    pub const fn of_byte(byte: u64) -> Self {
        Self(byte * 8)
    }

    /// The byte that the bit lies in.
    pub const fn byte(self) -> u64 {
        self.0 / 8
    }
}

impl Add for BitOffset {
    type Output = BitOffset;
    fn add(self, other: BitOffset) -> BitOffset {
        BitOffset(self.0 + other.0)
    }
}

impl Add for Bytes {
    type Output = Bytes;
    fn add(self, other: Bytes) -> Bytes {
        Bytes(self.0 + other.0)
    }
}

impl Sub for Bytes {
    type Output = Bytes;
    fn sub(self, other: Bytes) -> Bytes {
        Bytes(self.0 - other.0)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.0 == 1 { "" } else { "s" };
        write!(f, "{} byte{plural}", self.0)
    }
}
