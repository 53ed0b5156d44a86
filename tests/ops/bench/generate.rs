//! Cases as assembly, made from one line for many widths.

use super::cases::Case;
use std::collections::BTreeSet;
use symir::internals::util::Bits;

/// Widths that clang emits, odd ones of `_BitInt` among them.
const WIDTHS: [u32; 10] = [1, 8, 13, 16, 32, 33, 64, 65, 100, 128];

/// The layout and the triple of the native code.
const HEADER: &str = "target datalayout = \
     \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
     target triple = \"x86_64-pc-linux-gnu\"\n";

/// For which operands an operation of a width is defined.
type Defined = fn(Bits, u128, u128) -> bool;

const ALWAYS: Defined = |_, _, _| true;
const NOT_ZERO: Defined = |_, _, b| b != 0;
const IN_RANGE: Defined = |width, a, b| b != 0 && !(a == 1 << (width.0 - 1) && b == width.mask());
const SHORT: Defined = |width, _, b| b < u128::from(width.0);

/// The module of generated cases, with the declarations that they need.
pub fn module(cases: &[(Case, String)]) -> String {
    let call = regex::Regex::new(r"call ([^@]+) @([\w.]+)\(([^)]*)\)").expect("a pattern");
    let mut declarations = BTreeSet::new();
    let mut text = HEADER.to_owned();
    for (case, body) in cases {
        let [a, b] = case.operands;
        for found in call.captures_iter(body) {
            let types = argument_types(&found[3]).join(", ");
            declarations.insert(format!("declare {} @{}({types})\n", &found[1], &found[2]));
        }
        text += &format!(
            "define i{} @{}(i{a} %a, i{b} %b) {{\n  {}\n  ret i{} %r\n}}\n",
            case.result,
            case.name,
            body.replace("; ", "\n  "),
            case.result
        );
    }
    text.extend(declarations);
    text
}

/// The types of `<4 x i32> %x, i1 false`.
fn argument_types(arguments: &str) -> Vec<String> {
    let mut types = Vec::new();
    for argument in arguments.split(", ") {
        let (ty, _) = argument.rsplit_once(' ').expect("a type and a value");
        types.push(ty.to_owned());
    }
    types
}

/// Collects cases of one width.
struct Cases {
    out: Vec<(Case, String)>,
    width: u32,
}

impl Cases {
    /// A case whose `body` gives `%r`, of `result` bits. In it, `T` stands for the type.
    fn push(&mut self, name: &str, result: u32, defined: Defined, body: &str) {
        let width = self.width;
        let body = body.replace('T', &format!("i{width}"));
        let name = format!("{name}_i{width}").replace('.', "_");
        let case = Case::new(name, [width; 2], result, |a, b| defined(Bits(width), a, b));
        self.out.push((case, body));
    }

    fn binary(&mut self, op: &str, defined: Defined) {
        self.push(op, self.width, defined, &format!("%r = {op} T %a, %b"));
    }

    fn intrinsic(&mut self, name: &str, defined: Defined, arguments: &str) {
        let body = format!("%r = call T @llvm.{name}.T({arguments})");
        self.push(name, self.width, defined, &body);
    }

    fn all_binary(&mut self) {
        for op in ["add", "sub", "mul", "and", "or", "xor"] {
            self.binary(op, ALWAYS);
        }
        for op in ["udiv", "urem"] {
            self.binary(op, NOT_ZERO);
        }
        for op in ["sdiv", "srem"] {
            self.binary(op, IN_RANGE);
        }
        for op in ["shl", "lshr", "ashr"] {
            self.binary(op, SHORT);
        }
    }

    fn comparisons(&mut self) {
        for predicate in PREDICATES {
            let name = format!("icmp_{predicate}");
            self.push(&name, 1, ALWAYS, &format!("%r = icmp {predicate} T %a, %b"));
        }
        self.push("select", self.width, ALWAYS, "%c = icmp slt T %a, %b; %r = select i1 %c, T %b, T %a");
        self.push("freeze", self.width, ALWAYS, "%s = add T %a, %b; %r = freeze T %s");
        for (name, result) in [("ucmp", 8), ("scmp", 8), ("scmp", 32)] {
            let body = format!("%r = call i{result} @llvm.{name}.i{result}.T(T %a, T %b)");
            self.push(&format!("{name}_{result}"), result, ALWAYS, &body);
        }
    }

