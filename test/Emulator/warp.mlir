// What the lanes of a warp do together, held against the PTX ISA: each kernel
// has one warp, and writes what lane i gets to element i.

// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/arrays.py %t/in.npz "y=np.full(32, -7, np.int32)"

// A shift within halves of the warp; who would get from beyond keeps its own.
// RUN: novi-emulate %s --kernel=shift --block=32 --args=y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "y=np.int32([(i + 3 if i % 16 + 3 < 16 else i) * 10 + (i % 16 + 3 < 16) for i in range(32)])"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz
// RUN: novi-emulate %s --kernel=shift --block=32 --args=y --inputs=%t/in.npz --outputs=%t/out.npz --seed=9
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

// RUN: novi-emulate %s --kernel=shift_up --block=32 --args=y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "y=np.int32([(i - 3 if i >= 3 else i) * 10 + (i >= 3) for i in range(32)])"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

// RUN: novi-emulate %s --kernel=broadcast --block=32 --args=y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "y=np.int32([(i // 8 * 8 + 5) * 10 + 1 for i in range(32)])"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

// The votes of the odd lanes on being below 20, those of even lanes apart: the
// bits of any, all and uni, and how many.
// RUN: novi-emulate %s --kernel=votes --block=32 --args=y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "y=np.int32([1 + 0 + 0 + 8 * 10] * 32)"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

// RUN: novi-emulate %s --kernel=matches --block=32 --args=y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "y=np.uint32([sum(1 << j for j in range(32) if j % 5 == i % 5) for i in range(32)]).view(np.int32)"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

// RUN: novi-emulate %s --kernel=reductions --block=32 --args=y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "v=np.arange(-16, 16)" "y=np.int32([v.sum() * 1000 + v.max() * 100 + v.min()] * 32)"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz --ignore=v

// RUN: novi-emulate %s --kernel=elects --block=32 --args=y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "y=np.int32([-7] * 4 + [1] + [0] * 27)"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

// Lanes that have finished are not waited for; what they would say is all ones.
// RUN: novi-emulate %s --kernel=finished --block=32 --args=y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "y=np.int32([-7] * 8 + [-1] * 8 + [i - 8 for i in range(16, 32)])"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

// How many of the 96 threads are odd, whether all, whether any.
// RUN: novi-emulate %s --kernel=barriers --block=96 --args=y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "y=np.int32([480 + 0 + 1] * 32)"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

