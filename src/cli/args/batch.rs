//! The arguments of a batch.

use super::{ReadableName, duration};
use crate::bench::batch::Shard;
use clap::{Args as ClapArgs, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// How a whole collection is run.
#[derive(ClapArgs, Debug)]
pub struct BatchArgs {
    /// The folder of the results; `bench-COLLECTION` in the current folder by default.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,

    /// Go on with a batch that was interrupted: routines that have a row do not run again.
    #[arg(long)]
    pub resume: bool,

    /// Only routines whose name this regular expression matches.
    #[arg(long, value_name = "REGEX")]
    pub filter: Option<regex::Regex>,

    /// Only every N-th routine, beginning with the I-th.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// How many routines run at a time; as many as there are cores by default.
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// The memory of a routine's process, in megabytes of addresses.
    #[arg(long, value_name = "MB", default_value_t = 8192)]
    pub memory: u64,

    /// Kill a routine's process after this long; by default, its time limit for each method and two minutes.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub kill_after: Option<Duration>,

    /// Leave the native replay of the tests out.
    #[arg(long)]
    pub no_replay: bool,

    /// Refuse to run anything natively where the kernel does not allow to contain it wholly; `symir doctor` says what holds.
    #[arg(long)]
    pub require_containment: bool,

    /// The methods of choosing values to measure; the first one's tests count.
    #[arg(long, value_name = "METHODS", value_enum, value_delimiter = ',', default_value = "words")]
    pub methods: Vec<ReadableName>,

    /// A table of letter pairs to compute N with, in place of the English model.
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,

    /// Run all methods and print the paper's table of its twelve functions beside ours.
    #[arg(long, conflicts_with = "methods")]
    pub table1: bool,

    /// Compare with the results of an earlier batch; the exit code is 8 if something got worse.
    #[arg(long, value_name = "CSV")]
    pub compare: Option<PathBuf>,

    /// Gather the rows of these folders, shards of one batch, instead of running anything.
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["resume", "executor"])]
    pub gather: Vec<PathBuf>,

    /// Who runs the routines.
    #[arg(long, value_enum, default_value_t = ExecutorName::Local, conflicts_with = "shard")]
    pub executor: ExecutorName,

    /// The number of shards that are handed to Slurm.
    #[arg(long, value_name = "N", default_value = "8")]
    pub shards: NonZeroUsize,

    /// A further option for sbatch, such as `--partition=short`; may be given several times.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub sbatch: Vec<String>,

    /// Print the row of the routine, as the process of a batch does.
    #[arg(long, hide = true, requires = "only")]
    pub row: bool,
}

/// Who runs the routines of a batch.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExecutorName {
    /// This machine.
    Local,
    /// A Slurm cluster, as a job array of shards.
    Slurm,
}
