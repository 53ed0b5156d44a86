//! Inputs of a search and inputs of paths: the same ones, divided in two ways.
//!
//! A search has a row of inputs, in the order in which native code asks for them (`replay/guided_objects.c`). A path has
//! inputs and the objects that their pointers lead to.

use crate::evolve::Genotype;
use crate::exec::blueprints::{Blueprint, Blueprints, Maker, Part, PartKind, Pointee, Root};
use crate::replay::InputRole;
use crate::run::{GivenInput, GivenInputs, bits_at};
use crate::util::Bits;
use std::collections::HashMap;

/// What the inputs of a search are for a path.
pub(super) fn given(genotype: &Genotype) -> GivenInputs {
    let mut given = GivenInputs::default();
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
        if place.item == 0 {
            given.inputs.push(GivenInput { name, bytes: bytes.to_vec(), ..GivenInput::default() });
            continue;
        }
        let target = (place.target != 0).then(|| number_of(&mut given.objects, place.target));
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

/// The row of a search for the inputs of a path. `None` if they cannot be said in one.
pub(super) fn row(given: &GivenInputs, blueprints: &Blueprints) -> Option<Vec<u8>> {
    let mut writer = Writer { given, blueprints, row: Vec::new(), objects: Vec::new() };
    for input in &given.inputs {
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
        let PartKind::Pointer(ty) = part.kind else {
            let mut byte = at.0;
            let end = at.0 + part.width.0;
            while byte < end {
                let width = Bits((end - byte).min(8));
                self.row.push(bits_at(&input.bytes, Bits(byte), width) as u8);
                byte += 8;
            }
            return Some(());
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

    /// An object that a pointer has of its own.
    fn own(&mut self, ty: usize, number: u32, count: u64, depth: u32) -> Option<()> {
        self.objects.push((ty, number));
        let object = self.given.objects.get(number as usize)?;
        self.fill(object, ty, count, depth + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::blueprints::blueprints;
    use crate::frontend::{self, Options};
    use crate::replay::{GuidedOptions, GuidedRunner, Source};

    const DRIVER: &str = r#"
#include "symir.h"
struct item { struct item *next; int key; unsigned flag : 3; signed char tag; char *name; double weight; short w[2]; };
int main(void) {
    struct item *first = symir_pointer(struct item, "first"), *other = symir_pointer(struct item, "other");
    int n = symir_int("n");
    struct item whole;
    symir_object(whole, "whole");
    short *row = symir_array(short, 5, "row");
    char *text = symir_text(6, "text");
    return first == other && n > 0 && whole.key && row && text;
}
"#;

    /// Every row of bytes says which inputs there are, and these say the row.
    #[test]
    fn rows_and_inputs_say_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("driver.c");
        std::fs::write(&file, DRIVER).expect("a file");
        let options = Options { guided: true, ..Options::default() };
        let files = vec![file];
        let compiled = frontend::compile(&files, &options).expect("the program compiles");
        let known = blueprints(&compiled.program, crate::exec::ExecOptions::default().chains);
        assert_eq!(known.roots.len(), 5, "{known:?}");
        let guided = compiled.guided.as_ref().expect("it was asked for");
        let limits = GuidedOptions { blueprints: known.clone(), ..GuidedOptions::default() };
        let mut runner =
            GuidedRunner::build(guided, Source { files, options }, limits).expect("it can be run");
        // The second pointer is an object of its own, or the same as the first.
        let mut rng = crate::util::Rng::from_seed(7);
        let mut n_shared = 0;
        for _ in 0..200 {
            let drawn: Vec<u8> = (0..400).map(|_| rng.below(256) as u8 >> rng.below(8)).collect();
            let run = runner.run(std::slice::from_ref(&drawn)).expect("it runs").remove(0);
            assert!(run.is_valid(), "{run:?}");
            let mut genotype = Genotype::new(drawn, runner.layout(run.layout).clone());
            // What is taken as another value than it says is said as it is taken.
            genotype.settle();
            let given = given(&genotype);
            assert_eq!(given.inputs.len(), 6, "{given:?}");
            n_shared += usize::from(given.inputs[0].pointers == given.inputs[1].pointers);
            assert_eq!(row(&given, &known).as_deref(), Some(genotype.bytes()), "{given:?}");
        }
        assert!(n_shared > 0, "two pointers lead to one object at times");
    }
}
