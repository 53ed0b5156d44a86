//! The files that are read, how each is compiled, and the names of their results.

use super::config::Config;
use super::database::{self, Database};
use super::error::Error;
use super::kept::{self, FileRecord};
use super::{KEPT, Options};
use crate::frontend;
use crate::util::{Deadline, paths};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A file to be read.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The path that people know.
    pub path: PathBuf,
    /// The file that clang compiles: another file for a header.
    pub read: PathBuf,
    pub compile: frontend::Options,
    /// Whether suites are asked for.
    pub is_asked: bool,
    pub config: Config,
}

/// The files of a run.
#[derive(Default, Debug)]
pub struct Units {
    pub asked: Vec<Unit>,
    /// Other files, which may define what those call.
    pub others: Vec<PathBuf>,
    /// Notes for people.
    pub notes: Vec<String>,
    database: Option<Database>,
    configs: BTreeMap<PathBuf, Config>,
    links: BTreeMap<String, Vec<String>>,
}

impl Units {
    /// The files that the options ask for.
    ///
    /// # Errors
    /// If there is no file to read, or the compilation database or a `symir.toml` cannot be read.
    pub fn new(options: &Options) -> Result<Self, Error> {
        let mut units = Self::default();
        if let Some(path) = &options.database {
            units.database = Some(Database::read(path)?);
        }
        let mut files: Vec<PathBuf> = Vec::new();
        for file in &options.files {
            if file.is_dir() {
                let found = sources_in(file, true);
                if found.is_empty() {
                    return Err(Error::EmptyFolder(file.clone()));
                }
                files.extend(found);
            } else {
                files.push(file.clone());
            }
        }
        if files.is_empty() {
            files = units.all_of_the_database()?;
        }
        let mut known = BTreeSet::new();
        files.retain(|file| known.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
        if units.database.is_none() {
            units.database = files.first().and_then(|file| database_near(file));
        }
        for file in &files {
            let unit = units.unit(file, true, options)?;
            units.asked.push(unit);
        }
        let database = units.database.iter().flat_map(|database| &database.entries);
        let beside = files.iter().filter_map(|file| file.parent()).collect::<BTreeSet<_>>();
        let beside = beside.into_iter().flat_map(|folder| {
            sources_in(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }, false)
        });
        let others: Vec<PathBuf> = database.map(|entry| shown(&entry.file)).chain(beside).collect();
        units.others = others
            .into_iter()
            .filter(|file| known.insert(file.canonicalize().unwrap_or_else(|_| file.clone())))
            .collect();
        if let Some(database) = &units.database
            && !database.left_out.is_empty()
        {
            let flags: Vec<&str> = database.left_out.iter().map(String::as_str).collect();
            units.notes.push(format!(
                "{}: left out what clang may not know: {}",
                shown(&database.path).display(),
                flags.join(" ")
            ));
        }
        Ok(units)
    }

    /// The C files of the project.
    fn all_of_the_database(&mut self) -> Result<Vec<PathBuf>, Error> {
        let database = self.database.as_ref().ok_or(Error::NoFiles)?;
        let is_c = |file: &Path| file.extension().is_some_and(|extension| extension == "c");
        let (files, gone): (Vec<&Path>, Vec<&Path>) = database
            .entries
            .iter()
            .map(|entry| entry.file.as_path())
            .filter(|file| is_c(file))
            .partition(|file| file.is_file());
        for file in gone {
            self.notes.push(format!(
                "{}: the compilation database names it, and there is no such file",
                shown(file).display()
            ));
        }
        if files.is_empty() {
            return Err(Error::Database {
                path: database.path.clone(),
                problem: "it names no C file that is there".to_owned(),
            });
        }
        Ok(files.into_iter().map(shown).collect())
    }

    /// A file with its flags and settings.
    ///
    /// # Errors
    /// If `symir.toml` is not valid, or a package is not known.
    pub fn unit(&mut self, file: &Path, is_asked: bool, options: &Options) -> Result<Unit, Error> {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !self.configs.contains_key(folder) {
            self.configs.insert(folder.to_owned(), Config::find(folder)?);
        }
        let config = self.configs[folder].clone();
        let entry = self.database.as_ref().and_then(|database| database.of(file));
        let mut flags: Vec<String> = entry.map_or_else(Vec::new, |entry| entry.flags.clone());
        flags.extend(config.flags.iter().cloned());
        for words in &config.link {
            if !self.links.contains_key(words) {
                let found = frontend::link_flags(std::slice::from_ref(words), &Deadline::default())?;
                self.links.insert(words.clone(), found);
            }
            flags.extend(self.links[words].iter().cloned());
        }
        flags.extend(options.compile.flags.iter().cloned());
        let compile = frontend::Options { flags, ..options.compile.clone() };
        Ok(Unit { path: file.to_owned(), read: file.to_owned(), compile, is_asked, config })
    }
}

/// The compilation database of the project that a file belongs to, if it knows the file.
fn database_near(file: &Path) -> Option<Database> {
    let file = file.canonicalize().ok()?;
    let places = file.parent()?.ancestors().flat_map(|above| [above.to_owned(), above.join("build")]);
    let found = places.map(|folder| folder.join(database::NAME)).find(|path| path.is_file())?;
    Database::read(&found).ok().filter(|database| database.of(&file).is_some())
}

