//! Every rewrite rule fires, does not fire on terms that only resemble its pattern, and is proved by every
//! solver at the widths 1, 2, 3, 4 and 8. Random terms mean the same simplified and as written.

use symir::internals::expr::{Arena, Assignment, Evaluator, ExprId, Kind, Rule, SymbolId, SymbolKey};
use symir::internals::solver::backend::{Backend, BackendKind, QueryLimit, Verdict};
use symir::internals::util::{Bits, Rng};

/// Makes terms, either by the builders or exactly as written.
struct Maker<'a> {
    arena: &'a mut Arena,
    simplifies: bool,
}

impl Maker<'_> {
    fn symbol(&mut self, element: u32, width: u32) -> ExprId {
        self.arena.symbol(SymbolKey { input: 0, element, name: "x".into(), width: Bits(width) })
    }

    fn constant(&mut self, width: u32, value: u128) -> ExprId {
        self.arena.constant(Bits(width), value)
    }

    fn one(&mut self, kind: Kind, a: ExprId) -> ExprId {
        let width = self.arena.width(a);
        if self.simplifies { self.arena.unary(kind, a) } else { self.arena.raw(kind, width, &[a], 0) }
    }

    fn two(&mut self, kind: Kind, a: ExprId, b: ExprId) -> ExprId {
        if self.simplifies {
            return self.arena.binary(kind, a, b);
        }
        let width = match kind {
            Kind::Eq | Kind::Ult | Kind::Slt => Bits(1),
            Kind::Concat => Bits(self.arena.width(a).0 + self.arena.width(b).0),
            _ => self.arena.width(a),
        };
        self.arena.raw(kind, width, &[a, b], 0)
    }

    fn extract(&mut self, a: ExprId, low: u32, width: u32) -> ExprId {
        if self.simplifies {
            self.arena.extract(a, low, Bits(width))
        } else {
            self.arena.raw(Kind::Extract, Bits(width), &[a], low)
        }
    }

    fn truncate(&mut self, a: ExprId, width: u32) -> ExprId {
        if self.simplifies {
            self.arena.truncate(a, Bits(width))
        } else {
            self.arena.raw(Kind::Extract, Bits(width), &[a], 0)
        }
    }

    fn extend(&mut self, kind: Kind, a: ExprId, width: u32) -> ExprId {
        match (self.simplifies, kind) {
            (false, _) => self.arena.raw(kind, Bits(width), &[a], 0),
            (true, Kind::ZExt) => self.arena.zext(a, Bits(width)),
            (true, _) => self.arena.sext(a, Bits(width)),
        }
    }

    fn ite(&mut self, z: ExprId, a: ExprId, b: ExprId) -> ExprId {
        let width = self.arena.width(a);
        if self.simplifies {
            self.arena.ite(z, a, b)
        } else {
            self.arena.raw(Kind::Ite, width, &[z, a, b], 0)
        }
    }
}

/// The parts of examples: symbols `x` and `y` of width `w`, a truth value `z`, and two constants.
#[derive(Copy, Clone)]
struct Parts {
    w: u32,
    x: ExprId,
    y: ExprId,
    z: ExprId,
    c1: u128,
    c2: u128,
}

type Example = fn(&mut Maker, Parts) -> ExprId;

/// A rule, with terms on which it fires and similar terms on which it does not.
struct Row {
    rule: Rule,
    fires: &'static [Example],
    rests: &'static [Example],
}

const fn row(rule: Rule, fires: &'static [Example], rests: &'static [Example]) -> Row {
    Row { rule, fires, rests }
}

/// `op(x, constant)` at the width of `x`.
fn with(m: &mut Maker, kind: Kind, p: Parts, value: u128) -> ExprId {
    let c = m.constant(p.w, value);
    m.two(kind, p.x, c)
}

const EXTENSIONS: [Kind; 2] = [Kind::ZExt, Kind::SExt];

/// A comparison of an extended `x` with a constant of the wider width, on the left or the right.
fn compared(m: &mut Maker, p: Parts, extension: Kind, order: Kind, is_left: bool) -> ExprId {
    let wide = m.extend(extension, p.x, p.w + 2);
    let c = m.constant(p.w + 2, p.c1 << 1 | p.c2 & 1);
    if is_left { m.two(order, c, wide) } else { m.two(order, wide, c) }
}

/// A comparison of the extended `x` and `y`.
fn both(m: &mut Maker, p: Parts, extension: Kind, order: Kind) -> ExprId {
    let (x, y) = (m.extend(extension, p.x, p.w + 2), m.extend(extension, p.y, p.w + 2));
    m.two(order, x, y)
}

/// Both halves of a sum of twice the width, each with a constant by `kind`, joined again.
fn bytes_of(m: &mut Maker, p: Parts, kind: Kind) -> ExprId {
    let wide = m.two(Kind::Concat, p.x, p.y);
    let sum = m.two(Kind::Add, wide, wide);
    let (high, low) = (m.extract(sum, p.w, p.w), m.extract(sum, 0, p.w));
    let (c1, c2) = (m.constant(p.w, p.c1), m.constant(p.w, p.c2));
    let (high, low) = (m.two(kind, high, c1), m.two(kind, low, c2));
    m.two(Kind::Concat, high, low)
}

/// A sum of twice the width, and the extension of its lower half.
fn half(m: &mut Maker, p: Parts, extension: Kind) -> (ExprId, ExprId) {
    let (a, b) = (m.two(Kind::Concat, p.x, p.y), m.two(Kind::Concat, p.y, p.x));
    let sum = m.two(Kind::Add, a, b);
    let low = m.extract(sum, 0, p.w);
    (sum, m.extend(extension, low, 2 * p.w))
}

/// Comparisons of `x` with `y` and of `y` with `x`, each negated or not, joined.
fn orders(m: &mut Maker, p: Parts, kind: Kind, order: Kind, negated: [bool; 2]) -> ExprId {
    let both = [m.two(order, p.x, p.y), m.two(order, p.y, p.x)];
    let mut sides = both
        .into_iter()
        .zip(negated)
        .map(|(order, negated)| if negated { m.one(Kind::Not, order) } else { order });
    let (Some(a), Some(b)) = (sides.next(), sides.next()) else { unreachable!("two orders") };
    drop(sides);
    m.two(kind, a, b)
}

/// Three parts side by side.
fn three(m: &mut Maker, p: Parts) -> ExprId {
    let low = m.two(Kind::Concat, p.y, p.x);
    m.two(Kind::Concat, p.x, low)
}

/// A bit-field below another one that is longer, and above a bit.
fn bits(m: &mut Maker, p: Parts) -> ExprId {
    let low = m.extend(Kind::SExt, p.y, p.w + 4);
    let low = m.two(Kind::Mul, low, low);
    let below = m.extract(low, 2, 1);
    let low = m.two(Kind::Concat, p.x, below);
    let wide = m.extend(Kind::SExt, p.y, p.w + 3);
    let wide = m.two(Kind::Mul, wide, wide);
    m.two(Kind::Concat, wide, low)
}

