"""Files for safetensors.test: 8 bytes of length, a JSON header, bytes."""
import json
import os
import struct
import subprocess
import sys

import numpy as np

SIZES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "BOOL": 1}
# Name, dtype, shape, elements; bfloat16 as its bits: 1, -2 and infinity.
TENSORS = [
    ("mask", "BOOL", [5], np.array([1, 0, 0, 1, 1], np.uint8)),
    ("layer.0/weight", "F32", [2, 3], np.array([0.5, -1, 2, 3, 4, 5], np.float32)),
    ("empty", "F32", [0, 4], np.zeros(0, np.float32)),
    ("f64", "F64", [], np.array([0.1])),
    ("bf16", "BF16", [3], np.array([0x3F80, 0xC000, 0x7F80], np.uint16)),
    ("f16", "F16", [3], np.array([1, -2, 65504], np.float16)),
]


def negated(dtype, array):
    if dtype == "BOOL":
        return 1 - array
    return array ^ 0x8000 if dtype == "BF16" else -array


def pack(header, data):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def write(path):
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name, dtype, shape, array in TENSORS:
        end = len(data) + array.nbytes
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), end]}
        data += array.tobytes()
    with open(path, "wb") as file:
        file.write(pack(header, data))


def check(path):
    with open(path, "rb") as file:
        content = file.read()
    (length,) = struct.unpack("<Q", content[:8])
    header, data = json.loads(content[8 : 8 + length]), content[8 + length :]
    assert (8 + length) % 8 == 0
    assert header.keys() == {name for name, *_ in TENSORS}
    places = []
    for name, dtype, shape, array in TENSORS:
        entry = header[name]
        begin, end = entry["data_offsets"]
        places.append((begin, end))
        assert entry["dtype"] == dtype and entry["shape"] == shape, name
        assert begin % SIZES[dtype] == 0, name
        assert data[begin:end] == negated(dtype, array).tobytes(), name
    places.sort()
    assert [0] + [end for _, end in places] == [begin for begin, _ in places] + [len(data)]


def check_npz(path):
    with np.load(path) as arrays:
        for name, dtype, shape, array in TENSORS:
            assert arrays[name].tobytes() == array.tobytes() and list(arrays[name].shape) == shape


def broken(folder, program, tool):
    def entry(dtype="F32", shape=(4,), place=(0, 16)):
        return {"dtype": dtype, "shape": shape, "data_offsets": place}

    data = bytes(16)
    files = {
        "long": struct.pack("<Q", 1 << 40) + b"{}",
        "short": b"{}",
        "json": pack(b'{"x": ', b""),
        "deep": pack(b"{" + b'"a":[' * 100000, b""),
        "dtype": pack({"x": entry("F8_E4M3")}, data),
        "shape": pack({"x": entry(shape=[5])}, data),
        "huge": pack({"x": entry(shape=[1 << 40, 1 << 40])}, data),
        "negative": pack({"x": entry(shape=[-4])}, data),
        "overlap": pack({"x": entry(), "y": entry(place=[8, 24])}, bytes(24)),
        "gap": pack({"x": entry(), "y": entry(place=[20, 36])}, bytes(36)),
        "beyond": pack({"x": entry(shape=[40], place=[0, 160])}, data),
        "left": pack({"x": entry()}, bytes(20)),
        "bool": pack({"x": entry("BOOL", place=[0, 4])}, b"\0\1\2\0"),
    }
    for name, content in files.items():
        path = os.path.join(folder, name + ".safetensors")
        with open(path, "wb") as file:
            file.write(content)
        ran = subprocess.run([tool, program, "--inputs=" + path], capture_output=True, text=True)
        assert ran.returncode == 1, name
        print(f"{name}: {ran.stderr.strip()}")


command, folder = sys.argv[1:3]
if command == "write":
    write(os.path.join(folder, "in.safetensors"))
elif command == "check":
    check(os.path.join(folder, "out.safetensors"))
elif command == "check-npz":
    check_npz(os.path.join(folder, "out.npz"))
else:
    broken(folder, *sys.argv[3:5])
