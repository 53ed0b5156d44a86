//! The arguments of `symir ci`.

use super::GenArgs;
use clap::Args as ClapArgs;
use std::path::PathBuf;

#[derive(ClapArgs, Debug)]
pub struct CiArgs {
    #[command(flatten)]
    pub gen_args: GenArgs,

    /// Leave the suites in the folder of --output as they are: build and run those of the files that the change touches, and
    /// put new ones beside the results.
    #[arg(long)]
    pub check: bool,

    /// The folder for bugs.sarif, junit.xml and summary.md.
    #[arg(long, value_name = "DIR", default_value = "symir-results")]
    pub results: PathBuf,
}
