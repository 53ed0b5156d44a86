//! Reports of clang's sanitizers, in terms of the kinds of errors that symir finds.
//!
//! The words are those of LLVM's compiler-rt (`asan_errors.cpp`, `ubsan_handlers.cpp`, `msan_report.cpp`).
//! Addresses become lines through the program's debug information.

use crate::frontend::PADDING;
use crate::testcase::{Bug, BugKind, Storage, VECTOR_ELEMENT};
use regex::Regex;
use std::path::Path;
use std::sync::LazyLock;

/// An error that a sanitizer has reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Finding {
    /// The kinds that it may be.
    pub kinds: Vec<BugKind>,
    /// The first line of the report, without what differs from run to run.
    pub words: String,
    /// Files and lines, innermost first; empty if there are none.
    pub stack: Vec<(String, u32)>,
}

impl Finding {
    /// Whether this is the bug: its kind, at its line.
    pub fn is(&self, bug: &Bug) -> bool {
        let site = bug.stack.iter().find(|site| site.line > 0);
        // After a stack overflow or a jump to nowhere, the last line is not known.
        let has_line = !matches!(bug.kind, BugKind::StackOverflow | BugKind::InvalidJump);
        let is_there = !has_line
            || match (site, self.stack.first()) {
                (Some(site), Some((file, line))) => {
                    name_of(&site.file) == name_of(file) && site.line == *line
                }
                _ => true,
            };
        self.kinds.contains(&bug.kind) && is_there
    }

    /// In words, with its line.
    pub fn in_words(&self) -> String {
        let place =
            self.stack.first().map_or(String::new(), |(file, line)| format!(" at {}:{line}", name_of(file)));
        format!("{}{place}", self.words)
    }
}

fn name_of(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

static FRAME: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\s+#\d+ 0x[0-9a-f]+ .*\((.+)\+0x([0-9a-f]+)\)").expect("a pattern"));
static UNDEFINED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^(.+):(\d+):\d+: runtime error: (.*)$").expect("a pattern"));
/// The address that could not be read, and the address of the code that read it. They are the same if the
/// program jumped to where no code is.
static JUMP: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"SEGV on unknown address (0x[0-9a-f]+) \(pc (0x[0-9a-f]+)").expect("a pattern")
});
/// The same for signals that the processor raises for the code at an address. If a process has sent the
/// signal, the number tells the sender instead (`sigaction(2)`).
static FAULT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:ILL|FPE) on unknown address (0x[0-9a-f]+) \(pc (0x[0-9a-f]+)").expect("a pattern")
});
static FATAL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:ERROR|WARNING): \w+Sanitizer: (.*)$").expect("a pattern"));

/// How the last addresses begin, which lie just before the null pointer.
const BEFORE_ZERO: &str = "0xffffffffffff";

/// How many bytes AddressSanitizer keeps free on each side of an allocated object; see `worker.rs`.
pub(super) const HEAP_ROOM: u64 = 512;
/// The same for a local variable, at least: the `kMinAlignment` of LLVM's `ASanStackFrameLayout.cpp`.
const STACK_ROOM: u64 = 16;

/// Why no sanitizer has to see this error, if so.
pub(super) fn out_of_sight(bug: &Bug) -> Option<String> {
    if bug.kind == BugKind::StackOverflow {
        return Some("whether the stack is too small depends on the machine and on the compiler".to_owned());
    }
    if bug.kind == BugKind::OversizedShift && bug.message.contains(VECTOR_ELEMENT) {
        return Some("no sanitizer looks at shifts of vectors".to_owned());
    }
    let object = bug.object.as_ref()?;
    if !matches!(bug.kind, BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite) {
        return None;
    }
    let (room, distance) = match object.storage? {
        Storage::VariableArguments => {
            return Some("no sanitizer knows how many variable arguments a call has".to_owned());
        }
        Storage::Static => (PADDING, object.distance?),
        Storage::Allocated => (HEAP_ROOM, object.distance?),
        Storage::Automatic => (STACK_ROOM, object.distance?),
    };
    (distance >= room).then(|| {
        format!(
            "the access lies {distance} bytes away from {}, and no sanitizer looks farther than {room}",
            object.what
        )
    })
}

