//! What a run did, in numbers.

use crate::coverage::{Detail, Totals, Why};
use crate::engine::{ProposedType, Work};
use crate::exec::ExecStats;
use crate::solver::{Link, QueryLog, SolverOptions, SolverStats};
use crate::testcase::{Bug, Outcome, Site, TestCase, TestLine};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Why a test ends after the first part of its path.
pub(super) const UNANSWERED: &str = "a question that no solver answers";

/// The numbers of one run. Everything that was dropped or approximated has a count here.
#[derive(Clone, Default, Debug, Serialize)]
pub struct Summary {
    /// Functions under test.
    pub functions: Vec<String>,
    /// Paths that ended or were ended.
    pub paths: u64,
    pub tests: u64,
    /// Tests of paths that only native runs have followed to their ends.
    pub completed: u64,
    /// Tests of paths that a budget ended.
    pub unfinished: u64,
    /// The same tests by the budget or limit that ended them.
    pub unfinished_by: BTreeMap<String, u64>,
    /// Paths that the driver's assumptions exclude.
    pub assumed_away: u64,
    /// Paths without a test because no solver could tell whether they are possible.
    pub undecided: u64,
    /// Tests of paths on which a solver did not know a question; their values satisfy every condition.
    pub unconfirmed: u64,
    /// Tests whose readable values were refused and that have the path's witness instead.
    pub unreadable: u64,
    /// Each error once, by its place and kind.
    pub bugs: Vec<BugReport>,
    pub unsupported: Vec<UnsupportedReport>,
    /// How often each approximation was made.
    pub approximations: BTreeMap<Cow<'static, str>, u64>,
    /// Values that differ from run to run and became inputs without the program asking for inputs, with how
    /// often that happened.
    pub sources: BTreeMap<&'static str, u64>,
    /// Variables that the functions under test read although neither the source nor the driver has set them.
    pub unset: Vec<String>,
    pub ended_by_budget: bool,
    /// Whether the run ended because coverage did not grow any more, as it was asked to.
    pub is_saturated: bool,
    /// Whether the run ended because tests cover everything that was asked for.
    pub is_attained: bool,
    /// States that waited when the run ended.
    pub waiting_at_end: usize,
    /// What ended the run early.
    pub exhausted: Option<&'static str>,
    pub lines: usize,
    pub lines_covered: usize,
    pub branches: usize,
    pub branches_covered: usize,
    /// Instructions of the functions under test, and those of them that were executed.
    pub code: usize,
    pub code_covered: usize,
    /// What no test covers, and why; without code that is not reached only because of another entry.
    pub uncovered: Vec<Uncovered>,
    /// Instructions executed.
    pub instructions: u64,
    /// Instructions that made states again from their decision paths. They are in no other count.
    pub replayed: u64,
    /// States that could not be made again.
    pub diverged: u64,
    /// States that split off from paths of inputs which a search found, and that were explored first.
    pub siblings: u64,
    /// States that still waited, without a test, when the run ended.
    pub left: u64,
    /// Tests that were put on disk and could not be read again.
    pub lost: u64,
    /// States that waited as decision paths because memory was short.
    pub parked: u64,
    /// States that became part of another one.
    pub merged: u64,
    /// Edges that only some paths of merged states took, and for which no solver could tell whether a test
    /// can take them.
    pub untested_edges: u64,
    /// Paths that gave no test, because they only found out the types of objects of unknown type; and these
    /// types.
    pub scouts: u64,
    pub types: Vec<LateType>,
    /// Instructions of each worker.
    pub workers: Vec<u64>,
    pub forks: u64,
    pub terms: usize,
    /// How often each rewrite rule was applied, as `match → result`, in the order of the rules; without rules
    /// that were never applied.
    pub rules: Vec<(&'static str, u64)>,
    /// How many states waited at most.
    pub waiting_states: usize,
    /// About how many bytes each of them did not share with others.
    pub bytes_per_state: usize,
    /// Questions by the link of the chain that answered them, in the chain's order.
    pub questions: Vec<(&'static str, u64)>,
    /// Questions from which conditions were left out that share no symbol with them.
    pub independent: u64,
    /// Questions that no link could answer.
    pub unknown: u64,
    /// Why questions could not be written to the folder that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_failure: Option<String>,
    /// Questions of the readable pass, which are among the others.
    pub probes: u64,
    pub backend: &'static str,
    pub backend_seconds: f64,
    /// Why the checkpoint could not be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint_failure: Option<String>,
    pub seconds: f64,
}

/// A type that objects of unknown type were given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LateType {
    /// The pointer to them, as the inputs call it.
    pub pointer: String,
    /// How many other types were proposed before for the same object.
    pub place: usize,
    /// The type as it is written in C.
    #[serde(rename = "type")]
    pub ty: String,
    pub objects: u64,
}

/// An error of the tested program.
#[derive(Clone, Debug, Serialize)]
pub struct BugReport {
    pub bug: Bug,
    /// On how many paths it was found.
    pub paths: u64,
    /// The line of the first test that shows it, in the order of decision paths.
    pub test: String,
    /// The decision path of that test.
    #[serde(skip)]
    pub decision_path: Vec<u32>,
}

/// A line, or a side of a branch, that no test covers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Uncovered {
    /// Such as `the false side of parse.c:31`.
    pub what: String,
    pub why: Why,
}

