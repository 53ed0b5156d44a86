//! From an ended path to its test, within one worker.

use super::Options;
use super::capitals;
use super::explaining;
use super::narrowing::Narrowing;
use super::pointers;
use super::summary::UNANSWERED;
use super::uncovered::Stops;
use crate::engine::Likeness;
use crate::exec::{
    Decision, DecisionKind, Declared, Dependence, Ending, FIRST_OFFSET, InputRecord, Left, Machine, Observer,
    RecordedCall, State, note_unset,
};
use crate::expr::{Assignment, ExprId, SymbolId};
use crate::ir::{GlobalId, Program};
use crate::readable::mutants::{self, Observed};
use crate::readable::words::{Asked, Speller, Wanted};
use crate::readable::{self, Choice, Method, Probes, Symbols, ranks};
use crate::testcase::{InputKind, LIKE_ANOTHER, Outcome, TestCall, TestCase};
use crate::util::{Bits, Rng};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// How many inputs are given the values of another test one by one, at most.
const MOST_APPROACHED: usize = 256;

/// How often values are chosen again because they mean other members of unions.
const MOST_REWRITTEN: usize = 3;

/// A test with the code that its path has run through.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Found {
    pub(super) test: TestCase,
    /// The edges that the path took, and how often.
    pub(super) edges: Vec<(u32, u32)>,
    /// The functions that were called under test.
    pub(super) functions: Vec<u32>,
    /// The edges that the calls under test took, and the borders of comparisons that they lie on, see
    /// [`State::tested`].
    pub(super) tested: (Vec<(u32, u32)>, Vec<u32>),
    /// Whether a limit that holds for every path ended this one.
    pub(super) is_limited: bool,
    /// Whether the run was over before the values were chosen. The test then has the values of the path's
    /// witness, and a run that resumes this one chooses them anew.
    #[serde(skip)]
    pub(super) is_rushed: bool,
}

/// Counts what happened while tests were made.
#[derive(Clone, Default, Debug)]
pub(super) struct Tally {
    /// Paths without a test because no solver could tell whether they are possible.
    pub(super) undecided: u64,
    /// Those of them whose path had ended.
    pub(super) untested: u64,
    pub(super) unreadable: u64,
    pub(super) probes: u64,
    /// Variables that calls under test read although nothing has set them.
    pub(super) unset: BTreeSet<GlobalId>,
}

/// Makes tests of paths.
pub(super) struct Finder<'a> {
    options: &'a Options,
    rng: Rng,
    /// Finds the tests that hold only if objects lie at the addresses that they have here.
    dependence: Dependence,
    /// Writes words, if words are wanted.
    speller: Option<Speller>,
    pub(super) tally: Tally,
    /// Where paths stopped.
    pub(super) stops: Stops,
}

impl<'a> Finder<'a> {
    pub(super) fn new(program: &Program, options: &'a Options) -> Self {
        let language = || Arc::clone(&options.readable.language);
        let speller =
            || Speller::new(language(), super::named::words(program), super::named::numbers(program));
        Self {
            options,
            rng: Rng::from_seed(options.seed),
            dependence: Dependence::default(),
            speller: (options.readable.method == Method::Words).then(speller),
            tally: Tally::default(),
            stops: Stops::new(program),
        }
    }

    /// The test of a path that ended, unless it has none.
    pub(super) fn find(&mut self, machine: &mut Machine, state: &State, ending: Ending) -> Option<Found> {
        self.stops.ended(&machine.program, state, &ending);
        self.test(machine, state, ending, None)
    }

    /// A further test of a path that ended, with the inputs of another test as far as the path allows it.
    pub(super) fn find_like(
        &mut self,
        machine: &mut Machine,
        state: &State,
        ending: Ending,
        likeness: &Likeness,
    ) -> Option<Found> {
        // The path is counted already.
        let tally = self.tally.clone();
        let found = self.test(machine, state, ending, Some(likeness));
        self.tally = tally;
        let mut found = found?;
        found.test.decision_path.push(LIKE_ANOTHER);
        Some(found)
    }

    /// The test of a path that is about to wait, in case the run ends before it goes on.
    pub(super) fn find_waiting(&mut self, machine: &mut Machine, state: &State) -> Option<Found> {
        self.stops.waiting(&machine.program, state);
        self.test(machine, state, Ending::Budget(String::new()), None)
    }

