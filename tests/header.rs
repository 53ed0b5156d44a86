//! Every function of `symir.h` means the same to the machine, in the native runs that prove tests, and in a
//! driver that is compiled by itself. One driver uses everything that the header declares. Functions that
//! give a value of a C type are found by their declarations. Every other function needs a use in [`OTHERS`];
//! the test fails until there is one.

use assert_cmd::cargo::cargo_bin;
use regex::Regex;
use std::path::Path;
use std::process::Command;

/// Uses of the functions that do not only give a value. `symir_assert` calls `symir_assert_fail`, and
/// `SYMIR_TEST` calls the marks of a test.
const OTHERS: &[(&str, &str)] = &[
    ("symir_bytes", "unsigned char bytes[3];\nsymir_bytes(bytes, \"bytes\");\nSYMIR_TEST(sum, bytes);"),
    ("symir_string", "char string[3];\nsymir_string(string, \"string\");\nSYMIR_TEST(ends, string);"),
    ("symir_typed", "struct node *node = symir_pointer(struct node, \"node\");\nSYMIR_TEST(total, node);"),
    (
        "symir_elements",
        "int *array = symir_array(int, 3, \"array\");\nsymir_assume(symir_array_length(array) == 2);\n\
         SYMIR_TEST(all, array, symir_array_length(array));",
    ),
    (
        "symir_characters",
        "char *text = symir_text(2, \"text\");\nsymir_assume(text[0] == 97 && text[1] == 0);\nSYMIR_TEST(count, text);",
    ),
    (
        "symir_length",
        "unsigned char *place = symir_unaligned(symir_array(unsigned char, 3, \"place\"), 2, \"skipped\");\n\
         char *part = symir_unaligned_text(symir_text(3, \"part\"), 2, \"left_out\");\n\
         symir_assume(symir_array_length(place) == 2 && ((unsigned long)place & 1) == 1);\n\
         symir_assume(part[0] == 97 && part[1] == 0 && ((unsigned long)part & 1) == 1);\n\
         SYMIR_TEST(count, part);\nSYMIR_TEST(same_symir_ulong, symir_array_length(place));",
    ),
    (
        "symir_members",
        "symir_counted(struct packet, data, n, 2);\nstruct packet *packet = symir_pointer(struct packet, \"packet\");\n\
         symir_assume(packet != NULL && packet->n == 2 && packet->data[1] == 7);\nSYMIR_TEST(last, packet);",
    ),
    (
        "symir_letters",
        "symir_letters(9);\nstruct named *named = symir_pointer(struct named, \"named\");\n\
         symir_assume(named != NULL && named->name != NULL && count(named->name) == 9);\n\
         SYMIR_TEST(count_of, named);",
    ),
    ("symir_range", "int range = symir_range(-3, 3, \"range\");\nSYMIR_TEST(same_symir_int, range);"),
    ("symir_choose", "unsigned choose = symir_choose(3, \"choose\");\nSYMIR_TEST(same_symir_uint, choose);"),
    ("symir_assume", "symir_assume(range == -2 && choose == 2);"),
    ("symir_assert_fail", "symir_assert(range <= 3 && choose < 3);"),
    ("symir_mocked", "SYMIR_TEST(asks, 4);"),
    ("symir_test_begin", ""),
    ("symir_test_end", ""),
];

/// Type and name of each function and macro that gives a value of a C type.
fn values(header: &str) -> Vec<(String, String)> {
    let functions =
        Regex::new(r"(?m)^SYMIR_API ([^;(]*?) ?(symir_\w+)\(const char \*name\);$").expect("a pattern");
    let macros = Regex::new(r"(?m)^#define (symir_\w+)\(name\) \(\((\w+)\)").expect("a pattern");
    let functions = functions.captures_iter(header).map(|found| (found[1].to_owned(), found[2].to_owned()));
    let macros = macros.captures_iter(header).map(|found| (found[2].to_owned(), found[1].to_owned()));
    functions.chain(macros).collect()
}

