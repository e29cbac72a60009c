"""One of several jobs of a simulated core: its inputs as the core takes them, and its own results."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairforge.builder.simulate import compare, simulated
from pairforge.jobs.several import Part, Several
from pairforge.machine.design import Design
from pairforge.pairings.computation import Encoded


def simulated_part(
    several: Several,
    part: Part,
    inputs: Sequence[Encoded],
    design: Design,
    counted: str,
    progress: Callable[[str], None],
) -> list[Encoded]:
    """The results of one of the jobs, a status in front of a pairing's as well.

    Raises
    ------
    CheckError
        What comes behind the results is not zero.
    """
    found = simulated(several, [part.asked(each) for each in inputs], design, counted, progress)
    count = len(part.computation.outputs) + (not part.has_status)
    compare(
        several,
        "the hardware gives",
        found,
        "its form",
        [(*each[:count], *(0,) * (len(each) - count)) for each in found],
    )
    return [each[:count] for each in found]
