"""The initialisers of docs/Training.md in NumPy, whose own Philox this uses.

    initializers.py OUTPUT.npz SEED NAME:TYPE:SHAPE:INITIALISER...

    initializers.py --check OUTPUT.npz EXPECTED.npz

The second form compares: exact where no logarithm is involved, else within one
unit in the last place of the element type.
"""

import sys

import numpy as np

TYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64}


def words(seed, name, count):
    hashed = 0xCBF29CE484222325
    for byte in name.encode():
        hashed = (hashed ^ byte) * 0x100000001B3 % 2**64
    key = np.array([seed, hashed], np.uint64)
    return np.random.Philox(key=key).random_raw(count)


def symmetric(words):
    return 2 * ((words >> np.uint64(11)) / 2**53) - 1


def normal(seed, name, count):
    # The square holds 4 / pi times the circle; twice as many words are enough.
    pairs = symmetric(words(seed, name, 4 * count + 64)).reshape(-1, 2)
    s = (pairs**2).sum(1)
    inside = (0 < s) & (s < 1)
    pairs, s = pairs[inside], s[inside]
    return (pairs * np.sqrt(-2 * np.log(s) / s)[:, None]).ravel()[:count]


def make(seed, name, shape, initializer):
    kind, _, number = initializer.rstrip(")").partition("(")
    count = int(np.prod(shape))
    if kind in ("zeros", "ones"):
        return np.full(shape, float(kind == "ones"))
    if kind == "causal_mask":
        return np.where(np.triu(np.ones(shape), 1) == 1, -np.inf, 0.0)
    scale = float(number or 0.05)
    if kind not in ("uniform", "normal"):
        receptive = np.prod(shape[2:])
        fan_in, fan_out = shape[1] * receptive, shape[0] * receptive
        scale = {"xavier_uniform": np.sqrt(6 / (fan_in + fan_out)), "xavier_normal": np.sqrt(2 / (fan_in + fan_out)),
                 "he_uniform": np.sqrt(6 / fan_in), "he_normal": np.sqrt(2 / fan_in)}[kind]
    if kind.endswith("uniform"):
        return (symmetric(words(seed, name, count)) * scale).reshape(shape)
    return (normal(seed, name, count) * scale).reshape(shape)


def main():
    target, seed, *arguments = sys.argv[1:]
    arrays = {}
    for argument in arguments:
        name, kind, shape, initializer = argument.split(":")
        shape = [int(size) for size in shape.split("x")]
        values = make(int(seed), name, shape, initializer)
        arrays[name] = values.astype(TYPES[kind])
    np.savez(target, **arrays)


def check(actual, expected):
    actual, expected = np.load(actual), np.load(expected)
    if {*actual.files} != {*expected.files}:
        sys.exit(f"{sorted(actual.files)}, expected {sorted(expected.files)}")
    for name in expected.files:
        a, e = actual[name], expected[name]
        if a.shape != e.shape or a.dtype != e.dtype:
            sys.exit(f"{name} is {a.dtype}{a.shape}, expected {e.dtype}{e.shape}")
        # NumPy's logarithm may differ in the last place.
        finite = np.isfinite(e)
        bound = np.spacing(np.abs(e[finite])) * (4 if a.dtype == np.float64 else 1) * ("normal" in name)
        if not (np.abs(a[finite] - e[finite]) <= bound).all() or not (a[~finite] == e[~finite]).all():
            sys.exit(f"{name} differs: {a.ravel()[:4]}, expected {e.ravel()[:4]}")
    print(f"{len(expected.files)} arrays agree")


if __name__ == "__main__":
    check(*sys.argv[2:]) if sys.argv[1] == "--check" else main()