/// Something that is not supported, at one place.
#[derive(Clone, Debug, Serialize)]
pub struct UnsupportedReport {
    pub what: String,
    pub site: Option<Site>,
    /// How many paths it ended.
    pub paths: u64,
    /// On how many of them native runs have gone on.
    #[serde(skip_serializing_if = "is_none")]
    pub completed: u64,
    /// What a user can do about it, once and not with every test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<&'static str>,
    /// The least decision path of these paths.
    #[serde(skip)]
    pub decision_path: Vec<u32>,
}

impl Summary {
    /// Whether no path came to its end, because every path needs something that is not supported.
    pub fn is_only_unsupported(&self) -> bool {
        let count = |of: fn(&UnsupportedReport) -> u64| -> u64 { self.unsupported.iter().map(of).sum() };
        let unsupported = count(|report| report.paths);
        unsupported > 0 && unsupported == self.tests && count(|report| report.completed) < unsupported
    }

    /// Counts a test that native runs have completed, whose path ended like this.
    pub fn add_completed(&mut self, was: &Outcome) {
        self.completed += 1;
        if let Outcome::Unsupported { what, site } = was {
            let same = |known: &&mut UnsupportedReport| known.what == *what && known.site == *site;
            self.unsupported.iter_mut().find(same).into_iter().for_each(|report| report.completed += 1);
        }
    }

    /// Counts one test.
    pub(super) fn count(&mut self, test: &TestCase) {
        self.tests += 1;
        self.unconfirmed += u64::from(test.unconfirmed);
        match &test.outcome {
            Outcome::Returned(_) | Outcome::Exited(_) => {}
            // It was no budget and no limit of paths, and such questions have a count of their own.
            Outcome::Budget(reason) if reason == UNANSWERED => {}
            Outcome::Budget(reason) => {
                self.unfinished += 1;
                *self.unfinished_by.entry(reason.clone()).or_default() += 1;
            }
            Outcome::Bug(_) => self.count_bug(test),
            Outcome::Unsupported { what, site } => {
                let same = |known: &&mut UnsupportedReport| known.what == *what && known.site == *site;
                match self.unsupported.iter_mut().find(same) {
                    Some(known) => {
                        known.paths += 1;
                        known.decision_path = known.decision_path.clone().min(test.decision_path.clone());
                    }
                    None => self.unsupported.push(UnsupportedReport {
                        what: what.clone(),
                        site: site.clone(),
                        paths: 1,
                        completed: 0,
                        advice: advice(what),
                        decision_path: test.decision_path.clone(),
                    }),
                }
            }
        }
    }

    /// Adds the error of a test to those that were found, if the test has one.
    pub fn count_bug(&mut self, test: &TestCase) {
        let Outcome::Bug(bug) = &test.outcome else { return };
        // A native run knows no columns.
        let place = |bug: &Bug| bug.site().map(|site| (site.to_string(), site.line));
        let same = |known: &&mut BugReport| {
            known.bug.kind == bug.kind
                && (known.bug.site() == bug.site() || test.completed && place(&known.bug) == place(bug))
        };
        match self.bugs.iter_mut().find(same) {
            Some(known) => {
                known.paths += 1;
                if test.decision_path < known.decision_path {
                    (known.bug, known.decision_path) = (bug.clone(), test.decision_path.clone());
                    known.test = TestLine(test).to_string();
                }
            }
            None => self.bugs.push(BugReport {
                bug: bug.clone(),
                paths: 1,
                test: TestLine(test).to_string(),
                decision_path: test.decision_path.clone(),
            }),
        }
    }

