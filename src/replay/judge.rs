//! Compares what a test says with what a native run did, and native runs with each other.

use super::verdict::{Difference, PATH};
use super::wire::{Answer, CallLog};
use crate::frontend::{Native, NativeEdge};
use crate::ir::{CType, Edge, EdgeId, FuncId, Program, Signature};
use crate::testcase::{Datum, Footprint, Object, Outcome, Recorded, Scalar, TestCall, TestCase};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The most differences of one kind that are reported.
const MAX_TOLD: usize = 4;

/// The functions that start threads.
const THREADS: [&str; 2] = ["pthread_create", "thrd_create"];

/// The facts about the program that comparisons need.
pub(super) struct Judge {
    /// The counter of each edge of the program, if the edge is in one of the user's own functions.
    counters: Vec<Option<u32>>,
    edges: Vec<NativeEdge>,
    edge_names: Vec<String>,
    functions: Vec<String>,
    globals: Vec<String>,
    sources: Vec<String>,
    fickle: Vec<String>,
    /// Functions whose results are addresses.
    pointing: FxHashSet<String>,
    /// For each counter, whether its function orders addresses.
    ordering: Vec<bool>,
}

/// The outputs of a run by name. Addresses are given in terms of objects, so that runs can be compared.
type Outputs = BTreeMap<String, String>;

impl Judge {
    pub fn new(program: &Program, native: &Native) -> Self {
        let numbers: FxHashMap<&NativeEdge, u32> = native.edges.iter().zip(0..).collect();
        let counters = program.edges.iter().map(|edge| numbers.get(&key(program, edge)).copied()).collect();
        let mut edge_names = vec![String::new(); native.edges.len()];
        let mut judge = Self {
            counters,
            edges: native.edges.clone(),
            edge_names: Vec::new(),
            functions: native.functions.clone(),
            globals: native.globals.clone(),
            sources: native.sources.clone(),
            fickle: native.fickle.clone(),
            pointing: pointing(program),
            ordering: native.edges.iter().map(|edge| native.ordering.contains(&edge.function)).collect(),
        };
        for (at, edge) in program.edges.iter().enumerate() {
            if let Some(counter) = judge.counters[EdgeId::new(at).index()] {
                edge_names[counter as usize] = place(program, edge);
            }
        }
        judge.edge_names = edge_names;
        judge
    }

    /// The counters of native runs by edge of the program; zero for edges that have none.
    pub fn edge_counts(&self, counters: &[u64]) -> Vec<u64> {
        let count = |counter: &Option<u32>| counters.get((*counter)? as usize).copied();
        self.counters.iter().map(|counter| count(counter).unwrap_or(0)).collect()
    }

    /// The functions of the program whose addresses are known natively.
    pub fn functions(&self) -> &[String] {
        &self.functions
    }

    /// The variables of the program whose addresses are known natively.
    pub fn globals(&self) -> &[String] {
        &self.globals
    }

    /// The functions whose results are recorded, by their numbers.
    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    /// The results in a run of functions whose results differ from run to run.
    pub fn recorded(&self, answer: &Answer) -> Vec<Recorded> {
        let recorded = answer.sources.iter().filter_map(|(source, result)| {
            let function = self.sources.get(*source as usize)?.clone();
            Some(Recorded { function, result: *result })
        });
        recorded.collect()
    }

    /// The path of a run, in the form that tests have.
    pub fn path(&self, answer: &Answer) -> Vec<(u32, u32)> {
        let mut seen = FxHashSet::default();
        let mut path = Vec::new();
        for (edge, counter) in (0..).zip(&self.counters) {
            // Edges between the same blocks share a counter.
            let Some(counter) = counter.filter(|counter| seen.insert(*counter)) else { continue };
            let count = answer.counters.get(counter as usize).copied().unwrap_or(0);
            if count > 0 {
                path.push((edge, u32::try_from(count).unwrap_or(u32::MAX)));
            }
        }
        path
    }

    /// How the run differs from the test, which ended by itself. `functions` are addresses.
    pub fn differences(&self, test: &TestCase, answer: &Answer, functions: &[u64]) -> Vec<Difference> {
        let mut found = Vec::new();
        let mut differs = |what: String, expected: String, is: String| {
            if expected != is {
                found.push(Difference { what, expected, found: is });
            }
        };
        differs("the end".to_owned(), expected_end(&test.outcome), end(answer));
        differs("calls under test".to_owned(), test.calls.len().to_string(), answer.calls.len().to_string());
        for (call, log) in test.calls.iter().zip(&answer.calls) {
            let Some(footprint) = &call.footprint else { continue };
            let names = Names { log, functions, names: &self.functions };
            self.compare_call(&call.function, footprint, &names, &mut differs);
            self.compare_script(call, log, functions, &mut differs);
        }
        if !test.path.is_empty() {
            self.compare_path(test, answer, &mut differs);
        }
        found
    }

