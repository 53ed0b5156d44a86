//! Inputs as bytes with their types, one after the other as the driver asks for them.

use crate::replay::{InputKind, InputRole, InputShape, Layout};
use crate::util::Rng;
use std::ops::Range;

/// Inputs of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Genotype {
    bytes: Vec<u8>,
    layout: Layout,
    /// Where each input begins.
    starts: Vec<usize>,
}

impl Genotype {
    /// Inputs of these shapes. Missing bytes become zero, bytes beyond the last input are dropped.
    pub fn new(mut bytes: Vec<u8>, layout: Layout) -> Self {
        let mut starts = Vec::with_capacity(layout.len());
        let mut end = 0;
        for shape in &layout {
            starts.push(end);
            end += shape.size;
        }
        bytes.resize(end, 0);
        Self { bytes, layout, starts }
    }

    /// The bytes of all inputs.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many inputs there are.
    pub fn len(&self) -> usize {
        self.layout.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.layout.is_empty()
    }

    /// The shape of an input.
    pub fn shape(&self, at: usize) -> &InputShape {
        &self.layout[at]
    }

    /// The bytes of an input.
    pub fn input(&self, at: usize) -> &[u8] {
        &self.bytes[self.starts[at]..][..self.layout[at].size]
    }

    pub(super) fn input_mut(&mut self, at: usize) -> &mut [u8] {
        &mut self.bytes[self.starts[at]..][..self.layout[at].size]
    }

    /// Replaces numbers outside of their range by those that native code takes instead of them. Two genotypes
    /// that mean the same to native code are then equal, for a test that compares bytes.
    #[cfg(test)]
    pub fn settle(&mut self) {
        for at in 0..self.len() {
            let (shape, number) = (self.shape(at), self.integer(at));
            let (low, high) = range(shape);
            let taken = match shape.place.role {
                InputRole::Pointer | InputRole::Function if shape.size > 0 => number % (high + 1),
                InputRole::Length => number.min(high),
                InputRole::Count => number.clamp(low, high),
                InputRole::Value if shape.kind == InputKind::Bool => number & 1,
                InputRole::Value if self.is_integer(at) && shape.place.width > 0 => number & (high - low),
                _ => continue,
            };
            self.set_integer(at, taken);
        }
    }

    /// The arrays whose number of elements is an input, and whose elements have no objects of their own.
    pub(super) fn arrays(&self) -> Vec<Elements> {
        let mut found = Vec::new();
        for (at, shape) in self.layout.iter().enumerate() {
            if shape.place.role != InputRole::Length {
                continue;
            }
            let rest = &self.layout[at + 1..];
            let n_inputs = rest.iter().take_while(|other| other.place.item == shape.place.item).count();
            let leads_here =
                |other: &InputShape| !other.place.is_made && other.place.target == shape.place.item;
            let start = self.starts[at] + shape.size;
            let size: usize = rest[..n_inputs].iter().map(|other| other.size).sum();
            let length = usize::try_from(self.integer(at)).unwrap_or(0);
            if length > 0 && size.is_multiple_of(length) && rest.get(n_inputs).is_some_and(leads_here) {
                let most = usize::try_from(shape.high).unwrap_or(usize::MAX);
                found.push(Elements { length: at, bytes: start..start + size, element: size / length, most });
            }
        }
        found
    }

    /// All bytes, with `element` inserted into the array before the element with the number `before`.
    pub(super) fn with_element(&self, array: &Elements, before: usize, element: &[u8]) -> Vec<u8> {
        let mut changed = self.clone();
        changed.set_integer(array.length, self.integer(array.length) + 1);
        let at = array.bytes.start + before * array.element;
        changed.bytes.splice(at..at, element.iter().copied());
        changed.bytes
    }

    /// Exchanges the bytes of two elements.
    pub(super) fn swap(&mut self, one: Range<usize>, other: Range<usize>) {
        let kept = self.bytes[one.clone()].to_vec();
        self.bytes.copy_within(other.clone(), one.start);
        self.bytes[other].copy_from_slice(&kept);
    }

