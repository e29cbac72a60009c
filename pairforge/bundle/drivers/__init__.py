"""Drivers for the register map, in C, Rust and Python."""
