//! What statements of a suite use, and what must hold after them.

use std::collections::BTreeSet;

/// What the statements use of the program and of the C library.
#[derive(Clone, Default, Debug)]
pub struct Uses {
    /// Functions of the program: called, or pointed to.
    pub functions: BTreeSet<String>,
    /// Of those functions, the ones that are pointed to.
    pub pointed: BTreeSet<String>,
    pub globals: BTreeSet<String>,
    /// Entities whose definitions have to be known.
    pub entities: BTreeSet<u32>,
    pub headers: BTreeSet<&'static str>,
    /// Macros and enumerators that stand for numbers of other types.
    pub constants: BTreeSet<String>,
}

impl Uses {
    /// Adds what other statements use.
    pub fn extend(&mut self, other: &Uses) {
        self.functions.extend(other.functions.iter().cloned());
        self.pointed.extend(other.pointed.iter().cloned());
        self.globals.extend(other.globals.iter().cloned());
        self.entities.extend(&other.entities);
        self.headers.extend(&other.headers);
        self.constants.extend(other.constants.iter().cloned());
    }
}

/// What the suite compares by its own `same_bytes`, because neither the framework nor the C library does it, or
/// because the program has functions of the same names.
#[derive(Copy, Clone, Debug)]
pub struct ByHand {
    pub memory: bool,
    pub texts: bool,
}

/// Something that must hold. Expressions are C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Check {
    Integer {
        value: String,
        expected: String,
        signed: bool,
    },
    True(String),
    Null(String),
    NotNull(String),
    Same {
        pointer: String,
        expected: String,
    },
    Memory {
        at: String,
        expected: String,
        size: String,
        /// Whether both are `char *` to texts that end with the last of these bytes.
        is_text: bool,
    },
    /// A statement that the checks behind it need.
    Given(String),
    /// Checks of the elements of an array from `from` to the one before `to`, in which `index` is the number of
    /// the element.
    Each {
        index: String,
        from: usize,
        to: usize,
        checks: Vec<Check>,
    },
}
