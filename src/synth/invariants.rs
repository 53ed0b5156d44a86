//! Conditions that hold for the objects of a type after each call of its functions.
//!
//! Templates over the members, such as `size <= cap`, are assumed to hold for all objects. The templates that
//! some summary contradicts are given up, one after the other: a call makes an object on which the template
//! does not hold, or it takes objects on which all templates hold and leaves one on which this template does
//! not. The templates that are left are inductive (C. Flanagan, K. R. M. Leino, "Houdini, an annotation
//! assistant for ESC/Java", 2001), as far as the summaries go: paths without a summary are not considered,
//! and numbers in objects are assumed to be far from where they wrap around.

use super::summary::{Library, Part, Summary};
use crate::exec::{Effect, Held, MemberKind, Path, Touched};
use crate::expr::{Arena, ExprId, Kind};
use crate::ir::TypeId;
use crate::util::Bits;
use std::collections::{BTreeMap, BTreeSet};

/// A type with more members than this has no invariants.
const MOST_MEMBERS: usize = 16;
/// Numbers in objects are assumed to be at most two to the power of their width minus this.
const FROM_THE_END: u32 = 2;

/// If more questions than this are needed, nothing is known to hold.
const MOST_QUESTIONS: u64 = 20_000;

/// The text that stands for the object in an invariant.
pub const OBJECT: &str = "@";

/// The conditions that hold for the objects of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariants {
    pub ty: TypeId,
    /// In C, with [`OBJECT`] in the place of a pointer to the object: `@->size <= @->cap`.
    pub conditions: Vec<String>,
    holding: BTreeSet<Template>,
}

/// A condition that may hold for an object. It names members by their places.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Template {
    AtLeast(Bits, i128),
    AtMost(Bits, i128),
    Less(Bits, Bits),
    NotMore(Bits, Bits),
    NotNull(Bits),
    /// The pointer is null if, and only if, the number is zero.
    NullWith(Bits, Bits),
}

impl Template {
    fn members(self) -> impl Iterator<Item = Bits> {
        let (one, other) = match self {
            Template::AtLeast(at, _) | Template::AtMost(at, _) | Template::NotNull(at) => (at, None),
            Template::Less(one, other) | Template::NotMore(one, other) | Template::NullWith(one, other) => {
                (one, Some(other))
            }
        };
        std::iter::once(one).chain(other)
    }
}

/// A member, as the source calls it.
#[derive(Clone, Debug)]
struct Member {
    at: Bits,
    path: String,
    kind: MemberKind,
    width: Bits,
}

/// The invariants of each type of object that calls make. Types without a known invariant are left out. If
/// too many questions are needed, there are no invariants at all.
pub fn invariants(library: &mut Library) -> Vec<Invariants> {
    let calls: Vec<Summary> = library.calls().cloned().collect();
    let calls: Vec<&Summary> = calls.iter().collect();
    let made: BTreeSet<TypeId> = calls.iter().filter_map(|it| library.made(it)).collect();
    let members: BTreeMap<TypeId, Vec<Member>> = made
        .iter()
        .map(|ty| (*ty, library.members(*ty)))
        .filter(|(_, members)| !members.is_empty())
        .collect();
    let mut left: BTreeMap<TypeId, BTreeSet<Template>> =
        members.iter().map(|(ty, members)| (*ty, library.templates(&calls, *ty, members))).collect();
    for summary in &calls {
        library.mistrust(summary, &mut left);
    }
    let start = library.n_questions;
    loop {
        let before: usize = left.values().map(BTreeSet::len).sum();
        for summary in &calls {
            if !library.hold(start, summary, &members, &mut left) {
                return Vec::new();
            }
        }
        if before == left.values().map(BTreeSet::len).sum::<usize>() {
            break;
        }
    }
    let mut found = Vec::new();
    for (ty, holding) in left {
        let conditions = words(&members[&ty], &holding);
        if !conditions.is_empty() {
            found.push(Invariants { ty, conditions, holding });
        }
    }
    found
}

/// Whether a path needs an object that violates an invariant.
pub fn contradicts(library: &mut Library, summary: usize, held: &[Invariants]) -> bool {
    let effect = library.summaries[summary].effect.clone();
    let members = held.iter().map(|it| (it.ty, library.members(it.ty))).collect();
    let left = held.iter().map(|it| (it.ty, it.holding.clone())).collect();
    library.before(&effect, None, &members, &left, false).is_none()
}

