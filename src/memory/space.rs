//! The address space: where objects lie and which object an address belongs to.

use super::{Access, AccessError, Object, ObjectId, ObjectRef, Value};
use crate::expr::Arena;
use crate::util::{Bytes, CowVec, OBJECT_ALIGN};
use std::rc::Rc;

/// A part of the address space with its own table of objects, in the order of their addresses.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Region {
    /// Globals and functions: made before the program starts.
    Static,
    /// Lives until freed; ids and addresses are never used again.
    Heap,
    /// Made for pointers that are inputs; otherwise like the heap.
    Input,
    /// Lives until its frame is left; ids and addresses are used again.
    Stack,
}

const REGIONS: [Region; 4] = [Region::Static, Region::Heap, Region::Input, Region::Stack];
const INDEX_BITS: u32 = 30;

/// No region grows beyond this many bytes.
const REACH: u64 = 1 << 43;

impl Region {
    /// Where the region begins. These are numbers that no program has for another reason, and neither of
    /// their halves of 32 bits is zero or small. So an address that a program cuts to an `int` and makes a
    /// pointer again becomes another address, and never null.
    const fn base(self) -> u64 {
        match self {
            Region::Static => 0x2f6d_93a1_5c70,
            Region::Heap => 0x4b17_c8e2_94d0,
            Region::Input => 0x61a9_d4c3_b7f0,
            Region::Stack => 0x71c3_e6f4_8a90,
        }
    }

    /// Whether a number can be an address at all, which nearly all numbers cannot.
    #[inline]
    pub fn may_hold(number: u64) -> bool {
        (Region::Static.base()..1 << 47).contains(&number)
    }

    /// What a number would be if every region lay elsewhere, each moved by another distance. A number that is
    /// no address stays as it is; the negative of an address, which comes of subtracting it, is moved the
    /// other way.
    pub fn moved(number: u64) -> u64 {
        let moved = |address: u64| {
            let region = REGIONS.iter().rev().find(|region| address >= region.base())?;
            let by = 0x1_2345_6000 * (*region as u64 + 1);
            (address - region.base() < REACH).then(|| address + by)
        };
        let minus = |number: u64| number.wrapping_neg();
        moved(number).or_else(|| moved(minus(number)).map(minus)).unwrap_or(number)
    }
}

impl ObjectId {
    fn pack(region: Region, index: usize) -> Self {
        let index = u32::try_from(index).expect("invariant: fewer than 2^30 objects");
        assert!(index < 1 << INDEX_BITS, "invariant: fewer than 2^30 objects");
        Self::from_raw((region as u32) << INDEX_BITS | index)
    }

    /// The region of the object.
    #[inline]
    pub fn region(self) -> Region {
        REGIONS[(self.raw() >> INDEX_BITS) as usize]
    }

    #[inline]
    fn slot(self) -> usize {
        (self.raw() & ((1 << INDEX_BITS) - 1)) as usize
    }
}

/// What made an object. The number is for the executor: the index of a global or function, or the position
/// of the instruction that allocated.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Origin {
    pub kind: OriginKind,
    pub number: u32,
    /// For an object on the heap: the position of the call that knows what the object is for. In a program that
    /// allocates by a function such as `xmalloc`, it is the call of `xmalloc`, and `number` is the one within it.
    pub asked_at: u32,
}

impl Origin {
    pub const fn new(kind: OriginKind, number: u32) -> Self {
        Self { kind, number, asked_at: number }
    }
}

/// The ways in which objects come to be.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum OriginKind {
    #[default]
    Global,
    Constant,
    Function,
    Local,
    Heap,
    /// Objects of the environment, such as the arguments of `main` and files.
    Environment,
}

/// An object in its place.
#[derive(Clone, Default, Debug)]
pub(super) struct Slot {
    address: u64,
    size: Bytes,
    generation: u16,
    origin: Origin,
    /// The position of the instruction that freed it.
    freed: Option<u32>,
    /// Whether the allocator was asked to change its size and could not.
    is_handed: bool,
    /// `None` once it was freed.
    pub(super) object: Option<Rc<Object>>,
}

impl Slot {
    /// Where the room for its bytes ends, which may be larger than its size.
    fn end(&self) -> u64 {
        let room = self.object.as_ref().map_or(0, |object| object.len() as u64);
        self.address + self.size.0.max(room)
    }

    /// Whether another slot is the same, except perhaps for the contents of its object.
    pub(super) fn is_laid_out_as(&self, other: &Slot) -> bool {
        let layout =
            |slot: &Slot| (slot.address, slot.size, slot.generation, slot.origin, slot.freed, slot.is_handed);
        layout(self) == layout(other) && self.object.is_some() == other.object.is_some()
    }
}

