package pairforge

/*
#include <pairforge.h>
*/
import "C"

import (
	"fmt"
	"runtime"
)

// Variant is which group holds public keys, and which signatures. What is of one cannot be used with the other:
// errors.Is(err, OtherPairing).
type Variant C.int

// The variants: public keys of 48 bytes and signatures of 96, and the other way round.
const (
	MinimalPublicKey Variant = C.PAIRFORGE_BLS_VARIANT_MINIMAL_PUBLIC_KEY
	MinimalSignature Variant = C.PAIRFORGE_BLS_VARIANT_MINIMAL_SIGNATURE
)

// Scheme is how an attacker is kept from choosing a public key that cancels others.
type Scheme C.int

// The schemes of draft-irtf-cfrg-bls-signature. In Basic the messages of an aggregate must differ; in
// MessageAugmentation what is signed is the public key followed by the message; in ProofOfPossession each public key
// comes with a proof, which [PublicKey.VerifyPossession] has to accept before use.
const (
	Basic               Scheme = C.PAIRFORGE_BLS_SCHEME_BASIC
	MessageAugmentation Scheme = C.PAIRFORGE_BLS_SCHEME_MESSAGE_AUGMENTATION
	ProofOfPossession   Scheme = C.PAIRFORGE_BLS_SCHEME_PROOF_OF_POSSESSION
)

// unknown is an Error where a number is no variant, in the words of the library.
func (v Variant) unknown() error {
	if v == MinimalPublicKey || v == MinimalSignature {
		return nil
	}
	const variants = "0 (minimal public keys), 1 (minimal signatures)"
	return &Error{Refused, fmt.Sprintf("no BLS variant %d; there are %s", v, variants)}
}

// PublicKeyBytes are those of an encoded public key.
func (v Variant) PublicKeyBytes() int { return int(C.pairforge_bls_public_key_bytes(C.int(v))) }

// SignatureBytes are those of an encoded signature, and of a proof of possession.
func (v Variant) SignatureBytes() int { return int(C.pairforge_bls_signature_bytes(C.int(v))) }

// made is the handle that f makes.
func made[Handle any](f func(out *Handle) C.pairforge_status) (handle Handle, err error) {
	err = failure(func() C.pairforge_status { return f(&handle) })
	return handle, err
}

// list of messages as C has them: their first bytes, which stay where they are until the pinner lets go, and lengths.
type list struct {
	first   []*C.uint8_t
	lengths []C.size_t
	pinner  runtime.Pinner
}

func (l *list) add(message []byte) {
	start := pointer(message)
	l.pinner.Pin(start)
	l.first, l.lengths = append(l.first, start), append(l.lengths, C.size_t(len(message)))
}

// start of a slice, nil where it is empty.
func start[T any](slice []T) *T {
	if len(slice) == 0 {
		return nil
	}
	return &slice[0]
}
