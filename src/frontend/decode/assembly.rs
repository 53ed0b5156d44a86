//! Inline assembly of x86-64, to the extent that compilers and kernels use it: a few instructions in AT&T
//! syntax over the operands of the call. The table of [`mnemonics`] says what each instruction does.
//!
//! The operands of a template are places: a register that the compiler chooses, one that a constraint names,
//! memory, or a number. The registers of one call share nothing with those of another. Jumps, directives and
//! everything that is not in the table end the path, with the text of the assembly as the reason.

mod mnemonics;

use super::body::{Body, Decoded};
use super::layout::ADDRESS;
use super::layout::Scalar;
use super::{Operands, Unsupported};
use crate::frontend::llvm::Value;
use crate::ir::{ArgKind, Const, Inst, Op, Operand, OperandKind};
use crate::util::Bits;
use mnemonics::Mnemonic;

/// The code of one call while it is decoded.
pub struct Assembly<'b, 'd, 'm> {
    pub body: &'b mut Body<'d, 'm>,
    places: Vec<Place>,
    /// The place of each operand of the template.
    operands: Vec<usize>,
    /// Places of registers that have names.
    named: Vec<(&'static str, usize)>,
    pub flags: Flags,
    what: String,
}

/// Where an operand lies.
#[derive(Clone)]
struct Place {
    kind: PlaceKind,
    /// The width of the operand's type.
    width: Bits,
    is_float: bool,
}

#[derive(Clone)]
enum PlaceKind {
    /// A register and its contents, once it has some.
    Register(Option<Operand>),
    /// An address.
    Memory(Operand),
    Number(u128),
}

/// The flags, as far as they are known; one bit each.
#[derive(Clone, Copy, Default)]
pub struct Flags {
    pub carry: Option<Operand>,
    pub zero: Option<Operand>,
    pub sign: Option<Operand>,
    pub overflow: Option<Operand>,
}

/// An argument of an instruction.
#[derive(Clone, Copy)]
pub enum Argument {
    /// A place, or a part of it.
    Place {
        place: usize,
        part: Option<Part>,
    },
    /// The memory at an address.
    Memory(Operand),
    Number(u128),
}

/// The low bits of a register, or bits 8 to 15.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Low(Bits),
    High,
}

/// One instruction with its arguments, the destination last.
pub struct Instruction {
    /// The width that the letter at the end of its name says.
    pub suffix: Option<Bits>,
    pub arguments: Vec<Argument>,
    /// The word before it, such as `lock` or `rep`.
    pub prefix: Option<&'static str>,
    /// The condition in its name; for an extension, the letter for the width of its source.
    pub condition: String,
}

/// The registers that a constraint or a template may name, with the name of their parts of 64, 32, 16, 8 and
/// 8 bits.
const REGISTERS: &[[&str; 5]] = &[
    ["rax", "eax", "ax", "al", "ah"],
    ["rbx", "ebx", "bx", "bl", "bh"],
    ["rcx", "ecx", "cx", "cl", "ch"],
    ["rdx", "edx", "dx", "dl", "dh"],
    ["rsi", "esi", "si", "sil", ""],
    ["rdi", "edi", "di", "dil", ""],
    ["r8", "r8d", "r8w", "r8b", ""],
    ["r9", "r9d", "r9w", "r9b", ""],
    ["r10", "r10d", "r10w", "r10b", ""],
    ["r11", "r11d", "r11w", "r11b", ""],
    ["r12", "r12d", "r12w", "r12b", ""],
    ["r13", "r13d", "r13w", "r13b", ""],
    ["r14", "r14d", "r14w", "r14b", ""],
    ["r15", "r15d", "r15w", "r15b", ""],
    ["st", "st(0)", "st", "st", ""],
];

impl<'m> Body<'_, 'm> {
    /// A call of assembly.
    pub fn inline_assembly(&mut self, inst: Value<'m>, text: &str, constraints: &str) -> Decoded {
        let what = format!("inline assembly \"{}\"", text.trim().replace(['\n', '\t'], " "));
        let mut assembly = Assembly {
            body: self,
            places: Vec::new(),
            operands: Vec::new(),
            named: Vec::new(),
            flags: Flags::default(),
            what,
        };
        let outputs = assembly.bind(inst, constraints)?;
        assembly.run(text)?;
        let results = assembly.results(inst, &outputs)?;
        self.nop()?;
        Ok(results)
    }
}

