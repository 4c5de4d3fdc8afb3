"""Checks that the lines of a log name the expected mean losses.

    check_log.py LOG EXPECTED.npz [EPOCH...]

The log must have one line for each of the epochs, which count from 1, and no other.
"""

import re
import sys

import numpy as np

log, expected, *epochs = sys.argv[1:]
losses = np.load(expected)["loss"]
lines = open(log, encoding="utf-8").read().splitlines()
if len(lines) != len(epochs):
    sys.exit(f"{len(lines)} lines, expected {len(epochs)}: {lines}")
for line, epoch in zip(lines, map(int, epochs)):
    last = epoch == len(losses)
    want = (f"epoch {epoch}/{len(losses)}, loss {losses[epoch - 1].mean():.6g}, "
            rf"[0-9.e+]+ steps/s, [0-9:]+ {'in all' if last else 'left'}")
    if not re.fullmatch(want, line):
        sys.exit(f"found    {line}\nexpected {want}")
