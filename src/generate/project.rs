//! Works on many functions of many files: says which files are read, which functions are run, which results
//! of earlier runs are used again, and what is written.

use super::adapted::adapted;
use super::advice;
use super::changed;
use super::code::{self, Code, Whole};
use super::config::{Objects, similar};
use super::consistent;
use super::crew::{self, Event};
use super::filled::{counters, is_of_counters, may_fill};
use super::harness::{self, Assumption, Harness, OTHER_MAIN, Reads};
use super::kept::{self, FileRecord, Record};
use super::needs;
use super::suite;
use super::synth::{self, Api, Class, Place};
use super::units::{self, Unit, Units};
use super::{
    Error, FileReport, FunctionConfig, FunctionReport, Generator, HARNESSES, KEPT, Progress, Report, Source,
    Subject, Watcher, code_beside, needed,
};
use crate::emit::facts::Facts;
use crate::frontend;
use crate::pipeline::mocks;
use crate::util::{Scratch, bounded};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A function, and what is known of it before it is run.
struct Task<'a> {
    source: &'a Source,
    subject: Subject,
    /// The same function with objects whose members are inputs. Its errors are compared with those of objects
    /// made by calls, or its tests cover what no calls reach.
    direct: Option<Subject>,
    /// The same function with objects that calls make. Its tests replace those on objects that are filled in,
    /// if no condition says which members fit together.
    calls: Option<Subject>,
    /// Whether `direct` is there to compare errors.
    is_compared: bool,
    generator: Generator,
    whole: Whole,
    key: String,
    /// The same if calls were tried in the place of objects that are filled in.
    key_of_calls: String,
    /// The file of its record.
    record: PathBuf,
    /// Whether a suite is asked for.
    is_asked: bool,
}

impl Generator {
    /// Reads the files, and makes harnesses, tests and suites for their functions. If a file cannot be read,
    /// its report says so, and the other files are not affected.
    ///
    /// # Errors
    /// If no file has a function that is asked for, if the settings for compiling cannot be read, or if
    /// nothing can be written.
    pub fn run(mut self, watcher: &mut dyn Watcher) -> Result<Report, Error> {
        let mut units = Units::new(&self.options)?;
        units.notes.drain(..).for_each(|note| watcher.noted(&note));
        let files: Vec<&Path> = units.asked.iter().map(|unit| unit.path.as_path()).collect();
        let names = units::names(&self.options.folder, &files);
        self.names = Arc::new(names);
        let (mut sources, mut troubles) = self.sources(&mut units, watcher)?;
        if !sources.iter().any(|source| source.is_asked) {
            // There is nothing else to report.
            return Ok(Report { files: troubles, ..Report::default() });
        }
        self.check_names(&sources, watcher)?;
        if let Some(line) = self.options.line {
            self.choose_line(line, &sources)?;
        }
        self.mocks(&mut sources, watcher)?;
        for source in &mut sources {
            source.subjects.iter_mut().for_each(|subject| subject.hand_to(&source.mocks.names));
        }
        self.objects(&mut sources);
        find_callers(&mut sources);
        let mut reports = self.functions(&sources, watcher)?;
        // Callers of a function can be looked at only when all functions were run.
        let mut functions: Vec<&mut FunctionReport> =
            reports.iter_mut().flat_map(|(functions, _)| functions).collect();
        let subjects = sources.iter().flat_map(|source| &source.subjects);
        let calls = subjects.map(|subject| (subject.name.clone(), subject.facts.guards.calls.clone()));
        needs::across(&mut functions, &calls.collect());
        let mut report = Report::default();
        for (source, (functions, key)) in sources.iter().filter(|source| source.is_asked).zip(reports) {
            let mut file = FileReport { file: source.path.clone(), functions, ..FileReport::default() };
            report.has_written |= self.suites(source, &mut file, key, &sources)?;
            report.files.push(file);
        }
        report.files.append(&mut troubles);
        if self.options.line.is_none() {
            report.others = self.others(&report);
            report.has_written |= report.write(&self.options.folder)?;
        }
        Ok(report)
    }

