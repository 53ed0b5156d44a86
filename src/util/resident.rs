//! The memory of this process and of the machine, and processor time, as the kernel counts them.

use std::fs;
use std::path::Path;
use std::time::Duration;

/// Resident bytes of the process; zero if the kernel does not tell.
pub fn bytes() -> u64 {
    // The second number of the line is resident pages (proc(5)).
    let line = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = line.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

/// The processor time that the process or thread of this `stat` file has taken; zero if the kernel does not
/// tell.
pub fn processor_time(stat: &Path) -> Duration {
    // Behind the name, which may hold anything, the 12th and 13th field, in hundredths of a second (proc(5)).
    let line = fs::read_to_string(stat).unwrap_or_default();
    let fields = line.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok());
    Duration::from_millis(10 * ticks.sum::<u64>())
}

/// The processor time of this thread; zero if the kernel does not tell.
pub fn thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `clock_gettime` (clock_gettime(2)) writes to the structure that it is given, and nothing else.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
    match (status, seconds, nanoseconds) {
        (0, Ok(seconds), Ok(nanoseconds)) => Duration::new(seconds, nanoseconds),
        _ => Duration::ZERO,
    }
}

/// Gives freed memory back to the kernel, also from between blocks that are still in use.
pub fn give_back() {
    // SAFETY: `malloc_trim` (malloc.h) takes any padding, and may be called by any thread at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Bytes of memory that this process may have at most: those of the machine, or of the control group that it
/// is in.
pub fn machine() -> u64 {
    let meminfo = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let total = total.and_then(|rest| rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    let groups = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    // Without a limit, the file has a word, or a number beyond the memory of every machine.
    let limits = groups.iter().filter_map(|file| fs::read_to_string(file).ok()?.trim().parse::<u64>().ok());
    let total = total.map_or(1 << 30, |kilobytes| kilobytes << 10);
    limits.chain([total]).min().unwrap_or(total)
}
