//! The operations of instructions: one table says of each what it reads, what it writes, which widths it has,
//! and whether it ends its block.
//!
//! The verifier, the listing, reachability and joins follow from the rows. The executor defines what an
//! operation does: `exec/machine.rs` has an arm for each, `exec/operations.rs` the rows of those that compute
//! a number.

use super::{CallSite, Inst, Operand, Program, RegId};
use crate::util::Bits;

/// The operands that an operation reads.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reads {
    Nothing,
    /// The field `a`.
    A,
    /// The fields `a` and `b`.
    AAndB,
    /// The field `a`, and two operands at `extra[b]`.
    AAndTwo,
    /// Three operands at `extra[a]`.
    Three,
    /// As many operands at `extra[a]` as `width` says.
    Returned,
    /// The callee and the arguments of a [`CallSite`].
    Call,
}

/// The registers that an operation writes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Writes {
    Nothing,
    /// One of `width` bits.
    Value,
    /// One of one bit.
    Bit,
    /// One of 64 bits.
    Address,
    /// One of `width` bits, and one of one bit behind it.
    ValueAndBit,
    /// What a landing pad gets: the exception of 64 bits and the selector of 32.
    Exception,
    /// The results of a [`CallSite`].
    Call,
}

/// What the field `width` may be.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Widths {
    /// No width: any number.
    Any,
    /// The width of a value.
    Value,
    /// The width of a float.
    Float,
    /// The width of a conversion's result, which depends on the conversion.
    Cast,
    /// More bits than the raw field `b` says.
    Wider,
    /// A multiple of two bytes.
    WholeBytes,
}

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident: $reads:ident => $writes:ident, $widths:ident $(, $ends:ident)?;)*) => {
        /// What an instruction does. `a`, `b`, `dst`, `width` and `flags` are the fields of `Inst`;
        /// `extra[b]` means the words of [`Program::extra`] from index `b` on.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Op { $($(#[$doc])* $name,)* }

        impl Op {
            /// Every operation, by number.
            pub const ALL: &'static [Op] = &[$(Op::$name,)*];

            /// The operands that it reads.
            pub const fn reads(self) -> Reads {
                match self { $(Op::$name => Reads::$reads,)* }
            }

            /// Whether the fields `a` and `b` are operands.
            pub const fn operand_fields(self) -> (bool, bool) {
                match self.reads() {
                    Reads::A | Reads::AAndTwo => (true, false),
                    Reads::AAndB => (true, true),
                    Reads::Nothing | Reads::Three | Reads::Returned | Reads::Call => (false, false),
                }
            }

            /// The registers that it writes.
            pub const fn writes(self) -> Writes {
                match self { $(Op::$name => Writes::$writes,)* }
            }

            /// What the field `width` may be.
            pub const fn widths(self) -> Widths {
                match self { $(Op::$name => Widths::$widths,)* }
            }

            /// Whether control leaves the block with it.
            pub const fn is_terminator(self) -> bool {
                match self { $(Op::$name => operations!(@ $($ends)?),)* }
            }
        }
    };
    (@ ends) => { true };
    (@) => { false };
}

