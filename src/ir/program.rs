//! The tables of a program.

mod numbering;
pub(super) mod promised;
pub(super) mod reach;
mod resultless;
mod unset;

use super::{CType, FunctionType, Inst, Op, Operand, OperandKind, RegId, STAND_IN, Spelling, TypeId};
use crate::util::{Bits, Bytes, Image};
use cpp_demangle::{DemangleOptions, Symbol};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

crate::define_id!(
    /// A function, defined or only declared.
    FuncId
);
crate::define_id!(
    /// A global variable or string literal.
    GlobalId
);
crate::define_id!(
    /// A basic block, numbered over the whole program.
    BlockId
);
crate::define_id!(
    /// A way from one block to another, or into a function; numbered over the whole program.
    EdgeId
);
crate::define_id!(
    /// A constant of the program.
    ConstId
);
crate::define_id!(
    /// A source file of the program.
    FileId
);
crate::define_id!(
    /// The position of an instruction: an index into [`Program::code`].
    Pc
);

impl Pc {
    /// The position of the next instruction.
    #[inline(always)]
    pub fn next(self) -> Pc {
        Pc::from_raw(self.raw() + 1)
    }
}

/// How many pointers and arrays are followed when two types are compared.
const SAME_TYPE_DEPTH: u32 = 4;

/// A whole program. Indices everywhere are checked by `verify`.
#[derive(Default, Debug)]
pub struct Program {
    pub code: Vec<Inst>,
    /// The source location of each instruction; as long as `code`.
    pub locs: Vec<Loc>,
    /// Operand lists of instructions that have more operands than fit into them.
    pub extra: Vec<u32>,
    pub constants: Vec<Const>,
    pub functions: Vec<Function>,
    /// The declarations, read from drivers, of functions that the drivers test and the program does not
    /// define.
    pub prototypes: BTreeMap<FuncId, Signature>,
    /// The mocks, and whether each has taken the place of a function with a body.
    pub mocks: BTreeMap<String, bool>,
    pub globals: Vec<Global>,
    pub blocks: Vec<Block>,
    pub edges: Vec<Edge>,
    /// How the source writes the condition at the end of a block, if that is known.
    pub written: BTreeMap<BlockId, Written>,
    /// Moves on edges; those of one edge are consecutive.
    pub moves: Vec<Move>,
    /// Names of variables and of structures, and descriptions of unsupported code.
    pub texts: Vec<String>,
    pub types: Vec<CType>,
    /// The results and parameters of those types that are functions.
    pub function_types: BTreeMap<TypeId, FunctionType>,
    pub spelling: Spelling,
    /// By name and declared type of an input whose values have names: the type that has these names.
    pub named_inputs: BTreeMap<(String, TypeId), TypeId>,
    pub files: Vec<SourceFile>,
    /// The edge that an exception takes when it leaves a call, in the order of the calls. It leads from the
    /// call's block to one that begins with an [`Op::LandingPad`].
    pub landings: Vec<(Pc, EdgeId)>,
    /// Accesses whose addresses are cast to a structure.
    pub casts: BTreeMap<Pc, CastTo>,
    /// Functions that use addresses as numbers for more than distances, as code does that asks how an object is
    /// aligned.
    pub numbering: BTreeSet<FuncId>,
    /// Functions without a body that stand for calls that symir cannot express.
    pub outlined: BTreeMap<FuncId, Outlined>,
    /// What code names by its address.
    pub registers: Vec<super::registers::Registers>,
    /// Functions to call before `main`, in order.
    pub constructors: Vec<FuncId>,
    /// Functions to call after `main`, in order.
    pub destructors: Vec<FuncId>,
    /// Answers to questions about the program, kept after they were first asked.
    pub learned: Learned,
}

/// The structure that an address is cast to for an access.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct CastTo {
    /// The index in [`Program::texts`] of its tag, or of the name that a typedef gives it.
    pub tag: u32,
    /// The offset of the access in the structure, in bytes.
    pub offset: u32,
}

