//! Joins two memories that have the same objects into one. Where their contents differ, it has a choice
//! between both.

use super::object::WORD;
use super::{Byte, Memory, Object, Value};
use crate::expr::{Arena, ExprId, Kind};
use crate::util::Bits;
use std::rc::Rc;

/// Makes the choice between two values of the same width; `None` if that goes beyond what is allowed.
pub type Chooser<'a> = dyn FnMut(&mut Arena, ExprId, ExprId) -> Option<ExprId> + 'a;

/// A word with its values in both memories.
struct Window {
    start: usize,
    /// In bytes.
    size: usize,
    values: [ExprId; 2],
}

impl Memory {
    /// Joins the contents of `other` into this memory, by choices. Bytes that only one of the two has written
    /// are taken over if `fills`; otherwise they cannot be joined. `None` if the objects are not the same or
    /// no choice can be made; this memory must then not be used any more.
    pub fn join(
        &mut self,
        arena: &mut Arena,
        other: &Memory,
        fills: bool,
        choose: &mut Chooser,
    ) -> Option<()> {
        for (region, theirs) in self.regions.iter_mut().zip(&other.regions) {
            if region.len() != theirs.len() {
                return None;
            }
            let differing: Vec<usize> = region.differing(theirs).collect();
            for index in differing {
                let (ours, theirs) = (region.get(index)?, theirs.get(index)?);
                if !ours.is_laid_out_as(theirs) {
                    return None;
                }
                let (Some(ours), Some(theirs)) = (&ours.object, &theirs.object) else { continue };
                if Rc::ptr_eq(ours, theirs) || ours.says_the_same(theirs) {
                    continue;
                }
                let mut joined = Object::clone(ours);
                joined.join(arena, theirs, fills, choose)?;
                region.get_mut(index)?.object = Some(Rc::new(joined));
            }
        }
        // A reference that is out of date in one of the two must not become valid again.
        self.stack_counter = self.stack_counter.max(other.stack_counter);
        Some(())
    }
}

impl Object {
    fn says_the_same(&self, other: &Object) -> bool {
        self.updates.is_empty()
            && other.updates.is_empty()
            && self.bytes == other.bytes
            && self.written == other.written
            && self.unsure == other.unsure
            && self.terms == other.terms
            && self.pointers == other.pointers
            && match (&self.sparse, &other.sparse) {
                (Some(ours), Some(theirs)) => ours.says_the_same(theirs, Self::says_the_same),
                (ours, theirs) => ours.is_none() && theirs.is_none(),
            }
    }

    fn join(&mut self, arena: &mut Arena, other: &Object, fills: bool, choose: &mut Chooser) -> Option<()> {
        let len = self.len();
        if len != other.len() || !self.updates.is_empty() || !other.updates.is_empty() {
            return None;
        }
        if self.unsure != other.unsure {
            return None;
        }
        if let (Some(ours), Some(theirs)) = (&mut self.sparse, &other.sparse) {
            return ours.join(theirs, |ours, theirs| ours.join(arena, theirs, fills, choose));
        }
        self.fill_gaps(other, fills)?;
        let mut at = 0;
        while at < len {
            let is_same = self.byte(at) == other.byte(at) || other.byte(at) == Byte::Uninitialised;
            let word = at - at % WORD;
            // There may be a choice between two addresses of one object, but not between objects: for that,
            // states fork.
            let pointer = self.pointer_at(word);
            if pointer != other.pointer_at(word)
                && (word..len.min(word + WORD)).any(|at| other.is_written(at, 1))
            {
                return None;
            }
            if is_same {
                at += 1;
                continue;
            }
            let Window { start, size, values: [ours, theirs] } = self.window(arena, other, at)?;
            let chosen = choose(arena, ours, theirs)?;
            let chosen = Value::from_term(arena, chosen).with_object(pointer);
            self.write(arena, start, Bits(size as u32 * 8), chosen);
            at = start + size;
        }
        Some(())
    }

    /// Takes over the bytes that were written there and not here.
    fn fill_gaps(&mut self, other: &Object, fills: bool) -> Option<()> {
        if self.written == other.written {
            return Some(());
        }
        if !fills {
            return None;
        }
        let len = self.len();
        let mut at = 0;
        while at < len {
            let start = at;
            while at < len && !self.is_written(at, 1) && other.is_written(at, 1) {
                at += 1;
            }
            if at > start {
                self.copy_from(start, other, start, at - start);
            } else {
                at += 1;
            }
        }
        Some(())
    }