    fn bits(&mut self) {
        for name in ["ctpop", "bitreverse"] {
            self.intrinsic(name, ALWAYS, "T %a");
        }
        for name in ["ctlz", "cttz", "abs"] {
            self.intrinsic(name, ALWAYS, "T %a, i1 false");
        }
        if self.width.is_multiple_of(16) {
            self.intrinsic("bswap", ALWAYS, "T %a");
        }
        for name in ["fshl", "fshr"] {
            let body = format!("%n = sub T %a, %b; %r = call T @llvm.{name}.T(T %a, T %n, T %b)");
            self.push(name, self.width, ALWAYS, &body);
            let same = format!("%r = call T @llvm.{name}.T(T %a, T %a, T %b)");
            self.push(&format!("{name}_rotate"), self.width, ALWAYS, &same);
        }
    }

    fn checked(&mut self) {
        for name in ["umin", "umax", "smin", "smax", "uadd.sat", "sadd.sat", "usub.sat", "ssub.sat"] {
            self.intrinsic(name, ALWAYS, "T %a, T %b");
        }
        for name in ["ushl.sat", "sshl.sat"] {
            self.intrinsic(name, SHORT, "T %a, T %b");
        }
        for op in ["uadd", "sadd", "usub", "ssub", "umul", "smul"] {
            let call = format!("%p = call {{T, i1}} @llvm.{op}.with.overflow.T(T %a, T %b)");
            let part = |index: u32| format!("{call}; %r = extractvalue {{T, i1}} %p, {index}");
            self.push(&format!("{op}_result"), self.width, ALWAYS, &part(0));
            self.push(&format!("{op}_overflow"), 1, ALWAYS, &part(1));
        }
    }

    fn casts(&mut self) {
        for other in WIDTHS {
            let name = |op: &str| format!("{op}_{other}");
            match other.cmp(&self.width) {
                std::cmp::Ordering::Less => {
                    self.push(&name("trunc"), other, ALWAYS, &format!("%r = trunc T %a to i{other}"));
                }
                std::cmp::Ordering::Equal => {}
                std::cmp::Ordering::Greater => {
                    self.push(&name("zext"), other, ALWAYS, &format!("%r = zext T %a to i{other}"));
                    self.push(&name("sext"), other, ALWAYS, &format!("%r = sext T %a to i{other}"));
                }
            }
        }
        // What a store of an odd width leaves of the bytes around it.
        let body = "%p = alloca i256; store i128 -1, ptr %p; store T %a, ptr %p; %x = load i128, ptr %p; \
             %y = load T, ptr %p; %z = add T %y, %b; store T %z, ptr %p; %w = load i128, ptr %p; \
             %r = xor i128 %x, %w";
        self.push("memory", 128, ALWAYS, body);
    }

    fn atomics(&mut self) {
        let after = "%n = load atomic T, ptr %p acquire, align 8; %m = mul T %o, 3; %r = add T %m, %n";
        for op in ATOMICS {
            let body = format!(
                "%p = alloca i64; store atomic T %a, ptr %p release, align 8; \
                 %o = atomicrmw {op} ptr %p, T %b seq_cst; fence seq_cst; {after}"
            );
            self.push(&format!("atomic_{op}"), self.width, ALWAYS, &body);
        }
        let body = format!(
            "%p = alloca i64; store T %a, ptr %p; %t = add T %a, 1; \
             %c = cmpxchg weak ptr %p, T %b, T %t acq_rel monotonic; %f = extractvalue {{T, i1}} %c, 0; \
             %s = extractvalue {{T, i1}} %c, 1; %k = select i1 %s, T 7, T 0; %o = add T %f, %k; {after}"
        );
        self.push("cmpxchg", self.width, ALWAYS, &body);
    }
}

