//! The state before a program's first instruction.

use super::Path;
use super::driver_calls::DriverCalls;
use super::machine::Machine;
use super::predecoded::Callee;
use super::state::{Beginning, Frame, State};
use crate::ir::{Const, ConstId, FuncId, Global, Pc, Program};
use crate::memory::{Memory, Object, ObjectRef, Origin, OriginKind, Region, Value};
use crate::util::{Bits, Bytes, Counts};
use std::rc::Rc;
use std::sync::Arc;

/// The arguments and the environment that a program is started with.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The arguments, including the name of the program.
    pub args: Vec<String>,
    /// The environment, as `NAME=value`.
    pub environment: Vec<String>,
    /// Symbolic arguments that follow the others.
    pub symbolic_args: Option<SymbolicArgs>,
}

/// Symbolic arguments of a program. There is one first state for each possible number of them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SymbolicArgs {
    pub least: u32,
    pub most: u32,
    /// How many bytes each has, without the terminator.
    pub len: u32,
}

/// Functions are this far apart, as compilers align them.
const CODE_ALIGN: Bytes = Bytes(16);

impl Machine {
    /// The states at the beginning of `main`, called as `start` says; several if the number of arguments is
    /// symbolic. Sets the values of the program's constants. Constructors run first.
    ///
    /// # Panics
    /// If the function has no body.
    pub fn start(&mut self, main: FuncId, start: &Start) -> Vec<State> {
        let program = Arc::clone(&self.program);
        let mut memory = Memory::new();
        let functions: Vec<ObjectRef> = (0..program.functions.len())
            .map(|index| {
                let origin = Origin::new(OriginKind::Function, index as u32);
                memory.allocate(Region::Static, Object::initialised(vec![0]), CODE_ALIGN, origin)
            })
            .collect();
        let globals: Vec<ObjectRef> =
            (0..program.globals.len()).map(|index| allocate_global(&program, &mut memory, index)).collect();
        let constants = program
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
                        && self.code.callees[function.index()] == Callee::External =>
                {
                    Value::ZERO
                }
                Const::Function(function) => memory.pointer_to(functions[function.index()]),
                Const::Label(block) => Self::label_address(*block),
            })
            .collect();
        let code = Rc::get_mut(&mut self.code);
        code.expect("invariant: nothing runs before the program starts").constants = constants;
        self.relocate(&program, &mut memory, &globals);
        let state = State {
            pc: Pc::from_raw(0),
            frame: Frame::outermost(main),
            resting: None,
            callers: Vec::new(),
            memory,
            path: Path::new(),
            decision_path: Vec::new(),
            beginning: Beginning::default(),
            edges: Counts::new(program.edges.len()),
            inputs: Rc::default(),
            objects: Rc::default(),
            records: None,
            pointers: Rc::default(),
            unions: Rc::default(),
            borders: Vec::new(),
            is_variant: false,
            written: Vec::new(),
            printed: Vec::new(),
            left_out: Vec::new(),
            calls: Vec::new(),
            driver_calls: DriverCalls::of(&program),
            pending_test: None,
            faults: Rc::default(),
            instructions: 0,
            unanswered: None,
            is_approximated: false,
            reads_unwritten: false,
            jump_targets: Vec::new(),
            agenda: Vec::new(),
            main_arguments: [Value::ZERO; 3],
            outlier: None,
            outcome: None,
        };
        let numbers = start.symbolic_args.map_or(0..=0, |symbolic| symbolic.least..=symbolic.most);
        let several = numbers.end() > numbers.start();
        numbers
            .map(|n| {
                let mut state = state.clone();
                if several {
                    state.decision_path.push(n);
                }
                let arguments = self.main_arguments(&mut state, start, n, &globals);
                state.agenda.push(main);
                state.agenda.extend(program.constructors.iter().rev());
                state.main_arguments = arguments;
                self.next_call(&program, &mut state);
                state
            })
            .collect()
    }

    /// Enters the next function that is to be called from outside of the program, if there is one.
    pub(super) fn next_call(&mut self, program: &Program, state: &mut State) -> bool {
        let Some(function) = state.agenda.pop() else { return false };
        let code = &program.functions[function.index()];
        let entry = code.entry.expect("invariant: what is called from outside has a body");
        let n_params = code.params.len().min(state.main_arguments.len());
        state.frame = Frame::outermost(function);
        state.frame.registers = self.registers.fresh(&self.code, function);
        for (register, value) in state.main_arguments.into_iter().enumerate().take(n_params) {
            state.frame.registers.set(register, value);
        }
        state.frame.stack_mark = state.memory.stack_mark();
        self.take_edge(program, state, entry);
        true
    }

    /// Moves a state that [`Machine::start`] returned to the first instruction of another function, called
    /// with these arguments. Constructors do not run, and no function is called after it.
    ///
    /// # Panics
    /// If the function has no body, or fewer parameters than there are arguments.
    pub fn call_next(&mut self, state: &mut State, function: FuncId, arguments: &[Value]) {
        let program = Arc::clone(&self.program);
        let mut registers = self.registers.fresh(&self.code, function);
        for (register, argument) in arguments.iter().enumerate() {
            registers.set(register, *argument);
        }
        state.agenda.clear();
        state.frame = Frame { function, registers, ..state.frame.clone() };
        let entry = program.functions[function.index()].entry.expect("the function to call has a body");
        self.take_edge(&program, state, entry);
    }

    /// Writes the addresses that globals hold from the beginning.
    fn relocate(&mut self, program: &Program, memory: &mut Memory, globals: &[ObjectRef]) {
        for (global, object) in program.globals.iter().zip(globals) {
            let Some(init) = &global.init else { continue };
            for relocation in &init.relocations {
                let number = |constant: ConstId| self.code.constants[constant.index()].as_int().unwrap_or(0);
                let value = match relocation.minus {
                    Some(minus) => Value::int(number(relocation.target).wrapping_sub(number(minus))),
                    None => self.code.constants[relocation.target.index()],
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

    /// `argc`, `argv` and `envp` as values, with the objects that they point to; `n_symbolic` of the
    /// arguments are symbolic.
    fn main_arguments(
        &mut self,
        state: &mut State,
        start: &Start,
        n_symbolic: u32,
        globals: &[ObjectRef],
    ) -> [Value; 3] {
        let concrete = |text: &String| Object::initialised(text.bytes().chain([0]).collect());
        let mut args: Vec<Object> = start.args.iter().map(concrete).collect();
        for number in 1..=n_symbolic {
            let len = start.symbolic_args.map_or(0, |symbolic| symbolic.len);
            args.push(self.symbolic_text(state, &format!("arg{number}"), len));
        }
        let argc = args.len() as u64;
        let argv = self.text_vector(&mut state.memory, args);
        let environment = start.environment.iter().map(concrete).collect();
        let environment = self.text_vector(&mut state.memory, environment);
        let program = Arc::clone(&self.program);
        for (global, object) in program.globals.iter().zip(globals) {
            if is_environment(global) {
                state.memory.object_mut(object.id).write(&mut self.arena, 0, Bits(64), environment);
            }
        }
        [Value::int(argc), argv, environment]
    }

    /// A terminated vector of pointers to texts.
    fn text_vector(&mut self, memory: &mut Memory, texts: Vec<Object>) -> Value {
        let origin = Origin::new(OriginKind::Environment, super::state::MAIN_ARGUMENTS);
        let allocate =
            |memory: &mut Memory, object| memory.allocate(Region::Static, object, Bytes(16), origin);
        let vector = allocate(memory, Object::initialised(vec![0; (texts.len() + 1) * 8]));
        for (index, text) in texts.into_iter().enumerate() {
            let text = allocate(memory, text);
            let pointer = memory.pointer_to(text);
            memory.object_mut(vector.id).write(&mut self.arena, index * 8, Bits(64), pointer);
        }
        memory.pointer_to(vector)
    }
}

/// Whether a variable is weak and does not exist.
fn is_missing(global: &Global) -> bool {
    global.is_weak && global.init.is_none()
}

fn allocate_global(program: &Program, memory: &mut Memory, index: usize) -> ObjectRef {
    let global = &program.globals[index];
    let kind = if global.is_constant { OriginKind::Constant } else { OriginKind::Global };
    let contents = match &global.init {
        Some(init) => Object::from_image(&init.bytes),
        None => Object::uninitialised(global.size),
    };
    let object = memory.allocate(Region::Static, contents, global.align, Origin::new(kind, index as u32));
    // Its contents are unknown, so every access ends the path, see `Machine::undefined_variable`.
    if global.init.is_none() && !is_environment(global) {
        memory.set_size(object.id, Bytes(0));
    }
    object
}

/// Whether a variable is one of those that point to the environment.
fn is_environment(global: &Global) -> bool {
    matches!(&*global.name, "environ" | "__environ" | "_environ")
}
