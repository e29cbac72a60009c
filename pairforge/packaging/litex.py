"""A LiteX module around a core's Wishbone wrapper."""
