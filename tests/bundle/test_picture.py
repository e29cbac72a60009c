"""What a page draws of a stage."""

from pairforge.bundle.picture import stage_picture
from pairforge.compiler.compile import compile_design
from pairforge.machine.designs import find_design


def test_units_are_described_without_their_field() -> None:
    """A prime of hundreds of bits in hexadecimal would push the table out of the window."""
    compiled = compile_design(find_design("ate-fp-103-m1", {"effort": "0"}))
    picture = stage_picture(compiled.stages[0], None, compiled.field.width)
    described = {unit.name: unit.description for unit in picture.units}
    assert described["mul"].startswith("pipelined Montgomery multiplier, stages 2, ")
    assert not any("0x" in text or "field" in text for text in described.values())
