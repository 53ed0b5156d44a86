//! What a test says that cannot check anything on this machine.

use std::io::Write;

/// Says that a test was skipped, and why, on the standard error of the process: what is printed by macros is shown only of
/// tests that fail.
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("a test");
    writeln!(std::io::stderr(), "SKIPPED {name}: {why}").expect("standard error can be written");
}
