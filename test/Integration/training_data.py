"""What the listing is trained on, and whether its training went as it should.

    training_data.py REFERENCE-FOLDER feed INPUTS.npz
    training_data.py REFERENCE-FOLDER check as_written|textbook OUTPUTS.npz
    training_data.py REFERENCE-FOLDER trained OUTPUTS.npz STEP.npz INFERENCE.npz

The first writes the oracle's ten examples and initial parameters by the names of
the program's arguments. The second compares the losses of all epochs there are with
the oracle's, within 1e-5 times max(1, loss), and after 60 epochs as written the
parameters, within 1e-5 times the largest magnitude of each. The third writes the
first example with the trained parameters and the masks, and the same without the
target.
"""

import pathlib
import sys

import numpy as np

reference, action, *rest = sys.argv[1:]
data = np.load(pathlib.Path(reference) / "mega_man.npz")
if action == "feed":
    inputs = {"t81": data["x"], "t82": data["y"]}
    inputs |= {key[len("init_"):]: data[key] for key in data.files if key.startswith("init_")}
    np.savez(rest[0], **{name: array.astype(np.float32) for name, array in inputs.items()})
    sys.exit()

if action == "trained":
    trained = np.load(rest[0])
    inputs = {"t81": data["x"][0], "t82": data["y"][0]}
    inputs |= {key[len("init_"):]: data[key] for key in data.files if key.startswith("init_")}
    inputs |= {name: trained[name] for name in trained.files if name in inputs}
    inputs = {name: array.astype(np.float32) for name, array in inputs.items()}
    np.savez(rest[1], **inputs)
    del inputs["t82"]
    np.savez(rest[2], **inputs)
    sys.exit()

which, outputs = rest
outputs = np.load(outputs)
gradients = np.load(pathlib.Path(reference) / "mega_man_gradients.npz")
expected = data["losses"] if which == "as_written" else gradients["textbook_losses"]
losses = outputs["t178"].reshape(outputs["t178"].shape[:2])
expected = expected[: len(losses)]
if losses.shape != expected.shape:
    sys.exit(f"losses {losses.shape}, expected {expected.shape}")
worst = (np.abs(losses - expected) / np.maximum(1, np.abs(expected))).max()
print(f"{len(losses)} epochs, losses differ by {worst:.1e}: {'right' if worst <= 1e-5 else 'WRONG'}")
if which == "as_written" and len(losses) == 60:
    apart = {}
    for key in data.files:
        if key.startswith("after_"):
            want, got = data[key], outputs[key[len("after_"):]]
            finite = np.isfinite(want)
            if got.shape != want.shape or not (got[~finite] == want[~finite]).all():
                sys.exit(f"{key} has another shape, or other infinities")
            scale = np.abs(want[finite]).max(initial=0)
            apart[key] = np.abs(got[finite] - want[finite]).max(initial=0) / (scale or 1)
    worst = max(apart.values())
    print(f"{len(apart)} parameters, differ by {worst:.1e}: {'right' if worst <= 1e-5 else 'WRONG'}")
