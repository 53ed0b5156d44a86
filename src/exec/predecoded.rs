//! Instructions prepared for the loop of concrete code, see [`super::concrete_loop`].
//!
//! Each instruction of the program has a predecoded one at the same position, with everything decided that
//! can be before the program runs: the width fits a machine word, the operands are slots of one array. That
//! array is a frame's registers, behind which the constants that the function uses are copied. An instruction
//! that the loop does not know is [`PredecodedInst::SLOW`].
//!
//! Frequent pairs of instructions are fused: the first one does the work of the second one, too. The second
//! one keeps its own predecoded instruction, for executions that come to it from elsewhere.

use super::operations::Operation;
use super::shims::Shim;
use crate::ir::{
    CallSite, CastOp, Const, ConstId, Function, Inst, Op, Operand, OperandKind, Pc, Predicate, Program,
};
use rustc_hash::FxHashMap;

/// An operation of the loop. Its operands are slots in a frame.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum PredecodedOp {
    /// For the general step.
    Slow,
    Nop,
    Move,
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    UDiv,
    URem,
    SDiv,
    SRem,
    Eq,
    Ne,
    Ult,
    Ule,
    Slt,
    Sle,
    /// Comparisons fused with the branch after them.
    EqBranch,
    NeBranch,
    UltBranch,
    UleBranch,
    SltBranch,
    SleBranch,
    UMin,
    UMax,
    SMin,
    SMax,
    Abs,
    /// Bit counts and reversals; `aux` is the number of the [`Op`].
    Bits,
    /// Checked sums, differences and products: the flag goes to the register after the result.
    UAddOverflow,
    SAddOverflow,
    USubOverflow,
    SSubOverflow,
    UMulOverflow,
    SMulOverflow,
    /// Funnel shifts, by the slot `aux`.
    FShl,
    FShr,
    /// Floats of 32 or 64 bits.
    FAdd,
    FSub,
    FMul,
    FDiv,
    /// By the predicate `aux`.
    FCmp,
    SignedToFloat,
    UnsignedToFloat,
    FloatToSigned,
    FloatToFloat,
    Trunc,
    ZExt,
    /// From the width `aux`.
    SExt,
    /// The slot `aux` if the condition is zero.
    Select,
    PtrAdd,
    /// Scaled by `aux`.
    PtrIndex,
    /// Goes on if `a` is less than the sum of `b` and `aux`.
    IndexCheck,
    Load1,
    Load2,
    Load4,
    Load8,
    Store1,
    Store2,
    Store4,
    Store8,
    /// Address computations fused with the load after them.
    PtrAddLoad,
    PtrIndexLoad,
    /// Of `a` bytes, aligned to `b`.
    Alloca,
    LifetimeStart,
    LifetimeEnd,
    Jump,
    Branch,
    Switch,
    /// `a` is where the arguments stand in [`PredecodedProgram::slots`], `b` the function.
    Call,
    /// `a` is where the results stand in [`PredecodedProgram::slots`], `aux` how many there are.
    Ret,
}

/// What a call of a function does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Callee {
    Body,
    Shim(Shim),
    External,
}

/// One predecoded instruction.
#[derive(Copy, Clone, Debug)]
pub(super) struct PredecodedInst {
    pub(super) op: PredecodedOp,
    /// Bits of the operands, 1 to 64.
    pub(super) width: u8,
    /// Its meaning depends on the [`PredecodedOp`].
    pub(super) aux: u16,
    pub(super) dst: u32,
    pub(super) a: u32,
    pub(super) b: u32,
}

impl PredecodedInst {
    const SLOW: PredecodedInst =
        PredecodedInst { op: PredecodedOp::Slow, width: 1, aux: 0, dst: 0, a: 0, b: 0 };
}

/// A way to a block: its moves as pairs of slots in [`PredecodedProgram::moves`].
#[derive(Copy, Clone, Debug)]
pub(super) struct PredecodedEdge {
    pub(super) target: u32,
    pub(super) moves: (u32, u32),
}

/// A function's frame.
#[derive(Clone, Debug)]
pub(super) struct PredecodedFrame {
    pub(super) n_registers: u32,
    pub(super) n_params: u32,
    /// About how many bytes of stack a call takes natively: the address to return to, what is saved, and the
    /// local variables of known size.
    pub(super) n_bytes: u64,
    /// The constants that are copied behind the registers.
    pub(super) constants: Vec<ConstId>,
}

/// A prepared program.
pub(super) struct PredecodedProgram {
    pub(super) code: Vec<PredecodedInst>,
    pub(super) edges: Vec<PredecodedEdge>,
    /// Destination and source.
    pub(super) moves: Vec<(u32, u32)>,
    pub(super) slots: Vec<u32>,
    pub(super) frames: Vec<PredecodedFrame>,
}

