//! Compares the models of the C library with the library of this machine, natively: `tests/models/*.c`
//! compares results, buffers and `errno` for random inputs and tables of edge cases.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Functions that the models call and do not define: those of the library or of the test program.
const SHARED: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "aligned_alloc",
    "free",
    "memcpy",
    "memmove",
    "memset",
    "abort",
    "hypot",
    "hypotf",
    "atan2",
    "atan2f",
    "sqrt",
    "exp",
    "log",
    "sin",
    "cos",
    "sinh",
    "cosh",
    "copysign",
    "fabs",
    "exit",
    "_Exit",
    "_exit",
    "symir_unsupported",
    "symir_output",
    "symir_is_heard",
    "symir_stream",
    "symir_control_stream",
    "symir_system",
    "symir_is_result_used",
    "symir_text_number",
    "symir_span",
    "symir_compared",
    "symir_file_contents",
    "symir_read_stream",
    "symir_store_file",
    "symir_time",
    "symir_memory",
];

/// Flags with which undefined behaviour of a model is an illegal instruction.
const MODEL_FLAGS: &[&str] = &[
    "-std=c11",
    "-O1",
    "-ffreestanding",
    "-fno-builtin",
    "-fno-pic",
    "-fsanitize=undefined",
    "-fsanitize-trap=undefined",
];

/// Flags without built-in functions, so that clang does not compute a result instead of calling the library.
const TEST_FLAGS: &[&str] = &["-std=gnu11", "-O1", "-fno-builtin", "-fno-pie", "-no-pie", "-w"];

fn tool(name: &str) -> Command {
    Command::new(Path::new(env!("SYMIR_LLVM_PREFIX")).join("bin").join(name))
}

fn run(command: &mut Command) -> Output {
    let output = command.output().expect("the program starts");
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{command:?}: {}\n{stdout}{stderr}", output.status);
    output
}

/// The C files of a folder of the package.
fn sources(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut sources: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    sources.sort();
    sources
}

/// Compiles a model, with `model_` before the name of everything that it defines.
fn compile_model(source: &Path, folder: &Path) -> PathBuf {
    let object = folder.join(source.file_name().expect("a file has a name")).with_extension("o");
    run(tool("clang").args(MODEL_FLAGS).arg("-c").arg(source).arg("-o").arg(&object));
    run(tool("llvm-objcopy").arg("--prefix-symbols=model_").arg(&object));
    let back = SHARED.iter().map(|name| format!("--redefine-sym=model_{name}={name}"));
    run(tool("llvm-objcopy").args(back).arg(&object));
    object
}

#[test]
fn models_do_what_the_library_does() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let models = sources("models/libc");
    assert!(models.len() > 10, "the models are there");
    let objects: Vec<PathBuf> = models.iter().map(|source| compile_model(source, folder.path())).collect();
    let program = folder.path().join("check");
    run(tool("clang")
        .args(TEST_FLAGS)
        .args(sources("tests/models"))
        .args(objects)
        .arg("-lm")
        .arg("-o")
        .arg(&program));
    run(&mut Command::new(program));
}

/// `tests/models/common.txt` lists the functions that programs call.
#[test]
fn no_common_function_is_without_a_body_by_accident() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/common.txt"));
    let text = text.expect("the list is there");
    let mut wrong = Vec::new();
    let (mut is_without, mut n_with) = (false, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if line.starts_with("without: ") {
            is_without = true;
            continue;
        }
        for name in line.split_whitespace() {
            let has_body =
                symir::internals::frontend::is_modelled(name) || symir::internals::exec::is_known(name);
            n_with += usize::from(has_body);
            match (has_body, is_without) {
                (false, false) => wrong.push(format!("{name} has no body and no reason for that")),
                (true, true) => wrong.push(format!("{name} has a body, and need not be left out")),
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(n_with > 700, "{n_with} functions are there");
}

/// Interprets the comparisons again, with symir's models on both sides. symir looks for errors that no checks
/// of a compiler see, and the models must have none. The results of the comparisons do not matter here, since
/// models of functions that keep a state are called twice.
#[test]
fn models_do_not_err_under_our_own_detectors() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = sources("tests/models");
    let mut words = std::collections::BTreeSet::new();
    for file in files.iter().chain(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/common.txt")]) {
        let text = std::fs::read_to_string(file).expect("the file can be read");
        let parts = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words.extend(parts.map(|word| word.trim_start_matches("model_").to_owned()));
    }
    // The sources put these names together from parts.
    words.extend(
        ["sc", "dc", "xc"].iter().flat_map(|kind| ["mul", "div"].map(|what| format!("__{what}{kind}3"))),
    );
    words.retain(|word| {
        symir::internals::frontend::is_modelled(word) || symir::internals::exec::is_known(word)
    });
    assert!(words.len() > 700, "{} functions have models", words.len());
    let mut names = "#define ROUNDS(n) ((n) / 5000 + 1)\n#define STRIDE 97\n".to_owned();
    words.iter().for_each(|word| names += &format!("#define model_{word} {word}\n"));
    let header = folder.path().join("names.h");
    std::fs::write(&header, names).expect("written");
    // Stand-ins for the definitions of machine.c, which is only for the native program.
    let stand_in = "#include \"machine.h\"\nchar written[2][OUTPUT_ROOM];\nsize_t n_written[2];\n\
                    int is_heard, is_result_used;\nlong now = 1000000000;\n\
                    struct kept *keep(const char *name) {\n    static struct kept one = {.size = 4};\n    return &one;\n}\n";
    let machine = folder.path().join("variables.c");
    std::fs::write(&machine, stand_in).expect("written");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("symir"));
    command.args(["exec", "--detect", "uninitialised,overlap", "--cflag=-w", "--cflag=-fno-builtin"]);
    command.arg("--cflag=-include").arg(format!("--cflag={}", header.display()));
    command.arg(format!("--cflag=-I{}", include.display())).arg("--with").arg(&machine);
    let is_main = |file: &&PathBuf| file.ends_with("main.c");
    for file in files.iter().filter(|file| !is_main(file) && !file.ends_with("machine.c")) {
        command.arg("--with").arg(file);
    }
    command.arg(files.iter().find(is_main).expect("the comparisons begin somewhere"));
    let input = folder.path().join("input");
    std::fs::write(&input, "17 abc\nline").expect("written");
    command.stdin(std::fs::File::open(&input).expect("it is there"));
    let output = command.current_dir(folder.path()).output().expect("symir starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{:?}: {said}", output.status);
    assert!(!said.contains("symir: "), "{said}");
}
