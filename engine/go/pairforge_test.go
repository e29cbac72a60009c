package pairforge_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"pairforge"
)

// must gives what a call returned, and fails where it failed.
func must[T any](made T, err error) T {
	if err != nil {
		panic(err)
	}
	return made
}

// each runs a test with every pairing, side by side.
func each(t *testing.T, test func(t *testing.T, e pairforge.Pairing)) {
	for _, e := range pairforge.Pairings() {
		t.Run(e.Name(), func(t *testing.T) {
			t.Parallel()
			test(t, e)
		})
	}
}

func TestPairingsAreBilinear(t *testing.T) {
	each(t, func(t *testing.T, e pairforge.Pairing) {
		p := must(e.Random(pairforge.G1, [32]byte{1}))
		q := must(e.Random(pairforge.G2, [32]byte{2}))
		two, three := []byte{2}, []byte{3}
		one := []*pairforge.Point{p}
		value := must(e.PairPoints(one, []*pairforge.Point{q}))
		both := must(e.PairPoints([]*pairforge.Point{must(p.Mul(two))}, []*pairforge.Point{must(q.Mul(three))}))
		if six := must(value.Pow([]byte{6})); !both.Equal(six) || both.Equal(value) {
			t.Error("e(2 P, 3 Q) is not e(P, Q)^6")
		}
		product := must(e.PairPoints(
			[]*pairforge.Point{p, must(p.Neg())}, []*pairforge.Point{q, q},
		))
		if !product.Equal(must(value.Mul(must(value.Inverse())))) {
			t.Error("e(P, Q) e(-P, Q) is not 1")
		}
		coordinates := [2][]byte{must(p.Coordinates()), must(q.Coordinates())}
		if !bytes.Equal(must(e.Pair(coordinates[0], coordinates[1])), must(value.Coefficients())) {
			t.Error("bytes and points give two values")
		}
		batch := must(e.Batch(slices.Repeat(coordinates[0], 2), slices.Repeat(coordinates[1], 2), 2, 0))
		if !bytes.Equal(batch, slices.Repeat(must(value.Coefficients()), 2)) {
			t.Error("a batch has another value")
		}
	})
}

func TestGroups(t *testing.T) {
	each(t, func(t *testing.T, e pairforge.Pairing) {
		for _, group := range []pairforge.Group{pairforge.G1, pairforge.G2} {
			a := must(e.Generator(group))
			double := must(a.Double())
			if !double.Equal(must(a.Add(a))) || !double.Equal(must(a.Mul([]byte{2, 0}))) {
				t.Error("2 a is not a + a")
			}
			sum := must(a.Add(must(a.Neg())))
			if !sum.IsIdentity() || !sum.Equal(must(e.Identity(group))) || a.IsIdentity() {
				t.Error("a - a is not 0")
			}
			encodings := [][]byte{must(a.Encode(true)), must(double.Encode(true))}
			decoded := must(e.DecodePoints(group, encodings, [32]byte{4}, 1))
			if len(decoded) != 2 || !decoded[0].Equal(a) || !decoded[1].Equal(double) {
				t.Error("decoded points are other ones")
			}
			if none := must(e.DecodePoints(group, nil, [32]byte{4}, 1)); len(none) != 0 {
				t.Error("points of no encodings")
			}
			if _, err := e.DecodePoints(group, [][]byte{encodings[0], {1}}, [32]byte{4}, 1); err == nil {
				t.Error("a short encoding is decoded")
			}
			three := must(pairforge.MultiMul([]*pairforge.Point{a, double}, [][]byte{{1}, {1}}, 1))
			if !three.Equal(must(a.Mul([]byte{3}))) || !three.InSubgroup() || three.Group() != group {
				t.Error("a + 2 a is not 3 a")
			}
			if !must(e.ReadPoint(group, must(a.Coordinates()))).Equal(a) {
				t.Error("coordinates are of another point")
			}
			for _, compressed := range []bool{false, true} {
				if !must(e.DecodePoint(group, must(a.Encode(compressed)), compressed)).Equal(a) {
					t.Error("an encoding is of another point")
				}
			}
			if must(e.Hash(group, nil, []byte("tag"))).Equal(must(e.Hash(group, []byte("m"), []byte("tag")))) {
				t.Error("two messages have one hash")
			}
			if _, err := e.Hash(group, []byte("m"), nil); err == nil {
				t.Error("a tag of no bytes is taken")
			}
		}
	})
}

func TestPreparedArgument(t *testing.T) {
	each(t, func(t *testing.T, e pairforge.Pairing) {
		points := map[pairforge.Group]*pairforge.Point{}
		for _, group := range []pairforge.Group{pairforge.G1, pairforge.G2} {
			points[group] = must(e.Random(group, [32]byte{3}))
		}
		fixed := e.FixedArgument()
		prepared := must(e.Prepare(points[fixed]))
		other := points[pairforge.G1+pairforge.G2-fixed]
		value := must(e.PairPoints([]*pairforge.Point{points[pairforge.G1]}, []*pairforge.Point{points[pairforge.G2]}))
		if !must(prepared.Pair(other)).Equal(value) {
			t.Error("a prepared argument gives another value")
		}
		if square := must(value.Square()); !must(e.ReadValue(must(square.Coefficients()))).Equal(must(value.Mul(value))) {
			t.Error("a square is another value")
		}
	})
}

