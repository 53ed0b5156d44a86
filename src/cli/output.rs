//! Standard output and standard error. Everything that a sub-command prints goes through here, so that all of
//! them do the same if nobody reads the output any more, as with `| head`. That is no error: they go on or
//! stop without a message, and with the exit code that they would have anyway. If standard output cannot be
//! written for another reason, such as a full disk, that is an error. Text that cannot be written to standard
//! error is lost, since there is no other place for it.

use super::{Failure, Status};
use std::fmt::Display;
use std::io::{self, StdoutLock, Write};

/// Whether somebody reads what is printed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reader {
    Listens,
    Gone,
}

/// Prints bytes in one piece. The result says whether somebody still reads them, so that the caller can stop.
pub fn write(text: &[u8]) -> Result<Reader, Failure> {
    with(|out| out.write_all(text))
}

/// Prints what `write` writes.
pub fn with(write: impl FnOnce(&mut StdoutLock<'_>) -> io::Result<()>) -> Result<Reader, Failure> {
    let mut out = io::stdout().lock();
    match write(&mut out).and_then(|()| out.flush()) {
        Ok(()) => Ok(Reader::Listens),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Reader::Gone),
        Err(error) => Err(Failure { status: Status::WrongUse, message: format!("standard output: {error}") }),
    }
}

/// Prints a text.
pub fn put(text: impl Display) -> Result<(), Failure> {
    write(text.to_string().as_bytes()).map(|_| ())
}

/// Prints a line.
pub fn line(text: impl Display) -> Result<(), Failure> {
    put(format_args!("{text}\n"))
}

/// Writes a text to standard error, in one piece.
pub fn tell(text: impl Display) {
    let _ = io::stderr().write_all(text.to_string().as_bytes());
}

/// Writes a line to standard error.
pub fn tell_line(text: impl Display) {
    tell(format_args!("{text}\n"));
}
