//! The headers of the program that a suite includes: those that the driver includes, in its order and with
//! the macros that it defines before them, and those of the other sources that declare what the suite uses.
//!
//! Headers are read as text. That is enough to find out what they include and whether they declare a name;
//! the compiler of the suite has the last word.

use super::statements::Uses;
use crate::emit::facts::Facts;
use crate::ir;
use crate::util::bounded;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What the program's own headers give to a suite.
#[derive(Clone, Default, Debug)]
pub struct Headers {
    /// Lines for the preprocessor that include them, in the order of the driver.
    pub lines: Vec<Inclusion>,
    /// The headers, and what they include.
    files: BTreeSet<PathBuf>,
    /// All their text without comments.
    text: String,
}

/// A line for the preprocessor of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inclusion {
    pub text: String,
    /// Whether it includes a header of the program. Other lines are what such a header needs before it.
    pub is_own: bool,
}

/// A line for the preprocessor at the beginning of a source.
enum Line {
    /// A definition of a macro, or its end, with all its lines.
    Macro(String),
    Include(Include),
}

#[derive(Clone)]
struct Include {
    /// With its quotes or brackets.
    written: String,
    name: String,
}

/// Headers of harnesses, which a suite has no use for.
const HARNESSES: [&str; 3] = ["symir.h", "klee.h", "nondet.h"];
/// The headers that those include. Headers behind them may rely on these.
const OF_HARNESSES: [&str; 3] = ["stdbool.h", "stddef.h", "stdint.h"];

impl Headers {
    /// The headers for a suite, which is C++ if `is_cpp`.
    pub fn of(facts: &Facts, uses: &Uses, is_cpp: bool) -> Self {
        let mut headers = Self::default();
        if facts.is_bare() {
            return headers;
        }
        let given = given(facts);
        let driver = driver(facts);
        if let Some(driver) = &driver {
            headers.add_all_of(driver, &given, facts, uses, is_cpp);
        }
        for source in facts.sources.iter().filter(|source| Some(*source) != driver.as_ref()) {
            headers.add_needed_of(source, &given, facts, uses, is_cpp);
        }
        headers
    }

    /// All headers of the program that a source includes, to find out what they declare. `folders` are where
    /// the compiler looks.
    pub fn included_by(source: &Path, folders: &[PathBuf]) -> Self {
        let mut headers = Self::default();
        let text = bounded::read_to_string(source).unwrap_or_default();
        for name in included(&text) {
            if let Some(path) = resolve(&name, folder_of(source), folders) {
                headers.read(&path, folders, 0);
            }
        }
        headers
    }

    /// Includes what the driver includes, behind the same definitions.
    fn add_all_of(&mut self, driver: &Path, given: &[PathBuf], facts: &Facts, uses: &Uses, is_cpp: bool) {
        let Ok(text) = bounded::read_to_string(driver) else { return };
        let here = folder_of(driver);
        let mut waiting = Vec::new();
        for line in preamble(&text, &facts.flags) {
            let include = match line {
                // Macros that choose features of the system come too late in C++, where the framework is
                // included first.
                Line::Macro(text) if is_cpp && names_feature(&text) => continue,
                Line::Macro(text) => {
                    waiting.push(text);
                    continue;
                }
                Line::Include(include) => include,
            };
            let Some(path) = resolve(&include.name, here, given) else {
                if is_harness(Path::new(&include.name)) {
                    waiting.extend(OF_HARNESSES.map(|name| format!("#include <{name}>")));
                } else if include.written.starts_with('<') {
                    waiting.push(format!("#include {}", include.written));
                }
                continue;
            };
            if is_harness(&path) {
                waiting.extend(OF_HARNESSES.map(|name| format!("#include <{name}>")));
            } else if is_fit(&path, facts, uses, is_cpp) && !self.contain(&path) {
                let before = waiting.drain(..).map(|text| Inclusion { text, is_own: false });
                for line in before.chain([own(&include)]) {
                    if !self.lines.contains(&line) {
                        self.lines.push(line);
                    }
                }
                self.read(&path, given, 0);
            }
        }
    }