operations! {
    /// dst ← a
    Move: A => Value, Value;
    /// dst ← a op b, on integers of `width` bits. For the divisions and shifts see the executor's checks.
    Add: AAndB => Value, Value;
    Sub: AAndB => Value, Value;
    Mul: AAndB => Value, Value;
    UDiv: AAndB => Value, Value;
    SDiv: AAndB => Value, Value;
    URem: AAndB => Value, Value;
    SRem: AAndB => Value, Value;
    Shl: AAndB => Value, Value;
    LShr: AAndB => Value, Value;
    AShr: AAndB => Value, Value;
    And: AAndB => Value, Value;
    Or: AAndB => Value, Value;
    Xor: AAndB => Value, Value;
    /// dst ← a predicate b as one bit; `flags` is the `Predicate`, `width` that of the operands.
    ICmp: AAndB => Bit, Value;
    /// dst ← the low `width` bits of a.
    Trunc: A => Value, Value;
    /// dst ← a, extended to `width` bits from the number of bits in the raw field `b`.
    ZExt: A => Value, Wider;
    SExt: A => Value, Wider;
    /// dst ← the operand at `extra[b]` if a is one, else the operand at `extra[b + 1]`.
    Select: AAndTwo => Value, Value;
    /// dst ← a op b on floats of `width` bits (16, 32, 64, 80, 128).
    FAdd: AAndB => Value, Float;
    FSub: AAndB => Value, Float;
    FMul: AAndB => Value, Float;
    FDiv: AAndB => Value, Float;
    FRem: AAndB => Value, Float;
    /// dst ← −a
    FNeg: A => Value, Float;
    /// dst ← a predicate b; `flags` is LLVM's number of the float predicate, `width` that of the operands.
    FCmp: AAndB => Bit, Float;
    /// dst ← a converted; `flags` is the `CastOp`, `width` the result's, raw `b` the operand's.
    FCast: A => Value, Cast;
    /// Checks that a, the length of an array, is not negative. In the source, it is a signed number of as many
    /// bits as `flags` says.
    LengthCheck: A => Nothing, Value;
    /// dst ← the address of a fresh stack object of a elements. `extra[b]`, read by `Inst::alloca`, has the low and the high word of an element's size in
    /// bytes, the alignment, the index of the name in [`Program::texts`] or all ones, the line, and the type
    /// or all ones.
    Alloca: A => Address, Any;
    /// dst ← `width` bits from the address a; `flags` bit 0 is volatile, others are `FLOAT`, `ADDRESS`,
    /// `PIECE` and `UPDATE`.
    Load: A => Value, Value;
    /// Stores a, of `width` bits, at the address b.
    Store: AAndB => Nothing, Value;
    /// dst ← a + b on addresses: keeps the object that a points to.
    PtrAdd: AAndB => Address, Value;
    /// dst ← a + b · `width` on addresses; b is a signed integer of 64 bits.
    PtrIndex: AAndB => Address, Any;
    /// Checks that a, the index of an element, is less than b, the number of elements, both unsigned and of
    /// `width` bits. `flags` are `WRITES`, `TAKES_ADDRESS` and `VECTOR`.
    IndexCheck: AAndB => Nothing, Value;
    /// Copies `extra[a + 2]` bytes from the address `extra[a + 1]` to the address `extra[a]`. For
    /// [`Op::MemSet`] the second is the byte. Of [`Op::MemCpy`], `flags` bit 0 says that what is copied lies
    /// at a multiple of 16, so that its end may be padding.
    MemCpy: Three => Nothing, Any;
    MemMove: Three => Nothing, Any;
    MemSet: Three => Nothing, Any;
    /// Calls what `extra[a]` describes, see `CallSite`; results go to dst and the registers after it.
    Call: Call => Call, Any;
    /// Control comes here when an exception leaves a call, see [`Program::landings`]: dst and the register
    /// after it have got the exception and the selector. `extra[b]` has the `Clauses`.
    LandingPad: Nothing => Exception, Any;
    /// Returns the operands `extra[a] …`, as many as `width` says.
    Ret: Returned => Nothing, Any, ends;
    /// Goes along the edge `a`.
    Jump: Nothing => Nothing, Any, ends;
    /// Goes along edge `b` if a is one, else along edge `b + 1`.
    Branch: A => Nothing, Value, ends;
    /// Compares a with each constant of `extra[b]`: default edge, number n, then n pairs of constant and
    /// edge, as raw ids. Cases that go to the same block share an edge.
    Switch: A => Nothing, Value, ends;
    /// Goes to the block whose address a is: `extra[b]` is the number n of edges, then the edges.
    IndirectJump: A => Nothing, Any, ends;
    /// Control never comes here.
    Unreachable: Nothing => Nothing, Any, ends;
    /// `__builtin_trap`: ends the program.
    Trap: Nothing => Nothing, Any;
    /// One-operand bit operations, on `width` bits. For [`Op::Ctlz`] and [`Op::Cttz`] zero gives the width.
    Ctpop: A => Value, Value;
    Ctlz: A => Value, Value;
    Cttz: A => Value, Value;
    Bswap: A => Value, WholeBytes;
    BitReverse: A => Value, Value;
    /// Minimum and maximum, saturating sums and differences, and absolute value, on `width` bits.
    UMin: AAndB => Value, Value;
    UMax: AAndB => Value, Value;
    SMin: AAndB => Value, Value;
    SMax: AAndB => Value, Value;
    Abs: A => Value, Value;
    UAddSat: AAndB => Value, Value;
    SAddSat: AAndB => Value, Value;
    USubSat: AAndB => Value, Value;
    SSubSat: AAndB => Value, Value;
    UShlSat: AAndB => Value, Value;
    SShlSat: AAndB => Value, Value;
    /// dst ← the result, dst + 1 ← whether it overflowed.
    UAddOverflow: AAndB => ValueAndBit, Value;
    SAddOverflow: AAndB => ValueAndBit, Value;
    USubOverflow: AAndB => ValueAndBit, Value;
    SSubOverflow: AAndB => ValueAndBit, Value;
    UMulOverflow: AAndB => ValueAndBit, Value;
    SMulOverflow: AAndB => ValueAndBit, Value;
    /// dst ← the upper (lower) `width` bits of a ∘ l shifted left (right) by s modulo the width, where l is
    /// the operand at `extra[b]` and s the operand at `extra[b + 1]`.
    FShl: AAndTwo => Value, Value;
    FShr: AAndTwo => Value, Value;
    /// dst ← the size of the object that a points into minus the offset; −1 if unknown and `flags` is 0,
    /// else 0.
    ObjectSize: A => Value, Value;
    /// A promise by the program that a is one.
    Assume: A => Nothing, Value;
    /// dst ← a stack mark; everything allocated since a mark a is released.
    StackSave: Nothing => Address, Value;
    StackRestore: A => Nothing, Value;
    /// A stack object's life begins, perhaps again, or ends; a is its address. What it contains stays.
    LifetimeStart: A => Nothing, Value;
    LifetimeEnd: A => Nothing, Value;
    /// Initialises the `va_list` at address a; copies one from b to a; ends one.
    VaStart: A => Nothing, Value;
    VaCopy: AAndB => Nothing, Value;
    VaEnd: A => Nothing, Value;
    /// dst ← zero, for a value that nothing determines; `flags` is the `Arbitrary` that it is.
    Arbitrary: Nothing => Value, Value;
    /// Nothing, with a source line.
    Nop: Nothing => Nothing, Any;
    /// Code that the frontend could not decode; a is the index of its text in [`Program::texts`].
    Unsupported: Nothing => Nothing, Any;
}

