"""Runs random programs as they are and fused.

    python fused.py BIN_FOLDER SCRATCH_FOLDER --seeds 0 100

Every third program is differentiated first, every second simplified. Fused they
must give the same on the interpreter, to the bit, and hold nothing outside of
kernels but what needs none; fused twice they are what they are fused once;
dissolved they give the same again. Every sixth runs fused on the CPU, too.
"""
import argparse
import json
import os
import re
import sys

import numpy as np

import generate
from check import disagreement, run

# What may stand outside of a kernel.
OUTSIDE = {"novi.kernel", "novi.constant", "novi.reshape"}


def outside_kernels(path):
    """The instructions of a fused program that are in no kernel."""
    found, inside = set(), False
    with open(path, encoding="utf-8") as file:
        for line in file:
            op = re.match(r"\s*(?:%[^=]* = )?(novi\.\w+)", line)
            if op and not inside:
                found.add(op[1])
            if op and op[1] == "novi.kernel":
                inside = True
            if line.strip() == "}":
                inside = False
    return found


def differs(expected, actual):
    """The first array that is not the same, or nothing."""
    with np.load(expected) as a, np.load(actual) as b:
        for name in sorted(a.keys() | b.keys()):
            if name not in a or name not in b or a[name].dtype != b[name].dtype:
                return name
            if a[name].shape != b[name].shape or a[name].tobytes() != b[name].tobytes():
                return name
    return None


def check(seed, binaries, scratch):
    stem = os.path.join(scratch, f"program{seed}")
    backward = seed % 3 == 0
    generate.write(seed, backward, stem)
    opt = os.path.join(binaries, "novi-opt")

    def fail(text):
        sys.exit(f"{text}\ngenerate.py --seed {seed}{' --backward' if backward else ''} {stem}")

    passes = ["--novi-generate-backward"] * backward + ["--canonicalize", "--cse"] * (seed % 2)
    run([opt, *passes, stem + ".mlir", "-o", stem + ".mlir"])
    fused = "--novi-fuse" + ("=mask-alignment=128" if seed % 4 == 1 else "")
    run([opt, fused, stem + ".mlir", "-o", stem + ".fused.mlir"])
    run([opt, fused, stem + ".fused.mlir", "-o", stem + ".twice.mlir"])
    run([opt, "--novi-inline-kernels", "--canonicalize", stem + ".fused.mlir",
         "-o", stem + ".inlined.mlir"])
    with open(stem + ".fused.mlir", "rb") as a, open(stem + ".twice.mlir", "rb") as b:
        if a.read() != b.read():
            fail("fused twice it is another program")
    left = outside_kernels(stem + ".fused.mlir") - OUTSIDE
    if left:
        fail(f"in no kernel: {sorted(left)}")
    for kind in ("", ".fused", ".inlined"):
        run([os.path.join(binaries, "novi-run"), f"{stem}{kind}.mlir", "--backend=interpret",
             f"--inputs={stem}.npz", f"--outputs={stem}{kind}.out.npz"])
    for kind in (".fused", ".inlined"):
        wrong = differs(stem + ".out.npz", f"{stem}{kind}.out.npz")
        if wrong:
            fail(f"result {wrong} is another one {kind[1:]}")
    if seed % 6 == 1:
        run([os.path.join(binaries, "novi-run"), stem + ".fused.mlir", "--backend=cpu",
             f"--inputs={stem}.npz", f"--outputs={stem}.fused.out.npz"])
        with open(stem + ".json", encoding="utf-8") as file:
            allowed = json.load(file)
        with np.load(stem + ".out.npz") as expected, np.load(stem + ".fused.out.npz") as actual:
            wrong = disagreement(dict(expected), dict(actual), allowed)
        if wrong:
            fail(f"fused and compiled: {wrong}")
    for kind in ("", ".fused", ".twice", ".inlined"):
        for end in (".mlir", ".npz", ".json", ".out.npz"):
            if os.path.exists(stem + kind + end):
                os.remove(stem + kind + end)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binaries")
    parser.add_argument("scratch")
    parser.add_argument("--seeds", type=int, nargs=2, required=True, metavar=("FIRST", "END"))
    options = parser.parse_args()
    os.makedirs(options.scratch, exist_ok=True)
    for seed in range(*options.seeds):
        check(seed, options.binaries, options.scratch)
    print(f"{options.seeds[1] - options.seeds[0]} programs agree")


if __name__ == "__main__":
    main()
