//! Compares the coverage of `symir run` with what `llvm-cov gcov` says of the same tests, run natively, and
//! reads its files with programs that people use for them.

use assert_cmd::cargo::cargo_bin;
use expect_test::expect_file;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "coverage/gcov.rs"]
mod gcov;

#[path = "coverage/narrow.rs"]
mod narrow;

#[path = "common/drivers.rs"]
mod drivers;
#[path = "common/skipped.rs"]
mod skipped;

use drivers::DRIVERS;
use gcov::{native, read};
use skipped::skipped;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs the driver with `-o` and returns the folder.
fn run(driver: &Path, folder: &Path, args: &[&str]) -> PathBuf {
    let out = folder.join("out");
    let output = Command::new(cargo_bin("symir"))
        .args(["run", "--all"])
        .arg(driver)
        .arg("-q")
        .arg("-o")
        .arg(&out)
        .args(args)
        .output()
        .expect("symir starts");
    assert!(output.status.success(), "{}: {}", driver.display(), String::from_utf8_lossy(&output.stderr));
    out
}

fn check(driver: &Path) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = run(driver, folder.path(), &[]);
    let ours = read(&out);
    let theirs = native(driver, &out.join("inputs"), &folder.path().join("native"));
    assert!(!ours.is_empty(), "{}: nothing is reported", driver.display());
    for (path, ours) in &ours {
        let theirs = theirs
            .get(path)
            .unwrap_or_else(|| panic!("gcov has no {} but {:?}", path.display(), theirs.keys()));
        ours.compare(theirs, path);
    }
}

#[test]
fn the_twelve_drivers_are_covered_as_gcov_says() {
    for name in DRIVERS {
        check(&root().join("drivers").join(name).with_extension("c"));
    }
}

#[test]
fn loops_switches_conditions_and_calls_are_covered_as_gcov_says() {
    for name in ["loops", "switches", "logic", "calls", "included", "strings"] {
        check(&root().join("tests/coverage").join(name).with_extension("c"));
    }
}

/// Whether a program of a Debian package is installed. A check that cannot run without it says so.
/// `scripts/setup` installs all of them.
fn is_installed(program: &str, package: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        skipped(&format!("`{program}` is missing; on Debian it is in the package {package}"));
    }
    found
}

/// `coverage.json` of a run.
fn detail(out: &Path) -> Value {
    let text = std::fs::read_to_string(out.join("coverage.json")).expect("it can be read");
    serde_json::from_str(&text).expect("it is JSON")
}

/// The numbers that a text such as `0-3 7` stands for.
fn numbers(ranges: &Value) -> Vec<u64> {
    let bounds = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        (first.parse::<u64>().expect("a number"), last.parse::<u64>().expect("a number"))
    };
    let ranges = ranges.as_str().expect("text").split_whitespace().map(bounds);
    ranges.flat_map(|(first, last)| first..=last).collect()
}

/// gcov's counts for the native run of a single test tell which lines the test covers.
#[test]
fn a_test_covers_the_lines_that_gcov_counts_for_it_alone() {
    let driver = root().join("tests/coverage/strings.c");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = run(&driver, folder.path(), &[]);
    let detail = detail(&out);
    let tests = detail["tests"].as_array().expect("tests");
    for number in [0, 1, tests.len() / 2, tests.len() - 1] {
        let inputs = folder.path().join(format!("inputs-{number}"));
        let name = format!("{:04}.txt", number + 1);
        std::fs::create_dir(&inputs).expect("a folder");
        std::fs::copy(out.join("inputs").join(&name), inputs.join(&name)).expect("copied");
        let theirs = native(&driver, &inputs, &folder.path().join(format!("native-{number}")));
        let theirs = &theirs[&driver.canonicalize().expect("it is there")];
        for line in detail["files"][0]["lines"].as_array().expect("lines") {
            let at = line["number"].as_u64().expect("a number") as u32;
            let covers = numbers(&line["tests"]).contains(&(number as u64));
            assert_eq!(covers, theirs.lines[&at].count > 0, "test {number}, line {at}");
        }
    }
}

