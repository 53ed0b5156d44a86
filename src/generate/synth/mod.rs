//! Objects that are made by calls: for a type whose members are its own affair, the functions that make, change, ask and
//! destroy its objects, and a driver that tries sequences of them.
//!
//! The search is the forward one of M. Parshin, "Automatic synthesis of objects for symbolic execution" (2023): a state is
//! what the engine knows and the calls made so far. Which call comes next is an input of the driver, so that the engine
//! forks a state for each; arguments that are numbers and strings are inputs, too, and objects among them are made the same
//! way. The number of calls is raised step by step, so that the shortest sequences come first.

mod api;
mod driver;
mod tests;

pub use api::{Api, Class, Way};
pub use driver::lines;
pub use tests::shortest;

/// Calls between the one that makes an object and the one under test: so many are tried first, and then more, as long as
/// the function under test has branches that no test takes.
pub const CALLS: [u64; 3] = [2, 4, 8];
