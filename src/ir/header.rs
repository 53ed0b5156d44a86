//! The functions of `symir.h`, each declared in one row.
//!
//! The machine recognises a function by its row (`exec/shims`). So does the frontend, which ignores a
//! program's own definition of such a function (`frontend/native.rs`). The native runs of tests take their
//! declarations from here ([`declarations`]). The marked parts of `drivers/symir.h` are written from the
//! rows; a test compares them, and writes them anew with `UPDATE_EXPECT=1`. This module does not know what
//! the functions do.

#[cfg(test)]
mod tests;

/// A function that `symir.h` declares, or, with [`Does::Unsupported`], one that models of the C library call.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Function {
    pub name: &'static str,
    /// The type of its result and its parameters, as C has them.
    pub result: &'static str,
    pub parameters: &'static str,
    pub does: Does,
    pub declared: Declared,
}

/// What a call of a function does. The machine has an arm for each (`exec/shims/inputs.rs`).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Does {
    /// Gives an input of a C type.
    Value(ValueKind),
    /// Makes bytes in memory inputs.
    Bytes,
    /// The same with a terminator behind them.
    String,
    /// Makes an object an input by its type, which the type of the pointer to it says.
    Object,
    /// Makes a pointer lead to an array of a length that is an input, or to a string.
    Elements,
    Characters,
    /// Gives the length of such an array.
    Length,
    /// Says which member of a structure counts the elements of another one, for all inputs of that type.
    Counted,
    /// Says how long the strings are that pointers within inputs lead to.
    Letters,
    /// Gives an input within bounds.
    Range,
    /// Gives up the path if a condition does not hold.
    Assume,
    AssertFail,
    /// Mark the call under test.
    TestBegin,
    TestEnd,
    /// Says that the function which calls it stands for another one, and that its call is part of the test.
    Mocked,
    Unsupported,
}

/// The values that an input of a C type can have.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ValueKind {
    /// Zero or one.
    Bool,
    /// A letter or another `char`.
    Character,
    /// `width` bits.
    Integer {
        width: u8,
        signed: bool,
    },
    Float {
        width: u8,
    },
}

/// Where `symir.h` declares a function.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Declared {
    Always,
    /// Only for symir: the native form is a macro.
    ForSymir,
    /// Nowhere.
    Not,
}

const fn value(result: &'static str, name: &'static str, kind: ValueKind) -> Function {
    let (parameters, does) = ("const char *name", Does::Value(kind));
    Function { name, result, parameters, does, declared: Declared::Always }
}

const fn integer(result: &'static str, name: &'static str, width: u8, signed: bool) -> Function {
    value(result, name, ValueKind::Integer { width, signed })
}

const fn float(result: &'static str, name: &'static str, width: u8) -> Function {
    value(result, name, ValueKind::Float { width })
}

const fn function(
    result: &'static str,
    name: &'static str,
    parameters: &'static str,
    does: Does,
    declared: Declared,
) -> Function {
    Function { name, result, parameters, does, declared }
}

/// All functions, in the order of their declarations. A function that gives a value needs only its row.
/// Others also need code in `exec/shims/inputs.rs`, and natively in `drivers/symir.h` and `replay/inputs.c`.
pub const FUNCTIONS: &[Function] = {
    use Declared::{Always, ForSymir, Not};
    &[
        function("void", "symir_bytes", "void *ptr, size_t size, const char *name", Does::Bytes, Always),
        function("void", "symir_string", "char *ptr, size_t size, const char *name", Does::String, Always),
        function("void", "symir_typed", "void *pointer, size_t size, const char *name", Does::Object, Always),
        function(
            "void",
            "symir_elements",
            "void *pointer, size_t size, size_t most, const char *name",
            Does::Elements,
            Always,
        ),
        function(
            "void",
            "symir_characters",
            "void *pointer, size_t most, const char *name",
            Does::Characters,
            Always,
        ),
        function("size_t", "symir_length", "const void *array, size_t size", Does::Length, Always),
        function(
            "void",
            "symir_members",
            "const void *pointer, size_t array, size_t element, size_t count, size_t width, size_t most",
            Does::Counted,
            Always,
        ),
        function("void", "symir_letters", "size_t most", Does::Letters, Always),
        function("void", "symir_mocked", "void", Does::Mocked, Always),
        value("_Bool", "symir_bool", ValueKind::Bool),
        value("char", "symir_char", ValueKind::Character),
        integer("signed char", "symir_schar", 8, true),
        integer("unsigned char", "symir_uchar", 8, false),
        integer("short", "symir_short", 16, true),
        integer("unsigned short", "symir_ushort", 16, false),
        integer("int", "symir_int", 32, true),
        integer("unsigned int", "symir_uint", 32, false),
        integer("long", "symir_long", 64, true),
        integer("unsigned long", "symir_ulong", 64, false),
        integer("long long", "symir_longlong", 64, true),
        integer("unsigned long long", "symir_ulonglong", 64, false),
        float("float", "symir_float", 32),
        float("double", "symir_double", 64),
        function("int", "symir_range", "int low, int high, const char *name", Does::Range, Always),
        function(
            "_Noreturn void",
            "symir_assert_fail",
            "const char *expression, const char *file, unsigned int line",
            Does::AssertFail,
            Always,
        ),
        function("void", "symir_assume", "int condition", Does::Assume, ForSymir),
        function("void", "symir_test_begin", "const char *function", Does::TestBegin, ForSymir),
        function("void", "symir_test_end", "void", Does::TestEnd, ForSymir),
        function("_Noreturn void", "symir_unsupported", "const char *what", Does::Unsupported, Not),
    ]
};

