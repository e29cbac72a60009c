"""What the drivers of a core of jobs are made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from pairforge.bundle.jobs import CoreJob
from pairforge.jobs.arguments import Argument


@dataclass(frozen=True)
class DriverJobs:
    """The jobs of the core `name`. modulus: every element is below it; 0: none that drivers look at."""

    name: str
    jobs: tuple[CoreJob, ...]
    modulus: int

    @property
    def element_words(self) -> int:
        """32-bit words of an element."""
        return -(-self.jobs[0].width // 32)

    @property
    def modulus_words(self) -> list[int]:
        """The modulus, lowest word first; none where there is none."""
        if not self.modulus:
            return []
        return [self.modulus >> 32 * i & 0xFFFFFFFF for i in range(self.element_words)]


def placed(group: tuple[Argument, ...]) -> Iterator[tuple[int, Argument]]:
    """Arguments, each behind the number of its first element."""
    at = 0
    for each in group:
        yield at, each
        at += len(each.elements)


_KEYWORDS = frozenset(
    """
    and as assert async auto await become box break case char class const continue crate default def del do
    double dyn elif else enum except extern final finally float fn for from global goto if impl import in
    inline int is lambda let long loop macro match mod move mut nonlocal not or override pass priv pub raise
    ref register restrict return self short signed sizeof static struct super switch trait true try type
    typedef typeof union unsafe unsigned unsized use virtual void volatile where while with yield
    """.split()
)
"""Of C, Rust or Python, in lower case."""


def field(name: str) -> str:
    """The name of an element in a program."""
    return f"{name}_" if name in _KEYWORDS else name


def byte_helpers(job: CoreJob) -> set[str]:
    """The functions that a job's function for bytes calls: to read or to write a number or a point."""
    groups = {"read": job.byte_inputs, "write": job.byte_outputs}
    kinds = ("number", "point")
    return {f"{way}_{kinds[each.compressed]}" for way, group in groups.items() for each in group}


def comment(text: str, width: int) -> list[str]:
    """A sentence in lines of a width."""
    return wrap(f"{text[0].upper()}{text[1:]}.", width, break_long_words=False, break_on_hyphens=False)


def meaning(job: CoreJob) -> str:
    """What a job is, with its cycles, as a sentence without an end."""
    opcode = "" if job.opcode is None else f"opcode {job.opcode}, "
    interval = "" if job.interval is None else f", a result every {job.interval} cycles"
    return f"{job.description} ({opcode}latency {job.latency} cycles{interval})"
