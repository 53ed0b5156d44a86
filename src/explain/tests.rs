//! Terms and their texts, path conditions and their lines.

use super::bytes::ByteStyle;
use super::terms::Renderer;
use super::*;
use crate::expr::{Arena, Kind, SymbolKey};
use crate::ir::{Block, FileId, FuncId, Function, Inst, Loc, Op, SourceFile};
use crate::solver::TermAnalysis;
use crate::testcase::InputKind;
use crate::util::{Bits, ByteSet, Rng};

/// The inputs `s` and `t`, strings; `n`, an int; `u`, an unsigned; `c`, an unsigned char; `d`, a double; and
/// a second `n`.
struct Sample {
    arena: Arena,
    inputs: Vec<InputShape>,
}

fn sample() -> Sample {
    let integer = |bits, signed| InputKind::Integer { width: Bits(bits), signed };
    let inputs = [
        ("s", InputKind::String),
        ("t", InputKind::String),
        ("n", integer(32, true)),
        ("u", integer(32, false)),
        ("c", integer(8, false)),
        ("d", InputKind::Float { width: Bits(64) }),
        ("n", integer(64, true)),
    ];
    let inputs = inputs.map(|(name, kind)| InputShape { name: name.into(), kind }).to_vec();
    Sample { arena: Arena::new(), inputs }
}

impl Sample {
    fn byte(&mut self, input: u32, element: u32) -> ExprId {
        let name = self.inputs[input as usize].name.clone();
        self.arena.symbol(SymbolKey { input, element, name, width: Bits(8) })
    }

    fn scalar(&mut self, input: u32) -> ExprId {
        let shape = self.inputs[input as usize].clone();
        let width = match shape.kind {
            InputKind::Integer { width, .. } | InputKind::Float { width } => width,
            _ => Bits(8),
        };
        self.arena.symbol(SymbolKey { input, element: 0, name: shape.name, width })
    }

    fn number(&mut self, width: u32, value: i128) -> ExprId {
        self.arena.constant(Bits(width), value as u128)
    }

    fn text(&self, condition: ExprId, is_true: bool) -> String {
        Renderer::new(&self.arena, &mut TermAnalysis::new(), &self.inputs)
            .condition(condition, is_true)
            .to_string()
    }
}

/// Checks the text of a condition and that of its opposite.
fn check(build: impl Fn(&mut Sample) -> ExprId, expected: &str, opposite: &str) {
    let mut sample = sample();
    let condition = build(&mut sample);
    assert_eq!(sample.text(condition, true), expected);
    assert_eq!(sample.text(condition, false), opposite);
}

#[test]
fn one_byte_is_a_set() {
    let minus = |x: &mut Sample| {
        let (byte, minus) = (x.byte(0, 3), x.number(8, 0x2d));
        x.arena.eq(byte, minus)
    };
    check(minus, "s[3] == '-'", "s[3] != '-'");
    let digit = |x: &mut Sample| {
        let byte = x.byte(0, 0);
        let wide = x.arena.sext(byte, Bits(32));
        let minus_zero = x.number(32, -48);
        let offset = x.arena.add(wide, minus_zero);
        let ten = x.number(32, 10);
        x.arena.ult(offset, ten)
    };
    check(digit, "s[0] in [0-9]", "s[0] not in [0-9]");
    let small = |x: &mut Sample| {
        let (byte, three) = (x.scalar(4), x.number(8, 3));
        x.arena.ult(byte, three)
    };
    check(small, "c < 3", "c >= 3");
}

