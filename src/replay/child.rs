//! The process that does native calls, and the messages to and from it. `server.c` is the other end.

use crate::exec::{NativeArgument, NativeCall, NativeValue};
use crate::ir::ArgKind;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// A process that waits for calls; it ends when this is dropped.
pub(super) struct Server {
    process: Child,
    requests: Option<ChildStdin>,
    answers: Receiver<Vec<u8>>,
    is_launcher: bool,
}

/// The reply to a request.
pub(super) enum Reply {
    Answer(Answer),
    /// The process has ended, for this reason.
    Gone(String),
}

/// The answer of the process to a call.
pub(super) enum Answer {
    Done {
        value: NativeValue,
        /// The value of `errno` after the call; before the call it was zero.
        error: i32,
        objects: Vec<Vec<u8>>,
        stdout: Vec<u8>,
        stderr: Vec<u8>,
    },
    /// The C library has no such function.
    Missing,
    Failed(String),
}

impl Server {
    /// A process whose standard input and output are pipes.
    pub fn new(mut process: Child, is_launcher: bool) -> Self {
        let requests = process.stdin.take().expect("invariant: it is piped");
        let output = process.stdout.take().expect("invariant: it is piped");
        let (sender, answers) = channel();
        std::thread::spawn(move || receive(output, &sender));
        Self { process, requests: Some(requests), answers, is_launcher }
    }

    /// Does one call with the thunk at `path`; kills the process if that takes longer than `limit`.
    pub fn call(&mut self, path: &Path, call: &NativeCall<'_>, limit: Duration) -> Reply {
        if let Some(requests) = &mut self.requests {
            // If the process is gone, the missing answer says so too.
            let _ = requests.write_all(&request(path, call)).and_then(|()| requests.flush());
        }
        match self.answers.recv_timeout(limit) {
            Ok(answer) => match parse(&answer, call) {
                Some(answer) => Reply::Answer(answer),
                None => Reply::Gone("it wrote into the answer of its process".to_owned()),
            },
            Err(RecvTimeoutError::Timeout) => {
                Reply::Gone(format!("it does not return within {} s", limit.as_secs_f64()))
            }
            Err(RecvTimeoutError::Disconnected) => Reply::Gone(match self.process.wait() {
                Ok(status) => end_in_words(status),
                Err(error) => format!("its process: {error}"),
            }),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A launcher ends its program when its input is closed; other processes may be busy for ever.
        self.requests = None;
        if !self.is_launcher {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}

fn end_in_words(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("it crashes with signal {signal}"),
        // This is how the launcher reports a signal.
        (None, Some(code)) if code > 128 => format!("it crashes with signal {}", code - 128),
        (None, Some(41)) => super::launcher::in_words(Some(41)).to_owned(),
        (None, Some(code)) => format!("it ends its process with status {code}"),
        (None, None) => "its process ends".to_owned(),
    }
}

/// Hands on answers until there are no more.
fn receive(mut output: ChildStdout, to: &Sender<Vec<u8>>) {
    let mut length = [0; 8];
    while output.read_exact(&mut length).is_ok() {
        let length = u64::from_le_bytes(length);
        let mut answer = Vec::new();
        let whole = output.by_ref().take(length).read_to_end(&mut answer).is_ok_and(|n| n as u64 == length);
        if !whole || to.send(answer).is_err() {
            return;
        }
    }
}

fn request(path: &Path, call: &NativeCall<'_>) -> Vec<u8> {
    let mut request = Vec::new();
    let put_number = |request: &mut Vec<u8>, number: usize| {
        request.extend_from_slice(&(number as u64).to_le_bytes());
    };
    let put_bytes = |request: &mut Vec<u8>, bytes: &[u8]| {
        put_number(request, bytes.len());
        request.extend_from_slice(bytes);
    };
    put_bytes(&mut request, path.file_name().unwrap_or_default().as_bytes());
    put_number(&mut request, call.objects.len());
    for object in &call.objects {
        put_bytes(&mut request, object);
    }
    put_number(&mut request, call.arguments.len());
    for argument in &call.arguments {
        let (tag, value) = match argument {
            NativeArgument::Number { value, .. } => (0, *value),
            NativeArgument::Pointer { object, offset } => (1, *object as u128 | u128::from(*offset) << 64),
        };
        request.push(tag);
        request.extend_from_slice(&value.to_le_bytes());
    }
    request.push(u8::from(gives_address(call)));
    request
}

fn gives_address(call: &NativeCall<'_>) -> bool {
    call.result.is_some_and(|(_, kind)| kind == ArgKind::Pointer)
}

/// `None` if the process cannot have written this by itself.
fn parse(mut answer: &[u8], call: &NativeCall<'_>) -> Option<Answer> {
    let kind = *answer.split_off_first()?;
    let failed = |what: &str| Some(Answer::Failed(what.to_owned()));
    // The values of `enum kind` in server.c.
    let is_within = match kind {
        0 => false,
        1 => true,
        2 => return failed("it returns a pointer to an object that symir does not know"),
        3 => return Some(Answer::Missing),
        4 => return failed("it writes an address of its process into an object"),
        5 => return failed("it writes behind the end of an object"),
        6 => return failed(&String::from_utf8_lossy(answer)),
        _ => return None,
    };
    let bits = u128::from_le_bytes(answer.split_off(..16)?.try_into().ok()?);
    let value = match call.result {
        None => NativeValue::Nothing,
        Some(_) if is_within => {
            let object = usize::try_from(bits as u64).ok().filter(|object| *object < call.objects.len())?;
            NativeValue::Within { object, offset: (bits >> 64) as u64 }
        }
        Some((width, _)) => NativeValue::Number(bits & width.mask()),
    };
    let error = u64::from_le_bytes(answer.split_off(..8)?.try_into().ok()?) as i32;
    let mut objects = Vec::new();
    for object in &call.objects {
        objects.push(answer.split_off(..object.len())?.to_vec());
    }
    let n_stdout = u64::from_le_bytes(answer.split_off(..8)?.try_into().ok()?);
    let stdout = answer.split_off(..usize::try_from(n_stdout).ok()?)?.to_vec();
    Some(Answer::Done { value, error, objects, stdout, stderr: answer.to_vec() })
}
