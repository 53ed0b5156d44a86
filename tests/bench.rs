//! Checks the collections below `corpus/`: the manifests are sound, drivers are as expected, and routines
//! run.
//!
//! No test fetches sources unless `SYMIR_FETCH=1` is set. If `.sources/` does not have the sources, the tests
//! that need them say so and do nothing.

#[path = "common/skipped.rs"]
mod skipped;

use assert_cmd::Command;
use expect_test::{Expect, expect};
use skipped::skipped;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use symir::internals::bench::{Collection, Driver, Prepared, Reached, Sources, driver};
use symir::internals::engine::{Budget, Flow};
use symir::internals::run::{self, Progress, Receiver, Summary};
use symir::internals::testcase::TestCase;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

fn load(name: &str) -> Collection {
    Collection::load(&corpus(), name).unwrap_or_else(|error| panic!("{error}"))
}

// --- Manifests ---------------------------------------------------------------------------------------------

#[test]
fn collections_have_what_they_promise() {
    assert_eq!(Collection::names(&corpus()), ["kernel", "libc", "paper", "puzzles"]);
    let count = |name: &str| load(name).routines.len();
    assert_eq!(count("paper"), 12);
    assert!(count("kernel") >= 80 && count("libc") >= 80 && count("puzzles") >= 10);
    let names =
        |name: &str| load(name).routines.into_iter().map(|routine| routine.name).collect::<BTreeSet<_>>();
    assert!(names("paper").is_disjoint(&names("kernel")), "what is in the paper need not be in kernel");
}

#[test]
fn every_file_of_a_source_has_a_sum() {
    for name in Collection::names(&corpus()) {
        let collection = load(&name);
        for routine in &collection.routines {
            let Some(source) = collection.source_of(routine) else { continue };
            let sums = std::fs::read_to_string(&source.sums).expect("the sums of a source");
            for file in routine.source_files() {
                let line = format!("  {}", file.display());
                assert!(
                    sums.lines().any(|sum| sum.ends_with(&line)),
                    "{name}: {}: {} is not in {}: add its sha256",
                    routine.name,
                    file.display(),
                    source.sums.display()
                );
            }
        }
    }
}

