#!/usr/bin/env bash
# Compiles what the tests of the engine run, then runs all tests on all cores; arguments go to pytest. Ends with pytest's
# summary line.
set -euo pipefail
cd "$(dirname "$0")/.."

# Before pytest, so that both cores compile and no test waits for Cargo's lock. Cargo says itself what went wrong.
echo "test: compiling the engine's tests, its C library and the programs of the papers (some minutes the first time)" >&2
cargo test -q --release --locked --no-run --manifest-path engine/Cargo.toml --workspace --exclude pairforge-bench ||
  { echo "test: the engine's tests do not compile; the lines above say why" >&2; exit 1; }
cargo build -q --release --locked --manifest-path engine/Cargo.toml -p pairforge-capi -p pairforge-harrison ||
  { echo "test: the C library does not compile; the lines above say why" >&2; exit 1; }

exec .venv/bin/python -m pytest -n "$(nproc)" --dist loadgroup "$@"
