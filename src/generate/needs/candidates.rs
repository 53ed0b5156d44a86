//! What could exclude an error: contracts that the inputs of a test break, in the order in which they are tried. Those that
//! say the most with the fewest words come first. Whether one does exclude the error, a run tells.

use super::contract::{Contract, Plan};
use super::facts::{Facts, Member};
use super::leaves::{Leaf, Value, leaves};
use crate::generate::harness::{Harness, MemberArray};
use crate::generate::roles::{ELEMENTS, Parameter, Role, is_length};
use crate::testcase::{Bug, BugKind, Input, InputKind, Storage, TestCase};

/// A contract that may exclude an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub contract: Contract,
    /// The function itself guards against the value elsewhere: in words. The error is then a bug, if this contract is what
    /// excludes it.
    pub guard: Option<String>,
    /// It is about what the failing instruction is made of.
    pub is_near: bool,
}

/// What an error of a test could be excluded by, or the rule by which nothing may.
pub fn candidates(
    harness: &Harness,
    facts: &Facts,
    test: &TestCase,
    bug: &Bug,
) -> Result<Vec<Candidate>, String> {
    let leaves = leaves(harness, test);
    let mut maker = Maker { harness, facts, leaves: &leaves, test, bug, found: Vec::new() };
    maker.make()?;
    maker.find_near();
    Ok(maker.found)
}

/// The object that an access missed.
enum Missed {
    /// What a caller makes: what the parameter of this number points to, or, with a name, what a pointer in there does.
    Input(usize, Option<String>),
    /// A variable with this many elements, or one of these numbers.
    Variable { name: Option<String>, counts: Vec<u64> },
    /// An array that the harness puts into a member, and the member that says how many elements it has.
    Member { array: String, number: String },
    /// What the function allocates.
    Allocated,
}

