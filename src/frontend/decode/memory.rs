//! Stack variables, loads, stores and addresses.

use super::body::{Body, Decoded};
use super::indices::length_within;
use super::layout::{ADDRESS, Scalar, packed_words};
use super::{Operands, Unsupported};
use crate::frontend::debug_info::StackVariable;
use crate::frontend::llvm::{LLVMOpcode, LLVMTypeKind, LLVMValueKind, Type, Value};
use crate::ir::{ArgKind, CastTo, Inst, Op, Operand, Predicate};
use crate::util::{Bits, Bytes};

/// The largest stride that [`Op::PtrIndex`] holds.
const MAX_STRIDE: u64 = u16::MAX as u64;

impl<'m> Body<'_, 'm> {
    pub fn alloca(&mut self, inst: Value<'m>) -> Decoded {
        let ty = inst.allocated_type();
        if !ty.is_sized() {
            return Unsupported::new(format!("variables of type `{}`", ty.to_text()));
        }
        let width = self.width(inst.operand(0).ty())?;
        let count = match inst.operand(0).small_int() {
            Some(count) => self.d.int(ADDRESS, u128::from(count)),
            None => {
                self.check_lengths(inst.operand(0))?;
                let count = self.operand(inst.operand(0))?;
                self.resize(Op::ZExt, count, width, ADDRESS)
            }
        };
        let size = Bytes(self.d.data_layout.alloc_size(ty));
        let variable = self.variable_of_alloca(inst);
        Ok(Operands::from_slice(&[self.stack_object(size, inst.alignment(), count, variable.as_ref())]))
    }

    /// Emits checks of the lengths of an array, whose product `length` is, if the source gives them as signed
    /// numbers.
    fn check_lengths(&mut self, length: Value<'m>) -> Result<(), Unsupported> {
        let is_product = length.is_instruction()
            && matches!(length.opcode(), LLVMOpcode::LLVMMul)
            && length.to_text().contains(" nuw ");
        if is_product {
            self.check_lengths(length.operand(0))?;
            return self.check_lengths(length.operand(1));
        }
        let signed = self.signed_width(length);
        if signed > 0 {
            let width = self.width(length.ty())?;
            let number = self.operand(length)?;
            let number = self.resize(Op::ZExt, number, width, ADDRESS);
            let unused = Operand::UNUSED.raw();
            self.emit(Op::LengthCheck, signed, ADDRESS.0 as u16, Inst::NO_RESULT, number.raw(), unused);
        }
        Ok(())
    }

    /// The width of the signed number that the source gives as the length of an array; zero if the number has
    /// no sign, or that is not known. LLVM's own lengths have no sign.
    fn signed_width(&self, length: Value<'m>) -> u8 {
        use LLVMOpcode::*;
        let is_extended = matches!(length.kind(), LLVMValueKind::LLVMInstructionValueKind)
            && matches!(length.opcode(), LLVMZExt | LLVMSExt);
        let number = if is_extended { length.operand(0) } else { length };
        let function = &self.d.program.functions[self.function.index()];
        let is_signed = match number.kind() {
            LLVMValueKind::LLVMArgumentValueKind => {
                let params = self.value.params();
                let types = function.signature.as_ref().map(|signature| &signature.params);
                let types = types.filter(|types| types.len() == params.len());
                let at = params.iter().position(|param| *param == number);
                at.zip(types).is_some_and(|(at, types)| self.d.debug.is_signed(types[at]))
            }
            LLVMValueKind::LLVMInstructionValueKind => match number.opcode() {
                LLVMLoad => {
                    let variable = self.variable_of_alloca(number.operand(0));
                    variable.is_some_and(|variable| self.d.debug.is_signed(variable.ty))
                }
                LLVMAdd | LLVMSub | LLVMMul => number.has_no_signed_wrap(),
                LLVMSDiv | LLVMSRem | LLVMAShr | LLVMSExt => true,
                _ => false,
            },
            _ => false,
        };
        let width = number.ty().int_width();
        if is_signed && (8..=64).contains(&width) { width as u8 } else { 0 }
    }

    /// Emits an [`Op::Alloca`] of `count` elements.
    pub fn stack_object(
        &mut self,
        size: Bytes,
        align: u64,
        count: Operand,
        variable: Option<&StackVariable>,
    ) -> Operand {
        let name = variable.map_or(u32::MAX, |variable| self.d.text(&variable.name));
        let line = variable.map_or(0, |variable| variable.line);
        let align = u32::try_from(align.max(1)).expect("invariant: alignments are small");
        let ty = variable.map_or(u32::MAX, |variable| variable.ty.raw());
        let words = self.extra(&[size.0 as u32, (size.0 >> 32) as u32, align, name, line, ty]);
        self.compute_with(Op::Alloca, 0, Bits(0), count.raw(), words)
    }

    pub fn load(&mut self, inst: Value<'m>) -> Decoded {
        let address = self.operand(inst.operand(0))?;
        self.note_cast(inst.operand(0));
        let of_structure = match () {
            () if is_piece(inst) => Inst::PIECE,
            () if is_update(inst) => Inst::UPDATE,
            () => 0,
        };
        self.load_as(inst.ty(), address, u8::from(inst.is_volatile()) | of_structure)
    }

    /// Notes the structure through which the next access finds its address, if no variable has the type of
    /// that structure. In `((struct item *)p)->next`, LLVM's step to the member names the structure.
    fn note_cast(&mut self, address: Value<'m>) {
        let is_step = |value: Value<'m>| {
            value.kind() == LLVMValueKind::LLVMInstructionValueKind
                && value.opcode() == LLVMOpcode::LLVMGetElementPtr
        };
        let tag_of = |value: Value<'m>| {
            let name = value.gep_source_type().structure_name()?;
            let tag = name.strip_prefix("struct.").or_else(|| name.strip_prefix("union."))?;
            // LLVM numbers types of the same name.
            let numbered =
                tag.rsplit_once('.').filter(|(_, number)| number.bytes().all(|it| it.is_ascii_digit()));
            Some(numbered.map_or(tag, |(tag, _)| tag).to_owned()).filter(|tag| tag != "anon")
        };
        let (mut at, mut distance, mut found) = (address, 0, None);
        while is_step(at)
            && let Some(tag) = tag_of(at)
            && let Ok((offset, indices)) = self.d.strides(at)
            && indices.is_empty()
        {
            distance += offset;
            at = at.operand(0);
            found = Some(tag);
        }
        let Some(tag) = found else { return };
        let is_variable = at.kind() == LLVMValueKind::LLVMInstructionValueKind
            && at.opcode() == LLVMOpcode::LLVMLoad
            && self
                .variable_of_alloca(at.operand(0))
                .is_some_and(|variable| self.d.debug.points_to(variable.ty, &tag));
        if !is_variable && let Ok(offset) = u32::try_from(distance) {
            let tag = self.d.text(&tag);
            let at = self.pc();
            self.d.program.casts.insert(at, CastTo { tag, offset });
        }
    }

    /// Loads a value of any type.
    pub fn load_from(&mut self, ty: Type<'m>, address: Operand, volatile: bool) -> Decoded {
        self.load_as(ty, address, u8::from(volatile))
    }

    fn load_as(&mut self, ty: Type<'m>, address: Operand, flags: u8) -> Decoded {
        let layout = self.layout(ty)?;
        let Some(packed) = layout.packed else {
            return Ok(self.load_scalars(&layout.scalars, address, flags));
        };
        let whole = packed_words(packed);
        let loaded = self.load_scalars(&whole, address, flags);
        Ok(self.reshape(&loaded, &whole, &layout.scalars))
    }

    fn load_scalars(&mut self, scalars: &[Scalar], address: Operand, flags: u8) -> Operands {
        let mut out = Operands::new();
        for scalar in scalars {
            let at = self.displace(address, scalar.offset.0 as i64);
            let kind = match scalar.kind {
                ArgKind::Float => Inst::FLOAT,
                ArgKind::Pointer => Inst::ADDRESS,
                _ => 0,
            };
            out.push(self.compute_with(
                Op::Load,
                flags | kind,
                scalar.width,
                at.raw(),
                Operand::UNUSED.raw(),
            ));
        }
        out
    }

    pub fn store(&mut self, inst: Value<'m>) -> Decoded {
        let operands = self.operands(inst.operand(0))?;
        let address = self.operand(inst.operand(1))?;
        self.note_cast(inst.operand(1));
        self.store_to(inst.operand(0).ty(), &operands, address, inst.is_volatile())
    }

    /// Stores a value of any type.
    pub fn store_to(
        &mut self,
        ty: Type<'m>,
        operands: &[Operand],
        address: Operand,
        volatile: bool,
    ) -> Decoded {
        let layout = self.layout(ty)?;
        let flags = u8::from(volatile);
        let Some(packed) = layout.packed else {
            self.store_scalars(operands, &layout.scalars, address, flags);
            return Ok(Operands::new());
        };
        let whole = packed_words(packed);
        let joined = self.reshape(operands, &layout.scalars, &whole);
        self.store_scalars(&joined, &whole, address, flags);
        Ok(Operands::new())
    }

    fn store_scalars(&mut self, operands: &[Operand], scalars: &[Scalar], address: Operand, flags: u8) {
        for (operand, scalar) in operands.iter().zip(scalars) {
            let at = self.displace(address, scalar.offset.0 as i64);
            self.emit(Op::Store, flags, scalar.width.0 as u16, Inst::NO_RESULT, operand.raw(), at.raw());
        }
    }

    /// An address some bytes further.
    pub fn displace(&mut self, address: Operand, by: i64) -> Operand {
        if by == 0 {
            return address;
        }
        let by = self.d.int(ADDRESS, by as u64 as u128);
        self.compute(Op::PtrAdd, ADDRESS, address, by)
    }

    pub fn address(&mut self, value: Value<'m>) -> Decoded {
        let bases = self.operands(value.operand(0))?;
        let (offset, indices) = self.d.strides(value)?;
        let layout = self.layout(value.ty())?;
        let last = value.operand(value.n_operands() - 1);
        let is_variable = indices.last().is_some_and(|(index, _)| *index == last);
        let length = length_within(value).filter(|_| layout.scalars.len() == 1);
        let is_known = length.zip(last.small_int()).is_some_and(|(length, index)| index < length);
        if let Some(length) = length.filter(|_| !is_variable && !is_known) {
            let width = self.width(last.ty())?;
            let index = self.operand(last)?;
            let index = self.resize(Op::SExt, index, width, ADDRESS);
            self.check_array_index(value, index, length);
        }
        let length = length.filter(|_| is_variable);
        let mut steps = Vec::new();
        for (index, stride) in indices {
            let width = self.layout(index.ty())?.scalars[0].width;
            steps.push((self.operands(index)?, width, stride));
        }
        // In a vector of addresses, one base or one index may serve all.
        let lane = |operands: &Operands, at: usize| operands[if operands.len() == 1 { 0 } else { at }];
        let mut out = Operands::new();
        for at in 0..layout.scalars.len() {
            let mut address = self.displace(lane(&bases, at), offset);
            for (nth, (operands, width, stride)) in steps.iter().enumerate() {
                let index = self.resize(Op::SExt, lane(operands, at), *width, ADDRESS);
                if let Some(length) = length.filter(|_| nth + 1 == steps.len()) {
                    self.check_array_index(value, index, length);
                }
                address = self.index(address, index, *stride);
            }
            out.push(address);
        }
        Ok(out)
    }

    /// `llvm.load.relative(table, offset)`: position-independent tables hold distances from the table itself.
    /// The address that results belongs to no object yet.
    pub fn load_relative(&mut self, inst: Value<'m>) -> Decoded {
        let (table, offset) = (self.operand(inst.operand(0))?, self.operand(inst.operand(1))?);
        let width = self.width(inst.operand(1).ty())?;
        let offset = self.resize(Op::SExt, offset, width, ADDRESS);
        let at = self.compute(Op::PtrAdd, ADDRESS, table, offset);
        let distance = self.compute(Op::Load, Bits(32), at, Operand::UNUSED);
        let distance = self.resize(Op::SExt, distance, Bits(32), ADDRESS);
        // The truncated address is a plain number. A sum with the address itself would belong to the table.
        let number = self.compute(Op::Trunc, ADDRESS, table, Operand::UNUSED);
        Ok(Operands::from_slice(&[self.compute(Op::Add, ADDRESS, number, distance)]))
    }

    /// The next of the variable arguments, from the register save area or the overflow area of a `va_list`
    /// (System V ABI of x86-64, section 3.5.7), without branches.
    pub fn va_arg(&mut self, inst: Value<'m>) -> Decoded {
        const OVERFLOW_AREA: i64 = 8;
        const SAVE_AREA: i64 = 16;
        let list = self.operand(inst.operand(0))?;
        let size = self.d.data_layout.alloc_size(inst.ty()).next_multiple_of(8);
        let field = self.displace(list, OVERFLOW_AREA);
        let on_stack = self.compute(Op::Load, ADDRESS, field, Operand::UNUSED);
        // The field with the offset of the next register, the room of one register, and the end of the
        // registers of this kind.
        let registers = match &*self.layout(inst.ty())?.scalars {
            _ if inst.ty().is_vector() && size <= 16 => Some((4, 16, 176)),
            [scalar] if scalar.width.0 == 80 => None,
            [Scalar { kind: ArgKind::Float, .. }] => Some((4, 16, 176)),
            [_] => Some((0, size, 48)),
            _ => None,
        };
        let (next, is_in_register) = match registers {
            None => (on_stack, None),
            Some((at, room, end)) => {
                let width = Bits(32);
                let place = self.displace(list, at);
                let offset = self.compute(Op::Load, width, place, Operand::UNUSED);
                let last = self.d.int(width, u128::from(end - room));
                let is_in_register = self.compare(Predicate::Ule, width, offset, last);
                let room = self.d.int(width, u128::from(room));
                let behind = self.compute(Op::Add, width, offset, room);
                let behind = self.choose(width, is_in_register, behind, offset);
                self.perform(Op::Store, width, behind, place);
                let area = self.displace(list, SAVE_AREA);
                let area = self.compute(Op::Load, ADDRESS, area, Operand::UNUSED);
                let distance = self.resize(Op::ZExt, offset, width, ADDRESS);
                let saved = self.compute(Op::PtrAdd, ADDRESS, area, distance);
                (self.choose(ADDRESS, is_in_register, saved, on_stack), Some(is_in_register))
            }
        };
        let argument = self.load_from(inst.ty(), next, false)?;
        let behind = self.displace(on_stack, size as i64);
        let behind = match is_in_register {
            Some(is_in_register) => self.choose(ADDRESS, is_in_register, on_stack, behind),
            None => behind,
        };
        self.perform(Op::Store, ADDRESS, behind, field);
        Ok(argument)
    }

    /// An address some strides further.
    fn index(&mut self, address: Operand, steps: Operand, stride: u64) -> Operand {
        if stride <= MAX_STRIDE {
            return self.compute(Op::PtrIndex, Bits(stride as u32), address, steps);
        }
        let stride = self.d.int(ADDRESS, u128::from(stride));
        let bytes = self.compute(Op::Mul, ADDRESS, steps, stride);
        self.compute(Op::PtrAdd, ADDRESS, address, bytes)
    }
}