/// The lines and sides of branches that are not covered, with their reasons, as `LINE: REASON` or `LINE,
/// SIDE: REASON`.
fn gaps(name: &str, args: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let output = Command::new(cargo_bin("symir"))
        .args(["run", "--all", "-q", "-o"])
        .arg(&out)
        .arg(root().join("tests/coverage").join(name))
        .args(args)
        .output()
        .expect("symir starts");
    assert!(out.join("coverage.json").is_file(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut text = String::new();
    for line in detail(&out)["files"][0]["lines"].as_array().expect("lines") {
        let number = &line["number"];
        let words = |place: &Value| place["uncovered"]["words"].as_str().map(str::to_owned);
        assert_eq!(words(line).is_some(), line["count"] == 0, "line {number} has a reason");
        text.extend(words(line).map(|words| format!("{number}: {words}\n")));
        for side in
            line["branches"].as_array().into_iter().flatten().flat_map(|branch| branch["sides"].as_array())
        {
            for side in side {
                assert_eq!(words(side).is_some(), side["taken"] == 0, "a side of line {number} has a reason");
                let name = side["name"].as_str().expect("a name");
                text.extend(words(side).map(|words| format!("{number}, {name}: {words}\n")));
            }
        }
    }
    text
}

#[test]
fn what_is_not_covered_has_a_reason() {
    expect_file!["coverage/uncovered.out"].assert_eq(&gaps("uncovered.c", &[]));
}

#[test]
fn a_budget_is_a_reason() {
    expect_file!["coverage/endless.out"]
        .assert_eq(&gaps("endless.c", &["--instructions", "100000", "--search", "dfs", "--workers", "1"]));
}

#[test]
fn what_was_made_concrete_and_what_is_not_supported_are_reasons() {
    expect_file!["coverage/outside.out"].assert_eq(&gaps("outside.c", &[]));
    expect_file!["coverage/outside_native.out"].assert_eq(&gaps("outside.c", &["--externals", "native"]));
}

/// The browser that `SYMIR_BROWSER` names, or one that is on the path. `scripts/setup` installs none, since
/// browsers are large.
fn browser() -> Option<std::ffi::OsString> {
    let names = ["chromium-headless-shell", "chromium", "google-chrome"];
    let starts =
        |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|done| done.status.success());
    let found = std::env::var_os("SYMIR_BROWSER")
        .or_else(|| names.iter().find(|name| starts(name)).map(|name| name.into()));
    if found.is_none() {
        skipped("no browser; set SYMIR_BROWSER to a Chromium, or install chromium-headless-shell");
    }
    found
}

/// The page as the browser has it after its scripts ran; there must be no message on its console.
fn open(browser: &std::ffi::OsStr, page: &Path, place: &str) -> String {
    let profile = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg("--dump-dom")
        .arg(format!("file://{}{place}", page.display()))
        .output()
        .expect("the browser starts");
    let messages = String::from_utf8_lossy(&output.stderr);
    let console: Vec<&str> = messages.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(output.status.success() && console.is_empty(), "{console:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_browser_shows_the_counts() {
    let Some(browser) = browser() else { return };
    let row = regex::Regex::new(
        r#"class="(row [^"]*)" data-line="(\d+)"[^>]*><span class="count">([^<]*)</span><span class="number">"#,
    )
    .expect("a pattern");
    for name in SAMPLES {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = run(&root().join(name), folder.path(), &[]);
        let page = out.join("coverage.html");
        let dom = open(&browser, &page, "#test=0");
        let sums = totals(&out.join("coverage.info"));
        for (what, covered, all) in
            [("lines", "LH", "LF"), ("functions", "FNH", "FNF"), ("branches", "BRH", "BRF")]
        {
            let total = regex::Regex::new(&format!("data-total=\"{what}\">.*?<small>([^<]*)</small>"))
                .expect("a pattern");
            let shown = total.captures(&dom).map(|found| found[1].to_owned());
            assert_eq!(shown, Some(format!("{} of {}", sums[covered], sums[all])), "{name}: {what}");
        }
        let detail = detail(&out);
        let rows: BTreeMap<u64, (String, String)> = row
            .captures_iter(&dom)
            .map(|found| (found[2].parse().expect("a number"), (found[1].to_owned(), found[3].to_owned())))
            .collect();
        let lines = detail["files"][0]["lines"].as_array().expect("lines");
        assert!(!lines.is_empty());
        for line in lines {
            let (class, count) = &rows[&line["number"].as_u64().expect("a number")];
            let expected = match line["count"].as_u64().expect("a count") {
                0 => "–".to_owned(),
                count => count.to_string(),
            };
            assert_eq!(*count, expected, "{name}:{}", line["number"]);
            assert_eq!(
                class.contains("of-test"),
                numbers(&line["tests"]).contains(&0),
                "{name}:{}",
                line["number"]
            );
        }
        let line = &lines[0];
        let dom = open(&browser, &page, &format!("#line={}", line["number"]));
        let n_tests = numbers(&line["tests"]).len();
        assert_eq!(dom.matches("role=\"option\"").count(), n_tests, "{name}: the tests of a line");
    }
}

/// On a page as narrow as a phone's screen, the source has most of the width, and nothing is wider than the
/// page.
#[test]
fn a_narrow_page_leaves_room_for_the_source() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = run(&root().join("drivers/strstr.c"), folder.path(), &[]);
    let script = "const pre = document.querySelector('.row pre').getBoundingClientRect().x;\
                  const root = document.documentElement;\
                  const says = [root.scrollWidth - root.clientWidth, root.clientWidth <= 400, pre < 100].join(' ');";
    assert_eq!(narrow::shown(&browser, &out.join("coverage.html"), script), "0 true true");
}

/// Programs with covered and uncovered lines, branches that are never executed, several files, and a
/// `switch`.
const SAMPLES: [&str; 4] =
    ["tests/coverage/calls.c", "tests/coverage/included.c", "tests/coverage/switches.c", "drivers/strstr.c"];

#[test]
fn genhtml_reads_the_tracefile() {
    if !is_installed("genhtml", "lcov") {
        return;
    }
    for name in SAMPLES {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = run(&root().join(name), folder.path(), &[]);
        let output = Command::new("genhtml")
            .args(["--branch-coverage", "--output-directory"])
            .arg(folder.path().join("html"))
            .arg(out.join("coverage.info"))
            .output()
            .expect("genhtml starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {said}{complaints}");
        assert_eq!(complaints, "", "{name}");
        let totals = totals(&out.join("coverage.info"));
        for (what, covered, all) in
            [("lines", "LH", "LF"), ("functions", "FNH", "FNF"), ("branches", "BRH", "BRF")]
        {
            let share = format!("({} of {} ", totals[covered], totals[all]);
            let line = said.lines().find(|line| line.trim_start().starts_with(what)).unwrap_or_default();
            assert!(line.contains(&share) || totals[all] == 0, "{name}: genhtml says `{line}`, not {share}");
        }
    }
}

/// The sums of a tracefile's records, by their names.
fn totals(tracefile: &Path) -> BTreeMap<String, u64> {
    let mut totals = BTreeMap::new();
    for line in std::fs::read_to_string(tracefile).expect("it can be read").lines() {
        if let Some((name, count)) =
            line.split_once(':').and_then(|(name, n)| Some((name, n.parse::<u64>().ok()?)))
        {
            *totals.entry(name.to_owned()).or_default() += count;
        }
    }
    totals
}

#[test]
fn cobertura_is_valid_by_its_document_type() {
    if !is_installed("xmllint", "libxml2-utils") {
        return;
    }
    for name in SAMPLES {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = run(&root().join(name), folder.path(), &[]);
        let output = Command::new("xmllint")
            .args(["--nonet", "--noout", "--dtdvalid"])
            .arg(root().join("tests/coverage/cobertura.dtd"))
            .arg(out.join("cobertura.xml"))
            .output()
            .expect("xmllint starts");
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let text = std::fs::read_to_string(out.join("cobertura.xml")).expect("it can be read");
        let totals = totals(&out.join("coverage.info"));
        let sums = format!("lines-covered=\"{}\" lines-valid=\"{}\"", totals["LH"], totals["LF"]);
        assert!(text.contains(&sums), "{name}: {sums}");
    }
}

/// Each condition of `negated.c` has one value at every level of optimisation, and only its other side may be
/// reported as uncovered. If symir does not know which side it is, the report says where the side leads.
#[test]
fn sides_are_those_of_the_condition_as_it_is_written() {
    let source = std::fs::read_to_string(root().join("tests/golden/negated.c")).expect("the program");
    let holds = |line: usize| {
        let text = source.lines().nth(line - 1).unwrap_or_default();
        // `x` is 5 or 6, and `y` is 0.
        let is_false = [
            "if (!x)",
            "if (!!y)",
            "if (x == 0)",
            "for (; !(x > y);)",
            "while (!(x > y))",
            "while (!(x > 0))",
        ];
        let always = is_false.iter().any(|condition| text.contains(condition));
        let either =
            text.contains("||") || text.contains("&&") || text.contains('?') || text.contains("switch");
        (always && !either).then_some(false)
    };
    let pattern = regex::Regex::new(r"^the (true|false) side of negated\.c:(\d+)").expect("a pattern");
    for level in ["0", "1", "2", "3"] {
        let output = Command::new(cargo_bin("symir"))
            .args(["run", "--all", "tests/golden/negated.c", "--no-replay", "--json", "-O", level])
            .current_dir(root())
            .output()
            .expect("symir starts");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let summary: Value = serde_json::from_str(text.lines().last().expect("a summary")).expect("JSON");
        let uncovered = summary["summary"]["uncovered"].as_array().expect("a list").clone();
        let mut n_checked = 0;
        for what in uncovered.iter().filter_map(|item| item["what"].as_str()) {
            let Some(found) = pattern.captures(what) else { continue };
            let line = found[2].parse().expect("a number");
            if let Some(value) = holds(line) {
                n_checked += 1;
                assert_ne!(found[1].parse::<bool>().expect("a side"), value, "-O{level}: {what}");
            }
        }
        assert!(level != "0" || n_checked == 6, "{uncovered:?}");
    }
}

/// The same holds in the files that people and programs read: the count of a side stands beside the words for
/// this side.
#[test]
fn counts_stand_beside_the_side_that_was_taken() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = run(&root().join("tests/golden/negated.c"), folder.path(), &["--no-replay"]);
    let detail = detail(&out);
    let lines = detail["files"][0]["lines"].as_array().expect("lines");
    // `if (!x)`, `if (!!y)`, `if (x == 0)`, and the loops: all of them are false.
    for number in [7, 9, 11, 21, 23] {
        let line = lines.iter().find(|line| line["number"] == number).expect("the line");
        let sides = line["branches"][0]["sides"].as_array().expect("sides");
        let taken = |name: &str| {
            let side = sides.iter().find(|side| side["name"] == name);
            side.and_then(|side| side["taken"].as_u64()).expect("a count")
        };
        assert_eq!((taken("the true side"), taken("the false side")), (0, 1), "line {number}");
    }
}

/// Bitcode without names of blocks does not say which side is which. Then the report names the line that a
/// side leads to.
#[test]
fn a_side_that_nobody_knows_is_told_by_where_it_leads() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("negated.bc");
    let clang = std::env::var_os("SYMIR_CLANG").unwrap_or_else(|| "clang-19".into());
    let status = Command::new(clang)
        .args(["-emit-llvm", "-c", "-g", "-O0", "-w", "-D__SYMIR__=1", "-fdiscard-value-names", "-Idrivers"])
        .args(["tests/golden/negated.c", "-o"])
        .arg(&path)
        .current_dir(root())
        .status()
        .expect("clang starts");
    assert!(status.success());
    let output = Command::new(cargo_bin("symir"))
        .args(["run", "--all", "--no-replay"])
        .arg(&path)
        .output()
        .expect("symir starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("the side of negated.c:7 that goes on at line 8"), "{text}");
    assert!(!text.contains("side of negated.c:7:"), "{text}");
}
