"""What a build leaves in its folder: Verilog, README, result, page, wrappers, drivers, packages."""
