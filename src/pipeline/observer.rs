//! The interface through which a pipeline reports what it finds.

use crate::engine::Flow;
use crate::replay::Verdict;
use crate::run::Progress;
use crate::testcase::TestCase;

/// Observes a run: it gets tests, verdicts and progress as they come, and can stop the run. Every function
/// has a default, so an observer implements only those that it needs. All are called in the thread of the
/// caller.
///
/// A function that takes a test is an observer, too: it is called as [`Observer::test`] is.
pub trait Observer {
    /// Gets the warnings of clang and the decoder: lines of text.
    fn warned(&mut self, _warnings: &str) {}

    /// Gets a test as soon as its path has ended: in the order of discovery. Another test may have the same
    /// name.
    fn found(&mut self, _test: &TestCase) -> Flow {
        Flow::Continue
    }

    /// Gets a test in its order, the order of decision paths. Its name is unique. A test that a budget ended,
    /// and the tests behind it, come when its native run has told how it ends. One that turns out to be no
    /// test does not come.
    fn test(&mut self, _test: &TestCase) -> Flow {
        Flow::Continue
    }

    /// Gets the verdict of a test's native run, in the order of tests. If the native run completed the test,
    /// it is given as completed.
    fn verdict(&mut self, _test: &TestCase, _verdict: &Verdict) {}

    /// Gets the state of exploration, every now and then.
    fn progress(&mut self, _progress: &Progress) {}

    /// Gets how many tests have been run natively, and how many there are, once no more paths are explored.
    fn proving(&mut self, _n_done: u64, _n_tests: u64) {}
}

impl<F: FnMut(&TestCase)> Observer for F {
    fn test(&mut self, test: &TestCase) -> Flow {
        self(test);
        Flow::Continue
    }
}
