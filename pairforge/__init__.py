"""Pairforge: from a pairing on paper to a verified coprocessor."""

__version__ = "0.1.0"
