//! The part of a driver that makes an object by calls: inputs decide which calls are made, and with which
//! arguments.

use super::api::{Class, Kind, Member, Way};
use crate::generate::config::Bounds;
use crate::generate::harness::{Assumption, Harness};
use crate::generate::roles::{Parameter, Role, pointee};
use std::collections::BTreeMap;

/// How many levels of objects within objects are made by calls.
const DEPTH: usize = 3;
/// The most letters and elements in the arguments of calls before the one under test.
const LETTERS: u64 = 1;
const ELEMENTS: u64 = 2;

impl Class {
    /// The declaration of a variable for an object.
    pub fn variable(&self, name: &str) -> String {
        match &self.kind {
            Kind::Pointer => format!("{} *{name} = NULL;", self.name),
            Kind::Hidden => format!("{} {name} = NULL;", self.name),
            Kind::Handle { ty, .. } => format!("{ty} {name} = 0;"),
            Kind::State => String::new(),
        }
    }

    /// The word for its objects: `queue` for `struct queue` and `queue_t`.
    pub(super) fn word(&self) -> String {
        let mut words = self.name.split(' ');
        let word = match &self.kind {
            Kind::Handle { .. } => words.next(),
            _ => words.next_back(),
        };
        let word = word.unwrap_or(&self.name);
        let word = word.strip_suffix("_t").unwrap_or(word).trim_start_matches('_');
        word.to_lowercase()
    }
}

impl Member {
    /// A harness whose parameters are those of the function, none of them null.
    fn harness(&self, outer: &Harness) -> Harness {
        let mut parameters = self.parameters.clone();
        parameters.iter_mut().for_each(|parameter| parameter.is_tested = false);
        let assumptions = parameters.iter().map(|parameter| Assumption {
            each: None,
            condition: format!("{} != NULL", parameter.name),
            because: String::new(),
        });
        let assumptions = assumptions.collect();
        // Longer arguments cost much and seldom show more here; they matter for the call under test.
        let bounds = Bounds {
            string: Some(outer.bounds.string.map_or(LETTERS, |most| most.min(LETTERS))),
            array: Some(outer.bounds.array.map_or(ELEMENTS, |most| most.min(ELEMENTS))),
            ..outer.bounds
        };
        Harness { function: self.function.clone(), parameters, assumptions, bounds, ..outer.clone() }
    }
}

/// The lines of a driver that make an object for the variable `name`, which is a pointer and null so far: one
/// call that makes it, and up to `calls` that change it.
pub fn lines(harness: &Harness, class: &Class, name: &str, calls: u64) -> Vec<String> {
    object(harness, class, name, calls, DEPTH)
}

fn object(harness: &Harness, class: &Class, name: &str, calls: u64, depth: usize) -> Vec<String> {
    let makers: Vec<Vec<String>> =
        class.makers.iter().map(|it| call(harness, class, it, name, depth, Given::Asked)).collect();
    let mut lines = if makers.is_empty() { Vec::new() } else { choice("made_by", makers) };
    if class.kind.is_pointer() {
        lines.push(format!("symir_assume({name} != NULL);"));
    }
    if calls == 0 || class.modifiers.is_empty() {
        return lines;
    }
    lines.extend(
        further(harness, class, name)
            .into_iter()
            .map(|taken| format!("{} *{} = NULL;", taken.target, taken.name)),
    );
    let modifiers =
        class.modifiers.iter().map(|it| call(harness, class, it, name, depth, Given::Asked)).collect();
    let calls = calls.max(class.round);
    lines.push(format!("for (int calls = symir_range(0, {calls}, \"calls\"); calls > 0; calls--) {{"));
    lines.extend(indented(choice("call", modifiers)));
    lines.push("}".to_owned());
    lines
}

/// A variable for what the calls for an object return, or are given to keep.
struct Taken {
    name: String,
    /// The type that it points to, in C.
    target: String,
}

