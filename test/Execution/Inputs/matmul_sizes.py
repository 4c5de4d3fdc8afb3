"""Writes FOLDER/sizes.mlir, in.npz and expected.npz: products of all sizes that
blocks and vectors do not divide, one axis at a time and all together. The elements
are small integers, so every sum is exact whatever its order."""
import sys

import numpy as np

SIZES = [*range(1, 10), 15, 16, 17, 31, 33, 63, 65, 127, 129]

rng = np.random.default_rng(11)
arguments, lines, results, inputs, expected = [], [], [], {}, {}
for size in SIZES:
    for m, n, k in [(size, 3, 5), (4, size, 7), (5, 6, size), (size, size, size)]:
        name = f"c{m}x{n}x{k}"
        a, b = rng.integers(-3, 4, (m, k)), rng.integers(-3, 4, (n, k))
        inputs[name + "a"], inputs[name + "b"] = a.astype(np.float32), b.astype(np.float32)
        expected[name] = (a @ b.T).astype(np.float32)
        types = f"tensor<{m}x{k}xf32>", f"tensor<{n}x{k}xf32>", f"tensor<{m}x{n}xf32>"
        arguments += [f'%{name}a: {types[0]} {{novi.name = "{name}a"}}',
                      f'%{name}b: {types[1]} {{novi.name = "{name}b"}}']
        lines.append(f"  %{name} = novi.matmul %{name}a, %{name}b {{transpose_b}} "
                     f": ({types[0]}, {types[1]}) -> {types[2]}\n")
        results.append((f"%{name}", types[2], f'{types[2]} {{novi.name = "{name}"}}'))
values, kinds, named = map(", ".join, zip(*dict.fromkeys(results)))
with open(sys.argv[1] + "/sizes.mlir", "w", encoding="utf-8") as file:
    file.write(f"func.func @main({', '.join(dict.fromkeys(arguments))}) -> ({named}) {{\n"
               f"{''.join(dict.fromkeys(lines))}  return {values} : {kinds}\n}}\n")
np.savez(sys.argv[1] + "/in.npz", **inputs)
np.savez(sys.argv[1] + "/expected.npz", **expected)
