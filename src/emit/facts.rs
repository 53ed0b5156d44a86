//! `program.json`: what tests were made for, and how to build it: sources, flags, and the declarations of its
//! functions. It is written when a run begins, so that the tests of a run that was killed can be exported too.

use super::Error;
use super::files::replace;
use crate::ir::{self, CType, TypeId};
use crate::util::bounded;
use crate::util::checksum::{self, Changed, Sum};
use crate::util::paths;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The name of the file.
pub const FILE: &str = "program.json";

/// What is known of a program under test.
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
    /// Structures by their tags. A type refers to one by its tag.
    pub records: BTreeMap<String, Record>,
    /// Enumerators and their values.
    pub constants: BTreeMap<String, i128>,
}

/// The declaration of a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Prototype {
    pub result: Type,
    pub parameters: Vec<Parameter>,
    pub is_variadic: bool,
}

/// A parameter with its name, if it is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    pub name: Option<String>,
    #[serde(rename = "type")]
    pub ty: Type,
}

/// A C type without qualifiers and typedefs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Type {
    Void,
    Bool,
    Char {
        signed: bool,
    },
    /// An enumeration is the integer that it is stored as.
    Integer {
        size: u64,
        signed: bool,
    },
    Float {
        size: u64,
    },
    Pointer(Box<Type>),
    Array(Box<Type>, u64),
    Structure(String),
    /// What cannot be written down: functions, unions, structures without a name or with a layout of their own.
    Opaque,
}

/// A structure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    pub members: Vec<(String, Type)>,
}

impl Facts {
    /// The declarations of a program.
    pub fn new(program: &ir::Program) -> Self {
        let mut facts = Facts::default();
        let mut types = Types { program, facts: &mut facts };
        for function in program.functions.iter().filter(|function| function.entry.is_some()) {
            let Some(signature) = &function.signature else { continue };
            let parameters = signature.params.iter().zip(&signature.param_names);
            let prototype = Prototype {
                result: types.convert(signature.result),
                parameters: parameters
                    .map(|(ty, name)| Parameter { name: name.clone(), ty: types.convert(*ty) })
                    .collect(),
                is_variadic: function.is_vararg,
            };
            types.facts.functions.insert(function.name.clone(), prototype);
        }
        let foreign = |name: &str| name.starts_with("klee_") || name.starts_with("__VERIFIER_");
        if let Some(function) =
            program.functions.iter().find(|function| function.entry.is_none() && foreign(&function.name))
        {
            facts.obstacle = Some(format!("`{}` has no native form", function.name));
        }
        facts
    }

    /// Says what the program is made of: its files and flags, and the folder that their relative paths begin at.
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
        for flag in flags {
            let included = flag.strip_prefix("-I").filter(|included| !included.is_empty());
            self.flags.push(match included {
                _ if is_path => absolute(Path::new(flag)).display().to_string(),
                Some(included) => format!("-I{}", absolute(Path::new(included)).display()),
                None => flag.clone(),
            });
            is_path = matches!(flag.as_str(), "-I" | "-include" | "-isystem" | "-iquote" | "-idirafter");
        }
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

/// Turns the types of a program into those that can be written down.
struct Types<'a> {
    program: &'a ir::Program,
    facts: &'a mut Facts,
}

