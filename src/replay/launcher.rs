//! The launcher: a program of ours that makes a contained process and runs another program in it. Its source
//! is `launcher.c`, which `build.rs` compiles.

use super::containment::{Containment, MEMORY};
use crate::util::{Scratch, exhausted};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const LAUNCHER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/launcher"));

/// What a program is started for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Tests,
    Calls,
}

/// How a program is to be contained.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Wish {
    /// The parts that are wanted, as far as the kernel allows.
    pub wanted: u64,
    /// The parts without which the program is not run.
    pub required: u64,
    /// Whether each process has the same addresses, which sanitizers need on some machines.
    pub fixed_addresses: bool,
}

/// The launcher as a file.
pub(super) struct Launcher {
    path: PathBuf,
}

impl Launcher {
    /// Writes it to a folder.
    pub fn new(folder: &Path) -> Result<Self, String> {
        let path = folder.join("launcher");
        let written = std::fs::write(&path, LAUNCHER)
            .and_then(|()| std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)));
        written.map_err(|error| format!("the temporary folder: {}", exhausted::in_words(&error)))?;
        Ok(Self { path })
    }

    /// The command that starts `program` in the folder `current`, without an environment.
    pub fn command(
        &self,
        purpose: Purpose,
        current: &Path,
        program: &Path,
        wish: &Wish,
        libraries: &[PathBuf],
    ) -> Command {
        let mut command = self.bare(match purpose {
            Purpose::Tests => "tests",
            Purpose::Calls => "calls",
        });
        command.arg(current);
        command.arg(program.parent().unwrap_or(Path::new("/"))).arg(program.file_name().unwrap_or_default());
        command.arg(wish.wanted.to_string()).arg(wish.required.to_string()).arg(MEMORY.to_string());
        command.arg(u8::from(wish.fixed_addresses).to_string()).args(libraries);
        command
    }

    fn bare(&self, what: &str) -> Command {
        let mut command = Command::new(&self.path);
        command.arg(what).env_clear();
        // A signal to its group of processes does not reach ours.
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        command
    }

    /// The parts that are in force on this machine. A contained process tries to do things that it must not
    /// be able to do.
    fn probe(&self, folder: &Path) -> Result<Containment, String> {
        let failed = |error: std::io::Error| {
            let reason = exhausted::in_words(&error);
            format!("the process that runs tests cannot be started: {reason}")
        };
        let outside = folder.join("outside");
        let current = folder.join("current");
        std::fs::write(&outside, "nothing").map_err(failed)?;
        std::fs::create_dir(&current).map_err(failed)?;
        let mut command = self.bare("probe");
        command.arg(&current).arg(&current).arg(&outside).arg(Containment::ALL.to_string()).arg("0");
        command.arg(MEMORY.to_string()).arg("0").arg(std::process::id().to_string());
        let mut process = spawn(&mut command).map_err(failed)?;
        // It runs until its standard input is closed.
        let (requests, mut output) = (process.stdin.take(), process.stdout.take());
        let mut parts = [0; 8];
        let read = output.as_mut().map(|output| output.read_exact(&mut parts));
        drop(requests);
        let status = process.wait().map_err(failed)?;
        match read {
            Some(Ok(())) => Ok(Containment(u64::from_le_bytes(parts))),
            _ => Err(in_words(status.code()).to_owned()),
        }
    }
}

/// Starts a command. A file that was just written may still be open for writing, in a process that another
/// thread of ours is about to start.
pub(super) fn spawn(command: &mut Command) -> std::io::Result<Child> {
    let mut n_tries = 0;
    loop {
        match command.spawn() {
            Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy && n_tries < 200 => {
                n_tries += 1;
                std::thread::sleep(Duration::from_millis(5));
            }
            done => return done,
        }
    }
}

/// Why the launcher ended; the numbers are those of `enum end` in launcher.c.
pub(super) fn in_words(code: Option<i32>) -> &'static str {
    match code {
        Some(41) => "this machine does not contain native runs wholly",
        Some(43) => "the process that runs tests has too few open files allowed: it needs 40 (`ulimit -n`)",
        _ => "the process that runs tests does not start",
    }
}

/// The parts that are in force on this machine. The error says why no contained process can be started.
pub fn containment() -> Result<Containment, String> {
    let folder =
        Scratch::new().map_err(|error| format!("the temporary folder: {}", exhausted::in_words(&error)))?;
    Launcher::new(folder.path())?.probe(folder.path())
}
