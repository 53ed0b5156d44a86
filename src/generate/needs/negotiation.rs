//! Finds out, run by run, which contracts exclude the errors of a function.
//!
//! All failing inputs of each error are kept. A contract is chosen that all of them break, or else a few
//! contracts so that each input breaks one. The next run assumes them. If the error still happens, the run
//! has shown inputs that keep to the contracts and fail anyway, and another choice is made that takes these
//! in. An error that no choice excludes is a bug, and so is one if the function itself guards elsewhere
//! against breaking the contract that excludes it. A choice that leaves no input at all is taken back.

mod alike;
mod assumed;
mod counted;
mod excused;
mod lengths;
mod redundant;

use super::candidates::{Candidate, Relation, candidates, missed_through};
use super::contract::{Contract, Plan, Through};
use super::facts::Facts;
use super::leaves::{Leaf, Value, call, leaves};
use super::reachable::reachable;
use super::{Finding, NO_CONDITION, Need};
use crate::generate::doubt::in_one_line;
use crate::generate::harness::{Harness, root};
use crate::generate::roles::Role;
use crate::testcase::{Bug, BugKind, Covers, Outcome, Site, TestCase};
use crate::util::placed::spelled;

/// The most contracts for one error.
const MOST: usize = 4;
/// The most failing inputs of one error that are kept of each run.
const MOST_INPUTS: usize = 20;
/// The most inputs that do not fail that are kept of all runs.
const MOST_PASSED: usize = 300;
/// How often another choice is made for one error.
const MOST_CHOICES: usize = 8;

/// How much of a function a run has covered.
#[derive(Copy, Clone, Debug)]
pub struct Extent {
    /// How many sides of branches were taken, also by paths that end in errors.
    pub n_covered: usize,
    /// Whether the time was over before the run had ended. It may not have come to the rest.
    pub is_cut_off: bool,
}

impl Extent {
    /// Whether this is less than half of what another run took, for another reason than time.
    fn is_narrow(self, most: usize) -> bool {
        !self.is_cut_off && self.n_covered * 2 < most
    }
}

/// What is known about the errors of a function.
pub struct Negotiation {
    /// The harness without any contract.
    harness: Harness,
    /// The most letters of strings, if somebody has said it.
    letters: Option<u64>,
    /// Whether somebody has said how many elements arrays have.
    is_length_said: bool,
    facts: Facts,
    errors: Vec<Error>,
    /// Contracts that leave no input.
    barred: Vec<Contract>,
    /// Inputs of the last run that do not fail, and such inputs of all runs.
    passing: Vec<Vec<Leaf>>,
    passed: Vec<Vec<Leaf>>,
    alike: alike::Passed,
    last: Vec<Contract>,
    /// Whether a test of the last run has reached the call.
    is_reached: bool,
    /// The most sides of branches that a run has taken.
    most_covered: usize,
    /// The contracts of that run.
    best: Vec<Contract>,
}

/// An error: of one kind, at one place.
struct Error {
    key: (BugKind, Vec<Site>),
    what: String,
    bug: Bug,
    site: Option<Site>,
    inputs: Vec<Failing>,
    candidates: Vec<Candidate>,
    /// What has been covered by all tests of the last run that show it.
    way: Option<Covers>,
    /// Contracts broken by inputs that reach the same place and do not fail: nothing there depends on them.
    refuted: Vec<Contract>,
    chosen: Vec<Contract>,
    n_choices: usize,
    /// The rule by which it is a bug, and the rule by which it will be one if nothing excludes it.
    rule: Option<String>,
    last_rule: Option<String>,
    /// The rule by which it is a bug if what was chosen excludes it.
    guard: Option<String>,
    /// Whether the last run has shown it.
    is_shown: bool,
}

/// Inputs that fail.
struct Failing {
    leaves: Vec<Leaf>,
    /// The contracts that were assumed.
    under: Vec<Contract>,
    line: String,
    /// The rule by which these inputs show a bug, whatever others do.
    rule: Option<String>,
    /// The pointer whose object they miss.
    missed: Through,
}