/// A call that symir cannot express, as a function for the machine that symir runs on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlined {
    /// What symir cannot express, in words.
    pub what: String,
    /// A module in LLVM's assembly that defines the function.
    pub code: String,
}

/// Answers to questions about a program, which are kept. They follow from the rest of the program.
#[derive(Default)]
pub struct Learned {
    /// Whether each global is used by more than `main`; see [`Program::is_shared`].
    shared: OnceLock<Vec<bool>>,
    /// How `main` itself sets each global; see [`Program::set_by_main`].
    set: OnceLock<Vec<Option<Setting>>>,
    /// The globals that calls of a function use; see [`Program::globals_of_calls`].
    used: Mutex<BTreeMap<FuncId, Arc<[GlobalId]>>>,
    /// Where variables are read that may not have been set; see [`Program::reads_of_unset`].
    unset: OnceLock<Vec<(BlockId, GlobalId)>>,
}

/// How code sets a global.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Setting {
    /// It assigns to it, or to a part of it.
    Assigned,
    /// It makes all of it an input.
    Input,
}

/// Prints no answers, since they are no part of what a program is.
impl fmt::Debug for Learned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Learned")
    }
}

impl Program {
    /// The function with this name.
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        self.functions.iter().position(|function| function.name == name).map(FuncId::new)
    }

    /// Whether functions other than `main` use a global by its name.
    pub fn is_shared(&self, global: GlobalId) -> bool {
        let shared = self.learned.shared.get_or_init(|| {
            let is_other = |id: &FuncId| self.functions[id.index()].name != "main";
            let others: Vec<FuncId> = (0..self.functions.len()).map(FuncId::new).filter(is_other).collect();
            let mut shared = vec![false; self.globals.len()];
            reach::globals_used_by(self, &others).into_iter().for_each(|id| shared[id.index()] = true);
            shared
        });
        shared[global.index()]
    }

    /// How the code of `main` sets a global, if it does.
    pub fn set_by_main(&self, global: GlobalId) -> Option<Setting> {
        let set = self.learned.set.get_or_init(|| {
            let mut set = vec![None; self.globals.len()];
            if let Some(main) = self.function_named("main") {
                for (id, setting) in reach::globals_set_in(self, main) {
                    set[id.index()] = set[id.index()].max(Some(setting));
                }
            }
            set
        });
        set[global.index()]
    }

    /// The globals that a call of `function` may use by their names, itself or in functions that it may
    /// reach.
    pub fn globals_of_calls(&self, function: FuncId) -> Arc<[GlobalId]> {
        let mut known = self.learned.used.lock().unwrap_or_else(PoisonError::into_inner);
        let used = known.entry(function).or_insert_with(|| {
            reach::globals_used_by(self, &reach::reachable_functions(self, &[function])).into()
        });
        Arc::clone(used)
    }

    /// The blocks that read variables which begin as zeros, and which nothing has written on some way to the
    /// block; in order.
    pub fn reads_of_unset(&self) -> &[(BlockId, GlobalId)] {
        self.learned.unset.get_or_init(|| unset::reads_of_unset(self))
    }

    /// Whether a function comes to its end, on some way, without a `return` that gives its result.
    pub fn may_end_without_result(&self, function: FuncId) -> bool {
        resultless::may_end_without_result(self, function)
    }

    /// The functions of the source whose results come from a function of the C library of which C promises
    /// less than the exact number.
    pub fn promised_results(&self) -> BTreeMap<FuncId, promised::Promise> {
        promised::promised_results(self)
    }

    /// The functions of the source whose calls come to code that asks how an object is aligned.
    pub fn functions_that_ask_for_alignment(&self) -> BTreeSet<FuncId> {
        numbering::callers(self)
    }

    /// The instruction at `pc`.
    #[inline(always)]
    pub fn inst(&self, pc: Pc) -> &Inst {
        &self.code[pc.index()]
    }

    /// The edge that an exception takes when it leaves the call at `pc`; `None` if it leaves the function,
    /// too.
    pub fn landing_of(&self, pc: Pc) -> Option<EdgeId> {
        let found = self.landings.binary_search_by_key(&pc, |(call, _)| *call);
        found.ok().map(|at| self.landings[at].1)
    }

    /// The landing pad that a block begins with.
    pub fn landing_pad(&self, block: BlockId) -> Option<&Inst> {
        let block = &self.blocks[block.index()];
        self.code[block.first.index()..block.end.index()].iter().find(|inst| inst.op == Op::LandingPad)
    }

    /// The instructions of a function, block by block.
    pub fn code_of(&self, function: &Function) -> impl Iterator<Item = &Inst> {
        let blocks = &self.blocks[function.blocks.start as usize..function.blocks.end as usize];
        blocks.iter().flat_map(|block| &self.code[block.first.index()..block.end.index()])
    }

    /// The function that an instruction belongs to.
    pub fn function_of(&self, pc: Pc) -> FuncId {
        let at = self.blocks.partition_point(|block| block.first <= pc);
        self.blocks[at.saturating_sub(1)].function
    }

    /// The places of a function's instructions, block by block.
    pub fn positions<'a>(&'a self, function: &Function) -> impl Iterator<Item = Pc> + use<'a> {
        let blocks = &self.blocks[function.blocks.start as usize..function.blocks.end as usize];
        blocks.iter().flat_map(|block| (block.first.index()..block.end.index()).map(Pc::new))
    }

    /// The source location of the instruction at `pc`, unless it has none.
    pub fn loc(&self, pc: Pc) -> Option<Loc> {
        let loc = self.locs[pc.index()];
        (loc.line > 0).then_some(loc)
    }

    /// A C type.
    pub fn ctype(&self, ty: TypeId) -> &CType {
        &self.types[ty.index()]
    }

    /// The declaration of a function: from its definition in the source, or else from a driver that tests it.
    pub fn declaration(&self, function: FuncId) -> Option<&Signature> {
        self.functions[function.index()].signature.as_ref().or_else(|| self.prototypes.get(&function))
    }

    /// The size of a value of this type; `None` if it has none.
    pub fn size_of(&self, ty: TypeId) -> Option<Bytes> {
        match self.ctype(ty) {
            CType::Void | CType::Function => None,
            CType::Bool | CType::Char { .. } => Some(Bytes(1)),
            CType::Int { size, .. }
            | CType::Float { size }
            | CType::Struct { size, .. }
            | CType::Union { size, .. }
            | CType::Enum { size, .. }
            | CType::Unknown { size } => Some(*size).filter(|size| size.0 > 0),
            CType::Pointer(_) => Some(Bytes(8)),
            CType::Array { element, count } => Some(Bytes(self.size_of(*element)?.0 * (*count)?)),
        }
    }

    /// Whether the contents of a type are the C library's own, such as those of a mutex: glibc declares all
    /// such types as unions of `__size` and `__align`.
    pub fn is_opaque(&self, ty: TypeId) -> bool {
        let CType::Union { members, .. } = self.ctype(ty) else { return false };
        ["__size", "__align"].iter().all(|name| members.iter().any(|member| member.name == *name))
    }

    /// Whether the source declares a function with this type.
    pub fn is_of_type(&self, function: FuncId, ty: TypeId) -> bool {
        let (Some(declared), Some(wanted)) = (self.declaration(function), self.function_types.get(&ty))
        else {
            return false;
        };
        let pairs = || declared.params.iter().zip(&wanted.params);
        declared.params.len() == wanted.params.len()
            && self.is_same_type(declared.result, wanted.result, SAME_TYPE_DEPTH)
            && pairs().all(|(own, other)| self.is_same_type(*own, *other, SAME_TYPE_DEPTH))
    }

    /// Whether two types, which may come from different files, are the same.
    pub fn are_same(&self, one: TypeId, other: TypeId) -> bool {
        self.is_same_type(one, other, SAME_TYPE_DEPTH)
    }

    /// Whether two types, which may come from different files, are the same; at most `depth` pointers are
    /// followed.
    fn is_same_type(&self, one: TypeId, other: TypeId, depth: u32) -> bool {
        if one == other || depth == 0 {
            return true;
        }
        let same_name = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
        match (self.ctype(one), self.ctype(other)) {
            (CType::Pointer(a), CType::Pointer(b)) => self.is_same_type(*a, *b, depth - 1),
            (CType::Array { element: a, count: m }, CType::Array { element: b, count: n }) => {
                m == n && self.is_same_type(*a, *b, depth - 1)
            }
            (CType::Function, CType::Function) => {
                let params = |ty: &TypeId| self.function_types.get(ty).map(|ty| ty.params.len());
                params(&one) == params(&other)
            }
            (CType::Struct { name: a, .. }, CType::Struct { name: b, .. })
            | (CType::Union { name: a, .. }, CType::Union { name: b, .. })
            | (CType::Enum { name: a, .. }, CType::Enum { name: b, .. })
                if a.is_some() || b.is_some() =>
            {
                same_name(a, b)
            }
            (a, b) => a == b,
        }
    }

    /// The value of an operand as a signed number, if it is a constant integer.
    pub fn signed_constant(&self, operand: Operand) -> Option<i128> {
        let OperandKind::Constant(id) = operand.kind() else { return None };
        match self.constants[id.index()] {
            Const::Int { width, value } => {
                let shift = 128 - width.0.clamp(1, 128);
                Some(((value << shift) as i128) >> shift)
            }
            _ => None,
        }
    }

    /// The moves of an edge, to be done one after the other.
    #[inline(always)]
    pub fn moves_of(&self, edge: &Edge) -> &[Move] {
        &self.moves[edge.moves.start as usize..edge.moves.end as usize]
    }
}

