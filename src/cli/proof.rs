//! Shows the verdicts of native runs, for `symir run` and `symir replay`.

use crate::emit::junit::{self, Replayed};
use crate::pipeline::Proof;
use crate::replay::{Examples, Verdict};
use crate::testcase::{Outcome, TestCase, TestLine};
use crate::util::text::counted;
use std::fmt::{self, Display};
use std::io::{self, Seek, Write};
use tempfile::SpooledTempFile;

/// How many bytes of events are kept in memory until the end of the run. If there are more, they go to a
/// file.
const MOST_HELD: usize = 1 << 20;

/// What is printed about verdicts once all of them are known: events for programs, or text for a person.
pub struct Said {
    /// A line for each verdict, with one JSON object.
    events: Option<SpooledTempFile>,
    /// Why events could not be kept.
    failure: Option<io::Error>,
    /// The tests that do not hold, by cause; `texts` describes the first test of each cause.
    examples: Examples,
    texts: Vec<String>,
}

/// How many causes are shown at most.
const MOST_CAUSES: usize = 16;

impl Said {
    pub fn new(is_json: bool) -> Self {
        let events = is_json.then(|| tempfile::spooled_tempfile(MOST_HELD));
        Self { events, failure: None, examples: Examples::default(), texts: Vec::new() }
    }

    /// Notes a verdict.
    pub fn add(&mut self, test: &TestCase, verdict: &Verdict) {
        if let Some(events) = &mut self.events {
            let event = serde_json::json!({ "event": "replay", "name": test.name, "replay": verdict });
            self.failure = self.failure.take().or(writeln!(events, "{event}").err());
        } else if verdict.is_remarkable() && self.examples.add(test, verdict) {
            self.texts.push(in_words(test, verdict));
        }
    }

    /// Writes the events.
    pub fn write_events(self, proof: &Proof, out: &mut impl Write) -> io::Result<()> {
        self.failure.map_or(Ok(()), Err)?;
        if let Some(mut events) = self.events {
            events.rewind()?;
            io::copy(&mut events, out)?;
        }
        match &proof.tally {
            Ok(_) => Ok(()),
            Err(why) => writeln!(out, "{}", serde_json::json!({ "event": "no-replay", "why": why })),
        }
    }

    /// The part of the summary: how many tests have which verdict, and one test for each cause why tests do
    /// not hold.
    pub fn report(&self, proof: &Proof) -> String {
        let mut text = String::new();
        for (example, seen) in self.texts.iter().zip(self.examples.seen()).take(MOST_CAUSES) {
            text += example;
            if seen.n_tests > 1 {
                text += &format!(
                    "              and {} for the same reason\n",
                    counted(seen.n_tests - 1, "more test")
                );
            }
        }
        let n_more = self.texts.len().saturating_sub(MOST_CAUSES);
        if n_more > 0 {
            let n_more = counted(n_more as u64, "more reason");
            text += &format!("              {n_more} why tests do not hold; --json has every test\n");
        }
        match &proof.tally {
            Ok(tally) => format!("replay        {tally}\n{text}"),
            Err(why) => format!("replay        not possible: {why}\n"),
        }
    }
}

/// A test that does not hold, with the reasons.
fn in_words(test: &TestCase, verdict: &Verdict) -> String {
    let line = OneLine(&TestLine(test).to_string()).to_string();
    // The summary has one line for each thing that is not supported, so this line does not repeat it.
    let shown = match (&test.outcome, line.split_once(UNSUPPORTED)) {
        (Outcome::Unsupported { .. }, Some((before, _))) => format!("{before}{UNSUPPORTED}"),
        _ => line,
    };
    let reasons = verdict.reasons().into_iter().map(|reason| format!("              {reason}\n"));
    format!("{:<13} {shown}\n{}", verdict.word(), String::from_iter(reasons))
}

/// The result of a test for `junit.xml`.
pub fn for_junit(test: &TestCase, verdict: &Verdict) -> Replayed {
    let message = verdict.reasons().join("; ");
    let verdict = match verdict {
        Verdict::Confirmed { .. }
        | Verdict::OtherPath { .. }
        | Verdict::Completed { .. }
        | Verdict::Recorded { .. } => junit::Verdict::Passed,
        Verdict::Differs { .. } | Verdict::Flaky { .. } => junit::Verdict::Failed,
        Verdict::TimedOut { .. } | Verdict::Crashed { .. } => junit::Verdict::Error,
        Verdict::Unproved { .. } | Verdict::Excluded | Verdict::NotRun => junit::Verdict::Skipped,
    };
    Replayed { name: test.name.clone(), group: crate::emit::choose::title(test), verdict, message }
}

/// Stands in the line of a test whose path ended at something that symir does not support, before the reason.
const UNSUPPORTED: &str = " :=> !unsupported";

/// A test of several calls in one line.
struct OneLine<'a>(&'a str);

impl Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace('\n', "; "))
    }
}
