//! Pointers that are inputs: the target of one is decided when it is first read from memory.
//!
//! Then the state forks: the pointer is null, points to an object of its own, or to one that was made before
//! for another pointer of its type. So lists, trees and graphs are made, up to a depth, after Khurshid,
//! Păsăreanu and Visser, "Generalized symbolic execution for model checking and testing", 2003.
//!
//! A pointer to a function is null, or leads to a function of its type whose address the program takes. A
//! pointer to void, or to a type of which nothing is known, leads to any of the objects, or to one of its own
//! that imitates what the code takes it for ([`super::imitating`]) until its type is decided. That is a
//! choice like the others, with the number of the type.
//!
//! Memory holds a symbol where such a pointer lies. No condition of a path is about it: the choice is a part
//! of the decision path, and [`Pointers`] records it. Made objects lie in a region of their own, so that they
//! lie at the same addresses in memory as it was when a call under test began.

mod leads;

use super::branches::is_branch;
use super::code::fitting_functions;
use super::counted::{Count, Counted};
use super::growing::Extent;
use super::imitating::{self, Proposed, Vertex};
use super::machine::{Machine, Step};
use super::options::Chains;
use super::ranking::{self, Form, Profile};
use super::shims::Naming;
use super::state::{InputRecord, ObjectRecord, State};
use super::typed::{self, Leaf, LeafKind};
use super::{Ending, Unknown};
use crate::expr::{Assignment, ExprId, Kind, SymbolId};
use crate::ir::{CType, FuncId, Pc, Program, TypeId};
use crate::memory::{Content, Memory, Object, ObjectRef, Region, Value};
use crate::testcase::InputKind;
use crate::util::{Bits, Bytes};
pub use leads::Lead;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// How many characters, with the terminator, a pointer to characters points to.
pub(super) const N_CHARACTERS: u64 = 8;
/// How many functions a pointer may point to, at most.
pub(super) const MAX_FUNCTIONS: usize = 8;
/// How many pointers a path may read once two of them lead to the same object: more go round a cycle.
const MAX_READS: u32 = 64;
/// To how many members of one object a link of a list may lead.
const MAX_LINKS: usize = 3;
/// Objects are aligned as `malloc` does.
const ALIGN: Bytes = Bytes(16);

/// The pointers of a state that are inputs, and what was made for them.
#[derive(Clone, Default, Debug)]
pub struct Pointers {
    known: BTreeMap<SymbolId, Pointer>,
    made: Vec<Made>,
    /// How many pointers were read since two of them lead to the same object.
    shared_reads: Option<u32>,
    /// How many objects have types that were decided late.
    n_shaped: u32,
    /// Numbers that the path has used as pointers, see [`super::numbers`].
    pub(super) numbers: BTreeSet<SymbolId>,
    /// Members that count the elements of others, for all inputs of their types.
    pub(super) counted: Vec<Counted>,
    /// The most characters of strings that pointers lead to, if the driver says so.
    letters: Option<u64>,
    /// If an object of unknown type needs another type and the path has ended because of that: the types that
    /// it may get, each with the choice that is to be made again.
    pub(super) proposed: Vec<Proposed>,
}

#[derive(Clone, Debug)]
struct Pointer {
    name: Rc<str>,
    target: TypeId,
    depth: u32,
    /// Where in the decision path it was chosen, and by which instruction, if there was a choice.
    at: Option<(u32, Pc)>,
    chosen: Option<Choice>,
    /// For a member: the number of elements that it points to, if another member counts them.
    count: Option<Count>,
    /// For a pointer within a union: the symbols of its bytes. It is known by the first of them.
    bytes: Option<[SymbolId; 8]>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Choice {
    Null,
    /// An object of its own, which is still to be made.
    Own,
    /// The same, with the shape of this number.
    Shaped(u32),
    Made(Place),
    Function(FuncId),
}

/// What a pointer that is an input points to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Chosen {
    Null,
    /// An object of its own that is still to be made.
    Own,
    Made(Place),
    /// A function, or an object whose type was decided late.
    Other,
}

