//! Types and declarations as the source writes them, for the parts of symir that write C: see [`Spelling`].
//!
//! In C, a name stands inside of its type. So a declaration is written from the inside out, and each step
//! gets the text so far: a pointer makes `(*@)` of `@`, and an array then makes `(*@)[4]` of that.

use super::layout::{Layout, filling};
use crate::frontend::llvm::{DebugKey, DebugNode, DebugRef, NodeKind, NumberKind};
use crate::ir::{Entity, NAME, Spelled, SpelledFunction, Spelling, TypeId};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

/// Collects the words while debug information is read.
#[derive(Default)]
pub struct Speller {
    spelling: Spelling,
    known: FxHashMap<DebugKey, u32>,
}

/// The entities that a text refers to.
#[derive(Default)]
struct Uses {
    needs: Vec<u32>,
    mentions: Vec<u32>,
}

impl Uses {
    fn add(&mut self, entity: u32, is_needed: bool) {
        let list = if is_needed { &mut self.needs } else { &mut self.mentions };
        if !list.contains(&entity) {
            list.push(entity);
        }
    }
}

impl Speller {
    /// What was collected.
    pub fn finish(self) -> Spelling {
        self.spelling
    }

    /// Notes that a named type, or a typedef of a type without a name, is this type of the program.
    pub fn name(&mut self, id: TypeId, node: DebugRef<'_>) {
        let entity = self.entity(node, &node.describe());
        self.spelling.types.entry(id).or_insert(entity);
    }

    /// Notes the name of a type of numbers.
    pub fn number(&mut self, id: TypeId, name: &str) {
        self.spelling.numbers.insert(id, if name == "_Bool" { "bool" } else { name }.to_owned());
    }

    /// Notes the declaration of a global variable.
    pub fn global(&mut self, name: String, ty: Option<DebugRef<'_>>) {
        if let Some(spelled) = self.spelled(ty, true) {
            self.spelling.globals.insert(name, spelled);
        }
    }

    /// Notes the declaration of a function of the source.
    pub fn function(&mut self, name: String, source: DebugRef<'_>) {
        if crate::frontend::is_modelled(&name) {
            self.spelling.library.insert(name.clone());
        }
        if let Some(ty) = source.describe().base {
            self.prototype(name, ty);
        }
    }

    /// Notes the declaration of a function of this type.
    pub fn prototype(&mut self, name: String, subroutine: DebugRef<'_>) {
        let Listed { result, parameters, is_variadic } = listed(&subroutine.describe());
        let parameters = parameters.into_iter().map(|ty| self.spelled(ty, true));
        let parameters: Option<Vec<Spelled>> = parameters.collect();
        // `int f()` says less than a declaration that is already known.
        let is_old = is_variadic && parameters.as_ref().is_some_and(Vec::is_empty);
        if is_old && self.spelling.functions.contains_key(&name) {
            return;
        }
        if let (Some(result), Some(parameters)) = (self.spelled(result, true), parameters) {
            self.spelling.functions.insert(name, SpelledFunction { result, parameters, is_variadic });
        }
    }

    fn spelled(&mut self, ty: Option<DebugRef<'_>>, is_whole: bool) -> Option<Spelled> {
        let mut uses = Uses::default();
        let text = self.declare(ty, NAME.to_string(), &mut uses, is_whole)?;
        Some(Spelled { text, needs: uses.needs, mentions: uses.mentions })
    }

