//! Who finds inputs that a run then follows.

use crate::engine::GivenInputs;
use crate::ir::EdgeId;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Finds inputs by other means than exploring paths.
pub trait Guide: Send {
    /// Inputs that take edges which no test takes, looked for with so many evaluations at most; none if it finds none.
    /// `seeds` are inputs of tests that were found since it was last asked.
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
    /// Whether paths are explored beside it; else those of the inputs that it finds are all.
    pub(super) explores: bool,
}

impl Seeker {
    /// The guide is asked by turns while paths are explored and when they are, or, if none is, at once.
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
