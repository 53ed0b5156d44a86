//! Chooses numbers under which a mistake in the code would show.
//!
//! A path leaves most numbers open, and the plainest ones hide mistakes: with 65536, `c >> 6 & 63` and
//! `c >> 7 & 63` are the same. This module makes *mutants* of the terms that a call returns and writes: a
//! constant is one more or less, an operation is another, an operand is missing. A mutant is *killed* if it has
//! another value than its term. Numbers are changed, one after the other, as long as more mutants are killed
//! and the values stay on the path. The comparisons of the path with constants have mutants, too, so that no
//! number leaves a border without need; so have those that ask for a remainder: what is no multiple of 100 is a
//! multiple of 20, if the path allows it. No solver is asked. Which mutants a test kills is a part of what it
//! covers, so that a small set of tests can be chosen that kills most of them.
//!
//! After DeMillo and Offutt, "Constraint-based automatic test data generation", 1991, who solve for the
//! condition that a mutant differs; here plain numbers are tried instead.

use super::{Symbols, float};
use crate::expr::{Arena, Assignment, ExprId, Format, Kind, Node, SymbolId, apply};
use crate::testcase::InputKind;
use crate::util::{Bits, rng};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// How many nodes a term may have. Longer ones, such as hashes, are changed by every mistake.
const MAX_NODES: usize = 48;
/// How many mutants one term has, at most.
const MAX_MUTANTS: usize = 64;
/// How many comparisons have mutants, at most.
const MAX_CONDITIONS: usize = 24;
/// In how many conditions it is counted what overflows, at most.
const MAX_DECIDED: usize = 64;
/// How many numbers of a test are changed, at most.
const MAX_PLACES: usize = 8;
/// How many nodes are computed for one test, about.
const MAX_WORK: usize = 200_000;
/// How many of the mutants that it kills are told of a test, at most.
const MAX_TOLD: usize = 96;

/// Integers that are tried, the plain ones first. The long ones have different digits in every base.
const INTEGERS: [i128; 27] = [
    1,
    2,
    3,
    5,
    7,
    10,
    12,
    25,
    77,
    100,
    123,
    250,
    1_000,
    1_234,
    5_000,
    12_345,
    54_321,
    70_000,
    123_456,
    654_321,
    1_234_567,
    12_345_678,
    123_456_789,
    1_234_567_890,
    3_735_928_559,
    1_234_567_890_123,
    6_148_914_691_236_517_205,
];
/// The same for negative numbers.
const NEGATIVE: [i128; 8] = [-1, -2, -3, -10, -77, -1_234, -70_000, -123_456_789];
/// What a divisor may be divided by and still be a divisor in somebody's mind: 100 and 10, 60 and 12, 8 and 4.
const FACTORS: [u128; 4] = [2, 3, 5, 10];
/// What is no multiple of a divisor shows whether the divisor is too small, which counts for more than another
/// operation.
const WEIGHT_OF_SMALLER: usize = 2;
/// How many multiples of a divisor are tried on each side of a number.
const MULTIPLES: i128 = 3;
/// Digits of texts in whose place others are tried, and those that are tried.
const PLAIN: [u128; 2] = [b'0' as u128, b'1' as u128];
const DIGITS: [u8; 8] = *b"75329468";
/// Floats that are tried.
const FLOATS: [f64; 12] =
    [1.5, 2.5, 3.25, -1.5, 0.75, 12.5, 100.25, -12.75, 1_000.5, -1_000.25, 12_345.5, 0.125];

/// Something that a call under test returns or writes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Observed {
    pub term: ExprId,
    /// What was there before the call.
    pub before: Option<ExprId>,
    /// The same for terms that the same code makes on different paths.
    pub place: u32,
}

