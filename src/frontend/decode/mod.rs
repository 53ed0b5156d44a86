//! Decodes LLVM's module into a [`Program`].
//!
//! Every value becomes a list of scalar operands, see [`layout`]. Instructions that only rename (bit casts
//! of the same shape, `extractvalue`, …) leave no code: the operands are passed on. Functions are decoded
//! block by block in reverse post-order, so that what a block uses has been decoded before it; blocks that
//! cannot be reached are dropped.
//!
//! Decoding never fails: a construct that cannot be expressed gives an [`Unsupported`]. This becomes an
//! instruction of the program or, in a global, a warning.

mod aggregates;
mod arithmetic;
mod assembly;
mod atomics;
mod block_order;
mod body;
mod calls;
mod casts;
mod constants;
mod control;
mod edges;
mod exceptions;
mod globals;
mod indices;
mod intrinsics;
mod layout;
mod masked;
mod memory;
mod outlined;
mod scopes;
mod wide;
mod wide_constants;
mod x86;

pub use block_order::reverse_post_order;

use super::addresses::numbers_addresses;
use super::debug_info::{DebugInfo, Declarations};
use super::llvm::{BasicBlock, DataLayout, Module, Value};
use crate::ir::{Block, BlockId, Const, ConstId, FuncId, Function, GlobalId, Operand, Param, Pc, Program};
use crate::util::Bits;
use layout::Layouts;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The scalars of a value, in the order of its layout.
type Operands = SmallVec<[Operand; 2]>;

/// Why something could not be decoded, in words for the report of a path that came there.
#[derive(Clone, Debug)]
struct Unsupported(String);

impl Unsupported {
    fn new<T>(text: impl Into<String>) -> Result<T, Unsupported> {
        Err(Unsupported(text.into()))
    }
}

/// Decodes a module. The texts beside the program tell what was approximated. With `outlines`, calls that
/// cannot be expressed become calls of functions without a body, see [`Outlined`](crate::ir::Outlined).
pub fn decode(module: &Module<'_>, declarations: Declarations, outlines: bool) -> (Program, Vec<String>) {
    let mut decoder = Decoder::new(module, declarations);
    decoder.outlines = outlines;
    let functions = module.functions().into_iter();
    let functions: Vec<_> = functions.filter(|function| !function.is_intrinsic()).collect();
    decoder.declare_globals();
    decoder.declare_functions(&functions);
    for function in &functions {
        decoder.define_function(*function);
    }
    decoder.define_globals();
    decoder.finish()
}

/// The program that is being made, and the ids that LLVM's values got in it.
struct Decoder<'m> {
    module: &'m Module<'m>,
    data_layout: DataLayout<'m>,
    layouts: Layouts<'m>,
    debug: DebugInfo<'m>,
    program: Program,
    constants: FxHashMap<Const, ConstId>,
    texts: FxHashMap<String, u32>,
    functions: FxHashMap<Value<'m>, FuncId>,
    /// Functions without a body that only calls mention: intrinsics that the executor models.
    intrinsics: FxHashMap<String, FuncId>,
    globals: FxHashMap<Value<'m>, GlobalId>,
    blocks: FxHashMap<BasicBlock<'m>, BlockId>,
    /// The selectors of types that are caught.
    type_numbers: FxHashMap<Value<'m>, i32>,
    /// How many filters, which are lists of types, there are so far.
    n_filters: i32,
    warnings: Vec<String>,
    /// Whether calls that cannot be expressed are done by the machine that we run on.
    outlines: bool,
}

impl<'m> Decoder<'m> {
    fn new(module: &'m Module<'m>, declarations: Declarations) -> Self {
        let data_layout = module.data_layout();
        Self {
            module,
            data_layout,
            layouts: Layouts::new(data_layout),
            debug: DebugInfo::new(declarations),
            program: Program::default(),
            constants: FxHashMap::default(),
            texts: FxHashMap::default(),
            functions: FxHashMap::default(),
            intrinsics: FxHashMap::default(),
            globals: FxHashMap::default(),
            blocks: FxHashMap::default(),
            type_numbers: FxHashMap::default(),
            n_filters: 0,
            warnings: Vec::new(),
            outlines: false,
        }
    }

