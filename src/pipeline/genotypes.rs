//! Translates between the inputs of a search and the inputs of paths: the same values in two forms.
//!
//! A search has a row of inputs in the order in which native code asks for them (`replay/guided_objects.c`).
//! Arguments and files of the program come before all others (`replay/guided_outside.c`). A path has inputs
//! and the objects that their pointers lead to, and finds arguments and files by their names.

use crate::evolve::Genotype;
use crate::exec::blueprints::{Blueprint, Blueprints, Maker, Part, PartKind, Pointee, Root};
use crate::replay::{InputKind, InputRole, Outside};
use crate::run::{GivenInput, GivenInputs, bits_at};
use crate::util::Bits;
use std::collections::HashMap;

/// The inputs of a search in the form that a path needs.
pub(super) fn given(genotype: &Genotype, blueprints: &Blueprints, outside: &Outside) -> GivenInputs {
    let mut given = GivenInputs::default();
    let mut files = outside.file_names();
    let (mut whole, mut made) = (HashMap::new(), HashMap::new());
    let mut number_of = |objects: &mut Vec<GivenInput>, item: u32| {
        *made.entry(item).or_insert_with(|| {
            objects.push(GivenInput::default());
            objects.len() as u32 - 1
        })
    };
    for at in 0..genotype.len() {
        let (shape, bytes) = (genotype.shape(at), genotype.input(at));
        let name = String::from_utf8_lossy(&shape.name).into_owned();
        let place = shape.place;
        if place.role == InputRole::Count {
            let most = outside.arguments.most;
            let number = bits_at(bytes, Bits(0), Bits(32)) as u32;
            given.n_arguments = Some(number.clamp(outside.arguments.least, most));
            continue;
        }
        if place.role == InputRole::Outside {
            let is_argument = shape.kind == InputKind::String;
            let name = if is_argument { Some(name) } else { files.next() };
            let name = name.expect("invariant: what is no argument is a file");
            given.outside.push(GivenInput { name, bytes: bytes.to_vec(), ..GivenInput::default() });
            continue;
        }
        if place.item == 0 {
            given.inputs.push(GivenInput { name, bytes: bytes.to_vec(), ..GivenInput::default() });
            continue;
        }
        let leads_to_object = place.target != 0 && place.role != InputRole::Function;
        let target = leads_to_object.then(|| number_of(&mut given.objects, place.target));
        let input = if place.is_made {
            let number = number_of(&mut given.objects, place.item);
            &mut given.objects[number as usize]
        } else {
            let number = *whole.entry(place.item).or_insert_with(|| {
                given.inputs.push(GivenInput { name, ..GivenInput::default() });
                given.inputs.len() - 1
            });
            &mut given.inputs[number]
        };
        match place.role {
            InputRole::Value => set_bits(&mut input.bytes, place.at, place.width, bytes),
            InputRole::Length => {
                let length = bits_at(bytes, Bits(0), Bits(64)) as u64;
                input.length = Some(length.min(shape.high as u64));
            }
            InputRole::Pointer => {
                input.pointers.extend(target.map(|target| (u64::from(place.at / 8), target)));
            }
            InputRole::Function => {
                let function =
                    place.target.checked_sub(1).map(|number| &blueprints.functions[number as usize]);
                input.functions.extend(function.map(|name| (u64::from(place.at / 8), name.clone())));
            }
            InputRole::Outside | InputRole::Count => {}
        }
    }
    given
}

/// Sets bits of a row, which grows as far as it must.
fn set_bits(row: &mut Vec<u8>, at: u32, width: u32, bytes: &[u8]) {
    let (first, end) = ((at / 8) as usize, (at + width).div_ceil(8) as usize);
    if row.len() < end {
        row.resize(end, 0);
    }
    if at.is_multiple_of(8) && width.is_multiple_of(8) {
        let n = bytes.len().min(end - first);
        row[first..first + n].copy_from_slice(&bytes[..n]);
        return;
    }
    for bit in 0..width {
        let is_set = bytes.get(bit as usize / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1);
        let (byte, mask) = (&mut row[((at + bit) / 8) as usize], 1 << ((at + bit) % 8));
        *byte = if is_set { *byte | mask } else { *byte & !mask };
    }
}

