//! The contents of one object.

mod sparse;
mod unsure;
mod updates;

use unsure::{PerhapsWrite, Unsure};
pub(super) use updates::Update;

use super::{Content, ObjectRef, Offsets, Value};
use crate::expr::{Arena, Assignment, ExprId, Kind, SymbolId};
use crate::util::image::{self, Image};
use crate::util::{Bits, Bytes};
use smallvec::SmallVec;
use sparse::Sparse;
use std::ops::Range;

/// One byte of memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Byte {
    Concrete(u8),
    /// A term of 8 bits.
    Symbolic(ExprId),
    /// A part of a symbol. Its term is made only when it is read.
    Input(SymbolByte),
    /// Never written since the object was made.
    Uninitialised,
}

/// Eight bits of a symbol; byte 0 has the lowest. Bits beyond the width of the symbol are zero.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SymbolByte {
    pub symbol: SymbolId,
    pub byte: u8,
}

impl SymbolByte {
    /// How many bits of the raw form hold the number of the byte: symbols have at most 128 bits.
    const BYTE: u32 = 4;
    /// Marks a raw form that is not the id of a term.
    const MARK: u32 = 1 << 31;
    /// Symbols from this one on are written as terms.
    const END: usize = ((Self::MARK >> Self::BYTE) - 1) as usize;

    fn raw(self) -> u32 {
        Self::MARK | self.symbol.raw() << Self::BYTE | u32::from(self.byte)
    }

    fn from_raw(raw: u32) -> Self {
        let symbol = SymbolId::from_raw((raw & !Self::MARK) >> Self::BYTE);
        Self { symbol, byte: (raw & ((1 << Self::BYTE) - 1)) as u8 }
    }

    /// The term of 8 bits.
    pub fn term(self, arena: &mut Arena) -> ExprId {
        let symbol = arena.term_of(self.symbol);
        let low = u32::from(self.byte) * 8;
        let width = Bits((arena.width(symbol).0 - low).min(8));
        let part = arena.extract(symbol, low, width);
        arena.zext(part, Bits(8))
    }

    /// The value under an assignment.
    pub fn value(self, values: &Assignment) -> u8 {
        (values.get(self.symbol) >> (u32::from(self.byte) * 8)) as u8
    }
}

/// Bytes with what is known about each beyond its value.
#[derive(Clone, Debug)]
pub struct Object {
    /// Concrete values; zero where the byte is symbolic or was never written.
    pub(super) bytes: SmallVec<[u8; FEW]>,
    /// One bit for each byte, set if it was written; `None` if all were.
    pub(super) written: Option<SmallVec<[u64; 1]>>,
    /// The term or the part of a symbol of each symbolic byte, [`CONCRETE`] elsewhere; `None` if no byte is
    /// symbolic.
    pub(super) terms: Option<Vec<u32>>,
    /// The object of the address stored in each aligned word; `None` if no word has one.
    pub(super) pointers: Option<Vec<Option<ObjectRef>>>,
    /// Later writes, the oldest first: those at offsets that are terms with too many possible values to write
    /// at each of them, and all writes after the first of these.
    pub(super) updates: Vec<Update>,
    /// The bytes that are marked as written, but were written only for some values of terms.
    pub(super) unsure: Option<Box<Unsure>>,
    /// The contents of a large object, instead of everything above but the updates.
    pub(super) sparse: Option<Box<Sparse>>,
}

const CONCRETE: u32 = u32::MAX;
/// Objects of up to this many bytes, as most local variables are, take no memory of their own for them.
const FEW: usize = 16;
/// Objects of this size and more are kept in pages, whatever made them. Smaller ones take a byte or more for
/// each of their bytes in each state, which would be too much for large ones.
const SPARSE_FROM: Bytes = Bytes(4 << 20);
pub(super) const WORD: usize = 8;

