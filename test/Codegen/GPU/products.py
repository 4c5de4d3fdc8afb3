"""Kernels around products, of all shapes and with all that can be fused, and what
they are fed.

    python products.py FOLDER GROUP       # FOLDER/GROUP.mlir, FOLDER/GROUP.npz

Each case is one kernel, written by hand; a program has those of a group.
"""
import itertools
import os
import sys

import numpy as np

NUMPY = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "i8": np.uint8}


class Program:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.arguments, self.lines, self.returned, self.arrays = [], [], [], {}
        self.number = 0
        self.special = []

    def array(self, shape, element):
        if element == "i8":
            return self.rng.integers(0, 256, shape).astype(np.uint8)
        values = self.rng.standard_normal(shape).astype(NUMPY[element])
        for number in self.special:
            values[self.rng.random(shape) < 0.004] = number
        return values

    def kernel(self, inputs, body, results, dynamic=False, schedule=""):
        """`inputs` are (name, shape, element), `results` (value, shape, element); body
        has {T:shape:element} for the type of a value."""
        def type_of(shape, element):
            sizes = "".join(f"{'?' if dynamic else size}x" for size in shape)
            return f"tensor<{sizes}{element}>"

        prefix = f"k{self.number}"
        self.number += 1
        operands = []
        for name, shape, element in inputs:
            text = type_of(shape, element)
            self.arguments.append(f'%{prefix}{name}: {text} {{novi.name = "{prefix}.{name}"}}')
            self.arrays[f"{prefix}.{name}"] = self.array(shape, element)
            operands.append(f"%{name} = %{prefix}{name} : {text}")
        types = [type_of(shape, element) for _, shape, element in results]
        attributes = "must_fuse" + (f", schedule = {{{schedule}}}" if schedule else "")
        self.lines.append(f"  %{prefix}:{len(results)} = novi.kernel ({', '.join(operands)}) -> "
                          f"({', '.join(types)}) attributes {{{attributes}}} {{")
        for line in body:
            parts = line.split("@")
            for index in range(1, len(parts), 2):
                shape, element = parts[index].split(":")
                parts[index] = type_of([int(n) for n in shape.split("x") if n], element)
            self.lines.append("    " + "".join(parts))
        values = ", ".join(value for value, _, _ in results)
        self.lines.append(f"    novi.yield {values} : {', '.join(types)}\n  }}")
        for index, text in enumerate(types):
            self.returned.append((f"%{prefix}#{index}", text, f"{prefix}.r{index}"))

    def write(self, stem):
        results = ",\n    ".join(f'{text} {{novi.name = "{name}"}}' for _, text, name in self.returned)
        with open(stem + ".mlir", "w", encoding="utf-8") as file:
            file.write(f"func.func @main({', '.join(self.arguments)}) -> (\n    {results}) {{\n")
            file.write("\n".join(self.lines) + "\n")
            file.write(f"  return {', '.join(value for value, _, _ in self.returned)}\n    : "
                       f"{', '.join(text for _, text, _ in self.returned)}\n}}\n")
        np.savez(stem + ".npz", **self.arrays)


def t(shape, element):
    return "@" + "x".join(str(size) for size in shape) + ":" + element + "@"


def matmul(program, left, right, element="f32", flags=(False, False), **options):
    a, b = np.empty(left, bool), np.empty(right, bool)
    a = a.swapaxes(-1, -2) if flags[0] else a
    b = b.swapaxes(-1, -2) if flags[1] else b
    shape = np.matmul(np.zeros(a.shape), np.zeros(b.shape)).shape
    words = [word for word, flag in zip(("transpose_a", "transpose_b"), flags) if flag]
    attributes = f" {{{', '.join(words)}}}" if words else ""
    # Of a batch of size 1 only the static one is repeated.
    program.kernel([("a", left, element), ("b", right, element)],
                   [f"%c = novi.matmul %a, %b{attributes} : ({t(left, element)}, "
                    f"{t(right, element)}) -> {t(shape, element)}"],
                   [("%c", shape, element)], **options)


