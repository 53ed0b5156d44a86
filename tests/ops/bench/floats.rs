//! Operations on floats as assembly, made from one line for every format. Outside of a case, a float is the
//! integer with the same bits.

use super::cases::{Asked, Case};
use symir::internals::util::{Bits, Rng};

/// A binary format.
#[derive(Copy, Clone)]
struct Float {
    ty: &'static str,
    width: u32,
    exponent: u32,
    /// The bits of the fraction, without an integer bit.
    fraction: u32,
    /// The suffix of the library's functions for this format.
    suffix: Option<&'static str>,
    /// A backend is asked about one in so many rows: first for sums and roundings, then for products,
    /// quotients and roots.
    steps: [usize; 2],
}

const HALF: Float = Float { ty: "half", width: 16, exponent: 5, fraction: 10, suffix: None, steps: [3, 5] };
const SINGLE: Float =
    Float { ty: "float", width: 32, exponent: 8, fraction: 23, suffix: Some("f"), steps: [7, 11] };
const DOUBLE: Float =
    Float { ty: "double", width: 64, exponent: 11, fraction: 52, suffix: Some(""), steps: [11, 13] };
const X87: Float =
    Float { ty: "x86_fp80", width: 80, exponent: 15, fraction: 63, suffix: Some("l"), steps: [17, 31] };
const QUAD: Float =
    Float { ty: "fp128", width: 128, exponent: 15, fraction: 112, suffix: Some("f128"), steps: [29, 61] };
const FLOATS: [Float; 5] = [HALF, SINGLE, DOUBLE, X87, QUAD];

const PREDICATES: [&str; 16] = [
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno", "true",
];
const INTEGERS: [u32; 4] = [8, 32, 64, 128];
/// Arguments of `llvm.is.fpclass`: every class, and the sets of classes that C asks for.
const CLASSES: [u32; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 3, 0x204, 0x1f8, 0x108, 0x3fc, 0x0a7];

impl Float {
    const fn bias(self) -> u32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent of infinities and NaNs.
    const fn greatest(self) -> u32 {
        (1 << self.exponent) - 1
    }

    fn pattern(self, negative: bool, exponent: u32, fraction: u128) -> u128 {
        let has_integer_bit = self.width == 80 && exponent != 0;
        u128::from(negative) << (self.width - 1)
            | u128::from(exponent) << (self.width - 1 - self.exponent)
            | u128::from(has_integer_bit) << self.fraction
            | fraction & Bits(self.fraction).mask()
    }

    /// A pattern made of any bits, with the integer bit that they need.
    fn drawn(self, bits: u128) -> u128 {
        let exponent = (bits >> (self.width - 1 - self.exponent)) as u32 & self.greatest();
        self.pattern(bits >> (self.width - 1) & 1 == 1, exponent, bits)
    }

    fn is_nan(self, pattern: u128) -> bool {
        let (_, exponent, fraction) = self.parts(pattern);
        exponent == self.greatest() && fraction != 0
    }

    fn parts(self, pattern: u128) -> (bool, u32, u128) {
        let exponent = (pattern >> (self.width - 1 - self.exponent)) as u32 & self.greatest();
        (pattern >> (self.width - 1) & 1 == 1, exponent, pattern & Bits(self.fraction).mask())
    }

    /// Whether one number is zero and the other infinite.
    fn is_invalid_product(self, x: u128, y: u128) -> bool {
        let is_it = |x, y| {
            let ((_, x, x_fraction), (_, y, y_fraction)) = (self.parts(x), self.parts(y));
            (x, x_fraction) == (0, 0) && (y, y_fraction) == (self.greatest(), 0)
        };
        is_it(x, y) || is_it(y, x)
    }

