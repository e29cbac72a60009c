"""List, modulo and exact scheduling; lower bounds; an independent checker."""
