"""BLS signatures, with the names of py_ecc.bls."""

from __future__ import annotations

from pairforge.engine.py_ecc.bls.ciphersuites import (
    G2Basic,
    G2MessageAugmentation,
    G2ProofOfPossession,
    ValidationError,
)
from pairforge.engine.py_ecc.bls.g2_primitives import (
    G1_to_pubkey,
    G2_to_signature,
    pubkey_to_G1,
    signature_to_G2,
    subgroup_check,
)

__all__ = [
    "G1_to_pubkey",
    "G2Basic",
    "G2MessageAugmentation",
    "G2ProofOfPossession",
    "G2_to_signature",
    "ValidationError",
    "pubkey_to_G1",
    "signature_to_G2",
    "subgroup_check",
]
