//! Suites for functions over the data that C programs use: lists, trees, tables, tagged unions, bit-fields,
//! matrices, values, callbacks, handles, globals. They compile with warnings as errors, pass with filled
//! heaps, leak nothing, run no driver, and fail when the functions are changed.

use assert_cmd::cargo::cargo_bin;
use compilers::clang;
use mutants::{compiles, mutants, passes};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[path = "suites/collection.rs"]
mod collection;
#[path = "common/compilers.rs"]
mod compilers;
#[path = "common/mutants.rs"]
mod mutants;

const FRAMEWORKS: [&str; 5] = ["c", "unity", "cmocka", "check", "gtest"];

/// One in so many changes of a file is tried.
const STRIDE: usize = 5;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn source(name: &str) -> PathBuf {
    root().join("tests/suites").join(name)
}

fn succeed(command: &mut Command, what: &str) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{what}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what}: {text}\n{error}");
    output
}

/// Runs a driver, with suites of these frameworks in the folder. Returns the suite in plain C.
fn export(driver: &Path, folder: &Path, frameworks: &[&str], more: &[&str]) -> String {
    let mut command = Command::new(cargo_bin("symir"));
    command.arg("run").arg(driver).args(["-q", "--emit", &frameworks.join(","), "-o"]).arg(folder).args(more);
    succeed(&mut command, "symir run");
    fs::read_to_string(folder.join("test_c.c")).expect("read")
}

fn make(folder: &Path, args: &[&str]) -> Command {
    let unity = format!("UNITY={}", root().join("tests/formats/unity").display());
    let mut command = Command::new("make");
    command.current_dir(folder).args(["WARNINGS=-Wall -Wextra -Werror", &unity]).args(args);
    command.env("MALLOC_PERTURB_", "85");
    command
}

#[test]
fn suites_compile_and_pass_everywhere() {
    for name in ["lists.c", "data.c", "built.c", "lent.c"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let text = export(&source(name), folder.path(), &FRAMEWORKS, &["--minimize", "none"]);
        assert!(!text.contains("run_driver"), "{name}: {text}");
        for framework in FRAMEWORKS {
            succeed(&mut make(folder.path(), &["CC=gcc", "CXX=g++", framework]), name);
        }
        // With clang, one framework in C and one in C++ is tried. Every test is in a process of its own, so
        // that all leaks are seen.
        let (cc, cxx) = clang();
        succeed(&mut make(folder.path(), &["BUILD=build-clang", &cc, "cmocka"]), name);
        succeed(&mut make(folder.path(), &["BUILD=build-clang", &cxx, &cc, "gtest"]), name);
        succeed(&mut make(folder.path(), &["CC=gcc", "BUGS=1", "c"]), name);
    }
}

