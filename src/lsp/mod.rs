//! The language server: what `symir lsp` does.
//!
//! The main thread answers every request from texts and results that it holds in memory. It never compiles,
//! never starts a program and never reads a file, so that no request waits for a run. A second thread starts
//! the runs, one after the other, each as a process of its own ([`child`]). A third one reads the files that
//! runs have written ([`found`]), and hands them to the main thread.
//!
//! [`outline`] finds functions only by the brackets of the text, so lenses also stand over a file that is
//! being edited or does not compile. Results belong to the text that was saved when the run began. They move
//! with their lines, and a line that was changed since then has no results.
//!
//! | the editor asks for | it gets |
//! |---|---|
//! | code lenses | "generate tests" over each function, and what is known of its tests |
//! | a hover | which tests cover the line, or why none does |
//! | `symir.generate FILE [FUNCTION]` | `null` at once; then diagnostics, and the notification `symir/ended` |
//! | `symir.cancel FILE [FUNCTION]` | the end of the run that was asked for in the same words; of all runs, if no file is named |
//! | `symir.openTest FILE [FUNCTION \| LINE]` | the place of the test, which the editor is asked to show |

mod address;
mod child;
mod document;
mod found;
mod outline;
mod places;
mod server;
mod transport;

pub use server::serve;
