//! Programs as text, for tests of the code that runs them: reads what [`super::Listing`] prints.
//!
//! What a listing does not say is taken to be plain: no lines, types or signatures; results of calls, what is
//! returned and what edges move are integers of 32 bits; operations whose width is not printed have 64.
//! Landing pads are not read. A mistake in the text is a panic that names the line.

use super::print::kebab;
use super::{
    ArgKind, Argument, Block, BlockId, CallSite, CastOp, Const, ConstId, Edge, EdgeId, FuncId, Function,
    Global, GlobalId, Initializer, Inst, Loc, Move, Op, Operand, Param, Pc, Predicate, Program, RegId,
    Relocation, verify,
};
use crate::util::{Bits, Bytes, Image};

/// Reads a program, which must be valid.
pub(crate) fn program(text: &str) -> Program {
    let program = parse(text);
    verify(&program).expect("the text is a program that may run");
    program
}

/// Reads a program.
pub(crate) fn parse(text: &str) -> Program {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut reader =
        Reader { program: Program::default(), function: FuncId::new(0), current: None, n_registers: 0 };
    lines.iter().for_each(|line| reader.declare(line));
    for line in &lines {
        reader.line(line);
    }
    reader.close();
    reader.program
}

struct Reader {
    program: Program,
    /// The function whose code is being read.
    function: FuncId,
    /// The block whose instructions are being read.
    current: Option<BlockId>,
    n_registers: u32,
}

/// An instruction in parts: `%1 = name.8.32 rest`.
struct Line<'a> {
    dst: RegId,
    name: &'a str,
    widths: Vec<u16>,
    rest: &'a str,
}

impl Line<'_> {
    fn width(&self) -> u16 {
        self.widths.last().copied().unwrap_or(64)
    }

    fn bits(&self) -> Bits {
        Bits(self.width().into())
    }

    fn make(&self, op: Op, flags: usize, a: u32, b: u32) -> Inst {
        Inst { op, flags: flags as u8, width: self.width(), dst: self.dst, a, b }
    }
}

impl Reader {
    /// First pass: names of globals and functions, and how many blocks each has.
    fn declare(&mut self, line: &str) {
        let program = &mut self.program;
        if let Some(head) = line.strip_prefix("function ").or_else(|| line.strip_prefix("declare ")) {
            let (name, rest) = head.split_once('(').unwrap_or_else(|| panic!("a function's head: {line}"));
            let (params, n_results) = rest.split_once(") -> ").unwrap_or_else(|| panic!("results: {line}"));
            let is_vararg = params.ends_with("...");
            let params = params.split(", ").filter(|param| !param.is_empty() && *param != "...");
            let width =
                |param: &str| Param { width: Bits(number(param.split(": ").nth(1).unwrap_or(param))) };
            let start = program.blocks.len() as u32;
            program.functions.push(Function {
                name: name.to_owned(),
                entry: None,
                blocks: start..start,
                params: params.map(width).collect(),
                is_vararg,
                is_weak: false,
                n_results: number(n_results),
                is_unoptimised: false,
                type_hash: None,
                n_registers: 0,
                signature: None,
            });
        } else if line.starts_with('b') && line.ends_with(':') {
            let function = FuncId::new(program.functions.len() - 1);
            let (first, end) = (Pc::new(0), Pc::new(0));
            program.blocks.push(Block { function, first, end });
            let made = &mut program.functions[function.index()];
            made.blocks.end += 1;
            if made.entry.is_none() {
                made.entry = Some(EdgeId::new(program.edges.len()));
                let to = BlockId::from_raw(made.blocks.start);
                program.edges.push(Edge { from: None, to, moves: 0..0 });
            }
        } else if line.contains("global @") || line.contains("constant @") {
            let (kind, rest) = line.split_once('@').unwrap_or_default();
            let (name, rest) = rest.split_once(": ").unwrap_or_else(|| panic!("a global: {line}"));
            let mut words = rest.split([' ', ',']);
            let size = Bytes(number(words.next().unwrap_or_default()));
            let align = Bytes(number(words.nth(2).unwrap_or_default()));
            let init = !rest.contains(", declared");
            program.globals.push(Global {
                name: name.to_owned(),
                size,
                align,
                is_constant: kind.contains("constant"),
                is_thread_local: kind.contains("thread-local"),
                is_weak: false,
                init: init
                    .then(|| Initializer { bytes: Image::zeros(size.0 as usize), relocations: Vec::new() }),
                ty: None,
                loc: None,
            });
        }
    }

