"""The software engine as a backend, and the pairings that only it computes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import ModuleType

import numpy as np

from pairforge.algebra.facts import CurveFacts
from pairforge.catalog.curves import Security
from pairforge.catalog.pairings import PAIRINGS
from pairforge.errors import UserError
from pairforge.pairings.base import Encoded, Pairing, Shape, StageText
from pairforge.vectors import Case

_DESCRIPTIONS = (
    (r"eta-f(\d)-(\d+)", "reduced eta_T pairing on a supersingular curve over F_{0}^{1}"),
    (r"tate-f(\d)-(\d+)", "reduced Tate pairing on a supersingular curve over F_{0}^{1}"),
    (r"tate-ss(\d+)", "reduced Tate pairing on y^2 = x^3 + x, embedding degree 2, over a prime of {0} bits"),
    (r"ate-(.+)", "optimal ate pairing on {0}"),
)


def _module() -> ModuleType | None:
    try:
        from pairforge import engine
    except ImportError:
        return None
    return engine


def engine_names() -> tuple[str, ...]:
    """The pairings of the engine; none where it is not compiled."""
    module = _module()
    return () if module is None else module.names()


def all_names() -> list[str]:
    """Every pairing that a backend computes: those with a model, then those that only the engine has."""
    return [*PAIRINGS, *(name for name in engine_names() if name not in PAIRINGS)]


def find_any(name: str) -> Pairing:
    """The pairing of that name, of the catalogue or of the engine alone.

    Raises
    ------
    UserError
        There is none; the message lists the names.
    """
    if name in PAIRINGS:
        return PAIRINGS[name]
    if name in engine_names():
        return _engine_only(name)
    raise UserError(f"no pairing {name!r}; there are {', '.join(all_names())}")


def check_engine(name: str, others: str) -> None:
    """Refuse to compute a pairing by the engine where it cannot; `others` says what to do instead."""
    module = _module()
    if module is None:
        raise UserError(f"the engine is not compiled; run `make setup`, or use {others}")
    if name not in module.names():
        raise UserError(f"{name} has no engine yet; use {others}")
    try:
        module.cpu()
    except ValueError as error:
        raise UserError(str(error)) from None


def engine_values(pairing: Pairing, cases: Sequence[Case]) -> list[Encoded]:
    """The values of all cases, on all cores.

    Raises
    ------
    UserError
        The engine refuses a point; the message names the case.
    """
    from pairforge import engine
    from pairforge.engine.encode import from_bytes, to_bytes

    native = engine.pairing(pairing.name)
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
    return EnginePairing(name)


class EnginePairing(Pairing):
    """A pairing that has no model here: its points are checked, drawn and paired by the engine."""

    status = "engine"
    default_design = ""
    stages = ()

    def __init__(self, name: str) -> None:
        from pairforge import engine

        self.name = name
        self._engine = found = engine.pairing(name)
        self.description = next(
            text.format(*match.groups())
            for pattern, text in _DESCRIPTIONS
            if (match := re.fullmatch(pattern, name))
        )
        self.security = Security(*found.security)
        self.p_shape = _shape(found.G1.count)
        self.q_shape = _shape(found.G2.count)
        self.e_shape = found.Gt.count

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
    def residuals(self) -> Mapping[str, StageText]:
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


def _shape(count: int) -> Shape:
    return 2 if count == 2 else (count // 2, count // 2)
