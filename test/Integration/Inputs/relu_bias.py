"""Writes a linear layer with relu and a bias for each row, forward and with the
backward part that the next layer's gradient asks for; what they are fed, and what
NumPy makes of it.

    relu_bias.py FOLDER ELEMENT-TYPE
"""

import sys

import numpy as np

folder, element = sys.argv[1:]
dtype = {"f32": np.float32, "f64": np.float64}[element]
rng = np.random.default_rng(1)


def array(*shape):
    # Rounded first, so that NumPy and the program start from the same numbers.
    return rng.standard_normal(shape).astype(dtype)


def save(name, inputs, expected):
    np.savez(f"{folder}/{name}.{element}.npz", **inputs)
    np.savez(f"{folder}/{name}.{element}.expected.npz",
             **{key: value.astype(dtype) for key, value in expected.items()})


def write(name, text):
    with open(f"{folder}/{name}.{element}.mlir", "w", encoding="utf-8") as file:
        file.write(text.replace("T>", element + ">"))


forward = """  %column = novi.reshape %b : tensor<100xT> to tensor<100x1xT>
  %p = novi.matmul %w, %x : (tensor<100x784xT>, tensor<784x256xT>) -> tensor<100x256xT>
  %z = novi.add %p, %column : (tensor<100x256xT>, tensor<100x1xT>) -> tensor<100x256xT>
  %y = novi.relu %z : (tensor<100x256xT>) -> tensor<100x256xT>
"""
arguments = ('%w: tensor<100x784xT> {novi.name = "w"}, %x: tensor<784x256xT> {novi.name = "x"}, '
             '%b: tensor<100xT> {novi.name = "b"}')
write("relu_bias", f"""func.func @main({arguments}) -> (tensor<100x256xT> {{novi.name = "y"}}) {{
{forward}  return %y : tensor<100x256xT>
}}
""")
write("training", f"""func.func @main({arguments}, %v: tensor<10x100xT> {{novi.name = "v"}}, %u: tensor<10x256xT> {{novi.name = "u"}})
    -> (tensor<100x256xT> {{novi.name = "y"}}, tensor<100x256xT> {{novi.name = "dz"}}, tensor<100xT> {{novi.name = "db"}}) {{
  %zero = novi.constant dense<0.0> : tensor<T>
{forward}  %dy = novi.matmul %v, %u {{transpose_a}} : (tensor<10x100xT>, tensor<10x256xT>) -> tensor<100x256xT>
  %flat = novi.compare le, %z, %zero : (tensor<100x256xT>, tensor<T>) -> tensor<100x256xi1>
  %dz = novi.select %flat, %zero, %dy : (tensor<100x256xi1>, tensor<T>, tensor<100x256xT>) -> tensor<100x256xT>
  %db = novi.reduce_sum %dz axes = [1] : (tensor<100x256xT>) -> tensor<100xT>
  return %y, %dz, %db : tensor<100x256xT>, tensor<100x256xT>, tensor<100xT>
}}
""")

w, x, b, v, u = array(100, 784), array(784, 256), array(100), array(10, 100), array(10, 256)
z = w.astype(np.float64) @ x + b[:, None].astype(np.float64)
dz = np.where(z <= 0, 0, v.astype(np.float64).T @ u)
save("relu_bias", {"w": w, "x": x, "b": b}, {"y": np.maximum(z, 0)})
save("training", {"w": w, "x": x, "b": b, "v": v, "u": u},
     {"y": np.maximum(z, 0), "dz": dz, "db": dz.sum(axis=1)})
