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

/// How far a part is in force, with words for it.
enum Held {
    Wholly(&'static str),
    /// Only in part, as these words say.
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
                () if has(MOUNTS | FILES) => Wholly("a file system of their own with nothing private in it"),
                () if has(MOUNTS) => Partly(
                    "a file system of their own with nothing private in it, without Landlock's rules for files",
                ),
                () if has(FILES | SYSTEM_CALLS) => Partly(
                    "Landlock's rules for files, by which contents outside can be neither read nor changed, but names and modes be seen",
                ),
                () if has(FILES) => {
                    Partly("Landlock's rules for files, which do not hold for modes, owners and times")
                }
                () => No("a file system of their own"),
            },
            match () {
                () if has(NETWORK) => Wholly("no network"),
                () if has(SYSTEM_CALLS) => Partly("no sockets"),
                () => No("being without network"),
            },
            match () {
                () if has(PROCESSES) => Wholly("no processes but their own"),
                () if has(SYSTEM_CALLS | SIGNALS) => {
                    Partly("no signals to other processes, but their numbers can be seen")
                }
                () if has(SYSTEM_CALLS) => Partly("no signals to other processes once `main` runs"),
                () => No("being without other processes"),
            },
            match () {
                () if has(SYSTEM_CALLS) => Wholly("a filter of system calls"),
                () => No("a filter of system calls"),
            },
            match () {
                () if has(LIMIT) => Wholly("a limit of resident memory"),
                () => No("a limit of resident memory"),
            },
        ]
    }

    /// Whether nothing is missing.
    pub fn is_whole(self) -> bool {
        self.0 & Self::WHOLE == Self::WHOLE
    }

    /// In words: what is wholly in force, what only in part, and what is not.
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
        let mut text = format!("tests have {}", wholly.join(", "));
        if !partly.is_empty() {
            let head = if wholly.is_empty() { "" } else { "; " };
            text += &format!("{head}this kernel allows only {}", partly.join(", "));
        }
        if !missing.is_empty() {
            text += &format!("; this kernel does not allow {}", missing.join(", "));
        }
        text
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
            text.starts_with("tests have a filter of system calls, a limit of resident memory;"),
            "{text}"
        );
        assert!(
            text.contains("allows only Landlock's rules for files") && text.contains("no sockets"),
            "{text}"
        );
        assert!(Containment(0).sentence().contains("does not allow a file system of their own"), "nothing");
    }
}
