//! Formats of one file, or of one file for each test, that are made from all tests of a run when it has
//! ended. `--emit` makes them, and so does `symir export`, which also takes the journal of a run that was
//! killed.

use super::directory::claim;
use super::facts::Facts;
use super::files::replace;
use super::minimize::{Goal, minimize};
use super::suite::{self, Drivers, Framework, Plan};
use super::{Error, Exported, csv, json, ktest, sarif, testcomp};
use crate::testcase::{Outcome, TestCase, TestLine};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A format to export.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Suite(Framework),
    Ktest,
    TestComp,
    Json,
    Csv,
    Sarif,
    Lines,
}

/// The header that drivers include, for building them elsewhere.
const HEADER: &str = include_str!("../../drivers/symir.h");

/// Makes a folder for an export, or takes one that symir has written.
///
/// # Errors
/// If it holds files that symir did not write.
pub fn folder(path: &Path) -> Result<(), Error> {
    claim(path)
}

/// The tests for unit test suites: those that come to an end, so that it is known what they have to give.
fn for_suites(tests: &[TestCase], goal: Goal) -> Vec<TestCase> {
    let is_finished =
        |test: &&TestCase| !matches!(test.outcome, Outcome::Budget(_) | Outcome::Unsupported { .. });
    let finished: Vec<TestCase> = tests.iter().filter(is_finished).cloned().collect();
    minimize(&finished, goal).into_iter().map(|at| finished[at].clone()).collect()
}

/// Writes `tests`, which have different names, in each of `kinds` into `folder`. `plan` is for suites. `goal`
/// says which tests to keep. By default, unit tests and formats with a file for each test get the set that
/// people see, suites of Test-Comp get the tests that the property takes, and all other formats get a test
/// for each path. Every bug has an example, and SARIF has no tests to leave out.
pub fn export(
    folder: &Path,
    facts: &Facts,
    plan: &Plan,
    tests: &[TestCase],
    kinds: &[Kind],
    goal: Option<Goal>,
) -> Result<Vec<Exported>, Error> {
    let kept = |default: Goal| -> Vec<TestCase> {
        minimize(tests, goal.unwrap_or(default)).into_iter().map(|at| tests[at].clone()).collect()
    };
    let mut exported = Vec::new();
    let mut frameworks = Vec::new();
    for kind in kinds {
        exported.push(match kind {
            Kind::Suite(framework) => {
                let tests = for_suites(tests, goal.unwrap_or(Goal::Chosen));
                let suite = suite::write(*framework, facts, plan, &tests);
                let file = plan.file(*framework);
                replace(&plan.folder(folder).join(&file), |out| out.write_all(suite.text.as_bytes()))?;
                frameworks.push(*framework);
                Exported {
                    file,
                    n_tests: suite.n_written,
                    n_bugs: suite.n_bugs,
                    n_left_out: suite.left_out.len(),
                }
            }
            Kind::Ktest => ktest::export(folder, facts, &kept(Goal::Chosen))?,
            Kind::TestComp => {
                let (property, goal) = (facts.property.as_ref(), goal.unwrap_or(testcomp::goal(facts)));
                let of_property = |test: &&TestCase| property.is_none_or(|property| property.takes(test));
                let tests: Vec<TestCase> = tests.iter().filter(of_property).cloned().collect();
                let kept = minimize(&tests, goal).into_iter().map(|at| tests[at].clone());
                testcomp::export(folder, facts, &kept.collect::<Vec<_>>())?
            }
            Kind::Json => {
                let tests = kept(Goal::Path);
                let file = "tests.json".to_owned();
                replace(&folder.join(&file), |out| json::write(&tests, out))?;
                replace(&folder.join("tests.schema.json"), |out| out.write_all(json::SCHEMA.as_bytes()))?;
                Exported { file, n_tests: tests.len(), ..Exported::default() }
            }
            Kind::Csv => {
                let tests = kept(Goal::Path);
                let file = "tests.csv".to_owned();
                replace(&folder.join(&file), |out| csv::write(&tests, out))?;
                Exported { file, n_tests: tests.len(), ..Exported::default() }
            }
            Kind::Sarif => {
                let file = "bugs.sarif".to_owned();
                let n_tests = sarif::bugs(tests).len();
                replace(&folder.join(&file), |out| sarif::write(tests, facts, out))?;
                Exported { file, n_tests, ..Exported::default() }
            }
            Kind::Lines => {
                let tests = kept(Goal::Path);
                let file = "tests.txt".to_owned();
                replace(&folder.join(&file), |out| {
                    tests.iter().try_for_each(|test| writeln!(out, "{}", TestLine(test)))
                })?;
                Exported { file, n_tests: tests.len(), ..Exported::default() }
            }
        });
    }
    if !frameworks.is_empty() {
        // Suites of these tests that an earlier export has left here are built as before.
        let others = Framework::ALL.into_iter().filter(|other| !frameworks.contains(other));
        let others: Vec<Framework> =
            others.filter(|other| plan.folder(folder).join(plan.file(*other)).is_file()).collect();
        let goal = if others.is_empty() { goal.unwrap_or(Goal::Chosen) } else { Goal::None };
        let tests = for_suites(tests, goal);
        let (mut symbols, mut drivers): (BTreeSet<String>, _) = (BTreeSet::new(), Drivers::default());
        let (mut sources, mut failing) = (BTreeSet::new(), BTreeSet::new());
        let (mut wraps, mut named) = (String::new(), BTreeSet::new());
        for framework in frameworks.iter().chain(&others) {
            let suite = suite::write(*framework, facts, plan, &tests);
            named.extend(facts.sources.iter().map(PathBuf::as_path).filter(|source| suite.names(source)));
            symbols.extend(suite.symbols);
            drivers.extend(suite.drivers);
            sources.extend(suite.sources);
            failing.extend(suite.failing);
            wraps = suite.wraps;
        }
        if let Some(text) = suite::mocked_header(facts) {
            replace(&folder.join("mocked.h"), |out| out.write_all(text.as_bytes()))?;
        }
        let symbols: Vec<String> = symbols.into_iter().collect();
        frameworks.extend(others);
        let (symbols, drivers, sources) = (&symbols, &drivers, &sources);
        let (failing, wraps, named) = (&failing, wraps.as_str(), &named);
        let used = suite::Used { symbols, drivers, sources, failing, wraps, named };
        let makefile = suite::makefile(facts, plan, &used, &frameworks, folder);
        replace(&folder.join("Makefile"), |out| out.write_all(makefile.as_bytes()))?;
        let header = folder.join("symir.h");
        fs::write(&header, HEADER).map_err(Error::io("write", &header))?;
    }
    Ok(exported)
}
