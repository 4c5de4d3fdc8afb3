// Threads that wait for what does not come: it is told, and nothing hangs.

// RUN: rm -rf %t && mkdir %t
// RUN: %to_nvvm %s -o %t/w.mlir
// RUN: %python %S/arrays.py %t/in.npz "x=values(64)" "y=f32(np.zeros(64))"

// RUN: not timeout 60 novi-emulate %t/w.mlir --kernel=returns_early --block=64 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not timeout 60 novi-emulate %t/w.mlir --kernel=returns_early --block=64 --args=x,y --inputs=%t/in.npz --seed=4 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not timeout 60 novi-emulate %t/w.mlir --kernel=two_barriers --block=64 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not timeout 60 novi-emulate %t/w.mlir --kernel=missing_lane --block=64 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=LANE
// RUN: not timeout 60 novi-emulate %t/w.mlir --kernel=not_in_mask --block=64 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=MASK
// RUN: not timeout 60 novi-emulate %t/w.mlir --kernel=endless --block=64 --args=x,y --inputs=%t/in.npz --max-iterations=100000 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not timeout 60 novi-emulate %t/w.mlir --kernel=too_few --block=96 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not timeout 60 novi-emulate %t/w.mlir --kernel=bad_count --block=96 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not timeout 60 novi-emulate %t/w.mlir --kernel=traps --block=96 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=TRAP

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @returns_early(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %c40 = arith.constant 40 : index
      %t = gpu.thread_id x
      %stays = arith.cmpi ult, %t, %c40 : index
      scf.if %stays {
        // EARLY: error: {{.*}}waiting.mlir:[[#@LINE+1]]:[[COLUMN:[0-9]+]]: kernel 'returns_early': block (0,0,0): divergent barrier: 40 threads wait at barrier at {{.*}}waiting.mlir:[[#@LINE+1]]:[[COLUMN]], the first of them (0,0,0); 24 threads have finished, the first of them (40,0,0)
        gpu.barrier
      }
      gpu.return
    }
    gpu.func @two_barriers(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %zero = arith.constant 0.0 : f32
      %c32 = arith.constant 32 : index
      %t = gpu.thread_id x
      %first = arith.cmpi ult, %t, %c32 : index
      scf.if %first {
        memref.store %zero, %y[%t] : memref<64xf32>
        gpu.barrier
      } else {
        // TWO: error: {{.*}}waiting.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'two_barriers': thread (32,0,0) of block (0,0,0): divergent barrier: other threads of the block wait at the one at {{.*}}waiting.mlir:[[#@LINE-2]]:
        gpu.barrier
      }
      gpu.return
    }
    gpu.func @missing_lane(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %c5 = arith.constant 5 : index
      %i1 = arith.constant 1 : i32
      %i32 = arith.constant 32 : i32
      %t = gpu.thread_id x
      %v = memref.load %x[%t] : memref<64xf32>
      %present = arith.cmpi ne, %t, %c5 : index
      scf.if %present {
        // LANE: error: {{.*}}waiting.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'missing_lane': block (0,0,0): deadlock: 31 threads wait at shfl.sync at {{.*}}waiting.mlir:[[#@LINE+1]]:{{[0-9]+}}, the first of them (0,0,0); 33 threads wait at barrier at {{.*}}waiting.mlir:[[#@LINE+4]]:{{[0-9]+}}, the first of them (5,0,0)
        %w, %ok = gpu.shuffle xor %v, %i1, %i32 : f32
        memref.store %w, %y[%t] : memref<64xf32>
      }
      gpu.barrier
      gpu.return
    }
    gpu.func @not_in_mask(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %i1 = arith.constant 1 : i32
      // A width of 16: the lanes below.
      %i16 = arith.constant 16 : i32
      %t = gpu.thread_id x
      %v = memref.load %x[%t] : memref<64xf32>
      // MASK: error: {{.*}}waiting.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'not_in_mask': thread (16,0,0) of block (0,0,0): shfl.sync by lane 16, which is not in the mask 0x0000ffff
      %w, %ok = gpu.shuffle xor %v, %i1, %i16 : f32
      memref.store %w, %y[%t] : memref<64xf32>
      gpu.return
    }
    gpu.func @endless(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %zero = arith.constant 0.0 : f32
      %t = gpu.thread_id x
      // ENDLESS: error: {{.*}}waiting.mlir:[[#@LINE+2]]:{{[0-9]+}}: kernel 'endless': thread ({{[0-9]+}},0,0) of block (0,0,0): a loop without an end? The thread is at iteration {{1[0-9]+}} of its loops; the launch allows 100000
      scf.while : () -> () {
        %v = memref.load %y[%t] : memref<64xf32>
        %waits = arith.cmpf oeq, %v, %zero : f32
        scf.condition(%waits)
      } do {
        memref.store %zero, %y[%t] : memref<64xf32>
        scf.yield
      }
      gpu.return
    }
    gpu.func @too_few(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %c32 = arith.constant 32 : index
      %one = arith.constant 1 : i32
      %all = arith.constant 96 : i32
      %two = arith.constant 64 : i32
      %t = gpu.thread_id x
      %first = arith.cmpi ult, %t, %c32 : index
      scf.if %first {
        // Of the two warps that this waits for, one comes.
        // FEW: error: {{.*}}waiting.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'too_few': block (0,0,0): divergent barrier: 32 threads wait at barrier at {{.*}}; 64 threads have finished
        nvvm.barrier id = %one number_of_threads = %two
      }
      gpu.return
    }
    gpu.func @bad_count(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %one = arith.constant 1 : i32
      %count = arith.constant 48 : i32
      // COUNT: error: {{.*}}waiting.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'bad_count': thread (0,0,0) of block (0,0,0): a barrier for 48 threads; the number must be a multiple of 32 and not 0
      nvvm.barrier id = %one number_of_threads = %count
      gpu.return
    }
    gpu.func @traps(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      // TRAP: error: {{.*}}waiting.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'traps': thread (0,0,0) of block (0,0,0): trap
      llvm.intr.trap
      gpu.return
    }
  }
}
