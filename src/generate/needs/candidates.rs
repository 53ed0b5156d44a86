//! Contracts that could exclude an error because the inputs of a test break them, in the order in which they
//! are tried. Those that say the most with the fewest words come first. A run tells whether one does exclude
//! the error.

mod aliases;
mod allocated;
mod bounds;
mod counted;
mod earlier;
mod further;
mod ranges;
mod sizes;
mod states;
mod variables;

use super::NO_CONDITION;
use super::contract::{Contract, Plan, Through, is_element};
use super::facts::Facts;
use super::leaves::{Leaf, Value, call, leaves};
use crate::generate::guards::Place;
use crate::generate::harness::Harness;
use crate::generate::roles::{ELEMENTS, Parameter, Role};
use crate::testcase::{Bug, BugKind, Datum, Dependence, TestCase};
use bounds::Missed;

/// A contract that may exclude an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub contract: Contract,
    /// In words, that the function itself guards against the value elsewhere. If this contract is what
    /// excludes the error, the error is a bug.
    pub guard: Option<String>,
    pub relation: Relation,
}

/// How a contract is related to the failing instruction. If two tests give the same contract, the later one
/// of these counts.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// It is about a value that the instruction is computed from.
    Near,
    Unknown,
    /// It is about a number, but the instruction is computed from others.
    Far,
    /// The same for a number that is no length either: all failing inputs break the contract by chance.
    Chance,
}

/// The contracts that could exclude an error of a test, and the rule by which it is a bug if none does.
/// Without contracts the error is one by this rule at once. `others_pass` says that another test passes which
/// makes the same calls with other numbers.
pub fn candidates(
    harness: &Harness,
    facts: &Facts,
    test: &TestCase,
    bug: &Bug,
    others_pass: bool,
) -> (Vec<Candidate>, Option<String>) {
    let leaves = leaves(harness, test);
    let leaves = &leaves;
    let mut maker =
        Maker { harness, facts, leaves, test, bug, others_pass, found: Vec::new(), is_whole: false };
    let made = maker.make();
    if made.is_err() {
        // Values that are none of an enumeration may be to blame for anything.
        maker.found.retain(|candidate| matches!(candidate.contract, Contract::OneOf { .. }));
    }
    maker.find_near();
    maker.earlier();
    maker.of_variables();
    (maker.found, made.err())
}

/// The pointer whose object an error of a test has missed.
pub fn missed_through(harness: &Harness, facts: &Facts, test: &TestCase, bug: &Bug) -> Through {
    let leaves = leaves(harness, test);
    let leaves = &leaves;
    let maker =
        Maker { harness, facts, leaves, test, bug, others_pass: false, found: Vec::new(), is_whole: false };
    match maker.missed() {
        Some(Missed::Input(at, name)) => {
            let parameter = &harness.parameters[at].name;
            match name.filter(|name| name.trim_start_matches(['*', '(', '&']) != parameter) {
                Some(name) => Through::Member(name),
                None if maker.is_aliased(at) => Through::Several,
                None => Through::Parameter(at, parameter.clone()),
            }
        }
        Some(Missed::Member { array, .. }) => Through::Member(array),
        Some(
            Missed::Range(_)
            | Missed::Variable { .. }
            | Missed::Further
            | Missed::Earlier(_)
            | Missed::Allocated,
        )
        | None => Through::Unknown,
    }
}

struct Maker<'a> {
    harness: &'a Harness,
    facts: &'a Facts,
    leaves: &'a [Leaf],
    test: &'a TestCase,
    bug: &'a Bug,
    /// Whether another test passes that makes the same calls with other numbers.
    others_pass: bool,
    found: Vec<Candidate>,
    /// The found contracts are all that can be said: the contents of the object are not to blame.
    is_whole: bool,
}

