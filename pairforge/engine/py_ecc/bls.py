"""BLS signatures with the names of py_ecc.bls: secret keys are integers, all else is bytes."""

from __future__ import annotations

from collections.abc import Sequence

from pairforge import engine
from pairforge.engine.protocols import Bls
from pairforge.engine.py_ecc import optimized_bls12_381 as curve
from pairforge.engine.py_ecc.fields import FQ, FQ2

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

_PAIRING = engine.pairing("ate-bls12-381")
_KEY, _SIGNATURE, _SECRET = 48, 96, 32


class ValidationError(ValueError):
    """An input that is none; py_ecc raises that of eth_utils."""


class _Ciphersuite:
    """What the schemes have in common. What verifies gives False for malformed input."""

    _bls: Bls

    @staticmethod
    def _secret(privkey: int) -> bytes:
        if not isinstance(privkey, int) or not 0 < privkey < curve.curve_order:
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


class G2Basic(_Ciphersuite):
    """The messages of an aggregate must differ."""

    DST = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"
    _bls = Bls("basic")


class G2MessageAugmentation(_Ciphersuite):
    """What is signed is the public key and the message."""

    DST = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_AUG_"
    _bls = Bls("augmentation")


class G2ProofOfPossession(_Ciphersuite):
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


def pubkey_to_G1(pubkey: bytes) -> tuple[FQ, FQ, FQ]:
    """The point of a public key; ValueError where it is none of the subgroup."""
    if len(pubkey) != _KEY:
        raise ValueError(f"{len(pubkey)} bytes where {_KEY} are needed")
    point = _PAIRING.G1.decode(pubkey)
    if point.is_identity():
        return curve.Z1
    x, y = point.coordinates
    return curve.FQ(x), curve.FQ(y), curve.FQ.one()  # type: ignore[arg-type]


def signature_to_G2(signature: bytes) -> tuple[FQ2, FQ2, FQ2]:
    """The point of a signature; ValueError where it is none of the subgroup."""
    if len(signature) != _SIGNATURE:
        raise ValueError(f"{len(signature)} bytes where {_SIGNATURE} are needed")
    point = _PAIRING.G2.decode(signature)
    if point.is_identity():
        return curve.Z2
    x, y = point.coordinates
    return curve.FQ2(x), curve.FQ2(y), curve.FQ2.one()  # type: ignore[arg-type]


def G1_to_pubkey(pt: tuple[FQ, FQ, FQ]) -> bytes:
    """The compressed encoding of a point of G1."""
    if curve.is_inf(pt):
        return _PAIRING.G1.identity.encode()
    x, y = curve.normalize(pt)
    return _PAIRING.G1.encode((x.n, y.n))


def G2_to_signature(pt: tuple[FQ2, FQ2, FQ2]) -> bytes:
    """The compressed encoding of a point of G2."""
    if curve.is_inf(pt):
        return _PAIRING.G2.identity.encode()
    x, y = curve.normalize(pt)
    return _PAIRING.G2.encode((x.coeffs, y.coeffs))


def subgroup_check(P: tuple[FQ, FQ, FQ] | tuple[FQ2, FQ2, FQ2]) -> bool:
    """Whether r times the point is the point at infinity."""
    return curve.is_inf(curve.multiply(P, curve.curve_order))  # type: ignore[type-var]
