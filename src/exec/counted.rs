//! Members that say how many elements another member has, which is a pointer or an array without a size. A
//! driver declares them by `symir_counted`, for all inputs of a type.
//!
//! The object that the pointer points to, or that ends with the array, can grow (`growing.rs`); the input
//! with its size is the counting member. So a path that never asks for an element decides nothing about their
//! number, and the number that a test shows is the number of elements that are there.

use super::growing::{Elements, Extent};
use super::machine::{Machine, Step};
use super::observe::Observer;
use super::state::State;
use super::typed::{self, Leaf, Unmade};
use crate::expr::{ExprId, SymbolId};
use crate::ir::{CType, Member, Program, TypeId};
use crate::memory::Value;
use crate::testcase::Datum;
use crate::util::{Bits, Bytes};
use std::rc::Rc;
use std::sync::Arc;

/// What a driver declares by `symir_counted`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Counted {
    ty: TypeId,
    /// Where the member with the elements is.
    array: Bytes,
    element: Bytes,
    /// Where the counting member is, and how wide it is.
    count: Bytes,
    width: Bits,
    most: u64,
}

/// The input that is the number of elements, and its value as 64 bits.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Count {
    symbol: SymbolId,
    length: ExprId,
    pub(super) most: u64,
}

impl Counted {
    /// The size of the largest object of its type, which without elements has `size` bytes.
    pub(super) fn most_bytes(&self, size: u64) -> u64 {
        size + self.element.0 * self.most
    }
}

impl Count {
    /// The extent of an array of elements of this size.
    pub(super) fn extent(&self, element: Bytes) -> Extent {
        let length = (self.symbol, self.length);
        Extent::Array(Elements { length, element, most: self.most, header: Bytes(0), first: Bytes(0) })
    }
}

impl Machine {
    /// `symir_counted(type, array, count, most)`: `variable` is a pointer to the type, and the numbers are
    /// the place of the array, the size of an element, the place and the size of the count, and the most
    /// elements.
    pub(super) fn declare_count(&mut self, state: &mut State, variable: Value, numbers: [Value; 5]) -> Step {
        let mut known = [0; 5];
        for (known, number) in known.iter_mut().zip(numbers) {
            *known = self.input_size(state, number, "symir_counted")?;
        }
        let ty = match self.variable_type(state, variable).map(|ty| self.program.ctype(ty)) {
            Some(CType::Pointer(ty)) => *ty,
            _ => {
                let what = "symir_counted in code without debug information";
                return Err(self.unsupported(state, what).into());
            }
        };
        let [array, element, count, width, most] = known;
        let width = Bytes(width).to_bits();
        let counted =
            Counted { ty, array: Bytes(array), element: Bytes(element), count: Bytes(count), width, most };
        let pointers = Rc::make_mut(&mut state.pointers);
        pointers.counted.retain(|other| (other.ty, other.array) != (ty, counted.array));
        pointers.counted.push(counted);
        Ok(())
    }

    /// The counting member for the elements at the end of objects of a type.
    pub(super) fn counted_end(&self, state: &State, ty: TypeId) -> Option<Counted> {
        let is_it = |counted: &&Counted| {
            self.program.are_same(counted.ty, ty) && end_of(&self.program, ty, counted.array).is_some()
        };
        state.pointers.counted.iter().find(is_it).copied()
    }

    /// The parts of an object, with the greatest possible number of elements at its end.
    pub(super) fn leaves_with_end(&self, ty: TypeId, counted: Option<Counted>) -> Result<Vec<Leaf>, Unmade> {
        let mut leaves = typed::leaves(&self.program, ty, 1)?;
        let end = counted.and_then(|counted| Some((counted, end_of(&self.program, ty, counted.array)?)));
        if let Some((counted, (name, element))) = end {
            let offset = counted.array.to_bits();
            for leaf in typed::element_leaves(&self.program, element, counted.most)? {
                let path = format!(".{name}{}", leaf.path);
                leaves.push(Leaf { path, offset: Bits(offset.0 + leaf.offset.0), ..leaf });
            }
        }
        Ok(leaves)
    }

    /// The extent of an object that was just made of the inputs from `first` on.
    pub(super) fn end_extent(
        &mut self,
        state: &State,
        counted: Counted,
        size: Bytes,
        first: usize,
    ) -> Option<Extent> {
        let count = self.count_at(state, counted, Bits(0), first)?;
        let length = (count.symbol, count.length);
        // The size is that of `malloc(sizeof *p + n)`: it includes padding beyond the last element.
        let (element, header, first) = (counted.element, size, counted.array);
        Some(Extent::Array(Elements { length, element, most: counted.most, header, first }))
    }

