"""Synthesis, area and delay estimates; one file per tool."""
