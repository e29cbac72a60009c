"""Proofs about cores: that control never depends on data, and that a core does what its program says."""
