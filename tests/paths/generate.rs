//! Random small C programs over strings, bytes and a number.
//!
//! Every condition stands in `B(k, condition)`. Natively this writes `k` and the side into a trace. Under
//! symir it is only the condition, so that the trace makes no paths of its own. Indices stay within their
//! buffers, loops are no longer than the buffers, and arithmetic does not overflow.

use std::fmt::Write;
use symir::internals::util::Rng;

/// The greatest depth of nested statements.
const DEPTH: u32 = 3;

const HEAD: &str = r#"#include "symir.h"
#include <string.h>

#ifdef __SYMIR__
#define B(k, condition) (condition)
#else
static char trace[1 << 16];
static unsigned n_trace;
static int side(int k, int is_true) {
    trace[n_trace++] = (char)('!' + k % 90);
    trace[n_trace++] = is_true ? '+' : '-';
    return is_true;
}
#define B(k, condition) side(k, (condition) != 0)
#endif

static const unsigned char table[16] = { 3, 9, 0, 7, 12, 1, 1, 8, 255, 4, 10, 2, 6, 200, 5, 11 };
"#;

/// The program of a seed: a driver that prints its trace if it is run natively.
pub fn program(seed: u64) -> String {
    let mut rng = Rng::from_seed(seed).split(7);
    let a = 3 + rng.below(4);
    let b = (rng.below(2) == 0).then(|| 2 + rng.below(4));
    let d = (rng.below(3) == 0).then(|| 1 + rng.below(4));
    let has_n = rng.below(3) == 0;
    let mut strings = vec![("a", a)];
    strings.extend(b.map(|size| ("b", size)));
    let mut maker = Maker {
        rng,
        strings,
        bytes: d,
        has_n,
        n_conditions: 0,
        n_loops: 0,
        inner: None,
        text: String::new(),
    };
    maker.block(1, DEPTH);
    let body = maker.text;
    let mut declared = vec!["char *a"];
    let mut inputs = format!("    static char a[{a}];\n    symir_string(a, sizeof a, \"a\");\n");
    let mut given = vec!["a"];
    if let Some(size) = b {
        declared.push("char *b");
        inputs += &format!("    static char b[{size}];\n    symir_string(b, sizeof b, \"b\");\n");
        given.push("b");
    }
    if let Some(size) = d {
        declared.push("unsigned char *d");
        inputs += &format!("    static unsigned char d[{size}];\n    symir_bytes(d, sizeof d, \"d\");\n");
        given.push("d");
    }
    if has_n {
        declared.push("int n");
        inputs += "    int n = symir_int(\"n\");\n";
        given.push("n");
    }
    let (declared, given) = (declared.join(", "), given.join(", "));
    format!(
        "{HEAD}\nstatic int test({declared}) {{\n    int i = 0, v = 0, r = 0;\n{body}    return r + v + i;\n}}\n\n\
         int main(void) {{\n{inputs}    SYMIR_TEST(test, {given});\n#ifndef __SYMIR__\n    \
         symir_libc_printf(\"trace %s\\n\", trace);\n#endif\n    return 0;\n}}\n"
    )
}

struct Maker {
    rng: Rng,
    /// Names and sizes of buffers with a terminator at their end.
    strings: Vec<(&'static str, u64)>,
    /// The size of the buffer `d`.
    bytes: Option<u64>,
    has_n: bool,
    n_conditions: u32,
    n_loops: u32,
    /// Inside of a loop, the character at the current index.
    inner: Option<String>,
    text: String,
}

impl Maker {
    fn below(&mut self, bound: u64) -> u64 {
        self.rng.below(bound)
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.rng.below(items.len() as u64) as usize]
    }

    fn line(&mut self, indent: usize, text: &str) {
        writeln!(self.text, "{}{text}", "    ".repeat(indent)).expect("text takes text");
    }

    /// One to three statements.
    fn block(&mut self, indent: usize, depth: u32) {
        for _ in 0..=self.below(if indent == 1 { 3 } else { 2 }) {
            self.statement(indent, depth);
        }
    }

