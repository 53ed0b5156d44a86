//! Values for symbols.

use super::SymbolId;

/// A total assignment: symbols without a value of their own are zero.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Assignment {
    values: Vec<u128>,
}

impl Assignment {
    /// The assignment of zero to every symbol.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of `symbol`.
    #[inline]
    pub fn get(&self, symbol: SymbolId) -> u128 {
        self.values.get(symbol.index()).copied().unwrap_or(0)
    }

    /// Gives `symbol` the value `value`, which must fit the symbol's width.
    pub fn set(&mut self, symbol: SymbolId, value: u128) {
        if symbol.index() >= self.values.len() {
            self.values.resize(symbol.index() + 1, 0);
        }
        self.values[symbol.index()] = value;
    }
}
