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

    /// Continue a batch that was interrupted. Routines that already have a row in the table do not run again.
    #[arg(long)]
    pub resume: bool,

    /// Only routines whose name this regular expression matches.
    #[arg(long, value_name = "REGEX")]
    pub filter: Option<regex::Regex>,

    /// Only every N-th routine, beginning with the I-th.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// How many routines to run at the same time; by default one for each processor core.
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// The limit of address space of a routine's process, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 8192)]
    pub memory: u64,

    /// Kill a routine's process after this long. The default is its time limit, once for each method, and two minutes
    /// more.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub kill_after: Option<Duration>,

    /// Do not run the tests natively.
    #[arg(long)]
    pub no_replay: bool,

    /// Do not run anything natively unless the kernel allows every protection; `symir doctor` says which ones hold
    /// here.
    #[arg(long)]
    pub require_containment: bool,

    /// The methods of choosing values whose readability is measured. Tests, coverage and bugs are those of the first
    /// one.
    #[arg(long, value_name = "METHODS", value_enum, value_delimiter = ',', default_value = "words")]
    pub methods: Vec<ReadableName>,

    /// A table of letter pairs to compute the measure N with, instead of the English model.
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,

    /// Run all methods and print the table of the 2016 paper, for its twelve functions, beside symir's results.
    #[arg(long, conflicts_with = "methods")]
    pub table1: bool,

    /// Compare with the results.csv of an earlier batch. The exit code is 8 if anything got worse.
    #[arg(long, value_name = "CSV")]
    pub compare: Option<PathBuf>,

    /// Run nothing, and make one result of these folders, which hold the shards of one batch.
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["resume", "executor"])]
    pub gather: Vec<PathBuf>,

    /// Where the routines run.
    #[arg(long, value_enum, default_value_t = ExecutorName::Local, conflicts_with = "shard")]
    pub executor: ExecutorName,

    /// How many tasks the job array of Slurm has.
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
