"""The software engine: fast pairings on integers, points and arrays.

>>> from pairforge import engine
>>> pairing = engine.pairing("ate-bls12-381")
>>> P, Q = pairing.G1.generator, pairing.G2.generator
>>> pairing.pair(2 * P, 3 * Q) == pairing.pair(P, Q) ** 6
True

Names are those of the vectors. What is refused raises ValueError with one line.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec

if find_spec("pairforge.engine._native") is None:
    raise ImportError("the engine is not compiled; in a source tree `make engine` compiles it")

from pairforge.engine import _native
from pairforge.engine.groups import Group, Point, TargetGroup, Value
from pairforge.engine.pairings import Miller, Pairing, Prepared

__all__ = [
    "Group",
    "Miller",
    "Pairing",
    "Point",
    "Prepared",
    "TargetGroup",
    "Value",
    "cpu",
    "names",
    "pairing",
]

_LEVEL = "PAIRFORGE_ENGINE_CPU"


def names() -> tuple[str, ...]:
    """The pairings of the engine."""
    return tuple(_native.names())


def cpu() -> str:
    """The level of instructions in use: portable, base, avx2 or avx512.

    It is the widest that the processor has and the environment variable PAIRFORGE_ENGINE_CPU allows.
    """
    allowed, levels = os.environ.get(_LEVEL), _native.cpu_levels()
    if allowed is not None and allowed not in levels:
        raise ValueError(f"{_LEVEL} is {allowed!r}; it takes {', '.join(levels)}")
    return _native.cpu_level()


@cache
def pairing(name: str) -> Pairing:
    """The pairing of this name; ValueError lists the names where there is none."""
    cpu()
    if name not in names():
        raise ValueError(f"no pairing {name!r} in the engine; there are {', '.join(names())}")
    return Pairing(name)
