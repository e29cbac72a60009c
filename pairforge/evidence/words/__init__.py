"""Proofs that units over large primes compute their function, at full size: words as integers."""