/// Three parts. A shift to the left removes the highest part, and a shift by `kind` the lowest bits.
fn shifted(m: &mut Maker, p: Parts, kind: Kind, by: u32) -> ExprId {
    let (whole, left) = (three(m, p), m.constant(3 * p.w, p.w.into()));
    let (left, right) = (m.two(Kind::Shl, whole, left), m.constant(3 * p.w, by.into()));
    m.two(kind, left, right)
}

/// The comparisons `y < x` and `x < y`, extended and joined.
fn truths(m: &mut Maker, p: Parts, kind: Kind) -> ExprId {
    let [a, b] = [(p.y, p.x), (p.x, p.y)].map(|(x, y)| {
        let less = m.two(Kind::Ult, x, y);
        m.extend(Kind::ZExt, less, p.w + 2)
    });
    m.two(kind, a, b)
}

/// `x < y ? -1 : x > y`.
fn three_way(m: &mut Maker, p: Parts) -> ExprId {
    let [less, more] = [(p.x, p.y), (p.y, p.x)].map(|(x, y)| m.two(Kind::Slt, x, y));
    let (minus, more) = (m.constant(p.w + 2, u128::MAX), m.extend(Kind::ZExt, more, p.w + 2));
    m.ite(less, minus, more)
}

/// A choice between two constants.
fn choice(m: &mut Maker, p: Parts) -> ExprId {
    let (a, b) = (m.constant(p.w, p.c1), m.constant(p.w, p.c2));
    m.ite(p.z, a, b)
}

