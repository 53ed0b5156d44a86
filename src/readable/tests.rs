//! The readable pass on paths of which all solutions are enumerated.

mod integers;
mod on_path;

use super::*;
use crate::expr::{Evaluator, SymbolKey};
use crate::util::{Bits, Rng};

/// A path that knows all its solutions.
struct Enumerated {
    symbols: Vec<SymbolId>,
    solutions: Vec<Assignment>,
    /// Whether [`Path::domain`] is exact or knows nothing.
    has_domains: bool,
    /// Whether [`Path::guess`] gives the last solution's value or nothing.
    has_guesses: bool,
    evaluator: Evaluator,
}

impl Enumerated {
    /// The solutions of `conditions` among the products of `universes`, one a symbol.
    fn new(arena: &Arena, symbols: &[SymbolId], universes: &[Vec<u128>], conditions: &[ExprId]) -> Self {
        let mut evaluator = Evaluator::new();
        let mut solutions = vec![Assignment::new()];
        for (symbol, universe) in symbols.iter().zip(universes) {
            let extended = solutions.iter().flat_map(|solution| {
                universe.iter().map(|value| {
                    let mut solution = solution.clone();
                    solution.set(*symbol, *value);
                    solution
                })
            });
            solutions = extended.collect();
        }
        solutions.retain(|solution| evaluator.all_hold(arena, solution, conditions));
        let symbols = symbols.to_vec();
        Self { symbols, solutions, has_domains: true, has_guesses: true, evaluator }
    }

    fn values(&self, symbol: SymbolId) -> Vec<u128> {
        self.solutions.iter().map(|solution| solution.get(symbol)).collect()
    }
}

impl Path for Enumerated {
    fn is_possible(&mut self, arena: &mut Arena, condition: ExprId) -> bool {
        self.solutions.iter().any(|solution| self.evaluator.eval(arena, solution, condition) == 1)
    }

    fn assume(&mut self, arena: &mut Arena, condition: ExprId) {
        let evaluator = &mut self.evaluator;
        self.solutions.retain(|solution| evaluator.eval(arena, solution, condition) == 1);
        assert!(!self.solutions.is_empty(), "a condition was assumed that is not possible");
    }

    fn domain(&self, symbol: SymbolId) -> ByteSet {
        assert!(self.symbols.contains(&symbol));
        let values = self.values(symbol);
        if self.has_domains { ByteSet::from_fn(|byte| values.contains(&byte.into())) } else { ByteSet::FULL }
    }

    fn guess(&self, symbol: SymbolId) -> Option<u128> {
        self.values(symbol).last().copied().filter(|_| self.has_guesses)
    }
}

/// A fixture: buffers and integers in one arena, and conditions on them.
struct Fixture {
    arena: Arena,
    inputs: Vec<Symbols>,
    conditions: Vec<ExprId>,
}

impl Fixture {
    /// Strings of these numbers of symbolic bytes.
    fn strings(lengths: &[usize]) -> Self {
        let mut fixture = Fixture { arena: Arena::new(), inputs: Vec::new(), conditions: Vec::new() };
        for length in lengths {
            fixture.declare(InputKind::String, *length, Bits(8));
        }
        fixture
    }

    fn integer(width: u32, signed: bool) -> Self {
        let mut fixture = Fixture::strings(&[]);
        fixture.declare(InputKind::Integer { width: Bits(width), signed }, 1, Bits(width));
        fixture
    }

    fn declare(&mut self, kind: InputKind, n_symbols: usize, width: Bits) {
        let input = self.inputs.len() as u32;
        let symbols = (0..n_symbols as u32).map(|element| {
            let key = SymbolKey { input, element, name: "s".into(), width };
            let term = self.arena.symbol(key);
            self.arena.node(term).symbol()
        });
        let symbols = symbols.collect();
        self.inputs.push(Symbols {
            kind,
            symbols,
            named: Rc::default(),
            is_character: false,
            numbers: Vec::new(),
        });
    }

    fn byte(&mut self, input: usize, element: usize) -> ExprId {
        let key = self.arena.symbol_key(self.inputs[input].symbols[element]).clone();
        self.arena.symbol(key)
    }

