"""Kernels without a product, of all shapes that their emitter tells apart, and what
they are fed.

    python elements.py FOLDER GROUP       # FOLDER/GROUP.mlir, FOLDER/GROUP.npz

Each case is one kernel, written by hand; a program has those of a group.
"""
import os
import sys

import numpy as np

from products import Program, t


def call(op, result, operands, shapes, to, element="f32", extra=""):
    """A line with one instruction; `shapes` and `to` may have an element type each."""
    def full(shape):
        return shape if shape and isinstance(shape[-1], str) else (*shape, element)
    source = ", ".join(t(full(shape)[:-1], full(shape)[-1]) for shape in shapes)
    return f"{result} = novi.{op} {operands}{extra} : ({source}) -> {t(full(to)[:-1], full(to)[-1])}"


def elementwise(program, shape, element="f32", **options):
    program.kernel(
        [("a", shape, element), ("b", shape, element), ("s", (), element)],
        [call("add", "%0", "%a, %b", [shape, shape], shape, element),
         call("mul", "%1", "%0, %s", [shape, ()], shape, element),
         call("compare", "%2", "gt, %1, %b", [shape, shape], (*shape, "i1"), element),
         call("select", "%3", "%2, %a, %1", [(*shape, "i1"), shape, shape], shape, element),
         call("clip", "%4", "%3", [shape], shape, element, " min -1.0 max 0.75")],
        [("%4", shape, element), ("%2", shape, "i1")], **options)


def elements(program):
    for shape in [(), (1,), (5,), (64,), (1000,), (7, 13), (0, 12), (12, 0), (3, 1, 5), (1, 1)]:
        elementwise(program, shape)
    elementwise(program, (33, 3), "f64")
    elementwise(program, (3, 40), "f16")
    # Operands with fewer axes.
    for shape, row, column in [((6, 20), (20,), (6, 1)), ((6, 7), (7,), (6, 1)),
                               ((2, 3, 8), (3, 1), (2, 1, 8)), ((5, 1), (1,), (5, 1))]:
        program.kernel([("a", shape, "f32"), ("b", row, "f32"), ("c", column, "f32")],
                       [call("add", "%0", "%a, %b", [shape, row], shape),
                        call("sub", "%1", "%0, %c", [shape, column], shape)],
                       [("%1", shape, "f32"), ("%0", shape, "f32")])
    program.kernel([("a", (5, 6), "f16")],
                   ["%0 = novi.cast %a : @5x6:f16@ to @5x6:f64@",
                    "%1 = novi.cast %0 : @5x6:f64@ to @5x6:f32@",
                    call("exp", "%2", "%1", [(5, 6)], (5, 6)),
                    call("log", "%3", "%2", [(5, 6)], (5, 6))],
                   [("%0", (5, 6), "f64"), ("%3", (5, 6), "f32")])


def views(program):
    program.kernel([("a", (6, 8), "f32"), ("b", (8, 6), "f32")],
                   ["%0 = novi.transpose %a permutation = [1, 0] : (@6x8:f32@) -> @8x6:f32@",
                    call("add", "%1", "%0, %b", [(8, 6), (8, 6)], (8, 6))],
                   [("%1", (8, 6), "f32")])
    program.kernel([("a", (9, 8), "f32")],
                   ["%c = novi.slice %a[1, 3] [4, 5] [2, 1] : (@9x8:f32@) -> @4x5:f32@",
                    call("neg", "%0", "%c", [(4, 5)], (4, 5))],
                   [("%0", (4, 5), "f32")])
    for source, to in [((6, 8), (4, 12)), ((4, 3, 5), (12, 5)), ((2, 3, 4, 5), (6, 4, 5)),
                       ((24,), (2, 1, 12)), ((5, 1, 4), (4, 5)), ((0, 4), (2, 0))]:
        program.kernel([("a", source, "f32"), ("b", to, "f32")],
                       [f"%0 = novi.reshape %a : {t(source, 'f32')} to {t(to, 'f32')}",
                        call("mul", "%1", "%0, %b", [to, to], to)],
                       [("%1", to, "f32")])
    program.kernel([("a", (3, 1), "f32")],
                   ["%0 = novi.broadcast %a : @3x1:f32@ to @2x3x5:f32@",
                    call("exp", "%1", "%0", [(2, 3, 5)], (2, 3, 5))],
                   [("%1", (2, 3, 5), "f32")])
    # Views of views; a view that is stored.
    program.kernel([("a", (4, 6, 8), "f32")],
                   ["%0 = novi.transpose %a permutation = [2, 0, 1] : (@4x6x8:f32@) -> @8x4x6:f32@",
                    "%1 = novi.reshape %0 : @8x4x6:f32@ to @32x6:f32@",
                    "%2 = novi.slice %1[3, 0] [7, 6] [3, 1] : (@32x6:f32@) -> @7x6:f32@"],
                   [("%2", (7, 6), "f32")])


