//! The results of a run over files: for each function its tests, coverage, needs and bugs, or why there are
//! none.

use super::chosen::{Lost, combinations, lost, of_function};
use super::doubt::Doubt;
use super::found::Found;
use super::harness::Harness;
use super::needs::{Extent, Finding, Need, Negotiation};
use super::synth::Class;
use crate::coverage::{CoveragePoint, Why};
use crate::emit::Exported;
use crate::engine::Exhausted;
use crate::run::Outcomes;
use crate::testcase::{CALL_CHOICES, Datum, Outcome, TestCase};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// A side of a branch: its line, the index of the branch in the line, and the index of the side in the
/// branch.
pub type Side = (u32, (usize, usize));

/// The words for an error that sequences of calls reach.
const REACHABLE: &str = "reachable through the API";

/// The results of all files.
#[derive(Default, Debug)]
pub struct Report {
    pub files: Vec<FileReport>,
    /// The results of other files, from earlier runs.
    pub others: Vec<FileReport>,
    /// Whether any file was written that differs from the one that was there.
    pub has_written: bool,
}

/// The results of one file.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct FileReport {
    pub file: PathBuf,
    /// Why it could not be read.
    pub trouble: Option<String>,
    pub functions: Vec<FunctionReport>,
    /// Where its suites are.
    pub folder: Option<PathBuf>,
    /// The folder of the makefile that builds them, with harnesses.
    pub build: Option<PathBuf>,
    /// The suites.
    pub suites: Vec<Suite>,
    #[serde(skip)]
    pub exported: Vec<Exported>,
    /// Whether a fault of symir itself is the reason why it could not be read.
    #[serde(skip)]
    pub is_fault: bool,
}

/// A suite of a file.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Suite {
    pub file: String,
    pub tests: usize,
    /// How many of them show a bug.
    pub bugs: usize,
    /// Tests that the framework has no form for; the suite says why.
    pub left_out: usize,
}

/// The results of one function.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct FunctionReport {
    pub name: String,
    pub file: PathBuf,
    pub line: u32,
    /// The last line of its code.
    pub last: u32,
    pub is_static: bool,
    pub harness: PathBuf,
    /// Whether somebody has changed the harness.
    pub is_by_hand: bool,
    /// Why there are no tests.
    pub left_out: Option<String>,
    pub made: Option<Made>,
    /// The tests that fill objects in, if tests with objects made by calls cover little.
    pub filled: Option<Filled>,
    /// What callers have to keep to.
    pub needs: Vec<Need>,
    pub bugs: Vec<Finding>,
    /// Notes for people: how the objects of the function were made, and which assumptions leave no call of
    /// it.
    pub objects: Vec<String>,
    /// Errors in objects that were filled in member by member and that calls did not make.
    pub unreached: Vec<Unreached>,
    pub seconds: f64,
    /// Functions and variables that it needs and that are defined nowhere.
    pub undefined: Vec<String>,
    /// The functions that it may call and that mocks stand for.
    pub mocked: Vec<String>,
    /// Whether calls were tried in the place of objects that are filled in, because nothing says how the members
    /// of these fit together.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_tried_calls: bool,
    /// Whether it was asked for in this run, and whether an earlier run had found all of this out.
    #[serde(skip)]
    pub is_asked: bool,
    #[serde(skip)]
    pub is_kept: bool,
    /// Whether a fault of symir itself ended the work on it. Tests that were found before are kept.
    #[serde(skip)]
    pub is_fault: bool,
}

/// An error that needs a state which calls did not make.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unreached {
    /// What happens and where.
    pub error: String,
    pub shown_by: String,
    /// How many calls were tried after the one that makes the object.
    pub calls: u64,
}

/// Tests whose objects are filled in member by member, for code that no calls have reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Filled {
    /// The folder with all of them.
    pub kept: PathBuf,
    /// The edges of their program that only they take.
    pub edges: BTreeSet<u32>,
}

