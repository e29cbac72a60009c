package pairforge

/*
#include <pairforge.h>
*/
import "C"

import (
	"runtime"
	"sync"
)

// SecretKey is a secret key of BLS signatures. Its memory, outside of Go's heap, is wiped by [SecretKey.Wipe], or when
// nothing refers to the key any more.
type SecretKey struct {
	variant Variant
	lock    sync.RWMutex
	handle  *C.pairforge_bls_secret_key
	cleanup runtime.Cleanup
}

// secretKey that f makes.
func (v Variant) secretKey(f func(out **C.pairforge_bls_secret_key) C.pairforge_status) (*SecretKey, error) {
	handle, err := made(f)
	if err != nil {
		return nil, err
	}
	key := &SecretKey{variant: v, handle: handle}
	wipe := func(h *C.pairforge_bls_secret_key) { C.pairforge_bls_secret_key_free(h) }
	key.cleanup = runtime.AddCleanup(key, wipe, handle)
	return key, nil
}

// GenerateSecretKey is KeyGen: the key of at least 32 bytes of secret randomness and of public info, which may be nil.
func GenerateSecretKey(variant Variant, material, info []byte) (*SecretKey, error) {
	return variant.secretKey(func(out **C.pairforge_bls_secret_key) C.pairforge_status {
		return C.pairforge_bls_secret_key_generate(
			C.int(variant), pointer(material), C.size_t(len(material)), pointer(info), C.size_t(len(info)), out,
		)
	})
}

// DecodeSecretKey is the key of 32 bytes, a big-endian integer from 1 to r - 1.
func DecodeSecretKey(variant Variant, encoded []byte) (*SecretKey, error) {
	return variant.secretKey(func(out **C.pairforge_bls_secret_key) C.pairforge_status {
		return C.pairforge_bls_secret_key_decode(C.int(variant), pointer(encoded), C.size_t(len(encoded)), out)
	})
}

// used is what f makes with the handle, which stays until f is done.
func used[T any](k *SecretKey, f func(handle *C.pairforge_bls_secret_key) (T, error)) (made T, err error) {
	k.lock.RLock()
	defer k.lock.RUnlock()
	defer runtime.KeepAlive(k)
	if k.handle == nil {
		return made, &Error{NilPointer, "the secret key was wiped"}
	}
	return f(k.handle)
}

// Wipe overwrites the key, which can no longer be used.
func (k *SecretKey) Wipe() {
	k.lock.Lock()
	defer k.lock.Unlock()
	k.cleanup.Stop()
	C.pairforge_bls_secret_key_free(k.handle)
	k.handle = nil
}

// Variant is the one that the key belongs to.
func (k *SecretKey) Variant() Variant { return k.variant }

// Encode is the key's 32 bytes, which are on Go's heap: whoever has them wipes them.
func (k *SecretKey) Encode() ([]byte, error) {
	return used(k, func(handle *C.pairforge_bls_secret_key) ([]byte, error) {
		return filled(32, func(out *C.uint8_t) C.pairforge_status {
			return C.pairforge_bls_secret_key_encode(handle, out)
		})
	})
}

// PublicKey is SkToPk: the public key of the secret one.
func (k *SecretKey) PublicKey() (*PublicKey, error) {
	return used(k, func(handle *C.pairforge_bls_secret_key) (*PublicKey, error) {
		return k.variant.publicKey(func(out **C.pairforge_bls_public_key) C.pairforge_status {
			return C.pairforge_bls_public_key_of(handle, out)
		})
	})
}

// Sign is the signature of a message.
func (k *SecretKey) Sign(scheme Scheme, message []byte) (*Signature, error) {
	return used(k, func(handle *C.pairforge_bls_secret_key) (*Signature, error) {
		return k.variant.signature(func(out **C.pairforge_bls_signature) C.pairforge_status {
			return C.pairforge_bls_sign(handle, C.int(scheme), pointer(message), C.size_t(len(message)), out)
		})
	})
}

// CoreSign is the signature of a message under a domain separation tag of the caller's, for suites that are none of the
// draft's.
func (k *SecretKey) CoreSign(tag, message []byte) (*Signature, error) {
	return used(k, func(handle *C.pairforge_bls_secret_key) (*Signature, error) {
		return k.variant.signature(func(out **C.pairforge_bls_signature) C.pairforge_status {
			return C.pairforge_bls_core_sign(
				handle, pointer(tag), C.size_t(len(tag)), pointer(message), C.size_t(len(message)), out,
			)
		})
	})
}

// ProvePossession is PopProve: a proof that the secret key is known.
func (k *SecretKey) ProvePossession() (*Possession, error) {
	return used(k, func(handle *C.pairforge_bls_secret_key) (*Possession, error) {
		return k.variant.possession(func(out **C.pairforge_bls_possession) C.pairforge_status {
			return C.pairforge_bls_prove_possession(handle, out)
		})
	})
}
