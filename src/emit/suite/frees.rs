//! Tests that memory is given back. A call that no longer frees what it should free changes nothing that a
//! test sees otherwise: the object is gone, and nobody looks at it any more.

use super::Framework;
use super::own::{self, OWN};
use super::statements::Check;
use crate::util::template::fill;

/// The function of the C library, and the suite's, which the program calls instead.
pub(super) const FREE: &str = "free";
pub(super) const NOTED: &str = "noted_free";

/// The statement from which on frees are noted.
pub(super) fn watch() -> String {
    format!("{OWN}watch_frees()")
}

/// The check that what a pointer leads to was given back.
pub(super) fn check(pointer: &str) -> Check {
    Check::True(format!("{OWN}was_freed({pointer})"))
}

/// The check that the program has given back so many blocks.
pub(super) fn count(n: u64) -> Check {
    Check::Integer { value: format!("{OWN}n_freed"), expected: n.to_string(), signed: false }
}

fn is_used(written: &str) -> bool {
    written.contains(&watch())
}

/// The function whose calls these tests watch, if they do.
pub(super) fn function(written: &str) -> Option<&'static str> {
    is_used(written).then_some(FREE)
}

/// What the suite defines before its tests.
pub(super) fn text(framework: Framework, written: &str) -> String {
    if !is_used(written) {
        return String::new();
    }
    let linkage = if framework == Framework::Gtest { "extern \"C\" " } else { "" };
    let is_asked = written.contains(&format!("{OWN}was_freed("));
    let asks = if is_asked { own::template(include_str!("text/was_freed.c")) } else { String::new() };
    fill(&own::template(include_str!("text/frees.c")), &[("LINKAGE", linkage)]) + &asks
}

/// The headers that it needs.
pub(super) fn headers(written: &str) -> impl Iterator<Item = &'static str> {
    let headers = ["stdbool.h", "stddef.h", "stdint.h", "stdlib.h"];
    let is_used = is_used(written);
    headers.into_iter().filter(move |_| is_used)
}
