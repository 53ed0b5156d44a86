//! `symir gen`.

use super::args::{BesideName, ExternalsName, GenArgs, ObjectsName};
use super::run::{externals, opt_level};
use super::terminal::Colours;
use super::{Failure, Status, export, output, warnings};
use crate::frontend;
use crate::generate::{
    Error, FunctionConfig, FunctionReport, Generator, Objects, Options, Progress, Report, SCHEMA, Share,
    Source, Watcher, advice, in_words,
};
use crate::pipeline::NativeRuns;
use crate::util::Interrupt;
use crate::util::text::counted;
use crate::util::text::printable;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

/// How many names of one kind the summary shows.
const MOST_NAMES: usize = 6;

/// Makes suites for the functions of files.
pub fn run(args: &GenArgs, colours: Colours) -> Result<Status, Failure> {
    if args.config_schema {
        output::put(SCHEMA)?;
        return Ok(Status::Done);
    }
    let (report, interrupt) = generate(args, colours)?;
    output::put(suites(&report))?;
    Ok(status(&report, &interrupt))
}

/// Makes suites, and shows a summary to the person at the terminal.
pub fn generate(args: &GenArgs, colours: Colours) -> Result<(Report, Interrupt), Failure> {
    check_place(&args.output).map_err(Failure::wrong_use)?;
    let files = with_standard_input(args)?;
    let mut printer = Printer::new(args, colours, &files);
    let herald = printer.bar.clone();
    let interrupt = super::interrupt(args.grace, move || {
        let words = "symir: interrupted: the functions under way are stopped, and what was found is written";
        match &herald {
            Some(bar) => bar.suspend(|| eprintln!("{words}")),
            None => eprintln!("{words}"),
        }
    })?;
    let mut flags = args.flags.clone();
    let deadline = crate::util::Deadline::new(None, interrupt.clone());
    flags.extend(frontend::link_flags(&args.link, &deadline).map_err(Failure::wrong_use)?);
    let compile = frontend::Options {
        clang: args.clang.clone(),
        level: opt_level(args.level),
        flags,
        color: colours.stderr,
        ..frontend::Options::default()
    };
    let mut explore = crate::pipeline::Options::of(&files).explore;
    explore.seed = args.seed;
    explore.exec.unknown = args.unknown_types.unknown();
    explore.exec.concretize = args.concretize;
    explore.exec.lenient_arrays = args.lenient_arrays;
    explore.exec.max_stack = super::stack::under_test();
    let frameworks = args.emit.iter().filter_map(|name| match export::kind(*name) {
        crate::emit::export::Kind::Suite(framework) => Some(framework),
        _ => None,
    });
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let wins = FunctionConfig {
        time: args.time,
        paths: args.paths,
        loop_limit: args.loop_limit,
        externals: args.externals.map(externals),
        objects: args.objects.map(|name| match name {
            ObjectsName::Direct => Objects::Direct,
            ObjectsName::Calls => Objects::Calls,
            ObjectsName::Both => Objects::Both,
        }),
        mock: args.mocks.mock.clone(),
        mock_except: args.mocks.mock_except.clone(),
        fail: args.mocks.fail.clone(),
        failures: args.mocks.failures,
        ..FunctionConfig::default()
    };
    let generator = Generator::new(Options {
        files,
        database: args.project.clone(),
        functions: args.functions.clone(),
        changed: args.changed.clone(),
        line: args.line,
        wins,
        compile,
        explore,
        native: NativeRuns::default(),
        searches: args.engine == BesideName::Both,
        folder: args.output.clone(),
        frameworks: frameworks.collect(),
        time: args.time.unwrap_or_default(),
        sequences: Share {
            percent: args.sequence_share.unwrap_or(Share::default().percent),
            time: args.sequence_time.unwrap_or(Share::default().time),
        },
        jobs: args.jobs.map_or(processors, Into::into),
        interrupt: interrupt.clone(),
    });
    let report = generator.run(&mut printer);
    printer.finish();
    let report = report.map_err(failure)?;
    for file in &report.files {
        if let Some(trouble) = &file.trouble {
            eprintln!("{}", colours.message(&with_advice(trouble, &file.file)));
        }
    }
    if args.line.is_some() {
        put_tests(&report)?
    } else if report.functions().next().is_some() {
        eprint!("{}", colours.summary(&printer.summary(&report, args)))
    }
    Ok((report, interrupt))
}

