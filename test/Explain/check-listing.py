"""Holds what novi-explain says of the listing against other sources.

    check-listing.py products LISTING PROGRAM OVERVIEW
        The repeated first product: lines and names are found in the listing.
    check-listing.py kernels FUSED OVERVIEW
        FUSED is novi-opt's, with locations: who is in which kernel.
    check-listing.py pairs PROGRAM OVERVIEW PAIRS
        Writes a program that returns each value and what took its place.
    check-listing.py values RESULTS
        What that program returned.
"""

import re
import sys
from collections import Counter
from pathlib import Path

import numpy as np

LINE = re.compile(r"  (%\d+)(?: \"[^\"]*\")? \(line (\d+)\), '([\w.]+)': (.*)")


def read_overview(path):
    """[(name, line, operation, what is said)]"""
    text = Path(path).read_text().split("\ninstructions:\n")[1]
    found = [LINE.fullmatch(line) for line in text.splitlines()]
    assert all(found), "a line that is not understood"
    return [(m[1], int(m[2]), m[3], m[4]) for m in found]


def products(listing, program, overview):
    lines = Path(listing).read_text().splitlines()
    same = [n for n, line in enumerate(lines, 1)
            if line.split()[:4] == ["INSTRUCTION", "MatMul", "t81", "t0"]]
    assert len(same) == 24, same
    said = {line: what for _, line, name, what in read_overview(overview)
            if name == "novi.matmul" and line in same}
    kernel = said[same[0]]
    assert kernel.startswith("in kernel 1 "), kernel
    for line in same[1:]:
        assert re.match(rf'the same as %\d+ "t83" \(line {same[0]}\): ', said[line]), said[line]
        assert said[line].endswith(kernel), said[line]


def kernels(fused, overview):
    """Each operation in a kernel that comes from the listing, but for what may be
    copied and what has no line, and the other way round."""
    there, number = Counter(), 0
    for text in Path(fused).read_text().splitlines():
        if "novi.kernel " in text:
            number += 1
        elif match := re.search(r'= (novi\.\w+) .*loc\("[^"]*"\("[^"]*\.txt":(\d+):', text):
            there[match[1], int(match[2]), number] += 1
    said = Counter()
    for _, line, name, what in read_overview(overview):
        if match := re.match(r'in kernel (\d+) "', what):
            said[name, line, int(match[1])] += 1
        elif name != "novi.zero" and name != "novi.constant":
            assert re.match(r"the same as |its value is known|it became |%\d+ .*took its place|"
                            r"%arg\d+ .*took its place|removed, nobody", what), (line, what)
    assert number == 169 and sum(said.values()) > 400, (number, sum(said.values()))
    # Updates have the place of their gradient, constants that of the first zero.
    for key, count in said.items():
        assert there[key] >= count, (key, count, there[key])
    for key, count in there.items():
        name, line, kernel = key
        assert said[key] == count or name in ("novi.scale", "novi.sub", "novi.constant"), key


def pairs(program, overview, output):
    text = Path(program).read_text()
    types = dict(re.findall(r"(%\w+) = novi\..*?(tensor<[^>]*>)$", text, re.M))
    types |= dict(re.findall(r"(%arg\d+): (tensor<[^>]*>)", text))
    found = []
    for name, _, _, what in read_overview(overview):
        match = re.match(r'the same as (%\d+) |(%\w+) .*?took its place', what)
        if match:
            found += [name, match[1] or match[2]]
    assert len(found) > 2 * 23, len(found)
    results = ", ".join(types[name] for name in found)
    text = re.sub(r"\) -> \(.*\{$", f") -> ({results}) {{", text, count=1, flags=re.M)
    text = re.sub(r"return .*", f"return {', '.join(found)} : {results}", text)
    Path(output).write_text(text)


def values(results):
    arrays = np.load(results)
    for index in range(0, len(arrays.files), 2):
        one, other = arrays[f"result{index}"], arrays[f"result{index + 1}"]
        # Zeros may differ in sign: the listing adds its gradients to zeros.
        assert np.array_equal(one, other, equal_nan=True), index


if __name__ == "__main__":
    {"products": products, "kernels": kernels, "pairs": pairs,
     "values": values}[sys.argv[1]](*sys.argv[2:])
