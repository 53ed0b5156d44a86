//! Finds out, run by run, which contracts exclude the errors of a function.
//!
//! Of each error all failing inputs are kept. A contract is chosen that all of them break; where there is none, a few that
//! together do. It is assumed in the next run. If the error is still there, the run has shown inputs that keep to the
//! contract and fail all the same, and another choice is made that takes these in. An error that no choice excludes is a
//! bug, and so is one that only a contract excludes against whose breach the function guards elsewhere. A choice that
//! leaves no input at all is taken back.

mod assumed;

use super::candidates::{Candidate, Relation, candidates, missed_through};
use super::contract::{Contract, Plan, Through};
use super::facts::Facts;
use super::leaves::{Leaf, Value, call, leaves};

use super::reachable::reachable;
use super::softened::separating;
use super::{Finding, NO_CONDITION, Need};
use crate::generate::harness::{Harness, root};
use crate::generate::roles::{Parameter, Role};
use crate::generate::synth::Effort;
use crate::testcase::{Bug, BugKind, Covers, Outcome, Site, TestCase, TestLine};

/// Contracts for one error, at most.
const MOST: usize = 4;
/// Failing inputs of one error that are kept of each run.
const MOST_INPUTS: usize = 20;
/// How often another choice is made for one error.
const MOST_CHOICES: usize = 8;

/// What is known of the errors of a function.
pub struct Negotiation {
    /// Without any contract.
    harness: Harness,
    /// Letters of strings, as somebody has said.
    letters: Option<u64>,
    /// Whether somebody has said how many elements arrays have.
    is_length_said: bool,
    facts: Facts,
    errors: Vec<Error>,
    /// Contracts that leave no input.
    barred: Vec<Contract>,
    /// Inputs that do not fail, of the last run.
    passing: Vec<Vec<Leaf>>,
    last: Vec<Contract>,
    /// Whether a test of the last run has come to the call.
    is_reached: bool,
    /// The most sides of branches that a run has taken.
    most_covered: usize,
    /// The contracts under which it did.
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
    /// What all tests of the last run that show it have come to.
    way: Option<Covers>,
    /// Contracts that inputs break which come to the same place and do not fail: nothing there depends on them.
    refuted: Vec<Contract>,
    chosen: Vec<Contract>,
    n_choices: usize,
    /// By which rule it is a bug, and will be if nothing excludes it.
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
    /// What was assumed.
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

    /// Takes in that an object was gone when the harness destroyed it behind the call under test: from then on it does not, if
    /// the object is a further argument and not what the function works on. Whether that is so.
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

    /// Says how much is tried with objects that calls make.
    pub fn allow(&mut self, effort: Effort) {
        self.harness.calls = effort.calls;
        self.harness.bounds.string = match (effort.letters, self.letters) {
            (Some(most), Some(said)) => Some(most.min(said)),
            (most, said) => most.or(said),
        };
    }

    /// Has ways to build the objects tried that others have found; whether there are any new ones.
    pub fn add_ways(&mut self, ways: Vec<Vec<String>>) -> bool {
        let before = self.harness.ways.len();
        for way in ways {
            if !self.harness.ways.contains(&way) {
                self.harness.ways.push(way);
            }
        }
        self.harness.ways.len() > before
    }

    /// Makes arrays longer, unless somebody has said how long they are.
    pub fn lengthen(&mut self, elements: u64) -> bool {
        if !self.is_length_said {
            self.harness.bounds.array = Some(elements);
        }
        !self.is_length_said
    }

    /// Makes strings as long as the code counts their letters, unless somebody has said how long they are; whether there are such
    /// strings that have been shorter until now.
    pub fn lengthen_texts(&mut self) -> bool {
        let is_new = self.letters.is_none()
            && !self.harness.are_texts_long
            && self.harness.parameters.iter().any(Parameter::has_long_texts);
        self.harness.are_texts_long |= is_new;
        is_new
    }