    fn line(&mut self, line: &str) {
        if let Some(head) = line.strip_prefix("function ").or_else(|| line.strip_prefix("declare ")) {
            self.close();
            let name = head.split('(').next().unwrap_or_default();
            self.function =
                self.program.function_named(name).unwrap_or_else(|| panic!("named before: {line}"));
            self.n_registers = self.program.functions[self.function.index()].params.len() as u32;
        } else if let Some(number) = line.strip_prefix('b').and_then(|line| line.strip_suffix(':')) {
            let at = self.block(number).index();
            self.current = Some(BlockId::new(at));
            let first = Pc::new(self.program.code.len());
            self.program.blocks[at].first = first;
            self.program.blocks[at].end = first;
        } else if line.contains("global @") || line.contains("constant @") {
            self.contents(line);
        } else {
            let (dst, what) = match line.split_once(" = ").filter(|_| line.starts_with('%')) {
                Some((dst, what)) => (register(dst), what),
                None => (Inst::NO_RESULT, line),
            };
            let inst = self.inst(dst, what);
            self.program.code.push(inst);
            self.program.locs.push(Loc::default());
            if let Some(block) = self.current {
                self.program.blocks[block.index()].end = Pc::new(self.program.code.len());
            }
        }
    }

    fn close(&mut self) {
        if let Some(function) = self.program.functions.get_mut(self.function.index()) {
            function.n_registers = function.n_registers.max(self.n_registers);
        }
    }

    /// The block of the function with this number.
    fn block(&self, number: &str) -> BlockId {
        let start = self.program.functions[self.function.index()].blocks.start;
        BlockId::from_raw(start + self::number::<u32>(number))
    }

    /// Bytes and relocations of a global.
    fn contents(&mut self, line: &str) {
        let name = line.split(['@', ':']).nth(1).unwrap_or_default();
        let at = self.program.globals.iter().position(|global| global.name == name).expect("declared before");
        let mut bytes = Vec::new();
        let rest = match line.split_once(" = \"") {
            Some((_, text)) => {
                let (text, rest) = text.rsplit_once('"').unwrap_or_else(|| panic!("a text: {line}"));
                bytes = unescape(text);
                rest
            }
            None => line,
        };
        let mut relocations = Vec::new();
        for part in rest.split(", at ").skip(1) {
            let (offset, target) = part.split_once(": ").unwrap_or_else(|| panic!("a relocation: {line}"));
            let mut targets = target.split(" - ").map(|target| self.constant(target, Bits(64)));
            let (target, minus) = (targets.next().expect("a target"), targets.next());
            let size = Bytes(if minus.is_some() { 4 } else { 8 });
            relocations.push(Relocation { offset: Bytes(number(offset)), target, minus, size });
        }
        let global = &mut self.program.globals[at];
        if let Some(known) = &mut global.init {
            bytes.resize(global.size.0 as usize, 0);
            *known = Initializer { bytes: Image::from(&*bytes), relocations };
        }
    }

    fn inst(&mut self, dst: RegId, what: &str) -> Inst {
        let (mnemonic, rest) = what.split_once(' ').unwrap_or((what, ""));
        let mut parts = mnemonic.split('.');
        let name = parts.next().unwrap_or_default();
        let line = Line { dst, name, widths: parts.map(number).collect(), rest };
        let inst = match name {
            "jump" | "branch" | "switch" | "indirect-jump" | "ret" | "call" => self.control(&line),
            "alloca" | "load" | "store" | "ptr-add" | "ptr-index" | "mem-cpy" | "mem-move" | "mem-set" => {
                self.memory(&line)
            }
            _ => self.data(&line),
        };
        for (register, _) in inst.results(&self.program) {
            self.n_registers = self.n_registers.max(register.raw() + 1);
        }
        inst
    }

