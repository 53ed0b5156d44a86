//! LLVM's intrinsic functions.

use super::body::{Body, Decoded};
use super::layout::ADDRESS;
use super::{Operands, Unsupported};
use crate::frontend::llvm::Value;
use crate::ir::{Arbitrary, ArgKind, Argument, Const, Inst, Op, Operand, Param, Predicate};
use crate::util::Bits;

/// Mathematical functions that stay calls; the executor knows them by name.
const MATH: &[&str] = &[
    "llvm.sqrt",
    "llvm.fabs",
    "llvm.floor",
    "llvm.ceil",
    "llvm.trunc",
    "llvm.rint",
    "llvm.nearbyint",
    "llvm.round",
    "llvm.roundeven",
    "llvm.fma",
    "llvm.fmuladd",
    "llvm.minnum",
    "llvm.maxnum",
    "llvm.minimum",
    "llvm.maximum",
    "llvm.copysign",
    "llvm.pow",
    "llvm.atan2",
    "llvm.powi",
    "llvm.exp",
    "llvm.exp2",
    "llvm.exp10",
    "llvm.log",
    "llvm.log2",
    "llvm.log10",
    "llvm.sin",
    "llvm.cos",
    "llvm.tan",
    "llvm.asin",
    "llvm.acos",
    "llvm.atan",
    "llvm.sinh",
    "llvm.cosh",
    "llvm.tanh",
    "llvm.ldexp",
    "llvm.lrint",
    "llvm.llrint",
    "llvm.lround",
    "llvm.llround",
    "llvm.fptosi.sat",
    "llvm.fptoui.sat",
    "llvm.is.fpclass",
    "llvm.canonicalize",
];