    fn compare_call(
        &self,
        function: &str,
        footprint: &Footprint,
        names: &Names<'_>,
        differs: &mut impl FnMut(String, String, String),
    ) {
        let none = Vec::new();
        let results = names.log.results.as_ref().unwrap_or(&none);
        let lists = [
            ("argument", &footprint.arguments, &names.log.arguments),
            ("result", &footprint.results, results),
        ];
        for (what, expected, is) in lists {
            for (at, scalar) in expected.iter().enumerate() {
                // For a call that never returned, the run has not reported where objects are.
                let is_untold = names.log.objects.is_empty() && matches!(scalar, Scalar::Within(..));
                if *scalar != Scalar::Unknown && !is_untold {
                    let number = if expected.len() > 1 { format!(" {}", at + 1) } else { String::new() };
                    let found = is.get(at).map_or("nothing".to_owned(), |bits| names.of(scalar, *bits));
                    differs(format!("{what}{number} of {function}"), words(scalar), found);
                }
            }
        }
        for (at, object) in footprint.objects.iter().enumerate() {
            let Some((_, Some(bytes))) = names.log.objects.get(at) else { continue };
            if object.is_stream {
                compare_stream(object, bytes, &self.name_of_object(footprint, at), function, differs);
                continue;
            }
            if bytes.len() != object.bytes.len() {
                continue;
            }
            let different = object.bytes.iter().zip(bytes).enumerate();
            let different = different
                .filter_map(|(at, (byte, is))| byte.filter(|byte| byte != is).map(|byte| (at, byte, *is)));
            for (offset, expected, is) in different.take(MAX_TOLD) {
                let what =
                    format!("byte {offset} of {} after {function}", self.name_of_object(footprint, at));
                differs(what, format!("{expected:#04x}"), format!("{is:#04x}"));
            }
            for (offset, scalar) in object.pointers.iter().filter(|(_, scalar)| *scalar != Scalar::Unknown) {
                let offset = *offset as usize;
                let word = bytes.get(offset..offset + 8).and_then(|word| word.try_into().ok());
                let bits = u128::from(u64::from_le_bytes(word.unwrap_or_default()));
                let what = format!(
                    "the pointer at byte {offset} of {} after {function}",
                    self.name_of_object(footprint, at)
                );
                differs(what, words(scalar), names.of(scalar, bits));
            }
        }
    }

    /// Compares the calls of mocks: how many there are, in which order, and what they are called with.
    fn compare_script(
        &self,
        call: &TestCall,
        log: &CallLog,
        functions: &[u64],
        differs: &mut impl FnMut(String, String, String),
    ) {
        let name = |address: u64| {
            let known = functions.iter().zip(&self.functions).find(|(known, _)| **known == address);
            known.map_or("a function of no name", |(_, name)| name).to_owned()
        };
        let n = |n: usize| n.to_string();
        differs(format!("calls of mocks in {}", call.function), n(call.script.len()), n(log.mocked.len()));
        for (at, (expected, is)) in call.script.iter().zip(&log.mocked).enumerate() {
            let what = format!("call {} of a mock in {}", at + 1, call.function);
            differs(what, expected.function.clone(), name(is.function));
            let Some(footprint) = &expected.footprint else { continue };
            let names = Names { log: &is.seen, functions, names: &self.functions };
            let what = format!("{} (call {} of a mock)", expected.function, at + 1);
            self.compare_call(&what, footprint, &names, differs);
        }
    }

    fn name_of_object(&self, footprint: &Footprint, object: usize) -> String {
        let points =
            |scalar: &Scalar| matches!(scalar, Scalar::Within(target, _) if *target as usize == object);
        let ordinal = |list: &[Scalar]| list.iter().position(points).map(|at| at + 1);
        match (ordinal(&footprint.arguments), ordinal(&footprint.results), ordinal(&footprint.inputs)) {
            (Some(at), _, _) => format!("what argument {at} points to"),
            (_, Some(_), _) => "what the result points to".to_owned(),
            (_, _, Some(at)) => format!("input {at}"),
            _ => format!("object {object}"),
        }
    }

