//! Finds the functions of a program that write anything at all. The others only query objects.

use crate::ir::{CallSite, Const, FuncId, Op, OperandKind, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The functions that write anything but their own variables.
pub(super) struct Writes(BTreeSet<FuncId>);

impl Writes {
    pub(super) fn of(program: &Program) -> Self {
        let ids = || (0..program.functions.len()).map(FuncId::new);
        let mut found: BTreeSet<FuncId> = BTreeSet::new();
        let mut calls: BTreeMap<FuncId, BTreeSet<FuncId>> = BTreeMap::new();
        for id in ids() {
            let function = &program.functions[id.index()];
            if function.entry.is_none() {
                continue;
            }
            let mut own = BTreeSet::new();
            for pc in program.positions(function) {
                let inst = program.inst(pc);
                if inst.op == Op::Alloca {
                    own.insert(inst.dst);
                }
            }
            for pc in program.positions(function) {
                let inst = program.inst(pc);
                match inst.op {
                    Op::Store => match inst.b().kind() {
                        OperandKind::Register(register) if own.contains(&register) => {}
                        _ => {
                            found.insert(id);
                        }
                    },
                    Op::MemCpy | Op::MemMove | Op::MemSet => {
                        found.insert(id);
                    }
                    Op::Call => {
                        let site = CallSite::read(program, inst.a);
                        let callee = match site.callee().kind() {
                            OperandKind::Constant(constant) => match program.constants[constant.index()] {
                                Const::Function(callee) => Some(callee),
                                _ => None,
                            },
                            OperandKind::Register(_) => None,
                        };
                        match callee {
                            Some(callee) if program.functions[callee.index()].entry.is_some() => {
                                calls.entry(id).or_default().insert(callee);
                            }
                            Some(callee) if is_harmless(&program.functions[callee.index()].name) => {}
                            _ => {
                                found.insert(id);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        loop {
            let more: Vec<FuncId> = calls
                .iter()
                .filter(|(id, callees)| !found.contains(id) && callees.iter().any(|it| found.contains(it)))
                .map(|(id, _)| *id)
                .collect();
            if more.is_empty() {
                return Self(found);
            }
            found.extend(more);
        }
    }

    pub(super) fn by(&self, id: FuncId) -> bool {
        self.0.contains(&id)
    }
}

/// Functions of the C library that write nothing of the program.
fn is_harmless(name: &str) -> bool {
    const READ: [&str; 13] = [
        "strlen", "strcmp", "strncmp", "memcmp", "strchr", "strrchr", "strstr", "memchr", "strnlen", "abs",
        "isdigit", "isspace", "isalpha",
    ];
    name.starts_with("llvm.") || READ.contains(&name)
}
