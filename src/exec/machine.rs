//! The step loop and its dispatch.

use super::quick::QuickProgram;
use super::registers::Registers;
use super::shims::{self, Shim};
use super::{Child, DecisionKind, Ending, Host, Obstacles, Sealed, State};
use crate::expr::{Arena, ExprId};
use crate::ir::{FuncId, Inst, Op, Operand, OperandKind, Pc, Program, RegId};
use crate::memory::Value;
use crate::solver::{Answer, Link, Solver, SolverOptions};
use crate::util::Bits;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// Limits of execution.
#[derive(Clone, Debug)]
pub struct ExecOptions {
    /// Bytes of calls and their local variables on the stack before it counts as overflowing: what Linux gives a
    /// program unless somebody says otherwise.
    pub max_stack: u64,
    /// Places in an object that an access at an offset which is a term may concern.
    pub max_offsets: u64,
    /// Bytes up to which sizes that are terms are explored.
    pub max_symbolic_size: u64,
    /// What a call of a function without a body does.
    pub externals: Externals,
    /// Errors that are looked for only when asked: they cost time, or programs live with them.
    pub detect: Detect,
    /// Whether a path on which the result of a call under test is computed from inputs is split by the class of the
    /// result.
    pub split_results: bool,
    /// Files of symbolic contents, by name, with their sizes in bytes.
    pub symbolic_files: BTreeMap<String, u64>,
}

/// What a call of a function without a body does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Externals {
    /// Ends the path as unsupported.
    Stop,
    /// Calls the function of the machine that we run on, with concrete arguments.
    Native,
    /// Returns a fresh symbol.
    Havoc,
}

/// Errors that are looked for only when asked.
#[derive(Copy, Clone, Default, Debug)]
pub struct Detect {
    /// Reads of memory that was never written.
    pub uninitialised: bool,
    /// `memcpy` between places that overlap.
    pub overlap: bool,
    /// Memory that nobody can free any more when the program ends.
    pub leaks: bool,
}

impl Default for ExecOptions {
    fn default() -> Self {
        Self {
            max_stack: 8 << 20,
            max_offsets: 1 << 16,
            max_symbolic_size: 1 << 16,
            externals: Externals::Stop,
            detect: Detect::default(),
            split_results: false,
            symbolic_files: BTreeMap::new(),
        }
    }
}

/// Counts of one machine.
#[derive(Clone, Default, Debug)]
pub struct ExecStats {
    pub instructions: u64,
    pub forks: u64,
    /// Paths that the driver's assumptions exclude.
    pub assumed_away: u64,
    /// Each approximation by its name, with how often it was made.
    pub approximations: BTreeMap<&'static str, u64>,
    /// What differs from run to run and became an input without the program asking for one, by its name, with how
    /// often the program looked.
    pub sources: BTreeMap<&'static str, u64>,
}

/// Why [`Machine::run`] came back.
pub enum Stop {
    /// The fuel is used up; the state can go on.
    Fuel,
    /// The state has gone one way and these the others; all can go on unless they say otherwise.
    Forked(Vec<Child>),
    /// The path ended. Its last instruction may have split others off before.
    Ended(Ending, Vec<Child>),
}

/// Why [`Machine::run_to`] came back.
pub enum Leg {
    /// The state is where it was to go to.
    Joined,
    /// With the instruction that was run last, or is next when the fuel is used up.
    Stopped(Stop, Pc),
}

/// What an instruction gives: an error ends the path.
pub(super) type Step<T = ()> = Result<T, Box<Ending>>;

/// Runs states of one program, for one worker.
pub struct Machine {
    pub program: Arc<Program>,
    pub arena: Arena,
    pub solver: Solver,
    pub stats: ExecStats,
    pub obstacles: Obstacles,
    pub(super) options: ExecOptions,
    pub(super) host: Box<dyn Host>,
    pub(super) constants: Vec<Value>,
    /// What a call of each function does.
    pub(super) callees: Vec<Callee>,
    pub(super) quick: Arc<QuickProgram>,
    /// Registers of calls that have returned, of each function.
    pub(super) spare: Vec<Vec<Registers>>,
    /// The functions whose addresses the program takes, once they are asked for.
    pub(super) candidates: OnceCell<Vec<FuncId>>,
    /// States that the instruction at hand has split off.
    pub(super) children: Vec<Child>,
    /// Whether a question of the instruction at hand has no answer because the run is over. Such an instruction is not
    /// done: what it would have led to would depend on when the run ended.
    pub(super) is_halted: bool,
}

