//! Splits paths by the class of their result: true and false; negative, zero and positive; each enumerator.
//!
//! If a function computes its result without a branch, as `return a < b;` does, then one path has results of
//! several classes. A single test of that path would not notice a mistake that affects the other classes. So
//! the path is split at the return. This is done only if the question is cheap: a result that is a long
//! computation, such as a hash, is not split. A `select` counts as a branch with two sides.
//!
//! A truth value that the call writes to memory, such as `node->tight = tight == 1;`, is split there, too, and
//! so is one that it gives to a mock. A remainder is split by whether it has gone around.
//!
//! What `a || b` and `a && b` leave out is made to have the other outcome, see `classes/left_out.rs`.
//!
//! A comparison of two inputs that is true both for equal and for different values is split there too, since
//! only a test with equal values distinguishes `<` from `<=`, and only one with different values would fail
//! if the two inputs were exchanged. In the same way, if a path allows a range of an input, from one constant
//! to another, then its first value, its last value and one between them get tests, and so does a float that is
//! equal to the constant it was compared with.

mod arithmetic;
mod characters;
mod elements;
mod factors;
mod floats;
mod given;
mod labels;
mod left_out;
mod masks;
mod wraps;

use elements::{is_element, is_read};

use super::decision::{Decision, DecisionKind};
use super::driver_calls::Record;
use super::fork::Choice;
use super::machine::{Machine, Step};
use super::state::{RecordedCall, State, Written};
use crate::expr::{Arena, ExprId, Kind, SymbolId};
use crate::ir::{CType, Inst, Op, Operand, OperandKind, Pc, Program};
use crate::memory::{Content, Value};
use crate::testcase::InputKind;
use crate::util::Bits;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// How many nodes a result may have to be split.
const MAX_NODES: usize = 64;
/// The same for a result that depends on only one input.
const MAX_LOOKUP_NODES: usize = 1 << 13;
/// How many products and quotients of inputs such a result may contain, and how many computations with floats.
const MAX_PRODUCTS: usize = 1;
const MAX_FLOATS: usize = 4;
/// How many enumerators an enumeration may have for its results to be split by them.
const MAX_ENUMERATORS: usize = 16;
/// How many inputs with a range a path may have to be split by their borders.
const MAX_RANGES: usize = 2;
/// How many comparisons of one input with constants are kept: a loop makes one in each iteration.
const MAX_BOUNDS: usize = 256;
/// Marks the numbers of borders of ranges.
const RANGE: u32 = 1 << 30;
/// How deeply selects may be nested to be taken apart, and the mark of their sides.
const MAX_SELECTS: usize = 2;
const SELECT: u32 = RANGE | 1 << 29;
/// How many comparisons of two inputs a path may have to be split by them. Paths that sort many values are
/// left whole.
const MAX_COMPARISONS: usize = 3;
/// The same for comparisons of computed numbers with constants.
const MAX_COMPUTED: usize = 3;
/// How many truth values written to memory a path is split by, at most.
const MAX_WRITTEN: usize = 3;

impl Machine {
    /// Splits the state in the ways that this module describes, when the call under test is about to return.
    pub(super) fn split_result(&mut self, program: &Program, state: &mut State, inst: &Inst) -> Step {
        let Some(Record::Tested(record)) = state.frame.records.filter(|_| self.options.split_results) else {
            return Ok(());
        };
        // If no solver knows whether the path is possible, none knows it of its parts.
        if state.path.witness().is_none() {
            return Ok(());
        }
        self.split_by_class(program, state, record, inst)?;
        self.split_written(state)?;
        self.split_comparisons(program, state, record)?;
        self.split_by_arithmetic(program, state, record, inst)?;
        self.split_factors(program, state, record, inst)?;
        self.split_masks(program, state, record)?;
        self.split_labels(program, state, record)?;
        self.split_ranges(program, state, record)?;
        self.split_floats(program, state, record)?;
        self.split_characters(program, state, record, inst)
    }

