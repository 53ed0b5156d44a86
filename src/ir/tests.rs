//! Tiny programs: what is read is printed, each invariant notices what breaks it, and joins are where sides
//! meet.

use super::text::program;
use super::{
    Block, BlockId, CType, Const, ConstId, EdgeId, FileId, FuncId, GlobalId, Inst, Joins, Listing,
    LiveRegister, Loc, Op, Operand, Pc, Program, Promise, RegId, Relocation, Signature, Taken, TypeId,
    edges_after, functions_with_addresses, reachable_functions, verify,
};
use crate::util::{Bits, Bytes};

/// A program with something of everything.
const ALL: &str = r#"
constant @text: 4 bytes align 1 = "a\n\x01"
global @table: 16 bytes align 8, at 0: helper, at 8: @text+1
global @far: 8 bytes align 8, declared

declare symir_int(%0: 64) -> 1

function helper(%0: 32, %1: 64) -> 1
b0:
  %2 = icmp-slt.32 %0, -5
  branch %2 ? b1 : b2 {%3 = 7}
b1:
  %4 = load.8 volatile [%1]
  %5 = zext.8.32 %4
  jump b2 {%3 = %5}
b2:
  ret %3

function main() -> 1
b0:
  %0 = alloca 1 * 4 align 4 "x"
  store.32 5 -> [%0]
  %1 = call symir_int(@text: pointer64) -> 1
  switch.32 %1: 1 -> b1, 2 -> b1, -3 -> b2, else b3
b1:
  %2 = call helper(%1: integer32, %0: pointer64) -> 1
  %3 = sadd-overflow.32 %2, 1
  %5 = select.32 %4 ? %2, 0
  ret %5
b2:
  %6 = ptr-add %0 + 1
  %7 = ptr-index %6 + 4 * %6
  mem-set %7, 0, 2
  %8 = float-to-signed.64.32 %7
  indirect-jump main.b1: b1, b3
b3:
  %9 = fshl.32 %1, %1, 3
  %10 = fcmp-1.64 %7, 0
  unsupported "something else"
  unreachable
"#;

#[test]
fn what_is_read_is_printed() {
    assert_eq!(Listing(&program(ALL)).to_string().trim(), ALL.trim());
}

/// The number of an invariant, and what breaks it in the program above.
type Break = (u32, fn(&mut Program));

/// The instruction of `program` that is the first of an operation.
fn first(program: &mut Program, op: Op) -> &mut Inst {
    program.code.iter_mut().find(|inst| inst.op == op).expect("the program has such an instruction")
}

/// The first word in the operand list of the first instruction of an operation.
fn operand_words(program: &mut Program, op: Op) -> &mut u32 {
    let at = first(program, op).b as usize;
    &mut program.extra[at]
}

fn signature(file: usize) -> Option<Signature> {
    let (file, result) = (FileId::new(file), TypeId::new(0));
    Some(Signature { file, line: 1, result, params: Vec::new(), param_names: Vec::new() })
}