impl Library {
    /// The type of the object that a path makes.
    fn made(&self, summary: &Summary) -> Option<TypeId> {
        let effect = &summary.effect;
        match (self.functions[summary.function].part, effect.result) {
            (Part::Maker, Held::Object(at)) if effect.objects[at].is_new => Some(effect.objects[at].ty),
            (Part::Storage(_), _) => self.storage(summary).map(|at| effect.objects[at].ty),
            _ => None,
        }
    }

    /// The object that was only storage before the call, and became one by it.
    fn storage(&self, summary: &Summary) -> Option<usize> {
        let Part::Storage(at) = self.functions[summary.function].part else { return None };
        match summary.effect.arguments.get(at) {
            Some(Held::Object(object)) => Some(*object),
            _ => None,
        }
    }

    fn members(&self, ty: TypeId) -> Vec<Member> {
        let all = self.machine.members(ty).into_iter();
        let plain = all.filter(|member| !member.path.contains('['));
        let kept: Vec<Member> = plain
            .map(|it| Member {
                at: it.at,
                path: it.path.replacen('.', "->", 1),
                kind: it.kind,
                width: it.width,
            })
            .collect();
        if kept.len() > MOST_MEMBERS { Vec::new() } else { kept }
    }

    /// The templates that are worth checking for a type.
    fn templates(&self, calls: &[&Summary], ty: TypeId, members: &[Member]) -> BTreeSet<Template> {
        let mut found = BTreeSet::new();
        for member in members {
            let MemberKind::Number { signed } = member.kind else {
                if member.kind == MemberKind::Pointer {
                    found.insert(Template::NotNull(member.at));
                    let numbers = members.iter().filter(|it| matches!(it.kind, MemberKind::Number { .. }));
                    found.extend(numbers.map(|it| Template::NullWith(member.at, it.at)));
                }
                continue;
            };
            let mut numbers: BTreeSet<i128> = [0, 1].into();
            numbers.extend(self.compared(calls, ty, member));
            // The constants that calls set the member to.
            for object in calls.iter().flat_map(|it| &it.effect.objects).filter(|it| it.ty == ty) {
                let number = self.held(&object.after, member.at).and_then(|held| self.constant(held, signed));
                numbers.extend(number);
            }
            for number in numbers {
                if signed || number > 0 {
                    found.insert(Template::AtLeast(member.at, number));
                }
                found.insert(Template::AtMost(member.at, number));
            }
            for other in members.iter().filter(|it| it.at != member.at) {
                if other.kind == member.kind && other.width == member.width {
                    found.insert(Template::NotMore(member.at, other.at));
                    found.insert(Template::Less(member.at, other.at));
                }
            }
        }
        found
    }

    /// The constants that a member of the objects of a type is compared with.
    fn compared(&self, calls: &[&Summary], ty: TypeId, member: &Member) -> Vec<i128> {
        let arena = &self.machine.arena;
        let mut found = Vec::new();
        for effect in calls.iter().map(|it| &it.effect) {
            let of = effect.objects.iter().filter(|it| it.ty == ty);
            let held =
                of.flat_map(|object| [&object.before, &object.after].map(|it| self.held(it, member.at)));
            let own: Vec<ExprId> = held
                .filter_map(|held| match held {
                    Some(Held::Number(term)) => Some(term),
                    _ => None,
                })
                .collect();
            for condition in &effect.conditions {
                let mut node = arena.node(*condition);
                while node.kind == Kind::Not
                    && let Some(inner) = node.operands().next()
                {
                    node = arena.node(inner);
                }
                let sides: Vec<ExprId> = node.operands().collect();
                let [one, other] = sides[..] else { continue };
                for (term, number) in [(one, other), (other, one)] {
                    let is_signed = member.kind == MemberKind::Number { signed: true };
                    let number = self.constant(Held::Number(number), is_signed);
                    found.extend(number.filter(|_| own.contains(&term)));
                }
            }
        }
        found
    }

    fn held(&self, parts: &[crate::exec::Part], at: Bits) -> Option<Held> {
        parts.iter().find(|part| part.at == at).map(|part| part.held)
    }

    fn constant(&self, held: Held, signed: bool) -> Option<i128> {
        let Held::Number(term) = held else { return None };
        let (value, width) = (self.machine.arena.as_const(term)?, self.machine.arena.width(term).0);
        let is_negative = signed && width < 128 && value >> (width - 1) & 1 == 1;
        Some(if is_negative { value as i128 - (1i128 << width) } else { value as i128 })
    }

