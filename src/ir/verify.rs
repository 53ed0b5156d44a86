//! The invariants of every program that is run.
//!
//! 1. `locs` is as long as `code`, and every location's file is in `files`.
//! 2. Blocks of a function follow each other in `blocks`, name that function, are not empty, and lie in
//!    `code` one after the other.
//! 3. The last instruction of a block is a terminator, and no other one is.
//! 4. The entry edge of a function comes from nowhere, leads to its first block and carries no moves. A
//!    function without an entry has no blocks.
//! 5. Every other edge leads from a block to a block of the same function.
//! 6. The edges that a terminator names exist and come from its block; those of a branch are a pair.
//! 7. Every operand is a register of the function's frame or a constant of the program; operands that an
//!    operation needs are present.
//! 8. Results go to registers of the frame; operations without a result name none.
//! 9. Widths are 1 to 128, of floats 16, 32, 64, 80 or 128; extensions widen and truncations do not.
//! 10. Predicates and conversions have numbers that exist.
//! 11. Ranges in `extra`, `moves` and `texts` lie inside these tables.
//! 12. Parameters are registers of the frame.
//! 13. Constants name globals, functions and blocks that exist, and integers fit their width.
//! 14. A global's bytes are as many as its size; relocations lie inside, do not overlap, and name
//!     addresses.
//! 15. Types name types that exist; signatures name files and types that exist.
//! 16. Constructors and destructors are functions with a body.
//! 17. Landings stand in the order of their calls, and lead from the block of the call to a landing pad.

use super::{
    Argument, CType, CallSite, CastOp, Const, ConstId, EdgeId, FuncId, Function, Inst, Loc, Op, Operand,
    OperandKind, Pc, Predicate, Program, Reads, RegId, TypeId, Widths, Writes,
};
use crate::util::Bits;
use std::ops::Range;

/// A broken invariant.
#[derive(Debug, thiserror::Error)]
#[error("invariant {invariant} is broken in {place}: {text}")]
pub struct VerifyError {
    /// The number in the list of this module.
    pub invariant: u32,
    /// The function and instruction, or the table.
    pub place: String,
    pub text: String,
}

/// Checks the program against the list above.
pub fn verify(program: &Program) -> Result<(), VerifyError> {
    check_tables(program)?;
    for index in 0..program.functions.len() {
        check_function(program, FuncId::new(index))?;
    }
    Ok(())
}

/// Fails with a text unless a condition holds.
fn demand(
    holds: bool,
    invariant: u32,
    place: impl FnOnce() -> String,
    text: &str,
) -> Result<(), VerifyError> {
    if holds {
        return Ok(());
    }
    Err(VerifyError { invariant, place: place(), text: text.to_owned() })
}

