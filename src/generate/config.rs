//! `symir.toml`: settings for the functions beside it, so that they need not be given on every command line.
//!
//! A file has settings for all functions, and further ones for functions whose names match a pattern. The
//! setting for fewer functions wins: the command line, then a function's own table, then a table whose
//! pattern matches it, then the top of the file, then the default of symir. `symir.schema.json` describes the
//! same for editors.

use super::error::Error;
use crate::exec::Externals;
use crate::util::bounded;
use glob::Pattern;
use regex::Regex;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::Spanned;

/// The name of the file.
pub const NAME: &str = "symir.toml";
/// The JSON schema of the file, for editors.
pub const SCHEMA: &str = include_str!("symir.schema.json");

/// The contents of a file.
#[derive(Clone, Default, Debug)]
pub struct Config {
    /// The file; `None` if there is none.
    pub path: Option<PathBuf>,
    /// Flags for clang, with absolute paths.
    pub flags: Vec<String>,
    /// Flags of the linker, and packages that `pkg-config` knows.
    pub link: Vec<String>,
    /// The settings of all functions.
    pub base: FunctionConfig,
    /// Patterns of functions that are skipped.
    pub skip: Vec<Pattern>,
    /// The settings of some functions, the most specific table last.
    tables: Vec<Table>,
}

#[derive(Clone, Debug)]
struct Table {
    pattern: Pattern,
    line: usize,
    says: FunctionConfig,
}

/// The settings of a function. A setting that is `None` or empty is not given.
#[derive(Clone, Default, Debug, PartialEq)]
pub struct FunctionConfig {
    /// Conditions over its parameters, in C.
    pub assume: Vec<String>,
    /// Parameters that are strings.
    pub strings: Vec<String>,
    /// C files that define functions in the place of those of the project.
    pub stubs: Vec<PathBuf>,
    pub skip: Option<bool>,
    pub time: Option<Duration>,
    pub paths: Option<u64>,
    pub loop_limit: Option<u32>,
    pub externals: Option<Externals>,
    pub objects: Option<Objects>,
    /// Patterns of the only functions that may be called to make and change objects, and of functions that
    /// may not.
    pub calls: Vec<Pattern>,
    pub calls_except: Vec<Pattern>,
    pub bounds: Bounds,
    /// Functions that are mocked, and those that are not.
    pub mock: Vec<String>,
    pub mock_except: Vec<String>,
    /// Functions of the C library whose calls may fail, and how many calls fail on one path.
    pub fail: Vec<String>,
    pub failures: Option<u32>,
    /// Functions whose results differ from run to run.
    pub source: Vec<String>,
    /// For the function's mock: conditions over `result` and its parameters, what else it does, in C, and
    /// whether equal arguments have equal results.
    pub result: Vec<String>,
    pub effect: Vec<String>,
    pub pure: Option<bool>,
    /// For the function's mock: what it sets `errno` to when it fails; nothing if the list is empty.
    pub errno: Option<Vec<String>>,
}

/// How objects of types that have functions of their own are made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Objects {
    /// Their members are inputs.
    Direct,
    /// By calls of the functions that make and change them.
    Calls,
    /// By calls, and also member by member to find errors. The report says whether calls reach these errors,
    /// too.
    Both,
}

impl Objects {
    /// From its name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "direct" => Some(Objects::Direct),
            "calls" => Some(Objects::Calls),
            "both" => Some(Objects::Both),
            _ => None,
        }
    }
}

/// How large inputs are made.
#[derive(Copy, Clone, Default, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Letters of a string, without its terminator.
    pub string: Option<u64>,
    /// Elements of an array.
    pub array: Option<u64>,
    /// Objects in a chain of a type that points to itself, such as a list; the head of the list does not count.
    pub list: Option<u32>,
    /// Objects in a chain of other types.
    pub depth: Option<u32>,
}

impl Bounds {
    /// These bounds, completed by those of `other`.
    pub fn or(self, other: Self) -> Self {
        Self {
            string: self.string.or(other.string),
            array: self.array.or(other.array),
            list: self.list.or(other.list),
            depth: self.depth.or(other.depth),
        }
    }
}

