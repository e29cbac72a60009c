"""Static timing analysis before place and route: delays of cells and wires, slowest paths, clocks."""
