//! The tests that people see: a small set of all that were found, chosen while they come.
//!
//! The set has the simplest input of each outcome, each line and each side of a branch of the calls under
//! test, each side once, twice and more often, a change of what each argument points to, each member that a
//! call writes, what mocks are given, both sides of the border of a comparison, also of what repeated calls
//! have counted (see [`Counts`]), and a call with numbers none of which is zero, one or like another. While it
//! is small, it also gets tests that notice further mistakes in what a call computes (see
//! `readable::mutants`), inputs of different sizes and signs and different ways to each outcome: a function
//! with one loop would have few tests otherwise. Each error and each thing that is not supported has one
//! example. Tests of errors count for nothing else, because they do not test what a function should do. Tests
//! of unfinished paths are taken only for what no other covers.
//!
//! Only the few plainest tests of each thing to cover are remembered, so that memory does not grow with the
//! run. The set is chosen from them at the end: first irreplaceable tests and the simplest of each outcome,
//! then, repeatedly, the test that adds most, among equals the plainest. (V. Chvátal, "A greedy heuristic for
//! the set-covering problem", 1979; the essential ones first as in M. J. Harrold, R. Gupta and M. L. Soffa,
//! "A methodology for controlling the size of a test suite", 1993.) At last, needless tests are left out.

mod counts;
mod written;

pub use counts::Counts;
pub use written::shown;

use crate::testcase::{BugKind, Covers, Datum, Input, InputKind, Outcome, Site, TestCall, TestCase};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use written::{behind_pointers, ends_of, filled, nulls_to_mocks, to_mocks, written};

/// How many tests are remembered for each thing to cover: the plainest ones.
const MOST_REMEMBERED: usize = 4;
/// For the sake of variety, the set grows up to this size.
const ENOUGH: usize = 20;

/// A set of up to so many tests may grow to this size for mistakes that would show, a larger one by a half.
/// For the sake of variety, the set of a function without branches grows up to this size.
const FEW: usize = 6;

/// What a set of tests covers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Cover {
    Lines,
    /// Lines and sides of branches. Tests of errors count like others here.
    Sides,
    /// Everything in the description of this module, except for the variety of inputs.
    Branches,
    /// Everything in the description of this module.
    Everything,
}

/// Chooses among the tests that it is given one after the other. `T` is what is kept of a test until the end.
pub struct Chooser<T> {
    cover: Cover,
    results: Results,
    held: BTreeMap<usize, Held<T>>,
    /// The plainest tests of each thing to cover, the plainest first.
    best: BTreeMap<u64, Best>,
    /// The plainest example of each error, and of each thing that is not supported.
    examples: BTreeMap<Cause, (Cost, usize)>,
    counts: Counts,
    n_added: usize,
}

/// A test that may be chosen.
struct Held<T> {
    value: T,
    cost: Cost,
    /// In ascending order, each once.
    items: Vec<u64>,
    /// How many things to cover remember it.
    n_uses: usize,
}

/// The tests that cover one thing.
#[derive(Default)]
struct Best {
    tests: Vec<(Cost, usize)>,
    /// Whether there were more.
    has_others: bool,
}

/// How hard a test is to read. It counts, in this order: unfinished or unconfirmed tests; tests that a native
/// run has completed, whose values were not chosen; tests that only their harness can run; several pointers
/// to one object; calls after which nothing can be compared; inputs that differ from other tests in more than
/// what decides; null pointers and empty texts that calls write, and null pointers that they pass to mocks, in
/// which mistakes do not show; characters that are no letters, digits or spaces; length.
type Cost = (bool, bool, bool, bool, bool, bool, usize, usize, usize);

/// The error, or the unsupported thing, that ended a path before its end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    /// The column is zero in a native run, which knows no columns.
    Bug(BugKind, Option<(String, u32)>),
    Unsupported(String, Option<Site>),
}

impl Cause {
    fn of(test: &TestCase) -> Option<Self> {
        match &test.outcome {
            Outcome::Bug(bug) => {
                let place = bug.site().map(|site| {
                    let column = if test.completed { 0 } else { site.column };
                    (site.to_string(), column)
                });
                Some(Cause::Bug(bug.kind, place))
            }
            Outcome::Unsupported { what, site } => Some(Cause::Unsupported(what.clone(), site.clone())),
            _ => None,
        }
    }