    /// Notes a path that does not go on any more and has no test.
    pub(super) fn left(&mut self, machine: &Machine, state: &State) {
        self.stops.ended(&machine.program, state, &Ending::Budget(String::new()));
    }

    /// The test that a path with a witness would give if the run ended now; it is counted nowhere.
    pub(super) fn rehearse(&mut self, machine: &mut Machine, state: &State) -> Option<Found> {
        self.test(machine, state, Ending::Budget(String::new()), None)
    }

    fn test(
        &mut self,
        machine: &mut Machine,
        state: &State,
        ending: Ending,
        like: Option<&Likeness>,
    ) -> Option<Found> {
        match ending {
            Ending::AssumedAway | Ending::Endless | Ending::Retyped | Ending::Halted => return None,
            Ending::Undecided => {
                let found = self.unanswered(machine, state);
                self.tally.undecided += u64::from(found.is_none());
                return found;
            }
            _ => {}
        }
        let values = self.choose_values(machine, state, &ending);
        if values.is_none() && like.is_some() {
            return None;
        }
        let Some(mut values) = values else {
            self.stops.undecided(state);
            let found = self.unanswered(machine, state);
            self.tally.undecided += u64::from(found.is_none());
            self.tally.untested += u64::from(found.is_none());
            return found;
        };
        if self.speller.is_some() && !matches!(ending, Ending::Budget(_)) {
            capitals::capitalise(machine, state, &mut values);
        }
        if let Some(likeness) = like {
            approach(machine, state, &mut values, likeness);
        }
        state.clear_large(&mut values);
        let killed = match ending {
            Ending::Returned(_) | Ending::Exited(_) if self.options.readable.kills_mutants => {
                spread(machine, state, &mut values);
                kill_mutants(machine, state, &mut values)
            }
            _ => Vec::new(),
        };
        state.clear_records(&mut values);
        note_unset(&machine.program, state, &mut self.tally.unset);
        state.clear_unions(&machine.program, &mut values);
        state.clear_tails(&mut values);
        state.pointers.assign(&state.memory, &mut values);
        if state.pointers.has_in_bytes() && !self.holds(machine, state, &values) {
            self.tally.undecided += 1;
            self.tally.untested += 1;
            return None;
        }
        state.no_further_faults(&machine.arena, &mut values);
        let is_limited = matches!(ending, Ending::Limit(_));
        let is_rushed = !matches!(ending, Ending::Budget(_)) && machine.solver.is_over();
        let sized = state.has_growing().then(|| state.with_sizes(&values));
        let state = sized.as_ref().unwrap_or(state);
        let (mut test, given) = test_case(machine, state, ending, &values, self.options.replay);
        test.covers.killed = killed;
        let conditions = state.path.conditions();
        let mut elsewhere = values;
        pointers::to_functions(machine, state, &mut test, &mut elsewhere);
        pointers::to_objects(state, &test, &mut elsewhere);
        test.names_address =
            self.options.replay && self.dependence.is_on_addresses(&machine.arena, &elsewhere, conditions);
        explaining::explain(machine, state, &mut test, given, self.options.explain);
        let edges = state.edges.iter().map(|(edge, count)| (edge as u32, count));
        let functions = state.calls.iter().map(|call| call.function.raw());
        let (edges, functions, tested) = (edges.collect(), functions.collect(), state.tested());
        Some(Found { test, edges, functions, tested, is_limited, is_rushed })
    }

    /// Whether values take a path.
    fn holds(&self, machine: &mut Machine, state: &State, values: &Assignment) -> bool {
        let analysis = machine.solver.analysis();
        state.path.condition().is_satisfied_by(&machine.arena, analysis, values)
    }

    /// For a path that no solver knows to be possible, the test of the part before the open question. A
    /// native run shows how it goes on.
    fn unanswered(&mut self, machine: &mut Machine, state: &State) -> Option<Found> {
        let known = state.unanswered.as_deref().filter(|_| self.options.replay)?;
        let mut found = self.test(machine, known, Ending::Limit(UNANSWERED.to_owned()), None)?;
        // Its place among the tests is the one of the whole path.
        found.test.decision_path.clone_from(&state.decision_path);
        Some(found)
    }