/// The row of a search for the inputs of a path. `None` if a row cannot express them.
pub(super) fn row(given: &GivenInputs, blueprints: &Blueprints, outside: &Outside) -> Option<Vec<u8>> {
    let mut writer = Writer { given, blueprints, row: Vec::new(), objects: Vec::new() };
    // A test has arguments and files among its inputs.
    let mut inputs: Vec<&GivenInput> = given.outside.iter().chain(&given.inputs).collect();
    let mut taken = |name: &str| {
        let at = inputs.iter().position(|input| input.name == name)?;
        Some(&inputs.remove(at).bytes)
    };
    let arguments: Vec<&Vec<u8>> =
        (1..=outside.arguments.most).map_while(|number| taken(&Outside::argument_name(number))).collect();
    let n_arguments = u32::try_from(arguments.len()).ok()?;
    if outside.has_count() {
        writer.row.extend_from_slice(&n_arguments.to_le_bytes());
    } else if n_arguments < outside.arguments.most {
        return None;
    }
    let length = outside.arguments.len as usize + 1;
    arguments.into_iter().for_each(|bytes| writer.padded(bytes, length));
    for ((_, size), name) in outside.files.iter().zip(outside.file_names()) {
        // A file that the path has not opened has zeros.
        let none = Vec::new();
        writer.padded(taken(&name).unwrap_or(&none), usize::try_from(*size).ok()?);
    }
    for input in inputs {
        match blueprints.roots.get(&input.name) {
            None => writer.row.extend_from_slice(&input.bytes),
            Some(root) => writer.root(input, root)?,
        }
    }
    Some(writer.row)
}

struct Writer<'a> {
    given: &'a GivenInputs,
    blueprints: &'a Blueprints,
    row: Vec<u8>,
    /// The objects that are there, with their types.
    objects: Vec<(usize, u32)>,
}

