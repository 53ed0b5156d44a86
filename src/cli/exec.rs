//! `symir exec`: interprets a program that has no symbolic inputs.

use super::args::ExecArgs;
use super::outside;
use super::run::{detect, externals, opt_level};
use super::stack;
use super::streams::Streams;
use super::terminal::Colours;
use super::{Failure, Status, output, warnings};
use crate::exec::{
    Ending, ExecOptions, ExecStats, Host, Machine, NativeCall, NativeResult, Request, Start, Stop,
    StreamControl,
};
use crate::frontend;
use crate::memory::Value;
use crate::replay::{NativeCalls, NativeOptions, Surroundings};
use crate::solver::SolverOptions;
use crate::util::resident;
use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The exit codes of `symir exec` if the program has an error, and if it needs something that is not
/// supported.
const ERRED: u8 = 135;
const UNSUPPORTED: u8 = 136;

/// How many instructions run between two checks of the memory that is in use.
const STEP: u64 = 1 << 20;
/// How much of the machine's memory a program may take without `--memory`, in percent.
const MEMORY_PERCENT: u64 = 75;

/// Interprets the program. symir ends with the exit status of the program.
pub fn run(args: &ExecArgs, colours: Colours) -> Result<Status, Failure> {
    let name = args.command.first().expect("invariant: clap demands a file");
    let files: Vec<PathBuf> = std::iter::once(name.into()).chain(args.with.iter().cloned()).collect();
    let options = frontend::Options {
        clang: args.clang.clone(),
        level: opt_level(args.level),
        flags: args.cflag.clone(),
        color: io::IsTerminal::is_terminal(&io::stderr()),
        ..frontend::Options::default()
    };
    let compiled = frontend::compile(&files, &options)?;
    let warnings = warnings::shown(&compiled.warnings, &files, args.warnings);
    output::tell(colours.foreign(&warnings));
    let program = Arc::new(compiled.program);
    let main = program
        .function_named("main")
        .filter(|main| program.functions[main.index()].entry.is_some())
        .ok_or_else(|| Failure::wrong_use(format!("{name}: the program has no function `main`")))?;
    let exec = ExecOptions {
        detect: detect(&args.detect),
        lenient_memcmp: args.lenient_memcmp,
        lenient_arrays: args.lenient_arrays,
        externals: externals(args.externals),
        max_stack: stack::own(),
        ..ExecOptions::default()
    };
    let memory = args.memory.unwrap_or_else(|| resident::machine() / 100 * MEMORY_PERCENT);
    let machine = Machine::new(Arc::clone(&program), SolverOptions::default(), exec);
    let mut machine = machine.with_host(Box::new(Native::new(args.clang.clone(), memory)));
    let start = Start {
        args: args.command.clone(),
        environment: std::env::vars().map(|(name, value)| format!("{name}={value}")).collect(),
        symbolic_args: None,
    };
    let mut state = machine.start(main, &start).remove(0);
    let mut counts = ExecStats::default();
    let began = Instant::now();
    let fuel = args.instructions.unwrap_or(u64::MAX);
    let stop = loop {
        let left = fuel - state.instructions.min(fuel);
        match machine.run(&mut state, left.min(STEP), &mut counts) {
            Stop::Fuel if resident::bytes() > memory => {
                machine.flush();
                let option = if args.memory.is_some() { "as --memory says" } else { "see --memory" };
                output::tell_line(format_args!(
                    "symir: ended since it takes more than {} MB of memory, {option}",
                    memory >> 20
                ));
                return Ok(Status::EndedEarly);
            }
            Stop::Fuel if state.instructions < fuel => {}
            stop => break stop,
        }
    };
    let seconds = began.elapsed().as_secs_f64();
    machine.flush();
    let status = match stop {
        _ if !state.inputs.is_empty() => {
            output::tell_line(format_args!(
                "symir: the program has symbolic inputs; `symir run` explores it"
            ));
            UNSUPPORTED
        }
        Stop::Ended(Ending::Returned(status) | Ending::Exited(status), _) => status_of(status),
        Stop::Ended(Ending::Bug(bug), _) => {
            let site = bug.site().map_or(String::new(), |site| format!("{site}: "));
            output::tell_line(format_args!("symir: {site}{}: {}", bug.kind, bug.message));
            // All calls of a recursion share one line.
            for callers in bug.stack.get(1..).unwrap_or_default().chunk_by(|a, b| a == b) {
                let caller = &callers[0];
                let times =
                    if callers.len() > 1 { format!(", {} times", callers.len()) } else { String::new() };
                output::tell_line(format_args!("    called from {caller} in {}{times}", caller.function));
            }
            ERRED
        }
        Stop::Ended(Ending::Unsupported { what, site }, _) => {
            let site = site.map_or(String::new(), |site| format!("{site}: "));
            output::tell_line(format_args!("symir: {site}not supported: {what}"));
            UNSUPPORTED
        }
        Stop::Ended(ending, _) => {
            output::tell_line(format_args!("symir: the program cannot go on: {ending:?}"));
            UNSUPPORTED
        }
        Stop::Fuel => {
            output::tell_line(format_args!("symir: ended after {fuel} instructions, as --instructions says"));
            return Ok(Status::EndedEarly);
        }
        Stop::Forked(_) => {
            output::tell_line(format_args!(
                "symir: the program has symbolic inputs; `symir run` explores it"
            ));
            UNSUPPORTED
        }
    };
    if args.stats {
        let instructions = state.instructions;
        let rate = instructions as f64 / seconds.max(1e-9) / 1e6;
        output::tell_line(format_args!(
            "{instructions} instructions in {seconds:.3} s: {rate:.1} million a second"
        ));
        for (name, count) in &counts.approximations {
            output::tell_line(format_args!("approximated: {name}: {count}"));
        }
    }
    Ok(Status::Program(status))
}