    fn compare_path(
        &self,
        test: &TestCase,
        answer: &Answer,
        differs: &mut impl FnMut(String, String, String),
    ) {
        let mut expected = vec![0u64; self.edges.len()];
        for (edge, count) in &test.path {
            if let Some(Some(counter)) = self.counters.get(*edge as usize) {
                expected[*counter as usize] += u64::from(*count);
            }
        }
        let mut told = 0;
        for (at, expected) in expected.into_iter().enumerate() {
            let is = answer.counters.get(at).copied().unwrap_or(0);
            if expected != is && told < MAX_TOLD {
                told += 1;
                differs(format!("{PATH} at {}", self.edge_names[at]), times(expected), times(is));
            }
        }
    }

    /// Everything that a run gave, by name.
    pub fn outputs(&self, test: &TestCase, answer: &Answer, functions: &[u64]) -> Outputs {
        let mut outputs = Outputs::new();
        outputs.insert("the end".to_owned(), end(answer));
        let n_edges = self.edges.len().min(answer.counters.len());
        if !self.has_threads(answer) {
            outputs.insert(PATH.to_owned(), format!("{:?}", &answer.counters[..n_edges]));
        }
        outputs.insert("the number of calls under test".to_owned(), answer.calls.len().to_string());
        let none = Footprint::default();
        let name = |address: u64| {
            let known = functions.iter().zip(&self.functions).find(|(known, _)| **known == address);
            known.map_or("?", |(_, name)| name)
        };
        for (at, log) in answer.calls.iter().enumerate() {
            let call = test.calls.get(at);
            let function = call.map_or("the call", |call| &call.function);
            let footprint = call.and_then(|call| call.footprint.as_deref()).unwrap_or(&none);
            let names = Names { log, functions, names: &self.functions };
            let mocked: Vec<_> = log.mocked.iter().map(|mocked| name(mocked.function)).collect();
            if !mocked.is_empty() {
                outputs.insert(format!("the calls of mocks in {function}"), mocked.join(", "));
            }
            for (index, bits) in log.results.iter().flatten().enumerate() {
                let found = match footprint.results.get(index) {
                    Some(scalar) => names.of(scalar, *bits),
                    // If a call did not return symbolically, it is not known which object it points to.
                    None if *bits != 0 && self.pointing.contains(function) => "an address".to_owned(),
                    None => names.of(&Scalar::Unknown, *bits),
                };
                outputs.insert(format!("the result of {function}"), found);
            }
            // Objects of a call that is to be finished are compared when it is finished.
            let compared = if footprint.early { &[][..] } else { &footprint.objects[..] };
            for (index, object) in compared.iter().enumerate() {
                let Some((_, Some(bytes))) = log.objects.get(index) else { continue };
                let name = self.name_of_object(footprint, index);
                if object.is_stream {
                    outputs.insert(format!("the file of {name}"), format!("{:?}", bytes.get(POSITION..)));
                    continue;
                }
                let kept = object.bytes.iter().zip(bytes).map(|(known, byte)| known.map(|_| *byte));
                outputs.insert(name, format!("{:?}", kept.collect::<Vec<_>>()));
            }
        }
        outputs
    }

    /// Whether the run was in a function whose path depends on where objects lie.
    pub fn orders_addresses(&self, answer: &Answer) -> bool {
        self.ordering.iter().zip(&answer.counters).any(|(orders, count)| *orders && *count > 0)
    }

    /// The called functions whose results differ from run to run.
    pub fn causes(&self, answer: &Answer) -> Vec<String> {
        self.called(answer).map(str::to_owned).collect()
    }

    fn called<'s>(&'s self, answer: &'s Answer) -> impl Iterator<Item = &'s str> {
        let counts = answer.counters.iter().skip(self.edges.len());
        let called = self.fickle.iter().zip(counts).filter(|(_, count)| **count > 0);
        called.map(|(name, _)| name.as_str())
    }

    /// Whether a run had threads: how often they take an edge depends on their schedule.
    pub fn has_threads(&self, answer: &Answer) -> bool {
        self.called(answer).any(|name| THREADS.contains(&name))
    }
}

/// The bytes of a stream's position, before those in its file.
const POSITION: usize = 8;

/// Compares the position of a stream and the contents of its file.
fn compare_stream(
    stream: &Object,
    is: &[u8],
    name: &str,
    function: &str,
    differs: &mut impl FnMut(String, String, String),
) {
    let position =
        |bytes: &[u8]| bytes.iter().take(POSITION).rev().fold(0u64, |at, byte| at << 8 | u64::from(*byte));
    let expected: Option<Vec<u8>> = stream.bytes.iter().take(POSITION).copied().collect();
    if let Some(expected) = expected {
        let what = format!("the position in the file of {name} after {function}");
        differs(what, position(&expected).to_string(), position(is).to_string());
    }
    let contents = |bytes: Vec<u8>| Datum::text(&bytes).to_string();
    let expected = stream.bytes.iter().skip(POSITION).map(|byte| byte.unwrap_or(0)).collect();
    let what = format!("the file of {name} after {function}");
    differs(what, contents(expected), contents(is.iter().skip(POSITION).copied().collect()));
}

