//! Values for which English words do not fit: binary protocols, other languages, and a user's own words.

#[path = "readability/runs.rs"]
#[allow(dead_code, reason = "the twelve drivers are for other tests")]
mod runs;

use runs::Run;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const METHODS: [&str; 3] = ["none", "words", "roulette"];

/// A frame of a protocol whose bytes are control characters or above 0x7f: a tag, a length, as many values,
/// and a byte that makes the sum of all zero.
const FRAME: &str = r#"
#include "symir.h"
static int frame(const unsigned char *m) {
    unsigned char sum = m[0] + m[1];
    int i;
    if (m[0] != 0x02 && m[0] != 0x90)
        return -1;
    if (m[1] > 4)
        return -2;
    for (i = 0; i < m[1]; i++)
        sum += m[2 + i];
    if ((unsigned char)(sum + m[2 + i]))
        return -3;
    return m[1];
}
int main(void) {
    unsigned char m[7];
    symir_bytes(m, sizeof m, "m");
    for (int i = 0; i < 7; i++)
        symir_assume(m[i] < 0x20 | m[i] >= 0x80);
    SYMIR_TEST(frame, m);
}
"#;

/// The result of the function of [`FRAME`].
fn frame(bytes: &[u8]) -> i32 {
    if !matches!(bytes[0], 0x02 | 0x90) {
        return -1;
    }
    if bytes[1] > 4 {
        return -2;
    }
    let used = &bytes[..usize::from(bytes[1]) + 3];
    let sum = used.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    if sum == 0 { i32::from(bytes[1]) } else { -3 }
}

/// A string of any length up to eight.
const LENGTH: &str = r#"
#include "symir.h"
static int length(const char *s) { int n = 0; while (s[n]) n++; return n; }
int main(void) { char s[9]; symir_string(s, sizeof s, "s"); SYMIR_TEST(length, s); }
"#;

/// A folder with a driver and word lists.
struct Folder(TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a temporary folder"));
        for (name, text) in files {
            std::fs::write(folder.path(name), text).expect("a file is written");
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn symir(&self, args: &[&str]) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_symir"));
        let output = command.args(args).current_dir(self.0.path()).output().expect("symir starts");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// Trains a model and a dictionary from `list`, one word a line, with these flags. Returns the options of
    /// a run that uses them.
    fn train(&self, list: &str, flags: &[&str]) -> Vec<String> {
        let [model, words] = ["model.csv", "dictionary.words"];
        self.symir(&[&["model", "train", list, "-o", model], flags].concat());
        self.symir(&[&["model", "words", list, "-o", words], flags].concat());
        let path = |name: &str| self.path(name).to_str().expect("a plain path").to_owned();
        vec!["--model".to_owned(), path(model), "--words".to_owned(), path(words)]
    }
}

/// Runs a driver, and checks that nothing went wrong.
fn run(driver: &Path, args: &[&str]) -> Run {
    let run = Run::new(driver, args);
    for count in ["unreadable", "undecided", "unknown"] {
        assert_eq!(run.number(count), 0.0, "{args:?}: {count}");
    }
    run
}

/// The string of the test for each length, from 0 on.
fn strings(driver: &Path, args: &[&str]) -> Vec<Vec<u8>> {
    let run = run(driver, args);
    assert_eq!(run.tests.len(), 9);
    let string = |(length, test): (usize, &runs::Test)| {
        let bytes = &test.inputs[0].bytes;
        let text: Vec<u8> = bytes.iter().copied().take_while(|byte| *byte != 0).collect();
        assert_eq!(text.len(), length, "{}", test.line);
        text
    };
    run.tests.iter().enumerate().map(string).collect()
}

/// The strings of the default method, which consist of readable characters. All methods are tried.
fn words(driver: &Path, args: &[String]) -> Vec<String> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    for method in METHODS {
        strings(driver, &[&args[..], &["--readable", method]].concat());
    }
    let string = |text: Vec<u8>| {
        let text = String::from_utf8(text).expect("whole characters");
        assert!(text.chars().all(|c| c.is_alphanumeric() || c.is_ascii_graphic() || c == ' '), "{text:?}");
        text
    };
    strings(driver, &args).into_iter().map(string).collect()
}

