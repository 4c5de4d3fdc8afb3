"""Makes of one.npz, a checkpoint after one epoch of linear.mlir, middle.npz: what
it would have been after three of the seven examples.

    cut_linear.py FOLDER
"""

import sys
from pathlib import Path

import numpy as np

FOLDER = Path(sys.argv[1])
data = np.load(FOLDER / "inputs.npz")
checkpoint = dict(np.load(FOLDER / "one.npz"))
w, b = data["w"], data["b"]
for x, y in zip(data["x"][:3], data["y"]):
    error = w @ x + b - y
    w, b = w - 0.1 * error * x, b - 0.1 * error
checkpoint.update({"steps": np.array(3), "state/w": w, "state/b": b,
                   "collected/guess": checkpoint["collected/guess"][:3],
                   "collected/loss": checkpoint["collected/loss"][:3]})
np.savez(FOLDER / "middle.npz", **checkpoint)
