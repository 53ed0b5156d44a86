//! Asks other programs: git what was changed, and make whether suites pass.

use super::error::Error;
use crate::frontend::process;
use crate::util::Deadline;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the repository that a folder belongs to.
///
/// # Errors
/// If it belongs to none.
pub fn repository(folder: &Path) -> Result<PathBuf, Error> {
    let mut command = git(folder);
    command.args(["rev-parse", "--show-toplevel"]);
    let trouble = format!("{} is in no repository", folder.display());
    let text = output(command, "git", &trouble)?;
    let root = PathBuf::from(text.trim_end_matches('\n'));
    Ok(root.canonicalize().unwrap_or(root))
}

/// The difference between a revision and the files as they are, without lines around changes.
///
/// # Errors
/// If there is no such revision.
pub fn difference(root: &Path, revision: &str) -> Result<String, Error> {
    let mut command = git(root);
    command.args(["diff", "-U0", "--no-color", "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/"]);
    // The next word is a revision, whatever it looks like, and no file is named.
    command.args(["--end-of-options", revision, "--"]);
    output(command, "git", &format!("what was changed since {revision} is not known"))
}

/// The files that git does not track yet.
///
/// # Errors
/// If git fails.
pub fn untracked(root: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut command = git(root);
    command.args(["ls-files", "--others", "--exclude-standard", "-z"]);
    let text = output(command, "git", "files that it does not follow are not known")?;
    Ok(text.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect())
}

/// What helps if a build server has fetched only the last commit.
const SHALLOW: &str =
    "a shallow clone needs the whole history (fetch-depth: 0 on GitHub, GIT_DEPTH: 0 on GitLab)";

/// The newest revision that both `revision` and the current one come from. The change under review is what
/// was changed since then, without what others have changed meanwhile.
///
/// # Errors
/// If git does not know the revision, or not enough of the history to say.
pub fn merge_base(folder: &Path, revision: &str) -> Result<String, Error> {
    let mut command = git(folder);
    command.args(["rev-parse", "--quiet", "--verify", "--end-of-options", &format!("{revision}^{{commit}}")]);
    output(
        command,
        "git",
        &format!("there is no branch or commit {revision} in this repository; {SHALLOW}"),
    )?;
    let mut command = git(folder);
    command.args(["merge-base", "--end-of-options", revision, "HEAD"]);
    let trouble = format!(
        "the commit at which the change under review begins is not known: {revision} and HEAD have no common \
         ancestor; {SHALLOW}"
    );
    output(command, "git", &trouble).map(|text| text.trim().to_owned())
}

/// The result of building and running suites.
pub struct Made {
    /// Whether everything was built and all tests pass.
    pub is_success: bool,
    /// The text of standard output and of standard error.
    pub out: String,
    pub err: String,
}

/// Builds and runs the suites of a folder. `None` if there was no time for it.
///
/// # Errors
/// If make is not installed.
pub fn make(folder: &Path, deadline: &Deadline) -> Result<Option<Made>, Error> {
    let mut command = Command::new("make");
    // The flags of an outer make are not meant for this one.
    command.args(["-s", "-k", "-C"]).arg(folder).env_remove("MAKEFLAGS").env("LC_ALL", "C");
    let wrong = |error: std::io::Error| Error::Tool { program: "make".to_owned(), why: error.to_string() };
    let done = process::output(command, deadline).map_err(wrong)?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(done.map(|done| Made {
        is_success: done.status.success(),
        out: text(&done.stdout),
        err: text(&done.stderr),
    }))
}

fn git(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.args(["-c", "core.quotePath=false", "-C"]).arg(folder);
    command
}

fn output(command: Command, program: &str, trouble: &str) -> Result<String, Error> {
    let wrong = |why: String| Error::Tool { program: program.to_owned(), why };
    let done = process::output(command, &Deadline::default())
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => wrong("it is not installed".to_owned()),
            _ => wrong(error.to_string()),
        })?
        .ok_or_else(|| wrong("there was no time for it".to_owned()))?;
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&done.stderr);
    Err(wrong(format!("{trouble}\n{said}").trim_end().to_owned()))
}