    /// Includes the headers of another source that declare something that the suite uses and that no header
    /// before them declares, and those of its other headers that these rely on.
    fn add_needed_of(&mut self, source: &Path, given: &[PathBuf], facts: &Facts, uses: &Uses, is_cpp: bool) {
        let Ok(text) = bounded::read_to_string(source) else { return };
        let here = folder_of(source);
        // Headers of the system have no path here.
        let mut includes: Vec<(Include, Option<PathBuf>)> = Vec::new();
        for line in preamble(&text, &facts.flags) {
            let Line::Include(include) = line else { continue };
            let path = resolve(&include.name, here, given);
            let is_wanted = match &path {
                Some(path) => !is_harness(path) && is_fit(path, facts, uses, is_cpp) && !self.contain(path),
                None => include.written.starts_with('<'),
            };
            if is_wanted {
                includes.push((include, path));
            }
        }
        let needed = self.needed(&includes, given, facts, uses);
        // Headers may rely on headers of the system that the source includes before them.
        let Some(last) = needed.last() else { return };
        for (at, (include, path)) in includes.iter().enumerate().take(last + 1) {
            let line = Inclusion { is_own: path.is_some(), ..own(include) };
            if (path.is_none() || needed.contains(&at)) && !self.lines.contains(&line) {
                self.lines.push(line);
            }
        }
        let paths = needed.iter().filter_map(|at| includes[*at].1.as_ref());
        paths.for_each(|path| self.read(path, given, 0));
    }

    /// The numbers of the headers that the suite needs, and of those that these rely on.
    fn needed(
        &self,
        includes: &[(Include, Option<PathBuf>)],
        given: &[PathBuf],
        facts: &Facts,
        uses: &Uses,
    ) -> BTreeSet<usize> {
        let mut known = self.clone();
        let mut needed = BTreeSet::new();
        for (at, (_, path)) in includes.iter().enumerate() {
            let Some(path) = path.as_ref().filter(|path| !known.contain(path)) else { continue };
            let mut more = known.clone();
            more.read(path, given, 0);
            let is_function = |name: &&String| more.declare_function(name) && !known.declare_function(name);
            let is_variable = |name: &&String| more.declare_variable(name) && !known.declare_variable(name);
            let is_type = |id: &&u32| {
                let file = facts.entities.get(**id as usize).map(|entity| &entity.file);
                file.is_some_and(|file| more.contain(file) && !known.contain(file))
            };
            if uses.constants.iter().any(|name| more.name(name) && !known.name(name))
                || uses.functions.iter().any(|name| is_function(&name))
                || uses.globals.iter().any(|name| is_variable(&name))
                || uses.entities.iter().any(|id| is_type(&id))
            {
                let text = &more.text[known.text.len()..];
                needed.extend(known.relied_on(text, &includes[..at], given, facts));
                needed.insert(at);
                known = more;
            }
        }
        needed
    }

    /// The numbers of those headers before it that a header with this text relies on, because it names macros or
    /// types that they declare, and so on.
    fn relied_on(
        &self,
        text: &str,
        before: &[(Include, Option<PathBuf>)],
        given: &[PathBuf],
        facts: &Facts,
    ) -> Vec<usize> {
        let mut naming = Self { text: text.to_owned(), ..Self::default() };
        let mut found = Vec::new();
        for (at, (_, path)) in before.iter().enumerate().rev() {
            let Some(path) = path.as_ref().filter(|path| !self.contain(path)) else { continue };
            let mut theirs = Self::default();
            theirs.read(path, given, 0);
            let of_theirs = facts.entities.iter().filter(|entity| theirs.contain(&entity.file));
            let types = of_theirs.filter_map(|entity| entity.name.rsplit(' ').next());
            let macros = theirs.text.lines().filter_map(defined_macro).filter(|name| !self.name(name));
            if types.chain(macros).any(|name| naming.name(name)) {
                naming.text += &theirs.text;
                found.push(at);
            }
        }
        found
    }

