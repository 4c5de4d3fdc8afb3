"""Counts the kernels of a perceptron's training step, and compares what the step
gives fused and as it is.

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
    subprocess.run(["novi-run", program, f"--inputs={folder}/in.npz", f"--outputs={folder}/out.npz"], check=True)
    with np.load(f"{folder}/out.npz") as out:
        results[kind] = {name: out[name].tobytes() for name in out.files}
for kind in ("fused", "canonical"):
    wrong = [name for name in results["plain"] if results[kind][name] != results["plain"][name]]
    if wrong:
        sys.exit(f"{kind}, {wrong} differ")
with open(f"{folder}/fused.mlir", encoding="utf-8") as program:
    kernels = program.read().count('novi.kernel "')
print(f"{kernels} kernels, {len(results['plain'])} results agree")
