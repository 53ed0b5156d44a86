//! Addresses of files, as the protocol names them.

use lsp_types::Uri;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The file of an address; `None` if it is no file, such as a text that was never saved.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let written = rest.strip_prefix("localhost").unwrap_or(rest);
    let mut bytes = Vec::new();
    let mut letters = written.bytes();
    while let Some(byte) = letters.next() {
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        match byte {
            b'%' => bytes.push((digit(letters.next())? * 16 + digit(letters.next())?) as u8),
            _ => bytes.push(byte),
        }
    }
    Some(PathBuf::from(OsString::from_vec(bytes))).filter(|path| path.is_absolute())
}

/// The address of a file.
pub fn uri(path: &Path) -> Option<Uri> {
    let mut text = String::from("file://");
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                text.push(char::from(*byte));
            }
            _ => text += &format!("%{byte:02X}"),
        }
    }
    Uri::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_kinds_go_there_and_back() {
        for name in ["/a/b.c", "/a b/ü#%.c", "/x+y~/[1].c"] {
            let there = uri(Path::new(name)).expect("an address");
            assert_eq!(path(&there), Some(PathBuf::from(name)), "{}", there.as_str());
        }
        let other = Uri::from_str("untitled:Untitled-1").expect("an address");
        assert_eq!(path(&other), None);
    }
}