    /// All bytes, without the elements of the array that have these numbers.
    pub(super) fn without_elements(&self, array: &Elements, which: Range<usize>) -> Vec<u8> {
        let mut changed = self.clone();
        changed.set_integer(array.length, self.integer(array.length) - which.len() as i128);
        let start = array.bytes.start;
        changed.bytes.drain(start + which.start * array.element..start + which.end * array.element);
        changed.bytes
    }

    pub(super) fn into_layout(self) -> Layout {
        self.layout
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Whether an input is an integer.
    pub(super) fn is_integer(&self, at: usize) -> bool {
        matches!(self.layout[at].kind, InputKind::Signed | InputKind::Unsigned | InputKind::Bool)
    }

    /// Whether an input is text or bytes.
    pub(super) fn is_text(&self, at: usize) -> bool {
        matches!(self.layout[at].kind, InputKind::String | InputKind::Bytes)
    }

    /// The value of an integer.
    pub(super) fn integer(&self, at: usize) -> i128 {
        let shape = &self.layout[at];
        let mut word = [0; 16];
        word[..shape.size].copy_from_slice(self.input(at));
        let bits = 8 * shape.size as u32;
        let number = i128::from_le_bytes(word);
        match shape.kind {
            InputKind::Signed => number << (128 - bits) >> (128 - bits),
            _ => number,
        }
    }

    /// Sets an integer to a number, which is clamped to its range.
    pub(super) fn set_integer(&mut self, at: usize, number: i128) {
        let (low, high) = range(&self.layout[at]);
        let number = number.clamp(low, high).to_le_bytes();
        let size = self.layout[at].size;
        self.input_mut(at).copy_from_slice(&number[..size]);
    }

    /// A float as a `double`.
    pub(super) fn float(&self, at: usize) -> f64 {
        let bytes = self.input(at);
        match bytes.len() {
            4 => f64::from(f32::from_le_bytes(bytes.try_into().expect("invariant: 4 bytes"))),
            8 => f64::from_le_bytes(bytes.try_into().expect("invariant: 8 bytes")),
            _ => 0.0,
        }
    }

    pub(super) fn set_float(&mut self, at: usize, number: f64) {
        let place = self.input_mut(at);
        match place.len() {
            4 => place.copy_from_slice(&(number as f32).to_le_bytes()),
            8 => place.copy_from_slice(&number.to_le_bytes()),
            _ => {}
        }
    }
}

/// The elements of an array.
pub(super) struct Elements {
    /// The input that says how many elements there are, and how many there may be at most.
    pub(super) length: usize,
    pub(super) most: usize,
    /// Where the elements lie, one after the other, and the size of each.
    pub(super) bytes: Range<usize>,
    pub(super) element: usize,
}

/// The least and the greatest value of an integer.
pub(super) fn range(shape: &InputShape) -> (i128, i128) {
    let low = i128::from(shape.low);
    match (shape.kind, shape.size) {
        (InputKind::Unsigned, 8) => (low, i128::from(shape.high as u64)),
        _ => (low, i128::from(shape.high)),
    }
}

/// A random value of an input. Each integer of the range is as likely as every other. A float has either sign
/// and any order of magnitude from 10⁻³ to 10⁶. A string consists of printable characters and has a random
/// length.
pub(super) fn random_value(shape: &InputShape, rng: &mut Rng) -> Vec<u8> {
    let mut value = Genotype::new(Vec::new(), vec![shape.clone()]);
    match shape.kind {
        InputKind::Signed | InputKind::Unsigned | InputKind::Bool => {
            let (low, high) = range(shape);
            let width = (high - low) as u128;
            let drawn = match width >= u128::from(u64::MAX) {
                true => u128::from(rng.next_u64()),
                false => u128::from(rng.below(width as u64 + 1)),
            };
            value.set_integer(0, low + drawn as i128);
        }
        InputKind::Float => {
            let magnitude = 10f64.powi(rng.below(10) as i32 - 3);
            value.set_float(0, (rng.unit() * 2.0 - 1.0) * magnitude);
        }
        InputKind::String => {
            let length = rng.below(shape.size as u64) as usize;
            value.input_mut(0)[..length].iter_mut().for_each(|byte| *byte = rng.below(95) as u8 + b' ');
        }
        InputKind::Bytes => value.input_mut(0).iter_mut().for_each(|byte| *byte = rng.below(256) as u8),
    }
    value.into_bytes()
}