    /// Whether this is an error of a native run that was also found with its column.
    fn is_known_better(&self, all: &BTreeMap<Cause, (Cost, usize)>) -> bool {
        let Cause::Bug(kind, Some((site, 0))) = self else { return false };
        all.keys().any(|other| matches!(other, Cause::Bug(other, Some((place, column))) if other == kind && place == site && *column > 0))
    }
}

impl<T> Chooser<T> {
    /// Chooses a set that covers what all tests together do.
    pub fn new(cover: Cover) -> Self {
        Self {
            cover,
            results: Results::default(),
            held: BTreeMap::new(),
            best: BTreeMap::new(),
            examples: BTreeMap::new(),
            counts: Counts::default(),
            n_added: 0,
        }
    }

    /// Adds a test. `keep` gives what is kept of it if it may be chosen. The first among equals is chosen.
    pub fn add(&mut self, test: &TestCase, keep: impl FnOnce() -> T) {
        let at = self.n_added;
        self.n_added += 1;
        let cost = cost(test);
        let mut held = Held { value: (), cost, items: Vec::new(), n_uses: 0 };
        if let Some(cause) = Cause::of(test).filter(|_| self.cover != Cover::Sides) {
            match self.examples.get_mut(&cause) {
                Some(known) if (known.0, known.1) <= (cost, at) => return,
                Some(known) => {
                    let before = std::mem::replace(known, (cost, at)).1;
                    self.held.remove(&before);
                }
                None => {
                    self.examples.insert(cause, (cost, at));
                }
            }
            held.n_uses = 1;
        } else {
            held.items = items(test, self.cover, &mut self.results);
            held.n_uses =
                held.items.iter().filter(|item| self.best.entry(**item).or_default().takes(cost)).count();
            let result = test.calls.last().and_then(|call| self.results.kind(call));
            let is_wide = matches!(self.cover, Cover::Branches | Cover::Everything);
            held.n_uses += usize::from(is_wide && self.counts.add(test, result, at));
            if held.n_uses == 0 && !held.items.is_empty() {
                held.items.iter().for_each(|item| self.best.entry(*item).or_default().has_others = true);
                return;
            }
        }
        let Held { items, n_uses, .. } = held;
        let mut dropped = Vec::new();
        for item in &items {
            dropped.extend(self.best.entry(*item).or_default().add((cost, at)));
        }
        self.held.insert(at, Held { value: keep(), cost, items, n_uses });
        for test in dropped {
            let Some(held) = self.held.get_mut(&test) else { continue };
            held.n_uses -= 1;
            if held.n_uses == 0 {
                self.held.remove(&test);
            }
        }
    }

    /// What was kept of the chosen tests, in the order in which they came.
    pub fn finish(self) -> Vec<T> {
        let chosen = self.choose();
        self.held
            .into_iter()
            .filter(|(at, _)| chosen.binary_search(at).is_ok())
            .map(|(_, held)| held.value)
            .collect()
    }

    /// The numbers of the chosen tests, in ascending order.
    fn choose(&self) -> Vec<usize> {
        let mut set = Set {
            held: &self.held,
            times: self.best.keys().map(|item| (*item, 0)).collect(),
            tests: Vec::new(),
            has_followed: self.held.values().any(|held| !held.cost.0 && !held.cost.1),
        };
        let mut fixed = Vec::new();
        for (item, best) in &self.best {
            let Some((cost, first)) = best.tests.first() else { continue };
            let is_only = best.tests.len() == 1 && !best.has_others;
            // An outcome that only unfinished paths have does not count.
            let is_simplest = (RESULTS..VARIETIES).contains(item) && !cost.0;
            let is_mutant = (MUTANTS..RESULTS).contains(item);
            if is_simplest || is_only && (*item < KINDS || *item < VARIETIES && !is_mutant && !cost.0) {
                fixed.push(*first);
                set.take(*first);
            }
        }
        for on_border in self.counts.on_borders() {
            fixed.push(on_border);
            set.take(on_border);
        }
        set.complete(&self.best, 0..MUTANTS, usize::MAX);
        set.complete(&self.best, RESULTS..VARIETIES, usize::MAX);
        set.thin_out(&fixed);
        let enough = (set.tests.len() * 3 / 2).clamp(FEW, ENOUGH);
        set.complete(&self.best, MUTANTS..RESULTS, enough);
        // Without a branch, there is one way through the function.
        let has_branches = self.best.keys().any(|item| *item < KINDS && item % 2 == 1);
        set.complete(&self.best, VARIETIES..u64::MAX, if has_branches { ENOUGH } else { FEW });
        let known_better = self.examples.iter().filter(|(cause, _)| cause.is_known_better(&self.examples));
        let known_better: Vec<usize> = known_better.map(|(_, (_, at))| *at).collect();
        let mut chosen = set.tests;
        // Examples, and tests about which nothing is known.
        let others =
            self.held.iter().filter(|(at, held)| held.items.is_empty() && !known_better.contains(at));
        chosen.extend(others.map(|(at, _)| *at));
        chosen.sort_unstable();
        chosen
    }
}

