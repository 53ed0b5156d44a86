//! Arguments, progress, all printing, exit codes.
//!
//! Raw arguments ([`args`]) become validated options of the library, which the sub-commands pass down. The
//! library itself neither prints nor knows of flags.

mod args;
mod batch;
mod bench;
mod bug;
mod ci;
mod doctor;
mod exec;
mod export;
mod generate;
mod help;
mod model;
mod output;
mod outside;
mod progress;
mod proof;
mod replay;
mod report;
mod run;
mod score;
mod sequences;
mod stack;
mod streams;
mod terminal;
mod warnings;

use crate::util::overdue::{PATIENCE, Watch};
use crate::util::{Interrupt, exhausted};
use crate::{frontend, pipeline};
use clap::FromArgMatches;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::process::ExitCode;
use std::time::Duration;
use terminal::Colours;

/// How the program ends; each has an exit code, which `docs/ci.md` lists.
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
    /// Every path ended at something that is not supported.
    Unsupported,
    /// A comparison of two batches found that something became worse.
    Worse,
    /// The user gave something that cannot be used, such as a wrong argument or file.
    WrongUse,
    /// A fault of symir itself.
    Internal,
}

/// A budget or an interrupt ended the run early.
const EXIT_ENDED_EARLY: u8 = 5;

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Done => 0,
            Status::Program(status) => status,
            Status::BugFound => 10,
            Status::Unsupported => 4,
            Status::EndedEarly => EXIT_ENDED_EARLY,
            Status::Worse => 8,
            Status::Contradicted => 7,
            Status::WrongUse => 2,
            Status::Internal => 6,
        })
    }
}

/// Why a sub-command ended early: a message for the person at the terminal, and the exit code.
struct Failure {
    status: Status,
    message: String,
}

impl Failure {
    fn wrong_use(message: impl ToString) -> Self {
        Self { status: Status::WrongUse, message: message.to_string() }
    }
}

impl From<frontend::Error> for Failure {
    fn from(error: frontend::Error) -> Self {
        let status = match error {
            frontend::Error::Internal(_) => Status::Internal,
            frontend::Error::OutOfTime => Status::EndedEarly,
            _ => Status::WrongUse,
        };
        Self { status, message: error.to_string() }
    }
}

impl From<pipeline::Error> for Failure {
    fn from(error: pipeline::Error) -> Self {
        match error {
            pipeline::Error::Compile(error) => error.into(),
            error => Self::wrong_use(error),
        }
    }
}

/// The exit code after a second interrupt, as shells use it.
const INTERRUPTED_AGAIN: i32 = 130;

/// Handles Ctrl-C, SIGTERM and SIGHUP. The first signal raises the returned interrupt and calls `tell`, which
/// informs the user. Work then has the time `grace` to end in order and to write its results. If it does not
/// end in time, or if a second signal comes, the program ends at once. Folders of tests are whole at every
/// moment.
fn interrupt(grace: Duration, tell: impl Fn() + Send + 'static) -> Result<Interrupt, Failure> {
    let interrupt = Interrupt::default();
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(|error| match exhausted(&error) {
        Some(why) => Failure::wrong_use(why),
        None => Failure { status: Status::Internal, message: format!("signal handler: {error}") },
    })?;
    let raised = interrupt.clone();
    std::thread::spawn(move || {
        let mut signals = signals.forever();
        if signals.next().is_none() {
            return;
        }
        raised.raise();
        std::thread::spawn(move || {
            std::thread::sleep(grace.saturating_add(PATIENCE));
            end_at_once();
        });
        tell();
        if signals.next().is_some() {
            std::process::exit(INTERRUPTED_AGAIN);
        }
    });
    Ok(interrupt)
}

/// Ends the program some time after `limit`, in case something goes on that cannot be told to stop. The
/// caller drops the returned watch to prevent this.
fn end_after(limit: Duration) -> Watch {
    Watch::new(limit, end_at_once)
}

/// Ends the program at once. Its folders are whole at every moment, so everything written by now can be used.
fn end_at_once() {
    output::tell_line(format_args!(
        "symir: the time after the interrupt is over; results that were not written by now are lost"
    ));
    std::process::exit(i32::from(EXIT_ENDED_EARLY));
}

/// Parses the arguments and does what they say.
pub fn main() -> ExitCode {
    let args =
        args::Args::from_arg_matches(&help::command().get_matches()).unwrap_or_else(|error| error.exit());
    let colours = Colours::new(args.color);
    // A panic is a fault of symir itself: it gets a message, and an exit code of its own.
    let result = std::panic::catch_unwind(|| match args.command {
        args::Command::Run(args) => run::run(&args, colours),
        args::Command::Replay(args) => replay::run(&args, colours),
        args::Command::Exec(args) => exec::run(&args, colours),
        args::Command::Bench(args) => bench::run(&args, colours),
        args::Command::Gen(args) => generate::run(&args, colours),
        args::Command::Ci(args) => ci::run(&args, colours),
        args::Command::Sequences(args) => sequences::run(&args),
        args::Command::Lsp(_) => crate::lsp::serve()
            .map(|()| Status::Done)
            .map_err(|why| Failure { status: Status::WrongUse, message: format!("the editor: {why}") }),
        args::Command::Export(args) => export::run(&args),
        args::Command::Doctor(args) => doctor::run(&args),
        args::Command::Model(args) => model::run(&args),
        args::Command::Help(args) => help::run(&args),
        args::Command::Completions { shell } => help::completions(shell),
        args::Command::Man { folder } => help::man_pages(&folder),
    });
    let status = match result {
        Ok(Ok(status)) => status,
        Ok(Err(failure)) => {
            output::tell_line(colours.message(failure.message.trim_end()));
            failure.status
        }
        Err(_) => {
            let advice = "this is a fault of symir itself; please report it with the message above";
            output::tell_line(colours.message(advice));
            Status::Internal
        }
    };
    status.into()
}
