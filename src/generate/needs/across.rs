//! Compares what functions need with the functions that call them. A run of a caller also executes its
//! callees. If an error happens there while the caller keeps to its own needs, the caller breaks what the
//! callee needs.

use super::{Finding, GUARDED, MADE_BY_ITSELF, NO_CONDITION, Need};
use crate::generate::report::FunctionReport;
use crate::testcase::BugKind;
use std::collections::{BTreeMap, BTreeSet};

/// An error of a function, and another function that is involved in it.
struct Link {
    function: String,
    error: String,
    /// The caller, or in words why the error can happen.
    says: String,
}

/// Notes which needs all callers keep to and which ones break them. `calls` has the functions that each
/// function calls.
pub fn across(functions: &mut [&mut FunctionReport], calls: &BTreeMap<String, BTreeSet<String>>) {
    leave_to_callers(functions, calls);
    let mut broken: Vec<Link> = Vec::new();
    for caller in functions.iter_mut() {
        let name = caller.name.clone();
        for bug in &mut caller.bugs {
            let callees = bug.stack.iter().filter(|callee| **callee != name && *callee != "main");
            let known: Vec<String> = callees.cloned().collect();
            broken.extend(known.into_iter().map(|function| Link {
                function,
                error: bug.error.clone(),
                says: name.clone(),
            }));
        }
    }
    let mut reached: Vec<Link> = Vec::new();
    let complete: BTreeSet<String> = functions
        .iter()
        .filter(|function| function.made.as_ref().is_some_and(|made| made.ended_by.is_none()))
        .map(|function| function.name.clone())
        .collect();
    for function in functions.iter_mut() {
        let callers: Vec<&String> = calls
            .iter()
            .filter(|(caller, callees)| **caller != function.name && callees.contains(&function.name))
            .map(|(caller, _)| caller)
            .collect();
        for need in &mut function.needs {
            need.broken_by = broken
                .iter()
                .filter(|link| link.function == function.name && link.error == need.error)
                .map(|link| link.says.clone())
                .collect();
            need.is_kept_by_callers = need.broken_by.is_empty()
                && !callers.is_empty()
                && callers.iter().all(|caller| complete.contains(*caller));
            for caller in &need.broken_by {
                reached.push(Link {
                    function: caller.clone(),
                    error: need.error.clone(),
                    says: format!("{} calls {}, which needs that {}", caller, function.name, need.words),
                });
            }
        }
    }
    for link in reached {
        let function = functions.iter_mut().find(|function| function.name == link.function);
        let bug = function.and_then(|function| function.bugs.iter_mut().find(|bug| bug.error == link.error));
        if let Some(bug) = bug {
            bug.rule = format!("a caller in the program reaches it: {}", link.says);
        }
    }
}

/// Whether an error depends on the arguments of a function, so that its caller has an influence on it.
fn is_by_values(kind: BugKind) -> bool {
    !matches!(
        kind,
        BugKind::MemoryLeak
            | BugKind::DoubleFree
            | BugKind::UseAfterFree
            | BugKind::UseAfterReturn
            | BugKind::UseAfterScope
            | BugKind::UninitialisedRead
    )
}

