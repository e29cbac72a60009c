"""BLS signatures on BLS12-381, as draft-irtf-cfrg-bls-signature has them; keys and signatures are bytes.

>>> from pairforge.engine.protocols import Bls
>>> bls = Bls()
>>> key = bls.generate(bytes(range(32)))
>>> bls.verify(bls.public_key(key), b"a message", bls.sign(key, b"a message"))
True
"""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.engine import _native
from pairforge.engine.arguments import octets, octets_of_each, seed_bytes, thread_count

_SCHEMES = ("basic", "augmentation", "possession")


class Bls:
    """One of the draft's schemes in one of its variants.

    `scheme`: "basic" (messages of an aggregate differ), "augmentation" (what is signed is key and
    message), or "possession" (keys come with a proof). `small_keys`: keys of 48 bytes, signatures of 96, or
    the other way round. Many keys or signatures are tested together: that one lies outside its subgroup is
    missed with a probability of at most 2^-128. Secret keys are handled in constant time once they are in
    the engine. What is no key or signature raises ValueError with one line.
    """

    def __init__(self, scheme: str = "basic", *, small_keys: bool = True) -> None:
        if scheme not in _SCHEMES:
            known = ", ".join(f'"{each}"' for each in _SCHEMES)
            raise ValueError(f'no scheme "{scheme}"; there are {known}')
        self.scheme = scheme
        self.small_keys = small_keys

    def generate(self, material: bytes, info: bytes = b"") -> bytes:
        """A secret key of 32 bytes from at least 32 secret random bytes."""
        return bytes(_native.bls_generate(octets(material, "material"), octets(info, "info")))

    def public_key(self, key: bytes) -> bytes:
        """The public key of a secret one."""
        return bytes(_native.bls_public_key(self.small_keys, octets(key, "key")))

    def sign(self, key: bytes, message: bytes) -> bytes:
        """The signature of a message."""
        key, message = octets(key, "key"), octets(message, "message")
        return bytes(_native.bls_sign(self.small_keys, self.scheme, key, message))

    def verify(self, public_key: bytes, message: bytes, signature: bytes) -> bool:
        """Whether this is the key's signature of the message."""
        return self._verify(
            [octets(public_key, "public_key")], [octets(message, "message")], octets(signature, "signature")
        )

    def aggregate(self, signatures: Sequence[bytes]) -> bytes:
        """One signature of several; ValueError where there is none."""
        given = octets_of_each(signatures, "signatures")
        return bytes(_native.bls_aggregate(self.small_keys, given, seed_bytes(None)))

    def aggregate_verify(
        self, public_keys: Sequence[bytes], messages: Sequence[bytes], signature: bytes
    ) -> bool:
        """Whether this is the aggregate of each key's signature of its message."""
        keys, given = octets_of_each(public_keys, "public_keys"), octets_of_each(messages, "messages")
        if len(keys) != len(given):
            raise ValueError(f"{len(keys)} keys but {len(given)} messages")
        return self._verify(keys, given, octets(signature, "signature"))

    def fast_aggregate_verify(self, public_keys: Sequence[bytes], message: bytes, signature: bytes) -> bool:
        """The same where all signed one message; for keys whose possession was proven."""
        if self.scheme != "possession":
            raise ValueError('fast_aggregate_verify is for the scheme "possession"')
        keys = octets_of_each(public_keys, "public_keys")
        message, signature = octets(message, "message"), octets(signature, "signature")
        return _native.bls_fast_verify(self.small_keys, keys, message, signature, seed_bytes(None))

    def verify_batch(
        self,
        public_keys: Sequence[bytes],
        messages: Sequence[bytes],
        signatures: Sequence[bytes],
        *,
        seed: bytes | None = None,
        threads: int = 1,
    ) -> bool:
        """Whether all of these signatures are valid, each of its message under its key; true of none.

        Faster than one by one. `seed`: 32 bytes that nobody could guess when the signatures were made; by
        default from the system. `threads`: 0 takes all cores.
        """
        lists = _of_one_length(public_keys, messages, signatures)
        return _native.bls_verify_batch(
            self.small_keys, self.scheme, *lists, seed_bytes(seed), thread_count(threads)
        )

    def find_invalid(
        self,
        public_keys: Sequence[bytes],
        messages: Sequence[bytes],
        signatures: Sequence[bytes],
        *,
        seed: bytes | None = None,
        threads: int = 1,
    ) -> list[int]:
        """The places of the signatures that are not valid; quick where they are few."""
        lists = _of_one_length(public_keys, messages, signatures)
        return _native.bls_find_invalid(
            self.small_keys, self.scheme, *lists, seed_bytes(seed), thread_count(threads)
        )

    def _verify(self, public_keys: list[bytes], messages: list[bytes], signature: bytes) -> bool:
        lists = (public_keys, messages, signature)
        return _native.bls_verify(self.small_keys, self.scheme, *lists, seed_bytes(None))

    def prove_possession(self, key: bytes) -> bytes:
        """A proof that the secret key is known."""
        return bytes(_native.bls_prove(self.small_keys, octets(key, "key")))

    def verify_possession(self, public_key: bytes, proof: bytes) -> bool:
        """Whether this is such a proof."""
        key = octets(public_key, "public_key")
        return _native.bls_verify_possession(self.small_keys, key, octets(proof, "proof"))


def _of_one_length(
    keys: Sequence[bytes], messages: Sequence[bytes], signatures: Sequence[bytes]
) -> tuple[list[bytes], list[bytes], list[bytes]]:
    lists = (
        octets_of_each(keys, "public_keys"),
        octets_of_each(messages, "messages"),
        octets_of_each(signatures, "signatures"),
    )
    lengths = tuple(map(len, lists))
    if len(set(lengths)) > 1:
        raise ValueError("{} keys, {} messages, {} signatures".format(*lengths))
    return lists
