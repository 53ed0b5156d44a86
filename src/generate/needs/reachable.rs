//! Conditions over what pointers lead to, if pointers on the way may be null.

use super::contract::Contract;
use crate::generate::harness::Harness;
use crate::generate::roles::{Parameter, Role};

/// Whether the harness makes a parameter so that it is never null.
pub(super) fn is_array(parameter: &Parameter) -> bool {
    match parameter.role {
        Role::Object | Role::Text | Role::Callback { .. } | Role::Bytes { length: None } => false,
        Role::Buffer { .. } | Role::Bytes { .. } | Role::Made { .. } | Role::Taken { .. } => {
            !parameter.is_tested
        }
        Role::Number(_)
        | Role::Value
        | Role::Length { .. }
        | Role::Elements { .. }
        | Role::Count { .. }
        | Role::ElementSize { .. }
        | Role::End { .. }
        | Role::Cursor { .. }
        | Role::Position
        | Role::Out
        | Role::InOut
        | Role::Room
        | Role::Filled
        | Role::TextWithRoom
        | Role::Behind
        | Role::Stream
        | Role::StreamPlace
        | Role::Format
        | Role::List
        | Role::ArgumentCount
        | Role::Arguments
        | Role::Impossible(_) => true,
    }
}

/// A condition that can be evaluated even if pointers on the way are null.
pub(super) fn reachable(condition: &str, assumed: &[Contract], harness: &Harness) -> String {
    let mut before: Vec<String> = Vec::new();
    for (at, _) in condition.match_indices("->") {
        let start = condition[..at]
            .rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '>' | '.')))
            .map_or(0, |start| start + 1);
        before.push(condition[start..at].to_owned());
    }
    for parameter in &harness.parameters {
        let is_followed = [format!("*{}", parameter.name), format!("{}[", parameter.name)]
            .iter()
            .any(|it| condition.contains(it));
        if is_followed {
            before.push(parameter.name.clone());
        }
    }
    before.retain(|pointer| {
        let is_assumed = assumed.contains(&Contract::NotNull(pointer.clone()));
        let parameter = harness.parameters.iter().find(|parameter| parameter.name == *pointer);
        let is_array = parameter.is_some_and(is_array);
        // The assumption that a parameter is not null stands before.
        let is_never = harness.assumptions.iter().any(|it| it.condition == format!("{pointer} != NULL"));
        !is_assumed && !is_array && !is_never
    });
    before.dedup();
    let mut text = String::new();
    for pointer in &before {
        text += &format!("{pointer} == NULL || ");
    }
    match (before.is_empty(), condition.contains("&&") || condition.contains("||")) {
        (true, _) => condition.to_owned(),
        (false, true) => format!("{text}({condition})"),
        (false, false) => text + condition,
    }
}
