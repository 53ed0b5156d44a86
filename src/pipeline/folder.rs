//! The folder of a run's results, and the only one who writes into it while the run goes on: it holds the lock from before
//! anything is changed until all is written.

use super::Error;
use crate::coverage::FileCoverage;
use crate::coverage::json::Covered;
use crate::emit::facts::Facts;
use crate::emit::{self, APART, Directory, Lock};
use crate::replay::{Manifest, Verdict};
use crate::run::Outcomes;
use crate::testcase::TestCase;
use crate::util::bounded;
use std::path::{Path, PathBuf};

/// Decision paths of tests, and where their inputs lie.
type Inputs = Vec<(Vec<u32>, PathBuf)>;

/// A folder that receives the tests of a run.
pub(super) struct Folder {
    directory: Directory,
    /// For tests that do not hold natively, once there is one.
    apart: Option<Directory>,
    lock: Lock,
}

impl Folder {
    /// Makes the folder, or empties it of what an earlier run has written, and writes how its program is made.
    pub(super) fn create(path: &Path, manifest: &Manifest, facts: &Facts) -> Result<Self, Error> {
        let lock = Lock::take(path)?;
        let directory = Directory::create(path)?;
        manifest.write(path)?;
        facts.write(path)?;
        Ok(Self { directory, apart: None, lock })
    }

    pub(super) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Writes a test that was just found.
    pub(super) fn found(&mut self, test: &TestCase) -> Result<(), emit::Error> {
        self.directory.write(test)
    }

    /// Puts what a native run gave into the folder: a completed test in the place of the unfinished one, and a test that
    /// does not hold into a folder of its own.
    pub(super) fn judged(&mut self, test: &TestCase, verdict: &Verdict) -> Result<(), emit::Error> {
        if test.completed {
            self.directory.rewrite(test)?;
        }
        if !verdict.holds() {
            let apart = match &mut self.apart {
                Some(apart) => apart,
                None => self.apart.insert(Directory::create(&self.directory.path().join(APART))?),
            };
            apart.write(test)?;
        }
        if !verdict.holds() || *verdict == Verdict::Excluded {
            self.directory.leave_out(&test.decision_path);
        }
        Ok(())
    }

    /// Writes coverage and puts the tests into their order. Gives where the inputs of some of them lie, by their
    /// decision paths, and the lock, for whoever writes more.
    pub(super) fn finish<'a>(
        self,
        outcomes: &Outcomes,
        wanted: impl Iterator<Item = &'a Vec<u32>>,
    ) -> Result<(Inputs, Lock), Error> {
        let Self { directory, apart, lock } = self;
        // A source that is not there any more is a file without text in the report.
        let source = |file: &FileCoverage| bounded::read(file.path.as_ref()).ok();
        apart.map_or(Ok(()), Directory::finish)?;
        directory.coverage(&outcomes.coverage, source)?;
        let covered =
            Covered { report: &outcomes.coverage, points: &outcomes.points, detail: &outcomes.detail };
        directory.coverage_detail(&covered, source)?;
        let inputs = wanted
            .filter_map(|decision_path| Some((decision_path.clone(), directory.input_of(decision_path)?)))
            .collect();
        directory.finish()?;
        Ok((inputs, lock))
    }
}