impl Writer<'_> {
    /// Adds exactly `length` bytes.
    fn padded(&mut self, bytes: &[u8], length: usize) {
        let start = self.row.len();
        self.row.extend_from_slice(&bytes[..bytes.len().min(length)]);
        self.row.resize(start + length, 0);
    }

    fn root(&mut self, input: &GivenInput, root: &Root) -> Option<()> {
        let size = self.blueprints.types[root.ty].size.max(1);
        if root.maker == Maker::Object {
            let count = (input.bytes.len() as u64 / size).max(1);
            return self.fill(input, root.ty, count, 0);
        }
        let (_, number) = *input.pointers.first()?;
        let object = self.given.objects.get(number as usize)?;
        match root.maker {
            Maker::Characters(most) => self.text(root.ty, number, most?),
            _ => {
                let length = object.length.unwrap_or(object.bytes.len() as u64 / size);
                self.row.extend_from_slice(&length.to_le_bytes());
                self.objects.push((root.ty, number));
                self.fill(object, root.ty, length, 1)
            }
        }
    }

    fn text(&mut self, ty: usize, number: u32, most: u64) -> Option<()> {
        let object = self.given.objects.get(number as usize)?;
        let mut text = object.bytes.clone();
        text.resize(usize::try_from(most).ok()? + 1, 0);
        self.row.extend_from_slice(&text);
        self.objects.push((ty, number));
        Some(())
    }

    fn fill(&mut self, input: &GivenInput, ty: usize, count: u64, depth: u32) -> Option<()> {
        let blueprints = self.blueprints;
        let Blueprint { size, is_character, parts, .. } = &blueprints.types[ty];
        if *is_character {
            let mut bytes = input.bytes.clone();
            bytes.resize(usize::try_from(count).ok()?, 0);
            self.row.extend_from_slice(&bytes);
            return Some(());
        }
        for element in 0..count {
            for part in parts {
                let at = u32::try_from(8 * element * size).ok()? + part.at.0;
                self.part(input, part, Bits(at), depth)?;
            }
        }
        Some(())
    }

    fn part(&mut self, input: &GivenInput, part: &Part, at: Bits, depth: u32) -> Option<()> {
        let (ty, may_share) = match part.kind {
            PartKind::Function(row) => return self.function(input, row, at),
            PartKind::Pointer(ty) => (ty, true),
            PartKind::Branch(ty) => (Some(ty), false),
            PartKind::Integer { .. } | PartKind::Float | PartKind::Bool | PartKind::Bytes => {
                let mut byte = at.0;
                let end = at.0 + part.width.0;
                while byte < end {
                    let width = Bits((end - byte).min(8));
                    self.row.push(bits_at(&input.bytes, Bits(byte), width) as u8);
                    byte += 8;
                }
                return Some(());
            }
        };
        let lies_here = |(place, _): &&(u64, u32)| *place == u64::from(at.0 / 8);
        let target = input.pointers.iter().find(lies_here).map(|(_, object)| *object);
        let (Some(target), Some(ty)) = (target, ty) else {
            self.row.push(0);
            return Some(());
        };
        let may_be_new = depth < self.blueprints.types[ty].most_deep;
        let mut same = self.objects.iter().filter(|(other, _)| *other == ty);
        if let Some(known) = same.position(|(_, object)| *object == target) {
            if !may_share {
                return None;
            }
            self.row.push(1 + u8::from(may_be_new) + u8::try_from(known).ok()?);
            return Some(());
        }
        if !may_be_new {
            return None;
        }
        self.row.push(1);
        match self.blueprints.types[ty].pointee {
            Pointee::Text(most) => self.text(ty, target, most),
            Pointee::One => self.own(ty, target, 1, depth),
            Pointee::Bytes(n) => self.own(ty, target, n, depth),
        }
    }

    /// Adds a pointer to one of the functions in a row of [`Blueprints::fitting`].
    fn function(&mut self, input: &GivenInput, row: usize, at: Bits) -> Option<()> {
        let blueprints = self.blueprints;
        let target = input.functions.iter().find(|(place, _)| *place == u64::from(at.0 / 8));
        let number = target.map_or(Some(0), |(_, name)| {
            let is_it = |number: &u32| blueprints.functions[*number as usize] == *name;
            Some(1 + blueprints.fitting[row].iter().position(is_it)?)
        })?;
        self.row.push(u8::try_from(number).ok()?);
        Some(())
    }

    /// Adds an object that no other pointer has led to before.
    fn own(&mut self, ty: usize, number: u32, count: u64, depth: u32) -> Option<()> {
        self.objects.push((ty, number));
        let object = self.given.objects.get(number as usize)?;
        self.fill(object, ty, count, depth + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::SymbolicArgs;
    use crate::exec::blueprints::blueprints;
    use crate::frontend::{self, Options};
    use crate::replay::{GuidedOptions, GuidedRunner, Source};
    use std::collections::BTreeSet;

    const DRIVER: &str = r#"
#include "symir.h"
static int one(int x) { return x; }
static int two(int x) { return -x; }
static int three(void) { return 3; }
struct item {
    struct item *next; int key; unsigned flag : 3; signed char tag; char *name; double weight; short w[2];
    int (*call)(int);
};
int main(void) {
    int (*volatile taken[])(int) = {one, two};
    int (*volatile other_type)(void) = three;
    int (*f)(int) = taken[0];
    symir_object(f, "f");
    struct item *first = symir_pointer(struct item, "first"), *other = symir_pointer(struct item, "other");
    int n = symir_int("n");
    struct item whole;
    symir_object(whole, "whole");
    short *row = symir_array(short, 5, "row");
    char *text = symir_text(6, "text");
    return first == other && n > 0 && whole.key && row && text && f && other_type();
}
"#;

    /// Every row of bytes can be translated into inputs, and these back into the row.
    #[test]
    fn rows_and_inputs_say_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("driver.c");
        std::fs::write(&file, DRIVER).expect("a file");
        let options = Options { guided: true, ..Options::default() };
        let files = vec![file];
        let compiled = frontend::compile(&files, &options).expect("the program compiles");
        let known = blueprints(&compiled.program, crate::exec::ExecOptions::default().chains);
        assert_eq!(known.roots.len(), 6, "{known:?}");
        let guided = compiled.guided.as_ref().expect("it was asked for");
        let outside = Outside {
            arguments: SymbolicArgs { least: 1, most: 3, len: 4 },
            files: vec![("/dev/stdin".to_owned(), 6), ("in put".to_owned(), 3)],
            ..Outside::default()
        };
        let (blueprints, started) = (known.clone(), outside.clone());
        let limits = GuidedOptions { blueprints, outside: started, ..GuidedOptions::default() };
        let mut runner =
            GuidedRunner::build(guided, Source { files, options }, limits).expect("it can be run");
        // The second pointer is an object of its own, or the same as the first.
        let mut rng = crate::util::Rng::from_seed(7);
        let (mut n_shared, mut numbers) = (0, BTreeSet::new());
        let mut called = BTreeSet::new();
        for _ in 0..200 {
            let mut drawn: Vec<u8> = (0..400).map(|_| rng.below(256) as u8 >> rng.below(8)).collect();
            drawn[..4].copy_from_slice(&(rng.below(5) as u32).to_le_bytes());
            let run = runner.run(std::slice::from_ref(&drawn)).expect("it runs").remove(0);
            assert!(run.is_valid(), "{run:?}");
            let mut genotype = Genotype::new(drawn, runner.layout(run.layout).clone());
            // A value that is taken as another one is replaced by that one.
            genotype.settle();
            let given = given(&genotype, &known, &outside);
            assert_eq!(given.inputs.len(), 7, "{given:?}");
            called.extend(given.inputs[0].functions.iter().map(|(_, name)| name.clone()));
            let n_arguments = given.n_arguments.expect("it is an input");
            numbers.insert(n_arguments);
            assert_eq!(given.outside.len(), n_arguments as usize + 2, "{given:?}");
            n_shared += usize::from(given.inputs[1].pointers == given.inputs[2].pointers);
            assert_eq!(row(&given, &known, &outside).as_deref(), Some(genotype.bytes()), "{given:?}");
        }
        assert!(n_shared > 0, "two pointers lead to one object at times");
        assert_eq!(called.into_iter().collect::<Vec<_>>(), ["one", "two"], "functions of the right type");
        assert_eq!(numbers.into_iter().collect::<Vec<_>>(), [1, 2, 3], "so many arguments");
    }
}