def assemblies(program):
    for axis, shapes in [(1, [(4, 8), (4, 4)]), (1, [(4, 3), (4, 0), (4, 6)]),
                         (0, [(4, 8), (1, 8), (3, 8)])]:
        to = np.concatenate([np.empty(shape) for shape in shapes], axis).shape
        names = "abc"[:len(shapes)]
        program.kernel([(name, shape, "f32") for name, shape in zip(names, shapes)],
                       [call("concat", "%0", ", ".join("%" + name for name in names), shapes, to,
                             extra=f" axis = {axis}"),
                        call("exp", "%1", "%0", [to], to)], [("%1", to, "f32")])
    # Pulled through what is computed, at other places.
    program.kernel([("a", (4, 6), "f32"), ("b", (6, 4), "f32")],
                   [call("exp", "%0", "%a", [(4, 6)], (4, 6)),
                    "%1 = novi.transpose %b permutation = [1, 0] : (@6x4:f32@) -> @4x6:f32@",
                    call("concat", "%2", "%0, %1", [(4, 6), (4, 6)], (8, 6), extra=" axis = 0")],
                   [("%2", (8, 6), "f32")])
    for offsets, strides, size in [((1, 4), (1, 1), (3, 4)), ((0, 1), (2, 3), (4, 4)),
                                   ((2, 0), (3, 1), (2, 12)), ((0, 0), (1, 1), (0, 12))]:
        program.kernel([("s", size, "f32"), ("d", (8, 12), "f32")],
                       [f"%0 = novi.insert_slice %s into %d[{offsets[0]}, {offsets[1]}] "
                        f"[{strides[0]}, {strides[1]}] : ({t(size, 'f32')}, @8x12:f32@) -> "
                        "@8x12:f32@"], [("%0", (8, 12), "f32")])
    program.kernel([("a", (5, 6), "f32")],
                   ["%e = novi.eye : @5x6:f32@",
                    "%k = novi.constant dense<[[1.0, -2.0, 3.0, -4.0, 5.0, -6.0]]> : tensor<1x6xf32>",
                    call("mul", "%0", "%a, %e", [(5, 6), (5, 6)], (5, 6)),
                    call("add", "%1", "%0, %k", [(5, 6), (1, 6)], (5, 6))],
                   [("%1", (5, 6), "f32")])