    /// Readable values that take the path. They depend only on the path condition and the seed. A path that a
    /// budget ended gets its witness, which costs nothing. `None` if no solver could say whether the path is
    /// possible.
    fn choose_values(&mut self, machine: &mut Machine, state: &State, ending: &Ending) -> Option<Assignment> {
        if matches!(ending, Ending::Budget(_)) {
            return state.path.witness().map(|witness| Assignment::clone(witness));
        }
        // If an answer was unknown, there may be no witness. One more question then decides whether there are
        // any values.
        let confirmed = match state.path.witness() {
            Some(_) => None,
            None => Some(state.path.confirmed(&machine.arena, &mut machine.solver)?),
        };
        let path = confirmed.as_ref().unwrap_or(&state.path);
        let witness = path.witness().map(|witness| &**witness);
        if self.options.readable.method == Method::Witness {
            return witness.cloned();
        }
        let mut inputs = symbols(&machine.program, state, &Assignment::new());
        let rng = self.rng.split(state.decision_path_hash());
        let written = self.speller.as_ref().map(|speller| {
            let is_assumption = |decision: &&Decision| decision.kind == DecisionKind::Assumption;
            let assumed = state.path.decisions().latest_first().filter(is_assumption);
            let assumed = assumed.map(|decision| decision.condition);
            let asked = Asked {
                assumed: assumed.chain(state.not_full(&machine.arena)).collect(),
                decided: state.decided_before_calls().map(|decision| decision.condition).collect(),
            };
            let (arena, analysis) = (&machine.arena, machine.solver.analysis());
            let mut write = |inputs: &[Symbols]| {
                let wanted = Wanted { path: path.condition(), inputs, asked: &asked, rng: &rng };
                speller.write(arena, analysis, wanted)
            };
            let written = write(&inputs);
            if !state.has_unions() {
                return written;
            }
            // The values of other inputs say which members of unions are meant, so values are chosen again.
            let mut written = written;
            for _ in 0..MOST_REWRITTEN {
                let meant = symbols(&machine.program, state, &written.values);
                if meant == inputs {
                    break;
                }
                inputs = meant;
                written = write(&inputs);
            }
            written
        });
        let options = &self.options.readable;
        let arena = &mut machine.arena;
        let choice = match written {
            Some(written) if written.open.is_empty() => {
                Ok(Choice { values: written.values, probes: Probes::default() })
            }
            written => {
                let path = &mut Narrowing::new(&mut machine.solver, path.clone());
                match written {
                    Some(written) => readable::complete(arena, path, &inputs, written, options, &rng),
                    None => readable::choose(arena, path, &inputs, options, &rng),
                }
            }
        };
        let values = match choice {
            Ok(choice) => {
                self.tally.probes += choice.probes.asked;
                Some(choice.values)
            }
            Err(unsettled) => {
                self.tally.probes += unsettled.probes.asked;
                None
            }
        };
        // The values are always checked: they must satisfy every condition of the path.
        let analysis = machine.solver.analysis();
        let mut holds =
            |values: &Assignment| state.path.condition().is_satisfied_by(&machine.arena, analysis, values);
        let chosen = values.filter(&mut holds);
        if chosen.is_none() {
            self.tally.unreadable += 1;
        }
        chosen.or_else(|| witness.filter(|witness| holds(witness)).cloned())
    }
}

