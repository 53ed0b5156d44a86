//! How dictionaries and models lie in memory and in files that are read as they are.
//!
//! This module is shared: `build.rs` lays English out with it, and the library reads that, and lays out what a user gives.
//! So it uses nothing but the standard library and what stands in this folder.

pub mod bitmaps;
pub mod gram;
pub mod table;
