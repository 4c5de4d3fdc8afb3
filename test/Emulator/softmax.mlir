// A softmax of rows: shuffles within warps, shared memory between them. Each of
// the three barriers matters.

// RUN: rm -rf %t && mkdir %t
// RUN: %to_nvvm %s -o %t/softmax.mlir
// RUN: %python %S/arrays.py %t/in.npz "x=values(20, 512) * f32(4)" "y=f32(np.zeros((20, 512)))"
// RUN: %python %S/arrays.py %t/expected.npz "x=values(20, 512) * f32(4)" "e=np.exp(np.float64(x))" "y=f32(e / e.sum(1, keepdims=True))"
// RUN: novi-emulate %t/softmax.mlir --kernel=softmax --grid=20 --block=128 --args=x,y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz --ignore=e --rtol-of-max=3e-7
// RUN: novi-emulate %t/softmax.mlir --kernel=softmax --grid=20 --block=128 --args=x,y --inputs=%t/in.npz --outputs=%t/seed.npz --seed=7
// RUN: %python %S/../compare_npz.py %t/seed.npz %t/out.npz

// RUN: %python %S/without.py %s gpu.barrier 0 > %t/0.mlir
// RUN: %to_nvvm %t/0.mlir -o %t/softmax.mlir
// RUN: not novi-emulate %t/softmax.mlir --kernel=softmax --grid=20 --block=128 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s
// RUN: %python %S/without.py %s gpu.barrier 1 > %t/1.mlir
// RUN: %to_nvvm %t/1.mlir -o %t/softmax.mlir
// RUN: not novi-emulate %t/softmax.mlir --kernel=softmax --grid=20 --block=128 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s
// RUN: %python %S/without.py %s gpu.barrier 2 > %t/2.mlir
// RUN: %to_nvvm %t/2.mlir -o %t/softmax.mlir
// RUN: not novi-emulate %t/softmax.mlir --kernel=softmax --grid=20 --block=128 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s
// CHECK: error: {{.*}}.mlir:{{[0-9]+}}:{{[0-9]+}}: kernel 'softmax': thread ({{[0-9]+}},0,0) of block (0,0,0): race: {{(reads|writes)}} 4 bytes of shared variable
// CHECK-NOT: error

module attributes {gpu.container_module} {
  gpu.module @kernels {
    func.func @warp_max(%x0: f32) -> f32 {
      %c32 = arith.constant 32 : i32
      %d1 = arith.constant 1 : i32
      %y0, %in0 = gpu.shuffle xor %x0, %d1, %c32 : f32
      %x1 = arith.maxnumf %x0, %y0 : f32
      %d2 = arith.constant 2 : i32
      %y1, %in1 = gpu.shuffle xor %x1, %d2, %c32 : f32
      %x2 = arith.maxnumf %x1, %y1 : f32
      %d4 = arith.constant 4 : i32
      %y2, %in2 = gpu.shuffle xor %x2, %d4, %c32 : f32
      %x3 = arith.maxnumf %x2, %y2 : f32
      %d8 = arith.constant 8 : i32
      %y3, %in3 = gpu.shuffle xor %x3, %d8, %c32 : f32
      %x4 = arith.maxnumf %x3, %y3 : f32
      %d16 = arith.constant 16 : i32
      %y4, %in4 = gpu.shuffle xor %x4, %d16, %c32 : f32
      %x5 = arith.maxnumf %x4, %y4 : f32
      return %x5 : f32
    }
    func.func @warp_sum(%x0: f32) -> f32 {
      %c32 = arith.constant 32 : i32
      %d1 = arith.constant 1 : i32
      %y0, %in0 = gpu.shuffle xor %x0, %d1, %c32 : f32
      %x1 = arith.addf %x0, %y0 : f32
      %d2 = arith.constant 2 : i32
      %y1, %in1 = gpu.shuffle xor %x1, %d2, %c32 : f32
      %x2 = arith.addf %x1, %y1 : f32
      %d4 = arith.constant 4 : i32
      %y2, %in2 = gpu.shuffle xor %x2, %d4, %c32 : f32
      %x3 = arith.addf %x2, %y2 : f32
      %d8 = arith.constant 8 : i32
      %y3, %in3 = gpu.shuffle xor %x3, %d8, %c32 : f32
      %x4 = arith.addf %x3, %y3 : f32
      %d16 = arith.constant 16 : i32
      %y4, %in4 = gpu.shuffle xor %x4, %d16, %c32 : f32
      %x5 = arith.addf %x4, %y4 : f32
      return %x5 : f32
    }
    gpu.func @softmax(%x: memref<20x512xf32>, %y: memref<20x512xf32>)
        workgroup(%parts: memref<4xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c32 = arith.constant 32 : index
      %row = gpu.block_id x
      %t = gpu.thread_id x
      %lane = arith.remui %t, %c32 : index
      %warp = arith.divui %t, %c32 : index
      %leads = arith.cmpi eq, %lane, %c0 : index
      %i = arith.muli %t, %c4 : index
      %v = vector.load %x[%row, %i] {alignment = 16 : i64} : memref<20x512xf32>, vector<4xf32>
      %m4 = vector.reduction <maxnumf>, %v : vector<4xf32> into f32
      %w_max = func.call @warp_max(%m4) : (f32) -> f32
      scf.if %leads {
        memref.store %w_max, %parts[%warp] : memref<4xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %p0_max = memref.load %parts[%c0] : memref<4xf32, #gpu.address_space<workgroup>>
      %p1_max = memref.load %parts[%c1] : memref<4xf32, #gpu.address_space<workgroup>>
      %p2_max = memref.load %parts[%c2] : memref<4xf32, #gpu.address_space<workgroup>>
      %p3_max = memref.load %parts[%c3] : memref<4xf32, #gpu.address_space<workgroup>>
      %q0_max = arith.maxnumf %p0_max, %p1_max : f32
      %q1_max = arith.maxnumf %p2_max, %p3_max : f32
      %max = arith.maxnumf %q0_max, %q1_max : f32
      %maxes = vector.broadcast %max : f32 to vector<4xf32>
      %d = arith.subf %v, %maxes : vector<4xf32>
      %e = math.exp %d : vector<4xf32>
      %s4 = vector.reduction <add>, %e : vector<4xf32> into f32
      gpu.barrier
      %w_sum = func.call @warp_sum(%s4) : (f32) -> f32
      scf.if %leads {
        memref.store %w_sum, %parts[%warp] : memref<4xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %p0_sum = memref.load %parts[%c0] : memref<4xf32, #gpu.address_space<workgroup>>
      %p1_sum = memref.load %parts[%c1] : memref<4xf32, #gpu.address_space<workgroup>>
      %p2_sum = memref.load %parts[%c2] : memref<4xf32, #gpu.address_space<workgroup>>
      %p3_sum = memref.load %parts[%c3] : memref<4xf32, #gpu.address_space<workgroup>>
      %q0_sum = arith.addf %p0_sum, %p1_sum : f32
      %q1_sum = arith.addf %p2_sum, %p3_sum : f32
      %sum = arith.addf %q0_sum, %q1_sum : f32
      %sums = vector.broadcast %sum : f32 to vector<4xf32>
      %p = arith.divf %e, %sums : vector<4xf32>
      vector.store %p, %y[%row, %i] {alignment = 16 : i64} : memref<20x512xf32>, vector<4xf32>
      gpu.return
    }
  }
}
