//! Who is told what a pipeline finds.

use crate::engine::Flow;
use crate::replay::Verdict;
use crate::run::Progress;
use crate::testcase::TestCase;

/// Observes a run: it is told of tests, verdicts and progress as they come, and can stop the run. Every function has a
/// default, so an observer implements only those that it needs. All are called in the thread of the caller.
///
/// A function of a test is an observer, too: it is called as [`Observer::test`] is.
pub trait Observer {
    /// What clang and the decoder warned of: lines of text.
    fn warned(&mut self, _warnings: &str) {}

    /// A test, at once when its path has ended: in the order of discovery. Its name may be that of another test too.
    fn found(&mut self, _test: &TestCase) -> Flow {
        Flow::Continue
    }

    /// A test in its order, which is that of decision paths. Its name is unique. One that a budget ended, and those
    /// behind it, come when the native run has told how it ends; one that turns out to be no test does not come.
    fn test(&mut self, _test: &TestCase) -> Flow {
        Flow::Continue
    }

    /// What the native run says of a test, in the order of tests. A test that it has completed is given as completed.
    fn verdict(&mut self, _test: &TestCase, _verdict: &Verdict) {}

    /// The state of exploration, every now and then.
    fn progress(&mut self, _progress: &Progress) {}

    /// How many tests of how many have been run natively. It is told once no more paths are explored.
    fn proving(&mut self, _n_done: u64, _n_tests: u64) {}
}

impl<F: FnMut(&TestCase)> Observer for F {
    fn test(&mut self, test: &TestCase) -> Flow {
        self(test);
        Flow::Continue
    }
}
