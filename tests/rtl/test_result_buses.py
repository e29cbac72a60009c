"""Results that share a way to the write ports are never written in one cycle."""

from collections import Counter

from pairforge.compiler.compile import compile_design
from pairforge.machine.designs import find_design


def test_results_of_a_bus_never_meet() -> None:
    compiled = compile_design(find_design("hsm-bls12-13", {}))
    binding, control = compiled.stages[0].binding, compiled.core.stages[0].control
    (bus,) = control.buses.values()
    assert len(bus.sources) >= 2
    written = Counter(
        start + p.latency
        for p, _, start in binding.stage.instances()
        if (p.unit, p.instance) in bus.sources and p.op.name in binding.write_port
    )
    assert written and set(written.values()) == {1}
    for port in control.writes:
        assert not port.sources.keys() & bus.sources.keys()
        assert len(port.choice.codes) == len(port.sources) + 1  # and zero
