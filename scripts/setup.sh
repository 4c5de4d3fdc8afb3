#!/usr/bin/env bash
# Installs what is missing, configures and builds Novi in build/. Runs by itself,
# or is sourced by a script that needs the tools: that script then goes on in the
# project's folder, holds the lock of build/, and may call what is defined here.
#
# For an LLVM 22 that is not Debian's, set MLIR_DIR to <prefix>/lib/cmake/mlir.

set -euo pipefail
unset MAKEFLAGS MFLAGS MAKELEVEL
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  printf 'error: %s\n' "$1" >&2
  [ $# -lt 2 ] || printf '  %s\n' "${@:2}" >&2
  exit 1
}

# run_logged LOG COMMAND...: says nothing unless the command fails.
run_logged() {
  local log=$1
  shift
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    fail "this failed: $*" "All it said is in $PWD/$log."
  fi
}

# cached VARIABLE: its value in the last configuration of build/.
cached() {
  sed -n "s/^$1:[A-Z]*=//p" build/CMakeCache.txt 2>/dev/null || true
}

# missing_packages MLIR_DIR: the Debian packages of what is not there.
missing_packages() {
  local llvm=/usr/lib/llvm-22
  command -v "${CXX:-c++}" >/dev/null || echo g++
  command -v cmake >/dev/null || echo cmake
  command -v ninja >/dev/null || echo ninja-build
  command -v pkg-config >/dev/null || echo pkg-config
  pkg-config --exists libzip 2>/dev/null || echo libzip-dev
  # The first python3 on PATH need not be the one that has NumPy.
  python3 -c 'import numpy' 2>/dev/null ||
    /usr/bin/python3 -c 'import numpy' 2>/dev/null || echo python3-numpy
  if [ "$1" = $llvm/lib/cmake/mlir ]; then
    [ -e $llvm/lib/cmake/llvm/LLVMConfig.cmake ] || echo llvm-22-dev
    [ -e $llvm/lib/cmake/mlir/MLIRConfig.cmake ] || echo libmlir-22-dev
    [ -x $llvm/bin/mlir-tblgen ] || echo mlir-22-tools
    [ -x $llvm/bin/FileCheck ] || echo llvm-22-tools
    [ -e $llvm/lib/libomp.so ] || echo libomp-22-dev
  fi
}

# install_packages PACKAGE...: by apt, where this user may.
install_packages() {
  local root=() by_hand="apt-get update && apt-get install --no-install-recommends $*"
  command -v apt-get >/dev/null ||
    fail "missing, by their Debian names: $*" "Install them, and run this again."
  if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null ||
      fail "missing packages: $*" "This user may not install them. As root:" "$by_hand"
    root=(sudo -n)
  fi
  echo "Installing with apt: $*"
  # A run in another clone may be at it too, and one that was interrupted may
  # have left packages half configured. What update has against other people's
  # repositories need not matter; install decides.
  run_logged build/apt.log flock /var/lib/dpkg "${root[@]}" \
    env DEBIAN_FRONTEND=noninteractive sh -c '
      dpkg --configure -a
      apt-get update
      apt-get -y -o DPkg::Lock::Timeout=600 install --no-install-recommends "$@"' \
    sh "$@" 9>&-
}

# One run in this folder at a time. The lock goes with the last process that
# holds it, so what an interrupted run left behind is waited for.
mkdir -p build
exec 9>build/.lock
if ! flock -n 9; then
  echo "Waiting for another run in $PWD"
  flock 9
fi

# The LLVM that was asked for, or that build/ was configured with, or Debian's.
configured=
if [ "$(cached CMAKE_HOME_DIRECTORY)" = "$PWD" ]; then
  configured=$(cached MLIR_DIR)
fi
if [ -n "${MLIR_DIR:-}" ]; then
  mlir_dir=$(realpath -m -- "$MLIR_DIR")
  [ -e "$mlir_dir/MLIRConfig.cmake" ] ||
    fail "MLIR_DIR is $MLIR_DIR, and no MLIRConfig.cmake is there" \
      "Set it to <prefix>/lib/cmake/mlir of an LLVM 22, or unset it for Debian's packages."
elif [ -e "$configured/MLIRConfig.cmake" ]; then
  mlir_dir=$configured
else
  mlir_dir=/usr/lib/llvm-22/lib/cmake/mlir
fi

missing=$(missing_packages "$mlir_dir")
if [ -n "$missing" ]; then
  # shellcheck disable=SC2086 # one argument a package
  install_packages $missing
fi

configure=(cmake --preset default "-DMLIR_DIR=$mlir_dir")
[ "$configured" = "$mlir_dir" ] || configure+=(--fresh)
run_logged build/configure.log "${configure[@]}"

if ! ninja -C build -n 2>/dev/null | grep -q 'no work to do'; then
  echo "Building (the first time takes some minutes)"
fi
run_logged build/build.log ninja -C build -j "$(nproc)"
