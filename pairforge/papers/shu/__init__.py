"""Shu, Kwon, Gaj 2006: digit-serial accelerators for the Tate pairing in characteristic two.

`curves.py` has Table 1, `multiplier.py` the hardware of Table 2, `areas.py` its figures, `models.py`
equations (9) and (10), `claims.py` what the paper concludes, `picture.py` area against time; here they become
one paper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pairforge.machine.design import Design
from pairforge.machine.designs import find_design
from pairforge.pairings.registry import find_pairing
from pairforge.papers.base import SCHEMA, Measured, Paper, Tell, Value, Values, Wanted, published_rows
from pairforge.papers.builds import build_all, key_of, origin_of, value_of
from pairforge.papers.shu.areas import multiplier_row
from pairforge.papers.shu.claims import conclusions
from pairforge.papers.shu.curves import curve_rows
from pairforge.papers.shu.models import latency
from pairforge.papers.shu.picture import picture
from pairforge.version import __version__

__all__ = ["SHU"]

_COMMAND = "pairforge papers shu --fresh"
_TARGET = "xc2vp"
_PAIRINGS = 1000


def _designs() -> tuple[str, ...]:
    return published_rows("shu", "3")


def _measure(wanted: Wanted, so_far: Measured, tell: Tell, keep: Callable[[Measured], None]) -> Measured:
    measured: dict[str, Any] = {"schema": SCHEMA, "paper": "shu", **so_far}

    def store(number: str, rows: Mapping[str, Mapping[str, Value]]) -> None:
        made = {"version": __version__, "command": f"{_COMMAND} --table {number}", "rows": rows}
        measured["tables"] = {**measured.get("tables", {}), number: made}
        keep(measured)

    if not wanted.designs and wanted.table("1"):
        tell("table 1")
        store("1", curve_rows())
    if not wanted.designs and wanted.table("2"):
        rows: dict[str, Mapping[str, Value]] = {}
        for name in published_rows("shu", "2"):
            tell(f"table 2: {name}")
            rows[name] = multiplier_row(name, _TARGET)
            store("2", rows)
    if wanted.table("3") or wanted.table("4"):
        plan = [(name, wanted.target or _TARGET, _PAIRINGS) for name in wanted.designs or _designs()]
        builds = measured.get("builds", {})
        measured["builds"] = build_all(plan, builds, tell, lambda found: keep({**measured, "builds": found}))
    return measured


def _our_values(measured: Measured) -> Values:
    def value(table: str, row: str, column: str) -> Value | None:
        if table in ("3", "4"):
            build = measured.get("builds", {}).get(key_of(row, _TARGET))
            return _accelerator(row, build).get(column) if row in _designs() else None
        return value_of(measured, table, row, column)

    return value


def _accelerator(name: str, build: Mapping[str, Any] | None) -> dict[str, Value]:
    """Ours for a row of Tables 3 and 4; without a build, what the model says."""
    design = find_design(name)
    pairing = find_pairing(design.pairing)
    row: dict[str, Value] = {
        "model": modelled(design),
        "MOV bits": pairing.embedding_degree * pairing.degree,
    }
    if build is None:
        return row
    result = build["result"]
    (stage,) = result["cycles"]["stages"]
    row |= {
        "run": stage["latency"],
        "with words": result["cycles"]["latency"],
        "pairings": result["verified"]["pairings"],
        "mismatches": result["verified"]["mismatches"],
        "D": int(build["digit"].split(",")[0]),
    }
    area = result["area"]
    if area is None:
        return row
    mhz = result["timing"]["fmax_mhz"]
    us, slices = round(stage["latency"] / mhz, 1), area["slices_calibrated"] or area["slices"]
    return row | {
        "FF": area["ff"],
        "LUT": area["lut"],
        "slices": slices,
        "MHz": mhz,
        "us": us,
        "slices x us": round(slices * us),
    }


def modelled(design: Design) -> int:
    """Cycles by equation (9) or (10) for a design of the paper."""
    (machine,) = design.stages
    digit = {unit.name: int(str(unit.parameters.get("digit", 0))) for unit in machine.units}
    algorithm = int(machine.algorithm.removeprefix("algorithm-"))
    m = find_pairing(design.pairing).degree
    return latency(algorithm, m, digit["mul"], digit["slow"], digit["inverter"])


SHU = Paper(
    name="shu",
    measure=_measure,
    origin=lambda measured: origin_of(measured, _COMMAND),
    our_values=_our_values,
    conclusions=lambda measured: conclusions(measured, _our_values(measured)),
    picture=lambda measured: picture(_our_values(measured)),
    designs=_designs,
    notes=(
        "Table 1: a curve is b over F_p^m in the family of that name (`pairforge curve --search`); orders "
        "come from the zeta function, primes are proven. The paper rounds MOV security down, k times the "
        "bits of a field element.",
        "Table 2, ours: Yosys, not placed; the period is an estimate from levels. LUT unshared: the same "
        "with an own x^i a for each multiplier (scheme 1). Cycles are those of the digits.",
        "Table 3: run is the stage as simulated; with words adds 32-bit input and output. MHz and us of ours "
        "are estimates from levels, not calibrated and not routed.",
        "Cycles of ours are below (9) and (10): the first factor takes the place of the first iteration; T_1 "
        "+ 2 is what an iteration takes here too (operands in, squares); two products by the inverse run in "
        "parallel "
        "on CA's multipliers, not on Multiplier 2; Algorithm 2's powers run in four chains, not one after "
        "another. The inversion takes more: operands in and power out for each of its products.",
        "Look-up tables of ours are more than the paper's: operand ports of a generated datapath choose from "
        "more values than the wiring of Figure 1.",
        "Broken today: discrete logarithms in fields of this size and characteristic are within reach.",
    ),
    misprints=(
        "Equation (7): the logarithm is rounded down; 12 products for m = 239, 11 for 283, as T_3 has it.",
        "Table 1: over F_2^313 the Jacobian of y^2 + y = x^5 + x^3 + 1 is not of prime order, nor for b = 0.",
        "Table 2, scheme 2 for F_2^283: 3,046, 4,483 and 6,306 slices have 6,092, 8,966 and 12,612 tables, "
        "fewer than the 6,632, 10,031 and 14,428 that are to be in them.",
        "Table 3, first row: 34,499 of the device's 88,192 tables are 39%, not 12%.",
        "Table 4 gives 25,287 slices for the row that has 25,487 in Table 3.",
    ),
)
