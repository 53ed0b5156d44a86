//! The arguments of `symir export`, the names of formats, and the property that a suite is for.

use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

#[derive(ClapArgs, Debug)]
pub struct ExportArgs {
    /// The folder of `symir run -o`; that of a run that was killed will do.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// The formats; several are separated by commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FORMATS", required = true)]
    pub emit: Vec<EmitName>,

    /// Write into this folder instead.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,

    /// Which tests to keep; if it is not given, `chosen` for unit tests, ktest and testcomp, and `path`
    /// for the others. Each bug keeps a test.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub minimize: Option<MinimizeName>,
}

#[derive(ClapArgs, Debug)]
pub struct PropertyArgs {
    /// What tests are to cover, as a property file of Test-Comp says it: every side of a branch, or a call of an error
    /// function. The run ends when they do, and the suite has only the tests that it takes. Implies --emit testcomp, if
    /// there is no --emit. Needs -o.
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
    /// KLEE's files of inputs.
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
    /// As few as cover every line that is covered.
    Line,
    /// As few as cover every line, side of a branch, kind of result and border that is covered.
    Branch,
    /// The set that a run prints: these, and inputs of different kinds.
    Chosen,
    /// One of each path.
    Path,
    /// All, also those that a resumed run has found twice.
    None,
}
