//! The headers of the program: those that its sources include by themselves, and what they say.
//!
//! Read as text, which is enough to find out what they include and whether they declare a name; the compiler of the suite
//! has the last word.

use crate::emit::facts::Facts;
use crate::ir;
use crate::util::bounded;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What the program's own headers give to a suite.
#[derive(Clone, Default, Debug)]
pub struct Headers {
    /// As the sources include them, in their order.
    pub includes: Vec<String>,
    /// Folders to look for them in.
    pub folders: Vec<PathBuf>,
    /// Those, and what they include.
    files: BTreeSet<PathBuf>,
    /// All their text without comments.
    text: String,
}

/// Headers of harnesses, which a suite has no use for.
const HARNESSES: [&str; 3] = ["symir.h", "klee.h", "nondet.h"];

impl Headers {
    /// The headers that the sources of a program include.
    pub fn of(facts: &Facts) -> Self {
        let mut headers = Self::default();
        let flags = facts.flags.iter().filter_map(|flag| flag.strip_prefix("-I"));
        let given: Vec<PathBuf> = flags.filter(|folder| !folder.is_empty()).map(PathBuf::from).collect();
        for source in &facts.sources {
            let Ok(text) = bounded::read_to_string(source) else { continue };
            let here = source.parent().unwrap_or(Path::new("/")).to_owned();
            for name in included(&text) {
                let Some(path) = resolve(&name, &here, &given) else { continue };
                let is_harness =
                    path.file_name().is_some_and(|file| HARNESSES.iter().any(|own| file == *own));
                let is_header = path.extension().is_some_and(|ending| ending == "h");
                if is_harness || !is_header || headers.includes.contains(&name) {
                    continue;
                }
                // What a header defines would be there twice.
                let canonical = canonical(&path);
                if facts.functions.values().any(|function| canonical == self::canonical(&function.file)) {
                    continue;
                }
                headers.includes.push(name);
                if !headers.folders.contains(&here) {
                    headers.folders.push(here.clone());
                }
                headers.add(&path, &given, 0);
            }
        }
        headers
    }

    fn add(&mut self, path: &Path, given: &[PathBuf], depth: usize) {
        if depth > 32 || !self.files.insert(canonical(path)) {
            return;
        }
        let Ok(text) = bounded::read_to_string(path) else { return };
        let here = path.parent().unwrap_or(Path::new("/"));
        for name in included(&text) {
            if let Some(path) = resolve(&name, here, given) {
                self.add(&path, given, depth + 1);
            }
        }
        self.text += &without_comments(&text);
    }

    /// Whether a file is one of them.
    pub fn contain(&self, file: &Path) -> bool {
        self.files.contains(&canonical(file))
    }

    /// Whether they declare a function.
    pub fn declare_function(&self, name: &str) -> bool {
        self.mentions(name).any(|behind| behind.trim_start().starts_with('('))
    }

    /// Whether they declare a variable.
    pub fn declare_variable(&self, name: &str) -> bool {
        self.text
            .split(';')
            .filter(|part| part.contains("extern"))
            .any(|part| part.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name))
    }

    fn mentions<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        self.text.match_indices(name).filter_map(move |(at, _)| {
            let behind = &self.text[at + name.len()..];
            let is_word = !self.text[..at].ends_with(is_letter) && !behind.starts_with(is_letter);
            is_word.then_some(behind)
        })
    }
}

fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The names of the files that a text includes.
fn included(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in text.lines() {
        let Some(rest) = line.trim_start().strip_prefix('#') else { continue };
        let Some(rest) = rest.trim_start().strip_prefix("include") else { continue };
        let rest = rest.trim_start();
        let end = match rest.chars().next() {
            Some('"') => '"',
            Some('<') => '>',
            _ => continue,
        };
        if let Some(name) = rest[1..].split(end).next() {
            names.push(name.to_owned());
        }
    }
    names
}

/// The file that is included by this name; `None` for one of the system.
fn resolve(name: &str, here: &Path, given: &[PathBuf]) -> Option<PathBuf> {
    let folders = std::iter::once(here).chain(given.iter().map(PathBuf::as_path));
    let path = folders.map(|folder| folder.join(name)).find(|path| path.is_file())?;
    (!ir::is_of_the_system(&path)).then_some(path)
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        out += &rest[..at];
        let end = if rest[at..].starts_with("/*") {
            rest[at + 2..].find("*/").map(|end| at + 2 + end + 2)
        } else {
            rest[at..].find('\n').map(|end| at + end)
        };
        match end {
            Some(end) => rest = &rest[end..],
            None => return out,
        }
    }
    out + rest
}

/// The header of the C library that declares a function which programs pass on, or test.
pub fn of_library(name: &str) -> Option<&'static str> {
    Some(match name {
        "malloc" | "calloc" | "realloc" | "free" | "abs" | "labs" | "atoi" | "atol" | "abort" | "exit" => {
            "stdlib.h"
        }
        _ if name.starts_with("str") || name.starts_with("mem") => "string.h",
        "tolower" | "toupper" | "isalnum" | "isalpha" | "isblank" | "iscntrl" | "isdigit" | "isgraph"
        | "islower" | "isprint" | "ispunct" | "isspace" | "isupper" | "isxdigit" => "ctype.h",
        "puts" | "putchar" | "getchar" | "printf" => "stdio.h",
        "sqrt" | "fabs" | "sin" | "cos" | "tan" | "exp" | "log" | "floor" | "ceil" => "math.h",
        _ => return None,
    })
}

/// The header of the system that defines a type, if it is one that programs may include by themselves.
pub fn of_type(name: &str, file: &Path) -> Option<String> {
    let word = name.rsplit(' ').next().unwrap_or(name);
    let header = match word {
        "size_t" | "ptrdiff_t" | "wchar_t" | "max_align_t" => "stddef.h",
        "FILE" | "fpos_t" => "stdio.h",
        "time_t" | "clock_t" | "tm" | "timespec" => "time.h",
        "va_list" => "stdarg.h",
        "div_t" | "ldiv_t" | "lldiv_t" => "stdlib.h",
        "ssize_t" | "off_t" | "pid_t" | "uid_t" | "gid_t" | "mode_t" | "dev_t" | "ino_t" => "sys/types.h",
        _ if is_integer_name(word) => "stdint.h",
        _ => {
            let within = file.strip_prefix("/usr/include").ok()?.to_str()?;
            let within = within.strip_prefix("x86_64-linux-gnu/").unwrap_or(within);
            return (!within.starts_with("bits/")).then(|| within.to_owned());
        }
    };
    Some(header.to_owned())
}

/// Whether a typedef is one of `<stdint.h>`.
fn is_integer_name(word: &str) -> bool {
    let Some(rest) = word.strip_suffix("_t") else { return false };
    let rest = rest.strip_prefix('u').unwrap_or(rest);
    let Some(rest) = rest.strip_prefix("int") else { return false };
    let rest = rest.strip_prefix("_least").or(rest.strip_prefix("_fast")).unwrap_or(rest);
    matches!(rest, "8" | "16" | "32" | "64" | "ptr" | "max")
}