/// The slots of one function's constants.
struct OperandSlots {
    n_registers: u32,
    constants: Vec<ConstId>,
    known: FxHashMap<ConstId, u32>,
}

impl OperandSlots {
    fn of(&mut self, operand: Operand) -> u32 {
        match operand.kind() {
            OperandKind::Register(register) => register.raw(),
            OperandKind::Constant(constant) => *self.known.entry(constant).or_insert_with(|| {
                self.constants.push(constant);
                self.n_registers + self.constants.len() as u32 - 1
            }),
        }
    }
}

impl PredecodedProgram {
    /// Prepares a program.
    pub(super) fn new(program: &Program, callees: &[Callee]) -> Self {
        let mut predecoded = Self {
            code: vec![PredecodedInst::SLOW; program.code.len()],
            edges: Vec::with_capacity(program.edges.len()),
            moves: Vec::with_capacity(program.moves.len()),
            slots: Vec::new(),
            frames: Vec::with_capacity(program.functions.len()),
        };
        let mut slots: Vec<OperandSlots> = program
            .functions
            .iter()
            .map(|function| OperandSlots {
                n_registers: function.n_registers,
                constants: Vec::new(),
                known: FxHashMap::default(),
            })
            .collect();
        for edge in &program.edges {
            // The moves on an edge are of the function that it leads to, which is the one that it leaves.
            let block = &program.blocks[edge.to.index()];
            let slots = &mut slots[block.function.index()];
            let start = predecoded.moves.len() as u32;
            predecoded
                .moves
                .extend(program.moves_of(edge).iter().map(|step| (step.dst.raw(), slots.of(step.src))));
            let moves = (start, predecoded.moves.len() as u32);
            predecoded.edges.push(PredecodedEdge { target: block.first.raw(), moves });
        }
        for block in &program.blocks {
            let slots = &mut slots[block.function.index()];
            for at in block.first.index()..block.end.index() {
                if let Some(inst) = predecoded.instruction(program, callees, slots, &program.code[at]) {
                    predecoded.code[at] = inst;
                }
            }
            for at in block.first.index()..block.end.index().saturating_sub(1) {
                if let Some(op) = fused(predecoded.code[at], predecoded.code[at + 1]) {
                    predecoded.code[at].op = op;
                }
            }
        }
        let functions = program.functions.iter().zip(slots);
        predecoded.frames = functions
            .map(|(function, slots)| PredecodedFrame {
                n_registers: function.n_registers,
                n_params: function.params.len() as u32,
                n_bytes: frame_bytes(program, function),
                constants: slots.constants,
            })
            .collect();
        predecoded
    }

    /// Leaves these instructions, each the first of its block, to the general step.
    pub(super) fn pause_at(&mut self, locations: impl Iterator<Item = Pc>) {
        locations.for_each(|pc| self.code[pc.index()] = PredecodedInst::SLOW);
    }