/// The suites with their numbers of tests, a line each.
pub fn suites(report: &Report) -> String {
    let mut text = String::new();
    for file in &report.files {
        for suite in &file.suites {
            let folder = file.folder.as_deref().unwrap_or(Path::new("."));
            let _ = writeln!(
                text,
                "{}: {}",
                folder.join(&suite.file).display(),
                export::tests(suite.tests, suite.bugs, suite.left_out)
            );
        }
    }
    text
}

/// How a run has ended.
pub fn status(report: &Report, interrupt: &Interrupt) -> Status {
    let has_bugs = report.functions().any(|function| !function.bugs.is_empty());
    match () {
        () if interrupt.is_raised() => Status::EndedEarly,
        () if has_bugs => Status::BugFound,
        () if report.has_fault() => Status::Internal,
        () if report.files.iter().all(|file| file.trouble.is_some()) => Status::WrongUse,
        () => Status::Done,
    }
}

pub fn failure(error: Error) -> Failure {
    match error {
        Error::Compile(error) => error.into(),
        Error::Pipeline(error) => error.into(),
        error => Failure::wrong_use(error),
    }
}

/// Checks that a folder exists or can be created, before any work is done that could be lost.
fn check_place(folder: &Path) -> Result<(), crate::emit::Error> {
    let is_there = |place: &&Path| place.as_os_str().is_empty() || place.symlink_metadata().is_ok();
    let Some(nearest) = folder.ancestors().find(is_there) else { return Ok(()) };
    let nearest = if nearest.as_os_str().is_empty() { Path::new(".") } else { nearest };
    if !nearest.is_dir() {
        return Err(crate::emit::Error::NotAFolder(nearest.to_owned()));
    }
    match tempfile::tempdir_in(nearest) {
        Ok(_) => Ok(()),
        Err(source) => Err(crate::emit::Error::NoFolder { path: folder.to_owned(), source }),
    }
}

/// The files to read. The text of standard input is written to a file in the output folder, which takes the
/// place of `-`.
fn with_standard_input(args: &GenArgs) -> Result<Vec<PathBuf>, Failure> {
    let mut files = args.files.clone();
    for file in files.iter_mut().filter(|file| file.as_os_str() == "-") {
        let mut text = String::new();
        std::io::stdin()
            .read_to_string(&mut text)
            .map_err(|error| Failure::wrong_use(format!("standard input: {error}")))?;
        if text.trim().is_empty() {
            return Err(Failure::wrong_use("standard input: it is empty; paste a function in C"));
        }
        let path = args.output.join("pasted.c");
        // A function that was pasted on its own comes without its headers.
        if !text.contains("#include") {
            let headers =
                ["ctype", "errno", "limits", "stdbool", "stddef", "stdint", "stdio", "stdlib", "string"];
            let headers: String = headers.iter().map(|name| format!("#include <{name}.h>\n")).collect();
            text = format!("{headers}\n{text}");
        }
        let is_same = std::fs::read_to_string(&path).is_ok_and(|old| old == text);
        let written = std::fs::create_dir_all(&args.output)
            .and_then(|()| if is_same { Ok(()) } else { std::fs::write(&path, &text) });
        written.map_err(|error| Failure::wrong_use(format!("{}: {error}", path.display())))?;
        *file = path;
    }
    Ok(files)
}

/// What clang says about a file, and which flag would help, if symir knows one.
fn with_advice(trouble: &str, file: &Path) -> String {
    match advice(trouble, file) {
        Some(advice) => format!("{}\n{}", trouble.trim_end(), printable(&advice)),
        None => trouble.trim_end().to_owned(),
    }
}

