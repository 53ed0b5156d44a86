//! Terms in a form that can be sent from one arena to another, which may belong to another thread.

use super::{Arena, ExprId, Kind, SymbolKey};
use crate::util::Bits;
use rustc_hash::FxHashMap;

/// A node that refers to nothing inside the arena: all of its contents are written out.
#[derive(Clone, Debug)]
enum Item {
    Const(Bits, u128),
    Symbol {
        input: u32,
        element: u32,
        name: String,
        width: Bits,
    },
    /// Operands by their position in the packet, and the low bit of an extract.
    Operation {
        kind: Kind,
        width: Bits,
        operands: [u32; 3],
        low_bit: u32,
    },
}

/// Terms in topological order, as plain data.
#[derive(Clone, Debug, Default)]
pub struct Packet {
    items: Vec<Item>,
    roots: Vec<u32>,
}

impl Packet {
    /// Packs `roots` with all of their subterms.
    pub fn of(arena: &Arena, roots: &[ExprId]) -> Self {
        let mut needed: Vec<ExprId> = Vec::new();
        let mut positions: FxHashMap<ExprId, u32> = FxHashMap::default();
        let mut stack = roots.to_vec();
        while let Some(top) = stack.pop() {
            if positions.insert(top, 0).is_none() {
                needed.push(top);
                stack.extend(arena.node(top).operands());
            }
        }
        // Operands have smaller ids than the terms that they are operands of.
        needed.sort_unstable();
        let mut packet = Self::default();
        for (position, expr) in needed.into_iter().enumerate() {
            positions.insert(expr, position as u32);
            let node = arena.node(expr);
            packet.items.push(match node.kind {
                Kind::Const | Kind::WideConst => Item::Const(
                    node.width(),
                    arena.as_const(expr).expect("invariant: this node is a constant"),
                ),
                Kind::Symbol => {
                    let SymbolKey { input, element, name, width } = arena.symbol_key(node.symbol());
                    Item::Symbol { input: *input, element: *element, name: name.to_string(), width: *width }
                }
                kind => {
                    let mut operands = [0; 3];
                    for (slot, operand) in operands.iter_mut().zip(node.operands()) {
                        *slot = positions[&operand];
                    }
                    let low_bit = if kind == Kind::Extract { node.low_bit() } else { 0 };
                    Item::Operation { kind, width: node.width(), operands, low_bit }
                }
            });
        }
        packet.roots = roots.iter().map(|root| positions[root]).collect();
        packet
    }

    /// The roots, in order, as terms of `arena`. They are the same terms: no rule is applied again.
    pub fn unpack(&self, arena: &mut Arena) -> Vec<ExprId> {
        let mut built: Vec<ExprId> = Vec::with_capacity(self.items.len());
        for item in &self.items {
            let expr = match item {
                Item::Const(width, value) => arena.constant(*width, *value),
                Item::Symbol { input, element, name, width } => arena.symbol(SymbolKey {
                    input: *input,
                    element: *element,
                    name: name.as_str().into(),
                    width: *width,
                }),
                Item::Operation { kind, width, operands, low_bit } => {
                    let operands = operands.map(|position| built.get(position as usize).copied());
                    let operands: Vec<ExprId> =
                        operands.into_iter().take(kind.n_operands()).flatten().collect();
                    arena.raw(*kind, *width, &operands, *low_bit)
                }
            };
            built.push(expr);
        }
        self.roots.iter().map(|position| built[*position as usize]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_arrive_as_they_were() {
        let mut here = Arena::new();
        let symbol = |arena: &mut Arena, element| {
            arena.symbol(SymbolKey { input: 1, element, name: "s".into(), width: Bits(16) })
        };
        let (x, y) = (symbol(&mut here, 0), symbol(&mut here, 1));
        let wide = here.constant(Bits(100), 1 << 90);
        let (sum, long) = (here.add(x, y), here.zext(x, Bits(100)));
        let (part, above) = (here.extract(sum, 3, Bits(7)), here.ult(wide, long));
        let packet = Packet::of(&here, &[part, above, part]);
        let mut there = Arena::new();
        symbol(&mut there, 1);
        let roots = packet.unpack(&mut there);
        assert_eq!(roots[0], roots[2]);
        for (ours, theirs) in [part, above].iter().zip(&roots) {
            assert_eq!(here.structural_hash(*ours), there.structural_hash(*theirs));
        }
    }
}
