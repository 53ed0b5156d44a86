//! Reads annotated source as `llvm-cov gcov -b -c` writes it, and makes it from native runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Functions with a `switch` in which several cases lead to one place. For such a place `llvm-cov gcov`
/// counts one more block for each further case, which is never executed.
const SHARED_CASES: [&str; 2] = ["without_default", "switches"];

/// One annotated file.
#[derive(Default, Debug)]
pub struct Annotated {
    /// The lines that have code, by number.
    pub lines: BTreeMap<u32, Line>,
    /// The line of each function, and what gcov says of it.
    pub functions: BTreeMap<String, (u32, String)>,
}

/// A line that has code.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Line {
    pub count: u64,
    /// How often each side was taken, in order of the count; `None` if the branch was never executed.
    pub branches: Vec<Option<u64>>,
}

impl Annotated {
    fn parse(text: &str) -> (PathBuf, Self) {
        let mut annotated = Self::default();
        let mut source = PathBuf::new();
        let mut waiting: Vec<&str> = Vec::new();
        let mut last = 0;
        for line in text.lines() {
            if let Some(function) = line.strip_prefix("function ") {
                waiting.push(function);
            } else if let Some(branch) = line.strip_prefix("branch ") {
                let words: Vec<&str> = branch.split_whitespace().collect();
                let taken = match words[1..] {
                    ["taken", count] => Some(count.parse().expect("a count")),
                    ["never", "executed"] => None,
                    _ => panic!("no branch: {line}"),
                };
                annotated.lines.get_mut(&last).expect("a branch follows its line").branches.push(taken);
            } else {
                let mut parts = line.splitn(3, ':').map(str::trim);
                let (count, number, text) = (parts.next(), parts.next(), parts.next());
                let number: u32 = number.expect("a number").parse().expect("a number");
                if let Some(path) = text.and_then(|text| text.strip_prefix("Source:")) {
                    source = path.into();
                }
                for function in waiting.drain(..) {
                    let (name, what) = function.split_once(' ').expect("a name and what became of it");
                    annotated.functions.insert(name.to_owned(), (number, what.to_owned()));
                }
                let count = match count.expect("a count") {
                    "-" => continue,
                    "#####" => 0,
                    count => count.parse().expect("a count"),
                };
                annotated.lines.insert(number, Line { count, branches: Vec::new() });
                last = number;
            }
        }
        annotated.lines.values_mut().for_each(|line| line.branches.sort());
        (source, annotated)
    }

    /// Compares this file with what gcov says: every function that symir reports, and every line of these
    /// functions.
    pub fn compare(&self, theirs: &Annotated, path: &Path) {
        let mut starts: Vec<(u32, bool)> = theirs
            .functions
            .iter()
            .map(|(name, (line, _))| (*line, self.functions.contains_key(name)))
            .collect();
        starts.sort();
        for (name, ours) in &self.functions {
            let theirs = theirs.functions.get(name).expect("gcov has the function");
            let is_equal = match SHARED_CASES.contains(&name.as_str()) {
                true => (ours.0, without_blocks(&ours.1)) == (theirs.0, without_blocks(&theirs.1)),
                false => ours == theirs,
            };
            assert!(is_equal, "{}: {name}: symir {ours:?}, gcov {theirs:?}", path.display());
        }
        let is_reported =
            |line: u32| starts.iter().rev().find(|(start, _)| *start <= line).is_some_and(|(_, is)| *is);
        let mut differences = String::new();
        let lines: std::collections::BTreeSet<u32> =
            self.lines.keys().chain(theirs.lines.keys()).copied().collect();
        for line in lines.into_iter().filter(|line| is_reported(*line)) {
            let (ours, theirs) = (self.lines.get(&line), theirs.lines.get(&line));
            if ours != theirs {
                differences += &format!("{}:{line}: symir {ours:?}, gcov {theirs:?}\n", path.display());
            }
        }
        assert!(differences.is_empty(), "{differences}");
    }
}

/// What gcov says of a function, without the share of its blocks.
fn without_blocks(what: &str) -> &str {
    what.split_once(" blocks").map_or(what, |(before, _)| before)
}

/// Every annotated file of a folder, by the path of its source.
pub fn read(folder: &Path) -> BTreeMap<PathBuf, Annotated> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "gcov") {
            let text = std::fs::read_to_string(&path).expect("it can be read");
            let (source, annotated) = Annotated::parse(&text);
            let source = source.canonicalize().unwrap_or(source);
            files.insert(source, annotated);
        }
    }
    files
}

/// Compiles the driver with `--coverage`, runs every recorded input and asks gcov.
pub fn native(driver: &Path, inputs: &Path, folder: &Path) -> BTreeMap<PathBuf, Annotated> {
    std::fs::create_dir(folder).expect("a folder");
    let clang = std::env::var_os("SYMIR_CLANG").unwrap_or_else(|| "clang-19".into());
    let drivers = Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers");
    let done = Command::new(clang)
        .current_dir(folder)
        .args(["--coverage", "-O0", "-fno-builtin", "-w", "-o", "program", "-I"])
        .arg(drivers)
        .arg(driver)
        .status()
        .expect("clang starts");
    assert!(done.success(), "{} compiles", driver.display());
    let mut n_inputs = 0;
    for entry in std::fs::read_dir(inputs).expect("inputs") {
        let input = entry.expect("an entry").path();
        let output = Command::new(folder.join("program"))
            .current_dir(folder)
            .env("SYMIR_INPUT", &input)
            .output()
            .expect("it starts");
        assert!(output.status.code().is_some(), "{}: ends by a signal", input.display());
        n_inputs += 1;
    }
    assert!(n_inputs > 0, "{}: there are tests", driver.display());
    let data: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "gcda"))
        .collect();
    assert_eq!(data.len(), 1, "one source file, one file of counters");
    let gcov = std::env::var_os("SYMIR_LLVM_COV").unwrap_or_else(|| "llvm-cov-19".into());
    let output = Command::new(gcov)
        .current_dir(folder)
        .args(["gcov", "-b", "-c", "-p"])
        .args(&data)
        .output()
        .expect("llvm-cov starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    read(folder)
}
