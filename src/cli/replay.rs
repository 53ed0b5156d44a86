//! `symir replay`: runs recorded tests natively and says whether they hold.

use super::args::ReplayArgs;
use super::progress::{Limits, Line};
use super::proof::{Said, for_junit};
use super::terminal::Colours;
use super::{Failure, Status, output};
use crate::emit::junit::Replayed;
use crate::emit::{self, Lock, Recorded};
use crate::pipeline::{Compiled, NativeRuns, Observer, Pipeline};
use crate::replay::{Containment, Manifest, Verdict};
use crate::testcase::{TestCase, TestLine};
use crate::util::Deadline;
use crate::util::deadline::GRACE;
use crate::util::text::printable;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Replays the tests of a folder, or some of them.
pub fn run(args: &ReplayArgs, colours: Colours) -> Result<Status, Failure> {
    let (folder, chosen) = chosen_tests(&args.tests)?;
    let _lock = lock(args, &folder)?;
    let manifest = Manifest::read(&folder).map_err(Failure::wrong_use)?;
    let line = Line::new(false, Limits::default(), args.json);
    let tell = line.herald(format!(
        "symir: interrupted: no further test is run natively; those that were are reported within {} s",
        GRACE.as_secs()
    ));
    let deadline = Deadline::new(None, super::interrupt(GRACE, tell)?);
    let native = NativeRuns {
        limit: args.replay_time.unwrap_or(Duration::from_millis(manifest.replay_milliseconds)),
        required: if args.require_containment { Containment::WHOLE } else { 0 },
        ..NativeRuns::default()
    };
    let compiled_in = manifest.folder.clone();
    let pipeline = Pipeline::recorded(manifest, native, deadline)?;
    let mut tests = emit::read(&folder).map_err(Failure::wrong_use)?;
    let numbers = check_inputs(args, &folder, &mut tests, chosen.as_deref())?;
    let tests: Vec<TestCase> = match chosen {
        None => tests,
        Some(_) => numbers.into_iter().map(|at| tests[at].clone()).collect(),
    };
    let tests = named(tests, &args.test)?;
    // The user named these files relative to the current folder, which changes below to where the program was
    // compiled.
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let (output, junit) = (args.program.as_ref().map(absolute), args.junit.as_ref().map(absolute));
    let gone = |error: io::Error| {
        Failure::wrong_use(format!("{}, where the program was compiled: {error}", compiled_in.display()))
    };
    std::env::set_current_dir(&compiled_in).map_err(gone)?;
    let compiled = pipeline.compile()?;
    if let Some(output) = output {
        return write_program(&pipeline, &compiled, &tests, &output);
    }
    let mut listener = Listener { line, said: Said::new(args.json), junit: junit.is_some().then(Vec::new) };
    let proof = pipeline.prove(&compiled, &tests, &mut listener);
    let Listener { line, said, junit: replayed } = listener;
    line.finish();
    if let (Some(path), Some(mut replayed)) = (&junit, replayed) {
        if let Err(why) = &proof.tally {
            let skipped = |test: &TestCase| Replayed {
                name: test.name.clone(),
                group: emit::choose::title(test),
                verdict: emit::junit::Verdict::Skipped,
                message: why.clone(),
            };
            replayed = tests.iter().map(skipped).collect();
        }
        let suite = folder.file_name().map_or_else(|| "tests".into(), |name| name.to_string_lossy());
        let mut text = Vec::new();
        emit::junit::write(&suite, &replayed, Duration::from_secs_f64(proof.seconds), &mut text)
            .and_then(|()| std::fs::write(path, text))
            .map_err(|error| Failure::wrong_use(format!("cannot write {}: {error}", path.display())))?;
    }
    if args.json {
        output::with(|out| said.write_events(&proof, out))?;
    } else {
        let text = format!("{}time          {:.3} s without compiling\n", said.report(&proof), proof.seconds);
        output::put(colours.on_stdout().summary(&text))?;
    }
    match proof.tally {
        Ok(tally) if tally.contradicts() => Ok(Status::Contradicted),
        Ok(_) => Ok(Status::Done),
        Err(_) => Ok(Status::WrongUse),
    }
}

/// The tests with these names; all, if there are no names.
fn named(mut tests: Vec<TestCase>, names: &[String]) -> Result<Vec<TestCase>, Failure> {
    if let Some(missing) = names.iter().find(|name| tests.iter().all(|test| test.name != **name)) {
        let message =
            format!("--test {missing}: none of these tests has that name; tests.json has the names");
        return Err(Failure::wrong_use(printable(&message)));
    }
    tests.retain(|test| names.is_empty() || names.contains(&test.name));
    Ok(tests)
}

/// Keeps the verdicts until all tests were run.
struct Listener {
    line: Line,
    said: Said,
    junit: Option<Vec<Replayed>>,
}

impl Observer for Listener {
    fn verdict(&mut self, test: &TestCase, verdict: &Verdict) {
        self.said.add(test, verdict);
        if let Some(junit) = &mut self.junit {
            junit.push(for_junit(test, verdict));
        }
    }

    fn proving(&mut self, n_done: u64, n_tests: u64) {
        self.line.show_proving(n_done, n_tests);
    }
}

