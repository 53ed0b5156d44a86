//! The program as text, for debugging and for tests.
//!
//! Blocks are numbered within their function. An operation carries its width (`add.32`), an edge its moves
//! (`jump b1 {%3 = %7}`), and constants stand where they are used (`5`, `undef`, `@table+8`, `f`).

use super::{
    Argument, Block, CallSite, CastOp, Const, ConstId, EdgeId, FuncId, Function, Global, Inst, Op, Operand,
    OperandKind, Pc, Program,
};
use std::fmt::{Display, Formatter, Result, Write};

/// A program to be written with `Display`.
pub struct Listing<'a>(pub &'a Program);

/// One function of a program to be written with `Display`.
pub struct FunctionListing<'a>(pub &'a Program, pub FuncId);

impl Display for Listing<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let program = self.0;
        for global in &program.globals {
            write_global(f, program, global)?;
        }
        for index in 0..program.functions.len() {
            if index > 0 || !program.globals.is_empty() {
                writeln!(f)?;
            }
            write!(f, "{}", FunctionListing(program, FuncId::new(index)))?;
        }
        Ok(())
    }
}

impl Display for FunctionListing<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let program = self.0;
        let function = &program.functions[self.1.index()];
        write_head(f, function)?;
        let blocks = &function.blocks;
        for number in blocks.clone() {
            writeln!(f, "b{}:", number - blocks.start)?;
            let writer = Writer { program, function };
            writer.block(f, &program.blocks[number as usize])?;
        }
        Ok(())
    }
}

fn write_head(f: &mut Formatter<'_>, function: &Function) -> Result {
    let keyword = if function.entry.is_some() { "function" } else { "declare" };
    write!(f, "{keyword} {}(", function.name)?;
    for (index, param) in function.params.iter().enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        write!(f, "{comma}%{index}: {}", param.width.0)?;
    }
    let more = match (function.is_vararg, function.params.is_empty()) {
        (false, _) => "",
        (true, true) => "...",
        (true, false) => ", ...",
    };
    writeln!(f, "{more}) -> {}", function.n_results)
}

fn write_global(f: &mut Formatter<'_>, program: &Program, global: &Global) -> Result {
    let keyword = if global.is_constant { "constant" } else { "global" };
    let local = if global.is_thread_local { "thread-local " } else { "" };
    write!(f, "{local}{keyword} @{}: {} align {}", global.name, global.size, global.align.0)?;
    let Some(init) = &global.init else { return writeln!(f, ", declared") };
    let shown = init.bytes.trimmed();
    if !shown.is_empty() {
        write!(f, " = \"{}\"", shown.escape_ascii())?;
    }
    for relocation in &init.relocations {
        write!(f, ", at {}: {}", relocation.offset.0, constant_text(program, relocation.target))?;
        if let Some(minus) = relocation.minus {
            write!(f, " - {}", constant_text(program, minus))?;
        }
    }
    writeln!(f)
}

/// A constant as it is written among operands.
fn constant_text(program: &Program, id: ConstId) -> String {
    match &program.constants[id.index()] {
        Const::Int { width, value } if width.0 <= 1 => value.to_string(),
        Const::Int { width, value } => width.sign_extend(*value).to_string(),
        Const::Undef { .. } => "undef".to_owned(),
        Const::Global { global, offset } => {
            let name = &program.globals[global.index()].name;
            if *offset == 0 { format!("@{name}") } else { format!("@{name}{offset:+}") }
        }
        Const::Function(function) => program.functions[function.index()].name.clone(),
        Const::Label(block) => {
            let function = &program.functions[program.blocks[block.index()].function.index()];
            format!("{}.b{}", function.name, block.raw() - function.blocks.start)
        }
    }
}

/// Writes the code of one function.
struct Writer<'a> {
    program: &'a Program,
    function: &'a Function,
}

