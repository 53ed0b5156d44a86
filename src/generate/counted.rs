//! Finds the members of structures that say how many elements another member has, which is a pointer, or an
//! array without a size at the end. The signs are `counted_by` in the declaration, then what indices are
//! compared with in the code, and at last the names of members.
//!
//! Like all that is read from code, this is a guess. If a run shows an access beyond the elements,
//! [`needs`](super::needs) tries the counting members in their order. The one that makes the error go away is
//! what callers have to keep to.

use super::synth::{name_of, pointee_name};
use crate::ir::{
    CType, CallSite, Const, Function, Inst, Member, Op, Operand, OperandKind, Program, TypeId, is_length,
};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// A member of a structure whose elements another member may count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Countable {
    /// The structure, in C.
    pub ty: String,
    pub array: String,
    /// Whether it is an array at the end of the structure, and not a pointer.
    pub is_flexible: bool,
    /// The members that may say how many elements there are, the most likely first, and how many of them do so
    /// by the declaration or by the code.
    pub counts: Vec<String>,
    pub n_sure: usize,
    /// Whether the declaration says that the first of `counts` does, and whether the declaration or the code
    /// says so.
    pub is_declared: bool,
    pub is_sure: bool,
    /// Whether the parameter itself points to such a structure.
    pub is_direct: bool,
    /// The members that are indices into the array, each with how many of its values lead to the same element.
    pub indices: Vec<(String, u64)>,
}

/// The attribute that names the counting member, by whatever macro it is hidden behind.
const WORD: &str = r"(?:counted|sized)_by(?:_or_null)?_*\s*\(\s*(\w+)\s*\)";

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("invariant: the pattern is regular")
}

/// How many pointers are followed from a parameter to structures.
const DEPTH: u32 = 3;

/// What the code of a program and its declarations say about counting members.
pub struct Counters {
    found: BTreeSet<(TypeId, u64, u64)>,
    /// Structures with an array and an index into it, and how many values lead to the same element.
    indices: BTreeSet<(TypeId, u64, u64, u64)>,
    /// What `counted_by` says: the array, and the member that counts.
    declared: BTreeSet<(String, String)>,
}

impl Counters {
    pub fn of(program: &Program, texts: &[String]) -> Self {
        static BEHIND: LazyLock<Regex> = LazyLock::new(|| {
            pattern(&format!(
                r"\b(\w+)\s*(?:\[\s*\w*\s*\]\s*)?(?:__attribute__\s*\(\(|\[\[)?\s*[\w:]*?{WORD}"
            ))
        });
        static BEFORE: LazyLock<Regex> = LazyLock::new(|| pattern(&format!(r"{WORD}\s*\)*\s*(\w+)\s*;")));
        let mut declared = BTreeSet::new();
        for text in texts.iter().filter(|text| text.contains("ed_by")) {
            let pair = |array: &str, number: &str| (array.to_owned(), number.to_owned());
            declared.extend(BEHIND.captures_iter(text).map(|found| pair(&found[1], &found[2])));
            declared.extend(BEFORE.captures_iter(text).map(|found| pair(&found[2], &found[1])));
        }
        let (mut found, mut indices) = (BTreeSet::new(), BTreeSet::new());
        for function in &program.functions {
            let reader = Reader::new(program, function);
            reader.read(&mut found);
            reader.read_indices(&mut indices);
        }
        Self { found, indices, declared }
    }

    /// The counted members of all structures that a parameter of this type leads to.
    pub fn behind(&self, program: &Program, ty: TypeId) -> Vec<Countable> {
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        self.visit(program, ty, DEPTH, &mut seen, &mut found);
        let own = pointee_name(program, ty);
        found.iter_mut().for_each(|it| it.is_direct = Some(&it.ty) == own.as_ref());
        found
    }

    fn visit(
        &self,
        program: &Program,
        ty: TypeId,
        depth: u32,
        seen: &mut BTreeSet<TypeId>,
        found: &mut Vec<Countable>,
    ) {
        match program.ctype(ty) {
            CType::Pointer(target) if depth > 0 => self.visit(program, *target, depth - 1, seen, found),
            CType::Array { element, .. } => self.visit(program, *element, depth, seen, found),
            CType::Struct { members, .. } if seen.insert(ty) => {
                found.extend(self.of_structure(program, ty, members));
                for member in members {
                    self.visit(program, member.ty, depth, seen, found);
                }
            }
            _ => {}
        }
    }

