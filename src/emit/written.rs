//! Every file that symir writes into a folder of tests, so that a run or an export into a folder that has
//! been used leaves nothing of what stood there before: a makefile without its suites, or tests of another
//! program.
//!
//! A format that writes further files names them here; `tests/cli.rs` fails otherwise.

use super::files::UNFINISHED;
use super::suite::Framework;
use super::{Error, inputs};
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

/// The file that marks a folder as ours to overwrite.
pub(super) const MARK: &str = ".symir";

/// The folder for tests that did not hold natively, within the folder of the tests.
pub const APART: &str = "unproved";

/// The file that says how the folder was made; `symir replay` reads it.
const RUN: &str = "run.json";

/// These words stand in the first line of the makefile of suites.
pub(super) const MADE_BY: &str = "made by symir";

/// Files in the folder itself.
fn is_own(name: &str) -> bool {
    let is_test_file =
        matches!(name, "tests.txt" | "tests.json" | "tests.jsonl" | "tests.schema.json" | "tests.csv");
    let is_about = matches!(name, super::facts::FILE | RUN);
    let is_coverage = matches!(name, "coverage.info" | "cobertura.xml" | "coverage.json" | "coverage.html");
    let is_for_others = matches!(name, "bugs.sarif" | "test-suite.zip");
    let is_suite = matches!(name, "symir.h" | "mocked.h")
        || Framework::ALL.iter().any(|framework| framework.file() == name);
    is_test_file || is_about || is_coverage || is_for_others || is_suite || name.ends_with(".gcov")
}

/// Files in `ktest`.
pub(super) fn is_ktest(name: &str) -> bool {
    let number = name.strip_prefix("test").and_then(|rest| rest.split('.').next());
    let has_number =
        number.is_some_and(|number| number.len() >= 6 && number.bytes().all(|byte| byte.is_ascii_digit()));
    has_number && (name.ends_with(".ktest") || name.ends_with(".symir.err")) || name == "SHA256SUMS"
}

/// Files in the folders that the makefile of suites builds in.
fn is_built(name: &str) -> bool {
    let number = name.strip_prefix("source").and_then(|rest| rest.strip_suffix(".o"));
    let is_source = number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    let is_suite =
        Framework::ALL.iter().any(|framework| name.strip_prefix("test_") == Some(framework.name()));
    let others = ["linked.o", "whole.o", "program.o", "trial", "stubs.c", "stubs.o"];
    is_source || is_suite || others.contains(&name)
}

/// Removes everything that symir has written into this folder, and leaves the files that a user has put
/// there. Folders within it that are empty then are removed, too.
pub(super) fn clear(folder: &Path) -> Result<(), Error> {
    remove(folder, is_own)?;
    if is_own_makefile(&folder.join("Makefile")) {
        remove(folder, |name| name == "Makefile")?;
        for built in ["build", "build-bugs"] {
            remove_within(&folder.join(built), is_built)?;
        }
    }
    for inputs in ["inputs".to_owned(), format!("inputs{UNFINISHED}")] {
        remove_within(&folder.join(inputs), inputs::is_own_name)?;
    }
    remove_within(&folder.join("ktest"), is_ktest)?;
    let apart = folder.join(APART);
    if apart.join(MARK).is_file() {
        clear(&apart)?;
        remove_within(&apart, |name| name == MARK)?;
    }
    Ok(())
}

/// Whether a makefile is one of ours: a user may have put another one into the folder.
fn is_own_makefile(path: &Path) -> bool {
    let Ok(file) = fs::File::open(path) else { return false };
    let mut first = Vec::new();
    let read = BufReader::new(file.take(1 << 12)).read_until(b'\n', &mut first);
    read.is_ok() && String::from_utf8_lossy(&first).contains(MADE_BY)
}

/// Removes files from a folder within that of the tests, and the folder itself if nothing else is in it.
fn remove_within(folder: &Path, is_ours: impl Fn(&str) -> bool) -> Result<(), Error> {
    remove(folder, is_ours)?;
    match fs::remove_dir(folder) {
        Err(error)
            if !matches!(
                error.kind(),
                ErrorKind::NotFound | ErrorKind::DirectoryNotEmpty | ErrorKind::NotADirectory
            ) =>
        {
            Err(Error::io("remove", folder)(error))
        }
        _ => Ok(()),
    }
}

/// Removes the files of this folder that are ours by their names.
pub(super) fn remove(folder: &Path, is_ours: impl Fn(&str) -> bool) -> Result<(), Error> {
    let entries = match fs::read_dir(folder) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(()),
        entries => entries.map_err(Error::io("read", folder))?,
    };
    for entry in entries {
        let path = entry.map_err(Error::io("read", folder))?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if is_ours(name.strip_suffix(UNFINISHED).unwrap_or(name)) && !path.is_dir() {
            fs::remove_file(&path).map_err(Error::io("remove", &path))?;
        }
    }
    Ok(())
}
