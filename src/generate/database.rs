//! `compile_commands.json`: how the files of a project are compiled, as far as clang has to know.
//!
//! Paths are made absolute, since each command has a folder of its own. Flags that say what the code means
//! are kept. Flags about optimisation, warnings and output are left out silently. All other flags are left
//! out and reported, because gcc has many that clang does not know.

use super::error::Error;
use crate::util::bounded;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The name of the file.
pub const NAME: &str = "compile_commands.json";

/// The files of a project.
#[derive(Clone, Default, Debug)]
pub struct Database {
    /// The file; empty if there is none.
    pub path: PathBuf,
    pub entries: Vec<Entry>,
    /// Flags that were left out and that may matter.
    pub left_out: BTreeSet<String>,
}

/// How one file is compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Absolute.
    pub file: PathBuf,
    /// For clang.
    pub flags: Vec<String>,
}

#[derive(Deserialize)]
struct Raw {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// Flags whose value is a path. It is the next word or the rest of this one.
const PATHS: [&str; 7] = ["-isystem", "-iquote", "-idirafter", "-include", "-imacros", "--sysroot", "-I"];
/// Flags whose value is kept unchanged.
const VALUES: [&str; 2] = ["-D", "-U"];
/// Flags that say what the code means.
const TAKEN: [&str; 26] = [
    "-std=",
    "-ansi",
    "-funsigned-char",
    "-fsigned-char",
    "-fshort-enums",
    "-fno-short-enums",
    "-fwrapv",
    "-fno-wrapv",
    "-ftrapv",
    "-fms-extensions",
    "-fgnu89-inline",
    "-ffreestanding",
    "-fno-builtin",
    "-fblocks",
    "-fshort-wchar",
    "-fno-strict-aliasing",
    "-fcommon",
    "-fno-common",
    "-fpack-struct",
    "-fopenmp",
    "-fno-delete-null-pointer-checks",
    "-pthread",
    "-nostdinc",
    "-m32",
    "-m64",
    "-march=",
];
/// Flags that change nothing that a test can see.
const QUIET: [&str; 32] = [
    "-O",
    "-g",
    "-W",
    "-w",
    "-c",
    "-pipe",
    "-M",
    "-v",
    "-s",
    "-S",
    "-E",
    "-fPIC",
    "-fpic",
    "-fPIE",
    "-fpie",
    "-pie",
    "-no-pie",
    "-fno-pic",
    "-fno-pie",
    "-fvisibility",
    "-fdiagnostics",
    "-fcolor-diagnostics",
    "-fstack-protector",
    "-fno-stack-protector",
    "-fomit-frame-pointer",
    "-fno-omit-frame-pointer",
    "-ffunction-sections",
    "-fdata-sections",
    "-flto",
    "-fno-lto",
    "-pedantic",
    "-mtune=",
];
/// Flags that are left out together with their value, the next word.
const WITH_VALUE: [&str; 9] =
    ["-o", "-MF", "-MT", "-MQ", "-x", "-arch", "--param", "-Xlinker", "-Xassembler"];

impl Database {
    /// Reads a database: the given file, or the one in the given folder.
    ///
    /// # Errors
    /// If it is not there, or is no compilation database.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let is_file = path.extension().is_some_and(|extension| extension == "json") && !path.is_dir();
        let path = if is_file { path.to_owned() } else { path.join(NAME) };
        let text = bounded::read_to_string(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Error::NoDatabase(path.clone()),
            _ => Error::io("read", &path)(error),
        })?;
        let wrong = |problem: String| Error::Database { path: path.clone(), problem };
        let raw: Vec<Raw> =
            serde_json::from_str(&text).map_err(|error| wrong(format!("line {}: {error}", error.line())))?;
        let above = path.parent().unwrap_or(Path::new("."));
        let above = above.canonicalize().unwrap_or_else(|_| above.to_owned());
        let mut database = Self { path: path.clone(), ..Self::default() };
        for raw in raw {
            let folder = above.join(&raw.directory);
            let words = match (raw.arguments, raw.command) {
                (Some(arguments), _) => arguments,
                (None, Some(command)) => shlex::split(&command).ok_or_else(|| {
                    wrong(format!(
                        "the command for {} has a quotation mark without an end",
                        raw.file.display()
                    ))
                })?,
                (None, None) => {
                    return Err(wrong(format!(
                        "{} has neither `command` nor `arguments`",
                        raw.file.display()
                    )));
                }
            };
            let words = database.with_files(words, &folder, 0).map_err(wrong)?;
            let file = plain(&folder.join(&raw.file));
            // If a file has several commands, the first one counts.
            if !database.entries.iter().any(|entry| entry.file == file) {
                let flags = database.flags(words, &folder, &file);
                database.entries.push(Entry { file, flags });
            }
        }
        Ok(database)
    }

    /// The flags of a file.
    pub fn of(&self, file: &Path) -> Option<&Entry> {
        let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        let is_it =
            |entry: &&Entry| entry.file == file || entry.file.canonicalize().is_ok_and(|entry| entry == file);
        self.entries.iter().find(is_it)
    }

    /// The words of a command, with the contents of the files that it names by `@`.
    fn with_files(&self, words: Vec<String>, folder: &Path, depth: usize) -> Result<Vec<String>, String> {
        const DEEPEST: usize = 8;
        let mut all = Vec::new();
        for word in words {
            let Some(name) = word.strip_prefix('@').filter(|name| !name.is_empty()) else {
                all.push(word);
                continue;
            };
            let path = folder.join(name);
            if depth == DEEPEST {
                return Err(format!("the response file {} names itself", path.display()));
            }
            let text = bounded::read_to_string(&path)
                .map_err(|error| format!("the response file {}: {error}", path.display()))?;
            let inner = shlex::split(&text).ok_or_else(|| {
                format!("the response file {} has a quotation mark without an end", path.display())
            })?;
            all.extend(self.with_files(inner, folder, depth + 1)?);
        }
        Ok(all)
    }

    /// The flags of a command that clang has to know.
    fn flags(&mut self, words: Vec<String>, folder: &Path, file: &Path) -> Vec<String> {
        let mut flags = Vec::new();
        // Skips the compiler and what may stand before it, such as `ccache`.
        let mut words = words.into_iter().skip_while(|word| !word.starts_with('-'));
        while let Some(word) = words.next() {
            if let Some(flag) = PATHS.iter().find(|flag| word.starts_with(*flag)) {
                let inside = word[flag.len()..].trim_start_matches('=').to_owned();
                let value = if inside.is_empty() { words.next().unwrap_or_default() } else { inside };
                let header = matches!(*flag, "-include" | "-imacros");
                let value = match header && !folder.join(&value).exists() {
                    // The compiler looks for it in the folders of headers.
                    true => value,
                    false => plain(&folder.join(&value)).display().to_string(),
                };
                match *flag {
                    "-I" => flags.push(format!("-I{value}")),
                    "--sysroot" => flags.push(format!("--sysroot={value}")),
                    flag => flags.extend([flag.to_owned(), value]),
                }
            } else if let Some(flag) = VALUES.iter().find(|flag| word.starts_with(*flag)) {
                let inside = &word[flag.len()..];
                let value =
                    if inside.is_empty() { words.next().unwrap_or_default() } else { inside.to_owned() };
                flags.push(format!("{flag}{value}"));
            } else if WITH_VALUE.contains(&word.as_str()) {
                words.next();
            } else if TAKEN.iter().any(|flag| word.starts_with(flag)) {
                flags.push(word);
            } else if !word.starts_with('-') || word == "-" {
                debug_assert!(file.is_absolute());
            } else if !QUIET.iter().any(|flag| word.starts_with(flag)) {
                self.left_out.insert(word);
            }
        }
        flags
    }
}

