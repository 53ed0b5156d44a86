//! Runs that are told to end, at any moment and whatever they are doing: they end by themselves, their folder
//! is whole, and every test in it replays. `SYMIR_TERMS=100` tries so many moments, and checks that no run
//! takes too long to end.

use assert_cmd::cargo::cargo_bin;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How long a run may take to end once it is told to, if that is measured.
const MOST: Duration = Duration::from_secs(15);
/// A run that gets less processor time than this while it ends, in seconds, may lose something.
const STARVED: f64 = 5.0;
/// A run that takes longer than this hangs, however busy the machine is.
const HANGS: Duration = Duration::from_secs(240);

/// The kinds of runs: the program, its options, and the latest time at which it is told to end, in
/// milliseconds.
const KINDS: [(&str, &[&str], u64); 9] = [
    ("tests/interrupt/wide.c", &[], 900),
    ("tests/interrupt/long_string.c", &[], 3000),
    ("tests/interrupt/slow.c", &[], 2500),
    ("tests/interrupt/hard.c", &["--query-time", "1000s"], 1200),
    ("tests/interrupt/wide.c", &["--search", "locations", "--workers", "2"], 1500),
    ("tests/interrupt/long_string.c", &["--readable", "roulette"], 3000),
    ("drivers/strstr.c", &["--emit", "c,csv,sarif"], 1200),
    ("tests/interrupt/wide.c", &["--merge"], 900),
    ("tests/interrupt/hard.c", &["--query-time", "1000s", "--solver", "portfolio"], 1200),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn symir(args: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("symir"));
    command.args(args).current_dir(root()).stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Tells a process to end, as `kill` does.
fn terminate(process: &Child) {
    let id = i32::try_from(process.id()).ok().and_then(rustix::process::Pid::from_raw).expect("a process");
    // An error is ignored: the process may have ended just now.
    let _ = rustix::process::kill_process(id, rustix::process::Signal::TERM);
}

/// The processor time of a process until now, in seconds.
fn processor_seconds_of(process: &Child) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", process.id())).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|ticks| ticks.parse::<f64>().ok());
    // Linux tells programs hundredths of seconds, whatever it counts internally.
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// Waits until the process ends by itself.
fn wait(process: Child, what: &str) -> Output {
    wait_measured(process, what).0
}

/// Waits until the process ends by itself. Also returns the processor time that it took until then, in
/// seconds.
fn wait_measured(mut process: Child, what: &str) -> (Output, f64) {
    let until = Instant::now() + HANGS;
    let start = processor_seconds_of(&process).unwrap_or_default();
    let mut taken = 0.0;
    while process.try_wait().expect("it is ours").is_none() {
        taken = processor_seconds_of(&process).map_or(taken, |now| f64::max(taken, now - start));
        if Instant::now() > until {
            let _ = process.kill();
            panic!("{what}: does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    (process.wait_with_output().expect("it has ended"), taken)
}

#[test]
fn runs_of_every_kind_end_in_order() {
    let wanted: Option<u64> = std::env::var("SYMIR_TERMS").ok().and_then(|n| n.parse().ok());
    for at in 0..wanted.unwrap_or(4) {
        let (file, options, longest) = KINDS[at as usize % KINDS.len()];
        let after = 100 + (at * 7919 + at / 9 * 131) % longest;
        let what = format!("{file} {options:?} after {after} ms");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let tests = folder.path().join("tests");
        let mut command = symir(&["run", "--all", file, "-o"]);
        let process = command.arg(&tests).args(options).stdout(Stdio::null()).stderr(Stdio::piped());
        let process = process.spawn().expect("symir starts");
        std::thread::sleep(Duration::from_millis(after));
        let told = Instant::now();
        terminate(&process);
        let (output, taken) = wait_measured(process, &what);
        if wanted.is_some() {
            let elapsed = told.elapsed().as_secs_f64();
            println!("{what}: ended after {elapsed:.1} s, {taken:.1} s of the processor");
            assert!(told.elapsed() <= MOST, "{what}: it took {:?}", told.elapsed());
        }
        let said = text(&output.stderr);
        // Before symir has installed its handlers, the signal ends it at once. Later it either is done or
        // ends early.
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 5 | 10) | None), "{what}: {code:?} {said}");
        // Something may be lost only if the machine has given the run hardly any time.
        let is_lost = said.contains("the time after the interrupt is over");
        assert!(!is_lost || taken < STARVED, "{what}: {taken} s of the processor: {said}");
        let has_tests = ["tests.json", "tests.jsonl"].iter().any(|name| tests.join(name).is_file());
        let journal = std::fs::read_to_string(tests.join("tests.jsonl")).unwrap_or_default();
        if !has_tests || !tests.join("tests.json").is_file() && journal.is_empty() {
            continue;
        }
        let mut command = symir(&["replay", tests.to_str().expect("a path"), "--replay-time", "100ms"]);
        let replayed = command.output().expect("symir starts");
        let report = text(&replayed.stdout);
        assert_eq!(replayed.status.code(), Some(0), "{what}: {report}{}{said}", text(&replayed.stderr));
        assert!(report.contains(" differ"), "{what}: {report}");
    }
}

#[test]
fn the_first_signal_says_what_is_finished_and_within_what() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tests = folder.path().join("tests");
    let mut command =
        symir(&["run", "--all", "tests/interrupt/slow.c", "--grace", "1s", "--search", "bfs", "-o"]);
    let process = command.arg(&tests).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let process = process.expect("symir starts");
    // By then some of its tests are there, which take an hour together natively.
    while !std::fs::metadata(tests.join("tests.jsonl")).is_ok_and(|journal| journal.len() > 0) {
        std::thread::sleep(Duration::from_millis(10));
    }
    terminate(&process);
    let said = text(&wait(process, "slow.c").stderr);
    assert!(said.contains("finished within 1 s") && said.contains("interrupt again"), "{said}");
    assert!(tests.join("tests.json").is_file(), "{said}");
}

