"""Writes what the listing's forward part is fed, and the true gradients of it.

    listing_data.py REFERENCE-FOLDER textbook|as_written ELEMENT-TYPE FOLDER

FOLDER gets in.npz, the first example and the initial parameters by the names of the
program's arguments, and expected.npz, JAX's loss and gradients.
"""

import pathlib
import sys

import numpy as np

reference, which, element_type, folder = sys.argv[1:]
data = np.load(pathlib.Path(reference) / "mega_man.npz")
oracle = np.load(pathlib.Path(reference) / "mega_man_gradients.npz")
inputs = {"t81": data["x"][0], "t82": data["y"][0]}
inputs |= {key[len("init_"):]: data[key] for key in data.files if key.startswith("init_")}
expected = {"t178": oracle[which + "_loss"]}
prefix = which + "_gradient_"
expected |= {key[len(prefix):] + ".gradient": oracle[key] for key in oracle.files if key.startswith(prefix)}
folder = pathlib.Path(folder)
folder.mkdir(parents=True, exist_ok=True)
np.savez(folder / "in.npz", **{k: v.astype(element_type) for k, v in inputs.items()})
np.savez(folder / "expected.npz", **{k: v.astype(element_type) for k, v in expected.items()})
