"""A plain simulator of a bound stage: tags move through lines, registers and words, one cycle at a time.

It knows what a line, a holding register and a memory are, and nothing of how a binding is found.
"""

from __future__ import annotations

from collections import Counter

from pairforge.binding.model import Binding, Hold, Line, MuxInput, Port, Read
from pairforge.binding.words import read_while_written
from pairforge.machine.storage import Banks, Memory
from pairforge.program.ir import Loop
from pairforge.schedule.plan import Placed

from .machines import operation_times, wanted

Tag = tuple[int, str, int]
"""A value: of which run, of which operation, of which iteration."""


def replay(binding: Binding, runs: int = 2) -> int:
    """Check that every operation of several runs finds its values; return the number of reads checked."""
    stage = binding.stage
    starting: dict[int, list[tuple[int, Placed, int]]] = {}
    ending: dict[int, list[tuple[int, Placed, int]]] = {}
    for run, placed, iteration, cycle in operation_times(stage, runs):
        starting.setdefault(cycle, []).append((run, placed, iteration))
        ending.setdefault(cycle + placed.latency, []).append((run, placed, iteration))
    stands_for = {
        looped.initial: looped.next
        for region in stage.program.regions
        if isinstance(region, Loop)
        for looped in region.carried
    }
    loaded_by: dict[str, list[Hold]] = {}
    for hold, names in binding.loads.items():
        for name in names:
            loaded_by.setdefault(name, []).append(hold)

    p = stage.program.characteristic
    results: dict[int, dict[tuple[str, int], Tag]] = {}
    held: dict[Hold, Tag] = {}
    memory: dict[int, Tag] = {}
    delivered: dict[int, dict[int, Tag | None]] = {}
    head: dict[tuple[str, int], Tag] = {}
    checked = 0
    at_once = False
    selected: dict[tuple[Port, int], tuple[tuple[MuxInput, ...], int]] = {}
    began: dict[tuple[str, int], tuple[int, int]] = {}
    ram = stage.machine.storage.addressed
    for cycle in range(max(ending) + 1):
        out: dict[tuple[str, int], Tag] = dict(head)
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

        written: dict[int, Tag] = {}
        writes: Counter[int] = Counter()
        for run, placed, iteration in ending.get(cycle, []):
            if ram and placed.op.kind != "output":
                word = binding.address[placed.op.name]
                written[word] = (run, placed.op.name, iteration)
                writes[word // binding.bank if binding.bank else 0] += 1
        assert max(writes.values(), default=0) <= 1, f"a memory is written twice in cycle {cycle}"
        if isinstance(stage.machine.storage, Banks):  # seen at once
            memory |= written
        if ram:  # what is addressed now is delivered `read_latency` cycles later
            ahead = cycle + stage.machine.storage.read_latency
            for _, placed, _ in starting.get(ahead, []):
                for operand, form in enumerate(placed.op.operands):
                    mux_inputs, _ = binding.selection[placed.op.name, operand]
                    for tap, name in zip(
                        (mux_input.tap for mux_input in mux_inputs), form.names, strict=True
                    ):
                        assert isinstance(tap, Read)
                        assert tap.port not in delivered.setdefault(ahead, {}), f"{tap} read twice"
                        delivered[ahead][tap.port] = memory.get(binding.address[name])
                        at_once |= binding.address[name] in written

        for run, placed, iteration in starting.get(cycle, []):
            since, until = began.get((placed.unit, placed.group), (cycle, 0))
            assert since == cycle or until <= cycle, f"{placed.op.name} starts while its group is at work"
            began[placed.unit, placed.group] = cycle, cycle + placed.busy
            order = binding.operand_forms(placed)
            assert sorted(order) == list(range(len(placed.op.operands)))
            iterations = 0
            for operand, i in enumerate(order):
                form = placed.op.operands[i]
                mux_inputs, constant = binding.selection[placed.op.name, operand]
                assert len({mux_input.addend for mux_input in mux_inputs}) == len(mux_inputs), (
                    f"two multiplexer inputs of {placed.op.name} meet"
                )
                found: Counter[Tag | None] = Counter()
                for mux_input in mux_inputs:
                    read: Tag | None
                    match tap := mux_input.tap:
                        case Line():
                            read = results.get(cycle - tap.delay, {}).get((tap.unit, tap.instance))
                        case Hold():
                            read = held.get(tap)
                        case Read():
                            read = delivered[cycle][tap.port]
                    sign = -1 if read and read[1] in binding.negated else 1
                    found[read] = (found[read] + sign * mux_input.factor) % p
                meant: Counter[Tag | None] = Counter()
                for name, c in form.terms:  # two names may mean one value
                    tag = (run, *wanted(stage.program, name, iteration))
                    meant[tag] = (meant[tag] + c) % p
                opposite = {tag: -c % p for tag, c in meant.items()}
                turned = (found, constant) != (meant, form.constant)
                iterations += turned
                if turned:
                    where = f"{placed.op.name} of iteration {iteration} in cycle {cycle}"
                    assert (found, constant) == (opposite, -form.constant % p), where
                common = placed.instance if operand else placed.group
                port = Port(placed.unit, common, operand)
                given = selected.setdefault((port, cycle), (mux_inputs, constant))
                assert given == (mux_inputs, constant), f"two choices for {port} in cycle {cycle}"
                assert set(mux_inputs) <= set(binding.mux_inputs[port]), (
                    f"{placed.op.name} multiplexer inputs what {port} has not"
                )
                checked += len(mux_inputs)
            if all(form.terms or form.constant for form in placed.op.operands):
                made_negative = placed.op.name in binding.negated
                assert iterations % 2 == made_negative, f"{placed.op.name} has the wrong sign"

        for run, placed, iteration in ending.get(cycle, []):
            tag = (run, placed.op.name, iteration)
            for hold in loaded_by.get(stands_for.get(placed.op.name, placed.op.name), []):
                assert (hold.unit, hold.instance) == (placed.unit, placed.instance)
                held[hold] = tag
        if not isinstance(stage.machine.storage, Banks):
            memory |= written
    if isinstance(stage.machine.storage, Memory):
        assert read_while_written(binding) == at_once
    return checked