    /// Whether the integer part is one of `width` bits.
    fn fits(self, pattern: u128, width: u32, signed: bool) -> bool {
        let (negative, exponent, fraction) = self.parts(pattern);
        if exponent < self.bias() {
            return true;
        }
        if exponent == self.greatest() {
            return false;
        }
        let exponent = exponent - self.bias();
        if exponent >= 128 {
            return false;
        }
        let significand = fraction | 1 << self.fraction;
        let magnitude = match self.fraction.checked_sub(exponent) {
            Some(shift) => significand >> shift,
            None => significand << (exponent - self.fraction),
        };
        let most = match (signed, negative) {
            (true, true) => 1 << (width - 1),
            (true, false) => Bits(width).mask() >> 1,
            (false, true) => 0,
            (false, false) => Bits(width).mask(),
        };
        magnitude <= most
    }

    /// Zeros, ones, the ends of every range, infinities, values halfway between two floats or integers, a
    /// NaN, and random patterns.
    fn values(self) -> Vec<u128> {
        let (bias, top, all, half) = (self.bias(), self.greatest(), u128::MAX, 1 << (self.fraction - 1));
        let mut values = vec![
            self.pattern(false, 0, 0),
            self.pattern(true, 0, 0),
            self.pattern(false, bias, 0),
            self.pattern(true, bias, half),
            self.pattern(false, 0, 1),
            self.pattern(false, top - 1, all),
            self.pattern(false, top, 0),
            self.pattern(true, top, 0),
            self.pattern(false, top, half | 5),
            self.pattern(false, bias, 1),
            self.pattern(true, 0, all),
            self.pattern(false, 1, 0),
            self.pattern(true, top - 1, all),
            self.pattern(false, bias + 1, half / 2),
            self.pattern(true, bias - 1, 0),
            self.pattern(true, bias + self.fraction - 1, all),
            self.pattern(false, bias - self.fraction - 1, 0),
            self.pattern(false, bias + self.fraction, 1),
        ];
        let mut rng = Rng::from_seed(u64::from(self.width));
        let mut number = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        for _ in 0..2 {
            let drawn = self.drawn(number());
            values.push(if self.is_nan(drawn) { self.pattern(true, bias + 2, drawn) } else { drawn });
            let bits = number();
            values.push(self.pattern(bits >> 127 == 1, bias - 2 + (bits >> 120) as u32 % 5, bits));
        }
        values
    }

    /// The same values, and values that matter to conversions and classes: the ends of the ranges of
    /// integers, values halfway between two floats of a smaller format, and a signalling NaN.
    fn many_values(self) -> Vec<u128> {
        let (bias, all, half) = (self.bias(), u128::MAX, 1 << (self.fraction - 1));
        let mut values = self.values();
        values.push(self.pattern(true, self.greatest(), half / 2));
        for exponent in [6, 7, 8, 30, 31, 32, 62, 63, 64, 126, 127, 128] {
            if exponent <= bias {
                values.push(self.pattern(false, bias + exponent, 0));
                values.push(self.pattern(true, bias + exponent, 0));
                values.push(self.pattern(false, bias + exponent, all));
                values.push(self.pattern(true, bias + exponent, all << 3));
            }
        }
        for other in FLOATS.into_iter().filter(|other| other.fraction < self.fraction) {
            let tie = 1 << (self.fraction - other.fraction - 1);
            values.push(self.pattern(false, bias, tie));
            values.push(self.pattern(true, bias + 1, tie * 3));
            values.push(self.pattern(false, bias, tie | 1));
            // The ends of the smaller format's range.
            if other.exponent < self.exponent {
                values.push(self.pattern(false, bias + other.bias(), !(tie - 1)));
                values.push(self.pattern(true, bias + other.bias(), !(2 * tie - 1)));
                values.push(self.pattern(false, bias - other.bias() - other.fraction, 0));
                values.push(self.pattern(false, bias - other.bias() - other.fraction, 1));
                values.push(self.pattern(true, bias - other.bias(), tie));
            }
        }
        values
    }

