"""Shu's machine over F_2^5 through exactly the path of the real ones: every pair of points."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from pairforge.builder.core import simulate_core
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.check import check_design
from pairforge.compiler.compile import compile_design
from pairforge.compiler.words import to_words
from pairforge.errors import UserError
from pairforge.evidence import verilator
from pairforge.machine.designs import find_design
from pairforge.pairings.registry import find_pairing

PAIRING = find_pairing("tate-f2-5")

MACHINES = {
    "as it ships": {},
    "algorithm 1": {"tate.algorithm": "algorithm-1", "effort": "0"},
    "algorithm 1, no passes": {"tate.algorithm": "algorithm-1", "passes": "none", "effort": "0"},
    "an iteration after the other": {"tate.loops": "sequential", "effort": "0"},
    "scheme 2": {"tate.mul.count": "4", "tate.mul.shares": "none", "effort": "0"},
    "two pairs that share": {"tate.mul.count": "4", "effort": "0"},
    "three multipliers in the time of an iteration and a half": {
        "tate.mul.count": "3",
        "tate.mul.shares": "none",
        "effort": "0",
    },
    "one multiplier": {"tate.mul.count": "1", "effort": "0"},
}


@cache
def every_pair() -> Any:
    points = [
        (x, y) for x in range(32) for y in range(32) if PAIRING.complaint_about_point("P", (x, y)) is None
    ]
    pairs = [(P, Q) for P in points for Q in points]
    values = PAIRING.model_batch([P for P, _ in pairs], [Q for _, Q in pairs])
    return to_words([(*P, *Q) for P, Q in pairs], 1), to_words(values, 1)


SLOW = set(MACHINES) - {"as it ships", "algorithm 1, no passes", "an iteration after the other"}


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in SLOW else n for n in MACHINES]
)
def test_the_coprocessor_is_right_on_every_pair_of_points(name: str) -> None:
    compiled = compile_design(find_design("shu2-f2-5", MACHINES[name]))
    rtl = rtl_files(compiled)
    sent, expected = every_pair()
    found = simulate_core(compiled, rtl, sent, expected, timeout=20_000)
    assert (found.pairings, found.mismatches) == (1600, 0)
    assert verilator.lint(rtl, compiled.name) == []


def test_units_that_share_are_one_module() -> None:
    """Of seven multipliers six are in three modules of two, as the loop's products have them."""
    compiled = compile_design(find_design("shu2-f2-5"))
    datapath = next(text for name, text in rtl_files(compiled).items() if name.endswith("datapath.v"))
    assert datapath.count("dsmul_f2_5_d2_separate_x2 mul") == 3
    assert datapath.count("dsmul_f2_5_d2_separate mul") == 1


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"tate.slow.blocks": '["nrm"]'},
            "shu2-f2-5.toml: stage.tate.unit.slow.blocks: no 'nrm' in tate-f2-5.tate; there are block0, "
            "miller, last, conjugates, norm, inverse, scale, power, rest",
        ),
        (
            {"tate.slow.blocks": '["miller"]', "tate.slow.terms": "8"},
            "shu2-f2-5.toml: stage tate: unit slow makes miller.theta in the loop miller, mul before it; let "
            "slow work for the block block0 as well",
        ),
    ],
)
def test_blocks_that_do_not_fit_the_program_are_refused(settings: Mapping[str, str], message: str) -> None:
    with pytest.raises(UserError) as error:
        check_design(find_design("shu2-f2-5", settings))
    assert str(error.value) == message
