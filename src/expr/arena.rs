//! The table of terms: interning, constants and symbols.

use super::transfer::transfer;
use super::{ExprId, Facts, Kind, Node, Rule, SymbolId};
use crate::util::{Bits, rng};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Identifies a symbol on every path and in every worker, by the input that it belongs to.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolKey {
    /// The input's number on its path: the first declared is 0.
    pub input: u32,
    /// The element within the input: the byte of a buffer, 0 of a scalar.
    pub element: u32,
    /// The name that the driver gave the input.
    pub name: Rc<str>,
    /// The width of the symbol.
    pub width: Bits,
}

/// An append-only table of terms. Each worker has one.
pub struct Arena {
    nodes: Vec<Node>,
    /// The structural hash of each node. It depends on the shape of the term, not on ids.
    hashes: Vec<u64>,
    /// What is known about each node's value.
    facts: Vec<Facts>,
    /// Open addressing with linear probing; 0 is free, otherwise id + 1. Its length is a power of two.
    table: Vec<u32>,
    wide: Vec<u128>,
    wide_ids: FxHashMap<u128, u32>,
    symbols: Vec<SymbolKey>,
    symbol_ids: FxHashMap<SymbolKey, SymbolId>,
    /// By symbol, its term, if it has one.
    symbol_terms: Vec<Option<ExprId>>,
    hits: [u64; Rule::COUNT],
    /// Whether builders apply rules other than folding constants.
    simplifies: bool,
}

impl Default for Arena {
    fn default() -> Self {
        Self::new()
    }
}

impl Arena {
    /// An empty arena.
    pub fn new() -> Self {
        Self {
            nodes: Vec::new(),
            hashes: Vec::new(),
            facts: Vec::new(),
            table: vec![0; 1024],
            wide: Vec::new(),
            wide_ids: FxHashMap::default(),
            symbols: Vec::new(),
            symbol_ids: FxHashMap::default(),
            symbol_terms: Vec::new(),
            hits: [0; Rule::COUNT],
            simplifies: true,
        }
    }

    /// An empty arena whose builders fold constants and apply no other rule, to measure what the rules gain.
    pub fn without_rules() -> Self {
        Self { simplifies: false, ..Self::new() }
    }

    /// Whether builders apply rules other than folding constants.
    pub(super) fn simplifies(&self) -> bool {
        self.simplifies
    }

    /// The number of terms made so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no term was made yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of symbols made so far.
    pub fn n_symbols(&self) -> usize {
        self.symbols.len()
    }

    /// The node of a term.
    #[inline]
    pub fn node(&self, expr: ExprId) -> Node {
        self.nodes[expr.index()]
    }

    /// The width of a term's value.
    #[inline]
    pub fn width(&self, expr: ExprId) -> Bits {
        self.node(expr).width()
    }

    /// What a term's shape says about its value, under every assignment.
    #[inline]
    pub fn facts(&self, expr: ExprId) -> &Facts {
        &self.facts[expr.index()]
    }

    /// What the operation of a term says about its value, if its operands have the facts that `operand`
    /// gives. Leaves have the facts of the arena.
    pub fn facts_from(&self, expr: ExprId, operand: impl Fn(ExprId) -> Facts) -> Facts {
        let node = self.node(expr);
        if node.kind.n_operands() == 0 {
            return *self.facts(expr);
        }
        let operands = [node.a, node.b, node.c].map(ExprId::from_raw);
        transfer(&node, |index| (self.width(operands[index]), operand(operands[index])))
    }

    /// A hash of the term's shape: equal for equal terms of any two arenas.
    #[inline]
    pub fn structural_hash(&self, expr: ExprId) -> u64 {
        self.hashes[expr.index()]
    }

    /// The value of a constant term.
    #[inline]
    pub fn as_const(&self, expr: ExprId) -> Option<u128> {
        let node = self.node(expr);
        match node.kind {
            Kind::Const => Some(u128::from(node.a) | u128::from(node.b) << 32),
            Kind::WideConst => Some(self.wide[node.a as usize]),
            _ => None,
        }
    }

    /// The constant `value` of width `width`; higher bits of `value` are dropped.
    ///
    /// # Panics
    /// If the width is zero or above 128.
    pub fn constant(&mut self, width: Bits, value: u128) -> ExprId {
        assert!((1..=128).contains(&width.0), "constants have 1 to 128 bits, not {}", width.0);
        let value = value & width.mask();
        if width.0 <= 64 {
            return self.intern(Node::new(Kind::Const, width, value as u32, (value >> 32) as u32, 0));
        }
        let next = self.wide.len() as u32;
        let slot = *self.wide_ids.entry(value).or_insert(next);
        if slot == next {
            self.wide.push(value);
        }
        self.intern(Node::new(Kind::WideConst, width, slot, 0, 0))
    }

    /// The truth value `value`.
    pub fn bool(&mut self, value: bool) -> ExprId {
        self.constant(Bits(1), u128::from(value))
    }

    /// The term of the symbol with this key; the same key gives the same term.
    pub fn symbol(&mut self, key: SymbolKey) -> ExprId {
        let symbol = self.declare(key);
        self.term_of(symbol)
    }

    /// The symbol with this key. It gets a term when [`Self::term_of`] is first asked for it, so that a
    /// symbol that is never read costs no term.
    pub fn declare(&mut self, key: SymbolKey) -> SymbolId {
        let next = SymbolId::new(self.symbols.len());
        let id = *self.symbol_ids.entry(key.clone()).or_insert(next);
        if id == next {
            self.symbols.push(key);
            self.symbol_terms.push(None);
        }
        id
    }

