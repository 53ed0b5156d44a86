//! Translates gates into the clauses of a SAT solver, and reads its answers.
//!
//! When a question first needs a gate, the gate becomes a variable of the solver and gets its clauses
//! (Tseitin 1968).

use super::gates::{Gate, GateId, Gates, Lit};
use crate::util::Interrupt;
use rustsat::solvers::{ControlSignal, GetInternalStats, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Lit as SolverLit, TernaryVal, Var};
use rustsat_cadical::{CaDiCaL, Limit};
use smallvec::{SmallVec, smallvec};
use std::cell::{Cell, RefCell};
use std::ffi::c_int;
use std::rc::Rc;
use std::time::Instant;

/// The message of a failing call of the solver.
pub(super) type Failure = String;

/// Gates that get clauses between two looks at the clock.
const GATES_PER_LOOK: usize = 4096;

/// How many literals a question may propagate for each conflict of its limit. In some circuits a conflict
/// takes ten times as long as in others, and a limit should stand for about the same work in all.
const PROPAGATIONS: u64 = 1_000;
/// Conflicts between two looks at what was propagated.
const CONFLICTS_PER_LOOK: u64 = 100;

/// The most inputs of a conjunction.
const MAX_INPUTS: usize = 64;

/// The cost of a fresh solver: for its start, for each gate that it must be given again, and for each
/// conflict from which the old one has learnt. The unit is the assignment of a gate that no question needs,
/// which takes some 40 ns.
const PRICE_OF_START: usize = 1_000;
const PRICE_OF_GATE: usize = 20;
const PRICE_OF_CONFLICT: usize = 50;

/// A running SAT solver with the gates that it knows.
///
/// The solver assigns all of its gates at each question, also those that the question does not need. The cost
/// of that is added up, and when a fresh solver would have been cheaper, the next question gets one. (With a
/// fixed bound of 20,000 gates, questions about bytes took twice the time; with one of 1,000, a parser of
/// numbers took five times as long.)
pub(super) struct Core {
    solver: CaDiCaL<'static, 'static>,
    /// By gate: its variable.
    variables: Vec<Option<Var>>,
    /// By variable: its gate.
    known: Vec<GateId>,
    /// Assignments of gates that questions did not need, since the solver was started.
    waste: usize,
    /// How many gates the largest question needed, since then.
    most_needed: usize,
    cone: Cone,
    halt: Rc<Halt>,
    /// Gates that have a variable and no clauses yet.
    waiting: Vec<GateId>,
    /// Literals that were propagated for all questions.
    all_propagated: u64,
}

/// The reasons to end a question before it is answered.
#[derive(Default)]
struct Halt {
    until: Cell<Option<Instant>>,
    interrupt: RefCell<Interrupt>,
}

impl Halt {
    fn is_due(&self) -> bool {
        self.interrupt.borrow().is_raised() || self.until.get().is_some_and(|until| Instant::now() >= until)
    }
}

impl Core {
    /// A solver that knows no gate.
    pub(super) fn start() -> Self {
        let halt = Rc::new(Halt::default());
        Self {
            solver: start_solver(Rc::clone(&halt)),
            variables: Vec::new(),
            known: Vec::new(),
            waste: 0,
            most_needed: 0,
            cone: Cone::default(),
            halt,
            waiting: Vec::new(),
            all_propagated: 0,
        }
    }

    /// Ends questions at an interrupt, too.
    pub(super) fn watch(&mut self, interrupt: &Interrupt) {
        *self.halt.interrupt.borrow_mut() = interrupt.clone();
    }

    /// Replaces the solver with a fresh one, if that pays.
    fn recycle(&mut self) {
        let n_conflicts = self.solver.conflicts();
        let price = PRICE_OF_START + PRICE_OF_GATE * self.most_needed + PRICE_OF_CONFLICT * n_conflicts;
        if self.waste > price {
            self.solver = start_solver(Rc::clone(&self.halt));
            for gate in self.known.drain(..) {
                self.variables[gate.index()] = None;
            }
            self.waste = 0;
            self.most_needed = 0;
        }
    }

    /// Decides whether all of `lits`, none of them constant, can hold at once. `None` if a limit was reached.
    pub(super) fn decide(
        &mut self,
        gates: &Gates,
        lits: &[Lit],
        until: Option<Instant>,
        conflicts: Option<u64>,
    ) -> Result<Option<bool>, Failure> {
        self.variables.resize(gates.len(), None);
        self.recycle();
        let n_needed = self.cone.size(gates, lits);
        self.most_needed = self.most_needed.max(n_needed);
        self.halt.until.set(until);
        let mut assumptions = Vec::with_capacity(lits.len());
        for &lit in lits {
            assumptions.push(self.literal(gates, lit)?);
        }
        self.waste += self.known.len().saturating_sub(n_needed);
        let before = self.propagated();
        let answer = self.solve(&assumptions, conflicts);
        self.all_propagated += self.propagated() - before;
        answer
    }

