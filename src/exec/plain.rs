//! The loop for concrete code: instructions whose operands are plain numbers and addresses, and whose memory
//! is plain bytes. It allocates nothing and asks nothing; whatever else comes up is left to the general step.

use super::State;
use super::machine::Machine;
use crate::ir::{Inst, Op, Operand, OperandKind, Pc, Program};
use crate::memory::Value;

impl Machine {
    /// Runs at most `fuel` instructions, up to the first that the general step must do. Gives the fuel left.
    pub(super) fn run_plain(&self, program: &Program, state: &mut State, mut fuel: u64) -> u64 {
        let constants = self.constants.as_slice();
        let code = program.code.as_slice();
        let State { pc, frame, memory, edges, .. } = state;
        let registers = frame.registers.as_mut_slice();
        let value = |registers: &[Value], operand: Operand| match operand.kind() {
            OperandKind::Register(register) => registers[register.index()],
            OperandKind::Constant(constant) => constants[constant.index()],
        };
        let mut at = pc.index();
        while fuel > 0 {
            let inst = &code[at];
            // Each arm stores its own result: a value that two arms have in common goes through memory, in
            // halves, and reading it back as a whole stalls the processor.
            macro_rules! result {
                ($result:expr) => {{
                    let Some(result) = $result else { break };
                    registers[inst.dst.index()] = result;
                }};
            }
            let a = |registers: &[Value]| value(registers, inst.a());
            let b = |registers: &[Value]| value(registers, inst.b());
            macro_rules! arithmetic {
                ($operation:expr) => {
                    result!(arithmetic(inst, a(registers), b(registers), $operation))
                };
            }
            match inst.op {
                Op::Move => result!(Some(a(registers))),
                Op::Add => arithmetic!(|x, y, _| Some(x.wrapping_add(y))),
                Op::Sub => arithmetic!(|x, y, _| Some(x.wrapping_sub(y))),
                Op::Mul => arithmetic!(|x, y, _| Some(x.wrapping_mul(y))),
                Op::And => arithmetic!(|x, y, _| Some(x & y)),
                Op::Or => arithmetic!(|x, y, _| Some(x | y)),
                Op::Xor => arithmetic!(|x, y, _| Some(x ^ y)),
                // A shift by the width or more is counted by the general step.
                Op::Shl => arithmetic!(|x, y, width| (y < width).then(|| x << y)),
                Op::LShr => arithmetic!(|x, y, width| (y < width).then(|| x >> y)),
                Op::AShr => arithmetic!(|x, y, width| (y < width).then(|| (signed(x, width) >> y) as u64)),
                Op::UDiv => arithmetic!(|x, y, _| x.checked_div(y)),
                Op::URem => arithmetic!(|x, y, _| x.checked_rem(y)),
                Op::ICmp => result!(compare(inst, a(registers), b(registers))),
                Op::ZExt => result!(a(registers).as_plain().filter(|_| inst.width <= 64).map(Value::int)),
                Op::SExt => result!(sign_extend(inst, a(registers))),
                Op::Trunc => result!(truncate(inst, a(registers))),
                Op::Select => {
                    let Some(bit) = a(registers).as_plain() else { break };
                    let chosen = inst.b as usize + usize::from(bit & 1 == 0);
                    result!(Some(value(registers, Operand::from_raw(program.extra[chosen]))));
                }
                Op::PtrAdd => {
                    let Some(bytes) = b(registers).as_plain() else { break };
                    result!(a(registers).moved(bytes));
                }
                Op::PtrIndex => {
                    let Some(index) = b(registers).as_plain() else { break };
                    result!(a(registers).moved(index.wrapping_mul(u64::from(inst.width))));
                }
                Op::Load => {
                    let pointer = a(registers);
                    let (Some(object), Some(address)) = (pointer.object(), pointer.as_int()) else { break };
                    let Some(size) = byte_size(inst) else { break };
                    result!(memory.plain_read(object, address, size));
                }
                Op::Store => {
                    let (stored, pointer) = (a(registers), b(registers));
                    let (Some(object), Some(address)) = (pointer.object(), pointer.as_int()) else { break };
                    let Some(size) = byte_size(inst) else { break };
                    if !memory.plain_write(object, address, size, stored) {
                        break;
                    }
                }
                Op::LifetimeStart | Op::LifetimeEnd => {
                    if let Some(object) = a(registers).object() {
                        match inst.op {
                            Op::LifetimeStart => memory.begin_life(object),
                            _ => memory.end_life(object, at as u32),
                        }
                    }
                }
                Op::Jump | Op::Branch => {
                    let edge = if inst.op == Op::Jump {
                        inst.jump_edge()
                    } else {
                        let Some(bit) = a(registers).as_plain() else { break };
                        let (when_true, when_false) = inst.branch_edges();
                        if bit & 1 == 1 { when_true } else { when_false }
                    };
                    let way = &program.edges[edge.index()];
                    for step in program.moves_of(way) {
                        registers[step.dst.index()] = value(registers, step.src);
                    }
                    let count = edges.get_mut(edge.index());
                    let count = count.expect("invariant: there is a count for every edge");
                    *count = count.saturating_add(1);
                    at = program.blocks[way.to.index()].first.index();
                    fuel -= 1;
                    continue;
                }
                _ => break,
            }
            at += 1;
            fuel -= 1;
        }
        *pc = Pc::new(at);
        fuel
    }
}

/// The bytes of an access of 1 to 8 whole bytes.
#[inline(always)]
fn byte_size(inst: &Inst) -> Option<usize> {
    (inst.width.is_multiple_of(8) && inst.width <= 64).then_some(usize::from(inst.width / 8))
}

/// The mask of a width of at most 64 bits.
#[inline(always)]
fn mask(width: u16) -> Option<u64> {
    (1..=64).contains(&width).then(|| u64::MAX >> (64 - width))
}

/// A result of numbers of at most 64 bits, cut to the width. The operation gets that width, and gives `None`
/// where the general step must look.
#[inline(always)]
fn arithmetic(
    inst: &Inst,
    a: Value,
    b: Value,
    operation: impl Fn(u64, u64, u64) -> Option<u64>,
) -> Option<Value> {
    let (x, y, mask) = (a.as_plain()?, b.as_plain()?, mask(inst.width)?);
    Some(Value::int(operation(x, y, u64::from(inst.width))? & mask))
}

/// Reads the low `width` bits as a two's-complement number.
#[inline(always)]
fn signed(x: u64, width: u64) -> i64 {
    let shift = 64 - width;
    ((x << shift) as i64) >> shift
}

#[inline(always)]
fn compare(inst: &Inst, a: Value, b: Value) -> Option<Value> {
    let (x, y) = (a.as_int()?, b.as_int()?);
    (inst.width <= 64).then(|| Value::int(u64::from(inst.predicate().holds(inst.bits(), x, y))))
}

#[inline(always)]
fn sign_extend(inst: &Inst, a: Value) -> Option<Value> {
    let (x, to) = (a.as_plain()?, mask(inst.width)?);
    Some(Value::int(signed(x, u64::from(inst.b)) as u64 & to))
}

#[inline(always)]
fn truncate(inst: &Inst, a: Value) -> Option<Value> {
    Some(Value::int(a.as_plain()? & mask(inst.width)?))
}