const BREAKS: &[Break] = &[
    (1, |p| p.locs.truncate(1)),
    (1, |p| p.locs[0] = Loc::new(FileId::new(0), 3, 1)),
    (1, |p| p.globals[0].loc = Some(Loc::new(FileId::new(0), 3, 1))),
    (2, |p| p.blocks[1].function = FuncId::new(2)),
    (2, |p| p.blocks[1].first = p.blocks[1].first.next()),
    (2, |p| p.blocks[0].end = p.blocks[0].first),
    (2, |p| p.functions[1].blocks.end = 99),
    (2, |p| p.functions[1].blocks.end = p.functions[1].blocks.start),
    (3, |p| *first(p, Op::Jump) = Inst { op: Op::Nop, dst: Inst::NO_RESULT, ..*first(p, Op::Jump) }),
    (3, |p| p.code[0] = *first(p, Op::Jump)),
    (4, |p| p.edges[0].to = BlockId::new(1)),
    (4, |p| p.edges[0].from = Some(BlockId::new(0))),
    (4, |p| p.edges[0].moves = 0..1),
    (4, |p| p.functions[1].entry = None),
    (5, |p| {
        let jump = first(p, Op::Jump).jump_edge();
        p.edges[jump.index()].to = BlockId::new(4);
    }),
    (6, |p| first(p, Op::Jump).a = 99),
    (6, |p| {
        let jump = first(p, Op::Jump).jump_edge();
        p.edges[jump.index()].from = Some(BlockId::new(0));
    }),
    (6, |p| first(p, Op::Branch).b += 1),
    (7, |p| first(p, Op::ICmp).a = 40),
    (7, |p| first(p, Op::ICmp).b = Operand::constant(ConstId::new(99)).raw()),
    (7, |p| first(p, Op::Store).b = Operand::UNUSED.raw()),
    (7, |p| *operand_words(p, Op::Select) = 40),
    (7, |p| p.moves[0].src = Operand::register(RegId::new(40))),
    (8, |p| first(p, Op::ICmp).dst = RegId::new(40)),
    (8, |p| first(p, Op::ICmp).dst = Inst::NO_RESULT),
    (8, |p| first(p, Op::Store).dst = RegId::new(0)),
    (8, |p| first(p, Op::SAddOverflow).dst = RegId::new(10)),
    (8, |p| p.moves[0].dst = RegId::new(40)),
    (9, |p| first(p, Op::Store).width = 129),
    (9, |p| first(p, Op::Load).width = 0),
    (9, |p| first(p, Op::ZExt).b = 32),
    (9, |p| first(p, Op::FCast).b = 33),
    (9, |p| p.functions[1].params[0].width = Bits(0)),
    (10, |p| first(p, Op::ICmp).flags = 10),
    (10, |p| first(p, Op::FCmp).flags = 16),
    (10, |p| first(p, Op::FCast).flags = 5),
    (10, |p| {
        let arbitrary = Inst { op: Op::Arbitrary, flags: 3, ..*first(p, Op::ICmp) };
        *first(p, Op::ICmp) = arbitrary;
    }),
    (11, |p| first(p, Op::Ret).a = u32::MAX / 2),
    (11, |p| first(p, Op::Call).a = u32::MAX / 2),
    (11, |p| first(p, Op::Unsupported).a = 9),
    (11, |p| {
        let at = first(p, Op::Alloca).b as usize;
        p.extra[at + 3] = 9;
    }),
    (11, |p| {
        let at = first(p, Op::Alloca).b as usize;
        p.extra[at + 2] = 3;
    }),
    (11, |p| {
        let jump = first(p, Op::Jump).jump_edge();
        p.edges[jump.index()].moves = 1..99;
    }),
    (12, |p| p.functions[1].n_registers = 1),
    (13, |p| p.constants.push(Const::Global { global: GlobalId::new(9), offset: 0 })),
    (13, |p| p.constants.push(Const::Function(FuncId::new(9)))),
    (13, |p| p.constants.push(Const::Label(BlockId::new(99)))),
    (13, |p| p.constants.push(Const::Int { width: Bits(8), value: 256 })),
    (13, |p| p.constants.push(Const::Undef { width: Bits(0) })),
    (13, |p| {
        p.constants.push(Const::Int { width: Bits(8), value: 1 });
        let at = first(p, Op::Switch).b as usize;
        p.extra[at + 2] = p.constants.len() as u32 - 1;
    }),
    (14, |p| p.globals[0].size = Bytes(5)),
    (14, |p| relocation(p).offset = Bytes(12)),
    (14, |p| relocation(p).offset = Bytes(0)),
    (14, |p| relocation(p).size = Bytes(4)),
    (14, |p| {
        p.constants.push(Const::Int { width: Bits(64), value: 1 });
        relocation(p).target = ConstId::new(p.constants.len() - 1);
    }),
    (15, |p| p.types.push(CType::Pointer(TypeId::new(1)))),
    (15, |p| p.types.push(CType::Array { element: TypeId::new(7), count: None })),
    (15, |p| p.globals[0].ty = Some(TypeId::new(0))),
    (15, |p| {
        p.types.push(CType::Void);
        p.functions[1].signature = signature(0);
    }),
    (16, |p| p.constructors.push(FuncId::new(0))),
    (16, |p| p.destructors.push(FuncId::new(9))),
    (17, |p| p.landings.push((Pc::new(0), EdgeId::new(1)))),
    (17, |p| {
        let call = p.code.iter().position(|inst| inst.op == Op::Call).expect("there is a call");
        p.landings.push((Pc::new(call), EdgeId::new(99)));
    }),
    (17, |p| {
        let call = p.code.iter().position(|inst| inst.op == Op::Call).expect("there is a call");
        p.landings.push((Pc::new(call), EdgeId::new(1)));
    }),
];