/// Where in an object an access begins. It was checked that all of its bytes lie within the object.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Location {
    pub object: ObjectId,
    pub offset: usize,
}

/// The objects of a region. Memory is cloned for each state and for each call that is recorded, and often only
/// one or two variables of a frame change in between, so that pages are small.
type Slots = CowVec<Slot, 16>;

/// All objects of one state.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(super) regions: [Slots; 4],
    /// Counts stack objects ever made; its low bits are generations.
    pub(super) stack_counter: u32,
}

/// Unmapped bytes after each object, so that a pointer one past its end is no other object's address.
const GAP: u64 = 16;
/// The greatest alignment that an object gets.
const MOST_ALIGNED: u64 = 1 << 32;
/// No object lies below this address, so that addresses near null can be told from others.
pub const PAGE: u64 = 4096;

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl Memory {
    /// A memory without objects.
    pub fn new() -> Self {
        Self { regions: Default::default(), stack_counter: 0 }
    }

    /// Whether `size` more bytes fit into a region, with the room that their alignment takes.
    pub fn has_room(&self, region: Region, size: Bytes) -> bool {
        let slots = &self.regions[region as usize];
        let end = slots.len().checked_sub(1).and_then(|last| slots.get(last));
        let used = end.map_or(0, |slot| slot.end() - region.base());
        used.checked_add(size.0).is_some_and(|all| all + 2 * PAGE < REACH)
    }

    /// Makes an object at the next free address of `region` that is a multiple of `align` and of
    /// [`OBJECT_ALIGN`].
    pub fn allocate(&mut self, region: Region, object: Object, align: Bytes, origin: Origin) -> ObjectRef {
        let generation = match region {
            Region::Stack => {
                self.stack_counter = self.stack_counter.wrapping_add(1);
                self.stack_counter as u16
            }
            _ => 0,
        };
        let slots = &mut self.regions[region as usize];
        let free = match slots.len().checked_sub(1).and_then(|last| slots.get(last)) {
            Some(last) => last.end() + GAP,
            None => region.base(),
        };
        let address = free.next_multiple_of(align.0.clamp(OBJECT_ALIGN.0, MOST_ALIGNED).next_power_of_two());
        let id = ObjectId::pack(region, slots.len());
        let size = Bytes(object.len() as u64);
        slots.push(Slot {
            address,
            size,
            generation,
            origin,
            freed: None,
            is_handed: false,
            object: Some(Rc::new(object)),
        });
        ObjectRef { id, generation }
    }

    /// The id of the object that stands for the function at this position of the program. These objects are
    /// made first.
    pub fn function_object(position: usize) -> ObjectId {
        ObjectId::pack(Region::Static, position)
    }

    /// The number of stack objects: a mark for [`Self::release_stack`].
    pub fn stack_mark(&self) -> u32 {
        self.regions[Region::Stack as usize].len() as u32
    }

    /// Drops the stack objects made since the mark.
    pub fn release_stack(&mut self, mark: u32) {
        self.regions[Region::Stack as usize].truncate(mark as usize);
    }

    /// The bytes of the stack that are in use.
    pub fn stack_size(&self) -> Bytes {
        let slots = &self.regions[Region::Stack as usize];
        let end = slots.len().checked_sub(1).and_then(|last| slots.get(last));
        Bytes(end.map_or(0, |slot| slot.address + slot.size.0 - Region::Stack.base()))
    }

    /// A lower bound for the bytes that the stack objects made since the mark need, wherever they lie.
    pub fn stack_size_from(&self, mark: u32) -> Bytes {
        let slots = &self.regions[Region::Stack as usize];
        let Some(first) = slots.get(mark as usize) else { return Bytes(0) };
        let n = (slots.len() - mark as usize) as u64;
        let span = self.stack_size().0 - (first.address - Region::Stack.base());
        Bytes(span.saturating_sub(n * (GAP + OBJECT_ALIGN.0 - 1)))
    }

    /// The life of a local variable begins, for the first time or again; what it contains stays.
    pub fn begin_life(&mut self, object: ObjectRef) {
        if self.is_current(object) && self.slot(object.id).freed.is_some() {
            self.slot_mut(object.id).freed = None;
        }
    }

    /// The life of a local variable ends at the instruction numbered `by`.
    pub fn end_life(&mut self, object: ObjectRef, by: u32) {
        if self.is_current(object) && self.slot(object.id).freed.is_none() {
            self.slot_mut(object.id).freed = Some(by);
        }
    }

    /// Every object of a region that is alive, in the order of addresses.
    pub fn live(&self, region: Region) -> impl Iterator<Item = ObjectRef> + '_ {
        let slots = self.regions[region as usize].iter().enumerate();
        slots.filter(|(_, slot)| slot.freed.is_none()).map(move |(index, slot)| ObjectRef {
            id: ObjectId::pack(region, index),
            generation: slot.generation,
        })
    }

    /// Sets how many bytes of an object's room belong to it, counted from the first. The other bytes keep
    /// their contents.
    pub fn set_size(&mut self, id: ObjectId, size: Bytes) {
        let slot = self.slot_mut(id);
        debug_assert!(slot.object.as_ref().is_none_or(|object| size.0 <= object.len() as u64));
        slot.size = size;
    }

    /// Notes that an object was handed to the allocator, which left it as it was: a `realloc` that found no
    /// memory.
    pub fn note_handed(&mut self, id: ObjectId) {
        self.slot_mut(id).is_handed = true;
    }

    /// Whether an object was handed to the allocator, which left it as it was.
    pub fn is_handed(&self, id: ObjectId) -> bool {
        self.slot(id).is_handed
    }

    /// Marks a heap object as freed by the instruction numbered `by`. Its bytes are dropped; everything else
    /// stays known.
    pub fn free(&mut self, object: ObjectRef, by: u32) {
        let slot = self.slot_mut(object.id);
        slot.size = Bytes(slot.end() - slot.address);
        slot.freed = Some(by);
        slot.object = None;
    }

    /// The heap objects that were freed since `earlier`: whether each was made since then, too, and the number of
    /// the instruction that freed it.
    pub fn freed_since<'m>(&'m self, earlier: &'m Memory) -> impl Iterator<Item = (bool, u32)> + 'm {
        let earlier = &earlier.regions[Region::Heap as usize];
        self.regions[Region::Heap as usize].iter().enumerate().filter_map(|(index, slot)| {
            let was = earlier.get(index);
            let by = slot.freed.filter(|_| was.is_none_or(|was| was.freed.is_none()))?;
            Some((was.is_none(), by))
        })
    }

    /// How many heap objects there were, freed or not.
    pub fn n_allocated(&self) -> usize {
        self.regions[Region::Heap as usize].len()
    }

    #[inline]
    fn slot(&self, id: ObjectId) -> &Slot {
        self.get(id).expect("invariant: ids come from this memory")
    }

    #[inline]
    fn get(&self, id: ObjectId) -> Option<&Slot> {
        self.regions[id.region() as usize].get(id.slot())
    }

    #[inline]
    fn slot_mut(&mut self, id: ObjectId) -> &mut Slot {
        let region = &mut self.regions[id.region() as usize];
        region.get_mut(id.slot()).expect("invariant: ids come from this memory")
    }

    /// The first address of a live or freed object.
    pub fn address(&self, id: ObjectId) -> u64 {
        self.slot(id).address
    }

    /// The size of a live or freed object.
    pub fn size(&self, id: ObjectId) -> Bytes {
        self.slot(id).size
    }

    /// What made the object.
    pub fn origin(&self, id: ObjectId) -> Origin {
        self.slot(id).origin
    }

    /// The number of the instruction that freed the object.
    pub fn freed_by(&self, id: ObjectId) -> Option<u32> {
        self.slot(id).freed
    }

    /// Whether the id names an object that was neither freed nor released.
    pub fn is_alive(&self, id: ObjectId) -> bool {
        self.get(id).is_some_and(|slot| slot.object.is_some() && slot.freed.is_none())
    }

    /// Whether the reference still means the object that has its id now.
    pub fn is_current(&self, object: ObjectRef) -> bool {
        self.get(object.id).is_some_and(|slot| slot.generation == object.generation)
    }

    /// Whether the reference still means an object that was neither freed nor released.
    pub fn holds(&self, object: ObjectRef) -> bool {
        self.get(object.id).is_some_and(|slot| slot.generation == object.generation && slot.freed.is_none())
    }

    /// The contents of an object.
    #[inline]
    pub fn object(&self, id: ObjectId) -> &Object {
        self.slot(id).object.as_deref().expect("invariant: asked of live objects")
    }

    /// The contents of an object for writing; copied first if another state shares them.
    #[inline]
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        let object = self.slot_mut(id).object.as_mut();
        Rc::make_mut(object.expect("invariant: asked of live objects"))
    }

    /// The pointer to the first byte of an object.
    pub fn pointer_to(&self, object: ObjectRef) -> Value {
        Value::pointer(object, self.address(object.id))
    }

    /// The object, live or freed, in which `address` lies or at whose end it is.
    pub fn find(&self, address: u64) -> Option<ObjectRef> {
        let region = *REGIONS.iter().rev().find(|region| address >= region.base())?;
        let slots = &self.regions[region as usize];
        let index = n_up_to(slots, address).checked_sub(1)?;
        let slot = slots.get(index)?;
        (address <= slot.address + slot.size.0)
            .then(|| ObjectRef { id: ObjectId::pack(region, index), generation: slot.generation })
    }

    /// About how many bytes this memory shares with no clone: in pages and objects.
    pub fn footprint(&self) -> usize {
        let objects = |region: &Slots| -> usize {
            let own = region.own().filter_map(|slot| slot.object.as_ref());
            own.filter(|object| Rc::strong_count(object) == 1).map(|object| object.footprint()).sum()
        };
        self.regions.iter().map(|region| region.footprint() + objects(region)).sum()
    }

    /// The object with the lowest address above `address`.
    pub fn next_object(&self, address: u64) -> Option<ObjectRef> {
        REGIONS.iter().find_map(|region| {
            let slots = &self.regions[*region as usize];
            let index = n_up_to(slots, address);
            let slot = slots.get(index)?;
            Some(ObjectRef { id: ObjectId::pack(*region, index), generation: slot.generation })
        })
    }

    /// Applies the updates of an object, so that its bytes can be looked at.
    pub fn settle(&mut self, arena: &mut Arena, id: ObjectId) {
        if !self.object(id).updates.is_empty() {
            self.object_mut(id).settle(arena);
        }
    }

    /// Copies `size` bytes between two places, which may overlap.
    pub fn copy(&mut self, arena: &mut Arena, from: Location, to: Location, size: usize) {
        self.settle(arena, from.object);
        self.settle(arena, to.object);
        let source = self.slot(from.object).object.clone().expect("invariant: places lie in live objects");
        // If both places are in one object, the write works on a copy, because `source` shares the object. So
        // `source` stays as it was.
        self.object_mut(to.object).copy_from(to.offset, &source, from.offset, size);
    }

    /// Where `size` bytes at the concrete `address` lie, if a program may access them in this way. `object`
    /// is the object that the address belongs to, if that is known.
    #[inline]
    pub fn place(
        &self,
        object: Option<ObjectRef>,
        address: u64,
        size: Bytes,
        access: Access,
    ) -> Result<Location, AccessError> {
        let object = match object {
            Some(object) => object,
            None if address < PAGE || address > PAGE.wrapping_neg() => {
                return Err(AccessError::Null { address });
            }
            None => self.find(address).ok_or(AccessError::Wild { address })?,
        };
        let slot = match self.get(object.id) {
            Some(slot) if slot.generation == object.generation => slot,
            _ => return Err(AccessError::Returned { address }),
        };
        if slot.freed.is_some() {
            return Err(AccessError::Freed { object });
        }
        let offset = address.wrapping_sub(slot.address);
        if offset > slot.size.0 || size.0 > slot.size.0 - offset {
            return Err(AccessError::OutOfBounds { object, offset: offset as i64, size });
        }
        if slot.origin.kind == OriginKind::Function {
            return Err(AccessError::Code { object });
        }
        if access == Access::Write && slot.origin.kind == OriginKind::Constant {
            return Err(AccessError::Constant { object });
        }
        Ok(Location { object: object.id, offset: offset as usize })
    }

    /// The concrete value of `SIZE` bytes (1, 2, 4 or 8) at an address of `object`. `None` for everything but
    /// a read of concrete bytes; the caller then takes the general way.
    #[inline(always)]
    pub fn concrete_read<const SIZE: usize>(&self, object: ObjectRef, address: u64) -> Option<Value> {
        let slot = self.get(object.id)?;
        let offset = slot.concrete_offset(object, address, SIZE)?;
        if slot.origin.kind == OriginKind::Function {
            return None;
        }
        slot.object.as_ref()?.concrete_sized::<SIZE>(offset)
    }

    /// Writes a concrete value of `SIZE` bytes (1, 2, 4 or 8) at an address of `object`. `false` if nothing
    /// was written; the caller then takes the general way.
    #[inline(always)]
    pub fn concrete_write<const SIZE: usize>(
        &mut self,
        object: ObjectRef,
        address: u64,
        value: Value,
    ) -> bool {
        let Some(bits) = value.as_int() else { return false };
        let Some(slot) = self.regions[object.id.region() as usize].get_mut(object.id.slot()) else {
            return false;
        };
        let Some(offset) = slot.concrete_offset(object, address, SIZE) else { return false };
        if matches!(slot.origin.kind, OriginKind::Function | OriginKind::Constant) {
            return false;
        }
        let Some(contents) = &mut slot.object else { return false };
        let contents = Rc::make_mut(contents);
        if !contents.updates.is_empty() {
            return false;
        }
        contents.write_sized::<SIZE>(offset, bits);
        if SIZE == 8
            && let Some(target) = value.object()
        {
            contents.write_pointer(offset, target);
        }
        true
    }
}