def contract(program, equation, sizes, element="f32", **options):
    operands, letters = equation.split("->")
    left, right, shape = ([sizes[c] for c in part] for part in (*operands.split(","), letters))
    program.kernel([("a", left, element), ("b", right, element)],
                   [f'%c = novi.contract "{equation}" %a, %b : ({t(left, element)}, '
                    f"{t(right, element)}) -> {t(shape, element)}"],
                   [("%c", shape, element)], **options)


def sizes(program):
    for size in [(1, 1, 1), (5, 3, 7), (64, 32, 64), (65, 17, 33), (128, 8, 136), (3, 200, 2),
                 (9, 0, 5), (0, 4, 5), (4, 5, 0), (1, 40, 300), (300, 40, 1), (7, 1, 20)]:
        m, k, n = size
        matmul(program, (m, k), (k, n))
    for flags in itertools.product((False, True), repeat=2):
        for m, k, n in [(33, 18, 40), (32, 16, 64)]:
            matmul(program, (k, m) if flags[0] else (m, k), (n, k) if flags[1] else (k, n),
                   flags=flags)
    matmul(program, (20, 24), (24, 40), "f64")
    matmul(program, (70, 33), (33, 66), "f64", (False, False))


def special(program):
    """NaN, infinities and zeros; past the end of a sum is nothing."""
    program.special = [np.nan, np.inf, -np.inf, 0.0]
    matmul(program, (9, 19), (19, 70))
    matmul(program, (40, 35), (33, 35), flags=(False, True))
    matmul(program, (7, 13), (13, 9), dynamic=True)
    contract(program, "i,j->ij", {"i": 40, "j": 50})
    reduced(program, (9, 3), (3, 12), "f32", "0", (12,))
    reduced(program, (9, 3), (3, 12), "f32", "1", (9,))


def half(program):
    matmul(program, (20, 24), (24, 40), "f16")
    matmul(program, (24, 20), (40, 24), "f16", (True, True))
    matmul(program, (64, 100), (64, 100), "f16", (False, True))
    matmul(program, (5, 1), (1, 7), "f16", dynamic=True)
    contract(program, "bij,bjk->ibk", {"b": 2, "i": 17, "j": 9, "k": 10}, "f16")


def dynamic(program):
    for m, k, n in [(5, 3, 7), (64, 32, 64), (1, 0, 9), (0, 3, 4), (130, 35, 70)]:
        matmul(program, (m, k), (k, n), dynamic=True)
    matmul(program, (5, 6), (6,), "f64", dynamic=True)
    matmul(program, (2, 5, 6), (6, 3), dynamic=True)
    contract(program, "bij,bjk->kib", {"b": 3, "i": 4, "j": 5, "k": 6}, dynamic=True)
    contract(program, "ab,cd->acbd", {"a": 3, "b": 4, "c": 2, "d": 5}, dynamic=True)


def axes(program):
    for left, right in [((6,), (6, 9)), ((5, 6), (6,)), ((6,), (6,)), ((2, 1, 5, 3), (4, 3, 6)),
                        ((3, 5, 4), (4, 6)), ((5, 4), (3, 4, 6)), ((1, 5, 4), (2, 4, 6)),
                        ((4,), (2, 3, 4, 5)), ((0, 5, 4), (4, 6))]:
        matmul(program, left, right)
    size = dict(zip("abcdijkl", (3, 4, 2, 5, 6, 7, 8, 3)))
    for equation in ["ij,jk->ki", "bij,bjk->bik", "ij,j->j", "abc,adbc->abd", "i,j->ij", "ijk,kl->l",
                     "ab,cd->acbd", "abk,kcd->cadb", "ij,ij->", "bi,bj->ijb", "ij,ik->", "ab,ab->ba",
                     "i,i->i", ",ij->ji", "ij,kl->", "aki,bk->iab"]:
        contract(program, equation, size)
    contract(program, "ab,cb->ac", {"a": 4, "b": 0, "c": 3}, "f64")


