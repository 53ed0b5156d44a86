//! Routines in processes of their own, several at a time: a crash or a hang costs one row.

use super::row::Row;
use crate::util::Interrupt;
use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// A routine to be run.
#[derive(Clone, Debug)]
pub struct Job {
    pub routine: String,
    pub source: String,
    /// The program that runs it and prints its row, as JSON, in the last line of its standard output.
    pub program: PathBuf,
    pub args: Vec<String>,
    /// Where its output goes.
    pub folder: PathBuf,
    /// It is killed after this long.
    pub limit: Duration,
}

/// How long to sleep between two checks of a process.
const PAUSE: Duration = Duration::from_millis(5);

/// Runs the jobs, `n_workers` at a time, and passes each row to `done` as soon as it is there, with the
/// number of its job. If it is interrupted or `done` fails, it ends early, without the rows of the jobs that
/// were running.
pub fn run<E>(
    jobs: &[Job],
    n_workers: usize,
    interrupt: &Interrupt,
    mut done: impl FnMut(usize, Row) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let failed = Interrupt::default();
    let stop = || interrupt.is_raised() || failed.is_raised();
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for _ in 0..n_workers.clamp(1, jobs.len().max(1)) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                while !stop() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(at) else { return };
                    let Some(row) = one(job, stop) else { return };
                    // The receiver is gone if `done` has failed.
                    let _ = sender.send((at, row));
                }
            });
        }
        drop(sender);
        for (at, row) in receiver {
            if let Err(error) = done(at, row) {
                failed.raise();
                return Err(error);
            }
        }
        Ok(())
    })
}

/// The row of a job; `None` when it was stopped.
fn one(job: &Job, stop: &dyn Fn() -> bool) -> Option<Row> {
    let start = Instant::now();
    let failed = |reason: String| {
        let mut row = Row::failed(&job.routine, &job.source, reason);
        row.seconds = start.elapsed().as_secs_f64();
        Some(row)
    };
    let (out, log) = (job.folder.join("row.json"), job.folder.join("log.txt"));
    let mut process = match start_process(job, &out, &log) {
        Ok(process) => process,
        Err(error) => return failed(format!("cannot be started: {error}")),
    };
    let status = loop {
        match process.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if stop() => {
                kill(&mut process);
                return None;
            }
            Ok(None) if start.elapsed() > job.limit => {
                kill(&mut process);
                return failed(format!("did not end within {} s and was killed", job.limit.as_secs()));
            }
            Ok(None) => std::thread::sleep(PAUSE),
            Err(error) => return failed(format!("cannot be waited for: {error}")),
        }
    };
    let row = std::fs::read_to_string(&out).ok();
    let row = row.as_deref().and_then(|text| text.lines().last()).map(serde_json::from_str::<Row>);
    match row {
        Some(Ok(mut row)) => {
            row.seconds = start.elapsed().as_secs_f64();
            let _ = std::fs::remove_file(&out);
            Some(row)
        }
        _ => failed(format!("{}{}", how_ended(status), last_words(&log))),
    }
}

fn start_process(job: &Job, out: &Path, log: &Path) -> io::Result<Child> {
    std::fs::create_dir_all(&job.folder)?;
    // Makes new files, since a process of an earlier batch that was killed may still write to the old ones.
    for file in [out, log] {
        match std::fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Command::new(&job.program)
        .args(&job.args)
        // So that the last line of a panic says what happened.
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(File::create(out)?)
        .stderr(File::create(log)?)
        // In a group with the processes that it starts itself, so that all of them can be killed.
        .process_group(0)
        .spawn()
}

fn kill(process: &mut Child) {
    if let Some(group) = i32::try_from(process.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // It may have ended just now.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = process.kill();
    let _ = process.wait();
}

fn how_ended(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("crashed with signal {signal}"),
        (None, Some(code)) => format!("ended with status {code}"),
        (None, None) => "ended".to_owned(),
    }
}

/// The last line that the process wrote to standard error, without the advice at the end of a panic. If
/// memory was short, the line that says so, since more may fail after it.
fn last_words(log: &Path) -> String {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let says = |line: &&str| !line.is_empty() && !line.starts_with("note: run with `RUST_BACKTRACE");
    let lacks_memory =
        |line: &&str| ["memory allocation of", "Cannot allocate memory"].iter().any(|it| line.contains(it));
    let mut lines = text.lines().map(str::trim);
    let line = lines.clone().rfind(lacks_memory).or_else(|| lines.rfind(says));
    line.map_or(String::new(), |line| format!(": {line}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(folder: &Path, name: &str, script: &str) -> Job {
        Job {
            routine: name.to_owned(),
            source: "ours".to_owned(),
            program: "/bin/sh".into(),
            args: vec!["-c".to_owned(), script.to_owned()],
            folder: folder.join(name),
            limit: Duration::from_millis(500),
        }
    }

    #[test]
    fn what_another_process_still_writes_is_not_taken_for_the_row() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let good = serde_json::to_string(&Row::failed("good", "ours", "a row")).expect("JSON");
        let written = folder.path().join("written");
        let script = format!("echo '{good}'; until [ -e '{}' ]; do sleep 0.01; done", written.display());
        let job = Job { limit: Duration::from_secs(10), ..job(folder.path(), "good", &script) };
        std::fs::create_dir_all(&job.folder).expect("made");
        let out = job.folder.join("row.json");
        let mut old = File::create(&out).expect("created");
        std::thread::scope(|scope| {
            scope.spawn(|| {
                // Once the row stands there, in this file or in another.
                while std::fs::metadata(&out).map_or(0, |data| data.len()) == 0 {
                    std::thread::sleep(PAUSE);
                }
                io::Write::write_all(&mut old, &[b'x'; 5000]).expect("written");
                File::create(&written).expect("created");
            });
            run(&[job], 1, &Interrupt::default(), |_, row| -> Result<(), ()> {
                assert_eq!(row.reason.as_deref(), Some("a row"));
                Ok(())
            })
            .expect("the row is taken");
        });
    }

    #[test]
    fn a_crash_or_a_hang_costs_one_row() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let good = serde_json::to_string(&Row::failed("good", "ours", "a row")).expect("JSON");
        let jobs = [
            job(folder.path(), "crash", "echo dying >&2; kill -SEGV $$"),
            job(folder.path(), "good", &format!("echo '{good}'")),
            job(folder.path(), "hang", "sleep 1000 & sleep 1000"),
            job(folder.path(), "silent", "exit 3"),
            job(
                folder.path(),
                "large",
                "echo 'memory allocation of 9 bytes failed' >&2; echo more >&2; exit 4",
            ),
        ];
        let mut reasons = vec![String::new(); jobs.len()];
        run(&jobs, 2, &Interrupt::default(), |at, row| -> Result<(), ()> {
            reasons[at] = row.reason.unwrap_or_default();
            Ok(())
        })
        .expect("all rows are taken");
        let expected = [
            "crashed with signal 11: dying",
            "a row",
            "did not end within 0 s and was killed",
            "ended with status 3",
            "ended with status 4: memory allocation of 9 bytes failed",
        ];
        assert_eq!(reasons, expected);
    }

    #[test]
    fn an_interrupt_ends_what_runs() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut slow = job(folder.path(), "slow", "sleep 1000");
        slow.limit = Duration::from_secs(900);
        let interrupt = Interrupt::default();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                interrupt.raise();
            });
            run(&[slow], 1, &interrupt, |_, _| Err("there is no row")).expect("nothing was done");
        });
    }
}
