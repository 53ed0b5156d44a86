//! Records which solver libraries `scripts/setup` chose, compiles the models of the C library, and lays the
//! English dictionary and model out as they are in memory.
//!
//! If `scripts/setup` chose other libraries than the usual ones, it says so through `[env]` in
//! `.cargo/config.toml`. The program is not linked with the solver libraries: it loads them when it asks them
//! (`src/solver/backend/foreign`). Some tests are linked with Z3.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio, exit};

/// The layout of what the library reads and this script writes; the library has the same module.
#[path = "src/readable/layout/mod.rs"]
#[allow(dead_code, reason = "the library looks up what is laid out here")]
mod layout;

use layout::gram::{self, Gram, Symbol};
use layout::{bitmaps, table};

fn main() {
    for own in ["build.rs", "src/readable/layout"] {
        println!("cargo:rerun-if-changed={own}");
    }
    let out_dir = PathBuf::from(var("OUT_DIR"));
    let llvm = record_llvm();
    for name in ["cvc5", "z3"] {
        if env::var_os(format!("CARGO_FEATURE_{}", name.to_uppercase())).is_some() {
            record_solver(name);
        }
    }
    compile_debug_reader(&llvm);
    compile_models(&llvm, &out_dir);
    compile_launcher(&llvm, &out_dir);
    lay_out_dictionary(&out_dir);
    lay_out_model(&out_dir);
}

/// Writes the words of `models/english.words` as `Dictionary::english` has them in memory, so that symir need
/// not read them at every start. There are four files: all words back to back by length, class and order in
/// the file; the class of each word; the bitmaps of each length; and the counts, as little-endian numbers of
/// 32 bits: how many words have 1, 2, 3, … bytes, each with the number of bytes of their bitmaps.
fn lay_out_dictionary(out_dir: &Path) {
    let path = "models/english.words";
    println!("cargo:rerun-if-changed={path}");
    let text = fs::read_to_string(path).unwrap_or_else(|error| fail(&format!("cannot read {path}: {error}")));
    let mut class = 0u8;
    let mut lengths: Vec<Vec<(u8, &str)>> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(number) = line.strip_prefix('@') {
            class = number.parse().unwrap_or_else(|_| fail(&format!("{path}: {line} is no class")));
            continue;
        }
        lengths.resize(lengths.len().max(line.len()), Vec::new());
        lengths[line.len() - 1].push((class, line));
    }
    let words = || lengths.iter().flatten();
    let text = |words: &Vec<(u8, &str)>| words.iter().flat_map(|(_, word)| word.bytes()).collect::<Vec<u8>>();
    let texts: Vec<Vec<u8>> = lengths.iter().map(text).collect();
    let bitmaps: Vec<Vec<u8>> = (1..).zip(&texts).map(|(n, text)| bitmaps::lay_out(n, text)).collect();
    let counts = lengths.iter().zip(&bitmaps).flat_map(|(words, bitmaps)| [words.len(), bitmaps.len()]);
    let files = [
        ("english.text", texts.concat()),
        ("english.classes", words().map(|(class, _)| *class).collect()),
        ("english.bitmaps", bitmaps.concat()),
        ("english.counts", counts.flat_map(|count| (count as u32).to_le_bytes()).collect()),
    ];
    files.into_iter().for_each(|(name, bytes)| write(&out_dir.join(name), &bytes));
}

