//! Native runs for a search: contained processes run the program again and again on inputs that they are
//! given, and report for each run which sides of branches it came to and how far it was from taking them.
//! `guided.c` is the other end.
//!
//! Between two runs, the changes that the first one made are undone, as far as `guided.c` says. So what a run
//! reports does not depend on the process that does it. If a run ends its process, only this run is lost: the
//! process is started again, and the other runs of its share are done one by one.

use super::build::{Source, Workshop};
use super::containment::Containment;
use super::launcher::{Wish, spawn};
use crate::exec::SymbolicArgs;
use crate::exec::blueprints::{Blueprints, PartKind, Pointee};
use crate::frontend::Guided;
use crate::util::{exhausted, text};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tempfile::TempDir;

/// How long a process may be silent. If a run takes longer, the process cannot end it by itself.
const PATIENCE: Duration = Duration::from_secs(20);
/// After so many runs, a process is replaced by a fresh one.
const MOST_RUNS: u64 = 4_000_000;
/// How many runs a request must have at least for each process that takes a share of it. A smaller share is
/// done sooner than it is handed over.
const SHARE: usize = 8;

/// How guided runs go.
#[derive(Clone, Debug)]
pub struct GuidedOptions {
    /// The branches that a run may come to before it is ended.
    pub most_branches: u64,
    /// Whether runs report their path, step by step.
    pub way: bool,
    /// The parts of containment without which nothing is run.
    pub required: u64,
    /// How many processes share the runs of a request.
    pub processes: usize,
    /// The types of inputs that the driver asks for.
    pub blueprints: Blueprints,
    /// What the program is started with.
    pub outside: Outside,
}

/// What a program is started with: arguments and files. Those that are inputs come before all other inputs,
/// in this order: how many arguments are inputs, if that may vary; the arguments; the files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outside {
    /// The arguments that are no inputs, the name of the program first.
    pub fixed_arguments: Vec<String>,
    /// The arguments behind them, which are inputs.
    pub arguments: SymbolicArgs,
    /// The files by their names, and how many bytes each has.
    pub files: Vec<(String, u64)>,
}

impl Default for Outside {
    fn default() -> Self {
        let arguments = SymbolicArgs { least: 0, most: 0, len: 0 };
        Self { fixed_arguments: vec!["program".to_owned()], arguments, files: Vec::new() }
    }
}

impl Outside {
    /// Whether the number of arguments that are inputs is itself an input.
    pub fn has_count(&self) -> bool {
        self.arguments.most > self.arguments.least
    }

    /// The name in tests of the argument with a number, counted from one.
    pub fn argument_name(number: u32) -> String {
        format!("arg{number}")
    }

    /// The names in tests of the files, in their order.
    pub fn file_names(&self) -> impl Iterator<Item = String> + '_ {
        self.files.iter().map(|(path, _)| match path.as_str() {
            STDIN => "stdin".to_owned(),
            path => text::name_of(path.as_bytes()),
        })
    }
}

/// The path of standard input.
const STDIN: &str = "/dev/stdin";

impl Default for GuidedOptions {
    fn default() -> Self {
        let (blueprints, outside) = (Blueprints::default(), Outside::default());
        Self { most_branches: 200_000, way: false, required: 0, processes: 1, blueprints, outside }
    }
}

/// How a run ended; the numbers are those of `enum end` in `guided.c`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End {
    Returned(i32),
    Exited(i32),
    Signal(u32),
    AssertionFailed,
    /// An assumption of the driver did not hold.
    AssumedAway,
    /// It came to more branches than it may, or took more than a second of the processor.
    Limit,
    /// The driver asks for an input that native code cannot be given.
    NoInput,
    /// It ended the process, or had to be ended with it.
    Fatal,
}

/// What kind of value an input is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum InputKind {
    Signed,
    Unsigned,
    Float,
    Bool,
    /// With a terminator as the last of its bytes.
    String,
    Bytes,
}

/// An input as the driver asks for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InputShape {
    pub kind: InputKind,
    /// In bytes.
    pub size: usize,
    /// For an integer, the least and the greatest value; the latter as unsigned bits if it is unsigned.
    pub low: i64,
    pub high: i64,
    pub place: InputPlace,
    /// At most 63 bytes of its name.
    pub name: Vec<u8>,
}