/// A change of one node of a term.
#[derive(Copy, Clone, Debug)]
enum Change {
    /// An operand, by its position, has this value.
    Operand(usize, u128),
    /// The operation is another one.
    Operation(Kind),
    /// A comparison holds also for equal values.
    OrEqual,
    /// Other bits are taken.
    LowBit(u32),
    /// The value of this operand instead of the result.
    Only(usize),
    /// So many of the lowest bits of this operand instead of the result.
    Low(usize, u32),
    /// A shift to the left by a constant, which is a concatenation with zeros, goes one bit further, or less far.
    Doubled,
    Halved,
}

/// A term as a list of its nodes, operands before what uses them.
struct Term {
    nodes: Vec<(Node, SmallVec<[usize; 3]>)>,
    widths: Vec<Bits>,
    constants: Vec<Option<u128>>,
    mutants: Vec<(usize, Change)>,
    /// A term whose value must differ from that of this one: what would be there if nothing were written.
    before: Option<Box<Term>>,
    place: u32,
    /// How many mutants of other terms all mutants of this one are worth together; zero if each counts.
    weight: usize,
    symbols: FxHashSet<SymbolId>,
}

/// A number that may be changed.
struct Place {
    /// Either one symbol, or bytes, the least significant first.
    symbols: SmallVec<[SymbolId; 8]>,
    kind: InputKind,
    named: Rc<[u128]>,
    is_character: bool,
}

/// Changes the numbers among `inputs` so that more mutants of what was observed are killed. `conditions` are
/// those that the call has decided. `is_possible` tells whether values stay on the path. Returns numbers for the
/// mutants that are killed in the end, in ascending order; the same number stands for the same mistake in all
/// tests of a run.
pub fn kill(
    arena: &Arena,
    observed: &[Observed],
    conditions: impl Iterator<Item = ExprId>,
    inputs: &[Symbols],
    values: &mut Assignment,
    is_possible: impl FnMut(&Assignment) -> bool,
) -> Vec<u32> {
    let terms: Vec<Term> = observed.iter().filter_map(|it| Term::of_observed(arena, *it)).collect();
    let conditions: Vec<ExprId> = conditions.collect();
    let remainders = conditions.iter().filter_map(|condition| Term::of_remainder(arena, *condition));
    let remainders: Vec<Term> = remainders.take(MAX_CONDITIONS).collect();
    if terms.iter().chain(&remainders).any(|term| term.kills(values).any(|killed| !killed)) {
        change(arena, (&terms, &remainders), &conditions, inputs, values, is_possible);
    }
    let mut told: Vec<u32> =
        terms.iter().chain(&remainders).flat_map(|term| term.killed(values)).take(MAX_TOLD).collect();
    told.sort_unstable();
    told.dedup();
    told
}

/// Changes numbers as long as more mutants are killed.
fn change(
    arena: &Arena,
    (terms, remainders): (&[Term], &[Term]),
    conditions: &[ExprId],
    inputs: &[Symbols],
    values: &mut Assignment,
    mut is_possible: impl FnMut(&Assignment) -> bool,
) {
    let borders = conditions.iter().filter_map(|condition| Term::of_comparison(arena, *condition));
    let borders: Vec<Term> = borders.take(MAX_CONDITIONS).collect();
    let decided = conditions.iter().filter_map(|condition| Term::new(arena, *condition));
    let decided: Vec<Term> = decided.take(MAX_DECIDED).collect();
    let survives = |term: &&Term| term.kills(values).any(|killed| !killed);
    let survivors: Vec<&Term> = terms.iter().chain(remainders).filter(survives).collect();
    let places = places(inputs, values);
    let is_open = |place: &&Place| survivors.iter().any(|term| term.depends_on(&place.symbols));
    let open: Vec<&Place> = places.iter().filter(is_open).take(MAX_PLACES).collect();
    let mut used: Vec<u128> = places.iter().map(|place| place.get(values)).collect();
    let mut work = 0;
    let n_overflows = |values: &Assignment| -> usize {
        terms.iter().chain(&decided).map(|term| term.overflows(values)).sum()
    };
    let mut overflows = n_overflows(values);
    for place in open {
        let near = terms.iter().chain(&borders).chain(remainders);
        let near: Vec<&Term> = near.filter(|term| term.depends_on(&place.symbols)).collect();
        let cost: usize = near.iter().map(|term| term.cost()).sum();
        let n_killed = |values: &Assignment| -> usize {
            let killed = |term: &&Term| {
                let n = term.kills(values).filter(|killed| *killed).count();
                if term.weight > 0 { term.weight * n.min(1) } else { n }
            };
            near.iter().map(killed).sum()
        };
        let mut best = place.get(values);
        let mut most = n_killed(values);
        let multiples = near.iter().flat_map(|term| term.divisors()).collect();
        for value in place.multiples(best, multiples).into_iter().chain(place.candidates()) {
            if value == best || used.contains(&value) && !place.is_truth() {
                continue;
            }
            work += cost;
            if work > MAX_WORK {
                break;
            }
            place.set(values, value);
            let n = n_killed(values);
            // A sum that overflows may be an error, and a test should not depend on how it wraps around.
            if n > most && n_overflows(values) <= overflows && is_possible(values) {
                (best, most) = (value, n);
            }
        }
        place.set(values, best);
        overflows = n_overflows(values);
        used.push(best);
    }
}

