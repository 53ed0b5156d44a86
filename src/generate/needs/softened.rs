//! If some calls break a contract without failing, it does not hold for all calls. If one value tells these
//! calls from those that fail, and the function checks this value, the contract holds for calls with this
//! value.

use super::contract::Contract;
use super::facts::Facts;
use super::leaves::{Leaf, Value};
use super::when::{When, bits};
use crate::testcase::Site;

/// The most other parts of an object of which pairs are tried.
const MOST_PARTS: usize = 8;

/// The condition that tells calls which fail because they break a contract on a pointer from calls which
/// break it and do not fail; `None` if there is none, or no calls of the second kind.
pub fn separating(
    facts: &Facts,
    contract: &Contract,
    failing: &[&Vec<Leaf>],
    passing: &[Vec<Leaf>],
) -> Option<When> {
    let Contract::NotNull(pointer) = contract else { return None };
    let breaks = |leaves: &Vec<Leaf>| contract.holds(leaves) == Some(false);
    let failing: Vec<&&Vec<Leaf>> = failing.iter().filter(|leaves| breaks(leaves)).collect();
    let passing: Vec<&Vec<Leaf>> = passing.iter().filter(|leaves| breaks(leaves)).collect();
    let first = failing.first().filter(|_| !passing.is_empty())?;
    let found = conditions(facts, pointer, first);
    let is_apart = |when: &When| {
        failing.iter().all(|leaves| when.holds(leaves) == Some(true))
            && passing.iter().all(|leaves| when.holds(leaves) == Some(false))
    };
    if let Some(single) = found.iter().find(|when| is_apart(when)) {
        return Some(single.clone());
    }
    let parts: Vec<&When> = found.iter().filter(|when| when.is_of_parts()).take(MOST_PARTS).collect();
    let pairs = parts.iter().enumerate().flat_map(|(at, one)| {
        let both = |other: &&When| When::Both(Box::new((*one).clone()), Box::new((*other).clone()));
        parts[at + 1..].iter().map(both).collect::<Vec<_>>()
    });
    pairs.into_iter().find(is_apart)
}

/// Conditions that hold of a call and may have to do with a pointer.
fn conditions(facts: &Facts, pointer: &str, leaves: &[Leaf]) -> Vec<When> {
    let mut found = Vec::new();
    let Some(own) = leaves.iter().find(|leaf| leaf.text == *pointer) else { return found };
    for leaf in leaves.iter().filter(|leaf| leaf.text != *pointer) {
        found.extend(bits(facts, leaf));
        let text = || leaf.text.clone();
        let is_tested = facts.place(leaf).is_some_and(|place| facts.guards.asked.contains_key(&place));
        // A function that returns early because one argument is missing says nothing about the others.
        let is_beside = leaf.depth == 1 && own.depth == 1 && leaf.parameter == own.parameter;
        match &leaf.value {
            Value::Named(name) if is_case(facts, leaf) => {
                found.push(When::Is { value: text(), name: name.clone() });
            }
            Value::Pointer | Value::Array(_) | Value::Unseen | Value::Text { .. } | Value::Letters(_)
                if is_tested && is_beside =>
            {
                found.push(When::NotNull(text()));
            }
            Value::Number(_) if is_tested && is_beside => found.push(When::NotZero(text())),
            _ => {}
        }
    }
    found
}

/// A contract on a pointer for calls in which all other parts of the object are there that are there in all
/// failing calls. The next run shows whether others do without the pointer.
pub fn supposed(facts: &Facts, contract: &Contract, inputs: &[&Vec<Leaf>], site: Option<&Site>) -> Contract {
    let plain = || contract.clone();
    let Contract::NotNull(pointer) = contract else { return plain() };
    let failing = || inputs.iter().filter(|leaves| contract.holds(leaves) == Some(false));
    let Some(first) = failing().next() else { return plain() };
    let mut parts = conditions(facts, pointer, first);
    parts.retain(|when| when.is_of_parts() && failing().all(|leaves| when.holds(leaves) == Some(true)));
    let all = parts.into_iter().reduce(|all, when| When::Both(Box::new(all), Box::new(when)));
    let softer = all.map(|when| Contract::If { when, then: Box::new(plain()) });
    softer.filter(|softer| is_implied(facts, softer, inputs, site)).unwrap_or_else(plain)
}

/// Whether a function that fails on a pointer has compared it with null before, and failing calls are told
/// from others by which other parts of the object are there. It has not forgotten the pointer then: objects
/// are made so that it is there if the other parts are. A node of a tree that has two children has a
/// predecessor, for example.
pub fn is_implied(facts: &Facts, contract: &Contract, inputs: &[&Vec<Leaf>], site: Option<&Site>) -> bool {
    let Contract::If { when, then } = contract else { return false };
    let Contract::NotNull(pointer) = &**then else { return false };
    let leaf = inputs.iter().flat_map(|leaves| leaves.iter()).find(|leaf| leaf.text == *pointer);
    let place = leaf.filter(|leaf| leaf.depth == 1).and_then(|leaf| facts.place(leaf));
    let lines = place.and_then(|place| facts.guards.asked.get(&place));
    when.is_of_parts()
        && site.zip(lines).is_some_and(|(site, lines)| lines.first().is_some_and(|line| *line < site.line))
}

/// Whether the function compares a value of an enumeration with names.
fn is_case(facts: &Facts, leaf: &Leaf) -> bool {
    facts.place(leaf).is_some_and(|place| facts.guards.cases.contains(&place))
}