    /// All pairs of the first values, and some pairs of the others. There are two NaNs, except in the two
    /// largest formats: native code for these passes on the greater of two NaNs, but symir passes on the
    /// first.
    fn pairs(self) -> Vec<[u128; 2]> {
        let mut values = self.values();
        if self.width <= 64 {
            values.insert(9, self.pattern(true, self.greatest(), 3 << (self.fraction - 2)));
        }
        let mut pairs = Vec::new();
        for (i, x) in values.iter().enumerate() {
            for (j, y) in values.iter().enumerate() {
                if i < 10 && j < 10 || (i + 2 * j) % 5 == 0 {
                    pairs.push([*x, *y]);
                }
            }
        }
        pairs
    }
}

/// Collects cases of one format.
struct Cases {
    out: Vec<(Case, String)>,
    float: Float,
}

impl Cases {
    /// A case on one float, that is `%x` of type `F`. `%r` is an integer of `result` bits.
    fn unary(&mut self, name: &str, result: u32, asked: Asked, rows: Vec<u128>, body: &str) {
        let width = self.float.width;
        let rows = rows.into_iter().map(|row| [row, 0]).collect();
        self.case(name, [width, 1], result, asked, rows, &format!("%x = bitcast i{width} %a to F; {body}"));
    }

    /// A case on the floats `%x` and `%y`.
    fn binary(&mut self, name: &str, result: u32, asked: Asked, body: &str) {
        let width = self.float.width;
        let start = format!("%x = bitcast i{width} %a to F; %y = bitcast i{width} %b to F");
        self.case(name, [width; 2], result, asked, self.float.pairs(), &format!("{start}; {body}"));
    }

    /// A case whose result is the float `%v`.
    fn float_of_two(&mut self, name: &str, asked: Asked, body: &str) {
        let width = self.float.width;
        self.binary(name, width, asked, &format!("{body}; %r = bitcast F %v to i{width}"));
    }

    fn float_of_one(&mut self, name: &str, asked: Asked, body: &str) {
        let width = self.float.width;
        let body = format!("{body}; %r = bitcast F %v to i{width}");
        self.unary(name, width, asked, self.float.many_values(), &body);
    }

    fn case(
        &mut self,
        name: &str,
        operands: [u32; 2],
        result: u32,
        asked: Asked,
        rows: Vec<[u128; 2]>,
        body: &str,
    ) {
        let name = format!("{name}_f{}", self.float.width).replace('.', "_");
        let body = body.replace('F', self.float.ty).replace('M', &format!("f{}", self.float.width));
        self.out.push((Case { name, operands, result, rows, asked }, body));
    }

    /// Removes the rows with two different NaNs from the last case, since natively the processor's features
    /// or the signs decide which of them is the result.
    fn drop_pairs_of_nans(&mut self) {
        if let Some((case, _)) = self.out.last_mut() {
            case.rows.retain(|[x, y]| x == y || !self.float.is_nan(*x) || !self.float.is_nan(*y));
        }
    }

    /// How to ask about bits and comparisons, about sums and roundings, and about products, quotients and
    /// roots. A solver searches if it is asked about many rows at once, which takes long in all formats but
    /// the smallest. It computes a single row.
    fn asked(&self) -> [Asked; 3] {
        let bits = if self.float.width == 16 { Asked::Together } else { Asked::Each(7) };
        let [sum, product] = self.float.steps.map(Asked::Each);
        [bits, sum, product]
    }

    fn arithmetic(&mut self) {
        let [bits, sum, product] = self.asked();
        // The operands of a remainder become concrete.
        let ops =
            [("fadd", sum), ("fsub", sum), ("fmul", product), ("fdiv", product), ("frem", Asked::Each(9))];
        for (op, asked) in ops {
            self.float_of_two(op, asked, &format!("%v = {op} F %x, %y"));
        }
        let fused = [
            ("fma", "%n = fneg F %x"),
            ("fma_rest", "%p = fmul F %x, %y; %n = fneg F %p"),
            ("fmuladd", "%n = fneg F %x"),
        ];
        for (name, start) in fused {
            let intrinsic = name.trim_end_matches("_rest");
            let call = format!("%v = call F @llvm.{intrinsic}.M(F %x, F %y, F %n)");
            self.float_of_two(name, product, &format!("{start}; {call}"));
            self.drop_pairs_of_nans();
            if self.float.width == 128
                && let Some((case, _)) = self.out.last_mut()
            {
                // If a product is invalid and the third operand is a NaN, the library passes on the NaN of
                // the product, but symir passes on the operand.
                case.rows.retain(|[x, y]| !QUAD.is_invalid_product(*x, *y));
            }
        }
        self.float_of_one("fneg", bits, "%v = fneg F %x");
        self.float_of_one("fabs", bits, "%v = call F @llvm.fabs.M(F %x)");
        self.float_of_one("sqrt", product, "%v = call F @llvm.sqrt.M(F %x)");
        for name in ["floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven"] {
            self.float_of_one(name, sum, &format!("%v = call F @llvm.{name}.M(F %x)"));
        }
    }