func TestWhatIsWrongIsAnErrorThatSaysSo(t *testing.T) {
	e := must(pairforge.ByName("ate-bls12-381"))
	p, q := must(e.Generator(pairforge.G1)), must(e.Generator(pairforge.G2))
	off := must(p.Coordinates())
	off[0] ^= 1
	_, length := e.Pair(off[1:], must(q.Coordinates()))
	_, curve := e.Pair(off, must(q.Coordinates()))
	_, group := p.Add(q)
	_, name := pairforge.ByName("ate-bls12")
	_, none := pairforge.MultiMul(nil, nil, 1)
	_, uneven := pairforge.MultiMul([]*pairforge.Point{p, p}, [][]byte{{1}, {1, 2}}, 1)
	_, encoding := e.DecodePoint(pairforge.G1, make([]byte, 48), true)
	for _, wrong := range []struct {
		err    error
		status pairforge.Status
		line   string
	}{
		{length, pairforge.Length, "P: 96 bytes are needed, not 95"},
		{curve, pairforge.NotOnCurve, "P: not a point of the curve"},
		{group, pairforge.OtherPairing, ""},
		{name, pairforge.Refused, `no pairing is called "ate-bls12"; Pairings has all names`},
		{none, pairforge.Refused, "0 points and 0 scalars; give as many of both, one at least"},
		{uneven, pairforge.Length, "scalar 2: 1 bytes are needed, not 2"},
		{encoding, pairforge.Flags, ""},
	} {
		if !errors.Is(wrong.err, wrong.status) || wrong.line != "" && wrong.err.Error() != wrong.line {
			t.Errorf("%v is not %v: %q", wrong.err, wrong.status, wrong.line)
		}
	}
}

func TestEveryGoroutineHasItsOwnErrors(t *testing.T) {
	e := must(pairforge.ByName("ate-bn254"))
	var all sync.WaitGroup
	for i := range 64 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 20 {
				_, err := e.DecodePoint(pairforge.G1, make([]byte, 100+i), true)
				if !errors.Is(err, pairforge.Length) {
					t.Errorf("%v is no wrong length", err)
				}
				runtime.GC()
			}
		}()
	}
	all.Wait()
}

// vectors is a file of known answers; without the folder there is nothing to compare with.
func vectors(t *testing.T, name string) []byte {
	folder := os.Getenv("PAIRFORGE_VECTORS")
	if folder == "" {
		t.Skip("PAIRFORGE_VECTORS names no folder with known answers")
	}
	found, err := os.ReadFile(filepath.Join(folder, name))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("no known answers of this pairing")
	}
	return must(found, err)
}

// coefficients are hexadecimal numbers, nested as in the vectors, as little-endian bytes.
func coefficients(numbers any, width int) []byte {
	if text, ok := numbers.(string); ok {
		number, _ := new(big.Int).SetString(text, 0)
		found := number.FillBytes(make([]byte, width))
		slices.Reverse(found)
		return found
	}
	var all []byte
	for _, number := range numbers.([]any) {
		all = append(all, coefficients(number, width)...)
	}
	return all
}

func TestKnownAnswers(t *testing.T) {
	each(t, func(t *testing.T, e pairforge.Pairing) {
		var document struct{ Cases []map[string]any }
		if err := json.Unmarshal(vectors(t, e.Name()+".json"), &document); err != nil {
			t.Fatal(err)
		}
		for _, known := range document.Cases[:min(3, len(document.Cases))] {
			read := func(name string, group pairforge.Group) []byte {
				return coefficients(known[name], e.Shape(group).Width)
			}
			value := must(e.Pair(read("P", pairforge.G1), read("Q", pairforge.G2)))
			if !bytes.Equal(value, read("e", pairforge.Gt)) {
				t.Error("another value than the known one")
			}
		}
	})
}

func TestPrecompiles(t *testing.T) {
	address := map[string]byte{
		"ECADD": 0x06, "ECMUL": 0x07, "ECPAIRING": 0x08,
		"BLS12_G1ADD": 0x0b, "BLS12_G1MSM": 0x0c, "BLS12_G2ADD": 0x0d, "BLS12_G2MSM": 0x0e,
		"BLS12_PAIRING_CHECK": 0x0f, "BLS12_MAP_FP_TO_G1": 0x10, "BLS12_MAP_FP2_TO_G2": 0x11,
	}
	var document struct {
		Precompiles map[string][]struct {
			In  string
			Out *string
		}
	}
	if err := json.Unmarshal(vectors(t, "precompiles/ethereum.json"), &document); err != nil {
		t.Fatal(err)
	}
	for name, at := range address {
		if len(document.Precompiles[name]) == 0 {
			t.Errorf("%s has no known answers", name)
		}
		for _, known := range document.Precompiles[name] {
			out, err := pairforge.Precompile(at, must(hex.DecodeString(known.In)))
			if known.Out == nil && err == nil || known.Out != nil && hex.EncodeToString(out) != *known.Out {
				t.Errorf("%s(%s): %x, %v", name, known.In, out, err)
			}
		}
	}
}
