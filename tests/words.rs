//! Judges the default method on the twelve drivers of the paper's table: by N, words, bits a letter, variety,
//! and questions.
//!
//! N needs the paper's table; see `readability/records.rs` for where it lies.

#[path = "readability/fits.rs"]
mod fits;
#[path = "readability/judge.rs"]
#[allow(dead_code, reason = "the share of words is for the benchmark")]
mod judge;
#[path = "readability/records.rs"]
#[allow(dead_code, reason = "the records themselves are for another test")]
mod records;
#[path = "readability/runs.rs"]
#[allow(dead_code, reason = "the questions by link are for the benchmark")]
mod runs;

use judge::{HeldOut, Quality};
use records::paper;
use runs::{DRIVERS, Run, Test, driver};
use std::sync::LazyLock;
use symir::internals::readable::Dictionary;
use symir::internals::readable::score::Tally;

/// The least M by the paper's table.
const LEAST_M: f64 = 0.082;
/// The least share of words among the strings that could be words.
const LEAST_WORDS: f64 = 0.95;
/// The least share of different strings in the tests of a function.
const LEAST_DISTINCT: f64 = 0.70;
/// The most questions for readability, a test.
const MOST_PROBES: f64 = 1.0;

/// The default method on each driver.
static RUNS: LazyLock<Vec<(&str, Run)>> =
    LazyLock::new(|| DRIVERS.iter().map(|name| (*name, Run::new(&driver(name), &[]))).collect());