#[test]
fn a_binary_frame_stays_one() {
    let folder = Folder::new(&[("frame.c", FRAME)]);
    let mut numbers = Vec::new();
    for method in METHODS {
        let run = run(&folder.path("frame.c"), &["--readable", method]);
        for test in &run.tests {
            let bytes = &test.inputs[0].bytes;
            assert!(bytes.iter().all(|byte| *byte < 0x20 || *byte >= 0x80), "{method}: {}", test.line);
            assert!(test.line.ends_with(&format!(":=> {}", frame(bytes))), "{method}: {}", test.line);
        }
        numbers.push(run.tests.len());
    }
    assert!(numbers[0] > 15 && numbers.iter().all(|n| *n == numbers[0]), "{numbers:?}");
}

/// The bytes of a binary frame are numbers. Where a byte may have any value, a test has no white space there.
#[test]
fn a_binary_frame_is_no_text() {
    let folder = Folder::new(&[("frame.c", FRAME)]);
    let run = run(&folder.path("frame.c"), &[]);
    let is_white = |byte: &u8| matches!(byte, b'\t'..=b'\r');
    let lines: Vec<&str> = run
        .tests
        .iter()
        .filter(|test| test.inputs[0].bytes.iter().any(is_white))
        .map(|test| test.line.as_str())
        .collect();
    assert!(lines.is_empty(), "white space:\n{}", lines.join("\n"));
}

const RUSSIAN: &str = "я он мы вы на но да не до по за ты ум юг дом кот лес мир год час сын дед рад сад рот нос лук \
                       чай суп сок мама папа вода рука нога река гора зима лето утро день ночь стол окно небо поле \
                       море рыба хлеб книга школа город улица дорога дерево птица слово земля солнце друг работа";

#[test]
fn russian_words_take_two_bytes_a_letter() {
    let list = RUSSIAN.replace(' ', "\n");
    let folder = Folder::new(&[("length.c", LENGTH), ("russian.txt", &list)]);
    let options = folder.train("russian.txt", &[]);
    let texts = words(&folder.path("length.c"), &options);
    for text in texts.iter().step_by(2).skip(1) {
        assert!(list.lines().any(|word| word == text), "{text:?} is no word: {texts:?}");
    }
    for text in texts.iter().skip(5).step_by(2) {
        let mut parts = text.split(|c: char| c.is_ascii());
        assert!(parts.all(|part| part.is_empty() || list.lines().any(|word| word == part)), "{texts:?}");
        assert!(!text.is_ascii(), "{text:?} could have a word: {texts:?}");
    }
}

const GERMAN: &str = "ja du er wir ihr und oder aber für über früh schön Haus Tür Öl Hand Fuß Baum Bäume Vogel Vögel \
                      Wasser Straße Stück Brücke Mädchen Küche König müde süß grün hören fahren gehen lesen Brot Käse \
                      Äpfel Apfel Übung Jahr Tag Nacht";

#[test]
fn german_words_have_their_umlauts() {
    let list = GERMAN.replace(' ', "\n");
    let folder = Folder::new(&[("length.c", LENGTH), ("german.txt", &list)]);
    let mut options = folder.train("german.txt", &["--fold-case"]);
    let small = list.to_lowercase();
    let mut n_umlauts = 0;
    for seed in ["1", "2", "3"] {
        options.truncate(4);
        options.extend(["--seed".to_owned(), seed.to_owned()]);
        let texts = words(&folder.path("length.c"), &options);
        for text in &texts[2..] {
            assert!(small.lines().any(|word| word == text.to_lowercase()), "{text:?} is no word: {texts:?}");
            n_umlauts += usize::from(!text.is_ascii());
        }
    }
    assert!(n_umlauts > 3, "{n_umlauts} words with umlauts");
}

#[test]
fn words_of_a_users_own_turn_up() {
    let list = "fd\ntcp\nsock\nmutex\nsocket\npayload\nendpoint\n";
    let folder = Folder::new(&[("length.c", LENGTH), ("my.txt", list)]);
    let path = folder.path("my.txt").to_str().expect("a plain path").to_owned();
    let texts = words(&folder.path("length.c"), &["--words".to_owned(), path]);
    let n_own = texts.iter().filter(|text| list.lines().any(|word| word == *text)).count();
    assert!(n_own >= 5, "{n_own} of 7 words are of the list: {texts:?}");
}