const PREDICATES: [&str; 10] = ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"];

const ATOMICS: [&str; 13] = [
    "xchg",
    "add",
    "sub",
    "and",
    "nand",
    "or",
    "xor",
    "max",
    "min",
    "umax",
    "umin",
    "uinc_wrap",
    "udec_wrap",
];

/// Operations on integers at every width.
pub fn scalar_cases() -> Vec<(Case, String)> {
    let mut cases = Cases { out: Vec::new(), width: 0 };
    for width in WIDTHS {
        cases.width = width;
        cases.all_binary();
        cases.comparisons();
        cases.bits();
        cases.checked();
        cases.casts();
        if matches!(width, 8 | 16 | 32 | 64) {
            cases.atomics();
        }
    }
    cases.out
}

/// A type of vectors.
#[derive(Copy, Clone)]
struct Vector {
    length: u32,
    element: u32,
}

impl Vector {
    fn bits(self) -> u32 {
        self.length * self.element
    }

    fn ty(self) -> String {
        format!("<{} x i{}>", self.length, self.element)
    }

    /// The constant with these elements.
    fn constant(self, element: &str, value: impl Fn(u32) -> String) -> String {
        let parts: Vec<_> = (0..self.length).map(|at| format!("{element} {}", value(at))).collect();
        format!("<{}>", parts.join(", "))
    }

    fn splat(self, value: u128) -> String {
        self.constant(&format!("i{}", self.element), |_| value.to_string())
    }
}

const VECTORS: [Vector; 7] = [
    Vector { length: 4, element: 32 },
    Vector { length: 16, element: 8 },
    Vector { length: 2, element: 64 },
    Vector { length: 8, element: 1 },
    Vector { length: 3, element: 24 },
    Vector { length: 4, element: 13 },
    Vector { length: 2, element: 16 },
];

/// Operations on vectors. Outside of a case, a vector is an integer.
pub fn vector_cases() -> Vec<(Case, String)> {
    let mut out = Vec::new();
    for vector in VECTORS {
        for (name, result, steps) in vector_steps(vector) {
            let (bits, ty) = (vector.bits(), vector.ty());
            let body = format!("%x = bitcast i{bits} %a to V; %y = bitcast i{bits} %b to V; {steps}")
                .replace('V', &ty)
                .replace('E', &format!("i{}", vector.element))
                .replace('M', &format!("v{}i{}", vector.length, vector.element))
                .replace('B', &format!("<{} x i1>", vector.length));
            let name = format!("{name}_{}x{}", vector.length, vector.element).replace('.', "_");
            out.push((Case::new(name, [bits; 2], result, |_, _| true), body));
        }
    }
    out
}

