//! A run of a program of a few instructions, from its first instruction to its tests.

use super::{Error, Options, Outcomes, Progress, Receiver, run};
use crate::engine::{Budget, Flow};
use crate::ir::text;
use crate::testcase::{TestCase, TestLine};
use std::sync::Arc;

/// Returns whether an input is a letter, for which it has two branches.
const LETTER: &str = "
    constant @c: 2 bytes align 1 = \"c\"
    declare symir_char(%0: 64) -> 1
    function main() -> 1
    b0:
      %0 = call symir_char(@c: pointer64) -> 1
      %1 = icmp-slt.8 %0, 97
      branch %1 ? b2 : b1
    b1:
      %2 = icmp-sgt.8 %0, 122
      branch %2 ? b2 : b3
    b2:
      ret 0
    b3:
      ret 1";

/// The lines of tests as they were found, and in their order.
#[derive(Default)]
struct Lines {
    found: Vec<String>,
    in_order: Vec<String>,
}

impl Receiver for Lines {
    fn found(&mut self, test: &TestCase) -> Flow {
        self.found.push(TestLine(test).to_string());
        Flow::Continue
    }

    fn in_order(&mut self, test: &TestCase) -> Flow {
        self.in_order.push(TestLine(test).to_string());
        Flow::Continue
    }

    fn progress(&mut self, _: &Progress) {}
}

fn outcomes(text: &str, options: &Options) -> Result<(Lines, Outcomes), Error> {
    let program = Arc::new(text::program(text));
    let mut lines = Lines::default();
    let outcomes = run(&program, options, &mut lines)?;
    Ok((lines, outcomes))
}

#[test]
fn each_path_is_a_test_with_values_that_take_it() {
    let (lines, outcomes) = outcomes(LETTER, &Options::default()).expect("the program runs");
    assert_eq!(lines.found, lines.in_order);
    let summary = &outcomes.summary;
    assert_eq!((summary.tests, summary.forks, summary.exhausted), (3, 2, None));
    let statuses: Vec<&str> = lines.in_order.iter().filter_map(|line| line.rsplit(' ').next()).collect();
    assert_eq!(statuses, ["1", "0", "0"], "{:?}", lines.in_order);
}

#[test]
fn what_cannot_be_run_is_told_before_the_first_instruction() {
    let without_main = LETTER.replace("function main", "function other");
    assert!(matches!(outcomes(&without_main, &Options::default()), Err(Error::NoMain)));
    let options = Options { target: Some("nowhere".to_owned()), ..Options::default() };
    assert!(matches!(outcomes(LETTER, &options), Err(Error::NoTarget(target)) if target == "nowhere"));
}

#[test]
fn a_budget_is_named_and_other_workers_change_nothing() {
    let budget = Budget { paths: Some(1), ..Budget::default() };
    let (lines, ended) = outcomes(LETTER, &Options { budget, ..Options::default() }).expect("it runs");
    assert_eq!(ended.summary.exhausted, Some("the limit of paths"));
    assert_eq!(lines.in_order.len(), 3, "those that wait have tests: {:?}", lines.in_order);
    let (one, _) = outcomes(LETTER, &Options::default()).expect("it runs");
    let (three, _) = outcomes(LETTER, &Options { workers: 3, ..Options::default() }).expect("it runs");
    assert_eq!(one.in_order, three.in_order);
}
