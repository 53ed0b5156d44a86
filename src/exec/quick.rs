//! Instructions made ready for the loop of concrete code, see [`super::plain`].
//!
//! Each instruction of the program has a quick one at the same position, with everything decided that can be
//! before the program runs: the width fits a machine word, the operands are places of one array. That array is
//! a frame's registers, behind which the constants that the function uses are copied. An instruction that the
//! loop does not know is [`Quick::SLOW`].
//!
//! Pairs that often follow each other are fused: the first of both does the work of the second too, which keeps
//! its own quick instruction for those who come to it from elsewhere.

use super::machine::Callee;
use super::operations::Operation;
use crate::ir::{
    CallSite, CastOp, Const, ConstId, Function, Inst, Op, Operand, OperandKind, Pc, Predicate, Program,
};
use rustc_hash::FxHashMap;

/// What the loop does; the operands are places in a frame.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum QuickOp {
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
    /// Comparisons fused with the branch behind them.
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
    /// Checked sums, differences and products: the flag goes to the register behind the result.
    UAddOverflow,
    SAddOverflow,
    USubOverflow,
    SSubOverflow,
    UMulOverflow,
    SMulOverflow,
    /// Funnel shifts, by the place `aux`.
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
    /// The place `aux` if the condition is zero.
    Select,
    PtrAdd,
    /// Scaled by `aux`.
    PtrIndex,
    Load1,
    Load2,
    Load4,
    Load8,
    Store1,
    Store2,
    Store4,
    Store8,
    /// Address computations fused with the load behind them.
    PtrAddLoad,
    PtrIndexLoad,
    /// Of `a` bytes, aligned to `b`.
    Alloca,
    LifetimeStart,
    LifetimeEnd,
    Jump,
    Branch,
    Switch,
    /// `a` is where the arguments stand in [`QuickProgram::places`], `b` the function.
    Call,
    /// `a` is where the results stand in [`QuickProgram::places`], `aux` how many there are.
    Ret,
}

/// One quick instruction.
#[derive(Copy, Clone, Debug)]
pub(super) struct Quick {
    pub(super) op: QuickOp,
    /// Bits of the operands, 1 to 64.
    pub(super) width: u8,
    /// What [`QuickOp`] says.
    pub(super) aux: u16,
    pub(super) dst: u32,
    pub(super) a: u32,
    pub(super) b: u32,
}

impl Quick {
    const SLOW: Quick = Quick { op: QuickOp::Slow, width: 1, aux: 0, dst: 0, a: 0, b: 0 };
}

/// A way to a block: its moves as pairs of places in [`QuickProgram::moves`].
#[derive(Copy, Clone, Debug)]
pub(super) struct QuickEdge {
    pub(super) target: u32,
    pub(super) moves: (u32, u32),
}

/// A function's frame.
#[derive(Clone, Debug)]
pub(super) struct QuickFrame {
    pub(super) n_registers: u32,
    pub(super) n_params: u32,
    /// About how many bytes of stack a call takes natively: the address to return to, what is saved, and the local
    /// variables of known size.
    pub(super) n_bytes: u64,
    /// What stands behind the registers.
    pub(super) constants: Vec<ConstId>,
}

/// A program made ready.
pub(super) struct QuickProgram {
    pub(super) code: Vec<Quick>,
    pub(super) edges: Vec<QuickEdge>,
    /// Destination and source.
    pub(super) moves: Vec<(u32, u32)>,
    pub(super) places: Vec<u32>,
    pub(super) frames: Vec<QuickFrame>,
}

/// The places of one function's constants.
struct Places {
    n_registers: u32,
    constants: Vec<ConstId>,
    known: FxHashMap<ConstId, u32>,
}

impl Places {
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

impl QuickProgram {
    /// Makes a program ready.
    pub(super) fn new(program: &Program, callees: &[Callee]) -> Self {
        let mut quick = Self {
            code: vec![Quick::SLOW; program.code.len()],
            edges: Vec::with_capacity(program.edges.len()),
            moves: Vec::with_capacity(program.moves.len()),
            places: Vec::new(),
            frames: Vec::with_capacity(program.functions.len()),
        };
        let mut places: Vec<Places> = program
            .functions
            .iter()
            .map(|function| Places {
                n_registers: function.n_registers,
                constants: Vec::new(),
                known: FxHashMap::default(),
            })
            .collect();
        for edge in &program.edges {
            // The moves on an edge are of the function that it leads to, which is the one that it leaves.
            let block = &program.blocks[edge.to.index()];
            let places = &mut places[block.function.index()];
            let start = quick.moves.len() as u32;
            quick
                .moves
                .extend(program.moves_of(edge).iter().map(|step| (step.dst.raw(), places.of(step.src))));
            let moves = (start, quick.moves.len() as u32);
            quick.edges.push(QuickEdge { target: block.first.raw(), moves });
        }
        for block in &program.blocks {
            let places = &mut places[block.function.index()];
            for at in block.first.index()..block.end.index() {
                if let Some(inst) = quick.instruction(program, callees, places, &program.code[at]) {
                    quick.code[at] = inst;
                }
            }
            for at in block.first.index()..block.end.index().saturating_sub(1) {
                if let Some(op) = fused(quick.code[at], quick.code[at + 1]) {
                    quick.code[at].op = op;
                }
            }
        }
        let functions = program.functions.iter().zip(places);
        quick.frames = functions
            .map(|(function, places)| QuickFrame {
                n_registers: function.n_registers,
                n_params: function.params.len() as u32,
                n_bytes: frame_bytes(program, function),
                constants: places.constants,
            })
            .collect();
        quick
    }

