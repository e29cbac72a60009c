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
from difflib import get_close_matches
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
    """The level of instructions in use: portable, base, avx2, vpclmulqdq or avx512.

    It is the widest that the processor has and the environment variable PAIRFORGE_ENGINE_CPU allows.
    """
    allowed, levels = os.environ.get(_LEVEL), _native.cpu_levels()
    if allowed is not None and allowed not in levels:
        raise ValueError(f"{_LEVEL} is {allowed!r}; it takes {', '.join(levels)}")
    return _native.cpu_level()


def pairing(name: str) -> Pairing:
    """The pairing of this name; ValueError has the nearest name and all of them where there is none."""
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, not {type(name).__name__}")
    return _pairing(name)


@cache
def _pairing(name: str) -> Pairing:
    cpu()
    if name not in names():
        near = _nearest(name)
        hint = f"did you mean {near}? There" if near else "there"
        raise ValueError(f"no pairing {name!r} in the engine; {hint} are {', '.join(names())}")
    return Pairing(name)


def _nearest(name: str) -> str:
    """The name that was probably meant: one with it inside, or that begins alike; empty where none is."""
    if within := [known for known in names() if name and name in known]:
        return within[0]
    alike = get_close_matches(name, names(), 8, cutoff=0.7)
    return max(alike, key=lambda known: _common_prefix(name, known), default="")


def _common_prefix(a: str, b: str) -> int:
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
