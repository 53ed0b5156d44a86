//! Results of an earlier run are used again, and nothing else is taken for them.

use super::skipped::skipped;
use super::*;

const FLAGS: [&str; 4] = ["src/util.c", "--", "-I", "include"];

#[test]
fn a_second_run_writes_nothing_and_says_so() {
    let project = Project::new();
    check(&project.run(&FLAGS), 0, &["tests/test_util.c"]);
    let before = project.state("tests");
    check(
        &project.run(&FLAGS),
        0,
        &["3 unchanged since the last run", "nothing was written: tests is as it was"],
    );
    let after = project.state("tests");
    assert_eq!(Vec::from_iter(before.keys()), Vec::from_iter(after.keys()));
    for (path, state) in &before {
        assert!(after[path] == *state, "{} was written", path.display());
    }
}

/// Runs `symir gen`. Returns the functions that it reports, which are those that it has run.
fn run_again(project: &Project, more: &[&str]) -> Vec<&'static str> {
    let args: Vec<&str> = ["src/util.c"].iter().chain(more).chain(&FLAGS[1..]).copied().collect();
    let found = project.run(&args);
    check(&found, 0, &[]);
    let is_told = |name: &&str| found.1.lines().any(|line| line.starts_with(&format!("{name} ")));
    ["clamp", "half", "halve"].into_iter().filter(is_told).collect()
}

#[test]
fn what_a_function_depends_on_is_what_runs_it_again() {
    let project = Project::new();
    assert_eq!(run_again(&project, &[]), ["clamp", "half", "halve"]);
    // Functions may move, and comments may change.
    project.change("src/util.c", "/* The nearest", "/*\n * The nearest");
    assert!(run_again(&project, &[]).is_empty());
    assert_eq!(project.functions()["clamp"]["line"], 5);
    assert!(project.read("tests/util/harness/clamp.c").contains("Harness of clamp (util.c:5)"));
    assert!(run_again(&project, &[]).is_empty());
    // A function is run again, and so are its callers.
    project.change("src/util.c", "value / 2", "value / 4");
    assert_eq!(run_again(&project, &[]), ["half", "halve"]);
    project.change("include/limits_of.h", "LARGE 10", "LARGE 12");
    assert_eq!(run_again(&project, &[]), ["halve"]);
    // Other options run everything again.
    assert_eq!(run_again(&project, &["--paths", "100"]), ["clamp", "half", "halve"]);
    assert!(run_again(&project, &["--paths", "100"]).is_empty());
    // A function is run again if somebody has changed its harness, or if the harness is gone.
    let harness = "tests/util/harness/clamp.c";
    project.change(harness, "return 0;", "return 0; /* mine */");
    assert_eq!(run_again(&project, &["--paths", "100"]), ["clamp"]);
    assert!(project.read(harness).contains("mine"), "it is as it was");
    assert!(run_again(&project, &["--paths", "100"]).is_empty());
    fs::remove_file(project.path(harness)).expect("removed");
    assert_eq!(run_again(&project, &["--paths", "100"]), ["clamp"]);
}

#[test]
fn a_run_that_was_killed_is_gone_on_with() {
    let project = Project::new();
    check(&project.run(&FLAGS), 0, &[]);
    // This is the state if symir is killed while it works on a function: there is no record, and the tests
    // are incomplete.
    fs::remove_file(project.path("tests/.symir-gen/util/halve.json")).expect("removed");
    fs::remove_file(project.path("tests/.symir-gen/util/halve/tests.json")).expect("removed");
    let suite = project.read("tests/test_util.c");
    assert_eq!(run_again(&project, &[]), ["halve"]);
    assert_eq!(project.read("tests/test_util.c"), suite);
    // If a record is damaged, only its function is run again.
    project.write("tests/.symir-gen/util/clamp.json", "{\"key\": ");
    assert_eq!(run_again(&project, &[]), ["clamp"]);
}

#[test]
fn one_function_leaves_the_others_in_the_suite() {
    let project = Project::new();
    check(&project.run(&FLAGS), 0, &[]);
    let suite = project.read("tests/test_util.c");
    check(&project.run(&["src/util.c", "-f", "clamp", "--", "-I", "include"]), 0, &["1 with tests of 1"]);
    assert_eq!(project.read("tests/test_util.c"), suite);
    assert_eq!(project.functions().len(), 3);
}

#[test]
fn results_do_not_depend_on_how_many_are_worked_at() {
    let (one, many) = (Project::new(), Project::new());
    let run = |project: &Project, jobs: &str| {
        let found = project.run(&["src/util.c", "-j", jobs, "--", "-I", "include"]);
        check(&found, 0, &[]);
        let names: Vec<String> =
            found.1.lines().take(3).filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
        (names, project.read("tests/test_util.c"))
    };
    let first = run(&one, "1");
    assert_eq!(first.0, ["clamp", "half", "halve"]);
    assert_eq!(first, run(&many, "3"));
}

