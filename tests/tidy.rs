//! Checks the rules of the project in every source file: layers, sizes, documentation, `unsafe`, printing,
//! processes. Each failure says what to do. The rules are data at the top of this file.

#[path = "tidy/cycles.rs"]
mod cycles;

use regex::Regex;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// What each module may import besides itself. `ARCHITECTURE.md`, "Layers", says what each does.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("util", &[]),
    ("ir", &["util"]),
    ("expr", &["util"]),
    ("testcase", &["util"]),
    ("frontend", &["ir", "util"]),
    ("memory", &["expr", "util"]),
    ("solver", &["expr", "util"]),
    ("exec", &["ir", "expr", "memory", "solver", "util", "testcase"]),
    ("search", &["ir", "util"]),
    ("engine", &["exec", "search", "solver", "ir", "expr", "testcase", "util"]),
    // Puts summaries of calls together, which it explores itself. It does not know how runs are divided among
    // workers. Its tests compile the sequences.
    ("synth", &["exec", "solver", "expr", "ir", "testcase", "frontend", "util"]),
    ("readable", &["expr", "solver", "testcase", "util"]),
    ("explain", &["expr", "solver", "ir", "testcase", "util"]),
    ("coverage", &["ir", "util"]),
    // The one import within a layer: a folder of tests has their coverage beside them.
    ("emit", &["testcase", "ir", "util", "coverage"]),
    ("replay", &["frontend", "exec", "testcase", "ir", "util"]),
    // Another import within a layer: a search is made of native runs.
    ("evolve", &["replay", "frontend", "search", "ir", "util"]),
    // Explores. It neither compiles nor writes files nor runs anything natively.
    (
        "run",
        &[
            "engine", "readable", "explain", "coverage", "emit", "exec", "search", "solver", "expr", "ir",
            "testcase", "util",
        ],
    ),
    // Ties the stages together, and knows nothing of how any of them works: no terms, no memory, no
    // strategies.
    (
        "pipeline",
        &[
            "run", "evolve", "replay", "emit", "frontend", "coverage", "explain", "engine", "exec", "solver",
            "ir", "testcase", "util",
        ],
    ),
    // A caller of the pipeline: it says what to do, and reads what was found. The pipeline writes all files
    // of tests.
    (
        "bench",
        &[
            "pipeline", "run", "replay", "frontend", "coverage", "engine", "search", "readable", "solver",
            "ir", "testcase", "util",
        ],
    ),
    // Another caller of the pipeline: it writes drivers, and makes one suite of what several runs have found.
    (
        "generate",
        &[
            "pipeline", "run", "replay", "emit", "frontend", "coverage", "explain", "engine", "exec",
            "search", "synth", "evolve", "ir", "testcase", "util",
        ],
    ),
    // Runs symir itself in other processes, and reads what they have written.
    ("lsp", &["generate", "util"]),
    // Arguments become options, and options have the types of many modules.
    (
        "cli",
        &[
            "bench", "generate", "lsp", "pipeline", "run", "evolve", "replay", "emit", "frontend",
            "coverage", "explain", "engine", "exec", "search", "readable", "solver", "memory", "expr",
            "testcase", "util",
        ],
    ),
    ("main", &[]),
];

/// Macros stand at the root of the crate; these are the modules that they belong to.
const MACROS: &[(&str, &str)] = &[("define_id", "util")];

/// A file has 150 to 400 lines; one above 800 needs a reason here.
const MOST_LINES: usize = 800;
const MANY_LINES: usize = 400;
const LONG_FILES: &[(&str, &str)] = &[];

/// A function is short enough to be read at once. A longer one needs a reason here.
const MOST_LINES_OF_A_FUNCTION: usize = 150;
const LONG_FUNCTIONS: &[(&str, &str, &str)] = &[(
    "exec/concrete_loop.rs",
    "run_frame",
    "the loop of the interpreter: one arm an operation, which have to be in one function to share its registers",
)];

/// Where `unsafe` may stand: foreign functions, and memory maps of text corpora.
const UNSAFE: &[&str] = &["solver/backend/", "frontend/", "readable/train.rs", "util/resident.rs"];
/// The modules that may print.
const PRINTING: &[&str] = &["cli/", "cli.rs", "main.rs"];
/// The modules that may start processes.
const PROCESSES: &[&str] = &[
    "frontend/",
    "replay/",
    "bench/source.rs",
    "bench/batch/pool.rs",
    "bench/batch/slurm.rs",
    // It asks git what was changed, and make whether suites pass.
    "generate/tools.rs",
    // It runs symir itself for an editor.
    "lsp/child.rs",
];