    fn comparisons(&mut self) {
        let [bits, sum, _] = self.asked();
        for predicate in PREDICATES {
            let name = format!("fcmp_{predicate}");
            self.binary(&name, 1, bits, &format!("%r = fcmp {predicate} F %x, %y"));
        }
        for name in ["copysign", "minnum", "maxnum", "minimum", "maximum"] {
            // clang 19 does not compile these in the two largest formats.
            if self.float.width >= 80 && matches!(name, "minimum" | "maximum") {
                continue;
            }
            let call = format!("%v = call F @llvm.{name}.M(F %x, F %y)");
            let asked = if name == "copysign" { bits } else { sum };
            self.float_of_two(name, asked, &call);
            if matches!(name, "minimum" | "maximum") {
                self.drop_pairs_of_nans();
            }
        }
        if let Some(suffix) = self.float.suffix {
            for name in ["fmin", "fmax"] {
                self.float_of_two(name, sum, &format!("%v = call F @{name}{suffix}(F %x, F %y)"));
            }
        }
        let select = "%c = fcmp ult F %x, %y; %v = select i1 %c, F %x, F %y";
        self.float_of_two("select", bits, select);
        let phi = "%c = fcmp oge F %x, %y; br i1 %c, label %yes, label %no; yes:; br label %end; no:; \
             %n = fneg F %y; br label %end; end:; %v = phi F [ %x, %yes ], [ %n, %no ]";
        self.float_of_two("phi", bits, phi);
        for classes in CLASSES {
            let call = format!("%r = call i1 @llvm.is.fpclass.M(F %x, i32 {classes})");
            let values = self.float.many_values();
            self.unary(&format!("class_{classes:x}"), 1, bits, values, &call);
        }
    }

    fn conversions(&mut self) {
        let [_, sum, _] = self.asked();
        let float = self.float;
        for width in INTEGERS {
            for (signed, letter) in [(true, 's'), (false, 'u')] {
                let mut values = float.many_values();
                let name = format!("fpto{letter}i_sat_i{width}");
                let call = format!("%r = call i{width} @llvm.fpto{letter}i.sat.i{width}.M(F %x)");
                self.unary(&name, width, sum, values.clone(), &call);
                values.retain(|value| float.fits(*value, width, signed));
                let name = format!("fpto{letter}i_i{width}");
                self.unary(&name, width, sum, values, &format!("%r = fpto{letter}i F %x to i{width}"));
                let body =
                    format!("%v = {letter}itofp i{width} %a to F; %r = bitcast F %v to i{}", float.width);
                let name = format!("{letter}itofp_i{width}");
                self.case(&name, [width, 1], float.width, sum, integers(width), &body);
            }
        }
        for other in FLOATS {
            let op = if other.width < float.width { "fptrunc" } else { "fpext" };
            if other.width != float.width {
                let (ty, width) = (other.ty, other.width);
                let body = format!("%v = {op} F %x to {ty}; %r = bitcast {ty} %v to i{width}");
                self.unary(&format!("{op}_{width}"), width, sum, float.many_values(), &body);
            }
        }
    }

