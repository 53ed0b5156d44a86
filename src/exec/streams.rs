//! Streams of the C library as a scenario has them: what is in the file, and where the next character is read or written.
//!
//! How the models lay out a `FILE` stands in `models/libc/files.h`, and in `files.c` the assertions that keep this file true.

use super::observe::Observer;
use super::shape::Source;
use crate::memory::{Memory, ObjectRef, OriginKind};
use crate::testcase::{Datum, Object};

/// In a `struct symir_file`.
const OPEN: u64 = 64;
const N_PUSHED: u64 = 76;
/// In a `struct symir_open`.
const KIND: u64 = 0;
const CONTENTS: u64 = 8;
const POSITION: u64 = 16;
const MEMORY: u64 = 48;
const SIZE: u64 = 56;
/// In a `struct symir_contents`.
const DATA: u64 = 16;
const LENGTH: u64 = 24;
/// Of `enum symir_kind`.
const IN_MEMORY: u64 = 0;
const FIXED: u64 = 7;
/// Larger files are no part of a test that somebody reads.
const MAX_LENGTH: u64 = 1 << 12;

/// The names of the parts of a stream in a scenario.
pub(super) const CONTENT: &str = "content";
const PLACE: &str = "position";

/// What a stream is.
pub(super) enum Stream {
    /// Standard output or standard error, by its name.
    Standard(&'static str),
    /// What is in its file, and the position; the second is not known where characters were pushed back.
    File(Datum),
}

/// What a native run is to find behind a stream.
pub(super) fn stream_contents(held: &Datum) -> Object {
    let Datum::Struct(parts) = held else { return Object::default() };
    let part = |wanted: &str| parts.iter().find(|(name, _)| name == wanted).map(|(_, held)| held);
    let position = match part(PLACE) {
        Some(Datum::Integer(position)) => (*position as u64).to_le_bytes().map(Some),
        _ => [None; 8],
    };
    let mut bytes = position.to_vec();
    if let Some(Datum::Text { text, rest }) = part(CONTENT) {
        bytes.extend(text.iter().chain(rest).map(|byte| Some(*byte)));
    }
    Object { is_stream: true, bytes, pointers: Vec::new() }
}

impl Observer<'_> {
    /// The stream that an object of the models is, if it is one that a test can make.
    pub(super) fn stream(&mut self, memory: &Memory, object: ObjectRef) -> Option<Stream> {
        let open = self.field(memory, object, OPEN)?;
        let origin = memory.origin(open.id);
        if origin.kind == OriginKind::Global {
            return match &*self.program().globals[origin.number as usize].name {
                "symir_console" => Some(Stream::Standard("stdout")),
                "symir_errors" => Some(Stream::Standard("stderr")),
                _ => None,
            };
        }
        let (data, length) = match self.number_at(memory, open, KIND, 4)? {
            IN_MEMORY => {
                let contents = self.field(memory, open, CONTENTS)?;
                (self.field(memory, contents, DATA), self.number_at(memory, contents, LENGTH, 8)?)
            }
            FIXED => (self.field(memory, open, MEMORY), self.number_at(memory, open, SIZE, 8)?),
            _ => return None,
        };
        if length > MAX_LENGTH {
            return None;
        }
        let bytes: Option<Vec<u8>> = match data {
            Some(data) => (0..length).map(|at| self.byte(memory, data, at)).collect(),
            None => (length == 0).then(Vec::new),
        };
        let position = match self.number_at(memory, object, N_PUSHED, 4)? {
            0 => Datum::Integer(i128::from(self.number_at(memory, open, POSITION, 8)?)),
            _ => Datum::Uninitialised,
        };
        let parts = vec![(CONTENT.to_owned(), Datum::text(&bytes?)), (PLACE.to_owned(), position)];
        Some(Stream::File(Datum::Struct(parts)))
    }

    fn field(&self, memory: &Memory, object: ObjectRef, at: u64) -> Option<ObjectRef> {
        self.pointer_of(Source::Object(memory, object), at)
    }

    fn number_at(&mut self, memory: &Memory, object: ObjectRef, at: u64, size: u64) -> Option<u64> {
        (at..at + size)
            .rev()
            .try_fold(0, |number, at| Some(number << 8 | u64::from(self.byte(memory, object, at)?)))
    }
}
