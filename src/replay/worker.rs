//! A process that runs tests, from our end: it is started when a test needs it, and again when it is gone.

use super::wire::{self, Answer, Greeting};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;
use tempfile::TempDir;

/// More than a test's own limit: what the runtime needs before and after it.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running process.
pub(super) struct Worker {
    process: Child,
    requests: ChildStdin,
    answers: Receiver<Vec<u8>>,
    pub greeting: Greeting,
    /// Goes when the process is gone.
    _folder: TempDir,
}

/// What sanitizers are told: nothing that starts processes, and the same words whatever the reason of the end.
const SANITIZER_OPTIONS: [(&str, &str); 3] = [
    (
        "ASAN_OPTIONS",
        "detect_leaks=0:symbolize=0:handle_abort=1:handle_sigfpe=1:handle_sigill=1:handle_sigtrap=1:handle_segv=1:\
         detect_stack_use_after_return=1:allocator_may_return_null=1:redzone=512:exitcode=99:fast_unwind_on_fatal=0",
    ),
    ("UBSAN_OPTIONS", "symbolize=0:print_stacktrace=0"),
    ("MSAN_OPTIONS", "symbolize=0:exitcode=99"),
];

impl Worker {
    /// Starts the program in an empty folder. `containment` are the parts that are wanted.
    pub fn start(program: &Path, folder: TempDir, containment: u64) -> Result<Self, String> {
        let mut command = Command::new(program);
        command.arg(folder.path()).arg(containment.to_string()).env_clear().envs(SANITIZER_OPTIONS);
        // A signal to its group of processes is none to ours.
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let failed = |error: std::io::Error| format!("the process that runs tests: {error}");
        let mut process = command.spawn().map_err(failed)?;
        let requests = process.stdin.take().expect("invariant: it is piped");
        let output = process.stdout.take().expect("invariant: it is piped");
        let (sender, answers) = channel();
        std::thread::spawn(move || receive(output, &sender));
        let first = answers.recv_timeout(PATIENCE);
        let greeting = first.ok().and_then(|bytes| wire::greeting(&bytes));
        match greeting {
            Some(greeting) => Ok(Self { process, requests, answers, greeting, _folder: folder }),
            None => {
                let _ = process.kill();
                let _ = process.wait();
                Err("the process that runs tests does not start".to_owned())
            }
        }
    }

    /// Runs a test that may take as long as `limit`. The error says what became of the process, which is of no
    /// use after it.
    pub fn run(&mut self, request: &[u8], limit: Duration) -> Result<Answer, String> {
        // If the process is gone, the missing answer says so too.
        let _ = self.requests.write_all(request).and_then(|()| self.requests.flush());
        match self.answers.recv_timeout(limit + PATIENCE) {
            Ok(bytes) => {
                wire::answer(&bytes).ok_or_else(|| "it wrote into the answers of its parent".to_owned())
            }
            Err(RecvTimeoutError::Timeout) => Err("its parent does not answer".to_owned()),
            Err(RecvTimeoutError::Disconnected) => Err("it ended its parent".to_owned()),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Hands on messages until there are no more.
fn receive(mut output: ChildStdout, to: &Sender<Vec<u8>>) {
    let mut length = [0; 8];
    while output.read_exact(&mut length).is_ok() {
        let length = u64::from_le_bytes(length);
        let mut message = Vec::new();
        let whole = output.by_ref().take(length).read_to_end(&mut message).is_ok_and(|n| n as u64 == length);
        if !whole || to.send(message).is_err() {
            return;
        }
    }
}
