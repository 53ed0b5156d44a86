//! The step loop and its dispatch.

use super::code::{Code, RegisterPool};
use super::scope::{ExecStats, Scope};
use super::variants::Variants;
use super::{Child, Ending, ExecOptions, Host, Obstacles, Sealed, State};
use crate::expr::{Arena, ExprId};
use crate::ir::{Inst, Op, Operand, OperandKind, Pc, Program, RegId};
use crate::memory::{ObjectRef, Value};
use crate::solver::{Link, Solver, SolverOptions};
use crate::util::Bits;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

/// Why [`Machine::run`] returned.
pub enum Stop {
    /// The fuel is used up; the state can go on.
    Fuel,
    /// The state forked. It took one side itself, and these states took the others. All can go on, except
    /// children with an ending.
    Forked(Vec<Child>),
    /// The path ended. Its last instruction may have split off these states before that.
    Ended(Ending, Vec<Child>),
}

/// A place at which a run is to stop: an instruction, and the number of calls on the stack there.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Join {
    pub at: Pc,
    pub depth: usize,
}

/// Why [`Machine::run_to`] returned.
pub enum Leg {
    /// The state has reached the join.
    Joined,
    /// The run stopped elsewhere. With the instruction that was run last, or the next if the fuel is used up.
    Stopped(Stop, Pc),
}

/// The result of an instruction. An error ends the path.
pub(super) type Step<T = ()> = Result<T, Box<Ending>>;

/// Runs states of one program, for one worker.
pub struct Machine {
    pub program: Arc<Program>,
    pub arena: Arena,
    pub solver: Solver,
    pub obstacles: Obstacles,
    pub(super) options: ExecOptions,
    pub(super) host: Box<dyn Host>,
    pub(super) code: Rc<Code>,
    pub(super) registers: RegisterPool,
    pub(super) scope: Scope,
    /// Where `errno` is.
    pub(super) errno: Option<ObjectRef>,
    /// Whether a run stops after each instruction that makes an input, as if its fuel were used up.
    pub stops_at_inputs: bool,
    /// The decision path of the state that is made again, which it follows where types are decided.
    pub(super) wish: Vec<u32>,
    pub(super) variants: Variants,
}

impl Machine {
    /// A machine for `program`; [`Machine::start`] gives the state before its first instruction.
    pub fn new(program: Arc<Program>, solver: SolverOptions, options: ExecOptions) -> Self {
        let arena = if solver.links.has(Link::Rules) { Arena::new() } else { Arena::without_rules() };
        Self {
            arena,
            solver: Solver::new(solver),
            obstacles: Obstacles::default(),
            options,
            host: Box::new(Sealed),
            code: Rc::new(Code::new(&program)),
            registers: RegisterPool::new(program.functions.len()),
            scope: Scope::default(),
            errno: super::errno::find(&program),
            stops_at_inputs: false,
            wish: Vec::new(),
            variants: Variants::default(),
            program,
        }
    }

    /// The same machine, with `host` as the world outside of the program. Without one, the world is sealed.
    pub fn with_host(self, host: Box<dyn Host>) -> Self {
        Self { host, ..self }
    }

    /// Flushes the program's output.
    pub fn flush(&mut self) {
        self.host.flush();
    }

    /// Runs `state` for at most `fuel` instructions, and adds what was done to `counts`.
    pub fn run(&mut self, state: &mut State, fuel: u64, counts: &mut ExecStats) -> Stop {
        match self.run_to(state, fuel, None, counts) {
            Leg::Stopped(stop, _) => stop,
            Leg::Joined => unreachable!("invariant: a run that goes to no join comes to none"),
        }
    }

    /// Runs `state` for at most `fuel` instructions, up to a join, at which the machine
    /// [pauses](Self::pause_at). Adds what was done to `counts`.
    pub fn run_to(
        &mut self,
        state: &mut State,
        fuel: u64,
        join: Option<Join>,
        counts: &mut ExecStats,
    ) -> Leg {
        let program = Arc::clone(&self.program);
        let code = Rc::clone(&self.code);
        let mut left = fuel;
        let leg = loop {
            left = self.run_concrete(&program, &code, state, left);
            if join.is_some_and(|join| state.pc == join.at && state.depth() == join.depth) {
                break Leg::Joined;
            }
            if left == 0 {
                break Leg::Stopped(Stop::Fuel, state.pc);
            }
            left -= 1;
            let at = state.pc;
            let inst = program.inst(at);
            let n_inputs = state.inputs.len();
            let result = self.step(&program, state, inst);
            if result.is_ok() && !self.scope.has_children() {
                if self.stops_at_inputs && state.inputs.len() > n_inputs {
                    break Leg::Stopped(Stop::Fuel, state.pc);
                }
                continue;
            }
            let children = self.scope.take_children(fuel - left);
            let stop = match result {
                Err(ending) if matches!(*ending, Ending::Halted) => match children.is_empty() {
                    true => Stop::Fuel,
                    false => Stop::Forked(children),
                },
                Ok(()) => Stop::Forked(children),
                Err(ending) => Stop::Ended(*ending, children),
            };
            break Leg::Stopped(stop, at);
        };
        self.scope.close(fuel - left, counts);
        state.instructions += fuel - left;
        leg
    }

