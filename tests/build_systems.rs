//! What an installation offers to other projects: a package for CMake, lines for Meson, a file for
//! pkg-config.

use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

#[path = "common/skipped.rs"]
mod skipped;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/build_systems");

/// The folder into which `make install-files` has installed this symir. It is made only once.
fn installed() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let built = folder.path().join("target/release");
        fs::create_dir_all(&built).expect("made");
        symlink(cargo_bin("symir"), built.join("symir")).expect("linked");
        let mut command = Command::new("make");
        command
            .args(["-s", "-C", ROOT, "install-files", "install-docs", "PREFIX=", "DOCDIR=/"])
            .env("CARGO_TARGET_DIR", folder.path().join("target"));
        command.arg(format!("DESTDIR={}/root", folder.path().display()));
        check(&command.output().expect("make starts"), "");
        folder
    });
    // The folder is used as long as the process lives. Static values are not dropped, so only the system
    // removes it.
    Box::leak(folder.path().join("root").into_boxed_path())
}

#[track_caller]
fn check(output: &Output, words: &str) -> String {
    let said =
        [&output.stdout[..], &output.stderr[..]].map(|it| String::from_utf8_lossy(it).into_owned()).concat();
    assert!(output.status.success() && said.contains(words), "no `{words}` in:\n{said}");
    said
}

fn is_there(program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        skipped::skipped(&format!("there is no {program}: scripts/setup --tests installs it"));
    }
    is_there
}

/// A copy of the small project.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for file in ["CMakeLists.txt", "meson.build", "include/util.h", "src/util.c"] {
        let to = folder.path().join(file);
        fs::create_dir_all(to.parent().expect("a folder")).expect("made");
        fs::copy(Path::new(PROJECT).join(file), to).expect("copied");
    }
    folder
}

fn run(folder: &Path, program: &str, args: &[&str]) -> Output {
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", installed().join("bin").display());
    let mut command = Command::new(program);
    // A `make` may run this test, and its flags must not reach the programs under test.
    command.current_dir(folder).args(args).env("PATH", path).env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
    command.output().unwrap_or_else(|error| panic!("{program}: {error}"))
}

/// Breaks the code, so that its tests do not pass.
fn spoil(folder: &Path) {
    let path = folder.join("src/util.c");
    let text = fs::read_to_string(&path).expect("read");
    fs::write(&path, text.replace("n + STEP", "n - STEP")).expect("written");
}

#[test]
fn cmake_makes_and_runs_suites_of_a_target() {
    if !is_there("cmake") {
        return;
    }
    let project = project();
    let folder = project.path();
    let prefix = format!("-DCMAKE_PREFIX_PATH={}", installed().display());
    check(&run(folder, "cmake", &["-S", ".", "-B", "build", &prefix]), "");
    // There is no suite yet, and ctest says so.
    let before = run(folder, "ctest", &["--test-dir", "build"]);
    assert!(!before.status.success() && String::from_utf8_lossy(&before.stdout).contains("symir-small"));
    check(&run(folder, "cmake", &["--build", "build", "--target", "symir-small"]), "tests/test_util.c");
    check(&run(folder, "ctest", &["--test-dir", "build", "-V"]), "ok 1 - step");
    spoil(folder);
    assert!(!run(folder, "ctest", &["--test-dir", "build"]).status.success());
    // A mistake in CMakeLists.txt is reported.
    fs::write(folder.join("CMakeLists.txt"), "cmake_minimum_required(VERSION 3.20)\nproject(small C)\nfind_package(Symir REQUIRED)\nsymir_add_tests(nothing)\n").expect("written");
    let wrong = run(folder, "cmake", &["-S", ".", "-B", "other", &prefix]);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("there is no target nothing"));
}

#[test]
fn meson_makes_and_runs_suites_of_files() {
    if !is_there("meson") || !is_there("ninja") {
        return;
    }
    let project = project();
    let folder = project.path();
    fs::create_dir(folder.join("symir")).expect("made");
    fs::copy(installed().join("share/symir/meson/meson.build"), folder.join("symir/meson.build"))
        .expect("copied");
    check(&run(folder, "meson", &["setup", "build"]), "Program symir found: YES");
    check(&run(folder, "meson", &["compile", "-C", "build", "symir"]), "tests/test_util.c");
    check(&run(folder, "meson", &["setup", "--reconfigure", "build"]), "");
    check(&run(folder, "meson", &["test", "-C", "build", "-v"]), "ok 1 - step");
    spoil(folder);
    assert!(!run(folder, "meson", &["test", "-C", "build"]).status.success());
}