impl Object {
    /// An object of which no byte was written yet.
    pub fn uninitialised(size: Bytes) -> Self {
        let len = size.0 as usize;
        if size >= SPARSE_FROM {
            return Self::sparse(Sparse::new(len, false));
        }
        Self { written: (len > 0).then(|| SmallVec::from_elem(0, len.div_ceil(64))), ..Self::flat(len) }
    }

    /// An object of which every byte was written and is zero.
    pub fn zeroed(size: Bytes) -> Self {
        let len = size.0 as usize;
        if size >= SPARSE_FROM { Self::sparse(Sparse::new(len, true)) } else { Self::flat(len) }
    }

    /// All zero; every byte takes memory.
    fn flat(len: usize) -> Self {
        assert!(len < SPARSE_FROM.0 as usize, "invariant: large objects are sparse");
        Self {
            bytes: SmallVec::from_elem(0, len),
            written: None,
            terms: None,
            pointers: None,
            updates: Vec::new(),
            unsure: None,
            sparse: None,
        }
    }

    pub(super) fn sparse(contents: Sparse) -> Self {
        Self { sparse: Some(Box::new(contents)), ..Self::flat(0) }
    }

    /// An object with these contents.
    pub fn initialised(bytes: Vec<u8>) -> Self {
        if bytes.len() as u64 >= SPARSE_FROM.0 {
            return Self::from_image(&Image::from(&*bytes));
        }
        Self { bytes: SmallVec::from_vec(bytes), ..Self::flat(0) }
    }

    /// An object with these contents.
    pub fn from_image(image: &Image) -> Self {
        if image.len() as u64 >= SPARSE_FROM.0 {
            return Self::sparse(Sparse::from_image(image));
        }
        let mut object = Self::flat(image.len());
        for (start, page) in image.pages() {
            object.bytes[start..][..page.len()].copy_from_slice(page);
        }
        object
    }

    /// How many bytes of memory the object takes.
    pub(super) fn footprint(&self) -> usize {
        let len = self.bytes.len();
        let terms = self.terms.as_ref().map_or(0, |terms| terms.len() * 4);
        let pointers = self.pointers.as_ref().map_or(0, |pointers| pointers.len() * 12);
        let written = self.written.as_ref().map_or(0, |written| written.len() * 8);
        let pages = self.sparse.as_ref().map_or(0, |sparse| sparse.footprint());
        std::mem::size_of::<Self>() + len + terms + pointers + written + pages + self.updates.len() * 48
    }

    /// The number of bytes.
    #[inline]
    pub fn len(&self) -> usize {
        match &self.sparse {
            None => self.bytes.len(),
            Some(sparse) => sparse.len(),
        }
    }

    /// Whether the object has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The parts in which bytes may differ from each other and pointers may be.
    pub fn extents(&self) -> Vec<Range<usize>> {
        match &self.sparse {
            None => std::iter::once(0..self.len()).collect(),
            Some(sparse) => sparse.extents(),
        }
    }

    /// The concrete value of `size` bytes (1 to 8) at `offset`, if every byte was written and none is a term.
    /// The caller has checked the bounds.
    #[inline]
    pub fn concrete(&self, offset: usize, size: usize) -> Option<Value> {
        if self.terms.is_some() || !self.updates.is_empty() || !self.is_written(offset, size) {
            return None;
        }
        if let Some(sparse) = &self.sparse {
            return sparse.concrete(offset, size);
        }
        let mut word = [0; WORD];
        word[..size].copy_from_slice(&self.bytes[offset..offset + size]);
        let value = Value::int(u64::from_le_bytes(word));
        if size == WORD && self.pointers.is_some() {
            return Some(value.with_object(self.pointer_at(offset)));
        }
        Some(value)
    }

