//! Objects of unknown type: targets of pointers to void, or to a structure of which only the name is known.
//!
//! At first such an object is an array of bytes of unknown length. It imitates what the code takes it for:
//! each access makes it as large as the access needs, and its bytes become inputs when they are read.
//! Meanwhile its [profile](super::ranking) records what was done with it. A state with such an object is a
//! *scout*. Once the profile says enough, or at the end of the path, [`super::ranking`] ranks the types of
//! the program by how well they fit, and the best ones are proposed. The scout gives no test; states in which
//! the object has one of these types take its place. They begin at the fork where the pointer was chosen, and
//! the number of the type is part of their decision path. So a state that is made again from its decision
//! path gets the same types.
//!
//! An object whose type was decided is reconsidered if the code then takes it for something else: for a
//! larger structure with the same beginning, or for a member of a larger structure, as `container_of` does.
//! The same is done for objects of structures that other structures have as members.
//!
//! The profile records accesses outside of what an object has so far, and reads of inputs through another
//! type than the type of the object. The general step sees all of these. Writes over bytes that were used
//! before are not recorded.

use super::growing::Extent;
use super::machine::{Machine, Step};
use super::pointers::Made;
use super::ranking::{self, Accessed, Form, Shape, Use};
use super::state::State;
use super::views::View;
use super::{Ending, Unknown};
use crate::ir::{CType, Inst, Op, Operand, Pc, Program, TypeId};
use crate::memory::{ObjectRef, Value};
use crate::util::{Bits, Bytes};
use std::rc::Rc;
use std::sync::Arc;

/// The most bytes of an object of unknown type.
pub(super) const WINDOW: u64 = 256;
/// How many bytes such an object has if nothing of it is used.
pub(super) const UNUSED: u64 = 8;
/// How many elements an array has if nothing tells their number.
pub(super) const ELEMENTS: u64 = 4;
/// The number that stands for the first [shape](super::ranking::Shape) in a decision path.
pub const SHAPED: u32 = 1 << 20;
/// After so many accesses, a profile says enough, if nothing in the code names a type.
const ENOUGH: usize = 2;

/// A choice of a pointer's target that may be made again, with another type.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Vertex {
    /// Its place in the decision path, and the instruction.
    pub(super) at: u32,
    pub(super) pc: Pc,
    /// The shape that was decided; `None` if the object imitates, or has the type that the pointer declares.
    pub(super) shape: Option<u32>,
    /// The type that the pointer declares, if that says anything.
    pub(super) declared: Option<TypeId>,
}

/// A state that takes the place of a path which has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// The instruction that needed the pointer whose type is decided.
    pub at: Pc,
    pub decision_path: Vec<u32>,
    /// The name of the pointer among the inputs, and the type in the words of C.
    pub pointer: String,
    pub words: String,
}

/// A shape that an object gets instead of its own.
#[derive(Copy, Clone, Debug)]
pub(super) struct Proposed {
    vertex: Vertex,
    shape: u32,
    /// The number of the object.
    object: u32,
}

/// Whether an object has a value of this type at the place that its own pointer leads to.
pub(super) fn is_around(program: &Program, made: &Made, ty: TypeId) -> bool {
    ranking::has_member(program, made.ty, made.lead, ty)
}

/// An instruction's access to an object.
struct Access {
    view: Option<View>,
    used: Use,
}

impl State {
    /// The number of bytes in an input, if it is an object of unknown type of which the path used nothing.
    pub fn unused(&self, input: usize) -> Option<usize> {
        let (made, _) = self.object_of(input)?;
        let extent = self.pointers.made()[made? as usize].extent.as_deref()?;
        matches!(extent, Extent::Used { used: Bytes(0), .. }).then_some(UNUSED as usize)
    }
}

impl Machine {
    /// From now on, states follow this decision path where it decides types; with `None`, no longer.
    pub fn follow_types(&mut self, decision_path: Option<&[u32]>) {
        self.wish = decision_path.unwrap_or_default().to_vec();
    }

