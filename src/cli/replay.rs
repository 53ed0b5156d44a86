//! `symir replay`: runs recorded tests natively and says whether they hold.

use super::args::ReplayArgs;
use super::proof::{self, Builder, Manifest};
use super::{Failure, Status, run};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use symir::emit;
use symir::testcase::{TestCase, TestLine};

/// Replays the tests of a folder, or some of them.
pub fn run(args: &ReplayArgs) -> Result<Status, Failure> {
    let (folder, chosen) = places(&args.tests)?;
    let mut manifest = Manifest::read(&folder)?;
    if args.require_containment {
        proof::require_containment()?;
        manifest.require_containment();
    }
    if let Some(limit) = args.replay_time {
        manifest.set_limit(limit);
    }
    let tests = emit::read(&folder).map_err(Failure::wrong_use)?;
    let tests: Vec<TestCase> = match &chosen {
        None => tests,
        Some(files) => {
            let wanted = files.iter().map(|file| number(file, tests.len())).collect::<Result<Vec<_>, _>>()?;
            wanted.into_iter().map(|at| tests[at].clone()).collect()
        }
    };
    // Where they are named from, before we go to where the program was compiled.
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let (output, junit) = (args.program.as_ref().map(absolute), args.junit.as_ref().map(absolute));
    let gone = |error: io::Error| {
        Failure::wrong_use(format!(
            "{}, where the program was compiled: {error}",
            manifest.folder().display()
        ))
    };
    std::env::set_current_dir(manifest.folder()).map_err(gone)?;
    let compiled = manifest.compile().map_err(run::frontend_failure)?;
    let native = compiled.native.expect("invariant: a manifest asks for it");
    let builder = Builder::start(&manifest, &Arc::new(compiled.program), native);
    if let Some(output) = output {
        return write_program(builder, &tests, &output);
    }
    let proof = builder.prove(&tests);
    if let Some(path) = &junit {
        let suite = folder.file_name().map_or_else(|| "tests".into(), |name| name.to_string_lossy());
        let mut text = Vec::new();
        let time = Duration::from_secs_f64(proof.seconds);
        emit::junit::write(&suite, &proof.junit(&tests), time, &mut text)
            .and_then(|()| std::fs::write(path, text))
            .map_err(|error| Failure::wrong_use(format!("cannot write {}: {error}", path.display())))?;
    }
    let text = match args.json {
        true => proof.events(&tests),
        false => format!("{}time          {:.3} s without compiling\n", proof.report(&tests), proof.seconds),
    };
    // Whoever reads our output may have had enough.
    let _ = write!(io::stdout(), "{text}");
    match proof.tally() {
        Some(tally) if tally.contradicts() => Ok(Status::Contradicted),
        Some(_) => Ok(Status::Done),
        None => Ok(Status::WrongUse),
    }
}

/// Writes a program that runs the one test, and says how to use it.
fn write_program(builder: Builder, tests: &[TestCase], output: &Path) -> Result<Status, Failure> {
    let [test] = tests else {
        return Err(Failure::wrong_use(format!(
            "--program makes a program of one test, and {} are named; name one, such as DIR/inputs/0001.txt",
            tests.len()
        )));
    };
    builder.finish().and_then(|replayer| replayer.write_alone(test, output)).map_err(Failure::wrong_use)?;
    let name = output.display();
    // Whoever reads our output may have had enough.
    let _ = write!(io::stdout(), "{name} runs\n{}\nunder a debugger: gdb {name}\n", TestLine(test));
    Ok(Status::Done)
}

/// The folder of tests, and which of them if not all.
fn places(named: &[PathBuf]) -> Result<(PathBuf, Option<Vec<PathBuf>>), Failure> {
    let first = &named[0];
    if first.is_dir() && named.len() == 1 {
        return Ok((std::path::absolute(first).unwrap_or_else(|_| first.clone()), None));
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

/// The place of a test in its folder, from the number that its file is named by.
fn number(file: &Path, n_tests: usize) -> Result<usize, Failure> {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let number = stem.strip_prefix("found-").unwrap_or(stem).parse::<usize>().ok();
    number.and_then(|number| number.checked_sub(1)).filter(|at| *at < n_tests).ok_or_else(|| {
        Failure::wrong_use(format!("{}: no test of this folder has that number", file.display()))
    })
}
