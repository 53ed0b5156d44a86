//! Values of integers and floats, chosen by evaluating the path condition.

use super::Asked;
use crate::expr::{ExprId, Format, Kind, SymbolId};
use crate::readable::{float, integer};
use crate::solver::{Mark, Network, VarId};
use crate::testcase::InputKind;
use crate::util::{Bits, ByteSet, rng};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// An input that is a number, or a number that the path reads from bytes.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) input: usize,
    /// The term that has its value; `None` if the program never read it.
    pub(super) term: Option<ExprId>,
    pub(super) symbols: SmallVec<[SymbolId; 8]>,
    /// One for each symbol. If there are several, they are bytes, the least significant first.
    pub(super) variables: SmallVec<[VarId; 8]>,
    pub(super) kind: InputKind,
    /// Values that have names.
    pub(super) named: Rc<[u128]>,
    /// Whether letters come before other values.
    pub(super) is_character: bool,
}

impl Number {
    fn width(&self, network: &Network) -> Bits {
        match self.term {
            Some(term) => network.arena().width(term),
            None if self.symbols.len() > 1 => Bits(8 * self.symbols.len() as u32),
            None => network.arena().symbol_key(self.symbols[0]).width,
        }
    }

    /// The value that its variables have.
    fn value(&self, network: &Network) -> u128 {
        let bytes = self.variables.iter().enumerate();
        let bytes = bytes.map(|(at, variable)| network.value(*variable).unwrap_or(0) << (8 * at));
        bytes.fold(0, |number, byte| number | byte)
    }

    /// Assigns the number to its variables; `false` if that contradicts what is assigned.
    fn assign(&self, network: &mut Network, number: u128) -> bool {
        let mask = if self.variables.len() == 1 { u128::MAX } else { 0xff };
        let values = self.variables.iter().enumerate();
        network.assign_all(values.map(|(at, variable)| (*variable, number >> (8 * at) & mask)))
            && network.may_hold(&self.variables)
    }
}

/// What preferred values depend on.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct NumberType {
    width: Bits,
    is_float: bool,
    is_signed: bool,
}

/// Preferred values, made once for each type of number.
pub(super) struct Preferences<'a> {
    lists: BTreeMap<NumberType, Rc<[u128]>>,
    /// Sizes of buffers and lengths of texts in this test.
    sizes: Vec<u128>,
    /// Numbers that the program computes and compares with: an input with such a value may hide mistakes.
    constants: &'a [u128],
    asked: &'a Asked,
    /// Values of other numbers of this test. If numbers differ, it shows when the code takes one for another.
    used: Used,
}

/// Values with how often they are used. A test may have thousands of numbers.
#[derive(Default)]
struct Used(FxHashMap<u128, u32>);

impl Used {
    fn contains(&self, value: u128) -> bool {
        self.0.contains_key(&value)
    }

    fn add(&mut self, value: u128) {
        *self.0.entry(value).or_default() += 1;
    }

    fn remove(&mut self, value: u128) {
        if let Some(count) = self.0.get_mut(&value) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(&value);
            }
        }
    }
}

/// How many of the preferred values come before the sizes of buffers: 0, 1, 2, −1 and 3 to 9.
const N_BEFORE_SIZES: usize = 11;

impl<'a> Preferences<'a> {
    /// Preferences of a test whose buffers have these sizes, in a program with these constants.
    pub(super) fn new(sizes: Vec<u128>, constants: &'a [u128], asked: &'a Asked) -> Self {
        Self { lists: BTreeMap::new(), sizes, constants, asked, used: Used::default() }
    }

