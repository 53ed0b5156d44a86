//! Exit codes, messages and files of the `symir` program.

use assert_cmd::Command;
use std::path::Path;

#[path = "cli/damaged.rs"]
mod damaged;
#[path = "cli/folders.rs"]
mod folders;
#[path = "cli/names.rs"]
mod names;
#[path = "cli/pipes.rs"]
mod pipes;
#[path = "cli/resumed.rs"]
mod resumed;
#[path = "cli/terminal.rs"]
mod terminal;

fn symir() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("symir"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Runs symir, and checks the exit code and that standard error contains each of `words`. Returns standard
/// output.
fn check(args: &[&str], code: i32, words: &[&str]) -> String {
    let output = symir().args(args).output().expect("symir starts");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "{args:?}: no `{word}` in: {stderr}");
    }
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn wrong_use_is_named() {
    check(&["run"], 2, &["<FILE>"]);
    check(&["walk"], 2, &["unrecognized subcommand"]);
    check(&["run", "--all", "missing.c"], 2, &["missing.c", "no such file"]);
    check(&["run", "--all", "drivers/strlen.c", "--time", "soon"], 2, &["soon", "use ms, s, m or h"]);
    check(&["run", "--all", "tests/golden/syntax_error.c"], 2, &["syntax_error.c:5", "expected ';'"]);
    check(&["run", "--all", "tests/golden/binary.c"], 2, &["binary.c", "not C source"]);
    check(&["run", "--all", "tests/golden/no_main.c"], 2, &["no_main.c", "no function `main`"]);
    check(&["run", "--all", "tests/golden/empty.c"], 2, &["empty.c", "no function `main`"]);
    check(&["run", "--all", "README.md"], 2, &["README.md"]);
    check(&["run", "--all", "drivers/strlen.c", "--model", "README.md"], 2, &["README.md"]);
}

#[test]
fn a_missing_clang_comes_with_advice() {
    let output = symir()
        .args(["run", "--all", "drivers/strlen.c"])
        .env("PATH", "/nowhere")
        .env_remove("SYMIR_CLANG")
        .output()
        .expect("symir starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("apt-get install clang") && stderr.contains("--clang"), "{stderr}");
    check(&["run", "--all", "drivers/strlen.c", "--clang", "/nowhere/clang"], 2, &["/nowhere/clang"]);
}

#[test]
fn flags_after_two_dashes_reach_clang() {
    check(
        &["run", "--all", "drivers/strlen.c", "--", "-DBROKEN", "-include", "no/such/header.h"],
        2,
        &["header.h"],
    );
    check(&["run", "--all", "drivers/strlen.c", "--", "-std=c17"], 0, &[]);
}

#[test]
fn a_time_limit_keeps_the_tests_found() {
    let stdout =
        check(&["run", "--all", "tests/golden/endless_loop.c", "--time", "2"], 5, &["the time limit"]);
    // Which paths end within the time limit depends on the machine.
    let ended = stdout.lines().filter(|line| line.contains(":=> ") && !line.contains("!unfinished"));
    assert!(ended.count() > 0, "{stdout}");
    assert!(stdout.contains("!unfinished"), "{stdout}");
}

#[test]
fn several_files_are_linked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("the folder is writable");
        path.to_str().expect("a plain path").to_owned()
    };
    let library = write("twice.c", "int twice(int x) { return x > 100 ? 0 : 2 * x; }\n");
    let driver = write(
        "driver.c",
        "#include \"symir.h\"\nint twice(int);\nint main(void) { int x = symir_int(\"x\"); SYMIR_TEST(twice, x); }\n",
    );
    let stdout = check(&["run", "--all", &driver, &library], 0, &["twice: lines 1 of 1"]);
    assert!(stdout.starts_with("twice: "), "{stdout}");
    check(&["run", "--all", &driver], 4, &["`twice`, which has no body"]);
    check(&["run", "--all", &driver, &library, &library], 2, &["twice"]);
}

/// Writes a file into the folder and returns its path.
fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the folder is writable");
    path.to_str().expect("a plain path").to_owned()
}

