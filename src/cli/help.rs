//! The texts of `symir --help`, `symir help TOPIC`, the man pages and the completions of shells. All come
//! from one description of the command line, [`command`], and from the pages of the book.

use super::args::{Args, HelpArgs};
use super::{Failure, Status, output};
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use std::io;
use std::path::Path;

/// The pages of the book that `symir help` prints, by topic.
const TOPICS: [(&str, &str); 24] = [
    ("getting-started", include_str!("../../docs/getting-started.md")),
    ("tutorial", include_str!("../../docs/tutorial.md")),
    ("reading-tests", include_str!("../../docs/reading-tests.md")),
    ("suites", include_str!("../../docs/gen.md")),
    ("symir.toml", include_str!("../../docs/symir-toml.md")),
    ("drivers", include_str!("../../docs/drivers.md")),
    ("objects", include_str!("../../docs/sequences.md")),
    ("unknown-types", include_str!("../../docs/unknown-types.md")),
    ("mocks", include_str!("../../docs/mocks.md")),
    ("formats", include_str!("../../docs/formats.md")),
    ("native-runs", include_str!("../../docs/native-runs.md")),
    ("coverage", include_str!("../../docs/coverage.md")),
    ("ci", include_str!("../../docs/ci.md")),
    ("build-systems", include_str!("../../docs/build-systems.md")),
    ("editor", include_str!("../../docs/editor.md")),
    ("limits", include_str!("../../docs/search.md")),
    ("search", include_str!("../../docs/evolve.md")),
    ("batches", include_str!("../../docs/batches.md")),
    ("interpreting", include_str!("../../docs/exec.md")),
    ("supported", include_str!("../../docs/supported.md")),
    ("how-it-works", include_str!("../../docs/how-it-works.md")),
    ("comparison", include_str!("../../docs/comparison.md")),
    ("faq", include_str!("../../docs/faq.md")),
    ("glossary", include_str!("../../docs/glossary.md")),
];

/// Which options stand together in the help of a command, by their names on the command line.
const GROUPS: &[(&str, &str, &[&str])] = &[
    ("run", "Inputs of the program", &["arg", "sym-args", "sym-stdin", "sym-file"]),
    ("run", "Errors to look for", &["detect", "lenient-memcmp", "lenient-arrays"]),
    (
        "run",
        "Output",
        &[
            "output", "all", "emit", "minimize", "property", "explain", "json", "stats", "quiet", "warnings",
            "color",
        ],
    ),
    (
        "run",
        "Limits",
        &["time", "grace", "until", "paths", "instructions", "memory", "depth", "loop-limit", "fork-limit"],
    ),
    (
        "run",
        "Exploration",
        &[
            "seed",
            "search",
            "unknown-types",
            "type-weights",
            "workers",
            "merge",
            "one-test-a-path",
            "target",
            "checkpoint",
            "resume",
            "engine",
            "evaluations",
            "fitness",
            "evolution",
            "population",
            "restart-after",
            "together",
        ],
    ),
    ("run", "Values", &["readable", "model", "words"]),
    ("run", "Solvers", &["solver", "check", "without", "log-queries", "query-time", "query-conflicts"]),
    ("run", "Compilation", &["opt", "clang", "link"]),
    (
        "run",
        "Native runs",
        &[
            "concretize",
            "no-replay",
            "no-complete",
            "no-record",
            "source",
            "require-containment",
            "replay-time",
        ],
    ),
    ("run", "Mocks and failures", &["externals", "mock", "mock-except", "fail", "failures"]),
    ("gen", "What to test", &["project", "function", "changed", "line"]),
    ("gen", "Output", &["output", "emit", "warnings", "quiet", "config-schema", "color"]),
    ("gen", "Limits", &["engine", "jobs", "time", "paths", "loop-limit", "grace", "seed"]),
    ("gen", "Objects", &["objects", "unknown-types", "lenient-arrays", "sequence-share", "sequence-time"]),
    ("gen", "Compilation", &["link", "opt", "clang"]),
    ("gen", "Native runs", &["concretize"]),
    ("gen", "Mocks and failures", &["externals", "mock", "mock-except", "fail", "failures"]),
    ("ci", "What to test", &["project", "function", "changed"]),
    ("ci", "Output", &["check", "results", "output", "emit", "warnings", "quiet", "color"]),
    ("ci", "Limits", &["engine", "jobs", "time", "paths", "loop-limit", "grace", "seed"]),
    ("ci", "Objects", &["objects", "unknown-types", "lenient-arrays", "sequence-share", "sequence-time"]),
    ("ci", "Compilation", &["link", "opt", "clang"]),
    ("ci", "Native runs", &["concretize"]),
    ("ci", "Mocks and failures", &["externals", "mock", "mock-except", "fail", "failures"]),
];

