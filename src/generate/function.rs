//! Works on one function: its harness, the runs that find out what it needs, and the runs for good, which
//! make its tests.

mod combined;

use super::error::Error;
use super::found::Found;
use super::harness::{self, Harness};
use super::needs::Negotiation;
use super::report::{FunctionReport, Own, Side};
use super::subjects::{Source, Subject};
use super::synth::{EFFORTS, MOST_CALLS, Place, Share, recipes, repeated};
use super::{Generator, HARNESSES, crew};
use crate::engine::Budget;
use crate::evolve;
use crate::exec::{Detect, Externals};
use crate::frontend;
use crate::pipeline::{self, Engine, Options as PipelineOptions, Pipeline, Readers};
use crate::search::{Part, Strategy};
use crate::synth::Effort;
use crate::testcase::{BugKind, Covers, Outcome, TestCase};
use crate::util::exhausted::in_words;
use crate::util::fault::caught;
use crate::util::overdue::{Overdue, PAUSE, Worker};
use crate::util::sealed::is_sealed;
use crate::util::{Deadline, paths};
use combined::Task;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The most runs of a function that find out what it needs, and the most runs for good, which may show more
/// needs.
const ROUNDS: usize = 12;
const RUNS: usize = 3;
/// How many elements arrays get if the first lengths are too short to reach every branch.
const LENGTHS: [u64; 2] = [16, 64];
/// How many paths and instructions are explored to find out what a function needs.
const TRIAL_PATHS: u64 = 400;
const TRIAL_INSTRUCTIONS: u64 = 4_000_000;
/// How many native runs search for what symbolic execution has not covered.
const EVALUATIONS: u64 = 20_000;
/// The time that a run has, however little of the whole time is left.
const LEAST: Duration = Duration::from_secs(1);
/// How long compiling a harness with its program may take on the slowest machine.
const COMPILING: Duration = Duration::from_secs(120);
/// The share of the time for a function that runs may take to find out what it needs.
const TRIAL_SHARE: f64 = 0.6;
/// The same share if longer sequences of calls need time, too.
const SHORT_TRIAL_SHARE: f64 = 0.33;

/// The least share of the time for a run with sequences of calls that were found to lead to uncovered
/// branches.
const WAYS_SHARE: f64 = 0.2;