impl<'m> Body<'_, 'm> {
    pub fn intrinsic(&mut self, inst: Value<'m>, name: &str) -> Decoded {
        // `llvm.umax.v4i32`: the types are suffixes, of which there may be several.
        let mut base = name;
        if !name.starts_with("llvm.is.constant") && self.is_on_wide(inst) {
            return Unsupported::new(format!("LLVM's intrinsic function `{name}`"));
        }
        loop {
            if let Some(decoded) = self.known_intrinsic(inst, base) {
                return decoded;
            }
            match base.rsplit_once('.') {
                Some((shorter, _)) if shorter != "llvm" => base = shorter,
                _ => return Unsupported::new(format!("LLVM's intrinsic function `{name}`")),
            }
        }
    }

    fn known_intrinsic(&mut self, inst: Value<'m>, base: &str) -> Option<Decoded> {
        Some(match base {
            "llvm.memcpy" | "llvm.memcpy.inline" => self.copy(Op::MemCpy, inst),
            "llvm.memmove" => self.copy(Op::MemMove, inst),
            "llvm.memset" | "llvm.memset.inline" => self.copy(Op::MemSet, inst),
            "llvm.ctpop" => self.unary(Op::Ctpop, inst),
            "llvm.ctlz" => self.unary(Op::Ctlz, inst),
            "llvm.cttz" => self.unary(Op::Cttz, inst),
            "llvm.bswap" => self.unary(Op::Bswap, inst),
            "llvm.bitreverse" => self.unary(Op::BitReverse, inst),
            "llvm.abs" => self.unary(Op::Abs, inst),
            "llvm.umin" => self.binary(Op::UMin, inst),
            "llvm.umax" => self.binary(Op::UMax, inst),
            "llvm.smin" => self.binary(Op::SMin, inst),
            "llvm.smax" => self.binary(Op::SMax, inst),
            "llvm.uadd.sat" => self.binary(Op::UAddSat, inst),
            "llvm.sadd.sat" => self.binary(Op::SAddSat, inst),
            "llvm.usub.sat" => self.binary(Op::USubSat, inst),
            "llvm.ssub.sat" => self.binary(Op::SSubSat, inst),
            "llvm.ushl.sat" => self.binary(Op::UShlSat, inst),
            "llvm.sshl.sat" => self.binary(Op::SShlSat, inst),
            "llvm.uadd.with.overflow" => self.overflowing(Op::UAddOverflow, inst),
            "llvm.sadd.with.overflow" => self.overflowing(Op::SAddOverflow, inst),
            "llvm.usub.with.overflow" => self.overflowing(Op::USubOverflow, inst),
            "llvm.ssub.with.overflow" => self.overflowing(Op::SSubOverflow, inst),
            "llvm.umul.with.overflow" => self.overflowing(Op::UMulOverflow, inst),
            "llvm.smul.with.overflow" => self.overflowing(Op::SMulOverflow, inst),
            "llvm.ucmp" => self.three_way(Predicate::Ugt, Predicate::Ult, inst),
            "llvm.scmp" => self.three_way(Predicate::Sgt, Predicate::Slt, inst),
            "llvm.fshl" => self.funnel(Op::FShl, inst),
            "llvm.fshr" => self.funnel(Op::FShr, inst),
            "llvm.ptrmask" => self.binary(Op::And, inst),
            "llvm.vector.reduce.add" => self.reduce(Op::Add, None, inst.operand(0)),
            "llvm.vector.reduce.mul" => self.reduce(Op::Mul, None, inst.operand(0)),
            "llvm.vector.reduce.and" => self.reduce(Op::And, None, inst.operand(0)),
            "llvm.vector.reduce.or" => self.reduce(Op::Or, None, inst.operand(0)),
            "llvm.vector.reduce.xor" => self.reduce(Op::Xor, None, inst.operand(0)),
            "llvm.vector.reduce.umin" => self.reduce(Op::UMin, None, inst.operand(0)),
            "llvm.vector.reduce.umax" => self.reduce(Op::UMax, None, inst.operand(0)),
            "llvm.vector.reduce.smin" => self.reduce(Op::SMin, None, inst.operand(0)),
            "llvm.vector.reduce.smax" => self.reduce(Op::SMax, None, inst.operand(0)),
            "llvm.vector.reduce.fadd" => self.float_reduce(Op::FAdd, inst),
            "llvm.vector.reduce.fmul" => self.float_reduce(Op::FMul, inst),
            "llvm.masked.load" => self.masked_load(inst),
            "llvm.masked.store" => self.masked_store(inst),
            "llvm.masked.gather" => self.gather(inst),
            "llvm.masked.scatter" => self.scatter(inst),
            "llvm.masked.expandload" => self.expand_load(inst),
            "llvm.masked.compressstore" => self.compress_store(inst),
            "llvm.vector.insert" => self.insert_vector(inst),
            "llvm.vector.extract" => self.extract_vector(inst),
            "llvm.load.relative" => self.load_relative(inst),
            "llvm.get.rounding" => self.one(inst),
            "llvm.readcyclecounter" | "llvm.readsteadycounter" | "llvm.x86.rdtsc" | "llvm.x86.rdtscp" => {
                self.unknown(Arbitrary::Clock, inst)
            }
            "llvm.frameaddress"
            | "llvm.returnaddress"
            | "llvm.addressofreturnaddress"
            | "llvm.sponentry"
            | "llvm.thread.pointer" => self.unknown(Arbitrary::Place, inst),
            "llvm.vector.reduce.fmin" => self.extreme_reduce("llvm.minnum", inst),
            "llvm.vector.reduce.fmax" => self.extreme_reduce("llvm.maxnum", inst),
            "llvm.vector.reduce.fminimum" => self.extreme_reduce("llvm.minimum", inst),
            "llvm.vector.reduce.fmaximum" => self.extreme_reduce("llvm.maximum", inst),
            "llvm.frexp" => self.fraction_and_exponent(inst),
            "llvm.assume" => self.assume(inst),
            "llvm.trap" | "llvm.debugtrap" | "llvm.ubsantrap" => self.simple(Op::Trap),
            "llvm.lifetime.start" => self.lifetime(Op::LifetimeStart, inst),
            "llvm.lifetime.end" => self.lifetime(Op::LifetimeEnd, inst),
            "llvm.stacksave" => self.stack_save(),
            "llvm.stackrestore" => self.on_operands(Op::StackRestore, inst),
            "llvm.va_start" | "llvm.va_end" | "llvm.va_copy" => self.va(inst, base),
            "llvm.eh.typeid.for" => self.type_selector(inst),
            "llvm.eh.sjlj.setjmp" => self.jump_call(inst, "setjmp"),
            "llvm.eh.sjlj.longjmp" => self.jump_call(inst, "longjmp"),
            "llvm.objectsize" => self.object_size(inst),
            "llvm.is.constant" => self.is_constant(inst),
            "llvm.prefetch" => self.nop(),
            "llvm.invariant.start" => self.zeros(inst),
            "llvm.expect"
            | "llvm.expect.with.probability"
            | "llvm.annotation"
            | "llvm.ptr.annotation"
            | "llvm.launder.invariant.group"
            | "llvm.strip.invariant.group"
            | "llvm.threadlocal.address"
            | "llvm.ssa.copy"
            | "llvm.arithmetic.fence" => self.operands(inst.operand(0)),
            "llvm.allow.runtime.check" | "llvm.allow.ubsan.check" => self.truth(true),
            "llvm.donothing"
            | "llvm.sideeffect"
            | "llvm.invariant.end"
            | "llvm.var.annotation"
            | "llvm.experimental.noalias.scope.decl"
            | "llvm.pseudoprobe"
            | "llvm.clear_cache"
            | "llvm.codeview.annotation"
            | "llvm.fake.use" => Ok(Operands::new()),
            _ if base.starts_with("llvm.dbg.") => Ok(Operands::new()),
            _ if base.starts_with("llvm.x86.") => {
                return self.x86_intrinsic(inst, &base["llvm.x86.".len()..]);
            }
            _ if MATH.contains(&base) => self.math(inst, base),
            _ => return None,
        })
    }

    fn simple(&mut self, op: Op) -> Decoded {
        self.perform(op, Bits(0), Operand::UNUSED, Operand::UNUSED);
        Ok(Operands::new())
    }

    fn truth(&mut self, value: bool) -> Decoded {
        Ok(Operands::from_slice(&[self.d.int(Bits(1), u128::from(value))]))
    }

    /// Performs the operation on the first operand.
    fn on_operands(&mut self, op: Op, inst: Value<'m>) -> Decoded {
        let operand = self.operand(inst.operand(0))?;
        self.perform(op, ADDRESS, operand, Operand::UNUSED);
        Ok(Operands::new())
    }

    /// The current rounding mode: number one is to the nearest.
    fn one(&mut self, inst: Value<'m>) -> Decoded {
        let width = self.width(inst.ty())?;
        Ok(Operands::from_slice(&[self.d.int(width, 1)]))
    }

    /// A value that a real machine knows and symir does not.
    fn unknown(&mut self, what: Arbitrary, inst: Value<'m>) -> Decoded {
        let layout = self.layout(inst.ty())?;
        Ok(layout.scalars.iter().map(|scalar| self.arbitrary(what, scalar.width)).collect())
    }

    fn zeros(&mut self, inst: Value<'m>) -> Decoded {
        let layout = self.layout(inst.ty())?;
        Ok(layout.scalars.iter().map(|scalar| self.d.int(scalar.width, 0)).collect())
    }

    fn copy(&mut self, op: Op, inst: Value<'m>) -> Decoded {
        let (to, from) = (self.operand(inst.operand(0))?, self.operand(inst.operand(1))?);
        let width = self.width(inst.operand(2).ty())?;
        let length = self.operand(inst.operand(2))?;
        let length = match inst.operand(2).small_int() {
            Some(length) => self.d.int(ADDRESS, u128::from(length)),
            None => self.resize(Op::ZExt, length, width, ADDRESS),
        };
        let at = self.extra(&[to.raw(), from.raw(), length.raw()]);
        let is_aligned = op == Op::MemCpy && inst.argument_align(0) >= 16;
        self.emit(op, u8::from(is_aligned), 0, Inst::NO_RESULT, at, Operand::UNUSED.raw());
        Ok(Operands::new())
    }

    fn overflowing(&mut self, op: Op, inst: Value<'m>) -> Decoded {
        let (mut sums, mut flags) = (Operands::new(), Operands::new());
        let rights = self.operands(inst.operand(1))?;
        let lefts = self.operands(inst.operand(0))?;
        let layout = self.layout(inst.operand(0).ty())?;
        for ((left, right), scalar) in lefts.into_iter().zip(rights).zip(&layout.scalars) {
            let sum = self.compute(op, scalar.width, left, right);
            sums.push(sum);
            flags.push(self.fresh_operand());
        }
        sums.extend(flags);
        Ok(sums)
    }

    /// 1, 0 or −1: greater minus less.
    fn three_way(&mut self, greater: Predicate, less: Predicate, inst: Value<'m>) -> Decoded {
        let rights = self.operands(inst.operand(1))?;
        let layout = self.layout(inst.ty())?;
        let mut elements = rights.into_iter().zip(&layout.scalars);
        self.map(inst.operand(0), |body, width, left| {
            let (right, result) = elements.next().expect("invariant: both operands have one type");
            let above = body.compare(greater, width, left, right);
            let below = body.compare(less, width, left, right);
            let above = body.resize(Op::ZExt, above, Bits(1), result.width);
            let below = body.resize(Op::ZExt, below, Bits(1), result.width);
            body.compute(Op::Sub, result.width, above, below)
        })
    }

    fn funnel(&mut self, op: Op, inst: Value<'m>) -> Decoded {
        let (lows, amounts) = (self.operands(inst.operand(1))?, self.operands(inst.operand(2))?);
        let mut rest = lows.into_iter().zip(amounts);
        self.map(inst.operand(0), |body, width, high| {
            let (low, amount) = rest.next().expect("invariant: all operands have one type");
            let words = body.extra(&[low.raw(), amount.raw()]);
            body.compute_with(op, 0, width, high.raw(), words)
        })
    }

    /// Splits a number as the C library's `frexp` does: into a number between one half and one, and the power
    /// of two to multiply it by. This works on the bits of the format (IEEE 754-2019, 3.4). A number that
    /// cannot be split like this stays as it is, with the exponent zero.
    fn fraction_and_exponent(&mut self, inst: Value<'m>) -> Decoded {
        let exponent_width = self.layout(inst.ty())?.scalars.last().map_or(Bits(32), |scalar| scalar.width);
        let layout = self.layout(inst.operand(0).ty())?;
        let numbers = self.operands(inst.operand(0))?;
        let (mut fractions, mut exponents) = (Operands::new(), Operands::new());
        for (number, scalar) in numbers.into_iter().zip(&layout.scalars) {
            let n_fraction: u32 = match scalar.width.0 {
                32 => 23,
                64 => 52,
                width => return Unsupported::new(format!("`llvm.frexp` of a number of {width} bits")),
            };
            let width = scalar.width;
            let n_exponent = width.0 - 1 - n_fraction;
            let largest = (1u128 << n_exponent) - 1;
            // The exponent that is stored in a number between one half and one.
            let half = largest / 2 - 1;
            let [fraction_mask, sign_mask, at, largest, half, one, zero, first] = [
                (1 << n_fraction) - 1,
                1 << (width.0 - 1),
                n_fraction.into(),
                largest,
                half,
                1,
                0,
                n_exponent.into(),
            ]
            .map(|number: u128| self.d.int(width, number));
            let stored = self.compute(Op::LShr, width, number, at);
            let stored = self.compute(Op::And, width, stored, largest);
            let fraction = self.compute(Op::And, width, number, fraction_mask);
            let sign = self.compute(Op::And, width, number, sign_mask);
            // A subnormal number has leading zeros in the place of the one before the point.
            let zeros = self.compute(Op::Ctlz, width, fraction, Operand::UNUSED);
            let shift = self.compute(Op::Sub, width, zeros, first);
            let shifted = self.compute(Op::Shl, width, fraction, shift);
            let shifted = self.compute(Op::And, width, shifted, fraction_mask);
            let below = self.compute(Op::Sub, width, one, shift);
            let is_below = self.compare(Predicate::Eq, width, stored, zero);
            let fraction_bits = self.choose(width, is_below, shifted, fraction);
            let exponent = self.choose(width, is_below, below, stored);
            let exponent = self.compute(Op::Sub, width, exponent, half);
            let halves = self.compute(Op::Shl, width, half, at);
            let made = self.compute(Op::Or, width, sign, halves);
            let made = self.compute(Op::Or, width, made, fraction_bits);
            // Zeros and infinities stay as they are, and a NaN becomes a quiet one.
            let magnitude = self.compute(Op::Or, width, stored, fraction);
            let is_zero = self.compare(Predicate::Eq, width, magnitude, zero);
            let is_beyond = self.compare(Predicate::Eq, width, stored, largest);
            let is_special = self.compute(Op::Or, Bits(1), is_zero, is_beyond);
            let has_fraction = self.compare(Predicate::Ne, width, fraction, zero);
            let is_nan = self.compute(Op::And, Bits(1), is_beyond, has_fraction);
            let quiet = self.d.int(width, 1 << (n_fraction - 1));
            let quiet = self.compute(Op::Or, width, number, quiet);
            let special = self.choose(width, is_nan, quiet, number);
            fractions.push(self.choose(width, is_special, special, made));
            let exponent = self.choose(width, is_special, zero, exponent);
            exponents.push(self.resize(Op::SExt, exponent, width, exponent_width));
        }
        fractions.extend(exponents);
        Ok(fractions)
    }

    fn float_reduce(&mut self, op: Op, inst: Value<'m>) -> Decoded {
        let start = self.operand(inst.operand(0))?;
        self.reduce(op, Some(start), inst.operand(1))
    }

    /// The least or greatest element, by calls of the scalar intrinsic.
    fn extreme_reduce(&mut self, base: &str, inst: Value<'m>) -> Decoded {
        let layout = self.layout(inst.operand(0).ty())?;
        let mut elements = self.operands(inst.operand(0))?.into_iter();
        let (Some(scalar), Some(mut extreme)) = (layout.scalars.first(), elements.next()) else {
            return Unsupported::new("a vector of no elements");
        };
        let params = vec![Param { width: scalar.width }, Param { width: scalar.width }];
        let function = self.d.external(&format!("{base}.f{}", scalar.width.0), params, 1);
        let target = self.d.constant(Const::Function(function));
        for element in elements {
            let passed = [extreme, element].map(|operand| scalar.passed(operand));
            extreme = self.emit_call(target, &passed, inst.ty())?[0];
        }
        Ok(Operands::from_slice(&[extreme]))
    }

    fn assume(&mut self, inst: Value<'m>) -> Decoded {
        if inst.operand(0).small_int() == Some(1) {
            return Ok(Operands::new());
        }
        let condition = self.operand(inst.operand(0))?;
        self.perform(Op::Assume, Bits(1), condition, Operand::UNUSED);
        Ok(Operands::new())
    }

    fn lifetime(&mut self, op: Op, inst: Value<'m>) -> Decoded {
        // Later versions of LLVM have no size before the address.
        let address = *inst.arguments().last().ok_or(Unsupported("a lifetime of nothing".into()))?;
        let address = self.operand(address)?;
        if !self.d.program.functions[self.function.index()].is_unoptimised {
            // Optimised code may read a variable before its life begins.
            return self.nop();
        }
        self.perform(op, ADDRESS, address, Operand::UNUSED);
        Ok(Operands::new())
    }

    fn stack_save(&mut self) -> Decoded {
        Ok(Operands::from_slice(&[self.compute(Op::StackSave, ADDRESS, Operand::UNUSED, Operand::UNUSED)]))
    }

    fn va(&mut self, inst: Value<'m>, base: &str) -> Decoded {
        let first = self.operand(inst.operand(0))?;
        let (op, second) = match base {
            "llvm.va_start" => (Op::VaStart, Operand::UNUSED),
            "llvm.va_end" => (Op::VaEnd, Operand::UNUSED),
            _ => (Op::VaCopy, self.operand(inst.operand(1))?),
        };
        self.perform(op, ADDRESS, first, second);
        Ok(Operands::new())
    }

    /// `__builtin_setjmp` and `__builtin_longjmp` become calls of the C library's functions, which have
    /// larger buffers. `__builtin_longjmp` has setjmp return one.
    fn jump_call(&mut self, inst: Value<'m>, name: &str) -> Decoded {
        let buffer = self.operand(inst.operand(0))?;
        let mut passed = vec![Argument { operand: buffer, width: ADDRESS, kind: ArgKind::Pointer }];
        if name == "longjmp" {
            let one = self.d.int(Bits(32), 1);
            passed.push(Argument { operand: one, width: Bits(32), kind: ArgKind::Integer });
        }
        let params = passed.iter().map(|argument| Param { width: argument.width }).collect();
        let function = self.d.external(name, params, u32::from(!inst.ty().is_void()));
        let target = self.d.constant(Const::Function(function));
        self.emit_call(target, &passed, inst.ty())
    }

    fn object_size(&mut self, inst: Value<'m>) -> Decoded {
        let width = self.width(inst.ty())?;
        let address = self.operand(inst.operand(0))?;
        let wants_minimum = inst.operand(1).small_int() == Some(1);
        let unused = Operand::UNUSED.raw();
        let size = self.compute_with(Op::ObjectSize, u8::from(wants_minimum), width, address.raw(), unused);
        Ok(Operands::from_slice(&[size]))
    }

    fn is_constant(&mut self, inst: Value<'m>) -> Decoded {
        self.truth(inst.operand(0).is_manifest())
    }

    /// Calls a function named like the scalar intrinsic, for every element of a vector.
    fn math(&mut self, inst: Value<'m>, base: &str) -> Decoded {
        let args = inst.arguments();
        let result = self.layout(inst.ty())?;
        let layouts = args.iter().map(|arg| self.layout(arg.ty())).collect::<Result<Vec<_>, _>>()?;
        let operands = args.iter().map(|arg| self.operands(*arg)).collect::<Result<Vec<_>, _>>()?;
        let mut out = Operands::new();
        for (index, scalar) in result.scalars.iter().enumerate() {
            // An operand such as the exponent of `powi` is one scalar for all elements.
            let at = |n: usize| if n == 1 { 0 } else { index };
            let passed: Vec<_> = operands
                .iter()
                .zip(&layouts)
                .map(|(operands, layout)| {
                    let of = at(operands.len());
                    layout.scalars[of].passed(operands[of])
                })
                .collect();
            let params = passed.iter().map(|argument| Param { width: argument.width }).collect();
            // Names as LLVM has them: if the result is an integer of any size, its width comes first.
            let result = match base {
                "llvm.is.fpclass" => String::new(),
                _ if scalar.kind == ArgKind::Float => String::new(),
                _ => format!(".i{}", scalar.width.0),
            };
            let name = format!("{base}{result}.f{}", passed[0].width.0);
            let function = self.d.external(&name, params, 1);
            let target = self.d.constant(Const::Function(function));
            let element = if inst.ty().is_vector() { inst.ty().element() } else { inst.ty() };
            debug_assert_eq!(self.width(element).ok(), Some(scalar.width));
            out.extend(self.emit_call(target, &passed, element)?);
        }
        Ok(out)
    }
}