/// Where a result of the call is taken from.
enum Output {
    Place(usize),
    /// `=@ccz`: a flag
    Condition(String),
}

impl<'m> Assembly<'_, '_, 'm> {
    pub fn unsupported<T>(&self) -> Result<T, Unsupported> {
        Unsupported::new(self.what.clone())
    }

    /// Makes the places of all operands; returns where the results are taken from.
    fn bind(&mut self, inst: Value<'m>, constraints: &str) -> Result<Vec<Output>, Unsupported> {
        let mut arguments = inst.arguments().into_iter();
        let mut results = self.body.layout(inst.ty())?.scalars.clone().into_iter();
        let mut outputs = Vec::new();
        for constraint in split(constraints, ',') {
            if constraint.starts_with('~') || constraint.starts_with('!') {
                continue;
            }
            let (is_output, text) = match constraint.strip_prefix('=') {
                Some(text) => (true, text),
                None => (false, constraint),
            };
            let text = text.trim_start_matches(['&', '%']);
            if let Some(condition) = text.strip_prefix("@cc").or_else(|| text.strip_prefix("{@cc")) {
                results.next();
                outputs.push(Output::Condition(condition.trim_end_matches('}').to_owned()));
                self.operands.push(usize::MAX);
                continue;
            }
            if text.starts_with('*') {
                let Some(address) = arguments.next() else { return self.unsupported() };
                let address = self.body.operand(address)?;
                let memory = PlaceKind::Memory(address);
                self.add(Place { kind: memory, width: Bits(0), is_float: false });
                continue;
            }
            if is_output {
                let Some(scalar) = results.next() else { return self.unsupported() };
                let place = self.register(text, &scalar);
                outputs.push(Output::Place(place));
                self.operands.push(place);
                continue;
            }
            let Some(value) = arguments.next() else { return self.unsupported() };
            self.bind_input(text, value)?;
        }
        Ok(outputs)
    }

    fn bind_input(&mut self, constraint: &str, value: Value<'m>) -> Result<(), Unsupported> {
        let scalars = self.body.layout(value.ty())?.scalars.clone();
        let operands = self.body.operands(value)?;
        let ([scalar], [operand]) = (scalars.as_slice(), operands.as_slice()) else {
            // A vector, which no instruction of the table reads.
            self.operands.push(usize::MAX);
            return if constraint.parse::<usize>().is_ok() { self.unsupported() } else { Ok(()) };
        };
        // A constraint such as `"i"` asks for a number, which stands in the template as it is.
        let is_immediate = constraint.chars().all(|letter| "inIJKLMNOeZsX".contains(letter));
        if let (true, Some(number)) = (is_immediate, value.small_int()) {
            let number =
                Place { kind: PlaceKind::Number(number.into()), width: scalar.width, is_float: false };
            self.add(number);
            return Ok(());
        }
        let place = match constraint.parse::<usize>() {
            // Tied to an output.
            Ok(tied) => match self.operands.get(tied) {
                Some(place) if *place != usize::MAX => *place,
                _ => return self.unsupported(),
            },
            Err(_) => self.register(constraint, scalar),
        };
        self.operands.push(place);
        let width = self.places[place].width;
        let value = match self.places[place].is_float && scalar.kind == ArgKind::Float {
            true => self.body.float_of_width(*operand, scalar.width, width),
            false => self.body.resize(Op::ZExt, *operand, scalar.width, width),
        };
        self.places[place].kind = match self.places[place].kind {
            PlaceKind::Memory(address) => PlaceKind::Memory(address),
            _ => PlaceKind::Register(Some(value)),
        };
        Ok(())
    }

    fn add(&mut self, place: Place) -> usize {
        self.places.push(place);
        self.operands.push(self.places.len() - 1);
        self.places.len() - 1
    }

    /// The place of a register. All operands that name the same register have the same place.
    fn register(&mut self, constraint: &str, scalar: &Scalar) -> usize {
        let name = constraint.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        if let Some((row, _)) = name.and_then(find_register) {
            return self.named_register(row);
        }
        self.places.push(Place {
            kind: PlaceKind::Register(None),
            width: scalar.width,
            is_float: scalar.kind == ArgKind::Float,
        });
        self.places.len() - 1
    }