/// Gives inputs the values that they have in another test: all of them if the path allows it, and otherwise
/// one input after the other, as far as the path allows it. If it does not allow the whole of a text, it gets
/// the characters that the path has not looked at, so that `:was` becomes `:2:30` beside `12:30`, and then one
/// character after the other. A union that holds another member there keeps its value and its
/// tag, and a number in it is taken over as a whole.
fn approach(machine: &mut Machine, state: &State, values: &mut Assignment, likeness: &Likeness) {
    let program = &machine.program;
    let (arena, analysis) = (&machine.arena, machine.solver.analysis());
    let input_of =
        |symbols: &[SymbolId]| symbols.first().map(|symbol| arena.symbol_key(*symbol).input as usize);
    let inputs = likeness.inputs.iter().filter(|symbols| {
        // An input that the other path has not read may be zero there, which says nothing about this path.
        let is_zero = symbols.iter().all(|symbol| likeness.values.get(*symbol) == 0);
        let input = input_of(symbols);
        let is_other =
            input.is_some_and(|input| state.is_other_member(program, input, values, &likeness.values));
        !(is_other || is_zero && input.is_some_and(|input| state.is_in_records(input)))
    });
    let inputs: Vec<Vec<SymbolId>> = inputs.cloned().collect();
    let path = state.path.condition();
    let mut takes = |values: &Assignment, inputs: &[Vec<SymbolId>]| {
        let mut other = values.clone();
        inputs.iter().flatten().for_each(|symbol| other.set(*symbol, likeness.values.get(*symbol)));
        let is_possible = state.has_same_members(program, values, &other);
        (is_possible && path.is_satisfied_by(arena, analysis, &other)).then_some(other)
    };
    if let Some(all) = takes(values, &inputs) {
        *values = all;
        return;
    }
    for input in inputs.iter().take(MOST_APPROACHED) {
        if let Some(closer) = takes(values, std::slice::from_ref(input)) {
            *values = closer;
            continue;
        }
        let numbers = input_of(input).map(|at| state.numbers_in(program, at, values)).unwrap_or_default();
        let is_loose = |at: &usize| !numbers.iter().any(|number| number.bytes.contains(at));
        let loose = (0..input.len()).filter(is_loose).map(|at| input[at]);
        let (seen, unseen): (Vec<SymbolId>, Vec<SymbolId>) = loose.partition(|symbol| path.concerns(*symbol));
        let each = seen.into_iter().take(MOST_APPROACHED).map(|symbol| vec![symbol]);
        let whole = numbers.iter().filter_map(|number| Some(input.get(number.bytes.clone())?.to_vec()));
        let parts = std::iter::once(unseen).chain(each).chain(whole).filter(|part| !part.is_empty());
        for part in parts.collect::<Vec<_>>() {
            if let Some(closer) = takes(values, &[part]) {
                *values = closer;
            }
        }
    }
}

/// Gives different values to numbers that the path only compares with each other.
fn spread(machine: &mut Machine, state: &State, values: &mut Assignment) {
    let inputs = symbols(&machine.program, state, values);
    let first = values.clone();
    let rows: Vec<Range<usize>> = state.rows().collect();
    let (program, arena, analysis) = (&machine.program, &machine.arena, machine.solver.analysis());
    ranks::spread(arena, state.path.conditions(), &inputs, &rows, values, |changed| {
        state.has_same_members(program, &first, changed)
            && state.path.condition().is_satisfied_by(arena, analysis, changed)
    });
}

/// Changes numbers so that mistakes in the call under test would show. The values still take the path. Returns
/// the numbers of the mistakes that show.
fn kill_mutants(machine: &mut Machine, state: &State, values: &mut Assignment) -> Vec<u32> {
    let left = state.changed_by_calls(&mut machine.arena);
    if machine.solver.is_over() {
        return Vec::new();
    }
    // A function returns in one place, so the branch that was decided last tells its results apart.
    let last = state.decided_in_calls().filter(|it| it.kind == DecisionKind::Branch).last();
    let last = last.map_or(0, |decision| decision.at.raw() + 1);
    let observe = |left: &Left| {
        let place = if left.place < FIRST_OFFSET { last << 4 | left.place } else { left.place };
        Observed { term: left.term, before: left.before, place }
    };
    let observed: Vec<Observed> = left.iter().map(observe).collect();
    let inputs = symbols(&machine.program, state, values);
    let decided: Vec<ExprId> = state.decided_in_calls().map(|decision| decision.condition).collect();
    let path = state.path.condition();
    let first = values.clone();
    let (program, arena, analysis) = (&machine.program, &machine.arena, machine.solver.analysis());
    mutants::kill(arena, &observed, decided.into_iter(), &inputs, values, |changed| {
        state.has_same_members(program, &first, changed) && path.is_satisfied_by(arena, analysis, changed)
    })
}

