"""Tests of proofs about cores."""
