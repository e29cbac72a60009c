#!/usr/bin/env bash
# Runs the tests on all cores, and says which took longest; arguments go to pytest. Ends with pytest's summary line.
set -euo pipefail
cd "$(dirname "$0")/.."
# The tests start hundreds of interpreters. Where the environment forbids these to write what they have compiled beside
# its source, as images for containers do, each would compile all its packages anew.
if [ -n "${PYTHONDONTWRITEBYTECODE:-}" ]; then
  unset PYTHONDONTWRITEBYTECODE
  export PYTHONPYCACHEPREFIX="$PWD/build/bytecode"
fi
exec .venv/bin/python -m pytest -n "$(nproc)" --dist loadgroup --durations 20 --durations-min 5 "$@"
