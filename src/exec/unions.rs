//! Which member of a union the program means: the one that it used last.
//!
//! A union that is an input holds bytes. A read of them has a size and gives a number, a float or an address,
//! which tells the member in most cases; so does the place of a write over them. Code that only handles
//! concrete values never reads an input, so the general step sees all of these reads.

use super::machine::{Machine, Step};
use super::observe::Observer;
use super::passed::Piece;
use super::shape::{Source, Tag};
use super::state::{InputRecord, State};
use super::typed::{self, Leaf, LeafKind};
use crate::expr::{Arena, Assignment, ExprId, Kind, SymbolId};
use crate::ir::{CType, Inst, Member, Program, TypeId};
use crate::memory::{Byte, Content, Value};
use crate::testcase::{InputKind, NumberAt};
use crate::util::{Bits, Bytes};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many bytes a pointer has.
const WORD: usize = 8;

/// How a part of a union was accessed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Use {
    /// From the beginning of the union.
    offset: Bytes,
    width: Bits,
    is_float: bool,
    is_address: bool,
}

/// A union among the inputs.
#[derive(Copy, Clone, Debug)]
struct Union {
    ty: TypeId,
    /// The last read.
    used: Option<Use>,
}

/// The unions among the inputs of a path, by the numbers of the inputs.
#[derive(Clone, Debug, Default)]
pub struct Unions(BTreeMap<u32, Union>);

impl Unions {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn declare(&mut self, input: u32, ty: TypeId) {
        self.0.insert(input, Union { ty, used: None });
    }

    /// How the union that is this input was read last.
    pub(super) fn used(&self, input: u32) -> Option<Use> {
        self.0.get(&input)?.used
    }
}

impl Use {
    /// The member that is used in this way, if the union has one. Of several, it is the one that a tag names.
    fn member(self, program: &Program, members: &[Member], tagged: Option<usize>) -> Option<usize> {
        let start = self.offset.to_bits();
        let is_it = |leaf: &Leaf, is_any_kind: bool| match leaf.kind {
            LeafKind::Input(InputKind::Chars | InputKind::Bytes) => {
                self.width == Bits(8) && (leaf.offset.0..leaf.offset.0 + leaf.width.0).contains(&start.0)
            }
            kind => {
                let is_float = matches!(kind, LeafKind::Input(InputKind::Float { .. }));
                let is_address = matches!(kind, LeafKind::Pointer(_));
                let is_kind = is_float == self.is_float && is_address == self.is_address;
                leaf.offset == start && leaf.width == self.width && (is_kind || is_any_kind)
            }
        };
        let find = |is_any_kind| {
            let is_used = |member: &usize| {
                let leaves = typed::leaves(program, members[*member].ty, 1).unwrap_or_default();
                leaves.iter().any(|leaf| is_it(leaf, is_any_kind))
            };
            tagged.filter(is_used).or_else(|| (0..members.len()).find(is_used))
        };
        find(false).or_else(|| find(true))
    }
}

impl Machine {
    /// Notes the read that an instruction has just made, if a union that is an input lies at the address.
    pub(super) fn note_read(&self, state: &mut State, pointer: Value, inst: &Inst) {
        // A structure that is passed by value is copied, whatever its members are.
        if inst.flags & Inst::PIECE != 0 {
            return;
        }
        let Some((input, element)) = self.union_at(state, pointer, inst) else { return };
        let used = Use {
            offset: Bytes(element.into()),
            width: inst.bits(),
            is_float: inst.flags & Inst::FLOAT != 0,
            is_address: inst.flags & Inst::ADDRESS != 0,
        };
        let unions = Rc::make_mut(&mut state.unions);
        if let Some(union) = unions.0.get_mut(&input) {
            union.used = Some(used);
        }
    }
}

impl Machine {
    /// The value that an instruction reads at an address, if it is a pointer within a union that is an input.
    /// Its target is chosen as for a pointer outside of a union, and its bytes stay those of the union.
    pub(super) fn read_pointer_in_union(
        &mut self,
        state: &mut State,
        pointer: Value,
        inst: &Inst,
    ) -> Step<Option<Value>> {
        let is_pointer = inst.flags & (Inst::ADDRESS | Inst::PIECE) == Inst::ADDRESS;
        if state.unions.is_empty() || !is_pointer || inst.bits() != Bits(64) {
            return Ok(None);
        }
        let Some((input, element)) = self.union_at(state, pointer, inst) else { return Ok(None) };
        let place = element as usize;
        let Some(symbols) = state.inputs[input as usize].symbols.get(place..place + WORD) else {
            return Ok(None);
        };
        let first = symbols[0];
        if !state.pointers.knows(first) {
            let symbols: [SymbolId; WORD] = symbols.try_into().expect("invariant: as many as were asked for");
            // Bytes that the path has looked at as a number stay a number.
            let is_number = symbols.iter().any(|symbol| state.path.condition().concerns(*symbol));
            let Some((path, target)) = self.pointer_member(state, input, element).filter(|_| !is_number)
            else {
                return Ok(None);
            };
            let name: Rc<str> = format!("{}{path}", state.inputs[input as usize].name).into();
            let depth =
                state.pointers.depth_within(state.object_of(input as usize).and_then(|(made, _)| made));
            Rc::make_mut(&mut state.pointers).declare_in_bytes(symbols, name, target, depth);
        }
        self.read_chosen(state, first).map(Some)
    }