impl Best {
    /// Whether a test that comes now would be among the plainest.
    fn takes(&self, cost: Cost) -> bool {
        self.tests.len() < MOST_REMEMBERED || self.tests.last().is_some_and(|(worst, _)| cost < *worst)
    }

    /// Adds a test if it is among the plainest. Returns the one that is forgotten for it.
    fn add(&mut self, test: (Cost, usize)) -> Option<usize> {
        if !self.takes(test.0) {
            self.has_others = true;
            return None;
        }
        let at = self.tests.partition_point(|known| *known < test);
        self.tests.insert(at, test);
        self.has_others |= self.tests.len() > MOST_REMEMBERED;
        if self.tests.len() > MOST_REMEMBERED { self.tests.pop().map(|(_, test)| test) } else { None }
    }
}

/// The tests that are chosen, while more are added.
struct Set<'a, T> {
    held: &'a BTreeMap<usize, Held<T>>,
    /// How many of the chosen tests cover each thing.
    times: BTreeMap<u64, usize>,
    tests: Vec<usize>,
    /// Whether there are tests that symir has followed to their ends.
    has_followed: bool,
}

impl<T> Set<'_, T> {
    fn take(&mut self, test: usize) {
        if self.tests.contains(&test) {
            return;
        }
        self.tests.push(test);
        self.held[&test].items.iter().for_each(|item| *self.times.entry(*item).or_default() += 1);
    }

    /// Takes, again and again, the test that covers most of the `items` that are left, unfinished ones last,
    /// until there are `enough`. An unfinished test is taken only for a line or a side that no other has.
    fn complete(&mut self, best: &BTreeMap<u64, Best>, items: Range<u64>, enough: usize) {
        while self.tests.len() < enough {
            let mut gains: BTreeMap<usize, usize> = BTreeMap::new();
            for (item, best) in best.range(items.clone()).filter(|(item, _)| self.times[*item] == 0) {
                let is_for = |((is_unfinished, is_completed, ..), _): &&(Cost, usize)| {
                    (!is_unfinished || *item < KINDS)
                        && (!is_completed || *item < TELLING || !self.has_followed)
                };
                let tests = best.tests.iter().filter(is_for);
                tests.for_each(|(_, test)| *gains.entry(*test).or_default() += 1);
            }
            let rank = |(test, gain): &(usize, usize)| {
                let cost = self.held[test].cost;
                (cost.0, Reverse(*gain), cost, *test)
            };
            let Some((next, _)) = gains.into_iter().min_by_key(rank) else { return };
            self.take(next);
        }
    }

    /// Leaves out tests if others cover all that they do, except `fixed` ones. The hardest to read go first.
    fn thin_out(&mut self, fixed: &[usize]) {
        let mut others: Vec<usize> =
            self.tests.iter().copied().filter(|test| !fixed.contains(test)).collect();
        others.sort_by_key(|test| Reverse((self.held[test].cost, *test)));
        for test in others {
            let items = &self.held[&test].items;
            let is_needed = |item: u64| item < MUTANTS || (RESULTS..VARIETIES).contains(&item);
            if items.iter().all(|item| self.times[item] > 1 || !is_needed(*item)) {
                items.iter().for_each(|item| *self.times.entry(*item).or_default() -= 1);
                self.tests.retain(|other| *other != test);
            }
        }
    }
}

/// What tests have covered up to now, to see whether it still grows.
#[derive(Default)]
pub struct Growth {
    items: BTreeSet<u64>,
    results: Results,
    causes: BTreeSet<Cause>,
}

impl Growth {
    /// Adds what a test covers. Returns whether any of it is new, which includes an unknown error.
    pub fn add(&mut self, test: &TestCase) -> bool {
        let before = self.items.len() + self.causes.len();
        // Values under which one more mistake would show are no reason to go on.
        let items = items(test, Cover::Branches, &mut self.results).into_iter();
        self.items.extend(items.filter(|item| !(MUTANTS..RESULTS).contains(item)));
        self.causes.extend(Cause::of(test));
        self.items.len() + self.causes.len() > before
    }
}