    /// The shape that the followed decision path chooses next.
    pub(super) fn wished(&self, state: &State) -> Option<u32> {
        let next = self.wish.strip_prefix(&state.decision_path[..])?.first()?;
        next.checked_sub(SHAPED)
    }

    /// The shapes that begin where the pointer leads, if objects of unknown type get each of them at once.
    pub(super) fn eager_shapes(&self, pointer: TypeId) -> Vec<u32> {
        if self.options.unknown != Unknown::Every || !self.is_unknown(pointer) {
            return Vec::new();
        }
        let shapes = self.code.shapes(&self.program).iter().enumerate();
        let begins = |(_, shape): &(usize, &Shape)| shape.offset == 0 && shape.form != Form::Array;
        shapes.filter(begins).map(|(number, _)| number as u32).collect()
    }

    /// The states that take the place of a path which has ended; empty if its own test is kept.
    pub fn proposals(&self, state: &State, ending: &Ending) -> Vec<Proposal> {
        let path = |Proposed { vertex, shape, object }: Proposed| {
            let mut decision_path = state.decision_path[..vertex.at as usize].to_vec();
            decision_path.push(SHAPED + shape);
            let record = state.objects.iter().find(|record| record.made == Some(object));
            let pointer = record.map_or(String::new(), |record| record.name.to_string());
            let shape = self.code.shapes(&self.program)[shape as usize];
            let words = ranking::words(&self.program, shape);
            Proposal { at: vertex.pc, decision_path, pointer, words }
        };
        match ending {
            Ending::Retyped => state.pointers.proposed.iter().copied().map(path).collect(),
            ending
                if !ending.is_path()
                    || self.options.unknown != Unknown::Ranked
                    || state.pointers.is_empty() =>
            {
                Vec::new()
            }
            _ => {
                let mut scouted = state.pointers.made().iter().enumerate().filter_map(|(object, made)| {
                    let vertex = made.vertex.filter(|_| is_imitating(made) && !made.profile.is_empty())?;
                    let proposed = self.best(made, vertex, object);
                    (!proposed.is_empty()).then_some(proposed)
                });
                scouted.next().unwrap_or_default().into_iter().map(path).collect()
            }
        }
    }

    /// The shapes that fit an object best: one, or two if nothing in the code names either.
    fn best(&self, made: &Made, vertex: Vertex, object: usize) -> Vec<Proposed> {
        let program = &self.program;
        let shapes = self.code.shapes(program);
        let ranked = ranking::rank(program, shapes, &made.profile, vertex.declared);
        let mut ranked = ranked.into_iter().filter(|(shape, _)| vertex.shape != Some(*shape));
        let Some((first, distance)) = ranked.next() else { return Vec::new() };
        let second = ranked.next().filter(|(_, other)| !distance.is_named() && other.is_near(&distance));
        let found = [Some(first), second.map(|(shape, _)| shape)];
        found.into_iter().flatten().map(|shape| Proposed { vertex, shape, object: object as u32 }).collect()
    }

    /// Handles an access to an imitating object, beyond its size so far.
    pub(super) fn imitate(
        &mut self,
        state: &mut State,
        object: ObjectRef,
        offset: i64,
        size: Bytes,
    ) -> Step<bool> {
        let Some(number) = number_of(state, object) else { return Ok(false) };
        let access = self.access_to(state, object);
        self.note(state, number, &access, offset, size);
        let made = &state.pointers.made()[number];
        let end = u64::try_from(offset).ok().and_then(|offset| offset.checked_add(size.0));
        let end = end.filter(|end| *end <= WINDOW);
        let is_known = made.profile.has_casts()
            || made.profile.accesses().count() >= ENOUGH
            || access.used == Use::Address
            || end.is_none();
        if is_known {
            self.propose(state, number)?;
        }
        let Some(end) = end else {
            let what = format!("an object of unknown type of which more than {WINDOW} bytes are used");
            return Err(self.unsupported(state, what).into());
        };
        self.enlarge(state, number, object, end);
        Ok(true)
    }

