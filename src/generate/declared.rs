//! What declarations say beyond types: of parameters by `nonnull`, `_Nonnull`, `access`, `[static N]` and
//! `[rows][columns]`, and of results by `returns_nonnull`.
//!
//! Debug information has none of this, clang drops `access`, and clang's syntax tree as JSON is a hundred
//! times as long as the source. So symir reads the text of the project's files if one of these words occurs
//! in it. Macros that stand for such words are replaced by them, if one of the files defines them.

use regex::{Captures, Regex};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// What the declarations of a function say.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Declared {
    /// Parameters that are not null, by number, with the word that says so.
    pub not_null: BTreeMap<usize, &'static str>,
    /// All pointers are not null.
    pub all_not_null: bool,
    /// Which parameter says how long another one is: the pointer, the number.
    pub lengths: BTreeMap<usize, usize>,
    /// The least number of elements that a parameter points to.
    pub at_least: BTreeMap<usize, u64>,
    /// Parameters of `at_least` whose number stands without `static`: `board[3][3]` means three rows and no
    /// more.
    pub exact: BTreeSet<usize>,
    /// The sizes in the brackets of arrays with several dimensions, the outermost first.
    pub dimensions: BTreeMap<usize, Vec<String>>,
    /// Whether the result is never null.
    pub returns_not_null: bool,
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("invariant: the pattern is regular")
}

/// The words that are looked for.
static WORD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:_*(?:returns_)?nonnull_*|_Nonnull|__nonnull|_*access_*\s*\(\s*_*(?:read|write|none)\w*|G_GNUC_NONNULL)\b|\[\s*static\b|\[\s*\w+\s*\]\s*[,)]",
    )
});
static NONNULL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?:_*nonnull_*|G_GNUC_NONNULL)\b\s*(?:\(+\s*([\d\s,]*)\))?"));
static RETURNS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b_*returns_nonnull_*\b"));
static ACCESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b_*access_*\s*\(\s*_*(?:read_only|write_only|read_write|none)_*\s*,\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)",
    )
});
static STATIC: LazyLock<Regex> = LazyLock::new(|| pattern(r"\[\s*static\s+(?:const\s+)?(\d+)\s*\]"));
static SIZED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*[A-Za-z_][\w\s]*?[\s*]\w*\s*\[\s*(\w+)\s*\](?:\s*\[\s*\w+\s*\])*\s*$"));
static ROWS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^[\w\s*]*?\b\w+\s*\[\s*(?:static\s+)?(\w+)\s*\]((?:\s*\[\s*\w+\s*\])+)\s*$"));
static CONSTANT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)^\s*#\s*define\s+(\w+)\s+\(?(\d+)\)?\s*(?:/|$)"));
static NAME: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b([A-Za-z_]\w*)\s*\("));

/// A macro that stands for attributes.
struct Macro {
    name: String,
    /// Where it is used, with what it is given, if it takes something.
    used: Regex,
    parameter: Option<Regex>,
    body: String,
}

static MACRO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?m)^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(?:\([ \t]*(\w+)[ \t]*\))?[ \t]+((?:__attribute|\[\[|_Nonnull)[^\n]*)$",
    )
});

impl Macro {
    /// The macros that a text defines for words of this module.
    fn all_of(text: &str) -> Vec<Self> {
        let found = MACRO.captures_iter(text).filter(|found| WORD.is_match(&found[3]));
        let read = |found: Captures| {
            let parameter = found.get(2).map(|name| pattern(&format!(r"\b{}\b", name.as_str())));
            let given = if parameter.is_some() { r"\s*\(((?:[^()]|\([^()]*\))*)\)" } else { "" };
            let used = pattern(&format!(r"\b{}\b{given}", &found[1]));
            let body = found[3].split("/*").next().unwrap_or_default().trim().to_owned();
            Self { name: found[1].to_owned(), used, parameter, body }
        };
        found.map(read).collect()
    }

    /// A line of code with the attributes instead of the macro.
    fn replaced_in<'l>(&self, line: &'l str) -> Cow<'l, str> {
        if !line.contains(&self.name) || line.trim_start().starts_with('#') {
            return Cow::Borrowed(line);
        }
        self.used.replace_all(line, |found: &Captures| match &self.parameter {
            Some(parameter) => {
                parameter.replace_all(&self.body, regex::NoExpand(found[1].trim())).into_owned()
            }
            None => self.body.clone(),
        })
    }
}

