//! How a path ends, and the words for what went wrong on it.

use super::state::{FILE, InputRecord, LIBRARY, VARIABLE_ARGUMENTS};
use super::{Machine, State};
use crate::ir::{FuncId, GlobalId, Pc};
use crate::memory::{Access, AccessError, Memory, ObjectId, OriginKind, Value};
use crate::testcase::{Bug, BugKind, Concerned, Dependence, Site, Storage};
use crate::util::{Bits, Bytes};

/// How a path ended.
#[derive(Clone, Debug)]
pub enum Ending {
    /// `main` returned.
    Returned(Value),
    /// The program called `exit` or a similar function with this status.
    Exited(Value),
    /// The program has an error.
    Bug(Bug),
    /// The next step cannot be executed.
    Unsupported { what: String, site: Option<Site> },
    /// The driver's assumptions exclude the path: no test.
    AssumedAway,
    /// The inputs have a cycle that the program follows without end. Nobody passes them: there is no test.
    Endless,
    /// The path went beyond a limit that was set for every path.
    Limit(String),
    /// A budget ended the run before the path, for this reason.
    Budget(String),
    /// No solver could tell whether the path is possible at all.
    Undecided,
    /// The path uses an object of unknown type as something else than it is. Other paths take its place, with
    /// the types that it [proposes](Machine::proposals).
    Retyped,
    /// The run ended while a solver was to answer a question of the next instruction. [`Machine::run_to`]
    /// does not pass this on: it treats such a state like one that has used up its fuel.
    Halted,
}

impl Ending {
    /// Whether the program takes this path, as far as it goes, so that there is a test of it.
    pub fn is_path(&self) -> bool {
        !self.is_excluded() && !matches!(self, Ending::Undecided | Ending::Retyped | Ending::Halted)
    }

    /// Whether nobody is interested in the path: the driver excludes it, or its inputs have an endless cycle.
    pub fn is_excluded(&self) -> bool {
        matches!(self, Ending::AssumedAway | Ending::Endless)
    }
}

impl Machine {
    /// The state's instruction or, if it has no line, the innermost call on the stack that has one.
    pub(super) fn place_with_line(&self, state: &State) -> Pc {
        let has_line = |(_, pc): &(_, Pc)| self.program.loc(*pc).is_some();
        match self.program.loc(state.pc) {
            Some(_) => state.pc,
            None => state.stack().find(has_line).map_or(state.pc, |(_, pc)| pc),
        }
    }

    /// The place of the instruction at `pc` of `function`.
    pub(super) fn site(&self, function: FuncId, pc: Pc) -> Site {
        let name = self.program.functions[function.index()].source_name().into_owned();
        match self.program.loc(pc) {
            Some(loc) => Site {
                function: name,
                file: self.program.files[loc.file().index()].name.clone(),
                line: loc.line,
                column: u32::from(loc.column),
            },
            // Instructions before the first line, such as those that make variables, count as the function.
            None => self.entry_site(function),
        }
    }

    /// The place of a function's name; without a file if the source is not known.
    pub(super) fn entry_site(&self, function: FuncId) -> Site {
        let code = &self.program.functions[function.index()];
        let function = code.source_name().into_owned();
        match &code.signature {
            Some(signature) => Site {
                function,
                file: self.program.files[signature.file.index()].name.clone(),
                line: signature.line,
                column: 0,
            },
            None => Site { function, file: String::new(), line: 0, column: 0 },
        }
    }

    /// The program's error at the state's instruction. Models of library functions have no lines. If they
    /// call each other, only the one that the program called is shown.
    pub(super) fn bug(&self, state: &State, kind: BugKind, message: impl Into<String>) -> Ending {
        let mut stack: Vec<Site> = state.stack().map(|(function, pc)| self.site(function, pc)).collect();
        if let Some(caller) = stack.iter().position(|site| !site.file.is_empty()) {
            stack.drain(..caller.saturating_sub(1));
        }
        let message = message.into();
        Ending::Bug(Bug { kind, message, stack, object: None, elements: None, depends: Vec::new() })
    }

    /// The program's error at the state's instruction, which is about an object.
    pub(super) fn bug_of(
        &self,
        state: &State,
        kind: BugKind,
        message: impl Into<String>,
        object: ObjectId,
    ) -> Ending {
        let mut ending = self.bug(state, kind, message);
        if let Ending::Bug(bug) = &mut ending {
            let mut concerned = self.concerned(&state.memory, object);
            let mut inputs = state.objects.iter();
            let input = inputs.find(|it| it.place.object().is_some_and(|place| place.id == object));
            concerned.input = input.map(|input| input.name.to_string());
            bug.object = Some(Box::new(concerned));
        }
        ending
    }

