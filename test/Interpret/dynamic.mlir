// RUN: novi-run --backend=interpret %s | FileCheck %s --match-full-lines
// RUN: novi-opt %s --canonicalize | novi-run --backend=interpret - | FileCheck %s --match-full-lines
// RUN: novi-run --backend=cpu %s | FileCheck %s --match-full-lines

// Sizes that are known only when the program runs, arithmetic on them, and
// calls. The folds must give the same.

func.func @main() -> (
    tensor<2x?xf32> {novi.name = "S17"},
    tensor<2x3xf32> {novi.name = "more"},
    tensor<?x?xf32> {novi.name = "less"},
    tensor<?x?xf32> {novi.name = "repeated"},
    tensor<?xf32> {novi.name = "flat"},
    tensor<?x?xf32> {novi.name = "inserted"},
    tensor<?x?xf32> {novi.name = "joined"},
    tensor<16xf32> {novi.name = "indices"},
    tensor<?x?xf32> {novi.name = "called"}) {
  // S17: a product of unknown sizes is that of the known ones.
  %a = novi.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b = novi.constant dense<[[1.0, 0.0, 2.0, 1.0], [0.0, 1.0, 1.0, 3.0], [2.0, 1.0, 0.0, 1.0]]>
      : tensor<3x4xf32>
  %da = tensor.cast %a : tensor<2x3xf32> to tensor<?x?xf32>
  %db = tensor.cast %b : tensor<3x4xf32> to tensor<?x?xf32>
  %s17 = novi.matmul %da, %db : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %checked = tensor.cast %s17 : tensor<?x?xf32> to tensor<2x?xf32>
  // CHECK{LITERAL}: S17 : tensor<2x4xf32> = [[7, 5, 4, 10], [16, 11, 13, 25]]

  // A result type may know more than the operands, or less.
  %more = novi.add %da, %da : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<2x3xf32>
  %less = novi.transpose %a permutation = [1, 0] : (tensor<2x3xf32>) -> tensor<?x?xf32>
  // CHECK{LITERAL}: more : tensor<2x3xf32> = [[2, 4, 6], [8, 10, 12]]
  // CHECK{LITERAL}: less : tensor<3x2xf32> = [[1, 4], [2, 5], [3, 6]]

  // A static 1 is repeated along an unknown size, on either side.
  %one = novi.constant dense<[[10.0], [20.0]]> : tensor<2x1xf32>
  %column = tensor.cast %one : tensor<2x1xf32> to tensor<?x1xf32>
  %repeated = novi.sub %da, %column : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  // CHECK{LITERAL}: repeated : tensor<2x3xf32> = [[-9, -8, -7], [-16, -15, -14]]

  // Sizes come from tensors and from arithmetic: 2, 3 and 2 * 3.
  %zero = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %n = tensor.dim %da, %zero : tensor<?x?xf32>
  %m = tensor.dim %da, %i1 : tensor<?x?xf32>
  %nm = arith.muli %n, %m : index
  %flat = novi.reshape %da sizes(%nm) : tensor<?x?xf32> to tensor<?xf32>
  %padded = novi.zero(%m, %m) : tensor<?x?xf32>
  %inserted = novi.insert_slice %da into %padded[%i1, 0] [1, 1]
      : (tensor<?x?xf32>, tensor<?x?xf32>, index) -> tensor<?x?xf32>
  %joined = novi.concat %da, %da axis = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: flat : tensor<6xf32> = [1, 2, 3, 4, 5, 6]
  // CHECK{LITERAL}: inserted : tensor<3x3xf32> = [[0, 0, 0], [1, 2, 3], [4, 5, 6]]
  // CHECK{LITERAL}: joined : tensor<4x3xf32> = [[1, 2, 3], [4, 5, 6], [1, 2, 3], [4, 5, 6]]

  // Every op on indices: addi(7, -2), subi(2, 7), muli(-3, 4), divsi(-7,
  // 2), divui(7, 2), ceildivsi(-7, 2), ceildivsi(7, 2), ceildivui(7, 2),
  // floordivsi(-7, 2), floordivsi(7, 2), remsi(-7, 2), remui(7, 4),
  // minsi(-1, 2), minui(-1, 2), maxsi(-1, 2), maxui(-1, 2), each read off a
  // ruler from -12 to 12.
  %ruler = novi.constant dense<[-12.0, -11.0, -10.0, -9.0, -8.0, -7.0, -6.0, -5.0, -4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]>
      : tensor<25xf32>
  %middle = arith.constant 12 : index
  %c7 = arith.constant 7 : index
  %cm2 = arith.constant -2 : index
  %c2 = arith.constant 2 : index
  %cm3 = arith.constant -3 : index
  %c4 = arith.constant 4 : index
  %cm7 = arith.constant -7 : index
  %cm1 = arith.constant -1 : index
  %r0 = arith.addi %c7, %cm2 : index
  %p0 = arith.addi %r0, %middle : index
  %e0 = novi.slice %ruler[%p0] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r1 = arith.subi %c2, %c7 : index
  %p1 = arith.addi %r1, %middle : index
  %e1 = novi.slice %ruler[%p1] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r2 = arith.muli %cm3, %c4 : index
  %p2 = arith.addi %r2, %middle : index
  %e2 = novi.slice %ruler[%p2] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r3 = arith.divsi %cm7, %c2 : index
  %p3 = arith.addi %r3, %middle : index
  %e3 = novi.slice %ruler[%p3] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r4 = arith.divui %c7, %c2 : index
  %p4 = arith.addi %r4, %middle : index
  %e4 = novi.slice %ruler[%p4] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r5 = arith.ceildivsi %cm7, %c2 : index
  %p5 = arith.addi %r5, %middle : index
  %e5 = novi.slice %ruler[%p5] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r6 = arith.ceildivsi %c7, %c2 : index
  %p6 = arith.addi %r6, %middle : index
  %e6 = novi.slice %ruler[%p6] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r7 = arith.ceildivui %c7, %c2 : index
  %p7 = arith.addi %r7, %middle : index
  %e7 = novi.slice %ruler[%p7] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r8 = arith.floordivsi %cm7, %c2 : index
  %p8 = arith.addi %r8, %middle : index
  %e8 = novi.slice %ruler[%p8] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r9 = arith.floordivsi %c7, %c2 : index
  %p9 = arith.addi %r9, %middle : index
  %e9 = novi.slice %ruler[%p9] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r10 = arith.remsi %cm7, %c2 : index
  %p10 = arith.addi %r10, %middle : index
  %e10 = novi.slice %ruler[%p10] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r11 = arith.remui %c7, %c4 : index
  %p11 = arith.addi %r11, %middle : index
  %e11 = novi.slice %ruler[%p11] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r12 = arith.minsi %cm1, %c2 : index
  %p12 = arith.addi %r12, %middle : index
  %e12 = novi.slice %ruler[%p12] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r13 = arith.minui %cm1, %c2 : index
  %p13 = arith.addi %r13, %middle : index
  %e13 = novi.slice %ruler[%p13] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r14 = arith.maxsi %cm1, %c2 : index
  %p14 = arith.addi %r14, %middle : index
  %e14 = novi.slice %ruler[%p14] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %r15 = arith.maxui %cm1, %c2 : index
  %p15 = arith.addi %r15, %middle : index
  %e15 = novi.slice %ruler[%p15] [1] [1] : (tensor<25xf32>, index) -> tensor<1xf32>
  %indices = novi.concat %e0, %e1, %e2, %e3, %e4, %e5, %e6, %e7, %e8, %e9, %e10, %e11, %e12, %e13, %e14, %e15 axis = 0
      : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<16xf32>
  // CHECK: indices : tensor<16xf32> = [5, -5, -12, -3, 3, -3, 4, 4, -4, 3, -1, 3, -1, 2, 2, -1]

  // A function that is called twice.
  %twice = func.call @shifted(%da, %column) : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  %again = func.call @shifted(%twice, %column) : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  // CHECK{LITERAL}: called : tensor<2x3xf32> = [[21, 22, 23], [44, 45, 46]]

  return %checked, %more, %less, %repeated, %flat, %inserted, %joined, %indices,
    %again
    : tensor<2x?xf32>, tensor<2x3xf32>, tensor<?x?xf32>, tensor<?x?xf32>,
      tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<16xf32>,
      tensor<?x?xf32>
}

func.func private @shifted(%x: tensor<?x?xf32>, %by: tensor<?x1xf32>) -> tensor<?x?xf32> {
  %y = novi.add %x, %by : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
