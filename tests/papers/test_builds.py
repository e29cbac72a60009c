"""Builds that papers' tables are made of: what is stored is what their designs are scheduled for today."""

from typing import Any

import pytest

from pairforge.compiler.compile import compile_design
from pairforge.machine.designs import find_design
from pairforge.papers import PAPERS
from pairforge.papers.base import stored


def built() -> dict[str, dict[str, Any]]:
    """A build of each design, by its name; cycles are the same on every target."""
    builds = [build for paper in PAPERS for build in stored(paper).get("builds", {}).values()]
    return {build["result"]["design"]: build["result"] for build in builds}


@pytest.mark.slow
@pytest.mark.parametrize("name", built())
def test_stored_cycles_are_those_that_are_scheduled(name: str) -> None:
    """Else `pairforge papers PAPER --fresh` measures them again."""
    compiled = compile_design(find_design(name), lambda _: None)
    cycles = built()[name]["cycles"]
    assert compiled.latency == cycles["latency"]
    assert compiled.interval in (None, cycles["interval"])  # None where runs do not overlap: it is measured
