//! The language server: what `symir lsp` does.
//!
//! One thread answers what the editor asks, from texts and results that it has in memory: it neither compiles nor runs nor reads
//! what is in files, so that every answer is there at once. Another one makes the runs, in processes of their own ([`child`]), reads what they
//! have written ([`found`]), and sends it over. Functions are found by the brackets of the text ([`outline`]), also while a file is
//! edited or broken. Results are of the text that was saved when they were made; lines that were changed since have none.
//!
//! | the editor asks for | it gets |
//! |---|---|
//! | code lenses | "generate tests" over each function, and what is known of its tests |
//! | a hover | which tests cover the line, or why none does |
//! | `symir.generate FILE [FUNCTION]` | `null` at once; then diagnostics, and the notification `symir/ended` |
//! | `symir.cancel` | the same for runs that are under way or wait |
//! | `symir.openTest FILE [FUNCTION \| LINE]` | the place of the test, which the editor is asked to show |

mod address;
mod child;
mod document;
mod found;
mod outline;
mod places;
mod server;

pub use server::serve;
