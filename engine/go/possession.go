package pairforge

/*
#include <pairforge.h>
*/
import "C"

import "runtime"

// Possession is a proof that the owner of a public key knows its secret. No signature is one.
type Possession struct {
	handle  *C.pairforge_bls_possession
	variant Variant
}

// possession that f makes.
func (v Variant) possession(f func(out **C.pairforge_bls_possession) C.pairforge_status) (*Possession, error) {
	handle, err := made(f)
	if err != nil {
		return nil, err
	}
	proof := &Possession{handle, v}
	runtime.AddCleanup(proof, func(h *C.pairforge_bls_possession) { C.pairforge_bls_possession_free(h) }, handle)
	return proof, nil
}

// DecodePossession is the proof that was encoded.
func DecodePossession(variant Variant, encoded []byte) (*Possession, error) {
	return variant.possession(func(out **C.pairforge_bls_possession) C.pairforge_status {
		return C.pairforge_bls_possession_decode(C.int(variant), pointer(encoded), C.size_t(len(encoded)), out)
	})
}

// Variant is the one that the proof belongs to.
func (p *Possession) Variant() Variant { return p.variant }

// Encode is the encoding of the proof.
func (p *Possession) Encode() ([]byte, error) {
	defer runtime.KeepAlive(p)
	return filled(p.variant.SignatureBytes(), func(out *C.uint8_t) C.pairforge_status {
		return C.pairforge_bls_possession_encode(p.handle, out)
	})
}
