//! Addresses of functions among the inputs of a test: natively the same functions lie elsewhere, and a native run gets
//! their addresses there.

use crate::exec::{Machine, State};
use crate::expr::Assignment;
use crate::memory::{OriginKind, Region};
use crate::testcase::{Datum, FunctionInput, TestCase};

const WORD: usize = 8;

/// Finds the functions whose addresses the inputs of `test` have, which are those of `state`, and names them where they are
/// numbers in its calls. In `values`, from which the inputs come, each of the addresses is moved to where it would be if
/// objects lay elsewhere.
pub(super) fn to_functions(machine: &Machine, state: &State, test: &mut TestCase, values: &mut Assignment) {
    let mut found = Vec::new();
    let mut known = Vec::new();
    for (input, (symbols, bytes)) in state
        .inputs
        .iter()
        .map(|input| &input.symbols)
        .zip(test.inputs.iter().map(|it| &it.bytes))
        .enumerate()
    {
        let mut offset = 0;
        while offset + WORD <= bytes.len() {
            let word = bytes[offset..offset + WORD].try_into().expect("invariant: a word");
            let address = u64::from_le_bytes(word);
            let Some(name) = function_at(machine, state, address) else {
                offset += 1;
                continue;
            };
            known.push((i128::from(address), format!("&{name}")));
            found.push(FunctionInput { input: input as u32, offset: offset as u32, name });
            let moved = Region::moved(address);
            // An integer is one symbol, a buffer has one for each byte.
            if symbols.len() == 1 {
                values.set(symbols[0], u128::from(moved));
            } else {
                let bytes = symbols[offset..].iter().zip(moved.to_le_bytes());
                bytes.for_each(|(symbol, byte)| values.set(*symbol, u128::from(byte)));
            }
            offset += WORD;
        }
    }
    for call in test.calls.iter_mut().filter(|_| !known.is_empty()) {
        let data = call.arguments.iter_mut().chain(&mut call.after).chain(&mut call.result);
        data.for_each(|datum| name_in(datum, &known));
    }
    test.functions = found;
}

/// Gives the numbers in a value that are addresses of functions their names.
fn name_in(datum: &mut Datum, known: &[(i128, String)]) {
    match datum {
        Datum::Integer(number) => {
            if let Some((_, name)) = known.iter().find(|(address, _)| address == number) {
                *datum = Datum::Name(name.clone());
            }
        }
        Datum::Pointer(target) => name_in(target, known),
        Datum::Array(elements) => elements.iter_mut().for_each(|element| name_in(element, known)),
        Datum::Struct(members) => members.iter_mut().for_each(|(_, member)| name_in(member, known)),
        _ => {}
    }
}

/// The name in the source of the function at an address.
fn function_at(machine: &Machine, state: &State, address: u64) -> Option<String> {
    if Region::moved(address) == address {
        return None;
    }
    let memory = &state.memory;
    let object = memory.find(address).filter(|object| memory.address(object.id) == address)?;
    let origin = memory.origin(object.id);
    let is_function = origin.kind == OriginKind::Function;
    is_function.then(|| machine.program.functions[origin.number as usize].source_name().into_owned())
}
