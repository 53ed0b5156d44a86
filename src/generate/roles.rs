//! What each parameter of a function is for, as far as its type and the function's code tell: a number, a
//! string, a buffer and its length, something to write a result to, an object.

mod generic;
pub mod hooks;
mod viewed;

use super::uses::Use;
pub use crate::ir::is_length;
use crate::ir::{CType, NAME, Program, Spelled, TypeId};
use std::collections::BTreeSet;
pub use viewed::{Pointee, look_at_pointees, pointees};

/// Letters of a string that is an input, without the terminator.
pub const LETTERS: u64 = 7;
/// Elements of a buffer.
pub const ELEMENTS: u64 = 4;
/// Bytes of a buffer without a type, and of one that strings are written to.
pub const BYTES: u64 = 8;
pub const ROOM: u64 = 32;
/// Bytes before a pointer that points behind a header.
pub const HEADER: u64 = 24;
/// How many elements there are before a pointer into the middle of an array, and how many from there on.
pub const AROUND: u64 = 8;

/// The most elements of an array that has rows and columns: two rows of three, for example.
pub const MOST_OF_ROWS: u64 = 6;

/// Arguments of a `main`, without the name of the program.
pub const MOST_ARGUMENTS: u64 = 2;

/// A parameter, and what it is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    pub name: String,
    /// Its type without qualifiers of its own, with [`NAME`] in the place of the name.
    pub declared: String,
    pub role: Role,
    /// The function of `symir.h` for a number of its type, if it is one.
    pub number: Option<&'static str>,
    /// Whether the code checks it for null.
    pub is_tested: bool,
    /// Whether it may point to the same string as another parameter: neither of them is written to, or the
    /// code compares the pointers.
    pub may_be_shared: bool,
    /// Whether the code compares an index into it with the number that is taken for its length.
    pub is_bounded: bool,
    /// Whether the code looks for the terminator of a string.
    pub ends_in_zero: bool,
    /// Whether the code looks at something before it, at a fixed distance.
    pub has_header: bool,
    /// The greatest element that the code reaches by a constant: 1 for `p[1]`.
    pub reaches: u64,
    /// The number of bytes of which the code asks whether its address is a multiple; zero if it asks nothing.
    pub aligned_to: u64,
    /// Set if it is the name of a file that the code opens.
    pub opened: Option<Opened>,
    /// How many elements its declaration asks for, at least.
    pub at_least: u64,
    /// Whether its declaration asks for exactly that many.
    pub is_exact: bool,
    /// Whether something is written to it, and nothing is read.
    pub is_output: bool,
    /// The cast, in C, from the address of its first element to the type that the function takes, if that is
    /// another one.
    pub cast: Option<String>,
    /// The greatest number that the code counts its letters up to; zero if it counts to none.
    pub counted_to: u64,
    /// Whether the code compares it with zero, so that it may be negative although it says how much there is.
    pub may_be_negative: bool,
    /// The functions of the program that a caller may pass.
    pub known: Vec<String>,
    /// The members of what it points to that are the functions of an allocator.
    pub allocator: Vec<String>,
    /// It is a stream whose descriptor the function gets.
    pub is_descriptor: bool,
}

/// The name of a file that is passed to a function, which opens it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Opened {
    /// Whether the code also looks at its letters, so that it may be any name.
    pub is_read: bool,
}

/// The longest strings that are tried because the code counts their letters: each letter is an input.
const MOST_COUNTED: u64 = 64;

impl Parameter {
    /// Whether it leads into the middle of an array, and not behind a header, if there is something before it.
    pub fn is_amid(&self) -> bool {
        !self.has_header
    }

    /// Whether it is a string whose letters the code counts beyond the length of usual strings.
    pub fn has_long_texts(&self) -> bool {
        self.role == Role::Text && (LETTERS..=MOST_COUNTED).contains(&self.counted_to)
    }
}

