//! Instructions of 16 bytes and their operands.

use super::{ConstId, EdgeId, Op, Program, TypeId};
use crate::util::Bits;

crate::define_id!(
    /// A register of one function. Parameters are the first ones.
    RegId
);

/// Where an instruction takes a value from: a register of the frame or a constant of the program.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Operand(u32);

/// An [`Operand`] taken apart.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum OperandKind {
    Register(RegId),
    Constant(ConstId),
}

const CONSTANT: u32 = 1 << 31;

impl Operand {
    /// The operand that stands in fields which an operation does not use.
    pub const UNUSED: Operand = Operand(u32::MAX);

    /// The value of a register.
    pub fn register(register: RegId) -> Self {
        assert!(register.raw() < CONSTANT);
        Self(register.raw())
    }

    /// A constant of the program.
    pub fn constant(constant: ConstId) -> Self {
        assert!(constant.raw() < CONSTANT - 1);
        Self(constant.raw() | CONSTANT)
    }

    /// Register or constant, with its index.
    #[inline(always)]
    pub fn kind(self) -> OperandKind {
        if self.0 & CONSTANT == 0 {
            OperandKind::Register(RegId::from_raw(self.0))
        } else {
            OperandKind::Constant(ConstId::from_raw(self.0 & !CONSTANT))
        }
    }

    /// The operand as it is stored in [`Program::extra`].
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// The inverse of [`Self::raw`].
    pub const fn from_raw(raw: u32) -> Self {
        Self(raw)
    }
}

/// A value that nothing determines. Zero takes its place.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Arbitrary {
    /// LLVM's `undef` or `poison`.
    Undefined,
    /// What a clock shows.
    Clock,
    /// The address of a call's frame or of a thread.
    Place,
}

impl Arbitrary {
    /// All of them, by number.
    pub const ALL: [Arbitrary; 3] = [Arbitrary::Undefined, Arbitrary::Clock, Arbitrary::Place];

    /// The words under which its uses are counted.
    pub const fn words(self) -> &'static str {
        match self {
            Arbitrary::Undefined => "undefined value read as zero",
            Arbitrary::Clock => "clock read as zero",
            Arbitrary::Place => "address of a call or thread read as zero",
        }
    }
}

/// An integer comparison.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Predicate {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

impl Predicate {
    /// Every predicate, by number.
    pub const ALL: [Predicate; 10] = [
        Predicate::Eq,
        Predicate::Ne,
        Predicate::Ult,
        Predicate::Ule,
        Predicate::Ugt,
        Predicate::Uge,
        Predicate::Slt,
        Predicate::Sle,
        Predicate::Sgt,
        Predicate::Sge,
    ];
}

impl Predicate {
    /// Whether it holds for two patterns of `width` bits, which are at most 64.
    #[inline(always)]
    pub fn holds(self, width: Bits, x: u64, y: u64) -> bool {
        let signed = |pattern: u64| {
            let shift = 64 - width.0.clamp(1, 64);
            ((pattern << shift) as i64) >> shift
        };
        match self {
            Predicate::Eq => x == y,
            Predicate::Ne => x != y,
            Predicate::Ult => x < y,
            Predicate::Ule => x <= y,
            Predicate::Ugt => x > y,
            Predicate::Uge => x >= y,
            Predicate::Slt => signed(x) < signed(y),
            Predicate::Sle => signed(x) <= signed(y),
            Predicate::Sgt => signed(x) > signed(y),
            Predicate::Sge => signed(x) >= signed(y),
        }
    }
}

/// A conversion to, from or between floats.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum CastOp {
    FloatToSigned,
    FloatToUnsigned,
    SignedToFloat,
    UnsignedToFloat,
    FloatToFloat,
}

impl CastOp {
    /// Every conversion, by number.
    pub const ALL: [CastOp; 5] = [
        CastOp::FloatToSigned,
        CastOp::FloatToUnsigned,
        CastOp::SignedToFloat,
        CastOp::UnsignedToFloat,
        CastOp::FloatToFloat,
    ];
}

/// One instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Inst {
    pub op: Op,
    /// A predicate, conversion or other small number, as [`Op`] says.
    pub flags: u8,
    /// Bits of the value, or another number, as [`Op`] says.
    pub width: u16,
    /// The register of the result, or the first of several.
    pub dst: RegId,
    pub a: u32,
    pub b: u32,
}

const _: () = assert!(std::mem::size_of::<Inst>() == 16);

impl std::fmt::Debug for Operand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if *self == Operand::UNUSED {
            return write!(f, "_");
        }
        match self.kind() {
            OperandKind::Register(register) => write!(f, "%{}", register.raw()),
            OperandKind::Constant(constant) => write!(f, "c{}", constant.raw()),
        }
    }
}