    fn of_structure(&self, program: &Program, ty: TypeId, members: &[Member]) -> Vec<Countable> {
        let Some(name) = name_of(program, ty) else { return Vec::new() };
        let is_number = |member: &&Member| {
            let is_integer = matches!(program.ctype(member.ty), CType::Int { .. } | CType::Char { .. });
            is_integer && member.bit_field.is_none() && !member.name.is_empty()
        };
        let numbers: Vec<&Member> = members.iter().filter(is_number).collect();
        let mut all = Vec::new();
        for (at, array) in members.iter().enumerate().filter(|(_, array)| !array.name.is_empty()) {
            let is_flexible = match program.ctype(array.ty) {
                CType::Array { count: None | Some(0), .. } => at + 1 == members.len(),
                CType::Pointer(_) => false,
                _ => continue,
            };
            let is_said =
                |number: &Member| self.declared.contains(&(array.name.clone(), number.name.clone()));
            let is_found =
                |number: &Member| self.found.contains(&(ty, array.offset.0 / 8, number.offset.0 / 8));
            let mut counts: Vec<&Member> = numbers
                .iter()
                .copied()
                .filter(|number| is_said(number) || is_found(number) || is_length(&number.name))
                .collect();
            counts.sort_by_key(|number| (!is_said(number), !is_found(number)));
            let indices = numbers.iter().flat_map(|number| {
                let at = (ty, array.offset.0 / 8, number.offset.0 / 8);
                let of = self.indices.iter().filter(move |it| (it.0, it.1, it.2) == at);
                of.map(|it| (number.name.clone(), it.3))
            });
            let indices: Vec<(String, u64)> = indices.collect();
            let is_sure = |number: &&&Member| is_said(number) || is_found(number);
            if !counts.is_empty() || !indices.is_empty() {
                all.push(Countable {
                    ty: name.clone(),
                    array: array.name.clone(),
                    is_flexible,
                    is_declared: counts.first().is_some_and(|first| is_said(first)),
                    is_sure: counts.first().is_some_and(|first| is_said(first) || is_found(first)),
                    is_direct: false,
                    indices,
                    n_sure: counts.iter().filter(is_sure).count(),
                    counts: counts.iter().map(|number| number.name.clone()).collect(),
                });
            }
        }
        all
    }
}

/// Reads the code of one function.
pub(super) struct Reader<'a> {
    program: &'a Program,
    function: &'a Function,
    /// The instruction that sets each register.
    makers: BTreeMap<u32, Inst>,
}

/// Where the number in an index or a bound comes from.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Number {
    /// The variable at this register.
    Variable(u32),
    /// The member at this offset of a structure, and whether something is subtracted from it.
    Member(TypeId, u64, bool),
}

/// How many steps are followed from an operand back to its origin.
pub(super) const STEPS: u32 = 8;

impl<'a> Reader<'a> {
    pub(super) fn new(program: &'a Program, function: &'a Function) -> Self {
        let insts = program.code_of(function).copied();
        let makers = insts.filter(|inst| inst.dst != Inst::NO_RESULT).map(|inst| (inst.dst.raw(), inst));
        Self { program, function, makers: makers.collect() }
    }

    pub(super) fn maker(&self, operand: Operand) -> Option<&Inst> {
        match operand.kind() {
            OperandKind::Register(register) => self.makers.get(&register.raw()),
            OperandKind::Constant(_) => None,
        }
    }

