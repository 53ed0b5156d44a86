//! `symir export`, and `--emit` of `symir run`.

use super::args::{EmitName, ExportArgs, MinimizeName, RunArgs};
use super::{Failure, Status};
use std::path::{Path, PathBuf};
use symir::emit::export::{self, Exported, Kind};
use symir::emit::facts::Facts;
use symir::emit::minimize::Goal;
use symir::emit::suite::Framework;
use symir::emit::{self, Lock};
use symir::explain::Names;
use symir::ir::Program;
use symir::util::text::printable;

/// Writes the tests of an earlier run in other formats, and says what was written.
pub fn run(args: &ExportArgs) -> Result<Status, Failure> {
    let folder = &emit::folder_of_tests(&args.folder);
    let target = args.output.as_ref().unwrap_or(folder);
    if target == folder && !folder.is_dir() {
        return Err(Failure::wrong_use(emit::Error::NoTests(folder.clone())));
    }
    let _lock = Lock::take(target).map_err(Failure::wrong_use)?;
    // A folder is emptied before it is written to: not the one that is read from, whatever it is called.
    if !is_same(target, folder) {
        export::folder(target).map_err(Failure::wrong_use)?;
    }
    for Exported { file, n_tests, n_left_out } in write(folder, target, &args.emit, args.minimize)? {
        let tests = if n_tests == 1 { "test" } else { "tests" };
        let what = if file.ends_with(".sarif") { "distinct bugs" } else { tests };
        let left_out = if n_left_out > 0 { format!(", {n_left_out} left out") } else { String::new() };
        let file = target.join(file).display().to_string();
        eprintln!("{}: {n_tests} {what}{left_out}", printable(&file));
    }
    Ok(Status::Done)
}

/// Writes the tests that lie in `folder` into `target`.
pub fn write(
    folder: &Path,
    target: &Path,
    emit: &[EmitName],
    minimize: Option<MinimizeName>,
) -> Result<Vec<Exported>, Failure> {
    let mut tests = symir::emit::read(folder).map_err(Failure::wrong_use)?;
    let facts = Facts::read(folder).map_err(Failure::wrong_use)?;
    // A journal has them as they were found.
    tests.sort_by(|one, other| one.trail.cmp(&other.trail));
    let mut names = Names::default();
    for test in &mut tests {
        test.name = names.unique(&test.name);
    }
    let mut kinds: Vec<Kind> = Vec::new();
    for kind in emit.iter().map(|name| kind(*name)) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let has_suites = kinds.iter().any(|kind| matches!(kind, Kind::Suite(_)));
    let foreign = facts.sources.iter().find(|path| path.extension().is_none_or(|ending| ending != "c"));
    if let Some(path) = foreign.filter(|_| has_suites) {
        return Err(Failure::wrong_use(format!(
            "{}: unit tests are built from C sources; run symir on the .c files",
            path.display()
        )));
    }
    let is_smaller = matches!(minimize, Some(MinimizeName::Line | MinimizeName::Branch));
    if is_smaller && kinds.contains(&Kind::Json) && is_same(folder, target) {
        return Err(Failure::wrong_use(format!(
            "{}: fewer tests as JSON would replace all of them; write them into another folder with \
             `symir export -o`",
            folder.join("tests.json").display()
        )));
    }
    let goal = minimize.map(|name| match name {
        MinimizeName::Line => Goal::Line,
        MinimizeName::Branch => Goal::Branch,
        MinimizeName::Path => Goal::Path,
        MinimizeName::None => Goal::None,
    });
    export::export(target, &facts, &tests, &kinds, goal).map_err(Failure::wrong_use)
}

fn kind(name: EmitName) -> Kind {
    match name {
        EmitName::C => Kind::Suite(Framework::Plain),
        EmitName::Unity => Kind::Suite(Framework::Unity),
        EmitName::Cmocka => Kind::Suite(Framework::Cmocka),
        EmitName::Check => Kind::Suite(Framework::Check),
        EmitName::Gtest => Kind::Suite(Framework::Gtest),
        EmitName::Ktest => Kind::Ktest,
        EmitName::Testcomp => Kind::TestComp,
        EmitName::Json => Kind::Json,
        EmitName::Csv => Kind::Csv,
        EmitName::Sarif => Kind::Sarif,
        EmitName::Lines => Kind::Lines,
    }
}

/// What is known of the program of a run.
pub fn facts(args: &RunArgs, program: &Program) -> Facts {
    let mut facts = Facts::new(program);
    facts.set_sources(&std::env::current_dir().unwrap_or_default(), &args.files, &args.flags, &[]);
    facts.arguments.clone_from(&args.args);
    let symbolic = [
        (args.sym_args.is_some(), "arguments"),
        (args.sym_stdin.is_some(), "standard input"),
        (!args.sym_file.is_empty(), "files"),
    ];
    if let Some((_, what)) = symbolic.iter().find(|(is_symbolic, _)| *is_symbolic) {
        facts.obstacle.get_or_insert(format!("its {what} are symbolic, which a test does not provide"));
    }
    facts
}

fn is_same(one: &Path, other: &Path) -> bool {
    absolute(one) == absolute(other)
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
