//! Tells what callers must keep to from what is wrong: a function that errs on an input which breaks an unwritten contract
//! has no bug, it has a precondition.

use super::harness::{Assumption, Harness};
use super::roles::{Parameter, Role};
use crate::testcase::{Bug, BugKind, Datum, Input, Outcome, TestCase, TestLine};
use serde::{Deserialize, Serialize};

/// What an error of a function is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judged {
    /// Callers have to keep to this.
    Need(Need),
    Bug(Finding),
}

/// A precondition that was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Need {
    /// In C.
    pub condition: String,
    /// In words: `q is not null`.
    pub words: String,
    /// The error without it, and where.
    pub error: String,
    /// The test line that shows it.
    pub shown_by: String,
}

/// A bug that was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What happens and where: `null pointer dereference at util.c:12`.
    pub error: String,
    pub message: String,
    pub file: String,
    pub line: u32,
    /// Why it is no precondition.
    pub rule: String,
    pub shown_by: String,
}

impl Need {
    /// As an assumption of a harness.
    pub fn assumption(&self) -> Assumption {
        Assumption { condition: self.condition.clone(), because: format!("else {}", self.error) }
    }
}

/// Judges a test that shows an error; `None` of any other test.
pub fn judge(harness: &Harness, test: &TestCase) -> Option<Judged> {
    let Outcome::Bug(bug) = &test.outcome else { return None };
    let shown_by = TestLine(test).to_string();
    let site = bug.site().map_or(String::new(), |site| format!(" at {site}"));
    let error = format!("{}{site}", bug.kind);
    let found = need(harness, test, bug);
    Some(match found {
        Ok((condition, words)) => Judged::Need(Need { condition, words, error, shown_by }),
        Err(rule) => Judged::Bug(Finding {
            error,
            message: bug.message.clone(),
            file: bug.site().map_or(String::new(), |site| site.file.clone()),
            line: bug.site().map_or(0, |site| site.line),
            rule: rule.to_owned(),
            shown_by,
        }),
    })
}

/// The condition that the inputs break, in C and in words, or the rule by which it is a bug.
fn need(harness: &Harness, test: &TestCase, bug: &Bug) -> Result<(String, String), &'static str> {
    let named = |name: &str| test.inputs.iter().find(|input| input.name == *name);
    let input = |parameter: &Parameter| named(&parameter.name);
    let is_asked_null = |parameter: &Parameter| {
        named(&format!("{}_is_null", parameter.name)).is_some_and(|input| input.bytes != [0])
    };
    match bug.kind {
        BugKind::NullPointer => {
            let is_null = |parameter: &&Parameter| {
                matches!(parameter.role, Role::Text | Role::Object | Role::Callback { .. })
                    && (input(parameter).is_some_and(is_null) || is_asked_null(parameter))
            };
            let mut nulls = harness.parameters.iter().filter(is_null).peekable();
            if nulls.peek().is_none() {
                return Err("no argument is null");
            }
            let parameter = nulls
                .find(|parameter| !parameter.is_tested)
                .ok_or("the function itself compares the argument with null")?;
            Ok((format!("{} != NULL", parameter.name), format!("{} is not null", parameter.name)))
        }
        BugKind::DivisionByZero => {
            let is_zero = |parameter: &&Parameter| {
                matches!(parameter.role, Role::Number(_) | Role::Length { .. })
                    && input(parameter).is_some_and(|input| input.bytes.iter().all(|byte| *byte == 0))
            };
            let mut zeros = harness.parameters.iter().filter(is_zero);
            let parameter = zeros.next().ok_or("no argument is zero")?;
            if parameter.is_tested {
                return Err("the function itself compares the argument with zero");
            }
            Ok((format!("{} != 0", parameter.name), format!("{} is not zero", parameter.name)))
        }
        _ => Err("no condition on an argument alone excludes it"),
    }
}

fn is_null(input: &Input) -> bool {
    input.value == Some(Datum::Null)
        || (input.pointers.is_empty() && input.bytes.iter().all(|byte| *byte == 0))
}