/// A place in an object that was made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The number of the object.
    pub object: u32,
    /// From its beginning.
    pub offset: u64,
}

/// An object that was made for a pointer.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) object: ObjectRef,
    pub(super) address: u64,
    /// How many bytes it has at most.
    pub(super) room: u64,
    pub(super) ty: TypeId,
    /// How far behind its beginning the pointer points that it was made for.
    pub(super) lead: u64,
    /// The choice that made it, if its type was not declared or may be the type of a member.
    pub(super) vertex: Option<Vertex>,
    /// What the path has done with it.
    pub(super) profile: Profile,
    /// What determines its size, if that is an input.
    pub(super) extent: Option<Rc<Extent>>,
    /// Whether its size is decided.
    pub(super) is_settled: bool,
    /// If it was made for a number, and no pointer tells its type: how many objects lead to it, with itself.
    pub(super) number_depth: Option<u32>,
}

/// An object whose type may differ from the type of the pointers to it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Shaped {
    pub(super) object: ObjectRef,
    pub(super) ty: TypeId,
    /// How far behind its beginning the pointer points.
    pub(super) lead: u64,
}

/// What a pointer points to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Pointee {
    One,
    /// At most so many elements.
    Array(u64),
    /// A string of at most so many characters.
    Text(u64),
    /// So many bytes of no type.
    Bytes(u64),
    /// The same, if it is not known how many of them are used.
    Imitating(u64),
    /// So many elements.
    Several(u64),
    /// As many elements as another member says.
    Counted(Count),
}

impl Pointers {
    /// Whether there are no pointers.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Notes a pointer input at this depth.
    pub(super) fn declare(&mut self, symbol: SymbolId, name: Rc<str>, target: TypeId, depth: u32) {
        let pointer = Pointer { name, target, depth, at: None, chosen: None, count: None, bytes: None };
        self.known.insert(symbol, pointer);
    }

    /// Notes a pointer input at this depth that lies within an input of bytes.
    pub(super) fn declare_in_bytes(
        &mut self,
        symbols: [SymbolId; 8],
        name: Rc<str>,
        target: TypeId,
        depth: u32,
    ) {
        self.declare(symbols[0], name, target, depth);
        if let Some(pointer) = self.known.get_mut(&symbols[0]) {
            pointer.bytes = Some(symbols);
        }
    }

    /// How many objects in a chain lead to a pointer in this object; zero for objects of the driver.
    pub(super) fn depth_within(&self, made: Option<u32>) -> u32 {
        let leads = |pointer: &&Pointer| match pointer.chosen {
            Some(Choice::Made(place)) => made == Some(place.object),
            _ => false,
        };
        let depths = self.known.values().filter(leads).map(|pointer| pointer.depth + 1);
        depths.min().unwrap_or(u32::from(made.is_some()))
    }

