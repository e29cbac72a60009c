"""Faults in a core's state, put in while it is simulated, and what becomes of them."""