    /// Notes the counting members of `n` objects of a type that were just made of the inputs from `first` on.
    pub(super) fn note_counts(&mut self, state: &mut State, ty: TypeId, n: u64, first: usize) -> Step {
        if state.pointers.counted.is_empty() {
            return Ok(());
        }
        let program = Arc::clone(&self.program);
        let counted = state.pointers.counted.clone();
        let size = program.size_of(ty).map_or(0, |size| size.0);
        for counted in counted {
            let mut places = Vec::new();
            for at in 0..n {
                find_places(&program, ty, counted.ty, at * size, &mut places);
            }
            for place in places {
                let place = Bytes(place).to_bits();
                let Some(count) = self.count_at(state, counted, place, first) else { continue };
                let most = self.arena.constant(Bits(64), counted.most.into());
                let fits = self.arena.ule(count.length, most);
                self.require(state, fits)?;
                if end_of(&program, counted.ty, counted.array).is_some() {
                    continue;
                }
                let array = Bits(place.0 + counted.array.to_bits().0);
                let pointer = state.inputs[first..].iter().find(|input| input.within == Some(array));
                let symbol = pointer.and_then(|input| input.symbols.first().copied());
                if let Some(symbol) = symbol {
                    Rc::make_mut(&mut state.pointers).count(symbol, count);
                }
            }
        }
        Ok(())
    }

    /// The counting member of the object that lies at `place` among the inputs from `first` on.
    fn count_at(&mut self, state: &State, counted: Counted, place: Bits, first: usize) -> Option<Count> {
        let at = Bits(place.0 + counted.count.to_bits().0);
        let input = state.inputs[first..].iter().find(|input| input.within == Some(at))?;
        let symbol = *input.symbols.first()?;
        let term = self.arena.term_of(symbol);
        let is_whole = self.arena.width(term) == counted.width;
        let length = is_whole.then(|| self.arena.zext(term, Bits(64)))?;
        Some(Count { symbol, length, most: counted.most })
    }

    /// Requires that there are no elements, since the pointer to them is null.
    pub(super) fn require_none(&mut self, state: &mut State, count: Count) -> Step {
        let zero = self.arena.constant(Bits(64), 0);
        let is_zero = self.arena.eq(count.length, zero);
        self.require(state, is_zero)
    }
}

impl Observer<'_> {
    /// Where the elements of a member end, in an object that begins at the byte `at`. `shown` has the members
    /// before it. What lies behind the counted elements is not shown.
    pub(super) fn end_of_counted(
        &self,
        ty: TypeId,
        member: &Member,
        shown: &[(String, Datum)],
        at: u64,
        end: u64,
    ) -> u64 {
        let place = member.offset.0 / 8;
        let program = self.program();
        let is_it = |counted: &&Counted| counted.array.0 == place && program.are_same(counted.ty, ty);
        let Some(counted) = self.counted.iter().find(is_it) else { return end };
        let CType::Struct { members, .. } = program.ctype(ty) else { return end };
        let count = members.iter().find(|member| member.offset.0 / 8 == counted.count.0);
        let count = count.and_then(|count| shown.iter().find(|(name, _)| *name == count.name));
        match count {
            Some((_, count)) if end != u64::MAX => {
                let count = count.integer().and_then(|count| u64::try_from(count).ok()).unwrap_or(0);
                end.min(at + place + count.saturating_mul(counted.element.0))
            }
            _ => end,
        }
    }
}

/// The member without a size that ends a structure, if it lies at `at`: its name and an element's type.
fn end_of(program: &Program, ty: TypeId, at: Bytes) -> Option<(String, TypeId)> {
    let CType::Struct { members, .. } = program.ctype(ty) else { return None };
    let last = members.last().filter(|last| last.offset.0 / 8 == at.0)?;
    match program.ctype(last.ty) {
        CType::Array { element, count: None | Some(0) } => Some((last.name.clone(), *element)),
        _ => None,
    }
}

/// Whether a value of type `ty` contains one of type `wanted`.
pub(super) fn holds(program: &Program, ty: TypeId, wanted: TypeId) -> bool {
    let mut found = Vec::new();
    find_places(program, ty, wanted, 0, &mut found);
    !found.is_empty()
}

/// Finds where values of type `wanted` lie in a value of type `ty` that begins at `at`.
fn find_places(program: &Program, ty: TypeId, wanted: TypeId, at: u64, found: &mut Vec<u64>) {
    match program.ctype(ty) {
        CType::Struct { .. } if program.are_same(ty, wanted) => found.push(at),
        CType::Struct { members, .. } => {
            for member in members.iter().filter(|member| member.bit_field.is_none()) {
                find_places(program, member.ty, wanted, at + member.offset.0 / 8, found);
            }
        }
        CType::Array { element, count } => {
            let size = program.size_of(*element).map_or(0, |size| size.0);
            for index in 0..count.unwrap_or(0) {
                find_places(program, *element, wanted, at + index * size, found);
            }
        }
        _ => {}
    }
}
