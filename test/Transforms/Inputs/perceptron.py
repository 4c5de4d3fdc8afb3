"""Writes the forward part of a perceptron with relu, or a gelu, between its layers.

    perceptron.py BATCH SIZES ELEMENT-TYPE [relu|gelu]     # 100 784,256,128,10 f32; ? for a dynamic batch
"""

import sys

batch, element = sys.argv[1], sys.argv[3]
sizes = sys.argv[2].split(",")
activation = sys.argv[4] if len(sys.argv) > 4 else "relu"


def tensor(*shape):
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


arguments = [f'%x: {tensor(batch, sizes[0])} {{novi.name = "x", novi.role = "input"}}',
             f'%t: {tensor(batch, sizes[-1])} {{novi.name = "t", novi.role = "target"}}']
lines, last = [f"%one = novi.constant dense<1.0> : {tensor()}"], "%x"
for layer, (n, m) in enumerate(zip(sizes, sizes[1:])):
    row = tensor(batch, m)
    for name, shape in ((f"w{layer}", (n, m)), (f"b{layer}", (m,))):
        arguments.append(f'%{name}: {tensor(*shape)} {{novi.name = "{name}", novi.role = "parameter"}}')
    lines.append(f"%p{layer} = novi.matmul {last}, %w{layer} : ({tensor(batch, n)}, {tensor(n, m)}) -> {row}")
    lines.append(f"%z{layer} = novi.add %p{layer}, %b{layer} : ({row}, {tensor(m)}) -> {row}")
    last = f"%z{layer}"
    if layer < len(sizes) - 2:
        if activation == "gelu":
            # x sigmoid(1.702 x)
            lines += [f"%s{layer} = novi.scale {last} by -1.702 : ({row}) -> {row}",
                      f"%e{layer} = novi.exp %s{layer} : ({row}) -> {row}",
                      f"%d{layer} = novi.add %e{layer}, %one : ({row}, {tensor()}) -> {row}",
                      f"%h{layer} = novi.div {last}, %d{layer} : ({row}, {row}) -> {row}"]
        else:
            lines.append(f"%h{layer} = novi.relu {last} : ({row}) -> {row}")
        last = f"%h{layer}"
row = tensor(batch, sizes[-1])
lines.append(f"%loss = novi.softmax_cross_entropy_loss {last}, %t rows = all reduction = mean : "
             f"({row}, {row}) -> {tensor()}")
body = "\n  ".join(lines)
print(f'func.func @step({", ".join(arguments)}) -> ({tensor()} {{novi.name = "loss", novi.role = "loss"}}) {{\n'
      f"  {body}\n  return %loss : {tensor()}\n}}")
