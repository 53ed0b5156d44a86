//! Loads and stores of vectors under a mask. Elements that the mask leaves out are not accessed, so that
//! their addresses may be invalid.
//!
//! If a bit of the mask is known only when the program runs, the code chooses between two addresses: that of
//! the element, and that of a place on the stack if the bit is zero. Control flow would need blocks that
//! LLVM's function does not have.

use super::body::{Body, Decoded};
use super::layout::ADDRESS;
use super::{Operands, Unsupported};
use crate::frontend::llvm::{Type, Value};
use crate::ir::{Const, Op, Operand, OperandKind};
use crate::util::{Bits, Bytes};

/// Where the elements of a vector lie.
enum Places {
    /// One after the other; elements that the mask leaves out take up room.
    Row(Operand),
    /// One after the other; elements that the mask leaves out take up no room.
    Dense(Operand),
    Each(Operands),
}

/// A place on the stack for elements that are left out, and the mark to release it.
struct Aside {
    place: Operand,
    mark: Operand,
}

impl<'m> Body<'_, 'm> {
    /// `llvm.masked.load(address, alignment, mask, otherwise)`
    pub fn masked_load(&mut self, inst: Value<'m>) -> Decoded {
        let places = Places::Row(self.operand(inst.operand(0))?);
        self.load_elements(inst, places, inst.operand(2), inst.operand(3))
    }

    /// `llvm.masked.gather(addresses, alignment, mask, otherwise)`
    pub fn gather(&mut self, inst: Value<'m>) -> Decoded {
        let places = Places::Each(self.operands(inst.operand(0))?);
        self.load_elements(inst, places, inst.operand(2), inst.operand(3))
    }

    /// `llvm.masked.expandload(address, mask, otherwise)`
    pub fn expand_load(&mut self, inst: Value<'m>) -> Decoded {
        let places = Places::Dense(self.operand(inst.operand(0))?);
        self.load_elements(inst, places, inst.operand(1), inst.operand(2))
    }

    /// `llvm.masked.store(value, address, alignment, mask)`
    pub fn masked_store(&mut self, inst: Value<'m>) -> Decoded {
        let places = Places::Row(self.operand(inst.operand(1))?);
        self.store_elements(inst.operand(0), places, inst.operand(3))
    }

    /// `llvm.masked.scatter(value, addresses, alignment, mask)`: from the first element to the last.
    pub fn scatter(&mut self, inst: Value<'m>) -> Decoded {
        let places = Places::Each(self.operands(inst.operand(1))?);
        self.store_elements(inst.operand(0), places, inst.operand(3))
    }

    /// `llvm.masked.compressstore(value, address, mask)`
    pub fn compress_store(&mut self, inst: Value<'m>) -> Decoded {
        let places = Places::Dense(self.operand(inst.operand(1))?);
        self.store_elements(inst.operand(0), places, inst.operand(2))
    }

    fn load_elements(
        &mut self,
        inst: Value<'m>,
        mut places: Places,
        mask: Value<'m>,
        otherwise: Value<'m>,
    ) -> Decoded {
        let width = self.element_width(inst.ty())?;
        let (mask, otherwise) = (self.operands(mask)?, self.operands(otherwise)?);
        let aside = self.set_aside(&mask, width);
        let mut out = Operands::new();
        for (index, (bit, otherwise)) in mask.into_iter().zip(otherwise).enumerate() {
            let address = self.place(&mut places, index, width, bit);
            out.push(match (self.known_bit(bit), &aside) {
                (Some(false), _) => otherwise,
                (None, Some(aside)) => {
                    self.perform(Op::Store, width, otherwise, aside.place);
                    let address = self.choose(ADDRESS, bit, address, aside.place);
                    self.compute(Op::Load, width, address, Operand::UNUSED)
                }
                _ => self.compute(Op::Load, width, address, Operand::UNUSED),
            });
        }
        self.release(aside);
        Ok(out)
    }

    fn store_elements(&mut self, value: Value<'m>, mut places: Places, mask: Value<'m>) -> Decoded {
        let width = self.element_width(value.ty())?;
        let (mask, elements) = (self.operands(mask)?, self.operands(value)?);
        let aside = self.set_aside(&mask, width);
        for (index, (bit, element)) in mask.into_iter().zip(elements).enumerate() {
            let address = self.place(&mut places, index, width, bit);
            match (self.known_bit(bit), &aside) {
                (Some(false), _) => {}
                (None, Some(aside)) => {
                    let address = self.choose(ADDRESS, bit, address, aside.place);
                    self.perform(Op::Store, width, element, address);
                }
                _ => self.perform(Op::Store, width, element, address),
            }
        }
        self.release(aside);
        self.nop()
    }

    /// The width of a vector's elements, which must be whole bytes.
    fn element_width(&mut self, ty: Type<'m>) -> Result<Bits, Unsupported> {
        let layout = self.layout(ty)?;
        match layout.scalars.first() {
            Some(scalar) if layout.packed.is_none() => Ok(scalar.width),
            _ => Unsupported::new(format!("values of type `{}` under a mask", ty.to_text())),
        }
    }

    /// Where the element at `index` lies, if its `bit` of the mask is one.
    fn place(&mut self, places: &mut Places, index: usize, width: Bits, bit: Operand) -> Operand {
        let size = width.to_bytes().0 as i64;
        match places {
            Places::Row(first) => self.displace(*first, index as i64 * size),
            Places::Each(addresses) => addresses[index],
            Places::Dense(next) => {
                let here = *next;
                *next = match self.known_bit(bit) {
                    Some(false) => here,
                    Some(true) => self.displace(here, size),
                    None => {
                        let behind = self.displace(here, size);
                        self.choose(ADDRESS, bit, behind, here)
                    }
                };
                here
            }
        }
    }

    /// The bit of a mask, if it is a constant.
    fn known_bit(&self, bit: Operand) -> Option<bool> {
        match bit.kind() {
            OperandKind::Register(_) => None,
            OperandKind::Constant(constant) => match self.d.program.constants[constant.index()] {
                Const::Int { value, .. } => Some(value == 1),
                _ => Some(false),
            },
        }
    }

    /// A place for the elements that are left out; `None` if every bit of the mask is known.
    fn set_aside(&mut self, mask: &Operands, width: Bits) -> Option<Aside> {
        if mask.iter().all(|bit| self.known_bit(*bit).is_some()) {
            return None;
        }
        let mark = self.compute(Op::StackSave, ADDRESS, Operand::UNUSED, Operand::UNUSED);
        let one = self.d.int(ADDRESS, 1);
        let size = Bytes(width.to_bytes().0);
        let place = self.stack_object(size, 16, one, None);
        let zero = self.d.int(width, 0);
        self.perform(Op::Store, width, zero, place);
        Some(Aside { place, mark })
    }

    fn release(&mut self, aside: Option<Aside>) {
        if let Some(aside) = aside {
            self.perform(Op::StackRestore, ADDRESS, aside.mark, Operand::UNUSED);
        }
    }
}
