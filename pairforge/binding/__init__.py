"""Where each value lives, and what each port can select from."""