impl<'a> Maker<'a> {
    fn make(&mut self) -> Result<(), String> {
        match self.bug.kind {
            BugKind::MemoryLeak => return Err("callers cannot free what they have no pointer to".to_owned()),
            BugKind::DoubleFree | BugKind::UseAfterFree => {
                self.aliases();
                if let Some(Missed::Input(at, _)) = self.missed() {
                    let name = &self.harness.parameters[at].name;
                    self.add(Contract::Unsaid(format!("{name} leads to no object in two ways")));
                }
                return match (self.found.is_empty(), self.is_built()) {
                    (true, true) => {
                        Err("the function itself, or a call that built the object, frees the memory before"
                            .to_owned())
                    }
                    (true, false) => Err("the function itself frees the memory before".to_owned()),
                    (false, _) => Ok(()),
                };
            }
            BugKind::UseAfterReturn | BugKind::UseAfterScope => return Err(NO_CONDITION.to_owned()),
            BugKind::IntegerOverflow => return self.overflows(),
            // A function that aborts because a library function has failed does so on purpose.
            BugKind::Abort if self.failed_call().is_some() => {
                let words = self.failed_call().map(|function| format!("{function} does not fail"));
                words.into_iter().for_each(|words| self.add(Contract::Unsaid(words)));
                return Ok(());
            }
            // For example an address beyond its object: it is computed from several numbers, and a single one
            // says little.
            BugKind::UndefinedBehaviour if self.leaves.iter().any(is_state) => {
                self.inconsistent();
                return Ok(());
            }
            _ => {}
        }
        self.enumerators();
        // Of the contracts without a condition, this one says the most.
        let callback = self.failing_callback();
        if let Some(callback) = callback {
            self.add(Contract::Unsaid(format!("{callback} can take what it is called with")));
            // The inputs alone do not tell which of the objects that the function goes through was passed to
            // it.
            if self.bug.kind == BugKind::NullPointer && self.bug.depends.is_empty() {
                return Ok(());
            }
        }
        let told = self.of_kind().or_else(|why| callback.map(|_| ()).ok_or(why));
        if self.is_whole {
            return told;
        }
        // Whether the members of an object fit together decides where its pointers lead, and how much is
        // there.
        let is_place = matches!(
            self.bug.kind,
            BugKind::OutOfBoundsRead
                | BugKind::OutOfBoundsWrite
                | BugKind::WriteToConstant
                | BugKind::WildPointer
                | BugKind::OverlappingCopy
                | BugKind::InvalidFree
                | BugKind::UninitialisedRead
        );
        // The same holds for the bytes before a pointer that points behind them.
        let behind = self.harness.parameters.iter().find(|parameter| parameter.role == Role::Behind);
        if let Some(behind) = behind.filter(|_| is_place) {
            self.add(Contract::Unsaid(format!("what stands before {} is consistent", behind.name)));
            return Ok(());
        }
        let is_wild = self.bug.kind == BugKind::WildPointer;
        if is_wild {
            self.member_indices(None);
            self.of_one_type();
        }
        // An index that no input decides is wrong whatever callers pass.
        if self.bug.elements.is_some() && self.bug.depends.is_empty() && self.found.is_empty() {
            return Err(NO_CONDITION.to_owned());
        }
        if is_place && self.leaves.iter().any(|leaf| is_state(leaf) || is_wild && is_member(leaf)) {
            self.inconsistent();
            return Ok(());
        }
        if is_place && self.found.is_empty() && told.is_ok() {
            self.counts_what_is_missing();
        }
        told
    }