impl Generator {
    /// Makes the tests of a function.
    pub(super) fn function(
        &self,
        source: &Source,
        subject: &Subject,
        sources: &[Source],
    ) -> Result<FunctionReport, Error> {
        let started = Instant::now();
        let mut report = FunctionReport::of(source, subject);
        let folder = self.place(&source.path).join(HARNESSES);
        let path = folder.join(format!("{}.c", subject.name));
        let old = fs::read_to_string(&path).ok();
        let is_theirs = old.as_ref().is_some_and(|text| !is_sealed(text));
        report.harness = path.clone();
        let harness = match &subject.harness {
            Ok(harness) => harness.clone(),
            // Somebody may know what symir does not.
            Err(_) if is_theirs => Harness::by_hand(&subject.name, String::new()),
            Err(why) => {
                report.left_out = Some(why.clone());
                return Ok(report);
            }
        };
        report.objects = subject.notes.clone();
        fs::create_dir_all(&folder).map_err(Error::io("create", &folder))?;
        report.is_by_hand = is_theirs;
        let source_path = paths::relative(&folder, &source.included).display().to_string();
        let harness = Harness { source: source_path, ..harness };
        let mut negotiation = Negotiation::new(harness, subject.facts.clone());
        let lines = subject.line..=subject.last;
        let body = Body { source, lines, makes_objects: negotiation.makes_objects() };
        let elsewhere = negotiation.harness().elsewhere;
        let elsewhere: Vec<&str> = elsewhere.iter().map(String::as_str).collect();
        let flags_of = self.flags_of(source, sources, &elsewhere);
        let mut files = vec![path.clone()];
        files.extend(self.linked(source, sources, &elsewhere).into_iter().map(Path::to_owned));
        // The rest is for the run for good.
        let share = if negotiation.makes_objects() { SHORT_TRIAL_SHARE } else { TRIAL_SHARE };
        let for_trials = self.options.time.mul_f64(share);
        files.extend(source.mocks.files.iter().cloned());
        let until = started + for_trials;
        if let Some(error) = self.trials(&body, &files, &flags_of, &mut negotiation, is_theirs, until)? {
            report.has_failed(&error);
            return Ok(report);
        }
        let compile = frontend::Options { flags_of: flags_of.clone(), ..self.options.compile.clone() };
        let kept = self.kept(&source.path, &subject.name);
        let aside = kept.with_extension("calls");
        make_above(&kept)?;
        let (mut run, mut is_for_ways) = (1, false);
        let frees = self.frees(source, sources, &subject.name);
        let by_calls = negotiation.makes_objects() && !is_theirs;
        let mut is_made = !by_calls;
        let mut efforts = EFFORTS.iter().filter(|_| by_calls);
        // Searches backward from uncovered branches, once between longer sequences and once after them.
        let mut searches = [false, true].into_iter().filter(|_| by_calls).peekable();
        let mut lengths = LENGTHS.iter().filter(|_| !by_calls && !is_theirs);
        // At last the rest of the time goes to what runs that ended early have not reached.
        let (mut is_thorough, mut has_fallen_back, mut harness_of_tests) = (false, false, None);
        if let Some(effort) = efforts.next() {
            negotiation.allow(*effort);
        }
        loop {
            if !is_theirs {
                write(&negotiation, &path)?;
            }
            let mut found = Found::default();
            let least = match report.made.is_some() {
                true if is_for_ways => WAYS_SHARE,
                true => 0.0,
                false => 1.0 - share,
            };
            let time = self.options.time;
            let left = time.saturating_sub(started.elapsed()).max(time.mul_f64(least));
            is_for_ways = false;
            let folder = if report.made.is_some() { kept.with_extension("longer") } else { kept.clone() };
            let run_for_good = Run::ForGood { folder: folder.clone(), is_thorough, most: None };
            let own = match self.explore(&body, &files, &flags_of, &run_for_good, left, &mut found) {
                Ok(own) => own,
                Err(error) => {
                    let is_first = report.made.is_none();
                    if is_first && !is_theirs && error.is_of_the_text() && negotiation.take_back() {
                        continue;
                    }
                    report.has_failed(&error);
                    break;
                }
            };
            let is_taken = own_errors(&mut negotiation, &mut found.tests, &path) && !is_theirs;
            is_made |= found.tests.iter().any(|test| test.inputs.iter().any(|input| input.name == "calls"));
            let is_last = is_theirs || run >= RUNS || started.elapsed() >= for_trials;
            run += 1;
            let has_learned = negotiation.learn(&found.tests, own.extent(), is_last) || is_taken;
            if has_learned && !is_last {
                continue;
            }
            if !is_theirs && !has_fallen_back && negotiation.fall_back(own.extent()) {
                has_fallen_back = true;
                continue;
            }
            let is_cut = own.is_saturated;
            let mut next = report.clone();
            next.add(own, &found, &negotiation, (kept.clone(), frees));
            if covered(&next) > covered(&report) {
                if folder != kept {
                    replace(&folder, &kept)?;
                }
                report = next;
                harness_of_tests = fs::read_to_string(&path).ok();
            }
            // Longer sequences of calls may reach what is left.
            let is_all = report.made.as_ref().is_some_and(|made| made.is_all(&negotiation));
            let is_over = started.elapsed() + Duration::from_secs(1) > self.options.time;
            let is_short = report.made.as_ref().is_some_and(|made| made.is_short);
            let longer = lengths.next().filter(|_| is_short && !is_all && !is_over);
            let effort = efforts.next().filter(|_| !is_all && !is_over);
            let is_end = effort.is_none() && longer.is_none();
            let mut has_ways = false;
            let mut search = |is_last| {
                let place = Place::new(source, &files[1..], &compile, &aside, &self.options.interrupt);
                let ways = self.ways(&place, &negotiation.harness(), &mut report, is_last);
                negotiation.add_ways(ways)
            };
            while !is_all
                && !has_ways
                && let Some(is_last) = searches.next_if(|is_last| is_end || !is_last)
            {
                has_ways = search(is_last);
            }
            is_for_ways = has_ways;
            match (effort, longer) {
                (Some(effort), _) => negotiation.allow(*effort),
                (None, Some(length)) if negotiation.lengthen(*length) => {}
                _ if !(is_all || is_over || is_theirs || by_calls) && negotiation.spell_longer() => {}
                _ if !is_all && !is_over && !is_theirs && negotiation.lengthen_texts() => {}
                _ if has_ways => negotiation.allow(EFFORTS[0]),
                _ if is_cut && !is_all && !is_over && !is_thorough => is_thorough = true,
                _ => break,
            }
        }
        put_back(&path, harness_of_tests)?;
        if by_calls {
            let until = started + self.options.time;
            let task = Task { body: &body, files: &files, flags_of: &flags_of, kept: &kept, frees, until };
            self.combine(&task, &mut negotiation, &mut report)?;
        }
        report.objects.extend(notes(&report, source, &subject.name, &negotiation.harness(), is_made));
        remove(&[kept.with_extension("longer"), aside])?;
        report.seconds = started.elapsed().as_secs_f64();
        Ok(report)
    }

