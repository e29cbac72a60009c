#!/usr/bin/env bash
# The picture in README: the top of a report page, by headless Chromium. Usage: tools/picture.sh REPORT.html OUT.png
set -euo pipefail
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
chromium --headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run --hide-scrollbars \
  --user-data-dir="$profile" --window-size=1200,1900 --screenshot="$2" "file://$(realpath "$1")" 2>/dev/null