    /// From now on, the fast loop leaves these instructions to the general step, so that runs can stop there.
    pub fn pause_at(&mut self, locations: impl Iterator<Item = Pc>) {
        let code = Rc::get_mut(&mut self.code);
        code.expect("invariant: nothing runs between two runs").predecoded.pause_at(locations);
    }

    /// Runs one instruction. The position moves on only if the instruction succeeds.
    #[inline(always)]
    fn step(&mut self, program: &Program, state: &mut State, inst: &Inst) -> Step {
        match inst.op {
            Op::Move => {
                let value = self.value(state, inst.a());
                self.set(state, inst.dst, value);
            }
            Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor => self.arithmetic(state, inst),
            Op::Shl | Op::LShr | Op::AShr => self.shift(state, inst)?,
            Op::UDiv | Op::SDiv | Op::URem | Op::SRem => self.division(state, inst)?,
            Op::ICmp => self.compare(state, inst),
            Op::Trunc => self.truncate(state, inst),
            Op::ZExt | Op::SExt => self.extend(state, inst),
            Op::Select => self.select(program, state, inst)?,
            Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem => self.float_arithmetic(state, inst)?,
            Op::FNeg => self.float_negate(state, inst),
            Op::FCmp => self.float_compare(state, inst),
            Op::FCast => self.float_cast(state, inst),
            Op::LengthCheck => self.check_length(state, inst)?,
            Op::Alloca => self.alloca(program, state, inst)?,
            Op::Load => self.load(state, inst)?,
            Op::Store => self.store(state, inst)?,
            Op::PtrAdd => self.pointer_add(state, inst),
            Op::PtrIndex => self.pointer_index(state, inst),
            Op::IndexCheck => self.check_index(program, state, inst)?,
            Op::MemCpy | Op::MemMove | Op::MemSet => self.memory_intrinsic(program, state, inst)?,
            Op::Call => return self.call(program, state, inst),
            Op::Ret => return self.ret(program, state, inst),
            Op::Jump => {
                self.take_edge(program, state, inst.jump_edge());
                return Ok(());
            }
            Op::Branch => return self.branch(program, state, inst),
            Op::Switch => return self.switch(program, state, inst),
            Op::IndirectJump => return self.indirect_jump(program, state, inst),
            Op::Unreachable => return self.unreachable(state),
            Op::Trap => return self.trap(state),
            Op::Ctpop | Op::Ctlz | Op::Cttz | Op::Bswap | Op::BitReverse => self.bit_count(state, inst),
            Op::UMin | Op::UMax | Op::SMin | Op::SMax | Op::Abs => self.min_max(state, inst),
            Op::UAddSat | Op::SAddSat | Op::USubSat | Op::SSubSat | Op::UShlSat | Op::SShlSat => {
                self.saturating(state, inst);
            }
            Op::UAddOverflow
            | Op::SAddOverflow
            | Op::USubOverflow
            | Op::SSubOverflow
            | Op::UMulOverflow
            | Op::SMulOverflow => self.with_overflow(state, inst),
            Op::FShl | Op::FShr => self.funnel_shift(program, state, inst),
            Op::Arbitrary => self.arbitrary(state, inst),
            Op::ObjectSize => self.object_size(state, inst)?,
            Op::LifetimeStart | Op::LifetimeEnd => self.lifetime(state, inst),
            Op::Assume | Op::Nop | Op::VaEnd | Op::LandingPad => {}
            Op::StackSave => self.stack_save(state, inst),
            Op::StackRestore => self.stack_restore(state, inst),
            Op::VaStart => self.va_start(state, inst)?,
            Op::VaCopy => self.va_copy(state, inst)?,
            Op::Unsupported => {
                let what = program.texts[inst.a as usize].clone();
                return Err(self.unsupported(state, what).into());
            }
        }
        state.pc = state.pc.next();
        Ok(())
    }

    /// The value of an operand.
    #[inline(always)]
    pub(super) fn value(&self, state: &State, operand: Operand) -> Value {
        match operand.kind() {
            OperandKind::Register(register) => state.frame.registers.get(register.index()),
            OperandKind::Constant(constant) => self.code.constants[constant.index()],
        }
    }

    /// Sets a register of the innermost call.
    #[inline(always)]
    pub(super) fn set(&self, state: &mut State, register: RegId, value: Value) {
        state.frame.registers.set(register.index(), value);
    }

    /// Sets a register to a term, or to an integer if the term is a constant.
    pub(super) fn set_term(&self, state: &mut State, register: RegId, term: ExprId) {
        self.set(state, register, Value::from_term(&self.arena, term));
    }

    /// The operand as a term of `width`.
    pub(super) fn term(&mut self, state: &State, operand: Operand, width: Bits) -> ExprId {
        self.value(state, operand).to_term(&mut self.arena, width)
    }

    /// Counts one approximation.
    pub(super) fn approximate(&mut self, name: impl Into<Cow<'static, str>>) {
        *self.scope.counts.approximations.entry(name.into()).or_default() += 1;
    }

    /// Counts that something from the world outside became an input.
    pub(super) fn count_source(&mut self, name: &'static str) {
        *self.scope.counts.sources.entry(name).or_default() += 1;
    }
}
