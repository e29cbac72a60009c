"""Simulation against the model, a second simulator, formal checks."""