impl Negotiation {
    pub fn new(mut harness: Harness, facts: Facts) -> Self {
        for at in 0..harness.parameters.len() {
            if facts.is_index(&harness, at) {
                facts.free(&mut harness, at);
            }
        }
        Self {
            letters: harness.bounds.string,
            is_length_said: harness.bounds.array.is_some(),
            harness,
            facts,
            errors: Vec::new(),
            barred: Vec::new(),
            passing: Vec::new(),
            passed: Vec::new(),
            alike: alike::Passed::default(),
            last: Vec::new(),
            is_reached: true,
            most_covered: 0,
            best: Vec::new(),
        }
    }

    /// Whether objects are made by calls.
    pub fn makes_objects(&self) -> bool {
        !self.harness.classes.is_empty()
    }

    /// Notes that an object was gone when the harness destroyed it. If the object is a further argument and
    /// not what the function works on, the harness no longer does so. Returns whether that is so.
    pub fn take_over(&mut self, name: &str) -> bool {
        let made = self.harness.parameters.iter_mut().filter_map(|parameter| match &mut parameter.role {
            Role::Made { is_gone, .. } => Some((&parameter.name, is_gone)),
            _ => None,
        });
        match made.skip(1).find(|(further, _)| *further == name) {
            Some((_, is_gone)) => {
                *is_gone = true;
                true
            }
            None => false,
        }
    }

    /// Notes that the harness cannot destroy an object after the call: a pool, for example, of which something
    /// is still in use. Returns whether it did so until now.
    pub fn leave(&mut self, name: &str) -> bool {
        let of_name = self.harness.parameters.iter_mut().find(|parameter| parameter.name == name);
        match of_name.map(|parameter| &mut parameter.role) {
            Some(Role::Made { is_gone, .. }) => !std::mem::replace(is_gone, true),
            _ => false,
        }
    }

    /// Adds ways to build the objects that will be tried. Returns whether any of them are new.
    pub fn add_ways(&mut self, ways: Vec<Vec<String>>) -> bool {
        let before = self.harness.ways.len();
        for way in ways {
            if !self.harness.ways.contains(&way) {
                self.harness.ways.push(way);
            }
        }
        self.harness.ways.len() > before
    }

    /// Drops the newest contract, because clang rejects the harness with it. Returns whether there was one.
    pub fn take_back(&mut self) -> bool {
        let last = &self.last;
        // The others may be right: contracts on parameters come before those on what they point to.
        let Some(new) = self.contracts().into_iter().rfind(|contract| !last.contains(contract)) else {
            return false;
        };
        for error in &mut self.errors {
            error.chosen.retain(|contract| *contract != new);
        }
        self.barred.push(new);
        true
    }

    /// The number that says the room of an array, if a contract and the code that allocates the array say so.
    fn room_of(&self, contract: &Contract) -> Option<String> {
        let Contract::Plan(Plan::Member { array, .. }) = contract else { return None };
        let name = root(array);
        let at = self.harness.parameters.iter().position(|parameter| parameter.name == name)?;
        self.facts.room(at, array)?.factors.first().cloned()
    }

    /// All contracts that are assumed, in their order.
    fn contracts(&self) -> Vec<Contract> {
        let mut contracts: Vec<Contract> = Vec::new();
        for contract in self.errors.iter().flat_map(|error| &error.chosen) {
            if !contracts.contains(contract) {
                contracts.push(contract.clone());
            }
        }
        contracts.sort_by_key(Contract::order);
        contracts
    }

