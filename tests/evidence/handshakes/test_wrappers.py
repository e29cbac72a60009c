"""Wrappers and their models: the same for every kind of core, and no longer where a wrapper is changed."""

import pytest

from pairforge.bundle.bus_addition import bus_wrappers, facts_of
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import compile_design
from pairforge.evidence.handshakes.buses import AXI, WISHBONE, Bus
from pairforge.evidence.handshakes.wrappers import wrapper_part
from pairforge.machine.designs import find_design

from .made import changed, compiled, wrappers_of

SMALL = "small-f2-5"
BOTH = pytest.mark.parametrize("bus", [AXI, WISHBONE], ids=["axi", "wishbone"])


def failure(bus: Bus, files: dict[str, str]) -> str:
    core = compiled(SMALL)
    return wrapper_part(files, core.name, bus.name, bus.clock, facts_of(core)).failure


@BOTH
def test_a_wrapper_does_what_its_model_does(bus: Bus) -> None:
    core = compiled(SMALL)
    part = wrapper_part(wrappers_of(SMALL), core.name, bus.name, bus.clock, facts_of(core))
    assert (part.name, part.failure) == (f"{bus.name} model", "")
    assert part.facts["registers of both"] > 2000


CHANGES = [
    ("from_register ? register_data", "from_register ? stream_data"),
    ("32'd1346785863", "32'd1346785862"),
    ("free_words >= WORDS_OF_AN_INPUT", "free_words > WORDS_OF_AN_INPUT"),
    ("inputs <= inputs + 32'd1", "inputs <= inputs + 32'd2"),
]


def test_a_change_is_found() -> None:
    assert failure(AXI, changed(wrappers_of(SMALL), *CHANGES[0])) == "an output differs"


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize(("before", "after"), CHANGES)
def test_every_change_is_found(bus: Bus, before: str, after: str) -> None:
    assert failure(bus, changed(wrappers_of(SMALL), before, after)) == "an output differs"


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("small-f2-5", {"check": "curve"}),
        ("small-f2-5", {"faults": "detect"}),
        ("barenghi-fp-163", {"tate.modulus": "loadable"}),
        ("jobs-bls12-13", {}),
        ("beuchat-f3-97", {}),
    ],
    ids=["check", "detect", "loadable", "jobs", "large"],
)
def test_wrappers_of_every_kind_of_core(bus: Bus, name: str, settings: dict[str, str]) -> None:
    """A core that looks at curves, one with words to load, one with an opcode, one with long queues."""
    core = compile_design(find_design(name, settings))
    files = bus_wrappers(core) | {f"{core.name}.v": rtl_files(core)[f"{core.name}.v"]}
    assert wrapper_part(files, core.name, bus.name, bus.clock, facts_of(core)).failure == ""
