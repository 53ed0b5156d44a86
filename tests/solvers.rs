//! The same tests for every backend of the solver.

#[path = "solvers/floats.rs"]
mod floats;
#[path = "solvers/random.rs"]
mod random;

use std::time::{Duration, Instant};
use symir::internals::expr::{Arena, Assignment, Evaluator, ExprId, Kind, SymbolId, SymbolKey};
use symir::internals::solver::backend::{Backend, BackendKind, QueryLimit, Verdict};
use symir::internals::util::{Bits, Rng};

/// An arena and one backend.
struct Bench {
    arena: Arena,
    backend: Box<dyn Backend>,
    limit: QueryLimit,
}

impl Bench {
    fn new(kind: BackendKind) -> Self {
        Bench { arena: Arena::new(), backend: kind.start(), limit: QueryLimit::default() }
    }

    /// Runs `test` once for every backend.
    fn each(test: impl Fn(&mut Bench)) {
        for &kind in BackendKind::ALL {
            let mut bench = Bench::new(kind);
            assert_eq!(bench.backend.kind(), kind);
            test(&mut bench);
        }
    }

    /// Runs `test` once for every backend that decides conditions on floats.
    fn each_with_floats(test: impl Fn(&mut Bench)) {
        for kind in BackendKind::ALL.iter().copied().filter(|kind| kind.supports_floats()) {
            test(&mut Bench::new(kind));
        }
    }

    fn symbol(&mut self, element: u32, width: u32) -> ExprId {
        let name = "s".into();
        self.arena.symbol(SymbolKey { input: 0, element, name, width: Bits(width) })
    }

    fn symbols(&self) -> Vec<SymbolId> {
        (0..self.arena.n_symbols()).map(SymbolId::new).collect()
    }

    fn constant(&mut self, width: u32, value: u128) -> ExprId {
        self.arena.constant(Bits(width), value)
    }

    fn check(&mut self, conditions: &[ExprId]) -> Verdict {
        let symbols = self.symbols();
        self.backend.check(&self.arena, conditions, &symbols, self.limit)
    }

    /// The model of `conditions`, which must hold in it.
    fn model(&mut self, conditions: &[ExprId]) -> Assignment {
        match self.check(conditions) {
            Verdict::Sat(model) => {
                assert!(Evaluator::new().all_hold(&self.arena, &model, conditions), "a model is true");
                model
            }
            other => panic!("{}: {other:?}", self.backend.kind().name()),
        }
    }

    fn value(&self, model: &Assignment, symbol: ExprId) -> u128 {
        model.get(self.arena.node(symbol).symbol())
    }
}

#[test]
fn decides_and_gives_true_models() {
    Bench::each(|bench| {
        let (x, y) = (bench.symbol(0, 8), bench.symbol(1, 8));
        let (a, z) = (bench.constant(8, 97), bench.constant(8, 122));
        let sum = bench.arena.add(x, y);
        let conditions =
            [bench.arena.ult(a, x), bench.arena.ult(x, y), bench.arena.eq(sum, z), bench.arena.ult(y, z)];
        assert_eq!(bench.check(&conditions), Verdict::Unsat);
        bench.model(&conditions[..3]);
        bench.model(&[]);
        bench.model(&conditions[1..]);
        assert_eq!(bench.check(&conditions), Verdict::Unsat, "an answer does not change");
        let no = bench.arena.bool(false);
        assert_eq!(bench.check(&[no]), Verdict::Unsat);
        let yes = bench.arena.bool(true);
        bench.model(&[yes, yes]);
    });
}

#[test]
fn truth_values_are_symbols_too() {
    Bench::each(|bench| {
        let (p, q) = (bench.symbol(0, 1), bench.symbol(1, 1));
        let wide = bench.arena.sext(p, Bits(8));
        let both = bench.arena.concat(p, q);
        let (ones, two) = (bench.constant(8, 255), bench.constant(2, 2));
        let as_sign = bench.arena.raw(Kind::Eq, Bits(1), &[wide, ones], 0);
        let as_bits = bench.arena.raw(Kind::Eq, Bits(1), &[both, two], 0);
        let model = bench.model(&[as_sign, as_bits]);
        assert_eq!((bench.value(&model, p), bench.value(&model, q)), (1, 0));
        assert_eq!(bench.check(&[as_sign, q, as_bits]), Verdict::Unsat);
    });
}

