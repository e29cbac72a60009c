"""Instructions of pairings on 64-bit Arm, under emulation: `python -m benchmarks.aarch64 [PAIRING …]`.

A table of each pairing at the levels `portable` and `base`, alone and as one of a batch, and of blst's.
Counts say nothing of cycles: processors start several instructions in one, and not as many of each kind. They
vary little from run to run. Needs a C compiler, and what `tools/aarch64.sh` installs.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from pairforge import engine
from pairforge.errors import UserError

ROOT = Path(__file__).resolve().parents[1]
_LEVELS = ("portable", "base")
_BLST = "blst bls12-381"
_BY_DEFAULT = (
    *("eta-f2-239", "eta-f2-313", "tate-f2-283", "eta-f2-1223", "eta-f3-97", "eta-f3-193", "eta-f3-509"),
    *("ate-bn254", "ate-bls12-381", "ate-bn462", "tate-ss512"),
)
# Batches of these are one pairing after the other and take long here, so they are not counted.
_ALONE = (
    *("ate-bls12-377", "ate-bls12-446", "ate-bls12-638", "ate-bn446", "ate-bn638", "ate-bw6-761"),
    *("ate-bls24-315", "ate-bls24-317", "ate-bls24-509", "ate-bls48-581", "ate-kss16-330", "ate-kss18-508"),
)


@dataclass(frozen=True)
class Emulator:
    """What counts: a program that calls a pairing so often, and qemu's plugin."""

    program: Path
    plugin: Path

    def instructions(self, level: str, subject: str, what: str, calls: int) -> tuple[int, int]:
        """Instructions of the whole program, and how many pairings a call computes."""
        command = ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "-plugin", str(self.plugin))
        done = subprocess.run(
            (*command, str(self.program), subject, what, str(calls)),
            env={**os.environ, "PAIRFORGE_ENGINE_CPU": level},
            capture_output=True,
            text=True,
            check=False,
        )
        counted = re.search(r"^instructions (\d+)$", done.stderr, re.MULTILINE)
        if done.returncode or counted is None:
            raise UserError(f"{subject} under qemu ends with status {done.returncode}: {done.stderr.strip()}")
        return int(counted[1]), int(done.stdout)

    def each(self, level: str, subject: str, what: str) -> int:
        """Instructions of one pairing: what a second call adds, so that neither start nor tables count."""
        (first, size), (second, _) = (self.instructions(level, subject, what, n) for n in (1, 2))
        return (second - first) // size


def compiled() -> Emulator:
    """Compile both (UserError where tools are missing)."""
    build = ROOT / "build" / "aarch64"
    build.mkdir(parents=True, exist_ok=True)
    plugin = build / "libinstructions.so"
    source = ROOT / "tools" / "qemu" / "instructions.c"
    _run("cc", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-o", str(plugin), str(source))
    _run(str(ROOT / "tools" / "aarch64.sh"), "build", "-p", "pairforge-bench", "--bin", "calls")
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "engine" / "target"))
    return Emulator(target / "aarch64-unknown-linux-gnu" / "release" / "calls", plugin)


def _run(*command: str) -> None:
    try:
        done = subprocess.run(command, cwd=ROOT, check=False)
    except FileNotFoundError:
        raise UserError(f"no {command[0]} here; install it") from None
    if done.returncode:
        name = Path(command[0]).name
        raise UserError(f"{name} ended with status {done.returncode}; the lines above say why")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.aarch64")
    parser.add_argument("pairings", nargs="*", metavar="PAIRING", help="by default some of each kind")
    names = parser.parse_args().pairings or (*_BY_DEFAULT, *_ALONE)
    try:
        if unknown := [name for name in names if name not in engine.names()]:
            raise UserError(f"{unknown[0]}: no such pairing; the engine has {', '.join(engine.names())}")
        emulator = compiled()
        print("| instructions of a pairing | portable | base | portable, in a batch | base, in a batch |")
        print("|---|---|---|---|---|")
        for name in names:
            kinds = ("pair",) if name in _ALONE else ("pair", "batch")
            counts = [f"{emulator.each(level, name, what):,}" for what in kinds for level in _LEVELS]
            print(f"| `{name}` | " + " | ".join(counts) + " |" * (5 - len(counts)), flush=True)
        print(f"| {_BLST} | | {emulator.each('base', _BLST, 'pair'):,} | | |")
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
