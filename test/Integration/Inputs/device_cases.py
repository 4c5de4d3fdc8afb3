"""Runs the functions of device-cases.mlir on every backend against formulas.

    device_cases.py PROGRAM.mlir FOLDER
"""
import os
import subprocess
import sys

import numpy as np

program, folder = sys.argv[1:]
random = np.random.default_rng(26)


def bf16(array):
    """The bits, which NumPy has no type for: exact for these numbers."""
    return (array.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16).view("V2")


def value(array):
    if array.dtype.kind == "V":
        return (array.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    return array


def sparse():
    """Two ones or minus ones in each row and column, so that products stay small."""
    return sum(np.eye(64)[random.permutation(64)] * random.choice([-1, 1], 64) for _ in range(2))


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


x5 = np.arange(5, dtype=np.float32) - 2
a, b, c = sparse(), sparse(), sparse()
x4096 = random.standard_normal((2, 4096)).astype(np.float32) * 4
x1000 = random.standard_normal((3, 1000)).astype(np.float32)
m, n = (random.integers(-3, 4, (64, 64)).astype(np.float32) for _ in range(2))
p = random.integers(-3, 4, (4, 4096)).astype(np.float32)
q = random.integers(-3, 4, (4096, 8)).astype(np.float32)
# Function, inputs, result, tolerance relative to the largest element; whole numbers are exact.
CASES = [
    ("five_elements", {"x": x5}, {"y": 2 * x5}, 0),
    ("transposed_product", {"a": bf16(a), "b": bf16(b), "c": bf16(c)}, {"y": (a @ b).T @ c}, 0),
    ("long_softmax", {"x": x4096}, {"y": softmax(x4096.astype(np.float64))}, 1e-5),
    ("sums_of_squares", {"x": x1000}, {"y": (x1000.astype(np.float64) ** 2).sum(axis=1)}, 1e-6),
    ("equal_tiles", {"a": m, "b": n}, {"y": m @ n}, 0),
    ("large_contraction", {"a": p, "b": q}, {"y": p @ q}, 0),
    ("layer_norm_of_constant_row", {"x": np.ones((1, 2))},
     {"y": np.array(0.0), "x.gradient": np.array([[1, -1]]) / 2 / np.sqrt(1e-5)}, 1e-12),
]

agree = 0
for function, inputs, expected, tolerance in CASES:
    given, got = os.path.join(folder, "in.npz"), os.path.join(folder, "out.npz")
    np.savez(given, **inputs)
    for backend in ("interpret", "cpu", "emulate"):
        ran = subprocess.run(["novi-run", program, f"--entry={function}", f"--backend={backend}",
                              f"--inputs={given}", f"--outputs={got}",
                              *(["--backend-options=seed=7"] if backend == "emulate" else [])],
                             capture_output=True, text=True)
        if ran.returncode:
            sys.exit(f"{function} on {backend}: {ran.stderr}")
        with np.load(got) as results:
            for name, right in expected.items():
                error = np.abs(value(results[name]) - right).max()
                if not error <= tolerance * np.abs(right).max():
                    sys.exit(f"{function} on {backend}: {name} is off by {error}")
        agree += 1
print(f"{agree} runs agree")
