//! Finds pointer members of one structure that lead into the same array, as in
//! `struct { const char *begin, *cursor, *end; }` or in `struct { char buffer[512], *cursor; }`. C compares
//! and subtracts such pointers only if they do, so inputs with an array for each of them would say nothing
//! about the function.
//!
//! The signs are comparisons and subtractions of two members, and a member that is set to a place some
//! elements behind another one. Values are followed through local variables and into calls, without regard to
//! the order of instructions. Like all that is read from code, this is a guess: it only decides which inputs
//! are tried.

use super::counted::{Reader, STEPS, member};
use super::uses::{self, Uses};
use crate::ir::{
    CType, CallSite, Const, FuncId, Inst, Member, Op, Operand, OperandKind, Predicate, Program, TypeId,
    reachable_functions,
};
use std::collections::{BTreeMap, BTreeSet};

/// A member that is a pointer or an array: its structure, and where it is in it, in bytes.
type Place = (TypeId, u64);

/// Pointer members that lead into the same array, as expressions in C over a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberRange {
    /// The number of the parameter, and the pointers on the way that must not be null.
    pub parameter: usize,
    pub through: Vec<String>,
    /// The beginning of the array: a pointer, or the array itself if it is a member.
    pub begin: String,
    /// In that case, how many elements it has.
    pub room: Option<u64>,
    /// Places in it, which may also be its end.
    pub cursors: Vec<String>,
    /// Those of them that are no end, because the function uses them without looking first.
    pub within: BTreeSet<String>,
    /// Its end.
    pub ends: Vec<String>,
    /// The array is a string, whose terminator is its end.
    pub is_text: bool,
    pub may_be_null: bool,
}

impl MemberRange {
    /// The number of its elements, in C.
    pub fn length(&self) -> String {
        match (self.room, self.is_text) {
            (Some(room), _) => room.to_string(),
            (None, true) => format!("__builtin_strlen({})", self.begin),
            (None, false) => format!("symir_array_length({})", self.begin),
        }
    }

    /// Its members that are pointers.
    pub fn pointers(&self) -> impl Iterator<Item = &String> {
        let begin = Some(&self.begin).filter(|_| self.room.is_none());
        begin.into_iter().chain(&self.cursors).chain(&self.ends)
    }
}

/// What the code does with one member.
#[derive(Copy, Clone, Default, Debug)]
struct Conduct {
    /// Something is read or written through it.
    is_followed: bool,
    /// It is set to a place that is reached from itself.
    is_moved: bool,
    /// It is on the greater side of a comparison, or something is subtracted from it.
    is_upper: bool,
    /// Something is compared with it as in `top >= limit`, or as in `next >= begin`.
    is_bound: bool,
    /// It is on the smaller side of a comparison, or it is subtracted.
    is_lower: bool,
    /// A character that is read through it is compared with the terminator of a string.
    ends_in_zero: bool,
    /// It is compared with null.
    is_tested: bool,
}

/// What one function does with pointer members.
#[derive(Default, Debug)]
struct Seen {
    touched: BTreeSet<Place>,
    related: BTreeSet<(Place, Place)>,
    conduct: BTreeMap<Place, Conduct>,
    /// Members that were compared, and members that were followed before that.
    compared: BTreeSet<Place>,
    unchecked: BTreeSet<Place>,
}

/// What all functions of a program do with them.
pub struct Ranges {
    of: BTreeMap<FuncId, Seen>,
    /// The names of members that no harness can set.
    constant: BTreeSet<String>,
}

/// How many pointers are followed from a parameter to a structure.
const DEPTH: u32 = 2;

impl Ranges {
    pub fn of(program: &Program, uses: &Uses, constant: &BTreeSet<String>) -> Self {
        let ids = (0..program.functions.len()).map(FuncId::new);
        let defined = ids.filter(|id| program.functions[id.index()].signature.is_some());
        let of = defined.map(|id| (id, Follower::new(program, uses, id).read())).collect();
        Self { of, constant: constant.clone() }
    }