    /// Adds the condition that a byte is one of `values`.
    fn confine(&mut self, input: usize, element: usize, values: &[u8]) {
        let term = self.byte(input, element);
        let condition = values.iter().fold(self.arena.bool(false), |condition, value| {
            let value = self.arena.constant(Bits(8), u128::from(*value));
            let equal = self.arena.eq(term, value);
            self.arena.or(condition, equal)
        });
        self.conditions.push(condition);
    }

    fn symbols(&self) -> Vec<SymbolId> {
        self.inputs.iter().flat_map(|input| input.symbols.clone()).collect()
    }

    fn path(&self, universe: &[u128]) -> Enumerated {
        let symbols = self.symbols();
        let universes = vec![universe.to_vec(); symbols.len()];
        Enumerated::new(&self.arena, &symbols, &universes, &self.conditions)
    }

    fn choose(&mut self, path: &mut Enumerated, method: Method, seed: u64) -> Choice {
        let options = Options { method, ..Options::default() };
        choose(&mut self.arena, path, &self.inputs, &options, &Rng::from_seed(seed))
            .expect("the path is satisfiable and knows no unknown")
    }

    /// The chosen bytes of each input.
    fn texts(&mut self, method: Method, seed: u64) -> Vec<Vec<u8>> {
        let mut path = self.path(&text_universe());
        let values = self.choose(&mut path, method, seed).values;
        assert!(Evaluator::new().all_hold(&self.arena, &values, &self.conditions));
        let byte = |symbol: &SymbolId| values.get(*symbol) as u8;
        self.inputs.iter().map(|input| input.symbols.iter().map(byte).collect()).collect()
    }
}

/// A few bytes of each class, so that products of them can be enumerated.
fn text_universe() -> Vec<u128> {
    [0, 1, b'\n', b' ', b'-', b'0', b'1', b'7', b'A', b'Q', b'a', b'e', b'h', b'q', b't', b'u', 200, 255]
        .map(u128::from)
        .to_vec()
}

const SMALL: &[u8] = b"aehqtu";

#[test]
fn free_strings_are_letters() {
    let mut fixture = Fixture::strings(&[3]);
    assert_eq!(fixture.texts(Method::Base, 1), [b"aaa"]);
    assert_eq!(fixture.texts(Method::None, 1), [b"\0\0\0"]);
    let roulette = fixture.texts(Method::Roulette, 1);
    assert!(roulette[0].iter().all(|byte| SMALL.contains(byte)), "{roulette:?}");
    assert_eq!(fixture.texts(Method::Roulette, 1), roulette, "the same seed, the same values");
    let distinct: std::collections::BTreeSet<_> =
        (0..20).map(|seed| fixture.texts(Method::Roulette, seed)).collect();
    assert!(distinct.len() > 10, "another seed, other values");
}

#[test]
fn a_terminator_stands_where_it_must_and_what_follows_is_quiet() {
    let mut fixture = Fixture::strings(&[3]);
    fixture.confine(0, 1, b"\0");
    let text = fixture.texts(Method::Roulette, 1).remove(0);
    assert!(SMALL.contains(&text[0]));
    assert_eq!(text[1..], [0, 1]);
    fixture.confine(0, 2, b"q\0");
    assert_eq!(fixture.texts(Method::Base, 1), [b"a\0\0"], "the filler is not possible");
}

#[test]
fn one_of_several_bytes_must_end_the_string() {
    let mut fixture = Fixture::strings(&[3]);
    let [a, b, c] = [0, 1, 2].map(|element| fixture.byte(0, element));
    let zero = fixture.arena.constant(Bits(8), 0);
    let [a, b, c] = [a, b, c].map(|byte| fixture.arena.eq(byte, zero));
    let either = fixture.arena.or(a, b);
    let any = fixture.arena.or(either, c);
    fixture.conditions.push(any);
    assert_eq!(fixture.texts(Method::Base, 1), [b"aa\0"], "a terminator only where it is forced");
}