impl FunctionConfig {
    /// Whether a function may be called to make or change an object.
    pub fn allows(&self, function: &str) -> bool {
        let is_one = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.matches(function));
        (self.calls.is_empty() || is_one(&self.calls)) && !is_one(&self.calls_except)
    }

    /// These settings, completed by those of `other`. Lists are joined, so that conditions, strings and stubs
    /// of both hold. Every field is named here, so that none is lost that is new.
    pub fn or(mut self, other: &Self) -> Self {
        self.assume
            .extend(other.assume.iter().filter(|it| !self.assume.contains(it)).cloned().collect::<Vec<_>>());
        self.strings.extend(other.strings.iter().cloned());
        self.stubs.extend(other.stubs.iter().cloned());
        self.calls.extend(other.calls.iter().cloned());
        self.calls_except.extend(other.calls_except.iter().cloned());
        self.mock.extend(other.mock.iter().cloned());
        self.mock_except.extend(other.mock_except.iter().cloned());
        self.fail.extend(other.fail.iter().cloned());
        self.source.extend(other.source.iter().cloned());
        self.result.extend(other.result.iter().cloned());
        self.effect.extend(other.effect.iter().cloned());
        Self {
            pure: self.pure.or(other.pure),
            errno: self.errno.or_else(|| other.errno.clone()),
            failures: self.failures.or(other.failures),
            skip: self.skip.or(other.skip),
            time: self.time.or(other.time),
            paths: self.paths.or(other.paths),
            loop_limit: self.loop_limit.or(other.loop_limit),
            externals: self.externals.or(other.externals),
            objects: self.objects.or(other.objects),
            bounds: self.bounds.or(other.bounds),
            assume: self.assume,
            strings: self.strings,
            stubs: self.stubs,
            calls: self.calls,
            calls_except: self.calls_except,
            mock: self.mock,
            mock_except: self.mock_except,
            fail: self.fail,
            source: self.source,
            result: self.result,
            effect: self.effect,
        }
    }
}