impl Term {
    fn of_observed(arena: &Arena, observed: Observed) -> Option<Self> {
        let mut term = Self { place: observed.place, ..Self::new(arena, observed.term)? };
        term.before = observed.before.and_then(|before| Self::new(arena, before)).map(Box::new);
        let at = 0..term.nodes.len();
        term.mutants = at.flat_map(|at| term.changes(at)).take(MAX_MUTANTS).collect();
        Some(term)
    }

    /// A comparison with a constant, which is changed by one.
    fn of_comparison(arena: &Arena, condition: ExprId) -> Option<Self> {
        let mut term = Self::new(arena, condition)?;
        let is_comparison = |node: &Node| matches!(node.kind, Kind::Ult | Kind::Slt);
        let at = term.nodes.iter().rposition(|(node, _)| is_comparison(node))?;
        if at + 2 < term.nodes.len() {
            return None;
        }
        term.mutants = term.other_constants(at);
        (!term.mutants.is_empty()).then_some(term)
    }

    /// A condition on the remainder of a division by a constant, or on the lowest bits of a number: that it is
    /// zero, or is not. Other numbers than zero are values of a field of bits.
    fn of_remainder(arena: &Arena, condition: ExprId) -> Option<Self> {
        let mut term = Self::new(arena, condition)?;
        let mut at = term.nodes.len() - 1;
        let is_unequal = term.nodes[at].0.kind == Kind::Not;
        if is_unequal {
            at = term.nodes[at].1[0];
        }
        let (equality, sides) = &term.nodes[at];
        if equality.kind != Kind::Eq || !sides.iter().any(|side| term.constants[*side] == Some(0)) {
            return None;
        }
        at = *sides.iter().find(|side| term.constants[**side].is_none())?;
        while matches!(term.nodes[at].0.kind, Kind::ZExt | Kind::SExt) {
            at = term.nodes[at].1[0];
        }
        term.mutants = term.other_divisors(at);
        term.weight = if is_unequal { WEIGHT_OF_SMALLER } else { 1 };
        (!term.mutants.is_empty()).then_some(term)
    }

    /// Changes of a remainder: the divisor is divided by something, or twice as large.
    fn other_divisors(&self, at: usize) -> Vec<(usize, Change)> {
        let Some(divisor) = self.divisor(at) else { return Vec::new() };
        let fits = |other: &u128| *other > 1 && *other <= self.widths[at].mask();
        let smaller = FACTORS.iter().filter(|factor| divisor % *factor == 0).map(|factor| divisor / factor);
        let others: Vec<u128> = smaller.chain([2 * divisor]).filter(fits).collect();
        let (node, operands) = &self.nodes[at];
        match node.kind {
            Kind::URem | Kind::SRem => others.iter().map(|other| (at, Change::Operand(1, *other))).collect(),
            _ => {
                let position = operands.iter().position(|operand| self.constants[*operand].is_none());
                let powers = others.iter().filter(|other| other.is_power_of_two());
                let low = |other: &u128| Some((at, Change::Low(position?, other.trailing_zeros())));
                powers.filter_map(low).collect()
            }
        }
    }