    /// Finds out what a function needs. Returns why there can be no tests of it, if that is so. The first
    /// file is the harness.
    fn trials(
        &self,
        body: &Body,
        files: &[PathBuf],
        flags_of: &BTreeMap<PathBuf, Vec<String>>,
        negotiation: &mut Negotiation,
        is_theirs: bool,
        until: Instant,
    ) -> Result<Option<Error>, Error> {
        for _ in 0..ROUNDS {
            if !is_theirs {
                write(negotiation, &files[0])?;
            }
            let mut found = Found::default();
            let left = until.saturating_duration_since(Instant::now());
            let own = match self.explore(body, files, flags_of, &Run::Trial, left, &mut found) {
                Ok(own) => own,
                Err(error) => {
                    // After what earlier trials have shown, a run for good is worth it.
                    if Instant::now() >= until || matches!(error, Error::Overdue) {
                        break;
                    }
                    // A condition cannot be written in C at this place.
                    if !is_theirs && error.is_of_the_text() && negotiation.take_back() {
                        continue;
                    }
                    return Ok(Some(error));
                }
            };
            let is_taken = own_errors(negotiation, &mut found.tests, &files[0]) && !is_theirs;
            // A run that was cut off says nothing about what it has not shown.
            if Instant::now() >= until {
                break;
            }
            let has_learned = negotiation.learn(&found.tests, own.extent(), is_theirs);
            if !has_learned && !is_taken {
                break;
            }
        }
        Ok(None)
    }

    /// Ways to build the objects of a function so that calls reach what no test has reached. If there can be
    /// none, the report says so.
    fn ways(
        &self,
        place: &Place<'_>,
        harness: &Harness,
        report: &mut FunctionReport,
        is_last: bool,
    ) -> Vec<Vec<String>> {
        let Some(made) = &report.made else { return Vec::new() };
        let Share { time, .. } = self.options.sequences;
        let (tries, until) = match is_last {
            true => (if time.is_zero() { 0 } else { u64::MAX }, Some(Instant::now() + time)),
            // A call is usually tried in no time; where solvers take long, the time of the function counts.
            false => {
                (self.options.sequences.tries(made.instructions), Some(Instant::now() + self.options.time))
            }
        };
        if tries == 0 {
            return Vec::new();
        }
        let missing: BTreeSet<Side> = made.missing.keys().copied().collect();
        let effort = Effort { calls: MOST_CALLS as usize, tries, until };
        // An error of clang is ignored here: the harness shows it, too, or does not need this code.
        let found = recipes(place, harness, &missing, effort).unwrap_or_default();
        for (side, why) in found.refused {
            let note = made.missing.get(&side).map(|what| format!("{what}: {why}"));
            report.objects.extend(note.filter(|note| !report.objects.contains(note)));
        }
        found.ways.into_iter().chain(repeated(harness)).collect()
    }

