//! What functions need, held against the functions that call them: the runs of a caller go into what it calls, so that an
//! error there under the caller's own needs shows that the caller breaks what the other function needs.

use crate::generate::report::FunctionReport;
use std::collections::{BTreeMap, BTreeSet};

/// An error that one function shows, and another one that has to do with it.
struct Link {
    function: String,
    error: String,
    /// Who calls it, or in words why it can happen.
    says: String,
}

/// Notes which needs all callers keep to and which ones break them. `calls` has the functions that each function calls.
pub fn across(functions: &mut [&mut FunctionReport], calls: &BTreeMap<String, BTreeSet<String>>) {
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