    fn named_register(&mut self, row: &'static [&'static str; 5]) -> usize {
        if let Some((_, place)) = self.named.iter().find(|(name, _)| *name == row[0]) {
            return *place;
        }
        let is_float = row[0] == "st";
        let width = if is_float { Bits(80) } else { Bits(64) };
        self.places.push(Place { kind: PlaceKind::Register(None), width, is_float });
        self.named.push((row[0], self.places.len() - 1));
        self.places.len() - 1
    }

    /// The top of the x87 register stack.
    pub fn stack_top(&mut self) -> usize {
        let (row, _) = find_register("st").expect("invariant: it is in the list");
        self.named_register(row)
    }

    /// Whether something was put into the argument's register.
    pub fn is_known(&self, argument: Argument) -> bool {
        match argument {
            Argument::Place { place, .. } => !matches!(self.places[place].kind, PlaceKind::Register(None)),
            _ => true,
        }
    }

    /// The register with this 64-bit name.
    pub fn fixed(&mut self, name: &str, width: Bits) -> Result<Argument, Unsupported> {
        let Some((row, _)) = find_register(name) else { return self.unsupported() };
        let place = self.named_register(row);
        Ok(Argument::Place { place, part: Some(Part::Low(width)) })
    }

    /// Decodes every instruction of the template.
    fn run(&mut self, text: &str) -> Result<(), Unsupported> {
        let mut prefix = None;
        for line in text.split(['\n', ';']) {
            let line = line.split('#').next().unwrap_or_default().trim();
            let mut rest = line;
            while !rest.is_empty() {
                let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let known =
                    ["lock", "rep", "repe", "repz", "repne", "repnz"].iter().find(|name| **name == word);
                match known {
                    Some(name) => {
                        prefix = Some(*name);
                        rest = behind.trim();
                    }
                    None => {
                        self.instruction(word, behind.trim(), prefix.take())?;
                        rest = "";
                    }
                }
            }
        }
        // A prefix without an instruction: `rep; nop` of which the second half is missing, or a lone `lock`.
        if prefix.is_some() { self.unsupported() } else { Ok(()) }
    }

    fn instruction(
        &mut self,
        name: &str,
        arguments: &str,
        prefix: Option<&'static str>,
    ) -> Result<(), Unsupported> {
        let Some(Mnemonic { row, width, condition }) = mnemonics::find(name) else {
            return self.unsupported();
        };
        let arguments = split(arguments, ',').into_iter().map(|text| self.argument(text.trim()));
        let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
        let instruction = Instruction { suffix: width, arguments, prefix, condition };
        (row.does)(self, &instruction)
    }

    /// `$0`, `${0:w}`, `$$5`, `%eax`, `8(%rax,$1,4)`
    fn argument(&mut self, text: &str) -> Result<Argument, Unsupported> {
        if let Some(number) = text.strip_prefix("$$") {
            return match parse_number(number) {
                Some(number) => Ok(Argument::Number(number)),
                None => self.unsupported(),
            };
        }
        if let Some(at) = text.find('(').filter(|_| !text.starts_with("%st")) {
            return self.address(&text[..at], text[at + 1..].trim_end_matches(')'));
        }
        if let Some(name) = text.strip_prefix('%') {
            let Some((row, part)) = find_register(name) else { return self.unsupported() };
            let place = self.named_register(row);
            let part = if row[0] == "st" { None } else { Some(part) };
            return Ok(Argument::Place { place, part });
        }
        let Some(text) = text.strip_prefix('$') else { return self.unsupported() };
        let (index, modifier) = match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
            Some(inner) => inner.split_once(':').unwrap_or((inner, "")),
            None => (text, ""),
        };
        let place = index.parse().ok().and_then(|index: usize| self.operands.get(index)).copied();
        let part = match modifier {
            "" => None,
            "b" => Some(Part::Low(Bits(8))),
            "h" => Some(Part::High),
            "w" => Some(Part::Low(Bits(16))),
            "k" => Some(Part::Low(Bits(32))),
            "q" => Some(Part::Low(Bits(64))),
            "c" | "P" | "n" => None,
            _ => return self.unsupported(),
        };
        match place.filter(|place| *place != usize::MAX) {
            Some(place) => Ok(match (&self.places[place].kind, part) {
                (PlaceKind::Number(number), _) => Argument::Number(*number),
                (PlaceKind::Memory(address), _) => Argument::Memory(*address),
                _ => Argument::Place { place, part },
            }),
            None => self.unsupported(),
        }
    }

    /// `displacement(base, index, scale)`
    fn address(&mut self, displacement: &str, parts: &str) -> Result<Argument, Unsupported> {
        let displacement = match displacement.trim() {
            "" => Some(0),
            text => parse_number(text.trim_start_matches("$$")),
        };
        let parts: Vec<&str> = parts.split(',').map(str::trim).collect();
        let (Some(displacement), [base, rest @ ..]) = (displacement, parts.as_slice()) else {
            return self.unsupported();
        };
        let base = self.argument(base)?;
        let mut address = self.get(base, ADDRESS)?;
        if let [index, scale @ ..] = rest {
            let index = self.argument(index)?;
            let index = self.get(index, ADDRESS)?;
            let scale = match scale {
                [] => 1,
                [scale] => scale.parse().unwrap_or(0),
                _ => 0,
            };
            if scale == 0 {
                return self.unsupported();
            }
            address = self.body.compute_with(Op::PtrIndex, 0, Bits(scale), address.raw(), index.raw());
        }
        Ok(Argument::Memory(self.body.displace(address, displacement as i64)))
    }

    /// The width of an instruction: by its name, else by its registers.
    pub fn width(&self, instruction: &Instruction) -> Result<Bits, Unsupported> {
        let of_argument = |argument: &Argument| match argument {
            Argument::Place { place, part } => Some(self.width_of(*place, *part)),
            _ => None,
        };
        let found = instruction.suffix.or_else(|| instruction.arguments.iter().rev().find_map(of_argument));
        match found.filter(|width| matches!(width.0, 8 | 16 | 32 | 64)) {
            Some(width) => Ok(width),
            None => self.unsupported(),
        }
    }

    fn width_of(&self, place: usize, part: Option<Part>) -> Bits {
        match part {
            None => self.places[place].width,
            Some(Part::Low(width)) => width,
            Some(Part::High) => Bits(8),
        }
    }

    /// Reads an argument of this width.
    pub fn get(&mut self, argument: Argument, width: Bits) -> Result<Operand, Unsupported> {
        match argument {
            Argument::Number(number) => Ok(self.body.d.int(width, number)),
            Argument::Memory(address) => Ok(self.body.compute(Op::Load, width, address, Operand::UNUSED)),
            Argument::Place { place, part } => {
                let Place { kind: PlaceKind::Register(value), width: whole, .. } = self.places[place] else {
                    return self.unsupported();
                };
                let value = match value {
                    Some(value) => value,
                    None => self.body.d.constant(Const::Undef { width: whole }),
                };
                match part {
                    Some(Part::High) => {
                        let high = self.body.bits_of(value, whole, 8, Bits(8));
                        Ok(self.body.resize(Op::ZExt, high, Bits(8), width))
                    }
                    _ => Ok(self.body.resize(Op::ZExt, value, whole, width)),
                }
            }
        }
    }

    /// Writes an argument of this width. In a register the bits above stay, except that a write of 32 bits
    /// clears them.
    pub fn set(&mut self, argument: Argument, width: Bits, value: Operand) -> Result<(), Unsupported> {
        match argument {
            Argument::Number(_) => self.unsupported(),
            Argument::Memory(address) => {
                self.body.perform(Op::Store, width, value, address);
                Ok(())
            }
            Argument::Place { place, part } => {
                let whole = self.places[place].width;
                let low = if part == Some(Part::High) { 8 } else { 0 };
                let PlaceKind::Register(old) = self.places[place].kind else { return self.unsupported() };
                let new = if width >= whole || width.0 == 32 && low == 0 {
                    self.body.resize(Op::ZExt, value, width, whole)
                } else if let Some(old) = old {
                    let kept = whole.mask() & !(width.mask() << low);
                    let kept = self.body.d.int(whole, kept);
                    let old = self.body.compute(Op::And, whole, old, kept);
                    let new = self.body.resize(Op::ZExt, value, width, whole);
                    let amount = self.body.d.int(whole, low);
                    let new = if low == 0 { new } else { self.body.compute(Op::Shl, whole, new, amount) };
                    self.body.compute(Op::Or, whole, old, new)
                } else {
                    self.body.resize(Op::ZExt, value, width, whole)
                };
                self.places[place].kind = PlaceKind::Register(Some(new));
                Ok(())
            }
        }
    }

    /// The width of a floating-point register, if the argument is one.
    pub fn float_width(&self, argument: Argument) -> Option<Bits> {
        match argument {
            Argument::Place { place, .. } => self.places[place].is_float.then_some(self.places[place].width),
            _ => None,
        }
    }

    /// The results of the call.
    fn results(&mut self, inst: Value<'m>, outputs: &[Output]) -> Result<Operands, Unsupported> {
        let scalars = self.body.layout(inst.ty())?.scalars.clone();
        if scalars.len() != outputs.len() {
            return self.unsupported();
        }
        let mut results = Operands::new();
        for (output, scalar) in outputs.iter().zip(&scalars) {
            let result = match output {
                Output::Condition(condition) => {
                    let holds = mnemonics::condition(self, condition)?;
                    self.body.resize(Op::ZExt, holds, Bits(1), scalar.width)
                }
                Output::Place(place) => {
                    let place = self.places[*place].clone();
                    match place.kind {
                        PlaceKind::Register(Some(value))
                            if place.is_float && scalar.kind == ArgKind::Float =>
                        {
                            self.body.float_of_width(value, place.width, scalar.width)
                        }
                        PlaceKind::Register(Some(value)) => {
                            self.same_or_resized(value, place.width, scalar.width)
                        }
                        _ => self.body.d.constant(Const::Undef { width: scalar.width }),
                    }
                }
            };
            results.push(result);
        }
        Ok(results)
    }

    fn same_or_resized(&mut self, value: Operand, from: Bits, to: Bits) -> Operand {
        if let OperandKind::Constant(constant) = value.kind()
            && let Const::Undef { .. } = self.body.d.program.constants[constant.index()]
        {
            return self.body.d.constant(Const::Undef { width: to });
        }
        self.body.resize(Op::ZExt, value, from, to)
    }

    /// Copies or fills `n` bytes.
    pub fn move_bytes(&mut self, op: Op, to: Operand, from: Operand, n: Operand) {
        let words = self.body.extra(&[to.raw(), from.raw(), n.raw()]);
        self.body.emit(op, 0, 0, Inst::NO_RESULT, words, Operand::UNUSED.raw());
    }
}

