//! The argument `--unknown-types`.

use crate::engine::Weights;
use crate::exec::Unknown;
use clap::{Args as ClapArgs, ValueEnum};

/// What pointers lead to of which nobody says the type.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum UnknownName {
    /// Find the type by running the code: an object with exactly the bytes that the code reads, until these
    /// accesses and casts decide which type of the program it is.
    #[default]
    Ranked,
    /// Try an object of each type of the program.
    Every,
    /// An object with exactly the bytes that the code reads; its type is not looked for.
    Imitating,
    /// Eight bytes of any value.
    Bytes,
}

impl UnknownName {
    /// The option of execution with this name.
    pub fn unknown(self) -> Unknown {
        match self {
            UnknownName::Ranked => Unknown::Ranked,
            UnknownName::Every => Unknown::Every,
            UnknownName::Imitating => Unknown::Imitating,
            UnknownName::Bytes => Unknown::Bytes,
        }
    }
}

#[derive(ClapArgs, Clone, Debug)]
pub struct UnknownArgs {
    /// What a `void *` and other pointers without a known type lead to, see `symir help unknown-types`.
    #[arg(long, value_enum, default_value_t = UnknownName::Ranked, value_name = "WAY")]
    pub unknown_types: UnknownName,

    /// Four numbers, which say how often to do each of these: continue a path without such a pointer, try the
    /// first type for an object, continue a path with a type that was found, try a further type for an
    /// object.
    #[arg(long, value_name = "N,N,N,N", default_value_t = Weights::default())]
    pub type_weights: Weights,
}