fn driver(header: &str) -> String {
    let values = values(header);
    assert!(values.len() >= 23, "the declarations are found: {values:?}");
    let (mut functions, mut uses) = (String::new(), String::new());
    for (ctype, name) in &values {
        functions += &format!("static {ctype} same_{name}({ctype} value) {{ return value; }}\n");
        functions += &format!("static {ctype} second_{name}({ctype} *values) {{ return values[1]; }}\n");
        uses += &format!("{ctype} {name}_ = {name}(\"{name}\");\n{ctype} {name}s_[2];\n");
        uses += &format!("{name}s({name}s_, \"{name}s\");\n");
        // Values that show the width and the sign of the type.
        uses += &format!("symir_assume({name}_ == ({ctype})-1 && {name}s_[1] == ({ctype})-2);\n");
        uses += &format!("SYMIR_TEST(same_{name}, {name}_);\nSYMIR_TEST(second_{name}, {name}s_);\n");
    }
    OTHERS.iter().for_each(|(_, text)| uses += &format!("{text}\n"));
    functions += "static int sum(unsigned char *bytes) { return bytes[0] + bytes[1] + bytes[2]; }\n";
    functions += "struct node { int value; struct node *next; };\n";
    functions += "struct packet { unsigned n; short data[]; };\n";
    functions += "static int last(struct packet *packet) { return packet->data[packet->n - 1]; }\n";
    functions += "static int total(struct node *node) {\n\
                  int sum = 0;\nfor (int n = 0; node && n < 4; node = node->next, n++) sum += node->value;\n\
                  return sum;\n}\n";
    functions += "static int all(const int *a, size_t n) {\n\
                  int sum = (int)n;\nfor (size_t i = 0; i < n; i++) sum += a[i];\nreturn sum;\n}\n";
    functions += "static size_t count(const char *s) {\nsize_t n = 0;\nwhile (s[n]) n++;\nreturn n;\n}\n";
    functions += "struct named { char *name; };\n";
    functions += "static size_t count_of(struct named *named) { return count(named->name); }\n";
    functions += "static int mock(int x) {\nsymir_mocked();\nint answer = symir_int(\"answer\");\n\
                  symir_assume(answer == x);\nreturn answer;\n}\n";
    functions += "static int asks(int x) { return mock(x + 1) + 1; }\n";
    functions += "static int ends(char *string) { return string[2] == 0; }\n";
    format!("#include \"symir.h\"\n\n{functions}\nint main(void) {{\n{uses}}}\n")
}

#[test]
fn every_function_is_the_same_for_the_machine_for_replay_and_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = std::fs::read_to_string(root.join("drivers/symir.h")).expect("the header");
    let declared = Regex::new(r"(?m)^SYMIR_API [^;(]*?(symir_\w+)\(").expect("a pattern");
    for found in declared.captures_iter(&header) {
        let name = &found[1];
        let is_used = OTHERS.iter().any(|(known, _)| *known == name)
            || values(&header).iter().any(|(_, known)| known == name);
        assert!(is_used, "{name}: write a use of it into OTHERS in tests/header.rs");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    std::fs::write(path("all.c"), driver(&header)).expect("written");

    let symir = |args: &[&str]| {
        Command::new(cargo_bin("symir")).args(args).current_dir(root).output().expect("symir starts")
    };
    let run = symir(&["run", "--all", &path("all.c"), "-o", &path("out")]);
    let words = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(0), "{words}");
    assert!(words.contains(" confirmed, 0 differ\n"), "{words}");

    let alone = Command::new("cc")
        .args([
            "-std=c11",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-I",
            "drivers",
            "-o",
            &path("alone"),
            &path("all.c"),
        ])
        .current_dir(root)
        .output()
        .expect("cc starts");
    assert!(alone.status.success(), "{}", String::from_utf8_lossy(&alone.stderr));
    let mut inputs: Vec<_> = std::fs::read_dir(path("out/inputs"))
        .expect("inputs")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    inputs.sort();
    let lines = std::fs::read_to_string(path("out/tests.txt")).expect("tests");
    assert!(!inputs.is_empty());
    let mut found = String::new();
    for input in inputs {
        let output = Command::new(path("alone")).env("SYMIR_INPUT", input).output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        found += &String::from_utf8_lossy(&output.stdout);
    }
    // The function and the result of each call.
    let results = |text: &str| -> Vec<(String, String)> {
        let split = |line: &str| {
            let (call, result) = line.split_once(" :=> ").unwrap_or_else(|| panic!("{line}"));
            let function = call.split(['(', ':']).next().unwrap_or(call);
            // Only lines of symir mark a float with `.0`, say which mocks were called, and have numbers to the
            // base 16.
            let result = result.split(", mock(").next().unwrap_or(result);
            let number = result.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
            let result = number.map_or(result.trim_end_matches(".0").to_owned(), |number| number.to_string());
            (function.trim().to_owned(), result)
        };
        text.lines().map(split).collect()
    };
    assert_eq!(results(&found), results(&lines));
}
