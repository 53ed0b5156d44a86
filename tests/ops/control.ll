; Ways through a function, calls, constant expressions, and intrinsics that are hints or ask about the machine.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@table = internal constant [3 x ptr] [ptr blockaddress(@indirect, %one), ptr blockaddress(@indirect, %two), ptr blockaddress(@indirect, %three)]
@numbers = internal global [4 x i32] [i32 10, i32 20, i32 30, i32 40]
@inside = internal global ptr getelementptr inbounds ([4 x i32], ptr @numbers, i64 0, i64 2)
@distance = internal global i64 sub (i64 ptrtoint (ptr getelementptr ([4 x i32], ptr @numbers, i64 0, i64 3) to i64), i64 ptrtoint (ptr @numbers to i64))
@sum = internal global i64 add (i64 ptrtoint (ptr @numbers to i64), i64 4)
@alias = internal alias [4 x i32], ptr @numbers
@alias_inside = internal alias i32, getelementptr (i8, ptr @numbers, i64 4)
@triple = internal alias i64 (i64), ptr @thrice
@chosen = internal ifunc i64 (i64), ptr @choose
@functions = internal constant [2 x ptr] [ptr @thrice, ptr @twice]
@missing = extern_weak global i32
@flag = internal global i32 0
@relative = internal constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @numbers to i64), i64 ptrtoint (ptr @relative to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @inside to i64), i64 ptrtoint (ptr @relative to i64)) to i32)]
@labels = internal constant [2 x i64] [i64 sub (i64 ptrtoint (ptr blockaddress(@apart, %one) to i64), i64 ptrtoint (ptr blockaddress(@apart, %two) to i64)), i64 0]

declare extern_weak i64 @missing_function(i64)

declare i1 @llvm.is.constant.i64(i64)
declare i1 @llvm.is.constant.p0(ptr)
declare ptr @llvm.load.relative.i64(ptr, i64)
declare <4 x i32> @llvm.vector.extract.v4i32.v8i32(<8 x i32>, i64)
declare <8 x i32> @llvm.vector.insert.v8i32.v4i32(<8 x i32>, <4 x i32>, i64)
declare i64 @llvm.expect.i64(i64, i64)
declare void @llvm.assume(i1)
declare void @llvm.sideeffect()
declare void @llvm.donothing()
declare i64 @llvm.ssa.copy.i64(i64)
declare i64 @llvm.annotation.i64.p0(i64, ptr, ptr, i32)
declare i32 @llvm.get.rounding()
declare ptr @llvm.frameaddress.p0(i32)
declare ptr @llvm.returnaddress(i32)
declare ptr @llvm.addressofreturnaddress.p0()
declare i64 @llvm.readcyclecounter()
declare i64 @llvm.readsteadycounter()
declare ptr @llvm.thread.pointer()
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
declare void @llvm.va_end.p0(ptr)
declare void @llvm.experimental.noalias.scope.decl(metadata)

define internal i64 @thrice(i64 %x) {
  %r = mul i64 %x, 3
  ret i64 %r
}

define internal i64 @twice(i64 %x) {
  %r = mul i64 %x, 2
  ret i64 %r
}

define internal ptr @choose() {
  ret ptr @twice
}

define i64 @switch(i64 %a, i64 %b) {
  switch i64 %a, label %other [
    i64 0, label %zero
    i64 1, label %small
    i64 -1, label %small
    i64 -9223372036854775808, label %least
  ]
zero:
  ret i64 5
small:
  %s = phi i64 [ 7, %0 ], [ 7, %0 ]
  %t = add i64 %s, %b
  ret i64 %t
least:
  br label %other
other:
  %r = phi i64 [ %b, %0 ], [ 9, %least ]
  ret i64 %r
}

define i8 @switch_wide(i128 %a, i1 %b) {
  switch i128 %a, label %other [
    i128 0, label %one
    i128 -1, label %two
    i128 170141183460469231731687303715884105727, label %three
  ]
one:
  switch i1 %b, label %two [ i1 true, label %three ]
two:
  ret i8 2
three:
  ret i8 3
other:
  ret i8 4
}

define i64 @indirect(i64 %a, i64 %b) {
  %i = urem i64 %a, 3
  %p = getelementptr [3 x ptr], ptr @table, i64 0, i64 %i
  %l = load ptr, ptr %p
  indirectbr ptr %l, [ label %one, label %two, label %three ]
one:
  ret i64 %b
two:
  %x = add i64 %b, 1
  ret i64 %x
three:
  %y = phi i64 [ 77, %0 ]
  %z = xor i64 %y, %b
  ret i64 %z
}

define i64 @apart(i64 %a, i64 %b) {
  %d = load i64, ptr @labels
  %n = add i64 %d, ptrtoint (ptr blockaddress(@apart, %two) to i64)
  %l = inttoptr i64 %n to ptr
  indirectbr ptr %l, [ label %one, label %two ]
one:
  ret i64 %b
two:
  ret i64 %a
}

