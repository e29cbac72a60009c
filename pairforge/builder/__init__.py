"""What the commands that make something do: a core, a unit, a board, pairings by simulation."""
