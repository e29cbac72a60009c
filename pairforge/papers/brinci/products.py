"""Table 1: the products in F_p of the final exponentiation on the curve of the paper, ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pairforge.algebra.arithmetic import E
from pairforge.pairings.ate.final import easy_part, final_exponentiation, unitary_part
from pairforge.pairings.ate.miller import miller_loop
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.top import Top
from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.papers.base import Value
from pairforge.program.ir import Loop, Program
from pairforge.program.passes import Capabilities, optimise
from pairforge.program.trace import trace

__all__ = ["product_rows"]

_CURVE = "ate-bn258"
_VALUES = tuple(f"f{i}" for i in range(12))
_POINTS = ("xP", "yP", "xQ0", "xQ1", "yQ0", "yQ1")
_MACHINE = Capabilities({}, (), chain=False, memory=True, prime=True)


def product_rows() -> Mapping[str, Mapping[str, Value]]:
    """Products of each step: differences of algorithms that end one step later."""
    tower = AteTower(curves_of(AteCurve)[_CURVE])
    miller = _program(tower, _POINTS, lambda k, *f: miller_loop(k, tower, *f))
    unitary = _products(_program(tower, _VALUES, lambda k, *f: _unitary(tower.value(f)), 14))
    easy = _products(_program(tower, _VALUES, lambda k, *f: easy_part(k, tower, tower.value(f)).flat))
    power = _products(_program(tower, _VALUES, lambda k, *f: final_exponentiation(k, tower, *f)))
    steps = {
        "final addition": _after_the_loop(miller),
        "f^(p^6-1)": unitary,
        "f^(p^2+1)": easy - unitary,
        "f^((p^4-p^2+1)/r)": power - easy,
    }
    return {name: {"products": products} for name, products in {**steps, "all": sum(steps.values())}.items()}


def _unitary(f: Top[E]) -> tuple[E, ...]:
    """f^(p^6 - 1) times its divisor, and the divisor: the division is done with the next step."""
    value, divisor = unitary_part(f)
    return (*value.flat, *divisor.flat)


def _program(
    tower: AteTower, inputs: tuple[str, ...], text: Callable[..., tuple[Any, ...]], results: int = 12
) -> Program:
    outputs = tuple(f"e{i}" for i in range(results))
    return optimise(trace(_CURVE, tower.p, 1, inputs, outputs, text), _MACHINE)


def _products(program: Program) -> int:
    return program.counts()["mul"]


def _after_the_loop(program: Program) -> int:
    """Products from the first image of Q under Frobenius on."""
    first = next(i for i, region in enumerate(program.regions) if region.name.startswith("frobenius"))
    return sum(
        sum(op.kind == "mul" for op in region.ops) * (region.count if isinstance(region, Loop) else 1)
        for region in program.regions[first:]
    )
