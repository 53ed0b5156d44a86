//! `program.json`: what tests were made for, and how to build it: sources, flags, and the declarations of its
//! functions. It is written when a run begins, so that the tests of a run that was killed can be exported
//! too.

use super::Error;
use super::files::replace;
use crate::ir::{self, CType, Entity, Promise, Spelled, SpelledFunction, TypeId};
use crate::testcase::Property;
use crate::util::checksum::{self, Changed, Sum};
use crate::util::paths;
use crate::util::{Bytes, bounded};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The name of the file.
pub const FILE: &str = "program.json";

/// The facts about a program under test.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Facts {
    /// The folder that relative paths in the program's debug information begin at.
    #[serde(default, with = "paths::one")]
    pub folder: PathBuf,
    /// The files that were given, by absolute paths.
    #[serde(with = "paths::many")]
    pub sources: Vec<PathBuf>,
    /// The flags for the compiler, in the order of the command line.
    pub flags: Vec<String>,
    /// The arguments of the program, without its name.
    pub arguments: Vec<String>,
    /// Why the program cannot run natively with the inputs of a test, such as symbolic files.
    pub obstacle: Option<String>,
    /// The functions that the source declares and defines.
    pub functions: BTreeMap<String, Prototype>,
    /// The variables outside of functions.
    pub globals: BTreeMap<String, Variable>,
    /// Types, by the numbers that tests and other types have for them.
    pub types: Vec<Type>,
    /// What the source calls the types.
    pub entities: Vec<Entity>,
    /// Functions of the source that have the name of a function of the C library.
    pub library: BTreeSet<String>,
    /// The types that the source calls `char`: their values are characters.
    #[serde(default)]
    pub characters: BTreeSet<u32>,
    /// The values of macros and enumerators that stand for numbers of other types.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub constants: BTreeMap<String, i64>,
    /// What C promises about the results of functions, if a function of the C library decides these results.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub promises: BTreeMap<String, Promise>,
    /// Functions that ask how objects are aligned, and those that call them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub asks_for_alignment: BTreeSet<String>,
    /// The mocks, and whether each has taken the place of a function with a body.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub mocks: BTreeMap<String, bool>,
    /// What tests have to cover, if the user has said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property: Option<Property>,
    /// The members of structures that are pointers to something constant, after they were first asked for.
    #[serde(skip)]
    pub constant_members: ConstantMembers,
}

/// Data that follows from the entities of a program, so that it makes no difference between two programs.
#[derive(Clone, Default, Debug)]
pub struct ConstantMembers(OnceLock<BTreeMap<String, BTreeSet<String>>>);

impl PartialEq for ConstantMembers {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ConstantMembers {}

/// The declaration of a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Prototype {
    pub result: u32,
    pub parameters: Vec<Parameter>,
    pub is_variadic: bool,
    /// The declaration in C; `None` if C has no words for it.
    pub spelled: Option<SpelledFunction>,
    /// The file with the definition.
    #[serde(with = "paths::one")]
    pub file: PathBuf,
}

/// A parameter with its name, if it is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    pub name: Option<String>,
    #[serde(rename = "type")]
    pub ty: u32,
}

/// The declaration of a variable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Variable {
    pub spelled: Spelled,
    #[serde(with = "paths::one")]
    pub file: PathBuf,
    pub is_constant: bool,
    /// Whether each thread has its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_thread_local: bool,
}

/// A C type without qualifiers and typedefs. It refers to other types by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Type {
    Void,
    Bool,
    Char {
        signed: bool,
    },
    Integer {
        size: u64,
        signed: bool,
        name: String,
    },
    Float {
        size: u64,
    },
    Pointer(u32),
    Array(u32, Option<u64>),
    Record(Record),
    Enumeration {
        size: u64,
        signed: bool,
        /// The name, as a number of [`Facts::entities`].
        entity: Option<u32>,
        values: Vec<String>,
        /// The name of its type, if it is a number whose values have names.
        #[serde(default)]
        number: Option<String>,
    },
    Function {
        entity: Option<u32>,
    },
    /// A type that cannot be written down.
    Opaque,
}

/// A structure or union.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    pub size: u64,
    pub is_union: bool,
    pub entity: Option<u32>,
    pub members: Vec<Member>,
}

/// A member of a structure or union.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Member {
    /// Empty for an anonymous one.
    pub name: String,
    #[serde(rename = "type")]
    pub ty: u32,
    /// In bytes, from the beginning of the structure.
    pub offset: u64,
    pub is_bit_field: bool,
}

impl Facts {
    /// Whether a member of this name is a pointer to something that is `const`, in some structure.
    pub fn is_constant_behind(&self, member: &str) -> bool {
        self.constant_members().contains_key(member)
    }