    /// Runs a harness.
    fn explore(
        &self,
        body: &Body,
        files: &[PathBuf],
        flags_of: &BTreeMap<PathBuf, Vec<String>>,
        run: &Run,
        left: Duration,
        found: &mut Found,
    ) -> Result<Own, Error> {
        let mut explore = self.options.explore.clone();
        explore.few_unfinished = true;
        let folder = match run {
            Run::Trial => {
                explore.budget = Budget {
                    paths: Some(TRIAL_PATHS),
                    instructions: Some(TRIAL_INSTRUCTIONS),
                    ..explore.budget
                };
                // Not in the run for good: the tests of a suite go on where these errors end a path.
                explore.exec.detect =
                    Detect { uninitialised: true, overlap: true, leaks: false, leaks_of_calls: true };
                None
            }
            Run::ForGood { folder, is_thorough, most } => {
                explore.budget.until_saturated = !is_thorough;
                explore.budget.instructions = explore.budget.instructions.into_iter().chain(*most).min();
                explore.base_choice = true;
                Some(folder.clone())
            }
        };
        // The smallest test that reaches a line comes from a path, not from a search.
        let is_search = self.options.searches && folder.is_some() && explore.target.is_none();
        let subject = body.source.subjects.iter().find(|subject| body.lines.contains(&subject.line));
        let harness = subject.and_then(|subject| Some((subject, subject.harness.as_ref().ok()?)));
        // Each way to make an object should be tried soon, even if its paths wait among many others.
        if body.makes_objects {
            explore.strategy = Strategy::alike([Part::Sites, Part::Beginnings]);
            explore.exec.few_sizes = true;
        }
        explore.exec.few_texts = true;
        explore.exec.split_characters = true;
        explore.readable.kills_mutants = true;
        let mut named = Arc::clone(&self.options.compile.named);
        if let Some((subject, harness)) = harness {
            let names = harness.parameters.iter().map(|parameter| parameter.name.as_str());
            named = Arc::new(named.with_inputs(&subject.name, names));
        }
        // With these, tests are the same wherever the folders of the program are.
        let maps = file_maps(files, &body.source.included);
        let with_maps = |flags: &Vec<String>| [&flags[..], &maps[..]].concat();
        let options = PipelineOptions {
            files: files.to_vec(),
            compile: frontend::Options {
                named,
                flags: with_maps(&self.options.compile.flags),
                flags_of: flags_of.iter().map(|(file, flags)| (file.clone(), with_maps(flags))).collect(),
                stand_ins: body.source.mocks.faults.stand_ins(),
                sources: body.source.config.base.source.clone(),
                ..self.options.compile.clone()
            },
            explore,
            prove: folder.is_some() && self.options.explore.exec.externals != Externals::Havoc,
            native: self.options.native.clone(),
            folder,
            export: Vec::new(),
            choose: None,
            readers: Readers::Chosen,
            engine: if is_search { Engine::Both } else { Engine::Symbolic },
            search: evolve::Options { most: EVALUATIONS, ..evolve::Options::default() },
            deadline: Deadline::new(Some(COMPILING), self.options.interrupt.clone()),
        };
        apart(options, body, found, left)
    }
}

/// Flags by which `__FILE__` is the name of a file without its folder, in the file under test, which the harness
/// includes, and in those that are linked with it. The first of `files` is the harness. Of two folders that fit,
/// compilers take the last one.
fn file_maps(files: &[PathBuf], included: &Path) -> Vec<String> {
    let folders: BTreeSet<PathBuf> =
        files.iter().filter_map(|file| file.parent()).map(Path::to_owned).collect();
    let included = files.first().and_then(|harness| {
        let folder = harness.parent()?;
        Some(folder.join(paths::relative(folder, included)).parent()?.to_owned())
    });
    // A file beside which symir is started has no folder.
    let folders = folders.into_iter().chain(included).filter(|folder| !folder.as_os_str().is_empty());
    folders.map(|folder| format!("-fmacro-prefix-map={}/=", folder.display())).collect()
}

/// Removes those of the folders that exist.
pub(super) fn remove(folders: &[PathBuf]) -> Result<(), Error> {
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        fs::remove_dir_all(folder).map_err(Error::io("remove", folder))?;
    }
    Ok(())
}

/// How much of a function its tests cover.
fn covered(report: &FunctionReport) -> Option<(usize, usize, usize)> {
    report.made.as_ref().map(|made| (made.branches_covered, made.truths, made.branches_out_of_reach))
}

/// Notes of the report about objects: why no test reached the call, and, unless all `are_made`, which objects
/// of the harness no sequence of calls has made.
fn notes(
    report: &FunctionReport,
    source: &Source,
    name: &str,
    harness: &Harness,
    are_made: bool,
) -> Vec<String> {
    let is_empty = report.made.as_ref().is_some_and(|made| made.found == 0 && made.ended_by.is_none());
    let mut notes: Vec<String> = Vec::new();
    let said = source.config.of(name).assume;
    if is_empty {
        notes.extend(excluded("no call is left", said, source));
    } else if report.made.as_ref().is_some_and(|made| made.is_assumed_away) {
        notes.extend(excluded("no call comes behind a mock", Vec::new(), source));
    }
    if !are_made {
        notes.extend(never_made(harness));
    }
    let assumed = || harness.assumptions.iter().map(|it| format!("{} ({})", it.condition, it.because));
    if is_empty && notes.is_empty() && !harness.assumptions.is_empty() {
        let assumed: Vec<String> = assumed().collect();
        notes.push(format!("no call is left: no input that symir makes fulfils {}", assumed.join("; ")));
    }
    notes
}

