//! Terms as SMT-LIB 2.6 text, for people and for solvers run by hand.

use super::{Arena, ExprId, Kind, SymbolId};
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
            Kind::Ite => {
                let [condition, yes, no] = [node.first(), node.second(), node.third()].map(ExprId::raw);
                write!(f, "(ite (= e{condition} #b1) e{yes} e{no})")?;
            }
            kind => write!(f, "({}{operands})", operator(kind))?,
        }
        writeln!(f, ")")
    }
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
        writeln!(f, "(set-logic QF_BV)")?;
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
        _ => unreachable!("invariant: {kind:?} is written by its own arm"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;
    use crate::util::Bits;

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
}
