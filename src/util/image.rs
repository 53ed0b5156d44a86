//! Bytes of which most may be zero, such as the first contents of a large variable.
//!
//! Only pages with bytes other than zero take memory, and only these are iterated over, so that nothing is
//! done for each byte of a variable of hundreds of megabytes.

use std::collections::BTreeMap;
use std::ops::Range;

/// The bytes of a page.
pub const PAGE: usize = 1 << 14;

/// `len` bytes, which are zero unless something else was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    len: usize,
    /// Pages by number; the last one ends with the image.
    pages: BTreeMap<usize, Vec<u8>>,
}

impl Image {
    /// `len` bytes, all zero.
    pub fn zeros(len: usize) -> Self {
        Self { len, pages: BTreeMap::new() }
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether every byte is zero.
    pub fn is_zero(&self) -> bool {
        self.pages.values().all(|page| is_zero(page))
    }

    /// Writes bytes, all of which must lie within.
    pub fn write(&mut self, offset: usize, bytes: &[u8]) {
        assert!(offset + bytes.len() <= self.len, "{} bytes at {offset} of {}", bytes.len(), self.len);
        let mut done = 0;
        while done < bytes.len() {
            let (number, at) = ((offset + done) / PAGE, (offset + done) % PAGE);
            let part = &bytes[done..bytes.len().min(done + PAGE - at)];
            if self.pages.contains_key(&number) || !is_zero(part) {
                let len = PAGE.min(self.len - number * PAGE);
                let page = self.pages.entry(number).or_insert_with(|| vec![0; len]);
                page[at..at + part.len()].copy_from_slice(part);
            }
            done += part.len();
        }
    }

    /// The byte at `offset`, if it lies within.
    pub fn byte(&self, offset: usize) -> Option<u8> {
        let page = || self.pages.get(&(offset / PAGE)).map_or(0, |page| page[offset % PAGE]);
        (offset < self.len).then(page)
    }

    /// These bytes, if all lie within.
    pub fn get(&self, range: Range<usize>) -> Option<Vec<u8>> {
        let byte = |at| self.byte(at).expect("invariant: it lies within");
        (range.end <= self.len).then(|| range.map(byte).collect())
    }

    /// The offset behind the last byte that is not zero; 0 if all are zero.
    pub fn end(&self) -> usize {
        let last = |(number, page): (&usize, &Vec<u8>)| {
            page.iter().rposition(|byte| *byte != 0).map(|at| number * PAGE + at + 1)
        };
        self.pages.iter().rev().find_map(last).unwrap_or(0)
    }

    /// The bytes up to the last that is not zero.
    pub fn trimmed(&self) -> Vec<u8> {
        let end = self.end();
        let mut bytes = vec![0; end];
        for (start, page) in self.pages().take_while(|(start, _)| *start < end) {
            let page = &page[..page.len().min(end - start)];
            bytes[start..][..page.len()].copy_from_slice(page);
        }
        bytes
    }

    /// The pages that may have bytes other than zero, in order, each with its offset.
    pub fn pages(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.pages.iter().map(|(number, page)| (number * PAGE, &**page))
    }

    /// Whether the image has these bytes, which lie in one page, at this offset.
    pub fn is_at(&self, offset: usize, bytes: &[u8]) -> bool {
        match self.pages.get(&(offset / PAGE)) {
            Some(page) => page[offset % PAGE..][..bytes.len()] == *bytes,
            None => is_zero(bytes),
        }
    }
}

/// An image of just these bytes.
impl From<&[u8]> for Image {
    fn from(bytes: &[u8]) -> Self {
        let mut image = Self::zeros(bytes.len());
        image.write(0, bytes);
        image
    }
}

fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_with_something_are_kept() {
        let mut image = Image::zeros(600 << 20);
        image.write(0, &vec![0; 3 * PAGE]);
        assert!(image.is_zero() && image.pages().next().is_none());
        image.write(500 << 20, b"abc");
        assert_eq!(image.pages().map(|(at, page)| (at, page.len())).collect::<Vec<_>>(), [(500 << 20, PAGE)]);
        assert_eq!(image.byte((500 << 20) + 2), Some(b'c'));
        assert_eq!((image.byte(7), image.byte(600 << 20)), (Some(0), None));
        assert!(image.is_at((500 << 20) + 1, b"bc\0") && !image.is_at(0, b"a") && image.is_at(0, b"\0"));
        image.write(500 << 20, &[0; 3]);
        assert!(image.is_zero());
    }

    #[test]
    fn pages_are_crossed_and_the_last_ends_with_the_image() {
        let bytes: Vec<u8> = (0..2 * PAGE + 5).map(|at| (at % 251) as u8).collect();
        let mut image = Image::from(&*bytes);
        assert_eq!(image.get(0..bytes.len()), Some(bytes.clone()));
        assert_eq!(image.get(0..bytes.len() + 1), None);
        assert_eq!(image.pages().last().map(|(at, page)| (at, page.len())), Some((2 * PAGE, 5)));
        image.write(PAGE - 2, &[0; 4]);
        assert_eq!(image.get(PAGE - 3..PAGE + 3), Some(vec![bytes[PAGE - 3], 0, 0, 0, 0, bytes[PAGE + 2]]));
        let mut short = Image::zeros(PAGE + 9);
        short.write(PAGE + 1, b"ab\0");
        assert_eq!(short.trimmed().len(), PAGE + 3);
        assert!(short.trimmed().ends_with(b"\0ab") && Image::zeros(4).trimmed().is_empty());
        assert_eq!((short.end(), Image::zeros(4).end()), (PAGE + 3, 0));
    }
}
