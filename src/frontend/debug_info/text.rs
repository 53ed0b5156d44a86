//! The metadata in the text of a module.
//!
//! Lines like `!7 = distinct !DISubprogram(name: "f", file: !3, line: 12)` become [`Node`]s with named
//! fields; `!8 = !{!6, null}` is a tuple. Of the code only the metadata numbers that functions, globals and
//! stack variables refer to are kept. This file does not know what the fields mean.

use super::NodeId;
use rustc_hash::FxHashMap;

/// How the registers begin that hold what `SYMIR_TEST` declares, see `decode/memory.rs`.
const CALLEE: &str = "%symir_callee";

/// What the text of a module says beside the code.
pub struct Metadata {
    /// The right sides, by number.
    nodes: FxHashMap<NodeId, String>,
    /// Every function in order.
    pub functions: Vec<FunctionText>,
    /// Every global variable in order (aliases follow them), with the metadata it refers to.
    pub globals: Vec<Option<NodeId>>,
}

/// What a function refers to.
#[derive(Default)]
pub struct FunctionText {
    pub subprogram: Option<NodeId>,
    /// For every stack variable in order the source variable that lives in it.
    pub variables: Vec<Option<NodeId>>,
    /// For every instruction in order its location.
    pub locations: Vec<Option<NodeId>>,
}

/// A node with named fields.
pub struct Node {
    kind: String,
    fields: Vec<(String, String)>,
}

impl Metadata {
    /// Reads a module's text.
    pub fn read(text: &str) -> Self {
        let mut metadata = Self { nodes: FxHashMap::default(), functions: Vec::new(), globals: Vec::new() };
        let mut stack: FxHashMap<&str, usize> = FxHashMap::default();
        for line in text.lines() {
            if let Some(local) = line.strip_prefix("  ") {
                metadata.read_location(local);
                metadata.read_code(local.trim_start(), &mut stack);
            } else if line.starts_with('@') {
                metadata.globals.push(debug_attachment(line));
            } else if line.starts_with("define ") || line.starts_with("declare ") {
                stack.clear();
                let subprogram = debug_attachment(line);
                metadata.functions.push(FunctionText { subprogram, ..FunctionText::default() });
            } else if let Some(node) = line.strip_prefix('!') {
                metadata.read_node(node);
            }
        }
        metadata
    }

    /// Notes stack variables and what they are called; both forms of the declaration are known.
    fn read_code<'t>(&mut self, line: &'t str, stack: &mut FxHashMap<&'t str, usize>) {
        let Some(function) = self.functions.last_mut() else { return };
        if line.starts_with('%') {
            if let Some((register, rest)) = line.split_once(" = ")
                && rest.starts_with("alloca ")
            {
                stack.insert(register, function.variables.len());
                function.variables.push(None);
            }
            return;
        }
        let declared = line
            .strip_prefix("#dbg_declare(ptr ")
            .or_else(|| Some(line.split_once("@llvm.dbg.declare(metadata ptr ")?.1));
        if let Some((register, rest)) = declared.and_then(|rest| rest.split_once(", "))
            && let Some(index) = stack.get(register)
        {
            function.variables[*index] = leading_reference(rest.trim_start_matches("metadata "));
        }
        // Optimisation has another form: `#dbg_assign(i1 undef, !34, …, ptr %symir_callee, …)`.
        if let Some(assigned) = line.strip_prefix("#dbg_assign(")
            && let Some(at) = assigned.find(", !")
            && let Some((_, rest)) = assigned.split_once(", ptr ")
            && rest.starts_with(CALLEE)
            && let Some(index) = rest.split(',').next().and_then(|register| stack.get(register))
        {
            function.variables[*index] = leading_reference(&assigned[at + 2..]);
        }
    }

    /// Notes where the next instruction of the function is. Instructions are indented by two; what continues one is
    /// indented further, or closes the cases of a switch.
    fn read_location(&mut self, line: &str) {
        let Some(function) = self.functions.last_mut() else { return };
        let continues = line.starts_with(']') || line.starts_with(' ');
        if continues && line.trim_start().starts_with('#') {
            return;
        }
        if !continues {
            function.locations.push(None);
        }
        if let (Some(location), Some(last)) = (debug_attachment(line), function.locations.last_mut()) {
            *last = Some(location);
        }
    }

    fn read_node(&mut self, line: &str) {
        let Some((number, right)) = line.split_once(" = ") else { return };
        if let Ok(number) = number.parse() {
            let right = right.strip_prefix("distinct ").unwrap_or(right);
            self.nodes.insert(number, right.to_owned());
        }
    }

    /// A node with fields.
    pub fn node(&self, id: NodeId) -> Option<Node> {
        Node::parse(self.nodes.get(&id)?)
    }

    /// The references in a tuple; `None` for null.
    pub fn tuple(&self, id: NodeId) -> Vec<Option<NodeId>> {
        let Some(inner) = self.nodes.get(&id).and_then(|text| text.strip_prefix("!{")) else {
            return Vec::new();
        };
        let inner = inner.trim_end_matches('}');
        if inner.is_empty() { Vec::new() } else { inner.split(", ").map(leading_reference).collect() }
    }

    /// All nodes of a kind, in order of their numbers.
    pub fn nodes_of_kind(&self, kind: &str) -> Vec<Node> {
        let mut found: Vec<_> = self
            .nodes
            .iter()
            .filter(|(_, text)| text.strip_prefix('!').is_some_and(|text| text.starts_with(kind)))
            .collect();
        found.sort_by_key(|(id, _)| **id);
        found.into_iter().filter_map(|(_, text)| Node::parse(text)).collect()
    }
}

