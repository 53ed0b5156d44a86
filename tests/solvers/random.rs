//! Asks random questions. The answers of the backend of circuits are compared with evaluation if all values
//! can be tried, and with cvc5 otherwise.

use super::Bench;
use symir::internals::expr::{Assignment, Evaluator, ExprId, Kind, SymbolId};
use symir::internals::solver::backend::{BackendKind, Verdict};
use symir::internals::util::{Bits, Rng};

/// The operations that no solver finds hard at any width.
const EASY: [Kind; 5] = [Kind::And, Kind::Or, Kind::Xor, Kind::Add, Kind::Sub];

/// What random terms are made of.
struct Makings {
    symbols: Vec<ExprId>,
    kinds: &'static [Kind],
    rng: Rng,
}

impl Makings {
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.rng.below(from.len() as u64) as usize]
    }

    /// A random term, in which nothing is simplified away.
    fn term(&mut self, bench: &mut Bench, width: u32, depth: u32) -> ExprId {
        let w = Bits(width);
        match self.rng.below(if depth == 0 { 2 } else { 10 }) {
            0 => {
                let value = match self.rng.below(3) {
                    0 => u128::from(self.rng.below(4)),
                    1 => u128::MAX - u128::from(self.rng.below(3)),
                    _ => u128::from(self.rng.below(u64::MAX)) << self.rng.below(64),
                };
                bench.arena.constant(w, value)
            }
            1 => {
                let symbols = self.symbols.clone();
                let symbol = self.pick(&symbols);
                self.fit(bench, symbol, width)
            }
            2 => {
                let a = self.term(bench, width, depth - 1);
                let kind = self.pick(&[Kind::Not, Kind::Neg]);
                bench.arena.raw(kind, w, &[a], 0)
            }
            3 => {
                let condition = self.condition(bench, width, depth - 1);
                let [a, b] = [0; 2].map(|_| self.term(bench, width, depth - 1));
                bench.arena.raw(Kind::Ite, w, &[condition, a, b], 0)
            }
            4 => {
                let other = 1 + self.rng.below(u64::from(width) + 2) as u32;
                let a = self.term(bench, other, depth - 1);
                self.fit(bench, a, width)
            }
            5 if width > 1 => {
                let low = 1 + self.rng.below(u64::from(width) - 1) as u32;
                let (a, b) = (self.term(bench, width - low, depth - 1), self.term(bench, low, depth - 1));
                bench.arena.raw(Kind::Concat, w, &[a, b], 0)
            }
            _ => {
                let kinds = self.kinds;
                let kind = self.pick(kinds);
                let [a, b] = [0; 2].map(|_| self.term(bench, width, depth - 1));
                bench.arena.raw(kind, w, &[a, b], 0)
            }
        }
    }

    /// A term brought to another width.
    fn fit(&mut self, bench: &mut Bench, term: ExprId, width: u32) -> ExprId {
        let from = bench.arena.width(term).0;
        if from < width {
            let kind = self.pick(&[Kind::ZExt, Kind::SExt]);
            bench.arena.raw(kind, Bits(width), &[term], 0)
        } else if from > width {
            let low = self.rng.below(u64::from(from - width) + 1) as u32;
            bench.arena.raw(Kind::Extract, Bits(width), &[term], low)
        } else {
            term
        }
    }

    fn condition(&mut self, bench: &mut Bench, width: u32, depth: u32) -> ExprId {
        let [a, b] = [0; 2].map(|_| self.term(bench, width, depth));
        let kind = self.pick(&Kind::COMPARISONS);
        let condition = bench.arena.raw(kind, Bits(1), &[a, b], 0);
        if self.rng.below(3) == 0 { bench.arena.raw(Kind::Not, Bits(1), &[condition], 0) } else { condition }
    }
}

/// Whether some assignment makes all conditions true.
fn is_possible(bench: &Bench, widths: &[u32], conditions: &[ExprId]) -> bool {
    let mut evaluator = Evaluator::new();
    (0..1u128 << widths.iter().sum::<u32>()).any(|mut bits| {
        let mut model = Assignment::new();
        for (index, width) in widths.iter().enumerate() {
            model.set(SymbolId::new(index), bits & Bits(*width).mask());
            bits >>= width;
        }
        evaluator.all_hold(&bench.arena, &model, conditions)
    })
}

/// Asks questions that share their first conditions: each keeps some conditions of the last one and adds
/// others.
fn ask(bench: &mut Bench, makings: &mut Makings, widths: &[u32], depth: u32, n_questions: u32) {
    let n_bits: u32 = widths.iter().sum();
    let mut checker = BackendKind::GENERAL.start();
    let mut path: Vec<ExprId> = Vec::new();
    for _ in 0..n_questions {
        path.truncate(makings.rng.below(path.len() as u64 + 1) as usize);
        for _ in 0..=makings.rng.below(2) {
            if path.len() < 6 {
                let width = makings.pick(widths);
                path.push(makings.condition(bench, width, depth));
            }
        }
        let verdict = bench.check(&path);
        let expected = if n_bits <= 12 {
            is_possible(bench, widths, &path)
        } else {
            match checker.check(&bench.arena, &path, &[], bench.limit) {
                Verdict::Sat(_) => true,
                Verdict::Unsat => false,
                Verdict::Unknown(reason) => panic!("cvc5: {reason}"),
            }
        };
        match verdict {
            Verdict::Sat(model) => {
                assert!(Evaluator::new().all_hold(&bench.arena, &model, &path), "a model is true");
                assert!(expected);
            }
            Verdict::Unsat => assert!(!expected, "there is a model"),
            Verdict::Unknown(reason) => panic!("{reason}"),
        }
    }
}

fn check(seed: u64, widths: &[u32], kinds: &'static [Kind], depth: u32, n_questions: u32) {
    let mut bench = Bench::new(BackendKind::Sat);
    let mut symbols = Vec::new();
    for (element, width) in (0..).zip(widths) {
        symbols.push(bench.symbol(element, *width));
    }
    let mut makings = Makings { symbols, kinds, rng: Rng::from_seed(seed) };
    ask(&mut bench, &mut makings, widths, depth, n_questions);
}

#[test]
fn narrow_questions_are_answered_as_by_trying_all_values() {
    for width in 1..=12 {
        check(u64::from(width), &[width], &Kind::OPERATIONS, 3, 60);
    }
    for width in 1..=6 {
        check(20 + u64::from(width), &[width, width], &Kind::OPERATIONS, 3, 60);
        check(40 + u64::from(width), &[width, 7 - width], &Kind::OPERATIONS, 2, 60);
    }
}

#[test]
fn wider_questions_are_answered_as_by_cvc5() {
    for width in 9..=16 {
        check(60 + u64::from(width), &[width, width], &Kind::OPERATIONS, 2, 30);
    }
    check(80, &[32, 8], &Kind::OPERATIONS, 1, 30);
    check(81, &[32, 32, 8], &EASY, 3, 60);
    check(82, &[64, 64, 16], &EASY, 3, 60);
    check(83, &[128, 65], &EASY, 2, 60);
}
