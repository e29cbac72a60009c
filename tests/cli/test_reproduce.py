"""The command on a page of a build is the one that makes it again."""

from pathlib import Path
from typing import Any

import pytest

from pairforge.builder.core import Options
from pairforge.builder.route import Effort
from pairforge.targets.registry import find_target


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ({}, "--target ecp5"),
        ({"pairings": 20, "synthesis": False}, "--target ecp5 --pairings 20 --no-synth"),
        ({"netlist": True, "proof": False}, "--target ecp5 --netlist --no-prove"),
        ({"proof": True, "route": Effort(3)}, "--target ecp5 --prove --route --seeds 3"),
        ({"route": Effort(4, 62.5)}, "--target ecp5 --route --seeds 4 --mhz 62.5"),
        ({"route": Effort(1, grade="8")}, "--target ecp5 --route --seeds 1 --grade 8"),
    ],
)
def test_what_was_asked_for_is_said(options: dict[str, Any], arguments: str) -> None:
    assert Options(find_target("ecp5"), Path("out"), **options).arguments == arguments
