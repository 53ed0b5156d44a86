//! What `--unknown-types` is asked for by.

use crate::engine::Weights;
use crate::exec::Unknown;
use clap::{Args as ClapArgs, ValueEnum};

/// What pointers lead to of which nobody says the type.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum UnknownName {
    /// Objects that imitate what the code takes them for, until that decides the type.
    #[default]
    Ranked,
    /// An object of each type of the program.
    Every,
    /// Objects that imitate to the end.
    Imitating,
    /// Eight bytes.
    Bytes,
}

impl UnknownName {
    /// As execution knows it.
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
    /// What pointers lead to of which nobody says the type, such as those to void; see `symir help unknown-types`.
    #[arg(long, value_enum, default_value_t = UnknownName::Ranked, value_name = "WAY")]
    pub unknown_types: UnknownName,

    /// How often each of four things is done where types are found out late: go on with a state that has none such, try the
    /// first type of an object, go on with a state that has one, try a further type.
    #[arg(long, value_name = "N,N,N,N", default_value_t = Weights::default())]
    pub type_weights: Weights,
}
