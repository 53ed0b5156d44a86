//! The arguments of `symir sequences`.

use super::duration;
use clap::Args as ClapArgs;
use std::path::PathBuf;
use std::time::Duration;

#[derive(ClapArgs, Debug)]
pub struct SequencesArgs {
    /// A C file with functions that make, change and take objects.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Only this function under test; may be given several times. By default all functions that take objects, except
    /// those that make or destroy them.
    #[arg(short, long = "function", value_name = "NAME")]
    pub functions: Vec<String>,

    /// Only the paths on which the function returns this number.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub result: Option<i64>,

    /// The most calls before the one under test.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub calls: usize,

    /// The most calls to try for one path, counted over all sequences.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub tries: u64,

    /// The most time that each way of searching may take for one function.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub time: Duration,

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