#[rustfmt::skip]
const TABLE: &[Row] = &[
    row(Rule::Fold, &[
        |m, p| { let (a, b) = (m.constant(p.w, p.c1), m.constant(p.w, p.c2)); m.two(Kind::Add, a, b) },
        |m, p| { let (a, b) = (m.constant(p.w, p.c1), m.constant(p.w, p.c2)); m.two(Kind::SDiv, a, b) },
        |m, p| { let (a, b) = (m.constant(p.w, p.c1), m.constant(p.w, p.c2)); m.two(Kind::SRem, a, b) },
        |m, p| { let (a, b) = (m.constant(p.w, p.c1), m.constant(p.w, p.c2)); m.two(Kind::UDiv, a, b) },
        |m, p| { let (a, b) = (m.constant(p.w, p.c1), m.constant(p.w, p.c2)); m.two(Kind::AShr, a, b) },
        |m, p| { let (a, b) = (m.constant(p.w, p.c1), m.constant(p.w, p.c2)); m.two(Kind::Slt, a, b) },
        |m, p| { let (a, b) = (m.constant(p.w, p.c1), m.constant(p.w, p.c2)); m.two(Kind::Concat, a, b) },
        |m, p| { let a = m.constant(p.w, p.c1); m.extend(Kind::SExt, a, p.w + 3) },
        |m, p| { let a = m.constant(p.w, p.c1); m.one(Kind::Neg, a) },
    ], &[|m, p| with(m, Kind::UDiv, p, 0)]),
    row(Rule::Known, &[
        |m, p| { let rest = with(m, Kind::URem, p, 3); let c = m.constant(p.w, 3); m.two(Kind::Ult, rest, c) },
        |m, p| { let odd = with(m, Kind::Or, p, 3); let c = m.constant(p.w, 1); m.two(Kind::And, odd, c) },
    ], &[|m, p| { let c = m.constant(p.w, 0); m.two(Kind::Eq, p.x, c) }]),
    row(Rule::AndCovered, &[|m, p| { let masked = with(m, Kind::And, p, p.c1); let c = m.constant(p.w, p.c1 | p.c2); m.two(Kind::And, masked, c) },
        |m, p| { let wide = m.extend(Kind::ZExt, p.x, p.w + 2); let c = m.constant(p.w + 2, (1 << p.w) - 1); m.two(Kind::And, wide, c) }],
        &[|m, p| { let wide = m.extend(Kind::SExt, p.x, p.w + 2); let c = m.constant(p.w + 2, (1 << p.w) - 1); m.two(Kind::And, wide, c) }]),
    row(Rule::OrCovered, &[|m, p| { let set = with(m, Kind::Or, p, 1); let other = with(m, Kind::Or, Parts { x: p.y, ..p }, 1); let both = m.two(Kind::And, set, other); let c = m.constant(p.w, 1); m.two(Kind::Or, both, c) }],
        &[|m, p| { let c = m.constant(p.w, 1); m.two(Kind::Or, p.x, c) }]),
    row(Rule::AndConcat, &[|m, p| { let joined = m.two(Kind::Concat, p.x, p.y); let c = m.constant(2 * p.w, p.c1 << p.w | p.c2 | 1); m.two(Kind::And, joined, c) }],
        &[|m, p| { let joined = m.two(Kind::Concat, p.x, p.y); let other = m.two(Kind::Concat, p.y, p.x); m.two(Kind::And, joined, other) }]),
    row(Rule::AndExtension, &[|m, p| { let joined = m.two(Kind::Concat, p.x, p.y); let wide = m.extend(Kind::ZExt, joined, 2 * p.w + 3); let c = m.constant(2 * p.w + 3, p.c1 << 1 | 1); m.two(Kind::And, wide, c) }],
        &[|m, p| { let wide = m.extend(Kind::SExt, p.x, p.w + 3); let c = m.constant(p.w + 3, 1); m.two(Kind::And, wide, c) }]),
    row(Rule::AndParts, &[
        |m, p| { let joined = bits(m, p); let part = m.extract(joined, 1, p.w + 1); let c = m.constant(p.w + 1, ((1 << p.w) - 1) & (p.c1 | 1 << (p.w - 1))); m.two(Kind::And, part, c) },
    ], &[|m, p| { let joined = bits(m, p); let part = m.extract(joined, 1, p.w + 1); let c = m.constant(p.w + 1, 1 << p.w); m.two(Kind::And, part, c) }]),
    row(Rule::ShiftConcat, &[
        |m, p| { let joined = m.two(Kind::Concat, p.x, p.y); let c = m.constant(2 * p.w, p.w.into()); m.two(Kind::LShr, joined, c) },
        |m, p| { let joined = three(m, p); let c = m.constant(3 * p.w, u128::from(2 * p.w)); m.two(Kind::LShr, joined, c) },
        |m, p| { let joined = three(m, p); let wide = m.extend(Kind::ZExt, joined, 3 * p.w + 2); let c = m.constant(3 * p.w + 2, p.w.into()); m.two(Kind::LShr, wide, c) },
    ], &[
        |m, p| { let joined = m.two(Kind::Concat, p.x, p.y); let c = m.constant(2 * p.w, p.w.into()); m.two(Kind::AShr, joined, c) },
        |m, p| { let wide = m.extend(Kind::SExt, p.x, p.w + 2); let c = m.constant(p.w + 2, 1); m.two(Kind::LShr, wide, c) },
    ]),
    row(Rule::ShiftedParts, &[
        |m, p| shifted(m, p, Kind::AShr, 2 * p.w),
        |m, p| shifted(m, p, Kind::LShr, 2 * p.w),
        |m, p| shifted(m, p, Kind::AShr, p.w),
    ], &[
        |m, p| { let a = with(m, Kind::Shl, p, 1); let c = m.constant(p.w, 1); m.two(Kind::AShr, a, c) },
        |m, p| shifted(m, p, Kind::AShr, p.w - 1),
    ]),
    row(Rule::ExtractParts, &[|m, p| { let joined = three(m, p); m.extract(joined, p.w, 2 * p.w) }],
        &[|m, p| { let s = m.two(Kind::Concat, p.x, p.y); let s = m.two(Kind::Add, s, s); m.extract(s, 1, p.w) }]),
    row(Rule::Absorbed, &[
        |m, p| { let either = m.two(Kind::Or, p.x, p.y); m.two(Kind::And, p.x, either) },
        |m, p| { let both = m.two(Kind::And, p.x, p.y); m.two(Kind::Or, both, p.y) },
        |m, p| { let both = m.two(Kind::And, p.x, p.y); m.two(Kind::And, both, p.y) },
    ], &[|m, p| { let either = m.two(Kind::Xor, p.x, p.y); m.two(Kind::And, p.x, either) }]),
    row(Rule::OrdersExclude, &[
        |m, p| orders(m, p, Kind::And, Kind::Slt, [false, true]),
        |m, p| orders(m, p, Kind::And, Kind::Ult, [true, false]),
        |m, p| orders(m, p, Kind::And, Kind::Slt, [false, false]),
        |m, p| orders(m, p, Kind::Or, Kind::Slt, [false, true]),
        |m, p| orders(m, p, Kind::Or, Kind::Ult, [true, false]),
        |m, p| orders(m, p, Kind::Or, Kind::Slt, [true, true]),
    ], &[
        |m, p| { let (a, b) = (m.two(Kind::Ult, p.x, p.y), m.two(Kind::Slt, p.y, p.x)); m.two(Kind::And, a, b) },
    ]),
    row(Rule::OrdersEqual, &[
        |m, p| orders(m, p, Kind::And, Kind::Slt, [true, true]),
        |m, p| orders(m, p, Kind::And, Kind::Ult, [true, true]),
        |m, p| orders(m, p, Kind::Or, Kind::Slt, [false, false]),
        |m, p| orders(m, p, Kind::Or, Kind::Ult, [false, false]),
    ], &[
        |m, p| orders(m, p, Kind::And, Kind::Ult, [true, false]),
        |m, p| orders(m, p, Kind::Or, Kind::Slt, [true, true]),
    ]),
    row(Rule::EqOrders, &[
        |m, p| orders(m, p, Kind::Eq, Kind::Slt, [false, false]),
        |m, p| orders(m, p, Kind::Eq, Kind::Ult, [false, false]),
    ], &[
        |m, p| orders(m, p, Kind::Eq, Kind::Ult, [true, false]),
        |m, p| { let (a, b) = (m.two(Kind::Ult, p.x, p.y), m.two(Kind::Slt, p.y, p.x)); m.two(Kind::Eq, a, b) },
    ]),
    row(Rule::EqDifference, &[
        |m, p| { let s = truths(m, p, Kind::Sub); let c = m.constant(p.w + 2, 1); m.two(Kind::Eq, s, c) },
        |m, p| { let s = truths(m, p, Kind::Sub); let c = m.constant(p.w + 2, u128::MAX); m.two(Kind::Eq, s, c) },
    ], &[
        |m, p| { let s = truths(m, p, Kind::Sub); let c = m.constant(p.w + 2, 2); m.two(Kind::Eq, s, c) },
        |m, p| { let s = truths(m, p, Kind::Add); let c = m.constant(p.w + 2, 1); m.two(Kind::Eq, s, c) },
    ]),
    row(Rule::LtBool, &[
        |m, p| { let (a, b) = (m.extract(p.x, 0, 1), m.extract(p.y, 0, 1)); m.two(Kind::Ult, a, b) },
        |m, p| { let (a, b) = (m.extract(p.x, 0, 1), m.extract(p.y, 0, 1)); m.two(Kind::Slt, a, b) },
    ], &[|m, p| m.two(Kind::Slt, p.x, p.y)]),
    row(Rule::URemBelow, &[|m, p| { let a = m.extend(Kind::ZExt, p.x, p.w + 2); let b = m.extend(Kind::ZExt, p.y, p.w + 2); let c = m.constant(p.w + 2, 1 << p.w); let b = m.two(Kind::Or, b, c); m.two(Kind::URem, a, b) }],
        &[|m, p| m.two(Kind::URem, p.x, p.y)]),
    row(Rule::SignedNonNegative, &[
        |m, p| { let (a, b) = (m.extend(Kind::ZExt, p.x, p.w + 1), m.extend(Kind::ZExt, p.y, p.w + 1)); m.two(Kind::SDiv, a, b) },
        |m, p| { let (a, b) = (m.extend(Kind::ZExt, p.x, p.w + 1), m.extend(Kind::ZExt, p.y, p.w + 1)); m.two(Kind::SRem, a, b) },
        |m, p| { let (a, b) = (m.extend(Kind::ZExt, p.x, p.w + 1), m.extend(Kind::ZExt, p.y, p.w + 1)); m.two(Kind::AShr, a, b) },
    ], &[|m, p| { let (a, b) = (m.extend(Kind::SExt, p.x, p.w + 1), m.extend(Kind::SExt, p.y, p.w + 1)); m.two(Kind::SDiv, a, b) }]),
    row(Rule::ExtractArithmetic, &[
        |m, p| { let (a, b) = (m.extend(Kind::ZExt, p.x, p.w + 2), m.extend(Kind::SExt, p.y, p.w + 2)); let sum = m.two(Kind::Add, a, b); m.truncate(sum, p.w) },
        |m, p| { let (a, b) = (m.extend(Kind::ZExt, p.x, p.w + 2), m.extend(Kind::SExt, p.y, p.w + 2)); let product = m.two(Kind::Mul, a, b); m.truncate(product, p.w + 1) },
        |m, p| { let (a, c) = (m.extend(Kind::SExt, p.x, p.w + 2), m.constant(p.w + 2, p.c1)); let rest = m.two(Kind::Sub, c, a); m.truncate(rest, p.w) },
    ], &[|m, p| { let (a, b) = (m.extend(Kind::ZExt, p.x, p.w + 2), m.extend(Kind::SExt, p.y, p.w + 2)); let sum = m.two(Kind::Add, a, b); m.extract(sum, 0, p.w) }]),
    row(Rule::ConcatItes, &[
        |m, p| { let (a, b) = (choice(m, p), choice(m, Parts { c1: p.c2 ^ 1, c2: p.c1, ..p })); m.two(Kind::Concat, a, b) },
        |m, p| { let (a, c) = (choice(m, p), m.constant(p.w, p.c2)); m.two(Kind::Concat, a, c) },
        |m, p| { let (a, c) = (choice(m, p), m.constant(p.w, p.c2 | 1)); m.two(Kind::Concat, c, a) },
        |m, p| { let (a, b) = (m.two(Kind::Concat, p.x, p.y), m.two(Kind::Concat, p.y, p.x)); let a = m.two(Kind::Add, a, b);
                 let b = m.extend(Kind::SExt, p.x, 2 * p.w);
                 let [h, l] = [p.w, 0].map(|at| { let (a, b) = (m.extract(a, at, p.w), m.extract(b, at, p.w)); m.ite(p.z, a, b) });
                 m.two(Kind::Concat, h, l) },
    ], &[
        |m, p| { let a = choice(m, p); m.two(Kind::Concat, a, p.x) },
        |m, p| { let (a, b) = (m.ite(p.z, p.x, p.y), m.ite(p.z, p.y, p.x)); m.two(Kind::Concat, a, b) },
    ]),
    row(Rule::ConcatBitwise, &[
        |m, p| bytes_of(m, p, Kind::And),
        |m, p| bytes_of(m, p, Kind::Or),
        |m, p| bytes_of(m, p, Kind::Xor),
        |m, p| { let wide = m.two(Kind::Concat, p.x, p.y); let sum = m.two(Kind::Add, wide, wide); let (a, b) = (m.extract(sum, p.w, p.w), m.extract(sum, 0, p.w)); let (a, b) = (m.one(Kind::Not, a), m.one(Kind::Not, b)); m.two(Kind::Concat, a, b) },
        |m, p| { let wide = m.extend(Kind::SExt, p.x, 2 * p.w); let (h, l) = (m.extract(wide, p.w, p.w), with(m, Kind::Or, p, p.c1)); m.two(Kind::Concat, h, l) },
        |m, p| { let wide = m.extend(Kind::SExt, p.x, 2 * p.w); let h = m.extract(wide, p.w, p.w); let h = with(m, Kind::And, Parts { x: h, ..p }, p.c1); m.two(Kind::Concat, h, p.x) },
    ], &[
        |m, p| { let (a, b) = (with(m, Kind::And, p, p.c1), with(m, Kind::And, Parts { x: p.y, ..p }, p.c2)); m.two(Kind::Concat, a, b) },
        |m, p| { let wide = m.extend(Kind::SExt, p.x, 2 * p.w); let (h, l) = (m.extract(wide, p.w, p.w), with(m, Kind::Or, Parts { x: p.y, ..p }, p.c1)); m.two(Kind::Concat, h, l) },
    ]),
    row(Rule::ZExtCovered, &[|m, p| { let wide = m.extend(Kind::ZExt, p.x, p.w + 3); let (low, c) = (m.extend(Kind::ZExt, p.y, p.w + 3), m.constant(p.w + 3, 3)); let third = m.two(Kind::UDiv, low, c); let both = m.two(Kind::Xor, wide, third); let part = m.extract(both, 0, p.w); m.extend(Kind::ZExt, part, p.w + 3) }],
        &[|m, p| { let sum = m.two(Kind::Concat, p.x, p.y); let sum = m.two(Kind::Add, sum, sum); let part = m.extract(sum, 0, p.w); m.extend(Kind::ZExt, part, 2 * p.w) }]),
    row(Rule::SExtNonNegative, &[|m, p| { let wide = m.extend(Kind::ZExt, p.x, p.w + 1); let same = m.one(Kind::Not, wide); let sign = m.constant(p.w + 1, (1 << p.w) - 1); let masked = m.two(Kind::And, same, sign); m.extend(Kind::SExt, masked, p.w + 3) }],
        &[|m, p| m.extend(Kind::SExt, p.x, p.w + 3)]),
    row(Rule::EqConcats, &[|m, p| { let (a, b) = (m.two(Kind::Concat, p.x, p.y), m.two(Kind::Concat, p.y, p.z)); let b = if p.w == 1 { b } else { m.two(Kind::Concat, p.y, p.x) }; m.two(Kind::Eq, a, b) }],
        &[|m, p| { let (a, b) = (m.two(Kind::Concat, p.x, p.z), m.two(Kind::Concat, p.z, p.y)); let sum = m.two(Kind::Add, a, b); m.two(Kind::Eq, sum, b) }]),
    row(Rule::LtIte, &[
        |m, p| { let a = choice(m, p); let c = m.constant(p.w, p.c1 ^ p.c2 ^ 1); m.two(Kind::Ult, a, c) },
        |m, p| { let a = choice(m, p); let c = m.constant(p.w, p.c1 ^ p.c2 ^ 1); m.two(Kind::Slt, c, a) },
        |m, p| { let a = three_way(m, p); let c = m.constant(p.w + 2, 0); m.two(Kind::Slt, a, c) },
        |m, p| { let a = three_way(m, p); let c = m.constant(p.w + 2, 0); m.two(Kind::Slt, c, a) },
    ], &[|m, p| { let a = choice(m, p); m.two(Kind::Ult, a, p.x) }]),
    row(Rule::SltNonNegative, &[|m, p| { let (a, b) = (m.extend(Kind::ZExt, p.x, p.w + 1), m.extend(Kind::ZExt, p.y, p.w + 2)); let b = m.extract(b, 0, p.w + 1); let c = m.constant(p.w + 1, 1); let b = m.two(Kind::LShr, b, c); m.two(Kind::Slt, a, b) }],
        &[|m, p| m.two(Kind::Slt, p.x, p.y)]),
    row(Rule::NotNot, &[|m, p| { let n = m.one(Kind::Not, p.x); m.one(Kind::Not, n) }],
        &[|m, p| { let n = m.one(Kind::Neg, p.x); m.one(Kind::Not, n) }]),
    row(Rule::NegNeg, &[|m, p| { let n = m.one(Kind::Neg, p.x); m.one(Kind::Neg, n) }],
        &[|m, p| { let n = m.one(Kind::Not, p.x); m.one(Kind::Neg, n) }]),
    row(Rule::AddZero, &[|m, p| with(m, Kind::Add, p, 0)], &[|m, p| with(m, Kind::Add, p, 1)]),
    row(Rule::AddConstants, &[|m, p| { let s = with(m, Kind::Add, p, p.c1); let c = m.constant(p.w, p.c2); m.two(Kind::Add, s, c) }],
        &[|m, p| { let s = m.two(Kind::Add, p.x, p.y); let c = m.constant(p.w, p.c2); m.two(Kind::Add, s, c) }]),
    row(Rule::AddTruth, &[
        |m, p| { let z = m.extend(Kind::SExt, p.z, p.w + 1); let x = m.extend(Kind::ZExt, p.x, p.w + 1); m.two(Kind::Add, x, z) },
        |m, p| { let z = m.extend(Kind::SExt, p.z, p.w + 1); m.two(Kind::Add, z, z) },
    ], &[
        |m, p| { let x = m.extend(Kind::SExt, p.x, p.w + 1); let y = m.extend(Kind::SExt, p.y, p.w + 1); m.two(Kind::Add, x, y) },
        |m, p| { let z = m.extend(Kind::ZExt, p.z, p.w + 1); let x = m.extend(Kind::ZExt, p.x, p.w + 1); m.two(Kind::Add, x, z) },
    ]),
    row(Rule::SubSelf, &[|m, p| m.two(Kind::Sub, p.x, p.x)], &[|m, p| m.two(Kind::Sub, p.x, p.y)]),
    row(Rule::SubConstant, &[|m, p| with(m, Kind::Sub, p, p.c1)],
        &[|m, p| { let c = m.constant(p.w, p.c1); m.two(Kind::Sub, c, p.x) }]),
    row(Rule::MulZero, &[|m, p| with(m, Kind::Mul, p, 0)], &[|m, p| m.two(Kind::Mul, p.x, p.y)]),
    row(Rule::MulOne, &[|m, p| with(m, Kind::Mul, p, 1)], &[|m, p| with(m, Kind::Mul, p, 0)]),
    row(Rule::MulPowerOfTwo, &[|m, p| with(m, Kind::Mul, p, p.c1)], &[|m, p| m.two(Kind::Mul, p.x, p.y)]),
    row(Rule::DivOne, &[|m, p| with(m, Kind::UDiv, p, 1), |m, p| with(m, Kind::SDiv, p, 1)],
        &[|m, p| with(m, Kind::UDiv, p, 0), |m, p| with(m, Kind::SDiv, p, 0)]),
    row(Rule::UDivPowerOfTwo, &[|m, p| with(m, Kind::UDiv, p, p.c1)], &[|m, p| with(m, Kind::UDiv, p, 0)]),
    row(Rule::URemPowerOfTwo, &[|m, p| with(m, Kind::URem, p, p.c1)], &[|m, p| with(m, Kind::URem, p, 0)]),
    row(Rule::Idempotent, &[|m, p| m.two(Kind::And, p.x, p.x), |m, p| m.two(Kind::Or, p.x, p.x)],
        &[|m, p| m.two(Kind::And, p.x, p.y)]),
    row(Rule::AndZero, &[|m, p| with(m, Kind::And, p, 0)], &[|m, p| with(m, Kind::Or, p, 0)]),
    row(Rule::AndOnes, &[|m, p| with(m, Kind::And, p, u128::MAX)], &[|m, p| with(m, Kind::And, p, 0)]),
    row(Rule::AndComplement, &[|m, p| { let n = m.one(Kind::Not, p.x); m.two(Kind::And, p.x, n) }],
        &[|m, p| { let n = m.one(Kind::Not, p.x); m.two(Kind::And, p.y, n) }]),
    row(Rule::BitwiseConstants, &[
        |m, p| { let a = with(m, Kind::And, p, p.c1); let c = m.constant(p.w, p.c2); m.two(Kind::And, a, c) },
        |m, p| { let a = with(m, Kind::Or, p, p.c1); let c = m.constant(p.w, p.c2); m.two(Kind::Or, a, c) },
        |m, p| { let a = with(m, Kind::Xor, p, p.c1); let c = m.constant(p.w, p.c2); m.two(Kind::Xor, a, c) },
    ], &[|m, p| { let a = with(m, Kind::And, p, p.c1); let c = m.constant(p.w, p.c2); m.two(Kind::Or, a, c) }]),
    row(Rule::OrZero, &[|m, p| with(m, Kind::Or, p, 0)], &[|m, p| with(m, Kind::Or, p, 1)]),
    row(Rule::OrOnes, &[|m, p| with(m, Kind::Or, p, u128::MAX)], &[|m, p| with(m, Kind::Or, p, 0)]),
    row(Rule::OrComplement, &[|m, p| { let n = m.one(Kind::Not, p.x); m.two(Kind::Or, n, p.x) }],
        &[|m, p| { let n = m.one(Kind::Not, p.x); m.two(Kind::Or, n, p.y) }]),
    row(Rule::XorSelf, &[|m, p| m.two(Kind::Xor, p.x, p.x)], &[|m, p| m.two(Kind::Xor, p.x, p.y)]),
    row(Rule::XorZero, &[|m, p| with(m, Kind::Xor, p, 0)], &[|m, p| with(m, Kind::Xor, p, 1)]),
    row(Rule::XorOnes, &[|m, p| with(m, Kind::Xor, p, u128::MAX)], &[|m, p| with(m, Kind::Xor, p, 0)]),
    row(Rule::ShiftZero, &[|m, p| with(m, Kind::Shl, p, 0), |m, p| with(m, Kind::LShr, p, 0), |m, p| with(m, Kind::AShr, p, 0)],
        &[|m, p| with(m, Kind::Shl, p, 1)]),
    row(Rule::ShiftOut, &[|m, p| with(m, Kind::Shl, p, u128::MAX), |m, p| with(m, Kind::LShr, p, p.c1)],
        &[|m, p| with(m, Kind::AShr, p, u128::MAX)]),
    row(Rule::ConcatExtracts, &[
        |m, p| { let wide = m.two(Kind::Mul, p.x, p.y); let wide = m.extend(Kind::SExt, wide, p.w + 3); let wide = m.two(Kind::Mul, wide, wide);
                 let (h, l) = (m.extract(wide, 2, p.w), m.extract(wide, 1, 1)); m.two(Kind::Concat, h, l) },
    ], &[|m, p| { let (h, l) = (m.extract(p.x, 0, 1), m.extract(p.x, 0, 1)); m.two(Kind::Concat, h, l) }]),
    row(Rule::ConcatRest, &[
        |m, p| { let wide = m.extend(Kind::SExt, p.x, p.w + 3); let h = m.extract(wide, p.w, 2); m.two(Kind::Concat, h, p.x) },
    ], &[|m, p| { let wide = m.extend(Kind::SExt, p.x, p.w + 3); let h = m.extract(wide, p.w, 2); m.two(Kind::Concat, h, p.y) }]),
    row(Rule::ConcatZero, &[|m, p| { let c = m.constant(2, 0); m.two(Kind::Concat, c, p.x) }],
        &[|m, p| { let c = m.constant(2, 1); m.two(Kind::Concat, c, p.x) }]),
    row(Rule::ConcatConstants, &[
        |m, p| { let (a, b) = (m.constant(2, 1 + p.c1 % 3), m.constant(p.w, p.c2 | 1)); let low = m.two(Kind::Concat, b, p.x); m.two(Kind::Concat, a, low) },
    ], &[|m, p| { let a = m.constant(2, 1); let low = m.two(Kind::Concat, p.y, p.x); m.two(Kind::Concat, a, low) }]),
    row(Rule::ExtractAll, &[|m, p| m.extract(p.x, 0, p.w)],
        &[|m, p| { let s = m.two(Kind::Concat, p.x, p.y); m.extract(s, p.w / 2, p.w) }]),
    row(Rule::ExtractExtract, &[
        |m, p| { let s = m.two(Kind::Concat, p.x, p.y); let t = m.two(Kind::Mul, s, s); let e = m.extract(t, 1, p.w + p.w - 1); m.extract(e, p.w - 1, 1) },
    ], &[|m, p| { let s = m.two(Kind::Concat, p.x, p.y); let t = m.two(Kind::Mul, s, s); m.extract(t, 1, p.w) }]),
    row(Rule::ExtractConcat, &[
        |m, p| { let s = m.two(Kind::Concat, p.x, p.y); m.extract(s, p.w, p.w) },
        |m, p| { let s = m.two(Kind::Concat, p.x, p.y); m.extract(s, 0, p.w) },
    ], &[|m, p| { let s = m.two(Kind::Concat, p.x, p.y); m.extract(s, p.w - 1, 2) }]),
    row(Rule::ExtractExtension, &[
        |m, p| { let e = m.extend(Kind::ZExt, p.x, p.w + 4); m.extract(e, 0, p.w) },
        |m, p| { let e = m.extend(Kind::ZExt, p.x, p.w + 4); m.extract(e, p.w, 3) },
        |m, p| { let e = m.extend(Kind::ZExt, p.x, p.w + 4); m.extract(e, p.w - 1, 3) },
        |m, p| { let e = m.extend(Kind::SExt, p.x, p.w + 4); m.extract(e, 0, p.w) },
        |m, p| { let e = m.extend(Kind::SExt, p.x, p.w + 4); m.extract(e, p.w - 1, 3) },
    ], &[|m, p| { let e = m.extend(Kind::SExt, p.x, p.w + 4); m.extract(e, p.w, 3) }]),
    row(Rule::ExtractBitwise, &[
        |m, p| { let s = m.two(Kind::Concat, p.x, p.y); let c = m.constant(2 * p.w, p.c1 << 1 | 1); let a = m.two(Kind::And, s, c); m.extract(a, 1, p.w) },
        |m, p| { let s = m.two(Kind::Concat, p.x, p.y); let c = m.constant(2 * p.w, p.c1 << 1 | 1); let a = m.two(Kind::Or, s, c); m.extract(a, 1, p.w) },
        |m, p| { let s = m.two(Kind::Concat, p.x, p.y); let a = m.one(Kind::Not, s); m.extract(a, 1, p.w) },
    ], &[|m, p| { let s = m.two(Kind::Concat, p.x, p.y); let t = m.two(Kind::Concat, p.y, p.x); let a = m.two(Kind::And, s, t); m.extract(a, 1, p.w) }]),
    row(Rule::ExtractIte, &[
        |m, p| { let (a, b) = (m.constant(p.w + 2, p.c1 << 1), m.constant(p.w + 2, p.c2 << 2)); let i = m.ite(p.z, a, b); m.extract(i, 1, p.w) },
    ], &[|m, p| { let (a, b) = (m.extend(Kind::SExt, p.x, p.w + 2), m.constant(p.w + 2, p.c2)); let i = m.ite(p.z, a, b); m.extract(i, 1, p.w) }]),
    row(Rule::ExtendTwice, &[
        |m, p| { let e = m.extend(Kind::ZExt, p.x, p.w + 1); m.extend(Kind::ZExt, e, p.w + 3) },
        |m, p| { let e = m.extend(Kind::SExt, p.x, p.w + 1); m.extend(Kind::SExt, e, p.w + 3) },
        |m, p| { let e = m.extend(Kind::ZExt, p.x, p.w + 1); m.extend(Kind::SExt, e, p.w + 3) },
    ], &[|m, p| { let e = m.extend(Kind::SExt, p.x, p.w + 1); m.extend(Kind::ZExt, e, p.w + 3) }]),
    row(Rule::ExtendIte, &[
        |m, p| { let i = choice(m, p); m.extend(Kind::ZExt, i, p.w + 2) },
        |m, p| { let i = choice(m, p); m.extend(Kind::SExt, i, p.w + 2) },
    ], &[|m, p| { let i = m.ite(p.z, p.x, p.y); m.extend(Kind::ZExt, i, p.w + 2) }]),
    row(Rule::EqSelf, &[|m, p| m.two(Kind::Eq, p.x, p.x)], &[|m, p| m.two(Kind::Eq, p.x, p.y)]),
    row(Rule::EqBool, &[|m, p| { let c = m.constant(1, p.c1 & 1); m.two(Kind::Eq, p.z, c) }],
        &[|m, p| { let u = m.two(Kind::Ult, p.x, p.y); m.two(Kind::Eq, p.z, u) }]),
    row(Rule::EqExtensionConstant, &[
        |m, p| compared(m, p, EXTENSIONS[0], Kind::Eq, false),
        |m, p| compared(m, p, EXTENSIONS[1], Kind::Eq, true),
    ], &[|m, p| both(m, p, Kind::ZExt, Kind::Eq)]),
    row(Rule::EqExtensions, &[|m, p| both(m, p, Kind::ZExt, Kind::Eq), |m, p| both(m, p, Kind::SExt, Kind::Eq)],
        &[|m, p| { let (x, y) = (m.extend(Kind::ZExt, p.x, p.w + 2), m.extend(Kind::SExt, p.y, p.w + 2)); m.two(Kind::Eq, x, y) }]),
    row(Rule::EqConcat, &[|m, p| { let s = m.two(Kind::Concat, p.x, p.y); let c = m.constant(2 * p.w, p.c1 << p.w | p.c2); m.two(Kind::Eq, s, c) }],
        &[|m, p| { let (s, t) = (m.two(Kind::Concat, p.x, p.y), m.two(Kind::Concat, p.y, p.x)); m.two(Kind::Eq, s, t) }]),
    row(Rule::EqAdd, &[|m, p| { let s = with(m, Kind::Add, p, p.c1); let c = m.constant(p.w, p.c2); m.two(Kind::Eq, s, c) }],
        &[|m, p| { let s = m.two(Kind::Add, p.x, p.y); let c = m.constant(p.w, p.c2); m.two(Kind::Eq, s, c) }]),
    row(Rule::EqSub, &[|m, p| { let s = m.two(Kind::Sub, p.x, p.y); let c = m.constant(p.w, 0); m.two(Kind::Eq, s, c) }],
        &[|m, p| { let s = m.two(Kind::Sub, p.x, p.y); let c = m.constant(p.w, 1); m.two(Kind::Eq, s, c) }]),
    row(Rule::EqNot, &[|m, p| { let n = m.one(Kind::Not, p.x); let c = m.constant(p.w, p.c1); m.two(Kind::Eq, n, c) }],
        &[|m, p| { let n = m.one(Kind::Not, p.x); m.two(Kind::Eq, n, p.y) }]),
    row(Rule::EqXor, &[|m, p| { let s = with(m, Kind::Xor, p, p.c1); let c = m.constant(p.w, p.c2); m.two(Kind::Eq, s, c) }],
        &[|m, p| { let s = m.two(Kind::Xor, p.x, p.y); let c = m.constant(p.w, p.c2); m.two(Kind::Eq, s, c) }]),
    row(Rule::EqIte, &[
        |m, p| { let i = choice(m, p); let c = m.constant(p.w, p.c1); m.two(Kind::Eq, i, c) },
        |m, p| { let i = choice(m, p); let c = m.constant(p.w, p.c2); m.two(Kind::Eq, i, c) },
        |m, p| { let i = choice(m, p); let c = m.constant(p.w, p.c1 ^ p.c2); m.two(Kind::Eq, i, c) },
        |m, p| { let (z, c) = (m.extract(p.x, 0, 1), m.constant(p.w, p.c1)); let (i, j) = (choice(m, p), choice(m, Parts { c1: p.c2, c2: p.c1 ^ 1, ..p })); let i = m.ite(z, i, j); m.two(Kind::Eq, i, c) },
    ], &[|m, p| { let i = m.ite(p.z, p.x, p.y); let c = m.constant(p.w, p.c2); m.two(Kind::Eq, i, c) }]),
    row(Rule::EqExtendedPart, &[
        |m, p| { let (whole, low) = half(m, p, Kind::ZExt); m.two(Kind::Eq, low, whole) },
        |m, p| { let (whole, low) = half(m, p, Kind::SExt); m.two(Kind::Eq, whole, low) },
    ], &[|m, p| { let (_, low) = half(m, p, Kind::SExt); let other = m.two(Kind::Concat, p.x, p.y); m.two(Kind::Eq, low, other) }]),
    row(Rule::LtSelf, &[|m, p| m.two(Kind::Ult, p.x, p.x), |m, p| m.two(Kind::Slt, p.x, p.x)],
        &[|m, p| m.two(Kind::Ult, p.x, p.y)]),
    row(Rule::LtBound, &[
        |m, p| with(m, Kind::Ult, p, 0),
        |m, p| with(m, Kind::Slt, p, 1 << (p.w - 1)),
        |m, p| { let c = m.constant(p.w, u128::MAX); m.two(Kind::Ult, c, p.x) },
        |m, p| { let c = m.constant(p.w, Bits(p.w).mask() >> 1); m.two(Kind::Slt, c, p.x) },
    ], &[|m, p| with(m, Kind::Ult, p, u128::MAX)]),
    row(Rule::UltNextToZero, &[|m, p| with(m, Kind::Ult, p, 1), |m, p| { let c = m.constant(p.w, 0); m.two(Kind::Ult, c, p.x) }],
        &[|m, p| m.two(Kind::Ult, p.x, p.y)]),
    row(Rule::LtExtensionConstant, &[
        |m, p| compared(m, p, Kind::ZExt, Kind::Ult, false),
        |m, p| compared(m, p, Kind::ZExt, Kind::Ult, true),
        |m, p| compared(m, p, Kind::ZExt, Kind::Slt, false),
        |m, p| compared(m, p, Kind::ZExt, Kind::Slt, true),
        |m, p| compared(m, p, Kind::SExt, Kind::Slt, false),
        |m, p| compared(m, p, Kind::SExt, Kind::Slt, true),
    ], &[|m, p| compared(m, p, Kind::SExt, Kind::Ult, false)]),
    row(Rule::LtExtensions, &[
        |m, p| both(m, p, Kind::ZExt, Kind::Ult),
        |m, p| both(m, p, Kind::ZExt, Kind::Slt),
        |m, p| both(m, p, Kind::SExt, Kind::Ult),
        |m, p| both(m, p, Kind::SExt, Kind::Slt),
    ], &[|m, p| { let (x, y) = (m.extend(Kind::ZExt, p.x, p.w + 2), m.extend(Kind::SExt, p.y, p.w + 2)); m.two(Kind::Ult, x, y) }]),
    row(Rule::SltDifference, &[
        |m, p| { let s = both(m, p, Kind::ZExt, Kind::Sub); let c = m.constant(p.w + 2, 0); m.two(Kind::Slt, s, c) },
        |m, p| { let s = both(m, p, Kind::SExt, Kind::Sub); let c = m.constant(p.w + 2, 0); m.two(Kind::Slt, s, c) },
        |m, p| { let s = both(m, p, Kind::ZExt, Kind::Sub); let c = m.constant(p.w + 2, 0); m.two(Kind::Slt, c, s) },
        |m, p| { let s = both(m, p, Kind::SExt, Kind::Sub); let c = m.constant(p.w + 2, 0); m.two(Kind::Slt, c, s) },
        |m, p| { let s = truths(m, p, Kind::Sub); let c = m.constant(p.w + 2, 0); m.two(Kind::Slt, c, s) },
    ], &[|m, p| { let s = m.two(Kind::Sub, p.x, p.y); let c = m.constant(p.w, 0); m.two(Kind::Slt, s, c) }]),
    row(Rule::IteConstant, &[|m, p| { let c = m.constant(1, p.c1 & 1); m.ite(c, p.x, p.y) }],
        &[|m, p| m.ite(p.z, p.x, p.y)]),
    row(Rule::IteSame, &[|m, p| m.ite(p.z, p.x, p.x)], &[|m, p| m.ite(p.z, p.x, p.y)]),
    row(Rule::IteBool, &[
        |m, p| { let (a, b) = (m.constant(1, p.c1 & 1), m.constant(1, !p.c1 & 1)); m.ite(p.z, a, b) },
        |m, p| { let (a, less) = (m.constant(1, p.c1 & 1), m.two(Kind::Ult, p.x, p.y)); m.ite(p.z, a, less) },
        |m, p| { let (a, less) = (m.constant(1, p.c1 & 1), m.two(Kind::Ult, p.x, p.y)); m.ite(p.z, less, a) },
    ], &[|m, p| { let (less, more) = (m.two(Kind::Ult, p.x, p.y), m.two(Kind::Ult, p.y, p.x)); m.ite(p.z, less, more) }]),
    row(Rule::OperationIte, &[
        |m, p| { let (i, c) = (choice(m, p), m.constant(p.w, p.c1 | 1)); m.two(Kind::Add, i, c) },
        |m, p| { let (i, c) = (choice(m, p), m.constant(p.w, p.c1)); m.two(Kind::Sub, c, i) },
        |m, p| { let i = choice(m, p); m.two(Kind::UDiv, i, i) },
        |m, p| { let z = m.extract(p.x, 0, 1); let (i, j) = (choice(m, p), choice(m, Parts { z, c1: p.c2 ^ 1, ..p })); m.two(Kind::Sub, i, j) },
        |m, p| { let (i, c) = (choice(m, p), m.constant(p.w, p.c1 ^ 1)); let low = m.extract(p.x, 0, 1); let i = m.ite(low, c, i); m.one(Kind::Neg, i) },
    ], &[|m, p| { let c = m.constant(p.w, p.c1); let i = m.ite(p.z, p.x, c); m.two(Kind::Add, i, c) }]),
    row(Rule::IteNot, &[|m, p| { let n = m.one(Kind::Not, p.z); m.ite(n, p.x, p.y) }],
        &[|m, p| m.ite(p.z, p.x, p.y)]),
];