/// The tests of a function.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Made {
    /// The folder with all of them.
    pub kept: PathBuf,
    /// Tests of the suite, without those that end in a bug.
    pub tests: usize,
    /// Tests of all paths, from which those of the suite were chosen.
    pub found: usize,
    /// How many tests are not confirmed by their native runs.
    pub unproved: usize,
    /// The tests that are not confirmed.
    pub doubts: Vec<Doubt>,
    /// Sides of branches and lines of the function itself; functions that it calls have numbers of their own.
    pub branches: usize,
    pub branches_covered: usize,
    /// Sides of branches that no input leads to, as far as the harness makes inputs.
    pub branches_out_of_reach: usize,
    pub lines: usize,
    pub lines_covered: usize,
    /// Why not everything is covered: places and reasons.
    pub uncovered: Vec<String>,
    /// What ended the run early.
    pub ended_by: Option<String>,
    /// Whether longer arrays may cover more.
    #[serde(skip)]
    pub is_short: bool,
    /// Sides of branches that no test takes, with their descriptions.
    #[serde(skip)]
    pub missing: BTreeMap<Side, String>,
    /// The lines that no test reaches.
    #[serde(skip)]
    pub missing_lines: BTreeSet<u32>,
    /// The edges of the program that belong to each side.
    #[serde(skip)]
    pub edges: BTreeMap<Side, Vec<u32>>,
    #[serde(skip)]
    pub instructions: u64,
    /// How many sets of sides there are that some test takes together.
    #[serde(skip)]
    pub combinations: usize,
    /// How many of the two truth values tests return; zero if the function returns something else.
    #[serde(skip)]
    pub truths: usize,
    /// Whether assumptions exclude every path that comes to some code.
    #[serde(skip)]
    pub is_assumed_away: bool,
}

impl Made {
    /// Whether tests take all sides of branches, and return both truth values if other calls may lead to them.
    pub fn is_all(&self, negotiation: &Negotiation) -> bool {
        self.branches_covered == self.branches && (self.truths != 1 || !negotiation.makes_objects())
    }
}

impl FunctionReport {
    /// Notes an error that ended the work on the function. Tests that were found before it are kept.
    pub fn has_failed(&mut self, error: &super::Error) {
        let is_fault = matches!(error, super::Error::Failed(_));
        self.is_fault |= is_fault;
        match self.made.is_some() {
            true if is_fault => self.objects.push(error.to_string()),
            true => {}
            false => self.left_out = Some(error.to_string()),
        }
    }

    /// Compares with another run, whose objects were filled in member by member while calls made those of
    /// this run. Every error of the other run is marked as reachable through the API if this run has it, too.
    /// Otherwise it is listed as unreached.
    pub(super) fn compare(&mut self, direct: &Self, calls: u64) {
        let bugs = direct.bugs.iter().map(|bug| (&bug.error, &bug.shown_by));
        let needs = direct.needs.iter().filter(|need| !is_null(need));
        for (error, shown_by) in bugs.chain(needs.map(|need| (&need.error, &need.shown_by))) {
            if let Some(bug) = self.bugs.iter_mut().find(|bug| bug.error == *error) {
                if !bug.rule.ends_with(REACHABLE) {
                    bug.rule = format!("{}, {REACHABLE}", bug.rule);
                }
                continue;
            }
            self.note_unreached(error, shown_by, calls);
        }
    }

    /// Lists an error that only a filled-in object has shown, unless it is known.
    fn note_unreached(&mut self, error: &str, shown_by: &str, calls: u64) {
        let is_known = self.needs.iter().any(|need| need.error == error)
            || self.bugs.iter().any(|bug| bug.error == error)
            || self.unreached.iter().any(|known| known.error == error);
        if !is_known {
            let (error, shown_by) = (error.to_owned(), shown_by.to_owned());
            self.unreached.push(Unreached { error, shown_by, calls });
        }
    }

    /// Whether the tests, whose objects were made by calls, cover less than half of the branches. Other
    /// branches may be reachable by calls that were not tried.
    pub(super) fn comes_to_little(&self) -> bool {
        self.made.as_ref().is_some_and(|made| 2 * made.branches_covered < made.branches)
    }

