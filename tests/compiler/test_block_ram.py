"""Banks that are meant to be block RAM are block RAM, or an error says why not."""

from collections.abc import Mapping

import pytest

from pairforge.bundle.emit import rtl_files
from pairforge.compiler.check import check_design
from pairforge.compiler.compile import compile_design
from pairforge.errors import CheckError, UserError
from pairforge.machine.designs import find_design
from pairforge.machine.storage import Banks
from pairforge.synth.yosys import Synthesis
from pairforge.targets.registry import find_fpga, find_target

TABLES = {"ate.storage.ram": "distributed"}
FEWER = {"interleave": "5"}


def refused(settings: Mapping[str, str], target: str | None = None) -> str:
    with pytest.raises(UserError) as caught:
        check_design(find_design("ate-bn254-ecp5", settings), find_target(target) if target else None)
    return str(caught.value)


def test_too_few_threads_for_block_ram_are_refused() -> None:
    rest = (
        "cannot be block RAM, which answers a cycle after the address: with 5 threads they are read in the "
        'same cycle; set interleave to 6 or more, or storage.ram = "distributed" for look-up tables'
    )
    place = "ate-bn254-ecp5.toml: stage.ate.storage.ram: the 2 banks of"
    assert refused(FEWER) == f"{place} words of 508 bits {rest}"
    assert refused(FEWER | {"ate.storage.words": "64"}) == f"{place} 64 words of 508 bits {rest}"
    assert refused(FEWER | {"target": "sky130"}, "xc7") == refused(FEWER)
    assert "with 1 thread they are read" in refused({"interleave": "1"})


@pytest.mark.parametrize(
    ("design", "settings", "target"),
    [
        pytest.param("ate-bn254-ecp5", {"interleave": "6"}, None, marks=pytest.mark.slow),
        ("ate-bn254-ecp5", FEWER | TABLES, None),
        ("ate-bn254-ecp5", FEWER, "sky130"),
        pytest.param("ate-bn254-alone", {}, None, marks=pytest.mark.slow),
        ("ate-fp-103-m1", FEWER, None),
    ],
)
def test_what_is_not_meant_to_be_block_ram_is_taken(
    design: str, settings: Mapping[str, str], target: str | None
) -> None:
    check_design(find_design(design, settings), find_target(target) if target else None)


def synthesized(settings: Mapping[str, str]) -> Synthesis:
    compiled = compile_design(find_design("ate-fp-103-m1", settings))
    return find_fpga("ecp5").synthesize(rtl_files(compiled), compiled.name, depth=compiled.unit_depth)


@pytest.mark.slow
def test_with_threads_enough_banks_are_block_ram_and_with_fewer_synthesis_says_why_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The tiny curve's words are narrow; here they count as wide."""
    monkeypatch.setattr(Banks, "NARROW", 1)
    block, tables = (synthesized({"interleave": "7"} | more).area for more in ({}, TABLES))
    assert block.bram >= tables.bram + 6
    assert block.lutram < tables.lutram
    with pytest.raises(
        CheckError, match=r"memory \w+_bank\d of module \w+ is meant to be block RAM and "
    ) as caught:
        synthesized(FEWER)
    assert str(caught.value).endswith(
        "cannot be: read port 0 gives a word in the cycle of its address, a block RAM in the next"
    )


def test_operands_that_come_later_than_a_unit_can_wait_are_an_error() -> None:
    """Of six threads an inverter of one cycle a step has no register left for the way from a bank."""
    with pytest.raises(UserError) as caught:
        compile_design(find_design("ate-fp-103-m1", {"interleave": "6"}))
    assert str(caught.value) == (
        "ate-fp-103-m1.toml: interleave: operands come later than a unit whose registers are those of 6 "
        "threads can wait; set it to 7 or more"
    )
