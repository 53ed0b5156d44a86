//! The output of a program in `symir exec`. Its streams have the buffers that glibc would give them, so that
//! the output of `printf` and `write` comes in the same order as natively.
//!
//! If output does not fit its buffer, glibc writes whole blocks of it at once and keeps the rest. It writes a
//! stream to a terminal line by line, and standard error has no buffer. A buffer has the size of the
//! descriptor's blocks.

use crate::exec::StreamControl;
use rustix::fd::AsFd;
use rustix::fs::{FileType, fstat};
use std::io::{self, BufWriter, IsTerminal, Write};

/// The largest buffer that glibc makes itself.
const MOST_ROOM: u64 = 8192;

/// If a buffer is smaller than this, output that does not fit is written as a whole.
const LEAST_BLOCK: usize = 128;

#[derive(Copy, Clone, PartialEq, Eq)]
enum Mode {
    Full,
    Lines,
    Nothing,
}

/// A buffer as glibc has it.
struct Stream {
    mode: Mode,
    room: usize,
    /// Whether nothing was written yet. The buffer has no room until then, since glibc makes it at the first
    /// write.
    is_new: bool,
    waiting: Vec<u8>,
}

impl Stream {
    fn new(descriptor: impl AsFd, mode: Option<Mode>) -> Self {
        let status = fstat(&descriptor).ok();
        let is_terminal = status.is_some_and(|status| {
            FileType::from_raw_mode(status.st_mode) == FileType::CharacterDevice && is_terminal(&descriptor)
        });
        let room = status.map_or(0, |status| u64::try_from(status.st_blksize).unwrap_or(0));
        let room = if room > 0 && room < MOST_ROOM { room } else { MOST_ROOM };
        let mode = mode.unwrap_or(if is_terminal { Mode::Lines } else { Mode::Full });
        Self { mode, room: room as usize, is_new: true, waiting: Vec::new() }
    }

    /// Takes the bytes that the program writes, and returns those that leave the buffer now.
    fn take(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        match self.mode {
            Mode::Nothing => {
                out.append(&mut self.waiting);
                out.extend_from_slice(bytes);
            }
            Mode::Lines => {
                self.waiting.extend_from_slice(bytes);
                let last = self.waiting.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
                let rest = self.waiting.len() - last;
                let full = if rest > self.room { rest - 1 - (rest - 1) % self.room } else { 0 };
                out.extend(self.waiting.drain(..last + full));
            }
            Mode::Full => {
                let free = if self.is_new { 0 } else { self.room - self.waiting.len() };
                let (fitting, more) = bytes.split_at(bytes.len().min(free));
                self.waiting.extend_from_slice(fitting);
                if !more.is_empty() {
                    out.append(&mut self.waiting);
                    let is_block = self.room >= LEAST_BLOCK || bytes.len() == 1;
                    let rest = if is_block { more.len() % self.room } else { 0 };
                    let (blocks, rest) = more.split_at(more.len() - rest);
                    out.extend_from_slice(blocks);
                    self.waiting.extend_from_slice(rest);
                }
                self.is_new &= bytes.is_empty();
            }
        }
        out
    }
}

fn is_terminal(descriptor: impl AsFd) -> bool {
    descriptor.as_fd().is_terminal()
}

/// Standard output and standard error.
pub struct Streams {
    out: BufWriter<io::Stdout>,
    streams: [Stream; 2],
}

impl Streams {
    pub fn new() -> Self {
        Self {
            out: BufWriter::with_capacity(1 << 16, io::stdout()),
            streams: [Stream::new(io::stdout(), None), Stream::new(io::stderr(), Some(Mode::Nothing))],
        }
    }

    /// Writes without the buffers of the streams.
    pub fn write(&mut self, descriptor: u64, bytes: &[u8]) {
        // Errors are ignored, since the program cannot know whether somebody still reads. Both descriptors
        // may be the same file, so output is flushed before errors are written.
        let _ = match descriptor {
            2 => self.out.flush().and_then(|()| io::stderr().write_all(bytes)),
            _ => self.out.write_all(bytes),
        };
        if self.streams[0].mode == Mode::Lines {
            let _ = self.out.flush();
        }
    }

    /// Writes through the buffer of a stream.
    pub fn put(&mut self, descriptor: u64, bytes: &[u8]) {
        let out = self.stream(descriptor).take(bytes);
        if !out.is_empty() {
            self.write(descriptor, &out);
        }
    }

    pub fn control(&mut self, descriptor: u64, control: StreamControl) {
        let stream = self.stream(descriptor);
        let (mode, room) = match control {
            StreamControl::Flush => {
                let out = std::mem::take(&mut stream.waiting);
                return self.write(descriptor, &out);
            }
            StreamControl::Forget => return stream.waiting.clear(),
            StreamControl::Full(room) => (Mode::Full, room),
            StreamControl::Lines(room) => (Mode::Lines, room),
            StreamControl::Nothing => (Mode::Nothing, None),
        };
        stream.mode = mode;
        if let Some(room) = room {
            stream.room = room as usize;
            stream.is_new = true;
        }
    }

    /// Writes everything that waits in a buffer, as at the end of the program.
    pub fn flush(&mut self) {
        for descriptor in [1, 2] {
            self.control(descriptor, StreamControl::Flush);
        }
        let _ = self.out.flush();
    }

    /// Called before the program waits for input, so that a person who is to type sees the question.
    pub fn before_input(&mut self) {
        if io::stdin().is_terminal() && self.streams[0].mode == Mode::Lines {
            self.control(1, StreamControl::Flush);
        }
        let _ = self.out.flush();
    }

    fn stream(&mut self, descriptor: u64) -> &mut Stream {
        &mut self.streams[usize::from(descriptor == 2)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(mode: Mode, room: usize) -> Stream {
        Stream { mode, room, is_new: true, waiting: Vec::new() }
    }

    #[test]
    fn whole_blocks_are_written_and_the_rest_waits() {
        let mut full = stream(Mode::Full, 200);
        assert_eq!(full.take(&[b'a'; 150]), b"");
        assert_eq!(full.take(&[b'b'; 50]), b"");
        assert_eq!(full.take(b"c").len(), 200);
        assert_eq!(full.take(&[b'd'; 450]).len(), 400);
        assert_eq!(full.waiting.len(), 51);
    }

    #[test]
    fn lines_wait_until_they_are_whole() {
        let mut lines = stream(Mode::Lines, 4);
        assert_eq!(lines.take(b"ab"), b"");
        assert_eq!(lines.take(b"\nc"), b"ab\n");
        assert_eq!(lines.take(b"defgh"), b"cdef");
    }
}
