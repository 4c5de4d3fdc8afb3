"""Writes linear layers with relu, and their backward part, whose masks have rows of
many lengths; what they are fed, and what NumPy makes of it.

    fused_masks.py FOLDER
"""

import sys

import numpy as np

folder = sys.argv[1]
rng = np.random.default_rng(7)
# Rows, columns and what is summed over: around the multiples of 8, 32 and 128,
# K = 1, and nothing of each.
SIZES = [(1, 1, 1), (2, 7, 3), (3, 8, 1), (5, 31, 2), (4, 33, 5), (2, 127, 3), (3, 128, 2), (129, 9, 1), (7, 129, 4),
         (0, 5, 3), (3, 0, 2), (3, 9, 0)]


def layer(number, m, n, k, rows, columns):
    """Arguments, results and lines of one layer; `rows` and `columns` as the types have them."""
    def tensor(*shape, element="f32"):
        return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"

    full = tensor(rows, columns)
    types = {"x": tensor(rows, k), "w": tensor(k, columns), "b": tensor(columns), "u": tensor(rows, 2),
             "v": tensor(columns, 2)}
    arguments = [f'%{name}{number}: {type_} {{novi.name = "{name}{number}"}}' for name, type_ in types.items()]
    results = [("h", full), ("dz", full), ("db", tensor(columns))]
    i = number
    lines = [
        f"%p{i} = novi.matmul %x{i}, %w{i} : ({types['x']}, {types['w']}) -> {full}",
        f"%z{i} = novi.add %p{i}, %b{i} : ({full}, {types['b']}) -> {full}",
        f"%h{i} = novi.relu %z{i} : ({full}) -> {full}",
        f"%g{i} = novi.matmul %u{i}, %v{i} {{transpose_b}} : ({types['u']}, {types['v']}) -> {full}",
        f"%m{i} = novi.compare le, %z{i}, %zero : ({full}, tensor<f32>) -> {tensor(rows, columns, element='i1')}",
        f"%dz{i} = novi.select %m{i}, %zero, %g{i} : ({tensor(rows, columns, element='i1')}, tensor<f32>, {full}) -> {full}",
        f"%db{i} = novi.reduce_sum %dz{i} axes = [0] : ({full}) -> {tensor(columns)}"]
    return arguments, [(f"{name}{i}", type_) for name, type_ in results], lines


inputs, expected = {}, {}
for number, (m, n, k) in enumerate(SIZES):
    # Small whole numbers, so that every sum is exact.
    x, w, b = rng.integers(-3, 4, (m, k)), rng.integers(-3, 4, (k, n)), rng.integers(-2, 3, n)
    u, v = rng.integers(-3, 4, (m, 2)), rng.integers(-3, 4, (n, 2))
    z = x @ w + b
    dz = np.where(z <= 0, 0, u @ v.T)
    for name, value in (("x", x), ("w", w), ("b", b), ("u", u), ("v", v)):
        inputs[f"{name}{number}"] = value.astype(np.float32)
    for name, value in (("h", np.maximum(z, 0)), ("dz", dz), ("db", dz.sum(axis=0))):
        expected[f"{name}{number}"] = value.astype(np.float32)
np.savez(f"{folder}/in.npz", **inputs)
np.savez(f"{folder}/expected.npz", **expected)

for kind in ("static", "dynamic"):
    arguments, results, lines = [], [], []
    for number, (m, n, k) in enumerate(SIZES):
        more = layer(number, m, n, k, *((m, n) if kind == "static" else "??"))
        arguments += more[0]
        results += more[1]
        lines += more[2]
    named = ", ".join(f'{type_} {{novi.name = "{name}"}}' for name, type_ in results)
    with open(f"{folder}/{kind}.mlir", "w", encoding="utf-8") as file:
        file.write(f"func.func @main({', '.join(arguments)}) -> ({named}) {{\n"
                   "  %zero = novi.constant dense<0.0> : tensor<f32>\n  " + "\n  ".join(lines) +
                   f"\n  return {', '.join('%' + name for name, _ in results)} : "
                   f"{', '.join(type_ for _, type_ in results)}\n}}\n")