impl Config {
    /// The file in a folder or in one of the folders above it; no settings if there is none.
    ///
    /// # Errors
    /// If there is such a file and it is not valid.
    pub fn find(folder: &Path) -> Result<Self, Error> {
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        match folder.ancestors().map(|above| above.join(NAME)).find(|path| path.is_file()) {
            Some(path) => Self::read(&path),
            None => Ok(Self::default()),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is not valid.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = bounded::read_to_string(path).map_err(Error::io("read", path))?;
        Reader { path, text: &text, folder: path.parent().unwrap_or(Path::new(".")) }.read()
    }

    /// The settings of a function.
    pub fn of(&self, function: &str) -> FunctionConfig {
        let mut said = FunctionConfig::default();
        for table in self.tables.iter().rev().filter(|table| table.pattern.matches(function)) {
            said = said.or(&table.says);
        }
        let mut said = said.or(&self.base);
        if self.skip.iter().any(|pattern| pattern.matches(function)) {
            said.skip = said.skip.or(Some(true));
        }
        said
    }

    /// The tables that match none of the `known` functions, by place and name.
    pub fn without_function<'a>(&'a self, known: &'a [&str]) -> impl Iterator<Item = (String, &'a str)> {
        let path = self.path.as_deref().unwrap_or(Path::new(NAME)).display().to_string();
        let is_known = |table: &&Table| !known.iter().any(|name| table.pattern.matches(name));
        self.tables
            .iter()
            .filter(is_known)
            .map(move |table| (format!("{path}:{}", table.line), table.pattern.as_str()))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Raw {
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    include: Vec<PathBuf>,
    #[serde(default)]
    link: Vec<String>,
    #[serde(default)]
    skip: Vec<Spanned<String>>,
    time: Option<Spanned<String>>,
    paths: Option<u64>,
    loop_limit: Option<u32>,
    externals: Option<Spanned<String>>,
    objects: Option<Spanned<String>>,
    #[serde(default)]
    calls: Vec<Spanned<String>>,
    #[serde(default)]
    calls_except: Vec<Spanned<String>>,
    #[serde(default)]
    mock: Vec<String>,
    #[serde(default)]
    mock_except: Vec<String>,
    #[serde(default)]
    fail: Vec<String>,
    failures: Option<u32>,
    #[serde(default)]
    source: Vec<String>,
    #[serde(default)]
    stubs: Vec<Spanned<PathBuf>>,
    #[serde(default)]
    bounds: Bounds,
    #[serde(default)]
    function: BTreeMap<String, Spanned<RawFunction>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawFunction {
    assume: Option<Several>,
    strings: Option<Several>,
    #[serde(default)]
    stubs: Vec<Spanned<PathBuf>>,
    skip: Option<bool>,
    time: Option<Spanned<String>>,
    paths: Option<u64>,
    loop_limit: Option<u32>,
    externals: Option<Spanned<String>>,
    objects: Option<Spanned<String>>,
    result: Option<Several>,
    effect: Option<Several>,
    pure: Option<bool>,
    errno: Option<Several>,
    #[serde(default)]
    bounds: Bounds,
}

/// A text, or a list of them.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a text or a list of texts")]
enum Several {
    One(String),
    Many(Vec<String>),
}

impl Several {
    fn list(several: Option<Self>) -> Vec<String> {
        match several {
            None => Vec::new(),
            Some(Several::One(text)) => vec![text],
            Some(Several::Many(texts)) => texts,
        }
    }
}

struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
    folder: &'a Path,
}

impl Reader<'_> {
    fn read(&self) -> Result<Config, Error> {
        let raw: Raw = toml::from_str(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.wrong(at, with_a_guess(error.message().trim()))
        })?;
        let absolute = |path: &Path| self.folder.join(path).display().to_string();
        let flags =
            raw.flags.iter().map(|flag| match flag.strip_prefix("-I").filter(|rest| !rest.is_empty()) {
                Some(folder) => format!("-I{}", absolute(Path::new(folder))),
                None => flag.clone(),
            });
        let flags = flags.chain(raw.include.iter().map(|folder| format!("-I{}", absolute(folder))));
        let mut tables = Vec::new();
        for (name, table) in raw.function {
            let at = table.span().start;
            let pattern = self.pattern(&name, at)?;
            let table = table.into_inner();
            let says = FunctionConfig {
                assume: Several::list(table.assume),
                strings: Several::list(table.strings),
                stubs: self.stubs(table.stubs)?,
                skip: table.skip,
                time: self.time(table.time)?,
                paths: table.paths,
                loop_limit: table.loop_limit,
                externals: self.externals(table.externals)?,
                objects: self.objects(table.objects)?,
                result: Several::list(table.result),
                effect: Several::list(table.effect),
                pure: table.pure,
                errno: table.errno.map(|errno| Several::list(Some(errno))),
                bounds: table.bounds,
                ..FunctionConfig::default()
            };
            tables.push(Table { pattern, line: self.place(at).0, says });
        }
        // A name is more specific than a pattern, and a long pattern more than a short one.
        tables.sort_by_key(|table| {
            let text = table.pattern.as_str();
            let letters = text.chars().filter(|c| !"*?[]".contains(*c)).count();
            (letters == text.len(), letters)
        });
        let patterns = raw.skip.iter().map(|pattern| self.pattern(pattern.get_ref(), pattern.span().start));
        Ok(Config {
            path: Some(self.path.to_owned()),
            flags: flags.collect(),
            link: raw.link,
            base: FunctionConfig {
                stubs: self.stubs(raw.stubs)?,
                mock: raw.mock.iter().map(|name| self.header(name)).collect(),
                mock_except: raw.mock_except.iter().map(|name| self.header(name)).collect(),
                fail: raw.fail,
                failures: raw.failures,
                source: raw.source,
                time: self.time(raw.time)?,
                paths: raw.paths,
                loop_limit: raw.loop_limit,
                externals: self.externals(raw.externals)?,
                objects: self.objects(raw.objects)?,
                calls: self.patterns(&raw.calls)?,
                calls_except: self.patterns(&raw.calls_except)?,
                bounds: raw.bounds,
                ..FunctionConfig::default()
            },
            skip: patterns.collect::<Result<_, _>>()?,
            tables,
        })
    }

    /// The line and the column of a byte, from 1.
    fn place(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..at.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        (line, column)
    }

    fn wrong(&self, at: usize, problem: String) -> Error {
        let (line, column) = self.place(at);
        Error::Config { path: self.path.to_owned(), line, column, problem }
    }

    fn patterns(&self, texts: &[Spanned<String>]) -> Result<Vec<Pattern>, Error> {
        texts.iter().map(|text| self.pattern(text.get_ref(), text.span().start)).collect()
    }

    fn pattern(&self, text: &str, at: usize) -> Result<Pattern, Error> {
        Pattern::new(text).map_err(|error| {
            self.wrong(at, format!("`{text}` is no pattern of names: {error}; use * for any letters"))
        })
    }