#[test]
fn two_bytes_are_compared_with_their_signs() {
    let equal = |x: &mut Sample| {
        let (a, b) = (x.byte(1, 2), x.byte(0, 1));
        x.arena.eq(a, b)
    };
    check(equal, "s[1] == t[2]", "s[1] != t[2]");
    let less = |x: &mut Sample| {
        let (a, b) = (x.byte(0, 0), x.byte(1, 0));
        x.arena.ult(a, b)
    };
    check(less, "(unsigned char)s[0] < (unsigned char)t[0]", "(unsigned char)s[0] >= (unsigned char)t[0]");
    let signed = |x: &mut Sample| {
        let (a, b) = (x.byte(0, 0), x.byte(1, 0));
        let (a, b) = (x.arena.sext(a, Bits(32)), x.arena.sext(b, Bits(32)));
        x.arena.slt(a, b)
    };
    check(signed, "s[0] < t[0]", "s[0] >= t[0]");
}

#[test]
fn truth_values_as_numbers() {
    let negative = |x: &mut Sample| {
        let (n, one, other) = (x.scalar(2), x.number(32, 1), x.scalar(6));
        let is_small = x.arena.slt(n, one);
        let mask = x.arena.sext(is_small, Bits(64));
        x.arena.slt(other, mask)
    };
    check(negative, "n#2 < -(n < 1)", "n#2 >= -(n < 1)");
    let compared = |x: &mut Sample| {
        let (n, u) = (x.scalar(2), x.scalar(3));
        let (less, more) = (x.arena.slt(n, u), x.arena.slt(u, n));
        let (less, more) = (x.arena.sext(less, Bits(32)), x.arena.zext(more, Bits(32)));
        let (sum, zero) = (x.arena.add(less, more), x.number(32, 0));
        x.arena.slt(zero, sum)
    };
    check(compared, "(int)u < n", "(int)u >= n");
}

#[test]
fn integers() {
    let above = |x: &mut Sample| {
        let (n, hundred) = (x.scalar(2), x.number(32, 100));
        x.arena.slt(hundred, n)
    };
    check(above, "n > 100", "n <= 100");
    let most = |x: &mut Sample| {
        let (n, most) = (x.scalar(2), x.number(32, i128::from(i32::MAX)));
        x.arena.eq(n, most)
    };
    check(most, "n == INT_MAX", "n != INT_MAX");
    let minus_one = |x: &mut Sample| {
        let (n, minus_one) = (x.scalar(2), x.number(32, -1));
        x.arena.eq(n, minus_one)
    };
    check(minus_one, "n == -1", "n != -1");
    let cast = |x: &mut Sample| {
        let (n, ten) = (x.scalar(2), x.number(32, 10));
        x.arena.ult(n, ten)
    };
    check(cast, "(unsigned)n < 10", "(unsigned)n >= 10");
    let other = |x: &mut Sample| {
        let (n, ten) = (x.scalar(6), x.number(64, 10));
        x.arena.slt(n, ten)
    };
    check(other, "n#2 < 10", "n#2 >= 10");
    let remainder = |x: &mut Sample| {
        let (u, three, zero) = (x.scalar(3), x.number(32, 3), x.number(32, 0));
        let rest = x.arena.binary(Kind::URem, u, three);
        x.arena.eq(rest, zero)
    };
    check(remainder, "u % 3 == 0", "u % 3 != 0");
    let product = |x: &mut Sample| {
        let (n, m) = (x.scalar(2), x.scalar(3));
        let minus_two = x.number(32, -2);
        let sum = x.arena.add(n, minus_two);
        let product = x.arena.binary(Kind::Mul, sum, sum);
        x.arena.ult(product, m)
    };
    check(product, "((unsigned)n - 2) * ((unsigned)n - 2) < u", "((unsigned)n - 2) * ((unsigned)n - 2) >= u");
}

