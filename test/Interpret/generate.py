"""Writes the test of every op against NumPy on random data.

    generate.py FOLDER

writes into FOLDER a program, numpy.mlir, with one function for the shapes known
while compiling (@static) and one for the same work on unknown sizes (@dynamic;
only a 1 that is repeated stays known, since an unknown one never is), what both
are fed, numpy.inputs.npz, and what NumPy gives for it, numpy.expected.npz. The
test beside this script holds its output; to make that anew:

    /usr/bin/python3 test/Interpret/generate.py test/Interpret/Inputs

No answer here comes from Novi. The data are float64 from a fixed seed, multiples
of 1/1024 so that the files compress, and small integers where equal elements
matter.
"""

import sys
from pathlib import Path

import numpy as np

OUT = Path(sys.argv[1])
random = np.random.default_rng(20240607)


def data(*shape):
    return np.asarray(random.integers(-2048, 2049, shape) / 1024)


def positive(*shape):
    return np.asarray(random.integers(100, 3072, shape) / 1024)


def whole(*shape):
    return random.integers(-2, 3, shape).astype(np.float64)


def probabilities(*shape):
    p = positive(*shape)
    return p / p.sum(axis=-1, keepdims=True)


def log_softmax(x, axis):
    shifted = x - x.max(axis=axis, keepdims=True, initial=-np.inf)
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


def reduced(losses, rows, reduction):
    """The losses of all rows, or of the first one, as the op reduces them."""
    if rows == "first":
        losses = losses[(0,) * losses.ndim]
    return {"none": np.asarray, "sum": np.sum, "mean": np.mean}[reduction](losses)


# (op with its attributes, inputs, answer). In an op {0}, {1} ... stand for the
# operands; `{in}` is `(types of the operands)`, `{out}` the type of the result,
# {s0}, {s1} ... the sizes that are not known while compiling.
cases = []


def add(op, inputs, answer):
    cases.append((op, inputs, np.asarray(answer)))


def simple(name, inputs, answer, attributes=""):
    operands = ", ".join(f"{{{i}}}" for i in range(len(inputs)))
    add(f"novi.{name} {operands}{attributes} : {{in}} -> {{out}}", inputs, answer)


# Elementwise.
for shape in [(), (7,), (3, 5), (2, 1, 4), (0, 3), (1, 1)]:
    x = data(*shape)
    simple("neg", [x], -x)
    simple("relu", [x], np.maximum(x, 0))
    simple("exp", [x], np.exp(x))
    simple("scale", [x], 0.375 * x, " by 0.375")
    simple("clip", [x], np.clip(x, -0.75, 1.25), " min -0.75 max 1.25")
    p = positive(*shape)
    simple("log", [p], np.log(p))
for left, right in [((3, 5), (3, 5)), ((3, 5), (5,)), ((3, 1), (4,)), ((2, 1, 4), (3, 1)), ((), (2, 3)),
                    ((1, 1), (1,)), ((0, 3), (1, 3)), ((2, 3, 4), (2, 1, 1))]:
    a, b = data(*left), data(*right)
    for name, function in [("add", np.add), ("sub", np.subtract), ("mul", np.multiply), ("div", np.divide)]:
        simple(name, [a, b], function(a, b))
    m, n = whole(*left), whole(*right)
    for predicate, function in [("eq", np.equal), ("ne", np.not_equal), ("lt", np.less), ("le", np.less_equal),
                                ("gt", np.greater), ("ge", np.greater_equal)]:
        add(f"novi.compare {predicate}, {{0}}, {{1}} : {{in}} -> {{out}}", [m, n], function(m, n))
    condition = m > 0
    simple("select", [condition, a, b], np.where(condition, a, b))

# Products.
for n, k, m in [(1, 1, 1), (2, 3, 4), (4, 3, 2), (1, 3, 2), (5, 1, 7), (9, 16, 15), (17, 31, 3), (33, 5, 2), (63, 65, 3),
                (2, 129, 2), (3, 0, 4), (0, 3, 4), (6, 20, 64)]:
    a, b = data(n, k), data(k, m)
    simple("matmul", [a, b], a @ b)
    simple("matmul", [a.T.copy(), b], a @ b, " {{transpose_a}}")
    simple("matmul", [a, b.T.copy()], a @ b, " {{transpose_b}}")
    simple("matmul", [a.T.copy(), b.T.copy()], a @ b, " {{transpose_a, transpose_b}}")