/// Only functions of the same file call a static function. So an error that only depends on its inputs is a
/// bug if a caller shows it. What the function compares elsewhere makes no difference, because it may check
/// more than its callers need. An error that no caller shows becomes a need.
fn leave_to_callers(functions: &mut [&mut FunctionReport], calls: &BTreeMap<String, BTreeSet<String>>) {
    let callers = |name: &str| -> Vec<&String> {
        let all = calls.iter().filter(|(caller, callees)| *caller != name && callees.contains(name));
        all.map(|(caller, _)| caller).collect()
    };
    let shown: BTreeMap<String, BTreeSet<String>> = functions
        .iter()
        .map(|function| (function.name.clone(), function.bugs.iter().map(|bug| bug.error.clone()).collect()))
        .collect();
    let is_open = |function: &FunctionReport, bug: &Finding| {
        (bug.rule == NO_CONDITION || bug.rule.starts_with(GUARDED) || bug.rule.ends_with(MADE_BY_ITSELF))
            && function.is_static
            && bug.bug.as_ref().is_some_and(|bug| is_by_values(bug.kind))
            && !callers(&function.name).is_empty()
    };
    // The functions that certainly show an error, and those that they call on the way to it.
    let mut certain: BTreeSet<(String, String)> = functions
        .iter()
        .flat_map(|function| {
            let bugs = function.bugs.iter().filter(|bug| !is_open(function, bug));
            bugs.map(|bug| (function.name.clone(), bug.error.clone()))
        })
        .collect();
    loop {
        let more: Vec<(String, String)> = certain
            .iter()
            .flat_map(|(caller, error)| {
                let callees = calls.get(caller).into_iter().flatten();
                let showing =
                    callees.filter(|callee| shown.get(*callee).is_some_and(|own| own.contains(error)));
                showing.map(|callee| (callee.clone(), error.clone()))
            })
            .filter(|found| !certain.contains(found))
            .collect();
        if more.is_empty() {
            break;
        }
        certain.extend(more);
    }
    for function in functions.iter_mut() {
        let name = function.name.clone();
        let is_certain = |bug: &Finding| certain.contains(&(name.clone(), bug.error.clone()));
        let (bugs, open): (Vec<Finding>, Vec<Finding>) =
            std::mem::take(&mut function.bugs).into_iter().partition(is_certain);
        function.bugs = bugs;
        function.needs.extend(open.into_iter().map(|bug| Need {
            condition: String::new(),
            words: format!("callers like those here, none of which leads to line {}", bug.line),
            site: bug.bug.as_ref().and_then(|bug| bug.site().cloned()),
            error: bug.error,
            shown_by: bug.shown_by,
            is_kept_by_callers: false,
            broken_by: Vec::new(),
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testcase::Bug;

    /// A function with an error that only its inputs lead to.
    fn erring(name: &str, is_static: bool) -> FunctionReport {
        let message = "reads behind an array".to_owned();
        let bug = Bug {
            kind: BugKind::OutOfBoundsRead,
            message,
            stack: Vec::new(),
            object: None,
            elements: None,
            depends: Vec::new(),
        };
        let finding = Finding {
            error: "out of bounds read at graph.c:7".to_owned(),
            message: String::new(),
            file: "graph.c".to_owned(),
            line: 7,
            rule: NO_CONDITION.to_owned(),
            shown_by: format!("{name}: 9"),
            stack: vec!["visit".to_owned()],
            bug: Some(Box::new(bug)),
        };
        FunctionReport { name: name.to_owned(), is_static, bugs: vec![finding], ..FunctionReport::default() }
    }

    fn calls() -> BTreeMap<String, BTreeSet<String>> {
        let callees = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        [
            ("visit".to_owned(), callees(&["visit"])),
            ("walk".to_owned(), callees(&["visit"])),
            ("components".to_owned(), callees(&["walk"])),
        ]
        .into()
    }

    #[test]
    fn what_no_caller_shows_is_left_to_the_callers_of_static_functions() {
        let silent = FunctionReport { name: "components".to_owned(), ..FunctionReport::default() };
        let mut functions = [erring("visit", true), erring("walk", true), silent];
        across(&mut functions.each_mut(), &calls());
        for function in &functions[..2] {
            assert!(function.bugs.is_empty(), "{}", function.name);
            assert_eq!(function.needs[0].words, "callers like those here, none of which leads to line 7");
        }
    }

    #[test]
    fn what_a_caller_shows_is_a_bug_of_all_on_the_way() {
        let mut functions = [erring("visit", true), erring("walk", true), erring("components", false)];
        across(&mut functions.each_mut(), &calls());
        assert!(functions.iter().all(|function| function.bugs.len() == 1 && function.needs.is_empty()));
    }

    #[test]
    fn a_static_function_that_nobody_calls_keeps_its_bugs() {
        let mut functions = [erring("visit", true)];
        across(&mut functions.each_mut(), &[("visit".to_owned(), ["visit".to_owned()].into())].into());
        assert_eq!((functions[0].bugs.len(), functions[0].needs.len()), (1, 0));
    }
}
