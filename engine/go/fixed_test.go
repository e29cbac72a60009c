package pairforge_test

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"pairforge"
)

func TestTablesOfFixedPoints(t *testing.T) {
	each(t, func(t *testing.T, e pairforge.Pairing) {
		for _, group := range []pairforge.Group{pairforge.G1, pairforge.G2} {
			a, b := must(e.Random(group, [32]byte{6})), must(e.Generator(group))
			points := []*pairforge.Point{a, b, must(a.Neg()), a}
			for _, mostBytes := range []int{1 << 16, 1 << 14} {
				one := must(pairforge.NewFixedBase(a, mostBytes))
				many := must(pairforge.NewFixedBases(points, mostBytes, 2))
				if one.Bytes() > mostBytes || many.Bytes() > mostBytes || one.Bytes() == 0 || many.Bytes() == 0 {
					t.Errorf("tables of %d and %d bytes where %d are the most", one.Bytes(), many.Bytes(), mostBytes)
				}
				if many.Len() != len(points) {
					t.Errorf("%d points of %d", many.Len(), len(points))
				}
				for _, width := range []int{0, 1, 32, 100} {
					scalar := bytes.Repeat([]byte{0xa7}, width)
					if product := must(one.Mul(scalar)); !product.Equal(must(a.Mul(scalar))) || product.Group() != group {
						t.Errorf("another multiple by %x", scalar)
					}
					scalars := [][]byte{scalar, bytes.Repeat([]byte{0xfe}, width), scalar, make([]byte, width)}
					if !must(many.MultiMul(scalars, 2)).Equal(must(pairforge.MultiMul(points, scalars, 1))) {
						t.Errorf("another sum of multiples by %d bytes", width)
					}
				}
			}
		}
	})
}

func TestWhatIsWrongWithTables(t *testing.T) {
	e := must(pairforge.ByName("ate-bls12-381"))
	p, q := must(e.Generator(pairforge.G1)), must(e.Generator(pairforge.G2))
	table := must(pairforge.NewFixedBases([]*pairforge.Point{p, p}, math.MaxInt, 1))
	_, small := pairforge.NewFixedBase(p, 207)
	_, negative := pairforge.NewFixedBase(p, -1)
	_, alsoSmall := pairforge.NewFixedBases([]*pairforge.Point{p, p}, 0, 1)
	_, alsoNegative := pairforge.NewFixedBases([]*pairforge.Point{p}, -1, 1)
	_, none := pairforge.NewFixedBases(nil, math.MaxInt, 1)
	_, mixed := pairforge.NewFixedBases([]*pairforge.Point{p, q}, math.MaxInt, 1)
	_, few := table.MultiMul([][]byte{{1}}, 1)
	_, uneven := table.MultiMul([][]byte{{1}, {1, 2}}, 1)
	for _, wrong := range []struct {
		err    error
		status pairforge.Status
		line   string
	}{
		{small, pairforge.Refused, "a table of at most 207 bytes where the smallest one has 208"},
		{negative, pairforge.Refused, "mostBytes: -1; give 0 or more"},
		{alsoSmall, pairforge.Refused, "a table of at most 0 bytes where the smallest one has 208"},
		{alsoNegative, pairforge.Refused, "mostBytes: -1; give 0 or more"},
		{none, pairforge.Refused, "no points for a table; give one at least"},
		{mixed, pairforge.OtherPairing, ""},
		{few, pairforge.Length, "1 scalars for a table of 2 points; give as many scalars as points"},
		{uneven, pairforge.Length, "scalar 2: 1 bytes are needed, not 2"},
	} {
		if !errors.Is(wrong.err, wrong.status) || wrong.line != "" && wrong.err.Error() != wrong.line {
			t.Errorf("%v is not %v: %q", wrong.err, wrong.status, wrong.line)
		}
	}
}