    /// The term that a call returns, if it returns one.
    fn returned_term(&self, program: &Program, state: &State, inst: &Inst) -> Option<ExprId> {
        let [raw] = program.extra[inst.a as usize..][..usize::from(inst.width)] else { return None };
        match self.value(state, Operand::from_raw(raw)).content() {
            Content::Term(term) => Some(term),
            Content::Concrete(_) => None,
        }
    }

    /// Splits the state by whether two terms are equal. Returns whether they are.
    fn split_equal(&mut self, state: &mut State, one: ExprId, other: ExprId) -> Step<bool> {
        let equal = self.arena.eq(one, other);
        let differ = self.arena.not(equal);
        let choices = [(false, differ), (true, equal)];
        self.fork_here(state, &choices.map(|(what, condition)| Choice { what, condition }))
    }

    /// Splits the state by the class of the result.
    fn split_by_class(&mut self, program: &Program, state: &mut State, record: usize, inst: &Inst) -> Step {
        let Some(term) = self.returned_term(program, state, inst) else { return Ok(()) };
        self.split_selects(state, term)?;
        let function = state.calls[record].function;
        let Some(signature) = program.declaration(function) else { return Ok(()) };
        // If no branch has looked at the input that is the result, all its values are alike. A truth value has
        // only two, and a test of one of them would pass if the function always returned it.
        let is_unseen = is_input(&self.arena, term)
            && *program.ctype(signature.result) != CType::Bool
            && !self.ranges(program, state, record).iter().any(|range| range.is_of(&self.arena, term));
        let is_easy =
            is_plain(&self.arena, term) || is_lookup(&self.arena, term) || is_read(&self.arena, term);
        if !is_easy || is_unseen {
            return Ok(());
        }
        let ways = self.classes(program.ctype(signature.result), term);
        if ways.len() < 2 {
            return Ok(());
        }
        let class = self.fork_here(state, &ways)?;
        // The class of a truth value is marked like a side of a branch.
        let truth = extended(&self.arena, term);
        if self.arena.width(truth).0 == 1 {
            let mark = side(state, 0, class == 0);
            note_border(state, mark);
        }
        Ok(())
    }

    /// Splits the state by the conditions of the selects in a result. Each has two sides, like a branch.
    fn split_selects(&mut self, state: &mut State, mut term: ExprId) -> Step {
        // Many nested selects are an element of a table.
        if n_selects(&self.arena, term) > MAX_SELECTS || is_element(&self.arena, state, term) {
            return Ok(());
        }
        let mut marks = Vec::new();
        loop {
            let node = self.arena.node(term);
            let (condition, held, otherwise) = match node.kind {
                Kind::ZExt | Kind::SExt | Kind::Extract => {
                    term = node.first();
                    continue;
                }
                Kind::Ite => (node.first(), node.second(), node.third()),
                _ => break,
            };
            if !is_plain(&self.arena, condition) {
                break;
            }
            let opposite = self.arena.not(condition);
            let choices = [(false, opposite), (true, condition)];
            let choices = choices.map(|(what, condition)| Choice { what, condition });
            let holds = self.fork_here(state, &choices)?;
            marks.push(side(state, marks.len() as u32 + 1, holds));
            term = if holds { held } else { otherwise };
        }
        marks.retain(|mark| !state.borders.contains(mark));
        state.borders.extend(marks);
        Ok(())
    }

