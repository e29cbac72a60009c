#!/usr/bin/env bash
# Pins the newest versions that pyproject.toml allows: what a build of a core needs in requirements.lock, what the tests,
# the documentation and releases need beside it in requirements-dev.lock. Arguments go to `uv pip compile` (--upgrade).
set -euo pipefail
cd "$(dirname "$0")/.."
pin() {
  .venv/bin/python -m uv pip compile pyproject.toml --universal --generate-hashes --no-emit-index-url --no-header \
    --python-version 3.11 --quiet "$@"
}

pin "$@" -o requirements.lock
beside=()
for name in $(sed -n 's/^\([a-z0-9-]*\)==.*/\1/p' requirements.lock); do
  beside+=(--no-emit-package "$name")
done
pin "$@" --group dev --extra route -c requirements.lock "${beside[@]}" -o requirements-dev.lock
# Names of packages and what wants them stay; that they were held to the first file is known.
sed -i '/^    #   -c requirements.lock$/d; /^# The following packages were excluded/,$d' requirements-dev.lock
