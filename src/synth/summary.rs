//! Summaries of functions. Each function is explored once, in isolation, through a driver: a function of the
//! program that makes the arguments inputs and calls the function under test.

use crate::exec::{Effect, Ending, ExecOptions, ExecStats, Held, Machine, Path, Start, State, Stop, Touched};
use crate::expr::{Arena, ExprId, Kind, SymbolId, SymbolKey};
use crate::ir::{FuncId, Program};
use crate::solver::{QueryLimit, SolverOptions};
use crate::testcase::Bug;
use crate::util::{Bits, Deadline};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many instructions one path may have, and how many paths one function may have.
const FUEL: u64 = 200_000;
const PATHS: usize = 64;
/// How many conflicts a solver may have for one question.
const MOST_CONFLICTS: u64 = 2_000;

/// What a function has to do with objects.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// It returns an object.
    Maker,
    /// It sets up the storage that the parameter of this number points to.
    Storage(usize),
    /// It changes what the parameter of this number points to.
    Modifier(usize),
    /// It is under test.
    Target,
}

/// A function, and the function of the program that calls it with inputs.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub driver: FuncId,
    pub part: Part,
}

/// A path through a function. Its symbols are its own: each use of the summary replaces them by others.
#[derive(Clone, Debug)]
pub struct Summary {
    pub function: usize,
    /// The error that ends the path. Only paths of a function under test may have one, because nobody needs
    /// the objects that they leave.
    pub error: Option<Bug>,
    pub(super) effect: Effect,
}

impl Summary {
    /// The edges of the program that it takes.
    pub fn edges(&self) -> impl Iterator<Item = usize> {
        self.effect.edges.iter().map(|(edge, _)| *edge as usize)
    }
}

/// The functions of a program with their summaries.
pub struct Library {
    pub functions: Vec<Function>,
    pub summaries: Vec<Summary>,
    /// Functions some of whose paths have no summary: they end in another way, are too long, or are too many.
    pub narrowed: Vec<String>,
    /// Functions whose only paths without a summary are those that end in an error.
    pub erring: Vec<String>,
    pub(super) machine: Machine,
    /// The number of instances of summaries so far, for the names of their symbols.
    n_instances: u32,
    /// How often it was asked whether conditions are possible.
    pub n_questions: u64,
}

impl Library {
    /// Explores each function. After `deadline` no further paths are looked for.
    pub fn new(program: Program, functions: Vec<Function>, deadline: Deadline) -> Self {
        let program = Arc::new(program);
        let mut summaries = Vec::new();
        let (mut narrowed, mut erring) = (Vec::new(), Vec::new());
        let limit = QueryLimit { time: None, conflicts: Some(MOST_CONFLICTS) };
        let solver = SolverOptions { limit, deadline, ..SolverOptions::default() };
        let mut machine = Machine::new(Arc::clone(&program), solver, ExecOptions::default());
        let mut first = None;
        for (number, function) in functions.iter().enumerate() {
            // The start of the program is the same for all functions.
            let origin = match &first {
                Some(origin) => origin,
                None => first.insert(machine.start(function.driver, &Start::default()).remove(0)),
            };
            let mut state = origin.clone();
            machine.call_next(&mut state, function.driver, &[]);
            let is_whole = explore(&mut machine, state, function.part, |effect, error| {
                summaries.push(Summary { function: number, error, effect });
            });
            let list = match is_whole {
                Whole::Yes => continue,
                Whole::ButErrors => &mut erring,
                Whole::No => &mut narrowed,
            };
            if !list.contains(&function.name) {
                list.push(function.name.clone());
            }
        }
        Self { functions, summaries, narrowed, erring, machine, n_instances: 0, n_questions: 0 }
    }

    /// The numbers of the summaries of a function.
    pub fn of(&self, function: usize) -> Vec<usize> {
        (0..self.summaries.len()).filter(|at| self.summaries[*at].function == function).collect()
    }

    /// The summaries of calls that make and change objects.
    pub fn calls(&self) -> impl Iterator<Item = &Summary> {
        self.summaries.iter().filter(|it| self.functions[it.function].part != Part::Target)
    }

    /// The program that the summaries are of.
    pub fn program(&self) -> &Program {
        &self.machine.program
    }

