//! Streams of the C library as a scenario has them: the contents of the file, and the current position.
//!
//! `models/libc/files.h` has the layout of a `FILE`. Assertions in `files.c` keep this file true to it.

use super::observe::Observer;
use super::shape::Source;
use crate::memory::{Memory, ObjectRef, OriginKind, Region};
use crate::testcase::{Datum, NamedFile, Object};

/// Offsets in a `struct symir_file`.
const OPEN: u64 = 64;
const N_PUSHED: u64 = 76;
/// Offsets in a `struct symir_open`.
const KIND: u64 = 0;
const CONTENTS: u64 = 8;
const POSITION: u64 = 16;
const MEMORY: u64 = 48;
const SIZE: u64 = 56;
/// Offsets in a `struct symir_contents`.
const DATA: u64 = 16;
const LENGTH: u64 = 24;
/// More offsets in a `struct symir_contents`.
const NEXT: u64 = 0;
const NAME: u64 = 8;
const IS_MISSING: u64 = 40;
const IS_FOLDER: u64 = 42;
const N_USERS: u64 = 56;
/// The first of the files that models know, and how many are looked at.
const FILES: &str = "symir_files";
const MAX_FILES: usize = 64;
const MAX_NAME: u64 = 256;
/// Values of `enum symir_kind`.
const IN_MEMORY: u64 = 0;
const FIXED: u64 = 7;
/// Larger files are no part of a test, since people read it.
const MAX_LENGTH: u64 = 1 << 12;

/// The names of the parts of a stream in a scenario.
pub(super) const CONTENT: &str = "content";
const PLACE: &str = "position";

/// A stream that a test can make.
pub(super) enum Stream {
    /// Standard output or standard error, by its name.
    Standard(&'static str),
    /// The contents of its file, and the position, which is not known if characters were pushed back.
    File(Datum),
}

/// The contents that a native run is to find behind a stream.
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

/// Whether bytes contain the address of an object, at any offset.
fn has_address(memory: &Memory, bytes: &[u8]) -> bool {
    let mut words = bytes.windows(8).filter_map(|word| Some(u64::from_le_bytes(word.try_into().ok()?)));
    words.any(|word| word != 0 && memory.find(word).is_some())
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

    /// The files that a call begins with, leaves, or looks for, as far as a test can make them.
    pub(super) fn named_files(
        &mut self,
        before: &Memory,
        after: Option<&Memory>,
    ) -> Result<Vec<NamedFile>, String> {
        let first = self.files_in(before)?;
        if first.iter().any(|(_, content)| *content == Some(Datum::Uninitialised)) {
            return Err("it begins with a file that holds addresses".to_owned());
        }
        // If a call does not return here, its effects on files are not known.
        let unknown = after.is_none().then_some(Datum::Uninitialised);
        let mut found: Vec<NamedFile> = Vec::new();
        for (name, content) in &first {
            found.push(NamedFile { name: name.clone(), before: content.clone(), after: unknown.clone() });
        }
        for (name, content) in after.map_or(Ok(Vec::new()), |after| self.files_in(after))? {
            match found.iter_mut().find(|file| file.name == name) {
                Some(file) => file.after = content,
                None => found.push(NamedFile { name, before: None, after: content }),
            }
        }
        match found.iter().find(|file| file.name.contains('/')) {
            Some(file) => {
                Err(format!("it works on the file {}, which is not in the folder of the test", file.name))
            }
            None => Ok(found),
        }
    }

    /// The files that models know by then, in the order of their naming, each with its contents if it exists.
    fn files_in(&mut self, memory: &Memory) -> Result<Vec<(String, Option<Datum>)>, String> {
        let unknown = || "it works on a file of which not all is known".to_owned();
        let is_list = |object: &ObjectRef| {
            let origin = memory.origin(object.id);
            origin.kind == OriginKind::Global
                && *self.program().globals[origin.number as usize].name == *FILES
        };
        let list = memory.live(Region::Static).find(is_list);
        let mut found = Vec::new();
        let mut at = list.and_then(|list| self.field(memory, list, 0));
        while let Some(contents) = at {
            at = self.field(memory, contents, NEXT);
            if found.len() == MAX_FILES {
                return Err("it works on more files than anybody reads".to_owned());
            }
            let Some(name) = self.field(memory, contents, NAME) else { continue };
            let bytes = (0..MAX_NAME).map_while(|at| self.byte(memory, name, at).filter(|byte| *byte != 0));
            let Ok(name) = String::from_utf8(bytes.collect()) else { return Err(unknown()) };
            // Devices are the same everywhere.
            if name.starts_with("/dev/") {
                continue;
            }
            let mut flag = |at| self.number_at(memory, contents, at, 1).is_none_or(|flag| flag != 0);
            if flag(IS_FOLDER) {
                return Err(format!("it works in the folder {name}"));
            }
            if flag(IS_MISSING) {
                found.push((name, None));
                continue;
            }
            let size = self.number_at(memory, contents, LENGTH, 8).filter(|size| *size <= MAX_LENGTH);
            let size = size.ok_or_else(unknown)?;
            let data = self.field(memory, contents, DATA);
            let bytes: Option<Vec<u8>> = match data {
                Some(data) => (0..size).map(|at| self.byte(memory, data, at)).collect(),
                None => (size == 0).then(Vec::new),
            };
            // An open stream may have written something that is not in the file yet.
            let is_closed = self.number_at(memory, contents, N_USERS, 4) == Some(0);
            let text = bytes.filter(|_| is_closed).ok_or_else(unknown)?;
            let content = match has_address(memory, &text) {
                // A structure that is written as it is contains addresses, which differ from run to run.
                true => Datum::Uninitialised,
                false => Datum::Text { text, rest: vec![0] },
            };
            found.push((name, Some(content)));
        }
        found.reverse();
        Ok(found)
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
