"""Arrays for emulate.mlir: python emulate.py FOLDER"""
import sys

import numpy as np

random = np.random.default_rng(5)


def normal(*shape):
    return random.standard_normal(shape).astype(np.float32)


x, y = normal(5, 37), normal(5, 37)
np.savez(sys.argv[1] + "/two.npz", x=x, y=y)
np.savez(sys.argv[1] + "/layer.npz", x=x, w=normal(37, 20), b=normal(20))
np.savez(sys.argv[1] + "/empty.npz", x=normal(0, 37), y=normal(0, 37))
np.savez(sys.argv[1] + "/unequal.npz", x=x, y=normal(6, 37))