for left, right in [((3,), (3,)), ((3,), (3, 4)), ((2, 3), (3,)), ((3,), (2, 3, 4)), ((2, 4, 3), (3,)),
                    ((2, 3, 4), (4, 5)), ((3, 4), (2, 4, 5)), ((2, 1, 3, 4), (1, 3, 4, 2)), ((2, 1, 3, 4), (3, 4, 2)),
                    ((2, 3, 4), (2, 4, 5)), ((0, 3, 4), (4, 5)), ((1, 0, 32), (32, 8))]:
    a, b = data(*left), data(*right)
    simple("matmul", [a, b], a @ b)
for equation, left, right in [("ij,jk->ik", (2, 3), (3, 4)), ("ij,jk->ki", (2, 3), (3, 4)), ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)),
                              ("i,j->ij", (3,), (4,)), ("i,i->", (5,), (5,)), ("abc,adbc->abd", (2, 3, 4), (2, 5, 3, 4)),
                              ("ij,k->k", (2, 3), (4,)), ("ij,ij->j", (2, 3), (2, 3)), (",ij->ji", (), (2, 3)),
                              ("aZ,Zb->ba", (2, 0), (0, 3)), ("bqhd,bkhd->bhqk", (2, 3, 2, 4), (2, 5, 2, 4))]:
    a, b = data(*left), data(*right)
    add(f'novi.contract "{equation}" {{0}}, {{1}} : {{in}} -> {{out}}', [a, b], np.einsum(equation, a, b))

# Reductions and softmax.
for shape, axes in [((3, 5), [0]), ((3, 5), [-1]), ((3, 5), [0, 1]), ((2, 3, 4), [1]), ((2, 3, 4), [2, 0]), ((4,), []),
                    ((), []), ((1, 6), [0]), ((0, 3), [1])]:
    x = data(*shape)
    for keepdims in (False, True):
        keyword = " keepdims" if keepdims else ""
        simple("reduce_sum", [x], x.sum(axis=tuple(axes), keepdims=keepdims), f" axes = {axes}{keyword}")
        simple("reduce_max", [x], x.max(axis=tuple(axes), keepdims=keepdims), f" axes = {axes}{keyword}")
for axis in (0, 1):
    x = data(0, 3) if axis == 0 else data(3, 0)
    simple("reduce_sum", [x], x.sum(axis=axis), f" axes = [{axis}]")
for shape, axis in [((3, 5), 0), ((3, 5), 1), ((3, 5), -1), ((2, 3, 4), -2), ((7,), 0), ((1, 6), 0), ((0, 3), 1), ((6, 20), 1)]:
    x = 10 * data(*shape)
    simple("softmax", [x], np.exp(log_softmax(x, axis)), f" axis = {axis}")
    simple("log_softmax", [x], log_softmax(x, axis), f" axis = {axis}")
    centred = x - x.sum(axis, keepdims=True) / x.shape[axis] if x.shape[axis] else x
    variance = (centred ** 2).sum(axis, keepdims=True) / max(x.shape[axis], 1)
    simple("layer_norm", [x], centred / np.sqrt(variance + 1e-3), f" axis = {axis} epsilon = 1.0e-03")

# Losses.
for shape in [(4, 5), (3,), (2, 3, 4), (1, 7), (6, 20)]:
    p, t, s = probabilities(*shape), probabilities(*shape), 5 * data(*shape)
    for rows, reduction in [("all", "none"), ("all", "sum"), ("all", "mean"), ("first", "sum"), ("first", "mean")]:
        losses = -(t * np.log(p + 1e-8)).sum(axis=-1)
        simple("cross_entropy_loss", [p, t], reduced(losses, rows, reduction),
               f" rows = {rows} epsilon = 1.0e-08 reduction = {reduction}")
        losses = -(t * log_softmax(s, -1)).sum(axis=-1)
        simple("softmax_cross_entropy_loss", [s, t], reduced(losses, rows, reduction),
               f" rows = {rows} reduction = {reduction}")

# Shapes.
for shapes, axis in [([(2, 3), (2, 1), (2, 4)], 1), ([(1, 3), (2, 3)], -2), ([(4,)], 0), ([(2, 0, 3), (2, 2, 3)], 1), ([(3, 2)] * 4, -1)]:
    inputs = [data(*shape) for shape in shapes]
    simple("concat", inputs, np.concatenate(inputs, axis), f" axis = {axis}")
