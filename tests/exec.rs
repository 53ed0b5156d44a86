//! `symir exec`: the programs of `tests/exec` do the same as natively, and a program can end in different
//! ways.

#[path = "exec/arguments.rs"]
mod arguments;

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
    // An error is ignored: a program may end without reading.
    let _ = child.stdin.take().expect("a pipe").write_all(INPUT);
    child.wait_with_output().expect("the output can be read")
}

fn exec(args: &[&str]) -> Output {
    output(Command::new(cargo_bin("symir")).arg("exec").args(args).current_dir(programs()))
}

/// Compiles a program natively at this level.
fn compile(file: &Path, level: &str, flags: &[&str], program: &Path) {
    let clang = Path::new(env!("SYMIR_LLVM_PREFIX")).join("bin/clang");
    let mut command = Command::new(clang);
    command.args(["-w", &format!("-O{level}")]).args(flags).arg(file).args(["-lm", "-o"]).arg(program);
    assert!(command.current_dir(programs()).status().expect("clang starts").success());
}

/// Compares two texts line by line, and fails at the first difference.
fn assert_same_lines(ours: &str, native: &str, what: &str) {
    for (ours, native) in ours.lines().zip(native.lines()) {
        assert_eq!(ours, native, "{what}");
    }
    assert_eq!(ours.lines().count(), native.lines().count(), "{what}");
}

fn source(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::Builder::new().suffix(".c").tempfile().expect("a temporary file");
    file.write_all(text.as_bytes()).expect("a file to write to");
    file
}

#[test]
fn programs_do_what_they_do_natively() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["language", "library", "system", "jumps", "assembly"] {
        for level in ["0", "1", "2", "3"] {
            let program = folder.path().join(name);
            let file = format!("{name}.c");
            compile(Path::new(&file), level, &[], &program);
            let native = output(Command::new(&program).arg("argument").current_dir(programs()));
            let ours = exec(&["-O", level, "--cflag=-w", &file, "argument"]);
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert_eq!(text(&ours.stderr), text(&native.stderr), "{name} at {level}");
            assert_eq!(text(&ours.stdout), text(&native.stdout), "{name} at {level}");
            assert_eq!(ours.status.code(), native.status.code(), "{name} at {level}");
        }
    }
}

#[test]
fn errno_is_what_the_library_makes_of_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("errors");
    compile(Path::new("errors.c"), "0", &[], &program);
    let native = output(&mut Command::new(&program));
    let ours = exec(&["--cflag=-w", "errors.c"]);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(text(&native.stdout).lines().count() > 4000, "the functions are called");
    assert_same_lines(&text(&ours.stdout), &text(&native.stdout), "errno");
}

/// The calls need six megabytes of stack.
#[test]
fn the_stack_is_as_large_as_the_shell_says() {
    let file = source(
        "static int down(int n) {\n volatile char room[4096];\n room[0] = (char)n;\n\
         return n == 0 ? 0 : down(n - 1) + (room[0] != (char)n);\n}\n\
         int main(void) { return down(1500); }\n",
    );
    for (kilobytes, status) in [("4096", 135), ("8192", 0)] {
        let ours = Command::new("sh")
            .args(["-c", "ulimit -S -s \"$0\"; exec \"$1\" exec \"$2\"", kilobytes])
            .arg(cargo_bin("symir"))
            .arg(file.path())
            .output()
            .expect("sh starts");
        let said = String::from_utf8_lossy(&ours.stderr);
        assert_eq!(ours.status.code(), Some(status), "{kilobytes}: {said}");
        assert!(said.lines().count() < 5, "a recursion is one line: {said}");
        assert_eq!(
            said.contains("more than 4194304 bytes of stack, which `ulimit -s`"),
            status != 0,
            "{said}"
        );
    }
}

/// Runs the program with both outputs in one file or pipe, or on a terminal. Returns the output and the
/// status.
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
    let file = source("int main(void) { __asm__(\"vzeroupper\"); return 0; }\n");
    let ours = exec(&[file.path().to_str().expect("a path in UTF-8")]);
    assert_eq!(ours.status.code(), Some(136));
    let report = String::from_utf8_lossy(&ours.stderr).into_owned();
    assert!(report.contains("not supported: inline assembly \"vzeroupper\""), "{report}");
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