    /// Adds the tests of another run, which fills objects in or sets variables, for branches that these tests do
    /// not cover. The bugs of that run are listed as unreached.
    pub(super) fn fill(&mut self, direct: &Self, calls: u64, sets_variables: bool) {
        for bug in &direct.bugs {
            self.note_unreached(&bug.error, &bug.shown_by, calls);
        }
        let (Some(made), Some(other)) = (&mut self.made, &direct.made) else { return };
        let new: Vec<Side> =
            made.missing.keys().filter(|side| !other.missing.contains_key(side)).copied().collect();
        let edges = new.iter().flat_map(|side| other.edges.get(side).into_iter().flatten());
        let edges: BTreeSet<u32> = edges.copied().collect();
        if edges.is_empty() {
            return;
        }
        for side in &new {
            let begin = made.missing.remove(side).map_or_else(String::new, |what| format!("{what}: "));
            made.uncovered.retain(|gap| begin.is_empty() || !gap.starts_with(&begin));
        }
        made.branches_covered += new.len();
        made.branches_out_of_reach = other.branches_out_of_reach.min(made.missing.len());
        let n_lines = made.missing_lines.len();
        made.missing_lines.retain(|line| other.missing_lines.contains(line));
        made.lines_covered += n_lines - made.missing_lines.len();
        made.found += other.found;
        made.unproved += other.unproved;
        made.doubts.extend(other.doubts.iter().cloned());
        let (n_before, n) = (made.branches_covered - new.len(), made.branches);
        self.objects.push(match sets_variables {
            true => format!("calls come to {n_before} of {n} branches only, so further tests set variables"),
            false => format!(
                "objects made by calls come to {n_before} of {n} branches only, so further tests fill the members in"
            ),
        });
        let needs = direct.needs.iter().filter(|need| is_null(need));
        let new: Vec<Need> =
            needs.filter(|need| !self.needs.iter().any(|known| known.words == need.words)).cloned().collect();
        self.needs.extend(new);
        self.filled = Some(Filled { kept: other.kept.clone(), edges });
    }

    /// Adds the results of a run for good. `frees` says whether the function gives memory back.
    pub(super) fn add(
        &mut self,
        mut own: Own,
        found: &Found,
        negotiation: &Negotiation,
        (kept, frees): (PathBuf, bool),
    ) {
        self.needs = negotiation.needs();
        self.bugs = negotiation.bugs();
        let here = self.file.file_name().unwrap_or_default().to_string_lossy();
        let sites = self.needs.iter().filter_map(|need| need.site.as_ref());
        let excluded = sites.filter(|site| Path::new(&site.file).file_name().is_some_and(|it| it == &*here));
        // At these lines, an assumption about callers excludes an error. A side there that it excludes, such
        // as the failing side of an assertion, counts as out of reach.
        let excluded: BTreeSet<u32> = excluded.map(|site| site.line).collect();
        let n_excluded = own.assumed.iter().filter(|line| excluded.contains(line)).count();
        let by_calls = found.tests.iter().any(TestCase::is_by_calls);
        let harness = negotiation.harness();
        let is_open = |why: &Why| by_calls && others_may_lead_there(why, &harness);
        let out_of_reach = own.out_of_reach.iter().filter(|why| !is_open(why)).count();
        let chosen = of_function(found.tests.clone(), &self.bugs, frees);
        let mut uncovered: Vec<String> =
            own.uncovered.iter().map(|(what, why)| not_covered(what, why, is_open(why))).collect();
        let covered = own.edges.iter().filter(|(side, _)| !own.missing.contains_key(side));
        let lost: Vec<(Side, Lost)> = lost(&found.tests, &self.bugs, covered, frees)
            .into_iter()
            .map(|(side, why)| (*side, why))
            .collect();
        for (side, why) in lost {
            let what = format!("a side of {here}:{}", side.0);
            let why = match why {
                Lost::Needs => "only inputs that callers must not pass lead there",
                Lost::Unfinished => "only paths lead there that were not followed to their end",
                Lost::Completed => "only native runs take it, whose tests the suite leaves out",
            };
            uncovered.push(format!("{what}: {why}"));
            own.missing.insert(side, what);
            own.missed += 1;
        }
        let combinations = combinations(&found.tests, own.edges.iter());
        self.made = Some(Made {
            kept,
            tests: chosen.iter().filter(|test| !matches!(test.outcome, Outcome::Bug(_))).count(),
            found: found.tests.len(),
            unproved: found.doubts.len(),
            doubts: found.doubts.clone(),
            branches: own.branches,
            branches_covered: own.branches - own.missed,
            branches_out_of_reach: out_of_reach + n_excluded,
            lines: own.lines,
            lines_covered: own.lines - own.lines_missed,
            uncovered,
            ended_by: own.ended_by.map(str::to_owned),
            is_short: own.is_short,
            missing: own.missing,
            missing_lines: own.missing_lines,
            edges: own.edges,
            instructions: own.instructions,
            combinations,
            truths: truths(&chosen),
            is_assumed_away: own.uncovered.iter().any(|(_, why)| *why == Why::AssumedAway),
        });
    }
}

