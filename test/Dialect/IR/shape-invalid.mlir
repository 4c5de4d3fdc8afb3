// RUN: novi-opt %s -split-input-file -verify-diagnostics

// concat, C1
func.func @concat_nothing() {
  // expected-error@+2 {{'novi.concat' op needs at least one input}}
  // expected-error@+1 {{'novi.concat' op failed to infer returned types}}
  %0 = "novi.concat"() <{axis = 0 : i64}> : () -> tensor<0xf32>
  return
}

// -----

// concat, C2
func.func @concat_element_types(%a: tensor<2xf32>, %b: tensor<2xi1>) {
  // expected-error@+2 {{'novi.concat' op needs inputs of one element type and number of axes, not 'tensor<2xf32>' and 'tensor<2xi1>'}}
  // expected-error@+1 {{'novi.concat' op failed to infer returned types}}
  %0 = novi.concat %a, %b axis = 0 : (tensor<2xf32>, tensor<2xi1>) -> tensor<4xf32>
  return
}

// -----

// concat, C2
func.func @concat_axes(%a: tensor<2xf32>, %b: tensor<2x1xf32>) {
  // expected-error@+2 {{'novi.concat' op needs inputs of one element type and number of axes, not 'tensor<2xf32>' and 'tensor<2x1xf32>'}}
  // expected-error@+1 {{'novi.concat' op failed to infer returned types}}
  %0 = novi.concat %a, %b axis = 0 : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<4xf32>
  return
}

// -----

