//! What a call under test does to objects, as data: what must be true of the objects that it is given, and
//! what they hold when it returns, as terms over the inputs.
//!
//! If an object was made for a pointer input, its parts are inputs, whose terms say what it held before.
//! Objects that the call allocates itself have no contents before. A part that is neither a number nor a
//! pointer to a whole object is [`Held::Other`]; its value is not known to the reader.

use super::state::{ObjectRecord, RecordedCall};
use super::typed::{LeafKind, leaves};
use super::{Machine, State};
use crate::expr::{ExprId, Kind, SymbolId};
use crate::ir::{CType, TypeId};
use crate::memory::{Memory, ObjectRef, Value};
use crate::testcase::InputKind;
use crate::util::{Bits, Bytes};

/// The effect of one path through a call.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The conditions on the inputs.
    pub conditions: Vec<ExprId>,
    pub arguments: Vec<Held>,
    pub result: Held,
    pub objects: Vec<Touched>,
    /// How often the call took which edge.
    pub edges: Vec<(u32, u32)>,
}

/// An object that a call was given or made.
#[derive(Clone, Debug)]
pub struct Touched {
    pub ty: TypeId,
    /// Whether the call made it.
    pub is_new: bool,
    pub is_freed: bool,
    /// What its parts held; empty for an object that the call made.
    pub before: Vec<Part>,
    pub after: Vec<Part>,
}

/// A part of an object.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub at: Bits,
    pub held: Held,
}

/// A value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Held {
    Number(ExprId),
    Null,
    /// A pointer to the beginning of one of the objects.
    Object(usize),
    /// A pointer that is an input and was not followed.
    Open(SymbolId),
    /// Nothing was written.
    Unwritten,
    Other,
}

/// A part of the objects of a type, as the source calls it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedMember {
    /// In the syntax of C, such as `.size`; empty if it is the whole object.
    pub path: String,
    pub at: Bits,
    pub width: Bits,
    pub kind: MemberKind,
}

/// What kind of value a part is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum MemberKind {
    Number { signed: bool },
    Pointer,
    Other,
}

/// Objects with more parts are not looked into.
const MOST_PARTS: u64 = 256;

/// Reads the objects of one call.
struct Reader<'a> {
    machine: &'a mut Machine,
    state: &'a State,
    call: &'a RecordedCall,
    known: Vec<ObjectRef>,
    objects: Vec<Touched>,
}

impl Machine {
    /// The parts of the objects of a type; empty if there are too many, or if the type is not known.
    pub fn members(&self, ty: TypeId) -> Vec<PlacedMember> {
        let found = leaves(&self.program, ty, 1).unwrap_or_default();
        if found.len() as u64 > MOST_PARTS {
            return Vec::new();
        }
        let placed = found.into_iter().map(|leaf| PlacedMember {
            path: leaf.path,
            at: leaf.offset,
            width: leaf.width,
            kind: match leaf.kind {
                LeafKind::Input(InputKind::Integer { signed, .. }) => MemberKind::Number { signed },
                LeafKind::Bool => MemberKind::Number { signed: false },
                LeafKind::Pointer(_) => MemberKind::Pointer,
                LeafKind::Input(_) => MemberKind::Other,
            },
        });
        placed.collect()
    }

    /// The effect of the first call under test on a path, up to the end of the path if the call has not
    /// returned; `None` if there is no such call.
    pub fn effect(&mut self, state: &State) -> Option<Effect> {
        let call = state.calls.first()?;
        let signature = self.program.functions[call.function.index()].signature.clone();
        let mut reader = Reader { machine: self, state, call, known: Vec::new(), objects: Vec::new() };
        for object in state.objects.iter() {
            reader.given(object);
        }
        let params = signature.as_ref().map_or(Vec::new(), |it| it.params.clone());
        let mut arguments = Vec::new();
        for (at, (value, width)) in call.arguments.iter().enumerate() {
            let target = params.get(at).and_then(|ty| reader.target(*ty));
            arguments.push(reader.held(*value, *width, target));
        }
        let results = call.returned.as_ref().map_or(&[][..], |it| &it.results);
        let result = match (results.first(), signature.map(|it| it.result)) {
            (Some(value), Some(ty)) if results.len() == 1 => {
                let target = reader.target(ty);
                let width = reader.machine.program.size_of(ty).map_or(Bits(32), Bytes::to_bits);
                match value.content() {
                    crate::memory::Content::Term(term) if reader.machine.arena.width(term) != width => {
                        Held::Other
                    }
                    _ => reader.held(*value, width, target),
                }
            }
            _ => Held::Other,
        };
        let mut at = 0;
        while at < reader.objects.len() {
            reader.after(at);
            at += 1;
        }
        let objects = reader.objects;
        Some(Effect {
            conditions: state.path.conditions().to_vec(),
            arguments,
            result,
            objects,
            edges: state.tested().0,
        })
    }
}