#[test]
fn bytes_have_no_tail() {
    let mut fixture = Fixture::strings(&[]);
    fixture.declare(InputKind::Bytes, 3, Bits(8));
    fixture.confine(0, 1, b"\0");
    assert_eq!(fixture.texts(Method::Base, 1), [b"a\0a"]);
}

#[test]
fn digits_become_round_numbers() {
    let mut fixture = Fixture::strings(&[3]);
    for element in 0..3 {
        fixture.confine(0, element, b"017");
    }
    assert_eq!(fixture.texts(Method::Roulette, 1), [b"100"]);
    fixture.confine(0, 0, b"0");
    assert_eq!(fixture.texts(Method::Roulette, 1), [b"010"]);
}

#[test]
fn where_no_letter_is_possible_the_next_class_is_taken() {
    let check = |values: &[u8], expected: u8| {
        let mut fixture = Fixture::strings(&[1]);
        fixture.confine(0, 0, values);
        assert_eq!(fixture.texts(Method::Base, 1), [[expected]], "of {values:?}");
    };
    check(b"\0\n -7AQ\xff", b'A');
    check(b"\0\n -70\xff", b'7');
    check(b"\0\n -\xff", b'-');
    check(b"\0\n\x01\xff", b'\n');
    check(b"\0\xc8\xff", 200);
    check(b"\0", 0);
}

#[test]
fn equal_buffers_come_out_equal() {
    let mut fixture = Fixture::strings(&[2, 2]);
    for element in 0..2 {
        let (a, b) = (fixture.byte(0, element), fixture.byte(1, element));
        let equal = fixture.arena.eq(a, b);
        fixture.conditions.push(equal);
    }
    let texts = fixture.texts(Method::Roulette, 3);
    assert_eq!(texts[0], texts[1]);
    assert!(texts[0].iter().all(|byte| SMALL.contains(byte)));
}

#[test]
fn buffers_that_differ_do_so_in_letters() {
    let mut fixture = Fixture::strings(&[1, 1]);
    let (a, b) = (fixture.byte(0, 0), fixture.byte(1, 0));
    let below = fixture.arena.ult(b, a);
    fixture.conditions.push(below);
    for seed in 0..10 {
        let texts = fixture.texts(Method::Roulette, seed);
        assert!(texts[1] < texts[0] && SMALL.contains(&texts[1][0]) && SMALL.contains(&texts[0][0]));
    }
}

#[test]
fn exact_domains_make_questions_few() {
    let mut fixture = Fixture::strings(&[3]);
    fixture.confine(0, 0, b"-");
    fixture.confine(0, 1, b"\0");
    let mut path = fixture.path(&text_universe());
    let probes = fixture.choose(&mut path, Method::Roulette, 1).probes;
    assert_eq!(probes, Probes { asked: 1, kept: 1, refused: 0, known: 4 }, "only the tail is asked about");
    let mut blind = fixture.path(&text_universe());
    blind.has_domains = false;
    let probes = fixture.choose(&mut blind, Method::Roulette, 1).probes;
    assert!(probes.asked > 5 && probes.kept == 5 && probes.known == 0, "{probes:?}");
}

/// A path on which the solver always gives up.
struct Unknown;

impl Path for Unknown {
    fn is_possible(&mut self, _: &mut Arena, _: ExprId) -> bool {
        false
    }
    fn assume(&mut self, _: &mut Arena, _: ExprId) {
        unreachable!("nothing was allowed")
    }
    fn domain(&self, _: SymbolId) -> ByteSet {
        ByteSet::FULL
    }
}

#[test]
fn a_solver_that_gives_up_leaves_the_symbol_unsettled() {
    for mut fixture in [Fixture::strings(&[2]), Fixture::integer(32, true), Fixture::integer(8, false)] {
        let rng = Rng::from_seed(1);
        let result = choose(&mut fixture.arena, &mut Unknown, &fixture.inputs, &Options::default(), &rng);
        let unsettled = result.expect_err("nothing is possible");
        assert_eq!(unsettled.symbol, fixture.inputs[0].symbols[0]);
        assert_eq!(unsettled.probes.kept, 0);
    }
}