/// What a test covers, in ascending order.
fn items(test: &TestCase, cover: Cover, results: &mut Results) -> Vec<u64> {
    // Lines are even numbers and sides of branches odd ones.
    let covers = &test.covers;
    let mut items: Vec<u64> = covers.lines.iter().map(|line| u64::from(*line) * 2).collect();
    // Without any such numbers, it is not known what would be lost without the test.
    if cover != Cover::Lines && !covers.is_empty() {
        items.extend(covers.branches.iter().map(|side| u64::from(*side) * 2 + 1));
    }
    if matches!(cover, Cover::Branches | Cover::Everything) && !covers.is_empty() {
        items.extend(covers.kinds.iter().map(|kind| KINDS + u64::from(*kind)));
        let is_often = |side: &u32| [2 * side, 2 * side + 1].iter().any(|kind| covers.kinds.contains(kind));
        items.extend(
            covers.branches.iter().filter(|side| !is_often(side)).map(|side| ONCE + u64::from(*side)),
        );
        items.extend(results.telling(test));
        let outcomes = results.of(test);
        items.extend(results.on_borders(covers, &outcomes));
        items.extend(results.well(test));
        items.extend(covers.killed.iter().map(|mutant| MUTANTS + u64::from(*mutant)));
        items.extend(outcomes);
        if cover == Cover::Everything && !shows_nothing(test) {
            items.extend(results.varieties(test));
        }
    }
    items.sort_unstable();
    items.dedup();
    items
}

/// From where the numbers of other things begin: kinds, sides that are taken once, borders with an outcome,
/// arguments that tell, mutants that are killed, results, kinds of inputs. Lines and sides have smaller numbers.
const KINDS: u64 = 1 << 33;
const ONCE: u64 = 1 << 34;
const ON_BORDERS: u64 = 3 << 33;
const TELLING: u64 = 7 << 32;
const MUTANTS: u64 = 15 << 31;
const RESULTS: u64 = 1 << 35;
const VARIETIES: u64 = 1 << 36;

/// How many inputs, and how many sets of sides that are taken together, count for variety.
const MOST_INPUTS: usize = 8;
const MOST_WAYS: usize = 64;

/// Gives numbers to results, changed arguments and other things in words, in the order in which they come.
#[derive(Default)]
struct Results {
    numbers: BTreeMap<String, u64>,
    /// The negative results of each function that are told apart.
    negative: BTreeMap<String, BTreeSet<i128>>,
    n_ways: usize,
}

impl Results {
    /// The kind of a call's result. A function with many negative results computes them, such as the difference
    /// of two letters, and has no number for each error.
    fn kind(&mut self, call: &TestCall) -> Option<String> {
        let result = call.result.as_ref()?;
        let kind = kind(result)?;
        let Datum::Integer(number @ ..0) = result else { return Some(kind) };
        let known = self.negative.entry(call.function.clone()).or_default();
        let is_apart = known.contains(number) || known.len() < MOST_NEGATIVE && known.insert(*number);
        Some(if is_apart { kind } else { "a negative number".to_owned() })
    }

    /// The numbers of a test's results.
    fn of(&mut self, test: &TestCase) -> Vec<u64> {
        let mut kinds: Vec<String> = Vec::new();
        for call in &test.calls {
            let function = &call.function;
            kinds.extend(self.kind(call).map(|kind| format!("{function} gives {kind}")));
            kinds.extend(call.printed.iter().map(|_| format!("{function} prints")));
            let changed: BTreeSet<&str> = call.changes.iter().map(|(place, _)| ends_of(place).0).collect();
            kinds.extend(changed.into_iter().map(|object| format!("{function} changes {object}")));
        }
        if let Outcome::Exited(status) = &test.outcome {
            kinds.push(format!("exits with {status}"));
        }
        kinds.into_iter().map(|kind| RESULTS + self.number(kind)).collect()
    }

    /// The numbers of the borders of comparisons with each outcome: if another comparison fails anyway, a
    /// border that is off by one changes nothing.
    fn on_borders(&mut self, covers: &Covers, outcomes: &[u64]) -> Vec<u64> {
        let pairs: Vec<String> = covers
            .borders()
            .flat_map(|border| outcomes.iter().map(move |outcome| format!("border {border} with {outcome}")))
            .collect();
        pairs.into_iter().map(|pair| ON_BORDERS + self.number(pair)).collect()
    }