    /// Learns from a run of [`Self::harness`] and from how much it took. Returns whether the harness changes.
    /// After the last run no contract is tried any more: an error with one that may be right counts as a need.
    /// A contract is dropped if nothing reaches the call under it, or if less than half of the former branches
    /// are taken, unless the time was over: it excludes what the function is for.
    pub fn learn(&mut self, tests: &[TestCase], extent: Extent, is_last: bool) -> bool {
        let harness = self.harness();
        let under = self.contracts();
        let is_passing = |test: &&TestCase| matches!(test.outcome, Outcome::Returned(_) | Outcome::Exited(_));
        let passing: Vec<Vec<Leaf>> =
            tests.iter().filter(is_passing).map(|test| leaves(&harness, test)).collect();
        let is_reached = tests.iter().any(|test| call(&harness, test).is_some());
        self.is_reached = is_reached;
        let is_narrow = extent.is_narrow(self.most_covered);
        if is_reached && extent.n_covered >= self.most_covered {
            (self.most_covered, self.best) = (extent.n_covered, under.clone());
        }
        if (!is_reached || is_narrow) && !under.is_empty() && under != self.last && !is_last {
            let new: Vec<Contract> =
                under.iter().filter(|contract| !self.last.contains(contract)).cloned().collect();
            for error in &mut self.errors {
                error.chosen.retain(|contract| !new.contains(contract));
            }
            // It may be enough to exclude one of several contracts.
            if let Some(last) = self.most_exclusive(&new, &under) {
                self.barred.push(last.clone());
                // Callers may need to keep to a contract even if all inputs of the harness break it.
                let words = last.words(&self.harness);
                for error in &mut self.errors {
                    let is_it =
                        |it: &&Candidate| it.contract == *last && matches!(last, Contract::NotNull(_));
                    if let Some(candidate) = error.candidates.iter().find(is_it) {
                        let contract = Contract::Unsaid(words.clone());
                        let guard = candidate.guard.clone();
                        error.candidates.push(Candidate { contract, guard, relation: Relation::Unknown });
                    }
                }
            }
            self.choose(&self.last.clone());
            return self.contracts() != under;
        }
        let room = MOST_PASSED.saturating_sub(self.passed.len());
        self.passed.extend(passing.iter().take(room).cloned());
        self.passing = passing;
        tests.iter().filter(is_passing).for_each(|test| self.alike.add(test));
        self.errors.iter_mut().for_each(|error| (error.is_shown, error.way) = (false, None));
        let counts: Vec<String> = under.iter().filter_map(Contract::count).collect();
        let rooms: Vec<String> = under.iter().filter_map(|it| self.room_of(it)).collect();
        // Errors that native runs find come last, because they may be known already.
        let (completed, followed): (Vec<&TestCase>, Vec<&TestCase>) =
            tests.iter().partition(|test| test.completed);
        for test in followed.into_iter().chain(completed) {
            let Outcome::Bug(bug) = &test.outcome else { continue };
            self.take(&harness, &under, test, bug);
        }
        for test in tests.iter().filter(is_passing) {
            let leaves = leaves(&harness, test);
            self.errors.iter_mut().for_each(|error| error.refute(test, &leaves, (&counts, &rooms)));
        }
        self.last.clone_from(&under);
        self.choose(&under);
        if !is_last {
            self.renew_counted();
        }
        let changes = self.contracts() != under;
        self.drop_excluded(&under);
        changes
    }