    /// Cases on vectors of `length` floats, which are integers outside of the case.
    fn vectors(&mut self, length: u32) {
        let (width, [bits, sum, product]) = (self.float.width, self.asked());
        let whole = length * width;
        let values = self.float.values();
        let mut rng = Rng::from_seed(u64::from(whole));
        let mut vector = || {
            (0..length).fold(0, |vector, _| vector << width | values[rng.below(values.len() as u64) as usize])
        };
        let rows: Vec<[u128; 2]> = (0..60).map(|_| [vector(), vector()]).collect();
        let mut push = |name: &str, result: u32, asked: Asked, body: &str| {
            let body = format!("%x = bitcast i{whole} %a to V; %y = bitcast i{whole} %b to V; {body}")
                .replace('V', &format!("<{length} x F>"))
                .replace('W', &format!("v{length}M"))
                .replace('B', &format!("<{length} x i1>"));
            self.case(&format!("v{length}_{name}"), [whole; 2], result, asked, rows.clone(), &body);
        };
        let back = format!("%r = bitcast V %v to i{whole}");
        for (op, asked) in [("fadd", sum), ("fsub", sum), ("fmul", product), ("fdiv", product)] {
            push(op, whole, asked, &format!("%v = {op} V %x, %y; {back}"));
        }
        push("fneg", whole, bits, &format!("%v = fneg V %x; {back}"));
        push("fabs", whole, bits, &format!("%v = call V @llvm.fabs.W(V %x); {back}"));
        push("sqrt", whole, product, &format!("%v = call V @llvm.sqrt.W(V %x); {back}"));
        push("floor", whole, sum, &format!("%v = call V @llvm.floor.W(V %x); {back}"));
        push("minnum", whole, sum, &format!("%v = call V @llvm.minnum.W(V %x, V %y); {back}"));
        for predicate in PREDICATES {
            let body = format!("%v = fcmp {predicate} V %x, %y; %r = bitcast B %v to i{length}");
            push(&format!("fcmp_{predicate}"), length, bits, &body);
        }
        let select = format!("%c = fcmp ogt V %x, %y; %v = select B %c, V %x, V %y; {back}");
        push("select", whole, bits, &select);
        for op in ["fadd", "fmul"] {
            let body = format!(
                "%s = extractelement V %y, i32 1; %v = call F @llvm.vector.reduce.{op}.W(F %s, V %x); \
                 %r = bitcast F %v to i{width}"
            );
            push(&format!("reduce_{op}"), width, product, &body);
        }
        for op in ["fmin", "fmax", "fminimum", "fmaximum"] {
            let body = format!("%v = call F @llvm.vector.reduce.{op}.W(V %x); %r = bitcast F %v to i{width}");
            push(&format!("reduce_{op}"), width, sum, &body);
        }
    }
}

/// The ends of the range, integers halfway between two floats, and random numbers.
fn integers(width: u32) -> Vec<[u128; 2]> {
    let mask = Bits(width).mask();
    let mut integers = vec![0, 1, 3, mask, mask >> 1, (mask >> 1) + 1, mask - 1];
    for Float { fraction, .. } in FLOATS {
        for integer in [(2 << fraction) + 1, (2 << fraction) + 3, (6 << fraction) + 5] {
            integers.push(integer);
            integers.push(u128::wrapping_neg(integer));
        }
    }
    // The least integer that is infinite as a half, and the one below it.
    integers.extend([65_520, 65_519]);
    let mut rng = Rng::from_seed(u64::from(width));
    for _ in 0..6 {
        let integer = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        integers.extend([integer, integer >> (128 - width) >> rng.below(u64::from(width))]);
    }
    integers.iter_mut().for_each(|integer| *integer &= mask);
    integers.sort_unstable();
    integers.dedup();
    integers.into_iter().map(|integer| [integer, 0]).collect()
}

/// Operations on floats in every format.
pub fn float_cases() -> Vec<(Case, String)> {
    let mut cases = Cases { out: Vec::new(), float: HALF };
    for float in FLOATS {
        cases.float = float;
        cases.arithmetic();
        cases.comparisons();
        cases.conversions();
    }
    for (float, length) in [(DOUBLE, 2), (SINGLE, 4)] {
        cases.float = float;
        cases.vectors(length);
    }
    cases.out
}
