package pairforge_test

import (
	"fmt"

	"pairforge"
)

func Example() {
	bls, err := pairforge.ByName("ate-bls12-381")
	if err != nil {
		panic(err)
	}
	p, _ := bls.Hash(pairforge.G1, []byte("alice"), []byte("EXAMPLE"))
	q, _ := bls.Generator(pairforge.G2)
	minus, _ := p.Neg()
	// e(P, Q) e(-P, Q) is one: so signatures are verified, as a product of two pairings.
	product, _ := bls.PairPoints([]*pairforge.Point{p, minus}, []*pairforge.Point{q, q})
	square, _ := product.Square()
	fmt.Println(product.Equal(square))

	_, err = bls.DecodePoint(pairforge.G1, make([]byte, 47), true)
	fmt.Println(err)
	// Output:
	// true
	// 47 bytes where 48 are needed
}