#[test]
fn reads_wide_values() {
    const VALUE: u128 = 0xfedc_ba98_7654_3210_0123_4567_89ab_cdef;
    Bench::each(|bench| {
        for width in [63, 64, 65, 127, 128] {
            let x = bench.symbol(width, width);
            let c = bench.constant(width, VALUE);
            let three = bench.constant(width, 3);
            let (tripled, target) = (bench.arena.mul(x, three), bench.arena.mul(c, three));
            let same = bench.arena.eq(tripled, target);
            let model = bench.model(&[same]);
            assert_eq!(bench.value(&model, x), VALUE & Bits(width).mask(), "3 is invertible mod 2^{width}");
        }
    });
}

#[test]
fn symbols_of_no_condition_are_zero() {
    Bench::each(|bench| {
        let (x, y) = (bench.symbol(0, 8), bench.symbol(1, 8));
        let unused = bench.symbol(2, 32);
        let seven = bench.constant(8, 7);
        let above = [bench.arena.ult(seven, x), bench.arena.ult(seven, y)];
        bench.model(&above);
        let model = bench.model(&above[..1]);
        assert!(bench.value(&model, x) > 7);
        assert_eq!(bench.value(&model, y), 0, "an earlier question leaves nothing behind");
        assert_eq!(bench.value(&model, unused), 0);
        let only_y = [bench.arena.node(y).symbol()];
        let verdict = bench.backend.check(&bench.arena, &above, &only_y, bench.limit);
        let Verdict::Sat(model) = verdict else { panic!("{verdict:?}") };
        assert_eq!(bench.value(&model, x), 0, "it was not asked for");
        assert!(bench.value(&model, y) > 7);
    });
}

/// Asks for the factors of a product of two 32-bit primes, at 128 bits so that nothing wraps. No solver finds
/// them in a second. Without the first condition the question is easy.
fn factoring(bench: &mut Bench) -> [ExprId; 4] {
    let (p, q) = (bench.symbol(0, 64), bench.symbol(1, 64));
    let (wide_p, wide_q) = (bench.arena.zext(p, Bits(128)), bench.arena.zext(q, Bits(128)));
    let product = bench.arena.mul(wide_p, wide_q);
    let semiprime = bench.constant(128, 4_294_967_291 * 4_294_967_279);
    let one = bench.constant(64, 1);
    [
        bench.arena.eq(product, semiprime),
        bench.arena.ult(one, p),
        bench.arena.ult(one, q),
        bench.arena.ult(p, q),
    ]
}

#[test]
fn gives_up_at_the_time_limit_and_goes_on() {
    Bench::each(|bench| {
        let hard = factoring(bench);
        bench.model(&hard[1..]);
        for _ in 0..2 {
            bench.limit = QueryLimit { time: Some(Duration::from_secs(1)), ..QueryLimit::default() };
            let start = Instant::now();
            let verdict = bench.check(&hard);
            assert!(matches!(verdict, Verdict::Unknown(_)), "{verdict:?}");
            assert!(start.elapsed() < Duration::from_secs(60), "the limit was not kept by far");
            bench.model(&hard[1..]);
            bench.limit = QueryLimit::default();
            bench.model(&hard[2..]);
        }
    });
}

/// The limit of conflicts, which does not depend on the machine, ends a question too, and only this question.
#[test]
fn gives_up_at_the_limit_of_conflicts_and_goes_on() {
    Bench::each(|bench| {
        let hard = factoring(bench);
        let time = Some(Duration::from_secs(60));
        let start = Instant::now();
        bench.limit = QueryLimit { time, conflicts: Some(1_000) };
        let verdict = bench.check(&hard);
        assert!(matches!(verdict, Verdict::Unknown(_)), "{verdict:?}");
        assert!(start.elapsed() < Duration::from_secs(50), "it was the time that ended it");
        bench.model(&hard[1..]);
        bench.limit = QueryLimit { time, ..QueryLimit::default() };
        bench.model(&hard[2..]);
    });
}

