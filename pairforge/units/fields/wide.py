"""The integers modulo p R: products that are not reduced yet, twice as wide as an element of F_p.

R = 2^n, n the bits of p. Where an element x of F_p is held as x R mod p, a *wide value* of x is any integer
W = x R^2 modulo p with 0 <= W < p R. Such are the product of two elements as integers, as p^2 < p R; sums and
differences modulo p R; and R times what is held for x. What Montgomery's reduction makes of W is below 2 p.

Imports the field.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.units.fields.base import FieldError
from pairforge.units.fields.prime import PrimeField


@dataclass(frozen=True)
class WideResidues:
    """Z/(p R) for the p of a field."""

    field: PrimeField

    @property
    def low(self) -> int:
        """Bits of R: those of the lower half."""
        return self.field.width

    @property
    def width(self) -> int:
        """Bits of a wide value."""
        return 2 * self.low

    @property
    def order(self) -> int:
        """p R."""
        return self.field.p << self.low

    def check(self, *values: int) -> None:
        """Raise `FieldError` where an integer is no wide value."""
        for w in values:
            if not 0 <= w < self.order:
                raise FieldError(f"{w:#x} is not below p R of {self.field.label}")

    def element(self, index: int) -> int:
        """Value number `index`, 0 <= index < order: the index itself."""
        self.check(index)
        return index

    def corner_elements(self) -> tuple[int, ...]:
        """Upper halves that are corner elements, with lower halves 0, 1, R / 2, R - 2 and R - 1; p^2 and R^2
        mod p R; the greatest product.
        """
        n, p = self.low, self.field.p
        ones = (1 << n) - 1
        values = [high << n | low for high in self.field.corner_elements() for low in (0, ones)]
        values += [(p - 1 << n) + low for low in (1, ones // 2, ones - 1)]
        values += [1, ones - 1, 1 << n - 1, p * p, (p - 1) * (p - 1), (1 << 2 * n) % self.order]
        return tuple(dict.fromkeys(values))