/// Prints the smallest test that reaches the line, for each function, or says why there is none.
fn put_tests(report: &Report) -> Result<(), Failure> {
    for function in report.functions() {
        let tests = function.made.as_ref().map(|made| crate::emit::read(&made.kept));
        match tests {
            Some(Ok(tests)) if !tests.is_empty() => {
                for test in tests {
                    output::line(crate::testcase::TestLine(&test))?;
                }
            }
            Some(Err(error)) => return Err(Failure::wrong_use(error)),
            _ => {
                let why =
                    function.left_out.clone().or_else(|| function.made.as_ref()?.uncovered.first().cloned());
                let why = why.unwrap_or_else(|| "no input was found that comes there".to_owned());
                eprintln!("symir: {}: {}", function.name, with_advice(&why, &function.file));
            }
        }
    }
    Ok(())
}

/// Tells the person at the terminal what happens.
struct Printer {
    bar: Option<ProgressBar>,
    colours: Colours,
    files: Vec<PathBuf>,
    all_warnings: bool,
    is_quiet: bool,
}

impl Printer {
    fn new(args: &GenArgs, colours: Colours, files: &[PathBuf]) -> Self {
        let is_wanted = !args.quiet && std::io::stderr().is_terminal();
        let style = ProgressStyle::with_template("{bar:24} {pos} of {len} functions, {elapsed}{msg}")
            .expect("invariant: the template is well-formed");
        let bar = is_wanted.then(|| ProgressBar::new(0).with_style(style));
        Self { bar, colours, files: files.to_vec(), all_warnings: args.warnings, is_quiet: args.quiet }
    }

    fn say(&self, words: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprint!("{words}")),
            None => eprint!("{words}"),
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// The summary of the results.
    fn summary(&self, report: &Report, args: &GenArgs) -> String {
        let functions: Vec<&FunctionReport> = report.functions().collect();
        let mut text = String::new();
        let mut line = |label: &str, words: String| {
            let _ = writeln!(text, "{label:<14}{words}");
        };
        let made = || functions.iter().filter_map(|function| function.made.as_ref());
        let sum = |of: &dyn Fn(&crate::generate::Made) -> usize| made().map(of).sum::<usize>();
        let n_kept = functions.iter().filter(|function| function.is_kept).count();
        let unchanged = match n_kept {
            0 => String::new(),
            n => format!(", {n} unchanged since the last run"),
        };
        let n_tested = made().filter(|made| made.tests > 0).count();
        line("functions", format!("{n_tested} with tests of {}{unchanged}", functions.len()));
        let (covered, branches) = (sum(&|made| made.branches_covered), sum(&|made| made.branches));
        let share = (100 * covered).checked_div(branches).unwrap_or(100);
        let (n_tests, n_found) = (sum(&|made| made.tests), sum(&|made| made.found));
        let tests = format!("{n_tests}, chosen from those of {}", counted(n_found as u64, "path"));
        line("tests", format!("{tests}; they take {covered} of {branches} branches ({share} %)"));
        let unproved = sum(&|made| made.unproved);
        if unproved > 0 {
            let tests = counted(unproved as u64, "test");
            line(
                "unproved",
                format!("{tests} that native runs do not confirm{}", most_common_cause(&functions)),
            );
        }
        let count = |of: &dyn Fn(&FunctionReport) -> usize| functions.iter().map(|it| of(it)).sum::<usize>();
        let n_needs = count(&|function| function.needs.len());
        if n_needs > 0 {
            line("preconditions", format!("{n_needs} found"));
        }
        let n_bugs = count(&|function| function.bugs.len());
        if n_bugs > 0 {
            line("bug", format!("{n_bugs} found"));
        }
        let mocked: BTreeSet<&String> = functions.iter().flat_map(|function| &function.mocked).collect();
        if !mocked.is_empty() {
            let names: Vec<&str> = mocked.iter().take(MOST_NAMES).map(|name| name.as_str()).collect();
            let more = mocked.len().saturating_sub(MOST_NAMES);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let what = "mocks stand for them; each test says what they give";
            line("mocked", format!("{}{more}: {what}", names.join(", ")));
        }
        let undefined: BTreeSet<&String> =
            functions.iter().flat_map(|function| &function.undefined).collect();
        if !undefined.is_empty() {
            let names: Vec<&str> = undefined.iter().take(MOST_NAMES).map(|name| name.as_str()).collect();
            let more = undefined.len().saturating_sub(MOST_NAMES);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let what = match args.externals {
                Some(ExternalsName::Stop) => "; paths that call them end there (see --externals)",
                _ => "",
            };
            line(
                "undefined",
                format!("{}{more}: no file that symir knows defines them{what}", names.join(", ")),
            );
        }
        let page = args.output.join("report.html");
        if report.has_written {
            line("report", page.display().to_string());
        } else {
            line("unchanged", format!("nothing was written: {} is as it was", args.output.display()));
        }
        text
    }
}

