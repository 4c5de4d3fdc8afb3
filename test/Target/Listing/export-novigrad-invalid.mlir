// RUN: novi-translate %s --export-listing=novigrad --export-shapes=%t -split-input-file -verify-diagnostics -o /dev/null

// What the machine has no instruction for.

func.func @step(%x: tensor<2x3xf32> {novi.role = "input"}, %y: tensor<2x3xf32> {novi.role = "target"},
                %w: tensor<2x3xf32> {novi.role = "parameter"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<2x3xf32> {novi.role = "output"}) {
  // expected-error@+1 {{'novi.mul' op cannot be said in a listing of novigrad: the opcodes are those of novi.matmul,}}
  %a = novi.mul %x, %w : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %q = novi.softmax %a axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %l = novi.cross_entropy_loss %q, %y rows = all epsilon = 0.0 reduction = sum
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %l, %q : tensor<f32>, tensor<2x3xf32>
}

// -----

func.func @step(%x: tensor<2x3xf32> {novi.role = "input"}, %y: tensor<2x3xf32> {novi.role = "target"},
                %w: tensor<3xf32> {novi.role = "parameter"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<2x3xf32> {novi.role = "output"}) {
  // expected-error@+1 {{Add takes equal shapes, not 'tensor<2x3xf32>' and 'tensor<3xf32>'}}
  %a = novi.add %x, %w : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %q = novi.softmax %a axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %l = novi.cross_entropy_loss %q, %y rows = all epsilon = 0.0 reduction = sum
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %l, %q : tensor<f32>, tensor<2x3xf32>
}

// -----

func.func @step(%x: tensor<2x3xf32> {novi.role = "input"}, %y: tensor<2x3xf32> {novi.role = "target"},
                %w: tensor<2x2xf32> {novi.role = "parameter"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<2x3xf32> {novi.role = "output"}) {
  // expected-error@+1 {{MatMul has no transpose_a}}
  %a = novi.matmul %w, %x {transpose_a} : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %q = novi.softmax %a axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %l = novi.cross_entropy_loss %q, %y rows = all epsilon = 0.0 reduction = sum
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %l, %q : tensor<f32>, tensor<2x3xf32>
}

// -----

func.func @step(%x: tensor<2x3xf32> {novi.role = "input"}, %y: tensor<2x3xf32> {novi.role = "target"},
                %w: tensor<3x3xf32> {novi.role = "parameter"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<2x3xf32> {novi.role = "output"}) {
  %b = novi.matmul %x, %w : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x3xf32>
  // expected-error@+1 {{its second operand is stored one way, but here it is transposed and elsewhere it is not}}
  %c = novi.matmul %x, %w {transpose_b} : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x3xf32>
  %a = novi.add %c, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %q = novi.softmax %a axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %l = novi.cross_entropy_loss %q, %y rows = all epsilon = 0.0 reduction = sum
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %l, %q : tensor<f32>, tensor<2x3xf32>
}

// -----

func.func @step(%x: tensor<2x3xf32> {novi.role = "input"}, %y: tensor<2x3xf32> {novi.role = "target"},
                %w: tensor<2x3xf32> {novi.role = "parameter"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<2x3xf32> {novi.role = "output"}) {
  %b = novi.scale %x by 2.0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // expected-error@+1 {{Scale has one finite factor, not 0.25 here and 2 elsewhere}}
  %c = novi.scale %w by 0.25 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %a = novi.add %c, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %q = novi.softmax %a axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %l = novi.cross_entropy_loss %q, %y rows = all epsilon = 0.0 reduction = sum
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %l, %q : tensor<f32>, tensor<2x3xf32>
}

// -----

func.func @step(%x: tensor<2x3xf32> {novi.role = "input"}, %y: tensor<2x3xf32> {novi.role = "target"},
                %w: tensor<2x3xf32> {novi.role = "parameter"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<2x3xf32> {novi.role = "output"}) {
  // expected-error@+1 {{Softmax works along the last axis}}
  %b = novi.softmax %w axis = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %a = novi.add %x, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %q = novi.softmax %a axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %l = novi.cross_entropy_loss %q, %y rows = all epsilon = 0.0 reduction = sum
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %l, %q : tensor<f32>, tensor<2x3xf32>
}

// -----

// expected-error@+1 {{has argument 1, on which its loss does not depend}}
func.func @step(%y: tensor<2x3xf32> {novi.role = "target"}, %w: tensor<2x3xf32> {novi.role = "parameter"},
                %x: tensor<2x3xf32> {novi.role = "input"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<2x3xf32> {novi.role = "output"}) {
  %q = novi.softmax %x axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %l = novi.cross_entropy_loss %q, %y rows = all epsilon = 0.0 reduction = sum
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %l, %q : tensor<f32>, tensor<2x3xf32>
}

// -----

// expected-error@+1 {{has an output that is not computed on the way to its loss}}
func.func @step(%y: tensor<2x3xf32> {novi.role = "target"}, %x: tensor<2x3xf32> {novi.role = "input"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<2x3xf32> {novi.role = "output"}) {
  %q = novi.softmax %x axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %l = novi.cross_entropy_loss %q, %y rows = all epsilon = 0.0 reduction = sum
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %l, %x : tensor<f32>, tensor<2x3xf32>
}

// -----

// expected-error@+1 {{result 1 has "gradient"; the machine's backward part is written by the export}}
func.func @step(%y: tensor<2x3xf32> {novi.role = "target"}, %x: tensor<2x3xf32> {novi.role = "input"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<2x3xf32> {novi.role = "gradient"}) {
  %q = novi.softmax %x axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %l = novi.cross_entropy_loss %q, %y rows = all epsilon = 0.0 reduction = sum
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %l, %x : tensor<f32>, tensor<2x3xf32>
}

// -----

// expected-error@+1 {{has no result with novi.role "output"}}
func.func @step(%y: tensor<2x3xf32> {novi.role = "target"}, %x: tensor<2x3xf32> {novi.role = "input"})
    -> (tensor<f32> {novi.role = "loss"}) {
  %l = novi.cross_entropy_loss %x, %y rows = all epsilon = 0.0 reduction = sum
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

func.func @step(%y: tensor<2x3xf32> {novi.role = "target"}, %x: tensor<2x3xf32> {novi.role = "input"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<2x3xf32> {novi.role = "output"}) {
  %q = novi.scale %x by 0.5 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // expected-error@+1 {{its input must come out of novi.softmax}}
  %l = novi.cross_entropy_loss %q, %y rows = all epsilon = 0.0 reduction = sum
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %l, %q : tensor<f32>, tensor<2x3xf32>
}

// -----

// expected-error@+1 {{has a loss that is not of novi.cross_entropy_loss}}
func.func @step(%y: tensor<2x3xf32> {novi.role = "target"}, %x: tensor<2x3xf32> {novi.role = "input"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<2x3xf32> {novi.role = "output"}) {
  %l = novi.softmax_cross_entropy_loss %x, %y rows = all reduction = sum
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %l, %x : tensor<f32>, tensor<2x3xf32>
}

// -----

// Sizes that are not known.

func.func @step(%y: tensor<?x3xf32> {novi.role = "target"}, %x: tensor<?x3xf32> {novi.role = "input"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<?x3xf32> {novi.role = "output"}) {
  %q = novi.softmax %x axis = 1 : (tensor<?x3xf32>) -> tensor<?x3xf32>
  // expected-error@+1 {{operands are matrices of known sizes, not 'tensor<?x3xf32>'}}
  %l = novi.cross_entropy_loss %q, %y rows = all epsilon = 0.0 reduction = sum
    : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<f32>
  return %l, %q : tensor<f32>, tensor<?x3xf32>
}

// -----

// A walk that doubles 25 times.

// expected-error@+1 {{makes a listing of more than 1048576 instructions}}
func.func @step(%y: tensor<2x3xf32> {novi.role = "target"}, %x: tensor<2x3xf32> {novi.role = "input"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<2x3xf32> {novi.role = "output"}) {
  %a0 = novi.add %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a1 = novi.add %a0, %a0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a2 = novi.add %a1, %a1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a3 = novi.add %a2, %a2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a4 = novi.add %a3, %a3 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a5 = novi.add %a4, %a4 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a6 = novi.add %a5, %a5 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a7 = novi.add %a6, %a6 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a8 = novi.add %a7, %a7 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a9 = novi.add %a8, %a8 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a10 = novi.add %a9, %a9 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a11 = novi.add %a10, %a10 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a12 = novi.add %a11, %a11 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a13 = novi.add %a12, %a12 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a14 = novi.add %a13, %a13 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a15 = novi.add %a14, %a14 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a16 = novi.add %a15, %a15 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a17 = novi.add %a16, %a16 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a18 = novi.add %a17, %a17 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a19 = novi.add %a18, %a18 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a20 = novi.add %a19, %a19 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a21 = novi.add %a20, %a20 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a22 = novi.add %a21, %a21 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a23 = novi.add %a22, %a22 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %a24 = novi.add %a23, %a23 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %q = novi.softmax %a24 axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %l = novi.cross_entropy_loss %q, %y rows = all epsilon = 0.0 reduction = sum
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %l, %q : tensor<f32>, tensor<2x3xf32>
}