    /// Solves under these assumptions. `None` if a limit was reached.
    fn solve(&mut self, assumptions: &[SolverLit], conflicts: Option<u64>) -> Result<Option<bool>, Failure> {
        let mut left = conflicts;
        let propagated = self.propagated();
        loop {
            if let Some(left) = left {
                let limit = c_int::try_from(left.min(CONFLICTS_PER_LOOK)).unwrap_or(c_int::MAX);
                self.solver.set_limit(Limit::Conflicts(limit)).map_err(failure)?;
            }
            match self.solver.solve_assumps(assumptions).map_err(failure)? {
                SolverResult::Sat => return Ok(Some(true)),
                SolverResult::Unsat => return Ok(Some(false)),
                SolverResult::Interrupted => {}
            }
            left = left.and_then(|left| left.checked_sub(CONFLICTS_PER_LOOK)).filter(|left| *left > 0);
            let most = conflicts.map_or(0, |conflicts| conflicts.saturating_mul(PROPAGATIONS));
            if left.is_none() || self.propagated() - propagated > most || self.halt.is_due() {
                return Ok(None);
            }
        }
    }

    /// How many literals were propagated for all questions.
    pub(super) fn all_propagated(&self) -> u64 {
        self.all_propagated
    }

    /// How many literals the solver has propagated.
    fn propagated(&self) -> u64 {
        u64::try_from(self.solver.propagations()).unwrap_or(u64::MAX)
    }

    /// Those of `lits` that already exclude each other. `lits` are the literals of the last decision, which
    /// was that they cannot all hold.
    pub(super) fn failed(&mut self, lits: &[Lit]) -> Result<Vec<Lit>, Failure> {
        let clause = self.solver.core().map_err(failure)?;
        let is_failed = |lit: &Lit| {
            let variable = self.variables.get(lit.gate().index()).copied().flatten();
            variable.is_some_and(|variable| clause.contains(&!variable.lit(lit.is_complement())))
        };
        Ok(lits.iter().copied().filter(is_failed).collect())
    }

    /// The value of a literal in the model of the last decision, which was that all can hold; false if the
    /// solver does not know its gate.
    pub(super) fn value(&self, lit: Lit) -> Result<bool, Failure> {
        match self.variables.get(lit.gate().index()).copied().flatten() {
            None => Ok(false),
            Some(variable) => {
                let value = self.solver.lit_val(variable.lit(lit.is_complement())).map_err(failure)?;
                Ok(value == TernaryVal::True)
            }
        }
    }

    /// The solver's literal for `lit`, after it got the clauses of every gate below it. Circuits are as deep
    /// as terms, so gates wait for their clauses on a stack. The clauses of millions of gates take longer
    /// than a question may, so this fails when the time of the question is over; the solver then lacks
    /// clauses and cannot be used any more.
    fn literal(&mut self, gates: &Gates, lit: Lit) -> Result<SolverLit, Failure> {
        let literal = self.variable(lit);
        let mut n_defined = 0;
        while let Some(gate) = self.waiting.pop() {
            self.define(gates, gate)?;
            n_defined += 1;
            if n_defined % GATES_PER_LOOK == 0 && self.halt.is_due() {
                return Err("the limit of the question".to_owned());
            }
        }
        Ok(literal)
    }

    /// The literal of a gate's variable. A gate that has no variable yet gets one and then waits for its
    /// clauses.
    fn variable(&mut self, lit: Lit) -> SolverLit {
        let gate = lit.gate();
        let variable = *self.variables[gate.index()].get_or_insert_with(|| {
            self.waiting.push(gate);
            self.known.push(gate);
            Var::new(GateId::new(self.known.len() - 1).raw())
        });
        variable.lit(lit.is_complement())
    }

