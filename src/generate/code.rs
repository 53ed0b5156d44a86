//! A checksum of the code of a function. symir does not run a function again as long as its checksum is the
//! same.
//!
//! The checksum of a function covers its instructions, their lines and columns (counted from its first line,
//! so that a function may move within its file), the variables and strings that it uses, and the declarations
//! of the file. `whole` adds the checksums of all that the function calls.

use crate::exec;
use crate::frontend::{self, Survey};
use crate::ir::{
    BlockId, Const, ConstId, FuncId, FunctionListing, GlobalId, Initializer, Operand, OperandKind, Pc,
    Program,
};
use regex::Regex;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The functions and variables of a file.
#[derive(Clone, Default, Debug)]
pub struct Code {
    /// By the name that the linker knows.
    pieces: BTreeMap<String, Piece>,
    /// A checksum of the types that the file declares.
    types: String,
    /// Functions and variables that other files may use.
    visible: BTreeSet<String>,
    /// The file, and those headers that any of its code comes from.
    pub files: BTreeSet<PathBuf>,
}

/// A function or a variable with a definition.
#[derive(Clone, Default, Debug)]
struct Piece {
    sum: String,
    /// The functions and variables that it names.
    uses: BTreeSet<String>,
    place: Option<Place>,
}

/// Where a function begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub file: PathBuf,
    pub line: u32,
    /// The last line with code.
    pub last: u32,
}

impl Code {
    /// The code of a file that was read.
    pub fn of(survey: &Survey) -> Self {
        let program = &survey.program;
        let files = program.files.iter().map(crate::ir::SourceFile::path).collect();
        let mut pieces = BTreeMap::new();
        let mut on_edges: Vec<Vec<ConstId>> = vec![Vec::new(); program.functions.len()];
        for edge in &program.edges {
            let function = program.blocks[edge.to.index()].function;
            on_edges[function.index()]
                .extend(program.moves_of(edge).iter().filter_map(|step| constant_of(step.src)));
        }
        for id in (0..program.functions.len()).map(FuncId::new) {
            let function = &program.functions[id.index()];
            if function.entry.is_some() {
                pieces.insert(function.name.clone(), function_piece(program, id, &on_edges[id.index()]));
            }
        }
        let mut visible = survey.visible.clone();
        for id in (0..program.globals.len()).map(GlobalId::new) {
            let global = &program.globals[id.index()];
            if let Some(init) = &global.init {
                pieces.insert(global.name.clone(), global_piece(program, id, init));
                if !is_string(&global.name) && !global.name.contains('.') {
                    visible.insert(global.name.clone());
                }
            }
        }
        let mut types = String::new();
        let entities = program.spelling.entities.iter().filter(|entity| !entity.is_of_the_system());
        let known: BTreeSet<(&str, &str)> =
            entities.map(|entity| (entity.name.as_str(), entity.text.as_str())).collect();
        for (name, text) in known {
            let _ = writeln!(types, "{name}: {text}");
        }
        Self { pieces, types: sum(&types), visible, files }
    }

    /// Whether other files find a function or a variable of this name here.
    pub fn defines(&self, name: &str) -> bool {
        self.visible.contains(name)
    }

    /// The functions and variables that it defines for others.
    pub fn defined(&self) -> impl Iterator<Item = &str> {
        self.visible.iter().map(String::as_str)
    }

    /// Whether it defines a function or a variable of this name, for others or for itself.
    pub fn has(&self, name: &str) -> bool {
        self.pieces.contains_key(name)
    }

    /// Its functions, each with its place and the names that it uses.
    pub fn functions(&self) -> impl Iterator<Item = (&str, &Place, &BTreeSet<String>)> {
        let functions = self.pieces.iter();
        functions.filter_map(|(name, piece)| Some((name.as_str(), piece.place.as_ref()?, &piece.uses)))
    }

    /// All functions and variables that the file defines or names.
    pub fn names(&self) -> BTreeSet<&str> {
        self.pieces
            .iter()
            .flat_map(|(name, piece)| std::iter::once(name).chain(&piece.uses))
            .map(String::as_str)
            .collect()
    }

