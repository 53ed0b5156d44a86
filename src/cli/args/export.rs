//! The arguments of `symir export`, the names of formats, and the property that a suite is for.

use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

#[derive(ClapArgs, Debug)]
pub struct ExportArgs {
    /// The folder that `symir run -o` wrote, even if the run was killed.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// The formats; several are separated by commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FORMATS", required = true)]
    pub emit: Vec<EmitName>,

    /// Write into this folder, instead of into DIR.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,

    /// Which tests to keep. The default is `chosen` for unit tests, ktest and testcomp, and `path` for the other
    /// formats. Every bug keeps at least one test.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub minimize: Option<MinimizeName>,
}

#[derive(ClapArgs, Debug)]
pub struct PropertyArgs {
    /// A property file of Test-Comp, which says what tests must cover: every side of a branch, or a call of an error
    /// function. The run ends when they do, and the suite has only the tests that are needed for it. Without --emit,
    /// the format is testcomp. Needs -o.
    #[arg(id = "property", long, value_name = "FILE", requires = "output", conflicts_with_all = ["target", "merge"])]
    pub file: Option<PathBuf>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum EmitName {
    /// Unit tests with assert.
    C,
    /// Unit tests for Unity.
    Unity,
    /// Unit tests for CMocka.
    Cmocka,
    /// Unit tests for Check.
    Check,
    /// Unit tests for GoogleTest.
    Gtest,
    /// Input files for KLEE's tools.
    Ktest,
    /// A test suite for Test-Comp, zipped.
    Testcomp,
    /// JSON and its schema.
    Json,
    /// A table.
    Csv,
    /// Bugs as SARIF 2.1.0.
    Sarif,
    /// Test lines.
    Lines,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum MinimizeName {
    /// As few tests as possible that still cover every line that was covered.
    Line,
    /// As few tests as possible that still cover every line, side of a branch, kind of result and border value that was
    /// covered.
    Branch,
    /// The set that a run prints: as branch, and further tests with inputs of other sizes and signs.
    Chosen,
    /// One test for each path.
    Path,
    /// All tests, also those that a resumed run has found twice.
    None,
}
