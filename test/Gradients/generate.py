"""Writes the tests of gradient values: programs, what they are fed, what they give.

    python generate.py GROUP FOLDER   # step.mlir, in.npz and expected.npz of a group
    python generate.py --update       # computes expected.npz, next to this file, anew

A case is an op f of inputs x..., written twice: as text of a program and as a
NumPy function that knows nothing of Novi. Its loss is L = sum(f(x...) * w) with a
random w, so that the upstream gradient is never 1; the loss of a group is the sum
over its cases, which share no input. The gradient of w is f(x...) itself.

The expected gradients come from the NumPy functions in extended precision: the
derivative along each element by a complex step, which has no cancellation; second
derivatives by central differences of those, with Richardson's extrapolation. Not
every machine has that precision, so they are kept.
"""

import argparse
import pathlib
import zlib

import numpy as np

REAL, COMPLEX = np.longdouble, np.clongdouble


# ------------------------------------------------------------------------------
# The ops, on complex numbers whose imaginary part is a step
# ------------------------------------------------------------------------------


def where_positive(x, a, b):
    return np.where(x.real > 0, a, b)


def reduce_max(x, axes, keepdims=False):
    axes = tuple(a % x.ndim for a in axes)
    kept = [a for a in range(x.ndim) if a not in axes]
    rows = x.transpose(kept + list(axes)).reshape([x.shape[a] for a in kept] + [-1])
    largest = np.take_along_axis(rows, rows.real.argmax(-1)[..., None], -1)[..., 0]
    return largest.reshape([1 if a in axes else n for a, n in enumerate(x.shape)]) if keepdims else largest


def log_softmax(x, axis):
    if x.ndim == 0:
        return log_softmax(x[None], 0)[0]
    shifted = x - x.real.max(axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis, keepdims=True))


def softmax(x, axis):
    return np.exp(log_softmax(x, axis))


def layer_norm(x, axis, epsilon):
    if x.ndim == 0:
        return layer_norm(x[None], 0, epsilon)[0]
    centred = x - x.mean(axis, keepdims=True)
    return centred / np.sqrt((centred * centred).mean(axis, keepdims=True) + epsilon)


def cross_entropy(log_q, p, rows, reduction):
    losses = -(p * log_q).sum(-1)
    if rows == "first":
        return losses.reshape(-1)[0]
    return {"none": losses, "sum": losses.sum(), "mean": losses.mean()}[reduction]


def insert(source, dest, place):
    result = dest.copy()
    result[place] = source
    return result


# ------------------------------------------------------------------------------
# Programs
# ------------------------------------------------------------------------------


class Tensor:
    """An SSA value in the text of a case: `{x}` is its name, `{x.t}` its type."""

    def __init__(self, name, shape, is_dynamic):
        self.name, self.shape, self.is_dynamic = name, shape, is_dynamic

    def __str__(self):
        return "%" + self.name

    def __format__(self, spec):
        return str(self)

    @property
    def t(self):
        # A size of 1 stays static: only that is repeated.
        sizes = ["?" if self.is_dynamic and n != 1 else str(n) for n in self.shape]
        return f"tensor<{'x'.join([*sizes, 'f64'])}>"


