//! Programs in C++. Those of `tests/cxx` do the same in `symir exec` as natively. Native runs confirm every
//! test of those of `tests/cxx/symbolic`, whose expected lines stand beside them. Those of
//! `tests/cxx/unsupported` use something that symir does not support: symir names it in the words of their
//! first lines, and never takes it for an error.
//!
//! `UPDATE_EXPECT=1 cargo test --test cxx` writes the lines anew; read the difference before you commit it.

use assert_cmd::cargo::cargo_bin;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The programs of a folder.
fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "cpp"));
    programs.sort();
    programs
}

fn output(command: &mut Command) -> Output {
    command.output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks every program, on two threads.
fn for_each(programs: &[PathBuf], check: impl Fn(usize, &Path) + Sync) {
    std::thread::scope(|scope| {
        for half in 0..2 {
            let check = &check;
            let own = programs.iter().enumerate().filter(move |(at, _)| at % 2 == half);
            scope.spawn(move || own.for_each(|(at, program)| check(at, program)));
        }
    });
}

#[test]
fn programs_do_what_they_do_natively() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let programs = programs("tests/cxx");
    assert!(programs.len() > 20, "the programs are there");
    for_each(&programs, |at, file| {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let native = folder.path().join(&name);
        let clang = Path::new(env!("SYMIR_LLVM_PREFIX")).join("bin/clang++");
        let mut compile = Command::new(clang);
        compile.args(["-w", "-std=c++20"]).arg(file).arg("-o").arg(&native);
        assert!(output(&mut compile).status.success(), "{name} compiles");
        let native = output(&mut Command::new(native));
        // Each level of optimisation is used for a third of the programs.
        let level = ["0", "1", "2"][at / 2 % 3];
        let mut ours = Command::new(cargo_bin("symir"));
        ours.args(["exec", "-O", level, "--cflag=-w", "--cflag=-std=c++20"]).arg(file);
        let ours = output(&mut ours);
        assert_eq!(text(&ours.stdout), text(&native.stdout), "{name} at {level}: {}", text(&ours.stderr));
        assert_eq!(text(&ours.stderr), text(&native.stderr), "{name} at {level}");
        assert_eq!(ours.status.code(), native.status.code(), "{name} at {level}");
    });
}

#[test]
fn tests_are_confirmed_natively() {
    let programs = programs("tests/cxx/symbolic");
    assert!(programs.len() > 8, "the programs are there");
    for_each(&programs, |_, file| {
        let mut run = Command::new(cargo_bin("symir"));
        run.args(["run", "--all", "--search", "dfs", "--workers", "1"]).arg(file).args([
            "--",
            "-w",
            "-std=c++20",
        ]);
        let output = output(&mut run);
        let (lines, words) = (text(&output.stdout), text(&output.stderr));
        let n = lines.lines().count();
        assert!(
            words.contains(&format!("replay        {n} confirmed, 0 differ")),
            "{file:?}: {lines}{words}"
        );
        expect_test::expect_file![file.with_extension("out")].assert_eq(&lines);
    });
}

#[test]
fn what_is_not_supported_is_named() {
    let programs = programs("tests/cxx/unsupported");
    assert!(programs.len() >= 7, "the programs are there");
    for_each(&programs, |_, file| {
        let source = std::fs::read_to_string(file).expect("read");
        let words = source.lines().next().and_then(|line| line.strip_prefix("// ")).expect("what it uses");
        let output = output(Command::new(cargo_bin("symir")).args(["run", "-q", "--no-replay"]).arg(file));
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(4), "{}: {said}{}", file.display(), text(&output.stderr));
        assert!(said.contains(&format!(":=> !unsupported: {words}")), "{}: {said}", file.display());
    });
}