    /// Reads the files that are asked for, and those other files that define what is missing.
    fn sources(
        &self,
        units: &mut Units,
        watcher: &mut dyn Watcher,
    ) -> Result<(Vec<Source>, Vec<FileReport>), Error> {
        let mut troubles = Vec::new();
        let mut asked = units.asked.clone();
        for unit in asked.iter_mut().filter(|unit| unit.is_header()) {
            unit.through(&self.options.folder.join(KEPT).join(self.name(&unit.path)), None)?;
        }
        let mut sources = self.read(&asked, watcher, &mut troubles);
        for source in sources.iter_mut().filter(|source| source.path != source.unit) {
            let functions: Vec<String> = source.subjects.iter().map(|subject| subject.name.clone()).collect();
            let unit = asked.iter_mut().find(|unit| unit.path == source.path);
            if let Some(unit) = unit {
                let folder = self.options.folder.join(KEPT).join(self.name(&unit.path));
                unit.through(&folder, Some(&functions))?;
                source.unit = unit.read.clone();
            }
        }
        let mut others = std::mem::take(&mut units.others);
        let texts = |path: &Path| bounded::read_to_string(path).unwrap_or_default();
        let mut others: Vec<(PathBuf, String)> =
            others.drain(..).map(|path| (path.clone(), texts(&path))).collect();
        let (mut sought, mut unread) = (BTreeSet::new(), Vec::new());
        loop {
            let defined =
                |name: &str| sources.iter().any(|source| source.code.defines(name) && !source.has_main);
            let missing: BTreeSet<String> = sources
                .iter()
                .flat_map(|source| source.code.undefined())
                .filter(|name| !defined(name) && !sought.contains(*name))
                .map(str::to_owned)
                .collect();
            // Objects that functions of these files take may be made by others.
            let wanted: BTreeSet<&str> = sources
                .iter()
                .filter(|source| source.is_asked)
                .flat_map(|source| source.subjects.iter().flat_map(|subject| &subject.points_to))
                .map(|it| it.class.as_str())
                .filter(|name| !sources.iter().any(|source| source.api.makes(name)))
                .collect();
            let (near, far): (Vec<_>, Vec<_>) = others.into_iter().partition(|(_, text)| {
                missing.iter().any(|name| text.contains(name.as_str()))
                    || wanted.iter().any(|name| synth::may_make(text, name))
            });
            others = far;
            sought.extend(missing);
            if near.is_empty() {
                break;
            }
            let near: Vec<Unit> = near
                .iter()
                .map(|(path, _)| units.unit(path, false, &self.options))
                .collect::<Result<_, _>>()?;
            // A file that nobody asked for may be unreadable, unless it may define what is missing.
            sources.extend(self.read(&near, watcher, &mut unread));
        }
        note_unread(&unread, &sources, watcher);
        self.define_inlines(&mut sources, &asked, units)?;
        Ok((sources, troubles))
    }

    /// Gives definitions to functions that are `inline` in headers and are defined by no file.
    fn define_inlines(&self, sources: &mut [Source], asked: &[Unit], units: &mut Units) -> Result<(), Error> {
        let is_defined = |name: &str| sources.iter().any(|it| !it.has_main && it.code.defines(name));
        let open = |source: &Source| -> Vec<String> {
            let names = source.code.undefined().filter(|name| !is_defined(name));
            names.map(str::to_owned).collect()
        };
        let open: Vec<Vec<String>> = sources.iter().map(open).collect();
        let defined: BTreeSet<String> = sources
            .iter()
            .filter(|source| !source.has_main)
            .flat_map(|source| source.code.defined())
            .map(str::to_owned)
            .collect();
        for (source, names) in sources.iter_mut().zip(open) {
            let with_body = |names: &[String]| match names.is_empty() {
                true => Ok(Vec::new()),
                false => frontend::with_body(&source.unit, &source.compile, names),
            };
            let mut functions = with_body(&names)?;
            if functions.is_empty() {
                continue;
            }
            let asked = asked.iter().find(|unit| unit.path == source.path).cloned();
            let before = asked.map_or_else(|| units.unit(&source.path, false, &self.options), Ok)?;
            let stem = source.path.file_stem().unwrap_or_default().to_string_lossy();
            let folder = match source.is_asked {
                true => self.place(&source.path).join(HARNESSES),
                false => self.options.folder.join(KEPT).join(self.name(&source.path)),
            };
            let to = folder.join(format!("{stem}_inline.c"));
            // These functions may call further ones.
            let read = loop {
                let mut unit = before.clone();
                unit.defining(&to, &functions)?;
                let read = Source::read(&unit)?;
                let is_new = |name: &String| !defined.contains(name) && !functions.contains(name);
                let further: Vec<String> = read.code.undefined().map(str::to_owned).filter(is_new).collect();
                let further = with_body(&further)?;
                if further.is_empty() {
                    break read;
                }
                functions.extend(further);
                functions.sort_unstable();
            };
            *source = read;
            source.included = to;
        }
        Ok(())
    }