for shape, offsets, sizes, strides in [((5,), [1], [3], [1]), ((6, 7), [2, 1], [3, 3], [1, 2]), ((4, 6), [0, 0], [4, 6], [1, 1]),
                                       ((4, 6), [3, 5], [1, 1], [2, 9]), ((3, 4, 5), [1, 0, 2], [2, 0, 3], [1, 1, 1]), ((), [], [], [])]:
    x = data(*shape)
    part = tuple(slice(o, o + n * s if n else o, s) for o, n, s in zip(offsets, sizes, strides))
    simple("slice", [x], x[part], f"{offsets} {sizes} {strides}")
    source, whole_one = data(*sizes), x.copy()
    whole_one[part] = source
    add(f"novi.insert_slice {{0}} into {{1}}{offsets} {strides} : {{in}} -> {{out}}", [source, x], whole_one)
for shape, permutation in [((3, 5), [1, 0]), ((2, 3, 4), [2, 0, 1]), ((2, 3, 4), [0, 2, 1]), ((4,), [0]), ((), []), ((0, 3), [1, 0])]:
    x = data(*shape)
    simple("transpose", [x], x.transpose(permutation), f" permutation = {permutation}")
for shape, result in [((3, 4), (2, 6)), ((2, 3, 4), (24,)), ((6,), (1, 6, 1)), ((1, 1), ()), ((), (1,)), ((0, 3), (5, 0))]:
    x = data(*shape)
    add("novi.reshape {0}{sizes} : {in0} to {out}", [x], x.reshape(result))
for shape, result in [((3, 1), (3, 4)), ((4,), (2, 3, 4)), ((), (2, 2)), ((2, 1, 1), (2, 3, 4)), ((1,), (0,)), ((3, 5), (3, 5))]:
    x = data(*shape)
    add("novi.broadcast {0}{sizes} : {in0} to {out}", [x], np.broadcast_to(x, result))

# Constants.
for shape in [(), (3,), (2, 0, 4)]:
    add("novi.zero{sizes} : {out}", [], np.zeros(shape))
for n, m in [(3, 3), (2, 4), (4, 2), (0, 2)]:
    add("novi.eye{sizes} : {out}", [], np.eye(n, m))
add("novi.cast {0} : {in0} to {out}", [np.array([[True, False]])], np.array([[1.0, 0.0]]))


def type_of(array, is_static):
    """A size of 1 stays known: it may be repeated."""
    sizes = "".join(f"{n}x" if is_static or n == 1 else "?x" for n in array.shape)
    return f"tensor<{sizes}{'i1' if array.dtype == bool else 'f64'}>"


def write_function(os, name, is_static):
    arguments = [f"%c{i}_{j}: {type_of(x, is_static)} {{novi.name = \"c{i}_{j}\"}}"
                 for i, (_, inputs, _) in enumerate(cases) for j, x in enumerate(inputs)]
    results = [f"{type_of(answer, is_static)} {{novi.name = \"c{i}\"}}" for i, (_, _, answer) in enumerate(cases)]
    print(f"func.func @{name}(\n    " + ",\n    ".join(arguments), file=os)
    print("    ) -> (\n    " + ",\n    ".join(results) + ") {", file=os)
    for size in sorted({n for _, _, answer in cases for n in answer.shape}):
        print(f"  %size{size} = arith.constant {size} : index", file=os)
    for i, (op, inputs, answer) in enumerate(cases):
        types = [type_of(x, is_static) for x in inputs]
        unknown = [f"%size{n}" for n in answer.shape if not is_static and n != 1]
        text = op.format(*(f"%c{i}_{j}" for j in range(len(inputs))),
                         **{"in": f"({', '.join(types)})", "in0": types[0] if types else "", "out": type_of(answer, is_static)},
                         sizes="" if not unknown else
                         f"({', '.join(unknown)})" if not inputs else f" sizes({', '.join(unknown)})")
        print(f"  %c{i} = {text}", file=os)
    print("  return " + ",\n    ".join(f"%c{i}" for i in range(len(cases))), file=os)
    print("    : " + ",\n      ".join(type_of(answer, is_static) for _, _, answer in cases) + "\n}", file=os)


OUT.mkdir(exist_ok=True)
with open(OUT / "numpy.mlir", "w", encoding="utf-8") as os:
    print("// Written by generate.py; see there.", file=os)
    for name in ("static", "dynamic"):
        print(file=os)
        write_function(os, name, name == "static")
np.savez_compressed(OUT / "numpy.inputs.npz", **{f"c{i}_{j}": x for i, (_, inputs, _) in enumerate(cases) for j, x in enumerate(inputs)})
np.savez_compressed(OUT / "numpy.expected.npz", **{f"c{i}": np.ascontiguousarray(answer).reshape(answer.shape) for i, (_, _, answer) in enumerate(cases)})
print(f"{len(cases)} cases")