    /// The term of a symbol, which is made if there is none yet.
    pub fn term_of(&mut self, symbol: SymbolId) -> ExprId {
        if let Some(term) = self.symbol_terms[symbol.index()] {
            return term;
        }
        let width = self.symbol_key(symbol).width;
        let term = self.intern(Node::new(Kind::Symbol, width, symbol.raw(), 0, 0));
        self.symbol_terms[symbol.index()] = Some(term);
        term
    }

    /// Whether a term of the symbol was made.
    pub fn has_term(&self, symbol: SymbolId) -> bool {
        self.symbol_terms[symbol.index()].is_some()
    }

    /// The term of a symbol that occurs in some term.
    pub fn symbol_term(&self, symbol: SymbolId) -> ExprId {
        self.symbol_terms[symbol.index()].expect("invariant: the symbol comes out of a term")
    }

    /// What is known about a symbol.
    pub fn symbol_key(&self, symbol: SymbolId) -> &SymbolKey {
        &self.symbols[symbol.index()]
    }

    /// How often each rule has fired in this arena, in the order of [`Rule::ALL`].
    pub fn rule_hits(&self) -> impl Iterator<Item = (Rule, u64)> + '_ {
        Rule::ALL.iter().copied().zip(self.hits)
    }

    /// Counts a rewrite and passes its result on.
    #[inline]
    pub(super) fn fire(&mut self, rule: Rule, result: ExprId) -> ExprId {
        self.hits[rule as usize] += 1;
        result
    }

    /// The id of `node`, which is added unless it is there already.
    pub(super) fn intern(&mut self, node: Node) -> ExprId {
        let hash = self.hash_of(&node);
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        while self.table[slot] != 0 {
            let id = self.table[slot] as usize - 1;
            if self.hashes[id] == hash && self.nodes[id] == node {
                return ExprId::new(id);
            }
            slot = (slot + 1) & mask;
        }
        let id = ExprId::new(self.nodes.len());
        let facts = self.leaf_facts(&node).unwrap_or_else(|| {
            let operands = [node.a, node.b, node.c].map(ExprId::from_raw);
            transfer(&node, |index| (self.width(operands[index]), *self.facts(operands[index])))
        });
        self.nodes.push(node);
        self.hashes.push(hash);
        self.facts.push(facts);
        self.table[slot] = id.raw() + 1;
        if self.nodes.len() * 2 > self.table.len() {
            self.grow();
        }
        id
    }

    fn leaf_facts(&self, node: &Node) -> Option<Facts> {
        match node.kind {
            Kind::Const => Some(Facts::exactly(node.width(), u64::from(node.a) | u64::from(node.b) << 32)),
            Kind::WideConst | Kind::Symbol => Some(Facts::any(node.width())),
            _ => None,
        }
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let mut table = vec![0u32; mask + 1];
        for (id, hash) in self.hashes.iter().enumerate() {
            let mut slot = *hash as usize & mask;
            while table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            table[slot] = id as u32 + 1;
        }
        self.table = table;
    }

    fn hash_of(&self, node: &Node) -> u64 {
        let mut hash = rng::mix((node.kind as u64) << 32 | u64::from(node.width().0));
        match node.kind {
            Kind::Const => hash = rng::combine(hash, u64::from(node.a) | u64::from(node.b) << 32),
            Kind::WideConst => {
                let value = self.wide[node.a as usize];
                hash = rng::combine(rng::combine(hash, value as u64), (value >> 64) as u64);
            }
            Kind::Symbol => {
                let key = &self.symbols[node.a as usize];
                hash = rng::combine(hash, u64::from(key.input) << 32 | u64::from(key.element));
                hash = rng::combine(hash, rng::hash_bytes(key.name.as_bytes()));
            }
            _ => {
                for operand in node.operands() {
                    hash = rng::combine(hash, self.hashes[operand.index()]);
                }
                if node.kind == Kind::Extract {
                    hash = rng::combine(hash, u64::from(node.b));
                }
            }
        }
        hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byte(arena: &mut Arena, input: u32, element: u32) -> ExprId {
        arena.symbol(SymbolKey { input, element, name: "s".into(), width: Bits(8) })
    }

    #[test]
    fn equal_terms_have_equal_ids() {
        let mut arena = Arena::new();
        let (x, y) = (byte(&mut arena, 0, 0), byte(&mut arena, 0, 1));
        assert_eq!(byte(&mut arena, 0, 0), x);
        let sum = arena.add(x, y);
        assert_eq!(arena.add(y, x), sum);
        for n in 0..5000 {
            arena.constant(Bits(16), n);
        }
        assert_eq!(arena.add(x, y), sum, "the table has grown in between");
    }

    #[test]
    fn shapes_do_not_depend_on_the_order_of_making() {
        let (mut one, mut other) = (Arena::new(), Arena::new());
        let (x1, y1) = (byte(&mut one, 0, 0), byte(&mut one, 0, 1));
        let (y2, x2) = (byte(&mut other, 0, 1), byte(&mut other, 0, 0));
        let (a, b) = (one.xor(x1, y1), other.xor(x2, y2));
        assert_eq!(one.structural_hash(a), other.structural_hash(b));
        assert_eq!(one.node(a).first() == x1, other.node(b).first() == x2);
    }

    #[test]
    fn wide_constants_are_shared() {
        let mut arena = Arena::new();
        let a = arena.constant(Bits(100), u128::MAX);
        assert_eq!(arena.as_const(a), Some((1 << 100) - 1));
        assert_eq!(arena.constant(Bits(100), (1 << 100) - 1), a);
        assert_ne!(arena.constant(Bits(101), (1 << 100) - 1), a);
    }
}
