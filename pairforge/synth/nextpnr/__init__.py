"""Place and route with nextpnr.

`router` is what the rest uses; `program` runs nextpnr, `report` reads what it found. `manner` says how a
netlist is placed and routed. Those that crowd a device are placed in `steps`: `floorplan`, `room`, `pads`.
"""
