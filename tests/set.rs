//! The set of tests that people see: what a run prints by default, which tests have a file each, how much
//! room a large run takes, and when a run has seen enough.

use assert_cmd::cargo::cargo_bin;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn symir(args: &[&str]) -> Output {
    Command::new(cargo_bin("symir")).args(args).current_dir(root()).output().expect("symir starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A driver in a folder of its own.
struct Driver {
    folder: tempfile::TempDir,
    file: String,
}

impl Driver {
    fn new(program: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("driver.c");
        fs::write(&path, format!("#include \"symir.h\"\n{program}")).expect("written");
        let file = path.to_str().expect("a plain path").to_owned();
        Self { folder, file }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the driver. Returns standard output and standard error.
    fn run(&self, args: &[&str]) -> (String, String) {
        let output = symir(&[&["run", &self.file], args].concat());
        (text(&output.stdout), text(&output.stderr))
    }
}

/// The lines of tests among what was printed.
fn lines(printed: &str) -> Vec<&str> {
    printed.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// The output of a run without any option that changes the set, and the lines about tests.
fn transcript(file: &str, args: &[&str]) -> String {
    let output = symir(&[&["run", file, "--no-replay", "--workers", "1", "--search", "dfs"], args].concat());
    let said = text(&output.stderr);
    let kept = said.lines().filter(|line| line.starts_with("tests ") || line.starts_with("printed "));
    format!("{}---\n{}\n", text(&output.stdout), kept.collect::<Vec<_>>().join("\n"))
}

#[test]
fn the_default_prints_a_chosen_set() {
    for (name, file, args) in [
        ("strstr", "drivers/strstr.c", &[][..]),
        ("object_tree", "tests/golden/object_tree.c", &[]),
        ("divide_by_zero", "tests/golden/divide_by_zero.c", &[]),
        ("insert", "tests/set/insert.c", &["--explain"]),
    ] {
        let expected = root().join("tests/set").join(name).with_extension("out");
        expect_test::expect_file![expected].assert_eq(&transcript(file, args));
    }
}

/// A loop over `a && b` ends by `a` or by `b`, which is one branch. Tests that cover every branch include
/// both ends.
#[test]
fn every_operand_that_ends_a_loop_has_a_test() {
    let driver = Driver::new(
        "static int length(const char *s, int n) { int i = 0; while (i < n && s[i]) i++; return i; }\n\
         int main(void) { char s[4]; symir_string(s, \"s\"); int n = symir_range(0, 3, \"n\");\n\
         SYMIR_TEST(length, s, n); return 0; }\n",
    );
    let folder = driver.path("out");
    let folder = folder.to_str().expect("a plain path");
    driver.run(&["--no-replay", "-o", folder]);
    let output = symir(&["export", folder, "--emit", "lines", "--minimize", "branch"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let kept = fs::read_to_string(driver.path("out/tests.txt")).expect("written");
    let pairs = kept.lines().filter_map(|line| {
        let (given, result) = line.split_once(" :=> ")?;
        Some((given.rsplit(' ').next()?.parse::<u32>().ok()?, result.parse::<u32>().ok()?))
    });
    let pairs: Vec<(u32, u32)> = pairs.collect();
    assert!(pairs.iter().any(|(n, result)| result < n), "it ends by the text: {kept}");
    assert!(pairs.iter().any(|(n, result)| result == n), "it ends by the number: {kept}");
}

#[test]
fn all_prints_every_path_and_the_set_is_part_of_it() {
    let file = "drivers/sysfs_streq.c";
    let all = text(&symir(&["run", file, "--all", "-q", "--no-replay"]).stdout);
    let set = text(&symir(&["run", file, "-q", "--no-replay"]).stdout);
    let (all, set) = (lines(&all), lines(&set));
    assert_eq!(all.len(), 39);
    assert!((10..=30).contains(&set.len()), "{set:?}");
    assert!(set.iter().all(|line| all.contains(line)), "{set:?}");
    let events = text(&symir(&["run", file, "--json", "--no-replay"]).stdout);
    let events: Vec<serde_json::Value> =
        events.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(events.iter().filter(|event| event["event"] == "test").count(), 39, "programs have all");
    let chosen = events.iter().find(|event| event["event"] == "chosen").expect("the set is named");
    let groups = chosen["groups"].as_array().expect("groups");
    let n_chosen: usize = groups.iter().map(|group| group["tests"].as_array().expect("names").len()).sum();
    assert_eq!(n_chosen, set.len());
    assert_eq!(groups[0]["outcome"], "sysfs_streq gives true");
}

/// Two workers, native runs and another order of exploration choose the same set.
#[test]
fn who_explores_changes_nothing_of_the_set() {
    let set = |more: &[&str]| text(&symir(&[&["run", "drivers/strstr.c", "-q"], more].concat()).stdout);
    let plain = set(&["--no-replay", "--workers", "1"]);
    assert_eq!(plain, set(&["--workers", "2"]));
    assert_eq!(plain, set(&["--no-replay", "--workers", "1", "--search", "bfs"]));
}

const MANY: &str = r#"
    int kind(char c) {
        if (c >= 'a' && c <= 'z') return 1;
        if (c >= '0' && c <= '9') return 2;
        if (c == '_') return 3;
        return 0;
    }
    int score(const char *s) {
        int n = 0;
        for (; *s; s++) n = n * 4 + kind(*s);
        return n;
    }
    int main(void) {
        char s[5];
        symir_string(s, sizeof s, "s");
        SYMIR_TEST(score, s);
    }
"#;

/// The limit of disk space for 100,000 tests, as bytes a test.
const MOST_PER_TEST: u64 = 200_000_000 / 100_000;

fn size_of(folder: &Path) -> (u64, u64) {
    let entries = fs::read_dir(folder).expect("listed").map(|entry| entry.expect("an entry").path());
    entries.fold((0, 0), |(n_files, n_bytes), path| match path.is_dir() {
        true => {
            let within = size_of(&path);
            (n_files + within.0, n_bytes + within.1)
        }
        false => (n_files + 1, n_bytes + fs::metadata(&path).expect("a file").len()),
    })
}

#[test]
fn a_large_run_takes_bounded_room_and_every_test_is_of_use() {
    let driver = Driver::new(MANY);
    let out = driver.path("out");
    let folder = out.to_str().expect("a plain path");
    let (printed, said) = driver.run(&["-o", folder, "--no-replay", "--readable", "none"]);
    let tests = symir::internals::emit::read(&out).expect("tests");
    assert!(tests.len() > 500, "{said}");
    let n_printed = lines(&printed).len();
    let inputs = fs::read_dir(out.join("inputs")).expect("listed").count();
    assert_eq!((inputs, (10..=30).contains(&n_printed)), (n_printed, true), "{said}");
    assert!(said.contains(&format!("; --all prints the {} others too", tests.len() - n_printed)), "{said}");
    assert_eq!(fs::read_to_string(out.join("tests.txt")).expect("lines").lines().count(), tests.len());
    let (n_files, n_bytes) = size_of(&out);
    assert!(n_files < 60, "{n_files}");
    assert!(n_bytes / (tests.len() as u64) < MOST_PER_TEST, "{n_bytes} for {}", tests.len());

    // A test that has no file of its own is proved and exported all the same.
    let numbers: BTreeSet<String> = (fs::read_dir(out.join("inputs")).expect("listed"))
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    let without =
        (0..tests.len()).find(|at| !numbers.contains(&symir::internals::emit::input_name(*at, tests.len())));
    let without = &tests[without.expect("most have none")].name;
    let replayed = symir(&["replay", folder, "--test", without]);
    assert!(text(&replayed.stdout).starts_with("replay        1 confirmed, 0 differ\n"), "{replayed:?}");
    let missing = symir(&["replay", folder, "--test", "nobody"]);
    assert!(text(&missing.stderr).contains("--test nobody: none of these tests has that name"));
    let table = driver.path("table");
    let exported = symir(&["export", folder, "--emit", "csv", "-o", table.to_str().expect("a plain path")]);
    assert!(text(&exported.stderr).contains(&format!("tests.csv: {} tests\n", tests.len())), "{exported:?}");

    // With --all, each has its file.
    driver.run(&["-o", folder, "--no-replay", "--readable", "none", "--all", "--paths", "40"]);
    let inputs = fs::read_dir(out.join("inputs")).expect("listed").count();
    assert_eq!(inputs, symir::internals::emit::read(&out).expect("tests").len());
}

#[test]
fn a_run_that_waits_for_saturation_ends_where_nothing_new_comes() {
    let driver = Driver::new(&MANY.replace("s[5]", "s[9]"));
    let run = |args: &[&str]| {
        let fixed = ["run", &driver.file, "--until", "saturated", "--no-replay", "--readable", "none"];
        let output = symir(&[&fixed, args].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let (printed, said) = run(&["--workers", "1"]);
    assert!(said.contains("saturated     coverage did not grow any more; "), "{said}");
    assert!(!said.contains("ended early") && !printed.contains("unfinished"), "{printed}{said}");
    let headings = ["# score gives a positive number\n", "# score gives 0\n"];
    assert!(headings.iter().all(|heading| printed.contains(heading)), "{printed}");
    assert_eq!(run(&["--workers", "1"]).0, printed, "it depends on no clock");
    // Two workers may find other paths before they stop, but they do stop.
    let (printed, said) = run(&["--workers", "2"]);
    assert!(headings.iter().all(|heading| printed.contains(heading)), "{printed}");
    assert!(said.contains("saturated "), "{said}");
}

/// A program with a path for each round of a loop without a bound.
const ENDLESS: &str = r#"
    int rounds(void) {
        int n = 0;
        while (symir_uchar("more") > 7) n++;
        return n > 2 ? -1 : n;
    }
    int main(void) { SYMIR_TEST(rounds); }
"#;

/// Every test ends at the same place, where no native run looks for the error, and where nothing is
/// supported.
const LEAKING: &str = r#"
    #include <stdlib.h>
    int lose(unsigned char n) {
        int steps = 0;
        for (; steps < n && steps < 9; steps++) {}
        if (n == 200) return *(volatile int *)0;
        malloc(3);
        return steps;
    }
    int main(void) { SYMIR_TEST(lose, symir_uchar("n")); }
"#;

#[test]
fn what_does_not_hold_is_told_once_for_each_cause() {
    let driver = Driver::new(LEAKING);
    let out = driver.path("out");
    let folder = out.to_str().expect("a plain path");
    let (printed, said) = driver.run(&["--detect", "leaks", "-o", folder]);
    assert!(said.contains("11 unproved\n"), "{said}");
    assert_eq!(said.matches("\nunproved ").count(), 1, "{said}");
    assert!(said.contains("              and 10 more tests for the same reason\n"), "{said}");
    let unproved = fs::read_dir(out.join("unproved/inputs")).expect("listed").count();
    assert_eq!(unproved, 1, "one example has a file");
    assert_eq!(symir::internals::emit::read(&out.join("unproved")).expect("tests").len(), 11);
    assert!(printed.contains(":=> !null pointer dereference"), "{printed}");
    assert_eq!(printed.matches(":=> !memory leak").count(), 1, "{printed}");
}

/// The suites in a folder, by name.
fn suites(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("listed").map(|entry| entry.expect("an entry").path());
    let suites = entries.filter(|path| path.extension().is_some_and(|ending| ending == "c"));
    suites.map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("a suite"))).collect()
}

#[test]
fn bugs_have_one_example_each_and_hide_no_result() {
    let driver = Driver::new(
        r#"
        int cell(unsigned char n, unsigned char by) {
            static int table[4] = {1, 2, 3, 4};
            int steps = 0;
            for (; steps < by && steps < 6; steps++) {}
            if (steps == 5) return 100 / n;
            return table[n];
        }
        int main(void) { SYMIR_TEST(cell, symir_uchar("n"), symir_uchar("by")); }
        "#,
    );
    let (printed, _) = driver.run(&["-q", "--no-replay"]);
    let headings: Vec<&str> = printed.lines().filter(|line| line.starts_with("# bug: ")).collect();
    assert_eq!(headings.len(), 2, "{printed}");
    assert_eq!(lines(&printed).iter().filter(|line| line.contains(":=> !")).count(), 2, "{printed}");
    assert!(printed.starts_with("# cell gives a positive number\n"), "{printed}");
    let out = driver.path("out");
    driver.run(&["-q", "--no-replay", "--emit", "c,sarif", "-o", out.to_str().expect("a plain path")]);
    let log = fs::read_to_string(out.join("bugs.sarif")).expect("a log");
    assert_eq!(log.matches("\"ruleId\"").count(), 2, "{log}");
    assert_eq!(suites(&out).len(), 1);
    for (name, suite) in suites(&out) {
        let n_bugs = suite.matches("out of bounds").count().min(suite.matches("division by zero").count());
        assert!(n_bugs >= 1, "{name}: {suite}");
        assert!(suite.lines().filter(|line| line.contains("cell(")).count() < 16, "{name}: {suite}");
    }
}

#[test]
fn no_suite_has_a_test_without_an_end() {
    let driver = Driver::new(ENDLESS);
    let out = driver.path("out");
    let folder = out.to_str().expect("a plain path");
    let (_, said) = driver.run(&["--paths", "6", "--no-replay", "-o", folder, "--emit", "c,unity,csv"]);
    assert!(said.contains("ended early   by the limit of paths"), "{said}");
    let table = fs::read_to_string(out.join("tests.csv")).expect("a table");
    assert!(table.contains("unfinished"), "the table has all: {table}");
    assert_eq!(suites(&out).len(), 2);
    for (name, suite) in suites(&out) {
        assert!(!suite.contains("unfinished"), "{name}: {suite}");
    }
}