#[test]
fn variable_arguments_of_every_kind_arrive() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (file, program) = (folder.path().join("arguments.c"), folder.path().join("arguments"));
    for (level, step) in [("0", 1), ("1", 5), ("2", 2), ("3", 7)] {
        std::fs::write(&file, arguments::program(step)).expect("the program is written");
        compile(&file, level, &[], &program);
        let native = output(&mut Command::new(&program));
        assert_eq!(native.status.code(), Some(0));
        let ours = exec(&["-O", level, "--cflag=-w", file.to_str().expect("a path in UTF-8")]);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(text(&ours.stderr), "", "at {level}");
        assert_same_lines(&text(&ours.stdout), &text(&native.stdout), &format!("at {level}"));
    }
}

/// Devices and pipes are read only as far as the program asks, and never to an end that they may not have.
#[test]
fn special_files_are_streams() {
    let text = "#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\n\
        int main(int argc, char **argv) { unsigned char b[100000]; (void)argc; int n = 0;\n\
        int fd = open(argv[1], O_RDONLY); long first = read(fd, b, 16); n += first == 16;\n\
        n += 2 * (lseek(fd, 0, SEEK_SET) == -1);\n\
        FILE *f = fopen(argv[1], \"r\"); n += 4 * (fread(b, 1, sizeof b, f) == sizeof b);\n\
        n += 8 * !feof(f); return n; }\n";
    let source = source(text);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("program");
    compile(source.path(), "0", &[], &program);
    let file = source.path().to_str().expect("a path in UTF-8");
    for device in ["/dev/zero", "/dev/urandom"] {
        let native = output(Command::new(&program).arg(device));
        let ours = exec(&["--memory", "2G", file, device]);
        let said = String::from_utf8_lossy(&ours.stderr);
        assert_eq!(ours.status.code(), native.status.code(), "{device}: {said}");
    }
}

#[test]
fn variable_arguments_that_were_not_passed_are_an_error() {
    let head = "#include <stdarg.h>\nstruct pair { long a, b; }; struct floats { float a, b; };\n\
                struct large { long a, b, c; }; struct doubles { double a, b; };\n";
    let arguments = [
        ("struct pair", "1", "too few registers"),
        ("struct pair", "1, 5L", "half of a structure"),
        ("struct floats", "1", "no register of vectors"),
        ("struct doubles", "1, 1.5", "half of a structure of doubles"),
        ("struct large", "1, 2, 3, 4, 5, 6", "the stack"),
        ("int", "1", "a scalar"),
        ("__int128", "1", "an integer in two registers"),
    ];
    for (ty, passed, what) in arguments {
        let text = format!(
            "{head}static void f(int n, ...) {{ va_list l; va_start(l, n); {ty} x = va_arg(l, {ty}); (void)x; va_end(l); }}\n\
             int main(void) {{ f({passed}); return 0; }}\n"
        );
        let file = source(&text);
        let ours = exec(&[file.path().to_str().expect("a path in UTF-8")]);
        assert_eq!(ours.status.code(), Some(135), "{what}");
        let report = String::from_utf8_lossy(&ours.stderr).into_owned();
        assert!(report.contains("out of bounds read") && report.contains("variable arguments"), "{report}");
    }
}

#[test]
fn standard_input_is_read_as_it_comes() {
    // `yes` writes without end. A program that reads one line and ends must not wait for the rest.
    let file =
        source("#include <stdio.h>\nint main(void) { char b[9]; return fgets(b, 9, stdin) ? b[0] : 1; }\n");
    let mut yes = Command::new("yes").stdout(Stdio::piped()).spawn().expect("yes starts");
    let output = yes.stdout.take().expect("a pipe");
    let mut symir = Command::new(cargo_bin("symir"));
    let status = symir.arg("exec").arg(file.path()).stdin(Stdio::from(output)).status();
    let _ = yes.kill();
    let _ = yes.wait();
    assert_eq!(status.expect("symir starts").code(), Some(i32::from(b'y')));
}

#[test]
fn memory_has_a_limit() {
    let file = source("#include <stdlib.h>\nint main(void) { for (;;) *(int *)malloc(16) = 1; }\n");
    let ours = exec(&["--memory", "128M", file.path().to_str().expect("a path in UTF-8")]);
    let report = String::from_utf8_lossy(&ours.stderr).into_owned();
    assert_eq!(ours.status.code(), Some(5), "{report}");
    assert!(report.contains("more than 128 MB of memory, as --memory says"), "{report}");
}
