package pairforge

/*
#include <pairforge.h>
*/
import "C"

import (
	"crypto/rand"
	"fmt"
	"runtime"
)

// Signature is a BLS signature, of one message or an aggregate: a point of the subgroup.
type Signature struct {
	handle  *C.pairforge_bls_signature
	variant Variant
}

func (v Variant) ownedSignature(handle *C.pairforge_bls_signature) *Signature {
	made := &Signature{handle, v}
	runtime.AddCleanup(made, func(h *C.pairforge_bls_signature) { C.pairforge_bls_signature_free(h) }, handle)
	return made
}

// signature that f makes.
func (v Variant) signature(f func(out **C.pairforge_bls_signature) C.pairforge_status) (*Signature, error) {
	handle, err := made(f)
	if err != nil {
		return nil, err
	}
	return v.ownedSignature(handle), nil
}

// DecodeSignature is the signature that was encoded.
func DecodeSignature(variant Variant, encoded []byte) (*Signature, error) {
	return variant.signature(func(out **C.pairforge_bls_signature) C.pairforge_status {
		return C.pairforge_bls_signature_decode(C.int(variant), pointer(encoded), C.size_t(len(encoded)), out)
	})
}

// DecodeSignatures are the signatures that were encoded, faster than one by one. Seed, threads and what is missed are
// those of [Pairing.DecodePoints].
func DecodeSignatures(variant Variant, encoded [][]byte, seed [32]byte, threads int) ([]*Signature, error) {
	if err := variant.unknown(); err != nil {
		return nil, err
	}
	joined, err := equallyLong(encoded, variant.SignatureBytes())
	if err != nil || len(encoded) == 0 {
		return nil, err
	}
	handles := make([]*C.pairforge_bls_signature, len(encoded))
	err = failure(func() C.pairforge_status {
		return C.pairforge_bls_signature_decode_all(
			C.int(variant), pointer(joined), C.size_t(len(encoded)),
			pointer(seed[:]), C.size_t(threads), &handles[0],
		)
	})
	if err != nil {
		return nil, err
	}
	signatures := make([]*Signature, len(handles))
	for i, handle := range handles {
		signatures[i] = variant.ownedSignature(handle)
	}
	return signatures, nil
}

// AggregateSignatures is one signature of several, at least one.
func AggregateSignatures(signatures []*Signature) (*Signature, error) {
	defer runtime.KeepAlive(signatures)
	if len(signatures) == 0 {
		return nil, &Error{Refused, "no signatures to aggregate"}
	}
	handles := signatureHandles(signatures)
	return signatures[0].variant.signature(func(out **C.pairforge_bls_signature) C.pairforge_status {
		return C.pairforge_bls_signature_aggregate(&handles[0], C.size_t(len(handles)), out)
	})
}

// Variant is the one that the signature belongs to.
func (s *Signature) Variant() Variant { return s.variant }

// Encode is the encoding of the signature.
func (s *Signature) Encode() ([]byte, error) {
	defer runtime.KeepAlive(s)
	return filled(s.variant.SignatureBytes(), func(out *C.uint8_t) C.pairforge_status {
		return C.pairforge_bls_signature_encode(s.handle, out)
	})
}

// Equal is whether two signatures are the same; those of different variants are not.
func (s *Signature) Equal(other *Signature) bool {
	defer runtime.KeepAlive(s)
	defer runtime.KeepAlive(other)
	return bool(C.pairforge_bls_signature_equal(s.handle, other.handle))
}

// Verify is nil if this is the key's signature of the message, else an error, InvalidSignature if nothing else is
// wrong. So are all that verify.
func (s *Signature) Verify(scheme Scheme, key *PublicKey, message []byte) error {
	defer runtime.KeepAlive(s)
	defer runtime.KeepAlive(key)
	return failure(func() C.pairforge_status {
		return C.pairforge_bls_verify(
			s.handle, C.int(scheme), key.handle, pointer(message), C.size_t(len(message)),
		)
	})
}

// CoreVerify is the same under a domain separation tag of the caller's.
func (s *Signature) CoreVerify(tag []byte, key *PublicKey, message []byte) error {
	defer runtime.KeepAlive(s)
	defer runtime.KeepAlive(key)
	return failure(func() C.pairforge_status {
		return C.pairforge_bls_core_verify(
			s.handle, pointer(tag), C.size_t(len(tag)), key.handle, pointer(message), C.size_t(len(message)),
		)
	})
}

// AggregateVerify verifies an aggregate of signatures of each message under its key. It is not valid of none, nor in
// the basic scheme of equal messages.
func (s *Signature) AggregateVerify(scheme Scheme, keys []*PublicKey, messages [][]byte) error {
	return s.ofMessages(keys, messages, func(
		keys **C.pairforge_bls_public_key, first **C.uint8_t, lengths *C.size_t, n C.size_t,
	) C.pairforge_status {
		return C.pairforge_bls_aggregate_verify(s.handle, C.int(scheme), keys, first, lengths, n)
	})
}

// CoreAggregateVerify is the same under a domain separation tag of the caller's. Messages may be equal.
func (s *Signature) CoreAggregateVerify(tag []byte, keys []*PublicKey, messages [][]byte) error {
	return s.ofMessages(keys, messages, func(
		keys **C.pairforge_bls_public_key, first **C.uint8_t, lengths *C.size_t, n C.size_t,
	) C.pairforge_status {
		return C.pairforge_bls_core_aggregate_verify(
			s.handle, pointer(tag), C.size_t(len(tag)), keys, first, lengths, n,
		)
	})
}

