"""What a pairing is by its definition: values of functions at random points of large fields, and degrees."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from pairforge.errors import CheckError
from pairforge.evidence.identity.degree import Degree
from pairforge.evidence.identity.enlarged import EnlargedElement
from pairforge.pairings.computation import Algorithm

LINE_DEGREE = 24
"""See `degree_of_function`."""

ROOM = 32
"""Logarithm of the least ratio of |K| to a degree."""


class DegreeError(CheckError):
    """Degrees are too large for the fields that there are: nothing can be said."""


@dataclass(frozen=True)
class Term:
    """`count` times the power that is the i-th conjugation and the j-th Frobenius map."""

    count: int
    i: int = 0
    j: int = 0


class Values(ABC):
    """A pairing over a field K of coefficients that is large enough.

    Attributes
    ----------
    k: the arithmetic that algorithms run over.
    bits: K has at least two to this power elements.
    """

    k: Any
    bits: int

    @abstractmethod
    def random_function(self, rng: Random) -> tuple[Sequence[Any], EnlargedElement]:
        """Random points of any order as inputs of the Miller loop, and the function's value there."""

    @abstractmethod
    def random_elements(self, rng: Random) -> Sequence[Any]:
        """What a final exponentiation takes, random."""

    @abstractmethod
    def of_loop(self, elements: Sequence[Any], inputs: Sequence[Any] = ()) -> EnlargedElement:
        """The element that a Miller loop means by these, which it gives for such inputs."""

    @abstractmethod
    def of_final(self, elements: Sequence[Any]) -> EnlargedElement:
        """The element that a final exponentiation means."""


class Defined(ABC):
    """A pairing, for algorithms of its stages to be compared with.

    Its values are in F_q^k, q = p^m, m = 1 for a large p.

    Attributes
    ----------
    characteristic, m: of F_q.
    embedding_degree: k.
    dimension: of the variety of all points over F_p.
    function_degree: a bound for that of numerator and denominator of the function in the coordinates.
    """

    characteristic: int
    m: int = 1
    embedding_degree: int
    dimension: int
    function_degree: int

    @property
    @abstractmethod
    def hard_exponent(self) -> int:
        """What is left of the exponent behind its easy part, (q^k - 1)/Phi_k(q); modulo Phi_k(q)."""

    @property
    @abstractmethod
    def hard(self) -> Sequence[Term]:
        """Terms whose sum is the hard exponent modulo Phi_k(q), each of them a map of low degree."""

    @abstractmethod
    def degree_of_loop(self, algorithm: Algorithm) -> Degree:
        """Of all values of a Miller loop, in the coordinates of the points."""

    @abstractmethod
    def degree_of_final(self, algorithm: Algorithm) -> Degree:
        """Of all values of a final exponentiation, in what it takes."""

    @abstractmethod
    def over(self, bits: int) -> Values:
        """Over a K for functions of degrees up to 2^bits: they agree at a share of 2^-ROOM at most.

        Raises
        ------
        DegreeError
            There is none that large.
        """


def degree_of_function(vector: Sequence[int]) -> int:
    """A bound for the function of a vector, as a function of the coordinates.

    n Q has coordinates whose numerators and denominators have degrees up to n^2 for x, 2 n^2 for y (division
    polynomials). A line through n Q and its denominator have less than LINE_DEGREE n^2 together; with the
    powers that they get in Miller's algorithm, for doublings and additions, all of them have less than 100
    n^2. A sum with another point multiplies degrees by 13 at most.
    """
    entries = [abs(c) for c in vector if c]
    total = sum(entries)
    return (100 + LINE_DEGREE * int(13 ** (len(entries) - 1))) * total * total