/// What an input is a part of. An item is what the driver asks for as a whole, or an object that a pointer
/// leads to. Items are numbered from one in the order in which they begin. By default an input is an item of
/// its own.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct InputPlace {
    pub item: u32,
    /// Whether the item is an object that a pointer leads to.
    pub is_made: bool,
    pub role: InputRole,
    /// Where it lies in the item, in bits.
    pub at: u32,
    pub width: u32,
    /// For a pointer, the item that it leads to; 0 if it is null. For a pointer to a function, the number of
    /// the function in [`Blueprints::functions`], counted from one.
    pub target: u32,
}

/// What an input says about its item.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub enum InputRole {
    #[default]
    Value,
    /// Where a pointer leads: 0 is null, 1 a new object if the pointer may have one, other numbers are
    /// existing objects.
    Pointer,
    /// How many elements an array has.
    Length,
    /// An argument of the program, or a file.
    Outside,
    /// How many arguments are inputs.
    Count,
    /// Which function a pointer leads to; 0 is null.
    Function,
}

/// The inputs of a run, in the order in which the driver asked for them.
pub type Layout = Vec<InputShape>;

/// The values on both sides of a comparison.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Operands {
    /// Nothing is known.
    Nothing,
    Integers(u64, u64),
    Floats(f64, f64),
    Texts,
}

/// A side of a branch that a run came to.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Seen {
    /// Its number in [`Guided::sides`].
    pub side: u32,
    /// How far the run was from taking it, at the nearest; 0 if it was taken.
    pub distance: f64,
    pub operands: Operands,
}

/// A side that was taken, and how far the other one was then.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Step {
    pub side: u32,
    pub distance: f64,
}

/// How a run ended, and what it reported.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    pub end: End,
    /// The number of its layout, for [`GuidedRunner::layout`].
    pub layout: usize,
    /// Assumptions that held, and how far the next one was from holding; 0 if all did.
    pub n_assumed: u32,
    pub assumption: f64,
    /// The sides of branches that it came to, in the order in which it first did.
    pub seen: Vec<Seen>,
    /// The first 16,384 sides that it took, in order; empty unless asked for.
    pub way: Vec<Step>,
}

impl Run {
    fn fatal() -> Self {
        Self { end: End::Fatal, layout: 0, n_assumed: 0, assumption: 0.0, seen: Vec::new(), way: Vec::new() }
    }

    /// The sides that were taken.
    pub fn taken(&self) -> impl Iterator<Item = u32> + '_ {
        self.seen.iter().filter(|seen| seen.distance == 0.0).map(|seen| seen.side)
    }

    /// Whether every assumption of the driver held.
    pub fn is_valid(&self) -> bool {
        !matches!(self.end, End::AssumedAway | End::NoInput | End::Fatal)
    }
}

/// A program that is ready for guided runs.
pub struct GuidedRunner {
    workshop: Workshop,
    binary: PathBuf,
    options: GuidedOptions,
    /// Those that run. They are started when they are first needed.
    processes: Vec<Option<Process>>,
    /// All layouts that were seen, by their numbers. The first one has no inputs.
    layouts: Vec<Layout>,
    numbers: HashMap<Layout, usize>,
    texts: Vec<Vec<u8>>,
    n_runs: u64,
    n_restarts: u64,
}

/// A process, and what it has reported.
struct Process {
    child: Child,
    requests: Option<ChildStdin>,
    answers: Receiver<Vec<u8>>,
    /// Our numbers for its layouts.
    layouts: Vec<usize>,
    n_runs: u64,
    _folder: TempDir,
}

impl Drop for Process {
    fn drop(&mut self) {
        // When its standard input is closed, the launcher ends its program, and then itself.
        self.requests = None;
        let _ = self.child.wait();
    }
}

impl GuidedRunner {
    /// Compiles the program.
    ///
    /// # Errors
    /// In words, why it cannot be compiled.
    pub fn build(guided: &Guided, source: Source, options: GuidedOptions) -> Result<Self, String> {
        let workshop = Workshop::new(source, guided.functions.clone())?;
        let tables = [
            ("blueprints.h", types_in_c(&options.blueprints)),
            ("outside.h", outside_in_c(&options.outside)),
        ];
        let binary = workshop.compile_guided(guided, &tables)?;
        let (layouts, numbers) = (vec![Layout::new()], HashMap::from([(Layout::new(), 0)]));
        let processes = (0..options.processes.max(1)).map(|_| None).collect();
        let texts = Vec::new();
        Ok(Self { workshop, binary, options, processes, layouts, numbers, texts, n_runs: 0, n_restarts: 0 })
    }