    /// Notes a value that a call under test writes into an object which existed before the call, if it is a
    /// truth value, one of two constants, or a remainder.
    pub(super) fn note_written(&mut self, state: &mut State, pointer: Value, value: Value) {
        let Content::Term(term) = value.content() else { return };
        let n_written = state.written.iter().filter(|written| written.part == 0).count();
        if !self.options.split_results || n_written == MAX_WRITTEN {
            return;
        }
        let Some(condition) =
            decided_by(&self.arena, term).or_else(|| wraps::gone_around(&mut self.arena, term))
        else {
            return;
        };
        let is_open = |call: &&Rc<RecordedCall>| call.returned.is_none() && !call.is_mocked;
        let Some(call) = state.calls.iter().rev().find(is_open) else { return };
        let was_there = pointer.object().is_some_and(|object| call.memory_before.is_current(object));
        let is_known = state.written.iter().any(|written| written.at == state.pc);
        if was_there && !is_known && is_plain(&self.arena, condition) {
            state.written.push(Written { at: state.pc, part: 0, condition });
        }
    }

    /// Splits the state by the truth values that the call has written or given to mocks.
    fn split_written(&mut self, state: &mut State) -> Step {
        for at in 0..state.written.len() {
            let Written { at, part, condition } = state.written[at];
            let opposite = self.arena.not(condition);
            let choices = [(false, opposite), (true, condition)];
            let choices = choices.map(|(what, condition)| Choice { what, condition });
            let holds = self.fork_here(state, &choices)?;
            let mark = marked([at.raw(), part, u32::MAX], holds);
            note_border(state, mark);
        }
        state.written.clear();
        Ok(())
    }

    /// Splits the state by whether the two sides of comparisons in the call under test are equal.
    fn split_comparisons(&mut self, program: &Program, state: &mut State, record: usize) -> Step {
        let (mut sides, mut computed) = (Vec::new(), Vec::new());
        let decisions = state.path.decisions().since(&state.calls[record].decisions_before);
        // Splits by the class of a result, and by a truth value that is written, are recorded as choices.
        let is_compared =
            |decision: &&Decision| matches!(decision.kind, DecisionKind::Branch | DecisionKind::Choice);
        for decision in decisions.filter(is_compared) {
            let Some(pair) = compared(&self.arena, decision.condition) else { continue };
            let holds = self.arena.node(decision.condition).kind != Kind::Not;
            match pair.1 {
                Compared::With(_) if sides.len() == MAX_COMPARISONS => return Ok(()),
                Compared::With(_) => sides.push((decision.at, holds, pair)),
                // Decisions of models of library functions are recorded at their calls.
                Compared::To(_) if program.code[decision.at.index()].op == Op::Call => {}
                // The sign of a result is one of its classes, and no comparison of the program.
                Compared::To(last)
                    if decision.kind == DecisionKind::Choice && is_near_zero(&self.arena, pair.0, last) => {}
                Compared::To(_) => computed.push((decision.at, holds, pair)),
            }
        }
        // Numbers that a loop computes are compared in each iteration.
        if computed.len() <= MAX_COMPUTED {
            sides.splice(0..0, computed);
        }
        let mut borders = Vec::new();
        for (at, holds, (one, other)) in sides.into_iter().rev() {
            let side = u32::MAX - u32::from(holds);
            let with = match other {
                Compared::With(other) => other,
                Compared::To(constant) => self.arena.constant(self.arena.width(one), constant),
            };
            let is_equal = self.split_equal(state, one, with)?;
            // Each side of a comparison with a constant has a border of its own.
            if let Compared::To(constant) = other {
                let number = match compares_variables(program, at) {
                    // The number is one of this path. On other paths, the same comparison has other numbers.
                    true => side,
                    false => constant as u32,
                };
                borders.push(marked([at.raw(), 3, number], is_equal));
                continue;
            }
            borders.push(at.raw() << 1 | u32::from(is_equal));
            // What is compared again later may be decided by something else.
            let is_only =
                state.path.decisions().latest_first().filter(|decision| decision.at == at).nth(1).is_none();
            borders.extend(is_only.then(|| marked([at.raw(), 1, u32::MAX], is_equal)));
        }
        borders.retain(|border| !state.borders.contains(border));
        state.borders.extend(borders);
        Ok(())
    }

