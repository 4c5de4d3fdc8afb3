"""Writes an .npz file with some arrays changed or removed.

    edit_npz.py IN.npz OUT.npz NAME=EXPRESSION|NAME...
"""

import sys

import numpy as np

source, target, *edits = sys.argv[1:]
arrays = dict(np.load(source))
for edit in edits:
    name, equals, value = edit.partition("=")
    if equals:
        arrays[name] = np.array(eval(value))
    else:
        del arrays[name]
np.savez(target, **arrays)
