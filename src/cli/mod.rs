//! Arguments, progress, all printing, exit codes.
//!
//! Raw arguments ([`args`]) become validated options of the library, which the sub-commands pass down. The
//! library itself neither prints nor knows of flags.

mod args;
mod batch;
mod bench;
mod bug;
mod doctor;
mod exec;
mod export;
mod model;
mod outside;
mod progress;
mod proof;
mod replay;
mod report;
mod run;
mod score;
mod streams;

use clap::Parser;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use std::process::ExitCode;
use symir::util::Interrupt;

/// The exit codes, as DESIGN section 5 lays them down.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Status {
    Done,
    /// The status of the program that was interpreted.
    Program(u8),
    /// A bug was found in the tested program.
    BugFound,
    /// A native run contradicts a test.
    Contradicted,
    /// A budget ended the run early; its tests are written.
    EndedEarly,
    /// A comparison found something worse.
    Worse,
    /// What was given cannot be used.
    WrongUse,
    /// Our own fault.
    Internal,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Done => 0,
            Status::Program(status) => status,
            Status::BugFound => 10,
            Status::EndedEarly => 5,
            Status::Worse => 8,
            Status::Contradicted => 7,
            Status::WrongUse => 2,
            Status::Internal => 6,
        })
    }
}

/// What ends a sub-command early: a message for the person at the terminal and the exit code.
struct Failure {
    status: Status,
    message: String,
}

impl Failure {
    fn wrong_use(message: impl ToString) -> Self {
        Self { status: Status::WrongUse, message: message.to_string() }
    }
}

/// What Ctrl-C, SIGTERM and SIGHUP raise: a run ends in order then, and with all it has, while the second ends the program
/// at once.
fn interrupt() -> Result<Interrupt, Failure> {
    let interrupt = Interrupt::default();
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // In this order, so that the first does not end the program.
        flag::register_conditional_shutdown(signal, 130, interrupt.flag())
            .and_then(|_| flag::register(signal, interrupt.flag()))
            .map_err(|error| Failure {
                status: Status::Internal,
                message: format!("signal handler: {error}"),
            })?;
    }
    Ok(interrupt)
}

/// Parses the arguments and does what they say.
pub fn main() -> ExitCode {
    let args = args::Args::parse();
    // A panic is our own fault: it has a message, and an exit code of its own.
    let result = std::panic::catch_unwind(|| match args.command {
        args::Command::Run(args) => run::run(&args),
        args::Command::Replay(args) => replay::run(&args),
        args::Command::Exec(args) => exec::run(&args),
        args::Command::Bench(args) => bench::run(&args),
        args::Command::Export(args) => export::run(&args),
        args::Command::Doctor(args) => doctor::run(&args),
        args::Command::Model(args) => model::run(&args),
    });
    let status = match result {
        Ok(Ok(status)) => status,
        Ok(Err(failure)) => {
            eprintln!("symir: {}", failure.message);
            failure.status
        }
        Err(_) => {
            eprintln!("symir: this is a fault of symir itself; please report it with the message above");
            Status::Internal
        }
    };
    status.into()
}
