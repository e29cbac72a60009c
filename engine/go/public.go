package pairforge

/*
#include <pairforge.h>
*/
import "C"

import "runtime"

// PublicKey is a public key of BLS signatures: a point of the subgroup other than the point at infinity.
type PublicKey struct {
	handle  *C.pairforge_bls_public_key
	variant Variant
}

func (v Variant) ownedKey(handle *C.pairforge_bls_public_key) *PublicKey {
	made := &PublicKey{handle, v}
	runtime.AddCleanup(made, func(h *C.pairforge_bls_public_key) { C.pairforge_bls_public_key_free(h) }, handle)
	return made
}

// publicKey that f makes.
func (v Variant) publicKey(f func(out **C.pairforge_bls_public_key) C.pairforge_status) (*PublicKey, error) {
	handle, err := made(f)
	if err != nil {
		return nil, err
	}
	return v.ownedKey(handle), nil
}

// DecodePublicKey is KeyValidate: the public key that was encoded.
func DecodePublicKey(variant Variant, encoded []byte) (*PublicKey, error) {
	return variant.publicKey(func(out **C.pairforge_bls_public_key) C.pairforge_status {
		return C.pairforge_bls_public_key_decode(C.int(variant), pointer(encoded), C.size_t(len(encoded)), out)
	})
}

// DecodePublicKeys are the keys that were encoded, faster than one by one. Seed, threads and what is missed are those of
// [Pairing.DecodePoints].
func DecodePublicKeys(variant Variant, encoded [][]byte, seed [32]byte, threads int) ([]*PublicKey, error) {
	if err := variant.unknown(); err != nil {
		return nil, err
	}
	joined, err := equallyLong(encoded, variant.PublicKeyBytes())
	if err != nil || len(encoded) == 0 {
		return nil, err
	}
	handles := make([]*C.pairforge_bls_public_key, len(encoded))
	err = failure(func() C.pairforge_status {
		return C.pairforge_bls_public_key_decode_all(
			C.int(variant), pointer(joined), C.size_t(len(encoded)),
			pointer(seed[:]), C.size_t(threads), &handles[0],
		)
	})
	if err != nil {
		return nil, err
	}
	keys := make([]*PublicKey, len(handles))
	for i, handle := range handles {
		keys[i] = variant.ownedKey(handle)
	}
	return keys, nil
}

// AggregatePublicKeys is the sum of keys, at least one, which verifies an aggregate of signatures of one message. Keys
// that cancel have none: errors.Is(err, Infinity).
func AggregatePublicKeys(keys []*PublicKey) (*PublicKey, error) {
	defer runtime.KeepAlive(keys)
	if len(keys) == 0 {
		return nil, &Error{Refused, "no keys to aggregate"}
	}
	handles := keyHandles(keys)
	return keys[0].variant.publicKey(func(out **C.pairforge_bls_public_key) C.pairforge_status {
		return C.pairforge_bls_public_key_aggregate(&handles[0], C.size_t(len(handles)), out)
	})
}

// EthAggregatePubkeys is eth_aggregate_pubkeys of Ethereum's consensus: the encoded sum of keys, at least one, all of the
// variant MinimalPublicKey. It is the point at infinity, which is no key, where they cancel.
func EthAggregatePubkeys(keys []*PublicKey) ([]byte, error) {
	defer runtime.KeepAlive(keys)
	handles := keyHandles(keys)
	return filled(MinimalPublicKey.PublicKeyBytes(), func(out *C.uint8_t) C.pairforge_status {
		return C.pairforge_eth_aggregate_pubkeys(start(handles), C.size_t(len(handles)), out)
	})
}

// Variant is the one that the key belongs to.
func (k *PublicKey) Variant() Variant { return k.variant }

// Encode is the encoding of the key.
func (k *PublicKey) Encode() ([]byte, error) {
	defer runtime.KeepAlive(k)
	return filled(k.variant.PublicKeyBytes(), func(out *C.uint8_t) C.pairforge_status {
		return C.pairforge_bls_public_key_encode(k.handle, out)
	})
}

// VerifyPossession is PopVerify: nil if the proof is one of this key, else an error, InvalidSignature if it is no other.
func (k *PublicKey) VerifyPossession(proof *Possession) error {
	defer runtime.KeepAlive(k)
	defer runtime.KeepAlive(proof)
	return failure(func() C.pairforge_status {
		return C.pairforge_bls_verify_possession(k.handle, proof.handle)
	})
}

// Equal is whether two keys are the same; those of different variants are not.
func (k *PublicKey) Equal(other *PublicKey) bool {
	defer runtime.KeepAlive(k)
	defer runtime.KeepAlive(other)
	return bool(C.pairforge_bls_public_key_equal(k.handle, other.handle))
}

func keyHandles(keys []*PublicKey) []*C.pairforge_bls_public_key {
	handles := make([]*C.pairforge_bls_public_key, len(keys))
	for i, key := range keys {
		handles[i] = key.handle
	}
	return handles
}
