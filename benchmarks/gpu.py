"""Checks and times Novi's kernels on a machine with an NVIDIA GPU.

    gpu.py prepare FOLDER [--chip sm_90a] [--random 20]    where Novi is built
    gpu.py run FOLDER [--steps 200]                        where the GPU is

`prepare` compiles programs into shared objects that need nothing of Novi or LLVM, and
writes what goes in and what the interpreter says comes out. `run` needs the folder,
Python and the CUDA driver; it loads each object, runs it, compares every result, and
prints the time of a step (launches and the wait for the last of them; data stays on
the device). It ends with `N agree, N differ`, and with 1 if any differs.
"""

import argparse
import array
import ctypes
import json
import re
import struct
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / "build" / "bin"
SIZES = {"f64": 8, "f32": 4, "f16": 2, "bf16": 2, "i1": 1, "i8": 1}
# Of the largest element of a result.
TOLERANCES = {"f64": 1e-9, "f32": 1e-3, "f16": 2e-2, "bf16": 1e-1, "i1": 0, "i8": 0}


# ---------------------------------------------------------------------------
# prepare
# ---------------------------------------------------------------------------


def run(command, **options):
    ran = subprocess.run([str(part) for part in command], capture_output=True, **options)
    if ran.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{ran.stderr.decode()}")
    return ran.stdout


def listing(shapes, element_type, *flags):
    """The listing's program; a training step of it where it is only the forward part."""
    text = run([BIN / "novi-translate", "--import-listing", *flags,
                ROOT / "test/Inputs/listing/mega_man_attention.txt",
                f"--listing-shapes={ROOT}/test/Inputs/listing/mega_man_attention{shapes}",
                f"--element-type={element_type}"])
    backward = ["--novi-generate-backward", "--novi-add-optimizer=kind=sgd learning-rate=0.5"]
    return run([BIN / "novi-opt", "--canonicalize", "--cse", *(backward if flags else []),
                "--canonicalize", "--cse"], input=text)


def perceptron(batch, sizes, element_type):
    text = run([sys.executable, ROOT / "test/Transforms/Inputs/perceptron.py", batch, sizes, element_type])
    return run([BIN / "novi-opt", "--novi-generate-backward", "--novi-add-optimizer", "--canonicalize",
                "--cse"], input=text)


def parse_signature(text):
    """The public function: its name, and names and types of arguments and results."""
    match = re.search(r"func\.func (?:public )?@(\w+)\((.*?)\)(?: -> (.*?))?(?: attributes .*?)? \{\n",
                      text)
    name, arguments, results = match.groups()

    def tensors(part, default):
        found = re.findall(r"tensor<([\dx?]*?)x?(f64|f32|f16|bf16|i1|i8)>(?: \{(.*?)\})?", part or "")
        described = []
        for number, (shape, kind, attributes) in enumerate(found):
            named = re.search(r'novi\.name = "(.*?)"', attributes)
            described.append({"name": named[1] if named else f"{default}{number}", "type": kind,
                              "shape": [-1 if size == "?" else int(size)
                                        for size in shape.split("x") if size]})
        return described

    return name, tensors(arguments, "arg"), tensors(results, "result")