    /// Of new contracts under which nothing reaches the call, the one that excludes most of what all others
    /// allow; the last of several equal ones.
    fn most_exclusive<'a>(&self, new: &'a [Contract], under: &[Contract]) -> Option<&'a Contract> {
        let failing = self.errors.iter().flat_map(|error| &error.inputs).map(|failing| &failing.leaves);
        let known: Vec<&Vec<Leaf>> = failing.chain(&self.passing).collect();
        let breaks = |contract: &Contract, leaves: &[Leaf]| contract.holds(leaves) == Some(false);
        new.iter().max_by_key(|contract| {
            let is_alone = |leaves: &&&Vec<Leaf>| {
                breaks(contract, leaves)
                    && !under.iter().any(|other| other != *contract && breaks(other, leaves))
            };
            known.iter().filter(is_alone).count()
        })
    }

    /// Drops contracts that are newer than those with the most coverage, if nothing reaches the call under
    /// them or less than half of that is covered: they stand for needs that have no words. `extent` is what
    /// the last run took. Returns whether the harness changes.
    pub fn fall_back(&mut self, extent: Extent) -> bool {
        let under = self.contracts();
        if (self.is_reached && !extent.is_narrow(self.most_covered)) || under == self.best {
            return false;
        }
        for error in self.errors.iter_mut().filter(|error| error.rule.is_none()) {
            let kept: Vec<Contract> =
                error.chosen.iter().filter(|contract| self.best.contains(contract)).cloned().collect();
            if kept.len() < error.chosen.len() {
                error.chosen = if kept.is_empty() { error.unsaid().unwrap_or_default() } else { kept };
            }
        }
        self.contracts() != under
    }

    fn take(&mut self, harness: &Harness, under: &[Contract], test: &TestCase, bug: &Bug) {
        let key = key(bug);
        let known = self.errors.iter().position(|error| error.key == key);
        // A native run has the columns of the debugger, and calls that were inlined. So only lines count.
        let known = known.or_else(|| {
            let line = |key: &(BugKind, Vec<Site>)| {
                key.1.last().map(|site| (site.function.clone(), site.file.clone(), site.line))
            };
            let is_it = |error: &Error| error.key.0 == key.0 && line(&error.key) == line(&key);
            self.errors.iter().position(|error| test.completed && is_it(error))
        });
        let at = known.unwrap_or_else(|| {
            let site = bug.stack.iter().find(|site| !site.file.is_empty()).or(bug.site());
            let place = site.map_or(String::new(), |site| format!(" at {site}"));
            self.errors.push(Error {
                key,
                what: format!("{}{place}", bug.kind),
                bug: bug.clone(),
                site: site.cloned(),
                inputs: Vec::new(),
                candidates: Vec::new(),
                way: None,
                refuted: Vec::new(),
                chosen: Vec::new(),
                n_choices: 0,
                rule: None,
                last_rule: None,
                guard: None,
                is_shown: false,
            });
            self.errors.len() - 1
        });
        let error = &mut self.errors[at];
        error.is_shown = true;
        error.way = Some(match error.way.take() {
            Some(way) => way.shared(&test.covers),
            None => test.covers.clone(),
        });
        let n_alike = error.inputs.iter().filter(|failing| failing.under == under).count();
        if n_alike < MOST_INPUTS {
            error.inputs.push(Failing {
                leaves: leaves(harness, test),
                under: under.to_vec(),
                line: in_one_line(test),
                rule: None,
                missed: missed_through(harness, &self.facts, test, bug),
            });
        }
        if error.rule.is_some() {
            return;
        }
        let (found, rule) = candidates(harness, &self.facts, test, bug, self.alike.has_alike(test));
        for candidate in found {
            let mut known = error.candidates.iter_mut();
            match known.find(|known| known.contract == candidate.contract) {
                Some(known) if candidate.relation >= Relation::Far => {
                    known.relation = known.relation.max(candidate.relation);
                }
                Some(_) => {}
                None => error.candidates.push(candidate),
            }
        }
        let Some(rule) = rule else { return };
        // If arguments are made in another way, there may be more contracts.
        match error.candidates.is_empty() {
            true => error.rule = Some(rule),
            false => {
                if let Some(last) = error.inputs.last_mut() {
                    last.rule = Some(rule.clone());
                }
                error.last_rule = Some(rule);
            }
        }
    }

    /// Chooses contracts for the errors that the last run has shown.
    fn choose(&mut self, under: &[Contract]) {
        let (passing, barred, facts, harness) = (&self.passing, &self.barred, &self.facts, &self.harness);
        let passed = &self.passed;
        for error in self.errors.iter_mut().filter(|error| error.rule.is_none()) {
            let is_settled = !error.is_shown && !error.chosen.is_empty();
            let is_unsaid = error.chosen.iter().any(|it| matches!(it, Contract::Unsaid(_)));
            let own = |site: &&Site| site.function == harness.function;
            let site = error.bug.stack.iter().find(|site| !site.file.is_empty()).filter(own).cloned();
            if is_settled && let Some(guard) = error.guard.take() {
                let plain = error.chosen.iter().cloned().map(Contract::unconditional).collect();
                let softer = error.softened(plain, facts, passed, barred);
                if error.are_implied(&softer, facts, site.as_ref()) {
                    error.chosen = softer;
                } else {
                    // The function guards elsewhere against just what it fails on.
                    error.rule = Some(guard);
                    error.chosen.clear();
                }
                continue;
            }
            if is_settled || is_unsaid || (!error.is_shown && under.is_empty()) {
                continue;
            }
            error.n_choices += 1;
            error.count_elements(passing);
            let choice = match error.n_choices <= MOST_CHOICES {
                true => {
                    error.next(passing, barred).map(|choice| error.softened(choice, facts, passed, barred))
                }
                false => error.unsaid(),
            };
            // Choosing the same again does not help, but a contract without a condition may.
            let choice = choice.filter(|choice| *choice != error.chosen).or_else(|| error.unsaid());
            let choice = choice.map(|choice| match error.are_implied(&choice, facts, site.as_ref()) {
                true => {
                    error.guard = None;
                    choice
                }
                false if error.guard.is_some() => error.supposed(choice, facts, site.as_ref()),
                false => choice,
            });
            match choice {
                Some(choice) => error.chosen = error.kept_apart(choice, harness),
                None => {
                    error.rule = Some(error.rule_of((harness, facts), passing));
                    error.chosen.clear();
                }
            }
        }
    }

    /// The conditions that callers have to keep to.
    pub fn needs(&self) -> Vec<Need> {
        let mut needs: Vec<(Need, (usize, usize))> = Vec::new();
        let harness = self.harness();
        for error in self.errors.iter().filter(|error| error.rule.is_none()) {
            for contract in &error.chosen {
                let words = spelled(&contract.words(&self.harness)).into_owned();
                // Of several contracts on the size of an array, the one that says the most is enough.
                let is_said_better = contract.size_of(&self.harness).is_some_and(|(name, rank)| {
                    let others = self.errors.iter().filter(|error| error.rule.is_none());
                    let mut others = others.flat_map(|error| &error.chosen);
                    others.any(|other| {
                        other.size_of(&self.harness).is_some_and(|(of, better)| of == name && better < rank)
                    })
                });
                let is_said_better = is_said_better || self.is_less(contract);
                if is_said_better {
                    continue;
                }
                if needs.iter().any(|(known, _)| known.words == words) {
                    continue;
                }
                let mut inputs = error.inputs.iter();
                let shows = inputs.find(|failing| contract.holds(&failing.leaves) == Some(false));
                let shows = shows.or(error.inputs.first());
                let condition = contract.condition();
                let need = Need {
                    // A contract on each element is no single condition.
                    condition: if condition.is_empty() || contract.each().is_some() {
                        String::new()
                    } else {
                        reachable(&condition, &[], &harness)
                    },
                    words,
                    error: error.what.clone(),
                    shown_by: shows.map_or(String::new(), |failing| failing.line.clone()),
                    is_kept_by_callers: false,
                    broken_by: Vec::new(),
                    site: error.site.clone(),
                };
                needs.push((need, contract.order()));
            }
        }
        needs.sort_by_key(|(_, order)| *order);
        needs.into_iter().map(|(need, _)| need).collect()
    }

    /// Whether another contract says the same and more: it has the larger number of elements, or says that an
    /// object is consistent, while this one is about a member of the object.
    fn is_less(&self, contract: &Contract) -> bool {
        let mut others = self
            .errors
            .iter()
            .filter(|error| error.rule.is_none())
            .flat_map(|error| &error.chosen)
            .filter(|other| *other != contract);
        let is_of = |text: &str, name: &str| {
            let rest = text.strip_prefix(name).unwrap_or_default();
            rest.starts_with("->") || rest.starts_with("[0].")
        };
        let contract = match contract {
            // A contract that is needed anyway needs no condition.
            Contract::If { then, .. } if others.clone().any(|other| *other == **then) => return true,
            Contract::If { then, .. } if matches!(**then, Contract::NotNull(_)) => then,
            contract => contract,
        };
        others.any(|other| match (contract, other) {
            (Contract::AtLeast { array, count, .. }, Contract::AtLeast { array: same, count: more, .. }) => {
                array == same && count < more
            }
            (Contract::AtMost(text, of), Contract::Less(same, most)) => text == same && of == most,
            (
                Contract::Within { number, from: Some(from), end: None, .. },
                Contract::Within { number: same, from: Some(more), end: None, .. },
            ) => number == same && from < more,
            (
                Contract::Count { number, array, .. },
                Contract::Index { number: same, array: of, scale: 1, .. },
            ) => number == same && array == of,
            (Contract::Plan(Plan::Apart { pointer, .. }), Contract::Index { array, .. }) => {
                self.harness.parameters[*pointer].name == *array
            }
            // If there is room for elements, there is an array.
            (Contract::NotNull(text), Contract::Plan(Plan::Member { array, .. })) => text == array,
            (
                Contract::Within { number: text, .. }
                | Contract::Less(text, _)
                | Contract::AtMost(text, _)
                | Contract::Times { number: text, .. }
                | Contract::Differ(text, _)
                | Contract::Not(text, _)
                | Contract::Plan(Plan::Member { array: text, .. }),
                Contract::Unsaid(words),
            ) => {
                let name = words
                    .strip_prefix("what ")
                    .and_then(|rest| rest.strip_suffix(" points to is consistent"));
                name.is_some_and(|name| is_of(text, name))
            }
            _ => false,
        })
    }

    /// The bugs of the function.
    pub fn bugs(&self) -> Vec<Finding> {
        let mut bugs: Vec<Finding> = Vec::new();
        let mut assumed = self.contracts();
        // A need that is only said in words, because few branches are taken under it, excludes inputs, too.
        let is_said = |it: &&Contract| assumed.contains(&Contract::Unsaid(it.words(&self.harness)));
        let said: Vec<Contract> = self.barred.iter().filter(is_said).cloned().collect();
        assumed.extend(said);
        let keeps = |failing: &Failing| {
            !assumed.iter().any(|contract| contract.holds(&failing.leaves) == Some(false))
        };
        for error in &self.errors {
            let Some(rule) = &error.rule else { continue };
            // An error that does not happen if callers keep to the needs of other errors is left out. These
            // may have been found only after the last run, so it does not matter whether that shows the error.
            if !error.inputs.iter().any(keeps) {
                continue;
            }
            if bugs.iter().any(|known| known.error == error.what) {
                continue;
            }
            let is_other = |failing: &Failing| failing.rule.as_ref() != Some(rule);
            let shown = error.inputs.iter().min_by_key(|failing| {
                let under = std::cmp::Reverse(failing.under.len());
                (is_other(failing), under, failing.line.len(), failing.line.clone())
            });
            bugs.push(Finding {
                error: error.what.clone(),
                message: error.bug.message.clone(),
                file: error.site.as_ref().map_or(String::new(), |site| site.file.clone()),
                line: error.site.as_ref().map_or(0, |site| site.line),
                rule: rule.clone(),
                shown_by: shown.map_or(String::new(), |failing| failing.line.clone()),
                stack: error.bug.stack.iter().map(|site| site.function.clone()).collect(),
                bug: Some(Box::new(error.bug.clone())),
            });
        }
        bugs.sort_by(|a, b| (&a.file, a.line, &a.error).cmp(&(&b.file, b.line, &b.error)));
        bugs
    }
}