    fn time(&self, text: Option<Spanned<String>>) -> Result<Option<Duration>, Error> {
        let Some(text) = text else { return Ok(None) };
        let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
        let number = |(unit, seconds): (&str, f64)| {
            let digits: f64 = text.get_ref().strip_suffix(unit)?.trim().parse().ok()?;
            (0.0..=1e9).contains(&(digits * seconds)).then(|| Duration::from_secs_f64(digits * seconds))
        };
        match units.into_iter().find_map(number) {
            Some(time) => Ok(Some(time)),
            None => {
                let problem = format!(
                    "`{}` is no time; write a number and its unit, such as \"10s\" or \"2m\"",
                    text.get_ref()
                );
                Err(self.wrong(text.span().start, problem))
            }
        }
    }

    /// The path of a header, taken from the folder of the file; other names are unchanged.
    fn header(&self, name: &str) -> String {
        if name.ends_with(".h") { self.folder.join(name).display().to_string() } else { name.to_owned() }
    }

    fn externals(&self, text: Option<Spanned<String>>) -> Result<Option<Externals>, Error> {
        let Some(text) = text else { return Ok(None) };
        Ok(Some(match text.get_ref().as_str() {
            "stop" => Externals::Stop,
            "native" => Externals::Native,
            "havoc" => Externals::Havoc,
            "mock" => Externals::Mock,
            other => {
                let problem =
                    format!("`{other}` is not known; write \"mock\", \"stop\", \"native\" or \"havoc\"");
                return Err(self.wrong(text.span().start, problem));
            }
        }))
    }

    fn objects(&self, text: Option<Spanned<String>>) -> Result<Option<Objects>, Error> {
        let Some(text) = text else { return Ok(None) };
        let problem =
            || format!("`{}` is not known; write \"direct\", \"calls\" or \"both\"", text.get_ref());
        let known = Objects::named(text.get_ref());
        known.map(Some).ok_or_else(|| self.wrong(text.span().start, problem()))
    }

    fn stubs(&self, files: Vec<Spanned<PathBuf>>) -> Result<Vec<PathBuf>, Error> {
        let file = |file: Spanned<PathBuf>| {
            let path = self.folder.join(file.get_ref());
            match path.is_file() {
                true => Ok(path),
                false => {
                    let problem = format!(
                        "there is no file {}; paths begin at the folder of {NAME}",
                        file.get_ref().display()
                    );
                    Err(self.wrong(file.span().start, problem))
                }
            }
        };
        files.into_iter().map(file).collect()
    }
}

/// An error about a key that is not known, with the key that was meant, if one is like it.
fn with_a_guess(message: &str) -> String {
    let names = Regex::new("`([^`]+)`").expect("invariant: the pattern is regular");
    let names: Vec<&str> =
        names.captures_iter(message).filter_map(|found| found.get(1)).map(|name| name.as_str()).collect();
    match names.split_first() {
        Some((wrong, known)) if message.starts_with("unknown field") => {
            match similar(wrong, known.iter().copied()) {
                Some(meant) => format!("there is no key `{wrong}`; did you mean `{meant}`?"),
                None => format!("there is no key `{wrong}`; the keys here are {}", known.join(", ")),
            }
        }
        _ => message.to_owned(),
    }
}

