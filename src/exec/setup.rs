//! The state before a program's first instruction.

use super::machine::{Callee, Machine};
use super::state::{Frame, State};
use crate::expr::Assignment;
use crate::ir::{Const, ConstId, FuncId, Global, Inst, Pc, Program};
use crate::memory::{Memory, Object, ObjectRef, Origin, OriginKind, Region, Value};
use crate::solver::PathCondition;
use crate::util::{Bits, Bytes, CowVec};
use std::rc::Rc;
use std::sync::Arc;

/// Functions are this far apart, as compilers align them.
const CODE_ALIGN: Bytes = Bytes(16);

impl Machine {
    /// The state at the beginning of `function`, called with the arguments of a program: `args` as `argc` and
    /// `argv`, an empty environment. Sets the values of the program's constants.
    ///
    /// # Panics
    /// If the function has no body.
    pub fn start(&mut self, function: FuncId, args: &[&str]) -> State {
        let program = Arc::clone(&self.program);
        let mut memory = Memory::new();
        let functions: Vec<ObjectRef> = (0..program.functions.len())
            .map(|index| {
                let origin = Origin { kind: OriginKind::Function, number: index as u32 };
                memory.allocate(Region::Static, Object::initialised(vec![0]), CODE_ALIGN, origin)
            })
            .collect();
        let globals: Vec<ObjectRef> =
            (0..program.globals.len()).map(|index| allocate_global(&program, &mut memory, index)).collect();
        self.constants = program
            .constants
            .iter()
            .map(|constant| match constant {
                Const::Int { width, value } if width.0 <= 64 => Value::int(*value as u64),
                Const::Int { width, value } => Value::term(self.arena.constant(*width, *value)),
                Const::Undef { width } if width.0 <= 64 => Value::ZERO,
                Const::Undef { width } => Value::term(self.arena.constant(*width, 0)),
                Const::Global { global, offset } if is_missing(&program.globals[global.index()]) => {
                    Value::int(*offset as u64)
                }
                Const::Global { global, offset } => {
                    let object = globals[global.index()];
                    let address = memory.address(object.id).wrapping_add_signed(*offset);
                    Value::pointer(object, address)
                }
                Const::Function(function)
                    if program.functions[function.index()].is_weak
                        && self.callees[function.index()] == Callee::External =>
                {
                    Value::ZERO
                }
                Const::Function(function) => memory.pointer_to(functions[function.index()]),
                Const::Label(block) => Self::label_address(*block),
            })
            .collect();
        self.relocate(&program, &mut memory, &globals);
        let arguments = self.main_arguments(&mut memory, args);
        let entry = program.functions[function.index()].entry.expect("the function to start has a body");
        let mut registers = vec![Value::ZERO; program.functions[function.index()].n_registers as usize];
        let n_params = program.functions[function.index()].params.len();
        registers[..n_params.min(3)].copy_from_slice(&arguments[..n_params.min(3)]);
        let frame = Frame {
            function,
            registers,
            return_to: Pc::from_raw(0),
            results: Inst::NO_RESULT,
            n_results: 0,
            stack_mark: 0,
            varargs: Vec::new(),
            records: None,
        };
        let mut state = State {
            pc: Pc::from_raw(0),
            frame,
            callers: Vec::new(),
            memory,
            path: PathCondition::new(),
            witness: Some(Rc::new(Assignment::new())),
            trail: Vec::new(),
            edges: CowVec::filled(0, program.edges.len()),
            inputs: Vec::new(),
            calls: Vec::new(),
            pending_test: None,
            instructions: 0,
            unconfirmed: false,
        };
        self.take_edge(&program, &mut state, entry);
        state
    }

    /// Puts a state that [`Machine::start`] gave before the first instruction of another function, called with
    /// these arguments.
    ///
    /// # Panics
    /// If the function has no body, or fewer parameters than there are arguments.
    pub fn call_next(&self, state: &mut State, function: FuncId, arguments: &[Value]) {
        let program = Arc::clone(&self.program);
        let callee = &program.functions[function.index()];
        let mut registers = vec![Value::ZERO; callee.n_registers as usize];
        registers[..callee.params.len()][..arguments.len()].copy_from_slice(arguments);
        state.frame = Frame { function, registers, ..state.frame.clone() };
        let entry = callee.entry.expect("the function to call has a body");
        self.take_edge(&program, state, entry);
    }

    /// Writes the addresses that globals hold from the beginning.
    fn relocate(&mut self, program: &Program, memory: &mut Memory, globals: &[ObjectRef]) {
        for (global, object) in program.globals.iter().zip(globals) {
            let Some(init) = &global.init else { continue };
            for relocation in &init.relocations {
                let number = |constant: ConstId| self.constants[constant.index()].as_int().unwrap_or(0);
                let value = match relocation.minus {
                    Some(minus) => Value::int(number(relocation.target).wrapping_sub(number(minus))),
                    None => self.constants[relocation.target.index()],
                };
                let width = Bits(relocation.size.0 as u32 * 8);
                let value = if width < Bits(64) {
                    Value::int(value.as_int().unwrap_or(0) & width.mask() as u64)
                } else {
                    value
                };
                let contents = memory.object_mut(object.id);
                contents.write(&mut self.arena, relocation.offset.0 as usize, width, value);
            }
        }
    }

    /// `argc`, `argv` and `envp` as values, with the objects that they point to.
    fn main_arguments(&mut self, memory: &mut Memory, args: &[&str]) -> [Value; 3] {
        let origin = Origin { kind: OriginKind::Environment, number: 0 };
        let allocate =
            |memory: &mut Memory, object| memory.allocate(Region::Static, object, Bytes(16), origin);
        let texts: Vec<ObjectRef> = args
            .iter()
            .map(|arg| {
                let bytes = arg.bytes().chain([0]).collect();
                allocate(memory, Object::initialised(bytes))
            })
            .collect();
        let vector = allocate(memory, Object::initialised(vec![0; (args.len() + 1) * 8]));
        for (index, text) in texts.into_iter().enumerate() {
            let pointer = memory.pointer_to(text);
            memory.object_mut(vector.id).write(&mut self.arena, index * 8, Bits(64), pointer);
        }
        let environment = allocate(memory, Object::initialised(vec![0; 8]));
        [Value::int(args.len() as u64), memory.pointer_to(vector), memory.pointer_to(environment)]
    }
}

/// Whether a variable need not exist, and does not.
fn is_missing(global: &Global) -> bool {
    global.is_weak && global.init.is_none()
}

fn allocate_global(program: &Program, memory: &mut Memory, index: usize) -> ObjectRef {
    let global = &program.globals[index];
    let kind = if global.is_constant { OriginKind::Constant } else { OriginKind::Global };
    let object = match &global.init {
        Some(init) => Object::initialised(init.bytes.clone()),
        None => Object::uninitialised(global.size),
    };
    memory.allocate(Region::Static, object, global.align, Origin { kind, number: index as u32 })
}
