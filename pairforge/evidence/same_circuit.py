"""Whether two texts of a module are the same circuit: Yosys pairs their registers and proves by induction."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from pairforge.evidence import _yosys
from pairforge.evidence.netlist import reading


def same_circuit(first: Mapping[str, str], second: Mapping[str, str], top: str) -> bool:
    """Whether Yosys shows that modules called `top` of two sets of files do the same, from any state that
    they have in common: registers of one name hold the same. False: it does not, or it is not so.
    """
    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        folder = Path(scratch)
        script = []
        for name, files in (("gold", first), ("gate", second)):
            part = folder / name
            part.mkdir()
            script += [line.replace("file", f"{name}/file") for line in reading(files, part, top)]
            script += ["flatten", "memory_map", "opt_clean", f"rename {top} {name}", f"design -stash {name}"]
        script += [f"design -copy-from {name} {name}" for name in ("gold", "gate")]
        script += ["equiv_make gold gate equiv", "hierarchy -top equiv", "opt_clean", "equiv_struct"]
        script += ["equiv_simple -undef", "equiv_induct -undef", "equiv_status -assert"]
        try:
            _yosys.run(script, folder)
        except _yosys.YosysError:
            return False
    return True
