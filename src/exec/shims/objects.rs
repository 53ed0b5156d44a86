//! Objects that are inputs: each part of one gets a value of its own, by its type.

use crate::exec::State;
use crate::exec::machine::{Machine, Step};
use crate::exec::pointers::points_to_itself;
use crate::exec::state::ObjectRecord;
use crate::exec::typed::{self, Leaf, LeafKind};
use crate::expr::{ExprId, SymbolId};
use crate::ir::{CType, Pc, TypeId};
use crate::memory::{Access, OriginKind, Value};
use crate::testcase::InputKind;
use crate::util::{Bits, Bytes};
use std::rc::Rc;
use std::sync::Arc;

/// How the parts of an object are named.
pub(in crate::exec) struct Naming {
    /// The name of the object, or of the pointer to it.
    pub(in crate::exec) name: Rc<str>,
    pub(in crate::exec) is_pointee: bool,
    /// How many pointers lead to it.
    pub(in crate::exec) depth: u32,
    /// Whether an argument points to it and it is no part of a list or a tree itself: then it is no object of
    /// the lists that begin in it.
    pub(in crate::exec) is_head: bool,
}

impl Naming {
    fn of(&self, path: &str) -> Rc<str> {
        let Self { name, is_pointee, .. } = self;
        match path.strip_prefix('.') {
            Some(member) if *is_pointee => format!("{name}->{member}").into(),
            None if *is_pointee && path.is_empty() => format!("*{name}").into(),
            _ => format!("{name}{path}").into(),
        }
    }
}

/// The contents of a place: `count` values of a type.
#[derive(Copy, Clone)]
struct Typed {
    ty: TypeId,
    count: u64,
}

impl Machine {
    /// `symir_object(object, name)`: `variable` is a pointer to the object and tells its type.
    pub(super) fn input_object(
        &mut self,
        state: &mut State,
        variable: Value,
        size: Value,
        name: Value,
    ) -> Step {
        let name = self.input_name(state, name)?;
        let Some(size) = size.as_int() else {
            let what = format!(
                "symir_object of `{name}`, whose size is no constant: make it by symir_array, or give its elements values \
                 one by one"
            );
            return Err(self.unsupported(state, what).into());
        };
        let to = self.read(state, variable, Bits(64))?;
        let typed = match self.variable_type(state, variable).map(|ty| self.program.ctype(ty)) {
            Some(CType::Pointer(ty)) => Some(Typed { ty: *ty, count: 1 }),
            _ => self.type_at(state, to, size),
        };
        let program = Arc::clone(&self.program);
        let typed = typed.map(|typed| Typed { ty: program.input_type(&name, typed.ty), ..typed });
        let Some(typed) =
            typed.filter(|typed| program.size_of(typed.ty).is_none_or(|own| own.0 * typed.count == size))
        else {
            return self.input_buffer(state, to, size, name, InputKind::Bytes);
        };
        match typed::leaves(&program, typed.ty, typed.count) {
            Ok(leaves) => self.input_parts(state, to, size, name, typed, leaves),
            Err(typed::Unmade(why)) => {
                Err(self.unsupported(state, format!("symir_object of `{name}`: {why}")).into())
            }
        }
    }

    /// Makes memory an input that may have any contents: values of its type, if that is known.
    pub(super) fn input_memory(&mut self, state: &mut State, to: Value, size: u64, name: Rc<str>) -> Step {
        let typed = self.type_at(state, to, size);
        let leaves = typed.and_then(|typed| typed::leaves(&self.program, typed.ty, typed.count).ok());
        match (typed, leaves) {
            (Some(typed), Some(mut leaves)) if !is_text(&leaves) => {
                leaves.iter_mut().for_each(make_any);
                self.input_parts(state, to, size, name, typed, leaves)
            }
            _ => self.input_buffer(state, to, size, name, InputKind::Bytes),
        }
    }

    /// The type of the variable at an address.
    pub(in crate::exec) fn variable_type(&self, state: &State, at: Value) -> Option<TypeId> {
        let object = at.object()?;
        let origin = state.memory.is_current(object).then(|| state.memory.origin(object.id))?;
        match origin.kind {
            OriginKind::Local => self.program.inst(Pc::from_raw(origin.number)).alloca(&self.program).ty,
            OriginKind::Global => self.program.globals[origin.number as usize].ty,
            _ => None,
        }
    }