    /// The ranges that a function with parameters of these types may look at.
    pub fn behind(&self, program: &Program, id: FuncId, types: &[TypeId]) -> Vec<MemberRange> {
        if self.of.values().all(|seen| seen.related.is_empty()) {
            return Vec::new();
        }
        let reached = reachable_functions(program, &[id]);
        let seen = || reached.iter().filter_map(|id| self.of.get(id));
        let touched: BTreeSet<Place> = seen().flat_map(|seen| seen.touched.iter().copied()).collect();
        let unchecked: BTreeSet<Place> = seen().flat_map(|seen| seen.unchecked.iter().copied()).collect();
        let mut found = Vec::new();
        for (parameter, ty) in types.iter().enumerate() {
            let CType::Pointer(target) = program.ctype(*ty) else { continue };
            let name = program.functions[id.index()]
                .signature
                .as_ref()
                .and_then(|signature| signature.param_names[parameter].clone());
            let Some(name) = name else { continue };
            let (touched, unchecked) = (&touched, &unchecked);
            let mut walk = Walk { program, ranges: self, touched, unchecked, parameter, found: &mut found };
            walk.visit(*target, &format!("{name}->"), &[name], DEPTH - 1);
        }
        found
    }

    /// What all functions do with a member.
    fn conduct(&self, place: Place) -> Conduct {
        let all = self.of.values().filter_map(|seen| seen.conduct.get(&place));
        all.fold(Conduct::default(), |all, one| Conduct {
            is_followed: all.is_followed || one.is_followed,
            is_moved: all.is_moved || one.is_moved,
            is_upper: all.is_upper || one.is_upper,
            is_bound: all.is_bound || one.is_bound,
            is_lower: all.is_lower || one.is_lower,
            ends_in_zero: all.ends_in_zero || one.ends_in_zero,
            is_tested: all.is_tested || one.is_tested,
        })
    }

    /// The members of a structure that lead into the same array, for each array.
    fn groups(&self, ty: TypeId) -> Vec<BTreeSet<u64>> {
        let mut groups: Vec<BTreeSet<u64>> = Vec::new();
        let all = self.of.values().flat_map(|seen| &seen.related);
        for (one, other) in all.filter(|(one, other)| one.0 == ty && other.0 == ty) {
            let (joined, mut others): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group| group.contains(&one.1) || group.contains(&other.1));
            others.push(joined.into_iter().flatten().chain([one.1, other.1]).collect());
            groups = others;
        }
        groups
    }
}

/// Walks over what a parameter points to.
struct Walk<'a> {
    program: &'a Program,
    ranges: &'a Ranges,
    touched: &'a BTreeSet<Place>,
    unchecked: &'a BTreeSet<Place>,
    parameter: usize,
    found: &'a mut Vec<MemberRange>,
}

