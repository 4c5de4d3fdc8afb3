"""Writes attention, its loss the sum of the output weighted; what it is fed, and
what NumPy's formulas give for the output and the gradients.

    fused_attention.py FOLDER LENGTH [causal]
"""

import sys

import numpy as np

folder, length = sys.argv[1], int(sys.argv[2])
depth, scale = 4, 0.5
rng = np.random.default_rng(length)
q, k, v, u = rng.standard_normal((4, length, depth))
mask = np.zeros((length, length))
if "causal" in sys.argv:
    mask[np.triu_indices(length, 1)] = -np.inf
inputs = {"q": q, "k": k, "v": v, "u": u, "mask": mask}

wide, square = f"tensor<{length}x{depth}xf64>", f"tensor<{length}x{length}xf64>"
arguments = ", ".join(f'%{name}: {square if name == "mask" else wide} '
                      f'{{novi.name = "{name}", novi.role = "{"parameter" if name in "qkv" else "input"}"}}'
                      for name in inputs)
with open(f"{folder}/forward.mlir", "w", encoding="utf-8") as file:
    file.write(f"""func.func @main({arguments}) -> (tensor<f64> {{novi.name = "loss", novi.role = "loss"}}) {{
  %0 = novi.matmul %q, %k {{transpose_b}} : ({wide}, {wide}) -> {square}
  %1 = novi.scale %0 by {scale} : ({square}) -> {square}
  %2 = novi.add %1, %mask : ({square}, {square}) -> {square}
  %3 = novi.softmax %2 axis = 1 : ({square}) -> {square}
  %4 = novi.matmul %3, %v : ({square}, {wide}) -> {wide}
  %5 = novi.mul %4, %u : ({wide}, {wide}) -> {wide}
  %6 = novi.reduce_sum %5 axes = [0, 1] : ({wide}) -> tensor<f64>
  return %6 : tensor<f64>
}}
""")
np.savez(f"{folder}/in.npz", **inputs)

s = q @ k.T * scale + mask
p = np.exp(s - s.max(axis=1, keepdims=True))
p /= p.sum(axis=1, keepdims=True)
dp = u @ v.T
ds = p * (dp - (p * dp).sum(axis=1, keepdims=True)) * scale
np.savez(f"{folder}/expected.npz",
         **{"loss": np.sum(p @ v * u), "q.gradient": ds @ k, "k.gradient": ds.T @ q, "v.gradient": p.T @ u})