/// What the declarations in the files of a program say, by the names of functions.
pub fn in_all<T: AsRef<str>>(texts: &[T]) -> BTreeMap<String, Declared> {
    let mut all = BTreeMap::new();
    let macros: Vec<Macro> = texts.iter().flat_map(|text| Macro::all_of(text.as_ref())).collect();
    for text in texts.iter().map(AsRef::as_ref) {
        if !macros.iter().any(|it| text.contains(&it.name)) {
            declared(text, &mut all);
            continue;
        }
        let expanded =
            |line: &str| macros.iter().fold(line.to_owned(), |line, it| it.replaced_in(&line).into_owned());
        let lines: Vec<String> = text.lines().map(expanded).collect();
        declared(&lines.join("\n"), &mut all);
    }
    all
}

/// What the declarations in a text say.
fn declared(text: &str, all: &mut BTreeMap<String, Declared>) {
    let mut end = 0;
    let constants: BTreeMap<&str, String> = CONSTANT
        .captures_iter(text)
        .map(|found| (found.get(1).map_or("", |name| name.as_str()), found[2].to_owned()))
        .collect();
    for word in WORD.find_iter(text).filter(|_| text.contains('(')) {
        if word.start() < end {
            continue;
        }
        let is_border = |c: char| matches!(c, ';' | '}' | '{');
        let start = text[..word.start()].rfind(is_border).map_or(0, |at| at + 1);
        let stop = text[word.start()..].find(is_border).map_or(text.len(), |at| word.start() + at);
        end = stop;
        let declaration = without_comments(&text[start..stop]);
        let (bare, attributes) = apart(&declaration);
        let Some(name) = NAME.captures(&bare) else { continue };
        let whole = name.get(0).expect("invariant: it has matched");
        // A call or a macro, not a declaration: nothing stands before the name, or something is done with the
        // result.
        let before = bare[..whole.start()].trim();
        if before.is_empty() || before.contains('=') || before.split_whitespace().any(|word| word == "return")
        {
            continue;
        }
        let known = all.entry(name[1].to_owned()).or_default();
        known.note_attributes(&attributes);
        for (at, parameter) in parameters(&bare[whole.end()..]).iter().enumerate() {
            if let Some(found) = ROWS.captures(parameter) {
                let inner = found[2].split(['[', ']']).map(str::trim).filter(|text| !text.is_empty());
                let constant = |text: &str| constants.get(text).cloned().unwrap_or_else(|| text.to_owned());
                let all = std::iter::once(&found[1]).chain(inner).map(constant).collect();
                known.dimensions.insert(at, all);
            }
            if parameter.contains("_Nonnull") {
                known.not_null.insert(at, "_Nonnull");
            }
            if let Some(found) = STATIC.captures(parameter) {
                known.not_null.insert(at, "[static]");
                known.at_least.extend(found[1].parse().ok().map(|least: u64| (at, least)));
            } else if let Some(found) = SIZED.captures(parameter) {
                // C gives this size no meaning, but the author means it.
                let number = constants.get(&found[1]).map_or(&found[1], String::as_str);
                if let Ok(count) = number.parse() {
                    known.at_least.insert(at, count);
                    known.exact.insert(at);
                }
            }
        }
    }
}

impl Declared {
    fn note_attributes(&mut self, text: &str) {
        self.returns_not_null |= RETURNS.is_match(text);
        for found in NONNULL.captures_iter(text) {
            let numbers = found.get(1).map_or("", |numbers| numbers.as_str());
            let numbers: Vec<usize> =
                numbers.split(',').filter_map(|number| number.trim().parse().ok()).collect();
            self.all_not_null |= numbers.is_empty();
            let from_zero = numbers.into_iter().filter_map(|number| number.checked_sub(1));
            self.not_null.extend(from_zero.map(|number| (number, "nonnull")));
        }
        for found in ACCESS.captures_iter(text) {
            let number = |at: usize| found.get(at)?.as_str().parse::<usize>().ok()?.checked_sub(1);
            if let (Some(pointer), Some(length)) = (number(1), number(2)) {
                self.lengths.insert(pointer, length);
            }
        }
    }
}

