"""Field elements as the 32-bit words of a core's streams, least significant word first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def to_words(rows: Sequence[Sequence[int]], element_words: int) -> NDArray[np.uint32]:
    """Rows of elements as rows of words, `element_words` for each element."""
    size = 4 * element_words
    data = b"".join(value.to_bytes(size, "little") for row in rows for value in row)
    return np.frombuffer(data, dtype="<u4").reshape(len(rows), -1).astype(np.uint32)


def from_words(words: NDArray[np.uint32], element_words: int) -> list[tuple[int, ...]]:
    """The inverse of `to_words`."""
    size = 4 * element_words
    data = np.ascontiguousarray(words, dtype="<u4").tobytes()
    elements = [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]
    width = words.shape[1] // element_words
    return [tuple(elements[i : i + width]) for i in range(0, len(elements), width)]