/// A path without `.` and `..`, as far as that is possible without looking at the disk.
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_commands_are_read() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().canonicalize().expect("it is there");
        std::fs::create_dir(root.join("build")).expect("made");
        std::fs::write(root.join("build/flags.rsp"), "-DFROM_FILE='a b'\n-I ../more").expect("written");
        let text = r#"[
            {"directory": ".", "file": "../src/a.c",
             "command": "ccache gcc -DX=\"\\\"q\\\"\" -I../include -isystem ../sys -O2 -Wall -fconserve-stack -std=gnu99 -c -o a.o ../src/a.c"},
            {"directory": ".", "file": "../src/b.c",
             "arguments": ["cc", "@flags.rsp", "-D", "Y", "--param", "max-unroll=2", "-MMD", "-MF", "b.d", "-c", "../src/b.c"]}
        ]"#;
        std::fs::write(root.join("build").join(NAME), text).expect("written");
        let database = Database::read(&root.join("build")).expect("read");
        let at = |name: &str| root.join(name).display().to_string();
        assert_eq!(database.entries[0].file, root.join("src/a.c"));
        let (include, system) = (format!("-I{}", at("include")), at("sys"));
        assert_eq!(database.entries[0].flags, ["-DX=\"q\"", &include, "-isystem", &system, "-std=gnu99"]);
        let more = format!("-I{}", at("more"));
        assert_eq!(database.entries[1].flags, ["-DFROM_FILE=a b", &more, "-DY"]);
        assert_eq!(Vec::from_iter(&database.left_out), ["-fconserve-stack"]);
    }

    #[test]
    fn what_is_no_database_is_named() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let read = || Database::read(folder.path()).expect_err("no database").to_string();
        assert!(read().contains("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"), "{}", read());
        std::fs::write(folder.path().join(NAME), "[{\"directory\": \".\",\n\"file\": 1}]").expect("written");
        assert!(read().contains("line 2: "), "{}", read());
        std::fs::write(folder.path().join(NAME), "[{\"directory\": \".\", \"file\": \"a.c\"}]")
            .expect("written");
        assert!(read().ends_with("a.c has neither `command` nor `arguments`"), "{}", read());
    }
}