class Group:
    """The program of a group of cases, and what it is fed. With `second` the loss has
    an argument s too, along which all inputs move, and what is expected are the
    gradients of the slope along s."""

    def __init__(self, second, with_expected):
        self.second, self.with_expected = second, with_expected
        self.signature, self.body, self.losses = [], [], []
        self.inputs, self.expected = {}, {"loss": REAL(0)}
        if second:
            self.signature.append('%s: tensor<f64> {novi.name = "s"}')
            self.inputs["s"] = np.zeros(())
            self.expected["s.gradient"] = REAL(0)

    def random(self, name, shape, kind="any"):
        rng = np.random.default_rng(zlib.crc32(name.encode()))
        # Never on an edge of relu or clip, whose bounds have one decimal.
        values = np.round(rng.standard_normal(shape), 3) + 0.0004
        if kind == "positive":
            values = np.abs(values) + 0.25
        if kind == "probabilities":
            values = np.exp(values) / np.exp(values).sum(-1, keepdims=True)
        return values

    def add_input(self, name, shape, is_dynamic, kind="any", role=""):
        tensor = Tensor(name.replace(".", "_"), shape, is_dynamic)
        self.signature.append(f'{tensor}: {tensor.t} {{novi.name = "{name}"{role}}}')
        self.inputs[name] = self.random(name, shape, kind)
        return tensor

    def case(self, name, inputs, text, function, dynamic=True):
        """An op of `inputs`, a dictionary from name to shape or (shape, kind). `text`
        is that of the op, or several lines of which the last has no result name; what
        has no type gets one of operands and result. With `dynamic` also one with
        dynamic sizes."""
        self.add_case(name, inputs, text, function, False)
        if dynamic:
            self.add_case(name + "_dynamic", inputs, text, function, True)

    def add_case(self, name, inputs, text, function, is_dynamic):
        tensors, data = {}, {}
        role = ', novi.role = "parameter"' if self.second else ""
        self.body.append(f"\n  // {name}")
        for x, shape in inputs.items():
            shape, kind = shape if shape and isinstance(shape[-1], str) else (shape, "any")
            tensors[x] = self.add_input(f"{name}.{x}", shape, is_dynamic, kind, role)
            data[x] = self.inputs[f"{name}.{x}"].astype(REAL)
        shape = np.shape(function(**{x: a.astype(COMPLEX) for x, a in data.items()}))
        w = self.add_input(f"{name}.w", shape, is_dynamic)
        weight = self.inputs[f"{name}.w"].astype(REAL)

        directions = {}
        if self.second:
            # Each x is at x + s v with s = 0: dL/ds is the slope along v.
            for x, tensor in list(tensors.items()):
                v = self.add_input(f"{name}.{x}.v", tensor.shape, is_dynamic)
                directions[x] = self.inputs[f"{name}.{x}.v"].astype(REAL)
                step, moved = (Tensor(f"{name}_{x}_{n}", tensor.shape, is_dynamic) for n in ("step", "moved"))
                self.body.append(f"  {step} = novi.mul {v}, %s : ({v.t}, tensor<f64>) -> {step.t}")
                self.body.append(f"  {moved} = novi.add {tensor}, {step} : ({tensor.t}, {step.t}) -> {moved.t}")
                tensors[x] = moved

        result = Tensor(f"{name}_y", shape, is_dynamic)
        sizes = []
        if is_dynamic:
            for axis, size in enumerate(shape):
                if size != 1 and "{sizes}" in text:
                    sizes.append(f"%{name}_n{axis}")
                    self.body.append(f"  {sizes[-1]} = tensor.dim {w}, %c{axis} : {w.t}")
        for line in text.split("\n"):
            if " : " not in line:
                operands = ", ".join(t.t for x, t in tensors.items() if f"{{{x}}}" in line)
                line += f" : ({operands}) -> {{y.t}}"
            if line.startswith("%"):
                line = "  " + line
            else:
                line = f"  {{y}} = novi.{line}"
            if not sizes:
                line = line.replace(" sizes({sizes})", "")
            self.body.append(line.format(y=result, id=name, sizes=", ".join(sizes), **tensors))
        axes = ", ".join(map(str, range(len(shape))))
        weighted, loss = Tensor(f"{name}_weighted", shape, is_dynamic), Tensor(f"{name}_loss", (), False)
        self.body.append(f"  {weighted} = novi.mul {result}, {w} : ({result.t}, {w.t}) -> {weighted.t}")
        self.body.append(f"  {loss} = novi.reduce_sum {weighted} axes = [{axes}] : ({weighted.t}) -> tensor<f64>")
        self.losses.append(loss)

        if not self.with_expected:
            return

        def value(point):
            return (function(**point) * weight).sum()

        y = function(**{x: a.astype(COMPLEX) for x, a in data.items()}).real
        self.expected["loss"] += (y * weight).sum()
        gradient = complex_step(value, data)
        if self.second:
            self.expected["s.gradient"] += sum((gradient[x] * directions[x]).sum() for x in data)
            gradient = differentiate_along(lambda point: complex_step(value, point), data, directions)
        else:
            self.expected[f"{name}.w.gradient"] = y
        for x in data:
            self.expected[f"{name}.{x}.gradient"] = gradient[x]

    def program(self):
        sums = [self.losses[0]]
        adds = []
        for number, loss in enumerate(self.losses[1:]):
            total = Tensor(f"total{number}", (), False)
            adds.append(f"  {total} = novi.add {sums[-1]}, {loss} : (tensor<f64>, tensor<f64>) -> tensor<f64>")
            sums.append(total)
        constants = [f"  %c{axis} = arith.constant {axis} : index" for axis in range(4)]
        signature = ",\n    ".join(self.signature)
        return "\n".join([f"func.func @step(\n    {signature})",
                          '    -> (tensor<f64> {novi.name = "loss", novi.role = "loss"}) {',
                          *constants, *self.body, "", *adds, f"  return {sums[-1]} : tensor<f64>", "}", ""])