    /// The union input that has all bytes which an instruction reads at an address, and the first of them.
    fn union_at(&self, state: &State, pointer: Value, inst: &Inst) -> Option<(u32, u32)> {
        let (object, address) = (pointer.object()?, pointer.as_int()?);
        if !state.memory.holds(object) {
            return None;
        }
        let contents = state.memory.object(object.id);
        let offset = address.wrapping_sub(state.memory.address(object.id)) as usize;
        let key_at = |at: usize| {
            let byte = (at < contents.len()).then(|| contents.byte(at))?;
            let Byte::Input(part) = byte else { return None };
            let key = self.arena.symbol_key(part.symbol);
            Some((key.input, key.element))
        };
        let (input, element) = key_at(offset).filter(|(input, _)| state.unions.0.contains_key(input))?;
        // A value that was put together from parts elsewhere is no access to the union.
        let follows = |at: usize| key_at(offset + at) == Some((input, element + at as u32));
        (1..inst.bits().to_bytes().0 as usize).all(follows).then_some((input, element))
    }

    /// The path and the target of the pointer at a byte of a union: in the member that a tag names, or else
    /// in the first one that has a pointer there. Pointers to functions and streams do not count.
    fn pointer_member(&self, state: &State, input: u32, element: u32) -> Option<(String, TypeId)> {
        let program = &self.program;
        let CType::Union { members, .. } = program.ctype(state.unions.0.get(&input)?.ty) else { return None };
        let start = Bytes(element.into()).to_bits();
        let pointer_of = |member: &Member| {
            let leaves = typed::leaves(program, member.ty, 1).unwrap_or_default();
            leaves.into_iter().find_map(|leaf| match leaf.kind {
                LeafKind::Pointer(target) if leaf.offset == start => {
                    let is_plain =
                        *program.ctype(target) != CType::Function && !typed::is_stream(program, target);
                    is_plain.then(|| (format!(".{}{}", member.name, leaf.path), target))
                }
                _ => None,
            })
        };
        let tagged =
            state.path.witness().and_then(|values| state.tagged(program, input as usize, members, values));
        let tagged = tagged.and_then(|member| pointer_of(&members[member]));
        tagged.or_else(|| members.iter().find_map(pointer_of))
    }
}

impl State {
    /// The numbers that an input of bytes is meant to hold. A union has the numbers of the member that the
    /// program has used, or that a tag beside it names under these values, or else of its first member.
    pub fn numbers_in(&self, program: &Program, input: usize, values: &Assignment) -> Vec<NumberAt> {
        let number = |leaf: Leaf| match leaf.kind {
            LeafKind::Input(kind @ (InputKind::Integer { width, .. } | InputKind::Float { width })) => {
                let start = (leaf.offset.0 / 8) as usize;
                let is_whole = leaf.offset.0.is_multiple_of(8) && width.0.is_multiple_of(8);
                is_whole.then(|| NumberAt { bytes: start..start + (width.0 / 8) as usize, kind })
            }
            _ => None,
        };
        self.leaves_in(program, input, values).into_iter().filter_map(number).collect()
    }

    /// How many characters an input of bytes has if it is meant to hold an array of them and nothing else.
    pub fn text_in(&self, program: &Program, input: usize, values: &Assignment) -> Option<usize> {
        match self.leaves_in(program, input, values)[..] {
            [Leaf { kind: LeafKind::Input(InputKind::Chars), offset: Bits(0), width, .. }] => {
                Some((width.0 / 8) as usize)
            }
            _ => None,
        }
    }

