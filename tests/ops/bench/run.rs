//! Executes the cases concretely and symbolically, and compares the results.

use super::cases::{Asked, Case};
use super::native;
use std::borrow::Cow;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use symir::internals::exec::{Ending, ExecOptions, ExecStats, Machine, Start, State, Stop};
use symir::internals::expr::{Arena, Assignment, Evaluator, ExprId, Kind, SymbolId, SymbolKey};
use symir::internals::frontend::{self, OptLevel, Options};
use symir::internals::ir::{FuncId, Program};
use symir::internals::memory::Value;
use symir::internals::solver::SolverOptions;
use symir::internals::solver::backend::{Backend, BackendKind, QueryLimit, Verdict};
use symir::internals::util::Bits;

/// Instructions after which a case counts as endless.
const FUEL: u64 = 100_000;

/// If the term of a case is large, a backend is asked about one in so many rows, each in a question of its
/// own. With all rows in one question, a solver would search where it should compute.
const HARD_STEP: usize = 9;
/// A term with more subterms than this is large. So is a term with a product or quotient of more than 8 bits,
/// or with a subterm that is wider than `MANY_BITS`.
const MANY_SUBTERMS: usize = 30;
const MANY_BITS: Bits = Bits(33);

/// Checks every row of every case.
pub fn check(files: &[PathBuf], cases: &[Case], level: OptLevel, flags: &[&str]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let expected = native::results(files, cases, folder.path(), flags);
    let flags = flags.iter().map(|flag| (*flag).to_owned()).collect();
    let options = Options { level, flags, ..Options::default() };
    let program = frontend::compile(files, &options).expect("the files compile").program;
    let program = Arc::new(program);
    let mut wrong = Vec::new();
    for kind in BackendKind::ALL.iter().copied().filter(|kind| kind.supports_floats()) {
        let mut bench = Bench::new(&program, kind);
        for (case, expected) in cases.iter().zip(&expected) {
            let checked = match kind {
                BackendKind::GENERAL => bench.concretely(case, expected),
                _ => Ok(()),
            };
            if let Err(message) = checked.and_then(|()| bench.symbolically(case, expected)) {
                wrong.push(format!("{}: {message}", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases are wrong:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Runs a function on two numbers, where `None` stands for an input that may have any value. Returns the
/// result if it is a constant, and the approximations that were counted.
pub fn approximations(
    text: &str,
    name: &str,
    width: u32,
    arguments: [Option<u64>; 2],
) -> (Option<u128>, Vec<(&'static str, u64)>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("t.ll");
    std::fs::write(&file, text).expect("the module is written");
    let program = frontend::compile(&[file], &Options::default()).expect("the module is read").program;
    let mut bench = Bench::new(&Arc::new(program), BackendKind::GENERAL);
    let case = Case {
        name: name.to_owned(),
        operands: [width; 2],
        result: width,
        rows: Vec::new(),
        asked: Asked::Automatically,
    };
    let mut number = 0;
    let arguments = arguments.map(|argument| {
        number += 1;
        let key = SymbolKey { input: number, element: 0, name: "x".into(), width: Bits(width) };
        argument.map_or_else(|| Value::term(bench.machine.arena.symbol(key)), Value::int)
    });
    let result = bench.call(&case, bench.state.clone(), &arguments).expect("one path");
    let counts = bench.counts.approximations.iter().map(|(name, count)| match name {
        Cow::Borrowed(name) => (*name, *count),
        Cow::Owned(name) => panic!("`{name}` is made of the program"),
    });
    (bench.machine.arena.as_const(result), counts.collect())
}

/// A machine with a state to call functions from, and a backend of its own.
struct Bench {
    machine: Machine,
    state: State,
    counts: ExecStats,
    backend: Box<dyn Backend>,
    evaluator: Evaluator,
}

impl Bench {
    fn new(program: &Arc<Program>, kind: BackendKind) -> Self {
        let solver = SolverOptions { backend: kind, ..SolverOptions::default() };
        let mut machine = Machine::new(Arc::clone(program), solver, ExecOptions::default());
        let any = program.functions.iter().position(|function| function.entry.is_some());
        let state =
            machine.start(FuncId::new(any.expect("a function with a body")), &Start::default()).remove(0);
        Self {
            machine,
            state,
            counts: ExecStats::default(),
            backend: kind.start(),
            evaluator: Evaluator::new(),
        }
    }

    /// The result of a call on a path that must not fork.
    fn call(&mut self, case: &Case, mut state: State, arguments: &[Value]) -> Result<ExprId, String> {
        let function = self.machine.program.function_named(&case.name).expect("the function is there");
        self.machine.call_next(&mut state, function, arguments);
        match self.machine.run(&mut state, FUEL, &mut self.counts) {
            Stop::Ended(Ending::Returned(result), children) if children.is_empty() => {
                Ok(result.to_term(&mut self.machine.arena, Bits(case.result)))
            }
            Stop::Ended(ending, children) => {
                Err(format!("ends with {ending:?} and {} others", children.len()))
            }
            Stop::Forked(_) => Err("forks although its inputs are pinned".to_owned()),
            Stop::Fuel => Err("does not end".to_owned()),
        }
    }

    fn concretely(&mut self, case: &Case, expected: &[u128]) -> Result<(), String> {
        for (row, expected) in case.rows.iter().zip(expected) {
            let arguments = [0, 1].map(|at| {
                let term = self.machine.arena.constant(Bits(case.operands[at]), row[at]);
                Value::from_term(&self.machine.arena, term)
            });
            let context = |text: String| format!("({:#x}, {:#x}) {text}", row[0], row[1]);
            let result = self.call(case, self.state.clone(), &arguments).map_err(context)?;
            match self.machine.arena.as_const(result) {
                Some(result) if result == *expected => {}
                Some(result) => return Err(context(format!("gives {result:#x}, not {expected:#x}"))),
                None => return Err(context("gives a term although its inputs are concrete".to_owned())),
            }
        }
        Ok(())
    }

    fn symbolically(&mut self, case: &Case, expected: &[u128]) -> Result<(), String> {
        let symbols = [0, 1].map(|at| {
            let key = SymbolKey {
                input: at,
                element: 0,
                name: "x".into(),
                width: Bits(case.operands[at as usize]),
            };
            self.machine.arena.symbol(key)
        });
        let ids = symbols.map(|symbol| self.machine.arena.node(symbol).symbol());
        let mut differs = self.machine.arena.bool(false);
        let mut asked = case.asked;
        for (at, (row, expected)) in case.rows.iter().zip(expected).enumerate() {
            if let Asked::Each(step) = asked
                && at % step != 0
            {
                continue;
            }
            let (state, pins) = self.pinned(case, symbols, ids, *row);
            let context = |text: String| format!("(= {:#x}, = {:#x}) {text}", row[0], row[1]);
            let witness = state.path.witness().cloned().unwrap_or_default();
            let result = self.call(case, state, &symbols.map(Value::term)).map_err(context)?;
            let arena = &mut self.machine.arena;
            let value = self.evaluator.eval(arena, &witness, result);
            if value != *expected {
                return Err(context(format!("has a term of the value {value:#x}, not {expected:#x}")));
            }
            let expected = arena.constant(Bits(case.result), *expected);
            let wrong = arena.ne(result, expected);
            if asked == Asked::Automatically {
                asked = if is_hard(arena, result) { Asked::Each(HARD_STEP) } else { Asked::Together };
            }
            match asked {
                Asked::Each(_) => self.must_not_be(&[pins, wrong], &ids)?,
                _ => {
                    let wrong = arena.and(pins, wrong);
                    differs = arena.or(differs, wrong);
                }
            }
        }
        self.must_not_be(&[differs], &ids)
    }

    fn must_not_be(&mut self, conditions: &[ExprId], ids: &[SymbolId]) -> Result<(), String> {
        match self.backend.check(&self.machine.arena, conditions, ids, QueryLimit::default()) {
            Verdict::Unsat => Ok(()),
            Verdict::Unknown(reason) => Err(format!("is unknown: {reason}")),
            Verdict::Sat(model) => {
                let row: Vec<String> = ids.iter().map(|id| format!("{:#x}", model.get(*id))).collect();
                Err(format!("may differ for terms that are ({})", row.join(", ")))
            }
        }
    }

    /// Makes a state whose path condition fixes the inputs to a row. Returns the state and this condition.
    fn pinned(
        &mut self,
        case: &Case,
        symbols: [ExprId; 2],
        ids: [SymbolId; 2],
        row: [u128; 2],
    ) -> (State, ExprId) {
        let mut state = self.state.clone();
        let mut witness = Assignment::new();
        (0..2).for_each(|at| witness.set(ids[at], row[at]));
        state.path.follow(&self.machine.arena, &mut self.machine.solver, Rc::new(witness));
        let mut pins = self.machine.arena.bool(true);
        for at in 0..2 {
            let arena = &mut self.machine.arena;
            let value = arena.constant(Bits(case.operands[at]), row[at]);
            let pin = arena.eq(symbols[at], value);
            pins = arena.and(pins, pin);
            state.path.learn(arena, &mut self.machine.solver, pin);
        }
        (state, pins)
    }
}

/// Whether a term is large.
fn is_hard(arena: &Arena, term: ExprId) -> bool {
    let mut waiting = vec![term];
    let mut seen = std::collections::HashSet::new();
    while let Some(term) = waiting.pop() {
        let node = arena.node(term);
        let is_product = matches!(node.kind, Kind::Mul | Kind::UDiv | Kind::SDiv | Kind::URem | Kind::SRem);
        if is_product && node.width() > Bits(8) || node.width() > MANY_BITS {
            return true;
        }
        waiting.extend(node.operands().filter(|operand| seen.insert(*operand)));
    }
    seen.len() > MANY_SUBTERMS
}