/// Whether a load reads the bits around a bit-field, which are written back when the bit-field is assigned to.
/// Clang clears the bits of the field, and adds those of the value, if it is not zero. The variable is no
/// number of its own: its bits would be read.
fn is_update(load: Value<'_>) -> bool {
    let address = load.operand(0);
    let is_instruction = address.kind() == LLVMValueKind::LLVMInstructionValueKind;
    if is_instruction
        && address.opcode() == LLVMOpcode::LLVMAlloca
        && address.allocated_type().kind() != LLVMTypeKind::LLVMStructTypeKind
    {
        return false;
    }
    let mut value = load;
    let mut is_cleared = false;
    loop {
        let [user] = value.users()[..] else { return false };
        match user.opcode() {
            LLVMOpcode::LLVMAnd if !is_cleared && user.operand(1).is_constant() => is_cleared = true,
            LLVMOpcode::LLVMOr if is_cleared => {}
            LLVMOpcode::LLVMStore => {
                return is_cleared && user.operand(0) == value && user.operand(1) == address;
            }
            _ => return false,
        }
        value = user;
    }
}

/// Whether a load reads a structure, or a piece of one, in the form in which the calling convention passes
/// it: clang reads a structure whole, as a scalar from its beginning, or through a structure without a name.
/// Members are read through the structure that they belong to.
fn is_piece(load: Value<'_>) -> bool {
    let is_structure = |ty: Type<'_>| ty.kind() == LLVMTypeKind::LLVMStructTypeKind;
    if is_structure(load.ty()) {
        return true;
    }
    let address = load.operand(0);
    if address.kind() != LLVMValueKind::LLVMInstructionValueKind {
        return false;
    }
    match address.opcode() {
        // A member of a union is read like this, too, but then the value has other uses.
        LLVMOpcode::LLVMAlloca => {
            let passes = |user: &Value<'_>| {
                matches!(user.opcode(), LLVMOpcode::LLVMRet | LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke)
            };
            is_structure(address.allocated_type()) && load.users().iter().all(passes)
        }
        LLVMOpcode::LLVMGetElementPtr => {
            let ty = address.gep_source_type();
            is_structure(ty) && ty.structure_name().is_none()
        }
        _ => false,
    }
}
