//! The solvers, behind one trait. Only this folder and those below it call the foreign code of solvers.
//!
//! A backend is made, used and dropped by one worker, and serves one arena: it remembers the solver's own
//! term for each [`ExprId`] it was given.

#[cfg(feature = "cvc5")]
mod cvc5;
#[cfg(any(feature = "cvc5", feature = "z3"))]
mod foreign;
#[cfg(any(feature = "cvc5", feature = "z3"))]
mod incremental;
mod log;
mod sat;
#[cfg(any(feature = "cvc5", feature = "z3"))]
mod translate;
mod validated;
#[cfg(feature = "z3")]
mod z3;

use crate::expr::{Arena, Assignment, ExprId, SymbolId};
use crate::util::Interrupt;
use log::Logged;
pub use log::QueryLog;
use std::time::Duration;
use validated::Validated;

/// The solvers that are built in.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub enum BackendKind {
    Cvc5,
    Z3,
    /// Circuits of our own and a SAT solver.
    Sat,
}

impl BackendKind {
    /// Every backend that symir was built with.
    pub const ALL: &[BackendKind] = &[
        #[cfg(feature = "cvc5")]
        BackendKind::Cvc5,
        #[cfg(feature = "z3")]
        BackendKind::Z3,
        BackendKind::Sat,
    ];

    /// The backend for questions that another one does not support.
    pub const GENERAL: BackendKind =
        if cfg!(all(feature = "z3", not(feature = "cvc5"))) { BackendKind::Z3 } else { BackendKind::Cvc5 };

    /// The backend for questions that would be too much for cvc5.
    pub const PATIENT: BackendKind =
        if cfg!(feature = "z3") { BackendKind::Z3 } else { BackendKind::GENERAL };

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            BackendKind::Cvc5 => "cvc5",
            BackendKind::Z3 => "z3",
            BackendKind::Sat => "sat",
        }
    }

    /// Whether it decides conditions on floats; see [`Backend::supports`].
    pub const fn supports_floats(self) -> bool {
        match self {
            BackendKind::Cvc5 | BackendKind::Z3 => true,
            BackendKind::Sat => false,
        }
    }

    /// Loads the solver's library, unless it is loaded or part of the program. Without this call it is loaded
    /// when the solver is first started, and if that fails, all answers are unknown.
    ///
    /// # Errors
    /// The library and why it cannot be loaded.
    pub fn load(self) -> Result<(), String> {
        match self {
            #[cfg(feature = "cvc5")]
            BackendKind::Cvc5 => foreign::cvc5::LIBRARY.load(),
            #[cfg(feature = "z3")]
            BackendKind::Z3 => foreign::z3::LIBRARY.load(),
            BackendKind::Sat => Ok(()),
            #[cfg(not(feature = "cvc5"))]
            BackendKind::Cvc5 => Err(left_out(self)),
            #[cfg(not(feature = "z3"))]
            BackendKind::Z3 => Err(left_out(self)),
        }
    }

    /// A fresh solver of this kind.
    pub fn start(self) -> Box<dyn Backend> {
        if let Err(reason) = self.load() {
            return Box::new(Missing { kind: self, reason });
        }
        match self {
            #[cfg(feature = "cvc5")]
            BackendKind::Cvc5 => Box::new(Validated::new(cvc5::Cvc5::new())),
            #[cfg(feature = "z3")]
            BackendKind::Z3 => Box::new(Validated::new(z3::Z3::new())),
            BackendKind::Sat => Box::new(Validated::new(sat::Sat::new())),
            #[cfg(not(feature = "cvc5"))]
            BackendKind::Cvc5 => unreachable!("invariant: it was loaded"),
            #[cfg(not(feature = "z3"))]
            BackendKind::Z3 => unreachable!("invariant: it was loaded"),
        }
    }

    /// A fresh solver of this kind that writes every question to `log`, if there is one.
    pub fn start_logged(self, log: Option<&QueryLog>) -> Box<dyn Backend> {
        match log {
            Some(log) => Box::new(Logged::new(self.start(), log)),
            None => self.start(),
        }
    }

    /// The version of the solver, which must have been loaded.
    pub fn version(self) -> String {
        match self {
            #[cfg(feature = "cvc5")]
            BackendKind::Cvc5 => cvc5::version(),
            #[cfg(feature = "z3")]
            BackendKind::Z3 => z3::version(),
            BackendKind::Sat => sat::version(),
            #[cfg(not(feature = "cvc5"))]
            BackendKind::Cvc5 => String::new(),
            #[cfg(not(feature = "z3"))]
            BackendKind::Z3 => String::new(),
        }
    }
}

// A backend that is not in the list would be tested nowhere.
#[cfg(all(feature = "cvc5", feature = "z3"))]
const _: () = assert!(BackendKind::ALL.len() == BackendKind::Sat as usize + 1);

/// Why a backend that a cargo feature has left out cannot be loaded.
#[cfg(not(all(feature = "cvc5", feature = "z3")))]
fn left_out(kind: BackendKind) -> String {
    format!("this symir was built without it; build with the cargo feature `{}`", kind.name())
}

/// A solver whose library cannot be loaded.
struct Missing {
    kind: BackendKind,
    reason: String,
}

impl Backend for Missing {
    fn kind(&self) -> BackendKind {
        self.kind
    }

    fn check(&mut self, _: &Arena, _: &[ExprId], _: &[SymbolId], _: QueryLimit) -> Verdict {
        Verdict::Unknown(self.reason.clone())
    }
}

/// What a solver says about a conjunction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can hold, with these values of the symbols that were asked for.
    Sat(Assignment),
    /// It cannot hold.
    Unsat,
    /// The solver gave up, with its reason.
    Unknown(String),
}

/// How much a solver may spend on one question.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct QueryLimit {
    pub time: Option<Duration>,
    /// Conflicts of the search, or about as much work in the solver's own unit. Unlike time, it ends a
    /// question at the same place in every run; not every solver counts all of its work.
    pub conflicts: Option<u64>,
}

/// A solver that decides conjunctions of terms of width 1, again and again.
///
/// Conditions of one question usually extend those of the last by a few at the end; an implementation keeps
/// what it has translated and learnt.
pub trait Backend {
    /// Which solver this is.
    fn kind(&self) -> BackendKind;

    /// Decides the conjunction of `conditions`. A `Sat` answer carries values for `symbols`; those the
    /// solver does not constrain are zero.
    fn check(
        &mut self,
        arena: &Arena,
        conditions: &[ExprId],
        symbols: &[SymbolId],
        limit: QueryLimit,
    ) -> Verdict;

    /// Ends the question at hand soon after an interrupt, as if it had reached a limit. A solver that cannot
    /// be interrupted goes on to the limit of the question.
    fn watch(&mut self, _interrupt: &Interrupt) {}

    /// An unsatisfiable core: conditions of the last question that contradict each other without the rest. It
    /// may be asked after the answer `Unsat`. `None` if the solver does not say.
    fn core(&mut self) -> Option<Vec<ExprId>> {
        None
    }

    /// How many literals it has propagated so far. That tells how much work its questions were. Zero if it does
    /// not count them.
    fn propagated(&self) -> u64 {
        0
    }

    /// Whether the solver can decide `conditions` at all; if not, [`Self::check`] gives up at once.
    fn supports(&mut self, _arena: &Arena, _conditions: &[ExprId]) -> bool {
        true
    }
}
