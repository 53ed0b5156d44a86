//! Floats: both solvers and the evaluation of terms must mean the same, down to the bits of a NaN.

use super::Bench;
use std::time::{Duration, Instant};
use symir::internals::expr::{ExprId, Format, Kind, Script, float_fold};
use symir::internals::solver::backend::{BackendKind, QueryLimit, Verdict};
use symir::internals::util::{Bits, Rng};

const HALF: u32 = 16;
const SINGLE: u32 = 32;
const DOUBLE: u32 = 64;
const X87: u32 = 80;
const QUAD: u32 = 128;

const TWO: [Kind; 4] = [Kind::FAdd, Kind::FSub, Kind::FMul, Kind::FDiv];
const ONE: [Kind; 6] =
    [Kind::FSqrt, Kind::FRoundEven, Kind::FRoundAway, Kind::FRoundUp, Kind::FRoundDown, Kind::FRoundZero];
const COMPARE: [Kind; 3] = [Kind::FEq, Kind::FLt, Kind::FLe];

impl Bench {
    fn float(&mut self, kind: Kind, width: u32, operands: &[ExprId]) -> ExprId {
        self.arena.float(kind, Bits(width), operands)
    }

    fn double(&mut self, value: f64) -> ExprId {
        self.constant(DOUBLE, u128::from(value.to_bits()))
    }

    fn two(&mut self, kind: Kind, a: ExprId, b: ExprId) -> ExprId {
        let width = self.arena.width(a).0;
        let width = if COMPARE.contains(&kind) { 1 } else { width };
        self.float(kind, width, &[a, b])
    }

    /// Asks the solver about an operation on constants, which is not simplified before. Its value must be the
    /// one that the evaluation gives.
    fn agrees(&mut self, kind: Kind, to: u32, from: u32, operands: &[u128]) {
        let terms: Vec<ExprId> = operands.iter().map(|value| self.constant(from, *value)).collect();
        let asked = self.arena.raw(kind, Bits(to), &terms, 0);
        let mut values = [0; 3];
        values[..operands.len()].copy_from_slice(operands);
        let expected = self.constant(to, float_fold(kind, Bits(to), Bits(from), values));
        let same = self.arena.raw(Kind::Eq, Bits(1), &[asked, expected], 0);
        let differs = self.arena.not(same);
        let verdict = self.check(&[differs]);
        assert_eq!(
            verdict,
            Verdict::Unsat,
            "{}: {kind:?} of {operands:x?}, {from} to {to} bits",
            self.backend.kind().name()
        );
    }
}

/// Zeros, ones, extremes, infinities, NaNs and patterns that only the x87 has.
fn telling(width: u32) -> Vec<u128> {
    let format = Format::of(Bits(width)).expect("a format");
    let of = |value: i128| float_fold(Kind::SToF, Bits(width), Bits(128), [value as u128, 0, 0]);
    let half = float_fold(Kind::FToF, Bits(width), Bits(DOUBLE), [u128::from(2.5f64.to_bits()), 0, 0]);
    let mut values = vec![
        0,
        1,
        of(1),
        of(3),
        of(-7),
        half,
        format.smallest_normal(),
        format.largest(),
        format.infinity(),
        format.default_nan(),
        format.infinity() | 5,
    ];
    if format.has_integer_bit() {
        values.extend([1 << 63, 0x3fff_0000_0000_0000_0001, 0x7fff_0000_0000_0000_0000]);
    }
    let sign = format.sign_bit();
    values.extend(values.clone().into_iter().map(|value| value ^ sign).step_by(2).collect::<Vec<_>>());
    values
}

#[test]
fn every_operation_means_what_evaluation_says() {
    Bench::each_with_floats(|bench| {
        for width in [HALF, SINGLE, DOUBLE, X87, QUAD] {
            let values = telling(width);
            let mut rng = Rng::from_seed(u64::from(width));
            let mut pick = || values[rng.below(values.len() as u64) as usize];
            for round in 0..6 {
                for kind in TWO {
                    bench.agrees(kind, width, width, &[pick(), pick()]);
                }
                for kind in COMPARE {
                    bench.agrees(kind, 1, width, &[pick(), pick()]);
                }
                bench.agrees(ONE[round % ONE.len()], width, width, &[pick()]);
                bench.agrees(Kind::FFma, width, width, &[pick(), pick(), pick()]);
            }
        }
    });
}

#[test]
fn conversions_mean_what_evaluation_says() {
    Bench::each_with_floats(|bench| {
        for from in [HALF, SINGLE, DOUBLE, X87, QUAD] {
            for value in telling(from) {
                for to in [HALF, SINGLE, DOUBLE, X87, QUAD].into_iter().filter(|to| *to != from) {
                    bench.agrees(Kind::FToF, to, from, &[value]);
                }
                for to in [1, 8, 32, 64] {
                    bench.agrees(Kind::FToS, to, from, &[value]);
                    bench.agrees(Kind::FToU, to, from, &[value]);
                }
            }
        }
        for (from, value) in [(1, 1), (8, 0x80), (32, u128::from(u32::MAX)), (64, (1 << 63) + 1025)] {
            for to in [HALF, SINGLE, DOUBLE, X87, QUAD] {
                bench.agrees(Kind::SToF, to, from, &[value]);
                bench.agrees(Kind::UToF, to, from, &[value]);
            }
        }
    });
}

