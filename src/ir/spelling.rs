//! How the source writes its types and declarations: with typedefs, tags and qualifiers, which
//! [`CType`](super::CType) looks through. They are needed to write C that works with the program's data; the
//! execution does not need them.

use super::TypeId;
pub use crate::util::paths::is_of_the_system;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The character in a [`Spelled`] that stands for the declared name.
pub const NAME: char = '@';

/// The words for the types and declarations of a program.
#[derive(Clone, Default, Debug)]
pub struct Spelling {
    pub entities: Vec<Entity>,
    /// The entity that names a type, for types that have a name.
    pub types: BTreeMap<TypeId, u32>,
    /// The names of types of numbers, such as `unsigned long`.
    pub numbers: BTreeMap<TypeId, String>,
    /// By the name that the linker knows. Functions that C cannot declare are missing.
    pub functions: BTreeMap<String, SpelledFunction>,
    pub globals: BTreeMap<String, Spelled>,
    /// Functions of the source whose names the C library has too.
    pub library: BTreeSet<String>,
}

impl Spelling {
    /// Whether the source calls a type `char`, so that its values are characters and not small numbers.
    pub fn is_char(&self, ty: TypeId) -> bool {
        self.numbers.get(&ty).is_some_and(|name| name == "char")
    }
}

/// A type as a declaration writes it. [`NAME`] stands for the name: `const char *@`, `int (*@)(void)`.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Spelled {
    pub text: String,
    /// The entities that have to be declared before.
    pub needs: Vec<u32>,
    /// The tags that it only mentions, which need no definition.
    pub mentions: Vec<u32>,
}

impl Spelled {
    /// The declaration of `name`, or the type alone if it is empty.
    pub fn declare(&self, name: &str) -> String {
        // As a parameter, a `va_list` is a pointer to a type that only compilers know.
        let text =
            if self.is_argument_list() { format!("va_list {name}") } else { self.text.replace(NAME, name) };
        text.trim_end().to_owned()
    }

    /// Whether it is a parameter of the type `va_list`.
    pub fn is_argument_list(&self) -> bool {
        self.text.contains("__va_list_tag")
    }

    /// Whether it is a pointer to something `const`.
    pub fn points_to_constant(&self) -> bool {
        let text = self.text.replace("restrict ", "");
        let pointer = text.strip_suffix(NAME).unwrap_or(&text).trim_end();
        let pointer = pointer.strip_suffix("const").unwrap_or(pointer).trim_end();
        let Some(target) = pointer.strip_suffix('*').map(str::trim_end) else { return false };
        match target.rfind('*') {
            Some(last) => target[last..].contains("const"),
            None => target.split_whitespace().any(|word| word == "const"),
        }
    }
}

/// The declaration of a function.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SpelledFunction {
    pub result: Spelled,
    pub parameters: Vec<Spelled>,
    pub is_variadic: bool,
}

/// Something with a name that stands for a type: a structure, a union, an enumeration, a typedef.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Entity {
    /// The name as it is used: `struct node`, `node_t`.
    pub name: String,
    /// Its definition without the semicolon; empty if it is only declared, or if C cannot define it.
    pub text: String,
    pub is_typedef: bool,
    /// The file with the definition.
    #[serde(with = "crate::util::paths::one")]
    pub file: PathBuf,
    /// The entities whose definitions stand before this one.
    pub needs: Vec<u32>,
    /// The tags that it mentions.
    pub mentions: Vec<u32>,
    /// The entity that has to be defined, too, before the type of a typedef is complete.
    pub completes: Option<u32>,
}

impl Entity {
    /// Whether the file belongs to the system and not to the program.
    pub fn is_of_the_system(&self) -> bool {
        is_of_the_system(&self.file)
    }

    /// Whether a header has the definition, so that files which include it mean the same type.
    pub fn is_in_header(&self) -> bool {
        self.file.extension().is_some_and(|extension| extension.to_string_lossy().starts_with('h'))
    }
}

/// Whether a number of this name seems to say how long something is.
pub fn is_length(name: &str) -> bool {
    const WORDS: [&str; 13] = [
        "n", "len", "length", "size", "count", "num", "nbytes", "sz", "nmemb", "cap", "capacity", "limit",
        "max",
    ];
    let name = name.to_lowercase();
    name.split('_').any(|word| WORDS.contains(&word)) || name.ends_with("len") || name.ends_with("size")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_pointer_leads_to_is_constant_or_what_that_leads_to() {
        let is_constant =
            |text: &str| Spelled { text: text.to_owned(), ..Spelled::default() }.points_to_constant();
        for text in
            ["const struct limits *@", "const char *restrict @", "int const *const @", "char *const *@"]
        {
            assert!(is_constant(text), "{text}");
        }
        for text in ["struct limits *@", "const char **@", "int *const @", "limits_t @"] {
            assert!(!is_constant(text), "{text}");
        }
    }
}
