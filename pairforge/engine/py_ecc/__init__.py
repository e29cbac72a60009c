"""The names of py_ecc, on the engine: code that imports from py_ecc runs on it with another import line.

>>> from pairforge.engine.py_ecc.optimized_bls12_381 import G1, G2, add, eq, multiply, pairing
>>> eq(add(multiply(G1, 2), multiply(G1, 3)), multiply(G1, 5))
True
>>> pairing(multiply(G2, 3), multiply(G1, 2)) == pairing(G2, G1) ** 6
True

`optimized_bls12_381` and `optimized_bn128` have points as triples (x, y, z) of `FQ` or `FQ2` for the affine
point (x / z, y / z), and values of pairings as `FQ12`, as py_ecc has them. In `bls12_381` and `bn128` points
are pairs (x, y), and the one at infinity is None. `bls` has its signatures; `fields`, `utils` and `typing`
have what these are made of. Multiples, pairings and hashes are the engine's. Field elements are Python
integers, for convenience and not for speed.

Three things differ. Pairings and signatures refuse points outside the subgroup of order r with a ValueError.
Results of `multiply` have z = 1, so triples may differ where `eq` and `normalize` agree. What `pairing` gives
without the final exponentiation is another value than py_ecc's; `final_exponentiate` takes both to the same.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

_MODULES = (
    "bls",
    "bls12_381",
    "bn128",
    "fields",
    "optimized_bls12_381",
    "optimized_bn128",
    "typing",
    "utils",
)


def __getattr__(name: str) -> ModuleType:
    """A module on its first use, so that `py_ecc.bn128` needs no import of its own."""
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
