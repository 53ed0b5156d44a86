//! The parts of containment, which keep native code from doing harm. The kernel may not support all of them.

/// The resident memory that a process of a test may have, in bytes.
pub(super) const MEMORY: u64 = 2 << 30;

/// The parts that are in force; the bits of `enum containment` in confine.h.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Containment(pub(super) u64);

const MOUNTS: u64 = 2;
const NETWORK: u64 = 4;
const PROCESSES: u64 = 8;
const SYSTEM_CALLS: u64 = 16;
const FILES: u64 = 32;
const SIGNALS: u64 = 64;
const LIMIT: u64 = 128;

/// From what a part of the containment keeps tests, in words, and whether it is in force.
enum Held {
    Wholly(&'static str),
    /// Only in part: the words say how far.
    Partly(&'static str),
    No(&'static str),
}

impl Containment {
    /// All parts.
    pub const ALL: u64 = 511;
    /// The parts with which native runs are wholly contained. They cover what later versions of Landlock add.
    pub const WHOLE: u64 = MOUNTS | NETWORK | PROCESSES | SYSTEM_CALLS | FILES | LIMIT;

    fn parts(self) -> [Held; 5] {
        use Held::{No, Partly, Wholly};
        let has = |bits: u64| self.0 & bits == bits;
        [
            match () {
                () if has(MOUNTS | FILES) => Wholly("your files"),
                () if has(MOUNTS) => {
                    Partly("your files, which they do not see, but without Landlock's rules in addition")
                }
                () if has(FILES | SYSTEM_CALLS) => Partly(
                    "your files, which they can neither read nor change, although they can see names and modes",
                ),
                () if has(FILES) => Partly(
                    "your files, which they can neither read nor write, although they can change modes, owners \
                     and times",
                ),
                () => No("your files"),
            },
            match () {
                () if has(NETWORK) => Wholly("the network"),
                () if has(SYSTEM_CALLS) => {
                    Partly("the network, by a filter of system calls and nothing else")
                }
                () => No("the network"),
            },
            match () {
                () if has(PROCESSES) => Wholly("other processes"),
                () if has(SYSTEM_CALLS | SIGNALS) => {
                    Partly("other processes, which they can see, although they cannot send signals to them")
                }
                () if has(SYSTEM_CALLS) => {
                    Partly("other processes, to which they can send signals until `main` runs")
                }
                () => No("other processes"),
            },
            match () {
                () if has(SYSTEM_CALLS) => Wholly("system calls that no test needs"),
                () => No("system calls that no test needs"),
            },
            match () {
                () if has(LIMIT) => Wholly("using too much memory"),
                () => No("using too much memory"),
            },
        ]
    }

    /// Whether nothing is missing.
    pub fn is_whole(self) -> bool {
        self.0 & Self::WHOLE == Self::WHOLE
    }

    /// From what tests are kept wholly, only in part, and not at all, in words.
    pub fn words(self) -> [Vec<&'static str>; 3] {
        let mut lists = [Vec::new(), Vec::new(), Vec::new()];
        for part in self.parts() {
            let (list, words) = match part {
                Held::Wholly(words) => (0, words),
                Held::Partly(words) => (1, words),
                Held::No(words) => (2, words),
            };
            lists[list].push(words);
        }
        lists
    }

    /// One sentence about the containment of native runs on this machine.
    pub fn sentence(self) -> String {
        let [wholly, partly, missing] = self.words();
        let mut parts = Vec::new();
        if !wholly.is_empty() {
            parts.push(format!("tests are kept from {}", wholly.join(", ")));
        }
        if !partly.is_empty() {
            parts.push(format!(
                "this kernel allows symir to keep tests only in part from {}",
                partly.join("; from ")
            ));
        }
        if !missing.is_empty() {
            parts.push(format!("this kernel does not allow symir to keep tests from {}", missing.join(", ")));
        }
        parts.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said() {
        assert!(Containment(Containment::ALL).is_whole());
        assert!(!Containment(Containment::ALL).sentence().contains("only"));
        let by_rules = Containment(SYSTEM_CALLS | FILES | SIGNALS | LIMIT);
        assert!(!by_rules.is_whole());
        let text = by_rules.sentence();
        assert!(
            text.starts_with("tests are kept from system calls that no test needs, using too much memory;"),
            "{text}"
        );
        assert!(
            text.contains("only in part from your files, which they can neither read nor change")
                && text.contains("; from the network, by a filter"),
            "{text}"
        );
        assert!(Containment(0).sentence().contains("does not allow symir to keep tests from your files"));
    }
}
