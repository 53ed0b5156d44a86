//! Manifests: `corpus/sources.toml` says where sources come from, `corpus/NAME.toml` is a collection of
//! routines.
//!
//! Every error names the file, the line and what to do. A manifest that was read is sound, as far as that can
//! be known without the sources: names are unique, signatures are understood, each value belongs to a
//! parameter, our own files exist.

use super::error::Error;
use super::signature::Signature;
use super::value::Value;
use crate::engine::Budget;
use crate::run;
use crate::search::{Part, Strategy};
use crate::testcase::Site;
use crate::util::bounded;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::Spanned;

/// The name of the file that says where sources come from.
const SOURCES: &str = "sources.toml";

/// Routines that are run together.
#[derive(Clone, Debug)]
pub struct Collection {
    pub name: String,
    pub title: String,
    /// The manifest, absolute.
    pub path: PathBuf,
    /// The folder of the manifest, absolute; paths of our own files are relative to it in manifests.
    pub folder: PathBuf,
    /// All sources of the folder, by name.
    pub sources: BTreeMap<String, Source>,
    /// In the order of the manifest; names are unique.
    pub routines: Vec<Routine>,
}

/// A tree of source files that somebody else wrote.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: String,
    pub package: Package,
    /// The folder below `.sources` that it is unpacked to.
    pub folder: String,
    /// The file with the checksums of all files that are compiled, as `sha256sum` writes it; absolute.
    pub sums: PathBuf,
    /// Folders with headers of our own in place of the source's, absolute.
    pub shims: Vec<PathBuf>,
    /// Folders of the source with headers, relative to it. They are searched after ours.
    pub headers: Vec<PathBuf>,
    /// Flags for clang.
    pub flags: Vec<String>,
}

/// The package of Debian that holds a source.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Package {
    pub name: String,
    /// The version that the checksums are for. If the archive no longer has it, the version of the archive is
    /// tried.
    pub version: String,
    /// The tar file within the package.
    pub archive: String,
    /// The folders of the tar file that are kept. Their paths begin with the folder at the top of the tar
    /// file.
    pub keep: Vec<String>,
    /// How much is downloaded, in MB, for the message.
    pub megabytes: u32,
}

/// One routine under test.
#[derive(Clone, Debug)]
pub struct Routine {
    pub name: String,
    /// The source that `files` belong to; `None` for a routine of our own.
    pub source: Option<String>,
    /// Files that are compiled with the driver: files of the source, or of the collection's folder if there
    /// is no source.
    pub files: Vec<PathBuf>,
    /// Flags for clang, after those of the source.
    pub flags: Vec<String>,
    pub driver: Driver,
    pub settings: Settings,
    /// The ends of the paths of the files whose coverage counts: those of the routine itself. Functions that
    /// it calls in other files have rows of their own.
    pub covers: Vec<PathBuf>,
    pub expect: Expect,
    /// Where it stands in the manifest.
    pub line: usize,
}

/// How a routine gets its driver.
#[derive(Clone, Debug)]
pub enum Driver {
    /// A file that somebody wrote, absolute.
    File(PathBuf),
    /// The driver is made from these.
    Signature(Box<Inputs>),
}

/// The parts that a driver is made from.
#[derive(Clone, Debug)]
pub struct Inputs {
    pub signature: Signature,
    /// The values of parameters, by their names.
    pub values: BTreeMap<String, Value>,
    /// Arguments behind the named ones, for `...`.
    pub rest: Vec<String>,
    /// Included with `<>`.
    pub headers: Vec<String>,
    /// Files of the source that the driver includes, for functions that are `static`.
    pub includes: Vec<PathBuf>,
    /// Whether a header or an included file declares the function; otherwise the driver does.
    pub is_declared: bool,
    /// C at file level.
    pub prelude: Option<String>,
    /// Statements before the call.
    pub setup: Vec<String>,
    /// Conditions that inputs have to fulfil.
    pub assume: Vec<String>,
}

/// Settings for which `symir run` has flags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The time limit of a run.
    pub time: Option<Duration>,
    pub paths: Option<u64>,
    pub instructions: Option<u64>,
    pub seed: u64,
    /// Whether paths are explored breadth first, so that all grow evenly.
    pub breadth_first: bool,
    /// The optimisation level, 0 to 3.
    pub level: u8,
}

impl Settings {
    /// How a routine is explored.
    pub fn explore(&self) -> run::Options {
        let part = if self.breadth_first { Part::BreadthFirst } else { Part::DepthFirst };
        run::Options {
            strategy: Strategy::just(part),
            budget: Budget { paths: self.paths, instructions: self.instructions, ..Budget::default() },
            seed: self.seed,
            ..run::Options::default()
        }
    }
}