def complex_step(value, point):
    """The gradient of `value` by each array of `point`."""
    step = REAL("1e-2000")
    gradient = {}
    for x, array in point.items():
        gradient[x] = np.zeros(array.shape, REAL)
        for index in np.ndindex(array.shape):
            moved = {k: np.array(a, COMPLEX) for k, a in point.items()}
            moved[x][index] += 1j * step
            gradient[x][index] = value(moved).imag / step
    return gradient


def differentiate_along(gradient, point, directions):
    def difference(step):
        ahead, behind = (gradient({x: a + sign * step * directions[x] for x, a in point.items()}) for sign in (1, -1))
        return {x: (ahead[x] - behind[x]) / (2 * step) for x in point}

    coarse, fine = difference(REAL("2e-5")), difference(REAL("1e-5"))
    return {x: (4 * fine[x] - coarse[x]) / 3 for x in point}


# ------------------------------------------------------------------------------
# The cases
# ------------------------------------------------------------------------------

BINARY = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "div": lambda a, b: a / b}
PAIRS = [((3, 4), (3, 4)), ((3, 4), (1, 4)), ((3, 4), (4,)), ((2, 3, 4), (3, 1)), ((1, 4), (2, 3, 4)),
         ((2, 3, 4), (1, 1, 4)), ((3, 1), (1, 4)), ((2, 1, 4), (3, 1)), ((3, 4), ()), ((), (2, 3)), ((0, 3), (3,))]


def name_of(shape):
    return "x".join(map(str, shape)) or "scalar"


def elementwise(f):
    x = {"x": (3, 4)}
    f.case("neg", x, "neg {x}", lambda x: -x)
    f.case("relu", x, "relu {x}", lambda x: where_positive(x, x, 0))
    f.case("exp", x, "exp {x}", lambda x: np.exp(x))
    f.case("log", {"x": ((3, 4), "positive")}, "log {x}", lambda x: np.log(x))
    f.case("scale", x, "scale {x} by -0.75", lambda x: -0.75 * x)
    f.case("clip", {"x": (5, 4)}, "clip {x} min -0.5 max 0.4",
           lambda x: np.where(x.real < -0.5, -0.5, np.where(x.real > 0.4, 0.4, x)))
    f.case("clip_above", {"x": (5, 4)}, "clip {x} min 0xFFF0000000000000 max 0.4",
           lambda x: np.where(x.real > 0.4, 0.4, x))
    f.case("clip_below", {"x": (5, 4)}, "clip {x} min -0.5 max 0x7FF0000000000000",
           lambda x: np.where(x.real < -0.5, -0.5, x))
    for op, function in BINARY.items():
        for a, b in PAIRS:
            f.case(f"{op}_{name_of(a)}_{name_of(b)}", {"a": a, "b": (b, "positive") if op == "div" else b},
                   f"{op} {{a}}, {{b}}", function)
    f.case("square", x, "mul {x}, {x} : ({x.t}, {x.t}) -> {y.t}", lambda x: x * x)
    f.case("twice", x, "add {x}, {x} : ({x.t}, {x.t}) -> {y.t}", lambda x: x + x)
    for c, a, b in [((3, 4), (3, 4), (3, 4)), ((3, 1), (4,), ()), ((2, 3, 4), (3, 1), (1, 4)), ((), (3, 4), (4,))]:
        mask = Tensor("", c, True).t.replace("f64", "i1"), Tensor("", c, False).t.replace("f64", "i1")
        for is_dynamic, m in ((False, mask[1]), (True, mask[0])):
            f.add_case(f"select_{name_of(c)}_{name_of(a)}_{name_of(b)}" + is_dynamic * "_dynamic",
                       {"c": c, "a": a, "b": b},
                       "%{id}_zero = novi.zero : tensor<f64>\n"
                       f"%{{id}}_m = novi.compare gt, {{c}}, %{{id}}_zero : ({{c.t}}, tensor<f64>) -> {m}\n"
                       f"select %{{id}}_m, {{a}}, {{b}} : ({m}, {{a.t}}, {{b.t}}) -> {{y.t}}",
                       lambda c, a, b: where_positive(c, a, b), is_dynamic)
    # A result type that is less precise than what is inferred.
    f.case("vague", {"a": (3, 4), "b": (1, 4)}, "%{id}_v = novi.mul {a}, {b} : ({a.t}, {b.t}) -> tensor<?x?xf64>\n"
           "%{id}_c = tensor.cast %{id}_v : tensor<?x?xf64> to {y.t}\n"
           "add %{id}_c, {b} : ({y.t}, {b.t}) -> {y.t}", lambda a, b: a * b + b)


