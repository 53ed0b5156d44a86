//! Names the tests of a run and, on request, says what each test is for.

use crate::exec::{DecisionKind, Declared, Machine, State};
use crate::explain::{self, Alone, Condition, Decided, EdgeOwners, InputShape, Names};
use crate::expr::SymbolId;
use crate::ir::{Const, FuncId, Op, OperandKind, Pc, Program, reachable_functions};
use crate::testcase::{Covers, Outcome, TestCall, TestCase};
use crate::util::placed::spelled;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Names a test; the name need not be unique yet. With `explains` it also says why the test exists. Calls get
/// the inputs that they ask for.
pub(super) fn explain(
    machine: &mut Machine,
    state: &State,
    test: &mut TestCase,
    given: Vec<Vec<usize>>,
    explains: bool,
) {
    let decided = decided(machine, state);
    let TestCase { inputs, calls, .. } = test;
    for (call, given) in calls.iter_mut().zip(given) {
        call.given.extend(given.into_iter().map(|at| (inputs[at].name.clone(), inputs[at].datum())));
    }
    test.name = explain::name(test, &decided);
    if !explains {
        return;
    }
    let inputs: Vec<InputShape> =
        state.inputs.iter().map(|input| InputShape { name: input.name.clone(), kind: input.kind }).collect();
    let of_faults: Vec<SymbolId> =
        state.inputs.iter().filter(|input| input.is_fault).flat_map(|input| input.symbols.clone()).collect();
    let mut conditions: Vec<Condition> = state
        .path
        .decisions()
        .latest_first()
        .map(|decision| Condition {
            term: decision.condition,
            at: decision.at,
            is_assumption: decision.kind == DecisionKind::Assumption,
            is_border: decision.kind == DecisionKind::Choice
                && machine.program.code[decision.at.index()].op == Op::Ret,
        })
        .collect();
    conditions.reverse();
    // The line of the test already says which calls fail.
    if !of_faults.is_empty() {
        let analysis = machine.solver.analysis();
        conditions.retain(|condition| {
            !analysis.support(&machine.arena, condition.term).iter().any(|symbol| of_faults.contains(symbol))
        });
    }
    let terms = (&machine.arena, machine.solver.analysis());
    test.because = explain::reasons(&machine.program, terms, &inputs, &conditions);
    for reason in &mut test.because {
        reason.condition = spelled(&reason.condition).into_owned();
    }
}

/// A test that waits for its turn, with its number in the order of discovery.
pub(super) struct Numbered {
    pub(super) number: u64,
    pub(super) test: TestCase,
}

/// Makes names unique and, with `owners`, tells what each test covers that no other test does.
pub(super) struct Explainer {
    names: Names,
    owners: Option<EdgeOwners>,
    items: Items,
    n_found: u64,
}

/// What there is to cover along each edge of the program.
struct Items {
    /// The numbers of the lines of the block that an edge leads to.
    lines: Vec<Vec<u32>>,
    /// Whether an edge is one side of a branch.
    is_side: Vec<bool>,
    /// Whether an edge is of the program's own code, and not of models of library functions.
    is_own: Vec<bool>,
    /// Sides that are no edges, see [`last_operands`].
    last_operands: Vec<LastOperand>,
    loops: Vec<Loop>,
}

/// The edges by which a loop of the program's own code is entered, and those by which it goes round.
#[derive(Default, Debug)]
struct Loop {
    entries: Vec<u32>,
    rounds: Vec<u32>,
}

/// The loops of the program, by the edges that lead back in its order of blocks, which is a reverse post-order.
fn loops(program: &Program) -> Vec<Loop> {
    let mut found: BTreeMap<usize, Loop> = BTreeMap::new();
    for (at, edge) in program.edges.iter().enumerate() {
        let is_back = edge.from.is_some_and(|from| edge.to.index() <= from.index());
        let header = found.entry(edge.to.index()).or_default();
        if is_back { &mut header.rounds } else { &mut header.entries }.push(at as u32);
    }
    found.into_values().filter(|it| !it.rounds.is_empty()).collect()
}

