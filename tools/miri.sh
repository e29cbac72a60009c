#!/usr/bin/env bash
# Runs the tests that are small enough under Miri, which interprets them and finds undefined behaviour. Miri takes the
# portable path of the engine. Needs a nightly compiler with Miri, which rustup fetches where it can.
set -euo pipefail
cd "$(dirname "$0")/../engine"

command -v rustup >/dev/null || { echo "miri: no rustup found; it fetches the nightly compiler that Miri needs" >&2; exit 2; }
rustup run nightly cargo miri --version >/dev/null 2>&1 ||
  rustup toolchain install nightly --profile minimal --component miri --component rust-src >&2 ||
  { echo "miri: rustup cannot install the nightly compiler with Miri" >&2; exit 2; }

# Without threads: Miri finds fault with the queues of a dependency of rayon. The long batches would take minutes.
export MIRIFLAGS=-Zmiri-disable-isolation
run() { cargo +nightly miri test --locked -q --no-default-features "$@"; }
run -p pairforge-interface --features std --lib -- registry --skip batches --skip first_bad_term
run -p pairforge-engine --features binary,ternary,prime,registry --test miri