impl Inst {
    /// The flag of a shift that the source writes as a shift. Optimisation moves other shifts to earlier
    /// places; if they have no defined result there, nothing uses it.
    pub const AS_WRITTEN: u8 = 1;

    /// Flags of a load: its result is a float, or an address. They tell how the result is meant and change
    /// nothing.
    pub const FLOAT: u8 = 2;
    pub const ADDRESS: u8 = 4;
    /// The same: the result is a piece of a structure that is passed or returned by value, whatever members
    /// lie there. Bytes that were never written may be copied.
    pub const PIECE: u8 = 8;
    /// The same: the result is written back, but for the bits of a bit-field. The others may never have been
    /// written.
    pub const UPDATE: u8 = 16;

    /// Flags of an index's check: the element is written to; only its address is computed, which may be that
    /// behind the last element; it is one of a vector and not of an array.
    pub const WRITES: u8 = 1;
    pub const TAKES_ADDRESS: u8 = 2;
    /// The last one is a flag of a shift, too: it shifts an element of a vector.
    pub const VECTOR: u8 = 4;

    /// The register that stands in `dst` of instructions without a result.
    pub const NO_RESULT: RegId = RegId::from_raw(u32::MAX);

    /// The field `a` as an operand.
    #[inline(always)]
    pub fn a(&self) -> Operand {
        Operand::from_raw(self.a)
    }

    /// The field `b` as an operand.
    #[inline(always)]
    pub fn b(&self) -> Operand {
        Operand::from_raw(self.b)
    }

    /// The field `width` in bits.
    #[inline(always)]
    pub fn bits(&self) -> Bits {
        Bits(u32::from(self.width))
    }

    /// The predicate of an [`Op::ICmp`].
    #[inline(always)]
    pub fn predicate(&self) -> Predicate {
        Predicate::ALL[usize::from(self.flags)]
    }

    /// The edge that `a` names, of an [`Op::Jump`].
    #[inline(always)]
    pub fn jump_edge(&self) -> EdgeId {
        EdgeId::from_raw(self.a)
    }

    /// The edges of an [`Op::Branch`]: taken when the condition is one, and when it is zero.
    #[inline(always)]
    pub fn branch_edges(&self) -> (EdgeId, EdgeId) {
        (EdgeId::from_raw(self.b), EdgeId::from_raw(self.b + 1))
    }

    /// The parts of an [`Op::Alloca`].
    pub fn alloca(&self, program: &Program) -> StackObject {
        let words = &program.extra[self.b as usize..];
        StackObject {
            size: u64::from(words[0]) | u64::from(words[1]) << 32,
            align: u64::from(words[2]),
            name: (words[3] != u32::MAX).then_some(words[3] as usize),
            line: words[4],
            ty: (words[5] != u32::MAX).then(|| TypeId::from_raw(words[5])),
        }
    }
}

/// What an [`Op::Alloca`] makes.
#[derive(Copy, Clone, Debug)]
pub struct StackObject {
    /// The bytes of one element.
    pub size: u64,
    /// The alignment in bytes.
    pub align: u64,
    /// The index in [`Program::texts`] of the variable's name, if it has one.
    pub name: Option<usize>,
    /// The line of the variable's declaration, in the file of its function; zero if it is not known.
    pub line: u32,
    /// The type of the variable, if it has a name.
    pub ty: Option<TypeId>,
}

/// A scalar that a call passes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    pub operand: Operand,
    pub width: Bits,
    pub kind: ArgKind,
}

/// How an argument is passed, which may matter to a callee without a body.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum ArgKind {
    Integer,
    Float,
    Pointer,
    /// Eight bytes of a structure among variable arguments: they lie on the stack, never in a register.
    Stack,
    /// Something that C passes as a whole and symir in parts: an element of a vector other than the first, or
    /// the address of the copy of a structure that itself lies on the stack.
    Part,
    /// The first element of a vector, which takes one register for all of them.
    Lane,
    /// The first eight bytes of a structure on the stack that lies at a multiple of 16, 32 or 64 bytes.
    StackAt16,
    StackAt32,
    StackAt64,
}

// A kind that is not in the list could not be read back.
const _: () = assert!(ArgKind::ALL.len() == ArgKind::StackAt64 as usize + 1);

impl ArgKind {
    /// All of them, by number.
    const ALL: [ArgKind; 9] = [
        ArgKind::Integer,
        ArgKind::Float,
        ArgKind::Pointer,
        ArgKind::Stack,
        ArgKind::Part,
        ArgKind::Lane,
        ArgKind::StackAt16,
        ArgKind::StackAt32,
        ArgKind::StackAt64,
    ];

    /// The kind of the first eight bytes of a structure on the stack with this alignment.
    pub fn stack_at(align: u64) -> Self {
        match align {
            0..=8 => ArgKind::Stack,
            9..=16 => ArgKind::StackAt16,
            17..=32 => ArgKind::StackAt32,
            _ => ArgKind::StackAt64,
        }
    }
}

