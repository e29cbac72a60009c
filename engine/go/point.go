package pairforge

/*
#include <pairforge.h>
*/
import "C"

import (
	"bytes"
	"fmt"
	"runtime"
)

// Point is a point of G1 or G2 of a pairing.
type Point struct {
	handle  *C.pairforge_point
	pairing Pairing
	group   Group
}

// point that f makes.
func (e Pairing) point(group Group, f func(out **C.pairforge_point) C.pairforge_status) (*Point, error) {
	var handle *C.pairforge_point
	if err := failure(func() C.pairforge_status { return f(&handle) }); err != nil {
		return nil, err
	}
	return e.owned(group, handle), nil
}

// owned is the point of a handle that nobody else frees.
func (e Pairing) owned(group Group, handle *C.pairforge_point) *Point {
	made := &Point{handle, e, group}
	runtime.AddCleanup(made, func(h *C.pairforge_point) { C.pairforge_point_free(h) }, handle)
	return made
}

// Identity is the point at infinity.
func (e Pairing) Identity(group Group) (*Point, error) {
	return e.point(group, func(out **C.pairforge_point) C.pairforge_status {
		return C.pairforge_point_identity(e.handle, C.pairforge_argument(group), out)
	})
}

// Generator is that of the subgroup of order r.
func (e Pairing) Generator(group Group) (*Point, error) {
	return e.point(group, func(out **C.pairforge_point) C.pairforge_status {
		return C.pairforge_point_generator(e.handle, C.pairforge_argument(group), out)
	})
}

// Random is a random point that the pairing takes, from a seed.
func (e Pairing) Random(group Group, seed [32]byte) (*Point, error) {
	return e.point(group, func(out **C.pairforge_point) C.pairforge_status {
		return C.pairforge_point_random(e.handle, C.pairforge_argument(group), pointer(seed[:]), out)
	})
}

// Hash is the point that a message hashes to under a domain separation tag, which must not be empty.
func (e Pairing) Hash(group Group, message, tag []byte) (*Point, error) {
	return e.point(group, func(out **C.pairforge_point) C.pairforge_status {
		return C.pairforge_point_hash(
			e.handle, C.pairforge_argument(group),
			pointer(message), C.size_t(len(message)), pointer(tag), C.size_t(len(tag)), out,
		)
	})
}

// ReadPoint is the point of these coordinates.
func (e Pairing) ReadPoint(group Group, coordinates []byte) (*Point, error) {
	if err := wrongLength("coordinates", coordinates, e.Shape(group).Bytes()); err != nil {
		return nil, err
	}
	return e.point(group, func(out **C.pairforge_point) C.pairforge_status {
		return C.pairforge_point_read(e.handle, C.pairforge_argument(group), pointer(coordinates), out)
	})
}

// DecodePoint is the point that was encoded.
func (e Pairing) DecodePoint(group Group, encoded []byte, compressed bool) (*Point, error) {
	return e.point(group, func(out **C.pairforge_point) C.pairforge_status {
		return C.pairforge_point_decode(
			e.handle, C.pairforge_argument(group),
			pointer(encoded), C.size_t(len(encoded)), C.bool(compressed), out,
		)
	})
}

// DecodePoints are the points of compressed encodings, in the groups of large primes faster than one by one. There a
// point outside the subgroup is missed with a probability of at most 2^-128, provided that whoever made the encodings
// could not guess the seed: draw it afresh from crypto/rand. With 0 threads it takes all cores.
func (e Pairing) DecodePoints(group Group, encoded [][]byte, seed [32]byte, threads int) ([]*Point, error) {
	size := int(C.pairforge_point_encoded_size(e.handle, C.pairforge_argument(group), C.bool(true)))
	joined, err := equallyLong(encoded, size)
	if err != nil || len(encoded) == 0 {
		return nil, err
	}
	handles := make([]*C.pairforge_point, len(encoded))
	err = failure(func() C.pairforge_status {
		return C.pairforge_point_decode_all(
			e.handle, C.pairforge_argument(group), pointer(joined), C.size_t(len(encoded)),
			pointer(seed[:]), C.size_t(threads), &handles[0],
		)
	})
	if err != nil {
		return nil, err
	}
	points := make([]*Point, len(handles))
	for i, handle := range handles {
		points[i] = e.owned(group, handle)
	}
	return points, nil
}

