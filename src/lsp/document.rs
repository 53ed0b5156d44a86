//! Texts that are open in the editor, and where their lines were when tests were made of them.

use super::outline::{Outlined, outline};
use lsp_types::{Position, TextDocumentContentChangeEvent};
use std::ops::Range;

/// A text that is open.
#[derive(Debug)]
pub struct Document {
    pub text: String,
    functions: Option<Vec<Outlined>>,
}

impl Document {
    pub fn new(text: String) -> Self {
        Self { text, functions: None }
    }

    /// Makes the changes that the editor reports: of a part, or of the whole text if a change has no range.
    pub fn change(&mut self, changes: Vec<TextDocumentContentChangeEvent>) {
        for change in changes {
            match change.range {
                Some(range) => {
                    let start = offset(&self.text, range.start);
                    let end = offset(&self.text, range.end).max(start);
                    self.text.replace_range(start..end, &change.text);
                }
                None => self.text = change.text,
            }
        }
        self.functions = None;
    }

    /// The functions of the text.
    pub fn functions(&mut self) -> &[Outlined] {
        self.functions.get_or_insert_with(|| outline(&self.text))
    }
}

/// How the lines of a text have moved since an older version of it. Lines before the first difference and
/// behind the last one are the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// Lines that differ, in the older and in the newer text, from 0.
    old: Range<u32>,
    new: Range<u32>,
}

impl Moved {
    pub fn between(old: &str, new: &str) -> Self {
        if old == new {
            return Self { old: 0..0, new: 0..0 };
        }
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        let head = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
        let (old_tail, new_tail) = (&old[head..], &new[head..]);
        let tail =
            old_tail.iter().rev().zip(new_tail.iter().rev()).take_while(|(one, other)| one == other).count();
        let range = |count: usize| head as u32..(head + count - tail) as u32;
        Self { old: range(old_tail.len()), new: range(new_tail.len()) }
    }

    /// Where a line of the older text is now; both from 0. `None` if it was changed.
    pub fn now(&self, line: u32) -> Option<u32> {
        moved(line, &self.old, &self.new)
    }

    /// Where a line was in the older text.
    pub fn then(&self, line: u32) -> Option<u32> {
        moved(line, &self.new, &self.old)
    }

    /// Whether lines of the older text were changed, both ends included.
    pub fn touches(&self, first: u32, last: u32) -> bool {
        let has_changed = !self.old.is_empty() || !self.new.is_empty();
        // Lines that were inserted stand between two others.
        has_changed && first < self.old.end.max(self.old.start + 1) && self.old.start <= last
    }
}

fn moved(line: u32, from: &Range<u32>, to: &Range<u32>) -> Option<u32> {
    match line {
        _ if line < from.start => Some(line),
        _ if line >= from.end => Some(line - from.end + to.end),
        _ => None,
    }
}

/// The byte offset of a position of the protocol, whose columns are counted in UTF-16. A position beyond the
/// end of its line, or of the text, means that end, as the protocol says.
fn offset(text: &str, place: Position) -> usize {
    let mut begin = 0;
    for _ in 0..place.line {
        match text[begin..].find('\n') {
            Some(more) => begin += more + 1,
            None => return text.len(),
        }
    }
    let mut units = place.character;
    for (at, letter) in text[begin..].char_indices() {
        if units == 0 || matches!(letter, '\n' | '\r') {
            return begin + at;
        }
        units = units.saturating_sub(letter.len_utf16() as u32);
    }
    text.len()
}

/// Converts a column of a line, counted in bytes from 1, to the units of the protocol: UTF-16, from 0.
pub fn character(line: &str, column: u32) -> u32 {
    let before = line.char_indices().take_while(|(at, _)| *at + 1 < column as usize);
    before.map(|(_, letter)| letter.len_utf16() as u32).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_move_around_what_was_changed() {
        let moved = Moved::between("a\nb\nc\nd\n", "a\nx\ny\nz\nd\n");
        assert_eq!((moved.now(0), moved.now(1), moved.now(2), moved.now(3)), (Some(0), None, None, Some(4)));
        assert_eq!((moved.then(4), moved.then(3), moved.then(0)), (Some(3), None, Some(0)));
        assert!(moved.touches(1, 1) && moved.touches(2, 3) && !moved.touches(0, 0) && !moved.touches(3, 9));
        let same = Moved::between("a\nb\n", "a\nb\n");
        assert!(!same.touches(0, 9) && same.now(1) == Some(1));
        let put_in = Moved::between("a\nb\n", "a\nx\nb\n");
        assert!(put_in.touches(1, 1) && !put_in.touches(0, 0));
        assert_eq!(put_in.now(1), Some(2));
    }

    #[test]
    fn columns_are_counted_as_the_protocol_does() {
        assert_eq!(character("int é = 😀 + x;", 1), 0);
        assert_eq!(character("int é = 😀 + x;", 8), 6);
        assert_eq!(character("int é = 😀 + x;", 15), 11);
        assert_eq!(character("", 3), 0);
    }

    #[test]
    fn parts_of_a_text_are_changed() {
        let mut document = Document::new("int é = 😀;\r\nint f(void) {}\n".to_owned());
        assert_eq!(document.functions().len(), 1);
        let change = |from: (u32, u32), to: (u32, u32), text: &str| TextDocumentContentChangeEvent {
            range: Some(lsp_types::Range::new(Position::new(from.0, from.1), Position::new(to.0, to.1))),
            range_length: None,
            text: text.to_owned(),
        };
        // The positions of the second change are those in the text that the first one has made.
        document.change(vec![change((0, 4), (0, 10), "x"), change((0, 5), (1, 4), " = 1;\nint\ng")]);
        assert_eq!(document.text, "int x = 1;\nint\ngf(void) {}\n");
        assert_eq!(document.functions()[0].line, 3);
        // Places beyond a line, and beyond the text.
        document.change(vec![change((1, 99), (1, 99), " "), change((9, 0), (9, 9), "int z;")]);
        assert_eq!(document.text, "int x = 1;\nint \ngf(void) {}\nint z;");
        document.change(vec![TextDocumentContentChangeEvent {
            range: None,
            range_length: None,
            text: "é".to_owned(),
        }]);
        assert_eq!(document.text, "é");
        document.change(vec![change((0, 1), (0, 0), "!")]);
        assert_eq!(document.text, "é!");
    }
}