/// An interrupt may end the choice of values for a test whose path has ended. A resumed run chooses them.
#[test]
fn an_interrupted_choice_of_values_is_made_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let checkpoint = folder.path().join("checkpoint");
    let arguments = ["run", "--all", "tests/interrupt/long_string.c", "--no-replay", "--paths", "1"];
    let process = symir(&arguments).arg("--checkpoint").arg(&checkpoint).stdout(Stdio::null()).spawn();
    let process = process.expect("symir starts");
    while !checkpoint.is_file() {
        std::thread::sleep(Duration::from_millis(10));
    }
    terminate(&process);
    wait(process, "long_string.c");
    let notes = std::fs::read_to_string(&checkpoint).expect("notes");
    let last = notes.lines().last().expect("a line");
    assert!(last.contains("frontier"), "the states that are left stand at the end: {last:.80}");
    assert!(!last.contains("[]}"), "something is left: {last:.80}");
}

/// The processor time of a command and its child processes in seconds, as the shell counts it.
fn processor_seconds(args: &[&str]) -> (Option<i32>, f64, String) {
    let script = "TIMEFORMAT='processor %U %S'; time \"$@\" > /dev/null";
    let mut command = Command::new("bash");
    command.args(["-c", script, "--"]).arg(cargo_bin("symir")).args(args).current_dir(root());
    let output = command.stdin(Stdio::null()).output().expect("bash starts");
    let said = text(&output.stderr);
    let times = said.lines().rev().find_map(|line| line.strip_prefix("processor "));
    let times = times.expect("the shell's count").split(' ');
    let seconds = times.map(|seconds| seconds.parse::<f64>().expect("a number")).sum();
    (output.status.code(), seconds, said)
}

