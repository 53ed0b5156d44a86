//! `symir bench COLLECTION` as a batch: interruption, shards, comparison, and routines that go wrong.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use symir::internals::bench::batch::VARYING;
use tempfile::TempDir;

#[path = "coverage/narrow.rs"]
mod narrow;

#[path = "common/skipped.rs"]
mod skipped;

use skipped::skipped;

/// Puzzles that take little time.
const SMALL: &str = "^(square|password|brackets|hweight|gcd|binary_search|collatz)$";

fn symir(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("symir"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("bench").args(args);
    command
}

fn output(args: &[&str]) -> Output {
    symir(args).output().expect("symir starts")
}

/// Runs symir, checks its exit code, and returns standard output and standard error.
fn check(args: &[&str], code: i32) -> (String, String) {
    let output = output(args);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}: {stdout}{stderr}");
    (stdout, stderr)
}

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

thread_local! {
    /// The lock that a test keeps until its thread ends. A batch starts processes for all processors: several
    /// batches at once keep native runs from answering in time.
    static ALONE: RefCell<Option<MutexGuard<'static, ()>>> = const { RefCell::new(None) };
}

fn folder() -> TempDir {
    ALONE.with_borrow_mut(|alone| {
        alone.get_or_insert_with(|| ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner));
    });
    tempfile::tempdir().expect("a temporary folder")
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("a plain path").to_owned()
}

/// The rows of a table as text, without the columns that differ from run to run.
fn table(batch: &str) -> Vec<String> {
    let mut reader =
        csv::Reader::from_path(Path::new(batch).join("results.csv")).expect("the batch has results");
    let heads = reader.headers().expect("a head").clone();
    let kept = |(at, cell): (usize, &str)| {
        (!VARYING.contains(&&heads[at])).then(|| format!("{}: {cell}", &heads[at]))
    };
    let records = reader.records().map(|record| record.expect("a row"));
    records.map(|row| row.iter().enumerate().filter_map(kept).collect::<Vec<_>>().join(", ")).collect()
}

/// The cells of a routine by column.
fn row(batch: &str, routine: &str) -> BTreeMap<String, String> {
    let mut reader =
        csv::Reader::from_path(Path::new(batch).join("results.csv")).expect("the batch has results");
    let mut rows = reader.deserialize::<BTreeMap<String, String>>().map(|row| row.expect("a row"));
    rows.find(|row| row["routine"] == routine).expect("the routine has a row")
}

/// Writes a manifest of these routines into a folder, together with these C files, and returns its path.
fn collection(folder: &TempDir, manifest: &str, files: &[(&str, &str)]) -> String {
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("the folder is writable");
    }
    let path = path(folder, "tried.toml");
    std::fs::write(&path, format!("name = \"own\"\ntitle = \"Our own\"\ntime = 20\n{manifest}"))
        .expect("written");
    path
}

#[test]
fn a_batch_that_is_killed_and_resumed_gives_the_table_of_one_run_through() {
    let folder = folder();
    let (whole, parts) = (path(&folder, "whole"), path(&folder, "parts"));
    check(&["puzzles", "--filter", SMALL, "-o", &whole, "--quiet"], 0);
    let whole = table(&whole);
    assert_eq!(whole.len(), 7);

    let args = ["puzzles", "--filter", SMALL, "-o", &parts, "--quiet", "--jobs", "1"];
    let mut process = symir(&args).spawn().expect("symir starts");
    let journal = PathBuf::from(&parts).join("journal.jsonl");
    let lines = || std::fs::read_to_string(&journal).unwrap_or_default().lines().count();
    let start = Instant::now();
    while lines() < 3 && start.elapsed() < Duration::from_secs(50) {
        std::thread::sleep(Duration::from_millis(10));
    }
    process.kill().expect("it still runs");
    process.wait().expect("it has ended");
    let n_rows = lines() - 1;
    assert!((2..7).contains(&n_rows), "it was killed in the middle, not after {n_rows} rows");

    let before = std::fs::read_to_string(&journal).expect("read");
    check(&[&args[..], &["--resume"]].concat(), 0);
    assert_eq!(table(&parts), whole);
    let after = std::fs::read_to_string(&journal).expect("read");
    assert!(after.starts_with(&before) && after.lines().count() == 8, "nothing is repeated");
}