impl Error {
    /// Whether a null pointer may be the cause of the error.
    fn is_of_null(&self) -> bool {
        matches!(self.bug.kind, BugKind::NullPointer | BugKind::WildPointer)
    }

    /// Learns from a test that does not fail. If it covers all that the failing tests have in common, the
    /// error does not depend on the contracts that this test breaks.
    fn refute(&mut self, test: &TestCase, leaves: &[Leaf], (counts, rooms): (&[String], &[String])) {
        let is_there = self.way.as_ref().is_some_and(|way| !way.is_empty() && way.is_within(&test.covers));
        if !is_there {
            return;
        }
        // With a size of zero a null pointer does no harm, but callers still must not pass it.
        for candidate in &self.candidates {
            let contract = &candidate.contract;
            if self.is_of_null() && matches!(contract, Contract::NotNull(_)) {
                continue;
            }
            // An index beyond an array that is a member does no harm if it stays within the structure.
            let is_index = |number: &str| candidate.relation == Relation::Near && number.contains("->");
            if matches!(contract, Contract::Within { number, end: Some(_), .. } if is_index(number)) {
                continue;
            }
            // A part of an array does no harm, wherever it begins, if it has no elements.
            if let Contract::Sum { first, second, .. } = contract
                && leaves.iter().any(|it| [first, second].contains(&&it.text) && it.value == Value::Number(0))
            {
                continue;
            }
            // A number of elements may be too large if the function does not reach the last one.
            if matches!(contract, Contract::Count { .. }) {
                continue;
            }
            // An access to the padding behind the last element does no harm.
            if matches!(contract, Contract::Less(_, count) if counts.contains(count)) {
                continue;
            }
            // A number beyond the room does no harm as long as nothing goes on to the end of the array.
            if contract.most().is_some_and(|most| rooms.iter().any(|room| room == most)) {
                continue;
            }
            if contract.holds(leaves) == Some(false) && !self.refuted.contains(contract) {
                self.refuted.push(contract.clone());
            }
        }
    }

