"""Prints a file with one line of those that contain a text made a comment, so
that the places of all others stay.

    without.py FILE TEXT NUMBER

NUMBER counts from 0 the lines that contain TEXT and are no comments.
"""

import sys

path, text, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
lines = open(path).read().split("\n")
found = [i for i, line in enumerate(lines) if text in line.split("//")[0]]
lines[found[number]] = "//" + lines[found[number]]
print("\n".join(lines))