// Pairing is the one that the point belongs to.
func (a *Point) Pairing() Pairing { return a.pairing }

// Group is the one that the point belongs to.
func (a *Point) Group() Group { return a.group }

// Coordinates are those of a finite point.
func (a *Point) Coordinates() ([]byte, error) {
	defer runtime.KeepAlive(a)
	return filled(a.pairing.Shape(a.group).Bytes(), func(out *C.uint8_t) C.pairforge_status {
		return C.pairforge_point_write(a.handle, out)
	})
}

// Encode is the encoding of the point.
func (a *Point) Encode(compressed bool) ([]byte, error) {
	size := C.pairforge_point_encoded_size(a.pairing.handle, C.pairforge_argument(a.group), C.bool(compressed))
	defer runtime.KeepAlive(a)
	return filled(int(size), func(out *C.uint8_t) C.pairforge_status {
		return C.pairforge_point_encode(a.handle, C.bool(compressed), out)
	})
}

// Add is a + b.
func (a *Point) Add(b *Point) (*Point, error) {
	defer runtime.KeepAlive(a)
	defer runtime.KeepAlive(b)
	return a.pairing.point(a.group, func(out **C.pairforge_point) C.pairforge_status {
		return C.pairforge_point_add(a.handle, b.handle, out)
	})
}

// Double is 2a.
func (a *Point) Double() (*Point, error) {
	defer runtime.KeepAlive(a)
	return a.pairing.point(a.group, func(out **C.pairforge_point) C.pairforge_status {
		return C.pairforge_point_double(a.handle, out)
	})
}

// Neg is -a.
func (a *Point) Neg() (*Point, error) {
	defer runtime.KeepAlive(a)
	return a.pairing.point(a.group, func(out **C.pairforge_point) C.pairforge_status {
		return C.pairforge_point_neg(a.handle, out)
	})
}

// Mul is scalar times a.
func (a *Point) Mul(scalar []byte) (*Point, error) {
	defer runtime.KeepAlive(a)
	return a.pairing.point(a.group, func(out **C.pairforge_point) C.pairforge_status {
		return C.pairforge_point_mul(a.handle, pointer(scalar), C.size_t(len(scalar)), out)
	})
}

// MultiMul is the sum of scalar times point, for public scalars of equal length: time and memory accesses depend on
// them. All points are of one group. So many threads are used; 0 takes all cores.
func MultiMul(points []*Point, scalars [][]byte, threads int) (*Point, error) {
	if len(points) == 0 || len(points) != len(scalars) {
		line := fmt.Sprintf("%d points and %d scalars; give as many of both, one at least", len(points), len(scalars))
		return nil, &Error{Refused, line}
	}
	joined, width, err := joinedScalars(scalars)
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(points)
	handles := pointHandles(points)
	return points[0].pairing.point(points[0].group, func(out **C.pairforge_point) C.pairforge_status {
		return C.pairforge_point_multi_mul(
			&handles[0], pointer(joined), C.size_t(width), C.size_t(len(handles)), C.size_t(threads), out,
		)
	})
}

// joinedScalars are scalars one after the other, which must be of equal length, and that length.
func joinedScalars(scalars [][]byte) (joined []byte, width int, err error) {
	if len(scalars) > 0 {
		width = len(scalars[0])
	}
	for i, scalar := range scalars {
		if err := wrongLength(fmt.Sprintf("scalar %d", i+1), scalar, width); err != nil {
			return nil, 0, err
		}
	}
	return bytes.Join(scalars, nil), width, nil
}

func pointHandles(points []*Point) []*C.pairforge_point {
	handles := make([]*C.pairforge_point, len(points))
	for i, point := range points {
		handles[i] = point.handle
	}
	return handles
}

// Equal is whether two points are the same; those of different groups are not.
func (a *Point) Equal(b *Point) bool {
	defer runtime.KeepAlive(a)
	defer runtime.KeepAlive(b)
	return bool(C.pairforge_point_equal(a.handle, b.handle))
}

// IsIdentity is whether this is the point at infinity.
func (a *Point) IsIdentity() bool {
	defer runtime.KeepAlive(a)
	return bool(C.pairforge_point_is_identity(a.handle))
}

// InSubgroup is whether r times the point is the point at infinity.
func (a *Point) InSubgroup() bool {
	defer runtime.KeepAlive(a)
	return bool(C.pairforge_point_is_in_subgroup(a.handle))
}