/// The contents of a static variable of a function depend on earlier calls. So tests set it and put it back. They
/// compare the string that the function gives out, and not the address.
#[test]
fn strings_in_variables_of_a_function_are_compared() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path().join("own.c");
    let original = fs::read_to_string(source("own.c")).expect("read");
    fs::write(&here, &original).expect("written");
    let out = folder.path().join("out");
    let text = export(&here, &out, &FRAMEWORKS, &["--minimize", "none"]);
    assert!(text.contains(r#"strcmp(result, "1.7.15") == 0"#), "{text}");
    assert!(text.contains(r#"strcmp(result, "98") == 0"#), "{text}");
    assert!(!text.contains("run_driver") && !text.contains("result == kept_of_digits"), "{text}");
    assert!(!text.contains("left out"), "{text}");
    for framework in FRAMEWORKS {
        succeed(&mut make(&out, &["CC=gcc", "CXX=g++", framework]), framework);
    }
    for (from, to) in [("1, 7, 15", "1, 8, 15"), ("'0' + n % 10", "'0' + n % 9")] {
        let changed = original.replace(from, to);
        assert_ne!(changed, original);
        fs::write(&here, changed).expect("written");
        for framework in FRAMEWORKS {
            let output = make(&out, &["CC=gcc", "CXX=g++", framework]).output().expect("make starts");
            assert!(!output.status.success(), "{framework} does not notice {to}");
        }
    }
}

#[test]
fn suites_read_as_people_write_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let lists = export(&source("lists.c"), folder.path(), &["c"], &["--minimize", "none"]);
    let data = export(&source("data.c"), folder.path(), &["c"], &["--minimize", "none"]);
    let built = export(&source("built.c"), folder.path(), &["c"], &["--minimize", "none"]);
    for (text, part) in [
        // The library's header is included, and nothing of it is declared again.
        (&lists, "#include \"lists.h\""),
        // One object behind two pointers, and one that the call frees.
        (&lists, "struct node *node = malloc(sizeof *node);"),
        (&lists, "struct list list = {.head = node, .tail = node, .length = 1};"),
        (&lists, "assert(list.head == &node2);"),
        // A ring.
        (&lists, "three.prev = &link;"),
        // Pointers into the middle of an object.
        (&lists, "char *result = skip_spaces(at + 1);"),
        (&lists, "assert(result == at + 2);"),
        // What the call makes, and who frees it.
        (&lists, "assert(tree.left->key == -1);"),
        (&lists, "free(tree.left);"),
        (&lists, "struct text *result = text_new(\"word\");"),
        // Globals are set before the call and set back after it.
        (&lists, "n_made = 0;"),
        (&lists, "n_made = n_made_at_start;"),
        (&data, "assert(db[1].balance == 110);"),
        (&data, "memcpy(db, db_at_start, sizeof db_at_start);"),
        (&data, "assert(strcmp(last_error, \"disk full\") == 0);"),
        // Functions and enumerators by name, members of unions without a name, bit-fields, matrices, values.
        (&data, "int_sort(numbers, 4, by_value);"),
        (&data, "assert(result == &by_value_down);"),
        (&data, "enum color result = next_color(RED);"),
        (&data, "level_t result = raise_level(HIGH, true);"),
        (&data, "value.real = 2.5;"),
        (&data, "assert(flags.mode == 5);"),
        (&data, "int matrix[2][2] = {{1, 2}, {3, 0}};"),
        (&data, "struct point one = {.x = 1, .y = 2};"),
        (&data, "assert(result.weight == 2.5);"),
        (&data, "assert(at == text + 4);"),
        (&data, "choose(&one, other, 0)"),
        // What the driver builds by calls is built by the same calls, and freed by its own.
        (&built, "    struct stack s;\n    int value;\n\n    stack_init(&s);\n    stack_push(&s, 10);\n\n"),
        (&built, "    struct item *item = s.top;\n\n    const struct item *result = stack_below(item);"),
        (&built, "    queue *q = queue_new(2);\n    assert(q != NULL);\n    queue_add(q, "),
        (&built, "    queue_free(q);\n    n_queues = n_queues_at_start;\n"),
        // An object that the driver fills in itself is not built by calls.
        (&built, "struct stack s = {.top = &item, .count = 5};"),
        // Files.
        (&built, "    FILE *in = tmpfile();\n"),
        (&built, "    rewind(in);\n\n    int result = read_settings(in, &sum);\n"),
        (&built, "assert(file_holds(out, \"1/2\\n\", 4));\n    fclose(out);\n"),
        // Files that the function opens by their names, in a folder of the test.
        (
            &built,
            "    enter_folder();\n    write_file(\"level.txt\", \"5\", 1);\n\n    int result = take_level();\n",
        ),
        (
            &built,
            "    assert(!is_file(\"level.txt\"));\n    assert(file_has(\"taken.txt\", \"level 5\\n\", 8));\n",
        ),
        (&built, "    remove(\"taken.txt\");\n    leave_folder();\n"),
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!lists.contains("struct node {"), "{lists}");
    // Of a call that only frees, tests know what it frees.
    assert!(!data.contains("stack_free_which_24_n_zero: the call gives nothing back"), "{data}");
    let (_, freeing) =
        data.split_once("static void test_stack_free_which_24_n_zero(void) {").expect("a test");
    let (freeing, _) = freeing.split_once("\n}\n").expect("an end");
    assert!(freeing.contains("watch_frees();") && freeing.contains("assert(was_freed("), "{freeing}");
}

/// The lines of a Unity suite that run a test, in 20 orders one after the other.
fn shuffled(suite: &str) -> String {
    let is_run = |line: &&str| line.trim_start().starts_with("RUN_TEST(");
    let runs: Vec<&str> = suite.lines().filter(is_run).collect();
    let mut order = Vec::new();
    let mut state = 7u64;
    for _ in 0..20 {
        let mut runs = runs.clone();
        while !runs.is_empty() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            order.push(runs.swap_remove((state >> 33) as usize % runs.len()));
        }
    }
    let all = order.join("\n");
    let mut is_written = false;
    let lines = suite.lines().filter_map(|line| match is_run(&line) {
        true if is_written => None,
        true => {
            is_written = true;
            Some(all.as_str())
        }
        false => Some(line),
    });
    lines.map(|line| format!("{line}\n")).collect()
}

/// Tests of one process do not affect each other: they run 20 times, in another order each time, with filled
/// heaps, with gcc, and with clang under AddressSanitizer.
#[test]
fn suites_pass_in_any_order_and_again() {
    for name in ["lists.c", "data.c", "built.c"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let here = folder.path();
        export(&source(name), here, &["c", "unity", "gtest"], &[]);
        let file = here.join("test_unity.c");
        let suite = fs::read_to_string(&file).expect("read");
        let n_tests = suite.matches("RUN_TEST(").count();
        fs::write(&file, shuffled(&suite)).expect("written");
        let (cc, cxx) = clang();
        for args in [&["CC=gcc", "CXX=g++", "unity"][..], &[&cc, &cxx, "BUGS=1", "unity"]] {
            let output = succeed(&mut make(here, args), name);
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(said.contains(&format!("{} Tests 0 Failures", 20 * n_tests)), "{name}: {said}");
        }
        let mut gtest = make(here, &["CC=gcc", "CXX=g++", "gtest"]);
        gtest.env("GTEST_SHUFFLE", "1").env("GTEST_REPEAT", "20").env("GTEST_RANDOM_SEED", "5");
        succeed(&mut gtest, name);
    }
}

/// A program that needs flags for the linker, and has names that are there twice.
#[test]
fn what_a_program_lacks_or_has_twice_is_no_hindrance() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("other.c", "static int helper(int n) { return n + 1; }\nint other(int n) { return helper(n); }\n");
    write(
        "main.c",
        "#include \"symir.h\"\n#include <math.h>\nint other(int n);\nint nowhere(void);\n\
         static double helper(double n) { return sqrt(n); }\n\
         int never(void) { return nowhere(); }\n\
         static int both(int n) { return other(n) + (int)helper(n); }\n\
         int main(void) { int n = symir_range(3, 4, \"n\"); if (n == 3) SYMIR_TEST(both, n); else SYMIR_TEST(helper, n); }\n",
    );
    let out = folder.path().join("out");
    let mut command = Command::new(cargo_bin("symir"));
    command.current_dir(folder.path()).args(["run", "main.c", "other.c", "-q", "--emit", "c", "-o", "out"]);
    succeed(&mut command, "symir run");
    succeed(&mut make(&out, &["c"]), "make");
    let text = fs::read_to_string(out.join("Makefile")).expect("read");
    assert!(text.contains("-c ../main.c") && !text.contains(folder.path().to_str().expect("text")), "{text}");
}

