// RUN: not novi-run --backend=interpret %s --entry=broadcast_sizes 2>&1 | FileCheck %s --check-prefix=BROADCAST-SIZES
// RUN: not novi-run --backend=interpret %s --entry=dynamic_one 2>&1 | FileCheck %s --check-prefix=DYNAMIC-ONE
// RUN: not novi-run --backend=interpret %s --entry=select_sizes 2>&1 | FileCheck %s --check-prefix=SELECT-SIZES
// RUN: not novi-run --backend=interpret %s --entry=contracted 2>&1 | FileCheck %s --check-prefix=CONTRACTED
// RUN: not novi-run --backend=interpret %s --entry=contracted_transposed 2>&1 | FileCheck %s --check-prefix=CONTRACTED-TRANSPOSED
// RUN: not novi-run --backend=interpret %s --entry=batches 2>&1 | FileCheck %s --check-prefix=BATCHES
// RUN: not novi-run --backend=interpret %s --entry=letter 2>&1 | FileCheck %s --check-prefix=LETTER
// RUN: not novi-run --backend=interpret %s --entry=concat_sizes 2>&1 | FileCheck %s --check-prefix=CONCAT-SIZES
// RUN: not novi-run --backend=interpret %s --entry=slice_outside 2>&1 | FileCheck %s --check-prefix=SLICE-OUTSIDE
// RUN: not novi-run --backend=interpret %s --entry=slice_stride 2>&1 | FileCheck %s --check-prefix=SLICE-STRIDE
// RUN: not novi-run --backend=interpret %s --entry=slice_before 2>&1 | FileCheck %s --check-prefix=SLICE-BEFORE
// RUN: not novi-run --backend=interpret %s --entry=slice_negative 2>&1 | FileCheck %s --check-prefix=SLICE-NEGATIVE
// RUN: not novi-run --backend=interpret %s --entry=slice_far 2>&1 | FileCheck %s --check-prefix=SLICE-FAR
// RUN: not novi-run --backend=interpret %s --entry=insert_outside 2>&1 | FileCheck %s --check-prefix=INSERT-OUTSIDE
// RUN: not novi-run --backend=interpret %s --entry=reshape_count 2>&1 | FileCheck %s --check-prefix=RESHAPE-COUNT
// RUN: not novi-run --backend=interpret %s --entry=reshape_negative 2>&1 | FileCheck %s --check-prefix=RESHAPE-NEGATIVE
// RUN: not novi-run --backend=interpret %s --entry=broadcast_size 2>&1 | FileCheck %s --check-prefix=BROADCAST-SIZE
// RUN: not novi-run --backend=interpret %s --entry=broadcast_one 2>&1 | FileCheck %s --check-prefix=BROADCAST-ONE
// RUN: not novi-run --backend=interpret %s --entry=loss_shapes 2>&1 | FileCheck %s --check-prefix=LOSS-SHAPES
// RUN: not novi-run --backend=interpret %s --entry=loss_first 2>&1 | FileCheck %s --check-prefix=LOSS-FIRST
// RUN: not novi-run --backend=interpret %s --entry=zero_negative 2>&1 | FileCheck %s --check-prefix=ZERO-NEGATIVE
// RUN: not novi-run --backend=interpret %s --entry=uncountable 2>&1 | FileCheck %s --check-prefix=UNCOUNTABLE
// RUN: not novi-run --backend=interpret %s --entry=uncountable_zeros 2>&1 | FileCheck %s --check-prefix=UNCOUNTABLE-ZEROS
// RUN: not novi-run --backend=interpret %s --entry=too_large 2>&1 | FileCheck %s --check-prefix=TOO-LARGE
// RUN: not novi-run --backend=interpret %s --entry=result_type 2>&1 | FileCheck %s --check-prefix=RESULT-TYPE
// RUN: not novi-run --backend=interpret %s --entry=tensor_cast 2>&1 | FileCheck %s --check-prefix=TENSOR-CAST
// RUN: not novi-run --backend=interpret %s --entry=dim_axis 2>&1 | FileCheck %s --check-prefix=DIM-AXIS
// RUN: not novi-run --backend=interpret %s --entry=divides_by_zero 2>&1 | FileCheck %s --check-prefix=DIVIDES-BY-ZERO
// RUN: not novi-run --backend=interpret %s --entry=index_overflow 2>&1 | FileCheck %s --check-prefix=INDEX-OVERFLOW
// RUN: not novi-run --backend=interpret %s --entry=concat_overflow 2>&1 | FileCheck %s --check-prefix=CONCAT-OVERFLOW
// RUN: not novi-run --backend=interpret %s --entry=no_data 2>&1 | FileCheck %s --check-prefix=NO-DATA
// RUN: not novi-run --backend=interpret %s --entry=other_op 2>&1 | FileCheck %s --check-prefix=OTHER-OP
// RUN: not novi-run --backend=interpret %s --entry=other_arithmetic 2>&1 | FileCheck %s --check-prefix=OTHER-ARITHMETIC
// RUN: not novi-run --backend=interpret %s --entry=other_constant 2>&1 | FileCheck %s --check-prefix=OTHER-CONSTANT
// RUN: not novi-run --backend=interpret %s --entry=calls_itself 2>&1 | FileCheck %s --check-prefix=CALLS-ITSELF
// RUN: not novi-run --backend=interpret %s --entry=calls_declaration 2>&1 | FileCheck %s --check-prefix=CALLS-DECLARATION
// RUN: not novi-run --backend=interpret %s --entry=branches 2>&1 | FileCheck %s --check-prefix=BRANCHES