/// The last relocation of the table.
fn relocation(program: &mut Program) -> &mut Relocation {
    let init = program.globals[1].init.as_mut().expect("the table has contents");
    init.relocations.last_mut().expect("the table has two addresses")
}

#[test]
fn each_invariant_notices_what_breaks_it() {
    for (number, (invariant, breaks)) in BREAKS.iter().enumerate() {
        let mut program = program(ALL);
        breaks(&mut program);
        let found = verify(&program).err().map(|error| error.invariant);
        assert_eq!(found, Some(*invariant), "break {number}");
    }
    let broken: std::collections::BTreeSet<u32> = BREAKS.iter().map(|(invariant, _)| *invariant).collect();
    assert!(broken.into_iter().eq(1..=17), "every invariant has a break");
}

/// By block, the join of the branch that ends the block, with the live registers.
fn joins(text: &str) -> Vec<(usize, usize, Vec<LiveRegister>)> {
    let program = program(text);
    let joins = Joins::new(&program);
    let block_at = |pc: Pc| program.blocks.iter().position(|block: &Block| block.first == pc);
    let of = |(number, block): (usize, &Block)| {
        let join = joins.of(Pc::from_raw(block.end.raw() - 1))?;
        Some((number, block_at(join).expect("a join begins a block"), joins.live(join).to_vec()))
    };
    program.blocks.iter().enumerate().filter_map(of).collect()
}

#[test]
fn the_sides_of_a_branch_join_where_both_come() {
    let found = joins(
        "function main(%0: 32) -> 1
        b0:
          %1 = icmp-eq.32 %0, 5
          branch %1 ? b1 : b2
        b1:
          %2 = zext.1.8 %1
          jump b3 {%3 = 1}
        b2:
          jump b3 {%3 = 2}
        b3:
          %4 = add.32 %3, %0
          ret %4",
    );
    let live = |number: usize| LiveRegister { register: RegId::new(number), width: Some(Bits(32)) };
    assert_eq!(found, [(0, 3, vec![live(0), live(3)])]);
}

#[test]
fn who_may_leave_a_loop_has_no_join_and_ways_that_never_return_do_not_count() {
    let found = joins(
        "function main(%0: 32) -> 0
        b0:
          jump b1
        b1:
          %1 = icmp-eq.32 %0, 5
          branch %1 ? b2 : b3
        b2:
          jump b1
        b3:
          ret ",
    );
    assert!(found.is_empty());
    let found = joins(
        "function main(%0: 1, %1: 1) -> 0
        b0:
          branch %0 ? b1 : b2
        b1:
          trap
          unreachable
        b2:
          branch %1 ? b3 : b4
        b3:
          jump b4
        b4:
          ret ",
    );
    assert_eq!(found.iter().map(|(block, join, _)| (*block, *join)).collect::<Vec<_>>(), [(0, 2), (2, 4)]);
}

#[test]
fn sides_that_each_return_have_no_join() {
    let found = joins(
        "function main(%0: 1) -> 0
        b0:
          branch %0 ? b1 : b2
        b1:
          ret 
        b2:
          ret ",
    );
    assert!(found.is_empty());
}

