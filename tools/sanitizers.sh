#!/usr/bin/env bash
# Runs tests of the engine under AddressSanitizer and ThreadSanitizer (LLVM): tools/sanitizers.sh [address|thread]...
# Needs a nightly compiler, and for threads the source of the standard library, which rustup fetches where it can.
#
# Both see compiled Rust alone: what inline assembly reads and writes is not instrumented.
set -euo pipefail
cd "$(dirname "$0")/../engine"

command -v rustup >/dev/null || { echo "sanitizers: no rustup found; it fetches the nightly compiler they need" >&2; exit 2; }
[ -d "$(rustc +nightly --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library" ] ||
  rustup toolchain install nightly --profile minimal --component rust-src >&2 ||
  { echo "sanitizers: rustup cannot install the nightly compiler with the source of its library" >&2; exit 2; }

target=$(rustc +nightly --print host-tuple)
# With a target of its own nothing of it goes into what runs while compiling: build scripts and procedural macros.
run() { cargo +nightly test --locked -q --target "$target" "$@"; }

# Reads and writes out of bounds or after release, and leaks. The same programs run twice, with other instructions.
address() {
  export RUSTFLAGS=-Zsanitizer=address
  local level
  for level in avx512 portable; do
    PAIRFORGE_ENGINE_CPU=$level run --no-default-features --test suite --test groups \
      -p pairforge-binary -p pairforge-ternary -p pairforge-prime -p pairforge-engine \
      --features pairforge-engine/binary,pairforge-engine/ternary,pairforge-engine/ethereum,pairforge-engine/registry \
      --features pairforge-engine/parallel
  done
}

# Races. The standard library is compiled with the sanitizer, or each of its locks would be reported.
thread() {
  export RUSTFLAGS=-Zsanitizer=thread
  run -Zbuild-std --lib -p pairforge-interface -p pairforge-prime --features pairforge-interface/parallel \
    -- multi_scalar registry
}

[ $# -gt 0 ] || set -- address thread
for sanitizer in "$@"; do
  case $sanitizer in
    address | thread) echo "== $sanitizer" && "$sanitizer" ;;
    *) echo "sanitizers: $sanitizer is neither address nor thread" >&2 && exit 2 ;;
  esac
done