/// The functions whose results are addresses, by the names that tests have for them.
fn pointing(program: &Program) -> FxHashSet<String> {
    let points = |signature: &Signature| matches!(program.ctype(signature.result), CType::Pointer(_));
    let functions = (0..program.functions.len()).map(FuncId::new);
    let functions = functions.filter(|function| program.declaration(*function).is_some_and(points));
    functions.map(|function| program.functions[function.index()].source_name().into_owned()).collect()
}

/// Gives scalars of a native call in terms of its objects.
struct Names<'a> {
    log: &'a CallLog,
    functions: &'a [u64],
    names: &'a [String],
}

impl Names<'_> {
    /// The bits in words like those of `expected`.
    fn of(&self, expected: &Scalar, bits: u128) -> String {
        match expected {
            Scalar::Within(object, offset) => {
                let base = self.log.objects.get(*object as usize).map_or(0, |(base, _)| *base);
                match bits as u64 {
                    0 => "null".to_owned(),
                    address if base == 0 => format!("the address {address:#x}"),
                    address => {
                        let is = address.wrapping_sub(base) as i64;
                        let near = is.abs_diff(*offset) < 1 << 20;
                        if near { place_words(*object, is) } else { format!("the address {address:#x}") }
                    }
                }
            }
            Scalar::Function(name) => {
                let known =
                    self.functions.iter().zip(self.names).find(|(address, _)| **address == bits as u64);
                // Functions that the program does not define have no address to be compared.
                match known {
                    Some((_, found)) => words(&Scalar::Function(found.clone())),
                    None if !self.names.contains(name) => words(expected),
                    None => format!("the address {:#x}", bits as u64),
                }
            }
            Scalar::Part(_, said) => words(&Scalar::Part(bits as i128 & said, *said)),
            Scalar::Bits(_) | Scalar::Unknown => words(&Scalar::Bits(bits as i128)),
        }
    }
}

fn words(scalar: &Scalar) -> String {
    match scalar {
        Scalar::Bits(bits) | Scalar::Part(bits, _) => {
            let bits = *bits as u128;
            match u64::try_from(bits) {
                Ok(small) if small > 1 << 31 => format!("{small} ({small:#x})"),
                Ok(small) => small.to_string(),
                Err(_) => format!("{bits:#x}"),
            }
        }
        Scalar::Within(object, offset) => place_words(*object, *offset),
        Scalar::Function(name) => format!("&{name}"),
        Scalar::Unknown => "?".to_owned(),
    }
}

fn place_words(object: u32, offset: i64) -> String {
    format!("object {object} at byte {offset}")
}

fn times(n: u64) -> String {
    format!("{n} time{}", if n == 1 { "" } else { "s" })
}

fn expected_end(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned(status) => format!("main returns {status}"),
        Outcome::Exited(status) => format!("exit with status {}", status & 0xff),
        Outcome::Bug(bug) => bug.kind.to_string(),
        Outcome::Unsupported { .. } | Outcome::Budget(_) => "unknown".to_owned(),
    }
}

/// How a run ended, in words.
pub(super) fn end(answer: &Answer) -> String {
    if !answer.problem.is_empty() {
        return answer.problem.clone();
    }
    match (answer.returned, answer.signal(), answer.exit()) {
        (_, Some(signal), _) => format!("signal {signal}"),
        (Some(status), _, _) => format!("main returns {status}"),
        (None, None, Some(status)) => format!("exit with status {status}"),
        (None, None, None) => "no end".to_owned(),
    }
}

fn key(program: &Program, edge: &Edge) -> NativeEdge {
    let function = &program.functions[program.blocks[edge.to.index()].function.index()];
    let first = function.blocks.start;
    NativeEdge {
        function: function.name.clone(),
        from: edge.from.map(|from| from.raw() - first),
        to: edge.to.raw() - first,
    }
}

/// Where an edge is, for a person.
fn place(program: &Program, edge: &Edge) -> String {
    let block = &program.blocks[edge.to.index()];
    let function = &program.functions[block.function.index()];
    let line = (block.first.index()..block.end.index()).map(|at| program.locs[at]).find(|loc| loc.line > 0);
    match line {
        Some(loc) => {
            let file = &program.files[loc.file().index()].name;
            let file = file.rsplit('/').next().unwrap_or(file);
            format!("the way to {file}:{} in {}", loc.line, function.source_name())
        }
        None => format!("an edge of {}", function.source_name()),
    }
}
