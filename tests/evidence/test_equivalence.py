"""Mapped modules against their Verilog: the same, and what makes them differ is found.

The page is explanation/proofs.md.
"""

import gzip
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from pairforge.builder.mapped import mapped_part, module_equivalence
from pairforge.errors import UserError
from pairforge.evidence import _yosys, equivalence
from pairforge.evidence.equivalence import equivalent, modules_of, same
from pairforge.targets.registry import all_targets, find_fpga

from .handshakes.made import files_of

SMALL = "small-f2-5"


def quiet(_: str) -> None:
    pass


@pytest.mark.parametrize(
    "target",
    ["ecp5", *(pytest.param(t, marks=pytest.mark.slow) for t in ("nexus", "xc4v", "xc6v", "xc7", "xcup"))],
)
def test_modules_of_gates_are_proven(target: str) -> None:
    part = mapped_part(files_of(SMALL), find_fpga(target), quiet)
    assert not part.failure
    assert part.facts["modules proven"] == 6 and part.facts["modules left to simulation"] == 3


def test_block_memory_is_left_to_simulation() -> None:
    module = "small_f2_5_all_sequencer"
    found = module_equivalence(modules_of(files_of(SMALL))[module], module, find_fpga("ecp5"))
    assert found.proven is None and found.why == "has DP16KD, which are no gates"


def test_a_table_with_a_wrong_entry_differs() -> None:
    target, module = find_fpga("ecp5"), "send4_5"
    files = modules_of(files_of(SMALL))[module]
    netlist: dict[str, Any] = json.loads(gzip.decompress(target.synthesize(files, module, depth=0).netlist))
    cells = netlist["modules"][module]["cells"].values()
    table = next(cell for cell in cells if cell["type"] == "LUT4")
    init = table["parameters"]["INIT"]
    table["parameters"]["INIT"] = init[:-1] + ("1" if init[-1] == "0" else "0")
    assert target.models is not None
    found = equivalent(files, gzip.compress(json.dumps(netlist).encode()), module, target.models)
    assert found.proven is False and found.why == "an output differs"


def test_other_verilog_differs() -> None:
    target, module = find_fpga("ecp5"), "send4_5"
    files = modules_of(files_of(SMALL))[module]
    assert module_equivalence(files, module, target).proven
    changed = {f"{module}.v": files[f"{module}.v"].replace("is_empty <= 1'd1", "is_empty <= 1'd0")}
    assert changed != files and target.models is not None
    netlist = target.synthesize(files, module, depth=0).netlist
    assert equivalent(changed, netlist, module, target.models).proven is False


def test_a_comparison_ends_after_so_many_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Yosys, and in ABC: it is not known then whether both are the same."""
    files = modules_of(files_of(SMALL))["send4_5"]
    assert same(files, files, "send4_5").proven
    found = same(files, files, "send4_5", 0.01)
    assert found.proven is None and found.why == "Yosys takes more than 0.01 s"
    monkeypatch.setattr(equivalence, "_PROVE", f"zero; sleep 60; {equivalence._PROVE}")
    monkeypatch.setattr(_yosys, "check", partial(_unlimited, _yosys.check))
    found = same(files, files, "send4_5", 0.01)
    assert found.proven is None and found.why == "no answer in 0.01 s"


def _unlimited(check: Callable[..., str], *arguments: Any) -> str:
    return check(*arguments[:3])


def test_a_target_without_models_is_an_error() -> None:
    target = next(target for target in all_targets().values() if target.models is None)
    with pytest.raises(UserError, match="there are no models of the cells"):
        mapped_part(files_of(SMALL), target, quiet)
