"""Writes a .npz file of arrays given as Python expressions.

    arrays.py FILE NAME=EXPRESSION...

An expression may use NumPy as np, the names before it, and these: f32, which
makes an array float32; values(*shape), float32 numbers that differ from place to
place and are the same in every run: multiples of 1/8 from -2 to 2, so that sums
of some products of them are exact.
"""

import sys

import numpy as np


def f32(array):
    return np.asarray(array, np.float32)


def values(*shape):
    count = np.arange(np.prod(shape, dtype=np.int64), dtype=np.int64)
    return f32((count * 2654435761 // 65536 % 33 - 16).reshape(shape)) / 8


names = {"np": np, "f32": f32, "values": values}
arrays = {}
for argument in sys.argv[2:]:
    name, expression = argument.split("=", 1)
    arrays[name] = np.asarray(eval(expression, {**names, **arrays}))
np.savez(sys.argv[1], **arrays)
