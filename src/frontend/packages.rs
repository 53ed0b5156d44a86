//! The flags that a program is linked with: flags of the linker as they are, and packages, whose flags
//! pkg-config knows.

use super::error::Error;
use super::process;
use crate::util::Deadline;
use std::process::Command;

/// The flags that these words stand for, in their order. Each holds flags and names of packages, with spaces
/// between.
///
/// # Errors
/// If pkg-config does not know a package, or is not there.
pub fn link_flags(words: &[String], deadline: &Deadline) -> Result<Vec<String>, Error> {
    let mut flags = Vec::new();
    for word in words.iter().flat_map(|words| words.split_whitespace()) {
        if word.starts_with('-') {
            flags.push(word.to_owned());
        } else {
            flags.extend(flags_of_package(word, deadline)?);
        }
    }
    Ok(flags)
}

fn flags_of_package(package: &str, deadline: &Deadline) -> Result<Vec<String>, Error> {
    let problem = |reason: String| Error::Package { package: package.to_owned(), reason };
    let mut command = Command::new("pkg-config");
    command.args(["--cflags", "--libs", "--", package]);
    let output = process::output(command, deadline).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => problem("there is no pkg-config".to_owned()),
        _ => problem(format!("pkg-config: {error}")),
    })?;
    let Some(output) = output else { return Err(Error::OutOfTime) };
    if !output.status.success() {
        return Err(problem("pkg-config knows no such package".to_owned()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.split_whitespace().map(str::to_owned).collect())
}