#[test]
fn parts_and_choices() {
    let read = |x: &mut Sample| {
        let bytes = [0, 1, 2, 3].map(|element| x.byte(0, element));
        let word = bytes[1..].iter().fold(bytes[0], |low, high| x.arena.concat(*high, low));
        let n = x.scalar(2);
        x.arena.slt(word, n)
    };
    check(read, "*(int *)&s[0] < n", "*(int *)&s[0] >= n");
    let part = |x: &mut Sample| {
        let (n, a) = (x.scalar(2), x.byte(0, 0));
        let part = x.arena.extract(n, 8, Bits(8));
        x.arena.slt(part, a)
    };
    check(part, "(signed char)(n >> 8) < s[0]", "(signed char)(n >> 8) >= s[0]");
    let choice = |x: &mut Sample| {
        let (n, m, zero) = (x.scalar(2), x.scalar(3), x.number(32, 0));
        let is_negative = x.arena.slt(n, zero);
        let chosen = x.arena.ite(is_negative, m, n);
        let u = x.scalar(3);
        let five = x.number(32, 5);
        let sum = x.arena.add(u, five);
        x.arena.ult(chosen, sum)
    };
    check(choice, "(n < 0 ? u : (unsigned)n) < u + 5", "(n < 0 ? u : (unsigned)n) >= u + 5");
}

#[test]
fn junctions_turn_around() {
    let either = |x: &mut Sample| {
        let (n, u, zero) = (x.scalar(2), x.scalar(3), x.number(32, 0));
        let (a, b) = (x.arena.slt(n, zero), x.arena.eq(u, n));
        x.arena.or(a, b)
    };
    let mut sample = sample();
    let condition = either(&mut sample);
    let (text, opposite) = (sample.text(condition, true), sample.text(condition, false));
    // The order of the operands of a commutative node is that of their hashes.
    assert!(["n < 0 || (unsigned)n == u", "(unsigned)n == u || n < 0"].contains(&text.as_str()), "{text}");
    assert!(
        ["n >= 0 && (unsigned)n != u", "(unsigned)n != u && n >= 0"].contains(&opposite.as_str()),
        "{opposite}"
    );
}

#[test]
fn floats() {
    let less = |x: &mut Sample| {
        let d = x.scalar(5);
        let half = x.arena.constant(Bits(64), u128::from(0.5f64.to_bits()));
        x.arena.float(Kind::FLt, Bits(1), &[d, half])
    };
    check(less, "d < 0.5", "!(d < 0.5)");
}

#[test]
fn bits_that_are_read_as_another_type_say_so() {
    let number = |x: &mut Sample, value: f64| x.arena.constant(Bits(64), u128::from(value.to_bits()));
    // An integer as a float, with an operation on either side.
    let made = |x: &mut Sample| {
        let (n, by) = (x.scalar(2), x.number(64, 48));
        let wide = x.arena.zext(n, Bits(64));
        let bits = x.arena.binary(Kind::Shl, wide, by);
        let (factor, two) = (number(x, 3.25), number(x, 2.0));
        let product = x.arena.float(Kind::FMul, Bits(64), &[factor, bits]);
        x.arena.float(Kind::FLt, Bits(1), &[product, two])
    };
    let mut x = sample();
    let condition = made(&mut x);
    let text = x.text(condition, true);
    assert!(text.contains("*(double *)&(unsigned long){") && text.contains("<< 48}"), "{text}");
    // A float as an integer: an input, and a value that was computed.
    let taken = |x: &mut Sample| {
        let (d, by, one) = (x.scalar(5), x.number(64, 52), x.number(64, 1023));
        let exponent = x.arena.binary(Kind::LShr, d, by);
        x.arena.ult(exponent, one)
    };
    check(taken, "*(unsigned long *)&d >> 52 < 1023", "*(unsigned long *)&d >> 52 >= 1023");
    let computed = |x: &mut Sample| {
        let (d, by, one) = (x.scalar(5), x.number(64, 52), x.number(64, 1023));
        let root = x.arena.float(Kind::FSqrt, Bits(64), &[d]);
        let exponent = x.arena.binary(Kind::LShr, root, by);
        x.arena.ult(exponent, one)
    };
    check(
        computed,
        "*(unsigned long *)&(double){sqrt(d)} >> 52 < 1023",
        "*(unsigned long *)&(double){sqrt(d)} >> 52 >= 1023",
    );
    // There and back again: the float of the integer of a float.
    let nested = |x: &mut Sample| {
        let (d, by) = (x.scalar(5), x.number(64, 1));
        let halved = x.arena.binary(Kind::LShr, d, by);
        let half = number(x, 0.5);
        x.arena.float(Kind::FLt, Bits(1), &[halved, half])
    };
    check(
        nested,
        "*(double *)&(unsigned long){*(unsigned long *)&d >> 1} < 0.5",
        "!(*(double *)&(unsigned long){*(unsigned long *)&d >> 1} < 0.5)",
    );
    // An operation on the sign alone is not shown as one on bits.
    let sign = |x: &mut Sample| {
        let (d, rest) = (x.scalar(5), x.arena.constant(Bits(64), u128::from(u64::MAX >> 1)));
        let size = x.arena.binary(Kind::And, d, rest);
        let half = number(x, 0.5);
        x.arena.float(Kind::FLt, Bits(1), &[size, half])
    };
    check(sign, "fabs(d) < 0.5", "!(fabs(d) < 0.5)");
    // As floats, the two zeros are equal although they differ in a bit.
    let zero = |x: &mut Sample| {
        let (d, minus) = (x.scalar(5), number(x, -0.0));
        x.arena.eq(d, minus)
    };
    check(zero, "*(unsigned long *)&d == 0x8000000000000000", "*(unsigned long *)&d != 0x8000000000000000");
}

