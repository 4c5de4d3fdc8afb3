"""Writes what the listing's first step is fed, and what it must give.

    listing_data.py mega_man.npz ELEMENT-TYPE INPUTS.npz EXPECTED.npz

The oracle's first example and initial parameters, by the names of the imported
program's arguments; its first loss and gradients, by those of the results.
"""

import sys

import numpy as np

oracle_file, element_type, inputs_file, expected_file = sys.argv[1:]
oracle = np.load(oracle_file)
inputs = {"t81": oracle["x"][0], "t82": oracle["y"][0]}
expected = {"t178": oracle["first_loss"]}
for key in oracle.files:
    if key.startswith("init_"):
        inputs[key[len("init_"):]] = oracle[key]
    if key.startswith("gradient_"):
        expected[key[len("gradient_"):] + ".gradient"] = oracle[key]
np.savez(inputs_file, **{k: v.astype(element_type) for k, v in inputs.items()})
np.savez(expected_file, **{k: v.astype(element_type) for k, v in expected.items()})