    /// The inputs of all layouts that runs have had.
    pub fn layouts(&self) -> impl Iterator<Item = &InputShape> {
        self.layouts.iter().flatten()
    }

    /// A layout by its number.
    pub fn layout(&self, number: usize) -> &Layout {
        &self.layouts[number]
    }

    /// Texts that were compared with others up to now, each once.
    pub fn texts(&self) -> &[Vec<u8>] {
        &self.texts
    }

    /// How many runs there were.
    pub fn n_runs(&self) -> u64 {
        self.n_runs
    }

    /// How often a run has ended its process.
    pub fn n_restarts(&self) -> u64 {
        self.n_restarts
    }

    /// Runs the program on each of these inputs.
    ///
    /// # Errors
    /// If no process can be started.
    pub fn run(&mut self, inputs: &[Vec<u8>]) -> Result<Vec<Run>, String> {
        self.n_runs += inputs.len() as u64;
        let n_shares = (inputs.len() / SHARE).clamp(1, self.processes.len());
        let shares = inputs.chunks(inputs.len().div_ceil(n_shares).max(1));
        // All processes have their shares before the first answer is waited for.
        let mut asked = Vec::with_capacity(n_shares);
        for (number, share) in shares.clone().enumerate() {
            asked.push(self.ask(number, share)?);
        }
        let mut runs = Vec::with_capacity(inputs.len());
        for ((number, share), process) in shares.enumerate().zip(asked) {
            if let Some(mut done) = self.answer(number, process, share.len()) {
                runs.append(&mut done);
                continue;
            }
            for one in share.chunks(1) {
                let process = self.ask(number, one)?;
                let run = self.answer(number, process, 1).and_then(|mut runs| runs.pop());
                runs.push(run.unwrap_or_else(Run::fatal));
            }
        }
        Ok(runs)
    }

    /// The same for one run, in a process that has run nothing else.
    ///
    /// # Errors
    /// As for [`Self::run`].
    pub fn run_afresh(&mut self, inputs: &[u8]) -> Result<Run, String> {
        let kept = self.processes[0].take();
        let process = self.ask(0, &[inputs.to_vec()])?;
        let run = self.answer(0, process, 1).and_then(|mut runs| runs.pop());
        self.processes[0] = kept;
        Ok(run.unwrap_or_else(Run::fatal))
    }

    /// Sends inputs to a process, by its number, which is started if it is not there. `None` if it has ended.
    fn ask(&mut self, number: usize, inputs: &[Vec<u8>]) -> Result<Option<Process>, String> {
        let process = self.processes[number].take();
        let mut process = match process.filter(|process| process.n_runs <= MOST_RUNS) {
            Some(process) => process,
            None => self.start()?,
        };
        process.n_runs += inputs.len() as u64;
        Ok(process.send(&request(inputs, &self.options)).map(|()| process))
    }

    /// Waits for what a process reports of the inputs that it was sent. `None` if it did not survive them.
    fn answer(&mut self, number: usize, process: Option<Process>, n_runs: usize) -> Option<Vec<Run>> {
        let runs = process.and_then(|mut process| {
            let answer = process.answers.recv_timeout(PATIENCE).ok()?;
            let runs = self.read(&mut process, &answer, n_runs)?;
            self.processes[number] = Some(process);
            Some(runs)
        });
        self.n_restarts += u64::from(runs.is_none());
        runs
    }

