//! What a solver is told, and what two of its backends may disagree on.

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
    /// Whether all backends race, and the first answer counts.
    pub race: bool,
    /// A second backend that is asked everything the first is; see [`super::Solver::disagreement`].
    pub check: Option<BackendKind>,
    pub limit: QueryLimit,
    /// No question goes on beyond it.
    pub deadline: Deadline,
    /// The links that are asked.
    pub links: Links,
    /// Where to write every question that a backend is asked, as SMT-LIB 2.
    pub log: Option<QueryLog>,
    /// What backends have answered; workers that share it share their answers.
    pub cache: Arc<QueryCache>,
    /// Takes in every question, before a link is asked.
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

/// Two backends that say different things of the same conditions.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// What each said.
    pub verdicts: [(BackendKind, Verdict); 2],
    /// What they were asked.
    pub conditions: Vec<ExprId>,
}
