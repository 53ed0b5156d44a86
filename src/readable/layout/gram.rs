//! Letters and n-grams as numbers, and how counted grams are laid out.

/// The longest grams.
pub const MAX_ORDER: usize = 5;

/// The most letters of an alphabet, so that each fits into a symbol.
pub const MAX_LETTERS: usize = 4000;

/// A letter by its place in the alphabet, or a boundary of words.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Symbol(u16);

impl Symbol {
    /// Before a word's first letter.
    pub const BEGIN: Symbol = Symbol(1);
    /// After a word's last letter.
    pub const END: Symbol = Symbol(2);
    /// A letter that is not in the alphabet: no gram has it.
    pub const UNKNOWN: Symbol = Symbol(0xfff);

    /// The letter at `index` of the alphabet, which is below [`MAX_LETTERS`].
    pub fn letter(index: usize) -> Symbol {
        Symbol(index as u16 + 3)
    }

    /// The place in the alphabet, if this is a letter.
    pub fn letter_index(self) -> Option<usize> {
        usize::from(self.0).checked_sub(3)
    }
}

/// Up to [`MAX_ORDER`] symbols, 12 bits each, the last in the lowest bits. No symbol is 0, so that grams of
/// different lengths differ.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Gram(u64);

const BITS: u32 = 12;

impl Gram {
    /// This gram and `symbol` after it.
    pub fn then(self, symbol: Symbol) -> Gram {
        Gram(self.0 << BITS | u64::from(symbol.0))
    }

    /// A number that no other gram has, below 2⁶⁰.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The number of symbols.
    pub fn len(self) -> usize {
        (u64::BITS - self.0.leading_zeros()).div_ceil(BITS) as usize
    }

    /// All but the last symbol.
    pub fn context(self) -> Gram {
        Gram(self.0 >> BITS)
    }

    /// All but the first symbol.
    pub fn without_first(self) -> Gram {
        let n_bits = BITS * (self.len() as u32).saturating_sub(1);
        Gram(self.0 & ((1 << n_bits) - 1))
    }

    /// The last two symbols.
    pub fn last_two(self) -> (Symbol, Symbol) {
        (self.symbol(1), self.symbol(0))
    }

    /// The symbol that is `back` places before the last one.
    fn symbol(self, back: u32) -> Symbol {
        Symbol((self.0 >> (BITS * back)) as u16 & 0xfff)
    }

    /// The symbols, first to last.
    pub fn symbols(self) -> impl Iterator<Item = Symbol> {
        (0..self.len() as u32).rev().map(move |back| self.symbol(back))
    }

    /// The gram with each letter's place changed to `places[place]`.
    pub fn moved(self, places: &[usize]) -> Gram {
        self.symbols().fold(Gram::default(), |gram, symbol| {
            gram.then(symbol.letter_index().map_or(symbol, |index| Symbol::letter(places[index])))
        })
    }

    /// The letters, with `^` and `$` for the boundaries.
    pub fn text(self, alphabet: &[char]) -> String {
        let name = |symbol: Symbol| match symbol {
            Symbol::BEGIN => '^',
            Symbol::END => '$',
            _ => symbol.letter_index().and_then(|index| alphabet.get(index)).copied().unwrap_or('?'),
        };
        self.symbols().map(name).collect()
    }
}

/// Bytes of a gram and its count.
const ENTRY: usize = 16;

/// Grams and their counts back to back: numbers of 64 bits, the least byte first.
pub fn pack(counts: &[(Gram, u64)]) -> Vec<u8> {
    counts.iter().flat_map(|(gram, count)| [gram.0, *count]).flat_map(u64::to_le_bytes).collect()
}

/// What [`pack`] laid out.
pub fn unpack(packed: &[u8]) -> impl ExactSizeIterator<Item = (Gram, u64)> + '_ {
    packed.as_chunks::<ENTRY>().0.iter().map(|entry| {
        let entry = u128::from_le_bytes(*entry);
        (Gram(entry as u64), (entry >> u64::BITS) as u64)
    })
}