/// The modules that may ask a solver a question about a path. The others go through the type that owns a
/// path's condition and witness.
const ASKING: &[&str] = &["solver/", "exec/path.rs"];

#[test]
fn only_a_path_asks_a_solver() {
    check("ask through `exec::Path`, which keeps the witness and the condition together", |file| {
        let pattern = r"\bsolver(\(\))?\.(ask|assume|reduce|find_witness|values_beside)\(";
        if file.is_in(ASKING) { Vec::new() } else { found(&file.code, pattern) }
    });
}

#[test]
fn imports_go_down_the_layers() {
    check(
        "import only downwards; see the table in tests/tidy.rs and the layers in ARCHITECTURE.md",
        |file| {
            let module = file.module();
            // These two only show items of other modules.
            if module == "lib" || module == "internals" {
                return Vec::new();
            }
            let Some(allowed) = allowed_imports(module) else {
                return vec![format!("the module `{module}` is not in the table of layers: add it")];
            };
            imports(&file.code)
                .into_iter()
                .filter(|import| import != module && !allowed.contains(&import.as_str()))
                .map(|import| format!("`{module}` may not import `{import}`"))
                .collect()
        },
    );
}

#[test]
fn the_table_of_layers_says_no_more_than_is_true() {
    let sources = sources();
    let mut surplus = String::new();
    for (module, allowed) in MAY_IMPORT {
        let files = || sources.iter().filter(|file| file.module() == *module);
        if files().next().is_none() {
            writeln!(surplus, "  there is no module `{module}`").expect("strings take all");
        }
        let used: BTreeSet<String> = files().flat_map(|file| imports(&file.code)).collect();
        for import in allowed.iter().filter(|import| !used.contains(**import)) {
            writeln!(surplus, "  `{module}` imports no `{import}`").expect("strings take all");
        }
    }
    assert!(surplus.is_empty(), "\n{surplus}take it out of the table in tests/tidy.rs\n");
}

/// The public modules: those that other programs may rely on, and the list of what our own tests and
/// benchmarks use in addition. All other modules are private, so that the compiler finds items that are not
/// used.
const FACE: &[&str] = &["pipeline", "options", "results", "internals"];

#[test]
fn the_face_of_the_library_is_small() {
    let sources = sources();
    let lib = sources.iter().find(|file| file.path == "lib.rs").expect("there is a library");
    let shown = Regex::new(r"(?m)^pub mod (\w+)").expect("patterns are regular");
    let shown: Vec<&str> =
        shown.captures_iter(&lib.code).map(|hit| hit.get(1).expect("it is no option").as_str()).collect();
    assert_eq!(shown, FACE, "make the module private, and show items of it in `options` or `results`");
}

/// An item in the list of internals means that a test beside the code would not be enough.
#[test]
fn internals_are_listed_one_by_one_and_used() {
    let sources = sources();
    let list = sources.iter().find(|file| file.path == "internals.rs").expect("there is a list");
    assert!(!list.code.contains("::*"), "list the items of src/internals.rs one by one");
    let mut text = String::new();
    for folder in ["tests", "benches"] {
        rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut text);
    }
    let name = Regex::new(r"\b[A-Za-z_]\w+\b").expect("patterns are regular");
    let used: BTreeSet<&str> = name.find_iter(&text).map(|hit| hit.as_str()).collect();
    let listed = name.find_iter(&list.code).map(|hit| hit.as_str());
    let unused: Vec<&str> =
        listed.filter(|word| !["pub", "crate"].contains(word) && !used.contains(word)).collect();
    assert_eq!(unused, Vec::<&str>::new(), "no test uses them: take them out of src/internals.rs");
}

/// Appends the text of all Rust files below a folder, except this one.
fn rust_files(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the folder is readable").path();
        if path.is_dir() {
            rust_files(&path, text);
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests/tidy.rs") {
            text.push_str(&fs::read_to_string(&path).expect("sources are text"));
        }
    }
}

#[test]
fn files_are_not_too_long() {
    for file in sources() {
        let n_lines = file.text.lines().count();
        if n_lines > MANY_LINES {
            println!("{} has {n_lines} lines", file.path);
        }
    }
    check("split the file, or write the reason into LONG_FILES in tests/tidy.rs", |file| {
        let n_lines = file.text.lines().count();
        let has_reason = LONG_FILES.iter().any(|(path, _)| *path == file.path);
        match n_lines > MOST_LINES && !has_reason {
            true => vec![format!("{n_lines} lines, more than {MOST_LINES}")],
            false => Vec::new(),
        }
    });
}

