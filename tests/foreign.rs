//! Makes suites for libraries of other authors, as their maintainers would get them. A library is fetched,
//! and symir is used as a user would use it. Its suite is compiled with warnings as errors and read, and the
//! library is changed to see whether the suite notices.

use assert_cmd::cargo::cargo_bin;
use compilers::clang;
use mutants::{compiles, lines_of, mutants, passes};
use skipped::skipped;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "common/compilers.rs"]
mod compilers;
#[path = "common/mutants.rs"]
mod mutants;
#[path = "common/skipped.rs"]
mod skipped;

/// How many changes of a library are tried: for the libraries that came first, and for the others.
const MUTANTS: usize = 9;
const FEW: usize = 3;

/// A library and what is done with it.
struct Library {
    /// The driver in `tests/foreign`, without its ending.
    driver: &'static str,
    /// Its folder in `.sources/foreign`, and the files that are used from it.
    folder: &'static str,
    files: &'static [&'static str],
    /// The sources of the program beside the driver.
    sources: &'static [&'static str],
    /// The file that is changed, and the functions in which it is changed.
    changed: (&'static str, &'static [&'static str]),
    n_changes: usize,
    /// What the suite in plain C has to contain, and what it must not contain.
    says: &'static [&'static str],
    never: &'static [&'static str],
    /// The frameworks that are tried beside plain C, each with its compiler.
    frameworks: &'static [(&'static str, &'static str)],
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder with the sources of a library. `None`, with a message, if it cannot be fetched.
fn sources(folder: &str) -> Option<PathBuf> {
    let path = root().join(".sources/foreign").join(folder);
    if !path.is_dir() {
        let output = Command::new(root().join("scripts/foreign")).output().expect("scripts/foreign starts");
        if !output.status.success() {
            skipped(&format!(
                "the sources of `{folder}` are not there: {}",
                String::from_utf8_lossy(&output.stderr)
            ));
            return None;
        }
    }
    Some(path)
}

fn make(folder: &Path, args: &[&str]) {
    let unity = format!("UNITY={}", root().join("tests/formats/unity").display());
    let mut command = Command::new("make");
    command.current_dir(folder).args(["-s", "WARNINGS=-Wall -Wextra -Werror", &unity]).args(args);
    let output = command.env("MALLOC_PERTURB_", "85").output().expect("make starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {}\n{error}", String::from_utf8_lossy(&output.stdout));
}

