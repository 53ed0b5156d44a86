//! Realistic APIs, our own and foreign ones: which branches are reached by tests whose objects calls make,
//! compared with objects that are filled in member by member and with as many native runs of random
//! sequences.

use super::program;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A type with functions of its own.
pub struct Api {
    pub kind: &'static str,
    /// The path within `tests/generate/sequences` or within `.sources/foreign`.
    pub file: &'static str,
    pub is_foreign: bool,
    /// Further files, with functions that it calls.
    pub others: &'static [&'static str],
    /// Flags for the compiler; `@` is the folder of this project.
    pub flags: &'static [&'static str],
    /// The functions that are tested; all if this is empty.
    pub functions: &'static [&'static str],
}

const fn own(kind: &'static str, file: &'static str) -> Api {
    Api { kind, file, is_foreign: false, others: &[], flags: &[], functions: &[] }
}

const fn foreign(kind: &'static str, file: &'static str, functions: &'static [&'static str]) -> Api {
    Api { kind, file, is_foreign: true, others: &[], flags: &[], functions }
}

pub const APIS: &[Api] = &[
    own("queue", "queue.c"),
    own("heap", "heap.c"),
    own("hash map", "map.c"),
    own("red-black tree", "tree.c"),
    own("bit set", "bits.c"),
    own("LRU cache", "lru.c"),
    own("arena", "arena.c"),
    own("event loop", "loop.c"),
    own("matrix", "matrix.c"),
    own("intrusive list", "ilist.c"),
    foreign("ring buffer", "portaudio/src/common/pa_ringbuffer.c", &[]),
    foreign(
        "stack",
        "soldout/array.c",
        &["parr_push", "parr_pop", "parr_top", "parr_insert", "parr_remove", "parr_grow", "parr_adjust"],
    ),
    foreign(
        "string builder",
        "soldout/buffer.c",
        &["bufputc", "bufputs", "bufslurp", "bufnullterm", "bufgrow", "bufcmp", "buftoi"],
    ),
    foreign(
        "JSON tree",
        "cjson/cJSON.c",
        &[
            "cJSON_GetArraySize",
            "cJSON_GetArrayItem",
            "cJSON_AddItemToArray",
            "cJSON_DetachItemFromArray",
            "cJSON_DeleteItemFromArray",
        ],
    ),
    foreign("tokenizer", "csv/libcsv.c", &["csv_fini", "csv_increase_buffer", "csv_set_opts", "csv_error"]),
    foreign(
        "ordered map",
        "avl/avl.c",
        &["avl_insert_node", "avl_search_closest", "avl_search", "avl_insert_top", "avl_count"],
    ),
    foreign("bit stream", "qrencode/bitstream.c", &[]),
    Api {
        kind: "pointer ring",
        file: "cork/src/libcork/ds/ring-buffer.c",
        is_foreign: true,
        others: &["cork/src/libcork/core/allocator.c"],
        flags: &["-I@/tests/foreign/include", "-I@/.sources/foreign/cork/include"],
        functions: &["cork_ring_buffer_add", "cork_ring_buffer_pop", "cork_ring_buffer_peek"],
    },
];

/// The results for a function.
#[derive(Clone, Default)]
pub struct Row {
    pub api: String,
    pub function: String,
    pub branches: u64,
    /// The branches that no input reaches.
    pub out_of_reach: u64,
    pub by_calls: u64,
    /// Errors that were found in objects which calls made.
    pub errors: u64,
    pub longest: u64,
    pub seconds: f64,
    pub direct: u64,
    /// Errors that only filled in objects show.
    pub alarms: u64,
    /// How many sides of branches as many random sequences take, and how many there are for the compiler.
    pub random: Option<(u64, u64)>,
    pub refused: Vec<String>,
    /// The errors that were found in objects which calls made, and why each is a bug.
    pub found: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

impl Api {
    fn path(&self) -> PathBuf {
        let folder = if self.is_foreign { ".sources/foreign" } else { "tests/generate/sequences" };
        root().join(folder).join(self.file)
    }

    /// Whether its file is there.
    pub fn is_there(&self) -> bool {
        self.path().is_file()
    }

    fn other_files(&self) -> impl Iterator<Item = PathBuf> {
        self.others.iter().map(|other| root().join(".sources/foreign").join(other))
    }

