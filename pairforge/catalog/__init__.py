"""Literals only: curves, designs (TOML), published tables, targets."""
