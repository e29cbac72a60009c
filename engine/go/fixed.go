package pairforge

/*
#include <pairforge.h>
*/
import "C"

import (
	"fmt"
	"runtime"
)

// FixedBase is a table for multiples of one point.
type FixedBase struct {
	handle  *C.pairforge_fixed_base
	pairing Pairing
	group   Group
}

// NewFixedBase is a table for multiples of a point, which is public: of those of at most so many bytes the one with the
// fastest multiples by secret scalars. [math.MaxInt] sets no bound. A bound below the smallest table is Refused.
func NewFixedBase(point *Point, mostBytes int) (*FixedBase, error) {
	defer runtime.KeepAlive(point)
	if err := negative(mostBytes); err != nil {
		return nil, err
	}
	handle, err := made(func(out **C.pairforge_fixed_base) C.pairforge_status {
		return C.pairforge_fixed_base_of(point.handle, C.size_t(mostBytes), out)
	})
	if err != nil {
		return nil, err
	}
	table := &FixedBase{handle, point.pairing, point.group}
	runtime.AddCleanup(table, func(h *C.pairforge_fixed_base) { C.pairforge_fixed_base_free(h) }, handle)
	return table, nil
}

// Bytes are those that the table takes.
func (t *FixedBase) Bytes() int {
	defer runtime.KeepAlive(t)
	return int(C.pairforge_fixed_base_bytes(t.handle))
}

// Mul is scalar times the point. The scalar may be secret, as for [Point.Mul].
func (t *FixedBase) Mul(scalar []byte) (*Point, error) {
	defer runtime.KeepAlive(t)
	return t.pairing.point(t.group, func(out **C.pairforge_point) C.pairforge_status {
		return C.pairforge_fixed_base_mul(t.handle, pointer(scalar), C.size_t(len(scalar)), out)
	})
}

// FixedBases is a table for sums of multiples of some points.
type FixedBases struct {
	handle  *C.pairforge_fixed_bases
	pairing Pairing
	group   Group
}

// NewFixedBases is a table for sums of multiples of points of one group, at least one: of those of at most so many bytes
// the one with the fastest sums. [math.MaxInt] sets no bound. A bound below the smallest table is Refused. So many
// threads are used; 0 takes all cores.
func NewFixedBases(points []*Point, mostBytes, threads int) (*FixedBases, error) {
	defer runtime.KeepAlive(points)
	if err := negative(mostBytes); err != nil {
		return nil, err
	}
	handles := pointHandles(points)
	handle, err := made(func(out **C.pairforge_fixed_bases) C.pairforge_status {
		return C.pairforge_fixed_bases_of(
			start(handles), C.size_t(len(handles)), C.size_t(mostBytes), C.size_t(threads), out,
		)
	})
	if err != nil {
		return nil, err
	}
	table := &FixedBases{handle, points[0].pairing, points[0].group}
	runtime.AddCleanup(table, func(h *C.pairforge_fixed_bases) { C.pairforge_fixed_bases_free(h) }, handle)
	return table, nil
}

// Bytes are those that the table takes.
func (t *FixedBases) Bytes() int {
	defer runtime.KeepAlive(t)
	return int(C.pairforge_fixed_bases_bytes(t.handle))
}

// Len is how many points there are.
func (t *FixedBases) Len() int {
	defer runtime.KeepAlive(t)
	return int(C.pairforge_fixed_bases_points(t.handle))
}

// MultiMul is the sum of scalar times point over all points, for as many public scalars of equal length: time and memory
// accesses depend on them. So many threads are used; 0 takes all cores.
func (t *FixedBases) MultiMul(scalars [][]byte, threads int) (*Point, error) {
	joined, width, err := joinedScalars(scalars)
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(t)
	return t.pairing.point(t.group, func(out **C.pairforge_point) C.pairforge_status {
		return C.pairforge_fixed_bases_multi_mul(
			t.handle, pointer(joined), C.size_t(width), C.size_t(len(scalars)), C.size_t(threads), out,
		)
	})
}

// negative is an Error where a bound on memory is below zero.
func negative(mostBytes int) error {
	if mostBytes >= 0 {
		return nil
	}
	return &Error{Refused, fmt.Sprintf("mostBytes: %d; give 0 or more", mostBytes)}
}