    /// The parts of the member that a union is meant to hold; none if the input is no union.
    fn leaves_in(&self, program: &Program, input: usize, values: &Assignment) -> Vec<Leaf> {
        let Some(union) = self.unions.0.get(&(input as u32)) else { return Vec::new() };
        let CType::Union { members, .. } = program.ctype(union.ty) else { return Vec::new() };
        let meant = self.meant(program, input as u32, values);
        let leaves_of = |member: &Member| typed::leaves(program, member.ty, 1).unwrap_or_default();
        let is_pointer = |leaf: &Leaf| matches!(leaf.kind, LeafKind::Pointer(_));
        // Bytes lead nowhere, so if nothing tells the member, it is one that has more than pointers.
        let is_number = |member: &usize| !leaves_of(&members[*member]).iter().all(is_pointer);
        let member = meant.or_else(|| (0..members.len()).find(is_number)).unwrap_or(0);
        members.get(member).map(leaves_of).unwrap_or_default()
    }

    /// Whether the same members of unions are meant under both values.
    pub fn has_same_members(&self, program: &Program, values: &Assignment, other: &Assignment) -> bool {
        let mut unions = self.unions.0.keys();
        unions.all(|input| self.meant(program, *input, values) == self.meant(program, *input, other))
    }

    /// The member of a union that the program has used, or else that a tag beside it names under these
    /// values. If several members fit the use, the tag decides.
    fn meant(&self, program: &Program, input: u32, values: &Assignment) -> Option<usize> {
        let union = self.unions.0.get(&input)?;
        let CType::Union { members, .. } = program.ctype(union.ty) else { return None };
        let tagged = self.tagged(program, input as usize, members, values);
        union.used.map_or(tagged, |used| used.member(program, members, tagged).or(tagged))
    }

    /// Whether an input is a union of which another member is meant than the one that its tag names under
    /// `other` values.
    pub fn is_other_member(
        &self,
        program: &Program,
        at: usize,
        values: &Assignment,
        other: &Assignment,
    ) -> bool {
        let Some(union) = self.unions.0.get(&(at as u32)) else { return false };
        let CType::Union { members, .. } = program.ctype(union.ty) else { return false };
        let tagged = self.tagged(program, at, members, other);
        tagged
            .is_some_and(|tagged| self.meant(program, at as u32, values).is_some_and(|meant| meant != tagged))
    }

    /// Sets bytes of unions to zero that the path has not looked at, if the member that is meant has no
    /// number or character there: its pointers lead nowhere, and nothing lies behind the end of a text, or
    /// behind a member that is smaller than others.
    pub fn clear_unions(&self, program: &Program, values: &mut Assignment) {
        for (input, union) in &self.unions.0 {
            let CType::Union { members, .. } = program.ctype(union.ty) else { continue };
            let Some(member) = self.meant(program, *input, values) else { continue };
            let leaves = typed::leaves(program, members[member].ty, 1).unwrap_or_default();
            let symbols = &self.inputs[*input as usize].symbols;
            let mut is_kept: Vec<bool> =
                symbols.iter().map(|symbol| self.path.condition().concerns(*symbol)).collect();
            for leaf in leaves {
                let start = (leaf.offset.0 / 8) as usize;
                let n_bytes = leaf.width.0.div_ceil(8) as usize;
                let is_zero = |symbol: &&SymbolId| values.get(**symbol) == 0;
                let n_letters =
                    symbols.iter().skip(start).take(n_bytes).take_while(|it| !is_zero(it)).count();
                let is_kept = is_kept.iter_mut().skip(start).take(n_bytes);
                match leaf.kind {
                    // What follows the end of a text is left out.
                    LeafKind::Input(InputKind::Chars) => {
                        is_kept.take(n_letters).for_each(|is_kept| *is_kept = true);
                    }
                    LeafKind::Pointer(_)
                        if symbols.get(start).is_some_and(|it| !self.pointers.knows(*it)) => {}
                    _ => is_kept.for_each(|is_kept| *is_kept = true),
                }
            }
            let cleared = symbols.iter().zip(is_kept).filter(|(_, is_kept)| !is_kept);
            cleared.for_each(|(symbol, _)| values.set(*symbol, 0));
        }
    }

    /// The bytes of a pointer in a union, if the path has neither followed it nor looked at it as a number.
    fn unread_bytes(&self, input: u32, leaf: &Leaf) -> Option<&[SymbolId]> {
        let start = (leaf.offset.0 / 8) as usize;
        let symbols = self.inputs[input as usize].symbols.get(start..start + WORD)?;
        let is_followed = self.pointers.knows(symbols[0]);
        let is_read = symbols.iter().any(|symbol| self.path.condition().concerns(*symbol));
        (!is_followed && !is_read).then_some(symbols)
    }

