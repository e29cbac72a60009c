package main

import (
	"fmt"
	"math/big"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
)

// Pairings of a product.
const product = 8

// An affine point of a group.
type affine[P, S any] interface {
	*P
	ScalarMultiplication(*P, *big.Int) *P
	MultiExp([]P, []S, ecc.MultiExpConfig) (*P, error)
	IsInSubGroup() bool
}

// What both curves offer, by the functions of their packages.
type curve[G1, G2, GT, S any, A1 affine[G1, S], A2 affine[G2, S]] struct {
	name string
	// The highest word of the scalar of a multiple, and the bits that scalars of a sum have of theirs.
	top, mask uint64

	element       func(*big.Int) S
	pair          func([]G1, []G2) (GT, error)
	millerLoop    func([]G1, []G2) (GT, error)
	finalExponent func(*GT, ...*GT) GT
	g1            group[G1, S, A1]
	g2            group[G2, S, A2]
}

// A group by the functions of its package.
type group[P, S any, A affine[P, S]] struct {
	name      string
	log       int
	generator P
	multiples func(*P, []S) []P
	// The coordinates.
	raw func(*P) []byte
}

func multiply[P, S any, A affine[P, S]](p *P, s *big.Int) (out P) {
	A(&out).ScalarMultiplication(p, s)
	return
}

func sum[P, S any, A affine[P, S]](points []P, scalars []S, threads int) (out P) {
	_, err := A(&out).MultiExp(points, scalars, ecc.MultiExpConfig{NbTasks: threads})
	must(err)
	return
}

// The scalar of words, the lowest first.
func scalar(words ...uint64) *big.Int {
	value := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		value.Lsh(value, 64).Or(value, new(big.Int).SetUint64(words[i]))
	}
	return value
}

// The scalar of a multiple.
func single(top uint64) *big.Int {
	return scalar(0x0123456789abcdef, 0xfedcba9876543210, 0x5555aaaa3333cccc, top)
}

// The scalars of a sum, from the numbers of SplitMix64 with the seed 0.
func many[S any](element func(*big.Int) S, count int, mask uint64) []S {
	state := uint64(0)
	next := func() uint64 {
		state += 0x9e3779b97f4a7c15
		mixed := (state ^ state>>30) * 0xbf58476d1ce4e5b9
		mixed = (mixed ^ mixed>>27) * 0x94d049bb133111eb
		return mixed ^ mixed>>31
	}
	all := make([]S, count)
	for i := range all {
		a, b, c, d := next(), next(), next(), next()
		all[i] = element(scalar(a, b, c, d&mask))
	}
	return all
}

// i P for i = 1 to count.
func (g *group[P, S, A]) first(element func(*big.Int) S, count int) []P {
	numbers := make([]S, count)
	for i := range numbers {
		numbers[i] = element(big.NewInt(int64(i + 1)))
	}
	return g.multiples(&g.generator, numbers)
}

func (c *curve[G1, G2, GT, S, A1, A2]) add(functions map[string]*function) {
	p, q := []G1{c.g1.generator}, []G2{c.g2.generator}
	f, err := c.millerLoop(p, q)
	must(err)
	ps, qs := c.g1.first(c.element, product), c.g2.first(c.element, product)
	functions[c.name+" pairing"] = &function{run: func() { c.pair(p, q) }}
	functions[c.name+" Miller loop"] = &function{run: func() { c.millerLoop(p, q) }}
	functions[c.name+" final exponentiation"] = &function{run: func() { c.finalExponent(&f) }}
	functions[c.name+" product of 8 pairings"] = &function{run: func() { c.pair(ps, qs) }}
	c.g1.add(functions, c.name, c.element, c.top, c.mask)
	c.g2.add(functions, c.name, c.element, c.top, c.mask)
}

// A multiple, for which there is no function in constant time, and sums.
func (g *group[P, S, A]) add(
	functions map[string]*function, curve string, element func(*big.Int) S, top, mask uint64,
) {
	name, one := curve+" "+g.name, single(top)
	functions[name+" multiple, public scalar"] = point(
		g.raw, func() P { return multiply[P, S, A](&g.generator, one) },
	)
	points := sync.OnceValue(func() []P { return g.first(element, 1<<g.log) })
	scalars := sync.OnceValue(func() []S { return many(element, 1<<g.log, mask) })
	for threads, text := range map[int]string{1: "1 thread", 2: "2 threads"} {
		functions[fmt.Sprintf("%s sum of 2^%d, %s", name, g.log, text)] = point(
			g.raw, func() P { return sum[P, S, A](points(), scalars(), threads) },
		)
	}
}
