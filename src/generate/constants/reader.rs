//! Finds in the text of functions what is compared with names of values, or assigned, passed or returned as
//! one.

use super::tokens::{Values, tokens};
use super::{Key, Uses, types_by_name};
use crate::ir::{CType, Program, Signature, TypeId};
use std::collections::BTreeMap;

/// Reads one text.
pub struct Reader<'a> {
    program: &'a Program,
    values: &'a Values<'a>,
    types: BTreeMap<&'a str, TypeId>,
    /// The functions that the source declares.
    functions: BTreeMap<&'a str, &'a Signature>,
    globals: BTreeMap<&'a str, Option<TypeId>>,
    tokens: Vec<&'a str>,
}

/// The function that is read.
struct Body<'a> {
    name: &'a str,
    signature: Option<&'a Signature>,
    /// Its variables that are structures or point to structures.
    locals: BTreeMap<&'a str, TypeId>,
}

/// An expression such as `a->b[2].c`: its first part, its members, and where in the tokens it ends or begins.
struct Chain<'a> {
    base: Base<'a>,
    members: Vec<&'a str>,
    border: usize,
}

enum Base<'a> {
    Name(&'a str),
    Call(&'a str),
    Cast(TypeId),
    Unknown,
}

const KEYWORDS: [&str; 12] =
    ["if", "while", "switch", "for", "return", "sizeof", "case", "else", "do", "goto", "defined", "_Alignof"];

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !KEYWORDS.contains(&token)
}

impl<'a> Reader<'a> {
    pub fn new(program: &'a Program, values: &'a Values<'a>, text: &'a str) -> Self {
        let functions = program.functions.iter();
        let functions = functions.filter_map(|it| Some((it.name.as_str(), it.signature.as_ref()?)));
        let globals = program.globals.iter().map(|global| (global.name.as_str(), global.ty));
        Self {
            program,
            values,
            types: types_by_name(program),
            functions: functions.collect(),
            globals: globals.collect(),
            tokens: tokens(text),
        }
    }

    /// Reads all functions.
    pub fn read(&self, uses: &mut Uses) {
        let mut at = 0;
        while at < self.tokens.len() {
            if self.tokens[at] != "{" {
                at += 1;
                continue;
            }
            let end = self.closing(at);
            let name = (at > 0 && self.tokens[at - 1] == ")").then(|| self.opening(at - 1));
            let name = name.and_then(|open| open.checked_sub(1)).map(|before| self.tokens[before]);
            match name.filter(|name| is_name(name)) {
                Some(name) => self.function(name, at + 1, end, uses),
                // A linkage specification in a header for C++ has functions in it. Other blocks are skipped.
                None if at > 1 && self.tokens[at - 2] == "extern" => {
                    at += 1;
                    continue;
                }
                None => {}
            }
            at = end + 1;
        }
    }

