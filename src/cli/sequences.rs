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
        time: Some(args.time),
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

/// For each path of each function the sequence that leads to it, or why there is none.
fn lines(found: &Answers) -> String {
    let word_of = |function: &str| {
        let word = found.words.iter().find(|(maker, _)| maker == function);
        word.map_or("object".to_owned(), |(_, word)| word.clone())
    };
    let words_of = |way: &FoundSequences, path: usize| match &way.sequences[path] {
        Ok(sequence) => sequence.lines(word_of),
        Err(why) => why.clone(),
    };
    let mut text = String::new();
    for answer in &found.of {
        let _ = writeln!(text, "{}", answer.function);
        if answer.endings.is_empty() {
            text += "    no path returns, or none returns what was asked for\n";
        }
        for (path, ending) in answer.endings.iter().enumerate() {
            let (forward, backward) = (words_of(&answer.forward, path), words_of(&answer.backward, path));
            let _ = writeln!(text, "    {ending}");
            let ways = if forward == backward {
                vec![("both ways", forward)]
            } else {
                vec![("forward", forward), ("backward", backward)]
            };
            for (name, words) in ways {
                let _ = writeln!(text, "        {name:<9}  {words}");
            }
        }
        if answer.left > 0 {
            let _ = writeln!(text, "    no sequences were looked for on {} further paths", answer.left);
        }
    }
    text
}

/// Both algorithms side by side.
fn table(found: &Answers) -> String {
    let mut text = format!(
        "\n{} paths through functions, summarised in {:.2} s\n{:<10}{:>11}{:>9}{:>13}{:>11}{:>9}{:>9}{:>7}\n",
        found.summaries,
        found.exploring.as_secs_f64(),
        "",
        "functions",
        "paths",
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
        let seconds: f64 = all.iter().map(|it| it.time.as_secs_f64()).fold(0.0, |sum, it| sum + it);
        let share = seconds / (seconds + found.exploring.as_secs_f64()).max(1e-9);
        let functions = format!("{}/{}", all.iter().filter(|it| it.is_found()).count(), all.len());
        let n_paths: usize = all.iter().map(|it| it.sequences.len()).sum();
        let paths = format!("{}/{n_paths}", all.iter().map(|it| it.n_found()).sum::<usize>());
        let _ = writeln!(
            text,
            "{name:<10}{functions:>11}{paths:>9}{:>13}{:>11}{:>9}{seconds:>9.2}{:>6.0}%",
            all.iter().map(|it| it.work.tries).sum::<u64>(),
            all.iter().map(|it| it.work.questions).sum::<u64>(),
            all.iter().map(|it| it.longest()).max().unwrap_or(0),
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
