//! Takes structures, arrays and vectors apart and puts them together. This rarely needs an instruction.

use super::body::{Body, Decoded};
use super::{Operands, Unsupported};
use crate::frontend::llvm::{LLVMTypeKind, Type, Value};
use crate::ir::{Const, Operand, Predicate};
use std::ops::Range;

impl<'m> Body<'_, 'm> {
    pub fn extract_value(&mut self, inst: Value<'m>) -> Decoded {
        let range = self.part(inst.operand(0).ty(), &inst.indices())?;
        Ok(Operands::from_slice(&self.operands(inst.operand(0))?[range]))
    }

    pub fn insert_value(&mut self, inst: Value<'m>) -> Decoded {
        let range = self.part(inst.ty(), &inst.indices())?;
        let mut whole = self.operands(inst.operand(0))?;
        let part = self.operands(inst.operand(1))?;
        whole[range].copy_from_slice(&part);
        Ok(whole)
    }

    /// The range of scalars that the element at a path of indices takes up in an aggregate of type `ty`.
    fn part(&mut self, ty: Type<'m>, path: &[u32]) -> Result<Range<usize>, Unsupported> {
        let (mut ty, mut start) = (ty, 0);
        for index in path {
            if matches!(ty.kind(), LLVMTypeKind::LLVMStructTypeKind) {
                let members = ty.members();
                for member in &members[..*index as usize] {
                    start += self.layout(*member)?.scalars.len();
                }
                ty = members[*index as usize];
            } else {
                ty = ty.element();
                start += *index as usize * self.layout(ty)?.scalars.len();
            }
        }
        Ok(start..start + self.layout(ty)?.scalars.len())
    }

    pub fn extract_element(&mut self, inst: Value<'m>) -> Decoded {
        let operands = self.operands(inst.operand(0))?;
        self.check_vector_index(inst.operand(1), operands.len(), false)?;
        if let Some(index) = inst.operand(1).small_int() {
            let width = self.width(inst.ty())?;
            let beyond = self.d.constant(Const::Undef { width });
            return Ok(Operands::from_slice(&[*operands.get(index as usize).unwrap_or(&beyond)]));
        }
        let width = self.width(inst.ty())?;
        let mut found = operands[0];
        for (position, operand) in operands.iter().enumerate().skip(1) {
            let here = self.is_index(inst.operand(1), position)?;
            found = self.choose(width, here, *operand, found);
        }
        Ok(Operands::from_slice(&[found]))
    }

    pub fn insert_element(&mut self, inst: Value<'m>) -> Decoded {
        let mut operands = self.operands(inst.operand(0))?;
        let new = self.operand(inst.operand(1))?;
        self.check_vector_index(inst.operand(2), operands.len(), true)?;
        if let Some(index) = inst.operand(2).small_int() {
            if let Some(place) = operands.get_mut(index as usize) {
                *place = new;
            }
            return Ok(operands);
        }
        let width = self.width(inst.operand(1).ty())?;
        for (position, operand) in operands.iter_mut().enumerate() {
            let here = self.is_index(inst.operand(2), position)?;
            *operand = self.choose(width, here, new, *operand);
        }
        Ok(operands)
    }

    /// Whether a vector's index is `position`.
    fn is_index(&mut self, index: Value<'m>, position: usize) -> Result<Operand, Unsupported> {
        let width = self.width(index.ty())?;
        let operand = self.operand(index)?;
        let constant = self.d.int(width, position as u128);
        Ok(self.compare(Predicate::Eq, width, operand, constant))
    }

    /// `llvm.vector.insert(whole, part, index)`
    pub fn insert_vector(&mut self, inst: Value<'m>) -> Decoded {
        let mut whole = self.operands(inst.operand(0))?;
        let part = self.operands(inst.operand(1))?;
        let start = inst.operand(2).small_int().unwrap_or(0) as usize;
        whole[start..start + part.len()].copy_from_slice(&part);
        Ok(whole)
    }

    /// `llvm.vector.extract(whole, index)`
    pub fn extract_vector(&mut self, inst: Value<'m>) -> Decoded {
        let whole = self.operands(inst.operand(0))?;
        let start = inst.operand(1).small_int().unwrap_or(0) as usize;
        let n = self.layout(inst.ty())?.scalars.len();
        Ok(Operands::from_slice(&whole[start..start + n]))
    }

    pub fn shuffle(&mut self, inst: Value<'m>) -> Decoded {
        let mut both = self.operands(inst.operand(0))?;
        both.extend(self.operands(inst.operand(1))?);
        let layout = self.layout(inst.ty())?;
        let mut out = Operands::new();
        for (choice, scalar) in inst.shuffle_mask().into_iter().zip(&layout.scalars) {
            out.push(match choice {
                Some(index) => both[index],
                None => self.d.constant(Const::Undef { width: scalar.width }),
            });
        }
        Ok(out)
    }
}
