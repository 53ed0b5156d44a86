//! Debug information: source positions, C types, names of variables.
//!
//! [`Declarations`] are read before models of the library are linked to the program: a model takes the place
//! of a function that the program declares, and with it the declaration's types. What concerns code, such as
//! positions and local variables, is read from the code when it is decoded.

mod layout;
mod scopes;
mod spelling;
mod types;

use super::llvm::{DebugNode, DebugRef, LLVMOpcode, LLVMValueKind, Location, Module, NodeKind, Scope, Value};
use crate::ir::{FileId, FunctionType, Loc, Program, Signature, SourceFile, TypeId};
use rustc_hash::FxHashMap;
pub use scopes::Scopes;
use types::TypeTable;

/// The functions and global variables that the source declares, by their names, and the program's tables that
/// are read along with them.
pub struct Declarations {
    signatures: FxHashMap<String, Signature>,
    /// The declarations of functions that the source does not define; see [`Reader::prototypes`].
    prototypes: FxHashMap<String, Signature>,
    globals: FxHashMap<String, (TypeId, Option<Loc>)>,
    types: TypeTable,
    files: Files,
}

/// The variable of `SYMIR_TEST` that holds the function under test.
const CALLEE: &str = "symir_callee";
/// How many names and qualifiers of a type are followed.
const MAX_NAMES: usize = 32;

/// The files of the source, numbered as they are met.
#[derive(Default)]
struct Files {
    files: Vec<SourceFile>,
    ids: FxHashMap<(String, String), FileId>,
}

impl Files {
    fn id(&mut self, name: String, directory: String) -> FileId {
        let files = &mut self.files;
        *self.ids.entry((name, directory)).or_insert_with_key(|(name, directory)| {
            files.push(SourceFile { name: name.clone(), directory: directory.clone() });
            FileId::new(files.len() - 1)
        })
    }
}

impl Declarations {
    /// Reads what a module declares.
    pub fn of(module: &Module<'_>) -> Self {
        let mut reader = Reader { types: TypeTable::default(), files: Files::default() };
        let mut globals = FxHashMap::default();
        for global in module.globals() {
            if let Some(variable) = global.source_variable() {
                let variable = variable.describe();
                let file = variable.file.map(|(name, directory)| reader.files.id(name, directory));
                let loc = file.map(|file| Loc::new(file, variable.line, 0));
                globals.insert(global.name(), (reader.types.id(variable.base), loc));
                reader.types.speller.global(global.name(), variable.base);
            }
        }
        let functions = module.functions();
        let names = parameters(&functions);
        let mut signatures = FxHashMap::default();
        for function in &functions {
            let signature = function.subprogram().and_then(|source| {
                reader.types.speller.function(function.name(), source);
                reader.signature(source, &names)
            });
            signatures.extend(signature.map(|signature| (function.name(), signature)));
        }
        let prototypes = reader.prototypes(&functions);
        // Code may cast to a type that no variable has.
        for ty in module.retained_types() {
            reader.types.id(Some(ty));
        }
        Self { signatures, prototypes, globals, types: reader.types, files: reader.files }
    }
}

/// The names of parameters, by the function of the source and the parameter's number, which starts at 1.
type ParamNames<'m> = FxHashMap<(DebugRef<'m>, u32), String>;

/// Collects the names of all parameters: from the code, and from the list that a function keeps of parameters
/// that it never uses.
fn parameters<'m>(functions: &[Value<'m>]) -> ParamNames<'m> {
    let mut names = ParamNames::default();
    let mut note = |variable: DebugNode<'m>| {
        if let (true, Some(scope), Some(name)) = (variable.argument > 0, variable.scope, variable.name) {
            names.insert((scope, variable.argument), name);
        }
    };
    for function in functions {
        let retained = function.subprogram().and_then(|source| source.describe().elements);
        let retained = retained.into_iter().flat_map(DebugRef::elements).flatten();
        retained
            .map(DebugRef::describe)
            .filter(|node| node.kind == NodeKind::LocalVariable)
            .for_each(&mut note);
        function.mentioned_variables().iter().for_each(|mention| note(mention.variable.describe()));
    }
    names
}

struct Reader {
    types: TypeTable,
    files: Files,
}