    fn control(&mut self, line: &Line<'_>) -> Inst {
        let (bits, unused) = (line.bits(), Operand::UNUSED.raw());
        match line.name {
            "jump" => line.make(Op::Jump, 0, self.edge(line.rest).raw(), unused),
            "branch" => {
                let (condition, sides) = cut(line.rest, " ? ");
                let (yes, no) = cut(sides, " : ");
                let yes = self.edge(yes);
                self.edge(no);
                Inst { width: 1, ..line.make(Op::Branch, 0, self.operand(condition, Bits(1)), yes.raw()) }
            }
            "switch" => {
                let (on, cases) = cut(line.rest, ": ");
                let (cases, default) =
                    cases.rsplit_once("else ").unwrap_or_else(|| panic!("a switch: {}", line.rest));
                let mut edges = vec![(default, self.edge(default))];
                let mut words = vec![edges[0].1.raw(), 0];
                for case in cases.split(", ").filter(|case| !case.is_empty()) {
                    let (constant, to) = cut(case, " -> ");
                    let known = edges.iter().find(|(known, _)| *known == to).map(|(_, edge)| *edge);
                    let edge = known.unwrap_or_else(|| self.edge(to));
                    edges.push((to, edge));
                    words.extend([self.constant(constant, bits).raw(), edge.raw()]);
                    words[1] += 1;
                }
                line.make(Op::Switch, 0, self.operand(on, bits), self.extra(words))
            }
            "indirect-jump" => {
                let (on, edges) = cut(line.rest, ": ");
                let edges: Vec<u32> = edges.split(", ").map(|to| self.edge(to).raw()).collect();
                let words = [edges.len() as u32].into_iter().chain(edges).collect();
                line.make(Op::IndirectJump, 0, self.operand(on, Bits(64)), self.extra(words))
            }
            "ret" => {
                let words = self.list(line.rest, &[Bits(32); 8]);
                Inst { width: words.len() as u16, ..line.make(Op::Ret, 0, self.extra(words), unused) }
            }
            _ => self.call(line),
        }
    }

    fn memory(&mut self, line: &Line<'_>) -> Inst {
        let (bits, unused) = (line.bits(), Operand::UNUSED.raw());
        match line.name {
            "alloca" => {
                let (count, rest) = cut(line.rest, " * ");
                let (size, rest) = cut(rest, " align ");
                let (align, name) = rest.split_once(' ').unwrap_or((rest, ""));
                let text = match name {
                    "" => u32::MAX,
                    _ => self.text(name),
                };
                let words = vec![number(size), 0, number(align), text, 0, u32::MAX];
                line.make(Op::Alloca, 0, self.operand(count, Bits(64)), self.extra(words))
            }
            "load" => {
                let (volatile, address) = cut(line.rest, "[");
                let address = self.operand(address.trim_end_matches(']'), Bits(64));
                line.make(Op::Load, usize::from(volatile.contains("volatile")), address, unused)
            }
            "store" => {
                let (value, address) = cut(line.rest, " -> [");
                let is_volatile = value.starts_with("volatile ");
                let value = self.operand(value.trim_start_matches("volatile "), bits);
                let address = self.operand(address.trim_end_matches(']'), Bits(64));
                line.make(Op::Store, usize::from(is_volatile), value, address)
            }
            "ptr-add" => {
                let (a, b) = cut(line.rest, " + ");
                line.make(Op::PtrAdd, 0, self.operand(a, Bits(64)), self.operand(b, Bits(64)))
            }
            "ptr-index" => {
                let (a, scaled) = cut(line.rest, " + ");
                let (scale, b) = cut(scaled, " * ");
                let (a, b) = (self.operand(a, Bits(64)), self.operand(b, Bits(64)));
                Inst { width: number(scale), ..line.make(Op::PtrIndex, 0, a, b) }
            }
            _ => {
                let op = match line.name {
                    "mem-cpy" => Op::MemCpy,
                    "mem-move" => Op::MemMove,
                    _ => Op::MemSet,
                };
                let value = if op == Op::MemSet { Bits(8) } else { Bits(64) };
                let words = self.list(line.rest, &[Bits(64), value, Bits(64)]);
                line.make(op, 0, self.extra(words), unused)
            }
        }
    }

