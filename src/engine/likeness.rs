//! Makes the inputs of an ended path like those of another test. A value that the path says nothing about, or
//! a pointer that it has not read, is taken from the other test.
//!
//! A test that leaves a function early says nothing about most inputs. If these come from a test that goes on
//! at that place, the two tests differ only in the inputs that decide: "base choice" testing, after P. Ammann
//! and J. Offutt, "Using formal methods to derive test frames in category-partition testing", 1994. A mistake
//! in the check then shows, because the function goes on and does what it does in the other test.

use super::given::{GivenInput, GivenInputs, Target, set_values};
use crate::exec::{Chosen, Declared, InputRecord, Lead, Machine, State};
use crate::expr::{Assignment, SymbolId};
use crate::testcase::InputKind;
use crate::util::Bits;
use std::collections::{BTreeMap, HashMap};

/// How many pointers are made to lead somewhere, at most.
const MOST_LED: usize = 256;

/// The values that the inputs of a path would have if they were those of another test.
#[derive(Default)]
pub struct Likeness {
    /// The values of the inputs that both have.
    pub values: Assignment,
    /// The symbols of each of these inputs.
    pub inputs: Vec<Vec<SymbolId>>,
}

/// Pairs the inputs of a path with those of another test.
struct Matching<'a> {
    other: &'a GivenInputs,
    /// By the number of an object of the path, the number of its counterpart in the other test.
    objects: BTreeMap<u32, u32>,
    pointers: HashMap<SymbolId, Target<'a>>,
    likeness: Likeness,
}

/// Makes pointers that a path has not read lead where they do in another test; `None` if that is not
/// possible.
pub(super) fn complete(machine: &mut Machine, state: &mut State, other: &GivenInputs) -> Option<Likeness> {
    let mut matching =
        Matching { other, objects: BTreeMap::new(), pointers: HashMap::new(), likeness: Likeness::default() };
    for _ in 0..MOST_LED {
        matching.read(machine, state);
        let unread =
            state.pointers.unread().find_map(|symbol| Some((symbol, *matching.pointers.get(&symbol)?)));
        let Some((symbol, target)) = unread else { return Some(matching.likeness) };
        let lead = match target {
            Target::Null => Lead::Null,
            Target::Function(name) => Lead::Function(name),
            Target::Object(number) => match matching.objects.iter().find(|(_, known)| **known == number) {
                Some((object, _)) => Lead::Made(*object),
                None => Lead::Own,
            },
        };
        machine.lead(state, symbol, lead).then_some(())?;
    }
    None
}

impl<'a> Matching<'a> {
    /// Pairs all inputs that the path has by now.
    fn read(&mut self, machine: &Machine, state: &State) {
        let mut n_objects = usize::MAX;
        while n_objects != self.objects.len() {
            n_objects = self.objects.len();
            self.likeness = Likeness::default();
            let mut are_used = vec![false; self.other.inputs.len()];
            for declared in state.declared() {
                let Some(other) = self.other_of(&declared, &mut are_used) else { continue };
                match declared {
                    Declared::Single(input) => self.input(machine, input, other, None),
                    Declared::Object(object, parts) => {
                        let element = object.made.and_then(|_| object.size.0.checked_div(object.count));
                        parts.iter().for_each(|part| self.input(machine, part, other, element));
                    }
                }
            }
            for (symbol, chosen) in state.pointers.chosen() {
                if let (Chosen::Made(place), Some(Target::Object(number))) =
                    (chosen, self.pointers.get(&symbol))
                    && place.offset == 0
                {
                    self.objects.entry(place.object).or_insert(*number);
                }
            }
        }
    }

    /// The counterpart of an input in the other test: the first input of the same name that is not used yet,
    /// or the object that the same pointer leads to.
    fn other_of(&self, declared: &Declared<'_>, are_used: &mut [bool]) -> Option<&'a GivenInput> {
        let name = match declared {
            Declared::Object(object, _) if object.made.is_some() => {
                return self.other.objects.get(*self.objects.get(&object.made?)? as usize);
            }
            Declared::Object(object, _) => &object.name,
            Declared::Single(input) => &input.name,
        };
        let is_it = |(number, input): &(usize, &GivenInput)| input.name == **name && !are_used[*number];
        let (number, input) = self.other.inputs.iter().enumerate().find(is_it)?;
        are_used[number] = true;
        Some(input)
    }

    /// Takes over the values of an input's counterpart. The input may be a part of an object with elements of
    /// this size.
    fn input(&mut self, machine: &Machine, input: &InputRecord, other: &'a GivenInput, element: Option<u64>) {
        let place = input.within.unwrap_or(Bits(0));
        match (input.kind, element) {
            (InputKind::Pointer, _) => {
                let target = other.target_at(u64::from(place.0 / 8));
                self.pointers.insert(input.symbols[0], target);
                return;
            }
            // The length of an array.
            (InputKind::Integer { .. }, Some(element)) if input.within.is_none() => {
                let length = other.bytes.len() as u64 / element.max(1);
                self.likeness.values.set(input.symbols[0], u128::from(length));
            }
            _ => set_values(&machine.arena, &mut self.likeness.values, input, &other.bytes),
        }
        self.likeness.inputs.push(input.symbols.clone());
    }
}
