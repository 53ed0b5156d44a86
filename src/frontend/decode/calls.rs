//! Calls, the copies that arguments by value need, and inline assembly without instructions.

use super::body::{Body, Decoded};
use super::layout::Scalar;
use super::memory::ADDRESS;
use super::{Operands, Unsupported};
use crate::frontend::llvm::{Type, Value};
use crate::ir::{ArgKind, CallSite, Const, Inst, Op, Operand};
use crate::util::{Bits, Bytes};

/// What a call passes.
type Arguments = Vec<(Operand, Bits, ArgKind)>;

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
    pub fn emit_call(&mut self, target: Operand, args: &Arguments, result: Type<'m>) -> Decoded {
        self.emit_call_that(target, args, result, true)
    }

    /// The same for a call whose results nothing uses, which some models do less work for.
    fn emit_unused_call(&mut self, target: Operand, args: &Arguments, result: Type<'m>) -> Decoded {
        self.emit_call_that(target, args, result, false)
    }

    fn emit_call_that(
        &mut self,
        target: Operand,
        args: &Arguments,
        result: Type<'m>,
        uses_results: bool,
    ) -> Decoded {
        let scalars: Vec<_> =
            self.layout(result)?.scalars.iter().map(|scalar| (scalar.width, scalar.kind)).collect();
        let n_results = scalars.len() as u32;
        let mut words = CallSite::encode(target, &scalars, args);
        if !uses_results {
            CallSite::mark_unused(&mut words);
        }
        let at = self.extra(&words);
        let results: Operands = (0..n_results).map(|_| self.fresh_operand()).collect();
        let dst = results.first().map_or(Inst::NO_RESULT, |first| crate::ir::RegId::from_raw(first.raw()));
        self.emit(Op::Call, 0, 0, dst, at, Operand::UNUSED.raw());
        Ok(results)
    }

    /// Emits a call that gives nothing.
    pub fn emit_plain_call(&mut self, target: Operand, args: &Arguments) {
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

    fn arguments(&mut self, inst: Value<'m>) -> Result<Arguments, Unsupported> {
        let mut args = Vec::new();
        for (value, index) in inst.arguments().into_iter().zip(0u32..) {
            match inst.byval(index) {
                Some(ty) if self.is_variadic(inst, index) => self.push_words(value, ty, &mut args)?,
                Some(ty) => {
                    let align = inst.argument_align(index).max(self.d.data_layout.align(ty));
                    let copy = self.copy_of(value, ty, align)?;
                    args.push((copy, ADDRESS, ArgKind::Part));
                }
                None => {
                    let layout = self.layout(value.ty())?;
                    let operands = self.operands(value)?;
                    let is_vector = value.ty().is_vector();
                    let kind = |scalar: &Scalar| if is_vector { ArgKind::Part } else { scalar.kind };
                    args.extend(
                        operands.into_iter().zip(&layout.scalars).map(|(o, s)| (o, s.width, kind(s))),
                    );
                }
            }
        }
        Ok(args)
    }

    /// A copy of the object at an address, for the callee alone.
    fn copy_of(&mut self, address: Value<'m>, ty: Type<'m>, align: u64) -> Result<Operand, Unsupported> {
        let source = self.operand(address)?;
        let size = Bytes(self.d.data_layout.alloc_size(ty));
        let one = self.d.int(ADDRESS, 1);
        let copy = self.stack_object(size, align, (one, 0), None);
        let length = self.d.int(ADDRESS, u128::from(size.0));
        let words = self.extra(&[copy.raw(), source.raw(), length.raw()]);
        self.emit(Op::MemCpy, 0, 0, Inst::NO_RESULT, words, Operand::UNUSED.raw());
        Ok(copy)
    }

    /// A structure among variable arguments lies on the stack itself: it is passed as words.
    fn push_words(
        &mut self,
        address: Value<'m>,
        ty: Type<'m>,
        args: &mut Arguments,
    ) -> Result<(), Unsupported> {
        let base = self.operand(address)?;
        let size = self.d.data_layout.alloc_size(ty);
        for offset in (0..size).step_by(8) {
            let width = Bits((size - offset).min(8) as u32 * 8);
            let at = self.displace(base, offset as i64);
            let loaded = self.compute(Op::Load, width, at, Operand::UNUSED);
            let word = self.resize(Op::ZExt, loaded, width, Bits(64));
            args.push((word, Bits(64), ArgKind::Stack));
        }
        Ok(())
    }

    /// Empty assembly, a barrier to compilers, gives back the operands that its results are tied to.
    fn inline_assembly(&mut self, inst: Value<'m>, text: &str, constraints: &str) -> Decoded {
        if !text.trim().is_empty() {
            return Unsupported::new(format!(
                "inline assembly \"{}\"",
                text.trim().replace(['\n', '\t'], " ")
            ));
        }
        let layout = self.layout(inst.ty())?;
        let tied = tied_arguments(constraints);
        let mut results = Operands::new();
        let args = inst.arguments();
        for (position, scalar) in layout.scalars.iter().enumerate() {
            let tied = tied.get(position).copied().flatten().and_then(|index| args.get(index));
            results.push(match tied {
                Some(value) => self.operand(*value)?,
                None => self.d.constant(Const::Undef { width: scalar.width }),
            });
        }
        self.nop()?;
        Ok(results)
    }
}

/// For every result of inline assembly the argument that is tied to it. `=r,=r,0,1` ties both.
fn tied_arguments(constraints: &str) -> Vec<Option<usize>> {
    let mut outputs = Vec::new();
    let mut n_arguments = 0;
    let mut position_of_output = Vec::new();
    for constraint in constraints.split(',') {
        if constraint.starts_with('~') {
            continue;
        }
        if let Some(output) = constraint.strip_prefix('=') {
            // `=*m` is memory, whose address is an argument.
            if output.trim_start_matches('&').starts_with('*') {
                n_arguments += 1;
                position_of_output.push(None);
            } else {
                position_of_output.push(Some(outputs.len()));
                outputs.push(None);
            }
            continue;
        }
        let tied = constraint.parse::<usize>().ok().and_then(|output| *position_of_output.get(output)?);
        if let Some(output) = tied {
            outputs[output] = Some(n_arguments);
        }
        n_arguments += 1;
    }
    outputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_results_to_arguments() {
        assert_eq!(tied_arguments("=r,0,~{memory}"), [Some(0)]);
        assert_eq!(tied_arguments("=r,=*m,=r,1,2,0"), [Some(3), Some(2)]);
        assert_eq!(tied_arguments("=r,r"), [None]);
    }
}
