package pairforge

/*
#include <pairforge.h>
*/
import "C"

import (
	"fmt"
	"runtime"
)

// Value is a value of a pairing, in the target group.
type Value struct {
	handle  *C.pairforge_value
	pairing Pairing
}

// value that f makes.
func (e Pairing) value(f func(out **C.pairforge_value) C.pairforge_status) (*Value, error) {
	var handle *C.pairforge_value
	if err := failure(func() C.pairforge_status { return f(&handle) }); err != nil {
		return nil, err
	}
	made := &Value{handle, e}
	runtime.AddCleanup(made, func(h *C.pairforge_value) { C.pairforge_value_free(h) }, handle)
	return made, nil
}

// PairPoints is the product of the pairings of p[i] and q[i].
func (e Pairing) PairPoints(p, q []*Point) (*Value, error) {
	first, second, err := terms(p, q)
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(p)
	defer runtime.KeepAlive(q)
	return e.value(func(out **C.pairforge_value) C.pairforge_status {
		return C.pairforge_product_points(e.handle, &first[0], &second[0], C.size_t(len(p)), out)
	})
}

// ReadValue is the value of these coefficients.
func (e Pairing) ReadValue(coefficients []byte) (*Value, error) {
	if err := wrongLength("coefficients", coefficients, e.Shape(Gt).Bytes()); err != nil {
		return nil, err
	}
	return e.value(func(out **C.pairforge_value) C.pairforge_status {
		return C.pairforge_value_read(e.handle, pointer(coefficients), out)
	})
}

// Coefficients are those of the value.
func (a *Value) Coefficients() ([]byte, error) {
	defer runtime.KeepAlive(a)
	return filled(a.pairing.Shape(Gt).Bytes(), func(out *C.uint8_t) C.pairforge_status {
		return C.pairforge_value_write(a.handle, out)
	})
}

// Mul is a * b.
func (a *Value) Mul(b *Value) (*Value, error) {
	defer runtime.KeepAlive(a)
	defer runtime.KeepAlive(b)
	return a.pairing.value(func(out **C.pairforge_value) C.pairforge_status {
		return C.pairforge_value_mul(a.handle, b.handle, out)
	})
}

// Square is a^2.
func (a *Value) Square() (*Value, error) {
	defer runtime.KeepAlive(a)
	return a.pairing.value(func(out **C.pairforge_value) C.pairforge_status {
		return C.pairforge_value_square(a.handle, out)
	})
}

// Inverse is 1 / a.
func (a *Value) Inverse() (*Value, error) {
	defer runtime.KeepAlive(a)
	return a.pairing.value(func(out **C.pairforge_value) C.pairforge_status {
		return C.pairforge_value_inverse(a.handle, out)
	})
}

// Pow is a^exponent.
func (a *Value) Pow(exponent []byte) (*Value, error) {
	defer runtime.KeepAlive(a)
	return a.pairing.value(func(out **C.pairforge_value) C.pairforge_status {
		return C.pairforge_value_pow(a.handle, pointer(exponent), C.size_t(len(exponent)), out)
	})
}

// Equal is whether two values are the same; those of different pairings are not.
func (a *Value) Equal(b *Value) bool {
	defer runtime.KeepAlive(a)
	defer runtime.KeepAlive(b)
	return bool(C.pairforge_value_equal(a.handle, b.handle))
}

// Prepared is what was precomputed for a fixed argument.
type Prepared struct {
	handle  *C.pairforge_prepared
	pairing Pairing
}

// FixedArgument is the group of the argument that Prepare takes.
func (e Pairing) FixedArgument() Group { return Group(C.pairforge_fixed_argument(e.handle)) }

// Prepare computes what depends on the fixed argument alone.
func (e Pairing) Prepare(fixed *Point) (*Prepared, error) {
	defer runtime.KeepAlive(fixed)
	var handle *C.pairforge_prepared
	err := failure(func() C.pairforge_status { return C.pairforge_prepare(e.handle, fixed.handle, &handle) })
	if err != nil {
		return nil, err
	}
	made := &Prepared{handle, e}
	runtime.AddCleanup(made, func(h *C.pairforge_prepared) { C.pairforge_prepared_free(h) }, handle)
	return made, nil
}

// Pair is the pairing of the fixed argument and the other one.
func (a *Prepared) Pair(other *Point) (*Value, error) {
	defer runtime.KeepAlive(a)
	defer runtime.KeepAlive(other)
	return a.pairing.value(func(out **C.pairforge_value) C.pairforge_status {
		return C.pairforge_pair_prepared(a.handle, other.handle, out)
	})
}

// terms are the handles of as many points of both groups.
func terms(p, q []*Point) (first, second []*C.pairforge_point, err error) {
	if len(p) == 0 || len(p) != len(q) {
		line := fmt.Sprintf("%d points P and %d points Q; give as many of both, one at least", len(p), len(q))
		return nil, nil, &Error{Refused, line}
	}
	for i := range p {
		first, second = append(first, p[i].handle), append(second, q[i].handle)
	}
	return first, second, nil
}