/// The purpose for which a harness is run.
enum Run {
    /// To find out what the function needs.
    Trial,
    /// To make tests, which go into a folder. A thorough run goes on to the end, any other one until coverage
    /// does not grow any more, or until so many instructions were executed.
    ForGood { folder: PathBuf, is_thorough: bool, most: Option<u64> },
}

/// Runs a pipeline within `limit` in a thread of its own. If the thread does not end in time, symir goes on
/// without it: the other functions are worth more than what it may still find.
fn apart(options: PipelineOptions, body: &Body, found: &mut Found, limit: Duration) -> Result<Own, Error> {
    let (tell, told) = mpsc::channel();
    let (file, lines) = (body.source.path.clone(), body.lines.clone());
    let work = move || {
        let begun = Instant::now();
        let explore = |found: &mut Found| {
            let pipeline = Pipeline::new(options.clone())?;
            let compiled = pipeline.compile()?;
            // However long a loaded machine takes to compile, some time is left to explore.
            let limit = limit.saturating_sub(begun.elapsed()).max(LEAST);
            // The receiver may be gone.
            let _ = tell.send(Event::Begun(Worker::this_thread(), limit));
            let deadline = Deadline::new(Some(limit), options.deadline.interrupt().clone());
            Pipeline::new(PipelineOptions { deadline, ..options.clone() })?.explore(&compiled, found)
        };
        let ended = caught(|| {
            let mut found = Found::default();
            let own = explore(&mut found).map(|results| Own::of(&results.outcomes, &file, lines));
            (own, found)
        });
        let _ = tell.send(Event::Ended(Box::new(ended)));
    };
    let started = thread::Builder::new().stack_size(crew::STACK).spawn(work);
    started.map_err(|error| Error::NoThread(in_words(&error)))?;
    let mut overdue = None;
    loop {
        match told.recv_timeout(PAUSE) {
            Ok(Event::Begun(worker, limit)) => overdue = Some(Overdue::new(limit, worker)),
            Ok(Event::Ended(ended)) => {
                let (own, all) = ended.map_err(Error::Failed)?;
                *found = all;
                return Ok(own?);
            }
            Err(RecvTimeoutError::Timeout) => {
                if overdue.as_mut().is_some_and(Overdue::is_reached) {
                    return Err(Error::Overdue);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Error::Failed("its thread is gone".to_owned()));
            }
        }
    }
}

/// The result of a pipeline, and the tests that it has found until it ended.
type Explored = (Result<Own, pipeline::Error>, Found);

/// A message of a thread that runs a pipeline.
enum Event {
    /// The thread that works, and how much time it has from now.
    Begun(Worker, Duration),
    /// The result, or the message of a panic if symir itself is at fault.
    Ended(Box<Result<Explored, String>>),
}

/// Where the code of a function stands.
struct Body<'a> {
    source: &'a Source,
    lines: RangeInclusive<u32>,
    /// Whether the harness makes objects by calls.
    makes_objects: bool,
}

impl FunctionReport {
    /// The report of a function about which nothing is known yet.
    pub(super) fn of(source: &Source, subject: &Subject) -> Self {
        Self {
            name: subject.name.clone(),
            file: source.path.clone(),
            line: subject.line,
            last: subject.last,
            is_static: subject.is_static,
            ..Self::default()
        }
    }
}

