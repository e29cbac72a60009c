"""A plain simulator of a bound stage: tags move through lines, registers and words, one cycle at a time.

It knows what a line, a holding register and a memory are, and nothing of how a binding is found.
"""

from __future__ import annotations

from collections import Counter

from pairforge.binding.model import Binding, Hold, Line, Read
from pairforge.program.ir import Loop

from .machines import operation_times, wanted


def replay(binding: Binding, runs: int = 2) -> int:
    """Check that every operation of several runs finds its values; return the number of reads checked."""
    stage = binding.stage
    starting: dict[int, list] = {}
    ending: dict[int, list] = {}
    for run, placed, iteration, cycle in operation_times(stage, runs):
        starting.setdefault(cycle, []).append((run, placed, iteration))
        ending.setdefault(cycle + placed.latency, []).append((run, placed, iteration))
    stands_for = {
        carry.initial: carry.next
        for region in stage.program.regions
        if isinstance(region, Loop)
        for carry in region.carries
    }
    loaded_by: dict[str, list[Hold]] = {}
    for hold, names in binding.loads.items():
        for name in names:
            loaded_by.setdefault(name, []).append(hold)

    results: dict[int, dict[tuple[str, int], tuple]] = {}
    held: dict[Hold, tuple] = {}
    memory: dict[int, tuple] = {}
    delivered: dict[int, dict[int, tuple]] = {}
    head: dict[tuple[str, int], tuple] = {}
    checked = 0
    ram = stage.machine.storage.kind == "ram"
    for cycle in range(max(ending) + 1):
        out: dict[tuple[str, int], tuple] = dict(head)
        for run, placed, iteration in ending.get(cycle, []):
            place = (placed.unit, placed.instance)
            tag = (run, placed.op.name, iteration)
            if placed.op.kind != "input":
                assert place not in out, f"two results of {place} in cycle {cycle}"
            else:
                head = {place: tag}
            if placed.op.kind != "output":
                out[place] = tag
        results[cycle] = out

        if ram:  # what is addressed now is delivered `read_latency` cycles later
            ahead = cycle + stage.machine.storage.read_latency
            for _, placed, _ in starting.get(ahead, []):
                for operand, form in enumerate(placed.op.operands):
                    taps, _ = binding.selection[placed.op.name, operand]
                    for tap, name in zip(taps, form.names, strict=True):
                        assert tap.port not in delivered.setdefault(ahead, {}), f"{tap} read twice"
                        delivered[ahead][tap.port] = memory.get(binding.address[name])

        for run, placed, iteration in starting.get(cycle, []):
            order = binding.operand_forms(placed)
            assert sorted(order) == list(range(len(placed.op.operands)))
            for operand, i in enumerate(order):
                form = placed.op.operands[i]
                taps, constant = binding.selection[placed.op.name, operand]
                assert constant == form.constant
                found: Counter = Counter()
                for tap in taps:
                    match tap:
                        case Line():
                            found[results.get(cycle - tap.delay, {}).get((tap.unit, tap.instance))] += 1
                        case Hold():
                            found[held.get(tap)] += 1
                        case Read():
                            found[delivered[cycle][tap.port]] += 1
                meant = Counter({(run, *wanted(stage.program, n, iteration)): c for n, c in form.terms})
                assert found == meant, f"{placed.op.name} of iteration {iteration} in cycle {cycle}"
                checked += len(taps)

        writes = 0
        for run, placed, iteration in ending.get(cycle, []):
            tag = (run, placed.op.name, iteration)
            for hold in loaded_by.get(stands_for.get(placed.op.name, placed.op.name), []):
                assert (hold.unit, hold.instance) == (placed.unit, placed.instance)
                held[hold] = tag
            if ram and placed.op.kind != "output":
                memory[binding.address[placed.op.name]] = tag
                writes += 1
        assert writes <= 1, f"{writes} words written in cycle {cycle}"
    return checked
