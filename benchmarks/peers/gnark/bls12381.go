package main

import (
	"bytes"
	"math/big"

	curve12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

var (
	message = []byte("as long as a digest, which it is")
	tag     = []byte("BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_")
)

const top12381 = 0x73579bdf02468ace

type (
	g1Affine = curve12381.G1Affine
	g2Affine = curve12381.G2Affine
)

func addBLS12381(functions map[string]*function) {
	_, _, g1, g2 := curve12381.Generators()
	curve := curve[g1Affine, g2Affine, curve12381.GT, fr.Element, *g1Affine, *g2Affine]{
		name: "bls12-381", top: top12381, mask: ^uint64(0) >> 2,
		element: func(value *big.Int) (out fr.Element) { out.SetBigInt(value); return },
		pair:    curve12381.Pair, millerLoop: curve12381.MillerLoop, finalExponent: curve12381.FinalExponentiation,
		g1: group[g1Affine, fr.Element, *g1Affine]{
			name: "G1", log: 16, generator: g1, multiples: curve12381.BatchScalarMultiplicationG1,
			raw: func(p *g1Affine) []byte { raw := p.RawBytes(); return raw[:] },
		},
		g2: group[g2Affine, fr.Element, *g2Affine]{
			name: "G2", log: 12, generator: g2, multiples: curve12381.BatchScalarMultiplicationG2,
			raw: func(p *g2Affine) []byte { raw := p.RawBytes(); return raw[:] },
		},
	}
	curve.add(functions)
	addEncodings(functions, &curve.g1, curve12381.HashToG1,
		func(p *g1Affine) []byte { text := p.Bytes(); return text[:] })
	addEncodings(functions, &curve.g2, curve12381.HashToG2,
		func(p *g2Affine) []byte { text := p.Bytes(); return text[:] })
	addSignatures(functions, &curve.g1, &curve.g2)
}

// What comes before a point is used.
func addEncodings[P any, A affine[P, fr.Element]](
	functions map[string]*function,
	g *group[P, fr.Element, A],
	hash func(message, tag []byte) (P, error),
	compress func(*P) []byte,
) {
	seven := multiply[P, fr.Element, A](&g.generator, big.NewInt(7))
	text := compress(&seven)
	functions["bls12-381 hash to "+g.name] = point(g.raw, func() P {
		hashed, err := hash(message, tag)
		must(err)
		return hashed
	})
	functions["bls12-381 "+g.name+" subgroup test"] = &function{run: func() {
		if !A(&seven).IsInSubGroup() {
			panic("not in the subgroup")
		}
	}}
	functions["bls12-381 "+g.name+" decompression"] = point(g.raw, func() (out P) {
		must(curve12381.NewDecoder(bytes.NewReader(text), curve12381.NoSubgroupChecks()).Decode(&out))
		return
	})
}

// BLS signatures with keys in G1, of which the library has the parts.
func addSignatures(
	functions map[string]*function,
	g1 *group[g1Affine, fr.Element, *g1Affine],
	g2 *group[g2Affine, fr.Element, *g2Affine],
) {
	secret := single(top12381)
	sign := func() (out g2Affine) {
		hashed, err := curve12381.HashToG2(message, tag)
		must(err)
		out.ScalarMultiplication(&hashed, secret)
		return
	}
	signature := sign()
	var key, opposite g1Affine
	key.ScalarMultiplication(&g1.generator, secret)
	opposite.Neg(&g1.generator)
	functions["bls12-381 sign"] = point(g2.raw, sign)
	functions["bls12-381 verify"] = &function{run: func() {
		hashed, err := curve12381.HashToG2(message, tag)
		must(err)
		valid, err := curve12381.PairingCheck([]g1Affine{key, opposite}, []g2Affine{hashed, signature})
		must(err)
		if !valid {
			panic("invalid")
		}
	}}
}