    fn statement(&mut self, indent: usize, depth: u32) {
        let is_in_loop = self.inner.is_some();
        match self.below(10) {
            _ if depth == 0 => self.change(indent),
            0..=3 => self.branch(indent, depth),
            4 | 5 if !is_in_loop && self.n_loops < 2 => self.over_string(indent, depth),
            6 if !is_in_loop && self.strings.len() > 1 => self.compare_strings(indent),
            7 if !is_in_loop => self.digits(indent),
            8 => self.switch(indent, depth),
            _ => self.change(indent),
        }
    }

    fn change(&mut self, indent: usize) {
        let c = self.character();
        let text = match self.below(4) {
            0 if indent > 1 => format!("return {c} + {};", indent),
            1 => format!("r += table[{c} & 15];"),
            2 => format!("r = 3 * (r & 255) + {c};"),
            _ => format!("r += {};", self.n_conditions),
        };
        self.line(indent, &text);
    }

    fn branch(&mut self, indent: usize, depth: u32) {
        let condition = self.condition();
        self.line(indent, &format!("if ({condition}) {{"));
        self.block(indent + 1, depth - 1);
        if self.below(2) == 0 {
            self.line(indent, "} else {");
            self.block(indent + 1, depth - 1);
        }
        self.line(indent, "}");
    }

    /// A loop up to the terminator, with a branch in its body.
    fn over_string(&mut self, indent: usize, depth: u32) {
        self.n_loops += 1;
        let strings = self.strings.clone();
        let (name, _) = self.pick(&strings);
        let goes_on = self.recorded(&format!("{name}[i] != 0"));
        self.line(indent, &format!("for (i = 0; {goes_on}; i++) {{"));
        self.inner = Some(format!("{name}[i]"));
        let condition = self.condition();
        self.line(indent + 1, &format!("if ({condition})"));
        match self.below(4) {
            0 => self.line(indent + 2, "break;"),
            1 => self.line(indent + 2, "return i;"),
            2 => self.line(indent + 2, "r++;"),
            _ => self.line(indent + 2, "continue;"),
        }
        if self.below(3) == 0 {
            self.statement(indent + 1, depth.min(2) - 1);
        }
        self.inner = None;
        self.line(indent, "}");
    }

    fn compare_strings(&mut self, indent: usize) {
        let (same, ends) = (self.recorded("a[i] == b[i]"), self.recorded("a[i] == 0"));
        let shorter = self.strings.iter().map(|(_, size)| size - 1).min().expect("there are two");
        self.line(indent, &format!("for (i = 0; i < {shorter} && {same}; i++) {{"));
        self.line(indent + 1, &format!("if ({ends})"));
        self.line(indent + 2, "break;");
        self.line(indent, "}");
        let order = self.recorded("a[i] < b[i]");
        // Not `?:`, which is no branch.
        self.line(indent, &format!("if ({order})"));
        self.line(indent + 1, "r++;");
    }

    /// Reads a number of up to three digits and branches on it.
    fn digits(&mut self, indent: usize) {
        let strings = self.strings.clone();
        let (name, size) = self.pick(&strings);
        let (low, high) =
            (self.recorded(&format!("{name}[i] >= '0'")), self.recorded(&format!("{name}[i] <= '9'")));
        let most = (size - 1).min(3);
        self.line(indent, &format!("for (i = 0, v = 0; i < {most} && {low} && {high}; i++)"));
        self.line(indent + 1, &format!("v = 10 * v + ({name}[i] - '0');"));
        let bound = self.pick(&[0, 5, 9, 10, 42, 100, 255]);
        let operator = self.pick(&["<", ">=", "==", ">"]);
        let condition = self.recorded(&format!("v {operator} {bound}"));
        self.line(indent, &format!("if ({condition})"));
        self.line(indent + 1, "r += 100;");
    }

