//! The memory of this process, as the kernel counts it.

use std::fs;

/// Resident bytes of the process; zero where nobody tells.
pub fn bytes() -> u64 {
    // The second number of the line is resident pages (proc(5)).
    let line = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = line.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

/// Gives memory that was freed back to the kernel, from between what is still in use too.
pub fn give_back() {
    // SAFETY: `malloc_trim` (malloc.h) takes any padding, and may be called by any thread at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}
