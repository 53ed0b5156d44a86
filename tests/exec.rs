//! `symir exec`: programs of `tests/exec` do what they do natively, and the ways in which one can end.

use assert_cmd::cargo::cargo_bin;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const INPUT: &[u8] = b"one line\nanother";

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exec")
}

fn output(command: &mut Command) -> Output {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    // A program may end without reading.
    let _ = child.stdin.take().expect("a pipe").write_all(INPUT);
    child.wait_with_output().expect("the output can be read")
}

fn exec(args: &[&str]) -> Output {
    output(Command::new(cargo_bin("symir")).arg("exec").args(args).current_dir(programs()))
}

fn source(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::Builder::new().suffix(".c").tempfile().expect("a temporary file");
    file.write_all(text.as_bytes()).expect("a file to write to");
    file
}

#[test]
fn programs_do_what_they_do_natively() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["language", "library", "system"] {
        for level in ["0", "1", "2", "3"] {
            let program = folder.path().join(name);
            let file = format!("{name}.c");
            let clang = Path::new(env!("SYMIR_LLVM_PREFIX")).join("bin/clang");
            let mut compile = Command::new(clang);
            compile.args(["-w", &format!("-O{level}"), &file, "-lm", "-o"]).arg(&program);
            assert!(compile.current_dir(programs()).status().expect("clang starts").success());
            let native = output(Command::new(&program).arg("argument").current_dir(programs()));
            let ours = exec(&["-O", level, "--cflag=-w", &file, "argument"]);
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert_eq!(text(&ours.stderr), text(&native.stderr), "{name} at {level}");
            assert_eq!(text(&ours.stdout), text(&native.stdout), "{name} at {level}");
            assert_eq!(ours.status.code(), native.status.code(), "{name} at {level}");
        }
    }
}

/// Runs the program with both outputs in one file or pipe, or on a terminal; gives what came out, and the status.
fn mixed(way: &str, folder: &Path, command: &[&str]) -> (String, Option<i32>) {
    let file = folder.join("output");
    let quoted: Vec<String> = command.iter().map(|word| format!("'{word}'")).collect();
    let (command, file_name) = (quoted.join(" "), file.display());
    let line = match way {
        "file" => format!("{command} >'{file_name}' 2>&1"),
        "pipe" => format!("{{ {command}; echo \"status $?\"; }} 2>&1 | cat >'{file_name}'"),
        _ => format!("script -qec \"{command}\" /dev/null </dev/null >'{file_name}' 2>&1"),
    };
    let status = Command::new("sh").arg("-c").arg(line).current_dir(programs()).status().expect("sh starts");
    let text = std::fs::read(&file).expect("the output is there");
    (String::from_utf8_lossy(&text).into_owned(), status.code())
}

#[test]
fn streams_and_descriptors_come_in_the_order_of_their_buffers() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("order");
    let clang = Path::new(env!("SYMIR_LLVM_PREFIX")).join("bin/clang");
    let compiled =
        Command::new(clang).args(["-w", "order.c", "-o"]).arg(&program).current_dir(programs()).status();
    assert!(compiled.expect("clang starts").success());
    let symir = cargo_bin("symir");
    let (program, symir) = (program.to_str().expect("UTF-8"), symir.to_str().expect("UTF-8"));
    for way in ["file", "pipe", "terminal"] {
        let arguments = if way == "pipe" { &["a", "x"][..] } else { &["a", "n", "l", "s", "f", "c", "x"] };
        for argument in arguments.iter().copied() {
            let native = mixed(way, folder.path(), &[program, argument]);
            let ours = mixed(way, folder.path(), &[symir, "exec", "--cflag=-w", "order.c", argument]);
            assert!(native.0.contains("second"), "{way} {argument}: {}", native.0);
            assert_eq!(ours, native, "{way} {argument}");
        }
    }
}

#[test]
fn an_error_is_reported_after_the_output() {
    let file = source("#include <stdio.h>\nint main(void) { int *p = 0; puts(\"before\"); return *p; }\n");
    let ours = exec(&[file.path().to_str().expect("a path in UTF-8")]);
    assert_eq!(ours.status.code(), Some(135));
    assert_eq!(ours.stdout, b"before\n");
    let report = String::from_utf8_lossy(&ours.stderr).into_owned();
    assert!(report.contains(":2: null pointer dereference: reads through a null pointer"), "{report}");
}

#[test]
fn what_is_not_supported_is_named() {
    let file =
        source("int main(void) { __asm__(\"cpuid\" ::: \"rax\", \"rbx\", \"rcx\", \"rdx\"); return 0; }\n");
    let ours = exec(&[file.path().to_str().expect("a path in UTF-8")]);
    assert_eq!(ours.status.code(), Some(136));
    let report = String::from_utf8_lossy(&ours.stderr).into_owned();
    assert!(report.contains("not supported: inline assembly \"cpuid\""), "{report}");
}

#[test]
fn symbolic_inputs_belong_to_run() {
    let file = source("#include \"symir.h\"\nint main(void) { return symir_int(\"x\") & 1; }\n");
    let ours = exec(&[file.path().to_str().expect("a path in UTF-8")]);
    assert_eq!(ours.status.code(), Some(136));
    let report = String::from_utf8_lossy(&ours.stderr).into_owned();
    assert!(report.contains("`symir run`"), "{report}");
}

#[test]
fn statistics_go_to_standard_error() {
    let file = source("int main(void) { return 3; }\n");
    let ours = exec(&["--stats", file.path().to_str().expect("a path in UTF-8")]);
    assert_eq!(ours.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&ours.stderr).contains("instructions in"));
    assert!(ours.stdout.is_empty());
}

#[test]
fn files_are_read_and_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let name = folder.path().join("note.txt");
    std::fs::write(&name, "old\n").expect("a file to write to");
    let text = "#include <stdio.h>\nint main(int argc, char **argv) {\n\
                FILE *f = fopen(argv[1], \"a+\"); char b[9]; (void)argc; rewind(f); fgets(b, 9, f);\n\
                fputs(\"new\\n\", f); fclose(f); return b[0]; }\n";
    let file = source(text);
    let paths = [file.path(), &name].map(|path| path.to_str().expect("a path in UTF-8").to_owned());
    let ours = exec(&[&paths[0], &paths[1]]);
    assert_eq!(ours.status.code(), Some(i32::from(b'o')), "{}", String::from_utf8_lossy(&ours.stderr));
    assert_eq!(std::fs::read_to_string(&name).expect("the file is there"), "old\nnew\n");
}
