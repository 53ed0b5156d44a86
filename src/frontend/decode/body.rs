//! The body of a function: registers, emitting instructions, and the dispatch over LLVM's operations.

mod conditions;

use super::layout::{Layout, Scalar};
use super::scopes::Lives;
use super::{Decoder, Operands, Unsupported};
use crate::frontend::debug_info::StackVariable;
use crate::frontend::llvm::{BasicBlock, LLVMOpcode, LLVMValueKind, Type, Value};
use crate::ir::{
    Arbitrary, BlockId, Const, Edge, EdgeId, FuncId, Inst, Loc, Op, Operand, OperandKind, Pc, RegId,
};
use crate::util::Bits;
use conditions::Conditions;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The scalars of a decoded value.
pub type Decoded = Result<Operands, Unsupported>;

/// A function being decoded.
pub struct Body<'d, 'm> {
    pub d: &'d mut Decoder<'m>,
    pub(super) function: FuncId,
    pub value: Value<'m>,
    pub values: FxHashMap<Value<'m>, Operands>,
    n_registers: u32,
    /// The source location of the instructions that are being emitted.
    pub loc: Loc,
    /// The block being decoded.
    pub block: BlockId,
    /// The same block in LLVM's module.
    pub llvm_block: BasicBlock<'m>,
    /// The variables of the source that lie in the function's stack objects.
    allocas: FxHashMap<Value<'m>, StackVariable>,
    lives: Lives<'m>,
    pub(super) conditions: Conditions<'m>,
}

impl<'d, 'm> Body<'d, 'm> {
    pub fn new(
        d: &'d mut Decoder<'m>,
        function: FuncId,
        value: Value<'m>,
        allocas: FxHashMap<Value<'m>, StackVariable>,
        lives: Lives<'m>,
    ) -> Self {
        Self {
            d,
            function,
            value,
            values: FxHashMap::default(),
            n_registers: 0,
            loc: Loc::default(),
            block: BlockId::from_raw(0),
            llvm_block: value.entry_block(),
            allocas,
            lives,
            conditions: Conditions::of(value),
        }
    }

    /// Decodes the whole body into the program.
    pub fn decode(mut self) {
        self.declare_params();
        let blocks = super::reverse_post_order(self.value);
        for phi in blocks.iter().flat_map(|block| block.phis()) {
            if let Ok(layout) = self.layout(phi.ty()) {
                let registers = layout.scalars.iter().map(|_| self.fresh_operand()).collect();
                self.values.insert(phi, registers);
            }
        }
        let first = self.d.blocks[&blocks[0]];
        for block in blocks {
            (self.block, self.llvm_block) = (self.d.blocks[&block], block);
            let start = self.pc();
            for inst in block.instructions() {
                self.step(inst);
            }
            let end = self.pc();
            let decoded = &mut self.d.program.blocks[self.block.index()];
            (decoded.first, decoded.end) = (start, end);
        }
        let entry = EdgeId::new(self.d.program.edges.len());
        let no_moves = self.d.program.moves.len() as u32;
        self.d.program.edges.push(Edge { from: None, to: first, moves: no_moves..no_moves });
        let function = &mut self.d.program.functions[self.function.index()];
        function.entry = Some(entry);
        function.n_registers = self.n_registers;
    }

    fn declare_params(&mut self) {
        for param in self.value.params() {
            if let Ok(layout) = self.layout(param.ty()) {
                let registers = layout.scalars.iter().map(|_| self.fresh_operand()).collect();
                self.values.insert(param, registers);
            }
        }
    }

    /// The variable of the source that lies in a stack object.
    pub fn variable_of_alloca(&self, alloca: Value<'m>) -> Option<StackVariable> {
        self.allocas.get(&alloca).cloned()
    }