    /// As [`Self::concrete`], for 1, 2, 4 or 8 bytes.
    #[inline(always)]
    pub(super) fn concrete_sized<const SIZE: usize>(&self, offset: usize) -> Option<Value> {
        if self.terms.is_some() || !self.updates.is_empty() {
            return None;
        }
        if self.written.is_some() && !self.is_written(offset, SIZE) {
            return None;
        }
        let bytes: [u8; SIZE] = self.bytes.get(offset..offset + SIZE)?.try_into().ok()?;
        let mut word = [0; WORD];
        word[..SIZE].copy_from_slice(&bytes);
        let value = Value::int(u64::from_le_bytes(word));
        if SIZE == WORD && self.pointers.is_some() {
            return Some(value.with_object(self.pointer_at(offset)));
        }
        Some(value)
    }

    /// As [`Self::write_int`], for 1, 2, 4 or 8 bytes.
    #[inline(always)]
    pub(super) fn write_sized<const SIZE: usize>(&mut self, offset: usize, value: u64) {
        let place: Option<&mut [u8; SIZE]> =
            self.bytes.get_mut(offset..offset + SIZE).and_then(|bytes| bytes.try_into().ok());
        // The caller has checked the bounds, so only a sparse object has no bytes there.
        let Some(bytes) = place else { return self.write_int(offset, SIZE, value) };
        bytes.copy_from_slice(&value.to_le_bytes()[..SIZE]);
        if self.written.is_some() {
            self.mark_written(offset, SIZE);
        }
        if let Some(terms) = &mut self.terms {
            terms[offset..offset + SIZE].fill(CONCRETE);
        }
        if self.pointers.is_some() {
            self.forget_pointers(offset, SIZE);
        }
    }

    /// Whether all of `size` bytes at `offset` were written.
    #[inline]
    pub fn is_written(&self, offset: usize, size: usize) -> bool {
        let Some(written) = &self.written else {
            return self.sparse.as_ref().is_none_or(|sparse| sparse.is_written(offset, size));
        };
        if offset / 64 == (offset + size - 1) / 64 && size < 64 {
            let mask = ((1u64 << size) - 1) << (offset % 64);
            return written[offset / 64] & mask == mask;
        }
        let mut at = offset;
        while at < offset + size {
            let rest = offset + size - at;
            let (whole, step) = if at.is_multiple_of(64) && rest >= 64 {
                (written[at / 64] == u64::MAX, 64)
            } else {
                (written[at / 64] >> (at % 64) & 1 == 1, 1)
            };
            if !whole {
                return false;
            }
            at += step;
        }
        true
    }

    /// The byte at `offset`, before the updates.
    pub fn byte(&self, offset: usize) -> Byte {
        if let Some(sparse) = &self.sparse {
            return sparse.byte(offset);
        }
        if let Some(terms) = &self.terms
            && terms[offset] != CONCRETE
        {
            return match terms[offset] {
                raw if raw & SymbolByte::MARK != 0 => Byte::Input(SymbolByte::from_raw(raw)),
                raw => Byte::Symbolic(ExprId::from_raw(raw)),
            };
        }
        if !self.is_written(offset, 1) {
            return Byte::Uninitialised;
        }
        Byte::Concrete(self.bytes[offset])
    }

    /// The object of the address stored in the word at `offset`.
    pub fn pointer_at(&self, offset: usize) -> Option<ObjectRef> {
        if !offset.is_multiple_of(WORD) {
            return None;
        }
        if let Some(sparse) = &self.sparse {
            return sparse.pointer_at(offset);
        }
        self.pointers.as_ref()?.get(offset / WORD).copied().flatten()
    }

    /// Whether the contents are still those of an image of the same size. Bytes that were never written count
    /// as equal, and so do those for which `ignored` is true.
    pub fn is_still(&self, first: &Image, ignored: impl Fn(usize) -> bool) -> bool {
        self.updates.is_empty()
            && match &self.sparse {
                None => self.part_is_still(0..self.len(), first, 0, &ignored),
                Some(sparse) => sparse.is_still(first, &ignored),
            }
    }

