//! `tests.csv`: a row a test, for spreadsheets.

use crate::testcase::{Outcome, TestCase, TestLine};
use std::io::{self, Write};

/// Writes the tests under a row of names. A test of several calls has several lines in its cell. Inputs are
/// recorded as in `inputs/`.
pub fn write(tests: &[TestCase], out: &mut impl Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(["name", "line", "function", "outcome", "status", "inputs", "unconfirmed"])?;
    for test in tests {
        let (outcome, status) = match &test.outcome {
            Outcome::Returned(status) => ("returned", status.to_string()),
            Outcome::Exited(status) => ("exited", status.to_string()),
            Outcome::Bug(bug) => ("bug", bug.kind.to_string()),
            Outcome::Unsupported { what, .. } => ("unsupported", what.clone()),
            Outcome::Budget(reason) => ("budget", reason.clone()),
        };
        let functions: Vec<&str> = test.calls.iter().map(|call| call.function.as_str()).collect();
        writer.write_record([
            &test.name,
            &TestLine(test).to_string(),
            &functions.join(" "),
            outcome,
            &status,
            &super::inputs::input_lines(test).join("\n"),
            &test.unconfirmed.to_string(),
        ])?;
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use expect_test::expect;

    #[test]
    fn rows() {
        let mut text = Vec::new();
        write(&[sample::test("a\"b", &[0]), sample::bug(&[1])], &mut text).expect("written");
        expect![[r#"
            name,line,function,outcome,status,inputs,unconfirmed
            strlen_of_text,"strlen: &""a\""b""{\0} :=> 3",strlen,returned,0,the text 61226200,false
            main_divides_by_zero,main: n=0 :=> !division by zero at d.c:3,,bug,division by zero,n 00000000,false
        "#]]
        .assert_eq(&String::from_utf8(text).expect("UTF-8"));
    }
}
