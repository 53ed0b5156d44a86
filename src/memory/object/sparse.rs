//! The contents of a large object: pages that are made when something is written to them.
//!
//! A page is an [`Object`] of its own, which clones of the object share. Bytes that lie in no page are all
//! alike: never written, or one value such as zero. Offsets are those of the large object, which the caller
//! has checked.

use super::{Byte, Object, WORD};
use crate::memory::{ObjectRef, Value};
use crate::util::Bytes;
use crate::util::image::{Image, PAGE};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

/// A page has few enough bytes to be copied, and a multiple of what a pointer takes.
const _: () = assert!(PAGE.is_multiple_of(WORD) && PAGE <= 1 << 14);

/// Pages by number.
#[derive(Clone, Debug)]
pub struct Sparse {
    len: usize,
    /// What a page contains before something is written to it.
    blank: Rc<Object>,
    pages: BTreeMap<usize, Rc<Object>>,
}

/// The part of a page that an access concerns: its number, where in it, and how many bytes.
struct Part {
    page: usize,
    at: usize,
    size: usize,
}

/// The parts of `size` bytes at `offset`, in order.
fn parts(offset: usize, size: usize) -> impl Iterator<Item = Part> {
    let end = offset + size;
    (offset / PAGE..end.div_ceil(PAGE)).map(move |page| {
        let start = offset.max(page * PAGE);
        Part { page, at: start - page * PAGE, size: end.min((page + 1) * PAGE) - start }
    })
}

impl Sparse {
    /// `len` bytes, all zero or never written.
    pub(in crate::memory) fn new(len: usize, is_zero: bool) -> Self {
        let size = Bytes(PAGE as u64);
        let blank = if is_zero { Object::zeroed(size) } else { Object::uninitialised(size) };
        Self { len, blank: Rc::new(blank), pages: BTreeMap::new() }
    }

    /// The same bytes as an image.
    pub(in crate::memory) fn from_image(image: &Image) -> Self {
        let page = |(start, bytes): (usize, &[u8])| {
            let mut page = bytes.to_vec();
            page.resize(PAGE, 0);
            (start / PAGE, Rc::new(Object::initialised(page)))
        };
        Self { pages: image.pages().map(page).collect(), ..Self::new(image.len(), true) }
    }

    pub(in crate::memory) fn len(&self) -> usize {
        self.len
    }

    /// How many bytes of memory are shared with no clone.
    pub(in crate::memory) fn footprint(&self) -> usize {
        let own = self.pages.values().filter(|page| Rc::strong_count(page) == 1);
        self.pages.len() * 32 + own.map(|page| page.footprint()).sum::<usize>()
    }

    /// The pages that there are, as parts of the object.
    pub(in crate::memory) fn extents(&self) -> Vec<Range<usize>> {
        self.pages.keys().map(|page| page * PAGE..self.len.min((page + 1) * PAGE)).collect()
    }

    /// Whether the contents are still those of an image. Bytes that were never written count as equal, and so
    /// do those for which `ignored` is true.
    pub(in crate::memory) fn is_still(&self, first: &Image, ignored: &impl Fn(usize) -> bool) -> bool {
        let is_still = |number: usize| {
            let size = PAGE.min(self.len - number * PAGE);
            self.page(number).part_is_still(0..size, first, number * PAGE, ignored)
        };
        if !matches!(self.blank.byte(0), Byte::Concrete(0) | Byte::Uninitialised) {
            return (0..self.len.div_ceil(PAGE)).all(is_still);
        }
        // A page that neither has contains zeros in the image, and zeros or bytes never written here.
        let theirs = first.pages().map(|(start, _)| start / PAGE);
        let numbers: BTreeSet<usize> = self.pages.keys().copied().chain(theirs).collect();
        numbers.into_iter().all(is_still)
    }

    fn page(&self, number: usize) -> &Rc<Object> {
        self.pages.get(&number).unwrap_or(&self.blank)
    }

    fn page_mut(&mut self, number: usize) -> &mut Object {
        let page = self.pages.entry(number).or_insert_with(|| Rc::clone(&self.blank));
        Rc::make_mut(page)
    }

    /// `None` also for a value that lies across two pages: it cannot be read at once.
    pub(in crate::memory) fn concrete(&self, offset: usize, size: usize) -> Option<Value> {
        let at = offset % PAGE;
        (at + size <= PAGE).then(|| self.page(offset / PAGE).concrete(at, size)).flatten()
    }

    pub(in crate::memory) fn is_written(&self, offset: usize, size: usize) -> bool {
        parts(offset, size).all(|part| self.page(part.page).is_written(part.at, part.size))
    }

