"""Runs a command whose standard error is a terminal of 60 columns, and prints what
the terminal got, with escapes spelt out: a line for each time the cursor returns.

    in_terminal.py [NAME=VALUE]... -- COMMAND...

The environment has TERM=xterm and no NO_COLOR unless NAME=VALUE say otherwise.
"""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

split = sys.argv.index("--")
environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
environment.update({"TERM": "xterm"}, **dict(setting.split("=", 1) for setting in sys.argv[1:split]))

ours, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
process = subprocess.Popen(sys.argv[split + 1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=theirs, env=environment)
os.close(theirs)
seen = b""
while True:
    try:
        part = os.read(ours, 65536)
    except OSError:  # what Linux gives when the other side is closed
        break
    if not part:
        break
    seen += part
said = process.stdout.read()
for line in seen.decode().replace("\r\n", "\n").replace("\r", "\nreturn: ").splitlines():
    print(line.replace("\x1b", "<esc>"))
print(f"stdout {said!r}, exit code {process.wait()}")
