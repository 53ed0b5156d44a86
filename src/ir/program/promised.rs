//! Functions whose results come from functions of the C library of which C promises less than the exact
//! number: of `memcmp` and similar ones only the sign, of `isdigit` and similar ones only whether it is zero.
//! Another library, a sanitizer or another machine may give other numbers.

use crate::ir::{CallSite, Const, FuncId, Inst, Op, Operand, OperandKind, Program, RegId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What is promised of a result.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Promise {
    /// Whether it is zero.
    Truth,
    /// Whether it is negative, zero or positive.
    Sign,
}

/// What C promises of the result of a library function, if that is less than the exact number. glibc's macros
/// for `isdigit` and similar functions read the table that `__ctype_b_loc` leads to.
fn of_library(name: &str) -> Option<Promise> {
    Some(match name {
        "memcmp" | "strcmp" | "strncmp" | "strcasecmp" | "strncasecmp" | "strcoll" | "strverscmp" => {
            Promise::Sign
        }
        "wmemcmp" | "wcscmp" | "wcsncmp" | "wcscasecmp" | "wcsncasecmp" | "wcscoll" => Promise::Sign,
        "bcmp" | "__memcmpeq" => Promise::Truth,
        "isalnum" | "isalpha" | "isblank" | "iscntrl" | "isdigit" | "isgraph" | "islower" | "isprint" => {
            Promise::Truth
        }
        "ispunct" | "isspace" | "isupper" | "isxdigit" | "__ctype_b_loc" => Promise::Truth,
        "iswalnum" | "iswalpha" | "iswdigit" | "iswlower" | "iswspace" | "iswupper" => Promise::Truth,
        _ => return None,
    })
}

/// What is promised of the results of the source's own functions that return what such a function has
/// returned. If they return other numbers, too, see `Results::promise`.
pub(super) fn promised_results(program: &Program) -> BTreeMap<FuncId, Promise> {
    let mut promised: BTreeMap<FuncId, Promise> = BTreeMap::new();
    for (index, function) in program.functions.iter().enumerate().filter(|(_, f)| f.signature.is_none()) {
        promised.extend(of_library(&function.name).map(|promise| (FuncId::new(index), promise)));
    }
    if promised.is_empty() {
        return promised;
    }
    let mut n_known = 0;
    while promised.len() > n_known {
        n_known = promised.len();
        for (index, function) in program.functions.iter().enumerate() {
            let id = FuncId::new(index);
            if function.signature.is_some() && function.entry.is_some() && !promised.contains_key(&id) {
                let found = Results::of(program, id, &promised).promise();
                promised.extend(found.map(|promise| (id, promise)));
            }
        }
    }
    promised.retain(|id, _| program.functions[id.index()].signature.is_some());
    promised
}

/// The origins of the values that a function returns.
#[derive(Default)]
struct Results {
    promises: BTreeSet<Promise>,
    /// Whether they include a number other than zero that comes from no library function.
    has_others: bool,
}

impl Results {
    /// Follows the returned values back, through copies and variables of the function's own.
    fn of(program: &Program, id: FuncId, promised: &BTreeMap<FuncId, Promise>) -> Self {
        let function = &program.functions[id.index()];
        let mut made: BTreeMap<RegId, &Inst> = BTreeMap::new();
        let mut moved: BTreeMap<RegId, Vec<Operand>> = BTreeMap::new();
        let mut stored: BTreeMap<RegId, Vec<Operand>> = BTreeMap::new();
        let mut pending: Vec<Operand> = Vec::new();
        for inst in program.code_of(function) {
            made.extend(inst.results(program).map(|(register, _)| (register, inst)));
            match inst.op {
                Op::Ret => inst.for_each_operand(program, |operand| pending.push(operand)),
                Op::Store => {
                    if let OperandKind::Register(at) = inst.b().kind() {
                        stored.entry(at).or_default().push(inst.a());
                    }
                }
                _ => {}
            }
        }
        let blocks = function.blocks.start..function.blocks.end;
        for edge in
            program.edges.iter().filter(|edge| edge.from.is_some_and(|from| blocks.contains(&from.raw())))
        {
            for step in &program.moves[edge.moves.start as usize..edge.moves.end as usize] {
                moved.entry(step.dst).or_default().push(step.src);
            }
        }
        let mut found = Self::default();
        let mut seen: BTreeSet<RegId> = BTreeSet::new();
        while let Some(operand) = pending.pop() {
            let register = match operand.kind() {
                OperandKind::Register(register) => register,
                OperandKind::Constant(_) => {
                    found.has_others |= !is_zero(program, operand);
                    continue;
                }
            };
            if !seen.insert(register) {
                continue;
            }
            if let Some(sources) = moved.get(&register) {
                pending.extend(sources);
                continue;
            }
            let Some(inst) = made.get(&register) else {
                found.has_others = true;
                continue;
            };
            match inst.op {
                Op::Move | Op::SExt | Op::ZExt | Op::Trunc => pending.push(inst.a()),
                Op::Select => {
                    let words = &program.extra[inst.b as usize..][..2];
                    pending.extend(words.iter().map(|word| Operand::from_raw(*word)));
                }
                // The sign of −x is the opposite one, of which as much is promised.
                Op::Sub if is_zero(program, inst.a()) => pending.push(inst.b()),
                Op::And => pending.push(inst.a()),
                Op::PtrAdd | Op::PtrIndex => pending.push(inst.a()),
                Op::Load => match inst.a().kind() {
                    OperandKind::Register(at) if stored.contains_key(&at) => pending.extend(&stored[&at]),
                    _ => pending.push(inst.a()),
                },
                Op::Call => match callee(program, inst).and_then(|callee| promised.get(&callee)) {
                    Some(promise) => _ = found.promises.insert(*promise),
                    None => found.has_others = true,
                },
                _ => found.has_others = true,
            }
        }
        found
    }

    /// If one result is promised as a sign, all are, since the other numbers that a comparing function
    /// returns are signs, too. If a result is promised as a truth value, no other number may be among the
    /// results.
    fn promise(&self) -> Option<Promise> {
        match self.promises.last()? {
            Promise::Sign => Some(Promise::Sign),
            Promise::Truth => (!self.has_others).then_some(Promise::Truth),
        }
    }
}

fn is_zero(program: &Program, operand: Operand) -> bool {
    matches!(operand.kind(), OperandKind::Constant(constant)
        if matches!(program.constants[constant.index()], Const::Int { value: 0, .. }))
}

/// The function that a call calls by its name.
pub(super) fn callee(program: &Program, call: &Inst) -> Option<FuncId> {
    match CallSite::read(program, call.a).callee().kind() {
        OperandKind::Constant(constant) => match program.constants[constant.index()] {
            Const::Function(id) => Some(id),
            _ => None,
        },
        OperandKind::Register(_) => None,
    }
}
