//! Asks random conditions of the kinds that programs ask, on a path that grows, and compares the chain with
//! every backend.

use std::time::{Duration, Instant};
use symir::internals::expr::{Arena, Assignment, Evaluator, ExprId, Kind, SymbolId, SymbolKey};
use symir::internals::solver::backend::{Backend, BackendKind, QueryLimit, Verdict};
use symir::internals::solver::{Answer, Links, PathCondition, Solver, SolverOptions};
use symir::internals::util::{Bits, Rng};

/// Makes terms over four bytes, two 16-bit and two 32-bit symbols.
struct Maker {
    arena: Arena,
    rng: Rng,
}

impl Maker {
    fn new(seed: u64) -> Self {
        Self { arena: Arena::new(), rng: Rng::from_seed(seed) }
    }

    fn symbol(&mut self, width: u32) -> ExprId {
        let element = self.rng.below(if width == 8 { 4 } else { 2 }) as u32;
        self.arena.symbol(SymbolKey { input: width, element, name: "x".into(), width: Bits(width) })
    }

    fn constant(&mut self, width: u32) -> ExprId {
        let value = match self.rng.below(4) {
            0 => self.rng.below(4),
            1 => u64::from(b'0') + self.rng.below(80),
            2 => u64::MAX - self.rng.below(3),
            _ => self.rng.next_u64() >> self.rng.below(64),
        };
        self.arena.constant(Bits(width), u128::from(value))
    }

    /// A random term of `width` bits, over symbols of this and other widths.
    fn term(&mut self, width: u32, depth: u32) -> ExprId {
        if depth == 0 {
            return match self.rng.below(4) {
                0 => self.constant(width),
                _ => self.symbol(width),
            };
        }
        match self.rng.below(9) {
            0 | 1 => self.symbol(width),
            2 if width > 8 => {
                let narrow = self.term(width / 2, depth - 1);
                match self.rng.below(2) {
                    0 => self.arena.zext(narrow, Bits(width)),
                    _ => self.arena.sext(narrow, Bits(width)),
                }
            }
            3 if width > 8 => {
                let (high, low) = (self.term(width / 2, depth - 1), self.term(width / 2, depth - 1));
                self.arena.concat(high, low)
            }
            4 if width < 32 => {
                let wide = self.term(width * 2, depth - 1);
                let low = self.rng.below(u64::from(width) + 1) as u32;
                self.arena.extract(wide, low, Bits(width))
            }
            5 => {
                let condition = self.condition(depth - 1);
                let (yes, no) = (self.term(width, depth - 1), self.term(width, depth - 1));
                self.arena.ite(condition, yes, no)
            }
            6 => {
                let (a, c) = (self.term(width, depth - 1), self.constant(width));
                let kinds = [
                    Kind::Mul,
                    Kind::UDiv,
                    Kind::URem,
                    Kind::SDiv,
                    Kind::SRem,
                    Kind::Shl,
                    Kind::LShr,
                    Kind::AShr,
                ];
                let kind = kinds[self.rng.below(kinds.len() as u64) as usize];
                self.arena.binary(kind, a, c)
            }
            _ => {
                let (a, b) = (self.term(width, depth - 1), self.term(width, depth - 1));
                let kinds = [Kind::Add, Kind::Sub, Kind::And, Kind::Or, Kind::Xor];
                let kind = kinds[self.rng.below(kinds.len() as u64) as usize];
                self.arena.binary(kind, a, b)
            }
        }
    }

    fn condition(&mut self, depth: u32) -> ExprId {
        let width = [8, 8, 16, 32][self.rng.below(4) as usize];
        let kind = [Kind::Eq, Kind::Ult, Kind::Slt][self.rng.below(3) as usize];
        let (a, b) = match self.rng.below(3) {
            0 => (self.symbol(width), self.symbol(width)),
            1 => (self.term(width, depth), self.constant(width)),
            _ => (self.term(width, depth), self.term(width, depth.min(1))),
        };
        let atom = self.arena.binary(kind, a, b);
        let atom = if self.rng.below(2) == 0 { atom } else { self.arena.not(atom) };
        match self.rng.below(6) {
            0 if depth > 0 => {
                let other = self.condition(depth - 1);
                self.arena.or(atom, other)
            }
            1 if depth > 0 => {
                let other = self.condition(depth - 1);
                self.arena.and(atom, other)
            }
            _ => atom,
        }
    }
}

/// The limit of a question. A random question may divide a number of 32 bits by a product, and a backend has
/// worked at such a question for minutes.
const LIMIT: QueryLimit = QueryLimit { time: Some(Duration::from_secs(10)), conflicts: None };

