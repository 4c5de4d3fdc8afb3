// What CSE and canonicalisation do: the line and the name of what is the same,
// the value of what is known, the pattern that changed it, and who has read what
// nobody reads any more.
//
// RUN: novi-explain %s --why %%second --why %%third | FileCheck %s --check-prefix=SAME
// RUN: novi-explain %s --why %%product --why %%twice | FileCheck %s --check-prefix=FOLD
// RUN: novi-explain %s --why %%sum --why %%negated | FileCheck %s --check-prefix=PATTERN
// RUN: novi-explain %s --why %%unread --why %%before | FileCheck %s --check-prefix=UNREAD
// RUN: novi-explain %s --why %%swapped | FileCheck %s --check-prefix=SWAPPED

// Two that are the same only since what they read is the same.
func.func @same(%x: tensor<6x20xf32>, %w: tensor<20x8xf32>) -> (tensor<6x8xf32>, tensor<6x8xf32>) {
  %first = novi.matmul %x, %w : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
  %exp = novi.exp %first : (tensor<6x8xf32>) -> tensor<6x8xf32>
  // SAME: %second (line [[#@LINE+5]]): 'novi.matmul' of %x and %w, read by %third (line [[#@LINE+6]])
  // SAME-NEXT: cse (pass 2): it is the same as %first (line [[#@LINE-3]]), which is read in its place
  // SAME-NEXT: and %first (line [[#@LINE-4]]):
  // SAME-NEXT: novi-fuse (pass 4): it is the product of kernel 1 "matmul_exp", with %exp (line [[#@LINE-4]]); its result is read there only and never stored
  // SAME-NOT: {{.}}
  %second = novi.matmul %x, %w : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
  %third = novi.exp %second : (tensor<6x8xf32>) -> tensor<6x8xf32>
  // SAME: %third (line [[#@LINE-1]])
  // SAME-NEXT: cse (pass 2): it is the same as %exp (line [[#@LINE-9]])
  return %exp, %third : tensor<6x8xf32>, tensor<6x8xf32>
}

func.func @known(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %two = novi.constant dense<2.0> : tensor<8xf32>
  %three = novi.constant dense<3.0> : tensor<8xf32>
  // FOLD: %product (line [[#@LINE+2]]): 'novi.mul' of %two (line [[#@LINE-2]]) and %three (line [[#@LINE-1]])
  // FOLD-NEXT: canonicalize (pass 1): its value is known: it became the constant dense<6.000000e+00> : tensor<8xf32> (a fold)
  %product = novi.mul %two, %three : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %once = novi.neg %x : (tensor<8xf32>) -> tensor<8xf32>
  // FOLD: %twice (line [[#@LINE+3]])
  // FOLD-NEXT: canonicalize (pass 1): %x took its place (a fold)
  // FOLD-NOT: {{.}}
  %twice = novi.neg %once : (tensor<8xf32>) -> tensor<8xf32>
  return %product, %twice : tensor<8xf32>, tensor<8xf32>
}

func.func @pattern(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %negative = novi.neg %y : (tensor<8xf32>) -> tensor<8xf32>
  // PATTERN: %sum (line [[#@LINE+4]])
  // PATTERN-NEXT: canonicalize (pass 1): it became 'novi.sub' (pattern AddOfNeg)
  // PATTERN-NEXT: and 'novi.sub' that canonicalize made of %sum (line [[#@LINE+2]]):
  // PATTERN-NEXT: novi-fuse (pass 4): it is {{(in )?}}kernel {{[0-9]+}} "sub
  %sum = novi.add %x, %negative : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  // PATTERN: %negated (line [[#@LINE+3]])
  // PATTERN-NEXT: canonicalize (pass 1): it became 'novi.neg' (pattern ScaleToNeg)
  // PATTERN-NEXT: and 'novi.neg' that canonicalize made of %negated
  %negated = novi.scale %x by -1.0 : (tensor<8xf32>) -> tensor<8xf32>
  return %sum, %negated : tensor<8xf32>, tensor<8xf32>
}

func.func @unread(%x: tensor<8xf32>) -> tensor<8xf32> {
  // UNREAD: %unread (line [[#@LINE+8]])
  // UNREAD-NEXT: canonicalize (pass 1): it was removed, since nobody reads it any more; it was for %also_unread (line [[#@LINE+9]])
  // UNREAD-NOT: {{.}}
  //
  // A reader that a fold has replaced.
  // UNREAD: %before (line [[#@LINE+4]])
  // UNREAD-NEXT: canonicalize (pass 1): it was removed, since nobody reads it any more; it was for %after (line [[#@LINE+5]])
  // UNREAD-NOT: {{.}}
  %unread = novi.exp %x : (tensor<8xf32>) -> tensor<8xf32>
  %before = novi.neg %x : (tensor<8xf32>) -> tensor<8xf32>
  %also_unread = novi.log %unread : (tensor<8xf32>) -> tensor<8xf32>
  %after = novi.neg %before : (tensor<8xf32>) -> tensor<8xf32>
  return %after : tensor<8xf32>
}

// A constant goes to the right.
func.func @swapped(%x: tensor<8xf32>) -> tensor<8xf32> {
  %two = novi.constant dense<2.0> : tensor<8xf32>
  // SWAPPED: %swapped (line [[#@LINE+2]]): 'novi.mul' of %two (line [[#@LINE-1]]) and %x
  // SWAPPED-NEXT: canonicalize (pass 1): it was changed: its two operands have changed places
  %swapped = novi.mul %two, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %swapped : tensor<8xf32>
}