    fn finish(mut self) -> (Program, Vec<String>) {
        self.debug.finish(&mut self.program);
        (self.program, self.warnings)
    }

    /// The operand for a constant of the program.
    fn constant(&mut self, constant: Const) -> Operand {
        Operand::constant(self.constant_id(constant))
    }

    fn constant_id(&mut self, constant: Const) -> ConstId {
        let table = &mut self.program.constants;
        *self.constants.entry(constant).or_insert_with_key(|constant| {
            table.push(constant.clone());
            ConstId::new(table.len() - 1)
        })
    }

    fn int(&mut self, width: Bits, value: u128) -> Operand {
        self.constant(Const::Int { width, value: value & width.mask() })
    }

    /// The index of a text of the program.
    fn text(&mut self, text: &str) -> u32 {
        if let Some(index) = self.texts.get(text) {
            return *index;
        }
        let index = u32::try_from(self.program.texts.len()).expect("invariant: fewer than 2^32 texts");
        self.program.texts.push(text.to_owned());
        self.texts.insert(text.to_owned(), index);
        index
    }

    /// Gives every function its id, its parameters and its blocks.
    fn declare_functions(&mut self, functions: &[Value<'m>]) {
        for function in functions {
            let id = FuncId::new(self.program.functions.len());
            self.functions.insert(*function, id);
            let declared = self.declaration(*function);
            if declared.signature.is_none()
                && let Some(prototype) = self.debug.prototype(&function.name())
            {
                self.program.prototypes.insert(id, prototype);
            }
            self.program.functions.push(declared);
            if !function.is_declaration() {
                self.declare_blocks(*function, id);
            }
        }
    }

    fn declaration(&mut self, function: Value<'m>) -> Function {
        let ty = function.value_type();
        let mut params = Vec::new();
        for param in function.params() {
            // A parameter of an unsupported type takes no register; its uses say what is wrong.
            if let Ok(layout) = self.layouts.of(param.ty()) {
                params.extend(layout.scalars.iter().map(|scalar| Param { width: scalar.width }));
            }
        }
        let n_results = self.layouts.of(ty.result()).map_or(0, |layout| layout.scalars.len() as u32);
        Function {
            name: function.name().trim_start_matches('\u{1}').to_owned(),
            entry: None,
            blocks: 0..0,
            n_registers: params.len() as u32,
            params,
            is_vararg: ty.is_vararg(),
            is_weak: function.is_weak_reference(),
            n_results,
            is_unoptimised: function.is_unoptimised(),
            type_hash: function.type_hash(),
            signature: self.debug.signature(&function.name()),
        }
    }

    fn declare_blocks(&mut self, function: Value<'m>, id: FuncId) {
        let first = self.program.blocks.len() as u32;
        for block in reverse_post_order(function) {
            self.blocks.insert(block, BlockId::new(self.program.blocks.len()));
            let pc = Pc::from_raw(0);
            self.program.blocks.push(Block { function: id, first: pc, end: pc });
        }
        self.program.functions[id.index()].blocks = first..self.program.blocks.len() as u32;
    }

    fn define_function(&mut self, function: Value<'m>) {
        let id = self.functions[&function];
        if !function.is_declaration() {
            if numbers_addresses(function) {
                self.program.numbering.insert(id);
            }
            let variables = self.debug.stack_variables(function);
            let lives = match function.is_unoptimised() {
                true => scopes::lives(function),
                false => scopes::Lives::default(),
            };
            body::Body::new(self, id, function, variables, lives).decode();
        }
    }

    /// A function without a body that LLVM's module does not have.
    fn external(&mut self, name: &str, params: Vec<Param>, n_results: u32) -> FuncId {
        if let Some(id) = self.intrinsics.get(name) {
            return *id;
        }
        let id = FuncId::new(self.program.functions.len());
        self.program.functions.push(Function {
            name: name.to_owned(),
            entry: None,
            blocks: 0..0,
            n_registers: params.len() as u32,
            params,
            is_vararg: false,
            is_weak: false,
            n_results,
            is_unoptimised: false,
            type_hash: None,
            signature: None,
        });
        self.intrinsics.insert(name.to_owned(), id);
        id
    }
}
