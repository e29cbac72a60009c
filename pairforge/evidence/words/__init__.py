"""Proofs that units over large primes compute their function: integers in the place of words, at full size."""