/// With `SYMIR_TERMS`, the processor time of every kind of run is compared with its limit. Without it, one
/// kind of run only has to end.
#[test]
fn a_time_limit_holds_whatever_a_run_is_doing() {
    let is_measured = std::env::var_os("SYMIR_TERMS").is_some();
    for (file, options, _) in KINDS.into_iter().skip(1).take(if is_measured { KINDS.len() } else { 1 }) {
        let limit = if is_measured { 5.0 } else { 2.0 };
        let time = limit.to_string();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let tests = folder.path().join("tests");
        let mut args = vec!["run", "--all", file, "--time", &time, "-o", tests.to_str().expect("a path")];
        args.extend(options);
        if is_measured && !options.contains(&"--workers") {
            args.extend(["--workers", "1"]);
        }
        let (code, seconds, said) = processor_seconds(&args);
        assert!(matches!(code, Some(0 | 5 | 10)), "{args:?}: {code:?} {said}");
        assert!(tests.join("tests.json").is_file(), "{args:?}: {said}");
        if is_measured {
            println!("{args:?}: {seconds:.1} s of the processor");
            // Two workers have two processors, and native runs have all that there are.
            let most = (limit + 1.0) * if options.contains(&"--workers") { 2.0 } else { 1.0 };
            assert!(seconds <= most, "{args:?}: {seconds} s");
        }
    }
}

/// A solver does not listen while it translates a question. symir stops waiting for it after a while, so that
/// a time limit of the user holds. Such questions go to another solver unless cvc5 is asked for.
#[test]
fn a_time_limit_holds_while_a_solver_does_not_listen() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tests = folder.path().join("tests");
    let tests = tests.to_str().expect("a path");
    // On a busy machine a short limit is reached before there is a question.
    for limit in ["1", "8", "60"] {
        let options = [
            "--time",
            limit,
            "--query-time",
            "1000s",
            "--solver",
            "cvc5",
            "--workers",
            "1",
            "--no-replay",
            "-o",
            tests,
        ];
        let args = [&["run", "tests/interrupt/deaf.c"], &options[..]].concat();
        let (code, _, said) = processor_seconds(&args);
        assert_eq!(code, Some(5), "{said}");
        if said.contains("before the program was compiled") || said.contains("questions     none") {
            continue;
        }
        assert!(said.contains("the time after the interrupt is over"), "it did not listen: {said}");
        // The journal of the run is there, for commands such as `symir replay`.
        assert!(Path::new(tests).join("tests.jsonl").is_file(), "{said}");
        return;
    }
    panic!("the machine is too busy");
}

/// Unless cvc5 is asked for, such questions go to a solver that listens, so `symir gen` has tests of the
/// function.
#[test]
fn a_function_with_heavy_questions_has_tests() {
    let mut last = String::new();
    // A busy machine needs longer until it has the first of them.
    for limit in ["10s", "40s", "160s"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let output = folder.path().to_str().expect("a path");
        let args = ["gen", "tests/interrupt/deaf_function.c", "--time", limit, "--jobs", "2", "-o", output];
        let ended = symir(&args).output().expect("symir starts");
        let said = text(&ended.stdout) + &text(&ended.stderr);
        assert_eq!(ended.status.code(), Some(0), "{said}");
        assert!(!said.contains("did not listen"), "{said}");
        let suite = std::fs::read_to_string(folder.path().join("test_deaf_function.c")).expect("a suite");
        assert!(suite.contains("sign("), "{said}{suite}");
        if suite.contains("meets(") {
            return;
        }
        last = said;
    }
    panic!("no test of `meets`: {last}");
}

/// A batch has a row for a routine with such questions.
#[test]
fn a_routine_with_heavy_questions_has_a_row() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let manifest = folder.path().join("own.toml");
    let driver = root().join("tests/interrupt/deaf.c");
    let routine = format!("[[routine]]\nname = \"meets\"\ndriver = \"{}\"\n", driver.display());
    std::fs::write(&manifest, format!("name = \"own\"\ntitle = \"Own\"\n{routine}")).expect("written");
    let output = folder.path().join("out");
    let (manifest, output) = (manifest.to_str().expect("a path"), output.to_str().expect("a path"));
    let ended = symir(&["bench", manifest, "--time", "8s", "-o", output]).output().expect("symir starts");
    let said = text(&ended.stdout) + &text(&ended.stderr);
    assert_eq!(ended.status.code(), Some(0), "{said}");
    assert!(said.contains("0 failed"), "{said}");
}