// ofMessages hands keys and their messages to f as C has them.
func (s *Signature) ofMessages(keys []*PublicKey, messages [][]byte, f func(
	keys **C.pairforge_bls_public_key, first **C.uint8_t, lengths *C.size_t, n C.size_t,
) C.pairforge_status) error {
	if len(keys) != len(messages) {
		return &Error{Refused, fmt.Sprintf("%d keys and %d messages; give as many of both", len(keys), len(messages))}
	}
	defer runtime.KeepAlive(s)
	defer runtime.KeepAlive(keys)
	handles := keyHandles(keys)
	var all list
	defer all.pinner.Unpin()
	for _, message := range messages {
		all.add(message)
	}
	return failure(func() C.pairforge_status {
		return f(start(handles), start(all.first), start(all.lengths), C.size_t(len(keys)))
	})
}

// FastAggregateVerify verifies an aggregate of signatures of one message under all keys, in the scheme with proofs of
// possession, which must have been verified for every key. It is not valid of no keys.
func (s *Signature) FastAggregateVerify(keys []*PublicKey, message []byte) error {
	return s.ofKeys(keys, func(keys **C.pairforge_bls_public_key, n C.size_t) C.pairforge_status {
		return C.pairforge_bls_fast_aggregate_verify(s.handle, keys, n, pointer(message), C.size_t(len(message)))
	})
}

// EthFastAggregateVerify is eth_fast_aggregate_verify of Ethereum's consensus: FastAggregateVerify for the variant
// MinimalPublicKey, but of no keys the point at infinity is a signature.
func (s *Signature) EthFastAggregateVerify(keys []*PublicKey, message []byte) error {
	return s.ofKeys(keys, func(keys **C.pairforge_bls_public_key, n C.size_t) C.pairforge_status {
		return C.pairforge_eth_fast_aggregate_verify(s.handle, keys, n, pointer(message), C.size_t(len(message)))
	})
}

// ofKeys hands keys to f as C has them.
func (s *Signature) ofKeys(
	keys []*PublicKey, f func(keys **C.pairforge_bls_public_key, n C.size_t) C.pairforge_status,
) error {
	defer runtime.KeepAlive(s)
	defer runtime.KeepAlive(keys)
	handles := keyHandles(keys)
	return failure(func() C.pairforge_status { return f(start(handles), C.size_t(len(handles))) })
}

// Claim is who signed what.
type Claim struct {
	Key       *PublicKey
	Message   []byte
	Signature *Signature
}

// Batch is how many signatures are verified at once.
type Batch struct {
	// Seed decides the weights of the signatures, and must not be guessed by whoever made them. Nil draws it from the
	// system, afresh for every call.
	Seed *[32]byte
	// Threads are so many; 0 takes all cores.
	Threads int
}

// Verify is nil if all signatures are valid, each of its message under its key; of no claims, too. It is faster than one
// by one. An invalid one is missed with a probability of 2^-127.
func (b Batch) Verify(scheme Scheme, claims []Claim) error {
	return b.of(claims, func(c *claimed, seed *C.uint8_t) C.pairforge_status {
		return C.pairforge_bls_verify_batch(
			C.int(scheme), start(c.keys), start(c.messages.first), start(c.messages.lengths), start(c.signatures),
			C.size_t(len(claims)), seed, C.size_t(b.Threads),
		)
	})
}

// FindInvalid are the places of the signatures that are not valid, in rising order; quick where they are few.
func (b Batch) FindInvalid(scheme Scheme, claims []Claim) ([]int, error) {
	places := make([]C.size_t, len(claims))
	var found C.size_t
	err := b.of(claims, func(c *claimed, seed *C.uint8_t) C.pairforge_status {
		return C.pairforge_bls_find_invalid(
			C.int(scheme), start(c.keys), start(c.messages.first), start(c.messages.lengths), start(c.signatures),
			C.size_t(len(claims)), seed, C.size_t(b.Threads), start(places), &found,
		)
	})
	if err != nil {
		return nil, err
	}
	invalid := make([]int, found)
	for i := range invalid {
		invalid[i] = int(places[i])
	}
	return invalid, nil
}

// claimed are claims as C has them.
type claimed struct {
	keys       []*C.pairforge_bls_public_key
	messages   list
	signatures []*C.pairforge_bls_signature
}

// of hands claims and the seed to f.
func (b Batch) of(claims []Claim, f func(c *claimed, seed *C.uint8_t) C.pairforge_status) error {
	seed := b.Seed
	if seed == nil {
		seed = new([32]byte)
		if _, err := rand.Read(seed[:]); err != nil {
			return err
		}
	}
	defer runtime.KeepAlive(claims)
	var all claimed
	defer all.messages.pinner.Unpin()
	for _, claim := range claims {
		all.keys = append(all.keys, claim.Key.handle)
		all.messages.add(claim.Message)
		all.signatures = append(all.signatures, claim.Signature.handle)
	}
	return failure(func() C.pairforge_status { return f(&all, pointer(seed[:])) })
}

func signatureHandles(signatures []*Signature) []*C.pairforge_bls_signature {
	handles := make([]*C.pairforge_bls_signature, len(signatures))
	for i, signature := range signatures {
		handles[i] = signature.handle
	}
	return handles
}