/// Constants for the examples: all pairs at small widths, and pairs of special values at larger widths.
fn constants(width: u32) -> Vec<(u128, u128)> {
    let values: Vec<u128> = match width {
        1 | 2 => (0..1 << width).collect(),
        _ => vec![0, 1, 2, Bits(width).mask() >> 1, 1 << (width - 1), Bits(width).mask()],
    };
    values.iter().flat_map(|a| values.iter().map(move |b| (*a, *b))).collect()
}

fn hits(arena: &Arena, rule: Rule) -> u64 {
    arena.rule_hits().find(|(known, _)| *known == rule).expect("every rule is counted").1
}

/// Calls `body` for every width and choice of constants.
fn for_all_parts(mut body: impl FnMut(u32, u128, u128)) {
    for w in [1, 2, 3, 4, 8] {
        constants(w).into_iter().for_each(|(c1, c2)| body(w, c1, c2));
    }
}

fn parts(arena: &mut Arena, w: u32, c1: u128, c2: u128) -> Parts {
    let mut maker = Maker { arena, simplifies: true };
    let (x, y, z) = (maker.symbol(0, w), maker.symbol(1, w), maker.symbol(2, 1));
    Parts { w, x, y, z, c1, c2 }
}

/// How often the rule fires when the example is built in an arena of its own.
fn fired(rule: Rule, example: Example, w: u32, c1: u128, c2: u128) -> u64 {
    let mut arena = Arena::new();
    let parts = parts(&mut arena, w, c1, c2);
    example(&mut Maker { arena: &mut arena, simplifies: true }, parts);
    hits(&arena, rule)
}

