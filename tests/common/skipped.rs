//! The message of a test that cannot check anything on this machine.

use std::io::Write;

/// Says that a test was skipped, and why. The message goes to the standard error of the process, because
/// output of macros such as `println!` is shown only for tests that fail.
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("a test");
    writeln!(std::io::stderr(), "SKIPPED {name}: {why}").expect("standard error can be written");
}