    /// Leaves these instructions, each the first of its block, to the general step.
    pub(super) fn pause_at(&mut self, places: impl Iterator<Item = Pc>) {
        places.for_each(|pc| self.code[pc.index()] = Quick::SLOW);
    }

    fn instruction(
        &mut self,
        program: &Program,
        callees: &[Callee],
        places: &mut Places,
        inst: &Inst,
    ) -> Option<Quick> {
        let fits = (1..=64).contains(&inst.width);
        let is_float = matches!(inst.width, 32 | 64);
        let quick =
            |op, aux, a, b| Some(Quick { op, width: inst.width as u8, aux, dst: inst.dst.raw(), a, b });
        let binary = |op, places: &mut Places| {
            if fits { quick(op, 0, places.of(inst.a()), places.of(inst.b())) } else { None }
        };
        if let Some(row) = Operation::of(inst.op) {
            return if is_float || !row.is_float { binary(row.quick, places) } else { None };
        }
        match inst.op {
            Op::Nop | Op::Assume | Op::VaEnd | Op::LandingPad => quick(QuickOp::Nop, 0, 0, 0),
            Op::Move => quick(QuickOp::Move, 0, places.of(inst.a()), 0),
            Op::UMin => binary(QuickOp::UMin, places),
            Op::UMax => binary(QuickOp::UMax, places),
            Op::SMin => binary(QuickOp::SMin, places),
            Op::SMax => binary(QuickOp::SMax, places),
            Op::Abs if fits => quick(QuickOp::Abs, 0, places.of(inst.a()), 0),
            Op::Ctpop | Op::Ctlz | Op::Cttz | Op::Bswap | Op::BitReverse if fits => {
                quick(QuickOp::Bits, inst.op as u16, places.of(inst.a()), 0)
            }
            Op::UAddOverflow => binary(QuickOp::UAddOverflow, places),
            Op::SAddOverflow => binary(QuickOp::SAddOverflow, places),
            Op::USubOverflow => binary(QuickOp::USubOverflow, places),
            Op::SSubOverflow => binary(QuickOp::SSubOverflow, places),
            Op::UMulOverflow => binary(QuickOp::UMulOverflow, places),
            Op::SMulOverflow => binary(QuickOp::SMulOverflow, places),
            Op::FShl | Op::FShr if fits => {
                let operand = |at: u32| Operand::from_raw(program.extra[(inst.b + at) as usize]);
                let (low, by) = (places.of(operand(0)), places.of(operand(1)));
                let op = if inst.op == Op::FShl { QuickOp::FShl } else { QuickOp::FShr };
                quick(op, u16::try_from(by).ok()?, places.of(inst.a()), low)
            }
            Op::FCmp if is_float => {
                quick(QuickOp::FCmp, inst.flags.into(), places.of(inst.a()), places.of(inst.b()))
            }
            Op::FCast => {
                let from = inst.b;
                let (from_float, from_integer) = (matches!(from, 32 | 64), (1..=64).contains(&from));
                let op = match CastOp::ALL[usize::from(inst.flags)] {
                    CastOp::SignedToFloat if is_float && from_integer => QuickOp::SignedToFloat,
                    CastOp::UnsignedToFloat if is_float && from_integer => QuickOp::UnsignedToFloat,
                    CastOp::FloatToSigned if fits && from_float => QuickOp::FloatToSigned,
                    CastOp::FloatToFloat if is_float && from_float => QuickOp::FloatToFloat,
                    _ => return None,
                };
                quick(op, from as u16, places.of(inst.a()), 0)
            }
            Op::ICmp if fits => {
                let (op, swap) = comparison(inst.predicate());
                let (a, b) = (places.of(inst.a()), places.of(inst.b()));
                if swap { quick(op, 0, b, a) } else { quick(op, 0, a, b) }
            }
            Op::Trunc if fits => quick(QuickOp::Trunc, 0, places.of(inst.a()), 0),
            Op::ZExt if fits => quick(QuickOp::ZExt, 0, places.of(inst.a()), 0),
            Op::SExt if fits => quick(QuickOp::SExt, inst.b as u16, places.of(inst.a()), 0),
            Op::Select => {
                let choice = |at: u32| Operand::from_raw(program.extra[(inst.b + at) as usize]);
                let (yes, no) = (places.of(choice(0)), places.of(choice(1)));
                quick(QuickOp::Select, u16::try_from(no).ok()?, places.of(inst.a()), yes)
            }
            Op::PtrAdd => quick(QuickOp::PtrAdd, 0, places.of(inst.a()), places.of(inst.b())),
            Op::PtrIndex => quick(QuickOp::PtrIndex, inst.width, places.of(inst.a()), places.of(inst.b())),
            Op::Load => quick(sized(inst.width, LOADS)?, 0, places.of(inst.a()), 0),
            Op::Store => quick(sized(inst.width, STORES)?, 0, places.of(inst.a()), places.of(inst.b())),
            Op::Alloca => {
                let object = inst.alloca(program);
                let OperandKind::Constant(count) = inst.a().kind() else { return None };
                let Const::Int { value: count, .. } = program.constants[count.index()] else { return None };
                let size = u128::from(object.size).checked_mul(count)?;
                quick(QuickOp::Alloca, 0, u32::try_from(size).ok()?, u32::try_from(object.align).ok()?)
            }
            Op::LifetimeStart => quick(QuickOp::LifetimeStart, 0, places.of(inst.a()), 0),
            Op::LifetimeEnd => quick(QuickOp::LifetimeEnd, 0, places.of(inst.a()), 0),
            Op::Jump => quick(QuickOp::Jump, 0, inst.a, 0),
            Op::Branch => quick(QuickOp::Branch, 0, places.of(inst.a()), inst.b),
            Op::Switch if fits => quick(QuickOp::Switch, 0, places.of(inst.a()), inst.b),
            Op::Call => {
                let site = CallSite::read(program, inst.a);
                let OperandKind::Constant(callee) = site.callee().kind() else { return None };
                let Const::Function(function) = program.constants[callee.index()] else { return None };
                let n_params = program.functions[function.index()].params.len();
                if callees[function.index()] != Callee::Body || site.n_args() != n_params {
                    return None;
                }
                let start = self.places.len() as u32;
                self.places.extend(site.args().map(|(operand, _, _)| places.of(operand)));
                quick(QuickOp::Call, site.n_results() as u16, start, function.raw())
            }
            Op::Ret => {
                let operands = &program.extra[inst.a as usize..][..usize::from(inst.width)];
                let start = self.places.len() as u32;
                self.places.extend(operands.iter().map(|raw| places.of(Operand::from_raw(*raw))));
                quick(QuickOp::Ret, inst.width, start, 0)
            }
            _ => None,
        }
    }
}

const LOADS: [QuickOp; 4] = [QuickOp::Load1, QuickOp::Load2, QuickOp::Load4, QuickOp::Load8];
const STORES: [QuickOp; 4] = [QuickOp::Store1, QuickOp::Store2, QuickOp::Store4, QuickOp::Store8];

/// The operation for an access of this many bits.
fn sized(width: u16, ops: [QuickOp; 4]) -> Option<QuickOp> {
    [8, 16, 32, 64].iter().position(|known| *known == width).map(|at| ops[at])
}

/// The comparison that says the same, and whether the operands are to be swapped.
fn comparison(predicate: Predicate) -> (QuickOp, bool) {
    match predicate {
        Predicate::Eq => (QuickOp::Eq, false),
        Predicate::Ne => (QuickOp::Ne, false),
        Predicate::Ult => (QuickOp::Ult, false),
        Predicate::Ule => (QuickOp::Ule, false),
        Predicate::Ugt => (QuickOp::Ult, true),
        Predicate::Uge => (QuickOp::Ule, true),
        Predicate::Slt => (QuickOp::Slt, false),
        Predicate::Sle => (QuickOp::Sle, false),
        Predicate::Sgt => (QuickOp::Slt, true),
        Predicate::Sge => (QuickOp::Sle, true),
    }
}

/// What does the work of both, where the second takes what the first gives.
fn fused(first: Quick, second: Quick) -> Option<QuickOp> {
    if first.dst != second.a {
        return None;
    }
    match (first.op, second.op) {
        (QuickOp::Eq, QuickOp::Branch) => Some(QuickOp::EqBranch),
        (QuickOp::Ne, QuickOp::Branch) => Some(QuickOp::NeBranch),
        (QuickOp::Ult, QuickOp::Branch) => Some(QuickOp::UltBranch),
        (QuickOp::Ule, QuickOp::Branch) => Some(QuickOp::UleBranch),
        (QuickOp::Slt, QuickOp::Branch) => Some(QuickOp::SltBranch),
        (QuickOp::Sle, QuickOp::Branch) => Some(QuickOp::SleBranch),
        (QuickOp::PtrAdd, op) if LOADS.contains(&op) => Some(QuickOp::PtrAddLoad),
        (QuickOp::PtrIndex, op) if LOADS.contains(&op) => Some(QuickOp::PtrIndexLoad),
        _ => None,
    }
}

/// The address to return to and the caller's frame pointer, and multiples of 16 of it (System V ABI, section 3.2.2).
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