    /// The ranges of inputs that are numbers, by comparisons with constants in the call under test.
    fn ranges(&self, program: &Program, state: &State, record: usize) -> Vec<Range> {
        let mut ranges: Vec<Range> = Vec::new();
        let decisions = state.path.decisions().since(&state.calls[record].decisions_before);
        // Splits by class are choices. Decisions of models of library functions are recorded at their calls.
        let is_said = |decision: &&Decision| match decision.kind {
            DecisionKind::Branch => program.code[decision.at.index()].op != Op::Call,
            kind => kind == DecisionKind::Choice,
        };
        let said: Vec<&Decision> = decisions.filter(is_said).collect();
        let wide = wide_numbers(&self.arena, said.iter().map(|decision| decision.condition));
        for decision in said {
            let Some((symbol, bound)) = bound(&self.arena, decision.condition) else { continue };
            let input = &state.inputs[self.arena.symbol_key(symbol).input as usize];
            let is_number = matches!(input.kind, InputKind::Integer { .. }) && !input.is_bool;
            let bound = match wide.iter().find(|(top, _)| *top == symbol) {
                Some((_, term)) => bound.of_whole(&self.arena, *term),
                None => Some(bound).filter(|_| is_number),
            };
            let Some(bound) = bound else { continue };
            let range = match ranges.iter_mut().position(|range| range.symbol == symbol) {
                Some(known) => &mut ranges[known],
                None => {
                    ranges.push(Range { symbol, lower: None, upper: None, bounds: Vec::new() });
                    ranges.last_mut().expect("invariant: it was just added")
                }
            };
            range.add(bound, decision.at);
            if range.bounds.len() < MAX_BOUNDS {
                range.bounds.push((bound, decision.at));
            }
        }
        ranges
    }

    /// Splits the state by whether inputs are the first or the last of their range.
    fn split_ranges(&mut self, program: &Program, state: &mut State, record: usize) -> Step {
        let ranges = self.ranges(program, state, record);
        let closed = || ranges.iter().filter_map(Range::closed);
        if closed().count() > MAX_RANGES {
            return Ok(());
        }
        for (lower, upper) in closed() {
            let [first, last] = [lower, upper].map(|(bound, _)| {
                let constant = self.arena.constant(bound.width, bound.value);
                self.arena.eq(bound.term, constant)
            });
            let either = self.arena.or(first, last);
            let between = self.arena.not(either);
            let mark = |at: Pc, is_upper: bool| Some(border_of(at, is_upper));
            let choices = [(None, between), (mark(lower.1, false), first), (mark(upper.1, true), last)];
            let choices = choices.map(|(what, condition)| Choice { what, condition });
            let has_between = lower.0.number() + 1 < upper.0.number();
            let border = self.fork_here(state, &choices[usize::from(!has_between)..])?;
            state.borders.extend(border.filter(|border| !state.borders.contains(border)));
        }
        for (is_upper, at) in ranges.iter().flat_map(Range::met) {
            let border = border_of(at, is_upper);
            note_border(state, border);
        }
        Ok(())
    }

    /// The conditions of the classes, exactly one of which holds; empty if there is only one class.
    fn classes(&mut self, ty: &CType, term: ExprId) -> Vec<Choice<usize>> {
        let width = self.arena.width(term);
        let zero = self.arena.constant(width, 0);
        let is_zero = self.arena.eq(term, zero);
        let is_not = self.arena.not(is_zero);
        let conditions = match ty {
            CType::Bool => vec![is_zero, is_not],
            CType::Char { signed: true } | CType::Int { signed: true, .. } => {
                let negative = self.arena.slt(term, zero);
                let positive = self.arena.slt(zero, term);
                vec![is_zero, positive, negative]
            }
            CType::Char { .. } | CType::Int { .. } => vec![is_zero, is_not],
            CType::Enum { variants, .. } if variants.len() <= MAX_ENUMERATORS => {
                let mut values: Vec<u128> =
                    variants.iter().map(|variant| variant.value as u128 & width.mask()).collect();
                values.sort_unstable();
                values.dedup();
                let mut other = self.arena.bool(true);
                let mut conditions = Vec::new();
                for value in values {
                    let constant = self.arena.constant(width, value);
                    let here = self.arena.eq(term, constant);
                    let elsewhere = self.arena.not(here);
                    other = self.arena.and(other, elsewhere);
                    conditions.push(here);
                }
                conditions.push(other);
                conditions
            }
            _ => Vec::new(),
        };
        conditions.into_iter().enumerate().map(|(what, condition)| Choice { what, condition }).collect()
    }
}

