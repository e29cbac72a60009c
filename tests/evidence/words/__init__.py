"""Tests of proofs that units over large primes compute their function."""
