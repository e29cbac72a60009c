"""What makes a core part of other people's projects: VHDL, constraints, FuseSoC, LiteX.

Each module turns a `Package` (`model.py`) into texts, by path within a build's folder. They read the ports of
the Verilog that was emitted, so that nothing is said twice. Imports `targets` only.
"""
