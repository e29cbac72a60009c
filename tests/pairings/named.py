"""Pairings of the registry by name, as what they are."""

from typing import TypeVar

from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.base import Pairing
from pairforge.pairings.registry import PAIRINGS

P = TypeVar("P", bound=Pairing)


def named(name: str, kind: type[P]) -> P:
    """The pairing of that name, which is one of that kind."""
    pairing = PAIRINGS[name]
    assert isinstance(pairing, kind)
    return pairing


def ate(name: str) -> AtePairing:
    return named(name, AtePairing)