/// Runs symir and returns standard error.
fn said(args: &[&str]) -> String {
    let output = symir().args(args).output().expect("symir starts");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn what_is_only_unsupported_is_said_once_and_has_a_code_of_its_own() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let call = "int twice(int);\n#include \"symir.h\"\nint f(int x) { return x > 3 ? 1 : twice(x); }\n";
    let main = |call: &str| format!("int main(void) {{ int x = symir_int(\"x\"); {call} }}\n");
    let only = write(folder.path(), "only.c", &format!("{call}{}", main("SYMIR_TEST(twice, x);")));
    check(&["run", "--all", &only], 4, &["--externals native"]);
    check(&["run", "--all", &only, "--no-replay", "--json"], 4, &[]);
    let text = said(&["run", "--all", &only]);
    assert_eq!(text.matches("--externals havoc").count(), 1, "{text}");
    assert_eq!(text.matches("which has no body").count(), 1, "{text}");
    // If one path ends by itself, the run has a result, and the exit code is 0.
    let some = write(folder.path(), "some.c", &format!("{call}{}", main("SYMIR_TEST(f, x);")));
    check(&["run", "--all", &some], 0, &["which has no body"]);
    let help = symir().args(["run", "--help"]).output().expect("symir starts");
    assert!(String::from_utf8_lossy(&help.stdout).contains("4 every path"));
}

#[test]
fn what_the_help_says_of_options_holds() {
    let help = check(&["run", "--help"], 0, &[]);
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "how often each rewrite rule was applied",
        "exit code 6",
        "`chosen` for unit tests, ktest and testcomp",
    ] {
        assert!(help.contains(words), "{words}: {help}");
    }
    check(&["run", "--all", "drivers/strlen.c", "--stats"], 0, &["rewrites applied\n", "  ¬¬x → x\n"]);
    let events = check(&["run", "--all", "drivers/strlen.c", "--json"], 0, &[]);
    let summary = events.lines().rev().find(|line| line.contains("\"summary\"")).expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(summary).expect("JSON");
    let rules = summary["summary"]["rules"].as_array().expect("the rules");
    assert!(rules.iter().any(|rule| rule[0] == "¬¬x → x" && rule[1].as_u64() > Some(0)), "{rules:?}");
}

#[test]
fn a_run_without_questions_says_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "#include \"symir.h\"\nint f(int x) { return x; }\nint main(void) { SYMIR_TEST(f, 3); }\n";
    let driver = write(folder.path(), "plain.c", text);
    check(&["run", "--all", &driver], 0, &["questions     none\n"]);
}

#[test]
fn places_that_take_no_folder_are_named_with_what_to_do() {
    for place in ["/proc/foo", "/proc/foo/bar"] {
        let text = said(&["run", "--all", "drivers/strlen.c", "-o", place]);
        assert!(text.contains(place) && text.contains("choose another folder"), "{text}");
        assert!(!text.contains("removed while"), "{text}");
        check(&["run", "--all", "drivers/strlen.c", "-o", place], 2, &[]);
    }
    check(&["run", "--all", "drivers/strlen.c", "-o", "/dev/null"], 2, &["/dev/null is not a folder"]);
    check(&["run", "--all", "drivers/strlen.c", "-o", "README.md"], 2, &["README.md is not a folder"]);
    check(&["run", "--all", "drivers/strlen.c", "-o", "README.md/x"], 2, &["does not lie within a file"]);
}

#[test]
fn a_missing_header_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let body =
        "int f(int x) { return x > 3; }\nint main(void) { int x = symir_int(\"x\"); SYMIR_TEST(f, x); }\n";
    let without = write(folder.path(), "without.c", body);
    check(&["run", "--all", &without], 2, &["symir_int", "without.c: it has no line `#include \"symir.h\"`"]);
    let klee = write(
        folder.path(),
        "klee.c",
        "int main(void) { int x; klee_make_symbolic(&x, 4, \"x\"); return x; }\n",
    );
    check(&["run", "--all", &klee], 2, &["`#include <klee/klee.h>`"]);
    // A name that the header does not have either is not its fault.
    let call = "#include \"symir.h\"\nint main(void) { return symir_integer(\"x\"); }\n";
    let unknown = write(folder.path(), "unknown.c", call);
    let text = said(&["run", "--all", &unknown]);
    assert!(text.contains("\"symir.h\" has nothing of the name `symir_integer`"), "{text}");
    assert!(!text.contains("it has no line"), "{text}");
    // If a driver includes the header, clang explains its mistakes, and the header has the name that users
    // know.
    let call = "#include \"symir.h\"\nint main(void) { int x = symir_int(\"x\", 3); return x; }\n";
    let wrong = write(folder.path(), "wrong.c", call);
    let text = said(&["run", "--all", &wrong]);
    assert!(text.contains("\nsymir.h:") && !text.contains("#include"), "{text}");
    assert!(!text.contains("/symir-"), "{text}");
}

