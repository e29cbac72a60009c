#!/usr/bin/env bash
# Compiles all that the tests run of the engine, once: the extension module, the C library, the programs, the tests. In
# one call, so that both cores have work, and of all packages together, so that each dependency has one set of features.
# The kinds of targets are named, as `--all-targets` compiles libraries without tests once more as benchmarks.
set -euo pipefail
cd "$(dirname "$0")/../engine"
command -v cargo >/dev/null || exit 2 # tools/setup.sh, which runs beside it, says so
echo "test: compiling the engine and its tests (some minutes the first time)" >&2
apart=(--exclude pairforge-bench --exclude pairforge-arkworks --exclude pairforge-wasm --exclude pairforge-bare)
cargo build -q --release --locked --workspace "${apart[@]}" --lib --bins --examples --tests || # as in tests/engine/conftest.py
  { echo "test: the engine does not compile; the lines above say why" >&2; exit 1; }