    pub(in crate::memory) fn byte(&self, offset: usize) -> Byte {
        self.page(offset / PAGE).byte(offset % PAGE)
    }

    pub(in crate::memory) fn pointer_at(&self, offset: usize) -> Option<ObjectRef> {
        self.page(offset / PAGE).pointer_at(offset % PAGE)
    }

    pub(in crate::memory) fn write_int(&mut self, offset: usize, size: usize, value: u64) {
        let mut value = value;
        for part in parts(offset, size) {
            self.page_mut(part.page).write_int(part.at, part.size, value);
            value = value.checked_shr(part.size as u32 * 8).unwrap_or(0);
        }
    }

    pub(in crate::memory) fn write_byte(&mut self, offset: usize, byte: Byte) {
        self.page_mut(offset / PAGE).write_byte(offset % PAGE, byte);
    }

    pub(in crate::memory) fn write_pointer(&mut self, offset: usize, object: ObjectRef) {
        if offset + 8 <= self.len {
            self.page_mut(offset / PAGE).write_pointer(offset % PAGE, object);
        }
    }

    /// All pages that are filled completely share one page.
    pub(in crate::memory) fn fill(&mut self, offset: usize, size: usize, byte: u8) {
        let page = || Rc::new(Object::initialised(vec![byte; PAGE]));
        if size == self.len {
            self.blank = page();
            self.pages.clear();
            return;
        }
        let mut whole = None;
        for part in parts(offset, size) {
            if part.size < PAGE {
                self.page_mut(part.page).fill(part.at, part.size, byte);
                continue;
            }
            self.pages.insert(part.page, Rc::clone(whole.get_or_insert_with(page)));
        }
    }

    /// A whole page that is also a whole page of the source is shared instead of copied; a page that is blank
    /// in the source becomes blank here if blank pages are alike.
    pub(in crate::memory) fn copy_from(&mut self, offset: usize, source: &Object, from: usize, size: usize) {
        for part in parts(offset, size) {
            let from = from + (part.page * PAGE + part.at - offset);
            let theirs = source.sparse.as_ref().filter(|_| from.is_multiple_of(PAGE) && part.size == PAGE);
            let Some(theirs) = theirs else {
                self.page_mut(part.page).copy_from(part.at, source, from, part.size);
                continue;
            };
            let is_blank_alike = theirs.blank.byte(0) == self.blank.byte(0);
            match theirs.pages.get(&(from / PAGE)) {
                None if is_blank_alike => self.pages.remove(&part.page),
                _ => self.pages.insert(part.page, Rc::clone(theirs.page(from / PAGE))),
            };
        }
    }

    /// Copies into an object that is not sparse.
    pub(in crate::memory) fn copy_to(&self, to: &mut Object, offset: usize, from: usize, size: usize) {
        for part in parts(from, size) {
            let offset = offset + (part.page * PAGE + part.at - from);
            to.copy_from(offset, self.page(part.page), part.at, part.size);
        }
    }

    pub(in crate::memory) fn mark_written(&mut self, offset: usize, size: usize) {
        for part in parts(offset, size) {
            if !self.page(part.page).is_written(part.at, part.size) {
                self.page_mut(part.page).mark_written(part.at, part.size);
            }
        }
    }

    pub(in crate::memory) fn forget_pointers(&mut self, offset: usize, size: usize) {
        let pages = self.pages.range_mut(offset / PAGE..(offset + size).div_ceil(PAGE));
        for (number, page) in pages {
            if page.pointers.is_some() {
                let start = offset.max(number * PAGE);
                let end = (offset + size).min((number + 1) * PAGE);
                Rc::make_mut(page).forget_pointers(start - number * PAGE, end - start);
            }
        }
    }

    /// The numbers of pages that two objects do not share.
    fn differing(&self, other: &Self) -> Vec<usize> {
        let mut numbers: Vec<usize> = self.pages.keys().chain(other.pages.keys()).copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.retain(|number| !Rc::ptr_eq(self.page(*number), other.page(*number)));
        numbers
    }

    /// Whether both have the same size and the same contents, page by page.
    pub(in crate::memory) fn says_the_same(
        &self,
        other: &Self,
        same: impl Fn(&Object, &Object) -> bool,
    ) -> bool {
        let is_like = self.len == other.len && self.blank.byte(0) == other.blank.byte(0);
        is_like && self.differing(other).into_iter().all(|page| same(self.page(page), other.page(page)))
    }