impl Walk<'_> {
    /// Visits a structure whose members are written `path` and a name.
    fn visit(&mut self, ty: TypeId, path: &str, through: &[String], depth: u32) {
        let CType::Struct { members, .. } = self.program.ctype(ty) else { return };
        for group in self.ranges.groups(ty) {
            self.found.extend(self.range(ty, members, &group, path, through));
        }
        for member in members.iter().filter(|member| !member.name.is_empty()) {
            match self.program.ctype(member.ty) {
                CType::Struct { .. } => {
                    self.visit(member.ty, &format!("{path}{}.", member.name), through, depth);
                }
                CType::Pointer(target) if depth > 0 && self.touched.contains(&(ty, member.offset.0 / 8)) => {
                    let pointer = format!("{path}{}", member.name);
                    let through: Vec<String> = through.iter().cloned().chain([pointer.clone()]).collect();
                    self.visit(*target, &format!("{pointer}->"), &through, depth - 1);
                }
                _ => {}
            }
        }
    }

    /// The range that the members of a group are, as far as the function looks at them.
    fn range(
        &self,
        ty: TypeId,
        members: &[Member],
        group: &BTreeSet<u64>,
        path: &str,
        through: &[String],
    ) -> Option<MemberRange> {
        let room = |member: &Member| match self.program.ctype(member.ty) {
            CType::Array { count, .. } => *count,
            _ => None,
        };
        let looked_at = |member: &&Member| {
            let at = member.offset.0 / 8;
            let is_used = room(member).is_some() || self.touched.contains(&(ty, at));
            group.contains(&at) && !member.name.is_empty() && is_used
        };
        let members: Vec<(&Member, Conduct)> = members
            .iter()
            .filter(looked_at)
            .map(|member| (member, self.ranges.conduct((ty, member.offset.0 / 8))))
            .collect();
        let is_end = |(member, conduct): &(&Member, Conduct)| {
            let is_upper = conduct.is_upper || conduct.is_bound && !conduct.is_lower;
            room(member).is_none() && is_upper && !conduct.is_followed && !conduct.is_moved
        };
        let (ends, mut others): (Vec<_>, Vec<_>) = members.into_iter().partition(is_end);
        // What is never moved is the beginning. If all are, none of them is known to be.
        others.sort_by_key(|(member, conduct)| (room(member).is_none(), conduct.is_moved, member.offset.0));
        // Pointers that go from one array to another begin in the first one.
        let n_arrays = others.iter().filter(|(member, _)| room(member).is_some()).count();
        others.drain(1.min(n_arrays)..n_arrays);
        let (first, cursors) = others.split_first()?;
        if cursors.is_empty() && ends.is_empty() {
            return None;
        }
        let spelled = |member: &Member| format!("{path}{}", member.name);
        let element = match self.program.ctype(first.0.ty) {
            CType::Pointer(element) | CType::Array { element, .. } => *element,
            _ => return None,
        };
        // Links from node to node are compared as well, but nodes are no elements of one array.
        if self.program.are_same(element, ty) {
            return None;
        }
        let element = self.program.ctype(element);
        let all = || std::iter::once(first).chain(cursors).chain(&ends);
        let within = cursors
            .iter()
            .filter(|(member, _)| self.unchecked.contains(&(ty, member.offset.0 / 8)))
            .map(|(member, _)| spelled(member));
        if all().any(|(member, _)| self.ranges.constant.contains(&member.name)) {
            return None;
        }
        let is_text = matches!(element, CType::Char { signed: true });
        Some(MemberRange {
            parameter: self.parameter,
            through: through.to_vec(),
            begin: spelled(first.0),
            room: room(first.0),
            within: within.collect(),
            cursors: cursors.iter().map(|(member, _)| spelled(member)).collect(),
            ends: ends.iter().map(|(member, _)| spelled(member)).collect(),
            is_text: is_text && all().any(|(_, conduct)| conduct.ends_in_zero),
            may_be_null: all().any(|(_, conduct)| conduct.is_tested),
        })
    }
}

/// Follows the pointers of one function.
struct Follower<'a> {
    program: &'a Program,
    uses: &'a Uses,
    reader: Reader<'a>,
    id: FuncId,
    /// The values that are stored to each variable, by the register of its address.
    stored: BTreeMap<u32, Vec<Operand>>,
    /// What registers get where blocks are entered.
    moved: BTreeMap<u32, Vec<Operand>>,
    seen: Seen,
}

/// The members that a pointer comes from, each with whether there are steps in between.
type Roots = BTreeSet<(Place, bool)>;

impl<'a> Follower<'a> {
    fn new(program: &'a Program, uses: &'a Uses, id: FuncId) -> Self {
        let function = &program.functions[id.index()];
        let reader = Reader::new(program, function);
        let mut stored: BTreeMap<u32, Vec<Operand>> = BTreeMap::new();
        for inst in program.code_of(function).filter(|inst| inst.op == Op::Store) {
            if let OperandKind::Register(register) = inst.b().kind() {
                stored.entry(register.raw()).or_default().push(inst.a());
            }
        }
        let mut moved: BTreeMap<u32, Vec<Operand>> = BTreeMap::new();
        for edge in program.edges.iter().filter(|edge| function.blocks.contains(&edge.to.raw())) {
            for step in program.moves_of(edge) {
                moved.entry(step.dst.raw()).or_default().push(step.src);
            }
        }
        Self { program, uses, reader, id, stored, moved, seen: Seen::default() }
    }

    fn read(mut self) -> Seen {
        let program = self.program;
        for inst in program.code_of(&program.functions[self.id.index()]) {
            match inst.op {
                Op::Load => self.access(inst.a()),
                Op::Store => {
                    self.access(inst.b());
                    self.store(inst);
                }
                Op::ICmp => self.comparison(inst),
                Op::Sub => {
                    let (upper, lower) = (self.roots(inst.a()), self.roots(inst.b()));
                    self.order(&lower, &upper);
                    self.relate(&lower, &upper, true);
                }
                Op::MemCpy | Op::MemMove | Op::MemSet => {
                    let words = &program.extra[inst.a as usize..][..2];
                    let from = (inst.op != Op::MemSet).then_some(words[1]);
                    for operand in [Some(words[0]), from].into_iter().flatten() {
                        self.access(Operand::from_raw(operand));
                    }
                }
                Op::Call => self.call(inst),
                _ => {}
            }
        }
        self.seen
    }