define i64 @relative_loads(i64 %a, i64 %b) {
  %p = call ptr @llvm.load.relative.i64(ptr @relative, i64 0)
  %x = load i32, ptr %p
  %q = call ptr @llvm.load.relative.i64(ptr @relative, i64 4)
  %r = load ptr, ptr %q
  %y = load i32, ptr %r
  %x1 = zext i32 %x to i64
  %y1 = zext i32 %y to i64
  %y2 = mul i64 %y1, %a
  %s = add i64 %x1, %y2
  ret i64 %s
}

define i128 @parts_of_vectors(i128 %a, i128 %b) {
  %x = bitcast i128 %a to <4 x i32>
  %y = bitcast i128 %b to <4 x i32>
  %v = call <8 x i32> @llvm.vector.insert.v8i32.v4i32(<8 x i32> zeroinitializer, <4 x i32> %x, i64 4)
  %w = call <8 x i32> @llvm.vector.insert.v8i32.v4i32(<8 x i32> %v, <4 x i32> %y, i64 0)
  %p = call <4 x i32> @llvm.vector.extract.v4i32.v8i32(<8 x i32> %w, i64 4)
  %q = call <4 x i32> @llvm.vector.extract.v4i32.v8i32(<8 x i32> %w, i64 0)
  %s = sub <4 x i32> %p, %q
  %r = bitcast <4 x i32> %s to i128
  ret i128 %r
}

define i64 @swap_loop(i64 %a, i64 %b) {
  %n = and i64 %a, 15
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %j, %loop ]
  %v = phi <2 x i64> [ <i64 1, i64 2>, %0 ], [ %w, %loop ]
  %x = phi i64 [ %a, %0 ], [ %y, %loop ]
  %y = phi i64 [ %b, %0 ], [ %z, %loop ]
  %z = phi i64 [ 3, %0 ], [ %x, %loop ]
  %w = shufflevector <2 x i64> %v, <2 x i64> %v, <2 x i32> <i32 1, i32 2>
  %j = add i64 %i, 1
  %c = icmp ult i64 %i, %n
  br i1 %c, label %loop, label %end
end:
  %e = extractelement <2 x i64> %w, i64 0
  %s = mul i64 %x, 5
  %t = add i64 %s, %y
  %r = add i64 %t, %e
  ret i64 %r
}

define i64 @calls(i64 %a, i64 %b) {
  %i = and i64 %b, 1
  %h = icmp eq i64 %i, 0
  %f = select i1 %h, ptr @thrice, ptr @twice
  %x = call i64 %f(i64 %a)
  %y = call i64 @triple(i64 %b)
  %z = call i64 @chosen(i64 %a)
  %g = load ptr, ptr @functions
  %c = icmp eq ptr %g, @triple
  %e = zext i1 %c to i64
  %s = add i64 %x, %y
  %t = mul i64 %z, 7
  %u = add i64 %s, %t
  %r = add i64 %u, %e
  ret i64 %r
}

define i64 @address_of_chosen(i64 %a, i64 %b) {
  %s = alloca ptr
  store ptr @chosen, ptr %s
  %f = load ptr, ptr %s
  %r = call i64 %f(i64 %a)
  ret i64 %r
}

define i64 @weak(i64 %a, i64 %b) {
  %c = icmp eq ptr @missing, null
  %d = icmp ne ptr @missing_function, null
  br i1 %d, label %call, label %end
call:
  %v = call i64 @missing_function(i64 %a)
  br label %end
end:
  %x = phi i64 [ %v, %call ], [ %a, %0 ]
  %y = zext i1 %c to i64
  %r = add i64 %x, %y
  ret i64 %r
}

define i64 @aliases(i64 %a, i64 %b) {
  %i = and i64 %a, 3
  %p = getelementptr [4 x i32], ptr @alias, i64 0, i64 %i
  %x = load i32, ptr %p
  %y = load i32, ptr @alias_inside
  %q = load ptr, ptr @inside
  %z = load i32, ptr %q
  %d = load i64, ptr @distance
  %t = load i64, ptr @sum
  %u = inttoptr i64 %t to ptr
  %v = load i32, ptr %u
  %x1 = zext i32 %x to i64
  %y1 = zext i32 %y to i64
  %z1 = zext i32 %z to i64
  %v1 = zext i32 %v to i64
  %s1 = mul i64 %x1, 3
  %s2 = add i64 %s1, %y1
  %s3 = mul i64 %s2, 3
  %s4 = add i64 %s3, %z1
  %s5 = mul i64 %s4, 3
  %s6 = add i64 %s5, %d
  %r = add i64 %s6, %v1
  ret i64 %r
}

