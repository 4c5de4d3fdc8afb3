"""Interrupts a training at several points and lets it go on.

    interrupt.py PROGRAM INPUTS FOLDER

Checks exit codes, what is said, what the outputs hold after each interruption,
and that the files at the end are those of a training that nobody interrupted. So
too for one that is killed, and for one that loses the place for its checkpoint.
"""

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

PROGRAM, INPUTS, FOLDER = sys.argv[1], sys.argv[2], Path(sys.argv[3])
EPOCHS, EXAMPLES = 200, 5


def command(name, *more):
    return ["novi-run", PROGRAM, "--backend=interpret", f"--inputs={INPUTS}", f"--epochs={EPOCHS}",
            f"--outputs={FOLDER / name}-out.npz", *more]


def start(name, *more):
    """A training of which the first epoch has passed."""
    process = subprocess.Popen(command(name, *more), stderr=subprocess.PIPE, text=True)
    while not (line := process.stderr.readline()).startswith("epoch "):
        if not line:
            sys.exit("ended before the first epoch")
    return process


def check(condition, what):
    if not condition:
        sys.exit(f"wrong: {what}")


def steps_reached(name, whole):
    """Checks what an interrupted training left against a whole one."""
    left = np.load(FOLDER / f"{name}-out.npz")
    epochs = len(left["loss"])
    check(left["loss"].shape == (epochs, EXAMPLES), "shape of the losses")
    check((left["loss"] == whole["loss"][:epochs]).all(), "losses of whole epochs")
    rest = 0
    if "loss.partial" in left.files:
        rest = len(left["loss.partial"])
        check(0 < rest < EXAMPLES, "a part of an epoch")
        check((left["loss.partial"] == whole["loss"][epochs, :rest]).all(), "losses of the rest")
    return epochs * EXAMPLES + rest


def main():
    subprocess.run(command("whole", f"--checkpoint={FOLDER}/whole.npz"), check=True)
    whole = np.load(FOLDER / "whole-out.npz")

    # Without a checkpoint.
    for number in (signal.SIGINT, signal.SIGTERM):
        process = start("once")
        process.send_signal(number)
        said = process.stderr.read()
        check(process.wait() == 128 + number, f"exit code {process.returncode}")
        steps = steps_reached("once", whole)
        check(EXAMPLES <= steps < EPOCHS * EXAMPLES, f"{steps} steps")
        place = f"interrupted after {steps // EXAMPLES} of {EPOCHS} epochs"
        if steps % EXAMPLES:
            place += f" and {steps % EXAMPLES} of {EXAMPLES} examples"
        check(said.endswith(f"note: {place}\n"), f"{said!r}, expected {place}")

    # With one: again and again until it is through.
    interruptions, before = 0, 0
    while True:
        process = start("cut", f"--checkpoint={FOLDER}/cut.npz")
        time.sleep(0.02 * interruptions)
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
        if process.wait() == 0:
            break
        check(process.returncode == 130, f"exit code {process.returncode}")
        check("the next run goes on from there" in said, said)
        steps = steps_reached("cut", whole)
        check(steps > before, f"{steps} steps after {before}")
        check(np.load(FOLDER / "cut.npz")["steps"] == steps, "steps of the checkpoint")
        before = steps
        interruptions += 1
    for name in ("whole.npz", "whole-out.npz"):
        cut = FOLDER / name.replace("whole", "cut")
        check((FOLDER / name).read_bytes() == cut.read_bytes(), f"bytes of {cut}")
    print("interrupted at several points" if interruptions >= 2 else f"only {interruptions} interruptions")

    # Killed without a word, it goes on from the last time it wrote.
    process = start("killed", f"--checkpoint={FOLDER}/killed.npz")
    while (steps := int(np.load(FOLDER / "killed.npz")["steps"])) == 0:
        check(process.poll() is None, "no checkpoint before the end")
        time.sleep(0.02)
    process.kill()
    process.wait()
    check(not (FOLDER / "killed-out.npz").exists(), "outputs of what was killed")
    if steps < EPOCHS * EXAMPLES:
        subprocess.run(command("killed", f"--checkpoint={FOLDER}/killed.npz"), check=True)
        check((FOLDER / "killed-out.npz").read_bytes() == (FOLDER / "whole-out.npz").read_bytes(), "bytes")

    # A checkpoint that cannot be written ends no training, but is an error.
    process = start("folder", f"--checkpoint={FOLDER}/folder.npz")
    (FOLDER / "folder.npz").unlink()
    (FOLDER / "folder.npz").mkdir()
    said = process.stderr.read()
    check(process.wait() == 1, f"exit code {process.returncode}")
    for kind, end in ("warning", "; the training goes on"), ("error", ""):
        check(f"{kind}: {FOLDER}/folder.npz: is a folder, expected a regular file or a new name{end}\n" in said, said)
    check((FOLDER / "folder-out.npz").read_bytes() == (FOLDER / "whole-out.npz").read_bytes(), "bytes")

    # The second signal ends at once: before the step does, and nothing is written.
    (FOLDER / "whole-out.npz").unlink()
    process = start("whole")
    process.send_signal(signal.SIGSTOP)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGCONT)
    check(process.wait() in (130, 143), f"exit code {process.returncode} of two signals")
    check(not (FOLDER / "whole-out.npz").exists(), "outputs after two signals")
    check(not list(FOLDER.glob(".novi-*")), "temporary files")


if __name__ == "__main__":
    main()