/// The errors that the program at `program` has reported on its standard error.
pub(super) fn findings(report: &str, program: &Path) -> Vec<Finding> {
    let loader = addr2line::Loader::new(program).ok();
    let mut found: Vec<Finding> = Vec::new();
    let mut lines = report.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(hit) = UNDEFINED.captures(line) {
            let stack = vec![(hit[1].to_owned(), hit[2].parse().unwrap_or(0))];
            found.push(Finding { kinds: undefined(&hit[3]), words: hit[3].to_owned(), stack });
        } else if let Some(hit) = FATAL.captures(line) {
            let rest: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("SUMMARY:")).collect();
            let frames = rest.iter().skip_while(|line| !FRAME.is_match(line));
            let frames: Vec<&str> = frames.take_while(|line| FRAME.is_match(line)).copied().collect();
            let address_of = |frame: &str| {
                let hit = FRAME.captures(frame)?;
                let address = u64::from_str_radix(&hit[2], 16).ok()?;
                (name_of(&hit[1]) == program.file_name()?.to_str()?).then_some(address)
            };
            let is_of = |frame: Option<&str>| frame.and_then(address_of).is_some();
            let stack = frames.iter().filter_map(|frame| address_of(frame));
            let is_call = JUMP.captures(line).is_some_and(|hit| hit[1] == hit[2]);
            let mut stack: Vec<_> = stack.flat_map(|address| lines_of(loader.as_ref(), address)).collect();
            if is_call {
                // Where there is no code, the caller cannot be found.
                stack.clear();
            }
            let words = hit[1].split(" on ").next().unwrap_or(&hit[1]).to_owned();
            // A signal that was sent is not the fault of the interrupted instruction. A breakpoint in a
            // library counts as sent.
            let is_fault = FAULT.captures(line).is_none_or(|hit| hit[1] == hit[2]);
            let is_sent = !is_fault || words == "TRAP" && !is_of(frames.first().copied());
            let kinds = match (is_call, is_sent) {
                (true, _) => NOWHERE.to_vec(),
                (false, true) => Vec::new(),
                (false, false) => fatal(&hit[1], &rest),
            };
            found.push(Finding { kinds, words, stack });
        }
    }
    found
}

/// The lines of an address, inlined calls first.
fn lines_of(loader: Option<&addr2line::Loader>, address: u64) -> Vec<(String, u32)> {
    let mut lines = Vec::new();
    if let Some(Ok(mut frames)) = loader.map(|loader| loader.find_frames(address)) {
        while let Ok(Some(frame)) = frames.next() {
            if let Some(location) = frame.location
                && let (Some(file), Some(line)) = (location.file, location.line)
            {
                lines.push((file.to_owned(), line));
            }
        }
    }
    lines
}

/// The kinds of a call or jump to where no code is.
const NOWHERE: [BugKind; 3] = [BugKind::NullPointer, BugKind::WildPointer, BugKind::InvalidJump];