; Expressions over addresses that only a run can compute.
define i64 @expressions(i64 %a, i64 %b) {
  %low = add i8 trunc (i64 ptrtoint (ptr @numbers to i64) to i8), 0
  %number = ptrtoint ptr @numbers to i64
  %cut = trunc i64 %number to i8
  %c = icmp eq i8 %low, %cut
  %x = zext i1 %c to i64
  %m = xor i64 xor (i64 ptrtoint (ptr @numbers to i64), i64 -1), %number
  %w = sub i64 sub (i64 0, i64 ptrtoint (ptr @numbers to i64)), %m
  %v = add i64 %w, %number
  %e = extractelement <2 x i64> <i64 ptrtoint (ptr @numbers to i64), i64 3>, i64 1
  %g = load i32, ptr inttoptr (i64 add (i64 ptrtoint (ptr @numbers to i64), i64 8) to ptr)
  %f = zext i32 %g to i64
  %d = bitcast i64 bitcast (double 1.5 to i64) to double
  %h = bitcast double %d to i64
  %s1 = add i64 %x, %v
  %s2 = add i64 %s1, %e
  %s3 = add i64 %s2, %f
  %r = add i64 %s3, %h
  ret i64 %r
}

define i64 @hints(i64 %a, i64 %b) {
  call void @llvm.sideeffect()
  call void @llvm.donothing()
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %t = or i64 %a, 1
  %c = icmp ne i64 %t, 0
  call void @llvm.assume(i1 %c)
  call void @llvm.assume(i1 true) [ "align"(ptr @numbers, i64 4) ]
  %x = call i64 @llvm.expect.i64(i64 %a, i64 3)
  %l = icmp slt i64 %x, %b
  %n = call i64 @llvm.annotation.i64.p0(i64 %x, ptr null, ptr null, i32 3)
  %r = select i1 %l, i64 %n, i64 %b
  ret i64 %r
}

define i64 @is_constant(i64 %a, i64 %b) {
  %x = call i1 @llvm.is.constant.i64(i64 %a)
  %y = call i1 @llvm.is.constant.i64(i64 5)
  %z = call i1 @llvm.is.constant.p0(ptr @numbers)
  %w = call i1 @llvm.is.constant.i64(i64 ptrtoint (ptr @numbers to i64))
  %v = call i1 @llvm.is.constant.p0(ptr null)
  %x1 = zext i1 %x to i64
  %y1 = select i1 %y, i64 2, i64 0
  %z1 = select i1 %z, i64 4, i64 0
  %w1 = select i1 %w, i64 8, i64 0
  %v1 = select i1 %v, i64 16, i64 0
  %s1 = or i64 %x1, %y1
  %s2 = or i64 %s1, %z1
  %s3 = or i64 %s2, %w1
  %s4 = or i64 %s3, %v1
  ret i64 %s4
}

; What these give is the machine's business; that they are there and that nothing depends on it is ours.
define i64 @machine(i64 %a, i64 %b) {
  %m = call i32 @llvm.get.rounding()
  %f = call ptr @llvm.frameaddress.p0(i32 0)
  %g = call ptr @llvm.returnaddress(i32 0)
  %h = call ptr @llvm.addressofreturnaddress.p0()
  %t = call i64 @llvm.readcyclecounter()
  %n = zext i32 %m to i64
  %r = add i64 %a, %n
  ret i64 %r
}

define internal i64 @variadic(i32 %n, ...) {
  %list = alloca [24 x i8], align 16
  %copy = alloca [24 x i8], align 16
  call void @llvm.va_start.p0(ptr %list)
  %x = va_arg ptr %list, i64
  call void @llvm.va_copy.p0(ptr %copy, ptr %list)
  %y = va_arg ptr %list, i32
  %z = va_arg ptr %copy, i32
  %p = va_arg ptr %copy, ptr
  %v = load i32, ptr %p
  call void @llvm.va_end.p0(ptr %list)
  call void @llvm.va_end.p0(ptr %copy)
  %y1 = sext i32 %y to i64
  %z1 = sext i32 %z to i64
  %v1 = sext i32 %v to i64
  %s = mul i64 %x, 3
  %t = add i64 %s, %y1
  %u = mul i64 %z1, 5
  %w = add i64 %t, %u
  %r = add i64 %w, %v1
  ret i64 %r
}

define i64 @variable_arguments(i64 %a, i64 %b) {
  %n = trunc i64 %b to i32
  %r = call i64 (i32, ...) @variadic(i32 3, i64 %a, i32 %n, ptr getelementptr (i32, ptr @numbers, i64 1))
  ret i64 %r
}

define i64 @barriers(i64 %a, i64 %b) {
  call void asm sideeffect "", "~{memory}"()
  %x = call i64 asm "", "=r,0"(i64 %a)
  %y = call { i64, i64 } asm "", "=r,=r,0,1"(i64 %x, i64 %b)
  %z = extractvalue { i64, i64 } %y, 1
  %r = add i64 %x, %z
  ret i64 %r
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
