//! Checkpoints: a file that grows by one line for each test and, every now and then, one for all states that wait. It
//! is of use whenever the run ends, however it ends: a line that is not whole is the last one, and tests that were
//! found after the states were written are found again at most, and known by their trails.

use super::Error;
use super::finder::Found;
use crate::engine::Trail;
use crate::ir::Program;
use crate::util::bounded;
use crate::util::rng;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The states are written no more often than this, and take no more than a twentieth of the time.
const EVERY: Duration = Duration::from_secs(1);

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    /// The first line: what run this is a checkpoint of.
    Checkpoint {
        of: u64,
    },
    Found(Box<Found>),
    Frontier(Vec<Vec<u32>>),
}

/// What an earlier run has left.
pub(super) struct Resumed {
    pub(super) tests: Vec<Found>,
    pub(super) frontier: Vec<Trail>,
}

/// A checkpoint that is written.
pub(super) struct Journal {
    file: File,
    path: PathBuf,
    next: Instant,
    failure: Option<String>,
}

/// A number for the program and what its tests depend on.
pub(super) fn identity(program: &Program, options: &super::Options) -> u64 {
    let what = format!(
        "{:?}{:?}{:?}{:?}{:?}{:?}{}{}",
        program.code,
        program.constants,
        options.exec,
        options.start,
        options.limits,
        options.readable.method,
        options.seed,
        options.explain
    );
    rng::hash_bytes(what.as_bytes())
}

/// Reads a checkpoint of the run with this identity.
pub(super) fn read(path: &Path, identity: u64) -> Result<Resumed, Error> {
    let error = |why: String| Error::Checkpoint { path: path.to_owned(), why };
    let file = bounded::open(path)
        .map_err(|cause| error(format!("{cause}; name a file that --checkpoint wrote")))?;
    let mut lines = file.lines();
    let first = lines.next().and_then(Result::ok).unwrap_or_default();
    match serde_json::from_str(&first) {
        Ok(Line::Checkpoint { of }) if of == identity => {}
        Ok(Line::Checkpoint { .. }) => {
            let why = "it is of another program, or of other options or another seed; give the same as then";
            return Err(error(why.to_owned()));
        }
        _ => {
            return Err(error(
                "line 1: this is no checkpoint; name a file that --checkpoint wrote".to_owned(),
            ));
        }
    }
    let mut resumed = Resumed { tests: Vec::new(), frontier: Vec::new() };
    let mut has_frontier = false;
    let mut lines = lines.enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        match line
            .map_err(|cause| cause.to_string())
            .and_then(|line| serde_json::from_str::<Line>(&line).map_err(|cause| cause.to_string()))
        {
            Ok(Line::Found(found)) => resumed.tests.push(*found),
            Ok(Line::Frontier(trails)) => {
                has_frontier = true;
                resumed.frontier = trails.iter().map(|trail| Trail::pack(trail)).collect();
            }
            // The last line may have been cut off.
            Err(_) if lines.peek().is_none() => {}
            Ok(Line::Checkpoint { .. }) => {
                return Err(error(format!("line {}: a second beginning", index + 2)));
            }
            Err(cause) => return Err(error(format!("line {}: {cause}", index + 2))),
        }
    }
    if !has_frontier {
        return Err(error("it ends before its first states; start anew".to_owned()));
    }
    resumed.frontier = without_inner(resumed.frontier);
    Ok(resumed)
}

/// Leaves out states that others in the list lead to.
fn without_inner(frontier: Vec<Trail>) -> Vec<Trail> {
    let mut trails: Vec<Vec<u32>> = frontier.iter().map(Trail::unpack).collect();
    trails.sort_unstable();
    let mut kept: Vec<Vec<u32>> = Vec::new();
    for trail in trails {
        if kept.last().is_none_or(|last| !trail.starts_with(last)) {
            kept.push(trail);
        }
    }
    kept.iter().map(|trail| Trail::pack(trail)).collect()
}

impl Journal {
    /// Makes a new file, in the place of an old one, that begins with these states.
    pub(super) fn create(path: &Path, identity: u64, frontier: &[Trail]) -> Result<Self, Error> {
        let error = |cause: std::io::Error| Error::Checkpoint {
            path: path.to_owned(),
            why: format!("{cause}; name a file that can be written"),
        };
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        let beside = PathBuf::from(beside);
        let file = File::create(&beside).map_err(error)?;
        let next = Instant::now() + EVERY;
        let mut journal = Self { file, path: path.to_owned(), next, failure: None };
        journal.write(&Line::Checkpoint { of: identity });
        journal.frontier(frontier);
        fs::rename(&beside, path).map_err(error)?;
        Ok(journal)
    }

    fn write(&mut self, line: &Line) {
        let mut text = serde_json::to_vec(line).unwrap_or_default();
        text.push(b'\n');
        if let Err(cause) = self.file.write_all(&text) {
            self.failure.get_or_insert_with(|| format!("{}: {cause}", self.path.display()));
        }
    }

    /// Adds a test.
    pub(super) fn found(&mut self, found: &Found) {
        self.write(&Line::Found(Box::new(found.clone())));
    }

    /// Adds all states that wait.
    pub(super) fn frontier(&mut self, trails: &[Trail]) {
        let start = Instant::now();
        self.write(&Line::Frontier(trails.iter().map(Trail::unpack).collect()));
        self.next = Instant::now() + EVERY.max(20 * start.elapsed());
    }

    /// Whether it is time to write the states again.
    pub(super) fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Puts off the next time until the states are here.
    pub(super) fn wait(&mut self) {
        self.next = Instant::now() + EVERY;
    }

    /// Why the file could not be written.
    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}