    /// Notes the inputs that an error depends on: the inputs in the condition under which it happens.
    pub(super) fn depending_on(&mut self, state: &State, condition: Value, mut ending: Ending) -> Ending {
        let Ending::Bug(bug) = &mut ending else { return ending };
        if condition.as_int().is_some() {
            return ending;
        }
        let condition = condition.to_term(&mut self.arena, Bits(1));
        let support = self.solver.analysis().support(&self.arena, condition);
        let is_one =
            |record: &InputRecord| record.symbols.iter().any(|symbol| support.binary_search(symbol).is_ok());
        for (at, record) in state.inputs.iter().enumerate().filter(|(_, record)| is_one(record)) {
            let whole = state.objects.iter().find(|object| object.parts.contains(&at));
            bug.depends.push(Dependence {
                earlier: state.inputs.iter().take(at).filter(|other| other.name == record.name).count(),
                input: whole.map_or(&record.name, |object| &object.name).to_string(),
                offset: whole.and(record.within).map(|bits| u64::from(bits.0) / 8),
            });
        }
        ending
    }

    /// An object and where it came from.
    fn concerned(&self, memory: &Memory, object: ObjectId) -> Concerned {
        let site_of = |pc| {
            let site = self.site(self.program.function_of(pc), pc);
            (site.line > 0).then_some(site)
        };
        let origin = memory.origin(object);
        let made = match origin.kind {
            OriginKind::Heap => site_of(Pc::from_raw(origin.number)),
            OriginKind::Local => {
                let pc = Pc::from_raw(origin.number);
                let line = self.program.inst(pc).alloca(&self.program).line;
                site_of(pc).filter(|_| line > 0).map(|site| Site { line, column: 0, ..site })
            }
            OriginKind::Global | OriginKind::Constant => {
                let loc = self.program.globals[GlobalId::from_raw(origin.number).index()].loc;
                loc.filter(|loc| loc.line > 0).map(|loc| Site {
                    function: String::new(),
                    file: self.program.files[loc.file().index()].name.clone(),
                    line: loc.line,
                    column: 0,
                })
            }
            OriginKind::Function | OriginKind::Environment => None,
        };
        let freed = memory.freed_by(object).filter(|_| origin.kind == OriginKind::Heap);
        let freed = freed.and_then(|pc| site_of(Pc::from_raw(pc)));
        let storage = match origin.kind {
            OriginKind::Global | OriginKind::Constant => Some(Storage::Static),
            OriginKind::Local => Some(Storage::Automatic),
            OriginKind::Heap => Some(Storage::Allocated),
            OriginKind::Environment if origin.number == VARIABLE_ARGUMENTS => {
                Some(Storage::VariableArguments)
            }
            OriginKind::Environment | OriginKind::Function => None,
        };
        Concerned {
            what: self.object_name(memory, object),
            storage,
            distance: None,
            made,
            freed,
            input: None,
        }
    }

    /// The ending of a path at something that cannot be executed: in the innermost function that has lines.
    pub(super) fn unsupported(&self, state: &State, what: impl Into<String>) -> Ending {
        let mut sites = state.stack().map(|(function, pc)| self.site(function, pc));
        let innermost = sites.next();
        let site = match innermost {
            Some(site) if site.file.is_empty() => sites.find(|site| !site.file.is_empty()).or(Some(site)),
            site => site,
        };
        Ending::Unsupported { what: what.into(), site }
    }

    /// The program's error for an access that memory refused.
    pub(super) fn access_bug(&self, state: &State, access: Access, error: AccessError) -> Ending {
        let memory = &state.memory;
        let verb = access.verb();
        let object = error.object();
        if let Some(what) = object.and_then(|object| self.undefined_variable(memory, object)) {
            return self.unsupported(state, what);
        }
        let distance = match error {
            AccessError::OutOfBounds { object, offset, size } => {
                Some(Concerned::distance(offset, size.0, memory.size(object.id).0))
            }
            _ => None,
        };
        let (kind, message) = match error {
            AccessError::Null { address: 0 } => {
                (BugKind::NullPointer, format!("{verb} through a null pointer"))
            }
            AccessError::Null { address } if address > 1 << 63 => {
                let before = Bytes(address.wrapping_neg());
                (BugKind::NullPointer, format!("{verb} {before} before a null pointer"))
            }
            AccessError::Null { address } => {
                (BugKind::NullPointer, format!("{verb} at {address:#x}, just above a null pointer"))
            }
            AccessError::Wild { address } => {
                (BugKind::WildPointer, format!("{verb} at {address:#x}, where no object lies"))
            }
            AccessError::OutOfBounds { object, offset, size } => {
                let kind = super::access::out_of_bounds(access);
                let place = out_of_bounds_words(offset, size, memory.size(object.id));
                (kind, format!("{verb} {size} {place} {}", self.object_words(memory, object.id)))
            }
            AccessError::Freed { object } if memory.origin(object.id).kind == OriginKind::Local => {
                let what = self.object_words(memory, object.id);
                (BugKind::UseAfterScope, format!("{verb} {what}, whose scope was left"))
            }
            AccessError::Freed { object } => {
                let what = self.object_words(memory, object.id);
                (
                    BugKind::UseAfterFree,
                    format!("{verb} {what}, which was freed{}", self.freed_at(memory, object.id)),
                )
            }
            AccessError::Returned { address } => (
                BugKind::UseAfterReturn,
                format!("{verb} at {address:#x}, a local variable of a call that has returned"),
            ),
            AccessError::Constant { object } => {
                (BugKind::WriteToConstant, format!("writes to {}", self.object_words(memory, object.id)))
            }
            AccessError::Code { object } => {
                (BugKind::WildPointer, format!("{verb} {}", self.object_words(memory, object.id)))
            }
        };
        let Some(object) = object else { return self.bug(state, kind, message) };
        let mut ending = self.bug_of(state, kind, message, object);
        if let Ending::Bug(Bug { object: Some(concerned), .. }) = &mut ending {
            concerned.distance = distance;
        }
        ending
    }