    fn data(&mut self, line: &Line<'_>) -> Inst {
        let (bits, unused) = (line.bits(), Operand::UNUSED.raw());
        match line.name {
            "select" => {
                let (condition, sides) = cut(line.rest, " ? ");
                let words = self.list(sides, &[bits; 2]);
                line.make(Op::Select, 0, self.operand(condition, Bits(1)), self.extra(words))
            }
            "fshl" | "fshr" => {
                let words = self.list(line.rest, &[bits; 3]);
                let op = if line.name == "fshl" { Op::FShl } else { Op::FShr };
                line.make(op, 0, words[0], self.extra(words[1..].to_vec()))
            }
            "zext" | "sext" => {
                let a = self.operand(line.rest, Bits(line.widths[0].into()));
                line.make(if line.name == "zext" { Op::ZExt } else { Op::SExt }, 0, a, line.widths[0].into())
            }
            "unsupported" => {
                let text = self.text(line.rest);
                line.make(Op::Unsupported, 0, text, unused)
            }
            _ => {
                let cast = CastOp::ALL.iter().position(|cast| kebab(&format!("{cast:?}")) == line.name);
                let compared = line.name.strip_prefix("icmp-").map(|name| {
                    let is = |predicate: &Predicate| format!("{predicate:?}").to_lowercase() == name;
                    Predicate::ALL.iter().position(is).unwrap_or_else(|| panic!("a predicate: {}", line.rest))
                });
                let float = line.name.strip_prefix("fcmp-").map(number::<usize>);
                if let Some(cast) = cast {
                    let a = self.operand(line.rest, Bits(line.widths[0].into()));
                    line.make(Op::FCast, cast, a, line.widths[0].into())
                } else {
                    let plain = || Op::ALL.iter().copied().find(|op| kebab(&format!("{op:?}")) == line.name);
                    let (op, flags) = match (compared, float) {
                        (Some(predicate), _) => (Op::ICmp, predicate),
                        (None, Some(predicate)) => (Op::FCmp, predicate),
                        (None, None) => (plain().unwrap_or_else(|| panic!("an operation: {}", line.rest)), 0),
                    };
                    let words = self.list(line.rest, &[bits; 2]);
                    let word = |at: usize| words.get(at).copied().unwrap_or(unused);
                    line.make(op, flags, word(0), word(1))
                }
            }
        }
    }

    fn call(&mut self, line: &Line<'_>) -> Inst {
        let (callee, rest) = cut(line.rest, "(");
        let (args, n_results) = cut(rest, ") -> ");
        let callee = Operand::from_raw(self.operand(callee, Bits(64)));
        let mut given = Vec::new();
        for arg in args.split(", ").filter(|arg| !arg.is_empty()) {
            let (operand, kind) = cut(arg, ": ");
            let digits = kind.find(|c: char| c.is_ascii_digit()).unwrap_or_else(|| panic!("a width: {arg}"));
            let kinds = [ArgKind::Integer, ArgKind::Float, ArgKind::Pointer];
            let kind_of = |known: &ArgKind| kebab(&format!("{known:?}")) == kind[..digits];
            let known = kinds.into_iter().find(kind_of).unwrap_or_else(|| panic!("a kind: {arg}"));
            let width = Bits(number(&kind[digits..]));
            let operand = Operand::from_raw(self.operand(operand, width));
            given.push(Argument { operand, width, kind: known });
        }
        let results = vec![(Bits(32), ArgKind::Integer); number(n_results)];
        let words = CallSite::encode(callee, &results, &given);
        let a = self.extra(words);
        Inst { width: 0, ..line.make(Op::Call, 0, a, Operand::UNUSED.raw()) }
    }

