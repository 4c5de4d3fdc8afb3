// RUN: not novi-opt %s --pass-pipeline='builtin.module(func.func(novi-cpu-schedule{vector-bits=100}))' 2>&1 | FileCheck %s
// CHECK: vector-bits is 100; it must be a power of two from 64 to 2048

func.func @f() {
  return
}
