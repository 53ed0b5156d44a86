//! `bugs.sarif`: the bugs of a run in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS,
//! 2020).
//!
//! A bug is one result, however many paths lead to it: its place, the calls that led there as a stack, what
//! the path decided as a code flow, and the line of the plainest test in the message.
//!
//! Files are named relative to the root of the repository, `%SRCROOT%`, so that the log means the same
//! elsewhere. A bug has a fingerprint of its kind, function and line of text, so that it is recognised after
//! other lines have moved it.

use super::facts::Facts;
use super::json::sha256;
use crate::testcase::{Bug, Outcome, Site, TestCase, TestLine};
use crate::util::paths;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A repository has one of these folders in its root.
const REPOSITORIES: [&str; 5] = [".git", ".hg", ".svn", ".jj", ".bzr"];

/// This stands for the root in the log.
const ROOT: &str = "%SRCROOT%";

/// Where the files of a program lie.
struct Sources {
    /// The folder that relative paths begin at.
    folder: PathBuf,
    /// The root of the repository; the same as `folder` if there is no repository.
    root: PathBuf,
}

impl Sources {
    fn of(facts: &Facts) -> Self {
        let folder = facts.folder.clone();
        let first = facts.sources.first().map_or(&*folder, |path| path);
        let is_root = |path: &&Path| REPOSITORIES.iter().any(|name| path.join(name).exists());
        let root = first.ancestors().skip(1).find(is_root).map_or_else(|| folder.clone(), Path::to_owned);
        Self { folder, root }
    }

    /// Where a file can be opened.
    fn path(&self, file: &str) -> PathBuf {
        paths::plain(&self.folder.join(file))
    }

    /// How a result names a file.
    fn artifact(&self, file: &str) -> Value {
        match self.relative(file) {
            Some(path) => json!({ "uri": uri(&path), "uriBaseId": ROOT }),
            None => json!({ "uri": uri(&self.path(file).to_string_lossy()) }),
        }
    }

    /// A file's path from the root, if it lies below.
    fn relative(&self, file: &str) -> Option<String> {
        let path = self.path(file);
        let relative = path.strip_prefix(&self.root).ok().filter(|_| self.root.is_absolute())?;
        Some(relative.to_string_lossy().into_owned())
    }

    /// A name for a bug that stays the same when other lines change: its kind, its function, and the text of
    /// its line.
    fn fingerprint(&self, bug: &Bug) -> String {
        let Some(site) = bug.stack.iter().find(|site| is_known(site)) else {
            return sha256(format!("{}\n{}", bug.kind, bug.message).as_bytes());
        };
        let file = self.relative(&site.file).unwrap_or_else(|| site.file.clone());
        let source = std::fs::read(self.path(&site.file)).unwrap_or_default();
        let line = source.split(|byte| *byte == b'\n').nth(site.line as usize - 1);
        let line = line.map_or(site.line.to_string(), |line| String::from_utf8_lossy(line).trim().to_owned());
        sha256(format!("{}\n{file}\n{}\n{line}", bug.kind, site.function).as_bytes())
    }
}

fn is_known(site: &Site) -> bool {
    site.line > 0 && !site.file.is_empty()
}

/// The address where a reader of the log learns about this program: its page, if the package names one, else
/// an address that contains the sentence itself.
fn information() -> String {
    match env!("CARGO_PKG_HOMEPAGE") {
        "" => {
            let words = concat!(
                "symir ",
                env!("CARGO_PKG_VERSION"),
                ": ",
                env!("CARGO_PKG_DESCRIPTION"),
                " See symir --help."
            );
            format!("data:text/plain,{}", uri(words))
        }
        page => page.to_owned(),
    }
}

/// The bugs of these tests: each place and kind once, with the tests that show it, in the order of the tests.
pub fn bugs(tests: &[TestCase]) -> Vec<(&Bug, Vec<&TestCase>)> {
    let mut found: Vec<(&Bug, Vec<&TestCase>)> = Vec::new();
    for test in tests {
        let Outcome::Bug(bug) = &test.outcome else { continue };
        match found.iter_mut().find(|(known, _)| known.kind == bug.kind && known.site() == bug.site()) {
            Some((_, tests)) => tests.push(test),
            None => found.push((bug, vec![test])),
        }
    }
    found
}

