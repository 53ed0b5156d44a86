//! Runs other programs, such as clang, and waits for them no longer than a run has time.

use crate::util::Deadline;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// When a run's time is over, it has a little more time to finish. Other programs, such as clang, may run in
/// this share of it; the rest is for using their results.
pub(super) const SHARE: f64 = 0.5;
/// How long to wait between two looks at the time.
const PAUSE: Duration = Duration::from_millis(20);

/// Runs a program to its end and returns its output; `None` if the time was over before that. It gets no
/// standard input, and no signal of the terminal: if symir is interrupted, symir decides what becomes of the
/// program.
pub fn output(mut command: Command, deadline: &Deadline) -> io::Result<Option<Output>> {
    if deadline.is_due(SHARE) {
        return Ok(None);
    }
    command.process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let process = command.spawn()?;
    let group = rustix::process::Pid::from_child(&process);
    let (sender, done) = channel();
    std::thread::spawn(move || sender.send(process.wait_with_output()));
    loop {
        match done.recv_timeout(PAUSE) {
            Ok(output) => return output.map(Some),
            Err(RecvTimeoutError::Timeout) if deadline.is_due(SHARE) => {
                // It may have ended just now. What it has started, such as a linker, is killed as well.
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
                return Ok(None);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other("the thread that waits for it has failed"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::Interrupt;

    #[test]
    fn what_takes_too_long_is_killed() {
        let interrupt = Interrupt::default();
        let deadline = Deadline::new(None, interrupt.clone()).with_grace(Duration::ZERO);
        let mut echo = Command::new("echo");
        echo.arg("done");
        let output_of = output(echo, &deadline).expect("it starts").expect("it ends");
        assert_eq!(output_of.stdout, b"done\n");
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(10));
            interrupt.raise();
        });
        let mut sleep = Command::new("sleep");
        sleep.arg("1000");
        assert!(output(sleep, &deadline).expect("it starts").is_none());
    }
}
