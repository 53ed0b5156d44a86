//! `symir export`, and the formats of `symir run --emit`.

use super::args::{EmitName, ExportArgs, MinimizeName};
use super::{Failure, Status, output};
use crate::emit::Exported;
use crate::emit::export::Kind;
use crate::emit::minimize::Goal;
use crate::emit::suite::Framework;
use crate::emit::{self, Lock};
use crate::pipeline;
use crate::util::text::{counted, printable};

/// Writes the tests of an earlier run in other formats, and says what was written.
pub fn run(args: &ExportArgs) -> Result<Status, Failure> {
    let folder = &emit::folder_of_tests(&args.folder);
    let target = args.output.as_ref().unwrap_or(folder);
    if target == folder && !folder.is_dir() {
        return Err(Failure::wrong_use(emit::Error::NoTests(folder.clone())));
    }
    let _lock = Lock::take(target).map_err(Failure::wrong_use)?;
    let formats: Vec<Kind> = args.emit.iter().map(|name| kind(*name)).collect();
    let exported = pipeline::export(folder, target, &formats, args.minimize.map(goal));
    for Exported { file, n_tests, n_bugs, n_left_out } in exported? {
        let what = match file.ends_with(".sarif") {
            true => format!("{n_tests} distinct bugs"),
            false => tests(n_tests, n_bugs, n_left_out),
        };
        let file = target.join(file).display().to_string();
        output::tell_line(format_args!("{}: {what}", printable(&file)));
    }
    Ok(Status::Done)
}

/// How many tests a file has, how many of them show bugs, and how many are missing because its format has no
/// form for them.
pub fn tests(n_tests: usize, n_bugs: usize, n_left_out: usize) -> String {
    let mut words = counted(n_tests as u64, "test");
    match (n_tests, n_bugs) {
        (_, 0) => {}
        (1, _) => words += ", which shows a bug",
        (_, 1) => words += ", 1 of which shows a bug",
        (_, n) => words += &format!(", {n} of which show bugs"),
    }
    if n_left_out > 0 {
        words += &format!(", {n_left_out} left out");
    }
    words
}

/// The goal of this name on the command line, which says which tests are kept.
pub fn goal(name: MinimizeName) -> Goal {
    match name {
        MinimizeName::Line => Goal::Line,
        MinimizeName::Branch => Goal::Branch,
        MinimizeName::Chosen => Goal::Chosen,
        MinimizeName::Path => Goal::Path,
        MinimizeName::None => Goal::None,
    }
}

/// The format of this name on the command line.
pub fn kind(name: EmitName) -> Kind {
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn every_framework_can_be_asked_for_by_its_name() {
        for framework in Framework::ALL {
            let name = EmitName::from_str(framework.name(), false).expect("a value of EmitName");
            assert_eq!(kind(name), Kind::Suite(framework));
        }
    }
}