    /// The type of a member of this name that is a pointer to pointers, if it has a `const` in it and all
    /// structures that have a member of this name declare it so.
    pub fn deep_constant(&self, member: &str) -> Option<Spelled> {
        let declared = self.constant_members().get(member)?;
        let text = declared.first().filter(|_| declared.len() == 1)?;
        let is_deep = text.matches('*').count() > 1 && text.ends_with("*@") && !text.contains('(');
        is_deep.then(|| Spelled { text: text.clone(), ..Spelled::default() })
    }

    /// The members of structures that are pointers to something constant, with how they are declared: `@` stands
    /// for the name.
    fn constant_members(&self) -> &BTreeMap<String, BTreeSet<String>> {
        self.constant_members.0.get_or_init(|| {
            let texts = self.entities.iter().flat_map(|entity| entity.text.split([';', '{', '}']));
            let mut members: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
            for text in texts.filter(|text| text.contains("const ") && text.contains('*')) {
                let declared = text.split('[').next().unwrap_or(text).trim_end();
                let before = declared.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
                if before.ends_with([' ', '*']) {
                    let rest = &text[declared.len()..];
                    let spelled = format!("{}@{}", before.trim_start(), rest.trim());
                    members.entry(declared[before.len()..].to_owned()).or_default().insert(spelled);
                }
            }
            members
        })
    }

    /// Whether the source has this name for an enumerator, or for a type without a keyword before it.
    pub fn has_type_or_enumerator(&self, name: &str) -> bool {
        let is_enumerator = |ty: &Type| match ty {
            Type::Enumeration { values, .. } => values.iter().any(|value| value == name),
            _ => false,
        };
        self.entities.iter().any(|entity| entity.name == name) || self.types.iter().any(is_enumerator)
    }

    /// The declarations of a program.
    pub fn new(program: &ir::Program) -> Self {
        let mut facts = Facts {
            entities: program.spelling.entities.clone(),
            library: program.spelling.library.clone(),
            mocks: program.mocks.clone(),
            ..Facts::default()
        };
        let promised = program.promised_results();
        let name = |id: ir::FuncId| program.functions[id.index()].name.clone();
        facts.promises = promised.into_iter().map(|(id, promise)| (name(id), promise)).collect();
        facts.asks_for_alignment = program.functions_that_ask_for_alignment().into_iter().map(name).collect();
        facts.types = (0..program.types.len()).map(|id| convert(program, TypeId::new(id))).collect();
        for id in program.spelling.numbers.keys() {
            let CType::Enum { variants, .. } = program.ctype(*id) else { continue };
            for variant in variants {
                let (name, value) = match variant.name.strip_prefix('-') {
                    Some(name) => (name, -variant.value),
                    None => (variant.name.as_str(), variant.value),
                };
                facts.constants.extend(i64::try_from(value).ok().map(|value| (name.to_owned(), value)));
            }
        }
        let called_char = program.spelling.numbers.iter().filter(|(_, name)| *name == "char");
        facts.characters = called_char.map(|(id, _)| id.raw()).collect();
        for function in program.functions.iter().filter(|function| function.entry.is_some()) {
            let Some(signature) = &function.signature else { continue };
            let parameters = signature.params.iter().zip(&signature.param_names);
            let prototype = Prototype {
                result: signature.result.raw(),
                parameters: parameters
                    .map(|(ty, name)| Parameter { name: name.clone(), ty: ty.raw() })
                    .collect(),
                is_variadic: function.is_vararg,
                spelled: program.spelling.functions.get(&function.name).cloned(),
                file: program.files[signature.file.index()].path(),
            };
            facts.functions.insert(function.name.clone(), prototype);
        }
        for global in &program.globals {
            let (Some(loc), Some(spelled)) = (global.loc, program.spelling.globals.get(&global.name)) else {
                continue;
            };
            let file = program.files[loc.file().index()].path();
            let variable = Variable {
                spelled: spelled.clone(),
                file,
                is_constant: global.is_constant,
                is_thread_local: global.is_thread_local,
            };
            facts.globals.insert(global.name.clone(), variable);
        }
        let foreign = |name: &str| name.starts_with("klee_") || name.starts_with("__VERIFIER_");
        if let Some(function) =
            program.functions.iter().find(|function| function.entry.is_none() && foreign(&function.name))
        {
            facts.obstacle = Some(format!("`{}` has no native form", function.name));
        }
        facts
    }

    /// The type with this number.
    pub fn ty(&self, id: u32) -> &Type {
        self.types.get(id as usize).unwrap_or(&Type::Opaque)
    }

