// Parameters that begin by themselves. The numbers are NumPy's, made anew by the
// page's formulas, and have the moments of their distribution.

// RUN: rm -rf %t && mkdir %t
// RUN: novi-run --backend=interpret %s --entry=attributes --initialize=seed=7 --outputs=%t/out.npz
// RUN: %python %S/Inputs/initializers.py %t/expected.npz 7 z:f32:3:zeros o:f16:2x2:ones u:f32:5x3:uniform "v:f64:5:uniform(2)" "normal:f32:1001:normal" "normal16:f16:8x9:normal(3)" xu:f64:8x64:xavier_uniform "xavier normal:f64:8x64:xavier_normal" hu:f32:4x3x5x5:he_uniform normal-he:f64:4x3x5x5:he_normal m:f32:2x3x4:causal_mask
// RUN: %python %S/Inputs/initializers.py --check %t/out.npz %t/expected.npz

// Another seed gives others, the same the same; 0 is the default.
// RUN: novi-run --backend=interpret %s --entry=attributes --initialize=seed=7 --outputs=%t/same.npz
// RUN: cmp %t/out.npz %t/same.npz
// RUN: novi-run --backend=interpret %s --entry=attributes --outputs=%t/default.npz
// RUN: not cmp %t/out.npz %t/default.npz
// RUN: novi-run --backend=interpret %s --entry=attributes --initialize=seed=0 --outputs=%t/zero.npz
// RUN: cmp %t/zero.npz %t/default.npz
// RUN: novi-run --backend=interpret %s --entry=attributes --initialize=seed=18446744073709551615 --outputs=%t/out.npz
// RUN: %python %S/Inputs/initializers.py %t/expected.npz 18446744073709551615 z:f32:3:zeros o:f16:2x2:ones u:f32:5x3:uniform "v:f64:5:uniform(2)" "normal:f32:1001:normal" "normal16:f16:8x9:normal(3)" xu:f64:8x64:xavier_uniform "xavier normal:f64:8x64:xavier_normal" hu:f32:4x3x5x5:he_uniform normal-he:f64:4x3x5x5:he_normal m:f32:2x3x4:causal_mask
// RUN: %python %S/Inputs/initializers.py --check %t/out.npz %t/expected.npz

// An option is for all parameters; biases, which have one axis, become zeros. A
// name goes before the attribute, the attribute before the rest; what is fed
// stays. What is no parameter has to be named.
// RUN: novi-run --backend=interpret %s --entry=options --initialize=xavier,seed=3 --initialize=x=ones --outputs=%t/out.npz
// RUN: %python %S/Inputs/initializers.py %t/expected.npz 3 x:f32:2x2:ones w:f32:3x4:xavier_uniform b:f32:4:zeros m:f32:2x2:causal_mask
// RUN: %python %S/Inputs/initializers.py --check %t/out.npz %t/expected.npz
// RUN: novi-run --backend=interpret %s --entry=options "--initialize=he_normal,m=ones,b=normal(2),x=zeros" --outputs=%t/out.npz
// RUN: %python %S/Inputs/initializers.py %t/expected.npz 0 x:f32:2x2:zeros w:f32:3x4:he_normal "b:f32:4:normal(2)" m:f32:2x2:ones
// RUN: %python -c "import numpy as np; d = dict(np.load('%t/expected.npz')); np.savez('%t/fed.npz', w=d['w'], x=d['x'])"
// RUN: novi-run --backend=interpret %s --entry=options --inputs=%t/fed.npz "--initialize=zeros,m=ones,b=normal(2)" --outputs=%t/fed-out.npz
// RUN: %python -c "import numpy as np; a, b = np.load('%t/out.npz'), np.load('%t/fed-out.npz'); print(all((a[k] == b[k]).all() for k in a.files), a['w'].std() > 0)" | FileCheck %s --check-prefix=FED
// FED: True True

