//! Arrays of records among the inputs, such as `struct item items[16]`, and how many records a path reads.
//!
//! Code that handles a table goes from its first record to the last one that is in use. The contents of the
//! others do not matter to the path, so they are zeros, and readers of its test need not look at them. The
//! first one that is not read keeps its values: a mistake that reads one record too many should show.

use super::machine::Machine;
use super::state::{InputRecord, ObjectRecord, State};
use crate::expr::{Assignment, SymbolId};
use crate::ir::{CType, Program, TypeId};
use crate::memory::ObjectId;
use crate::testcase::InputKind;
use crate::util::Bits;
use std::ops::Range;
use std::rc::Rc;

/// Shorter arrays keep all their values.
const MIN_COUNT: u64 = 4;
/// An object of more parts is a large one. How many of its first parts keep their values in any case.
const LARGE: usize = 64;
const FIRST: usize = 15;
/// How deeply members may be nested to be looked at.
const MAX_DEPTH: u32 = 8;

/// The arrays of records of a state, in the order in which they were made.
#[derive(Clone, Default, Debug)]
pub struct Records(Vec<RecordArray>);

#[derive(Clone, Debug)]
struct RecordArray {
    object: ObjectId,
    /// Bytes from the beginning of the object.
    start: u64,
    stride: u64,
    count: u64,
    /// How many records there are, up to the last one that was read.
    n_read: u64,
    /// The inputs of the object, and the byte at which they begin in the object in memory.
    parts: Range<usize>,
    from: u64,
}

impl Records {
    fn note(&mut self, object: ObjectId, bytes: Range<u64>) {
        for array in self.0.iter_mut().filter(|array| array.object == object) {
            let end = array.start + array.stride * array.count;
            if bytes.start < end && bytes.end > array.start {
                let last = (bytes.end.min(end) - array.start - 1) / array.stride;
                array.n_read = array.n_read.max(last + 1);
            }
        }
    }

    /// Adds what another path has read that is merged with this one.
    pub(super) fn join(&mut self, other: &Self) {
        for (array, other) in self.0.iter_mut().zip(&other.0) {
            array.n_read = array.n_read.max(other.n_read);
        }
    }
}

/// The arrays of records within a type: where each begins, its stride and its count.
fn arrays_in(program: &Program, ty: TypeId, start: u64, depth: u32, found: &mut Vec<(u64, u64, u64)>) {
    match program.ctype(ty) {
        CType::Array { element, count: Some(count) } => {
            found.extend(array_of(program, *element, start, *count));
        }
        CType::Struct { members, .. } if depth < MAX_DEPTH => {
            for member in members.iter().filter(|member| member.bit_field.is_none()) {
                arrays_in(program, member.ty, start + member.offset.0 / 8, depth + 1, found);
            }
        }
        _ => {}
    }
}

/// The array of so many elements, if these are records: structures or texts.
fn array_of(program: &Program, element: TypeId, start: u64, count: u64) -> Option<(u64, u64, u64)> {
    let is_record = match program.ctype(element) {
        CType::Struct { .. } => true,
        CType::Array { element, .. } => matches!(program.ctype(*element), CType::Char { .. }),
        _ => false,
    };
    let stride = program.size_of(element).filter(|_| is_record && count >= MIN_COUNT)?;
    (stride.0 > 0).then_some((start, stride.0, count))
}

impl State {
    /// The inputs that are the elements of one array of numbers, for each array.
    pub fn rows(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.objects.iter().filter(|object| object.count > 1).filter_map(|object| {
            // Its length may be an input, too, and comes before the elements.
            let first = object.parts.end.checked_sub(object.count as usize)?;
            let row = first..object.parts.end;
            let is_element = |input: &Rc<InputRecord>| input.within.is_some() && input.ty == Some(object.ty);
            (first >= object.parts.start && self.inputs.get(row.clone())?.iter().all(is_element))
                .then_some(row)
        })
    }
}

impl Machine {
    /// Notes the arrays of records of an object whose parts are inputs.
    pub(super) fn note_records(&self, state: &mut State, object: &ObjectRecord) {
        let Some(id) = object.place.object().filter(|_| self.options.split_results) else { return };
        let Some(address) = object.place.as_int() else { return };
        let begin = address.wrapping_sub(state.memory.address(id.id));
        let mut found = Vec::new();
        match object.count {
            1 => arrays_in(&self.program, object.ty, 0, 0, &mut found),
            count => found.extend(array_of(&self.program, object.ty, 0, count)),
        }
        for (start, stride, count) in found {
            let (parts, start) = (object.parts.clone(), begin + start);
            let array = RecordArray { object: id.id, start, stride, count, n_read: 0, parts, from: begin };
            Rc::make_mut(state.records.get_or_insert_default()).0.push(array);
        }
    }
}

impl State {
    /// Notes that the path reads these bytes of an object.
    pub(super) fn note_read_of(&mut self, object: ObjectId, bytes: Range<u64>) {
        if let Some(records) = &mut self.records
            && records.0.iter().any(|array| array.object == object)
        {
            Rc::make_mut(records).note(object, bytes);
        }
    }

    /// Whether an input is a part of a record in an array of records.
    pub fn is_in_records(&self, input: usize) -> bool {
        let within = self.inputs.get(input).and_then(|input| input.within);
        let is_in = |array: &RecordArray, at: u64| {
            let start = array.start - array.from;
            array.parts.contains(&input) && (start..start + array.stride * array.count).contains(&at)
        };
        let mut arrays = self.records.iter().flat_map(|records| &records.0);
        within.is_some_and(|bits| arrays.any(|array| is_in(array, u64::from(bits.0 / 8))))
    }

    /// Sets numbers of large objects on which nothing depends to zero, except the first ones and the last one:
    /// nobody reads hundreds of values.
    pub fn clear_large(&self, values: &mut Assignment) {
        let free = |input: &InputRecord| {
            let is_number = matches!(input.kind, InputKind::Integer { .. } | InputKind::Float { .. });
            let is_asked = |symbol: &SymbolId| self.path.condition().concerns(*symbol);
            let [symbol] = input.symbols[..] else { return None };
            (is_number && input.named.is_empty() && !is_asked(&symbol)).then_some(symbol)
        };
        for parts in
            self.objects.iter().map(|object| object.parts.clone()).filter(|parts| parts.len() > LARGE)
        {
            let (last, others) = (parts.end - 1, parts.start + FIRST..parts.end - 1);
            // Plain values that are told apart are used up long before the last number.
            if let (Some(next), Some(last)) = (free(&self.inputs[others.start]), free(&self.inputs[last]))
                && values.get(last) == 0
                && self.inputs[others.start].kind == self.inputs[parts.end - 1].kind
            {
                values.set(last, values.get(next));
            }
            others.filter_map(|at| free(&self.inputs[at])).for_each(|symbol| values.set(symbol, 0));
        }
    }

    /// Sets records that the path does not read to zero, except the first of them in each array.
    pub fn clear_records(&self, values: &mut Assignment) {
        for array in self.records.iter().flat_map(|records| &records.0) {
            let begin = array.start - array.from + (array.n_read + 1) * array.stride;
            let end = array.start - array.from + array.count * array.stride;
            for input in &self.inputs[array.parts.clone()] {
                let is_left = |bits: Bits| (begin..end).contains(&u64::from(bits.0 / 8));
                let is_asked = |symbol: &SymbolId| self.path.condition().concerns(*symbol);
                if input.within.is_some_and(is_left) && !input.symbols.iter().any(is_asked) {
                    input.symbols.iter().for_each(|symbol| values.set(*symbol, 0));
                }
            }
        }
    }
}
