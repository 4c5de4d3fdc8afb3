"""Takes the real listing through Novi and says what became of it.

    demo.py BUILD-DIRECTORY OUTPUT-DIRECTORY

Imports the listing, lets the upstream canonicalizer and CSE remove repeated
work, executes what is left on the first example of the oracle, compares the
loss with the oracle's, and says which kernels the step is in the end. Exits with
an error if that, or anything else, fails.
"""

import json
import re
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path

import numpy as np

BUILD, OUT = map(Path, sys.argv[1:])
ROOT = Path(__file__).resolve().parent.parent
INPUTS = ROOT / "test" / "Inputs"
LISTING = INPUTS / "listing" / "mega_man_attention.txt"
TOLERANCE = 1e-10


def run(tool, *arguments):
    """Runs a tool; returns what it writes to standard error."""
    command = [str(BUILD / "bin" / tool), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stderr}\nerror: this failed: {' '.join(command)}")
    return done.stderr


def count(module, *passes):
    """{operation: how often} after the passes."""
    said = run("novi-opt", module, *passes, "--print-op-stats=json=true", "-o", "/dev/null")
    counts = json.loads(said[said.index("{"):])
    return {op: n for op, n in counts.items() if op.startswith("novi.")}


def warnings_of(said):
    """{opcode: [(line, text)]} of the importer's warnings."""
    kinds = {}
    for line, opcode, text in re.findall(r":(\d+):\d+: warning: .*?'(\w+)[^']*': (.*)", said):
        kinds.setdefault(opcode, []).append((line, text))
    if sum(map(len, kinds.values())) != said.count(": warning: "):
        sys.exit(f"error: warnings of an unknown form:\n{said}")
    return kinds


def kernels_of(module, *passes):
    """{what a kernel consists of: how often}, {why two are not one: how often}, by the remarks of novi-fuse."""
    said = run("novi-opt", module, *passes, "--novi-fuse", "-o", OUT / "fused.mlir", "--remark-policy=all",
               "--remark-format=emitRemark", "--remarks-filter=novi-fuse")
    kernels, reasons = [], Counter()
    for kind, text in re.findall(r"remark: \[\w+\] (\w+) .*?Remark=\"(.*)\"", said):
        text = text.replace("novi.", "").replace("'", "")
        if kind == "Kernel":
            kernels.append((text.split(":")[0], Counter()))
        elif kind == "Fused":
            op, part = re.fullmatch(r"(\w+) fused with \w+: (.*)", text).groups()
            kernels[-1][1][part, op] += 1
        else:
            reasons[text.split(": ", 1)[1]] += 1
    if len(kernels) != (OUT / "fused.mlir").read_text(encoding="utf-8").count('novi.kernel "'):
        sys.exit("error: not every kernel has a remark")
    groups = Counter()
    for root, parts in kernels:
        by_part = {}
        for (part, op), n in parts.items():
            by_part.setdefault(part, []).append(op if n == 1 else f"{n} {op}")
        groups["; ".join([root] + [f"{part}: {', '.join(ops)}" for part, ops in by_part.items()])] += 1
    return groups, reasons


def print_counts(counts):
    """One line each, the most frequent first."""
    for text, n in counts.most_common():
        print(textwrap.fill(f"{n:>6} x {text}", 96, subsequent_indent=" " * 9))


def first_step(module):
    """The loss that the interpreter gives for the oracle's first example, and the oracle's."""
    oracle = np.load(INPUTS / "reference" / "mega_man.npz")
    feed = {"t81": oracle["x"][0], "t82": oracle["y"][0]}
    feed.update({key[len("init_"):]: oracle[key] for key in oracle.files if key.startswith("init_")})
    np.savez(OUT / "inputs.npz", **{name: a.astype(np.float64) for name, a in feed.items()})
    run("novi-run", module, "--entry=step", "--backend=interpret",
        f"--inputs={OUT / 'inputs.npz'}", f"--outputs={OUT / 'outputs.npz'}")
    return np.load(OUT / "outputs.npz")["t178"].item(), oracle["first_loss"].item()


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    imported, reduced = OUT / "imported.mlir", OUT / "reduced.mlir"
    with open(LISTING, encoding="utf-8") as lines:
        instructions = sum(line.startswith("INSTRUCTION") for line in lines)
    kinds = warnings_of(run(
        "novi-translate", "--import-listing", LISTING,
        f"--listing-shapes={LISTING.with_suffix('.shapes')}", "--element-type=f64", "-o", imported))
    less = ("--canonicalize", "--cse")
    run("novi-opt", imported, *less, "-o", reduced)
    simplify = ("--novi-simplify=nnan ninf nsz", *less)
    stages = [("as imported", count(imported)),
              ("repeated work removed (CSE)", count(imported, *less)),
              ("and products with zeros (novi-simplify)", count(imported, *simplify))]
    kernels, reasons = kernels_of(imported, *simplify)
    loss, expected = first_step(reduced)
    equal = abs(loss - expected) <= TOLERANCE * abs(expected)

    print(f"""
One training step of a network with 8 attention heads, {LISTING.relative_to(ROOT)}

  instructions in the listing{instructions:>25}

                                            operations   of these, products""")
    for label, counts in stages:
        print(f"  {label:<42}{sum(counts.values()):>10}{counts.get('novi.matmul', 0):>21}")
    print(f"""
  warnings about the listing{sum(map(len, kinds.values())):>26}, of {len(kinds)} kinds""")
    for opcode, found in kinds.items():
        line, text = found[0]
        place = f"line {line}, {opcode}" + (f", and {len(found) - 1} more like it" if found[1:] else "")
        print(textwrap.fill(f"{place}: {text}", 96, initial_indent="    - ", subsequent_indent="      "))
    print(f"""
  kernels after fusion (novi-fuse){sum(kernels.values()):>20}, each with what is computed where in it:
""")
    print_counts(kernels)
    print("\n  and why these are not fewer, for each two that are next to each other:\n")
    print_counts(reasons)
    print(f"""
  first loss, by Novi           {loss:.12f}
  first loss, by the oracle     {expected:.12f}   {"equal to 1e-10" if equal else "DIFFERENT"}
""")
    if not equal:
        sys.exit(f"error: the losses differ by {abs(loss - expected)}")


if __name__ == "__main__":
    main()