    fn start(&self) -> Result<Process, String> {
        let wish = Wish { wanted: Containment::ALL, required: self.options.required, fixed_addresses: false };
        let (mut command, folder) = self.workshop.command(&self.binary, &wish)?;
        let mut child = spawn(&mut command).map_err(|error| {
            let reason = exhausted::in_words(&error);
            format!("the process that runs the program cannot be started: {reason}")
        })?;
        let requests = child.stdin.take();
        let output = child.stdout.take().expect("invariant: it is piped");
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            let mut output = output;
            while let Some(message) = receive(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut process =
            Process { child, requests, answers, layouts: Vec::new(), n_runs: 0, _folder: folder };
        match process.answers.recv_timeout(PATIENCE) {
            Ok(_) => Ok(process),
            Err(_) => {
                process.requests = None;
                let code = process.child.wait().ok().and_then(|status| status.code());
                Err(super::launcher::in_words(code).to_owned())
            }
        }
    }

    /// Takes an answer apart; `None` if the process cannot have written it by itself.
    fn read(&mut self, process: &mut Process, answer: &[u8], n_runs: usize) -> Option<Vec<Run>> {
        let mut reader = Reader(answer);
        let mut runs = Vec::with_capacity(n_runs);
        for _ in 0..n_runs {
            runs.push(reader.run()?);
        }
        for _ in 0..reader.u32()? {
            let layout = reader.layout()?;
            let number = *self.numbers.entry(layout).or_insert_with_key(|layout| {
                self.layouts.push(layout.clone());
                self.layouts.len() - 1
            });
            process.layouts.push(number);
        }
        for _ in 0..reader.u32()? {
            let length = reader.u32()? as usize;
            let text = reader.bytes(length)?.to_vec();
            if !self.texts.contains(&text) {
                self.texts.push(text);
            }
        }
        for run in &mut runs {
            run.layout = *process.layouts.get(run.layout)?;
        }
        Some(runs)
    }
}

impl Process {
    /// Sends a request; `None` if the process has ended.
    fn send(&mut self, request: &[u8]) -> Option<()> {
        let requests = self.requests.as_mut()?;
        requests.write_all(request).and_then(|()| requests.flush()).ok()
    }
}

fn request(inputs: &[Vec<u8>], options: &GuidedOptions) -> Vec<u8> {
    let length: usize = inputs.iter().map(|bytes| 4 + bytes.len()).sum();
    let mut message = Vec::with_capacity(24 + length);
    message.extend_from_slice(&(16 + length as u64).to_le_bytes());
    message.extend_from_slice(&(inputs.len() as u32).to_le_bytes());
    message.extend_from_slice(&u32::from(options.way).to_le_bytes());
    message.extend_from_slice(&options.most_branches.to_le_bytes());
    for bytes in inputs {
        message.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        message.extend_from_slice(bytes);
    }
    message
}

fn receive(output: &mut ChildStdout) -> Option<Vec<u8>> {
    let mut length = [0; 8];
    output.read_exact(&mut length).ok()?;
    let length = u64::from_le_bytes(length);
    let mut message = Vec::new();
    let n = output.by_ref().take(length).read_to_end(&mut message).ok()?;
    (n as u64 == length).then_some(message)
}

/// Takes numbers off the front; `None` when there are none.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, n: usize) -> Option<&'a [u8]> {
        self.0.split_off(..n)
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(4)?.try_into().ok()?))
    }

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes(8)?.try_into().ok()?))
    }

    fn f64(&mut self) -> Option<f64> {
        self.u64().map(f64::from_bits)
    }

    fn run(&mut self) -> Option<Run> {
        let (end, number) = (self.u32()?, self.u32()?);
        let end = end_of(end, number)?;
        let layout = self.u32()? as usize;
        let (n_assumed, assumption) = (self.u32()?, self.f64()?);
        let (n_seen, n_steps) = (self.u32()?, self.u32()?);
        let mut seen = Vec::with_capacity(n_seen.min(1 << 16) as usize);
        for _ in 0..n_seen {
            let (side, kind, distance) = (self.u32()?, self.u32()?, self.f64()?);
            let (a, b) = (self.u64()?, self.u64()?);
            let operands = operands_of(kind, a, b)?;
            seen.push(Seen { side, distance, operands });
        }
        let mut way = Vec::new();
        for _ in 0..n_steps {
            let (side, _, distance) = (self.u32()?, self.u32()?, self.f64()?);
            way.push(Step { side, distance });
        }
        Some(Run { end, layout, n_assumed, assumption, seen, way })
    }

    fn layout(&mut self) -> Option<Layout> {
        let n = self.u32()?;
        let mut layout = Layout::new();
        for _ in 0..n {
            let kind = input_kind(self.u32()?)?;
            let size = self.u32()? as usize;
            let (low, high) = (self.u64()? as i64, self.u64()? as i64);
            let place = InputPlace {
                item: self.u32()?,
                is_made: self.u32()? != 0,
                role: input_role(self.u32()?)?,
                at: self.u32()?,
                width: self.u32()?,
                target: self.u32()?,
            };
            let length = self.u32()? as usize;
            let name = self.bytes(length)?.to_vec();
            layout.push(InputShape { kind, size, low, high, place, name });
        }
        Some(layout)
    }
}

