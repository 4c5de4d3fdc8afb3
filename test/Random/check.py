"""Runs random programs on two backends and compares them.

    python check.py BIN_FOLDER SCRATCH_FOLDER --seeds 0 125 --backend cpu

Every fifth program is differentiated first. The first program that disagrees, or
that a backend refuses, is named with the command that makes it.
"""
import argparse
import json
import os
import subprocess
import sys

import numpy as np

import generate


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        sys.exit(f"exit status {done.returncode} of: {' '.join(command)}\n{done.stderr[-2000:]}")


def widen(array):
    """Float values of an array; bf16 is in .npz two bytes without a type."""
    if array.dtype.kind == "V":
        bits = np.frombuffer(array.tobytes(), np.uint16).astype(np.uint32) << 16
        return bits.view(np.float32).astype(np.float64).reshape(array.shape)
    return array.astype(np.float64)


def disagreement(expected, actual, allowed):
    """What differs, or nothing."""
    if expected.keys() != actual.keys():
        return f"results {sorted(expected)} and {sorted(actual)}"
    for name in expected.keys():
        a, b = expected[name], actual[name]
        if a.shape != b.shape or a.dtype != b.dtype:
            return f"{name}: {a.dtype}{a.shape} and {b.dtype}{b.shape}"
        a, b = widen(a), widen(b)
        special = ~np.isfinite(a)
        if not np.array_equal(a[special], b[special], equal_nan=True):
            return f"{name}: {np.argwhere(special)[:3].tolist()} differ in NaN or infinity"
        if not np.isfinite(b[~special]).all():
            return f"{name}: NaN or infinity only in the second"
        error = np.abs(a[~special] - b[~special]).max(initial=0.0)
        limit = allowed.get(name, allowed.get("null"))
        if error > limit:
            return f"{name}: differs by {error:.3g}, where {limit:.3g} is rounding"
    return None


def check(seed, binaries, scratch, backend):
    stem = os.path.join(scratch, f"program{seed}")
    backward = seed % 5 == 0
    generate.write(seed, backward, stem)
    if backward:
        run([os.path.join(binaries, "novi-opt"), "--novi-generate-backward", stem + ".mlir",
             "-o", stem + ".mlir"])
    outputs = {}
    for each in ("interpret", backend):
        outputs[each] = f"{stem}.{each}.npz"
        run([os.path.join(binaries, "novi-run"), stem + ".mlir", f"--backend={each}",
             f"--inputs={stem}.npz", f"--outputs={outputs[each]}"])
    with open(stem + ".json", encoding="utf-8") as file:
        allowed = json.load(file)
    with np.load(outputs["interpret"]) as expected, np.load(outputs[backend]) as actual:
        wrong = disagreement(dict(expected), dict(actual), allowed)
    if wrong:
        sys.exit(f"{backend} disagrees with the interpreter: {wrong}\n"
                 f"generate.py --seed {seed}{' --backward' if backward else ''} {stem}")
    for end in (".mlir", ".npz", ".json", ".interpret.npz", f".{backend}.npz"):
        if os.path.exists(stem + end):
            os.remove(stem + end)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binaries")
    parser.add_argument("scratch")
    parser.add_argument("--seeds", type=int, nargs=2, required=True, metavar=("FIRST", "END"))
    parser.add_argument("--backend", required=True)
    options = parser.parse_args()
    os.makedirs(options.scratch, exist_ok=True)
    for seed in range(*options.seeds):
        check(seed, options.binaries, options.scratch, options.backend)
    print(f"{options.seeds[1] - options.seeds[0]} programs agree")


if __name__ == "__main__":
    main()