#[test]
fn functions_are_not_too_long() {
    check("split the function, or write the reason into LONG_FUNCTIONS in tests/tidy.rs", |file| {
        let long = long_functions(&file.code).into_iter();
        let is_excused = |name: &str| {
            LONG_FUNCTIONS.iter().any(|(path, function, _)| *path == file.path && *function == name)
        };
        long.filter(|(name, _)| !is_excused(name))
            .map(|(name, n_lines)| {
                format!("`{name}` has {n_lines} lines, more than {MOST_LINES_OF_A_FUNCTION}")
            })
            .collect()
    });
}

/// The names and lengths of long functions. A function ends at a closing brace with the indentation of its
/// signature.
fn long_functions(code: &str) -> Vec<(String, usize)> {
    let head = Regex::new(r"^(\s*)(?:pub(?:\([^)]*\))? )?(?:const )?(?:unsafe )?fn (\w+)")
        .expect("patterns are regular");
    let lines: Vec<&str> = code.lines().collect();
    let function = |(at, line): (usize, &&str)| {
        let hit = head.captures(line)?;
        let end = format!("{}}}", &hit[1]);
        let n_lines = 2 + lines[at + 1..].iter().position(|line| *line == end)?;
        (n_lines > MOST_LINES_OF_A_FUNCTION).then(|| (hit[2].to_owned(), n_lines))
    };
    lines.iter().enumerate().filter_map(function).collect()
}

#[test]
fn excuses_for_long_functions_are_still_needed() {
    let sources = sources();
    for (path, function, _) in LONG_FUNCTIONS {
        let file = sources.iter().find(|file| file.path == *path);
        let is_long =
            file.is_some_and(|file| long_functions(&file.code).iter().any(|(name, _)| name == function));
        assert!(is_long, "`{function}` is not long any more: take it off LONG_FUNCTIONS in tests/tidy.rs");
    }
}

#[test]
fn excuses_for_long_files_are_still_needed() {
    let sources = sources();
    for (path, _) in LONG_FILES {
        let file = sources.iter().find(|file| file.path == *path);
        let is_long = file.is_some_and(|file| file.text.lines().count() > MOST_LINES);
        assert!(is_long, "{path} is not long any more: take it off LONG_FILES in tests/tidy.rs");
    }
}

#[test]
fn modules_open_with_what_they_do() {
    check(
        "begin the file with `//!`: what it does, its invariants, what it does not know",
        |file| match file.text.starts_with("//! ") {
            true => Vec::new(),
            false => vec!["does not begin with `//!`".to_owned()],
        },
    );
}

#[test]
fn unsafe_stands_where_it_may() {
    check("keep `unsafe` in the folders listed in tests/tidy.rs, behind a safe interface", |file| {
        if file.is_in(UNSAFE) { Vec::new() } else { found(&file.code, r"\bunsafe\b") }
    });
}

#[test]
fn unsafe_says_why_it_is_safe() {
    check("write `// SAFETY: …` above: which conditions the callee has and why they hold", |file| {
        unexplained_unsafe(&file.text, &file.code)
    });
}

#[test]
fn only_the_command_line_prints() {
    check("return the text to `cli`, which does all printing", |file| {
        if file.is_in(PRINTING) { Vec::new() } else { found(&file.code, r"\b(e?print(ln)?|dbg)!") }
    });
}

#[test]
fn processes_start_where_they_may() {
    check("start processes in `frontend`, `replay` or the batches only", |file| {
        let pattern = r"\bprocess::(Command\b|\{[^}]*\bCommand\b)";
        if file.is_in(PROCESSES) { Vec::new() } else { found(&file.code, pattern) }
    });
}

#[test]
fn nothing_is_left_for_later() {
    check("do it now, or open an issue and return an error that names what is missing", |file| {
        let mut left = found(&file.code, r"\b(todo|unimplemented)!");
        left.extend(found(&file.text, r"\b(FIXME|XXX|TODO)\b"));
        left
    });
}

#[test]
fn no_path_of_one_machine() {
    check("take the folder from the environment, the options or the package", |file| {
        found(&file.text, r"/(home|root|work|tmp)/")
    });
}

/// What a module may import, `None` if it is not in the table.
fn allowed_imports(module: &str) -> Option<&'static [&'static str]> {
    MAY_IMPORT.iter().find(|(name, _)| *name == module).map(|(_, allowed)| *allowed)
}

/// A source file: its path below `src`, its text, and its text without comments and literals.
struct Source {
    path: String,
    text: String,
    code: String,
}