    /// What a node gives the remainder of a division by, if it is a constant.
    fn divisor(&self, at: usize) -> Option<u128> {
        let (node, operands) = &self.nodes[at];
        let is_open = |operand: &usize| self.constants[*operand].is_none();
        let divisor = match node.kind {
            Kind::URem | Kind::SRem if is_open(&operands[0]) => self.constants[operands[1]]?,
            Kind::And => {
                let mask = operands.iter().find_map(|operand| self.constants[*operand])?;
                mask.checked_add(1).filter(|size| size.is_power_of_two())?
            }
            Kind::Extract if node.low_bit() == 0 && is_open(&operands[0]) => {
                1_u128.checked_shl(node.width().0)?
            }
            _ => return None,
        };
        // A bit alone is a flag, and a whole byte is a number: these are no remainders.
        let is_fit = matches!(node.kind, Kind::URem | Kind::SRem) || divisor > 2 && divisor < 256;
        (is_fit && divisor > 1 && !self.widths[at].sign_extend(divisor).is_negative()).then_some(divisor)
    }

    /// The divisors of the mutants of a condition on a remainder.
    fn divisors(&self) -> impl Iterator<Item = u128> {
        let mutants = self.mutants.iter().filter(|_| self.weight > 0);
        mutants.filter_map(|(_, change)| match *change {
            Change::Operand(_, other) => Some(other),
            Change::Low(_, bits) => 1_u128.checked_shl(bits),
            _ => None,
        })
    }

    fn new(arena: &Arena, root: ExprId) -> Option<Self> {
        let mut places: FxHashMap<ExprId, usize> = FxHashMap::default();
        let mut term = Self {
            nodes: Vec::new(),
            widths: Vec::new(),
            constants: Vec::new(),
            mutants: Vec::new(),
            before: None,
            place: 0,
            weight: 0,
            symbols: FxHashSet::default(),
        };
        let mut stack = vec![root];
        while let Some(&top) = stack.last() {
            if places.contains_key(&top) {
                stack.pop();
                continue;
            }
            let node = arena.node(top);
            let waiting = stack.len();
            stack.extend(node.operands().filter(|operand| !places.contains_key(operand)));
            if stack.len() > waiting {
                if stack.len() + term.nodes.len() > 3 * MAX_NODES {
                    return None;
                }
                continue;
            }
            stack.pop();
            if term.nodes.len() == MAX_NODES {
                return None;
            }
            places.insert(top, term.nodes.len());
            let operands = node.operands().map(|operand| places[&operand]).collect();
            term.symbols.extend((node.kind == Kind::Symbol).then(|| node.symbol()));
            term.widths.push(node.width());
            term.constants.push(arena.as_const(top));
            term.nodes.push((node, operands));
        }
        Some(term)
    }

    fn depends_on(&self, symbols: &[SymbolId]) -> bool {
        let is_in = |term: &Self| symbols.iter().any(|symbol| term.symbols.contains(symbol));
        is_in(self) || self.before.as_ref().is_some_and(|before| is_in(before))
    }

    /// How many nodes are computed to see which mutants are killed.
    fn cost(&self) -> usize {
        self.nodes.len() * (self.mutants.len() + 1)
    }

    /// Whether each mutant is killed.
    fn kills<'a>(&'a self, values: &'a Assignment) -> impl Iterator<Item = bool> + 'a {
        let own = self.eval(values, None);
        let changed = self.mutants.iter().map(move |mutant| self.eval(values, Some(mutant)) != own);
        let unwritten = self.before.iter().map(move |before| before.eval(values, None) != own);
        unwritten.chain(changed)
    }

