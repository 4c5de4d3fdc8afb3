"""Checks that a training on a terminal of 60 columns drew short lines, and not too
many for the time that it took.

    check_terminal.py WHAT-in_terminal.py-PRINTED
"""

import re
import sys

text = open(sys.argv[1], encoding="utf-8").read()
lines = [line for line in text.splitlines() if line.startswith("return: ")]
longest = max(len(line) for line in lines) - len("return: ") - len("<esc>[K")
if longest >= 60:
    sys.exit(f"a line of {longest} characters")
rate = re.search(r"epoch 60/60, .* ([0-9.e+]+) steps/s", lines[-1])
seconds = 300 / float(rate[1])
if len(lines) > 10 * seconds + 2:
    sys.exit(f"{len(lines)} lines in {seconds} seconds")