#[test]
fn pkg_config_says_where_the_header_of_drivers_is() {
    if !is_there("pkg-config") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pkg_config = |args: &[&str]| {
        let mut command = Command::new("pkg-config");
        command.args(args).arg("symir").env("PKG_CONFIG_PATH", installed().join("share/pkgconfig"));
        check(&command.output().expect("pkg-config starts"), "").trim().to_owned()
    };
    assert_eq!(pkg_config(&["--modversion"]), env!("CARGO_PKG_VERSION"));
    let flags = pkg_config(&["--cflags"]);
    let driver: PathBuf = Path::new(PROJECT).join("driver.c");
    let program = folder.path().join("driver");
    let mut compile = Command::new("cc");
    compile.args(flags.split_whitespace()).arg(&driver).arg("-o").arg(&program);
    check(&compile.output().expect("cc starts"), "");
    let recorded = folder.path().join("n.txt");
    for (value, words) in [("n 0b000000\n", "large"), ("n 03000000\n", "small")] {
        fs::write(&recorded, value).expect("written");
        let output = Command::new(&program).env("SYMIR_INPUT", &recorded).output().expect("it starts");
        check(&output, words);
    }
}

/// A reader of README or book in a package can follow every link to another file.
#[test]
fn links_of_the_installed_pages_lead_somewhere() {
    let link = regex::Regex::new(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)").expect("a pattern");
    let root = installed();
    let (mut n_links, mut dead) = (0, Vec::new());
    let mut pages: Vec<PathBuf> = Vec::new();
    for pattern in ["*.md", "docs/*.md", "corpus/*.md", "corpus/*/*.md", "models/*.md"] {
        let found = glob::glob(&root.join(pattern).display().to_string()).expect("a pattern");
        pages.extend(found.map(|page| page.expect("a readable folder")));
    }
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        let folder = page.parent().expect("a folder");
        let targets = link.captures_iter(&text).map(|it| it[1].to_owned());
        for target in targets.filter(|target| !target.contains("://")) {
            n_links += 1;
            if !folder.join(&target).exists() {
                dead.push(format!("{}: {target}", page.strip_prefix(root).unwrap_or(&page).display()));
            }
        }
    }
    assert!(n_links > 50, "only {n_links} links were found");
    assert!(dead.is_empty(), "{dead:#?}");
}

/// If no program is called cc or gcc, clang builds the suites, under its own name or under the name that
/// Debian gives it.
#[test]
fn suites_are_built_by_clang_where_there_is_no_cc() {
    let project = project();
    let folder = project.path();
    let mut command = Command::new(cargo_bin("symir"));
    command.current_dir(folder).args(["gen", "-q", "src/util.c", "--", "-Iinclude", "-DSTEP=1"]);
    check(&command.output().expect("symir starts"), "");
    // A `PATH` with the programs that are needed, but without cc, c++, gcc and g++.
    for (clang, other) in [("clang-19", "clang"), ("clang", "clang-19")] {
        let bin = tempfile::tempdir().expect("a temporary folder");
        let path = std::env::var_os("PATH").expect("a path");
        for program in ["make", "sh", "mkdir", "sed", "sort", "objcopy", "ld", "rm", "env", "ln", "cat"] {
            let file = std::env::split_paths(&path).map(|folder| folder.join(program)).find(|it| it.exists());
            symlink(file.unwrap_or_else(|| panic!("no {program}")), bin.path().join(program))
                .expect("linked");
        }
        let file = std::env::split_paths(&path).map(|folder| folder.join("clang-19")).find(|it| it.exists());
        symlink(file.expect("clang-19"), bin.path().join(clang)).expect("linked");
        assert!(!bin.path().join(other).exists());
        let mut command = Command::new("make");
        command.args(["-B", "-C", "tests"]).current_dir(folder);
        command.env("PATH", bin.path()).env_remove("CC").env_remove("CXX");
        let said = check(&command.output().expect("make starts"), "\nok 1 - ");
        assert!(said.contains(&format!("\n{clang} -g ")), "{said}");
    }
}
