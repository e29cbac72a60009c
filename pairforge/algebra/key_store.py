"""F_p with places for secrets that outlast a run: what algorithms over `KeepingArithmetic` compute with."""

from __future__ import annotations

from pairforge.algebra.arithmetic import PLACES
from pairforge.algebra.prime_field import PrimeElement, PrimeField


class KeepingField(PrimeField):
    """F_p with a store; implements `KeepingArithmetic[PrimeElement]`.

    Attributes
    ----------
    places: what is stored, 0 for nothing.

    Raises
    ------
    UserError
        p is no odd prime.
    """

    def __init__(self, p: int, places: int = PLACES) -> None:
        super().__init__(p)
        self.places = [0] * places

    def keep(self, place: PrimeElement, secret: PrimeElement) -> PrimeElement:
        """Store it where there is the place, and say whether there is."""
        there = place.value < len(self.places)
        if there:
            self.places[place.value] = secret.value
        return self.constant(int(there))

    def kept(self, place: PrimeElement) -> PrimeElement:
        """What is there, 0 in a place that is none."""
        return self.constant(self.places[place.value] if place.value < len(self.places) else 0)
