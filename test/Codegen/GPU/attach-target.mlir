// RUN: novi-opt %s --novi-gpu-attach-target=chip=sm_80 | FileCheck %s --check-prefix=SM80
// RUN: novi-opt %s --novi-gpu-attach-target=chip=sm_90a | FileCheck %s --check-prefix=SM90A
// RUN: novi-opt %s --novi-gpu-attach-target=chip=sm_100a | FileCheck %s --check-prefix=SM100A
// RUN: not novi-opt %s --novi-gpu-attach-target=chip=sm_75 2>&1 | FileCheck %s --check-prefix=OTHER

// SM80: gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_80", features = "+ptx{{[0-9]+}}">]
// SM90A: gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx{{[0-9]+}}">]
// SM100A: gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_100a", features = "+ptx{{[0-9]+}}">]
// OTHER: error: chip = 'sm_75': there is code for sm_80, sm_90a and sm_100a
gpu.module @kernels {
}
