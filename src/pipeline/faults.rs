//! Which calls of library functions may fail, from the names that the user gives.

use super::Error;
use crate::emit::suite::faults::{self, Faults};

/// The word that the user gives instead of names if no call is to fail.
pub const NONE: &str = "none";

/// Lets all calls of these functions fail, at most `most` of them on a path.
///
/// # Errors
/// If symir does not know how a function fails.
pub fn of(names: &[String], most: u32) -> Result<Faults, Error> {
    let mut found = Faults { most, ..Faults::default() };
    for name in names.iter().filter(|name| *name != NONE) {
        let pattern = glob::Pattern::new(name).ok();
        let meant = faults::names().filter(|known| pattern.as_ref().is_some_and(|it| it.matches(known)));
        let before = found.always.len();
        found.always.extend(meant.chain(faults::known(name).map(|function| function.name)));
        if found.always.len() == before && faults::known(name).is_none() {
            return Err(Error::NoSuchFault(name.clone()));
        }
    }
    Ok(found)
}
