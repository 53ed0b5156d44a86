//! Debug information: source positions, C types, names of variables.
//!
//! LLVM's C interface tells little of it, and tells that differently from version to version. Its assembly
//! text tells everything by name. So the module is printed once and its metadata is read from the text;
//! only the position of an instruction, of which there are many, comes through the interface.
//!
//! Text and module are matched by order: the k-th function of the text is the k-th function of the module,
//! and so are globals and, within a function, stack variables. The text is that of the program before models of
//! the library were linked to it, which have no debug information and change the order: after that, functions and
//! globals are known by their names.

mod scopes;
mod text;
mod types;

use super::llvm::{Module, Scope, Value};
use crate::ir::{FileId, Loc, Program, Signature, SourceFile, TypeId};
use rustc_hash::FxHashMap;
pub use scopes::Scopes;
use text::{FunctionText, Metadata, Node};
use types::TypeTable;

/// The number of a metadata node.
type NodeId = u32;

/// A module in words: its text, and where in it each name is.
pub struct Description {
    text: String,
    functions: FxHashMap<String, usize>,
    globals: FxHashMap<String, usize>,
}

impl Description {
    /// Describes the module as it is now.
    pub fn of(module: &Module<'_>) -> Self {
        let positions = |values: Vec<Value<'_>>| {
            let names = values.into_iter().map(|value| value.name()).enumerate();
            names.filter(|(_, name)| !name.is_empty()).map(|(position, name)| (name, position)).collect()
        };
        Self {
            text: module.to_text(),
            functions: positions(module.functions()),
            globals: positions(module.globals()),
        }
    }
}

/// A variable of the source that lies on the stack.
#[derive(Clone, Debug)]
pub struct StackVariable {
    pub name: String,
    /// Of its declaration, in the file of its function; zero if it is not known.
    pub line: u32,
    pub ty: TypeId,
}

/// The debug information of a module, and the tables of the program that come from it.
pub struct DebugInfo<'m> {
    metadata: Metadata,
    types: TypeTable,
    /// Names of parameters by subprogram and number from 1.
    params: FxHashMap<(NodeId, usize), String>,
    files: Vec<SourceFile>,
    file_ids: FxHashMap<(String, String), FileId>,
    scopes: FxHashMap<Scope<'m>, Option<FileId>>,
    /// The lines of files that were looked into.
    sources: FxHashMap<FileId, Vec<Vec<u8>>>,
    /// The position in the metadata of each function and global.
    functions: FxHashMap<String, usize>,
    globals: FxHashMap<String, usize>,
}

impl<'m> DebugInfo<'m> {
    /// Reads the debug information of a module from its description.
    pub fn read(description: Description) -> Self {
        let metadata = Metadata::read(&description.text);
        let mut params = FxHashMap::default();
        for variable in metadata.nodes_of_kind("DILocalVariable") {
            let (scope, number) = (variable.reference("scope"), variable.number("arg"));
            if let (Some(scope), Some(number), Some(name)) = (scope, number, variable.text("name")) {
                params.insert((scope, number as usize), name);
            }
        }
        Self {
            metadata,
            types: TypeTable::default(),
            params,
            files: Vec::new(),
            file_ids: FxHashMap::default(),
            scopes: FxHashMap::default(),
            sources: FxHashMap::default(),
            functions: description.functions,
            globals: description.globals,
        }
    }

    /// Moves the tables into the program.
    pub fn finish(&mut self, program: &mut Program) {
        program.types = std::mem::take(&mut self.types).into_types();
        program.files = std::mem::take(&mut self.files);
    }

    /// The source position of an instruction; the innermost, if functions were inlined.
    pub fn location(&mut self, inst: Value<'m>) -> Loc {
        let Some((line, column, scope)) = inst.location() else { return Loc::default() };
        let file = match self.scopes.get(&scope) {
            Some(known) => *known,
            None => {
                let file = scope.file().map(|(name, directory)| self.file(name, directory));
                self.scopes.insert(scope, file);
                file
            }
        };
        file.map_or(Loc::default(), |file| Loc::new(file, line, column))
    }

    /// Whether numbers of a type have a sign.
    pub fn is_signed(&self, ty: TypeId) -> bool {
        self.types.is_signed(ty)
    }