    /// The size in bytes of a value of this type; `None` if it has none.
    pub fn size(&self, id: u32) -> Option<u64> {
        match self.ty(id) {
            Type::Bool | Type::Char { .. } => Some(1),
            Type::Integer { size, .. } | Type::Float { size } | Type::Enumeration { size, .. } => Some(*size),
            Type::Pointer(_) => Some(8),
            Type::Array(element, count) => Some(self.size(*element)? * (*count)?),
            Type::Record(record) => Some(record.size).filter(|size| *size > 0),
            Type::Void | Type::Function { .. } | Type::Opaque => None,
        }
    }

    /// What the addresses of values of this type are multiples of, in bytes.
    pub fn alignment(&self, id: u32) -> u64 {
        match self.ty(id) {
            Type::Array(element, _) => self.alignment(*element),
            Type::Record(record) => {
                record.members.iter().map(|member| self.alignment(member.ty)).max().unwrap_or(1)
            }
            _ => self.size(id).unwrap_or(1),
        }
    }

    /// Says what the program is made of: its files and flags, and the folder that their relative paths begin
    /// at.
    pub fn set_sources(
        &mut self,
        folder: &Path,
        files: &[PathBuf],
        flags: &[String],
        include_dirs: &[PathBuf],
    ) {
        let absolute = |path: &Path| folder.join(path).canonicalize().unwrap_or_else(|_| folder.join(path));
        self.folder = folder.to_owned();
        self.sources = files.iter().map(|path| absolute(path)).collect();
        self.flags = include_dirs.iter().map(|path| format!("-I{}", absolute(path).display())).collect();
        // The compiler may be called from another folder.
        let mut is_path = false;
        let mut is_header = false;
        for flag in flags {
            let head =
                ["-I", "-L"].into_iter().find(|head| flag.starts_with(head) && flag.len() > head.len());
            self.flags.push(match head {
                // The compiler looks for it in the folders of headers.
                _ if is_header && !folder.join(flag).exists() => flag.clone(),
                _ if is_path => absolute(Path::new(flag)).display().to_string(),
                Some(head) => format!("{head}{}", absolute(Path::new(&flag[head.len()..])).display()),
                None => flag.clone(),
            });
            is_header = matches!(flag.as_str(), "-include" | "-imacros");
            is_path = is_header || matches!(flag.as_str(), "-I" | "-isystem" | "-iquote" | "-idirafter");
        }
    }

    /// Whether the program is built without the headers of the system, as a kernel is. It has its own in their
    /// place, whose types and macros clash with those that a suite needs.
    pub fn is_bare(&self) -> bool {
        self.flags.iter().any(|flag| matches!(flag.as_str(), "-nostdinc" | "-nostdlibinc"))
    }

    /// Writes the file into `folder`.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self).expect("invariant: facts have only string keys");
        replace(&folder.join(FILE), |out| writeln!(out, "{}", checksum::seal(&text)))
    }

    /// Reads the file of `folder`.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(FILE);
        let text = bounded::read_to_string(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => Error::NoTests(folder.to_owned()),
            _ => Error::io("read", &path)(error),
        })?;
        if checksum::check(&text) == Sum::Broken {
            return Err(Error::NotTests { path, line: text.lines().count(), problem: Changed.to_string() });
        }
        serde_json::from_str(&text).map_err(|error| Error::NotTests {
            path,
            line: error.line(),
            problem: error.to_string(),
        })
    }
}

fn convert(program: &ir::Program, id: TypeId) -> Type {
    let entity = program.spelling.types.get(&id).copied();
    let record = |size: &Bytes, members: &[ir::Member], is_union| {
        let member = |member: &ir::Member| Member {
            name: member.name.clone(),
            ty: member.ty.raw(),
            offset: member.offset.byte(),
            is_bit_field: member.bit_field.is_some(),
        };
        Type::Record(Record { size: size.0, is_union, entity, members: members.iter().map(member).collect() })
    };
    match program.ctype(id) {
        CType::Void => Type::Void,
        CType::Bool => Type::Bool,
        CType::Char { signed } => Type::Char { signed: *signed },
        CType::Int { size, signed } => match program.spelling.numbers.get(&id) {
            Some(name) if size.0 <= 16 => Type::Integer { size: size.0, signed: *signed, name: name.clone() },
            _ => Type::Opaque,
        },
        CType::Float { size } => Type::Float { size: size.0 },
        CType::Enum { size, signed, variants, .. } => Type::Enumeration {
            size: size.0,
            signed: *signed,
            entity,
            values: variants.iter().map(|variant| variant.name.clone()).collect(),
            number: program.spelling.numbers.get(&id).cloned(),
        },
        CType::Pointer(target) if *program.ctype(*target) == CType::Function => Type::Function { entity },
        CType::Pointer(target) => Type::Pointer(target.raw()),
        CType::Array { element, count } => Type::Array(element.raw(), *count),
        CType::Struct { size, members, .. } => record(size, members, false),
        CType::Union { size, members, .. } => record(size, members, true),
        CType::Function | CType::Unknown { .. } => Type::Opaque,
    }
}