/// How many of the two truth values the calls under test return.
fn truths(tests: &[TestCase]) -> usize {
    let results = tests.iter().filter_map(|test| test.calls.last()?.result.as_ref());
    let of = |is_true: bool| results.clone().any(|result| *result == Datum::boolean(is_true));
    usize::from(of(true)) + usize::from(of(false))
}

/// Whether a need is that a parameter is not null.
fn is_null(need: &Need) -> bool {
    need.words.ends_with("is not null") && !need.words.contains("->")
}

/// Why something is not covered, in words. `is_open` says whether it is out of reach only of the calls that
/// were tried.
fn not_covered(what: &str, why: &Why, is_open: bool) -> String {
    match is_open {
        true => format!("{what}: no calls that were tried before this one lead there; others may"),
        false => format!("{what}: {why}"),
    }
}

/// Whether something is out of reach only because of the calls that make the objects of a harness: more of
/// them, or other ones, may lead there. What only the function's own arguments exclude stays out of reach.
fn others_may_lead_there(why: &Why, harness: &Harness) -> bool {
    let members = || harness.classes.iter().flat_map(Class::all).flat_map(|member| &member.parameters);
    let is_own = |name: &str| harness.parameters.iter().any(|parameter| parameter.name == name);
    // The inputs of earlier calls have numbers if their names are those of others.
    let is_of_calls = |words: &String| {
        let names = words.split(|c: char| !(c.is_alphanumeric() || "_#".contains(c)));
        names.filter(|name| !is_own(name)).any(|name| {
            name.contains('#') || CALL_CHOICES.contains(&name) || members().any(|other| other.name == name)
        })
    };
    match why {
        Why::Constant => true,
        Why::Infeasible { needs, excluded_by, .. } => {
            is_of_calls(needs) || excluded_by.iter().any(is_of_calls)
        }
        Why::NeverReached { because: Some(why), .. } => others_may_lead_there(why, harness),
        _ => false,
    }
}

/// What a run has covered of one function.
#[derive(Default)]
pub(super) struct Own {
    branches: usize,
    missed: usize,
    /// Why sides of branches are out of reach, those that are.
    out_of_reach: Vec<Why>,
    lines: usize,
    lines_missed: usize,
    /// What is not covered, and why.
    uncovered: Vec<(String, Why)>,
    is_short: bool,
    missing: BTreeMap<Side, String>,
    missing_lines: BTreeSet<u32>,
    /// The edges of the program that belong to each side.
    edges: BTreeMap<Side, Vec<u32>>,
    /// The lines of the sides that assumptions exclude, without the sides that are out of reach anyway.
    assumed: Vec<u32>,
    instructions: u64,
    /// What ended the run early.
    ended_by: Option<&'static str>,
    /// Whether it ended because coverage did not grow any more.
    pub(super) is_saturated: bool,
}

/// Whether no input leads there. A side that is excluded only by the sizes that a harness gives to arrays, or
/// by what callers are assumed to keep to, counts as in reach.
fn is_out_of_reach(why: &Why) -> bool {
    match why {
        Why::Assumed { .. } | Why::AssumedAway => false,
        Why::NeverReached { because, .. } => because.as_ref().is_some_and(|why| is_out_of_reach(why)),
        _ => why.is_out_of_reach(),
    }
}

/// Whether longer arrays may lead there.
fn is_too_short(why: &Why) -> bool {
    match why {
        Why::Assumed { assumed, .. } => assumed.iter().any(|words| words.contains("length")),
        Why::NeverReached { because: Some(why), .. } => is_too_short(why),
        _ => false,
    }
}

impl Own {
    /// How much was covered.
    pub(super) fn extent(&self) -> Extent {
        Extent {
            n_covered: self.branches - self.missed,
            is_cut_off: self.ended_by == Some(Exhausted::Time.words()),
        }
    }