    /// The numbers of the mutants that are killed.
    fn killed(&self, values: &Assignment) -> Vec<u32> {
        let unwritten = self.before.iter().map(|_| self.number(&[]));
        let changed = self.mutants.iter().map(|(at, change)| {
            let place = (*at as u32) << 16 | self.nodes[*at].0.kind as u32;
            let of_change = match *change {
                Change::Operand(position, value) => [1 + position as u32, value as u32],
                Change::Operation(other) => [8, other as u32],
                Change::OrEqual => [9, 0],
                Change::LowBit(low) => [10, self.nodes[*at].0.low_bit() << 16 | low],
                Change::Only(position) => [11, position as u32],
                Change::Low(position, bits) => [14 + position as u32, bits],
                Change::Doubled => [12, 0],
                Change::Halved => [13, 0],
            };
            self.number(&[place, of_change[0], of_change[1]])
        });
        let numbers = unwritten.chain(changed).zip(self.kills(values));
        numbers.filter_map(|(number, is_killed)| is_killed.then_some(number)).collect()
    }

    fn number(&self, parts: &[u32]) -> u32 {
        let mix = |hash: u64, part: &u32| rng::mix(hash ^ u64::from(*part));
        let start = u64::from(self.place) << 32 | self.nodes.len() as u64;
        (parts.iter().fold(start, mix) >> 33) as u32
    }

    /// The value of the term, or of a mutant of it.
    fn eval(&self, values: &Assignment, mutant: Option<&(usize, Change)>) -> u128 {
        self.results(values, mutant).last().copied().unwrap_or(0)
    }

    /// How many sums, differences and products do not fit their type, if it is a signed one.
    fn overflows(&self, values: &Assignment) -> usize {
        let is_arithmetic = |kind| matches!(kind, Kind::Add | Kind::Sub | Kind::Mul);
        if !self.nodes.iter().any(|(node, _)| is_arithmetic(node.kind)) {
            return 0;
        }
        let results = self.results(values, None);
        let does_overflow = |(at, (node, operands)): (usize, &(Node, SmallVec<[usize; 3]>))| {
            let width = node.width();
            if !is_arithmetic(node.kind) || width < Bits(32) || width > Bits(64) {
                return false;
            }
            let [one, other] = [0, 1].map(|position| width.sign_extend(results[operands[position]]));
            let exact = match node.kind {
                Kind::Add => one + other,
                Kind::Sub => one - other,
                _ => one.saturating_mul(other),
            };
            exact != width.sign_extend(results[at])
        };
        self.nodes.iter().enumerate().filter(|it| does_overflow(*it)).count()
    }

    /// The values of all nodes.
    fn results(&self, values: &Assignment, mutant: Option<&(usize, Change)>) -> SmallVec<[u128; MAX_NODES]> {
        let mut results: SmallVec<[u128; MAX_NODES]> = SmallVec::new();
        for (at, (node, operands)) in self.nodes.iter().enumerate() {
            let change = mutant.filter(|(place, _)| *place == at).map(|(_, change)| *change);
            let mut given = [0; 3];
            let mut widths = [Bits(1); 3];
            for (position, operand) in operands.iter().enumerate() {
                (given[position], widths[position]) = (results[*operand], self.widths[*operand]);
            }
            let (mut kind, mut low_bit) =
                (node.kind, if node.kind == Kind::Extract { node.low_bit() } else { 0 });
            match change {
                Some(Change::Operand(position, value)) => given[position] = value,
                Some(Change::Operation(other)) => kind = other,
                Some(Change::LowBit(other)) => low_bit = other,
                _ => {}
            }
            let value = match (self.constants[at], node.kind) {
                (Some(constant), _) => constant,
                (_, Kind::Symbol) => values.get(node.symbol()) & node.width().mask(),
                _ => apply(kind, node.width(), low_bit, widths, given),
            };
            results.push(match change {
                Some(Change::OrEqual) => value | u128::from(given[0] == given[1]),
                Some(Change::Only(position)) => given[position],
                Some(Change::Low(position, bits)) => given[position] & Bits(bits).mask(),
                Some(Change::Doubled) => value << 1 & node.width().mask(),
                Some(Change::Halved) => value >> 1,
                _ => value,
            });
        }
        results
    }

