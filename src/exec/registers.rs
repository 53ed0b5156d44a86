//! The registers of one call.
//!
//! The two words of a value stand in two arrays. Next to each other, compilers would copy both with one wide
//! load, and a load right behind two narrow stores to the same place stalls the processor.

use crate::memory::Value;

/// Registers, by index.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Registers {
    tags: Vec<u64>,
    bits: Vec<u64>,
}

impl Registers {
    /// No registers, with room for `n`.
    pub(super) fn with_capacity(n: usize) -> Self {
        Self { tags: Vec::with_capacity(n), bits: Vec::with_capacity(n) }
    }

    pub(super) fn push(&mut self, value: Value) {
        let (tag, bits) = value.into_words();
        self.tags.push(tag);
        self.bits.push(bits);
    }

    #[inline(always)]
    pub(super) fn get(&self, at: usize) -> Value {
        Value::from_words(self.tags[at], self.bits[at])
    }

    #[inline(always)]
    pub(super) fn set(&mut self, at: usize, value: Value) {
        (self.tags[at], self.bits[at]) = value.into_words();
    }

    /// Both arrays, for the loop of concrete code: of one length.
    #[inline(always)]
    pub(super) fn words(&mut self) -> (&mut [u64], &mut [u64]) {
        (&mut self.tags, &mut self.bits)
    }

    /// The bytes that they take.
    pub(super) fn footprint(&self) -> usize {
        16 * self.tags.capacity()
    }
}
