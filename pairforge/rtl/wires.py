"""Sums, negatives and multiples of elements as wires, by characteristic.

An element of F_2^m is m bits. One of F_3^m is m digits of two bits, 0, 1 or 2, so its negative swaps the two
bits of every digit, and a sum of two digits is two functions of four bits. Over a large prime wires only pass
elements on; sums are the work of units.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.hdl import Const, Expr, Module, Net, Repeat, concat, xor


class Wires:
    """Arithmetic on elements of `width` bits inside a module, over a field of characteristic 2 or 3.

    Over another one a sum of one element is that element, and anything else a ValueError.
    """

    def __init__(self, m: Module, characteristic: int, width: int) -> None:
        self.m = m
        self.characteristic = characteristic
        self.width = width
        self._negatives: dict[str, Net] = {}

    def multiple(self, a: Net, factor: int) -> Net:
        """`factor` times an element, `factor` from 1 to p - 1."""
        if factor == 1:
            return a
        if self.characteristic != 3:
            raise ValueError(f"no multiple of an element in wires over F_{self.characteristic}")
        if a.name not in self._negatives:
            self._negatives[a.name] = self.m.wire(f"{a.name}_negative", self._swap(a))
        return self._negatives[a.name]

    def sum(self, name: str, parts: Sequence[Expr]) -> Expr:
        """The sum of one or more elements; `name` begins the names of wires that it needs."""
        if self.characteristic == 2:
            return xor(*parts)
        if self.characteristic != 3 and len(parts) > 1:
            raise ValueError(f"no sum in wires over F_{self.characteristic}")
        level, step = list(parts), 0
        while len(level) > 1:  # a balanced tree
            pairs = zip(level[::2], level[1::2], strict=False)
            sums: list[Expr] = []
            for a, b in pairs:
                sums.append(self._add(f"{name}_sum{step}", a, b))
                step += 1
            level = [*sums, *level[len(sums) * 2 :]]
        return level[0]

    def with_constant(self, name: str, a: Net, constant: Net) -> Net:
        """`name`: an element plus one of the prime field."""
        n = constant.width
        if self.characteristic == 2:
            low: Expr = a[0] ^ constant
        else:
            digit = Wires(self.m, 3, 2)
            low = digit.sum(f"{name}_digit", (self.m.wire(f"{name}_low", a[1, 0]), constant))
        return self.m.wire(name, concat(a[self.width - 1, n], low) if self.width > n else low)

    def _named(self, name: str, a: Expr) -> Net:
        return a if isinstance(a, Net) else self.m.wire(name, a)

    def _add(self, name: str, a: Expr, b: Expr) -> Net:
        """Over F_3, for each bit of a digit: one side alone has it, or both have the other bit."""
        a, b = self._named(f"{name}_a", a), self._named(f"{name}_b", b)
        minus_a, minus_b = self.multiple(a, 2), self.multiple(b, 2)
        alone = (a & ~(b | minus_b)) | (b & ~(a | minus_a))
        return self.m.wire(name, alone | (minus_a & minus_b))

    def _swap(self, a: Net) -> Expr:
        """The two bits of each digit exchanged."""
        digits, zero = self.width // 2, Const(1, 0)
        if digits == 1:
            return concat(a[0], a[1])
        up, down = concat(a[self.width - 2, 0], zero), concat(zero, a[self.width - 1, 1])
        return (up & Repeat(digits, Const(2, 2))) | (down & Repeat(digits, Const(2, 1)))
