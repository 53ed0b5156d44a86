//! Functions that a program points to from its structures, such as an allocator or a comparison. Harnesses
//! have stubs for them, as they have for functions that are passed. A pointer in an object is null, or the
//! address of a function of its type whose address the program takes. So a harness takes the address of each
//! stub.

use super::Stub;
use crate::ir::{CType, NAME, Program, Spelled, TypeId};
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The most members that stubs are made for.
const MOST: usize = 32;

/// A stub for a member that points to a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hook {
    /// The member, or the name of the type.
    pub name: String,
    pub stub: Stub,
}

/// The hooks of all structures that a declaration leads to.
pub fn hooks(program: &Program, parameters: &[Spelled]) -> Vec<Hook> {
    let entities = &program.spelling.entities;
    let mut open: Vec<u32> =
        parameters.iter().flat_map(|it| it.needs.iter().chain(&it.mentions)).copied().collect();
    let mut seen = BTreeSet::new();
    let mut found: Vec<Hook> = Vec::new();
    while let Some(id) = open.pop() {
        let Some(entity) = entities.get(id as usize).filter(|_| seen.insert(id)) else { continue };
        if entity.is_of_the_system() {
            continue;
        }
        open.extend(entity.needs.iter().chain(&entity.mentions).chain(&entity.completes));
        for hook in members(&entity.text) {
            // Each member has a stub of its own, because a table may have several members of one type.
            let is_new = !found.iter().any(|known| known.name == hook.name);
            if is_new && found.len() < MOST {
                found.push(hook);
            }
        }
    }
    found
}

/// The stub for a callback. If its declaration only has the name of a type, the definition of this type says
/// more.
pub fn resolved(program: &Program, spelled: &Spelled) -> Option<Stub> {
    if let Some(stub) = Stub::of(spelled) {
        return Some(stub);
    }
    let name = spelled.text.replace(NAME, "");
    let name = name.trim().trim_end_matches('*').trim();
    let entity = program.spelling.entities.iter().find(|entity| entity.is_typedef && entity.name == name)?;
    members(&entity.text).into_iter().next().map(|hook| hook.stub)
}

/// The pointers to functions in a definition for which symir can write stubs.
fn members(definition: &str) -> Vec<Hook> {
    static POINTER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?:^typedef\s|^|[;{])\s*([A-Za-z_][\w \t]*[\w* \t]*?)\s*\(\*(?:const )?(\w+)\)\(([^()]*)\)",
        )
        .expect("invariant: the pattern is regular")
    });
    // The type of the function itself: `typedef int compare_t(const void *, const void *)`.
    static FUNCTION: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^typedef\s+([A-Za-z_][\w \t]*?[\w*][ \t]*?)\s*\b(\w+)\(([^()]*)\);?$")
            .expect("invariant: the pattern is regular")
    });
    let hook = |found: regex::Captures<'_>| {
        let result = found[1].trim();
        let space = if result.ends_with('*') { "" } else { " " };
        let text = format!("{result}{space}(*{NAME})({})", &found[3]);
        let mut stub = Stub::of(&Spelled { text, ..Spelled::default() })?;
        stub.library = allocator(&found[2], &stub);
        Some(Hook { name: found[2].to_owned(), stub })
    };
    POINTER.captures_iter(definition).chain(FUNCTION.captures_iter(definition)).filter_map(hook).collect()
}

