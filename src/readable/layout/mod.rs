//! How dictionaries and models lie in memory and in files that are read as they are.
//!
//! This module is shared: `build.rs` lays out the English model and dictionary with it; the library reads
//! these, and lays out those that a user gives. So it uses only the standard library and this folder.

pub mod bitmaps;
pub mod gram;
pub mod table;
