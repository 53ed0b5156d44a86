//! Inputs that were not found by exploration, and the values that they give to symbols.

use crate::exec::{Chosen, InputRecord, State};
use crate::expr::{Arena, Assignment, SymbolId};
use crate::ir::Program;
use crate::testcase::{Input, InputKind, TestCase};
use crate::util::{Bits, rng};
use std::collections::HashMap;

/// Values for all inputs of a path.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GivenInputs {
    /// How many arguments of the program are inputs, if that number is an input, too.
    pub n_arguments: Option<u32>,
    /// Arguments and files, which a path finds by their names when it comes to them.
    pub outside: Vec<GivenInput>,
    /// What the driver asks for, in its order.
    pub inputs: Vec<GivenInput>,
    /// What pointers lead to.
    pub objects: Vec<GivenInput>,
}

/// An input, or an object behind a pointer.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GivenInput {
    /// The name that the driver gives it; empty for an object behind a pointer.
    pub name: String,
    /// The bytes as native code has them; those that are missing are zero. Pointers are zero.
    pub bytes: Vec<u8>,
    /// The number of elements of an array whose length is an input. Without it, as many as its bytes are.
    pub length: Option<u64>,
    /// The pointers in it that are not null, by where they lie, and the numbers of the objects they lead to.
    pub pointers: Vec<(u64, u32)>,
    /// The pointers in it that lead to functions, by where they lie, and the functions' names.
    pub functions: Vec<(u64, String)>,
}

impl GivenInputs {
    /// The inputs of a test, with arguments and files among them.
    pub fn of(test: &TestCase) -> Self {
        let given = |input: &Input| GivenInput {
            name: input.name.clone(),
            bytes: input.bytes.clone(),
            length: None,
            pointers: input.pointers.iter().map(|pointer| (pointer.at, pointer.object)).collect(),
            functions: Vec::new(),
        };
        let mut inputs: Vec<GivenInput> = test.inputs.iter().map(given).collect();
        let mut objects: Vec<GivenInput> = test.made.iter().map(given).collect();
        for function in &test.functions {
            let mut all = inputs.iter_mut().chain(&mut objects);
            let input = all.nth(function.input as usize);
            let at = u64::from(function.offset);
            input.into_iter().for_each(|input| input.functions.push((at, function.name.clone())));
        }
        Self { inputs, objects, ..Self::default() }
    }

    /// A hash of these inputs.
    pub(super) fn hash(&self) -> u64 {
        let first = self.n_arguments.map_or(0, |number| u64::from(number) + 1);
        self.outside.iter().chain(&self.inputs).chain(&self.objects).fold(first, |hash, input| {
            let pointers = input
                .pointers
                .iter()
                .fold(0, |hash, (at, object)| rng::combine(hash, rng::combine(*at, u64::from(*object))));
            let of_function =
                |(at, name): &(u64, String)| rng::combine(*at, rng::hash_bytes(name.as_bytes()));
            let pointers = input
                .functions
                .iter()
                .fold(pointers, |hash, function| rng::combine(hash, of_function(function)));
            let own = rng::combine(rng::hash_bytes(&input.bytes), pointers);
            rng::combine(hash, rng::combine(own, input.length.unwrap_or(u64::MAX)))
        })
    }
}

/// What an input of a state is a part of.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Owner {
    Outside(usize),
    Input(usize),
    Object(usize),
}

/// Gives the inputs of a path their given values, as far as the path has come.
pub(super) struct Reading<'a> {
    given: &'a GivenInputs,
    pub(super) values: Assignment,
    /// How many inputs of the path have their values.
    pub(super) n_known: usize,
    /// How many of the inputs that the driver asks for were read.
    n_read: usize,
    /// Which arguments and files were read.
    are_read: Vec<bool>,
    /// The input that is a whole object of several parts, and the end of these.
    whole: Option<(usize, usize)>,
    /// For each object that the path has made, the number of the given object that it stands for.
    objects: Vec<u32>,
    /// Where each pointer leads.
    pointers: HashMap<SymbolId, Target<'a>>,
}

/// Where a pointer leads in given inputs.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Target<'a> {
    Null,
    /// To the given object of this number.
    Object(u32),
    /// To the function of this name.
    Function(&'a str),
}

impl GivenInput {
    /// Where the pointer leads that lies so many bytes behind the beginning.
    pub(super) fn target_at(&self, at: u64) -> Target<'_> {
        let object = self.pointers.iter().find(|(place, _)| *place == at);
        let function = self.functions.iter().find(|(place, _)| *place == at);
        match (object, function) {
            (Some((_, number)), _) => Target::Object(*number),
            (None, Some((_, name))) => Target::Function(name),
            (None, None) => Target::Null,
        }
    }
}

impl<'a> Reading<'a> {
    pub(super) fn new(given: &'a GivenInputs) -> Self {
        Self {
            given,
            values: Assignment::new(),
            n_known: 0,
            n_read: 0,
            are_read: vec![false; given.outside.len()],
            whole: None,
            objects: Vec::new(),
            pointers: HashMap::new(),
        }
    }

