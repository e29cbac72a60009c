"""The schemes of BLS signatures, with the names of py_ecc.bls.ciphersuites.

Secret keys are integers, all else is bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairforge import engine
from pairforge.engine.protocols import Bls
from pairforge.engine.py_ecc.optimized_bls12_381 import curve_order

__all__ = ["BaseG2Ciphersuite", "G2Basic", "G2MessageAugmentation", "G2ProofOfPossession", "ValidationError"]

_PAIRING = engine.pairing("ate-bls12-381")
_KEY, _SECRET = 48, 32


class ValidationError(ValueError):
    """An input that is none; py_ecc raises that of eth_utils."""


class BaseG2Ciphersuite:
    """What the schemes have in common. What verifies gives False for malformed input."""

    _bls: Bls

    @staticmethod
    def _secret(privkey: int) -> bytes:
        if not isinstance(privkey, int) or not 0 < privkey < curve_order:
            raise ValidationError("secret key: must be an integer from 1 to r - 1")
        return privkey.to_bytes(_SECRET, "big")

    @classmethod
    def SkToPk(cls, privkey: int) -> bytes:
        """The public key of a secret key."""
        return cls._bls.public_key(cls._secret(privkey))

    @classmethod
    def KeyGen(cls, IKM: bytes, key_info: bytes = b"") -> int:
        """A secret key from at least 32 secret random bytes."""
        return int.from_bytes(cls._bls.generate(IKM, key_info), "big")

    @staticmethod
    def KeyValidate(PK: bytes) -> bool:
        """Whether this is a public key: a point of the subgroup, and not the identity."""
        try:
            return len(PK) == _KEY and not _PAIRING.G1.decode(PK).is_identity()
        except (ValueError, TypeError):
            return False

    @classmethod
    def Sign(cls, SK: int, message: bytes) -> bytes:
        """The signature of a message."""
        if not isinstance(message, bytes):
            raise ValidationError(f"message: must be bytes, not {type(message).__name__}")
        return cls._bls.sign(cls._secret(SK), message)

    @classmethod
    def Verify(cls, PK: bytes, message: bytes, signature: bytes) -> bool:
        """Whether this is the key's signature of the message."""
        try:
            return cls._bls.verify(PK, message, signature)
        except (ValueError, TypeError):
            return False

    @classmethod
    def Aggregate(cls, signatures: Sequence[bytes]) -> bytes:
        """One signature of several, each of which is checked to be one."""
        try:
            return cls._bls.aggregate(signatures)
        except (ValueError, TypeError) as error:
            raise ValidationError(str(error)) from None

    @classmethod
    def AggregateVerify(cls, PKs: Sequence[bytes], messages: Sequence[bytes], signature: bytes) -> bool:
        """Whether this is the aggregate of each key's signature of its message."""
        try:
            return len(PKs) > 0 and cls._bls.aggregate_verify(PKs, messages, signature)
        except (ValueError, TypeError):
            return False


class G2Basic(BaseG2Ciphersuite):
    """The messages of an aggregate must differ."""

    DST = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"
    _bls = Bls("basic")


class G2MessageAugmentation(BaseG2Ciphersuite):
    """What is signed is the public key and the message."""

    DST = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_AUG_"
    _bls = Bls("augmentation")


class G2ProofOfPossession(BaseG2Ciphersuite):
    """Keys come with a proof that their owner knows the secret: the signatures of Ethereum's consensus."""

    DST = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"
    POP_TAG = b"BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"
    _bls = Bls("possession")

    @classmethod
    def PopProve(cls, SK: int) -> bytes:
        """A proof that the secret key is known."""
        return cls._bls.prove_possession(cls._secret(SK))

    @classmethod
    def PopVerify(cls, PK: bytes, proof: bytes) -> bool:
        """Whether this is such a proof."""
        try:
            return cls._bls.verify_possession(PK, proof)
        except (ValueError, TypeError):
            return False

    @staticmethod
    def _AggregatePKs(PKs: Sequence[bytes]) -> bytes:
        """The sum of public keys."""
        if len(PKs) < 1:
            raise ValidationError("no keys to aggregate")
        try:
            keys = [_PAIRING.G1.decode(PK) for PK in PKs]
        except (ValueError, TypeError) as error:
            raise ValidationError(str(error)) from None
        return sum(keys[1:], keys[0]).encode()

    @classmethod
    def FastAggregateVerify(cls, PKs: Sequence[bytes], message: bytes, signature: bytes) -> bool:
        """Whether this is an aggregate of all keys' signatures of one message."""
        try:
            return cls._bls.fast_aggregate_verify(PKs, message, signature)
        except (ValueError, TypeError):
            return False
