#!/usr/bin/env bash
# The source distribution, and wheels for Linux on x86-64 and aarch64 (Python 3.11 and newer, glibc 2.28 and newer).
# Usage: tools/wheels.sh [FOLDER], by default build/wheels. Zig links, so neither needs a system of that age or kind;
# the Rust targets are added through rustup where they are missing. Wheels are kept small: similar functions are put side by
# side (tools/zig.sh), and the slowest way to deflate is taken.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-build/wheels} in /*) out=$1 ;; *) out=$PWD/${1:-build/wheels} ;; esac
fail() { echo "wheels: $1" >&2; exit 2; }
PATH="$PWD/.venv/bin:$PATH"
for program in maturin advzip; do
  command -v "$program" >/dev/null || fail "no $program found; run make setup-dev first"
done
case $PWD in *[[:space:]]*) fail "tools/zig.sh needs a folder without white space in its path, and this is $PWD" ;; esac
for page in LICENSE NOTICES.md CHANGELOG.md CITATION.cff SECURITY.md; do
  [ -f "$page" ] || fail "$page is not there, and belongs in a distribution"
done

rm -rf "$out"
mkdir -p "$out"
said=$(maturin sdist -o "$out" 2>&1) || fail "the source distribution cannot be made: $said"

# Wheels are made from the source distribution, so that it is whole, and of places on this machine nothing is kept.
scratch=$PWD/build/wheels-source
rm -rf "$scratch"
mkdir -p "$scratch"
tar xzf "$out"/pairforge-*.tar.gz -C "$scratch" --strip-components=1
cargo_home=${CARGO_HOME:-$HOME/.cargo}
export CARGO_TARGET_DIR=$PWD/build/wheels-target
# Files of a source distribution all have one date, so Cargo cannot see what changed.
sources=$(cd "$scratch/engine" && find . -type f | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum)
if [ "$(cat "$CARGO_TARGET_DIR/.sources" 2>/dev/null)" != "$sources" ]; then
  rm -rf "$CARGO_TARGET_DIR"
  mkdir -p "$CARGO_TARGET_DIR"
  echo "$sources" >"$CARGO_TARGET_DIR/.sources"
fi
export CARGO_ENCODED_RUSTFLAGS="--remap-path-prefix=$cargo_home/registry/src=crates"$'\x1f'"--remap-path-prefix=$scratch=pairforge"
export CARGO_ZIGBUILD_PYTHON_PATH=$PWD/tools/zig.sh
cd "$scratch"
for machine in x86_64 aarch64; do
  target=$machine-unknown-linux-gnu
  if ! [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    { command -v rustup >/dev/null && rustup target add "$target" >&2; } || fail "rustup cannot add $target"
  fi
  echo "wheels: compiling for $target (some minutes)" >&2
  said=$(maturin build --release --strip --zig --target "$target" --compatibility manylinux_2_28 \
    -o "$out" 2>&1) || fail "the wheel for $machine cannot be made: $said"
done
echo "wheels: compressing (a minute each)" >&2
said=$(advzip --quiet --recompress --shrink-insane "$out"/*.whl 2>&1) || fail "the wheels cannot be compressed: $said"
crates() { sed -n '/^name = /{N;s/\n/ /;p}' "$1/engine/Cargo.lock" | sort; }
others=$(comm -23 <(crates "$scratch") <(crates "$OLDPWD"))
[ -z "$others" ] || fail "compiled with crates that engine/Cargo.lock does not have: $others"
rm -rf "$scratch"
ls "$out"