/// The most common reason why native runs do not confirm tests.
fn most_common_cause(functions: &[&FunctionReport]) -> String {
    let mut causes: BTreeMap<&str, usize> = BTreeMap::new();
    let made = functions.iter().filter_map(|function| function.made.as_ref());
    for doubt in made.flat_map(|made| &made.doubts) {
        *causes.entry(doubt.why.as_str()).or_default() += 1;
    }
    let most = causes.into_iter().filter(|(why, _)| !why.is_empty()).max_by_key(|(_, count)| *count);
    most.map_or(String::new(), |(why, count)| format!(", {count} of them because: {why}"))
}

impl Watcher for Printer {
    fn read(&mut self, source: &Source) {
        for words in &source.mended {
            self.say(&format!("{}\n", self.colours.message(words)));
        }
        let shown = warnings::shown(&source.warnings, &self.files, self.all_warnings);
        if !shown.is_empty() {
            self.say(&self.colours.foreign(&shown));
        }
    }

    fn noted(&mut self, note: &str) {
        self.say(&format!("{}\n", self.colours.message(note)));
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        let Some(bar) = &self.bar else { return };
        bar.set_length(progress.of as u64);
        bar.set_position(progress.done as u64);
        let left = progress.left.filter(|_| progress.done < progress.of);
        let left = left.map_or(String::new(), |left| format!(", about {} left", in_words(left)));
        bar.set_message(format!("{left}: {}", printable(&progress.running.join(", "))));
    }

    fn ends(&mut self, report: &FunctionReport) {
        // The report of a function that did not change was shown when it was made.
        if self.is_quiet || report.is_kept {
            return;
        }
        let Some(made) = &report.made else {
            let why = report.left_out.as_deref().unwrap_or("it has no tests");
            let why = with_advice(why, &report.file);
            return self.say(&self.colours.function(&format!("{:<28} {}\n", report.name, why)));
        };
        let unproved = match made.unproved {
            0 => String::new(),
            n => format!("  {n} unproved"),
        };
        let mut text = format!(
            "{:<28} {:>5} tests  {:>10} branches  {:.1} s{unproved}\n",
            report.name,
            made.tests,
            report.coverage(),
            report.seconds
        );
        for note in &report.objects {
            let _ = writeln!(text, "    {note}");
        }
        for need in &report.needs {
            let _ = write!(text, "    needs {}\n        {}\n", need.line(), need.shown_by);
        }
        for bug in &report.bugs {
            let _ = write!(text, "    bug: {}: {}\n        {}\n", bug.error, bug.rule, bug.shown_by);
        }
        for error in &report.unreached {
            let _ = write!(
                text,
                "    needs a state that the API did not make in up to {} calls: {}\n        {}\n",
                error.calls, error.error, error.shown_by
            );
        }
        self.say(&self.colours.function(&text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Error, FileReport, FunctionReport};

    fn report(errors: Vec<Error>) -> Report {
        let functions = errors.into_iter().map(|error| {
            let mut function = FunctionReport { is_asked: true, ..FunctionReport::default() };
            function.has_failed(&error);
            function
        });
        let file = FileReport { functions: functions.collect(), ..FileReport::default() };
        Report { files: vec![file], ..Report::default() }
    }

    #[test]
    fn a_fault_of_symir_has_an_exit_code_and_other_reasons_for_no_tests_have_none() {
        let interrupt = Interrupt::default();
        assert_eq!(status(&report(vec![Error::Overdue]), &interrupt), Status::Done);
        let with_fault = report(vec![Error::Overdue, Error::Failed("index out of range".to_owned())]);
        assert_eq!(status(&with_fault, &interrupt), Status::Internal);
        let words = with_fault.functions().last().unwrap().left_out.as_deref().unwrap();
        assert_eq!(words, "symir itself has failed on it: index out of range");
    }
}
