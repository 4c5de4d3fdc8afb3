"""What an exported listing computes and how it trains, by the oracle's machine.

    exported.py REFERENCE-FOLDER LISTING SHAPES make INPUTS.npz DATA.npz STEP.npz TRAINED.npz

listing_reference.Machine, with the facts of the listing's side file in place of those
that it has of its own listing. Writes what one step and three epochs of four examples
are fed, and what they must give, at rate 0.01.
"""

import math
import sys

import numpy as np

reference, listing, side_file, _, inputs_file, data_file, step_file, trained_file = sys.argv[1:]
sys.path.insert(0, reference)
import listing_reference  # noqa: E402

fed, facts, transposed = {}, {}, set()
for line in open(side_file, encoding="utf-8"):
    words = line.split("#")[0].split()
    if not words:
        continue
    if words[0] in ("input", "target", "parameter", "constant"):
        fed[words[1]] = (words[0], tuple(int(n) for n in words[2].split("x")))
    elif words[0] == "transposed":
        transposed.add(words[1])
    else:
        facts[words[0]] = words[1:]
assert facts["clip"] == ["-1", "1"] and facts["cross-entropy"][:2] == ["rows=first", "epsilon=1e-8"]

machine = listing_reference.Machine.__new__(listing_reference.Machine)
machine.program, machine.dtype = listing_reference.parse(listing), np.float64
machine.parameters = [t for t, (role, _) in fed.items() if role == "parameter"]
machine.input, machine.target = (next(t for t, (r, _) in fed.items() if r == role)
                                 for role in ("input", "target"))
machine.loss, machine.output = facts["loss"][0], facts["output"][0]
machine.alpha = float(facts["scale"][0])
machine.shape = shape = {t: s for t, (_, s) in fed.items()}
machine.transposed = {}
for opcode, i, o in machine.program:
    if opcode == "MatMul":
        machine.transposed[tuple(i)] = t = i[1] in transposed
        shape[o[0]] = (shape[i[0]][0], shape[i[1]][0 if t else 1])
    elif opcode in ("Add", "Scale", "Softmax"):
        shape[o[0]] = shape[i[0]]
    elif opcode == "Concat":
        shape[o[0]] = (shape[i[0]][0], sum(shape[x][1] for x in i))
    elif opcode == "CrossEntropyLoss":
        shape[o[0]] = (1, 1)

rng = np.random.default_rng(5)
# A mask is what a [positions, positions] parameter is here.
positions, vocabulary = fed[machine.input][1]
start = {t: np.where(np.tri(positions), 0.0, -np.inf) if shape[t] == (positions, positions)
         else rng.normal(scale=0.5, size=shape[t]) for t in machine.parameters}
tokens = rng.integers(0, vocabulary, (2, 4, positions))
x, y = np.eye(vocabulary)[tokens]


def restart():
    machine.v = {t: np.zeros(s) for t, s in shape.items()} | dict(start)
    machine.g = {t: np.zeros(s) for t, s in shape.items()}


restart()
loss = machine.step(x[0], y[0], 0.0)
step = {machine.loss: loss, machine.output: machine.v[machine.output]}
step |= {f"{t}.gradient": machine.g[t] for t in machine.parameters}
restart()
losses = [[machine.step(a, b, 0.01) for a, b in zip(x, y)] for _ in range(3)]
trained = {t: machine.v[t] for t in machine.parameters} | {machine.loss: np.array(losses)}
assert all(math.isfinite(n) for n in np.ravel(losses))
np.savez(inputs_file, **start, **{machine.input: x[0], machine.target: y[0]})
np.savez(data_file, **start, **{machine.input: x, machine.target: y})
np.savez(step_file, **step)
np.savez(trained_file, **trained)