def products(f):
    def matmul(name, a, b, flags=""):
        def function(a, b):
            a = a.swapaxes(-1, -2) if "a" in flags else a
            b = b.swapaxes(-1, -2) if "b" in flags else b
            return a @ b
        attributes = ", ".join("transpose_" + flag for flag in flags)
        f.case(f"matmul_{name}{'_t' + flags if flags else ''}", {"a": a, "b": b},
               "matmul {a}, {b}" + (f" {{{{{attributes}}}}}" if flags else ""), function)

    def flip(shape, flags, flag):
        return (*shape[:-2], shape[-1], shape[-2]) if flag in flags else shape

    for name, a, b in [("plain", (3, 4), (4, 2)), ("batch", (2, 3, 4), (2, 4, 5)), ("shared_b", (2, 3, 4), (4, 5)),
                       ("shared_a", (3, 4), (2, 4, 5))]:
        for flags in ("", "a", "b", "ab"):
            matmul(name, flip(a, flags, "a"), flip(b, flags, "b"), flags)
    for name, a, b in [("one_a", (1, 3, 4), (2, 4, 5)), ("one_b", (2, 3, 4), (1, 4, 5)), ("ones", (1, 3, 4), (1, 4, 5)),
                       ("both", (2, 1, 3, 4), (1, 5, 4, 2)), ("both_ranks", (3, 1, 3, 4), (2, 4, 2)),
                       ("two_shared", (2, 3, 3, 4), (4, 2)), ("vector_a", (4,), (4, 3)), ("vector_b", (3, 4), (4,)),
                       ("vectors", (4,), (4,)), ("vector_a_batch", (4,), (2, 4, 3)), ("vector_b_batch", (2, 3, 4), (4,)),
                       ("empty_k", (2, 0), (0, 3)), ("empty_n", (0, 4), (4, 3)), ("empty_batch", (0, 3, 4), (4, 2))]:
        matmul(name, a, b)
    matmul("vector_a", (4,), (3, 4), "b")
    matmul("vector_b", (4, 3), (4,), "a")
    matmul("one_a", (1, 4, 3), (2, 5, 4), "ab")
    matmul("vector_b_batch", (2, 4, 3), (4,), "a")
    f.case("gram", {"x": (3, 4)}, "matmul {x}, {x} {{transpose_b}} : ({x.t}, {x.t}) -> {y.t}", lambda x: x @ x.T)
    for equation, a, b in [("ij,jk->ik", (3, 4), (4, 2)), ("ij,kj->ki", (3, 4), (2, 4)), ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)),
                           ("bij,bjk->ik", (2, 3, 4), (2, 4, 5)), ("i,j->ij", (3,), (4,)), ("ij,j->i", (3, 4), (4,)),
                           ("ij,kl->ik", (3, 4), (2, 5)), ("ijk,k->i", (3, 2, 4), (4,)), ("i,j->", (3,), (4,)),
                           ("ij,ij->", (3, 4), (3, 4)), ("ij,ij->ij", (3, 4), (3, 4)), ("ab,cd->dbca", (2, 3), (4, 5)),
                           ("abc,adbc->abd", (1, 2, 3), (1, 4, 2, 3)), (",i->i", (), (3,)), ("Ab,bA->A", (3, 4), (4, 3))]:
        f.case("contract_" + equation.replace(",", "_").replace("->", "_to_"), {"a": a, "b": b},
               f'contract "{equation}" {{a}}, {{b}}', lambda a, b, e=equation: np.einsum(e, a, b))