impl Reader {
    /// The declaration of a function of the source.
    fn signature<'m>(&mut self, source: DebugRef<'m>, names: &ParamNames<'m>) -> Option<Signature> {
        let node = source.describe();
        let (name, directory) = node.file?;
        let file = self.files.id(name, directory);
        let FunctionType { result, params } = self.types.function(&node.base?.describe());
        let param_names = (1..=params.len() as u32).map(|n| names.get(&(source, n)).cloned()).collect();
        Some(Signature { file, line: node.line, result, params, param_names })
    }

    /// The declarations of functions that the source tests but does not define. They are read from the type
    /// of the variable into which `SYMIR_TEST` puts the function's address.
    fn prototypes(&mut self, functions: &[Value<'_>]) -> FxHashMap<String, Signature> {
        let mut found = FxHashMap::default();
        for mention in functions.iter().flat_map(|function| function.mentioned_variables()) {
            let (Some(address), variable) = (mention.address, mention.variable.describe()) else { continue };
            if variable.name.as_deref() != Some(CALLEE) || !address.is_instruction() {
                continue;
            }
            let is_store = |user: &Value<'_>| {
                let is_store = user.is_instruction() && user.opcode() == LLVMOpcode::LLVMStore;
                is_store && user.operand(1) == address
            };
            for stored in address.users().into_iter().filter(is_store).map(|store| store.operand(0)) {
                if stored.kind() == LLVMValueKind::LLVMFunctionValueKind
                    && let Some(prototype) = self.prototype(stored.name(), variable.base)
                {
                    found.insert(stored.name(), prototype);
                }
            }
        }
        found
    }

    /// The declaration of the function type that `ty` leads to, through names, qualifiers and a pointer.
    fn prototype(&mut self, name: String, ty: Option<DebugRef<'_>>) -> Option<Signature> {
        let mut at = ty?;
        for _ in 0..MAX_NAMES {
            let node = at.describe();
            if node.kind == NodeKind::Subroutine {
                self.types.speller.prototype(name, at);
                let FunctionType { result, params } = self.types.function(&node);
                let param_names = vec![None; params.len()];
                let is_placed = !self.files.files.is_empty();
                return is_placed.then_some(Signature {
                    file: FileId::new(0),
                    line: 0,
                    result,
                    params,
                    param_names,
                });
            }
            at = node.base?;
        }
        None
    }
}

/// A variable of the source that lies on the stack.
#[derive(Clone, Debug)]
pub struct StackVariable {
    pub name: String,
    /// The line of its declaration, in the file of its function; zero if it is not known.
    pub line: u32,
    pub ty: TypeId,
}

/// The debug information of a module.
pub struct DebugInfo<'m> {
    declared: Declarations,
    scopes: FxHashMap<Scope<'m>, Option<FileId>>,
    /// The lines of files that were looked into.
    sources: FxHashMap<FileId, Vec<Vec<u8>>>,
}

impl<'m> DebugInfo<'m> {
    /// The debug information of a module with these declarations.
    pub fn new(declared: Declarations) -> Self {
        Self { declared, scopes: FxHashMap::default(), sources: FxHashMap::default() }
    }

    /// Moves the tables into the program.
    pub fn finish(&mut self, program: &mut Program) {
        std::mem::take(&mut self.declared.types).finish(program);
        program.files = std::mem::take(&mut self.declared.files.files);
    }

    /// The source position of an instruction; the innermost, if functions were inlined.
    pub fn location(&mut self, inst: Value<'m>) -> Loc {
        let Some(Location { line, column, scope }) = inst.location() else { return Loc::default() };
        let files = &mut self.declared.files;
        let of_scope = || scope.file().map(|(name, directory)| files.id(name, directory));
        let file = *self.scopes.entry(scope).or_insert_with(of_scope);
        file.map_or(Loc::default(), |file| Loc::new(file, line, column))
    }

    /// Whether numbers of a type have a sign.
    pub fn is_signed(&self, ty: TypeId) -> bool {
        self.declared.types.is_signed(ty)
    }

    /// Whether a type is a pointer to the structure with this tag.
    pub fn points_to(&self, ty: TypeId, tag: &str) -> bool {
        self.declared.types.points_to(ty, tag)
    }

    /// Whether one of these texts stands at a position of the source. If the source cannot be read, none
    /// does.
    pub fn says(&mut self, loc: Loc, texts: &[&str]) -> bool {
        if loc.line == 0 || loc.column == 0 {
            return false;
        }
        let path = self.declared.files.files[loc.file().index()].path();
        let lines = self.sources.entry(loc.file()).or_insert_with(|| lines_of(&path));
        let line = lines.get(loc.line as usize - 1);
        let rest = line.and_then(|line| line.get(usize::from(loc.column) - 1..));
        rest.is_some_and(|rest| texts.iter().any(|text| rest.starts_with(text.as_bytes())))
    }

    /// The declaration of the function `name`.
    pub fn signature(&self, name: &str) -> Option<Signature> {
        self.declared.signatures.get(name).cloned()
    }

    /// The variables of the source that lie on the stack of a function, by their addresses in its code.
    pub fn stack_variables(&mut self, function: Value<'m>) -> FxHashMap<Value<'m>, StackVariable> {
        let mut found = FxHashMap::default();
        for mention in function.mentioned_variables() {
            let variable = mention.variable.describe();
            if let (Some(address), Some(name)) = (mention.address, variable.name) {
                let ty = self.declared.types.id(variable.base);
                found.insert(address, StackVariable { name, line: variable.line, ty });
            }
        }
        found
    }

    /// The declaration of the function `name`, which the source tests but does not define.
    pub fn prototype(&self, name: &str) -> Option<Signature> {
        self.declared.prototypes.get(name).cloned()
    }

    /// Type and position of the global `name`.
    pub fn global(&self, name: &str) -> (Option<TypeId>, Option<Loc>) {
        match self.declared.globals.get(name) {
            Some((ty, loc)) => (Some(*ty), *loc),
            None => (None, None),
        }
    }
}

/// Sources of more bytes are not read.
const MAX_SOURCE: u64 = 64 << 20;

/// The lines of a file. A path that is no file, is too large or cannot be read counts as an empty file.
fn lines_of(path: &std::path::Path) -> Vec<Vec<u8>> {
    let is_file = std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() <= MAX_SOURCE);
    let text = if is_file { std::fs::read(path).unwrap_or_default() } else { Vec::new() };
    text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}
