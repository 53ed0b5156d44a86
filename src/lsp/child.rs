//! Runs of `symir gen` in a process of their own, one after the other: what goes wrong there costs the editor nothing, and what is
//! not wanted any more is ended.

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
/// How often it is looked whether it has ended.
const PAUSE: Duration = Duration::from_millis(10);
/// Of what a run says.
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
    /// What the user gives `symir gen` besides.
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
        // A process group, so that what it has started ends with it.
        command.args(&self.arguments).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()
    }
}

fn wait(mut child: Child, interrupt: &Interrupt) -> End {
    let group = Pid::from_child(&child);
    let said = child.stderr.take().map(|pipe| {
        thread::spawn(move || {
            let (mut text, mut pipe) = (Vec::new(), pipe);
            // What is beyond is read and thrown away, so that nobody waits for us.
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

/// What is wrong, of all that a run has said: its errors rather than its notes.
fn first_words(said: &str) -> Option<String> {
    let lines = || said.lines().map(str::trim).filter(|line| !line.is_empty());
    lines().find(|line| line.contains("error:")).or_else(|| lines().next()).map(str::to_owned)
}
