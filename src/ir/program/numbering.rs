//! Functions that use addresses as numbers.

use super::promised::callee;
use crate::ir::{FuncId, Op, Program};
use std::collections::BTreeSet;

/// The functions of the source that use addresses as numbers, and those that call them by name, and so on.
pub(super) fn callers(program: &Program) -> BTreeSet<FuncId> {
    let has_source = |id: FuncId| program.functions[id.index()].signature.is_some();
    let mut found: BTreeSet<FuncId> =
        program.numbering.iter().copied().filter(|id| has_source(*id)).collect();
    let mut n_known = 0;
    while found.len() > n_known {
        n_known = found.len();
        for (index, function) in program.functions.iter().enumerate() {
            let mut calls = program.code_of(function).filter(|inst| inst.op == Op::Call);
            if function.signature.is_some()
                && calls.any(|call| callee(program, call).is_some_and(|callee| found.contains(&callee)))
            {
                found.insert(FuncId::new(index));
            }
        }
    }
    found
}
