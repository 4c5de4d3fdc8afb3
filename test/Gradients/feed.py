"""Writes what a test feeds its program, from lines in the test.

    feed.py TEST OUTPUT.npz       // FEED: x = f32 [0, -0.0, nan, inf]

The value is any Python expression of numbers, lists and NumPy's functions.
"""

import re
import sys

import numpy as np

TYPES = {"f64": np.float64, "f32": np.float32, "f16": np.float16}

with open(sys.argv[1], encoding="utf-8") as test:
    feeds = re.findall(r"FEED: (\S+) = (\w+) (.*)", test.read())
np.savez(sys.argv[2], **{name: np.array(eval(value, vars(np).copy()), TYPES[kind]) for name, kind, value in feeds})
