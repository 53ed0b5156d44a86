//! Gives static variables of functions names that C files can write, see [`crate::ir::locals`].

use super::llvm::{Module, Value};
use crate::ir::locals::name_of;
use std::collections::BTreeMap;

/// Renames them. A file that declares such a name means the variable, though C would not let it. Variables of the
/// same name in two functions of a file keep the names that clang gave them: gcc says of neither in which
/// function it is.
pub(super) fn rename(module: &Module<'_>) {
    let mut found: BTreeMap<String, Vec<(String, Value<'_>)>> = BTreeMap::new();
    for global in module.globals().into_iter().filter(|global| global.is_local()) {
        let name = global.name();
        let Some((function, variable)) = name.split_once('.') else { continue };
        if !function.is_empty() && !variable.is_empty() {
            let variable = variable.split('.').next().unwrap_or(variable);
            found.entry(variable.to_owned()).or_default().push((function.to_owned(), global));
        }
    }
    let functions = module.functions().into_iter();
    let functions: Vec<String> = functions.map(|function| function.name()).collect();
    let editor = module.edit();
    for (variable, of_it) in found {
        let [(function, global)] = &of_it[..] else { continue };
        let name = name_of(function, &variable);
        if global.is_global_constant() || !functions.contains(function) || functions.contains(&name) {
            continue;
        }
        match module.globals().into_iter().find(|other| other.name() == name) {
            Some(declared) if declared.is_declaration() => editor.replace_variable(declared, *global),
            Some(_) => continue,
            None => {}
        }
        editor.rename(*global, &name);
    }
}
