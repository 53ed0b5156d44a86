//! Mocks of `symir gen`: each call of a mock is a part of the test, with its arguments, its result and what
//! it writes. The suites of all frameworks pass repeatedly, by gcc and clang, and notice when the code calls
//! a mock with other arguments, in another order, or more or less often.

#[path = "mocks/collections.rs"]
mod collections;
#[path = "common/compilers.rs"]
mod compilers;
#[path = "mocks/foreign.rs"]
mod foreign;
#[path = "common/skipped.rs"]
mod skipped;

use assert_cmd::cargo::cargo_bin;
use compilers::clang;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A project with one file of `tests/mocks`.
struct Project {
    folder: TempDir,
    name: &'static str,
}

impl Project {
    fn new(name: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let project = Self { folder, name };
        project.write(&project.text());
        std::fs::copy(root().join("tests/mocks/line.h"), project.path("line.h")).expect("copied");
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self) -> String {
        std::fs::read_to_string(root().join(format!("tests/mocks/{}.c", self.name))).expect("there")
    }

    fn write(&self, text: &str) {
        std::fs::write(self.path(&format!("{}.c", self.name)), text).expect("written");
    }

    fn generate(&self, more: &[&str]) -> String {
        let output = Command::new(cargo_bin("symir"))
            .current_dir(self.folder.path())
            .args(["gen", &format!("{}.c", self.name), "-o", "out", "--time", "60s"])
            .args(more)
            .output()
            .expect("symir starts");
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(0 | 10)), "{words}");
        words
    }

    fn suite(&self, file: &str) -> String {
        let folder = self.path("out");
        let path = match file {
            "test_c.c" => folder.join(format!("test_{}.c", self.name)),
            "test_cmocka.c" => folder.join(format!("test_{}_cmocka.c", self.name)),
            _ => folder.join(self.name).join(file),
        };
        std::fs::read_to_string(path).expect("a suite")
    }

    fn make(&self, args: &[&str]) -> Output {
        let unity = format!("UNITY={}", root().join("tests/formats/unity").display());
        Command::new("make")
            .current_dir(self.path("out").join(self.name))
            .args(["WARNINGS=-Wall -Wextra -Werror", &unity])
            .args(args)
            .output()
            .expect("make starts")
    }

    /// Checks that the suite of a framework passes.
    fn passes(&self, args: &[&str]) {
        let output = self.make(args);
        let words = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {words}");
    }

    /// What the suite says if the code has `to` instead of `from`. The suite must fail.
    fn with(&self, from: &str, to: &str, args: &[&str]) -> String {
        let text = self.text();
        assert!(text.contains(from), "{from}");
        self.write(&text.replacen(from, to, 1));
        let output = self.make(args);
        self.write(&text);
        let words = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "`{from}` became `{to}`: {words}");
        words.into_owned()
    }
}

const ALL: &str = "c,unity,cmocka,check,gtest";

#[test]
fn every_framework_plays_the_script_and_notices_changes() {
    let project = Project::new("device");
    let words = project.generate(&["--emit", ALL]);
    assert!(words.contains("8 of 8 branches (100 %)"), "{words}");
    let mocks = project.suite("harness/device_mocks.c");
    assert!(mocks.contains("int read_reg(int address) {\n    symir_mocked();\n"), "{mocks}");
    let plain = project.suite("test_c.c");
    assert!(!plain.contains("apply_f_result"), "{plain}");
    assert!(plain.contains(", read_reg(3) = 200, write_reg(7, 1), read_reg(11) = 7"), "{plain}");
    let cmocka = project.suite("test_cmocka.c");
    for part in [
        "expect_function_call(__wrap_write_reg);",
        "expect_value(__wrap_read_reg, address, 3);",
        "will_return(__wrap_read_reg, 200);",
        "check_expected(address);",
        "return mock_type(int);",
    ] {
        assert!(cmocka.contains(part), "{part}\n{cmocka}");
    }
    let (cc, cxx) = clang();
    for framework in ALL.split(',') {
        project.passes(&["CC=gcc", "CXX=g++", framework]);
        project.passes(&["BUILD=build-clang", &cc, &cxx, framework]);
        for (from, to) in [
            ("write_reg(base + 4, 1)", "write_reg(base + 4, 2)"),
            ("write_reg(base + 4, 1);", ""),
            ("write_reg(base + 4, 1);", "write_reg(base + 4, 1); write_reg(base + 4, 1);"),
            ("int v = read_reg(base);", "write_reg(base, 0); int v = read_reg(base);"),
            ("int b = f(a);", "int b = f(n);"),
        ] {
            // All frameworks that play the same script notice the same, so one of them is enough; CMocka has
            // its own.
            if matches!(framework, "c" | "cmocka") {
                project.with(from, to, &["CC=gcc", framework]);
            }
        }
        let words = project.with("return 0;", "return 0 * read_reg(1);", &["CC=gcc", "CXX=g++", framework]);
        assert!(words.contains("read_reg"), "{framework}: {words}");
    }
    let words = project.with("write_reg(base + 4, 1)", "write_reg(base + 4, 2)", &["CC=gcc", "c"]);
    assert!(words.contains("not called with what the test expects: write_reg: value"), "{words}");
    let words = project.with("return 0;", "return 0 * read_reg(1);", &["CC=gcc", "c"]);
    assert!(words.contains("read_reg is called although the test expects no more than 1 calls"), "{words}");
}