/// A value that does not change while the program runs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    Int {
        width: Bits,
        value: u128,
    },
    /// A value that the program must not depend on, `undef` or `poison`.
    Undef {
        width: Bits,
    },
    /// The address of a global, plus a number of bytes.
    Global {
        global: GlobalId,
        offset: i64,
    },
    /// The address of a function.
    Function(FuncId),
    /// The address of a label.
    Label(BlockId),
}

/// A function. One without a body has `entry: None`.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// The edge into the first block: counts calls, carries no moves.
    pub entry: Option<EdgeId>,
    /// Its blocks; empty without a body.
    pub blocks: Range<u32>,
    /// Parameters are the registers from 0 on: one for each scalar.
    pub params: Vec<Param>,
    pub is_vararg: bool,
    /// If nothing has a body for it, its address is zero.
    pub is_weak: bool,
    /// How many scalars it returns.
    pub n_results: u32,
    /// Whether its instructions are those that the source asks for. Optimisation may move an instruction to a
    /// place where its result is not defined, as long as nothing uses the result there.
    pub is_unoptimised: bool,
    /// The mark and the hash of the type that stand before the code for `-fsanitize=function`.
    pub type_hash: Option<[u32; 2]>,
    /// The size of a frame, in registers.
    pub n_registers: u32,
    /// Its declaration in the source, if it was compiled with debug information.
    pub signature: Option<Signature>,
}