    fn flags(&self) -> impl Iterator<Item = String> {
        self.flags.iter().map(|flag| flag.replace('@', &root().display().to_string()))
    }

    fn generate(&self, folder: &Path, objects: &str, seconds: u64) -> Value {
        let mut command = Command::new(program());
        command.args(["gen", "-q", "-j", "2", "--objects", objects]).args(["--time", &format!("{seconds}s")]);
        command.arg("-o").arg(folder).arg(self.path());
        command.args(self.other_files());
        for function in self.functions {
            command.args(["--function", function]);
        }
        let output = command.arg("--").args(self.flags()).output().expect("symir starts");
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 10)), "{}: {words}", self.file);
        let report = fs::read(folder.join("report.json")).expect("a report");
        serde_json::from_slice(&report).expect("a report in JSON")
    }

    /// The results for its functions, with so many seconds for each.
    pub fn rows(&self, seconds: u64, with_others: bool) -> Vec<Row> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let place = |name: &str| folder.path().join(name);
        let calls = self.generate(&place("calls"), "calls", seconds);
        let direct = with_others.then(|| self.generate(&place("direct"), "direct", seconds));
        let mut rows = Vec::new();
        for report in functions(&calls) {
            let function = report["name"].as_str().expect("a name").to_owned();
            let made = &report["made"];
            if made.is_null() {
                continue;
            }
            let number = |name: &str| made[name].as_u64().unwrap_or(0);
            let mut row = Row {
                api: self.kind.to_owned(),
                function: function.clone(),
                branches: number("branches"),
                out_of_reach: number("branches_out_of_reach"),
                by_calls: number("branches_covered"),
                errors: report["bugs"].as_array().map_or(0, |bugs| bugs.len() as u64),
                longest: longest(&place("calls").join(relative(made))),
                seconds: report["seconds"].as_f64().unwrap_or(0.0),
                refused: texts(&report["objects"]),
                found: bugs(report),
                ..Row::default()
            };
            if let Some(direct) = &direct {
                let other = functions(direct).into_iter().find(|it| it["name"] == report["name"]);
                if let Some(other) = other {
                    row.direct = other["made"]["branches_covered"].as_u64().unwrap_or(0);
                    let (known, found) = (errors(report), errors(other));
                    row.alarms = found.difference(&known).count() as u64;
                }
                let harness = place("calls").join(stem(self.file)).join("harness");
                let runs = number("tests").max(1);
                row.random = self.random(&harness.join(format!("{function}.c")), &function, runs);
            }
            rows.push(row);
        }
        rows
    }

    /// Runs a harness with random inputs. Returns how many sides of branches of its function are taken, and
    /// how many there are.
    fn random(&self, harness: &Path, function: &str, runs: u64) -> Option<(u64, u64)> {
        let folder = tempfile::tempdir().ok()?;
        let mut command = Command::new("gcc");
        command.current_dir(folder.path()).args(["-w", "-g", "-O0", "--coverage", "-D__SYMIR__"]);
        for headers in ["tests/sequences/random", "drivers"] {
            command.arg("-I").arg(root().join(headers));
        }
        command.args(["-o", "random"]).arg(harness);
        command.arg(root().join("tests/sequences/random.c")).args(self.other_files()).args(self.flags());
        if !command.output().ok()?.status.success() {
            return None;
        }
        for seed in 0..runs {
            let mut command = Command::new("timeout");
            command.current_dir(folder.path()).args(["2", "./random"]).env("SEED", seed.to_string());
            command.output().ok()?;
        }
        let notes = format!("random-{function}.gcda");
        let gcov = Command::new("gcov")
            .current_dir(folder.path())
            .args(["-b", "--json-format", "--stdout", &notes])
            .output()
            .ok()?;
        let report: Value = serde_json::from_slice(&gcov.stdout).ok()?;
        let name = Path::new(self.file).file_name()?.to_string_lossy().into_owned();
        let files = report["files"].as_array()?;
        let file = files.iter().find(|it| it["file"].as_str().is_some_and(|it| it.ends_with(&name)))?;
        let of = file["functions"].as_array()?.iter().find(|it| it["name"] == *function)?;
        let lines = of["start_line"].as_u64()?..=of["end_line"].as_u64()?;
        let (mut taken, mut all) = (0, 0);
        for line in file["lines"].as_array()? {
            if !line["line_number"].as_u64().is_some_and(|it| lines.contains(&it)) {
                continue;
            }
            for branch in line["branches"].as_array().into_iter().flatten() {
                all += 1;
                taken += u64::from(branch["count"].as_u64() > Some(0));
            }
        }
        Some((taken, all))
    }
}

