#!/usr/bin/env bash
# make check: sets up and runs all tests. The last line is always
# `N passed, N failed`, also when it never came to the tests.

passed=0 failed=1
trap 'echo "$passed passed, $failed failed"' EXIT
# shellcheck source=scripts/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

lit=$(cached NOVI_LIT)
if [ ! -x "$lit" ] || [ ! -x "$(cached NOVI_FILECHECK)" ]; then
  fail "lit or FileCheck is not there, neither beside MLIR nor on PATH" \
    "Debian has both in llvm-22-tools; an LLVM of your own has FileCheck when it" \
    "is built with -DLLVM_INSTALL_UTILS=ON, and lit comes with 'pip install lit'."
fi

echo "Testing"
rm -f build/check.json
status=0
"$lit" -sv --max-time 1500 -o build/check.json build/test \
  >build/check.log 2>&1 </dev/null || status=$?
counts=$("$(cached Python3_EXECUTABLE)" - <<'PYTHON'
import json
codes = []
try:
    codes = [test["code"] for test in json.load(open("build/check.json"))["tests"]]
except (OSError, ValueError):
    pass  # lit never came to its report: no test counts
passed = sum(code in ("PASS", "FLAKYPASS", "XFAIL") for code in codes)
unsupported = codes.count("UNSUPPORTED")
print(passed, len(codes) - passed - unsupported, unsupported)
PYTHON
)
read -r passed failed unsupported <<<"$counts"
# lit is also unhappy about what it has no test for: no tests, a time-out of the
# whole, a configuration that does not load.
if [ "$failed" = 0 ] && { [ $status != 0 ] || [ "$passed" = 0 ]; }; then
  failed=1
fi

if [ "$failed" != 0 ]; then
  tail -n 200 build/check.log
  fail "not all tests passed" "All that lit said is in $PWD/build/check.log."
fi
[ "$unsupported" = 0 ] ||
  echo "$unsupported tests need a tool that is not here, and did not run."
