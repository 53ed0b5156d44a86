//! What calls under test leave behind, as terms.

use super::scenario::is_same;
use super::state::{RecordedCall, Returned, State};
use crate::expr::{Arena, ExprId};
use crate::ir::{FuncId, Program};
use crate::memory::{Byte, Content, Object, Region, Value};
use crate::util::Bits;

/// Only the first bytes of an object are looked at.
const MOST_BYTES: usize = 256;
/// How many words that calls have changed are told, at most.
const MOST_WORDS: usize = 24;

/// Offsets are counted from here, behind the numbers of results.
pub const FIRST_OFFSET: u32 = 16;

/// A word that a call under test has returned or changed.
#[derive(Copy, Clone, Debug)]
pub struct Left {
    pub term: ExprId,
    /// What was there before the call, if it has changed memory.
    pub before: Option<ExprId>,
    /// Where it is: the number of the result or, behind these, the offset in an object.
    pub place: u32,
}

impl State {
    /// The terms, other than inputs themselves, that the calls under test have returned or written to memory
    /// that is still there.
    pub fn left_by_calls(&self) -> Vec<ExprId> {
        let mut terms = Vec::new();
        for call in &self.calls {
            if let Some(returned) = &call.returned {
                left(call, returned, &mut terms);
            }
        }
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// The words that depend on inputs and that the calls under test have returned, have written over what was
    /// there before and differed or may have differed, or have printed.
    pub fn changed_by_calls(&self, arena: &mut Arena) -> Vec<Left> {
        let mut words = Vec::new();
        for call in &self.calls {
            let Some(returned) = &call.returned else { continue };
            let results = returned.results.iter().enumerate();
            let results = results.filter_map(|(at, result)| match result.content() {
                Content::Term(term) => Some(Left { term, before: None, place: at as u32 }),
                Content::Concrete(_) => None,
            });
            words.extend(results);
            let (before, after) = (&call.memory_before, &returned.memory_after);
            for region in [Region::Static, Region::Heap, Region::Input, Region::Stack] {
                for found in after.live(region) {
                    let object = after.object(found.id);
                    if !before.is_current(found) {
                        changed(arena, &Object::uninitialised(after.size(found.id)), object, &mut words);
                    } else if !is_same(before, after, found) {
                        changed(arena, before.object(found.id), object, &mut words);
                    }
                }
            }
        }
        let printed = self.printed.iter().map(|(at, term)| Left {
            term: *term,
            before: None,
            place: PRINTED | at.raw(),
        });
        words.extend(printed);
        words.truncate(MOST_WORDS);
        words
    }

    /// Notes the numbers that a call gives to a function that prints them, if code of the source makes the call.
    pub(super) fn note_printed(&mut self, program: &Program, callee: FuncId, arguments: &[(Value, Bits)]) {
        let caller = &program.functions[self.frame.function.index()];
        let name = &*program.functions[callee.index()].name;
        if caller.signature.is_none() || !PRINTING.contains(&name) || self.printed.len() >= MOST_WORDS {
            return;
        }
        let terms = arguments.iter().filter_map(|(value, _)| match value.content() {
            Content::Term(term) if value.object().is_none() => Some((self.pc, term)),
            _ => None,
        });
        self.printed.extend(terms);
    }
}

/// Functions that print their numbers.
const PRINTING: [&str; 8] =
    ["printf", "fprintf", "dprintf", "putchar", "putc", "fputc", "putwchar", "fputwc"];
/// Marks the places of numbers that are printed.
const PRINTED: u32 = 1 << 30;

/// The words in which an object differs from what it was, aligned ones of up to eight bytes.
fn changed(arena: &mut Arena, before: &Object, after: &Object, words: &mut Vec<Left>) {
    let len = after.len().min(before.len()).min(MOST_BYTES);
    if !before.has_bytes() || !after.has_bytes() {
        return;
    }
    // Zeros behind a number, which are only padding, are no part of it.
    let is_open = |object: &Object, at: usize| matches!(object.byte(at), Byte::Symbolic(_) | Byte::Input(_));
    let is_changed = |at: usize| {
        after.byte(at) != before.byte(at)
            && after.pointer_at(at).is_none()
            && (is_open(after, at) || is_open(before, at))
    };
    let mut at = 0;
    while at < len && words.len() < MOST_WORDS {
        let fits = |size: &usize| at % size == 0 && at + size <= len && (at..at + size).all(is_changed);
        let Some(size) = [8, 4, 2, 1].into_iter().find(fits) else {
            at += 1;
            continue;
        };
        let width = Bits(8 * size as u32);
        let (new, _) = after.read(arena, at, width);
        let (old, is_unwritten) = before.read(arena, at, width);
        if new.object().is_none() {
            let term = new.to_term(arena, width);
            let before = (!is_unwritten && old.object().is_none()).then(|| old.to_term(arena, width));
            words.push(Left { term, before, place: FIRST_OFFSET + at as u32 });
        }
        at += size;
    }
}

fn left(call: &RecordedCall, returned: &Returned, terms: &mut Vec<ExprId>) {
    terms.extend(returned.results.iter().filter_map(|result| match result.content() {
        Content::Term(term) => Some(term),
        Content::Concrete(_) => None,
    }));
    let memory = &returned.memory_after;
    for region in [Region::Static, Region::Heap, Region::Input, Region::Stack] {
        for found in memory.live(region) {
            let object = memory.object(found.id);
            let was_there = call.memory_before.is_current(found);
            if was_there && is_same(&call.memory_before, memory, found) {
                continue;
            }
            terms.extend((0..object.len().min(MOST_BYTES)).filter_map(|at| match object.byte(at) {
                Byte::Symbolic(term) => Some(term),
                _ => None,
            }));
        }
    }
}