/// The row of the register with this name, and the part of the register that the name stands for.
fn find_register(name: &str) -> Option<(&'static [&'static str; 5], Part)> {
    let widths =
        [Part::Low(Bits(64)), Part::Low(Bits(32)), Part::Low(Bits(16)), Part::Low(Bits(8)), Part::High];
    let row = REGISTERS.iter().find(|row| row.contains(&name) && !name.is_empty())?;
    let at = row.iter().position(|known| *known == name)?;
    Some((row, widths[at]))
}

/// Parses a number as C writes it, with an optional sign.
fn parse_number(text: &str) -> Option<u128> {
    let (negative, digits) = match text.trim().strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.trim()),
    };
    let number = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(u128::from(if negative { number.wrapping_neg() } else { number }))
}

/// Splits a text at the commas outside of brackets; an empty text has no parts.
fn split(text: &str, at: char) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (index, letter) in text.char_indices() {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ if letter == at && depth == 0 => {
                parts.push(&text[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    if start < text.len() {
        parts.push(&text[start..]);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_brackets_separate_nothing() {
        assert_eq!(split("=r,={ax},0,~{memory}", ','), ["=r", "={ax}", "0", "~{memory}"]);
        assert_eq!(split("8($0,$1,4), %eax", ','), ["8($0,$1,4)", " %eax"]);
        assert!(split("", ',').is_empty());
    }

    #[test]
    fn numbers_are_those_of_c() {
        assert_eq!(parse_number("0x1f"), Some(31));
        assert_eq!(parse_number("-1"), Some(u128::from(u64::MAX)));
        assert_eq!(parse_number("label"), None);
    }
}
