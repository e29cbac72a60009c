# Simulate @TOP@: `make` with Icarus Verilog, `make verilator` with Verilator 5.
# `make PAIRINGS=2` for fewer pairings (at most @PAIRINGS@). The exit status tells whether it passed.
IVERILOG  ?= iverilog
VVP       ?= vvp
VERILATOR ?= verilator
PAIRINGS  ?= @PAIRINGS@

TOP = tb_@TOP@
RTL = $(sort $(wildcard @RTL@/*.v))

.PHONY: icarus verilator clean

icarus:
	$(IVERILOG) -g2012 -Wall -s $(TOP) -P$(TOP).PAIRINGS=$(PAIRINGS) -o $(TOP).vvp $(TOP).v $(RTL)
	$(VVP) -N $(TOP).vvp

verilator:
	$(VERILATOR) --binary --timing -Wall -Wno-fatal --top-module $(TOP) -GPAIRINGS=$(PAIRINGS) --Mdir obj_dir $(TOP).v $(RTL)
	obj_dir/V$(TOP)

clean:
	rm -rf $(TOP).vvp obj_dir