    /// As [`Self::is_still`], for a part of an object without pages. The part lies `start` bytes later in the
    /// image.
    fn part_is_still(
        &self,
        part: Range<usize>,
        first: &Image,
        start: usize,
        ignored: &impl Fn(usize) -> bool,
    ) -> bool {
        const CHUNK: usize = 4096;
        const { assert!(image::PAGE.is_multiple_of(CHUNK)) };
        let is_same = |at: usize| match self.byte(at) {
            Byte::Concrete(byte) => first.byte(start + at) == Some(byte) || ignored(start + at),
            Byte::Symbolic(_) | Byte::Input(_) => false,
            Byte::Uninitialised => true,
        };
        part.clone().step_by(CHUNK).all(|at| {
            let mut range = at..part.end.min(at + CHUNK);
            let has_term = |terms: &Vec<u32>| terms[range.clone()].iter().any(|term| *term != CONCRETE);
            // Equal bytes are the same, whether they were written or not.
            let is_equal = first.is_at(start + at, &self.bytes[range.clone()]);
            is_equal && !self.terms.as_ref().is_some_and(has_term) || range.all(is_same)
        })
    }

    /// Whether another object holds the same bytes and pointers. Objects with writes at places that depend on
    /// inputs are never the same. A byte that was never written is equal only to another byte that was never
    /// written.
    pub fn holds_the_same(&self, other: &Object) -> bool {
        let is_same = |at| self.byte(at) == other.byte(at) && self.pointer_at(at) == other.pointer_at(at);
        self.updates.is_empty()
            && other.updates.is_empty()
            && match (&self.sparse, &other.sparse) {
                (Some(ours), Some(theirs)) => ours.says_the_same(theirs, Self::holds_the_same),
                _ => self.len() == other.len() && (0..self.len()).all(is_same),
            }
    }

    /// Whether every byte is known by itself: nothing was written at a place that depends on inputs, and the
    /// object is not so large that it is kept in pages.
    pub fn has_bytes(&self) -> bool {
        self.updates.is_empty() && self.sparse.is_none()
    }

    /// Writes a concrete integer of `size` bytes, 1 to 8.
    #[inline]
    pub fn write_int(&mut self, offset: usize, size: usize, value: u64) {
        if let Some(sparse) = &mut self.sparse {
            return sparse.write_int(offset, size, value);
        }
        self.bytes[offset..offset + size].copy_from_slice(&value.to_le_bytes()[..size]);
        self.mark_written(offset, size);
        if let Some(terms) = &mut self.terms {
            terms[offset..offset + size].fill(CONCRETE);
        }
        if self.pointers.is_some() {
            self.forget_pointers(offset, size);
        }
    }

    /// Writes one byte.
    pub fn write_byte(&mut self, offset: usize, byte: Byte) {
        if let Some(sparse) = &mut self.sparse {
            return sparse.write_byte(offset, byte);
        }
        match byte {
            Byte::Concrete(value) => self.write_int(offset, 1, u64::from(value)),
            Byte::Symbolic(term) => self.write_raw(offset, term.raw()),
            Byte::Input(part) => self.write_raw(offset, part.raw()),
            Byte::Uninitialised => {
                self.write_int(offset, 1, 0);
                let len = self.bytes.len();
                let written = self.written.get_or_insert_with(|| all_written(len));
                written[offset / 64] &= !(1 << (offset % 64));
            }
        }
    }

    fn write_raw(&mut self, offset: usize, raw: u32) {
        self.write_int(offset, 1, 0);
        let len = self.bytes.len();
        self.terms.get_or_insert_with(|| vec![CONCRETE; len])[offset] = raw;
    }

    /// Writes a symbol, if possible without making a term for it.
    pub fn write_symbol(&mut self, arena: &mut Arena, offset: usize, symbol: SymbolId) {
        let width = arena.symbol_key(symbol).width;
        if !self.updates.is_empty() || symbol.index() >= SymbolByte::END {
            let term = arena.term_of(symbol);
            return self.write(arena, offset, width, Value::term(term));
        }
        for byte in 0..width.to_bytes().0 as u8 {
            self.write_byte(offset + usize::from(byte), Byte::Input(SymbolByte { symbol, byte }));
        }
    }

