//! Ties the solver libraries that `scripts/setup` chose to the program, records what is linked, for `symir doctor`,
//! compiles the models of the C library, and lays the English dictionary and model out.
//!
//! `scripts/setup` tells what it chose through `[env]` in `.cargo/config.toml`. The crates below us cannot be relied
//! on to find the same files: cvc5-sys prints no link directives when it uses its own bindings, and LLVM's static
//! libraries bring the system's folder, often with an old libz3, onto the linker's path. So a folder of our own, which
//! cargo puts first, has an empty library in the place of each, and the program itself loads the right one.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, exit};

#[path = "src/readable/dictionary/bitmaps.rs"]
mod bitmaps;
#[path = "src/readable/model/gram.rs"]
#[allow(dead_code, reason = "the program takes apart what is put together here")]
mod gram;
#[path = "src/readable/model/smooth.rs"]
#[allow(dead_code, reason = "the program looks up what is laid out here")]
mod smooth;

use gram::{Gram, Symbol};

fn main() {
    for own in ["build.rs", "src/readable/dictionary/bitmaps.rs"] {
        println!("cargo:rerun-if-changed={own}");
    }
    for own in ["gram", "smooth"] {
        println!("cargo:rerun-if-changed=src/readable/model/{own}.rs");
    }
    let out_dir = PathBuf::from(var("OUT_DIR"));
    // <target>/<profile>/build/<package>/out
    let profile_dir = out_dir.ancestors().nth(3).expect("invariant: OUT_DIR is four deep");
    start_quickly(&out_dir);
    // libcvc5.so carries a CaDiCaL of another version and finds its functions by name, first in the program: those of
    // our CaDiCaL, which is linked statically, must not be seen from outside.
    link_arg("--exclude-libs,ALL");
    let llvm = record_llvm();
    for (number, name) in ["cvc5", "z3"].into_iter().enumerate() {
        let library = tie_solver(name, &out_dir, profile_dir);
        write_entries(number, name, &library, &llvm, &out_dir);
    }
    println!("cargo:rustc-link-search=native={}", out_dir.display());
    compile_models(&llvm, &out_dir);
    lay_out_dictionary(&out_dir);
    lay_out_model(&out_dir);
}

/// Writes the words of `models/english.words` as `Dictionary::english` has them in memory, so that no start has to
/// read them: all words back to back by length, class and order in the file; the class of each; the bitmaps
/// of each length; and as numbers of 32 bits, the least byte first, how many words have 1, 2, 3, … bytes, each with the
/// number of bytes of their bitmaps.
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

/// Writes `models/english.csv` as `Model::english` has it in memory: its notes as they are, its letters in order, its
/// grams with their counts, and the table of their probabilities.
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
    let table = smooth::lay_out(order, letters.len() + 1, counted);
    write(&out_dir.join("english.notes"), (notes.join("\n") + "\n").as_bytes());
    write(&out_dir.join("english.letters"), String::from_iter(&letters).as_bytes());
    write(&out_dir.join("english.grams"), &gram::pack(&counts));
    write(&out_dir.join("english.smooth"), &table);
}

/// Leaves the dynamic linker little to do at each start, which for a small program takes as long as its tests: addresses
/// of the program's own are fixed, functions of other libraries are bound when they are called, and the C++ library,
/// of which LLVM uses much, is part of the program where the compiler has it in that form.
fn start_quickly(out_dir: &Path) {
    println!("cargo:rustc-link-arg-bins=-no-pie");
    println!("cargo:rustc-link-arg-bins=-Wl,-z,lazy");
    let name = "libstdc++.a";
    let found = Command::new("cc").arg(format!("-print-file-name={name}")).output();
    let found = found.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    let ours = out_dir.join(name);
    let _ = fs::remove_file(&ours);
    // A compiler that does not have it gives the name back.
    if let Ok(library) = found
        && library.is_absolute()
        && let Err(error) = std::os::unix::fs::symlink(&library, &ours)
    {
        fail(&format!("cannot make {}: {error}", ours.display()));
    }
}

