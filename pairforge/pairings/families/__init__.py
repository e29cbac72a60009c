"""Families of pairing-friendly curves, one a file: what defines a curve of it, and what follows."""
