//! Files that symir writes for people to change. Their last line has a checksum of all lines above it, so
//! that symir notices that somebody has changed a file, and never writes it again.

use super::checksum;

/// The text before the checksum.
const MARK: &str = "/* symir gen ";

/// The text with its last line.
pub fn seal(text: &str) -> String {
    format!("{text}{MARK}{} */\n", checksum::of(text.as_bytes()))
}

/// Whether the text is as it was written.
pub fn is_sealed(text: &str) -> bool {
    let Some((above, last)) = text.trim_end().rsplit_once('\n') else { return false };
    let above = format!("{above}\n");
    last.strip_prefix(MARK) == Some(&*format!("{} */", checksum::of(above.as_bytes())))
}
