"""The registry of pairings, a row each: the one module of the catalogue that imports from its right."""

from __future__ import annotations

from pairforge.catalog.curves import (
    ATE_CURVES,
    CURVES,
    ORDINARY_CURVES,
    TATE_BINARY_CURVES,
    TERNARY_CURVES,
    TYPE_A_CURVES,
)
from pairforge.errors import UserError
from pairforge.pairings.ate.known import AteKnown
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.ate.products import AteProduct
from pairforge.pairings.base import Pairing
from pairforge.pairings.embedding_two import OrdinaryPairing, TypeAPairing
from pairforge.pairings.supersingular_binary import EtaBinaryPairing, TateBinaryPairing
from pairforge.pairings.supersingular_ternary import EtaTernaryPairing

_FOR_VERIFIERS = ("ate-bls12-381", "ate-bn254", "ate-fp-103", "ate-fp-727")
"""Curves with products, checks and a known Q: those of verifiers in use, and small ones."""

ATE_DESIGNS = {
    name: f"{name}-m1" for name in ("ate-bn254", "ate-bls12-381", "ate-bn462", "ate-fp-103", "ate-fp-727")
} | {"ate-bn258": "few-dsp-bn258"}
"""The design that computes an optimal ate pairing where none is asked for."""

PAIRINGS: dict[str, Pairing] = {
    pairing.name: pairing
    for pairing in (
        EtaBinaryPairing(CURVES["eta-f2-5"], "model and hardware", "beuchat-f2-5"),
        EtaBinaryPairing(CURVES["eta-f2-239"], "model and hardware", "beuchat-f2-239"),
        EtaBinaryPairing(CURVES["eta-f2-313"], "model and hardware", "beuchat-f2-313"),
        EtaBinaryPairing(CURVES["eta-f2-457"], "model and hardware", "beuchat-f2-457"),
        EtaBinaryPairing(CURVES["eta-f2-557"], "model and hardware", "beuchat-f2-557"),
        EtaBinaryPairing(CURVES["eta-f2-613"], "model and hardware", "beuchat-f2-613"),
        EtaBinaryPairing(CURVES["eta-f2-691"], "model and hardware", "beuchat-f2-691"),
        TateBinaryPairing(TATE_BINARY_CURVES["tate-f2-5"], "model and hardware", "shu2-f2-5"),
        TateBinaryPairing(TATE_BINARY_CURVES["tate-f2-239"], "model and hardware", "shu2-f2-239-d16"),
        TateBinaryPairing(TATE_BINARY_CURVES["tate-f2-283"], "model and hardware", "shu2-f2-283-d16"),
        *map(EtaTernaryPairing, TERNARY_CURVES.values()),
        TypeAPairing(TYPE_A_CURVES["tate-fp-163"], "barenghi-fp-163"),
        TypeAPairing(TYPE_A_CURVES["tate-ss512"], "barenghi-ss512-m4"),
        TypeAPairing(TYPE_A_CURVES["tate-ss1536"]),
        *map(OrdinaryPairing, ORDINARY_CURVES.values()),
        *(AtePairing(curve, ATE_DESIGNS.get(name, "")) for name, curve in ATE_CURVES.items()),
        *(AteProduct(ATE_CURVES[name], "product2", (1, 1)) for name in _FOR_VERIFIERS),
        *(AteProduct(ATE_CURVES[name], "check", (1, -1)) for name in _FOR_VERIFIERS),
        *(AteKnown(ATE_CURVES[name]) for name in _FOR_VERIFIERS),
    )
}


def find_pairing(name: str) -> Pairing:
    """The pairing of that name.

    Raises
    ------
    UserError
        There is none; the message lists the names.
    """
    try:
        return PAIRINGS[name]
    except KeyError:
        raise UserError(f"no pairing {name!r}; there are {', '.join(PAIRINGS)}") from None