/// Splits a declaration: the text without attributes, and the attributes.
fn apart(text: &str) -> (String, String) {
    static BEGIN: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"__attribute__\s*\(\(|__attribute\s*\(\(|\[\[|\b(?:__nonnull|G_GNUC_NONNULL|nonnull|NONNULL)\s*\(",
        )
    });
    let (mut bare, mut attributes) = (String::new(), String::new());
    let mut rest = text;
    while let Some(found) = BEGIN.find(rest) {
        bare += &rest[..found.start()];
        let mut depth = 0;
        let after = &rest[found.start()..];
        let first = after.find(['(', '[']).unwrap_or(0);
        let end = after[first..].char_indices().find_map(|(at, c)| {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth -= 1,
                _ => {}
            }
            (depth == 0).then_some(first + at + 1)
        });
        let end = end.unwrap_or(after.len());
        attributes += &after[..end];
        attributes.push(' ');
        bare.push(' ');
        rest = &after[end..];
    }
    (bare + rest, attributes)
}

/// The parameters behind an opening parenthesis.
fn parameters(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' if depth == 0 => {
                parts.push(&text[start..at]);
                return parts;
            }
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    Vec::new()
}

fn without_comments(text: &str) -> String {
    static COMMENT: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?s)/\*.*?\*/|//[^\n]*|(?m)^\s*#(?:[^\n]*\\\n)*[^\n]*"));
    COMMENT.replace_all(text, " ").into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_stand_for_attributes() {
        let texts = [
            "#ifdef __GNUC__\n# define FNONULL __attribute__((nonnull)) /* all */\n\
             # define FNONULL_ARG(x) __attribute__((nonnull x))\n#else\n# define FNONULL\n#endif\n",
            "int all(char *a, char *b) FNONULL;\nint one(char *a, char *b)\n  FNONULL_ARG((2));\n\
             int none(char *a) OTHER;\n",
        ];
        let all = in_all(&texts);
        assert!(all["all"].all_not_null);
        assert_eq!(all["one"].not_null.keys().copied().collect::<Vec<_>>(), [1]);
        assert!(!all.contains_key("none"), "{all:?}");
    }

    #[test]
    fn attributes_are_read_where_they_stand() {
        let mut all = BTreeMap::new();
        declared(
            "#include <stddef.h>\n/* nonnull, they say */ int first(const int *p, int *q) __attribute__((nonnull(1)));\n\
             __attribute__((__nonnull__)) static char *every(char *a,\n    char *b) { return a; }\n\
             extern int keep(int *_Nonnull p, int n);\n\
             int total(const int *values, size_t n) __attribute__((access(read_only, 1, 2), pure));\n\
             int three(int a[static 3]) { return a[2]; }\n[[gnu::nonnull(2)]] int second(int *p, int *q);\n\
             #define SIZE 64\nvoid block(uint32_t [4], const unsigned char data[SIZE]);\n\
             #define STEP(f, x) \\\n ( x += f(x) )\nvoid after(int state[4]);\n\
             int rows(const int a[2][3]);\n\
             void turn(int n, int m, int from[n][m], double to[static m] [ n ][3]);\n\
             __attribute__((returns_nonnull, pure)) const char *name_of(int id);\n\
             int caller(int *a) { int y = plain(a[2]); return y; }\n\
             int plain(int a) { nonnull(a); return a; }\n",
            &mut all,
        );
        let not_null = |name: &str| all[name].not_null.keys().copied().collect::<Vec<_>>();
        assert_eq!(not_null("first"), [0]);
        assert!(all["every"].all_not_null);
        assert_eq!(not_null("keep"), [0]);
        assert_eq!(all["total"].lengths, [(0, 1)].into());
        assert_eq!((not_null("three"), all["three"].at_least[&0]), (vec![0], 3));
        assert_eq!((not_null("block"), all["block"].at_least.clone()), (vec![], [(0, 4), (1, 64)].into()));
        assert_eq!(all["after"].at_least, [(0, 4)].into());
        assert_eq!(all["rows"].at_least, [(0, 2)].into());
        assert_eq!(all["turn"].dimensions[&2], ["n", "m"]);
        assert_eq!(all["turn"].dimensions[&3], ["m", "n", "3"]);
        assert_eq!(not_null("second"), [1]);
        assert!(all["name_of"].returns_not_null && !all["name_of"].all_not_null);
        assert!(!all["every"].returns_not_null);
        assert!(!all.contains_key("plain"), "{all:?}");
    }
}
