//! Obtains the sources of a collection from Debian's packages.
//!
//! A source is unpacked once, into a folder below `.sources/` that belongs to no repository; when it is
//! there, no network is needed. Every file that is compiled is compared with its sha256. A folder that the
//! user names instead is not checked. Needs `apt-get`, `dpkg-deb` and `tar`, and no root.

use super::error::Error;
use super::manifest::{Collection, Package, Source};
use crate::util::bounded;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where sources lie on this machine.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The folder that has one folder for each source.
    folder: PathBuf,
    /// Folders to be used instead, by the source's name.
    instead: BTreeMap<String, PathBuf>,
}

impl Sources {
    /// Sources below `folder`, which need not exist.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, instead: BTreeMap::new() }
    }

    /// The sources that belong to a collection: `.sources` beside the folder of its manifest.
    pub fn beside(collection: &Collection) -> Self {
        let parent = collection.folder.parent().unwrap_or(&collection.folder);
        Self::new(parent.join(".sources"))
    }

    /// Uses `folder` as the source of this name, unchecked.
    ///
    /// # Errors
    /// When the collection has no such source or the folder does not exist.
    pub fn with(mut self, collection: &Collection, name: &str, folder: &Path) -> Result<Self, Error> {
        if !collection.sources.contains_key(name) {
            let known = collection.sources.keys().cloned().collect();
            return Err(Error::NoSource { name: name.to_owned(), known });
        }
        let folder = std::fs::canonicalize(folder).map_err(Error::io("read", folder))?;
        self.instead.insert(name.to_owned(), folder);
        Ok(self)
    }

    /// Where a source lies or would lie.
    pub fn folder_of(&self, source: &Source) -> PathBuf {
        self.instead.get(&source.name).cloned().unwrap_or_else(|| self.folder.join(&source.folder))
    }

    /// Whether a source can be used without fetching it.
    pub fn is_there(&self, source: &Source) -> bool {
        self.folder_of(source).is_dir()
    }

    /// The folder of a source. It is fetched if it is not there, and its files are checked. `say` gets a
    /// message before work that takes long.
    ///
    /// # Errors
    /// When it cannot be fetched, or a file does not have its checksum.
    pub fn obtain(&self, source: &Source, say: &mut dyn FnMut(&str)) -> Result<PathBuf, Error> {
        let folder = self.folder_of(source);
        if self.instead.contains_key(&source.name) {
            return Ok(folder);
        }
        if !folder.is_dir() {
            say(&format!("fetching {} ({} MB)", source.package.name, source.package.megabytes));
            std::fs::create_dir_all(&self.folder).map_err(Error::io("make", &self.folder))?;
            let work = tempfile::Builder::new().prefix("new-").tempdir_in(&self.folder);
            let work = work.map_err(Error::io("write to", &self.folder))?;
            unpack(&source.package, work.path())?;
            let tree = work.path().join("tree");
            check(source, &tree, &folder)?;
            match std::fs::rename(&tree, &folder) {
                // Another process may have fetched it in the meantime.
                Err(_) if folder.is_dir() => {}
                moved => moved.map_err(Error::io("write", &folder))?,
            }
        }
        check(source, &folder, &folder)?;
        Ok(folder)
    }
}

/// The checksums of the files of a source.
///
/// # Errors
/// When the file of checksums cannot be read, or has a line that is not in the format of `sha256sum`.
pub(super) fn sums(source: &Source) -> Result<BTreeMap<PathBuf, String>, Error> {
    let text = bounded::read_to_string(&source.sums).map_err(Error::io("read", &source.sums))?;
    let line = |(index, line): (usize, &str)| {
        let parts = line.split_once("  ").filter(|(sum, _)| sum.len() == 64);
        let (sum, file) = parts.ok_or_else(|| Error::Manifest {
            path: source.sums.clone(),
            line: index + 1,
            problem: "this is no line of `sha256sum`: a sum, two spaces and a file".to_owned(),
        })?;
        Ok((PathBuf::from(file), sum.to_owned()))
    };
    text.lines().enumerate().map(line).collect()
}

/// Compares every file in `tree` with its checksum; `folder` is where the tree lies or will lie.
fn check(source: &Source, tree: &Path, folder: &Path) -> Result<(), Error> {
    let mut files = Vec::new();
    for (file, sum) in sums(source)? {
        let found = std::fs::read(tree.join(&file)).ok().map(|bytes| format!("{:x}", Sha256::digest(bytes)));
        if found.as_ref() != Some(&sum) {
            files.push(file.display().to_string());
        }
    }
    if files.is_empty() {
        return Ok(());
    }
    Err(Error::Differs {
        source_name: source.name.clone(),
        package: format!("{} {}", source.package.name, source.package.version),
        folder: folder.to_owned(),
        sums: source.sums.clone(),
        files,
    })
}

/// Downloads a package into `work`, and unpacks the folders of it that are kept to `work/tree`.
fn unpack(package: &Package, work: &Path) -> Result<(), Error> {
    let fail = |problem: String| Error::Fetch { package: package.name.clone(), problem };
    let deb = download(package, work).map_err(fail)?;
    let tree = work.join("tree");
    std::fs::create_dir(&tree).map_err(Error::io("make", &tree))?;
    let archive = work.join("archive");
    let script = r#"dpkg-deb --fsys-tarfile "$1" | tar --extract --to-stdout "./$2" > "$3""#;
    run(Command::new("bash")
        .args(["-o", "pipefail", "-ec", script, "unpack"])
        .args([&deb])
        .arg(&package.archive)
        .arg(&archive))
    .map_err(|problem| {
        fail(format!("the package does not hold {} as it used to: {problem}", package.archive))
    })?;
    // GNU tar recognises the compression by the content.
    run(Command::new("tar")
        .arg("--extract")
        .arg("--file")
        .arg(&archive)
        .arg("--directory")
        .arg(&tree)
        .args(["--strip-components", "1"])
        .args(&package.keep))
    .map_err(|problem| {
        fail(format!("the archive does not hold {} as it used to: {problem}", package.keep.join(" ")))
    })
}

/// Downloads the version that the checksums are for, or else the one that the archive has. Returns the file.
fn download(package: &Package, work: &Path) -> Result<PathBuf, String> {
    let get = |what: &str| run(Command::new("apt-get").args(["download", "-qq", what]).current_dir(work));
    let pinned = format!("{}={}", package.name, package.version);
    get(&pinned).or_else(|_| get(&package.name)).map_err(|problem| {
        format!(
            "{problem}\nOn Debian 12, run `apt-get update` as root and check the network. On another system, unpack the \
             sources yourself and name their folder with `--source`"
        )
    })?;
    let files: BTreeSet<PathBuf> =
        std::fs::read_dir(work).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files
        .into_iter()
        .find(|path| path.extension().is_some_and(|extension| extension == "deb"))
        .ok_or_else(|| "apt-get downloaded nothing".to_owned())
}

/// Runs a program that must succeed; the error has its output on standard error.
fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.stdin(Stdio::null()).output() {
        Ok(done) if done.status.success() => Ok(()),
        Ok(done) => Err(format!("{program}: {}", String::from_utf8_lossy(&done.stderr).trim())),
        Err(error) => Err(format!("{program}: {error}")),
    }
}
