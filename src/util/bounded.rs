//! Reads files that a user names, but never more of them than there is memory for: an endless device or pipe
//! and a sparse file of a terabyte give an error, and do not use up the memory of the machine.

use super::resident;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// How many bytes are read at most of something that is no regular file, such as a pipe of a shell.
const MOST_OF_STREAM: u64 = 64 << 20;

/// The contents of a file.
///
/// # Errors
/// As for [`std::fs::read`], and if the file has no end within the bound.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let most = most_of(&file)?;
    read_from(file, most)
}

/// The contents of a file, which is to be text.
///
/// # Errors
/// As for [`read`], and if the file is not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// The contents of a stream, whose length is not known.
pub fn read_stream(from: impl Read) -> io::Result<Vec<u8>> {
    read_from(from, MOST_OF_STREAM)
}

/// A file to be read line by line. It seems to end at the bound.
pub fn open(path: &Path) -> io::Result<impl BufRead> {
    let file = File::open(path)?;
    let most = most_of(&file)?;
    Ok(BufReader::new(file.take(most)))
}

/// How much of a file may be read: half of the machine's memory if it is regular.
fn most_of(file: &File) -> io::Result<u64> {
    let about = file.metadata()?;
    let most = if about.is_file() { resident::machine() / 2 } else { MOST_OF_STREAM };
    if about.is_file() && about.len() > most { Err(too_much(most)) } else { Ok(most) }
}

fn read_from(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut contents = Vec::new();
    from.take(most + 1).read_to_end(&mut contents)?;
    if contents.len() as u64 > most { Err(too_much(most)) } else { Ok(contents) }
}

fn too_much(most: u64) -> io::Error {
    io::Error::other(format!("it has more than {} MB, which is the most that is read of it", most >> 20))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_an_error() {
        for device in ["/dev/zero", "/dev/urandom"] {
            let error = read(Path::new(device)).expect_err("without end");
            assert!(error.to_string().contains("more than 64 MB"), "{error}");
        }
        assert_eq!(read(Path::new("/dev/null")).expect("empty"), b"");
        assert!(!read(Path::new("/proc/self/status")).expect("text").is_empty(), "its size is said to be 0");
        let n = open(Path::new("/dev/zero")).expect("it is there").skip_until(b'\n').expect("zeros");
        assert_eq!(n as u64, MOST_OF_STREAM);
    }

    #[test]
    fn a_file_larger_than_the_machine_is_an_error() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        file.as_file().set_len(resident::machine()).expect("a sparse file");
        let error = read(file.path()).expect_err("too large");
        assert!(error.to_string().contains("MB"), "{error}");
    }
}