    /// The condition that a path returns this number, if some inputs satisfy it.
    pub fn gives(&mut self, summary: usize, wanted: i128) -> Option<ExprId> {
        let Held::Number(term) = self.summaries[summary].effect.result else { return None };
        let width = self.machine.arena.width(term);
        let constant = self.machine.arena.constant(width, wanted as u128);
        let is_it = self.machine.arena.eq(term, constant);
        let mut conditions = self.summaries[summary].effect.conditions.clone();
        conditions.push(is_it);
        self.path(&conditions).map(|_| is_it)
    }

    /// The number that a path returns whatever its inputs, read as a signed one if it is wider than a bit.
    pub fn result(&self, summary: usize) -> Option<i128> {
        let Held::Number(term) = self.summaries[summary].effect.result else { return None };
        let number = self.machine.arena.as_const(term)?;
        let width = self.machine.arena.width(term);
        Some(if width.0 == 1 { number as i128 } else { width.sign_extend(number) })
    }

    /// Adds a condition that must hold on a path.
    pub fn assume(&mut self, summary: usize, condition: ExprId) {
        self.summaries[summary].effect.conditions.push(condition);
    }

    /// A path on which all conditions hold; `None` if they contradict each other, or if the solver does not
    /// know.
    pub(super) fn path(&mut self, conditions: &[ExprId]) -> Option<Path> {
        let mut path = Path::new();
        self.n_questions += 1;
        for condition in conditions {
            let (arena, solver) = (&mut self.machine.arena, &mut self.machine.solver);
            match arena.as_const(*condition) {
                Some(1) => continue,
                Some(_) => return None,
                None => {}
            }
            let side = path.side(arena, solver, *condition)?;
            if side.is_open() {
                return None;
            }
            path.assume(arena, solver, side);
        }
        Some(path)
    }

    /// A path that assumes conditions; `None` if they are known to contradict each other.
    pub(super) fn assumed(&mut self, conditions: &[ExprId]) -> Option<Path> {
        let mut path = Path::new();
        for condition in conditions {
            self.n_questions += 1;
            let (arena, solver) = (&mut self.machine.arena, &mut self.machine.solver);
            let side = path.side(arena, solver, *condition)?;
            path.assume(arena, solver, side);
        }
        Some(path)
    }

    /// Whether a condition is known to be impossible on a path.
    pub(super) fn excludes(&mut self, path: &Path, condition: ExprId) -> bool {
        self.n_questions += 1;
        path.side(&self.machine.arena, &mut self.machine.solver, condition).is_none()
    }

    /// The conditions, among those given, that contradict each other: without any one of them, the others are
    /// possible. Empty if all are possible together.
    pub(super) fn core(&mut self, conditions: &[ExprId]) -> Vec<ExprId> {
        if self.path(conditions).is_some() {
            return Vec::new();
        }
        let mut core = conditions.to_vec();
        let mut at = 0;
        while at < core.len() {
            let mut fewer = core.clone();
            fewer.remove(at);
            match self.path(&fewer) {
                None => core = fewer,
                Some(_) => at += 1,
            }
        }
        core
    }

    /// A summary with symbols of its own.
    pub(super) fn instance(&mut self, summary: usize) -> Effect {
        self.n_instances += 1;
        let instance = self.n_instances;
        let effect = self.summaries[summary].effect.clone();
        let arena = &mut self.machine.arena;
        let mut renaming = Substitution::default();
        let fresh = move |arena: &mut Arena, symbol: SymbolId| {
            let key = arena.symbol_key(symbol).clone();
            // Each instance has a range of inputs of its own.
            arena.symbol(SymbolKey { input: key.input + instance * (1 << 12), ..key })
        };
        renaming.otherwise = Some(Box::new(fresh));
        let mut term = |arena: &mut Arena, term| renaming.apply(arena, term);
        let conditions = effect.conditions.iter().map(|it| term(arena, *it)).collect();
        let mut held = |arena: &mut Arena, held: Held| match held {
            Held::Number(number) => Held::Number(term(arena, number)),
            other => other,
        };
        let mut parts = |arena: &mut Arena, parts: &[crate::exec::Part]| {
            parts.iter().map(|it| crate::exec::Part { at: it.at, held: held(arena, it.held) }).collect()
        };
        let objects: Vec<Touched> = effect
            .objects
            .iter()
            .map(|object| Touched {
                before: parts(arena, &object.before),
                after: parts(arena, &object.after),
                ..object.clone()
            })
            .collect();
        let arguments = effect.arguments.iter().map(|it| held(arena, *it)).collect();
        let result = held(arena, effect.result);
        Effect { conditions, arguments, result, objects, edges: Vec::new() }
    }

