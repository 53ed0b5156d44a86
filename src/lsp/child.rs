//! Runs `symir gen` in processes of their own, one after the other. An error there does not disturb the
//! editor, and a run that is not wanted any more is ended.

use crate::util::Interrupt;
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a run that is not wanted may take to write what it has.
const GRACE: Duration = Duration::from_secs(3);
/// How long to wait between two checks whether it has ended.
const PAUSE: Duration = Duration::from_millis(10);
/// How many bytes of a run's messages are kept.
const MOST_SAID: u64 = 1 << 16;

/// What to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    pub file: PathBuf,
    /// One function; all of the file, if none is named.
    pub function: Option<String>,
}

/// How runs are made.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The folder that they are made in.
    pub root: PathBuf,
    /// The folder of suites.
    pub folder: PathBuf,
    /// Further arguments of the user for `symir gen`.
    pub arguments: Vec<String>,
}

/// How a run has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Done,
    Cancelled,
    /// It could not do its work, and says why.
    Failed(String),
}

/// The exit codes of a run that has written what it has found: `docs/ci.md`.
const WRITTEN: [i32; 3] = [0, 10, 5];

impl Runner {
    /// Runs a job to its end, or until it is not wanted any more.
    pub fn run(&self, job: &Job, interrupt: &Interrupt) -> End {
        if interrupt.is_raised() {
            return End::Cancelled;
        }
        match self.start(job) {
            Ok(child) => wait(child, interrupt),
            Err(error) => End::Failed(format!("symir cannot be started: {error}")),
        }
    }

    fn start(&self, job: &Job) -> io::Result<Child> {
        let mut command = Command::new(std::env::current_exe()?);
        let name = job.file.strip_prefix(&self.root).unwrap_or(&job.file);
        command.current_dir(&self.root).args(["gen", "--quiet", "--color", "never", "--grace", "1s"]);
        command.arg("-o").arg(&self.folder).arg(name);
        command.args(job.function.iter().flat_map(|function| ["-f", function]));
        // A process group, so that processes that the run has started end with it.
        command.args(&self.arguments).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()
    }
}

fn wait(mut child: Child, interrupt: &Interrupt) -> End {
    let group = Pid::from_child(&child);
    let said = child.stderr.take().map(|pipe| {
        thread::spawn(move || {
            let (mut text, mut pipe) = (Vec::new(), pipe);
            // Further output is read and thrown away, so that the run does not wait for a reader.
            let _ = pipe.by_ref().take(MOST_SAID).read_to_end(&mut text);
            let _ = io::copy(&mut pipe, &mut io::sink());
            String::from_utf8_lossy(&text).into_owned()
        })
    });
    let mut ends_at: Option<Instant> = None;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Ok(status),
            Ok(None) => {}
            Err(error) => break Err(error),
        }
        match ends_at {
            None if interrupt.is_raised() => {
                let _ = kill_process_group(group, Signal::INT);
                ends_at = Some(Instant::now() + GRACE);
            }
            Some(at) if Instant::now() >= at => {
                let _ = kill_process_group(group, Signal::KILL);
                ends_at = Some(Instant::now() + GRACE);
            }
            _ => {}
        }
        thread::sleep(PAUSE);
    };
    let is_cancelled = ends_at.is_some();
    let said = said.and_then(|said| said.join().ok()).unwrap_or_default();
    match status {
        _ if is_cancelled => End::Cancelled,
        Ok(status) if status.code().is_some_and(|code| WRITTEN.contains(&code)) => End::Done,
        Ok(status) => {
            End::Failed(first_words(&said).unwrap_or_else(|| format!("symir gen ended with {status}")))
        }
        Err(error) => End::Failed(error.to_string()),
    }
}

/// The message of a run that says what is wrong: the first error, or else the first line.
fn first_words(said: &str) -> Option<String> {
    let lines = || said.lines().map(str::trim).filter(|line| !line.is_empty());
    lines().find(|line| line.contains("error:")).or_else(|| lines().next()).map(str::to_owned)
}