    /// Finds out which objects can be made by calls of functions in one file or in several files.
    fn objects(&self, sources: &mut [Source]) {
        let mut apis: Vec<_> =
            sources.iter().map(|source| (source.path.clone(), source.api.clone())).collect();
        if sources.iter().any(|source| !source.mocks.names.is_empty()) {
            apis.iter_mut().for_each(|(_, api)| api.allow_opaque());
        }
        let touched = Api::touched(apis.iter().map(|(_, api)| api));
        for source in sources.iter_mut().filter(|source| source.is_asked) {
            let said = self.options.wins.clone().or(&source.config.of(""));
            // The file's own functions first.
            let own = apis.iter().filter(|(path, _)| *path == source.path);
            let others = apis.iter().filter(|(path, _)| *path != source.path);
            let is_allowed = |class: &Class, member: &synth::Member| {
                said.allows(&member.function)
                    && !source.has_another(class)
                    && (source.code.has(&member.function) || source.knows_types_of(&member.declared))
            };
            let api = Api::joined(own.chain(others).map(|(_, api)| api), Arc::clone(&touched), is_allowed);
            source.subjects.iter_mut().for_each(|subject| subject.learn(&api));
        }
    }

    /// Reads several files at the same time. The sources are in the order of the units.
    fn read(&self, units: &[Unit], watcher: &mut dyn Watcher, troubles: &mut Vec<FileReport>) -> Vec<Source> {
        let mut read: Vec<Option<Result<Result<Source, Error>, String>>> =
            units.iter().map(|_| None).collect();
        crew::each(self.options.jobs, units, &self.options.interrupt, Source::read, |event| {
            if let Event::Done(at, result) = event {
                read[at] = Some(result);
            }
        });
        let mut sources = Vec::new();
        for (unit, result) in units.iter().zip(read) {
            let is_fault = matches!(result, Some(Err(_)));
            let trouble = match result {
                Some(Ok(Ok(source))) => {
                    if source.is_asked {
                        watcher.read(&source);
                    }
                    sources.push(source);
                    continue;
                }
                Some(Ok(Err(error))) => error.to_string(),
                None if self.options.interrupt.is_raised() => {
                    "it was not read: symir was interrupted".to_owned()
                }
                Some(Err(why)) => format!("symir itself has failed when it read it: {why}"),
                None => "it was not read".to_owned(),
            };
            troubles.push(FileReport {
                file: unit.path.clone(),
                trouble: Some(trouble),
                is_fault,
                ..FileReport::default()
            });
        }
        sources
    }

    /// Checks that the names which somebody gave are those of functions.
    fn check_names(&self, sources: &[Source], watcher: &mut dyn Watcher) -> Result<(), Error> {
        let asked = || sources.iter().filter(|source| source.is_asked);
        let known: BTreeSet<&str> =
            asked().flat_map(|source| &source.subjects).map(|subject| subject.name.as_str()).collect();
        let unknown = self.options.functions.iter().find(|name| !known.contains(name.as_str()));
        if let Some(name) = unknown.filter(|_| asked().next().is_some()) {
            const MOST: usize = 20;
            let mend = match similar(name, known.iter().copied()) {
                Some(meant) => format!("; did you mean `{meant}`?"),
                None if known.is_empty() => String::new(),
                None => {
                    let more = if known.len() > MOST { ", …" } else { "" };
                    format!(
                        "; there are {}{more}",
                        Vec::from_iter(known.iter().copied().take(MOST)).join(", ")
                    )
                }
            };
            let files = match asked().count() {
                1 => format!(
                    "{}: it has",
                    asked().map(|source| source.path.display().to_string()).collect::<String>()
                ),
                n => format!("the {n} files have"),
            };
            return Err(Error::NoFunction { files, name: name.clone(), mend });
        }
        if self.options.functions.is_empty() {
            // Settings for a function that is only called are those of its mock.
            let called = sources.iter().flat_map(|source| source.code.names());
            let known: Vec<&str> = called.chain(known).collect::<BTreeSet<_>>().into_iter().collect();
            let mut told = BTreeSet::new();
            for (place, pattern) in asked().flat_map(|source| source.config.without_function(&known)) {
                if told.insert(place.clone()) {
                    let mend = similar(pattern, known.iter().copied())
                        .map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
                    watcher.noted(&format!("{place}: no function is called `{pattern}`{mend}"));
                }
            }
        }
        Ok(())
    }

