//! The arguments of `symir ci`.

use super::GenArgs;
use clap::Args as ClapArgs;
use std::path::PathBuf;

#[derive(ClapArgs, Debug)]
pub struct CiArgs {
    #[command(flatten)]
    pub gen_args: GenArgs,

    /// Do not write into the folder of --output. Build and run its suites for the changed files instead, and write new
    /// suites into the folder of --results.
    #[arg(long)]
    pub check: bool,

    /// The folder to write bugs.sarif, junit.xml and summary.md into.
    #[arg(long, value_name = "DIR", default_value = "symir-results")]
    pub results: PathBuf,
}