def masks(program):
    for shape, alignment in [((3, 13), 8), ((3, 16), 8), ((5, 7), 128), ((2, 3, 130), 128),
                             ((4, 1), 8), ((6, 1), 32), ((3, 0), 8), ((9,), 16)]:
        packed = (*shape[:-1], -(-shape[-1] // alignment) * alignment // 8)
        attribute = f" {{alignment = {alignment}}}"
        program.kernel([("a", shape, "f32"), ("b", shape, "f32")],
                       [call("compare", "%0", "lt, %a, %b", [shape, shape], (*shape, "i1")),
                        call("pack_mask", "%1", "%0", [(*shape, "i1")], (*packed, "i8"),
                             extra=attribute),
                        call("add", "%2", "%a, %b", [shape, shape], shape)],
                       [("%1", packed, "i8"), ("%2", shape, "f32")])
        program.kernel([("m", packed, "i8"), ("a", shape, "f32")],
                       [f"%0 = novi.unpack_mask %m{attribute} : {t(packed, 'i8')} to {t(shape, 'i1')}",
                        f"%1 = novi.cast %0 : {t(shape, 'i1')} to {t(shape, 'f32')}",
                        call("mul", "%2", "%1, %a", [shape, shape], shape)],
                       [("%2", shape, "f32")])


    # Bits along several axes, of rows as well: behind a reduction of each row.
    for shape in [(5, 12), (9, 17)]:
        turned = shape[::-1]
        packed, other = (shape[0], -(-shape[1] // 8)), (shape[1], 4)
        program.kernel([("a", shape, "f32"), ("b", (1, 1), "f32")],
                       [call("compare", "%0", "lt, %a, %b", [shape, (1, 1)], (*shape, "i1")),
                        call("pack_mask", "%1", "%0", [(*shape, "i1")], (*packed, "i8")),
                        call("transpose", "%2", "%0", [(*shape, "i1")], (*turned, "i1"),
                             extra=" permutation = [1, 0]"),
                        call("pack_mask", "%3", "%2", [(*turned, "i1")], (*other, "i8"),
                             extra=" {alignment = 32}")],
                       [("%1", packed, "i8"), ("%3", other, "i8")])
        row = (shape[0], 1)
        program.kernel([("a", shape, "f32")],
                       [call("reduce_sum", "%0", "%a", [shape], row, extra=" axes = [1] keepdims"),
                        call("compare", "%1", "lt, %a, %0", [shape, row], (*shape, "i1")),
                        call("pack_mask", "%2", "%1", [(*shape, "i1")], (*packed, "i8")),
                        call("transpose", "%3", "%1", [(*shape, "i1")], (*turned, "i1"),
                             extra=" permutation = [1, 0]"),
                        call("pack_mask", "%4", "%3", [(*turned, "i1")], (*other, "i8"),
                             extra=" {alignment = 32}")],
                       [("%2", packed, "i8"), ("%4", other, "i8")])


def softmax(program, shape, axis, element="f32", **options):
    row = tuple(1 if number == axis else size for number, size in enumerate(shape))
    axes = f" axes = [{axis}] keepdims"
    body = [call("reduce_max", "%0", "%a", [shape], row, element, axes),
            call("sub", "%1", "%a, %0", [shape, row], shape, element),
            call("exp", "%2", "%1", [shape], shape, element),
            call("reduce_sum", "%3", "%2", [shape], row, element, axes),
            call("div", "%4", "%2, %3", [shape, row], shape, element)]
    results = [("%4", shape, element)]
    if options.get("dynamic"):
        # The size that repeats stays known.
        known = "tensor<" + "".join("1x" if size == 1 else "?x" for size in row) + element + ">"
        body = [line.replace(t(row, element), known) for line in body]
    else:
        results.append(("%3", row, element))
    program.kernel([("a", shape, element)], body, results, **options)


def loss(program, rows, columns, element="f32", **options):
    """Rows, and what is summed up over rows: of each column, and of all."""
    shape, row = (rows, columns), (rows, 1)
    program.kernel([("a", shape, element), ("b", (columns,), element)],
                   [call("reduce_sum", "%0", "%a", [shape], row, element, " axes = [1] keepdims"),
                    call("sub", "%1", "%a, %0", [shape, row], shape, element),
                    call("reduce_sum", "%2", "%1", [shape], (columns,), element, " axes = [0]"),
                    call("add", "%3", "%2, %b", [(columns,), (columns,)], (columns,), element),
                    call("reduce_max", "%4", "%1", [shape], (), element, " axes = [0, 1]"),
                    call("scale", "%5", "%4", [()], (), element, " by 0.5"),
                    call("reduce_sum", "%6", "%0", [row], (1,), element, " axes = [0]")],
                   [("%1", shape, element), ("%3", (columns,), element), ("%5", (), element),
                    ("%6", (1,), element)], **options)


def rows(program):
    for shape, axis in [((33, 10), 1), ((4, 1), 1), ((1, 7), 1), ((3, 1000), 1), ((2, 2100), 1),
                        ((5, 64), 1), ((10, 45), 0), ((3, 40, 6), 1), ((2, 3, 8), 0), ((70,), 0),
                        ((0, 5), 1)]:
        if shape[axis] > 1:
            softmax(program, shape, axis)
    softmax(program, (3, 600), 1, "f64")
    for size in [(33, 10), (1, 10), (40, 3), (9, 300), (3, 1100), (64, 32), (2, 4096)]:
        loss(program, *size)
    loss(program, 7, 50, "f64")


def reductions(program):
    for shape, axes, element in [
            ((33, 100), [1], "f32"), ((3, 3000), [1], "f32"), ((100, 37), [0], "f32"),
            ((100, 256), [0], "f32"), ((9, 5), [0], "f64"), ((50, 37), [0, 1], "f64"),
            ((50, 370), [0, 1], "f32"), ((5, 12, 8), [1], "f32"), ((5, 12, 8), [0, 2], "f32"),
            ((5, 12, 8), [1, 2], "f64"), ((0, 12), [0], "f32"), ((12, 0), [1], "f32"),
            ((7,), [0], "f32"), ((6, 1, 4), [1], "f32"), ((6, 1, 4), [0, 1], "f32")]:
        kept = tuple(size for axis, size in enumerate(shape) if axis not in axes)
        for op in ("reduce_sum", "reduce_max")[:1 if 0 in shape else 2]:
            program.kernel([("a", shape, element), ("b", kept, element)],
                           [call("neg", "%0", "%a", [shape], shape, element),
                            call(op, "%1", "%0", [shape], kept, element, f" axes = {axes}"),
                            call("add", "%2", "%1, %b", [kept, kept], kept, element)],
                           [("%1", kept, element), ("%2", kept, element)])


def dynamic(program):
    for shape in [(5, 7), (0, 3), (4, 16), (130,)]:
        elementwise(program, shape, dynamic=True)
    elementwise(program, (3, 9), "f16", dynamic=True)
    for shape, axis in [((6, 37), 1), ((3, 300), 1), ((20, 5), 0), ((0, 4), 1)]:
        softmax(program, shape, axis, dynamic=True)
    for shape, axes in [((19, 41), [1]), ((19, 41), [0]), ((7, 300), [0, 1]), ((0, 4), [0])]:
        kept = tuple(size for axis, size in enumerate(shape) if axis not in axes)
        program.kernel([("a", shape, "f32")],
                       [call("reduce_sum", "%0", "%a", [shape], kept, "f32", f" axes = {axes}")],
                       [("%0", kept, "f32")], dynamic=True)
    program.kernel([("a", (4, 5), "f32"), ("b", (3, 5), "f32")],
                   [call("concat", "%0", "%a, %b", [(4, 5), (3, 5)], (7, 5), extra=" axis = 0")],
                   [("%0", (7, 5), "f32")], dynamic=True)
    program.kernel([("a", (5, 21), "f32"), ("b", (21,), "f32")],
                   [call("compare", "%0", "ge, %a, %b", [(5, 21), (21,)], (5, 21, "i1")),
                    call("pack_mask", "%1", "%0", [(5, 21, "i1")], (5, 16, "i8"),
                         extra=" {alignment = 128}")],
                   [("%1", (5, 16), "i8")], dynamic=True)


def schedules(program):
    for threads, local, across, width in [(32, 1, 1, 1), (64, 32, 2, 2), (256, 64, 4, 4),
                                          (128, 2, 64, 4), (1024, 32, 8, 1), (64, 64, 1, 2)]:
        loss(program, 13, 16,
             schedule=f"threads = {threads}, local_threads = {local}, "
                      f"reduced_threads = {across}, width = {width}")
    for threads, local, width in [(32, 1, 1), (32, 4, 2), (512, 512, 4), (256, 8, 8)]:
        softmax(program, (11, 24), 1,
                schedule=f"threads = {threads}, local_threads = {local}, width = {width}")
        softmax(program, (24, 11), 0,
                schedule=f"threads = {threads}, local_threads = {local}, width = {width}")


def main():
    folder, group = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    program = Program(seed=1)
    globals()[group](program)
    program.write(os.path.join(folder, group))


if __name__ == "__main__":
    main()