/// A term as deep as a loop with a hundred thousand iterations makes it. Solvers may give up, but they must
/// not crash.
#[test]
fn deep_terms_do_not_overflow_the_stack() {
    Bench::each(|bench| {
        bench.limit = QueryLimit { time: Some(Duration::from_secs(1)), ..QueryLimit::default() };
        let (x, y) = (bench.symbol(0, 8), bench.symbol(1, 8));
        let below = bench.arena.ult(x, y);
        for (kinds, depth) in [
            ([Kind::Add, Kind::Add], 100_000),
            ([Kind::Xor, Kind::Xor], 100_000),
            ([Kind::Ite, Kind::Add], 10_000),
        ] {
            let mut deep = x;
            for level in 0..depth {
                let c = bench.constant(8, level);
                deep = match kinds[level as usize % 2] {
                    Kind::Ite => bench.arena.raw(Kind::Ite, Bits(8), &[below, deep, c], 0),
                    kind => bench.arena.raw(kind, Bits(8), &[deep, y], 0),
                };
            }
            let seven = bench.constant(8, 7);
            let condition = bench.arena.eq(deep, seven);
            assert_ne!(bench.check(&[condition]), Verdict::Unsat, "{kinds:?}");
            bench.model(&[below]);
        }
    });
}

/// The questions have more terms than any backend keeps.
#[test]
fn many_questions_recycle_the_context() {
    Bench::each(|bench| {
        let x = bench.symbol(0, 16);
        for question in 0..300u32 {
            let mut term = x;
            for n in 0..100 {
                let c = bench.constant(16, u128::from(question * 100 + n));
                term = bench.arena.raw(Kind::Xor, Bits(16), &[c, term], 0);
            }
            let c = bench.constant(16, u128::from(question));
            let condition = bench.arena.raw(Kind::Ult, Bits(1), &[term, c], 0);
            if question == 0 {
                assert_eq!(bench.check(&[condition]), Verdict::Unsat);
            } else {
                bench.model(&[condition]);
            }
        }
        assert!(bench.arena.len() > 60_000, "the terms are not shared");
    });
}

/// Questions that share some of their first conditions, in every pattern of going on and going back.
#[test]
fn shared_prefixes_do_not_change_answers() {
    let byte = Bits(8);
    Bench::each(|bench| {
        let symbols: Vec<ExprId> = (0..2).map(|element| bench.symbol(element, 3)).collect();
        let mut rng = Rng::from_seed(9);
        let mut path: Vec<ExprId> = Vec::new();
        for _ in 0..300 {
            path.truncate(rng.below(path.len() as u64 + 1) as usize);
            for _ in 0..=rng.below(3) {
                let [a, b] = [0, 1].map(|n| bench.arena.zext(symbols[n], byte));
                let c = bench.constant(8, u128::from(rng.below(16)));
                let sum = bench.arena.add(a, b);
                let condition = bench.arena.ult(sum, c);
                path.push(if rng.below(2) == 0 { condition } else { bench.arena.not(condition) });
            }
            let holds = |n: u128| {
                let mut model = Assignment::new();
                model.set(SymbolId::new(0), n & 7);
                model.set(SymbolId::new(1), n >> 3);
                Evaluator::new().all_hold(&bench.arena, &model, &path)
            };
            let possible = (0..64).any(holds);
            let conditions = path.clone();
            match bench.check(&conditions) {
                Verdict::Sat(_) => assert!(possible),
                Verdict::Unsat => assert!(!possible),
                Verdict::Unknown(reason) => panic!("{reason}"),
            }
        }
    });
}

#[test]
fn backends_have_names_and_versions() {
    for &kind in BackendKind::ALL {
        let version = kind.version();
        assert!(version.contains('.') && version.contains(|c: char| c.is_ascii_digit()), "{version:?}");
    }
}