// Moments and bounds, within five standard errors.
// RUN: novi-run --backend=interpret %s --entry=moments --outputs=%t/moments.npz
// RUN: %python %S/Inputs/moments.py %t/moments.npz | FileCheck %s --check-prefix=MOMENTS
// MOMENTS: as they should be

// RUN: not novi-run --backend=interpret %s --entry=options --initialize=xavier 2>&1 | FileCheck %s --check-prefix=INPUT
// INPUT: error: 'x' is missing: a tensor<2x2xf32> is expected{{$}}
// RUN: not novi-run --backend=interpret %s --entry=options --initialize=xavier,x=zeros,y=zeros --inputs=%t/fed.npz 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH-DAG: error: 'x' is to be initialised, but is fed
// BOTH-DAG: error: 'y' is to be initialised, but @options has no argument of that name
// RUN: not novi-run --backend=interpret %s --entry=options --initialize=xaver 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: --initialize=xaver
// NAME: error: 'xaver' is no initialiser; there are zeros, ones, uniform, normal, xavier_uniform, xavier,
// RUN: not novi-run --backend=interpret %s --entry=options --initialize=x= 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: '' is no initialiser
// RUN: not novi-run --backend=interpret %s --entry=options "--initialize=normal(-1)" 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not novi-run --backend=interpret %s --entry=options "--initialize=normal(inf)" 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not novi-run --backend=interpret %s --entry=options "--initialize=normal(1" 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not novi-run --backend=interpret %s --entry=options "--initialize=normal()" 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: error: 'normal({{.*}}' is not of the form normal(NUMBER) with a positive, finite number
// RUN: not novi-run --backend=interpret %s --entry=options "--initialize=xavier(2)" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: 'xavier(2)': xavier takes no number
// RUN: not novi-run --backend=interpret %s --entry=options --initialize=seed=18446744073709551616 2>&1 | FileCheck %s --check-prefix=SEED
// SEED: error: 'seed=18446744073709551616' is no seed, which is a number from 0 to 2^64 - 1
// RUN: not novi-run --backend=interpret %s --entry=options --initialize=x=ones,b=xavier,w=causal_mask 2>&1 | FileCheck %s --check-prefix=AXES
// AXES: error: 'b': xavier_uniform cannot make a tensor<4xf32>: it must have at least two axes
// RUN: not novi-run --backend=interpret %s --entry=kinds --initialize=zeros,i=normal 2>&1 | FileCheck %s --check-prefix=KINDS
// KINDS: error: 'd': zeros cannot make a tensor<?xf32>: its sizes must be known
// KINDS: error: 'i': normal cannot make a tensor<2xi1>: its elements must be floats
// RUN: novi-run --backend=interpret %s --entry=flags --initialize=a=ones,seed=zeros | FileCheck %s --check-prefix=FLAGS
// FLAGS: a : tensor<2xi1> = [true, true]
// FLAGS: seed : tensor<2xi1> = [false, false]

