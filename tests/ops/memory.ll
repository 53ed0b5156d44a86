; Loads, stores, addresses, copies, and the intrinsics that say something of memory.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%pair = type { i32, i64, [3 x i16], <{ i8, i32 }> }
%nested = type { i8, [2 x %pair], i16 }

@numbers = global [8 x i32] [i32 11, i32 22, i32 33, i32 44, i32 55, i32 66, i32 77, i32 88]
@words = constant [4 x i64] [i64 1, i64 -2, i64 3, i64 -4]
@nested = global %nested { i8 1, [2 x %pair] [%pair { i32 2, i64 3, [3 x i16] [i16 4, i16 5, i16 6], <{ i8, i32 }> <{ i8 7, i32 8 }> }, %pair { i32 9, i64 10, [3 x i16] [i16 11, i16 12, i16 13], <{ i8, i32 }> <{ i8 14, i32 15 }> }], i16 16 }
@thread = thread_local global i32 5
@vectors = global [2 x <4 x i32>] [<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> <i32 5, i32 6, i32 7, i32 8>]
@bits = global <16 x i1> <i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 1, i1 0, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 1>
@odd = global [3 x i33] [i33 -1, i33 5, i33 4294967296]
@wide = global i128 -170141183460469231731687303715884105728
@zeros = global { i32, [3 x i64] } zeroinitializer
@undefined = global { i32, i32 } { i32 undef, i32 3 }

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr, ptr, i32, i32)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare <2 x ptr> @llvm.ptrmask.v2p0.v2i64(<2 x ptr>, <2 x i64>)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare i32 @llvm.objectsize.i32.p0(ptr, i1, i1, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare ptr @llvm.invariant.start.p0(i64, ptr)
declare void @llvm.invariant.end.p0(ptr, i64, ptr)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @llvm.strip.invariant.group.p0(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)

define i32 @gep_array(i64 %a, i64 %b) {
  %i = and i64 %a, 7
  %p = getelementptr inbounds [8 x i32], ptr @numbers, i64 0, i64 %i
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @gep_narrow_index(i8 %a, i64 %b) {
  %i = and i8 %a, 131
  %j = sext i8 %i to i32
  %k = and i32 %j, 3
  %l = trunc i32 %k to i8
  %m = sub i8 0, %l
  %p = getelementptr i32, ptr getelementptr inbounds ([8 x i32], ptr @numbers, i64 0, i64 4), i8 %m
  %r = load i32, ptr %p
  ret i32 %r
}

define i64 @gep_nested(i64 %a, i64 %b) {
  %i = and i64 %a, 1
  %j = urem i64 %b, 3
  %p = getelementptr %nested, ptr @nested, i64 0, i32 1, i64 %i, i32 2, i64 %j
  %v = load i16, ptr %p
  %q = getelementptr %nested, ptr @nested, i64 0, i32 1, i64 %i, i32 3, i32 1
  %w = load i32, ptr %q, align 1
  %s = getelementptr %nested, ptr @nested, i64 0, i32 2
  %u = load i16, ptr %s
  %x = zext i16 %v to i64
  %y = zext i32 %w to i64
  %z = zext i16 %u to i64
  %y1 = shl i64 %y, 16
  %z1 = shl i64 %z, 48
  %r0 = or i64 %x, %y1
  %r = or i64 %r0, %z1
  ret i64 %r
}

define i32 @gep_wide_index(i128 %a, i64 %b) {
  %i = and i128 %a, 7
  %p = getelementptr i32, ptr @numbers, i128 %i
  %r = load i32, ptr %p
  ret i32 %r
}

define i64 @gep_vector(i64 %a, i64 %b) {
  %i = and i64 %a, 7
  %j = and i64 %b, 7
  %v0 = insertelement <2 x i64> poison, i64 %i, i32 0
  %v = insertelement <2 x i64> %v0, i64 %j, i32 1
  %p = getelementptr [8 x i32], ptr @numbers, i64 0, <2 x i64> %v
  %p0 = extractelement <2 x ptr> %p, i32 0
  %p1 = extractelement <2 x ptr> %p, i32 1
  %x = load i32, ptr %p0
  %y = load i32, ptr %p1
  %x1 = zext i32 %x to i64
  %y1 = zext i32 %y to i64
  %y2 = shl i64 %y1, 32
  %r = or i64 %x1, %y2
  ret i64 %r
}

define i64 @gep_vector_of_bases(i64 %a, i64 %b) {
  %i = and i64 %a, 1
  %p = getelementptr %nested, <2 x ptr> <ptr @nested, ptr @nested>, <2 x i64> zeroinitializer, <2 x i32> <i32 1, i32 1>, i64 %i, <2 x i32> <i32 1, i32 1>
  %q = getelementptr i8, <2 x ptr> %p, <2 x i64> <i64 0, i64 1>
  %p0 = extractelement <2 x ptr> %q, i32 0
  %p1 = extractelement <2 x ptr> %q, i32 1
  %x = load i64, ptr %p0
  %y = load i8, ptr %p1
  %y1 = sext i8 %y to i64
  %r = add i64 %x, %y1
  ret i64 %r
}

define i64 @pointers_in_vectors(i64 %a, i64 %b) {
  %v = insertelement <2 x ptr> <ptr @words, ptr @words>, ptr getelementptr (i64, ptr @words, i64 2), i64 1
  %s = alloca <2 x ptr>
  store <2 x ptr> %v, ptr %s
  %l = load <2 x ptr>, ptr %s
  %n = ptrtoint <2 x ptr> %l to <2 x i64>
  %i = and i64 %a, 1
  %m = add <2 x i64> %n, <i64 8, i64 8>
  %q = inttoptr <2 x i64> %m to <2 x ptr>
  %p = extractelement <2 x ptr> %q, i64 1
  %x = load i64, ptr %p
  %e = icmp eq <2 x ptr> %l, %q
  %f = bitcast <2 x i1> %e to i2
  %g = zext i2 %f to i64
  %r0 = add i64 %x, %g
  %r = add i64 %r0, %i
  ret i64 %r
}

define i64 @differences(i64 %a, i64 %b) {
  %i = and i64 %a, 7
  %p = getelementptr i32, ptr @numbers, i64 %i
  %x = ptrtoint ptr %p to i64
  %d = sub i64 %x, ptrtoint (ptr @numbers to i64)
  %c = icmp ugt ptr %p, getelementptr (i32, ptr @numbers, i64 3)
  %s = select i1 %c, i64 100, i64 0
  %r = add i64 %d, %s
  ret i64 %r
}

define i32 @through_integers(i64 %a, i64 %b) {
  %x = ptrtoint ptr getelementptr (i32, ptr @numbers, i64 5) to i64
  %y = xor i64 %x, 85
  %z = xor i64 %y, 85
  %q = inttoptr i64 %z to ptr
  %n = ptrtoint ptr %q to i128
  %m = inttoptr i128 %n to ptr
  %v = load i32, ptr %m
  %i = and i64 %a, 7
  %p = getelementptr i32, ptr @numbers, i64 %i
  %same = icmp eq ptr %p, %m
  %e = zext i1 %same to i32
  %r = add i32 %v, %e
  ret i32 %r
}

define i64 @pointer_mask(i64 %a, i64 %b) {
  %s = alloca [64 x i8], align 64
  %i = and i64 %a, 63
  %p = getelementptr i8, ptr %s, i64 %i
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)
  store i64 0, ptr %s
  store i64 %b, ptr %q, align 1
  %v = load i64, ptr %s, align 1
  %x = ptrtoint ptr %q to i64
  %y = ptrtoint ptr %s to i64
  %d = sub i64 %x, %y
  %v2 = insertelement <2 x ptr> poison, ptr %p, i32 0
  %v3 = insertelement <2 x ptr> %v2, ptr %q, i32 1
  %m = call <2 x ptr> @llvm.ptrmask.v2p0.v2i64(<2 x ptr> %v3, <2 x i64> <i64 -32, i64 -64>)
  %m0 = extractelement <2 x ptr> %m, i32 0
  %n = ptrtoint ptr %m0 to i64
  %o = sub i64 %n, %y
  %r0 = add i64 %v, %d
  %r = add i64 %r0, %o
  ret i64 %r
}

define i64 @globals(i64 %a, i64 %b) {
  %t = call ptr @llvm.threadlocal.address.p0(ptr @thread)
  %old = load i32, ptr %t
  %n = trunc i64 %a to i32
  store i32 %n, ptr %t
  %new = load i32, ptr @thread
  store i32 5, ptr @thread
  %i = and i64 %b, 1
  %p = getelementptr [2 x <4 x i32>], ptr @vectors, i64 0, i64 %i
  %v = load <4 x i32>, ptr %p
  %e = extractelement <4 x i32> %v, i64 2
  %f = load i32, ptr getelementptr ({ i32, i32 }, ptr @undefined, i32 0, i32 1)
  %z = load i64, ptr getelementptr ({ i32, [3 x i64] }, ptr @zeros, i32 0, i32 1, i64 2)
  %w = load i128, ptr @wide
  %h = lshr i128 %w, 100
  %k = trunc i128 %h to i64
  %x1 = zext i32 %old to i64
  %x2 = sext i32 %new to i64
  %x3 = zext i32 %e to i64
  %x4 = zext i32 %f to i64
  %s1 = add i64 %x1, %x2
  %s2 = mul i64 %s1, 31
  %s3 = add i64 %s2, %x3
  %s4 = mul i64 %s3, 31
  %s5 = add i64 %s4, %x4
  %s6 = add i64 %s5, %z
  %s7 = add i64 %s6, %k
  ret i64 %s7
}

define i64 @packed_globals(i64 %a, i64 %b) {
  %v = load <16 x i1>, ptr @bits
  %x = bitcast <16 x i1> %v to i16
  %y = zext i16 %x to i64
  %i = urem i64 %a, 3
  %p = getelementptr [3 x i33], ptr @odd, i64 0, i64 %i
  %o = load i33, ptr %p
  %z = zext i33 %o to i64
  %r = add i64 %y, %z
  ret i64 %r
}

define i64 @copies(i64 %a, i64 %b) {
  %s = alloca [4 x i64]
  %t = alloca [4 x i64]
  call void @llvm.memset.p0.i64(ptr %s, i8 7, i64 32, i1 false)
  %byte = trunc i64 %b to i8
  call void @llvm.memset.p0.i64(ptr %t, i8 %byte, i64 24, i1 true)
  call void @llvm.memset.inline.p0.i64(ptr %t, i8 %byte, i64 8, i1 false)
  store i64 %a, ptr %s
  %s2 = getelementptr i8, ptr %s, i64 2
  call void @llvm.memmove.p0.p0.i32(ptr %s2, ptr %s, i32 11, i1 false)
  %t8 = getelementptr i8, ptr %t, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr %t8, ptr %s2, i64 16, i1 false)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %t, ptr %s, i64 3, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr null, ptr null, i64 0, i1 false)
  %x = load i64, ptr %t
  %y = load i64, ptr %t8
  %p = getelementptr i64, ptr %t, i64 2
  %z = load i64, ptr %p
  %r0 = mul i64 %x, 3
  %r1 = add i64 %r0, %y
  %r2 = mul i64 %r1, 5
  %r = add i64 %r2, %z
  ret i64 %r
}

