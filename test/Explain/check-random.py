"""Asks about every instruction of random programs.

    check-random.py BIN_FOLDER SCRATCH_FOLDER --seeds 0 20

What is said to be the same as another, or to have given its place to one, has the
same value on the interpreter, to the bit; what is said to be in a kernel is in that
kernel of novi-opt's, which has the lines but follows nothing. The programs compute
everything twice; every third is differentiated on the way.
"""
import argparse
import os
import re
import subprocess
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Random"))
import generate  # noqa: E402

FORWARD = ["canonicalize", "cse"]
BACKWARD = ["novi-generate-backward", "canonicalize", "cse"]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(f"{' '.join(command)}: {done.returncode}\n{done.stderr}")
    return done.stdout


def read_overview(text):
    """[(name, line, operation, what is said)]"""
    pattern = re.compile(r"  (%\w+) \(line (\d+)\), '([\w.]+)': (.*)")
    lines = text.split("\ninstructions:\n")[1].splitlines()
    found = [pattern.fullmatch(line) for line in lines]
    if not all(found):
        raise ValueError(f"what is this: {lines[found.index(None)]}")
    return [(m[1], int(m[2]), m[3], m[4]) for m in found]


def double(stem):
    """Computes everything twice; every second use reads the second."""
    with open(f"{stem}.mlir", encoding="utf-8") as file:
        lines = file.read().splitlines()
    uses, doubled = {}, []
    for line in lines:
        result, equals, rest = line.partition(" = novi.")
        if not equals and not re.match(r"\s*(return|%)", line):
            doubled.append(line)
            continue

        def read(match):
            name = match[0]
            if name not in uses:
                return name
            uses[name] += 1
            return name + "_too" * (uses[name] % 2)

        if equals:
            doubled.append(result + equals + re.sub(r"%v\d+", read, rest))
            doubled.append(result + "_too" + equals + re.sub(r"%v\d+", read, rest))
            uses[result.strip()] = 0
        else:
            head, equals, rest = line.rpartition(" = ")
            doubled.append(head + equals + re.sub(r"%v\d+", read, rest))
    with open(f"{stem}.mlir", "w", encoding="utf-8") as file:
        file.write("\n".join(doubled) + "\n")


def check_values(overview, stem, binaries):
    pairs = []
    for name, _, _, what in overview:
        if match := re.match(r"the same as (%\w+) |(%\w+)(?: \(line \d+\))? took its place", what):
            pairs.append((name, match[1] or match[2]))
    with open(f"{stem}.mlir", encoding="utf-8") as file:
        text = file.read()
    types = dict(re.findall(r"^  (%\w+) = novi.*?(tensor<[^>]*>)$", text, re.M))
    types |= dict(re.findall(r"(%\w+): (tensor<[^>]*>)", text))
    names = [name for pair in pairs for name in pair if pair[0] in types and pair[1] in types]
    if not names:
        return 0
    text = re.sub(r"\) -> \(.*\{$", ") -> (" + ", ".join(types[name] for name in names) + ") {",
                  text, count=1, flags=re.M)
    text = re.sub(r"return .*", f"return {', '.join(names)} : "
                  f"{', '.join(types[name] for name in names)}", text)
    with open(f"{stem}.pairs.mlir", "w", encoding="utf-8") as file:
        file.write(text)
    run(f"{binaries}/novi-run", "--backend=interpret", f"{stem}.pairs.mlir",
        f"--inputs={stem}.npz", f"--outputs={stem}.pairs.npz")
    with np.load(f"{stem}.pairs.npz") as arrays:
        for index in range(0, len(names), 2):
            one, other = arrays[f"result{index}"], arrays[f"result{index + 1}"]
            if one.tobytes() != other.tobytes():
                raise ValueError(f"{names[index]} is not {names[index + 1]}")
    return len(names) // 2


def check_kernels(overview, fused):
    there, number = set(), 0
    for text in fused.splitlines():
        if "novi.kernel " in text:
            number += 1
        elif match := re.search(r"= ([a-z]+\.\w+).* loc\(\"[^\"]*\":(\d+):", text):
            there.add((match[1], int(match[2]), number))
    count = 0
    for name, line, op, what in overview:
        # Folding takes away the lines of constants.
        match = re.match(r"in kernel (\d+) ", what)
        if match and not op.endswith(".constant"):
            if (op, line, int(match[1])) not in there:
                raise ValueError(f"{name} is not in kernel {match[1]}")
            count += 1
    return count


def check(seed, binaries, scratch):
    stem = os.path.join(scratch, f"program{seed}")
    backward = seed % 3 == 0
    generate.write(seed, backward, stem)
    double(stem)
    passes = FORWARD + BACKWARD * backward + ["novi-fuse"]
    overview = read_overview(run(f"{binaries}/novi-explain", f"{stem}.mlir",
                                 f"--pipeline=builtin.module({','.join(passes)})"))
    fused = run(f"{binaries}/novi-opt", f"{stem}.mlir", *(f"--{name}" for name in passes),
                "--mlir-print-debuginfo", "--mlir-print-local-scope")
    return check_values(overview, stem, binaries), check_kernels(overview, fused)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("scratch")
    parser.add_argument("--seeds", nargs=2, type=int, required=True)
    args = parser.parse_args()
    totals = np.zeros(2, int)
    for seed in range(*args.seeds):
        try:
            totals += check(seed, args.binaries, args.scratch)
        except ValueError as error:
            sys.exit(f"seed {seed}: {error}")
    print(f"values that are the same: {totals[0]}, instructions in kernels: {totals[1]}")


if __name__ == "__main__":
    main()
