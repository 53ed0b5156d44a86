//! Tests to be written by the tests of this module.

use crate::testcase::{Bug, BugKind, Datum, Input, InputKind, Outcome, Site, TestCall, TestCase};
use crate::util::Bits;

/// `strlen` of a text, in a buffer of its size.
pub(super) fn test(text: &str, decision_path: &[u32]) -> TestCase {
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    TestCase {
        calls: vec![TestCall {
            function: "strlen".into(),
            arguments: vec![Datum::Pointer(Datum::text(&bytes).into())],
            result: Some(Datum::Integer(text.len() as i128)),
            parameters: Vec::new(),
            given: Vec::new(),
            changes: Vec::new(),
            arrangement: Default::default(),
            footprint: None,
            script: Vec::new(),
            failures: Vec::new(),
            printed: None,
        }],
        inputs: vec![Input {
            name: "the text".into(),
            kind: InputKind::String,
            bytes,
            value: None,
            pointers: Vec::new(),
        }],
        decision_path: decision_path.to_vec(),
        name: "strlen_of_text".into(),
        ..TestCase::new(Outcome::Returned(0))
    }
}

/// A program without a call under test that divides by zero.
pub(super) fn bug(decision_path: &[u32]) -> TestCase {
    let site = Site { function: "main".into(), file: "d.c".into(), line: 3, column: 9 };
    let kind = InputKind::Integer { width: Bits(32), signed: true };
    let bug = Bug {
        kind: BugKind::DivisionByZero,
        message: "7 / 0".into(),
        stack: vec![site],
        object: None,
        elements: None,
        depends: Vec::new(),
    };
    TestCase {
        inputs: vec![Input {
            name: "n".into(),
            kind,
            bytes: vec![0, 0, 0, 0],
            value: None,
            pointers: Vec::new(),
        }],
        decision_path: decision_path.to_vec(),
        name: "main_divides_by_zero".into(),
        ..TestCase::new(Outcome::Bug(bug))
    }
}
