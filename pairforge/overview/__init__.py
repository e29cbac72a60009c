"""Pairings, curves, designs and targets as plain data and as text."""
