//! Calls, and the copies that arguments by value need.

use super::body::{Body, Decoded};
use super::layout::ADDRESS;
use super::layout::Scalar;
use super::{Operands, Unsupported};
use crate::frontend::llvm::{Type, Value};
use crate::ir::{ArgKind, Argument, CallSite, Inst, Op, Operand};
use crate::util::{Bits, Bytes};

impl<'m> Body<'_, 'm> {
    pub fn call(&mut self, inst: Value<'m>) -> Decoded {
        let callee = inst.callee();
        if let Some((text, constraints)) = callee.inline_assembly() {
            return self.inline_assembly(inst, &text, &constraints);
        }
        if callee.is_intrinsic() {
            return self.intrinsic(inst, &callee.name());
        }
        let target = self.operand(callee)?;
        let copied = self.first_copy(inst);
        // The copies live as long as the call.
        let mark = copied.then(|| {
            let unused = Operand::UNUSED;
            self.compute(Op::StackSave, ADDRESS, unused, unused)
        });
        let args = self.arguments(inst)?;
        let results = match inst.users().is_empty() {
            true => self.emit_unused_call(target, &args, inst.ty())?,
            false => self.emit_call(target, &args, inst.ty())?,
        };
        if let Some(mark) = mark {
            self.perform(Op::StackRestore, ADDRESS, mark, Operand::UNUSED);
        }
        Ok(results)
    }

    /// Emits an [`Op::Call`]; gives the registers of its results.
    pub fn emit_call(&mut self, target: Operand, args: &[Argument], result: Type<'m>) -> Decoded {
        self.emit_call_that(target, args, result, true)
    }

    /// The same for a call whose results nothing uses. Some models do less work for it.
    fn emit_unused_call(&mut self, target: Operand, args: &[Argument], result: Type<'m>) -> Decoded {
        self.emit_call_that(target, args, result, false)
    }

    fn emit_call_that(
        &mut self,
        target: Operand,
        args: &[Argument],
        result: Type<'m>,
        uses_results: bool,
    ) -> Decoded {
        let scalars: Vec<_> =
            self.layout(result)?.scalars.iter().map(|scalar| (scalar.width, scalar.kind)).collect();
        Ok(self.emit_call_to(target, args, &scalars, uses_results))
    }

    /// The same with results of these widths and kinds.
    pub fn emit_call_of(
        &mut self,
        target: Operand,
        args: &[Argument],
        scalars: &[(Bits, ArgKind)],
    ) -> Operands {
        self.emit_call_to(target, args, scalars, true)
    }

    fn emit_call_to(
        &mut self,
        target: Operand,
        args: &[Argument],
        scalars: &[(Bits, ArgKind)],
        uses_results: bool,
    ) -> Operands {
        let n_results = scalars.len() as u32;
        let mut words = CallSite::encode(target, scalars, args);
        if !uses_results {
            CallSite::mark_unused(&mut words);
        }
        let at = self.extra(&words);
        let results: Operands = (0..n_results).map(|_| self.fresh_operand()).collect();
        let dst = results.first().map_or(Inst::NO_RESULT, |first| crate::ir::RegId::from_raw(first.raw()));
        self.emit(Op::Call, 0, 0, dst, at, Operand::UNUSED.raw());
        results
    }

    /// Emits a call without results.
    pub fn emit_plain_call(&mut self, target: Operand, args: &[Argument]) {
        let words = CallSite::encode(target, &[], args);
        let at = self.extra(&words);
        self.emit(Op::Call, 0, 0, Inst::NO_RESULT, at, Operand::UNUSED.raw());
    }

    /// Whether a call copies an argument onto the stack first.
    fn first_copy(&self, inst: Value<'m>) -> bool {
        (0..inst.arguments().len() as u32).any(|index| self.copies_argument(inst, index))
    }

    fn copies_argument(&self, inst: Value<'m>, index: u32) -> bool {
        !self.is_variadic(inst, index) && inst.byval(index).is_some()
    }

    fn is_variadic(&self, inst: Value<'m>, index: u32) -> bool {
        inst.callee_type().is_vararg() && index >= inst.callee_type().n_params()
    }

    fn arguments(&mut self, inst: Value<'m>) -> Result<Vec<Argument>, Unsupported> {
        let mut args = Vec::new();
        for (value, index) in inst.arguments().into_iter().zip(0u32..) {
            match inst.byval(index) {
                Some(ty) if self.is_variadic(inst, index) => {
                    // The attribute may say less than the alignment of the type.
                    let align = match inst.argument_align(index) {
                        0 => self.d.data_layout.align(ty),
                        promised => promised,
                    };
                    self.push_words(value, ty, align, &mut args)?;
                }
                Some(ty) => {
                    let align = inst.argument_align(index).max(self.d.data_layout.align(ty));
                    let copy = self.copy_of(value, ty, align)?;
                    args.push(Argument { operand: copy, width: ADDRESS, kind: ArgKind::Part });
                }
                None => {
                    let layout = self.layout(value.ty())?;
                    let operands = self.operands(value)?;
                    if !value.ty().is_vector() {
                        let scalars = operands.into_iter().zip(&layout.scalars);
                        args.extend(scalars.map(|(operand, scalar)| scalar.passed(operand)));
                    } else if self.is_variadic(inst, index) {
                        args.push(self.whole_vector(&operands, &layout.scalars)?);
                    } else {
                        let kinds = std::iter::once(ArgKind::Lane).chain(std::iter::repeat(ArgKind::Part));
                        let scalars = operands.into_iter().zip(&layout.scalars).zip(kinds);
                        args.extend(scalars.map(|((operand, scalar), kind)| Argument {
                            operand,
                            width: scalar.width,
                            kind,
                        }));
                    }
                }
            }
        }
        Ok(args)
    }

    /// A vector among variable arguments: it travels in one register, as a float of its size would.
    fn whole_vector(&mut self, elements: &[Operand], scalars: &[Scalar]) -> Result<Argument, Unsupported> {
        let width = Bits(scalars.iter().map(|scalar| scalar.width.0).sum());
        if width > Bits(128) {
            return Unsupported::new("a vector of more than 16 bytes as a variable argument");
        }
        let elements: Vec<Operand> = elements.iter().map(|element| self.defined(*element)).collect();
        let whole = Scalar { width, kind: ArgKind::Float, offset: Bytes(0) };
        Ok(whole.passed(self.reshape(&elements, scalars, &[whole])[0]))
    }

    /// A copy of the object at an address, which only the callee uses.
    fn copy_of(&mut self, address: Value<'m>, ty: Type<'m>, align: u64) -> Result<Operand, Unsupported> {
        let source = self.operand(address)?;
        let size = Bytes(self.d.data_layout.alloc_size(ty));
        let one = self.d.int(ADDRESS, 1);
        let copy = self.stack_object(size, align, one, None);
        let length = self.d.int(ADDRESS, u128::from(size.0));
        let words = self.extra(&[copy.raw(), source.raw(), length.raw()]);
        self.emit(Op::MemCpy, 0, 0, Inst::NO_RESULT, words, Operand::UNUSED.raw());
        Ok(copy)
    }

    /// A structure among variable arguments is passed on the stack, as words.
    fn push_words(
        &mut self,
        address: Value<'m>,
        ty: Type<'m>,
        align: u64,
        args: &mut Vec<Argument>,
    ) -> Result<(), Unsupported> {
        let base = self.operand(address)?;
        let size = self.d.data_layout.alloc_size(ty);
        for offset in (0..size).step_by(8) {
            let width = Bits((size - offset).min(8) as u32 * 8);
            let at = self.displace(base, offset as i64);
            let loaded = self.compute(Op::Load, width, at, Operand::UNUSED);
            let word = self.resize(Op::ZExt, loaded, width, Bits(64));
            let kind = if offset == 0 { ArgKind::stack_at(align) } else { ArgKind::Stack };
            args.push(Argument { operand: word, width: Bits(64), kind });
        }
        Ok(())
    }
}