/// What a parameter is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// A number, from this function of `symir.h`.
    Number(&'static str),
    /// A value of a type that is no number, such as a structure.
    Value,
    /// A string that is read.
    Text,
    /// An array; the parameter of this number says how many elements it has.
    Buffer {
        length: Option<usize>,
    },
    /// How many elements the arrays of these parameters have.
    Length {
        of: Vec<usize>,
        /// How many of what the number counts an element is for, such as 32 bits; one if it counts elements.
        share: u64,
    },
    /// An array of elements of this type, which the declaration does not name; the number of elements; the
    /// size of one.
    Elements {
        ty: String,
    },
    Count {
        of: usize,
        ty: String,
    },
    ElementSize {
        ty: String,
    },
    /// The end of what the parameter of this number points to.
    End {
        of: usize,
    },
    /// A place in what the parameter of this number points to, from which the code walks to the front.
    Cursor {
        of: usize,
    },
    /// The address of a pointer into an array, which the code moves along: `*place < end`. The parameter `end`
    /// has the role [`Role::End`].
    Position,
    /// A place to which an object is written, and from which nothing is read.
    Out,
    /// A variable of one character that is read and written: `*head = (*head + 1) % size`.
    InOut,
    /// A place to which a string or bytes are written, without a bound.
    Room,
    /// The same, but the code also reads what is there.
    Filled,
    /// A string with room for what the code writes behind it, as in `strcat`.
    TextWithRoom,
    /// Bytes behind a header that belongs to them, as strings have it that store their length before the
    /// letters.
    Behind,
    /// A pointer to an object.
    Object,
    /// A pointer to an object of this type that is made by calls; `is_gone` if the function destroys it.
    Made {
        class: String,
        is_gone: bool,
    },
    /// What an earlier call for the object of the parameter of this number returned, or was given to keep.
    Taken {
        from: usize,
    },
    /// A pointer to bytes of a type that the declaration does not tell.
    Bytes {
        length: Option<usize>,
    },
    /// A function to call: one of the program, or else a stub of this result and these parameters.
    Callback {
        stub: Option<Stub>,
    },
    /// A stream with some bytes to read, which can also be written to.
    Stream,
    /// A pointer to such a stream.
    StreamPlace,
    /// The format of further arguments. Each call of the harness has its own.
    Format,
    /// Further arguments as a `va_list`, which a function of the harness makes from its own arguments.
    List,
    /// The parameters of `main`: the number of arguments, and the arguments.
    ArgumentCount,
    Arguments,
    /// A parameter that symir cannot make, and why.
    Impossible(String),
}

/// A function that stands for one of the caller's: it returns an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stub {
    pub result: String,
    /// The types of its parameters.
    pub parameters: Vec<String>,
    /// The function of `symir.h` for its result; `None` if the result is no such number.
    pub maker: Option<&'static str>,
    /// The function of the C library that it calls, if it calls one.
    pub library: Option<&'static str>,
}

impl Stub {
    /// The stub for a parameter that is declared as `int (*@)(int)`. The names of its types are known, since
    /// the harness has the stub after the source.
    pub fn of(spelled: &Spelled) -> Option<Self> {
        let (result, rest) = spelled.text.split_once(&format!("(*{NAME})("))?;
        let inner = rest.strip_suffix(')')?;
        if inner.contains(['(', '[']) || inner.contains("...") {
            return None;
        }
        let parameters: Vec<String> =
            inner.split(", ").filter(|text| !matches!(*text, "void" | "")).map(str::to_owned).collect();
        let result = result.trim().to_owned();
        // A `va_list` is no object, and a type without a name cannot be written.
        let is_unknown = |ty: &String| ty.contains('{') || is_list(ty);
        if parameters.iter().chain([&result]).any(is_unknown) {
            return None;
        }
        let maker = match result.as_str() {
            name if name == "void" || name.ends_with('*') => None,
            // A result of another type is an object.
            name => crate::ir::header::of_type(name.trim_start_matches("const ")),
        };
        let stub = Self { result, parameters, maker, library: None };
        Some(Self { library: hooks::allocator("", &stub), ..stub })
    }

    /// The tags of its types, which have to be declared before the stub.
    pub fn tags(&self) -> impl Iterator<Item = String> {
        let types = self.parameters.iter().chain([&self.result]);
        types.filter_map(|ty| {
            let ty = ty.trim_start_matches("const ").trim_end_matches([' ', '*']);
            (ty.starts_with("struct ") || ty.starts_with("union "))
                .then(|| ty.trim_end_matches(" const").to_owned())
        })
    }
}

/// Whether a type needs no declaration except those of the C library, or is a pointer to a structure or union
/// with a tag.
pub fn is_common(ty: &str) -> bool {
    const NAMES: [&str; 13] = [
        "size_t",
        "ssize_t",
        "ptrdiff_t",
        "int8_t",
        "int16_t",
        "int32_t",
        "int64_t",
        "uint8_t",
        "uint16_t",
        "uint32_t",
        "uint64_t",
        "intptr_t",
        "uintptr_t",
    ];
    const WORDS: [&str; 12] = [
        "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "bool",
        "const",
    ];
    let is_pointer = ty.contains('*');
    let plain = ty.replace('*', " ");
    let words: Vec<&str> = plain.split_whitespace().filter(|word| *word != "restrict").collect();
    match words[..] {
        ["struct" | "union", _] | ["const", "struct" | "union", _] => is_pointer,
        _ => words.iter().all(|word| NAMES.contains(word) || WORDS.contains(word)),
    }
}

