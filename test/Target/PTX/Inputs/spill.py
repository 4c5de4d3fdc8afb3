"""Prints PTX of a kernel that has 100 values at a time and 24 registers."""

COUNT = 100
print(f""".version 8.0
.target sm_80
.address_size 64
.visible .entry spills(.param .u64 x)
.maxnreg 24
{{
  .reg .b64 %rd<2>;
  .reg .f32 %f<{COUNT + 1}>;
  ld.param.u64 %rd1, [x];""")
for i in range(COUNT):
    print(f"  ld.volatile.global.f32 %f{i}, [%rd1+{4 * i}];")
for i in range(COUNT):
    print(f"  st.volatile.global.f32 [%rd1+{4 * i}], %f{COUNT - 1 - i};")
print("  ret;\n}")