define i64 @aggregates(i64 %a, i64 %b) {
  %s = alloca %nested
  %n = trunc i64 %a to i16
  %m = trunc i64 %b to i32
  %x0 = insertvalue %nested zeroinitializer, i16 %n, 1, 1, 2, 1
  %x1 = insertvalue %nested %x0, i32 %m, 1, 0, 3, 1
  %x2 = insertvalue %nested %x1, [3 x i16] [i16 1, i16 2, i16 3], 1, 0, 2
  %x3 = insertvalue %nested %x2, i64 %b, 1, 1, 1
  store %nested %x3, ptr %s
  %y = load %nested, ptr %s
  %p = extractvalue %nested %y, 1, 1
  %q = extractvalue %pair %p, 1
  %u = extractvalue %nested %y, 1, 1, 2, 1
  %v = extractvalue %nested %y, 1, 0, 3
  %w = extractvalue <{ i8, i32 }> %v, 1
  %t = extractvalue %nested %y, 1, 0, 2, 2
  %f = freeze %nested %y
  %g = extractvalue %nested %f, 0
  %u1 = zext i16 %u to i64
  %w1 = zext i32 %w to i64
  %t1 = zext i16 %t to i64
  %g1 = zext i8 %g to i64
  %r0 = add i64 %q, %u1
  %r1 = add i64 %w1, %t1
  %r2 = mul i64 %r1, 3
  %r3 = add i64 %r0, %r2
  %r = add i64 %r3, %g1
  ret i64 %r
}

