// RUN: novi-opt %s -split-input-file -verify-diagnostics --novi-gpu-outline-kernels

func.func @unknown(%x: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error@+1 {{has a schedule with 'tile_m = 8 : i64', but that of such a kernel has integers for {local_threads = 1 : i64, reduced_threads = 1 : i64, threads = 32 : i64, width = 4 : i64}}}
  %r = novi.kernel (%a = %x : tensor<64xf32>) -> (tensor<64xf32>) attributes {schedule = {tile_m = 8 : i64}} {
    %0 = novi.neg %a : (tensor<64xf32>) -> tensor<64xf32>
    novi.yield %0 : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// -----

func.func @threads(%x: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error@+1 {{threads must be a power of two from 32 to 1024}}
  %r = novi.kernel (%a = %x : tensor<64xf32>) -> (tensor<64xf32>) attributes {schedule = {threads = 48 : i64}} {
    %0 = novi.neg %a : (tensor<64xf32>) -> tensor<64xf32>
    novi.yield %0 : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// -----

func.func @passed(%x: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error@+1 {{gives as result 0 what it does not compute}}
  %r = novi.kernel (%a = %x : tensor<64xf32>) -> (tensor<64xf32>) {
    novi.yield %a : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}