/// The end with the number `kind` in `enum end`; `number` is the status or signal of the end.
fn end_of(kind: u32, number: u32) -> Option<End> {
    Some(match kind {
        0 => End::Returned(number as i32),
        1 => End::Exited(number as i32),
        2 => End::Signal(number),
        3 => End::AssertionFailed,
        4 => End::AssumedAway,
        5 => End::Limit,
        6 => End::NoInput,
        _ => return None,
    })
}

/// The operands with the number `kind` in `enum operands`; `a` and `b` are their bits.
fn operands_of(kind: u32, a: u64, b: u64) -> Option<Operands> {
    Some(match kind {
        0 => Operands::Nothing,
        1 => Operands::Integers(a, b),
        2 => Operands::Floats(f64::from_bits(a), f64::from_bits(b)),
        3 => Operands::Texts,
        _ => return None,
    })
}

/// The kind with this number in `enum kind`.
fn input_kind(kind: u32) -> Option<InputKind> {
    Some(match kind {
        0 => InputKind::Signed,
        1 => InputKind::Unsigned,
        2 => InputKind::Float,
        3 => InputKind::Bool,
        4 => InputKind::String,
        5 => InputKind::Bytes,
        _ => return None,
    })
}

/// The role with this number in `enum role`.
fn input_role(kind: u32) -> Option<InputRole> {
    Some(match kind {
        0 => InputRole::Value,
        1 => InputRole::Pointer,
        2 => InputRole::Length,
        3 => InputRole::Outside,
        4 => InputRole::Count,
        5 => InputRole::Function,
        _ => return None,
    })
}

