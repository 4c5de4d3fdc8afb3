"""The training step of the real listing as a contender for run.py.

    mega.py [--backend=NAME]

Sequence 6, vocabulary 20, 64 wide, 8 heads; the loss averaged over the rows, true
gradients, gradient descent at rate 0.5; every contender begins with the same bits.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(os.environ.get("NOVI_BIN", ROOT / "build" / "bin"))
LISTING = ROOT / "test" / "Inputs" / "listing" / "mega_man_attention"


def uniform(tensor, shape):
    """U(-1, 1) from the hash fmix32(i + 1000003 tensor), divided by the root of the inputs."""
    mask = np.uint64(0xFFFFFFFF)
    x = np.arange(np.prod(shape), dtype=np.uint64) + np.uint64(1000003 * tensor) & mask
    x = (x ^ x >> np.uint64(16)) * np.uint64(0x85EBCA6B) & mask
    x = (x ^ x >> np.uint64(13)) * np.uint64(0xC2B2AE35) & mask
    x ^= x >> np.uint64(16)
    return ((x / 2**32 * 2 - 1) / np.sqrt(shape[1])).astype(np.float32).reshape(shape)


def inputs():
    one_hot = np.eye(20, dtype=np.float32)
    tensors = {"t81": one_hot[[3, 7, 1, 12, 19, 5]], "t82": one_hot[[7, 1, 12, 19, 5, 0]],
               "t0": uniform(0, (64, 20)), "t57": uniform(25, (64, 64)), "t59": uniform(26, (20, 64)),
               "t58": np.zeros((6, 64), np.float32), "t60": np.zeros((6, 20), np.float32)}
    for head in range(8):
        for j in range(3):
            tensors[f"t{1 + 7 * head + 2 * j}"] = uniform(1 + 3 * head + j, (8, 64))
            tensors[f"t{2 + 7 * head + 2 * j}"] = np.zeros((6, 8), np.float32)
        tensors[f"t{7 + 7 * head}"] = np.triu(np.full((6, 6), -np.inf, np.float32), 1)
    return tensors


def main():
    with tempfile.TemporaryDirectory() as folder:
        program, data = f"{folder}/mega.mlir", f"{folder}/inputs.npz"
        np.savez(data, **inputs())
        listing = subprocess.run(
            [BIN / "novi-translate", "--import-listing", "--forward-only", f"{LISTING}.txt",
             f"--listing-shapes={LISTING}.mean.shapes"],
            check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        subprocess.run(
            [BIN / "novi-opt", "--canonicalize", "--cse", "--novi-generate-backward",
             "--novi-add-optimizer=kind=sgd learning-rate=0.5", "--canonicalize", "--cse", "-o", program],
            check=True, input=listing)
        sys.exit(subprocess.run([BIN / "novi-serve", program, data, *sys.argv[1:]], check=False).returncode)


if __name__ == "__main__":
    main()