fn stem(file: &str) -> String {
    Path::new(file).file_stem().map_or(String::new(), |it| it.to_string_lossy().into_owned())
}

/// Where the tests of a function are kept, within the folder of the results.
fn relative(made: &Value) -> PathBuf {
    let kept = made["kept"].as_str().unwrap_or_default();
    let at = kept.find(".symir-gen").unwrap_or(0);
    PathBuf::from(&kept[at..])
}

fn functions(report: &Value) -> Vec<&Value> {
    let files = report["files"].as_array().into_iter().flatten();
    files.flat_map(|file| file["functions"].as_array().into_iter().flatten()).collect()
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|it| it.as_str().map(str::to_owned)).collect()
}

/// The bugs of a function, each with what makes it one.
fn bugs(report: &Value) -> Vec<String> {
    let bugs = report["bugs"].as_array().into_iter().flatten();
    let text = |bug: &Value, name: &str| bug[name].as_str().unwrap_or_default().to_owned();
    bugs.map(|bug| format!("{}: {}", text(bug, "error"), text(bug, "rule"))).collect()
}

/// The errors of a function, whether they are bugs or needs.
fn errors(report: &Value) -> BTreeSet<String> {
    let of = |name: &str| report[name].as_array().into_iter().flatten();
    of("bugs").chain(of("needs")).filter_map(|it| it["error"].as_str().map(str::to_owned)).collect()
}

/// The most calls before the one under test, in the tests of a function.
fn longest(kept: &Path) -> u64 {
    let text = fs::read_to_string(kept.join("tests.json")).unwrap_or_default();
    let tests: Value = serde_json::from_str(&text).unwrap_or_default();
    let mut longest = 0;
    for test in tests["tests"].as_array().into_iter().flatten() {
        let calls = |building: &Value| building["calls"].as_array().map_or(0, |calls| calls.len() as u64);
        for call in test["calls"].as_array().into_iter().flatten() {
            longest = longest.max(calls(&call["arrangement"]["building"])).max(calls(&call["building"]));
        }
    }
    longest
}

/// The table: a line for each function, and the sums.
pub fn table(rows: &[Row]) -> String {
    let mut text = format!(
        "{:<16}{:<30}{:>9}{:>9}{:>8}{:>8}{:>8}{:>8}{:>9}{:>9}\n",
        "", "", "in reach", "by calls", "direct", "random", "errors", "alarms", "longest", "seconds"
    );
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    for row in rows {
        let in_reach = row.branches - row.out_of_reach;
        let random = row.random.map_or("-".to_owned(), |(taken, all)| format!("{taken}/{all}"));
        let _ = writeln!(
            text,
            "{:<16}{:<30}{in_reach:>9}{:>9}{:>8}{random:>8}{:>8}{:>8}{:>9}{:>9.1}",
            row.api, row.function, row.by_calls, row.direct, row.errors, row.alarms, row.longest, row.seconds
        );
        for line in row.refused.iter().chain(&row.found) {
            let _ = writeln!(text, "{:<16}  {line}", "");
        }
        let (taken, all) = row.random.unwrap_or_default();
        for (name, n) in [
            ("in reach", in_reach),
            ("by calls", row.by_calls.min(in_reach)),
            ("direct", row.direct.min(in_reach)),
            ("random", taken),
            ("of", all),
            ("errors by calls", row.errors),
            ("alarms of direct", row.alarms),
            ("functions", 1),
            ("whole", u64::from(row.by_calls >= in_reach)),
        ] {
            *sums.entry(name).or_default() += n;
        }
    }
    let sums: Vec<String> = sums.into_iter().map(|(name, n)| format!("{name} {n}")).collect();
    let _ = writeln!(text, "{}", sums.join(", "));
    text
}