/// For one type: names, widths of results, and steps from the vectors `%x` and `%y` to `%r`, in which `V`
/// stands for the type, `E` for its element, `M` for the suffix of intrinsics and `B` for a vector of bits.
fn vector_steps(vector: Vector) -> Vec<(String, u32, String)> {
    let (n, element, bits) = (vector.length, vector.element, vector.bits());
    let mut steps: Vec<(String, u32, String)> = Vec::new();
    let back = format!("%r = bitcast V %v to i{bits}");
    let mut whole = |name: &str, step: String| steps.push((name.to_owned(), bits, format!("{step}; {back}")));
    for op in ["add", "sub", "mul", "and", "or", "xor"] {
        whole(op, format!("%v = {op} V %x, %y"));
    }
    let one = vector.splat(1);
    whole("udiv", format!("%d = or V %y, {one}; %v = udiv V %x, %d"));
    whole("urem", format!("%d = or V %y, {one}; %v = urem V %x, %d"));
    if element > 1 {
        // A divisor from one to half the greatest.
        let half = vector.splat(Bits(element - 1).mask());
        let divisor = format!("%h = and V %y, {half}; %d = or V %h, {one}");
        whole("sdiv", format!("{divisor}; %v = sdiv V %x, %d"));
        whole("srem", format!("{divisor}; %v = srem V %x, %d"));
        let width = vector.splat(u128::from(element));
        for op in ["shl", "lshr", "ashr"] {
            whole(op, format!("%s = urem V %y, {width}; %v = {op} V %x, %s"));
        }
    }
    for name in ["umin", "umax", "smin", "smax", "uadd.sat", "ssub.sat"] {
        whole(name, format!("%v = call V @llvm.{name}.M(V %x, V %y)"));
    }
    whole("abs", "%v = call V @llvm.abs.M(V %x, i1 false)".to_owned());
    whole("ctpop", "%v = call V @llvm.ctpop.M(V %x)".to_owned());
    whole("ctlz", "%v = call V @llvm.ctlz.M(V %x, i1 false)".to_owned());
    whole("fshl", "%v = call V @llvm.fshl.M(V %x, V %y, V %x)".to_owned());
    whole("freeze", "%v = freeze V %x".to_owned());
    whole("select", "%c = icmp slt V %x, %y; %v = select B %c, V %x, V %y".to_owned());
    let both = format!("icmp ult i{bits} %a, %b");
    whole("select_whole", format!("%c = {both}; %v = select i1 %c, V %x, V %y"));
    let zip = vector.constant("i32", |at| (at / 2 + n * (at % 2)).to_string());
    let mask = format!("<{n} x i32> {zip}");
    whole("interleave", format!("%v = shufflevector V %x, V %y, {mask}"));
    let turn = vector.constant("i32", |at| (n - 1 - at).to_string());
    whole("reverse", format!("%v = shufflevector V %x, V poison, <{n} x i32> {turn}"));
    whole("splat", format!("%v = shufflevector V %x, V undef, <{n} x i32> zeroinitializer"));
    let index = format!("%i = urem i{bits} %b, {n}; ");
    let last = n - 1;
    if n < 1 << bits.min(16) {
        whole(
            "insert",
            format!(
                "{index}%e = extractelement V %y, i32 {last}; \
            %v = insertelement V %x, E %e, i{bits} %i"
            ),
        );
        whole(
            "insert_constant",
            format!(
                "%e = extractelement V %y, i64 0; \
            %v = insertelement V %x, E %e, i8 {last}"
            ),
        );
        steps.push(("extract".into(), element, format!("{index}%r = extractelement V %x, i{bits} %i")));
    }
    for predicate in PREDICATES {
        let step = format!("%v = icmp {predicate} V %x, %y; %r = bitcast B %v to i{n}");
        steps.push((format!("icmp_{predicate}"), n, step));
    }
    for op in ["add", "mul", "and", "or", "xor", "umin", "umax", "smin", "smax"] {
        let step = format!("%r = call E @llvm.vector.reduce.{op}.M(V %x)");
        steps.push((format!("reduce_{op}"), element, step));
    }
    let wider = format!("<{n} x i{}>", element * 2);
    let step = format!(
        "%w = sext V %x to {wider}; %z = zext V %y to {wider}; %s = sub {wider} %w, %z; \
         %v = trunc {wider} %s to V; {back}"
    );
    steps.push(("extend".into(), bits, step));
    let step = "%p = call {V, B} @llvm.smul.with.overflow.M(V %x, V %y); %o = extractvalue {V, B} %p, 1; \
         %q = extractvalue {V, B} %p, 0; %v = select B %o, V %x, V %q; ";
    steps.push(("overflow".into(), bits, format!("{step}{back}")));
    let widen = match bits {
        128 => "%w = add i128 %i, 1".to_owned(),
        _ => format!("%w = zext i{bits} %i to i128"),
    };
    // A vector goes through memory, beside the neighbours that a store of whole bytes overwrites.
    let step = format!(
        "%p = alloca [2 x i256]; store i128 -1, ptr %p; store V %x, ptr %p; %m = load i128, ptr %p; \
         %v = load V, ptr %p; %i = bitcast V %v to i{bits}; {widen}; \
         %r = sub i128 %m, %w"
    );
    steps.push(("memory".into(), 128, step));
    steps
}
