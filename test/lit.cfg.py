# How lit runs Novi's tests. What differs from build to build comes from
# lit.site.cfg.py, which CMake writes from lit.site.cfg.py.in.

import os
import shutil

import lit.formats

config.name = "Novi"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.novi_build_dir, "test")

# Novi's tools first, then FileCheck and its like, then MLIR's.
config.environment["PATH"] = os.pathsep.join(
    [
        os.path.join(config.novi_build_dir, "bin"),
        os.path.dirname(config.filecheck),
        config.llvm_tools_dir,
        os.environ.get("PATH", ""),
    ]
)

config.substitutions += [
    ("%python", config.python),
    ("%inputs", os.path.join(config.test_source_root, "Inputs")),
    ("%plugin", config.novi_plugin),
    ("%cmake", config.cmake),
    ("%cxx", config.cxx),
    ("%crash_plugin", config.novi_crash_plugin),
    ("%mlir_opt", config.mlir_opt),
    ("%clang_format", config.clang_format),
    ("%novi_src", config.novi_source_dir),
    ("%novi_build", config.novi_build_dir),
]

if not config.clang_format.endswith("-NOTFOUND"):
    config.available_features.add("clang-format")
if not config.mlir_opt.endswith("-NOTFOUND"):
    config.available_features.add("mlir-opt")
if shutil.which("ptxas"):
    config.available_features.add("ptxas")

# A test that hangs fails by name. lit can do this only where psutil is there.
if lit_config.maxIndividualTestTimeIsSupported[0]:
    lit_config.maxIndividualTestTime = 600