    /// Fixes the size of an imitating object.
    pub(super) fn settle_imitating(&mut self, state: &mut State, object: ObjectRef) -> Step {
        let Some(number) = number_of(state, object) else { return Ok(()) };
        let access = self.access_to(state, object);
        if access.view.is_some() {
            // The access is somewhere in the object: an index decides where.
            let size = access.view.and_then(|view| self.program.size_of(view.ty));
            self.note(state, number, &access, 0, size.unwrap_or(Bytes(1)));
            self.propose(state, number)?;
        }
        let known = state.memory.size(object.id).0;
        self.enlarge(state, number, object, known.max(UNUSED));
        Rc::make_mut(&mut state.pointers).made_mut(number).is_settled = true;
        Ok(())
    }

    /// Handles an access outside of an object that may need another type. Either the path ends with a
    /// proposal, or the access is the error that it seems to be, and `false` is returned.
    pub(super) fn reconsider(
        &mut self,
        state: &mut State,
        object: ObjectRef,
        offset: i64,
        size: Bytes,
    ) -> Step<bool> {
        let Some(number) = number_of(state, object) else { return Ok(false) };
        let access = self.access_to(state, object);
        if access.view.is_none() {
            return Ok(false);
        }
        let made = &state.pointers.made()[number];
        let before = made.profile.clone();
        if let Some(declared) = made.vertex.and_then(|vertex| vertex.declared) {
            Rc::make_mut(&mut state.pointers).made_mut(number).profile.note_cast(0, declared);
        }
        self.note(state, number, &access, offset, size);
        let has_news = state.pointers.made()[number].profile.differs_in_types(&before);
        if has_news {
            self.propose(state, number)?;
            self.part_from(state, number)?;
        }
        Ok(false)
    }

    /// Gives up a path on which two pointers lead to one object that the code uses as two types.
    fn part_from(&mut self, state: &State, number: usize) -> Step {
        let is_open = state.pointers.made()[number].vertex.is_some_and(|vertex| vertex.declared.is_none());
        if is_open && state.pointers.is_shared(number) {
            self.narrow(state, "pointers of unknown type to one object that is used as two types left out");
            return Err(Ending::AssumedAway.into());
        }
        Ok(())
    }

    /// After a read of an input, checks whether the code looks at the object through its decided type.
    pub(super) fn check_view(&mut self, state: &mut State, pointer: Value, inst: &Inst) -> Step {
        let (Some(object), Some(address)) = (pointer.object(), pointer.as_int()) else { return Ok(()) };
        let Some(number) = number_of(state, object) else { return Ok(()) };
        let made = &state.pointers.made()[number];
        if made.vertex.is_none_or(|vertex| vertex.shape.is_none()) {
            return Ok(());
        }
        let start = state.memory.address(object.id);
        let at = address.wrapping_sub(start);
        let view = self.code.views.of(&self.program, state.frame.function, state.pc, inst.a());
        let is_shared = state.pointers.is_shared(number);
        let says_nothing =
            |view: &View| matches!(self.program.ctype(view.ty), CType::Void | CType::Char { .. });
        let Some(view) = view.filter(|view| !says_nothing(view)) else {
            let is_word = inst.bits() > Bits(8);
            let is_part = ranking::is_structure(&self.program, made.ty)
                && !ranking::is_whole_member(&self.program, made.ty, at, inst.bits().to_bytes().0);
            return if is_shared && is_word && is_part { self.part_from(state, number) } else { Ok(()) };
        };
        let is_named = ranking::is_structure(&self.program, view.ty);
        if view.is_indexed || !is_named && !is_shared {
            return Ok(());
        }
        let offset = at as i64 - view.offset;
        let fits = u64::try_from(offset)
            .is_ok_and(|offset| ranking::has_alike(&self.program, made.ty, offset, view.ty));
        if fits {
            return Ok(());
        }
        let access = Access { view: Some(view), used: used_by(inst) };
        let size = inst.bits().to_bytes();
        self.note(state, number, &access, offset + view.offset, size);
        self.propose(state, number)?;
        self.part_from(state, number)
    }