    /// Whether the source has one of these texts at a position. What cannot be read has none.
    pub fn says(&mut self, loc: Loc, texts: &[&str]) -> bool {
        if loc.line == 0 || loc.column == 0 {
            return false;
        }
        let path = self.files[loc.file().index()].path();
        let lines = self.sources.entry(loc.file()).or_insert_with(|| lines_of(&path));
        let line = lines.get(loc.line as usize - 1);
        let rest = line.and_then(|line| line.get(usize::from(loc.column) - 1..));
        rest.is_some_and(|rest| texts.iter().any(|text| rest.starts_with(text.as_bytes())))
    }

    fn function(&self, name: &str) -> Option<&FunctionText> {
        self.metadata.functions.get(*self.functions.get(name)?)
    }

    /// The declaration of the function `name`.
    pub fn signature(&mut self, name: &str) -> Option<Signature> {
        let subprogram = self.function(name)?.subprogram?;
        let node = self.metadata.node(subprogram)?;
        let file = self.file_of(&node)?;
        let line = node.number("line").unwrap_or(0) as u32;
        let subroutine = self.metadata.node(node.reference("type")?)?;
        let listed = subroutine.reference("types").map(|list| self.metadata.tuple(list)).unwrap_or_default();
        let mut ids = listed.into_iter().map(|ty| self.types.id(&self.metadata, ty)).collect::<Vec<_>>();
        let result = if ids.is_empty() { self.types.id(&self.metadata, None) } else { ids.remove(0) };
        // A list that ends in nothing has variable arguments.
        let is_vararg = self.types.is_void(ids.last().copied());
        if is_vararg {
            ids.pop();
        }
        let param_names = (1..=ids.len()).map(|n| self.params.get(&(subprogram, n)).cloned()).collect();
        Some(Signature { file, line, result, params: ids, param_names })
    }

    /// The stack variables of the function `name`, in order.
    pub fn stack_variables(&mut self, name: &str) -> Vec<Option<StackVariable>> {
        let position = self.functions.get(name).copied();
        let Some(function) = position.and_then(|position| self.metadata.functions.get(position)) else {
            return Vec::new();
        };
        let types = &mut self.types;
        let variable = |variable: &Option<NodeId>| {
            let node = self.metadata.node((*variable)?)?;
            let ty = types.id(&self.metadata, node.reference("type"));
            Some(StackVariable {
                name: node.text("name")?,
                line: node.number("line").unwrap_or(0) as u32,
                ty,
            })
        };
        function.variables.iter().map(variable).collect()
    }

    /// Type and position of the global `name`.
    pub fn global(&mut self, name: &str) -> (Option<TypeId>, Option<Loc>) {
        let node = self.globals.get(name).and_then(|position| self.metadata.globals.get(*position));
        let Some(Some(node)) = node.copied() else { return (None, None) };
        let expression = self.metadata.node(node);
        let variable = expression.and_then(|node| node.reference("var"));
        let Some(variable) = variable.and_then(|variable| self.metadata.node(variable)) else {
            return (None, None);
        };
        let line = variable.number("line").unwrap_or(0) as u32;
        let loc = self.file_of(&variable).map(|file| Loc::new(file, line, 0));
        let ty = variable.reference("type");
        (ty.map(|ty| self.types.id(&self.metadata, Some(ty))), loc)
    }

    fn file_of(&mut self, node: &Node) -> Option<FileId> {
        let file = self.metadata.node(node.reference("file")?)?;
        Some(self.file(file.text("filename")?, file.text("directory").unwrap_or_default()))
    }

    fn file(&mut self, name: String, directory: String) -> FileId {
        let files = &mut self.files;
        *self.file_ids.entry((name, directory)).or_insert_with_key(|(name, directory)| {
            files.push(SourceFile { name: name.clone(), directory: directory.clone() });
            FileId::new(files.len() - 1)
        })
    }
}

/// More of a source is not read.
const MAX_SOURCE: u64 = 64 << 20;

/// The lines of a file; none of what is no file or cannot be read.
fn lines_of(path: &std::path::Path) -> Vec<Vec<u8>> {
    let is_file = std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() <= MAX_SOURCE);
    let text = if is_file { std::fs::read(path).unwrap_or_default() } else { Vec::new() };
    text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}
