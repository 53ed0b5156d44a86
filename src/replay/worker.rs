//! Our end of a process that runs tests. It is started when a test needs it, and again after it has ended.

use super::launcher::{self, spawn};
use super::wire::{self, Answer, Greeting};
use crate::util::exhausted;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How much longer than a test's own limit is waited: what the runtime needs before and after the test.
const PATIENCE: Duration = Duration::from_secs(30);

/// The time between two checks whether anybody still waits for a test.
const PAUSE: Duration = Duration::from_millis(50);

/// A running process.
pub(super) struct Worker {
    process: Child,
    requests: Option<ChildStdin>,
    answers: Receiver<Vec<u8>>,
    pub greeting: Greeting,
    /// Removed after the process has ended.
    _folder: TempDir,
}

/// The options of sanitizers: start no processes, and report every reason of an end in the same way.
const SANITIZER_OPTIONS: [(&str, &str); 3] = [
    (
        "ASAN_OPTIONS",
        "detect_leaks=0:symbolize=0:handle_abort=1:handle_sigfpe=1:handle_sigill=1:handle_sigtrap=1:handle_segv=1:\
         detect_stack_use_after_return=1:allocator_may_return_null=1:redzone=512:exitcode=99:fast_unwind_on_fatal=0",
    ),
    ("UBSAN_OPTIONS", "symbolize=0:print_stacktrace=0"),
    ("MSAN_OPTIONS", "symbolize=0:exitcode=99"),
];

/// Why there is no answer to a request.
pub(super) enum NoAnswer {
    /// How the test has broken the process that runs tests.
    Broken(String),
    /// The process is silent for longer than any test may take. On an overloaded machine that says nothing
    /// about the test.
    Late,
    /// Nobody waits for it any more.
    Stopped,
}

impl Worker {
    /// Runs the launcher's command, whose program is to run tests in this empty folder.
    pub fn start(mut command: Command, folder: TempDir) -> Result<Self, String> {
        command.envs(SANITIZER_OPTIONS);
        let failed = |error: std::io::Error| {
            let reason = exhausted::in_words(&error);
            format!("the process that runs tests cannot be started: {reason}")
        };
        let mut process = spawn(&mut command).map_err(failed)?;
        let requests = process.stdin.take().expect("invariant: it is piped");
        let output = process.stdout.take().expect("invariant: it is piped");
        let (sender, answers) = channel();
        std::thread::spawn(move || receive(output, &sender));
        let first = answers.recv_timeout(PATIENCE);
        let greeting = first.ok().and_then(|bytes| wire::greeting(&bytes));
        match greeting {
            Some(greeting) => {
                Ok(Self { process, requests: Some(requests), answers, greeting, _folder: folder })
            }
            None => {
                // The launcher ends its program, and then itself.
                drop(requests);
                let code = process.wait().ok().and_then(|status| status.code());
                Err(launcher::in_words(code).to_owned())
            }
        }
    }

    /// Runs a test that may take as long as `limit`, unless `stop` says that nobody waits for it any more.
    /// After an error the process cannot be used any more.
    pub fn run(
        &mut self,
        request: &[u8],
        limit: Duration,
        stop: &dyn Fn() -> bool,
    ) -> Result<Answer, NoAnswer> {
        let broken = |what: &str| NoAnswer::Broken(what.to_owned());
        if let Some(requests) = &mut self.requests {
            // If the process is gone, the missing answer says so too.
            let _ = requests.write_all(request).and_then(|()| requests.flush());
        }
        let until = Instant::now() + limit + PATIENCE;
        loop {
            return match self.answers.recv_timeout(PAUSE) {
                Ok(bytes) => {
                    wire::answer(&bytes).ok_or_else(|| broken("it wrote into the answers of its parent"))
                }
                Err(RecvTimeoutError::Timeout) if stop() => Err(NoAnswer::Stopped),
                Err(RecvTimeoutError::Timeout) if Instant::now() < until => continue,
                Err(RecvTimeoutError::Timeout) => Err(NoAnswer::Late),
                Err(RecvTimeoutError::Disconnected) => Err(broken("it ended its parent")),
            };
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // When its standard input is closed, the launcher ends its program, and then itself.
        self.requests = None;
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
