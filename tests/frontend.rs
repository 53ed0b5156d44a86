//! Compiles C and looks at the decoded program.
//!
//! Expected listings are re-blessed with `UPDATE_EXPECT=1 cargo test --test frontend`.

use expect_test::{Expect, expect};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use symir::internals::frontend::{self, Compiled, Error, OptLevel, Options};
use symir::internals::ir::{FunctionListing, Listing, Op, Program};

/// A folder for the files of one test.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Files(tempfile::tempdir().expect("a temporary folder"))
    }

    fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, contents).expect("a file is written");
        path
    }
}

fn compile(files: &[PathBuf], level: OptLevel) -> Result<Compiled, Error> {
    frontend::compile(files, &Options { level, ..Options::default() })
}

fn program(source: &str, level: OptLevel) -> Program {
    let files = Files::new();
    let compiled = compile(&[files.write("t.c", source)], level).expect("it compiles");
    assert_eq!(compiled.warnings, "");
    compiled.program
}

/// Checks the listing of a function.
fn check(source: &str, level: OptLevel, function: &str, expected: Expect) {
    let program = program(source, level);
    let id = program.function_named(function).expect("the function is there");
    expected.assert_eq(&FunctionListing(&program, id).to_string());
}

/// Checks the C types of a program.
fn check_types(source: &str, expected: Expect) {
    let program = program(source, OptLevel::O0);
    let mut text = String::new();
    for (index, ty) in program.types.iter().enumerate() {
        writeln!(text, "{index}: {ty:?}").expect("writing to a string succeeds");
    }
    expected.assert_eq(&text);
}

const SWAP: &str = "unsigned f(unsigned a, unsigned b, int n) {
    while (n-- > 0) { unsigned t = a; a = b; b = t; }
    return a * 3 + b;
}";

