"""Tracing a pairing to a program of field operations; its text form."""