/// The kinds of an error that AddressSanitizer or MemorySanitizer ends the program for.
fn fatal(words: &str, report: &[&str]) -> Vec<BugKind> {
    use BugKind::*;
    let writes = report
        .iter()
        .any(|line| line.starts_with("WRITE of size") || line.contains("is caused by a WRITE memory access"));
    let is_near_zero = report.iter().any(|line| line.contains("address points to the zero page"));
    // For example an address just before null, as `container_of` computes it from a null pointer.
    // The word before the code of a function, through a null pointer to a function.
    let is_before_zero = JUMP.captures(words).is_some_and(|hit| hit[1].starts_with(BEFORE_ZERO));
    let is_high = report.iter().any(|line| line.contains("a high value address"));
    let starts = |heads: &[&str]| heads.iter().any(|head| words.starts_with(head));
    if starts(&[
        "heap-buffer-overflow",
        "stack-buffer-",
        "global-buffer-overflow",
        "dynamic-stack-buffer",
        "unknown-crash",
        // The room around global variables is poisoned.
        "use-after-poison",
    ]) {
        vec![if writes { OutOfBoundsWrite } else { OutOfBoundsRead }]
    } else if starts(&["negative-size-param"]) {
        // `memcpy` and similar functions with a negative size: the report tells neither a read nor a write.
        vec![OutOfBoundsRead, OutOfBoundsWrite]
    } else if starts(&["heap-use-after-free"]) {
        vec![UseAfterFree]
    } else if starts(&["stack-use-after-return"]) {
        vec![UseAfterReturn]
    } else if starts(&["stack-use-after-scope"]) {
        vec![UseAfterScope]
    } else if starts(&["attempting double-free"]) {
        vec![DoubleFree]
    } else if starts(&["attempting free", "alloc-dealloc-mismatch"]) {
        vec![InvalidFree]
    } else if words.contains("param-overlap") {
        // The report comes before it is seen whether so much may be read and written at all.
        vec![OverlappingCopy, OutOfBoundsRead, OutOfBoundsWrite]
    } else if starts(&["stack-overflow"]) {
        vec![StackOverflow]
    } else if starts(&["FPE"]) {
        vec![DivisionByZero, DivisionOverflow]
    } else if starts(&["ABRT"]) {
        vec![Abort, AssertionFailed]
    } else if starts(&["ILL"]) {
        vec![IllegalInstruction, Unreachable, UndefinedBehaviour]
    } else if starts(&["TRAP"]) {
        vec![IllegalInstruction]
    } else if starts(&["use-of-uninitialized-value"]) {
        vec![UninitialisedRead]
    } else if starts(&["detected memory leaks"]) {
        vec![MemoryLeak]
    } else if starts(&["SEGV"]) {
        match (is_near_zero, writes) {
            (false, _) if is_high => vec![NullPointer, WildPointer, InvalidJump],
            (true, _) => vec![NullPointer, InvalidJump],
            _ if is_before_zero => vec![NullPointer, InvalidJump],
            // Freed memory that is too large to be kept is given back to the system.
            (false, true) => {
                vec![WildPointer, WriteToConstant, OutOfBoundsWrite, InvalidJump, UseAfterFree, DoubleFree]
            }
            (false, false) => {
                vec![WildPointer, OutOfBoundsRead, InvalidJump, UseAfterFree, DoubleFree]
            }
        }
    } else {
        Vec::new()
    }
}

/// The kinds of an error that UndefinedBehaviorSanitizer reports.
fn undefined(words: &str) -> Vec<BugKind> {
    use BugKind::*;
    let has = |part: &str| words.contains(part);
    let mut kinds = if words.starts_with("division by zero") {
        vec![DivisionByZero]
    } else if words.starts_with("division of") {
        vec![DivisionOverflow, IntegerOverflow]
    } else if words.starts_with("shift exponent") {
        vec![OversizedShift]
    } else if has("integer overflow")
        || words.starts_with("negation of")
        || words.starts_with("left shift of")
    {
        vec![IntegerOverflow]
    } else if has("null pointer") {
        vec![NullPointer]
    } else if has("unreachable program point") {
        // A jump that is none goes on behind it.
        vec![Unreachable, InvalidJump]
    } else if has("out of bounds") {
        vec![OutOfBoundsRead, OutOfBoundsWrite]
    } else {
        Vec::new()
    };
    kinds.push(UndefinedBehaviour);
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_that_somebody_sends_is_no_fault() {
        let check = |line: &str, frame: &str, expected: &[BugKind]| {
            let report = format!(
                "==7==ERROR: AddressSanitizer: {line} bp 0x7f00 sp 0x7e00 T0)\n    \
                 #0 0x55fc8ca86c5c  ({frame}) (BuildId: 00)\nSUMMARY: AddressSanitizer: signal\n"
            );
            let found = findings(&report, Path::new("/tests/program"));
            assert_eq!(found[0].kinds.first(), expected.first(), "{line}");
        };
        let (own, library) = ("/tests/program+0x10bc5c", "/lib/libc.so.6+0x8aeec");
        let illegal = [BugKind::IllegalInstruction];
        check("ILL on unknown address 0x55fc8ca86c5c (pc 0x55fc8ca86c5c", own, &illegal);
        check("ILL on unknown address 0x000000006ddc (pc 0x7fe3a8daeeec", library, &[]);
        check("ILL on unknown address 0x000000000000 (pc 0x55fc8ca86c5c", own, &[]);
        check("FPE on unknown address 0x55ad3b39ac74 (pc 0x55ad3b39ac74", own, &[BugKind::DivisionByZero]);
        check("FPE on unknown address 0x000000006dde (pc 0x7f84b3ce9eec", library, &[]);
        check("TRAP on unknown address 0x000000000000 (pc 0x55fc8ca86c5c", own, &illegal);
        check("TRAP on unknown address 0x000000006de4 (pc 0x7f16a089ceec", library, &[]);
    }
}
