"""Runs the commands of a page, and holds what they print against the page.

    check-commands.py PAGE SOURCE-DIRECTORY BUILD-DIRECTORY SCRATCH-DIRECTORY

Commands are the indented lines that start with `$ `, continued by a backslash;
the indented lines below one are its whole standard output. A command with no such
lines may print what it likes; one that ends in `# fails` has to fail. They run in
the scratch directory, which looks like the project's folder after a build.
"""

import os
import subprocess
import sys
from pathlib import Path


def commands(page):
    """[(line number, command, [expected line])]"""
    found, pending = [], None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("    "):
            pending = None
        elif line.startswith("    $ "):
            pending = [number, line[6:], []]
            found.append(pending)
        elif pending and pending[1].endswith("\\"):
            pending[1] = pending[1][:-1] + line.strip()
        elif pending:
            pending[2].append(line[4:])
    return found


def main():
    page, source, build, scratch = map(Path, sys.argv[1:])
    (scratch / "build").mkdir(parents=True, exist_ok=True)
    for link, target in (("test", source / "test"), ("build/bin", build / "bin")):
        if not (scratch / link).is_symlink():
            (scratch / link).symlink_to(target)
    path = f"{os.path.dirname(sys.executable)}{os.pathsep}{os.environ['PATH']}"

    found = commands(page)
    if not found:
        sys.exit(f"{page}: no commands")
    for number, command, expected in found:
        done = subprocess.run(command, shell=True, cwd=scratch, text=True, capture_output=True,
                              env={**os.environ, "PATH": path})
        place = f"{page}:{number}: `{command}`"
        if (done.returncode != 0) != command.endswith("# fails"):
            sys.exit(f"{place} exits with {done.returncode}:\n{done.stderr}")
        if expected and done.stdout.splitlines() != expected:
            sys.exit(f"{place} prints\n{done.stdout}instead of\n" + "\n".join(expected))


if __name__ == "__main__":
    main()
