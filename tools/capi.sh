#!/usr/bin/env bash
# Compiles the C library and installs it: header, static and shared library, pkg-config file.
# Usage: tools/capi.sh PREFIX. DESTDIR is honoured.
set -euo pipefail
[ $# = 1 ] || { echo "capi: give one folder: tools/capi.sh PREFIX" >&2; exit 2; }
case $1 in /*) prefix=$1 ;; *) prefix=$PWD/$1 ;; esac
cd "$(dirname "$0")/../engine"

cargo build --release --locked -q -p pairforge-capi
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
major=${version%%.*}
to=${DESTDIR:-}$prefix
install -d "$to/include" "$to/lib/pkgconfig"
install -m 644 capi/include/pairforge.h "$to/include/"
install -m 644 target/release/libpairforge.a "$to/lib/"
install -m 755 target/release/libpairforge.so "$to/lib/libpairforge.so.$version"
ln -sf "libpairforge.so.$version" "$to/lib/libpairforge.so.$major"
ln -sf "libpairforge.so.$major" "$to/lib/libpairforge.so"
sed "s|@PREFIX@|$prefix|; s|@VERSION@|$version|" capi/pairforge.pc.in >"$to/lib/pkgconfig/pairforge.pc"
echo "$to/lib/pkgconfig/pairforge.pc"