    /// Notes an access `offset` bytes after the beginning of an object.
    fn note(&mut self, state: &mut State, number: usize, access: &Access, offset: i64, size: Bytes) {
        let program = Arc::clone(&self.program);
        let made = Rc::make_mut(&mut state.pointers).made_mut(number);
        let offset = offset - made.lead as i64;
        made.profile.note_access(Accessed { offset, size: size.0, used: access.used });
        let Some(view) = access.view.filter(|view| *program.ctype(view.ty) != CType::Void) else { return };
        let Some(whole) = program.size_of(view.ty) else { return };
        let is_beside = view.is_indexed || !(0..whole.0 as i64).contains(&view.offset);
        if is_beside {
            made.profile.note_repeated(view.ty);
        }
        let begin = offset - if is_beside { view.offset.rem_euclid(whole.0 as i64) } else { view.offset };
        made.profile.note_cast(if is_beside { begin.rem_euclid(whole.0 as i64) } else { begin }, view.ty);
    }

    /// Ends the path if there are types that fit an object better than the one that it has.
    fn propose(&mut self, state: &mut State, number: usize) -> Step {
        let made = &state.pointers.made()[number];
        let Some(vertex) = made.vertex.filter(|_| self.options.unknown == Unknown::Ranked) else {
            return Ok(());
        };
        let proposed = self.best(made, vertex, number);
        if proposed.is_empty() {
            return Ok(());
        }
        Rc::make_mut(&mut state.pointers).proposed = proposed;
        Err(Ending::Retyped.into())
    }

    fn enlarge(&mut self, state: &mut State, number: usize, object: ObjectRef, end: u64) {
        let size = Bytes(end.max(state.memory.size(object.id).0));
        state.memory.set_size(object.id, size);
        let made = Rc::make_mut(&mut state.pointers).made_mut(number);
        if let Some(Extent::Used { most, .. }) = made.extent.as_deref() {
            made.extent = Some(Rc::new(Extent::Used { most: *most, used: size }));
        }
    }

    /// How the current instruction looks at an object.
    fn access_to(&self, state: &State, object: ObjectRef) -> Access {
        let program = &self.program;
        let inst = program.inst(state.pc);
        let view = |operand: Operand| self.code.views.of(program, state.frame.function, state.pc, operand);
        let view = match inst.op {
            Op::Load => view(inst.a()),
            Op::Store => view(inst.b()),
            Op::MemCpy | Op::MemMove => {
                let operand = |at: u32| Operand::from_raw(program.extra[(inst.a + at) as usize]);
                let is_it = |operand: &Operand| self.value(state, *operand).object() == Some(object);
                let [to, from] = [operand(0), operand(1)];
                let (own, other) = if is_it(&from) { (from, to) } else { (to, from) };
                // An object that is copied as a whole has the type of the other side of the copy.
                let length = program.signed_constant(operand(2));
                let is_whole = |view: &View| {
                    let size = program.size_of(view.ty).map(|size| i128::from(size.0));
                    view.offset == 0 && !view.is_indexed && size.is_some() && size == length
                };
                let named = |view: &View| !matches!(program.ctype(view.ty), CType::Void | CType::Char { .. });
                view(own).filter(named).or_else(|| view(other).filter(is_whole))
            }
            _ => None,
        };
        Access { view, used: used_by(inst) }
    }
}

/// What kind of value an instruction reads or writes.
fn used_by(inst: &Inst) -> Use {
    match inst.op {
        Op::Load if inst.flags & Inst::FLOAT != 0 => Use::Float,
        Op::Load if inst.flags & Inst::ADDRESS != 0 => Use::Address,
        Op::Load => Use::Integer,
        _ => Use::Any,
    }
}

fn is_imitating(made: &Made) -> bool {
    matches!(made.extent.as_deref(), Some(Extent::Used { .. }))
}

/// The number of an object whose type is open.
fn number_of(state: &State, object: ObjectRef) -> Option<usize> {
    state.pointers.made().iter().position(|made| made.object == object && made.vertex.is_some())
}
