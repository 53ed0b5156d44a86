//! A receiver that discards all tests.

use symir::internals::engine::Flow;
use symir::internals::run::{Progress, Receiver};
use symir::internals::testcase::TestCase;

pub struct Nowhere;

impl Receiver for Nowhere {
    fn found(&mut self, _: &TestCase) -> Flow {
        Flow::Continue
    }
    fn in_order(&mut self, _: &TestCase) -> Flow {
        Flow::Continue
    }
    fn progress(&mut self, _: &Progress) {}
}
