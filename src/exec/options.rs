//! What a user says of execution: its limits, the world outside of the program, and what is looked for.

use std::collections::BTreeMap;

/// Limits of execution.
#[derive(Clone, Debug)]
pub struct ExecOptions {
    /// Bytes of calls and their local variables on the stack before it counts as overflowing: what Linux gives a
    /// program unless somebody says otherwise.
    pub max_stack: u64,
    /// Places in an object that an access at an offset which is a term may concern.
    pub max_offsets: u64,
    /// Bytes up to which sizes that are terms are explored.
    pub max_symbolic_size: u64,
    /// What a call of a function without a body does.
    pub externals: Externals,
    /// Whether what cannot be done symbolically is done natively on concrete values.
    pub concretize: bool,
    /// Errors that are looked for only when asked: they cost time, or programs live with them.
    pub detect: Detect,
    /// Whether `memcmp` and its kin may be told of more bytes than there are, as long as they differ before.
    pub lenient_memcmp: bool,
    /// Whether a path on which the result of a call under test is computed from inputs is split by the class of the
    /// result.
    pub split_results: bool,
    /// Files of symbolic contents, by name, with their sizes in bytes.
    pub symbolic_files: BTreeMap<String, u64>,
    /// How many objects are made behind each other for pointers that are inputs.
    pub chains: Chains,
    /// What pointers lead to of which nobody says the type.
    pub unknown: Unknown,
}

/// What pointers lead to of which nobody says the type.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub enum Unknown {
    /// Objects that imitate what the code takes them for, until what a path does with them decides the type.
    #[default]
    Ranked,
    /// Objects of each type of the program, at once.
    Every,
    /// Objects that imitate to the end.
    Imitating,
    /// A few bytes.
    Bytes,
}

/// How many objects are made behind each other: each is what a pointer in the one before points to.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chains {
    /// Of types that have a pointer to their own type: lists and trees.
    pub list: u32,
    /// Of other types.
    pub depth: u32,
}

impl Default for Chains {
    fn default() -> Self {
        Self { list: 3, depth: 3 }
    }
}

/// What a call of a function without a body does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Externals {
    /// Ends the path as unsupported.
    Stop,
    /// Calls the function of the machine that we run on, with concrete arguments.
    Native,
    /// Returns a fresh symbol.
    Havoc,
    /// Has a mock; where there can be none, the path ends.
    Mock,
}

/// Errors that are looked for only when asked.
#[derive(Copy, Clone, Default, Debug)]
pub struct Detect {
    /// Reads of memory that was never written.
    pub uninitialised: bool,
    /// `memcpy` between places that overlap.
    pub overlap: bool,
    /// Memory that nobody can free any more when the program ends.
    pub leaks: bool,
    /// Memory that a call under test makes and nobody can free any more when it has returned.
    pub leaks_of_calls: bool,
}

impl Default for ExecOptions {
    fn default() -> Self {
        Self {
            max_stack: 8 << 20,
            max_offsets: 1 << 16,
            max_symbolic_size: 1 << 16,
            externals: Externals::Stop,
            concretize: false,
            detect: Detect::default(),
            lenient_memcmp: false,
            split_results: false,
            symbolic_files: BTreeMap::new(),
            chains: Chains::default(),
            unknown: Unknown::Ranked,
        }
    }
}
