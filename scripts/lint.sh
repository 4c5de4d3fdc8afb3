#!/usr/bin/env bash
# Format and clang-tidy of all C++ files; --fix formats them. Needs the packages
# clang-format-22 and clang-tidy-22 and what setup.sh builds.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mapfile -d '' files < <(find include lib tools benchmarks '(' -name '*.h' -o -name '*.cpp' ')' -print0)

if [ "${1:-}" = --fix ]; then
  exec clang-format-22 -i "${files[@]}"
fi
clang-format-22 --dry-run --Werror "${files[@]}"
ninja -C build # for the headers that mlir-tblgen writes
find lib tools -name '*.cpp' -print0 |
  xargs -0 -n 4 -P "$(nproc)" clang-tidy-22 --quiet -p build
