//! Exported formats: suites compile without warnings and pass with the real library of each framework, a
//! program that is changed makes them fail, and files for other programs satisfy their schemas.

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const FRAMEWORKS: [&str; 5] = ["c", "unity", "cmocka", "check", "gtest"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn symir(args: &[&str]) -> Output {
    let output = Command::new(cargo_bin("symir")).args(args).current_dir(root()).output();
    output.expect("symir starts")
}

/// Runs a driver into a folder; gives what it prints.
fn run(driver: &str, folder: &Path, more: &[&str]) -> String {
    let folder = folder.to_str().expect("a plain path");
    let output = symir(&[&["run", "--all", driver, "-q", "-o", folder], more].concat());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 10)), "{driver}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn export(folder: &Path, formats: &str, more: &[&str]) -> String {
    let folder = folder.to_str().expect("a plain path");
    let output = symir(&[&["export", folder, "--emit", formats], more].concat());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{error}");
    error
}

/// Runs `make` with warnings as errors.
fn make(folder: &Path, args: &[&str]) -> Output {
    let unity = format!("UNITY={}", root().join("tests/formats/unity").display());
    let mut command = Command::new("make");
    command.current_dir(folder).args(["WARNINGS=-Wall -Wextra -Werror", &unity]).args(args);
    command.output().expect("make starts")
}

fn assert_made(folder: &Path, args: &[&str], what: &str) -> String {
    let output = make(folder, args);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what} {args:?}: {text}\n{error}");
    text
}

fn temporary() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn drivers() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("drivers")).expect("listed");
    let mut drivers: Vec<PathBuf> = entries.map(|entry| entry.expect("listed").path()).collect();
    drivers.retain(|path| path.extension().is_some_and(|ending| ending == "c"));
    drivers.sort();
    drivers
}

#[test]
fn suites_of_every_driver_compile_and_pass() {
    let drivers = drivers();
    assert!(drivers.len() >= 12);
    for (at, driver) in drivers.iter().enumerate() {
        let folder = temporary();
        run(driver.to_str().expect("a plain path"), folder.path(), &[]);
        // All frameworks share the bodies of tests, so one framework is enough for each driver. The first
        // driver has all.
        let frameworks = if at == 0 { &FRAMEWORKS[..] } else { &FRAMEWORKS[at % 5..at % 5 + 1] };
        let said = export(folder.path(), &frameworks.join(","), &["--minimize", "none"]);
        assert!(!said.contains("left out"), "{said}");
        for framework in frameworks {
            assert_made(folder.path(), &[framework], &driver.display().to_string());
        }
    }
}

