"""A campaign of faults in the hardware of a design: what they do, by part of the core."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pairforge.builder.interface import interface_of
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.check import check_design
from pairforge.compiler.compile import Compiled, Progress, compile_design
from pairforge.compiler.sample import sample_of
from pairforge.compiler.words import from_words
from pairforge.errors import UserError
from pairforge.evidence import cxx, verilator
from pairforge.evidence.faults.campaign import Outcome, Verdict, campaign, flips, stuck
from pairforge.evidence.faults.state import PARTS, STORES, Element, state_of
from pairforge.machine.design import Design
from pairforge.pairings.base import Pairing
from pairforge.pairings.computation import Encoded
from pairforge.pairings.supersingular_binary import BinaryPairing
from pairforge.pairings.towers import mul4
from pairforge.software.engine import engine_names
from pairforge.software.extension import is_compiled

__all__ = ["FaultReport", "put_faults"]

_POOL = 64
"""Inputs that the batches are taken from."""

_COUNTS = ("none", "late", "detected", "wrong", "hang")
"""What a fault does to the batch that it falls into, by `Verdict`."""

_COLUMNS = {
    "faults": "faults",
    "none": "no effect",
    "late": "late",
    "detected": "detected",
    "wrong": "wrong",
    "wrong_in_time": "in time",
    "wrong_in_group": "e^n = 1",
    "hang": "hang",
    "next_detected": "next: detected",
    "next_wrong": "wrong",
    "next_hang": "hang",
    "third_not_right": "third: not right",
    "silent": "any wrong",
}
"""Of the table, by the key of a count."""

_MEANING = (
    "Shares are of the faults of a part, those of `all` weighed with the bits of the parts. wrong: a value "
    "that nothing tells from a right one, in the usual number of cycles (in time), and of an order that "
    "divides that of right values (e^n = 1). next, third: batches behind it, without a reset."
)

Counts = dict[str, int | None]
Member = Callable[[Encoded], bool]


@dataclass(frozen=True)
class FaultReport:
    """A campaign, counted. `data` is the object of its JSON file."""

    data: Mapping[str, Any]

    def __str__(self) -> str:
        return "\n".join(_lines(self.data))


def put_faults(
    design: Design,
    flipped: int,
    held: int,
    seed: int,
    progress: Progress,
    *,
    batch: int = 0,
    stalls: float = 0.0,
    jobs: int = 1,
) -> FaultReport:
    """Turn over `flipped` random bits of a core's state, one at a time, and hold up to `held` bits of control
    registers at 0 or 1. `batch`, `stalls`, `jobs`: as of `campaign`.

    Raises
    ------
    UserError
        The design is wrong, or its results depend on what it was sent before.
    CheckError
        Its hardware is wrong without a fault.
    """
    verilator.version()
    cxx.compiler()
    traced = check_design(design)
    if traced.computation.keeps or any(machine.loadable for machine in design.stages):
        raise UserError(
            f"{design.file}: faults: results of this core depend on what it was sent before; take a design "
            "with a fixed modulus and without stored keys"
        )
    compiled = compile_design(design, progress, traced)
    core, files = interface_of(compiled), rtl_files(compiled)
    progress("read the Verilog with Yosys")
    state = state_of(files, core.top, compared=compiled.design.detects)
    sample = sample_of(compiled, compiled.computation.random_inputs(_POOL, seed))
    faults = [*flips(state, flipped, _POOL, seed), *stuck(state, held, _POOL, seed)]
    progress(f"{len(faults)} faults in {sum(element.size for element in state):,} bits")
    found = campaign(
        files,
        core,
        state,
        faults,
        sample.sent,
        sample.expected,
        batch=batch,
        stalls=stalls,
        jobs=jobs,
        seed=seed,
    )
    member = _member(compiled, from_words(sample.expected, compiled.element_words))
    bits = {part: sum(element.size for element in state if element.part == part) for part in PARTS}
    counted: dict[str, Any] = {
        "schema": 1,
        "design": design.asked,
        "seed": seed,
        "simulator": f"verilator {verilator.version()}",
        "batch": batch or core.threads,
        "stalls": stalls,
        "batch_cycles": found.batch,
        "cycles": found.cycles,
        "seconds": round(found.seconds, 1),
        "bits": {part: count for part, count in bits.items() if count},
        "control_bits": sum(len(element.control) for element in state),
    }
    for name, is_stuck in (("flips", False), ("stuck", True)):
        chosen = [each for each in found.outcomes if (each.fault.stuck is not None) == is_stuck]
        if chosen:
            counted[name] = _by_part(compiled, found.state, chosen, member)
    return FaultReport(counted)


def _by_part(
    compiled: Compiled, state: Sequence[Element], outcomes: Sequence[Outcome], member: Member | None
) -> dict[str, Counts]:
    """The counts of each part that has faults."""
    parts = {part: [each for each in outcomes if state[each.fault.element].part == part] for part in PARTS}
    return {part: _counts(compiled, of, member) for part, of in parts.items() if of}


def _counts(compiled: Compiled, outcomes: Sequence[Outcome], member: Member | None) -> Counts:
    """How many of the outcomes are of each kind."""
    first, second = (Counter(each.batches[i] for each in outcomes) for i in range(2))
    wrong = [each for each in outcomes if each.batches[0] is Verdict.WRONG]
    found: Counts = {"faults": len(outcomes)}
    found |= {name: first[Verdict(i)] for i, name in enumerate(_COUNTS)}
    found["wrong_in_time"] = sum(each.late == 0 for each in wrong)
    found["wrong_in_group"] = None if member is None else sum(_passes(compiled, e, member) for e in wrong)
    found |= {f"next_{name}": second[Verdict(i)] for i, name in enumerate(_COUNTS) if i > Verdict.LATE}
    found["third_not_right"] = sum(each.batches[2] not in (Verdict.RIGHT, Verdict.NONE) for each in outcomes)
    found["silent"] = sum(Verdict.WRONG in each.batches for each in outcomes)
    found["not_mended"] = sum(each.mended is False for each in outcomes)
    return found


def _passes(compiled: Compiled, outcome: Outcome, member: Member) -> bool:
    """Whether every wrong value of the first batch would be taken for one of the pairing's."""
    rows = from_words(np.array(outcome.wrong, dtype=np.uint32), compiled.element_words)
    width = compiled.computation.width
    return all(all(value >> width == 0 for value in row) and member(row) for row in rows)


