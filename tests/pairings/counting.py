"""An arithmetic that computes and counts."""

from collections import Counter
from typing import Any

from pairforge.algebra.arithmetic import climb, repeat
from pairforge.program.instances import canonical_bodies
from pairforge.program.ir import Loop, Program


class Counted:
    def __init__(self, k: Any, element: Any) -> None:
        self.k, self.element = k, element

    def __add__(self, other: Any) -> Any:
        self.k.counts["add"] += 1
        return Counted(self.k, self.element + other.element)

    def __sub__(self, other: Any) -> Any:
        self.k.counts["add"] += 1
        return Counted(self.k, self.element - other.element)

    def __neg__(self) -> Any:
        return Counted(self.k, -self.element)

    def __mul__(self, other: Any) -> Any:
        self.k.counts["mul"] += 1
        return Counted(self.k, self.element * other.element)

    def frobenius(self, n: Any) -> Any:
        self.k.counts["frobenius"] += 1
        return Counted(self.k, self.element.frobenius(n))


class Counting:
    def __init__(self, field: Any) -> None:
        self.field = field
        self.characteristic, self.degree = field.characteristic, field.degree
        self.counts: Counter[str] = Counter()
        self.loops: dict[str, tuple[int, int, dict[str, float]]] = {}
        self.blocks: list[str] = []

    def constant(self, c: Any) -> Any:
        return Counted(self, self.field.constant(c))

    def inverse(self, x: Any) -> Any:
        self.counts["inverse"] += 1
        return Counted(self, self.field.inverse(x.element))

    def loop(self, name: str, count: Any, state: Any, body: Any) -> Any:
        return self._counted(name, count, len(state), lambda: repeat(count, state, body))

    def ladder(self, name: str, bits: Any, state: Any, body: Any) -> Any:
        return self._counted(name, len(bits), len(state), lambda: climb(bits, state, body))

    def _counted(self, name: str, count: Any, width: Any, run: Any) -> Any:
        before = Counter(self.counts)
        result = run()
        each = {key: (self.counts[key] - before[key]) / count for key in self.counts}
        self.loops[name] = (count, width, each)
        return result

    def block(self, name: str) -> None:
        self.blocks.append(name)


def operations(made: Program) -> tuple[tuple[int, int], dict[str, tuple[int, int]]]:
    """Multiplications and additions of a run, and of an iteration of each loop body by its name."""
    counts = made.counts()
    bodies = {
        canonical_bodies(made)[loop.name].name: [operation.kind for operation in loop.ops]
        for loop in made.regions
        if isinstance(loop, Loop)
    }
    each = {name: (kinds.count("mul"), kinds.count("add")) for name, kinds in bodies.items()}
    return (counts["mul"], counts["add"]), each