fn status_of(status: Value) -> u8 {
    status.as_int().map_or(UNSUPPORTED, |status| status as u8)
}

/// Whether the file is a stream, such as a pipe or a device, whose bytes are read as they arrive.
fn is_stream(about: &Metadata) -> bool {
    !about.is_file() && !about.is_dir()
}

/// Opens a file to read it. Standard input is read from its current position.
fn open(name: &str) -> Option<File> {
    match name {
        "/dev/stdin" => Some(File::from(io::stdin().as_fd().try_clone_to_owned().ok()?)),
        _ => File::open(name).ok(),
    }
}

/// The machine that symir itself runs on, as the program sees it.
struct Native {
    streams: Streams,
    /// Devices and pipes that were opened, by name.
    inputs: BTreeMap<String, File>,
    /// How many bytes of memory the program may take.
    memory: u64,
    began: Instant,
    calls: NativeCalls,
}

impl Native {
    fn new(clang: Option<PathBuf>, memory: u64) -> Self {
        let options = NativeOptions { clang, surroundings: Surroundings::Ours, ..NativeOptions::default() };
        Self {
            streams: Streams::new(),
            inputs: BTreeMap::new(),
            memory,
            began: Instant::now(),
            calls: NativeCalls::new(options),
        }
    }
}

impl Host for Native {
    fn output(&mut self, descriptor: u64, bytes: &[u8]) {
        self.streams.write(descriptor, bytes);
    }

    fn stream(&mut self, descriptor: u64, bytes: &[u8]) {
        self.streams.put(descriptor, bytes);
    }

    fn control_stream(&mut self, descriptor: u64, control: StreamControl) {
        self.streams.control(descriptor, control);
    }

    fn system(&mut self, request: &Request<'_>) -> Option<Result<Vec<u8>, i32>> {
        outside::answer(request)
    }

    fn file(&mut self, name: &str) -> Option<Vec<u8>> {
        if is_stream(&std::fs::metadata(name).ok()?) {
            // The file exists, but its bytes cannot be kept as its contents: `read_stream` reads them.
            return Some(Vec::new());
        }
        if name == "/dev/stdin" {
            self.streams.before_input();
        }
        let most = self.memory / 2;
        let mut contents = Vec::new();
        open(name)?.take(most + 1).read_to_end(&mut contents).ok()?;
        if contents.len() as u64 > most {
            output::tell_line(format_args!(
                "symir: {name}: it has more than {} MB, half of what --memory allows",
                most >> 20
            ));
            return None;
        }
        Some(contents)
    }

    fn read_stream(&mut self, name: &str, most: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; most];
        if !self.inputs.contains_key(name) {
            if !is_stream(&std::fs::metadata(name).ok()?) {
                return None;
            }
            if most > 0 {
                self.inputs.insert(name.to_owned(), open(name)?);
            }
        }
        if most == 0 {
            return Some(bytes);
        }
        // The sender of these bytes may wait for output that the program has already written.
        self.streams.before_input();
        let file = self.inputs.get_mut(name)?;
        let n_read = loop {
            match file.read(&mut bytes) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // An error counts as the end of the stream.
                read => break read.unwrap_or(0),
            }
        };
        bytes.truncate(n_read);
        Some(bytes)
    }

    fn store(&mut self, name: &str, contents: Option<&[u8]>) {
        let done = match contents {
            Some(contents) => std::fs::write(name, contents),
            None => std::fs::remove_file(name),
        };
        if let Err(error) = done {
            output::tell_line(format_args!("symir: {name}: {error}"));
        }
    }

    fn time(&mut self, clock: u64) -> Option<u64> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
        Some(match clock {
            1 => self.began.elapsed().as_micros() as u64,
            2 => u64::from(now.subsec_nanos()),
            _ => now.as_secs(),
        })
    }

    fn call(&mut self, call: &NativeCall<'_>) -> Result<NativeResult, String> {
        let called = self.calls.call(call)?;
        self.output(1, &called.stdout);
        self.output(2, &called.stderr);
        Ok(called.result)
    }

    fn flush(&mut self) {
        self.streams.flush();
    }
}
