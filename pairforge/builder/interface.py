"""A compiled design as simulations and proofs see it."""

from __future__ import annotations

from pairforge.compiler.compile import Compiled
from pairforge.evidence.interface import CoreInterface


def interface_of(compiled: Compiled) -> CoreInterface:
    """A design's core as it is simulated, with what its schedule promises."""
    return CoreInterface(
        compiled.name,
        compiled.words_in,
        compiled.words_out,
        element_words=compiled.element_words,
        threads=compiled.design.under_way,
        together=compiled.design.sharing.together,
        load=compiled.load_words,
        latency=compiled.latency,
        interval=compiled.interval,
        keeps=compiled.computation.keeps,
    )