impl Node {
    /// Reads `!Kind(name: value, …)`.
    fn parse(text: &str) -> Option<Node> {
        let (kind, rest) = text.strip_prefix('!')?.split_once('(')?;
        let inner = rest.strip_suffix(')')?;
        let fields = split_top_level(inner).into_iter().filter_map(|field| {
            let (name, value) = field.split_once(": ")?;
            Some((name.trim().to_owned(), value.to_owned()))
        });
        Some(Node { kind: kind.to_owned(), fields: fields.collect() })
    }

    /// `DIBasicType` and the like.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// A field as it is written.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    /// A field that refers to another node.
    pub fn reference(&self, name: &str) -> Option<NodeId> {
        leading_reference(self.field(name)?)
    }

    /// A field that is a number.
    pub fn number(&self, name: &str) -> Option<i128> {
        self.field(name)?.parse().ok()
    }

    /// A field that is a string.
    pub fn text(&self, name: &str) -> Option<String> {
        Some(unescape(self.field(name)?.strip_prefix('"')?.strip_suffix('"')?))
    }

    /// Whether one of the flags in a field like `DIFlagA | DIFlagB` is this one.
    pub fn has_flag(&self, flag: &str) -> bool {
        self.field("flags").is_some_and(|flags| flags.split(" | ").any(|one| one == flag))
    }
}

/// The number in `… !dbg !7 …`.
fn debug_attachment(line: &str) -> Option<NodeId> {
    let at = line.rfind("!dbg !")?;
    leading_reference(&line[at + "!dbg ".len()..])
}

/// The number in `!7…`.
fn leading_reference(text: &str) -> Option<NodeId> {
    let digits = text.strip_prefix('!')?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// Splits at commas that are in no string and no parentheses.
fn split_top_level(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut start) = (0u32, false, 0);
    let mut parts = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'(' | b'{' if !quoted => depth += 1,
            b')' | b'}' if !quoted => depth = depth.saturating_sub(1),
            b',' if !quoted && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Undoes LLVM's `\22` for bytes that it does not print.
fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|pair| std::str::from_utf8(pair).ok());
        match hex.map(|hex| u8::from_str_radix(hex, 16)) {
            Some(Ok(byte)) if bytes[at] == b'\\' => {
                out.push(byte);
                at += 3;
            }
            _ => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"@g = global i32 0, align 4, !dbg !0
@h = global i32 0, align 4

define i32 @f(ptr %0) #0 !dbg !4 {
  %2 = alloca ptr, align 8
  %"odd name" = alloca i32, align 4
    #dbg_declare(ptr %"odd name", !5, !DIExpression(), !9)
  switch i32 %1, label %3 [
    i32 1, label %3
  ], !dbg !8
  ret i32 0, !dbg !9, !annotation !7
}

declare !dbg !6 void @g()

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_plus_uconst, 4))
!4 = distinct !DISubprogram(name: "f", file: !3, line: 7)
!5 = !DILocalVariable(name: "a\22b", scope: !4, flags: DIFlagArtificial | DIFlagX)
!7 = !{!5, null}
"#;

    #[test]
    fn reads_what_the_code_refers_to() {
        let metadata = Metadata::read(TEXT);
        assert_eq!(metadata.globals, [Some(0), None]);
        assert_eq!(metadata.functions[0].subprogram, Some(4));
        assert_eq!(metadata.functions[0].variables, [None, Some(5)]);
        assert_eq!(metadata.functions[0].locations, [None, None, Some(8), Some(9)]);
        assert_eq!(metadata.functions[1].subprogram, Some(6));
    }

    #[test]
    fn reads_fields_by_name() {
        let metadata = Metadata::read(TEXT);
        let node = metadata.node(5).expect("a node");
        assert_eq!(node.text("name").as_deref(), Some("a\"b"));
        assert_eq!(node.reference("scope"), Some(4));
        assert!(node.has_flag("DIFlagX") && !node.has_flag("DIFlag"));
        assert_eq!(metadata.node(0).expect("a node").reference("var"), Some(1));
        assert_eq!(metadata.tuple(7), [Some(5), None]);
    }
}
