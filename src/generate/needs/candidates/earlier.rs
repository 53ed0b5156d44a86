//! Arguments of the calls that built an object: the code that makes these calls is responsible for them, not
//! the function that fails on the object later.

use super::Maker;
use super::bounds::Missed;
use crate::generate::guards::Place;
use crate::generate::needs::contract::Contract;
use crate::generate::roles::Role;
use crate::generate::synth::Class;
use crate::testcase::{BugKind, Dependence, Input, InputKind};

/// The most arguments of earlier calls that are named.
const MOST: usize = 3;

impl Maker<'_> {
    /// Adds contracts on the arguments of earlier calls that may be the cause of the error.
    pub(super) fn earlier(&mut self) {
        let is_made = |role: &Role| matches!(role, Role::Made { .. });
        if !self.harness.parameters.iter().any(|parameter| is_made(&parameter.role)) {
            return;
        }
        let missed = self.missed();
        let is_missed = matches!(missed, Some(Missed::Allocated | Missed::Earlier(_)));
        let is_place = matches!(
            self.bug.kind,
            BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite | BugKind::UninitialisedRead
        );
        if is_place && is_missed && !self.own_unchecked().is_empty() {
            let names = self.own_unchecked();
            let verb = if names.len() == 1 { "is" } else { "are" };
            return self.add(Contract::Unsaid(format!("{} {verb} in range", names.join(" and "))));
        }
        let (names, what) = match self.bug.kind {
            BugKind::NullPointer | BugKind::WildPointer
                if self.others_pass && !self.earlier_numbers().is_empty() =>
            {
                (self.earlier_numbers(), "in range")
            }
            BugKind::NullPointer => (self.earlier_nulls(), "not null"),
            // Null and a distance make an address that is no longer null.
            BugKind::WildPointer if self.earlier_numbers().is_empty() => (self.earlier_nulls(), "not null"),
            BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite if is_missed => {
                let names = self.earlier_numbers();
                (if names.is_empty() { self.earlier_sizes() } else { names }, "in range")
            }
            BugKind::WriteToConstant | BugKind::UninitialisedRead | BugKind::InvalidFree => {
                (Vec::new(), "in range")
            }
            BugKind::OutOfBoundsRead
            | BugKind::OutOfBoundsWrite
            | BugKind::WildPointer
            | BugKind::OverlappingCopy
            | BugKind::IntegerOverflow
            | BugKind::DivisionByZero
            | BugKind::OversizedShift
            | BugKind::UndefinedBehaviour => (self.earlier_numbers(), "in range"),
            BugKind::DoubleFree | BugKind::UseAfterFree => match &self.earlier_shared()[..] {
                [] => return,
                names => {
                    let words =
                        format!("no two earlier calls are given one object for {}", names.join(" or "));
                    return self.add(Contract::Unsaid(words));
                }
            },
            _ => return,
        };
        let words = match &names[..] {
            // No number decides where the access goes, so the object is too small.
            [] => match (missed, needed(self.bug.kind)) {
                (Some(Missed::Earlier(name)), Some(what)) => match self.parameter_sharing(&name) {
                    Some(own) => format!("{own} {what}"),
                    None => format!("{name}, given to an earlier call, {what}"),
                },
                _ => return,
            },
            [name] => format!("{name}, given to an earlier call, is {what}"),
            [first @ .., last] => {
                format!("{} and {last}, given to earlier calls, are {what}", first.join(", "))
            }
        };
        self.add(Contract::Unsaid(words));
    }

    /// The object of an argument of this name, if earlier calls take one, or else a variable of the program of
    /// this name that is itself an input.
    pub(super) fn missed_elsewhere(&self, name: &str) -> Option<Missed> {
        if self.is_given_earlier(name) {
            return Some(Missed::Earlier(name.to_owned()));
        }
        let count = *self.facts.globals.get(name)?;
        Some(Missed::Variable { name: Some(name.to_owned()), counts: vec![count] })
    }

    /// Whether a call that makes or changes an object has an argument of this name.
    fn is_given_earlier(&self, name: &str) -> bool {
        let mut members = self.harness.classes.iter().flat_map(Class::all);
        members.any(|member| member.parameters.iter().any(|parameter| parameter.name == name))
    }

    /// A parameter of the function itself that leads to the same object as an argument of this name of an
    /// earlier call.
    fn parameter_sharing(&self, earlier: &str) -> Option<&str> {
        let leads_to = |input: &Input| input.pointers.first().map(|pointer| pointer.object);
        let objects: Vec<u32> =
            self.test.inputs.iter().filter(|input| *input.name == *earlier).filter_map(leads_to).collect();
        let mut names = self.harness.parameters.iter().map(|parameter| parameter.name.as_str());
        names.find(|name| {
            let own = self.test.inputs.iter().rfind(|input| *input.name == **name);
            own.and_then(leads_to).is_some_and(|object| objects.contains(&object))
        })
    }

    /// Numbers given to the function itself that decide whether the error happens, although the function does
    /// not compare them with anything: it relies on its callers to give the right ones.
    fn own_unchecked(&self) -> Vec<&str> {
        let guards = &self.facts.guards;
        let is_checked = |place: Place, at: usize| {
            guards.compared_with(place).next().is_some()
                || guards.bounds.contains_key(&place)
                || guards.ends.contains(&at)
        };
        let decides = |at: &usize| {
            let name = &self.harness.parameters[*at].name;
            let of_name = self.test.inputs.iter().filter(|input| *input.name == **name).count();
            let mut on = self.bug.depends.iter();
            let on = on.find(|on| on.input == *name && on.earlier + 1 == of_name);
            let place = on.and_then(|on| self.facts.place_of(self.harness, on));
            place.is_some_and(|place| !is_checked(place, *at))
        };
        let numbers = (0..self.harness.parameters.len())
            .filter(|at| matches!(self.harness.parameters[*at].role, Role::Number(_)));
        numbers.filter(decides).map(|at| self.harness.parameters[at].name.as_str()).collect()
    }

    /// Pointers given to earlier calls that are null.
    fn earlier_nulls(&self) -> Vec<&str> {
        self.named(|input, _| input.kind == InputKind::Pointer && input.pointers.is_empty())
    }

    /// Pointers given to earlier calls that lead to the same object as another pointer of the inputs.
    fn earlier_shared(&self) -> Vec<&str> {
        self.named(|input, _| {
            let of_all = self.test.inputs.iter().chain(&self.test.made).flat_map(|input| &input.pointers);
            let n_leading = |object: u32| of_all.clone().filter(|pointer| pointer.object == object).count();
            input.kind == InputKind::Pointer && input.pointers.iter().any(|it| n_leading(it.object) > 1)
        })
    }

    /// Numbers given to earlier calls that decide whether the error happens. If this is not known, because a
    /// test was completed natively or only the path to the error depends on numbers, all of them.
    fn earlier_numbers(&self) -> Vec<&str> {
        let is_unknown = (self.test.completed || self.others_pass) && self.bug.depends.is_empty();
        self.named(|input, earlier| {
            let is_it = |on: &Dependence| on.input == input.name && on.earlier == earlier;
            matches!(input.kind, InputKind::Integer { .. })
                && (is_unknown || self.bug.depends.iter().any(is_it))
        })
    }

    /// Numbers given to earlier calls that are the size of the allocated object that was missed. Once the
    /// object has its size, nothing else decides whether an access lies in it.
    fn earlier_sizes(&self) -> Vec<&str> {
        let what = self.bug.object.as_ref().map_or("", |object| &object.what);
        let size: Option<i128> = what.split_whitespace().rev().find_map(|word| word.parse().ok());
        self.named(|input, _| {
            matches!(input.kind, InputKind::Integer { .. })
                && size.is_some_and(|size| input.number() == Some(size))
        })
    }

    /// The names of inputs that are arguments of earlier calls, each once. `is_wanted` also gets the number
    /// of inputs before it that have the same name.
    fn named(&self, is_wanted: impl Fn(&Input, usize) -> bool) -> Vec<&str> {
        // The inputs of the function itself come first.
        let is_own = |name: &str| self.harness.parameters.iter().any(|parameter| parameter.name == name);
        let mut names: Vec<&str> = Vec::new();
        for (at, input) in self.test.inputs.iter().enumerate() {
            let earlier = self.test.inputs[..at].iter().filter(|other| other.name == input.name).count();
            let is_of_earlier_call =
                self.is_given_earlier(&input.name) && (earlier > 0 || !is_own(&input.name));
            if is_of_earlier_call && is_wanted(input, earlier) && !names.contains(&&*input.name) {
                names.push(&input.name);
            }
        }
        names.sort_unstable();
        names.truncate(MOST);
        names
    }
}

/// What an object that is given to an earlier call needs, so that an error of this kind does not happen.
fn needed(kind: BugKind) -> Option<&'static str> {
    match kind {
        BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite => Some("has enough elements"),
        BugKind::WriteToConstant => Some("leads to what may be changed"),
        BugKind::UninitialisedRead => Some("leads to what has a value"),
        BugKind::InvalidFree => Some("comes from malloc"),
        _ => None,
    }
}
