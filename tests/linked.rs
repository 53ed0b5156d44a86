//! The LLVM that is linked and the solvers that are loaded are those that `scripts/setup` chose, and a
//! library that is missing or of another version is named with what to do.

#[cfg(feature = "z3")]
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use symir::internals::solver::BackendKind;

/// The version at the end of `wheel 1.4.0` or `/usr/lib/libcvc5.so 1.4.0`.
fn version(origin: &str) -> &str {
    origin.rsplit(' ').next().expect("invariant: rsplit yields at least one part")
}

/// The version that the loaded library reports.
fn loaded(kind: BackendKind) -> String {
    kind.load().expect("the library is where the set-up has put it");
    kind.version()
}

#[test]
fn llvm_is_the_recorded_one() {
    let (major, minor, patch) = inkwell::support::get_llvm_version();
    assert_eq!(format!("{major}.{minor}.{patch}"), env!("SYMIR_LLVM_VERSION"));
}

#[test]
#[cfg(feature = "cvc5")]
fn cvc5_is_the_recorded_one() {
    // The wheel calls itself 1.4.0-modified.
    let loaded = loaded(BackendKind::Cvc5);
    assert_eq!(loaded.split('-').next(), Some(version(env!("SYMIR_CVC5_ORIGIN"))));
}

#[test]
#[cfg(feature = "z3")]
fn z3_is_the_recorded_one() {
    let loaded = loaded(BackendKind::Z3);
    let number: Vec<&str> = version(env!("SYMIR_Z3_ORIGIN")).splitn(4, '.').take(3).collect();
    assert!(loaded.contains(&number.join(".")), "loaded is {loaded}");
}

