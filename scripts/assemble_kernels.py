"""Compiles programs for a GPU and says what each kernel takes of it.

    assemble_kernels.py NOVI-OPT OUTPUT-DIRECTORY CHIP PROGRAM.mlir ...

Writes PROGRAM.CHIP.ptx and, with ptxas of the CUDA Toolkit, PROGRAM.CHIP.cubin.
An error where ptxas warns of anything, where registers do not suffice (spills), or
where there are not as many entries of PTX as novi-fuse formed kernels.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path


def find_ptxas():
    """The path of ptxas, or None."""
    folders = [os.environ[name] + "/bin" for name in ("CUDA_ROOT", "CUDA_HOME", "CUDA_PATH") if name in os.environ]
    return shutil.which("ptxas") or shutil.which("ptxas", path=os.pathsep.join([*folders, "/usr/local/cuda/bin"]))


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nerror: this failed: {' '.join(map(str, command))}")
    return done.stdout, done.stderr


def make_ptx(novi_opt, program, chip):
    """The PTX of a program, and how many kernels there were after novi-fuse."""
    out, fused = run(novi_opt, program, f"--novi-to-nvvm=chip={chip} format=isa", "--mlir-print-ir-after=novi-fuse")
    kernels = len(re.findall(r"\bnovi\.kernel\b", fused))
    ptx = "".join(re.findall(r'assembly = "((?:[^"\\]|\\.)*)"', out))
    text = re.sub(r'\\([0-9A-F]{2}|["\\])', lambda m: m[1] if len(m[1]) == 1 else chr(int(m[1], 16)), ptx)
    return text.rstrip("\0"), kernels


def assemble(ptxas, ptx, chip):
    """Assembles a file; returns [(kernel, registers, bytes of shared memory)]."""
    done = subprocess.run([ptxas, f"-arch={chip}", "-v", "-Werror", "-warn-spills", str(ptx), "-o",
                           str(ptx.with_suffix(".cubin"))], capture_output=True, text=True)
    said = done.stdout + done.stderr
    if done.returncode:
        wrong = [line for line in said.splitlines() if "error" in line or "warning" in line]
        sys.exit("\n".join(wrong or [said]) + f"\nerror: {ptx} does not become machine code")
    usage = []
    for name, about in re.findall(r"Compiling entry function '(\w+)'(.*?)(?=Compiling entry|\Z)", said, re.S):
        shared = re.search(r"(\d+) bytes smem", about)
        usage.append((name, int(re.search(r"Used (\d+) registers", about)[1]), int(shared[1]) if shared else 0))
    return usage


def compile_program(novi_opt, out, chip, program):
    """Returns the PTX file, and what `assemble` does, or None without ptxas."""
    text, kernels = make_ptx(novi_opt, program, chip)
    entries = text.count(".visible .entry ")
    if entries != kernels:
        sys.exit(f"error: {program}: {kernels} kernels, but {entries} entries of PTX")
    ptx = Path(out) / f"{Path(program).stem}.{chip}.ptx"
    ptx.write_text(text)
    ptxas = find_ptxas()
    return ptx, assemble(ptxas, ptx, chip) if ptxas and kernels else [] if ptxas else None


def main():
    novi_opt, out, chip, *programs = sys.argv[1:]
    Path(out).mkdir(parents=True, exist_ok=True)
    total = 0
    for program in programs:
        ptx, usage = compile_program(novi_opt, out, chip, program)
        if usage is None:
            sys.exit("error: there is no ptxas, neither on PATH nor in the CUDA Toolkit of $CUDA_PATH or /usr/local/cuda")
        for name, registers, shared in usage:
            print(f"{ptx.name}: {name}: {registers} registers, {shared} bytes of shared memory")
        total += len(usage)
    print(f"{len(programs)} programs, {total} kernels assembled for {chip}")


if __name__ == "__main__":
    main()
