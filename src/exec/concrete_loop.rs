//! The fast loop for concrete code: instructions whose operands are plain numbers and addresses, and whose
//! memory is concrete bytes. It never asks a solver, and leaves everything else to the general step.

use super::State;
use super::code::Code;
use super::intrinsics::count_bits;
use super::machine::Machine;
use super::predecoded::{PredecodedInst, PredecodedOp, PredecodedProgram};
use super::state::{Caller, Frame};
use crate::ir::{EdgeId, FuncId, Pc, Program, RegId};
use crate::memory::{Object, Origin, OriginKind, Region, Value};
use crate::util::{Bits, Bytes};

/// Why the loop over one frame's instructions was left.
enum Left {
    /// The general step is needed, or the fuel is used up.
    Loop,
    Call(PredecodedInst),
    Return(PredecodedInst),
}

impl Machine {
    /// Runs up to `fuel` instructions, until one needs the general step. Returns the fuel that is left.
    pub(super) fn run_concrete(
        &mut self,
        program: &Program,
        code: &Code,
        state: &mut State,
        mut fuel: u64,
    ) -> u64 {
        let predecoded = &code.predecoded;
        loop {
            let max_stack = self.options.max_stack;
            match run_frame(program, predecoded, code.constants.as_slice(), state, max_stack, &mut fuel) {
                Left::Loop => return fuel,
                Left::Call(call) => {
                    let callee = &predecoded.frames[FuncId::from_raw(call.b).index()];
                    let is_recorded = state.pending_test.is_some()
                        || state.callers.is_empty() && state.driver_calls.is_open();
                    if is_recorded || state.frame.stack_used + callee.n_bytes > max_stack {
                        return fuel;
                    }
                    self.concrete_call(code, state, call);
                }
                Left::Return(ret) => {
                    if state.callers.is_empty()
                        || state.frame.records.is_some()
                        || state.frame.mocks.is_some()
                    {
                        return fuel;
                    }
                    self.concrete_return(code, state, ret);
                }
            }
            fuel -= 1;
        }
    }

    fn concrete_call(&mut self, code: &Code, state: &mut State, call: PredecodedInst) {
        let predecoded = &code.predecoded;
        let function = FuncId::from_raw(call.b);
        let mut registers = self.registers.fresh(code, function);
        let n_params = predecoded.frames[function.index()].n_params as usize;
        let arguments = &predecoded.slots[call.a as usize..][..n_params];
        for (register, slot) in arguments.iter().enumerate() {
            registers.set(register, state.frame.registers.get(*slot as usize));
        }
        let frame = Frame {
            function,
            registers,
            return_to: state.pc.next(),
            results: RegId::from_raw(call.dst),
            n_results: u32::from(call.aux),
            stack_mark: state.memory.stack_mark(),
            stack_used: state.frame.stack_used + predecoded.frames[function.index()].n_bytes,
            varargs: None,
            records: None,
            mocks: None,
        };
        state.callers.push(Caller::Own(std::mem::replace(&mut state.frame, frame)));
        let entry = self.program.functions[function.index()].entry;
        let entry = entry.expect("invariant: a callee with a body has an entry");
        self.count_edge(state, entry);
        state.pc = Pc::from_raw(predecoded.edges[entry.index()].target);
    }

    fn concrete_return(&mut self, code: &Code, state: &mut State, ret: PredecodedInst) {
        let caller = state.callers.pop().expect("invariant: asked before").into_frame();
        let frame = std::mem::replace(&mut state.frame, caller);
        let results = &code.predecoded.slots[ret.a as usize..][..usize::from(ret.aux)];
        for (at, slot) in results.iter().enumerate().take(frame.n_results as usize) {
            state.frame.registers.set(frame.results.index() + at, frame.registers.get(*slot as usize));
        }
        state.memory.release_stack(frame.stack_mark);
        state.pc = frame.return_to;
        self.registers.reuse(code, frame.function, frame.registers);
    }
}

