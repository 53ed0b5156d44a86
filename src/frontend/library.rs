//! The models of the C library: C code in `models/libc`, which `build.rs` compiles and this module adds to a
//! program that calls it.
//!
//! A program's own definition always wins, and only what the program needs is added: a program that calls no
//! library function stays as it is. What the machine does itself, see [`crate::exec`], has no model. The models
//! have no debug information, so that they are in no coverage.

use super::{Error, llvm};

/// All models, linked.
const MODELS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libc.bc"));

/// Adds the models of what `program` declares and does not define, where there are any.
pub(super) fn link<'c>(context: &'c llvm::Context, program: &mut llvm::Module<'c>) -> Result<(), Error> {
    if !needs_anything(program) {
        return Ok(());
    }
    let mut models = context.parse_lazily(MODELS);
    if !fits(program, &models) {
        return Ok(());
    }
    models.set_triple(&program.triple());
    models.yield_definitions();
    program.link(models).map_err(|message| Error::Link { message })
}

/// Whether there may be something to add. Intrinsics and the functions of `symir.h` never are.
fn needs_anything(program: &llvm::Module<'_>) -> bool {
    let functions = program.functions().into_iter().filter(|function| function.is_declaration());
    let globals = program.globals().into_iter().filter(|global| global.initializer().is_none());
    functions.chain(globals).any(|value| {
        let name = value.name();
        !name.starts_with("llvm.") && !name.starts_with("symir_")
    })
}

/// Whether the models, which are compiled for the machine that symir was built on, are for the program's target.
fn fits(program: &llvm::Module<'_>, models: &llvm::Module<'_>) -> bool {
    let architecture = |triple: String| triple.split('-').next().unwrap_or_default().to_owned();
    let (ours, theirs) = (architecture(models.triple()), architecture(program.triple()));
    let layout = program.data_layout_text();
    (theirs.is_empty() || theirs == ours) && (layout.is_empty() || layout == models.data_layout_text())
}