    /// The type of `size` bytes within a variable.
    fn type_at(&self, state: &State, to: Value, size: u64) -> Option<Typed> {
        let ty = self.variable_type(state, to)?;
        let offset = to.as_int()?.checked_sub(state.memory.address(to.object()?.id))?;
        let (ty, count) = typed::type_within(&self.program, ty, offset, size)?;
        Some(Typed { ty, count })
    }

    /// Makes each part an input, and the bytes between them zero.
    fn input_parts(
        &mut self,
        state: &mut State,
        to: Value,
        size: u64,
        name: Rc<str>,
        typed: Typed,
        leaves: Vec<Leaf>,
    ) -> Step {
        self.resolve(state, to, Bytes(size), Access::Write)?;
        let is_single = matches!(leaves.as_slice(), [leaf] if leaf.path.is_empty());
        let first = state.inputs.len();
        let naming = Naming { name: Rc::clone(&name), is_pointee: false, depth: 0, is_head: false };
        self.write_leaves(state, to, size, &naming, leaves, is_single)?;
        self.note_counts(state, typed.ty, typed.count, first)?;
        if is_single {
            self.place_input(state, to);
        } else {
            let (ty, count, size) = (typed.ty, typed.count, Bytes(size));
            let parts = first..state.inputs.len();
            let object = ObjectRecord { name, ty, count, size, place: to, parts, made: None };
            self.note_records(state, &object);
            Rc::make_mut(&mut state.objects).push(object);
        }
        Ok(())
    }

    /// Declares and writes the parts of an object of `size` bytes, and zeros between them.
    pub(in crate::exec) fn write_leaves(
        &mut self,
        state: &mut State,
        to: Value,
        size: u64,
        naming: &Naming,
        leaves: Vec<Leaf>,
        is_single: bool,
    ) -> Step {
        let mut end = Bits(0);
        let mut rest = leaves.as_slice();
        while let Some(leaf) = rest.first() {
            let start = Bits(leaf.offset.0 / 8 * 8);
            self.write_zeros(state, to, end, start)?;
            // Bit-fields that share a byte are written together.
            let mut parts = Vec::new();
            end = start;
            while let Some((leaf, others)) = rest.split_first() {
                if !parts.is_empty() && leaf.offset.0 >= end.0 {
                    break;
                }
                end = Bits((leaf.offset.0 + leaf.width.0).next_multiple_of(8));
                parts.push((leaf.offset, self.declare_leaf(state, naming, leaf)));
                rest = others;
                if let Some(input) = Rc::make_mut(&mut state.inputs).last_mut() {
                    let input = Rc::make_mut(input);
                    input.within = (!is_single).then_some(leaf.offset);
                    input.named = self.named_values(leaf.ty, leaf.width);
                    input.ty = Some(leaf.ty);
                }
                if matches!(self.program.ctype(leaf.ty), CType::Union { .. }) {
                    let input = state.inputs.len() as u32 - 1;
                    Rc::make_mut(&mut state.unions).declare(input, leaf.ty);
                }
            }
            self.write_parts(state, to, start, end, &parts)?;
        }
        self.write_zeros(state, to, end, Bytes(size).to_bits())
    }

    /// The values of a type that have names: the values of an enumeration and their combinations, and null.
    pub(super) fn named_values(&self, ty: TypeId, width: Bits) -> Rc<[u128]> {
        let variants = match self.program.ctype(ty) {
            CType::Enum { variants, .. } => variants,
            // Null is the plainest of all addresses.
            CType::Pointer(_) => return Rc::new([0]),
            _ => return Rc::default(),
        };
        let mut values: Vec<u128> =
            variants.iter().map(|variant| variant.value as u128 & width.mask()).collect();
        let flags: Vec<u128> = values.iter().copied().filter(|value| *value != 0).collect();
        if is_flag_set(&flags) {
            // One flag, then two, then more.
            let several = 1u32..1 << flags.len();
            let of = |set: u32| (0..flags.len()).filter(move |at| set >> at & 1 == 1);
            let mut several: Vec<u32> = several.filter(|set| set.count_ones() > 1).collect();
            several.sort_by_key(|set| set.count_ones());
            values.extend(several.into_iter().map(|set| of(set).fold(0, |all, at| all | flags[at])));
        }
        values.into()
    }

