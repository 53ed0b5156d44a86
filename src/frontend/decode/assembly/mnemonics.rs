//! The instructions that inline assembly may have. To add one, add a row to [`TABLE`]: its name, without the
//! letter for its width, and the function that decodes it.

use super::{Argument, Assembly, Instruction};
use crate::frontend::decode::Unsupported;
use crate::frontend::decode::body::Body;
use crate::ir::{ArgKind, CastOp, Const, Op, Operand, Param, Predicate};
use crate::util::Bits;

/// A row: a name and what the instruction does.
pub struct Row {
    name: &'static str,
    kind: RowKind,
    pub does: Does,
}

type Does = fn(&mut Assembly<'_, '_, '_>, &Instruction) -> Result<(), Unsupported>;

#[derive(PartialEq, Eq)]
enum RowKind {
    /// Nothing follows the name.
    Whole,
    /// A letter for the width may follow.
    Sized,
    /// A condition follows.
    Conditional,
    /// Two letters for the widths of source and destination follow.
    Extension,
}

const fn row(name: &'static str, kind: RowKind, does: Does) -> Row {
    Row { name, kind, does }
}

use RowKind::{Conditional, Extension, Sized, Whole};

const TABLE: &[Row] = &[
    // Instructions without an effect that a single thread sees.
    row("nop", Sized, |_, _| Ok(())),
    row("pause", Whole, |_, _| Ok(())),
    row("mfence", Whole, |_, _| Ok(())),
    row("lfence", Whole, |_, _| Ok(())),
    row("sfence", Whole, |_, _| Ok(())),
    row("cld", Whole, |_, _| Ok(())),
    row("endbr64", Whole, |_, _| Ok(())),
    row("prefetchnta", Whole, |_, _| Ok(())),
    row("prefetcht0", Whole, |_, _| Ok(())),
    row("prefetcht1", Whole, |_, _| Ok(())),
    row("prefetcht2", Whole, |_, _| Ok(())),
    row("prefetchw", Whole, |_, _| Ok(())),
    row("clflush", Whole, |_, _| Ok(())),
    row("emms", Whole, |_, _| Ok(())),
    // The end of the program.
    row("ud2", Whole, |code, _| trap(code)),
    row("int3", Whole, |code, _| trap(code)),
    row("hlt", Whole, |code, _| trap(code)),
    // Questions that only the processor can answer.
    row("cpuid", Whole, |code, _| ask(code, "symir_processor", &["rax", "rbx", "rcx", "rdx"])),
    row("rdtsc", Whole, |code, _| ask(code, "symir_processor", &["rax", "rdx"])),
    row("rdtscp", Whole, |code, _| ask(code, "symir_processor", &["rax", "rdx", "rcx"])),
    row("xgetbv", Whole, |code, _| ask(code, "symir_processor", &["rax", "rdx"])),
    // Copies.
    row("mov", Sized, copy),
    row("movabs", Sized, copy),
    row("movz", Extension, |code, inst| extend(code, inst, Op::ZExt)),
    row("movs", Extension, |code, inst| extend(code, inst, Op::SExt)),
    row("lea", Sized, address),
    row("xchg", Sized, exchange),
    row("xadd", Sized, exchange_and_add),
    row("cmpxchg", Sized, compare_and_exchange),
    row("cmov", Conditional, copy_if),
    row("set", Conditional, set_if),
    // Arithmetic.
    row("add", Sized, |code, inst| sum(code, inst, Op::UAddOverflow, Op::SAddOverflow, true)),
    row("sub", Sized, |code, inst| sum(code, inst, Op::USubOverflow, Op::SSubOverflow, true)),
    row("cmp", Sized, |code, inst| sum(code, inst, Op::USubOverflow, Op::SSubOverflow, false)),
    row("adc", Sized, |code, inst| sum_with_carry(code, inst, Op::UAddOverflow)),
    row("sbb", Sized, |code, inst| sum_with_carry(code, inst, Op::USubOverflow)),
    row("inc", Sized, |code, inst| step(code, inst, Op::Add)),
    row("dec", Sized, |code, inst| step(code, inst, Op::Sub)),
    row("neg", Sized, negate),
    row("mul", Sized, |code, inst| product(code, inst, Op::ZExt)),
    row("imul", Sized, |code, inst| product(code, inst, Op::SExt)),
    row("div", Sized, |code, inst| quotient(code, inst, Op::UDiv, Op::URem)),
    row("idiv", Sized, |code, inst| quotient(code, inst, Op::SDiv, Op::SRem)),
    row("cltd", Whole, |code, _| sign_into_dx(code, Bits(32))),
    row("cdq", Whole, |code, _| sign_into_dx(code, Bits(32))),
    row("cqto", Whole, |code, _| sign_into_dx(code, Bits(64))),
    row("cqo", Whole, |code, _| sign_into_dx(code, Bits(64))),
    row("cltq", Whole, |code, _| widen_ax(code, Bits(32))),
    row("cwtl", Whole, |code, _| widen_ax(code, Bits(16))),
    // Bits.
    row("and", Sized, |code, inst| bitwise(code, inst, Op::And, true)),
    row("or", Sized, |code, inst| bitwise(code, inst, Op::Or, true)),
    row("xor", Sized, |code, inst| bitwise(code, inst, Op::Xor, true)),
    row("test", Sized, |code, inst| bitwise(code, inst, Op::And, false)),
    row("not", Sized, invert),
    row("shl", Sized, |code, inst| shift(code, inst, Op::Shl)),
    row("sal", Sized, |code, inst| shift(code, inst, Op::Shl)),
    row("shr", Sized, |code, inst| shift(code, inst, Op::LShr)),
    row("sar", Sized, |code, inst| shift(code, inst, Op::AShr)),
    row("rol", Sized, |code, inst| rotate(code, inst, Op::FShl)),
    row("ror", Sized, |code, inst| rotate(code, inst, Op::FShr)),
    row("bswap", Sized, |code, inst| count(code, inst, Op::Bswap)),
    row("popcnt", Sized, |code, inst| count(code, inst, Op::Ctpop)),
    row("lzcnt", Sized, |code, inst| count(code, inst, Op::Ctlz)),
    row("tzcnt", Sized, |code, inst| count(code, inst, Op::Cttz)),
    row("bsf", Sized, |code, inst| scan(code, inst, Op::Cttz)),
    row("bsr", Sized, |code, inst| scan(code, inst, Op::Ctlz)),
    row("bt", Sized, |code, inst| test_bit(code, inst, None)),
    row("bts", Sized, |code, inst| test_bit(code, inst, Some(Op::Or))),
    row("btr", Sized, |code, inst| test_bit(code, inst, Some(Op::And))),
    row("btc", Sized, |code, inst| test_bit(code, inst, Some(Op::Xor))),
    row("clc", Whole, |code, _| set_carry(code, 0)),
    row("stc", Whole, |code, _| set_carry(code, 1)),
    // Strings, with `rep`.
    row("movsb", Whole, |code, inst| string(code, inst, Op::MemCpy, 1)),
    row("movsq", Whole, |code, inst| string(code, inst, Op::MemCpy, 8)),
    row("stosb", Whole, |code, inst| string(code, inst, Op::MemSet, 1)),
    // Floats.
    row("fsqrt", Whole, |code, _| top(code, square_root)),
    row("fabs", Whole, |code, _| top(code, without_sign)),
    row("fchs", Whole, |code, _| {
        top(code, |body, width, x| body.compute(Op::FNeg, width, x, Operand::UNUSED))
    }),
    row("sqrtsd", Whole, |code, inst| scalar_root(code, inst, Bits(64))),
    row("sqrtss", Whole, |code, inst| scalar_root(code, inst, Bits(32))),
];

/// An instruction's name taken apart.
pub struct Mnemonic {
    pub row: &'static Row,
    /// The width that a letter at its end says.
    pub width: Option<Bits>,
    /// For a conditional instruction, its condition; for an extension, the letter for the width of its
    /// source.
    pub condition: String,
}

/// Takes an instruction's name apart; `None` if the table has no row for it.
pub fn find(name: &str) -> Option<Mnemonic> {
    let found = |row, width, condition: &str| Some(Mnemonic { row, width, condition: condition.to_owned() });
    let width = |letter: char| match letter {
        'b' => Some(Bits(8)),
        'w' => Some(Bits(16)),
        'l' => Some(Bits(32)),
        'q' => Some(Bits(64)),
        _ => None,
    };
    if let Some(row) = TABLE.iter().find(|row| row.name == name && matches!(row.kind, Whole | Sized)) {
        return found(row, None, "");
    }
    let last = name.chars().last()?;
    if let Some(width) = width(last)
        && let Some(row) = TABLE.iter().find(|row| row.kind == Sized && row.name == &name[..name.len() - 1])
    {
        return found(row, Some(width), "");
    }
    for row in TABLE.iter().filter(|row| matches!(row.kind, Conditional | Extension)) {
        let Some(rest) = name.strip_prefix(row.name).filter(|rest| !rest.is_empty()) else { continue };
        let widths: Vec<Option<Bits>> = rest.chars().map(width).collect();
        match row.kind {
            // The first letter is the width of the source.
            Extension if widths.len() == 2 && widths[0] < widths[1] && widths[0].is_some() => {
                return found(row, widths[1], &rest[..1]);
            }
            Conditional if is_condition(rest) => return found(row, None, rest),
            Conditional if is_condition(&rest[..rest.len() - 1]) && width(last).is_some() => {
                return found(row, width(last), &rest[..rest.len() - 1]);
            }
            _ => {}
        }
    }
    None
}

const CONDITIONS: &[&str] = &[
    "o", "no", "b", "c", "nae", "nb", "nc", "ae", "e", "z", "ne", "nz", "be", "na", "nbe", "a", "s", "ns",
    "l", "nge", "ge", "nl", "le", "ng", "g", "nle",
];

fn is_condition(text: &str) -> bool {
    CONDITIONS.contains(&text)
}

type Code<'a, 'b, 'd, 'm> = &'a mut Assembly<'b, 'd, 'm>;

/// Whether the condition of this name holds for the flags.
pub fn condition(code: Code<'_, '_, '_, '_>, name: &str) -> Result<Operand, Unsupported> {
    let flags = code.flags;
    let (negated, base) = match name {
        "no" => (true, "o"),
        "nb" | "nc" | "ae" => (true, "c"),
        "b" | "nae" | "c" => (false, "c"),
        "ne" | "nz" => (true, "z"),
        "e" | "z" => (false, "z"),
        "nbe" | "a" => (true, "be"),
        "be" | "na" => (false, "be"),
        "ns" => (true, "s"),
        "ge" | "nl" => (true, "l"),
        "l" | "nge" => (false, "l"),
        "g" | "nle" => (true, "le"),
        "le" | "ng" => (false, "le"),
        other => (false, other),
    };
    let one = Bits(1);
    let (carry, zero, sign, overflow) = (flags.carry, flags.zero, flags.sign, flags.overflow);
    let body = &mut *code.body;
    let holds = match (base, carry, zero, sign, overflow) {
        ("c", Some(carry), ..) => carry,
        ("z", _, Some(zero), ..) => zero,
        ("s", _, _, Some(sign), _) => sign,
        ("o", _, _, _, Some(overflow)) => overflow,
        ("be", Some(carry), Some(zero), ..) => body.compute(Op::Or, one, carry, zero),
        ("l", _, _, Some(sign), Some(overflow)) => body.compute(Op::Xor, one, sign, overflow),
        ("le", _, Some(zero), Some(sign), Some(overflow)) => {
            let less = body.compute(Op::Xor, one, sign, overflow);
            body.compute(Op::Or, one, less, zero)
        }
        _ => return code.unsupported(),
    };
    if !negated {
        return Ok(holds);
    }
    let yes = code.body.d.int(one, 1);
    Ok(code.body.compute(Op::Xor, one, holds, yes))
}

fn trap(code: Code<'_, '_, '_, '_>) -> Result<(), Unsupported> {
    code.body.perform(Op::Trap, Bits(0), Operand::UNUSED, Operand::UNUSED);
    Ok(())
}

/// Sets registers to inputs of 32 bits, which the machine makes up.
fn ask(code: Code<'_, '_, '_, '_>, function: &str, registers: &[&str]) -> Result<(), Unsupported> {
    let width = Bits(32);
    for register in registers {
        let function = code.body.d.external(function, Vec::new(), 1);
        let target = code.body.d.constant(Const::Function(function));
        let result = code.body.emit_call_of(target, &[], &[(width, ArgKind::Integer)]);
        let register = code.fixed(register, width)?;
        code.set(register, width, result[0])?;
    }
    Ok(())
}

/// Source and destination.
fn two(code: Code<'_, '_, '_, '_>, inst: &Instruction) -> Result<(Argument, Argument), Unsupported> {
    match inst.arguments[..] {
        [source, target] => Ok((source, target)),
        _ => code.unsupported(),
    }
}

fn one(code: Code<'_, '_, '_, '_>, inst: &Instruction) -> Result<Argument, Unsupported> {
    match inst.arguments[..] {
        [target] => Ok(target),
        _ => code.unsupported(),
    }
}

fn copy(code: Code<'_, '_, '_, '_>, inst: &Instruction) -> Result<(), Unsupported> {
    let (source, target) = two(code, inst)?;
    let width = code.width(inst)?;
    let value = code.get(source, width)?;
    code.set(target, width, value)
}

fn extend(code: Code<'_, '_, '_, '_>, inst: &Instruction, op: Op) -> Result<(), Unsupported> {
    let (source, target) = two(code, inst)?;
    let width = code.width(inst)?;
    let narrow = Bits(match inst.condition.as_str() {
        "b" => 8,
        "w" => 16,
        _ => 32,
    });
    let value = code.get(source, narrow)?;
    let value = code.body.resize(op, value, narrow, width);
    code.set(target, width, value)
}

fn address(code: Code<'_, '_, '_, '_>, inst: &Instruction) -> Result<(), Unsupported> {
    let (source, target) = two(code, inst)?;
    let Argument::Memory(address) = source else { return code.unsupported() };
    let width = code.width(inst)?;
    let value = code.body.resize(Op::ZExt, address, Bits(64), width);
    code.set(target, width, value)
}

fn exchange(code: Code<'_, '_, '_, '_>, inst: &Instruction) -> Result<(), Unsupported> {
    let (a, b) = two(code, inst)?;
    let width = code.width(inst)?;
    let (x, y) = (code.get(a, width)?, code.get(b, width)?);
    code.set(a, width, y)?;
    code.set(b, width, x)
}

fn exchange_and_add(code: Code<'_, '_, '_, '_>, inst: &Instruction) -> Result<(), Unsupported> {
    let (source, target) = two(code, inst)?;
    let width = code.width(inst)?;
    let (by, old) = (code.get(source, width)?, code.get(target, width)?);
    let new = flagged(code, width, Op::UAddOverflow, Op::SAddOverflow, old, by);
    code.set(source, width, old)?;
    code.set(target, width, new)
}

fn compare_and_exchange(code: Code<'_, '_, '_, '_>, inst: &Instruction) -> Result<(), Unsupported> {
    let (source, target) = two(code, inst)?;
    let width = code.width(inst)?;
    let accumulator = code.fixed("rax", width)?;
    let (new, old, expected) =
        (code.get(source, width)?, code.get(target, width)?, code.get(accumulator, width)?);
    flagged(code, width, Op::USubOverflow, Op::SSubOverflow, expected, old);
    let is_same = code.body.compare(Predicate::Eq, width, expected, old);
    let stored = code.body.choose(width, is_same, new, old);
    code.set(target, width, stored)?;
    code.set(accumulator, width, old)
}

fn copy_if(code: Code<'_, '_, '_, '_>, inst: &Instruction) -> Result<(), Unsupported> {
    let (source, target) = two(code, inst)?;
    let width = code.width(inst)?;
    let holds = condition(code, &inst.condition)?;
    let (new, old) = (code.get(source, width)?, code.get(target, width)?);
    let value = code.body.choose(width, holds, new, old);
    code.set(target, width, value)
}

fn set_if(code: Code<'_, '_, '_, '_>, inst: &Instruction) -> Result<(), Unsupported> {
    let target = one(code, inst)?;
    let holds = condition(code, &inst.condition)?;
    let value = code.body.resize(Op::ZExt, holds, Bits(1), Bits(8));
    code.set(target, Bits(8), value)
}

/// Sets the flags of zero and sign.
fn note(code: Code<'_, '_, '_, '_>, width: Bits, value: Operand) {
    let zero = code.body.d.int(width, 0);
    code.flags.zero = Some(code.body.compare(Predicate::Eq, width, value, zero));
    code.flags.sign = Some(code.body.compare(Predicate::Slt, width, value, zero));
}

/// A sum or difference with all flags.
fn flagged(
    code: Code<'_, '_, '_, '_>,
    width: Bits,
    unsigned: Op,
    signed: Op,
    a: Operand,
    b: Operand,
) -> Operand {
    code.body.compute(signed, width, a, b);
    let overflow = code.body.fresh_operand();
    let value = code.body.compute(unsigned, width, a, b);
    let carry = code.body.fresh_operand();
    (code.flags.carry, code.flags.overflow) = (Some(carry), Some(overflow));
    note(code, width, value);
    value
}

fn sum(
    code: Code<'_, '_, '_, '_>,
    inst: &Instruction,
    unsigned: Op,
    signed: Op,
    is_kept: bool,
) -> Result<(), Unsupported> {
    let (source, target) = two(code, inst)?;
    let width = code.width(inst)?;
    let (a, b) = (code.get(target, width)?, code.get(source, width)?);
    let value = flagged(code, width, unsigned, signed, a, b);
    if is_kept { code.set(target, width, value) } else { Ok(()) }
}

fn sum_with_carry(code: Code<'_, '_, '_, '_>, inst: &Instruction, op: Op) -> Result<(), Unsupported> {
    let (source, target) = two(code, inst)?;
    let width = code.width(inst)?;
    let Some(carry) = code.flags.carry else { return code.unsupported() };
    // `sbb %eax, %eax` reads nothing but the carry.
    let (a, b) = match (source, target) {
        (Argument::Place { place: a, .. }, Argument::Place { place: b, .. })
            if a == b && !code.is_known(target) =>
        {
            let zero = code.body.d.int(width, 0);
            (zero, zero)
        }
        _ => (code.get(target, width)?, code.get(source, width)?),
    };
    let carry = code.body.resize(Op::ZExt, carry, Bits(1), width);
    let first = code.body.compute(op, width, a, b);
    let carries = code.body.fresh_operand();
    let value = code.body.compute(op, width, first, carry);
    let carries_again = code.body.fresh_operand();
    code.flags.carry = Some(code.body.compute(Op::Or, Bits(1), carries, carries_again));
    // A sum overflows if both operands have one sign and the result the other; a difference overflows if the
    // operands have different signs and the result not that of the first.
    let changed = code.body.compute(Op::Xor, width, a, value);
    let other = if op == Op::UAddOverflow { value } else { a };
    let differs = code.body.compute(Op::Xor, width, b, other);
    let both = code.body.compute(Op::And, width, changed, differs);
    let zero = code.body.d.int(width, 0);
    code.flags.overflow = Some(code.body.compare(Predicate::Slt, width, both, zero));
    note(code, width, value);
    code.set(target, width, value)
}

/// Adds or subtracts one; the carry flag stays.
fn step(code: Code<'_, '_, '_, '_>, inst: &Instruction, op: Op) -> Result<(), Unsupported> {
    let target = one(code, inst)?;
    let width = code.width(inst)?;
    let old = code.get(target, width)?;
    let by = code.body.d.int(width, 1);
    let value = code.body.compute(op, width, old, by);
    let extreme = 1u128 << (width.0 - 1);
    let extreme = if op == Op::Add { extreme } else { extreme - 1 };
    let extreme = code.body.d.int(width, extreme);
    code.flags.overflow = Some(code.body.compare(Predicate::Eq, width, value, extreme));
    note(code, width, value);
    code.set(target, width, value)
}

fn negate(code: Code<'_, '_, '_, '_>, inst: &Instruction) -> Result<(), Unsupported> {
    let target = one(code, inst)?;
    let width = code.width(inst)?;
    let old = code.get(target, width)?;
    let zero = code.body.d.int(width, 0);
    let value = flagged(code, width, Op::USubOverflow, Op::SSubOverflow, zero, old);
    code.set(target, width, value)
}

/// With one operand, the product has the width of two registers; with two or three operands, that of one.
fn product(code: Code<'_, '_, '_, '_>, inst: &Instruction, op: Op) -> Result<(), Unsupported> {
    let width = code.width(inst)?;
    let double = Bits(width.0 * 2);
    let (a, b, target) = match (&inst.arguments[..], op) {
        ([source], _) if width.0 > 8 => (*source, code.fixed("rax", width)?, None),
        ([source, target], Op::SExt) => (*source, *target, Some(*target)),
        ([number, source, target], Op::SExt) => (*number, *source, Some(*target)),
        _ => return code.unsupported(),
    };
    let (x, y) = (code.get(a, width)?, code.get(b, width)?);
    let (x, y) = (code.body.resize(op, x, width, double), code.body.resize(op, y, width, double));
    let whole = code.body.compute(Op::Mul, double, x, y);
    let low = code.body.bits_of(whole, double, 0, width);
    let high = code.body.bits_of(whole, double, width.0, width);
    let again = code.body.resize(op, low, width, double);
    let overflows = code.body.compare(Predicate::Ne, double, again, whole);
    (code.flags.carry, code.flags.overflow) = (Some(overflows), Some(overflows));
    (code.flags.zero, code.flags.sign) = (None, None);
    match target {
        Some(target) => code.set(target, width, low),
        None => {
            let (ax, dx) = (code.fixed("rax", width)?, code.fixed("rdx", width)?);
            code.set(ax, width, low)?;
            code.set(dx, width, high)
        }
    }
}

fn quotient(code: Code<'_, '_, '_, '_>, inst: &Instruction, divide: Op, rest: Op) -> Result<(), Unsupported> {
    let source = one(code, inst)?;
    let width = code.width(inst)?;
    if width.0 == 8 {
        return code.unsupported();
    }
    let double = Bits(width.0 * 2);
    let (ax, dx) = (code.fixed("rax", width)?, code.fixed("rdx", width)?);
    let (low, high) = (code.get(ax, width)?, code.get(dx, width)?);
    let whole = code.body.join(&[low, high], width, double);
    let divisor = code.get(source, width)?;
    let extension = if divide == Op::SDiv { Op::SExt } else { Op::ZExt };
    let divisor = code.body.resize(extension, divisor, width, double);
    let quotient = code.body.compute(divide, double, whole, divisor);
    let rest = code.body.compute(rest, double, whole, divisor);
    code.flags = Default::default();
    let (quotient, rest) =
        (code.body.bits_of(quotient, double, 0, width), code.body.bits_of(rest, double, 0, width));
    code.set(ax, width, quotient)?;
    code.set(dx, width, rest)
}

fn sign_into_dx(code: Code<'_, '_, '_, '_>, width: Bits) -> Result<(), Unsupported> {
    let (ax, dx) = (code.fixed("rax", width)?, code.fixed("rdx", width)?);
    let value = code.get(ax, width)?;
    let amount = code.body.d.int(width, u128::from(width.0 - 1));
    let signs = code.body.compute(Op::AShr, width, value, amount);
    code.set(dx, width, signs)
}

fn widen_ax(code: Code<'_, '_, '_, '_>, width: Bits) -> Result<(), Unsupported> {
    let wide = Bits(width.0 * 2);
    let (narrow, target) = (code.fixed("rax", width)?, code.fixed("rax", wide)?);
    let value = code.get(narrow, width)?;
    let value = code.body.resize(Op::SExt, value, width, wide);
    code.set(target, wide, value)
}

fn bitwise(code: Code<'_, '_, '_, '_>, inst: &Instruction, op: Op, is_kept: bool) -> Result<(), Unsupported> {
    let (source, target) = two(code, inst)?;
    let width = code.width(inst)?;
    // `xor %eax, %eax` reads nothing.
    let clears = match (op, source, target) {
        (Op::Xor, Argument::Place { place: a, .. }, Argument::Place { place: b, .. }) => a == b,
        _ => false,
    };
    let value = if clears {
        code.body.d.int(width, 0)
    } else {
        let (a, b) = (code.get(target, width)?, code.get(source, width)?);
        code.body.compute(op, width, a, b)
    };
    let no = code.body.d.int(Bits(1), 0);
    (code.flags.carry, code.flags.overflow) = (Some(no), Some(no));
    note(code, width, value);
    if is_kept { code.set(target, width, value) } else { Ok(()) }
}

fn invert(code: Code<'_, '_, '_, '_>, inst: &Instruction) -> Result<(), Unsupported> {
    let target = one(code, inst)?;
    let width = code.width(inst)?;
    let old = code.get(target, width)?;
    let ones = code.body.d.int(width, width.mask());
    let value = code.body.compute(Op::Xor, width, old, ones);
    code.set(target, width, value)
}

/// By how many bits an instruction shifts, of which only the low bits count, and what it shifts.
fn amount(
    code: Code<'_, '_, '_, '_>,
    inst: &Instruction,
    width: Bits,
) -> Result<(Operand, Argument), Unsupported> {
    let (by, target) = match inst.arguments[..] {
        [by, target] => (code.get(by, Bits(8))?, target),
        [target] => (code.body.d.int(Bits(8), 1), target),
        _ => return code.unsupported(),
    };
    let mask = if width.0 == 64 { 63 } else { 31 };
    let mask = code.body.d.int(Bits(8), mask);
    let by = code.body.compute(Op::And, Bits(8), by, mask);
    Ok((code.body.resize(Op::ZExt, by, Bits(8), width), target))
}

fn shift(code: Code<'_, '_, '_, '_>, inst: &Instruction, op: Op) -> Result<(), Unsupported> {
    let width = code.width(inst)?;
    let (by, target) = amount(code, inst, width)?;
    let old = code.get(target, width)?;
    // Narrow registers may be shifted by more bits than they have.
    let wide = Bits(width.0.max(32));
    let extension = if op == Op::AShr { Op::SExt } else { Op::ZExt };
    let (old, by) =
        (code.body.resize(extension, old, width, wide), code.body.resize(Op::ZExt, by, width, wide));
    let value = code.body.compute(op, wide, old, by);
    let value = code.body.resize(Op::ZExt, value, wide, width);
    // The carry flag, which is the last bit that was shifted out, is not tracked.
    code.flags = Default::default();
    note(code, width, value);
    code.set(target, width, value)
}

fn rotate(code: Code<'_, '_, '_, '_>, inst: &Instruction, op: Op) -> Result<(), Unsupported> {
    let width = code.width(inst)?;
    let (by, target) = amount(code, inst, width)?;
    let old = code.get(target, width)?;
    let words = code.body.extra(&[old.raw(), by.raw()]);
    let value = code.body.compute_with(op, 0, width, old.raw(), words);
    (code.flags.carry, code.flags.overflow) = (None, None);
    code.set(target, width, value)
}

/// Computes the target from the source; `bswap` has one operand that is both.
fn count(code: Code<'_, '_, '_, '_>, inst: &Instruction, op: Op) -> Result<(), Unsupported> {
    let (source, target) = match inst.arguments[..] {
        [target] if op == Op::Bswap => (target, target),
        [source, target] if op != Op::Bswap => (source, target),
        _ => return code.unsupported(),
    };
    let width = code.width(inst)?;
    let value = code.get(source, width)?;
    let value = code.body.compute(op, width, value, Operand::UNUSED);
    if op != Op::Bswap {
        code.flags = Default::default();
        note(code, width, value);
    }
    code.set(target, width, value)
}

/// The index of the lowest or highest bit that is set. If no bit is set, the destination stays.
fn scan(code: Code<'_, '_, '_, '_>, inst: &Instruction, op: Op) -> Result<(), Unsupported> {
    let (source, target) = two(code, inst)?;
    let width = code.width(inst)?;
    let value = code.get(source, width)?;
    let zero = code.body.d.int(width, 0);
    let is_zero = code.body.compare(Predicate::Eq, width, value, zero);
    let mut found = code.body.compute(op, width, value, Operand::UNUSED);
    if op == Op::Ctlz {
        let last = code.body.d.int(width, u128::from(width.0 - 1));
        found = code.body.compute(Op::Sub, width, last, found);
    }
    if code.is_known(target) {
        let old = code.get(target, width)?;
        found = code.body.choose(width, is_zero, old, found);
    }
    code.flags = Default::default();
    code.flags.zero = Some(is_zero);
    code.set(target, width, found)
}

fn test_bit(code: Code<'_, '_, '_, '_>, inst: &Instruction, change: Option<Op>) -> Result<(), Unsupported> {
    let (index, mut target) = two(code, inst)?;
    let mut width = code.width(inst)?;
    let mut at = code.get(index, width)?;
    if let (Argument::Memory(address), Argument::Place { .. }) = (target, index) {
        // In memory, the bit may lie in any byte before or behind the address.
        let three = code.body.d.int(width, 3);
        let byte = code.body.compute(Op::AShr, width, at, three);
        let byte = code.body.resize(Op::SExt, byte, width, Bits(64));
        target = Argument::Memory(code.body.compute(Op::PtrAdd, Bits(64), address, byte));
        at = code.body.resize(Op::ZExt, at, width, Bits(8));
        width = Bits(8);
    }
    let mask = code.body.d.int(width, u128::from(width.0 - 1));
    let at = code.body.compute(Op::And, width, at, mask);
    let old = code.get(target, width)?;
    let moved = code.body.compute(Op::LShr, width, old, at);
    code.flags.carry = Some(code.body.bits_of(moved, width, 0, Bits(1)));
    let Some(op) = change else { return Ok(()) };
    let bit = code.body.d.int(width, 1);
    let mut bit = code.body.compute(Op::Shl, width, bit, at);
    if op == Op::And {
        let ones = code.body.d.int(width, width.mask());
        bit = code.body.compute(Op::Xor, width, bit, ones);
    }
    let value = code.body.compute(op, width, old, bit);
    code.set(target, width, value)
}

fn set_carry(code: Code<'_, '_, '_, '_>, value: u128) -> Result<(), Unsupported> {
    code.flags.carry = Some(code.body.d.int(Bits(1), value));
    Ok(())
}

/// `rep movsb`, `rep stosb`. Afterwards the address registers point behind the bytes, and the count is zero.
fn string(code: Code<'_, '_, '_, '_>, inst: &Instruction, op: Op, unit: u32) -> Result<(), Unsupported> {
    let address = Bits(64);
    let (to, n) = (code.fixed("rdi", address)?, code.fixed("rcx", address)?);
    if inst.prefix != Some("rep") || !inst.arguments.is_empty() {
        return code.unsupported();
    }
    let (place, times) = (code.get(to, address)?, code.get(n, address)?);
    let unit = code.body.d.int(address, unit.into());
    let bytes = code.body.compute(Op::Mul, address, times, unit);
    if op == Op::MemSet {
        let byte = code.fixed("rax", Bits(8))?;
        let byte = code.get(byte, Bits(8))?;
        code.move_bytes(op, place, byte, bytes);
    } else {
        let from = code.fixed("rsi", address)?;
        let source = code.get(from, address)?;
        code.move_bytes(op, place, source, bytes);
        let behind = code.body.compute(Op::PtrAdd, address, source, bytes);
        code.set(from, address, behind)?;
    }
    let behind = code.body.compute(Op::PtrAdd, address, place, bytes);
    code.set(to, address, behind)?;
    let zero = code.body.d.int(address, 0);
    code.set(n, address, zero)
}

/// Changes the number on the top of the x87 register stack.
fn top(
    code: Code<'_, '_, '_, '_>,
    change: fn(&mut Body<'_, '_>, Bits, Operand) -> Operand,
) -> Result<(), Unsupported> {
    let width = Bits(80);
    let st = Argument::Place { place: code.stack_top(), part: None };
    let value = code.get(st, width)?;
    let value = change(code.body, width, value);
    code.set(st, width, value)
}

fn scalar_root(code: Code<'_, '_, '_, '_>, inst: &Instruction, width: Bits) -> Result<(), Unsupported> {
    let (source, target) = two(code, inst)?;
    let is_such =
        |argument| !matches!(argument, Argument::Place { .. }) || code.float_width(argument) == Some(width);
    if !is_such(source) || !is_such(target) {
        return code.unsupported();
    }
    let value = code.get(source, width)?;
    let value = square_root(code.body, width, value);
    code.set(target, width, value)
}

fn square_root(body: &mut Body<'_, '_>, width: Bits, value: Operand) -> Operand {
    let function = body.d.external(&format!("llvm.sqrt.f{}", width.0), vec![Param { width }], 1);
    let target = body.d.constant(Const::Function(function));
    let passed = crate::ir::Argument { operand: value, width, kind: ArgKind::Float };
    body.emit_call_of(target, &[passed], &[(width, ArgKind::Float)])[0]
}

fn without_sign(body: &mut Body<'_, '_>, width: Bits, value: Operand) -> Operand {
    let mask = body.d.int(width, width.mask() >> 1);
    body.compute(Op::And, width, value, mask)
}

impl Body<'_, '_> {
    /// Converts a float to another format.
    pub fn float_of_width(&mut self, value: Operand, from: Bits, to: Bits) -> Operand {
        if from == to {
            return value;
        }
        self.compute_with(Op::FCast, CastOp::FloatToFloat as u8, to, value.raw(), from.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_widths_and_conditions() {
        let found =
            |name: &str| find(name).map(|found| (found.row.name, found.width.map(|w| w.0), found.condition));
        let of = |name, width, condition: &str| Some((name, width, condition.to_owned()));
        assert_eq!(found("rorw"), of("ror", Some(16), ""));
        assert_eq!(found("bswap"), of("bswap", None, ""));
        assert_eq!(found("sbbq"), of("sbb", Some(64), ""));
        assert_eq!(found("setnz"), of("set", None, "nz"));
        assert_eq!(found("cmovbl"), of("cmov", Some(32), "b"));
        assert_eq!(found("movzbl"), of("movz", Some(32), "b"));
        assert_eq!(found("movslq"), of("movs", Some(64), "l"));
        assert_eq!(found("syscall"), None);
    }

    /// `tests/exec/assembly.c` is run natively and by symir, so that each row means what the processor does.
    #[test]
    fn each_instruction_is_compared_with_the_processor() {
        // These end the program, or their results depend on the machine.
        const LEFT_OUT: [&str; 7] = ["ud2", "int3", "hlt", "cpuid", "rdtsc", "rdtscp", "xgetbv"];
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let uses = std::fs::read_to_string(root.join("tests/exec/assembly.c")).expect("the program is there");
        let uses = uses.replace("\\n", " ").replace("\\t", " ");
        let words = uses.split(|c: char| !c.is_ascii_alphanumeric());
        let used: Vec<&str> = words.filter_map(find).map(|found| found.row.name).collect();
        let missing: Vec<&str> =
            TABLE.iter().map(|row| row.name).filter(|name| !used.contains(name)).collect();
        assert_eq!(missing, LEFT_OUT, "rows without a use in tests/exec/assembly.c");
    }
}
