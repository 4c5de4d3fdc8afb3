#!/usr/bin/env bash
# Format and clang-tidy of all C++ files; --fix formats them. Needs the packages
# clang-format-22 and clang-tidy-22 and a configured build/.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mapfile -d '' files < <(find include lib tools '(' -name '*.h' -o -name '*.cpp' ')' -print0)
mapfile -d '' sources < <(find lib tools -name '*.cpp' -print0)

if [ "${1:-}" = --fix ]; then
  exec clang-format-22 -i "${files[@]}"
fi
clang-format-22 --dry-run --Werror "${files[@]}"
ninja -C build # clang-tidy reads the headers that mlir-tblgen writes
printf '%s\0' "${sources[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy-22 --quiet -p build
