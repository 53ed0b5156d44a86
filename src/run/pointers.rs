//! Addresses of functions and objects among the inputs of a test. They have other addresses natively, and a
//! native run gets those instead.

use crate::exec::{Declared, InputRecord, Machine, State, moved_address};
use crate::expr::{Assignment, SymbolId};
use crate::testcase::{Datum, FunctionInput, TestCall, TestCase};

const WORD: usize = 8;

/// Finds the addresses of functions in the inputs of `test`, which are those of `state`. Where its calls show
/// such an address as a number, the name of the function replaces it. In `values`, from which the inputs
/// come, each address is moved to where it would be if objects lay elsewhere.
pub(super) fn to_functions(machine: &Machine, state: &State, test: &mut TestCase, values: &mut Assignment) {
    let mut found = Vec::new();
    let mut known = Vec::new();
    let asked = state.declared().into_iter().filter(|input| !input.is_made());
    for (input, (declared, bytes)) in asked.zip(test.inputs.iter().map(|it| &it.bytes)).enumerate() {
        let mut offset = 0;
        while offset + WORD <= bytes.len() {
            let word = bytes[offset..offset + WORD].try_into().expect("invariant: a word");
            let address = u64::from_le_bytes(word);
            let Some((name, moved)) = machine.named_function_at(state, address) else {
                offset += 1;
                continue;
            };
            known.push((i128::from(address), format!("&{name}")));
            found.push(FunctionInput { input: input as u32, offset: offset as u32, name });
            set_word(declared, offset, moved, values);
            offset += WORD;
        }
    }
    let calls = test.calls.iter_mut().filter(|_| !known.is_empty());
    for call in calls.flat_map(with_script) {
        let named = call.given.iter_mut().chain(call.changes).map(|(_, held)| held);
        let data = call.arguments.iter_mut().chain(call.result).chain(named);
        data.for_each(|datum| name_in(datum, &known));
    }
    found.extend(chosen(machine, state));
    test.functions = found;
}

/// The parts of a call that show values; a call of a mock has the same parts.
struct Named<'a> {
    arguments: &'a mut Vec<Datum>,
    result: &'a mut Option<Datum>,
    given: &'a mut Vec<(String, Datum)>,
    changes: &'a mut Vec<(String, Datum)>,
}

fn with_script(call: &mut TestCall) -> Vec<Named<'_>> {
    let TestCall { arguments, result, given, changes, script, .. } = call;
    let own = Named { arguments, result, given, changes };
    std::iter::once(own).chain(script.iter_mut().flat_map(with_script)).collect()
}

/// The functions that pointers among the inputs were chosen to point to.
fn chosen(machine: &Machine, state: &State) -> Vec<FunctionInput> {
    let (asked, made): (Vec<Declared>, Vec<Declared>) =
        state.declared().into_iter().partition(|input| !input.is_made());
    let mut found = Vec::new();
    for (input, declared) in asked.into_iter().chain(made).enumerate() {
        let mut note = |part: &InputRecord| {
            if let Some(function) = part.symbols.first().and_then(|symbol| state.pointers.function(*symbol)) {
                let name = machine.program.functions[function.index()].name.clone();
                let offset = part.within.map_or(0, |at| at.0 / 8);
                found.push(FunctionInput { input: input as u32, offset, name });
            }
        };
        match declared {
            Declared::Single(input) => note(input),
            Declared::Object(_, parts) => parts.iter().for_each(|part| note(part)),
        }
    }
    found
}

/// Moves the pointers of the inputs to objects in `values`, from which the inputs come, to where they would be if
/// objects lay elsewhere. A test says where they lead, so that nothing depends on it.
pub(super) fn to_objects(state: &State, test: &TestCase, values: &mut Assignment) {
    if test.inputs.iter().chain(&test.made).all(|input| input.pointers.is_empty()) {
        return;
    }
    let (asked, made): (Vec<Declared>, Vec<Declared>) =
        state.declared().into_iter().partition(|input| !input.is_made());
    for (declared, input) in asked.into_iter().chain(made).zip(test.inputs.iter().chain(&test.made)) {
        for pointer in &input.pointers {
            let at = pointer.at as usize;
            let symbols = symbols_at(declared, at);
            let word = match symbols.as_slice() {
                [symbol] => values.get(*symbol) as u64,
                symbols => symbols
                    .iter()
                    .rev()
                    .fold(0, |word, symbol| word << 8 | (values.get(*symbol) as u64 & 0xff)),
            };
            set_word(declared, at, moved_address(word), values);
        }
    }
}

/// The symbols of the eight bytes of an input from an offset on: one of an integer, or one for each byte of a
/// buffer.
fn symbols_at(input: Declared<'_>, offset: usize) -> Vec<SymbolId> {
    let (symbols, offset) = match input {
        Declared::Single(input) => (&input.symbols, offset),
        Declared::Object(_, parts) => {
            let start = |part: &InputRecord| part.within.map_or(0, |at| at.0 as usize / 8);
            let Some(part) = parts.iter().rev().find(|part| start(part) <= offset) else { return Vec::new() };
            (&part.symbols, offset - start(part))
        }
    };
    match symbols.as_slice() {
        [symbol] => vec![*symbol],
        symbols => symbols.iter().skip(offset).take(WORD).copied().collect(),
    }
}

/// Gives the symbols of eight bytes of an input another value.
fn set_word(input: Declared<'_>, offset: usize, word: u64, values: &mut Assignment) {
    match symbols_at(input, offset).as_slice() {
        [symbol] => values.set(*symbol, u128::from(word)),
        symbols => {
            let bytes = symbols.iter().zip(word.to_le_bytes());
            bytes.for_each(|(symbol, byte)| values.set(*symbol, u128::from(byte)));
        }
    }
}

/// Gives the numbers in a value that are addresses of functions their names.
fn name_in(datum: &mut Datum, known: &[(i128, String)]) {
    match datum {
        Datum::Integer(number) => {
            if let Some((_, name)) = known.iter().find(|(address, _)| address == number) {
                *datum = Datum::Name(name.clone());
            }
        }
        Datum::Pointer(target) | Datum::Labelled { target, .. } => name_in(target, known),
        Datum::Array(elements) => elements.iter_mut().for_each(|element| name_in(element, known)),
        Datum::Struct(members) => members.iter_mut().for_each(|(_, member)| name_in(member, known)),
        _ => {}
    }
}