    fn instruction(
        &mut self,
        program: &Program,
        callees: &[Callee],
        slots: &mut OperandSlots,
        inst: &Inst,
    ) -> Option<PredecodedInst> {
        let fits = (1..=64).contains(&inst.width);
        let is_float = matches!(inst.width, 32 | 64);
        let predecoded = |op, aux, a, b| {
            Some(PredecodedInst { op, width: inst.width as u8, aux, dst: inst.dst.raw(), a, b })
        };
        let binary = |op, slots: &mut OperandSlots| {
            if fits { predecoded(op, 0, slots.of(inst.a()), slots.of(inst.b())) } else { None }
        };
        if let Some(row) = Operation::of(inst.op) {
            return if is_float || !row.is_float { binary(row.predecoded, slots) } else { None };
        }
        match inst.op {
            Op::Nop | Op::Assume | Op::VaEnd | Op::LandingPad => predecoded(PredecodedOp::Nop, 0, 0, 0),
            Op::Move => predecoded(PredecodedOp::Move, 0, slots.of(inst.a()), 0),
            Op::UMin => binary(PredecodedOp::UMin, slots),
            Op::UMax => binary(PredecodedOp::UMax, slots),
            Op::SMin => binary(PredecodedOp::SMin, slots),
            Op::SMax => binary(PredecodedOp::SMax, slots),
            Op::Abs if fits => predecoded(PredecodedOp::Abs, 0, slots.of(inst.a()), 0),
            Op::Ctpop | Op::Ctlz | Op::Cttz | Op::Bswap | Op::BitReverse if fits => {
                predecoded(PredecodedOp::Bits, inst.op as u16, slots.of(inst.a()), 0)
            }
            Op::UAddOverflow => binary(PredecodedOp::UAddOverflow, slots),
            Op::SAddOverflow => binary(PredecodedOp::SAddOverflow, slots),
            Op::USubOverflow => binary(PredecodedOp::USubOverflow, slots),
            Op::SSubOverflow => binary(PredecodedOp::SSubOverflow, slots),
            Op::UMulOverflow => binary(PredecodedOp::UMulOverflow, slots),
            Op::SMulOverflow => binary(PredecodedOp::SMulOverflow, slots),
            Op::FShl | Op::FShr if fits => {
                let operand = |at: u32| Operand::from_raw(program.extra[(inst.b + at) as usize]);
                let (low, by) = (slots.of(operand(0)), slots.of(operand(1)));
                let op = if inst.op == Op::FShl { PredecodedOp::FShl } else { PredecodedOp::FShr };
                predecoded(op, u16::try_from(by).ok()?, slots.of(inst.a()), low)
            }
            Op::FCmp if is_float => {
                predecoded(PredecodedOp::FCmp, inst.flags.into(), slots.of(inst.a()), slots.of(inst.b()))
            }
            Op::FCast => {
                let from = inst.b;
                let (from_float, from_integer) = (matches!(from, 32 | 64), (1..=64).contains(&from));
                let op = match CastOp::ALL[usize::from(inst.flags)] {
                    CastOp::SignedToFloat if is_float && from_integer => PredecodedOp::SignedToFloat,
                    CastOp::UnsignedToFloat if is_float && from_integer => PredecodedOp::UnsignedToFloat,
                    CastOp::FloatToSigned if fits && from_float => PredecodedOp::FloatToSigned,
                    CastOp::FloatToFloat if is_float && from_float => PredecodedOp::FloatToFloat,
                    _ => return None,
                };
                predecoded(op, from as u16, slots.of(inst.a()), 0)
            }
            Op::ICmp if fits => {
                let (op, swap) = comparison(inst.predicate());
                let (a, b) = (slots.of(inst.a()), slots.of(inst.b()));
                if swap { predecoded(op, 0, b, a) } else { predecoded(op, 0, a, b) }
            }
            Op::Trunc if fits => predecoded(PredecodedOp::Trunc, 0, slots.of(inst.a()), 0),
            Op::ZExt if fits => predecoded(PredecodedOp::ZExt, 0, slots.of(inst.a()), 0),
            Op::SExt if fits => predecoded(PredecodedOp::SExt, inst.b as u16, slots.of(inst.a()), 0),
            Op::Select => {
                let choice = |at: u32| Operand::from_raw(program.extra[(inst.b + at) as usize]);
                let (yes, no) = (slots.of(choice(0)), slots.of(choice(1)));
                predecoded(PredecodedOp::Select, u16::try_from(no).ok()?, slots.of(inst.a()), yes)
            }
            Op::PtrAdd => predecoded(PredecodedOp::PtrAdd, 0, slots.of(inst.a()), slots.of(inst.b())),
            Op::PtrIndex => {
                predecoded(PredecodedOp::PtrIndex, inst.width, slots.of(inst.a()), slots.of(inst.b()))
            }
            Op::IndexCheck => {
                let more = u16::from(inst.flags & Inst::TAKES_ADDRESS != 0);
                predecoded(PredecodedOp::IndexCheck, more, slots.of(inst.a()), slots.of(inst.b()))
            }
            Op::Load => predecoded(sized(inst.width, LOADS)?, 0, slots.of(inst.a()), 0),
            Op::Store => predecoded(sized(inst.width, STORES)?, 0, slots.of(inst.a()), slots.of(inst.b())),
            Op::Alloca => {
                let object = inst.alloca(program);
                let OperandKind::Constant(count) = inst.a().kind() else { return None };
                let Const::Int { value: count, .. } = program.constants[count.index()] else { return None };
                let size = u128::from(object.size).checked_mul(count)?;
                predecoded(
                    PredecodedOp::Alloca,
                    0,
                    u32::try_from(size).ok()?,
                    u32::try_from(object.align).ok()?,
                )
            }
            Op::LifetimeStart => predecoded(PredecodedOp::LifetimeStart, 0, slots.of(inst.a()), 0),
            Op::LifetimeEnd => predecoded(PredecodedOp::LifetimeEnd, 0, slots.of(inst.a()), 0),
            Op::Jump => predecoded(PredecodedOp::Jump, 0, inst.a, 0),
            Op::Branch => predecoded(PredecodedOp::Branch, 0, slots.of(inst.a()), inst.b),
            Op::Switch if fits => predecoded(PredecodedOp::Switch, 0, slots.of(inst.a()), inst.b),
            Op::Call => {
                let site = CallSite::read(program, inst.a);
                let OperandKind::Constant(callee) = site.callee().kind() else { return None };
                let Const::Function(function) = program.constants[callee.index()] else { return None };
                let n_params = program.functions[function.index()].params.len();
                if callees[function.index()] != Callee::Body || site.n_args() != n_params {
                    return None;
                }
                let start = self.slots.len() as u32;
                self.slots.extend(site.args().map(|argument| slots.of(argument.operand)));
                predecoded(PredecodedOp::Call, site.n_results() as u16, start, function.raw())
            }
            Op::Ret => {
                let operands = &program.extra[inst.a as usize..][..usize::from(inst.width)];
                let start = self.slots.len() as u32;
                self.slots.extend(operands.iter().map(|raw| slots.of(Operand::from_raw(*raw))));
                predecoded(PredecodedOp::Ret, inst.width, start, 0)
            }
            _ => None,
        }
    }
}