    /// Writes `size` copies of a byte.
    pub fn fill(&mut self, offset: usize, size: usize, byte: u8) {
        if let Some(sparse) = &mut self.sparse {
            return sparse.fill(offset, size, byte);
        }
        self.bytes[offset..offset + size].fill(byte);
        self.mark_written(offset, size);
        if let Some(terms) = &mut self.terms {
            terms[offset..offset + size].fill(CONCRETE);
        }
        self.forget_pointers(offset, size);
    }

    /// Writes `size` bytes of another object, or of this one as it was.
    pub fn copy_from(&mut self, offset: usize, source: &Object, from: usize, size: usize) {
        if let Some(sparse) = &mut self.sparse {
            return sparse.copy_from(offset, source, from, size);
        }
        if let Some(sparse) = &source.sparse {
            return sparse.copy_to(self, offset, from, size);
        }
        self.bytes[offset..offset + size].copy_from_slice(&source.bytes[from..from + size]);
        self.mark_written(offset, size);
        if !source.is_written(from, size) {
            let len = self.bytes.len();
            let written = self.written.get_or_insert_with(|| all_written(len));
            for at in (0..size).filter(|at| !source.is_written(from + at, 1)) {
                written[(offset + at) / 64] &= !(1 << ((offset + at) % 64));
            }
        }
        if let Some(theirs) = &source.unsure {
            // Without bits for written bytes, unsure bytes would not be looked at.
            let len = self.bytes.len();
            self.written.get_or_insert_with(|| all_written(len));
            self.unsure.get_or_insert_default().copy(offset, theirs, from, size);
        }
        if self.terms.is_some() || source.terms.is_some() {
            let len = self.bytes.len();
            let terms = self.terms.get_or_insert_with(|| vec![CONCRETE; len]);
            match &source.terms {
                Some(source) => terms[offset..offset + size].copy_from_slice(&source[from..from + size]),
                None => terms[offset..offset + size].fill(CONCRETE),
            }
        }
        self.forget_pointers(offset, size);
        // The last word of a copy may be cut off; its bytes are then no whole address.
        for at in (0..size.saturating_sub(WORD - 1)).filter(|at| (from + at).is_multiple_of(WORD)) {
            if let Some(object) = source.pointer_at(from + at) {
                self.write_pointer(offset + at, object);
            }
        }
    }

    /// Remembers the object of the address that was just written to the word at `offset`.
    pub fn write_pointer(&mut self, offset: usize, object: ObjectRef) {
        if let Some(sparse) = &mut self.sparse {
            return sparse.write_pointer(offset, object);
        }
        if offset.is_multiple_of(WORD) && offset + WORD <= self.bytes.len() {
            let words = self.bytes.len() / WORD;
            self.pointers.get_or_insert_with(|| vec![None; words])[offset / WORD] = Some(object);
        }
    }

    /// The bytes of a range that were not certainly written so far. A caller whose write may reach them
    /// without doing so for all values of terms passes them to [`Self::note_perhaps`].
    pub(super) fn not_surely_written(&self, offset: usize, size: usize) -> Vec<usize> {
        let is_unsure = |at: usize| self.unsure.as_ref().is_some_and(|unsure| unsure.has(at));
        match (&self.written, self.is_written(offset, size) && self.unsure.is_none()) {
            (Some(_), false) => {
                (offset..offset + size).filter(|at| !self.is_written(*at, 1) || is_unsure(*at)).collect()
            }
            // For large objects this is not tracked.
            _ => Vec::new(),
        }
    }

    /// Notes a write that falls on some of these bytes, and leaves the others as they were.
    pub(super) fn note_perhaps(&mut self, bytes: &[usize], offset: ExprId, size: usize) {
        if !bytes.is_empty() {
            let unsure = self.unsure.get_or_insert_default();
            bytes.iter().for_each(|at| unsure.add(*at));
            unsure.note(PerhapsWrite { offset, distance: 0, size });
        }
    }

