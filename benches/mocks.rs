//! What mocks and completion by native runs cost, in seconds of processor time, including the processes that
//! symir starts.
//!
//! A call of a mock should cost no more than an input of the same size that the driver asks for itself. The
//! first table compares calls that have an argument and a result with one input each, which is as large as the
//! result, and with two, which are as large as what a test says of the call. It says what each call, and each
//! input or pair of inputs, costs beyond the first. A path that symir cannot follow to its end should cost no
//! more than the native runs that finish it. The second table says how long a run takes without and with
//! completion, and how long it takes to run its tests again natively, where each test is run as often as for
//! completion, but not with sanitizers. What the first path costs, such as the compiler, is left out of the
//! time for a path.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const CALLS: [usize; 3] = [256, 1024, 8192];
const PATHS: usize = 1000;
/// How many runs are made, of which the fastest counts.
const REPEATS: usize = 3;

/// The processor time in seconds of the child processes that have ended.
fn seconds_of_children() -> f64 {
    const TICKS: f64 = 100.0;
    let text = fs::read_to_string("/proc/self/stat").expect("Linux has it");
    let fields: Vec<&str> = text.rsplit(')').next().expect("a name").split_whitespace().collect();
    // `cutime` and `cstime`, the 16th and 17th field. The name is the second, and `fields` begins behind it.
    fields[13..15].iter().map(|field| field.parse::<f64>().expect("a number") / TICKS).sum()
}

/// The seconds of the fastest of several runs of symir. A run may end with the exit code for what is not
/// supported.
fn seconds(folder: &Path, args: &[&str]) -> f64 {
    let run = |_| {
        let before = seconds_of_children();
        let mut command = Command::new(env!("CARGO_BIN_EXE_symir"));
        let status =
            command.current_dir(folder).args(args).stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(status.is_ok_and(|status| matches!(status.code(), Some(0 | 4))), "{args:?}");
        seconds_of_children() - before
    };
    (0..REPEATS).map(run).fold(f64::INFINITY, f64::min)
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("the temporary folder can be written");
}

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    println!(
        "| calls | mocked, s | one input each, s | two each, s | ms a call | ms an input | ms two inputs |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut first = None;
    for calls in [1].into_iter().chain(CALLS) {
        let text = include_str!("mocks_calls.c").replace("@CALLS@", &calls.to_string());
        write(folder, "mocked.c", &text);
        write(folder, "inputs.c", &format!("#define VALUES 1\n{text}"));
        write(folder, "pairs.c", &format!("#define VALUES 2\n{text}"));
        let all = [
            seconds(folder, &["run", "mocked.c", "--externals", "mock", "--no-replay"]),
            seconds(folder, &["run", "inputs.c", "--no-replay"]),
            seconds(folder, &["run", "pairs.c", "--no-replay"]),
        ];
        // The first row, with one call, gives what each run costs without further calls.
        let at_all = *first.get_or_insert(all);
        let each = |at: usize| 1e3 * (all[at] - at_all[at]) / (calls - 1).max(1) as f64;
        let [mocked, one, two] = all;
        let (a_call, an_input, two_inputs) = (each(0), each(1), each(2));
        println!(
            "| {calls} | {mocked:.2} | {one:.2} | {two:.2} | {a_call:.3} | {an_input:.3} | {two_inputs:.3} |"
        );
    }
    println!(
        "\n| paths | explored, s | completed as well, s | its tests run again, s | ms a path | ms a test run again |"
    );
    println!("|---|---|---|---|---|---|");
    let mut one = None;
    for paths in [1, PATHS] {
        let many = include_str!("mocks_many.c").replace("@PATHS@", &paths.to_string());
        write(folder, "many.c", &many);
        let explored = seconds(folder, &["run", "many.c", "--no-replay", "--all", "--one-test-a-path"]);
        let _ = fs::remove_dir_all(folder.join("out"));
        let completed = seconds(folder, &["run", "many.c", "--all", "--one-test-a-path", "-o", "out"]);
        let again = seconds(folder, &["replay", "out"]);
        // The row with one path gives what each run costs without further paths, such as the compiler.
        let beyond = completed - explored;
        let (one_beyond, one_again) = *one.get_or_insert((beyond, again));
        let each = |seconds: f64| 1e3 * seconds / (paths - 1).max(1) as f64;
        let (a_path, a_test) = (each(beyond - one_beyond), each(again - one_again));
        println!("| {paths} | {explored:.2} | {completed:.2} | {again:.2} | {a_path:.2} | {a_test:.2} |");
    }
}