def prepare_case(folder, name, program, chip, inputs=None):
    import numpy as np

    source = folder / f"{name}.mlir"
    source.write_bytes(run([BIN / "novi-opt"], input=program))
    function, arguments, results = parse_signature(source.read_text())
    data = folder / f"{name}.npz"
    if inputs is None:
        random = np.random.default_rng(7)
        inputs = {}
        for argument in arguments:
            shape = argument["shape"]
            value = random.normal(size=shape) / np.sqrt(max(1, shape[0] if shape else 1))
            if argument["name"] == "target":
                value = np.eye(shape[-1])[random.integers(0, shape[-1], shape[0])]
            inputs[argument["name"]] = value.astype({"f64": "f8", "f32": "f4", "f16": "f2"}[argument["type"]])
    np.savez(data, **inputs)
    expected = folder / f"{name}.expected.npz"
    run([BIN / "novi-run", source, "--backend=interpret", f"--inputs={data}", f"--outputs={expected}"])

    lowered = run([BIN / "novi-opt", source, f"--novi-to-nvvm=chip={chip} format=bin"])
    arena = re.search(r"llvm\.func @" + function + r"\(.*novi\.arena = (\d+)", lowered.decode())
    run(["mlir-translate-22", "--mlir-to-llvmir", "-o", folder / f"{name}.ll"], input=lowered)
    run(["llc-22", "-O3", "-relocation-model=pic", "-filetype=obj", folder / f"{name}.ll", "-o",
         folder / f"{name}.o"])
    run(["c++", "-shared", "-o", folder / f"{name}.so", folder / f"{name}.o", "-Wl,--whole-archive",
         ROOT / "build/lib/libNoviRuntime.a", "-Wl,--no-whole-archive", "-ldl", "-lpthread"])

    # As bytes: the machine with the GPU need not have NumPy.
    for tensors, path in ((arguments, data), (results, expected)):
        with np.load(path) as arrays:
            for tensor in tensors:
                value = arrays[tensor["name"]]
                tensor["sizes"] = list(value.shape)
                tensor["file"] = f"{name}.{path.name.count('expected')}.{tensors.index(tensor)}.bin"
                (folder / tensor["file"]).write_bytes(np.ascontiguousarray(value).tobytes())
    for suffix in (".ll", ".o", ".npz", ".expected.npz"):
        (folder / f"{name}{suffix}").unlink()
    return {"name": name, "function": function, "arena": int(arena[1]) if arena else 0,
            "arguments": arguments, "results": results}


def prepare(options):
    import numpy as np

    folder = Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    sys.path[:0] = [str(ROOT / "benchmarks")]
    import mega

    cases = []

    def add(name, program, inputs=None):
        cases.append(prepare_case(folder, name, program, options.chip, inputs))
        print(name, flush=True)

    add("mega_f32", listing(".mean.shapes", "f32", "--forward-only"), mega.inputs())
    written = folder / "mega_as_written_f64.in.npz"
    run([sys.executable, ROOT / "test/Integration/listing_data.py",
         ROOT / "test/Inputs/reference/mega_man.npz", "float64", written, folder / "unused.npz"])
    add("mega_as_written_f64", listing(".shapes", "f64"), dict(np.load(written)))
    written.unlink()
    (folder / "unused.npz").unlink()
    add("perceptron_f32", perceptron(100, "784,256,128,10", "f32"))
    add("perceptron_large_f32", perceptron(256, "784,1024,1024,10", "f32"))
    for number in range(options.random):
        stem = folder / f"random{number}"
        run([sys.executable, ROOT / "test/Random/generate.py", "--seed", number,
             *(["--backward"] if number % 5 == 0 else []), stem])
        program = stem.with_suffix(".mlir").read_bytes()
        if number % 5 == 0:
            program = run([BIN / "novi-opt", "--novi-generate-backward"], input=program)
        add(stem.name, program, dict(np.load(stem.with_suffix(".npz"))))
        stem.with_suffix(".json").unlink(missing_ok=True)
    (folder / "cases.json").write_text(json.dumps(cases, indent=1))


# ---------------------------------------------------------------------------
# run
# ---------------------------------------------------------------------------


def decode(data, kind):
    if kind in ("f64", "f32"):
        return array.array("d" if kind == "f64" else "f", data).tolist()
    if kind == "f16":
        return list(struct.unpack(f"<{len(data) // 2}e", data))
    if kind == "bf16":
        bits = array.array("H", data)
        return array.array("f", struct.pack(f"<{len(bits)}I", *(b << 16 for b in bits))).tolist()
    return list(data)


def compare(expected, actual, kind):
    """What is wrong, or nothing. NaN is NaN, infinity infinity."""
    expected, actual = decode(expected, kind), decode(actual, kind)
    if len(expected) != len(actual):
        return f"{len(actual)} elements, not {len(expected)}"
    finite = [abs(x) for x in expected if x == x and abs(x) != float("inf")]
    bound = TOLERANCES[kind] * max(finite, default=0)
    for index, (x, y) in enumerate(zip(expected, actual)):
        if x != y and not (x != x and y != y) and not abs(x - y) <= bound:
            return f"element {index} is {y}, not {x}"
    return None


