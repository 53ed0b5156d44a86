//! `symir model score`.

use super::args::ScoreArgs;
use super::run::language;
use super::{Failure, output};
use crate::readable::Language;
use crate::readable::score::{self, Scores, Summary, Tally};
use crate::util::bounded;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// Everything that was measured.
#[derive(Default, Serialize)]
struct Report {
    words: Vec<Word>,
    /// The tests by group: the file, or the experiment and run that its columns name.
    #[serde(skip)]
    tallies: BTreeMap<String, Tally>,
    tests: BTreeMap<String, Summary>,
}

#[derive(Serialize)]
struct Word {
    word: String,
    /// `None` if the word has a character that is no letter.
    scores: Option<Scores>,
}

/// Prints the scores of words and tests.
pub fn run(args: &ScoreArgs) -> Result<(), Failure> {
    let language = language(args.model.as_deref(), &args.words)?;
    let mut report = Report::default();
    for word in &args.text {
        report.add_word(&language, word);
    }
    for path in &args.files {
        report.add_file(&language, path)?;
    }
    let summaries = report.tallies.iter().filter_map(|(name, tally)| Some((name.clone(), tally.summary()?)));
    report.tests = summaries.collect();
    let text = if args.json { serde_json::json!(report).to_string() + "\n" } else { report.text() };
    output::put(text)
}

impl Report {
    fn add_word(&mut self, language: &Language, word: &str) {
        self.words.push(Word { word: word.to_owned(), scores: score::scores(language, word.as_bytes()) });
    }

    fn add_file(&mut self, language: &Language, path: &Path) -> Result<(), Failure> {
        let fail = |problem: String| Failure::wrong_use(format!("{}: {problem}", path.display()));
        let read = match path.to_str() {
            Some("-") => bounded::read_stream(io::stdin()),
            _ => bounded::read(path),
        };
        let text = read.map_err(|error| fail(format!("{error}; name a file that can be read")))?;
        let text = String::from_utf8(text)
            .map_err(|_| fail("the file is not UTF-8; unpack or convert it".into()))?;
        let header = text.lines().next().unwrap_or_default();
        if header.split(',').any(|cell| cell == "line") {
            return self
                .add_csv(language, &text)
                .map_err(|error| fail(format!("{error}; write it as comma-separated text")));
        }
        for line in text.lines().map(str::trim) {
            if let Some((function, strings)) = score::strings_of_line(line) {
                self.tally(&path.display().to_string()).add(language, function, &strings);
            } else if let Some(word) = word_of_line(line) {
                self.add_word(language, word);
            }
        }
        Ok(())
    }

    fn add_csv(&mut self, language: &Language, text: &str) -> Result<(), csv::Error> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let headers = reader.headers()?.clone();
        let column = |name: &str| headers.iter().position(|header| header == name);
        let groups = [column("experiment"), column("run")];
        let column = column("line").unwrap_or_default();
        for record in reader.records() {
            let record = record?;
            let cells: Vec<&str> = groups.iter().flatten().filter_map(|index| record.get(*index)).collect();
            let name = if cells.is_empty() { "tests".to_owned() } else { cells.join(" ") };
            let strings = record.get(column).and_then(score::strings_of_line);
            if let Some((function, strings)) = strings {
                self.tally(&name).add(language, function, &strings);
            }
        }
        Ok(())
    }

    fn tally(&mut self, name: &str) -> &mut Tally {
        self.tallies.entry(name.to_owned()).or_default()
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for word in &self.words {
            text += &match &word.scores {
                Some(Scores { n, bits, is_word }) => {
                    let bits = bits.map_or("-".to_owned(), |bits| format!("{bits:.3}"));
                    let is_word = if *is_word { "word" } else { "-" };
                    let n = n.map_or("-".to_owned(), |n| format!("{n:.4}"));
                    format!("{:<16}  N {n}  bits {bits}  {is_word}\n", word.word)
                }
                None => format!("{:<16}  not of letters\n", word.word),
            };
        }
        text += &self.words_summary();
        for (name, summary) in &self.tests {
            if self.tests.len() == 1 {
                for function in &summary.functions {
                    let (n, bits, words) = (function.n, function.bits, 100.0 * function.words);
                    text += &format!(
                        "{:<16}  N {n:.4}  bits {bits:.3}  words {words:.0} %  of {} strings\n",
                        function.function, function.strings
                    );
                }
            }
            text += &format!(
                "{name}: M {:.4}  sigma {:.4}  bits {:.3}  words {:.0} %  over {} functions\n",
                summary.n,
                summary.sigma,
                summary.bits,
                100.0 * summary.words,
                summary.functions.len()
            );
        }
        text
    }

    /// The means over the words of at least two letters.
    fn words_summary(&self) -> String {
        let scored = self.words.iter().filter(|word| word.word.len() >= 2).filter_map(|word| word.scores);
        let scores: Vec<Scores> = scored.collect();
        if scores.len() < 2 {
            return String::new();
        }
        let mean =
            |measure: fn(&Scores) -> f64| scores.iter().map(measure).sum::<f64>() / scores.len() as f64;
        let n: Vec<f64> = scores.iter().filter_map(|scores| scores.n).collect();
        format!(
            "mean of {}: N {:.4}  bits {:.3}  words {:.0} %\n",
            scores.len(),
            n.iter().sum::<f64>() / n.len().max(1) as f64,
            mean(|scores| scores.bits.unwrap_or(0.0)),
            100.0 * mean(|scores| f64::from(u8::from(scores.is_word)))
        )
    }
}

/// The word of a line: `word`, `"word"`, or `"word"; 0.1;`.
fn word_of_line(line: &str) -> Option<&str> {
    let is_class = line.strip_prefix('@').is_some_and(|class| class.parse::<u8>().is_ok());
    if line.is_empty() || line.starts_with("# ") || is_class {
        return None;
    }
    Some(match line.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        Some((word, _)) => word,
        None => line,
    })
}
