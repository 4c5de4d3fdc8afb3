// Static and dynamic shared memory beside each other. What nobody wrote is NaN,
// in every block anew; what does not fit into a block is refused.

// RUN: rm -rf %t && mkdir %t
// RUN: %to_nvvm %s -o %t/s.mlir
// RUN: %python %S/arrays.py %t/in.npz "x=values(2, 64)" "y=f32(np.zeros((2, 64)))"

// RUN: novi-emulate %t/s.mlir --kernel=both --grid=2 --block=64 --shared=256 --args=x,y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "x=values(2, 64)" "y=x[:, ::-1] + x[:, 0:1]"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

// RUN: not novi-emulate %t/s.mlir --kernel=both --grid=2 --block=64 --shared=252 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL: kernel 'both': thread (63,0,0) of block (0,0,0): out of bounds: writes 4 bytes at {{.*}}, at the end of shared variable 'dynamic' (252 bytes)

// RUN: novi-emulate %t/s.mlir --kernel=unwritten --grid=2 --block=64 --args=x,y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "x=values(2, 64)" "y=f32(np.tile([0, np.nan], (2, 32)))"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

// RUN: not novi-emulate %t/s.mlir --kernel=both --grid=2 --block=64 --shared=232448 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=BIG
// BIG: error: kernel 'both': 232448 bytes of dynamic and 4 of static shared memory; a block has at most 232448
// RUN: not novi-emulate %t/s.mlir --kernel=huge --block=64 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: error: kernel 'huge': more than 49152 bytes of static shared memory{{.*}} of 49156 bytes

#shared = #gpu.address_space<workgroup>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @dynamic : memref<0xi8, #shared> {alignment = 1024 : i64}
    gpu.func @both(%x: memref<2x64xf32>, %y: memref<2x64xf32>)
        workgroup(%first: memref<1xf32, #shared>) kernel {
      %c0 = arith.constant 0 : index
      %c63 = arith.constant 63 : index
      %d0 = memref.get_global @dynamic : memref<0xi8, #shared>
      %d1 = memref.cast %d0 : memref<0xi8, #shared> to memref<?xi8, #shared>
      %d = memref.view %d1[%c0][] : memref<?xi8, #shared> to memref<64xf32, #shared>
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %v = memref.load %x[%b, %t] : memref<2x64xf32>
      memref.store %v, %d[%t] : memref<64xf32, #shared>
      %leads = arith.cmpi eq, %t, %c0 : index
      scf.if %leads {
        memref.store %v, %first[%c0] : memref<1xf32, #shared>
      }
      gpu.barrier
      %r = arith.subi %c63, %t : index
      %0 = memref.load %d[%r] : memref<64xf32, #shared>
      %1 = memref.load %first[%c0] : memref<1xf32, #shared>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %y[%b, %t] : memref<2x64xf32>
      gpu.return
    }
    // Only even elements are written.
    gpu.func @unwritten(%x: memref<2x64xf32>, %y: memref<2x64xf32>)
        workgroup(%a: memref<64xf32, #shared>) kernel {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %zero = arith.constant 0.0 : f32
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %odd = arith.remui %t, %c2 : index
      %even = arith.cmpi eq, %odd, %c0 : index
      scf.if %even {
        memref.store %zero, %a[%t] : memref<64xf32, #shared>
      }
      %v = memref.load %a[%t] : memref<64xf32, #shared>
      memref.store %v, %y[%b, %t] : memref<2x64xf32>
      gpu.return
    }
    gpu.func @huge(%x: memref<2x64xf32>, %y: memref<2x64xf32>)
        workgroup(%a: memref<12289xf32, #shared>) kernel {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      memref.store %zero, %a[%c0] : memref<12289xf32, #shared>
      gpu.return
    }
  }
}