    /// The numbers of the sides that a test takes, and of those that it takes more than once, if its result does
    /// not look like a failure. If it does, it shows nothing of what was computed behind these sides, or in a
    /// second turn of a loop. Without a result, what it changes and which mocks it calls shows that.
    fn well(&mut self, test: &TestCase) -> Vec<u64> {
        let Some(call) = test.calls.last() else { return Vec::new() };
        let is_well = match &call.result {
            Some(Datum::Integer(number)) => *number > 0,
            Some(Datum::Void) | None => !shows_nothing(test),
            Some(result) => kind(result).is_some_and(|kind| kind != "null" && kind != "false"),
        };
        let often = test.covers.kinds.iter().filter(|kind| is_well && **kind & Covers::BORDERS == 0);
        let sides = test.covers.branches.iter().filter(|_| is_well);
        let well = often.map(|kind| format!("often {kind} and well"));
        let well: Vec<String> = well.chain(sides.map(|side| format!("side {side} and well"))).collect();
        well.into_iter().map(|kind| TELLING + self.number(kind)).collect()
    }

    /// What the passed numbers can tell together. If one is zero, a mistake in what is done with it or
    /// another one may not show, such as a missing offset; a one hides a factor, and equal ones hide an
    /// exchange. Also what the call writes: a null pointer that is copied over another one shows nothing.
    fn telling(&mut self, test: &TestCase) -> Vec<u64> {
        let Some(call) = test.calls.last() else { return Vec::new() };
        let mut numbers: Vec<i128> = call.arguments.iter().filter_map(Datum::integer).collect();
        let n_numbers = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        let is_any = |of: &[i128]| of.iter().any(|number| numbers.contains(number));
        let tells = [
            ("zero", n_numbers > 0 && !is_any(&[0])),
            ("a unit", n_numbers > 1 && !is_any(&[-1, 0, 1])),
            ("like another", n_numbers > 1 && !is_any(&[-1, 0, 1]) && numbers.len() == n_numbers),
        ];
        let function = &call.function;
        let passed = tells.into_iter().filter(|(_, tells)| *tells);
        let passed = passed.map(|(what, _)| format!("{function} is passed nothing that is {what}"));
        let written = written(call).into_iter().filter(|it| it.is_shown);
        let what = |is_more: bool| if is_more { "more than null" } else { "null" };
        let written = written
            .map(|it| format!("{function} writes {} to {} of {}", what(it.is_more), it.member, it.object));
        // Two empty texts are equal however they are compared, and an empty text is found at once.
        let result = self.kind(call);
        let whole = result
            .as_ref()
            .filter(|_| has_whole_texts(call))
            .map(|result| format!("{function} gives {result} for texts that are not empty"));
        let result = result.as_deref().unwrap_or_default();
        let filled = filled(test).into_iter();
        let filled = filled.map(|place| format!("{function} gives {result} for {place} that is not zero"));
        let told = passed.chain(written).chain(whole).chain(to_mocks(call)).chain(filled);
        let told = told.chain(behind_pointers(call));
        let told: BTreeSet<String> = told.collect();
        told.into_iter().map(|what| TELLING + self.number(what)).collect()
    }

    /// The numbers of the kinds of inputs, and of the ways through the code, with this outcome.
    fn varieties(&mut self, test: &TestCase) -> Vec<u64> {
        let (_, outcome) = outcome(test);
        let inputs = test.inputs.iter().take(MOST_INPUTS).enumerate();
        let kinds =
            inputs.filter_map(|(at, input)| Some(format!("{outcome}, input {at} {}", variety(input)?)));
        let mut kinds: Vec<String> = kinds.collect();
        let way = format!("{outcome}, by {:?}", test.covers.branches);
        let is_known = self.numbers.contains_key(&way);
        if is_known || self.n_ways < MOST_WAYS {
            self.n_ways += usize::from(!is_known);
            kinds.push(way);
        }
        kinds.into_iter().map(|kind| VARIETIES + self.number(kind)).collect()
    }

    fn number(&mut self, kind: String) -> u64 {
        let next = self.numbers.len() as u64;
        *self.numbers.entry(kind).or_insert(next)
    }
}