/// Writes `models/english.csv` as `Model::english` has it in memory: its notes as they are, its letters in
/// order, its grams with their counts, and the table of their probabilities.
fn lay_out_model(out_dir: &Path) {
    let path = "models/english.csv";
    println!("cargo:rerun-if-changed={path}");
    let text = fs::read_to_string(path).unwrap_or_else(|error| fail(&format!("cannot read {path}: {error}")));
    let (notes, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
    let line = |line: &&str| {
        let (gram, count) = line.split_once(',')?;
        Some((gram.to_owned(), count.parse::<u64>().ok()?))
    };
    let lines: Option<Vec<(String, u64)>> = lines.iter().skip(1).map(line).collect();
    let lines = lines.unwrap_or_else(|| fail(&format!("{path}: a line is no gram and count")));
    let order = notes.iter().find_map(|note| note.strip_prefix("# order: ")?.parse().ok());
    let order: usize = order.unwrap_or_else(|| fail(&format!("{path}: no note of the order")));
    let letters = lines.iter().flat_map(|(gram, _)| gram.chars()).filter(|letter| !"^$".contains(*letter));
    let letters: Vec<char> = letters.collect::<BTreeSet<char>>().into_iter().collect();
    let symbol = |letter: char| match letter {
        '^' => Symbol::BEGIN,
        '$' => Symbol::END,
        _ => Symbol::letter(letters.binary_search(&letter).expect("invariant: it is one of the letters")),
    };
    let gram = |text: &str| text.chars().fold(Gram::default(), |gram, letter| gram.then(symbol(letter)));
    let mut counts: Vec<(Gram, u64)> = lines.iter().map(|(text, count)| (gram(text), *count)).collect();
    counts.sort_unstable();
    let counted = counts.iter().map(|(gram, count)| (*gram, *count as f64));
    let table = table::lay_out(order, letters.len() + 1, counted);
    write(&out_dir.join("english.notes"), (notes.join("\n") + "\n").as_bytes());
    write(&out_dir.join("english.letters"), String::from_iter(&letters).as_bytes());
    write(&out_dir.join("english.grams"), &gram::pack(&counts));
    write(&out_dir.join("english.smooth"), &table);
}

/// Records the version and the origin of the solver library, and its folder if the user named the library. No
/// folder is recorded for a library that `scripts/setup` fetched: the program finds it where it is installed,
/// so that no path of this folder gets into the program.
fn record_solver(name: &str) {
    let upper = name.to_uppercase();
    let library = chosen(&format!("SYMIR_{upper}_LIB")).map_or_else(|| fetched(name), PathBuf::from);
    let origin =
        chosen(&format!("SYMIR_{upper}_ORIGIN")).unwrap_or_else(|| format!("wheel {}", pinned(name)));
    println!("cargo:rerun-if-changed={}", library.display());
    println!("cargo:rustc-env=SYMIR_{upper}_ORIGIN={origin}");
    // `wheel 1.4.0`, or `/opt/lib/libcvc5.so 1.4.0`
    let version = origin.rsplit(' ').next().expect("invariant: rsplit yields at least one part");
    println!("cargo:rustc-env=SYMIR_{upper}_VERSION={version}");
    // Only tests use this.
    println!("cargo:rustc-env=SYMIR_{upper}_FILE={}", library.display());
    let folder = library.parent().expect("invariant: a file has a folder").display();
    if !origin.starts_with("wheel") {
        println!("cargo:rustc-env=SYMIR_{upper}_FOLDER={folder}");
    }
    // `z3-sys` asks for Z3 whenever something is linked, although only tests call it. This folder comes
    // before the system's, which may have an older Z3.
    println!("cargo:rustc-link-search=native={folder}");
    println!("cargo:rustc-link-arg-tests=-Wl,-rpath,{folder}");
}

/// The library that `scripts/setup` fetched: in this folder, or the copy that it keeps for the user.
fn fetched(name: &str) -> PathBuf {
    let data = env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    let data = data.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".local/share")));
    let own = PathBuf::from(var("CARGO_MANIFEST_DIR")).join(".deps");
    let folders = [Some(own), data.map(|data| data.join("symir"))].into_iter().flatten();
    let files: Vec<PathBuf> = folders.map(|folder| folder.join(format!("lib/lib{name}.so"))).collect();
    let found = files.iter().find(|file| file.exists());
    found.cloned().unwrap_or_else(|| fail(&format!("{} is not there", files[0].display())))
}

/// The version that `scripts/setup` fetches.
fn pinned(name: &str) -> String {
    let path = "scripts/solvers.txt";
    println!("cargo:rerun-if-changed={path}");
    let text = fs::read_to_string(path).unwrap_or_else(|error| fail(&format!("cannot read {path}: {error}")));
    let names = [format!("{name}=="), format!("{name}-solver==")];
    let line = |line: &str| names.iter().find_map(|name| line.strip_prefix(&**name).map(str::to_owned));
    let pin = text.lines().find_map(line).unwrap_or_else(|| fail(&format!("{path} has no {name}")));
    pin.split(' ').next().expect("invariant: split yields at least one part").to_owned()
}

