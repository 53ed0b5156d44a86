//! Errors that say that the resources of the machine, or those that a process may have, are used up. The file
//! or program that was asked for may exist nevertheless.

use rustix::io::Errno;
use rustix::process::{Resource, getrlimit};
use std::io;

/// The reason why something could not be opened or started, if files, processes or memory are used up.
pub fn exhausted(error: &io::Error) -> Option<String> {
    let errno = Errno::from_io_error(error)?;
    let limit = |resource| getrlimit(resource).current.map_or("no limit".to_owned(), |n| n.to_string());
    Some(match errno {
        Errno::MFILE => format!(
            "too many open files: symir may have {} at a time; allow more, with `ulimit -n 1024` say",
            limit(Resource::Nofile)
        ),
        Errno::NFILE => "too many open files on this machine".to_owned(),
        Errno::AGAIN => format!(
            "no further process can be started: the user may have {} (`ulimit -u`)",
            limit(Resource::Nproc)
        ),
        Errno::NOMEM => "there is no memory left".to_owned(),
        _ => return None,
    })
}

/// The reason why something could not be opened, made or started: in these words if something is used up,
/// else in the system's.
pub fn in_words(error: &io::Error) -> String {
    exhausted(error).unwrap_or_else(|| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_up_is_told_from_what_is_not_there() {
        let words = |errno: Errno| exhausted(&io::Error::from(errno));
        assert!(words(Errno::MFILE).is_some_and(|words| words.contains("too many open files")));
        assert!(words(Errno::NOMEM).is_some() && words(Errno::AGAIN).is_some());
        assert_eq!(words(Errno::NOENT), None);
    }
}
