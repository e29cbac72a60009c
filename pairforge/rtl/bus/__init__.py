"""Bus wrappers around a core: AXI4-Lite with AXI4-Stream, and Wishbone."""
