"""Each pairing algorithm once, over abstract elements."""