/// Sets the roles of the parameters of `main` (C17, 5.1.2.2.1), if there are two.
pub fn of_main(parameters: &mut [Parameter]) {
    if let [count, arguments] = parameters {
        count.role = Role::ArgumentCount;
        arguments.role = Role::Arguments;
    }
}

/// What the parameters of a function are for.
pub fn roles(
    program: &Program,
    types: &[TypeId],
    spelled: &[Spelled],
    names: &[String],
    uses: &[Use],
) -> Vec<Parameter> {
    let unknown = Use::default();
    let of = |at: usize| uses.get(at).unwrap_or(&unknown);
    let is_number = |at: usize| matches!(program.ctype(types[at]), CType::Int { .. } | CType::Enum { .. });
    let length_of = |at: usize| {
        let bounds =
            of(at).bounded_by.iter().copied().filter(|bound| *bound < types.len() && is_number(*bound));
        let mut bounds: Vec<usize> = bounds.collect();
        bounds.sort_by_key(|bound| of(at).begun_at.contains(bound));
        bounds.first().copied().or_else(|| {
            let next = at + 1;
            let is_one = next < types.len() && is_number(next) && of(at).is_walked && is_length(&names[next]);
            is_one.then_some(next)
        })
    };
    let is_text = |at: usize| match program.ctype(types[at]) {
        CType::Pointer(target) => matches!(program.ctype(*target), CType::Char { .. }),
        _ => false,
    };
    let element_size = |at: usize| match program.ctype(types[at]) {
        CType::Pointer(target) => program.size_of(*target).map(|size| size.0),
        _ => None,
    };
    let may_be_shared = |one: usize, other: usize| {
        let is_written = of(one).is_written || of(other).is_written;
        let is_asked = of(one).ends.contains(&other) || of(other).ends.contains(&one);
        one == other || !is_text(one) || !is_text(other) || !is_written || is_asked
    };
    let mut parameters: Vec<Parameter> = (0..types.len())
        .map(|at| Parameter {
            name: names[at].clone(),
            declared: unqualified(&spelled[at].text),
            role: role(program, types[at], &spelled[at], of(at), length_of(at)),
            number: maker(program.ctype(types[at]), &spelled[at].text),
            is_tested: of(at).is_tested,
            may_be_shared: (0..types.len()).all(|other| may_be_shared(at, other)),
            is_bounded: !of(at).bounded_by.is_empty(),
            ends_in_zero: of(at).ends_in_zero,
            has_header: of(at).has_header,
            reaches: element_size(at).and_then(|size| of(at).reaches.checked_div(size)).unwrap_or(0),
            aligned_to: match element_size(at) {
                Some(1) | None => of(at).aligned_to,
                Some(_) => 0,
            },
            opened: (of(at).is_opened && !of(at).is_written).then(|| Opened { is_read: of(at).is_walked }),
            at_least: 0,
            is_output: of(at).is_written && !of(at).is_read,
            is_exact: false,
            cast: None,
            counted_to: u64::try_from(of(at).counted_to).unwrap_or(0),
            may_be_negative: false,
            known: Vec::new(),
            allocator: hooks::allocator_members(program, types[at], &spelled[at]),
            is_descriptor: false,
        })
        .collect();
    for at in 0..parameters.len() {
        let pointee = |at: usize| match program.ctype(types[at]) {
            CType::Pointer(target) => Some(program.ctype(*target)),
            _ => None,
        };
        // Code that walks to the front stops where the other parameter points to.
        let front = of(at).ends.iter().copied().find(|front| {
            let is_front = *front != at && of(at).is_walked_back && !of(*front).is_walked_back;
            is_front && pointee(at).is_some_and(|ty| is_element(ty) && pointee(*front) == Some(ty))
        });
        if let Some(front) = front {
            parameters[at].role = Role::Cursor { of: front };
            parameters[front].role = Role::Buffer { length: None };
        }
        // A place that is compared with the end of an array lies in it.
        let around = of(at).within.iter().copied().find(|(array, length)| {
            let is_free = !matches!(parameters[*array].role, Role::Cursor { .. } | Role::End { .. });
            let is_written = of(at).is_written || of(*array).is_written;
            let is_like = pointee(at).is_some_and(|ty| is_element(ty) && pointee(*array) == Some(ty));
            *array != at && is_free && !is_written && is_like && is_number(*length)
        });
        if let Some((array, length)) = around {
            parameters[at].role = Role::Cursor { of: array };
            parameters[array].role = Role::Buffer { length: Some(length) };
            continue;
        }
        // Nothing is read through an end.
        let is_end = !of(at).is_read && !of(at).is_written && !of(at).is_freed;
        let begin = of(at).ends.iter().copied().find(|begin| {
            let is_cursor = matches!(parameters[*begin].role, Role::Cursor { .. });
            let is_begin = *begin != at && of(*begin).is_read && of(*begin).is_walked && !is_cursor;
            is_begin && pointee(at).is_some_and(|ty| is_element(ty) && pointee(*begin) == Some(ty))
        });
        if let Some(begin) = begin.filter(|_| is_end) {
            parameters[at].role = Role::End { of: begin };
            parameters[begin].role = Role::Buffer { length: None };
            continue;
        }
        let position = of(at).ends_held.iter().copied().find(|place| {
            let inner = match pointee(*place) {
                Some(CType::Pointer(inner)) => Some(program.ctype(*inner)),
                _ => None,
            };
            let is_plain = parameters[*place].declared.ends_with(&format!("**{NAME}"));
            let is_position = is_plain && !of(*place).is_tested && !of(*place).is_walked;
            is_position && pointee(at).is_some_and(|ty| is_element(ty) && inner == Some(ty))
        });
        if let Some(place) = position.filter(|_| is_end) {
            parameters[at].role = Role::End { of: place };
            parameters[place].role = Role::Position;
            // What is written to the array would change a text that lies there.
            let others = (0..parameters.len()).filter(|other| pointee(*other) == pointee(at));
            others.for_each(|other| parameters[other].may_be_shared = false);
        }
    }
    for at in 0..parameters.len() {
        let of: Vec<usize> = (0..parameters.len())
            .filter(|other| match &parameters[*other].role {
                Role::Buffer { length } | Role::Bytes { length } => *length == Some(at),
                _ => false,
            })
            .collect();
        if !of.is_empty() {
            let shares: BTreeSet<u64> =
                of.iter().flat_map(|array| uses.get(*array)).flat_map(|it| it.shares.clone()).collect();
            let share = shares.first().copied().filter(|_| shares.len() == 1).unwrap_or(1);
            parameters[at].role = Role::Length { of, share };
        }
    }
    generic::apply(program, types, &mut parameters);
    parameters
}