#[test]
fn calls_of_all_kinds() {
    let folder = temporary();
    run("tests/formats/many.c", folder.path(), &["--emit", &FRAMEWORKS.join(","), "--minimize", "none"]);
    for framework in FRAMEWORKS {
        assert_made(folder.path(), &[framework], "many");
    }
    let text = fs::read_to_string(folder.path().join("test_c.c")).expect("read");
    for part in [
        "struct node last = {.key = 3, .next = NULL};",
        "struct node list = {.key = 1, .next = &last};",
        "assert(shape.flags[1] == 0xff);",
        "assert(result == text + ",
        "total = 0;",
        "assert(total == 1);",
        "behind(bytes + 1)",
        "enum colour result = mix(RED);",
        "assert(result == GREEN);",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    // The function takes the list as a pointer to `const`, so the list is not compared.
    assert!(!text.contains("assert(list."), "{text}");
    assert!(!text.contains("run_driver"), "{text}");
    assert!(!text.contains("left out"), "{text}");
}

/// The suites can fail; otherwise they would be worth nothing.
#[test]
fn suites_fail_when_the_program_changes() {
    let folder = temporary();
    let source = folder.path().join("twice.c");
    let program = |body: &str| {
        format!(
            "#include \"symir.h\"\n\
             static int twice(char *out, int n) {{ {body} }}\n\
             int main(void) {{ char out[3] = \"\"; int n = symir_range(0, 2, \"n\"); SYMIR_TEST(twice, out, n); }}\n"
        )
    };
    fs::write(&source, program("out[1] = 'a'; return 2 * n;")).expect("written");
    let out = folder.path().join("out");
    run(source.to_str().expect("a plain path"), &out, &["--emit", &FRAMEWORKS.join(",")]);
    for changed in ["out[1] = 'b'; return 2 * n;", "out[1] = 'a'; return 3 * n + 1;"] {
        fs::write(&source, program(changed)).expect("written");
        for framework in FRAMEWORKS {
            assert!(!make(&out, &[framework]).status.success(), "{framework} passes: {changed}");
        }
    }
}

#[test]
fn tests_of_bugs_stand_apart_and_fail_under_sanitizers() {
    let folder = temporary();
    run("tests/golden/out_of_bounds.c", folder.path(), &["--emit", "c,cmocka,sarif"]);
    for framework in ["c", "cmocka"] {
        assert_made(folder.path(), &[framework], "out_of_bounds");
        let output = make(folder.path(), &[framework, "BUGS=1"]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains("AddressSanitizer"), "{text}\n{error}");
    }
}

#[test]
fn fewer_tests_cover_the_same() {
    let folder = temporary();
    run("drivers/strcmp.c", folder.path(), &[]);
    let count = |minimize: &str| -> usize {
        let out = temporary();
        let target = out.path().to_str().expect("a plain path");
        export(folder.path(), "lines", &["--minimize", minimize, "-o", target]);
        fs::read_to_string(out.path().join("tests.txt")).expect("read").lines().count()
    };
    let [none, path, branch, line] = ["none", "path", "branch", "line"].map(count);
    assert_eq!((none, path), (16, 16));
    assert!(branch <= 6 && line <= branch && line > 0, "{branch} {line}");
}

/// The schema of SARIF, which the crate `serde-sarif` contains.
fn sarif_schema() -> Value {
    // Crates for other platforms need not be on this machine.
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--format-version", "1", "--filter-platform", &platform])
        .current_dir(root())
        .output()
        .expect("cargo starts");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").expect("the crate");
    let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
    let schema = fs::read(manifest.with_file_name("src").join("schema.json")).expect("the schema is there");
    // A published pattern is not a regular expression: it closes a bracket that it has not opened.
    let text = String::from_utf8(schema).expect("JSON is UTF-8");
    let text = text.replace("^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$", "^[a-zA-Z]{2}(-[a-zA-Z]{2})?$");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn files_for_other_programs_satisfy_their_schemas() {
    for driver in ["tests/golden/out_of_bounds.c", "tests/formats/many.c", "tests/golden/float_branches.c"] {
        let folder = temporary();
        run(driver, folder.path(), &["--explain", "--emit", "json,sarif,csv,ktest,testcomp"]);
        let read = |name: &str| -> Value {
            serde_json::from_slice(&fs::read(folder.path().join(name)).expect("read")).expect("JSON")
        };
        let check = |schema: &Value, name: &str| {
            let validator = jsonschema::validator_for(schema).expect("a schema");
            let errors: Vec<String> = validator
                .iter_errors(&read(name))
                .map(|error| format!("{error} at {}", error.instance_path()))
                .collect();
            assert!(errors.is_empty(), "{driver}: {name}: {errors:?}");
        };
        check(&read("tests.schema.json"), "tests.json");
        check(&sarif_schema(), "bugs.sarif");
        let n_tests = read("tests.json")["tests"].as_array().expect("tests").len();
        let rows =
            csv::Reader::from_path(folder.path().join("tests.csv")).expect("opened").into_records().count();
        assert_eq!(rows, n_tests);
        let ktest = fs::read(folder.path().join("ktest/test000001.ktest")).expect("read");
        symir::internals::emit::ktest::Ktest::parse(&ktest).expect("a .ktest file");
    }
}

/// Whether a document is valid by a document type of `tests/formats`, whatever type it names itself.
fn is_valid(document: &Path, document_type: &str) -> bool {
    // `xmllint` reads the type that a document names before it looks at another.
    let text = fs::read_to_string(document).expect("read");
    let own = text.find("<!DOCTYPE").map(|at| at..at + text[at..].find('>').expect("an end") + 1);
    let text = own.map_or(text.clone(), |own| text[..own.start].to_owned() + &text[own.end..]);
    fs::write(document, text).expect("written");
    Command::new("xmllint")
        .args(["--nonet", "--noout", "--dtdvalid"])
        .arg(root().join("tests/formats").join(document_type))
        .arg(document)
        .stderr(Stdio::null())
        .status()
        .expect("xmllint starts; on Debian it is in the package libxml2-utils")
        .success()
}

/// Unpacks the suite of a folder; gives its metadata and its tests.
fn unpacked(folder: &Path) -> (String, Vec<String>) {
    let archive = fs::File::open(folder.join("test-suite.zip")).expect("opened");
    let mut archive = zip::ZipArchive::new(archive).expect("an archive");
    let unpacked = folder.join("unpacked");
    archive.extract(&unpacked).expect("unpacked");
    let text = |name: &str| fs::read_to_string(unpacked.join(name)).expect("read");
    let texts =
        (text("metadata.xml"), (1..archive.len()).map(|n| text(&format!("testcase-{n}.xml"))).collect());
    assert!(is_valid(&unpacked.join("metadata.xml"), "test-metadata.dtd"));
    for number in 1..archive.len() {
        assert!(is_valid(&unpacked.join(format!("testcase-{number}.xml")), "testcase.dtd"), "{number}");
    }
    // The check can fail: metadata is not a test case.
    assert!(!is_valid(&unpacked.join("metadata.xml"), "testcase.dtd"));
    texts
}

#[test]
fn test_comp_suites_are_valid_by_their_document_types() {
    let folder = temporary();
    let (all, chosen) = (folder.path().join("all"), folder.path().join("chosen"));
    run("tests/golden/svcomp_own.c", &all, &["--emit", "testcomp", "--minimize", "path"]);
    let n_paths = fs::read_to_string(all.join("tests.txt")).expect("read").lines().count();
    assert_eq!(unpacked(&all).1.len(), n_paths);
    // Without an option, the suite has the chosen tests, and its metadata names branch coverage.
    run("tests/golden/svcomp_own.c", &chosen, &["--emit", "testcomp"]);
    let (metadata, tests) = unpacked(&chosen);
    assert!(metadata.contains("EDGES(@DECISIONEDGE)"), "{metadata}");
    assert!(!tests.is_empty() && tests.len() < n_paths, "{} of {n_paths}", tests.len());
}

/// Writes a property file into a folder, and returns its path.
fn property(folder: &Path, edges: &str) -> String {
    let path = folder.join("property.prp");
    fs::write(&path, format!("COVER( init(main()), FQL(COVER EDGES({edges})) )\n")).expect("written");
    path.display().to_string()
}

#[test]
fn branch_coverage_is_a_handful_of_tests_and_ends_the_run() {
    let folder = temporary();
    let (path, out) = (property(folder.path(), "@DECISIONEDGE"), folder.path().join("out"));
    let said = run("tests/formats/arena.c", &out, &["--property", &path, "--json"]);
    assert!(said.contains(r#""is_attained":true"#), "{said}");
    let (metadata, tests) = unpacked(&out);
    assert!(
        metadata.contains("<specification>COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )<"),
        "{metadata}"
    );
    // The body of `assume_abort_if_not` has two sides that count, and the program never ends by itself.
    let first = |test: &String| -> i64 {
        let (_, rest) = test.split_once("<input").expect("an input");
        let (_, rest) = rest.split_once('>').expect("a value");
        rest.split('<').next().and_then(|value| value.parse().ok()).expect("a number")
    };
    assert!(tests.iter().any(|test| first(test) < 0), "{tests:?}");
    assert!(tests.iter().any(|test| first(test) == 1234567), "{tests:?}");
    assert!(tests.len() <= 5, "{tests:?}");
}

#[test]
fn both_sides_of_a_choice_are_sides_of_a_branch() {
    for engine in ["symbolic", "search"] {
        let folder = temporary();
        let (path, out) = (property(folder.path(), "@DECISIONEDGE"), folder.path().join("out"));
        let said =
            run("tests/formats/arena_choice.c", &out, &["--property", &path, "--json", "--engine", engine]);
        assert!(said.contains(r#""is_attained":true"#), "{said}");
        assert_eq!(unpacked(&out).1.len(), 2, "{engine}: {said}");
        // A replay compiles the program in the same way.
        let replayed = symir(&["replay", &out.display().to_string()]);
        assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stdout));
    }
}

#[test]
fn an_error_call_is_a_suite_of_the_tests_that_make_it() {
    for (edges, file) in [
        ("@CALL(reach_error)", "tests/formats/arena.c"),
        ("@CALL(__VERIFIER_error)", "tests/formats/arena_old.c"),
        ("@CALL(oops)", "tests/formats/arena_named.c"),
    ] {
        for engine in ["symbolic", "search", "both"] {
            let folder = temporary();
            let (path, out) = (property(folder.path(), edges), folder.path().join("out"));
            let said = run(file, &out, &["--property", &path, "--json", "--engine", engine]);
            assert!(said.contains(r#""is_attained":true"#), "{edges} {engine}: {said}");
            let (metadata, tests) = unpacked(&out);
            assert!(metadata.contains(edges), "{metadata}");
            assert_eq!(tests.len(), 1, "{edges} {engine}: {tests:?}");
            assert!(
                tests[0].contains(r#"coversError="true""#) && tests[0].contains(">1234567<"),
                "{tests:?}"
            );
        }
    }
}

#[test]
fn a_file_without_a_property_is_wrong_use() {
    let folder = temporary();
    let path = property(folder.path(), "@CONDITIONEDGE");
    let out = folder.path().join("out");
    let output =
        symir(&["run", "tests/formats/arena.c", "--property", &path, "-o", &out.display().to_string()]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("property.prp:1: ") && said.contains("@DECISIONEDGE"), "{said}");
    assert!(!out.exists());
}

#[test]
fn a_test_that_is_spoilt_does_not_satisfy_the_schema() {
    let folder = temporary();
    run("drivers/strcpy.c", folder.path(), &["--emit", "json"]);
    let read = |name: &str| -> Value {
        serde_json::from_slice(&fs::read(folder.path().join(name)).expect("read")).expect("JSON")
    };
    let schema = read("tests.schema.json");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    for (at, value) in
        [("inputs", Value::Null), ("outcome", Value::from(3)), ("decision_path", Value::from("0"))]
    {
        let mut tests = read("tests.json");
        tests["tests"][0][at] = value;
        assert!(!validator.is_valid(&tests), "{at}");
    }
}

#[test]
fn the_journal_of_a_run_that_was_killed_is_exported() {
    let folder = temporary();
    run("drivers/strcpy.c", folder.path(), &[]);
    let tests = fs::read_to_string(folder.path().join("tests.json")).expect("read");
    let lines: Vec<&str> = tests.lines().filter(|line| line.starts_with("{\"name")).collect();
    let journal: String =
        lines.iter().rev().map(|line| format!("{}\n", line.trim_end_matches(','))).collect();
    fs::write(folder.path().join("tests.jsonl"), journal + "{\"name\": \"cut").expect("written");
    fs::remove_file(folder.path().join("tests.json")).expect("removed");
    export(folder.path(), "c,lines", &[]);
    assert_made(folder.path(), &["c"], "strcpy");
    let text = fs::read_to_string(folder.path().join("tests.txt")).expect("read");
    assert_eq!(text.lines().count(), lines.len());
}

#[test]
fn what_cannot_be_exported_is_said() {
    let folder = temporary();
    let fail = |args: &[&str]| {
        let output = symir(args);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let path = folder.path().to_str().expect("a plain path");
    assert!(fail(&["export", path, "--emit", "c"]).contains("holds no tests"));
    assert!(fail(&["export", path, "--emit", "pascal"]).contains("possible values"));
    assert!(fail(&["run", "--all", "drivers/strcpy.c", "--emit", "c"]).contains("--output"));
}