impl Source {
    /// The module at the root of the crate that the file belongs to.
    fn module(&self) -> &str {
        let first = self.path.split('/').next().unwrap_or_default();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    fn is_in(&self, places: &[&str]) -> bool {
        places.iter().any(|place| self.path.starts_with(place))
    }
}

fn sources() -> Vec<Source> {
    fn collect(folder: &Path, prefix: &str, sources: &mut Vec<Source>) {
        let mut entries: Vec<_> = fs::read_dir(folder)
            .expect("src is there")
            .map(|entry| entry.expect("src is readable"))
            .collect();
        entries.sort_by_key(|entry| entry.file_name());
        for entry in entries {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                collect(&entry.path(), &format!("{name}/"), sources);
            } else if name.ends_with(".rs") {
                let text = fs::read_to_string(entry.path()).expect("sources are text");
                sources.push(Source { path: name, code: code_only(&text), text });
            }
        }
    }
    let mut sources = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut sources);
    assert!(sources.len() > 10, "the sources were not found");
    sources
}

/// Fails with everything that `rule` finds in any file, and says what to do about it.
fn check(what_to_do: &str, rule: impl Fn(&Source) -> Vec<String>) {
    let mut report = String::new();
    for file in sources() {
        for finding in rule(&file) {
            writeln!(report, "  src/{}: {finding}", file.path).expect("strings take all");
        }
    }
    assert!(report.is_empty(), "\n{report}{what_to_do}\n");
}

/// The lines on which the pattern is found.
fn found(text: &str, pattern: &str) -> Vec<String> {
    let pattern = Regex::new(pattern).expect("patterns are regular");
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    pattern.find_iter(text).map(|hit| format!("line {}: `{}`", line(hit.start()), hit.as_str())).collect()
}

/// The modules that stand after `crate::` or, in the binary, `symir::`, also within braces.
fn imports(code: &str) -> BTreeSet<String> {
    let root = Regex::new(r"\b(?:crate|symir)::").expect("patterns are regular");
    let mut found = BTreeSet::new();
    for hit in root.find_iter(code) {
        let rest = &code[hit.end()..];
        match rest.strip_prefix('{') {
            Some(group) => found.extend(group_members(group)),
            None => found.extend(first_name(rest)),
        }
    }
    for (name, module) in MACROS {
        if found.remove(*name) {
            found.insert((*module).to_owned());
        }
    }
    found
}

/// The first names of the members of a `{…}`, from behind its opening brace.
fn group_members(group: &str) -> Vec<String> {
    let mut members = Vec::new();
    let mut depth = 0;
    let mut begin = 0;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            ',' if depth == 0 => {
                members.extend(first_name(&group[begin..at]));
                begin = at + 1;
            }
            '}' if depth == 0 => {
                members.extend(first_name(&group[begin..at]));
                break;
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    members
}

fn first_name(text: &str) -> Option<String> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    (end > 0).then(|| text[..end].to_owned())
}

/// The blocks and implementations that are unsafe and have no `// SAFETY:`.
fn unexplained_unsafe(text: &str, code: &str) -> Vec<String> {
    let is_unsafe = Regex::new(r"\bunsafe\s*(\{|impl\b)").expect("patterns are regular");
    let lines: Vec<&str> = text.lines().collect();
    let mut findings = Vec::new();
    for hit in is_unsafe.find_iter(code) {
        let line = code[..hit.start()].matches('\n').count();
        if !is_explained(&lines[..=line]) {
            findings.push(format!("line {}: `{}` without a reason", line + 1, hit.as_str()));
        }
    }
    findings
}

/// Whether the last line, or the comment before the statement that it belongs to, says `// SAFETY:`.
fn is_explained(lines: &[&str]) -> bool {
    let (last, above) = lines.split_last().expect("there is a line");
    let is_of_the_statement = |line: &&&str| {
        line.trim().starts_with("//") || !line.trim().is_empty() && !line.ends_with([';', '{', '}', ','])
    };
    let mut statement = above.iter().rev().take_while(is_of_the_statement);
    last.contains("// SAFETY:") || statement.any(|line| line.trim().starts_with("// SAFETY:"))
}