const LOADS: [PredecodedOp; 4] =
    [PredecodedOp::Load1, PredecodedOp::Load2, PredecodedOp::Load4, PredecodedOp::Load8];
const STORES: [PredecodedOp; 4] =
    [PredecodedOp::Store1, PredecodedOp::Store2, PredecodedOp::Store4, PredecodedOp::Store8];

/// The operation for an access of this many bits.
fn sized(width: u16, ops: [PredecodedOp; 4]) -> Option<PredecodedOp> {
    [8, 16, 32, 64].iter().position(|known| *known == width).map(|at| ops[at])
}

/// The equivalent comparison, and whether the operands are to be swapped.
fn comparison(predicate: Predicate) -> (PredecodedOp, bool) {
    match predicate {
        Predicate::Eq => (PredecodedOp::Eq, false),
        Predicate::Ne => (PredecodedOp::Ne, false),
        Predicate::Ult => (PredecodedOp::Ult, false),
        Predicate::Ule => (PredecodedOp::Ule, false),
        Predicate::Ugt => (PredecodedOp::Ult, true),
        Predicate::Uge => (PredecodedOp::Ule, true),
        Predicate::Slt => (PredecodedOp::Slt, false),
        Predicate::Sle => (PredecodedOp::Sle, false),
        Predicate::Sgt => (PredecodedOp::Slt, true),
        Predicate::Sge => (PredecodedOp::Sle, true),
    }
}

/// The operation that does the work of both, if the second one uses the result of the first one.
fn fused(first: PredecodedInst, second: PredecodedInst) -> Option<PredecodedOp> {
    if first.dst != second.a {
        return None;
    }
    match (first.op, second.op) {
        (PredecodedOp::Eq, PredecodedOp::Branch) => Some(PredecodedOp::EqBranch),
        (PredecodedOp::Ne, PredecodedOp::Branch) => Some(PredecodedOp::NeBranch),
        (PredecodedOp::Ult, PredecodedOp::Branch) => Some(PredecodedOp::UltBranch),
        (PredecodedOp::Ule, PredecodedOp::Branch) => Some(PredecodedOp::UleBranch),
        (PredecodedOp::Slt, PredecodedOp::Branch) => Some(PredecodedOp::SltBranch),
        (PredecodedOp::Sle, PredecodedOp::Branch) => Some(PredecodedOp::SleBranch),
        (PredecodedOp::PtrAdd, op) if LOADS.contains(&op) => Some(PredecodedOp::PtrAddLoad),
        (PredecodedOp::PtrIndex, op) if LOADS.contains(&op) => Some(PredecodedOp::PtrIndexLoad),
        _ => None,
    }
}

/// The return address and the caller's frame pointer. Frames are multiples of it (System V ABI, 3.2.2).
const LINK: u64 = 16;

/// The bytes of a call's frame, as far as the code says.
fn frame_bytes(program: &Program, function: &Function) -> u64 {
    let blocks = &program.blocks[function.blocks.start as usize..function.blocks.end as usize];
    let code = blocks.iter().flat_map(|block| &program.code[block.first.index()..block.end.index()]);
    let locals = code.filter(|inst| inst.op == Op::Alloca).filter_map(|inst| {
        let OperandKind::Constant(count) = inst.a().kind() else { return None };
        let Const::Int { value, .. } = program.constants[count.index()] else { return None };
        inst.alloca(program).size.checked_mul(value as u64)
    });
    let locals = locals.fold(0, u64::saturating_add);
    LINK.saturating_add(locals.saturating_add(LINK - 1) / LINK * LINK)
}
