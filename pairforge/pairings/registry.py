"""The registry of pairings: those of every curve of the catalogue that has a model."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import takewhile
from pathlib import Path
from typing import Any

from pairforge.errors import UserError
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.ate.prepared import AtePrepared
from pairforge.pairings.ate.products import AteProduct
from pairforge.pairings.base import Pairing
from pairforge.pairings.curves import CURVES, read_curve
from pairforge.pairings.embedding_two import OrdinaryPairing, TypeAPairing
from pairforge.pairings.families.base import Curve
from pairforge.pairings.families.embedding_two import OrdinaryCurve, TypeACurve
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.families.supersingular_binary import BinarySupersingular
from pairforge.pairings.families.supersingular_ternary import TernarySupersingular
from pairforge.pairings.supersingular_binary import EtaBinaryPairing, TateBinaryPairing
from pairforge.pairings.supersingular_ternary import EtaTernaryPairing

_PAIRINGS: Mapping[tuple[type[Curve], str], Callable[[Any], Pairing]] = {
    (BinarySupersingular, "eta"): EtaBinaryPairing,
    (BinarySupersingular, "tate"): TateBinaryPairing,
    (TernarySupersingular, "eta"): EtaTernaryPairing,
    (TypeACurve, "tate"): TypeAPairing,
    (OrdinaryCurve, "tate"): OrdinaryPairing,
    (AteCurve, "ate"): AtePairing,
}
"""What makes the pairing of a curve, by the class of the curve and the map."""

_VARIANTS: Mapping[str, Callable[[Any], Pairing]] = {
    "product2": lambda curve: AteProduct(curve, "product2", (1, 1)),
    "check": lambda curve: AteProduct(curve, "check", (1, -1)),
    "prepared": AtePrepared,
}
"""What makes a variant of the optimal ate pairing."""


def pairings_of(curve: Curve) -> Iterator[Pairing]:
    """The pairing of a curve, then its variants."""
    yield _PAIRINGS[type(curve), curve.listing.map](curve)
    for variant in curve.listing.variants:
        yield _VARIANTS[variant](curve)


PAIRINGS: dict[str, Pairing] = {
    pairing.name: pairing
    for curve in CURVES.values()
    if curve.listing.model
    for pairing in pairings_of(curve)
}


SEVERAL = "+"
"""What stands between the names of several computations of one core."""


def is_file(name: str) -> bool:
    """Whether a name is the path of a curve's file: "mine.toml", "mine.toml:check" for a variant."""
    return name.partition(":")[0].endswith(".toml")


def pairing_of_file(name: str, folder: Path = Path()) -> tuple[Pairing, str, str]:
    """The pairing of the curve of a file that a path names; beside it the path, absolute, and a digest.

    A relative path is one from `folder`.

    Raises
    ------
    UserError
        The file cannot be read, something in it is wrong, or the catalogue has another curve of the name.
    """
    text, colon, variant = name.partition(":")
    path = folder / text
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"{text}: cannot read the curve: {error.strerror}") from None
    there = _pairings_of_file(path, content)
    wanted = f"{next(iter(there))}{'-' if variant else ''}{variant}"
    if wanted not in there:
        known = ", ".join(name.removeprefix(f"{next(iter(there))}-") for name in list(there)[1:]) or "none"
        raise UserError(f"{text}: has no variant {variant!r}; variants: {known}")
    digest = hashlib.sha256(content).hexdigest()[:16]
    return there[wanted], f"{path.resolve()}{colon}{variant}", digest


@lru_cache(maxsize=64)
def _pairings_of_file(path: Path, content: bytes) -> dict[str, Pairing]:
    """By name; the same objects for the same content."""
    curve = read_curve(path)
    if curve == CURVES.get(curve.name):
        return {pairing.name: PAIRINGS[pairing.name] for pairing in pairings_of(curve)}
    if curve.name in CURVES:
        raise UserError(f"{path.name}: name: the catalogue has a curve {curve.name}; give yours another name")
    return {pairing.name: pairing for pairing in pairings_of(curve)}


def find_pairing(name: str) -> Pairing:
    """The pairing of that name, or of the curve in a file (`is_file`).

    Raises
    ------
    UserError
        There is none; the message has the nearest name.
    """
    if is_file(name):
        return pairing_of_file(name)[0]
    if name not in PAIRINGS:
        raise UserError(f"no pairing {name!r}; {nearest(name, PAIRINGS)}")
    return PAIRINGS[name]


def pairing_over(field: str, kind: str) -> Pairing:
    """The pairing over the field of that name; `kind` is its map (KeyError where there is none)."""
    for pairing in PAIRINGS.values():
        if (pairing.field_name, pairing.map, pairing.variant) == (field, kind, ""):
            return pairing
    raise KeyError(field)


def _common_prefix(a: str, b: str) -> int:
    """How many letters two names begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))


def closest(name: str, names: Iterable[str]) -> str:
    """The name that was probably meant, empty where none is alike."""
    near = difflib.get_close_matches(name, names, 8, cutoff=0.4)
    # Of those that are alike, one that begins alike: the field's size comes last in a name.
    return max(near, key=partial(_common_prefix, name), default="")


def nearest(name: str, names: Iterable[str]) -> str:
    """The end of a message that there is no such name: the one that was probably meant."""
    best = closest(name, names)
    return f"did you mean {best}?" if best else "`pairforge list` shows those that there are"