    /// Whether a byte that is marked as written was written, if terms have the values that `value` gives.
    /// Updates are not considered.
    pub fn was_written(&self, at: usize, value: impl FnMut(ExprId) -> u64) -> bool {
        self.unsure.as_ref().is_none_or(|unsure| unsure.is_written(at, value))
    }

    pub(super) fn mark_written(&mut self, offset: usize, size: usize) {
        let Some(written) = &mut self.written else {
            if let Some(sparse) = &mut self.sparse {
                sparse.mark_written(offset, size);
            }
            return;
        };
        if let Some(unsure) = &mut self.unsure {
            unsure.settle(offset, size);
        }
        if offset / 64 == (offset + size - 1) / 64 && size < 64 {
            written[offset / 64] |= ((1u64 << size) - 1) << (offset % 64);
            return;
        }
        // Whole words are marked at once, and the bits before and behind them one by one.
        let mut at = offset;
        while at < offset + size {
            if at.is_multiple_of(64) && offset + size - at >= 64 {
                written[at / 64] = u64::MAX;
                at += 64;
            } else {
                written[at / 64] |= 1 << (at % 64);
                at += 1;
            }
        }
    }

    pub(super) fn forget_pointers(&mut self, offset: usize, size: usize) {
        let Some(pointers) = &mut self.pointers else {
            if let Some(sparse) = &mut self.sparse {
                sparse.forget_pointers(offset, size);
            }
            return;
        };
        let end = (offset + size).div_ceil(WORD).min(pointers.len());
        if offset / WORD < end {
            pointers[offset / WORD..end].fill(None);
        }
    }

    /// Reads `width` bits at `offset`. The flag tells whether a byte was never written; such bytes read as
    /// zero.
    pub fn read(&self, arena: &mut Arena, offset: usize, width: Bits) -> (Value, bool) {
        let size = width.to_bytes().0 as usize;
        if size <= WORD
            && let Some(value) = self.concrete(offset, size)
            && (width.0 as usize == size * 8 || value.as_plain().is_some())
        {
            let bits = value.as_int().expect("invariant: plain values are concrete");
            return (Value::int(bits & width.mask() as u64).with_object(value.object()), false);
        }
        if !self.updates.is_empty() {
            return self.read_updated(arena, offset, width);
        }
        self.read_base(arena, offset, width)
    }

    /// Reads as before the updates.
    pub(super) fn read_base(&self, arena: &mut Arena, offset: usize, width: Bits) -> (Value, bool) {
        let size = width.to_bytes().0 as usize;
        if let Some(term) = self.read_symbol(arena, offset, width) {
            return (Value::from_term(arena, term), false);
        }
        let mut uninitialised = false;
        let mut bytes = (offset..offset + size).map(|at| self.byte(at));
        let mut term_of = |arena: &mut Arena, byte| match byte {
            Byte::Concrete(value) => arena.constant(Bits(8), u128::from(value)),
            Byte::Symbolic(term) => term,
            Byte::Input(part) => part.term(arena),
            Byte::Uninitialised => {
                uninitialised = true;
                arena.constant(Bits(8), 0)
            }
        };
        let first = bytes.next().expect("invariant: a read has at least one byte");
        let mut term = term_of(arena, first);
        for byte in bytes {
            let above = term_of(arena, byte);
            term = arena.concat(above, term);
        }
        let term = arena.extract(term, 0, width);
        let object = (size == WORD).then(|| self.pointer_at(offset)).flatten();
        (Value::from_term(arena, term).with_object(object), uninitialised)
    }

