# Simulate @TOP@: `make` with Icarus Verilog, `make verilator` with Verilator 5.
# The exit status tells whether it passed. Icarus takes minutes a pairing on a large core; there,
# `make PAIRINGS=1 PASSES=1` is a start (at most @PAIRINGS@ pairings; passes: see $(TOP).v).
IVERILOG  ?= iverilog
VVP       ?= vvp
VERILATOR ?= verilator
PAIRINGS  ?= @PAIRINGS@
PASSES    ?= 3

TOP = tb_@TOP@
RTL = $(sort $(wildcard @RTL@/*.v))

.PHONY: icarus verilator clean

icarus:
	$(IVERILOG) -g2012 -Wall -s $(TOP) -P$(TOP).PAIRINGS=$(PAIRINGS) -P$(TOP).PASSES=$(PASSES) -o $(TOP).vvp $(TOP).v $(RTL)
	$(VVP) -N $(TOP).vvp

verilator:
	$(VERILATOR) --binary --timing -Wall -Wno-fatal --top-module $(TOP) -GPAIRINGS=$(PAIRINGS) -GPASSES=$(PASSES) --Mdir obj_dir $(TOP).v $(RTL)
	obj_dir/V$(TOP)

clean:
	rm -rf $(TOP).vvp obj_dir
