//! Terms over inputs as C expressions.
//!
//! Extensions are left out, since C extends by itself. A cast is written if an operand is signed and its
//! input is not, or the other way round. A condition on one byte is the set of the byte's values, whatever
//! its term looks like. A term that is too large to be read is cut.

use super::bytes::{self, ByteStyle};
use super::numbers::{self, Reading};
use super::text::{Level, Text};
use crate::expr::{Arena, ExprId, Kind, Node, SymbolId};
use crate::solver::TermAnalysis;
use crate::testcase::InputKind;
use crate::util::{Bits, ByteSet};
use std::rc::Rc;

/// An input, as it is named in texts.
#[derive(Clone, Debug)]
pub struct InputShape {
    pub name: Rc<str>,
    pub kind: InputKind,
}

/// How many nodes of one condition are shown before the rest is cut.
const MAX_NODES: usize = 48;
/// If this many choices are nested, they are shown as a look-up in a table.
const TABLE: usize = 3;

/// Renders terms of one path.
pub(super) struct Renderer<'a> {
    pub(super) arena: &'a Arena,
    pub(super) analysis: &'a mut TermAnalysis,
    pub(super) inputs: &'a [InputShape],
    n_left: usize,
}

impl<'a> Renderer<'a> {
    pub(super) fn new(arena: &'a Arena, analysis: &'a mut TermAnalysis, inputs: &'a [InputShape]) -> Self {
        Self { arena, analysis, inputs, n_left: MAX_NODES }
    }

    /// Says that `expr`, a term of width 1, is true, or that it is false.
    pub(super) fn condition(&mut self, expr: ExprId, is_true: bool) -> Text {
        self.n_left = MAX_NODES;
        self.truth(expr, is_true)
    }

    /// The byte that decides about `expr` if nothing else does, with the values for which `expr` is true.
    pub(super) fn byte_set(&mut self, expr: ExprId) -> Option<(SymbolId, ByteSet)> {
        let support = self.analysis.support(self.arena, expr);
        let [symbol] = *support else { return None };
        let is_byte = self.arena.symbol_key(symbol).width == Bits(8);
        is_byte.then(|| (symbol, self.analysis.byte_set(self.arena, expr, &[symbol])))
    }

    /// How the values of a symbol that is a byte are to be read.
    pub(super) fn byte_style(&self, symbol: SymbolId) -> ByteStyle {
        match self.kind(symbol) {
            Some(InputKind::String | InputKind::Chars) => ByteStyle { is_text: true, signed: true },
            Some(InputKind::Bytes) => ByteStyle { is_text: true, signed: false },
            Some(InputKind::Integer { signed, .. }) => ByteStyle { is_text: signed, signed },
            _ => ByteStyle { is_text: false, signed: false },
        }
    }

    fn kind(&self, symbol: SymbolId) -> Option<InputKind> {
        self.inputs.get(self.arena.symbol_key(symbol).input as usize).map(|input| input.kind)
    }

    /// `n`, `s[3]`; of inputs with one name all but the first have a number.
    pub(super) fn name(&self, symbol: SymbolId) -> String {
        let key = self.arena.symbol_key(symbol);
        let name = self.input_name(key.input);
        match self.kind(symbol) {
            Some(InputKind::String | InputKind::Bytes | InputKind::Chars) => {
                format!("{name}[{}]", key.element)
            }
            _ => name,
        }
    }