#[test]
fn every_rule_has_a_row() {
    for rule in Rule::ALL {
        assert_eq!(TABLE.iter().filter(|row| row.rule == *rule).count(), 1, "{rule:?}: {}", rule.text());
    }
}

#[test]
fn every_rule_fires_and_rests() {
    for row in TABLE {
        for (index, example) in row.fires.iter().enumerate() {
            let mut n_fired = 0;
            for_all_parts(|w, c1, c2| n_fired += fired(row.rule, *example, w, c1, c2));
            assert!(n_fired > 0, "{:?} never fires on its example {index}", row.rule);
        }
        for (index, example) in row.rests.iter().enumerate() {
            for_all_parts(|w, c1, c2| {
                // At width 1 many patterns coincide with others.
                let n_fired = if w > 1 { fired(row.rule, *example, w, c1, c2) } else { 0 };
                assert_eq!(n_fired, 0, "{:?} fires beside its pattern {index}", row.rule);
            });
        }
    }
}

/// The question whether `written` and `simplified` can differ, with nothing in it simplified away.
fn differ(arena: &mut Arena, written: ExprId, simplified: ExprId) -> ExprId {
    let equal = arena.raw(Kind::Eq, Bits(1), &[written, simplified], 0);
    arena.raw(Kind::Not, Bits(1), &[equal], 0)
}