/// A comparison of an input with a constant that holds, as the last value for which it holds.
#[derive(Copy, Clone, Debug)]
struct Bound {
    /// The input, or a term that extends it.
    term: ExprId,
    width: Bits,
    value: u128,
    is_upper: bool,
    is_signed: bool,
}

impl Bound {
    /// The bound of a number that bytes are put together to, if this is a bound of it or of its sign.
    fn of_whole(self, arena: &Arena, term: ExprId) -> Option<Self> {
        let width = arena.width(term);
        let is_sign = self.is_signed && self.width == Bits(8) && width > Bits(8);
        match (self.term == term, self.is_upper, self.number()) {
            (true, ..) => Some(self),
            (_, false, 0) if is_sign => Some(Self { term, width, value: 0, ..self }),
            (_, true, -1) if is_sign => Some(Self { term, width, value: width.mask(), ..self }),
            _ => None,
        }
    }

    fn number(&self) -> i128 {
        if self.is_signed { self.width.sign_extend(self.value) } else { self.value as i128 }
    }
}

/// The constants between which an input lies on a path, by its comparisons: the narrowest, with their places.
#[derive(Clone, Debug)]
struct Range {
    symbol: SymbolId,
    lower: Option<(Bound, Pc)>,
    upper: Option<(Bound, Pc)>,
    /// All bounds that comparisons give.
    bounds: Vec<(Bound, Pc)>,
}

impl Range {
    fn is_of(&self, arena: &Arena, term: ExprId) -> bool {
        input_of(arena, term) == Some(self.symbol)
    }

    fn add(&mut self, bound: Bound, at: Pc) {
        let known = if bound.is_upper { &mut self.upper } else { &mut self.lower };
        let is_narrower = |known: &Bound| match bound.is_upper {
            true => bound.number() < known.number(),
            false => bound.number() > known.number(),
        };
        if known.as_ref().is_none_or(|(known, _)| is_narrower(known)) {
            *known = Some((bound, at));
        }
    }

    /// Both ends, if there are two values or more.
    fn closed(&self) -> Option<((Bound, Pc), (Bound, Pc))> {
        let (lower, upper) = (self.lower?, self.upper?);
        let is_one_order = lower.0.is_signed == upper.0.is_signed;
        (is_one_order && lower.0.number() < upper.0.number()).then_some((lower, upper))
    }

    /// If one value is left, the comparisons that have it as their border, as after a loop that counts to it.
    fn met(&self) -> impl Iterator<Item = (bool, Pc)> + '_ {
        let number = |end: Option<(Bound, Pc)>| end.map(|(bound, _)| bound.number());
        let only = number(self.lower).filter(|lower| number(self.upper) == Some(*lower));
        let met = self.bounds.iter().filter(move |(bound, _)| only == Some(bound.number()));
        met.map(|(bound, at)| (bound.is_upper, *at))
    }
}

