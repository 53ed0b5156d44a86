//! Finds clang and runs it.

use super::version::Version;
use super::{Error, Options, llvm, process};
use crate::util::flags::is_for_linker;
use crate::util::{Kept, exhausted};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A clang that can be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clang {
    pub path: PathBuf,
    pub version: Version,
}

/// How much clang optimises.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum OptLevel {
    #[default]
    O0,
    O1,
    O2,
    O3,
}

impl OptLevel {
    /// The argument that asks clang for this level.
    pub const fn flag(self) -> &'static str {
        match self {
            OptLevel::O0 => "-O0",
            OptLevel::O1 => "-O1",
            OptLevel::O2 => "-O2",
            OptLevel::O3 => "-O3",
        }
    }
}

/// The header that drivers include.
const HEADER: &str = include_str!("../../drivers/symir.h");
/// The header that programs written for KLEE include.
const KLEE_HEADER: &str = include_str!("../../drivers/klee/klee.h");

/// The version of the linked LLVM: no newer bitcode can be read.
pub fn llvm_version() -> Version {
    let (major, minor, patch) = llvm::version();
    Version { major, minor, patch }
}

/// The clang for a name that was asked for, or for none, and a search path.
static FOUND: Kept<(Option<PathBuf>, Option<OsString>), Clang> = Kept::new();

/// Finds clang: the one that is asked for, else the one that the environment variable `SYMIR_CLANG` names,
/// else the first of the usual names on the path that is not newer than the linked LLVM.
pub fn find_clang(explicit: Option<&Path>) -> Result<Clang, Error> {
    let named =
        explicit.map(Path::to_path_buf).or_else(|| std::env::var_os("SYMIR_CLANG").map(PathBuf::from));
    let key = (named.clone(), std::env::var_os("PATH"));
    FOUND.get_or_make(key, || find_among(named.as_deref(), &version_of))
}

/// [`find_clang`] with a way to ask a program for its version.
fn find_among(
    named: Option<&Path>,
    ask: &dyn Fn(&Path) -> Result<Option<Version>, Error>,
) -> Result<Clang, Error> {
    let newest = llvm_version().major;
    let candidates: Vec<PathBuf> = match named {
        Some(path) => vec![path.to_path_buf()],
        None => candidates(newest),
    };
    // Why the first program that was found cannot be used.
    let mut of_no_use = None;
    for path in &candidates {
        let version = match ask(path) {
            Ok(Some(version)) => version,
            Ok(None) => continue,
            Err(error @ Error::ClangNotStarted { .. }) => return Err(error),
            Err(error) => {
                of_no_use.get_or_insert(error);
                continue;
            }
        };
        if version.major <= newest {
            return Ok(Clang { path: path.clone(), version });
        }
        of_no_use.get_or_insert(Error::ClangTooNew { path: path.clone(), version, newest });
    }
    Err(of_no_use.unwrap_or_else(|| {
        let looked_for = candidates.iter().map(|path| path.display().to_string()).collect();
        Error::ClangMissing { looked_for, newest }
    }))
}

/// The names to try: the linked version, `clang`, and older versions, the newest of them first. Newer
/// versions come last, only so that the error can say that they are too new.
fn candidates(newest: u32) -> Vec<PathBuf> {
    let numbered = |version: u32| PathBuf::from(format!("clang-{version}"));
    let mut names = vec![numbered(newest), PathBuf::from("clang")];
    names.extend((14..newest).rev().map(numbered));
    names.extend((newest + 1..=newest + 3).map(numbered));
    names
}

