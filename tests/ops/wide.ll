; Integers of more than 128 bits, and vectors of more than 128 bits in memory whose elements are not whole bytes.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@large = internal global i200 -123456789012345678901234567890123456789012345678901234567890
@larger = internal global [2 x i256] [i256 1606938044258990275541962092341162602522202993782792835301375, i256 -2]
@packed = internal global <{ i8, i136, i8 }> <{ i8 1, i136 -1, i8 2 }>
@many = internal global <150 x i1> zeroinitializer

; The number a · 2^100 + b, negative where a is, and what is left of a number of 200 bits.
define internal i200 @made(i128 %a, i128 %b) {
  %x = sext i128 %a to i200
  %y = zext i128 %b to i200
  %s = shl i200 %x, 100
  %r = xor i200 %s, %y
  ret i200 %r
}

define internal i128 @folded(i200 %x) {
  %h = lshr i200 %x, 72
  %l = trunc i200 %x to i128
  %t = trunc i200 %h to i128
  %m = mul i128 %t, 31
  %r = add i128 %m, %l
  ret i128 %r
}

define i128 @bitwise(i128 %a, i128 %b) {
  %x = call i200 @made(i128 %a, i128 %b)
  %y = call i200 @made(i128 %b, i128 %a)
  %p = and i200 %x, %y
  %q = or i200 %x, 803469022129495137770981046170581301261101496891396417650688
  %o = xor i200 %p, %q
  %r = call i128 @folded(i200 %o)
  ret i128 %r
}

define i128 @sums(i128 %a, i128 %b) {
  %x = call i200 @made(i128 %a, i128 %b)
  %y = call i200 @made(i128 %b, i128 %a)
  %p = add i200 %x, %y
  %q = sub i200 %p, -18446744073709551617
  %o = sub i200 %q, %y
  %z = sub i200 %y, %o
  %r = call i128 @folded(i200 %z)
  ret i128 %r
}

define i128 @product(i128 %a, i128 %b) {
  %x = call i200 @made(i128 %a, i128 %b)
  %z = mul i200 %x, 340282366920938463500268095579187314689
  %r = call i128 @folded(i200 %z)
  ret i128 %r
}

define i128 @product_of_words(i64 %a, i64 %b) {
  %x = sext i64 %a to i136
  %y = zext i64 %b to i136
  %m = mul i136 %x, %y
  %h = lshr i136 %m, 8
  %r = trunc i136 %h to i128
  ret i128 %r
}

define i128 @shifts(i128 %a, i128 %b) {
  %x = call i200 @made(i128 %a, i128 %b)
  %s0 = shl i200 %x, 64
  %s1 = shl i200 %x, 199
  %s2 = shl i200 %x, 1
  %l0 = lshr i200 %x, 128
  %l1 = lshr i200 %x, 67
  %r0 = ashr i200 %x, 65
  %r1 = ashr i200 %x, 192
  %r2 = ashr i200 %x, 0
  %y0 = add i200 %s0, %s1
  %y1 = add i200 %s2, %l0
  %y2 = add i200 %l1, %r0
  %y3 = add i200 %r1, %r2
  %z0 = xor i200 %y0, %y1
  %z1 = xor i200 %y2, %y3
  %z = sub i200 %z0, %z1
  %r = call i128 @folded(i200 %z)
  ret i128 %r
}

define i128 @shifts_by_any(i128 %a, i8 %b) {
  %x = call i200 @made(i128 %a, i128 %a)
  %n = urem i8 %b, 200
  %w = zext i8 %n to i200
  %p = shl i200 %x, %w
  %q = lshr i200 %x, %w
  %o = ashr i200 %x, %w
  %y = xor i200 %p, %q
  %z = add i200 %y, %o
  %r = call i128 @folded(i200 %z)
  ret i128 %r
}

define i16 @comparisons(i128 %a, i128 %b) {
  %x = call i200 @made(i128 %a, i128 %b)
  %y = call i200 @made(i128 %b, i128 %b)
  %c0 = icmp eq i200 %x, %y
  %c1 = icmp ne i200 %x, %y
  %c2 = icmp ult i200 %x, %y
  %c3 = icmp ule i200 %x, %y
  %c4 = icmp ugt i200 %x, %y
  %c5 = icmp uge i200 %x, %y
  %c6 = icmp slt i200 %x, %y
  %c7 = icmp sle i200 %x, %y
  %c8 = icmp sgt i200 %x, %y
  %c9 = icmp sge i200 %x, -1
  %v0 = insertelement <10 x i1> poison, i1 %c0, i32 0
  %v1 = insertelement <10 x i1> %v0, i1 %c1, i32 1
  %v2 = insertelement <10 x i1> %v1, i1 %c2, i32 2
  %v3 = insertelement <10 x i1> %v2, i1 %c3, i32 3
  %v4 = insertelement <10 x i1> %v3, i1 %c4, i32 4
  %v5 = insertelement <10 x i1> %v4, i1 %c5, i32 5
  %v6 = insertelement <10 x i1> %v5, i1 %c6, i32 6
  %v7 = insertelement <10 x i1> %v6, i1 %c7, i32 7
  %v8 = insertelement <10 x i1> %v7, i1 %c8, i32 8
  %v9 = insertelement <10 x i1> %v8, i1 %c9, i32 9
  %n = bitcast <10 x i1> %v9 to i10
  %r = zext i10 %n to i16
  ret i16 %r
}

