"""The verbs as functions: the same values, the same rejection, shown in a notebook."""

import doctest
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pairforge
import pairforge.api
from cli.conftest import Done
from pairforge import UserError

from .conftest import TINY


def test_examples() -> None:
    assert doctest.testmod(pairforge.api).failed == 0


def test_build(tiny: tuple[Done, Path], tmp_path: Path) -> None:
    built = pairforge.build("beuchat-f2-5", out=tmp_path / "core", synth=False, pairings=int(TINY[-1]))
    assert built.result == tiny[0].json
    assert (tmp_path / "core/report.html").exists()
    assert "50 random pairings, 0 mismatches" in built._repr_html_()


def test_pair_by_model_and_hardware() -> None:
    points = [((0x4, 0x17), (0x1B, 0x15))] * 3
    assert pairforge.pair("eta-f2-5", points) == pairforge.pair("eta-f2-5", points, "rtl")


@pytest.mark.parametrize(
    ("point", "message"),
    [
        ((0x4, 0x1), "case 0: P: is not on the curve y^2 + y = x^3 + x + 1 over F_2^5"),
        ((0x4,), "case 0: P: expected 2 coordinates, got 1"),
        ((0x4, 0x20), "case 0: P[1]: 0x20 is 6 bits wide, an element of F_2^5 at most 5"),
        ((-1, 0x2), "case 0: P[0]: -0x1 is negative"),
    ],
)
def test_points_are_checked(point: tuple[int, ...], message: str) -> None:
    with pytest.raises(UserError, match=f"^{re.escape(message)}$"):
        pairforge.pair("eta-f2-5", [(point, (0x1B, 0x15))])


def test_curve_and_catalogue_are_those_of_the_commands(pairforge: Callable[..., Any]) -> None:
    import pairforge as package

    assert package.catalogue() == pairforge("list", "--json").json
    found = package.curve("eta-f2-5")
    assert found.facts == pairforge("curve", "eta-f2-5", "--json").json
    assert f"{found}\n" == pairforge("curve", "eta-f2-5").out


def test_schedule_is_that_of_the_command(pairforge: Callable[..., Any]) -> None:
    import pairforge as package

    stages = package.schedule_of("beuchat-f2-5")
    assert list(stages) == ["miller", "final"]
    done = pairforge("schedule", "beuchat-f2-5", "--stage", "miller")
    assert str(stages["miller"]) == done.out
    assert stages["miller"]._repr_svg_().startswith("<svg")
    assert stages["miller"]._repr_html_().startswith('<div class="pairforge"')


def test_the_package_names_its_verbs() -> None:
    assert {"build", "pair", "curve", "catalogue", "schedule_of"} <= set(dir(pairforge))
    with pytest.raises(AttributeError, match="module 'pairforge' has no attribute 'nothing'"):
        pairforge.nothing  # noqa: B018