fn symir(folder: &Path, args: &[&str]) {
    let output =
        Command::new(cargo_bin("symir")).current_dir(folder).args(args).output().expect("symir starts");
    // Exit code 10 says that there are bugs.
    let is_done = matches!(output.status.code(), Some(0 | 10));
    assert!(is_done, "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The changes of a library that some test notices.
#[derive(Default)]
struct Changes {
    n_killed: usize,
    /// Changes that only the suite with the tests of all paths notices.
    missed: Vec<String>,
}

fn check(library: &Library) -> Changes {
    let Some(from) = sources(library.folder) else { return Changes::default() };
    let place = tempfile::tempdir().expect("a temporary folder");
    let here = place.path();
    for file in library.files {
        let name = Path::new(file).file_name().expect("a file");
        fs::copy(from.join(file), here.join(name)).expect("copied");
    }
    let driver = root().join(format!("tests/foreign/{}.c", library.driver));
    fs::copy(driver, here.join("driver.c")).expect("copied");
    let frameworks: Vec<&str> =
        ["c"].into_iter().chain(library.frameworks.iter().map(|(name, _)| *name)).collect();
    let frameworks = frameworks.join(",");
    let program: Vec<&str> = ["driver.c"].into_iter().chain(library.sources.iter().copied()).collect();
    symir(here, &[&["run", "-q", "-o", "out", "--emit", &frameworks], &program[..]].concat());
    let suite = here.join("out");
    let text = fs::read_to_string(suite.join("test_c.c")).expect("read");
    let n_by_driver = text.matches("run_driver(inputs)").count();
    let n_tests = text.matches("static void test_").count();
    assert!(
        n_tests >= 10 && n_by_driver * 20 <= n_tests,
        "{n_by_driver} of {n_tests} run the driver\n{text}"
    );
    for part in library.says {
        assert!(text.contains(part), "{part}\n{text}");
    }
    for part in library.never.iter().chain(&["/tmp", "db 00"]) {
        assert!(!text.contains(part), "{part}\n{text}");
    }
    assert!(
        !fs::read_to_string(suite.join("Makefile")).expect("read").contains(here.to_str().expect("a path"))
    );
    make(&suite, &["c"]);
    make(&suite, &["c", "BUGS=1"]);
    for (framework, compiler) in library.frameworks {
        let (cc, cxx) = match *compiler {
            "clang" => clang(),
            _ => ("CC=gcc".to_owned(), "CXX=g++".to_owned()),
        };
        make(&suite, &[&cc, &cxx, &format!("BUILD=build-{compiler}"), framework]);
    }
    changes(library, here)
}

fn changes(library: &Library, here: &Path) -> Changes {
    symir(here, &["export", "out", "--emit", "c", "--minimize", "none", "-o", "all"]);
    let (file, functions) = library.changed;
    let original = fs::read_to_string(here.join(file)).expect("read");
    let lines = lines_of(&original, functions);
    let all = mutants(&original, &|line, _| lines.contains(&line));
    let stride = all.len().div_ceil(library.n_changes).max(1);
    let (mut changes, mut n_alike) = (Changes::default(), 0);
    for mutant in all.iter().skip(stride / 2).step_by(stride) {
        fs::write(here.join(file), mutant.of(&original)).expect("written");
        let source = if file.ends_with(".h") { "driver.c" } else { file };
        if !compiles(&here.join(source), &[format!("-I{}", here.join("out").display())]) {
            continue;
        }
        if !passes(&here.join("out")) {
            changes.n_killed += 1;
        } else if !passes(&here.join("all")) {
            changes.missed.push(format!("{file}:{}", mutant.words(&original)));
        } else {
            n_alike += 1;
        }
    }
    fs::write(here.join(file), &original).expect("written");
    let Changes { n_killed, missed } = &changes;
    println!("{}: {n_killed} changes noticed, {n_alike} change nothing; not: {missed:?}", library.driver);
    changes
}

#[test]
fn suites_for_libraries_of_others() {
    let found: Vec<Changes> = std::thread::scope(|scope| {
        let all: Vec<_> = LIBRARIES.iter().map(|library| scope.spawn(move || check(library))).collect();
        all.into_iter().map(|one| one.join().expect("a library fails, see above")).collect()
    });
    // The suites that are written for reading notice nine in ten of the changes that the tests of all paths
    // notice.
    let n_killed: usize = found.iter().map(|changes| changes.n_killed).sum();
    let missed: Vec<&String> = found.iter().flat_map(|changes| &changes.missed).collect();
    let n_told = n_killed + missed.len();
    assert!(n_killed * 10 >= n_told * 9, "{n_killed} of {n_told} changes noticed; not: {missed:#?}");
}

const LIBRARIES: &[Library] = &[
    Library {
        driver: "jsmn",
        folder: "jsmn",
        files: &["jsmn.h"],
        sources: &[],
        changed: ("jsmn.h", &["jsmn_parse", "jsmn_parse_string", "jsmn_parse_primitive"]),
        n_changes: MUTANTS,
        says: &[
            "#include \"jsmn.h\"\n",
            "jsmntok_t tokens[3];\n",
            "assert(tokens[0].type == JSMN_PRIMITIVE);",
        ],
        never: &["typedef"],
        frameworks: &[("check", "gcc")],
    },
    Library {
        driver: "cjson",
        folder: "cjson",
        files: &["cJSON.c", "cJSON.h"],
        sources: &["cJSON.c"],
        changed: (
            "cJSON.c",
            &[
                "get_object_item",
                "get_array_item",
                "add_item_to_array",
                "cJSON_DetachItemViaPointer",
                "cJSON_GetArraySize",
            ],
        ),
        n_changes: MUTANTS,
        says: &[
            "#include \"cJSON.h\"\n",
            "cJSON *result = cJSON_GetObjectItem(object, ",
            "cJSON_AddNumberToObject(object, \"ab\", 7.0);",
        ],
        never: &["typedef", "unsigned char valuestring"],
        frameworks: &[("unity", "clang"), ("gtest", "gcc")],
    },
    Library {
        driver: "sds",
        folder: "hiredis",
        files: &["sds.c", "sds.h", "sdsalloc.h", "alloc.c", "alloc.h", "fmacros.h", "win32.h"],
        sources: &["sds.c", "alloc.c"],
        changed: ("sds.c", &["sdstrim", "sdsrange", "sdscmp", "sdstoupper"]),
        n_changes: MUTANTS,
        says: &["#include \"sds.h\"\n", "sds s = sdsnew(", "sds result = sdstrim(s, \" x\");"],
        never: &["typedef", "fmacros.h", "alloc.h"],
        frameworks: &[("cmocka", "clang")],
    },
    Library {
        driver: "csv",
        folder: "csv",
        files: &["libcsv.c", "csv.h"],
        sources: &["libcsv.c"],
        changed: ("libcsv.c", &["csv_parse", "csv_write2"]),
        n_changes: MUTANTS,
        says: &["#include \"csv.h\"\n", ", field, row, NULL);", "csv_init(&p, 1);", "csv_free(&p);"],
        never: &["typedef", "struct csv_parser {"],
        frameworks: &[("cmocka", "gcc")],
    },
    Library {
        driver: "uthash",
        folder: "uthash",
        files: &["src/uthash.h", "src/utlist.h"],
        sources: &[],
        changed: ("driver.c", &["add_user", "remove_user", "insert", "remove_all"]),
        n_changes: MUTANTS,
        says: &[
            "#include \"uthash.h\"\n#include \"utlist.h\"\n",
            "assert(users == ",
            "add_user(3, \"ann\");",
        ],
        never: &["struct UT_hash_handle {"],
        frameworks: &[("gtest", "gcc")],
    },
    Library {
        driver: "avl",
        folder: "avl",
        files: &["avl.c", "avl.h"],
        sources: &["avl.c"],
        changed: ("avl.c", &["avl_insert", "avl_search_closest", "avl_unlink_node", "avl_at"]),
        n_changes: FEW,
        says: &[
            "#include \"avl.h\"\n",
            "avl_tree_t *avltree = avl_alloc_tree(by_value, NULL);",
            "avl_free_tree(avltree);",
        ],
        never: &["typedef", "struct avl_node_t {"],
        // A parameter is called `new`, so the header is not valid C++.
        frameworks: &[("unity", "clang")],
    },
    Library {
        driver: "bitstream",
        folder: "qrencode",
        files: &["bitstream.c", "bitstream.h"],
        sources: &["bitstream.c"],
        changed: ("bitstream.c", &["BitStream_writeNum", "BitStream_append", "BitStream_toByte"]),
        n_changes: FEW,
        says: &[
            "#include \"bitstream.h\"\n",
            "BitStream_appendNum(bstream, 2, 5);",
            "BitStream_free(bstream);",
        ],
        never: &["typedef"],
        frameworks: &[("gtest", "clang")],
    },
    Library {
        driver: "http",
        folder: "http-parser",
        files: &["http_parser.c", "http_parser.h"],
        sources: &["http_parser.c"],
        changed: (
            "http_parser.c",
            &["http_parse_host_char", "http_should_keep_alive", "http_parser_parse_url"],
        ),
        n_changes: FEW,
        says: &["#include \"http_parser.h\"\n", "struct http_parser_url ", "http_method_str(HTTP_"],
        never: &["typedef", "struct http_parser {"],
        frameworks: &[("cmocka", "gcc")],
    },
    Library {
        driver: "lzf",
        folder: "lzf",
        files: &["lzf_d.c", "lzf.h", "lzfP.h"],
        sources: &["lzf_d.c"],
        changed: ("lzf_d.c", &["lzf_decompress"]),
        n_changes: FEW,
        says: &["#include \"lzf.h\"\n", "lzf_decompress(in_data, 4, out_data, 8);"],
        never: &["typedef"],
        frameworks: &[("check", "gcc")],
    },
    Library {
        driver: "ring",
        folder: "portaudio",
        files: &["src/common/pa_ringbuffer.c", "src/common/pa_ringbuffer.h", "src/common/pa_memorybarrier.h"],
        sources: &["pa_ringbuffer.c"],
        changed: ("pa_ringbuffer.c", &["PaUtil_GetRingBufferWriteRegions", "PaUtil_WriteRingBuffer"]),
        n_changes: FEW,
        says: &["#include \"pa_ringbuffer.h\"\n", "PaUtilRingBuffer "],
        never: &["typedef"],
        frameworks: &[("gtest", "gcc")],
    },
    Library {
        driver: "soldout",
        folder: "soldout",
        files: &["buffer.c", "buffer.h", "array.c", "array.h"],
        sources: &["buffer.c", "array.c"],
        changed: ("array.c", &["parr_insert", "parr_remove", "parr_grow", "parr_push"]),
        n_changes: FEW,
        says: &["#include \"array.h\"\n#include \"buffer.h\"\n", "bufrelease(", "parr_free("],
        never: &["typedef", "struct buf {"],
        frameworks: &[("unity", "gcc")],
    },
];