    /// Chooses usable contracts, so that each failing input breaks one of them.
    fn choice(&self, passing: &[Vec<Leaf>], is_usable: impl Fn(&Candidate) -> bool) -> Option<Vec<Contract>> {
        let usable: Vec<&Candidate> = self
            .candidates
            .iter()
            .filter(|candidate| is_usable(candidate) && !matches!(candidate.contract, Contract::Unsaid(_)))
            .collect();
        let mut left: Vec<&Failing> = self.inputs.iter().collect();
        let mut chosen: Vec<Contract> = Vec::new();
        while !left.is_empty() && chosen.len() < MOST {
            let covers =
                |candidate: &Candidate| left.iter().filter(|it| it.breaks(&candidate.contract)).count();
            let is_harmless = |candidate: &Candidate| {
                !passing.iter().any(|leaves| candidate.contract.holds(leaves) == Some(false))
            };
            // A null pointer does no harm if the path does not reach what it leads to.
            let is_told = |candidate: &Candidate| {
                self.is_of_null() && matches!(candidate.contract, Contract::NotNull(_))
            };
            let best = usable.iter().enumerate().max_by_key(|(at, candidate)| {
                let first = std::cmp::Reverse(*at);
                (
                    covers(candidate),
                    candidate.relation == Relation::Near,
                    is_told(candidate),
                    is_harmless(candidate),
                    first,
                )
            });
            let (_, best) = best.filter(|(_, candidate)| covers(candidate) > 0)?;
            if chosen.iter().any(|known| known.excludes(&best.contract)) {
                return None;
            }
            left.retain(|failing| !failing.breaks(&best.contract));
            chosen.push(best.contract.clone());
        }
        left.is_empty().then_some(chosen)
    }

