//! Constants that are known before the program runs.

use super::{Decoder, Unsupported};
use crate::frontend::llvm::{LLVMOpcode, LLVMTypeKind, LLVMValueKind, Type, Value};
use crate::ir::Const;
use crate::util::Bits;

impl<'m> Decoder<'m> {
    /// The scalar constant that `value` is; `None` for aggregates and for expressions that only a run can
    /// compute.
    pub fn fold(&mut self, value: Value<'m>) -> Result<Option<Const>, Unsupported> {
        use LLVMValueKind::*;
        match value.kind() {
            LLVMConstantIntValueKind => Ok(int(value)),
            LLVMConstantFPValueKind => float(value).map(Some),
            LLVMConstantPointerNullValueKind => Ok(Some(Const::Int { width: Bits(64), value: 0 })),
            LLVMUndefValueValueKind | LLVMPoisonValueKind => self.undef(value.ty()),
            LLVMConstantAggregateZeroValueKind => Ok(None),
            LLVMGlobalVariableValueKind => {
                Ok(self.globals.get(&value).map(|global| Const::Global { global: *global, offset: 0 }))
            }
            LLVMFunctionValueKind => self.function_address(value),
            LLVMGlobalAliasValueKind => self.fold(value.aliasee()),
            LLVMGlobalIFuncValueKind => Unsupported::new(format!(
                "the function `{}`, which is chosen at load time (ifunc)",
                value.name()
            )),
            LLVMBlockAddressValueKind => match self.blocks.get(&value.address_block()) {
                Some(block) => Ok(Some(Const::Label(*block))),
                None => Unsupported::new("the address of a label that control never comes to"),
            },
            LLVMConstantExprValueKind => self.fold_expression(value),
            _ => Ok(None),
        }
    }

    fn undef(&mut self, ty: Type<'m>) -> Result<Option<Const>, Unsupported> {
        use LLVMTypeKind::*;
        let is_aggregate = matches!(ty.kind(), LLVMStructTypeKind | LLVMArrayTypeKind | LLVMVectorTypeKind);
        let layout = self.layouts.of(ty)?;
        match layout.scalars.as_slice() {
            [one] if !is_aggregate => Ok(Some(Const::Undef { width: one.width })),
            _ => Ok(None),
        }
    }

    fn function_address(&mut self, value: Value<'m>) -> Result<Option<Const>, Unsupported> {
        match self.functions.get(&value) {
            Some(function) => Ok(Some(Const::Function(*function))),
            None => Unsupported::new(format!("the address of LLVM's intrinsic `{}`", value.name())),
        }
    }

    fn fold_expression(&mut self, value: Value<'m>) -> Result<Option<Const>, Unsupported> {
        use LLVMOpcode::*;
        match value.opcode() {
            LLVMGetElementPtr => self.fold_address(value),
            LLVMPtrToInt | LLVMIntToPtr | LLVMBitCast | LLVMTrunc => self.fold_cast(value),
            LLVMAdd => self.fold_sum(value, false),
            LLVMSub => self.fold_sum(value, true),
            _ => Ok(None),
        }
    }

    fn fold_cast(&mut self, value: Value<'m>) -> Result<Option<Const>, Unsupported> {
        let Some(inner) = self.fold(value.operand(0))? else { return Ok(None) };
        let layout = self.layouts.of(value.ty())?;
        let [scalar] = layout.scalars.as_slice() else { return Ok(None) };
        Ok(match inner {
            Const::Int { value, .. } => {
                Some(Const::Int { width: scalar.width, value: value & scalar.width.mask() })
            }
            address if scalar.width == Bits(64) => Some(address),
            _ => None,
        })
    }

    fn fold_sum(&mut self, value: Value<'m>, negative: bool) -> Result<Option<Const>, Unsupported> {
        let (left, right) = (self.fold(value.operand(0))?, self.fold(value.operand(1))?);
        let (Some(left), Some(right)) = (left, right) else { return Ok(None) };
        let signed = |n: u128| if negative { n.wrapping_neg() } else { n };
        Ok(match (left, right) {
            (Const::Int { width, value: a }, Const::Int { value: b, .. }) => {
                Some(Const::Int { width, value: a.wrapping_add(signed(b)) & width.mask() })
            }
            (address, Const::Int { value, .. }) => displaced(address, signed(value) as i64),
            (Const::Int { value, .. }, address) if !negative => displaced(address, value as i64),
            (Const::Global { global: a, offset: x }, Const::Global { global: b, offset: y })
                if negative && a == b =>
            {
                Some(Const::Int { width: Bits(64), value: u128::from(x.wrapping_sub(y) as u64) })
            }
            _ => None,
        })
    }