/// Whether a declaration says a list of further arguments.
fn is_list(declared: &str) -> bool {
    let words = declared.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words
        .into_iter()
        .any(|word| matches!(word, "va_list" | "__va_list_tag" | "__gnuc_va_list" | "__builtin_va_list"))
}

/// Whether a type is that of `FILE`.
pub fn is_stream(program: &Program, ty: TypeId) -> bool {
    matches!(program.ctype(ty), CType::Struct { name: Some(name), .. } if name == "_IO_FILE")
}

/// Whether an array that is passed as two pointers may have elements of this type.
fn is_element(ty: &CType) -> bool {
    matches!(ty, CType::Char { .. } | CType::Int { .. } | CType::Float { .. })
}

fn role(program: &Program, ty: TypeId, spelled: &Spelled, found: &Use, length: Option<usize>) -> Role {
    if let Some(maker) = maker(program.ctype(ty), &spelled.text) {
        return Role::Number(maker);
    }
    if is_list(&spelled.text) {
        return Role::List;
    }
    let CType::Pointer(target) = program.ctype(ty) else {
        return match program.size_of(ty) {
            Some(_) => Role::Value,
            None => Role::Impossible(format!("its type `{}` is incomplete", spelled.declare(""))),
        };
    };
    pointer_role(program, *target, spelled, found, length)
}

/// Whether code reads and writes nothing but the character to which a pointer leads.
fn is_variable(found: &Use) -> bool {
    let is_passed_on = found.is_given_back || found.is_freed || !found.given_to.is_empty();
    found.is_read
        && found.is_written
        && !(found.is_walked || found.is_walked_back || found.is_stepped || found.is_tested || is_passed_on)
}

