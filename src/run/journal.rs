//! Checkpoints: a file that grows by one line for each test and, every now and then, by one line for all
//! states that wait. It can be used whenever and however the run ends, since only the last line can be
//! incomplete. Tests that were found after the states were written may be found again, and are recognised by
//! their decision paths.
//!
//! Each line ends with its own checksum, so that a changed line is refused. It would give wrong tests.

use super::Error;
use super::finder::Found;
use crate::engine::DecisionPath;
use crate::util::{bounded, checksum};
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The states are written no more often than this, and writing them takes no more than a twentieth of the
/// time.
const EVERY: Duration = Duration::from_secs(1);

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    /// The first line: the identity of the run that this is a checkpoint of.
    Checkpoint {
        of: u64,
    },
    Found(Box<Found>),
    Frontier(Vec<Vec<u32>>),
}

/// The contents of an earlier run's checkpoint.
pub(super) struct Resumed {
    pub(super) tests: Vec<Found>,
    pub(super) frontier: Vec<DecisionPath>,
}

/// A checkpoint that is being written.
pub(super) struct Journal {
    file: File,
    path: PathBuf,
    next: Instant,
    failure: Option<String>,
}

/// Reads a checkpoint of the run with this identity.
pub(super) fn read(path: &Path, identity: u64) -> Result<Resumed, Error> {
    let error = |why: String| Error::Checkpoint { path: path.to_owned(), why };
    let mut reader = bounded::open(path)
        .map_err(|cause| error(format!("{cause}; name a file that --checkpoint wrote")))?;
    let mut next = || -> Result<Option<(Vec<u8>, bool)>, Error> {
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line).map_err(|cause| error(cause.to_string()))?;
        let is_whole = line.pop_if(|byte| *byte == b'\n').is_some();
        Ok((is_whole || !line.is_empty()).then_some((line, is_whole)))
    };
    let (first, _) = next()?.unwrap_or_default();
    match unsealed(&first) {
        Ok(Line::Checkpoint { of }) if of == identity => {}
        Ok(Line::Checkpoint { .. }) => {
            let why = "it is of another program or another version of symir, or of other options or another seed; give the same as then";
            return Err(error(why.to_owned()));
        }
        Err(Unread::Changed) => return Err(error(format!("line 1: {CHANGED}"))),
        _ => {
            return Err(error(
                "line 1: this is no checkpoint; name a file that --checkpoint wrote".to_owned(),
            ));
        }
    }
    let mut resumed = Resumed { tests: Vec::new(), frontier: Vec::new() };
    let mut has_frontier = false;
    for number in 2.. {
        let Some((line, is_whole)) = next()? else { break };
        match unsealed(&line) {
            Ok(Line::Found(found)) => resumed.tests.push(*found),
            Ok(Line::Frontier(decision_paths)) => {
                has_frontier = true;
                resumed.frontier =
                    decision_paths.iter().map(|decision_path| DecisionPath::pack(decision_path)).collect();
            }
            Ok(Line::Checkpoint { .. }) => return Err(error(format!("line {number}: a second beginning"))),
            // The run was killed while it wrote this one.
            Err(_) if !is_whole => break,
            Err(_) => return Err(error(format!("line {number}: {CHANGED}"))),
        }
    }
    if !has_frontier {
        return Err(error("it ends before its first states; start anew".to_owned()));
    }
    resumed.frontier = without_inner(resumed.frontier);
    Ok(resumed)
}

/// Why a line is not read.
enum Unread {
    /// It was changed after it was written.
    Changed,
    /// It has no checksum: symir did not write it.
    Foreign,
}

const CHANGED: &str =
    "this was changed after symir wrote it, since its checksum does not fit; start anew, without --resume";

/// A line as it is written: its text, a space, and the checksum of the text.
fn sealed(line: &Line) -> Vec<u8> {
    let mut text = serde_json::to_vec(line).unwrap_or_default();
    text.extend_from_slice(format!(" {}\n", checksum::of(&text)).as_bytes());
    text
}

/// The line that [`sealed`] was given, from its text without the line end.
fn unsealed(text: &[u8]) -> Result<Line, Unread> {
    let Some(at) = text.len().checked_sub(9).filter(|at| text[*at] == b' ') else {
        return Err(Unread::Foreign);
    };
    let (text, sum) = (&text[..at], &text[at + 1..]);
    if checksum::of(text).as_bytes() != sum {
        return Err(Unread::Changed);
    }
    serde_json::from_slice(text).map_err(|_| Unread::Changed)
}

/// Leaves out states that others in the list lead to.
fn without_inner(frontier: Vec<DecisionPath>) -> Vec<DecisionPath> {
    let mut decision_paths: Vec<Vec<u32>> = frontier.iter().map(DecisionPath::unpack).collect();
    decision_paths.sort_unstable();
    let mut kept: Vec<Vec<u32>> = Vec::new();
    for decision_path in decision_paths {
        if kept.last().is_none_or(|last| !decision_path.starts_with(last)) {
            kept.push(decision_path);
        }
    }
    kept.iter().map(|decision_path| DecisionPath::pack(decision_path)).collect()
}

impl Journal {
    /// Makes a new file, in the place of an old one, that begins with these states.
    pub(super) fn create(path: &Path, identity: u64, frontier: &[DecisionPath]) -> Result<Self, Error> {
        let error = |cause: std::io::Error| Error::Checkpoint {
            path: path.to_owned(),
            why: format!("{cause}; name a file that can be written"),
        };
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        let beside = PathBuf::from(beside);
        // Another run that wrote the same file would lose what this one finds. The lock ends with the
        // process.
        let taken = || Error::Checkpoint {
            path: path.to_owned(),
            why: "another run writes it; wait until it has ended, or name another file".to_owned(),
        };
        let is_free =
            |file: &File| flock(file, FlockOperation::NonBlockingLockExclusive) != Err(Errno::WOULDBLOCK);
        if File::open(path).is_ok_and(|file| !is_free(&file)) {
            return Err(taken());
        }
        let file = File::create(&beside).map_err(error)?;
        if !is_free(&file) {
            return Err(taken());
        }
        let next = Instant::now() + EVERY;
        let mut journal = Self { file, path: path.to_owned(), next, failure: None };
        journal.write(&Line::Checkpoint { of: identity });
        journal.frontier(frontier);
        fs::rename(&beside, path).map_err(error)?;
        Ok(journal)
    }

    fn write(&mut self, line: &Line) {
        if let Err(cause) = self.file.write_all(&sealed(line)) {
            self.failure.get_or_insert_with(|| format!("{}: {cause}", self.path.display()));
        }
    }

    /// Adds a test.
    pub(super) fn found(&mut self, found: &Found) {
        self.write(&Line::Found(Box::new(found.clone())));
    }

    /// Adds all states that wait.
    pub(super) fn frontier(&mut self, decision_paths: &[DecisionPath]) {
        let start = Instant::now();
        self.write(&Line::Frontier(decision_paths.iter().map(DecisionPath::unpack).collect()));
        self.next = Instant::now() + EVERY.max(20 * start.elapsed());
    }

    /// Whether it is time to write the states again.
    pub(super) fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Puts off the next time, since the states are being collected now.
    pub(super) fn wait(&mut self) {
        self.next = Instant::now() + EVERY;
    }

    /// Why the file could not be written.
    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}