#[test]
fn shards_give_the_table_of_the_whole() {
    let folder = folder();
    let (whole, gathered) = (path(&folder, "whole"), path(&folder, "gathered"));
    let options = ["puzzles", "--filter", "^(square|hweight|gcd|brackets)$", "--quiet"];
    check(&[&options[..], &["-o", &whole]].concat(), 0);
    let shards = [path(&folder, "1"), path(&folder, "2"), path(&folder, "3")];
    for (shard, of) in shards.iter().zip(["1/3", "2/3", "3/3"]) {
        check(&[&options[..], &["-o", shard, "--shard", of]].concat(), 0);
    }
    let gather = [&options[..], &["-o", &gathered, "--gather", &shards[2], &shards[0]]].concat();
    let (_, lacking) = check(&gather, 5);
    assert!(lacking.contains("1 routines are left") || lacking.contains("lacks rows"), "{lacking}");
    let gather = [&gather[..], &[&shards[1]]].concat();
    check(&gather, 0);
    assert_eq!(table(&gathered), table(&whole));
    let coverage = Path::new(&gathered).join("routines/gcd/tests/coverage.html");
    assert!(coverage.is_file(), "the report's links lead somewhere");
}

#[test]
fn every_test_of_a_row_is_confirmed_and_counted_natively() {
    let folder = folder();
    let batch = path(&folder, "batch");
    check(&["puzzles", "--filter", "^(square|brackets|calculator)$", "-o", &batch, "--quiet"], 0);
    for name in ["square", "brackets", "calculator"] {
        let row = row(&batch, name);
        assert_eq!(
            (&row["confirmed"], &*row["differs"], &*row["flaky"]),
            (&row["tests"], "0", "0"),
            "{name}"
        );
        for what in ["lines", "branches"] {
            assert_eq!(row[&format!("native_{what}_covered")], row[&format!("{what}_covered")], "{name}");
            assert_eq!(row[&format!("native_{what}")], row[what], "{name}");
        }
    }
}

/// The browser that `SYMIR_BROWSER` names, or one that is on the path. `scripts/setup` installs none, since
/// browsers are large.
fn browser() -> Option<std::ffi::OsString> {
    let starts =
        |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|done| done.status.success());
    let names = ["chromium-headless-shell", "chromium", "google-chrome"];
    std::env::var_os("SYMIR_BROWSER")
        .or_else(|| names.iter().find(|name| starts(name)).map(|name| name.into()))
}