    /// `n` small values, or letters, that differ from all numbers of this test and from the constants of the
    /// program.
    fn distinct(&self, number: &Number, n: usize) -> Vec<u128> {
        let small = 1..=DISTINCT;
        match number.kind {
            InputKind::Integer { width: Bits(8), .. } if number.is_character => (b'a'..=b'z')
                .map(u128::from)
                .filter(|value| !self.used.contains(*value) && !self.constants.contains(value))
                .take(n)
                .collect(),
            InputKind::Integer { width, signed } => small
                .map(u128::from)
                .filter(|value| *value <= width.mask() >> u32::from(signed))
                .filter(|value| !self.used.contains(*value) && !self.constants.contains(value))
                .take(n)
                .collect(),
            InputKind::Float { width } => {
                let Some(format) = Format::of(width) else { return Vec::new() };
                let halves = small.map(|n| float::of_double(format, n as f64 + 0.5));
                halves.filter(|value| !self.used.contains(*value)).take(n).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The first of the [`candidates`] for a number that no condition concerns. The others are not made: a
    /// test may have thousands of such numbers.
    fn of_free(&mut self, number: &Number) -> u128 {
        let unused = number.named.iter().find(|value| !self.used.contains(**value));
        let named = unused.or(number.named.first()).copied();
        named.or_else(|| self.distinct(number, 1).first().copied()).unwrap_or_else(|| self.of(number.kind)[0])
    }

    fn of(&mut self, kind: InputKind) -> Rc<[u128]> {
        let number = match kind {
            InputKind::Integer { width, signed } => NumberType { width, is_float: false, is_signed: signed },
            InputKind::Float { width } => NumberType { width, is_float: true, is_signed: true },
            InputKind::String
            | InputKind::Bytes
            | InputKind::Chars
            | InputKind::Object
            | InputKind::Pointer => unreachable!("invariant: texts are no numbers"),
        };
        let NumberType { width, is_float, is_signed: signed } = number;
        let make = || match Format::of(width).filter(|_| is_float) {
            Some(format) => float::plain_numbers(format).into(),
            None => integer::preferred_numbers(integer::Shape { width, signed }).into(),
        };
        Rc::clone(self.lists.entry(number).or_insert_with(make))
    }
}

/// If several numbers depend on each other: values tried depth first, before the numbers are mended together.
const MAX_PLAIN: u32 = 200;
/// How many numbers that were mended together are told apart, at most.
const MAX_TOLD_APART: usize = 32;
/// A number this far from zero is a long one. How many values are tried to bring such numbers closer, and how
/// often.
const LONG: u128 = 10_000;
const MAX_CLOSER: u32 = 1_000;
const ROUNDS_CLOSER: usize = 3;
/// First guesses that are mended.
const MAX_GUESSES: u64 = 8;

/// The greatest of the small values that are to differ from each other, and how many of them are tried.
const DISTINCT: u32 = 99;
const N_DISTINCT: usize = 3;
/// The greatest of the values that are tried before zero even if the program has them as constants.
const FEW: u128 = 3;
/// How many conditions on a number, and nodes of them, are searched for products.
const MAX_CONDITIONS: usize = 8;
const MAX_NODES: usize = 64;
/// How many additions and extensions of a number are looked through.
const MAX_ADDED: usize = 64;
/// A border farther from zero is not preferred: its many digits are hard to read.
const MAX_BORDER: i128 = 99_999_999;

/// Gives each of `numbers` a value, the plainest ones if possible. `budget` is the number of values that may
/// be tried. `false` if none was found: then nothing is assigned.
pub(super) fn choose(
    network: &mut Network,
    numbers: &[Number],
    preferences: &mut Preferences,
    budget: &mut u32,
) -> bool {
    if numbers.len() < 2 {
        return search(network, numbers, preferences, budget);
    }
    // An index decides which elements matter.
    let mut is_index = |number: &Number| number.variables.iter().any(|variable| network.is_index(*variable));
    let (indices, others): (Vec<&Number>, Vec<&Number>) = numbers.iter().partition(|number| is_index(number));
    let reordered: Vec<Number>;
    let numbers = match indices.is_empty() || others.is_empty() {
        true => numbers,
        false => {
            reordered = indices.into_iter().chain(others).cloned().collect();
            &reordered
        }
    };
    let mut first_budget = MAX_PLAIN.min(*budget);
    *budget -= first_budget;
    if search(network, numbers, preferences, &mut first_budget) {
        return true;
    }
    let mark = network.mark();
    let is_found = mend(network, numbers) || least(network, numbers) || small(network, numbers, budget);
    if is_found && numbers.len() <= MAX_TOLD_APART {
        come_closer(network, numbers, mark);
        tell_apart(network, numbers, mark, preferences);
    }
    is_found
}

/// Brings long numbers among those that were found since `mark` closer to zero, one after the other, as far as
/// the path allows it with the others as they are: the shorter a number, the easier it is to read, and products
/// of long ones overflow.
fn come_closer(network: &mut Network, numbers: &[Number], mark: Mark) {
    let mut values: Vec<u128> = numbers.iter().map(|number| number.value(network)).collect();
    let shape = |number: &Number| match number.kind {
        InputKind::Integer { width, signed } => Some(integer::Shape { width, signed }),
        _ => None,
    };
    let mut budget = MAX_CLOSER;
    for _ in 0..ROUNDS_CLOSER {
        let before = values.clone();
        for (at, number) in numbers.iter().enumerate() {
            let Some(shape) = shape(number) else { continue };
            let distance = shape.magnitude(values[at]);
            if distance < LONG {
                continue;
            }
            let mut closer = integer::preferred_numbers(shape);
            closer.retain(|value| shape.magnitude(*value) < distance);
            closer.sort_by_key(|value| shape.magnitude(*value));
            for value in closer {
                if budget == 0 {
                    break;
                }
                budget -= 1;
                network.undo(mark);
                let of = |other: usize| if other == at { value } else { values[other] };
                if (0..numbers.len()).all(|other| numbers[other].assign(network, of(other))) {
                    values[at] = value;
                    break;
                }
            }
        }
        if values == before {
            break;
        }
    }
    network.undo(mark);
    let is_held = numbers.iter().zip(values).all(|(number, value)| number.assign(network, value));
    debug_assert!(is_held, "invariant: the values satisfied the path together");
}

/// Gives numbers other values than those that were found since `mark`, one after the other, as far as the path
/// allows it: zeros, and numbers that are equal to others, hide mistakes.
fn tell_apart(network: &mut Network, numbers: &[Number], mark: Mark, preferences: &mut Preferences) {
    let found: Vec<u128> = numbers.iter().map(|number| number.value(network)).collect();
    network.undo(mark);
    for (at, number) in numbers.iter().enumerate() {
        let is_telling = found[at] != 0 && !preferences.used.contains(found[at]);
        let others = if is_telling { Vec::new() } else { preferences.distinct(number, N_DISTINCT) };
        let fits = |network: &mut Network, value: u128| {
            let mark = network.mark();
            let mut rest =
                numbers[at..].iter().zip(std::iter::once(value).chain(found[at + 1..].iter().copied()));
            let fits = rest.all(|(number, value)| number.assign(network, value));
            network.undo(mark);
            fits
        };
        let chosen = others.into_iter().find(|value| fits(network, *value)).unwrap_or(found[at]);
        number.assign(network, chosen);
        preferences.used.add(chosen);
    }
}

/// Searches depth first over the least values: as many as a strict order of the numbers needs, and one more.
fn small(network: &mut Network, numbers: &[Number], budget: &mut u32) -> bool {
    let is_open =
        |number: &&Number| number.variables.iter().any(|variable| network.value(*variable).is_none());
    let Some(number) = numbers.iter().find(is_open) else { return true };
    for value in 0..=numbers.len() as u128 {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        let mark = network.mark();
        if number.assign(network, value) && small(network, numbers, budget) {
            return true;
        }
        network.undo(mark);
    }
    false
}

/// Assigns the least values to numbers that are only compared with each other. [`small`] would find them too,
/// but by trying.
fn least(network: &mut Network, numbers: &[Number]) -> bool {
    let open = open(network, numbers);
    let Some(values) = network.least(&open) else { return false };
    let mark = network.mark();
    let is_possible = network.assign_all(open.iter().copied().zip(values));
    if !is_possible {
        network.undo(mark);
    }
    is_possible
}

/// The variables of `numbers` that have no value.
fn open(network: &Network, numbers: &[Number]) -> Vec<VarId> {
    let variables = numbers.iter().flat_map(|number| &number.variables);
    variables.copied().filter(|variable| network.value(*variable).is_none()).collect()
}

/// Mends small numbers until they satisfy the path: all zero at first, then others.
fn mend(network: &mut Network, numbers: &[Number]) -> bool {
    let open = open(network, numbers);
    for guess in 0..MAX_GUESSES {
        let small = |at: usize| u128::from(rng::mix(guess << 32 | at as u64)) % (numbers.len() as u128 + 1);
        let guesses: Vec<u128> = (0..open.len()).map(|at| if guess == 0 { 0 } else { small(at) }).collect();
        let Some(values) = network.mend(&open, &guesses) else { continue };
        let mark = network.mark();
        if network.assign_all(open.iter().copied().zip(values)) {
            return true;
        }
        network.undo(mark);
    }
    false
}

/// Depth first, the plainest values first.
fn search(
    network: &mut Network,
    numbers: &[Number],
    preferences: &mut Preferences,
    budget: &mut u32,
) -> bool {
    let Some((number, rest)) = numbers.split_first() else { return true };
    if number.variables.iter().all(|variable| network.value(*variable).is_some()) {
        return search(network, rest, preferences, budget);
    }
    if network.is_unconcerned(&number.variables) {
        let value = preferences.of_free(number);
        if holds_with(value, network, number, rest, preferences, budget) {
            return true;
        }
    }
    let bounds = Bounds::of(network, number);
    let mut tried = Tried::default();
    for value in candidates(network, number, preferences, &bounds) {
        if !tried.insert(value) {
            continue;
        }
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        if bounds.contain(value) && holds_with(value, network, number, rest, preferences, budget) {
            return true;
        }
    }
    false
}

/// Gives a number this value and finds values for the rest. `false` if that fails; then nothing has changed.
fn holds_with(
    value: u128,
    network: &mut Network,
    number: &Number,
    rest: &[Number],
    preferences: &mut Preferences,
    budget: &mut u32,
) -> bool {
    let mark = network.mark();
    preferences.used.add(value);
    if number.assign(network, value) && search(network, rest, preferences, budget) {
        return true;
    }
    preferences.used.remove(value);
    network.undo(mark);
    false
}

/// The values to try for a number, some more than once: values that have a name; borders of comparisons that
/// the path has decided; values that differ from all others, so that a mistake changes the result; plain
/// values; values that the number is compared with.
fn candidates(
    network: &mut Network,
    number: &Number,
    preferences: &mut Preferences,
    bounds: &Bounds,
) -> Vec<u128> {
    // Unwritten memory is often zero: whether a flag is copied there shows only if the flag is set.
    if let &[variable] = &number.variables[..]
        && network.value(variable).is_none()
        && network.set(variable) == ByteSet::range(0, 1)
        && number.width(network) <= Bits(8)
    {
        return vec![1, 0];
    }
    let mut near = near_values(network, number, preferences);
    near.borders.extend(borders_of_set(network, number));
    if let Some(value) = near.forced {
        return vec![value];
    }
    let (mut unused, used): (Vec<u128>, Vec<u128>) =
        number.named.iter().partition(|value| !preferences.used.contains(**value));
    unused.extend(used);
    let mut all = unused;
    let border = |value: &&u128| match number.kind {
        InputKind::Integer { width, signed: true } => width.sign_extend(**value).abs() <= MAX_BORDER,
        InputKind::Integer { .. } => **value <= MAX_BORDER as u128,
        _ => false,
    };
    all.extend(near.borders.iter().filter(border));
    let is_small = |value: &&u128| (1..=u128::from(DISTINCT)).contains(*value);
    all.extend(near.sums.iter().filter(is_small));
    all.extend(near.floats);
    let preferred = preferences.of(number.kind);
    let largest = match number.kind {
        InputKind::Integer { width, .. } => width.mask() >> 1,
        _ => 0,
    };
    let sizes = preferences.sizes.iter().filter(|size| **size <= largest);
    let split = N_BEFORE_SIZES.min(preferred.len());
    all.extend(preferences.distinct(number, N_DISTINCT));
    all.extend(&near.multiples);
    // Where only few values are possible, as for an index, zero hides more than a value that the program has.
    if let InputKind::Integer { .. } = number.kind {
        let few = || (1..=FEW).filter(|value| *value <= largest);
        all.extend(few().filter(|value| !preferences.used.contains(*value)));
        // A number that may be negative has other values than zero that are not used.
        let may_be_negative =
            matches!(number.kind, InputKind::Integer { width, .. } if bounds.contain(width.mask()));
        all.extend(few().rev().filter(|_| !may_be_negative));
    }
    all.extend(preferred[..split].iter().chain(sizes).chain(&preferred[split..]).chain(&near.values));
    // As factors and divisors 0 and 1 hide mistakes: 1 changes nothing, and 0 leaves nothing of the other.
    if is_factor(network, number) {
        let hides = |value: &u128| *value <= 1;
        let hiding: Vec<u128> = all.iter().copied().filter(hides).collect();
        all.retain(|value| !hides(value));
        all.extend(hiding);
    }
    all
}

/// Values that were tried. Usually there are few, since one of the first fits.
#[derive(Default)]
struct Tried {
    first: SmallVec<[u128; 16]>,
    further: FxHashSet<u128>,
}

impl Tried {
    /// Adds a value. Returns whether it is new.
    fn insert(&mut self, value: u128) -> bool {
        if self.first.contains(&value) {
            return false;
        }
        if self.first.len() < self.first.inline_size() {
            self.first.push(value);
            return true;
        }
        self.further.insert(value)
    }
}

/// The bounds of a number that follow from comparisons with assigned values. They only save trying values
/// outside, which would fail anyway.
struct Bounds {
    width: Bits,
    signed: RangeInclusive<i128>,
    unsigned: RangeInclusive<u128>,
}

impl Bounds {
    fn of(network: &mut Network, number: &Number) -> Self {
        let width = number.width(network);
        let mut bounds = Self { width, signed: i128::MIN..=i128::MAX, unsigned: 0..=u128::MAX };
        if let (Some(term), [variable]) = (number.term, &number.variables[..])
            && network.value(*variable).is_none()
        {
            let conditions: Vec<ExprId> = network.deciding_conditions(&number.variables).collect();
            conditions.into_iter().for_each(|condition| bounds.narrow(network, term, condition));
        }
        bounds
    }

    /// Narrows the bounds of `term` by a condition, if that compares it with something that is known.
    fn narrow(&mut self, network: &mut Network, term: ExprId, condition: ExprId) {
        let (mut node, mut holds) = (network.arena().node(condition), true);
        while node.kind == Kind::Not {
            (node, holds) = (network.arena().node(node.first()), !holds);
        }
        if !matches!(node.kind, Kind::Ult | Kind::Slt) {
            return;
        }
        let (is_less, other) = match (node.first() == term, node.second() == term) {
            (true, false) => (holds, node.second()),
            (false, true) => (!holds, node.first()),
            _ => return,
        };
        let own = network.support(term);
        if network.support(other).iter().any(|symbol| own.contains(symbol)) {
            return;
        }
        let value = network.eval(other);
        // A comparison that holds is strict. If it does not hold, its opposite does, which is not strict.
        let beyond = u128::from(holds);
        if node.kind == Kind::Slt {
            let value = self.width.sign_extend(value);
            let (least, most) = (*self.signed.start(), *self.signed.end());
            self.signed = match is_less {
                true => least..=most.min(value.saturating_sub(beyond as i128)),
                false => least.max(value.saturating_add(beyond as i128))..=most,
            };
        } else {
            let (least, most) = (*self.unsigned.start(), *self.unsigned.end());
            self.unsigned = match (is_less, value.checked_sub(beyond)) {
                (true, Some(value)) => least..=most.min(value),
                (true, None) => RangeInclusive::new(1, 0),
                (false, _) => least.max(value.saturating_add(beyond))..=most,
            };
        }
    }

    fn contain(&self, value: u128) -> bool {
        self.signed.contains(&self.width.sign_extend(value)) && self.unsigned.contains(&value)
    }
}

/// Whether the path depends on a product or a quotient of the number and another one that is not constant.
fn is_factor(network: &mut Network, number: &Number) -> bool {
    if !matches!(number.kind, InputKind::Integer { .. }) {
        return false;
    }
    let mut stack: Vec<ExprId> = network.conditions_on(number.variables[0]).take(MAX_CONDITIONS).collect();
    let mut seen = FxHashSet::default();
    while let Some(top) = stack.pop() {
        if seen.len() == MAX_NODES || !seen.insert(top) {
            continue;
        }
        let node = network.arena().node(top);
        let is_product = matches!(node.kind, Kind::Mul | Kind::UDiv | Kind::SDiv | Kind::URem | Kind::SRem);
        let has_constant = || node.operands().any(|operand| network.arena().as_const(operand).is_some());
        if is_product && !has_constant() {
            let symbols = network.support(top);
            if number.symbols.iter().any(|symbol| symbols.contains(symbol)) {
                return true;
            }
        }
        stack.extend(node.operands());
    }
    false
}

/// What conditions compare a number with, as far as that is known.
#[derive(Default)]
struct Near {
    /// The only value that an equality allows.
    forced: Option<u128>,
    /// For comparisons with constants, the latest first: the values on both sides of the border between those
    /// for which it holds and those for which it does not.
    borders: Vec<u128>,
    /// The same for comparisons of a sum with other numbers that have values already.
    sums: Vec<u128>,
    /// For comparisons of a float with constants, the latest first: the constant, and numbers on both sides.
    floats: Vec<u128>,
    /// For remainders that are to be equal to a constant, the first such number above the divisor. Zero is a
    /// multiple of every number.
    multiples: Vec<u128>,
    /// The values compared with, and those beside them.
    values: Vec<u128>,
}

/// For a number of at most 8 bits: the possible values beside those that the path excludes. Its set already
/// contains the conditions on this number alone.
fn borders_of_set(network: &Network, number: &Number) -> Vec<u128> {
    let (&[variable], InputKind::Integer { width, signed }) = (&number.variables[..], number.kind) else {
        return Vec::new();
    };
    if width > Bits(8) || network.value(variable).is_some() {
        return Vec::new();
    }
    let set = network.set(variable);
    // A `bool` has two values, and neither is a border.
    if set == ByteSet::range(0, 1) {
        return Vec::new();
    }
    let is_in = |number: i128| {
        let pattern = number as u128 & width.mask();
        let back = if signed { width.sign_extend(pattern) } else { pattern as i128 };
        (back == number).then(|| set.contains(pattern as u8))
    };
    let half = 1i128 << (width.0 - 1);
    let numbers = if signed { -half..half } else { 0..2 * half };
    let is_border = |number: &i128| {
        let beside = [number - 1, number + 1].map(is_in);
        is_in(*number) == Some(true) && beside.contains(&Some(false))
    };
    let mut borders: Vec<i128> = numbers.filter(is_border).collect();
    borders.sort_by_key(|number| (number.abs(), *number < 0));
    borders.into_iter().map(|number| number as u128 & width.mask()).collect()
}

fn near_values(network: &mut Network, number: &Number, preferences: &Preferences) -> Near {
    let asked = preferences.asked;
    let mut near = Near::default();
    let conditions: Vec<ExprId> = network.deciding_conditions(&number.variables).collect();
    for condition in conditions.into_iter().rev() {
        let known = near.values.len();
        compare(network, number, condition, true, &mut near);
        let symbols = network.support(condition);
        let is_alone = symbols.iter().all(|symbol| number.symbols.contains(symbol));
        if is_alone && !asked.assumed.contains(&condition) {
            let is_positive = |value: &u128| *value != 0 && value >> (number.width(network).0 - 1) == 0;
            let is_decided = asked.decided.contains(&condition);
            // The driver's own borders are plain values, and no more than that.
            let is_telling = |value: &u128| is_positive(value) && !preferences.used.contains(*value);
            let is_border = |value: &u128| !is_decided || is_telling(value);
            let (borders, values) = (&mut near.borders, &near.values[known..]);
            borders.extend(values.iter().copied().filter(is_border));
        }
    }
    near
}

/// Collects what `condition` compares the number with.
fn compare(network: &mut Network, number: &Number, condition: ExprId, holds: bool, near: &mut Near) {
    let node = network.arena().node(condition);
    match node.kind {
        Kind::Not => compare(network, number, node.first(), !holds, near),
        Kind::And | Kind::Or => {
            // Perhaps only one of the two has to hold.
            compare(network, number, node.first(), false, near);
            compare(network, number, node.second(), false, near);
        }
        Kind::FLt | Kind::FLe => {
            for (side, other) in [(node.first(), node.second()), (node.second(), node.first())] {
                let inner = network.arena().node(side);
                let is_it = number.term == Some(side)
                    || inner.kind == Kind::FToF && number.term == Some(inner.first());
                if let Some(constant) = network.arena().as_const(other).filter(|_| is_it) {
                    let width = network.arena().width(other);
                    near.floats.extend(float::around(constant, width, number.width(network)));
                }
            }
        }
        Kind::Eq | Kind::Ult | Kind::Slt => {
            let width = number.width(network);
            for (side, other) in [(node.first(), node.second()), (node.second(), node.first())] {
                let Some(term) = number.term else { return };
                if let Some(divisor) =
                    divisor_of(network, number, term, side).filter(|_| holds && node.kind == Kind::Eq)
                    && let Some(rest) = network.arena().as_const(other)
                {
                    near.multiples.push(divisor.wrapping_add(rest) & width.mask());
                }
                let Some(Offset { by, is_sum }) = offset_from(network, number, term, side, MAX_ADDED) else {
                    continue;
                };
                if reads(network, number, other) {
                    continue;
                }
                let value = network.eval(other).wrapping_sub(by);
                let around = [value, value.wrapping_add(1), value.wrapping_sub(1)];
                let around = around.map(|value| value & width.mask());
                if is_sum {
                    near.sums.extend(around);
                    continue;
                }
                near.values.extend(around);
                if holds && node.kind == Kind::Eq {
                    near.forced = Some(value & width.mask());
                }
            }
        }
        _ => {}
    }
}

/// The constant that `term`, which may be extended, is divided by if `expr` is the remainder.
fn divisor_of(network: &mut Network, number: &Number, term: ExprId, expr: ExprId) -> Option<u128> {
    let node = network.arena().node(expr);
    match node.kind {
        Kind::ZExt | Kind::SExt => divisor_of(network, number, term, node.first()),
        Kind::URem | Kind::SRem => {
            let offset = offset_from(network, number, term, node.first(), MAX_ADDED);
            let is_of_it = offset.is_some_and(|offset| offset.by == 0 && !offset.is_sum);
            network.arena().as_const(node.second()).filter(|_| is_of_it)
        }
        _ => None,
    }
}

/// What is added to a number.
#[derive(Copy, Clone)]
struct Offset {
    by: u128,
    /// Whether other numbers are part of it. They have values already.
    is_sum: bool,
}

/// Whether a term depends on a number.
fn reads(network: &mut Network, number: &Number, expr: ExprId) -> bool {
    network.support(expr).iter().any(|symbol| number.symbols.contains(symbol))
}

/// What `expr` adds to `term`, the number, which may be extended; `None` if `expr` is something else, or if this
/// is more than `room` nodes away.
fn offset_from(
    network: &mut Network,
    number: &Number,
    term: ExprId,
    expr: ExprId,
    room: usize,
) -> Option<Offset> {
    if expr == term {
        return Some(Offset { by: 0, is_sum: false });
    }
    let room = room.checked_sub(1)?;
    let node = network.arena().node(expr);
    match node.kind {
        Kind::ZExt | Kind::SExt => offset_from(network, number, term, node.first(), room),
        Kind::Add => {
            let (a, b) = (node.first(), node.second());
            let (part, added) = if reads(network, number, a) { (a, b) } else { (b, a) };
            if reads(network, number, added) {
                return None;
            }
            let Offset { by, is_sum } = offset_from(network, number, term, part, room)?;
            let is_constant = network.arena().as_const(added).is_some();
            let by = by.wrapping_add(network.eval(added));
            Some(Offset { by, is_sum: is_sum || !is_constant })
        }
        _ => None,
    }
}
