//! Words of one length as bitmaps, so that those with certain bytes at certain places are found by
//! intersection.
//!
//! Laid out back to back, as numbers of 64 bits with the least byte first: for each place the set of the
//! bytes that occur there, 256 bits; then for each place and each of these bytes, in ascending order, a row
//! with one bit for each word.

/// How many words share one number of 64 bits in a row.
pub const BLOCK: usize = 64;

/// The bitmaps of words of `n` bytes, which stand back to back.
pub fn lay_out(n: usize, words: &[u8]) -> Vec<u8> {
    let n_blocks = (words.len() / n).div_ceil(BLOCK);
    let mut sets = vec![[0u64; 4]; n];
    for word in words.chunks_exact(n) {
        for (set, byte) in sets.iter_mut().zip(word) {
            set[usize::from(byte / 64)] |= 1 << (byte % 64);
        }
    }
    // By place and byte, where the row begins.
    let mut starts = vec![[0; 256]; n];
    let mut n_rows = 0;
    for (starts, set) in starts.iter_mut().zip(&sets) {
        for byte in (0..256).filter(|byte| set[byte / 64] >> (byte % 64) & 1 == 1) {
            starts[byte] = n_rows * n_blocks;
            n_rows += 1;
        }
    }
    let mut rows = vec![0u64; n_rows * n_blocks];
    for (at, word) in words.chunks_exact(n).enumerate() {
        for (starts, byte) in starts.iter().zip(word) {
            rows[starts[usize::from(*byte)] + at / BLOCK] |= 1 << (at % BLOCK);
        }
    }
    sets.into_flattened().into_iter().chain(rows).flat_map(u64::to_le_bytes).collect()
}
