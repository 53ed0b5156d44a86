//! `drivers/symir.h` says what the table says.

use super::*;

/// The parts of `symir.h` that are written from the table.
fn parts() -> Vec<(&'static str, String)> {
    let declared = |which: Declared| -> String {
        let these = FUNCTIONS.iter().filter(|function| function.declared == which);
        let text: String = these.map(|function| format!("SYMIR_API {}", function.prototype())).collect();
        // C++ has words of its own for two of C.
        text.replace("_Bool", "SYMIR_BOOL").replace("_Noreturn", "SYMIR_NORETURN")
    };
    let aliases: String = ALIASES
        .iter()
        .map(|(name, ctype, of)| format!("#define {name}(name) (({ctype}){of}(name))\n"))
        .collect();
    let values = || FUNCTIONS.iter().filter_map(|function| Some((function, function.value()?)));
    let with_arrays = || values().filter(|(_, kind)| !is_byte(*kind)).map(|(function, _)| function);
    let mut arrays = String::new();
    for Function { name, result, .. } in with_arrays() {
        arrays += &format!("SYMIR_DEFINE_ARRAY({result}, {name}s, {name})\n").replace("_Bool", "SYMIR_BOOL");
    }
    for Function { name, .. } in with_arrays() {
        arrays += &format!("#define {name}s(...) SYMIR_FILL({name}s, __VA_ARGS__)\n");
    }
    let bytes =
        values().filter(|(_, kind)| is_byte(*kind)).map(|(function, _)| (function.name, function.name));
    for (name, of) in bytes.chain(ALIASES.iter().map(|(name, _, of)| (*name, *of))) {
        let kind = named(of).and_then(Function::value).expect("an alias is of a function that gives a value");
        let of = if is_byte(kind) { "symir_byte" } else { of };
        arrays += &format!("#define {name}s {of}s\n");
    }
    let numbers = values().filter(|(_, kind)| *kind != ValueKind::Bool);
    let native = numbers
        .map(|(function, _)| format!("SYMIR_DEFINE({}, {})\n", function.result, function.name))
        .collect();
    vec![
        ("declarations", declared(Declared::Always) + &aliases),
        ("arrays", arrays),
        ("declarations for symir", declared(Declared::ForSymir)),
        ("native definitions", native),
    ]
}

/// Elements of one byte are `symir_bytes`: each of their values is possible.
fn is_byte(kind: ValueKind) -> bool {
    matches!(kind, ValueKind::Character | ValueKind::Integer { width: 8, .. })
}

#[test]
fn the_header_is_written_from_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/drivers/symir.h");
    let found = std::fs::read_to_string(path).expect("the header");
    let mut text = found.clone();
    for (name, part) in parts() {
        let (begin, end) = (format!("/* From src/ir/header.rs: {name}. */\n"), "/* --- */\n");
        let start = text.find(&begin).unwrap_or_else(|| panic!("{begin}")) + begin.len();
        let length = text[start..].find(end).unwrap_or_else(|| panic!("the end of {name}"));
        text.replace_range(start..start + length, &part);
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &text).expect("written");
    } else if text != found {
        let differs = text.lines().zip(found.lines()).find(|(own, theirs)| own != theirs);
        panic!("drivers/symir.h is not what the table says (UPDATE_EXPECT=1 writes it): {differs:?}");
    }
}

#[test]
fn the_header_describes_each_function() {
    let text = include_str!("../../../drivers/symir.h");
    let heading = &text[..text.find("#ifndef").expect("a heading")];
    for function in FUNCTIONS {
        let name = match function.does {
            // Users write the macro.
            Does::Value(_) => "symir_int",
            Does::Object => "symir_object",
            Does::Elements => "symir_array",
            Does::Characters => "symir_text",
            Does::Length => "symir_array_length",
            Does::Counted => "symir_counted",
            Does::AssertFail => "symir_assert",
            Does::TestBegin | Does::TestEnd => "SYMIR_TEST",
            Does::Unsupported => continue,
            Does::Bytes | Does::String | Does::Letters | Does::Range | Does::Assume | Does::Mocked => {
                function.name
            }
        };
        assert!(heading.contains(&format!(" *     {name}(")), "{name}: say in symir.h what it does");
    }
}

#[test]
fn names_stand_once() {
    for (at, function) in FUNCTIONS.iter().enumerate() {
        assert!(FUNCTIONS[..at].iter().all(|other| other.name != function.name), "{}", function.name);
    }
    for (at, (ty, name)) in NONDET.iter().enumerate() {
        assert!(NONDET[..at].iter().all(|(other, _)| other != ty), "{ty}");
        assert!(named(name).and_then(Function::value).is_some(), "{ty}: {name}");
    }
}