    /// Declares the symbols of a part's value, the one at the lowest place first.
    fn declare_leaf(&mut self, state: &mut State, naming: &Naming, leaf: &Leaf) -> Vec<SymbolId> {
        let name = naming.of(&leaf.path);
        let kind = match leaf.kind {
            LeafKind::Input(kind) => kind,
            // A symbol of one bit has no values that must be excluded.
            LeafKind::Bool => {
                let width = Bits(1);
                let kind = InputKind::Integer { width, signed: false };
                return self.declare_symbols(state, name, kind, std::iter::once((0, width)));
            }
            LeafKind::Pointer(target) => {
                let width = std::iter::once((0, Bits(64)));
                let symbols = self.declare_symbols(state, Rc::clone(&name), InputKind::Pointer, width);
                let begins_list = naming.is_head && points_to_itself(&self.program, target);
                let depth = if begins_list { 0 } else { naming.depth };
                Rc::make_mut(&mut state.pointers).declare(symbols[0], name, target, depth);
                return symbols;
            }
        };
        match kind {
            InputKind::Chars | InputKind::Bytes | InputKind::String => {
                let n = leaf.width.0 / 8;
                self.declare_symbols(state, name, kind, (0..n).map(|element| (element, Bits(8))))
            }
            _ => self.declare_symbols(state, name, kind, std::iter::once((0, leaf.width))),
        }
    }

    /// Writes parts, given with the places where they begin, and zeros between them.
    fn write_parts(
        &mut self,
        state: &mut State,
        to: Value,
        start: Bits,
        end: Bits,
        parts: &[(Bits, Vec<SymbolId>)],
    ) -> Step {
        let is_byte_or_bit = |width: Bits| width.0.is_multiple_of(8) || width == Bits(1);
        if let [(at, symbols)] = parts
            && *at == start
            && symbols.iter().all(|symbol| is_byte_or_bit(self.arena.symbol_key(*symbol).width))
        {
            let mut at = start;
            for symbol in symbols {
                let place = self.offset(to, Value::int(u64::from(at.0 / 8)));
                self.write_symbol(state, place, *symbol)?;
                at = Bits(at.0 + self.arena.symbol_key(*symbol).width.to_bytes().to_bits().0);
            }
            return self.write_zeros(state, to, at, end);
        }
        let mut whole: Option<ExprId> = None;
        let mut at = start;
        let mut append = |machine: &mut Self, term: ExprId| {
            whole = Some(match whole {
                Some(low) => machine.arena.concat(term, low),
                None => term,
            });
        };
        for (offset, symbols) in parts {
            if offset.0 > at.0 {
                let gap = self.arena.constant(Bits(offset.0 - at.0), 0);
                append(self, gap);
            }
            at = *offset;
            for symbol in symbols {
                let term = self.arena.term_of(*symbol);
                at = Bits(at.0 + self.arena.width(term).0);
                append(self, term);
            }
        }
        if end.0 > at.0 {
            let gap = self.arena.constant(Bits(end.0 - at.0), 0);
            append(self, gap);
        }
        let whole = whole.expect("invariant: there are parts");
        let place = self.offset(to, Value::int(u64::from(start.0 / 8)));
        self.write(state, place, Bits(end.0 - start.0), Value::term(whole))
    }

    fn write_zeros(&mut self, state: &mut State, to: Value, from: Bits, end: Bits) -> Step {
        for at in from.0.div_ceil(8)..end.0 / 8 {
            let place = self.offset(to, Value::int(u64::from(at)));
            self.write(state, place, Bits(8), Value::ZERO)?;
        }
        Ok(())
    }
}

/// Whether these values of an enumeration are flags that can be combined: powers of two, and at least three
/// of them, since 1 and 2 may just number two kinds of something.
fn is_flag_set(values: &[u128]) -> bool {
    const MOST: usize = 6;
    let union = values.iter().fold(0, |all, value| all | value);
    let is_distinct = union.count_ones() as usize == values.len();
    (3..=MOST).contains(&values.len()) && is_distinct && values.iter().all(|value| value.is_power_of_two())
}

/// Whether there are only bytes and characters.
fn is_text(leaves: &[Leaf]) -> bool {
    match leaves {
        [leaf] => matches!(leaf.kind, LeafKind::Input(InputKind::Bytes | InputKind::Chars)),
        leaves => leaves.is_empty(),
    }
}

/// Lets a part have any value that its bytes can hold: no number and no pointer is excluded.
fn make_any(leaf: &mut Leaf) {
    let number = |width| LeafKind::Input(InputKind::Integer { width, signed: false });
    leaf.kind = match leaf.kind {
        LeafKind::Bool | LeafKind::Pointer(_) => number(leaf.width),
        kind @ LeafKind::Input(_) => kind,
    };
}