#[test]
fn a_loop_without_optimisation_keeps_its_variables() {
    check(
        SWAP,
        OptLevel::O0,
        "f",
        expect![[r#"
        function f(%0: 32, %1: 32, %2: 32) -> 1
        b0:
          %3 = alloca 1 * 4 align 4 "a"
          %4 = alloca 1 * 4 align 4 "b"
          %5 = alloca 1 * 4 align 4 "n"
          %6 = alloca 1 * 4 align 4 "t"
          store.32 %0 -> [%3]
          store.32 %1 -> [%4]
          store.32 %2 -> [%5]
          jump b1
        b1:
          %7 = load.32 [%5]
          %8 = add.32 %7, -1
          store.32 %8 -> [%5]
          %9 = icmp-sgt.32 %7, 0
          branch %9 ? b2 : b3
        b2:
          %10 = load.32 [%3]
          store.32 %10 -> [%6]
          %11 = load.32 [%4]
          store.32 %11 -> [%3]
          %12 = load.32 [%6]
          store.32 %12 -> [%4]
          jump b1
        b3:
          %13 = load.32 [%3]
          %14 = mul.32 %13, 3
          %15 = load.32 [%4]
          %16 = add.32 %14, %15
          ret %16
    "#]],
    );
}

#[test]
fn a_swap_in_a_loop_needs_a_temporary_on_the_back_edge() {
    check(
        SWAP,
        OptLevel::O1,
        "f",
        expect![[r#"
        function f(%0: 32, %1: 32, %2: 32) -> 1
        b0:
          jump b1 {%3 = %1; %4 = %2; %5 = %0}
        b1:
          %6 = icmp-sgt.32 %4, 0
          %7 = add.32 %4, -1
          branch %6 ? b1 {%4 = %7; %8 = %3; %3 = %5; %5 = %8} : b2
        b2:
          %9 = mul.32 %5, 3
          %10 = add.32 %9, %3
          ret %10
    "#]],
    );
}

#[test]
fn a_structure_returned_in_registers_is_several_results() {
    let source = "struct pair { long a; int b; };
        __attribute__((noinline)) struct pair make(long x) { return (struct pair){x, 3}; }
        long f(struct pair *p, int i) { p[i] = make(i); return p[i].b; }";
    check(
        source,
        OptLevel::O1,
        "f",
        expect![[r#"
            function f(%0: 64, %1: 32) -> 1
            b0:
              %2 = sext.32.64 %1
              %3 = ptr-index %0 + 16 * %2
              %4 = call make(%2: integer64) -> 2
              store.64 %4 -> [%3]
              %6 = ptr-add %3 + 8
              store.32 3 -> [%6]
              ret 3
        "#]],
    );
}

#[test]
fn cases_with_one_target_share_an_edge() {
    let source = "int f(int x) { switch (x) { case 1: case 7: return 10; case -3: return x; } return 0; }";
    check(
        source,
        OptLevel::O0,
        "f",
        expect![[r#"
        function f(%0: 32) -> 1
        b0:
          %1 = alloca 1 * 4 align 4
          %2 = alloca 1 * 4 align 4 "x"
          store.32 %0 -> [%2]
          %3 = load.32 [%2]
          switch.32 %3: 1 -> b2, 7 -> b2, -3 -> b3, else b1
        b1:
          store.32 0 -> [%1]
          jump b4
        b2:
          store.32 10 -> [%1]
          jump b4
        b3:
          %4 = load.32 [%2]
          store.32 %4 -> [%1]
          jump b4
        b4:
          %5 = load.32 [%1]
          ret %5
    "#]],
    );
}

#[test]
fn vectors_are_taken_apart() {
    let source = "typedef short v __attribute__((vector_size(8)));
        short f(v *p, int i) { v x = p[0] + p[1]; x[i] = 5; return x[2]; }";
    check(
        source,
        OptLevel::O1,
        "f",
        expect![[r#"
            function f(%0: 64, %1: 32) -> 1
            b0:
              %2 = load.16 [%0]
              %3 = ptr-add %0 + 2
              %4 = load.16 [%3]
              %5 = ptr-add %0 + 4
              %6 = load.16 [%5]
              %7 = ptr-add %0 + 6
              %8 = load.16 [%7]
              %9 = ptr-add %0 + 8
              %10 = load.16 [%9]
              %11 = ptr-add %9 + 2
              %12 = load.16 [%11]
              %13 = ptr-add %9 + 4
              %14 = load.16 [%13]
              %15 = ptr-add %9 + 6
              %16 = load.16 [%15]
              %17 = add.16 %10, %2
              %18 = add.16 %12, %4
              %19 = add.16 %14, %6
              %20 = add.16 %16, %8
              %21 = zext.32.64 %1
              index-check %21, 4
              %22 = icmp-eq.32 %1, 0
              %23 = select.16 %22 ? 5, %17
              %24 = icmp-eq.32 %1, 1
              %25 = select.16 %24 ? 5, %18
              %26 = icmp-eq.32 %1, 2
              %27 = select.16 %26 ? 5, %19
              %28 = icmp-eq.32 %1, 3
              %29 = select.16 %28 ? 5, %20
              ret %27
        "#]],
    );
}

#[test]
fn a_structure_by_value_is_copied_for_the_callee() {
    let source = "struct big { long w[4]; };
        long g(struct big b); long h(int n, ...);
        long f(struct big *b) { return g(*b) + h(1, *b); }";
    check(
        source,
        OptLevel::O1,
        "f",
        expect![[r#"
        function f(%0: 64) -> 1
        b0:
          %1 = stack-save.64
          %2 = alloca 1 * 32 align 8
          mem-cpy %2, %0, 32
          %3 = call g(%2: part64) -> 1
          stack-restore %1
          %4 = load.64 [%0]
          %5 = ptr-add %0 + 8
          %6 = load.64 [%5]
          %7 = ptr-add %0 + 16
          %8 = load.64 [%7]
          %9 = ptr-add %0 + 24
          %10 = load.64 [%9]
          %11 = call h(1: integer32, %4: stack64, %6: stack64, %8: stack64, %10: stack64) -> 1
          %12 = add.64 %11, %3
          ret %12
    "#]],
    );
}

#[test]
fn what_is_not_supported_stays_one_instruction() {
    let source = "int f(int x) { int r; __asm__(\"crc32l %1, %0\" : \"=r\"(r) : \"r\"(x)); return r + 1; }";
    check(
        source,
        OptLevel::O1,
        "f",
        expect![[r#"
            function f(%0: 32) -> 1
            b0:
              unsupported "inline assembly \"crc32l $1, $0\""
              %1 = arbitrary.32
              %2 = add.32 %1, 1
              ret %2
        "#]],
    );
}

#[test]
fn globals_hold_bytes_and_addresses() {
    let source = "static int run(void) { return 1; }
        int grid[2][2] = {{1}, {0, 258}};
        struct { const char *name; int (*run)(void); short weight; } table[] = {{\"a\", run, 7}, {0}};
        int *inside = &grid[1][0];
        extern int elsewhere;
        int use(void) { return elsewhere + run(); }";
    let program = program(source, OptLevel::O0);
    let listing = Listing(&program).to_string();
    let globals: String =
        listing.lines().take_while(|line| !line.is_empty()).map(|l| format!("{l}\n")).collect();
    expect![[r#"
        global @grid: 16 bytes align 16 = "\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x01"
        constant @.str: 2 bytes align 1 = "a"
        global @table: 48 bytes align 16 = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07", at 0: @.str, at 8: run
        global @inside: 8 bytes align 8, at 0: @grid+8
        global @elsewhere: 4 bytes align 4, declared
    "#]].assert_eq(&globals);
}

#[test]
fn constructors_run_by_priority_and_destructors_the_other_way() {
    let source = "__attribute__((constructor)) void last(void) {}
        __attribute__((constructor(101))) void first(void) {}
        __attribute__((destructor)) void early(void) {}
        __attribute__((destructor(101))) void late(void) {}";
    let program = program(source, OptLevel::O0);
    let names = |ids: &[symir::internals::ir::FuncId]| -> Vec<String> {
        ids.iter().map(|id| program.functions[id.index()].name.clone()).collect()
    };
    assert_eq!(names(&program.constructors), ["first", "last"]);
    assert_eq!(names(&program.destructors), ["early", "late"]);
}

#[test]
fn recursive_types_and_bit_fields() {
    let source = "typedef struct node { const char *key; struct node *next; unsigned a : 3, b : 30; } node;
        enum e { LOW = -1, HIGH = 5 };
        union u { int i; double d[2][3]; };
        _Bool f(node *n, enum e e, union u *u, void *p) { return n && e && u && p; }";
    check_types(
        source,
        expect![[r#"
        0: Bool
        1: Pointer(TypeId(2))
        2: Struct { name: Some("node"), size: Bytes(24), members: [Member { name: "key", ty: TypeId(3), offset: BitOffset(0), bit_field: None }, Member { name: "next", ty: TypeId(5), offset: BitOffset(64), bit_field: None }, Member { name: "a", ty: TypeId(6), offset: BitOffset(128), bit_field: Some(Bits(3)) }, Member { name: "b", ty: TypeId(6), offset: BitOffset(160), bit_field: Some(Bits(30)) }] }
        3: Pointer(TypeId(4))
        4: Char { signed: true }
        5: Pointer(TypeId(2))
        6: Int { size: Bytes(4), signed: false }
        7: Enum { name: Some("e"), size: Bytes(4), signed: true, variants: [Variant { name: "LOW", value: -1 }, Variant { name: "HIGH", value: 5 }] }
        8: Int { size: Bytes(4), signed: true }
        9: Pointer(TypeId(10))
        10: Union { name: Some("u"), size: Bytes(48), members: [Member { name: "i", ty: TypeId(8), offset: BitOffset(0), bit_field: None }, Member { name: "d", ty: TypeId(11), offset: BitOffset(0), bit_field: None }] }
        11: Array { element: TypeId(13), count: Some(2) }
        12: Float { size: Bytes(8) }
        13: Array { element: TypeId(12), count: Some(3) }
        14: Pointer(TypeId(15))
        15: Void
    "#]],
    );
}

#[test]
fn signatures_name_their_parameters_and_lines() {
    for level in [OptLevel::O0, OptLevel::O1] {
        let program =
            program("#include <stddef.h>\n\nchar *f(char *dst, size_t n) { return dst + n; }", level);
        let signature = program.functions[0].signature.as_ref().expect("debug information");
        assert_eq!(signature.line, 3);
        let names: Vec<_> = signature.param_names.iter().map(Option::as_deref).collect();
        assert_eq!(names, [Some("dst"), Some("n")]);
        assert_eq!(signature.result, signature.params[0]);
        let ret = program.code.iter().rposition(|inst| inst.op == Op::Ret).expect("a return");
        assert_eq!(program.locs[ret].line, 3);
        assert!(program.files[program.locs[ret].file().index()].path().ends_with("t.c"));
    }
}

#[test]
fn files_are_linked() {
    let files = Files::new();
    let one = files.write("one.c", "int twice(int); int main(void) { return twice(2); }");
    let two = files.write("two.c", "int twice(int x) { return 2 * x; }");
    let program = compile(&[one, two], OptLevel::O0).expect("it links").program;
    let twice = program.function_named("twice").expect("the function is there");
    assert!(program.functions[twice.index()].entry.is_some());
}

#[test]
fn assembly_is_read_as_it_is() {
    let files = Files::new();
    let file = files.write(
        "t.ll",
        "target datalayout = \"e-m:e-i64:64-n8:16:32:64-S128\"
define i8 @f(<8 x i1> %x, ptr %p) {
  store <8 x i1> %x, ptr %p
  %y = bitcast <8 x i1> %x to i8
  ret i8 %y
}",
    );
    let program = compile(&[file], OptLevel::O0).expect("it is read").program;
    assert_eq!(program.functions[0].params.len(), 9);
    assert!(program.code.iter().any(|inst| inst.op == Op::Store && inst.width == 8));
}

#[test]
fn the_header_for_drivers_is_found() {
    let source = "#include \"symir.h\"
        #include <string.h>
        int main(void) { char s[4]; symir_string(s, sizeof s, \"s\"); SYMIR_TEST(strlen, s); }";
    let program = program(source, OptLevel::O1);
    assert!(program.function_named("symir_test_begin").is_some());
}

#[test]
fn a_driver_may_be_written_in_cplusplus() {
    let files = Files::new();
    let source = "#include \"symir.h\"
        struct A { virtual int f(int x) const { return x; } };
        struct B : A { int f(int x) const override { return -x; } };
        extern \"C\" int f(int x) { A *a = x > 2 ? new B : new A; int r = a->f(x); delete a; return r; }
        int main() { int x = symir_range(1, 4, \"x\"); symir_assume(x != 3); SYMIR_TEST(f, x); }";
    let file = files.write("t.cpp", source);
    let program = compile(&[file], OptLevel::O0).expect("it compiles").program;
    for name in ["symir_range", "symir_assume", "symir_test_begin", "_Znwm"] {
        assert!(program.function_named(name).is_some(), "{name}");
    }
    assert!(program.code.iter().all(|inst| inst.op != Op::Unsupported));
}

#[test]
fn what_may_be_missing_is_marked() {
    let source = "extern int there __attribute__((weak)); int here(void) __attribute__((weak));
        int f(void) { return (here ? here() : 0) + (&there ? there : 0); }";
    let program = program(source, OptLevel::O0);
    assert!(program.globals[0].is_weak);
    let here = program.function_named("here").expect("it is declared");
    assert!(program.functions[here.index()].is_weak);
}

#[test]
fn nothing_in_a_file_of_much_c_is_unsupported() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frontend/breadth.c");
    for level in [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3] {
        let compiled = compile(std::slice::from_ref(&file), level).expect("it compiles");
        let program = compiled.program;
        let texts = program.code.iter().filter(|inst| inst.op == Op::Unsupported);
        let texts: Vec<_> = texts.map(|inst| &program.texts[inst.a as usize]).collect();
        assert!(texts.is_empty(), "{level:?}: {texts:?}");
        assert!(!compiled.warnings.contains("not supported"), "{}", compiled.warnings);
    }
}

/// Bitcode of another version of LLVM may say less about its layout. Bitcode for another machine has no
/// models.
#[test]
fn models_are_linked_to_other_layouts_or_it_is_said_why_not() {
    let text = |layout: &str, triple: &str| {
        format!(
            "target datalayout = \"{layout}\"\ntarget triple = \"{triple}\"\n\
             declare i64 @strlen(ptr)\ndefine i32 @main() {{\n  %n = call i64 @strlen(ptr null)\n\
             \x20 %m = trunc i64 %n to i32\n  ret i32 %m\n}}\n"
        )
    };
    let linux = "x86_64-unknown-linux-gnu";
    let layouts = [
        ("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128", linux),
        ("e-m:e-i64:64-f80:128-n8:16:32:64-S128", "x86_64-pc-linux-gnu"),
        (
            "e-m:o-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-n8:16:32:64-S128",
            "x86_64-apple-macosx14.0.0",
        ),
        ("", ""),
        ("e-p:64:64", linux),
    ];
    for (layout, triple) in layouts {
        let compiled = compile(&[Files::new().write("t.ll", text(layout, triple))], OptLevel::O0);
        let compiled = compiled.expect("it is read");
        assert_eq!(compiled.warnings, "", "{layout}");
        let strlen = compiled.program.function_named("strlen").expect("it is called");
        assert!(compiled.program.functions[strlen.index()].entry.is_some(), "{layout}");
    }
    let arm = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128";
    let others =
        [(arm, "aarch64-unknown-linux-gnu", "compiled for aarch64"), ("e-i64:32", linux, "`e-i64:32`")];
    for (layout, triple, words) in others {
        let compiled = compile(&[Files::new().write("t.ll", text(layout, triple))], OptLevel::O0);
        let warnings = compiled.expect("it is read").warnings;
        assert!(
            warnings.contains(words) && warnings.contains("library functions have no models"),
            "{warnings}"
        );
    }
}

/// The error of compiling one file, as text; the folder's name is cut.
fn error_of(name: &str, contents: impl AsRef<[u8]>) -> String {
    let files = Files::new();
    let file = files.write(name, contents);
    let error = compile(&[file], OptLevel::O0).expect_err("it cannot be compiled");
    error.to_string().replace(&format!("{}/", files.0.path().display()), "")
}

#[test]
fn errors_say_what_is_wrong_with_which_file() {
    let missing = compile(&[PathBuf::from("no/such.c")], OptLevel::O0).expect_err("it is missing");
    assert_eq!(missing.to_string(), "no/such.c: there is no such file");
    expect![[r#"
        syntax.c: clang could not compile it
        syntax.c:1:26: error: expected ';' after return statement
            1 | int main(void) { return 0 }
              |                          ^
              |                          ;
        1 error generated.
    "#]]
    .assert_eq(&error_of("syntax.c", "int main(void) { return 0 }\n"));
    expect!["binary.c: this is not C source: it contains bytes that are not text"]
        .assert_eq(&error_of("binary.c", b"\x7fELF\0\0"));
    expect!["program: this is an executable or object file; give its C source, or bitcode from `clang -emit-llvm -c`"].assert_eq(&error_of("program", b"\x7fELF\0\0"));
    expect!["notes.txt: unknown kind of file; give C source (.c), LLVM bitcode (.bc) or LLVM assembly (.ll)"]
        .assert_eq(&error_of("notes.txt", "hello"));
    expect!["broken.bc: not valid LLVM bitcode or assembly: Expected a single module"]
        .assert_eq(&error_of("broken.bc", b"BC\xc0\xde garbage"));
    expect![[r#"
        broken.ll: not valid LLVM bitcode or assembly: 2:1: error: expected type

        ^"#]]
    .assert_eq(&error_of("broken.ll", "define i32 @f( {\n"));
}

#[test]
fn a_symbol_that_is_defined_twice_is_named() {
    let files = Files::new();
    let one = files.write("one.c", "int f(void) { return 1; }");
    let two = files.write("two.c", "int f(void) { return 2; }");
    let error = compile(&[one, two], OptLevel::O0).expect_err("it does not link");
    expect!["the files cannot be linked: Linking globals named 'f': symbol multiply defined!"]
        .assert_eq(&error.to_string());
}

#[test]
fn a_clang_that_is_not_there_is_named() {
    let files = Files::new();
    let file = files.write("t.c", "int x;");
    let options = Options { clang: Some("/no/such/clang".into()), ..Options::default() };
    let error = frontend::compile(&[file], &options).expect_err("there is no clang");
    expect!["no clang found (looked for /no/such/clang); install it, on Debian and Ubuntu with `apt-get install clang-19`, or name one with --clang PATH"].assert_eq(&error.to_string());
}

#[test]
fn warnings_are_clangs_own() {
    let files = Files::new();
    let file = files.write("t.c", "int f(void) { int x = 1 / 0; return x; }");
    let compiled = compile(&[file], OptLevel::O0).expect("a warning is no error");
    assert!(compiled.warnings.contains("division by zero"), "{}", compiled.warnings);
}
