//! The arguments of `symir sequences`.

use clap::Args as ClapArgs;
use std::path::PathBuf;

#[derive(ClapArgs, Debug)]
pub struct SequencesArgs {
    /// A C file with functions that make, change and take objects.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Only this function under test; may be given several times. By default all that take objects and belong to no type.
    #[arg(short, long = "function", value_name = "NAME")]
    pub functions: Vec<String>,

    /// Only paths on which functions give this number.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub result: Option<i64>,

    /// How many calls may stand before the one under test.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub calls: usize,

    /// How many calls are tried for one path, on all sequences together.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub tries: u64,

    /// Print only the table.
    #[arg(short, long)]
    pub quiet: bool,

    /// The clang to compile with (also: the environment variable SYMIR_CLANG).
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,

    /// Flags for clang, after `--`.
    #[arg(last = true, value_name = "CLANG FLAGS", allow_hyphen_values = true)]
    pub flags: Vec<String>,
}