    /// The largest word around the byte `at` that is one number or one term in both objects. `None` if it
    /// would cut an address into parts.
    fn window(&self, arena: &mut Arena, other: &Object, at: usize) -> Option<Window> {
        for size in [8, 4, 2, 1] {
            let start = at - at % size;
            if start + size > self.len() {
                continue;
            }
            let is_written = |object: &Object| object.is_written(start, size);
            if size > 1 && !(is_written(self) && is_written(other)) {
                continue;
            }
            let values = [self, other].map(|object| {
                let width = Bits(size as u32 * 8);
                object.read_base(arena, start, width).0.to_term(arena, width)
            });
            let is_one = |arena: &Arena, term: ExprId| arena.node(term).kind != Kind::Concat;
            if size == 1 || values.iter().all(|term| is_one(arena, *term)) {
                let cuts = size < WORD && self.pointer_at(at - at % WORD).is_some();
                return (!cuts).then_some(Window { start, size, values });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;
    use crate::memory::{ObjectId, ObjectRef, Origin, Region};
    use crate::util::Bytes;

    /// Writes to an object.
    type Side<'a> = &'a dyn Fn(&mut Arena, &mut Object);

    /// Joins two memories with one object of 16 bytes, by choices on a symbol.
    fn join(arena: &mut Arena, fills: bool, [first, second]: [Side; 2]) -> Option<Object> {
        let condition = symbol(arena, "c", 1);
        let mut memory = Memory::new();
        let object = Object::uninitialised(Bytes(16));
        let id = memory.allocate(Region::Heap, object, Bytes(8), Origin::default()).id;
        let mut other = memory.clone();
        first(arena, memory.object_mut(id));
        second(arena, other.object_mut(id));
        let mut choose = |arena: &mut Arena, a, b| Some(arena.ite(condition, a, b));
        memory.join(arena, &other, fills, &mut choose)?;
        Some(memory.object(id).clone())
    }

    fn symbol(arena: &mut Arena, name: &str, width: u32) -> ExprId {
        arena.symbol(SymbolKey { input: 0, element: 0, name: name.into(), width: Bits(width) })
    }

    #[test]
    fn what_differs_is_a_choice_of_whole_words() {
        let mut arena = Arena::new();
        let x = symbol(&mut arena, "x", 32);
        let joined = join(
            &mut arena,
            true,
            [
                &|_, object| {
                    object.write_int(0, 8, 7);
                    object.write_int(8, 4, 1);
                },
                &|arena, object| {
                    object.write_int(0, 8, 7);
                    object.write(arena, 8, Bits(32), Value::term(x));
                },
            ],
        );
        let condition = symbol(&mut arena, "c", 1);
        let one = arena.constant(Bits(32), 1);
        let choice = arena.ite(condition, one, x);
        let joined = joined.expect("both have the same layout");
        assert_eq!(joined.read(&mut arena, 8, Bits(32)), (Value::term(choice), false));
        assert_eq!(joined.read(&mut arena, 0, Bits(64)), (Value::int(7), false));
    }

    #[test]
    fn what_one_never_wrote_is_what_the_other_has() {
        let sides: [Side; 2] =
            [&|_, object| object.write_int(0, 4, 5), &|_, object| object.write_int(4, 4, 6)];
        let mut arena = Arena::new();
        let joined = join(&mut arena, true, sides).expect("gaps are filled");
        assert_eq!(joined.read(&mut arena, 0, Bits(64)), (Value::int(0x6_0000_0005), false));
        assert!(joined.read(&mut arena, 8, Bits(8)).1, "neither wrote it");
        assert!(join(&mut arena, false, sides).is_none(), "unless unwritten bytes matter");
    }

    #[test]
    fn addresses_of_different_objects_are_no_choice() {
        let target = |number| ObjectRef { id: ObjectId::new(number), generation: 0 };
        let point = |number, address| {
            move |arena: &mut Arena, object: &mut Object| {
                object.write(arena, 0, Bits(64), Value::pointer(target(number), address));
            }
        };
        let mut arena = Arena::new();
        assert!(join(&mut arena, true, [&point(1, 0x1000), &point(2, 0x2000)]).is_none());
        let joined = join(&mut arena, true, [&point(1, 0x1000), &point(1, 0x1004)]);
        let read = joined.expect("one object, two places").read(&mut arena, 0, Bits(64)).0;
        assert_eq!(read.object(), Some(target(1)));
    }
}