    fn read(&mut self, path: &Path, given: &[PathBuf], depth: usize) {
        if depth > 32 || !self.files.insert(canonical(path)) {
            return;
        }
        let Ok(text) = bounded::read_to_string(path) else { return };
        let text = without_skipped(&text);
        let here = folder_of(path);
        for name in included(&text) {
            if let Some(path) = resolve(&name, here, given) {
                self.read(&path, given, depth + 1);
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

    /// Whether they define a function, as one that is `static inline`.
    pub fn define_function(&self, name: &str) -> bool {
        let is_body = |behind: &str| {
            let mut depth = 0;
            let end = behind.trim_start().char_indices().find(|(_, c)| {
                depth += i32::from(*c == '(') - i32::from(*c == ')');
                depth <= 0
            });
            let rest = end.filter(|(at, _)| *at > 0).map(|(at, _)| &behind.trim_start()[at + 1..]);
            rest.is_some_and(|rest| rest.trim_start().starts_with('{'))
        };
        self.mentions(name).any(is_body)
    }

    /// Whether a name, such as the name of a macro, stands in them.
    pub fn name(&self, name: &str) -> bool {
        self.mentions(name).next().is_some()
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

/// The folders in which a suite looks for the program's headers, besides the folders of its flags.
pub fn folders(facts: &Facts) -> Vec<PathBuf> {
    let given = given(facts);
    let mut folders = Vec::new();
    for source in &facts.sources {
        let Ok(text) = bounded::read_to_string(source) else { continue };
        let here = folder_of(source);
        let is_own = |name: &String| {
            resolve(name, here, &given).is_some_and(|path| !is_harness(&path) && is_header(&path))
        };
        if included(&text).iter().any(is_own) && !folders.iter().any(|folder| folder == here) {
            folders.push(here.to_owned());
        }
    }
    folders
}

/// The symbols that suites use and that headers define. A suite that includes such a header defines them,
/// too.
pub fn defined(facts: &Facts, symbols: &[String]) -> BTreeSet<String> {
    let is_it = |name: &&String| {
        let function = facts.functions.get(*name).map(|function| &function.file);
        function.is_some_and(|file| is_header(file))
    };
    symbols.iter().filter(is_it).cloned().collect()
}

/// The folders that the flags of the compiler name.
fn given(facts: &Facts) -> Vec<PathBuf> {
    let flags = facts.flags.iter().filter_map(|flag| flag.strip_prefix("-I"));
    flags.filter(|folder| !folder.is_empty()).map(PathBuf::from).collect()
}

/// The source with `main`.
fn driver(facts: &Facts) -> Option<PathBuf> {
    let file = canonical(&facts.folder.join(&facts.functions.get("main")?.file));
    facts.sources.iter().find(|source| canonical(source) == file).cloned()
}

fn is_header(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "h")
}

fn is_harness(path: &Path) -> bool {
    path.file_name().is_some_and(|file| HARNESSES.iter().any(|own| file == *own))
}

/// Whether a suite may include a header. If a header defines functions, the suite gets its own copies of
/// them. C++ might not compile these, and their addresses and static variables are not those of the program.
fn is_fit(path: &Path, facts: &Facts, uses: &Uses, is_cpp: bool) -> bool {
    if !is_header(path) {
        return false;
    }
    let path = canonical(path);
    let is_here = |file: &Path| canonical(&facts.folder.join(file)) == path;
    let mut defined = facts.functions.iter().filter(|(_, function)| is_here(&function.file)).peekable();
    let has_variables = facts.globals.values().any(|global| !global.is_constant && is_here(&global.file));
    let defines = defined.peek().is_some();
    let is_used = defined.any(|(name, _)| uses.pointed.contains(name));
    !(has_variables || defines && is_cpp || is_used || declares_static(&path))
}

/// Whether a header declares static functions that it does not define. The source that includes it defines
/// them.
fn declares_static(path: &Path) -> bool {
    let Ok(text) = bounded::read_to_string(path) else { return false };
    let text = without_comments(&text);
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    let text = code.join("\n");
    text.split(';').any(|part| {
        let part = part.rsplit(['{', '}']).next().unwrap_or(part).trim_start();
        part.starts_with("static ") && part.contains('(') && !part.contains('=')
    })
}

/// Whether a macro is one that chooses features of the system's headers.
fn names_feature(line: &str) -> bool {
    line.split_whitespace().nth(1).is_some_and(|name| name.starts_with('_') && name.ends_with("_SOURCE"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("/"))
}

fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The lines of a source that include a file or define a macro. Definitions under a condition are left out.
fn preamble(text: &str, flags: &[String]) -> Vec<Line> {
    let text = without_comments(text);
    let mut found = Vec::new();
    // For each condition that is open, whether it holds for sure.
    let mut open: Vec<bool> = Vec::new();
    let is_given = |name: &str| {
        let mut given = flags.iter().filter_map(|flag| flag.strip_prefix("-D"));
        given.any(|given| given.split('=').next() == Some(name))
    };
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(rest) = line.trim_start().strip_prefix('#') else { continue };
        let rest = rest.trim();
        let word = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        let is_sure = open.iter().all(|holds| *holds);
        match word {
            "ifdef" => open.push(is_given(rest["ifdef".len()..].trim())),
            "if" => {
                let asked = rest["if".len()..].trim().strip_prefix("defined");
                open.push(asked.is_some_and(|name| is_given(name.trim_matches(['(', ')', ' ']))));
            }
            "ifndef" => open.push(false),
            "else" | "elif" => open.last_mut().into_iter().for_each(|holds| *holds = false),
            "endif" => {
                open.pop();
            }
            "include" => {
                let Some(include) = include_of(&rest["include".len()..]) else { continue };
                // It is not known which headers of the system are meant if they stand under a condition.
                if is_sure || include.written.starts_with('"') {
                    found.push(Line::Include(include));
                }
            }
            "define" | "undef" if is_sure => {
                let mut whole = format!("#{rest}");
                while whole.ends_with('\\') {
                    let Some(next) = lines.next() else { break };
                    whole += "\n";
                    whole += next.trim_end();
                }
                found.push(Line::Macro(whole));
            }
            _ => {}
        }
    }
    found
}

fn include_of(rest: &str) -> Option<Include> {
    let rest = rest.trim_start();
    let end = match rest.chars().next() {
        Some('"') => '"',
        Some('<') => '>',
        _ => return None,
    };
    let name = rest[1..].split(end).next()?;
    Some(Include { written: rest[..name.len() + 2].to_owned(), name: name.to_owned() })
}

fn own(include: &Include) -> Inclusion {
    Inclusion { text: format!("#include {}", include.written), is_own: true }
}

/// The name of the macro that a line defines.
fn defined_macro(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define ")?.trim_start();
    rest.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().filter(|name| !name.is_empty())
}

/// The names of the files that a text includes.
fn included(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix('#'));
    let includes = lines.filter_map(|line| include_of(line.trim_start().strip_prefix("include")?));
    includes.map(|include| include.name).collect()
}

/// A header without the lines that it skips because it has defined the macro itself: `#define X 1` above
/// `#ifndef X`.
fn without_skipped(text: &str) -> String {
    let mut defined: BTreeSet<&str> = BTreeSet::new();
    // For each condition that is open, whether the lines here are skipped.
    let mut open: Vec<bool> = Vec::new();
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start).unwrap_or_default();
        let mut words = directive.split_whitespace();
        let (word, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let name = name.split('(').next().unwrap_or_default();
        let is_skipped = open.contains(&true);
        match word {
            "ifndef" => open.push(defined.contains(name)),
            "if" | "ifdef" => open.push(false),
            "else" | "elif" => open.last_mut().into_iter().for_each(|is_skipped| *is_skipped = false),
            "endif" => {
                open.pop();
            }
            "define" if open.len() <= 1 && !is_skipped => {
                defined.insert(name);
            }
            _ => {}
        }
        if !is_skipped {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

/// The file that is included by this name; `None` for a file of the system.
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
            return match within.strip_prefix("bits/") {
                Some(part) => of_part(part, file),
                None => Some(within.to_owned()),
            };
        }
    };
    Some(header.to_owned())
}

/// Parts of glibc's headers, in its folder `bits`, that do not say which header programs include for them.
const PARTS: [(&str, &str); 24] = [
    ("pthreadtypes.h", "pthread.h"),
    ("struct_mutex.h", "pthread.h"),
    ("struct_rwlock.h", "pthread.h"),
    ("thread-shared-types.h", "pthread.h"),
    ("timex.h", "sys/timex.h"),
    ("types.h", "sys/types.h"),
    ("types/__mbstate_t.h", "wchar.h"),
    ("types/__sigset_t.h", "signal.h"),
    ("types/clockid_t.h", "time.h"),
    ("types/cookie_io_functions_t.h", "stdio.h"),
    ("types/error_t.h", "errno.h"),
    ("types/idtype_t.h", "sys/wait.h"),
    ("types/locale_t.h", "locale.h"),
    ("types/mbstate_t.h", "wchar.h"),
    ("types/struct___jmp_buf_tag.h", "setjmp.h"),
    ("types/struct_iovec.h", "sys/uio.h"),
    ("types/struct_itimerspec.h", "time.h"),
    ("types/struct_osockaddr.h", "sys/socket.h"),
    ("types/struct_rusage.h", "sys/resource.h"),
    ("types/struct_sched_param.h", "sched.h"),
    ("types/struct_timeb.h", "sys/timeb.h"),
    ("types/struct_timeval.h", "sys/time.h"),
    ("types/timer_t.h", "time.h"),
    ("types/wint_t.h", "wchar.h"),
];

/// The header that programs include for a part of glibc's headers, which most parts say themselves: `Never
/// include <bits/struct_stat.h> directly; use <sys/stat.h> instead.`
fn of_part(part: &str, file: &Path) -> Option<String> {
    if let Some((_, header)) = PARTS.iter().find(|(known, _)| *known == part) {
        return Some((*header).to_owned());
    }
    // What a signal is and what comes with it has many parts.
    if part.starts_with("types/sig") || part == "types/stack_t.h" {
        return Some("signal.h".to_owned());
    }
    let text = std::fs::read_to_string(file).ok()?;
    let advice = text.lines().find(|line| line.contains("#") && line.contains("Never "))?;
    let header = advice.split(['<', '>']).skip(1).step_by(2).find(|name| !name.starts_with("bits/"))?;
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
