//! Collections of routines, which batches run.
//!
//! A [`Collection`] is a manifest, `corpus/NAME.toml`. It lists routines, where their sources come from, with
//! which inputs they are called, and what is known about them. [`Sources`] obtains the sources from Debian's
//! packages, [`driver`] makes a C driver from a signature, [`Prepared`] is a routine that can be compiled,
//! and [`Reached`] says which of its code was reached and which need not be.
//!
//! A [`batch`] runs all routines of a collection, each in a process of its own.
//!
//! Nothing here prints; sources are fetched only when [`Sources::obtain`] is asked for them.

pub mod batch;
mod compile;
pub mod driver;
mod error;
mod manifest;
mod reach;
mod signature;
mod source;
mod value;

pub use compile::Prepared;
pub use error::Error;
pub use manifest::{Collection, Driver, Routine, Settings};
pub use reach::Reached;
pub use source::Sources;
