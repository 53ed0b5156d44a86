//! `symir sequences`.

use super::args::SequencesArgs;
use super::{Failure, Status, output};
use crate::frontend;
use crate::generate::{Answers, Error, FoundSequences, Question, answers};
use std::fmt::Write;

/// Looks for sequences, and compares both algorithms.
pub fn run(args: &SequencesArgs) -> Result<Status, Failure> {
    let compile = frontend::Options {
        clang: args.clang.clone(),
        flags: args.flags.clone(),
        ..frontend::Options::default()
    };
    let question = Question {
        functions: args.functions.clone(),
        result: args.result.map(i128::from),
        calls: args.calls,
        tries: args.tries,
    };
    let folder = crate::util::Scratch::new().map_err(Failure::wrong_use)?;
    let found = answers(&args.file, &compile, folder.path(), &question).map_err(|error| match error {
        Error::Compile(error) => error.into(),
        error => Failure::wrong_use(error),
    })?;
    if !args.quiet {
        output::put(lines(&found))?;
    }
    output::put(table(&found))?;
    Ok(Status::Done)
}

/// The shortest sequence of each function, or why there is none.
fn lines(found: &Answers) -> String {
    let mut text = String::new();
    for answer in &found.of {
        for (name, way) in [("forward", &answer.forward), ("backward", &answer.backward)] {
            let words = match way.shortest() {
                Some(sequence) => sequence.lines(|function| {
                    let word = found.words.iter().find(|(maker, _)| maker == function);
                    word.map_or("object".to_owned(), |(_, word)| word.clone())
                }),
                None => way
                    .sequences
                    .iter()
                    .find_map(|it| it.as_ref().err())
                    .cloned()
                    .unwrap_or_else(|| "no path gives this".to_owned()),
            };
            let _ = writeln!(text, "{:<24} {name:<9} {words}", answer.function);
        }
    }
    text
}

/// Both algorithms side by side.
fn table(found: &Answers) -> String {
    let mut text = format!(
        "\n{} summaries in {:.2} s\n{:<10}{:>8}{:>8}{:>12}{:>11}{:>10}{:>9}{:>8}\n",
        found.summaries,
        found.exploring.as_secs_f64(),
        "",
        "found",
        "of",
        "calls tried",
        "questions",
        "longest",
        "seconds",
        "share"
    );
    let ways: [(&str, Vec<&FoundSequences>); 2] = [
        ("forward", found.of.iter().map(|answer| &answer.forward).collect()),
        ("backward", found.of.iter().map(|answer| &answer.backward).collect()),
    ];
    for (name, all) in ways {
        let seconds: f64 = all.iter().map(|it| it.time.as_secs_f64()).sum();
        let longest = all.iter().filter_map(|it| it.shortest()).map(|it| it.len()).max().unwrap_or(0);
        let share = (seconds / (seconds + found.exploring.as_secs_f64()).max(1e-9)).max(0.0);
        let _ = writeln!(
            text,
            "{name:<10}{:>8}{:>8}{:>12}{:>11}{longest:>10}{seconds:>9.2}{:>7.0}%",
            all.iter().filter(|it| it.is_found()).count(),
            all.len(),
            all.iter().map(|it| it.work.tries).sum::<u64>(),
            all.iter().map(|it| it.work.questions).sum::<u64>(),
            100.0 * share
        );
    }
    if !found.narrowed.is_empty() {
        let _ = writeln!(text, "paths without a summary: some of {}", found.narrowed.join(", "));
    }
    for held in &found.invariants {
        let _ = writeln!(text, "{} after each call: {} ({})", held.class, held.of("p"), held.bound.words());
    }
    text
}
