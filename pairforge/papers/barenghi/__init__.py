"""Barenghi, Bertoni, Breveglieri, Pelosi 2008: the Tate pairing over F_p, and the tool that schedules it.

`schedules.py` has Tables 2 and 3, `claims.py` what the paper concludes; here they become one paper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pairforge.builder.unit import measure
from pairforge.compiler.computation import computation_of
from pairforge.compiler.field import field_of
from pairforge.machine.designs import find_design
from pairforge.machine.make import make_units
from pairforge.papers.barenghi.claims import conclusions, loss
from pairforge.papers.barenghi.schedules import schedule_row
from pairforge.papers.base import SCHEMA, Measured, Paper, Tell, Value, Values, Wanted, published_rows
from pairforge.papers.builds import build_all, key_of, origin_of, value_of
from pairforge.targets.registry import find_fpga
from pairforge.version import __version__

__all__ = ["BARENGHI"]

_COMMAND = "pairforge papers barenghi --fresh"
_DESIGN, _TARGET, _PAIRINGS = "barenghi-ss512-m4", "xc2vp", 200
_COPROCESSORS = {"F_p": _DESIGN, "F_p, quartic": "quartic-ss512-m3"}
_UNITS = {"adder": "add", "multiplier": "mul", "assigner": "move"}


def _measure(wanted: Wanted, so_far: Measured, tell: Tell, keep: Callable[[Measured], None]) -> Measured:
    measured: dict[str, Any] = {"schema": SCHEMA, "paper": "barenghi", **so_far}

    def store(number: str, rows: Mapping[str, Mapping[str, Value]]) -> None:
        made = {"version": __version__, "command": f"{_COMMAND} --table {number}", "rows": rows}
        measured["tables"] = {**measured.get("tables", {}), number: made}
        keep(measured)

    if not wanted.designs and wanted.table("1"):
        store("1", _units(tell))
    for number in ("2", "3"):
        if not wanted.designs and wanted.table(number):
            rows: dict[str, Mapping[str, Value]] = {}
            for name in published_rows("barenghi", number):
                tell(f"table {number}: {name}")
                rows[name] = schedule_row(name)
            store(number, rows)
    if wanted.table("4") or wanted.table("5"):
        plan = [
            (name, wanted.target or _TARGET, _PAIRINGS)
            for name in _COPROCESSORS.values()
            if name in (wanted.designs or _COPROCESSORS.values())
        ]
        builds = measured.get("builds", {})
        measured["builds"] = build_all(plan, builds, tell, lambda found: keep({**measured, "builds": found}))
    return measured


def _units(tell: Tell) -> dict[str, dict[str, Value]]:
    """Latencies of the units of the design with four multipliers, and what each takes by itself."""
    design = find_design(_DESIGN)
    units = make_units(design.stages[0], field_of(computation_of(design)))
    rows: dict[str, dict[str, Value]] = {}
    for row, name in _UNITS.items():
        tell(f"table 1: {row}")
        area = measure(units[name], find_fpga(_TARGET)).area
        rows[row] = {"ticks": units[name].latency(), "slices": area.slices_calibrated or 0}
    return rows


def _our_values(measured: Measured) -> Values:
    def value(table: str, row: str, column: str) -> Value | None:
        if table in ("4", "5"):
            build = measured.get("builds", {}).get(key_of(_COPROCESSORS.get(row, ""), _TARGET))
            return _coprocessor(build).get(column) if build else None
        if column == "loss %":
            return loss(value, row)
        return value_of(measured, table, row, column)

    return value


def _coprocessor(build: Mapping[str, Any]) -> dict[str, Value | None]:
    """Ours for the rows of Tables 4 and 5; cycles from the first operand to the last result."""
    result = build["result"]
    design = find_design(result["design"])
    (machine,) = design.stages
    (stage,) = result["cycles"]["stages"]
    pairing = computation_of(design)
    bits = int(pairing.characteristic).bit_length()
    thousands, mhz = stage["latency"] / 1000, result["timing"]["fmax_mhz"]
    return {
        "algorithm": machine.algorithm,
        "k": 2,
        "operand bits": bits,
        "MOV bits": 2 * bits,
        "multipliers": next(unit.count for unit in machine.units if "mul" in unit.operations),
        "device": result["target"],
        "slices": result["area"]["slices_calibrated"],
        "multiplier blocks": result["area"]["dsp"],
        "MHz": mhz,
        "ms": round(thousands / mhz, 2),
        "ms x MHz": thousands,
    }


BARENGHI = Paper(
    name="barenghi",
    measure=_measure,
    origin=lambda measured: origin_of(measured, _COMMAND),
    our_values=_our_values,
    conclusions=lambda measured: conclusions(measured, _our_values(measured)),
    designs=lambda: tuple(_COPROCESSORS.values()),
    notes=(
        "Table 1, ours: latencies of the units of barenghi-ss512-m4, from the operands to the result; slices "
        "by Yosys for xc2vp, not placed, calibrated. The multiplier has 16 multiplier blocks beside them.",
        "Tables 2 and 3, ours: Table 1's units as published, and the loop body of the text bkls (18 mul, 21 "
        "add/sub; the paper has 18 and 24) as a straight line: operands over the read buses in one tick, "
        "with one read bus one operand a tick; then the unit for its latency; then a write bus for a tick. "
        "Found by list scheduling and CP-SAT. Rows quartic: the same with fewer operations (15 and 17).",
        "Areas of Tables 2 and 3 are sums: 3,373 slices for a multiplier, 2,734 for an adder, 514 for the "
        "rest.",
        "The operations of the paper's loop body are not printed; that they depend on each other as ours do "
        "is not known. Its list scheduler proves nothing; ours are schedules that passed the checker, with "
        "bounds.",
        "Tables 4 and 5, ours: barenghi-ss512-m4 and, in the rows quartic, quartic-ss512-m3. Cycles from the "
        "first operand to the last result, as simulated, without the 32-bit words of input and output. "
        "Slices by Yosys, not placed, calibrated; clock estimated from levels of logic. That of the first is "
        "held up by its Kogge-Stone adder, which mapping for area undoes; tate.add.network=ripple has the "
        "clock of carry chains.",
    ),
    misprints=(
        "Table 2: the titles of the columns of resources are not those of the figures. By the areas, they "
        "are multipliers, read buses, write buses and adders.",
        "Table 2, fifth row: 762 ticks are not possible with the one read bus that is printed.",
        "Table 4: BLKS for BKLS.",
        "Algorithm 2.1 tests m_i in line 6 for bit r_i; its loop starts below the top bit.",
        "Algorithm 2.2: its recurrences for u do not give U_m; V_m and V_(m+1) do.",
        "Section 2.2: a = c^2 - d^2, b = -2 c d is of norm 1 only when divided by c^2 + d^2. The published "
        "time is 159 loop bodies of 916 ticks and 352 ladder steps, with no room for that inversion.",
    ),
)