fn check_tables(program: &Program) -> Result<(), VerifyError> {
    let n_files = program.files.len();
    let has_file = |loc: &Loc| loc.line == 0 || loc.file().index() < n_files;
    let code = || "code".to_owned();
    demand(program.locs.len() == program.code.len(), 1, code, "as many locations as instructions")?;
    demand(program.locs.iter().all(has_file), 1, code, "a location's file")?;
    for (index, constant) in program.constants.iter().enumerate() {
        let place = || format!("constant {index}");
        demand(constant_holds(program, constant), 13, place, "what the constant names, or its width")?;
    }
    for global in &program.globals {
        let place = || format!("global {}", global.name);
        demand(global.ty.is_none_or(|ty| has_type(program, ty)), 15, place, "the type")?;
        demand(global.loc.as_ref().is_none_or(has_file), 1, place, "the location's file")?;
        if let Some(init) = &global.init {
            demand(init.bytes.len() as u64 == global.size.0, 14, place, "the number of bytes")?;
            let mut end = 0;
            for relocation in &init.relocations {
                let constant = |id: ConstId| program.constants.get(id.index());
                let is_address =
                    |id| !matches!(constant(id), None | Some(Const::Int { .. } | Const::Undef { .. }));
                let are_addresses = is_address(relocation.target) && relocation.minus.is_none_or(is_address);
                demand(are_addresses, 14, place, "the target of a relocation")?;
                let fits = relocation.size.0 == 8 || relocation.size.0 == 4 && relocation.minus.is_some();
                let behind = relocation.offset.0 + relocation.size.0;
                let inside = relocation.offset.0 >= end && behind <= global.size.0;
                demand(fits && inside, 14, place, "the place of a relocation")?;
                end = behind;
            }
        }
    }
    for (index, ty) in program.types.iter().enumerate() {
        demand(type_holds(program, ty), 15, || format!("type {index}"), "a type that it is made of")?;
    }
    for (index, (call, edge)) in program.landings.iter().enumerate() {
        let place = || format!("landing {index}");
        let is_call = program.code.get(call.index()).is_some_and(|inst| inst.op == Op::Call);
        let in_order = index == 0 || program.landings[index - 1].0 < *call;
        demand(is_call && in_order, 17, place, "a call, in order")?;
        let Some(edge) = program.edges.get(edge.index()) else {
            return demand(false, 17, place, "the edge");
        };
        let from = edge.from.map(|from| &program.blocks[from.index()]);
        let is_of_call = from.is_some_and(|block| block.first <= *call && *call < block.end);
        let has_pad = edge.to.index() < program.blocks.len() && program.landing_pad(edge.to).is_some();
        demand(is_of_call && has_pad, 17, place, "where the edge leads from and to")?;
    }
    for function in program.constructors.iter().chain(&program.destructors) {
        let has_body = program.functions.get(function.index()).is_some_and(|f| f.entry.is_some());
        demand(has_body, 16, || "constructors and destructors".to_owned(), "a body")?;
    }
    Ok(())
}

fn has_type(program: &Program, ty: TypeId) -> bool {
    ty.index() < program.types.len()
}

fn type_holds(program: &Program, ty: &CType) -> bool {
    match ty {
        CType::Pointer(to) => has_type(program, *to),
        CType::Array { element, .. } => has_type(program, *element),
        CType::Struct { members, .. } | CType::Union { members, .. } => {
            members.iter().all(|member| has_type(program, member.ty))
        }
        _ => true,
    }
}

fn constant_holds(program: &Program, constant: &Const) -> bool {
    match constant {
        Const::Int { width, value } => is_width(*width) && *value & !width.mask() == 0,
        Const::Undef { width } => is_width(*width),
        Const::Global { global, .. } => global.index() < program.globals.len(),
        Const::Function(function) => function.index() < program.functions.len(),
        Const::Label(block) => block.index() < program.blocks.len(),
    }
}

fn is_width(width: Bits) -> bool {
    (1..=128).contains(&width.0)
}

fn is_float_width(width: Bits) -> bool {
    matches!(width.0, 16 | 32 | 64 | 80 | 128)
}

fn check_function(program: &Program, id: FuncId) -> Result<(), VerifyError> {
    let function = &program.functions[id.index()];
    let place = || function.name.clone();
    let n_params = function.params.len();
    demand(n_params <= function.n_registers as usize, 12, place, "registers of the parameters")?;
    demand(function.params.iter().all(|param| is_width(param.width)), 9, place, "a parameter's width")?;
    if let Some(signature) = &function.signature {
        let has_types = signature.params.iter().chain([&signature.result]).all(|ty| has_type(program, *ty));
        demand(has_types && signature.file.index() < program.files.len(), 15, place, "the signature")?;
    }
    let blocks = function.blocks.start as usize..function.blocks.end as usize;
    let Some(entry) = function.entry else {
        return demand(blocks.is_empty(), 4, place, "no blocks without an entry");
    };
    demand(!blocks.is_empty() && blocks.end <= program.blocks.len(), 2, place, "the blocks")?;
    let edge = program.edges.get(entry.index());
    let is_entry =
        edge.is_some_and(|e| e.from.is_none() && e.to.index() == blocks.start && e.moves.is_empty());
    demand(is_entry, 4, place, "the entry edge")?;
    let mut next = program.blocks[blocks.start].first;
    for number in blocks.clone() {
        let block = &program.blocks[number];
        let in_line = block.function == id && block.first == next && block.first < block.end;
        demand(in_line && block.end.index() <= program.code.len(), 2, place, "a block's place")?;
        next = block.end;
        for index in block.first.index()..block.end.index() {
            let is_last = index + 1 == block.end.index();
            let checker = Checker { program, function, blocks: &blocks, block: number, pc: Pc::new(index) };
            checker.check(is_last)?;
        }
    }
    Ok(())
}