/// The bound of one input that a condition gives by comparing it with a constant.
fn bound(arena: &Arena, condition: ExprId) -> Option<(SymbolId, Bound)> {
    let node = arena.node(condition);
    let (is_not, inner) = match node.kind {
        Kind::Not => (true, arena.node(node.first())),
        _ => (false, node),
    };
    if !matches!(inner.kind, Kind::Slt | Kind::Ult | Kind::Eq) {
        return None;
    }
    let (one, other) = (inner.first(), inner.second());
    let is_signed = match inner.kind {
        // A number that was extended with zeros is not negative: its signed comparison is an unsigned one.
        Kind::Slt => !has_no_sign(arena, one) && !has_no_sign(arena, other),
        Kind::Ult => false,
        Kind::Eq if is_not => return other_than_zero(arena, one, other),
        _ => return None,
    };
    // The border of `a < c` is just below c, that of `c < a` just above it. If the comparison does not hold,
    // the border is c itself.
    let (term, constant, is_upper, step) = match (arena.as_const(one), arena.as_const(other)) {
        (None, Some(constant)) => (one, constant, !is_not, if is_not { 0 } else { -1 }),
        (Some(constant), None) => (other, constant, is_not, if is_not { 0 } else { 1 }),
        _ => return None,
    };
    let width = arena.width(term);
    let value = (constant as i128).wrapping_add(step) as u128 & width.mask();
    let symbol = input_of(arena, term).or_else(|| top_byte(arena, term))?;
    Some((symbol, Bound { term, width, value, is_upper, is_signed }))
}

/// The numbers that conditions compare with constants and that are put together from bytes, by their most
/// significant bytes: a comparison with zero looks only at that byte.
fn wide_numbers(arena: &Arena, conditions: impl Iterator<Item = ExprId>) -> Vec<(SymbolId, ExprId)> {
    let bounds = conditions.filter_map(|condition| bound(arena, condition));
    bounds
        .filter(|(_, bound)| arena.node(bound.term).kind == Kind::Concat)
        .map(|(top, bound)| (top, bound.term))
        .collect()
}

/// The most significant byte of a number that bytes of an input are put together to.
fn top_byte(arena: &Arena, term: ExprId) -> Option<SymbolId> {
    let node = arena.node(term);
    match node.kind {
        Kind::Concat => {
            top_byte(arena, node.second())?;
            top_byte(arena, node.first())
        }
        _ => input_of(arena, term),
    }
}

/// Whether a term is a narrower unsigned number, extended with zeros.
fn has_no_sign(arena: &Arena, term: ExprId) -> bool {
    arena.node(term).kind == Kind::ZExt
}

/// The bound of an unsigned number that is not zero: it is at least one.
fn other_than_zero(arena: &Arena, one: ExprId, other: ExprId) -> Option<(SymbolId, Bound)> {
    let term = match (arena.as_const(one), arena.as_const(other)) {
        (None, Some(0)) => one,
        (Some(0), None) => other,
        _ => return None,
    };
    let bound = Bound { term, width: arena.width(term), value: 1, is_upper: false, is_signed: false };
    Some((input_of(arena, term)?, bound))
}

/// What a term is compared with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Compared {
    With(ExprId),
    /// The last number for which the comparison has this outcome.
    To(u128),
}

/// The sides that a condition compares, if they depend on inputs, are no long computations, and give this
/// outcome when they are equal. For a computed number that is compared with a constant, the last value with
/// this outcome.
fn compared(arena: &Arena, condition: ExprId) -> Option<(ExprId, Compared)> {
    let node = arena.node(condition);
    let is_not = node.kind == Kind::Not;
    let inner = if is_not { arena.node(node.first()) } else { node };
    let (one, other) =
        matches!(inner.kind, Kind::Ult | Kind::Slt).then(|| (inner.first(), inner.second()))?;
    let is_fit = |side: ExprId| arena.as_const(side).is_none() && is_plain(arena, side);
    if is_fit(one) && is_fit(other) {
        return is_not.then_some((one, Compared::With(other)));
    }
    let is_computed = |side: ExprId| is_fit(side) && is_computed(arena, side);
    let (term, constant, step) = match (arena.as_const(one), arena.as_const(other)) {
        (None, Some(constant)) if is_computed(one) => (one, constant, if is_not { 0 } else { -1 }),
        (Some(constant), None) if is_computed(other) => (other, constant, if is_not { 0 } else { 1 }),
        _ => return None,
    };
    let last = (constant as i128).wrapping_add(step) as u128 & arena.width(term).mask();
    Some((term, Compared::To(last)))
}