// What the types leave open is checked when the program runs: one function for
// each check. The error is at the op and names shapes and axes.

func.func private @two_by_three() -> tensor<?x?xf32> {
  %x = novi.zero : tensor<2x3xf32>
  %d = tensor.cast %x : tensor<2x3xf32> to tensor<?x?xf32>
  return %d : tensor<?x?xf32>
}

func.func private @four_by_five() -> tensor<?x?xf32> {
  %x = novi.zero : tensor<4x5xf32>
  %d = tensor.cast %x : tensor<4x5xf32> to tensor<?x?xf32>
  return %d : tensor<?x?xf32>
}

func.func private @one() -> tensor<?x?xf32> {
  %x = novi.zero : tensor<1x1xf32>
  %d = tensor.cast %x : tensor<1x1xf32> to tensor<?x?xf32>
  return %d : tensor<?x?xf32>
}

func.func private @elsewhere() -> tensor<f32>

func.func @broadcast_sizes() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %b = func.call @four_by_five() : () -> tensor<?x?xf32>
  // BROADCAST-SIZES: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.add' op shapes 2x3 and 4x5 do not broadcast: axis 0 of operand 1 has size 4, not 2
  %c = novi.add %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @dynamic_one() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %v = func.call @one() : () -> tensor<?x?xf32>
  // DYNAMIC-ONE: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.mul' op shapes 2x3 and 1x1 do not broadcast: axis 0 of operand 1 has size 1, not 2; only a static size 1 is repeated
  %c = novi.mul %a, %v : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @select_sizes() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %b = func.call @four_by_five() : () -> tensor<?x?xf32>
  %m = novi.compare gt, %a, %a : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xi1>
  // SELECT-SIZES: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.select' op shapes 2x3 and 2x3 and 4x5 do not broadcast: axis 0 of operand 2 has size 4, not 2
  %c = novi.select %m, %a, %b : (tensor<?x?xi1>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @contracted() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %b = func.call @four_by_five() : () -> tensor<?x?xf32>
  // CONTRACTED: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.matmul' op cannot multiply 2x3 by 4x5: the contracted size is 3 (axis 1 of lhs) and 4 (axis 0 of rhs); signature (n?,k),(k,m?)->(n?,m?)
  %c = novi.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @contracted_transposed() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %b = func.call @four_by_five() : () -> tensor<?x?xf32>
  // CONTRACTED-TRANSPOSED: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.matmul' op cannot multiply 2x3 transposed by 4x5 transposed: the contracted size is 2 (axis 0 of lhs) and 5 (axis 1 of rhs)
  %c = novi.matmul %a, %b {transpose_a, transpose_b} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @batches() -> tensor<?x1x1xf32> {
  %x = novi.zero : tensor<2x1x1xf32>
  %y = novi.zero : tensor<3x1x1xf32>
  %dx = tensor.cast %x : tensor<2x1x1xf32> to tensor<?x1x1xf32>
  %dy = tensor.cast %y : tensor<3x1x1xf32> to tensor<?x1x1xf32>
  // BATCHES: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.matmul' op shapes 2 and 3 do not broadcast: axis 0 of operand 1 has size 3, not 2
  %c = novi.matmul %dx, %dy : (tensor<?x1x1xf32>, tensor<?x1x1xf32>) -> tensor<?x1x1xf32>
  return %c : tensor<?x1x1xf32>
}

func.func @letter() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %b = func.call @four_by_five() : () -> tensor<?x?xf32>
  // LETTER: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.contract' op shapes 2x3 and 4x5 do not fit "ij,jk->ik": letter 'j' has size 3 in lhs and 4 in rhs
  %c = novi.contract "ij,jk->ik" %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @concat_sizes() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %b = func.call @four_by_five() : () -> tensor<?x?xf32>
  // CONCAT-SIZES: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.concat' op cannot join 2x3 and 4x5 along axis 1: axis 0 has size 2 and, in input 2, 4
  %c = novi.concat %a, %a, %b axis = 1 : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @slice_outside() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %i = arith.constant 2 : index
  // SLICE-OUTSIDE: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.slice' op reaches outside axis 1 of 2x3: offset 2, size 2, stride 1
  %c = novi.slice %a[0, %i] [2, 2] [1, 1] : (tensor<?x?xf32>, index) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @slice_stride() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %n = arith.constant 2 : index
  // SLICE-STRIDE: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.slice' op reaches outside axis 1 of 2x3: offset 0, size 2, stride 3
  %c = novi.slice %a[0, 0] [1, %n] [1, 3] : (tensor<?x?xf32>, index) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @slice_before() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %i = arith.constant -1 : index
  // SLICE-BEFORE: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.slice' op reaches outside axis 0 of 2x3: offset -1, size 1, stride 1
  %c = novi.slice %a[%i, 0] [1, 1] [1, 1] : (tensor<?x?xf32>, index) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @slice_negative() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %n = arith.constant -4 : index
  // SLICE-NEGATIVE: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.slice' op has the negative size -4 along axis 0
  %c = novi.slice %a[0, 0] [%n, 1] [1, 1] : (tensor<?x?xf32>, index) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @slice_far() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %i = arith.constant 9223372036854775807 : index
  // SLICE-FAR: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.slice' op reaches outside axis 0 of 2x3: offset 9223372036854775807, size 9223372036854775807, stride 9223372036854775807
  %c = novi.slice %a[%i, 0] [%i, 1] [9223372036854775807, 1] : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @insert_outside() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %b = func.call @four_by_five() : () -> tensor<?x?xf32>
  %i = arith.constant 3 : index
  // INSERT-OUTSIDE: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.insert_slice' op reaches outside axis 0 of 4x5: offset 3, size 2, stride 1
  %c = novi.insert_slice %a into %b[%i, 0] [1, 1] : (tensor<?x?xf32>, tensor<?x?xf32>, index) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @reshape_count() -> tensor<?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %n = arith.constant 5 : index
  // RESHAPE-COUNT: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.reshape' op cannot reshape 2x3 with 6 elements to 5 with 5
  %c = novi.reshape %a sizes(%n) : tensor<?x?xf32> to tensor<?xf32>
  return %c : tensor<?xf32>
}