#[test]
fn every_rule_is_proved_by_every_solver() {
    for row in TABLE {
        let mut arena = Arena::new();
        let mut backends = Vec::from_iter(BackendKind::ALL.iter().map(|kind| kind.start()));
        for (index, example) in row.fires.iter().enumerate() {
            for_all_parts(|w, c1, c2| {
                let parts = parts(&mut arena, w, c1, c2);
                let simplified = example(&mut Maker { arena: &mut arena, simplifies: true }, parts);
                let written = example(&mut Maker { arena: &mut arena, simplifies: false }, parts);
                if simplified == written {
                    return;
                }
                let question = differ(&mut arena, written, simplified);
                for backend in &mut backends {
                    if !backend.supports(&arena, &[question]) {
                        continue;
                    }
                    let verdict = backend.check(&arena, &[question], &[], QueryLimit::default());
                    assert_eq!(
                        verdict,
                        Verdict::Unsat,
                        "{}: {} (example {index}) is wrong at width {w} with {c1}, {c2}",
                        backend.kind().name(),
                        row.rule.text()
                    );
                }
            });
        }
    }
}

/// A random term of width `width`, built simplified and as written at once.
fn random(arena: &mut Arena, rng: &mut Rng, width: u32, depth: u32) -> (ExprId, ExprId) {
    let leaf = depth == 0 || rng.below(8) == 0;
    if leaf {
        let mut maker = Maker { arena, simplifies: true };
        let term = if rng.below(3) == 0 {
            let value = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            maker.constant(width, [0, 1, u128::MAX, value][rng.below(4) as usize])
        } else {
            let element = rng.below(2) as u32 + 16 * width;
            maker.symbol(element, width)
        };
        return (term, term);
    }
    let mut operand = |arena: &mut Arena, width| random(arena, rng, width, depth - 1);
    let (a, b) = (operand(arena, width), operand(arena, width));
    let mut build = |simplifies: bool, f: &dyn Fn(&mut Maker, bool) -> ExprId| {
        f(&mut Maker { arena, simplifies }, simplifies)
    };
    let side = |pair: (ExprId, ExprId), simplifies: bool| if simplifies { pair.0 } else { pair.1 };
    let choice = rng.below(8);
    let (k1, k2) = (rng.below(Kind::OPERATIONS.len() as u64) as usize, rng.below(3) as usize);
    let low = rng.below(u64::from(width)) as u32;
    let make = |m: &mut Maker, s: bool| match choice {
        0..=2 => m.two(Kind::OPERATIONS[k1], side(a, s), side(b, s)),
        3 => m.one(if k2 == 0 { Kind::Neg } else { Kind::Not }, side(a, s)),
        4 | 5 => {
            let z = m.two(Kind::COMPARISONS[k2], side(a, s), side(b, s));
            m.ite(z, side(b, s), side(a, s))
        }
        6 if width < 128 => {
            let part = m.extract(side(a, s), low, width - low);
            m.extend(EXTENSIONS[k2 % 2], part, width)
        }
        _ if width > 1 && low > 0 => {
            let (high, rest) =
                (m.extract(side(a, s), width - low, low), m.extract(side(b, s), 0, width - low));
            m.two(Kind::Concat, high, rest)
        }
        _ => m.two(Kind::LShr, side(a, s), side(b, s)),
    };
    (build(true, &make), build(false, &make))
}