    /// Gives the symbols of new inputs their values. `None` if an input does not fit the given ones.
    pub(super) fn read(&mut self, arena: &Arena, state: &State) -> Option<()> {
        self.pair_objects(state)?;
        while let Some(record) = state.inputs.get(self.n_known) {
            let at = self.n_known;
            let owner = self.owner_of(state, at)?;
            let given = match owner {
                Owner::Outside(number) => &self.given.outside[number],
                Owner::Input(number) => self.given.inputs.get(number)?,
                Owner::Object(number) => self.given.objects.get(number)?,
            };
            self.n_known += 1;
            let place = record.within.unwrap_or(Bits(0));
            match record.kind {
                InputKind::Pointer => {
                    self.pointers.insert(record.symbols[0], given.target_at(u64::from(place.0 / 8)));
                    self.pair_objects(state)?;
                }
                InputKind::Integer { .. } if record.within.is_none() && matches!(owner, Owner::Object(_)) => {
                    let element = || state.element_of(at).filter(|size| *size > 0);
                    let length = given.length.or_else(|| Some(given.bytes.len() as u64 / element()?));
                    self.values.set(record.symbols[0], u128::from(length?));
                }
                _ => set_values(arena, &mut self.values, record, &given.bytes),
            }
        }
        Some(())
    }

    /// What an input is a part of. The parts of an object come one after the other.
    fn owner_of(&mut self, state: &State, at: usize) -> Option<Owner> {
        if let Some((whole, end)) = self.whole
            && at < end
        {
            return Some(Owner::Input(whole));
        }
        let made = state.object_of(at);
        if let Some((Some(made), _)) = made {
            return self.objects.get(made as usize).map(|number| Owner::Object(*number as usize));
        }
        let name = &*state.inputs[at].name;
        let is_called = |(at, input): (usize, &GivenInput)| input.name == *name && !self.are_read[at];
        if let Some(number) =
            self.given.outside.iter().enumerate().position(is_called).filter(|_| made.is_none())
        {
            self.are_read[number] = true;
            return Some(Owner::Outside(number));
        }
        let number = self.n_read;
        self.n_read += 1;
        self.whole = made.map(|(_, end)| (number, end));
        Some(Owner::Input(number))
    }

    /// Finds out which given objects the objects stand for that the path has made since the last call.
    fn pair_objects(&mut self, state: &State) -> Option<()> {
        if !state.has_pointers() || self.objects.len() == state.n_made() {
            return Some(());
        }
        for (symbol, chosen) in state.pointers.chosen() {
            let (Chosen::Made(place), Some(target)) = (chosen, self.pointers.get(&symbol)) else { continue };
            if place.object as usize == self.objects.len() {
                let Target::Object(number) = *target else { return None };
                self.objects.push(number);
            }
        }
        Some(())
    }

    /// Whether every pointer of a state leads to what was given.
    pub(super) fn agrees(&self, program: &Program, state: &State) -> bool {
        !state.has_pointers()
            || state.pointers.chosen().all(|(symbol, chosen)| {
                let target = self.pointers.get(&symbol);
                target.is_none_or(|target| self.leads_there(program, state, symbol, chosen, *target))
            })
    }

    fn leads_there(
        &self,
        program: &Program,
        state: &State,
        symbol: SymbolId,
        chosen: Chosen,
        target: Target<'_>,
    ) -> bool {
        let number = match target {
            Target::Null => return chosen == Chosen::Null,
            Target::Object(target) => self.objects.iter().position(|made| *made == target),
            Target::Function(name) => {
                let function = state.pointers.function(symbol);
                return function.is_some_and(|function| program.functions[function.index()].name == name);
            }
        };
        match chosen {
            Chosen::Null | Chosen::Other => false,
            Chosen::Own => number.is_none(),
            Chosen::Made(place) => match number {
                Some(number) => place.object as usize == number && place.offset == 0,
                // It was made for this pointer just now.
                None => place.object as usize >= self.objects.len(),
            },
        }
    }
}

/// Gives the symbols of an input the values that its bytes have in an object.
pub(super) fn set_values(arena: &Arena, values: &mut Assignment, record: &InputRecord, bytes: &[u8]) {
    let mut place = record.within.unwrap_or(Bits(0));
    for symbol in &record.symbols {
        let width = arena.symbol_key(*symbol).width;
        values.set(*symbol, bits_at(bytes, place, width));
        place = Bits(place.0 + width.0);
    }
}

/// Reads `width` bits of a row of bytes, which is followed by zeros.
pub fn bits_at(bytes: &[u8], at: Bits, width: Bits) -> u128 {
    let (first, shift) = ((at.0 / 8) as usize, at.0 % 8);
    let n = (shift + width.0).div_ceil(8) as usize;
    let byte = |at: usize| u128::from(bytes.get(first + at).copied().unwrap_or(0));
    let low = (0..n.min(16)).fold(0, |word, at| word | byte(at) << (8 * at)) >> shift;
    let word = if n > 16 { low | byte(16) << (128 - shift) } else { low };
    word & width.mask()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_taken_from_where_they_lie() {
        let bytes = [0b1010_0110, 0xff, 1];
        assert_eq!(bits_at(&bytes, Bits(0), Bits(8)), 0b1010_0110);
        assert_eq!(bits_at(&bytes, Bits(1), Bits(3)), 0b011);
        assert_eq!(bits_at(&bytes, Bits(4), Bits(8)), 0xfa);
        assert_eq!(bits_at(&bytes, Bits(16), Bits(64)), 1, "what is missing is zero");
        assert_eq!(bits_at(&[0xff; 17], Bits(4), Bits(128)), u128::MAX);
    }
}
