"""Fields, towers, curves: the exact model."""
