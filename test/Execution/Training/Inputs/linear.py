"""Inputs for linear.mlir, and what training on them must give, in NumPy.

    linear.py FOLDER [EPOCHS]

writes inputs.npz, data.npz (without w and b) and expected.npz.
"""

import sys
from pathlib import Path

import numpy as np

FOLDER = Path(sys.argv[1])
EPOCHS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
RATE = 0.05

random = np.random.default_rng(5)
x = random.standard_normal((7, 3))
y = x @ [1, -2, 0.5] + 0.25
w, b = np.array([0.5, 0.25, -1.0]), np.float64(2.0)
FOLDER.mkdir(parents=True, exist_ok=True)
np.savez(FOLDER / "inputs.npz", x=x, y=y, w=w, b=b)
np.savez(FOLDER / "data.npz", x=x, y=y)

guesses, losses = np.zeros((EPOCHS, 7)), np.zeros((EPOCHS, 7, 1, 1))
for epoch in range(EPOCHS):
    for k in range(7):
        guesses[epoch, k] = w @ x[k] + b
        error = guesses[epoch, k] - y[k]
        losses[epoch, k] = error**2
        w, b = w - RATE * 2 * error * x[k], b - RATE * 2 * error
np.savez(FOLDER / "expected.npz", w=w, guess=guesses, b=b, loss=losses)