#[test]
fn random_terms_evaluate_alike() {
    let mut rng = Rng::from_seed(3);
    for round in 0..4_000 {
        let width = [1, 7, 8, 32, 64, 65, 128][round % 7];
        let (mut arena, mut evaluator) = (Arena::new(), Evaluator::new());
        let (simplified, written) = random(&mut arena, &mut rng, width, 5);
        for _ in 0..4 {
            let mut assignment = Assignment::new();
            for symbol in (0..arena.n_symbols()).map(SymbolId::new) {
                let value = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
                let value = [0, 1, u128::MAX, value][rng.below(4) as usize];
                assignment.set(symbol, value & arena.symbol_key(symbol).width.mask());
            }
            let values = [simplified, written].map(|term| evaluator.eval(&arena, &assignment, term));
            assert_eq!(values[0], values[1], "round {round}, width {width}");
            for (term, value) in [simplified, written].into_iter().zip(values).filter(|_| width <= 64) {
                let facts = arena.facts(term);
                assert!(
                    facts.allows(Bits(width), value as u64),
                    "round {round}, width {width}: {facts:?}, {value}"
                );
            }
        }
    }
}

#[test]
fn random_terms_are_decided_alike_by_every_solver() {
    let mut rng = Rng::from_seed(4);
    for round in 0..150 {
        let width = [1, 4, 8, 13][round % 4];
        let mut arena = Arena::new();
        let (simplified, written) = random(&mut arena, &mut rng, width, 3);
        let question = differ(&mut arena, written, simplified);
        let zero = arena.constant(Bits(width), 0);
        let is_zero = arena.raw(Kind::Eq, Bits(1), &[written, zero], 0);
        let mut verdicts = Vec::new();
        for &kind in BackendKind::ALL {
            let mut backend: Box<dyn Backend> = kind.start();
            let differs = backend.check(&arena, &[question], &[], QueryLimit::default());
            assert_eq!(differs, Verdict::Unsat, "{}: round {round}, width {width}", kind.name());
            let verdict = backend.check(&arena, &[is_zero], &[], QueryLimit::default());
            verdicts.push(matches!(verdict, Verdict::Sat(_)));
        }
        assert!(verdicts.iter().all(|verdict| *verdict == verdicts[0]), "round {round}: {verdicts:?}");
    }
}
