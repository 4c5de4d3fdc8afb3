"""Checks mean, deviation, kurtosis and bounds of what @moments of initialize.mlir
returns against the distributions' formulas.

    moments.py FILE
"""

import sys

import numpy as np

DEVIATIONS = {
    "uniform 2": 2 / np.sqrt(3),
    "normal 3": 3,
    "xavier": np.sqrt(6 / 800 / 3),
    "xavier normal": np.sqrt(2 / 800),
    "he": np.sqrt(6 / 450 / 3),
    "he normal": np.sqrt(2 / 450),
}

arrays = np.load(sys.argv[1])
for name, deviation in DEVIATIONS.items():
    z = arrays[name].ravel() / deviation
    n, is_normal = z.size, "normal" in name
    # E z^2 = 1, E z^4, and what a mean of n of z^k may be off.
    moments = {2: 1, 4: 3, 8: 105} if is_normal else {2: 1, 4: 9 / 5, 8: 9}
    for got, want, variance in ((z.mean(), 0, 1), ((z**2).mean(), 1, moments[4] - 1),
                                ((z**4).mean(), moments[4], moments[8] - moments[4] ** 2)):
        if abs(got - want) > 5 * np.sqrt(variance / n):
            sys.exit(f"{name}: {got}, expected {want}")
    if not is_normal and not np.sqrt(3) * 0.999 < np.abs(z).max() <= np.sqrt(3):
        sys.exit(f"{name}: up to {np.abs(z).max()}, expected sqrt(3)")
    # Neighbours have nothing to do with each other.
    if abs((z[1:] * z[:-1]).mean()) > 5 / np.sqrt(n):
        sys.exit(f"{name}: neighbours are correlated")
if abs(np.corrcoef(arrays["xavier normal"].ravel()[:1000], arrays["normal 3"][:1000])[0, 1]) > 0.16:
    sys.exit("two arguments are correlated")
print("as they should be")