    /// Changes of constants by one.
    fn other_constants(&self, at: usize) -> Vec<(usize, Change)> {
        let (node, operands) = &self.nodes[at];
        let is_number =
            !matches!(node.kind, Kind::Concat | Kind::Extract | Kind::Not) && !node.kind.is_float();
        let mut changes = Vec::new();
        for (position, operand) in operands.iter().enumerate().filter(|_| is_number) {
            let Some(constant) = self.constants[*operand] else { continue };
            let mask = self.widths[*operand].mask();
            for other in [constant.wrapping_add(1) & mask, constant.wrapping_sub(1) & mask] {
                let is_divisor = matches!(node.kind, Kind::UDiv | Kind::SDiv | Kind::URem | Kind::SRem);
                if !(is_divisor && other == 0) {
                    changes.push((at, Change::Operand(position, other)));
                }
            }
        }
        changes
    }

    /// The changes of one node.
    fn changes(&self, at: usize) -> Vec<(usize, Change)> {
        let (node, operands) = &self.nodes[at];
        let mut changes = self.other_constants(at);
        let others: &[Kind] = match node.kind {
            Kind::And => &[Kind::Or],
            Kind::Or | Kind::Xor => &[Kind::And],
            Kind::Add => &[Kind::Sub],
            Kind::Sub | Kind::Mul => &[Kind::Add],
            Kind::UDiv => &[Kind::Mul, Kind::SDiv],
            Kind::SDiv => &[Kind::Mul, Kind::UDiv],
            Kind::URem => &[Kind::UDiv, Kind::SRem],
            Kind::SRem => &[Kind::SDiv, Kind::URem],
            Kind::Shl => &[Kind::LShr],
            Kind::LShr => &[Kind::Shl, Kind::AShr],
            Kind::AShr => &[Kind::Shl, Kind::LShr],
            Kind::ZExt => &[Kind::SExt],
            Kind::SExt => &[Kind::ZExt],
            Kind::Ult => &[Kind::Slt],
            Kind::Slt => &[Kind::Ult],
            Kind::FAdd => &[Kind::FSub],
            Kind::FSub | Kind::FMul => &[Kind::FAdd],
            Kind::FDiv => &[Kind::FMul],
            _ => &[],
        };
        changes.extend(others.iter().map(|kind| (at, Change::Operation(*kind))));
        match node.kind {
            Kind::Ult | Kind::Slt => changes.push((at, Change::OrEqual)),
            Kind::Concat if self.constants[operands[1]] == Some(0) => {
                changes.extend([(at, Change::Doubled), (at, Change::Halved)]);
            }
            Kind::Extract => {
                let width = self.widths[operands[0]];
                let low = node.low_bit();
                let lows = [low.checked_sub(1), Some(low + 1).filter(|low| low + node.width().0 <= width.0)];
                changes.extend(lows.into_iter().flatten().map(|low| (at, Change::LowBit(low))));
            }
            _ => {}
        }
        let is_same = |position: &usize| self.widths[operands[*position]] == node.width();
        let is_computed = operands.len() > 1 && node.kind != Kind::Ite || matches!(node.kind, Kind::Neg);
        let positions = (0..operands.len()).filter(|_| is_computed);
        let is_open = |position: &usize| self.constants[operands[*position]].is_none();
        changes
            .extend(positions.filter(is_same).filter(is_open).map(|position| (at, Change::Only(position))));
        changes
    }
}