def _member(compiled: Compiled, values: Sequence[Encoded]) -> Member | None:
    """Whether a value to the order of the pairing is 1; None where there is nothing to compute that with.

    The order is that of the subgroup, or where these right values are not in it, of the whole group.
    """
    pairing = compiled.computation
    if not isinstance(pairing, Pairing):
        return None
    power = _power(pairing)
    if power is None:
        return None
    facts = pairing.facts()
    for order in (facts.subgroup_order, facts.order):
        if all(power(value, order) for value in values):
            return lambda value, order=order: power(value, order)  # type: ignore[misc]
    return None


def _power(pairing: Pairing) -> Callable[[Encoded, int], bool] | None:
    """Whether a power of a value is 1, by the engine, or over F_2^m by multiplication."""
    if pairing.name in engine_names() and is_compiled():
        from pairforge.engine.pairings import Pairing as Engine

        target = Engine(pairing.name).Gt

        def by_engine(value: Encoded, order: int) -> bool:
            return target.is_member(value) and target.value(value) ** order == target.one

        return by_engine
    if not isinstance(pairing, BinaryPairing):
        return None
    constant = pairing.group.field.constant

    def by_products(value: Encoded, order: int) -> bool:
        e0, e1, e2, e3 = map(constant, value)
        zero, one = map(constant, (0, 1))
        found = one, zero, zero, zero
        for bit in f"{order:b}":
            found = mul4(found, found)
            if bit == "1":
                found = mul4(found, (e0, e1, e2, e3))
        return found == (one, zero, zero, zero)

    return by_products


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    """The table."""
    bits = data["bits"]
    yield (
        f"{data['design']}: {sum(bits.values()):,} bits of state, {data['control_bits']} of them control; "
        f"{data['batch']} at a time in {data['batch_cycles']} cycles"
    )
    for name, title in (("flips", "bits turned over"), ("stuck", "control bits held at 0 or 1")):
        if name not in data:
            continue
        parts = data[name]
        rows = [["", "bits", *_COLUMNS.values()]]
        for part, counts in parts.items():
            shares = [_share(counts[key], counts["faults"]) for key in list(_COLUMNS)[1:]]
            rows.append([part, f"{bits[part]:,}", f"{counts['faults']:,}", *shares])
        total = sum(counts["faults"] for counts in parts.values())
        if name == "flips":
            rows.append(_weighed("all", parts, bits))
            rows.append(_weighed("without stores", parts, bits, leave=STORES))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        yield f"{title}:"
        for row in rows:
            yield "  " + "  ".join(
                cell.rjust(width) if i else cell.ljust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
        stays = sum(counts["not_mended"] for counts in parts.values())
        yield f"  {stays} of {total:,} that a reset does not end"
    yield _MEANING
    yield (
        f"{data['cycles']:,} cycles simulated in {data['seconds']} s, {data['simulator']}, "
        f"seed {data['seed']}"
    )


def _share(count: int | None, of: int) -> str:
    return "" if count is None else f"{100 * count / of:.2f}%" if count else "0"


def _weighed(
    title: str, parts: Mapping[str, Counts], bits: Mapping[str, int], leave: Sequence[str] = ()
) -> list[str]:
    """The row of several parts: shares of their bits."""
    some = {part: counts for part, counts in parts.items() if part not in leave}
    size = sum(bits[part] for part in some)
    row = [title, f"{size:,}", f"{sum(counts['faults'] or 0 for counts in some.values()):,}"]
    for key in list(_COLUMNS)[1:]:
        if any(counts[key] is None for counts in some.values()):
            row.append("")
            continue
        found = sum(
            bits[part] * (counts[key] or 0) / (counts["faults"] or 1) for part, counts in some.items()
        )
        row.append(f"{100 * found / size:.2f}%" if found else "0")
    return row
