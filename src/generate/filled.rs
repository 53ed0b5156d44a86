//! When tests fill in objects, or set variables, that calls have left in too few states.

use super::harness::Harness;
use super::subjects::{Source, Subject};
use super::synth::{Class, Counter, Kind};
use super::variables::Variable;
use crate::emit::suite::Headers;

/// Whether tests may also fill in the objects that they otherwise make by calls. The file has to show the
/// members, and no header may offer the functions to callers that cannot see the members.
pub fn may_fill(source: &Source, subject: &Subject) -> bool {
    let Ok(harness) = &subject.harness else { return false };
    if is_of_counters(harness) {
        return true;
    }
    let is_plain = |class: &Class| matches!(class.kind, Kind::Pointer) && class.is_private && !class.is_base;
    if !harness.classes.iter().all(is_plain) {
        return false;
    }
    let headers = Headers::included_by(&source.path, &source.compile.include_dirs);
    !harness.classes.iter().flat_map(Class::all).any(|member| headers.declare_function(&member.function))
}

/// Whether all that calls make for a function are states with numbers, which tests may set as well.
pub fn is_of_counters(harness: &Harness) -> bool {
    let is_it = |class: &Class| class.kind == Kind::State && !class.numbers.is_empty();
    !harness.classes.is_empty() && harness.classes.iter().all(is_it)
}

/// The variables that hold numbers, of those that the functions of the file share.
pub fn counters(subject: &Subject) -> Vec<Variable> {
    let numbers = subject.state.iter().flat_map(|class| &class.numbers);
    let variable =
        |it: &Counter| Variable { name: it.name.clone(), local: it.declared.clone(), ..Variable::default() };
    numbers.map(variable).collect()
}
