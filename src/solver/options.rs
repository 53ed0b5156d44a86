//! The options of a solver, and the report of two backends that contradict each other.

use super::backend::{BackendKind, QueryLimit, QueryLog, Verdict};
use super::cache::QueryCache;
use super::{Links, Recorder};
use crate::expr::ExprId;
use crate::util::Deadline;
use std::sync::Arc;

/// How questions are answered.
#[derive(Clone, Debug)]
pub struct SolverOptions {
    pub backend: BackendKind,
    /// Whether all backends are asked at once and the first answer counts.
    pub race: bool,
    /// A second backend that is asked every question that the first one is asked; see
    /// [`super::Solver::disagreement`].
    pub check: Option<BackendKind>,
    pub limit: QueryLimit,
    /// When every question must end.
    pub deadline: Deadline,
    /// The links that are asked.
    pub links: Links,
    /// Where to write every question that a backend is asked, as SMT-LIB 2.
    pub log: Option<QueryLog>,
    /// The answers of backends. Workers that share the cache share their answers.
    pub cache: Arc<QueryCache>,
    /// Records every question before any link is asked.
    pub record: Option<Recorder>,
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self {
            backend: BackendKind::Sat,
            race: false,
            check: None,
            limit: QueryLimit::default(),
            deadline: Deadline::default(),
            links: Links::ALL,
            log: None,
            cache: Arc::default(),
            record: None,
        }
    }
}

/// Two backends that gave contradictory answers for the same conditions.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The answer of each.
    pub verdicts: [(BackendKind, Verdict); 2],
    /// The conditions that they were asked about.
    pub conditions: Vec<ExprId>,
}
