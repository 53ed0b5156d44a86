//! The messages to and from the editor, over standard input and standard output.
//!
//! `lsp-server` knows the protocol, but it writes only messages whose contents are values of `serde_json`.
//! The lenses of a file with thousands of functions are megabytes of text, and it takes far longer to build
//! such values than to write the text. So the writer here also takes answers whose text is ready.

use lsp_server::{Connection, Message, RequestId};
use serde::Serialize;
use std::io::{self, Write, stdin, stdout};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// Something that is sent to the editor.
pub(super) enum Outgoing {
    Message(Message),
    /// An answer as the text of a JSON object.
    Answer(String),
}

impl<T: Into<Message>> From<T> for Outgoing {
    fn from(message: T) -> Self {
        Self::Message(message.into())
    }
}

impl Outgoing {
    /// The answer to a request, serialised at once.
    ///
    /// # Errors
    /// If `result` cannot be written as JSON.
    pub(super) fn answer(id: &RequestId, result: &impl Serialize) -> serde_json::Result<Self> {
        #[derive(Serialize)]
        struct Answer<'a, T> {
            jsonrpc: &'static str,
            id: &'a RequestId,
            result: &'a T,
        }
        serde_json::to_string(&Answer { jsonrpc: "2.0", id, result }).map(Self::Answer)
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Message(message) => message.write(out),
            Self::Answer(text) => {
                write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
                out.flush()
            }
        }
    }
}

/// The threads that read and write.
pub(super) struct Threads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits until everything that was sent is written. The editor must have left, and everything that sends
    /// to it must be dropped.
    ///
    /// # Errors
    /// If a message could not be read or written.
    pub(super) fn join(self) -> io::Result<()> {
        let ended = |thread: JoinHandle<io::Result<()>>| {
            thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread of the server has panicked")))
        };
        ended(self.reader).and(ended(self.writer))
    }
}

/// Connects with the editor: gives what it sends, with which the handshake is done, and the way to send to it
/// afterwards.
pub(super) fn stdio() -> (Connection, Sender<Outgoing>, Threads) {
    let (connection, editor) = Connection::memory();
    let (outgoing, to_write) = channel();
    let (to_read, of_handshake) = (editor.sender, editor.receiver);
    let reader = thread::spawn(move || {
        let mut input = stdin().lock();
        while let Some(message) = Message::read(&mut input)? {
            let is_exit = matches!(&message, Message::Notification(told) if told.method == "exit");
            if to_read.send(message).is_err() || is_exit {
                break;
            }
        }
        Ok(())
    });
    let forward = outgoing.clone();
    thread::spawn(move || of_handshake.into_iter().try_for_each(|message| forward.send(message.into())));
    let writer = thread::spawn(move || write_all(&to_write));
    (connection, outgoing, Threads { reader, writer })
}

fn write_all(to_write: &Receiver<Outgoing>) -> io::Result<()> {
    let mut out = stdout().lock();
    to_write.iter().try_for_each(|message| message.write(&mut out))
}