    fn closing(&self, open: usize) -> usize {
        let mut depth = 0;
        for at in open..self.tokens.len() {
            match self.tokens[at] {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        self.tokens.len()
    }

    fn opening(&self, close: usize) -> usize {
        let mut depth = 0;
        for at in (0..=close).rev() {
            match self.tokens[at] {
                "}" | ")" | "]" => depth += 1,
                "{" | "(" | "[" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        0
    }

    fn function(&self, name: &'a str, start: usize, end: usize, uses: &mut Uses) {
        let signature = self.functions.get(name).copied();
        let mut body = Body { name, signature, locals: BTreeMap::new() };
        for at in start..end {
            if matches!(self.tokens[at - 1], ";" | "{" | "}" | "(") {
                body.locals.extend(self.declared(at));
            }
        }
        // The switches around the place: what they choose by, and where they end.
        let mut switches: Vec<(Option<Key>, usize)> = Vec::new();
        for at in start..end {
            while switches.last().is_some_and(|(_, end)| *end < at) {
                switches.pop();
            }
            match self.tokens[at] {
                "switch" if self.tokens.get(at + 1) == Some(&"(") => {
                    let close = self.closing(at + 1);
                    let chain = self.forward(at + 2).filter(|chain| chain.border == close);
                    let key = chain.and_then(|chain| self.key(&body, &chain));
                    let is_block = self.tokens.get(close + 1) == Some(&"{");
                    switches.push((key, if is_block { self.closing(close + 1) } else { close }));
                }
                "return" => {
                    let chain =
                        self.forward(at + 1).filter(|chain| self.tokens.get(chain.border) == Some(&";"));
                    if let Some(key) = chain.and_then(|chain| self.key(&body, &chain)) {
                        uses.unite(&Key::Result(name.to_owned()), &key);
                    }
                }
                "=" | "==" | "!=" => self.pair(&body, at, uses),
                "++" | "--" => {
                    let near = self.backward(at).or_else(|| self.forward(at + 1));
                    self.count(&body, near, uses);
                }
                "+=" | "-=" | "*=" | "/=" | "%=" | "+" | "*" | "/" | "%" | "<<" | ">>" => {
                    self.count(&body, self.backward(at), uses)
                }
                "-" if self.is_operand_before(at) => self.count(&body, self.backward(at), uses),
                "[" => {
                    let close = self.closing(at);
                    let chain = self.forward(at + 1).filter(|chain| chain.border == close);
                    self.count(&body, chain, uses);
                }
                "(" if is_name(self.tokens[at - 1]) => self.call(&body, at, uses),
                token if self.values.of(token).is_some() => {
                    let switch = switches.last().and_then(|(key, _)| key.clone());
                    self.named(&body, at, switch, uses);
                }
                _ => {}
            }
        }
    }

    /// The variable that is declared here, if its type is a structure or a pointer to one.
    fn declared(&self, mut at: usize) -> Option<(&'a str, TypeId)> {
        while matches!(*self.tokens.get(at)?, "const" | "static" | "volatile" | "register") {
            at += 1;
        }
        let word = *self.tokens.get(at)?;
        let ty = if matches!(word, "struct" | "union") {
            at += 1;
            self.tagged(word, self.tokens.get(at)?)
        } else {
            self.types.get(word).copied()
        };
        at += 1;
        while matches!(*self.tokens.get(at)?, "*" | "const" | "restrict" | "volatile") {
            at += 1;
        }
        let name = *self.tokens.get(at)?;
        let is_declared = is_name(name) && matches!(*self.tokens.get(at + 1)?, "=" | ";" | "," | "[");
        ty.filter(|_| is_declared).map(|ty| (name, ty))
    }

    fn tagged(&self, kind: &str, tag: &str) -> Option<TypeId> {
        self.types.get(format!("{kind} {tag}").as_str()).copied()
    }

    fn is_operand_before(&self, at: usize) -> bool {
        let before = self.tokens[at - 1];
        before == ")" || before == "]" || is_name(before) || before.starts_with(|c: char| c.is_ascii_digit())
    }

    /// The expression that ends before a place.
    fn backward(&self, end: usize) -> Option<Chain<'a>> {
        let mut members = Vec::new();
        let mut at = end;
        loop {
            let mut last = at.checked_sub(1)?;
            while self.tokens[last] == "]" {
                last = self.opening(last).checked_sub(1)?;
            }
            let token = self.tokens[last];
            if token == ")" {
                let open = self.opening(last);
                let before = open.checked_sub(1).map(|before| self.tokens[before]);
                let base = match before.filter(|before| is_name(before)) {
                    Some(called) => Base::Call(called),
                    None => return self.inside(open, members),
                };
                members.reverse();
                return Some(Chain { base, members, border: open });
            }
            if !is_name(token) {
                return None;
            }
            let before = last.checked_sub(1).map_or("", |before| self.tokens[before]);
            if !matches!(before, "->" | ".") {
                members.reverse();
                return Some(Chain { base: Base::Name(token), members, border: last });
            }
            members.push(token);
            at = last - 1;
            // A designator: `.kind = LEAF`.
            if at.checked_sub(1).is_none_or(|before| matches!(self.tokens[before], "{" | ",")) {
                members.reverse();
                return Some(Chain { base: Base::Unknown, members, border: at });
            }
        }
    }

    /// The expression in parentheses: `(a->flags & MASK)`, `((struct node *)p)`.
    fn inside(&self, open: usize, mut members: Vec<&'a str>) -> Option<Chain<'a>> {
        members.reverse();
        let mut inner = open + 1;
        while matches!(*self.tokens.get(inner)?, "(" | "*" | "!") {
            inner += 1;
        }
        let cast = match *self.tokens.get(inner)? {
            word @ ("struct" | "union") => self.tagged(word, self.tokens.get(inner + 1)?),
            word if self.tokens.get(inner + 1) == Some(&"*") && self.tokens.get(inner + 2) == Some(&")") => {
                self.types.get(word).copied()
            }
            _ => None,
        };
        if let Some(ty) = cast {
            return Some(Chain { base: Base::Cast(ty), members, border: open });
        }
        let mut chain = self.forward(inner)?;
        chain.members.extend(members);
        Some(Chain { border: open, ..chain })
    }

    /// The expression that begins at a place.
    fn forward(&self, mut at: usize) -> Option<Chain<'a>> {
        while matches!(*self.tokens.get(at)?, "*" | "(") {
            at += 1;
        }
        let base = *self.tokens.get(at)?;
        if !is_name(base) {
            return None;
        }
        at += 1;
        if self.tokens.get(at) == Some(&"(") {
            return Some(Chain { base: Base::Call(base), members: Vec::new(), border: self.closing(at) + 1 });
        }
        let mut members = Vec::new();
        loop {
            match *self.tokens.get(at).unwrap_or(&"") {
                "[" => at = self.closing(at) + 1,
                "->" | "." => {
                    members.push(*self.tokens.get(at + 1).filter(|name| is_name(name))?);
                    at += 2;
                }
                _ => return Some(Chain { base: Base::Name(base), members, border: at }),
            }
        }
    }

    /// The variable, parameter, member or result that an expression stands for.
    fn key(&self, body: &Body<'_>, chain: &Chain<'_>) -> Option<Key> {
        let (ty, own) = match chain.base {
            Base::Cast(ty) => (Some(ty), None),
            Base::Unknown => (None, None),
            Base::Call(name) => {
                let result = self.functions.get(name)?.result;
                (Some(result), Some(Key::Result(name.to_owned())))
            }
            Base::Name(name) if self.values.of(name).is_some() || self.functions.contains_key(name) => {
                return None;
            }
            Base::Name(name) => {
                let parameters = body.signature.map_or(&[][..], |signature| &signature.param_names);
                let place = parameters.iter().position(|own| own.as_deref() == Some(name));
                if let (Some(at), Some(signature)) = (place, body.signature) {
                    (signature.params.get(at).copied(), Some(Key::Parameter(body.name.to_owned(), at)))
                } else if let Some(ty) = body.locals.get(name) {
                    (Some(*ty), Some(Key::Local(body.name.to_owned(), name.to_owned())))
                } else if let Some(ty) = self.globals.get(name) {
                    (*ty, Some(Key::Global(name.to_owned())))
                } else {
                    (None, Some(Key::Local(body.name.to_owned(), name.to_owned())))
                }
            }
        };
        let Some((last, before)) = chain.members.split_last() else { return own };
        let owner =
            ty.and_then(|ty| before.iter().try_fold(ty, |ty, member| Some(self.member(ty, member)?.1)));
        match owner {
            Some(owner) => self.member(owner, last).map(|(class, _)| Key::Member(class, (*last).to_owned())),
            None => self.only(last),
        }
    }

    /// The structure that has a member of this name, directly or in a member without a name, and the member's
    /// type.
    fn member(&self, ty: TypeId, name: &str) -> Option<(String, TypeId)> {
        match self.program.ctype(ty) {
            CType::Pointer(target) => self.member(*target, name),
            CType::Array { element, .. } => self.member(*element, name),
            CType::Struct { members, .. } | CType::Union { members, .. } => {
                if let Some(member) = members.iter().find(|member| member.name == name) {
                    let entity = *self.program.spelling.types.get(&ty)?;
                    return Some((self.program.spelling.entities[entity as usize].name.clone(), member.ty));
                }
                members.iter().filter(|it| it.name.is_empty()).find_map(|member| self.member(member.ty, name))
            }
            _ => None,
        }
    }

    /// The member of this name, if only one structure has one.
    fn only(&self, name: &str) -> Option<Key> {
        let owners = self.program.spelling.types.iter().filter(|(ty, _)| match self.program.ctype(**ty) {
            CType::Struct { members, .. } | CType::Union { members, .. } => {
                members.iter().any(|member| member.name == name)
            }
            _ => false,
        });
        let mut names = owners.map(|(_, entity)| &self.program.spelling.entities[*entity as usize].name);
        let only = names.next()?;
        names.all(|other| other == only).then(|| Key::Member(only.clone(), name.to_owned()))
    }

    fn count(&self, body: &Body<'_>, chain: Option<Chain<'_>>, uses: &mut Uses) {
        if let Some(key) = chain.and_then(|chain| self.key(body, &chain)) {
            uses.of(&key).is_count = true;
        }
    }

    /// `a = b`, `a == b`, `a != b`.
    fn pair(&self, body: &Body<'_>, at: usize, uses: &mut Uses) {
        let Some(left) = self.backward(at).and_then(|chain| self.key(body, &chain)) else { return };
        let ends = |border: usize| {
            match *self.tokens.get(border).unwrap_or(&"") {
                ";" | ")" | "&&" | "||" | "," | "}" => true,
                // `a == b ? …`, and not `a = b ? …`
                "?" => self.tokens[at] != "=",
                _ => false,
            }
        };
        let next = *self.tokens.get(at + 1).unwrap_or(&"");
        if next.starts_with(|c: char| c.is_ascii_digit()) && ends(at + 2) && !matches!(next, "0" | "1") {
            uses.of(&left).numbers.insert(next.to_owned());
        }
        let right = self.forward(at + 1).filter(|chain| ends(chain.border));
        if let Some(right) = right.and_then(|chain| self.key(body, &chain)) {
            uses.unite(&left, &right);
        }
    }

    /// Notes that arguments of a call have the same values as the parameters.
    fn call(&self, body: &Body<'_>, open: usize, uses: &mut Uses) {
        let name = self.tokens[open - 1];
        if !self.functions.contains_key(name) {
            return;
        }
        let close = self.closing(open);
        let (mut place, mut at) = (0, open + 1);
        while at < close {
            let mut end = at;
            while end < close && self.tokens[end] != "," {
                end =
                    if matches!(self.tokens[end], "(" | "[" | "{") { self.closing(end) + 1 } else { end + 1 };
            }
            let whole = self.forward(at).filter(|chain| chain.border == end && self.tokens[at] != "*");
            if let Some(key) = whole.and_then(|chain| self.key(body, &chain)) {
                uses.unite(&Key::Parameter(name.to_owned(), place), &key);
            }
            (place, at) = (place + 1, end + 1);
        }
    }

    /// Notes a name of a value for what it is compared with, or assigned, passed or returned as.
    fn named(&self, body: &Body<'_>, at: usize, switch: Option<Key>, uses: &mut Uses) {
        let name = self.tokens[at];
        let before = |at: usize| at.checked_sub(1).map_or("", |before| self.tokens[before]);
        let mut start = at;
        let mut is_negated = false;
        loop {
            let operator = before(start);
            let further = start.checked_sub(1).map_or("", before);
            let is_open = matches!(
                further,
                "" | "&"
                    | "|"
                    | "~"
                    | "="
                    | "=="
                    | "!="
                    | "&="
                    | "|="
                    | "return"
                    | "?"
                    | ":"
                    | "("
                    | ","
                    | "case"
            );
            let is_value = self.values.of(further).is_some();
            match operator {
                "~" => start -= 1,
                "|" if is_value => start -= 2,
                "-" if is_open => {
                    is_negated = true;
                    start -= 1;
                }
                "(" if is_open && !matches!(further, "(" | ",") => start -= 1,
                _ => break,
            }
        }
        let operator = before(start);
        let mut is_compared = matches!(operator, "==" | "!=" | "case");
        let mut key = match operator {
            "==" | "!=" | "=" | "|=" | "&=" | "^=" | "&" | "|" => {
                self.backward(start - 1).and_then(|chain| self.key(body, &chain))
            }
            "return" => Some(Key::Result(body.name.to_owned())),
            "case" => switch,
            "?" | ":" => self.chosen(body, start),
            "(" | "," => self.passed(start, at + 1),
            _ => None,
        };
        if key.is_none() && matches!(*self.tokens.get(at + 1).unwrap_or(&""), "==" | "!=" | "&") {
            key = self.forward(at + 2).and_then(|chain| self.key(body, &chain));
            is_compared = true;
        }
        if let Some(key) = key {
            let own = uses.of(&key);
            own.names.insert((name.to_owned(), is_negated));
            own.is_compared |= is_compared;
        }
    }

    /// What is set to one of two values: `return a ? ONE : TWO;`, `x = a ? ONE : TWO;`.
    fn chosen(&self, body: &Body<'_>, start: usize) -> Option<Key> {
        let first = (0..start).rev().find(|at| matches!(self.tokens[*at], ";" | "{" | "}"))? + 1;
        // A condition may stand before it: `if (c) return a ? ONE : TWO;`.
        let sets = (first..start).rev().find(|at| matches!(self.tokens[*at], "return" | "="))?;
        if self.tokens[sets] == "return" {
            return Some(Key::Result(body.name.to_owned()));
        }
        self.backward(sets).and_then(|chain| self.key(body, &chain))
    }

    /// The parameter that a value is passed for, if the value is the whole argument.
    fn passed(&self, start: usize, end: usize) -> Option<Key> {
        if !matches!(*self.tokens.get(end)?, "," | ")") {
            return None;
        }
        let (mut at, mut place) = (start.checked_sub(1)?, 0);
        loop {
            match self.tokens[at] {
                "," => place += 1,
                ")" | "]" | "}" => at = self.opening(at),
                "(" => break,
                ";" | "{" => return None,
                _ => {}
            }
            at = at.checked_sub(1)?;
        }
        let name = self.tokens[at.checked_sub(1)?];
        self.functions.contains_key(name).then(|| Key::Parameter(name.to_owned(), place))
    }
}
