"""Exports the functions of MLIR files as listings, imports these, and compares.

    round-trip.py BIN-FOLDER SCRATCH-FOLDER OPS-PAGE FILE...

A function must come back as novi-opt prints it, kernels inlined. Functions that are
declared only are left out. Ends with how many came back, and with the instructions on
the page of operations that none of them has.
"""

import os
import re
import subprocess
import sys

BIN, SCRATCH, PAGE, *FILES = sys.argv[1:]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout


def functions(text):
    """{name: text} of the functions with a body, as MLIR prints them in a module."""
    parts = re.findall(r"^  func\.func .*?\{\n.*?^  \}$", text, re.M | re.S)
    return {re.search(r"@([\w$.]+|\"[^\"]*\")", part)[1].strip('"'): part for part in parts}


def main():
    os.makedirs(SCRATCH, exist_ok=True)
    source, listing = (os.path.join(SCRATCH, name) for name in ("source.mlir", "listing.txt"))
    count, seen = 0, set()
    for path in FILES:
        text = run(f"{BIN}/novi-opt", "--novi-inline-kernels", "--split-input-file", path)
        for number, module in enumerate(text.split("// -----")):
            with open(source, "w", encoding="utf-8") as file:
                # Resources of a file come back as elements: see export.mlir.
                file.write(re.sub(".*= novi.constant dense_resource.*", "", module))
            for name, expected in functions(run(f"{BIN}/novi-opt", source)).items():
                run(f"{BIN}/novi-translate", "--export-listing", f"--entry={name}", source, "-o", listing)
                actual = functions(run(f"{BIN}/novi-translate", "--import-listing", listing))
                if actual != {name: expected}:
                    sys.exit(f"{path} @{name}, part {number}\n{expected}\ncame back as\n"
                             f"{actual.get(name)}")
                count += 1
                seen |= set(re.findall(r"\bnovi\.\w+", expected))
    with open(PAGE, encoding="utf-8") as file:
        ops = set(re.findall(r"^#+ `(novi\.\w+)`", file.read(), re.M))
    missing = ops - seen - {"novi.kernel", "novi.yield"}
    if len(ops) < 30:
        sys.exit(f"{PAGE} has {len(ops)} operations only")
    print(f"{count} functions came back; missing: {sorted(missing)}")


if __name__ == "__main__":
    main()
