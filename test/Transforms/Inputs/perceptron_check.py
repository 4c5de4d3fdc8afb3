"""Counts the kernels of a perceptron's training step, and compares what the step
gives fused and as it is: interpreted, to the bit; compiled, within rounding.

    perceptron_check.py FOLDER FORWARD.mlir BATCH SIZES ELEMENT-TYPE
"""

import subprocess
import sys

import numpy as np

folder, forward, batch, sizes, element = sys.argv[1:]
sizes = [int(size) for size in sizes.split(",")]
rng = np.random.default_rng(3)


def array(*shape):
    values = rng.standard_normal(shape)
    if element != "bf16":
        return values.astype({"f64": np.float64, "f32": np.float32}[element])
    # Two bytes without a type, as ml_dtypes has it.
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16).view("V2")


inputs = {"x": array(int(batch), sizes[0]), "t": array(int(batch), sizes[-1])}
for layer, (n, m) in enumerate(zip(sizes, sizes[1:])):
    inputs[f"w{layer}"], inputs[f"b{layer}"] = array(n, m), array(m)
np.savez(f"{folder}/in.npz", **inputs)

results = {}
for kind, passes in (("plain", []), ("fused", ["--novi-fuse"]), ("canonical", ["--novi-fuse", "--canonicalize", "--cse"])):
    program = f"{folder}/{kind}.mlir"
    subprocess.run(["novi-opt", forward, "--novi-generate-backward", "--novi-add-optimizer=clip-value=0.5",
                    "--canonicalize", "--cse", *passes, "-o", program], check=True)
    for backend in ("interpret", "cpu"):
        subprocess.run(["novi-run", program, f"--backend={backend}", f"--inputs={folder}/in.npz",
                        f"--outputs={folder}/out.npz"], check=True)
        with np.load(f"{folder}/out.npz") as out:
            results[kind, backend] = dict(out)


def value(stored):
    """In double precision; bf16 has no type in NumPy."""
    if stored.dtype.kind == "V":
        return (np.atleast_1d(stored).view(np.uint16).astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return stored.astype(np.float64)


expected = results["plain", "interpret"]
tolerance = {"f64": 1e-13, "f32": 1e-5, "bf16": 0.05}[element]
for (kind, backend), actual in results.items():
    for name, array_ in expected.items():
        if backend == "interpret":
            same = actual[name].tobytes() == array_.tobytes()
        else:
            error = np.abs(value(actual[name]) - value(array_)).max()
            same = error <= tolerance * np.abs(value(array_)).max()
        if not same:
            sys.exit(f"{kind}, {backend}: {name} differs")
with open(f"{folder}/fused.mlir", encoding="utf-8") as program:
    kernels = program.read().count('novi.kernel "')
print(f"{kernels} kernels, {len(expected)} results agree")