    fn conduct(&mut self, place: Place) -> &mut Conduct {
        self.seen.conduct.entry(place).or_default()
    }

    /// The pointer member at an address.
    fn place(&self, address: Operand) -> Option<Place> {
        let (ty, at) = self.reader.address(address, STEPS)?;
        let member = member(self.program, ty, at)?;
        let is_it = member.offset.0 / 8 == at && matches!(self.program.ctype(member.ty), CType::Pointer(_));
        is_it.then_some((ty, at))
    }

    /// The array member that begins at an address.
    fn array(&self, address: Operand) -> Option<Place> {
        let (ty, at) = self.reader.address(address, STEPS)?;
        let member = member(self.program, ty, at)?;
        let is_array = matches!(self.program.ctype(member.ty), CType::Array { count: Some(1..), .. });
        (member.offset.0 / 8 == at && is_array).then_some((ty, at))
    }

    /// The members that a pointer comes from.
    fn roots(&self, operand: Operand) -> Roots {
        let (mut roots, mut visited) = (Roots::new(), BTreeSet::new());
        let mut pending = vec![(operand, false)];
        while let Some((operand, is_stepped)) = pending.pop() {
            let OperandKind::Register(register) = operand.kind() else { continue };
            if !visited.insert((register.raw(), is_stepped)) {
                continue;
            }
            if let Some(array) = self.array(operand) {
                roots.insert((array, is_stepped));
                continue;
            }
            let sources = self.moved.get(&register.raw()).into_iter().flatten();
            pending.extend(sources.map(|source| (*source, is_stepped)));
            let Some(inst) = self.reader.maker(operand) else { continue };
            match inst.op {
                Op::Move => pending.push((inst.a(), is_stepped)),
                Op::PtrAdd | Op::PtrIndex => pending.push((inst.a(), true)),
                Op::Load if inst.bits().0 == 64 => {
                    let OperandKind::Register(address) = inst.a().kind() else { continue };
                    match self.place(inst.a()) {
                        Some(place) => _ = roots.insert((place, is_stepped)),
                        None => {
                            let stored = self.stored.get(&address.raw()).into_iter().flatten();
                            pending.extend(stored.map(|stored| (*stored, is_stepped)));
                        }
                    }
                }
                _ => {}
            }
        }
        roots
    }

    /// Notes a read or a write.
    fn access(&mut self, address: Operand) {
        if let Some(place) = self.place(address) {
            self.seen.touched.insert(place);
        }
        // An end may be followed backwards: `end[-1]`.
        for (place, _) in self.roots(address).into_iter().filter(|(_, is_stepped)| !is_stepped) {
            self.conduct(place).is_followed = true;
            if !self.seen.compared.contains(&place) {
                self.seen.unchecked.insert(place);
            }
        }
    }

    /// Notes what a member is set to.
    fn store(&mut self, inst: &Inst) {
        let Some(to) = self.place(inst.b()) else { return };
        for (from, is_stepped) in self.roots(inst.a()) {
            if from == to {
                self.conduct(to).is_moved = true;
            } else if from.0 == to.0 && (is_stepped || self.is_of_numbers(to)) {
                self.add(from, to);
            }
        }
    }

    fn comparison(&mut self, inst: &Inst) {
        for (one, other) in [(inst.a(), inst.b()), (inst.b(), inst.a())] {
            if self.program.signed_constant(one) == Some(0) {
                for (place, is_stepped) in self.roots(other) {
                    self.conduct(place).is_tested |= !is_stepped;
                }
                self.read_zero(other);
            }
        }
        let (a, b) = (self.roots(inst.a()), self.roots(inst.b()));
        let is_equality = matches!(inst.predicate(), Predicate::Eq | Predicate::Ne);
        self.relate(&a, &b, !is_equality);
        match inst.predicate() {
            Predicate::Eq | Predicate::Ne => {}
            Predicate::Ult | Predicate::Slt => self.order(&a, &b),
            Predicate::Ugt | Predicate::Sgt => self.order(&b, &a),
            Predicate::Uge | Predicate::Sge => self.bound(&b, &a),
            Predicate::Ule | Predicate::Sle => self.bound(&a, &b),
        }
    }

