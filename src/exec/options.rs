//! Options of execution: its limits, the world outside of the program, and the errors that are looked for.

use std::collections::BTreeMap;

/// Limits of execution.
#[derive(Clone, Debug)]
pub struct ExecOptions {
    /// How many bytes of calls and their local variables the stack can hold before it counts as overflowing.
    /// The default is what Linux gives a program.
    pub max_stack: u64,
    /// How many places in an object an access at a symbolic offset may concern.
    pub max_offsets: u64,
    /// The size in bytes up to which symbolic sizes are explored.
    pub max_symbolic_size: u64,
    /// Whether allocations whose size is symbolic get only a few sizes. That leaves more time for what is done
    /// with the objects, which matters if many calls each allocate some.
    pub few_sizes: bool,
    /// Whether `strerror` and the like give the text of one error number only if the number is an input. No code
    /// depends on what such a text says, and each takes a path of its own.
    pub few_texts: bool,
    /// What a call of a function without a body does.
    pub externals: Externals,
    /// Whether something that cannot be executed symbolically is executed natively, on concrete values.
    pub concretize: bool,
    /// Errors that are looked for only if the user asks: they cost time, or programs work in spite of them.
    pub detect: Detect,
    /// Whether the size for `memcmp` and similar functions may be too large, if an earlier byte differs.
    pub lenient_memcmp: bool,
    /// Whether an index may be outside of an array that lies within a structure or another array, if the
    /// access stays within the whole object.
    pub lenient_arrays: bool,
    /// Whether a path on which the result of a call under test is computed from inputs is split by the class
    /// of the result, and inputs are made so that more mistakes show.
    pub split_results: bool,
    /// Whether such a path is also split by whether characters of texts are the first or the last of the ranges
    /// that they are compared with.
    pub split_characters: bool,
    /// Files of symbolic contents, by name, with their sizes in bytes.
    pub symbolic_files: BTreeMap<String, u64>,
    /// How many objects are made one behind the other for pointers that are inputs.
    pub chains: Chains,
    /// What pointers of unknown type point to.
    pub unknown: Unknown,
}

/// What pointers of unknown type point to.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub enum Unknown {
    /// Objects that imitate the type that the code takes them for, until the path's use decides the type.
    #[default]
    Ranked,
    /// Objects of each type of the program, decided as soon as the pointer is read.
    Every,
    /// Objects that imitate a type until the path ends.
    Imitating,
    /// A few bytes.
    Bytes,
}

/// How many objects are made one behind the other: each is the target of a pointer in the object before it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chains {
    /// For types that have a pointer to their own type, as in lists and trees. An object of another type in
    /// which a list begins does not count, if an argument points to it.
    pub list: u32,
    /// For other types.
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
    /// Runs a mock, which is C code that was added to the program. A function without a mock ends the path.
    Mock,
}

/// Errors that are looked for only if the user asks.
#[derive(Copy, Clone, Default, Debug)]
pub struct Detect {
    /// Reads of memory that was never written.
    pub uninitialised: bool,
    /// `memcpy` between places that overlap.
    pub overlap: bool,
    /// Memory that the program cannot free any more when it ends.
    pub leaks: bool,
    /// Memory that a call under test allocates and that cannot be freed any more when the call has returned.
    pub leaks_of_calls: bool,
}

impl Default for ExecOptions {
    fn default() -> Self {
        Self {
            max_stack: 8 << 20,
            max_offsets: 1 << 16,
            max_symbolic_size: 1 << 16,
            few_sizes: false,
            few_texts: false,
            externals: Externals::Stop,
            concretize: false,
            detect: Detect::default(),
            lenient_memcmp: false,
            lenient_arrays: false,
            split_results: false,
            split_characters: false,
            symbolic_files: BTreeMap::new(),
            chains: Chains::default(),
            unknown: Unknown::Ranked,
        }
    }
}
