"""Powers with constant exponents: whole, and as steps."""

from typing import Any

import pytest

from pairforge.algebra.prime_field import PrimeField
from pairforge.jobs.powers import powers
from pairforge.program.interpret import run
from pairforge.program.ir import Loop
from pairforge.program.trace import trace

P = 101
FIELD = PrimeField(P)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 24, 25, 90, 99])
@pytest.mark.parametrize("steps", [False, True])
def test_powers_are_powers(n: int, steps: bool) -> None:
    """For all bases, alone and side by side."""

    def two(k: Any, /, x: Any, y: Any) -> tuple[Any, ...]:
        return powers(k, (x, y), n)

    def one(k: Any, /, x: Any) -> tuple[Any, ...]:
        return powers(k, (x,), n)

    both = trace("both", P, 1, ("x", "y"), ("a", "b"), two, steps=steps)
    alone = trace("alone", P, 1, ("x",), ("a",), one, steps=steps)
    for x in FIELD:
        y = x + FIELD.constant(5)
        meant = [FIELD.constant(pow(int(c), n, P)) for c in (x, y)]
        assert list(run(both, FIELD, (x, y))) == meant
        assert list(run(alone, FIELD, (x,))) == meant[:1]


def test_digits_are_the_same_steps() -> None:
    """A long exponent has no more bodies than the digits that there are, squares, and what joins them."""

    def algorithm(k: Any, /, x: Any) -> tuple[Any, ...]:
        return powers(k, (x,), (1 << 60) // 7)

    program = trace("power", P, 1, ("x",), ("a",), algorithm, steps=True)
    loops = [region for region in program.regions if isinstance(region, Loop)]
    assert len(loops) > 20
    assert {loop.called for loop in loops} <= {"squares", "digit1", "digit3", "digit5", "digit7", "join"}