    fn extra(&mut self, words: Vec<u32>) -> u32 {
        let at = self.program.extra.len() as u32;
        self.program.extra.extend(words);
        at
    }

    fn text(&mut self, quoted: &str) -> u32 {
        self.program.texts.push(quoted.trim_matches('"').to_owned());
        self.program.texts.len() as u32 - 1
    }

    /// An edge from the block at hand: `b1 {%2 = 5; %3 = %4}`.
    fn edge(&mut self, text: &str) -> EdgeId {
        let (to, moves) = text.split_once(" {").unwrap_or((text, ""));
        let to = self.block(to.trim_start_matches('b'));
        let start = self.program.moves.len() as u32;
        for step in moves.trim_end_matches('}').split("; ").filter(|step| !step.is_empty()) {
            let (dst, src) = cut(step, " = ");
            let (dst, src) = (register(dst), Operand::from_raw(self.operand(src, Bits(32))));
            self.n_registers = self.n_registers.max(dst.raw() + 1);
            self.program.moves.push(Move { dst, src });
        }
        let moves = start..self.program.moves.len() as u32;
        self.program.edges.push(Edge { from: self.current, to, moves });
        EdgeId::new(self.program.edges.len() - 1)
    }

    fn list(&mut self, text: &str, widths: &[Bits]) -> Vec<u32> {
        let parts = text.split(", ").filter(|part| !part.is_empty());
        parts.zip(widths).map(|(part, width)| self.operand(part, *width)).collect()
    }

    fn operand(&mut self, text: &str, width: Bits) -> u32 {
        let operand = match text {
            "_" => Operand::UNUSED,
            _ if text.starts_with('%') => Operand::register(register(text)),
            _ => Operand::constant(self.constant(text, width)),
        };
        operand.raw()
    }

    fn constant(&mut self, text: &str, width: Bits) -> ConstId {
        let constant = if text == "undef" {
            Const::Undef { width }
        } else if let Some(name) = text.strip_prefix('@') {
            let at = name.find(['+', '-']).unwrap_or(name.len());
            let global = self.program.globals.iter().position(|global| global.name == name[..at]);
            let global = GlobalId::new(global.unwrap_or_else(|| panic!("a global: {text}")));
            Const::Global { global, offset: if at < name.len() { number(&name[at..]) } else { 0 } }
        } else if let Ok(value) = text.parse::<i128>() {
            Const::Int { width, value: value as u128 & width.mask() }
        } else if let Some(function) = self.program.function_named(text) {
            Const::Function(function)
        } else {
            let (function, block) = text.rsplit_once(".b").unwrap_or_else(|| panic!("a constant: {text}"));
            let function = self.program.function_named(function).unwrap_or_else(|| panic!("a label: {text}"));
            let start = self.program.functions[function.index()].blocks.start;
            Const::Label(BlockId::from_raw(start + number::<u32>(block)))
        };
        let known = self.program.constants.iter().position(|known| *known == constant);
        ConstId::new(known.unwrap_or_else(|| {
            self.program.constants.push(constant);
            self.program.constants.len() - 1
        }))
    }
}

fn cut<'a>(text: &'a str, at: &str) -> (&'a str, &'a str) {
    text.split_once(at).unwrap_or_else(|| panic!("`{at}` in `{text}`"))
}

fn register(text: &str) -> RegId {
    RegId::from_raw(number(text.trim_start_matches('%')))
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.trim().parse().unwrap_or_else(|_| panic!("a number: `{text}`"))
}

/// The inverse of `escape_ascii`.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next() {
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b'r') => b'\r',
                Some(b'x') => {
                    let digits: String = rest.by_ref().take(2).map(char::from).collect();
                    u8::from_str_radix(&digits, 16).expect("two digits")
                }
                other => other.expect("something behind a backslash"),
            },
            _ => byte,
        });
    }
    bytes
}
