//! Writes tests that lie in a folder in further formats.

use super::Error;
use crate::emit;
use crate::emit::Exported;
use crate::emit::export::{self, Kind};
use crate::emit::facts::Facts;
use crate::emit::minimize::Goal;
use crate::emit::suite::Plan;
use crate::explain::Names;
use std::path::{Path, PathBuf};

/// Writes the tests that lie in `folder` into `target` in each of these formats. `goal` says which tests they
/// keep, see `export::export`. If the target is another folder, what symir has written there before is
/// removed first.
///
/// # Errors
/// If there are no tests, they have no form in a format, or files cannot be written.
pub fn export(
    folder: &Path,
    target: &Path,
    formats: &[Kind],
    goal: Option<Goal>,
) -> Result<Vec<Exported>, Error> {
    // A target is emptied before it is written to, unless it is the folder that is read, whatever its name.
    let is_same = absolute(folder) == absolute(target);
    if !is_same {
        export::folder(target)?;
    }
    let mut tests = emit::read(folder)?;
    let facts = Facts::read(folder)?;
    // A journal has tests in the order in which they were found.
    tests.sort_by(|one, other| one.decision_path.cmp(&other.decision_path));
    let mut names = Names::default();
    for test in &mut tests {
        test.name = names.unique(test);
    }
    let mut kinds: Vec<Kind> = Vec::new();
    for kind in formats {
        if !kinds.contains(kind) {
            kinds.push(*kind);
        }
    }
    let has_suites = kinds.iter().any(|kind| matches!(kind, Kind::Suite(_)));
    let foreign = facts.sources.iter().find(|path| path.extension().is_none_or(|ending| ending != "c"));
    if let Some(path) = foreign.filter(|_| has_suites) {
        return Err(Error::NoSource(path.clone()));
    }
    if is_same
        && matches!(goal, Some(Goal::Line | Goal::Branch | Goal::Chosen))
        && kinds.contains(&Kind::Json)
    {
        return Err(Error::FewerInPlace(folder.join("tests.json")));
    }
    Ok(export::export(target, &facts, &Plan::default(), &tests, &kinds, goal)?)
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
