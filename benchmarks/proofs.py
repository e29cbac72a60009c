"""Designs of the catalogue proven, one after the other: `python -m benchmarks.proofs [DESIGN …] --out FILE`.

Each is a run of `pairforge prove` of its own, ended after `--limit` seconds. It may find compiled programs,
simulators and proofs of units in the cache. FILE has a line of JSON for each design that was tried. What has
an answer there is not tried again, so a survey that was cut off goes on where it was; what ran out of time
is. `benchmarks/proofs.jsonl` is what the page has (`tools/site/proven.py`). Exit status 1 where something is
not proven or had no answer.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pairforge.errors import UserError
from pairforge.machine.designs import design_names, find_design

_PROVE = (sys.executable, "-m", "pairforge", "prove", "--json")
_UNIT = "unit "


@dataclass(frozen=True)
class Answer:
    """What became of a design.

    Attributes
    ----------
    proven: whether all that is asked of it holds; None where there was no answer, with `failures` saying why.
    seconds: of the whole command, by the clock.
    units: modules of units with a proof of their own.
    depth: cycles of a thread for which some rules of handshakes are shown; None where all hold for ever.
    definition: whether the program is compared with the definition.
    failures: of parts that do not hold, by their names.
    """

    design: str
    proven: bool | None
    seconds: float
    units: int = 0
    depth: int | None = None
    definition: bool = False
    failures: Mapping[str, str] | None = None


def survey(names: Sequence[str], limit_s: float, out: Path) -> list[Answer]:
    """Prove these designs, but for those that have an answer in `out` already; answers in their order."""
    known = {name: answer for name, answer in answers_in(out).items() if answer.proven is not None}
    for name in names:
        if name not in known:
            answer = prove(name, limit_s)
            known[name] = answer
            with out.open("a") as file:
                file.write(json.dumps(asdict(answer)) + "\n")
            print(f"{name}: {_in_words(answer)}", file=sys.stderr, flush=True)
    return [known[name] for name in names]


def prove(name: str, limit_s: float) -> Answer:
    """Prove a design in a process of its own, which is ended after so many seconds."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [*_PROVE, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        text, said = process.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # and the provers that it has started
        process.communicate()
        return Answer(name, None, round(time.perf_counter() - began, 1), failures={"": "out of time"})
    seconds = round(time.perf_counter() - began, 1)
    try:
        return answer_of(json.loads(text), seconds)
    except json.JSONDecodeError:
        last = said.strip().splitlines()[-1:] or [f"exit status {process.returncode}"]
        return Answer(name, None, seconds, failures={"": last[0]})


def answer_of(proof: Mapping[str, Any], seconds: float) -> Answer:
    """What a certificate says, in short."""
    parts = {part["name"]: part for part in proof["parts"]}
    depths = [part["facts"]["depth"] for part in parts.values() if "depth" in part["facts"]]
    return Answer(
        proof["design"],
        proof["proven"],
        seconds,
        units=sum(name.startswith(_UNIT) for name in parts),
        depth=min(depths, default=None),
        definition="definition" in parts,
        failures={name: part["failure"] for name, part in parts.items() if not part["proven"]},
    )


def answers_in(out: Path) -> dict[str, Answer]:
    """What became last of each design in a file, by name; nothing where there is none."""
    lines = out.read_text().splitlines() if out.exists() else []
    answers = [Answer(**json.loads(line)) for line in lines]
    return {answer.design: answer for answer in answers}


def _in_words(answer: Answer) -> str:
    if answer.proven:
        return f"proven, {answer.seconds:.1f} s"
    why = "; ".join(f"{name}: {text}".removeprefix(": ") for name, text in (answer.failures or {}).items())
    return f"not proven, {answer.seconds:.1f} s: {why}"


def main() -> int:
    """Survey, and print what is not proven."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("designs", nargs="*", metavar="DESIGN", help="by default all of the catalogue")
    parser.add_argument("--out", type=Path, required=True, help="keeps the answers")
    parser.add_argument("--limit", type=float, default=600, metavar="SECONDS", help="for each design")
    arguments = parser.parse_args()
    try:
        names = arguments.designs or design_names()
        for name in names:
            find_design(name)
        answers = survey(names, arguments.limit, arguments.out)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    left = [each for each in answers if not each.proven]
    print(f"{len(answers) - len(left)} of {len(answers)} designs proven")
    return int(bool(left))


if __name__ == "__main__":
    sys.exit(main())