    /// The names that the file uses and that neither the file nor symir's C library defines.
    pub fn undefined(&self) -> impl Iterator<Item = &str> {
        let used: BTreeSet<&String> = self.pieces.values().flat_map(|piece| &piece.uses).collect();
        used.into_iter()
            .filter(|name| !self.pieces.contains_key(*name) && is_foreign(name))
            .map(String::as_str)
    }
}

/// Whether somebody has to define a name that has no definition: neither LLVM nor symir defines it.
pub fn is_foreign(name: &str) -> bool {
    !name.starts_with("llvm.") && !frontend::is_modelled(name) && !exec::is_known(name)
}

/// The code of a function with all that it calls, in several files.
#[derive(Clone, Default, Debug)]
pub struct Whole {
    /// A checksum of all of this code.
    pub sum: String,
    /// Where the functions begin, by name.
    pub places: BTreeMap<String, Place>,
    /// The names that are defined nowhere.
    pub undefined: BTreeSet<String>,
    /// The names that the C library defines.
    pub library: BTreeSet<String>,
}

/// The code of these functions with all that they use. Each name is looked for first in the file that uses
/// it.
pub fn whole(own: &Code, others: &[&Code], functions: &[&str]) -> Whole {
    let mut whole = Whole::default();
    let mut parts = BTreeSet::new();
    walk(own, others, functions, |name, found| {
        match found {
            Some((home, piece)) => {
                parts.insert(format!("{name} {} {}", piece.sum, home.types));
                if let Some(place) = &piece.place {
                    whole.places.entry(name.to_owned()).or_insert_with(|| place.clone());
                }
            }
            None if is_foreign(name) => {
                parts.insert(format!("{name} is undefined"));
                whole.undefined.insert(name.to_owned());
            }
            None => {
                whole.library.insert(name.to_owned());
            }
        }
        true
    });
    whole.sum = sum(&parts.into_iter().collect::<Vec<_>>().join("\n"));
    whole
}

/// The functions and variables that the code of a function reaches, itself or by what it calls. The code that
/// one of these mocks stands for does not run.
pub fn reached(own: &Code, others: &[&Code], function: &str, mocks: &BTreeSet<String>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    walk(own, others, &[function], |name, _| {
        reached.insert(name.to_owned());
        !mocks.contains(name)
    });
    reached
}

/// Visits these functions and all that they use, each name with the code and the piece that define it. What a
/// piece uses is left out if its visit returns false.
fn walk<'a>(
    own: &'a Code,
    others: &[&'a Code],
    functions: &[&str],
    mut visit: impl FnMut(&str, Option<(&'a Code, &'a Piece)>) -> bool,
) {
    let mut seen = BTreeSet::new();
    let mut pending: Vec<(&Code, String)> = functions.iter().map(|name| (own, (*name).to_owned())).collect();
    while let Some((code, name)) = pending.pop() {
        if !seen.insert((std::ptr::from_ref(code), name.clone())) {
            continue;
        }
        let at_home = code.pieces.get(&name).map(|piece| (code, piece));
        // Another file may call a function of the tested function's own file.
        let abroad = || {
            std::iter::once(&own)
                .chain(others)
                .filter(|other| other.defines(&name))
                .find_map(|other| other.pieces.get(&name).map(|piece| (*other, piece)))
        };
        let found = at_home.or_else(abroad);
        let goes_on = visit(&name, found);
        if let Some((home, piece)) = found.filter(|_| goes_on) {
            pending.extend(piece.uses.iter().map(|used| (home, used.clone())));
        }
    }
}