/// The members of the structure that a parameter points to which are the functions of an allocator, if there
/// are several.
pub fn allocator_members(program: &Program, ty: TypeId, spelled: &Spelled) -> Vec<String> {
    let CType::Pointer(target) = program.ctype(ty) else { return Vec::new() };
    let CType::Struct { members, .. } = program.ctype(*target) else { return Vec::new() };
    let is_function = |member: &&crate::ir::Member| match program.ctype(member.ty) {
        CType::Pointer(target) => matches!(program.ctype(*target), CType::Function),
        _ => false,
    };
    let names: Vec<&str> = members.iter().filter(is_function).map(|member| member.name.as_str()).collect();
    if names.len() < 2 {
        return Vec::new();
    }
    let found = hooks(program, std::slice::from_ref(spelled));
    let is_one = |name: &str| found.iter().any(|hook| hook.name == name && hook.stub.library.is_some());
    let definitions = program.spelling.entities.iter().filter(|entity| !entity.is_of_the_system());
    let definitions: Vec<&str> = definitions.map(|entity| entity.text.as_str()).collect();
    // A member is declared with the type of the function itself, or with the name of that type.
    let is_named = |name: &str| {
        let end = format!(" {name};");
        definitions.iter().flat_map(|text| text.split_inclusive(';')).any(|declaration| {
            let ty = declaration.strip_suffix(&end).and_then(|text| text.split_whitespace().next_back());
            ty.is_some_and(is_one)
        })
    };
    names.into_iter().filter(|name| is_one(name) || is_named(name)).map(str::to_owned).collect()
}

/// The function of the C library that a stub calls, by the types of the stub and the name of its member or
/// parameter. With it, allocated memory is not lost. If the functions of an allocator take a context, the
/// names have `context_` before them.
pub fn allocator(name: &str, stub: &Stub) -> Option<&'static str> {
    let name = name.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let is_free = has(&["free", "release", "dealloc"]);
    let is_longer = has(&["realloc", "resize", "grow", "extend"]);
    let is_allocator = has(&["alloc"]);
    let types: Vec<&str> =
        stub.parameters.iter().map(|ty| if ty == "unsigned long" { "size_t" } else { ty.as_str() }).collect();
    match (stub.result.as_str(), &types[..]) {
        ("void *", ["size_t"]) => Some("malloc"),
        ("void *", ["size_t", "size_t"]) => Some("calloc"),
        ("void *", ["void *", "size_t"]) if is_allocator && !is_longer => Some("context_malloc"),
        ("void *", ["void *", "size_t"]) => Some("realloc"),
        ("void *", ["void *", "size_t", "size_t"]) if is_allocator => Some("context_calloc"),
        ("void *", ["void *", "void *", "size_t"]) if is_longer => Some("context_realloc"),
        ("void", ["void *"]) if is_free => Some("free"),
        ("void", ["void *", "void *"]) if is_free => Some("context_free"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_that_point_to_functions_have_stubs() {
        let found = members(
            "struct parser {\n    int state;\n    int (*is_space)(unsigned char);\n    void *(*grow)(void *, size_t);\n    \
             void (*release)(void *);\n    own_t (*other)(own_t *);\n}",
        );
        let words: Vec<String> =
            found.iter().map(|hook| format!("{} {}", hook.name, hook.stub.result)).collect();
        assert_eq!(words, ["is_space int", "grow void *", "release void", "other own_t"]);
        let libraries: Vec<_> = found.iter().map(|hook| hook.stub.library).collect();
        assert_eq!(libraries, [None, Some("realloc"), Some("free"), None]);
        let found = members(
            "struct table {\n    void *(*malloc)(void *, size_t);\n    void *(*realloc)(void *, void *, size_t);\n    \
             void (*free)(void *, void *);\n    void *(*calloc)(void *, size_t, size_t);\n    \
             void (*visit)(void *, void *);\n}",
        );
        let libraries: Vec<_> = found.iter().map(|hook| hook.stub.library).collect();
        let expected = ["context_malloc", "context_realloc", "context_free", "context_calloc"];
        assert_eq!(libraries[..4], expected.map(Some));
        assert_eq!(libraries[4], None);
        let named = members("typedef int (*compare_t)(const void *, const void *)");
        assert_eq!(named.len(), 1, "{named:?}");
        assert_eq!(named[0].stub.parameters, ["const void *", "const void *"]);
        let plain = members("typedef void *keep_fn(void *, size_t)");
        assert_eq!(plain.len(), 1, "{plain:?}");
        assert_eq!((plain[0].name.as_str(), plain[0].stub.result.as_str()), ("keep_fn", "void *"));
    }
}
