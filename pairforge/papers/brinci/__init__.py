"""Brinci, Khmiri, Mbarek, Ben Rabaa, Bouallegue 2013: the optimal ate pairing on few DSP blocks.

`products.py` has Table 1, `prior_work.py` newer results beside ours, `claims.py` what the paper concludes;
here they become one paper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pairforge.catalog.security import TOY
from pairforge.machine.designs import design_names, find_design
from pairforge.pairings.registry import PAIRINGS
from pairforge.papers.base import SCHEMA, Measured, Paper, Tell, Value, Values, Wanted
from pairforge.papers.brinci.claims import conclusions
from pairforge.papers.brinci.prior_work import COLUMNS, comparison, figures_of, sources
from pairforge.papers.brinci.products import product_rows
from pairforge.papers.builds import build_all, key_of, origin_of, value_of
from pairforge.version import __version__

__all__ = ["BRINCI"]

_COMMAND = "pairforge papers brinci --fresh"
_PAIRINGS = 100
_COPROCESSORS = {
    "this work, pipelined": "brinci-bn258-pipelined",
    "this work, serial": "brinci-bn258-serial",
    "the same multiplier": "few-dsp-bn258",
}
_NEWER = "newer"


def _designs() -> tuple[str, ...]:
    """The built-in coprocessors for optimal ate pairings, the paper's own first."""
    ate = (name for name in design_names() if _in_use(find_design(name).pairing))
    return tuple(sorted(ate, key=lambda name: (name not in _COPROCESSORS.values(), name)))


def _in_use(name: str) -> bool:
    pairing = PAIRINGS.get(name)  # the others are no pairings
    return pairing is not None and pairing.map == "ate" and pairing.security != TOY


def _measure(wanted: Wanted, so_far: Measured, tell: Tell, keep: Callable[[Measured], None]) -> Measured:
    measured: dict[str, Any] = {"schema": SCHEMA, "paper": "brinci", **so_far}
    if not wanted.designs and wanted.table("1"):
        tell("table 1")
        made = {"version": __version__, "command": f"{_COMMAND} --table 1", "rows": product_rows()}
        measured["tables"] = {**measured.get("tables", {}), "1": made}
        keep(measured)
    if wanted.table("2") or wanted.table(_NEWER):
        plan = [
            (name, wanted.target or find_design(name).target, _PAIRINGS)
            for name in wanted.designs or _designs()
        ]
        builds = measured.get("builds", {})
        measured["builds"] = build_all(plan, builds, tell, lambda found: keep({**measured, "builds": found}))
    return measured


def _our_values(measured: Measured) -> Values:
    def value(table: str, row: str, column: str) -> Value | None:
        if table == "2":
            return _coprocessor(measured, row).get(column)
        return value_of(measured, table, row, column)

    return value


def _coprocessor(measured: Measured, row: str) -> Mapping[str, Value]:
    """Ours for a row of Table 2, nothing where it is not built."""
    name = _COPROCESSORS.get(row)
    if name not in design_names():
        return {}
    design = find_design(name)
    build = measured.get("builds", {}).get(key_of(name, design.target))
    if build is None:
        return {}
    result = build["result"]
    values = {column: figure.value for column, figure in figures_of(result).items() if column in COLUMNS}
    slices = result["area"]["slices_calibrated"] or result["area"]["slices"]
    return values | {"area": f"{slices} slices", "device": result["target"]}


BRINCI = Paper(
    name="brinci",
    measure=_measure,
    origin=lambda measured: origin_of(measured, _COMMAND),
    our_values=_our_values,
    conclusions=lambda measured: conclusions(_our_values(measured)),
    comparisons=lambda measured, wanted: (comparison(_NEWER, measured.get("builds", {}), wanted),),
    comparison_names=(_NEWER,),
    designs=_designs,
    notes=(
        "Table 1, ours: products of ate-bn258's algorithm (docs/explanation/algorithms/ate.md), step by "
        "step; the exponent is met exactly. Published: the sum, 3,720 products, at 35 cycles each are the "
        "130,200 cycles of the text.",
        "Table 1, published: 1,813 products do not hold three powers u. Those are 189 squares of 12 products "
        "at least (Karabina's compressed ones), 2,268.",
        "Table 2, ours: cycles between results as simulated; slices, DSP blocks and clock by Yosys and "
        "levels of logic, not placed. Rows without ours are not built.",
        "Newer results: what has not been seen in the original is marked so. Latency of one pairing and time "
        "between results differ where a machine works on several; not all sources say which they mean.",
        "Most are on curves of 254 to 258 bits: about 100 bits of security today, not 128.",
        *sources(),
    ),
    misprints=(
        "Table 1: f^(p^6+1) for f^(p^2+1), and p^6 - p^2 + 1 for p^4 - p^2 + 1.",
        "Table 1 and section 4: a point for thousands, 130.200 cycles and others.",
        "Abstract and Table 2: 225 MHz for the pipelined design, 185 MHz for the serial one; section 5 has "
        "185 MHz alone, for 17,560 slices, which are the pipelined design's.",
        "Table 2: 78,000 cycles at 210 MHz are 0.371 ms, not 0.338 [15]; ASIC 130mm for 130 nm [8].",
        "The parameters: with u = -(2^63 + 857) p is no prime; with u = 2^63 + 857, y^2 = x^3 + 2 does not "
        "have r points and 1 + i is a square. ate-bn258 has b = 12 and xi = 5 + i.",
        "Algorithm 3 has the label p_12 twice and lacks c_8 = p_9; c_5 = m_13 - m_11 must be m_13 + m_12; "
        "m_8 = m_3 - m_9 has p_5 with the wrong sign, so that c_4 is 2 p_5 too large.",
        "Algorithm 2 reduces coefficients once at the end: up to 75 bits are left, not 65; c_5 to c_8 must "
        "be reduced before as well.",
        "Section 3.4: 35 cycles for the serial design too. Its 14 products take 28, and the last is there "
        "after 7 more: none are left for the reductions (48 with ours).",
        "Section 4: 12 products in 48 cycles and 29 in 94, where 14 cycles are the least for one.",
    ),
)
