#!/usr/bin/env bash
# Runs the tests on all cores; arguments go to pytest. Ends with pytest's summary line.
set -euo pipefail
cd "$(dirname "$0")/.."
exec .venv/bin/python -m pytest -n "$(nproc)" --dist loadgroup "$@"
