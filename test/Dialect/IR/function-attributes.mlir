// Names and roles of arguments and results of functions.
//
// RUN: novi-opt %s | FileCheck %s
// RUN: novi-opt %s --emit-bytecode | novi-opt | FileCheck %s

// CHECK: func.func @step(%{{.*}}: tensor<2xf32> {novi.name = "x", novi.role = "input"}, %{{.*}}: tensor<2xf32> {novi.role = "target"}, %{{.*}}: tensor<2xf32> {novi.name = "w", novi.role = "parameter"}, %{{.*}}: tensor<2xf32> {novi.role = "constant"}, %{{.*}}: tensor<2xf32> {novi.role = "state"}, %{{.*}}: index)
// CHECK-SAME: -> (tensor<2xf32> {novi.name = "loss", novi.role = "loss"}, tensor<2xf32> {novi.name = "x", novi.role = "output"}, tensor<2xf32> {novi.name = "w.gradient", novi.role = "gradient"}, tensor<2xf32> {novi.role = "parameter"}, tensor<2xf32> {novi.role = "state"})
func.func @step(%a: tensor<2xf32> {novi.name = "x", novi.role = "input"},
                %b: tensor<2xf32> {novi.role = "target"},
                %c: tensor<2xf32> {novi.name = "w", novi.role = "parameter"},
                %d: tensor<2xf32> {novi.role = "constant"},
                %e: tensor<2xf32> {novi.role = "state"},
                %n: index)
    // An argument and a result may share a name.
    -> (tensor<2xf32> {novi.name = "loss", novi.role = "loss"},
        tensor<2xf32> {novi.name = "x", novi.role = "output"},
        tensor<2xf32> {novi.name = "w.gradient", novi.role = "gradient"},
        tensor<2xf32> {novi.role = "parameter"},
        tensor<2xf32> {novi.role = "state"}) {
  return %a, %a, %a, %a, %a : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// A declaration has them too, and so has a function of another dialect.
// CHECK: func.func private @declared(tensor<2xf32> {novi.name = "x"}) -> (tensor<2xf32> {novi.name = "x"})
func.func private @declared(tensor<2xf32> {novi.name = "x"}) -> (tensor<2xf32> {novi.name = "x"})
// CHECK: func.func private @initialized(tensor<2x2xf32> {novi.initialize = "he_normal"}, tensor<2xf32> {novi.initialize = "uniform(0.25)"})
func.func private @initialized(tensor<2x2xf32> {novi.initialize = "he_normal"}, tensor<2xf32> {novi.initialize = "uniform(0.25)"})
// CHECK: llvm.func @lowered(!llvm.ptr {novi.name = "x"})
llvm.func @lowered(!llvm.ptr {novi.name = "x"})
