//! Contracts that could exclude an access out of bounds: numbers may be too large for what they count.

use super::ranges::{is_room, name_of};
use super::{Maker, is_state, quoted};
use crate::generate::harness::{CountedMember, FURTHER, MemberArray};
use crate::generate::needs::contract::{Contract, Plan};
use crate::generate::needs::facts::Member;
use crate::generate::needs::leaves::{Leaf, Value, call};
use crate::generate::needs::when::bits;
use crate::generate::needs::{MADE_BY_ITSELF, consistent};
use crate::generate::roles::{Role, is_length};
use crate::generate::rooms::Room;
use crate::testcase::{BugKind, Datum, Storage};

/// No object has as many bytes: an address has 47 bits where programs run.
const LARGEST: i128 = 1 << 47;

/// The object that an access missed.
pub(super) enum Missed {
    /// An object behind the parameter of this number or, with a name, behind a pointer in that object.
    Input(usize, Option<String>),
    /// A variable that has one of these numbers of elements.
    Variable { name: Option<String>, counts: Vec<u64> },
    /// An array that the harness puts into a member, and the member that says how many elements it has.
    Member { array: String, number: String },
    /// The array of the range of this number among those of the harness.
    Range(usize),
    /// The object of an argument after the parameters.
    Further,
    /// The object of an argument of this name that was given to an earlier call.
    Earlier(String),
    /// An object that the function allocates.
    Allocated,
}

/// Why an access to an array whose number of elements is known is an error of the function itself.
fn outside(array: &str, count: &str) -> String {
    format!("`{array}` has `{count}` elements here, and the access is outside of them")
}

