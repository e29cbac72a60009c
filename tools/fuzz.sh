#!/usr/bin/env bash
# Fuzzes every decoder for some seconds each (default 20): tools/fuzz.sh [SECONDS]. Needs a nightly compiler, which
# rustup fetches where it can. Found inputs stay in engine/fuzz/artifacts.
set -euo pipefail
seconds=${1:-20}
cd "$(dirname "$0")/../engine"

command -v rustup >/dev/null || { echo "fuzz: no rustup found; it fetches the nightly compiler that fuzzing needs" >&2; exit 2; }
rustup run nightly rustc --version >/dev/null 2>&1 ||
  rustup toolchain install nightly --profile minimal >&2 ||
  { echo "fuzz: rustup cannot install the nightly compiler" >&2; exit 2; }
command -v cargo-fuzz >/dev/null || cargo install --locked -q cargo-fuzz >&2 ||
  { echo "fuzz: cargo cannot install cargo-fuzz; try cargo install --locked cargo-fuzz" >&2; exit 2; }

for target in $(sed -n 's/^name = "\([a-z_]*\)"$/\1/p' fuzz/Cargo.toml); do
  echo "== $target"
  mkdir -p "fuzz/corpus/$target"
  cargo +nightly fuzz run "$target" -- -max_total_time="$seconds" -max_len=4096 -print_final_stats=0 -verbosity=0
done
