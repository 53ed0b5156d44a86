//! The folder of a run's results, and the only one who writes into it while the run goes on: it holds the lock from before
//! anything is changed until all is written.

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
    /// For tests that do not hold natively, once there is one.
    apart: Option<Directory>,
    /// By what speaks against them, the first of these.
    apart_examples: Examples,
    lock: Lock,
}

impl Folder {
    /// Makes the folder, or empties it of what an earlier run has written, and writes how its program is made.
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

    /// Writes what has waited long enough for other tests to be written with it.
    pub(super) fn keep_up(&mut self) -> Result<(), emit::Error> {
        self.apart.as_mut().map_or(Ok(()), Directory::keep_up)?;
        self.directory.keep_up()
    }

    /// Writes all that waits.
    pub(super) fn flush(&mut self) -> Result<(), emit::Error> {
        self.apart.as_mut().map_or(Ok(()), Directory::flush)?;
        self.directory.flush()
    }

    /// Puts what a native run gave into the folder: a completed test in the place of the unfinished one, and a test that
    /// does not hold into a folder of its own.
    pub(super) fn judged(&mut self, test: &TestCase, verdict: &Verdict) -> Result<(), emit::Error> {
        if test.completed || matches!(verdict, Verdict::Recorded { .. }) {
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

    /// Writes coverage and puts the tests into their order, with files of the inputs of those in `chosen` and `bugs`, which
    /// are decision paths; of all tests, if there are none chosen. Gives where the inputs of bugs lie, and the lock,
    /// for whoever writes more.
    pub(super) fn finish<'a>(
        self,
        outcomes: &Outcomes,
        chosen: Option<impl Iterator<Item = &'a Vec<u32>>>,
        bugs: impl Iterator<Item = &'a Vec<u32>> + Clone,
    ) -> Result<(Inputs, Lock), Error> {
        let Self { directory, apart, apart_examples, lock } = self;
        let chosen: Option<BTreeSet<&Vec<u32>>> = chosen.map(|chosen| chosen.chain(bugs.clone()).collect());
        // A source that is not there any more is a file without text in the report.
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
