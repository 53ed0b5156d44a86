//! Bytes as hexadecimal digits, two each. Inputs of tests are written and read like this, byte after byte,
//! which makes up much of the time that long inputs take.

/// The text for an unknown byte.
const UNKNOWN: [u8; 2] = *b"??";

/// The digits of bytes.
pub fn encode(bytes: &[u8]) -> String {
    text(bytes.iter().map(|byte| digits(*byte)))
}

/// The digits of bytes; two question marks for a byte that is not known.
pub fn encode_known(bytes: &[Option<u8>]) -> String {
    text(bytes.iter().map(|byte| byte.map_or(UNKNOWN, digits)))
}

/// The bytes that digits stand for; `None` if the text is something else.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    pairs(text)?.iter().map(byte).collect()
}

/// The bytes that digits and pairs of question marks stand for; `None` if the text is something else.
pub fn decode_known(text: &str) -> Option<Vec<Option<u8>>> {
    pairs(text)?.iter().map(|pair| if *pair == UNKNOWN { Some(None) } else { byte(pair).map(Some) }).collect()
}

fn digits(byte: u8) -> [u8; 2] {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]
}

fn text(pairs: impl ExactSizeIterator<Item = [u8; 2]>) -> String {
    let mut text = String::with_capacity(2 * pairs.len());
    pairs.for_each(|[high, low]| {
        text.push(char::from(high));
        text.push(char::from(low));
    });
    text
}

fn pairs(text: &str) -> Option<&[[u8; 2]]> {
    let (pairs, rest) = text.as_bytes().as_chunks();
    rest.is_empty().then_some(pairs)
}

fn byte([high, low]: &[u8; 2]) -> Option<u8> {
    Some(digit(*high)? << 4 | digit(*low)?)
}

fn digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let bytes: Vec<u8> = (0..=255).collect();
        let text = encode(&bytes);
        assert!(text.starts_with("000102") && text.ends_with("fdfeff"), "{text}");
        assert_eq!((decode(&text), decode(&text.to_uppercase())), (Some(bytes.clone()), Some(bytes)));
        let known = [Some(10), None, Some(255)];
        assert_eq!(encode_known(&known), "0a??ff");
        assert_eq!(decode_known("0a??ff").as_deref(), Some(&known[..]));
        for wrong in ["0", "0g", "+1", "é", "1?", "??"] {
            assert_eq!(decode(wrong), None, "{wrong}");
            assert_eq!(decode_known(wrong).is_some(), wrong == "??", "{wrong}");
        }
    }
}