/// The variables for what the calls for the object `name` return, or are given to keep, and other calls for
/// it take: parameters of the function under test, and those of [`further`].
fn all_taken(harness: &Harness, class: &Class, name: &str) -> Vec<Taken> {
    let own = harness.taken_from(name).into_iter().map(|(name, target)| Taken { name, target });
    own.chain(further(harness, class, name)).collect()
}

/// Variables for what calls for the object `name` take, as far as the function under test does not take as
/// many such things itself.
fn further(harness: &Harness, class: &Class, name: &str) -> Vec<Taken> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for member in &class.modifiers {
        let mut own: BTreeMap<String, usize> = BTreeMap::new();
        let taken = member.parameters.iter().filter(|it| matches!(it.role, Role::Taken { .. }));
        for target in taken.filter_map(|parameter| pointee(&parameter.declared)) {
            *own.entry(target).or_default() += 1;
        }
        for (target, number) in own {
            let known = numbers.entry(target).or_default();
            *known = number.max(*known);
        }
    }
    let of_harness = harness.taken_from(name);
    let mut found = Vec::new();
    for (target, number) in numbers {
        let n_known = of_harness.iter().filter(|(_, known)| *known == target).count();
        let word = target.rsplit(' ').next().unwrap_or(&target).trim_end_matches("_t").to_lowercase();
        let word = if target == "void" { "part" } else { &word };
        for at in n_known..number {
            let nth = if number == 1 { String::new() } else { (at + 1).to_string() };
            found.push(Taken { name: format!("{name}_{word}{nth}"), target: target.clone() });
        }
    }
    found
}

/// One of several variables, as an expression: inputs choose.
fn one_of(variables: &[&Taken]) -> String {
    match variables {
        [] => "NULL".to_owned(),
        [only] => only.name.clone(),
        [first, rest @ ..] => format!("symir_bool(\"taken\") ? {} : {}", first.name, one_of(rest)),
    }
}

/// Statements that make objects, or one of the ways that are known to lead to what no test has reached.
pub fn or_else(made: Vec<String>, ways: &[Vec<String>]) -> Vec<String> {
    match ways.is_empty() {
        true => made,
        false => choice("made_by", std::iter::once(made).chain(ways.iter().cloned()).collect()),
    }
}

fn indented(lines: Vec<String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| format!("    {line}"))
}

/// One of several lists of statements. If there are several, an input chooses.
fn choice(name: &str, mut cases: Vec<Vec<String>>) -> Vec<String> {
    if let [only] = &mut cases[..] {
        // Its variables must not have the names of others in the same block.
        return match &only[..] {
            [_] => std::mem::take(only),
            _ => block("{".to_owned(), std::mem::take(only), &["}"]),
        };
    }
    let mut lines = vec![format!("switch (symir_choose({}, \"{name}\")) {{", cases.len())];
    for (number, case) in cases.into_iter().enumerate() {
        lines.extend(block(format!("case {number}: {{"), case, &["    break;", "}"]));
    }
    lines.push("}".to_owned());
    lines
}

fn block(first: String, lines: Vec<String>, last: &[&str]) -> Vec<String> {
    let last = last.iter().map(|line| (*line).to_owned());
    std::iter::once(first).chain(indented(lines)).chain(last).collect()
}

/// If an object is made with an allocator of the caller, all functions of the allocator have to be there,
/// because other calls for the object use them.
fn complete_allocator(parameter: &Parameter) -> Option<String> {
    let name = &parameter.name;
    let each: Vec<String> =
        parameter.allocator.iter().map(|member| format!("{name}->{member} != NULL")).collect();
    let is_pointer = !matches!(parameter.role, Role::Buffer { .. } | Role::Elements { .. });
    (is_pointer && !each.is_empty())
        .then(|| format!("symir_assume({name} == NULL || ({})); /* a whole allocator */", each.join(" && ")))
}

/// The arguments of calls that make and change objects.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Given {
    /// Inputs.
    Asked,
    /// Numbers and texts that depend on the variable `nth_call`, which counts the calls.
    Counted,
}