    /// Notes a character that is compared with zero.
    fn read_zero(&mut self, operand: Operand) {
        let mut operand = operand;
        while let Some(inst) = self.reader.maker(operand) {
            match inst.op {
                Op::Move | Op::ZExt | Op::SExt | Op::Trunc => operand = inst.a(),
                Op::Load if inst.bits().0 == 8 => {
                    for (place, _) in self.roots(inst.a()) {
                        self.conduct(place).ends_in_zero = true;
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    /// Notes that members are on the smaller and on the greater side.
    fn order(&mut self, lower: &Roots, upper: &Roots) {
        for (one, _) in lower {
            for (other, _) in upper.iter().filter(|(other, _)| is_pair(*one, *other)) {
                self.conduct(*one).is_lower = true;
                self.conduct(*other).is_upper = true;
            }
        }
    }

    /// Notes that members bound others, up to which or from which on these go.
    fn bound(&mut self, bounds: &Roots, others: &Roots) {
        for (bound, _) in bounds {
            if others.iter().any(|(other, _)| is_pair(*bound, *other)) {
                self.conduct(*bound).is_bound = true;
            }
        }
    }

    /// Notes that members lead into the same array. Pointers to objects are also compared for equality if
    /// they lead to no array.
    fn relate(&mut self, one: &Roots, other: &Roots, is_sure: bool) {
        for (a, _) in one {
            for (b, _) in other {
                if is_pair(*a, *b) && (is_sure || self.is_of_numbers(*a)) {
                    self.seen.compared.extend([*a, *b]);
                    self.add(*a, *b);
                }
            }
        }
    }

    fn add(&mut self, one: Place, other: Place) {
        let target = |(ty, at): Place| match self.program.ctype(member(self.program, ty, at)?.ty) {
            CType::Pointer(target) => Some(*target),
            CType::Array { element, .. } => Some(*element),
            _ => None,
        };
        let (Some(a), Some(b)) = (target(one), target(other)) else { return };
        if self.program.are_same(a, b) && self.program.size_of(a).is_some_and(|size| size.0 > 0) {
            self.seen.related.insert((one.min(other), one.max(other)));
        }
    }

    /// Whether a member points to numbers.
    fn is_of_numbers(&self, (ty, at): Place) -> bool {
        let target = member(self.program, ty, at).and_then(|member| match self.program.ctype(member.ty) {
            CType::Pointer(target) => Some(self.program.ctype(*target)),
            _ => None,
        });
        matches!(target, Some(CType::Char { .. } | CType::Int { .. } | CType::Float { .. }))
    }

    /// Notes what a callee does with members that it is passed.
    fn call(&mut self, inst: &Inst) {
        let site = CallSite::read(self.program, inst.a);
        let OperandKind::Constant(id) = site.callee().kind() else { return };
        let Const::Function(callee) = self.program.constants[id.index()] else { return };
        let arguments: Vec<Operand> = site.args().map(|argument| argument.operand).collect();
        let known = self.uses.get(callee);
        let roots: Vec<Roots> = arguments.iter().map(|argument| self.roots(*argument)).collect();
        if known.len() != arguments.len() {
            let name = &self.program.functions[callee.index()].name;
            for (at, roots) in roots.iter().enumerate() {
                let theirs = uses::of_library(name, at);
                for (place, _) in roots {
                    let conduct = self.conduct(*place);
                    conduct.is_followed = true;
                    conduct.ends_in_zero |= theirs.ends_in_zero;
                }
            }
            return;
        }
        for (at, theirs) in known.iter().enumerate() {
            for (place, is_stepped) in &roots[at] {
                let conduct = self.conduct(*place);
                conduct.is_followed |= !is_stepped && (theirs.is_read || theirs.is_written);
                conduct.ends_in_zero |= theirs.ends_in_zero;
            }
            for begin in &theirs.ends {
                self.order(&roots[*begin], &roots[at]);
                self.relate(&roots[*begin], &roots[at], true);
            }
            for held in &theirs.ends_held {
                let held = self.place(arguments[*held]).map(|place| (place, false));
                let held: Roots = held.into_iter().collect();
                self.order(&held, &roots[at]);
                self.relate(&held, &roots[at], true);
            }
        }
    }
}

/// Whether two members belong to one structure.
fn is_pair(one: Place, other: Place) -> bool {
    one.0 == other.0 && one.1 != other.1
}