    /// If no function is named, takes the one that has the line. Its results go into a folder of their own.
    fn choose_line(&mut self, line: u32, sources: &[Source]) -> Result<(), Error> {
        let mut asked = sources.iter().filter(|source| source.is_asked);
        let wrong = |why: &str| Error::Line { line, why: why.to_owned() };
        let source = asked.next().ok_or_else(|| wrong("no file could be read"))?;
        if asked.next().is_some() {
            return Err(wrong("name one file only, since a line is one of a file"));
        }
        if self.options.functions.is_empty() {
            let above = source.subjects.iter().rfind(|subject| subject.line <= line);
            let subject = above.ok_or_else(|| wrong("no function begins at or above it"))?;
            self.options.functions.push(subject.name.clone());
        }
        let name = self.name(&source.path).join(format!("line_{line}")).display().to_string();
        self.names = Arc::new([(source.path.clone(), name)].into());
        Ok(())
    }

    /// The reports on the functions of each file that is asked for, with a checksum of what its suites are
    /// made of.
    fn functions(
        &self,
        sources: &[Source],
        watcher: &mut dyn Watcher,
    ) -> Result<Vec<(Vec<FunctionReport>, String)>, Error> {
        let touched = self.options.changed.as_ref().map(|revision| changed::since(revision, sources));
        let touched = touched.transpose()?;
        let mut tasks = self.tasks(sources)?;
        if let Some(touched) = &touched {
            tasks.iter_mut().for_each(|task| {
                task.is_asked &= touched.contains(&(task.source.path.clone(), task.name().to_owned()));
            });
        }
        let mut reports: Vec<Option<FunctionReport>> = tasks.iter().map(Task::known).collect();
        let is_open = |at: &usize| tasks[*at].is_asked || self.would_lose(&tasks, *at);
        let open: Vec<usize> = (0..tasks.len()).filter(|at| reports[*at].is_none()).filter(is_open).collect();
        let work = |at: &usize| tasks[*at].run(sources);
        let started = Instant::now();
        let (mut done, mut running, mut shown) = (0, Vec::new(), 0);
        let mut failed = None;
        crew::each(self.options.jobs, &open, &self.options.interrupt, work, |event| {
            match event {
                Event::Begun(at) => running.push(tasks[open[at]].subject.name.clone()),
                Event::Done(at, result) => {
                    let task = &tasks[open[at]];
                    done += 1;
                    running.retain(|name| *name != task.subject.name);
                    reports[open[at]] = Some(match result {
                        Ok(Ok(report)) => report,
                        Ok(Err(error)) => {
                            let report = task.left_out(error.to_string());
                            failed.get_or_insert(error);
                            report
                        }
                        Err(why) => {
                            let mut report = FunctionReport::of(task.source, &task.subject);
                            report.has_failed(&Error::Failed(why));
                            report
                        }
                    });
                }
                Event::Beat => {}
            }
            let left =
                (done > 0).then(|| started.elapsed().mul_f64((open.len() - done) as f64 / done as f64));
            watcher.progress(&Progress { done, of: open.len(), running: &running, left });
            while shown < tasks.len() && (reports[shown].is_some() || !tasks[shown].is_asked) {
                if let Some(report) = reports[shown].as_ref().filter(|_| tasks[shown].is_asked) {
                    watcher.ends(report);
                }
                shown += 1;
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let mut files: Vec<(Vec<FunctionReport>, String)> = Vec::new();
        for source in sources.iter().filter(|source| source.is_asked) {
            let (mut functions, mut key) =
                (Vec::new(), format!("{:?}{:?}", self.options.frameworks, source.compile.flags));
            for (at, task) in tasks.iter().enumerate().filter(|(_, task)| task.source.path == source.path) {
                let is_shown = at < shown;
                let report = reports[at].take().or_else(|| {
                    task.is_asked.then(|| task.left_out("it was not begun: symir was interrupted".to_owned()))
                });
                let Some(mut report) = report else { continue };
                report.is_asked = task.is_asked;
                if task.is_asked && !is_shown {
                    watcher.ends(&report);
                }
                key += &format!("\n{} {} {}", report.name, task.key_of(&report), report.made.is_some());
                functions.push(report);
            }
            files.push((functions, code::sum(&key)));
        }
        Ok(files)
    }

    /// Whether a suite that exists would lose the tests of an unchanged function. That is so in a fresh
    /// clone, if the suite was committed, but not the records that symir keeps beside it.
    fn would_lose(&self, tasks: &[Task<'_>], at: usize) -> bool {
        let path = &tasks[at].source.path;
        let is_rewritten = || tasks.iter().any(|task| task.is_asked && task.source.path == *path);
        let name = self.name(path).display().to_string();
        let is_there = || {
            let mut suites = self.options.frameworks.iter().map(|it| it.file_of(&name));
            suites.any(|suite| self.options.folder.join(suite).is_file())
        };
        let is_known = || units::record(&self.options.folder, &name).is_file();
        self.options.changed.is_some() && is_rewritten() && is_there() && !is_known()
    }

    /// All functions of the files that are asked for.
    fn tasks<'a>(&self, sources: &'a [Source]) -> Result<Vec<Task<'a>>, Error> {
        let mut tasks = Vec::new();
        for source in sources.iter().filter(|source| source.is_asked) {
            for subject in &source.subjects {
                let said = self.options.wins.clone().or(&source.config.of(&subject.name));
                let names = &self.options.functions;
                let is_named = names.contains(&subject.name);
                let direct = FunctionConfig { objects: Some(Objects::Direct), ..said.clone() };
                let direct = adapted(source, subject, &direct, is_named);
                let all = FunctionConfig { objects: Some(Objects::Calls), ..said.clone() };
                let calls = Some(adapted(source, subject, &all, is_named)).filter(|_| said.objects.is_none());
                let mut subject = adapted(source, subject, &said, is_named);
                let mut calls = calls.filter(|calls| consistent::may_make(&subject, calls));
                let by_calls = subject.harness.as_ref().is_ok_and(|harness| !harness.classes.is_empty());
                let is_compared = said.objects == Some(Objects::Both);
                let may_fill = || said.objects.is_none() && may_fill(source, &subject);
                let direct = Some(direct).filter(|_| by_calls && (is_compared || may_fill()));
                let elsewhere = subject.harness.iter().flat_map(|harness| &harness.elsewhere);
                let elsewhere: Vec<&str> = elsewhere.map(String::as_str).collect();
                let others = needed(source, sources, &elsewhere);
                let others: Vec<&Code> = others.into_iter().map(|source| &source.code).collect();
                if source.mocks.names.contains(&subject.name) {
                    subject.harness =
                        Err("it is mocked: others are tested with what stands for it".to_owned());
                }
                let generator = self.special(source, &said);
                let own = if subject.name == "main" { OTHER_MAIN } else { &subject.name };
                let classes = subject.harness.iter().flat_map(|harness| &harness.classes);
                let members = classes
                    .flat_map(|class| class.makers.iter().chain(&class.modifiers).chain(&class.destroyers));
                let called: Vec<&str> =
                    std::iter::once(own).chain(members.map(|it| it.function.as_str())).collect();
                let reached = code::reached(&source.code, &others, own, &source.mocks.names);
                let mut whole = code::whole(&source.code, &others, &called);
                let mut variables = source.variables.among(own, &reached, &others);
                let of_calls =
                    |it: &&str| code::reached(&source.code, &others, it, &source.mocks.names).into_iter();
                variables.extend(source.variables.registers_of(&called.iter().flat_map(of_calls).collect()));
                let reads_errno = source.variables.reads_errno(own);
                let mut direct = direct;
                let counts = counters(&subject);
                let filled = direct.as_mut().map(|direct| &mut direct.harness);
                let is_filled = said.objects == Some(Objects::Direct);
                let made = calls.as_mut().map(|calls| (&mut calls.harness, false));
                let others = made.into_iter().chain(filled.map(|it| (it, true)));
                for (harness, is_filled) in std::iter::once((&mut subject.harness, is_filled)).chain(others) {
                    let Ok(harness) = harness else { continue };
                    let mut variables = variables.clone();
                    if is_filled {
                        variables.extend(counts.clone());
                    }
                    harness.take_variables(variables, reads_errno);
                }
                if let Ok(harness) = &mut subject.harness
                    && subject.name == "main"
                {
                    harness.reads = Reads::of(&whole.library);
                }
                let harness = match &subject.harness {
                    // A function may move to another line without being run again.
                    Ok(harness) => Harness { place: String::new(), ..harness.clone() }.text(),
                    Err(why) => why.clone(),
                };
                let stubs: String =
                    said.stubs.iter().filter_map(|path| bounded::read_to_string(path).ok()).collect();
                let is_made = |name: &String| stubs.contains(name) || source.variables.makes(name);
                whole.undefined.retain(|name| !is_made(name));
                let fills = if direct.is_some() && !is_compared { "fills" } else { "" };
                let called = if subject.facts.has_callers { "called" } else { "" };
                let words = generator.words(source, &said) + fills + called;
                let key = kept::key(&whole, &harness, &words);
                let made = calls.as_ref().map(|calls| consistent::words(source, sources, calls));
                let key_of_calls = kept::key(&whole, &harness, &(words + &made.unwrap_or_default()));
                let mut record = self.kept(&source.path, &subject.name).into_os_string();
                record.push(".json");
                tasks.push(Task {
                    source,
                    subject,
                    direct,
                    calls,
                    is_compared,
                    generator,
                    whole,
                    key,
                    key_of_calls,
                    record: record.into(),
                    is_asked: names.is_empty() || is_named,
                });
            }
        }
        Ok(tasks)
    }

    /// The options that tests depend on, as a text.
    fn words(&self, source: &Source, said: &FunctionConfig) -> String {
        let super::Options { compile, explore, time, native, searches, sequences, .. } = &self.options;
        let stubs: Vec<String> = said
            .stubs
            .iter()
            .chain(&source.mocks.files)
            .map(|path| code::sum(&bounded::read_to_string(path).unwrap_or_default()))
            .collect();
        format!(
            "{} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {time:?} {:?} {stubs:?} {:?} {:?} {sequences:?} {searches} {}",
            source.path.display(),
            compile.level,
            compile.flags,
            explore.limits,
            explore.budget.paths,
            explore.exec.externals,
            explore.exec.concretize,
            explore.exec.unknown,
            explore.seed,
            explore.target,
            native.limit,
            said.bounds,
            source.mocks.faults,
            code::sum(&format!("{:?}", source.compile.named)),
        )
    }

    /// Writes the suites of a file, unless they are there. Returns whether anything was written.
    fn suites(
        &self,
        source: &Source,
        file: &mut FileReport,
        key: String,
        sources: &[Source],
    ) -> Result<bool, Error> {
        let path = units::record(&self.options.folder, &self.name(&source.path).to_string_lossy());
        // A function whose harness somebody has changed was run again, and its code is still the same.
        let is_anew = file.functions.iter().any(|function| function.made.is_some() && !function.is_kept);
        let old = FileRecord::read(&path).filter(|record| record.key == key && !is_anew);
        let is_there = |record: &FileRecord| {
            let folder = record.report.folder.as_ref();
            let has_makefile =
                record.report.build.as_ref().is_some_and(|build| build.join("Makefile").is_file());
            let suites = &record.report.suites;
            suites.is_empty()
                || has_makefile
                    && suites
                        .iter()
                        .all(|suite| folder.is_some_and(|folder| folder.join(&suite.file).exists()))
        };
        let mut has_written = false;
        match old.filter(is_there) {
            Some(old) => {
                file.suites = old.report.suites;
                file.folder = old.report.folder;
                file.build = old.report.build;
            }
            None => {
                self.special(source, &FunctionConfig::default()).suite(source, file, sources)?;
                file.take_exported();
                has_written = file.folder.is_some();
            }
        }
        let record = FileRecord { key, report: file.clone() };
        Ok(has_written | record.write(&path)?)
    }

    /// The reports of files that earlier runs have worked on and this one has not.
    fn others(&self, report: &Report) -> Vec<FileReport> {
        let Ok(entries) = fs::read_dir(self.options.folder.join(KEPT)) else { return Vec::new() };
        let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        names.sort();
        let records = names.iter().filter_map(|name| {
            FileRecord::read(&units::record(&self.options.folder, &name.to_string_lossy()))
        });
        let is_other = |file: &FileReport| {
            file.file.is_file() && !report.files.iter().any(|known| known.file == file.file)
        };
        records.map(|record| record.report).filter(is_other).collect()
    }
}

/// Notes which functions are called by others.
fn find_callers(sources: &mut [Source]) {
    let subjects = || sources.iter().flat_map(|source| &source.subjects);
    let calls = |subject: &Subject| {
        let callees = subject.facts.guards.calls.iter().filter(|callee| **callee != subject.name);
        callees.cloned().collect::<Vec<String>>()
    };
    let called: BTreeSet<String> = subjects().flat_map(calls).collect();
    for subject in sources.iter_mut().flat_map(|source| &mut source.subjects) {
        subject.facts.has_callers = called.contains(&subject.name);
    }
}

impl Task<'_> {
    /// The name of the function in the code that was read.
    fn name(&self) -> &str {
        if self.subject.name == "main" { OTHER_MAIN } else { &self.subject.name }
    }

    /// What identifies all that the tests of a report depend on.
    fn key_of(&self, report: &FunctionReport) -> &str {
        if report.has_tried_calls { &self.key_of_calls } else { &self.key }
    }

    /// The report of an earlier run, if this run would find the same.
    fn known(&self) -> Option<FunctionReport> {
        let read = |key: &str| Record::read(&self.record, key, &self.whole);
        let mut report = read(&self.key).or_else(|| read(&self.key_of_calls))?;
        report.is_kept = true;
        report.last = self.subject.last;
        let from = std::mem::replace(&mut report.line, self.subject.line);
        if from != report.line {
            self.follow(&report, from);
        }
        Some(report)
    }

    /// Writes the new place of the function into its harness. If that fails, the next run works on the
    /// function again.
    fn follow(&self, report: &FunctionReport, from: u32) {
        let file =
            report.file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let Ok(text) = fs::read_to_string(&report.harness) else { return };
        let (from, to) = (format!("{file}:{from}"), format!("{file}:{}", report.line));
        let text = harness::moved(&text, &report.name, &from, &to);
        let written = kept::write_if_new(&report.harness, &text)
            .and_then(|_| Record::new(self.key_of(report), &self.whole, report).write(&self.record));
        if written.is_err() {
            let _ = kept::forget(&self.record);
        }
    }

    fn run(&self, sources: &[Source]) -> Result<FunctionReport, Error> {
        kept::forget(&self.record)?;
        let mut report = self.generator.function(self.source, &self.subject, sources)?;
        let may_make = |calls: &&Subject| !report.is_by_hand && !consistent::vague(&report, calls).is_empty();
        if let Some(calls) = self.calls.as_ref().filter(may_make) {
            report = self.generator.make_instead(report, self.source, calls, sources)?;
            report.has_tried_calls = true;
        }
        let direct = self.direct.clone().filter(|direct| direct.harness.is_ok());
        if let Some(mut direct) = direct.filter(|_| self.is_compared || self.wants_more(&report)) {
            let held = self.assume_invariants(&mut direct, sources);
            let other = self.generator.aside("direct").function(self.source, &direct, sources)?;
            report.is_fault |= other.is_fault;
            if self.is_compared {
                report.objects.extend(held);
                report.compare(&other, synth::MOST_CALLS);
            } else {
                report.fill(&other, synth::MOST_CALLS, self.is_of_counters());
                if let (Some(filled), Some(made)) = (&report.filled, &mut report.made) {
                    made.tests += suite::filled_in(filled, &mut Facts::default())?.len();
                }
            }
        }
        let mocks = &self.source.mocks.names;
        report.undefined =
            self.whole.undefined.iter().filter(|name| !mocks.contains(*name)).cloned().collect();
        let others = code_beside(self.source, sources);
        let reached = code::reached(&self.source.code, &others, self.name(), mocks);
        report.mocked = reached.intersection(mocks).cloned().collect();
        if !self.generator.options.interrupt.is_raised() && !report.is_fault {
            Record::new(self.key_of(&report), &self.whole, &report).write(&self.record)?;
        }
        Ok(report)
    }

    /// Whether tests that calls prepare leave so much that others, which set members or variables, are of use.
    /// A counter may need very many calls.
    fn wants_more(&self, report: &FunctionReport) -> bool {
        let has_gaps = || report.made.as_ref().is_some_and(|made| made.branches_covered < made.branches);
        report.comes_to_little() || self.is_of_counters() && has_gaps()
    }

    fn is_of_counters(&self) -> bool {
        self.subject.harness.as_ref().is_ok_and(is_of_counters)
    }

    /// Excludes states that provably no call makes from objects that are filled in member by member. Returns
    /// what is assumed, in words.
    fn assume_invariants(&self, direct: &mut Subject, sources: &[Source]) -> Vec<String> {
        let (Ok(prepared), Ok(harness)) = (&self.subject.harness, &mut direct.harness) else {
            return Vec::new();
        };
        let elsewhere: Vec<&str> = prepared.elsewhere.iter().map(String::as_str).collect();
        let generator = &self.generator;
        let linked = generator.linked(self.source, sources, &elsewhere).into_iter();
        let linked: Vec<PathBuf> = linked.map(Path::to_owned).collect();
        let compile = frontend::Options {
            flags_of: generator.flags_of(self.source, sources, &elsewhere),
            ..generator.options.compile.clone()
        };
        let Ok(folder) = Scratch::new() else { return Vec::new() };
        let options = &generator.options;
        let place = Place::new(self.source, &linked, &compile, folder.path(), &options.interrupt);
        // If this cannot be compiled, nothing is known.
        let held = synth::invariants(&place, &prepared.classes, &prepared.elsewhere, options.time);
        let held = held.unwrap_or_default();
        let mut said = Vec::new();
        for made in &self.subject.made {
            let class = made.classes.last().map(|class| class.name.as_str());
            let of = held.iter().find(|it| Some(it.class.as_str()) == class && it.bound.is_whole());
            let Some(of) = of else { continue };
            let name = &harness.parameters[made.parameter].name;
            let condition = of.of(name);
            said.push(format!("after each call {condition} ({})", of.bound.words()));
            harness.assumptions.push(Assumption {
                each: None,
                condition: format!("{name} == NULL || ({condition})"),
                because: "after each call".to_owned(),
            });
        }
        said
    }

    fn left_out(&self, why: String) -> FunctionReport {
        FunctionReport { left_out: Some(why), ..FunctionReport::of(self.source, &self.subject) }
    }
}

/// How long it takes, in words.
pub fn in_words(time: Duration) -> String {
    match time.as_secs() {
        0..=59 => format!("{} s", time.as_secs().max(1)),
        60..=3599 => format!("{} min", time.as_secs().div_ceil(60)),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}

/// Says which files that could not be read may define what is defined nowhere.
fn note_unread(unread: &[FileReport], sources: &[Source], watcher: &mut dyn Watcher) {
    let undefined: BTreeSet<&str> = sources.iter().flat_map(|source| source.code.undefined()).collect();
    let is_undefined =
        |name: &&str| !sources.iter().any(|source| source.code.defines(name)) && !mocks::is_known(name);
    let undefined: Vec<&str> = undefined.into_iter().filter(is_undefined).collect();
    for FileReport { file, trouble, .. } in unread {
        let text = bounded::read_to_string(file).unwrap_or_default();
        let words: BTreeSet<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
        let Some(name) = undefined.iter().find(|name| words.contains(**name)) else { continue };
        let trouble = trouble.as_deref().unwrap_or_default();
        let why = advice::first_error(trouble).or(trouble.lines().next()).unwrap_or_default();
        let path = file.display();
        watcher.noted(&format!(
            "{path}, which may define `{name}`, is left out, since it cannot be read: {why}"
        ));
    }
}
