"""Writes a weight gradient that adds to what is there, over three micro-batches
whose operands have two bytes; what it is fed, and NumPy's sums.

    accumulate.py FOLDER f16|bf16
"""

import sys

import numpy as np

folder, element = sys.argv[1:]
rng = np.random.default_rng(11)
rows, columns, batch = 12, 16, 8


def two_bytes(values):
    """Whole numbers in f16 or bf16; .npz has bf16 as two bytes without a type."""
    if element == "f16":
        return values.astype(np.float16)
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16).view("V2")


x_type, g_type, sum_type = f"tensor<{batch}x{rows}x", f"tensor<{batch}x{columns}x", f"tensor<{rows}x{columns}xf32>"
arguments, lines = [f'%s0: {sum_type} {{novi.name = "s"}}'], []
# Sums that f16 and bf16 could not hold: 1 + 256 * 256 has 17 bits.
total = rng.integers(-9, 10, (rows, columns)).astype(np.float64) * 2 + 1
inputs, sums = {"s": total.astype(np.float32)}, []
for i in range(3):
    x, g = rng.integers(-256, 257, (batch, rows)) // 2 * 2, rng.integers(-256, 257, (batch, columns)) // 2 * 2
    inputs[f"x{i}"], inputs[f"g{i}"] = two_bytes(x), two_bytes(g)
    total = total + x.T @ g
    sums.append(total)
    arguments += [f'%x{i}: {x_type}{element}> {{novi.name = "x{i}"}}', f'%g{i}: {g_type}{element}> {{novi.name = "g{i}"}}']
    lines += [f"%a{i} = novi.cast %x{i} : {x_type}{element}> to {x_type}f32>",
              f"%b{i} = novi.cast %g{i} : {g_type}{element}> to {g_type}f32>",
              f"%p{i} = novi.matmul %a{i}, %b{i} {{transpose_a}} : ({x_type}f32>, {g_type}f32>) -> {sum_type}",
              f"%s{i + 1} = novi.add %s{i}, %p{i} : ({sum_type}, {sum_type}) -> {sum_type}"]
for name, kept in (("last", [2]), ("all", [0, 1, 2])):
    named = ", ".join(f'{sum_type} {{novi.name = "sum{i}"}}' for i in kept)
    with open(f"{folder}/{name}.mlir", "w", encoding="utf-8") as file:
        file.write(f"func.func @main({', '.join(arguments)}) -> ({named}) {{\n  " + "\n  ".join(lines) +
                   f"\n  return {', '.join(f'%s{i + 1}' for i in kept)} : {', '.join([sum_type] * len(kept))}\n}}\n")
    np.savez(f"{folder}/{name}.npz", **{f"sum{i}": sums[i].astype(np.float32) for i in kept})
np.savez(f"{folder}/in.npz", **inputs)
