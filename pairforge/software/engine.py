"""The software engine as a backend, and the pairings that only it computes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from types import ModuleType
from typing import Any

import numpy as np

from pairforge.engine_source.curves import (
    ENGINE_ATE,
    ENGINE_BINARY,
    ENGINE_FAMILIES,
    ENGINE_TERNARY,
    ENGINE_TYPE_A,
)
from pairforge.errors import UserError
from pairforge.pairings.base import Pairing, Shape
from pairforge.pairings.computation import Algorithm, Encoded
from pairforge.pairings.facts import CurveFacts
from pairforge.pairings.families.base import Curve
from pairforge.pairings.families.embedding_two import TypeACurve
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.families.supersingular_binary import BinarySupersingular
from pairforge.pairings.families.supersingular_ternary import TernarySupersingular
from pairforge.pairings.registry import PAIRINGS, find_pairing, is_file, nearest
from pairforge.pairings.vectors import Case
from pairforge.software.extension import check_compilable, is_compiled

_LISTED: tuple[Curve, ...] = (
    *ENGINE_BINARY,
    *ENGINE_TERNARY,
    *(curve for curve, _ in ENGINE_TYPE_A),
    *(row.curve for row in ENGINE_ATE),
    *ENGINE_FAMILIES,
)
_CURVES = {curve.name: curve for curve in _LISTED}
_SHAPES: dict[type, tuple[Shape, Shape, Shape]] = {
    BinarySupersingular: (2, 2, 4),
    TernarySupersingular: (2, 2, 6),
    TypeACurve: (2, 2, 2),
    AteCurve: (2, (2, 2), 12),
}
"""Of P, Q and the value, by the kind of curve."""


def _module() -> ModuleType:
    try:
        from pairforge import engine
    except ImportError as error:
        raise UserError(str(error)) from None
    return engine


def engine_names() -> tuple[str, ...]:
    """The pairings of the engine, compiled or not."""
    return tuple(_CURVES)


def must_be_compiled(pairing: Pairing, *, asked: bool) -> bool:
    """Is the engine to compute a pairing, and not compiled yet?

    `asked`: it was asked for. Otherwise the model computes the pairing where the engine cannot be compiled.

    Raises
    ------
    UserError
        It is needed and cannot be compiled: no cargo, or no sources.
    """
    if pairing.name not in _CURVES or is_compiled():
        return False
    try:
        check_compilable()
    except UserError:
        if asked or pairing.name not in PAIRINGS:
            raise
        return False
    return True


def all_names() -> list[str]:
    """Every pairing that a backend computes: those with a model, then those that only the engine has."""
    return [*PAIRINGS, *(name for name in engine_names() if name not in PAIRINGS)]


def find_any(name: str) -> Pairing:
    """The pairing of that name, of the catalogue or of the engine alone.

    Raises
    ------
    UserError
        There is none; the message has the nearest name.
    """
    if name in PAIRINGS or is_file(name):
        return find_pairing(name)
    if name not in all_names():
        raise UserError(f"no pairing {name!r}; {nearest(name, all_names())}")
    return _engine_only(name)


def check_engine(name: str, others: str) -> None:
    """Refuse to compute a pairing by the engine where it cannot; `others` says what to do instead."""
    if name not in _CURVES:
        raise UserError(f"{name} has no engine yet; use {others}")
    try:
        _module().cpu()
    except ValueError as error:
        raise UserError(str(error)) from None


def engine_values(pairing: Pairing, cases: Sequence[Case]) -> list[Encoded]:
    """The values of all cases, on all cores.

    Raises
    ------
    UserError
        The engine refuses a point; the message names the case.
    """
    native = _module().pairing(pairing.name)
    from pairforge.engine.encode import from_bytes, to_bytes

    width = native.G1.width

    def rows(points: list[Encoded], count: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
        data = b"".join(to_bytes(point, count, width) for point in points)
        return np.frombuffer(data, np.uint8).reshape(len(points), count * width)

    Ps = rows([case.P for case in cases], native.G1.count)
    Qs = rows([case.Q for case in cases], native.G2.count)
    try:
        values = native.batch(Ps, Qs, threads=0)
    except ValueError as error:
        raise UserError(f"{pairing.name}: {str(error).replace('term', 'case', 1)}") from None
    return [from_bytes(row.tobytes(), width) for row in values]


@cache
def _engine_only(name: str) -> EnginePairing:
    return EnginePairing(_CURVES[name])


class EnginePairing(Pairing):
    """A pairing that has no model here: its points are checked, drawn and paired by the engine."""

    stages = ()

    def __init__(self, curve: Curve) -> None:
        super().__init__(curve)
        self.p_shape, self.q_shape, self.e_shape = _SHAPES[type(curve)]

    @cached_property
    def _engine(self) -> Any:
        return _module().pairing(self.name)

    def facts(self) -> CurveFacts:
        """There are none: `pairforge curve` is for curves of the catalogue."""
        raise NotImplementedError(self.name)

    def complaint_about_element(self, value: int) -> str | None:
        """Too wide for the field?"""
        most = 8 * self._engine.G1.width
        if value.bit_length() > most:
            return f"is {value.bit_length()} bits wide, an element of the field at most {most}"
        return None

    def complaint_about_point(self, which: str, point: Encoded) -> str | None:
        """What the engine says of it."""
        try:
            (self._engine.G1 if which == "P" else self._engine.G2).check(point)
        except ValueError as error:
            return f"is refused: {error}"
        return None

    @property
    def residuals(self) -> Mapping[str, Algorithm]:
        """There are none."""
        raise NotImplementedError(self.name)

    def satisfied(self, P: Encoded, Q: Encoded) -> bool:
        """Nobody asks: there is no hardware."""
        raise NotImplementedError(self.name)

    def model(self, P: Encoded, Q: Encoded) -> Encoded:
        """There is none."""
        raise NotImplementedError(self.name)

    def random_points(self, number: int, seed: int) -> list[tuple[Encoded, Encoded]]:
        """From the engine, two streams of one seed."""
        from pairforge.engine.encode import flat

        seeds = (2 * seed) % 2**256, (2 * seed + 1) % 2**256
        Ps = self._engine.G1.random_points(number, seeds[0])
        Qs = self._engine.G2.random_points(number, seeds[1])
        return [(tuple(flat(P.coordinates)), tuple(flat(Q.coordinates))) for P, Q in zip(Ps, Qs, strict=True)]
