"""The register map is sound, and the page shows it."""

from dataclasses import replace
from pathlib import Path

import pytest

from pairforge.registers.map import ADDRESS_BITS, REGISTERS, Access, Facts, Register, constant_word, register
from pairforge.registers.page import table

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "bus.md"
FACTS = Facts((0, 1, 0), 2, 1, 239, 32, 32, 0, 1000, 500, False)


def test_registers_are_words_that_do_not_overlap() -> None:
    offsets = [r.offset for r in REGISTERS]
    assert offsets == sorted(set(offsets))
    assert all(offset % 4 == 0 and offset < 1 << ADDRESS_BITS for offset in offsets)
    assert len({r.name for r in REGISTERS}) == len(REGISTERS)


@pytest.mark.parametrize("found", REGISTERS, ids=lambda r: r.name)
def test_fields_do_not_overlap_and_only_constants_have_a_fact(found: Register) -> None:
    used = 0
    for field in found.fields:
        assert field.mask < 1 << 32 and not used & field.mask
        used |= field.mask
        assert bool(field.fixed) == (field.access is Access.CONSTANT)
        assert not field.fixed or hasattr(FACTS, field.fixed)


def test_the_constants_of_a_core() -> None:
    words = {r.name: constant_word(r, FACTS) for r in REGISTERS}
    assert words["ID"].to_bytes(4, "big") == b"PFRG"
    assert words["VERSION"] == 0x01000100
    assert words["CAPABILITY"] == 239 << 16 | 1 << 8 | 1 << 6 | 2
    assert words["WORDS"] == 32 << 16 | 32
    prime = replace(FACTS, characteristic=101, load_words=7, checks_curve=True, streams=False)
    assert constant_word(register("CAPABILITY"), prime) == 239 << 16 | 1 << 8 | 0b11 << 4
    assert constant_word(register("CAPABILITY"), replace(FACTS, detects_faults=True)) == 239 << 16 | 0x1C2


def test_a_constant_that_does_not_fit_is_an_error() -> None:
    with pytest.raises(ValueError, match="words_in = 65536 does not fit the 16 bits of field input"):
        constant_word(register("WORDS"), replace(FACTS, words_in=1 << 16))


def test_the_page_shows_the_table() -> None:
    text = PAGE.read_text()
    assert f"<!-- registers -->\n{table()}\n<!-- end -->" in text