/// How models are compiled: few instructions, no library functions that the code does not call itself, no
/// tables instead of branches, and no debug information, so that models do not appear in coverage.
const MODEL_FLAGS: &[&str] = &[
    "-O1",
    "-g0",
    "-fno-builtin",
    "-fno-pic",
    "-fno-jump-tables",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-stack-protector",
    "-Wall",
    "-Wextra",
];

/// Further flags for models of the C library.
const C_MODEL_FLAGS: &[&str] = &["-std=c11", "-ffreestanding", "-Werror"];

/// Further flags for models of the C++ library, which instantiate templates of its headers.
const CXX_MODEL_FLAGS: &[&str] = &[
    "-std=c++20",
    "-fno-threadsafe-statics",
    // No aliases of constructors: a linker takes an alias whether it is needed or not.
    "-Xclang",
    "-mno-constructor-aliases",
];

/// Compiles `models/libc/*.c` and `models/libcxx/*.cpp` and links each to one file in `out_dir`, which
/// `src/frontend/library.rs` embeds.
fn compile_models(llvm: &Path, out_dir: &Path) {
    compile_library(llvm, out_dir, "libc", "c", C_MODEL_FLAGS);
    compile_library(llvm, out_dir, "libcxx", "cpp", CXX_MODEL_FLAGS);
}

fn compile_library(llvm: &Path, out_dir: &Path, library: &str, extension: &str, flags: &[&str]) {
    let folder = format!("models/{library}");
    println!("cargo:rerun-if-changed={folder}");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| fail(&format!("{folder}: {error}")));
    let mut sources: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    sources.retain(|path| path.extension().is_some_and(|found| found == extension));
    sources.sort();
    let out_folder = out_dir.join(library);
    fs::create_dir_all(&out_folder)
        .unwrap_or_else(|error| fail(&format!("{}: {error}", out_folder.display())));
    let compile = |source: &PathBuf| compile_model(llvm, source, &out_folder, flags);
    let compiled: Vec<PathBuf> = sources.iter().map(compile).collect();
    let linked = out_dir.join(format!("{library}.bc"));
    run(Command::new(llvm.join("bin/llvm-link")).arg("-o").arg(&linked).args(&compiled));
    // Lists the names that the models define, and those that they use without defining them: one a line,
    // sorted.
    for (kind, which) in [("names", "--defined-only"), ("used", "--undefined-only")] {
        let names = names(llvm, &linked, &[which, "--extern-only"]);
        write(&out_dir.join(format!("{library}.{kind}")), Vec::from_iter(names).join("\n").as_bytes());
    }
}

/// Compiles the C++ code for what LLVM's C interface cannot do: read debug information and split blocks.
fn compile_debug_reader(llvm: &Path) {
    let sources = ["src/frontend/llvm/debug.cpp", "src/frontend/llvm/branches.cpp"];
    sources.iter().for_each(|source| println!("cargo:rerun-if-changed={source}"));
    let include = llvm.join("include");
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").flag("-fno-exceptions").flag("-fno-rtti").warnings(false);
    // The headers of LLVM count as system headers, so that there are no warnings about them.
    build.flag("-isystem").flag(include.to_str().unwrap_or_else(|| fail("the path of LLVM is not UTF-8")));
    build
        .define("_GNU_SOURCE", None)
        .define("__STDC_CONSTANT_MACROS", None)
        .define("__STDC_LIMIT_MACROS", None);
    build.files(sources).compile("symir_debug");
}

