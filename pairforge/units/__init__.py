"""Functional units, one file each."""