#[test]
fn an_interrupted_run_ends_with_what_is_done() {
    let project = Project::new();
    // Functions that take their time, so that there is something to interrupt.
    let body = "{ int n = 0; for (int i = 0; s[i]; i++) for (int j = 0; s[j]; j++) n += s[i] * 7 % 13 == s[j] * t[i & 7] % 11; return n; }";
    let functions: String =
        (0..6).map(|n| format!("int slow{n}(const char *s, const char *t) {body}\n")).collect();
    project.write("src/slow.c", &("int quick(int a) { return a > 3; }\n".to_owned() + &functions));
    let mut command = project.command(&["src/slow.c", "-j", "1", "--paths", "100000", "--time", "1m"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("symir starts");
    while !project.path("tests/.symir-gen/slow/quick.json").is_file() {
        assert!(child.try_wait().expect("it runs").is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let kill = Command::new("kill").arg("-INT").arg(child.id().to_string()).status().expect("kill starts");
    assert!(kill.success());
    let found = said(&child.wait_with_output().expect("it ends"));
    check(&found, 5, &["interrupted", "it was not begun: symir was interrupted", "tests/test_slow.c"]);
    assert!(project.functions()["quick"]["made"]["tests"].as_u64() > Some(0));
    assert!(!project.path("tests/.symir-gen/slow/slow5.json").exists(), "it is run when symir is run again");
}

/// A file of a large project: functions that branch, and some that call others of their file.
fn many(file: usize, functions: usize) -> String {
    let one = |at: usize| {
        let (name, limit) = (file * functions + at, at % 7 + 2);
        match at {
            0 => format!("int f{name}(int n) {{\n    return n > {limit} ? n - {limit} : 0;\n}}\n"),
            _ if at.is_multiple_of(5) => {
                format!(
                    "int f{name}(int n) {{\n    return n < 0 ? -1 : f{}(n % {limit});\n}}\n",
                    file * functions
                )
            }
            _ if at % 5 == 1 => format!(
                "int f{name}(const char *text) {{\n    return text[0] == '{}' ? {limit} : 0;\n}}\n",
                (b'a' + (at % 26) as u8) as char
            ),
            _ => format!(
                "int f{name}(int n, unsigned m) {{\n    if (n == {limit})\n        return m > {at} ? 1 : 2;\n    return 0;\n}}\n"
            ),
        }
    };
    (0..functions).map(one).collect()
}

/// Measures what a change of one function costs in a large project: `SYMIR_PROJECT` says how many files of
/// twenty functions it has. Both times are printed, but only which functions are run again is checked.
#[test]
fn a_change_of_one_function_runs_that_one() {
    const EACH: usize = 20;
    let n_files = std::env::var("SYMIR_PROJECT").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let (n_files, each) = if n_files == 0 { (2, 4) } else { (n_files, EACH) };
    let project = Project::new();
    let names: Vec<String> = (0..n_files).map(|file| format!("many/m{file}.c")).collect();
    (0..n_files).for_each(|file| project.write(&names[file], &many(file, each)));
    let run = || {
        let started = std::time::Instant::now();
        let found = project.run(&["many", "-j", "2"]);
        check(&found, 0, &[]);
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
        let is_told = |line: &&str| {
            let word = line.split(' ').next().unwrap_or_default();
            word.strip_prefix('f').is_some_and(is_number)
        };
        let told = found.1.lines().filter(is_told).count();
        (told, started.elapsed().as_secs_f64())
    };
    let (first, first_seconds) = run();
    assert_eq!(first, n_files * each);
    project.change(&names[1], "return 0;", "return 7;");
    let (second, seconds) = run();
    assert_eq!(second, 1);
    println!("{first} functions: {first_seconds:.1} s; one of them changed: {seconds:.1} s");
}

/// The same for a library of others: libb64, or with `SYMIR_PROJECT` cJSON, which has 112 functions.
#[test]
fn a_change_of_one_function_of_a_library_runs_that_one() {
    let is_asked = std::env::var_os("SYMIR_PROJECT").is_some();
    let (folder, files, changed, from, to) = match is_asked {
        true => ("cjson", &["cJSON.c", "cJSON.h"][..], "cJSON_IsRaw", "== cJSON_Raw;", "!= cJSON_Raw;"),
        false => (
            "b64",
            &["src/cencode.c", "include/b64/cencode.h"][..],
            "base64_init_encodestate",
            "stepcount = 0",
            "stepcount = 1",
        ),
    };
    let from_folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(".sources/foreign").join(folder);
    if !from_folder.is_dir() {
        skipped(&format!("{folder} is not there: scripts/foreign fetches it"));
        return;
    }
    let project = Project::new();
    for file in files {
        project.write(file, &fs::read_to_string(from_folder.join(file)).expect("read"));
    }
    let run = || {
        let started = std::time::Instant::now();
        let (code, words) = project.run(&[files[0], "-j", "2", "-o", "tests", "--", "-Iinclude"]);
        assert!(matches!(code, 0 | 10), "{code}: {words}");
        let told =
            |line: &&str| line.contains(" tests ") && line.contains(" branches ") && !line.starts_with(' ');
        let names = words.lines().filter(told).filter_map(|line| line.split(' ').next()).map(str::to_owned);
        (names.filter(|name| name != "tests").collect::<Vec<_>>(), started.elapsed().as_secs_f64())
    };
    let (first, first_seconds) = run();
    assert!(first.len() >= 4, "{first:?}");
    project.change(files[0], from, to);
    let (second, seconds) = run();
    assert_eq!(second, [changed]);
    println!(
        "{folder}, {} functions: {first_seconds:.1} s; one of them changed: {seconds:.1} s",
        first.len()
    );
}