/// The side of the last operand of `&&` or `||` that decides the whole condition, if the whole condition is a
/// branch of its own: compilers have one branch for both ends of `while (a && b)`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct LastOperand {
    /// The edge on which the operand was evaluated, and the edge that is taken when the whole condition has
    /// the value that the other operands alone cannot give it.
    evaluated: u32,
    otherwise: u32,
}

/// Finds blocks that branch on a value that one edge brings along, while all other edges bring the same
/// constant.
fn last_operands(program: &Program) -> Vec<LastOperand> {
    let mut into: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, edge) in program.edges.iter().enumerate().filter(|(_, edge)| edge.from.is_some()) {
        into.entry(edge.to.index()).or_default().push(at);
    }
    let mut found = Vec::new();
    for (block, edges) in into {
        let last = program.inst(Pc::from_raw(program.blocks[block].end.raw() - 1));
        if last.op != Op::Branch || edges.len() < 2 {
            continue;
        }
        let OperandKind::Register(condition) = last.a().kind() else { continue };
        let brought = |edge: &usize| {
            let moves = program.moves_of(&program.edges[*edge]);
            moves.iter().rfind(|step| step.dst == condition).map(|step| step.src.kind())
        };
        let constant = |edge: &usize| match brought(edge)? {
            OperandKind::Constant(id) => match &program.constants[id.index()] {
                Const::Int { value, .. } => Some(*value != 0),
                _ => None,
            },
            OperandKind::Register(_) => None,
        };
        let constants: BTreeSet<bool> = edges.iter().filter_map(constant).collect();
        let evaluated: Vec<&usize> =
            edges.iter().filter(|edge| matches!(brought(edge), Some(OperandKind::Register(_)))).collect();
        if let (&[edge], &[short], true) = (
            &evaluated[..],
            &constants.iter().collect::<Vec<_>>()[..],
            edges.iter().filter(|edge| constant(edge).is_some()).count() + 1 == edges.len(),
        ) {
            let (when_true, when_false) = last.branch_edges();
            let otherwise = if *short { when_false } else { when_true };
            found.push(LastOperand { evaluated: *edge as u32, otherwise: otherwise.raw() });
        }
    }
    found
}

impl Items {
    fn new(program: &Program) -> Self {
        let mut numbers: BTreeMap<(usize, u32), u32> = BTreeMap::new();
        let mut lines = Vec::new();
        let mut is_side = Vec::new();
        // Without any debug information every branch counts.
        let has_lines = program.locs.iter().any(|loc| loc.line > 0);
        let mut is_own = Vec::new();
        for edge in &program.edges {
            let block = &program.blocks[edge.to.index()];
            let locations = (block.first.index()..block.end.index()).map(|at| program.locs[at]);
            let locations: BTreeSet<(usize, u32)> =
                locations.filter(|loc| loc.line > 0).map(|loc| (loc.file().index(), loc.line)).collect();
            let mut number = |location| {
                let next = numbers.len() as u32;
                *numbers.entry(location).or_insert(next)
            };
            lines.push(locations.into_iter().map(&mut number).collect());
            let last = edge.from.map(|from| program.blocks[from.index()].end.index() - 1);
            is_side.push(last.is_some_and(|at| {
                (program.locs[at].line > 0 || !has_lines)
                    && matches!(program.code[at].op, Op::Branch | Op::Switch)
            }));
            is_own.push(program.functions[block.function.index()].signature.is_some());
        }
        Self { lines, is_side, is_own, last_operands: last_operands(program), loops: loops(program) }
    }

