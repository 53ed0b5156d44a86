//! Functions of every kind: with further arguments, streams, contracts in their declarations, macros, old
//! definitions, GNU extensions, and what no file defines.

use super::*;

/// Runs the suite of a file, in which every test must pass. Returns its output.
fn passes(project: &Project) -> String {
    let make = Command::new("make").arg("-C").arg(project.path("tests")).output().expect("make starts");
    let found = said(&make);
    check(&found, 0, &[]);
    found.1
}

#[test]
fn further_arguments_streams_and_attributes_are_made() {
    let project = Project::new();
    project.write("src/kinds.c", include_str!("kinds.c"));
    // What `declared` says is said by a header.
    let found = project.run(&["src/kinds.c", "--time", "1m", "--", "-I", "include", "-Wno-everything"]);
    check(&found, 0, &["tests/test_kinds.c"]);
    let functions = project.functions();
    let left_out = functions["box_is_gone"]["left_out"].as_str().expect("it is left out");
    assert_eq!(
        left_out,
        "symir cannot make the parameter `box`: `struct box` is declared and not defined where symir can see it; \
         `box_new` gives one, and a harness of your own can call it"
    );
    for (name, function) in &functions {
        let made = &function["made"];
        assert!(name == "box_is_gone" || made["tests"].as_u64() > Some(0), "{name}: {function}");
        assert_eq!(function["needs"].as_array().map_or(0, Vec::len), 0, "{name}: {function}");
    }
    let harness = |name: &str| project.read(&format!("tests/kinds/harness/{name}.c"));
    let check_harness = |name: &str, words: &[&str]| {
        let text = harness(name);
        words.iter().for_each(|word| assert!(text.contains(word), "no `{word}` in:\n{text}"));
    };
    check_harness("sum_of", &["n <= 4", "so many arguments are passed", "SYMIR_TEST(sum_of, n, further1, "]);
    check_harness("join", &["further3, (const char *)NULL);"]);
    check_harness("set", &["symir_assume(what == NAME);", "symir_assume(what != SIZE && what != NAME);"]);
    check_harness("own_format", &["SYMIR_TEST(own_format, \"%d%s\", further1, further2);"]);
    check_harness("say", &["SYMIR_TEST(say, \"%s: %d\", further1, further2);"]);
    check_harness(
        "say_list",
        &["va_list rest;", "SYMIR_TEST(say_list_with, \"%s: %d\", further1, further2);"],
    );
    check_harness("scan", &["SYMIR_TEST(scan, text, \"%d %d\", &further1, &further2);"]);
    check_harness("lines", &["FILE *file = symir_file(4, \"file\");"]);
    check_harness("first", &["symir_assume(p != NULL); /* nonnull in its declaration */"]);
    check_harness("total", &["size_t n = symir_array_length(values);"]);
    check_harness("third", &["symir_array_length(a) >= 3", "its declaration asks for so many"]);
    let suite = project.read("tests/test_kinds.c");
    for words in [
        "sum_of(2, ",
        "join(4, further, further2, further3, (void *)NULL)",
        "own_format(\"%d\", ",
        "scan(text, \"%d\", &",
        "say_list_with(\"%d\", ",
    ] {
        assert!(suite.contains(words), "no `{words}` in:\n{suite}");
    }
    assert!(!suite.contains("run_driver("), "a test that makes its call by its harness:\n{suite}");
    let passed = passes(&project);
    for name in
        ["old_style", "larger_int", "say_list_with", "scan_", "kind_of", "say_", "lines_", "set_", "jump_"]
    {
        assert!(passed.contains(name), "no test of {name} in:\n{passed}");
    }
    // A user who knows how to make a `box` writes it into the harness.
    project.write(
        "tests/kinds/harness/box_is_gone.c",
        "#include \"symir.h\"\n#include \"../../../src/kinds.c\"\n\nstruct box { int n; };\n\n\
         int main(void) {\n    struct box *box = malloc(sizeof *box);\n\n    box->n = symir_int(\"n\");\n    SYMIR_TEST(box_is_gone, box);\n    return 0;\n}\n",
    );
    let found = project.run(&["src/kinds.c", "--time", "1m", "--", "-I", "include", "-Wno-everything"]);
    check(&found, 0, &["box_is_gone  "]);
    assert!(project.functions()["box_is_gone"]["left_out"].is_null());
}

#[test]
fn main_reads_arguments_standard_input_and_files() {
    let project = Project::new();
    project.write("src/main.c", include_str!("reads.c"));
    let found = project.run(&["src/main.c", "--time", "1m"]);
    check(&found, 0, &["tests/test_main.c"]);
    let made = project.functions()["main"]["made"].clone();
    assert_eq!(made["branches"], made["branches_covered"], "{made}");
    assert!(passes(&project).contains("program_main"));
}

#[test]
fn what_clang_does_not_know_is_told_with_what_helps() {
    let project = Project::new();
    project.write("src/nested.c", "int f(int a) {\n    int g(int b) { return b; }\n    return g(a);\n}\n");
    check(&project.run(&["src/nested.c"]), 2, &["clang has no functions within functions"]);
}

#[test]
fn lists_are_as_long_as_a_file_says() {
    let project = Project::new();
    project.write(
        "src/list.c",
        "struct node { struct node *next; };\nint length(const struct node *n) {\n    int count = 0;\n    \
         for (; n; n = n->next) count++;\n    return count;\n}\n\
         struct leaf { int n; };\nstruct tree { struct leaf *leaf; };\n\
         int leaf_of(const struct tree *tree) {\n    return tree && tree->leaf ? tree->leaf->n > 3 : -1;\n}\n",
    );
    let longest = |config: &str| {
        project.write("symir.toml", config);
        check(&project.run(&["src/list.c"]), 0, &[]);
        let tests = project.read("tests/.symir-gen/list/length/tests.txt");
        let numbers = tests.lines().filter_map(|line| line.rsplit_once(":=> ")?.1.trim().parse::<u32>().ok());
        let leaves = project.read("tests/.symir-gen/list/leaf_of/tests.txt");
        (numbers.max().unwrap_or_default(), leaves.contains(":=> 1"))
    };
    assert_eq!(longest("[bounds]\nlist = 2\ndepth = 1\n"), (2, false));
    assert_eq!(longest("[bounds]\nlist = 5\n[function.leaf_of]\nbounds.depth = 2\n"), (5, true));
}

#[test]
fn linked_files_are_compiled_with_their_own_flags() {
    let project = Project::new();
    project.write("app/use.c", "int limit(void);\nint is_low(int n) { return n < limit(); }\n");
    project.write("parts/limit.c", "int limit(void) { return LIMIT; }\n");
    let entry = |file: &str, flags: &str| serde_json::json!({"directory": project.folder.path(), "file": file, "command": format!("cc {flags} -c {file}")});
    let entries = [entry("app/use.c", "-DOTHER=1"), entry("parts/limit.c", "-DLIMIT=7")];
    project.write("build/compile_commands.json", &serde_json::to_string(&entries).expect("JSON"));
    let found = project.run(&["-p", "build", "app/use.c"]);
    check(&found, 0, &["tests/test_use.c"]);
    let tests = project.read("tests/.symir-gen/use/is_low/tests.txt");
    assert!(tests.contains("is_low: 7 :=> 0") || tests.contains("is_low: 6 :=> 1"), "{tests}");
    assert!(passes(&project).contains("is_low"));
}
