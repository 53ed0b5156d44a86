//! The result of an export.

/// What an export has written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The file or folder, relative to the folder of the export.
    pub file: String,
    pub n_tests: usize,
    /// How many tests cannot be written in this format; the file says why.
    pub n_left_out: usize,
}
