//! The models of the C library: C code in `models/libc`, which `build.rs` compiles and this module adds to a
//! program that calls it.
//!
//! A program's own definition always wins, and only what the program needs is added: a program that calls no
//! library function stays as it is. What the machine does itself, see [`crate::exec`], has no model. The models
//! have no debug information, so that they are in no coverage.

use super::{Error, llvm};
use llvm::LLVMValueKind;
use rustc_hash::FxHashSet;
use std::sync::OnceLock;

/// All models, linked.
const MODELS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libc.bc"));
/// What they define, a name a line, in ascending order.
const NAMES: &str = include_str!(concat!(env!("OUT_DIR"), "/libc.names"));

/// What they use beside that, likewise.
const USED: &str = include_str!(concat!(env!("OUT_DIR"), "/libc.used"));

/// Whether a model calls or reads what has this name, be it a program's own in the place of a model's.
pub(super) fn may_call(name: &str) -> bool {
    static USED_NAMES: OnceLock<Vec<&str>> = OnceLock::new();
    is_modelled(name) || USED_NAMES.get_or_init(|| USED.lines().collect()).binary_search(&name).is_ok()
}

/// Whether there is a model of this name.
pub fn is_modelled(name: &str) -> bool {
    static MODELLED: OnceLock<Vec<&str>> = OnceLock::new();
    MODELLED.get_or_init(|| NAMES.lines().collect()).binary_search(&name).is_ok()
}

/// Adds the models of what `program` declares and does not define, where there are any.
pub(super) fn link<'c>(context: &'c llvm::Context, program: &mut llvm::Module<'c>) -> Result<(), Error> {
    let mut models =
        context.parse_lazily(MODELS, "models").expect("invariant: the embedded models are bitcode");
    if !fits(program, &models) {
        return Ok(());
    }
    models.set_triple(&program.triple());
    models.yield_definitions();
    program.link(models).map_err(|message| Error::Link { message })
}

/// Whether anything is declared, not defined, and has a model.
pub(super) fn is_declared(program: &llvm::Module<'_>) -> bool {
    let (functions, globals) = (program.functions(), program.globals());
    let declared = functions.into_iter().filter(|function| function.is_declaration());
    declared.chain(globals.into_iter().filter(|global| global.initializer().is_none())).any(has_model)
}

/// Whether a value has the name of a model.
fn has_model(value: llvm::Value<'_>) -> bool {
    is_modelled(&value.name())
}

/// Whether anything that `main` leads to is declared, not defined, and has a model. In a program without `main`
/// everything counts.
pub(super) fn is_needed(program: &llvm::Module<'_>) -> bool {
    let (functions, globals) = (program.functions(), program.globals());
    // Functions that run before and after `main` stand in lists of LLVM's own.
    let is_root =
        |value: &llvm::Value<'_>| value.name() == "main" || value.name().starts_with("llvm.global_");
    let mut open: Vec<llvm::Value<'_>> = functions.iter().chain(&globals).copied().filter(is_root).collect();
    if !functions.iter().any(|function| function.name() == "main") {
        open = functions.into_iter().chain(globals).collect();
    }
    let mut seen: FxHashSet<llvm::Value<'_>> = open.iter().copied().collect();
    while let Some(value) = open.pop() {
        let parts: Vec<llvm::Value<'_>> = match value.kind() {
            LLVMValueKind::LLVMFunctionValueKind if value.is_declaration() => {
                if has_model(value) {
                    return true;
                }
                continue;
            }
            LLVMValueKind::LLVMFunctionValueKind => {
                let blocks = value.blocks();
                blocks.iter().flat_map(|block| block.instructions()).flat_map(parts_of).collect()
            }
            LLVMValueKind::LLVMGlobalVariableValueKind if value.initializer().is_none() => {
                if has_model(value) {
                    return true;
                }
                continue;
            }
            _ => parts_of(value),
        };
        open.extend(parts.into_iter().filter(|part| part.is_constant() && seen.insert(*part)));
    }
    false
}

/// The operands of an instruction or a constant.
fn parts_of(value: llvm::Value<'_>) -> Vec<llvm::Value<'_>> {
    (0..value.n_operands()).map(|index| value.operand(index)).collect()
}

/// Whether the models, which are compiled for the machine that symir was built on, are for the program's target.
fn fits(program: &llvm::Module<'_>, models: &llvm::Module<'_>) -> bool {
    let architecture = |triple: String| triple.split('-').next().unwrap_or_default().to_owned();
    let (ours, theirs) = (architecture(models.triple()), architecture(program.triple()));
    let layout = program.data_layout_text();
    (theirs.is_empty() || theirs == ours) && (layout.is_empty() || layout == models.data_layout_text())
}
