package pairforge_test

import (
	"crypto/rand"
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

func ExampleSecretKey_Sign() {
	material := make([]byte, 32)
	rand.Read(material)
	secret, err := pairforge.GenerateSecretKey(pairforge.MinimalPublicKey, material, nil)
	if err != nil {
		panic(err)
	}
	defer secret.Wipe()
	key, _ := secret.PublicKey()
	signature, _ := secret.Sign(pairforge.Basic, []byte("a message"))
	fmt.Println(signature.Verify(pairforge.Basic, key, []byte("a message")))
	fmt.Println(signature.Verify(pairforge.Basic, key, []byte("another")))

	// Many at once, and which of them are not valid.
	claims := []pairforge.Claim{
		{Key: key, Message: []byte("a message"), Signature: signature},
		{Key: key, Message: []byte("another"), Signature: signature},
	}
	fmt.Println(pairforge.Batch{}.Verify(pairforge.Basic, claims[:1]))
	fmt.Println(pairforge.Batch{}.FindInvalid(pairforge.Basic, claims))
	// Output:
	// <nil>
	// a signature or proof is not valid
	// <nil>
	// [1] <nil>
}

func ExampleNewFixedBase() {
	bls, err := pairforge.ByName("ate-bls12-381")
	if err != nil {
		panic(err)
	}
	generator, _ := bls.Generator(pairforge.G1)
	table, err := pairforge.NewFixedBase(generator, 1<<16)
	if err != nil {
		panic(err)
	}
	scalar := make([]byte, 32)
	rand.Read(scalar)
	fast, _ := table.Mul(scalar)
	slow, _ := generator.Mul(scalar)
	fmt.Println(fast.Equal(slow), table.Bytes() <= 1<<16)

	_, err = pairforge.NewFixedBase(generator, 100)
	fmt.Println(err)
	// Output:
	// true true
	// a table of at most 100 bytes where the smallest one has 208
}