    fn fold_address(&mut self, value: Value<'m>) -> Result<Option<Const>, Unsupported> {
        let Some(base) = self.fold(value.operand(0))? else { return Ok(None) };
        let (offset, indices) = self.strides(value)?;
        if !indices.is_empty() {
            return Ok(None);
        }
        Ok(displaced(base, offset))
    }

    /// An address computation as a constant number of bytes and pairs of an index and its stride in bytes.
    pub fn strides(&mut self, value: Value<'m>) -> Result<(i64, Vec<(Value<'m>, u64)>), Unsupported> {
        let mut constant: i64 = 0;
        let mut indices = Vec::new();
        let mut ty = value.gep_source_type();
        for position in 1..value.n_operands() {
            let index = value.operand(position);
            if position > 1 {
                if matches!(ty.kind(), LLVMTypeKind::LLVMStructTypeKind) {
                    // The addresses in a vector are all of the same member.
                    let member = index.small_int().or_else(|| index.element(0)?.small_int());
                    let member = member.expect("invariant: the member of a structure is a constant");
                    constant = constant.wrapping_add(self.data_layout.offset(ty, member as u32) as i64);
                    ty = ty.members()[member as usize];
                    continue;
                }
                ty = ty.element();
            }
            if !ty.is_sized() {
                return Unsupported::new(format!("addresses of type `{}`", ty.to_text()));
            }
            let stride = self.data_layout.alloc_size(ty);
            match self.fold(index)? {
                Some(Const::Int { width, value }) => {
                    let steps = width.sign_extend(value) as i64;
                    constant = constant.wrapping_add(steps.wrapping_mul(stride as i64));
                }
                _ => indices.push((index, stride)),
            }
        }
        Ok((constant, indices))
    }
}

/// An address plus a number of bytes.
fn displaced(address: Const, by: i64) -> Option<Const> {
    match address {
        Const::Global { global, offset } => Some(Const::Global { global, offset: offset.wrapping_add(by) }),
        Const::Int { width, value } => {
            Some(Const::Int { width, value: value.wrapping_add(by as i128 as u128) & width.mask() })
        }
        other if by == 0 => Some(other),
        _ => None,
    }
}

fn int(value: Value<'_>) -> Option<Const> {
    let width = Bits(value.ty().int_width());
    if let Some(small) = value.small_int() {
        return Some(Const::Int { width, value: u128::from(small) });
    }
    // LLVM's C interface gives more than 64 bits only as text, such as `i128 -5`.
    let text = value.to_text();
    let digits = text.rsplit(' ').next()?;
    let number: i128 = digits.parse().ok()?;
    (width <= Bits(128)).then(|| Const::Int { width, value: number as u128 & width.mask() })
}

/// The bit pattern of a float constant, read from its text, which is exact.
fn float(value: Value<'_>) -> Result<Const, Unsupported> {
    let text = value.to_text();
    let number = text.rsplit(' ').next().unwrap_or("");
    let hex = |digits: &str| u128::from_str_radix(digits, 16).ok();
    let double = || match number.strip_prefix("0x") {
        Some(digits) => hex(digits).map(|bits| bits as u64),
        None => number.parse().ok().map(f64::to_bits),
    };
    use LLVMTypeKind::*;
    let pattern = match value.ty().kind() {
        LLVMHalfTypeKind => number.strip_prefix("0xH").and_then(hex).map(|bits| (16, bits)),
        LLVMFloatTypeKind => double().map(|bits| (32, u128::from(single_of_double(bits)))),
        LLVMDoubleTypeKind => double().map(|bits| (64, u128::from(bits))),
        LLVMX86_FP80TypeKind => number.strip_prefix("0xK").and_then(hex).map(|bits| (80, bits)),
        // The low 64 bits are printed first.
        LLVMFP128TypeKind => number.strip_prefix("0xL").and_then(hex).map(|bits| (128, bits.rotate_left(64))),
        _ => None,
    };
    match pattern {
        Some((width, value)) => Ok(Const::Int { width: Bits(width), value }),
        None => Unsupported::new(format!("the constant `{text}`")),
    }
}

/// The pattern of the `float` that has the value of a `double`; also for NaNs, whose payload is kept.
fn single_of_double(bits: u64) -> u32 {
    let double = f64::from_bits(bits);
    if double.is_nan() {
        return ((bits >> 32) as u32 & 0x8000_0000) | 0x7f80_0000 | (bits >> 29) as u32 & 0x007f_ffff;
    }
    (double as f32).to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signalling_nans_keep_their_payload() {
        assert_eq!(single_of_double(0x7ff4_0000_0000_0000), 0x7fa0_0000);
        assert_eq!(single_of_double(1.5f64.to_bits()), 1.5f32.to_bits());
    }
}
