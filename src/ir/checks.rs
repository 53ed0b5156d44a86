//! Finds the calls in a function whose results are compared with zero, which is a null pointer or the number
//! for success. Values are followed through local variables, members and functions that compare their
//! arguments, without regard to the order of instructions. Only the comparison itself has to be behind the call:
//! in `root->left = insert(root->left, key)`, the callee looks at what was there before.

use super::{
    Block, BlockId, CallSite, Const, FuncId, Inst, Move, Op, Operand, OperandKind, Pc, Predicate, Program,
};
use std::collections::{BTreeMap, BTreeSet};

/// How many calls deep arguments are followed.
const DEPTH: usize = 3;
/// At most how many steps of an address are followed.
const PLACE: usize = 6;

/// How a function uses the results of its calls.
#[derive(Clone, Default, Debug)]
pub struct Checks {
    tested: BTreeSet<Token>,
    given_back: BTreeSet<Token>,
}

/// Where a value comes from.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Token {
    Call(Pc),
    Parameter(usize),
}

type Tokens = BTreeSet<Token>;

impl Checks {
    /// The checks of a function of a program.
    pub fn of(program: &Program, function: FuncId) -> Self {
        Self::at_depth(program, function, 0)
    }

    fn at_depth(program: &Program, function: FuncId, depth: usize) -> Self {
        let function = &program.functions[function.index()];
        let mut reader = Reader {
            program,
            registers: vec![Tokens::new(); function.n_registers as usize],
            definitions: BTreeMap::new(),
            places: BTreeMap::new(),
            blocks: BTreeMap::new(),
            successors: BTreeMap::new(),
            found: Self::default(),
            has_changed: true,
        };
        for at in 0..function.params.len() {
            reader.registers[at].insert(Token::Parameter(at));
        }
        let positions: Vec<Pc> = program.positions(function).collect();
        for pc in &positions {
            let inst = program.inst(*pc);
            if inst.dst != Inst::NO_RESULT {
                reader.definitions.insert(inst.dst.raw(), *pc);
            }
        }
        let edges = || program.edges.iter().filter(|edge| function.blocks.contains(&edge.to.raw()));
        let moves: Vec<Move> = edges().flat_map(|edge| program.moves_of(edge)).copied().collect();
        for edge in edges() {
            reader.successors.entry(edge.from).or_default().push(edge.to);
        }
        for block in function.blocks.clone() {
            let block = BlockId::new(block as usize);
            let Block { first, end, .. } = program.blocks[block.index()];
            reader.blocks.insert(first, (end, block));
        }
        while std::mem::take(&mut reader.has_changed) {
            positions.iter().for_each(|pc| reader.follow(*pc));
            for step in &moves {
                let tokens = reader.tokens(step.src);
                reader.add(step.dst.index(), tokens);
            }
        }
        positions.iter().for_each(|pc| reader.note(*pc, depth));
        reader.found
    }

    /// Whether the result of the call at this place is compared with zero.
    pub fn is_tested(&self, call: Pc) -> bool {
        self.tested.contains(&Token::Call(call))
    }

    /// Whether the result of that call becomes the function's own result.
    pub fn is_given_back(&self, call: Pc) -> bool {
        self.given_back.contains(&Token::Call(call))
    }
}

struct Reader<'a> {
    program: &'a Program,
    registers: Vec<Tokens>,
    /// By register, the instruction that sets it.
    definitions: BTreeMap<u32, Pc>,
    /// By place, where the values that are stored there come from.
    places: BTreeMap<String, Tokens>,
    /// By the first instruction of a block, the one behind its last instruction, and the block.
    blocks: BTreeMap<Pc, (Pc, BlockId)>,
    successors: BTreeMap<Option<BlockId>, Vec<BlockId>>,
    found: Checks,
    has_changed: bool,
}