/// The role of a pointer to this type.
fn pointer_role(
    program: &Program,
    target: TypeId,
    spelled: &Spelled,
    found: &Use,
    length: Option<usize>,
) -> Role {
    let is_out = found.is_written && !found.is_read;
    // Code that walks along an array in a structure does not walk along structures.
    let is_array = found.is_walked
        && program.size_of(target).is_none_or(|size| [0, size.0].iter().any(|it| found.strides.contains(it)));
    match program.ctype(target) {
        CType::Function => Role::Callback { stub: hooks::resolved(program, spelled) },
        CType::Array { count: None, .. } => {
            let why = "another parameter says how long its rows are (a variable length array)";
            Role::Impossible(why.to_owned())
        }
        CType::Char { .. } if found.ends_in_zero => Role::Text,
        CType::Char { .. } if length.is_some() => Role::Buffer { length },
        CType::Char { .. } if found.is_written && found.is_walked => Role::Room,
        CType::Char { .. } if is_out => Role::Out,
        CType::Char { .. } if is_variable(found) => Role::InOut,
        // Nothing shows that it is a string, but most of these pointers are.
        CType::Char { .. } => Role::Text,
        CType::Struct { .. } if is_stream(program, target) => Role::Stream,
        CType::Void => Role::Bytes { length },
        CType::Struct { .. } | CType::Union { .. } | CType::Unknown { .. }
            if program.size_of(target).is_none() =>
        {
            let name = spelled.declare("").replace('*', "").replace("const ", "").trim().to_owned();
            Role::Impossible(format!("`{name}` is declared and not defined where symir can see it"))
        }
        CType::Pointer(_) if is_out && !found.is_tested => Role::Out,
        CType::Pointer(inner) if is_stream(program, *inner) => Role::StreamPlace,
        // A number that says how much there is behind an object does not make the object an array.
        CType::Struct { .. } | CType::Union { .. } if !is_array && !is_out => Role::Object,
        CType::Struct { .. } | CType::Union { .. } if is_out && !is_array && !found.is_tested => Role::Out,
        CType::Struct { .. } | CType::Union { .. } if !is_array => Role::Object,
        _ if length.is_some() => Role::Buffer { length },
        CType::Struct { .. } | CType::Union { .. } => Role::Object,
        _ if found.is_walked => Role::Buffer { length: None },
        _ if is_out && !found.is_tested => Role::Out,
        _ => Role::Object,
    }
}

/// The function of `symir.h` for a number of this type.
pub fn maker(ty: &CType, spelled: &str) -> Option<&'static str> {
    let name = spelled.replace(NAME, "");
    let name = name.replace("const ", "");
    let own = crate::ir::header::ALIASES.iter().find(|(_, ty, _)| *ty == name.trim());
    if let (Some((maker, ..)), CType::Int { .. }) = (own, ty) {
        return Some(maker);
    }
    Some(match ty {
        CType::Bool => "symir_bool",
        CType::Char { signed: true } if name.contains("signed") => "symir_schar",
        CType::Char { signed: true } => "symir_char",
        CType::Char { signed: false } => "symir_uchar",
        CType::Int { size, signed } => match (size.0, *signed) {
            (1, true) => "symir_schar",
            (1, false) => "symir_uchar",
            (2, true) => "symir_short",
            (2, false) => "symir_ushort",
            (4, true) => "symir_int",
            (4, false) => "symir_uint",
            (8, true) if name.contains("long long") => "symir_longlong",
            (8, false) if name.contains("long long") => "symir_ulonglong",
            (8, true) => "symir_long",
            (8, false) => "symir_ulong",
            _ => return None,
        },
        CType::Float { size } if size.0 == 4 => "symir_float",
        CType::Float { size } if size.0 == 8 => "symir_double",
        _ => return None,
    })
}

/// A declaration without the qualifiers of the variable itself, so that it can be assigned to.
fn unqualified(declared: &str) -> String {
    let mut text = declared.to_owned();
    for word in ["const", "restrict", "volatile"] {
        text = text.replace(&format!("*{word} {NAME}"), &format!("*{NAME}"));
        if !text.contains('*') {
            text = text.replace(&format!("{word} "), "");
        }
    }
    text
}

/// The type that a pointer points to, by its declaration and without `const`; `None` if a typedef hides that
/// it is a pointer.
pub fn pointee(declared: &str) -> Option<String> {
    let inner = declared.strip_suffix(&format!("*{NAME}"))?;
    Some(inner.trim_end().replace("const ", "").replace("volatile ", ""))
}
