"""A run of nextpnr: when its router is given up."""

from pairforge.synth.nextpnr.program import stuck


def test_a_router_is_stuck_when_25_rounds_gain_less_than_a_tenth() -> None:
    falling = [round(10_000 * 0.9 ** (i / 20)) for i in range(100)]
    assert not any(stuck(falling[:i]) for i in range(101))
    flat = [1000] * 25
    assert not stuck(flat) and stuck([*flat, 1000])
    assert not stuck([1000, *flat[:24], 899]) and stuck([1000, *flat[:24], 901])


def test_the_last_wires_get_200_rounds() -> None:
    few = [1000, 100, *[4] * 200]
    assert not stuck(few) and stuck([*few, 4])
    assert not stuck([*few[:-1], 3])