/// The inputs of a path, in the form in which values are chosen for them. `values` say which members of
/// unions are meant.
fn symbols(program: &Program, state: &State, values: &Assignment) -> Vec<Symbols> {
    let symbols = |(at, input): (usize, &Rc<InputRecord>)| {
        let (kind, n_used) = match (input.kind, state.unused(at)) {
            (InputKind::Pointer, _) => (InputKind::Integer { width: Bits(64), signed: false }, None),
            (InputKind::Bytes, Some(n)) => (InputKind::Chars, Some(n)),
            (InputKind::Bytes, None) => match state.text_in(program, at, values) {
                Some(n) => (InputKind::Chars, Some(n)),
                None => (InputKind::Bytes, None),
            },
            (kind, _) => (kind, None),
        };
        let n_used = n_used.unwrap_or(usize::MAX);
        Symbols {
            kind,
            symbols: input.symbols.iter().copied().take(n_used).collect(),
            named: Rc::clone(&input.named),
            is_character: is_character(program, input),
            numbers: state.numbers_in(program, at, values),
        }
    };
    state.inputs.iter().enumerate().map(symbols).collect()
}

/// Whether an input is a `char`, whose values are letters. `symir_char` gives one without a type.
fn is_character(program: &Program, input: &InputRecord) -> bool {
    input.is_character || input.ty.is_some_and(|ty| program.spelling.is_char(ty))
}

/// An ended path under an assignment, as plain data; and for each of its calls the numbers of the inputs that
/// it asks for.
fn test_case(
    machine: &Machine,
    state: &State,
    ending: Ending,
    values: &Assignment,
    replay: bool,
) -> (TestCase, Vec<Vec<usize>>) {
    let declared = state.declared();
    let mut observer = Observer::new(machine, state, values);
    let mut given = Vec::new();
    let mut observe = |(place, call): (usize, &Rc<RecordedCall>)| {
        let footprint = if replay { observer.footprint(call, &declared) } else { None };
        let mut shown = observer.call(state, place);
        given.push(state.asked_by(call));
        for (mocked, call) in shown.script.iter_mut().zip(&call.mocked).filter(|_| replay) {
            mocked.footprint = Some(Box::new(observer.seen(call)));
        }
        let footprint = footprint.map(Box::new).or_else(|| shown.footprint.clone().filter(|_| replay));
        TestCall { footprint, ..shown }
    };
    let calls = state.calls.iter().enumerate().map(&mut observe).collect();
    let edges = state.edges.iter().filter(|_| replay).map(|(edge, count)| (edge as u32, count));
    let left = match &ending {
        Ending::Unsupported { what, .. } => Some(machine.left(state, what)),
        Ending::Budget(why) | Ending::Limit(why) => Some(machine.left(state, why)),
        _ => None,
    };
    let outcome = match ending {
        Ending::Returned(value) => Outcome::Returned(observer.status(value)),
        Ending::Exited(value) => Outcome::Exited(observer.status(value)),
        Ending::Bug(bug) => Outcome::Bug(observer.bug(state, bug)),
        Ending::Unsupported { what, site } => Outcome::Unsupported { what, site },
        Ending::Budget(reason) | Ending::Limit(reason) => Outcome::Budget(reason),
        Ending::AssumedAway | Ending::Endless | Ending::Undecided | Ending::Retyped | Ending::Halted => {
            unreachable!("invariant: such paths give no test")
        }
    };
    let (made, asked): (Vec<Declared>, Vec<Declared>) =
        declared.iter().copied().partition(|input| input.is_made());
    let mut observe = |inputs: Vec<Declared>| {
        inputs.into_iter().map(|input| observer.input(input, &state.pointers)).collect()
    };
    let (inputs, made) = (observe(asked), observe(made));
    // A native run that goes on from here may read more.
    let is_at_end = matches!(outcome, Outcome::Returned(_) | Outcome::Exited(_) | Outcome::Bug(_));
    let mut unread = if is_at_end { state.pointers.names_of_unread() } else { Vec::new() };
    if is_at_end {
        unread.extend(state.unread_in_unions(&machine.program));
    }
    let test = TestCase {
        unread,
        reads_unwritten: state.reads_unwritten,
        approximated: state.is_approximated,
        inputs,
        made,
        calls,
        decision_path: state.decision_path.clone(),
        unconfirmed: state.path.is_unconfirmed(),
        path: edges.collect(),
        left: left.filter(|_| replay).map(Box::new),
        ..TestCase::new(outcome)
    };
    (test, given)
}