    /// The name of an input by its number on the path.
    pub(super) fn input_name(&self, input: u32) -> String {
        let Some(shape) = self.inputs.get(input as usize) else { return format!("input {input}") };
        let is_word =
            shape.name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '>' | '[' | ']'));
        let name = if is_word { shape.name.to_string() } else { format!("`{}`", shape.name) };
        let same = |other: &&InputShape| other.name == shape.name;
        match self.inputs[..input as usize].iter().filter(same).count() {
            0 => name,
            before => format!("{name}#{}", before + 1),
        }
    }

    fn truth(&mut self, expr: ExprId, is_true: bool) -> Text {
        if self.n_left == 0 {
            return Text::cut();
        }
        self.n_left -= 1;
        if let Some((symbol, set)) = self.byte_set(expr) {
            let set = if is_true { set } else { set.complement() };
            return bytes::condition(&self.name(symbol), set, self.byte_style(symbol));
        }
        let node = self.arena.node(expr);
        match node.kind {
            Kind::Const => {
                let holds = (self.arena.as_const(expr) == Some(1)) == is_true;
                Text::new(if holds { "true" } else { "false" }, Level::Primary)
            }
            Kind::Not => self.truth(node.first(), !is_true),
            Kind::And | Kind::Or => {
                let (operator, level) =
                    if (node.kind == Kind::And) == is_true { ("&&", Level::And) } else { ("||", Level::Or) };
                let left = self.truth(node.first(), is_true);
                Text::binary(left, operator, self.truth(node.second(), is_true), level)
            }
            Kind::Xor => self.same_truth(&node, !is_true),
            Kind::Eq if self.arena.width(node.first()) == Bits(1) => self.same_truth(&node, is_true),
            Kind::Eq | Kind::Ult | Kind::Slt => self.comparison(&node, is_true),
            Kind::FEq | Kind::FLt | Kind::FLe => self.float_comparison(&node, is_true),
            Kind::Ite => {
                let condition = self.truth(node.first(), true);
                let (yes, no) = (self.truth(node.second(), is_true), self.truth(node.third(), is_true));
                choice(condition, yes, no)
            }
            Kind::Extract => {
                let mask = 1u128 << node.low_bit().min(127);
                let operand = self.term(node.first(), Reading::Any);
                let masked = Text::binary(operand, "&", numbers::mask(mask), Level::BitAnd);
                let operator = if is_true { "!=" } else { "==" };
                Text::binary(masked, operator, Text::new("0", Level::Primary), Level::Equal)
            }
            _ => {
                let text = self.term(expr, Reading::Any);
                if is_true { text } else { Text::prefix("!", text) }
            }
        }
    }

    /// Says that two conditions are both true or both false, or that they are not.
    fn same_truth(&mut self, node: &Node, is_same: bool) -> Text {
        let left = self.truth(node.first(), true);
        let right = self.truth(node.second(), true);
        let [left, right] = [left, right].map(|side| Text::new(side.at_least(Level::Unary), Level::Primary));
        Text::binary(left, if is_same { "==" } else { "!=" }, right, Level::Equal)
    }

    fn comparison(&mut self, node: &Node, is_true: bool) -> Text {
        let (a, b) = (node.first(), node.second());
        let reading = match node.kind {
            Kind::Eq => self.natural(a).with(self.natural(b)),
            Kind::Slt => Reading::Signed,
            _ => Reading::Unsigned,
        };
        let is_char = self.is_char(a) || self.is_char(b);
        let reading_of = |operand| if is_char { reading.of_char(self.arena, operand) } else { reading };
        let (left, right) = (reading_of(a), reading_of(b));
        // As floats, the two zeros are equal although they differ in a bit, and nothing is equal to a NaN.
        let is_bitwise = left == Reading::Float
            && [a, b].iter().any(|side| {
                self.arena
                    .as_const(*side)
                    .is_some_and(|bits| numbers::is_odd_float(bits, self.arena.width(*side)))
            });
        let (left, right) = if is_bitwise { (Reading::Unsigned, Reading::Unsigned) } else { (left, right) };
        // A bound on the left reads better on the right: 5 < x is x > 5.
        let is_flipped = self.arena.as_const(a).is_some();
        let (operator, level) = match (node.kind, is_true, is_flipped) {
            (Kind::Eq, true, _) => ("==", Level::Equal),
            (Kind::Eq, false, _) => ("!=", Level::Equal),
            (_, true, false) => ("<", Level::Relation),
            (_, true, true) => (">", Level::Relation),
            (_, false, false) => (">=", Level::Relation),
            (_, false, true) => ("<=", Level::Relation),
        };
        let (left, right) = (self.term(a, left), self.term(b, right));
        let is_swapped = node.kind == Kind::Eq && self.place(b) < self.place(a);
        let (left, right) = if is_flipped || is_swapped { (right, left) } else { (left, right) };
        Text::binary(left, operator, right, level)
    }

    /// Where the first symbol of a term stands among the inputs; terms without symbols come last.
    fn place(&mut self, expr: ExprId) -> (u32, u32) {
        let support = self.analysis.support(self.arena, expr);
        let key = |symbol: &SymbolId| {
            let key = self.arena.symbol_key(*symbol);
            (key.input, key.element)
        };
        support.iter().map(key).min().unwrap_or((u32::MAX, u32::MAX))
    }

    fn float_comparison(&mut self, node: &Node, is_true: bool) -> Text {
        let left = self.term(node.first(), Reading::Float);
        let right = self.term(node.second(), Reading::Float);
        let (operator, level) = match node.kind {
            Kind::FEq => (if is_true { "==" } else { "!=" }, Level::Equal),
            Kind::FLt => ("<", Level::Relation),
            _ => ("<=", Level::Relation),
        };
        let text = Text::binary(left, operator, right, level);
        // No comparison of floats is the opposite of another, because both are false for a NaN.
        if is_true || node.kind == Kind::FEq { text } else { Text::prefix("!", text) }
    }

    /// The value of a term, to be read in this way.
    pub(super) fn term(&mut self, expr: ExprId, reading: Reading) -> Text {
        if let Some(value) = self.arena.as_const(expr) {
            return numbers::constant(value, self.arena.width(expr), reading);
        }
        if self.n_left == 0 {
            return Text::cut();
        }
        self.n_left -= 1;
        let node = self.arena.node(expr);
        if node.width() == Bits(1) && node.kind != Kind::Extract && node.kind != Kind::Symbol {
            return self.truth(expr, true);
        }
        if let Some(text) = self.reinterpreted(expr, &node, reading) {
            return text;
        }
        match node.kind {
            Kind::Symbol => self.symbol(&node, reading),
            Kind::ZExt => self.term(node.first(), Reading::Unsigned),
            // All bits of the result are the one bit: the number is 0 or −1.
            Kind::SExt if self.arena.width(node.first()) == Bits(1) => {
                Text::prefix("-", self.term(node.first(), Reading::Any))
            }
            Kind::SExt => self.term(node.first(), Reading::Signed),
            Kind::Extract => self.part(&node, reading),
            Kind::Concat => self.joined(expr, &node, reading),
            Kind::Ite => self.chosen(expr, &node, reading),
            kind if kind.is_float() => self.float(&node),
            _ => self.arithmetic(&node, reading),
        }
    }

    /// A term whose bits are read as another type: those of a float as an integer, or those of an integer as
    /// a float. In C, this is a read through a pointer to the other type.
    fn reinterpreted(&mut self, expr: ExprId, node: &Node, reading: Reading) -> Option<Text> {
        let wants_float = reading == Reading::Float;
        let is_float = match node.kind {
            // Both sides are read as the whole is.
            Kind::Ite => return None,
            Kind::Symbol => self.natural_of_symbol(node.symbol()) == Reading::Float,
            kind => kind.makes_float(),
        };
        let width = node.width();
        if is_float == wants_float || !numbers::is_float_width(width) {
            return None;
        }
        if wants_float && let Some(text) = self.sign_of_float(node) {
            return Some(text);
        }
        // Bytes of a buffer that are one float have their own form.
        if node.kind == Kind::Concat && numbers::has_type(width) && wants_float {
            let text = self.joined(expr, node, reading);
            if text.to_string().starts_with("*(") {
                return Some(text);
            }
        }
        let (from, to) = match wants_float {
            true if numbers::has_type(width) => {
                (numbers::type_name(width, false), numbers::float_name(width))
            }
            false if numbers::has_type(width) => {
                (numbers::float_name(width), numbers::type_name(width, reading.is_signed().unwrap_or(false)))
            }
            _ => return None,
        };
        if node.kind == Kind::Symbol {
            return Some(Text::new(format!("*({to} *)&{}", self.name(node.symbol())), Level::Unary));
        }
        let inner = match wants_float {
            true => self.term(expr, Reading::Unsigned),
            false => self.term(expr, Reading::Float),
        };
        Some(Text::new(format!("*({to} *)&({from}){{{inner}}}"), Level::Unary))
    }

    /// An operation that only changes the sign of a float: `-x`, `fabs(x)`.
    fn sign_of_float(&mut self, node: &Node) -> Option<Text> {
        if !matches!(node.kind, Kind::And | Kind::Or | Kind::Xor) {
            return None;
        }
        let width = node.width();
        let sign = 1u128 << (width.0 - 1);
        let rest = width.mask() & !sign;
        let (a, b) = (node.first(), node.second());
        let (value, bits) = match (self.arena.as_const(a), self.arena.as_const(b)) {
            (None, Some(bits)) => (a, bits),
            (Some(bits), None) => (b, bits),
            _ => return None,
        };
        let (is_absolute, negates) = match node.kind {
            Kind::Xor if bits == sign => (false, true),
            Kind::And if bits == rest => (true, false),
            Kind::Or if bits == sign => (true, true),
            _ => return None,
        };
        let value = self.term(value, Reading::Float);
        let value = match is_absolute {
            true => Text::new(format!("fabs({value})"), Level::Primary),
            false => value,
        };
        Some(if negates { Text::prefix("-", value) } else { value })
    }

    fn symbol(&mut self, node: &Node, reading: Reading) -> Text {
        let name = Text::new(self.name(node.symbol()), Level::Primary);
        match (reading.is_signed(), self.natural_of_symbol(node.symbol()).is_signed()) {
            (Some(wanted), Some(is)) if wanted != is => numbers::cast(name, node.width(), wanted),
            _ => name,
        }
    }

    fn natural_of_symbol(&self, symbol: SymbolId) -> Reading {
        match self.kind(symbol) {
            Some(InputKind::String | InputKind::Chars | InputKind::Integer { signed: true, .. }) => {
                Reading::Signed
            }
            Some(InputKind::Bytes | InputKind::Integer { signed: false, .. }) => Reading::Unsigned,
            Some(InputKind::Float { .. }) => Reading::Float,
            Some(InputKind::Object | InputKind::Pointer) | None => Reading::Any,
        }
    }

    /// How a term is to be read according to its inputs and operations.
    fn natural(&self, expr: ExprId) -> Reading {
        let mut expr = expr;
        loop {
            let node = self.arena.node(expr);
            match node.kind {
                Kind::Symbol => return self.natural_of_symbol(node.symbol()),
                kind if kind.makes_float() => return Reading::Float,
                Kind::SExt | Kind::SDiv | Kind::SRem | Kind::AShr | Kind::FToS => return Reading::Signed,
                Kind::UDiv | Kind::URem | Kind::LShr | Kind::Concat | Kind::FToU => return Reading::Unsigned,
                Kind::Ite => expr = node.second(),
                Kind::Not | Kind::Neg | Kind::Extract => expr = node.first(),
                Kind::Add | Kind::Sub | Kind::Mul | Kind::And | Kind::Or | Kind::Xor | Kind::Shl => {
                    expr = node.first();
                }
                _ => return Reading::Any,
            }
        }
    }

    /// Whether the term is a character, extended or not.
    fn is_char(&self, expr: ExprId) -> bool {
        let node = self.arena.node(expr);
        match node.kind {
            Kind::Symbol => node.width() == Bits(8) && self.byte_style(node.symbol()).is_text,
            Kind::ZExt | Kind::SExt => self.is_char(node.first()),
            _ => false,
        }
    }

    /// Some bits of a wider term.
    fn part(&mut self, node: &Node, reading: Reading) -> Text {
        let operand = self.term(node.first(), Reading::Any);
        let shifted = match node.low_bit() {
            0 => operand,
            low => Text::binary(operand, ">>", Text::new(low.to_string(), Level::Primary), Level::Shift),
        };
        match numbers::has_type(node.width()) {
            true => numbers::cast(shifted, node.width(), reading.is_signed().unwrap_or(false)),
            false => Text::binary(shifted, "&", numbers::mask(node.width().mask()), Level::BitAnd),
        }
    }

    /// Bytes of one input that lie beside each other are one number in memory, the lowest byte first.
    fn joined(&mut self, expr: ExprId, node: &Node, reading: Reading) -> Text {
        let mut parts = Vec::new();
        let mut rest = expr;
        while self.arena.node(rest).kind == Kind::Concat {
            let inner = self.arena.node(rest);
            parts.push(inner.first());
            rest = inner.second();
        }
        parts.push(rest);
        parts.reverse();
        let key = |part: &ExprId| {
            let node = self.arena.node(*part);
            (node.kind == Kind::Symbol).then(|| self.arena.symbol_key(node.symbol()))
        };
        let is_next = |pair: &[ExprId]| match (key(&pair[0]), key(&pair[1])) {
            (Some(a), Some(b)) => a.input == b.input && a.element + 1 == b.element && a.width == Bits(8),
            _ => false,
        };
        if numbers::has_type(node.width()) && parts.windows(2).all(is_next) {
            let first = self.name(self.arena.node(parts[0]).symbol());
            let ty = match reading {
                Reading::Float if numbers::is_float_width(node.width()) => numbers::float_name(node.width()),
                _ => numbers::type_name(node.width(), reading.is_signed().unwrap_or(false)),
            };
            return Text::new(format!("*({ty} *)&{first}"), Level::Unary);
        }
        let by = self.arena.width(node.second()).0.to_string();
        let high = self.term(node.first(), Reading::Unsigned);
        let high = Text::binary(high, "<<", Text::new(by, Level::Primary), Level::Shift);
        if self.arena.as_const(node.second()) == Some(0) {
            return high;
        }
        Text::binary(high, "|", self.term(node.second(), Reading::Unsigned), Level::BitOr)
    }

    fn chosen(&mut self, expr: ExprId, node: &Node, reading: Reading) -> Text {
        let mut depth = 0;
        let mut pending = vec![expr];
        while let Some(next) = pending.pop() {
            let inner = self.arena.node(next);
            if inner.kind == Kind::Ite && depth < TABLE {
                depth += 1;
                pending.extend([inner.second(), inner.third()]);
            }
        }
        if depth == TABLE {
            let support = self.analysis.support(self.arena, expr);
            return match *support {
                [symbol] => Text::new(format!("table[{}]", self.name(symbol)), Level::Primary),
                _ => Text::cut(),
            };
        }
        let condition = self.truth(node.first(), true);
        let (yes, no) = (self.term(node.second(), reading), self.term(node.third(), reading));
        choice(condition, yes, no)
    }
}

/// `condition ? yes : no`
fn choice(condition: Text, yes: Text, no: Text) -> Text {
    let condition = condition.at_least(Level::Or);
    Text::new(format!("{condition} ? {yes} : {}", no.at_least(Level::Choice)), Level::Choice)
}
