//! Flags of compilers.

/// Whether a flag is only for the linker, so that it is left out if files are only compiled.
pub fn is_for_linker(flag: &str) -> bool {
    ["-l", "-L", "-Wl,"].iter().any(|head| flag.starts_with(head))
}
