//! Flags of compilers.

/// Whether a flag is for the linker alone, so that who only compiles leaves it out.
pub fn is_for_linker(flag: &str) -> bool {
    ["-l", "-L", "-Wl,"].iter().any(|head| flag.starts_with(head))
}
