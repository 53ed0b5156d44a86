//! The outcome of a call under test, bit by bit, for the comparison with a native run.

use super::observe::Observer;
use super::passed::{Declared, Passed, Piece, is_argument_list};
use super::state::{Declared as Input, RecordedCall};
use super::streams::{Stream, stream_contents};
use crate::ir::{CType, Function, Pc, Program};
use crate::memory::{Byte, Content, Memory, ObjectRef, OriginKind, Value};
use crate::testcase::{Footprint, Object, Scalar};
use crate::util::Bits;

/// Objects beyond these limits are not followed.
const MAX_SIZE: u64 = 1 << 16;
const MAX_OBJECTS: usize = 512;

/// How much of the value of a scalar is specified.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Said {
    All,
    /// The bits that belong to members of a structure.
    Bits(u128),
    /// It points to the callee's own copy of a structure.
    Nothing,
}

/// How much of the values of a call's scalars is specified.
#[derive(Default)]
struct Specified {
    arguments: Vec<Said>,
    results: Vec<Said>,
}

impl Specified {
    fn of(program: &Program, call: &RecordedCall, results: &[Value]) -> Self {
        let Some(declared) = Declared::of(program, call) else { return Self::default() };
        let each = |passed: &Passed| match passed {
            Passed::Pieces(pieces) => pieces.iter().map(Said::of).collect(),
            Passed::Scalar(_) => vec![Said::All],
            // The callee may write to its copy, which no other code sees.
            Passed::Copy(_) => vec![Said::Nothing],
        };
        let hidden = declared.hidden.map(|_| Said::All);
        let types = program.declaration(call.function).map_or(&[][..], |signature| &signature.params);
        let of_parameter = |(at, passed): (usize, &Passed)| match types.get(at) {
            // How a `va_list` keeps its arguments depends on the compiler.
            Some(ty) if is_argument_list(program, *ty) => vec![Said::Nothing],
            _ => each(passed),
        };
        let parameters = declared.parameters.iter().enumerate().flat_map(of_parameter);
        let arguments = hidden.into_iter().chain(parameters).collect();
        let result = declared.result(program, call, results);
        Self { arguments, results: result.as_ref().map(each).unwrap_or_default() }
    }
}

impl Said {
    fn of(piece: &Piece) -> Self {
        match piece.said == piece.width.mask() {
            true => Said::All,
            false => Said::Bits(piece.said),
        }
    }
}

/// The objects that were reached so far.
struct Walk<'m> {
    memory: &'m Memory,
    known: Vec<ObjectRef>,
}

/// Whether a number may be the address of an object: addresses need more than 32 bits.
fn is_large(number: u64) -> bool {
    number > u64::from(u32::MAX)
}

