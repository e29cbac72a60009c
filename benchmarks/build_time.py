"""How long the engine compiles, with nothing compiled before: `python -m benchmarks.build_time [NAME …]`.

The extension module and the C library with all pairings, and programs with one pairing each, as README has
them. Every one is compiled in an empty folder, from downloads that Cargo has (it fetches those that it lacks
first).
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from pairforge.errors import UserError
from pairforge.software.cargo import cargo_path, workspace


@dataclass(frozen=True)
class OnePairing:
    """A program with one pairing of the engine."""

    feature: str
    """Of `pairforge-engine`, the only one."""
    pairing: str
    """The type, in the crate's root."""

    def write(self, folder: Path) -> None:
        """The program as a package."""
        engine = workspace()
        (folder / "src").mkdir(parents=True)
        (folder / "Cargo.toml").write_text(
            f"""[package]
name = "one"
edition = "2024"

[dependencies]
pairforge-engine = {{ path = "{engine / "core"}", default-features = false, features = ["{self.feature}"] }}
"""
        )
        (folder / "src" / "main.rs").write_text(
            f"""use pairforge_engine::{{Group, Pairing, Target}};
type E = pairforge_engine::{self.pairing};

fn main() {{
    let (p, q) = (<E as Pairing>::G1::generator(), <E as Pairing>::G2::generator());
    assert_eq!(E::pair(&p.mul(&[5]), &q.mul(&[7])), E::pair(&p, &q).pow(&[35]));
    println!("bilinear");
}}
"""
        )
        shutil.copy(engine / "Cargo.lock", folder)  # of the versions that the engine is tested with


PROGRAMS = {
    "ate-bls12-381": OnePairing("prime", "prime::ate::Ate<pairforge_engine::prime::ate::Bls12381>"),
    "ate-bn254": OnePairing("prime", "prime::ate::Ate<pairforge_engine::prime::ate::Bn254>"),
    "ate-bls12-381, bare": OnePairing("bare", "prime::ate::Ate<pairforge_engine::prime::ate::Bls12381>"),
    "tate-ss512": OnePairing("prime", "prime::type_a::TateSs512"),
    "ate-bls12-377": OnePairing(
        "families", "families::OptimalAte<pairforge_engine::families::curves::Bls12377>"
    ),
    "ate-bls48-581": OnePairing(
        "families", "families::OptimalAte<pairforge_engine::families::curves::Bls48581>"
    ),
    "eta-f2-239": OnePairing("binary", "binary::EtaF2M239"),
    "eta-f3-97": OnePairing("ternary", "ternary::EtaF3m97"),
}
"""The programs, by what they have."""
LIBRARIES = {"extension module": "pairforge-python", "C library": "pairforge-capi"}
"""Packages with all pairings."""


def build(name: str, folder: Path) -> float:
    """Compile one of them in an empty folder: seconds by the clock on the wall. A program is run, too.

    Raises
    ------
    UserError
        Cargo or the sources are missing, or something does not compile or run.
    """
    cargo, target = cargo_path(), folder / "target"
    if name in LIBRARIES:
        place, options = workspace(), ["--locked", "--package", LIBRARIES[name]]
    else:
        place, options = folder / "one", []
        PROGRAMS[name].write(place)
    manifest = ("--manifest-path", str(place / "Cargo.toml"))
    _run(folder, cargo, "fetch", "--quiet", *manifest)
    start = time.monotonic()
    _run(folder, cargo, "build", "--release", "--quiet", "--offline", *manifest, *options)
    seconds = time.monotonic() - start
    if name in PROGRAMS:
        _run(folder, str(target / "release" / "one"))
    return seconds


def _run(folder: Path, *command: str) -> None:
    environment = {**os.environ, "CARGO_TARGET_DIR": str(folder / "target")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        errors = (line for line in done.stderr.splitlines() if line.startswith("error"))
        reason = next(errors, f"exit status {done.returncode}")
        raise UserError(f"{' '.join((Path(command[0]).name, *command[1:2]))}: {reason}")


def main() -> None:
    """The command."""
    every = (*LIBRARIES, *PROGRAMS)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.build_time")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"by default all: {'; '.join(every)}")
    names = parser.parse_args().names or every
    try:
        if unknown := [name for name in names if name not in every]:
            raise UserError(f"{unknown[0]}: no such build; there are {'; '.join(every)}")
        print(f"| built on {len(os.sched_getaffinity(0))} processors | feature | seconds |")
        print("|---|---|---|")
        for name in names:
            with tempfile.TemporaryDirectory() as folder:
                seconds = build(name, Path(folder))
            feature = f"`{PROGRAMS[name].feature}`" if name in PROGRAMS else "all"
            print(f"| {name} | {feature} | {seconds:.1f} |", flush=True)
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