/// C says that it returns zero, but only of a function that is called `main`.
#[test]
fn a_main_without_a_return_is_left_out_with_what_to_write() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let body = "int main(int argc, char **argv) { if (argc > 2) puts(argv[1]); }\n";
    let program = write(folder.path(), "hosted.c", &format!("#include <stdio.h>\n{body}"));
    let out = folder.path().join("out").display().to_string();
    let text = said(&["gen", &program, "-o", &out]);
    assert!(text.contains("it has no `return` at its end") && text.contains("write `return 0;`"), "{text}");
    assert!(!text.contains("uninitialised"), "{text}");
}

#[test]
fn a_program_has_as_much_stack_as_the_shell_allows() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let body = "int f(int n) { char room[6 << 20]; room[n & 1] = 1; return room[0]; }\n\
                int main(void) { SYMIR_TEST(f, symir_int(\"n\")); return 0; }\n";
    let program = write(folder.path(), "large.c", &format!("#include \"symir.h\"\n{body}"));
    for (limit, is_enough) in [("7168", true), ("4096", false)] {
        let mut shell = Command::new("sh");
        let run = format!("ulimit -S -s {limit} && exec \"$0\" run \"$1\"");
        let output =
            shell.arg("-c").arg(run).arg(assert_cmd::cargo::cargo_bin("symir")).arg(&program).output();
        let output = output.expect("the shell starts");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(!text.contains("stack overflow"), is_enough, "{limit}: {text}");
    }
}

#[test]
fn few_warnings_are_shown_and_the_rest_is_counted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let many: String =
        (0..40).map(|n| format!("static int g{n}(void) {{ int unused{n}; return 1 / 0; }}\n")).collect();
    write(folder.path(), "many.h", &many);
    let body = "#include \"symir.h\"\n#include \"many.h\"\nint f(int x) { int mine; return x; }\nint main(void) { SYMIR_TEST(f, 3); }\n";
    let driver = write(folder.path(), "driver.c", body);
    let text = said(&["run", "--all", &driver, "-q", "--", "-Wall"]);
    assert_eq!(text.matches("warning: ").count(), 3, "{text}");
    let own = text.find("unused variable 'mine'").expect("the driver's own");
    assert!(text.find("many.h:").is_some_and(|other| own < other), "{text}");
    assert!(text.contains("more warnings; --warnings shows all"), "{text}");
    let all = said(&["run", "--all", &driver, "-q", "--warnings", "--", "-Wall"]);
    assert!(all.matches("warning: ").count() > 40, "{all}");
}

#[test]
fn a_main_without_return_ends_with_zero_wherever_it_runs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let body = "#include \"symir.h\"\nint f(int x) { return x > 3; }\n\
        int main(void) { int x = symir_int(\"x\"); SYMIR_TEST(f, x); if (x == 7) return 9; }\n";
    let driver = write(folder.path(), "driver.c", body);
    for level in ["0", "1", "2"] {
        let args = ["run", "--all", &driver, "-O", level, "--", "-ffreestanding", "-Wno-return-type"];
        check(&args, 0, &["confirmed, 0 differ\n"]);
        assert!(!said(&args).contains("flaky"), "{}", said(&args));
    }
}

/// `symir.h` comes first in a driver. It must not decide what the headers after it declare.
#[test]
fn macros_that_choose_what_headers_declare_may_follow_the_header() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let body = "#include \"symir.h\"\n#define _GNU_SOURCE\n#include <sys/mman.h>\n#include <string.h>\n\
        #include <stdint.h>\n#include <inttypes.h>\n\
        static void *use(void *p, int32_t n) { return n > INT32_MAX - 1 ? mremap(p, 1, 2, 0) : memmem(p, 1, p, 1); }\n\
        int f(int x) { return x > 3; }\n\
        int main(void) { (void)use; uint64_t y = symir_uint64(\"y\"); SYMIR_TEST(f, y > UINT8_MAX); }\n";
    let driver = write(folder.path(), "driver.c", body);
    check(&["run", "--all", &driver, "--", "-Werror"], 0, &[]);
    check(&["run", "--all", &driver, "--", "-Werror", "-std=c99"], 0, &[]);
}

