"""Data only: curves, designs and published tables (TOML), security figures, targets."""
