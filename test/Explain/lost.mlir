// One reader has another form after the pass, so that what it reads is no sign.
//
// RUN: novi-explain %s --pipeline='builtin.module(func.func(novi-results-to-destinations))' --why %%y | FileCheck %s
// RUN: novi-explain %s --pipeline='builtin.module(func.func(novi-results-to-destinations))' | FileCheck %s --check-prefix=OVERVIEW
// CHECK: %y (line [[#@LINE+6]]): 'memref.alloc', read by 'linalg.exp' (line [[#@LINE+7]]) and 'func.return'
// CHECK-NEXT: novi-results-to-destinations (pass 1): it was removed; {{.*}} cannot be followed
// CHECK-NOT: {{.}}
// OVERVIEW: 1 novi-results-to-destinations: {{.*}} 1 gone that cannot be followed
// OVERVIEW: %y (line [[#@LINE+2]]), 'memref.alloc': removed by novi-results-to-destinations (pass 1), which cannot be followed
func.func @plain(%x: memref<4xf32>) -> memref<4xf32> {
  %y = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return %y : memref<4xf32>
}
