//! The program as text.

use super::Program;

/// A program to be written with `Display`.
pub struct Listing<'a>(pub &'a Program);