/// The quality of the strings of each driver.
static QUALITIES: LazyLock<Vec<(&str, Quality)>> = LazyLock::new(|| {
    let dictionary = Dictionary::english();
    let held_out = HeldOut::new(&dictionary);
    let quality =
        |(name, run): &(&'static str, Run)| (*name, Quality::of_run(name, run, &dictionary, &held_out));
    RUNS.iter().map(quality).collect()
});

fn all() -> Quality {
    QUALITIES.iter().fold(Quality::default(), |mut all, (_, quality)| {
        all.extend(quality);
        all
    })
}

#[test]
fn m_is_that_of_the_best_of_the_paper() {
    let Some(language) = paper() else { return };
    let mut tally = Tally::default();
    RUNS.iter().for_each(|(_, run)| run.tally(&language, &mut tally));
    let summary = tally.summary().expect("there are strings");
    let functions: Vec<(String, f64)> =
        summary.functions.into_iter().map(|function| (function.function, function.n)).collect();
    assert!(summary.n >= LEAST_M, "M is {:.4}, below {LEAST_M}: {functions:.4?}", summary.n);
}

#[test]
fn strings_are_words_where_a_word_fits() {
    let all = all();
    assert!(all.n_fitting > 300, "{} strings could be words", all.n_fitting);
    assert!(
        all.fitting() >= LEAST_WORDS,
        "{:.1} % of {} strings that could be words are words\n    {}",
        100.0 * all.fitting(),
        all.n_fitting,
        all.missed.join("\n    ")
    );
}

#[test]
fn letters_follow_each_other_as_in_common_words() {
    let (bits, common) = all().bits.means();
    assert!(bits > 1.0 && common > 1.0);
    let by_function: Vec<(&str, (f64, f64))> =
        QUALITIES.iter().map(|(name, quality)| (*name, quality.bits.means())).collect();
    assert!(
        bits <= common,
        "{bits:.3} bits a letter, common words of the same lengths {common:.3}: {by_function:.3?}; where a word \
         fits {:.3?}",
        all().fitting_bits.means()
    );
}

#[test]
fn strings_of_a_function_differ() {
    let mut wrong = String::new();
    for (name, quality) in QUALITIES.iter().filter(|(_, quality)| quality.distinct() < LEAST_DISTINCT) {
        wrong += &format!(
            "{name}: {} different strings of {}: {:.2}\n",
            quality.n_distinct,
            quality.n_of_tests,
            quality.distinct()
        );
    }
    assert!(wrong.is_empty(), "below {LEAST_DISTINCT}\n{wrong}");
}

#[test]
fn a_test_asks_hardly_anything() {
    let (mut probes, mut tests) = (0.0, 0.0);
    for (name, run) in RUNS.iter() {
        assert_eq!(run.number("unreadable"), 0.0, "{name}: values that leave the path");
        probes += run.number("probes");
        tests += run.number("tests");
    }
    assert!(probes <= MOST_PROBES * tests, "{probes} questions for {tests} tests");
}

/// A run of a routine over strings of up to `length` characters.
fn long(declarations: &str, call: &str, length: usize) -> Run {
    let folder = tempfile::tempdir().expect("the temporary folder can be written");
    let file = folder.path().join("driver.c");
    let routine = call.split(',').next().expect("the name comes first");
    let text = format!(
        "#include \"symir.h\"\n#include \"{}/corpus/routines/{routine}.c\"\n\
         #define S(name) static char name[{length} + 1]; symir_string(name, sizeof name, #name);\n\
         int main(void) {{ {declarations} SYMIR_TEST({call}); }}\n",
        env!("CARGO_MANIFEST_DIR"),
    );
    std::fs::write(&file, text).expect("the temporary folder can be written");
    // The number of all terms depends on how many workers make them.
    Run::new(&file, &["--workers", "1"])
}

#[test]
fn long_strings_are_words_and_cost_no_questions() {
    let dictionary = Dictionary::english();
    let is_word = |text: &[u8]| dictionary.of_length(text.len()).iter().any(|(word, _)| word == text);
    for (declarations, call) in [("S(s)", "strlen, s"), ("S(s) S(other)", "strcmp, s, other")] {
        let [short, run] = [128, 256].map(|length| long(declarations, call, length));
        assert_eq!(run.number("probes"), 0.0, "{call}: questions for words");
        assert_eq!(run.number("unreadable"), 0.0, "{call}: values that leave the path");
        assert_eq!(run.questions(Some("backend")), 0.0, "{call}: questions to a solver");
        for what in ["forks", "terms", "tests"] {
            assert!(run.number(what) <= 2.02 * short.number(what), "{call}: {what} grow with the length");
        }
        assert!(run.questions(None) <= 2.02 * short.questions(None), "{call}: a question for each fork");
        let longest = run.tests.iter().flat_map(Test::texts).max_by_key(|text| text.len());
        let longest = longest.expect("there are strings");
        assert_eq!(longest.len(), 256, "{call}");
        let words: Vec<&[u8]> = longest.split(|byte| b" _-".contains(byte)).collect();
        let others: Vec<String> = words
            .iter()
            .filter(|word| !is_word(word))
            .map(|word| String::from_utf8_lossy(word).into_owned())
            .collect();
        assert!(words.len() > 30 && others.is_empty(), "{call}: {others:?} of {} are no words", words.len());
    }
}

/// Runs a driver with this text.
fn of_text(text: &str) -> Run {
    let folder = tempfile::tempdir().expect("the temporary folder can be written");
    let file = folder.path().join("driver.c");
    std::fs::write(&file, text).expect("the temporary folder can be written");
    Run::new(&file, &["--one-test-a-path"])
}

/// The first byte decides, without a branch, which of the other bytes the conditions are about.
#[test]
fn texts_behind_an_optional_sign_cost_no_questions() {
    let run = of_text(
        "#include \"symir.h\"\n\
         static int parse(const char *s) {\n\
             int n = 0;\n\
             s += *s == '+';\n\
             for (int i = 0; i < 5; i++) {\n\
                 if (s[i] == 0) return n;\n\
                 if (s[i] < '0' || s[i] > '9') return -1;\n\
                 n = n * 10 + (s[i] - '0');\n\
             }\n\
             return n;\n\
         }\n\
         int main(void) { static char s[8]; symir_string(s, sizeof s, \"s\"); SYMIR_TEST(parse, s); }\n",
    );
    assert_eq!((run.number("tests"), run.number("probes"), run.number("unreadable")), (16.0, 0.0, 0.0));
    let texts: Vec<&[u8]> = run.tests.iter().flat_map(Test::texts).collect();
    let is_printable = |text: &&[u8]| text.iter().all(|byte| (b' '..=b'~').contains(byte));
    let others: Vec<_> = texts.iter().filter(|text| !is_printable(text)).collect();
    assert!(others.is_empty(), "each byte has a value that can be printed: {others:?}");
    assert!(texts.contains(&&b"1234"[..]), "{texts:?}");
}

#[test]
fn numbers_that_are_only_compared_with_each_other_cost_no_questions() {
    let text = "#include \"symir.h\"\n\
        static int find(int key, const int *sorted) {\n\
            int low = 0, high = 10;\n\
            while (low < high) {\n\
                int middle = (low + high) / 2;\n\
                int order = (key > sorted[middle]) - (key < sorted[middle]);\n\
                if (order == 0) return middle;\n\
                if (order < 0) high = middle; else low = middle + 1;\n\
            }\n\
            return -1;\n\
        }\n\
        int main(void) {\n\
            int sorted[10], key;\n\
            for (int i = 0; i < 10; i++) sorted[i] = symir_int(\"sorted\");\n\
            key = symir_int(\"key\");\n\
            for (int i = 1; i < 10; i++) symir_assume(sorted[i - 1] < sorted[i]);\n\
            SYMIR_TEST(find, key, sorted);\n\
        }\n";
    let run = of_text(text);
    assert_eq!((run.number("tests"), run.number("probes"), run.number("unreadable")), (21.0, 0.0, 0.0));
}

/// A text ends soon after the last byte that the path looks at, however long its buffer is. The rest need not
/// be written.
#[test]
fn texts_end_soon_behind_what_a_path_looks_at() {
    for second in ["", " && s[19] != t[0]"] {
        let run = of_text(&format!(
            "#include \"symir.h\"\n\
             enum {{ N = 3000 }};\n\
             static int begins_alike(const char *s, const char *t) {{\n\
                 for (int i = 0; i < 40; i++)\n\
                     if (s[i] == 0) return i;\n\
                 return *t == 'x'{second};\n\
             }}\n\
             int main(void) {{\n\
                 static char s[N], t[N];\n\
                 symir_string(s, N, \"s\");\n\
                 symir_string(t, N, \"t\");\n\
                 SYMIR_TEST(begins_alike, s, t);\n\
             }}\n",
        ));
        assert_eq!((run.number("probes"), run.number("unreadable")), (0.0, 0.0));
        let lengths: Vec<usize> = run.tests.iter().flat_map(Test::texts).map(<[u8]>::len).collect();
        let longest = lengths.iter().max().expect("there are texts");
        assert!((40..=64).contains(longest), "{lengths:?}");
    }
}

/// The parts of an object that a path does not read cost no term and no condition, however large the object
/// is.
#[test]
fn costs_follow_what_is_read() {
    let records = |n: u32| {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/objects/records.c");
        Run::new(&file, &["--workers", "1", "--", &format!("-DRECORDS={n}")])
    };
    let [few, many] = [20, 200].map(records);
    for what in ["terms", "instructions", "forks", "tests"] {
        assert_eq!(few.number(what), many.number(what), "{what}");
    }
    assert_eq!(few.questions(None), many.questions(None));
}