/// The version of the clang at `path`; `None` if there is no such program.
fn version_of(path: &Path) -> Result<Option<Version>, Error> {
    let broken = |reason: String| Error::ClangBroken { path: path.to_path_buf(), reason };
    let output = match Command::new(path).arg("--version").stdin(Stdio::null()).output() {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(not_run(path, &error)),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    parse_version(&text)
        .map(Some)
        .ok_or_else(|| broken("it does not answer `--version` as clang does".to_owned()))
}

/// Why clang did not run.
fn not_run(path: &Path, error: &std::io::Error) -> Error {
    let path = path.to_path_buf();
    match exhausted(error) {
        Some(reason) => Error::ClangNotStarted { path, reason },
        None => Error::ClangBroken { path, reason: error.to_string() },
    }
}

/// Reads `… clang version 19.1.7 (…)`.
fn parse_version(text: &str) -> Option<Version> {
    let (_, rest) = text.split_once("clang version ")?;
    let mut numbers = rest.split(|c: char| !c.is_ascii_digit()).map(|digits| digits.parse().ok());
    let major = numbers.next()??;
    let mut next = || numbers.next().flatten().unwrap_or(0);
    Some(Version { major, minor: next(), patch: next() })
}

/// Whether clang finds the headers of the C library.
pub fn host_headers_present(clang: &Clang) -> bool {
    compiles(clang, &["-fsyntax-only", "-x", "c", "-include", "stdio.h", "/dev/null"])
}

/// Whether clang finds the libraries of the sanitizers. Native runs of tests of errors are linked with them,
/// and Debian has them in a package of their own.
pub fn links_sanitizers(clang: &Clang) -> bool {
    let Ok(folder) = tempfile::tempdir() else { return false };
    let (source, program) = (folder.path().join("empty.c"), folder.path().join("empty"));
    let (Some(source_name), Some(program)) = (source.to_str(), program.to_str()) else { return false };
    std::fs::write(&source, "int main(void) { return 0; }\n").is_ok()
        && compiles(clang, &["-fsanitize=address,undefined", source_name, "-o", program])
}

/// Whether clang succeeds with these arguments.
fn compiles(clang: &Clang, arguments: &[&str]) -> bool {
    let mut child = match Command::new(&clang.path)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
    {
        Ok(child) => child,
        Err(_) => return false,
    };
    child.wait().is_ok_and(|status| status.success())
}

/// Writes `symir.h` and `klee/klee.h` into a folder, which `-I` can name.
pub(super) fn write_header(folder: &Path) -> Result<(), Error> {
    std::fs::write(folder.join("symir.h"), HEADER).map_err(Error::Temporary)?;
    std::fs::create_dir(folder.join("klee")).map_err(Error::Temporary)?;
    std::fs::write(folder.join("klee/klee.h"), KLEE_HEADER).map_err(Error::Temporary)
}

/// Compiles one file to bitcode at `output`; returns clang's warnings.
pub(super) fn compile(
    clang: &Clang,
    options: &Options,
    file: &Path,
    headers: &Path,
    output: &Path,
) -> Result<String, Error> {
    let mut command = Command::new(&clang.path);
    command.args(arguments(options)).arg("-I").arg(headers);
    for folder in &options.include_dirs {
        command.arg("-I").arg(folder);
    }
    let flags = options.flags_of.get(file).unwrap_or(&options.flags);
    command.args(flags.iter().filter(|flag| !is_for_linker(flag)));
    if options.flags.iter().any(|flag| flag.starts_with("-fsanitize=")) {
        // This check reads type information through the virtual table of an object.
        command.arg("-fno-sanitize=vptr");
    }
    command.arg("-o").arg(output).arg(guarded(file));
    let done = process::output(command, &options.deadline)
        .map_err(|error| not_run(&clang.path, &error))?
        .ok_or(Error::OutOfTime)?;
    // When the user reads the messages, the folder of the headers is gone. The user knows the header as
    // `symir.h`.
    let folder = format!("{}/", headers.display());
    let diagnostics = String::from_utf8_lossy(&done.stderr).replace(&folder, "");
    if done.status.success() {
        return Ok(diagnostics);
    }
    let hint = match unknown_name(&diagnostics) {
        Some(Unknown::Without(header)) => format!(
            "{}: it has no line `#include {header}`; write one at its top (symir brings the file along)\n",
            file.display()
        ),
        Some(Unknown::Nowhere(name, header)) => {
            format!("{}: {header} has nothing of the name `{name}`\n", file.display())
        }
        None if calls_in_test(&diagnostics) => format!(
            "{}: SYMIR_TEST takes the function and its arguments one by one: SYMIR_TEST(f, x, y), and not \
             SYMIR_TEST(f(x, y))\n",
            file.display()
        ),
        None => String::new(),
    };
    Err(Error::Compile { file: file.to_path_buf(), diagnostics, hint, status: done.status })
}

/// What is wrong with a name that clang does not know, and that looks like one of symir's.
enum Unknown {
    /// This header, which declares it, is not included.
    Without(&'static str),
    /// This header declares no such name.
    Nowhere(String, &'static str),
}

/// The first name that clang does not know and that looks like one of symir's.
fn unknown_name(diagnostics: &str) -> Option<Unknown> {
    let unknown = |line: &str| -> Option<Unknown> {
        let is_unknown =
            line.contains("undeclared") || line.contains("undefined") || line.contains("unknown type");
        let name = line.split('\'').nth(1).filter(|_| is_unknown)?;
        let (text, header) = match name {
            _ if name.starts_with("symir_") || name.starts_with("SYMIR_") => (HEADER, "\"symir.h\""),
            _ if name.starts_with("klee_") => (KLEE_HEADER, "<klee/klee.h>"),
            _ => return None,
        };
        let mut words = text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
        match words.any(|word| word == name) {
            true => Some(Unknown::Without(header)),
            false => Some(Unknown::Nowhere(name.to_owned(), header)),
        }
    };
    diagnostics.lines().find_map(unknown)
}

/// Whether a file calls the function that it passes to `SYMIR_TEST`.
fn calls_in_test(diagnostics: &str) -> bool {
    diagnostics.contains("SYMIR_TEST(") && diagnostics.contains("cannot take the address of an rvalue")
}

/// The path, written so that clang does not take it for an option.
fn guarded(file: &Path) -> PathBuf {
    if file.as_os_str().as_encoded_bytes().starts_with(b"-") {
        return Path::new(".").join(file);
    }
    file.to_path_buf()
}

/// The arguments that clang always gets. The user's own flags come later and win.
///
/// Vector code is slower to interpret than the loop it stands for. Without position-independent code, tables
/// hold addresses and not differences of addresses. If a product and a sum were fused on our side only, they
/// would round differently from the native run of the test.
fn arguments(options: &Options) -> Vec<&'static str> {
    let mut arguments = vec![
        "-c",
        "-emit-llvm",
        "-g",
        "-D__SYMIR__=1",
        "-fno-pic",
        "-ffp-contract=off",
        "-fno-vectorize",
        "-fno-slp-vectorize",
        "-fno-stack-protector",
        // The names of blocks say which side of a branch is the true one in the source.
        "-fno-discard-value-names",
    ];
    arguments.push(options.level.flag());
    // Users did not write what the macros of symir.h expand to, so clang should not show it.
    arguments.push("-fmacro-backtrace-limit=1");
    arguments.push(if options.color { "-fdiagnostics-color=always" } else { "-fno-color-diagnostics" });
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(major: u32) -> Version {
        Version { major, minor: 1, patch: 0 }
    }

    #[test]
    fn reads_the_versions_that_distributions_print() {
        let debian =
            parse_version("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x86_64").expect("a version");
        assert_eq!(debian.to_string(), "19.1.7");
        let plain = parse_version("clang version 20.1.0-rc2").expect("a version");
        assert_eq!((plain.major, plain.minor, plain.patch), (20, 1, 0));
        assert_eq!(parse_version("gcc (Debian 12.2.0) 12.2.0"), None);
    }

    #[test]
    fn a_clang_that_fits_is_preferred_to_one_that_is_too_new() {
        let newest = llvm_version().major;
        let found = find_among(None, &|path| {
            let name = path.to_string_lossy();
            Ok(match name.as_ref() {
                "clang" => Some(version(newest + 1)),
                "clang-16" => Some(version(16)),
                _ => None,
            })
        });
        assert_eq!(found.expect("clang-16 will do").version.major, 16);
    }

    #[test]
    fn a_clang_that_is_too_new_is_named_with_what_to_install() {
        let newest = llvm_version().major;
        let named = Path::new("/opt/clang");
        let error = find_among(Some(named), &|_| Ok(Some(version(newest + 2)))).expect_err("too new");
        let text = error.to_string();
        assert!(text.contains("/opt/clang") && text.contains(&format!("clang-{newest}")), "{text}");
    }

    #[test]
    fn a_header_that_is_not_included_is_known_by_its_names() {
        let error =
            "a.c:2:26: error: call to undeclared function 'symir_int'; ISO C99 and later do not support it";
        assert!(matches!(unknown_name(error), Some(Unknown::Without("\"symir.h\""))));
        let error = "a.c:2:26: error: use of undeclared identifier 'klee_assume'";
        assert!(matches!(unknown_name(error), Some(Unknown::Without("<klee/klee.h>"))));
        let error = "a.c:2:26: error: call to undeclared function 'klee_nothing'; ISO C99";
        assert!(matches!(unknown_name(error), Some(Unknown::Nowhere(name, _)) if name == "klee_nothing"));
        assert!(unknown_name("a.c:2:2: error: use of undeclared identifier 'symi'").is_none());
        let error = "a.c:2:2: error: too many arguments\nsymir.h:9:1: note: 'symir_int' declared";
        assert!(unknown_name(error).is_none());
    }

    #[test]
    fn a_call_that_is_passed_to_symir_test_is_known_by_what_clang_says() {
        let error = "a.c:9:5: error: cannot take the address of an rvalue of type 'int'\n\
                     \u{20}   9 |     SYMIR_TEST(parse(p));";
        assert!(calls_in_test(error));
        assert!(!calls_in_test("a.c:9:5: error: cannot take the address of an rvalue of type 'int'"));
    }

    #[test]
    fn a_clang_that_cannot_be_started_is_not_taken_for_a_missing_one() {
        let path = PathBuf::from("clang-19");
        let error = find_among(None, &|path| Err(not_run(path, &std::io::Error::from_raw_os_error(24))));
        let text = error.expect_err("there are no files left").to_string();
        assert!(
            text.starts_with(&format!(
                "{} cannot be started: too many open files",
                candidates(llvm_version().major)[0].display()
            )),
            "{text}"
        );
        assert!(
            not_run(&path, &std::io::Error::from_raw_os_error(13))
                .to_string()
                .contains("could not be run as clang")
        );
    }

    #[test]
    fn a_missing_clang_comes_with_advice() {
        let error = find_among(None, &|_| Ok(None)).expect_err("none");
        let text = error.to_string();
        assert!(text.contains("apt-get install clang-") && text.contains("--clang PATH"), "{text}");
    }
}