func.func @attributes(%z: tensor<3xf32> {novi.name = "z", novi.initialize = "zeros"},
                      %o: tensor<2x2xf16> {novi.name = "o", novi.initialize = "ones"},
                      %u: tensor<5x3xf32> {novi.name = "u", novi.initialize = "uniform"},
                      %v: tensor<5xf64> {novi.name = "v", novi.initialize = "uniform(2)"},
                      %n: tensor<1001xf32> {novi.name = "normal", novi.initialize = "normal"},
                      %h: tensor<8x9xf16> {novi.name = "normal16", novi.initialize = "normal(3)"},
                      %xu: tensor<8x64xf64> {novi.name = "xu", novi.initialize = "xavier"},
                      %xn: tensor<8x64xf64> {novi.name = "xavier normal", novi.initialize = "xavier_normal"},
                      %hu: tensor<4x3x5x5xf32> {novi.name = "hu", novi.initialize = "he"},
                      %hn: tensor<4x3x5x5xf64> {novi.name = "normal-he", novi.initialize = "he_normal"},
                      %m: tensor<2x3x4xf32> {novi.name = "m", novi.initialize = "causal_mask"})
    -> (tensor<2x3x4xf32> {novi.name = "m"}, tensor<3xf32> {novi.name = "z"},
        tensor<2x2xf16> {novi.name = "o"}, tensor<5x3xf32> {novi.name = "u"},
        tensor<5xf64> {novi.name = "v"}, tensor<1001xf32> {novi.name = "normal"},
        tensor<8x9xf16> {novi.name = "normal16"}, tensor<8x64xf64> {novi.name = "xu"},
        tensor<8x64xf64> {novi.name = "xavier normal"}, tensor<4x3x5x5xf32> {novi.name = "hu"},
        tensor<4x3x5x5xf64> {novi.name = "normal-he"}) {
  return %m, %z, %o, %u, %v, %n, %h, %xu, %xn, %hu, %hn
      : tensor<2x3x4xf32>, tensor<3xf32>, tensor<2x2xf16>, tensor<5x3xf32>, tensor<5xf64>,
        tensor<1001xf32>, tensor<8x9xf16>, tensor<8x64xf64>, tensor<8x64xf64>, tensor<4x3x5x5xf32>,
        tensor<4x3x5x5xf64>
}

func.func @options(%x: tensor<2x2xf32> {novi.name = "x", novi.role = "input"},
                   %w: tensor<3x4xf32> {novi.name = "w", novi.role = "parameter"},
                   %b: tensor<4xf32> {novi.name = "b", novi.role = "parameter"},
                   %m: tensor<2x2xf32> {novi.name = "m", novi.role = "parameter", novi.initialize = "causal_mask"})
    -> (tensor<2x2xf32> {novi.name = "x"}, tensor<3x4xf32> {novi.name = "w"},
        tensor<4xf32> {novi.name = "b"}, tensor<2x2xf32> {novi.name = "m"}) {
  return %x, %w, %b, %m : tensor<2x2xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<2x2xf32>
}

func.func @moments(%u: tensor<200000xf64> {novi.name = "uniform 2", novi.initialize = "uniform(2)"},
                   %n: tensor<200000xf64> {novi.name = "normal 3", novi.initialize = "normal(3)"},
                   %x: tensor<300x500xf64> {novi.name = "xavier", novi.initialize = "xavier_uniform"},
                   %y: tensor<300x500xf64> {novi.name = "xavier normal", novi.initialize = "xavier_normal"},
                   %h: tensor<300x50x3x3xf64> {novi.name = "he", novi.initialize = "he_uniform"},
                   %i: tensor<300x50x3x3xf64> {novi.name = "he normal", novi.initialize = "he_normal"})
    -> (tensor<200000xf64> {novi.name = "uniform 2"}, tensor<200000xf64> {novi.name = "normal 3"},
        tensor<300x500xf64> {novi.name = "xavier"}, tensor<300x500xf64> {novi.name = "xavier normal"},
        tensor<300x50x3x3xf64> {novi.name = "he"}, tensor<300x50x3x3xf64> {novi.name = "he normal"}) {
  return %u, %n, %x, %y, %h, %i
      : tensor<200000xf64>, tensor<200000xf64>, tensor<300x500xf64>, tensor<300x500xf64>,
        tensor<300x50x3x3xf64>, tensor<300x50x3x3xf64>
}

func.func @kinds(%d: tensor<?xf32> {novi.name = "d", novi.role = "parameter"},
                 %i: tensor<2xi1> {novi.name = "i"}) -> tensor<2xi1> {
  return %i : tensor<2xi1>
}

func.func @flags(%a: tensor<2xi1> {novi.name = "a"}, %b: tensor<2xi1> {novi.name = "seed"})
    -> (tensor<2xi1> {novi.name = "a"}, tensor<2xi1> {novi.name = "seed"}) {
  return %a, %b : tensor<2xi1>, tensor<2xi1>
}
