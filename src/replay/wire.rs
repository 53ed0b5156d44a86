//! The messages between a [`super::worker::Worker`] and the process that runs tests (`runtime.c`).

use super::containment::Containment;
use crate::testcase::{Footprint, FunctionInput, Object, Recorded, Scalar, TestCase};
use crate::util::text;
use std::time::Duration;

/// What the process says before the first test.
#[derive(Clone, Debug)]
pub(super) struct Greeting {
    pub containment: Containment,
    /// The addresses of functions.
    pub functions: Vec<u64>,
}

/// How a test's process is started.
#[derive(Clone, Debug)]
pub(super) struct Setting<'a> {
    pub run: u64,
    pub limit: Duration,
    /// Names of the inputs that are files.
    pub files: &'a [(String, u64)],
    pub arguments: &'a [String],
    /// Whether inputs `arg1` and so on are arguments.
    pub has_symbolic_args: bool,
    /// The variables of the program that the process knows, by name.
    pub globals: &'a [String],
    /// The functions whose results are recorded, by their numbers.
    pub sources: &'a [String],
}

/// How a test's process ended, and what it reported.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Answer {
    /// As `waitpid` gives it.
    pub status: i32,
    pub timed_out: bool,
    pub disk_full: bool,
    /// Whether it was ended for its memory.
    pub memory_full: bool,
    /// As in `enum phase` of runtime.h.
    pub phase: u64,
    pub time: Duration,
    /// The number of the last system call that was refused.
    pub refused: Option<u64>,
    /// What `main` returned, if it did.
    pub returned: Option<i32>,
    /// Why the runtime ended the process.
    pub problem: String,
    pub stderr: Vec<u8>,
    pub counters: Vec<u64>,
    pub calls: Vec<CallLog>,
    /// The calls of functions whose results differ from run to run: the function's number and the result.
    pub sources: Vec<(u64, u64)>,
}

/// What the native run reports of a call under test.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct CallLog {
    pub arguments: Vec<u128>,
    /// `None` if it did not return.
    pub results: Option<Vec<u128>>,
    /// Each object of the footprint: its address, if it was found, and its bytes, if they can be read.
    pub objects: Vec<(u64, Option<Vec<u8>>)>,
    /// The same when the call began, if its objects are looked for that early.
    pub before: Vec<(u64, Option<Vec<u8>>)>,
    /// What it has printed, if that is something, and not too much for a test.
    pub printed: Option<Vec<u8>>,
    /// The calls of mocks that it made.
    pub mocked: Vec<MockLog>,
}

/// What the native run reports of a call of a mock.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct MockLog {
    /// The address of the function.
    pub function: u64,
    /// Arguments, and the memory behind them when the call began.
    pub seen: CallLog,
}

impl Answer {
    /// The signal that ended the process.
    pub fn signal(&self) -> Option<i32> {
        let signal = self.status & 0x7f;
        (signal != 0 && signal != 0x7f).then_some(signal)
    }

    /// The status that the process gave.
    pub fn exit(&self) -> Option<i32> {
        (self.status & 0x7f == 0).then_some(self.status >> 8 & 0xff)
    }
}

struct Message(Vec<u8>);

impl Message {
    fn word(&mut self, word: u64) {
        self.0.extend_from_slice(&word.to_le_bytes());
    }

    fn text(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }
}

