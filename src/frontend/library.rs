//! The models of the C library and of the run-time library of C++: code in `models/libc` and `models/libcxx`,
//! which `build.rs` compiles and this module adds to a program that calls it.
//!
//! A program's own definition always wins, and only what the program needs is added: a program that calls no
//! library function stays as it is. Functions that the machine does itself, see [`crate::exec`], have no
//! model. The models have no debug information, so that coverage does not show them.

use super::{Error, llvm};
use llvm::LLVMValueKind;
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// Models that are linked together.
struct Library {
    bitcode: &'static [u8],
    /// The names that they define, one a line, in ascending order.
    names: &'static str,
    /// The other names that they use, in the same form.
    used: &'static str,
}

/// The libraries, in the order in which they are added: models of the C++ library use those of the C library.
const LIBRARIES: [Library; 2] = [
    Library {
        bitcode: include_bytes!(concat!(env!("OUT_DIR"), "/libcxx.bc")),
        names: include_str!(concat!(env!("OUT_DIR"), "/libcxx.names")),
        used: include_str!(concat!(env!("OUT_DIR"), "/libcxx.used")),
    },
    Library {
        bitcode: include_bytes!(concat!(env!("OUT_DIR"), "/libc.bc")),
        names: include_str!(concat!(env!("OUT_DIR"), "/libc.names")),
        used: include_str!(concat!(env!("OUT_DIR"), "/libc.used")),
    },
];

/// Whether a model may use the function or variable of this name, also if the program has its own in the
/// place of a model's.
pub(super) fn may_call(name: &str) -> bool {
    static USED: LazyLock<Lists> = LazyLock::new(|| lists(|library| library.used));
    is_modelled(name) || has(&USED, name)
}

/// Whether there is a model of this name.
pub fn is_modelled(name: &str) -> bool {
    static MODELLED: LazyLock<Lists> = LazyLock::new(|| lists(|library| library.names));
    has(&MODELLED, name)
}

/// For each library a list of names in ascending order.
type Lists = Vec<Vec<&'static str>>;

fn lists(of: impl Fn(&Library) -> &'static str) -> Lists {
    LIBRARIES.iter().map(|library| of(library).lines().collect()).collect()
}

fn has(lists: &Lists, name: &str) -> bool {
    lists.iter().any(|list| list.binary_search(&name).is_ok())
}

/// Adds models for functions and variables that `program` declares and does not define.
///
/// Returns the reason why there are no models if the program is for another machine.
pub(super) fn link<'c>(
    context: &'c llvm::Context,
    program: &mut llvm::Module<'c>,
) -> Result<Option<String>, Error> {
    for library in &LIBRARIES {
        let names: FxHashSet<&str> = library.names.lines().collect();
        if !declared(program).iter().any(|value| names.contains(value.name().as_str())) {
            continue;
        }
        let mut models = context
            .parse_lazily(library.bitcode, "models")
            .expect("invariant: the embedded models are bitcode");
        if let Some(why) = misfit(program, &models) {
            return Ok(Some(why));
        }
        models.set_target_of(program);
        models.yield_definitions();
        program.link(models).map_err(|message| Error::Link { message })?;
    }
    Ok(None)
}

/// The functions and variables that are declared and not defined.
fn declared<'m>(program: &'m llvm::Module<'_>) -> Vec<llvm::Value<'m>> {
    let functions = program.functions().into_iter().filter(|function| function.is_declaration());
    functions.chain(program.globals().into_iter().filter(|global| global.initializer().is_none())).collect()
}

/// Whether a function or variable is declared, not defined, and has a model.
pub(super) fn is_declared(program: &llvm::Module<'_>) -> bool {
    declared(program).into_iter().any(has_model)
}

/// Whether a value has the name of a model.
fn has_model(value: llvm::Value<'_>) -> bool {
    is_modelled(&value.name())
}

/// Whether anything that `main` leads to is declared, not defined, and has a model. In a program without
/// `main` everything counts.
pub(super) fn is_needed(program: &llvm::Module<'_>) -> bool {
    let (functions, globals) = (program.functions(), program.globals());
    let has_main = functions.iter().any(|function| function.name() == "main");
    // Functions that run before and after `main` stand in lists of LLVM's own.
    let is_root = |value: &llvm::Value<'_>| {
        !has_main || value.name() == "main" || value.name().starts_with("llvm.global_")
    };
    let is_undefined = |value: &llvm::Value<'_>| match value.kind() {
        LLVMValueKind::LLVMFunctionValueKind => value.is_declaration(),
        LLVMValueKind::LLVMGlobalVariableValueKind => value.initializer().is_none(),
        _ => false,
    };
    let roots = functions.into_iter().chain(globals).filter(is_root);
    llvm::Reached::from(roots).any(|value| is_undefined(&value) && has_model(value))
}

/// The reason why the models cannot be linked to the program, or `None` if they can. The models are compiled
/// for the machine that symir was built on.
fn misfit(program: &llvm::Module<'_>, models: &llvm::Module<'_>) -> Option<String> {
    let architecture = |triple: String| triple.split('-').next().unwrap_or_default().to_owned();
    let (ours, theirs) = (architecture(models.triple()), architecture(program.triple()));
    let (our_layout, layout) = (models.data_layout_text(), program.data_layout_text());
    let without = "library functions have no models, and calls of them end their paths";
    if !theirs.is_empty() && theirs != ours {
        return Some(format!("the program is compiled for {theirs}, symir's models for {ours}: {without}"));
    }
    (!layout.is_empty() && essence(&layout) != essence(&our_layout)).then(|| {
        format!("the program's data layout is `{layout}`, that of symir's models `{our_layout}`: {without}")
    })
}

/// The parts of a data layout that two modules must have in common to be linked. Left out are parts that have
/// to do with names, and parts that versions of LLVM have added and that the models do not depend on: which
/// integers are native, the address spaces of pointers of other sizes, and the alignment of integers of 128
/// bits and of the stack.
fn essence(layout: &str) -> Vec<&str> {
    let is_essential = |part: &&str| {
        !["m:", "n", "S", "p270:", "p271:", "p272:", "i128:", "f80:", "G", "A", "P", "F"]
            .iter()
            .any(|head| part.starts_with(head))
    };
    let mut parts: Vec<&str> = layout.split('-').filter(is_essential).collect();
    // LLVM's defaults.
    parts.retain(|part| !["i64:64", "p:64:64", "p:64:64:64"].contains(part));
    parts.sort_unstable();
    parts
}