/// The checksum of a text, in hexadecimal digits.
pub fn sum(text: &str) -> String {
    let mut digits = String::new();
    for byte in &Sha256::digest(text.as_bytes())[..16] {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

fn function_piece(program: &Program, id: FuncId, on_edges: &[ConstId]) -> Piece {
    let function = &program.functions[id.index()];
    let mut text = with_strings(program, &FunctionListing(program, id).to_string());
    let mut uses = BTreeSet::new();
    let first = function.signature.as_ref().map_or(0, |signature| signature.line);
    let mut last = first;
    on_edges.iter().for_each(|constant| note(program, *constant, &mut uses));
    for block in function.blocks.clone().map(BlockId::from_raw) {
        if let Some(written) = program.written.get(&block) {
            let _ = write!(text, "{:?} ", written.is_exchanged);
        }
        let block = &program.blocks[block.index()];
        for pc in (block.first.index()..block.end.index()).map(Pc::new) {
            program.inst(pc).for_each_operand(program, |operand| {
                if let Some(constant) = constant_of(operand) {
                    note(program, constant, &mut uses);
                }
            });
            if let Some(loc) = program.loc(pc) {
                let is_own = function.signature.as_ref().is_some_and(|own| own.file == loc.file());
                last = if is_own { last.max(loc.line) } else { last };
                let _ = write!(text, "{}:{} ", i64::from(loc.line) - i64::from(first), loc.column);
            }
        }
    }
    if let Some(words) = program.spelling.functions.get(&function.name) {
        let _ = write!(text, "{} (", words.result.text);
        words.parameters.iter().for_each(|parameter| text += &parameter.text);
    }
    let place = function.signature.as_ref().map(|signature| {
        text += &format!("{:?}", signature.param_names);
        Place { file: program.files[signature.file.index()].path(), line: signature.line, last }
    });
    Piece { sum: sum(&text), uses, place }
}

fn global_piece(program: &Program, id: GlobalId, init: &Initializer) -> Piece {
    let global = &program.globals[id.index()];
    let mut uses = BTreeSet::new();
    let mut text = format!("{} {} {:?}", global.size, global.is_constant, init.bytes);
    for relocation in &init.relocations {
        let _ = write!(text, "{} ", relocation.offset);
        for constant in std::iter::once(relocation.target).chain(relocation.minus) {
            note(program, constant, &mut uses);
            match &program.constants[constant.index()] {
                Const::Function(function) => text += &program.functions[function.index()].name,
                Const::Global { global, offset } => {
                    let name = format!("@{}", program.globals[global.index()].name);
                    let _ = write!(text, "{}{offset:+}", with_strings(program, &name));
                }
                _ => {}
            }
        }
    }
    if let Some(words) = program.spelling.globals.get(&global.name) {
        text += &words.text;
    }
    Piece { sum: sum(&text), uses, place: None }
}

/// Notes the function or variable that a constant is the address of. Strings have no names of their own.
fn note(program: &Program, constant: ConstId, uses: &mut BTreeSet<String>) {
    match &program.constants[constant.index()] {
        Const::Function(function) => {
            uses.insert(program.functions[function.index()].name.clone());
        }
        Const::Global { global, .. } => {
            let name = &program.globals[global.index()].name;
            if !is_string(name) {
                uses.insert(name.clone());
            }
        }
        _ => {}
    }
}

fn is_string(name: &str) -> bool {
    name == ".str" || name.starts_with(".str.")
}

/// A listing with the texts of strings in the place of their numbers, because the numbers count all strings
/// of the file.
fn with_strings(program: &Program, listing: &str) -> String {
    static STRING: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"@(\.str(\.\d+)?)").expect("invariant: the pattern is regular"));
    let string = |found: &regex::Captures<'_>| {
        let global = program.globals.iter().find(|global| global.name == found[1]);
        let init = global.and_then(|global| global.init.as_ref());
        let bytes = init.and_then(|init| init.bytes.get(0..init.bytes.len())).unwrap_or_default();
        format!("\"{}\"", bytes.escape_ascii())
    };
    STRING.replace_all(listing, string).into_owned()
}

fn constant_of(operand: Operand) -> Option<ConstId> {
    match operand.kind() {
        _ if operand == Operand::UNUSED => None,
        OperandKind::Constant(constant) => Some(constant),
        OperandKind::Register(_) => None,
    }
}