/// The example at the top of `symir.h` runs as it is printed there.
#[test]
fn the_example_in_the_header_runs_as_it_is_printed() {
    let header = std::fs::read_to_string("drivers/symir.h").expect("the header");
    let inner = |line: &str| line.strip_prefix(" *     ").map(str::to_owned);
    let lines = header.lines().skip_while(|line| !line.contains("#include"));
    let lines = lines.take_while(|line| line.starts_with(" *     ") || *line == " *");
    let example: Vec<String> = lines.map(|line| inner(line).unwrap_or_default()).collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let driver = write(folder.path(), "example.c", &example.join("\n"));
    let stdout = check(&["run", "--all", &driver, "--", "-Wall", "-Werror"], 0, &["confirmed, 0 differ"]);
    assert!(stdout.lines().all(|line| line.starts_with("strcpy: &\"") && !line.contains("0x7")), "{stdout}");
    let program = folder.path().join("example");
    let clang = std::env::var_os("SYMIR_CLANG").unwrap_or_else(|| "clang-19".into());
    let built = std::process::Command::new(clang)
        .args(["-Wall", "-Werror", "-Idrivers", &driver, "-o"])
        .arg(&program)
        .status()
        .expect("clang starts");
    assert!(built.success());
    let output = std::process::Command::new(program).output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "strcpy :=> &\"\"{\\0,\\0,\\0,\\0,\\0,\\0}\n");
}

/// The functions of `symir.h` for arrays, with and without a number of elements, in a program that runs
/// without symir.
#[test]
fn arrays_of_inputs_are_read_from_a_recorded_test() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let out = out.to_str().expect("a plain path");
    check(&["run", "--all", "tests/golden/arrays.c", "-o", out, "-q"], 0, &[]);
    let program = folder.path().join("arrays");
    let clang = std::env::var_os("SYMIR_CLANG").unwrap_or_else(|| "clang-19".into());
    let built = std::process::Command::new(clang)
        .args(["-Wall", "-Werror", "-Idrivers", "tests/golden/arrays.c", "-o"])
        .arg(&program)
        .status()
        .expect("clang starts");
    assert!(built.success());
    let tests = std::fs::read_to_string(format!("{out}/tests.txt")).expect("tests");
    let inputs = std::fs::read_to_string(format!("{out}/inputs/0005.txt")).expect("inputs");
    assert!(inputs.contains("\nvalues[1] ") && inputs.contains("\npair[0] "), "{inputs}");
    let output = std::process::Command::new(program)
        .env("SYMIR_INPUT", format!("{out}/inputs/0005.txt"))
        .output()
        .expect("it starts");
    let results: Vec<&str> =
        tests.lines().skip(8).take(2).filter_map(|line| line.split(" :=> ").nth(1)).collect();
    let expected = format!("above :=> {}\nis_small :=> {}\n", results[0], results[1]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn a_pointer_without_a_number_of_elements_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let body = "#include \"symir.h\"\nvoid f(int *p) { symir_ints(p, \"p\"); }\nint main(void) { int x[2]; f(x); return 0; }\n";
    let driver = write(folder.path(), "driver.c", body);
    check(
        &["run", "--all", &driver],
        2,
        &["a_pointer_does_not_tell_how_many_elements_there_are__say_it_before_the_name"],
    );
}

#[test]
fn a_folder_of_tests_is_whole() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = folder.path().join("out");
    let path = output.to_str().expect("a plain path");
    let stdout = check(&["run", "--all", "drivers/strlen.c", "-o", path], 0, &[]);
    let read = |name: &str| std::fs::read_to_string(output.join(name)).expect(name);
    assert_eq!(read("tests.txt"), stdout);
    let tests: serde_json::Value = serde_json::from_str(&read("tests.json")).expect("it is JSON");
    assert_eq!(tests["tests"].as_array().map(Vec::len), Some(6));
    assert!(read("strlen.c.gcov").contains("function strlen called 6"), "{}", read("strlen.c.gcov"));
    assert!(read("inputs/0001.txt").contains("\ns 00"), "{}", read("inputs/0001.txt"));
    // The same folder can be used again, but not a folder with other files.
    check(&["run", "--all", "drivers/strlen.c", "-o", path, "-q"], 0, &[]);
    let foreign = folder.path().join("foreign");
    std::fs::create_dir(&foreign).expect("the folder is writable");
    std::fs::write(foreign.join("thesis.txt"), "years of work").expect("the folder is writable");
    check(
        &["run", "--all", "drivers/strlen.c", "-o", foreign.to_str().expect("a plain path")],
        2,
        &["foreign"],
    );
    assert!(Path::new(&foreign).join("thesis.txt").is_file());
}