/// Further names in `symir.h` for a type and the function that gives it: `symir_size` is `symir_ulong` as
/// `size_t`.
pub const ALIASES: &[(&str, &str, &str)] = &[
    ("symir_size", "size_t", "symir_ulong"),
    ("symir_int8", "int8_t", "symir_schar"),
    ("symir_uint8", "uint8_t", "symir_uchar"),
    ("symir_int16", "int16_t", "symir_short"),
    ("symir_uint16", "uint16_t", "symir_ushort"),
    ("symir_int32", "int32_t", "symir_int"),
    ("symir_uint32", "uint32_t", "symir_uint"),
    ("symir_int64", "int64_t", "symir_long"),
    ("symir_uint64", "uint64_t", "symir_ulong"),
];

/// The types of SV-COMP's `__VERIFIER_nondet_…`, each with the function that gives such a value.
pub const NONDET: &[(&str, &str)] = &[
    ("bool", "symir_bool"),
    ("_Bool", "symir_bool"),
    ("char", "symir_char"),
    ("schar", "symir_schar"),
    ("int8_t", "symir_schar"),
    ("uchar", "symir_uchar"),
    ("unsigned_char", "symir_uchar"),
    ("u8", "symir_uchar"),
    ("uint8_t", "symir_uchar"),
    ("short", "symir_short"),
    ("int16_t", "symir_short"),
    ("ushort", "symir_ushort"),
    ("u16", "symir_ushort"),
    ("uint16_t", "symir_ushort"),
    ("int", "symir_int"),
    ("int32_t", "symir_int"),
    ("uint", "symir_uint"),
    ("unsigned", "symir_uint"),
    ("u32", "symir_uint"),
    ("uint32_t", "symir_uint"),
    ("long", "symir_long"),
    ("longlong", "symir_longlong"),
    ("loff_t", "symir_long"),
    ("int64_t", "symir_long"),
    ("ssize_t", "symir_long"),
    ("intptr_t", "symir_long"),
    ("ptrdiff_t", "symir_long"),
    ("ulong", "symir_ulong"),
    ("ulonglong", "symir_ulonglong"),
    ("unsigned_long", "symir_ulong"),
    ("size_t", "symir_ulong"),
    ("u64", "symir_ulong"),
    ("uint64_t", "symir_ulong"),
    ("sector_t", "symir_ulong"),
    ("uintptr_t", "symir_ulong"),
    ("pointer", "symir_ulong"),
    ("pchar", "symir_ulong"),
    ("charp", "symir_ulong"),
    ("pthread_t", "symir_ulong"),
    ("float", "symir_float"),
    ("double", "symir_double"),
];

/// The function of this name.
pub fn named(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// The kind of the values that `__VERIFIER_nondet_` with this name of a type gives.
pub fn nondet(ty: &str) -> Option<ValueKind> {
    let (_, name) = NONDET.iter().find(|(known, _)| *known == ty)?;
    named(name)?.value()
}

/// The function that gives a value of this C type.
pub fn of_type(ctype: &str) -> Option<&'static str> {
    let gives = |function: &&Function| function.value().is_some() && function.result == ctype;
    FUNCTIONS.iter().find(gives).map(|function| function.name)
}

impl Function {
    /// The kind of the value that the function gives, if it gives a value of a C type.
    pub fn value(&self) -> Option<ValueKind> {
        match self.does {
            Does::Value(kind) => Some(kind),
            _ => None,
        }
    }

    fn prototype(&self) -> String {
        let Self { result, name, parameters, .. } = self;
        let space = if result.ends_with('*') { "" } else { " " };
        format!("{result}{space}{name}({parameters});\n")
    }
}

/// C text for the native runs of tests: a prototype of each function, a reference to each, so that one that
/// is not defined is an error of the linker in every program, and the rows of `SYMIR_NUMBERS(ROW)`, with type
/// and name of each function that gives a number, and `SYMIR_NONDET(ROW)`, with type, name, and the function
/// for it.
pub fn declarations() -> String {
    let declared = || FUNCTIONS.iter().filter(|function| function.declared != Declared::Not);
    let is_number = |function: &&Function| function.value().is_some_and(|kind| kind != ValueKind::Bool);
    let mut text = String::from("/* Written from the table in src/ir/header.rs. */\n");
    declared().for_each(|function| text += &function.prototype());
    text += "static const void *const symir_declared[] __attribute__((used)) = {\n";
    declared().for_each(|function| text += &format!("    (const void *){},\n", function.name));
    text += "};\n#define SYMIR_NUMBERS(ROW)";
    for function in declared().filter(is_number) {
        text += &format!(" \\\n    ROW({}, {})", function.result, function.name);
    }
    text += "\n#define SYMIR_NONDET(ROW)";
    for (ty, name) in NONDET {
        let result = named(name).expect("invariant: a function of the table").result;
        text += &format!(" \\\n    ROW({result}, __VERIFIER_nondet_{ty}, {name})");
    }
    text + "\n"
}