    /// The declaration of the text in `inner` with this type. `is_whole` says whether the type has to be
    /// complete for that.
    fn declare(
        &mut self,
        ty: Option<DebugRef<'_>>,
        inner: String,
        uses: &mut Uses,
        is_whole: bool,
    ) -> Option<String> {
        let Some(ty) = ty else { return Some(joined("void", &inner)) };
        let node = ty.describe();
        match node.kind {
            NodeKind::Number if node.number != NumberKind::Unknown => {
                let name = node.name.as_deref()?;
                Some(joined(if name == "_Bool" { "bool" } else { name }, &inner))
            }
            NodeKind::OtherName if node.value == 0 => {
                let entity = self.entity(ty, &node);
                uses.add(entity, true);
                if let (true, Some(whole)) = (is_whole, self.spelling.entities[entity as usize].completes) {
                    uses.add(whole, true);
                }
                Some(joined(node.name.as_deref()?, &inner))
            }
            NodeKind::OtherName => self.qualified(&node, inner, uses, is_whole),
            NodeKind::Pointer => {
                let target = node.base.map(|base| base.describe().kind);
                let inner = match target {
                    Some(NodeKind::Array | NodeKind::Subroutine) => format!("(*{inner})"),
                    _ => format!("*{inner}"),
                };
                self.declare(node.base, inner, uses, false)
            }
            NodeKind::Array => {
                let mut inner = inner;
                let ranges = node.elements.into_iter().flat_map(DebugRef::elements).flatten();
                for range in ranges.map(DebugRef::describe) {
                    inner += &range.count.map_or("[]".to_owned(), |count| format!("[{count}]"));
                }
                self.declare(node.base, inner, uses, is_whole)
            }
            NodeKind::Subroutine => {
                let Listed { result, parameters, is_variadic } = listed(&node);
                let mut written = Vec::new();
                for parameter in parameters {
                    written.push(self.declare(parameter, String::new(), uses, false)?);
                }
                if is_variadic {
                    written.push("...".to_owned());
                }
                let written = if written.is_empty() { "void".to_owned() } else { written.join(", ") };
                self.declare(result, format!("{inner}({written})"), uses, false)
            }
            NodeKind::Structure | NodeKind::Union | NodeKind::Enumeration => {
                let tag = match &node.name {
                    Some(_) => {
                        let entity = self.entity(ty, &node);
                        uses.add(entity, is_whole || node.kind == NodeKind::Enumeration);
                        self.spelling.entities[entity as usize].name.clone()
                    }
                    None => self.body(&node, uses)?,
                };
                Some(joined(&tag, &inner))
            }
            _ => None,
        }
    }

    fn qualified(
        &mut self,
        node: &DebugNode<'_>,
        inner: String,
        uses: &mut Uses,
        is_whole: bool,
    ) -> Option<String> {
        let word = match node.value {
            1 => "const",
            2 => "volatile",
            // `restrict` says nothing to callers.
            3 => return self.declare(node.base, inner, uses, is_whole),
            _ => "_Atomic",
        };
        let is_pointer = node.base.is_some_and(|base| is_written_as_pointer(base));
        if is_pointer {
            let is_name = inner.starts_with([NAME, '*']);
            let inner = if is_name { format!("{word} {inner}") } else { format!("{word}{inner}") };
            return self.declare(node.base, inner, uses, is_whole);
        }
        Some(format!("{word} {}", self.declare(node.base, inner, uses, is_whole)?))
    }

    /// The entity that a tag or typedef names.
    fn entity(&mut self, ty: DebugRef<'_>, node: &DebugNode<'_>) -> u32 {
        if let Some(known) = self.known.get(&ty.key()) {
            return *known;
        }
        let id = self.spelling.entities.len() as u32;
        let name = node.name.clone().unwrap_or_default();
        let is_typedef = node.kind == NodeKind::OtherName;
        let name = match is_typedef {
            true => name,
            false => format!("{} {name}", keyword(node.kind)),
        };
        let file = node.file.clone().map(|(name, directory)| Path::new(&directory).join(name));
        let file: PathBuf = file.unwrap_or_default();
        self.spelling.entities.push(Entity { name, is_typedef, file, ..Entity::default() });
        // Known before its members are looked at, which may lead back here.
        self.known.insert(ty.key(), id);
        let mut uses = Uses::default();
        let mut completes = None;
        let text = if is_typedef {
            let words = node.name.clone().unwrap_or_default();
            let base = node.base.map(|base| (base, base.describe()));
            if let Some((base, described)) = base
                && matches!(described.kind, NodeKind::Structure | NodeKind::Union | NodeKind::OtherName)
                && described.name.is_some()
                && described.value == 0
            {
                let named = self.entity(base, &described);
                let further = &self.spelling.entities[named as usize];
                completes = if further.is_typedef { further.completes } else { Some(named) };
            }
            let is_whole = node.base.is_some_and(|base| base.describe().kind == NodeKind::Array);
            self.declare(node.base, words, &mut uses, is_whole).map(|text| format!("typedef {text}"))
        } else {
            self.body(node, &mut uses)
        };
        let entity = &mut self.spelling.entities[id as usize];
        entity.text = text.unwrap_or_default();
        entity.needs = uses.needs.into_iter().filter(|need| *need != id).collect();
        entity.mentions = uses.mentions;
        entity.completes = completes;
        id
    }