    /// What a path covers that took these edges so often and lies on these borders. Only the program's own
    /// code counts, unless the path took none of it.
    fn covered(&self, edges: &[(u32, u32)], borders: &[u32]) -> Covers {
        let own = edges.iter().copied().filter(|(edge, _)| self.is_own[*edge as usize]);
        let own: Vec<(u32, u32)> = own.collect();
        let edges = if own.is_empty() { edges } else { &own };
        let taken: Vec<u32> = edges.iter().map(|(edge, _)| *edge).collect();
        // Once, twice and more often are three kinds of paths through a loop.
        let often = edges.iter().filter(|(edge, count)| *count > 1 && self.is_side[*edge as usize]);
        let often = often.map(|(edge, count)| 2 * edge + u32::from(*count > 2));
        let borders = borders.iter().map(|border| Covers::BORDERS | border);
        let lines: BTreeSet<u32> =
            taken.iter().flat_map(|edge| &self.lines[*edge as usize]).copied().collect();
        let count = |edge| edges.binary_search_by_key(&edge, |(edge, _)| *edge).map_or(0, |at| edges[at].1);
        let n_edges = self.is_side.len() as u32;
        // If a loop goes round more often than it is entered, it has gone round twice in a row.
        let all = |edges: &[u32]| edges.iter().map(|edge| count(*edge)).sum::<u32>();
        let in_a_row = |it: &Loop| all(&it.rounds) > all(&it.entries);
        let loops = self.loops.iter().enumerate().filter(|(_, it)| in_a_row(it));
        let loops = loops.map(|(number, _)| 2 * (2 * n_edges + number as u32));
        let kinds: BTreeSet<u32> = often.chain(loops).chain(borders).collect();
        let operands = self.last_operands.iter().filter(|it| count(it.evaluated) > count(it.otherwise));
        let sides = taken.iter().copied().filter(|edge| self.is_side[*edge as usize]);
        let sides = sides.chain(operands.map(|it| n_edges + it.evaluated));
        let (lines, branches, kinds) =
            (lines.into_iter().collect(), sides.collect(), kinds.into_iter().collect());
        Covers { lines, branches, kinds, killed: Vec::new() }
    }
}

/// A test that native runs have followed beyond the end of its path.
pub struct Completed {
    pub name: String,
    /// Its name before native runs told how it ends.
    pub old_name: String,
    pub line: String,
    /// How its path ended.
    pub was: Outcome,
    /// Edges that were taken beyond the end of the path, and how often.
    pub beyond: Vec<(u32, u32)>,
}

/// Knows what is covered by edges that native runs take beyond the ends of paths.
pub struct Covering {
    items: Items,
    program: Arc<Program>,
    /// For each set of functions under test, whether a function of the program may be called by them.
    reached: BTreeMap<BTreeSet<String>, Vec<bool>>,
}

impl Covering {
    pub fn new(program: &Arc<Program>) -> Self {
        Self { items: Items::new(program), program: Arc::clone(program), reached: BTreeMap::new() }
    }

    /// Whether functions may be called by calls under test. Without calls, these are all but `main`, which is
    /// the driver's.
    fn reached_by(&mut self, calls: &[TestCall]) -> &[bool] {
        let names: BTreeSet<String> = calls.iter().map(|call| call.function.clone()).collect();
        let program = &self.program;
        self.reached.entry(names).or_insert_with_key(|names| {
            let ids = (0..program.functions.len()).map(FuncId::new);
            let name = |id: &FuncId| program.functions[id.index()].source_name();
            let roots: Vec<FuncId> = ids.filter(|id| names.contains(&*name(id))).collect();
            if roots.is_empty() {
                let main = program.function_named("main");
                return (0..program.functions.len()).map(|at| Some(FuncId::new(at)) != main).collect();
            }
            let mut reached = vec![false; program.functions.len()];
            reachable_functions(program, &roots).iter().for_each(|id| reached[id.index()] = true);
            reached
        })
    }

    /// The edges that `whole` took more often than `path`, and how much more often; both are in ascending
    /// order.
    pub fn beyond(&self, path: &[(u32, u32)], whole: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let taken: BTreeMap<u32, u32> = path.iter().copied().collect();
        let more = whole
            .iter()
            .map(|(edge, count)| (*edge, count.saturating_sub(taken.get(edge).copied().unwrap_or(0))));
        more.filter(|(_, count)| *count > 0).collect()
    }