/// What a call of a function does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Callee {
    Body,
    Shim(Shim),
    External,
}

impl Machine {
    /// A machine for `program`; [`Machine::start`] gives the state before its first instruction.
    pub fn new(program: Arc<Program>, solver: SolverOptions, options: ExecOptions) -> Self {
        let callees: Vec<Callee> = program
            .functions
            .iter()
            .map(|function| match (function.entry, shims::named(&function.name)) {
                (Some(_), shim) if shim.is_none_or(|shim| !shim.overrides_bodies()) => Callee::Body,
                (_, Some(shim)) => Callee::Shim(shim),
                (_, None) => Callee::External,
            })
            .collect();
        let arena = if solver.links.has(Link::Rules) { Arena::new() } else { Arena::without_rules() };
        Self {
            arena,
            solver: Solver::new(solver),
            stats: ExecStats::default(),
            obstacles: Obstacles::default(),
            options,
            host: Box::new(Sealed),
            constants: Vec::new(),
            quick: Arc::new(QuickProgram::new(&program, &callees)),
            spare: vec![Vec::new(); program.functions.len()],
            program,
            callees,
            candidates: OnceCell::new(),
            children: Vec::new(),
            is_halted: false,
        }
    }

    /// The machine in another world than a sealed one.
    pub fn with_host(self, host: Box<dyn Host>) -> Self {
        Self { host, ..self }
    }

    /// Flushes the program's output.
    pub fn flush(&mut self) {
        self.host.flush();
    }

    /// Runs `state` for at most `fuel` instructions.
    pub fn run(&mut self, state: &mut State, fuel: u64) -> Stop {
        match self.run_to(state, fuel, None) {
            Leg::Stopped(stop, _) => stop,
            Leg::Joined => unreachable!("invariant: a run that goes to no join comes to none"),
        }
    }