/// The numbers among the inputs. In a text, these are digits that hide mistakes: a zero, and a one, which is a factor
/// that changes nothing.
fn places(inputs: &[Symbols], values: &Assignment) -> Vec<Place> {
    let byte = InputKind::Integer { width: Bits(8), signed: false };
    let digits: Rc<[u128]> = DIGITS.map(u128::from).into();
    let mut places = Vec::new();
    for input in inputs {
        let mut add = |symbols: &[SymbolId], kind| {
            let (named, is_character) = (Rc::clone(&input.named), input.is_character);
            places.push(Place { symbols: symbols.iter().copied().collect(), kind, named, is_character });
        };
        match input.kind {
            InputKind::Integer { .. } | InputKind::Float { .. } => add(&input.symbols, input.kind),
            InputKind::Bytes | InputKind::Object => {
                let mut is_free = vec![input.kind == InputKind::Bytes; input.symbols.len()];
                for number in &input.numbers {
                    if let Some(symbols) = input.symbols.get(number.bytes.clone()) {
                        add(symbols, number.kind);
                        is_free[number.bytes.clone()].fill(false);
                    }
                }
                let free = input.symbols.iter().zip(is_free).filter(|(_, is_free)| *is_free);
                free.for_each(|(symbol, _)| add(std::slice::from_ref(symbol), byte));
            }
            InputKind::String | InputKind::Chars => {
                let is_plain = |symbol: &&SymbolId| PLAIN.contains(&values.get(**symbol));
                let plain: Vec<&SymbolId> = input.symbols.iter().filter(is_plain).collect();
                // The last of several stays, because a zero lies on the border of what a digit is.
                let changed = plain.len().saturating_sub(1).max(1);
                places.extend(plain.into_iter().take(changed).map(|symbol| Place {
                    symbols: SmallVec::from_slice(&[*symbol]),
                    kind: byte,
                    named: Rc::clone(&digits),
                    is_character: false,
                }));
            }
            InputKind::Pointer => {}
        }
    }
    places
}

impl Place {
    fn get(&self, values: &Assignment) -> u128 {
        match &self.symbols[..] {
            [symbol] => values.get(*symbol),
            bytes => bytes.iter().rev().fold(0, |number, byte| number << 8 | values.get(*byte) & 0xff),
        }
    }

    fn set(&self, values: &mut Assignment, value: u128) {
        match &self.symbols[..] {
            [symbol] => values.set(*symbol, value),
            bytes => {
                let bytes = bytes.iter().enumerate();
                bytes.for_each(|(at, byte)| values.set(*byte, value >> (8 * at) & 0xff));
            }
        }
    }

    /// Whether it may be a truth value: then other numbers may be equal to it.
    fn is_truth(&self) -> bool {
        matches!(self.kind, InputKind::Integer { width, .. } if width <= Bits(8))
    }

    /// Multiples of numbers that lie around a value.
    fn multiples(&self, value: u128, of: FxHashSet<u128>) -> Vec<u128> {
        let InputKind::Integer { width, signed } = self.kind else { return Vec::new() };
        if self.is_character || !self.named.is_empty() {
            return Vec::new();
        }
        let value = if signed { width.sign_extend(value) } else { value as i128 };
        let of = of.into_iter().filter_map(|divisor| i128::try_from(divisor).ok());
        let around = of.flat_map(|divisor| {
            let near = value.div_euclid(divisor) * divisor;
            (1 - MULTIPLES..=MULTIPLES).map(move |steps| near + steps * divisor)
        });
        let mut around: Vec<i128> =
            around.filter(|number| value == 0 || (*number < 0) == (value < 0)).collect();
        around.sort_unstable_by_key(|number| (number.abs(), *number));
        around.dedup();
        let opposite = around.iter().map(|number| -number);
        let is_fit = |number: &i128| match signed {
            true => width.sign_extend(*number as u128 & width.mask()) == *number,
            false => *number >= 0 && *number as u128 <= width.mask(),
        };
        let all = around.iter().copied().chain(opposite);
        all.filter(is_fit).map(|number| number as u128 & width.mask()).collect()
    }