    /// Gives up the templates that unknown paths of a function may contradict. If all unknown paths end in
    /// errors, the known ones still say how members go together, but not how large they get.
    fn mistrust(&self, summary: &Summary, left: &mut BTreeMap<TypeId, BTreeSet<Template>>) {
        let name = &self.functions[summary.function].name;
        let (is_narrowed, is_erring) = (self.narrowed.contains(name), self.erring.contains(name));
        if !is_narrowed && !is_erring {
            return;
        }
        for object in summary.effect.objects.iter().filter(|it| !it.is_new) {
            let Some(holding) = left.get_mut(&object.ty) else { continue };
            let is_changed = |at: Bits| self.held(&object.before, at) != self.held(&object.after, at);
            holding.retain(|template| {
                let is_concerned = is_narrowed || matches!(template, Template::AtMost(..));
                !is_concerned || !template.members().any(is_changed)
            });
        }
    }

    /// Gives up the templates that a summary contradicts. Returns false if that takes too many questions
    /// since `start`.
    fn hold(
        &mut self,
        start: u64,
        summary: &Summary,
        members: &BTreeMap<TypeId, Vec<Member>>,
        left: &mut BTreeMap<TypeId, BTreeSet<Template>>,
    ) -> bool {
        let effect = &summary.effect;
        let storage = self.storage(summary);
        let Some(path) = self.before(effect, storage, members, left, true) else { return true };
        for (at, object) in effect.objects.iter().enumerate() {
            let is_left_alone = !object.is_new && storage != Some(at) && object.before == object.after;
            let Some(holding) = left.get(&object.ty).filter(|_| !object.is_freed && !is_left_alone) else {
                continue;
            };
            let own = &members[&object.ty];
            let mut given_up = Vec::new();
            let is_given = !object.is_new && storage != Some(at);
            let is_changed = |at: &Bits| self.held(&object.before, *at) != self.held(&object.after, *at);
            let changed: BTreeSet<Bits> = own.iter().map(|it| it.at).filter(is_changed).collect();
            for template in holding {
                if is_given && !template.members().any(|it| changed.contains(&it)) {
                    continue;
                }
                if self.n_questions - start >= MOST_QUESTIONS {
                    return false;
                }
                let is_kept = match self.term(own, &object.after, *template) {
                    Some(term) => {
                        let arena = &mut self.machine.arena;
                        let broken = arena.not(term);
                        self.excludes(&path, broken)
                    }
                    None => false,
                };
                if !is_kept {
                    given_up.push(*template);
                }
            }
            let holding = left.get_mut(&object.ty).expect("invariant: asked above");
            given_up.iter().for_each(|template| {
                holding.remove(template);
            });
        }
        true
    }

    /// What is known before a call, if all templates that are left hold for the objects that it is given. If
    /// `is_far`, the numbers in them are also assumed to be far from where they wrap around. `None` if the
    /// path contradicts this.
    fn before(
        &mut self,
        effect: &Effect,
        storage: Option<usize>,
        members: &BTreeMap<TypeId, Vec<Member>>,
        left: &BTreeMap<TypeId, BTreeSet<Template>>,
        is_far: bool,
    ) -> Option<Path> {
        let mut conditions = effect.conditions.clone();
        let given = |(at, object): &(usize, &Touched)| !object.is_new && storage != Some(*at);
        for (_, object) in effect.objects.iter().enumerate().filter(given) {
            let Some(holding) = left.get(&object.ty) else { continue };
            let own = &members[&object.ty];
            for template in holding {
                conditions.extend(self.term(own, &object.before, *template));
            }
            for member in own.iter().filter(|_| is_far) {
                conditions.extend(self.far_from_the_end(member, &object.before));
            }
        }
        self.assumed(&conditions)
    }

    /// The condition that a number does not wrap around soon.
    fn far_from_the_end(&mut self, member: &Member, parts: &[crate::exec::Part]) -> Option<ExprId> {
        let (MemberKind::Number { signed }, Held::Number(term)) = (member.kind, self.held(parts, member.at)?)
        else {
            return None;
        };
        let arena = &mut self.machine.arena;
        let width = arena.width(term);
        if width.0 <= 8 {
            return None;
        }
        let most = arena.constant(width, 1 << (width.0 - FROM_THE_END));
        let below = not_more(arena, signed, term, most);
        if !signed {
            return Some(below);
        }
        let least = arena.unary(Kind::Neg, most);
        let above = not_more(arena, signed, least, term);
        Some(arena.and(above, below))
    }

