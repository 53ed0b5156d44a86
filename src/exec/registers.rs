//! The registers of one call.
//!
//! The two words of a value stand in two arrays. Next to each other, compilers would copy both with one wide
//! load, and a load right behind two narrow stores to the same place stalls the processor.
//!
//! Clones share their words until one of them is written: a fork into thousands of cases copies nothing.

use crate::memory::Value;
use std::rc::Rc;

/// Registers, by index.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Registers {
    words: Rc<Words>,
}

#[derive(Clone, Default, PartialEq, Eq)]
struct Words {
    tags: Vec<u64>,
    bits: Vec<u64>,
}

/// A register of a call that waits, with the words of its value.
#[derive(Copy, Clone)]
pub(super) struct Held {
    register: u32,
    tag: u64,
    bits: u64,
}

impl Registers {
    /// No registers, with room for `n`.
    pub(super) fn with_capacity(n: usize) -> Self {
        Self { words: Rc::new(Words { tags: Vec::with_capacity(n), bits: Vec::with_capacity(n) }) }
    }

    pub(super) fn push(&mut self, value: Value) {
        let (tag, bits) = value.into_words();
        let words = Rc::make_mut(&mut self.words);
        words.tags.push(tag);
        words.bits.push(bits);
    }

    #[inline(always)]
    pub(super) fn get(&self, at: usize) -> Value {
        Value::from_words(self.words.tags[at], self.words.bits[at])
    }

    #[inline(always)]
    pub(super) fn set(&mut self, at: usize, value: Value) {
        let words = Rc::make_mut(&mut self.words);
        (words.tags[at], words.bits[at]) = value.into_words();
    }

    /// Both arrays, which have the same length, for the loop of concrete code.
    #[inline(always)]
    pub(super) fn words(&mut self) -> (&mut [u64], &mut [u64]) {
        let words = Rc::make_mut(&mut self.words);
        (&mut words.tags, &mut words.bits)
    }

    /// Whether both are the same words in memory.
    pub(super) fn is_shared_with(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.words, &other.words)
    }

    /// Whether no clone has the same words.
    pub(super) fn is_alone(&mut self) -> bool {
        Rc::get_mut(&mut self.words).is_some()
    }

    /// The registers among the first `n` that are not zero.
    pub(super) fn held(&self, n: usize) -> Rc<[Held]> {
        let words = self.words.tags.iter().zip(&self.words.bits).take(n).zip(0..);
        let held = words.filter(|((tag, bits), _)| **tag != 0 || **bits != 0);
        held.map(|((tag, bits), register)| Held { register, tag: *tag, bits: *bits }).collect()
    }

    /// Sets registers to their held values.
    pub(super) fn restore(&mut self, held: &[Held]) {
        let words = Rc::make_mut(&mut self.words);
        for Held { register, tag, bits } in held {
            (words.tags[*register as usize], words.bits[*register as usize]) = (*tag, *bits);
        }
    }

    /// Sets registers that were held to zero.
    pub(super) fn clear(&mut self, held: &[Held]) {
        let words = Rc::make_mut(&mut self.words);
        for Held { register, .. } in held {
            (words.tags[*register as usize], words.bits[*register as usize]) = (0, 0);
        }
    }

    /// How many bytes they take; zero if a clone shares them.
    pub(super) fn footprint(&self) -> usize {
        if Rc::strong_count(&self.words) > 1 { 0 } else { 16 * self.words.tags.capacity() }
    }
}