/// Statements that make the object of a call under test, if it takes just one, and then call one function for
/// it again and again, with other numbers and texts each time. There is a list of them for each maker and
/// each such function. So buffers and tables become full. If inputs chose each call and each argument, so
/// many calls would have too many possibilities. What functions keep in variables is filled in the same way.
pub fn repeated(harness: &Harness) -> Vec<Vec<String>> {
    // Which of very many results is taken would have to be chosen, too.
    if harness.parameters.iter().any(|parameter| matches!(parameter.role, Role::Taken { .. })) {
        return Vec::new();
    }
    let made = harness.parameters.iter().filter_map(|parameter| match &parameter.role {
        Role::Made { class, .. } => Some((&parameter.name, harness.class(class)?)),
        _ => None,
    });
    let made: Vec<_> = made.collect();
    let mut states = harness.classes.iter().filter(|class| class.kind == Kind::State);
    let (name, class) = match (&made[..], states.next(), states.next()) {
        ([(name, class)], ..) if class.kind.is_pointer() => (name.as_str(), *class),
        ([], Some(state), None) => ("", state),
        _ => return Vec::new(),
    };
    let is_varied = |it: &&Member| class.kind == Kind::State || has_varied(it);
    let modifiers = class.modifiers.iter().filter(|it| is_countable(harness, it, DEPTH)).filter(is_varied);
    let modifiers: Vec<&Member> = modifiers.take(MOST_REPEATED).collect();
    let makers: Vec<Option<&Member>> = match class.kind {
        Kind::State => vec![None],
        _ => class.makers.iter().take(MOST_REPEATED).map(Some).collect(),
    };
    let way = |maker: Option<&Member>, modifier: &Member| {
        let mut lines = Vec::new();
        if let Some(maker) = maker {
            lines.extend(call(harness, class, maker, name, DEPTH, Given::Asked));
            lines.push(format!("symir_assume({name} != NULL);"));
        }
        let calls = call(harness, class, modifier, name, DEPTH, Given::Counted);
        let has_texts = calls.iter().any(|line| line.contains("texts_of_calls"));
        let most = if has_texts { TEXTS.len() } else { MOST_NUMBERED };
        lines.push(format!(
            "for (int nth_call = 0, n_calls = symir_range(1, {most}, \"calls\"); nth_call < n_calls; nth_call++) {{",
        ));
        if has_texts {
            let texts = TEXTS.join("\", \"");
            lines.push(format!("    static const char *const texts_of_calls[] = {{\"{texts}\"}};"));
        }
        lines.extend(indented(calls));
        lines.push("}".to_owned());
        lines
    };
    let ways: Vec<Vec<String>> = makers
        .into_iter()
        .flat_map(|maker| modifiers.iter().map(move |modifier| (maker, modifier)))
        .map(|(maker, modifier)| way(maker, modifier))
        .collect();
    // With truth values, once with either of them.
    let with = |truth: &str| -> Vec<Vec<String>> {
        let replaced = |way: &Vec<String>| way.iter().map(|line| line.replace(EACH_TIME, truth)).collect();
        ways.iter().map(replaced).collect()
    };
    let (mut all, other) = (with("true"), with("false"));
    all.extend(other.into_iter().filter(|way| !ways.contains(way)));
    all
}

/// The most makers, and the most functions that are called again and again.
const MOST_REPEATED: usize = 3;
/// The most such calls with numbers: one more than a small buffer holds, whose size often is a power of two.
const MOST_NUMBERED: usize = 33;
/// Stands for the truth value that is passed to all such calls.
const EACH_TIME: &str = "each_time";
/// The texts that are passed to such calls, one after the other. Other inputs do not have these texts and
/// numbers at first.
const TEXTS: [&str; 17] =
    ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q"];