    fn switch(&mut self, indent: usize, depth: u32) {
        let c = self.character();
        self.line(indent, &format!("switch ({c}) {{"));
        let mut labels: Vec<&str> = vec!["'a'", "'e'", "'x'", "'0'", "'-'", "' '", "0", "'\\n'", "'='"];
        for _ in 0..=self.below(3) {
            let index = self.below(labels.len() as u64) as usize;
            let label = labels.swap_remove(index);
            let taken = self.recorded("1");
            self.line(indent, &format!("case {label}:"));
            self.line(indent + 1, &format!("r += {taken};"));
            if self.below(4) > 0 {
                self.statement(indent + 1, depth - 1);
                self.line(indent + 1, "break;");
            }
        }
        let taken = self.recorded("1");
        self.line(indent, "default:");
        self.line(indent + 1, &format!("r -= {taken};"));
        self.line(indent, "}");
    }

    /// A byte of an input, as a term of C.
    fn character(&mut self) -> String {
        if let Some(inner) = self.inner.clone()
            && self.below(4) > 0
        {
            return inner;
        }
        if let Some(size) = self.bytes
            && self.below(3) == 0
        {
            return format!("d[{}]", self.below(size));
        }
        let strings = self.strings.clone();
        let (name, size) = self.pick(&strings);
        format!("{name}[{}]", self.below(size - 1))
    }

    /// One condition, or two joined.
    fn condition(&mut self) -> String {
        let first = self.atom();
        let first = self.recorded(&first);
        if self.below(3) > 0 {
            return first;
        }
        let second = self.atom();
        let second = self.recorded(&second);
        let joint = self.pick(&["&&", "||"]);
        format!("{first} {joint} {second}")
    }

    fn atom(&mut self) -> String {
        let c = self.character();
        let letter =
            self.pick(&["'a'", "'e'", "'m'", "'t'", "'z'", "'A'", "'0'", "'9'", "' '", "'/'", "127"]);
        let operator = self.pick(&["==", "!=", "<", ">=", ">"]);
        let small = self.below(12);
        match self.below(14) {
            0..=3 => format!("{c} {operator} {letter}"),
            4 => format!("({c} | 32) == {letter}"),
            5 => format!("table[{c} & 15] {operator} {small}"),
            6 => format!("{c} {operator} {}", self.character()),
            7 => format!("{c} + {small} == {}", self.character()),
            8 => format!("(unsigned char)({c} - '0') < {}", small + 1),
            9 => {
                let strings = self.strings.clone();
                let (name, size) = self.pick(&strings);
                format!("(int)strlen({name}) {operator} {}", self.below(size))
            }
            10 => self.call(),
            11 | 12 if self.has_n => match self.below(4) {
                0 => format!("n {operator} {small}"),
                1 => format!("n % 7 == {}", small % 7),
                2 => format!("(n & 255) {operator} {c}"),
                _ => "n == (int)strlen(a)".to_owned(),
            },
            11.. if self.bytes.is_some_and(|size| size > 1) => match self.below(3) {
                0 => format!("(d[0] | d[1] << 8) {operator} {}", 100 * small),
                1 => format!("((d[0] + d[1]) & 255) == {small}"),
                _ => format!("(d[0] ^ d[1]) {operator} {letter}"),
            },
            _ => format!("{c} {operator} {letter}"),
        }
    }

    fn call(&mut self) -> String {
        let literal = self.pick(&["a", "on", "x=", "the", "-"]);
        match self.below(4) {
            0 => format!("strcmp(a, \"{literal}\") == 0"),
            1 => format!("strncmp(a, \"{literal}\", {}) == 0", literal.len()),
            2 if self.strings.len() > 1 => "strcmp(a, b) < 0".to_owned(),
            _ => format!("strchr(a, '{}') != 0", &literal[..1]),
        }
    }

    fn recorded(&mut self, condition: &str) -> String {
        self.n_conditions += 1;
        format!("B({}, {condition})", self.n_conditions)
    }
}
