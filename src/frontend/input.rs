//! What an input file is: source for clang, or bitcode and assembly for LLVM.

use super::Error;
use crate::util::bounded;
use crate::util::exhausted::in_words;
use std::path::Path;

/// The two ways to read a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Source,
    /// Bitcode or LLVM assembly.
    Ir,
}

/// Decides by extension and by the first bytes.
pub(super) fn kind_of(file: &Path) -> Result<Kind, Error> {
    let metadata = std::fs::metadata(file).map_err(|error| unreadable(file, error))?;
    let refuse = |reason: &str| Err(Error::NotSupportedFile { file: file.into(), reason: reason.to_owned() });
    if metadata.is_dir() {
        return refuse("this is a folder; name the C files in it");
    }
    let contents = read(file)?;
    if is_bitcode(&contents) {
        return Ok(Kind::Ir);
    }
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    match extension {
        "c" | "i" | "cc" | "cpp" | "cxx" | "c++" | "C" | "ii" if contents.contains(&0) => {
            refuse("this is not C source: it contains bytes that are not text")
        }
        "c" | "i" | "cc" | "cpp" | "cxx" | "c++" | "C" | "ii" => Ok(Kind::Source),
        "ll" => Ok(Kind::Ir),
        // Not bitcode, but LLVM can say best what is wrong with it.
        "bc" => Ok(Kind::Ir),
        _ if contents.starts_with(b"\x7fELF") => refuse(
            "this is an executable or object file; give its C source, or bitcode from `clang -emit-llvm -c`",
        ),
        _ if contents.contains(&0) => {
            refuse("this is a binary file; give C source (.c), bitcode (.bc) or assembly (.ll)")
        }
        _ => refuse("unknown kind of file; give C source (.c), LLVM bitcode (.bc) or LLVM assembly (.ll)"),
    }
}

/// The contents of a file.
pub(super) fn read(file: &Path) -> Result<Vec<u8>, Error> {
    bounded::read(file).map_err(|error| unreadable(file, error))
}

/// Whether these are the first bytes of LLVM bitcode, bare or wrapped.
pub(super) fn is_bitcode(contents: &[u8]) -> bool {
    contents.starts_with(b"BC\xc0\xde") || contents.starts_with(&[0xde, 0xc0, 0x17, 0x0b])
}

fn unreadable(file: &Path, source: std::io::Error) -> Error {
    match source.kind() {
        std::io::ErrorKind::NotFound => Error::FileMissing(file.into()),
        _ => Error::Unreadable { file: file.into(), reason: in_words(&source) },
    }
}