    /// The contracts to assume next: first those that make the error a need, then those that would make it a
    /// bug, then one that has no condition. At last those that exclude more than the error.
    fn next(&mut self, passing: &[Vec<Leaf>], barred: &[Contract]) -> Option<Vec<Contract>> {
        self.guard = None;
        let is_open = |it: &Candidate| !barred.contains(&it.contract);
        let is_cause = |it: &Candidate| {
            is_open(it) && !self.refuted.contains(&it.contract) && it.relation != Relation::Chance
        };
        let is_unguarded = |it: &Candidate| is_cause(it) && it.guard.is_none();
        // If the failing instruction does not use a number, all failing inputs may share it by chance.
        let is_direct = |it: &Candidate| is_unguarded(it) && it.relation < Relation::Far;
        let direct = self.choice(passing, |it| is_direct(it) && !self.is_too_strict(it, passing));
        let direct = direct.or_else(|| self.choice(passing, is_direct));
        if let Some(choice) = direct.or_else(|| self.choice(passing, is_unguarded)) {
            return Some(choice);
        }
        if let Some(choice) = self.choice(passing, is_cause) {
            let is_chosen = |candidate: &&Candidate| choice.contains(&candidate.contract);
            self.guard =
                self.candidates.iter().filter(is_chosen).find_map(|candidate| candidate.guard.clone());
            return Some(choice);
        }
        self.unsaid().or_else(|| self.choice(passing, |it| is_open(it) && it.guard.is_none()))
    }

