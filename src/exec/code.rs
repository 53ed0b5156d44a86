//! The program as a machine runs it: its prepared instructions, its constants as values, and what a call of
//! each function does. None of it changes while states run.

use super::predecoded::{Callee, PredecodedProgram};
use super::ranking::{self, Shape};
use super::registers::Registers;
use super::shims;
use super::views::Views;
use crate::ir::{Checks, FuncId, Program, Taken, TypeId, functions_with_addresses};
use crate::memory::Value;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// How many sets of registers of one function are kept to be used again.
const SPARE: usize = 64;
/// A waiting call with at most so many registers keeps all of them: a page of memory and more.
const FEW: u32 = 1024;

/// A prepared program.
pub(super) struct Code {
    pub(super) predecoded: PredecodedProgram,
    /// Indexed by constant, once the program has [started](super::Machine::start).
    pub(super) constants: Vec<Value>,
    pub(super) callees: Vec<Callee>,
    /// The functions whose addresses the program takes, once they are asked for.
    candidates: OnceCell<Vec<FuncId>>,
    /// For functions that make calls which may fail: the results that they look at.
    checks: RefCell<FxHashMap<FuncId, Rc<Checks>>>,
    /// The types that pointers of unknown type may point to, once that is asked for.
    shapes: OnceCell<Vec<Shape>>,
    /// The types through which the code looks at memory.
    pub(super) views: Views,
}

impl Code {
    pub(super) fn new(program: &Program) -> Self {
        let callees: Vec<Callee> = program
            .functions
            .iter()
            .map(|function| match (function.entry, shims::named(&function.name)) {
                (Some(_), shim) if shim.is_none_or(|shim| !shim.overrides_bodies()) => Callee::Body,
                (_, Some(shim)) => Callee::Shim(shim),
                (_, None) => Callee::External,
            })
            .collect();
        let predecoded = PredecodedProgram::new(program, &callees);
        Self {
            predecoded,
            constants: Vec::new(),
            callees,
            candidates: OnceCell::new(),
            checks: RefCell::default(),
            shapes: OnceCell::new(),
            views: Views::default(),
        }
    }

    /// The functions that a pointer may point to: those whose addresses the program takes, without `main`.
    pub(super) fn candidates(&self, program: &Program) -> &[FuncId] {
        self.candidates.get_or_init(|| functions_to_point_to(program))
    }

    /// The types that pointers of unknown type may point to.
    pub(super) fn shapes(&self, program: &Program) -> &[Shape] {
        self.shapes.get_or_init(|| ranking::shapes(program))
    }

    /// Which results of calls a function compares with zero.
    pub(super) fn checks(&self, program: &Program, function: FuncId) -> Rc<Checks> {
        let mut known = self.checks.borrow_mut();
        let checks = known.entry(function).or_insert_with(|| Rc::new(Checks::of(program, function)));
        Rc::clone(checks)
    }

    /// Whether a call of a function keeps only a part of its registers while its state waits.
    pub(super) fn rests(&self, function: FuncId) -> bool {
        self.predecoded.frames[function.index()].n_registers > FEW
    }
}

/// The functions that a pointer may point to: those whose addresses the program takes, without `main`.
pub(super) fn functions_to_point_to(program: &Program) -> Vec<FuncId> {
    let taken = functions_with_addresses(program, Taken::BySource);
    taken.into_iter().filter(|id| program.functions[id.index()].name != "main").collect()
}

/// Those of the functions `taken` that a pointer of this name and type may point to.
pub(super) fn fitting_functions(
    program: &Program,
    taken: &[FuncId],
    pointer: &str,
    target: TypeId,
) -> Vec<FuncId> {
    let name_of = |function: &FuncId| &program.functions[function.index()].name;
    let mut fitting: Vec<FuncId> =
        taken.iter().copied().filter(|function| program.is_of_type(*function, target)).collect();
    // A mock that stands for one member of a table is not the target of another member.
    let member = pointer.rsplit(['.', '>']).next().unwrap_or_default();
    let is_mock = |function: &FuncId| program.mocks.contains_key(name_of(function));
    let is_own = |function: &FuncId| name_of(function).ends_with(&format!("_{member}"));
    if fitting.iter().any(|function| is_mock(function) && is_own(function)) {
        fitting.retain(|function| !is_mock(function) || is_own(function));
    }
    fitting
}

/// Registers of calls that have returned, for the next calls of their functions.
pub(super) struct RegisterPool {
    spare: Vec<Vec<Registers>>,
}

impl RegisterPool {
    pub(super) fn new(n_functions: usize) -> Self {
        Self { spare: vec![Vec::new(); n_functions] }
    }

    /// The registers of a call, followed by the function's constants. The values of the registers have no
    /// meaning; for a function whose calls [rest](super::Machine::rest), they are zero.
    pub(super) fn fresh(&mut self, code: &Code, function: FuncId) -> Registers {
        if let Some(registers) = self.spare[function.index()].pop() {
            return registers;
        }
        let frame = &code.predecoded.frames[function.index()];
        let n_registers = frame.n_registers as usize;
        let mut registers = Registers::with_capacity(n_registers + frame.constants.len());
        (0..n_registers).for_each(|_| registers.push(Value::ZERO));
        for constant in &frame.constants {
            registers.push(code.constants[constant.index()]);
        }
        registers
    }

    /// Keeps the registers of a call that has returned, for the next one.
    pub(super) fn reuse(&mut self, code: &Code, function: FuncId, registers: Registers) {
        if !code.rests(function) {
            self.keep(function, registers);
        }
    }

    /// Keeps registers for the next call of the function.
    pub(super) fn keep(&mut self, function: FuncId, mut registers: Registers) {
        // Registers that another state shares would have to be copied.
        if !registers.is_alone() {
            return;
        }
        let spare = &mut self.spare[function.index()];
        if spare.len() < SPARE {
            spare.push(registers);
        }
    }
}
