//! What a text is made of, in words.

/// How many runs of characters are named; the rest is `etc`.
const MAX_RUNS: usize = 4;
/// The kind of characters that stand for themselves.
const ITSELF: &str = "itself";

/// The kinds of characters of a text, with how many of each follow one another: `minus_2_digits`,
/// `5_letters`, `empty`.
pub(super) fn shape(text: &[u8]) -> String {
    runs(text, &[], true)
}

/// The same, but letters and digits that the path leaves no choice about stand as themselves: `quit`,
/// `0x_2_digits`. `fixed` says for each byte whether it is one of these.
pub(super) fn shape_where(text: &[u8], fixed: &[bool]) -> String {
    runs(text, fixed, true)
}

/// The same without numbers: `minus_digits`.
pub(super) fn kinds(text: &[u8]) -> String {
    runs(text, &[], false)
}

fn runs(text: &[u8], fixed: &[bool], with_counts: bool) -> String {
    if text.is_empty() {
        return "empty".to_owned();
    }
    let is_itself = |at: usize| {
        let may_be = text[at].is_ascii_lowercase() || text[at].is_ascii_digit();
        may_be && fixed.get(at).copied().unwrap_or(false)
    };
    let kinds: Vec<(usize, &str)> =
        (0..text.len()).map(|at| (at, if is_itself(at) { ITSELF } else { kind(text[at]) })).collect();
    let runs: Vec<&[(usize, &str)]> = kinds.chunk_by(|(_, a), (_, b)| a == b).collect();
    let word = |run: &[(usize, &str)]| match (run[0].1, run.len(), with_counts) {
        (ITSELF, _, _) => run.iter().map(|(at, _)| char::from(text[*at])).collect(),
        (kind, 1, _) => kind.to_owned(),
        (kind, count, true) => format!("{count}_{}", plural(kind)),
        (kind, _, false) => plural(kind),
    };
    let mut words: Vec<String> = runs.iter().take(MAX_RUNS).map(|run| word(run)).collect();
    if runs.len() > MAX_RUNS {
        words.push("etc".to_owned());
    } else if let ([only], true) =
        (&words[..], text.len() == 1 && (text[0].is_ascii_punctuation() || text[0].is_ascii_whitespace()))
    {
        // A lone sign is what parsers reject.
        return format!("{only}_only");
    }
    words.join("_")
}

/// The letters and digits of a text, in lower case, and the names of its other characters: `24_colon_11`.
pub(super) fn spelled(text: &[u8]) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric();
    let word = |run: &[u8]| match run.iter().all(is_plain) {
        true => String::from_utf8_lossy(run).to_ascii_lowercase(),
        false => run.iter().map(|byte| kind(*byte)).collect::<Vec<_>>().join("_"),
    };
    let runs = text.chunk_by(|a, b| is_plain(a) == is_plain(b));
    runs.map(word).collect::<Vec<_>>().join("_")
}

/// One character: itself if an identifier may have it.
pub(super) fn character(byte: u8) -> String {
    match byte.is_ascii_lowercase() || byte.is_ascii_digit() {
        true => char::from(byte).to_string(),
        false if byte.is_ascii_uppercase() => format!("capital_{}", char::from(byte.to_ascii_lowercase())),
        false => kind(byte).to_owned(),
    }
}

fn plural(kind: &str) -> String {
    match kind {
        "plus" | "less" => format!("{kind}es"),
        "minus" => "minuses".to_owned(),
        "equals" => kind.to_owned(),
        "slash" | "backslash" | "hash" => format!("{kind}es"),
        _ => format!("{kind}s"),
    }
}

/// The kind of a character, in one word.
fn kind(byte: u8) -> &'static str {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' => "letter",
        b'0'..=b'9' => "digit",
        b' ' => "space",
        b'\t' => "tab",
        b'\n' => "newline",
        b'\r' => "return",
        b'-' => "minus",
        b'+' => "plus",
        b'.' => "dot",
        b',' => "comma",
        b':' => "colon",
        b';' => "semicolon",
        b'/' => "slash",
        b'\\' => "backslash",
        b'_' => "underscore",
        b'=' => "equals",
        b'%' => "percent",
        b'#' => "hash",
        b'*' => "star",
        b'"' => "quote",
        b'\'' => "apostrophe",
        b'(' | b')' => "paren",
        b'[' | b']' => "bracket",
        b'{' | b'}' => "brace",
        b'<' => "less",
        b'>' => "greater",
        b'!'..=b'~' => "sign",
        128.. => "high_byte",
        _ => "control",
    }
}
