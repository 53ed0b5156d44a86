//! Objects that calls make although their type shows its members: no condition says which members fit
//! together, and so tests that fill them in have objects as no program has them.

use super::code::{self, Code};
use super::error::Error;
use super::function::remove;
use super::harness::{Harness, OTHER_MAIN};
use super::needs;
use super::report::FunctionReport;
use super::roles::Role;
use super::subjects::{Source, Subject};
use super::synth::{Class, Kind};
use super::{Generator, needed};
use std::fs;
use std::slice;

/// Whether tests of a function may use objects that calls make instead of filling them in. `calls` is the
/// function with all objects that calls can make.
pub fn may_make(direct: &Subject, calls: &Subject) -> bool {
    let is_direct = direct.harness.as_ref().is_ok_and(|it| it.classes.is_empty());
    let is_whole = |class: &Class| class.kind == Kind::Pointer && !class.is_contained;
    let is_made = |it: &Harness| !it.classes.is_empty() && it.classes.iter().all(is_whole);
    is_direct && calls.harness.as_ref().is_ok_and(is_made)
}

/// What the tests on such objects depend on, as a text.
pub fn words(source: &Source, sources: &[Source], calls: &Subject) -> String {
    let Ok(harness) = &calls.harness else { return String::new() };
    let elsewhere: Vec<&str> = harness.elsewhere.iter().map(String::as_str).collect();
    let others: Vec<&Code> =
        needed(source, sources, &elsewhere).into_iter().map(|source| &source.code).collect();
    let own = if calls.name == "main" { OTHER_MAIN } else { &calls.name };
    let members = harness.classes.iter().flat_map(Class::all).map(|member| member.function.as_str());
    let called: Vec<&str> = std::iter::once(own).chain(members).collect();
    code::whole(&source.code, &others, &called).sum
}

/// The parameters of a function whose objects calls can make, and for whose members the tests have found no
/// condition that says how they fit together.
pub fn vague(report: &FunctionReport, calls: &Subject) -> Vec<String> {
    let Ok(harness) = &calls.harness else { return Vec::new() };
    let made = harness.parameters.iter().filter(|it| matches!(it.role, Role::Made { .. }));
    let is_vague = |name: &&String| {
        let words = [needs::consistent(name), needs::fits_others(name)];
        report.needs.iter().any(|need| words.contains(&need.words))
    };
    made.map(|it| &it.name).filter(is_vague).cloned().collect()
}

/// Whether the tests on objects that calls make reach as much as the others, and find no further bug.
fn is_better(other: &FunctionReport, direct: &FunctionReport, calls: &Subject) -> bool {
    let reached = |report: &FunctionReport| {
        report
            .made
            .as_ref()
            .filter(|made| made.tests > 0)
            .map(|made| (made.branches_covered, made.lines_covered))
    };
    reached(other).is_some()
        && reached(other) >= reached(direct)
        && other.bugs.len() <= direct.bugs.len()
        && vague(other, calls).is_empty()
}

impl Generator {
    /// Makes the tests of a function on objects that calls make. They replace the tests on objects that are
    /// filled in if they reach as much.
    pub(super) fn make_instead(
        &self,
        direct: FunctionReport,
        source: &Source,
        calls: &Subject,
        sources: &[Source],
    ) -> Result<FunctionReport, Error> {
        let Some(made) = &direct.made else { return Ok(direct) };
        let kept = made.kept.clone();
        let aside = kept.with_extension("direct");
        let harness = fs::read_to_string(&direct.harness).map_err(Error::io("read", &direct.harness))?;
        // A run that was killed may have left one.
        remove(slice::from_ref(&aside))?;
        fs::rename(&kept, &aside).map_err(Error::io("rename", &kept))?;
        let other = self.function(source, calls, sources);
        let (seconds, is_fault) = other.as_ref().map_or((0.0, false), |it| (it.seconds, it.is_fault));
        if let Ok(mut other) = other
            && is_better(&other, &direct, calls)
        {
            remove(&[aside])?;
            other.seconds += direct.seconds;
            let names: Vec<String> = vague(&direct, calls);
            other.objects.push(format!(
                "calls make {}: no condition says which of its members fit together",
                names.join(" and ")
            ));
            return Ok(other);
        }
        remove(slice::from_ref(&kept))?;
        fs::rename(&aside, &kept).map_err(Error::io("rename", &aside))?;
        fs::write(&direct.harness, harness).map_err(Error::io("write", &direct.harness))?;
        let is_fault = direct.is_fault || is_fault;
        Ok(FunctionReport { seconds: direct.seconds + seconds, is_fault, ..direct })
    }
}
