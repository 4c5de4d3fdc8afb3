"""Random programs of novi ops, with what they are fed: a program is valid by
construction, so every backend must run it and agree with the interpreter.

    python generate.py --seed 7 OUTPUT      # OUTPUT.mlir, OUTPUT.npz, OUTPUT.json

Shapes have sizes 0 and 1 and axes that the types leave dynamic; values are used
several times; some inputs hold NaN, infinities and -0.0. This file has its own
rules for shapes: it checks the compiler's. OUTPUT.json has, for each result, the
largest error that rounding explains: a multiple of the element type's epsilon
times the largest magnitude that any value on the way may have. (Under "null", that
of all results.)
"""
import argparse
import json
import math

import numpy as np

EPSILON = {"f64": 2.0 ** -52, "f32": 2.0 ** -23, "f16": 2.0 ** -10, "bf16": 2.0 ** -7}
LARGEST = {"f64": 1e4, "f32": 1e3, "f16": 30.0, "bf16": 1e2}
# Past this, whether a number overflows could depend on rounding.
OVERFLOWS = {"f64": 1e200, "f32": 1e30, "f16": 1.5e4, "bf16": 1e30}
SIZES = [1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33]


class Value:
    """An SSA value: its real shape, the shape its type declares (None: dynamic),
    and a bound of its magnitude and of all it was computed from."""

    def __init__(self, name, shape, declared, element, bound, reach):
        self.name, self.shape, self.declared = name, tuple(shape), tuple(declared)
        self.element, self.bound, self.reach = element, bound, max(reach, bound)

    @property
    def type(self):
        sizes = "".join(f"{'?' if d is None else d}x" for d in self.declared)
        return f"tensor<{sizes}{self.element}>"

    @property
    def rank(self):
        return len(self.shape)


def merge(a, b):
    """A declared size where two must be equal."""
    return b if a is None else a


