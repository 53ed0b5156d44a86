//! Names for terms: equal terms of different arenas have the same name.

use crate::expr::{Arena, ExprId, Kind};
use crate::util::rng;

/// Computes 128-bit hashes of the structure of terms: the structural hash of the arena and a second,
/// independent one. Two different terms share both with a chance of 2⁻¹²⁸, so terms with equal fingerprints
/// are treated as equal.
#[derive(Default)]
pub(super) struct Fingerprints {
    second: Vec<Option<u64>>,
    stack: Vec<ExprId>,
}

/// The start value of the second hash, which makes it differ from the arena's hash from the first step on.
const SALT: u64 = 0x5eed_0f0d_dba1_1ad5;

impl Fingerprints {
    /// The fingerprint of `expr`.
    pub(super) fn of(&mut self, arena: &Arena, expr: ExprId) -> u128 {
        self.second.resize(arena.len(), None);
        self.stack.push(expr);
        while let Some(&top) = self.stack.last() {
            if self.second[top.index()].is_none() {
                let node = arena.node(top);
                let waiting = self.stack.len();
                self.stack.extend(node.operands().filter(|operand| self.second[operand.index()].is_none()));
                if self.stack.len() > waiting {
                    continue;
                }
                let mut hash = rng::mix(SALT ^ (node.kind as u64) << 32 ^ u64::from(node.width().0));
                match node.kind {
                    Kind::Const | Kind::WideConst => {
                        let value = arena.as_const(top).expect("invariant: this node is a constant");
                        hash = rng::combine(rng::combine(hash, (value >> 64) as u64), value as u64);
                    }
                    Kind::Symbol => {
                        let key = arena.symbol_key(node.symbol());
                        hash = rng::combine(hash, rng::mix(SALT ^ rng::hash_bytes(key.name.as_bytes())));
                        hash = rng::combine(hash, u64::from(key.element) << 32 | u64::from(key.input));
                    }
                    _ => {
                        for operand in node.operands() {
                            hash = rng::combine(hash, self.second[operand.index()].unwrap_or(0));
                        }
                        if node.kind == Kind::Extract {
                            hash = rng::combine(hash, u64::from(node.low_bit()) ^ SALT);
                        }
                    }
                }
                self.second[top.index()] = Some(hash);
            }
            self.stack.pop();
        }
        let second = self.second[expr.index()].unwrap_or(0);
        u128::from(arena.structural_hash(expr)) << 64 | u128::from(second)
    }
}
