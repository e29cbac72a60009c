#!/usr/bin/env bash
# Compiles the engine as WebAssembly modules and lays out its npm package. Usage: tools/wasm.sh FOLDER. Adds the Rust target
# where it is missing. Exit status 77: rustup cannot add it, so there is nothing to compile.
set -euo pipefail
[ $# = 1 ] || { echo "wasm: give one folder: tools/wasm.sh FOLDER" >&2; exit 2; }
case $1 in /*) folder=$1 ;; *) folder=$PWD/$1 ;; esac
cd "$(dirname "$0")/../engine"
target=wasm32-unknown-unknown

if ! [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
  { command -v rustup >/dev/null && rustup target add "$target" >&2; } ||
    { echo "wasm: rustup cannot add $target" >&2; exit 77; }
fi
install -d "$folder"
install -m 644 wasm/npm/* ../LICENSE ../NOTICES.md "$folder/"
# Names of functions would be a twelfth of a module.
export CARGO_PROFILE_RELEASE_STRIP=true
module() {
  cargo build --release --locked -q -p pairforge-wasm --target "$target" "${@:2}"
  install -m 644 "${CARGO_TARGET_DIR:-target}/$target/release/pairforge_wasm.wasm" "$folder/$1"
}
module pairforge.wasm
module families.wasm --features families
echo "$folder/package.json"
