"""A structural layer for hardware: modules, nets, expressions; printed as Verilog-2001; C-slow retiming."""
