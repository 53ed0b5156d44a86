//! The property that a suite has to cover, in the notation of the property files of Test-Comp
//! (<https://test-comp.sosy-lab.org/2024/rules.php>).
//!
//! A file contains one property: to take every side of a branch, or to call a function that stands for an
//! error. symir does not know the properties for conditions and statements, for which the competition has no
//! category. The program has to begin at `main`.

use super::{Outcome, TestCase};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A call of this function is an error, whatever its body does.
const ERROR: &str = "reach_error";
/// A function that programs define themselves, with two branches that count for coverage, and its new name.
/// Under the first name, symir takes a call of it for an assumption.
const ASSUME: [&str; 2] = ["assume_abort_if_not", "assume_abort_if_not_own"];

/// The property that a suite has to cover.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Property {
    /// Every side of a branch.
    Branches,
    /// A call of this function.
    Call(String),
}

/// Why a text is not a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadProperty {
    /// The line of the text, counted from 1.
    pub line: usize,
    pub why: String,
}

impl Property {
    /// Reads the text of a property file. Blanks are ignored.
    ///
    /// # Errors
    /// If it is not one property that symir knows.
    pub fn parse(text: &str) -> Result<Self, BadProperty> {
        let mut lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, text)| !text.is_empty());
        let bad = |line, why: &str| BadProperty {
            line,
            why: format!(
                "{why}; symir understands `{}` and `{}`",
                Property::Branches.specification(),
                Property::Call("FUNCTION".to_owned()).specification()
            ),
        };
        let Some((line, text)) = lines.next() else { return Err(bad(1, "there is no property")) };
        let property =
            Self::of_line(text).ok_or_else(|| bad(line, &format!("`{text}` is another property")))?;
        match lines.next() {
            Some((line, _)) => Err(bad(line, "this is a second property, and a run has one")),
            None => Ok(property),
        }
    }

    fn of_line(text: &str) -> Option<Self> {
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let edges = plain.strip_prefix("COVER(init(main()),FQL(COVEREDGES(")?.strip_suffix(")))")?;
        if edges == "@DECISIONEDGE" {
            return Some(Property::Branches);
        }
        let function = edges.strip_prefix("@CALL(")?.strip_suffix(')')?;
        let function = function.strip_suffix("()").unwrap_or(function);
        let is_name = function.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && function.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        is_name.then(|| Property::Call(function.to_owned()))
    }

    /// The property as the competition writes it.
    pub fn specification(&self) -> String {
        let edges = match self {
            Property::Branches => "@DECISIONEDGE".to_owned(),
            Property::Call(function) => format!("@CALL({function})"),
        };
        format!("COVER( init(main()), FQL(COVER EDGES({edges})) )")
    }

    /// New names for functions of the tested program, so that they mean what the property says. A function
    /// whose branches count gets a name that symir does not know, so its body is run like any other. The
    /// function that stands for the error gets the name that symir knows.
    pub fn renames(&self) -> BTreeMap<String, String> {
        match self {
            Property::Branches => [ASSUME].map(|names| names.map(str::to_owned)).map(|[a, b]| (a, b)).into(),
            Property::Call(function) if function == ERROR || function == "__VERIFIER_error" => {
                BTreeMap::new()
            }
            Property::Call(function) => [(function.clone(), ERROR.to_owned())].into(),
        }
    }

    /// Whether a test may belong to the suite.
    pub fn takes(&self, test: &TestCase) -> bool {
        match self {
            Property::Branches => true,
            Property::Call(_) => matches!(&test.outcome, Outcome::Bug(bug) if bug.is_error_call()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRANCHES: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";

    #[test]
    fn the_properties_of_the_competition_are_read_and_written() {
        assert_eq!(Property::parse(BRANCHES), Ok(Property::Branches));
        for function in ["reach_error", "__VERIFIER_error", "my_error"] {
            let text = format!("COVER( init(main()), FQL(COVER EDGES(@CALL({function}))) )");
            let property = Property::Call(function.to_owned());
            assert_eq!(property.specification(), text);
            assert_eq!(Property::parse(&text), Ok(property));
        }
    }

    #[test]
    fn blanks_and_parentheses_of_a_call_mean_nothing() {
        let text = "\n  COVER(init(main( )),FQL(COVER  EDGES( @CALL(__VERIFIER_error()) )))  \n\n";
        assert_eq!(Property::parse(text), Ok(Property::Call("__VERIFIER_error".to_owned())));
    }

    #[test]
    fn another_property_is_named_with_its_line() {
        let line_of = |text: &str| Property::parse(text).expect_err("no property").line;
        assert_eq!(line_of("\nCOVER( init(main()), FQL(COVER EDGES(@CONDITIONEDGE)) )"), 2);
        assert_eq!(line_of("CHECK( init(main()), LTL(G ! call(reach_error())) )"), 1);
        assert_eq!(line_of("COVER( init(start()), FQL(COVER EDGES(@DECISIONEDGE)) )"), 1);
        assert_eq!(line_of("COVER( init(main()), FQL(COVER EDGES(@CALL(a b;c))) )"), 1);
        assert_eq!(line_of(""), 1);
        assert_eq!(line_of(&format!("{BRANCHES}\n\n{BRANCHES}")), 3);
        let why = Property::parse("x").expect_err("no property").why;
        assert!(why.contains("`x`") && why.contains(BRANCHES) && why.contains("@CALL(FUNCTION)"), "{why}");
    }

    #[test]
    fn a_function_of_another_name_is_called_as_symir_knows_it() {
        let renamed = |function: &str| Property::Call(function.to_owned()).renames();
        assert!(renamed("reach_error").is_empty() && renamed("__VERIFIER_error").is_empty());
        assert_eq!(renamed("oops")["oops"], "reach_error");
        assert!(Property::Branches.renames().contains_key("assume_abort_if_not"));
    }
}
