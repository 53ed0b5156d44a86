//! Writes the line of a call from its scenario: what the call is given and what it changes, as people would.
//!
//! The target of a pointer is shown where the pointer is first met. If several pointers lead to one object,
//! the first one gives it a label, `&#1={…}`, and the others are `&#1`, or `&#1[2]` for a place in it. The
//! object of an argument is named by its parameter, a global by its name. A place that changes is named by
//! the way to it: `*a`, `list->head`, `#1.next`, `counter`.
//!
//! This file does not know memory: it has the graph, and the types for the places within objects.

use super::scenario::{Found, Scenario};
use super::streams::CONTENT;
use crate::ir::{CType, Program, TypeId};
use crate::testcase::{Datum, Holding, NamedFile};

/// How many pointers are followed from an argument.
const MAX_DEPTH: usize = 16;
/// How many changes are told one by one.
const MAX_CHANGES: usize = 16;
/// An array of at most so many elements is shown as a whole if several change.
const MAX_WHOLE: usize = 16;

/// What a line says of a call.
pub(super) struct Line {
    pub(super) arguments: Vec<Datum>,
    /// Variables that the call uses and whose values are not the initial ones.
    pub(super) given: Vec<(String, Datum)>,
    pub(super) result: Option<Datum>,
    /// The places that the call changes, with their values after it.
    pub(super) changes: Vec<(String, Datum)>,
}

/// The line of a call whose parameters have these names.
pub(super) fn line(program: &Program, scenario: &Scenario, names: &[Option<String>]) -> Line {
    let known = scenario.found.iter().map(|_| Known::default()).collect();
    let mut unfolding = Unfolding {
        program,
        found: &scenario.found,
        known,
        n_labels: 0,
        waiting: Vec::new(),
        depth: 0,
        is_after: false,
    };
    let name = |at: usize| match names.get(at) {
        Some(Some(name)) => name.clone(),
        _ => format!("argument_{}", at + 1),
    };
    unfolding.name(&scenario.arguments, name);
    unfolding.count(scenario);
    let arguments = scenario.arguments.iter().enumerate();
    let arguments =
        arguments.map(|(at, argument)| unfolding.unfold(argument, &Place::Object(name(at)))).collect();
    let mut given = Vec::new();
    for (object, found) in scenario.found.iter().enumerate() {
        if let (Some(held), false) = (found.given(), unfolding.known[object].is_shown) {
            unfolding.known[object].is_shown = true;
            let place = unfolding.place_of_whole(object);
            unfolding.tell(held, &place, &mut given);
        }
    }
    unfolding.tell_waiting(&mut given);
    unfolding.is_after = true;
    let mut changes = Vec::new();
    for NamedFile { name, before, after } in &scenario.files {
        given.extend(before.clone().map(|content| (name.clone(), content)));
        if before != after && *after != Some(Datum::Uninitialised) {
            changes.push((name.clone(), after.clone().unwrap_or_else(|| Datum::Name("no file".to_owned()))));
        }
    }
    let mut returned = None;
    let result = scenario.result.as_ref().map(|result| {
        let text = unfolding.text_at(result);
        returned = text.as_ref().and(object_of(result));
        text.unwrap_or_else(|| unfolding.unfold(result, &Place::Object("result".to_owned())))
    });
    for (mock, given) in &scenario.given_by_mocks {
        if let Some((object, 0)) = object_of(given)
            && !unfolding.known[object].is_shown
        {
            unfolding.known[object].is_shown = true;
            let place = Place::Pointee(format!("{mock}()"));
            unfolding.known[object].place.get_or_insert(place);
        }
    }
    if result.is_some() {
        for object in 0..scenario.found.len() {
            if returned != Some((object, 0)) {
                unfolding.changes_of(object, &mut changes);
            }
        }
        unfolding.tell_waiting(&mut changes);
    }
    if changes.len() > MAX_CHANGES {
        let rest = changes.len() - (MAX_CHANGES - 1);
        changes.truncate(MAX_CHANGES - 1);
        changes.push((String::new(), Datum::more(rest as u64)));
    }
    Line { arguments, given, result, changes }
}

/// The contents of the file of a stream, as a text that ends where the file ends.
fn content_of(stream: &Datum) -> Option<Datum> {
    let Datum::Struct(parts) = stream else { return None };
    let content = parts.iter().find(|(name, _)| name == CONTENT).map(|(_, content)| content.clone());
    content.map(|content| match content {
        Datum::Text { text, rest } if rest.is_empty() => Datum::Text { text, rest: vec![0] },
        content => content,
    })
}