    /// Adds the errors of another summary, which native runs have found beyond the ends of paths.
    pub fn add_native_bugs(&mut self, found: Summary) {
        for report in found.bugs {
            // A native run knows no columns.
            let place = |bug: &Bug| bug.site().map(|site| (site.to_string(), site.line));
            let same = |known: &&mut BugReport| {
                known.bug.kind == report.bug.kind && place(&known.bug) == place(&report.bug)
            };
            match self.bugs.iter_mut().find(same) {
                Some(known) => {
                    let paths = known.paths + report.paths;
                    if report.decision_path < known.decision_path {
                        *known = report;
                    }
                    known.paths = paths;
                }
                None => self.bugs.push(report),
            }
        }
    }

    /// Puts bugs and unsupported things into the order of decision paths, which does not depend on the speed
    /// of workers.
    pub(super) fn sort(&mut self) {
        self.bugs.sort_by(|a, b| a.decision_path.cmp(&b.decision_path));
        self.unsupported.sort_by(|a, b| a.decision_path.cmp(&b.decision_path));
    }

    /// Takes over what the workers have done.
    pub(super) fn set_work(&mut self, work: &Work, options: &SolverOptions) {
        // How many states were given to other workers is not reported.
        let Work {
            stats,
            solver,
            terms,
            rules,
            replayed,
            diverged,
            parked,
            postponed,
            siblings,
            given: _,
            merged,
            untested_edges,
            stale,
            scouts,
            late_types,
        } = work;
        let ExecStats { instructions, forks, assumed_away, approximations, sources } = stats;
        self.instructions = *instructions;
        self.forks = *forks;
        self.assumed_away = *assumed_away;
        self.approximations.clone_from(approximations);
        self.sources.clone_from(sources);
        self.terms = *terms;
        self.rules = rules.iter().map(|(rule, count)| (rule.text(), *count)).collect();
        self.paths += *stale;
        self.replayed = *replayed;
        self.diverged = *diverged;
        self.parked = *parked;
        self.siblings = *siblings;
        self.merged = *merged;
        self.untested_edges = *untested_edges;
        self.scouts = *scouts;
        let late = |(late, objects): (&ProposedType, &u64)| LateType {
            pointer: late.pointer.clone(),
            place: late.place,
            ty: late.ty.clone(),
            objects: *objects,
        };
        self.types = late_types.iter().map(late).collect();
        self.set_solver(solver, options);
        self.unknown = self.unknown.saturating_sub(*postponed);
    }

    fn set_solver(&mut self, stats: &SolverStats, options: &SolverOptions) {
        let answering = stats.by_link().filter(|(link, _)| link.answers());
        self.questions = answering.map(|(link, count)| (link.name(), count)).collect();
        self.log_failure = options.log.as_ref().and_then(QueryLog::failure);
        self.independent = stats.of(Link::Independence);
        self.unknown = stats.unknown;
        self.backend = if options.race { "portfolio" } else { options.backend.name() };
        self.backend_seconds = stats.backend_time.as_secs_f64();
    }

    pub(super) fn set_uncovered(&mut self, detail: &Detail) {
        let roots = detail.gaps.iter().filter(|gap| !matches!(gap.why, Why::NeverReached { .. }));
        self.uncovered =
            roots.map(|gap| Uncovered { what: gap.what.clone(), why: gap.why.clone() }).collect();
    }

    pub(super) fn set_coverage(&mut self, totals: &Totals) {
        self.lines = totals.lines;
        self.lines_covered = totals.lines_covered;
        self.branches = totals.branches;
        self.branches_covered = totals.branches_covered;
    }
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

/// What a user can do about something that is not supported.
fn advice(what: &str) -> Option<&'static str> {
    what.ends_with("which has no body").then_some(
        "give the file that defines it, or say what a call does: --externals native calls it with concrete arguments, \
         --externals havoc makes up what it returns",
    )
}
