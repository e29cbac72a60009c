"""A chunk of a long run: random pairings through a design's Verilog, against the engine and the model.

Every result of the simulated core is compared with the engine's value, word by word. The model computes some
of them as well, and must say the same as the engine. Where the engine lacks the pairing, the model computes
all.
"""

from __future__ import annotations

import hashlib
import resource
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from pairforge.builder.core import simulate_core
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.check import check_tools
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.words import to_words
from pairforge.errors import CheckError, UserError
from pairforge.machine.design import errors_in
from pairforge.machine.designs import find_design
from pairforge.pairings.base import Pairing
from pairforge.pairings.vectors import Case
from pairforge.software.engine import engine_names, engine_values
from pairforge.software.extension import is_compiled

__all__ = ["Chunk", "Core", "Found", "chunk_seed", "core_of", "run_chunk"]


@dataclass(frozen=True)
class Core:
    """What is simulated. `design`, `settings`: as a build takes them."""

    design: str
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def compiled(self) -> Compiled:
        """Its hardware, made once in a process."""
        return _compiled(self)

    @property
    def has_engine(self) -> bool:
        """Whether the engine computes the pairing here."""
        return self.compiled.pairing.name in engine_names() and is_compiled()

    @property
    def digest(self) -> str:
        """Tells its Verilog from any other."""
        files = sorted(rtl_files(self.compiled).items())
        return hashlib.sha256("\0".join(text for file in files for text in file).encode()).hexdigest()


@dataclass(frozen=True)
class Chunk:
    """`count` pairings from the seed `seed`; the first `modelled` of them are given to the model."""

    core: Core
    seed: int
    count: int
    modelled: int


@dataclass(frozen=True)
class Found:
    """What a chunk came to.

    Attributes
    ----------
    pairings, mismatches: simulated, and those whose result is not the expected one. All of them count as such
        where the core breaks its protocol, is stuck, or takes another time than scheduled.
    modelled, disagreements: given to the model, and those where the engine says something else.
    cycles: simulated.
    seconds, cpu: of wall time and of processor time, inputs and expected results included.
    first: the first thing that was wrong, in words; empty where nothing was.
    """

    pairings: int
    mismatches: int
    modelled: int
    disagreements: int
    cycles: int
    seconds: float
    cpu: float
    first: str = ""


def core_of(design: str, settings: Mapping[str, str]) -> Core:
    """The core of a design.

    Raises
    ------
    UserError
        There is no such design, it is not for a pairing, or a tool is missing.
    """
    found = find_design(design, settings)
    core = Core(design, tuple(sorted(settings.items())))
    check_tools()
    with errors_in(found):
        if not isinstance(core.compiled.computation, Pairing):
            raise UserError("a long run is for a pairing, not for jobs")
    return core


def chunk_seed(seed: int, index: int) -> int:
    """The seed of a chunk, from that of the run and the place of the chunk in it."""
    return int.from_bytes(hashlib.sha256(f"{seed} {index}".encode()).digest()[:8], "big")


def run_chunk(chunk: Chunk) -> Found:
    """Simulate the pairings of a chunk and compare."""
    compiled = chunk.core.compiled
    began, used = time.perf_counter(), _processor_time()
    pairing, engine = compiled.pairing, chunk.core.has_engine
    pairs = pairing.random_points(chunk.count, chunk.seed)
    modelled = pairs[: chunk.modelled] if engine else pairs
    model = pairing.model_batch([P for P, _ in modelled], [Q for _, Q in modelled])
    expected = engine_values(pairing, [Case(P, Q) for P, Q in pairs]) if engine else model
    unlike = [i for i, value in enumerate(model) if tuple(value) != tuple(expected[i])]
    first = f"pairing {unlike[0]}: model and engine differ" if unlike else ""
    rtl, words = rtl_files(compiled), compiled.element_words
    sent = to_words([(*P, *Q) for P, Q in pairs], words)
    try:
        done = simulate_core(compiled, rtl, sent, to_words(expected, words), repeat=0, jobs=1)
        mismatches, cycles = done.mismatches, done.cycles
        first = first or ("" if done.first is None else str(done.first))
    except CheckError as error:
        mismatches, cycles, first = chunk.count, 0, first or str(error)
    return Found(
        pairings=chunk.count,
        mismatches=mismatches,
        modelled=len(modelled),
        disagreements=len(unlike),
        cycles=cycles,
        seconds=round(time.perf_counter() - began, 3),
        cpu=round(_processor_time() - used, 3),
        first=first,
    )


def _processor_time() -> float:
    """Of this process and of those that it has waited for, in seconds."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


@cache
def _compiled(core: Core) -> Compiled:
    return compile_design(find_design(core.design, dict(core.settings)))
