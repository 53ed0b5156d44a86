//! Translates terms into words of literals, each term once.
//!
//! All words lie in one pool of literals; an extracted part of a term uses the literals of the term's word.
//! Terms with floats have no words.

use super::gates::{Gates, Lit};
use super::products::Division;
use super::words::complement;
use crate::expr::{Arena, ExprId, Facts, Kind, SymbolId};

/// The most literals in the pool: 80 MB.
const MAX_LITERALS: usize = 20_000_000;

/// The time or the memory for a circuit is used up.
#[derive(Debug, thiserror::Error)]
#[error("the circuit is too large for its limits")]
pub(super) struct Exhausted;

/// Where the words of the terms of one arena are.
pub(super) struct Blaster {
    pool: Vec<Lit>,
    /// By term: where its word begins in the pool.
    starts: Vec<Option<u32>>,
    /// By symbol: the same.
    symbols: Vec<Option<u32>>,
    stack: Vec<ExprId>,
}

impl Blaster {
    /// A translation of no term yet.
    pub(super) fn new() -> Self {
        Self { pool: Vec::new(), starts: Vec::new(), symbols: Vec::new(), stack: Vec::new() }
    }

    /// The bits of a symbol, if a translated term contains it.
    pub(super) fn symbol(&self, arena: &Arena, symbol: SymbolId) -> Option<&[Lit]> {
        let start = self.symbols.get(symbol.index()).copied().flatten()? as usize;
        Some(&self.pool[start..start + arena.symbol_key(symbol).width.0 as usize])
    }

    /// The literal of a term of width 1. Terms of long loops are deeper than the thread's stack, so the walk
    /// keeps one of its own.
    pub(super) fn bit(&mut self, gates: &mut Gates, arena: &Arena, expr: ExprId) -> Result<Lit, Exhausted> {
        self.starts.resize(arena.len(), None);
        self.stack.clear();
        self.stack.push(expr);
        while let Some(&top) = self.stack.last() {
            if self.starts[top.index()].is_none() {
                let waiting = self.stack.len();
                for operand in arena.node(top).operands() {
                    if self.starts[operand.index()].is_none() {
                        self.stack.push(operand);
                    }
                }
                if self.stack.len() > waiting {
                    continue;
                }
                let start = self.build(gates, arena, top);
                if gates.is_exhausted() || self.pool.len() > MAX_LITERALS {
                    return Err(Exhausted);
                }
                self.starts[top.index()] = Some(start);
            }
            self.stack.pop();
        }
        Ok(self.word(arena, expr)[0])
    }

    fn start(&self, expr: ExprId) -> u32 {
        self.starts[expr.index()].expect("invariant: operands are translated before their node")
    }

    fn word(&self, arena: &Arena, expr: ExprId) -> &[Lit] {
        let start = self.start(expr) as usize;
        &self.pool[start..start + arena.width(expr).0 as usize]
    }

    /// Adds a word to the pool.
    fn keep(&mut self, word: &[Lit]) -> u32 {
        let start = u32::try_from(self.pool.len()).expect("invariant: the pool is bounded");
        self.pool.extend_from_slice(word);
        start
    }

    /// Makes the word of a term whose operands have their words already.
    fn build(&mut self, gates: &mut Gates, arena: &Arena, expr: ExprId) -> u32 {
        let node = arena.node(expr);
        let width = node.width().0 as usize;
        let word = match node.kind {
            Kind::Extract => return self.start(node.first()) + node.low_bit(),
            Kind::Const | Kind::WideConst => {
                let value = arena.as_const(expr).expect("invariant: this node is a constant");
                (0..width).map(|index| Lit::constant(value >> index & 1 == 1)).collect()
            }
            Kind::Symbol => {
                let word: Vec<Lit> = (0..width).map(|_| gates.input()).collect();
                let start = self.keep(&word);
                let index = node.symbol().index();
                if self.symbols.len() <= index {
                    self.symbols.resize(index + 1, None);
                }
                self.symbols[index] = Some(start);
                return start;
            }
            _ => {
                let operand = |index| node.operands().nth(index).map_or(&[][..], |id| self.word(arena, id));
                let mut word = operate(gates, node.kind, width, [operand(0), operand(1), operand(2)]);
                if width <= 64 {
                    settle(&mut word, arena.facts(expr));
                }
                word
            }
        };
        self.keep(&word)
    }
}

/// Replaces bits whose values are known from the term itself by constants, so that operations on them need
/// fewer gates.
fn settle(word: &mut [Lit], facts: &Facts) {
    for (index, bit) in word.iter_mut().enumerate() {
        if (facts.zeros | facts.ones) >> index & 1 == 1 {
            *bit = Lit::constant(facts.ones >> index & 1 == 1);
        }
    }
}

/// The word of an operation with operands.
fn operate(gates: &mut Gates, kind: Kind, width: usize, [a, b, c]: [&[Lit]; 3]) -> Vec<Lit> {
    let extended = |fill: Lit| {
        let mut word = a.to_vec();
        word.resize(width, fill);
        word
    };
    match kind {
        Kind::Not => complement(a),
        Kind::Neg => gates.negate(a),
        Kind::And => a.iter().zip(b).map(|(&a, &b)| gates.and(a, b)).collect(),
        Kind::Or => a.iter().zip(b).map(|(&a, &b)| gates.or(a, b)).collect(),
        Kind::Xor => a.iter().zip(b).map(|(&a, &b)| gates.xor(a, b)).collect(),
        Kind::Add => gates.add(a, b),
        Kind::Sub => gates.sub(a, b),
        Kind::Mul => gates.multiply(a, b),
        Kind::UDiv => divided(gates, false, a, b).quotient,
        Kind::URem => divided(gates, false, a, b).remainder,
        Kind::SDiv => divided(gates, true, a, b).quotient,
        Kind::SRem => divided(gates, true, a, b).remainder,
        Kind::Shl => gates.shift_left(a, b),
        Kind::LShr => gates.shift_right(a, b, Lit::FALSE),
        Kind::AShr => gates.shift_right(a, b, sign(a)),
        Kind::Concat => [b, a].concat(),
        Kind::ZExt => extended(Lit::FALSE),
        Kind::SExt => extended(sign(a)),
        Kind::Eq => vec![gates.equal(a, b)],
        Kind::Ult => vec![gates.below(a, b)],
        Kind::Slt => vec![gates.below_signed(a, b)],
        Kind::Ite => gates.choose(a[0], b, c),
        _ => unreachable!("invariant: {kind:?} is no operation on bit vectors"),
    }
}

/// Quotient and remainder of the same operands have one circuit: for the second, its gates are found again.
fn divided(gates: &mut Gates, is_signed: bool, a: &[Lit], b: &[Lit]) -> Division {
    if is_signed { gates.divide_signed(a, b) } else { gates.divide(a, b) }
}

fn sign(word: &[Lit]) -> Lit {
    *word.last().expect("invariant: no term has width 0")
}