    /// The names of the pointers in unions that the path has neither followed nor looked at as numbers.
    pub fn unread_in_unions(&self, program: &Program) -> Vec<String> {
        let mut found = Vec::new();
        for (input, union) in &self.unions.0 {
            let CType::Union { members, .. } = program.ctype(union.ty) else { continue };
            let record = &self.inputs[*input as usize];
            for member in members {
                let leaves = typed::leaves(program, member.ty, 1).unwrap_or_default();
                let is_unread = |leaf: &&Leaf| {
                    matches!(leaf.kind, LeafKind::Pointer(_)) && self.unread_bytes(*input, leaf).is_some()
                };
                let unread = leaves.iter().filter(is_unread);
                found.extend(unread.map(|leaf| format!("{}.{}{}", record.name, member.name, leaf.path)));
            }
        }
        found
    }

    /// Whether there are unions among the inputs.
    pub fn has_unions(&self) -> bool {
        !self.unions.is_empty()
    }

    /// The member that the last enumerator before a union names, if it is near and in the same object.
    fn tagged(
        &self,
        program: &Program,
        input: usize,
        members: &[Member],
        values: &Assignment,
    ) -> Option<usize> {
        const NEAR: usize = 4;
        let mut behind = self.inputs.get(input)?.within?;
        let before = self.inputs[..input].iter().rev().take(NEAR);
        let mut before = before.take_while(|before| {
            let is_before = before.within.is_some_and(|at| at < behind);
            behind = before.within.unwrap_or(behind);
            is_before
        });
        let is_tag = |before: &&Rc<InputRecord>| {
            before.ty.is_some_and(|ty| matches!(program.ctype(ty), CType::Enum { .. }))
        };
        let before = before.find(is_tag)?;
        let CType::Enum { variants, signed, size, .. } = program.ctype(before.ty?) else { return None };
        let pattern = values.get(*before.symbols.first()?);
        let value = if *signed { size.to_bits().sign_extend(pattern) } else { pattern as i128 };
        Tag { variants, value }.choice(members)
    }
}

impl Observer<'_> {
    /// The member that is used of a union that is an input, as far as reads of it and writes over it tell.
    pub(super) fn used_input(
        &self,
        source: Source<'_>,
        at: u64,
        members: &[Member],
        size: u64,
        tagged: Option<usize>,
    ) -> Option<usize> {
        self.use_of(source, at, size)?.member(self.program(), members, tagged)
    }

    /// The part of a union that is an input which was read as an address.
    pub(super) fn read_as_address(&self, source: Source<'_>, at: u64, size: u64) -> Option<u64> {
        self.use_of(source, at, size).filter(|used| used.is_address).map(|used| used.offset.0)
    }

    fn use_of(&self, source: Source<'_>, at: u64, size: u64) -> Option<Use> {
        let input_at = |offset: u64| match source {
            Source::Object(memory, object) => {
                let contents = memory.object(object.id);
                let byte = (offset < contents.len() as u64).then(|| contents.byte(offset as usize));
                let Some(Byte::Input(part)) = byte else { return None };
                let input = self.arena().symbol_key(part.symbol).input;
                self.unions.0.contains_key(&input).then_some(input)
            }
            Source::Pieces(_, pieces) => {
                let bit = u32::try_from(offset * 8).ok()?;
                let holds = |piece: &&Piece| (piece.offset.0..piece.offset.0 + piece.width.0).contains(&bit);
                match pieces.iter().find(holds)?.value.content() {
                    Content::Term(term) => self.union_in(self.arena(), term),
                    Content::Concrete(_) => None,
                }
            }
            Source::Row(_) => self.row_unions.iter().find(|(place, _)| *place == at).map(|(_, input)| *input),
            _ => None,
        };
        let inputs: Vec<Option<u32>> = (at..at + size).map(input_at).collect();
        match inputs.iter().position(Option::is_none) {
            None => self.unions.used(*inputs.first()?.as_ref()?),
            // A part was written over.
            Some(first) if inputs.iter().any(Option::is_some) => {
                let n = inputs[first..].iter().take_while(|input| input.is_none()).count();
                let is_address = n == 8 && self.pointer_of(source, at + first as u64).is_some();
                let width = Bytes(n as u64).to_bits();
                Some(Use { offset: Bytes(first as u64), width, is_float: false, is_address })
            }
            Some(_) => None,
        }
    }

    /// The union that a term is made of, if it is one that is passed to a function as a whole.
    fn union_in(&self, arena: &Arena, term: ExprId) -> Option<u32> {
        let mut node = arena.node(term);
        while matches!(node.kind, Kind::Concat | Kind::Extract | Kind::ZExt) {
            node = arena.node(node.first());
        }
        let input = (node.kind == Kind::Symbol).then(|| arena.symbol_key(node.symbol()).input)?;
        self.unions.0.contains_key(&input).then_some(input)
    }
}
