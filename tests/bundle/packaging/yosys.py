"""Stands for the program `yosys` where only its library is installed: `yosys -l LOG -p 'tcl FILE'`.

A Tcl interpreter reads the file and prints every command it does not know itself; the library runs these.
"""

import subprocess
import sys
from pathlib import Path

from pyosys import libyosys

TOOL = r"""
proc yosys {args} {}
proc unknown {args} { puts [join $args " "] }
source [lindex $argv 0]
"""

_, log, option, command = sys.argv[1:]
assert option == "-p" and command.startswith("tcl ")
Path("tool.tcl").write_text(TOOL)
told = subprocess.run(
    ["tclsh", "tool.tcl", command.removeprefix("tcl ")], capture_output=True, text=True, check=True
)
design = libyosys.Design()
for line in told.stdout.splitlines():
    libyosys.run_pass(line, design)