/// Runs a copy of symir in `folder`, which is also the home of its user, with the solver libraries in
/// `libraries` if that is given.
#[cfg(feature = "z3")]
fn elsewhere(folder: &Path, libraries: Option<&Path>, args: &[&str]) -> (Option<i32>, String) {
    let program = folder.join("bin/symir");
    if !program.exists() {
        std::fs::create_dir(folder.join("bin")).expect("a folder");
        std::fs::hard_link(env!("CARGO_BIN_EXE_symir"), &program).expect("a link");
    }
    let mut command = Command::new(&program);
    command.args(args).env("HOME", folder).env_remove("XDG_DATA_HOME").env_remove("SYMIR_LIB_DIR");
    // Cargo sets this variable to folders with libraries for tests.
    command.env_remove("LD_LIBRARY_PATH");
    command.envs(libraries.map(|folder| ("SYMIR_LIB_DIR", folder)));
    let output = command.output().expect("symir starts");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn temporary() -> tempfile::TempDir {
    let program = Path::new(env!("CARGO_BIN_EXE_symir"));
    tempfile::tempdir_in(program.parent().expect("a folder")).expect("a temporary folder")
}

#[cfg(feature = "z3")]
const DRIVER: [&str; 5] = ["run", "--all", "-q", "drivers/strlen.c", "--no-replay"];

#[test]
#[cfg(all(feature = "cvc5", feature = "z3"))]
fn a_library_that_does_not_serve_is_named_when_it_is_asked_for() {
    let folder = temporary();
    assert_eq!(elsewhere(folder.path(), None, &DRIVER).0, Some(0), "no library is needed");

    // The library of another solver stands for one of another version, so that this holds whatever libraries
    // the system has.
    let libraries = folder.path().join("libraries");
    std::fs::create_dir(&libraries).expect("a folder");
    let own = std::fs::canonicalize(env!("SYMIR_Z3_FILE")).expect("the chosen Z3");
    symlink(&own, libraries.join("libcvc5.so")).expect("a link");
    let asked = [&DRIVER[..], &["--solver", "cvc5"]].concat();
    let (code, message) = elsewhere(folder.path(), Some(&libraries), &asked);
    assert_eq!(code, Some(2));
    assert!(message.contains("cvc5: ") && message.contains("symir doctor"), "{message}");
    assert_eq!(elsewhere(folder.path(), Some(&libraries), &["doctor"]).0, Some(2));
}

#[test]
#[cfg(feature = "z3")]
fn libraries_are_found_beside_the_installed_program_and_in_the_data_folder_of_the_user() {
    let own = std::fs::canonicalize(env!("SYMIR_Z3_FILE")).expect("the chosen Z3");
    let asked = [&DRIVER[..], &["--solver", "z3"]].concat();
    for place in ["lib/symir", ".local/share/symir/lib"] {
        let folder = temporary();
        std::fs::create_dir_all(folder.path().join(place)).expect("a folder");
        symlink(&own, folder.path().join(place).join("libz3.so")).expect("a link");
        assert_eq!(elsewhere(folder.path(), None, &asked), (Some(0), String::new()), "{place}");
    }
}

#[test]
fn the_program_is_hardened_and_knows_no_folder_of_its_build() {
    let program = std::fs::read(env!("CARGO_BIN_EXE_symir")).expect("the program");
    let has = |text: &str| program.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(!has(".deps/lib"), "a folder of the build tree is searched for libraries");
    // The type of the file is that of a shared object: its position is independent.
    assert_eq!(program[16], 3, "the program has a fixed position");
    assert!(!has("libz3.so.") && !has("libcvc5.so."), "a solver is linked");
    let said = |program: &str, args: &[&str]| {
        let output =
            Command::new(program).args(args).output().unwrap_or_else(|error| panic!("{program}: {error}"));
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let dynamic = said("readelf", &["--wide", "--dynamic", "--program-headers", env!("CARGO_BIN_EXE_symir")]);
    for what in ["GNU_RELRO", "BIND_NOW", "NOW PIE"] {
        assert!(dynamic.contains(what), "{what} is missing: {dynamic}");
    }
    assert!(!dynamic.contains("RPATH") && !dynamic.contains("RUNPATH"), "{dynamic}");
    // A release does not contain debug information.
    let folder = temporary();
    let stripped = folder.path().join("symir");
    said("objcopy", &["--strip-debug", env!("CARGO_BIN_EXE_symir"), stripped.to_str().expect("a path")]);
    let program = std::fs::read(stripped).expect("the program");
    let own = env!("CARGO_MANIFEST_DIR").as_bytes();
    let at = program.windows(own.len()).position(|window| window == own);
    let text = at.map(|at| String::from_utf8_lossy(&program[at..(at + 200).min(program.len())]).into_owned());
    assert_eq!(text, None, "a path of the build tree is in the program");
}

/// Checks everything that `make install` has to install. The program is not built anew for that.
#[test]
#[cfg(all(feature = "cvc5", feature = "z3"))]
fn an_installation_is_whole() {
    let folder = temporary();
    let built = folder.path().join("target/release");
    std::fs::create_dir_all(&built).expect("a folder");
    std::fs::hard_link(env!("CARGO_BIN_EXE_symir"), built.join("symir")).expect("a link");
    let root = folder.path().join("root");
    let output = Command::new("make")
        .args(["-o", "build", "install", "PREFIX=/opt/symir"])
        .arg(format!("DESTDIR={}", root.display()))
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .env_remove("MAKEFLAGS")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("make starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let prefix = root.join("opt/symir");
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "THIRD_PARTY.md", "drivers/symir.h", "models/README.md"] {
        assert!(prefix.join("share/symir").join(name).is_file(), "{name}");
    }
    // A link that leads out of the installation would lead nowhere on another machine.
    let libraries = prefix.join("lib/symir");
    for entry in std::fs::read_dir(&libraries).expect("the libraries") {
        let path = entry.expect("an entry").path();
        let file = path.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(file.starts_with(libraries.canonicalize().expect("a folder")), "{}", path.display());
    }
    for solver in ["cvc5", "z3"] {
        let asked = [&DRIVER[..], &["--solver", solver]].concat();
        assert_eq!(elsewhere(&prefix, None, &asked), (Some(0), String::new()), "{solver}");
    }
}

/// The configuration of cargo is in the repository, so that a build before the set-up can say what is
/// missing.
#[test]
fn cargo_is_configured_for_the_pinned_solvers() {
    let read = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let (config, pins) = (read(".cargo/config.toml"), read("scripts/solvers.txt"));
    let pinned = pins.lines().find_map(|line| line.strip_prefix("z3-solver==")).expect("Z3 is pinned");
    let version: Vec<&str> = pinned.split(['.', ' ']).take(3).collect();
    let wanted = format!("Z3_SYS_Z3_VERSION = \"{}\"\n", version.join("."));
    // Or the user told the set-up to use another Z3.
    let folder = option_env!("SYMIR_Z3_FILE").and_then(|file| Path::new(file).parent());
    let other =
        folder.map(|folder| format!("Z3_LIBRARY_PATH_OVERRIDE = {:?}\n", folder.display().to_string()));
    assert!(config.contains(&wanted) || other.is_some_and(|other| config.contains(&other)), "{config}");
    assert!(config.contains("DOCS_RS = \"1\""), "{config}");
}