/// Writes a program that runs the one test, and says how to use it.
fn write_program(
    pipeline: &Pipeline,
    compiled: &Compiled,
    tests: &[TestCase],
    output: &Path,
) -> Result<Status, Failure> {
    let [test] = tests else {
        return Err(Failure::wrong_use(format!(
            "--program makes a program of one test, and {} are named; name one, such as DIR/inputs/0001.txt",
            tests.len()
        )));
    };
    let replayer = pipeline.replayer(compiled).map_err(Failure::wrong_use)?;
    replayer.write_alone(test, output).map_err(Failure::wrong_use)?;
    let name = output.display().to_string();
    let name = printable(&name);
    output::put(format_args!("{name} runs\n{}\nunder a debugger: gdb {name}\n", TestLine(test)))?;
    Ok(Status::Done)
}

/// Locks the folder of tests, so that no other symir writes there, if this one writes a file there.
fn lock(args: &ReplayArgs, folder: &Path) -> Result<Option<Lock>, Failure> {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut written = args.program.iter().chain(&args.junit);
    let is_within = written.any(|path| absolute(path).starts_with(absolute(folder)));
    is_within.then(|| Lock::take(folder)).transpose().map_err(Failure::wrong_use)
}

/// Compares the files of inputs with the tests, and returns the index of the test of each file. If a file was
/// changed on purpose and a program is to be made of its test, the test gets the inputs of the file. Its
/// result is not known then.
fn check_inputs(
    args: &ReplayArgs,
    folder: &Path,
    tests: &mut [TestCase],
    chosen: Option<&[PathBuf]>,
) -> Result<Vec<usize>, Failure> {
    let all = || (0..tests.len()).map(|at| folder.join("inputs").join(emit::input_name(at, tests.len())));
    let files = chosen.map_or_else(|| all().collect(), <[PathBuf]>::to_vec);
    let mut numbers = Vec::new();
    for file in files {
        let name = file.display();
        let text = match std::fs::read(&file) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(_) if chosen.is_none() => continue,
            Err(error) => return Err(Failure::wrong_use(format!("{name}: {error}"))),
        };
        let at = number(&file, tests.len())?;
        numbers.push(at);
        match emit::parse_inputs(&text, &tests[at]) {
            Ok(Recorded::Same) => {}
            // A run that was killed while it numbered its files has its tests in another order. Or somebody
            // changed tests.json on purpose; then the tests in it are replayed.
            Ok(Recorded::Other { has_sum: true, .. }) if chosen.is_none() => {}
            Ok(Recorded::Other { line, has_sum: true, .. }) => {
                let is_it = |test: &TestCase| emit::parse_inputs(&text, test) == Ok(Recorded::Same);
                match tests.iter().position(is_it) {
                    Some(other) => *numbers.last_mut().expect("invariant: one was just added") = other,
                    None => {
                        return Err(Failure::wrong_use(format!(
                            "{name}:{line}: the folder has no test with these inputs; `symir run -o` writes all anew"
                        )));
                    }
                }
            }
            Ok(Recorded::Other { inputs, .. }) if args.program.is_some() => tests[at].inputs = inputs,
            Ok(Recorded::Other { line, .. }) if chosen.is_some() => {
                return Err(Failure::wrong_use(format!(
                    "{name}:{line}: these are not the inputs of the recorded test, so nobody knows what comes of them; \
                     `symir replay {} --program FILE` makes a program that runs them",
                    super::bug::shell_word(&file)
                )));
            }
            Ok(Recorded::Other { line, .. }) => {
                let said =
                    format!("{name}:{line}: the file was changed; the test is replayed as tests.json has it");
                output::tell_line(format_args!("symir: {}", printable(&said)));
            }
            Err((line, problem)) => {
                return Err(Failure::wrong_use(format!(
                    "{name}:{line}: {problem}; `symir run -o` writes all tests anew, and to run inputs of your own, delete \
                     the line of the checksum and name the file with --program, or in SYMIR_INPUT of the driver's own \
                     program"
                )));
            }
        }
    }
    Ok(numbers)
}

/// The folder of tests, and the files of the chosen tests; `None` if all are chosen.
fn chosen_tests(named: &[PathBuf]) -> Result<(PathBuf, Option<Vec<PathBuf>>), Failure> {
    let first = &named[0];
    if first.is_dir() && named.len() == 1 {
        let folder = emit::folder_of_tests(first);
        return Ok((std::path::absolute(&folder).unwrap_or(folder), None));
    }
    let folder_of = |file: &Path| file.parent().and_then(Path::parent).map(Path::to_path_buf);
    for file in named {
        if !file.is_file() || file.parent().and_then(Path::file_name).is_none_or(|name| name != "inputs") {
            return Err(Failure::wrong_use(format!(
                "{}: name one folder of tests, or tests such as DIR/inputs/0001.txt",
                file.display()
            )));
        }
    }
    let folder = folder_of(first).unwrap_or_default();
    if named.iter().any(|file| folder_of(file).as_deref() != Some(&folder)) {
        return Err(Failure::wrong_use("the tests are of several folders; name those of one"));
    }
    let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
    Ok((std::path::absolute(&folder).unwrap_or(folder), Some(named.to_vec())))
}

/// The index of a test in its folder, from the number in the name of its file.
fn number(file: &Path, n_tests: usize) -> Result<usize, Failure> {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let number = stem.strip_prefix("found-").unwrap_or(stem).parse::<usize>().ok();
    number.and_then(|number| number.checked_sub(1)).filter(|at| *at < n_tests).ok_or_else(|| {
        Failure::wrong_use(format!("{}: no test of this folder has that number", file.display()))
    })
}