impl Inst {
    /// Calls `visit` with every operand that the instruction reads, except those that its edges move; for a
    /// call, the callee comes first.
    pub fn for_each_operand(&self, program: &Program, mut visit: impl FnMut(Operand)) {
        let mut list = |at: u32, n: usize| {
            let words = &program.extra[at as usize..][..n];
            words.iter().for_each(|word| visit(Operand::from_raw(*word)));
        };
        match self.op.reads() {
            Reads::Nothing => {}
            Reads::A => visit(self.a()),
            Reads::AAndB => {
                visit(self.a());
                visit(self.b());
            }
            Reads::AAndTwo => {
                list(self.b, 2);
                visit(self.a());
            }
            Reads::Three => list(self.a, 3),
            Reads::Returned => list(self.a, usize::from(self.width)),
            Reads::Call => {
                let site = CallSite::read(program, self.a);
                visit(site.callee());
                site.args().for_each(|argument| visit(argument.operand));
            }
        }
    }

    /// The registers that the instruction writes, with their widths.
    pub fn results(&self, program: &Program) -> impl Iterator<Item = (RegId, Bits)> + use<> {
        let widths: Vec<Bits> = match self.op.writes() {
            _ if self.dst == Inst::NO_RESULT => Vec::new(),
            Writes::Nothing => Vec::new(),
            Writes::Value => vec![self.bits()],
            Writes::Bit => vec![Bits(1)],
            Writes::Address => vec![Bits(64)],
            Writes::ValueAndBit => vec![self.bits(), Bits(1)],
            Writes::Exception => vec![Bits(64), Bits(32)],
            Writes::Call => CallSite::read(program, self.a).results().map(|(width, _)| width).collect(),
        };
        let first = self.dst.index();
        widths.into_iter().enumerate().map(move |(index, width)| (RegId::new(first + index), width))
    }
}