/// Whether a number of a term's width is −1, 0 or 1.
fn is_near_zero(arena: &Arena, term: ExprId, number: u128) -> bool {
    number < 2 || number == arena.width(term).mask()
}

/// Whether a term is the result of arithmetic, and not an input made wider or narrower, or one of several.
fn is_computed(arena: &Arena, term: ExprId) -> bool {
    let node = arena.node(term);
    match node.kind {
        Kind::ZExt | Kind::SExt | Kind::Extract => is_computed(arena, node.first()),
        kind => matches!(
            kind,
            Kind::Add
                | Kind::Mul
                | Kind::UDiv
                | Kind::SDiv
                | Kind::URem
                | Kind::SRem
                | Kind::LShr
                | Kind::AShr
        ),
    }
}

/// Whether a term is an input, or one that is only made wider or narrower, so that nothing was computed.
fn is_input(arena: &Arena, term: ExprId) -> bool {
    input_of(arena, term).is_some()
}

/// The number of a border of a range, by the comparison that it comes from.
fn border_of(at: Pc, is_upper: bool) -> u32 {
    RANGE | at.raw() << 1 | u32::from(is_upper)
}

/// Whether a branch decides on a comparison of two variables, and not of one with a constant.
fn compares_variables(program: &Program, at: Pc) -> bool {
    let branch = program.inst(at);
    let OperandKind::Register(condition) = branch.a().kind() else { return false };
    let is_register = |operand: Operand| matches!(operand.kind(), OperandKind::Register(_));
    let before = program.code[..at.index()].iter().rev();
    let maker = before.take_while(|inst| !inst.op.is_terminator()).find(|inst| inst.dst == condition);
    branch.op == Op::Branch
        && maker.is_some_and(|inst| inst.op == Op::ICmp && is_register(inst.a()) && is_register(inst.b()))
}

/// Notes that a path lies on a border.
fn note_border(state: &mut State, border: u32) {
    if !state.borders.contains(&border) {
        state.borders.push(border);
    }
}

/// The condition that none of these holds.
fn none_of(arena: &mut Arena, conditions: impl IntoIterator<Item = ExprId>) -> ExprId {
    let mut none = arena.bool(true);
    for condition in conditions {
        let not = arena.not(condition);
        none = arena.and(none, not);
    }
    none
}

/// The mark of a side of a condition that is decided at a return and nowhere in the code. A function returns
/// in one place, so the branch that was decided last tells several such conditions apart.
fn side(state: &State, nesting: u32, holds: bool) -> u32 {
    let mut branches = state.path.decisions().latest_first().filter(|it| it.kind == DecisionKind::Branch);
    let last = branches.next().map_or(0, |decision| decision.at.raw() + 1);
    marked([state.pc.raw(), last, nesting], holds)
}

/// The mark of a side of a condition. The numbers distinguish the condition from others.
fn marked(condition: [u32; 3], holds: bool) -> u32 {
    let mix = |hash: u32, part: &u32| (hash ^ part).wrapping_mul(0x9e37_79b1).rotate_left(15);
    SELECT | (condition.iter().fold(0, mix) >> 4) << 1 | u32::from(holds)
}

/// The condition that a truth value is, or that chooses one of two constants; `None` for a copied input.
fn decided_by(arena: &Arena, term: ExprId) -> Option<ExprId> {
    let inner = extended(arena, term);
    let node = arena.node(inner);
    match node.kind {
        // A choice between other things than constants is an element of a table.
        Kind::Ite => {
            let is_constant = |side: ExprId| arena.as_const(side).is_some();
            (is_constant(node.second()) && is_constant(node.third())).then_some(node.first())
        }
        _ if node.width() == Bits(1) && !is_input(arena, inner) => Some(inner),
        _ => None,
    }
}

