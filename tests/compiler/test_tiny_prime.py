"""Barenghi's machine over a toy prime through exactly the path of the real one: every pair of points."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

import pytest

from pairforge.builder.core import simulate_core
from pairforge.bundle.emit import rtl_files
from pairforge.catalog.security import TOY
from pairforge.compiler import computation
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.words import to_words
from pairforge.evidence import verilator
from pairforge.hdl import design_files
from pairforge.machine.design import Design, parse_design
from pairforge.machine.designs import find_design
from pairforge.pairings.embedding_two import TypeAPairing
from pairforge.pairings.families.embedding_two import TypeACurve
from pairforge.rtl.block_controllers import BlockControllers

MACHINES = {
    "as it ships": {},
    "no passes": {"passes": "none"},
    "iterations that overlap": {"tate.loops": "pipelined", "tate.algorithm": "quartic+lucas"},
    "three buses to read, two to write": {
        "tate.storage.reads": "3",
        "tate.storage.writes": "2",
        "tate.mul.count": "4",
        "tate.add.count": "2",
    },
    "block memory, two threads": {"tate.storage.style": "block", "interleave": "2"},
    "one bus to read": {"tate.storage.reads": "1"},
    "a clock, so a register behind the control store": {"clock": "40", "tate.add.network": '"ripple"'},
    "a clock for which sums take two cycles": {"clock": "400"},
    "one bus to read, iterations that overlap": {
        "tate.storage.reads": "1",
        "tate.loops": "pipelined",
        "tate.algorithm": "quartic+lucas",
    },
    "one bus to read, as few registers as can be": {"tate.storage.reads": "1", "tate.storage.words": "12"},
    "distributed memory, one multiplier": {
        "tate.storage.style": "distributed",
        "tate.mul.count": "1",
        "tate.mul.core": "8",
        "tate.inverse.core": "8",
    },
    "BKLS": {"tate.algorithm": "bkls+lucas"},
    "two doublings an iteration": {"tate.algorithm": "quartic-two-iterations+lucas"},
    "any curve": {"tate.algorithm": "absorbed+lucas"},
    "a power in place of the inverter": {"tate.algorithm": "quartic-narrow+lucas-fermat"},
    "a controller for each block": {"tate.sequencer": "blocks"},
    "a controller for each block, iterations that overlap": {
        "tate.sequencer": "blocks",
        "tate.storage.style": "block",
        "tate.loops": "pipelined",
        "tate.algorithm": "quartic+lucas",
        "interleave": "2",
    },
    "an ordinary curve": {"pairing": "tate-ordinary-227", "tate.algorithm": "bkls+lucas"},
    "a prime that is 1 modulo 4": {"pairing": "tate-ordinary-101", "tate.algorithm": "bkls+lucas"},
}
QUICK = {
    "as it ships",
    "no passes",
    "a controller for each block",
    "an ordinary curve",
}


PIPELINED = {
    'kind = "montgomery"\ncore = 4\ncount = 2': 'kind = "montgomery-pipelined"\nstages = 4\ninterval = 2',
    'kind = "modular-adder"\nnetwork = "kogge-stone"\ncore = 4': 'kind = "modular-adder-pipelined"',
    'kind = "inverter"\ncore = 4': 'kind = "inverter-divstep"\nsteps = 2',
}


@cache
def every_pair(pairing: Any) -> Any:
    p = pairing.characteristic
    points = {
        which: [
            (x, y) for x in range(p) for y in range(p) if not pairing.complaint_about_point(which, (x, y))
        ]
        for which in "PQ"
    }
    pairs = [(P, Q) for P in points["P"] for Q in points["Q"]]
    values = pairing.model_batch([P for P, _ in pairs], [Q for _, Q in pairs])
    return to_words([(*P, *Q) for P, Q in pairs], 1), to_words(values, 1)


@pytest.mark.parametrize(
    "name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in MACHINES]
)
def test_the_coprocessor_is_right_on_every_pair_of_points(name: str) -> None:
    compiled = check_every_pair(find_design("barenghi-fp-163", MACHINES[name]))
    assert isinstance(compiled.core.stages[0].microcode, BlockControllers) == ("controller" in name)


@pytest.mark.parametrize(
    "threads", [pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow), 4]
)
def test_pipelined_units_in_threads_that_share_a_core(threads: int) -> None:
    text = resources.files("pairforge.catalog").joinpath("designs/barenghi-fp-163.toml").read_text()
    for old, new in PIPELINED.items():
        assert old in text
        text = text.replace(old, new)
    check_every_pair(parse_design(text, "pipelined.toml", {"interleave": str(threads)}))


def check_every_pair(design: Design) -> Compiled:
    compiled = compile_design(design)
    rtl = rtl_files(compiled)
    sent, expected = every_pair(compiled.pairing)
    found = simulate_core(compiled, rtl, sent, expected, timeout=20_000)
    assert (found.pairings, found.mismatches) == (len(sent), 0)
    assert len(sent) == (compiled.pairing.facts().subgroup_order - 1) ** 2
    assert verilator.lint(rtl, compiled.name) == []
    return compiled


TWO = {
    name: TypeAPairing(TypeACurve("twin", p, 41, "ours", TOY)) for name, p in (("one", 2131), ("other", 2459))
}
"""Primes of 12 bits with cofactors of 6 bits for r = 41: all that is fixed in hardware is the same."""


def loadable(monkeypatch: pytest.MonkeyPatch, name: str, settings: Mapping[str, str]) -> Compiled:
    monkeypatch.setattr(computation, "find_computation", TWO.__getitem__)
    return compile_design(
        find_design("barenghi-fp-163", {"pairing": name, "tate.modulus": "loadable", **settings})
    )


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({}, marks=pytest.mark.slow),
        pytest.param(
            {"tate.storage.style": "distributed", "tate.mul.core": "12", "tate.inverse.core": "12"},
            marks=pytest.mark.slow,
        ),
        pytest.param({"tate.algorithm": "bkls+lucas-fermat"}, marks=pytest.mark.slow),
    ],
    ids=["as it ships", "distributed memory, whole words", "no inverter"],
)
def test_one_core_does_two_primes(monkeypatch: pytest.MonkeyPatch, settings: Mapping[str, str]) -> None:
    one, other = (loadable(monkeypatch, name, settings) for name in TWO)
    assert design_files(one.core.top, "") == design_files(other.core.top, "")
    assert one.load_words != other.load_words
    rtl = rtl_files(one)
    for loaded in (one, other):
        sent, expected = every_pair(loaded.pairing)
        found = simulate_core(replace_words(one, loaded), rtl, sent, expected, timeout=20_000)
        assert (found.pairings, found.mismatches) == (40**2, 0)
    assert verilator.lint(rtl, one.name) == []


@pytest.mark.slow
def test_a_core_with_the_wrong_prime_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """The values follow what is loaded, not what the core was made for."""
    one, other = (loadable(monkeypatch, name, {}) for name in TWO)
    sent, expected = every_pair(one.pairing)
    found = simulate_core(replace_words(one, other), rtl_files(one), sent[:20], expected[:20], timeout=20_000)
    assert found.mismatches


def replace_words(core: Compiled, loaded: Compiled) -> Compiled:
    """A core with the words of another in front of its pairings."""
    return replace(core, core=replace(core.core, loading=loaded.core.loading))


@pytest.mark.parametrize("ahead", [False, True])
def test_a_clock_keeps_what_is_decoded_of_the_read_buses_in_registers(ahead: bool) -> None:
    """A bit for each register that is read, and no register of the address in front of it."""
    files = rtl_files(compile_design(find_design("barenghi-fp-163", {"clock": "40"} if ahead else {})))
    datapath = next(text for name, text in files.items() if "datapath" in name)
    sequencer = next(text for name, text in files.items() if "sequencer" in name)
    assert ("read0_r0_now <= read0_r0;" in datapath) == ahead
    assert ("write_given" in sequencer) == ahead
    assert "read0_given" not in sequencer