class Device:
    """A shared object with a program and the runtime that it brings along."""

    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))
        reason = ctypes.create_string_buffer(256)
        if not self.library.noviCudaAvailable(reason, ctypes.c_size_t(256)):
            sys.exit(reason.value.decode())
        self.library.mgpuMemAlloc.restype = ctypes.c_void_p

    def allocate(self, size):
        return self.library.mgpuMemAlloc(ctypes.c_uint64(size), None, ctypes.c_uint8(0))

    def copy(self, to, source, size):
        if size:
            self.library.mgpuMemcpy(ctypes.c_void_p(to), ctypes.c_void_p(source), ctypes.c_size_t(size), None)
            self.library.mgpuStreamSynchronize(None)


def run_case(folder, case, steps):
    device = Device(folder / f"{case['name']}.so")
    words = []
    for argument in case["arguments"]:
        data = (folder / argument["file"]).read_bytes()
        memory = device.allocate(len(data))
        host = ctypes.create_string_buffer(data, len(data))
        device.copy(memory, ctypes.addressof(host), len(data))
        words.append(memory or 0)
        words += [size for size, declared in zip(argument["sizes"], argument["shape"]) if declared < 0]
    static = [result for result in case["results"] if -1 not in result["shape"]]
    for result in static:
        size = SIZES[result["type"]]
        for extent in result["shape"]:
            size *= extent
        result["bytes"] = size
        result["memory"] = device.allocate(size)
        words.append(result["memory"] or 0)
    if case["arena"]:
        words.append(device.allocate(case["arena"]))
    dynamic = [result for result in case["results"] if -1 in result["shape"]]
    first = len(words)
    words += [0] * sum(1 + result["shape"].count(-1) for result in dynamic)
    block = (ctypes.c_int64 * len(words))(*words)
    function = device.library[case["function"]]
    function.restype = None

    function(block)
    position = first
    for result in dynamic:
        result["memory"] = block[position]
        size = SIZES[result["type"]]
        position += 1
        for extent in result["shape"]:
            size *= block[position] if extent < 0 else extent
            position += extent < 0
        result["bytes"] = size
    problems = []
    for result in case["results"]:
        actual = ctypes.create_string_buffer(max(1, result["bytes"]))
        device.copy(ctypes.addressof(actual), result["memory"], result["bytes"])
        problem = compare((folder / result["file"]).read_bytes(), actual.raw[: result["bytes"]], result["type"])
        if problem:
            problems.append(f"{result['name']}: {problem}")
    if dynamic:  # Each step would allocate its results.
        return problems, None
    start = time.perf_counter()
    for _ in range(steps):
        function(block)
    return problems, (time.perf_counter() - start) / steps * 1e6


def run_all(options):
    folder = Path(options.folder)
    agree = differ = 0
    for case in json.loads((folder / "cases.json").read_text()):
        problems, microseconds = run_case(folder, case, options.steps)
        agree += not problems
        differ += bool(problems)
        duration = f"{microseconds:10.1f} us a step" if microseconds is not None else ""
        print(f"{case['name']:24}{'agrees' if not problems else 'DIFFERS':8}{duration}", flush=True)
        for problem in problems:
            print(f"    {problem}")
    print(f"{agree} agree, {differ} differ")
    return differ != 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("prepare")
    command.add_argument("folder")
    command.add_argument("--chip", default="sm_90a")
    command.add_argument("--random", type=int, default=20)
    command.set_defaults(call=prepare)
    command = commands.add_parser("run")
    command.add_argument("folder")
    command.add_argument("--steps", type=int, default=200)
    command.set_defaults(call=run_all)
    options = parser.parse_args()
    sys.exit(options.call(options))


if __name__ == "__main__":
    main()
