"""Names that Verilog and SystemVerilog take for nets, instances and modules."""

from __future__ import annotations

import re

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")

# Keywords of Verilog-2001 and SystemVerilog that a net or module could be called by accident.
_RESERVED = frozenset(
    """
    alias always and assert assign assume automatic before begin bind bit break buf byte case cell chandle
    checker class clocking config const constraint context continue cover covergroup cross deassign default
    defparam design disable dist do edge else end endcase endmodule enum event expect export extends extern
    final first_match for force foreach forever fork function generate genvar global highz0 if iff ifnone
    implements implies import include initial inout input inside instance int integer interface join large
    let liblist library local logic longint macromodule matches medium modport module nand negedge new nor
    not null or output package packed parameter posedge primitive priority program property protected pull0
    pulldown pullup pure rand randc randcase real realtime ref reg reject_on release repeat restrict return
    scalared sequence shortint shortreal signed small soft solve specify static string strong struct super
    supply0 supply1 table tagged task this throughout time timeprecision timescale timeunit tran tri type
    typedef union unique unsigned until use uwire var vectored virtual void wait wand weak while wildcard
    wire with within wor xnor xor
    """.split()
)


def is_free_name(name: str) -> bool:
    """Whether a net, an instance or a module may be called so."""
    return bool(_NAME.match(name)) and name not in _RESERVED