#[test]
fn a_number_that_one_does_not_change() {
    Bench::each_with_floats(|bench| {
        let (x, one) = (bench.symbol(0, DOUBLE), bench.double(1.0));
        let sum = bench.two(Kind::FAdd, x, one);
        let same = bench.two(Kind::FEq, sum, x);
        let largest = bench.double(f64::MAX);
        let finite = bench.two(Kind::FLe, x, largest);
        let zero = bench.double(0.0);
        let positive = bench.two(Kind::FLt, zero, x);
        let model = bench.model(&[same, finite, positive]);
        let value = f64::from_bits(bench.value(&model, x) as u64);
        assert!(value.is_finite() && value + 1.0 == value);
        let small = bench.double(1e15);
        let small = bench.two(Kind::FLt, x, small);
        assert_eq!(bench.check(&[same, positive, small]), Verdict::Unsat);
    });
}

#[test]
fn two_has_no_root_but_four_has() {
    Bench::each_with_floats(|bench| {
        let x = bench.symbol(0, SINGLE);
        let square = bench.two(Kind::FMul, x, x);
        let constant = |bench: &mut Bench, value: f32| bench.constant(SINGLE, u128::from(value.to_bits()));
        let (two, four) = (constant(bench, 2.0), constant(bench, 4.0));
        let is_two = bench.two(Kind::FEq, square, two);
        assert_eq!(bench.check(&[is_two]), Verdict::Unsat);
        let is_four = bench.two(Kind::FEq, square, four);
        let model = bench.model(&[is_four]);
        assert_eq!(f32::from_bits(bench.value(&model, x) as u32).abs(), 2.0);
    });
}

#[test]
fn only_a_nan_differs_from_itself() {
    Bench::each_with_floats(|bench| {
        let x = bench.symbol(0, DOUBLE);
        let is_nan = bench.arena.float_is_nan(x);
        let model = bench.model(&[is_nan]);
        assert!(f64::from_bits(bench.value(&model, x) as u64).is_nan());
        // A sum keeps the payload of a NaN.
        let one = bench.double(1.0);
        let sum = bench.two(Kind::FAdd, one, x);
        let nan = bench.constant(DOUBLE, 0x7ff8_0000_0000_0123);
        let carried = bench.arena.eq(sum, nan);
        let signalling = bench.constant(DOUBLE, 0x7ff0_0000_0000_0123);
        let is_signalling = bench.arena.eq(x, signalling);
        bench.model(&[carried, is_signalling]);
        let one_is_nan = bench.arena.float_is_nan(sum);
        let is_number = bench.arena.not(is_nan);
        assert_eq!(bench.check(&[one_is_nan, is_number]), Verdict::Unsat);
    });
}

#[test]
fn conversions_of_symbols() {
    Bench::each_with_floats(|bench| {
        let n = bench.symbol(0, 32);
        let wide = bench.float(Kind::SToF, DOUBLE, &[n]);
        let back = bench.float(Kind::FToS, 32, &[wide]);
        let same = bench.arena.eq(back, n);
        let differs = bench.arena.not(same);
        assert_eq!(bench.check(&[differs]), Verdict::Unsat, "a double holds every int");
        let narrow = bench.float(Kind::SToF, SINGLE, &[n]);
        let back = bench.float(Kind::FToS, 32, &[narrow]);
        let same = bench.arena.eq(back, n);
        let differs = bench.arena.not(same);
        bench.model(&[differs]);
        let x = bench.symbol(1, DOUBLE);
        let integer = bench.float(Kind::FToS, 32, &[x]);
        let least = bench.constant(32, 1 << 31);
        let indefinite = bench.arena.eq(integer, least);
        let zero = bench.double(0.0);
        let positive = bench.two(Kind::FLt, zero, x);
        bench.model(&[indefinite, positive]);
        // Nothing is lost on the way to the x87's format and back.
        let extended = bench.float(Kind::FToF, X87, &[x]);
        let back = bench.float(Kind::FToF, DOUBLE, &[extended]);
        let same = bench.two(Kind::FEq, x, back);
        let differs = bench.arena.not(same);
        let is_nan = bench.arena.float_is_nan(x);
        let is_number = bench.arena.not(is_nan);
        assert_eq!(bench.check(&[differs, is_number]), Verdict::Unsat);
    });
}

