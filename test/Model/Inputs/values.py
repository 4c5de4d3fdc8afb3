"""Builds models, runs them, and compares what they give with NumPy.

    values.py BIN-FOLDER SCRATCH-FOLDER

Each model is fed random numbers for all of its arguments, causal masks where their
initialiser says so; the expected numbers are written here as textbooks have them,
with the parameters found by their names.
"""

import os
import re
import subprocess
import sys

import numpy as np

BIN, SCRATCH = sys.argv[1:]
ARGUMENT = re.compile(r"%arg\d+: tensor<([\dx]+)xf64> \{([^}]*)\}")


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def linear(p, name, x):
    y = x @ p[name + ".weight"].T
    return y + p[name + ".bias"] if name + ".bias" in p else y


def attention(p, name, query, memory, heads, scale=None):
    """scale None: one over the root of a head's width."""
    outputs = []
    for h in range(heads):
        q, k, v = (linear(p, f"{name}.head{h}.{part}", x)
                   for part, x in (("query", query), ("key", memory), ("value", memory)))
        scores = q @ np.swapaxes(k, -1, -2) * (scale or 1 / np.sqrt(q.shape[-1]))
        scores = scores + p.get(f"{name}.head{h}.mask", p.get(f"{name}.mask", 0.0))
        outputs.append(softmax(scores) @ v)
    return linear(p, f"{name}.output", np.concatenate(outputs, -1))


def cross_entropy(probabilities, target, epsilon=0.0):
    return -(target * np.log(probabilities + epsilon)).sum(-1)


def mega_man(p):
    x = p["input"] @ p["embedding.table"].T
    x = attention(p, "attention", x, x, 2, scale=1 / np.sqrt(10))
    y = softmax(linear(p, "linear", x))
    return {"loss": cross_entropy(y, p["target"], 1e-8)[0], "output": y}


def decoder(p):
    e = p["x"] @ p["e.table"].T
    a = attention(p, "a", e, e, 4) + e
    b = attention(p, "b", a, p["memory"], 2) + a
    f = linear(p, "f.output", np.maximum(linear(p, "f.hidden", b), 0)) + b
    s = linear(p, "s", f)
    return {"l": cross_entropy(softmax(s), p["y"]).mean(), "s": s}


def layer_norm(p, name, x, epsilon):
    centred = x - x.mean(-1, keepdims=True)
    variance = (centred ** 2).mean(-1, keepdims=True)
    return centred / np.sqrt(variance + epsilon) * p[name + ".scale"] + p[name + ".bias"]


MODELS = [
    ("mega-man-attention sequence=3 vocabulary=4 width=10 heads=2", mega_man),
    ("x = input 5x7\nmemory = input 4x6\ny = target 5x7\ne = embedding x width=8\n"
     "a = attention heads=4 mask=causal\na2 = add e\nb = attention a2 memory heads=2 bias=none\n"
     "b2 = add a2\nf = feed-forward hidden=3 bias=position\nf2 = add b2\n"
     "s = linear features=7\nl = softmax-cross-entropy y", decoder),
    ("x = input 2x3x5; n = layer-norm epsilon=0.01; layer-norm x",
     lambda p: {"output": layer_norm(p, "layer-norm", p["x"], 1e-5)}),
    # Batches, and the whole of two losses.
    ("x = input 2x5x6; y = target 2x5x3; a = attention heads=3 mask=trained scale=0.25;"
     "s = linear features=3 bias=none; p = softmax; l = cross-entropy y rows=all reduction=sum",
     lambda p: {"p": (y := softmax(linear(p, "s", attention(p, "a", p["x"], p["x"], 3, 0.25)))),
                "l": cross_entropy(y, p["y"]).sum()}),
    ("x = input 4x3; y = target 4x2; h = linear features=6; r = relu; z = linear features=2;"
     "l = mean-squared-error z y; output r",
     lambda p: {"r": (r := np.maximum(linear(p, "h", p["x"]), 0)),
                "l": ((linear(p, "z", r) - p["y"]) ** 2).mean()}),
]


def main():
    os.makedirs(SCRATCH, exist_ok=True)
    program, inputs, outputs = (os.path.join(SCRATCH, n) for n in ("p.mlir", "i.npz", "o.npz"))
    rng = np.random.default_rng(3)
    for number, (description, expect) in enumerate(MODELS):
        subprocess.run([f"{BIN}/novi-translate", f"--build-model={description}",
                        "--element-type=f64", "-o", program], check=True)
        with open(program, encoding="utf-8") as file:
            signature = file.read().split(" -> ")[0]
        fed = {}
        for shape, attributes in ARGUMENT.findall(signature):
            name = re.search('novi.name = "([^"]*)"', attributes)[1]
            fed[name] = rng.normal(scale=0.5, size=[int(s) for s in shape.split("x")])
            if "causal_mask" in attributes:
                fed[name] = np.where(np.tri(*fed[name].shape), 0.0, -np.inf)
            if '"target"' in attributes:
                fed[name] = softmax(fed[name])
        np.savez(inputs, **fed)
        subprocess.run([f"{BIN}/novi-run", program, "--backend=interpret", f"--inputs={inputs}",
                        f"--outputs={outputs}"], check=True)
        expected, actual = expect(fed), np.load(outputs)
        if set(expected) != set(actual.files):
            sys.exit(f"model {number}: results {actual.files}, expected {sorted(expected)}")
        for name, value in expected.items():
            apart = np.abs(actual[name] - value).max()
            if not apart < 1e-12 * max(1, np.abs(value).max()):
                sys.exit(f"model {number}: {name} differs by {apart}")
    print(f"{len(MODELS)} models agree")


if __name__ == "__main__":
    main()