/// The name that somebody may have meant.
pub fn similar<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let rated =
        known.map(|name| (strsim::jaro_winkler(wrong, name), name)).filter(|(likeness, _)| *likeness > 0.8);
    rated
        .max_by(|one, other| one.0.total_cmp(&other.0).then_with(|| other.1.cmp(one.1)))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join(NAME);
        std::fs::write(&path, text).expect("written");
        std::fs::write(folder.path().join("stub.c"), "").expect("written");
        let shown = |error: Error| error.to_string().replace(&format!("{}/", folder.path().display()), "");
        Config::read(&path).map_err(shown)
    }

    #[test]
    fn what_says_more_of_fewer_functions_wins() {
        let config = read(
            "time = '20s'\nskip = ['debug_*']\n[bounds]\nstring = 5\narray = 3\n\
             [function.'parse_*']\ntime = '5s'\nassume = 'n <= 16'\nbounds.string = 9\n\
             [function.parse_number]\ntime = '1m'\nassume = ['n > 0', 'n <= 16']\nstubs = ['stub.c']\n\
             [function.debug_parse]\nskip = false\n",
        )
        .expect("read");
        let other = config.of("other");
        assert_eq!((other.time, other.bounds.string), (Some(Duration::from_secs(20)), Some(5)));
        let parse = config.of("parse_list");
        assert_eq!(
            (parse.time, parse.bounds.string, parse.bounds.array),
            (Some(Duration::from_secs(5)), Some(9), Some(3))
        );
        assert_eq!(parse.assume, ["n <= 16"]);
        let number = config.of("parse_number");
        assert_eq!(number.time, Some(Duration::from_secs(60)));
        assert_eq!(number.assume, ["n > 0", "n <= 16"]);
        assert_eq!((number.bounds.string, number.stubs.len()), (Some(9), 1));
        assert_eq!((config.of("debug_all").skip, config.of("debug_parse").skip), (Some(true), Some(false)));
        let unknown: Vec<_> =
            config.without_function(&["parse_list", "debug_parse"]).map(|it| it.1).collect();
        assert_eq!(unknown, ["parse_number"]);
    }

    #[test]
    fn errors_have_a_place_and_a_mend() {
        let check = |text: &str, expected: &str| assert_eq!(read(text).expect_err(text), expected);
        check("[bounds]\nstrng = 3\n", "symir.toml:2:1: there is no key `strng`; did you mean `string`?");
        check(
            "time = 'soon'\n",
            "symir.toml:1:8: `soon` is no time; write a number and its unit, such as \"10s\" or \"2m\"",
        );
        check(
            "externals = 'go'\n",
            "symir.toml:1:13: `go` is not known; write \"mock\", \"stop\", \"native\" or \"havoc\"",
        );
        check(
            "[function.f]\nstubs = ['none.c']\n",
            "symir.toml:2:10: there is no file none.c; paths begin at the folder of symir.toml",
        );
        check(
            "[function.f]\nbounds.list = -1\n",
            "symir.toml:2:15: invalid value: integer `-1`, expected u32",
        );
        check("[bounds]\ndepht = 3\n", "symir.toml:2:1: there is no key `depht`; did you mean `depth`?");
        check("[bounds]\nstring = 'x'\n", "symir.toml:2:10: invalid type: string \"x\", expected u64");
        let error = read("[function.f\n").expect_err("no TOML");
        assert!(error.starts_with("symir.toml:1:12: "), "{error}");
        let error = read("skip = ['a[']\n").expect_err("no pattern");
        assert!(error.starts_with("symir.toml:1:9: `a[` is no pattern of names"), "{error}");
    }

    #[test]
    fn schema_and_book_know_the_keys_that_the_reader_knows() {
        let schema: serde_json::Value = serde_json::from_str(SCHEMA).expect("JSON");
        let keys = |value: &serde_json::Value| -> Vec<String> {
            value["properties"].as_object().expect("an object").keys().cloned().collect()
        };
        let known = |text: &str| -> Vec<String> {
            let error = toml::from_str::<Raw>(text).err().expect("unknown").message().to_owned();
            let names = Regex::new("`([^`]+)`").expect("a pattern");
            let mut names: Vec<String> =
                names.captures_iter(&error).skip(1).map(|found| found[1].to_owned()).collect();
            names.sort();
            names
        };
        let sorted = |mut names: Vec<String>| {
            names.sort();
            names
        };
        let page = include_str!("../../docs/symir-toml.md");
        let of_bounds = keys(&schema["$defs"]["bounds"]).into_iter().map(|key| format!("bounds.{key}"));
        let plain = keys(&schema).into_iter().chain(keys(&schema["$defs"]["function"]));
        let plain = plain.filter(|key| !matches!(key.as_str(), "bounds" | "function"));
        for key in plain.chain(of_bounds) {
            let is_told = |line: &str| line.starts_with("| `") && line.contains(&format!("`{key}`"));
            assert!(page.lines().any(is_told), "no row of docs/symir-toml.md has `{key}`");
        }
        assert_eq!(sorted(keys(&schema)), known("x-x = 1"));
        assert_eq!(sorted(keys(&schema["$defs"]["function"])), known("[function.f]\nx-x = 1"));
        assert_eq!(sorted(keys(&schema["$defs"]["bounds"])), known("[bounds]\nx-x = 1"));
    }
}
