//! Which local variables of a function are in scope where.
//!
//! Only variables of inner blocks matter: those of the outermost block and parameters live as long as the call.

use super::text::{FunctionText, Metadata};
use super::{DebugInfo, NodeId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The variables of inner blocks, by the position of their stack variable, that are in scope; ascending.
pub type InScope = Rc<[usize]>;

/// The scopes of one function.
pub struct Scopes {
    /// The stack variables of inner blocks, in order.
    pub variables: Vec<usize>,
    /// For every instruction in order what is in scope there; `None` where the debug information does not say.
    pub at: Vec<Option<InScope>>,
}

impl DebugInfo<'_> {
    /// The scopes of the function `name`; `None` without variables of inner blocks.
    pub fn scopes(&self, name: &str) -> Option<Scopes> {
        let function = self.function(name)?;
        let blocks = inner_variables(&self.metadata, function);
        if blocks.is_empty() {
            return None;
        }
        let variables = blocks.iter().map(|(variable, _)| *variable).collect();
        let mut finder = Finder { metadata: &self.metadata, blocks, known: FxHashMap::default() };
        let at = function.locations.iter().map(|location| Some(finder.around((*location)?))).collect();
        Some(Scopes { variables, at })
    }
}

/// The stack variables that belong to inner blocks of the function itself, not of one inlined into it, with the block.
fn inner_variables(metadata: &Metadata, function: &FunctionText) -> Vec<(usize, NodeId)> {
    let block_of = |variable: &Option<NodeId>| {
        let variable = metadata.node((*variable)?)?;
        if variable.number("arg").is_some() {
            return None;
        }
        let mut block = variable.reference("scope")?;
        // A file included in the midst of a block is not a block.
        while metadata.node(block)?.kind() == "DILexicalBlockFile" {
            block = metadata.node(block)?.reference("scope")?;
        }
        let mut outer = block;
        while metadata.node(outer)?.kind() != "DISubprogram" {
            outer = metadata.node(outer)?.reference("scope")?;
        }
        (outer != block && Some(outer) == function.subprogram).then_some(block)
    };
    let variables = function.variables.iter().enumerate();
    variables.filter_map(|(index, variable)| Some((index, block_of(variable)?))).collect()
}

struct Finder<'a> {
    metadata: &'a Metadata,
    blocks: Vec<(usize, NodeId)>,
    /// By location or scope.
    known: FxHashMap<NodeId, InScope>,
}

impl Finder<'_> {
    /// What is in scope at a location or in a scope: what is in the scope around it, and where it is inlined.
    fn around(&mut self, node: NodeId) -> InScope {
        if let Some(known) = self.known.get(&node) {
            return known.clone();
        }
        let own = self.blocks.iter().filter(|(_, block)| *block == node).map(|(variable, _)| *variable);
        let own: Vec<usize> = own.collect();
        let described = self.metadata.node(node);
        let is_outermost = described.as_ref().is_none_or(|node| node.kind() == "DISubprogram");
        let parents = match described {
            Some(described) if !is_outermost => {
                [described.reference("scope"), described.reference("inlinedAt")]
            }
            _ => [None, None],
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
