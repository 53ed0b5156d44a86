//! Terms as SMT-LIB 2.6 text, for people and for solvers run by hand.

use super::{Arena, ExprId, Format, Kind, Node, SymbolId, integer_limits};
use crate::util::Bits;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The name of a symbol in SMT-LIB text: quoted, unique within an arena.
pub fn symbol_name(arena: &Arena, symbol: SymbolId) -> String {
    let key = arena.symbol_key(symbol);
    let name: String = key.name.chars().filter(|c| !matches!(c, '|' | '\\')).collect();
    format!("|{name}#{}[{}]:{}|", key.input, key.element, key.width.0)
}

/// A conjunction of conditions as a complete script, to be written with `Display`.
pub struct Script<'a> {
    arena: &'a Arena,
    conditions: &'a [ExprId],
}

impl<'a> Script<'a> {
    /// The script that asks whether all of `conditions`, terms of width 1, can hold together.
    pub fn new(arena: &'a Arena, conditions: &'a [ExprId]) -> Self {
        Self { arena, conditions }
    }

    fn line(&self, f: &mut std::fmt::Formatter<'_>, expr: ExprId) -> std::fmt::Result {
        let node = self.arena.node(expr);
        let width = node.width().0;
        if node.kind.makes_float() {
            return self.float_lines(f, expr, &node);
        }
        write!(f, "(define-fun e{} () (_ BitVec {width}) ", expr.raw())?;
        let operands = node.operands().fold(String::new(), |mut text, operand| {
            write!(text, " e{}", operand.raw()).expect("invariant: writing to a string succeeds");
            text
        });
        let first = || self.arena.width(node.first()).0;
        match node.kind {
            Kind::Const | Kind::WideConst => {
                let value = self.arena.as_const(expr).expect("invariant: this node is a constant");
                write!(f, "(_ bv{value} {width})")?;
            }
            Kind::Symbol => write!(f, "{}", symbol_name(self.arena, node.symbol()))?,
            Kind::Extract => {
                let low = node.low_bit();
                write!(f, "((_ extract {} {low}){operands})", low + width - 1)?;
            }
            Kind::ZExt => write!(f, "((_ zero_extend {}){operands})", width - first())?,
            Kind::SExt => write!(f, "((_ sign_extend {}){operands})", width - first())?,
            Kind::Eq | Kind::Ult | Kind::Slt => {
                write!(f, "(ite ({}{operands}) #b1 #b0)", operator(node.kind))?;
            }
            Kind::FEq | Kind::FLt | Kind::FLe => {
                let (a, b) = (self.float(node.first()), self.float(node.second()));
                write!(f, "(ite ({} {a} {b}) #b1 #b0)", operator(node.kind))?;
            }
            Kind::FToS | Kind::FToU => self.to_integer(f, &node)?,
            Kind::Ite => {
                let [condition, yes, no] = [node.first(), node.second(), node.third()].map(ExprId::raw);
                write!(f, "(ite (= e{condition} #b1) e{yes} e{no})")?;
            }
            kind => write!(f, "({}{operands})", operator(kind))?,
        }
        writeln!(f, ")")
    }

    /// A term as a float.
    fn float(&self, expr: ExprId) -> String {
        match self.arena.node(expr).kind.makes_float() {
            true => format!("f{}", expr.raw()),
            false => float_of(format_of(self.arena.width(expr)), &format!("e{}", expr.raw())),
        }
    }

    /// Defines a term as a float, and its bits. SMT-LIB has a single NaN and no function from floats to bits.
    /// So a new symbol has the bits of a number, and the bits of a NaN are those that `float_fold` gives.
    fn float_lines(&self, f: &mut std::fmt::Formatter<'_>, expr: ExprId, node: &Node) -> std::fmt::Result {
        let (id, format) = (expr.raw(), format_of(node.width()));
        let (sort, width) = (sort_of(format), format.width().0);
        write!(f, "(define-fun f{id} () (_ FloatingPoint {sort}) ")?;
        let operands: Vec<String> = node.operands().map(|operand| self.float(operand)).collect();
        let integer = format!("e{}", node.first().raw());
        match node.kind {
            Kind::FToF => writeln!(f, "((_ to_fp {sort}) RNE {}))", operands[0])?,
            Kind::SToF => writeln!(f, "((_ to_fp {sort}) RNE {integer}))")?,
            Kind::UToF => writeln!(f, "((_ to_fp_unsigned {sort}) RNE {integer}))")?,
            kind => writeln!(f, "({} {}))", operator(kind), operands.join(" "))?,
        }
        let mut nan = format!("(_ bv{} {width})", format.default_nan());
        if !matches!(node.kind, Kind::SToF | Kind::UToF) {
            for (operand, float) in node.operands().rev().zip(operands.iter().rev()) {
                let bits = format!("e{}", operand.raw());
                let passed = passed_nan(format_of(self.arena.width(operand)), format, &bits);
                nan = format!("(ite (fp.isNaN {float}) {passed} {nan})");
            }
        }
        writeln!(f, "(declare-const b{id} (_ BitVec {width}))")?;
        writeln!(f, "(assert (= {} f{id}))", float_of(format, &format!("b{id}")))?;
        if format.has_integer_bit() {
            // Of two patterns with the same value, the one that the processor makes.
            let (exponent, integer_bit) =
                (format!("((_ extract 78 64) b{id})"), format!("((_ extract 63 63) b{id})"));
            writeln!(f, "(assert (= (= {integer_bit} #b0) (= {exponent} (_ bv0 15))))")?;
        }
        writeln!(f, "(define-fun e{id} () (_ BitVec {width}) (ite (fp.isNaN f{id}) {nan} b{id}))")
    }

