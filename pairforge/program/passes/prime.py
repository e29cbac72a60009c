"""Programs over a large prime for a machine: sums as additions of two values, products of values alone.

There an addition is an operation with a latency of its own, so a linear form is written out: multiples by
doubling, the rest one after the other, in the order of the algorithm. Constants become values that the
machine holds ready. With a *radix* R, the machine multiplies as Montgomery does, on representations x R: an
element that comes in as x stands for x/R and is multiplied by R first, a result is multiplied by 1/R before
it goes out. An integer is held as it is: an element's residue multiplied by 1/R. A machine that holds
elements otherwise than as integers *converts* both. Needs nothing before it; run the passes that merge
operations after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pairforge.program.ir import Linear, Loop, Op, Program, Region, value
from pairforge.program.rewrite import rename_carried, rename_op

_LARGEST = 16  # multiples up to here are made by additions, larger ones by a multiplication


def lower_prime(program: Program, radix: int | None, *, converts: bool = False) -> Program:
    """Write out linear forms; `radix`: R of the multiplication, None where it is the plain one.
    `converts`: what comes in and goes out has operations that convert it.

    Every operation of the result but a copy has single values for operands, and `constants` has those that
    are the same in every run.
    """
    program = _without_idle_carries(program)
    writer = _Writer(program.characteristic, program.degree, radix, converts)
    regions = tuple(writer.region(region) for region in program.regions)
    used = {name for region in regions for op in region.ops for name in op.reads}
    carried = [c for region in regions if isinstance(region, Loop) for c in region.carried]
    used |= {name for c in carried for name in (c.initial, c.next)}
    own = tuple((name, c) for c, name in writer.constants.items())
    constants = tuple((name, c) for name, c in (*program.constants, *own) if name in used)
    return replace(program, regions=regions, constants=constants)


def _without_idle_carries(program: Program) -> Program:
    """Values that a loop carries round unchanged are read from where they are.

    Not where instances of one body carry different values: a loop that repeats another has to find them in
    the same place.
    """
    differing: set[tuple[str, int]] = set()
    while True:
        names: dict[str, str] = {}
        values: dict[tuple[str, int], str] = {}
        before = len(differing)
        regions: list[Region] = []
        for region in program.regions:
            if isinstance(region, Loop):
                kept = []
                for i, looped in enumerate(rename_carried(looped, names) for looped in region.carried):
                    place = region.called, i
                    idle = looped.held and not (region.bits and i < 2)
                    if idle and values.setdefault(place, looped.initial) != looped.initial:
                        differing.add(place)
                    if idle and place not in differing:
                        names |= dict.fromkeys((looped.param, looped.result), looped.initial)
                    else:
                        kept.append(looped)
                region = replace(region, carried=tuple(kept))
            ops = tuple(rename_op(op, names, program.characteristic) for op in region.ops)
            regions.append(replace(region, ops=ops))
        if len(differing) == before:
            return program.with_regions(tuple(regions))


@dataclass
class _Writer:
    """Writes regions anew; `constants`: the names of those met, by value."""

    p: int
    degree: int
    radix: int | None
    converts: bool = False
    constants: dict[int, str] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)
    _ops: list[Op] = field(default_factory=list)
    _made: int = 0
    _integers: dict[str, str] = field(default_factory=dict)
    """By elements, their residues as integers where these are there already."""

    def region(self, region: Region) -> Region:
        """The region with every linear form written out."""
        self._ops = []
        for op in region.ops:
            self._op(rename_op(op, self._names, self.p))
        region = replace(region, ops=tuple(self._ops))
        if isinstance(region, Loop):
            return replace(region, carried=tuple(rename_carried(c, self._names) for c in region.carried))
        return region

    def _op(self, op: Op) -> None:
        match op.kind:
            case "sum":
                self._names[op.name] = self._value(op.operands[0], op.name)
            case "frob" if self.degree == 1:
                self._names[op.name] = self._value(op.operands[0])  # x^p = x
            case "input" if self.radix is not None:
                raw = f"{op.name}.raw"
                self._ops.append(replace(op, name=raw))
                if self.converts:
                    raw = self._emit("convert", (raw,), 1)
                self._element(raw, op.name)
            case "output" | "check":
                form = op.operands[0]
                if op.kind == "check":  # zero is zero
                    result = self._value(form)
                else:
                    result = self._integer(self._value(form)) if form.terms else self._residue(form)
                if self.converts:
                    result = self._emit("convert", (result,), -1)
                self._ops.append(replace(op, operands=(value(result),)))
            case "integer" if not op.operands[0].terms:
                self._names[op.name] = self._residue(op.operands[0])
            case "integer":
                self._names[op.name] = self._integer(self._value(op.operands[0]))
            case "element" if self.radix is None:
                self._names[op.name] = self._value(op.operands[0])
            case "element":
                self._element(self._value(op.operands[0]), op.name)
            case _:
                self._ops.append(replace(op, operands=tuple(value(self._value(f)) for f in op.operands)))

    def _element(self, integer: str, name: str) -> None:
        """The element of that name of which an integer is the residue; R is a number."""
        assert self.radix is not None
        self._integers[name] = integer
        self._emit("mul", (integer, self._constant(self.radix % self.p)), name=name)

    def _residue(self, form: Linear) -> str:
        """A constant as an integer."""
        return self._constant(form.constant * pow(self.radix or 1, -1, self.p) % self.p)

    def _integer(self, element: str) -> str:
        """The residue of an element as an integer."""
        if self.radix is None:
            return element
        if element in self._integers:
            return self._integers[element]
        return self._emit("mul", (element, self._constant(pow(self.radix, -1, self.p))))

    def _value(self, form: Linear, name: str = "") -> str:
        """A value equal to a form; where operations are needed, the last of them is called `name`."""
        parts = [(v, c if 2 * c < self.p else c - self.p) for v, c in form.terms]
        if form.constant or not parts:
            parts.append((self._constant(form.constant), 1))
        first = next((part for part in parts if part[1] > 0), None)
        if first is None:
            first = self._constant(0), 1
        else:
            parts.remove(first)
        if not parts:
            return self._multiple(*first, name)
        total = self._multiple(*first)
        for i, (v, c) in enumerate(parts):
            last = name if i == len(parts) - 1 else ""
            total = self._emit("add", (total, self._multiple(v, abs(c))), 1 if c > 0 else -1, last)
        return total

    def _multiple(self, v: str, c: int, name: str = "") -> str:
        """c times a value, c > 0."""
        if c == 1:
            return v
        if c > _LARGEST:
            return self._emit("mul", (v, self._constant(c % self.p)), name=name)
        half = self._multiple(v, c // 2)
        if c % 2:
            return self._emit("add", (self._emit("add", (half, half), 1), v), 1, name)
        return self._emit("add", (half, half), 1, name)

    def _constant(self, c: int) -> str:
        return self.constants.setdefault(c, f"c{len(self.constants)}")

    def _emit(self, kind: str, reads: tuple[str, ...], attribute: int | None = None, name: str = "") -> str:
        if not name:
            name = f"w{self._made}"
            self._made += 1
        self._ops.append(Op(name, kind, tuple(map(value, reads)), attribute))
        return name


def values_of(constants: tuple[tuple[str, int], ...], radix: int | None, p: int) -> Mapping[str, int]:
    """What a machine holds for each constant: its representation, of an element of F_p2 that of both
    parts.
    """
    width = p.bit_length()

    def held(c: int) -> int:
        return c * (radix or 1) % p

    return {name: held(c & (1 << width) - 1) | held(c >> width) << width for name, c in constants}