def reductions(f):
    for axes in ([0], [1], [-1], [0, 2], [1, 2], [-3, 1], [0, 1, 2], []):
        for keepdims in (False, True):
            name = "_".join(str(a % 3) for a in axes) + "_last" * (axes == [-1]) + "_kept" * keepdims
            text = f"axes = {axes}" + " keepdims" * keepdims
            f.case(f"sum_{name}", {"x": (2, 3, 4)}, "reduce_sum {x} " + text,
                   lambda x, a=tuple(axes), k=keepdims: x.sum(a, keepdims=k))
            f.case(f"max_{name}", {"x": (2, 3, 4)}, "reduce_max {x} " + text,
                   lambda x, a=tuple(axes), k=keepdims: reduce_max(x, a, k))
    f.case("sum_empty", {"x": (2, 0, 4)}, "reduce_sum {x} axes = [1]", lambda x: x.sum(1))
    for name, function in (("softmax", softmax), ("log_softmax", log_softmax)):
        for axis in (0, 1, 2, -1):
            f.case(f"{name}_{axis}".replace("-", "minus_"), {"x": (2, 3, 4)}, f"{name} {{x}} axis = {axis}",
                   lambda x, a=axis, g=function: g(x, a))
        f.case(f"{name}_vector", {"x": (5,)}, f"{name} {{x}} axis = 0", lambda x, g=function: g(x, 0))
        f.case(f"{name}_scalar", {"x": ()}, f"{name} {{x}} axis = -1", lambda x, g=function: g(x, -1))
    for axis in (0, 1, 2, -1):
        f.case(f"layer_norm_{axis}".replace("-", "minus_"), {"x": (2, 3, 4)},
               f"layer_norm {{x}} axis = {axis} epsilon = 0.01", lambda x, a=axis: layer_norm(x, a, 0.01))
    f.case("layer_norm_vector", {"x": (5,)}, "layer_norm {x} axis = 0 epsilon = 0.0",
           lambda x: layer_norm(x, 0, 0))
    f.case("layer_norm_scalar", {"x": ()}, "layer_norm {x} axis = -1 epsilon = 0.5",
           lambda x: layer_norm(x, -1, 0.5))