    /// Words for why a path cannot go on, if an object stands for a variable that is only declared.
    pub(super) fn undefined_variable(&self, memory: &Memory, object: ObjectId) -> Option<String> {
        let origin = memory.origin(object);
        if !matches!(origin.kind, OriginKind::Global | OriginKind::Constant) {
            return None;
        }
        let global = &self.program.globals[origin.number as usize];
        let is_undefined = global.init.is_none() && memory.size(object).0 < global.size.0.max(1);
        is_undefined.then(|| format!("the variable `{}`, which no given file defines", global.name))
    }

    /// The program's error when it reads memory that was never written.
    pub(super) fn uninitialised_bug(&self, state: &State, pointer: Value, width: Bits) -> Ending {
        let what = match pointer.object() {
            Some(object) => self.object_words(&state.memory, object.id),
            None => "memory".to_owned(),
        };
        let size = width.to_bytes();
        let message = format!("reads {size} of {what} that were never written");
        match pointer.object() {
            Some(object) => self.bug_of(state, BugKind::UninitialisedRead, message, object.id),
            None => self.bug(state, BugKind::UninitialisedRead, message),
        }
    }

    fn freed_at(&self, memory: &Memory, object: ObjectId) -> String {
        let line = memory.freed_by(object).and_then(|pc| self.program.loc(Pc::from_raw(pc)));
        line.map_or(String::new(), |loc| format!(" at line {}", loc.line))
    }

    /// An object in words: what it is, how large, where it was allocated.
    pub(super) fn object_words(&self, memory: &Memory, object: ObjectId) -> String {
        let origin = memory.origin(object);
        let name = self.object_name(memory, object);
        let loc = match origin.kind {
            OriginKind::Heap => self.program.loc(Pc::from_raw(origin.number)),
            _ => None,
        };
        match loc {
            Some(loc) => format!("{name} allocated at line {}", loc.line),
            None => name,
        }
    }

    /// An object in words: what it is and how large.
    fn object_name(&self, memory: &Memory, object: ObjectId) -> String {
        let origin = memory.origin(object);
        let size = memory.size(object);
        match origin.kind {
            OriginKind::Global | OriginKind::Constant => {
                let global = &self.program.globals[GlobalId::from_raw(origin.number).index()];
                if global.name.starts_with(".str") {
                    return format!("a string literal of {size}");
                }
                let constant = if global.is_constant { "constant " } else { "" };
                format!("the {constant}global `{}` of {size}", global.name)
            }
            OriginKind::Function => {
                format!("the function `{}`", self.program.functions[origin.number as usize].name)
            }
            OriginKind::Local => {
                let pc = Pc::from_raw(origin.number);
                match self.program.inst(pc).alloca(&self.program).name {
                    Some(name) => format!("the local variable `{}` of {size}", self.program.texts[name]),
                    None => format!("a local variable of {size}"),
                }
            }
            OriginKind::Heap => format!("a heap object of {size}"),
            OriginKind::Environment if origin.number == FILE => format!("the contents of a file of {size}"),
            OriginKind::Environment if origin.number == VARIABLE_ARGUMENTS => {
                format!("the variable arguments of a call, {size}")
            }
            OriginKind::Environment if origin.number == LIBRARY => {
                format!("an object of {size} that belongs to the C library")
            }
            OriginKind::Environment => format!("the arguments of main, an object of {size}"),
        }
    }
}

/// Where `size` bytes at `offset` lie relative to an object of `whole` bytes: words that precede its name.
fn out_of_bounds_words(offset: i64, size: Bytes, whole: Bytes) -> String {
    let end = whole.0 as i64;
    if offset < 0 {
        format!("{} before the start of", Bytes(offset.unsigned_abs()))
    } else if offset >= end {
        match offset - end {
            0 => "right behind the end of".to_owned(),
            beyond => format!("{} behind the end of", Bytes(beyond as u64)),
        }
    } else {
        format!("at offset {offset}, {} beyond the end of", Bytes((offset as u64 + size.0) - whole.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_each_side_of_an_object() {
        let words = |offset, size| out_of_bounds_words(offset, Bytes(size), Bytes(4));
        assert_eq!(words(-1, 1), "1 byte before the start of");
        assert_eq!(words(4, 1), "right behind the end of");
        assert_eq!(words(6, 1), "2 bytes behind the end of");
        assert_eq!(words(2, 4), "at offset 2, 2 bytes beyond the end of");
    }
}