    /// The last library function that was made to fail before the error.
    fn failed_call(&self) -> Option<&'a str> {
        let call = call(self.harness, self.test)?;
        call.failures.last().map(|failure| failure.function.as_str())
    }

    /// Numbers that are too large together. A function has to check its own arguments, but not the contents
    /// of an object.
    fn overflows(&mut self) -> Result<(), String> {
        self.inconsistent_near();
        if self.found.is_empty() { Err(NO_CONDITION.to_owned()) } else { Ok(()) }
    }

    /// A function that the inputs name and in which the error happens. Callers can pass one that can take its
    /// arguments.
    fn failing_callback(&self) -> Option<&'a str> {
        let mut within = self.bug.stack.iter().take_while(|site| site.function != self.harness.function);
        let is_given = |function: &str| self.test.functions.iter().any(|given| given.name == function);
        within.find(|site| is_given(&site.function)).map(|site| site.function.as_str())
    }

    fn of_kind(&mut self) -> Result<(), String> {
        match self.bug.kind {
            BugKind::NullPointer => self.nulls(),
            BugKind::DivisionByZero => self.zeros(),
            BugKind::DivisionOverflow => self.least_numbers(),
            BugKind::OversizedShift => self.shifts(),
            BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite | BugKind::WriteToConstant => {
                match self.bug.elements {
                    Some(n) => self.variable_bounds(None, &[n]),
                    None => self.bounds()?,
                }
            }
            BugKind::UninitialisedRead => self.uninitialised(),
            BugKind::InvalidFree => self.frees(),
            BugKind::OverlappingCopy => self.overlaps(),
            BugKind::AssertionFailed => self.stated(),
            BugKind::WildPointer => {
                self.nulls();
                self.bounds()?;
            }
            BugKind::Abort => {
                self.others();
                self.deliberate();
            }
            _ => self.others(),
        }
        Ok(())
    }

    /// Whether the error is in another function, and nothing is known of what it depends on.
    fn is_elsewhere(&self) -> bool {
        let site = self.bug.stack.iter().find(|site| !site.file.is_empty());
        self.bug.depends.is_empty() && site.is_some_and(|site| site.function != self.harness.function)
    }

    /// Whether a parameter is null.
    fn is_null(&self, at: usize) -> bool {
        let argument = call(self.harness, self.test).and_then(|call| call.arguments.get(at));
        argument == Some(&Datum::Null)
    }

    /// Whether another pointer of the inputs leads to what a parameter points to, or would if it were not
    /// null.
    fn is_aliased(&self, at: usize) -> bool {
        let argument = call(self.harness, self.test).and_then(|call| call.arguments.get(at));
        argument.is_some_and(|argument| {
            matches!(argument, Datum::Place(_) | Datum::Labelled { .. } | Datum::Null)
        })
    }

    fn add(&mut self, contract: Contract) {
        self.guarded(contract, None);
    }

    fn guarded(&mut self, contract: Contract, guard: Option<String>) {
        let is_array = |name: &str| {
            let mut parameters = self.harness.parameters.iter();
            parameters.any(|it| it.name == name && matches!(it.role, Role::Buffer { .. }))
        };
        let Some(mut contract) = contract.of_all_elements(is_array) else { return };
        if let Contract::Each { array, from, end } = &mut contract {
            let at = self.harness.parameters.iter().position(|it| it.name == *array);
            let ty = at.and_then(|at| self.facts.parameters.get(at));
            if ty.is_some_and(|ty| ty.is_unsigned_pointer) && *from == Some(0) {
                *from = None;
                if end.is_none() {
                    return;
                }
            }
            // Another function may change the elements first, so the bounds of its own arrays say nothing
            // about them.
            let site = self.bug.stack.iter().find(|site| !site.file.is_empty());
            if end.is_some() && site.is_some_and(|site| site.function != self.harness.function) {
                contract = Contract::Unsaid(format!("each element of {array} is in range"));
            }
        }
        if !self.found.iter().any(|known| known.contract == contract) {
            self.found.push(Candidate { contract, guard, relation: Relation::Unknown });
        }
    }

    /// The places of the function's own arguments through which the failing instruction goes, without those of
    /// numbers; empty if that is not known.
    fn followed(&self) -> Vec<Place> {
        let own = self.bug.stack.iter().find(|site| !site.file.is_empty());
        let own = own.filter(|site| site.function == self.harness.function);
        let written = own.and_then(|own| self.facts.guards.sites.get(&(own.line, own.column)));
        let is_number = |place: &Place| {
            let mut of_numbers = self.leaves.iter().filter(|leaf| matches!(leaf.value, Value::Number(_)));
            of_numbers.any(|leaf| self.facts.place(leaf) == Some(*place))
        };
        written.into_iter().flatten().copied().filter(|place| !is_number(place)).collect()
    }

    /// The values that the failing instruction is computed from; `None` if they are not known. What the path
    /// knows decides if the error is in a function that is called; otherwise it adds to what the function's
    /// own code says.
    fn near(&self) -> Option<Vec<&'a str>> {
        let mut sites = self.bug.stack.iter().filter(|site| !site.file.is_empty());
        let own = sites.clone().find(|site| site.function == self.harness.function);
        let is_own = sites.next() == own;
        let decided: Vec<Place> =
            self.bug.depends.iter().filter_map(|it| self.facts.place_of(self.harness, it)).collect();
        let written = own.and_then(|own| self.facts.guards.sites.get(&(own.line, own.column)));
        // Whether a pointer is null may be an input of its own, which is no value of the call.
        let is_value = |it: &Dependence| !it.input.ends_with("_is_null");
        let is_any = !decided.is_empty() || self.bug.depends.iter().any(is_value);
        let written = written.filter(|_| is_own || !is_any);
        if written.is_none() && !is_any {
            return None;
        }
        let is_near = |leaf: &&Leaf| {
            let place = self.facts.place(leaf);
            place.is_some_and(|place| {
                decided.contains(&place) || written.is_some_and(|places| places.contains(&place))
            })
        };
        Some(self.leaves.iter().filter(is_near).map(|leaf| leaf.text.as_str()).collect())
    }

    /// Says how each contract is related to the failing instruction, and drops those that are not related.
    fn find_near(&mut self) {
        let Some(near) = self.near() else { return };
        // A guarded contract says nothing about an error that comes from another number.
        let is_number = |leaf: &&Leaf| matches!(leaf.value, Value::Number(_)) && near.contains(&&*leaf.text);
        let is_told = self.leaves.iter().any(|leaf| is_number(&leaf));
        let is_null = self.bug.kind == BugKind::NullPointer;
        let mut found = std::mem::take(&mut self.found);
        for candidate in &mut found {
            let is_near = match &candidate.contract {
                Contract::Unsaid(_) => false,
                // If there is no array, it is one of several pointers that may be null.
                Contract::Plan(Plan::Member { array, .. }) if is_null => near.contains(&array.as_str()),
                Contract::Each { array, .. } => near.iter().any(|text| is_element(text, array)),
                // In a loop that counts, the access alone does not say what it counts to.
                Contract::Count { array, .. } if !is_told => near.contains(&array.as_str()),
                contract => contract.subject().is_none_or(|subject| near.contains(&subject)),
            };
            let is_far = |number: &str| is_told && !near.contains(&number);
            candidate.relation =
                match &candidate.contract {
                    Contract::Plan(Plan::Elements { number, .. } | Plan::Apart { number, .. })
                        if is_far(&self.harness.parameters[*number].name) =>
                    {
                        if self.is_named_length(*number) { Relation::Far } else { Relation::Chance }
                    }
                    contract
                        if contract
                            .subject()
                            .is_some_and(|subject| self.is_number(subject) && is_far(subject)) =>
                    {
                        if self.is_mere_value(contract) { Relation::Chance } else { Relation::Far }
                    }
                    _ if is_near => Relation::Near,
                    _ => Relation::Unknown,
                };
        }
        // For an error in another function, the path knows more than the names of numbers tell.
        let own = self.bug.stack.iter().find(|site| !site.file.is_empty());
        let is_known =
            !self.bug.depends.is_empty() && own.is_some_and(|site| site.function != self.harness.function);
        found.retain(|candidate| {
            // Contracts on a null pointer stay: an access depends on what is added to such a pointer, not on
            // it.
            let is_kept = matches!(candidate.contract, Contract::Unsaid(_) | Contract::NotNull(_))
                || matches!(candidate.contract, Contract::Plan(Plan::Elements { .. } | Plan::Apart { .. }))
                || is_null && matches!(candidate.contract, Contract::Plan(Plan::Member { .. }));
            candidate.relation == Relation::Near
                || is_kept
                || !is_known && (candidate.guard.is_none() || !is_told)
        });
        self.found = found;
    }

    /// Whether a contract relates an argument to another number that is no length, no index, and nothing that the
    /// function compares: the byte that `memset` writes, for example.
    fn is_mere_value(&self, contract: &Contract) -> bool {
        let (Contract::Less(number, _) | Contract::AtMost(number, _)) = contract else { return false };
        let Some(at) = self.harness.parameters.iter().position(|it| it.name == *number) else { return false };
        let place = Place { parameter: at, member: None };
        let guards = &self.facts.guards;
        let is_compared = guards.bounds.contains_key(&place) || guards.compared_with(place).next().is_some();
        !is_compared && !self.is_named_length(at) && !self.is_index(at)
    }

    fn is_number(&self, text: &str) -> bool {
        self.leaves.iter().any(|leaf| leaf.text == text && matches!(leaf.value, Value::Number(_)))
    }

    /// Adds contracts that a value of an enumeration is one of its names.
    fn enumerators(&mut self) {
        for leaf in self.leaves.iter().filter(|leaf| matches!(leaf.value, Value::Number(_))) {
            let Some(enumeration) = self.facts.ty(leaf).and_then(|ty| ty.enumeration.as_ref()) else {
                continue;
            };
            self.add(Contract::OneOf {
                value: leaf.text.clone(),
                ty: enumeration.name.clone(),
                names: enumeration.names.clone(),
            });
        }
    }

    fn nulls(&mut self) {
        let (leaves, harness) = (self.leaves, self.harness);
        let nulls: Vec<&Leaf> = leaves.iter().filter(|leaf| leaf.value == Value::Null).collect();
        // A guard against one null pointer does not help where another one is followed.
        let followed = self.followed();
        let is_of_other = |leaf: &Leaf| {
            !followed.is_empty() && !self.facts.place(leaf).is_some_and(|place| followed.contains(&place))
        };
        for leaf in &nulls {
            let array = leaf.text.rsplit_once('[').map(|(array, _)| array).or(leaf.text.strip_prefix('*'));
            let is_array = |parameter: &Parameter| {
                Some(parameter.name.as_str()) == array && matches!(parameter.role, Role::Buffer { .. })
            };
            if let Some(array) = array.filter(|_| harness.parameters.iter().any(is_array)) {
                for from in [0, 1] {
                    let array = array.to_owned();
                    self.add(Contract::NoneNull { array, from, count: ELEMENTS as usize });
                }
                self.add(Contract::Unsaid(format!("no element of {array} that it looks at is null")));
                continue;
            }
            if let Some(plan) = self.room_plan(leaf.parameter, &leaf.text) {
                self.add(Contract::Plan(plan));
                continue;
            }
            let is_guarded =
                self.facts.place(leaf).is_some_and(|place| self.facts.guards.tested.contains(&place));
            if is_guarded && is_of_other(leaf) {
                continue;
            }
            let guard = is_guarded.then(|| format!("the function itself compares `{}` with null", leaf.text));
            if leaf.depth < 3 {
                self.guarded(Contract::NotNull(leaf.text.clone()), guard);
            }
        }
        // A number that the code uses as a pointer.
        if self.bug.message.contains("through a number that is zero") {
            let near = self.near().unwrap_or_default();
            for (leaf, number) in self.numbers() {
                if number == 0 && near.contains(&&*leaf.text) && leaf.depth < 2 {
                    self.add(Contract::Not(leaf.text.clone(), 0));
                }
            }
        }
        if let Some(deep) = nulls.iter().find(|leaf| leaf.depth >= 2) {
            let name = &harness.parameters[deep.parameter].name;
            self.add(Contract::Unsaid(format!("pointers in what {name} points to are not null")));
        }
        if nulls.iter().any(|leaf| leaf.depth >= 1 && !leaf.members.is_empty()) {
            self.inconsistent();
        }
        if let Some(leaf) = leaves.iter().find(|leaf| leaf.depth >= 1 && self.is_cut(leaf)) {
            let name = &harness.parameters[leaf.parameter].name;
            self.add(Contract::Unsaid(format!("pointers in what {name} points to are not null")));
        }
        // A pointer in a union may be any number.
        if nulls.is_empty() && leaves.iter().any(is_member) {
            self.inconsistent();
        }
    }

    /// Whether what lies behind a value is not shown.
    fn is_cut(&self, leaf: &Leaf) -> bool {
        leaf.depth >= 4 && matches!(leaf.value, Value::Pointer | Value::Array(_) | Value::Unseen)
    }

    /// The numbers that were passed to a call.
    fn numbers(&self) -> Vec<(&'a Leaf, i128)> {
        let number = |leaf: &'a Leaf| match leaf.value {
            Value::Number(number) => Some((leaf, number)),
            _ => None,
        };
        self.leaves.iter().filter_map(number).collect()
    }

    fn zeros(&mut self) {
        let numbers: Vec<(Leaf, i128)> =
            self.numbers().into_iter().map(|(leaf, number)| (leaf.clone(), number)).collect();
        for (leaf, _) in numbers.iter().filter(|(_, number)| *number == 0) {
            let is_guarded =
                self.facts.place(leaf).is_some_and(|place| self.facts.guards.tested.contains(&place));
            let guard = is_guarded.then(|| format!("the function itself compares `{}` with zero", leaf.text));
            self.guarded(Contract::Not(leaf.text.clone(), 0), guard);
        }
        for (at, (one, a)) in numbers.iter().enumerate() {
            for (other, _) in numbers[at + 1..].iter().filter(|(_, b)| a == b) {
                self.add(Contract::Differ(one.text.clone(), other.text.clone()));
            }
        }
        for (leaf, number) in numbers.iter().filter(|(_, number)| *number != 0) {
            self.add(Contract::Not(leaf.text.clone(), *number));
        }
    }

    fn least_numbers(&mut self) {
        let is_least = |number: i128| number == i128::from(i32::MIN) || number == i128::from(i64::MIN);
        let numbers = self.numbers();
        let mut made = Vec::new();
        for (dividend, least) in numbers.iter().filter(|(_, number)| is_least(*number)) {
            for (divisor, _) in numbers.iter().filter(|(_, number)| *number == -1) {
                made.push(Contract::Quotient {
                    dividend: dividend.text.clone(),
                    divisor: divisor.text.clone(),
                    least: *least,
                });
            }
            made.push(Contract::Not(dividend.text.clone(), *least));
        }
        made.extend(
            numbers
                .iter()
                .filter(|(_, number)| *number == -1)
                .map(|(leaf, _)| Contract::Not(leaf.text.clone(), -1)),
        );
        made.into_iter().for_each(|contract| self.add(contract));
    }

    /// Words for a guard, if the function compares a number with a bound near this one, or with another
    /// argument. In `index < table->count`, the larger of the two is the bound, and nothing bounds it.
    fn bound_guard(&self, leaf: &Leaf, bound: i128) -> Option<String> {
        let guards = &self.facts.guards;
        let place = self.facts.place(leaf);
        let array = &self.harness.parameters[leaf.parameter].name;
        let numbers = self.numbers();
        let number_at = |at| {
            numbers.iter().find(|(leaf, _)| self.facts.place(leaf) == Some(at)).map(|(_, number)| *number)
        };
        let is_larger = |place, other| match (number_at(place), number_at(other)) {
            (Some(own), Some(other)) => bound > 0 && own > other,
            _ => false,
        };
        // No caller chooses a member, so that it is below another number does not mean that it may be negative.
        let is_least = |place: Place| bound <= 1 && place.member.is_some();
        let is_guarded = place.is_some_and(|place| {
            let mut others = guards.compared_with(place).filter(|_| !is_least(place));
            guards.bounds_near(place, bound) || others.any(|other| !is_larger(place, other))
        }) || is_element(&leaf.text, array)
            && guards.element_bounds_near(leaf.parameter, bound);
        is_guarded.then(|| format!("the function itself compares `{}` with a bound", leaf.text))
    }

    /// Adds the contract that a number is at least zero and below a bound.
    fn within(&mut self, leaf: &Leaf, number: i128, end: i128, of: Option<String>) {
        if (0..end).contains(&number) {
            return;
        }
        let is_signed = self.facts.ty(leaf).is_none_or(|ty| ty.is_signed);
        let guard = self.bound_guard(leaf, if number < 0 { 0 } else { end });
        let text = leaf.text.clone();
        let from = is_signed.then_some(0);
        // The function may check the upper bound itself.
        let is_checked = |place| self.facts.guards.bounds_near(place, end);
        if number < 0 && is_signed && self.facts.place(leaf).is_some_and(is_checked) {
            let contract = Contract::Within { number: text.clone(), from, end: None, of: None };
            self.guarded(contract, self.bound_guard(leaf, 0));
        }
        // Without a lower bound, the words would read as if the number were a length, which may be as large
        // as the size.
        let of = of.filter(|_| is_signed);
        self.guarded(Contract::Within { number: text, from, end: Some(end), of }, guard);
    }

    fn shifts(&mut self) {
        let width = self.bug.message.split_whitespace().find_map(|word| word.parse::<i128>().ok());
        let numbers: Vec<(Leaf, i128)> = self.owned_numbers();
        for (leaf, number) in &numbers {
            self.within(leaf, *number, width.unwrap_or(32), None);
        }
        for (leaf, number) in &numbers {
            self.at_least(leaf, *number);
        }
        for (leaf, _) in &numbers {
            let within = |from, end| Contract::Within { number: leaf.text.clone(), from, end, of: None };
            self.add(within(Some(1), Some(width.unwrap_or(32) + 1)));
        }
        self.inconsistent_near();
    }

    fn owned_numbers(&self) -> Vec<(Leaf, i128)> {
        self.numbers().into_iter().map(|(leaf, number)| (leaf.clone(), number)).collect()
    }

    /// Adds the contracts that a number is not negative, and that it is positive.
    fn at_least(&mut self, leaf: &Leaf, number: i128) {
        // If the code checks whether a length is negative, it is not known what a negative one stands for.
        let parameter = self.facts.place(leaf).filter(|place| place.member.is_none());
        let parameter = parameter.and_then(|place| self.harness.parameters.get(place.parameter));
        let is_known = parameter.is_none_or(|parameter| !parameter.may_be_negative);
        for from in [0, 1] {
            if number < from {
                let guard = self.bound_guard(leaf, from).filter(|_| is_known);
                let text = leaf.text.clone();
                self.guarded(Contract::Within { number: text, from: Some(from), end: None, of: None }, guard);
            }
        }
    }

    fn uninitialised(&mut self) {
        if let Some(Missed::Input(at, None)) = self.missed() {
            self.add(Contract::Plan(Plan::Initialised(at)));
        }
    }

    fn frees(&mut self) {
        if let Some(Missed::Input(at, _)) = self.missed() {
            self.add(Contract::Plan(Plan::Allocated(at)));
            let name = self.harness.parameters[at].name.clone();
            self.add(Contract::Unsaid(format!("{name} comes from malloc")));
        }
    }

    fn overlaps(&mut self) {
        self.aliases();
        let pointers: Vec<&Leaf> = self
            .leaves
            .iter()
            .filter(|leaf| {
                matches!(
                    leaf.value,
                    Value::Pointer | Value::Array(_) | Value::Unseen | Value::Text { .. } | Value::Letters(_)
                )
            })
            .collect();
        let mut made = Vec::new();
        for (at, one) in pointers.iter().enumerate() {
            for other in &pointers[at + 1..] {
                made.push(Contract::Differ(one.text.clone(), other.text.clone()));
            }
        }
        made.into_iter().for_each(|contract| self.add(contract));
    }

    /// Adds what an assertion says, if it is about the arguments.
    fn stated(&mut self) {
        let text = self.bug.message.strip_prefix('`').and_then(|text| text.strip_suffix("` is false"));
        let own = self.bug.stack.iter().find(|site| !site.file.is_empty());
        let is_own = own.is_some_and(|site| site.function == self.harness.function);
        if let Some(text) = text.filter(|text| is_own && self.is_over_parameters(text)) {
            let pointer = self.harness.parameters.iter().find(|parameter| {
                *text == parameter.name || text.replace(' ', "") == format!("{}!=NULL", parameter.name)
            });
            let is_null =
                |name: &str| self.leaves.iter().any(|leaf| leaf.text == name && leaf.value == Value::Null);
            match pointer.filter(|pointer| is_null(&pointer.name)) {
                Some(pointer) => {
                    let name = pointer.name.clone();
                    self.add(Contract::NotNull(name));
                }
                None => self.add(Contract::Stated(text.to_owned())),
            }
        }
        // `assert(0 && "never paused twice")`: the author has no condition for the states that never occur.
        let never = text.and_then(|text| ["0 && ", "false && "].iter().find_map(|it| text.strip_prefix(it)));
        let is_named = self.leaves.iter().any(|leaf| matches!(leaf.value, Value::Named(_)));
        if let Some(words) = never.filter(|_| is_own && !is_named && self.leaves.iter().any(is_state)) {
            self.add(Contract::Unsaid(format!("the assertion {words} is never reached")));
            return;
        }
        // An assertion about numbers that the function computes from an object is one about the object.
        let is_of_object = self.leaves.iter().any(is_state)
            || self.harness.parameters.iter().any(|parameter| {
                matches!(parameter.role, Role::Behind | Role::Made { .. } | Role::Taken { .. })
            });
        if let Some(text) = text.filter(|_| never.is_none() && is_own && is_of_object) {
            self.others();
            self.add(Contract::Unsaid(match text {
                "0" | "false" | "NULL" => "an assertion that always fails is never reached".to_owned(),
                text => format!("{text}, as an assertion states"),
            }));
            return;
        }
        self.others();
        if !is_own && is_of_object {
            self.inconsistent();
        }
    }

    /// Whether the names in an expression are parameters (at least one), members of what they point to,
    /// constants, arrays of the file, or types of numbers.
    fn is_over_parameters(&self, text: &str) -> bool {
        let mut rest = text;
        let mut before = ' ';
        let mut is_any = false;
        while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
            let at = rest[start..].find(|c: char| !(c.is_alphanumeric() || c == '_'));
            let end = at.map_or(rest.len(), |at| start + at);
            let name = &rest[start..end];
            let previous = rest[..start].chars().next_back().unwrap_or(before);
            let is_member = previous == '.' || previous == '>' && rest[..start].ends_with("->");
            let is_number = previous.is_ascii_digit();
            let is_constant = !name.chars().any(char::is_lowercase);
            let is_parameter = self.harness.parameters.iter().any(|parameter| parameter.name == name);
            let is_other = self.facts.globals.contains_key(name) || is_word_of_types(name);
            if !(is_member || is_number || is_constant || is_parameter || is_other) {
                return false;
            }
            is_any |= is_parameter;
            before = name.chars().next_back().unwrap_or(' ');
            rest = &rest[end..];
        }
        is_any && !text.contains('"')
    }

    /// A function that checks its arguments and aborts does so on purpose, unless it forgot a name of an
    /// enumeration.
    fn deliberate(&mut self) {
        let is_named = self.leaves.iter().any(|leaf| matches!(leaf.value, Value::Named(_)));
        let own = self.bug.stack.iter().find(|site| !site.file.is_empty());
        let Some(site) = own.filter(|_| !is_named) else { return };
        self.add(Contract::Unsaid(format!("{} has no reason to end the program", site.function)));
    }

    /// Adds conditions on single values for an error of any kind.
    fn others(&mut self) {
        let is_near = |leaf: &&Leaf| {
            let is_room = self.room_plan(leaf.parameter, &leaf.text).is_some();
            leaf.value == Value::Null && leaf.depth < 2 && !is_room
        };
        let nulls: Vec<String> = self.leaves.iter().filter(is_near).map(|leaf| leaf.text.clone()).collect();
        nulls.into_iter().for_each(|name| self.add(Contract::NotNull(name)));
        for (leaf, number) in self.owned_numbers().iter().filter(|(leaf, _)| leaf.depth < 2) {
            self.at_least(leaf, *number);
            if *number == 0 {
                self.add(Contract::Not(leaf.text.clone(), 0));
            }
            if self.bug.kind == BugKind::StackOverflow && *number > LARGE {
                let text = leaf.text.clone();
                self.add(Contract::Within { number: text, from: Some(0), end: Some(LARGE + 1), of: None });
            }
        }
    }
}

/// Whether a value is a member of a structure, not only an element of an array.
fn has_name(leaf: &Leaf) -> bool {
    leaf.members.iter().any(|member| !member.starts_with('['))
}

/// Whether a value is a member of what a caller makes.
fn is_member(leaf: &Leaf) -> bool {
    leaf.depth >= 1 && has_name(leaf)
}

/// Whether a number is a member of what a caller makes.
fn is_state(leaf: &Leaf) -> bool {
    leaf.depth >= 1 && has_name(leaf) && matches!(leaf.value, Value::Number(_))
}

/// How far recursion may count if each call counts by one.
const LARGE: i128 = 100;

/// The text between the first two of these marks.
fn quoted(text: &str, mark: char) -> Option<String> {
    let (_, rest) = text.split_once(mark)?;
    Some(rest.split_once(mark)?.0.to_owned())
}

/// Whether a word is part of a type of numbers, or asks for its size.
fn is_word_of_types(name: &str) -> bool {
    const WORDS: [&str; 9] =
        ["sizeof", "char", "short", "int", "long", "signed", "unsigned", "float", "double"];
    WORDS.contains(&name) || name.ends_with("_t")
}