    /// Decodes one instruction; one that cannot be decoded becomes an [`Op::Unsupported`].
    fn step(&mut self, inst: Value<'m>) {
        self.change_lives(inst);
        self.loc = self.d.debug.location(inst);
        let start = self.pc();
        match self.instruction(inst) {
            Ok(operands) => {
                if !inst.ty().is_void() {
                    self.values.insert(inst, operands);
                }
            }
            Err(Unsupported(text)) => {
                self.d.program.code.truncate(start.index());
                self.d.program.locs.truncate(start.index());
                if self.d.outlines && inst.opcode() == LLVMOpcode::LLVMCall {
                    if let Ok(operands) = self.outline(inst, &text) {
                        self.values.insert(inst, operands);
                        return;
                    }
                    self.d.program.code.truncate(start.index());
                    self.d.program.locs.truncate(start.index());
                }
                let text = self.d.text(&text);
                self.emit(Op::Unsupported, 0, 0, Inst::NO_RESULT, text, Operand::UNUSED.raw());
                self.define_undef(inst);
                if is_terminator(inst.opcode()) {
                    self.perform(Op::Unreachable, Bits(0), Operand::UNUSED, Operand::UNUSED);
                }
            }
        }
    }

    /// Ends and begins lives of variables before an instruction. The code for it has no line, since coverage
    /// would count it.
    fn change_lives(&mut self, inst: Value<'m>) {
        self.loc = Loc::default();
        for (op, alloca) in self.lives.remove(&inst).unwrap_or_default() {
            if let Some(address) = self.values.get(&alloca).and_then(|operands| operands.first().copied()) {
                self.perform(op, Bits(64), address, Operand::UNUSED);
            }
        }
    }

    /// Gives an instruction that could not be decoded a value, so that the instructions behind it can be
    /// decoded. No path reaches them.
    fn define_undef(&mut self, inst: Value<'m>) {
        if let Ok(layout) = self.layout(inst.ty()) {
            let undef = |scalar: &Scalar| self.d.constant(Const::Undef { width: scalar.width });
            let operands = layout.scalars.iter().map(undef).collect();
            self.values.insert(inst, operands);
        }
    }

    fn instruction(&mut self, inst: Value<'m>) -> Decoded {
        use LLVMOpcode::*;
        match inst.opcode() {
            LLVMPHI => self.phi(inst),
            LLVMRet => self.ret(inst),
            LLVMBr => self.branch(inst),
            LLVMSwitch => self.switch(inst),
            LLVMIndirectBr => self.indirect_branch(inst),
            LLVMUnreachable => self.unreachable(),
            LLVMCall => self.call(inst),
            LLVMInvoke => self.invoke(inst),
            LLVMFNeg => self.unary(Op::FNeg, inst),
            LLVMFreeze => self.unary(Op::Move, inst),
            LLVMSelect => self.select(inst),
            LLVMAlloca => self.alloca(inst),
            LLVMLoad => self.load(inst),
            LLVMStore => self.store(inst),
            LLVMAtomicRMW => self.atomic_rmw(inst),
            LLVMAtomicCmpXchg => self.compare_exchange(inst),
            LLVMFence => self.nop(),
            LLVMExtractValue => self.extract_value(inst),
            LLVMInsertValue => self.insert_value(inst),
            LLVMVAArg => self.va_arg(inst),
            LLVMCallBr => Unsupported::new("inline assembly that jumps (`asm goto`)"),
            LLVMLandingPad => self.landing_pad(inst),
            LLVMResume => self.resume(inst),
            _ => self.expression(inst),
        }
    }