    /// The values to try.
    fn candidates(&self) -> Vec<u128> {
        match self.kind {
            _ if !self.named.is_empty() => self.named.to_vec(),
            _ if self.is_character => (b'a'..=b'z').map(u128::from).collect(),
            InputKind::Integer { width, signed } => {
                let negative = NEGATIVE.into_iter().filter(|_| signed);
                let all = INTEGERS.into_iter().chain(negative).chain([0]);
                let is_fit = |number: &i128| match signed {
                    true => width.sign_extend(*number as u128 & width.mask()) == *number,
                    false => *number as u128 <= width.mask(),
                };
                all.filter(is_fit).map(|number| number as u128 & width.mask()).collect()
            }
            InputKind::Float { width } => {
                let Some(format) = Format::of(width) else { return Vec::new() };
                FLOATS.into_iter().map(|number| float::of_double(format, number)).collect()
            }
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;

    const WIDTH: Bits = Bits(32);

    /// One number, and the term that is made of it.
    struct Fixture {
        arena: Arena,
        input: Symbols,
        number: ExprId,
    }

    impl Fixture {
        fn new() -> Self {
            let mut arena = Arena::new();
            let key = SymbolKey { input: 0, element: 0, name: "n".into(), width: WIDTH };
            let symbol = arena.declare(key);
            let number = arena.term_of(symbol);
            let kind = InputKind::Integer { width: WIDTH, signed: false };
            let named = Rc::new([]);
            let input =
                Symbols { kind, symbols: vec![symbol], named, is_character: false, numbers: Vec::new() };
            Self { arena, input, number }
        }

        /// The value that the number gets if it is `first` before, and has to be less than `end`.
        fn chosen(&self, observed: Observed, first: u128, end: u128) -> (u128, Vec<u32>) {
            let symbol = self.input.symbols[0];
            let mut values = Assignment::new();
            values.set(symbol, first);
            let is_possible = |values: &Assignment| values.get(symbol) < end;
            let inputs = std::slice::from_ref(&self.input);
            let conditions = std::iter::empty();
            let killed = kill(&self.arena, &[observed], conditions, inputs, &mut values, is_possible);
            (values.get(symbol), killed)
        }
    }

    #[test]
    fn a_number_shows_which_bits_are_taken() {
        let mut fixture = Fixture::new();
        let bits = fixture.arena.extract(fixture.number, 6, Bits(6));
        let observed = Observed { term: bits, before: None, place: 0 };
        let (value, killed) = fixture.chosen(observed, 0x10000, 0x11_0000);
        assert_ne!(value >> 6 & 0x3f, value >> 7 & 0x3f, "{value}");
        assert_ne!(value >> 6 & 0x3f, value >> 5 & 0x3f, "{value}");
        assert!(killed.len() >= 2, "{killed:?}");
        assert_eq!(fixture.chosen(observed, 0x10000, 0).0, 0x10000, "the path allows no other value");
    }

    #[test]
    fn what_is_overwritten_was_something_else() {
        let mut fixture = Fixture::new();
        let zero = fixture.arena.constant(WIDTH, 0);
        let observed = Observed { term: zero, before: Some(fixture.number), place: 16 };
        assert_eq!(fixture.chosen(observed, 0, 100).0, 1);
        assert_eq!(fixture.chosen(observed, 7, 100).0, 7, "a number that shows it stays");
    }

    #[test]
    fn a_border_is_left_only_for_more() {
        let mut fixture = Fixture::new();
        let (arena, number) = (&mut fixture.arena, fixture.number);
        let sixty = arena.constant(WIDTH, 60);
        let less = arena.ult(number, sixty);
        let term = Term::of_comparison(arena, less).expect("a comparison with a constant");
        assert_eq!(term.mutants.len(), 2);
        let mut values = Assignment::new();
        let n_killed = |value, values: &mut Assignment| {
            values.set(fixture.input.symbols[0], value);
            term.kills(values).filter(|killed| *killed).count()
        };
        assert_eq!([58, 59, 60, 61].map(|value| n_killed(value, &mut values)), [0, 1, 1, 0]);
    }
}
