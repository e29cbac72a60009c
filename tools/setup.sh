#!/usr/bin/env bash
# Sets up .venv from the lock files, and what is missing of the system through apt-get. Usage: tools/setup.sh [dev].
# Without an argument: what builds cores, nothing compiled. dev: beside it what the tests, the documentation and releases
# need. Does nothing twice. Exit status 2 with one line: something is missing that has to be installed by hand.
set -euo pipefail
cd "$(dirname "$0")/.."
tier=${1:-}

fail() { echo "setup: $1" >&2; exit 2; }
step() { echo "setup: $1" >&2; }

# Programs that have to be on PATH: each with Debian's package that has it, and what it is for.
programs="
g++        g++         compiles the simulators
"
[ "$tier" = dev ] && programs+="
iverilog   iverilog    the second simulator
ghdl       ghdl        reads the VHDL that is written
tclsh      tcl         reads the constraints that are written
chromium   chromium    opens the report pages
valgrind   valgrind    traces the addresses that the engine touches
pkg-config pkg-config  finds the engine's C library
advzip     advancecomp compresses wheels
"

find_python() {
  for name in python3.13 python3.12 python3.11 python3; do
    if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null; then
      echo "$name"
      return
    fi
  done
}
python=$(find_python)
[ -n "$python" ] || fail "no Python from 3.11 to 3.14 found; install one (Debian: apt-get install python3 python3-venv)"
[ "$tier" != dev ] || command -v cargo >/dev/null ||
  fail "no cargo found; it compiles the engine: install Rust 1.89 or newer (https://rustup.rs)"

packages=() reasons=()
while read -r program package purpose; do
  [ -z "$program" ] || command -v "$program" >/dev/null || { packages+=("$package"); reasons+=("$package ($purpose)"); }
done <<<"$programs"
if ! [ -x .venv/bin/python ] && ! "$python" -c 'import ensurepip' 2>/dev/null; then
  packages+=(python3-venv)
  reasons+=("python3-venv (makes .venv)")
fi
if [ ${#packages[@]} -gt 0 ]; then
  wanted=$(printf '%s, ' "${reasons[@]}")
  wanted=${wanted%, }
  by_hand="install by hand (Debian, as root: apt-get install ${packages[*]})"
  as_root=()
  if ! command -v apt-get >/dev/null; then
    fail "not found: $wanted; install by hand"
  elif [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || fail "not found, and no right to install: $wanted; $by_hand"
    as_root=(sudo -n)
  fi
  step "installing with apt-get: $wanted"
  install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${packages[@]}")
  { "${install[@]}" || { "${as_root[@]}" apt-get update -qq && "${install[@]}"; }; } >/dev/null 2>&1 ||
    fail "apt-get could not install $wanted; $by_hand"
fi

# Installs from lock files: pip's own lines become one that moves on a terminal, and none elsewhere.
fetch() {
  local first name rest status
  .venv/bin/python -m pip install --disable-pip-version-check --no-compile --progress-bar off --require-hashes "$@" |
    while read -r first name rest; do
      case $first in
        Collecting) rest="fetching ${name%%=*}" ;;
        Installing) rest="unpacking" ;;
        *) continue ;;
      esac
      [ ! -t 2 ] || printf '\r\033[Ksetup: %s' "$rest" >&2
    done
  status=${PIPESTATUS[0]}
  [ ! -t 2 ] || printf '\r\033[K' >&2
  return "$status"
}

if ! [ -x .venv/bin/python ]; then
  step "making .venv with $($python --version)"
  "$python" -m venv .venv || fail "$python cannot make a virtual environment (Debian: apt-get install python3-venv)"
fi
if ! [ .venv/.packages -nt requirements.lock ]; then
  step "installing $(grep -c '==' requirements.lock) Python packages at pinned versions (about a minute)"
  fetch -r requirements.lock || fail "the packages of requirements.lock could not be installed; the lines above say why"
  touch .venv/.packages
fi
if ! [ .venv/.package -nt pyproject.toml ] || ! [ .venv/.package -nt tools/checkout.py ]; then
  # Not by the build backend of pyproject.toml, which compiles the engine.
  .venv/bin/python tools/checkout.py .venv/pairforge-wheel &&
    .venv/bin/python -m pip install -q --disable-pip-version-check --no-deps --no-index --force-reinstall .venv/pairforge-wheel/*.whl ||
    fail "pairforge itself could not be installed; the lines above say why"
  touch .venv/.package
fi
if [ "$tier" = dev ] && { ! [ .venv/.dev -nt requirements-dev.lock ] || ! [ .venv/.dev -nt tools/cells.txt ]; }; then
  step "installing $(grep -c '==' requirements-dev.lock) more for the tests, the documentation and releases (some minutes)"
  fetch -r requirements.lock -r requirements-dev.lock ||
    fail "the packages of requirements-dev.lock could not be installed; the lines above say why"
  fetch --no-deps -r tools/cells.txt || fail "the package of tools/cells.txt could not be installed; the lines above say why"
  touch .venv/.dev
fi
