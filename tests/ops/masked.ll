; Memory under a mask. Elements outside of the mask must not be touched: their addresses may be wild.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@table = constant [16 x i32] [i32 101, i32 202, i32 303, i32 404, i32 505, i32 606, i32 707, i32 808, i32 909, i32 1010, i32 1111, i32 1212, i32 1313, i32 1414, i32 1515, i32 1616]

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <16 x i8> @llvm.masked.load.v16i8.p0(ptr, i32, <16 x i1>, <16 x i8>)
declare void @llvm.masked.store.v16i8.p0(<16 x i8>, ptr, i32, <16 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.expandload.v4i32(ptr, <4 x i1>, <4 x i32>)
declare void @llvm.masked.compressstore.v4i32(<4 x i32>, ptr, <4 x i1>)

define i128 @load(i4 %a, i128 %b) {
  %m = bitcast i4 %a to <4 x i1>
  %o = bitcast i128 %b to <4 x i32>
  %p = getelementptr i32, ptr @table, i64 1
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x i32> %o)
  %r = bitcast <4 x i32> %v to i128
  ret i128 %r
}

; The last two elements lie behind the end of the table.
define i128 @load_at_the_end(i4 %a, i128 %b) {
  %n = and i4 %a, 3
  %m = bitcast i4 %n to <4 x i1>
  %o = bitcast i128 %b to <4 x i32>
  %p = getelementptr i32, ptr @table, i64 14
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x i32> %o)
  %r = bitcast <4 x i32> %v to i128
  ret i128 %r
}

define i128 @store(i4 %a, i128 %b) {
  %m = bitcast i4 %a to <4 x i1>
  %v = bitcast i128 %b to <4 x i32>
  %s = alloca [4 x i32]
  store [4 x i32] [i32 1, i32 2, i32 3, i32 4], ptr %s
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %s, i32 4, <4 x i1> %m)
  %r = load i128, ptr %s, align 4
  ret i128 %r
}

define i128 @known_masks(i4 %a, i128 %b) {
  %v = bitcast i128 %b to <4 x i32>
  %s = alloca [4 x i32]
  store [4 x i32] [i32 1, i32 2, i32 3, i32 4], ptr %s
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %s, i32 4, <4 x i1> <i1 1, i1 0, i1 0, i1 1>)
  %w = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %s, i32 4, <4 x i1> <i1 1, i1 1, i1 0, i1 1>, <4 x i32> zeroinitializer)
  %r = bitcast <4 x i32> %w to i128
  ret i128 %r
}

define i128 @bytes(i128 %a, i16 %b) {
  %m = bitcast i16 %b to <16 x i1>
  %v = bitcast i128 %a to <16 x i8>
  %s = alloca <16 x i8>
  store <16 x i8> zeroinitializer, ptr %s
  call void @llvm.masked.store.v16i8.p0(<16 x i8> %v, ptr %s, i32 1, <16 x i1> %m)
  %t = xor i16 %b, 255
  %n = bitcast i16 %t to <16 x i1>
  %w = call <16 x i8> @llvm.masked.load.v16i8.p0(ptr %s, i32 1, <16 x i1> %n, <16 x i8> %v)
  %r = bitcast <16 x i8> %w to i128
  ret i128 %r
}

define i128 @gather(i4 %a, i128 %b) {
  %m = bitcast i4 %a to <4 x i1>
  %x = bitcast i128 %b to <4 x i32>
  %i = and <4 x i32> %x, <i32 15, i32 15, i32 15, i32 15>
  %j = select <4 x i1> %m, <4 x i32> %i, <4 x i32> %x
  %p = getelementptr i32, ptr @table, <4 x i32> %j
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %p, i32 4, <4 x i1> %m, <4 x i32> %x)
  %r = bitcast <4 x i32> %v to i128
  ret i128 %r
}

; Of equal addresses the last element wins.
define i128 @scatter(i4 %a, i128 %b) {
  %m = bitcast i4 %a to <4 x i1>
  %x = bitcast i128 %b to <4 x i32>
  %i = and <4 x i32> %x, <i32 3, i32 3, i32 3, i32 3>
  %s = alloca [4 x i32]
  store [4 x i32] [i32 1, i32 2, i32 3, i32 4], ptr %s
  %p = getelementptr i32, ptr %s, <4 x i32> %i
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %x, <4 x ptr> %p, i32 4, <4 x i1> %m)
  %r = load i128, ptr %s, align 4
  ret i128 %r
}

define i128 @expand(i4 %a, i128 %b) {
  %m = bitcast i4 %a to <4 x i1>
  %o = bitcast i128 %b to <4 x i32>
  %v = call <4 x i32> @llvm.masked.expandload.v4i32(ptr @table, <4 x i1> %m, <4 x i32> %o)
  %r = bitcast <4 x i32> %v to i128
  ret i128 %r
}

define i128 @compress(i4 %a, i128 %b) {
  %m = bitcast i4 %a to <4 x i1>
  %v = bitcast i128 %b to <4 x i32>
  %s = alloca [4 x i32]
  store [4 x i32] [i32 1, i32 2, i32 3, i32 4], ptr %s
  call void @llvm.masked.compressstore.v4i32(<4 x i32> %v, ptr %s, <4 x i1> %m)
  %r = load i128, ptr %s, align 4
  ret i128 %r
}