#[test]
fn a_browser_shows_the_worst_routine_first() {
    let Some(browser) = browser() else {
        skipped("no browser; set SYMIR_BROWSER to a Chromium, or install chromium-headless-shell");
        return;
    };
    let folder = folder();
    let worse = "static int never(int x) { if (x > 5) if (x < 3) return 1; return 0; }\n\
                 int main(void) { SYMIR_TEST(never, symir_int(\"x\")); }\n";
    let worse = format!("#include \"symir.h\"\n{worse}");
    let good = worse.replace("x < 3", "x < 30");
    let manifest = "[[routine]]\nname = \"good\"\ndriver = \"good.c\"\n[[routine]]\nname = \"worse\"\n\
                    driver = \"worse.c\"\n";
    let manifest = collection(&folder, manifest, &[("good.c", &good), ("worse.c", &worse)]);
    let batch = path(&folder, "batch");
    check(&[&manifest, "-o", &batch, "--no-replay", "--quiet"], 0);
    let shown = |place: &str| -> Vec<String> {
        let output = Command::new(&browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0"])
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .args(["--dump-dom", &format!("file://{batch}/report.html{place}")])
            .output()
            .expect("the browser starts");
        let messages = String::from_utf8_lossy(&output.stderr);
        let console: Vec<&str> = messages.lines().filter(|line| line.contains("CONSOLE")).collect();
        assert!(output.status.success() && console.is_empty(), "{console:?}");
        let page = String::from_utf8_lossy(&output.stdout).into_owned();
        let rows = page.split("<tr id=\"r-").skip(1);
        rows.map(|row| row.split('"').next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(shown(""), ["good", "worse"]);
    assert_eq!(shown("#worst"), ["worse", "good"]);

    // On a page as narrow as a phone's screen, after a click on the head of the column `branches %`: the
    // worse routine has the lower percentage.
    let script = "document.querySelectorAll('th')[6].click();\
                  const rows = [...document.querySelectorAll('tbody tr')].map(row => row.id).join(' ');\
                  const root = document.documentElement;\
                  const says = [root.scrollWidth - root.clientWidth, root.clientWidth <= 400, rows].join(' ');";
    let page = Path::new(&batch).join("report.html");
    assert_eq!(narrow::shown(&browser, &page, script), "0 true r-worse r-good");
}

/// A value that all routines have in common is reported as a sentence. Bars are for values that differ.
#[test]
fn the_report_shows_bars_only_for_what_is_not_at_100_percent() {
    let folder = folder();
    let batch = path(&folder, "batch");
    check(&["puzzles", "--filter", "^(square|hweight)$", "-o", &batch, "--no-replay", "--quiet"], 0);
    let page = std::fs::read_to_string(Path::new(&batch).join("report.html")).expect("the report");
    assert!(
        page.contains("Branches covered of those that can be reached: 100 % for each of 2 routines."),
        "{page}"
    );
    assert!(!page.contains("class=\"bars\""), "{page}");
}

/// The folder of a routine and the folder of its tests can be used like a folder of `symir run -o`.
#[test]
fn the_tests_of_a_routine_are_replayed_and_exported() {
    let folder = folder();
    let batch = path(&folder, "batch");
    check(&["puzzles", "--filter", "^gcd$", "-o", &batch, "--no-replay", "--quiet"], 0);
    let run = |args: &[&str]| {
        let program = assert_cmd::cargo::cargo_bin("symir");
        let output =
            Command::new(program).args(args).current_dir(folder.path()).output().expect("symir starts");
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {text}");
        text
    };
    let routine = Path::new(&batch).join("routines/gcd");
    for tests in [routine.clone(), routine.join("tests")] {
        let named = tests.to_str().expect("plain");
        assert!(run(&["replay", named]).contains(" confirmed, 0 differ"), "{named}");
        let out = path(&folder, "exported");
        run(&["export", named, "-o", &out, "--emit", "c,csv"]);
        let made = Command::new("make").args(["-s", "c"]).current_dir(&out).output().expect("make starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }
}

#[test]
fn a_journal_with_a_changed_digit_is_refused() {
    let folder = folder();
    let batch = path(&folder, "batch");
    let args = ["puzzles", "--filter", "^square$", "-o", &batch, "--no-replay", "--quiet"];
    check(&args, 0);
    let journal = Path::new(&batch).join("journal.jsonl");
    let text = std::fs::read_to_string(&journal).expect("the journal");
    let changed = regex::Regex::new("\"tests\":[0-9]+").expect("a pattern").replace(&text, "\"tests\":99");
    std::fs::write(&journal, &*changed).expect("written");
    let (_, said) = check(&[&args[..], &["--resume"]].concat(), 2);
    assert!(said.contains("journal.jsonl:2: ") && said.contains("without --resume"), "{said}");
}

#[test]
fn a_regression_is_named_and_has_an_exit_code() {
    let folder = folder();
    let (batch, old) = (path(&folder, "batch"), path(&folder, "old.csv"));
    let args = ["puzzles", "--filter", "^(square|gcd)$", "-o", &batch, "--no-replay", "--quiet"];
    check(&args, 0);
    let results = Path::new(&batch).join("results.csv");
    let text = std::fs::read_to_string(&results).expect("results");
    std::fs::write(&old, &text).expect("written");
    let resumed = [&args[..], &["--resume", "--compare", &old]].concat();
    assert_eq!(check(&resumed, 0).0, "", "nothing has changed");

    // The old table claims that `gcd` covered one line more.
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads = reader.headers().expect("a head").clone();
    let at = heads.iter().position(|head| head == "lines_covered").expect("the column");
    let mut writer = csv::Writer::from_path(&old).expect("created");
    writer.write_record(&heads).expect("written");
    for record in reader.records().map(|record| record.expect("a row")) {
        let more = |cell: &str| (cell.parse::<u32>().expect("a number") + 1).to_string();
        let cells =
            record.iter().enumerate().map(|(column, cell)| match &record[0] == "gcd" && column == at {
                true => more(cell),
                false => cell.to_owned(),
            });
        writer.write_record(cells).expect("written");
    }
    writer.flush().expect("written");
    let (stdout, _) = check(&resumed, 8);
    assert!(stdout.starts_with("worse   gcd: lines_covered from "), "{stdout}");
    assert!(!stdout.contains("square"), "{stdout}");
}

#[test]
fn what_goes_wrong_with_a_routine_stands_in_its_row() {
    let folder = folder();
    // Clang waits until somebody writes into this pipe.
    let pipe = folder.path().join("pipe.h");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
    let routine = |name: &str, file: &str| format!("[[routine]]\nname = \"{name}\"\ndriver = \"{file}\"\n");
    let manifest = [
        routine("good", "good.c"),
        routine("hangs", "waits.c"),
        routine("crashes", "large.c"),
        routine("wrong", "wrong.c"),
        routine("twice", "good.c"),
    ];
    let good = "#include \"symir.h\"\nstatic int sign(int x) { return x < 0 ? -1 : x > 0; }\n\
                int main(void) { SYMIR_TEST(sign, symir_int(\"x\")); }\n";
    // Objects of less than 4 MiB are not sparse: they have all their bytes at once.
    let large = "#include <stdlib.h>\nint main(void) {\n    char *last = 0;\n    \
                for (int i = 0; i < 3000; i++) { last = malloc(3 << 20); last[5] = (char)i; }\n    \
                return last[5];\n}\n";
    let files = [
        ("good.c", good),
        ("waits.c", "#include \"pipe.h\"\nint main(void) { return 0; }\n"),
        ("large.c", large),
        ("wrong.c", "int main(void) { return x; }\n"),
    ];
    let manifest = collection(&folder, &manifest.concat(), &files);
    let batch = path(&folder, "batch");
    let args = [&*manifest, "-o", &batch, "--memory", "2000", "--kill-after", "15s", "--no-replay"];
    let (_, stderr) = check(&args, 0);
    assert!(stderr.contains("5: 2 explored to the end, 0 ended by a budget, 3 failed"), "{stderr}");
    for name in ["good", "twice"] {
        assert_eq!((&*row(&batch, name)["status"], &*row(&batch, name)["tests"]), ("done", "2"));
    }
    let reason = |name: &str| {
        let row = row(&batch, name);
        assert_eq!((&*row["status"], &*row["tests"]), ("failed", "0"), "{name}");
        assert!(stderr.contains(&format!("failed        {name}: {}", row["reason"])), "{stderr}");
        row["reason"].clone()
    };
    assert_eq!(reason("hangs"), "did not end within 15 s and was killed");
    assert!(reason("crashes").contains("memory"), "{}", reason("crashes"));
    assert!(reason("wrong").contains("wrong.c:1"), "{}", reason("wrong"));
    for report in ["report.md", "report.html"] {
        let text = std::fs::read_to_string(Path::new(&batch).join(report)).expect("the report");
        assert!(text.contains("did not end within 15 s and was killed"), "{report}");
    }
}

#[test]
fn wrong_use_is_named_before_anything_runs() {
    let folder = folder();
    let (batch, other) = (path(&folder, "batch"), path(&folder, "other"));
    let wrong = |args: &[&str], words: &[&str]| {
        let (_, stderr) = check(&[&["puzzles", "-o", &batch], args].concat(), 2);
        for word in words {
            assert!(stderr.contains(word), "{args:?}: no `{word}` in: {stderr}");
        }
    };
    wrong(&["--resume"], &["journal.jsonl", "leave out --resume"]);
    wrong(&["--filter", "^nothing$"], &["none of the 15 routines", "--list"]);
    wrong(&["--filter", "("], &["--filter", "regex"]);
    wrong(&["--shard", "4/3"], &["4/3", "2/5"]);
    wrong(&["--jobs", "0"], &["--jobs"]);
    wrong(&["--methods", "nice"], &["nice", "words"]);
    wrong(&["--compare", "missing.csv"], &["missing.csv", "results.csv"]);
    wrong(&["--compare", "README.md"], &["README.md", "routine"]);
    wrong(&["--table", "missing.bin"], &["missing.bin"]);
    wrong(&["--gather", &other], &[&other, "journal.jsonl"]);
    wrong(&["--executor", "slurm", "--shard", "1/2"], &["--shard"]);

    let args = ["puzzles", "--filter", "^square$", "--no-replay", "--quiet", "-o", &batch];
    check(&args, 0);
    wrong(&["--filter", "^square$", "--no-replay", "--resume", "--seed", "5"], &["another one", "--seed 5"]);
    std::fs::create_dir(&other).expect("made");
    std::fs::write(Path::new(&other).join("letter.txt"), "Dear").expect("written");
    let (_, stderr) = check(&["puzzles", "-o", &other], 2);
    assert!(stderr.contains("something else than a batch"), "{stderr}");
}