class Generator:
    def __init__(self, seed, backward):
        self.rng = np.random.default_rng(seed)
        self.backward = backward
        self.element = "f64" if backward else self.pick(
            ["f64", "f64", "f32", "f32", "f32", "f16", "bf16"])
        self.dynamic = self.rng.random() < 0.4
        self.special = not backward and self.rng.random() < 0.15
        self.lines, self.arguments, self.values, self.inputs = [], [], [], {}
        self.number = 0

    # Choices.

    def pick(self, items):
        return items[int(self.rng.integers(len(items)))]

    def chance(self, probability):
        return self.rng.random() < probability

    def size(self):
        return 0 if self.chance(0.03) else self.pick(SIZES)

    def value(self, condition=lambda v: True):
        """A float value, late ones more often; None where there is none."""
        fitting = [v for v in self.values if v.element != "i1" and condition(v)]
        if not fitting:
            return None
        index = len(fitting) - 1 - int(len(fitting) * self.rng.random() ** 2)
        return fitting[max(index, 0)]

    # Writing.

    def fresh(self):
        self.number += 1
        return f"%v{self.number}"

    def index(self, value, axis):
        """An index value: the size of an axis of a value."""
        constant, name = self.fresh(), self.fresh()
        self.lines.append(f"{constant} = arith.constant {axis} : index")
        self.lines.append(f"{name} = tensor.dim {value.name}, {constant} : {value.type}")
        return name

    def emit(self, text, operands, shape, declared, bound, element=None, form=None):
        """An op with one result; of functional type unless `form` says more."""
        result = Value(self.fresh(), shape, declared, element or self.element, bound,
                       max([v.reach for v in operands], default=0.0))
        types = ", ".join(v.type for v in operands)
        form = form or f"({types}) -> {result.type}"
        self.lines.append(f"{result.name} = {text} : {form}")
        if result.bound > OVERFLOWS[self.element]:
            return self.emit(f"novi.clip {result.name} min -2.0 max 2.0", [result], shape,
                             declared, 2.0)
        self.values.append(result)
        return result

    def argument(self, shape=None):
        shape = tuple(shape if shape is not None else
                      (self.size() for _ in range(self.pick([0, 1, 2, 2, 2, 3, 3, 4]))))
        declared = [None if self.dynamic and self.chance(0.5) else s for s in shape]
        value = Value(f"%a{len(self.arguments)}", shape, declared, self.element, 2.0, 2.0)
        # Quarters: sums and products of few of them are exact in every type.
        data = self.rng.integers(-8, 9, shape) / 4.0
        if self.special and data.size:
            for special in (np.nan, np.inf, -np.inf, -0.0):
                if self.chance(0.3):
                    data.reshape(-1)[int(self.rng.integers(data.size))] = special
        self.inputs[f"a{len(self.arguments)}"] = data
        self.arguments.append(value)
        self.values.append(value)
        return value

    # Ops. Each adds one or gives up.

    def bounded(self, value):
        """`value`, or what clips it where it has grown."""
        limit = LARGEST[self.element]
        if value.bound <= limit:
            return value
        return self.emit(f"novi.clip {value.name} min -2.0 max 2.0", [value], value.shape,
                         value.declared, 2.0)

    def unary(self):
        x = self.value()
        op = self.pick(["neg", "relu", "exp", "log", "scale", "clip"])
        if op == "exp":
            if x.bound > 4:
                x = self.emit(f"novi.clip {x.name} min -3.0 max 3.0", [x], x.shape, x.declared, 3.0)
            return self.emit(f"novi.exp {x.name}", [x], x.shape, x.declared, math.exp(x.bound))
        if op == "log":
            x = self.emit(f"novi.clip {x.name} min 0.5 max 4.0", [x], x.shape, x.declared, 4.0)
            return self.emit(f"novi.log {x.name}", [x], x.shape, x.declared, 2.0)
        if op == "scale":
            factor = self.pick([1.0, -1.0, 0.5, 0.125, -1.75, 0.0, 0.1])
            return self.emit(f"novi.scale {x.name} by {factor!r}", [x], x.shape, x.declared,
                             abs(factor) * x.bound)
        if op == "clip":
            low, high = self.pick([(-1.0, 1.0), (0.0, 1.5), (-0.3, 0.7), (1.0, -1.0)])
            return self.emit(f"novi.clip {x.name} min {low!r} max {high!r}", [x], x.shape,
                             x.declared, max(abs(low), abs(high)))
        return self.emit(f"novi.{op} {x.name}", [x], x.shape, x.declared, x.bound)

    def broadcast(self, a, b):
        """Real and declared shape of a and b together; None where they do not fit."""
        rank = max(a.rank, b.rank)
        shape, declared = [], []
        for axis in range(-rank, 0):
            inA, inB = -axis <= a.rank, -axis <= b.rank
            sa, da = (a.shape[axis], a.declared[axis]) if inA else (1, 1)
            sb, db = (b.shape[axis], b.declared[axis]) if inB else (1, 1)
            if da == 1:
                shape.append(sb), declared.append(db)
            elif db == 1:
                shape.append(sa), declared.append(da)
            elif sa == sb:
                shape.append(sa), declared.append(merge(da, db))
            else:
                return None
        if math.prod(shape) > 40000:
            return None
        return shape, declared

    def partner(self, a):
        """A value that broadcasts with a; a new argument if need be."""
        if self.chance(0.6):
            b = self.value(lambda v: self.broadcast(a, v))
            if b:
                return b
        shape = [s if self.chance(0.7) else 1 for s in a.shape]
        b = self.argument(shape[int(self.rng.integers(len(shape) + 1)):])
        return b if self.broadcast(a, b) else self.argument(a.shape)

    def binary(self):
        a = self.value()
        b = self.partner(a)
        op = self.pick(["add", "sub", "mul", "div"])
        if not self.broadcast(a, b):
            return None
        bound = a.bound + b.bound
        if op == "mul":
            a, b = self.bounded(a), self.bounded(b)
            bound = a.bound * b.bound
        if op == "div":
            b = self.emit(f"novi.exp {self.bounded_by(b, 1.5).name}", [b], b.shape, b.declared, 4.5)
            bound = a.bound * 4.5
        if self.chance(0.5) and op != "div":
            a, b = b, a
        shape, declared = self.broadcast(a, b)
        return self.emit(f"novi.{op} {a.name}, {b.name}", [a, b], shape, declared, bound)

    def bounded_by(self, x, limit):
        return self.emit(f"novi.clip {x.name} min {-limit!r} max {limit!r}", [x], x.shape,
                         x.declared, limit)

    def select(self):
        a = self.value()
        # No computed value is this number, so rounding does not decide.
        threshold = self.emit("novi.constant dense<0.31370000> ", [], (), (), 1.0,
                              form=f"tensor<{self.element}>")
        predicate = self.pick(["lt", "le", "gt", "ge", "eq", "ne"])
        mask = self.emit(f"novi.compare {predicate}, {a.name}, {threshold.name}", [a, threshold],
                         a.shape, a.declared, 1.0, element="i1")
        b = self.partner(a)
        fit = self.broadcast(a, b)
        if not fit:
            return None
        if self.chance(0.3):
            self.emit(f"novi.cast {mask.name}", [mask], mask.shape, mask.declared, 1.0,
                      form=f"{mask.type} to {Value('', mask.shape, mask.declared, self.element, 0, 0).type}")
        return self.emit(f"novi.select {mask.name}, {a.name}, {b.name}", [mask, a, b], *fit,
                         max(a.bound, b.bound))

    def matmul(self):
        a = self.value(lambda v: v.rank >= 1)
        if not a:
            return None
        a = self.bounded(a)
        transposeA = a.rank > 1 and self.chance(0.4)
        contracted = a.rank - 2 if transposeA else a.rank - 1
        k = a.shape[contracted]
        free = [] if a.rank == 1 else [a.rank - 1 if transposeA else a.rank - 2]
        batch = list(zip(a.shape[:-2], a.declared[:-2]))
        transposeB = self.chance(0.4)
        kind = self.pick(["vector", "matrix", "matrix", "matrix", "batch"])
        if kind == "vector":
            shape, transposeB = [k], False
        else:
            shape = [self.size(), k] if transposeB else [k, self.size()]
            if kind == "batch":
                shape = [s if d != 1 else self.size() for s, d in batch] + shape
        b = self.bounded(self.argument(shape))
        if kind == "batch":
            lhs = Value("", a.shape[:-2], a.declared[:-2], "", 0, 0)
            rhs = Value("", b.shape[:-2], b.declared[:-2], "", 0, 0)
            fit = self.broadcast(lhs, rhs)
            if not fit:
                return None
            shape, declared = map(list, fit)
        else:
            shape, declared = [s for s, _ in batch], [d for _, d in batch]
        for axis in free:
            shape.append(a.shape[axis]), declared.append(a.declared[axis])
        if b.rank > 1:
            axis = b.rank - 2 if transposeB else b.rank - 1
            shape.append(b.shape[axis]), declared.append(b.declared[axis])
        if math.prod(shape) > 40000:
            return None
        flags = [f for f, on in (("transpose_a", transposeA), ("transpose_b", transposeB)) if on]
        text = f"novi.matmul {a.name}, {b.name}" + (f" {{{', '.join(flags)}}}" if flags else "")
        return self.emit(text, [a, b], shape, declared, max(k, 1) * a.bound * b.bound)

    def contract(self):
        a = self.value(lambda v: 1 <= v.rank <= 3)
        if not a:
            return None
        a = self.bounded(a)
        letters = "ijkl"[:a.rank]
        shared = [x for x in letters if self.chance(0.6)]
        other = shared + [x for x in "mn" if self.chance(0.5)]
        self.rng.shuffle(other)
        sizes = dict(zip(letters, a.shape))
        b = self.bounded(self.argument([sizes.setdefault(x, self.pick([1, 2, 3, 5])) for x in other]))
        declared = dict(zip(letters, a.declared))
        for x, d in zip(other, b.declared):
            declared[x] = merge(declared.get(x), d)
        result = [x for x in sizes if self.chance(0.6)]
        self.rng.shuffle(result)
        count = math.prod(sizes[x] for x in sizes if x not in result)
        if math.prod(sizes.values()) > 200000:
            return None
        equation = f"{letters},{''.join(other)}->{''.join(result)}"
        return self.emit(f'novi.contract "{equation}" {a.name}, {b.name}', [a, b],
                         [sizes[x] for x in result], [declared[x] for x in result],
                         max(count, 1) * a.bound * b.bound)

    def reduce(self):
        x = self.value(lambda v: v.rank >= 1)
        if not x:
            return None
        axes = [d for d in range(x.rank) if self.chance(0.5)]
        op = self.pick(["reduce_sum", "reduce_max"])
        if op == "reduce_max" and any(x.shape[d] == 0 for d in axes):
            return None
        count = math.prod(x.shape[d] for d in axes) if op == "reduce_sum" else 1
        keep = self.chance(0.5)
        shape = [1 if d in axes else s for d, s in enumerate(x.shape) if keep or d not in axes]
        declared = [1 if d in axes else s for d, s in enumerate(x.declared) if keep or d not in axes]
        written = ", ".join(str(d - x.rank if self.chance(0.3) else d) for d in axes)
        return self.emit(f"novi.{op} {x.name} axes = [{written}]" + (" keepdims" if keep else ""),
                         [x], shape, declared, max(count, 1) * x.bound)

    def softmax(self):
        x = self.bounded(self.value())
        axis = int(self.rng.integers(-max(x.rank, 1), max(x.rank, 1)))
        op = self.pick(["softmax", "log_softmax", "layer_norm"])
        if op == "layer_norm":
            # A large epsilon: the slope of a row that rounding alone makes uneven is no number.
            return self.emit(f"novi.{op} {x.name} axis = {axis} epsilon = 1.0", [x], x.shape, x.declared,
                             2.0 * x.bound)
        size = x.shape[axis] if x.rank else 1
        bound = 1.0 if op == "softmax" else 2 * x.bound + math.log(max(size, 1)) + 1
        return self.emit(f"novi.{op} {x.name} axis = {axis}", [x], x.shape, x.declared, bound)

    def loss(self):
        x = self.value(lambda v: v.rank >= 1 and v.shape[-1] > 0)
        if not x:
            return None
        x = self.bounded(x)
        target = self.argument(x.shape)
        rows = "first" if 0 not in x.shape and self.chance(0.3) else "all"
        reduction = self.pick(["sum", "mean"] if rows == "first" else ["none", "sum", "mean"])
        number = math.prod(x.shape[:-1])
        # A mean of nothing is a NaN, everywhere.
        if self.chance(0.5):
            p = self.emit(f"novi.softmax {x.name} axis = -1", [x], x.shape, x.declared, 1.0)
            text = (f"novi.cross_entropy_loss {p.name}, {target.name} rows = {rows} "
                    f"epsilon = 1.0e-02 reduction = {reduction}")
            operands, each = [p, target], 5.0
        else:
            text = (f"novi.softmax_cross_entropy_loss {x.name}, {target.name} rows = {rows} "
                    f"reduction = {reduction}")
            operands, each = [x, target], 2 * x.bound + math.log(x.shape[-1]) + 1
        shape = x.shape[:-1] if reduction == "none" else ()
        declared = [merge(a, b) for a, b in zip(x.declared, target.declared)][:-1] if shape else ()
        return self.emit(text, operands, shape, declared,
                         2.0 * each * x.shape[-1] * max(number, 1))

    def concat(self):
        x = self.value(lambda v: v.rank >= 1)
        if not x:
            return None
        axis = int(self.rng.integers(x.rank))
        inputs = [x]
        for _ in range(int(self.rng.integers(3))):
            shape = list(x.shape)
            shape[axis] = self.size()
            inputs.append(self.argument(shape))
        shape, declared = list(x.shape), list(x.declared)
        for v in inputs[1:]:
            for d in range(x.rank):
                if d != axis:
                    declared[d] = merge(declared[d], v.declared[d])
        shape[axis] = sum(v.shape[axis] for v in inputs)
        widths = [v.declared[axis] for v in inputs]
        declared[axis] = None if None in widths else sum(widths)
        if math.prod(shape) > 40000:
            return None
        names = ", ".join(v.name for v in inputs)
        return self.emit(f"novi.concat {names} axis = {axis}", inputs, shape, declared,
                         max(v.bound for v in inputs))

    def part(self, shape):
        """Offsets, sizes and strides of a part of a tensor."""
        offsets, sizes, strides = [], [], []
        for s in shape:
            offset = int(self.rng.integers(s + 1))
            stride = self.pick([1, 1, 1, 2, 3])
            most = 0 if offset == s else (s - 1 - offset) // stride + 1
            offsets.append(offset), strides.append(stride)
            sizes.append(int(self.rng.integers(max(most // 2, min(most, 1)), most + 1)))
        return offsets, sizes, strides

    def mixed(self, numbers):
        """Numbers as a list for the op, some of them as index values."""
        texts, values = [], []
        for n in numbers:
            if self.dynamic and self.chance(0.4):
                name = self.fresh()
                self.lines.append(f"{name} = arith.constant {n} : index")
                texts.append(name), values.append(name)
            else:
                texts.append(str(n))
        return f"[{', '.join(texts)}]", values, [None if t[0] == "%" else n
                                                 for t, n in zip(texts, numbers)]

    def slice(self):
        x = self.value(lambda v: v.rank >= 1)
        if not x:
            return None
        offsets, sizes, strides = self.part(x.shape)
        offsetText, offsetValues, _ = self.mixed(offsets)
        sizeText, sizeValues, declared = self.mixed(sizes)
        text = f"novi.slice {x.name}{offsetText} {sizeText} {strides}"
        result = Value("", sizes, declared, self.element, 0, 0)
        types = ", ".join([x.type] + ["index"] * len(offsetValues + sizeValues))
        return self.emit(text, [x], sizes, declared, x.bound, form=f"({types}) -> {result.type}")

    def insert_slice(self):
        x = self.value(lambda v: v.rank >= 1)
        if not x:
            return None
        offsets, sizes, strides = self.part(x.shape)
        source = self.argument(sizes)
        offsetText, offsetValues, _ = self.mixed(offsets)
        types = ", ".join([source.type, x.type] + ["index"] * len(offsetValues))
        return self.emit(f"novi.insert_slice {source.name} into {x.name}{offsetText} {strides}",
                         [source, x], x.shape, x.declared, max(x.bound, source.bound),
                         form=f"({types}) -> {x.type}")

    def transpose(self):
        x = self.value(lambda v: v.rank >= 1)
        if not x:
            return None
        order = [int(d) for d in self.rng.permutation(x.rank)]
        return self.emit(f"novi.transpose {x.name} permutation = {order}", [x],
                         [x.shape[d] for d in order], [x.declared[d] for d in order], x.bound)

    def reshape(self):
        x = self.value()
        if None in x.declared:
            # One dynamic axis that holds everything.
            product = None
            for axis in range(x.rank):
                size = self.index(x, axis)
                if product:
                    name = self.fresh()
                    self.lines.append(f"{name} = arith.muli {product}, {size} : index")
                    size = name
                product = size
            result = Value("", [math.prod(x.shape)], [None], self.element, 0, 0)
            return self.emit(f"novi.reshape {x.name} sizes({product})", [x], result.shape,
                             result.declared, x.bound, form=f"{x.type} to {result.type}")
        shape = [s for s in x.shape if s != 1 or self.chance(0.5)]
        if len(shape) > 1 and self.chance(0.5):
            shape[:2] = [shape[0] * shape[1]]
        if self.chance(0.3):
            shape.insert(int(self.rng.integers(len(shape) + 1)), 1)
        result = Value("", shape, shape, self.element, 0, 0)
        return self.emit(f"novi.reshape {x.name}", [x], shape, shape, x.bound,
                         form=f"{x.type} to {result.type}")

    def broadcast_to(self):
        x = self.value(lambda v: v.rank <= 3)
        shape, declared = list(x.shape), list(x.declared)
        for axis in range(x.rank):
            if declared[axis] == 1 and self.chance(0.6):
                shape[axis] = declared[axis] = self.pick([2, 3, 5])
        sizes = []
        for axis in range(x.rank):
            if declared[axis] is None:
                sizes.append(self.index(x, axis))
        if self.chance(0.5):
            like = self.value(lambda v: v.rank >= 1 and v.shape[0] < 20)
            if like and math.prod(shape) * like.shape[0] < 20000:
                shape.insert(0, like.shape[0]), declared.insert(0, like.declared[0])
                if declared[0] is None:
                    sizes.insert(0, self.index(like, 0))
        if math.prod(shape) > 40000:
            return None
        result = Value("", shape, declared, self.element, 0, 0)
        text = f"novi.broadcast {x.name}" + (f" sizes({', '.join(sizes)})" if sizes else "")
        return self.emit(text, [x], shape, declared, x.bound, form=f"{x.type} to {result.type}")

    def made(self):
        kind = self.pick(["zero", "eye", "constant"])
        shape = [self.pick([1, 2, 3, 5]) for _ in range(2)]
        result = Value("", shape, shape, self.element, 0, 0)
        if kind == "constant":
            data = self.rng.integers(-8, 9, shape) / 4.0
            text = f"novi.constant dense<{json.dumps(data.tolist())}>"
        else:
            text = f"novi.{kind}"
        return self.emit(text, [], shape, shape, 2.0, form=result.type)

    OPS = ([unary] * 4 + [binary] * 5 + [matmul] * 5 + [contract] * 2 + [reduce] * 3 +
           [softmax] * 2 + [select] * 2 + [concat] * 2 + [slice] * 2 +
           [insert_slice, transpose, transpose, reshape, reshape, broadcast_to, loss, made])

    # A whole program.

    def program(self):
        self.argument()
        self.argument()
        for _ in range(int(self.rng.integers(3, 13))):
            self.pick(self.OPS)(self)
        if self.backward:
            return self.backward_program()
        # The last value, and some on the way: a fused value may be a result too.
        results = [v for v in self.values[-1:] + [v for v in self.values[:-1] if self.chance(0.15)]
                   if v.element != "i1"] or [self.value()]
        text = self.function(results, [f"r{n}" for n in range(len(results))])
        steps = len(self.lines) + 4
        allowed = {f"r{n}": 8 * steps * EPSILON[self.element] * max(r.reach, 1.0)
                   for n, r in enumerate(results)}
        return text, allowed

    def backward_program(self):
        """One loss, to which every element of the last value counts otherwise."""
        last = self.bounded(self.values[-1])
        weights = self.argument(last.shape)
        product = self.emit(f"novi.mul {last.name}, {weights.name}", [last, weights], last.shape,
                            [merge(a, b) for a, b in zip(last.declared, weights.declared)],
                            2 * last.bound)
        axes = list(range(last.rank))
        loss = self.emit(f"novi.reduce_sum {product.name} axes = {axes}", [product], (), (),
                         max(math.prod(last.shape), 1) * product.bound)
        # What the gradients' slopes multiply up to is not followed; f64 leaves room.
        return self.function([loss], ["loss"]), {None: 1e-8 * max(loss.reach, 1.0)}

    def function(self, results, keys):
        signature = ", ".join(f'{a.name}: {a.type} {{novi.name = "{a.name[1:]}"}}'
                              for a in self.arguments)
        types = ", ".join(f'{r.type} {{novi.name = "{k}"}}' for r, k in zip(results, keys))
        body = "\n".join("  " + line for line in self.lines)
        names, kinds = ", ".join(r.name for r in results), ", ".join(r.type for r in results)
        return (f"func.func @program({signature}) -> ({types}) {{\n{body}\n"
                f"  return {names} : {kinds}\n}}\n")

    def arrays(self):
        """The inputs in the element type; bf16 as the two bytes that .npz has for it."""
        kinds = {"f64": np.float64, "f32": np.float32, "f16": np.float16}
        if self.element != "bf16":
            return {n: np.asarray(a, kinds[self.element]) for n, a in self.inputs.items()}
        # Quarters up to 2 and the special values lose nothing in the upper half.
        return {n: (np.asarray(a, np.float32).view(np.uint32) >> 16).astype(np.uint16).view("V2")
                for n, a in self.inputs.items()}


def write(seed, backward, output):
    generator = Generator(seed, backward)
    text, allowed = generator.program()
    with open(output + ".mlir", "w", encoding="utf-8") as file:
        file.write(text)
    np.savez(output + ".npz", **generator.arrays())
    with open(output + ".json", "w", encoding="utf-8") as file:
        json.dump(allowed, file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("output")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--backward", action="store_true",
                        help="f64, with a scalar result 'loss' for novi-generate-backward")
    options = parser.parse_args()
    write(options.seed, options.backward, options.output)


if __name__ == "__main__":
    main()