    pub(super) fn support(&mut self, term: ExprId) -> Vec<SymbolId> {
        self.machine.solver.analysis().support(&self.machine.arena, term).to_vec()
    }
}

/// Whether all paths of a function are known.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Whole {
    No,
    ButErrors,
    Yes,
}

/// Explores a function: passes the effects of its paths to `found`, and returns whether these are all of its
/// paths. For a function under test, it also passes on the paths that end in an error.
fn explore(
    machine: &mut Machine,
    state: State,
    part: Part,
    mut found: impl FnMut(Effect, Option<Bug>),
) -> Whole {
    let mut waiting = vec![state];
    let mut n_paths = 0;
    let mut is_whole = Whole::Yes;
    while let Some(mut state) = waiting.pop() {
        if n_paths >= PATHS {
            return Whole::No;
        }
        let (children, ending) = match machine.run(&mut state, FUEL, &mut ExecStats::default()) {
            Stop::Fuel => {
                n_paths += 1;
                is_whole = Whole::No;
                continue;
            }
            Stop::Forked(children) => {
                (children.into_iter().map(|child| (child.state, child.ending)).collect::<Vec<_>>(), None)
            }
            Stop::Ended(ending, children) => {
                (children.into_iter().map(|child| (child.state, child.ending)).collect(), Some(ending))
            }
        };
        let mut ended = Vec::new();
        for (child, ending) in children {
            match ending {
                None => waiting.push(child),
                Some(ending) => ended.push((child, ending)),
            }
        }
        match ending {
            None => waiting.push(state),
            Some(ending) => ended.push((state, ending)),
        }
        for (state, ending) in ended {
            n_paths += 1;
            match ending {
                Ending::Returned(_) => {
                    if let Some(effect) = machine.effect(&state) {
                        found(effect, None);
                    }
                }
                Ending::AssumedAway | Ending::Endless => {}
                Ending::Bug(bug) if part == Part::Target => {
                    if let Some(effect) = machine.effect(&state) {
                        found(effect, Some(bug));
                    }
                }
                Ending::Bug(_) => is_whole = is_whole.min(Whole::ButErrors),
                _ => is_whole = Whole::No,
            }
        }
    }
    is_whole
}

type Fresh = Box<dyn Fn(&mut Arena, SymbolId) -> ExprId>;

/// Terms in the place of symbols.
#[derive(Default)]
pub(super) struct Substitution {
    pub of: BTreeMap<SymbolId, ExprId>,
    /// Makes the terms that replace all other symbols. Without it, these symbols stay as they are.
    otherwise: Option<Fresh>,
    known: BTreeMap<ExprId, ExprId>,
}

impl Substitution {
    /// Sets the term that replaces a symbol.
    pub fn set(&mut self, symbol: SymbolId, term: ExprId) {
        self.of.insert(symbol, term);
        self.known.clear();
    }

    /// The term with all symbols replaced.
    pub fn apply(&mut self, arena: &mut Arena, term: ExprId) -> ExprId {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let node = arena.node(top);
            if node.kind == Kind::Symbol {
                let symbol = node.symbol();
                let put = match (self.of.get(&symbol), &self.otherwise) {
                    (Some(term), _) => *term,
                    (None, Some(fresh)) => fresh(arena, symbol),
                    (None, None) => top,
                };
                self.of.insert(symbol, put);
                self.known.insert(top, put);
                continue;
            }
            let open: Vec<ExprId> = node.operands().filter(|it| !self.known.contains_key(it)).collect();
            if !open.is_empty() {
                stack.extend(open);
                continue;
            }
            let operands: Vec<ExprId> = node.operands().map(|it| self.known[&it]).collect();
            let width: Bits = node.width();
            let put = match (node.kind, &operands[..]) {
                _ if node.operands().eq(operands.iter().copied()) => top,
                (kind, _) if kind.is_float() => arena.float(kind, width, &operands),
                (Kind::Not | Kind::Neg, [a]) => arena.unary(node.kind, *a),
                (Kind::Extract, [a]) => arena.extract(*a, node.low_bit(), width),
                (Kind::ZExt, [a]) => arena.zext(*a, width),
                (Kind::SExt, [a]) => arena.sext(*a, width),
                (Kind::Ite, [condition, yes, no]) => arena.ite(*condition, *yes, *no),
                (kind, [a, b]) => arena.binary(kind, *a, *b),
                _ => top,
            };
            self.known.insert(top, put);
        }
        self.known[&term]
    }
}