    /// The integer part of a float if it fits, else what `float_fold` gives.
    fn to_integer(&self, f: &mut std::fmt::Formatter<'_>, node: &Node) -> std::fmt::Result {
        let (float, width) = (self.float(node.first()), node.width());
        let format = format_of(self.arena.width(node.first()));
        let part = |is_signed: bool, otherwise: &str| {
            let limits = integer_limits(format, width, is_signed);
            let constant = |value: u128| float_of(format, &format!("(_ bv{value} {})", format.width().0));
            let order = if limits.includes_least { "fp.leq" } else { "fp.lt" };
            let (least, above) = (constant(limits.least), constant(limits.above));
            let conversion = if is_signed { "fp.to_sbv" } else { "fp.to_ubv" };
            format!(
                "(ite (and ({order} {least} {float}) (fp.lt {float} {above})) ((_ {conversion} {}) RTZ {float}) \
                 {otherwise})",
                width.0
            )
        };
        let signed = part(true, &format!("(_ bv{} {})", 1u128 << (width.0 - 1), width.0));
        match node.kind {
            Kind::FToS => write!(f, "{signed}"),
            _ => write!(f, "{}", part(false, &signed)),
        }
    }
}

fn format_of(width: Bits) -> Format {
    Format::of(width).expect("invariant: floats have the width of a format")
}

fn sort_of(format: Format) -> String {
    format!("{} {}", format.exponent_bits(), format.precision())
}

/// The float with a pattern. A pattern of the x87 is converted to the interchange format.
fn float_of(format: Format, bits: &str) -> String {
    let sort = sort_of(format);
    if !format.has_integer_bit() {
        return format!("((_ to_fp {sort}) {bits})");
    }
    let part = |high: u32, low: u32| format!("((_ extract {high} {low}) {bits})");
    let (sign, exponent, integer_bit, fraction) = (part(79, 79), part(78, 64), part(63, 63), part(62, 0));
    let least = format!("(concat (_ bv0 14) {integer_bit})");
    let is_zero = format!("(= {exponent} (_ bv0 15))");
    let proper = format!("(ite {is_zero} {least} {exponent})");
    let float = format!("((_ to_fp {sort}) (concat (concat {sign} {proper}) {fraction}))");
    format!("(ite (or {is_zero} (= {integer_bit} #b1)) {float} (_ NaN {sort}))")
}

/// The bits of a NaN of the format `from`, as an operation with a result of the format `to` passes them on.
fn passed_nan(from: Format, to: Format, bits: &str) -> String {
    let mut quieted = format!("(bvor {bits} (_ bv{} {}))", from.quiet_bit(), from.width().0);
    if from.has_integer_bit() {
        let default = format!("(_ bv{} 80)", from.default_nan());
        quieted = format!("(ite (= ((_ extract 63 63) {bits}) #b1) {quieted} {default})");
    }
    if from == to {
        return quieted;
    }
    let (from_bits, to_bits) = (from.precision() - 1, to.precision() - 1);
    let (low, zeros) = (from_bits.saturating_sub(to_bits), to_bits.saturating_sub(from_bits));
    let mut payload = format!("((_ extract {} {low}) {quieted})", from_bits - 1);
    if zeros > 0 {
        payload = format!("(concat {payload} (_ bv0 {zeros}))");
    }
    let (last, rest) = (from.width().0 - 1, to.width().0 - 1 - to_bits);
    let exponent = format!("(_ bv{} {rest})", to.infinity() >> to_bits);
    format!("(concat (concat ((_ extract {last} {last}) {quieted}) {exponent}) {payload})")
}

impl std::fmt::Display for Script<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Ids are a topological order, so a sorted set is an order of definition.
        let mut terms = BTreeSet::new();
        let mut stack = self.conditions.to_vec();
        while let Some(expr) = stack.pop() {
            if terms.insert(expr) {
                stack.extend(self.arena.node(expr).operands());
            }
        }
        let has_floats = terms.iter().any(|expr| self.arena.node(*expr).kind.is_float());
        writeln!(f, "(set-logic {})", if has_floats { "QF_BVFP" } else { "QF_BV" })?;
        for expr in &terms {
            let node = self.arena.node(*expr);
            if node.kind == Kind::Symbol {
                let name = symbol_name(self.arena, node.symbol());
                writeln!(f, "(declare-const {name} (_ BitVec {}))", node.width().0)?;
            }
        }
        for expr in &terms {
            self.line(f, *expr)?;
        }
        for condition in self.conditions {
            writeln!(f, "(assert (= e{} #b1))", condition.raw())?;
        }
        writeln!(f, "(check-sat)")
    }
}