/// A scalar parameter.
#[derive(Clone, Debug)]
pub struct Param {
    pub width: Bits,
}

/// A function's declaration in the source.
#[derive(Clone, Debug)]
pub struct Signature {
    pub file: FileId,
    /// The line of its name.
    pub line: u32,
    pub result: TypeId,
    /// Types of the declared parameters, in order.
    pub params: Vec<TypeId>,
    /// Names of the parameters, as far as the debug information has them.
    pub param_names: Vec<Option<String>>,
}

impl Function {
    /// The name in the source; in C++, it is qualified and has no types of parameters.
    pub fn source_name(&self) -> Cow<'_, str> {
        source_name(&self.name)
    }

    /// Whether a source that says `name` may mean this function; in C++, namespaces may be left out.
    pub fn is_called(&self, name: &str) -> bool {
        let own = self.source_name();
        *own == *name || own.strip_suffix(name).is_some_and(|before| before.ends_with("::"))
    }
}

/// The name in the source of a function that has this name for the linker. In C++, names for the linker
/// contain the types of parameters (Itanium C++ ABI, section 5.1).
pub fn source_name(name: &str) -> Cow<'_, str> {
    let name = name.strip_prefix(STAND_IN).unwrap_or(name);
    if !name.starts_with("_Z") {
        return Cow::Borrowed(name);
    }
    let options = DemangleOptions::new().no_params().no_return_type();
    let demangled = Symbol::new(name).ok().and_then(|symbol| symbol.demangle_with_options(&options).ok());
    demangled.map_or(Cow::Borrowed(name), Cow::Owned)
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    pub function: FuncId,
    pub first: Pc,
    /// One past the last instruction, which is a terminator.
    pub end: Pc,
}