def shapes(f):
    f.case("concat_1", {"a": (3, 1), "b": (3, 4), "c": (3, 2)}, "concat {a}, {b}, {c} axis = 1",
           lambda a, b, c: np.concatenate([a, b, c], 1))
    f.case("concat_0", {"a": (3, 4), "b": (2, 4)}, "concat {a}, {b} axis = 0", lambda a, b: np.concatenate([a, b]))
    f.case("concat_last", {"a": (2, 3, 2), "b": (2, 3, 0), "c": (2, 3, 3)}, "concat {a}, {b}, {c} axis = -1",
           lambda a, b, c: np.concatenate([a, b, c], -1))
    f.case("concat_twice", {"a": (2, 3), "b": (2, 2)}, "concat {a}, {b}, {a} axis = 1 : ({a.t}, {b.t}, {a.t}) -> {y.t}",
           lambda a, b: np.concatenate([a, b, a], 1))
    f.case("slice", {"x": (5, 7)}, "slice {x}[1, 2] [3, 4] [1, 1] : ({x.t}) -> tensor<3x4xf64>",
           lambda x: x[1:4, 2:6], dynamic=False)
    f.case("slice_strides", {"x": (5, 9)}, "slice {x}[1, 0] [2, 3] [3, 4] : ({x.t}) -> tensor<2x3xf64>",
           lambda x: x[1::3, ::4], dynamic=False)
    f.add_case("slice_dynamic", {"x": (5, 9)},
               "slice {x}[%c1, 0] [{sizes}] [3, 4] : ({x.t}, index, index, index) -> {y.t}", lambda x: x[1::3, ::4], True)
    f.add_case("slice_offset", {"x": (4, 6)}, "slice {x}[%c2, %c3] [2, 2] [1, 2] : ({x.t}, index, index) -> tensor<2x2xf64>",
               lambda x: x[2:, 3::2], False)
    f.case("insert", {"a": (3, 4), "b": (5, 7)}, "insert_slice {a} into {b}[1, 2] [1, 1]",
           lambda a, b: insert(a, b, np.s_[1:4, 2:6]))
    f.case("insert_strides", {"a": (2, 3), "b": (5, 9)}, "insert_slice {a} into {b}[%c1, 0] [3, 4] : ({a.t}, {b.t}, index) -> {y.t}",
           lambda a, b: insert(a, b, np.s_[1::3, ::4]))
    for a, b in [((4, 6), (2, 3, 4)), ((2, 3, 4), (24,)), ((1,), ()), ((), (1, 1)), ((0, 3), (3, 0, 2))]:
        f.case(f"reshape_{name_of(a)}_{name_of(b)}", {"x": a}, "reshape {x} sizes({sizes}) : {x.t} to {y.t}",
               lambda x, s=b: x.reshape(s))
    for a, b in [((4,), (3, 4)), ((3, 1), (2, 3, 4)), ((), (2, 3)), ((1, 1), (2, 3)), ((2, 1, 4), (2, 3, 4)), ((3, 4), (3, 4))]:
        f.case(f"broadcast_{name_of(a)}_{name_of(b)}", {"x": a}, "broadcast {x} sizes({sizes}) : {x.t} to {y.t}",
               lambda x, s=b: np.broadcast_to(x, s))
    for axes, shape in (([2, 0, 1], (2, 3, 4)), ([1, 0], (3, 4)), ([3, 1, 0, 2], (2, 3, 4, 5)), ([], ())):
        f.case("transpose_" + "".join(map(str, axes)), {"x": shape}, f"transpose {{x}} permutation = {axes}",
               lambda x, a=axes: x.transpose(a))


def losses(f):
    for shape in ((5, 4), (2, 3, 4), (4,)):
        for rows, reduction in (("all", "none"), ("all", "sum"), ("all", "mean"), ("first", "sum"), ("first", "mean")):
            for epsilon in (0, 0.05):
                f.case(f"ce_{name_of(shape)}_{rows}_{reduction}{'_epsilon' if epsilon else ''}",
                       {"q": (shape, "probabilities"), "p": (shape, "positive")},
                       f"cross_entropy_loss {{q}}, {{p}} rows = {rows} epsilon = {epsilon:.2e} reduction = {reduction}",
                       lambda q, p, e=epsilon, r=rows, n=reduction: cross_entropy(np.log(q + e), p, r, n))
            f.case(f"sce_{name_of(shape)}_{rows}_{reduction}", {"x": shape, "p": (shape, "positive")},
                   f"softmax_cross_entropy_loss {{x}}, {{p}} rows = {rows} reduction = {reduction}",
                   lambda x, p, r=rows, n=reduction: cross_entropy(log_softmax(x, -1), p, r, n))


