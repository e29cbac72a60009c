"""The streams of a core with several threads, for as many elements as jobs have."""

import pytest

from pairforge.hdl.interleave import interleaved
from pairforge.rtl.stream import InputCollector, OutputStream, held_in


@pytest.mark.parametrize("count", (2, 33, 64, 200))
@pytest.mark.parametrize("threads", (2, 3, 16))
def test_elements_are_held_for_any_number_of_threads(threads: int, count: int) -> None:
    """Two threads have no registers for a block memory."""
    memory = held_in(threads, count)
    assert (memory == "block") is (threads > 2 and threads * count >= 99)
    for stream in (InputCollector(13, count, memory=memory), OutputStream(13, count, memory)):
        assert interleaved(stream.module(), threads, 0).module.name
