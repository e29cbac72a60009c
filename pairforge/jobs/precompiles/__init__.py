"""Ethereum's precompiled contracts on BN254 and BLS12-381, from bytes to bytes, by jobs.

EIP-196, EIP-197 and EIP-2537. What runs the jobs is the caller's: a model, or a core.
"""