impl Observer<'_> {
    /// The scalars of a call, and what can be reached from them; `None` for a call that did not return.
    pub fn footprint(&mut self, call: &RecordedCall, inputs: &[Input<'_>]) -> Option<Footprint> {
        let returned = call.returned.as_ref()?;
        let mut walk = Walk { memory: &returned.memory_after, known: Vec::new() };
        let specified = Specified::of(self.program(), call, &returned.results);
        let arguments = call.arguments.iter().enumerate();
        let arguments = arguments
            .map(|(at, (value, _))| self.specified_of(&mut walk, *value, specified.arguments.get(at)))
            .collect();
        // An address that is returned as a number is compared as a number. Another run gives another one.
        let is_number = self.program().declaration(call.function).is_some_and(|signature| {
            matches!(self.program().ctype(signature.result), CType::Int { .. } | CType::Char { .. })
        });
        let result = |(at, value): (usize, &Value)| match is_number {
            true => Scalar::Bits(self.number(*value) as i128),
            false => self.specified_of(&mut walk, *value, specified.results.get(at)),
        };
        let results = returned.results.iter().enumerate().map(result).collect();
        let places = inputs
            .iter()
            .filter(|input| !input.is_made())
            .map(|input| match input {
                Input::Single(input) => input.place,
                Input::Object(object, _) => Some(object.place),
            })
            .map(|place| place.map_or(Scalar::Unknown, |at| self.scalar_of(&mut walk, at)));
        let mut inputs: Vec<Scalar> = places.collect();
        // A test may have thousands of numbers that nothing points to.
        let n_known = inputs.iter().rposition(|place| *place != Scalar::Unknown).map_or(0, |last| last + 1);
        inputs.truncate(n_known);
        let objects = self.contents_of_known(&mut walk);
        Some(Footprint { arguments, results, inputs, objects, ..Footprint::default() })
    }

    /// The arguments of a mock's call, and what can be reached from them.
    pub fn seen(&mut self, call: &RecordedCall) -> Footprint {
        let mut walk = Walk { memory: &call.memory_before, known: Vec::new() };
        let specified = Specified::of(self.program(), call, &[]);
        let arguments = call.arguments.iter().enumerate();
        let arguments = arguments
            .map(|(at, (value, _))| self.specified_of(&mut walk, *value, specified.arguments.get(at)))
            .collect();
        let objects = self.contents_of_known(&mut walk);
        Footprint { arguments, objects, ..Footprint::default() }
    }

    /// The contents of all known objects, and of the objects that they lead to.
    fn contents_of_known(&mut self, walk: &mut Walk<'_>) -> Vec<Object> {
        let mut objects = Vec::new();
        while let Some(object) = walk.known.get(objects.len()).copied() {
            let contents = self.contents_of(walk, object);
            objects.push(contents);
        }
        objects
    }

    /// A scalar, as far as its value is specified.
    fn specified_of(&mut self, walk: &mut Walk<'_>, value: Value, said: Option<&Said>) -> Scalar {
        match said {
            Some(Said::Nothing) => Scalar::Unknown,
            Some(Said::Bits(said)) => Scalar::Part((self.number(value) & said) as i128, *said as i128),
            Some(Said::All) | None => self.scalar_of(walk, value),
        }
    }

    fn scalar_of(&mut self, walk: &mut Walk<'_>, value: Value) -> Scalar {
        let number = self.number(value);
        let object = value.object().or_else(|| self.chosen_object(walk.memory, value, number));
        let Some(object) = object else { return Scalar::Bits(number as i128) };
        if number == 0 {
            return Scalar::Bits(0);
        }
        let memory = walk.memory;
        if !memory.holds(object) {
            return Scalar::Unknown;
        }
        let origin = memory.origin(object.id);
        if origin.kind == OriginKind::Function {
            return Scalar::Function(self.program().functions[origin.number as usize].name.clone());
        }
        let known = walk.known.iter().position(|known| *known == object);
        let index = match known {
            Some(index) => index,
            None if walk.known.len() < MAX_OBJECTS => {
                walk.known.push(object);
                walk.known.len() - 1
            }
            None => return Scalar::Unknown,
        };
        let offset = (number as u64).wrapping_sub(memory.address(object.id)) as i64;
        Scalar::Within(index as u32, offset)
    }

    /// The object that `value` points to, if an input has chosen this pointer: then only its address is
    /// known, even if the path leaves the input a single value.
    pub(super) fn chosen_object(&self, memory: &Memory, value: Value, number: u128) -> Option<ObjectRef> {
        let is_address = match value.content() {
            Content::Term(term) => self.arena().width(term) == Bits(64),
            _ => is_large(number as u64),
        };
        is_address.then(|| memory.find(number as u64)).flatten()
    }

    fn contents_of(&mut self, walk: &mut Walk<'_>, object: ObjectRef) -> Object {
        let memory = walk.memory;
        let size = memory.size(object.id).0;
        if size > MAX_SIZE {
            return Object::default();
        }
        if self.is_of_the_library(memory, object) {
            return match self.stream(memory, object) {
                Some(Stream::File(held)) => stream_contents(&held),
                _ => Object { bytes: vec![None; size as usize], ..Object::default() },
            };
        }
        let mut bytes: Vec<Option<u8>> = (0..size).map(|at| self.byte(memory, object, at)).collect();
        let mut pointers = Vec::new();
        let contents = memory.object(object.id);
        let mut at = 0;
        while at + 8 <= bytes.len() {
            let target = contents.pointer_at(at);
            let number =
                bytes[at..at + 8].iter().rev().try_fold(0u64, |n, byte| Some(n << 8 | u64::from((*byte)?)));
            let is_computed = at % 8 == 0
                && (!contents.updates().is_empty()
                    || (at..at + 8)
                        .any(|at| matches!(contents.byte(at), Byte::Symbolic(_) | Byte::Input(_))));
            let target = match number {
                // If an input has chosen a pointer, only its address tells which object it points to.
                Some(number) if is_computed => memory.find(number),
                Some(number) if at % 8 == 0 && is_large(number) => target.or_else(|| memory.find(number)),
                _ => target,
            };
            if let (Some(target), Some(number)) = (target, number) {
                let scalar = self.scalar_of(walk, Value::pointer(target, number));
                if scalar != Scalar::Bits(0) {
                    bytes[at..at + 8].fill(None);
                    pointers.push((at as u64, scalar));
                    at += 8;
                    continue;
                }
            }
            at += 1;
        }
        Object { bytes, pointers, ..Object::default() }
    }

    /// Whether an object is private to the models of the C library. Natively, the library has other objects.
    pub(super) fn is_of_the_library(&self, memory: &Memory, object: ObjectRef) -> bool {
        let origin = memory.origin(object.id);
        let program = self.program();
        match origin.kind {
            OriginKind::Global => program.globals[origin.number as usize].ty.is_none(),
            OriginKind::Heap => {
                let pc = Pc::from_raw(origin.number);
                let block = program.blocks.iter().find(|block| (block.first..block.end).contains(&pc));
                block.is_some_and(|block| makes_handles(&program.functions[block.function.index()]))
            }
            _ => false,
        }
    }
}

/// Whether a function is a model whose result is an object that only the C library knows the inside of.
pub(super) fn makes_handles(function: &Function) -> bool {
    const MAKERS: [&str; 8] =
        ["fopen", "fopen64", "fdopen", "tmpfile", "tmpfile64", "fmemopen", "opendir", "open_memstream"];
    function.signature.is_none() && MAKERS.contains(&&*function.name)
}
