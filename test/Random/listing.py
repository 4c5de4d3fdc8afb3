"""Exports random programs as listings, and imports and runs these.

    listing.py BIN_FOLDER SCRATCH_FOLDER --seeds 0 60

Every fifth program is differentiated first, every second simplified. It must come
back word for word, and give the same, to the bit.
"""
import argparse
import os
import sys

import generate
from check import run
from fused import differs


def check(seed, binaries, scratch):
    stem = os.path.join(scratch, f"program{seed}")
    backward = seed % 5 == 0
    generate.write(seed, backward, stem)
    opt, translate = (os.path.join(binaries, f"novi-{tool}") for tool in ("opt", "translate"))
    passes = ["--novi-generate-backward"] * backward + ["--canonicalize", "--cse"] * (seed % 2)
    run([opt, *passes, stem + ".mlir", "-o", stem + ".mlir"])
    run([translate, "--export-listing", stem + ".mlir", "-o", stem + ".txt"])
    run([translate, "--import-listing", stem + ".txt", "-o", stem + ".back.mlir"])
    texts = []
    for end in (".mlir", ".back.mlir"):
        with open(stem + end, encoding="utf-8") as file:
            texts.append(file.read().strip())
        run([os.path.join(binaries, "novi-run"), stem + end, "--backend=interpret",
             f"--inputs={stem}.npz", f"--outputs={stem}{end}.npz"])
    wrong = differs(stem + ".mlir.npz", stem + ".back.mlir.npz")
    if wrong or texts[0] != texts[1]:
        sys.exit(f"{wrong or 'its text'} differs\n"
                 f"generate.py --seed {seed}{' --backward' if backward else ''} {stem}")
    for end in (".mlir", ".npz", ".json", ".txt", ".back.mlir", ".mlir.npz", ".back.mlir.npz"):
        os.remove(stem + end)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binaries")
    parser.add_argument("scratch")
    parser.add_argument("--seeds", type=int, nargs=2, required=True, metavar=("FIRST", "END"))
    options = parser.parse_args()
    for seed in range(*options.seeds):
        check(seed, options.binaries, options.scratch)
    print(f"{options.seeds[1] - options.seeds[0]} programs agree")


if __name__ == "__main__":
    main()
