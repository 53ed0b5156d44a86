//! `symir ci`: runs `symir gen` on the functions that a change touches, and writes results for build servers
//! and reviewers.

use super::args::CiArgs;
use super::terminal::Colours;
use super::{Failure, Status, generate, output};
use crate::generate::{Review, merge_base, run_committed, take_harnesses};
use crate::util::Deadline;
use std::path::{Path, PathBuf};

/// The environment variables in which build servers name the commit or branch that a change goes into. Git
/// needs the second string before that name.
const TARGETS: [(&str, &str); 2] = [("CI_MERGE_REQUEST_DIFF_BASE_SHA", ""), ("GITHUB_BASE_REF", "origin/")];

/// Tests the functions that a change touches.
pub fn run(args: &CiArgs, colours: Colours) -> Result<Status, Failure> {
    let mut own = args.gen_args.clone();
    if own.line.is_some() || own.config_schema {
        return Err(Failure::wrong_use("--line and --config-schema belong to `symir gen`"));
    }
    let target = own.changed.take().or_else(target).ok_or_else(|| {
        Failure::wrong_use(
            "say with --changed which branch the change goes into, such as --changed origin/main",
        )
    })?;
    let here = std::env::current_dir().map_err(Failure::wrong_use)?;
    own.changed = Some(merge_base(&here, &target).map_err(generate::failure)?);
    if args.check {
        take_harnesses(&own.output, &args.results).map_err(generate::failure)?;
        own.output.clone_from(&args.results);
    }
    let (report, interrupt) = generate::generate(&own, colours)?;
    output::tell(generate::suites(&report));
    let deadline = Deadline::new(None, interrupt.clone());
    let committed = match args.check {
        true => run_committed(&args.gen_args.output, &report, &deadline).map_err(generate::failure)?,
        false => Vec::new(),
    };
    let review = Review::new(&report, &committed, &here).map_err(generate::failure)?;
    review.write(&args.results).map_err(generate::failure)?;
    output::put(review.lines())?;
    if report.functions().next().is_none() {
        output::tell_line(format_args!("functions     none: no function was changed since {target}"));
    }
    output::tell_line(format_args!("results       {}", words(&args.results)));
    Ok(match () {
        () if interrupt.is_raised() => Status::EndedEarly,
        () if review.has_bugs() => Status::BugFound,
        () if review.is_contradicted() => Status::Contradicted,
        () => generate::status(&report, &interrupt),
    })
}

/// The commit or branch that the change goes into, if the build server names it.
fn target() -> Option<String> {
    let value = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    TARGETS.iter().find_map(|(name, head)| value(name).map(|value| format!("{head}{value}")))
}

fn words(folder: &Path) -> String {
    let name = |file: &str| PathBuf::from(folder).join(file).display().to_string();
    [name("bugs.sarif"), name("junit.xml"), name("summary.md")].join(", ")
}
