package main

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
)

func addBN254(functions map[string]*function) {
	_, _, g1, g2 := bn254.Generators()
	curve := curve[bn254.G1Affine, bn254.G2Affine, bn254.GT, fr.Element, *bn254.G1Affine, *bn254.G2Affine]{
		name: "bn254", top: 0x30579bdf02468ace, mask: ^uint64(0) >> 3,
		element: func(value *big.Int) (out fr.Element) { out.SetBigInt(value); return },
		pair:    bn254.Pair, millerLoop: bn254.MillerLoop, finalExponent: bn254.FinalExponentiation,
		g1: group[bn254.G1Affine, fr.Element, *bn254.G1Affine]{
			name: "G1", log: 16, generator: g1, multiples: bn254.BatchScalarMultiplicationG1,
			raw: func(p *bn254.G1Affine) []byte { raw := p.RawBytes(); return raw[:] },
		},
		g2: group[bn254.G2Affine, fr.Element, *bn254.G2Affine]{
			name: "G2", log: 12, generator: g2, multiples: bn254.BatchScalarMultiplicationG2,
			raw: func(p *bn254.G2Affine) []byte { raw := p.RawBytes(); return raw[:] },
		},
	}
	curve.add(functions)
}
