#!/usr/bin/env bash
# Python, as maturin calls it to run Zig, with one difference: what Zig links has similar functions side by side, so that
# it compresses better (the extension module by 9 %). Zig's linker, LLD, can sort them by balanced partitioning, but
# `zig cc` does not pass that option on: so what it told LLD is done once more, with it.
# Needs paths without white space, as Zig shows what it told LLD without quotes.
set -euo pipefail
python=$(dirname "$0")/../.venv/bin/python
said=$(mktemp)
trap 'rm -f "$said"' EXIT
ZIG_VERBOSE_LINK=1 "$python" "$@" 2>"$said" || { status=$?; cat "$said" >&2; exit "$status"; }
grep -v '^\(ld\.lld\|ar\) ' "$said" >&2 || true
# The last one: those before are of libraries that Zig links against.
read -ra link < <(grep '^ld\.lld .* -shared ' "$said" | tail -n 1) || exit 0
"$python" -m ziglang "${link[@]}" --bp-compression-sort=function