/// Compiles the program that contains native runs, which `src/replay/launcher.rs` embeds. It needs no shared
/// libraries, since it starts before anything that the tested program could bring along.
fn compile_launcher(llvm: &Path, out_dir: &Path) {
    let folder = Path::new("src/replay");
    for name in ["confine.h", "contain.h"] {
        println!("cargo:rerun-if-changed={}", folder.join(name).display());
    }
    let mut command = Command::new(llvm.join("bin/clang"));
    command.args(["-std=gnu11", "-O2", "-Wall", "-Wextra", "-s", "-Wl,--gc-sections", "-o"]);
    command.arg(out_dir.join("launcher"));
    for name in ["launcher.c", "mounts.c", "landlock.c", "filter.c"] {
        let source = folder.join(name);
        println!("cargo:rerun-if-changed={}", source.display());
        command.arg(source);
    }
    // Some systems have the static C library in a package of its own. Without it, the shared one is used.
    let is_static = Command::new(command.get_program())
        .args(command.get_args())
        .arg("-static")
        .stderr(Stdio::null())
        .status();
    if !is_static.is_ok_and(|status| status.success()) {
        run(&mut command);
    }
}

/// The symbols of a file that `llvm-nm` lists.
fn names(llvm: &Path, file: &Path, options: &[&str]) -> BTreeSet<String> {
    let mut command = Command::new(llvm.join("bin/llvm-nm"));
    match command.args(options).arg("--format=just-symbols").arg(file).output() {
        Ok(output) if output.status.success() => {
            let listed = String::from_utf8_lossy(&output.stdout).into_owned();
            // A version may follow the name.
            let names = listed.lines().map(|line| line.split('@').next().unwrap_or(line));
            names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
        }
        Ok(output) => fail(&format!("llvm-nm: {}", output.status)),
        Err(error) => fail(&format!("llvm-nm: {error}")),
    }
}

/// Compiles one file to LLVM assembly without the module's flags, which could contradict the flags of a
/// program.
fn compile_model(llvm: &Path, source: &Path, out_dir: &Path, flags: &[&str]) -> PathBuf {
    println!("cargo:rerun-if-changed={}", source.display());
    let name = source.file_stem().expect("invariant: a file with an extension has a stem");
    let output = out_dir.join(name).with_extension("ll");
    let clang = llvm.join("bin/clang");
    run(Command::new(clang)
        .args(MODEL_FLAGS)
        .args(flags)
        .args(["-S", "-emit-llvm", "-o"])
        .arg(&output)
        .arg(source));
    let text = fs::read_to_string(&output).unwrap_or_else(|error| fail(&format!("{error}")));
    let kept: Vec<&str> = text.lines().filter(|line| !line.starts_with("!llvm.")).collect();
    if let Err(error) = fs::write(&output, kept.join("\n") + "\n") {
        fail(&format!("cannot write {}: {error}", output.display()));
    }
    output
}

fn run(command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => fail(&format!("{command:?}: {status}")),
        Err(error) => fail(&format!("{command:?}: {error}")),
    }
}

/// Records the version of LLVM and the folder of its installation, which has its programs, such as clang.
/// Returns that folder.
fn record_llvm() -> PathBuf {
    let prefix = chosen("LLVM_SYS_191_PREFIX").unwrap_or_else(|| "/usr/lib/llvm-19".to_owned());
    let config = format!("{prefix}/bin/llvm-config");
    let version = match Command::new(&config).arg("--version").output() {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        _ => fail(&format!("{config} does not run")),
    };
    println!("cargo:rustc-env=SYMIR_LLVM_VERSION={version}");
    println!("cargo:rustc-env=SYMIR_LLVM_PREFIX={prefix}");
    PathBuf::from(prefix)
}

fn write(path: &Path, bytes: &[u8]) {
    if let Err(error) = fs::write(path, bytes) {
        fail(&format!("cannot write {}: {error}", path.display()));
    }
}

/// A variable that cargo sets.
fn var(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| fail(&format!("{name} is not set")))
}

/// A variable that is set if another library than the usual one is to be used.
fn chosen(name: &str) -> Option<String> {
    println!("cargo:rerun-if-env-changed={name}");
    env::var(name).ok()
}

fn fail(what: &str) -> ! {
    let way = "run `scripts/setup` in the folder of symir";
    println!("cargo:warning={what}: {way}");
    eprintln!("error: {what}: {way}, which finds or installs LLVM, cvc5 and Z3");
    exit(1)
}
