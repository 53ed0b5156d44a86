//! The folder of a run's results. It is locked from before anything in it is changed until everything is
//! written, so that nobody else writes into it meanwhile.

use super::Error;
use crate::coverage::FileCoverage;
use crate::coverage::json::Covered;
use crate::emit::facts::Facts;
use crate::emit::{self, APART, Directory, Lock};
use crate::replay::{Examples, Manifest, Verdict};
use crate::run::Outcomes;
use crate::testcase::TestCase;
use crate::util::bounded;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Decision paths of tests, and where their inputs lie.
type Inputs = Vec<(Vec<u32>, PathBuf)>;

/// A folder that receives the tests of a run.
pub(super) struct Folder {
    directory: Directory,
    /// The folder for tests that do not hold natively, once there is such a test.
    apart: Option<Directory>,
    /// The first of these tests for each cause.
    apart_examples: Examples,
    lock: Lock,
}

impl Folder {
    /// Makes the folder, or removes what an earlier run has written there, and records how the program is
    /// compiled.
    pub(super) fn create(path: &Path, manifest: &Manifest, facts: &Facts) -> Result<Self, Error> {
        let lock = Lock::take(path)?;
        let directory = Directory::create(path)?;
        manifest.write(path)?;
        facts.write(path)?;
        Ok(Self { directory, apart: None, apart_examples: Examples::default(), lock })
    }

    pub(super) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Takes in a test that was just found.
    pub(super) fn found(&mut self, test: &TestCase) -> Result<(), emit::Error> {
        self.directory.write(test)
    }

    /// Writes tests that have waited long enough for others to be written together with them.
    pub(super) fn keep_up(&mut self) -> Result<(), emit::Error> {
        self.apart.as_mut().map_or(Ok(()), Directory::keep_up)?;
        self.directory.keep_up()
    }

    /// Writes all tests that wait.
    pub(super) fn flush(&mut self) -> Result<(), emit::Error> {
        self.apart.as_mut().map_or(Ok(()), Directory::flush)?;
        self.directory.flush()
    }

    /// Takes in the verdict of a native run. A completed test replaces the unfinished one, and a test that
    /// does not hold goes into a folder of its own.
    pub(super) fn judged(&mut self, test: &TestCase, verdict: &Verdict) -> Result<(), emit::Error> {
        let prints = test.calls.iter().any(|call| call.printed.is_some());
        if test.completed || prints || matches!(verdict, Verdict::Recorded { .. }) {
            self.directory.rewrite(test)?;
        }
        if !verdict.holds() {
            let apart = match &mut self.apart {
                Some(apart) => apart,
                None => self.apart.insert(Directory::create(&self.directory.path().join(APART))?),
            };
            apart.write(test)?;
            self.apart_examples.add(test, verdict);
        }
        if !verdict.holds() || *verdict == Verdict::Excluded {
            self.directory.leave_out(&test.decision_path);
        }
        Ok(())
    }

    /// Writes coverage and puts the tests into their order. Tests whose decision paths are in `chosen` or
    /// `bugs` have a file of their inputs; without `chosen`, all tests have one. Returns where the inputs of
    /// bugs lie, and the lock, so that the caller can write more.
    pub(super) fn finish<'a>(
        self,
        outcomes: &Outcomes,
        chosen: Option<impl Iterator<Item = &'a Vec<u32>>>,
        bugs: impl Iterator<Item = &'a Vec<u32>> + Clone,
    ) -> Result<(Inputs, Lock), Error> {
        let Self { directory, apart, apart_examples, lock } = self;
        let chosen: Option<BTreeSet<&Vec<u32>>> = chosen.map(|chosen| chosen.chain(bugs.clone()).collect());
        // A source file that is not there any more has no text in the report.
        let source = |file: &FileCoverage| bounded::read(file.path.as_ref()).ok();
        let is_example = |decision_path: &[u32]| chosen.is_none() || apart_examples.is_example(decision_path);
        apart.map_or(Ok(()), |apart| apart.finish(is_example))?;
        directory.coverage(&outcomes.coverage, source)?;
        let covered =
            Covered { report: &outcomes.coverage, points: &outcomes.points, detail: &outcomes.detail };
        directory.coverage_detail(&covered, source)?;
        let inputs = bugs
            .filter_map(|decision_path| Some((decision_path.clone(), directory.input_of(decision_path)?)))
            .collect();
        directory.finish(|decision_path| {
            chosen.as_ref().is_none_or(|chosen| chosen.contains(&decision_path.to_vec()))
        })?;
        Ok((inputs, lock))
    }
}
