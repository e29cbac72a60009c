"""Counts the 4-input tables of a network of sums of digits and of their products. Imports digits."""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.units.parts.digits import Digits


class Tables:
    """A network of sums, each of a number of products of digits and of smaller sums, users after the used.

    What a sum takes the digits say; a sum used once and not registered is part of its user.
    """

    def __init__(self, digits: Digits, chain: int) -> None:
        self._digits = digits
        self._chain = chain
        self._products: list[int] = []
        self._sums: list[tuple[int, ...]] = []
        self._kept: set[int] = set()
        self.lut = 0
        """Tables beside those of sums."""
        self.ff = 0

    def add(self, products: int, sums: Sequence[int] = ()) -> int:
        """A sum; one of a single term is that term."""
        if products == 0 and len(sums) == 1:
            return sums[0]
        self._products.append(products)
        self._sums.append(tuple(sums))
        return len(self._sums) - 1

    def given(self) -> int:
        """A digit that is there."""
        node = self.add(0)
        self._kept.add(node)
        return node

    def gated(self) -> int:
        """A digit that is there, under a gate."""
        if self._digits.characteristic == 2:
            return self.add(1)  # like a product
        self.lut += 1
        return self.given()

    def register(self, nodes: Sequence[int], count: int) -> None:
        """Registers behind sums."""
        self.ff += count * len(nodes) * len(self._digits.suffixes)
        if count:
            self._kept.update(nodes)

    def tables(self, outputs: Sequence[int]) -> int:
        """Tables for everything the outputs need."""
        uses = [0] * len(self._sums)
        for node in outputs:
            uses[node] += 2  # outputs stand on their own
        for node in reversed(range(len(self._sums))):  # users come after what they use
            if uses[node]:
                for child in self._sums[node]:
                    uses[child] += 1
        inputs = [(0, 1)] * len(self._sums)  # products and other sums a user of the node has to add
        total = 0
        for node, (products, children) in enumerate(zip(self._products, self._sums, strict=True)):
            if not uses[node]:
                continue
            sums = 0
            for child in children:
                more_products, more_sums = inputs[child]
                products += more_products
                sums += more_sums
            if uses[node] > 1 or node in self._kept:
                total += self._digits.tables(products, sums, self._chain) if products + sums else 0
            else:
                inputs[node] = (products, sums)
        return total