func.func @reshape_negative() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %n = arith.constant -2 : index
  %m = arith.constant -3 : index
  // RESHAPE-NEGATIVE: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.reshape' op has the negative size -2 along axis 0
  %c = novi.reshape %a sizes(%n, %m) : tensor<?x?xf32> to tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @broadcast_size() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %n = arith.constant 4 : index
  // BROADCAST-SIZE: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.broadcast' op cannot broadcast 2x3 to 4x4: axis 0 of the input has size 2, not 4
  %c = novi.broadcast %a sizes(%n, %n) : tensor<?x?xf32> to tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @broadcast_one() -> tensor<?x?xf32> {
  %v = func.call @one() : () -> tensor<?x?xf32>
  %n = arith.constant 4 : index
  // BROADCAST-ONE: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.broadcast' op cannot broadcast 1x1 to 4x4: axis 0 of the input has size 1, not 4; only a static size 1 is repeated
  %c = novi.broadcast %v sizes(%n, %n) : tensor<?x?xf32> to tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @loss_shapes() -> tensor<f32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %b = func.call @four_by_five() : () -> tensor<?x?xf32>
  // LOSS-SHAPES: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.cross_entropy_loss' op needs input and target of one shape, not 2x3 and 4x5
  %c = novi.cross_entropy_loss %a, %b rows = all epsilon = 0.0 reduction = sum : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<f32>
  return %c : tensor<f32>
}

func.func @loss_first() -> tensor<f32> {
  %n = arith.constant 0 : index
  %x = novi.zero(%n) : tensor<?x3xf32>
  // LOSS-FIRST: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.softmax_cross_entropy_loss' op has rows = first of no rows; the shape is 0x3
  %c = novi.softmax_cross_entropy_loss %x, %x rows = first reduction = sum : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<f32>
  return %c : tensor<f32>
}

func.func @zero_negative() -> tensor<?x3xf32> {
  %n = arith.constant -1 : index
  // ZERO-NEGATIVE: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.zero' op has the negative size -1 along axis 0
  %c = novi.zero(%n) : tensor<?x3xf32>
  return %c : tensor<?x3xf32>
}