/// What is known about a routine.
#[derive(Clone, Debug, Default)]
pub struct Expect {
    /// Code that the driver's inputs cannot reach.
    pub unreached: Vec<Unreached>,
    /// Bugs that are in the source.
    pub bugs: Vec<KnownBug>,
}

/// Lines that cannot be reached, or branches on them that cannot be taken.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unreached {
    /// The end of the file's path: `lib/string.c`.
    pub file: String,
    /// The first and the last line; `12` or `12-15`, several separated by commas. Without them, the whole
    /// function.
    #[serde(default)]
    pub lines: Option<String>,
    #[serde(default)]
    pub function: Option<String>,
    /// Why, in words.
    pub reason: String,
}

/// A bug that is in the source.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownBug {
    /// The end of the file's path and the line: `lib/string.c:12`.
    pub at: String,
    /// What it is, in words.
    pub reason: String,
}

impl Expect {
    /// The bug that is known to be at this place, if there is one.
    pub fn knows(&self, site: &Site) -> Option<&KnownBug> {
        self.bugs.iter().find(|bug| {
            let (file, line) = bug.at.rsplit_once(':').unwrap_or((&bug.at, ""));
            Path::new(&site.file).ends_with(file) && site.line.to_string() == line
        })
    }
}

impl Unreached {
    /// The lines as ranges, both ends included; none when the whole function is meant.
    pub fn ranges(&self) -> Result<Vec<(u32, u32)>, String> {
        let Some(text) = &self.lines else { return Ok(Vec::new()) };
        let range = |part: &str| {
            let (low, high) = part.split_once('-').unwrap_or((part, part));
            let range = (low.trim().parse().ok()?, high.trim().parse().ok()?);
            (range.0 <= range.1).then_some(range)
        };
        text.split(',')
            .map(|part| range(part).ok_or_else(|| format!("`{part}` are no lines; write `12` or `12-15`")))
            .collect()
    }
}

impl Collection {
    /// The collection of this name in `folder`, or the manifest at this path.
    ///
    /// # Errors
    /// When the manifest or `sources.toml` beside it cannot be read or is unsound.
    pub fn load(folder: &Path, name: &str) -> Result<Self, Error> {
        let path = folder.join(format!("{name}.toml"));
        if path.is_file() && name != "sources" {
            return Self::read(&path);
        }
        let known = Self::names(folder);
        Err(Error::NoCollection { name: name.to_owned(), folder: folder.to_owned(), known })
    }

    /// The names of the collections in a folder, in order.
    pub fn names(folder: &Path) -> Vec<String> {
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let manifests = files.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
        let mut names: Vec<String> =
            manifests.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
        names.retain(|name| name != "sources");
        names.sort();
        names
    }

    /// Reads a manifest, and `sources.toml` beside it if there is one.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub fn read(path: &Path) -> Result<Self, Error> {
        let path = std::fs::canonicalize(path).map_err(Error::io("read", path))?;
        let folder = path.parent().expect("invariant: a file has a folder").to_owned();
        let sources = read_sources(&folder)?;
        let text = bounded::read_to_string(&path).map_err(Error::io("read", &path))?;
        let raw: RawCollection = parse(&path, &text)?;
        let reader = Reader { path: &path, text: &text, folder: &folder, sources: &sources, defaults: &raw };
        let mut routines = Vec::new();
        let mut names = BTreeSet::new();
        for routine in &raw.routine {
            let name = routine.name.get_ref();
            if !names.insert(name) {
                return Err(reader.wrong(routine, format!("there are two routines `{name}`; rename one")));
            }
            routines.push(reader.routine(routine).map_err(|problem| reader.wrong(routine, problem))?);
        }
        let (name, title) = (raw.name.clone(), raw.title.clone());
        Ok(Self { name, title, path, folder, sources, routines })
    }

    /// The routine of this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn routine(&self, name: &str) -> Result<&Routine, Error> {
        self.routines.iter().find(|routine| routine.name == name).ok_or_else(|| {
            let names = self.routines.iter().map(|routine| &routine.name);
            Error::NoRoutine {
                collection: self.name.clone(),
                name: name.to_owned(),
                similar: names.filter(|known| known.contains(name)).cloned().collect(),
            }
        })
    }

    /// The source of a routine, if it is not our own.
    pub fn source_of(&self, routine: &Routine) -> Option<&Source> {
        routine.source.as_ref().map(|name| &self.sources[name])
    }
}

