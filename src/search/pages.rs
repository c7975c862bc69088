//! Memory for the tables that a search reads here and there all the time.
//!
//! It lies in large pages where the system has these: then a processor seldom has to look up where a
//! page is, and the system has fewer pages to clear. It goes back to the system as soon as it is not
//! needed any more.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;
use memmap2::MmapMut;

/// Some values in such memory, at first all zero bits.
pub struct Pages<T> {
    map: MmapMut,
    /// Where the values start, in bytes: at the start of a large page, if they fill one.
    start: usize,
    /// How many bytes they take.
    size: usize,
    values: PhantomData<T>,
}

/// How many bytes a large page has.
const LARGE: usize = 1 << 21;

impl<T: Pod> Pages<T> {
    /// So many values.
    ///
    /// # Panics
    /// If there is no memory.
    pub fn zeros(count: usize) -> Pages<T> {
        let size = count * size_of::<T>();
        if size < LARGE {
            let map = MmapMut::map_anon(size.max(1)).expect("memory for a table");
            return Pages { map, start: 0, size, values: PhantomData };
        }
        let map = MmapMut::map_anon(size + LARGE).expect("memory for a table");
        let start = map.as_ptr().align_offset(LARGE);
        ask_for_large_pages(&map, start, size / LARGE * LARGE);
        Pages { map, start, size, values: PhantomData }
    }
}

#[cfg(target_os = "linux")]
fn ask_for_large_pages(map: &MmapMut, start: usize, size: usize) {
    // Small ones serve as well, so it is no error if the system has no others.
    let _ = map.advise_range(memmap2::Advice::HugePage, start, size);
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_: &MmapMut, _: usize, _: usize) {}

impl<T: Pod> Deref for Pages<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        bytemuck::cast_slice(&self.map[self.start..self.start + self.size])
    }
}

impl<T: Pod> DerefMut for Pages<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        bytemuck::cast_slice_mut(&mut self.map[self.start..self.start + self.size])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_values_are_there_and_in_large_pages_of_their_own() {
        for count in [0, 1, LARGE / 4, 3 * LARGE / 4 + 1] {
            let mut pages = Pages::<u32>::zeros(count);
            assert_eq!(pages.len(), count);
            assert!(count < LARGE / 4 || pages.as_ptr().addr().is_multiple_of(LARGE));
            assert!(pages.iter().all(|value| *value == 0));
            pages.fill(u32::MAX);
            assert!(pages.iter().all(|value| *value == u32::MAX));
        }
    }
}