impl Writer<'_> {
    fn block(&self, f: &mut Formatter<'_>, block: &Block) -> Result {
        for index in block.first.index()..block.end.index() {
            let inst = self.program.inst(Pc::new(index));
            write!(f, "  ")?;
            if inst.dst != Inst::NO_RESULT {
                write!(f, "%{} = ", inst.dst.raw())?;
            }
            self.inst(f, inst)?;
            writeln!(f)?;
        }
        Ok(())
    }

    fn inst(&self, f: &mut Formatter<'_>, inst: &Inst) -> Result {
        let name = name_of(inst.op);
        let (a, width) = (|| self.operand(inst.a()), inst.width);
        match inst.op {
            Op::Jump => write!(f, "jump {}", self.edge(inst.jump_edge())),
            Op::Branch => {
                let (yes, no) = inst.branch_edges();
                write!(f, "branch {} ? {} : {}", a(), self.edge(yes), self.edge(no))
            }
            Op::Switch => self.switch(f, inst),
            Op::IndirectJump => {
                let n = self.program.extra[inst.b as usize];
                let edges: Vec<_> = (1..=n).map(|i| self.edge(self.extra_edge(inst.b + i))).collect();
                write!(f, "indirect-jump {}: {}", a(), edges.join(", "))
            }
            Op::Ret => write!(f, "ret {}", self.list(inst.a, usize::from(width))),
            Op::Call => self.call(f, inst),
            Op::Alloca => {
                let made = inst.alloca(self.program);
                let name = made.name.map_or(String::new(), |name| format!(" {:?}", self.program.texts[name]));
                write!(f, "alloca {} * {} align {}{name}", a(), made.size, made.align)
            }
            Op::Load => write!(f, "load.{width}{} [{}]", volatile(inst), a()),
            Op::Store => write!(f, "store.{width}{} {} -> [{}]", volatile(inst), a(), self.operand(inst.b())),
            Op::PtrIndex => write!(f, "{name} {} + {width} * {}", a(), self.operand(inst.b())),
            Op::PtrAdd => write!(f, "{name} {} + {}", a(), self.operand(inst.b())),
            Op::MemCpy | Op::MemMove | Op::MemSet => write!(f, "{name} {}", self.list(inst.a, 3)),
            Op::Select => write!(f, "select.{width} {} ? {}", a(), self.list(inst.b, 2)),
            Op::FShl | Op::FShr => write!(f, "{name}.{width} {}, {}", a(), self.list(inst.b, 2)),
            Op::ICmp => {
                let predicate = format!("{:?}", inst.predicate()).to_lowercase();
                write!(f, "icmp-{predicate}.{width} {}, {}", a(), self.operand(inst.b()))
            }
            Op::FCmp => write!(f, "fcmp-{}.{width} {}, {}", inst.flags, a(), self.operand(inst.b())),
            Op::FCast => {
                let cast = CastOp::ALL.get(usize::from(inst.flags)).map_or("?".into(), |c| format!("{c:?}"));
                write!(f, "{}.{}.{width} {}", kebab(&cast), inst.b, a())
            }
            Op::ZExt | Op::SExt => write!(f, "{name}.{}.{width} {}", inst.b, a()),
            Op::Unsupported => write!(f, "unsupported {:?}", self.program.texts[inst.a as usize]),
            _ => self.plain(f, name, inst),
        }
    }

    fn plain(&self, f: &mut Formatter<'_>, name: String, inst: &Inst) -> Result {
        f.write_str(&name)?;
        if inst.width > 0 && inst.dst != Inst::NO_RESULT {
            write!(f, ".{}", inst.width)?;
        }
        let used = [inst.a(), inst.b()].into_iter().filter(|operand| *operand != Operand::UNUSED);
        for (index, operand) in used.enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma} {}", self.operand(operand))?;
        }
        Ok(())
    }

    fn call(&self, f: &mut Formatter<'_>, inst: &Inst) -> Result {
        let site = CallSite::read(self.program, inst.a);
        write!(f, "call {}(", self.operand(site.callee()))?;
        for (index, Argument { operand, width, kind }) in site.args().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{}: {}{}", self.operand(operand), kebab(&format!("{kind:?}")), width.0)?;
        }
        write!(f, ") -> {}", site.n_results())
    }

    fn switch(&self, f: &mut Formatter<'_>, inst: &Inst) -> Result {
        let at = inst.b;
        write!(f, "switch.{} {}: ", inst.width, self.operand(inst.a()))?;
        for case in 0..self.program.extra[at as usize + 1] {
            let constant = ConstId::from_raw(self.program.extra[(at + 2 + 2 * case) as usize]);
            let edge = self.edge(self.extra_edge(at + 3 + 2 * case));
            write!(f, "{} -> {edge}, ", constant_text(self.program, constant))?;
        }
        write!(f, "else {}", self.edge(self.extra_edge(at)))
    }

    fn extra_edge(&self, at: u32) -> EdgeId {
        EdgeId::from_raw(self.program.extra[at as usize])
    }

    fn list(&self, at: u32, n: usize) -> String {
        let words = &self.program.extra[at as usize..at as usize + n];
        let texts: Vec<_> = words.iter().map(|word| self.operand(Operand::from_raw(*word))).collect();
        texts.join(", ")
    }

    fn edge(&self, id: EdgeId) -> String {
        let edge = &self.program.edges[id.index()];
        let mut text = format!("b{}", edge.to.raw().wrapping_sub(self.function.blocks.start));
        let moves = self.program.moves_of(edge);
        if !moves.is_empty() {
            let step = |m: &super::Move| format!("%{} = {}", m.dst.raw(), self.operand(m.src));
            let steps: Vec<_> = moves.iter().map(step).collect();
            write!(text, " {{{}}}", steps.join("; ")).expect("invariant: writing to a string succeeds");
        }
        text
    }

    fn operand(&self, operand: Operand) -> String {
        if operand == Operand::UNUSED {
            return "_".to_owned();
        }
        match operand.kind() {
            OperandKind::Register(register) => format!("%{}", register.raw()),
            OperandKind::Constant(constant) => constant_text(self.program, constant),
        }
    }
}

fn volatile(inst: &Inst) -> &'static str {
    if inst.flags & 1 == 1 { " volatile" } else { "" }
}

/// The operation's name as the listing writes it.
fn name_of(op: Op) -> String {
    kebab(&format!("{op:?}"))
}

/// `PtrAdd` → `ptr-add`; runs of capitals stay together: `ZExt` → `zext`.
pub(super) fn kebab(name: &str) -> String {
    let mut out = String::new();
    let mut was_lower = false;
    for c in name.chars() {
        if c.is_uppercase() && was_lower {
            out.push('-');
        }
        was_lower = c.is_lowercase();
        out.push(c.to_ascii_lowercase());
    }
    out
}