fn operator(kind: Kind) -> &'static str {
    match kind {
        Kind::Not => "bvnot",
        Kind::Neg => "bvneg",
        Kind::And => "bvand",
        Kind::Or => "bvor",
        Kind::Xor => "bvxor",
        Kind::Add => "bvadd",
        Kind::Sub => "bvsub",
        Kind::Mul => "bvmul",
        Kind::UDiv => "bvudiv",
        Kind::SDiv => "bvsdiv",
        Kind::URem => "bvurem",
        Kind::SRem => "bvsrem",
        Kind::Shl => "bvshl",
        Kind::LShr => "bvlshr",
        Kind::AShr => "bvashr",
        Kind::Concat => "concat",
        Kind::Eq => "=",
        Kind::Ult => "bvult",
        Kind::Slt => "bvslt",
        Kind::FAdd => "fp.add RNE",
        Kind::FSub => "fp.sub RNE",
        Kind::FMul => "fp.mul RNE",
        Kind::FDiv => "fp.div RNE",
        Kind::FSqrt => "fp.sqrt RNE",
        Kind::FFma => "fp.fma RNE",
        Kind::FRoundEven => "fp.roundToIntegral RNE",
        Kind::FRoundAway => "fp.roundToIntegral RNA",
        Kind::FRoundUp => "fp.roundToIntegral RTP",
        Kind::FRoundDown => "fp.roundToIntegral RTN",
        Kind::FRoundZero => "fp.roundToIntegral RTZ",
        Kind::FEq => "fp.eq",
        Kind::FLt => "fp.lt",
        Kind::FLe => "fp.leq",
        _ => unreachable!("invariant: {kind:?} is written by its own arm"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;

    #[test]
    fn a_script_defines_each_term_once() {
        let mut arena = Arena::new();
        let x = arena.symbol(SymbolKey { input: 0, element: 2, name: "s".into(), width: Bits(8) });
        let c = arena.constant(Bits(8), 97);
        let below = arena.ult(x, c);
        let wide = arena.sext(x, Bits(32));
        let zero = arena.constant(Bits(32), 0);
        let negative = arena.raw(Kind::Slt, Bits(1), &[wide, zero], 0);
        expect_test::expect![[r#"
            (set-logic QF_BV)
            (declare-const |s#0[2]:8| (_ BitVec 8))
            (define-fun e0 () (_ BitVec 8) |s#0[2]:8|)
            (define-fun e1 () (_ BitVec 8) (_ bv97 8))
            (define-fun e2 () (_ BitVec 1) (ite (bvult e0 e1) #b1 #b0))
            (define-fun e3 () (_ BitVec 32) ((_ sign_extend 24) e0))
            (define-fun e4 () (_ BitVec 32) (_ bv0 32))
            (define-fun e5 () (_ BitVec 1) (ite (bvslt e3 e4) #b1 #b0))
            (assert (= e2 #b1))
            (assert (= e5 #b1))
            (check-sat)
        "#]]
        .assert_eq(&Script::new(&arena, &[below, negative]).to_string());
    }

    #[test]
    fn floats_have_a_value_and_bits() {
        let mut arena = Arena::new();
        let x = arena.symbol(SymbolKey { input: 0, element: 0, name: "x".into(), width: Bits(32) });
        let one = arena.constant(Bits(32), u128::from(1f32.to_bits()));
        let sum = arena.float(Kind::FAdd, Bits(32), &[x, one]);
        let same = arena.float(Kind::FEq, Bits(1), &[sum, x]);
        let script = Script::new(&arena, &[same]).to_string();
        expect_test::expect![[r#"
            (set-logic QF_BVFP)
            (declare-const |x#0[0]:32| (_ BitVec 32))
            (define-fun e0 () (_ BitVec 32) |x#0[0]:32|)
            (define-fun e1 () (_ BitVec 32) (_ bv1065353216 32))
            (define-fun f2 () (_ FloatingPoint 8 24) (fp.add RNE ((_ to_fp 8 24) e0) ((_ to_fp 8 24) e1)))
            (declare-const b2 (_ BitVec 32))
            (assert (= ((_ to_fp 8 24) b2) f2))
            (define-fun e2 () (_ BitVec 32) (ite (fp.isNaN f2) (ite (fp.isNaN ((_ to_fp 8 24) e0)) (bvor e0 (_ bv4194304 32)) (ite (fp.isNaN ((_ to_fp 8 24) e1)) (bvor e1 (_ bv4194304 32)) (_ bv4290772992 32))) b2))
            (define-fun e3 () (_ BitVec 1) (ite (fp.eq ((_ to_fp 8 24) e0) f2) #b1 #b0))
            (assert (= e3 #b1))
            (check-sat)
        "#]].assert_eq(&script);
    }
}