/// Runs instructions of the innermost frame.
fn run_frame(
    program: &Program,
    predecoded: &PredecodedProgram,
    constants: &[Value],
    state: &mut State,
    max_stack: u64,
    fuel: &mut u64,
) -> Left {
    let State { pc, frame, memory, edges, .. } = state;
    let (tags, bits) = frame.registers.words();
    // With equal lengths, one check of an index is enough for both.
    let bits = &mut bits[..tags.len()];
    let code = predecoded.code.as_slice();
    let mut at = pc.index();
    let mut left = *fuel;
    let result = loop {
        if left == 0 {
            break Left::Loop;
        }
        let inst = code[at];
        macro_rules! a {
            () => {
                Value::from_words(tags[inst.a as usize], bits[inst.a as usize])
            };
        }
        macro_rules! b {
            () => {
                Value::from_words(tags[inst.b as usize], bits[inst.b as usize])
            };
        }
        macro_rules! put {
            ($at:expr, $value:expr) => {
                (tags[$at as usize], bits[$at as usize]) = Value::into_words($value)
            };
        }
        macro_rules! set {
            ($value:expr) => {
                put!(inst.dst, $value)
            };
        }
        macro_rules! arithmetic {
            ($x:ident, $y:ident, $result:expr) => {{
                let Some(($x, $y)) = Value::both_plain(a!(), b!()) else { break Left::Loop };
                set!(Value::int($result & mask(inst.width)));
            }};
        }
        macro_rules! guarded {
            ($x:ident, $y:ident, $guard:expr, $result:expr) => {{
                let Some(($x, $y)) = Value::both_plain(a!(), b!()) else { break Left::Loop };
                if !$guard {
                    break Left::Loop;
                }
                set!(Value::int($result & mask(inst.width)));
            }};
        }
        macro_rules! checked {
            ($x:ident, $y:ident, $fit:ident, $exact:expr) => {{
                let Some(($x, $y)) = Value::both_plain(a!(), b!()) else { break Left::Loop };
                let (result, overflows) = $fit($exact, inst.width);
                set!(Value::int(result));
                put!(inst.dst + 1, Value::int(u64::from(overflows)));
            }};
        }
        macro_rules! float {
            (|$x:ident, $y:ident| $result:expr) => {{
                let Some((x, y)) = Value::both_plain(a!(), b!()) else { break Left::Loop };
                let result = if inst.width == 32 {
                    let ($x, $y) = (f32::from_bits(x as u32), f32::from_bits(y as u32));
                    let result: f32 = $result;
                    (!result.is_nan()).then_some(u64::from(result.to_bits()))
                } else {
                    let ($x, $y) = (f64::from_bits(x), f64::from_bits(y));
                    let result: f64 = $result;
                    (!result.is_nan()).then_some(result.to_bits())
                };
                // The general step decides which NaN it is.
                let Some(result) = result else { break Left::Loop };
                set!(Value::int(result));
            }};
        }
        macro_rules! compare {
            ($x:ident, $y:ident, $result:expr) => {{
                let Some(($x, $y)) = Value::both_int(a!(), b!()) else { break Left::Loop };
                set!(Value::int(u64::from($result)));
            }};
        }
        macro_rules! take {
            ($edge:expr) => {{
                let edge: u32 = $edge;
                let way = predecoded.edges[edge as usize];
                for (dst, src) in &predecoded.moves[way.moves.0 as usize..way.moves.1 as usize] {
                    (tags[*dst as usize], bits[*dst as usize]) = (tags[*src as usize], bits[*src as usize]);
                }
                edges.add(edge as usize);
                at = way.target as usize;
                left -= 1;
                continue;
            }};
        }
        macro_rules! compare_and_branch {
            ($x:ident, $y:ident, $result:expr) => {{
                if left < 2 {
                    break Left::Loop;
                }
                let Some(($x, $y)) = Value::both_int(a!(), b!()) else { break Left::Loop };
                let holds: bool = $result;
                set!(Value::int(u64::from(holds)));
                left -= 1;
                take!(code[at + 1].b + u32::from(!holds));
            }};
        }
        macro_rules! load {
            ($pointer:expr, $dst:expr, $size:literal) => {{
                let pointer: Value = $pointer;
                let (Some(object), Some(address)) = (pointer.object(), pointer.as_int()) else {
                    break Left::Loop;
                };
                let Some(value) = memory.concrete_read::<$size>(object, address) else { break Left::Loop };
                put!($dst, value);
            }};
        }
        macro_rules! store {
            ($size:literal) => {{
                let (stored, pointer) = (a!(), b!());
                let (Some(object), Some(address)) = (pointer.object(), pointer.as_int()) else {
                    break Left::Loop;
                };
                if !memory.concrete_write::<$size>(object, address, stored) {
                    break Left::Loop;
                }
            }};
        }
        macro_rules! then_load {
            ($pointer:expr) => {{
                let Some(pointer) = $pointer else { break Left::Loop };
                set!(pointer);
                if left < 2 {
                    at += 1;
                    left -= 1;
                    continue;
                }
                let next = code[at + 1];
                // Even if the load cannot be done here, the address is computed.
                at += 1;
                left -= 1;
                match next.op {
                    PredecodedOp::Load1 => load!(pointer, next.dst, 1),
                    PredecodedOp::Load2 => load!(pointer, next.dst, 2),
                    PredecodedOp::Load4 => load!(pointer, next.dst, 4),
                    _ => load!(pointer, next.dst, 8),
                }
            }};
        }
        match inst.op {
            PredecodedOp::Slow => break Left::Loop,
            PredecodedOp::Nop => {}
            PredecodedOp::Move => set!(a!()),
            PredecodedOp::Add => arithmetic!(x, y, x.wrapping_add(y)),
            PredecodedOp::Sub => arithmetic!(x, y, x.wrapping_sub(y)),
            PredecodedOp::Mul => arithmetic!(x, y, x.wrapping_mul(y)),
            PredecodedOp::And => arithmetic!(x, y, x & y),
            PredecodedOp::Or => arithmetic!(x, y, x | y),
            PredecodedOp::Xor => arithmetic!(x, y, x ^ y),
            // Shifts by the width or more are errors, or counted as approximations.
            PredecodedOp::Shl => guarded!(x, y, y < u64::from(inst.width), x << y),
            PredecodedOp::LShr => guarded!(x, y, y < u64::from(inst.width), x >> y),
            PredecodedOp::AShr => {
                guarded!(x, y, y < u64::from(inst.width), (signed(x, inst.width) >> y) as u64)
            }
            PredecodedOp::UDiv => guarded!(x, y, y != 0, x / y),
            PredecodedOp::URem => guarded!(x, y, y != 0, x % y),
            PredecodedOp::SDiv => {
                guarded!(x, y, y != 0 && signed(y, inst.width) != -1, {
                    (signed(x, inst.width) / signed(y, inst.width)) as u64
                })
            }
            PredecodedOp::SRem => {
                guarded!(x, y, y != 0 && signed(y, inst.width) != -1, {
                    (signed(x, inst.width) % signed(y, inst.width)) as u64
                })
            }
            PredecodedOp::Eq => compare!(x, y, x == y),
            PredecodedOp::Ne => compare!(x, y, x != y),
            PredecodedOp::Ult => compare!(x, y, x < y),
            PredecodedOp::Ule => compare!(x, y, x <= y),
            PredecodedOp::Slt => compare!(x, y, signed(x, inst.width) < signed(y, inst.width)),
            PredecodedOp::Sle => compare!(x, y, signed(x, inst.width) <= signed(y, inst.width)),
            PredecodedOp::EqBranch => compare_and_branch!(x, y, x == y),
            PredecodedOp::NeBranch => compare_and_branch!(x, y, x != y),
            PredecodedOp::UltBranch => compare_and_branch!(x, y, x < y),
            PredecodedOp::UleBranch => compare_and_branch!(x, y, x <= y),
            PredecodedOp::SltBranch => {
                compare_and_branch!(x, y, signed(x, inst.width) < signed(y, inst.width))
            }
            PredecodedOp::SleBranch => {
                compare_and_branch!(x, y, signed(x, inst.width) <= signed(y, inst.width))
            }
            PredecodedOp::UMin => arithmetic!(x, y, x.min(y)),
            PredecodedOp::UMax => arithmetic!(x, y, x.max(y)),
            PredecodedOp::SMin => {
                arithmetic!(x, y, if signed(x, inst.width) < signed(y, inst.width) { x } else { y })
            }
            PredecodedOp::SMax => {
                arithmetic!(x, y, if signed(x, inst.width) < signed(y, inst.width) { y } else { x })
            }
            PredecodedOp::Abs => {
                let Some(x) = a!().as_plain() else { break Left::Loop };
                set!(Value::int(signed(x, inst.width).unsigned_abs() & mask(inst.width)));
            }
            PredecodedOp::Bits => {
                let Some(x) = a!().as_plain() else { break Left::Loop };
                let op = program.code[at].op;
                set!(Value::int(count_bits(op, Bits(inst.width.into()), x.into()) as u64));
            }
            PredecodedOp::UAddOverflow => checked!(x, y, unsigned_result, i128::from(x) + i128::from(y)),
            PredecodedOp::USubOverflow => checked!(x, y, unsigned_result, i128::from(x) - i128::from(y)),
            PredecodedOp::UMulOverflow => {
                // The product of two numbers of 64 bits fits 128 without a sign.
                let Some((x, y)) = Value::both_plain(a!(), b!()) else { break Left::Loop };
                let exact = u128::from(x) * u128::from(y);
                let result = exact as u64 & mask(inst.width);
                set!(Value::int(result));
                put!(inst.dst + 1, Value::int(u64::from(u128::from(result) != exact)));
            }
            PredecodedOp::SAddOverflow => checked!(x, y, signed_result, wide(x, inst) + wide(y, inst)),
            PredecodedOp::SSubOverflow => checked!(x, y, signed_result, wide(x, inst) - wide(y, inst)),
            PredecodedOp::SMulOverflow => checked!(x, y, signed_result, wide(x, inst) * wide(y, inst)),
            PredecodedOp::FShl | PredecodedOp::FShr => {
                let Some((high, low)) = Value::both_plain(a!(), b!()) else { break Left::Loop };
                let by = Value::from_words(tags[usize::from(inst.aux)], bits[usize::from(inst.aux)]);
                let Some(by) = by.as_plain() else { break Left::Loop };
                let width = u32::from(inst.width);
                let by = (by % u64::from(width)) as u32;
                let whole = u128::from(high) << width | u128::from(low);
                let result = if inst.op == PredecodedOp::FShl { (whole << by) >> width } else { whole >> by };
                set!(Value::int(result as u64 & mask(inst.width)));
            }
            PredecodedOp::FAdd => float!(|x, y| x + y),
            PredecodedOp::FSub => float!(|x, y| x - y),
            PredecodedOp::FMul => float!(|x, y| x * y),
            PredecodedOp::FDiv => float!(|x, y| x / y),
            PredecodedOp::FCmp => {
                let Some((x, y)) = Value::both_plain(a!(), b!()) else { break Left::Loop };
                let order = read_float(x, inst.width.into()).partial_cmp(&read_float(y, inst.width.into()));
                let bit = match order {
                    Some(std::cmp::Ordering::Equal) => 0,
                    Some(std::cmp::Ordering::Greater) => 1,
                    Some(std::cmp::Ordering::Less) => 2,
                    None => 3,
                };
                set!(Value::int(u64::from(inst.aux >> bit & 1)));
            }
            PredecodedOp::SignedToFloat => {
                let Some(x) = a!().as_plain() else { break Left::Loop };
                let x = signed(x, inst.aux as u8);
                // One rounding only: from the integer straight to the format.
                let result =
                    if inst.width == 32 { (x as f32).to_bits().into() } else { (x as f64).to_bits() };
                set!(Value::int(result));
            }
            PredecodedOp::UnsignedToFloat => {
                let Some(x) = a!().as_plain() else { break Left::Loop };
                let result =
                    if inst.width == 32 { (x as f32).to_bits().into() } else { (x as f64).to_bits() };
                set!(Value::int(result));
            }
            PredecodedOp::FloatToSigned => {
                let Some(x) = a!().as_plain() else { break Left::Loop };
                let x = read_float(x, inst.aux);
                // The general step handles numbers that do not fit.
                let limit = 2f64.powi(i32::from(inst.width) - 1);
                if !(x > -limit && x < limit) {
                    break Left::Loop;
                }
                set!(Value::int(x as i64 as u64 & mask(inst.width)));
            }
            PredecodedOp::FloatToFloat => {
                let Some(x) = a!().as_plain() else { break Left::Loop };
                let x = read_float(x, inst.aux);
                if x.is_nan() {
                    break Left::Loop;
                }
                let result = if inst.width == 32 { (x as f32).to_bits().into() } else { x.to_bits() };
                set!(Value::int(result));
            }
            PredecodedOp::Trunc => {
                let Some(x) = a!().as_plain() else { break Left::Loop };
                set!(Value::int(x & mask(inst.width)));
            }
            PredecodedOp::ZExt => {
                let Some(x) = a!().as_plain() else { break Left::Loop };
                set!(Value::int(x));
            }
            PredecodedOp::SExt => {
                let Some(x) = a!().as_plain() else { break Left::Loop };
                set!(Value::int(signed(x, inst.aux as u8) as u64 & mask(inst.width)));
            }
            PredecodedOp::Select => {
                let Some(bit) = a!().as_plain() else { break Left::Loop };
                let chosen = if bit & 1 == 1 { inst.b } else { u32::from(inst.aux) };
                set!(Value::from_words(tags[chosen as usize], bits[chosen as usize]));
            }
            PredecodedOp::PtrAdd => {
                let Some(pointer) = moved(a!(), b!(), 1) else { break Left::Loop };
                set!(pointer);
            }
            PredecodedOp::PtrIndex => {
                let Some(pointer) = moved(a!(), b!(), inst.aux) else { break Left::Loop };
                set!(pointer);
            }
            PredecodedOp::IndexCheck => {
                let (Some(index), Some(n)) = (a!().as_plain(), b!().as_plain()) else { break Left::Loop };
                if index >= n + u64::from(inst.aux) {
                    break Left::Loop;
                }
            }
            PredecodedOp::PtrAddLoad => then_load!(moved(a!(), b!(), 1)),
            PredecodedOp::PtrIndexLoad => then_load!(moved(a!(), b!(), inst.aux)),
            PredecodedOp::Load1 => load!(a!(), inst.dst, 1),
            PredecodedOp::Load2 => load!(a!(), inst.dst, 2),
            PredecodedOp::Load4 => load!(a!(), inst.dst, 4),
            PredecodedOp::Load8 => load!(a!(), inst.dst, 8),
            PredecodedOp::Store1 => store!(1),
            PredecodedOp::Store2 => store!(2),
            PredecodedOp::Store4 => store!(4),
            PredecodedOp::Store8 => store!(8),
            PredecodedOp::Alloca => {
                let size = u64::from(inst.a);
                if memory.stack_size().0 + size > max_stack {
                    break Left::Loop;
                }
                let origin = Origin::new(OriginKind::Local, at as u32);
                let object = Object::uninitialised(Bytes(size));
                let align = Bytes(u64::from(inst.b));
                let object = memory.allocate(Region::Stack, object, align, origin);
                set!(memory.pointer_to(object));
            }
            PredecodedOp::LifetimeStart => {
                if let Some(object) = a!().object() {
                    memory.begin_life(object);
                }
            }
            PredecodedOp::LifetimeEnd => {
                if let Some(object) = a!().object() {
                    memory.end_life(object, at as u32);
                }
            }
            PredecodedOp::Jump => take!(inst.a),
            PredecodedOp::Branch => {
                let Some(bit) = a!().as_plain() else { break Left::Loop };
                take!(inst.b + u32::from(bit & 1 == 0))
            }
            PredecodedOp::Switch => {
                let Some(value) = a!().as_plain() else { break Left::Loop };
                take!(case(program, constants, inst.b, value).raw())
            }
            PredecodedOp::Call => break Left::Call(inst),
            PredecodedOp::Ret => break Left::Return(inst),
        }
        at += 1;
        left -= 1;
    };
    *pc = Pc::new(at);
    *fuel = left;
    result
}

