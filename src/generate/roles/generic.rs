//! Arrays of any type, as `qsort` takes them: a pointer to void, how many elements there are, how large one
//! is, and a function that knows what they are.
//!
//! The functions of the file that a caller may pass say what the elements are: what their code looks at
//! through the pointers that they get. Without such a function the elements are `int`, as in most examples.

use super::{Parameter, Role, is_length};
use crate::exec::looked_at;
use crate::ir::{CType, FuncId, Program, Taken, TypeId, functions_with_addresses};

/// Usual names for the size of an element.
const SIZES: [&str; 13] = [
    "size",
    "width",
    "elem_size",
    "element_size",
    "item_size",
    "elsize",
    "esize",
    "es",
    "sz",
    "stride",
    "elem",
    "size_of_element",
    "bytes",
];
/// How many functions are tried for one parameter.
const MOST_KNOWN: usize = 4;

/// Finds the functions of the program that parameters may be, and the parameters that are an array of any
/// type.
pub(super) fn apply(program: &Program, types: &[TypeId], parameters: &mut [Parameter]) {
    let mut callbacks = Vec::new();
    for (at, ty) in types.iter().enumerate() {
        if !matches!(parameters[at].role, Role::Callback { .. }) {
            continue;
        }
        let CType::Pointer(function) = program.ctype(*ty) else { continue };
        let known = fitting(program, *function);
        parameters[at].known = known.iter().map(|id| program.functions[id.index()].name.clone()).collect();
        callbacks.push((at, *function, known));
    }
    let of_void = callbacks.into_iter().find(|(_, function, _)| {
        let params = program.function_types.get(function).map(|ty| &ty.params[..]).unwrap_or_default();
        params.first().is_some_and(|ty| is_void_pointer(program, *ty))
    });
    let Some((callback, _, known)) = of_void else { return };
    let is_number = |at: usize| matches!(program.ctype(types[at]), CType::Int { .. });
    let is_size = |at: &usize| SIZES.contains(&parameters[*at].name.trim_matches('_'));
    let Some(size) = (0..types.len()).filter(|at| is_number(*at)).find(is_size) else { return };
    let is_count = |at: &usize| *at != size && is_number(*at) && is_length(&parameters[*at].name);
    let Some(count) = (0..types.len()).find(is_count) else { return };
    let is_base = |at: &usize| is_void_pointer(program, types[*at]);
    let Some(base) = (0..count).rev().find(is_base) else { return };
    // If the functions are for several types, only those for the first type are taken.
    let mut named: Vec<(String, String)> = Vec::new();
    for id in &known {
        let name = program.functions[id.index()].name.clone();
        let element = looked_at(program, *id).and_then(|ty| c_name(program, ty));
        named.extend(element.map(|element| (element, name)));
    }
    let ty = named.first().map_or("int".to_owned(), |(ty, _)| ty.clone());
    parameters[callback].known =
        named.into_iter().filter(|(element, _)| *element == ty).map(|(_, name)| name).collect();
    if !parameters[callback].known.is_empty() {
        parameters[callback].role = Role::Callback { stub: None };
    }
    parameters[base].role = Role::Elements { ty: ty.clone() };
    parameters[count].role = Role::Count { of: base, ty: ty.clone() };
    parameters[size].role = Role::ElementSize { ty };
}

/// The functions of a type that a caller may pass: those whose addresses the program takes, or else any.
fn fitting(program: &Program, ty: TypeId) -> Vec<FuncId> {
    let is_own = |id: &FuncId| {
        let function = &program.functions[id.index()];
        function.entry.is_some() && function.signature.is_some() && program.is_of_type(*id, ty)
    };
    let taken = functions_with_addresses(program, Taken::BySource).into_iter().filter(is_own);
    let mut found: Vec<FuncId> = taken.collect();
    if found.is_empty() {
        found = (0..program.functions.len()).map(FuncId::new).filter(is_own).collect();
    }
    found.truncate(MOST_KNOWN);
    found
}

fn is_void_pointer(program: &Program, ty: TypeId) -> bool {
    matches!(program.ctype(ty), CType::Pointer(target) if *program.ctype(*target) == CType::Void)
}

/// A type in C; `None` for a type that needs more than a name.
pub(super) fn c_name(program: &Program, ty: TypeId) -> Option<String> {
    let entity = program.spelling.types.get(&ty).map(|at| &program.spelling.entities[*at as usize]);
    match program.ctype(ty) {
        CType::Struct { .. } | CType::Union { .. } | CType::Enum { .. } => Some(entity?.name.clone()),
        CType::Pointer(target) => Some(format!("{} *", c_name(program, *target)?)),
        CType::Char { signed } => Some(if *signed { "char" } else { "unsigned char" }.to_owned()),
        CType::Bool => Some("_Bool".to_owned()),
        CType::Int { .. } | CType::Float { .. } => program.spelling.numbers.get(&ty).cloned(),
        _ => None,
    }
}