/// How many objects of a region begin at or before `address`.
fn n_up_to(slots: &Slots, address: u64) -> usize {
    let (mut low, mut high) = (0, slots.len());
    while low < high {
        let middle = (low + high) / 2;
        let slot = slots.get(middle).expect("invariant: the search stays within the table");
        if slot.address <= address {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

impl Slot {
    /// The offset of `size` bytes at `address`, if they lie in this object, it is alive, and `object` refers
    /// to it.
    #[inline(always)]
    fn concrete_offset(&self, object: ObjectRef, address: u64, size: usize) -> Option<usize> {
        let offset = address.wrapping_sub(self.address);
        let inside = offset <= self.size.0 && size as u64 <= self.size.0 - offset;
        let is_meant = self.generation == object.generation && self.freed.is_none();
        (inside && is_meant).then_some(offset as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCAL: Origin = Origin::new(OriginKind::Local, 0);
    const HEAP: Origin = Origin::new(OriginKind::Heap, 0);

    fn object(size: u64) -> Object {
        Object::uninitialised(Bytes(size))
    }

    #[test]
    fn addresses_are_found_again_even_at_the_end() {
        let mut memory = Memory::new();
        let a = memory.allocate(Region::Heap, object(10), Bytes(16), HEAP);
        let b = memory.allocate(Region::Heap, object(0), Bytes(16), HEAP);
        let start = memory.address(a.id);
        assert_eq!(start % 16, 0);
        assert_eq!(memory.find(start + 10), Some(a));
        assert_eq!(memory.find(start + 11), None);
        assert_eq!(memory.find(memory.address(b.id)), Some(b));
        assert_eq!(memory.find(0x10), None);
    }

    #[test]
    fn each_wrong_access_has_its_name() {
        let mut memory = Memory::new();
        let heap = memory.allocate(Region::Heap, object(4), Bytes(16), HEAP);
        let start = memory.address(heap.id);
        let place =
            |memory: &Memory, object, address, access| memory.place(object, address, Bytes(2), access);
        assert!(place(&memory, Some(heap), start + 2, Access::Read).is_ok());
        assert!(matches!(
            place(&memory, Some(heap), start + 3, Access::Read),
            Err(AccessError::OutOfBounds { offset: 3, .. })
        ));
        assert!(matches!(
            place(&memory, Some(heap), start - 1, Access::Read),
            Err(AccessError::OutOfBounds { offset: -1, .. })
        ));
        assert!(matches!(place(&memory, None, 0, Access::Read), Err(AccessError::Null { .. })));
        assert!(matches!(place(&memory, None, 0x5000, Access::Read), Err(AccessError::Wild { .. })));
        memory.free(heap, 1);
        assert!(matches!(place(&memory, Some(heap), start, Access::Write), Err(AccessError::Freed { .. })));
    }

    #[test]
    fn a_pointer_to_a_released_local_is_told_from_its_successor() {
        let mut memory = Memory::new();
        let mark = memory.stack_mark();
        let old = memory.allocate(Region::Stack, object(4), Bytes(4), LOCAL);
        let address = memory.address(old.id);
        memory.release_stack(mark);
        let new = memory.allocate(Region::Stack, object(4), Bytes(4), LOCAL);
        assert_eq!(memory.address(new.id), address, "addresses are used again");
        let old_place = memory.place(Some(old), address, Bytes(1), Access::Read);
        assert_eq!(old_place, Err(AccessError::Returned { address }));
        assert!(memory.place(Some(new), address, Bytes(1), Access::Read).is_ok());
    }

    #[test]
    fn clones_share_until_written() {
        let mut memory = Memory::new();
        let id = memory.allocate(Region::Heap, object(8), Bytes(16), HEAP).id;
        let mut copy = memory.clone();
        copy.object_mut(id).write_int(0, 4, 7);
        assert_eq!(memory.object(id).concrete(0, 4), None);
        assert_eq!(copy.object(id).concrete(0, 4), Some(Value::int(7)));
    }
}
