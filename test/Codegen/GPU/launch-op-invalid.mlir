// What novi_gpu.launch refuses, by its constraints.

// RUN: novi-opt %s -split-input-file -verify-diagnostics

// C1: no such kernel, and one whose blocks have another size.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @f(%x: memref<4xf32>, %y: memref<4xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      gpu.return
    }
  }
  func.func @none(%n: index, %x: tensor<4xf32>, %y: tensor<4xf32>) {
    // expected-error @below {{there is no kernel @kernels::@g}}
    %0 = novi_gpu.launch @kernels::@g blocks(%n) threads(128) ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>)
        {in_place = array<i64: -1>} -> tensor<4xf32>
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @f(%x: memref<4xf32>, %y: memref<4xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      gpu.return
    }
  }
  func.func @threads(%n: index, %x: tensor<4xf32>, %y: tensor<4xf32>) {
    // expected-error @below {{has blocks of 64 threads, which is not the known_block_size of @kernels::@f}}
    %0 = novi_gpu.launch @kernels::@f blocks(%n) threads(64) ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>)
        {in_place = array<i64: -1>} -> tensor<4xf32>
    return
  }
}

// -----

// C2
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @f(%x: memref<4xf32>, %y: memref<4xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      gpu.return
    }
  }
  func.func @count(%n: index, %y: tensor<4xf32>) {
    // expected-error @below {{has 1 operands, but @kernels::@f takes 2}}
    %0 = novi_gpu.launch @kernels::@f blocks(%n) threads(128) outs(%y : tensor<4xf32>)
        {in_place = array<i64: -1>} -> tensor<4xf32>
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @f(%x: memref<4xf32>, %y: memref<4xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      gpu.return
    }
  }
  func.func @type(%n: index, %x: memref<4xf16>, %y: memref<4xf32>) {
    // expected-error @below {{operand 0 is of type 'memref<4xf16>', but @kernels::@f takes 'memref<4xf32>'}}
    novi_gpu.launch @kernels::@f blocks(%n) threads(128) ins(%x : memref<4xf16>) outs(%y : memref<4xf32>)
        {in_place = array<i64: -1>}
    return
  }
}

// -----

// C3
func.func @both(%n: index, %x: tensor<4xf32>, %y: memref<4xf32>) {
  // expected-error @below {{is on tensors or on memrefs, not on both}}
  novi_gpu.launch @kernels::@f blocks(%n) threads(128) ins(%x : tensor<4xf32>) outs(%y : memref<4xf32>)
      {in_place = array<i64: -1>}
  return
}

// -----

// C3
func.func @layout(%n: index, %x: memref<4xf32, strided<[2]>>) {
  // expected-error @below {{needs memrefs of the identity layout, not 'memref<4xf32, strided<[2]>>'}}
  novi_gpu.launch @kernels::@f blocks(%n) threads(128) ins(%x : memref<4xf32, strided<[2]>>) {in_place = array<i64>}
  return
}

// -----

// C4
func.func @in_place_count(%n: index, %y: memref<4xf32>) {
  // expected-error @below {{has 1 destinations, but 0 entries of in_place}}
  novi_gpu.launch @kernels::@f blocks(%n) threads(128) outs(%y : memref<4xf32>) {in_place = array<i64>}
  return
}

// -----

// C4
func.func @in_place_number(%n: index, %x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error @below {{in_place: there is no operand 1; there are 1}}
  novi_gpu.launch @kernels::@f blocks(%n) threads(128) ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      {in_place = array<i64: 1>}
  return
}

// -----

// C4
func.func @in_place_twice(%n: index, %x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error @below {{in_place: operand 0 is there twice}}
  novi_gpu.launch @kernels::@f blocks(%n) threads(128) ins(%x : memref<4xf32>) outs(%y, %y : memref<4xf32>, memref<4xf32>)
      {in_place = array<i64: 0, 0>}
  return
}

// -----

// C4
func.func @in_place_type(%n: index, %x: memref<5xf32>, %y: memref<4xf32>) {
  // expected-error @below {{in_place: operand 0 is of type 'memref<5xf32>', but destination 0 of type 'memref<4xf32>'}}
  novi_gpu.launch @kernels::@f blocks(%n) threads(128) ins(%x : memref<5xf32>) outs(%y : memref<4xf32>)
      {in_place = array<i64: 0>}
  return
}