#[test]
fn what_is_too_large_is_cut() {
    let mut x = sample();
    let (mut sum, u) = (x.scalar(2), x.scalar(3));
    for n in 1..200 {
        let (square, odd) = (x.arena.binary(Kind::Mul, sum, u), x.number(32, 2 * n + 1));
        sum = x.arena.binary(Kind::Xor, square, odd);
    }
    let condition = x.arena.ult(sum, u);
    let text = x.text(condition, true);
    assert!(text.contains('…') && text.len() < 1000, "{text}");
}

/// A program of one function in `p.c` whose instructions stand on lines 1, 2, ….
fn program(n_lines: u32) -> Program {
    let mut program = Program::default();
    program.files.push(SourceFile { name: "p.c".into(), directory: String::new() });
    program.functions.push(Function {
        name: "parse".into(),
        entry: None,
        blocks: 0..1,
        params: Vec::new(),
        is_vararg: false,
        is_weak: false,
        n_results: 0,
        is_unoptimised: true,
        type_hash: None,
        n_registers: 0,
        signature: None,
    });
    program.blocks.push(Block {
        function: FuncId::new(0),
        first: Pc::from_raw(0),
        end: Pc::from_raw(n_lines),
    });
    let nop = Inst { op: Op::Nop, flags: 0, width: 0, dst: Inst::NO_RESULT, a: 0, b: 0 };
    program.code = vec![nop; n_lines as usize];
    program.locs = (1..=n_lines).map(|line| Loc::new(FileId::new(0), line, 1)).collect();
    program
}

/// The reasons for conditions, each with the line that decided it; line 0 is an assumption.
fn lines(sample: &Sample, conditions: &[(ExprId, u32)]) -> Vec<String> {
    let conditions: Vec<Condition> = conditions
        .iter()
        .map(|(term, line)| Condition {
            term: *term,
            at: Pc::from_raw(line.saturating_sub(1)),
            is_assumption: *line == 0,
            is_border: *line == 9,
        })
        .collect();
    let terms = (&sample.arena, &mut TermAnalysis::new());
    let reasons = reasons(&program(9), terms, &sample.inputs, &conditions);
    reasons.iter().map(ToString::to_string).collect()
}