/// A string literal of C.
fn quoted(text: &str) -> String {
    let escaped = text.bytes().map(|byte| match byte {
        b'"' | b'\\' | b'?' | 0..b' ' | 127.. => format!("\\{byte:03o}"),
        _ => char::from(byte).to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// The tables of `guided_outside.c`.
fn outside_in_c(outside: &Outside) -> String {
    let arguments = outside.fixed_arguments.iter().map(|text| format!("    {},\n", quoted(text)));
    let files = outside.files.iter().zip(outside.file_names());
    let files =
        files.map(|((path, size), name)| format!("    {{{}, {}, {size}}},\n", quoted(path), quoted(&name)));
    let SymbolicArgs { least, most, len } = outside.arguments;
    format!(
        "static const char *const fixed_arguments[] = {{\n{}    0\n}};\nstatic const struct file files[] = {{\n{}    {{0, 0, 0}}\n}};\n\
         static const unsigned n_fixed = {}, n_files = {}, least_arguments = {least}, most_arguments = {most}, argument_length = {len};\n",
        arguments.collect::<String>(),
        files.collect::<String>(),
        outside.fixed_arguments.len(),
        outside.files.len(),
    )
}

/// The tables of `guided_objects.c`.
fn types_in_c(blueprints: &Blueprints) -> String {
    let mut text = String::new();
    for (number, blueprint) in blueprints.types.iter().enumerate() {
        let parts = blueprint.parts.iter().map(|part| {
            let (kind, target) = match part.kind {
                PartKind::Integer { signed: true } => ("SIGNED_PART", None),
                PartKind::Integer { signed: false } => ("UNSIGNED_PART", None),
                PartKind::Float => ("FLOAT_PART", None),
                PartKind::Bool => ("BOOL_PART", None),
                PartKind::Bytes => ("BYTES_PART", None),
                PartKind::Pointer(target) => ("POINTER_PART", target),
                PartKind::Branch(target) => ("BRANCH_PART", Some(target)),
                PartKind::Function(row) => ("FUNCTION_PART", Some(row)),
            };
            let target = target.map_or("-1".to_owned(), |target| target.to_string());
            format!("{{{}, {}, {kind}, {target}}}, ", part.at.0, part.width.0)
        });
        let parts = parts.collect::<String>();
        let _ = writeln!(text, "static const struct part parts_{number}[] = {{{parts}{{0, 0, 0, -1}}}};");
    }
    text.push_str("static const struct blueprint blueprints[] = {\n");
    for (number, blueprint) in blueprints.types.iter().enumerate() {
        let (pointee, most) = match blueprint.pointee {
            Pointee::One => ("ONE", 0),
            Pointee::Text(most) => ("TEXT", most),
            Pointee::Bytes(most) => ("CHARACTERS", most),
        };
        let is_character = u32::from(blueprint.is_character);
        let (size, deep, n) = (blueprint.size, blueprint.most_deep, blueprint.parts.len());
        let _ =
            writeln!(text, "    {{{size}, {pointee}, {most}, {is_character}, {deep}, {n}, parts_{number}}},");
    }
    text.push_str("    {0, ONE, 0, 0, 0, 0, 0}\n};\nstatic const struct root roots[] = {\n");
    for (name, root) in &blueprints.roots {
        let _ = writeln!(text, "    {{{}, {}}},", quoted(name), root.ty);
    }
    let _ = writeln!(text, "    {{0, 0}}\n}};\nstatic const uint32_t n_roots = {};", blueprints.roots.len());
    let functions: String = blueprints.functions.iter().map(|name| format!("{}, ", quoted(name))).collect();
    let _ = writeln!(text, "static const char *const functions[] = {{{functions}0}};");
    let rows = blueprints.fitting.iter().map(|row| {
        let numbers: String = row.iter().map(|number| format!("{number}, ")).collect();
        format!("    {{{}, (const uint32_t[]){{{numbers}0}}}},\n", row.len())
    });
    let rows: String = rows.collect();
    let _ = writeln!(text, "static const struct fitting fitting[] = {{\n{rows}    {{0, 0}}\n}};");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Debug;

    /// Asserts that the reader takes the numbers of an enumeration of `guided.c` for what their names say.
    fn check<T: Debug + PartialEq>(name: &str, read: impl Fn(u32) -> Option<T>, expected: &[(&str, T)]) {
        let source = concat!(include_str!("guided.h"), include_str!("guided.c"));
        let (_, rest) = source.split_once(&format!("enum {name} {{")).expect("the enumeration is there");
        let (list, _) = rest.split_once('}').expect("and has an end");
        let names: Vec<&str> = list.split(',').map(str::trim).collect();
        assert_eq!(names, expected.iter().map(|(name, _)| *name).collect::<Vec<_>>(), "enum {name}");
        for (number, (name, value)) in (0..).zip(expected) {
            assert_eq!(read(number).as_ref(), Some(value), "{name}");
        }
        assert_eq!(read(expected.len() as u32), None, "nothing has a greater number than `enum {name}`");
    }

    #[test]
    fn both_ends_mean_the_same_by_a_number() {
        check(
            "end",
            |kind| end_of(kind, 7),
            &[
                ("RETURNED", End::Returned(7)),
                ("EXITED", End::Exited(7)),
                ("SIGNAL", End::Signal(7)),
                ("ASSERTION", End::AssertionFailed),
                ("ASSUMPTION", End::AssumedAway),
                ("LIMIT", End::Limit),
                ("NO_INPUT", End::NoInput),
            ],
        );
        check(
            "operands",
            |kind| operands_of(kind, 0, 0),
            &[
                ("NOTHING", Operands::Nothing),
                ("INTEGERS", Operands::Integers(0, 0)),
                ("FLOATS", Operands::Floats(0.0, 0.0)),
                ("TEXTS", Operands::Texts),
            ],
        );
        check(
            "kind",
            input_kind,
            &[
                ("SIGNED", InputKind::Signed),
                ("UNSIGNED", InputKind::Unsigned),
                ("FLOAT", InputKind::Float),
                ("BOOL", InputKind::Bool),
                ("STRING", InputKind::String),
                ("BYTES", InputKind::Bytes),
            ],
        );
        check(
            "role",
            input_role,
            &[
                ("VALUE", InputRole::Value),
                ("POINTER", InputRole::Pointer),
                ("LENGTH", InputRole::Length),
                ("OUTSIDE", InputRole::Outside),
                ("COUNT", InputRole::Count),
                ("FUNCTION", InputRole::Function),
            ],
        );
    }
}