    /// Runs `state` for at most `fuel` instructions, up to a place with so many calls on the stack: one at which the
    /// machine [pauses](Self::pause_at).
    pub fn run_to(&mut self, state: &mut State, fuel: u64, join: Option<(Pc, usize)>) -> Leg {
        let program = Arc::clone(&self.program);
        let quick = Arc::clone(&self.quick);
        let mut left = fuel;
        let leg = loop {
            left = self.run_plain(&program, &quick, state, left);
            if join.is_some_and(|(pc, depth)| state.pc == pc && state.depth() == depth) {
                break Leg::Joined;
            }
            if left == 0 {
                break Leg::Stopped(Stop::Fuel, state.pc);
            }
            left -= 1;
            let at = state.pc;
            let inst = program.inst(at);
            self.is_halted = false;
            let result = self.step(&program, state, inst);
            if result.is_ok() && self.children.is_empty() {
                continue;
            }
            let mut children = std::mem::take(&mut self.children);
            for child in &mut children {
                child.state.instructions += fuel - left;
            }
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
        self.stats.instructions += fuel - left;
        state.instructions += fuel - left;
        leg
    }

    /// From now on, code that is run without terms stops at these instructions.
    pub fn pause_at(&mut self, places: impl Iterator<Item = Pc>) {
        let quick = Arc::get_mut(&mut self.quick);
        quick.expect("invariant: nothing runs between two runs").pause_at(places);
    }

    /// Runs one instruction. The position moves on only when it succeeds.
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
            Op::Alloca => self.alloca(program, state, inst)?,
            Op::Load => self.load(state, inst)?,
            Op::Store => self.store(state, inst)?,
            Op::PtrAdd => self.pointer_add(state, inst),
            Op::PtrIndex => self.pointer_index(state, inst),
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
            Op::ObjectSize => self.object_size(state, inst),
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
            OperandKind::Constant(constant) => self.constants[constant.index()],
        }
    }

    /// Sets a register of the innermost call.
    #[inline(always)]
    pub(super) fn set(&self, state: &mut State, register: RegId, value: Value) {
        state.frame.registers.set(register.index(), value);
    }

    /// Sets a register to a term, or to the integer it is.
    pub(super) fn set_term(&self, state: &mut State, register: RegId, term: ExprId) {
        self.set(state, register, Value::from_term(&self.arena, term));
    }

    /// The operand as a term of `width`.
    pub(super) fn term(&mut self, state: &State, operand: Operand, width: Bits) -> ExprId {
        self.value(state, operand).to_term(&mut self.arena, width)
    }

    /// Counts one approximation.
    pub(super) fn approximate(&mut self, name: &'static str) {
        *self.stats.approximations.entry(name).or_default() += 1;
    }

    /// Counts that something of the world outside became an input.
    pub(super) fn count_source(&mut self, name: &'static str) {
        *self.stats.sources.entry(name).or_default() += 1;
    }

    /// Which of both sides of `condition`, a value of one bit, are possible. Where both are, the state goes
    /// on with the false side and the other is given back; each has its condition and its choice.
    pub(super) fn decide(&mut self, state: &mut State, condition: Value) -> Step<Sides> {
        self.decide_as(DecisionKind::Branch, state, condition)
    }

    /// The same, recorded as a decision of this kind.
    fn decide_as(&mut self, kind: DecisionKind, state: &mut State, condition: Value) -> Step<Sides> {
        let side = |bit: u128| Ok(if bit & 1 == 1 { Sides::True } else { Sides::False });
        let whole = match condition.as_int() {
            Some(bit) => return side(bit.into()),
            None => condition.to_term(&mut self.arena, Bits(1)),
        };
        let yes = self.solver.reduce(&mut self.arena, &state.path, whole);
        if let Some(bit) = self.arena.as_const(yes) {
            return side(bit);
        }
        let no = self.arena.not(yes);
        // One of the two is free: the witness has it.
        let (when_true, when_false) = (self.ask(state, yes), self.ask(state, no));
        self.unless_halted()?;
        match (&when_true, &when_false) {
            (Answer::No, Answer::No) => Err(Ending::Undecided.into()),
            (Answer::No, _) => Ok(Sides::False),
            (_, Answer::No) => Ok(Sides::True),
            _ => {
                self.stats.forks += 1;
                let mut sibling = Box::new(state.fork());
                let otherwise = self.arena.not(whole);
                self.follow(&mut sibling, (whole, kind), when_true, 1);
                self.follow(state, (otherwise, kind), when_false, 0);
                Ok(Sides::Both { when_true: sibling })
            }
        }
    }

    /// Asks whether `condition` is possible for the state.
    pub(super) fn ask(&mut self, state: &State, condition: ExprId) -> Answer {
        let answer = self.solver.ask(&self.arena, &state.path, state.witness.as_deref(), condition);
        self.is_halted |= answer == Answer::Unknown && self.solver.is_over();
        answer
    }

    /// To be called before the state changes by what was asked: an error if answers are missing because the run is over.
    pub(super) fn unless_halted(&self) -> Step {
        if self.is_halted { Err(Ending::Halted.into()) } else { Ok(()) }
    }

    /// Puts `state` on the side of a fork where `condition` holds.
    pub(super) fn follow(
        &mut self,
        state: &mut State,
        (condition, kind): (ExprId, DecisionKind),
        answer: Answer,
        choice: u32,
    ) {
        self.record(state, condition, kind);
        let condition = self.solver.reduce(&mut self.arena, &state.path, condition);
        self.solver.assume(&self.arena, &mut state.path, condition);
        state.trail.push(choice);
        self.adopt(state, answer);
    }

    /// Changes the state's witness to one that satisfies what was asked.
    pub(super) fn adopt(&mut self, state: &mut State, answer: Answer) {
        match answer {
            Answer::Yes(changes) if changes.is_empty() => {}
            Answer::Yes(changes) => {
                // Without a witness of the whole path a model of one part of it is no witness either.
                if let Some(witness) = &mut state.witness {
                    let witness = Rc::make_mut(witness);
                    for (symbol, value) in changes {
                        witness.set(symbol, value);
                    }
                }
            }
            Answer::Unknown | Answer::No => {
                state.witness = None;
                state.unconfirmed = true;
            }
        }
    }

    /// Ends the side of the state on which `condition`, an error, holds; goes on with the other.
    /// `error` makes the end of the first.
    pub(super) fn check(
        &mut self,
        state: &mut State,
        condition: Value,
        error: impl FnOnce(&Self, &State) -> Ending,
    ) -> Step {
        match self.decide_as(DecisionKind::Check, state, condition)? {
            Sides::False => Ok(()),
            Sides::True => Err(error(self, state).into()),
            Sides::Both { when_true } => {
                let ending = error(self, &when_true);
                self.children.push(Child { state: *when_true, ending: Some(ending) });
                Ok(())
            }
        }
    }
}

/// The possible sides of a condition.
pub(super) enum Sides {
    True,
    False,
    /// The state itself has the false side.
    Both {
        when_true: Box<State>,
    },
}
