//! The interface to a search that finds inputs, which a run then follows.

use crate::engine::GivenInputs;
use crate::ir::EdgeId;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Finds inputs by other means than exploring paths.
pub trait Guide: Send {
    /// Looks for inputs that take edges which no test takes, with at most `most` evaluations. The result may
    /// be empty. `seeds` are the inputs of tests that were found since the last call.
    fn seek(
        &mut self,
        is_taken: &dyn Fn(EdgeId) -> bool,
        seeds: &[GivenInputs],
        most: u64,
    ) -> Vec<GivenInputs>;

    /// Why it could not look for inputs, if so.
    fn trouble(&self) -> Option<String>;
}

/// A guide, for the options of a run.
#[derive(Clone)]
pub struct Seeker {
    guide: Arc<Mutex<dyn Guide>>,
    /// Whether paths are explored beside it. If not, only the paths of the inputs that it finds are followed.
    pub(super) explores: bool,
}

impl Seeker {
    /// If `explores`, the guide has its turns while paths are explored, and is asked again when all of them
    /// are. Otherwise it is asked at once.
    pub fn new(guide: Arc<Mutex<dyn Guide>>, explores: bool) -> Self {
        Self { guide, explores }
    }

    /// Why the guide could not look for inputs, if so.
    pub fn trouble(&self) -> Option<String> {
        self.guide.lock().unwrap_or_else(PoisonError::into_inner).trouble()
    }

    pub(super) fn seek(
        &self,
        is_taken: &dyn Fn(EdgeId) -> bool,
        seeds: &[GivenInputs],
        most: u64,
    ) -> Vec<GivenInputs> {
        self.guide.lock().unwrap_or_else(PoisonError::into_inner).seek(is_taken, seeds, most)
    }
}

impl fmt::Debug for Seeker {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Seeker").field("explores", &self.explores).finish_non_exhaustive()
    }
}