    /// Adds the members that bound the indices of other members, each as structure, array and number.
    fn read(&self, found: &mut BTreeSet<(TypeId, u64, u64)>) {
        let mut indexed: BTreeSet<(TypeId, u64, Number)> = BTreeSet::new();
        let mut compared: BTreeSet<(Number, Number)> = BTreeSet::new();
        for pc in self.program.positions(self.function) {
            let inst = self.program.inst(pc);
            match inst.op {
                Op::PtrIndex | Op::PtrAdd => {
                    let array = self.array(inst.a());
                    let number = self.number(inst.b(), STEPS);
                    indexed.extend(array.zip(number).map(|((ty, at), number)| (ty, at, number)));
                }
                // `len - pos` says that there are `len` elements, too.
                Op::ICmp | Op::Sub => {
                    let both = (self.number(inst.a(), STEPS), self.number(inst.b(), STEPS));
                    if let (Some(one), Some(other)) = both {
                        compared.extend([(one, other), (other, one)]);
                    }
                }
                Op::MemCpy | Op::MemMove => {
                    let words = &self.program.extra[inst.a as usize..][..3];
                    let [to, from, size] = [words[0], words[1], words[2]].map(Operand::from_raw);
                    self.copied(&[to, from], size, found);
                }
                Op::Call => {
                    let site = CallSite::read(self.program, inst.a);
                    let arguments: Vec<Operand> = site.args().map(|argument| argument.operand).collect();
                    if let ([first, second, size], true) = (&arguments[..], self.is_copy(&site)) {
                        self.copied(&[*first, *second], *size, found);
                    }
                }
                _ => {}
            }
        }
        for (ty, array, number) in &indexed {
            let bounds = compared.iter().filter(|(one, _)| one == number).map(|(_, other)| *other);
            // `data[len - 1]`
            let own = matches!(number, Number::Member(_, _, true)).then_some(*number);
            for bound in bounds.chain(own) {
                if let Number::Member(of, at, _) = bound
                    && of == *ty
                {
                    found.insert((*ty, *array, at));
                }
            }
        }
    }

    /// Adds the members that are indices into other members, each with how many values lead to the same
    /// element.
    fn read_indices(&self, found: &mut BTreeSet<(TypeId, u64, u64, u64)>) {
        for inst in self.program.code_of(self.function).filter(|inst| inst.op == Op::PtrIndex) {
            let Some((ty, array)) = self.array(inst.a()) else { continue };
            let (mut operand, mut scale) = (inst.b(), 1_u64);
            while let Some(step) = self.maker(operand) {
                let by = || self.program.signed_constant(step.b()).and_then(|by| u32::try_from(by).ok());
                match step.op {
                    Op::Move | Op::Trunc | Op::ZExt | Op::SExt => {}
                    Op::LShr | Op::AShr if by().is_some_and(|by| by < 8) => {
                        scale <<= by().unwrap_or_default();
                    }
                    Op::UDiv | Op::SDiv if by().is_some_and(|by| (1..256).contains(&by)) => {
                        scale *= u64::from(by().unwrap_or(1));
                    }
                    _ => break,
                }
                operand = step.a();
            }
            if let Some(Number::Member(of, at, false)) = self.number(operand, STEPS)
                && of == ty
                && scale < 1 << 16
            {
                found.insert((ty, array, at, scale));
            }
        }
    }

    fn is_copy(&self, site: &CallSite<'_>) -> bool {
        let OperandKind::Constant(id) = site.callee().kind() else { return false };
        let Const::Function(callee) = self.program.constants[id.index()] else { return false };
        matches!(
            self.program.functions[callee.index()].name.as_str(),
            "memcpy" | "memmove" | "memcmp" | "memset"
        )
    }

    fn copied(&self, places: &[Operand], size: Operand, found: &mut BTreeSet<(TypeId, u64, u64)>) {
        let Some(Number::Member(of, number, _)) = self.number(size, STEPS) else { return };
        let arrays = places.iter().filter_map(|place| self.array(*place));
        found.extend(arrays.filter(|(ty, _)| *ty == of).map(|(ty, at)| (ty, at, number)));
    }

    /// The array that begins at an address: a member without a size, or what a member points to.
    fn array(&self, operand: Operand) -> Option<(TypeId, u64)> {
        if let Some(inst) = self.maker(operand).filter(|inst| inst.op == Op::Load) {
            let (ty, at) = self.address(inst.a(), STEPS)?;
            let member = member(self.program, ty, at)?;
            return matches!(self.program.ctype(member.ty), CType::Pointer(_)).then_some((ty, at));
        }
        let (ty, at) = self.address(operand, STEPS)?;
        let member = member(self.program, ty, at)?;
        matches!(self.program.ctype(member.ty), CType::Array { count: None | Some(0), .. })
            .then_some((ty, at))
    }