struct Maker<'a> {
    harness: &'a Harness,
    facts: &'a Facts,
    leaves: &'a [Leaf],
    test: &'a TestCase,
    bug: &'a Bug,
    found: Vec<Candidate>,
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
                return match self.found.is_empty() {
                    true => Err("the function itself frees the memory before".to_owned()),
                    false => Ok(()),
                };
            }
            BugKind::UseAfterReturn | BugKind::UseAfterScope | BugKind::IntegerOverflow => {
                return Err("no condition over its inputs alone excludes it".to_owned());
            }
            _ => {}
        }
        self.enumerators();
        let told = self.of_kind();
        // What its members say of one another decides where a pointer in it leads, and how much there is.
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
        if is_place && self.leaves.iter().any(is_state) {
            self.inconsistent();
            return Ok(());
        }
        told
    }

    fn of_kind(&mut self) -> Result<(), String> {
        match self.bug.kind {
            BugKind::NullPointer => self.nulls(),
            BugKind::DivisionByZero => self.zeros(),
            BugKind::DivisionOverflow => self.least_numbers(),
            BugKind::OversizedShift => self.shifts(),
            BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite | BugKind::WriteToConstant => {
                self.bounds()?
            }
            BugKind::UninitialisedRead => self.uninitialised(),
            BugKind::InvalidFree => self.frees(),
            BugKind::OverlappingCopy => self.overlaps(),
            BugKind::AssertionFailed => self.stated(),
            BugKind::WildPointer => {
                self.nulls();
                self.bounds()?;
            }
            _ => self.others(),
        }
        Ok(())
    }

    fn add(&mut self, contract: Contract) {
        self.guarded(contract, None);
    }

    fn guarded(&mut self, contract: Contract, guard: Option<String>) {
        if !self.found.iter().any(|known| known.contract == contract) {
            self.found.push(Candidate { contract, guard, is_near: false });
        }
    }

    /// The values that the failing instruction is made of; `None` if that is not known.
    fn near(&self) -> Option<Vec<&'a str>> {
        let own = self.bug.stack.iter().find(|site| site.function == self.harness.function)?;
        let places = self.facts.guards.sites.get(&(own.line, own.column))?;
        let is_near = |leaf: &&Leaf| self.facts.place(leaf).is_some_and(|place| places.contains(&place));
        Some(self.leaves.iter().filter(is_near).map(|leaf| leaf.text.as_str()).collect())
    }

    /// Marks what is about the values that the failing instruction is made of.
    fn find_near(&mut self) {
        let Some(near) = self.near() else { return };
        // What is guarded says nothing of an error that comes of another number.
        let is_number = |leaf: &&Leaf| matches!(leaf.value, Value::Number(_)) && near.contains(&&*leaf.text);
        let is_told = self.leaves.iter().any(|leaf| is_number(&leaf));
        for candidate in &mut self.found {
            candidate.is_near = !matches!(candidate.contract, Contract::Unsaid(_))
                && candidate.contract.subject().is_none_or(|subject| near.contains(&subject));
        }
        self.found.retain(|candidate| candidate.is_near || candidate.guard.is_none() || !is_told);
    }

    /// The members of what a caller makes may contradict one another.
    fn inconsistent(&mut self) {
        let leaves = self.leaves;
        if let Some(leaf) = leaves.iter().find(|leaf| leaf.depth >= 1 && has_name(leaf)) {
            let name = &self.harness.parameters[leaf.parameter].name;
            self.add(Contract::Unsaid(format!("what {name} points to is consistent")));
        }
    }

    /// Two pointers of the inputs lead to the same object.
    fn aliases(&mut self) {
        let mut pointers: Vec<(String, u32)> = Vec::new();
        for input in self.test.inputs.iter().chain(&self.test.made) {
            for pointer in &input.pointers {
                pointers.extend(self.pointer_at(input, pointer.at).map(|text| (text, pointer.object)));
            }
        }
        for (at, (one, object)) in pointers.iter().enumerate() {
            for (other, _) in pointers[at + 1..].iter().filter(|(_, other)| other == object) {
                self.add(Contract::Differ(other.clone(), one.clone()));
            }
        }
    }

    /// The pointer at an offset of an input, in C.
    fn pointer_at(&self, input: &Input, offset: u64) -> Option<String> {
        // What a call with `...` is given besides has no name outside of it.
        let at = self.harness.parameters.iter().position(|parameter| parameter.name == input.name)?;
        if input.kind == InputKind::Pointer {
            return Some(input.name.clone());
        }
        let members = &self.facts.parameters.get(at)?.members;
        let member = members.iter().rev().find(|member| member.offset == i128::from(offset))?;
        Some(format!("{}->{}", input.name, member.path.join(".")))
    }

    /// An enumeration is one of its names.
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
        for leaf in &nulls {
            let array = leaf.text.rsplit_once('[').map(|(array, _)| array).or(leaf.text.strip_prefix('*'));
            let is_array = |parameter: &Parameter| {
                Some(parameter.name.as_str()) == array && matches!(parameter.role, Role::Buffer { .. })
            };
            if let Some(array) = array.filter(|_| harness.parameters.iter().any(is_array)) {
                self.add(Contract::NoneNull { array: array.to_owned(), count: ELEMENTS as usize });
                continue;
            }
            let is_guarded =
                self.facts.place(leaf).is_some_and(|place| self.facts.guards.tested.contains(&place));
            let guard = is_guarded.then(|| format!("the function itself compares `{}` with null", leaf.text));
            if leaf.depth < 3 {
                self.guarded(Contract::NotNull(leaf.text.clone()), guard);
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
    }

    /// Whether what lies behind a value is not shown.
    fn is_cut(&self, leaf: &Leaf) -> bool {
        leaf.depth >= 4 && leaf.value == Value::Pointer
    }

    /// The numbers that a call was given.
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

    /// Words if the function compares a number with a bound near this one, or with another argument.
    fn bound_guard(&self, leaf: &Leaf, bound: i128) -> Option<String> {
        let place = self.facts.place(leaf)?;
        let guards = &self.facts.guards;
        let is_guarded = guards.bounds_near(place, bound) || guards.compares(place);
        is_guarded.then(|| format!("the function itself compares `{}` with a bound", leaf.text))
    }

    /// The number is at least zero, and below a bound.
    fn within(&mut self, leaf: &Leaf, number: i128, end: i128, of: Option<String>) {
        if (0..end).contains(&number) {
            return;
        }
        let is_signed = self.facts.ty(leaf).is_none_or(|ty| ty.is_signed);
        let guard = self.bound_guard(leaf, if number < 0 { 0 } else { end });
        let text = leaf.text.clone();
        let from = is_signed.then_some(0);
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
    }

    fn owned_numbers(&self) -> Vec<(Leaf, i128)> {
        self.numbers().into_iter().map(|(leaf, number)| (leaf.clone(), number)).collect()
    }

    /// The number is not negative, or is positive.
    fn at_least(&mut self, leaf: &Leaf, number: i128) {
        for from in [0, 1] {
            if number < from {
                let guard = self.bound_guard(leaf, from);
                let text = leaf.text.clone();
                self.guarded(Contract::Within { number: text, from: Some(from), end: None, of: None }, guard);
            }
        }
    }

    /// The object that was missed, if the error is about one.
    fn missed(&self) -> Option<Missed> {
        let object = self.bug.object.as_ref()?;
        let is_harness = |file: &str| file.ends_with(&format!("/{}.c", self.harness.function));
        if let Some(input) = &object.input {
            let harness = self.harness;
            let made = harness.arrays.iter().find(|made| harness.array_name(&made.array) == *input);
            if let Some(MemberArray { array, number, .. }) = made.cloned() {
                return Some(Missed::Member { array, number });
            }
            let name = input.trim_start_matches(['*', '(', '&']);
            let name = name.split(['-', '.', '[', ' ', ')']).next().unwrap_or(name);
            let at = self.harness.parameters.iter().position(|parameter| parameter.name == name)?;
            return Some(Missed::Input(at, (name != input).then(|| input.clone())));
        }
        let made = object.made.as_ref();
        if made.is_some_and(|made| is_harness(&made.file) && made.function == "main") {
            let line = made.map_or(0, |made| made.line as usize);
            let text = self.harness.text();
            let line = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
            let name = quoted(&object.what, '`').or_else(|| quoted(line, '"'))?;
            let at = self.harness.parameters.iter().position(|parameter| parameter.name == name)?;
            return Some(Missed::Input(at, None));
        }
        let size: u64 = object.what.split_whitespace().rev().find_map(|word| word.parse().ok())?;
        let accessed: u64 =
            self.bug.message.split_whitespace().find_map(|word| word.parse().ok()).unwrap_or(1);
        match object.storage {
            Some(Storage::Static | Storage::Automatic) => {
                let name = quoted(&object.what, '`');
                let known = name.as_ref().and_then(|name| self.facts.globals.get(name));
                let known = known.filter(|_| object.storage == Some(Storage::Static));
                let counts = known.map_or_else(
                    || vec![size / accessed.max(1), size, size / 4, size / 8],
                    |count| vec![*count],
                );
                Some(Missed::Variable { name, counts })
            }
            Some(Storage::Allocated) => Some(Missed::Allocated),
            _ => None,
        }
    }

    fn bounds(&mut self) -> Result<(), String> {
        match self.missed() {
            Some(Missed::Input(at, None)) => self.input_bounds(at),
            Some(Missed::Input(at, Some(name))) => {
                self.member_lengths(at, &name);
                self.member_bounds(at, Some(&name));
                self.add(Contract::Unsaid(format!("{name} has enough elements")));
                Ok(())
            }
            Some(Missed::Variable { name, counts }) => {
                self.variable_bounds(name.as_deref(), &counts);
                Ok(())
            }
            Some(Missed::Member { array, number }) => {
                self.made_bounds(&array, &number);
                Ok(())
            }
            Some(Missed::Allocated) => {
                Err("the function itself makes the object, so that no caller can make it larger".to_owned())
            }
            None => {
                self.others();
                Ok(())
            }
        }
    }

    fn variable_bounds(&mut self, name: Option<&str>, counts: &[u64]) {
        for count in counts.iter().filter(|count| **count > 0) {
            for (leaf, number) in self.owned_numbers() {
                self.within(&leaf, number, i128::from(*count), name.map(str::to_owned));
            }
        }
        for count in counts.iter().filter(|count| **count > 0) {
            let leaves = self.leaves;
            for leaf in leaves {
                if matches!(leaf.value, Value::Text(length) if length as u64 >= *count) {
                    self.add(Contract::Shorter(leaf.text.clone(), *count));
                }
            }
        }
        for (leaf, number) in self.owned_numbers() {
            self.at_least(&leaf, number);
            if let Some(count) = counts.first().filter(|count| i128::from(**count) < number) {
                let end = i128::from(*count) + 1;
                let guard = self.bound_guard(&leaf, end - 1);
                let number = leaf.text.clone();
                let of = name.map(str::to_owned);
                self.guarded(Contract::Within { number, from: None, end: Some(end), of }, guard);
            }
        }
    }

    /// The parameters that are numbers, those that most look like a length first.
    fn lengths(&self, pointer: usize) -> Vec<usize> {
        let is_number = |at: &usize| self.facts.parameters.get(*at).is_some_and(|ty| ty.is_integer);
        let mut numbers: Vec<usize> = (0..self.harness.parameters.len()).filter(is_number).collect();
        let guards = &self.facts.guards;
        numbers.sort_by_key(|at| {
            let is_index = guards.indices.contains(at) && !guards.ends.contains(at);
            (is_index, *at != pointer + 1, !guards.ends.contains(at))
        });
        numbers.retain(|at| !matches!(self.harness.parameters[*at].role, Role::Length { .. }));
        numbers
    }

    fn is_named_length(&self, at: usize) -> bool {
        is_length(&self.harness.parameters[at].name) || self.facts.guards.ends.contains(&at)
    }

    fn is_index(&self, at: usize) -> bool {
        self.facts.is_index(self.harness, at)
    }

    fn input_bounds(&mut self, at: usize) -> Result<(), String> {
        let parameter = &self.harness.parameters[at];
        let ty = self.facts.parameters.get(at);
        let is_text = ty.is_some_and(|ty| ty.is_character_pointer);
        let name = parameter.name.clone();
        let role = parameter.role.clone();
        let has_members = ty.is_some_and(|ty| !ty.members.is_empty());
        let length = match &role {
            Role::Buffer { length } | Role::Bytes { length } => *length,
            _ => None,
        };
        if has_members {
            self.member_bounds(at, None);
        }
        let is_before = self.bug.message.contains(" before the start of ");
        if is_text && is_before && role != Role::Behind {
            self.add(Contract::Plan(Plan::Behind(at)));
            self.add(Contract::Unsaid(format!("{name} points behind its header")));
            return Ok(());
        }
        let is_write = self.bug.kind == BugKind::OutOfBoundsWrite;
        let is_shared = |number: usize| {
            is_write && matches!(&self.harness.parameters[number].role, Role::Length { of } if of.len() > 1)
        };
        let may_be_other = |number: &usize| !parameter.is_bounded || is_shared(*number);
        if let Some(number) = length.filter(|number| may_be_other(number) && !self.is_index(*number)) {
            self.add(Contract::Plan(Plan::Apart { pointer: at, number }));
            self.add(Contract::Unsaid(format!("{name} has enough elements")));
        }
        if is_text
            && is_write
            && role == Role::Text
            && self.lengths(at).iter().all(|it| !self.is_named_length(*it))
        {
            self.add(Contract::Plan(Plan::Room(at)));
        }
        let is_apart = self.harness.apart.contains(&at);
        let is_string = role == Role::Text && parameter.ends_in_zero;
        match &role {
            Role::Object
            | Role::Out
            | Role::Text
            | Role::Buffer { length: None }
            | Role::Bytes { length: None } => {
                let mut numbers = self.lengths(at);
                numbers.retain(|number| !self.is_index(*number) && !is_apart);
                if role == Role::Text {
                    numbers.retain(|number| self.is_named_length(*number));
                }
                for number in numbers {
                    self.add(Contract::Plan(Plan::Elements { pointer: at, number }));
                }
                if is_text && role != Role::Text && self.bug.kind == BugKind::OutOfBoundsRead {
                    self.add(Contract::Plan(Plan::Terminated(at)));
                }
                if is_text && self.bug.kind == BugKind::OutOfBoundsWrite {
                    self.add(Contract::Plan(Plan::Room(at)));
                }
                let is_plain = role == Role::Text && !is_string;
                if is_plain || matches!(role, Role::Object | Role::Out) && !has_members {
                    self.add(Contract::Plan(Plan::Several(at)));
                }
            }
            _ => {}
        }
        let is_array = matches!(role, Role::Buffer { .. } | Role::Bytes { length: Some(_) });
        if is_array {
            self.index_bounds(&name, length);
        }
        if matches!(role, Role::Text) && self.bug.kind == BugKind::OutOfBoundsWrite {
            self.add(Contract::Plan(Plan::Room(at)));
        }
        if is_array || matches!(role, Role::Text) {
            self.text_indices(&name);
        }
        if let Some(length) = length.filter(|length| !self.is_index(*length)) {
            // What callers promise of buffer and length is all that can be said.
            if self.found.is_empty() {
                let number = &self.harness.parameters[length].name;
                return Err(format!(
                    "`{name}` has `{number}` elements here, and the access is outside of them"
                ));
            }
            return Ok(());
        }
        let near = self.near();
        let is_number = |text: &&str| {
            self.leaves.iter().any(|leaf| leaf.text == *text && matches!(leaf.value, Value::Number(_)))
        };
        let is_step = near.is_some_and(|near| near.contains(&name.as_str()) && !near.iter().any(is_number));
        if is_string && !is_write && is_step && self.found.is_empty() {
            return Err(format!("`{name}` is a string, and the function goes on behind its terminator"));
        }
        self.add(Contract::Unsaid(match has_members {
            true => format!("what {name} points to is consistent"),
            false => format!("{name} has enough elements"),
        }));
        Ok(())
    }

    /// Numbers that index an array that a parameter is.
    fn index_bounds(&mut self, name: &str, length: Option<usize>) {
        let length_name = length.map(|at| self.harness.parameters[at].name.clone());
        let is_other = |leaf: &Leaf| leaf.depth == 0 && leaf.members.is_empty();
        let numbers: Vec<(Leaf, i128)> =
            self.owned_numbers().into_iter().filter(|(leaf, _)| is_other(leaf)).collect();
        for (leaf, number) in &numbers {
            let is_own_length = Some(&leaf.text) == length_name.as_ref();
            if is_own_length && !self.is_index(leaf.parameter) {
                self.at_least(leaf, *number);
                continue;
            }
            if let Some(length) = length_name.as_ref().filter(|_| !is_own_length) {
                let guard = self.bound_guard(leaf, 0);
                self.guarded(Contract::Less(leaf.text.clone(), length.clone()), guard);
                self.at_least(leaf, *number);
                continue;
            }
            let at = self.harness.parameters.iter().position(|parameter| parameter.name == name);
            let is_apart = at.is_some_and(|at| self.harness.apart.contains(&at));
            if self.is_index(leaf.parameter) || is_apart && self.is_named_length(leaf.parameter) {
                let is_signed = self.facts.ty(leaf).is_none_or(|ty| ty.is_signed);
                let guard = self.bound_guard(leaf, if *number < 0 { 0 } else { *number });
                let (number, array) = (leaf.text.clone(), name.to_owned());
                self.guarded(Contract::Index { number, array, is_signed }, guard);
            }
        }
        if let Some(length) = &length_name {
            self.state_indices(length);
        }
        // How many there are of something else is no number of rows.
        let is_elsewhere = |leaf: &Leaf| match &self.harness.parameters[leaf.parameter].role {
            Role::Length { of } => !of.iter().any(|at| self.harness.parameters[*at].name == name),
            _ => false,
        };
        let numbers: Vec<&(Leaf, i128)> = numbers.iter().filter(|(leaf, _)| !is_elsewhere(leaf)).collect();
        for (at, (one, _)) in numbers.iter().enumerate() {
            for (other, _) in &numbers[at + 1..] {
                let (rows, columns) = (one.text.clone(), other.text.clone());
                self.add(Contract::Product { rows, columns, of: name.to_owned() });
            }
        }
        for count in (1..=ELEMENTS).chain(MANY).filter(|_| length.is_none()) {
            self.add(Contract::AtLeast { array: name.to_owned(), count });
        }
    }

    /// Members that index an array of so many elements, as the failing instruction tells.
    fn state_indices(&mut self, length: &str) {
        let near: Vec<String> = self.near().into_iter().flatten().map(str::to_owned).collect();
        for (leaf, number) in self.owned_numbers().iter().filter(|(leaf, _)| is_state(leaf)) {
            if near.contains(&leaf.text) {
                self.add(Contract::Less(leaf.text.clone(), length.to_owned()));
                self.at_least(leaf, *number);
            }
        }
    }

    /// Numbers that index a string.
    fn text_indices(&mut self, name: &str) {
        let length = self.leaves.iter().find_map(|leaf| match leaf.value {
            Value::Text(length) if leaf.text == name => Some(length as i128),
            _ => None,
        });
        let Some(length) = length else { return };
        for (leaf, number) in self.owned_numbers() {
            if self.is_index(leaf.parameter) && (number < 0 || number > length) {
                self.within(&leaf, number, 1, Some(name.to_owned()));
            }
        }
    }

    /// Numbers that say how much there is in what the members of a structure point to, or are.
    fn member_bounds(&mut self, at: usize, of: Option<&str>) {
        let members = self.facts.parameters[at].members.clone();
        let counts: Vec<(String, u64)> = members
            .iter()
            .filter_map(|member| Some((member.path.join("."), member.count.filter(|count| *count > 1)?)))
            .collect();
        let numbers = self.owned_numbers();
        let name = self.harness.parameters[at].name.clone();
        for (leaf, number) in &numbers {
            for (member, count) in &counts {
                self.within(leaf, *number, i128::from(*count), Some(format!("{name}->{member}")));
            }
        }
        let Some(of) = of.map(str::to_owned) else { return };
        let near = self.near();
        let is_meant = |leaf: &Leaf| {
            let name = leaf.members.last().unwrap_or(&leaf.text);
            is_length(name) || near.as_ref().is_none_or(|near| near.contains(&leaf.text.as_str()))
        };
        for (leaf, number) in numbers.iter().filter(|(leaf, _)| is_meant(leaf)) {
            // The harness makes one element.
            if *number > 1 {
                let guard = None;
                let text = leaf.text.clone();
                let end = Some(2);
                let contract = Contract::Within { number: text, from: None, end, of: Some(of.clone()) };
                self.guarded(contract, guard);
            }
            if *number != 0 {
                self.within(leaf, *number, 1, Some(of.clone()));
            }
            self.at_least(leaf, *number);
        }
    }

    /// Members that may say how many elements another member has, those that most look like it first.
    fn member_lengths(&mut self, at: usize, array: &str) {
        const TRIED: usize = 3;
        let parameter = &self.harness.parameters[at];
        let Some(path) = array.strip_prefix(&format!("{}->", parameter.name)) else { return };
        let members = &self.facts.parameters[at].members;
        let is_array = |member: &Member| member.path.join(".") == path && member.count.is_none();
        if parameter.role != Role::Object || !members.iter().any(is_array) {
            return;
        }
        let is_number = |member: &&Member| member.ty.is_integer && member.count.is_none();
        let mut numbers: Vec<&Member> = members.iter().filter(is_number).collect();
        let rank = |member: &Member| {
            let name = member.path.last().map_or("", String::as_str).to_lowercase();
            let is_capacity = ["size", "alloc", "cap", "max"].iter().any(|word| name.contains(word));
            // Beside a capacity a size is how much of it is used.
            let is_used = ["size", "len", "length"].contains(&name.as_str());
            (!is_capacity, is_used, !is_length(&name))
        };
        numbers.sort_by_key(|member| rank(member));
        for member in numbers.iter().take(TRIED).filter(|member| rank(member) != (true, false, true)) {
            let number = format!("{}->{}", parameter.name, member.path.join("."));
            self.add(Contract::Plan(Plan::Member { array: array.to_owned(), number }));
        }
    }

    /// Numbers beside an array that a member points to.
    fn made_bounds(&mut self, array: &str, length: &str) {
        let length_is = self.leaves.iter().find_map(|leaf| match leaf.value {
            Value::Number(number) if leaf.text == length => Some(number),
            _ => None,
        });
        for (leaf, number) in self.owned_numbers().iter().filter(|(leaf, _)| leaf.text != length) {
            if length_is.is_some_and(|length| *number >= length) {
                self.add(Contract::Less(leaf.text.clone(), length.to_owned()));
            }
            self.at_least(leaf, *number);
        }
        let number = length.to_owned();
        self.add(Contract::Within { number, from: Some(1), end: None, of: None });
        let pointer = array.split("->").next().unwrap_or(array);
        self.add(Contract::Unsaid(format!("what {pointer} points to is consistent")));
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
        let pointers: Vec<&Leaf> =
            self.leaves.iter().filter(|leaf| matches!(leaf.value, Value::Pointer | Value::Text(_))).collect();
        let mut made = Vec::new();
        for (at, one) in pointers.iter().enumerate() {
            for other in &pointers[at + 1..] {
                made.push(Contract::Differ(one.text.clone(), other.text.clone()));
            }
        }
        made.into_iter().for_each(|contract| self.add(contract));
    }

    /// What an assertion says, if it says it of the arguments.
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
        self.others();
    }

    /// Whether the names in an expression are parameters, members of what they point to, or constants.
    fn is_over_parameters(&self, text: &str) -> bool {
        let mut rest = text;
        let mut before = ' ';
        while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
            let at = rest[start..].find(|c: char| !(c.is_alphanumeric() || c == '_'));
            let end = at.map_or(rest.len(), |at| start + at);
            let name = &rest[start..end];
            let previous = rest[..start].chars().next_back().unwrap_or(before);
            let is_member = previous == '.' || previous == '>' && rest[..start].ends_with("->");
            let is_number = previous.is_ascii_digit();
            let is_constant = !name.chars().any(char::is_lowercase);
            let is_parameter = self.harness.parameters.iter().any(|parameter| parameter.name == name);
            if !(is_member || is_number || is_constant || is_parameter || name == "sizeof") {
                return false;
            }
            before = name.chars().next_back().unwrap_or(' ');
            rest = &rest[end..];
        }
        !text.contains('"')
    }

    /// Conditions on single values for an error of any kind.
    fn others(&mut self) {
        let is_near = |leaf: &&Leaf| leaf.value == Value::Null && leaf.depth < 2;
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

/// Whether a number is a member of what a caller makes.
fn is_state(leaf: &Leaf) -> bool {
    leaf.depth >= 1 && has_name(leaf) && matches!(leaf.value, Value::Number(_))
}

/// How many elements an array may be asked to have, beside a few.
const MANY: [u64; 3] = [8, 16, 64];

/// What recursion by one a call may count to.
const LARGE: i128 = 100;

/// What stands between the first two of these marks.
fn quoted(text: &str, mark: char) -> Option<String> {
    let (_, rest) = text.split_once(mark)?;
    Some(rest.split_once(mark)?.0.to_owned())
}
