"""The software engine as a backend, and the programs that Cargo makes of its workspace."""