    /// Adds these edges to what a test with these calls covers. Edges in functions that the calls under test
    /// cannot reach were taken before, when the driver made objects.
    pub fn add(&mut self, covers: &mut Covers, beyond: &[(u32, u32)], calls: &[TestCall]) {
        let program = Arc::clone(&self.program);
        let reached = self.reached_by(calls);
        let function = |edge: u32| program.blocks[program.edges[edge as usize].to.index()].function;
        let tested: Vec<(u32, u32)> =
            beyond.iter().copied().filter(|(edge, _)| reached[function(*edge).index()]).collect();
        if tested.is_empty() {
            return;
        }
        let more = self.items.covered(&tested, &[]);
        let lists = [
            (&mut covers.lines, more.lines),
            (&mut covers.branches, more.branches),
            (&mut covers.kinds, more.kinds),
        ];
        for (list, more) in lists {
            list.extend(more);
            list.sort_unstable();
            list.dedup();
        }
    }
}

impl Explainer {
    pub(super) fn new(program: &Program, explains: bool) -> Self {
        let owners = explains.then(|| EdgeOwners::new(program.edges.len()));
        Self { names: Names::default(), owners, items: Items::new(program), n_found: 0 }
    }

    /// Gives a test its number, and notes what its calls under test cover. `edges` are those that the test
    /// took and how often, in the order of the program. `tested` has the edges and borders of the calls under
    /// test.
    pub(super) fn found(
        &mut self,
        edges: &[(u32, u32)],
        tested: &(Vec<(u32, u32)>, Vec<u32>),
        test: &mut TestCase,
    ) -> u64 {
        let (tested, borders) = tested;
        let killed = std::mem::take(&mut test.covers.killed);
        test.covers = Covers { killed, ..self.items.covered(tested, borders) };
        if let Some(owners) = &mut self.owners {
            let taken: Vec<u32> = edges.iter().map(|(edge, _)| *edge).collect();
            owners.add(self.n_found, &taken);
        }
        self.n_found += 1;
        self.n_found - 1
    }

    /// Makes the name of the next test in order unique.
    pub(super) fn settle(&mut self, waiting: Numbered) -> TestCase {
        let Numbered { number, mut test } = waiting;
        let name = self.names.unique(&test);
        test.name = name;
        if let Some(owners) = &mut self.owners {
            owners.settle(number, &test.name);
        }
        test
    }

    /// What each test covers that no other test does, if tests were to be explained.
    pub(super) fn alone(&self, program: &Program, functions: &[FuncId]) -> Vec<Alone> {
        self.owners.as_ref().map_or(Vec::new(), |owners| owners.report(program, functions))
    }
}

/// What the path has decided about each input, followed by the objects that were made for pointers.
fn decided(machine: &mut Machine, state: &State) -> Vec<Decided> {
    let mut decided: Vec<Decided> = state
        .inputs
        .iter()
        .map(|input| {
            let fixed = input
                .symbols
                .iter()
                .map(|symbol| state.path.condition().domain(*symbol).len() == 1)
                .collect();
            Decided { matters: false, fixed, members: Vec::new() }
        })
        .collect();
    let decisions = state.path.decisions().latest_first();
    for decision in decisions.filter(|decision| decision.kind != DecisionKind::Assumption) {
        for symbol in machine.solver.analysis().support(&machine.arena, decision.condition).iter() {
            let input = machine.arena.symbol_key(*symbol).input as usize;
            if !decided[input].matters && state.inputs[input].within.is_some() {
                decided[input].members.push(state.inputs[input].name.to_string());
            }
            decided[input].matters = true;
        }
    }
    let parts = |input: Declared<'_>| match input {
        Declared::Single(_) => 1,
        Declared::Object(_, parts) => parts.len(),
    };
    let mut rest = decided.into_iter();
    let of_input = |n: usize| {
        let parts = rest.by_ref().take(n);
        parts.fold(Decided::default(), |mut whole, part| {
            whole.matters |= part.matters;
            whole.members.extend(part.members);
            whole.fixed.extend(part.fixed);
            whole
        })
    };
    let inputs = state.declared();
    let decided: Vec<Decided> = inputs.iter().copied().map(parts).map(of_input).collect();
    let (made, asked): (Vec<_>, Vec<_>) = inputs.iter().zip(decided).partition(|(input, _)| input.is_made());
    asked.into_iter().chain(made).map(|(_, decided)| decided).collect()
}
