"""Prints what check.disagreement says of pairs that differ in known ways."""
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from check import disagreement

expected = {"r0": np.array([1.0, np.nan])}
for what, actual in [
    ("agree", np.array([1.0, np.nan])),
    ("wrong number", np.array([2.0, np.nan])),
    ("NaN gone", np.array([1.0, 0.0])),
    ("new NaN", np.array([np.nan, np.nan])),
    ("shape", np.array([[1.0, np.nan]])),
]:
    print(f"{what}: {disagreement(expected, {'r0': actual}, {'r0': 0.1})}")
print(f"missing: {disagreement(expected, {}, {'r0': 0.1})}")
