//! What `symir.toml` and the command line say about a function.

use super::config::{FunctionConfig, Objects};
use super::harness::Assumption;
use super::roles::Role;
use super::subjects::{Source, Subject};
use super::synth::Class;

/// A function with its settings applied.
pub(super) fn adapted(source: &Source, subject: &Subject, said: &FunctionConfig, is_named: bool) -> Subject {
    let mut subject = subject.clone();
    if said.skip == Some(true) && !is_named {
        subject.harness = Err(format!("{} says so", super::CONFIG));
        return subject;
    }
    let is_wanted = |class: &Class| match said.objects {
        Some(Objects::Calls | Objects::Both) => true,
        Some(Objects::Direct) => false,
        None if class.is_contained => false,
        None => class.is_private || class.is_extended || class.is_base && class.is_allocated(),
    };
    subject.make_by_calls(is_wanted, |function| source.code.has(function));
    if let Ok(harness) = &mut subject.harness {
        harness.bounds = said.bounds;
        harness.assumptions.extend(said.assume.iter().map(|condition| Assumption {
            each: None,
            condition: condition.clone(),
            because: format!("{} says so", super::CONFIG),
        }));
        for parameter in &mut harness.parameters {
            if said.strings.contains(&parameter.name) && !matches!(parameter.role, Role::Number(_)) {
                parameter.role = Role::Text;
            }
        }
    }
    subject
}