    /// Reads bytes that lie within one symbol, as a part of its term.
    fn read_symbol(&self, arena: &mut Arena, offset: usize, width: Bits) -> Option<ExprId> {
        let Byte::Input(SymbolByte { symbol, byte: first }) = self.byte(offset) else { return None };
        let start = u32::from(first) * 8;
        if start + width.0 > arena.symbol_key(symbol).width.0 {
            return None;
        }
        let follows =
            |at: usize| self.byte(offset + at) == Byte::Input(SymbolByte { symbol, byte: first + at as u8 });
        if !(1..width.to_bytes().0 as usize).all(follows) || self.pointer_at(offset).is_some() {
            return None;
        }
        let term = arena.term_of(symbol);
        Some(arena.extract(term, start, width))
    }

    /// Writes `value`, of `width` bits; bits between the width and the next whole byte become zero.
    pub fn write(&mut self, arena: &mut Arena, offset: usize, width: Bits, value: Value) {
        let size = width.to_bytes().0 as usize;
        if !self.updates.is_empty() {
            let number = arena.constant(Bits(64), offset as u128);
            self.update(arena, number, Offsets { first: offset, last: offset, step: 1 }, width, value);
            return;
        }
        match value.as_int() {
            Some(bits) if size <= WORD => self.write_int(offset, size, bits),
            _ if let Some(symbol) = symbol_of(arena, value, width) => {
                self.write_symbol(arena, offset, symbol)
            }
            _ => {
                let term = value.to_term(arena, width);
                let padded = arena.zext(term, Bits(size as u32 * 8));
                for at in 0..size {
                    let byte = arena.extract(padded, at as u32 * 8, Bits(8));
                    self.write_byte(offset + at, byte_of(arena, byte));
                }
            }
        }
        if size == WORD
            && let Some(object) = value.object()
        {
            self.write_pointer(offset, object);
        }
    }
}

/// The bits for written bytes of an object whose `len` bytes were all written.
fn all_written(len: usize) -> SmallVec<[u64; 1]> {
    SmallVec::from_elem(u64::MAX, len.div_ceil(64))
}

/// The symbol that a value of this width is, if it is one and can be written without a term.
fn symbol_of(arena: &Arena, value: Value, width: Bits) -> Option<SymbolId> {
    let Content::Term(term) = value.content() else { return None };
    let node = arena.node(term);
    let symbol = (node.kind == Kind::Symbol && node.width() == width).then(|| node.symbol())?;
    (symbol.index() < SymbolByte::END).then_some(symbol)
}

