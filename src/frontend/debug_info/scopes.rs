//! Which local variables of a function are in scope at which instruction.
//!
//! Only variables of inner blocks matter: those of the outermost block and parameters live as long as the
//! call.

use crate::frontend::llvm::{DebugRef, NodeKind, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The variables of inner blocks that are in scope, as ascending indices into `Scopes::variables`.
pub type InScope = Rc<[usize]>;

/// The scopes of one function.
pub struct Scopes<'m> {
    /// The stack variables of inner blocks, in the order in which the code declares them.
    pub variables: Vec<Value<'m>>,
    blocks: Vec<DebugRef<'m>>,
    /// The variables in scope, by location or scope.
    known: FxHashMap<DebugRef<'m>, InScope>,
}

impl<'m> Scopes<'m> {
    /// The scopes of a function; `None` if it has no variables in inner blocks.
    pub fn of(function: Value<'m>) -> Option<Self> {
        let source = function.subprogram()?;
        let mut found: FxHashMap<Value<'m>, Option<DebugRef<'m>>> = FxHashMap::default();
        let mut order = Vec::new();
        for mention in function.mentioned_variables() {
            let Some(address) = mention.address else { continue };
            if found.insert(address, block_of(mention.variable, source)).is_none() {
                order.push(address);
            }
        }
        let inner = order.into_iter().filter_map(|address| Some((address, found[&address]?)));
        let (variables, blocks): (Vec<_>, Vec<_>) = inner.unzip();
        (!variables.is_empty()).then(|| Self { variables, blocks, known: FxHashMap::default() })
    }

    /// The variables in scope at an instruction; `None` if the debug information does not say.
    pub fn at(&mut self, inst: Value<'m>) -> Option<InScope> {
        Some(self.around(inst.debug_location()?))
    }

    /// The variables in scope at a location or in a scope: its own, those of the scope around it, and those
    /// at the place where it is inlined.
    fn around(&mut self, node: DebugRef<'m>) -> InScope {
        if let Some(known) = self.known.get(&node) {
            return known.clone();
        }
        let own = self.blocks.iter().enumerate().filter(|(_, block)| **block == node);
        let own: Vec<usize> = own.map(|(variable, _)| variable).collect();
        let described = node.describe();
        let parents = match described.kind {
            NodeKind::Function => [None, None],
            _ => [described.scope, described.inlined_at],
        };
        let parents: Vec<InScope> = parents.into_iter().flatten().map(|parent| self.around(parent)).collect();
        let found: InScope = match parents.as_slice() {
            [only] if own.is_empty() => only.clone(),
            _ => {
                let mut all: Vec<usize> = parents.iter().flat_map(|parent| parent.iter().copied()).collect();
                all.extend(own);
                all.sort_unstable();
                all.dedup();
                all.into()
            }
        };
        self.known.insert(node, found.clone());
        found
    }
}

/// The inner block of the function `source` that a variable belongs to; `None` if it belongs to the outermost
/// one, to a function that was inlined, or is a parameter.
fn block_of<'m>(variable: DebugRef<'m>, source: DebugRef<'m>) -> Option<DebugRef<'m>> {
    let variable = variable.describe();
    if variable.argument > 0 {
        return None;
    }
    let mut block = variable.scope?;
    // A file included in the midst of a block is not a block.
    while block.describe().kind == NodeKind::BlockFile {
        block = block.describe().scope?;
    }
    let mut outer = block;
    while outer.describe().kind != NodeKind::Function {
        outer = outer.describe().scope?;
    }
    (outer != block && outer == source).then_some(block)
}
