//! Counts for many things, most of which are zero. Clones share pages until one of them writes there, and
//! pages in which nothing was counted take no memory.

use std::rc::Rc;

/// Counts in one page.
const PAGE: usize = 32;
/// Pages in one chapter.
const CHAPTER: usize = 64;

type Page = [u32; PAGE];

/// Neighbouring pages; the counts of a missing page are zero.
#[derive(Clone, Default, Debug)]
struct Chapter(Pages);

#[derive(Clone, Debug)]
struct Pages([Option<Rc<Page>>; CHAPTER]);

impl Default for Pages {
    fn default() -> Self {
        Self(std::array::from_fn(|_| None))
    }
}

/// Counts by index, all of them zero to begin with. Cloning copies one pointer for some 2,000 of them.
#[derive(Clone, Debug)]
pub struct Counts {
    chapters: Vec<Option<Rc<Chapter>>>,
    len: usize,
}

impl Counts {
    /// `len` counts of zero.
    pub fn new(len: usize) -> Self {
        Self { chapters: vec![None; len.div_ceil(PAGE * CHAPTER)], len }
    }

    /// The count at `index`.
    pub fn get(&self, index: usize) -> u32 {
        let page = self.chapters.get(index / (PAGE * CHAPTER)).and_then(Option::as_ref);
        let page = page.and_then(|chapter| chapter.0.0[index / PAGE % CHAPTER].as_ref());
        page.map_or(0, |page| page[index % PAGE])
    }

    /// Counts one more at `index`; the greatest number stays as it is.
    #[inline(always)]
    pub fn add(&mut self, index: usize) {
        assert!(index < self.len, "there is a count for every index");
        if let Some(chapter) = &mut self.chapters[index / (PAGE * CHAPTER)]
            && let Some(chapter) = Rc::get_mut(chapter)
            && let Some(page) = &mut chapter.0.0[index / PAGE % CHAPTER]
            && let Some(page) = Rc::get_mut(page)
        {
            let count = &mut page[index % PAGE];
            *count = count.saturating_add(1);
            return;
        }
        let count = self.count(index);
        *count = count.saturating_add(1);
    }

    /// Sets the count at `index`.
    pub fn set(&mut self, index: usize, to: u32) {
        if self.get(index) != to {
            *self.count(index) = to;
        }
    }

    /// The count at `index` for writing, in a page that no clone shares.
    #[cold]
    #[inline(never)]
    fn count(&mut self, index: usize) -> &mut u32 {
        let chapter = self.chapters[index / (PAGE * CHAPTER)].get_or_insert_default();
        let page =
            Rc::make_mut(chapter).0.0[index / PAGE % CHAPTER].get_or_insert_with(|| Rc::new([0; PAGE]));
        &mut Rc::make_mut(page)[index % PAGE]
    }

    /// The counts that are not zero, with their indexes, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let chapters = self.chapters.iter().enumerate();
        let chapters = chapters.filter_map(|(at, chapter)| Some((at, chapter.as_ref()?)));
        let pages = chapters.flat_map(|(at, chapter)| {
            let pages = chapter.0.0.iter().enumerate();
            pages.filter_map(move |(page, counts)| Some((at * CHAPTER + page, counts.as_ref()?)))
        });
        let counts = pages.flat_map(|(at, page)| (at * PAGE..).zip(page.iter().copied()));
        counts.filter(|(_, count)| *count > 0)
    }

    /// The indexes at which two differ, which have the same number of counts.
    pub fn differing<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        debug_assert_eq!(self.len, other.len);
        let chapters = self.chapters.iter().zip(&other.chapters).enumerate();
        let own = chapters.filter(|(_, (a, b))| match (a, b) {
            (Some(a), Some(b)) => !Rc::ptr_eq(a, b),
            (a, b) => a.is_some() != b.is_some(),
        });
        let indexes = own.flat_map(|(at, _)| at * PAGE * CHAPTER..self.len.min((at + 1) * PAGE * CHAPTER));
        indexes.filter(|index| self.get(*index) != other.get(*index))
    }

    /// The bytes that no clone shares.
    pub fn footprint(&self) -> usize {
        let own = self.chapters.iter().flatten().filter(|chapter| Rc::strong_count(chapter) == 1);
        let own = own.map(|chapter| {
            let pages = chapter.0.0.iter().flatten().filter(|page| Rc::strong_count(page) == 1);
            std::mem::size_of::<Chapter>() + pages.count() * std::mem::size_of::<Page>()
        });
        self.chapters.len() * std::mem::size_of::<usize>() + own.sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_exact_in_clones_and_originals() {
        let places = [0, 31, 32, 2047, 2048, 99_999];
        let mut counts = Counts::new(100_000);
        for (n, place) in places.into_iter().enumerate() {
            (0..=n).for_each(|_| counts.add(place));
        }
        let mut clone = counts.clone();
        clone.add(32);
        clone.add(70_000);
        clone.set(99_999, 1);
        let expected: Vec<(usize, u32)> = places.into_iter().zip(1..).collect();
        assert_eq!(counts.iter().collect::<Vec<_>>(), expected);
        assert_eq!(counts.get(70_000), 0);
        assert_eq!(
            clone.iter().collect::<Vec<_>>(),
            [(0, 1), (31, 2), (32, 4), (2047, 4), (2048, 5), (70_000, 1), (99_999, 1)]
        );
        assert_eq!(counts.differing(&clone).collect::<Vec<_>>(), [32, 70_000, 99_999]);
    }

    #[test]
    fn what_was_never_counted_takes_no_memory() {
        let mut counts = Counts::new(1_000_000);
        let before = counts.footprint();
        assert!(before < 5_000, "{before}");
        (500_000..500_100).for_each(|index| counts.add(index));
        assert!(counts.footprint() - before < 2_000, "{}", counts.footprint());
        let clone = counts.clone();
        assert_eq!(clone.footprint(), before, "all of it is shared");
    }

    #[test]
    fn the_greatest_count_stays() {
        let mut counts = Counts::new(1);
        counts.set(0, u32::MAX);
        counts.add(0);
        assert_eq!(counts.get(0), u32::MAX);
    }
}
