//! Tests of paths that a budget ended, completed by what a native run of them gave.

use super::wire::{Answer, CallLog};
use crate::exec::scalar;
use crate::ir::{CType, Program, TypeId};
use crate::testcase::{Datum, Outcome, TestCase};
use crate::util::Bits;

/// The test with the result that the program gave.
pub(super) fn completed(program: &Program, test: &TestCase, answer: &Answer) -> TestCase {
    let mut test = test.clone();
    for (call, log) in test.calls.iter_mut().zip(&answer.calls) {
        if call.result.is_none() {
            call.result = log.results.as_ref().map(|results| result(program, &call.function, results, log));
        }
    }
    test.outcome = match answer.returned {
        Some(status) => Outcome::Returned(status),
        None => Outcome::Exited(answer.exit().unwrap_or(0)),
    };
    test.completed = true;
    test.path.clear();
    test
}

fn result(program: &Program, function: &str, results: &[u128], log: &CallLog) -> Datum {
    let declared = program.function_named(function).and_then(|id| program.declaration(id));
    let ty = declared.map(|signature| signature.result);
    match (ty, results) {
        (_, []) => Datum::Void,
        (Some(ty), [bits]) => datum(program, ty, *bits, log),
        (_, several) => Datum::Array(several.iter().map(|bits| Datum::Integer(*bits as i128)).collect()),
    }
}

fn datum(program: &Program, ty: TypeId, bits: u128, log: &CallLog) -> Datum {
    match program.ctype(ty) {
        CType::Pointer(_) if bits == 0 => Datum::Null,
        CType::Pointer(target) => pointee(program, *target, bits as u64, log),
        _ => {
            let width = program.size_of(ty).map_or(Bits(64), |size| size.to_bits().min(Bits(128)));
            scalar(program, ty, bits & width.mask(), width)
        }
    }
}

/// Text in memory that was read; other memory has no name.
fn pointee(program: &Program, ty: TypeId, address: u64, log: &CallLog) -> Datum {
    let unnamed = || Datum::Name("&...".to_owned());
    if !matches!(program.ctype(ty), CType::Char { .. } | CType::Void) {
        return unnamed();
    }
    let within = log.objects.iter().find_map(|(base, bytes)| {
        let bytes = bytes.as_ref()?;
        let offset = usize::try_from(address.checked_sub(*base)?).ok()?;
        bytes.get(offset..)
    });
    within.map_or_else(unnamed, |bytes| Datum::Pointer(Box::new(Datum::text(bytes))))
}
