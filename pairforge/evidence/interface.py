"""A core as simulation and test benches see it: its ports in words, its promises, and what is sent to it.

Imports nothing from the rest of the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["CoreInterface", "Vectors"]

Rows = Sequence[Sequence[int]] | NDArray[np.uint32]
"""One row of 32-bit words for each pairing."""


_PATIENCE = 1_000_000


@dataclass(frozen=True)
class CoreInterface:
    """How a core is talked to.

    Attributes
    ----------
    top: its module.
    words_in, words_out: 32-bit words of the input and of the result of a pairing.
    element_words: words of an output element, for messages.
    threads: pairings that share it in turn: its threads, and those of all its cores.
    together: cores that start together; the latency promised is that of a pairing that has company.
    load: words that it takes after every reset, before the first pairing.
    latency, interval: what is promised, in cycles; None where nothing is.
    keeps: whether results depend on inputs before, back to the last reset.
    """

    top: str
    words_in: int
    words_out: int
    element_words: int = 1
    threads: int = 1
    together: int = 1
    load: Sequence[int] = ()
    latency: int | None = None
    interval: int | None = None
    keeps: bool = False

    @property
    def patience(self) -> int:
        """Cycles without a transfer after which it counts as stuck: a million, or two latencies."""
        return max(_PATIENCE, 2 * (self.latency or 0))


@dataclass(frozen=True)
class Vectors:
    """Pairings to send and what the model says of them.

    Attributes
    ----------
    inputs, expected: rows of words, as many of one as of the other.
    off_curve: of a core that checks points, for each pairing whether some are not on their curves; None for a
        core that does not.
    """

    inputs: Rows
    expected: Rows
    off_curve: Sequence[bool] | NDArray[np.bool_] | None = None

    def arrays(self, core: CoreInterface) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Inputs and results as arrays: a row for each pairing, a column for each word."""
        count = len(self.inputs)
        sent = np.ascontiguousarray(self.inputs, dtype=np.uint32).reshape(count, core.words_in)
        model = np.ascontiguousarray(self.expected, dtype=np.uint32).reshape(count, core.words_out)
        return sent, model

    def first(self, count: int) -> Vectors:
        """The first pairings of these."""
        off_curve = None if self.off_curve is None else self.off_curve[:count]
        return Vectors(self.inputs[:count], self.expected[:count], off_curve)