/// The object that a pointer leads to, and the offset in it.
fn object_of(datum: &Datum) -> Option<(usize, u64)> {
    match datum {
        Datum::At { object, offset } => Some((*object as usize, *offset)),
        _ => None,
    }
}

/// What is known about an object so far.
#[derive(Clone, Default)]
struct Known {
    /// The offsets that the pointers to it lead to.
    ways: Vec<u64>,
    /// The first object with a pointer to it.
    parent: Option<usize>,
    is_counted: bool,
    is_shown: bool,
    /// If only elements of it are shown, where they are.
    elements: Option<Vec<u64>>,
    place: Option<Place>,
}

/// A place in the words of the source.
#[derive(Clone, PartialEq, Eq)]
enum Place {
    /// The target of the pointer with this name.
    Pointee(String),
    Object(String),
}

impl Place {
    fn member(&self, name: &str) -> Place {
        Place::Object(match self {
            Place::Pointee(pointer) => format!("{pointer}->{name}"),
            Place::Object(object) => format!("{object}.{name}"),
        })
    }

    fn element(&self, at: usize) -> Place {
        Place::Object(format!("{}[{at}]", self.base()))
    }

    /// As the name of an array.
    fn base(&self) -> &str {
        match self {
            Place::Pointee(name) | Place::Object(name) => name,
        }
    }

    /// The name of the value that is there.
    fn name_of(&self, held: &Datum) -> String {
        match (self, held) {
            (Place::Pointee(pointer), Datum::Text { .. } | Datum::Array(_)) => pointer.clone(),
            (Place::Pointee(pointer), _) => format!("*{pointer}"),
            (Place::Object(object), _) => object.clone(),
        }
    }
}

struct Unfolding<'a> {
    program: &'a Program,
    found: &'a [Found],
    known: Vec<Known>,
    n_labels: u32,
    /// Objects of which only an inner place was shown so far.
    waiting: Vec<usize>,
    /// How many pointers were followed to the current value.
    depth: usize,
    /// Whether the call has returned.
    is_after: bool,
}

