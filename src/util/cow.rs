//! A vector in pages that are shared until written: a clone copies one pointer a page.

use std::rc::Rc;

/// A growable vector whose clones share pages of `PAGE` elements.
///
/// Reading costs one more indirection than a `Vec`; the first write to a shared page copies it. So small pages
/// make writes cheaper, and large pages make clones cheaper.
#[derive(Clone, Debug)]
pub struct CowVec<T, const PAGE: usize = 64> {
    /// Places beyond the length hold defaults.
    pages: Vec<Rc<[T; PAGE]>>,
    len: usize,
}

impl<T: Clone + Default, const PAGE: usize> CowVec<T, PAGE> {
    /// An empty vector.
    pub fn new() -> Self {
        Self { pages: Vec::new(), len: 0 }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The element at `index`, if there is one.
    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<&T> {
        if index >= self.len {
            return None;
        }
        Some(&self.pages[index / PAGE][index % PAGE])
    }

    /// The element at `index` for writing; its page is copied first if another clone shares it.
    #[inline(always)]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index >= self.len {
            return None;
        }
        Some(&mut Rc::make_mut(&mut self.pages[index / PAGE])[index % PAGE])
    }

    /// Appends an element.
    pub fn push(&mut self, value: T) {
        if self.len.is_multiple_of(PAGE) {
            self.pages.push(Rc::new(std::array::from_fn(|_| T::default())));
        }
        self.len += 1;
        *self.get_mut(self.len - 1).expect("invariant: a place was just made") = value;
    }

    /// Drops the elements from `len` on.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        let kept = len.div_ceil(PAGE);
        self.pages.truncate(kept);
        let end = self.len.min(kept * PAGE);
        for index in len..end {
            *self.get_mut(index).expect("invariant: within the length") = T::default();
        }
        self.len = len;
    }

    /// The elements of pages that no other clone shares.
    pub fn own(&self) -> impl Iterator<Item = &T> {
        self.pages.iter().filter(|page| Rc::strong_count(page) == 1).flat_map(|page| page.iter())
    }

    /// The bytes of pages that no other clone shares, and those of the list of pages.
    pub fn footprint(&self) -> usize {
        let own = self.pages.iter().filter(|page| Rc::strong_count(page) == 1).count();
        own * PAGE * std::mem::size_of::<T>() + self.pages.len() * std::mem::size_of::<usize>()
    }

    /// The places of elements that two clones do not share. Both must be of one length.
    pub fn differing<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        debug_assert_eq!(self.len, other.len);
        let pages = self.pages.iter().zip(&other.pages).enumerate();
        let own = pages.filter(|(_, (a, b))| !Rc::ptr_eq(a, b));
        own.flat_map(|(page, _)| page * PAGE..(page + 1) * PAGE).take_while(|index| *index < self.len)
    }

    /// The elements in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.pages.iter().flat_map(|page| page.iter()).take(self.len)
    }
}

impl<T: Clone + Default, const PAGE: usize> Default for CowVec<T, PAGE> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_to_a_clone_leaves_the_original() {
        let mut a: CowVec<i32> = CowVec::new();
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
}
