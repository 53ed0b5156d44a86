//! `symir gen` on libraries of others: which of their functions get a suite that compiles without warnings, passes, and takes
//! the branches that inputs lead to. A few small ones are held to bounds; with `SYMIR_FOREIGN=1` all are tried, and the table
//! in `corpus/foreign/README.md` is written. `SYMIR_PROGRAM` is another symir to do it with, such as an optimised one.

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use skipped::skipped;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "common/skipped.rs"]
mod skipped;

/// What of the branches in reach tests of a function have to take, in percent.
const COVERED: u64 = 85;

/// A library, and what is tried of it.
struct Library {
    name: &'static str,
    /// What it is for.
    kind: &'static str,
    /// Within `.sources/foreign`.
    files: &'static [&'static str],
    flags: &'static [&'static str],
    /// Of ten functions with external linkage, those that have to have a suite in a quick run; `None` if it is not one of those.
    bound: Option<usize>,
}

const LIBRARIES: &[Library] = &[
    Library { name: "jsmn", kind: "JSON", files: &["jsmn/jsmn.h"], flags: &[], bound: None },
    Library { name: "cJSON", kind: "JSON", files: &["cjson/cJSON.c"], flags: &[], bound: None },
    Library { name: "libcsv", kind: "CSV", files: &["csv/libcsv.c"], flags: &[], bound: None },
    Library { name: "sds", kind: "string builder", files: &["hiredis/sds.c"], flags: &[], bound: None },
    Library {
        name: "utstring",
        kind: "string builder",
        files: &["uthash/src/utstring.h"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "libsoldout",
        kind: "buffers, arrays",
        files: &["soldout/array.c", "soldout/buffer.c"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "libb64",
        kind: "base64",
        files: &["b64/src/cencode.c", "b64/src/cdecode.c"],
        flags: &["-Ib64/include"],
        bound: None,
    },
    Library { name: "libscrypt", kind: "base64", files: &["scrypt/b64.c"], flags: &[], bound: None },
    Library { name: "utf8proc", kind: "UTF-8", files: &["utf8proc/utf8proc.c"], flags: &[], bound: None },
    Library {
        name: "klibc getopt",
        kind: "getopt",
        files: &["klibc/usr/klibc/getopt.c"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "klibc fnmatch",
        kind: "glob",
        files: &["klibc/usr/klibc/fnmatch.c"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "libmd",
        kind: "SHA-1, MD5",
        files: &["md/src/sha1.c", "md/src/md5.c"],
        flags: &["-I@include", "-Imd/include"],
        bound: None,
    },
    Library {
        name: "PortAudio",
        kind: "ring buffer",
        files: &["portaudio/src/common/pa_ringbuffer.c"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "musl pleval",
        kind: "expression parser",
        files: &["musl/src/locale/pleval.c"],
        flags: &["-Dhidden="],
        bound: None,
    },
    Library {
        name: "musl time",
        kind: "dates",
        files: &[
            "musl/src/time/__secs_to_tm.c",
            "musl/src/time/__tm_to_secs.c",
            "musl/src/time/__month_to_secs.c",
            "musl/src/time/__year_to_secs.c",
        ],
        flags: &["-Dhidden="],
        bound: None,
    },
    Library {
        name: "musl strverscmp",
        kind: "versions",
        files: &["musl/src/string/strverscmp.c"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "http-parser",
        kind: "URL",
        files: &["http-parser/http_parser.c"],
        flags: &[],
        bound: None,
    },
    Library { name: "libavl", kind: "ordered map", files: &["avl/avl.c"], flags: &[], bound: None },
    Library {
        name: "tinycdb",
        kind: "hash map",
        files: &["cdb/cdb_hash.c", "cdb/cdb_unpack.c"],
        flags: &[],
        bound: Some(10),
    },
    Library {
        name: "liblzf",
        kind: "compression",
        files: &["lzf/lzf_c.c", "lzf/lzf_d.c"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "qrencode",
        kind: "bit stream",
        files: &["qrencode/bitstream.c"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "libcork",
        kind: "bit set, arena",
        files: &["cork/src/libcork/ds/bitset.c", "cork/src/libcork/core/mempool.c"],
        flags: &["-I@include", "-Icork/include"],
        bound: None,
    },
];

/// What came of the functions of one linkage.
#[derive(Default)]
struct Count {
    good: usize,
    all: usize,
}

/// What came of a library.
#[derive(Default)]
struct Row {
    external: Count,
    own: Count,
    seconds: Vec<f64>,
    needs: usize,
    bugs: Vec<String>,
    /// Functions without such a suite, and why.
    left: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the libraries, with all of these in it; `None`, said aloud, if they cannot be fetched.
fn sources(libraries: &[&Library]) -> Option<PathBuf> {
    let place = root().join(".sources/foreign");
    if libraries.iter().flat_map(|library| library.files).all(|file| place.join(file).is_file()) {
        return Some(place);
    }
    let output = Command::new(root().join("scripts/foreign")).output().expect("scripts/foreign starts");
    if !output.status.success() {
        skipped(&format!("libraries are not there: {}", String::from_utf8_lossy(&output.stderr)));
        return None;
    }
    Some(place)
}

fn program() -> PathBuf {
    std::env::var_os("SYMIR_PROGRAM").map_or_else(|| cargo_bin("symir"), PathBuf::from)
}

fn generate(library: &Library, place: &Path, folder: &Path) -> Value {
    let include = root().join("tests/foreign/include").display().to_string();
    let mut command = Command::new("timeout");
    command.current_dir(place).arg("1800").arg(program()).args(["gen", "-q", "-j", "2", "-o"]).arg(folder);
    command.args(library.files).arg("--");
    command.args(library.flags.iter().map(|flag| flag.replace("@include", &include)));
    let output = command.output().expect("timeout starts");
    assert!(
        matches!(output.status.code(), Some(0 | 10)),
        "{}: {}",
        library.name,
        String::from_utf8_lossy(&output.stderr)
    );
    let report = fs::read(folder.join("report.json")).expect("a report");
    serde_json::from_slice(&report).expect("a report in JSON")
}

/// The functions of a suite whose tests all pass; or why it does not compile.
fn passing(folder: &Path, suite: &str) -> Result<BTreeMap<String, bool>, String> {
    let text = fs::read_to_string(folder.join(suite)).expect("a suite");
    let name =
        suite.strip_prefix("test_").and_then(|rest| rest.strip_suffix(".c")).expect("the name of a suite");
    let mut function_of = BTreeMap::new();
    let mut function = String::new();
    for line in text.lines() {
        if let Some((name, _)) = line.strip_prefix(" * ").and_then(|rest| rest.split_once(": "))
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        {
            function = name.to_owned();
        }
        if let Some((test, _)) = line.strip_prefix("static void test_").and_then(|rest| rest.split_once('('))
        {
            function_of.insert(test.to_owned(), function.clone());
        }
    }
    let mut found: BTreeMap<String, bool> =
        function_of.values().map(|function| (function.clone(), true)).collect();
    let clang = Command::new("clang").arg("--version").output().is_ok();
    let clang = if clang { "clang" } else { "clang-19" };
    for compiler in ["gcc", clang] {
        let mut command = Command::new("make");
        command.current_dir(folder.join(name)).args(["-s", "c", "WARNINGS=-Wall -Wextra -Werror"]);
        command.arg(format!("CC={compiler}")).arg(format!("BUILD=build-{compiler}"));
        let output = command.output().expect("make starts");
        let (said, error) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let mut n_failed = 0;
        for line in said.lines().filter_map(|line| line.strip_prefix("not ok ")) {
            let test = line.split(" - ").nth(1).unwrap_or_default().split(' ').next().unwrap_or_default();
            if let Some(function) = function_of.get(test) {
                found.insert(function.clone(), false);
                n_failed += 1;
            }
        }
        if !output.status.success() && n_failed == 0 {
            let first = error.lines().find(|line| line.contains("error")).or(error.lines().next());
            return Err(format!("with {compiler} its suite does not compile: {}", first.unwrap_or_default()));
        }
    }
    Ok(found)
}

fn measure(library: &Library, place: &Path) -> Row {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = generate(library, place, folder.path());
    let mut row = Row::default();
    for file in report["files"].as_array().expect("files") {
        let suite = file["suites"].as_array().and_then(|suites| suites.first()).cloned();
        let suite = suite.and_then(|suite| suite["file"].as_str().map(str::to_owned));
        let passing = match (file["folder"].as_str(), suite) {
            (Some(place), Some(suite)) => passing(Path::new(place), &suite),
            _ => Err("its file has no suite".to_owned()),
        };
        if let Some(trouble) = file["trouble"].as_str() {
            row.left.push(format!("{}: {trouble}", file["file"]));
        }
        for function in file["functions"].as_array().expect("functions") {
            take(function, &passing, &mut row);
        }
    }
    row
}

fn take(function: &Value, passing: &Result<BTreeMap<String, bool>, String>, row: &mut Row) {
    let name = function["name"].as_str().expect("a name");
    let made = &function["made"];
    let number = |key: &str| made[key].as_u64().unwrap_or(0);
    let (reach, covered) =
        (number("branches").saturating_sub(number("branches_out_of_reach")), number("branches_covered"));
    let uncovered = made["uncovered"].as_array().and_then(|all| all.first()?.as_str()).unwrap_or_default();
    let why = match (passing, made.is_null()) {
        (_, true) => Some(function["left_out"].as_str().unwrap_or("it was not run").to_owned()),
        (Err(why), _) => Some(why.clone()),
        (Ok(passing), _) => match passing.get(name) {
            None => Some(format!(
                "of {} tests, {} unproved, none is in the suite",
                number("tests"),
                number("unproved")
            )),
            Some(false) => Some("a test of it fails".to_owned()),
            Some(true) if covered * 100 < reach * COVERED => {
                Some(format!("{covered} of {reach} branches in reach: {uncovered}"))
            }
            Some(true) => None,
        },
    };
    let count = if function["is_static"] == true { &mut row.own } else { &mut row.external };
    count.all += 1;
    count.good += usize::from(why.is_none());
    row.seconds.push(function["seconds"].as_f64().unwrap_or(0.0));
    row.needs += function["needs"].as_array().map_or(0, Vec::len);
    for bug in function["bugs"].as_array().into_iter().flatten() {
        row.bugs.push(format!("`{name}`: {}: {}", text(&bug["error"]), text(&bug["rule"])));
    }
    if let Some(why) = why {
        row.left.push(format!("`{name}`: {}", why.lines().next().unwrap_or_default()));
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The table, with what is left and the bugs below it.
fn page(rows: &[(&Library, Row)]) -> String {
    let mut page = String::from(
        "# Suites for libraries of others\n\n\
         What `symir gen` makes of libraries that it has not been made for. Nothing of them lies here: `scripts/foreign` fetches\n\
         their sources from Debian's packages, pinned by version and sum in `tests/foreign/sources.txt`. This page is written by\n\n\
         \x20   SYMIR_FOREIGN=1 cargo test --release --test foreign_gen\n\n\
         A function counts if its tests in the suite of its file compile with `-Wall -Wextra -Werror` with gcc and clang, pass, and\n\
         take at least 85 % of its own branches that inputs of its harness lead to. External and static functions are counted apart;\n\
         the times are seconds for a function.\n\n\
         | library | kind | external | static | mean | most | needs | bugs |\n|---|---|---:|---:|---:|---:|---:|---:|\n",
    );
    let (mut external, mut own) = (Count::default(), Count::default());
    let mut seconds: Vec<f64> = Vec::new();
    let times = |seconds: &[f64]| {
        let mean = seconds.iter().sum::<f64>() / seconds.len().max(1) as f64;
        (mean, seconds.iter().copied().fold(0.0, f64::max))
    };
    for (library, row) in rows {
        let (mean, most) = times(&row.seconds);
        let _ = writeln!(
            page,
            "| {} | {} | {} of {} | {} of {} | {mean:.1} | {most:.1} | {} | {} |",
            library.name,
            library.kind,
            row.external.good,
            row.external.all,
            row.own.good,
            row.own.all,
            row.needs,
            row.bugs.len()
        );
        external.good += row.external.good;
        external.all += row.external.all;
        own.good += row.own.good;
        own.all += row.own.all;
        seconds.extend(&row.seconds);
    }
    let (mean, most) = times(&seconds);
    let share = |count: &Count| (100 * count.good).checked_div(count.all).unwrap_or(100);
    let _ = writeln!(
        page,
        "| all | | {} of {} ({} %) | {} of {} ({} %) | {mean:.1} | {most:.1} | | |\n\n## What is left, and why",
        external.good,
        external.all,
        share(&external),
        own.good,
        own.all,
        share(&own)
    );
    for (title, list) in [
        ("", 0),
        (
            "\n## Reported as bugs\n\nWhat symir says; Not all of it was held against the sources by a person.",
            1,
        ),
    ] {
        page += title;
        page.push('\n');
        for (library, row) in rows {
            let items = if list == 0 { &row.left } else { &row.bugs };
            if !items.is_empty() {
                let _ = writeln!(page, "\n{}:\n", library.name);
                page.extend(items.iter().map(|item| format!("- {item}\n")));
            }
        }
    }
    page
}

#[test]
fn functions_of_libraries_get_suites() {
    let is_whole = std::env::var_os("SYMIR_FOREIGN").is_some();
    let chosen: Vec<&Library> =
        LIBRARIES.iter().filter(|library| is_whole || library.bound.is_some()).collect();
    let Some(place) = sources(&chosen) else { return };
    let rows: Vec<(&Library, Row)> =
        chosen.into_iter().map(|library| (library, measure(library, &place))).collect();
    for (library, row) in &rows {
        println!("{}: {} of {}; {:#?}", library.name, row.external.good, row.external.all, row.left);
        if let Some(bound) = library.bound {
            assert!(row.external.good * 10 >= row.external.all * bound, "{}: {:#?}", library.name, row.left);
        }
    }
    if is_whole {
        let folder = root().join("corpus/foreign");
        fs::create_dir_all(&folder).expect("made");
        fs::write(folder.join("README.md"), page(&rows)).expect("written");
    }
}