/// The text with comments and the insides of literals as blanks; lines stay where they are.
fn code_only(text: &str) -> String {
    let literal = Regex::new(concat!(
        r#"(?s)(?P<line>//[^\n]*)"#,
        r#"|(?P<block>/\*)"#,
        r##"|(?P<raw>\b[bc]?r(?P<hashes>#*)")"##,
        r#"|(?P<string>"(?:[^"\\]|\\.)*")"#,
        r#"|(?P<char>'(?:[^'\\\n]|\\u\{[0-9a-fA-F_]*\}|\\x[0-9a-fA-F]{2}|\\.)')"#,
    ))
    .expect("patterns are regular");
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(hit) = literal.captures_at(text, at) {
        let whole = hit.get(0).expect("group 0 is the whole");
        let end = if hit.name("block").is_some() {
            end_of_block_comment(text, whole.start())
        } else if let Some(hashes) = hit.name("hashes") {
            let close = format!("\"{}", hashes.as_str());
            text[whole.end()..].find(&close).map_or(text.len(), |found| whole.end() + found + close.len())
        } else {
            whole.end()
        };
        code.push_str(&text[at..whole.start()]);
        code.extend(text[whole.start()..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        at = end;
    }
    code.push_str(&text[at..]);
    code
}

/// Block comments nest.
fn end_of_block_comment(text: &str, begin: usize) -> usize {
    let mark = Regex::new(r"/\*|\*/").expect("patterns are regular");
    let mut depth = 0;
    for hit in mark.find_iter(&text[begin..]) {
        depth += if hit.as_str() == "/*" { 1 } else { -1 };
        if depth == 0 {
            return begin + hit.end();
        }
    }
    text.len()
}

/// Tests of the checks themselves: they can fail.
mod itself {
    use super::*;

    fn check_imports(text: &str, expected: &[&str]) {
        assert_eq!(Vec::from_iter(imports(&code_only(text))), expected, "{text}");
    }

    #[test]
    fn imports_are_found_in_every_form() {
        check_imports("use crate::ir::{Program, Pc};", &["ir"]);
        check_imports("use crate::{\n    expr::{self, Arena},\n    solver,\n};", &["expr", "solver"]);
        check_imports("pub(crate) use crate::exec;", &["exec"]);
        check_imports("fn f(x: &crate::memory::Object) { crate::engine::run(x) }", &["engine", "memory"]);
        check_imports("use symir::run::Options;", &["run"]);
        check_imports("crate::define_id!(Foo);", &["util"]);
        check_imports("$crate::ir::Pc", &["ir"]);
    }

    #[test]
    fn comments_and_literals_are_no_imports() {
        check_imports("//! See [`crate::exec`].\n/* crate::ir /* nested */ crate::ir */", &[]);
        check_imports(r##"let s = "crate::ir \" crate::ir"; let r = r#"crate::ir " "#;"##, &[]);
        check_imports("let c = '\"'; use crate::ir; let d = '\"';", &["ir"]);
        check_imports("fn f<'a>(x: &'a str) -> &'a str { crate::ir::g(x, 'b', '\\'', '\\u{1f}') }", &["ir"]);
        check_imports("self::crate_x::y; std::cmp::max", &[]);
    }

    #[test]
    fn blanking_keeps_lines_and_lengths() {
        let text = "a // é\n\"b\nc\" /*\n*/ d";
        assert_eq!(code_only(text), "a     \n  \n     \n   d");
        assert_eq!(found(&code_only(text), "d"), ["line 4: `d`"]);
    }

    #[test]
    fn unsafe_without_a_reason_is_found() {
        let check = |text: &str, n: usize| {
            let code = code_only(text);
            assert_eq!(unexplained_unsafe(text, &code).len(), n, "{text}");
        };
        check("unsafe { f() }", 1);
        check("unsafe impl Send for X {}", 1);
        check("// SAFETY: f takes all.\nlet x =\n    unsafe { f() };", 0);
        check("// SAFETY: f takes all.\nf();\nunsafe { f() };", 1);
        check("// SAFETY: all threads may have it,\n// and do.\nunsafe impl Send for X {}", 0);
        check("f(); // SAFETY: not about g\nunsafe { g() }", 1);
        check("unsafe extern \"C\" { fn f(); }", 0);
        check("// an unsafe { block } in words", 0);
    }

    #[test]
    fn words_are_found_with_their_lines() {
        assert_eq!(found("a\nprintln!()", r"\b(e?print(ln)?|dbg)!"), ["line 2: `println!`"]);
        assert_eq!(found("writeln!(out); sprint!()", r"\b(e?print(ln)?|dbg)!"), [""; 0]);
        let process = r"\bprocess::(Command\b|\{[^}]*\bCommand\b)";
        assert_eq!(found("use std::process::{Child, Command};", process).len(), 1);
        assert_eq!(found("use std::process::ExitCode; use clap::Command;", process).len(), 0);
    }

    #[test]
    fn the_table_has_no_circle() {
        let mut known: Vec<&str> = Vec::new();
        for (module, _) in MAY_IMPORT {
            for import in allowed_imports(module).expect("it is in the table") {
                let is_above = known.contains(import);
                assert!(is_above, "`{module}` imports `{import}`, which must stand above it in the table");
            }
            known.push(module);
        }
    }
}