/// The user's libraries, given by flags and by the name of a package, are used for native runs and for
/// suites.
#[test]
fn programs_are_linked_with_libraries() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    let write = |name: &str, text: &str| fs::write(here.join(name), text).expect("written");
    write("twice.c", "int twice(int n) { return 2 * n; }\n");
    write("thrice.c", "int thrice(int n) { return 3 * n; }\n");
    fs::create_dir(here.join("lib")).expect("created");
    for name in ["twice", "thrice"] {
        let object = format!("lib/{name}.o");
        let source = format!("{name}.c");
        succeed(Command::new("gcc").current_dir(here).args(["-fPIC", "-c", &source, "-o", &object]), "gcc");
        let library = format!("lib/lib{name}.a");
        succeed(Command::new("ar").current_dir(here).args(["rcs", &library, &object]), "ar");
    }
    // A pkg-config that knows one package.
    let script = format!(
        "#!/bin/sh\n[ \"$4\" = thrice-2 ] && echo -DTHRICE -L{here} -lthrice\n",
        here = here.join("lib").display()
    );
    fs::create_dir(here.join("bin")).expect("created");
    write("bin/pkg-config", &script);
    fs::set_permissions(here.join("bin/pkg-config"), fs::Permissions::from_mode(0o755)).expect("set");
    write(
        "main.c",
        "#include \"symir.h\"\nint twice(int n);\nint thrice(int n);\n#ifndef THRICE\n#error the flags of the package\n#endif\n\
         int add(int a, int b) { return a > 90 ? twice(a) + thrice(b) : a + b; }\n\
         int main(void) { int a = symir_range(0, 9, \"a\"); SYMIR_TEST(add, a, 5); }\n",
    );
    let path = format!("{}:{}", here.join("bin").display(), std::env::var("PATH").unwrap_or_default());
    let run = |link: &[&str]| {
        let mut command = Command::new(cargo_bin("symir"));
        command
            .current_dir(here)
            .args(["run", "main.c", "-q", "--emit", "c", "-o", "out"])
            .env("PATH", &path);
        link.iter().for_each(|word| {
            command.args(["--link", word]);
        });
        command.output().expect("symir starts")
    };
    let output = run(&["-Llib -ltwice", "thrice-2"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{error}");
    let out = here.join("out");
    succeed(&mut make(&out, &["c"]), "make");
    let text = fs::read_to_string(out.join("Makefile")).expect("read");
    assert!(text.contains("LIBS = -L../lib -ltwice -L../lib -lthrice -lm\n"), "{text}");
    // There are no stubs for functions of the libraries.
    let stubs = fs::read_to_string(out.join("build/stubs.c")).expect("read");
    assert!(!stubs.contains("defined nowhere"), "{stubs}");
    let error = String::from_utf8_lossy(&run(&["unknown-3"]).stderr).into_owned();
    assert!(error.contains("--link unknown-3: pkg-config knows no such package"), "{error}");
}

/// How many changes a suite notices, how many compile, and the changes that it does not notice.
fn killed(name: &str) -> (usize, usize, Vec<String>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path().join(name);
    let original = fs::read_to_string(source(name)).expect("read");
    let header = name.replace(".c", ".h");
    fs::copy(source(&header), folder.path().join(&header)).expect("copied");
    fs::write(&here, &original).expect("written");
    let out = folder.path().join("out");
    export(&here, &out, &["c"], &["--minimize", "none"]);
    succeed(&mut make(&out, &["c"]), name);
    let (mut n_killed, mut n_all, mut survivors) = (0, 0, Vec::new());
    // The lines before the driver are changed, except comments and lines that only declare.
    let end = original.find("static void many(").or(original.find("int main(void)")).expect("a driver");
    let n_lines = original[..end].lines().count();
    for mutant in mutants(&original, &|line, _| line < n_lines).into_iter().step_by(STRIDE) {
        fs::write(&here, mutant.of(&original)).expect("written");
        if !compiles(&here, &[format!("-I{}", out.display())]) {
            continue;
        }
        n_all += 1;
        if passes(&out) {
            survivors.push(format!("{name}:{}", mutant.words(&original)));
        } else {
            n_killed += 1;
        }
    }
    (n_killed, n_all, survivors)
}

#[test]
fn suites_notice_changes_of_the_functions() {
    let (mut n_killed, mut n_all, mut all) = (0, 0, Vec::new());
    for name in ["lists.c", "data.c", "built.c"] {
        let (killed, tried, survivors) = killed(name);
        (n_killed, n_all) = (n_killed + killed, n_all + tried);
        all.extend(survivors);
    }
    println!("{n_killed} of {n_all} changes noticed; not: {all:#?}");
    assert!(n_all >= 20, "{n_all}");
    assert!(n_killed * 10 >= n_all * 9, "{n_killed} of {n_all} changes noticed; not: {all:#?}");
}
