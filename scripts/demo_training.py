"""Trains the real listing's network on a short text, twice, and shows what it learnt.

    demo_training.py BUILD-DIRECTORY OUTPUT-DIRECTORY [BACKEND [EPOCHS]]

Once as the listing is written, with its own backward part, and once as people mean
it, with a generated one. Ten windows of six characters each; the network is to say
the next character after every beginning of a window. Nothing but the text is fed:
the parameters are made by novi-run.
"""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np

BUILD, OUT = map(Path, sys.argv[1:3])
BACKEND = sys.argv[3] if len(sys.argv) > 3 else "cpu"
EPOCHS = int(sys.argv[4]) if len(sys.argv) > 4 else 300
ROOT = Path(__file__).resolve().parent.parent
LISTING = ROOT / "test" / "Inputs" / "listing" / "mega_man_attention"

# No two windows begin alike and go on differently, so everything can be learnt.
TEXT = "a network learns by doing well"
WINDOWS, LENGTH, VOCABULARY = 10, 6, 20
CHARACTERS = sorted(set(TEXT))


def run(tool, *arguments, text=None):
    """Runs a tool; returns what it writes to both outputs."""
    command = [str(BUILD / "bin" / tool), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, input=text)
    if done.returncode:
        sys.exit(f"{done.stderr}\nerror: this failed: {' '.join(command)}")
    return done.stdout, done.stderr


def windows():
    """[(characters, the ones that follow)], spread over the text."""
    last = len(TEXT) - LENGTH - 1
    starts = [round(k * last / (WINDOWS - 1)) for k in range(WINDOWS)]
    return [(TEXT[k:k + LENGTH], TEXT[k + 1:k + LENGTH + 1]) for k in starts]


def one_hot(text):
    return np.eye(VOCABULARY, dtype=np.float32)[[CHARACTERS.index(c) for c in text]]


def initializers(shapes):
    """What --initialize takes: Xavier's weights, biases of zeros, causal masks."""
    facts = re.findall(r"^(?:parameter|constant) (\w+) (\S+)", shapes.read_text(encoding="utf-8"), re.M)
    weights = set(re.findall(r"^transposed (\w+)", shapes.read_text(encoding="utf-8"), re.M))
    others = [f"{name}={'causal_mask' if shape == f'{LENGTH}x{LENGTH}' else 'zeros'}"
              for name, shape in facts if name not in weights]
    return ",".join(["xavier", "seed=1", *others])


def train(name, shapes, rate, *backward):
    """Losses [epoch, window], predictions [window, position], and microseconds a step."""
    shapes = LISTING.with_name(shapes)
    imported, _ = run("novi-translate", "--import-listing", f"{LISTING}.txt", f"--listing-shapes={shapes}",
                      *(["--forward-only"] if backward else []))
    step, inference = OUT / f"{name}.mlir", OUT / f"{name}-inference.mlir"
    run("novi-opt", "--canonicalize", "--cse", *backward, f"--novi-add-optimizer=kind=sgd learning-rate={rate}",
        "--canonicalize", "--cse", "-o", step, text=imported)
    run("novi-opt", step, "--novi-extract-inference", "-o", inference)

    trained, guesses = OUT / f"{name}-trained.npz", OUT / f"{name}-guesses.npz"
    _, said = run("novi-run", step, f"--backend={BACKEND}", f"--inputs={OUT / 'text.npz'}",
                  f"--initialize={initializers(shapes)}", f"--epochs={EPOCHS}", f"--outputs={trained}")
    rate = float(re.findall(r"([0-9.e+]+) steps/s", said)[-1])
    parameters = np.load(trained)
    losses = parameters["t178"].reshape(EPOCHS, WINDOWS)
    feed = {"t81": np.load(OUT / "text.npz")["t81"]}
    feed |= {key: parameters[key] for key in parameters.files if key not in ("t177", "t178")}
    np.savez(OUT / f"{name}-feed.npz", **feed)
    masks = [fact for fact in initializers(shapes).split(",") if "causal" in fact and fact.split("=")[0] not in feed]
    run("novi-run", inference, f"--backend={BACKEND}", f"--inputs={OUT / f'{name}-feed.npz'}", "--epochs=1",
        f"--outputs={guesses}", *(f"--initialize={mask}" for mask in masks))
    return losses, np.load(guesses)["t177"][0].argmax(-1), 1e6 / rate


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    examples = windows()
    np.savez(OUT / "text.npz", t81=np.stack([one_hot(seen) for seen, _ in examples]),
             t82=np.stack([one_hot(following) for _, following in examples]))
    trainings = [
        ("as written", "of the first row", train("written", "mega_man_attention.shapes", 0.01)),
        ("as meant", "of all six rows", train("meant", "mega_man_attention.textbook.shapes", 0.005,
                                              "--novi-generate-backward")),
    ]
    print(f"""
The network learns '{TEXT}': what follows after each of 1 to {LENGTH}
characters of {WINDOWS} windows; {EPOCHS} epochs, one window a step, backend {BACKEND}

                      loss                 at the start   at the end   right of {WINDOWS * LENGTH}   us a step""")
    for label, rows, (losses, guesses, microseconds) in trainings:
        right = sum(CHARACTERS[guess] == want if guess < len(CHARACTERS) else False
                    for row, (_, following) in zip(guesses, examples) for guess, want in zip(row, following))
        print(f"  {label:<20}{rows:<20}{losses[0].mean():>13.4f}{losses[-1].mean():>13.4f}{right:>14}{microseconds:>12.1f}")
    print(f"""
  window     expected   {'   '.join(label for label, _, _ in trainings)}""")
    for k, (seen, following) in enumerate(examples):
        said = ("".join(CHARACTERS[guess] if guess < len(CHARACTERS) else "?" for guess in guesses[k])
                for _, _, (_, guesses, _) in trainings)
        print(f"  '{seen}'   '{following}'   {'     '.join(map(repr, said))}")


if __name__ == "__main__":
    main()
