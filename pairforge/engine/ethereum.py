"""Ethereum's precompiled contracts on BN254 and BLS12-381, from bytes to bytes; gas is the caller's concern.
Beside them is what its consensus adds to BLS signatures.

>>> from pairforge.engine.ethereum import ECADD, ECMUL
>>> generator = (1).to_bytes(32, "big") + (2).to_bytes(32, "big")
>>> ECADD(generator + generator) == ECMUL(generator + (2).to_bytes(32, "big"))
True

A call that fails raises ValueError with one line: which input, what is wrong with it, what would be right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairforge.engine import _native
from pairforge.engine.arguments import integer, octets, octets_of_each, seed_bytes

__all__ = [
    "BLS12_G1ADD",
    "BLS12_G1MSM",
    "BLS12_G2ADD",
    "BLS12_G2MSM",
    "BLS12_MAP_FP2_TO_G2",
    "BLS12_MAP_FP_TO_G1",
    "BLS12_PAIRING_CHECK",
    "ECADD",
    "ECMUL",
    "ECPAIRING",
    "POINT_EVALUATION",
    "PRECOMPILES",
    "Precompile",
    "eth_aggregate_pubkeys",
    "eth_fast_aggregate_verify",
    "verify_kzg_proof",
]


@dataclass(frozen=True)
class Precompile:
    """A precompiled contract: call it with its input.

    Attributes
    ----------
    name: as in the standard.
    address: of one byte.
    """

    name: str
    address: int

    def __call__(self, data: bytes) -> bytes:
        """What the contract gives; ValueError where it fails."""
        address = integer(self.address, "address")
        if address not in _ADDRESSES:
            raise ValueError(f"no precompile at address {address:#04x}")
        return _native.precompile(address, octets(data, "data"))


_ADDRESSES = {address for _, address in _native.precompiles()}

PRECOMPILES = {name: Precompile(name, address) for name, address in _native.precompiles()}
"""All of them by name."""

ECADD = PRECOMPILES["ECADD"]
"""EIP-196: the sum of two points of G1 of BN254."""
ECMUL = PRECOMPILES["ECMUL"]
"""EIP-196: a multiple of a point of G1 of BN254."""
ECPAIRING = PRECOMPILES["ECPAIRING"]
"""EIP-197: whether the product of the pairings of all pairs is 1, on BN254."""
POINT_EVALUATION = PRECOMPILES["POINT_EVALUATION"]
"""EIP-4844: whether a committed polynomial is y at z."""
BLS12_G1ADD = PRECOMPILES["BLS12_G1ADD"]
"""EIP-2537: the sum of two points of E(F_p), of any order."""
BLS12_G1MSM = PRECOMPILES["BLS12_G1MSM"]
"""EIP-2537: the sum of scalar times point over all terms, in G1."""
BLS12_G2ADD = PRECOMPILES["BLS12_G2ADD"]
"""EIP-2537: the sum of two points of the twist, of any order."""
BLS12_G2MSM = PRECOMPILES["BLS12_G2MSM"]
"""EIP-2537: the sum of scalar times point over all terms, in G2."""
BLS12_PAIRING_CHECK = PRECOMPILES["BLS12_PAIRING_CHECK"]
"""EIP-2537: whether the product of the pairings of all pairs is 1."""
BLS12_MAP_FP_TO_G1 = PRECOMPILES["BLS12_MAP_FP_TO_G1"]
"""EIP-2537: the point of G1 that an element of F_p maps to."""
BLS12_MAP_FP2_TO_G2 = PRECOMPILES["BLS12_MAP_FP2_TO_G2"]
"""EIP-2537: the point of G2 that an element of F_p2 maps to."""


def verify_kzg_proof(commitment: bytes, z: int, y: int, proof: bytes, *, tau: bytes | None = None) -> bool:
    """Whether a proof shows that the committed polynomial is y at z (EIP-4844).

    Commitment and proof are compressed points of G1, 48 bytes; z and y are below the order r. `tau`: tau
    times the generator of G2, compressed, of another trusted setup than Ethereum's. ValueError says what is
    malformed.
    """
    words = []
    for name, given in ("z", z), ("y", y):
        value = integer(given, name)
        if not 0 <= value < 1 << 256:
            raise ValueError(f"{name}: must be below the order r of the subgroup")
        words.append(value.to_bytes(32, "big"))
    points = octets(commitment, "commitment"), octets(proof, "proof")
    setup = None if tau is None else octets(tau, "tau")
    return _native.kzg_verify(setup, points[0], words[0], words[1], points[1])


def eth_aggregate_pubkeys(pubkeys: Sequence[bytes]) -> bytes:
    """The sum of public keys of 48 bytes, as the consensus specification of Altair has it.

    It is the point at infinity, which is no key, where they cancel. ValueError where there is none, and names
    the first that is no key.
    """
    return _native.eth_aggregate_pubkeys(octets_of_each(pubkeys, "pubkeys"), seed_bytes(None))


def eth_fast_aggregate_verify(pubkeys: Sequence[bytes], message: bytes, signature: bytes) -> bool:
    """Whether this is an aggregate of all keys' signatures of one message: of no keys, the point at infinity.

    The rest is `fast_aggregate_verify` of `Bls("possession")`: what is no key or signature raises ValueError.
    """
    return _native.eth_fast_aggregate_verify(
        octets_of_each(pubkeys, "pubkeys"),
        octets(message, "message"),
        octets(signature, "signature"),
        seed_bytes(None),
    )