def epilogues(program):
    m, k, n = 41, 19, 52
    mn = (m, n)
    product = f"%c = novi.matmul %a, %b : ({t((m, k), 'f32')}, {t((k, n), 'f32')}) -> {t(mn, 'f32')}"
    inputs = [("a", (m, k), "f32"), ("b", (k, n), "f32")]
    zero = "%zero = novi.constant dense<0.0> : tensor<f32>"

    def f(shape, element="f32"):
        return t(shape, element)

    def unary(op, value, name, shape=mn, attribute=""):
        return f"%{name} = novi.{op} %{value}{attribute} : ({f(shape)}) -> {f(shape)}"

    def binary(op, left, right, name, shape=mn, other=mn):
        return f"%{name} = novi.{op} %{left}, %{right} : ({f(shape)}, {f(other)}) -> {f(shape)}"

    def compare(value, name):
        return f"%{name} = novi.compare gt, %{value}, %zero : ({f(mn)}, tensor<f32>) -> {f(mn, 'i1')}"

    # Biases along rows and columns, a residual, relu and its mask.
    for alignment in (8, 128):
        width = -(-n // alignment) * alignment // 8
        program.kernel(
            inputs + [("row", (n,), "f32"), ("column", (m, 1), "f32"), ("residual", mn, "f32")],
            [product, zero, binary("add", "c", "row", "d", mn, (n,)),
             binary("mul", "d", "column", "e", mn, (m, 1)), binary("add", "e", "residual", "f"),
             unary("relu", "f", "g"), compare("f", "h"),
             f"%p = novi.pack_mask %h {{alignment = {alignment}}} : ({f(mn, 'i1')}) -> {f((m, width), 'i8')}"],
            [("%g", mn, "f32"), ("%p", (m, width), "i8")])
    # The mask packed along the rows, and along both.
    transposed = f"%u = novi.transpose %h permutation = [1, 0] : ({f(mn, 'i1')}) -> {f((n, m), 'i1')}"
    pack_rows = f"%q = novi.pack_mask %u : ({f((n, m), 'i1')}) -> {f((n, -(-m // 8)), 'i8')}"
    pack = f"%p = novi.pack_mask %h : ({f(mn, 'i1')}) -> {f((m, -(-n // 8)), 'i8')}"
    program.kernel(inputs, [product, zero, compare("c", "h"), transposed, pack_rows],
                   [("%c", mn, "f32"), ("%q", (n, -(-m // 8)), "i8")])
    program.kernel(inputs, [product, zero, compare("c", "h"), transposed, pack, pack_rows],
                   [("%q", (n, -(-m // 8)), "i8"), ("%p", (m, -(-n // 8)), "i8")])
    # Along a batch, and along one of several axes of the columns.
    program.kernel([("a", (9, 4, 3), "f32"), ("b", (9, 3, 5), "f32")],
                   [f'%c = novi.contract "bij,bjk->ikb" %a, %b : ({f((9, 4, 3))}, {f((9, 3, 5))}) -> {f((4, 5, 9))}',
                    zero, f"%h = novi.compare gt, %c, %zero : ({f((4, 5, 9))}, tensor<f32>) -> {f((4, 5, 9), 'i1')}",
                    f"%p = novi.pack_mask %h : ({f((4, 5, 9), 'i1')}) -> {f((4, 5, 2), 'i8')}"],
                   [("%p", (4, 5, 2), "i8")])
    program.kernel([("a", (4, 3), "f32"), ("b", (3, 5, 11), "f32")],
                   [f'%c = novi.contract "ij,jkl->ikl" %a, %b : ({f((4, 3))}, {f((3, 5, 11))}) -> {f((4, 5, 11))}',
                    zero, f"%h = novi.compare gt, %c, %zero : ({f((4, 5, 11))}, tensor<f32>) -> {f((4, 5, 11), 'i1')}",
                    f"%p = novi.pack_mask %h : ({f((4, 5, 11), 'i1')}) -> {f((4, 5, 2), 'i8')}"],
                   [("%c", (4, 5, 11), "f32"), ("%p", (4, 5, 2), "i8")])
    # One column, packed.
    program.kernel([("a", (m, k), "f32"), ("b", (k, 1), "f32")],
                   [f"%c = novi.matmul %a, %b : ({f((m, k))}, {f((k, 1))}) -> {f((m, 1))}", zero,
                    f"%h = novi.compare gt, %c, %zero : ({f((m, 1))}, tensor<f32>) -> {f((m, 1), 'i1')}",
                    f"%p = novi.pack_mask %h : ({f((m, 1), 'i1')}) -> {f((m, 1), 'i8')}"],
                   [("%c", (m, 1), "f32"), ("%p", (m, 1), "i8")])
    # A select by a mask, clipped, transposed, in other types.
    program.kernel(
        inputs + [("mask", (m, -(-n // 8)), "i8")],
        [product, zero, f"%h = novi.unpack_mask %mask : {f((m, -(-n // 8)), 'i8')} to {f(mn, 'i1')}",
         f"%d = novi.select %h, %c, %zero : ({f(mn, 'i1')}, {f(mn)}, tensor<f32>) -> {f(mn)}",
         unary("clip", "d", "e", attribute=" min -1.0 max 1.5"), unary("exp", "e", "f"),
         f"%g = novi.transpose %f permutation = [1, 0] : ({f(mn)}) -> {f((n, m))}",
         f"%w = novi.cast %e : {f(mn)} to {f(mn, 'f64')}"],
        [("%g", (n, m), "f32"), ("%w", mn, "f64")])
    # So much is read on each element that a row is computed in parts.
    shape = (m, n)
    program.kernel([("a", (m, k), "f64"), ("b", (k, n), "f64")] + [(f"x{i}", shape, "f64") for i in range(9)],
                   [f"%c = novi.matmul %a, %b : ({t((m, k), 'f64')}, {t((k, n), 'f64')}) -> {t(shape, 'f64')}",
                    f"%s0 = novi.add %c, %x0 : ({t(shape, 'f64')}, {t(shape, 'f64')}) -> {t(shape, 'f64')}"] +
                   [f"%s{i} = novi.add %s{i - 1}, %x{i} : ({t(shape, 'f64')}, {t(shape, 'f64')}) -> {t(shape, 'f64')}"
                    for i in range(1, 9)], [("%s8", shape, "f64"), ("%s3", shape, "f64")])
    # The weight gradient adds to what is there; f16 into f32.
    program.kernel([("a", (k, m), "f16"), ("b", (k, n), "f16"), ("acc", mn, "f32")],
                   [f"%x = novi.cast %a : {f((k, m), 'f16')} to {f((k, m))}",
                    f"%y = novi.cast %b : {f((k, n), 'f16')} to {f((k, n))}",
                    f"%c = novi.matmul %x, %y {{transpose_a}} : ({f((k, m))}, {f((k, n))}) -> {f(mn)}",
                    binary("add", "acc", "c", "d")], [("%d", mn, "f32")])


def reduced(program, left, right, element, axes, result):
    shape = (left[0], right[1])
    program.kernel([("a", left, element), ("b", right, element)],
                   [f"%c = novi.matmul %a, %b : ({t(left, element)}, {t(right, element)}) -> {t(shape, element)}",
                    f"%d = novi.reduce_sum %c axes = [{axes}] : ({t(shape, element)}) -> {t(result, element)}",
                    f"%e = novi.reduce_max %c axes = [{axes}] : ({t(shape, element)}) -> {t(result, element)}"],
                   [("%d", result, element), ("%e", result, element)])


def reductions(program):
    m, k, n = 41, 19, 52
    for element, (rows, columns) in itertools.product(("f32", "f64"), ((m, n), (7, 130), (0, 5))):
        shape = (rows, columns)
        product = (f"%c = novi.matmul %a, %b : ({t((rows, k), element)}, {t((k, columns), element)})"
                   f" -> {t(shape, element)}")
        inputs = [("a", (rows, k), element), ("b", (k, columns), element)]
        for axes, result in (("0", (columns,)), ("1", (rows,)), ("0, 1", ())):
            scaled = f"%e = novi.scale %d by 0.5 : ({t(result, element)}) -> {t(result, element)}"
            program.kernel(
                inputs, [product, f"%d = novi.reduce_sum %c axes = [{axes}] : ({t(shape, element)})"
                         f" -> {t(result, element)}", scaled],
                [("%c", shape, element), ("%e", result, element)], dynamic=element == "f64")
    # Two reductions, one of them alone, of batches.
    shape, f = (3, 20, 12), "f32"
    product = (f"%c = novi.matmul %a, %b : ({t((3, 20, 5), f)}, {t((3, 5, 12), f)}) -> {t(shape, f)}")
    inputs = [("a", (3, 20, 5), f), ("b", (3, 5, 12), f)]
    for axes, result in (("0", (20, 12)), ("0, 1", (12,)), ("1", (3, 12)), ("0, 2", (20,)),
                         ("2", (3, 20)), ("0, 1, 2", ())):
        program.kernel(
            inputs, [product,
                     f"%d = novi.reduce_sum %c axes = [{axes}] : ({t(shape, f)}) -> {t(result, f)}",
                     f"%e = novi.reduce_max %c axes = [{axes}] : ({t(shape, f)}) -> {t(result, f)}",
                     f"%g = novi.add %d, %e : ({t(result, f)}, {t(result, f)}) -> {t(result, f)}"],
            [("%c", shape, f), ("%g", result, f), ("%e", result, f)])
    # One of two axes of the rows.
    program.kernel([("a", (6, 7, 5), f), ("b", (5, 9), f)],
                   [f'%c = novi.contract "ijk,kl->ijl" %a, %b : ({t((6, 7, 5), f)}, {t((5, 9), f)}) -> {t((6, 7, 9), f)}',
                    f"%d = novi.reduce_sum %c axes = [0] : ({t((6, 7, 9), f)}) -> {t((7, 9), f)}"],
                   [("%d", (7, 9), f)])


def prologues(program):
    m, k, n = 20, 24, 36
    f = "f32"
    product = f"%c = novi.matmul %x, %y : ({t((m, k), f)}, {t((k, n), f)}) -> {t((m, n), f)}"
    result = [("%c", (m, n), f)]
    program.kernel([("a", (k, m), f), ("b", (k + 3, 2 * n), f)],
                   [f"%s = novi.scale %a by 0.25 : ({t((k, m), f)}) -> {t((k, m), f)}",
                    f"%x = novi.transpose %s permutation = [1, 0] : ({t((k, m), f)}) -> {t((m, k), f)}",
                    f"%y = novi.slice %b[1, 1] [{k}, {n}] [1, 2] : ({t((k + 3, 2 * n), f)}) -> {t((k, n), f)}",
                    product], result)
    program.kernel([("mask", (k, -(-m // 8)), "i8"), ("g", (k, m), f), ("b", (k, n), f)],
                   ["%zero = novi.constant dense<0.0> : tensor<f32>",
                    f"%u = novi.unpack_mask %mask : {t((k, -(-m // 8)), 'i8')} to {t((k, m), 'i1')}",
                    f"%s = novi.select %u, %g, %zero : ({t((k, m), 'i1')}, {t((k, m), f)}, tensor<f32>) -> {t((k, m), f)}",
                    f"%c = novi.matmul %s, %b {{transpose_a}} : ({t((k, m), f)}, {t((k, n), f)}) -> {t((m, n), f)}"],
                   result)
    program.kernel([("a", (m, 10), f), ("d", (m, 14), f), ("b", (n * k,), f)],
                   [f"%x = novi.concat %a, %d axis = 1 : ({t((m, 10), f)}, {t((m, 14), f)}) -> {t((m, k), f)}",
                    f"%y = novi.reshape %b : {t((n * k,), f)} to {t((k, n), f)}", product], result)


def schedules(program):
    """Tiles of all kinds, of sizes that fit and that do not."""
    for tile in ["tile_m = 128 : i64, tile_n = 128 : i64, tile_k = 8 : i64, thread_m = 8 : i64, threads = 256 : i64",
                 "tile_m = 64 : i64, tile_n = 64 : i64, tile_k = 16 : i64, thread_m = 4 : i64, threads = 128 : i64",
                 "tile_m = 16 : i64, tile_n = 64 : i64, tile_k = 4 : i64, thread_m = 2 : i64, threads = 64 : i64",
                 "tile_m = 8 : i64, tile_n = 256 : i64, tile_k = 16 : i64, thread_m = 1 : i64, threads = 256 : i64"]:
        for m, k, n in [(128, 16, 128), (37, 21, 59)]:
            matmul(program, (m, k), (k, n), schedule=tile)


def main():
    folder, group = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    program = Program(seed=1)
    globals()[group](program)
    program.write(os.path.join(folder, group))


if __name__ == "__main__":
    main()
