//! `bugs.sarif`: the bugs of a run in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS, 2020).
//!
//! A bug is one result, whatever the number of paths to it: its place, the calls that led there as a stack, what the
//! path decided as a code flow, and the line of the plainest test in the message.

use crate::testcase::{Bug, Outcome, Site, TestCase, TestLine};
use serde_json::{Value, json};
use serde_sarif::sarif::Sarif;
use std::io::{self, Write};

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
pub fn write(tests: &[TestCase], out: &mut impl Write) -> io::Result<()> {
    let bugs = bugs(tests);
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
            result(bug, tests, rule.expect("invariant: every kind is listed"))
        })
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "symir",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    // Through the types of the schema, which know what may be missing and what may not.
    let log: Sarif = serde_json::from_value(log).map_err(io::Error::other)?;
    serde_json::to_writer_pretty(&mut *out, &log).map_err(io::Error::other)?;
    writeln!(out)
}

/// The name of a kind, as `tests.json` has it.
fn id(kind: crate::testcase::BugKind) -> Value {
    serde_json::to_value(kind).expect("invariant: a kind is a text")
}

fn result(bug: &Bug, tests: &[&TestCase], rule: usize) -> Value {
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
    let known = |site: &&Site| site.line > 0 && !site.file.is_empty();
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

fn location(site: &Site, message: Option<&str>) -> Value {
    let mut region = json!({ "startLine": site.line });
    if site.column > 0 {
        region["startColumn"] = json!(site.column);
    }
    let mut location = json!({
        "physicalLocation": { "artifactLocation": { "uri": uri(&site.file) }, "region": region },
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
        let mut text = Vec::new();
        write(tests, &mut text).expect("written");
        serde_json::from_slice(&text).expect("JSON")
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
        assert_eq!(place["artifactLocation"]["uri"], "d.c");
        assert_eq!(place["region"], json!({ "startLine": 3, "startColumn": 9 }));
        let flow = &result["codeFlows"][0]["threadFlows"][0]["locations"];
        assert_eq!(flow[0]["location"]["message"]["text"], "7 / 0");
    }

    #[test]
    fn a_run_without_bugs_has_no_results() {
        assert_eq!(written(&[])["runs"][0]["results"], json!([]));
        assert_eq!(uri("/a b/c#.c"), "file:///a%20b/c%23.c");
    }
}