    /// Decodes an operation that may be an instruction or a constant expression.
    pub fn expression(&mut self, value: Value<'m>) -> Decoded {
        use LLVMOpcode::*;
        if self.is_on_wide(value) {
            return self.wide_expression(value);
        }
        match value.opcode() {
            LLVMAdd => self.binary(Op::Add, value),
            LLVMSub => self.binary(Op::Sub, value),
            LLVMMul => self.binary(Op::Mul, value),
            LLVMUDiv => self.binary(Op::UDiv, value),
            LLVMSDiv => self.binary(Op::SDiv, value),
            LLVMURem => self.binary(Op::URem, value),
            LLVMSRem => self.binary(Op::SRem, value),
            LLVMShl => self.shift(Op::Shl, value),
            LLVMLShr => self.shift(Op::LShr, value),
            LLVMAShr => self.shift(Op::AShr, value),
            LLVMAnd => self.binary(Op::And, value),
            LLVMOr => self.binary(Op::Or, value),
            LLVMXor => self.binary(Op::Xor, value),
            LLVMFAdd => self.binary(Op::FAdd, value),
            LLVMFSub => self.binary(Op::FSub, value),
            LLVMFMul => self.binary(Op::FMul, value),
            LLVMFDiv => self.binary(Op::FDiv, value),
            LLVMFRem => self.binary(Op::FRem, value),
            LLVMTrunc => self.truncate(value),
            LLVMZExt => self.extend(Op::ZExt, value),
            LLVMSExt => self.extend(Op::SExt, value),
            LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt => {
                self.float_cast(value)
            }
            LLVMPtrToInt | LLVMIntToPtr => self.pointer_cast(value),
            LLVMBitCast => self.bit_cast(value),
            LLVMGetElementPtr => self.address(value),
            LLVMICmp => self.int_comparison(value),
            LLVMFCmp => self.float_comparison(value),
            LLVMExtractElement => self.extract_element(value),
            LLVMInsertElement => self.insert_element(value),
            LLVMShuffleVector => self.shuffle(value),
            _ => {
                let text = value.to_text();
                Unsupported::new(format!("LLVM's operation `{}`", text.trim()))
            }
        }
    }

    /// The scalars of a value that is used.
    pub fn operands(&mut self, value: Value<'m>) -> Decoded {
        if let Some(known) = self.values.get(&value) {
            return Ok(known.clone());
        }
        if value.is_constant() {
            return self.constant_operands(value);
        }
        let what = match value.kind() {
            LLVMValueKind::LLVMMetadataAsValueValueKind => "metadata as a value",
            _ => "a value that could not be decoded",
        };
        Unsupported::new(what)
    }

    /// The one scalar of a value that is used.
    pub fn operand(&mut self, value: Value<'m>) -> Result<Operand, Unsupported> {
        match self.operands(value)?.as_slice() {
            [one] => Ok(*one),
            _ => Unsupported::new(format!("a vector of type `{}` in this place", value.ty().to_text())),
        }
    }

    pub fn layout(&mut self, ty: Type<'m>) -> Result<Rc<Layout>, Unsupported> {
        self.d.layouts.of(ty)
    }

    /// The width of a type that is one scalar.
    pub fn width(&mut self, ty: Type<'m>) -> Result<Bits, Unsupported> {
        match self.layout(ty)?.scalars.as_slice() {
            [one] => Ok(one.width),
            _ => Unsupported::new(format!("values of type `{}` in this place", ty.to_text())),
        }
    }

    /// The constant's scalars; emits code for scalars that are known only when the program runs.
    fn constant_operands(&mut self, value: Value<'m>) -> Decoded {
        let mut out = Operands::new();
        self.push_constant(value, &mut out)?;
        Ok(out)
    }

    fn push_constant(&mut self, value: Value<'m>, out: &mut Operands) -> Result<(), Unsupported> {
        if matches!(value.kind(), LLVMValueKind::LLVMGlobalIFuncValueKind) {
            // The loader asks the resolver once; here it is asked wherever the function is mentioned.
            let resolver = self.operand(value.resolver())?;
            out.extend(self.emit_call(resolver, &[], value.ty())?);
            return Ok(());
        }
        if let Some(constant) = self.d.fold(value)? {
            let operand = self.d.constant(constant);
            out.push(operand);
            return Ok(());
        }
        if let Some(words) = super::wide_constants::constant_words(value) {
            out.extend(words.into_iter().map(|word| self.d.constant(word)));
            return Ok(());
        }
        if matches!(value.kind(), LLVMValueKind::LLVMConstantExprValueKind) {
            out.extend(self.expression(value)?);
            return Ok(());
        }
        let layout = self.layout(value.ty())?;
        if value.is_undef() {
            for scalar in &layout.scalars {
                out.push(self.d.constant(Const::Undef { width: scalar.width }));
            }
            return Ok(());
        }
        let mut index = 0;
        while let Some(element) = value.element(index) {
            self.push_constant(element, out)?;
            index += 1;
        }
        Ok(())
    }

    /// The position of the next instruction.
    pub fn pc(&self) -> Pc {
        Pc::new(self.d.program.code.len())
    }

