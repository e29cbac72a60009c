"""What a flat mapped netlist still gets, in Yosys's JSON, before it is counted and timed.

`spec` says what a family of devices has, `netlist` what all steps need; a module for each step, and `refine`
takes them one after the other. `counts` counts what is there.
"""