// concat, C2: scalars have no axis.
func.func @concat_scalars(%a: tensor<f32>) {
  // expected-error@+2 {{'novi.concat' op axis 3 is outside [0, 0) of an input with 0 axes}}
  // expected-error@+1 {{'novi.concat' op failed to infer returned types}}
  %0 = novi.concat %a, %a axis = 3 : (tensor<f32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// concat, C3
func.func @concat_axis(%a: tensor<2x3x4xf32>) {
  // expected-error@+2 {{'novi.concat' op axis 33554432 is outside [-3, 3) of an input with 3 axes}}
  // expected-error@+1 {{'novi.concat' op failed to infer returned types}}
  %0 = novi.concat %a, %a axis = 33554432 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<4x3x4xf32>
  return
}

// -----

// concat, C4
func.func @concat_sizes(%a: tensor<?x8xf32>, %b: tensor<6x8xf32>, %c: tensor<5x8xf32>) {
  // expected-error@+2 {{'novi.concat' op cannot join ?x8 and 5x8 along axis 1: axis 0 has size 6 and, in input 2, 5}}
  // expected-error@+1 {{'novi.concat' op failed to infer returned types}}
  %0 = novi.concat %a, %b, %c axis = -1 : (tensor<?x8xf32>, tensor<6x8xf32>, tensor<5x8xf32>) -> tensor<6x24xf32>
  return
}

// -----

func.func @concat_overflow(%a: tensor<1152921504606846975xf32>) {
  // expected-error@+2 {{'novi.concat' op has a size along axis 0 that does not fit 64 bits}}
  // expected-error@+1 {{'novi.concat' op failed to infer returned types}}
  %0 = "novi.concat"(%a, %a, %a, %a, %a, %a, %a, %a, %a) <{axis = 0 : i64}> : (tensor<1152921504606846975xf32>, tensor<1152921504606846975xf32>, tensor<1152921504606846975xf32>, tensor<1152921504606846975xf32>, tensor<1152921504606846975xf32>, tensor<1152921504606846975xf32>, tensor<1152921504606846975xf32>, tensor<1152921504606846975xf32>, tensor<1152921504606846975xf32>) -> tensor<?xf32>
  return
}

// -----

// slice, C1
func.func @slice_numbers(%x: tensor<6x8xf32>) {
  // expected-error@+2 {{'novi.slice' op has 1 offsets, 2 sizes and 2 strides for 2 axes}}
  // expected-error@+1 {{'novi.slice' op failed to infer returned types}}
  %0 = novi.slice %x[0] [6, 8] [1, 1] : (tensor<6x8xf32>) -> tensor<6x8xf32>
  return
}

// -----

// slice, C1
func.func @slice_strides(%x: tensor<6x8xf32>) {
  // expected-error@+2 {{'novi.slice' op has 2 offsets, 2 sizes and 3 strides for 2 axes}}
  // expected-error@+1 {{'novi.slice' op failed to infer returned types}}
  %0 = novi.slice %x[0, 0] [6, 8] [1, 1, 1] : (tensor<6x8xf32>) -> tensor<6x8xf32>
  return
}

// -----

// slice, C1
func.func @slice_operands(%x: tensor<6xf32>, %n: index) {
  // expected-error@+2 {{'novi.slice' op needs one operand for each dynamic offset and size}}
  // expected-error@+1 {{'novi.slice' op failed to infer returned types}}
  %0 = "novi.slice"(%x, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 6>, strides = array<i64: 1>}> : (tensor<6xf32>, index) -> tensor<6xf32>
  return
}

// -----

// slice, C2
func.func @slice_negative_offset(%x: tensor<6xf32>) {
  // expected-error@+2 {{'novi.slice' op has offset -1, size 2 and stride 1 along axis 0; offsets and sizes are not negative, strides positive}}
  // expected-error@+1 {{'novi.slice' op failed to infer returned types}}
  %0 = novi.slice %x[-1] [2] [1] : (tensor<6xf32>) -> tensor<2xf32>
  return
}

// -----

// slice, C2
func.func @slice_negative_size(%x: tensor<6x?xf32>, %n: index) {
  // expected-error@+2 {{'novi.slice' op has offset ?, size -14 and stride 1 along axis 1; offsets and sizes are not negative, strides positive}}
  // expected-error@+1 {{'novi.slice' op failed to infer returned types}}
  %0 = novi.slice %x[0, %n] [2, -14] [1, 1] : (tensor<6x?xf32>, index) -> tensor<2x?xf32>
  return
}

// -----

// slice, C2
func.func @slice_stride(%x: tensor<6xf32>, %n: index) {
  // expected-error@+2 {{'novi.slice' op has offset 0, size ? and stride 0 along axis 0; offsets and sizes are not negative, strides positive}}
  // expected-error@+1 {{'novi.slice' op failed to infer returned types}}
  %0 = novi.slice %x[0] [%n] [0] : (tensor<6xf32>, index) -> tensor<?xf32>
  return
}

// -----

// slice, C3
func.func @slice_outside(%x: tensor<6x8xf32>) {
  // expected-error@+2 {{'novi.slice' op reaches outside axis 1 of size 8: offset 4, size 3, stride 2}}
  // expected-error@+1 {{'novi.slice' op failed to infer returned types}}
  %0 = novi.slice %x[0, 4] [6, 3] [1, 2] : (tensor<6x8xf32>) -> tensor<6x3xf32>
  return
}

// -----

// slice, C3: whatever the offset is.
func.func @slice_too_large(%x: tensor<6xf32>, %n: index) {
  // expected-error@+2 {{'novi.slice' op reaches outside axis 0 of size 6: offset ?, size 7, stride 1}}
  // expected-error@+1 {{'novi.slice' op failed to infer returned types}}
  %0 = novi.slice %x[%n] [7] [1] : (tensor<6xf32>, index) -> tensor<7xf32>
  return
}

// -----

// slice, C3: an empty part has to begin inside too.
func.func @slice_empty_outside(%x: tensor<6xf32>) {
  // expected-error@+2 {{'novi.slice' op reaches outside axis 0 of size 6: offset 7, size 0, stride 1}}
  // expected-error@+1 {{'novi.slice' op failed to infer returned types}}
  %0 = novi.slice %x[7] [0] [1] : (tensor<6xf32>) -> tensor<0xf32>
  return
}

// -----

// slice, C3
func.func @slice_overflow(%x: tensor<6xf32>) {
  // expected-error@+2 {{'novi.slice' op reaches outside axis 0 of size 6: offset 1, size 3, stride 9223372036854775807}}
  // expected-error@+1 {{'novi.slice' op failed to infer returned types}}
  %0 = novi.slice %x[1] [3] [9223372036854775807] : (tensor<6xf32>) -> tensor<3xf32>
  return
}

// -----

// slice, C3: no axis is that large, known or not.
func.func @slice_overflow_dynamic(%x: tensor<?xf32>) {
  // expected-error@+2 {{'novi.slice' op reaches outside axis 0 of size ?: offset 9223372036854775807, size 2, stride 1}}
  // expected-error@+1 {{'novi.slice' op failed to infer returned types}}
  %0 = novi.slice %x[9223372036854775807] [2] [1] : (tensor<?xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_result(%x: tensor<6xf32>) {
  // expected-error@+2 {{'novi.slice' op inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'novi.slice' op failed to infer returned types}}
  %0 = novi.slice %x[0] [3] [1] : (tensor<6xf32>) -> tensor<4xf32>
  return
}

// -----

// insert_slice, C1
func.func @insert_element_types(%s: tensor<2xf32>, %d: tensor<6xf16>) {
  // expected-error@+2 {{'novi.insert_slice' op needs source and dest of one element type and number of axes, not 'tensor<2xf32>' and 'tensor<6xf16>'}}
  // expected-error@+1 {{'novi.insert_slice' op failed to infer returned types}}
  %0 = novi.insert_slice %s into %d[0] [1] : (tensor<2xf32>, tensor<6xf16>) -> tensor<6xf16>
  return
}

// -----

// insert_slice, C1
func.func @insert_axes(%s: tensor<f32>, %d: tensor<6xf32>) {
  // expected-error@+2 {{'novi.insert_slice' op needs source and dest of one element type and number of axes, not 'tensor<f32>' and 'tensor<6xf32>'}}
  // expected-error@+1 {{'novi.insert_slice' op failed to infer returned types}}
  %0 = novi.insert_slice %s into %d[0] [1] : (tensor<f32>, tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

// insert_slice, C2
func.func @insert_numbers(%s: tensor<2x2xf32>, %d: tensor<6x6xf32>) {
  // expected-error@+2 {{'novi.insert_slice' op has 2 offsets, 2 sizes and 1 strides for 2 axes}}
  // expected-error@+1 {{'novi.insert_slice' op failed to infer returned types}}
  %0 = novi.insert_slice %s into %d[0, 0] [1] : (tensor<2x2xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  return
}

// -----

// insert_slice, C2
func.func @insert_operands(%s: tensor<2xf32>, %d: tensor<6xf32>) {
  // expected-error@+2 {{'novi.insert_slice' op needs one operand for each dynamic offset}}
  // expected-error@+1 {{'novi.insert_slice' op failed to infer returned types}}
  %0 = "novi.insert_slice"(%s, %d) <{static_offsets = array<i64: -9223372036854775808>, strides = array<i64: 1>}> : (tensor<2xf32>, tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

// insert_slice, C3
func.func @insert_negative(%s: tensor<2xf32>, %d: tensor<6xf32>) {
  // expected-error@+2 {{'novi.insert_slice' op has offset -2, size 2 and stride 1 along axis 0; offsets and sizes are not negative, strides positive}}
  // expected-error@+1 {{'novi.insert_slice' op failed to infer returned types}}
  %0 = novi.insert_slice %s into %d[-2] [1] : (tensor<2xf32>, tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

// insert_slice, C3
func.func @insert_stride(%s: tensor<?xf32>, %d: tensor<6xf32>) {
  // expected-error@+2 {{'novi.insert_slice' op has offset 0, size ? and stride -1 along axis 0; offsets and sizes are not negative, strides positive}}
  // expected-error@+1 {{'novi.insert_slice' op failed to infer returned types}}
  %0 = novi.insert_slice %s into %d[0] [-1] : (tensor<?xf32>, tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

// insert_slice, C4
func.func @insert_outside(%s: tensor<3xf32>, %d: tensor<6xf32>) {
  // expected-error@+2 {{'novi.insert_slice' op reaches outside axis 0 of size 6: offset 2, size 3, stride 2}}
  // expected-error@+1 {{'novi.insert_slice' op failed to infer returned types}}
  %0 = novi.insert_slice %s into %d[2] [2] : (tensor<3xf32>, tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

// transpose, C1
func.func @transpose_twice(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.transpose' op permutation [1, 1] does not name each of 2 axes exactly once}}
  // expected-error@+1 {{'novi.transpose' op failed to infer returned types}}
  %0 = novi.transpose %x permutation = [1, 1] : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// transpose, C1
func.func @transpose_short(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{'novi.transpose' op permutation [1, 0] does not name each of 3 axes exactly once}}
  // expected-error@+1 {{'novi.transpose' op failed to infer returned types}}
  %0 = novi.transpose %x permutation = [1, 0] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  return
}

// -----

// transpose, C1
func.func @transpose_long(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.transpose' op permutation [1, 0, 1] does not name each of 2 axes exactly once}}
  // expected-error@+1 {{'novi.transpose' op failed to infer returned types}}
  %0 = novi.transpose %x permutation = [1, 0, 1] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// transpose, C1: axes are counted from the front only.
func.func @transpose_negative(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.transpose' op permutation [-1, 0] does not name each of 2 axes exactly once}}
  // expected-error@+1 {{'novi.transpose' op failed to infer returned types}}
  %0 = novi.transpose %x permutation = [-1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// transpose, C1
func.func @transpose_scalar(%x: tensor<f32>) {
  // expected-error@+2 {{'novi.transpose' op permutation [33554432] does not name each of 0 axes exactly once}}
  // expected-error@+1 {{'novi.transpose' op failed to infer returned types}}
  %0 = novi.transpose %x permutation = [33554432] : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @transpose_result(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'novi.transpose' op failed to infer returned types}}
  %0 = novi.transpose %x permutation = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// reshape, C1
func.func @reshape_sizes(%x: tensor<?x8xf32>) {
  // expected-error@+1 {{'novi.reshape' op has 0 sizes for the 1 dynamic axes of 'tensor<8x?xf32>'}}
  %0 = novi.reshape %x : tensor<?x8xf32> to tensor<8x?xf32>
  return
}

// -----

// reshape, C2
func.func @reshape_element_type(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'novi.reshape' op cannot change the element type 'f32' to 'f64'}}
  %0 = novi.reshape %x : tensor<2x8xf32> to tensor<16xf64>
  return
}

// -----

// reshape, C3
func.func @reshape_elements(%x: tensor<2x7xf32>) {
  // expected-error@+1 {{'novi.reshape' op cannot reshape 2x7 with 14 elements to scalar with 1}}
  %0 = novi.reshape %x : tensor<2x7xf32> to tensor<f32>
  return
}

// -----

// reshape, C3
func.func @reshape_nothing(%x: tensor<0x7xf32>) {
  // expected-error@+1 {{'novi.reshape' op cannot reshape 0x7 with 0 elements to 7 with 7}}
  %0 = novi.reshape %x : tensor<0x7xf32> to tensor<7xf32>
  return
}

// -----

func.func @reshape_negative(%x: tensor<2x7xf32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = novi.reshape %x : tensor<2x7xf32> to tensor<-14xf32>
  return
}

// -----

// broadcast, C1
func.func @broadcast_sizes(%x: tensor<1xf32>, %n: index) {
  // expected-error@+1 {{'novi.broadcast' op has 2 sizes for the 1 dynamic axes of 'tensor<?x4xf32>'}}
  %0 = novi.broadcast %x sizes(%n, %n) : tensor<1xf32> to tensor<?x4xf32>
  return
}

// -----

// broadcast, C2
func.func @broadcast_element_type(%x: tensor<1xf32>) {
  // expected-error@+1 {{'novi.broadcast' op cannot change the element type 'f32' to 'i1'}}
  %0 = novi.broadcast %x : tensor<1xf32> to tensor<4xi1>
  return
}

// -----

// broadcast, C3
func.func @broadcast_axes(%x: tensor<1x4xf32>) {
  // expected-error@+1 {{'novi.broadcast' op cannot broadcast 1x4 to 4, which has fewer axes}}
  %0 = novi.broadcast %x : tensor<1x4xf32> to tensor<4xf32>
  return
}

// -----

// broadcast, C3
func.func @broadcast_shape(%x: tensor<?x3xf32>) {
  // expected-error@+1 {{'novi.broadcast' op cannot broadcast ?x3 to 2x3x1: axis 1 of the input has size 3, not 1 or 1}}
  %0 = novi.broadcast %x : tensor<?x3xf32> to tensor<2x3x1xf32>
  return
}

// -----

// broadcast, C3
func.func @broadcast_nothing(%x: tensor<0xf32>) {
  // expected-error@+1 {{'novi.broadcast' op cannot broadcast 0 to 4: axis 0 of the input has size 0, not 1 or 4}}
  %0 = novi.broadcast %x : tensor<0xf32> to tensor<4xf32>
  return
}