define i8 @edge_of_words(i64 %a, i64 %b) {
  %x = zext i64 %a to i136
  %y = sext i64 %b to i136
  %c = icmp slt i136 %x, %y
  %d = icmp uge i136 %x, %y
  %e = icmp eq i136 %x, %y
  %p = zext i1 %c to i8
  %q = select i1 %d, i8 2, i8 0
  %s = select i1 %e, i8 4, i8 0
  %t = or i8 %p, %q
  %r = or i8 %t, %s
  ret i8 %r
}

define i128 @conversions(i128 %a, i128 %b) {
  %x = call i200 @made(i128 %a, i128 %b)
  %n = trunc i200 %x to i136
  %w = sext i136 %n to i320
  %u = zext i136 %n to i320
  %d = sub i320 %u, %w
  %h = lshr i320 %d, 130
  %i = trunc i320 %h to i128
  %j = trunc i200 %x to i1
  %k = sext i1 %j to i200
  %l = xor i200 %x, %k
  %m = call i128 @folded(i200 %l)
  %r = xor i128 %i, %m
  ret i128 %r
}

define i128 @vectors(i128 %a, i128 %b) {
  %x = call i200 @made(i128 %a, i128 %b)
  %w = sext i200 %x to i256
  %v = bitcast i256 %w to <8 x i32>
  %s = shufflevector <8 x i32> %v, <8 x i32> %v, <8 x i32> <i32 7, i32 2, i32 1, i32 0, i32 5, i32 6, i32 3, i32 4>
  %y = bitcast <8 x i32> %s to i256
  %u = bitcast i200 %x to <25 x i8>
  %e = extractelement <25 x i8> %u, i32 19
  %z = trunc i256 %y to i200
  %f = call i128 @folded(i200 %z)
  %g = zext i8 %e to i128
  %r = add i128 %f, %g
  ret i128 %r
}

define i128 @in_memory(i128 %a, i128 %b) {
  %p = alloca [40 x i8], align 16
  call void @llvm.memset.p0.i64(ptr %p, i8 85, i64 40, i1 false)
  %x = call i200 @made(i128 %a, i128 %b)
  %n = trunc i200 %x to i136
  %q = getelementptr i8, ptr %p, i64 1
  store i136 %n, ptr %q, align 1
  %v = load i256, ptr %p, align 1
  %s = getelementptr i8, ptr %p, i64 3
  %m = trunc i136 %n to i129
  store i129 %m, ptr %s, align 1
  %y = load volatile i200, ptr %p, align 1
  %t = trunc i256 %v to i200
  %o = xor i200 %t, %y
  %r = call i128 @folded(i200 %o)
  ret i128 %r
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i128 @globals_and_constants(i128 %a, i64 %b) {
  %x = load i200, ptr @large
  %i = and i64 %b, 1
  %p = getelementptr [2 x i256], ptr @larger, i64 0, i64 %i
  %l = load i256, ptr %p
  %y = trunc i256 %l to i200
  %k = load i136, ptr getelementptr (<{ i8, i136, i8 }>, ptr @packed, i32 0, i32 1), align 1
  %z = zext i136 %k to i200
  %s = add i200 %x, %y
  %t = sub i200 %s, %z
  %r = call i128 @folded(i200 %t)
  ret i128 %r
}

define i128 @choices(i128 %a, i128 %b) {
  %x = call i200 @made(i128 %a, i128 %b)
  %c = icmp slt i128 %a, %b
  br i1 %c, label %loop, label %end
loop:
  %n = phi i32 [ 0, %0 ], [ %m, %loop ]
  %y = phi i200 [ %x, %0 ], [ %z, %loop ]
  %z = phi i200 [ 5, %0 ], [ %y, %loop ]
  %m = add i32 %n, 1
  %again = icmp ult i32 %m, 4
  br i1 %again, label %loop, label %end
end:
  %u = phi i200 [ %x, %0 ], [ %z, %loop ]
  %f = freeze i200 %u
  %s = select i1 %c, i200 %f, i200 -7
  %t = insertvalue { i8, i200, i64 } zeroinitializer, i200 %s, 1
  %v = insertvalue { i8, i200, i64 } %t, i64 9, 2
  %o = extractvalue { i8, i200, i64 } %v, 1
  %g = extractvalue { i8, i200, i64 } %v, 2
  %h = call i128 @folded(i200 %o)
  %w = zext i64 %g to i128
  %r = add i128 %h, %w
  ret i128 %r
}

define i128 @bits_in_memory(i64 %a, i128 %b) {
  %i = urem i64 %a, 150
  %v = load <150 x i1>, ptr @many
  %w = insertelement <150 x i1> %v, i1 true, i64 %i
  store <150 x i1> %w, ptr @many
  %n = load i150, ptr @many
  store <150 x i1> zeroinitializer, ptr @many
  %x = bitcast <150 x i1> %w to i150
  %y = lshr i150 %x, 22
  %z = xor i150 %n, %y
  %t = trunc i150 %z to i128
  %r = xor i128 %t, %b
  ret i128 %r
}
