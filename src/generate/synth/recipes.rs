//! Calls, with their arguments, that build the objects of a function under test so that it takes sides of
//! branches which no test takes. The searches over summaries find them, and they become a part of a driver.
//!
//! The driver's own search chooses each call by an input, so that the number of states grows exponentially
//! with the number of calls. Here a sequence is known beforehand: a driver that offers it in addition to its
//! own choices reaches such a state at once.

use super::api::{Class, Kind, Member, Way};
use super::summaries::{Place, Text};
use crate::coverage::Coverage;
use crate::generate::error::Error;
use crate::generate::harness::{Assumption, Harness};
use crate::generate::report::Side;
use crate::generate::roles::{Parameter, Role};
use crate::synth::{self, Argument, Effort, Library, Part, Sequence, Work};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// How many paths through the function under test are tried for one side of a branch, and for one error.
const PATHS_OF_A_SIDE: usize = 4;
const PATHS_OF_AN_ERROR: usize = 2;
/// The most ways that are found.
const MOST: usize = 16;

/// What was found.
#[derive(Clone, Default, Debug)]
pub struct Recipes {
    /// Statements that set the variables of a driver to their objects.
    pub ways: Vec<Vec<String>>,
    /// Why no calls lead to a side, if everything that is possible was tried.
    pub refused: BTreeMap<Side, String>,
    pub work: Work,
}

/// Looks for calls that lead to sides of branches of a harness's function, and to its errors.
///
/// # Errors
/// If no program can be made of them.
pub fn recipes(
    place: &Place<'_>,
    harness: &Harness,
    missing: &BTreeSet<Side>,
    effort: Effort,
) -> Result<Recipes, Error> {
    let mut text = Text::new(place.source);
    text.members(&harness.classes, &harness.elsewhere);
    let own = &harness.called();
    let mut found = Recipes::default();
    let is_never_null =
        |it: &&Parameter| matches!(it.role, Role::Made { .. } | Role::Taken { .. }) && !it.is_tested;
    let mut assumed = harness.assumptions.clone();
    assumed.extend(harness.parameters.iter().filter(is_never_null).map(|parameter| Assumption {
        each: None,
        condition: format!("{} != NULL", parameter.name),
        because: String::new(),
    }));
    if !text.add(own, &harness.parameters, &assumed, Part::Target) {
        return Ok(found);
    }
    let classes = harness.classes.iter();
    let changing = classes.flat_map(|class| class.makers.iter().chain(&class.modifiers));
    let is_known = text.without.is_empty() && !changing.into_iter().any(Member::has_bounded_inputs);
    let (program, functions) = text.compile(place.linked, place.compile, place.folder)?;
    let left = effort.until.map(|until| until.saturating_duration_since(Instant::now()));
    let mut library = Library::new(program, functions, place.deadline(left));
    let target = library.functions.iter().position(|it| it.part == Part::Target);
    let paths = target.map_or(Vec::new(), |target| library.of(target));
    let wanted = wanted(&library, own, &paths, missing);
    let n_wanted = wanted.len() as u64;
    // Only if all calls are known can it be said that none leads there.
    let is_complete = is_known && library.narrowed.is_empty() && library.erring.is_empty();
    let held = if is_complete { synth::invariants(&mut library) } else { Vec::new() };
    for (at, (side, mut paths)) in wanted.into_iter().enumerate() {
        paths.retain(|path| !synth::contradicts(&mut library, *path, &held));
        if let (Some(side), true) = (side, paths.is_empty()) {
            found
                .refused
                .insert(side, "it needs an object in a state in which no call leaves one".to_owned());
            continue;
        }
        let is_complete = is_complete && paths.len() <= PATHS_OF_A_SIDE;
        // Tries that one side does not use are left for the others.
        let left = effort.tries.saturating_sub(found.work.tries) / (n_wanted - at as u64);
        let mut tries = left;
        let mut refusals = Vec::new();
        for path in paths.into_iter().take(PATHS_OF_A_SIDE) {
            // Forward is the shorter way where objects are in one state, backward where many lead on.
            let half = Effort { tries: tries.div_ceil(2), ..effort };
            let (first, work) = synth::forward(&mut library, path, half);
            tries = tries.saturating_sub(work.tries);
            found.work.add(work);
            let (sequence, is_whole) = match first {
                Ok(sequence) => (Ok(sequence), true),
                Err(_) => {
                    let (second, work) = synth::backward(&mut library, path, Effort { tries, ..effort });
                    tries = tries.saturating_sub(work.tries);
                    found.work.add(work);
                    (second, work.is_whole)
                }
            };
            match sequence {
                Ok(sequence) => {
                    let way = statements(harness, &sequence);
                    found.ways.extend(way.filter(|way| !way.is_empty() && !found.ways.contains(way)));
                    refusals.clear();
                    break;
                }
                Err(why) => refusals.push((is_whole, why)),
            }
        }
        let is_whole = is_complete && !refusals.is_empty() && refusals.iter().all(|(is_whole, _)| *is_whole);
        if let (Some(side), true, Some((_, why))) = (side, is_whole, refusals.pop()) {
            found.refused.insert(side, why);
        }
        if found.ways.len() >= MOST {
            break;
        }
    }
    Ok(found)
}

