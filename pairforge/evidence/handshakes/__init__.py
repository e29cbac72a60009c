"""Proofs of handshakes: that words pass as the interface says, for every timing and every reset."""
