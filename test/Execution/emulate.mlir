// Programs whose kernels the emulator runs give what the interpreter gives, in
// any order of threads, at once and again.

// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/emulate.py %t

// DEFINE: %{entry} =
// DEFINE: %{options} =
// DEFINE: %{inputs} = %t/two.npz
// DEFINE: %{check} = novi-run %s --entry=%{entry} --backend=interpret --inputs=%{inputs} --outputs=%t/expected.npz \
// DEFINE:   && novi-run %s --entry=%{entry} --backend=emulate --backend-options="%{options}" --inputs=%{inputs} --outputs=%t/out.npz \
// DEFINE:   && %python %S/../compare_npz.py %t/out.npz %t/expected.npz --rtol-of-max=1e-5

// REDEFINE: %{entry} = elementwise
// RUN: %{check}
func.func @elementwise(%x: tensor<5x37xf32> {novi.name = "x"}, %y: tensor<5x37xf32> {novi.name = "y"}) -> tensor<5x37xf32> {
  %0 = novi.mul %x, %y : (tensor<5x37xf32>, tensor<5x37xf32>) -> tensor<5x37xf32>
  %1 = novi.exp %0 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  return %1 : tensor<5x37xf32>
}

// REDEFINE: %{entry} = layer
// REDEFINE: %{inputs} = %t/layer.npz
// RUN: %{check}
// REDEFINE: %{options} = seed=7
// RUN: %{check}
// REDEFINE: %{options} = seed=8 races=false
// RUN: %{check}
// REDEFINE: %{options} = chip=sm_90a reuse-memory=false
// RUN: %{check}
func.func @layer(%x: tensor<5x37xf32> {novi.name = "x"}, %w: tensor<37x20xf32> {novi.name = "w"}, %b: tensor<20xf32> {novi.name = "b"}) -> (tensor<5x20xf32>, tensor<5x20xf32>) {
  %0 = novi.matmul %x, %w : (tensor<5x37xf32>, tensor<37x20xf32>) -> tensor<5x20xf32>
  %1 = novi.add %0, %b : (tensor<5x20xf32>, tensor<20xf32>) -> tensor<5x20xf32>
  %2 = novi.relu %1 : (tensor<5x20xf32>) -> tensor<5x20xf32>
  %3 = novi.softmax %2 axis = 1 : (tensor<5x20xf32>) -> tensor<5x20xf32>
  return %2, %3 : tensor<5x20xf32>, tensor<5x20xf32>
}

// Results whose size is known at run time only, none of them too.
// REDEFINE: %{options} = seed=1
// REDEFINE: %{entry} = dynamic
// REDEFINE: %{inputs} = %t/two.npz
// RUN: %{check}
// REDEFINE: %{inputs} = %t/empty.npz
// RUN: %{check}
// RUN: not novi-run %s --entry=dynamic --backend=emulate --inputs=%t/unequal.npz 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: novi-run: error: {{.*}}novi.add
func.func @dynamic(%x: tensor<?x37xf32> {novi.name = "x"}, %y: tensor<?x37xf32> {novi.name = "y"}) -> (tensor<?x37xf32>, tensor<37x?xf32>) {
  %0 = novi.add %x, %y : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  %1 = novi.transpose %0 permutation = [1, 0] : (tensor<?x37xf32>) -> tensor<37x?xf32>
  return %0, %1 : tensor<?x37xf32>, tensor<37x?xf32>
}

// RUN: not novi-run %s --entry=dynamic --backend=emulate --backend-options=sed=7 --inputs=%t/two.npz 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: options 'sed=7': no such option sed
// RUN: not novi-run %s --entry=dynamic --backend=emulate --backend-options=format=isa --inputs=%t/two.npz 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: error: options 'format=isa': the emulator has a format of its own