/// Checks that all branches of a module are covered, and that its suites notice planted mistakes.
fn module(name: &'static str, planted: &[(&str, &str)]) {
    let project = Project::new(name);
    let words = project.generate(&["--emit", "c,cmocka"]);
    assert!(words.contains("branches (100 %)"), "{words}");
    for framework in ["c", "cmocka"] {
        project.passes(&["CC=gcc", framework]);
    }
    let (cc, _) = clang();
    project.passes(&["BUILD=build-clang", &cc, "c"]);
    let built = project.path("out").join(name).join("build/test_c");
    for _ in 0..20 {
        let output = Command::new(&built).output().expect("the suite starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    for (at, (from, to)) in planted.iter().enumerate() {
        project.with(from, to, &["CC=gcc", if at % 2 == 0 { "c" } else { "cmocka" }]);
    }
}

#[test]
fn a_protocol_sends_and_receives() {
    module(
        "protocol",
        &[
            ("command ^ 0xff", "command ^ 0x0f"),
            ("10u << attempt", "20u << attempt"),
            ("\"no answer\"", "\"no reply\""),
            ("line_wait(10u << attempt);", ""),
        ],
    );
}

#[test]
fn a_state_machine_has_time_outs() {
    module(
        "machine",
        &[
            ("motor(door, 1)", "motor(door, -1)"),
            ("motor(door, 0);\n            return OPEN;", "return OPEN;"),
            ("current > 2000", "current > 1000000"),
        ],
    );
}

#[test]
fn a_controller_has_callbacks() {
    module("control", &[("write(2, output)", "write(1, output)"), ("read(1)", "read(0)")]);
}

#[test]
fn chance_and_pointers_are_part_of_the_script() {
    module(
        "backoff",
        &[("10u << attempt", "11u << attempt"), ("return host->port", "return host->port + 1")],
    );
}

#[test]
fn a_logger_has_a_sink() {
    module("logger", &[("\"!\" : \" \"", "\"!\" : \"?\""), ("sink(text)", "sink(\"\")")]);
}

/// What structures contain and point to is compared, and what arrays of them and of numbers contain, in each
/// call as many elements as it passes.
#[test]
fn a_mail_system_is_given_structures() {
    module(
        "mail",
        &[
            ("\"alarm\"", "\"other\""),
            ("{1, 2, 3}", "{1, 2, 4}"),
            ("\"inbox\"", "\"outbox\""),
            ("{20, 30}", "{20, 31}"),
            ("\"forwarded\"", "NULL"),
            ("\"one\"", "\"two\""),
            ("\"two\"", "\"one\""),
            ("draw(int from) {", "draw(int from) {\n    from++;"),
            ("from + 40", "from + 41"),
        ],
    );
}

/// A mock uses the `va_list` that it is given.
#[test]
fn messages_go_to_another_module() {
    module("trace", &[("level < 2", "level < 3"), ("n + 1", "n"), ("n_lost++", "n_lost--")]);
}

/// A table of operations: each entry is a function of its own or null.
#[test]
fn a_driver_has_a_table_of_operations() {
    let project = Project::new("device_ops");
    let words = project.generate(&["--emit", "c,cmocka"]);
    assert!(words.contains("18 of 18 branches") && !words.contains("bug"), "{words}");
    for framework in ["c", "cmocka"] {
        project.passes(&["CC=gcc", framework]);
    }
    project.with("ops->close(from->unit)", "ops->close(0)", &["CC=gcc", "c"]);
    project.with("data[0] == 0x55", "data[0] == 0x54", &["CC=gcc", "c"]);
}

/// Mocks set `errno`, never return, and return null, new objects and objects that they were given. What the
/// code does to such objects is part of the test.
#[test]
fn mocks_do_all_that_functions_do() {
    let project = Project::new("bus");
    let words = project.generate(&["--emit", ALL]);
    assert!(words.contains("branches (100 %)") && !words.contains("unproved"), "{words}");
    let plain = project.suite("test_c.c");
    for part in [
        "level: 1 :=> -2, bus_read(1) = -1 errno=EAGAIN",
        ":=> !exit 1, bus_read(1) = 4096, halt(3) = !",
        ".errno_then = EAGAIN",
        "if (setjmp(mock_ended) == 0)\n        level(1);",
        "assert(frame.used == 1);",
    ] {
        assert!(plain.contains(part), "{part}\n{plain}");
    }
    assert!(!plain.contains("left out"), "{plain}");
    let (cc, _) = clang();
    for framework in ALL.split(',') {
        project.passes(&["CC=gcc", "CXX=g++", framework]);
    }
    project.passes(&["BUILD=build-clang", &cc, "c"]);
    for (at, (from, to)) in [
        ("errno == EAGAIN ? -2", "errno == EINTR ? -2"),
        ("halt(3);", "halt(4);"),
        ("halt(3);", ";"),
        ("frame->used = 1;", "frame->used = 2;"),
        ("map[0] = 1;", "map[0] = 2;"),
        ("found->used = 9;", "found->used = 8;"),
    ]
    .into_iter()
    .enumerate()
    {
        project.with(from, to, &["CC=gcc", if at % 2 == 0 { "c" } else { "cmocka" }]);
    }
}

/// `symir.toml` says which errors a mock sets. symir reports contradictions, and functions that cannot be
/// mocked.
#[test]
fn what_is_said_of_mocks_is_checked() {
    let project = Project::new("bus");
    let config = |text: &str| std::fs::write(project.path("symir.toml"), text).expect("written");
    config("[function.bus_read]\nerrno = ['EAGAIN', 'EIO']\n[function.frame_get]\nerrno = []\n");
    project.generate(&["--function", "level", "--function", "announce"]);
    let mocks = project.suite("harness/bus_mocks.c");
    assert!(mocks.contains("symir_assume(errno == EAGAIN || errno == EIO);"), "{mocks}");
    assert!(!mocks.contains("frame_get_errno"), "{mocks}");
    config("[function.bus_read]\nresult = ['result < 0', 'result > 5']\n");
    let words = project.generate(&["--function", "level"]);
    assert!(
        words.contains("symir.toml assumes contradicts itself")
            && words.contains("result < 0 (of `bus_read`); result > 5 (of `bus_read`)"),
        "{words}"
    );
    let text = project.text();
    project.write(&format!("{text}\nint asked(int n) {{ return n > 3 ? bus_read(n) : 0; }}\n"));
    let words = project.generate(&["--function", "asked"]);
    assert!(
        words.contains("no call comes behind a mock: what symir.toml assumes contradicts itself"),
        "{words}"
    );
    config("");
    project.write(&text.replace("int level(", "static inline __attribute__((always_inline)) int twice(int n) { return 2 * n; }\nint doubled(int n) { return twice(n); }\nint level("));
    let words = project.generate(&["--mock", "twice", "--function", "doubled"]);
    assert!(
        words.contains("`twice` cannot be mocked") && words.contains("-Dalways_inline=unused"),
        "{words}"
    );
    let words =
        project.generate(&["--mock", "twice", "--function", "doubled", "--", "-Dalways_inline=unused"]);
    assert!(!words.contains("cannot be mocked"), "{words}");
    assert!(project.suite("harness/bus_mocks.c").contains("twice"));
}

/// The environment is mocked like functions that are defined nowhere: the test says what it contains.
/// `--mock-except getenv` leaves it empty.
#[test]
fn settings_come_from_a_mocked_environment() {
    let project = Project::new("settings");
    let words = project.generate(&["--emit", "c,cmocka"]);
    assert!(words.contains("8 of 8 branches"), "{words}");
    for framework in ["c", "cmocka"] {
        project.passes(&["CC=gcc", framework]);
        project.with("\"QUIET\"", "\"SILENT\"", &["CC=gcc", framework]);
    }
}

/// With `SYMIR_ISOLATION=1`, all modules are tried in all frameworks with both compilers, 20 times each, with
/// and without addresses that change. A table of the results goes to standard output.
#[test]
fn modules_hold_everywhere() {
    const MODULES: [(&str, &[&str]); 18] = [
        ("backoff", &[]),
        ("bus", &[]),
        ("client", &[]),
        ("control", &[]),
        ("device", &[]),
        ("device_ops", &[]),
        ("handles", &[]),
        ("logger", &[]),
        ("machine", &[]),
        ("mail", &[]),
        ("packet", &[]),
        ("parser", &[]),
        ("pid", &[]),
        ("protocol", &[]),
        ("records", &["--fail", "ferror"]),
        ("session", &[]),
        ("settings", &[]),
        ("sources", &[]),
    ];
    // Without the variable, only one module is tried, which no other test has.
    let all = std::env::var_os("SYMIR_ISOLATION").is_some();
    println!("| module | tests | branches | suites | runs | wrong |\n|---|---|---|---|---|---|");
    for (name, more) in MODULES.iter().filter(|(name, _)| all || *name == "pid") {
        let project = Project::new(name);
        let frameworks = if all { ALL } else { "c" };
        let words = project.generate(&[&["--emit", frameworks], *more].concat());
        let line = words.lines().find(|line| line.starts_with("tests ")).unwrap_or_default();
        assert!(line.contains("100 %"), "{words}");
        let place = project.path("out").join(name);
        let (n_suites, n_runs, n_wrong) = repeated(&place, frameworks, all, |args| project.passes(args));
        let counted = line.trim_start_matches("tests").trim().replace(", ", " | ");
        println!("| {name} | {counted} | {n_suites} | {n_runs} | {n_wrong} |");
        assert_eq!(n_wrong, 0, "{name}");
    }
}

/// Builds the suites of several frameworks below `place` and runs each again and again, every second time
/// with addresses that do not change, and those of GoogleTest in another order each time: with both compilers
/// and 20 times if `all`, and with gcc and twice otherwise. Returns the numbers of suites, runs and failures.
fn repeated(place: &Path, frameworks: &str, all: bool, passes: impl Fn(&[&str])) -> (u32, u32, u32) {
    let (cc, cxx) = clang();
    let builds: &[&[&str]] = match all {
        true => &[&["CC=gcc", "CXX=g++"], &["BUILD=build-clang", &cc, &cxx]],
        false => &[&["CC=gcc"]],
    };
    let (mut n_suites, mut n_runs, mut n_wrong) = (0, 0, 0);
    for build in builds {
        let folder = if build.len() == 3 { "build-clang" } else { "build" };
        for framework in frameworks.split(',') {
            passes(&[*build, &[framework]].concat());
            n_suites += 1;
            let program = place.join(folder).join(format!("test_{framework}"));
            for run in 0..if all { 20 } else { 2 } {
                let mut command = match run % 2 {
                    0 => Command::new(&program),
                    _ => {
                        let mut fixed = Command::new("setarch");
                        fixed.args(["-R"]).arg(&program);
                        fixed
                    }
                };
                if framework == "gtest" {
                    command.args(["--gtest_shuffle", &format!("--gtest_random_seed={}", run + 1)]);
                }
                n_runs += 1;
                n_wrong += u32::from(!command.output().expect("the suite starts").status.success());
            }
        }
    }
    (n_suites, n_runs, n_wrong)
}

/// A call that makes an object can be given a handle, at which only mocks look.
#[test]
fn objects_are_made_with_handles() {
    let project = Project::new("session");
    let words = project.generate(&["--emit", "c,gtest"]);
    assert!(words.contains("4 of 4 branches (100 %)"), "{words}");
    let text = project.suite("test_c.c");
    let saying = text.split("\n}\n").filter(|test| test.contains("int result = session_say("));
    let made = "struct session *session = session_new((struct transport *)transport);";
    assert!(saying.filter(|test| test.contains(made)).count() >= 2, "{text}");
    // What the mock gave before, while the session was built, is no part of the test.
    let says =
        |test: &&str| test.contains("int result = session_say(") && test.contains("_transport_send_minus_1");
    for test in text.split("\n}\n").filter(says) {
        assert!(test.contains(".result = -1}"), "{test}");
    }
    project.passes(&["c"]);
    project.passes(&["gtest"]);
    project.with("session->n_sent++", "session->n_sent = 2", &["c"]);
}

/// What is to be tested is not mocked, even if a pattern fits its name.
#[test]
fn functions_under_test_are_not_mocked() {
    let project = Project::new("device");
    let more =
        "int dev_low(int x) { return x / 3; }\nint dev_high(int x) { return dev_low(x) > 3 ? 1 : 0; }\n";
    project.write(&(project.text() + more));
    let words = project.generate(&["--mock", "dev_*", "--function", "dev_high"]);
    assert!(words.contains("dev_high  ") && project.suite("test_c.c").contains("dev_low("), "{words}");
    project.passes(&["CC=gcc", "c"]);
    let words = project.generate(&["--mock", "dev_high", "--function", "dev_high"]);
    assert!(words.contains("`dev_high` is not mocked, because it is to be tested"), "{words}");
}

/// A mock that opens something gives a descriptor that is not open. Otherwise the code under test would close a
/// stream of whoever runs the test. What it does with the descriptor is mocked, too.
#[test]
fn descriptors_of_mocks_are_not_open() {
    let project = Project::new("device");
    project.write(
        "#include <fcntl.h>\n#include <sys/socket.h>\n#include <unistd.h>\n\
         int dial(void) {\n    int s = socket(AF_INET, SOCK_STREAM, 0);\n    if (s < 0)\n        return -1;\n\
         \x20   if (fcntl(s, F_SETFL, O_NONBLOCK) < 0) {\n        close(s);\n        return -2;\n    }\n\
         \x20   close(s);\n    return 0;\n}\n",
    );
    let words = project.generate(&["--function", "dial", "--emit", "c,cmocka,gtest"]);
    assert!(words.contains("4 of 4 branches"), "{words}");
    let suite = project.suite("test_c.c");
    assert!(suite.contains("socket = {.domain = 2, .type = 1, .protocol = 0, .result = -1"), "{suite}");
    let results: Vec<i64> = suite
        .split(".protocol = 0, .result = ")
        .skip(1)
        .filter_map(|rest| rest.split([',', '}']).next()?.trim().parse().ok())
        .collect();
    assert!(results.len() >= 3 && results.iter().all(|it| *it == -1 || *it >= 512), "{results:?}\n{suite}");
    for framework in ["c", "cmocka", "gtest"] {
        project.passes(&["CC=gcc", framework]);
    }
}

/// A function that a header defines, as one that is `static inline`, may have a mock: the header is included all the
/// same, for its types.
#[test]
fn a_function_of_a_header_is_mocked() {
    let project = Project::new("device");
    let header = "struct box { int n; };\nstatic inline int box_size(const struct box *b) { return b->n; }\n";
    std::fs::write(project.path("box.h"), header).expect("written");
    project.write(
        "#include \"box.h\"\nint level(const struct box *b) {\n    return box_size(b) > 10 ? b->n + 1 : 0;\n}\n",
    );
    let words = project.generate(&["--mock", "box_size", "--function", "level", "--emit", ALL]);
    assert!(words.contains("2 of 2 branches"), "{words}");
    let suite = project.suite("test_c.c");
    assert!(suite.contains("#define box_size box_size_of_the_header\n"), "{suite}");
    let unity = format!("UNITY={}", root().join("tests/formats/unity").display());
    for framework in ALL.split(',') {
        project.passes(&["CC=gcc", "CXX=g++", &unity, framework]);
    }
    project.with("> 10", "> 11", &["CC=gcc", "c"]);
}

/// A pointer to a type that only other files define can be made if nobody but mocks gets it. Each test asks
/// that the mocks get the right one, and the right bytes of a structure.
#[test]
fn handles_of_unknown_types_go_to_the_right_mocks() {
    let project = Project::new("handles");
    let words = project.generate(&["--emit", ALL]);
    assert!(words.contains("6 of 6 branches (100 %)") && !words.contains("cannot make"), "{words}");
    let suite = project.suite("test_cmocka.c");
    assert!(suite.contains("check_expected_ptr(link)") && !suite.contains("is_null"), "{suite}");
    for framework in ALL.split(',') {
        project.passes(&["CC=gcc", "CXX=g++", framework]);
    }
    project.with("link_ready(second)", "link_ready(first)", &["CC=gcc", "c"]);
    project.with("link_close(from)", "link_close(to)", &["CC=gcc", "c"]);
    for (right, wrong) in [("{7,", "{6,"), ("sizeof head, id}", "1, id}"), ("head, id}", "head, id + 1}")] {
        project.with(right, wrong, &["CC=gcc", "c"]);
    }
    project.with(
        "link_close(to);\n        return",
        "link_close(from);\n        return",
        &["CC=gcc", "cmocka"],
    );
}

/// A pattern means functions, also where it fits the name of a variable within one of them.
#[test]
fn patterns_mean_functions() {
    let project = Project::new("device");
    let version =
        "const char *read_version(void) { static char version[4]; version[0] = '1'; return version; }\n";
    let first = "int is_first(void) { const char *v = read_version(); return v && v[0] == '1'; }\n";
    project.write(&(project.text() + version + first));
    let words = project.generate(&["--mock", "read_*", "--function", "is_first"]);
    assert!(!words.contains("there are no mocks") && words.contains("2 of 2 branches"), "{words}");
    project.passes(&["CC=gcc", "c"]);
}

/// The suite links the file with the function, although no run of symir needed it.
#[test]
fn a_function_of_another_file_is_mocked() {
    let project = Project::new("device");
    project.write("int base_of(int x);\nint twice(int x) { return base_of(x) > 3 ? 2 * x : -1; }\n");
    std::fs::write(project.path("base.c"), "int base_of(int x) { return x + 1; }\n").expect("written");
    let words = project.generate(&["--mock", "base_of", "--function", "twice", "--emit", "c,cmocka,gtest"]);
    assert!(words.contains("mocked        base_of: mocks stand for"), "{words}");
    for framework in ["c", "cmocka", "gtest"] {
        project.passes(&["CC=gcc", framework]);
    }
}

#[test]
fn a_function_of_the_same_file_is_mocked() {
    let project = Project::new("control");
    project.generate(&["--mock", "filtered,clamp", "--emit", "c,cmocka"]);
    let suite = project.suite("test_c.c");
    assert!(
        suite.contains("clamp(") && suite.contains("The program has functions of the names of some mocks"),
        "{suite}"
    );
    let (cc, _) = clang();
    for framework in ["c", "cmocka"] {
        project.passes(&["CC=gcc", framework]);
        project.passes(&["BUILD=build-clang", &cc, framework]);
        project.with("filtered(error, is)", "filtered(is, error)", &["CC=gcc", framework]);
    }
}

#[test]
fn a_run_with_a_driver_has_mocks_and_suites_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let driver = "#include \"symir.h\"\nint read_reg(int addr);\nstatic int level(int x) { return x > 7; }\n\
                  int probe(int base) { int v = read_reg(base); if (v == 85) return level(base); return -1; }\n\
                  int main(void) { int base = symir_int(\"base\"); SYMIR_TEST(probe, base); }\n";
    std::fs::write(folder.path().join("driver.c"), driver).expect("written");
    let args =
        ["run", "driver.c", "--externals", "mock", "--mock", "level", "-o", "out", "--emit", "c,cmocka"];
    let run =
        Command::new(cargo_bin("symir")).current_dir(folder.path()).args(args).output().expect("starts");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let made = Command::new("make").arg("-C").arg(folder.path().join("out")).output().expect("make starts");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

#[test]
fn symir_toml_says_what_mocks_do() {
    let project = Project::new("device");
    std::fs::write(
        project.path("symir.toml"),
        "mock-except = ['write_reg']\n[function.read_reg]\npure = true\nresult = 'result < 300'\n",
    )
    .expect("written");
    let words = project.generate(&["--function", "probe"]);
    let mocks = project.suite("harness/device_mocks.c");
    assert!(mocks.contains("symir_assume(result < 300);") && mocks.contains("Equal arguments"), "{mocks}");
    assert!(!mocks.contains("write_reg"), "{mocks}");
    assert!(words.contains("probe"), "{words}");
    std::fs::write(project.path("symir.toml"), "mock = ['read_rge']\n").expect("written");
    let words = project.generate(&["--function", "probe"]);
    assert!(words.contains("a function `read_rge` to mock; did you mean `read_reg`?"), "{words}");
}

#[test]
fn a_mock_that_somebody_has_changed_is_used() {
    let project = Project::new("device");
    project.generate(&["--function", "probe"]);
    let path = project.path("out/device/harness/device_mocks.c");
    let text = std::fs::read_to_string(&path).expect("mocks");
    let own = text.replace("return symir_int(\"read_reg\");", "return symir_range(0, 127, \"read_reg\");");
    assert_ne!(own, text);
    std::fs::write(&path, &own).expect("written");
    let words = project.generate(&["--function", "probe"]);
    assert_eq!(std::fs::read_to_string(&path).expect("mocks"), own);
    assert!(words.contains("2 of 6 branches"), "{words}");
}
