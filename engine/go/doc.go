// Package pairforge has pairings on elliptic curves in characteristic two, three and over large prime fields.
//
// It calls Pairforge's C library, which pkg-config has to find; docs/reference/engine/go.md says how. Points, values
// and tables are constant once made: any number of goroutines may use one at the same time. What they hold outside of
// Go's heap is freed with them.
//
// Coefficients are little-endian integers in the order of the known answers, each of the width that [Pairing.Shape]
// gives. Scalars and exponents are little-endian; time and memory accesses depend on their length, not on their
// value, but for [MultiMul] and [FixedBases.MultiMul]. Everything that comes in as bytes is validated.
//
// BLS signatures are those of draft-irtf-cfrg-bls-signature-05 over BLS12-381. They begin at
// [GenerateSecretKey]. Secret keys are 32 bytes, big-endian.
//
// Curves of small characteristic (f2, f3) are broken: [Pairing.Security] says what each is worth.
package pairforge
