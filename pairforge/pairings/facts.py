"""What there is to say about a curve, whatever its field."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flint import fmpz

from pairforge.catalog.security import Security

_EASY = 140  # bits of a number that is factored at once


@dataclass(frozen=True)
class CurveFacts:
    """What `pairforge curve` prints. Points in the encoding of the vectors, flat."""

    name: str
    equation: str
    field: str
    order: int
    factors: tuple[int, ...]
    subgroup_order: int
    embedding_degree: int
    mov_bits: int
    published_bits: int | None
    security: Security
    generators: tuple[tuple[int, ...], ...]
    source: str

    @property
    def cofactor(self) -> int:
        """The order divided by that of the subgroup."""
        return self.order // self.subgroup_order

    @property
    def subgroup_bits(self) -> int:
        """The width of the subgroup's order."""
        return self.subgroup_order.bit_length()

    @property
    def factors_are_prime(self) -> bool:
        """Whether each factor is proven prime."""
        return all(bool(fmpz(factor).is_prime()) for factor in self.factors)


def factors_of_order(name: str, order: int, known: Iterable[int]) -> tuple[int, ...]:
    """The known prime factors in rising order, then what they leave.

    Raises ValueError where one of them does not divide the order.
    """
    rest = order
    for factor in known:
        rest, remainder = divmod(rest, factor)
        if remainder:
            raise ValueError(f"{name}: {factor} does not divide the number of points")
    return (*sorted(known), rest)


def some_factors(number: int) -> tuple[int, ...]:
    """Factors of `number`: all primes where that takes no time, else those below 2^20 and the rest."""
    if number.bit_length() <= _EASY:
        return tuple(int(prime) for prime, power in fmpz(number).factor() for _ in range(power))
    found = []
    for divisor in range(2, 1 << 20):
        while number % divisor == 0:
            found.append(divisor)
            number //= divisor
    return (*found, *((number,) if number > 1 else ()))