/// The edge that a switch takes for a value.
fn case(program: &Program, constants: &[Value], at: u32, value: u64) -> EdgeId {
    let words = &program.extra[at as usize..];
    let mut cases = words[2..2 + 2 * words[1] as usize].chunks_exact(2);
    let hit = cases.find(|pair| constants[pair[0] as usize].as_int() == Some(value));
    EdgeId::from_raw(hit.map_or(words[0], |pair| pair[1]))
}

/// A number cut to the width, and whether it is another unsigned number then.
#[inline(always)]
fn unsigned_result(exact: i128, width: u8) -> (u64, bool) {
    let result = exact as u64 & mask(width);
    (result, i128::from(result) != exact)
}

/// A number cut to the width, and whether it is another signed number then.
#[inline(always)]
fn signed_result(exact: i128, width: u8) -> (u64, bool) {
    let result = exact as u64 & mask(width);
    (result, i128::from(signed(result, width)) != exact)
}

#[inline(always)]
fn wide(x: u64, inst: PredecodedInst) -> i128 {
    i128::from(signed(x, inst.width))
}

/// The float of 32 or 64 bits with this pattern.
#[inline(always)]
fn read_float(pattern: u64, width: u16) -> f64 {
    if width == 32 { f64::from(f32::from_bits(pattern as u32)) } else { f64::from_bits(pattern) }
}

/// The address that lies a scaled number of bytes after `base`.
#[inline(always)]
fn moved(base: Value, index: Value, scale: u16) -> Option<Value> {
    base.moved(index.as_plain()?.wrapping_mul(u64::from(scale)))
}

/// The mask of a width from 1 to 64.
#[inline(always)]
fn mask(width: u8) -> u64 {
    u64::MAX >> ((64 - u32::from(width)) & 63)
}

/// Reads the low `width` bits, 1 to 64, as a two's-complement number.
#[inline(always)]
fn signed(x: u64, width: u8) -> i64 {
    let shift = (64 - u32::from(width)) & 63;
    ((x << shift) as i64) >> shift
}