/// Leaves out the errors of the harness itself, which lies at `path`, and those of calls that make and
/// destroy objects, since these are reported for the functions that are called. Returns whether an error
/// shows that the function under test takes an object over, or leaves it so that it cannot be destroyed, so
/// that its caller must not destroy the object.
fn own_errors(negotiation: &mut Negotiation, tests: &mut Vec<TestCase>, path: &Path) -> bool {
    let function = negotiation.harness().function;
    let mut is_taken = false;
    let harness = format!("/{HARNESSES}/{function}.c");
    tests.retain(|test| {
        let Outcome::Bug(bug) = &test.outcome else { return true };
        let site = bug.stack.iter().find(|site| !site.file.is_empty());
        // A leak is noticed at the end of the harness.
        bug.kind == BugKind::MemoryLeak
            || !site.is_some_and(|site| site.function == "main" && site.file.ends_with(&harness))
    });
    if !negotiation.makes_objects() {
        return false;
    }
    let text = fs::read_to_string(path).unwrap_or_default();
    let is_passing = |test: &&TestCase| {
        let has_returned = test.calls.last().is_some_and(|call| call.result.is_some());
        has_returned && matches!(test.outcome, Outcome::Returned(_) | Outcome::Exited(_))
    };
    let passed: Vec<Covers> = tests.iter().filter(is_passing).map(|test| test.covers.clone()).collect();
    let is_alone = |test: &TestCase| !passed.iter().any(|passed| test.covers.is_within(passed));
    tests.retain(|test| {
        let Outcome::Bug(bug) = &test.outcome else { return true };
        let is_of_freed = matches!(bug.kind, BugKind::UseAfterFree | BugKind::DoubleFree);
        let is_refused = bug.kind == BugKind::AssertionFailed;
        let has_returned = test.calls.last().is_some_and(|call| call.result.is_some());
        let site = bug.stack.last().filter(|site| site.function == "main" && site.file.ends_with(&harness));
        let line = site.and_then(|site| text.lines().nth(site.line.checked_sub(1)? as usize));
        let destroyed = line.and_then(|line| line.trim().split_once('(')?.1.strip_suffix(");"));
        let is_over = has_returned
            && destroyed.is_some_and(|name| {
                is_of_freed && negotiation.take_over(name)
                    || is_refused && is_alone(test) && negotiation.leave(name)
            });
        is_taken |= is_over;
        !is_over
    });
    tests.retain(|test| match &test.outcome {
        // If an assertion fails only when an object is destroyed, the harness is at fault and not the
        // function.
        Outcome::Bug(bug) if bug.kind == BugKind::AssertionFailed => {
            !test.calls.is_empty() && bug.stack.iter().any(|site| site.function == function)
        }
        Outcome::Bug(_) => !test.calls.is_empty(),
        _ => true,
    });
    is_taken
}

/// The note about objects that no run has made.
fn never_made(harness: &Harness) -> Option<String> {
    let class =
        harness.classes.last().filter(|class| !class.makers.is_empty() && !class.modifiers.is_empty())?;
    let makers: Vec<String> = class.makers.iter().map(|maker| format!("`{}`", maker.function)).collect();
    Some(format!(
        "{} gave no `{}` in the runs, so that nothing was tested with one",
        makers.join(", "),
        class.name
    ))
}

/// Puts a folder in the place of another one.
fn replace(folder: &Path, place: &Path) -> Result<(), Error> {
    fs::remove_dir_all(place).map_err(Error::io("remove", place))?;
    fs::rename(folder, place).map_err(Error::io("rename", folder))
}

/// Makes the folder that a file or a folder is to be in.
fn make_above(place: &Path) -> Result<(), Error> {
    let above = place.parent().unwrap_or(place);
    fs::create_dir_all(above).map_err(Error::io("create", above))
}

/// Writes the harness that the tests were found with, if a later one has found no better ones: a suite runs it
/// with what these tests give to it.
fn put_back(path: &Path, harness: Option<String>) -> Result<(), Error> {
    match harness {
        Some(text) if fs::read_to_string(path).ok().as_ref() != Some(&text) => {
            fs::write(path, text).map_err(Error::io("write", path))
        }
        _ => Ok(()),
    }
}

/// Writes the harness with all that is known, unless the file already has this text.
fn write(negotiation: &Negotiation, path: &Path) -> Result<(), Error> {
    let harness = negotiation.harness();
    let stubs = harness.stubs();
    let mut files = vec![(path.to_owned(), harness.text())];
    files.extend(
        (!stubs.is_empty()).then(|| (path.with_file_name(harness::stub_file(&harness.function)), stubs)),
    );
    if harness.has_library_stubs() {
        files.push((path.with_file_name(harness::LIBRARY_STUBS), harness::LIBRARY_STUBS_TEXT.to_owned()));
    }
    for (path, text) in files {
        if fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            fs::write(&path, text).map_err(Error::io("write", &path))?;
        }
    }
    Ok(())
}

/// Words for what is missing because of what is `said` about a function and about the mocks that it may call, if
/// anything is.
fn excluded(missing: &str, mut said: Vec<String>, source: &Source) -> Option<String> {
    for mock in &source.mocks.names {
        let results = source.config.of(mock).result;
        said.extend(results.iter().map(|condition| format!("{condition} (of `{mock}`)")));
    }
    let leave_out = said.join("; ");
    let words = || {
        let file = super::CONFIG;
        format!("{missing}: what {file} assumes contradicts itself; leave out one of: {leave_out}")
    };
    (!said.is_empty()).then(words)
}