/// A term of 8 bits as a byte of memory.
pub(super) fn byte_of(arena: &Arena, term: ExprId) -> Byte {
    match arena.as_const(term) {
        Some(value) => Byte::Concrete(value as u8),
        None => match symbol_of(arena, Value::term(term), Bits(8)) {
            Some(symbol) => Byte::Input(SymbolByte { symbol, byte: 0 }),
            None => Byte::Symbolic(term),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;
    use crate::memory::ObjectId;

    fn symbol(arena: &mut Arena, width: u32) -> ExprId {
        arena.symbol(SymbolKey { input: 0, element: 0, name: "x".into(), width: Bits(width) })
    }

    #[test]
    fn a_symbol_written_is_the_symbol_read() {
        let mut arena = Arena::new();
        let x = symbol(&mut arena, 32);
        let mut object = Object::uninitialised(Bytes(8));
        object.write(&mut arena, 2, Bits(32), Value::term(x));
        assert_eq!(object.read(&mut arena, 2, Bits(32)), (Value::term(x), false));
        let low = arena.extract(x, 8, Bits(16));
        assert_eq!(object.read(&mut arena, 3, Bits(16)), (Value::term(low), false));
        assert!(object.read(&mut arena, 1, Bits(16)).1, "byte 1 was never written");
        object.write(&mut arena, 2, Bits(32), Value::int(0x0403_0201));
        assert_eq!(object.read(&mut arena, 3, Bits(16)), (Value::int(0x0302), false));
    }

    #[test]
    fn pointers_keep_their_object_until_overwritten() {
        let mut arena = Arena::new();
        let target = ObjectRef { id: ObjectId::new(5), generation: 9 };
        let mut object = Object::uninitialised(Bytes(16));
        object.write(&mut arena, 8, Bits(64), Value::pointer(target, 0x1000));
        assert_eq!(object.read(&mut arena, 8, Bits(64)).0, Value::pointer(target, 0x1000));
        object.write(&mut arena, 12, Bits(8), Value::int(0));
        assert_eq!(object.read(&mut arena, 8, Bits(64)).0, Value::int(0x1000));
    }

    #[test]
    fn odd_widths_are_padded_with_zeros() {
        let mut arena = Arena::new();
        let bit = symbol(&mut arena, 1);
        let mut object = Object::uninitialised(Bytes(1));
        object.write(&mut arena, 0, Bits(1), Value::term(bit));
        let whole = arena.zext(bit, Bits(8));
        assert_eq!(object.read(&mut arena, 0, Bits(8)), (Value::term(whole), false));
        assert_eq!(object.read(&mut arena, 0, Bits(1)), (Value::term(bit), false));
    }

    /// However an object is made and whatever is done with it, nothing is kept for each of its bytes.
    #[test]
    fn large_objects_take_what_is_written_to_them() {
        const HUGE: usize = 600 << 20;
        let size = Bytes(HUGE as u64);
        let mut image = Image::zeros(HUGE);
        image.write(HUGE - 4, &4i32.to_le_bytes());
        let file = vec![7; SPARSE_FROM.0 as usize];
        let made = [
            Object::uninitialised(size),
            Object::zeroed(size),
            Object::from_image(&image),
            Object::initialised(file.clone()),
        ];
        let target = ObjectRef { id: ObjectId::new(5), generation: 9 };
        for (way, first) in made.into_iter().enumerate() {
            let mut arena = Arena::new();
            let x = symbol(&mut arena, 8);
            let mut object = first.clone();
            object.write(&mut arena, 40, Bits(8), Value::term(x));
            object.write(&mut arena, 80, Bits(64), Value::pointer(target, 0x1000));
            object.write_byte(400, Byte::Uninitialised);
            object.copy_from(100, &Object::uninitialised(Bytes(8)), 0, 8);
            let mut copy = first.clone();
            copy.copy_from(0, &object, 0, object.len());
            assert!(copy.holds_the_same(&object) && !copy.holds_the_same(&first), "way {way}");
            // Pages that are shared with a clone count for neither.
            drop(first);
            assert!(object.footprint() + copy.footprint() < 400 << 10 || way == 3, "way {way}");
        }
        assert!(Object::initialised(file).clone().sparse.is_some());
    }

    #[test]
    fn what_is_still_as_it_was_is_told_by_pages() {
        const HUGE: usize = 600 << 20;
        let mut image = Image::zeros(HUGE);
        image.write(HUGE - 4, &4i32.to_le_bytes());
        let mut object = Object::from_image(&image);
        let nothing = |_: usize| false;
        assert!(object.is_still(&image, nothing) && !object.is_still(&Image::zeros(HUGE), nothing));
        assert!(object.is_still(&Image::zeros(HUGE), |at| at == HUGE - 4));
        object.write_int(300 << 20, 1, 0);
        assert!(object.is_still(&image, nothing));
        object.write_int(300 << 20, 1, 1);
        assert!(!object.is_still(&image, nothing));
        assert!(Object::uninitialised(Bytes(HUGE as u64)).is_still(&image, nothing));
        object.fill(0, HUGE, 1);
        assert!(!object.is_still(&image, nothing));
        let small = Image::from(&b"abc"[..]);
        assert!(Object::from_image(&small).is_still(&small, nothing));
        assert!(!Object::zeroed(Bytes(3)).is_still(&small, |at| at == 1));
    }

    #[test]
    fn written_bits_cross_words() {
        let mut object = Object::uninitialised(Bytes(130));
        object.write_int(60, 8, 7);
        assert!(object.is_written(60, 8));
        assert!(!object.is_written(59, 8));
        assert!(!object.is_written(61, 8));
    }
}