impl Reader<'_> {
    fn memory(&self) -> &Memory {
        self.call.returned.as_ref().map_or(&self.state.memory, |returned| &returned.memory_after)
    }

    fn target(&self, ty: TypeId) -> Option<TypeId> {
        match self.machine.program.ctype(ty) {
            CType::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    /// Adds an object that was there before the call.
    fn given(&mut self, record: &ObjectRecord) {
        let Some(object) = record.place.object() else { return };
        let mut before = Vec::new();
        for part in &self.state.inputs[record.parts.clone()] {
            let Some(mut at) = part.within else { continue };
            for symbol in &part.symbols {
                let term = self.machine.arena.term_of(*symbol);
                let held = match part.kind {
                    InputKind::Pointer => Held::Open(*symbol),
                    _ => Held::Number(term),
                };
                before.push(Part { at, held });
                at = Bits(at.0 + self.machine.arena.width(term).0);
            }
        }
        self.known.push(object);
        self.objects.push(Touched {
            ty: record.ty,
            is_new: false,
            is_freed: false,
            before,
            after: Vec::new(),
        });
    }

    /// What a pointer that is an input points to, as the path has chosen.
    fn followed(&self, symbol: SymbolId) -> Held {
        if let Some(target) = self.state.pointers.target(symbol) {
            let is_it = |record: &&ObjectRecord| record.made == Some(target.object);
            let object = self.state.objects.iter().find(is_it).and_then(|record| record.place.object());
            let place = object.and_then(|object| self.known.iter().position(|known| *known == object));
            return place.map_or(Held::Other, Held::Object);
        }
        if self.state.pointers.function(symbol).is_some() {
            return Held::Other;
        }
        if self.state.pointers.is_null(symbol) { Held::Null } else { Held::Open(symbol) }
    }

    /// A value. If it is a pointer, `target` is its known target type; the object may be a new one.
    fn held(&mut self, value: Value, width: Bits, target: Option<TypeId>) -> Held {
        if let Some(object) = value.object() {
            let start = self.memory().address(object.id);
            if value.as_int() != Some(start) {
                return Held::Other;
            }
            if let Some(place) = self.known.iter().position(|known| *known == object) {
                return Held::Object(place);
            }
            let is_old = self.call.memory_before.is_current(object);
            let (Some(ty), false, true) = (target, is_old, self.memory().is_current(object)) else {
                return Held::Other;
            };
            self.known.push(object);
            let touched =
                Touched { ty, is_new: true, is_freed: false, before: Vec::new(), after: Vec::new() };
            self.objects.push(touched);
            return Held::Object(self.known.len() - 1);
        }
        if target.is_some() && value.as_int() == Some(0) {
            return Held::Null;
        }
        let term = value.to_term(&mut self.machine.arena, width);
        let node = self.machine.arena.node(term);
        if node.kind == Kind::Symbol && self.state.pointers.knows(node.symbol()) {
            return self.followed(node.symbol());
        }
        if target.is_some() { Held::Other } else { Held::Number(term) }
    }

    /// Reads the parts of an object after the call.
    fn after(&mut self, at: usize) {
        let object = self.known[at];
        for place in 0..self.objects[at].before.len() {
            if let Held::Open(symbol) = self.objects[at].before[place].held {
                self.objects[at].before[place].held = self.followed(symbol);
            }
        }
        if !self.memory().holds(object) {
            self.objects[at].is_freed = true;
            return;
        }
        let program = self.machine.program.clone();
        let (size, ty) = (self.memory().size(object.id).0, self.objects[at].ty);
        let one = program.size_of(ty).map_or(1, |size| size.0.max(1));
        let count = size / one;
        if count == 0 || count > MOST_PARTS {
            return;
        }
        let Ok(leaves) = leaves(&program, ty, count) else { return };
        let mut after = Vec::new();
        for leaf in leaves {
            let (each, target) = match leaf.kind {
                LeafKind::Pointer(target) => (leaf.width, Some(target)),
                LeafKind::Input(InputKind::Chars | InputKind::Bytes | InputKind::String) => (Bits(8), None),
                _ => (leaf.width, None),
            };
            let n = leaf.width.0.checked_div(each.0).unwrap_or(0);
            if after.len() as u64 + u64::from(n) > MOST_PARTS {
                return;
            }
            for number in 0..n {
                let at = Bits(leaf.offset.0 + number * each.0);
                let held = self.read(object, at, each, target);
                after.push(Part { at, held });
            }
        }
        self.objects[at].after = after;
    }

    fn read(&mut self, object: ObjectRef, at: Bits, width: Bits, target: Option<TypeId>) -> Held {
        let byte = (at.0 / 8) as usize;
        let shift = at.0 % 8;
        let whole = Bits((shift + width.0).next_multiple_of(8));
        let memory = self.call.returned.as_ref().map_or(&self.state.memory, |it| &it.memory_after);
        let (value, is_unwritten) = memory.object(object.id).read(&mut self.machine.arena, byte, whole);
        if is_unwritten {
            return Held::Unwritten;
        }
        if whole == width {
            return self.held(value, width, target);
        }
        let term = value.to_term(&mut self.machine.arena, whole);
        Held::Number(self.machine.arena.extract(term, shift, width))
    }
}
