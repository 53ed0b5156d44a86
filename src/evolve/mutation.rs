//! Random changes: the operators of a search with an archive.

use super::archive::Archive;
use super::genotype::{Elements, range};
use super::{Genotype, Operator, Search};
use crate::replay::{InputKind, InputRole, InputShape};

impl Search<'_> {
    /// A changed copy of the best inputs for a target, or sometimes of other inputs.
    pub(super) fn mutant(&mut self, archive: &Archive, target: u32) -> Vec<u8> {
        let pool = archive.pool();
        let of_pool = !pool.is_empty() && self.rng.below(8) == 0;
        let parent = match archive.entry(target) {
            Some(entry) if !of_pool => &entry.genotype,
            _ if pool.is_empty() => return Vec::new(),
            _ => &pool[self.rng.below(pool.len() as u64) as usize],
        };
        self.changed(parent, pool)
    }

    /// A changed copy of these inputs. Parts of texts of `pool` are mixed in.
    pub(super) fn changed(&mut self, parent: &Genotype, pool: &[Genotype]) -> Vec<u8> {
        let mut child = parent.clone();
        if child.is_empty() {
            return child.into_bytes();
        }
        // Usually one change, sometimes more.
        let mut n_changes = 1;
        while n_changes < 8 && self.rng.below(3) == 0 {
            n_changes += 1;
        }
        for _ in 0..n_changes {
            let at = self.rng.below(child.len() as u64) as usize;
            for at in self.changed_with(&child, at) {
                self.change(&mut child, at, pool);
            }
        }
        match child.arrays() {
            arrays if !arrays.is_empty() && self.rng.below(3) == 0 => {
                self.with_other_elements(child, &arrays)
            }
            _ => child.into_bytes(),
        }
    }

    /// The inputs that change when this one does: those of its group, or this one alone.
    pub(super) fn changed_with(&self, child: &Genotype, at: usize) -> Vec<usize> {
        let name = |at: usize| child.shape(at).name.as_slice();
        let is_in = |group: &&Vec<String>, at: usize| group.iter().any(|other| other.as_bytes() == name(at));
        match self.options.together.iter().find(|group| is_in(group, at)) {
            Some(group) => (0..child.len()).filter(|other| is_in(&group, *other)).collect(),
            None => vec![at],
        }
    }

    fn change(&mut self, child: &mut Genotype, at: usize, pool: &[Genotype]) {
        match child.shape(at).kind {
            _ if child.shape(at).place.role == InputRole::Length && child.integer(at) > 0 => {}
            InputKind::Signed | InputKind::Unsigned | InputKind::Bool => self.change_integer(child, at),
            InputKind::Float => self.change_float(child, at),
            InputKind::String | InputKind::Bytes => self.change_text(child, at, pool),
        }
    }

    /// Inserts, deletes or exchanges elements of an array.
    fn with_other_elements(&mut self, mut child: Genotype, arrays: &[Elements]) -> Vec<u8> {
        let array = &arrays[self.rng.below(arrays.len() as u64) as usize];
        let n = array.bytes.len() / array.element.max(1);
        if n == 0 {
            return child.into_bytes();
        }
        let any = |search: &mut Self, n: usize| search.rng.below(n as u64) as usize;
        let from = any(self, n);
        let bytes = |which: usize| {
            let start = array.bytes.start + which * array.element;
            start..start + array.element
        };
        match self.rng.below(4) {
            0 | 1 if n < array.most => {
                let element = match self.rng.below(2) {
                    0 => child.bytes()[bytes(from)].to_vec(),
                    _ => (0..array.element).map(|_| self.rng.below(256) as u8).collect(),
                };
                let before = any(self, n + 1);
                child.with_element(array, before, &element)
            }
            2 => {
                let end = from + 1 + any(self, n - from);
                child.without_elements(array, from..end)
            }
            _ => {
                let other = any(self, n);
                child.swap(bytes(from), bytes(other));
                child.into_bytes()
            }
        }
    }

    /// A value that programs often ask for.
    pub(super) fn plain_value(&mut self, shape: &InputShape) -> Vec<u8> {
        let mut value = Genotype::new(Vec::new(), vec![shape.clone()]);
        match shape.kind {
            InputKind::Signed | InputKind::Unsigned | InputKind::Bool => {
                let number = self.known_integer(shape);
                value.set_integer(0, number);
            }
            InputKind::Float => {
                let number = self.rng.below(21) as f64 - 10.0;
                value.set_float(0, number);
            }
            InputKind::String | InputKind::Bytes => self.put_text(&mut value, 0),
        }
        value.into_bytes()
    }

    /// A number of the program or one next to it, a border of the type, or a small number.
    fn known_integer(&mut self, shape: &InputShape) -> i128 {
        let (low, high) = range(shape);
        let constants = &self.judge.sides.constants;
        match self.rng.below(4) {
            0 | 1 if !constants.is_empty() => {
                let constant = constants[self.rng.below(constants.len() as u64) as usize];
                i128::from(constant as i64) + self.rng.below(3) as i128 - 1
            }
            0 | 2 => {
                let borders = [low, high, low + 1, high - 1, 0, -1];
                borders[self.rng.below(borders.len() as u64) as usize]
            }
            _ => i128::from(self.rng.below(33)) - 16,
        }
    }

    fn change_integer(&mut self, child: &mut Genotype, at: usize) {
        let old = child.integer(at);
        let new = match self.rng.below(8) {
            0 | 1 if self.may(Operator::Constants) => self.known_integer(&child.shape(at).clone()),
            2 if child.len() > 1 => {
                let other = self.rng.below(child.len() as u64) as usize;
                if child.is_integer(other) { child.integer(other) } else { old }
            }
            3 => old ^ (1 << self.rng.below(8 * child.shape(at).size as u64)),
            4 => old + if self.rng.below(2) == 0 { 1 } else { -1 },
            5 => -old,
            _ if self.may(Operator::Noise) => {
                let digit = self.rng.below(19) as i128 - 9;
                old + digit * 10i128.pow(self.rng.below(10) as u32)
            }
            _ => old + self.rng.below(33) as i128 - 16,
        };
        // A bit beyond the sign is one of the number that it stands for.
        let (low, high) = range(child.shape(at));
        child.set_integer(at, if (low..=high).contains(&new) { new } else { new.clamp(low, high) });
    }

    fn change_float(&mut self, child: &mut Genotype, at: usize) {
        let old = child.float(at);
        let new = match self.rng.below(8) {
            0 => -old,
            1 => old * 2f64.powi(self.rng.below(9) as i32 - 4),
            2 => old.round(),
            3 => (old * 100.0).round() / 100.0,
            // A bit of the mantissa, the low ones as often as the high ones.
            4 => f64::from_bits(old.to_bits() ^ 1 << self.rng.below(53)),
            5 => self.rng.below(201) as f64 / 10.0 - 10.0,
            _ => {
                let digit = self.rng.below(19) as f64 - 9.0;
                old + digit * 10f64.powi(self.rng.below(16) as i32 - 12)
            }
        };
        child.set_float(at, if new.is_nan() { 0.0 } else { new });
    }

    /// Sets a text input to a text of the program, or to one that was compared. The bytes behind it are zero.
    fn put_text(&mut self, child: &mut Genotype, at: usize) {
        let (own, seen) = (&self.judge.sides.texts, self.runner.texts());
        let n = own.len() + seen.len();
        if n == 0 {
            return;
        }
        let which = self.rng.below(n as u64) as usize;
        let text = own.get(which).unwrap_or_else(|| &seen[which - own.len()]).clone();
        let place = child.input_mut(at);
        let length = text.len().min(place.len());
        place.fill(0);
        place[..length].copy_from_slice(&text[..length]);
    }

    fn change_text(&mut self, child: &mut Genotype, at: usize, pool: &[Genotype]) {
        let size = child.shape(at).size;
        if size == 0 {
            return;
        }
        let is_string = child.shape(at).kind == InputKind::String;
        let length = match is_string {
            true => child.input(at).iter().position(|byte| *byte == 0).unwrap_or(size - 1),
            false => size,
        };
        let place = |search: &mut Self, behind: usize| {
            search.rng.below(length.max(1) as u64 + behind as u64) as usize
        };
        match self.rng.below(9) {
            0 if self.may(Operator::Constants) => self.put_text(child, at),
            1 | 2 if is_string && self.may(Operator::Letters) => {
                // Insert one letter.
                let from = place(self, 1).min(size - 1);
                let letter = self.letter();
                let text = child.input_mut(at);
                text.copy_within(from..size - 1, from + 1);
                text[from] = letter;
            }
            3 if self.may(Operator::Letters) => {
                let from = place(self, 0).min(size - 1);
                let text = child.input_mut(at);
                text.copy_within(from + 1.., from);
                text[size - 1] = 0;
            }
            4 if self.may(Operator::Letters) && !pool.is_empty() => {
                let other = &pool[self.rng.below(pool.len() as u64) as usize];
                if at < other.len() && other.shape(at).size == size {
                    let from = place(self, 0).min(size - 1);
                    let part = other.input(at)[from..].to_vec();
                    child.input_mut(at)[from..].copy_from_slice(&part);
                }
            }
            5 => {
                let where_to = place(self, 0).min(size - 1);
                child.input_mut(at)[where_to] ^= 1 << self.rng.below(8);
            }
            6 => {
                let where_to = place(self, 0).min(size - 1);
                let by = if self.rng.below(2) == 0 { 1u8 } else { u8::MAX };
                let byte = &mut child.input_mut(at)[where_to];
                *byte = byte.wrapping_add(by);
            }
            _ => {
                let where_to = place(self, usize::from(is_string)).min(size - 1);
                let letter = if is_string { self.letter() } else { self.rng.below(256) as u8 };
                child.input_mut(at)[where_to] = letter;
            }
        }
        if is_string {
            child.input_mut(at)[size - 1] = 0;
        }
    }

    /// A letter that the program compares with, or any printable character.
    fn letter(&mut self) -> u8 {
        let constants = &self.judge.sides.constants;
        let is_letter = |constant: &&u64| (9..127).contains(*constant);
        let letters: Vec<u8> = constants.iter().filter(is_letter).map(|constant| *constant as u8).collect();
        match self.rng.below(2) {
            0 if !letters.is_empty() => letters[self.rng.below(letters.len() as u64) as usize],
            _ => self.rng.below(95) as u8 + b' ',
        }
    }
}
