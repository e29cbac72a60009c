#!/usr/bin/env bash
# Cargo for 64-bit Arm, what it runs under qemu-user: tools/aarch64.sh COMMAND [ARGUMENT …]. `test` without the name of a
# crate takes all that have tests for it.
# Installs the cross compiler, qemu and the Rust target where they are missing. Exit status 77: these cannot be installed
# here, so there is nothing to run.
set -euo pipefail
cd "$(dirname "$0")/../engine"
target=aarch64-unknown-linux-gnu

missing=()
command -v aarch64-linux-gnu-gcc >/dev/null || missing+=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross)
command -v qemu-aarch64 >/dev/null || missing+=(qemu-user)
if [ ${#missing[@]} -gt 0 ]; then
  as_root=""
  [ "$(id -u)" = 0 ] || as_root="sudo -n"
  { $as_root apt-get install -y -qq "${missing[@]}" ||
    { $as_root apt-get update -qq && $as_root apt-get install -y -qq "${missing[@]}"; }; } >/dev/null 2>&1 ||
    { echo "aarch64: could not install ${missing[*]}; install them by hand" >&2; exit 77; }
fi
if ! [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
  { command -v rustup >/dev/null && rustup target add "$target" >&2; } ||
    { echo "aarch64: rustup cannot add $target" >&2; exit 77; }
fi

export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu"
crates=()
if [ "$1" = test ] && [[ " $* " != *" -p "* ]]; then
  for crate in interface binary ternary prime engine; do crates+=(-p "pairforge-$crate"); done
fi
exec cargo "$1" --release --locked --target "$target" "${crates[@]}" "${@:2}"
