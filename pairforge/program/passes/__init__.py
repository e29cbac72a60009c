"""Passes from program to program, one a file."""