    /// The coverage of these lines of a file.
    pub(super) fn of(outcomes: &Outcomes, file: &Path, lines: RangeInclusive<u32>) -> Self {
        let summary = &outcomes.summary;
        let mut own = Self {
            ended_by: summary.exhausted,
            is_saturated: summary.is_saturated,
            instructions: summary.instructions,
            ..Self::default()
        };
        let here = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        let is_here = |path: &Path| path.canonicalize().is_ok_and(|path| path == here);
        let Some(number) = outcomes.coverage.files.iter().position(|file| is_here(&file.path)) else {
            return own;
        };
        let is_own = |point: &CoveragePoint| point.file == number && lines.contains(&point.line);
        for point in outcomes.points.iter().filter(|point| is_own(point)) {
            own.branches += usize::from(point.side.is_some());
            own.lines += usize::from(point.side.is_none());
            let edges = point.edges.iter().map(|edge| edge.raw()).collect();
            own.edges.extend(point.side.map(|side| ((point.line, side), edges)));
        }
        for gap in &outcomes.detail.gaps {
            let Some(point) = outcomes.points.get(gap.point).filter(|point| is_own(point)) else { continue };
            own.missed += usize::from(point.side.is_some());
            own.missing.extend(point.side.map(|side| ((point.line, side), gap.what.to_string())));
            own.lines_missed += usize::from(point.side.is_none());
            own.missing_lines.extend(point.side.is_none().then_some(point.line));
            if point.side.is_some() && is_out_of_reach(&gap.why) {
                own.out_of_reach.push(gap.why.clone());
            } else if point.side.is_some() && matches!(gap.why, Why::Assumed { .. }) {
                own.assumed.push(point.line);
            }
            own.is_short |= is_too_short(&gap.why);
            if !matches!(gap.why, Why::NeverReached { .. }) {
                own.uncovered.push((gap.what.to_string(), gap.why.clone()));
            }
        }
        own
    }
}

impl FileReport {
    /// Keeps what was exported in a form that later runs can report, too.
    pub(super) fn take_exported(&mut self) {
        self.suites = self
            .exported
            .iter()
            .map(|it| Suite {
                file: it.file.clone(),
                tests: it.n_tests,
                bugs: it.n_bugs,
                left_out: it.n_left_out,
            })
            .collect();
    }
}

impl Report {
    /// The functions that this run is about.
    pub fn functions(&self) -> impl Iterator<Item = &FunctionReport> {
        self.files.iter().flat_map(|file| &file.functions).filter(|function| function.is_asked)
    }

    /// Whether a fault of symir itself has left something out.
    pub fn has_fault(&self) -> bool {
        self.files.iter().any(|file| file.is_fault) || self.functions().any(|function| function.is_fault)
    }

    /// What this run and earlier ones have found, in the order of the names of files.
    pub fn all(&self) -> Vec<&FileReport> {
        let mut all: Vec<&FileReport> = self.files.iter().chain(&self.others).collect();
        all.sort_by(|one, other| one.file.cmp(&other.file));
        all
    }
}

/// How urgent it is to look at a function, the most urgent first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Concern {
    Bug,
    /// Tests that their native runs do not confirm.
    Unproved,
    /// There are no tests.
    LeftOut,
    /// Branches that no test takes.
    Uncovered,
    /// Callers have to keep to a condition.
    Need,
    None,
}

impl FunctionReport {
    /// The most urgent reason to look at the function.
    pub fn concern(&self) -> Concern {
        let made = self.made.as_ref();
        match () {
            () if !self.bugs.is_empty() => Concern::Bug,
            () if made.is_some_and(|made| made.unproved > 0) => Concern::Unproved,
            () if made.is_none() => Concern::LeftOut,
            () if made.is_some_and(|made| made.branches_covered < made.branches) => Concern::Uncovered,
            () if !self.needs.is_empty() => Concern::Need,
            () => Concern::None,
        }
    }

    /// The share of branches that tests take.
    pub fn coverage(&self) -> String {
        self.made
            .as_ref()
            .map_or(String::new(), |made| format!("{} of {}", made.branches_covered, made.branches))
    }
}
