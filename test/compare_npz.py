"""Compares the arrays of two .npz files.

    compare_npz.py ACTUAL EXPECTED [--rtol-of-max R] [--exact-zeros] [--ignore NAME]...

Fails, and says which arrays differ and by how much, unless both files have the
same names, each array has the expected shape and element type, and its elements
are equal: NaN where NaN is expected, the same infinities, and elsewhere within R
times the largest expected magnitude of that array (0 if not given). With
--exact-zeros an expected 0 must be exactly 0.
"""

import argparse
import sys

import numpy as np


def difference(actual, expected, rtol, exact_zeros):
    """What is wrong with one array, or None."""
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        return f"is {actual.dtype}{actual.shape}, expected {expected.dtype}{expected.shape}"
    if not np.issubdtype(expected.dtype, np.floating):
        wrong = actual != expected
        bound = 0
    else:
        finite = np.isfinite(expected)
        bound = rtol * np.max(np.abs(expected[finite]), initial=0.0)
        with np.errstate(invalid="ignore"):
            equal = (actual == expected) | (np.isnan(actual) & np.isnan(expected))
            near = finite & (np.abs(actual - expected) <= bound)
        if exact_zeros:
            near &= expected != 0
        wrong = ~(equal | near)
    if not wrong.any():
        return None
    worst = [tuple(map(int, index)) for index in np.argwhere(wrong)][:3]
    return f"differs in {np.count_nonzero(wrong)} of {wrong.size} elements, allowed are {bound:.3g}: " + "; ".join(
        f"at {index} {actual[index]!r}, expected {expected[index]!r}" for index in worst)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("actual")
    parser.add_argument("expected")
    parser.add_argument("--rtol-of-max", type=float, default=0.0)
    parser.add_argument("--exact-zeros", action="store_true")
    parser.add_argument("--ignore", action="append", default=[])
    options = parser.parse_args()

    with np.load(options.actual) as actual, np.load(options.expected) as expected:
        wrong = 0
        for name in sorted({*actual.files, *expected.files} - {*options.ignore}):
            if name not in actual.files:
                what = "is missing"
            elif name not in expected.files:
                what = "is not expected"
            else:
                what = difference(actual[name], expected[name], options.rtol_of_max, options.exact_zeros)
            if what:
                print(f"error: {name} {what}", file=sys.stderr)
                wrong += 1
        if wrong:
            sys.exit(f"error: {wrong} arrays differ")
        print(f"{len(expected.files)} arrays agree")


if __name__ == "__main__":
    main()
