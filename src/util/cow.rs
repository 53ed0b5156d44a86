//! A vector in pages that are shared until written: a clone copies one pointer a page.

use std::rc::Rc;

/// Elements a page holds.
const PAGE: usize = 64;

/// A growable vector whose clones share pages.
///
/// Reading costs one more indirection than a `Vec`; the first write to a shared page copies it.
#[derive(Clone, Debug)]
pub struct CowVec<T> {
    pages: Vec<Rc<Vec<T>>>,
    len: usize,
}

impl<T: Clone> CowVec<T> {
    /// An empty vector.
    pub fn new() -> Self {
        Self { pages: Vec::new(), len: 0 }
    }

    /// A vector of `len` copies of `value`.
    pub fn filled(value: T, len: usize) -> Self {
        let full = Rc::new(vec![value.clone(); PAGE]);
        let mut pages = vec![full; len / PAGE];
        if !len.is_multiple_of(PAGE) {
            pages.push(Rc::new(vec![value; len % PAGE]));
        }
        Self { pages, len }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The element at `index`, if there is one.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&T> {
        self.pages.get(index / PAGE)?.get(index % PAGE)
    }

    /// The element at `index` for writing; its page is copied first if another clone shares it.
    #[inline]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        Rc::make_mut(self.pages.get_mut(index / PAGE)?).get_mut(index % PAGE)
    }

    /// Appends an element.
    pub fn push(&mut self, value: T) {
        if self.len.is_multiple_of(PAGE) {
            self.pages.push(Rc::new(Vec::with_capacity(PAGE)));
        }
        let page = self.pages.last_mut().expect("invariant: a page with room was just ensured");
        Rc::make_mut(page).push(value);
        self.len += 1;
    }

    /// Drops the elements from `len` on.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        self.pages.truncate(len.div_ceil(PAGE));
        if !len.is_multiple_of(PAGE) {
            Rc::make_mut(&mut self.pages[len / PAGE]).truncate(len % PAGE);
        }
        self.len = len;
    }

    /// The elements in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.pages.iter().flat_map(|page| page.iter())
    }
}

impl<T: Clone> Default for CowVec<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_to_a_clone_leaves_the_original() {
        let mut a = CowVec::new();
        for n in 0..200 {
            a.push(n);
        }
        let mut b = a.clone();
        *b.get_mut(70).expect("in range") = -1;
        b.truncate(100);
        b.push(7);
        assert_eq!(a.len(), 200);
        assert_eq!(a.get(70), Some(&70));
        assert_eq!(b.get(70), Some(&-1));
        assert_eq!(b.get(100), Some(&7));
        assert_eq!(b.get(101), None);
        assert_eq!(a.iter().sum::<i32>(), 199 * 100);
    }

    #[test]
    fn filled_has_every_element() {
        for len in [0, 1, 63, 64, 65, 128, 130] {
            assert_eq!(CowVec::filled(3, len).iter().count(), len);
        }
    }
}
