"""Boards: a core with a serial console around it, and what a board's tools need to know."""