#[test]
fn quiet_prints_tests_only() {
    let output = symir().args(["run", "--all", "drivers/strlen.c", "-q"]).output().expect("symir starts");
    assert!(output.stderr.is_empty());
    assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), 6);
}

#[test]
fn what_is_used_up_is_said_to_be() {
    // There are enough files for the standard streams and a few more, but not for handling signals, reading
    // the source or starting clang. Files that this process has open, perhaps inherited from its caller,
    // would count too, so the shell closes them.
    let alone = "for file in 3 4 5 6 7 8 9; do eval \"exec $file>&-\"; done";
    for limit in [4, 5, 6, 7] {
        let symir = assert_cmd::cargo::cargo_bin("symir");
        let command = format!("{alone}; ulimit -n {limit} && exec \"$0\" run drivers/strlen.c");
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).arg(symir).current_dir(env!("CARGO_MANIFEST_DIR"));
        let output = shell.output().expect("the shell starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{limit}: {stderr}");
        assert!(
            stderr.contains("too many open files: symir may have") && !stderr.contains("no clang found"),
            "{stderr}"
        );
    }
}

#[test]
fn the_doctor_finds_everything_here() {
    let stdout = check(&["doctor"], 0, &[]);
    let solvers = [("cvc5", cfg!(feature = "cvc5")), ("z3", cfg!(feature = "z3"))];
    let solvers = solvers.into_iter().filter(|(_, is_built_in)| *is_built_in).map(|(name, _)| name);
    for part in ["LLVM", "clang", "libc headers", "sanitizers"].into_iter().chain(solvers) {
        assert!(stdout.lines().any(|line| line.starts_with("ok") && line.contains(part)), "{part}: {stdout}");
    }
    let stdout = check(&["doctor", "--clang", "/nowhere/clang"], 2, &[]);
    assert!(stdout.contains("missing clang"), "{stdout}");
}

/// Debian's clang comes without sanitizers. Without them, nothing confirms a test of an error.
#[test]
fn the_doctor_and_gen_name_the_package_of_the_sanitizers() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let clang = folder.path().join("clang");
    let script = "#!/bin/sh\ncase \"$*\" in *-fsanitize=*) case \"$*\" in *-emit-llvm*|*\" -c \"*|\"-w -c \"*) ;; *)\n\
                  echo '/usr/bin/ld: cannot find /usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan.a' >&2\n\
                  echo 'clang: error: linker command failed with exit code 1' >&2; exit 1;; esac;; esac\n\
                  exec clang-19 \"$@\"\n";
    std::fs::write(&clang, script).expect("written");
    std::fs::set_permissions(&clang, std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .expect("executable");
    let clang = clang.to_str().expect("plain");
    let package = "apt-get install libclang-rt-19-dev";
    let stdout = check(&["doctor", "--clang", clang], 2, &[]);
    assert!(
        stdout.lines().any(|line| line.starts_with("missing sanitizers") && line.contains(package)),
        "{stdout}"
    );
    let source = folder.path().join("store.c");
    let text = "#include <stdlib.h>\nint store(int n) {\n    char *kept = malloc(4);\n    if (!kept)\n        return 0;\n    \
                kept[4] = (char)n;\n    free(kept);\n    return 1;\n}\n";
    std::fs::write(&source, text).expect("written");
    let (source, output) = (source.to_str().expect("plain"), folder.path().join("tests"));
    let arguments = ["gen", source, "--clang", clang, "-o", output.to_str().expect("plain")];
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_symir"))
        .args(arguments)
        .output()
        .expect("symir starts");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(said.contains("unproved") && said.contains(package), "{said}");
}

