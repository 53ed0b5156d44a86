//! One more run with longer sequences of calls, for combinations of sides of branches. When each side has a
//! test, the sequences may still be too short for a path that takes some of them together: to remove a node
//! that stands between two others needs three calls that add one, while two reach every side. Mistakes in
//! what happens on such a path show only there.

use super::{Body, Run, own_errors, replace, write};
use crate::generate::found::Found;
use crate::generate::needs::Negotiation;
use crate::generate::report::{FunctionReport, Made};
use crate::generate::synth::EFFORTS;
use crate::generate::{Error, Generator};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// With fewer sides, there is nothing to combine.
const LEAST_SIDES: usize = 4;
/// Functions with more branches have too many combinations.
const MOST_SIDES: usize = 32;
/// The run may execute so many times as many instructions as the one before it, and at least so many.
const TIMES: u64 = 4;
const LEAST_INSTRUCTIONS: u64 = 50_000;

/// What the runs of a function share.
pub(super) struct Task<'a> {
    pub body: &'a Body<'a>,
    /// The harness comes first.
    pub files: &'a [PathBuf],
    pub flags_of: &'a BTreeMap<PathBuf, Vec<String>>,
    /// The folder of the tests.
    pub kept: &'a Path,
    /// Whether the function, or what it calls, gives memory back.
    pub frees: bool,
    pub until: Instant,
}

impl Generator {
    /// Tries longer sequences if each side of a branch has a test, and there may be more combinations of
    /// sides. If there are, the report gets the tests of this run.
    pub(super) fn combine(
        &self,
        task: &Task<'_>,
        negotiation: &mut Negotiation,
        report: &mut FunctionReport,
    ) -> Result<(), Error> {
        let left = task.until.saturating_duration_since(Instant::now());
        let Some(made) = report.made.as_ref().filter(|made| may_combine(made)) else { return Ok(()) };
        if left < Duration::from_secs(1) {
            return Ok(());
        }
        let harness = &task.files[0];
        let before = fs::read_to_string(harness).map_err(Error::io("read", harness))?;
        let most = (made.instructions * TIMES).max(LEAST_INSTRUCTIONS);
        let known = made.combinations;
        negotiation.allow(EFFORTS[2]);
        write(negotiation, harness)?;
        let folder = task.kept.with_extension("longer");
        let run = Run::ForGood { folder: folder.clone(), is_thorough: false, most: Some(most) };
        let mut found = Found::default();
        match self.explore(task.body, task.files, task.flags_of, &run, left, &mut found) {
            Ok(own) => {
                own_errors(negotiation, &mut found.tests, harness);
                negotiation.learn(&found.tests, own.extent(), true);
                let mut next = report.clone();
                next.add(own, &found, negotiation, (task.kept.to_owned(), task.frees));
                if next.made.as_ref().is_some_and(|made| is_whole(made) && made.combinations > known) {
                    replace(&folder, task.kept)?;
                    *report = next;
                    return Ok(());
                }
            }
            // It leaves the tests that are there.
            Err(error) => report.has_failed(&error),
        }
        fs::write(harness, before).map_err(Error::io("write", harness))
    }
}

fn is_whole(made: &Made) -> bool {
    made.branches_covered == made.branches
}

/// Whether longer sequences may take sides together that no test takes.
fn may_combine(made: &Made) -> bool {
    let n_branches = made.branches / 2;
    is_whole(made)
        && (LEAST_SIDES..=MOST_SIDES).contains(&made.branches)
        && made.combinations < 1 << n_branches
}