/// A way from block to block.
#[derive(Clone, Debug)]
pub struct Edge {
    /// `None` for the edge into a function.
    pub from: Option<BlockId>,
    pub to: BlockId,
    /// Range in [`Program::moves`].
    pub moves: Range<u32>,
}

/// The condition of an [`Op::Branch`] as it stands in the source.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Whether it is true if the condition of the branch is false: compilers exchange the sides instead of
    /// negating. `None` if that is not known.
    pub is_exchanged: Option<bool>,
    /// Its position, if that may be in another line than the branch: for an operand of `&&` or `||`, or the
    /// condition of a `do … while`.
    pub place: Loc,
}

/// One register copy. The frontend orders the moves of an edge so that doing them one after the other is
/// the same as doing all at once.
#[derive(Copy, Clone, Debug)]
pub struct Move {
    pub dst: RegId,
    pub src: Operand,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Global {
    pub name: String,
    pub size: Bytes,
    pub align: Bytes,
    pub is_constant: bool,
    pub is_thread_local: bool,
    /// If it is only declared, its address is zero.
    pub is_weak: bool,
    /// `None` for a variable that is only declared.
    pub init: Option<Initializer>,
    pub ty: Option<TypeId>,
    pub loc: Option<Loc>,
}

/// The first contents of a global.
#[derive(Clone, Debug, Default)]
pub struct Initializer {
    /// As many bytes as the global has; zero in the place of a relocation.
    pub bytes: Image,
    pub relocations: Vec<Relocation>,
}

/// Bytes of a global that hold an address, or the distance between two addresses.
#[derive(Clone, Debug)]
pub struct Relocation {
    pub offset: Bytes,
    pub target: ConstId,
    /// The address to subtract.
    pub minus: Option<ConstId>,
    /// Eight bytes, or the low four of a distance.
    pub size: Bytes,
}

/// A position in the source. Line 0 means that there is none.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Loc {
    pub line: u32,
    pub column: u16,
    file: u16,
}

impl Loc {
    /// A position.
    pub fn new(file: FileId, line: u32, column: u32) -> Self {
        let file = u16::try_from(file.index()).expect("invariant: fewer than 2^16 source files");
        Self { line, column: u16::try_from(column).unwrap_or(u16::MAX), file }
    }

    /// The file of the position.
    pub fn file(&self) -> FileId {
        FileId::new(usize::from(self.file))
    }
}

/// A source file, as the debug information names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    pub name: String,
    pub directory: String,
}

impl SourceFile {
    /// The path of the file, as the compiler has recorded it.
    pub fn path(&self) -> std::path::PathBuf {
        std::path::Path::new(&self.directory).join(&self.name)
    }
}