func.func @uncountable() -> tensor<?x?xf32> {
  %n = arith.constant 4294967296 : index
  // UNCOUNTABLE: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.zero' op has a result of 4294967296x4294967296, more elements than can be counted; their number times 8 bytes must fit 63 bits
  %c = novi.zero(%n, %n) : tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @uncountable_zeros() -> tensor<?x?x?xf32> {
  %n = arith.constant 4294967296 : index
  %m = arith.constant 0 : index
  // UNCOUNTABLE-ZEROS: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.zero' op has a result of 4294967296x0x4294967296, more elements than can be counted
  %c = novi.zero(%n, %m, %n) : tensor<?x?x?xf32>
  return %c : tensor<?x?x?xf32>
}

func.func @too_large() -> tensor<?x?xf32> {
  %n = arith.constant 1048576 : index
  // TOO-LARGE: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.eye' op has a result of 1048576x1048576, for whose 8796093022208 bytes there is not enough memory
  %c = novi.eye(%n, %n) : tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @result_type() -> tensor<2x4xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  // RESULT-TYPE: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.neg' op gives a tensor<2x3xf32>, which is not of its result type tensor<2x4xf32>
  %c = novi.neg %a : (tensor<?x?xf32>) -> tensor<2x4xf32>
  return %c : tensor<2x4xf32>
}

func.func @tensor_cast() -> tensor<3x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  // TENSOR-CAST: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'tensor.cast' op gives a tensor<2x3xf32>, which is not of its result type tensor<3x?xf32>
  %c = tensor.cast %a : tensor<?x?xf32> to tensor<3x?xf32>
  return %c : tensor<3x?xf32>
}

func.func @dim_axis() -> tensor<?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  %i = arith.constant 2 : index
  // DIM-AXIS: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'tensor.dim' op asks for axis 2 of 2x3, which has 2 axes
  %n = tensor.dim %a, %i : tensor<?x?xf32>
  %c = novi.zero(%n) : tensor<?xf32>
  return %c : tensor<?xf32>
}

func.func @divides_by_zero() -> tensor<?xf32> {
  %i = arith.constant 0 : index
  // DIVIDES-BY-ZERO: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'arith.divsi' op divides 0 by zero
  %n = arith.divsi %i, %i : index
  %c = novi.zero(%n) : tensor<?xf32>
  return %c : tensor<?xf32>
}

func.func @index_overflow() -> tensor<?xf32> {
  %i = arith.constant 4294967296 : index
  // INDEX-OVERFLOW: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'arith.muli' op of 4294967296 and 4294967296 does not fit 64 bits
  %n = arith.muli %i, %i : index
  %c = novi.zero(%n) : tensor<?xf32>
  return %c : tensor<?xf32>
}

func.func @concat_overflow() -> tensor<?x?xf32> {
  %n = arith.constant 1000000000000000000 : index
  %m = arith.constant 0 : index
  %x = novi.zero(%n, %m) : tensor<?x?xf32>
  // CONCAT-OVERFLOW: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.concat' op has a size along axis 0 that does not fit 64 bits
  %c = novi.concat %x, %x, %x, %x, %x, %x, %x, %x, %x, %x axis = 0 : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @no_data() -> tensor<2xf32> {
  // NO-DATA: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'novi.constant' op has no data: the resource 'nowhere' is not in the file
  %c = novi.constant dense_resource<nowhere> : tensor<2xf32>
  return %c : tensor<2xf32>
}

func.func @other_op() -> tensor<?x?xf32> {
  %a = func.call @two_by_three() : () -> tensor<?x?xf32>
  // OTHER-OP: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'math.tanh' op is not run by the interpreter, which runs the ops of novi, func.call and func.return, tensor.dim and tensor.cast, arith.constant and the arithmetic of arith on indices
  %c = math.tanh %a : tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @other_arithmetic() -> tensor<2xi1> {
  %x = arith.constant dense<true> : tensor<2xi1>
  // OTHER-ARITHMETIC: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'arith.addi' op is executed on indices only, not on tensor<2xi1>
  %c = arith.addi %x, %x : tensor<2xi1>
  return %c : tensor<2xi1>
}

func.func @other_constant() -> tensor<2xf32> {
  // OTHER-CONSTANT: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'arith.constant' op is of type i32; the interpreter runs index and tensors of f16, bf16, f32, f64 and i1
  %x = arith.constant 1 : i32
  %c = novi.zero : tensor<2xf32>
  return %c : tensor<2xf32>
}

func.func @calls_itself() -> tensor<f32> {
  // CALLS-ITSELF: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'func.call' op nests calls deeper than 256; straight-line code that calls itself never ends
  %c = func.call @calls_itself() : () -> tensor<f32>
  return %c : tensor<f32>
}

func.func @calls_declaration() -> tensor<f32> {
  // CALLS-DECLARATION: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'func.call' op cannot run @elsewhere: it has no body
  %c = func.call @elsewhere() : () -> tensor<f32>
  return %c : tensor<f32>
}

// BRANCHES: errors.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'func.func' op has 2 blocks; the interpreter runs straight-line code in one block
func.func @branches() -> tensor<f32> {
  cf.br ^next
^next:
  %c = novi.zero : tensor<f32>
  return %c : tensor<f32>
}
