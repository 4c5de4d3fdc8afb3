// RUN: novi-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(novi-plan-memory))'

func.func @huge(%y: memref<8796093022208x4xf32>) {
  // expected-error @+1 {{out of memory: 64 TiB or more in one 'memref<8796093022208x4xf32>'}}
  %a = memref.alloc() : memref<8796093022208x4xf32>
  memref.copy %a, %y : memref<8796093022208x4xf32> to memref<8796093022208x4xf32>
  return
}

// -----

func.func @handed_out(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %c: i1) {
  %r = scf.if %c -> memref<?xf32> {
    // expected-error @+1 {{a buffer that a region hands to the outside needs a static size}}
    %a = memref.alloc(%n) : memref<?xf32>
    scf.yield %a : memref<?xf32>
  } else {
    scf.yield %x : memref<?xf32>
  }
  memref.copy %r, %y : memref<?xf32> to memref<?xf32>
  return
}