define i64 @object_sizes(i64 %a, i64 %b) {
  %s = alloca [10 x i16]
  %p = getelementptr i8, ptr %s, i64 3
  %x = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  %y = call i64 @llvm.objectsize.i64.p0(ptr @numbers, i1 true, i1 true, i1 true)
  %z = call i32 @llvm.objectsize.i32.p0(ptr getelementptr (i8, ptr @words, i64 32), i1 true, i1 true, i1 false)
  %w = zext i32 %z to i64
  %r0 = mul i64 %x, 100
  %r1 = add i64 %r0, %y
  %r2 = mul i64 %r1, 100
  %r = add i64 %r2, %w
  ret i64 %r
}

define i64 @promises(i64 %a, i64 %b) {
  %mark = call ptr @llvm.stacksave.p0()
  %n = and i64 %b, 7
  %c = add i64 %n, 1
  %v = alloca i64, i64 2, align 16
  %s = alloca i64
  call void @llvm.lifetime.start.p0(i64 8, ptr %s)
  store i64 %a, ptr %s
  %i = call ptr @llvm.invariant.start.p0(i64 8, ptr %s)
  call void @llvm.prefetch.p0(ptr %s, i32 0, i32 3, i32 1)
  %l = call ptr @llvm.launder.invariant.group.p0(ptr %s)
  %m = call ptr @llvm.strip.invariant.group.p0(ptr %l)
  %q = call ptr @llvm.ptr.annotation.p0.p0(ptr %m, ptr null, ptr null, i32 1, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %s, ptr null, ptr null, i32 1, ptr null)
  %x = load volatile i64, ptr %q
  call void @llvm.invariant.end.p0(ptr %i, i64 8, ptr %s)
  call void @llvm.lifetime.end.p0(i64 8, ptr %s)
  %p = getelementptr i64, ptr %v, i64 1
  store volatile i64 %c, ptr %p
  %y = load i64, ptr %p
  call void @llvm.stackrestore.p0(ptr %mark)
  %r = add i64 %x, %y
  ret i64 %r
}

define i64 @symbolic_vector_store(i64 %a, i64 %b) {
  %s = alloca [8 x i16]
  store [8 x i16] [i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8], ptr %s
  %i = and i64 %a, 3
  %p = getelementptr i16, ptr %s, i64 %i
  %v = bitcast i64 %b to <4 x i16>
  store <4 x i16> %v, ptr %p, align 2
  %j = sub i64 4, %i
  %q = getelementptr i16, ptr %s, i64 %j
  %w = load <4 x i16>, ptr %q, align 2
  %r = bitcast <4 x i16> %w to i64
  ret i64 %r
}
