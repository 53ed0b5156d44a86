//! Operations on integers and floats as C writes them.

use super::numbers::{self, Reading};
use super::terms::Renderer;
use super::text::{Level, Text};
use crate::expr::{Arena, ExprId, Kind, Node};
use crate::util::Bits;

impl Renderer<'_> {
    /// An operation on integers.
    pub(super) fn arithmetic(&mut self, node: &Node, reading: Reading) -> Text {
        let text = match node.kind {
            Kind::Neg => Text::prefix("-", self.term(node.first(), reading)),
            Kind::Not => Text::prefix("~", self.term(node.first(), reading)),
            _ => self.two_operands(node, reading),
        };
        // C extends operands that are narrower than an int, so nothing is lost until the result is stored. A
        // cast to the width of the result shows where bits may be lost.
        let may_overflow =
            matches!(node.kind, Kind::Neg | Kind::Not | Kind::Add | Kind::Sub | Kind::Mul | Kind::Shl);
        match may_overflow && node.width() < Bits(32) {
            true => numbers::cast(text, node.width(), reading.is_signed().unwrap_or(false)),
            false => text,
        }
    }

    fn two_operands(&mut self, node: &Node, reading: Reading) -> Text {
        let Some(operator) = numbers::operator(node.kind) else { return Text::cut() };
        let reading = if operator.reading == Reading::Any { reading } else { operator.reading };
        let (a, b) = (node.first(), node.second());
        if matches!(node.kind, Kind::Shl | Kind::LShr | Kind::AShr) {
            let value = self.term(a, reading);
            return Text::binary(value, operator.text, self.term(b, Reading::Unsigned), operator.level);
        }
        if node.kind == Kind::Add {
            if let Some(text) = self.difference(node, a, b, reading) {
                return text;
            }
            if let Some(text) = self.difference(node, b, a, reading) {
                return text;
            }
        }
        let is_bitwise = matches!(node.kind, Kind::And | Kind::Or | Kind::Xor);
        let mut operand = |operand: ExprId| match self.arena.as_const(operand) {
            Some(value) if is_bitwise => numbers::mask(value),
            _ => self.term(operand, reading),
        };
        let left = operand(a);
        Text::binary(left, operator.text, operand(b), operator.level)
    }

    /// A sum with a negative operand.
    fn difference(&mut self, node: &Node, a: ExprId, b: ExprId, reading: Reading) -> Option<Text> {
        let minus = match self.arena.as_const(b) {
            Some(value) => {
                let negative = node.width().sign_extend(value);
                // Adding a negative number of this size is a subtraction. Other numbers may be addresses.
                if !(-(1 << 31)..0).contains(&negative) {
                    return None;
                }
                let is_char = extends_byte(self.arena, a);
                let reading = if is_char { Reading::Char { signed: true } } else { Reading::Any };
                let letter = matches!(-negative, 0x30 | 0x41 | 0x61);
                let reading = if letter { reading } else { Reading::Any };
                numbers::constant((-negative) as u128, node.width(), reading)
            }
            None => {
                let negated = self.arena.node(b);
                if negated.kind != Kind::Neg {
                    return None;
                }
                self.term(negated.first(), reading)
            }
        };
        Some(Text::binary(self.term(a, reading), "-", minus, Level::Sum))
    }

    /// An operation on floats.
    pub(super) fn float(&mut self, node: &Node) -> Text {
        let name = match node.kind {
            Kind::FSqrt => "sqrt",
            Kind::FFma => "fma",
            Kind::FRoundEven => "rint",
            Kind::FRoundAway => "round",
            Kind::FRoundUp => "ceil",
            Kind::FRoundDown => "floor",
            Kind::FRoundZero => "trunc",
            Kind::FToF => return self.converted(node, Reading::Float),
            Kind::SToF => return self.converted(node, Reading::Signed),
            Kind::UToF => return self.converted(node, Reading::Unsigned),
            Kind::FToS | Kind::FToU => {
                let operand = self.term(node.first(), Reading::Float);
                return numbers::cast(operand, node.width(), node.kind == Kind::FToS);
            }
            _ => return self.two_operands(node, Reading::Float),
        };
        let operands: Vec<String> =
            node.operands().map(|operand| self.term(operand, Reading::Float).to_string()).collect();
        Text::new(format!("{name}({})", operands.join(", ")), Level::Primary)
    }

    fn converted(&mut self, node: &Node, reading: Reading) -> Text {
        let ty = format!("({})", numbers::float_name(node.width()));
        Text::prefix(&ty, self.term(node.first(), reading))
    }
}

/// Whether a term has 8 bits, or extends a term of 8 bits.
fn extends_byte(arena: &Arena, expr: ExprId) -> bool {
    let node = arena.node(expr);
    match node.kind {
        Kind::ZExt | Kind::SExt => arena.width(node.first()) == Bits(8),
        _ => node.width() == Bits(8),
    }
}