#[test]
fn a_driver_can_be_made_for_every_routine() {
    for name in Collection::names(&corpus()) {
        for routine in &load(&name).routines {
            if let Driver::Signature(inputs) = &routine.driver {
                driver::generate(routine, inputs).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }
}

#[test]
fn what_cannot_be_reached_has_a_reason() {
    for name in Collection::names(&corpus()) {
        for routine in &load(&name).routines {
            for unreached in &routine.expect.unreached {
                assert!(unreached.reason.contains(' '), "{name}: {}: give the reason in words", routine.name);
            }
        }
    }
}

// --- Drivers -----------------------------------------------------------------------------------------------

fn check_driver(collection: &str, routine: &str, expected: &Expect) {
    let collection = load(collection);
    let routine = collection.routine(routine).unwrap_or_else(|error| panic!("{error}"));
    let Driver::Signature(inputs) = &routine.driver else {
        panic!("{} has a driver of its own", routine.name)
    };
    expected.assert_eq(&driver::generate(routine, inputs).unwrap_or_else(|error| panic!("{error}")));
}

#[test]
fn drivers_read_as_if_a_person_had_written_them() {
    check_driver(
        "paper",
        "strncat",
        &expect![[r##"
            #include "symir.h"
            #include <linux/string.h>

            int main(void) {
                char dest[10], src[5];

                symir_string(dest, sizeof dest, "dest");
                symir_string(src, sizeof src, "src");
                symir_assume(strlen(dest) + strlen(src) < sizeof dest);
                SYMIR_TEST(strncat, dest, src, 4);
            }
        "##]],
    );
    check_driver(
        "kernel",
        "strlcpy",
        &expect![[r##"
        #include "symir.h"
        #include <linux/string.h>

        int main(void) {
            char dest[6] = {0};
            char src[6];
            size_t size;

            symir_string(src, sizeof src, "src");
            size = symir_range(0, 6, "size");
            SYMIR_TEST(strlcpy, dest, src, size);
        }
    "##]],
    );
    check_driver(
        "kernel",
        "match_hex",
        &expect![[r##"
        #include "symir.h"
        #include <linux/parser.h>
        #include <linux/string.h>

        int main(void) {
            int result = 0;

            char text[5];
            symir_string(text, sizeof text, "text");
            substring_t word = { text, text + strlen(text) };
            SYMIR_TEST(match_hex, &word, &result);
        }
    "##]],
    );
    check_driver(
        "kernel",
        "bsearch",
        &expect![[r##"
        #include "symir.h"
        #include <linux/bsearch.h>

        static int compare(const void *a, const void *b) {
            int x = *(const int *)a, y = *(const int *)b;

            return x < y ? -1 : x > y;
        }

        int main(void) {
            size_t num;

            num = symir_range(0, 6, "num");
            static const int numbers[] = { 2, 3, 5, 7, 11, 13 };
            int key = symir_int("key");
            SYMIR_TEST(bsearch, &key, numbers, num, sizeof(int), compare);
        }
    "##]],
    );
    check_driver(
        "puzzles",
        "calendar",
        &expect![[r##"
            #include "symir.h"

            int calendar(int year, int month, int day);

            int main(void) {
                int year, month, day;

                year = symir_range(1890, 2010, "year");
                month = symir_int("month");
                day = symir_int("day");
                SYMIR_TEST(calendar, year, month, day);
            }
        "##]],
    );
    check_driver(
        "puzzles",
        "insertion_sort",
        &expect![[r##"
            #include "symir.h"

            int insertion_sort(int *numbers, int count);

            int main(void) {
                int numbers[4], count;

                symir_bytes(numbers, sizeof numbers, "numbers");
                count = symir_range(0, 4, "count");
                SYMIR_TEST(insertion_sort, numbers, count);
            }
        "##]],
    );
}

/// The error of a manifest with one routine `f`.
fn refused(manifest: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tried.toml");
    let text = format!("name = \"tried\"\ntitle = \"T\"\n[[routine]]\nname = \"f\"\n{manifest}");
    std::fs::write(&path, text).expect("a file");
    let collection = Collection::read(&path).unwrap_or_else(|error| panic!("{error}"));
    let Driver::Signature(inputs) = &collection.routines[0].driver else { panic!("a signature") };
    driver::generate(&collection.routines[0], inputs).expect_err("a wrong value").to_string()
}

#[test]
fn a_value_that_does_not_fit_is_told_with_its_parameter() {
    let missing = refused("signature = \"int f(const char *s)\"");
    expect!["f: the parameter `s` of type `const char *` needs a value: add `s = \"…\"` to `values`"]
        .assert_eq(&missing);
    let unfit = refused("signature = \"int f(int n)\"\nvalues = { n = \"string 5\" }");
    expect!["f: the parameter `n` of type `int` cannot be `string 5`"].assert_eq(&unfit);
    let unknown = refused("signature = \"int f(struct tm when)\"");
    expect!["f: the type `struct tm` of `when` is not known: give it a value with `when = \"= EXPRESSION\"`"]
        .assert_eq(&unknown);
}

// --- Runs --------------------------------------------------------------------------------------------------

struct Count;

impl Receiver for Count {
    fn found(&mut self, _: &TestCase) -> Flow {
        Flow::Continue
    }
    fn in_order(&mut self, _: &TestCase) -> Flow {
        Flow::Continue
    }
    fn progress(&mut self, _: &Progress) {}
}

fn run_routine(collection: &Collection, name: &str) -> (Summary, Reached) {
    let routine = collection.routine(name).unwrap_or_else(|error| panic!("{error}"));
    let folder = tempfile::tempdir().expect("a folder");
    let sources = Sources::beside(collection);
    let prepared =
        Prepared::new(collection, routine, &sources, folder.path(), &mut |what| println!("{what}"));
    let prepared = prepared.unwrap_or_else(|error| panic!("{error}"));
    let program = prepared.compile(None).unwrap_or_else(|error| panic!("{error}")).program;
    let budget = Budget { paths: routine.settings.paths, ..Budget::default() };
    let options = run::Options { budget, seed: routine.settings.seed, ..run::Options::default() };
    let outcomes =
        run::run(&Arc::new(program), &options, &mut Count).unwrap_or_else(|error| panic!("{error}"));
    let reached = Reached::new(&outcomes.coverage, routine);
    (outcomes.summary, reached)
}

fn reaches_everything(collection: &Collection, name: &str) {
    let (summary, reached) = run_routine(collection, name);
    let gaps: Vec<String> = reached.unexplained().map(ToString::to_string).collect();
    assert!(gaps.is_empty(), "{name}: {}", gaps.join("\n"));
    assert!(reached.stale.is_empty(), "{name}: was reached: {:?}", reached.stale);
    assert!(
        summary.tests > 0 && summary.bugs.is_empty() && summary.unsupported.is_empty(),
        "{name}: {summary:?}"
    );
}

#[test]
fn puzzles_are_solved() {
    let puzzles = load("puzzles");
    for name in [
        "square",
        "password",
        "calendar",
        "brackets",
        "roman",
        "insertion_sort",
        "hweight",
        "calculator",
        "binary_search",
    ] {
        reaches_everything(&puzzles, name);
    }
}

/// Whether the sources of a collection may be used: they are there, or may be fetched.
fn has_sources(collection: &Collection) -> bool {
    let sources = Sources::beside(collection);
    let mut needed = collection.routines.iter().filter_map(|routine| collection.source_of(routine));
    let fetches = std::env::var_os("SYMIR_FETCH").is_some_and(|value| value == "1");
    let has = fetches || needed.all(|source| sources.is_there(source));
    if !has {
        skipped(&format!("the sources of `{}` are not there; SYMIR_FETCH=1 fetches them", collection.name));
    }
    has
}

#[test]
fn the_functions_of_the_paper_are_covered() {
    let paper = load("paper");
    if has_sources(&paper) {
        for routine in &paper.routines {
            reaches_everything(&paper, &routine.name);
        }
    }
}

/// Every routine is compiled, so that the shims of each source are tried.
#[test]
fn a_sample_of_routines_compiles() {
    for name in ["kernel", "libc"] {
        let collection = load(name);
        if !has_sources(&collection) {
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let sources = Sources::beside(&collection);
        for routine in &collection.routines {
            let prepared =
                Prepared::new(&collection, routine, &sources, folder.path(), &mut |what| println!("{what}"));
            let compiled = prepared.and_then(|prepared| prepared.compile(None));
            compiled.unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

// --- The command -------------------------------------------------------------------------------------------

fn symir(arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("symir").expect("the binary");
    command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("bench").args(arguments).assert()
}

#[test]
fn a_collection_is_listed_and_a_routine_run() {
    let listed = symir(&["puzzles", "--list"]).success().get_output().stdout.clone();
    assert!(String::from_utf8_lossy(&listed).contains("calendar"));
    let run = symir(&["puzzles", "--only", "square"]).success().get_output().clone();
    assert!(String::from_utf8_lossy(&run.stdout).lines().any(|line| line.starts_with("square: 45 :=> 1")));
    assert!(String::from_utf8_lossy(&run.stderr).contains("coverage      square: lines"));
    let driver = symir(&["puzzles", "--driver", "square"]).success().get_output().stdout.clone();
    assert!(String::from_utf8_lossy(&driver).contains("SYMIR_TEST(square, x);"));
}

#[test]
fn what_is_not_there_is_told_with_what_is() {
    let message = |arguments: &[&str]| {
        let output = symir(arguments).code(2).get_output().stderr.clone();
        String::from_utf8_lossy(&output).into_owned()
    };
    assert!(message(&["pupples"]).contains("there are: kernel, libc, paper, puzzles"));
    assert!(message(&["puzzles", "--only", "sort"]).contains("perhaps insertion_sort, heap_sort"));
    assert!(message(&["paper", "--source", "bsd=/"]).contains("there are: linux, newlib"));
}