impl<'a> Maker<'a> {
    /// The object that was missed, if the error is about one.
    pub(super) fn missed(&self) -> Option<Missed> {
        let object = self.bug.object.as_ref()?;
        let is_harness = |file: &str| file.ends_with(&format!("/{}.c", self.harness.function));
        if let Some(input) = &object.input {
            if self.harness.variadic.is_some() && input.starts_with(FURTHER) && self.is_before() {
                return Some(Missed::Further);
            }
            let harness = self.harness;
            let made = harness.arrays.iter().find(|made| harness.array_name(&made.array) == *input);
            if let Some(MemberArray { array, number, .. }) = made.cloned() {
                return Some(Missed::Member { array, number });
            }
            if let Some(at) = harness.range_named(input) {
                return Some(Missed::Range(at));
            }
            let name = input.trim_start_matches(['*', '(', '&']);
            let name = name.split(['-', '.', '[', ' ', ')']).next().unwrap_or(name);
            return match self.harness.parameters.iter().position(|parameter| parameter.name == name) {
                Some(at) => Some(Missed::Input(at, (name != input).then(|| input.clone()))),
                None => self.missed_elsewhere(name),
            };
        }
        let made = object.made.as_ref();
        if made.is_some_and(|made| is_harness(&made.file) && made.function == "main") {
            let line = made.map_or(0, |made| made.line as usize);
            let text = self.harness.text();
            let line = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
            let name = quoted(&object.what, '`').or_else(|| quoted(line, '"'))?;
            return match self.harness.parameters.iter().position(|parameter| parameter.name == name) {
                Some(at) => Some(Missed::Input(at, None)),
                None => self.missed_elsewhere(&name),
            };
        }
        let size: u64 = object.what.split_whitespace().rev().find_map(|word| word.parse().ok())?;
        let accessed: u64 =
            self.bug.message.split_whitespace().find_map(|word| word.parse().ok()).unwrap_or(1);
        match object.storage {
            Some(Storage::Static | Storage::Automatic) => {
                let name = quoted(&object.what, '`');
                let known = name.as_ref().and_then(|name| match object.storage {
                    Some(Storage::Static) => self.facts.globals.get(name),
                    // The innermost function that has a variable of this name.
                    _ => self.bug.stack.iter().find_map(|site| {
                        let key = (site.function.clone(), name.clone());
                        self.facts.locals.get(&key)
                    }),
                });
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

    pub(super) fn bounds(&mut self) -> Result<(), String> {
        let missed = self.missed();
        if let Some(Missed::Input(at, name)) = &missed
            && self.counted_bounds(*at, name.as_deref())?
        {
            if !self.is_whole {
                self.inconsistent();
            }
            return Ok(());
        }
        match missed {
            // The name of an object does not say through which of several pointers it was missed.
            Some(Missed::Input(at, None)) if self.is_aliased(at) && self.leaves.iter().any(is_state) => {
                self.inconsistent();
                Ok(())
            }
            Some(Missed::Input(at, None)) if self.is_null(at) => {
                let name = &self.harness.parameters[at].name;
                self.add(Contract::Unsaid(format!("no other argument leads to what {name} is for")));
                Ok(())
            }
            Some(Missed::Input(at, None)) => self.input_bounds(at),
            Some(Missed::Input(at, Some(name))) if self.room_plan(at, &name).is_some() => {
                let plan = self.room_plan(at, &name).map(Contract::Plan);
                plan.into_iter().for_each(|plan| self.add(plan));
                self.inconsistent();
                Ok(())
            }
            Some(Missed::Input(at, Some(name))) => {
                self.paired_lengths(at, &name);
                self.member_numbers(at, &name);
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
            Some(Missed::Range(at)) => {
                self.range_bounds(at);
                Ok(())
            }
            Some(Missed::Further) => {
                self.further_bounds();
                Ok(())
            }
            Some(Missed::Allocated) if self.sizes_of_allocated() => Ok(()),
            Some(Missed::Allocated) => {
                let who = match self.harness.classes.is_empty() {
                    true => "the function itself",
                    false => "the function itself, or a call that built what it works on,",
                };
                Err(format!("{who} {MADE_BY_ITSELF}"))
            }
            // A native run does not say which object it was.
            None if self.test.completed && self.leaves.iter().any(is_state) => Ok(()),
            missed => {
                if missed.is_none() && self.test.completed {
                    self.sizes_of_any();
                }
                self.others();
                Ok(())
            }
        }
    }

    /// Bounds lengths of read-only arrays that exceed any array. Returns whether there are such lengths.
    pub(super) fn impossible_lengths(&mut self) -> bool {
        let known = self.found.len();
        for (leaf, _) in self.owned_numbers().iter().filter(|(_, number)| *number >= LARGEST) {
            let Some(array) = leaf.parameter.checked_sub(1).filter(|_| leaf.depth == 0) else { continue };
            let is_array = self.facts.parameters.get(array).is_some_and(|ty| ty.is_pointer_to_const);
            // A string ends at its terminator, however far its letters are counted.
            let is_string = self.harness.parameters[array].ends_in_zero;
            if is_array && !is_string && leaf.members.is_empty() && self.is_named_length(leaf.parameter) {
                let of = Some(self.harness.parameters[array].name.clone());
                let number = leaf.text.clone();
                self.add(Contract::Within { number, from: None, end: Some(LARGEST), of });
            }
        }
        // With such a length, contradictory contents of an object are no further cause.
        self.is_whole |= self.found.len() > known;
        self.found.len() > known
    }

    pub(super) fn variable_bounds(&mut self, name: Option<&str>, counts: &[u64]) {
        for count in counts.iter().filter(|count| **count > 0) {
            for (leaf, number) in self.owned_numbers() {
                let known = self.found.len();
                // If all failing numbers are negative, the function itself takes care of the other bound.
                if number < 0 {
                    let guard = self.bound_guard(&leaf, 0);
                    let text = leaf.text.clone();
                    let contract = Contract::Within { number: text, from: Some(0), end: None, of: None };
                    self.guarded(contract, guard);
                }
                let scale = self.facts.scale(&leaf);
                let of = name.filter(|_| scale == 1).map(str::to_owned);
                self.within(&leaf, number, i128::from(*count).saturating_mul(scale), of);
                // A guess that the elements are larger must not hide a bound that is off by one.
                let likeliest = i128::from(counts[0]);
                if i128::from(*count) < likeliest && likeliest <= number {
                    let guard = self.bound_guard(&leaf, likeliest);
                    self.found[known..]
                        .iter_mut()
                        .for_each(|it| it.guard = it.guard.take().or(guard.clone()));
                }
            }
        }
        for count in counts.iter().filter(|count| **count > 0) {
            let leaves = self.leaves;
            for leaf in leaves {
                if matches!(leaf.value, Value::Text { letters, .. } if letters as u64 >= *count) {
                    self.add(Contract::Shorter(leaf.text.clone(), *count));
                }
            }
        }
        for (leaf, number) in self.owned_numbers() {
            self.at_least(&leaf, number);
            self.at_least_what_is_subtracted(&leaf, number, counts);
            if self.facts.scale(&leaf) > 1 {
                continue;
            }
            if let Some(count) = counts.first().filter(|count| i128::from(**count) < number) {
                let end = i128::from(*count) + 1;
                let guard = self.bound_guard(&leaf, end - 1);
                let number = leaf.text.clone();
                let of = name.map(str::to_owned);
                self.guarded(Contract::Within { number, from: None, end: Some(end), of }, guard);
            }
        }
    }

    /// The parameters that are numbers, the likeliest lengths first: those that an index is compared with,
    /// then the one after the pointer. In `least(values, begin, n)` that is `n`.
    fn lengths(&self, pointer: usize) -> Vec<usize> {
        let is_number = |at: &usize| self.facts.parameters.get(*at).is_some_and(|ty| ty.is_integer);
        let mut numbers: Vec<usize> = (0..self.harness.parameters.len()).filter(is_number).collect();
        let guards = &self.facts.guards;
        numbers.sort_by_key(|at| {
            let is_index = guards.indices.contains(at) && !guards.ends.contains(at);
            (is_index, !guards.ends.contains(at), *at != pointer + 1)
        });
        numbers.retain(|at| !matches!(self.harness.parameters[*at].role, Role::Length { .. }));
        numbers
    }

    pub(super) fn is_named_length(&self, at: usize) -> bool {
        is_length(&self.harness.parameters[at].name) || self.facts.guards.ends.contains(&at)
    }

    /// Whether a number is the length of other arrays than this one, and a running index is compared with it.
    fn is_length_of_others(&self, number: usize, array: usize) -> bool {
        match &self.harness.parameters[number].role {
            Role::Length { of, .. } => !of.contains(&array) && self.facts.guards.ends.contains(&number),
            _ => false,
        }
    }

    pub(super) fn is_index(&self, at: usize) -> bool {
        self.facts.is_index(self.harness, at)
    }

    fn input_bounds(&mut self, at: usize) -> Result<(), String> {
        let n_known = self.found.len();
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
        if is_text && self.is_before() && parameter.has_header && role != Role::Behind {
            self.add(Contract::Plan(Plan::Behind(at)));
            self.add(Contract::Unsaid(format!("{name} points behind its header")));
            return Ok(());
        }
        let is_write = self.bug.kind == BugKind::OutOfBoundsWrite;
        let is_shared = |number: usize| {
            is_write
                && matches!(&self.harness.parameters[number].role, Role::Length { of, .. } if of.len() > 1)
        };
        let may_be_other = |number: &usize| !parameter.is_bounded || is_shared(*number);
        if let Some(number) = length.filter(|number| may_be_other(number) && !self.is_index(*number)) {
            self.add(Contract::Plan(Plan::Apart { pointer: at, number }));
            self.add(Contract::Unsaid(format!("{name} has enough elements")));
        }
        if self.cursors_in(at) {
            return Ok(());
        }
        if is_text
            && is_write
            && role == Role::Text
            && self.lengths(at).iter().all(|it| !self.is_named_length(*it))
        {
            self.add(Contract::Plan(Plan::Room(at)));
        }
        if matches!(role, Role::Buffer { length: None })
            && self.lengths(at).iter().all(|number| !self.is_named_length(*number))
        {
            self.pointed_counts(at);
        }
        let is_apart = self.harness.apart.contains(&at);
        let is_string = role == Role::Text && parameter.ends_in_zero;
        let mut unlikely = Vec::new();
        match &role {
            Role::Object
            | Role::Out
            | Role::InOut
            | Role::Text
            | Role::Buffer { length: None }
            | Role::Bytes { length: None } => {
                let mut numbers = self.lengths(at);
                numbers.retain(|number| !self.is_index(*number) && !is_apart);
                if role == Role::Text {
                    numbers.retain(|number| self.is_named_length(*number));
                }
                // A table for the elements of another array may have as many elements as that, or one more.
                let is_shared = |number: &usize| self.is_length_of_others(*number, at) && !is_apart;
                numbers.extend((0..self.harness.parameters.len()).filter(is_shared));
                // Other numbers are tried after a size that is always the same.
                let is_likely = |number: &usize| {
                    *number == at + 1
                        || self.is_named_length(*number)
                        || self.is_length_of_others(*number, at)
                };
                let (likely, others): (Vec<usize>, Vec<usize>) = numbers.into_iter().partition(is_likely);
                unlikely = others;
                for number in likely {
                    self.add(Contract::Plan(Plan::Elements { pointer: at, number }));
                }
                if is_text && role != Role::Text && self.bug.kind == BugKind::OutOfBoundsRead {
                    self.add(Contract::Plan(Plan::Terminated(at)));
                }
                if is_text && self.bug.kind == BugKind::OutOfBoundsWrite {
                    self.add(Contract::Plan(Plan::Room(at)));
                }
                let is_plain = role == Role::Text && !is_string;
                if is_plain || matches!(role, Role::Object | Role::Out | Role::InOut) && !has_members {
                    self.add(Contract::Plan(Plan::Several(at)));
                }
            }
            _ => {}
        }
        let is_array = matches!(role, Role::Buffer { .. } | Role::Bytes { length: Some(_) });
        if is_array {
            self.index_bounds(&name, length);
            if length.is_none() {
                self.pointed_counts(at);
            }
        }
        for number in unlikely {
            self.add(Contract::Plan(Plan::Elements { pointer: at, number }));
        }
        if matches!(role, Role::Text) && self.bug.kind == BugKind::OutOfBoundsWrite {
            self.add(Contract::Plan(Plan::Room(at)));
        }
        if is_array || matches!(role, Role::Text) {
            self.text_indices(&name);
        }
        if let Some(length) = length.filter(|length| !self.is_index(*length)) {
            self.terminated_if(at);
            // A number may be the length of a part only, which begins at another number.
            let near = self.near().unwrap_or_default();
            let begins = |(number, parameter): (usize, &crate::generate::roles::Parameter)| {
                number != length && self.is_index(number) && near.contains(&parameter.name.as_str())
            };
            if !may_be_other(&length) && self.harness.parameters.iter().enumerate().any(begins) {
                self.add(Contract::Plan(Plan::Apart { pointer: at, number: length }));
            }
            let text = self.text_within(&name).filter(|_| !is_write && self.found.is_empty());
            if let Some(text) = text {
                self.add(Contract::Unsaid(format!("{text} is terminated")));
            }
            self.multiples(at, length);
            // Callers promise that the buffer has its length. Nothing more can be asked of them, unless they
            // are here and show what they give.
            if self.found.len() == n_known && self.facts.has_callers {
                self.add(Contract::Plan(Plan::Apart { pointer: at, number: length }));
                self.add(Contract::Unsaid(format!("{name} has enough elements")));
            } else if self.found.len() == n_known {
                return Err(outside(&name, &self.harness.parameters[length].name));
            }
            return Ok(());
        }
        self.behind_others(at);
        let near = self.near();
        let is_number = |text: &&str| {
            self.leaves.iter().any(|leaf| leaf.text == *text && matches!(leaf.value, Value::Number(_)))
        };
        let is_step = near.is_some_and(|near| near.contains(&name.as_str()) && !near.iter().any(is_number));
        if is_string && !is_write && is_step && self.found.is_empty() {
            let goes_on = if self.is_before() {
                "looks before its first character"
            } else {
                "goes on behind its terminator"
            };
            return Err(format!("`{name}` is a string, and the function {goes_on}"));
        }
        self.add(Contract::Unsaid(match has_members {
            true => consistent(&name),
            false => format!("{name} has enough elements"),
        }));
        Ok(())
    }

    /// Another argument that is a string and lies in an array.
    fn text_within(&self, array: &str) -> Option<String> {
        let call = call(self.harness, self.test)?;
        let is_within = |argument: &Datum| match argument {
            Datum::Place(place) => {
                let place = place.trim_start_matches('&');
                place.split([' ', '[']).next() == Some(array)
            }
            _ => false,
        };
        let mut pairs = self.harness.parameters.iter().zip(&call.arguments);
        let text = pairs.find(|(parameter, argument)| parameter.role == Role::Text && is_within(argument));
        text.map(|(parameter, _)| parameter.name.clone())
    }

    /// A flag may ask for a terminator instead of a length.
    fn terminated_if(&mut self, at: usize) {
        let is_text = self.facts.parameters.get(at).is_some_and(|ty| ty.is_character_pointer);
        if !is_text || self.bug.kind != BugKind::OutOfBoundsRead {
            return;
        }
        let array = &self.harness.parameters[at].name;
        let then = Contract::Terminated(array.clone());
        if then.holds(self.leaves) == Some(true) {
            return;
        }
        for when in self.leaves.iter().flat_map(|leaf| bits(self.facts, leaf)).collect::<Vec<_>>() {
            self.add(Contract::If { when, then: Box::new(then.clone()) });
        }
    }

    /// Adds contracts on numbers that index the array of a parameter.
    fn index_bounds(&mut self, name: &str, length: Option<usize>) {
        let length_name = length.map(|at| self.harness.parameters[at].name.clone());
        let is_other = |leaf: &Leaf| leaf.depth == 0 && leaf.members.is_empty();
        let numbers: Vec<(Leaf, i128)> =
            self.owned_numbers().into_iter().filter(|(leaf, _)| is_other(leaf)).collect();
        for (leaf, number) in &numbers {
            let is_own_length = Some(&leaf.text) == length_name.as_ref();
            if is_own_length && !self.is_index(leaf.parameter) {
                self.at_least(leaf, *number);
                self.reached_at_least(name, leaf, *number);
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
            let is_shared = at.is_some_and(|at| self.is_length_of_others(leaf.parameter, at));
            let is_length = is_apart && self.is_named_length(leaf.parameter);
            if self.is_index(leaf.parameter) || is_length || is_shared {
                let is_signed = self.facts.ty(leaf).is_none_or(|ty| ty.is_signed);
                let guard = self.bound_guard(leaf, if *number < 0 { 0 } else { *number });
                let (number, array) = (leaf.text.clone(), name.to_owned());
                let scale = self.facts.scale(leaf);
                self.guarded(Contract::Index { number, array, is_signed, scale }, guard);
            }
        }
        if let Some(length) = &length_name {
            self.state_indices(length);
        }
        // A number of elements of something else is no number of rows.
        let is_elsewhere = |leaf: &Leaf| match &self.harness.parameters[leaf.parameter].role {
            Role::Length { of, .. } => !of.iter().any(|at| self.harness.parameters[*at].name == name),
            _ => false,
        };
        // What is copied to the array may be as long as the source of the copy.
        let near: Vec<String> = self.near().into_iter().flatten().map(str::to_owned).collect();
        let is_meant = |leaf: &Leaf| !is_elsewhere(leaf) || near.contains(&leaf.text);
        let parts: Vec<&Leaf> = numbers.iter().map(|(leaf, _)| leaf).filter(|leaf| is_meant(leaf)).collect();
        self.sums(name, length_name.as_deref(), parts);
        let numbers: Vec<&(Leaf, i128)> = numbers.iter().filter(|(leaf, _)| !is_elsewhere(leaf)).collect();
        for (at, (one, _)) in numbers.iter().enumerate() {
            for (other, _) in &numbers[at + 1..] {
                let (rows, columns) = (one.text.clone(), other.text.clone());
                self.add(Contract::Product { rows, columns, of: name.to_owned() });
            }
        }
        if length.is_none() {
            self.sizes(name);
        }
    }

    /// Adds contracts on numbers behind pointers that say how much of an array is in use, as in `(int *stack,
    /// int *top)`. Indices into the array are below them.
    fn pointed_counts(&mut self, array: usize) {
        let near: Vec<String> = self.near().into_iter().flatten().map(str::to_owned).collect();
        let numbers = self.owned_numbers();
        let are_told = numbers.iter().any(|(leaf, _)| near.contains(&leaf.text));
        let is_meant = |leaf: &Leaf| !are_told || near.contains(&leaf.text);
        let is_count = |leaf: &Leaf| {
            let role = &self.harness.parameters[leaf.parameter].role;
            leaf.depth == 1 && leaf.members.is_empty() && *role == Role::Object && is_meant(leaf)
        };
        let counts: Vec<&(Leaf, i128)> = numbers.iter().filter(|(leaf, _)| is_count(leaf)).collect();
        for (leaf, count) in counts {
            let ty = self.facts.parameters.get(leaf.parameter);
            let is_signed = ty.is_none_or(|ty| !ty.is_unsigned_pointer);
            let (number, of) = (leaf.text.clone(), self.harness.parameters[array].name.clone());
            self.add(Contract::Count { number: number.clone(), array: of.clone(), is_signed });
            self.add(Contract::Index { number: number.clone(), array: of, is_signed, scale: 1 });
            self.at_least(leaf, *count);
            for (index, value) in &numbers {
                let is_argument = index.depth == 0 && index.members.is_empty() && is_meant(index);
                if is_argument && value > count {
                    self.add(Contract::AtMost(index.text.clone(), number.clone()));
                }
                if is_argument && value >= count {
                    self.add(Contract::Less(index.text.clone(), number.clone()));
                }
            }
        }
    }

    /// Adds contracts on two numbers that say where a part of an array begins and how long it is.
    fn sums(&mut self, array: &str, length: Option<&str>, mut numbers: Vec<&Leaf>) {
        numbers.retain(|leaf| Some(leaf.text.as_str()) != length);
        numbers.sort_by_key(|leaf| !self.is_index(leaf.parameter));
        for (at, first) in numbers.iter().enumerate() {
            for second in &numbers[at + 1..] {
                self.add(Contract::Sum {
                    first: first.text.clone(),
                    second: second.text.clone(),
                    of: length.unwrap_or(array).to_owned(),
                    is_array: length.is_none(),
                    is_signed: self.facts.ty(first).is_none_or(|ty| ty.is_signed),
                });
            }
        }
    }

    /// Adds contracts on members that index an array of this length, as the failing instruction shows.
    fn state_indices(&mut self, length: &str) {
        let near: Vec<String> = self.near().into_iter().flatten().map(str::to_owned).collect();
        for (leaf, number) in self.owned_numbers().iter().filter(|(leaf, _)| is_state(leaf)) {
            if near.contains(&leaf.text) {
                self.add(Contract::Less(leaf.text.clone(), length.to_owned()));
                self.at_least(leaf, *number);
            }
        }
    }

    /// Adds contracts on numbers that index a string.
    fn text_indices(&mut self, name: &str) {
        let length = self.leaves.iter().find_map(|leaf| match leaf.value {
            Value::Text { letters, .. } if leaf.text == name => Some(letters as i128),
            _ => None,
        });
        let Some(length) = length else { return };
        for (leaf, number) in self.owned_numbers() {
            if self.is_index(leaf.parameter) && (number < 0 || number > length) {
                self.within(&leaf, number, 1, Some(name.to_owned()));
            }
        }
    }

    /// Adds contracts on numbers that say how much there is in or behind the members of a structure.
    fn member_bounds(&mut self, at: usize, of: Option<&str>) {
        let members = self.facts.parameters[at].members.clone();
        let counts: Vec<(String, u64)> = members
            .iter()
            .filter_map(|member| Some((member.path.join("."), member.count.filter(|count| *count > 1)?)))
            .collect();
        let mut numbers = self.owned_numbers();
        let name = self.harness.parameters[at].name.clone();
        for (leaf, number) in &numbers {
            for (member, count) in &counts {
                self.within(leaf, *number, i128::from(*count), Some(format!("{name}->{member}")));
            }
        }
        let Some(of) = of.map(str::to_owned) else { return };
        numbers.retain(|(leaf, _)| {
            leaf.parameter != at || !self.is_mere_index(at, &of, &leaf.members.join("."))
        });
        let near = self.near();
        let is_far = self.is_elsewhere();
        let is_meant = |leaf: &Leaf| {
            if is_far && leaf.parameter != at {
                return false;
            }
            let name = leaf.members.last().unwrap_or(&leaf.text);
            is_length(name) || near.as_ref().is_none_or(|near| near.contains(&leaf.text.as_str()))
        };
        for (leaf, number) in numbers.iter().filter(|(leaf, _)| is_meant(leaf)) {
            // The harness makes only one element.
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

    /// Adds members that may say how many elements another member has, the likeliest first.
    pub(super) fn member_lengths(&mut self, at: usize, array: &str) {
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
        numbers.retain(|member| !self.is_mere_index(at, array, &member.path.join(".")));
        let has_room = numbers.iter().any(|member| is_room(&name_of(member)));
        let is_sure = |it: &Member| !has_room && self.is_surely_counted(at, path, &it.path.join("."));
        let rank = |member: &Member| {
            let name = name_of(member);
            let is_capacity = is_room(&name) || ["size", "max", "limit"].iter().any(|it| name.contains(it));
            // If there is a capacity, a size says how much of it is used.
            let is_used = ["size", "len", "length"].contains(&name.as_str());
            (!is_sure(member), !is_capacity, is_used, !is_length(&name))
        };
        numbers.sort_by_key(|member| rank(member));
        let ranked: Vec<_> = numbers.iter().map(|member| (member, rank(member))).collect();
        let near = self.near().unwrap_or_default();
        for (at, (member, rank)) in ranked.iter().enumerate() {
            let number = format!("{}->{}", parameter.name, member.path.join("."));
            let is_named = at < TRIED && *rank != (true, true, false, true);
            // Whatever its name is, the access depends on this number.
            if !is_named && !near.contains(&number.as_str()) {
                continue;
            }
            self.add(Contract::Plan(Plan::Member { array: array.to_owned(), number }));
        }
    }

    /// Adds members that may count the elements of other members in the missed object. Returns whether
    /// nothing else can be to blame, except indices if the counting member is known already.
    ///
    /// # Errors
    /// If there are as many elements as the code itself expects, and it reaches beyond them.
    fn counted_bounds(&mut self, at: usize, name: Option<&str>) -> Result<bool, String> {
        let path = name.unwrap_or(&self.harness.parameters[at].name).to_owned();
        let (outer, last) = path.rsplit_once("->").unwrap_or(("", &path));
        let mut plans = Vec::new();
        for it in self.facts.countable.get(at).into_iter().flatten() {
            // The array ends the object itself, or is the object that a member of another one leads to.
            let path = match it.is_flexible {
                true if it.is_direct == name.is_none() => &path,
                false if name.is_some() && !outer.is_empty() && it.array == last => outer,
                _ => continue,
            };
            let known = |known: &&CountedMember| (&known.ty, &known.array) == (&it.ty, &it.array);
            if let Some(known) = self.harness.counted.iter().find(known).cloned() {
                let (array, count) = (format!("{path}->{}", it.array), format!("{path}->{}", known.count));
                let is_number = |text: &str| {
                    let mut leaves = self.leaves.iter();
                    leaves.any(|leaf| leaf.text == text && matches!(leaf.value, Value::Number(_)))
                };
                let is_other = |text: &&str| **text != *count && is_number(text);
                let has_others = self.near().is_none_or(|near| near.iter().any(is_other));
                if it.is_sure && it.counts.first() == Some(&known.count) && !has_others {
                    self.is_whole = true;
                    return Err(outside(&array, &count));
                }
                self.made_bounds(&array, &count);
                return Ok(true);
            }
            self.is_whole |= it.is_sure && it.is_flexible && it.counts.len() == 1;
            let is_member = !it.is_flexible && it.is_direct;
            for count in it.counts.iter().filter(|_| !is_member) {
                let (ty, array) = (it.ty.clone(), it.array.clone());
                plans.push(Plan::Counted { ty, array, count: count.clone(), path: path.to_owned() });
            }
        }
        let is_end = name.is_none() && !plans.is_empty();
        plans.into_iter().for_each(|plan| self.add(Contract::Plan(plan)));
        Ok(is_end)
    }

    /// The plan that an array behind a member has as much room as the code that allocates it says.
    pub(super) fn room_plan(&self, at: usize, array: &str) -> Option<Plan> {
        let room = self.facts.room(at, array)?;
        let is_plain = self.harness.parameters[at].role == Role::Object && room.factors.len() <= 2;
        is_plain.then(|| Plan::Member { array: array.to_owned(), number: room.factors.join(" * ") })
    }

    /// Adds lengths behind another pointer, as in `(const char **text, size_t *length)`.
    fn paired_lengths(&mut self, at: usize, array: &str) {
        if array.strip_prefix('*') != Some(&*self.harness.parameters[at].name) {
            return;
        }
        let near = self.near().unwrap_or_default();
        let of = |at: usize| format!("*{}", self.harness.parameters[at].name);
        let is_plain = |at: usize| self.harness.parameters[at].role == Role::Object;
        let is_number = |at: usize| {
            let leaf = self.leaves.iter().find(|leaf| leaf.text == of(at));
            leaf.is_some_and(|leaf| matches!(leaf.value, Value::Number(_)))
        };
        let numbers: Vec<usize> = (0..self.harness.parameters.len())
            .filter(|other| *other != at && is_plain(at) && is_plain(*other) && is_number(*other))
            .collect();
        // If there are several numbers, the name tells, or whether the access depends on it.
        let is_meant = |other: usize| {
            let name = &self.harness.parameters[other].name;
            numbers.len() == 1 || is_length(name) || near.contains(&&*of(other))
        };
        let meant: Vec<String> = numbers.iter().filter(|it| is_meant(**it)).map(|it| of(*it)).collect();
        for number in meant {
            self.add(Contract::Plan(Plan::Member { array: array.to_owned(), number }));
        }
    }

    /// Adds contracts on members that stay within the room of an array, and on indices into it.
    pub(super) fn room_bounds(&mut self, room: &Room) {
        let Some(length) = room.factors.first() else { return };
        let numbers = self.owned_numbers();
        let value =
            |text: &str| numbers.iter().find(|(leaf, _)| leaf.text == text).map(|(_, number)| *number);
        let Some(most) = value(length) else { return };
        for (leaf, number) in &numbers {
            let is_used = room.used.contains(&leaf.text);
            if is_used && *number > most {
                self.add(Contract::AtMost(leaf.text.clone(), length.clone()));
            }
            let by = room.scaled.iter().find(|(text, _)| *text == leaf.text).map(|(_, by)| *by);
            if let Some(by) = by.filter(|by| most.checked_mul(*by).is_some_and(|most| *number > most)) {
                let (number, of) = (leaf.text.clone(), length.clone());
                self.add(Contract::Times { number, by, of });
            }
            let is_argument = leaf.depth == 0 && leaf.members.is_empty();
            if is_argument && *number > most && !self.is_index(leaf.parameter) {
                self.add(Contract::AtMost(leaf.text.clone(), length.clone()));
            }
            if (is_used || is_argument) && *number >= most {
                let guard = self.checked_below(leaf, *number, &numbers);
                self.guarded(Contract::Less(leaf.text.clone(), length.clone()), guard);
            }
            if (is_used || is_argument) && *number < 0 {
                let guard = self.bound_guard(leaf, 0);
                let (number, from) = (leaf.text.clone(), Some(0));
                self.guarded(Contract::Within { number, from, end: None, of: None }, guard);
            }
        }
        // If it is not known what stays within the room, only the room itself can be too small.
        if room.used.is_empty() && room.scaled.is_empty() {
            self.add(Contract::Within { number: length.clone(), from: Some(1), end: None, of: None });
        }
    }
}
