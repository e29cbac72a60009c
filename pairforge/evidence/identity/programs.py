"""Whether two programs mean the same for every input, by their values at random points.

Two different rational functions whose difference has a numerator of degree d agree at a random point over a
field of q elements with a probability of at most d/q (Schwartz 1980, Zippel 1979). Degrees come from running
both programs on them; then points and field are taken large enough. The points depend on the programs' texts
alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log2
from typing import Any

from pairforge.errors import CheckError
from pairforge.evidence.identity.degree import Degrees
from pairforge.evidence.identity.large import ExtendedPrimeField
from pairforge.evidence.identity.small import ConjugateField, small_field
from pairforge.program.interpret import run
from pairforge.program.ir import Program

ERROR_BITS = 128
"""Programs that differ are taken for the same with a probability of at most 2 to minus this."""


@dataclass(frozen=True)
class Identity:
    """What was found of two programs.

    Attributes
    ----------
    differing: the number of the first output, or behind these of the first check, that differs; None: none.
    degree_bits: the degree of a difference is at most two to this power.
    error_bits: the probability that a difference was missed is at most two to minus this.
    points: how many were tried.
    """

    differing: int | None
    degree_bits: int
    error_bits: int
    points: int


def compare(first: Program, second: Program, inputs: int, radix: int | None) -> Identity:
    """Compare programs over one field.

    `inputs`: how many they take. `radix`: R of the second, where it is lowered for a machine that multiplies
    as Montgomery does: it takes x/R for x and gives y/R for y.

    Raises
    ------
    CheckError
        A value that is inverted is 0 at the point that was drawn.
    """
    degree, decisions = _degree(first, second, inputs)
    # Any two of all decisions may be confused, or an output be taken for another.
    ways = decisions**2 + 1
    seed = hashlib.blake2b(repr((first, second)).encode()).digest()
    if first.characteristic > 3:
        return _large(first, second, inputs, radix, (degree * ways).bit_length(), seed)
    return _small(first, second, inputs, degree.bit_length(), seed)


def _degree(first: Program, second: Program, inputs: int) -> tuple[int, int]:
    """Of the numerator of any difference, between outputs or between what decisions look at, at most; and how
    many decisions there are.
    """
    degree = decisions = 0
    for program in (first, second):
        k = Degrees(program.characteristic, program.degree if program.characteristic > 3 else 1)
        found = run(program, k, [k.variable() for _ in range(inputs)])
        degree += max(*(each.total for each in found), *k.decided, 0)
        decisions += len(k.decided)
    return degree, decisions


def _large(
    first: Program, second: Program, inputs: int, radix: int | None, degree_bits: int, seed: bytes
) -> Identity:
    p = first.characteristic
    extension = -(-(ERROR_BITS + degree_bits) // (p.bit_length() - 1))
    k = ExtendedPrimeField(p, first.degree, extension, seed)
    points = [k.variable(f"input {i}") for i in range(inputs)]
    expected = run(first, k, points)
    outputs = _outputs(second)
    if radix is None:
        found = run(second, k, points)
    else:
        R = k.constant(radix % p)
        over = k.inverse(R)
        words = run(second, k, [x * over for x in points], radix)
        found = tuple(word * R if i < outputs else word for i, word in enumerate(words))
    if first.degree == 2:  # real parts count
        expected, found = (tuple(map(k.real, each)) for each in (expected, found))
    return Identity(_differing(expected, found), degree_bits, k.bits - degree_bits, 1)


def _small(first: Program, second: Program, inputs: int, degree_bits: int, seed: bytes) -> Identity:
    p, m = first.characteristic, first.degree
    each = log2(small_field(p).order) - degree_bits
    if each <= 0:
        raise CheckError(f"a degree of {degree_bits} bits is too large for the points that there are")
    count = ceil(ERROR_BITS / each)
    k = ConjugateField(p, m, count, int.from_bytes(seed, "little"))
    points = [k.variable() for _ in range(inputs)]
    found = [tuple(x.codes.tobytes() for x in run(program, k, points)) for program in (first, second)]
    return Identity(_differing(*found), degree_bits, floor(each * count), count)


def _outputs(program: Program) -> int:
    return program.counts()["output"]


def _differing(expected: Sequence[Any], found: Sequence[Any]) -> int | None:
    if len(expected) != len(found):
        return min(len(expected), len(found))
    return next((i for i, (a, b) in enumerate(zip(expected, found, strict=True)) if a != b), None)