/// The paths that lead to each side, and the paths that each error ends.
fn wanted(
    library: &Library,
    function: &str,
    paths: &[usize],
    missing: &BTreeSet<Side>,
) -> Vec<(Option<Side>, Vec<usize>)> {
    let program = library.program();
    let Some(id) = program.function_named(function) else { return Vec::new() };
    let points = Coverage::new(program, &[id]).points();
    let mut wanted = Vec::new();
    for point in &points {
        let Some(side) = point.side.map(|side| (point.line, side)).filter(|side| missing.contains(side))
        else {
            continue;
        };
        let leads = |path: &&usize| {
            library.summaries[**path].edges().any(|edge| point.edges.iter().any(|it| it.index() == edge))
        };
        let of: Vec<usize> = paths.iter().filter(leads).copied().collect();
        if !of.is_empty() {
            wanted.push((Some(side), of));
        }
    }
    let mut errors: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for path in paths {
        let Some(bug) = &library.summaries[*path].error else { continue };
        let of = errors.entry(format!("{:?} {:?}", bug.kind, bug.site())).or_default();
        if of.len() < PATHS_OF_AN_ERROR {
            of.push(*path);
        }
    }
    wanted.extend(errors.into_values().map(|of| (None, of)));
    wanted
}

/// A sequence in C, for the variables of a harness; `None` if an argument is neither a number nor an object.
fn statements(harness: &Harness, sequence: &Sequence) -> Option<Vec<String>> {
    let (target, calls) = sequence.calls.split_last()?;
    let mut names: BTreeMap<usize, String> = BTreeMap::new();
    let mut last = Vec::new();
    for (argument, parameter) in target.arguments.iter().zip(&harness.parameters) {
        let Argument::Object(object) = argument else { continue };
        if !matches!(parameter.role, Role::Made { .. } | Role::Taken { .. }) {
            return None;
        }
        match names.get(object) {
            Some(known) => last.push(format!("{} = {known};", parameter.name)),
            None => {
                names.insert(*object, parameter.name.clone());
            }
        }
    }
    let mut lines = Vec::new();
    for call in calls {
        let (class, member) = member(harness, &call.function, call.result.is_some())?;
        let mut passed = Vec::new();
        let made = call.result.or(call.storage);
        if let Some(object) = made {
            let is_declared = names.contains_key(&object);
            let name = names.entry(object).or_insert_with(|| format!("{}_{object}", class.word())).clone();
            let lead = if is_declared { name.clone() } else { format!("{} *{name}", class.name) };
            if call.storage.is_some() {
                lines.push(format!("{lead} = malloc(sizeof *{name});"));
                lines.push(format!("symir_assume({name} != NULL);"));
            }
        }
        for (argument, parameter) in call.arguments.iter().zip(&member.parameters) {
            passed.push(match argument {
                Argument::Number(_) if !matches!(parameter.role, Role::Number(_) | Role::Length { .. }) => {
                    return None;
                }
                Argument::Number(number) => literal(*number),
                Argument::Null => "NULL".to_owned(),
                Argument::Object(object) => names.get(object)?.clone(),
            });
        }
        let text = format!("{}({})", call.function, passed.join(", "));
        match call.result {
            Some(object) => {
                let name = &names[&object];
                let is_declared = harness.parameters.iter().any(|it| it.name == *name);
                let lead = if is_declared { name.clone() } else { format!("{} *{name}", class.name) };
                lines.push(format!("{lead} = {text};"));
                lines.push(format!("symir_assume({name} != NULL);"));
            }
            None => lines.push(format!("{text};")),
        }
    }
    lines.extend(last);
    Some(lines)
}

/// The type and the member for a call of a function; `makes` if the result becomes an object. A function may
/// make an object of one type, and change one of another type.
fn member<'a>(harness: &'a Harness, function: &str, makes: bool) -> Option<(&'a Class, &'a Member)> {
    let pointers = || harness.classes.iter().filter(|class| class.kind == Kind::Pointer);
    let makers = pointers().flat_map(|class| class.makers.iter().map(move |it| (class, it)));
    let modifiers = pointers().flat_map(|class| class.modifiers.iter().map(move |it| (class, it)));
    let mut all = makers.chain(modifiers).filter(|(_, member)| member.function == function);
    match makes {
        true => all.find(|(_, member)| matches!(member.way, Way::Result | Way::Replaced(_))),
        false => all.next(),
    }
}

/// A number in C.
fn literal(number: i128) -> String {
    match number {
        _ if number == i128::from(i32::MIN) => "(-2147483647 - 1)".to_owned(),
        _ if number == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
        _ if i32::try_from(number).is_ok() => number.to_string(),
        _ => format!("{number}LL"),
    }
}