#[test]
fn a_model_is_trained_shown_and_used() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let words = folder.path().join("words.txt");
    let model = folder.path().join("zz.csv");
    std::fs::write(&words, "zzzz\nzz\n").expect("the folder is writable");
    let (words, model) = (words.to_str().expect("plain"), model.to_str().expect("plain"));
    check(&["model", "train", words, "-o", model], 0, &[]);
    check(&["model", "info", model], 0, &[]);
    let stdout =
        check(&["run", "--all", "drivers/strlen.c", "--model", model, "--readable", "roulette"], 0, &[]);
    assert!(stdout.contains(r#"&"zzzzz"{\0}"#), "{stdout}");
    check(&["model", "train", "missing.txt", "-o", model], 2, &["missing.txt"]);
}

#[test]
fn bitcode_and_assembly_are_as_good_as_c() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let clang = std::env::var_os("SYMIR_CLANG").unwrap_or_else(|| "clang-19".into());
    let mut outputs = Vec::new();
    for (flag, name) in [("-c", "strlen.bc"), ("-S", "strlen.ll")] {
        let path = folder.path().join(name);
        let status = std::process::Command::new(&clang)
            .args(["-emit-llvm", flag, "-g", "-O0", "-D__SYMIR__=1", "-Idrivers", "drivers/strlen.c", "-o"])
            .arg(&path)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status()
            .expect("clang starts");
        assert!(status.success());
        outputs.push(check(&["run", "--all", path.to_str().expect("plain")], 0, &["100 %"]));
    }
    assert_eq!(outputs[0], outputs[1]);
    assert_eq!(outputs[0], check(&["run", "--all", "drivers/strlen.c"], 0, &[]));
}

/// The debug information of optimised code describes the variable `symir_callee`, which knows the declaration
/// of the function, in another way.
#[test]
fn a_function_of_the_library_has_a_readable_line_at_every_level() {
    for level in ["0", "1", "2"] {
        let stdout = check(
            &["run", "--all", "tests/golden/library_tested.c", "-O", level],
            0,
            &["confirmed, 0 differ"],
        );
        assert!(
            stdout.contains("strchr: &\"") && stdout.contains("div: 7 2 :=> {.quot=3, .rem=1}"),
            "-O{level}: {stdout}"
        );
        assert!(!stdout.contains("0x"), "-O{level}: {stdout}");
    }
}

/// Structures that are passed and returned by value keep their members, and padding does not matter.
#[test]
fn structures_by_value_are_confirmed_at_every_level() {
    for level in ["0", "1", "2"] {
        let stdout = check(
            &["run", "--all", "tests/golden/struct_by_value.c", "-O", level],
            0,
            &["confirmed, 0 differ"],
        );
        assert!(stdout.contains("returned: 0 :=> {.count=0, .is_open=false}"), "-O{level}: {stdout}");
    }
}

/// A side that an option has cut off is not called infeasible, whichever option it is.
#[test]
fn sides_that_an_option_cuts_off_are_not_infeasible() {
    for (option, words) in [
        (["--depth", "2"], "cut off by a limit of each path: 1 path by the limit of depth"),
        (["--fork-limit", "1"], "cut off by a limit of each path: "),
        (
            ["--loop-limit", "2"],
            "cut off by a limit of each path: 1 path by the limit of the loop at limited.c:8",
        ),
        (["--paths", "2"], "the run ended early, with "),
        (
            ["--target", "count"],
            "not looked for: --target keeps one test alone, the shortest that comes to count",
        ),
    ] {
        let file = "tests/golden/limited.c";
        let text = said(&["run", "--all", file, "--no-replay", "--workers", "1", option[0], option[1]]);
        assert!(text.contains(words) && !text.contains("infeasible"), "{option:?}: {text}");
    }
}

/// Files without an end are refused wherever a user can name a file.
#[test]
fn files_without_an_end_are_named() {
    let strlen = "drivers/strlen.c";
    let too_much = ["/dev/zero", "more than 64 MB"];
    check(&["run", "--all", strlen, "--model", "/dev/zero"], 2, &too_much);
    check(&["run", "--all", strlen, "--words", "/dev/zero"], 2, &too_much);
    check(&["run", "--all", strlen, "--resume", "/dev/zero"], 2, &["/dev/zero", "no checkpoint"]);
    check(&["run", "--all", "/dev/zero"], 2, &too_much);
    check(&["model", "score", "/dev/zero"], 2, &too_much);
    check(&["model", "words", "/dev/zero", "-o", "/dev/null"], 2, &too_much);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    for name in ["tests.json", "program.json", "run.json"] {
        std::os::unix::fs::symlink("/dev/zero", path(name)).expect("a link");
    }
    let folder = folder.path().to_str().expect("a path in UTF-8");
    check(&["replay", folder], 2, &["run.json", "more than 64 MB"]);
    check(&["export", folder, "--emit", "csv"], 2, &["tests.json", "more than 64 MB"]);
}