/// Writes the bugs of these tests.
pub fn write(tests: &[TestCase], facts: &Facts, out: &mut impl Write) -> io::Result<()> {
    let bugs = bugs(tests);
    let sources = Sources::of(facts);
    // Bugs with the same fingerprint are numbered.
    let mut fingerprints: BTreeMap<String, u32> = BTreeMap::new();
    let mut kinds: Vec<_> = bugs.iter().map(|(bug, _)| bug.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let rules: Vec<Value> = kinds
        .iter()
        .map(|kind| json!({ "id": id(*kind), "shortDescription": { "text": kind.words() } }))
        .collect();
    let results: Vec<Value> = bugs
        .iter()
        .map(|(bug, tests)| {
            let rule = kinds.iter().position(|kind| *kind == bug.kind);
            let mut result = result(bug, tests, rule.expect("invariant: every kind is listed"), &sources);
            let fingerprint = sources.fingerprint(bug);
            let number =
                fingerprints.entry(fingerprint.clone()).and_modify(|number| *number += 1).or_insert(1);
            result["partialFingerprints"] = json!({ "bugLine/v1": format!("{fingerprint}:{number}") });
            result
        })
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "symir",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": information(),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { ROOT: {
                "uri": uri(&format!("{}/", sources.root.display())),
                "description": { "text": "The root of the repository, or the folder that symir was called in." },
            } },
            "results": results,
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log).map_err(io::Error::other)?;
    writeln!(out)
}

/// The name of a kind, as `tests.json` has it.
fn id(kind: crate::testcase::BugKind) -> Value {
    serde_json::to_value(kind).expect("invariant: a kind is a text")
}

