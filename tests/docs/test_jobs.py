"""The page of jobs says of each design what is compiled of it, and names every job and status."""

import re
from collections.abc import Iterator, Sequence

import pytest

from pairforge.compiler.compile import compile_design
from pairforge.jobs.registry import JOBS, find_job
from pairforge.jobs.statuses import STATUSES
from pairforge.machine.designs import find_design
from pairforge.rtl.microcode import Store

from .pages import DOCS

PAGE = (DOCS / "reference" / "jobs.md").read_text()
CYCLES = re.findall(
    r"^\| `([\w-]+-bls12-381)` \| (.*) \|$", PAGE.split("## Cycles")[1].split("| core |")[0], re.MULTILINE
)


def test_every_job_and_every_status_has_its_row() -> None:
    table = PAGE.split("## What they take and give")[1].split("The point at infinity")[0]
    rows = dict(re.findall(r"^\| `([\w-]+)` \| ([\w, …]+) \|", table, re.MULTILINE))
    assert list(rows) == list(JOBS)
    for what, inputs in rows.items():
        job = find_job(f"{what}-bls12-381")
        assert job is not None and job.inputs == tuple(_named(inputs, job.inputs))
    for what, inputs in re.findall(r"`([\w-]+)` takes:\n\n```text\n(.*?)```", PAGE, re.DOTALL):
        job = find_job(f"{what}-bls12-381")
        assert job is not None and job.inputs == tuple(inputs.replace(",", " ").split())
    for status, meaning in STATUSES.items():
        assert f"| {status} | {meaning}" in PAGE


def _named(text: str, names: Sequence[str]) -> Iterator[str]:
    """The names of a list; "a to b", or "a, …, b", stands for all from a to b."""
    for part in text.replace(", …, ", " to ").split(", "):
        first, _, last = part.partition(" to ")
        at = names.index(first)
        yield from names[at : names.index(last) + 1 if last else at + 1]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "row"), CYCLES, ids=[name for name, _ in CYCLES])
def test_cycles_are_those_of_the_design(name: str, row: str) -> None:
    """Latency, the stage's interval or that of the words, microcode."""
    compiled = compile_design(find_design(name))
    (hardware,) = compiled.core.stages
    store = hardware.microcode
    assert isinstance(store, Store)
    threads = compiled.design.interleave
    interval = compiled.interval or threads * compiled.words_in + 1
    assert row == f"{threads} | {interval:,} | {compiled.latency:,} | {store.bits / 1024:.1f} kbit"