gpu.module @kernels {
  llvm.func @shift(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    // Segments of 16 lanes: the mask is in bits 8 and up.
    %clamp = llvm.mlir.constant(0x101f : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %r = nvvm.shfl.sync down %all, %t, %c3, %clamp {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
    llvm.call @store(%y, %r) : (!llvm.ptr, !llvm.struct<(i32, i1)>) -> ()
    llvm.return
  }
  llvm.func @shift_up(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %clamp = llvm.mlir.constant(0 : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %r = nvvm.shfl.sync up %all, %t, %c3, %clamp {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
    llvm.call @store(%y, %r) : (!llvm.ptr, !llvm.struct<(i32, i1)>) -> ()
    llvm.return
  }
  llvm.func @broadcast(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %c5 = llvm.mlir.constant(5 : i32) : i32
    %clamp = llvm.mlir.constant(0x181f : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %r = nvvm.shfl.sync idx %all, %t, %c5, %clamp {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
    llvm.call @store(%y, %r) : (!llvm.ptr, !llvm.struct<(i32, i1)>) -> ()
    llvm.return
  }
  // Ten times the value, plus the predicate.
  llvm.func @store(%y: !llvm.ptr, %r: !llvm.struct<(i32, i1)>) {
    %c10 = llvm.mlir.constant(10 : i32) : i32
    %v = llvm.extractvalue %r[0] : !llvm.struct<(i32, i1)>
    %p = llvm.extractvalue %r[1] : !llvm.struct<(i32, i1)>
    %v10 = llvm.mul %v, %c10 : i32
    %bit = llvm.zext %p : i1 to i32
    %sum = llvm.add %v10, %bit : i32
    llvm.call @put(%y, %sum) : (!llvm.ptr, i32) -> ()
    llvm.return
  }
  llvm.func @put(%y: !llvm.ptr, %v: i32) {
    %t = nvvm.read.ptx.sreg.laneid : i32
    %place = llvm.getelementptr %y[%t] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    llvm.store %v, %place : i32, !llvm.ptr
    llvm.return
  }
  llvm.func @votes(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %c20 = llvm.mlir.constant(20 : i32) : i32
    %odd = llvm.mlir.constant(0xaaaaaaaa : i32) : i32
    %even = llvm.mlir.constant(0x55555555 : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %low = llvm.and %t, %c1 : i32
    %isOdd = llvm.icmp "ne" %low, %c0 : i32
    %mask = llvm.select %isOdd, %odd, %even : i1, i32
    %p = llvm.icmp "ult" %t, %c20 : i32
    %any = nvvm.vote.sync any %mask, %p -> i1
    %every = nvvm.vote.sync all %mask, %p -> i1
    %uni = nvvm.vote.sync uni %mask, %p -> i1
    %ballot = nvvm.vote.sync ballot %mask, %p -> i32
    %count = llvm.intr.ctpop(%ballot) : (i32) -> i32
    %x0 = llvm.zext %any : i1 to i32
    %x1 = llvm.select %every, %c2, %c0 : i1, i32
    %x2 = llvm.select %uni, %c4, %c0 : i1, i32
    %x3 = llvm.mul %count, %c8 : i32
    %y0 = llvm.add %x0, %x1 : i32
    %y1 = llvm.add %x2, %x3 : i32
    %sum = llvm.add %y0, %y1 : i32
    llvm.call @put(%y, %sum) : (!llvm.ptr, i32) -> ()
    llvm.return
  }
  llvm.func @matches(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %c5 = llvm.mlir.constant(5 : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %v = llvm.urem %t, %c5 : i32
    %r = nvvm.match.sync any %all, %v : i32 -> i32
    llvm.call @put(%y, %r) : (!llvm.ptr, i32) -> ()
    llvm.return
  }
  llvm.func @reductions(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %c100 = llvm.mlir.constant(100 : i32) : i32
    %c1000 = llvm.mlir.constant(1000 : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %v = llvm.sub %t, %c16 : i32
    %sum = nvvm.redux.sync add %v, %all : i32 -> i32
    %max = nvvm.redux.sync max %v, %all : i32 -> i32
    %min = nvvm.redux.sync min %v, %all : i32 -> i32
    %x0 = llvm.mul %sum, %c1000 : i32
    %x1 = llvm.mul %max, %c100 : i32
    %x2 = llvm.add %x0, %x1 : i32
    %x3 = llvm.add %x2, %min : i32
    llvm.call @put(%y, %x3) : (!llvm.ptr, i32) -> ()
    llvm.return
  }
  llvm.func @elects(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %mask = llvm.mlir.constant(0xfffffff0 : i32) : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %in = llvm.icmp "uge" %t, %c4 : i32
    llvm.cond_br %in, ^bb1, ^bb2
  ^bb1:
    %leads = nvvm.elect.sync %mask -> i1
    %r = llvm.select %leads, %c1, %c0 : i1, i32
    llvm.call @put(%y, %r) : (!llvm.ptr, i32) -> ()
    llvm.br ^bb2
  ^bb2:
    llvm.return
  }
  llvm.func @finished(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %in = llvm.icmp "uge" %t, %c8 : i32
    llvm.cond_br %in, ^bb1, ^bb2
  ^bb1:
    %r = nvvm.shfl.sync up %all, %t, %c8, %c0 : i32 -> i32
    llvm.call @put(%y, %r) : (!llvm.ptr, i32) -> ()
    llvm.br ^bb2
  ^bb2:
    llvm.return
  }
  llvm.func @barriers(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c10 = llvm.mlir.constant(10 : i32) : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %odd = llvm.and %t, %c1 : i32
    %count = nvvm.barrier #nvvm.reduction<popc> %odd -> i32
    %every = nvvm.barrier #nvvm.reduction<and> %odd -> i32
    %any = nvvm.barrier #nvvm.reduction<or> %odd -> i32
    %x0 = llvm.mul %count, %c10 : i32
    %x1 = llvm.mul %every, %c2 : i32
    %x2 = llvm.add %x0, %x1 : i32
    %x3 = llvm.add %x2, %any : i32
    %first = llvm.icmp "ult" %t, %c32 : i32
    llvm.cond_br %first, ^bb1, ^bb2
  ^bb1:
    llvm.call @put(%y, %x3) : (!llvm.ptr, i32) -> ()
    llvm.br ^bb2
  ^bb2:
    llvm.return
  }
}