impl Reader<'_> {
    fn block_of(&self, pc: Pc) -> Option<BlockId> {
        let (_, (end, block)) = self.blocks.range(..=pc).next_back()?;
        (pc < *end).then_some(*block)
    }

    /// Whether an instruction may be executed after another one.
    fn is_behind(&self, pc: Pc, other: Pc) -> bool {
        let (Some(from), Some(to)) = (self.block_of(other), self.block_of(pc)) else { return true };
        if from == to && pc > other {
            return true;
        }
        let mut open = vec![from];
        let mut seen = BTreeSet::new();
        while let Some(block) = open.pop() {
            let next = self.successors.get(&Some(block)).map_or(&[][..], Vec::as_slice);
            if next.contains(&to) {
                return true;
            }
            open.extend(next.iter().filter(|block| seen.insert(**block)));
        }
        false
    }

    /// Notes that values are compared with zero.
    fn test(&mut self, pc: Pc, tokens: Tokens) {
        let is_meant = |token: &Token| match token {
            Token::Call(call) => self.is_behind(pc, *call),
            Token::Parameter(_) => true,
        };
        let tested: Vec<Token> = tokens.into_iter().filter(is_meant).collect();
        self.found.tested.extend(tested);
    }

    fn tokens(&self, operand: Operand) -> Tokens {
        match operand.kind() {
            OperandKind::Register(register) => self.registers[register.index()].clone(),
            OperandKind::Constant(_) => Tokens::new(),
        }
    }

    fn add(&mut self, register: usize, tokens: Tokens) {
        for token in tokens {
            self.has_changed |= self.registers[register].insert(token);
        }
    }

    /// A text for the place at an address. It is the same for all instructions that compute the address in
    /// the same way.
    fn place(&self, address: Operand, room: usize) -> Option<String> {
        let room = room.checked_sub(1)?;
        let register = match address.kind() {
            OperandKind::Constant(id) => return Some(format!("c{}", id.raw())),
            OperandKind::Register(register) => register,
        };
        let Some(pc) = self.definitions.get(&register.raw()) else {
            return Some(format!("p{}", register.raw()));
        };
        let inst = self.program.inst(*pc);
        match inst.op {
            Op::Load => Some(format!("*{}", self.place(inst.a(), room)?)),
            Op::PtrAdd => {
                let OperandKind::Constant(offset) = inst.b().kind() else {
                    return Some(format!("@{}", pc.raw()));
                };
                Some(format!("{}+{}", self.place(inst.a(), room)?, offset.raw()))
            }
            Op::PtrIndex => {
                let (array, index) = (self.place(inst.a(), room)?, self.place(inst.b(), room)?);
                Some(format!("{array}[{index}*{}]", inst.width))
            }
            _ => Some(format!("@{}", pc.raw())),
        }
    }

    fn follow(&mut self, pc: Pc) {
        let inst = *self.program.inst(pc);
        match inst.op {
            Op::Call if inst.dst != Inst::NO_RESULT => {
                self.add(inst.dst.index(), Tokens::from([Token::Call(pc)]));
            }
            Op::Load => {
                let stored = self.place(inst.a(), PLACE).and_then(|place| self.places.get(&place).cloned());
                self.add(inst.dst.index(), stored.unwrap_or_default());
            }
            Op::Store => {
                let tokens = self.tokens(inst.a());
                if let Some(place) = self.place(inst.b(), PLACE).filter(|_| !tokens.is_empty()) {
                    let known = self.places.entry(place).or_default();
                    for token in tokens {
                        self.has_changed |= known.insert(token);
                    }
                }
            }
            Op::Move | Op::Trunc | Op::ZExt | Op::SExt => {
                let tokens = self.tokens(inst.a());
                self.add(inst.dst.index(), tokens);
            }
            Op::Select => {
                let words = &self.program.extra[inst.b as usize..][..2];
                let (one, other) = (Operand::from_raw(words[0]), Operand::from_raw(words[1]));
                let tokens = self.tokens(one).union(&self.tokens(other)).copied().collect();
                self.add(inst.dst.index(), tokens);
            }
            _ => {}
        }
    }

    fn note(&mut self, pc: Pc, depth: usize) {
        let inst = *self.program.inst(pc);
        match inst.op {
            Op::ICmp if matches!(inst.predicate(), Predicate::Eq | Predicate::Ne) => {
                for (one, other) in [(inst.a(), inst.b()), (inst.b(), inst.a())] {
                    if self.is_zero(other) {
                        let tokens = self.tokens(one);
                        self.test(pc, tokens);
                    }
                }
            }
            Op::Ret => {
                for at in 0..usize::from(inst.width) {
                    let operand = Operand::from_raw(self.program.extra[inst.a as usize + at]);
                    let tokens = self.tokens(operand);
                    self.found.given_back.extend(tokens);
                }
            }
            Op::Call if depth < DEPTH => {
                let site = CallSite::read(self.program, inst.a);
                let passed: Vec<Tokens> = site.args().map(|argument| self.tokens(argument.operand)).collect();
                let Some(callee) = self.callee(site).filter(|_| passed.iter().any(|it| !it.is_empty()))
                else {
                    return;
                };
                let checks = Checks::at_depth(self.program, callee, depth + 1);
                for (at, tokens) in passed.into_iter().enumerate() {
                    if checks.tested.contains(&Token::Parameter(at)) {
                        self.test(pc, tokens);
                    }
                }
            }
            _ => {}
        }
    }

    /// The function that is called, if it has code.
    fn callee(&self, site: CallSite<'_>) -> Option<FuncId> {
        let OperandKind::Constant(id) = site.callee().kind() else { return None };
        match self.program.constants[id.index()] {
            Const::Function(function) => {
                let called = &self.program.functions[function.index()];
                // The library compares its arguments with null, too, but that is no check of the program's.
                (called.entry.is_some() && called.signature.is_some()).then_some(function)
            }
            _ => None,
        }
    }

    fn is_zero(&self, operand: Operand) -> bool {
        let OperandKind::Constant(id) = operand.kind() else { return false };
        matches!(self.program.constants[id.index()], Const::Int { value: 0, .. })
    }
}