/// Tries a path of several questions. Each is asked of the chain with `links` and of every backend, and
/// assumed if it is possible. An answer that does not come within [`LIMIT`] is not compared.
fn try_path(seed: u64, links: Links) {
    let mut maker = Maker::new(seed);
    let mut backends: Vec<Box<dyn Backend>> = BackendKind::ALL.iter().map(|kind| kind.start()).collect();
    let mut solver = Solver::new(SolverOptions { links, limit: LIMIT, ..SolverOptions::default() });
    let mut path = PathCondition::new();
    let mut witness = Assignment::new();
    let mut evaluator = Evaluator::new();
    for step in 0..8 {
        let question = maker.condition(2);
        // Every fourth question is asked without a witness, as after an unknown answer.
        let known = (step % 4 != 3).then_some(&witness);
        let asked = Instant::now();
        let answer = solver.ask(&maker.arena, &path, known, question);
        let took_too_long = LIMIT.time.is_some_and(|limit| asked.elapsed() >= limit);
        let arena = &maker.arena;
        let mut conditions = path.conditions().to_vec();
        conditions.push(question);
        for backend in &mut backends {
            let verdict = backend.check(arena, &conditions, &[], LIMIT);
            let agrees = match (&answer, &verdict) {
                (Answer::Unknown, _) => took_too_long,
                (Answer::Yes(_), Verdict::Unsat) | (Answer::No, Verdict::Sat(_)) => false,
                _ => true,
            };
            let name = backend.kind().name();
            assert!(
                agrees,
                "seed {seed}, step {step}, {links:?}: the chain says {answer:?}, {name} {verdict:?}"
            );
        }
        if let Answer::Yes(changes) = answer {
            let mut model = witness.clone();
            changes.iter().for_each(|(symbol, value)| model.set(*symbol, *value));
            assert!(
                evaluator.all_hold(arena, &model, &conditions),
                "seed {seed}, step {step}, {links:?}: the model is not one"
            );
            witness = model;
            solver.assume(arena, &mut path, question);
        }
    }
}

fn links_of(seed: u64) -> Links {
    let subsets = super::subsets();
    // About half of the paths use all links, as symir does by default.
    let choice = seed as usize % (2 * subsets.len());
    subsets.get(choice).copied().unwrap_or(Links::ALL)
}

#[test]
fn random_paths_are_answered_as_by_every_backend() {
    for number in 0..150 {
        // The seed is random and chooses the links, so that neighbours have different ones.
        let seed = Rng::from_seed(number).next_u64();
        try_path(seed, links_of(seed / 7));
    }
}

/// Tries further paths for `SYMIR_FUZZ_SECONDS` seconds, and 20 paths at least.
#[test]
fn random_paths_for_as_long_as_asked() {
    let number = |name: &str, default: u64| {
        std::env::var(name)
            .map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
    };
    let (seconds, first) = (number("SYMIR_FUZZ_SECONDS", 0), number("SYMIR_FUZZ_SEED", 1));
    println!("SYMIR_FUZZ_SEED={first}: another number tries other paths");
    let start = Instant::now();
    let mut n_paths = 0;
    while n_paths < 20 || start.elapsed() < Duration::from_secs(seconds) {
        let seed = first << 24 | n_paths;
        try_path(seed, links_of(n_paths));
        n_paths += 1;
    }
    println!("{n_paths} random paths, none answered differently");
}

/// The facts that are known about a random term allow every value that it has.
#[test]
fn facts_hold_under_every_assignment() {
    for seed in 0..400 {
        let mut maker = Maker::new(seed);
        let width = [8, 16, 32][seed as usize % 3];
        let top = maker.term(width, 4);
        let mut rng = Rng::from_seed(seed);
        let mut evaluator = Evaluator::new();
        for _ in 0..10 {
            let mut assignment = Assignment::new();
            for symbol in (0..maker.arena.n_symbols()).map(SymbolId::new) {
                let value = [0, 1, u64::MAX, rng.next_u64(), rng.below(256)][rng.below(5) as usize];
                let mask = maker.arena.symbol_key(symbol).width.mask();
                assignment.set(symbol, u128::from(value) & mask);
            }
            for expr in (0..=top.index()).map(ExprId::new) {
                let width = maker.arena.width(expr);
                let value = evaluator.eval(&maker.arena, &assignment, expr);
                if width.0 <= 64 {
                    let facts = maker.arena.facts(expr);
                    assert!(
                        facts.allows(width, value as u64),
                        "seed {seed}: {:?} has the value {value:#x}, not allowed by {facts:?}",
                        maker.arena.node(expr)
                    );
                }
            }
        }
    }
}
