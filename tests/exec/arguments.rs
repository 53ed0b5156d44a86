//! A program that passes a value of every kind of type as a variable argument, in several positions, and
//! prints what arrives. `symir exec` must print the same as the native program.

use std::fmt::Write;

/// A type and the scalars that it is made of.
struct Kind {
    /// A declaration of the type under the name `KIND`.
    declaration: String,
    /// How each scalar is written after the value's name, and how many of its bytes count.
    parts: Vec<(String, u32)>,
}

/// Scalar types, each with the number of its bytes that count.
const SCALARS: &[(&str, u32)] = &[
    ("int", 4),
    ("long", 8),
    ("double", 8),
    ("unsigned char *", 8),
    ("long double", 10),
    ("__int128", 16),
    ("_BitInt(7)", 1),
    ("_BitInt(40)", 5),
    ("_BitInt(72)", 9),
    ("unsigned _BitInt(128)", 16),
    ("float _Complex", 8),
    ("double _Complex", 16),
    ("_BitInt(192)", 24),
];

/// Types of the members of structures, each with the number of its bytes that count.
const MEMBERS: &[(&str, u32)] = &[
    ("char", 1),
    ("int", 4),
    ("long", 8),
    ("float", 4),
    ("double", 8),
    ("short", 2),
    ("float _Complex", 8),
    ("long double", 10),
    ("__int128", 16),
];

/// How many members are frequent: all structures of one and of two of these are tried.
const FREQUENT: usize = 5;
/// How many structures of three to five members are drawn.
const DRAWN: usize = 20;

fn structure(attributes: &str, members: &[(&str, u32)]) -> Kind {
    let mut declaration = format!("typedef struct {attributes} {{ ");
    let mut parts = Vec::new();
    for (at, (ty, size)) in members.iter().enumerate() {
        let _ = write!(declaration, "{ty} m{at}; ");
        parts.push((format!(".m{at}"), *size));
    }
    Kind { declaration: declaration + "} KIND;", parts }
}

fn other(declaration: &str, parts: &[(&str, u32)]) -> Kind {
    let parts = parts.iter().map(|(part, size)| ((*part).to_owned(), *size)).collect();
    Kind { declaration: declaration.to_owned(), parts }
}

fn kinds() -> Vec<Kind> {
    let mut kinds = Vec::new();
    for (ty, size) in SCALARS {
        kinds.push(other(&format!("typedef {ty} KIND;"), &[("", *size)]));
    }
    kinds.push(other("typedef long double _Complex KIND;", &[("", 10)]));
    for element in ["float", "double", "char", "short", "int", "long"] {
        for size in [8, 16, 32, 64] {
            let text = format!("typedef {element} KIND __attribute__((vector_size({size})));");
            kinds.push(other(&text, &[("", size)]));
        }
    }
    for first in &MEMBERS[..FREQUENT] {
        kinds.push(structure("", &[*first]));
        kinds.extend(MEMBERS[..FREQUENT].iter().map(|second| structure("", &[*first, *second])));
    }
    let mut seed = 1u64;
    let mut draw = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    for _ in 0..DRAWN {
        let n = 3 + draw(3);
        let members: Vec<_> = (0..n).map(|_| MEMBERS[draw(MEMBERS.len())]).collect();
        kinds.push(structure("", &members));
    }
    for align in [8, 16, 32, 64] {
        let attributes = format!("__attribute__((aligned({align})))");
        for members in [&MEMBERS[1..2], &MEMBERS[3..5], &MEMBERS[1..5]] {
            kinds.push(structure(&attributes, members));
        }
    }
    kinds.push(structure("__attribute__((packed))", &[("char", 1), ("long", 8)]));
    kinds.push(structure("__attribute__((packed))", &[("float", 4), ("double", 8)]));
    kinds.extend([
        other("typedef struct { float f[2]; } KIND;", &[("", 8)]),
        other("typedef struct { float f[3]; } KIND;", &[("", 12)]),
        other("typedef struct { float f[4]; } KIND;", &[("", 16)]),
        other("typedef struct { float f[5]; } KIND;", &[("", 20)]),
        other("typedef struct { char c[3]; } KIND;", &[("", 3)]),
        other("typedef struct { char c[16]; } KIND;", &[("", 16)]),
        other("typedef struct { char c[17]; } KIND;", &[("", 17)]),
        other("typedef struct { struct { float x; } a; struct { int y; } b; } KIND;", &[("", 8)]),
        other("typedef struct { float v __attribute__((vector_size(16))); } KIND;", &[("", 16)]),
        other(
            "typedef struct { float v __attribute__((vector_size(8))); int i; } KIND;",
            &[(".v", 8), (".i", 4)],
        ),
        other("typedef union { int i; float f; } KIND;", &[("", 4)]),
        other("typedef union { float f; double d; } KIND;", &[("", 8)]),
        other("typedef union { double d; char c[16]; } KIND;", &[("", 16)]),
        other("typedef union { double d[2]; float f[4]; } KIND;", &[("", 16)]),
        other("typedef union { long double d; int i; } KIND;", &[("", 10)]),
        other("typedef union { char c[24]; long l; } KIND;", &[("", 24)]),
        other("typedef struct { } KIND;", &[]),
    ]);
    kinds
}

/// How many integers and doubles are passed before the values.
const BEFORE: [(usize, usize); 4] = [(0, 0), (3, 6), (5, 8), (1, 9)];

/// The program with every `step`-th kind.
pub fn program(step: usize) -> String {
    let mut text = String::from(include_str!("arguments.c"));
    let mut calls = String::new();
    let kinds: Vec<Kind> = kinds().into_iter().step_by(step).collect();
    let n = kinds.len();
    for (number, Kind { declaration, parts }) in kinds.into_iter().enumerate() {
        let name = format!("kind{number}");
        let _ = writeln!(text, "{}", declaration.replace("KIND", &name));
        let mut show = String::new();
        for (part, size) in &parts {
            let _ = write!(show, " show((char *)&(x){part}, {size});");
        }
        let _ = writeln!(text, "SHOW({name}) {{ {name} x = *p; (void)x;{show} }}\nTAKE({name})");
        let fill = parts.iter().map(|(part, size)| format!(" fill((char *)&(x){part}, {size}, seed);"));
        let _ = writeln!(
            text,
            "MAKE({name}) {{ {name} x; memset(&x, 0, sizeof x);{} return x; }}",
            fill.collect::<String>()
        );
        let _ = writeln!(calls, "__attribute__((noinline)) static void call_{name}(void) {{");
        for (integers, doubles) in BEFORE {
            // If one register is left, clang's caller and callee do not agree on what follows such a number.
            if declaration.contains(" __int128 KIND") && integers == 1 {
                continue;
            }
            let mut arguments = format!("make_{name}(1), {integers}, {doubles}");
            (0..integers).for_each(|at| arguments += &format!(", {at}"));
            (0..doubles).for_each(|at| arguments += &format!(", {at}.5"));
            let values = format!("make_{name}(2), 17, make_{name}(3), 2.5, make_{name}(4)");
            let _ = writeln!(
                calls,
                "    start({number}, {integers}, {doubles}); take_{name}({arguments}, {values});"
            );
        }
        calls += "}\n";
    }
    text += &calls;
    text += "int main(void) {\n";
    (0..n).for_each(|number| text += &format!("    call_kind{number}();\n"));
    text + "    return 0;\n}\n"
}