impl Unfolding<'_> {
    /// Names the objects of variables, and those that arguments point to.
    fn name(&mut self, arguments: &[Datum], name: impl Fn(usize) -> String) {
        for (object, found) in self.found.iter().enumerate() {
            if let (true, Some(name)) = (found.is_global, &found.name) {
                self.known[object].place = Some(Place::Object(name.clone()));
            }
        }
        for (at, argument) in arguments.iter().enumerate() {
            let is_within = |argument: &Datum, wanted| matches!(object_of(argument), Some((object, 1..)) if object == wanted);
            if let Some((object, 0)) = object_of(argument)
                && !arguments[..at].iter().any(|argument| is_within(argument, object))
                && !matches!(self.known[object].place, Some(Place::Pointee(_)))
            {
                self.known[object].place = Some(Place::Pointee(name(at)));
            }
        }
    }

    /// Counts the pointers to each object that the line would show.
    fn count(&mut self, scenario: &Scenario) {
        let found = self.found;
        scenario.arguments.iter().for_each(|argument| self.count_in(argument, None));
        for (object, found) in found.iter().enumerate() {
            if let Some(given) = found.given() {
                self.count_in(given, Some(object));
            }
        }
        for (object, found) in found.iter().enumerate() {
            if let (Some(before), Some(after)) = (&found.before, &found.after)
                && *after != Datum::Kept
            {
                self.count_in(&Datum::changes(before, after.clone()), Some(object));
            }
        }
        if let Some(result) = &scenario.result
            && self.text_at(result).is_none()
        {
            self.count_in(result, None);
        }
    }

    fn count_in(&mut self, datum: &Datum, parent: Option<usize>) {
        match datum {
            Datum::At { object, offset } => {
                let object = *object as usize;
                let known = &mut self.known[object];
                known.ways.push(*offset);
                known.parent = known.parent.or(parent);
                if !std::mem::replace(&mut known.is_counted, true) {
                    let found = &self.found[object];
                    if let Some(held) = found.before.as_ref().or(found.after.as_ref()) {
                        self.count_in(held, Some(object));
                    }
                }
            }
            Datum::Array(values) => values.iter().for_each(|value| self.count_in(value, parent)),
            Datum::Struct(values) => values.iter().for_each(|(_, value)| self.count_in(value, parent)),
            _ => {}
        }
    }

    fn is_changed(&self, object: usize) -> bool {
        let found = &self.found[object];
        found.before.is_some() && found.after != Some(Datum::Kept)
    }

    /// The contents of an object, before the call or after it, as `is_after` says.
    fn contents(&self, object: usize) -> Option<&Datum> {
        let found = &self.found[object];
        match (&found.before, &found.after) {
            (_, Some(after)) if self.is_after && *after != Datum::Kept => Some(after),
            (before, after) => before.as_ref().or(after.as_ref()),
        }
    }

    /// A pointer to text as that text, as for the result of a function that looks for a place in a string.
    fn text_at(&self, datum: &Datum) -> Option<Datum> {
        let (object, offset) = object_of(datum)?;
        let found = &self.found[object];
        let held = match &found.after {
            Some(Datum::Kept) | None => found.before.as_ref(),
            after => after.as_ref(),
        };
        match held? {
            text @ Datum::Text { .. } => Some(Datum::Pointer(Box::new(text_from(text, offset)?))),
            _ => None,
        }
    }

    /// A value that lies at `place`, with the targets of its pointers.
    fn unfold(&mut self, datum: &Datum, place: &Place) -> Datum {
        match datum {
            Datum::At { object, offset } => {
                self.pointer(*object as usize, *offset, place.name_of(&Datum::Null))
            }
            Datum::Array(values) => {
                let each = values.iter().enumerate().map(|(at, value)| match has_pointer(value) {
                    true => self.unfold(value, &place.element(at)),
                    false => value.clone(),
                });
                Datum::Array(each.collect())
            }
            Datum::Struct(values) => {
                let each = values.iter().map(|(name, value)| {
                    let shown = match value {
                        Datum::At { .. } | Datum::Array(_) | Datum::Struct(_) => {
                            self.unfold(value, &place.member(name))
                        }
                        value => value.clone(),
                    };
                    (name.clone(), shown)
                });
                Datum::Struct(each.collect())
            }
            datum => datum.clone(),
        }
    }

    /// A pointer; `expression` is what the source would write for it.
    fn pointer(&mut self, object: usize, offset: u64, expression: String) -> Datum {
        let found = &self.found[object];
        if found.holding == Holding::Stream {
            self.known[object].is_shown = true;
            let content = self.contents(object).and_then(content_of).map(|content| {
                let words = content.to_string();
                // The terminator stands for the end of the file, and is no character.
                format!(" {}", words.strip_suffix("{\\0}").unwrap_or(&words))
            });
            return Datum::Place(format!("FILE{}", content.unwrap_or_default()));
        }
        if found.holding == Holding::Text
            && let Some(text) = self.contents(object).and_then(|text| text_from(text, offset))
        {
            return Datum::Pointer(Box::new(text));
        }
        if self.known[object].elements.is_some() {
            return self.element(object, offset);
        }
        if self.known[object].is_shown {
            return Datum::Place(self.reference(object, offset));
        }
        if self.depth == MAX_DEPTH {
            return Datum::Place("&…".to_owned());
        }
        self.known[object].is_shown = true;
        if offset > 0 {
            let is_alone = self.known[object].ways.len() <= 1
                && !self.is_changed(object)
                && !self.found[object].is_around;
            if let Some(part) = is_alone.then(|| self.part(object, offset)).flatten() {
                return self.followed(&part, &Place::Pointee(expression));
            }
            self.place_of_whole(object);
            if !matches!(self.contents(object), Some(Datum::Text { .. }))
                && self.element_at(object, offset).is_some()
            {
                self.known[object].elements = Some(Vec::new());
                return self.element(object, offset);
            }
            self.waiting.push(object);
            return Datum::Place(self.reference(object, offset));
        }
        let is_alone = self.known[object].ways.len() <= 1;
        let is_moved =
            || self.is_changed(object) && self.known[object].parent.is_some_and(|it| self.is_changed(it));
        let place = match self.known[object].place.clone() {
            Some(place) => place,
            None if is_alone && !is_moved() => Place::Pointee(expression),
            None => self.label(),
        };
        self.known[object].place = Some(place.clone());
        let Some(held) = self.contents(object).cloned() else { return Datum::Place("&…".to_owned()) };
        let shown = self.followed(&held, &place);
        match (place, shown) {
            (Place::Object(name), Datum::Pointer(target)) if !is_alone || name.starts_with('#') => {
                Datum::Labelled { name, target }
            }
            (_, shown) => shown,
        }
    }

    /// A pointer to an element of an object that is not shown as a whole. The first one shows the element.
    fn element(&mut self, object: usize, offset: u64) -> Datum {
        let reference = self.reference(object, offset);
        let shown = self.known[object].elements.get_or_insert_default();
        if shown.contains(&offset) || self.depth == MAX_DEPTH {
            return Datum::Place(reference);
        }
        shown.push(offset);
        let (Some(path), Some(held)) = (self.path(object, offset), self.element_at(object, offset)) else {
            return Datum::Place(reference);
        };
        let name = format!("{}{path}", self.place_of_whole(object).base());
        match self.followed(&held, &Place::Object(name.clone())) {
            Datum::Pointer(target) => Datum::Labelled { name, target },
            shown => shown,
        }
    }

    /// The element of an array, or the member, that lies at a place of an object.
    fn element_at(&self, object: usize, offset: u64) -> Option<Datum> {
        let first = |part: Datum| match part {
            Datum::Array(values) => values.into_iter().next(),
            part => Some(part),
        };
        first(self.part(object, offset)?)
    }

    /// A pointer to `held`.
    fn followed(&mut self, held: &Datum, place: &Place) -> Datum {
        self.depth += 1;
        let shown = self.unfold(held, place);
        self.depth -= 1;
        Datum::Pointer(Box::new(shown))
    }

    fn label(&mut self) -> Place {
        self.n_labels += 1;
        Place::Object(format!("#{}", self.n_labels))
    }

    /// The name of an object, no matter which pointer led to it.
    fn place_of_whole(&mut self, object: usize) -> Place {
        if let Some(place) = &self.known[object].place {
            return place.clone();
        }
        let is_taken = |name: &String| {
            self.known.iter().any(|known| known.place.as_ref().is_some_and(|place| place.base() == name))
        };
        let place = match self.found[object].name.as_ref().filter(|name| !is_taken(name)) {
            Some(name) => Place::Object(name.clone()),
            None => self.label(),
        };
        self.known[object].place = Some(place.clone());
        place
    }

    /// A pointer to an object that the line shows elsewhere.
    fn reference(&mut self, object: usize, offset: u64) -> String {
        let place = self.place_of_whole(object);
        let found = &self.found[object];
        let is_array = found.view.is_some_and(|view| matches!(self.program.ctype(view), CType::Array { .. }));
        let is_split = self.known[object].elements.is_some();
        let within = if offset == 0 && !is_split { None } else { self.path(object, offset) };
        let is_text = matches!(self.contents(object), Some(Datum::Text { .. }));
        match (&place, offset, within) {
            (Place::Pointee(pointer), 0, None) => pointer.clone(),
            (Place::Object(name), 0, None) if is_array && !name.starts_with('#') => name.clone(),
            (Place::Object(name), 0, None) => format!("&{name}"),
            (Place::Object(name), _, Some(path)) if is_text && name.starts_with('#') => {
                format!("&{name}{path}")
            }
            (place, offset, _) if is_text => format!("{} + {offset}", place.base()),
            (place, _, Some(path)) => {
                let place = match (place, path.strip_prefix('.')) {
                    (Place::Pointee(pointer), Some(member)) => format!("{pointer}->{member}"),
                    (place, _) => format!("{}{path}", place.base()),
                };
                // A place in a text is counted from its beginning.
                match self.part(object, offset) {
                    Some(Datum::Text { .. }) if place.ends_with(']') => match place.rsplit_once('[') {
                        Some((text, at)) => format!("{text} + {}", at.trim_end_matches(']')),
                        None => place,
                    },
                    Some(Datum::Text { .. }) => place,
                    _ => format!("&{place}"),
                }
            }
            (place, 1, None) => format!("{} + 1 byte", place.base()),
            (place, offset, None) => format!("{} + {offset} bytes", place.base()),
        }
    }

    /// The type of an object's elements, and whether it has several of them.
    fn elements(&self, object: usize) -> Option<(TypeId, bool)> {
        let found = &self.found[object];
        let view = found.view?;
        let size = self.program.size_of(view)?.0;
        (size > 0).then_some((view, !found.is_declared && found.size > size))
    }

    /// A place in an object: `[2]`, `.name`.
    fn path(&self, object: usize, offset: u64) -> Option<String> {
        let mut path = String::new();
        if matches!(self.contents(object), Some(Datum::Text { .. })) {
            return Some(format!("[{offset}]"));
        }
        let (mut ty, is_several) = self.elements(object)?;
        let mut rest = offset;
        let size = self.program.size_of(ty)?.0;
        if is_several || rest == size && !self.is_array(ty) {
            path = format!("[{}]", rest / size);
            rest %= size;
        }
        while rest > 0 || path.is_empty() {
            match self.program.ctype(ty) {
                CType::Array { element, .. } => {
                    let size = self.program.size_of(*element)?.0.max(1);
                    path += &format!("[{}]", rest / size);
                    rest %= size;
                    ty = *element;
                }
                CType::Struct { members, .. } => {
                    let ended = self.ended(members, rest);
                    let member = ended.or_else(|| member_at(self.program, members, rest))?;
                    rest -= member.offset.byte();
                    if !member.name.is_empty() {
                        path += &format!(".{}", member.name);
                    }
                    ty = member.ty;
                }
                _ => return None,
            }
        }
        Some(path)
    }

    /// The array that ends at an offset, if a pointer to its elements follows: what leads there leads to the
    /// end of the array, and hardly to that pointer.
    fn ended<'m>(&self, members: &'m [crate::ir::Member], offset: u64) -> Option<&'m crate::ir::Member> {
        members.windows(2).find_map(|pair| {
            let CType::Array { element, .. } = self.program.ctype(pair[0].ty) else { return None };
            let CType::Pointer(target) = self.program.ctype(pair[1].ty) else { return None };
            let end = pair[0].offset.byte() + self.program.size_of(pair[0].ty)?.0;
            let is_here = end == offset && pair[1].offset.byte() == offset;
            (is_here && self.program.are_same(*element, *target)).then_some(&pair[0])
        })
    }

    fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.program.ctype(ty), CType::Array { .. })
    }

    /// The value at a place of an object; in an array, the elements from there on.
    fn part(&self, object: usize, offset: u64) -> Option<Datum> {
        let held = self.contents(object)?;
        if matches!(held, Datum::Text { .. }) {
            return text_from(held, offset);
        }
        let (ty, is_several) = self.elements(object)?;
        match is_several {
            true => self.element_part(held, ty, offset),
            false => self.part_of(held, ty, offset),
        }
    }

    fn part_of(&self, held: &Datum, ty: TypeId, offset: u64) -> Option<Datum> {
        if offset == 0 && !matches!(held, Datum::Array(_) | Datum::Text { .. }) {
            return Some(held.clone());
        }
        match (self.program.ctype(ty), held) {
            (CType::Array { .. }, Datum::Text { .. }) => text_from(held, offset),
            (CType::Array { element, .. }, _) => self.element_part(held, *element, offset),
            (CType::Struct { members, .. }, Datum::Struct(values)) => {
                let member = member_at(self.program, members, offset)?;
                let rest = offset - member.offset.byte();
                if member.name.is_empty() {
                    return self.part_of(held, member.ty, rest);
                }
                let (_, value) = values.iter().find(|(name, _)| *name == member.name)?;
                self.part_of(value, member.ty, rest)
            }
            _ => None,
        }
    }

    fn element_part(&self, held: &Datum, element: TypeId, offset: u64) -> Option<Datum> {
        let Datum::Array(values) = held else { return None };
        let size = self.program.size_of(element)?.0.max(1);
        let (at, rest) = ((offset / size) as usize, offset % size);
        match (values.get(at..)?, rest) {
            ([], _) => None,
            ([only], 0) => Some(only.clone()),
            (several, 0) => Some(Datum::Array(several.to_vec())),
            ([first, ..], rest) => self.part_of(first, element, rest),
        }
    }

    /// Tells the values at a place, except those that are kept.
    fn tell(&mut self, held: &Datum, place: &Place, told: &mut Vec<(String, Datum)>) {
        match held {
            Datum::Kept => {}
            Datum::Struct(values) if has_kept(held) => {
                values.iter().for_each(|(name, value)| self.tell(value, &place.member(name), told));
            }
            Datum::Array(values) if has_kept(held) => {
                let each = values.iter().enumerate();
                each.for_each(|(at, value)| self.tell(value, &place.element(at), told));
            }
            held => told.push((place.name_of(held), self.unfold(held, place))),
        }
    }

    /// Tells of the objects of which only an inner place was shown.
    fn tell_waiting(&mut self, told: &mut Vec<(String, Datum)>) {
        let mut at = 0;
        while let Some(object) = self.waiting.get(at).copied() {
            let place = self.place_of_whole(object);
            if let Some(held) = self.contents(object).cloned() {
                told.push((place.name_of(&held), self.unfold(&held, &place)));
            }
            at += 1;
        }
        self.waiting.clear();
    }

    /// Tells what the call has changed in an object.
    fn changes_of(&mut self, object: usize, told: &mut Vec<(String, Datum)>) {
        let found = &self.found[object];
        let (Some(before), true) = (&found.before, self.known[object].is_shown) else { return };
        if found.holding == Holding::Stream {
            let place = self.place_of_whole(object);
            let content = match &found.after {
                Some(after) => content_of(after).filter(|it| content_of(before).as_ref() != Some(it)),
                None => Some(Datum::Name("closed".to_owned())),
            };
            told.extend(content.map(|content| (place.base().to_owned(), content)));
            return;
        }
        match &found.after {
            Some(Datum::Kept) => {}
            Some(after) => {
                let place = self.place_of_whole(object);
                self.tell_change(before, after, &place, told);
            }
            None if found.holding == Holding::Heap => {
                let place = self.place_of_whole(object);
                told.push((place.base().to_owned(), Datum::Name("freed".to_owned())));
            }
            None => {}
        }
    }

    fn tell_change(&mut self, before: &Datum, after: &Datum, place: &Place, told: &mut Vec<(String, Datum)>) {
        match (before, after) {
            (before, after) if before == after => {}
            (_, Datum::Uninitialised) => {}
            (Datum::Struct(old), Datum::Struct(new))
                if old.len() == new.len() && old.iter().zip(new).all(|((a, _), (b, _))| a == b) =>
            {
                let is_new = old.iter().zip(new).all(|((_, old), (_, new))| old != new);
                if is_new && new.len() > 1 {
                    return told.push((place.name_of(after), self.unfold(after, place)));
                }
                for ((name, old), (_, new)) in old.iter().zip(new) {
                    self.tell_change(old, new, &place.member(name), told);
                }
            }
            (Datum::Array(old), Datum::Array(new)) if old.len() == new.len() => {
                let n_changed = old.iter().zip(new).filter(|(old, new)| old != new).count();
                let is_flat = !new.iter().any(|value| matches!(value, Datum::Struct(_) | Datum::Array(_)));
                if n_changed > 1 && is_flat && (new.len() <= MAX_WHOLE || n_changed == new.len()) {
                    return told.push((place.name_of(after), self.unfold(after, place)));
                }
                for (at, (old, new)) in old.iter().zip(new).enumerate() {
                    self.tell_change(old, new, &place.element(at), told);
                }
            }
            (Datum::Text { .. }, Datum::Text { .. }) => {
                told.push((place.name_of(after), shortened(before, after)));
            }
            (_, after) => {
                // What a call fills may be longer than what it writes.
                let shown = self.unfold(after, place);
                told.push((place.name_of(after), shown));
            }
        }
    }
}

