//! Which symbols a term depends on.

use super::{Arena, ExprId, Kind, SymbolId};
use std::rc::Rc;

/// Remembers the symbols of each term that was asked for, and of its subterms.
#[derive(Default)]
pub struct Support {
    sets: Vec<Option<Rc<[SymbolId]>>>,
    stack: Vec<ExprId>,
}

impl Support {
    /// Nothing is remembered yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The symbols of `expr`, in ascending order and each once.
    pub fn of(&mut self, arena: &Arena, expr: ExprId) -> Rc<[SymbolId]> {
        if self.sets.len() < arena.len() {
            self.sets.resize(arena.len(), None);
        }
        self.stack.push(expr);
        while let Some(&top) = self.stack.last() {
            let node = arena.node(top);
            if self.sets[top.index()].is_none() {
                let waiting = self.stack.len();
                self.stack.extend(node.operands().filter(|operand| self.sets[operand.index()].is_none()));
                if self.stack.len() > waiting {
                    continue;
                }
                self.sets[top.index()] = Some(if node.kind == Kind::Symbol {
                    Rc::from([node.symbol()])
                } else {
                    self.union(node.operands())
                });
            }
            self.stack.pop();
        }
        self.set(expr)
    }

    fn set(&self, expr: ExprId) -> Rc<[SymbolId]> {
        self.sets[expr.index()].clone().expect("invariant: operands are done before their node")
    }

    /// The union of the operands' sets; shared with an operand whose set is already all of it.
    fn union(&self, operands: impl Iterator<Item = ExprId>) -> Rc<[SymbolId]> {
        let mut result: Rc<[SymbolId]> = Rc::from([]);
        for operand in operands {
            let set = self.set(operand);
            if result.is_empty() || *result == *set {
                result = set;
            } else if !set.is_empty() {
                let mut merged: Vec<_> = result.iter().chain(set.iter()).copied().collect();
                merged.sort_unstable();
                merged.dedup();
                if merged.len() > result.len() {
                    result = merged.into();
                }
            }
        }
        result
    }
}