    /// Gives up the contract that came last, with which there is no harness; whether there was any.
    pub fn take_back(&mut self) -> bool {
        let last = &self.last;
        // The others may be well: what is said of a parameter itself comes before what is said of what it points to.
        let Some(new) = self.contracts().into_iter().rfind(|contract| !last.contains(contract)) else {
            return false;
        };
        for error in &mut self.errors {
            error.chosen.retain(|contract| *contract != new);
        }
        self.barred.push(new);
        true
    }

    /// What says how much room there is in an array, if a contract is that, and code that allocates the array says it, too.
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

    /// Takes in what a run of [`Self::harness`] has shown, and how many sides of branches it took; whether it changes the
    /// harness. After the last run there is nobody who tries a contract: what has one that may be right counts as a need. A contract
    /// under which nothing comes to the call any more, or less than half of what came to be taken before, is none that callers
    /// keep to: it excludes what the function is for.
    pub fn learn(&mut self, tests: &[TestCase], n_covered: usize, is_last: bool) -> bool {
        let harness = self.harness();
        let under = self.contracts();
        let is_passing = |test: &&TestCase| matches!(test.outcome, Outcome::Returned(_) | Outcome::Exited(_));
        let passing: Vec<Vec<Leaf>> =
            tests.iter().filter(is_passing).map(|test| leaves(&harness, test)).collect();
        let is_reached = tests.iter().any(|test| call(&harness, test).is_some());
        self.is_reached = is_reached;
        let is_narrow = n_covered * 2 < self.most_covered;
        if is_reached && n_covered >= self.most_covered {
            (self.most_covered, self.best) = (n_covered, under.clone());
        }
        if (!is_reached || is_narrow) && !under.is_empty() && under != self.last && !is_last {
            let new: Vec<Contract> =
                under.iter().filter(|contract| !self.last.contains(contract)).cloned().collect();
            for error in &mut self.errors {
                error.chosen.retain(|contract| !new.contains(contract));
            }
            // One of several may do.
            if let Some(last) = self.most_exclusive(&new, &under) {
                self.barred.push(last.clone());
                // What every input that the harness makes breaks, a caller may still have to keep to.
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
        self.passing = passing;
        self.errors.iter_mut().for_each(|error| (error.is_shown, error.way) = (false, None));
        let counts: Vec<String> = under.iter().filter_map(Contract::count).collect();
        let rooms: Vec<String> = under.iter().filter_map(|it| self.room_of(it)).collect();
        // What native runs find comes last: it may be what is known already.
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
        self.contracts() != under
    }

    /// Of new contracts under which nothing comes to the call, the one that excludes most of what all others allow; the last of
    /// several.
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

    /// Gives up what came after the contracts under which most was covered, if that excludes more than half of it: such
    /// contracts stand for needs that have no words. So do those under which nothing comes to the call. Whether that changes the harness. `n_covered` is what the last run took.
    pub fn fall_back(&mut self, n_covered: usize) -> bool {
        let under = self.contracts();
        if (self.is_reached && n_covered * 2 >= self.most_covered) || under == self.best {
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
        // A native run names columns as the debugger has them, and calls that were put in place as they were.
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
                line: TestLine(test).to_string(),
                rule: None,
                missed: missed_through(harness, &self.facts, test, bug),
            });
        }
        if error.rule.is_some() {
            return;
        }
        match candidates(harness, &self.facts, test, bug) {
            Ok(found) => {
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
            }
            Err(rule) => {
                // With arguments made another way there may be more to say.
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
        }
    }

    /// Chooses contracts for what the last run has shown.
    fn choose(&mut self, under: &[Contract]) {
        let (passing, barred, facts, harness) = (&self.passing, &self.barred, &self.facts, &self.harness);
        for error in self.errors.iter_mut().filter(|error| error.rule.is_none()) {
            let is_settled = !error.is_shown && !error.chosen.is_empty();
            let is_unsaid = error.chosen.iter().any(|it| matches!(it, Contract::Unsaid(_)));
            if is_settled && let Some(guard) = error.guard.take() {
                // What the function guards against elsewhere is what it fails over.
                error.rule = Some(guard);
                error.chosen.clear();
                continue;
            }
            if is_settled || is_unsaid || (!error.is_shown && under.is_empty()) {
                continue;
            }
            error.n_choices += 1;
            let choice = match error.n_choices <= MOST_CHOICES {
                true => {
                    error.next(passing, barred).map(|choice| error.softened(choice, facts, passing, barred))
                }
                false => error.unsaid(),
            };
            // The same once more does not help; what no condition says may.
            let choice = choice.filter(|choice| *choice != error.chosen).or_else(|| error.unsaid());
            match choice {
                Some(choice) => error.chosen = error.kept_apart(choice, harness),
                None => {
                    error.rule = Some(error.rule_of((harness, facts), passing));
                    error.chosen.clear();
                }
            }
        }
    }

    /// What callers have to keep to.
    pub fn needs(&self) -> Vec<Need> {
        let mut needs: Vec<(Need, (usize, usize))> = Vec::new();
        let harness = self.harness();
        for error in self.errors.iter().filter(|error| error.rule.is_none()) {
            for contract in &error.chosen {
                let words = contract.words(&self.harness);
                // Of what says that an array is large enough, what says the most is enough.
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
                    // What holds for each element is no single condition.
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

    /// Whether another contract says what this one says, and more: that of two numbers of elements the larger one is there,
    /// or that an object is consistent, of which this one is about a member.
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
            // What is needed anyway needs no condition.
            Contract::If { then, .. } if others.clone().any(|other| *other == **then) => return true,
            Contract::If { then, .. } if matches!(**then, Contract::NotNull(_)) => then,
            contract => contract,
        };
        others.any(|other| match (contract, other) {
            (Contract::AtLeast { array, count }, Contract::AtLeast { array: same, count: more }) => {
                array == same && count < more
            }
            (Contract::AtMost(text, of), Contract::Less(same, most)) => text == same && of == most,
            (
                Contract::Count { number, array, .. },
                Contract::Index { number: same, array: of, scale: 1, .. },
            ) => number == same && array == of,
            (Contract::Plan(Plan::Apart { pointer, .. }), Contract::Index { array, .. }) => {
                self.harness.parameters[*pointer].name == *array
            }
            // Where there is room for elements there is an array.
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

    /// What is wrong with the function.
    pub fn bugs(&self) -> Vec<Finding> {
        let mut bugs: Vec<Finding> = Vec::new();
        let assumed = self.contracts();
        let keeps = |failing: &Failing| {
            !assumed.iter().any(|contract| contract.holds(&failing.leaves) == Some(false))
        };
        for error in &self.errors {
            let Some(rule) = &error.rule else { continue };
            // What no longer happens once callers keep to what other errors have shown needs nothing of its own.
            if !error.is_shown && !error.inputs.iter().any(keeps) {
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
    /// Whether a null pointer may be what the error comes of.
    fn is_of_null(&self) -> bool {
        matches!(self.bug.kind, BugKind::NullPointer | BugKind::WildPointer)
    }

    /// Takes in a test that does not fail. If it comes to all that those come to which do, nothing there depends on the
    /// contracts that it breaks.
    fn refute(&mut self, test: &TestCase, leaves: &[Leaf], (counts, rooms): (&[String], &[String])) {
        let is_there = self.way.as_ref().is_some_and(|way| !way.is_empty() && way.is_within(&test.covers));
        if !is_there {
            return;
        }
        // Where nothing is read, such as with a size of zero, a null pointer does no harm, and is none to pass all the same.
        for candidate in &self.candidates {
            let contract = &candidate.contract;
            if self.is_of_null() && matches!(contract, Contract::NotNull(_)) {
                continue;
            }
            // Nor does what goes beyond an array that is a member, as long as it stays within the structure.
            let is_index = |number: &str| candidate.relation == Relation::Near && number.contains("->");
            if matches!(contract, Contract::Within { number, end: Some(_), .. } if is_index(number)) {
                continue;
            }
            // Nor does a part of an array that has no elements, wherever it begins.
            if let Contract::Sum { first, second, .. } = contract
                && leaves.iter().any(|it| [first, second].contains(&&it.text) && it.value == Value::Number(0))
            {
                continue;
            }
            // Nor does a number of elements that is too large where the function does not come to the last one.
            if matches!(contract, Contract::Count { .. }) {
                continue;
            }
            // Nor does what reaches into the padding behind the last element.
            if matches!(contract, Contract::Less(_, count) if counts.contains(count)) {
                continue;
            }
            // What stays within a room does so before anything goes on to the end of it.
            if contract.most().is_some_and(|most| rooms.iter().any(|room| room == most)) {
                continue;
            }
            if contract.holds(leaves) == Some(false) && !self.refuted.contains(contract) {
                self.refuted.push(contract.clone());
            }
        }
    }

    /// Contracts among some that all failing inputs break.
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
            // A null pointer does no harm where the path does not come to what it leads to.
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

    /// What to assume next: first what makes the error a need, then what would make it a bug, and then what no condition says.
    /// At last what excludes more than the error.
    fn next(&mut self, passing: &[Vec<Leaf>], barred: &[Contract]) -> Option<Vec<Contract>> {
        self.guard = None;
        let is_open = |it: &Candidate| !barred.contains(&it.contract);
        let is_cause = |it: &Candidate| {
            is_open(it) && !self.refuted.contains(&it.contract) && it.relation != Relation::Chance
        };
        let is_unguarded = |it: &Candidate| is_cause(it) && it.guard.is_none();
        // Of a number that the failing instruction is not made of, it may be chance that all failing inputs have the same.
        let direct = self.choice(passing, |it| is_unguarded(it) && it.relation < Relation::Far);
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

    /// Contracts on pointers become those of some calls, if other calls break them that come to no harm.
    fn softened(
        &self,
        choice: Vec<Contract>,
        facts: &Facts,
        passing: &[Vec<Leaf>],
        barred: &[Contract],
    ) -> Vec<Contract> {
        let failing: Vec<&Vec<Leaf>> = self.inputs.iter().map(|failing| &failing.leaves).collect();
        let soften = |contract: Contract| match separating(facts, &contract, &failing, passing) {
            None => contract,
            Some(when) => {
                let softer = Contract::If { when, then: Box::new(contract.clone()) };
                if barred.contains(&softer) { contract } else { softer }
            }
        };
        choice.into_iter().map(soften).collect()
    }

    /// What is said of the elements of an array that an earlier choice has taken apart from a number keeps it apart.
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

    /// What no condition says: of several, what is about the object that most inputs miss.
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

    /// By which rule it is a bug if nothing excludes it.
    fn rule_of(&self, (harness, facts): (&Harness, &Facts), passing: &[Vec<Leaf>]) -> String {
        let barred = self.candidates.iter().find(|it| matches!(it.contract, Contract::Unsaid(_)));
        if let Some(guard) = barred.and_then(|candidate| candidate.guard.clone()) {
            return guard;
        }
        // Other inputs may break it by an element that the function does not come to.
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
            // What the access is known to be made of, it comes of.
            let depends: Vec<_> =
                self.bug.depends.iter().filter_map(|it| facts.place_of(harness, it)).collect();
            if !depends.is_empty() && !depends.contains(&facts.place(leaf)?) {
                return None;
            }
            // With a name that other calls have, too, the error comes of something else.
            let has_it = |other: &Leaf| (&other.text, &other.value) == (&leaf.text, &leaf.value);
            let is_harmless = passing.iter().flatten().any(has_it);
            (enumeration.names.contains(name) && !is_harmless)
                .then(|| format!("`{name}` is a name of {}, which callers may pass", enumeration.name))
        });
        named.or_else(|| self.last_rule.clone()).unwrap_or_else(|| NO_CONDITION.to_owned())
    }
}

impl Failing {
    /// Whether these inputs break a contract, or may do.
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

/// What makes errors the same: the kind and the place; in a library function, where it is called.
fn key(bug: &Bug) -> (BugKind, Vec<Site>) {
    let end = bug.stack.iter().position(|site| !site.file.is_empty()).map_or(1, |at| at + 1);
    (bug.kind, bug.stack.iter().take(end).cloned().collect())
}
