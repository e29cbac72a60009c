package pairforge

/*
#include <stdlib.h>
#include <pairforge.h>
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// Pairing is one of the pairings that the library has.
type Pairing struct {
	handle *C.pairforge_pairing
}

// Group is one of a pairing's groups.
type Group C.pairforge_argument

// The groups of the first argument, of the second, and of the value.
const (
	G1 Group = C.PAIRFORGE_ARGUMENT_P
	G2 Group = C.PAIRFORGE_ARGUMENT_Q
	Gt Group = C.PAIRFORGE_ARGUMENT_E
)

// Shape is how coordinates or values are laid out: Count coefficients of Width bytes each.
type Shape struct {
	Count, Width int
}

// Bytes are those of all coefficients.
func (s Shape) Bytes() int { return s.Count * s.Width }

// Pairings are all that there are.
func Pairings() []Pairing {
	found := make([]Pairing, C.pairforge_count())
	for i := range found {
		found[i] = Pairing{C.pairforge_at(C.size_t(i))}
	}
	return found
}

// ByName is the pairing of a name such as "ate-bls12-381".
func ByName(name string) (Pairing, error) {
	given := C.CString(name)
	defer C.free(unsafe.Pointer(given))
	if handle := C.pairforge_by_name(given); handle != nil {
		return Pairing{handle}, nil
	}
	return Pairing{}, &Error{Refused, fmt.Sprintf("no pairing is called %q; Pairings has all names", name)}
}

// Name is the pairing's.
func (e Pairing) Name() string { return C.GoString(C.pairforge_name(e.handle)) }

// Security is an estimate in bits of today, and what it rests on.
func (e Pairing) Security() (bits int, note string) {
	var words *C.char
	bits = int(C.pairforge_security(e.handle, &words))
	return bits, C.GoString(words)
}

// Shape is that of the coordinates of a group's points, or of values.
func (e Pairing) Shape(group Group) Shape {
	shape := C.pairforge_shape_of(e.handle, C.pairforge_argument(group))
	return Shape{int(shape.count), int(shape.width)}
}

// Pair is the pairing of two points, all as coefficients.
func (e Pairing) Pair(p, q []byte) ([]byte, error) {
	if err := e.lengths(p, q, 1); err != nil {
		return nil, err
	}
	return filled(e.Shape(Gt).Bytes(), func(out *C.uint8_t) C.pairforge_status {
		return C.pairforge_pair(e.handle, pointer(p), pointer(q), out)
	})
}

// Product is the product of the pairings of n terms, one after the other in p and in q.
func (e Pairing) Product(p, q []byte, n int) ([]byte, error) {
	if err := e.lengths(p, q, n); err != nil {
		return nil, err
	}
	return filled(e.Shape(Gt).Bytes(), func(out *C.uint8_t) C.pairforge_status {
		return C.pairforge_product(e.handle, pointer(p), pointer(q), C.size_t(n), out)
	})
}

// Batch is n independent pairings, one after the other in p, q and the result, on so many threads; 0 takes all
// cores.
func (e Pairing) Batch(p, q []byte, n, threads int) ([]byte, error) {
	if err := e.lengths(p, q, n); err != nil {
		return nil, err
	}
	return filled(n*e.Shape(Gt).Bytes(), func(out *C.uint8_t) C.pairforge_status {
		return C.pairforge_batch(e.handle, pointer(p), pointer(q), out, C.size_t(n), C.size_t(threads))
	})
}

func (e Pairing) lengths(p, q []byte, n int) error {
	if n < 0 {
		return &Error{Refused, fmt.Sprintf("n: %d terms; give 0 or more", n)}
	}
	if err := wrongLength("P", p, n*e.Shape(G1).Bytes()); err != nil {
		return err
	}
	return wrongLength("Q", q, n*e.Shape(G2).Bytes())
}

// CPU is the level of instructions in use: "portable", "base", "avx2", "vpclmulqdq" or "avx512".
func CPU() string { return C.GoString(C.pairforge_cpu()) }

// Precompile calls the precompile of Ethereum at an address: 0x06 to 0x08 (EIP-196, EIP-197), 0x0a (EIP-4844),
// 0x0b to 0x11 (EIP-2537). No gas is counted.
func Precompile(address byte, data []byte) ([]byte, error) {
	size := C.pairforge_precompile_bytes(C.uint8_t(address))
	return filled(int(size), func(out *C.uint8_t) C.pairforge_status {
		return C.pairforge_precompile(C.uint8_t(address), pointer(data), C.size_t(len(data)), out)
	})
}
