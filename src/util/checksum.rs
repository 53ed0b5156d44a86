//! Checksums in files that symir reads again, so that a digit that was changed is noticed and not believed.
//!
//! A JSON object ends with a member `checksum`: the CRC-32 (ISO-HDLC, as in gzip) of the text before it, in
//! eight digits. To change an object on purpose, take the member out: an object without one is read as it is.

use serde_json::value::RawValue;
use std::collections::HashMap;
use std::fmt;

/// What a checksum says of its text.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sum {
    /// The text is as it was written.
    Fits,
    /// There is none: the text was written by hand, or changed on purpose.
    Missing,
    /// The text is not as it was written.
    Broken,
}

/// The checksum of these bytes as it is written.
pub fn of(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

/// The text around the digits at the end of an object: if it is on one line, and if each member has a line.
const ENDS: [(&str, &str); 2] = [(",\"checksum\":\"", "\"}"), (",\n  \"checksum\": \"", "\"\n}")];

/// The object, which has members and was written by `serde_json`, with its checksum as the last one.
pub fn seal(object: &str) -> String {
    let (body, (before, after)) = match object.strip_suffix("\n}") {
        Some(body) => (body, ENDS[1]),
        None => (object.strip_suffix('}').unwrap_or(object), ENDS[0]),
    };
    format!("{body}{before}{}{after}", of(body.as_bytes()))
}

/// Whether the text of an object is as [`seal`] has written it.
pub fn check(object: &str) -> Sum {
    let object = object.trim_end();
    for (before, after) in ENDS {
        let parts = object.strip_suffix(after).and_then(|rest| rest.rsplit_once(before));
        if let Some((body, sum)) = parts {
            return if of(body.as_bytes()) == sum { Sum::Fits } else { Sum::Broken };
        }
    }
    // Written anew by another program, which may have changed numbers.
    match serde_json::from_str::<HashMap<&str, &RawValue>>(object) {
        Ok(members) if members.contains_key("checksum") => Sum::Broken,
        _ => Sum::Missing,
    }
}

/// The message for an object that is not as it was written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Changed;

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "this was changed after symir wrote it, since its checksum does not fit; \
             if that was on purpose, take the member `checksum` out",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_digit_is_noticed() {
        for object in ["{\"n\":12,\"s\":\"a\"}", "{\n  \"n\": 12\n}"] {
            let sealed = seal(object);
            assert_eq!(check(&sealed), Sum::Fits, "{sealed}");
            assert_eq!(check(object), Sum::Missing);
            let value: serde_json::Value = serde_json::from_str(&sealed).expect("JSON");
            assert_eq!(value["n"], 12);
            for (at, digit) in sealed.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
                let mut changed = sealed.clone().into_bytes();
                changed[at] = if digit == '7' { b'3' } else { b'7' };
                let changed = String::from_utf8(changed).expect("digits are text");
                assert_eq!(check(&changed), Sum::Broken, "{changed}");
            }
        }
        assert_eq!(check(&seal("{\"n\":1}").replace(':', ": ")), Sum::Broken, "written anew");
    }
}