/// The member that the byte at `offset` belongs to.
fn member_at<'p>(
    program: &Program,
    members: &'p [crate::ir::Member],
    offset: u64,
) -> Option<&'p crate::ir::Member> {
    members.iter().find(|member| {
        let start = member.offset.byte();
        let size = program.size_of(member.ty).map_or(0, |size| size.0);
        member.bit_field.is_none() && (start..start + size).contains(&offset)
    })
}

/// The characters of a text from a byte on.
fn text_from(datum: &Datum, offset: u64) -> Option<Datum> {
    let Datum::Text { text, rest } = datum else { return None };
    if offset == 0 {
        return Some(datum.clone());
    }
    let bytes = [&text[..], rest].concat();
    Some(Datum::text(bytes.get(offset as usize..)?))
}

/// A text that has replaced another one, without the end that both have in common.
fn shortened(before: &Datum, after: &Datum) -> Datum {
    let bytes = |datum: &Datum| match datum {
        Datum::Text { text, rest } => [&text[..], rest].concat(),
        _ => Vec::new(),
    };
    let (Datum::Text { text, rest }, old, new) = (after, bytes(before), bytes(after)) else {
        return after.clone();
    };
    let is_new = |at: &usize| old.get(*at) != new.get(*at);
    let last = (0..new.len()).rev().find(is_new).unwrap_or(0);
    let kept = (last + 1).max(text.len() + 1).saturating_sub(text.len()).min(rest.len());
    Datum::Text { text: text.clone(), rest: rest[..kept].to_vec() }
}

fn has_pointer(datum: &Datum) -> bool {
    datum.any(&|part| matches!(part, Datum::At { .. }))
}

fn has_kept(datum: &Datum) -> bool {
    datum.any(&|part| *part == Datum::Kept)
}
