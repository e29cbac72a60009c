"""Computations that are not pairings: arithmetic in the groups, checks, hashing, whole protocols."""
