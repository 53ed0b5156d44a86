//! The `symir` program.
use symir as _;
fn main() {}