/// An [`Op::Call`] read from [`Program::extra`]: the callee's operand, the number of results with
/// `UNUSED_RESULT` if the caller looks at none, the number n of arguments, then n pairs of operand and width
/// (bits 0 to 15) with kind (bits 16 on), then width with kind of each result.
#[derive(Copy, Clone)]
pub struct CallSite<'a> {
    words: &'a [u32],
}

impl<'a> CallSite<'a> {
    /// A bit in the number of results, which says that nothing uses them.
    const UNUSED_RESULT: u32 = 1 << 31;

    /// The call site at index `at` of `program.extra`.
    pub fn read(program: &'a Program, at: u32) -> Self {
        Self { words: &program.extra[at as usize..] }
    }

    /// The words of a call site, for the frontend to append to `extra`.
    pub fn encode(callee: Operand, results: &[(Bits, ArgKind)], args: &[Argument]) -> Vec<u32> {
        let mut words = vec![callee.raw(), results.len() as u32, args.len() as u32];
        for Argument { operand, width, kind } in args {
            words.push(operand.raw());
            words.push(width.0 | (*kind as u32) << 16);
        }
        words.extend(results.iter().map(|(width, kind)| width.0 | (*kind as u32) << 16));
        words
    }

    /// Says in the words of a call site that nothing uses its results.
    pub fn mark_unused(words: &mut [u32]) {
        words[1] |= Self::UNUSED_RESULT;
    }

    /// Whether the caller may look at the results.
    pub fn uses_results(&self) -> bool {
        self.words[1] & Self::UNUSED_RESULT == 0
    }

    /// The address that is called; a constant function for a direct call.
    pub fn callee(&self) -> Operand {
        Operand::from_raw(self.words[0])
    }

    /// How many registers from `dst` on receive results.
    pub fn n_results(&self) -> usize {
        (self.words[1] & !Self::UNUSED_RESULT) as usize
    }

    /// The number of arguments.
    pub fn n_args(&self) -> usize {
        self.words[2] as usize
    }

    /// The arguments.
    pub fn args(&self) -> impl ExactSizeIterator<Item = Argument> + use<'a> {
        self.words[3..3 + 2 * self.n_args()].chunks_exact(2).map(|pair| {
            let (width, kind) = scalar(pair[1]);
            Argument { operand: Operand::from_raw(pair[0]), width, kind }
        })
    }

    /// The results with their kinds.
    pub fn results(&self) -> impl ExactSizeIterator<Item = (Bits, ArgKind)> + use<'a> {
        let start = 3 + 2 * self.n_args();
        self.words[start..start + self.n_results()].iter().map(|word| scalar(*word))
    }
}

/// The clauses of an [`Op::LandingPad`], read from [`Program::extra`]: one if there is something to clean up,
/// the number of clauses, then for each clause the selector, the number n of types, and n operands that are
/// their addresses. A clause with a positive selector catches its one type, or any if that is null; one with
/// a negative selector catches all but its types.
#[derive(Copy, Clone)]
pub struct Clauses<'a> {
    words: &'a [u32],
}

impl<'a> Clauses<'a> {
    /// The clauses at index `at` of `program.extra`.
    pub fn read(program: &'a Program, at: u32) -> Self {
        Self { words: &program.extra[at as usize..] }
    }

    /// The words of clauses, for the frontend to append to `extra`.
    pub fn encode(is_cleanup: bool, clauses: &[(i32, Vec<Operand>)]) -> Vec<u32> {
        let mut words = vec![u32::from(is_cleanup), clauses.len() as u32];
        for (selector, types) in clauses {
            words.extend([*selector as u32, types.len() as u32]);
            words.extend(types.iter().map(|operand| operand.raw()));
        }
        words
    }

    /// Whether control also comes here if no clause fits.
    pub fn is_cleanup(&self) -> bool {
        self.words[0] == 1
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.words[1] as usize
    }

    /// The clauses with their selectors and types.
    pub fn iter(
        &self,
    ) -> impl Iterator<Item = (i32, impl ExactSizeIterator<Item = Operand> + use<'a>)> + use<'a> {
        let (words, mut at) = (self.words, 2);
        (0..self.len()).map(move |_| {
            let (selector, n) = (words[at] as i32, words[at + 1] as usize);
            let types = &words[at + 2..at + 2 + n];
            at += 2 + n;
            (selector, types.iter().map(|word| Operand::from_raw(*word)))
        })
    }
}

/// A width and a kind in one word.
fn scalar(word: u32) -> (Bits, ArgKind) {
    (Bits(word & 0xffff), ArgKind::ALL[(word >> 16) as usize])
}