fn result(bug: &Bug, tests: &[&TestCase], rule: usize, sources: &Sources) -> Value {
    let location = |site: &Site, message: Option<&str>| location(sources, site, message);
    let test = tests[0];
    let line = TestLine(test).to_string();
    let text = format!("{}: {}. Shown by {}: {line}", bug.kind, bug.message, test.name);
    let mut result = json!({
        "ruleId": id(bug.kind),
        "ruleIndex": rule,
        "level": "error",
        "message": { "text": text },
        "occurrenceCount": tests.len(),
        "properties": { "test": test.name, "line": line },
    });
    let known = |site: &&Site| is_known(site);
    if let Some(site) = bug.stack.iter().find(known) {
        result["locations"] = json!([location(site, None)]);
    }
    let frames: Vec<Value> =
        bug.stack.iter().filter(known).map(|site| json!({ "location": location(site, None) })).collect();
    if !frames.is_empty() {
        result["stacks"] = json!([{ "message": { "text": "the calls that led here" }, "frames": frames }]);
    }
    if let Some(object) = &bug.object {
        let places = [("", &object.made), (" is freed here", &object.freed)];
        let related: Vec<Value> = places
            .iter()
            .filter_map(|(words, site)| {
                let site = site.as_ref().filter(known)?;
                Some(location(site, Some(&format!("{}{words}", object.what))))
            })
            .collect();
        if !related.is_empty() {
            result["relatedLocations"] = json!(related);
        }
    }
    let mut steps: Vec<Value> = test
        .because
        .iter()
        .filter_map(|reason| {
            let site = reason.site.as_ref().filter(known)?;
            Some(json!({ "location": location(site, Some(&reason.condition)) }))
        })
        .collect();
    // The calls in the order in which they were made, the error last.
    if steps.is_empty() {
        let callers = bug.stack.iter().skip(1).filter(known).rev();
        steps.extend(callers.map(|site| {
            let words = format!("called from {}", site.function);
            json!({ "location": location(site, Some(&words)) })
        }));
    }
    if let Some(site) = bug.stack.iter().find(known) {
        steps.push(json!({ "location": location(site, Some(&bug.message)) }));
    }
    if !steps.is_empty() {
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    result
}

fn location(sources: &Sources, site: &Site, message: Option<&str>) -> Value {
    let mut region = json!({ "startLine": site.line });
    if site.column > 0 {
        region["startColumn"] = json!(site.column);
    }
    let mut location = json!({
        "physicalLocation": { "artifactLocation": sources.artifact(&site.file), "region": region },
    });
    if !site.function.is_empty() {
        location["logicalLocations"] = json!([{ "name": site.function, "kind": "function" }]);
    }
    if let Some(message) = message {
        location["message"] = json!({ "text": message });
    }
    location
}

/// A path as a reference by RFC 3986; an absolute one with its scheme.
fn uri(path: &str) -> String {
    let mut text = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' => {
                text.push(char::from(byte));
            }
            _ => text += &format!("%{byte:02X}"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn written(tests: &[TestCase]) -> Value {
        written_in(tests, &Facts { folder: "/repository/part".into(), ..Facts::default() })
    }

    fn written_in(tests: &[TestCase], facts: &Facts) -> Value {
        let mut text = Vec::new();
        write(tests, facts, &mut text).expect("written");
        serde_json::from_slice(&text).expect("JSON")
    }

    #[test]
    fn a_log_has_its_properties_in_order() {
        let facts = Facts { folder: "/repository/part".into(), ..Facts::default() };
        let mut text = Vec::new();
        write(&[sample::bug(&[1])], &facts, &mut text).expect("written");
        let text = String::from_utf8(text).expect("text").replace(env!("CARGO_PKG_VERSION"), "VERSION");
        expect_test::expect_file!["sample.sarif"].assert_eq(&text);
    }

    #[test]
    fn a_bug_is_one_result_with_its_place_and_test() {
        let log = written(&[sample::test("a", &[0]), sample::bug(&[1]), sample::bug(&[2])]);
        let run = &log["runs"][0];
        assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "division-by-zero");
        let results = run["results"].as_array().expect("an array");
        assert_eq!(results.len(), 1);
        let result = &results[0];
        assert_eq!((&result["ruleIndex"], &result["occurrenceCount"]), (&json!(0), &json!(2)));
        let text = result["message"]["text"].as_str().expect("a text");
        assert!(text.ends_with("main: n=0 :=> !division by zero at d.c:3"), "{text}");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"], json!({ "uri": "d.c", "uriBaseId": "%SRCROOT%" }));
        assert_eq!(place["region"], json!({ "startLine": 3, "startColumn": 9 }));
        let flow = &result["codeFlows"][0]["threadFlows"][0]["locations"];
        assert_eq!(flow[0]["location"]["message"]["text"], "7 / 0");
    }

    #[test]
    fn files_are_named_from_the_root_and_bugs_known_again_when_lines_move() {
        let repository = tempfile::tempdir().expect("a temporary folder");
        let folder = repository.path().join("a part");
        std::fs::create_dir(&folder).expect("made");
        std::fs::create_dir(repository.path().join(".git")).expect("made");
        let facts = Facts { folder: folder.clone(), sources: vec![folder.join("d.c")], ..Facts::default() };
        let at = |line: u32, text: &str| {
            std::fs::write(folder.join("d.c"), text).expect("written");
            let mut test = sample::bug(&[1]);
            if let Outcome::Bug(bug) = &mut test.outcome {
                bug.stack[0].line = line;
            }
            let log = written_in(&[test], &facts)["runs"][0].clone();
            let place = log["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"].clone();
            assert_eq!(place, json!({ "uri": "a%20part/d.c", "uriBaseId": "%SRCROOT%" }));
            let root = format!("file://{}/", repository.path().display());
            assert_eq!(log["originalUriBaseIds"]["%SRCROOT%"]["uri"], root);
            assert!(log["tool"]["driver"]["informationUri"].as_str().is_some_and(|uri| uri.contains(':')));
            log["results"][0]["partialFingerprints"]["bugLine/v1"].clone()
        };
        let first = at(1, "return 7 / n;\n");
        assert_eq!(first, at(3, "/* moved\n down */\n  return 7 / n;\n"));
        assert_ne!(first, at(1, "return 8 / n;\n"));
        assert_eq!(
            Sources::of(&facts).artifact("/usr/include/x.h"),
            json!({ "uri": "file:///usr/include/x.h" })
        );
    }

    #[test]
    fn a_run_without_bugs_has_no_results() {
        assert_eq!(written(&[])["runs"][0]["results"], json!([]));
        assert_eq!(uri("/a b/c#.c"), "file:///a%20b/c%23.c");
    }
}