    /// A register that nothing else uses.
    pub fn fresh(&mut self) -> RegId {
        self.n_registers += 1;
        RegId::from_raw(self.n_registers - 1)
    }

    pub fn fresh_operand(&mut self) -> Operand {
        Operand::register(self.fresh())
    }

    /// Appends an instruction. Undefined operands that it computes with are replaced by zeros, which are
    /// counted.
    pub fn emit(&mut self, op: Op, flags: u8, width: u16, dst: RegId, a: u32, b: u32) {
        let (a, b) = self.settled(op, a, b);
        self.d.program.code.push(Inst { op, flags, width, dst, a, b });
        self.d.program.locs.push(self.loc);
    }

    /// The fields `a` and `b` of an instruction, with defined operands.
    fn settled(&mut self, op: Op, a: u32, b: u32) -> (u32, u32) {
        let (reads_a, reads_b) = op.operand_fields();
        // A store does not look at the value that it stores, which may stay undefined.
        let a = if reads_a && op != Op::Store { self.defined(Operand::from_raw(a)).raw() } else { a };
        let b = if reads_b { self.defined(Operand::from_raw(b)).raw() } else { b };
        (a, b)
    }

    /// The operand or, if it is undefined, a zero, which is counted.
    pub fn defined(&mut self, operand: Operand) -> Operand {
        if operand == Operand::UNUSED {
            return operand;
        }
        let OperandKind::Constant(constant) = operand.kind() else { return operand };
        match self.d.program.constants[constant.index()] {
            Const::Undef { width } => self.arbitrary(Arbitrary::Undefined, width),
            _ => operand,
        }
    }

    /// A value that nothing determines.
    pub fn arbitrary(&mut self, what: Arbitrary, width: Bits) -> Operand {
        let unused = Operand::UNUSED.raw();
        self.compute_with(Op::Arbitrary, what as u8, width, unused, unused)
    }

    /// Appends an instruction with a result of one register.
    pub fn compute(&mut self, op: Op, width: Bits, a: Operand, b: Operand) -> Operand {
        self.compute_with(op, 0, width, a.raw(), b.raw())
    }

    /// [`Self::compute`] with flags, and with fields that are not operands.
    pub fn compute_with(&mut self, op: Op, flags: u8, width: Bits, a: u32, b: u32) -> Operand {
        // This comes before the result gets its register, because a second result must get the next one.
        let (a, b) = self.settled(op, a, b);
        let dst = self.fresh();
        self.emit(op, flags, width.0 as u16, dst, a, b);
        Operand::register(dst)
    }

    /// Appends an instruction without a result.
    pub fn perform(&mut self, op: Op, width: Bits, a: Operand, b: Operand) {
        self.emit(op, 0, width.0 as u16, Inst::NO_RESULT, a.raw(), b.raw());
    }

    /// Appends words to the program's side table; gives the index of the first.
    pub fn extra(&mut self, words: &[u32]) -> u32 {
        let at = u32::try_from(self.d.program.extra.len()).expect("invariant: fewer than 2^32 words");
        self.d.program.extra.extend_from_slice(words);
        at
    }

    pub fn nop(&mut self) -> Decoded {
        self.perform(Op::Nop, Bits(0), Operand::UNUSED, Operand::UNUSED);
        Ok(Operands::new())
    }

    /// The operand with `to` bits: extended by `op`, or cut.
    pub fn resize(&mut self, op: Op, operand: Operand, from: Bits, to: Bits) -> Operand {
        use std::cmp::Ordering::*;
        match from.cmp(&to) {
            Equal => operand,
            Less => self.compute_with(op, 0, to, operand.raw(), from.0),
            Greater => self.compute(Op::Trunc, to, operand, Operand::UNUSED),
        }
    }
}

fn is_terminator(opcode: LLVMOpcode) -> bool {
    use LLVMOpcode::*;
    matches!(
        opcode,
        LLVMRet
            | LLVMBr
            | LLVMSwitch
            | LLVMIndirectBr
            | LLVMInvoke
            | LLVMUnreachable
            | LLVMCallBr
            | LLVMResume
            | LLVMCleanupRet
            | LLVMCatchRet
            | LLVMCatchSwitch
    )
}