/// The help of `--changed` of `symir ci`.
const CHANGED: &str = "The branch that the change goes into: functions that were changed since the two parted are tested, and those \
                       that call them. By default what the build server says (GITHUB_BASE_REF, CI_MERGE_REQUEST_DIFF_BASE_SHA)";

/// The commands that most people begin with, for the end of `symir --help`.
const EXAMPLES: &str = "Examples:
  symir gen src/util.c             unit tests for every function of a file, in the folder `tests`
  symir gen -p build/              the same for all files of build/compile_commands.json
  symir run driver.c               tests for a driver that you have written
  symir run driver.c -o results    the same with files: recorded tests, coverage
  symir help getting-started       the first steps; `symir help` lists all topics";

/// The whole command line.
pub fn command() -> Command {
    let mut command = Args::command().after_help(EXAMPLES).mut_subcommand("ci", |command| {
        let hidden = ["line", "config_schema"].into_iter();
        let command = command.mut_arg("changed", |arg| arg.help(CHANGED));
        hidden.fold(command, |command, name| command.mut_arg(name, |arg| arg.hide(true)))
    });
    for (name, heading, options) in GROUPS {
        command = command.mut_subcommand(*name, |command| {
            command.mut_args(|arg| match arg.get_long().is_some_and(|long| options.contains(&long)) {
                true => arg.help_heading(*heading),
                false => arg,
            })
        });
    }
    command
}

/// Prints a page of the book, or the help of a command.
pub fn run(args: &HelpArgs) -> Result<Status, Failure> {
    let mut command = command();
    let Some(topic) = args.topic.as_deref() else {
        output::put(format_args!("{}\n{}", command.render_long_help(), topics()))?;
        return Ok(Status::Done);
    };
    if let Some((_, page)) = TOPICS.iter().find(|(name, _)| *name == topic) {
        output::put(page)?;
        return Ok(Status::Done);
    }
    command.build();
    match command.find_subcommand_mut(topic) {
        Some(found) => output::put(found.render_long_help())?,
        None => return Err(Failure::wrong_use(format!("there is no topic `{topic}`\n{}", topics()))),
    }
    Ok(Status::Done)
}

/// The topics with the titles of their pages.
fn topics() -> String {
    let title = |page: &str| page.lines().next().map_or(String::new(), |line| line.replace(['#', '`'], ""));
    let lines = TOPICS.iter().map(|(name, page)| format!("  {name:<17}{}\n", title(page).trim()));
    format!("Topics:\n{}", lines.collect::<String>())
}

/// Prints the script that completes the command line in a shell.
pub fn completions(shell: Shell) -> Result<Status, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command(), "symir", &mut text);
    output::put(String::from_utf8_lossy(&text))?;
    Ok(Status::Done)
}

/// Writes a man page for symir and one for each command into a folder.
pub fn man_pages(folder: &Path) -> Result<Status, Failure> {
    let cannot = |error: io::Error| Failure::wrong_use(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(cannot)?;
    clap_mangen::generate_to(command(), folder).map_err(cannot)?;
    Ok(Status::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An option in no group would be listed under the general heading of the command, far from related
    /// options.
    #[test]
    fn every_option_of_the_large_commands_stands_in_one_group() {
        let command = command();
        for name in ["run", "gen", "ci"] {
            let command = command.find_subcommand(name).expect("a command");
            for option in
                command.get_arguments().filter(|arg| !arg.is_hide_set()).filter_map(|arg| arg.get_long())
            {
                let groups =
                    GROUPS.iter().filter(|(of, _, options)| *of == name && options.contains(&option));
                let n_groups = groups.count();
                assert!(
                    n_groups == 1 || ["help", "color"].contains(&option),
                    "{name} --{option}: {n_groups} groups"
                );
            }
            for (_, _, options) in GROUPS.iter().filter(|(of, _, _)| *of == name) {
                for option in options.iter().filter(|option| **option != "color") {
                    let is_there = command.get_arguments().any(|arg| arg.get_long() == Some(option));
                    assert!(is_there, "{name} has no --{option}");
                }
            }
        }
    }

    #[test]
    fn every_page_of_the_book_is_a_topic() {
        let summary = include_str!("../../docs/SUMMARY.md");
        let pages = summary.split('(').skip(1).filter_map(|rest| rest.split_once(')')).map(|(page, _)| page);
        // The page of the commands is their own help.
        let pages = pages.filter(|page| *page != "commands.md");
        assert_eq!(pages.count(), TOPICS.len());
    }
}
