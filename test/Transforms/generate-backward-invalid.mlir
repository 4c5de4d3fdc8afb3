// RUN: novi-opt %s --novi-generate-backward --split-input-file --verify-diagnostics

// expected-error@below {{'func.func' op has no result with the role 'loss'; its results are result0, y}}
func.func @no_loss(%x: tensor<f32>) -> (tensor<f32>, tensor<f32> {novi.name = "y"}) {
  return %x, %x : tensor<f32>, tensor<f32>
}

// -----

// expected-error@below {{'func.func' op has no result with the role 'loss'; its results are none}}
func.func @no_result(%x: tensor<f32>) {
  return
}

// -----

// expected-error@below {{'func.func' op has the loss 'result0' of type 'tensor<2xf32>'; a loss is a tensor of f16, bf16, f32 or f64 with one element}}
func.func @vector_loss(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

// expected-error@below {{'func.func' op has the loss 'result0' of type 'tensor<?xf32>'; a loss}}
func.func @dynamic_loss(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

// expected-error@below {{'func.func' op has the loss 'l' of type 'tensor<i1>'; a loss}}
func.func @bool_loss(%x: tensor<f32>) -> (tensor<i1> {novi.name = "l"}) {
  %l = novi.compare gt, %x, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %l : tensor<i1>
}

// -----

// expected-error@below {{'func.func' op has the loss 'result0' of type 'index'; a loss}}
func.func @index_loss(%x: tensor<f32>, %i: index) -> index {
  return %i : index
}

// -----

// expected-error@below {{'func.func' op has no gradient for 'mask' of type 'tensor<f32, "encoding">'; only tensors of f16, bf16, f32 and f64 have one}}
func.func @encoded(%m: tensor<f32, "encoding"> {novi.name = "mask", novi.role = "parameter"}, %x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

// expected-error@below {{'func.func' op has no gradient for 'mask' of type 'tensor<i1>'; only tensors of f16, bf16, f32 and f64 have one}}
func.func @bool_parameter(%m: tensor<i1> {novi.name = "mask", novi.role = "parameter"}, %x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

// expected-error@below {{'func.func' op has no argument of f16, bf16, f32 or f64, so there is no gradient to generate}}
func.func @no_argument(%m: tensor<i1>) -> tensor<f32> {
  %c = novi.constant dense<1.0> : tensor<f32>
  return %c : tensor<f32>
}

// -----

// expected-error@below {{'func.func' op has a result 'arg0.gradient' already}}
func.func @has_gradient(%x: tensor<f32>)
    -> (tensor<f32> {novi.role = "loss"}, tensor<f32> {novi.name = "arg0.gradient"}) {
  return %x, %x : tensor<f32>, tensor<f32>
}

// -----

// An unnamed argument's number is another one's name.
// expected-error@below {{'func.func' op has a result 'arg1.gradient' already}}
func.func @same_name(%x: tensor<f32> {novi.name = "arg1"}, %y: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

// expected-error@below {{'builtin.module' op has no public function with a body; it has @hidden}}
module {
  func.func private @hidden(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
  func.func private @external(tensor<f32>) -> tensor<f32>
}

// -----

// expected-error@below {{'builtin.module' op has no public function with a body; it has none at all}}
module {
}

// -----

// expected-error@below {{'func.func' op must be one block that ends in a return}}
func.func @blocks(%x: tensor<f32>) -> tensor<f32> {
  cf.br ^next
^next:
  return %x : tensor<f32>
}

// -----

func.func private @callee(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @call(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@below {{'func.call' op has no gradient rule, and the loss depends on it; run --inline first}}
  %y = call @callee(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

// expected-error@below {{'func.func' op is called, so novi-generate-backward cannot change its results; inline the call first}}
func.func @called(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func private @caller(%x: tensor<f32>) -> tensor<f32> {
  // expected-note@below {{called here}}
  %y = call @called(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

func.func @foreign(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@below {{'math.sin' op has no gradient rule, and the loss depends on it}}
  %y = math.sin %x : tensor<f32>
  return %y : tensor<f32>
}

// -----

// What is used inside of a region counts.
func.func @region(%x: tensor<f32>, %c: i1) -> tensor<f32> {
  // expected-error@below {{'scf.if' op has no gradient rule, and the loss depends on it; the backward part is generated for straight-line code}}
  %y = scf.if %c -> tensor<f32> {
    scf.yield %x : tensor<f32>
  } else {
    %z = novi.zero : tensor<f32>
    scf.yield %z : tensor<f32>
  }
  return %y : tensor<f32>
}

// -----

// What leaves the tensors of the dialect is not lost.
func.func @scalar(%x: tensor<f32>) -> tensor<f32> {
  %s = tensor.extract %x[] : tensor<f32>
  // expected-error@below {{'tensor.from_elements' op has no gradient rule, and the loss depends on it}}
  %y = tensor.from_elements %s : tensor<f32>
  return %y : tensor<f32>
}

// -----

func.func @unranked(%x: tensor<f32>) -> tensor<f32> {
  %u = tensor.cast %x : tensor<f32> to tensor<*xf32>
  // expected-error@below {{'tensor.cast' op has no gradient rule, and the loss depends on it}}
  %y = tensor.cast %u : tensor<*xf32> to tensor<f32>
  return %y : tensor<f32>
}

// -----

func.func @kernel(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@below {{'novi.kernel' op has no gradient rule, and the loss depends on it; fuse after the backward part is generated, or dissolve the kernels with --novi-inline-kernels}}
  %y = novi.kernel (%a = %x : tensor<f32>) -> (tensor<f32>) {
    %z = novi.exp %a : (tensor<f32>) -> tensor<f32>
    novi.yield %z : tensor<f32>
  }
  return %y : tensor<f32>
}
