#!/usr/bin/env bash
# make demo: sets up, takes the real listing through Novi, and trains its network.

# shellcheck source=scripts/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
python=$(cached Python3_EXECUTABLE)
"$python" scripts/demo.py build build/demo
"$python" scripts/demo_training.py build build/demo
