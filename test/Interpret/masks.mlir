// Masked attention written out, where others have been wrong. The names are those
// of cases known from other projects.

// RUN: novi-run --backend=interpret %s | FileCheck %s --match-full-lines
// RUN: novi-run --backend=cpu %s | FileCheck %s --match-full-lines

func.func @main() -> (
    tensor<1x1xf32> {novi.name = "N05"}, tensor<1x2xf32> {novi.name = "N07"},
    tensor<1x2xf32> {novi.name = "N08"}) {
  // N05: one key, however low its score, has all of the weight.
  %score = novi.constant dense<-60000.0> : tensor<1x1xf32>
  %value = novi.constant dense<7.0> : tensor<1x1xf32>
  %weight = novi.softmax %score axis = 1 : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %n05 = novi.matmul %weight, %value
      : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  // CHECK: N05 : tensor<1x1xf32> = {{\[\[}}7]]

  // N07: the factor scales the scores and not the mask: softmax([0, -1]).
  %zeros = novi.constant dense<0.0> : tensor<1x2xf32>
  %mask = novi.constant dense<[[0.0, -1.0]]> : tensor<1x2xf32>
  %scaled = novi.scale %zeros by 0.5 : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %masked = novi.add %scaled, %mask
      : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %n07 = novi.softmax %masked axis = 1 : (tensor<1x2xf32>) -> tensor<1x2xf32>
  // CHECK: N07 : tensor<1x2xf32> = {{\[\[}}0.7310{{[0-9]*}}, 0.2689{{[0-9]*}}]]

  // N08: a mask of true and false keeps and drops.
  %keep = novi.constant dense<[[true, false]]> : tensor<1x2xi1>
  %never = novi.constant dense<0xFF800000> : tensor<f32>
  %kept = novi.select %keep, %zeros, %never
      : (tensor<1x2xi1>, tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  %n08 = novi.softmax %kept axis = 1 : (tensor<1x2xf32>) -> tensor<1x2xf32>
  // CHECK: N08 : tensor<1x2xf32> = {{\[\[}}1, 0]]
  return %n05, %n07, %n08 : tensor<1x1xf32>, tensor<1x2xf32>, tensor<1x2xf32>
}
