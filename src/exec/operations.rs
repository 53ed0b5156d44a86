//! A table of the operations on two numbers that correspond to one operation on terms. The general step and
//! the predecoded code read it. The test below compares the loop of concrete code with it.

use super::predecoded::PredecodedOp;
use crate::expr::Kind;
use crate::ir::Op;

/// An operation on two numbers.
#[derive(Copy, Clone)]
pub(super) struct Operation {
    pub(super) op: Op,
    /// The operation of terms. [`crate::expr::fold`] and [`crate::expr::float_fold`] define it for numbers.
    pub(super) term: Kind,
    pub(super) predecoded: PredecodedOp,
    /// Whether the numbers are floats.
    pub(super) is_float: bool,
}

const fn integer(op: Op, term: Kind, predecoded: PredecodedOp) -> Operation {
    Operation { op, term, predecoded, is_float: false }
}

const fn float(op: Op, term: Kind, predecoded: PredecodedOp) -> Operation {
    Operation { op, term, predecoded, is_float: true }
}

const OPERATIONS: &[Operation] = &[
    integer(Op::Add, Kind::Add, PredecodedOp::Add),
    integer(Op::Sub, Kind::Sub, PredecodedOp::Sub),
    integer(Op::Mul, Kind::Mul, PredecodedOp::Mul),
    integer(Op::And, Kind::And, PredecodedOp::And),
    integer(Op::Or, Kind::Or, PredecodedOp::Or),
    integer(Op::Xor, Kind::Xor, PredecodedOp::Xor),
    integer(Op::Shl, Kind::Shl, PredecodedOp::Shl),
    integer(Op::LShr, Kind::LShr, PredecodedOp::LShr),
    integer(Op::AShr, Kind::AShr, PredecodedOp::AShr),
    integer(Op::UDiv, Kind::UDiv, PredecodedOp::UDiv),
    integer(Op::URem, Kind::URem, PredecodedOp::URem),
    integer(Op::SDiv, Kind::SDiv, PredecodedOp::SDiv),
    integer(Op::SRem, Kind::SRem, PredecodedOp::SRem),
    float(Op::FAdd, Kind::FAdd, PredecodedOp::FAdd),
    float(Op::FSub, Kind::FSub, PredecodedOp::FSub),
    float(Op::FMul, Kind::FMul, PredecodedOp::FMul),
    float(Op::FDiv, Kind::FDiv, PredecodedOp::FDiv),
];

/// The rows of the table, indexed by operation.
const BY_OP: [Option<Operation>; Op::ALL.len()] = {
    let mut rows = [None; Op::ALL.len()];
    let mut at = 0;
    while at < OPERATIONS.len() {
        rows[OPERATIONS[at].op as usize] = Some(OPERATIONS[at]);
        at += 1;
    }
    rows
};

impl Operation {
    /// The row of an operation, if it has one.
    #[inline]
    pub(super) fn of(op: Op) -> Option<&'static Operation> {
        BY_OP[op as usize].as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::{Ending, ExecOptions, ExecStats, Machine, Start, Stop};
    use crate::expr::{float_fold, fold};
    use crate::ir::{
        Block, BlockId, Const, ConstId, Edge, EdgeId, FuncId, Function, Inst, Loc, Operand, Pc, Program,
        RegId, verify,
    };
    use crate::solver::SolverOptions;
    use crate::util::Bits;
    use std::sync::Arc;

    /// `int main(void) { return x op y; }`
    fn program(op: Op, width: u32, numbers: [u64; 2]) -> Program {
        let constant = |value: u64| Const::Int { width: Bits(width), value: value.into() };
        let operand = |at: u32| Operand::constant(ConstId::from_raw(at)).raw();
        let inst = |op, width, dst, a, b| Inst { op, flags: 0, width, dst, a, b };
        let none = Operand::UNUSED.raw();
        Program {
            code: vec![
                inst(op, width as u16, RegId::from_raw(0), operand(0), operand(1)),
                inst(Op::Ret, 1, Inst::NO_RESULT, 0, none),
            ],
            locs: vec![Loc::default(); 2],
            extra: vec![Operand::register(RegId::from_raw(0)).raw()],
            constants: numbers.map(constant).to_vec(),
            functions: vec![Function {
                name: "main".to_owned(),
                entry: Some(EdgeId::from_raw(0)),
                blocks: 0..1,
                params: Vec::new(),
                is_vararg: false,
                is_weak: false,
                n_results: 1,
                is_unoptimised: false,
                type_hash: None,
                n_registers: 1,
                signature: None,
            }],
            blocks: vec![Block {
                function: FuncId::from_raw(0),
                first: Pc::from_raw(0),
                end: Pc::from_raw(2),
            }],
            edges: vec![Edge { from: None, to: BlockId::from_raw(0), moves: 0..0 }],
            ..Program::default()
        }
    }

    /// The result of the program, with the loop of concrete code or without it.
    fn result(program: &Arc<Program>, is_predecoded: bool) -> Option<u64> {
        let mut machine = Machine::new(Arc::clone(program), SolverOptions::default(), ExecOptions::default());
        if !is_predecoded {
            machine.pause_at((0..program.code.len()).map(Pc::new));
        }
        let mut states = machine.start(FuncId::from_raw(0), &Start::default());
        match machine.run(&mut states[0], 100, &mut ExecStats::default()) {
            Stop::Ended(Ending::Returned(value), _) => value.as_int(),
            _ => None,
        }
    }

    #[test]
    fn the_loop_and_the_general_step_do_what_terms_do() {
        for row in OPERATIONS {
            let widths: &[u32] = if row.is_float { &[32, 64] } else { &[1, 7, 8, 32, 33, 64] };
            for width in widths.iter().map(|width| Bits(*width)) {
                let mask = width.mask() as u64;
                let integers = [1, 2, 3, 5, 100, mask / 2, mask / 2 + 1, mask - 1, mask];
                let floats: [u64; 4] = match width.0 {
                    32 => [1.5f32, -0.0, 3e38, -7.25].map(|x| x.to_bits().into()),
                    _ => [1.5f64, -0.0, 1e308, -7.25].map(f64::to_bits),
                };
                let numbers: &[u64] = if row.is_float { &floats } else { &integers };
                for (x, y) in numbers.iter().flat_map(|x| numbers.iter().map(move |y| (x & mask, y & mask))) {
                    let is_shift = matches!(row.op, Op::Shl | Op::LShr | Op::AShr);
                    let is_division = matches!(row.op, Op::UDiv | Op::URem | Op::SDiv | Op::SRem);
                    // Operations that are errors or have no result have other tests.
                    let overflows = x == mask / 2 + 1 && y == mask;
                    if is_shift && y >= width.0.into() || is_division && (y == 0 || overflows) {
                        continue;
                    }
                    let expected = match row.is_float {
                        true => float_fold(row.term, width, width, [x.into(), y.into(), 0]),
                        false => fold(row.term, width, x.into(), y.into()),
                    };
                    let program = program(row.op, width.0, [x, y]);
                    verify(&program).expect("a sound program");
                    let program = Arc::new(program);
                    let found = [true, false].map(|is_predecoded| result(&program, is_predecoded));
                    assert_eq!(found, [Some(expected as u64); 2], "{:?} {width:?} {x:#x} {y:#x}", row.op);
                }
            }
        }
    }
}