/// The request for a test.
pub(super) fn request(test: &TestCase, setting: &Setting<'_>, reads_memory: bool) -> Vec<u8> {
    let mut message = Message(vec![0; 8]);
    message.word(setting.run);
    message.word(setting.limit.as_nanos() as u64);
    let recorded = test.recorded.as_deref().unwrap_or_default();
    message.word(test.recorded.is_some().into());
    message.word(recorded.len() as u64);
    for Recorded { function, result } in recorded {
        let source = setting.sources.iter().position(|name| name == function);
        message.word(source.map_or(u64::MAX, |source| source as u64));
        message.word(*result);
    }
    let (mut arguments, mut files, mut inputs) = (Vec::new(), Vec::new(), Vec::new());
    let mut functions: Vec<(u64, &FunctionInput)> = Vec::new();
    let names: Vec<Vec<u8>> = test.inputs.iter().map(|input| text::bytes_of(&input.name)).collect();
    arguments.extend(setting.arguments.iter().map(|argument| argument.as_bytes()));
    let mut n_symbolic = 0;
    // The pointers to objects, by where they are: in an input, by its number in the request, or in an object,
    // whose numbers follow those of inputs.
    let mut links: Vec<[u64; 4]> = Vec::new();
    for (at, (input, name)) in test.inputs.iter().zip(&names).enumerate() {
        let file = setting.files.iter().find(|(file, _)| input_name(file).as_bytes() == name);
        if setting.has_symbolic_args && input.name == format!("arg{}", n_symbolic + 1) {
            n_symbolic += 1;
            let end = input.bytes.iter().position(|byte| *byte == 0).unwrap_or(input.bytes.len());
            arguments.push(&input.bytes[..end]);
        } else if let Some((name, _)) = file
            && !files.iter().any(|(known, _)| *known == name.as_bytes())
        {
            files.push((name.as_bytes(), &*input.bytes));
        } else {
            let pointed = test.functions.iter().filter(|function| function.input as usize == at);
            functions.extend(pointed.map(|function| (inputs.len() as u64, function)));
            let from = inputs.len() as u64;
            links.extend(input.pointers.iter().map(|to| [from, to.at, u64::from(to.object), to.offset]));
            inputs.push((name.as_slice(), &*input.bytes));
        }
    }
    // Files that the path did not open exist as well.
    let zeros: Vec<(&String, Vec<u8>)> =
        setting.files.iter().map(|(name, size)| (name, vec![0; *size as usize])).collect();
    for (name, contents) in &zeros {
        if !files.iter().any(|(known, _)| *known == name.as_bytes()) {
            files.push((name.as_bytes(), contents));
        }
    }
    message.word(arguments.len() as u64);
    arguments.iter().for_each(|argument| message.text(argument));
    for list in [&files, &inputs] {
        message.word(list.len() as u64);
        for (name, contents) in list {
            message.text(name);
            message.text(contents);
        }
    }
    for function in &test.functions {
        if let Some(made) = (function.input as usize).checked_sub(test.inputs.len()) {
            functions.push(((inputs.len() + made) as u64, function));
        }
    }
    message.word(functions.len() as u64);
    for (input, function) in functions {
        message.word(input);
        message.word(function.offset.into());
        message.text(&text::bytes_of(&function.name));
    }
    message.word(test.made.len() as u64);
    for (at, made) in test.made.iter().enumerate() {
        let from = (inputs.len() + at) as u64;
        links.extend(made.pointers.iter().map(|to| [from, to.at, u64::from(to.object), to.offset]));
        message.text(&made.bytes);
    }
    message.word(links.len() as u64);
    links.into_iter().flatten().for_each(|word| message.word(word));
    let calls = if reads_memory { &test.calls[..] } else { &[] };
    message.word(calls.len() as u64);
    let none = Footprint::default();
    for call in calls {
        write_shape(&mut message, call.footprint.as_deref().unwrap_or(&none), setting.globals);
        message.word(call.script.len() as u64);
        for mocked in &call.script {
            write_shape(&mut message, mocked.footprint.as_deref().unwrap_or(&none), setting.globals);
        }
    }
    let length = message.0.len() as u64 - 8;
    message.0[..8].copy_from_slice(&length.to_le_bytes());
    message.0
}

/// The name of the input for a file.
fn input_name(file: &str) -> &str {
    if file == "/dev/stdin" { "stdin" } else { file }
}

/// As in `enum root_kind` of runtime.h, behind those of the lists of a footprint.
const GLOBAL: u64 = 3;

/// Which memory to read after a call, and how it is reached.
fn write_shape(message: &mut Message, footprint: &Footprint, globals: &[String]) {
    let Footprint { arguments, results, inputs, objects, early, globals: known } = footprint;
    let lists = [arguments, results, inputs];
    let mut roots = Vec::new();
    for (kind, list) in lists.into_iter().enumerate() {
        for (index, scalar) in list.iter().enumerate() {
            if let Scalar::Within(object, offset) = scalar {
                roots.extend([kind as u64, index as u64, u64::from(*object), *offset as u64]);
            }
        }
    }
    for (name, object) in known {
        let index = globals.iter().position(|global| global == name);
        roots.extend(index.into_iter().flat_map(|index| [GLOBAL, index as u64, u64::from(*object), 0]));
    }
    message.word((*early).into());
    message.word(roots.len() as u64 / 4);
    roots.into_iter().for_each(|word| message.word(word));
    message.word(objects.len() as u64);
    for Object { is_stream, bytes, pointers } in objects {
        message.word((*is_stream).into());
        message.word(bytes.len() as u64);
        let pointers = pointers.iter().filter_map(|(at, scalar)| match scalar {
            Scalar::Within(target, offset) => Some([*at, u64::from(*target), *offset as u64]),
            _ => None,
        });
        let pointers: Vec<[u64; 3]> = pointers.collect();
        message.word(pointers.len() as u64);
        pointers.into_iter().flatten().for_each(|word| message.word(word));
    }
}