impl Routine {
    /// Files of the source that are compiled or included.
    pub fn source_files(&self) -> impl Iterator<Item = &PathBuf> {
        let included = match &self.driver {
            Driver::Signature(inputs) => inputs.includes.as_slice(),
            Driver::File(_) => &[],
        };
        self.files.iter().chain(included).filter(|_| self.source.is_some())
    }
}

// --- As the files have it --------------------------------------------------------------------------------------------

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCollection {
    name: String,
    title: String,
    /// The defaults for routines that do not set these themselves.
    source: Option<String>,
    time: Option<f64>,
    instructions: Option<u64>,
    #[serde(default)]
    headers: Vec<String>,
    #[serde(default)]
    routine: Vec<RawRoutine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRoutine {
    name: Spanned<String>,
    source: Option<String>,
    #[serde(default)]
    files: Vec<PathBuf>,
    #[serde(default)]
    flags: Vec<String>,
    driver: Option<PathBuf>,
    signature: Option<String>,
    #[serde(default)]
    values: BTreeMap<String, RawValue>,
    #[serde(default)]
    rest: Vec<String>,
    headers: Option<Vec<String>>,
    #[serde(default)]
    includes: Vec<PathBuf>,
    declared: Option<bool>,
    prelude: Option<String>,
    #[serde(default)]
    setup: Vec<String>,
    #[serde(default)]
    assume: Vec<String>,
    covers: Option<Vec<PathBuf>>,
    time: Option<f64>,
    paths: Option<u64>,
    instructions: Option<u64>,
    seed: Option<u64>,
    #[serde(default)]
    breadth_first: bool,
    #[serde(default)]
    level: u8,
    #[serde(default)]
    unreached: Vec<Unreached>,
    #[serde(default)]
    bug: Vec<KnownBug>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawValue {
    Number(i64),
    Text(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSources {
    source: Vec<RawSource>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSource {
    name: String,
    package: Package,
    folder: String,
    sums: PathBuf,
    #[serde(default)]
    shims: Vec<PathBuf>,
    #[serde(default)]
    headers: Vec<PathBuf>,
    #[serde(default)]
    flags: Vec<String>,
}

/// Reads TOML; its errors show the line.
fn parse<T: serde::de::DeserializeOwned>(path: &Path, text: &str) -> Result<T, Error> {
    toml::from_str(text).map_err(|error| match error.span() {
        Some(span) => Error::Manifest {
            path: path.to_owned(),
            line: line_of(text, span.start),
            problem: error.message().to_owned(),
        },
        None => Error::Toml { path: path.to_owned(), problem: error.message().to_owned() },
    })
}

/// The number of the line, from 1, in which a byte stands.
fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}

fn read_sources(folder: &Path) -> Result<BTreeMap<String, Source>, Error> {
    let path = folder.join(SOURCES);
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let text = bounded::read_to_string(&path).map_err(Error::io("read", &path))?;
    let raw: RawSources = parse(&path, &text)?;
    let source = |raw: RawSource| Source {
        package: raw.package,
        folder: raw.folder,
        sums: folder.join(raw.sums),
        shims: raw.shims.iter().map(|shim| folder.join(shim)).collect(),
        headers: raw.headers,
        flags: raw.flags,
        name: raw.name,
    };
    Ok(raw.source.into_iter().map(source).map(|source| (source.name.clone(), source)).collect())
}

/// Makes routines from the entries of a manifest.
struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
    folder: &'a Path,
    sources: &'a BTreeMap<String, Source>,
    defaults: &'a RawCollection,
}

impl Reader<'_> {
    fn wrong(&self, routine: &RawRoutine, problem: String) -> Error {
        let problem = format!("{}: {problem}", routine.name.get_ref());
        Error::Manifest { path: self.path.to_owned(), line: self.line(routine), problem }
    }

    fn line(&self, routine: &RawRoutine) -> usize {
        line_of(self.text, routine.name.span().start)
    }

    fn routine(&self, raw: &RawRoutine) -> Result<Routine, String> {
        let source = raw.source.as_ref().or(self.defaults.source.as_ref()).filter(|name| *name != "none");
        if let Some(name) = source.filter(|name| !self.sources.contains_key(*name)) {
            let known: Vec<&str> = self.sources.keys().map(String::as_str).collect();
            return Err(format!("there is no source `{name}`; {SOURCES} has: {}", known.join(", ")));
        }
        let mut files = raw.files.clone();
        if source.is_none() {
            files = files.iter().map(|file| self.own(file)).collect::<Result<_, _>>()?;
        }
        for unreached in &raw.unreached {
            unreached.ranges()?;
            if unreached.lines.is_none() && unreached.function.is_none() {
                return Err(format!("`unreached` in {} needs `lines` or `function`", unreached.file));
            }
        }
        if raw.level > 3 {
            return Err(format!("`level = {}` is none of 0, 1, 2, 3", raw.level));
        }
        Ok(Routine {
            name: raw.name.get_ref().clone(),
            source: source.cloned(),
            files,
            flags: raw.flags.clone(),
            driver: self.driver(raw)?,
            settings: Settings {
                time: seconds(raw.time.or(self.defaults.time))?,
                paths: raw.paths,
                instructions: raw.instructions.or(self.defaults.instructions),
                seed: raw.seed.unwrap_or(1),
                breadth_first: raw.breadth_first,
                level: raw.level,
            },
            covers: raw.covers.clone().unwrap_or_else(|| {
                raw.includes.iter().chain(&raw.files).next().into_iter().cloned().collect()
            }),
            expect: Expect { unreached: raw.unreached.clone(), bugs: raw.bug.clone() },
            line: self.line(raw),
        })
    }

    fn driver(&self, raw: &RawRoutine) -> Result<Driver, String> {
        match (&raw.driver, &raw.signature) {
            (Some(file), None) => Ok(Driver::File(self.own(file)?)),
            (None, Some(text)) => Ok(Driver::Signature(Box::new(self.inputs(raw, text)?))),
            (Some(_), Some(_)) => {
                Err("`driver` and `signature` exclude each other; leave one out".to_owned())
            }
            (None, None) => Err("give `signature = \"…\"` and `values`, or `driver = \"FILE\"`".to_owned()),
        }
    }

    fn inputs(&self, raw: &RawRoutine, text: &str) -> Result<Inputs, String> {
        let signature = Signature::parse(text)?;
        let mut values = BTreeMap::new();
        for (name, value) in &raw.values {
            if !signature.parameters.iter().any(|parameter| parameter.name == *name) {
                return Err(format!("`{name}` in `values` is no parameter of `{text}`"));
            }
            let value = match value {
                RawValue::Number(number) => Value::Code(number.to_string()),
                RawValue::Text(text) => {
                    Value::parse(text).map_err(|problem| format!("value of `{name}`: {problem}"))?
                }
            };
            values.insert(name.clone(), value);
        }
        let headers = raw.headers.clone().unwrap_or_else(|| self.defaults.headers.clone());
        Ok(Inputs {
            signature,
            values,
            rest: raw.rest.clone(),
            is_declared: raw.declared.unwrap_or(raw.headers.is_some() || !raw.includes.is_empty()),
            headers,
            includes: raw.includes.clone(),
            prelude: raw.prelude.clone(),
            setup: raw.setup.clone(),
            assume: raw.assume.clone(),
        })
    }

    /// A file of our own, which must exist.
    fn own(&self, file: &Path) -> Result<PathBuf, String> {
        let path = self.folder.join(file);
        if path.is_file() { Ok(path) } else { Err(format!("there is no file {}", path.display())) }
    }
}

fn seconds(number: Option<f64>) -> Result<Option<Duration>, String> {
    number
        .map(|number| {
            Duration::try_from_secs_f64(number)
                .map_err(|_| format!("`time = {number}` is no time in seconds"))
        })
        .transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(manifest: &str) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tried.toml");
        std::fs::write(&path, format!("name = \"tried\"\ntitle = \"T\"\n{manifest}")).expect("a file");
        let error = Collection::read(&path).expect_err("a wrong manifest").to_string();
        let at = error.find("tried.toml").expect("the name of the file");
        error[at..].to_owned()
    }

    #[test]
    fn errors_name_the_file_and_the_line() {
        let unknown = problem("[[routine]]\nname = \"f\"\nsignatur = \"int f(int a)\"\n");
        assert!(unknown.starts_with("tried.toml:5: unknown field `signatur`"), "{unknown}");
        let nothing = problem("[[routine]]\nname = \"f\"\n");
        assert!(nothing.starts_with("tried.toml:4: f: give `signature"), "{nothing}");
        let value = problem("[[routine]]\nname = \"f\"\nsignature = \"int f(int a)\"\nvalues = { b = 1 }\n");
        assert!(value.starts_with("tried.toml:4: f: `b` in `values` is no parameter"), "{value}");
        let twice = problem(&"[[routine]]\nname = \"f\"\nsignature = \"int f(int a)\"\n".repeat(2));
        assert!(twice.starts_with("tried.toml:7: f: there are two"), "{twice}");
        let source = problem("[[routine]]\nname = \"f\"\nsource = \"bsd\"\nsignature = \"int f(int a)\"\n");
        assert!(source.starts_with("tried.toml:4: f: there is no source `bsd`"), "{source}");
    }
}
