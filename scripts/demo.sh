#!/usr/bin/env bash
# make demo: sets up, and takes the real listing through Novi.

# shellcheck source=scripts/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
exec "$(cached Python3_EXECUTABLE)" scripts/demo.py build build/demo
