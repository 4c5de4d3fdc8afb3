"""Writes masks of many sizes, and what NumPy's packbits makes of them."""

import sys

import numpy as np

folder = sys.argv[1]
rng = np.random.default_rng(5)
inputs, expected, arguments, results, lines, values = {}, {}, [], [], [], []
for alignment in (8, 32, 128):
    for size in (0, 1, 7, 8, 100, 128, 129):
        name = f"m{alignment}_{size}"
        mask = rng.random((3, size)) < 0.5
        bytes_ = -(-size // alignment) * alignment // 8
        packed = np.zeros((3, bytes_), np.uint8)
        bits = np.packbits(mask, axis=-1, bitorder="little")
        packed[:, :bits.shape[1]] = bits
        inputs[name], inputs["p" + name] = mask, packed
        expected["packed_" + name], expected["mask_" + name] = packed, mask
        arguments += [f'%{name}: tensor<?x?xi1> {{novi.name = "{name}"}}',
                      f'%p{name}: tensor<?x{bytes_}xi8> {{novi.name = "p{name}"}}']
        lines += [f"%n{name} = tensor.dim %{name}, %c1 : tensor<?x?xi1>",
                  f"%packed_{name} = novi.pack_mask %{name} {{alignment = {alignment}}} : (tensor<?x?xi1>) -> tensor<?x?xi8>",
                  f"%mask_{name} = novi.unpack_mask %p{name} size(%n{name}) {{alignment = {alignment}}} : "
                  f"tensor<?x{bytes_}xi8> to tensor<?x?xi1>"]
        results += [f'tensor<?x?xi8> {{novi.name = "packed_{name}"}}', f'tensor<?x?xi1> {{novi.name = "mask_{name}"}}']
        values += [f"%packed_{name}", f"%mask_{name}"]
text = (f"func.func @main({', '.join(arguments)}) -> ({', '.join(results)}) {{\n"
        "  %c1 = arith.constant 1 : index\n  " + "\n  ".join(lines) +
        f"\n  return {', '.join(values)} : {', '.join(r.split(' {')[0] for r in results)}\n}}\n")
with open(f"{folder}/masks.mlir", "w", encoding="utf-8") as file:
    file.write(text)
np.savez(f"{folder}/in.npz", **inputs)
np.savez(f"{folder}/signed.npz", **{n: a.view(np.int8) if a.dtype == np.uint8 else a for n, a in inputs.items()})
np.savez(f"{folder}/expected.npz", **expected)

with open(f"{folder}/short.mlir", "w", encoding="utf-8") as file:
    file.write("""func.func @main(%p: tensor<1x?xi8> {novi.name = "p"}) -> tensor<1x9xi1> {
  %m = novi.unpack_mask %p : tensor<1x?xi8> to tensor<1x9xi1>
  return %m : tensor<1x9xi1>
}
""")
np.savez(f"{folder}/short.npz", p=np.zeros((1, 3), np.uint8))
