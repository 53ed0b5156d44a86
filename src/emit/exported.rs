//! The result of an export.

/// What an export has written.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The file or folder, relative to the folder of the export.
    pub file: String,
    pub n_tests: usize,
    /// How many of them show a bug, in a unit-test suite.
    pub n_bugs: usize,
    /// How many tests cannot be written in this format; the file says why.
    pub n_left_out: usize,
}
