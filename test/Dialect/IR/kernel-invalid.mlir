// RUN: novi-opt %s -split-input-file -verify-diagnostics

// kernel, C1
func.func @argument_type(%x: tensor<2xf32>) {
  // expected-error@+1 {{'novi.kernel' op has argument 0 of type 'tensor<3xf32>', but operand 'tensor<2xf32>'}}
  %0 = "novi.kernel"(%x) ({
  ^bb0(%a: tensor<3xf32>):
    "novi.yield"(%a) : (tensor<3xf32>) -> ()
  }) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// kernel, C1
func.func @argument_number(%x: tensor<2xf32>) {
  // expected-error@+1 {{'novi.kernel' op has 1 operands, but 0 arguments}}
  "novi.kernel"(%x) ({
    "novi.yield"() : () -> ()
  }) : (tensor<2xf32>) -> ()
  return
}

// -----

// kernel, C2
func.func @yield_number(%x: tensor<2xf32>) {
  %0 = novi.kernel (%a = %x : tensor<2xf32>) -> (tensor<2xf32>) {
    // expected-error@+1 {{'novi.yield' op gives 0 values for 1 results of the kernel}}
    novi.yield
  }
  return
}

// -----

// kernel, C2
func.func @yield_type(%x: tensor<2xf32>) {
  %0 = novi.kernel (%a = %x : tensor<2xf32>) -> (tensor<2xf64>) {
    // expected-error@+1 {{'novi.yield' op gives a value of type 'tensor<2xf32>' for result 0 of the kernel, which has type 'tensor<2xf64>'}}
    novi.yield %a : tensor<2xf32>
  }
  return
}

// -----

// kernel, C3
func.func @other_op(%x: tensor<2xf32>) {
  // expected-error@+1 {{'novi.kernel' op holds instructions of novi, index arithmetic, tensor.dim and tensor.cast only, not 'math.exp'}}
  %0 = novi.kernel (%a = %x : tensor<2xf32>) -> (tensor<2xf32>) {
    // expected-note@+1 {{this one}}
    %1 = math.exp %a : tensor<2xf32>
    novi.yield %1 : tensor<2xf32>
  }
  return
}

// -----

// kernel, C3
func.func @arith_on_tensors(%x: tensor<2xf32>) {
  // expected-error@+1 {{'novi.kernel' op holds instructions of novi, index arithmetic, tensor.dim and tensor.cast only, not 'arith.addf'}}
  %0 = novi.kernel (%a = %x : tensor<2xf32>) -> (tensor<2xf32>) {
    // expected-note@+1 {{this one}}
    %1 = arith.addf %a, %a : tensor<2xf32>
    novi.yield %1 : tensor<2xf32>
  }
  return
}

// -----

// kernel, C3
func.func @kernel_in_kernel(%x: tensor<2xf32>) {
  // expected-error@+1 {{'novi.kernel' op holds instructions of novi, index arithmetic, tensor.dim and tensor.cast only, not 'novi.kernel'}}
  %0 = novi.kernel (%a = %x : tensor<2xf32>) -> (tensor<2xf32>) {
    // expected-note@+1 {{this one}}
    %1 = novi.kernel (%b = %a : tensor<2xf32>) -> (tensor<2xf32>) {
      %2 = novi.neg %b : (tensor<2xf32>) -> tensor<2xf32>
      novi.yield %2 : tensor<2xf32>
    }
    novi.yield %1 : tensor<2xf32>
  }
  return
}

// -----

// kernel, C4
// expected-error@+1 {{'novi.kernel' op reads operand 0 before it is defined; instructions stand in order, in a graph region too}}
%0 = novi.kernel (%a = %0 : tensor<2xf32>) -> (tensor<2xf32>) {
  %1 = novi.neg %a : (tensor<2xf32>) -> tensor<2xf32>
  novi.yield %1 : tensor<2xf32>
}

// -----

// Nothing is seen from inside.
func.func @isolated(%x: tensor<2xf32>) {
  // expected-note@+1 {{required by region isolation constraints}}
  %0 = "novi.kernel"() ({
    // expected-error@+1 {{'novi.neg' op using value defined outside the region}}
    %1 = "novi.neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    "novi.yield"(%1) : (tensor<2xf32>) -> ()
  }) : () -> tensor<2xf32>
  return
}

// -----

func.func @yield_outside(%x: tensor<2xf32>) {
  // expected-error@+1 {{'novi.yield' op expects parent op 'novi.kernel'}}
  "novi.yield"(%x) : (tensor<2xf32>) -> ()
}

// -----

func.func @operand_type(%x: f32) {
  // expected-error@+1 {{'novi.kernel' op operand #0 must be variadic of}}
  novi.kernel (%a = %x : f32) -> () {
    novi.yield
  }
  return
}

// -----

func.func @must_fuse_on_kernel(%x: tensor<2xf32>) {
  // expected-error@+1 {{'novi.kernel' op attribute 'novi.must_fuse' belongs on an instruction; a kernel has must_fuse}}
  %0 = novi.kernel (%a = %x : tensor<2xf32>) -> (tensor<2xf32>) attributes {novi.must_fuse} {
    %1 = novi.neg %a : (tensor<2xf32>) -> tensor<2xf32>
    novi.yield %1 : tensor<2xf32>
  }
  return
}

// -----

func.func @must_fuse_value(%x: tensor<2xf32>) {
  // expected-error@+1 {{'novi.neg' op attribute 'novi.must_fuse' takes no value, not "linear"}}
  %0 = novi.neg %x {novi.must_fuse = "linear"} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
