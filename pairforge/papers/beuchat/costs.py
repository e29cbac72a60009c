"""What Sections III and IV say that the algorithms cost, beside the algorithms that the hardware runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Self

from pairforge.pairings import eta_ternary, towers, towers_ternary
from pairforge.pairings.base import Pairing
from pairforge.pairings.computation import Stage
from pairforge.pairings.registry import pairing_over
from pairforge.pairings.supersingular_ternary import EtaTernaryPairing
from pairforge.papers.base import Value
from pairforge.program.ir import Loop, Program
from pairforge.program.trace import trace

__all__ = ["cost_row"]


class _Tally:
    """An element without a value that counts what is done with it. A power p^k of Frobenius is |k| maps."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def _count(self, kind: str, times: int = 1) -> Self:
        self.counts[kind] += times
        return self

    def __add__(self, other: Self) -> Self:
        return self._count("additions")

    def __sub__(self, other: Self) -> Self:
        return self._count("additions")

    def __neg__(self) -> Self:
        return self

    def __mul__(self, other: Self) -> Self:
        return self._count("products")

    def frobenius(self, k: int) -> Self:
        return self._count("maps", abs(k))


def _tally(compute: Callable[[_Tally], Any]) -> Counter[str]:
    x = _Tally()
    compute(x)
    return x.counts


def cost_row(field: str) -> dict[str, Value]:
    """Our row of the table of costs: iterations and products of the Miller loop's first algorithm, additions
    of its sparse product as written, what U^T takes for T = p^((m+1)/2), and the products of all algorithms.
    """
    pairing = pairing_over(field, "eta")
    half = (pairing.degree + 1) // 2
    if isinstance(pairing, EtaTernaryPairing):
        b = pairing.params.b
        sparse = _tally(lambda x: eta_ternary.mul_sparse(b, (x, x, x, x, x, x), x, x, x))
        power = _tally(lambda x: towers_ternary.frobenius6(b, (x, x, x, x, x, x), half))
    else:
        sparse = _tally(lambda x: towers.mul_sparse((x, x, x, x), x, x))
        power = _tally(lambda x: towers.frobenius4((x, x, x, x), half))
    miller, final = pairing.stages
    first = next(iter(_programs(pairing, miller).values()))
    loop = max((r for r in first.regions if isinstance(r, Loop)), key=lambda region: region.count)
    return {
        "iterations": loop.count,
        "multiplications an iteration": sum(op.kind == "mul" for op in loop.ops),
        "additions of a sparse product": sparse["additions"],
        "maps of U^T": power["maps"],
        "additions of U^T": power["additions"],
        "products, Miller loop": _products(pairing, miller),
        "products, final power": _products(pairing, final),
    }


def _programs(pairing: Pairing, stage: Stage) -> dict[str, Program]:
    shape = (pairing.characteristic, pairing.degree, stage.inputs, stage.outputs)
    return {
        name: trace(f"{pairing.name}.{name}", *shape, algorithm)
        for name, algorithm in stage.algorithms.items()
    }


def _products(pairing: Pairing, stage: Stage) -> str:
    programs = _programs(pairing, stage)
    return ", ".join(f"{program.counts()['mul']:,} ({name})" for name, program in programs.items())