/// `main` calls `called` by name; the table holds `pointed`, and `moved` goes along an edge.
const CALLS: &str = "
    global @table: 8 bytes align 8, at 0: pointed
    function called() -> 0
    b0:
      ret 
    function pointed() -> 0
    b0:
      ret 
    function moved() -> 0
    b0:
      %0 = load.64 [@table]
      ret 
    function alone() -> 0
    b0:
      ret 
    function main() -> 0
    b0:
      call called() -> 0
      jump b1 {%0 = moved}
    b1:
      ret ";

#[test]
fn functions_are_reached_by_name_by_address_and_through_tables() {
    let program = program(CALLS);
    let names = |functions: Vec<FuncId>| -> Vec<String> {
        functions.into_iter().map(|id| program.functions[id.index()].name.clone()).collect()
    };
    let of = |name: &str| program.function_named(name).expect("the program has it");
    assert_eq!(names(reachable_functions(&program, &[of("main")])), ["called", "pointed", "moved", "main"]);
    assert_eq!(names(reachable_functions(&program, &[of("alone")])), ["alone"]);
    for taken in [Taken::Anywhere, Taken::BySource] {
        assert_eq!(names(functions_with_addresses(&program, taken)), ["pointed", "moved"]);
    }
    // After the call, `called` is not entered again.
    let jump = program.code.iter().position(|inst| inst.op == Op::Jump).expect("there is a jump");
    let edges = edges_after(&program, &[Pc::new(jump)]);
    let entered: Vec<bool> = program
        .functions
        .iter()
        .map(|function| edges[function.entry.expect("all have bodies").index()])
        .collect();
    assert_eq!(entered, [false, true, true, false, false]);
}

/// Functions that return what a function of the C library has returned, and others.
const COMPARING: &str = r#"
declare memcmp(%0: 64, %1: 64, %2: 64) -> 1
declare isdigit(%0: 32) -> 1

function compare(%0: 64, %1: 64, %2: 64) -> 1
b0:
  %3 = call memcmp(%0: pointer64, %1: pointer64, %2: integer64) -> 1
  %4 = icmp-eq.32 %3, 0
  branch %4 ? b1 {%5 = 1} : b1 {%5 = %3}
b1:
  ret %5

function backwards(%0: 64, %1: 64) -> 1
b0:
  %2 = alloca 1 * 4 align 4 "order"
  %3 = call compare(%0: pointer64, %1: pointer64, 4: integer64) -> 1
  %4 = sub.32 0, %3
  store.32 %4 -> [%2]
  %5 = load.32 [%2]
  ret %5

function equal(%0: 64, %1: 64) -> 1
b0:
  %2 = call compare(%0: pointer64, %1: pointer64, 4: integer64) -> 1
  %3 = icmp-eq.32 %2, 0
  %4 = zext.1.32 %3
  ret %4

function digit(%0: 32) -> 1
b0:
  %1 = call isdigit(%0: integer32) -> 1
  ret %1

function kind(%0: 32) -> 1
b0:
  %1 = call isdigit(%0: integer32) -> 1
  %2 = icmp-eq.32 %0, 95
  %3 = select.32 %2 ? 7, %1
  ret %3
"#;

#[test]
fn results_that_the_library_decides_are_promised_less() {
    let mut program = program(COMPARING);
    for function in program.functions.iter_mut().filter(|function| function.entry.is_some()) {
        function.signature = signature(0);
    }
    let promised = program.promised_results();
    let name = |id: &FuncId| program.functions[id.index()].name.as_str();
    let named: Vec<(&str, Promise)> = promised.iter().map(|(id, promise)| (name(id), *promise)).collect();
    assert_eq!(
        named,
        [("compare", Promise::Sign), ("backwards", Promise::Sign), ("digit", Promise::Truth)],
        "`equal` returns what it has made of a sign, `kind` a 7 that has to be one"
    );
}
