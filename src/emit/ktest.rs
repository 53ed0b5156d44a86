//! `.ktest` files, which KLEE writes and its tools read.
//!
//! The format, all numbers big-endian and of 32 bits: `KTEST`, the version; the number of arguments, each a
//! length and its bytes; from version 2 on the number and the length of symbolic arguments; the number of
//! objects, each the length of its name, its name, the number of its bytes, its bytes. (KLEE,
//! lib/Basic/KTest.cpp, version 3.)
//!
//! The format has no room for a checksum, so the file `SHA256SUMS` beside them has those of all:
//! `sha256sum -c SHA256SUMS`.

use super::Error;
use super::Exported;
use super::facts::Facts;
use super::files::replace;
use super::json::sha256;
use super::written;
use crate::testcase::{Outcome, TestCase};
use crate::util::text;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// What a `.ktest` file holds.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ktest {
    /// The program and its arguments.
    pub arguments: Vec<Vec<u8>>,
    /// The number and the length of symbolic arguments.
    pub symbolic_arguments: (u32, u32),
    /// Inputs by name.
    pub objects: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Why bytes are not a `.ktest` file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    #[error("it does not begin with KTEST; is it a .ktest file?")]
    NoMagic,
    #[error("it is of version {0}; versions 1 to 3 can be read")]
    Version(u32),
    #[error("it ends at byte {0} in the midst of its data; copy it anew")]
    Ends(usize),
    #[error("{0} bytes follow its end; copy it anew")]
    Trails(usize),
}

const MAGIC: &[u8] = b"KTEST";
/// The magic of old files, which otherwise have the same form.
const OLD_MAGIC: &[u8] = b"BOUT\n";
const VERSION: u32 = 3;

impl Ktest {
    /// The inputs of a test.
    pub fn of(test: &TestCase, arguments: Vec<Vec<u8>>) -> Self {
        let objects = test.inputs.iter().map(|input| (text::bytes_of(&input.name), input.bytes.clone()));
        Self { arguments, symbolic_arguments: (0, 0), objects: objects.collect() }
    }

    /// Reads the bytes of a file.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        if !bytes.starts_with(MAGIC) && !bytes.starts_with(OLD_MAGIC) {
            return Err(Problem::NoMagic);
        }
        let mut reader = Reader { bytes, at: MAGIC.len() };
        let version = reader.number()?;
        if !(1..=VERSION).contains(&version) {
            return Err(Problem::Version(version));
        }
        let arguments = reader.many(Reader::sized)?;
        let symbolic_arguments = if version >= 2 { (reader.number()?, reader.number()?) } else { (0, 0) };
        let objects = reader.many(|reader| Ok((reader.sized()?, reader.sized()?)))?;
        match bytes.len() - reader.at {
            0 => Ok(Self { arguments, symbolic_arguments, objects }),
            rest => Err(Problem::Trails(rest)),
        }
    }

    /// Writes a file.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(MAGIC)?;
        number(VERSION as usize, out)?;
        number(self.arguments.len(), out)?;
        self.arguments.iter().try_for_each(|argument| sized(argument, out))?;
        number(self.symbolic_arguments.0 as usize, out)?;
        number(self.symbolic_arguments.1 as usize, out)?;
        number(self.objects.len(), out)?;
        self.objects.iter().try_for_each(|(name, bytes)| {
            sized(name, out)?;
            sized(bytes, out)
        })
    }
}

fn number(value: usize, out: &mut impl Write) -> io::Result<()> {
    let value = u32::try_from(value).map_err(|_| io::Error::other("a .ktest file has no more than 4 GiB"))?;
    out.write_all(&value.to_be_bytes())
}

fn sized(bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
    number(bytes.len(), out)?;
    out.write_all(bytes)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn number(&mut self) -> Result<u32, Problem> {
        let bytes = self.bytes.get(self.at..self.at + 4).ok_or(Problem::Ends(self.bytes.len()))?;
        self.at += 4;
        Ok(u32::from_be_bytes(bytes.try_into().expect("invariant: four bytes were taken")))
    }

    fn sized(&mut self) -> Result<Vec<u8>, Problem> {
        let size = self.number()? as usize;
        let bytes = self.bytes.get(self.at..self.at + size).ok_or(Problem::Ends(self.bytes.len()))?;
        self.at += size;
        Ok(bytes.to_vec())
    }

    fn many<T>(&mut self, one: impl Fn(&mut Self) -> Result<T, Problem>) -> Result<Vec<T>, Problem> {
        (0..self.number()?).map(|_| one(self)).collect()
    }
}