/// Bits of a result that is used as a float and as bits, questions with and without floats in turn.
#[test]
fn bits_and_floats_of_one_term() {
    Bench::each_with_floats(|bench| {
        let (x, y) = (bench.symbol(0, HALF), bench.symbol(1, HALF));
        let product = bench.two(Kind::FMul, x, y);
        let sign = bench.arena.extract(product, 15, Bits(1));
        let mask = bench.constant(HALF, 0x7fff);
        let magnitude = bench.arena.and(product, mask);
        let one = bench.constant(HALF, 0x3c00);
        let above = bench.two(Kind::FLt, one, magnitude);
        let plain = bench.arena.ult(x, y);
        bench.model(&[plain]);
        bench.model(&[plain, sign]);
        bench.model(&[plain, sign, above]);
        let low = bench.constant(HALF, 0x0400);
        let small = [bench.arena.ult(x, low), bench.arena.ult(y, low)];
        assert_eq!(bench.check(&[small[0], small[1], above]), Verdict::Unsat);
        bench.model(&[small[0], small[1]]);
        bench.model(&[sign, above]);
    });
}

/// A solver takes long to prove that products of doubles commute. It may give up at its time limit, and then
/// goes on.
#[test]
fn gives_up_on_hard_floats_and_goes_on() {
    Bench::each_with_floats(|bench| {
        let (x, y) = (bench.symbol(0, DOUBLE), bench.symbol(1, DOUBLE));
        let one_way = bench.two(Kind::FDiv, x, y);
        let one_way = bench.two(Kind::FMul, one_way, y);
        let other_way = bench.two(Kind::FDiv, x, y);
        let other_way = bench.two(Kind::FMul, y, other_way);
        let less = bench.two(Kind::FLt, one_way, other_way);
        bench.limit = QueryLimit { time: Some(Duration::from_secs(1)), ..QueryLimit::default() };
        let start = Instant::now();
        let verdict = bench.check(&[less]);
        assert!(!matches!(verdict, Verdict::Sat(_)), "{verdict:?}");
        assert!(start.elapsed() < Duration::from_secs(60), "the limit was not kept by far");
        let plain = bench.two(Kind::FLt, x, y);
        bench.limit = QueryLimit::default();
        bench.model(&[plain]);
    });
}

/// The text of terms means the same as the terms, as Z3 reads it.
#[test]
fn text_means_what_evaluation_says() {
    let mut bench = Bench::new(BackendKind::Z3);
    let mut rng = Rng::from_seed(8);
    for width in [HALF, SINGLE, X87, QUAD] {
        let values = telling(width);
        for kind in
            TWO.into_iter().chain(ONE).chain(COMPARE).chain([Kind::FFma, Kind::FToF, Kind::FToS, Kind::FToU])
        {
            let (x, to) = (bench.symbol(width, width), if width == X87 { DOUBLE } else { X87 });
            let to = match kind {
                Kind::FToF => to,
                Kind::FToS | Kind::FToU => 32,
                _ if COMPARE.contains(&kind) => 1,
                _ => width,
            };
            let pick = [0; 3].map(|_| values[rng.below(values.len() as u64) as usize]);
            let constants = pick.map(|value| bench.constant(width, value));
            let mut operands = constants;
            operands[0] = x;
            let asked = bench.arena.raw(kind, Bits(to), &operands[..kind.n_operands()], 0);
            let expected = bench.constant(to, float_fold(kind, Bits(to), Bits(width), pick));
            let is_it = bench.arena.eq(x, constants[0]);
            let same = bench.arena.raw(Kind::Eq, Bits(1), &[asked, expected], 0);
            let differs = bench.arena.not(same);
            let solver = z3::Solver::new();
            solver.from_string(Script::new(&bench.arena, &[is_it, differs]).to_string());
            assert_eq!(solver.check(), z3::SatResult::Unsat, "{kind:?} of {pick:x?}, {width} bits");
            let solver = z3::Solver::new();
            solver.from_string(Script::new(&bench.arena, &[is_it, same]).to_string());
            assert_eq!(solver.check(), z3::SatResult::Sat, "{kind:?} of {pick:x?}, {width} bits");
        }
    }
}

/// A backend without floats says so, both when it is asked what it supports and when it is asked a question,
/// and goes on.
#[test]
fn a_backend_may_have_no_floats() {
    for &kind in BackendKind::ALL {
        let mut bench = Bench::new(kind);
        let (x, y) = (bench.symbol(0, DOUBLE), bench.symbol(1, DOUBLE));
        let (on_bits, on_floats) = (bench.arena.ult(x, y), bench.two(Kind::FLt, x, y));
        let not_both = bench.arena.and(on_bits, on_floats);
        let not_both = bench.arena.not(not_both);
        assert!(bench.backend.supports(&bench.arena, &[on_bits]));
        for conditions in [vec![on_bits, on_floats], vec![not_both]] {
            let is_supported = bench.backend.supports(&bench.arena, &conditions);
            assert_eq!(is_supported, kind.supports_floats(), "{}", kind.name());
            let verdict = bench.check(&conditions);
            assert_eq!(matches!(verdict, Verdict::Unknown(_)), !is_supported, "{}: {verdict:?}", kind.name());
        }
        bench.model(&[on_bits]);
    }
}
