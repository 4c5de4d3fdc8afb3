// A crash leaves a file that shows it again; a program that is merely wrong
// does not.
// RUN: rm -rf %t && mkdir %t
// RUN: env TMPDIR=%t not --crash novi-opt %s \
// RUN:   --load-pass-plugin=%crash_plugin --pass-pipeline='builtin.module(test-crash)' -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MESSAGE
// MESSAGE: The compiler has crashed. Please report this with the file [[FILE:.*/novi-crash-.*\.mlir]], which shows it again:
// MESSAGE-NEXT: novi-opt --run-reproducer [[FILE]]
// RUN: cat %t/novi-crash-*.mlir | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: novi.exp
// WRITTEN: pipeline: "builtin.module(test-crash)"
// RUN: cp %t/novi-crash-*.mlir %t.again.mlir
// RUN: env TMPDIR=%t not --crash novi-opt --load-pass-plugin=%crash_plugin --run-reproducer %t.again.mlir -o /dev/null

// RUN: rm -f %t/*
// RUN: env TMPDIR=%t not novi-opt %s --novi-generate-backward -o /dev/null
// RUN: ls %t | count 0

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = novi.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