impl Types<'_> {
    fn convert(&mut self, id: TypeId) -> Type {
        match self.program.ctype(id) {
            CType::Void => Type::Void,
            CType::Bool => Type::Bool,
            CType::Char { signed } => Type::Char { signed: *signed },
            CType::Int { size, signed } => Type::Integer { size: size.0, signed: *signed },
            CType::Float { size } => Type::Float { size: size.0 },
            CType::Enum { size, signed, variants, .. } => {
                for variant in variants {
                    self.facts.constants.insert(variant.name.clone(), variant.value);
                }
                Type::Integer { size: size.0, signed: *signed }
            }
            CType::Pointer(target) => Type::Pointer(Box::new(self.convert(*target))),
            CType::Array { element, count: Some(count) } => {
                Type::Array(Box::new(self.convert(*element)), *count)
            }
            CType::Struct { name: Some(name), size, members } => {
                if let Some(known) = self.facts.records.get(name) {
                    return match known.members.len() == members.len() {
                        true => Type::Structure(name.clone()),
                        false => Type::Opaque,
                    };
                }
                // Known by its name before its members are looked at, which may lead back here.
                let names = members.iter().map(|member| (member.name.clone(), Type::Opaque)).collect();
                self.facts.records.insert(name.clone(), Record { members: names });
                let converted: Vec<(String, Type)> =
                    members.iter().map(|member| (member.name.clone(), self.convert(member.ty))).collect();
                let mut end = 0;
                let mut align = 1;
                let mut is_plain = !members.is_empty();
                for (member, (name, ty)) in members.iter().zip(&converted) {
                    let Some((member_size, member_align)) = self.layout(ty) else {
                        is_plain = false;
                        break;
                    };
                    let at = u64::next_multiple_of(end, member_align);
                    is_plain &= member.offset.byte() == at && member.bit_field.is_none();
                    is_plain &= !name.is_empty();
                    end = at + member_size;
                    align = align.max(member_align);
                }
                is_plain &= end.next_multiple_of(align) == size.0;
                let members = if is_plain { converted } else { Vec::new() };
                self.facts.records.insert(name.clone(), Record { members });
                Type::Structure(name.clone())
            }
            _ => Type::Opaque,
        }
    }

    /// Size and alignment in bytes by the rules of x86-64.
    fn layout(&self, ty: &Type) -> Option<(u64, u64)> {
        match ty {
            Type::Bool | Type::Char { .. } => Some((1, 1)),
            Type::Integer { size, .. } | Type::Float { size } => Some((*size, *size)),
            Type::Pointer(_) => Some((8, 8)),
            Type::Array(element, count) => {
                let (size, align) = self.layout(element)?;
                Some((size * count, align))
            }
            Type::Structure(tag) => {
                let members = &self.facts.records.get(tag)?.members;
                let mut end = 0u64;
                let mut align = 1;
                for (_, ty) in members {
                    let (member_size, member_align) = self.layout(ty)?;
                    end = end.next_multiple_of(member_align) + member_size;
                    align = align.max(member_align);
                }
                (!members.is_empty()).then_some((end.next_multiple_of(align), align))
            }
            Type::Void | Type::Opaque => None,
        }
    }
}

impl Type {
    /// The type in C; `None` for what cannot be written down.
    pub fn words(&self) -> Option<String> {
        Some(match self {
            Type::Void => "void".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Char { signed: true } => "char".to_owned(),
            Type::Char { signed: false } => "unsigned char".to_owned(),
            Type::Integer { size, signed } => {
                let word = match size {
                    1 => "signed char",
                    2 => "short",
                    4 => "int",
                    8 => "long",
                    _ => return None,
                };
                match (*signed, *size) {
                    (true, _) => word.to_owned(),
                    (false, 1) => "unsigned char".to_owned(),
                    (false, _) => format!("unsigned {word}"),
                }
            }
            Type::Float { size: 4 } => "float".to_owned(),
            Type::Float { size: 8 } => "double".to_owned(),
            Type::Structure(tag) => format!("struct {tag}"),
            Type::Pointer(target) => match &**target {
                Type::Opaque | Type::Array(..) | Type::Float { .. } if target.words().is_none() => {
                    "void *".to_owned()
                }
                target => {
                    let words = target.words()?;
                    format!("{words}{}*", if words.ends_with('*') { "" } else { " " })
                }
            },
            Type::Float { .. } | Type::Array(..) | Type::Opaque => return None,
        })
    }

    /// A declaration of `name` with this type.
    pub fn declare(&self, name: &str) -> Option<String> {
        if let Type::Array(element, count) = self {
            return element.declare(&format!("{name}[{count}]"));
        }
        let words = self.words()?;
        Some(format!("{words}{}{name}", if words.ends_with('*') { "" } else { " " }))
    }
}
