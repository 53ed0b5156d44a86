//! Writes the questions to a backend into files that the `cvc5` and `z3` programs read.

use super::{Backend, BackendKind, QueryLimit, Verdict};
use crate::expr::{Arena, ExprId, Script, SymbolId};
use crate::util::Interrupt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Numbers the questions of all backends of this process.
static N_LOGGED: AtomicU32 = AtomicU32::new(0);

/// Where questions are written, one file each. Clones write to the same place.
#[derive(Clone, Debug)]
pub struct QueryLog {
    folder: PathBuf,
    failure: Arc<Mutex<Option<String>>>,
}

impl QueryLog {
    /// A log in `folder`, which must be there.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, failure: Arc::default() }
    }

    /// Why a question could not be written: the first reason, with the file.
    pub fn failure(&self) -> Option<String> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn fail(&self, reason: String) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
    }
}

/// A backend whose questions and answers are written to a folder.
pub(super) struct Logged {
    inner: Box<dyn Backend>,
    log: QueryLog,
}

impl Logged {
    /// Logs the questions to `inner`.
    pub(super) fn new(inner: Box<dyn Backend>, log: &QueryLog) -> Self {
        Self { inner, log: log.clone() }
    }
}

impl Backend for Logged {
    fn kind(&self) -> BackendKind {
        self.inner.kind()
    }

    fn check(
        &mut self,
        arena: &Arena,
        conditions: &[ExprId],
        symbols: &[SymbolId],
        limit: QueryLimit,
    ) -> Verdict {
        let start = std::time::Instant::now();
        let verdict = self.inner.check(arena, conditions, symbols, limit);
        let micros = start.elapsed().as_micros();
        let status = match verdict {
            Verdict::Sat(_) => "sat",
            Verdict::Unsat => "unsat",
            Verdict::Unknown(_) => "unknown",
        };
        let number = N_LOGGED.fetch_add(1, Ordering::Relaxed) + 1;
        let kind = self.kind().name();
        let script = Script::new(arena, conditions);
        let text = format!("; {kind}: {status} after {micros} us\n(set-info :status {status})\n{script}");
        let file = self.log.folder.join(format!("{number:06}-{kind}.smt2"));
        if let Err(error) = std::fs::write(&file, text) {
            self.log.fail(format!("{}: {error}", file.display()));
        }
        verdict
    }

    fn watch(&mut self, interrupt: &Interrupt) {
        self.inner.watch(interrupt);
    }

    fn supports(&mut self, arena: &Arena, conditions: &[ExprId]) -> bool {
        self.inner.supports(arena, conditions)
    }

    fn core(&mut self) -> Option<Vec<ExprId>> {
        self.inner.core()
    }

    fn propagated(&self) -> u64 {
        self.inner.propagated()
    }
}
