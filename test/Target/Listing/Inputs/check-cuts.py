"""Cuts a listing in many places and says what novi-translate makes of each.

    check-cuts.py LISTING SHAPES DIRECTORY

A cut listing has to be refused, with a line and a column, wherever it is cut:
between two lines and within one.
"""

import re
import subprocess
import sys
from pathlib import Path

listing, shapes, directory = sys.argv[1:]
text = Path(listing).read_bytes()
path = Path(directory) / "cut.txt"
ends = [m.end() for m in re.finditer(b"\n", text)]
first = text.index(b"INSTRUCTION")

# Every thirteenth line, and all around the loss and at the end; then the same
# lines without their last byte, token or half.
loss = next(k for k, e in enumerate(ends) if text[:e].rstrip().endswith(b"t178"))
lines = sorted({*range(8, len(ends) - 1, 13), *range(loss - 3, loss + 6),
                *range(len(ends) - 9, len(ends) - 1)})
cuts = [ends[k] for k in lines if ends[k] > first]
cuts += [ends[k] - 5 for k in lines[::4]]
# Within the last line: its last tensor, and its last group.
cuts += [len(text) - 4, len(text) - 5, len(text) - 7, len(text) - 12]

for cut in cuts:
    path.write_bytes(text[:cut])
    done = subprocess.run(
        ["novi-translate", "--import-listing", path, f"--listing-shapes={shapes}", "-o", "/dev/null"],
        capture_output=True, timeout=60)
    said = done.stderr.decode(errors="replace")
    # The side file speaks of tensors that a short listing does not name.
    if done.returncode != 1 or not re.search(r"(cut\.txt|\.shapes):\d+:\d+: error: ", said):
        sys.exit(f"cut after {cut} bytes, line {text[:cut].count(10)}: exit status {done.returncode}\n{said}")
print(len(cuts), "cuts, all refused")