/// The term that `term` extends, or `term` itself.
fn extended(arena: &Arena, term: ExprId) -> ExprId {
    let node = arena.node(term);
    if matches!(node.kind, Kind::ZExt | Kind::SExt) { extended(arena, node.first()) } else { term }
}

/// The input that a term is, or that it only makes wider or narrower.
fn input_of(arena: &Arena, term: ExprId) -> Option<SymbolId> {
    let node = arena.node(term);
    match node.kind {
        Kind::Symbol => Some(node.symbol()),
        Kind::ZExt | Kind::SExt | Kind::Extract => input_of(arena, node.first()),
        _ => None,
    }
}

/// How deeply selects are nested in a result.
fn n_selects(arena: &Arena, term: ExprId) -> usize {
    let (mut most, mut stack) = (0, vec![(term, 0)]);
    while let Some((term, depth)) = stack.pop() {
        let node = arena.node(term);
        most = most.max(depth);
        match node.kind {
            Kind::ZExt | Kind::SExt | Kind::Extract => stack.push((node.first(), depth)),
            Kind::Ite if depth <= MAX_SELECTS => {
                stack.extend([node.second(), node.third()].map(|side| (side, depth + 1)));
            }
            _ => {}
        }
    }
    most
}

/// Calls `is_fit` once for each part of a term, with the number of parts so far, until it returns false.
/// Returns whether it never did.
fn all_parts(arena: &Arena, term: ExprId, mut is_fit: impl FnMut(ExprId, usize) -> bool) -> bool {
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(top) = stack.pop() {
        if !seen.insert(top) {
            continue;
        }
        if !is_fit(top, seen.len()) {
            return false;
        }
        stack.extend(arena.node(top).operands());
    }
    true
}

/// Whether a term depends on only one input, and nothing is divided or multiplied: for example an element of
/// a table, such as the result of `isdigit`.
fn is_lookup(arena: &Arena, term: ExprId) -> bool {
    let mut symbols = FxHashSet::default();
    all_parts(arena, term, |part, n_parts| {
        let node = arena.node(part);
        symbols.extend((node.kind == Kind::Symbol).then(|| node.symbol()));
        let is_bitwise = matches!(
            node.kind,
            Kind::Not | Kind::And | Kind::Or | Kind::Xor | Kind::Shl | Kind::LShr | Kind::AShr
        );
        let is_part = matches!(node.kind, Kind::Concat | Kind::Extract | Kind::ZExt | Kind::SExt);
        let is_choice = matches!(node.kind, Kind::Eq | Kind::Ult | Kind::Slt | Kind::Ite);
        let is_leaf = matches!(node.kind, Kind::Symbol | Kind::Const);
        let is_easy = is_leaf || is_bitwise || is_part || is_choice || node.kind == Kind::Add;
        is_easy && symbols.len() <= 1 && n_parts <= MAX_LOOKUP_NODES
    })
}

/// Whether questions about a term are easy for a solver.
fn is_plain(arena: &Arena, term: ExprId) -> bool {
    let (mut n_products, mut n_floats) = (0, 0);
    all_parts(arena, term, |part, n_parts| {
        let node = arena.node(part);
        let is_product = matches!(node.kind, Kind::Mul | Kind::UDiv | Kind::SDiv | Kind::URem | Kind::SRem);
        let has_constant = || node.operands().any(|operand| arena.as_const(operand).is_some());
        let is_float = matches!(node.kind, Kind::FAdd | Kind::FSub | Kind::FMul | Kind::FDiv);
        n_products += usize::from(is_product && !has_constant());
        n_floats += usize::from(is_float);
        let is_small = n_parts <= MAX_NODES && n_products <= MAX_PRODUCTS && n_floats <= MAX_FLOATS;
        is_small && node.width() <= Bits(64)
    })
}