    /// A structure, union or enumeration with its members; `None` if they are not known or cannot be written.
    fn body(&mut self, node: &DebugNode<'_>, uses: &mut Uses) -> Option<String> {
        let mut lines = Vec::new();
        let layout = Layout::of(node);
        let (mut end, mut is_behind_bits) = (0, false);
        for part in node.elements.into_iter().flat_map(DebugRef::elements).flatten().map(DebugRef::describe) {
            match part.kind {
                NodeKind::Enumerator => lines.push(format!("{} = {},", part.name?, part.value)),
                NodeKind::Member if !part.is_static => {
                    let name = part.name.clone().unwrap_or_default();
                    let declared = self.declare(part.base, name, uses, true)?;
                    let place = layout.place(&part, end);
                    let is_moved = place.map_or(is_behind_bits, |place| place != part.offset_in_bits);
                    if node.kind == NodeKind::Structure && is_moved {
                        lines.extend(filling(end, part.offset_in_bits));
                    }
                    lines.push(match part.is_bit_field {
                        true => format!("{declared} : {};", part.size_in_bits),
                        false => format!("{declared};"),
                    });
                    end = part.offset_in_bits + part.size_in_bits;
                    is_behind_bits = part.is_bit_field;
                }
                _ => return None,
            }
        }
        if lines.is_empty() {
            return None;
        }
        let size = layout.size(end).filter(|_| node.kind == NodeKind::Structure);
        if size.is_some_and(|size| size < node.size_in_bits) {
            lines.extend(filling(end, node.size_in_bits));
        }
        let tag = node.name.as_deref().map(|name| format!(" {name}")).unwrap_or_default();
        let lines: String =
            lines.iter().map(|line| format!("    {}\n", line.replace('\n', "\n    "))).collect();
        let packed = if layout.is_packed { " __attribute__((packed))" } else { "" };
        Some(format!("{}{tag} {{\n{lines}}}{packed}", keyword(node.kind)))
    }
}

/// Whether a type is a pointer and not a typedef of one.
fn is_written_as_pointer(ty: DebugRef<'_>) -> bool {
    let node = ty.describe();
    match node.kind {
        NodeKind::Pointer => true,
        NodeKind::OtherName if node.value != 0 => node.base.is_some_and(is_written_as_pointer),
        _ => false,
    }
}

/// The types of a function.
struct Listed<'m> {
    /// `None` if it returns nothing.
    result: Option<DebugRef<'m>>,
    parameters: Vec<Option<DebugRef<'m>>>,
    /// Whether more parameters may follow.
    is_variadic: bool,
}

fn listed<'m>(subroutine: &DebugNode<'m>) -> Listed<'m> {
    let listed = subroutine.elements.into_iter().flat_map(DebugRef::elements);
    let mut listed: Vec<Option<DebugRef<'_>>> = listed.collect();
    let result = if listed.is_empty() { None } else { listed.remove(0) };
    // If the last element of the list is empty, the function has variable arguments.
    let is_variadic = listed.last().is_some_and(Option::is_none);
    if is_variadic {
        listed.pop();
    }
    Listed { result, parameters: listed, is_variadic }
}

fn keyword(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Union => "union",
        NodeKind::Enumeration => "enum",
        _ => "struct",
    }
}

fn joined(words: &str, inner: &str) -> String {
    if inner.is_empty() { words.to_owned() } else { format!("{words} {inner}") }
}
