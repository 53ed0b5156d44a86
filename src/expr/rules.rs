//! The names of the rewrites that builders apply. The code of each stands in `builders/`, at the operation
//! that it rewrites; `tests/rules.rs` proves each with a solver.

macro_rules! rules {
    ($($(#[doc = $text:literal])* $name:ident,)*) => {
        /// A rewrite, documented as `match → result`. `c` is a constant, `x` and `y` are any terms.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule { $($(#[doc = $text])* $name,)* }

        impl Rule {
            /// Every rule, in the order of declaration.
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];
            /// How many rules there are.
            pub const COUNT: usize = Self::ALL.len();

            /// The rule as `match → result`.
            pub fn text(self) -> &'static str {
                match self { $(Rule::$name => concat!($($text),*).trim_ascii_start(),)* }
            }
        }
    };
}

rules! {
    /// op(c1, c2) → the constant
    Fold,
    /// x → c where known bits and bounds leave one value
    Known,
    /// ¬¬x → x
    NotNot,
    /// −−x → x
    NegNeg,
    /// x + 0 → x
    AddZero,
    /// (x + c1) + c2 → x + (c1 + c2)
    AddConstants,
    /// x + sext(y) → x − zext(y) of a truth value y
    AddTruth,
    /// x − x → 0
    SubSelf,
    /// x − c → x + (−c)
    SubConstant,
    /// x · 0 → 0
    MulZero,
    /// x · 1 → x
    MulOne,
    /// x · 2^k → x << k
    MulPowerOfTwo,
    /// x / 1 → x
    DivOne,
    /// x /u 2^k → x >> k
    UDivPowerOfTwo,
    /// x %u 2^k → x & (2^k − 1)
    URemPowerOfTwo,
    /// x %u y → x where x is known to be below y
    URemBelow,
    /// x /s y → x /u y, x %s y → x %u y, x >>s y → x >>u y where no operand is ever negative
    SignedNonNegative,
    /// x & x → x, x | x → x
    Idempotent,
    /// x & 0 → 0
    AndZero,
    /// x & ones → x
    AndOnes,
    /// x & c → x where every bit that is zero in c is known to be zero in x
    AndCovered,
    /// (x ∘ y) & c → (x & high(c)) ∘ (y & low(c))
    AndConcat,
    /// zext(x ∘ y) & c → zext((x ∘ y) & c)
    AndExtension,
    /// extract(x ∘ y, k, m) & c → zext(extract(x ∘ y, k, n) & c) where c < 2^n and a part of the concatenation ends at k+n
    AndParts,
    /// x & ¬x → 0
    AndComplement,
    /// (x & c1) & c2 → x & (c1 & c2), the same for | and ^
    BitwiseConstants,
    /// x | 0 → x
    OrZero,
    /// x | ones → ones
    OrOnes,
    /// x | c → x where every bit that is one in c is known to be one in x
    OrCovered,
    /// x & (x | y) → x, x & (x & y) → x & y, the same with & and | exchanged
    Absorbed,
    /// x | ¬x → ones
    OrComplement,
    /// x < y ∧ ¬(y < x) → x < y, x < y ∧ y < x → false, x < y ∨ ¬(y < x) → ¬(y < x), ¬(x < y) ∨ ¬(y < x) → true
    OrdersExclude,
    /// ¬(x < y) ∧ ¬(y < x) → x = y, x < y ∨ y < x → ¬(x = y)
    OrdersEqual,
    /// x ^ x → 0
    XorSelf,
    /// x ^ 0 → x
    XorZero,
    /// x ^ ones → ¬x
    XorOnes,
    /// x << 0 → x, the same for both right shifts
    ShiftZero,
    /// x << c → 0 where c ≥ width, the same for the logical right shift
    ShiftOut,
    /// (x ∘ y) >>u c → zext(extract(x ∘ y, c)) where a part of the concatenation ends at c, zext(x ∘ y) >>u c alike
    ShiftConcat,
    /// (x << c1) >>s c2 → sext(extract(x, c2 − c1)) where that takes whole parts of a concatenation, >>u and zext alike
    ShiftedParts,
    /// extract(x, k+n, m) ∘ extract(x, k, n) → extract(x, k, n+m)
    ConcatExtracts,
    /// extract(x, k, m) ∘ y → extract(x, k−n, n+m) where y is what extract(x, k−n, n) comes to
    ConcatRest,
    /// 0 ∘ x → zext(x)
    ConcatZero,
    /// c1 ∘ (c2 ∘ x) → (c1 ∘ c2) ∘ x
    ConcatConstants,
    /// ite(z, c1, c2) ∘ ite(z, c3, c4) → ite(z, c1 ∘ c3, c2 ∘ c4), the same with a constant for one choice, and with
    /// terms of which both pairs are parts of one
    ConcatItes,
    /// (extract(x, k+n, m) & c1) ∘ (extract(x, k, n) & c2) → extract(x, k, n+m) & (c1 ∘ c2), the same for |, ^ and ¬, and
    /// where a constant that changes nothing has gone from one side
    ConcatBitwise,
    /// extract(x, 0, width) → x
    ExtractAll,
    /// extract(extract(x, j), k) → extract(x, j+k)
    ExtractExtract,
    /// extract(x ∘ y, k) → extract of the one side that it lies in
    ExtractConcat,
    /// extract(x ∘ y, k) → extract(x, 0) ∘ extract(y, k) where it takes whole parts of a concatenation, or one of the two is
    /// a bit-field
    ExtractParts,
    /// extract(zext(x), k) → extract(x, k), zext(extract(x, k)) or 0, the low bits of sext(x) alike
    ExtractExtension,
    /// extract(op(x, c), k) → op(extract(x, k), extract(c, k)) for &, |, ^ and ¬
    ExtractBitwise,
    /// truncate(x op y, k) → extract(x, 0, k) op extract(y, 0, k) for +, − and · of extensions, concats and c
    ExtractArithmetic,
    /// extract(ite(x, c1, c2), k) → ite(x, extract(c1, k), extract(c2, k))
    ExtractIte,
    /// zext(zext(x)) → zext(x), sext(sext(x)) → sext(x), sext(zext(x)) → zext(x)
    ExtendTwice,
    /// zext(extract(x, 0, k)) → x where its other bits are known to be zero
    ZExtCovered,
    /// sext(x) → zext(x) where x is never negative
    SExtNonNegative,
    /// zext(ite(x, c1, c2)) → ite(x, zext(c1), zext(c2)), the same for sext
    ExtendIte,
    /// x = x → true
    EqSelf,
    /// x = true → x, x = false → ¬x
    EqBool,
    /// zext(x) = c → x = c, or false where c does not fit; sext(x) alike
    EqExtensionConstant,
    /// zext(x) = zext(y) → x = y, sext(x) = sext(y) → x = y
    EqExtensions,
    /// x ∘ y = c → x = high(c) ∧ y = low(c)
    EqConcat,
    /// x + c1 = c2 → x = c2 − c1
    EqAdd,
    /// x − y = 0 → x = y
    EqSub,
    /// zext(x) − zext(y) = 1 → x ∧ ¬y, zext(x) − zext(y) = −1 → ¬x ∧ y, of truth values x and y
    EqDifference,
    /// (x < y) = (y < x) → x = y
    EqOrders,
    /// ¬x = c → x = ¬c
    EqNot,
    /// x ^ c1 = c2 → x = c1 ^ c2
    EqXor,
    /// ite(z, c1, x) = c → ite(z, c1 = c, x = c), the same with c1 on the other side or choices of constants on both
    EqIte,
    /// x1 ∘ y1 = x2 ∘ y2 → x1 = x2 ∧ y1 = y2
    EqConcats,
    /// zext(extract(x, 0, k)) = x → x <u 2^k, sext(extract(x, 0, k)) = x → x + 2^(k−1) <u 2^k
    EqExtendedPart,
    /// x <u x → false, x <s x → false
    LtSelf,
    /// x <u 0 → false, ones <u x → false, x <s min → false, max <s x → false
    LtBound,
    /// x <u y → ¬x ∧ y, x <s y → x ∧ ¬y at width 1
    LtBool,
    /// x <u 1 → x = 0, 0 <u x → ¬(x = 0)
    UltNextToZero,
    /// zext(x) <u c → x <u c, or true where c does not fit; c <u zext(x) and the signed orders alike
    LtExtensionConstant,
    /// zext(x) < zext(y) → x <u y, sext(x) <u sext(y) → x <u y, sext(x) <s sext(y) → x <s y
    LtExtensions,
    /// zext(x) − zext(y) <s 0 → x <u y, sext(x) − sext(y) <s 0 → x <s y, and 0 <s the difference alike
    SltDifference,
    /// ite(z, x, y) < c → ite(z, x < c, y < c) where x and y are constants or extended truth values, the same with the choice
    /// on the right
    LtIte,
    /// x <s y → x <u y where neither is ever negative
    SltNonNegative,
    /// ite(true, x, y) → x, ite(false, x, y) → y
    IteConstant,
    /// ite(z, x, x) → x
    IteSame,
    /// ite(z, true, x) → z ∨ x, ite(z, false, x) → ¬z ∧ x, ite(z, x, true) → ¬z ∨ x, ite(z, x, false) → z ∧ x
    IteBool,
    /// op(ite(z, c1, c2), c) → ite(z, op(c1, c), op(c2, c)), the same with the choice on the right, or choices on both
    /// sides, and with choices of up to four constants by one condition; not for comparisons, and − and ¬ alike
    OperationIte,
    /// ite(¬z, x, y) → ite(z, y, x)
    IteNot,
}
