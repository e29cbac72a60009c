"""The register map of the bus wrappers, as one table, and what is made from it."""
