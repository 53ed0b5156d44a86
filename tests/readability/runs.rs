//! Runs of the binary on the twelve drivers of the paper's table, read from its JSON.

use std::path::{Path, PathBuf};
use std::process::Command;
use symir::internals::readable::Language;
use symir::internals::readable::score::{self, Tally};

#[path = "../common/drivers.rs"]
mod drivers;
#[allow(unused_imports, reason = "not all tests of this folder run all drivers")]
pub use drivers::DRIVERS;

pub fn driver(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers").join(name).with_extension("c")
}

/// The results of a run.
pub struct Run {
    pub tests: Vec<Test>,
    pub summary: serde_json::Value,
}

/// A test of a run.
pub struct Test {
    pub line: String,
    pub inputs: Vec<Input>,
}

/// An input of a test as it lies in memory.
pub struct Input {
    pub is_string: bool,
    pub bytes: Vec<u8>,
}

impl Input {
    /// The text before the terminator, if the input is a string of two characters or more. Only such strings
    /// are judged.
    pub fn text(&self) -> Option<&[u8]> {
        let end = self.bytes.iter().position(|byte| *byte == 0).unwrap_or(self.bytes.len());
        (self.is_string && end >= 2).then(|| &self.bytes[..end])
    }
}

impl Test {
    /// The strings that are judged, each once: if a path needs two buffers to be equal, they are one string.
    pub fn texts(&self) -> Vec<&[u8]> {
        let mut texts: Vec<&[u8]> = self.inputs.iter().filter_map(Input::text).collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }
}

impl Run {
    /// Runs `symir run FILE ARGS`.
    pub fn new(file: &Path, args: &[&str]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_symir"));
        let output = command
            .args(["run", "--all"])
            .arg(file)
            .args(["--json", "--no-replay"])
            .args(args)
            .output()
            .expect("symir starts");
        assert!(output.status.success(), "{file:?}: {}", String::from_utf8_lossy(&output.stderr));
        let stdout = String::from_utf8(output.stdout).expect("JSON is UTF-8");
        let mut run = Run { tests: Vec::new(), summary: serde_json::Value::Null };
        for line in stdout.lines() {
            let mut event: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
            match event["event"].as_str() {
                Some("test") => run.tests.push(Test::new(&event)),
                Some("summary") => run.summary = event["summary"].take(),
                Some("progress") => {}
                other => panic!("an event {other:?}"),
            }
        }
        run
    }

    /// A number of the summary.
    pub fn number(&self, key: &str) -> f64 {
        self.summary[key].as_f64().unwrap_or_else(|| panic!("the summary has no {key}"))
    }

    /// How many questions this link answered, or all links if it is `None`.
    pub fn questions(&self, link: Option<&str>) -> f64 {
        let questions = self.summary["questions"].as_array().expect("pairs");
        let wanted = questions.iter().filter(|pair| link.is_none_or(|link| pair[0] == link));
        wanted.map(|pair| pair[1].as_f64().expect("a number")).sum()
    }

    /// Adds the lines of its tests to a tally, as the paper does.
    pub fn tally(&self, language: &Language, tally: &mut Tally) {
        for test in &self.tests {
            let (function, strings) = score::strings_of_line(&test.line).expect("a test line");
            tally.add(language, function, &strings);
        }
    }
}

impl Test {
    fn new(event: &serde_json::Value) -> Test {
        let byte = |byte: &serde_json::Value| byte.as_u64().expect("a byte") as u8;
        let input = |input: &serde_json::Value| Input {
            is_string: input["kind"] == "string",
            bytes: input["bytes"].as_array().expect("bytes").iter().map(byte).collect(),
        };
        Test {
            line: event["line"].as_str().expect("a line").to_owned(),
            inputs: event["test"]["inputs"].as_array().expect("inputs").iter().map(input).collect(),
        }
    }
}