/// Ties the chosen library to the program, which loads it when it needs it: an empty `lib<name>.a` in `out_dir` stands for
/// it at link time, where the entries of [`write_entries`] are all that is called, and `SYMIR_<NAME>_PLACES` says where it
/// is at run time: folders, seen from the program's, with a colon between them. Gives the library.
fn tie_solver(name: &str, out_dir: &Path, profile_dir: &Path) -> PathBuf {
    let upper = name.to_uppercase();
    // A link is followed, as the libraries that this one needs lie beside the real file.
    let library = real(Path::new(&var(&format!("SYMIR_{upper}_LIB"))));
    let origin = var(&format!("SYMIR_{upper}_ORIGIN"));
    println!("cargo:rerun-if-changed={}", library.display());
    println!("cargo:rustc-env=SYMIR_{upper}_ORIGIN={origin}");

    let _ = fs::remove_file(out_dir.join(format!("lib{name}.so")));
    write(&out_dir.join(format!("lib{name}.a")), b"!<arch>\n");

    // Where `make install` puts it comes first.
    let mut places = vec!["../lib/symir".to_owned()];
    let folder = library.parent().expect("invariant: a file has a folder");
    if origin.starts_with("wheel") {
        let folder = relative(profile_dir, folder);
        // Tests, benchmarks and examples are one folder deeper.
        places.extend([folder.clone(), format!("../{folder}")]);
    } else if !folder.starts_with("/usr/lib") {
        places.push(folder.display().to_string());
    }
    println!("cargo:rustc-env=SYMIR_{upper}_PLACES={}", places.join(":"));
    library
}

/// Writes the assembly that `src/solver/backend/lazy.rs` is built with: for every function of a solver's C interface an
/// entry of the same name, which jumps to what its slot holds. Before the first call that is the way to
/// `symir_bind_solver`, which is given the number of the library and of the function and finds the function. All that can
/// carry an argument is kept around that: the registers of the System V calling convention for x86-64.
fn write_entries(number: usize, name: &str, library: &Path, llvm: &Path, out_dir: &Path) {
    let prefix = if name == "z3" { "Z3_" } else { "cvc5_" };
    let mut names = names(llvm, library, &["--dynamic", "--defined-only"]);
    names.retain(|function| function.starts_with(prefix));

    let mut text = String::from(".text\n");
    for (index, function) in names.iter().enumerate() {
        text += &format!(
            ".globl {function}\n.hidden {function}\n.type {function}, @function\n\
             {function}: jmpq *symir_{name}_slots+8*{index}(%rip)\n\
             symir_{name}_bind_{index}: pushq ${index}\njmp symir_{name}_bind\n"
        );
    }
    let integers = ["rax", "rdi", "rsi", "rdx", "rcx", "r8", "r9", "r10"];
    let room = 8 * 16;
    text += &format!("symir_{name}_bind:\n");
    integers.iter().for_each(|register| text += &format!("pushq %{register}\n"));
    text += &format!("subq ${room}, %rsp\n");
    (0..8).for_each(|at| text += &format!("movups %xmm{at}, {}(%rsp)\n", 16 * at));
    // The stack is at a multiple of 16: the return address, the number and eight registers lie on it.
    text += &format!("movl ${number}, %edi\nmovq {}(%rsp), %rsi\ncall symir_bind_solver\n", room + 64);
    text += "movq %rax, %r11\n";
    (0..8).for_each(|at| text += &format!("movups {}(%rsp), %xmm{at}\n", 16 * at));
    text += &format!("addq ${room}, %rsp\n");
    integers.iter().rev().for_each(|register| text += &format!("popq %{register}\n"));
    text += "addq $8, %rsp\njmpq *%r11\n";
    text += &format!(
        ".section .data.symir_{name}_slots,\"aw\",@progbits\n.balign 8\n.globl symir_{name}_slots\n\
         .hidden symir_{name}_slots\nsymir_{name}_slots:\n"
    );
    (0..names.len()).for_each(|index| text += &format!(".quad symir_{name}_bind_{index}\n"));
    text += ".text\n";
    write(&out_dir.join(format!("{name}.entries.s")), text.as_bytes());
    write(&out_dir.join(format!("{name}.entries")), Vec::from_iter(names).join("\n").as_bytes());
    let file = library.file_name().expect("invariant: a library has a name").to_string_lossy();
    println!("cargo:rustc-env=SYMIR_{}_FILE={file}", name.to_uppercase());
}