    /// The pointers that lie in bytes of this input, with the byte where each begins.
    pub(super) fn within<'a>(
        &'a self,
        input: &'a InputRecord,
    ) -> impl Iterator<Item = (SymbolId, usize)> + 'a {
        let of_bytes = self.known.iter().filter(|(_, pointer)| pointer.bytes.is_some());
        of_bytes
            .filter_map(|(first, _)| Some((*first, input.symbols.iter().position(|symbol| symbol == first)?)))
    }

    /// Notes the number of elements that a pointer points to.
    pub(super) fn count(&mut self, symbol: SymbolId, count: Count) {
        if let Some(pointer) = self.known.get_mut(&symbol) {
            pointer.count = Some(count);
        }
    }

    /// The place in an object that a pointer points to, if it does.
    pub fn target(&self, symbol: SymbolId) -> Option<Place> {
        match self.known.get(&symbol)?.chosen? {
            Choice::Made(place) => Some(place),
            Choice::Null | Choice::Own | Choice::Shaped(_) | Choice::Function(_) => None,
        }
    }

    /// The choice of each pointer that has one, in the order of their symbols.
    pub fn chosen(&self) -> impl Iterator<Item = (SymbolId, Chosen)> + '_ {
        let chosen = |pointer: &Pointer| {
            Some(match pointer.chosen? {
                Choice::Null => Chosen::Null,
                Choice::Own => Chosen::Own,
                Choice::Made(place) => Chosen::Made(place),
                Choice::Shaped(_) | Choice::Function(_) => Chosen::Other,
            })
        };
        self.known.iter().filter_map(move |(symbol, pointer)| Some((*symbol, chosen(pointer)?)))
    }

    /// The pointers that the path has not read, in the order of their symbols.
    pub fn unread(&self) -> impl Iterator<Item = SymbolId> + '_ {
        self.known.iter().filter(|(_, pointer)| pointer.chosen.is_none()).map(|(symbol, _)| *symbol)
    }

    /// The names of the pointers that the path has not read.
    pub fn names_of_unread(&self) -> Vec<String> {
        let unread = self.known.values().filter(|pointer| pointer.chosen.is_none());
        unread.map(|pointer| pointer.name.to_string()).collect()
    }

    /// Whether there are pointers within unions, whose bytes a path may also have looked at as numbers.
    pub fn has_in_bytes(&self) -> bool {
        self.known.values().any(|pointer| pointer.bytes.is_some())
    }

    /// Whether a symbol is a pointer that is an input.
    pub(super) fn knows(&self, symbol: SymbolId) -> bool {
        self.known.contains_key(&symbol)
    }

    /// Whether a pointer was chosen to be null.
    pub(super) fn is_null(&self, symbol: SymbolId) -> bool {
        self.known.get(&symbol).is_some_and(|pointer| pointer.chosen == Some(Choice::Null))
    }

    /// The function that a pointer points to, if it does.
    pub fn function(&self, symbol: SymbolId) -> Option<FuncId> {
        match self.known.get(&symbol)?.chosen? {
            Choice::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The size of an object, by its number, if an input says it.
    pub fn size_of(&self, number: u32, values: &Assignment) -> Option<Bytes> {
        Some(self.made[number as usize].extent.as_ref()?.size(values))
    }

    /// The objects whose size is an input.
    pub(super) fn growing(&self) -> impl Iterator<Item = &Made> {
        self.made.iter().filter(|made| made.extent.is_some())
    }

    /// An object whose size is an input.
    pub(super) fn growing_mut(&mut self, object: ObjectRef) -> Option<&mut Made> {
        self.made.iter_mut().find(|made| made.object == object && made.extent.is_some())
    }

    /// Whether there are objects whose types were decided late.
    #[inline]
    pub(super) fn has_shaped(&self) -> bool {
        self.n_shaped > 0
    }

    /// Whether several pointers lead to an object.
    pub(super) fn is_shared(&self, number: usize) -> bool {
        let leads = |pointer: &&Pointer| matches!(pointer.chosen, Some(Choice::Made(place)) if place.object as usize == number);
        self.known.values().filter(leads).nth(1).is_some()
    }

    /// The objects whose types a pointer to `void` does not tell: those that were decided late, and those that
    /// the driver says.
    pub(super) fn shaped(&self, program: &Program) -> Vec<Shaped> {
        let is_said = |made: &Made| match made.extent.as_deref() {
            Some(extent) => matches!(extent, Extent::Array(_)),
            None => !matches!(program.ctype(made.ty), CType::Char { .. } | CType::Void),
        };
        let is_shaped = |made: &&Made| {
            is_said(made)
                || made.number_depth.is_some()
                || made.vertex.is_some_and(|vertex| vertex.shape.is_some())
        };
        let shaped = |made: &Made| Shaped { object: made.object, ty: made.ty, lead: made.lead };
        self.made.iter().filter(is_shaped).map(shaped).collect()
    }

    /// The objects, in the order in which they were made.
    pub(super) fn made(&self) -> &[Made] {
        &self.made
    }

    /// The object that was made last.
    pub(super) fn last_made(&mut self) -> Option<&mut Made> {
        self.made.last_mut()
    }

    pub(super) fn made_mut(&mut self, number: usize) -> &mut Made {
        &mut self.made[number]
    }

    /// Gives the symbols of pointers the addresses of their targets.
    pub fn assign(&self, memory: &Memory, values: &mut Assignment) {
        for (symbol, pointer) in &self.known {
            let address = match pointer.chosen {
                Some(Choice::Made(place)) => self.made[place.object as usize].address + place.offset,
                Some(Choice::Function(function)) => memory.address(function_object(function).id),
                _ => 0,
            };
            match pointer.bytes {
                None => values.set(*symbol, u128::from(address)),
                Some(symbols) => {
                    let bytes = symbols.iter().zip(address.to_le_bytes());
                    bytes.for_each(|(symbol, byte)| values.set(*symbol, byte.into()));
                }
            }
        }
    }
}

impl Machine {
    /// A value that was read, after the targets of the pointers in it were chosen.
    pub(super) fn settle_pointers(&mut self, state: &mut State, value: Value) -> Step<Value> {
        let Content::Term(term) = value.content() else { return Ok(value) };
        let support = self.solver.analysis().support(&self.arena, term);
        // Pointers within unions are read as a whole, see `read_pointer_in_union`.
        let is_pointer =
            |symbol: &SymbolId| state.pointers.known.get(symbol).is_some_and(|it| it.bytes.is_none());
        let pointers: Vec<SymbolId> = support.iter().copied().filter(is_pointer).collect();
        if pointers.is_empty() {
            return Ok(value);
        }
        self.count_read(state)?;
        let is_all = pointers.len() == support.len();
        for symbol in &pointers {
            self.choose_target(state, *symbol)?;
        }
        self.chosen_value(state, term, &pointers, is_all)
    }

    /// Counts the reads since two pointers lead to the same object.
    fn count_read(&mut self, state: &mut State) -> Step {
        let Some(reads) = state.pointers.shared_reads else { return Ok(()) };
        if reads == MAX_READS {
            self.narrow(state, "inputs with a cycle that the program follows without end left out");
            return Err(Ending::Endless.into());
        }
        Rc::make_mut(&mut state.pointers).shared_reads = Some(reads + 1);
        Ok(())
    }

    /// The target of a pointer, which is chosen now if it was not yet.
    pub(super) fn read_chosen(&mut self, state: &mut State, symbol: SymbolId) -> Step<Value> {
        self.count_read(state)?;
        self.choose_target(state, symbol)?;
        Ok(self.led_to(state, symbol))
    }

    fn led_to(&mut self, state: &State, symbol: SymbolId) -> Value {
        if let Some(Place { object, offset }) = state.pointers.target(symbol) {
            let start = state.memory.pointer_to(state.pointers.made[object as usize].object);
            return self.offset(start, Value::int(offset));
        }
        let object = state.pointers.function(symbol).map(function_object);
        object.map_or(Value::ZERO, |object| state.memory.pointer_to(object))
    }

    fn chosen_value(
        &mut self,
        state: &State,
        term: ExprId,
        pointers: &[SymbolId],
        is_all: bool,
    ) -> Step<Value> {
        if self.arena.node(term).kind == Kind::Symbol {
            return Ok(self.led_to(state, pointers[0]));
        }
        if !is_all {
            return Err(self.unsupported(state, "bytes of a pointer that is an input beside others").into());
        }
        let mut values = Assignment::new();
        state.pointers.assign(&state.memory, &mut values);
        let number = crate::expr::Evaluator::new().eval(&self.arena, &values, term);
        let width = self.arena.width(term);
        Ok(self.constant(width, number))
    }

    /// Decides what a pointer points to. The state takes the first possibility, null, and the others are
    /// split off, to run the instruction again.
    fn choose_target(&mut self, state: &mut State, symbol: SymbolId) -> Step {
        let pointer = state.pointers.known[&symbol].clone();
        match pointer.chosen {
            Some(Choice::Null | Choice::Made(_) | Choice::Function(_)) => return Ok(()),
            Some(Choice::Own) => return self.make_target(state, symbol, &pointer),
            Some(Choice::Shaped(shape)) => return self.make_shaped(state, symbol, &pointer, shape),
            None => {}
        }
        let choices = match pointer.count {
            // An object with counted elements is the target of no other pointer.
            Some(_) => vec![Choice::Own],
            None => self.choices(state, &pointer),
        };
        if choices.is_empty() {
            set(state, symbol, Choice::Null);
            return Ok(());
        }
        let at = (state.decision_path.len() as u32, state.pc);
        if let Some(pointer) = Rc::make_mut(&mut state.pointers).known.get_mut(&symbol) {
            pointer.at = Some(at);
        }
        let eager = self.eager_shapes(pointer.target);
        for shape in self.wished(state).filter(|_| eager.is_empty()).into_iter().chain(eager) {
            let mut sibling = state.fork();
            sibling.decision_path.push(imitating::SHAPED + shape);
            set(&mut sibling, symbol, Choice::Shaped(shape));
            self.scope.split_off(sibling);
        }
        self.scope.counts.forks += choices.len() as u64;
        for (number, choice) in choices.into_iter().enumerate() {
            let mut sibling = state.fork();
            sibling.decision_path.push(number as u32 + 1);
            set(&mut sibling, symbol, choice);
            if let Choice::Made(place) = choice {
                Rc::make_mut(&mut sibling.pointers).shared_reads.get_or_insert(0);
                if !self.holds_one(&mut sibling, place)? {
                    continue;
                }
            }
            self.scope.split_off(sibling);
        }
        state.decision_path.push(0);
        set(state, symbol, Choice::Null);
        match pointer.count {
            Some(count) => self.require_none(state, count),
            None => Ok(()),
        }
    }

    /// Assumes that an array whose length is an input has an element to point to. Returns whether it can.
    fn holds_one(&mut self, state: &mut State, place: Place) -> Step<bool> {
        let made = &state.pointers.made[place.object as usize];
        let Some(Extent::Array(elements)) = made.extent.as_deref() else { return Ok(true) };
        if elements.header.0 > 0 {
            return Ok(true);
        }
        let (length, zero) = (elements.length.1, self.arena.constant(Bits(64), 0));
        let has_some = self.arena.ult(zero, length);
        self.assume_if_possible(state, has_some)
    }

    /// `symir_letters(most)`
    pub(super) fn set_letters(&self, state: &mut State, most: u64) {
        Rc::make_mut(&mut state.pointers).letters = Some(most);
    }

    /// What a pointer may point to, beside null.
    fn choices(&mut self, state: &State, pointer: &Pointer) -> Vec<Choice> {
        let program = Arc::clone(&self.program);
        let is_void = match program.ctype(pointer.target) {
            CType::Function => return self.functions_of(state, pointer),
            _ => self.is_unknown(pointer.target),
        };
        let mut choices = Vec::new();
        match typed::leaves(&program, pointer.target, 1) {
            _ if typed::is_stream(&program, pointer.target) => {
                self.narrow(state, "pointers to FILE are null, unless symir_file makes them");
            }
            Err(typed::Unmade(why)) if !is_void => {
                let what = format!("pointers to {} are null: {why}", typed::named(&program, pointer.target));
                self.narrow(state, what);
            }
            _ => {
                let most = longest_chain(&program, self.options.chains, pointer.target);
                match pointer.depth < most {
                    true => choices.push(Choice::Own),
                    false if most == 3 => {
                        self.narrow(state, "objects more than three pointers deep left out");
                    }
                    false => {
                        self.narrow(state, format!("objects more than {most} pointers deep left out"));
                    }
                }
            }
        }
        if is_branch(&program, pointer.target, &pointer.name) {
            let is_shared = state.pointers.made.iter().any(|made| made.ty == pointer.target);
            if is_shared {
                self.narrow(state, "trees with shared nodes left out");
            }
            return choices;
        }
        let is_text = matches!(program.ctype(pointer.target), CType::Char { .. });
        // The links of a circular list lead to a member of the structure that has the list.
        let is_link = points_to_itself(&program, pointer.target);
        for (number, made) in state.pointers.made.iter().enumerate() {
            let place = |offset| Choice::Made(Place { object: number as u32, offset });
            // A pointer to characters leads to a text, and what an array of them holds need not be one.
            if is_text && matches!(made.extent.as_deref(), Some(Extent::Array(_))) {
                continue;
            }
            // A pointer to an unknown type shares only objects whose type was not declared either.
            let is_open = |made: &Made| made.vertex.is_some_and(|vertex| vertex.declared.is_none());
            let fits = match is_void && self.options.unknown != Unknown::Bytes {
                true => is_open(made),
                false => is_void || made.ty == pointer.target,
            };
            if fits {
                choices.push(place(0));
                continue;
            }
            let is_around = made.lead > 0 && imitating::is_around(&program, made, pointer.target);
            let mut places: Vec<u64> = is_around.then_some(made.lead).into_iter().collect();
            if is_link {
                let members = ranking::members_of(&program, made.ty, pointer.target);
                places
                    .extend(members.into_iter().filter(|at| !is_around || *at != made.lead).take(MAX_LINKS));
            }
            choices.extend(places.into_iter().map(place));
        }
        choices
    }

    fn functions_of(&mut self, state: &State, pointer: &Pointer) -> Vec<Choice> {
        let program = Arc::clone(&self.program);
        let taken = self.code.candidates(&program);
        let fitting = fitting_functions(&program, taken, &pointer.name, pointer.target);
        let mut fitting: Vec<Choice> = fitting.into_iter().map(Choice::Function).collect();
        if fitting.is_empty() {
            self.narrow(
                state,
                "pointers to functions are null, since the program takes the address of none of the type",
            );
        }
        if fitting.len() > MAX_FUNCTIONS {
            fitting.truncate(MAX_FUNCTIONS);
            self.narrow(state, "functions that a pointer may point to left out");
        }
        fitting
    }

    /// Makes a pointer's own object.
    fn make_target(&mut self, state: &mut State, symbol: SymbolId, pointer: &Pointer) -> Step {
        let is_unknown = self.is_unknown(pointer.target);
        let imitates = matches!(self.options.unknown, Unknown::Ranked | Unknown::Imitating);
        let letters = letters(state);
        let pointee = match self.program.ctype(pointer.target) {
            CType::Char { signed: true } => Pointee::Text(letters),
            CType::Char { signed: false } => Pointee::Bytes(N_CHARACTERS),
            _ if is_unknown && pointer.at.is_some() && imitates => Pointee::Imitating(imitating::WINDOW),
            _ if is_unknown => Pointee::Bytes(imitating::UNUSED),
            _ => Pointee::One,
        };
        let pointee = pointer.count.map_or(pointee, Pointee::Counted);
        let declared = (!is_unknown).then_some(pointer.target);
        let vertex = pointer.at.map(|(at, pc)| Vertex { at, pc, shape: None, declared });
        let is_structure = matches!(self.program.ctype(pointer.target), CType::Struct { .. });
        let vertex = vertex.filter(|_| imitates && (is_unknown || is_structure));
        self.make_for(state, symbol, pointer, pointer.target, pointee, vertex, 0)
    }

    /// Makes the object of a type that was decided for a pointer.
    fn make_shaped(&mut self, state: &mut State, symbol: SymbolId, pointer: &Pointer, number: u32) -> Step {
        let program = Arc::clone(&self.program);
        let Some(shape) = self.code.shapes(&program).get(number as usize).copied() else {
            return Err(Ending::AssumedAway.into());
        };
        let pointee = match shape.form {
            Form::One => Pointee::One,
            Form::Array => Pointee::Several(imitating::ELEMENTS),
            Form::Text => Pointee::Text(letters(state)),
        };
        let declared = (!self.is_unknown(pointer.target)).then_some(pointer.target);
        let vertex = pointer.at.map(|(at, pc)| Vertex { at, pc, shape: Some(number), declared });
        self.make_for(state, symbol, pointer, shape.ty, pointee, vertex, shape.offset)
    }

    #[allow(clippy::too_many_arguments)]
    fn make_for(
        &mut self,
        state: &mut State,
        symbol: SymbolId,
        pointer: &Pointer,
        ty: TypeId,
        pointee: Pointee,
        vertex: Option<Vertex>,
        lead: u64,
    ) -> Step {
        let naming = Naming {
            name: Rc::clone(&pointer.name),
            is_pointee: pointee == Pointee::One,
            depth: pointer.depth + 1,
            is_head: pointer.depth == 0 && !points_to_itself(&self.program, ty),
        };
        self.make_object(state, &naming, ty, pointee, Some(symbol))?;
        let pointers = Rc::make_mut(&mut state.pointers);
        if let Some(made) = pointers.made.last_mut() {
            (made.vertex, made.lead) = (vertex, lead);
        }
        pointers.n_shaped += u32::from(vertex.is_some_and(|vertex| vertex.shape.is_some()));
        if lead > 0 {
            let object = pointers.made.len() as u32 - 1;
            set(state, symbol, Choice::Made(Place { object, offset: lead }));
        }
        Ok(())
    }

    /// Whether nothing is known about the target of a pointer to this type.
    pub(super) fn is_unknown(&self, target: TypeId) -> bool {
        match self.program.ctype(target) {
            CType::Void => true,
            CType::Struct { size, members, .. } | CType::Union { size, members, .. } => {
                self.options.unknown != Unknown::Bytes && size.0 == 0 && members.is_empty()
            }
            _ => false,
        }
    }

    /// Makes an object that is an input, for the pointer that is this symbol.
    pub(super) fn make_object(
        &mut self,
        state: &mut State,
        naming: &Naming,
        ty: TypeId,
        pointee: Pointee,
        symbol: Option<SymbolId>,
    ) -> Step<Value> {
        let program = Arc::clone(&self.program);
        let bytes = |kind, n: u64| {
            let width = Bytes(n).to_bits();
            let leaf = Leaf { path: String::new(), offset: Bits(0), width, kind: LeafKind::Input(kind), ty };
            if n == 0 { Vec::new() } else { vec![leaf] }
        };
        let counted = self.counted_end(state, ty).filter(|_| pointee == Pointee::One);
        let (count, leaves) = match pointee {
            Pointee::One => (1, self.leaves_with_end(ty, counted)),
            Pointee::Counted(count) => (count.most, typed::element_leaves(&program, ty, count.most)),
            Pointee::Array(most) => (most, typed::element_leaves(&program, ty, most)),
            Pointee::Text(most) => (most + 1, Ok(bytes(InputKind::String, most))),
            Pointee::Bytes(n) | Pointee::Imitating(n) => (n, Ok(bytes(InputKind::Bytes, n))),
            Pointee::Several(n) => (n, typed::leaves(&program, ty, n)),
        };
        let leaves = leaves.map_err(|typed::Unmade(why)| {
            let name = &naming.name;
            self.unsupported(state, format!("`{name}`, a pointer to {}: {why}", typed::named(&program, ty)))
        })?;
        let element = program.size_of(ty).map_or(1, |size| size.0);
        let size = counted.map_or(element * count, |counted| counted.most_bytes(element));
        let object = Object::uninitialised(Bytes(size));
        let origin = self.heap_origin(state);
        let object = state.memory.allocate(Region::Input, object, ALIGN, origin);
        let number = state.pointers.made.len() as u32;
        let address = state.memory.address(object.id);
        let (extent, vertex, profile) = (None, None, Profile::default());
        let (lead, is_settled, number_depth) = (0, false, None);
        let made =
            Made { object, address, room: size, ty, lead, vertex, profile, extent, is_settled, number_depth };
        let pointers = Rc::make_mut(&mut state.pointers);
        pointers.made.push(made);
        if let Some(symbol) = symbol {
            set(state, symbol, Choice::Made(Place { object: number, offset: 0 }));
        }
        let to = state.memory.pointer_to(object);
        let first = state.inputs.len();
        let length = match pointee {
            Pointee::Array(most) => Some(self.declare_length(state, &naming.name, most)?),
            _ => None,
        };
        self.write_leaves(state, to, size, naming, leaves, false)?;
        self.note_counts(state, ty, if pointee == Pointee::One { 1 } else { count }, first)?;
        let record = ObjectRecord {
            name: Rc::clone(&naming.name),
            ty,
            count,
            size: Bytes(size),
            place: to,
            parts: first..state.inputs.len(),
            made: Some(number),
        };
        self.note_records(state, &record);
        Rc::make_mut(&mut state.objects).push(record);
        let extent = match (pointee, length) {
            (Pointee::Array(most), Some(length)) => Some(self.array_extent(length, Bytes(element), most)),
            (Pointee::Counted(count), _) => Some(count.extent(Bytes(element))),
            (Pointee::One, _) => {
                counted.and_then(|counted| self.end_extent(state, counted, Bytes(element), first))
            }
            (Pointee::Text(_), _) => Some(self.text_extent(state, object)),
            (Pointee::Imitating(most), _) => Some(Extent::Used { most: Bytes(most), used: Bytes(0) }),
            _ => None,
        };
        // The object was there when the recorded calls began.
        let contents = state.memory.object(object.id).clone();
        let least = extent.as_ref().map(Extent::least);
        let shrink = |memory: &mut Memory| {
            if let Some(least) = least {
                memory.set_size(object.id, least);
            }
        };
        for call in state.recorded_mut() {
            Rc::make_mut(call).memories(&mut |memory| {
                memory.allocate(Region::Input, contents.clone(), ALIGN, origin);
                shrink(memory);
            });
        }
        shrink(&mut state.memory);
        if let Some(made) = Rc::make_mut(&mut state.pointers).made.last_mut() {
            made.extent = extent.map(Rc::new);
        }
        Ok(to)
    }
}

/// How many objects a chain of pointers may have whose last object is of this type.
pub(super) fn longest_chain(program: &Program, chains: Chains, ty: TypeId) -> u32 {
    if points_to_itself(program, ty) { chains.list } else { chains.depth }
}

/// Whether objects of a type point to others of their type, as in a list or a tree.
pub(super) fn points_to_itself(program: &Program, ty: TypeId) -> bool {
    match program.ctype(ty) {
        CType::Struct { members, .. } | CType::Union { members, .. } => {
            members.iter().any(|member| *program.ctype(member.ty) == CType::Pointer(ty))
        }
        _ => false,
    }
}

/// The object that stands for a function.
fn function_object(function: FuncId) -> ObjectRef {
    ObjectRef { id: Memory::function_object(function.index()), generation: 0 }
}

/// The most characters of strings that pointers lead to.
fn letters(state: &State) -> u64 {
    state.pointers.letters.unwrap_or(N_CHARACTERS - 1)
}

fn set(state: &mut State, symbol: SymbolId, choice: Choice) {
    let pointers = Rc::make_mut(&mut state.pointers);
    pointers.known.get_mut(&symbol).expect("invariant: a pointer of this state").chosen = Some(choice);
}
