//! Messages about mistakes, and what `symir.toml` can say.

use super::*;

#[test]
fn names_that_are_not_there_are_told_with_what_was_meant() {
    let project = Project::new();
    let check_all = |args: &[&str], code: i32, words: &[&str]| check(&project.run(args), code, words);
    check_all(
        &["src/util.c", "-f", "clmap", "--", "-I", "include"],
        2,
        &["src/util.c: it has no function `clmap`; did you mean `clamp`?"],
    );
    check_all(
        &["src/util.c", "-f", "xyz", "--", "-I", "include"],
        2,
        &["src/util.c: it has no function `xyz`; there are clamp, half, halve"],
    );
    check_all(&[], 2, &["no files were given: name C files or a folder, - for standard input, or with -p"]);
    check_all(&["-p", "build"], 2, &["compile_commands.json: there is no such file; cmake writes it with"]);
    check_all(&["none.c"], 2, &["none.c: there is no such file"]);
    check_all(&["include"], 2, &["include: there is no C file in this folder"]);
    check_all(&["src/util.c", "--link", "no-such-package"], 2, &["no-such-package"]);
}

#[test]
fn a_file_that_cannot_be_read_costs_the_others_nothing() {
    let project = Project::new();
    project.write("src/broken.c", "int f(int a) { return a +; }\n");
    let found = project.run(&["src/broken.c", "src/util.c", "-f", "clamp", "--", "-I", "include"]);
    check(&found, 0, &["src/broken.c:1:26: error: expected expression", "tests/test_util.c"]);
    let report = project.read("tests/report.md");
    assert!(report.contains("`src/broken.c` could not be read"), "{report}");
}

#[test]
fn what_a_file_says_of_functions_is_kept_to() {
    let project = Project::new();
    project.write(
        "symir.toml",
        "include = ['include']\n[function.clamp]\nassume = ['low <= high', 'value == 7']\n\
         [function.'hal*']\nskip = true\n[function.clmap]\nskip = true\n",
    );
    let found = project.run(&["src/util.c"]);
    check(&found, 0, &["symir.toml:6: no function is called `clmap`; did you mean `clamp`?"]);
    let functions = project.functions();
    assert_eq!(functions["half"]["left_out"], "symir.toml says so");
    assert_eq!(functions["halve"]["left_out"], "symir.toml says so");
    let harness = project.read("tests/util/harness/clamp.c");
    assert!(harness.contains("symir_assume(value == 7); /* symir.toml says so */"), "{harness}");
    let tests = project.read("tests/.symir-gen/util/clamp/tests.txt");
    assert!(!tests.is_empty() && tests.lines().all(|line| line.starts_with("clamp: 7 ")), "{tests}");
    project.change("symir.toml", "skip", "skp");
    check(&project.run(&["src/util.c"]), 2, &["symir.toml:5:1: there is no key `skp`; did you mean `skip`?"]);
}

#[test]
fn inputs_are_as_large_as_a_file_says() {
    let project = Project::new();
    project.write(
        "src/text.c",
        "int many(const char *s) {\n    int n = 0;\n    while (s[n])\n        n++;\n    return n;\n}\n",
    );
    project.write("symir.toml", "[bounds]\nstring = 2\n[function.many]\nassume = 's != NULL'\n");
    check(&project.run(&["src/text.c"]), 0, &["those of 3 paths"]);
    project.write(
        "symir.toml",
        "[bounds]\nstring = 2\n[function.many]\nassume = 's != NULL'\nbounds.string = 4\n",
    );
    check(&project.run(&["src/text.c"]), 0, &["those of 5 paths"]);
}

#[test]
fn stubs_take_the_places_of_what_is_defined_nowhere() {
    let project = Project::new();
    project.write(
        "stubs/sensor.c",
        "int probe_sensor(int channel) {\n    return channel < 0 ? -2 : channel * 10;\n}\n",
    );
    project.write("symir.toml", "include = ['include']\n[function.sample]\nstubs = ['stubs/sensor.c']\n");
    let found = project.run(&["src/main.c", "-f", "sample"]);
    check(&found, 0, &["tests/test_main.c"]);
    assert!(!found.1.contains("probe_sensor"), "{}", found.1);
    let made = &project.functions()["sample"]["made"];
    assert_eq!(made["branches"], made["branches_covered"]);
}

#[test]
fn a_line_has_one_smallest_test() {
    let project = Project::new();
    let found = project.run(&["src/util.c", "--line", "8", "--", "-I", "include"]);
    check(&found, 0, &[]);
    let lines: Vec<&str> = found.1.lines().filter(|line| line.starts_with("clamp: ")).collect();
    assert_eq!(lines.len(), 1, "{}", found.1);
    check(
        &project.run(&["src/util.c", "--line", "2", "--", "-I", "include"]),
        2,
        &["no function begins at or above it"],
    );
}

#[test]
fn forty_parameters_and_types_that_nobody_knows_are_no_trouble() {
    let project = Project::new();
    let parameters: Vec<String> = (0..40).map(|n| format!("int p{n}")).collect();
    project.write(
        "src/wide.c",
        &format!(
            "struct hidden;\nvoid free(void *);\nint wide({}) {{ return p0 > p39; }}\n\
             void of(struct hidden *it) {{ free(it); }}\n",
            parameters.join(", ")
        ),
    );
    let found = project.run(&["src/wide.c"]);
    check(
        &found,
        0,
        &["wide                             3 tests", "`struct hidden` is declared and not defined"],
    );
    project.write("src/unknown.c", "int f(unknown_t *it) { return it != 0; }\n");
    check(&project.run(&["src/unknown.c"]), 2, &["unknown type name 'unknown_t'"]);
}