/// How the models of the C library are compiled: few instructions, no library functions that the code does not
/// call itself, no tables in the place of branches, and no debug information, so that they are in no coverage.
const MODEL_FLAGS: &[&str] = &[
    "-std=c11",
    "-O1",
    "-g0",
    "-ffreestanding",
    "-fno-builtin",
    "-fno-pic",
    "-fno-jump-tables",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-stack-protector",
    "-Wall",
    "-Wextra",
    "-Werror",
];

/// How the models of the C++ library are compiled: likewise, but with the headers of the library, whose templates they
/// instantiate.
const CXX_MODEL_FLAGS: &[&str] = &[
    "-std=c++20",
    "-O1",
    "-g0",
    "-fno-builtin",
    "-fno-pic",
    "-fno-jump-tables",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-stack-protector",
    "-fno-threadsafe-statics",
    // A linker takes an alias whether it is needed or not.
    "-Xclang",
    "-mno-constructor-aliases",
    "-Wall",
    "-Wextra",
];

/// Compiles `models/libc/*.c` and `models/libcxx/*.cpp` and links each to one file in `out_dir`, which
/// `src/frontend/library.rs` embeds.
fn compile_models(llvm: &Path, out_dir: &Path) {
    compile_library(llvm, out_dir, "libc", "c", MODEL_FLAGS);
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
    // What the models define and what they use beside that, a name a line, in order.
    for (kind, which) in [("names", "--defined-only"), ("used", "--undefined-only")] {
        let names = names(llvm, &linked, &[which, "--extern-only"]);
        write(&out_dir.join(format!("{library}.{kind}")), Vec::from_iter(names).join("\n").as_bytes());
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

/// Compiles one file to assembly without the module's flags, which could contradict those of a program.
fn compile_model(llvm: &Path, source: &Path, out_dir: &Path, flags: &[&str]) -> PathBuf {
    println!("cargo:rerun-if-changed={}", source.display());
    let name = source.file_stem().expect("invariant: a file with an extension has a stem");
    let output = out_dir.join(name).with_extension("ll");
    let clang = llvm.join("bin/clang");
    run(Command::new(clang).args(flags).args(["-S", "-emit-llvm", "-o"]).arg(&output).arg(source));
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

/// Records the version of LLVM and where its programs, clang among them, are; gives that folder.
fn record_llvm() -> PathBuf {
    let variable = ["19", "20", "21"]
        .into_iter()
        .find(|major| env::var_os(format!("CARGO_FEATURE_LLVM_{major}")).is_some())
        .map(|major| format!("LLVM_SYS_{major}1_PREFIX"));
    let Some(variable) = variable else {
        fail("no LLVM is chosen: build with one of the features llvm-19, llvm-20, llvm-21");
    };
    let prefix = var(&variable);
    let config = format!("{prefix}/bin/llvm-config");
    let version = match Command::new(&config).arg("--version").output() {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        _ => fail(&format!("{config} does not run")),
    };
    println!("cargo:rustc-env=SYMIR_LLVM_VERSION={version}");
    println!("cargo:rustc-env=SYMIR_LLVM_PREFIX={prefix}");
    PathBuf::from(prefix)
}

/// The way from the folder `from` to the folder `to`, both absolute.
fn relative(from: &Path, to: &Path) -> String {
    let (from, to) = (real(from), real(to));
    let common = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(to.components().skip(common)).collect();
    way.display().to_string()
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|error| fail(&format!("cannot find {}: {error}", path.display())))
}

fn write(path: &Path, bytes: &[u8]) {
    if let Err(error) = fs::write(path, bytes) {
        fail(&format!("cannot write {}: {error}", path.display()));
    }
}

fn link_arg(arg: &str) {
    println!("cargo:rustc-link-arg=-Wl,{arg}");
}

/// A variable that cargo or `scripts/setup` sets.
fn var(name: &str) -> String {
    println!("cargo:rerun-if-env-changed={name}");
    env::var(name).unwrap_or_else(|_| fail(&format!("{name} is not set")))
}

fn fail(what: &str) -> ! {
    println!("cargo:warning={what}: run `make deps`");
    eprintln!("error: {what}: run `make deps`, which finds or installs LLVM, cvc5 and Z3");
    exit(1)
}