/// The C files of a folder, and of those within it if that is wanted, in the order of their names.
fn sources_in(folder: &Path, deep: bool) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut found = Vec::new();
    for entry in entries {
        let name = entry.file_name();
        let Ok(kind) = entry.file_type() else { continue };
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        // Folders that symir has written have no files to test.
        if kind.is_dir() && deep && !is_hidden && !entry.path().join(KEPT).is_dir() {
            found.extend(sources_in(&entry.path(), deep));
        } else if kind.is_file() && !is_hidden && Path::new(&name).extension().is_some_and(|it| it == "c") {
            let path = folder.join(&name);
            found.push(path.strip_prefix("./").map_or(path.clone(), Path::to_owned));
        }
    }
    found
}

/// A path relative to the current folder, if the file lies in it.
pub fn shown(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    match path.strip_prefix(&here) {
        Ok(rest) if rest.as_os_str().is_empty() => PathBuf::from("."),
        Ok(rest) => rest.to_owned(),
        Err(_) => path.to_owned(),
    }
}

/// The names of the results of files: the name of the file without its ending, with the name of the folder
/// before it if several files have the same name. A file keeps a name that an earlier run has given to it,
/// and no other file gets that name.
pub fn names(folder: &Path, files: &[&Path]) -> BTreeMap<PathBuf, String> {
    let mut names: BTreeMap<PathBuf, String> = BTreeMap::new();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let owner = |name: &str| FileRecord::read(&record(folder, name)).map(|record| record.report.file);
    let same = |one: &Path, other: &Path| {
        one == other
            || one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
    };
    for file in files {
        let longest = candidates(file);
        if let Some(name) = longest.iter().find(|name| owner(name).is_some_and(|owner| same(&owner, file))) {
            taken.insert(name.clone());
            names.insert((*file).to_owned(), name.clone());
        }
    }
    let rest: Vec<&Path> = files.iter().copied().filter(|file| !names.contains_key(*file)).collect();
    for file in &rest {
        let others: BTreeSet<String> =
            rest.iter().filter(|other| *other != file).flat_map(|other| candidates(other)).collect();
        let is_free =
            |name: &&String| !taken.contains(*name) && owner(name).is_none_or(|owner| !owner.is_file());
        let own = candidates(file);
        let name = own.iter().filter(is_free).find(|name| !others.contains(*name)).or(own.last());
        let mut name = name.cloned().unwrap_or_default();
        while taken.contains(&name) {
            name.push('_');
        }
        taken.insert(name.clone());
        names.insert((*file).to_owned(), name);
    }
    names
}

/// The names that a file may have, the shortest first: `util`, `util_h` for a header, `a_util`.
fn candidates(file: &Path) -> Vec<String> {
    let plain = |part: &std::ffi::OsStr| -> String {
        let letter = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '_' };
        part.to_string_lossy().chars().map(letter).collect()
    };
    let is_c = file.extension().is_some_and(|extension| extension == "c");
    let own = plain(if is_c { file.file_stem() } else { file.file_name() }.unwrap_or_default());
    let absolute = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let mut names = vec![own.clone()];
    let mut name = own;
    let folders = absolute.parent().into_iter().flat_map(Path::ancestors);
    for folder in folders.filter_map(Path::file_name) {
        name = format!("{}_{name}", plain(folder));
        names.push(name.clone());
    }
    names
}

/// Where the record of a file is kept.
pub fn record(folder: &Path, name: &str) -> PathBuf {
    folder.join(KEPT).join(name).join("file.json")
}

impl Unit {
    /// Writes the file that clang compiles in the place of a header. With `functions`, it defines those that
    /// are `inline` in the header, for suites.
    pub fn through(&mut self, folder: &Path, functions: Option<&[String]>) -> Result<(), Error> {
        fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
        let header = paths::relative(folder, &self.path);
        let mut text = format!(
            "/* What is compiled to test the functions of a header. */\n#include \"{}\"\n",
            header.display()
        );
        if let Some(functions) = functions.filter(|functions| !functions.is_empty()) {
            text.extend(functions.iter().map(|name| format!("extern __typeof__({name}) {name};\n")));
            text += "/* Compilers leave out what nobody uses. */\nvoid (*const symir_kept[])(void) = {\n";
            text.extend(functions.iter().map(|name| format!("    (void (*)(void)){name},\n")));
            text += "};\n";
        }
        self.read = folder.join(if functions.is_some() { "unit.c" } else { "header.c" });
        kept::write_if_new(&self.read, &text).map(|_| ())
    }

    /// Writes the file that clang compiles in the place of one that calls functions which are `inline` in a
    /// header and have no definition anywhere. They get a weak definition here, which gives way to one of
    /// another file.
    pub fn defining(&mut self, to: &Path, functions: &[String]) -> Result<(), Error> {
        let folder = to.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
        let mut text =
            "/* The file under test with definitions of the inline functions that it calls. */\n".to_owned();
        text.extend(functions.iter().map(|name| format!("#pragma weak {name}\n")));
        text += &format!("#include \"{}\"\n", paths::relative(folder, &self.read).display());
        text.extend(functions.iter().map(|name| format!("extern __typeof__({name}) {name};\n")));
        to.clone_into(&mut self.read);
        kept::write_if_new(&self.read, &text).map(|_| ())
    }

    /// Whether it is a header.
    pub fn is_header(&self) -> bool {
        self.path.extension().is_some_and(|extension| extension == "h")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_one_name_have_different_results() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().canonicalize().expect("it is there");
        let file = |name: &str| {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(&path, "").expect("written");
            path
        };
        let (a, b, header, other) = (file("a/util.c"), file("b/util.c"), file("a/util.h"), file("b/other.c"));
        let names = names(&root.join("out"), &[&a, &b, &header, &other]);
        let names: Vec<&str> = [&a, &b, &header, &other].map(|file| names[file].as_str()).to_vec();
        assert_eq!(names, ["a_util", "b_util", "util_h", "other"]);
    }
}