#[test]
fn conditions_of_a_line_stand_together_and_implied_ones_go() {
    let mut x = sample();
    let is = |x: &mut Sample, element, value: u8, holds: bool| {
        let (byte, value) = (x.byte(0, element), x.number(8, value.into()));
        let equal = x.arena.eq(byte, value);
        if holds { equal } else { x.arena.not(equal) }
    };
    let zero = is(&mut x, 0, 0, false);
    let not_a = is(&mut x, 0, b'a', false);
    let b = is(&mut x, 0, b'b', true);
    let end = is(&mut x, 1, 0, true);
    assert_eq!(lines(&x, &[(zero, 1), (not_a, 1), (b, 2)]), ["s[0] == 'b', at p.c:2"]);
    assert_eq!(lines(&x, &[(zero, 1), (not_a, 1)]), ["s[0] != 0 && s[0] != 'a', at p.c:1"]);
    assert_eq!(lines(&x, &[(b, 3), (end, 3)]), ["s[0] == 'b' && s[1] == 0, at p.c:3"]);
    // Lines stand in the order of execution. Assumptions of the driver are not shown.
    assert_eq!(lines(&x, &[(end, 3), (b, 2), (zero, 0)]), ["s[1] == 0, at p.c:3", "s[0] == 'b', at p.c:2"]);
    let (n, two, five) = (x.scalar(2), x.number(32, 2), x.number(32, 5));
    let (is_two, below) = (x.arena.eq(n, two), x.arena.slt(n, five));
    assert_eq!(lines(&x, &[(below, 1), (is_two, 2)]), ["n == 2, at p.c:2"]);
    assert_eq!(lines(&x, &[(below, 1), (end, 2)]), ["n < 5, at p.c:1", "s[1] == 0, at p.c:2"]);
    // The condition that led to a border is shown beside it.
    assert_eq!(lines(&x, &[(below, 1), (is_two, 9)]), ["n < 5, at p.c:1", "n == 2, at p.c:9"]);
    let some = [2, 3, 4].map(|element| is(&mut x, element, 0, false));
    let loop_of = |at: usize| (some[at], 5);
    assert_eq!(lines(&x, &[loop_of(0), loop_of(1), loop_of(2), (end, 6)])[0], "s[2..4] != 0, at p.c:5");
    assert_eq!(lines(&x, &[loop_of(0), loop_of(1)]), ["s[2] != 0 && s[3] != 0, at p.c:5"]);
}

/// A line that merges conditions describes all values that satisfy the conditions, and no others.
#[test]
fn a_line_says_as_much_as_its_conditions() {
    let mut rng = Rng::from_seed(3);
    for _ in 0..200 {
        let mut x = sample();
        let byte = x.byte(0, 0);
        let symbol = x.arena.node(byte).symbol();
        let mut left = ByteSet::FULL;
        let mut conditions = Vec::new();
        for _ in 0..4 {
            let bound = x.number(8, i128::from(rng.below(256)));
            let atom = match rng.below(4) {
                0 => x.arena.eq(byte, bound),
                1 => x.arena.ult(byte, bound),
                _ => x.arena.slt(bound, byte),
            };
            let atom = if rng.below(2) == 0 { atom } else { x.arena.not(atom) };
            let set = TermAnalysis::new().byte_set(&x.arena, atom, &[symbol]);
            if !left.and(set).is_empty() && left.and(set) != left {
                left = left.and(set);
                conditions.push((atom, 4));
            }
        }
        if !conditions.is_empty() {
            let all = bytes::condition("s[0]", left, ByteStyle { is_text: true, signed: true });
            assert_eq!(lines(&x, &conditions), [format!("{all}, at p.c:4")]);
        }
    }
}

#[test]
fn every_operation_has_words() {
    for kind in Kind::OPERATIONS {
        let mut x = sample();
        let (n, u, five) = (x.scalar(2), x.scalar(3), x.number(32, 5));
        let term = x.arena.binary(kind, n, u);
        let condition = x.arena.ult(five, term);
        let text = x.text(condition, true);
        assert!(!text.contains('…') && text.contains('n') && text.contains('u'), "{kind:?}: {text}");
    }
}
