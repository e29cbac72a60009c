"""Bytes that break a decoder, looked for by libFuzzer: `python -m benchmarks.fuzz [PROPERTY …] --seconds S`.

The properties are those of `engine/decoders`. The fuzzer begins at their seeds and at the inputs that are
kept in `engine/decoders/corpus`, each of which reaches code that no other one does. With `--keep` the fewest
inputs that reach all that was reached now are kept there, and executions and seconds are added to
`benchmarks/fuzz.json`. Inputs that break a property stay in `engine/fuzz/artifacts`; exit status 1 then.

Needs a nightly compiler and cargo-fuzz, which rustup and cargo fetch where they can.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path

from pairforge.errors import CheckError, UserError

ROOT = Path(__file__).resolve().parents[1]
_ENGINE = ROOT / "engine"
_CORPUS = _ENGINE / "decoders" / "corpus"
_SCRATCH = _ENGINE / "fuzz"
_LEDGER = ROOT / "benchmarks" / "fuzz.json"
_LONGEST = 4096
"""Bytes of an input: a batch of some terms, the longest seed of a precompile."""
SANITIZERS = ("address", "none")


@dataclass(frozen=True)
class Campaign:
    """What became of a property: inputs that were executed, seconds, the one that breaks it."""

    executions: int
    seconds: float
    broken: Path | None


def prepare() -> None:
    """Fetch the nightly compiler and cargo-fuzz where they are not there (UserError)."""
    if shutil.which("rustup") is None:
        raise UserError("no rustup found; it fetches the nightly compiler that fuzzing needs")
    if _fails("rustup", "run", "nightly", "rustc", "--version") and _fails(
        "rustup", "toolchain", "install", "nightly", "--profile", "minimal"
    ):
        raise UserError("rustup cannot install the nightly compiler; try rustup toolchain install nightly")
    if shutil.which("cargo-fuzz") is None and _fails("cargo", "install", "--locked", "-q", "cargo-fuzz"):
        raise UserError("cargo cannot install cargo-fuzz; try cargo install --locked cargo-fuzz")


def _fails(*command: str) -> bool:
    return subprocess.run(command, cwd=_ENGINE, stdout=subprocess.DEVNULL, check=False).returncode != 0


def seeds() -> dict[str, list[bytes]]:
    """The seeds of every property, by its name."""
    command = "cargo run -q --release --locked -p pairforge-decoders --example seeds".split()
    done = subprocess.run(command, cwd=_ENGINE, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise UserError("the seeds of the decoders do not compile; the lines above say why")
    found: dict[str, list[bytes]] = {}
    for line in done.stdout.splitlines():
        name, digits = line.split(" ")
        found.setdefault(name, []).append(bytes.fromhex(digits))
    return found


def kept(name: str) -> list[bytes]:
    """The inputs of the corpus of a property."""
    path = _CORPUS / f"{name}.hex"
    return [bytes.fromhex(line) for line in path.read_text().splitlines()] if path.exists() else []


def compiled(name: str, sanitizer: str) -> Path:
    """The program that fuzzes a property."""
    target = _SCRATCH / "target" / f"with-{sanitizer}"
    # Without a sanitizer it is for speed: overflows are not looked for either.
    how = ("-s", sanitizer, *(("-O",) if sanitizer == "none" else ()), "--target-dir", str(target))
    command = ("cargo", "+nightly", "fuzz", "build", *how, "property")
    if subprocess.run(command, cwd=_ENGINE, env={**os.environ, "PROPERTY": name}, check=False).returncode:
        raise UserError("the fuzz target does not compile; the lines above say why")
    (program,) = target.glob("*/release/property")
    return program.rename(program.with_name(f"property-{name}"))


def fuzz(program: Path, name: str, begin: Sequence[bytes], seconds: int) -> Campaign:
    """Fuzz a property for some seconds, from these inputs and what is left of former runs."""
    corpus, artifacts = _SCRATCH / "corpus" / name, _SCRATCH / "artifacts" / name
    for folder in (corpus, artifacts):
        folder.mkdir(parents=True, exist_ok=True)
    _write(corpus, begin)
    log = artifacts / "log"
    command = (
        str(program),
        str(corpus),
        f"-artifact_prefix={artifacts}/",
        f"-max_total_time={seconds}",
        f"-max_len={_LONGEST}",
        "-print_final_stats=1",
        "-verbosity=0",
    )
    began = time.monotonic()
    with log.open("w") as stream:
        done = subprocess.run(command, stderr=stream, check=False)
    said = log.read_text(errors="replace")
    counted = re.search(r"stat::number_of_executed_units: *(\d+)", said)
    # An input that was only slow is written, too, and the fuzzer goes on.
    broken = re.search(r"Test unit written to (\S+)", said) if done.returncode else None
    if done.returncode and broken is None:
        raise CheckError(f"{name}: the fuzzer ended with status {done.returncode}; {log} says why")
    return Campaign(
        int(counted[1]) if counted else 0,
        round(time.monotonic() - began, 1),
        Path(broken[1]) if broken else None,
    )


def fewest(program: Path, name: str, without: Sequence[bytes]) -> list[bytes]:
    """The fewest inputs that reach all that the corpus of former runs does, beside those of `without`."""
    corpus, merged = (_SCRATCH / folder / name for folder in ("corpus", "merged"))
    shutil.rmtree(merged, ignore_errors=True)
    merged.mkdir(parents=True)
    _write(merged, without)
    before = {path.name for path in merged.iterdir()}
    command = (str(program), "-merge=1", f"-max_len={_LONGEST}", "-verbosity=0", str(merged), str(corpus))
    done = subprocess.run(command, stderr=subprocess.DEVNULL, check=False)
    if done.returncode:
        raise CheckError(f"{name}: the fuzzer cannot merge its inputs (status {done.returncode})")
    new = (path.read_bytes() for path in merged.iterdir() if path.name not in before)
    return sorted(new, key=lambda one: (len(one), one))


def keep(name: str, inputs: Sequence[bytes]) -> None:
    """Make these inputs the corpus of a property."""
    (_CORPUS / f"{name}.hex").write_text("".join(f"{one.hex()}\n" for one in inputs))


def _write(folder: Path, inputs: Sequence[bytes]) -> None:
    for one in inputs:
        (folder / sha1(one, usedforsecurity=False).hexdigest()).write_bytes(one)


def _add_to_ledger(name: str, sanitizer: str, campaign: Campaign) -> None:
    """Executions and seconds of a property, in all."""
    ledger = json.loads(_LEDGER.read_text()) if _LEDGER.exists() else {}
    entry = ledger.setdefault(name, {}).setdefault(sanitizer, {"executions": 0, "seconds": 0})
    entry["executions"] += campaign.executions
    entry["seconds"] = round(entry["seconds"] + campaign.seconds, 1)
    ordered = {key: dict(sorted(ledger[key].items())) for key in sorted(ledger)}
    _LEDGER.write_text(json.dumps(ordered, indent=1) + "\n")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz")
    parser.add_argument("properties", nargs="*", metavar="PROPERTY", help="by default all")
    parser.add_argument("--seconds", type=int, default=20, help="for each (default 20)")
    parser.add_argument("--jobs", type=int, default=1, help="properties at a time (default 1)")
    parser.add_argument("--sanitizer", choices=SANITIZERS, default="address", help="none is faster")
    parser.add_argument("--keep", action="store_true", help="add to the corpus and to the count")
    arguments = parser.parse_args()
    try:
        for option in ("seconds", "jobs"):
            if (value := getattr(arguments, option)) < 1:
                raise UserError(f"--{option} {value}: must be 1 or more")
        prepare()
        given = seeds()
        names = arguments.properties or list(given)
        if unknown := [name for name in names if name not in given]:
            raise UserError(f"no property is called {unknown[0]}; known are {', '.join(given)}")
        programs = {name: compiled(name, arguments.sanitizer) for name in names}
        broken = 0

        def one(name: str) -> tuple[str, Campaign]:
            campaign = fuzz(programs[name], name, [*given[name], *kept(name)], arguments.seconds)
            if arguments.keep and campaign.broken is None:
                keep(name, fewest(programs[name], name, given[name]))
            return name, campaign

        with ThreadPoolExecutor(arguments.jobs) as pool:
            for name, campaign in pool.map(one, names):
                print(
                    f"{name}: {campaign.executions:,} inputs in {campaign.seconds} s, "
                    + (f"broken by {campaign.broken}" if campaign.broken else "none breaks it"),
                    flush=True,
                )
                broken += campaign.broken is not None
                if arguments.keep and campaign.broken is None:
                    _add_to_ledger(name, arguments.sanitizer, campaign)
    except (UserError, CheckError) as error:
        print(f"fuzz: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, UserError) else 1)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
