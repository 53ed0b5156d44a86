//! `symir gen`.

use super::args::GenArgs;
use super::run::opt_level;
use super::terminal::Colours;
use super::{Failure, Status, export, output};
use std::path::Path;
use symir::frontend;
use symir::generate::{FunctionReport, Generator, Options, Source, Watcher};
use symir::pipeline::NativeRuns;

/// Makes suites for the functions of files.
pub fn run(args: &GenArgs, colours: Colours) -> Result<Status, Failure> {
    let interrupt =
        super::interrupt(args.grace, || eprintln!("symir: interrupted: the function at hand is finished"))?;
    let compile = frontend::Options {
        clang: args.clang.clone(),
        level: opt_level(args.level),
        flags: args.flags.clone(),
        color: colours.stderr,
        ..frontend::Options::default()
    };
    let mut explore = symir::pipeline::Options::of(&args.files).explore;
    explore.seed = args.seed;
    explore.limits.iterations = Some(args.loop_limit);
    explore.budget.paths = Some(args.paths);
    let frameworks = args.emit.iter().filter_map(|name| match export::kind(*name) {
        symir::emit::export::Kind::Suite(framework) => Some(framework),
        _ => None,
    });
    let generator = Generator::new(Options {
        files: args.files.clone(),
        functions: args.functions.clone(),
        compile,
        explore,
        native: NativeRuns::default(),
        folder: args.output.clone(),
        frameworks: frameworks.collect(),
        time: args.time,
        interrupt,
    });
    let report = generator.run(&mut Printer).map_err(Failure::wrong_use)?;
    let mut text = String::new();
    for file in &report.files {
        if let Some(trouble) = &file.trouble {
            text += &format!("{}: {trouble}\n", file.file.display());
        }
        for exported in &file.exported {
            let folder = file.folder.as_deref().unwrap_or(Path::new("."));
            text += &format!("{}: {} tests\n", folder.join(&exported.file).display(), exported.n_tests);
        }
    }
    output::put(text)?;
    let has_bugs = report.functions().any(|function| !function.bugs.is_empty());
    Ok(if has_bugs { Status::BugFound } else { Status::Done })
}

struct Printer;

impl Watcher for Printer {
    fn read(&mut self, source: &Source) {
        eprint!("{}", source.warnings);
    }

    fn begins(&mut self, _file: &Path, function: &str, at: usize, of: usize) {
        let _ = (function, at, of);
    }

    fn ends(&mut self, report: &FunctionReport) {
        eprintln!(
            "{:<28} {:>5} tests  {:>10} branches  {:.1} s{}",
            report.name,
            report.tests(),
            report.coverage(),
            report.seconds,
            report
                .made
                .as_ref()
                .filter(|made| made.unproved > 0)
                .map_or(String::new(), |made| format!("  {} unproved", made.unproved))
        );
        for need in &report.needs {
            eprintln!("    needs {}", need.line());
            eprintln!("        {}", need.shown_by);
        }
        for bug in &report.bugs {
            eprintln!("    bug: {}: {}", bug.error, bug.rule);
            eprintln!("        {}", bug.shown_by);
        }
    }
}
