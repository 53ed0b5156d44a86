//! Texts that a call is given as string literals: `sdsnew("ab")` instead of a variable that holds "ab".
//!
//! A text is written so if only one parameter is given it, by a pointer to `const char`, nothing else leads to
//! it, and no call changes it. Compilers and linkers may place two literals at one address if one ends like the
//! other. A test in which this is so has variables, because the code may compare addresses. So has one of code that
//! asks how addresses are aligned.

use super::super::literal;
use super::{Writer, pointers_in};
use crate::emit::facts::{Parameter, Prototype, Type};
use crate::ir::Spelled;
use crate::testcase::{Building, Datum, Holding, TestCall};
use std::collections::BTreeMap;

/// Longer texts are variables.
const MOST_BYTES: usize = 60;

impl Writer<'_> {
    /// Notes the literals of the objects that need no variables.
    pub(super) fn choose_literals(
        &mut self,
        call: &TestCall,
        prototype: &Prototype,
        building: Option<&Building>,
    ) {
        if self.asks_for_alignment() {
            return;
        }
        let mut uses: BTreeMap<usize, usize> = BTreeMap::new();
        let mut pointers = Vec::new();
        let built = building.iter().flat_map(|building| &building.calls);
        let ending = building.iter().flat_map(|building| &building.ending);
        let driver = built.clone().chain(ending);
        let passed = driver.flat_map(|call| call.arguments.iter().chain([&call.result]));
        let held = self.things.iter().chain(self.held);
        let held = held.flat_map(|thing| thing.before.iter().chain(&thing.after));
        let arguments = &call.arrangement.arguments;
        let of_call = arguments.iter().chain(&call.arrangement.result);
        of_call.chain(passed).chain(held).for_each(|datum| pointers_in(datum, &mut pointers));
        pointers.iter().for_each(|(object, _)| *uses.entry(*object).or_default() += 1);
        let of_mocks = call.script.iter().flat_map(|mocked| &mocked.arrangement.outer);
        of_mocks.flatten().for_each(|object| *uses.entry(*object as usize).or_default() += 1);

        let mut candidates = self.constant_texts(prototype, arguments);
        for call in built {
            if let Some(prototype) = self.facts.functions.get(&call.function) {
                candidates.extend(self.constant_texts(prototype, &call.arguments));
            }
        }
        candidates.retain(|(object, _)| uses.get(object) == Some(&1));
        let constants = self.things.iter().filter(|thing| thing.holding == Holding::Text);
        let mut texts: Vec<Vec<u8>> = constants.filter_map(|thing| text_of(thing.before.as_ref()?)).collect();
        texts.extend(candidates.iter().map(|(_, text)| text.clone()));
        let is_alone =
            |text: &Vec<u8>| texts.iter().filter(|it| it.ends_with(text) || text.ends_with(it)).count() == 1;
        for (object, text) in candidates.iter().filter(|(_, text)| is_alone(text)) {
            self.objects[*object].literal = Some(literal::string(text));
        }
    }

    /// The texts that a call gives parameters to `const char`, with the numbers of their objects.
    fn constant_texts(&self, prototype: &Prototype, arguments: &[Datum]) -> Vec<(usize, Vec<u8>)> {
        // Compilers compare a format with the arguments behind it.
        let Some(spelled) = prototype.spelled.as_ref().filter(|_| !prototype.is_variadic) else {
            return Vec::new();
        };
        let parameters = prototype.parameters.iter().zip(&spelled.parameters);
        let constant = |(argument, (parameter, spelled)): (&Datum, (&Parameter, &Spelled))| {
            let (Datum::At { object, offset: 0 }, Type::Pointer(target)) =
                (argument, self.facts.ty(parameter.ty))
            else {
                return None;
            };
            let is_character = matches!(self.facts.ty(*target), Type::Char { .. }) && self.is_plain(*target);
            let thing = self.things.get(*object as usize)?;
            let is_variable = matches!(thing.holding, Holding::Automatic | Holding::Heap);
            // What holds text only for calls before the one under test is not known afterwards.
            let is_kept =
                matches!(&thing.after, Some(Datum::Kept | Datum::Uninitialised)) && !thing.is_handed;
            let is_fit = is_character && is_variable && is_kept;
            let text = text_of(thing.before.as_ref()?).filter(|_| is_fit && spelled.points_to_constant())?;
            let is_whole = thing.size == text.len() as u64 + 1;
            (is_whole && text.len() <= MOST_BYTES && !text.contains(&b'%'))
                .then_some((*object as usize, text))
        };
        arguments.iter().zip(parameters).filter_map(constant).collect()
    }
}

/// The characters before the terminator of a text that ends with it.
fn text_of(datum: &Datum) -> Option<Vec<u8>> {
    match datum {
        Datum::Text { text, rest } if rest.len() == 1 => Some(text.clone()),
        _ => None,
    }
}
