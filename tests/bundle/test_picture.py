"""What a page draws of a stage."""

from collections import Counter

from pairforge.bundle.picture import stage_picture
from pairforge.compiler.compile import compile_design
from pairforge.machine.designs import find_design
from pairforge.report.data import Repetition
from pairforge.schedule.plan import instance_name


def test_units_are_described_without_their_field() -> None:
    """A prime of hundreds of bits in hexadecimal would push the table out of the window."""
    compiled = compile_design(find_design("ate-fp-103-m1", {"effort": "0"}))
    picture = stage_picture(compiled.stages[0], None, compiled.field.width)
    described = {unit.name: unit.description for unit in picture.units}
    assert described["mul"].startswith("pipelined Montgomery multiplier, stages 2, ")
    assert not any("0x" in text or "field" in text for text in described.values())


def test_the_blocks_and_their_repetitions_are_the_whole_run() -> None:
    """Loops that the program calls several times are there as often."""
    compiled = compile_design(find_design("ate-fp-103-m1", {"effort": "0"}))
    (stage,) = compiled.stages
    picture = stage_picture(stage, None, compiled.field.width)
    blocks = {block.name: block for block in picture.blocks}
    assert sum(len(block.again) for block in picture.blocks) > 10
    drawn = Counter(
        (op.unit, run.start + k * (block.interval or 0) + op.start)
        for op in picture.operations
        for block in [blocks[op.block]]
        for run in (Repetition(block.start, block.count), *block.again)
        for k in range(run.count)
    )
    run = stage.schedule.instances()
    assert drawn == Counter((instance_name(p.unit, p.instance), cycle) for p, _, cycle in run)


def test_an_operand_tells_in_which_run_it_was_made() -> None:
    """f^(2^i) is what the last of several runs of the square has left."""
    compiled = compile_design(find_design("ate-fp-103-m1", {"effort": "0"}))
    (stage,) = compiled.stages
    picture = stage_picture(stage, None, compiled.field.width)
    runs = {block.name: 1 + len(block.again) for block in picture.blocks}
    block_of = {op.id: op.block for op in picture.operations}
    made = [
        (block_of[operand.producer], operand.run)
        for op in picture.operations
        for operand in op.operands
        if operand.producer is not None and block_of[operand.producer] != op.block
    ]
    assert all(run < runs[block] for block, run in made)
    assert max(run for _, run in made) > 0