/// Whether all arguments of a function except its object can depend on the number of the call.
fn is_countable(harness: &Harness, member: &Member, depth: usize) -> bool {
    let has_more = |(at, parameter): (usize, &Parameter)| match &parameter.role {
        _ if member.way.parameter() == Some(at) => true,
        Role::Made { class, .. } => {
            let maker = harness.class(class).and_then(|class| counted_maker(harness, class, depth));
            maker.is_some()
        }
        Role::Callback { stub } => stub.is_some(),
        _ => counted(parameter).is_some(),
    };
    member.parameters.iter().enumerate().all(has_more)
}

/// Whether some argument of a function depends on the number of the call, if all can.
fn has_varied(member: &Member) -> bool {
    let is_varied =
        |parameter: &Parameter| counted(parameter).is_some() || matches!(parameter.role, Role::Made { .. });
    let others = member.parameters.iter().enumerate().filter(|(at, _)| member.way.parameter() != Some(*at));
    others.into_iter().any(|(_, it)| is_varied(it))
}

/// A maker of such objects whose arguments can all depend on the number of the call.
fn counted_maker<'a>(harness: &Harness, class: &'a Class, depth: usize) -> Option<&'a Member> {
    let inner = depth.checked_sub(1).filter(|_| class.kind.is_pointer())?;
    class.makers.iter().find(|maker| is_countable(harness, maker, inner) && has_varied(maker))
}

/// The argument of the call number `nth_call`, a name that no other name in the driver may hide.
fn counted(parameter: &Parameter) -> Option<String> {
    let target = parameter.declared.trim_start_matches("const ").split('*').next().unwrap_or_default().trim();
    let is_void = target == "void";
    let is_bytes = is_void || matches!(target, "char" | "unsigned char" | "signed char" | "uint8_t");
    match &parameter.role {
        Role::Number("symir_bool") => Some(EACH_TIME.to_owned()),
        Role::Number(_) => Some("10 * (nth_call + 1)".to_owned()),
        Role::Text => Some("(char *)texts_of_calls[nth_call]".to_owned()),
        Role::Object | Role::Bytes { length: None } if is_void => {
            Some("(void *)texts_of_calls[nth_call]".to_owned())
        }
        // Each text is one letter.
        Role::Buffer { .. } | Role::Bytes { .. } if is_bytes => {
            Some("(void *)texts_of_calls[nth_call]".to_owned())
        }
        Role::Length { .. } => Some("1".to_owned()),
        _ => None,
    }
}