/// Takes words and texts off the front; `None` when there are none.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn word(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes(8)?.try_into().ok()?))
    }

    fn bytes(&mut self, n: u64) -> Option<&'a [u8]> {
        self.0.split_off(..usize::try_from(n).ok()?)
    }

    fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.word()?;
        self.bytes(length)
    }

    fn slots(&mut self) -> Option<Vec<u128>> {
        let n = self.word()?;
        (0..n).map(|_| Some(u128::from_le_bytes(self.bytes(16)?.try_into().ok()?))).collect()
    }
}

/// Reads the first message.
pub(super) fn greeting(bytes: &[u8]) -> Option<Greeting> {
    let mut reader = Reader(bytes);
    let containment = Containment(reader.word()?);
    let n = reader.word()?;
    let functions = (0..n).map(|_| reader.word()).collect::<Option<_>>()?;
    Some(Greeting { containment, functions })
}

/// Reads the answer to a request; `None` if the runtime cannot have written this.
pub(super) fn answer(bytes: &[u8]) -> Option<Answer> {
    let mut reader = Reader(bytes);
    let status = reader.word()? as u32 as i32;
    let why = reader.word()?;
    let phase = reader.word()?;
    let time = Duration::from_nanos(reader.word()?);
    let refused = reader.word()?.checked_sub(1);
    let has_returned = reader.word()? != 0;
    let result = reader.word()? as i32;
    let problem = String::from_utf8_lossy(reader.text()?).into_owned();
    let stderr = reader.text()?.to_vec();
    let counters = reader.text()?.chunks_exact(8);
    let counters =
        counters.map(|word| u64::from_le_bytes(word.try_into().expect("invariant: 8 bytes"))).collect();
    let (calls, sources) = log(Reader(reader.text()?));
    Some(Answer {
        status,
        timed_out: why & 1 != 0,
        disk_full: why & 2 != 0,
        memory_full: why & 4 != 0,
        phase,
        time,
        refused,
        returned: has_returned.then_some(result),
        problem,
        stderr,
        counters,
        calls,
        sources,
    })
}

/// Events, as in runtime.h.
const OBJECTS_BEFORE: u64 = 4;
const PRINTED: u64 = 5;
const SOURCE: u64 = 9;

/// The log of calls, as far as it is whole: the test may have been killed while it wrote, or have written
/// into it.
fn log(mut reader: Reader<'_>) -> (Vec<CallLog>, Vec<(u64, u64)>) {
    let mut calls: Vec<CallLog> = Vec::new();
    let mut sources = Vec::new();
    while let Some(event) = reader.word() {
        let Some(slots) = reader.slots() else { break };
        if event == 1 {
            calls.push(CallLog { arguments: slots, ..CallLog::default() });
            continue;
        }
        if let (SOURCE, [bits, source]) = (event, &slots[..]) {
            sources.push((*source as u64, *bits as u64));
            continue;
        }
        let Some(call) = calls.last_mut() else { break };
        if event == PRINTED {
            let Some(text) = reader.text() else { break };
            call.printed = Some(text.to_vec());
            continue;
        }
        let function = if event == 3 { reader.word() } else { None };
        let objects = |reader: &mut Reader<'_>| -> Option<Vec<(u64, Option<Vec<u8>>)>> {
            let n = reader.word()?;
            let object = |reader: &mut Reader<'_>| {
                let (base, length) = (reader.word()?, reader.word()?);
                let bytes = reader.bytes(length)?;
                Some((base, (base != 0).then(|| bytes.to_vec())))
            };
            (0..n).map(|_| object(reader)).collect()
        };
        let Some(objects) = objects(&mut reader) else { break };
        match function {
            Some(function) => {
                let seen = CallLog { arguments: slots, objects, ..CallLog::default() };
                call.mocked.push(MockLog { function, seen });
            }
            None if event == OBJECTS_BEFORE => call.before = objects,
            None => (call.results, call.objects) = (Some(slots), objects),
        }
    }
    (calls, sources)
}