    /// The variable or member whose value an operand is, give or take a constant.
    pub(super) fn number(&self, operand: Operand, steps: u32) -> Option<Number> {
        let inst = self.maker(operand).filter(|_| steps > 0)?;
        let is_constant = || self.program.signed_constant(inst.b()).is_some();
        match inst.op {
            Op::Move | Op::Trunc | Op::ZExt | Op::SExt => self.number(inst.a(), steps - 1),
            Op::Add | Op::Sub | Op::Mul if is_constant() => match self.number(inst.a(), steps - 1)? {
                Number::Member(ty, at, _) => {
                    let by = self.program.signed_constant(inst.b()).unwrap_or(0);
                    let is_less = inst.op == Op::Sub || inst.op == Op::Add && by < 0;
                    Some(Number::Member(ty, at, is_less))
                }
                variable => Some(variable),
            },
            Op::Load => {
                let OperandKind::Register(register) = inst.a().kind() else { return None };
                let place = self.makers.get(&register.raw())?;
                if place.op == Op::Alloca {
                    return Some(Number::Variable(register.raw()));
                }
                let (ty, at) = self.address(inst.a(), STEPS)?;
                Some(Number::Member(ty, at, false))
            }
            _ => None,
        }
    }

    /// The place in a structure that an address leads to: the innermost structure, and the offset in it.
    pub(super) fn address(&self, operand: Operand, steps: u32) -> Option<(TypeId, u64)> {
        let (mut ty, mut at) = self.outer(operand, steps)?;
        while let Some(member) = member(self.program, ty, at)
            && matches!(self.program.ctype(member.ty), CType::Struct { .. })
        {
            (ty, at) = (member.ty, at - member.offset.0 / 8);
        }
        Some((ty, at))
    }

    fn outer(&self, operand: Operand, steps: u32) -> Option<(TypeId, u64)> {
        let inst = self.maker(operand).filter(|_| steps > 0)?;
        let structure = |ty: TypeId| {
            let is_one = matches!(self.program.ctype(ty), CType::Struct { .. });
            is_one.then_some((ty, 0))
        };
        match inst.op {
            Op::Alloca => structure(inst.alloca(self.program).ty?),
            Op::Move => self.outer(inst.a(), steps - 1),
            Op::PtrAdd => {
                let by = u64::try_from(self.program.signed_constant(inst.b())?).ok()?;
                let (ty, at) = self.outer(inst.a(), steps - 1)?;
                Some((ty, at + by))
            }
            Op::Load => {
                let place = self.maker(inst.a())?;
                let pointer = match place.op {
                    Op::Alloca => place.alloca(self.program).ty?,
                    _ => {
                        let (ty, at) = self.address(inst.a(), steps - 1)?;
                        member(self.program, ty, at)?.ty
                    }
                };
                match self.program.ctype(pointer) {
                    CType::Pointer(target) => structure(*target),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The member at an offset of a structure.
pub(super) fn member(program: &Program, ty: TypeId, at: u64) -> Option<&Member> {
    let CType::Struct { members, .. } = program.ctype(ty) else { return None };
    members.iter().rev().find(|member| {
        let start = member.offset.0 / 8;
        let size = program.size_of(member.ty).map_or(0, |size| size.0);
        member.bit_field.is_none() && (start == at || (start..start + size).contains(&at))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_say_who_counts() {
        let text = "struct a { int n; int x[] __attribute__((counted_by(n))); };\n\
                    struct b { size_t len; char text[] __counted_by(len); };\n\
                    struct c { unsigned n_rows; int * __counted_by(n_rows) rows; };\n\
                    struct d { int m; short *p __attribute__((__counted_by__(m))); int q; };\n";
        let program = Program::default();
        let counters = Counters::of(&program, &[text.to_owned()]);
        let pairs: Vec<(&str, &str)> =
            counters.declared.iter().map(|(array, number)| (array.as_str(), number.as_str())).collect();
        for pair in [("x", "n"), ("text", "len"), ("rows", "n_rows"), ("p", "m")] {
            assert!(pairs.contains(&pair), "{pair:?} in {pairs:?}");
        }
    }
}