    /// A contract on the size or an index of an array keeps it apart from what is not its length.
    fn kept_apart(&self, mut choice: Vec<Contract>, harness: &Harness) -> Vec<Contract> {
        for contract in self.candidates.iter().map(|candidate| &candidate.contract) {
            let Contract::Plan(Plan::Apart { pointer, .. }) = contract else { continue };
            let name = &harness.parameters[*pointer].name;
            let is_of_it = |it: &Contract| match it {
                Contract::Index { array, .. } | Contract::AtLeast { array, .. } => array == name,
                _ => false,
            };
            if choice.iter().any(is_of_it) && !choice.contains(contract) {
                choice.push(contract.clone());
            }
        }
        choice
    }

    /// A contract without a condition; of several, the one about the object that most inputs miss.
    fn unsaid(&self) -> Option<Vec<Contract>> {
        let unsaid = self.candidates.iter().enumerate().filter_map(|(at, it)| match &it.contract {
            Contract::Unsaid(words) if it.guard.is_none() => Some((at, words)),
            _ => None,
        });
        let n_missed = |words: &str| {
            let missed = self.inputs.iter().filter(|failing| match &failing.missed {
                Through::Parameter(_, name) | Through::Member(name) => {
                    words.strip_suffix(" has enough elements") == Some(name)
                }
                Through::Unknown | Through::Several => false,
            });
            missed.count()
        };
        let best = unsaid.max_by_key(|(at, words)| (n_missed(words), std::cmp::Reverse(*at)));
        best.map(|(_, words)| vec![Contract::Unsaid(words.clone())])
    }

    /// The rule by which it is a bug if nothing excludes it.
    fn rule_of(&self, (harness, facts): (&Harness, &Facts), passing: &[Vec<Leaf>]) -> String {
        let barred = self.candidates.iter().find(|it| matches!(it.contract, Contract::Unsaid(_)));
        if let Some(guard) = barred.and_then(|candidate| candidate.guard.clone()) {
            return guard;
        }
        // Passing inputs may break it by an element that the function does not reach.
        let is_broken = |it: &&Candidate| {
            matches!(it.contract, Contract::Each { .. })
                && self.inputs.iter().all(|failing| failing.breaks(&it.contract))
        };
        if let Some(guard) = self.candidates.iter().filter(is_broken).find_map(|it| it.guard.clone()) {
            return guard;
        }
        let named = self.inputs.iter().flat_map(|failing| &failing.leaves).find_map(|leaf| {
            let super::leaves::Value::Named(name) = &leaf.value else { return None };
            let enumeration = facts.ty(leaf)?.enumeration.as_ref()?;
            // Names of bits are no cases that could be forgotten.
            if enumeration.is_of_bits() {
                return None;
            }
            // If it is known what the access depends on, only that can be the cause.
            let depends: Vec<_> =
                self.bug.depends.iter().filter_map(|it| facts.place_of(harness, it)).collect();
            if !depends.is_empty() && !depends.contains(&facts.place(leaf)?) {
                return None;
            }
            // If calls that do not fail have this name, too, the error has another cause.
            let has_it = |other: &Leaf| (&other.text, &other.value) == (&leaf.text, &leaf.value);
            let is_harmless = passing.iter().flatten().any(has_it);
            (enumeration.names.contains(name) && !is_harmless)
                .then(|| format!("`{name}` is a name of {}, which callers may pass", enumeration.name))
        });
        named.or_else(|| self.last_rule.clone()).unwrap_or_else(|| NO_CONDITION.to_owned())
    }
}

impl Failing {
    /// Whether these inputs break a contract, or may break it.
    fn breaks(&self, contract: &Contract) -> bool {
        if self.under.contains(contract) {
            return false;
        }
        if contract.is_of_another_array(&self.missed) {
            return false;
        }
        contract.holds(&self.leaves).map_or_else(|| contract.is_untold(), |holds| !holds)
    }
}

/// Errors of the same kind at the same place are one; for a library function, the place has its call.
fn key(bug: &Bug) -> (BugKind, Vec<Site>) {
    let end = bug.stack.iter().position(|site| !site.file.is_empty()).map_or(1, |at| at + 1);
    (bug.kind, bug.stack.iter().take(end).cloned().collect())
}
