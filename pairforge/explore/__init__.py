"""Many machines at once: the space that a sweep spans, workers, criteria and fronts, the table of results."""