    /// Adds the clauses that say what a gate computes.
    fn define(&mut self, gates: &Gates, gate: GateId) -> Result<(), Failure> {
        let output =
            self.variables[gate.index()].expect("invariant: a gate that waits has a variable").pos_lit();
        match gates.gate(gate) {
            Gate::False => self.add(&[!output]),
            Gate::Input => Ok(()),
            Gate::And(a, b) => self.define_and(gates, output, a, b),
            Gate::Xor(a, b) => {
                let [a, b] = [a, b].map(|input| self.variable(input));
                self.add_all(&[[!output, a, b], [!output, !a, !b], [output, !a, b], [output, a, !b]])
            }
            Gate::Mux(condition, yes, no) => {
                let [condition, yes, no] = [condition, yes, no].map(|input| self.variable(input));
                self.add_all(&[
                    [!condition, !yes, output],
                    [!condition, yes, !output],
                    [condition, !no, output],
                    [condition, no, !output],
                    // These follow from the others, but propagation does not show it.
                    [!yes, !no, output],
                    [yes, no, !output],
                ])
            }
            Gate::Majority(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|input| self.variable(input));
                self.add_all(&[
                    [!a, !b, output],
                    [!a, !c, output],
                    [!b, !c, output],
                    [a, b, !output],
                    [a, c, !output],
                    [b, c, !output],
                ])
            }
        }
    }

    /// A tree of conjunctions becomes one conjunction of many inputs, unless the solver knows an inner gate
    /// already.
    fn define_and(&mut self, gates: &Gates, output: SolverLit, a: Lit, b: Lit) -> Result<(), Failure> {
        let mut whole: SmallVec<[SolverLit; 16]> = smallvec![output];
        let mut inputs: SmallVec<[Lit; 16]> = smallvec![b, a];
        while let Some(input) = inputs.pop() {
            match gates.gate(input.gate()) {
                Gate::And(a, b) if self.is_inner(input) && whole.len() + inputs.len() < MAX_INPUTS => {
                    inputs.extend([b, a]);
                }
                _ => {
                    let input = self.variable(input);
                    self.add(&[!output, input])?;
                    whole.push(!input);
                }
            }
        }
        self.add(&whole)
    }

    fn is_inner(&self, lit: Lit) -> bool {
        !lit.is_complement() && self.variables[lit.gate().index()].is_none()
    }

    fn add_all(&mut self, clauses: &[[SolverLit; 3]]) -> Result<(), Failure> {
        clauses.iter().try_for_each(|clause| self.add(clause))
    }

    fn add(&mut self, clause: &[SolverLit]) -> Result<(), Failure> {
        self.solver.add_clause_ref(clause).map_err(failure)
    }
}

/// The options that differ from CaDiCaL's own.
///
/// Most questions are small and follow others, and solvers are replaced often, so preparing for a long search
/// does not pay. With the three options turned off, the instructions of whole runs of `make peers` at -O1
/// fell to 37 % (`l08_bsearch10`), 58 % (`l02_kstrtoint`) and 84 % (`l01_sort5`), and `l14_gcd16` reached
/// more paths in the same time. Other options were measured as well: without `elim` or `stabilize`,
/// remainders took twice the time, also without `lucky` phases; with `ilb` (the trail kept between questions)
/// ten times; `walk` and `vivify` made no difference.
const OPTIONS: [(&str, c_int); 5] = [
    // Going back by one level where a conflict allows more. With it, the solver of rustsat-cadical 0.7.5 has met
    // one conflict after the other without end in a question of `_utstring_findR` of uthash. It asked the
    // terminator no more.
    ("chrono", 0),
    // Bits that nothing decides are zero.
    ("phase", 0),
    // Simplification before the first question of a solver.
    ("preprocesslight", 0),
    // Values that are tried under the conditions of a question before it is searched.
    ("luckyassumptions", 0),
    // Probing between searches.
    ("inprobing", 0),
];

/// A solver that ends a question when it is told to halt.
fn start_solver(halt: Rc<Halt>) -> CaDiCaL<'static, 'static> {
    let mut solver = CaDiCaL::default();
    for (name, value) in OPTIONS {
        solver.set_option(name, value).expect("invariant: CaDiCaL has the option");
    }
    // CaDiCaL asks only after every tenth decision, so that a look at the clock each time costs little.
    solver.attach_terminator(move || match halt.is_due() {
        true => ControlSignal::Terminate,
        false => ControlSignal::Continue,
    });
    solver
}

/// Counts the gates below literals.
#[derive(Default)]
struct Cone {
    /// By gate: the last count that met it.
    stamps: Vec<u32>,
    stamp: u32,
    stack: Vec<GateId>,
}

impl Cone {
    fn size(&mut self, gates: &Gates, lits: &[Lit]) -> usize {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.stamps.resize(gates.len(), 0);
        self.stack.extend(lits.iter().map(|lit| lit.gate()));
        let mut size = 0;
        while let Some(gate) = self.stack.pop() {
            let stamp = &mut self.stamps[gate.index()];
            if *stamp != self.stamp {
                *stamp = self.stamp;
                size += 1;
                self.stack.extend(gates.gate(gate).inputs().map(Lit::gate));
            }
        }
        size
    }
}

fn failure(error: impl std::fmt::Display) -> Failure {
    error.to_string()
}

/// The name and version of the solver.
pub(super) fn signature() -> String {
    CaDiCaL::default().signature().to_owned()
}