/// Checks one instruction.
struct Checker<'a> {
    program: &'a Program,
    function: &'a Function,
    blocks: &'a Range<usize>,
    block: usize,
    pc: Pc,
}

impl Checker<'_> {
    fn demand(&self, holds: bool, invariant: u32, text: &str) -> Result<(), VerifyError> {
        let inst = self.program.inst(self.pc);
        let place = || format!("{}, instruction {} ({:?})", self.function.name, self.pc.raw(), inst.op);
        demand(holds, invariant, place, text)
    }

    fn check(&self, is_last: bool) -> Result<(), VerifyError> {
        let inst = self.program.inst(self.pc);
        self.demand(inst.op.is_terminator() == is_last, 3, "a terminator at the end, and only there")?;
        self.check_operands(inst)?;
        self.check_edges(inst)?;
        self.check_numbers(inst)?;
        self.check_result(inst)
    }

    fn check_operands(&self, inst: &Inst) -> Result<(), VerifyError> {
        match inst.op.reads() {
            Reads::Nothing => {}
            Reads::A => self.operand(inst.a())?,
            Reads::AAndB => {
                self.operand(inst.a())?;
                self.operand(inst.b())?;
            }
            Reads::AAndTwo => {
                self.operand(inst.a())?;
                self.listed(inst.b, 2)?;
            }
            Reads::Three => self.listed(inst.a, 3)?,
            Reads::Returned => self.listed(inst.a, usize::from(inst.width))?,
            Reads::Call => self.check_call(inst)?,
        }
        match inst.op {
            Op::Unsupported => self.demand((inst.a as usize) < self.program.texts.len(), 11, "the text"),
            Op::LandingPad => self.check_clauses(inst),
            Op::Alloca => {
                let words = self.words(inst.b, 6)?;
                let has_name = words[3] == u32::MAX || (words[3] as usize) < self.program.texts.len();
                self.demand(has_name && words[2].is_power_of_two(), 11, "the name or the alignment")
            }
            _ => Ok(()),
        }
    }

    fn check_call(&self, inst: &Inst) -> Result<(), VerifyError> {
        let n_args = self.words(inst.a, 3)?[2] as usize;
        self.words(inst.a, 3 + 2 * n_args)?;
        let site = CallSite::read(self.program, inst.a);
        self.operand(site.callee())?;
        for Argument { operand, width, .. } in site.args() {
            self.operand(operand)?;
            self.demand(is_width(width), 9, "an argument's width")?;
        }
        self.registers(inst.dst, site.n_results())
    }

    fn check_clauses(&self, inst: &Inst) -> Result<(), VerifyError> {
        let n = self.words(inst.b, 2)?[1];
        let mut at = inst.b + 2;
        for _ in 0..n {
            let n_types = self.words(at, 2)?[1];
            self.listed(at + 2, n_types as usize)?;
            at += 2 + n_types;
        }
        Ok(())
    }

    fn operand(&self, operand: Operand) -> Result<(), VerifyError> {
        self.demand(operand != Operand::UNUSED, 7, "an operand that is needed")?;
        let exists = match operand.kind() {
            OperandKind::Register(register) => register.raw() < self.function.n_registers,
            OperandKind::Constant(constant) => constant.index() < self.program.constants.len(),
        };
        self.demand(exists, 7, &format!("operand {operand:?}"))
    }

    fn words(&self, at: u32, n: usize) -> Result<&[u32], VerifyError> {
        let words = self.program.extra.get(at as usize..).and_then(|rest| rest.get(..n));
        self.demand(words.is_some(), 11, "a list of operands")?;
        Ok(words.unwrap_or_default())
    }

    fn listed(&self, at: u32, n: usize) -> Result<(), VerifyError> {
        let words = self.words(at, n)?;
        words.iter().try_for_each(|word| self.operand(Operand::from_raw(*word)))
    }

    fn check_edges(&self, inst: &Inst) -> Result<(), VerifyError> {
        match inst.op {
            Op::Jump => self.edge(inst.jump_edge()),
            Op::Branch => {
                let pair = inst.branch_edges();
                self.edge(pair.0)?;
                self.edge(pair.1)
            }
            Op::Switch => {
                let n = self.words(inst.b, 2)?[1] as usize;
                let words = self.words(inst.b, 2 + 2 * n)?;
                self.edge(EdgeId::from_raw(words[0]))?;
                for case in words[2..].chunks_exact(2) {
                    let constant = self.program.constants.get(case[0] as usize);
                    let fits = matches!(constant, Some(Const::Int { width, .. }) if *width == inst.bits());
                    self.demand(fits, 13, "the constant of a case")?;
                    self.edge(EdgeId::from_raw(case[1]))?;
                }
                Ok(())
            }
            Op::IndirectJump => {
                let n = self.words(inst.b, 1)?[0] as usize;
                let words = self.words(inst.b, 1 + n)?;
                words[1..].iter().try_for_each(|word| self.edge(EdgeId::from_raw(*word)))
            }
            _ => Ok(()),
        }
    }

    fn edge(&self, id: EdgeId) -> Result<(), VerifyError> {
        let Some(edge) = self.program.edges.get(id.index()) else {
            return self.demand(false, 6, "an edge");
        };
        self.demand(edge.from.is_some_and(|from| from.index() == self.block), 6, "where an edge comes from")?;
        self.demand(self.blocks.contains(&edge.to.index()), 5, "where an edge leads")?;
        let in_table =
            edge.moves.start <= edge.moves.end && edge.moves.end as usize <= self.program.moves.len();
        self.demand(in_table, 11, "the moves of an edge")?;
        for step in self.program.moves_of(edge) {
            self.operand(step.src)?;
            self.registers(step.dst, 1)?;
        }
        Ok(())
    }

    fn check_numbers(&self, inst: &Inst) -> Result<(), VerifyError> {
        let width = inst.bits();
        let source = Bits(inst.b);
        let fits = match inst.op.widths() {
            Widths::Any => true,
            Widths::Value => is_width(width),
            Widths::Float => is_float_width(width),
            Widths::Cast => return self.check_cast(inst, width, source),
            Widths::Wider => is_width(source) && source < width && width.0 <= 128,
            Widths::WholeBytes => is_width(width) && width.0.is_multiple_of(16),
        };
        self.demand(fits, 9, "the width")?;
        let n_numbers = match inst.op {
            Op::ICmp => Predicate::ALL.len(),
            Op::FCmp => 16,
            Op::Arbitrary => super::Arbitrary::ALL.len(),
            _ => return Ok(()),
        };
        self.demand(usize::from(inst.flags) < n_numbers, 10, "the predicate, or what is arbitrary")
    }

    fn check_cast(&self, inst: &Inst, width: Bits, source: Bits) -> Result<(), VerifyError> {
        let Some(cast) = CastOp::ALL.get(usize::from(inst.flags)) else {
            return self.demand(false, 10, "the conversion");
        };
        let fits = match cast {
            CastOp::FloatToSigned | CastOp::FloatToUnsigned => is_width(width) && is_float_width(source),
            CastOp::SignedToFloat | CastOp::UnsignedToFloat => is_float_width(width) && is_width(source),
            CastOp::FloatToFloat => is_float_width(width) && is_float_width(source),
        };
        self.demand(fits, 9, "the widths of a conversion")
    }

    fn check_result(&self, inst: &Inst) -> Result<(), VerifyError> {
        let n = match inst.op.writes() {
            Writes::Nothing => return self.demand(inst.dst == Inst::NO_RESULT, 8, "no result"),
            Writes::Value | Writes::Bit | Writes::Address => 1,
            Writes::ValueAndBit | Writes::Exception => 2,
            // `check_call` has checked the results of a call.
            Writes::Call => return Ok(()),
        };
        self.registers(inst.dst, n)
    }

    fn registers(&self, first: RegId, n: usize) -> Result<(), VerifyError> {
        if n == 0 {
            return self.demand(first == Inst::NO_RESULT, 8, "no result");
        }
        let fits = first.index() + n <= self.function.n_registers as usize;
        self.demand(fits, 8, "the register of a result")
    }
}