/// A call of one of a type's functions for the object `name`, with all that its arguments need.
fn call(
    harness: &Harness,
    class: &Class,
    member: &Member,
    name: &str,
    depth: usize,
    given: Given,
) -> Vec<String> {
    let mut own = member.harness(harness);
    // A parameter with the name of the object would hide it.
    for parameter in own.parameters.iter_mut().filter(|parameter| parameter.name == name) {
        parameter.name = format!("{name}_given");
    }
    let taken = match given {
        Given::Asked => all_taken(harness, class, name),
        Given::Counted => Vec::new(),
    };
    let (mut declarations, mut statements, mut passed) = (Vec::new(), Vec::new(), Vec::new());
    let mut afterwards = Vec::new();
    for (at, parameter) in own.parameters.iter().enumerate() {
        if member.way.parameter() == Some(at) {
            passed.push(if matches!(member.way, Way::Out(_)) { format!("&{name}") } else { name.to_owned() });
            continue;
        }
        if let Role::Taken { .. } = parameter.role {
            let target = pointee(&parameter.declared).unwrap_or_default();
            let known: Vec<&Taken> = taken.iter().filter(|it| it.target == target).collect();
            let chosen = match &known[..] {
                [only] => only.name.clone(),
                known => {
                    let name = format!("taken{}", at + 1);
                    declarations.push(format!("{target} *{name} = {};", one_of(known)));
                    name
                }
            };
            statements.push(format!("symir_assume({chosen} != NULL);"));
            if member.takes_back(parameter) {
                let is_it = known.iter().filter(|it| it.name != chosen);
                afterwards.extend(is_it.map(|it| format!("if ({0} == {chosen}) {0} = NULL;", it.name)));
                afterwards.push(format!("{chosen} = NULL;"));
            }
            passed.push(chosen);
            continue;
        }
        if let Role::Made { class: other, .. } = &parameter.role {
            let Some(other) = harness.class(other).filter(|_| depth > 0) else {
                passed.push("NULL".to_owned());
                continue;
            };
            // If there are several objects of a type, each has a name of its own.
            let is_same =
                |it: &&Parameter| matches!(&it.role, Role::Made { class, .. } if *class == other.name);
            let earlier = own.parameters[..at].iter().enumerate();
            let earlier = earlier.filter(|(at, _)| member.way.parameter() != Some(*at));
            let mut inner = match earlier.filter(|(_, it)| is_same(it)).count() {
                0 => format!("{}{}", other.word(), DEPTH - depth + 1),
                n => format!("{}{}_{}", other.word(), DEPTH - depth + 1, n + 1),
            };
            if inner == name || harness.parameters.iter().any(|it| it.name == inner) {
                inner = format!("inner_{inner}");
            }
            declarations.push(other.variable(&inner));
            match counted_maker(harness, other, depth).filter(|_| given == Given::Counted) {
                Some(maker) => {
                    statements.extend(call(harness, other, maker, &inner, depth - 1, given));
                    statements.push(format!("symir_assume({inner} != NULL);"));
                }
                None => statements.extend(object(harness, other, &inner, 0, depth - 1)),
            }
            // The object of the call may keep it.
            for Taken { name, .. } in taken.iter().filter(|it| it.target == other.name && member.is_filling())
            {
                afterwards.push("if (symir_bool(\"taken\"))".to_owned());
                afterwards.push(format!("    {name} = {inner};"));
            }
            passed.push(inner);
            continue;
        }
        if let Role::Callback { stub: Some(stub) } = &parameter.role {
            passed.push(own.stub_name(&parameter.name, stub));
            continue;
        }
        if let Some(counted) = counted(parameter).filter(|_| given == Given::Counted) {
            passed.push(counted);
            continue;
        }
        let block = own.block(at);
        declarations.extend(block.declarations);
        statements.extend(block.statements);
        statements.extend(complete_allocator(parameter));
        passed.push(block.passed);
    }
    let mut lines = declarations;
    lines.extend(statements);
    if let Way::Storage(_) | Way::Value = member.way {
        lines.push(format!("{name} = malloc(sizeof *{name});"));
    }
    let made = format!("{}({})", member.function, passed.join(", "));
    match member.way {
        Way::Value => lines.push(format!("*{name} = {made};")),
        Way::Result | Way::Replaced(_) => lines.push(format!("{name} = {made};")),
        // After the call, a list may begin with another object.
        Way::Object(_) if member.gives(class) => {
            lines.push(format!("{} given_back = {made};", member.result));
            lines.push(format!("if (given_back != NULL && given_back != {name} && symir_bool(\"taken\"))"));
            lines.push(format!("    {name} = given_back;"));
        }
        Way::Object(_) if taken.iter().any(|it| member.hands_out(&it.target)) => {
            lines.push(format!("{} *returned = {made};", member.result.trim_end_matches(['*', ' '])));
            for Taken { name, .. } in taken.iter().filter(|it| member.hands_out(&it.target)) {
                lines.push("if (returned != NULL && symir_bool(\"taken\"))".to_owned());
                lines.push(format!("    {name} = returned;"));
            }
        }
        Way::Out(_) | Way::Storage(_) | Way::Object(_) | Way::Handle(_) | Way::Nothing => {
            match member.success.is_empty() {
                true => lines.push(format!("{made};")),
                false => {
                    lines.push(format!("{} made = {made};", member.result));
                    lines.push(format!("symir_assume({});", member.success));
                }
            }
        }
    }
    if let Way::Replaced(_) = member.way {
        lines.push(format!("symir_assume({name} != NULL);"));
    }
    lines.extend(afterwards);
    debug_assert!(harness.class(&class.name).is_some(), "invariant: the harness has the types that it uses");
    lines
}