/// Writes `ktest/testNNNNNN.ktest`, and for a test of an error the mark that KLEE puts beside it.
pub(super) fn export(folder: &Path, facts: &Facts, tests: &[TestCase]) -> Result<Exported, Error> {
    let folder = folder.join("ktest");
    fs::create_dir_all(&folder).map_err(Error::io("create", &folder))?;
    written::remove(&folder, written::is_ktest)?;
    let mut sums = String::new();
    let program = facts.sources.first().and_then(|path| path.file_name());
    let mut arguments = vec![program.map_or(Vec::new(), |name| name.as_encoded_bytes().to_vec())];
    arguments.extend(facts.arguments.iter().map(|argument| argument.clone().into_bytes()));
    for (at, test) in tests.iter().enumerate() {
        let name = format!("test{:06}.ktest", at + 1);
        let mut bytes = Vec::new();
        let path = folder.join(&name);
        Ktest::of(test, arguments.clone()).write(&mut bytes).map_err(Error::io("write", &path))?;
        replace(&path, |out| out.write_all(&bytes))?;
        sums += &format!("{}  {name}\n", sha256(&bytes));
        if let Outcome::Bug(bug) = &test.outcome {
            replace(&folder.join(format!("test{:06}.symir.err", at + 1)), |out| {
                writeln!(out, "Error: {}: {}", bug.kind, bug.message)?;
                bug.site().map_or(Ok(()), |site| writeln!(out, "File: {}\nLine: {}", site.file, site.line))
            })?;
        }
    }
    replace(&folder.join("SHA256SUMS"), |out| out.write_all(sums.as_bytes()))?;
    Ok(Exported { file: "ktest/".to_owned(), n_tests: tests.len(), ..Exported::default() })
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    #[test]
    fn bytes_as_klee_writes_them() {
        let mut bytes = Vec::new();
        Ktest::of(&sample::bug(&[]), vec![b"d.c".to_vec()]).write(&mut bytes).expect("written");
        assert_eq!(
            bytes,
            b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x03d.c\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01n\0\0\0\x04\0\0\0\0"
        );
    }

    #[test]
    fn what_is_no_ktest_file_is_refused() {
        let mut bytes = Vec::new();
        Ktest::of(&sample::bug(&[]), Vec::new()).write(&mut bytes).expect("written");
        assert_eq!(Ktest::parse(b"{}"), Err(Problem::NoMagic));
        for end in MAGIC.len()..bytes.len() {
            assert_eq!(Ktest::parse(&bytes[..end]), Err(Problem::Ends(end)));
        }
        bytes.push(0);
        assert_eq!(Ktest::parse(&bytes), Err(Problem::Trails(1)));
        bytes[8] = 9;
        assert_eq!(Ktest::parse(&bytes), Err(Problem::Version(9)));
    }

    #[test]
    fn old_versions_have_no_symbolic_arguments() {
        let bytes = b"KTEST\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x01y";
        let objects = vec![(b"x".to_vec(), b"y".to_vec())];
        assert_eq!(Ktest::parse(bytes), Ok(Ktest { objects, ..Ktest::default() }));
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

        #[test]
        fn files_are_read_back(
            arguments: Vec<Vec<u8>>,
            symbolic_arguments: (u32, u32),
            objects: Vec<(Vec<u8>, Vec<u8>)>,
        ) {
            let file = Ktest { arguments, symbolic_arguments, objects };
            let mut bytes = Vec::new();
            file.write(&mut bytes).expect("written");
            prop_assert_eq!(Ktest::parse(&bytes), Ok(file));
        }

        #[test]
        fn no_bytes_are_too_odd(bytes: Vec<u8>) {
            let _ = Ktest::parse(&[MAGIC, &bytes].concat());
        }
    }
}
