//! Where tests stand in a suite: each has its line in the comment above it, whatever the framework.

use std::fs;
use std::path::{Path, PathBuf};

/// The tests of a function in a suite.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Places {
    suite: PathBuf,
    /// The line of each test, and the number of the line where its code begins, from 1.
    tests: Vec<(String, u32)>,
}

impl Places {
    /// Finds the tests in the suite whose lines begin with the name of the function.
    pub fn read(suite: &Path, function: &str) -> Self {
        let text = fs::read_to_string(suite).unwrap_or_default();
        Self { suite: suite.to_owned(), tests: places(&text, function) }
    }

    /// The place of the test with this line.
    pub fn of(&self, line: &str) -> Option<(PathBuf, u32)> {
        let first = line.lines().next().unwrap_or_default();
        let test = self.tests.iter().find(|(own, _)| own == first);
        test.map(|(_, line)| (self.suite.clone(), *line))
    }

    /// The place of the first test.
    pub fn first(&self) -> Option<(PathBuf, u32)> {
        self.tests.first().map(|(_, line)| (self.suite.clone(), *line))
    }
}

fn places(text: &str, function: &str) -> Vec<(String, u32)> {
    let head = format!(" * {function}: ");
    let mut found = Vec::new();
    let mut said: Option<&str> = None;
    for (at, line) in text.lines().enumerate() {
        if line.starts_with(&head) && said.is_none() {
            said = Some(&line[3..]);
        } else if let Some(own) = said.filter(|_| !line.starts_with(" *")) {
            found.push((own.to_owned(), at as u32 + 1));
            said = None;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_found_by_its_line() {
        let text = "/*\n * Tests of f.\n */\n#include <a.h>\n\n/*\n * f: 0 :=> 0\n * More.\n */\nstatic void test_f(void) {\n}\n\
                    /*\n * g: 1 :=> 0\n */\nTEST(g, one) {}\n";
        assert_eq!(places(text, "f"), [("f: 0 :=> 0".to_owned(), 10)]);
        assert_eq!(places(text, "g"), [("g: 1 :=> 0".to_owned(), 15)]);
        assert_eq!(places(text, "h"), []);
    }
}