/// The kind of an input, if there are several: texts by length and letters, numbers by sign.
fn variety(input: &Input) -> Option<String> {
    match input.kind {
        InputKind::String | InputKind::Chars => {
            let text = input.bytes.split(|byte| *byte == 0).next().unwrap_or_default();
            let length = match text.len() {
                length @ 0..3 => length.to_string(),
                length if length + 1 >= input.bytes.len() => "full".to_owned(),
                _ => "long".to_owned(),
            };
            Some(format!("{length} {}", text.iter().any(|byte| *byte >= 0x80)))
        }
        InputKind::Integer { signed, .. } => {
            let is_negative = signed && input.bytes.last().is_some_and(|byte| *byte >= 0x80);
            Some(format!("{is_negative} {}", input.bytes.iter().all(|byte| *byte == 0)))
        }
        InputKind::Float { .. } => {
            let is_negative = input.bytes.last().is_some_and(|byte| *byte >= 0x80);
            Some(format!("{is_negative} {}", input.bytes.iter().all(|byte| *byte == 0)))
        }
        InputKind::Bytes | InputKind::Object | InputKind::Pointer => None,
    }
}

/// Whether a call is given texts and none of them is empty.
fn has_whole_texts(call: &TestCall) -> bool {
    let texts = call.arguments.iter().filter_map(|argument| match argument {
        Datum::Pointer(target) | Datum::Labelled { target, .. } => match &**target {
            Datum::Text { text, .. } => Some(text),
            _ => None,
        },
        _ => None,
    });
    let mut n_texts = 0;
    let is_whole = texts.inspect(|_| n_texts += 1).all(|text| !text.is_empty());
    is_whole && n_texts > 0
}

/// The kind of a result, if there are several. Numbers below zero often stand for errors, so each is a kind
/// of its own.
pub fn kind(result: &Datum) -> Option<String> {
    match result {
        Datum::Integer(number) if *number < MAX_NEGATIVE => Some("a negative number".to_owned()),
        Datum::Integer(number) if *number <= 0 => Some(number.to_string()),
        Datum::Integer(_) | Datum::Character(_) => Some("a positive number".to_owned()),
        Datum::Float(number) if number.is_nan() => Some("no number".to_owned()),
        Datum::Float(number) if *number == 0.0 => Some("zero".to_owned()),
        Datum::Float(number) => {
            Some(if *number < 0.0 { "a negative number" } else { "a positive number" }.to_owned())
        }
        Datum::Name(name) => Some(name.clone()),
        Datum::Null => Some("null".to_owned()),
        Datum::Pointer(target) if matches!(&**target, Datum::Text { text, .. } if text.is_empty()) => {
            Some("a pointer to an empty text".to_owned())
        }
        Datum::Pointer(_) | Datum::Labelled { .. } | Datum::Place(_) => Some("a pointer".to_owned()),
        _ => None,
    }
}

/// Negative results from this one on are told apart.
const MAX_NEGATIVE: i128 = -64;
/// How many of them, for each function.
const MOST_NEGATIVE: usize = 8;

fn cost(test: &TestCase) -> Cost {
    let is_odd = |byte: &&u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b' ' | 0));
    let bytes = || test.inputs.iter().flat_map(|input| &input.bytes);
    let n_blanks: usize = test.inputs.iter().map(|input| odd_blanks(&input.bytes)).sum();
    let is_whole = matches!(test.outcome, Outcome::Returned(_) | Outcome::Exited(_)) && !test.unconfirmed;
    (
        !is_whole,
        test.completed,
        test.needs_driver(),
        test.has_shared_objects(),
        shows_nothing(test),
        !test.is_like_another(),
        test.calls.iter().flat_map(written).filter(|it| !it.is_shown).count()
            + test.calls.iter().map(nulls_to_mocks).sum::<usize>(),
        bytes().filter(is_odd).count() + n_blanks,
        bytes().filter(|byte| **byte != 0).count() + test.decision_path.len(),
    )
}

/// How many blanks of a text do not stand between two words, where nobody would write them.
fn odd_blanks(text: &[u8]) -> usize {
    let is_word = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(|c| c.is_ascii_alphabetic());
    let is_odd = |at: usize| !is_word(at.checked_sub(1)) || !is_word(Some(at + 1));
    (0..text.len()).filter(|at| text[*at] == b' ' && is_odd(*at)).count()
}