    /// Joins the pages that differ, one by one.
    pub(in crate::memory) fn join(
        &mut self,
        other: &Self,
        mut join: impl FnMut(&mut Object, &Object) -> Option<()>,
    ) -> Option<()> {
        for page in self.differing(other) {
            join(self.page_mut(page), other.page(page))?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::{Arena, SymbolKey};
    use crate::memory::ObjectId;
    use crate::util::{Bits, Rng};

    const FAR: usize = 6 << 30;

    #[test]
    fn what_is_written_far_apart_is_read_again() {
        let mut arena = Arena::new();
        let mut object = Object::uninitialised(Bytes(8 << 30));
        assert_eq!(object.len(), 8 << 30);
        object.write(&mut arena, FAR, Bits(64), Value::int(7));
        // Across two pages.
        object.write(&mut arena, PAGE - 3, Bits(64), Value::int(0x0807_0605_0403_0201));
        assert_eq!(object.read(&mut arena, FAR, Bits(64)), (Value::int(7), false));
        assert_eq!(object.read(&mut arena, PAGE - 3, Bits(64)), (Value::int(0x0807_0605_0403_0201), false));
        assert!(object.read(&mut arena, FAR + 1, Bits(64)).1, "byte FAR + 8 was never written");
        assert!(object.read(&mut arena, 0, Bits(8)).1);
        assert_eq!(object.extents().len(), 3);
        let key = SymbolKey { input: 0, element: 0, name: "x".into(), width: Bits(32) };
        let x = arena.symbol(key);
        object.write(&mut arena, 2 * PAGE - 2, Bits(32), Value::term(x));
        assert_eq!(object.read(&mut arena, 2 * PAGE - 2, Bits(32)).0, Value::term(x));
        assert!(object.footprint() < 30 * PAGE);
    }

    #[test]
    fn pointers_are_kept_filled_over_and_copied() {
        let mut arena = Arena::new();
        let target = ObjectRef { id: ObjectId::new(5), generation: 9 };
        let mut object = Object::zeroed(Bytes(8 << 30));
        object.write(&mut arena, FAR, Bits(64), Value::pointer(target, 0x1000));
        let mut copy = Object::uninitialised(Bytes(8 << 30));
        copy.copy_from(0, &object, 0, 7 << 30);
        assert_eq!(copy.read(&mut arena, FAR, Bits(64)).0, Value::pointer(target, 0x1000));
        assert_eq!(copy.read(&mut arena, 8, Bits(64)), (Value::ZERO, false));
        assert!(!copy.is_written(7 << 30, 1));
        let mut flat = Object::uninitialised(Bytes(32));
        flat.copy_from(8, &copy, FAR, 16);
        assert_eq!(flat.read(&mut arena, 8, Bits(64)).0, Value::pointer(target, 0x1000));
        copy.copy_from(8, &flat, 8, 8);
        assert_eq!(copy.pointer_at(8), Some(target));
        copy.fill(0, 1 << 30, 0x55);
        assert_eq!(copy.pointer_at(8), None);
        assert_eq!(copy.read(&mut arena, (1 << 30) - 2, Bits(32)).0, Value::int(0x5555));
        copy.fill(0, 8 << 30, 7);
        assert_eq!(copy.read(&mut arena, FAR, Bits(16)), (Value::int(0x0707), false));
        assert!(copy.extents().is_empty());
    }

    /// Compares random writes, fills and copies in an object of a few pages with an array.
    #[test]
    fn agrees_with_an_array() {
        let mut arena = Arena::new();
        let mut rng = Rng::from_seed(17);
        let len = 4 * PAGE;
        let mut below = |n: usize| rng.below(n as u64) as usize;
        let mut bytes = vec![0u8; len];
        let mut object = Object::sparse(Sparse::new(len, true));
        for _ in 0..2000 {
            let (to, from) = (below(len), below(len));
            let size = [8, 100, 3 * PAGE][below(3)];
            let size = (1 + below(size)).min(len - to).min(len - from);
            match below(4) {
                0 => {
                    let size = size.min(8);
                    let value = 0x0102_0304_0506_0708u64.wrapping_mul(1 + from as u64);
                    bytes[to..to + size].copy_from_slice(&value.to_le_bytes()[..size]);
                    object.write_int(to, size, value);
                }
                1 => {
                    bytes[to..to + size].fill(from as u8);
                    object.fill(to, size, from as u8);
                }
                _ => {
                    bytes.copy_within(from..from + size, to);
                    let source = object.clone();
                    object.copy_from(to, &source, from, size);
                }
            }
            let at = below(len - 8);
            let word = u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
            assert_eq!(object.read(&mut arena, at, Bits(64)), (Value::int(word), false), "at {at}");
        }
    }
}
