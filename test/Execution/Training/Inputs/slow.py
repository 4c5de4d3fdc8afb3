"""Inputs for slow.mlir: five examples.

    slow.py FILE
"""

import sys

import numpy as np

random = np.random.default_rng(0)
np.savez(sys.argv[1], x=random.random((5, 64, 64), np.float32), w=np.eye(64, dtype=np.float32))
