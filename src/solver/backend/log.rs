//! Writes what a backend is asked into files that the `cvc5` and `z3` programs read.

use super::{Backend, BackendKind, QueryLimit, Verdict};
use crate::expr::{Arena, ExprId, Script, SymbolId};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Numbers the questions of all backends of this process.
static N_LOGGED: AtomicU32 = AtomicU32::new(0);

/// A backend whose questions are written to a folder, one file each, with what it answered.
pub(super) struct Logged {
    inner: Box<dyn Backend>,
    folder: PathBuf,
    /// The folder could not be written to; said once.
    has_failed: bool,
}

impl Logged {
    /// Logs the questions to `inner`.
    pub(super) fn new(inner: Box<dyn Backend>, folder: &Path) -> Self {
        Self { inner, folder: folder.to_owned(), has_failed: false }
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
        let file = self.folder.join(format!("{number:06}-{kind}.smt2"));
        if let Err(error) = std::fs::write(&file, text)
            && !self.has_failed
        {
            self.has_failed = true;
            eprintln!("symir: warning: {}: {error}; questions are not logged", file.display());
        }
        verdict
    }

    fn supports(&mut self, arena: &Arena, conditions: &[ExprId]) -> bool {
        self.inner.supports(arena, conditions)
    }

    fn core(&mut self) -> Option<Vec<ExprId>> {
        self.inner.core()
    }
}