def second(f):
    x = {"x": (3, 4)}
    f.case("exp", x, "exp {x}", lambda x: np.exp(x))
    f.case("log", {"x": ((3, 4), "positive")}, "log {x}", lambda x: np.log(x))
    f.case("mul", {"a": (3, 4), "b": (1, 4)}, "mul {a}, {b}", lambda a, b: a * b)
    f.case("div", {"a": (3, 4), "b": ((4,), "positive")}, "div {a}, {b}", lambda a, b: a / b)
    f.case("cube", x, "%{id}_s = novi.mul {x}, {x} : ({x.t}, {x.t}) -> {x.t}\n"
           "mul %{id}_s, {x} : ({x.t}, {x.t}) -> {y.t}", lambda x: x * x * x)
    f.case("relu_square", x, "%{id}_r = novi.relu {x} : ({x.t}) -> {x.t}\n"
           "mul %{id}_r, %{id}_r : ({x.t}, {x.t}) -> {y.t}", lambda x: where_positive(x, x * x, 0))
    f.case("clip_square", x, "%{id}_r = novi.clip {x} min -0.5 max 0.4 : ({x.t}) -> {x.t}\n"
           "mul %{id}_r, {x} : ({x.t}, {x.t}) -> {y.t}",
           lambda x: x * np.where(x.real < -0.5, -0.5, np.where(x.real > 0.4, 0.4, x)))
    f.case("softmax", {"x": (2, 3, 4)}, "softmax {x} axis = 1", lambda x: softmax(x, 1))
    f.case("log_softmax", x, "log_softmax {x} axis = -1", lambda x: log_softmax(x, -1))
    f.case("layer_norm", x, "layer_norm {x} axis = -1 epsilon = 0.1", lambda x: layer_norm(x, -1, 0.1))
    f.case("max_square", x, "%{id}_s = novi.mul {x}, {x} : ({x.t}, {x.t}) -> {x.t}\n"
           "reduce_max %{id}_s axes = [1] : ({x.t}) -> {y.t}", lambda x: reduce_max(x * x, [1]))
    f.case("matmul", {"a": (2, 3, 4), "b": (5, 4)}, "matmul {a}, {b} {{transpose_b}}", lambda a, b: a @ b.T)
    f.case("gram", x, "matmul {x}, {x} {{transpose_a}} : ({x.t}, {x.t}) -> {y.t}", lambda x: x.T @ x)
    f.case("contract", {"a": (3, 2, 4), "b": (4, 5)}, 'contract "ijk,kl->il" {a}, {b}',
           lambda a, b: np.einsum("ijk,kl->il", a, b))
    f.case("concat_square", {"a": (3, 1), "b": (3, 2)},
           "%{id}_p = novi.mul {a}, {b} : ({a.t}, {b.t}) -> {b.t}\n"
           "concat %{id}_p, {a} axis = 1 : ({b.t}, {a.t}) -> {y.t}", lambda a, b: np.concatenate([a * b, a], 1))
    f.case("ce", {"q": ((3, 4), "probabilities"), "p": ((3, 4), "positive")},
           "cross_entropy_loss {q}, {p} rows = all epsilon = 5.0e-02 reduction = mean",
           lambda q, p: cross_entropy(np.log(q + 0.05), p, "all", "mean"))
    f.case("sce", {"x": (3, 4), "p": ((3, 4), "positive")}, "softmax_cross_entropy_loss {x}, {p} rows = all reduction = none",
           lambda x, p: cross_entropy(log_softmax(x, -1), p, "all", "none"))
    f.case("sce_first", {"x": (3, 4), "p": ((3, 4), "positive")},
           "softmax_cross_entropy_loss {x}, {p} rows = first reduction = mean",
           lambda x, p: cross_entropy(log_softmax(x, -1), p, "first", "mean"))


GROUPS = {make.__name__: make for make in (elementwise, losses, products, reductions, shapes, second)}


def update(file):
    """Keeps the expected arrays of a group as one, with a table of names and shapes."""
    arrays = {}
    for name, make in GROUPS.items():
        group = Group(make is second, with_expected=True)
        make(group)
        arrays[name + " names"] = np.array(list(group.expected))
        arrays[name + " shapes"] = np.array([" ".join(map(str, np.shape(a))) for a in group.expected.values()])
        arrays[name + " values"] = np.concatenate([np.ravel(a) for a in group.expected.values()]).astype(np.float64)
    np.savez_compressed(file, **arrays)


def load(file, group):
    with np.load(file) as arrays:
        names, shapes, values = (arrays[f"{group} {what}"] for what in ("names", "shapes", "values"))
    expected, position = {}, 0
    for name, shape in zip(names, shapes):
        shape = tuple(map(int, shape.split()))
        size = int(np.prod(shape))
        expected[str(name)] = values[position:position + size].reshape(shape)
        position += size
    return expected


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("group", nargs="?", choices=GROUPS)
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    options = parser.parse_args()
    file = pathlib.Path(__file__).with_name("expected.npz")
    if options.update:
        return update(file)
    group = Group(GROUPS[options.group] is second, with_expected=False)
    GROUPS[options.group](group)
    options.folder.mkdir(parents=True, exist_ok=True)
    (options.folder / "step.mlir").write_text(group.program())
    np.savez(options.folder / "in.npz", **group.inputs)
    np.savez(options.folder / "expected.npz", **load(file, options.group))


if __name__ == "__main__":
    main()
