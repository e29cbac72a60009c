"""Hashing to the groups of curves of any family, against RFC 9380 written down by its definitions."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import Any

import pytest

from pairforge import engine
from pairforge.algebra.tower import Tower
from pairforge.engine_source.curves import ENGINE_FAMILIES
from pairforge.pairings.families.optimal_ate import AteCurve

NAMES = ("ate-bls12-377", "ate-bn446", "ate-bls24-317", "ate-bw6-761", "ate-kss16-330", "ate-kss18-508")
CURVES = {curve.name: curve for curve in ENGINE_FAMILIES}
DST = b"PAIRFORGE-V01-CS01-with-a-map-that-every-curve-has"


def expand_message_xmd(message: bytes, dst: bytes, length: int) -> bytes:
    """Section 5.3.1."""
    prime = dst + bytes([len(dst)])
    first = sha256(bytes(64) + message + length.to_bytes(2, "big") + b"\0" + prime).digest()
    blocks = [sha256(first + b"\1" + prime).digest()]
    for i in range(2, -(-length // 32) + 1):
        mixed = bytes(a ^ b for a, b in zip(first, blocks[-1], strict=True))
        blocks.append(sha256(mixed + bytes([i]) + prime).digest())
    return b"".join(blocks)[:length]


def hash_to_field(message: bytes, tower: Tower) -> list[Any]:
    """Two elements, section 5.2."""
    share = -(-(tower.p.bit_length() + 128) // 8)
    data = expand_message_xmd(message, DST, 2 * tower.degree * share)
    digits = [int.from_bytes(data[i : i + share], "big") % tower.p for i in range(0, len(data), share)]
    return [tower.flat.of(tuple(digits[i : i + tower.degree])) for i in (0, tower.degree)]


class Map:
    """Section 6.6.1: y^2 = x^3 + a x + b, by its steps."""

    def __init__(self, tower: Tower, a: Any, b: Any) -> None:
        self.tower, self.a, self.b = tower, a, b
        self.z = next(z for z in self._candidates() if self._good(z))

    def g(self, x: Any) -> Any:
        return x**3 + self.a * x + self.b

    def is_square(self, x: Any) -> bool:
        return bool(x == 0 or x ** ((self.tower.p**self.tower.degree - 1) // 2) == 1)

    def sgn0(self, x: Any) -> int:
        """Section 4.1."""
        return next((c for c in self.tower.flat.to(x) if c), 0) % 2

    def _candidates(self) -> Iterator[Any]:
        """Appendix H.1; from 1 on."""
        one = self.tower.flat.of(self.tower.number(1))
        for n in count(1):
            yield from (one * n, one * -n)

    def _good(self, z: Any) -> bool:
        slope = 3 * z**2 + 4 * self.a
        if self.g(z) == 0 or slope == 0 or not self.is_square(-slope / (4 * self.g(z))):
            return False
        return self.is_square(self.g(z)) or self.is_square(self.g(-z / 2))

    def __call__(self, u: Any) -> tuple[Any, Any]:
        z, g, slope = self.z, self.g(self.z), 3 * self.z**2 + 4 * self.a
        more, less = 1 + u**2 * g, 1 - u**2 * g
        inverse = 1 / (more * less)
        root = (-g * slope).sqrt()
        root = -root if self.sgn0(root) else root
        shift = u * less * inverse * root
        third = z - 4 * g / slope * (more**2 * inverse) ** 2
        x = next(x for x in (-z / 2 - shift, -z / 2 + shift, third) if self.is_square(self.g(x)))
        y = self.g(x).sqrt()
        return x, (y if self.sgn0(y) == self.sgn0(u) else -y)


def expected(curve: AteCurve, which: str, message: bytes) -> tuple[int, ...]:
    """The coordinates of the point that the message hashes to."""
    tower = Tower(curve.p) if which == "P" else curve.twist_field
    group = curve.groups[which]
    image = Map(tower, group.a, group.b)
    first, second = map(image, hash_to_field(message, tower))
    point = group.multiply(curve.cofactors[which], group.add(first, second))
    assert point is not None
    return *tower.flat.to(point[0]), *tower.flat.to(point[1])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("which", "PQ")
def test_hashes_are_those_of_the_rfc(name: str, which: str) -> None:
    pairing = engine.pairing(name)
    group = pairing.G1 if which == "P" else pairing.G2
    for message in (b"", b"abc", bytes(range(200))):
        found = group.hash(message, DST).coordinates
        flat = tuple(n for c in found for n in (c if isinstance(c, tuple) else (c,)))
        assert flat == expected(CURVES[name], which, message)