/// Whether a test can only notice that a call does not return: it has no result that can be compared, changes
/// nothing and calls no mock.
fn shows_nothing(test: &TestCase) -> bool {
    let is_empty = |call: &TestCall| {
        let is_unknown =
            |result: &Datum| matches!(result, Datum::Void | Datum::Uninitialised | Datum::Address(_));
        let has_result = call.result.as_ref().is_some_and(|result| !is_unknown(result));
        !has_result
            && call.printed.is_none()
            && call.changes.is_empty()
            && call.script.is_empty()
            && call.arrangement.files.is_empty()
    };
    !test.calls.is_empty() && test.calls.iter().all(is_empty)
}

/// Tests with one kind of outcome.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// The outcome in words, such as `parse gives null`.
    pub title: String,
    /// Their indices in the list of tests that was grouped.
    pub tests: Vec<usize>,
}

/// Puts tests together that have the same kind of outcome. Results come first, successes before failures,
/// then ends of the program, then what could not be explored to its end, and errors last.
pub fn groups(tests: &[TestCase]) -> Vec<Group> {
    let mut functions: Vec<&str> = Vec::new();
    let mut groups: Vec<((bool, usize, Rank), Group)> = Vec::new();
    for (at, test) in tests.iter().enumerate() {
        let (rank, title) = outcome(test);
        if let Some((_, group)) = groups.iter_mut().find(|(_, group)| group.title == title) {
            group.tests.push(at);
            continue;
        }
        // Results of one function stand together.
        let is_result = rank < Rank::Exit;
        let function = test.calls.last().filter(|_| is_result).map_or("", |call| &call.function);
        let number = functions.iter().position(|known| *known == function).unwrap_or_else(|| {
            functions.push(function);
            functions.len() - 1
        });
        let number = if is_result { number } else { 0 };
        groups.push(((!is_result, number, rank), Group { title, tests: vec![at] }));
    }
    // The sort is stable: among equals, the group whose first test came first is first.
    groups.sort_by_key(|(rank, _)| *rank);
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The title of the group that a test belongs to.
pub fn title(test: &TestCase) -> String {
    outcome(test).1
}

/// The rank of a test's end: the more it looks like a success, the smaller.
pub fn rank_of(test: &TestCase) -> Rank {
    outcome(test).0
}

/// Where a group stands among the others.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    Success,
    Zero,
    Failure,
    Exit,
    Unfinished,
    Unsupported,
    Bug,
}

/// The kind of outcome of a test.
fn outcome(test: &TestCase) -> (Rank, String) {
    match &test.outcome {
        Outcome::Returned(status) => match test.calls.last() {
            Some(call) => {
                let result = call.result.as_ref();
                let rank = result.map_or(Rank::Success, rank);
                let words = match result.and_then(kind) {
                    Some(kind) => format!("{} gives {kind}", call.function),
                    None => format!("{} returns", call.function),
                };
                (rank, words)
            }
            None if *status == 0 => (Rank::Success, "main returns 0".to_owned()),
            None => (Rank::Failure, format!("main returns {status}")),
        },
        Outcome::Exited(status) => (Rank::Exit, format!("exits with {status}")),
        Outcome::Budget(reason) => (Rank::Unfinished, format!("not explored to its end: {reason}")),
        Outcome::Unsupported { what, site } => {
            let site = site.as_ref().map_or(String::new(), |site| format!(" at {site}"));
            (Rank::Unsupported, format!("not supported: {what}{site}"))
        }
        Outcome::Bug(bug) => {
            let site = bug.site().map_or(String::new(), |site| format!(" at {site}"));
            (Rank::Bug, format!("bug: {}{site}", bug.kind))
        }
    }
}

/// The rank of a result. Numbers below zero, null, and names that speak of an error look like failures.
fn rank(result: &Datum) -> Rank {
    const WRONG: [&str; 5] = ["err", "fail", "invalid", "bad", "illegal"];
    match result {
        Datum::Integer(0) => Rank::Zero,
        Datum::Integer(number) if *number < 0 => Rank::Failure,
        Datum::Float(number) if number.is_nan() || *number < 0.0 => Rank::Failure,
        Datum::Null => Rank::Failure,
        Datum::Name(name) => {
            let name = name.to_ascii_lowercase();
            if WRONG.iter().any(|word| name.contains(word)) || name == "false" {
                Rank::Failure
            } else {
                Rank::Success
            }
        }
        _ => Rank::Success,
    }
}

#[cfg(test)]
mod tests;