    /// The condition that a template states for an object; `None` if it is not known what the object holds
    /// there.
    fn term(
        &mut self,
        members: &[Member],
        parts: &[crate::exec::Part],
        template: Template,
    ) -> Option<ExprId> {
        let held = |at: Bits| self.held(parts, at);
        let is_signed =
            |at: Bits| members.iter().any(|it| it.at == at && it.kind == MemberKind::Number { signed: true });
        let number = |at: Bits| match held(at) {
            Some(Held::Number(term)) => Some((term, is_signed(at))),
            _ => None,
        };
        match template {
            Template::AtLeast(at, least) => {
                let (term, signed) = number(at)?;
                let arena = &mut self.machine.arena;
                let least = arena.constant(arena.width(term), least as u128);
                Some(not_more(arena, signed, least, term))
            }
            Template::AtMost(at, most) => {
                let (term, signed) = number(at)?;
                let arena = &mut self.machine.arena;
                let most = arena.constant(arena.width(term), most as u128);
                Some(not_more(arena, signed, term, most))
            }
            Template::NotMore(one, other) => {
                let ((one, signed), (other, _)) = (number(one)?, number(other)?);
                Some(not_more(&mut self.machine.arena, signed, one, other))
            }
            Template::Less(one, other) => {
                let ((one, signed), (other, _)) = (number(one)?, number(other)?);
                let arena = &mut self.machine.arena;
                let is_not_less = not_more(arena, signed, other, one);
                Some(arena.not(is_not_less))
            }
            Template::NotNull(at) => {
                let is_null = held(at)?;
                let is_null = self.is_null(is_null)?;
                Some(self.machine.arena.not(is_null))
            }
            Template::NullWith(pointer, at) => {
                let (term, _) = number(at)?;
                let pointer = held(pointer)?;
                let is_null = self.is_null(pointer)?;
                let arena = &mut self.machine.arena;
                let zero = arena.constant(arena.width(term), 0);
                let is_zero = arena.eq(term, zero);
                Some(arena.eq(is_null, is_zero))
            }
        }
    }

    fn is_null(&mut self, held: Held) -> Option<ExprId> {
        let arena = &mut self.machine.arena;
        match held {
            Held::Null => Some(arena.bool(true)),
            Held::Object(_) => Some(arena.bool(false)),
            Held::Open(symbol) => {
                let term = arena.symbol_term(symbol);
                let null = arena.constant(arena.width(term), 0);
                Some(arena.eq(term, null))
            }
            Held::Number(_) | Held::Unwritten | Held::Other => None,
        }
    }
}

/// The condition that a number is not more than another one.
fn not_more(arena: &mut Arena, signed: bool, one: ExprId, other: ExprId) -> ExprId {
    if signed { arena.sle(one, other) } else { arena.ule(one, other) }
}

/// The templates in C, without those that follow from others.
fn words(members: &[Member], holding: &BTreeSet<Template>) -> Vec<String> {
    let name = |at: Bits| {
        let path = members.iter().find(|it| it.at == at).map_or("", |it| it.path.as_str());
        format!("{OBJECT}{path}")
    };
    let least = |at: Bits| {
        let all = holding.iter().filter_map(|it| match it {
            Template::AtLeast(of, number) if *of == at => Some(*number),
            _ => None,
        });
        all.max()
    };
    let most = |at: Bits| {
        let all = holding.iter().filter_map(|it| match it {
            Template::AtMost(of, number) if *of == at => Some(*number),
            _ => None,
        });
        all.min()
    };
    let follows = |one: Bits, other: Bits, is_strict: bool| match (most(one), least(other)) {
        (Some(most), Some(least)) => most < least || !is_strict && most == least,
        _ => false,
    };
    let has = |template: Template| holding.contains(&template);
    let text = |template: &Template| match *template {
        Template::AtLeast(at, number) => {
            let is_said = least(at) != Some(number) || most(at) == Some(number);
            (!is_said).then(|| format!("{} >= {number}", name(at)))
        }
        Template::AtMost(at, number) if most(at) == Some(number) => {
            let sign = if least(at) == Some(number) { "==" } else { "<=" };
            Some(format!("{} {sign} {number}", name(at)))
        }
        Template::Less(one, other) if !follows(one, other, true) => {
            Some(format!("{} < {}", name(one), name(other)))
        }
        Template::NotMore(one, other) if !has(Template::Less(one, other)) && !follows(one, other, false) => {
            // If two members are equal, each is no more than the other.
            match has(Template::NotMore(other, one)) {
                true => (one < other).then(|| format!("{} == {}", name(one), name(other))),
                false => Some(format!("{} <= {}", name(one), name(other))),
            }
        }
        Template::NotNull(at) => Some(format!("{} != NULL", name(at))),
        Template::NullWith(pointer, number) if !has(Template::NotNull(pointer)) => {
            Some(format!("({} == NULL) == ({} == 0)", name(pointer), name(number)))
        }
        Template::AtMost(..) | Template::Less(..) | Template::NotMore(..) | Template::NullWith(..) => None,
    };
    holding.iter().filter_map(text).collect()
}
